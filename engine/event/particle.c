/* particle.c: the store of particles. In: bodies that begin to fly; out: places and kinds.
 * Invariant: bodies that wait are linked, each once, and do not fly. */
#include "event/particle.h"

#include <assert.h>

#include "core/array.h"
#include "core/filter.h"
#include "shape/kind.h"

static bool resize(particle_store *p, size_t places) {
    if (!aligned_resize(p->memory, &p->block, p->count * sizeof *p->all, places * sizeof *p->all))
        return false;
    p->all = (particle *)aligned_begin(&p->block);
    p->capacity = places;
    return true;
}

/* Opens places of bodies that do not fly; there is room. */
static void open_places(particle_store *p, uint32_t count) {
    for (; p->count < count; ++p->count) {
        p->all[p->count] = (particle){.kind = PARTICLE_GONE};
        p->rotations[p->count] = (particle_rotation){.angle = 0};
    }
}

bool particles_init(particle_store *p, const evo_allocator *memory, uint32_t count) {
    *p = (particle_store){.memory = memory, .waiting = NO_PARTICLE};
    if (!resize(p, count) || !ARRAY_RESERVE(memory, p->rotations, p->rotation_capacity, count))
        return false;
    open_places(p, count);
    return true;
}

void particles_free(particle_store *p) {
    aligned_free(p->memory, &p->block);
    ARRAY_FREE(p->memory, p->rotations, p->rotation_capacity);
    ARRAY_FREE(p->memory, p->kinds, p->kind_capacity);
}

/* ---- Kinds ----------------------------------------------------------------------------------- */

static bool kinds_equal(const particle_kind *a, const particle_kind *b) {
    return a->inverse_mass == b->inverse_mass && a->inverse_inertia == b->inverse_inertia
           && materials_equal(&a->material, &b->material) && filters_equal(a->filter, b->filter)
           && a->shaped == b->shaped && a->shapeless == b->shapeless;
}

static bool reserve_kind(particle_store *p) {
    return ARRAY_RESERVE(p->memory, p->kinds, p->kind_capacity, p->kind_count + 1);
}

/* Equal particles mostly follow each other. */
uint32_t particles_take_kind(particle_store *p, uint32_t number, const particle_kind *kind) {
    const uint32_t own = p->all[number].kind & PARTICLE_KIND, count = (uint32_t)p->kind_count;
    if (own < count && kinds_equal(&p->kinds[own], kind)) return own;
    if (count > 0 && kinds_equal(&p->kinds[count - 1], kind)) return count - 1;
    if (!reserve_kind(p)) return NO_PARTICLE;
    p->kinds[p->kind_count++] = *kind;
    return count;
}

/* Material and filter of its first shape stand for the body. */
static particle_kind kind_of_body(const body_store *s, const body_record *record) {
    const bool shapeless = record->first_collider == NONE;
    particle_kind kind = {.inverse_mass = 1 / record->mass,
                          .inverse_inertia = body_turns(record) ? 1 / record->inertia : 0,
                          .filter = {1, 0, 0},
                          .shapeless = shapeless};
    if (shapeless) return kind;
    const collider_record *first = &s->colliders[record->first_collider];
    const evo_vec2 center = first->shape->center;
    kind.material = s->materials.all[first->material];
    kind.material.density = 0;
    kind.filter = collider_entry(first)->rules.filter;
    kind.shaped = first->next != NONE || first->shape->kind != EVO_CIRCLE || !vec_is_zero(center);
    return kind;
}

particle_start particle_of_body(const body_store *s, uint32_t id) {
    const body_record *record = &s->records[id];
    const body_state *m = &s->states[record->slot];
    particle_start start = {.kind = kind_of_body(s, record),
                            .flight = {m->position, m->velocity, m->angle, m->spin}};
    EACH_COLLIDER_FROM (c, s, record->first_collider) {
        const evo_shape *shape = s->colliders[c].shape;
        start.radius = most_of(start.radius, shape_radius(shape));
    }
    return start;
}

bool particles_set(particle_store *p, uint32_t number, const particle_start *start) {
    const uint32_t kind = particles_take_kind(p, number, &start->kind);
    const evo_flight *flight = &start->flight;
    if (kind == NO_PARTICLE) return false;
    assert(number < p->count && kind <= PARTICLE_KIND);
    assert(particle_is_gone(&p->all[number]) && "a body flies once");
    p->all[number] = (particle){.position = flight->position,
                                .velocity = flight->velocity,
                                .radius = start->radius,
                                .stamp = p->all[number].stamp,
                                .kind = kind | (start->kind.shaped ? PARTICLE_SHAPED : 0)};
    p->rotations[number] = (particle_rotation){flight->angle, flight->spin, 0, -INFINITY, {0, 0}};
    p->shaped_count += start->kind.shaped;
    ++p->living;
    p->max_radius = most_of(p->max_radius, start->radius);
    return true;
}

/* ---- Coming and going ------------------------------------------------------------------------ */

void particles_remove(particle_store *p, uint32_t number) {
    particle *gone = &p->all[number];
    assert(!particle_is_gone(gone) && "a particle goes once");
    p->shaped_count -= particle_is_shaped(gone);
    gone->kind = (gone->kind & PARTICLE_KIND) | PARTICLE_GONE;
    gone->radius = 0;
    --p->living;
    assert(p->shaped_count <= p->living && "shaped particles are among the living");
}

bool particles_reserve(particle_store *p, size_t places) {
    return (places <= p->capacity || resize(p, places + places / 4 + 4)) && reserve_kind(p)
           && ARRAY_RESERVE(p->memory, p->rotations, p->rotation_capacity, places);
}

void particles_wait(particle_store *p, uint32_t number) {
    open_places(p, number + 1);
    particle *at = &p->all[number];
    assert(particle_is_gone(at) && !particle_waits(at) && "a body flies, or waits once");
    at->kind |= PARTICLE_WAITS;
    at->next = p->waiting;
    p->waiting = number;
}

uint32_t particles_take_waiting(particle_store *p) {
    uint32_t first = NO_PARTICLE, at = p->waiting;
    while (at != NO_PARTICLE) {
        const uint32_t next = p->all[at].next;
        p->all[at].kind &= ~PARTICLE_WAITS;
        p->all[at].next = first;
        first = at;
        at = next;
    }
    p->waiting = NO_PARTICLE;
    return first;
}

bool particles_waiting_are_listed(const particle_store *p) {
    uint32_t count = 0, at = p->waiting;
    for (uint32_t i = 0; i < p->count; ++i) count += particle_waits(&p->all[i]);
    for (; at != NO_PARTICLE && count > 0; at = p->all[at].next, --count)
        if (at >= p->count || !particle_waits(&p->all[at])) return false;
    return at == NO_PARTICLE && count == 0;
}
