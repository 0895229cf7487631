/* exact.c: a world of exact time while it flies. Its future follows from the particles as they were
 * when their paths changed last, and from their plans of then. Both are saved as they are, since
 * new plans differ in the last bit. The lists of cells and the queue are derived again.
 *
 * In: an exact world that flies, or bytes; out: bytes, or such a world. No other file decides which
 * state of exact/ is saved. Invariant: a loaded world is as the heads of exact/ say: indices name
 * existing things, particles lie in their cells, and numbers that plans name are kept. */
#include <assert.h>
#include <math.h>

#include "exact/cells.h"
#include "exact/exact.h"
#include "save/save.h"

MACHINE_SMALL

void save_visit_overlaps(visitor *v, const evo_allocator *memory, sensor_overlaps *o) {
    if (!VISIT_ARRAY(v, memory, o->items, o->count, o->capacity, 2)) return;
    for (size_t i = 0; i < o->count && visit_goes_on(v); ++i) {
        sensor_overlap *at = &o->items[i];
        visit_handle(v, &at->particle, &at->sensor);
        visit_check(v, i == 0 || sensor_overlap_before(&at[-1], at));
    }
}

/* ---- Particles ------------------------------------------------------------------------------- */

/* Clock periods. A loaded time farther back is damage. */
static const double PAST = 0x1p20;

static bool time_is_sound(const event_world *w, double time) {
    return fabs(time) <= PAST * w->clock.period;
}

static bool particle_is_sound(const event_world *w, uint32_t number) {
    const particle *p = &w->particles.all[number];
    return p->column < w->cells.columns && p->row < w->cells.rows && p->radius >= 0
           && p->radius <= w->particles.max_radius && vector_fits(p->velocity)
           && number_fits(w->particles.rotations[number].angle)
           && number_fits(w->particles.rotations[number].spin) && time_is_sound(w, p->time)
           && time_is_sound(w, w->particles.rotations[number].time);
}

static bool may_fly(const event_world *w, uint32_t id) {
    const body_record *record = &w->space.bodies->records[id];
    return record->generation % 2 == 1 && record->enabled && record->kind == EVO_DYNAMIC;
}

/* Finds the kind of a body that is loaded. */
static void find_kind(visitor *v, event_world *w, uint32_t id) {
    if (!visit_check(v, may_fly(w, id))) return;
    const particle_kind kind = particle_of_body(w->space.bodies, id).kind;
    const uint32_t number = particles_take_kind(&w->particles, id, &kind);
    visit_check(v, kind.inverse_mass > 0 && isfinite(kind.inverse_mass));
    if (!visit_room(v, number != NO_PARTICLE)) return;
    w->particles.all[id].kind = number | (kind.shaped ? PARTICLE_SHAPED : 0);
    w->particles.shaped_count += kind.shaped;
    ++w->particles.living;
}

static const field PATH[] = {FIELDS(FINITE, particle, position, radius), {0}};
static const field ROTATION[] = {FIELDS(FINITE, particle_rotation, angle, time),
                                 FIELD(FINITE, particle_rotation, wrapped),
                                 FIELD(TIME, particle_rotation, last_impact),
                                 {0}};
static const field CELL_PLACE[] = {FIELDS(U16, particle, column, row), {0}};

static void visit_particle(visitor *v, event_world *w, uint32_t number) {
    particle *p = &w->particles.all[number];
    bool flags[] = {!particle_is_gone(p), particle_waits(p)};
    visit_flags(v, flags, 2);
    visit_u32(v, &p->stamp);
    const bool flies = flags[0], waits = flags[1];
    visit_check(v, !(flies && waits));
    if (waits) visit_id(v, &p->next, number); /* other lists are made again */
    if (waits && visit_is(v, VISIT_LOAD)) p->kind |= PARTICLE_WAITS;
    if (!flies) return;
    visit_fields(v, p, PATH);
    visit_fields(v, &w->particles.rotations[number], ROTATION);
    visit_fields(v, p, CELL_PLACE);
    assert((visit_is(v, VISIT_LOAD) || particle_is_sound(w, number)) && "a save can be loaded");
    if (!visit_loads(v)) return;
    visit_check(v, particle_is_sound(w, number));
    if (visit_goes_on(v)) find_kind(v, w, number);
}

static const field SIZES[] = {FIELD(FINITE, particle_store, max_radius), {0}};

static void visit_particles(visitor *v, event_world *w) {
    particle_store *p = &w->particles;
    visit_fields(v, p, SIZES);
    for (uint32_t i = 0; i < p->count && visit_goes_on(v); ++i) visit_particle(v, w, i);
    visit_id(v, &p->waiting, 0);
    visit_check(v, visit_goes_on(v) && particles_waiting_are_listed(p));
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* Most cells beyond four for each particle: of a long narrow box, with the empty cells around
 * it. */
enum { CELLS_BESIDES = 1 << 19 };

/* Returns whether cells are as cells_init makes them from the bounds, if there are any. */
static bool grid_is_sound(const event_world *w) {
    const cells *c = &w->cells;
    const evo_bounds *b = &w->space.bounds;
    if (slide_is_on(w) && (c->columns < SLIDE_COLUMNS || c->rows < CELLS_MIN)) return false;
    if (!w->space.periodic && !w->space.walled) return c->size.x >= 0 && c->size.y >= 0;
    return c->origin.x == b->min.x && c->origin.y == b->min.y
           && c->size.x == (b->max.x - b->min.x) / c->columns
           && c->size.y == (b->max.y - b->min.y) / c->rows;
}

static const field GRID[] = {FIELDS(VECTOR, cells, origin, size),
                             FIELDS(U32, cells, columns, rows),
                             FIELDS(FINITE, cells, oversize.limit, oversize.hollow),
                             {0}};

static void visit_grid(visitor *v, event_world *w) {
    cells *c = &w->cells;
    visit_fields(v, c, GRID);
    if (!visit_is(v, VISIT_LOAD)) return;
    const uint32_t columns = (uint32_t)c->columns, rows = (uint32_t)c->rows;
    const uint64_t count = (uint64_t)(columns + 2) * (rows + 2);
    visit_check(v, columns > 0 && rows > 0 && columns <= CELLS_MAX && rows <= CELLS_MAX
                       && count <= CELLS_BESIDES + 4 * (uint64_t)w->particles.count);
    if (!visit_goes_on(v)) return;
    c->periodic = w->space.periodic;
    if (!visit_check(v, grid_is_sound(w))) return;
    visit_room(v, cells_reserve(c));
}

/* Returns whether the list has each oversize particle once. Particles are in no cell yet: `next`
 * links only bodies that wait, and so marks listed particles. */
static bool oversize_is_whole(event_world *w) {
    const cell_oversize *o = &w->cells.oversize;
    size_t wide = 0;
    for (size_t i = 0; i < o->count; ++i) {
        particle *p = o->all[i] < w->particles.count ? &w->particles.all[o->all[i]] : NULL;
        if (!p || particle_is_gone(p) || !oversize_has(&w->cells, p) || p->next != 0) return false;
        p->next = 1;
    }
    for (uint32_t i = 0; i < w->particles.count && o->count > 0; ++i) {
        const particle *p = &w->particles.all[i];
        wide += !particle_is_gone(p) && oversize_has(&w->cells, p);
    }
    return wide == o->count;
}

static void visit_oversize(visitor *v, event_world *w) {
    cell_oversize *o = &w->cells.oversize;
    if (!VISIT_ARRAY(v, w->memory, o->all, o->count, o->capacity, 1)) return;
    for (size_t i = 0; i < o->count && visit_goes_on(v); ++i) visit_u32(v, &o->all[i]);
    if (!visit_loads(v)) return;
    w->cells.overflow_count += o->count;
    visit_check(v, oversize_is_whole(w));
}

/* ---- Obstacles ------------------------------------------------------------------------------- */

/* Returns whether a collider exists, on a body that stands. */
static bool may_stand(const body_store *s, uint32_t collider) {
    if (collider >= s->collider_list.count || s->colliders[collider].generation % 2 == 0)
        return false;
    const body_record *record = &s->records[s->colliders[collider].body];
    return record->enabled && record->kind != EVO_DYNAMIC;
}

/* Finds a loaded obstacle in the store. The owner of a gone one may name another collider by
 * now. */
static void find_obstacle(visitor *v, const event_world *w, obstacle *o, uint32_t *walls) {
    const body_store *s = w->space.bodies;
    const obstacle loaded = *o;
    if (o->gone) {
        visit_check(v, o->owner < s->collider_list.count);
    } else if (o->owner == NONE) {
        if (!visit_check(v, w->space.walled && *walls < CELL_SIDES)) return;
        *o = obstacle_of_wall(w, (*walls)++);
    } else {
        if (!visit_check(v, may_stand(s, o->owner))) return;
        *o = obstacle_of(w, o->owner);
    }
    o->plans = loaded.plans;
    o->next = loaded.next;
}

static void visit_obstacle(visitor *v, const event_world *w, obstacle *o, uint32_t *walls) {
    visit_id(v, &o->owner, 0);
    visit_bool(v, &o->gone);
    visit_u32(v, &o->plans);
    visit_u32(v, &o->next);
    if (visit_loads(v)) find_obstacle(v, w, o, walls);
}

/* Checks that each free place is listed once, and is of an obstacle that is gone and in no plan. */
static void check_free(visitor *v, const obstacles *o) {
    size_t steps = 0, free = 0;
    for (size_t i = 0; i < o->count; ++i)
        if (!visit_check(v, o->all[i].next <= o->count)) return;
    for (uint32_t at = o->free; at > 0; at = o->all[at - 1].next)
        if (!visit_check(v, at <= o->count && steps++ < o->count && o->all[at - 1].gone
                                && o->all[at - 1].plans == 0))
            return;
    for (size_t i = 0; i < o->count; ++i) free += o->all[i].gone && o->all[i].plans == 0;
    visit_check(v, free == steps);
}

static const field RADII[] = {FIELD(FINITE, obstacles, to), {0}};

/* Visits obstacles; lists by cell are derived. */
static void visit_lists(visitor *v, event_world *w) {
    obstacles *o = &w->obstacles;
    const evo_bounds *b = &w->space.bounds;
    visit_fields(v, o, RADII);
    if (!visit_loads(v)) return;
    const evo_vec2 box = w->space.periodic ? vec_sub(b->max, b->min) : vec(0, 0);
    for (size_t i = 0; i < o->count; ++i) o->walled |= o->all[i].shaped_only;
    if (visit_check(v, o->to.ordinary >= 0 && o->to.oversize >= 0))
        visit_room(v, obstacles_build(o, &w->cells, box, o->to));
}

static void visit_obstacles(visitor *v, event_world *w) {
    obstacles *o = &w->obstacles;
    uint32_t walls = 0;
    if (!VISIT_ARRAY(v, w->memory, o->all, o->count, o->capacity, 4)) return;
    for (size_t i = 0; i < o->count && visit_goes_on(v); ++i)
        visit_obstacle(v, w, &o->all[i], &walls);
    visit_u32(v, &o->free);
    if (visit_loads(v)) check_free(v, o);
    visit_lists(v, w);
    save_visit_overlaps(v, w->memory, &w->sensors);
}

/* ---- Time ------------------------------------------------------------------------------------ */

static bool clock_is_sound(const event_world *w) {
    const event_clock *c = &w->clock;
    int power = 0;
    return c->period > 0x1p-900 && c->period < 0x1p900 && frexp(c->period, &power) == 0.5
           && time_is_sound(w, c->present.clock) && time_is_sound(w, c->reached.clock)
           && time_is_sound(w, w->view.now);
}

/* The clock, then scales and rules. */
static const field FLIGHT_TIMES[] = {
    FIELDS(FINITE, event_world, clock.period, clock.reached),
    FIELD(FINITE, event_world, view.now),
    FIELD(FINITE, event_world, view.instant),
    FIELD(FINITE, event_world, slide.begun),
    FIELD(TIME, event_world, clock.last_pair),
    FIELD(FLAG, event_world, limits.full),
    FIELD(FLAG, event_world, view.nearby),
    FIELDS(FLAG, event_world, rules.filtered, rules.hops),
    FIELD(FINITE, event_world, space.growth),
    FIELD(FINITE, event_world, view.scale),
    FIELDS(FINITE, event_world, limits.built_scale, limits.built_at),
    FIELD(TIME, event_world, limits.max_scale),
    FIELDS(SIZE, event_world, limits.max_border, limits.built_for),
    FIELDS(FINITE, event_world, rules.contact_time, rules.rounding_speed),
    FIELD(VECTOR, event_world, borders.size),
    {0}};

static void visit_times(visitor *v, event_world *w) {
    visit_fields(v, w, FLIGHT_TIMES);
    visit_check(v, clock_is_sound(w) && w->view.scale > 0 && w->rules.contact_time >= 0);
}

static bool is_shapeless(const event_world *w, uint32_t number) {
    return now_kind(w, &w->particles.all[number])->shapeless;
}

/* Returns whether a plan is to meet a particle that has not been struck since. */
static bool pair_is_sound(const event_world *w, uint32_t number, const pair_entry *plan) {
    const particle *other = &w->particles.all[plan->other];
    if (plan->tag != other->stamp) return true;
    return !particle_is_gone(other) && !is_shapeless(w, number) && !is_shapeless(w, plan->other);
}

static bool alone_is_sound(const event_world *w, uint32_t number, uint32_t tag) {
    const particle *p = &w->particles.all[number];
    if (tag == PLAN_RECHECK) return true;
    if (tag < PLAN_WALL) return true;
    if (is_shapeless(w, number)) return false;
    if (tag < PLAN_RECHECK) return w->space.walled && !particle_is_shaped(p);
    return tag >= PLAN_OBSTACLE && plan_obstacle(tag) < w->obstacles.count;
}

/* Returns whether a plan may be. A plan without a meeting is only checked to name no obstacle. No
 * plan is before the last event, nor behind the present by more than rounding: due events are
 * done. */
static bool plan_is_sound(const event_world *w, uint32_t number, const pair_entry *plan) {
    const bool alone = plan->other == number;
    if (plan->other >= w->particles.count) return false;
    if (plan->time == INFINITY) return !alone || plan->tag < PLAN_OBSTACLE;
    const double present = clock_current(&w->clock, w->clock.present);
    if (!(plan->time >= present - w->clock.period)) return false;
    if (plan->time < clock_current(&w->clock, w->clock.reached)) return false;
    return alone ? alone_is_sound(w, number, plan->tag) : pair_is_sound(w, number, plan);
}

static void visit_plans(visitor *v, event_world *w) {
    const uint32_t count = w->particles.count;
    if (visit_is(v, VISIT_LOAD) && !visit_room(v, plan_init(w))) return;
    for (uint32_t i = 0; i < count && visit_goes_on(v); ++i) {
        pair_entry *plan = &w->plans.table.firsts[i];
        if (!event_has(w, i)) continue;
        visit_double(v, &plan->time);
        visit_id(v, &plan->other, i);
        visit_u32(v, &plan->tag);
        assert((visit_is(v, VISIT_LOAD) || plan_is_sound(w, i, plan)) && "a save can be loaded");
        visit_check(v, plan_is_sound(w, i, plan));
    }
}

/* Counts the plans to meet each obstacle. *sound: they match its count, or are 1 less if it is gone
 * and its number is kept until all land (obstacles_part). False: out of memory. */
static bool count_plans(const event_world *w, bool *sound) {
    uint32_t *counts = MEMORY_TAKE(w->memory, uint32_t, w->obstacles.count + 1);
    if (!counts) return false;
    array_fill(counts, 0, w->obstacles.count, sizeof *counts);
    for (uint32_t i = 0; i < w->particles.count; ++i) {
        const pair_entry *plan = plan_of(w, i);
        if (plan->other == i && plan->tag >= PLAN_OBSTACLE) ++counts[plan_obstacle(plan->tag)];
    }
    *sound = true;
    for (size_t i = 0; i < w->obstacles.count; ++i) {
        const obstacle *o = &w->obstacles.all[i];
        *sound &= o->plans == counts[i] || (o->gone && o->plans == counts[i] + 1);
    }
    memory_give(w->memory, counts, (w->obstacles.count + 1) * sizeof *counts);
    return true;
}

/* Queues all plans. False: out of memory. */
static bool queue_all(event_world *w) {
    double first = w->view.now;
    for (uint32_t i = 0; i < w->particles.count; ++i) first = least_of(first, plan_of(w, i)->time);
    queue_clear(&w->plans.queue, first);
    if (!plans_reserve(&w->plans, w->particles.count)) return false;
    for (uint32_t i = 0; i < w->particles.count; ++i)
        if (event_has(w, i)) plans_queue(&w->plans, i);
    return true;
}

/* ---- Reports --------------------------------------------------------------------------------- */

static void visit_report(visitor *v, const event_world *w, event_impact *i) {
    static const field fields[] = {FIELDS(BOOL, event_impact, sensed, began),
                                   FIELD(TIME, event_impact, time),
                                   FIELDS(TIME, event_impact, delta, impulse),
                                   {0}};
    visit_id(v, &i->a, 0);
    visit_id(v, &i->b, 0);
    visit_id(v, &i->obstacle, 0);
    visit_fields(v, i, fields);
    visit_check(v, event_has(w, i->a) && (event_has(w, i->b) || i->b == NO_PARTICLE)
                       && (i->obstacle < w->obstacles.count || i->obstacle == NO_PARTICLE)
                       && (!i->sensed || i->obstacle != NO_PARTICLE));
}

/* Visits impacts of the last instant that were not reported yet. */
static void visit_reports(visitor *v, event_world *w) {
    impact_reports *r = &w->reports;
    size_t count = r->count - r->reported;
    if (!VISIT_ARRAY(v, w->memory, r->all, count, r->capacity, 56)) return;
    if (visit_is(v, VISIT_LOAD)) r->count = count;
    for (size_t i = r->count - count; i < r->count && visit_goes_on(v); ++i)
        visit_report(v, w, &r->all[i]);
}

static const field FLIGHT_SUMS[] = {FIELDS(U64, event_sums, events, wall_impacts),
                                    FIELDS(FINITE, event_sums, wall_impulse, lost),
                                    {0}};

/* ---- All ------------------------------------------------------------------------------------- */

/* Inserts a particle into its cell, if it lies there at present. */
static void fill_cell(visitor *v, event_world *w, uint32_t number) {
    const particle *p = &w->particles.all[number];
    const double after = clock_current(&w->clock, w->clock.present) - p->time;
    if (particle_is_gone(p)) return;
    const evo_vec2 at = particle_position_after(p, after, w->space.gravity);
    const evo_vec2 velocity = particle_velocity_after(p, after, w->space.gravity);
    visit_check(v, vector_fits(velocity) && vector_fits(vec_scale(at, 0.25))
                       && cells_hold(&w->cells, p, at, vec_length(velocity) * w->clock.period));
    cells_insert(&w->cells, w->particles.all, number);
}

static void check_plans(visitor *v, const event_world *w) {
    bool sound = false;
    if (w->obstacles.count > 0 && visit_room(v, count_plans(w, &sound))) visit_check(v, sound);
}

/* Returns whether a gas that is saved as plain may be plain: its particles cross any border. */
static bool rules_are_sound(const event_world *w) {
    return !w->rules.plain_gas
           || (w->space.periodic && w->view.plain && w->obstacles.count == 0
               && w->particles.shaped_count == 0);
}

/* Returns whether growth may be: rings do not grow. */
static bool growth_is_sound(const event_world *w) {
    if (w->space.growth == 0) return true;
    const body_store *s = w->space.bodies;
    for (uint32_t i = 0; i < w->particles.count; ++i)
        EACH_COLLIDER (c, s, i)
            if (event_has(w, i) && s->colliders[c].shape->kind == EVO_RING) return false;
    for (size_t i = 0; i < w->obstacles.count; ++i)
        if (w->obstacles.all[i].shape.kind == EVO_RING) return false;
    return true;
}

static void derive_flight(visitor *v, event_world *w) {
    const size_t found = (size_t)w->particles.count + CELL_SLOTS + NEIGHBOUR_PAD + 1;
    w->view.growth = w->space.growth;
    w->view.plain = vec_is_zero(w->space.gravity) && w->space.growth == 0;
    visit_check(v, rules_are_sound(w) && growth_is_sound(w));
    cell_build_view(w, w->borders.size);
    for (uint32_t i = 0; i < w->particles.count; ++i) fill_cell(v, w, i);
    check_plans(v, w);
    visit_room(v, ARRAY_RESERVE(w->memory, w->search.neighbours, w->search.capacity, found)
                      && queue_all(w));
}

void save_visit_flight(visitor *v, event_world *w, uint32_t bodies) {
    const event_space space = w->space;
    if (visit_is(v, VISIT_LOAD) && !visit_room(v, event_init(w, w->memory, &space, bodies, 0)))
        return;
    visit_times(v, w);
    visit_grid(v, w);
    if (visit_goes_on(v)) visit_particles(v, w);
    if (visit_goes_on(v)) visit_oversize(v, w);
    if (visit_goes_on(v)) visit_obstacles(v, w);
    if (visit_goes_on(v)) visit_plans(v, w);
    if (visit_goes_on(v)) visit_reports(v, w);
    visit_fields(v, &w->sums, FLIGHT_SUMS);
    if (visit_loads(v)) derive_flight(v, w);
}
