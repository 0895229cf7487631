/* particle.c: the store of particles. In: flights and kinds; out: places. Invariant: bodies that wait
 * are linked, each once; equal kinds that follow each other are one. */
#include "event/particle.h"

#include <assert.h>
#include <string.h>

#include "body/material.h"
#include "core/array.h"

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
    if (!resize(p, count)
        || !array_reserve(memory, &p->rotations, &p->rotation_capacity, count,
                          sizeof *p->rotations))
        return false;
    open_places(p, count);
    return true;
}

void particles_free(particle_store *p) {
    aligned_free(p->memory, &p->block);
    array_free(p->memory, &p->rotations, &p->rotation_capacity, sizeof *p->rotations);
    array_free(p->memory, &p->kinds, &p->kind_capacity, sizeof *p->kinds);
    array_free(p->memory, &p->parts, &p->part_capacity, sizeof *p->parts);
}

static bool kinds_equal(const particle_kind *a, const particle_kind *b) {
    return a->inverse_mass == b->inverse_mass && a->inverse_inertia == b->inverse_inertia
           && materials_equal(&a->material, &b->material)
           && a->filter.category == b->filter.category && a->filter.mask == b->filter.mask
           && a->filter.group == b->filter.group && a->shapeless == b->shapeless
           && a->unseen == b->unseen && a->part_count == 0 && b->part_count == 0;
}

static uint32_t first_new_part(const particle_store *p) {
    const particle_kind *last = p->kind_count > 0 ? &p->kinds[p->kind_count - 1] : NULL;
    return last ? last->first_part + last->part_count : 0;
}

bool particles_have_new_parts(const particle_store *p) {
    return p->part_count > first_new_part(p);
}

bool particles_kind_is(const particle_store *p, uint32_t number, const particle_kind *kind) {
    return !particles_have_new_parts(p) && kinds_equal(&p->kinds[number], kind);
}

bool particles_reserve_kind(particle_store *p, size_t parts) {
    return array_reserve(p->memory, &p->kinds, &p->kind_capacity, p->kind_count + 1,
                         sizeof *p->kinds)
           && array_reserve(p->memory, &p->parts, &p->part_capacity, p->part_count + parts,
                            sizeof *p->parts);
}

uint32_t particles_add_kind(particle_store *p, const particle_kind *kind) {
    const particle_kind *last = p->kind_count > 0 ? &p->kinds[p->kind_count - 1] : NULL;
    particle_kind made = *kind;
    made.first_part = first_new_part(p);
    made.part_count = (uint32_t)p->part_count - made.first_part;
    /* Equal particles mostly follow each other. */
    if (last && kinds_equal(&made, last)) return (uint32_t)p->kind_count - 1;
    if (!particles_reserve_kind(p, 0)) return NO_PARTICLE;
    p->kinds[p->kind_count] = made;
    return (uint32_t)p->kind_count++;
}

bool particles_add_part(particle_store *p, const particle_part *part) {
    if (!particles_reserve_kind(p, 1)) return false;
    p->parts[p->part_count++] = *part;
    return true;
}

void particles_set(particle_store *p, uint32_t number, const evo_flight *flight, double radius,
                   uint32_t kind) {
    assert(number < p->count && kind < p->kind_count && kind <= PARTICLE_KIND);
    assert(particle_is_gone(&p->all[number]) && "a body flies once");
    bool shaped = p->kinds[kind].part_count > 0;
    particle made = {.position = flight->position,
                     .velocity = flight->velocity,
                     .radius = radius,
                     .kind = kind | (shaped ? PARTICLE_SHAPED : 0)};
    made.stamp = p->all[number].stamp;
    particle_rotation rotation = {flight->angle, flight->spin, 0, -INFINITY, {0, 0}};
    p->all[number] = made;
    p->rotations[number] = rotation;
    p->shaped_count += shaped;
    ++p->living;
    p->max_radius = most_of(p->max_radius, radius);
}

/* ---- Coming and going ------------------------------------------------------------------------ */

void particles_remove(particle_store *p, uint32_t number) {
    particle *gone = &p->all[number];
    p->shaped_count -= particle_is_shaped(gone);
    gone->kind = (gone->kind & PARTICLE_KIND) | PARTICLE_GONE;
    gone->radius = 0;
    --p->living;
}

bool particles_reserve(particle_store *p, size_t places) {
    return (places <= p->capacity || resize(p, places + places / 4 + 4))
           && array_reserve(p->memory, &p->rotations, &p->rotation_capacity, places,
                            sizeof *p->rotations);
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
