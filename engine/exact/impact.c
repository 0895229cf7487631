/* impact.c: impacts of particles, the store of particles, and reads of memory ahead of events. */
#include "exact/private.h"

#include <assert.h>

#include "core/core.h"
#include "core/memory.h"
#include "exact/cells.h"
#include "exact/exact.h"
#include "exact/particles.h"
#include "shape/shape.h"

/* ==== Impacts ================================================================================= */

/* Impacts of particles with each other, walls and obstacles, and sensors. In: a plan that is
 * due; out: velocities, sums and reports, and new plans of all that was struck. */

/* ---- Two disks that meet nothing else -------------------------------------------------------- */

/* Disks that nothing turns. */
static impulse_result resolve_smooth(event_world *w, uint32_t a, uint32_t b, evo_vec2 delta) {
    particle *first = &w->particles.all[a], *second = &w->particles.all[b];
    evo_vec2 velocity_a = first->velocity, velocity_b = second->velocity;
    double mass_a = now_kind(w, first)->inverse_mass, mass_b = now_kind(w, second)->inverse_mass;
    impulse_result result =
        impulse_resolve_smooth(&velocity_a, &velocity_b, mass_a, mass_b, delta, 1);
    particle_write_two(&first->velocity.x, velocity_a.x, velocity_a.y);
    particle_write_two(&second->velocity.x, velocity_b.x, velocity_b.y);
    return result;
}

static impulse_result resolve_rough(event_world *w, uint32_t a, uint32_t b, evo_vec2 delta,
                                    evo_vec2 arm, const impulse_law *law, evo_vec2 *push) {
    impulse_body body_a = law_body(w, a, arm), body_b = law_body(w, b, vec_sub(arm, delta));
    const evo_vec2 before = body_b.velocity;
    impulse_result result = impulse_resolve(&body_a, &body_b, delta, law);
    *push = vec_scale(vec_sub(body_b.velocity, before), 1 / body_b.inverse_mass);
    law_apply(w, a, &body_a);
    law_apply(w, b, &body_b);
    return result;
}

static impulse_law law_of_disks(const event_world *w, uint32_t a, uint32_t b, evo_vec2 delta) {
    const particle *all = w->particles.all;
    impulse_law law = touches_law_of_disks(w, a, b);
    if (!w->rules.hops) return law;
    law_meeting meets = {a, b, false};
    evo_vec2 closing = vec_sub(all[a].velocity, all[b].velocity);
    law_hop(w, &meets, vec_dot(closing, vec_unit(delta, vec(1, 0))), &law);
    return law;
}

/* Gives the second of two that meet the velocity of the image that is met (1), while an impact is
 * resolved, and takes it back (-1). */
static void move_image(event_world *w, uint32_t a, uint32_t b, double sense) {
    particle *all = w->particles.all;
    if (slide_is_on(w)) all[b].velocity.x += sense * slide_velocity(w, &all[a], &all[b]);
}

/* Adds an impact of two to sums and records. */
static void record(event_world *w, const event_impact *impact) {
    const evo_vec2 way = impact->between, push = impact->push;
    evo_tensor *sum = &w->sums.collisional;
    ++w->sums.impacts;
    sum->xx += way.x * push.x;
    sum->xy += way.x * push.y;
    sum->yx += way.y * push.x;
    sum->yy += way.y * push.y;
    if (!w->rules.hops) return;
    law_record_impact(w, impact->a);
    law_record_impact(w, impact->b);
}

void impact_of_disks(event_world *w, uint32_t a, uint32_t b, event_impact *impact) {
    now_update(w, a);
    now_update(w, b);
    move_image(w, a, b, 1);
    const particle *first = &w->particles.all[a], *second = &w->particles.all[b];
    evo_vec2 delta = now_delta(w, first, second);
    evo_vec2 arm = vec_scale(delta, first->radius / (first->radius + second->radius));
    impulse_law law = law_of_disks(w, a, b, delta);
    bool smooth = law.friction == 0 && law.growth_rate == 0 && law.min_speed == 0;
    evo_vec2 push = vec(0, 0);
    const bool plain = smooth && law.restitution == 1;
    impulse_result result =
        plain ? resolve_smooth(w, a, b, delta) : resolve_rough(w, a, b, delta, arm, &law, &push);
    if (plain) push = vec_scale(delta, result.impulse / result.length);
    *impact = (event_impact){.a = a,
                             .b = b,
                             .obstacle = NO_PARTICLE,
                             .delta = delta,
                             .arm = arm,
                             .speed = result.speed,
                             .impulse = result.impulse,
                             .push = push,
                             .between = delta};
    record(w, impact);
    move_image(w, a, b, -1);
    plan_renew_both(w, a, b);
}

/* ---- An instant ------------------------------------------------------------------------------ */

/* Returns whether something else happens at the instant of the event in hand: it just has, or is
 * next. */
static bool has_company(const event_world *w) {
    double now = w->view.now, same = w->view.instant;
    if (now - w->clock.last_pair <= same) return true;
    const queue_event *second = queue_second(&w->plans.queue);
    return second && second->time - now <= same;
}

static bool are_disks(const event_world *w, uint32_t a, uint32_t b) {
    return !particle_is_shaped(&w->particles.all[a]) && !particle_is_shaped(&w->particles.all[b]);
}

bool impact_is_alone(const event_world *w, uint32_t a, uint32_t b) {
    bool statics = w->obstacles.count > 0 || w->space.walled;
    return !statics && !w->rules.plastic && are_disks(w, a, b) && !has_company(w);
}

bool impact_found_alone(const event_world *w) {
    const instant_contact *only = w->instant.contacts;
    return w->instant.contact_count == 1 && only->bodies[1] != INSTANT_GROUND
           && are_disks(w, only->bodies[0], only->bodies[1]);
}

static bool gather(event_world *w, uint32_t number, const pair_entry *planned) {
    const bool around = (w->rules.plastic || has_company(w)) && !slide_is_on(w);
    instant *i = &w->instant;
    touch_search search;
    touches_begin(&search, w, planned, around);
    return instant_begin(i, w->particles.count) && instant_add_body(i, &search.host, number)
           && touches_planned(&search, number) && instant_gather(i, &search.host)
           && plans_reserve(&w->plans, i->body_count)
           && ARRAY_RESERVE(w->memory, w->reports.all, w->reports.capacity, i->contact_count);
}

/* Where images slide only the two that planned to meet are looked at, both as they are seen by the
 * first. */
bool impact_gather(event_world *w, uint32_t number) {
    const pair_entry planned = *plan_of(w, number);
    if (!slide_is_on(w) || planned.other == number) return gather(w, number, &planned);
    const particle kept = w->particles.all[planned.other];
    now_update(w, planned.other);
    move_image(w, number, planned.other, 1);
    const bool gathered = gather(w, number, &planned);
    w->particles.all[planned.other] = kept;
    return gathered;
}

/* A particle that touches a wall is put on it exactly, whatever rounding says. */
static void put_on_wall(event_world *w, const instant_contact *c) {
    if (c->bodies[1] != INSTANT_GROUND || c->pair >= PLAN_OBSTACLE) return;
    particle *p = &w->particles.all[c->bodies[0]];
    border_particle guest = {p, w->space.gravity, now_radius(w, p), 0};
    double gap = borders_wall_gap(&w->borders, &guest, (cell_side)(c->pair - PLAN_WALL));
    evo_vec2 position = vec_along(p->position, gap, c->delta);
    particle_write_two(&p->position.x, position.x, position.y);
}

static event_impact report_of(const event_world *w, const instant_contact *c) {
    const particle *all = w->particles.all;
    bool ground = c->bodies[1] == INSTANT_GROUND, thing = ground && c->pair >= PLAN_OBSTACLE;
    return (event_impact){.a = c->bodies[0],
                          .b = ground ? NO_PARTICLE : c->bodies[1],
                          .obstacle = thing ? plan_obstacle(c->pair) : NO_PARTICLE,
                          .delta = c->delta,
                          .arm = c->arms[0],
                          .speed = c->result.speed,
                          .impulse = c->result.impulse,
                          .push = c->push,
                          .between = ground ? vec(0, 0)
                                            : now_delta(w, &all[c->bodies[0]], &all[c->bodies[1]])};
}

/* Walls are obstacles of nobody to what is more than a disk. */
static bool is_of_wall(const event_world *w, const event_impact *made) {
    return made->obstacle == NO_PARTICLE || w->obstacles.all[made->obstacle].owner == NONE;
}

static cell_side side_of(evo_vec2 outward) {
    if (fabs(outward.x) > fabs(outward.y)) return outward.x > 0 ? CELL_RIGHT : CELL_LEFT;
    return outward.y > 0 ? CELL_UP : CELL_DOWN;
}

/* Sums and reports. What did not approach, and was not pushed, has not met. */
static void note(event_world *w, const instant_contact *c, bool first) {
    if (!first && !(c->result.speed > 0) && !(c->result.impulse > 0)) return;
    const event_impact made = report_of(w, c);
    assert(w->reports.count < w->reports.capacity && "room was made for all contacts");
    w->reports.all[w->reports.count++] = made;
    if (made.b == NO_PARTICLE) {
        ++w->sums.wall_impacts;
        w->sums.wall_impulse += made.impulse;
        if (is_of_wall(w, &made)) w->sums.wall[side_of(c->delta)] += made.impulse;
        law_record_impact(w, made.a);
        return;
    }
    record(w, &made);
}

void impact_resolve(event_world *w) {
    const instant *i = &w->instant;
    assert(w->reports.reported == w->reports.count && "an instant is reported before the next");
    for (uint32_t k = 0; k < i->body_count; ++k)
        if (i->bodies[k].number != INSTANT_GROUND) now_update(w, i->bodies[k].number);
    for (uint32_t k = 0; k < i->contact_count; ++k) put_on_wall(w, &i->contacts[k]);
    instant_solve(&w->instant);
    if (slide_is_on(w)) move_image(w, i->contacts->bodies[0], i->contacts->bodies[1], 1);
    for (uint32_t k = 0; k < i->body_count; ++k)
        if (i->bodies[k].number != INSTANT_GROUND) law_apply(w, i->bodies[k].number, &i->sides[k]);
    w->reports.count = 0;
    for (uint32_t k = 0; k < i->contact_count; ++k) note(w, &i->contacts[k], k == 0);
    if (slide_is_on(w)) move_image(w, i->contacts->bodies[0], i->contacts->bodies[1], -1);
    for (uint32_t k = 0; k < i->body_count; ++k)
        if (i->bodies[k].number != INSTANT_GROUND) plan_renew(w, i->bodies[k].number);
    w->reports.reported = 0;
}

/* ---- Sensors --------------------------------------------------------------------------------- */

void impact_sense(event_world *w, uint32_t number, event_impact *impact) {
    const uint32_t tag = plan_of(w, number)->tag, sensor = plan_obstacle(tag);
    *impact = (event_impact){.a = number,
                             .b = NO_PARTICLE,
                             .obstacle = sensor,
                             .sensed = true,
                             .began = !plan_leaves(tag)};
    const uint32_t visitor = now_visitor(w, number), owner = w->obstacles.all[sensor].owner;
    if (impact->began)
        sensor_overlaps_add(&w->sensors, visitor, owner);
    else
        sensor_overlaps_remove(&w->sensors, visitor, owner);
    plan_make(w, number);
}

/* ==== Particles =============================================================================== */

/* The store of particles. In: bodies that begin to fly; out: places and kinds. Invariant: bodies
 * that wait are linked, each once, and do not fly. */

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

/* ==== Prefetching ============================================================================= */

/* Reads of memory ahead of events. In: the queue; out: nothing but time. */

/* So many events ahead, the neighbours are prefetched. */
enum { NEIGHBOURS_AHEAD = 6 };

static void prefetch_particle(const prefetch_source *from, uint32_t number) {
    MACHINE_PREFETCH(&from->particles[number]);
    MACHINE_PREFETCH(plans_of(from->plans, number));
}

static void prefetch_cells(const prefetch_source *from, uint32_t number) {
    cells_prefetch(from->cells, &from->particles[number]);
    MACHINE_PREFETCH(&from->particles[plans_of(from->plans, number)->other]);
}

static void prefetch_neighbours(const prefetch_source *from, uint32_t number) {
    size_t count =
        cells_neighbours(from->cells, from->particles, &from->particles[number], from->found);
    for (size_t i = 0; i < count; ++i) MACHINE_PREFETCH(&from->particles[from->found[i]]);
}

/* The next body of a bin; NO_PARTICLE after the last. */
static uint32_t next_of(prefetch_bin *bin) {
    return bin->next < bin->count ? bin->bodies[bin->next++] : NO_PARTICLE;
}

static bool go_ahead(prefetch *p, const prefetch_source *from) {
    uint32_t soon = next_of(&p->soon), later = next_of(&p->later);
    if (later != NO_PARTICLE) prefetch_particle(from, later);
    if (soon != NO_PARTICLE) prefetch_cells(from, soon);
    return soon != NO_PARTICLE || later != NO_PARTICLE;
}

static void begin_bin(prefetch *p, const prefetch_source *from) {
    while (go_ahead(p, from)) {}
    p->bin = from->plans->queue.current;
    p->neighbours = from->plans->queue.next;
    p->soon = p->later;
    p->soon.next = p->later.next = 0;
    p->later.count = queue_peek_bin(&from->plans->queue, 2, p->later.bodies, PREFETCH_BODIES);
}

void prefetch_step(prefetch *p, const prefetch_source *from) {
    const event_queue *q = &from->plans->queue;
    if (p->bin != q->current) begin_bin(p, from);
    go_ahead(p, from);
    for (; p->neighbours < q->sorted_count && p->neighbours < q->next + NEIGHBOURS_AHEAD;
         ++p->neighbours)
        prefetch_neighbours(from, q->sorted[p->neighbours].body);
}
