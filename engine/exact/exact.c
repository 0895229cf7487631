/* exact.c: an exact world: its beginning, its rules, particles that join and leave, and the search
 * of its cells. */
#include "exact/world.h"

#include <assert.h>

#include "core/core.h"
#include "exact/cells.h"
#include "exact/exact.h"
#include "exact/private.h"
#include "flight/flight.h"
#include "shape/shape.h"

/* ==== The exact world ========================================================================= */

/* Makes and frees a world. In: its space; out: its times, sums up to the present, and how far the
 * box has put particles back. */

const neighbour_kernels *neighbour_kernels_for(int lanes) {
    return MACHINE_CHOOSE(lanes, &neighbour_kernels_1, &neighbour_kernels_1, &neighbour_kernels_8,
                          &neighbour_kernels_8);
}

bool event_init(event_world *w, const evo_allocator *memory, const event_space *space,
                uint32_t bodies, double world_time) {
    bool gravity = !vec_is_zero(space->gravity);
    *w = (event_world){.memory = memory, .space = *space};
    w->cells.memory = w->obstacles.memory = w->instant.memory = memory;
    w->search.kernels = neighbour_kernels_for(space->lanes ? space->lanes : NEIGHBOUR_LANES);
    w->clock.period = w->limits.built_scale = w->view.scale = 1;
    w->clock.begun = world_time;
    w->allowance = UINT64_MAX;
    w->view.gravity = space->gravity;
    w->view.growth = space->growth;
    w->slide =
        (event_slide){space->shear * (space->bounds.max.y - space->bounds.min.y), space->slid};
    w->view.plain = !gravity && space->growth == 0;
    return particles_init(&w->particles, memory, bodies)
           && ARRAY_RESERVE(memory, w->search.neighbours, w->search.capacity,
                            (size_t)bodies + CELL_SLOTS + NEIGHBOUR_PAD);
}

void event_free(event_world *w) {
    ARRAY_FREE(w->memory, w->reports.all, w->reports.capacity);
    instant_free(&w->instant);
    ARRAY_FREE(w->memory, w->sensors.items, w->sensors.capacity);
    ARRAY_FREE(w->memory, w->search.neighbours, w->search.capacity);
    ARRAY_FREE(w->memory, w->foresight.all, w->foresight.capacity);
    ARRAY_FREE(w->memory, w->foresight.times, w->foresight.time_capacity);
    particles_free(&w->particles);
    obstacles_free(&w->obstacles);
    cells_free(&w->cells);
    plans_free(&w->plans);
}

double event_time(const event_world *w) {
    return clock_world_time(&w->clock, w->clock.present);
}

double event_elapsed(const event_world *w) {
    return clock_elapsed(&w->clock, w->clock.present);
}

double event_scale(const event_world *w) {
    return w->limits.built_scale * (1 + w->space.growth * (event_elapsed(w) - w->limits.built_at));
}

event_sums event_sums_now(const event_world *w) {
    event_sums sums = w->sums;
    const double now = clock_current(&w->clock, w->clock.present);
    for (uint32_t i = 0; i < w->particles.count; ++i)
        if (event_has(w, i)) now_add_flight(w, i, now, &sums.kinetic);
    sums.kinetic.yx = sums.kinetic.xy;
    return sums;
}

evo_vec2 event_point(const event_world *w, const event_impact *impact) {
    const particle *p = &w->particles.all[impact->a];
    return vec_add(vec_add(cells_corner(&w->cells, p), p->position), impact->arm);
}

evo_vec2 event_image(const event_world *w, evo_vec2 way) {
    const evo_vec2 size = vec_sub(w->space.bounds.max, w->space.bounds.min);
    if (!w->space.periodic) return way;
    return vec(way.x - size.x * floor(way.x / size.x + 0.5),
               way.y - size.y * floor(way.y / size.y + 0.5));
}

evo_vec2 event_wrapped(const event_world *w, uint32_t number) {
    const event_present at = present_of(w);
    const evo_flight flight = present_flight(&at, number);
    return present_wraps(&at, number, &flight);
}

/* ==== The beginning =========================================================================== */

/* Starts an exact world: its clock and its plans. In: particles and obstacles as the user left
 * them; out: cells, clock, rules, and a plan of each particle. */

static double mean_square_speed(const event_world *w) {
    double squares = 0;
    for (uint32_t i = 0; i < w->particles.count; ++i)
        squares += vec_dot(w->particles.all[i].velocity, w->particles.all[i].velocity);
    return w->particles.living > 0 ? squares / w->particles.living : 0;
}

/* Returns the time that a particle of mean speed takes for a distance; 1 when it stands still. */
static double crossing_time(const event_world *w, double square, double distance) {
    double speed = sqrt(square + vec_length(w->space.gravity) * distance);
    return speed > 0 ? distance / speed : 1;
}

/* Fractions of the time that a particle of mean speed takes for its own width: contact_time, unless
 * it is given; and elastic_time, too short to change dense gases. */
static const double CONTACT_SHARE = 0x1p-6, ELASTIC_SHARE = 0x1p-13;

/* Fraction of the mean speed. Slower differences of speeds are rounding. */
static const double SPEED_ROUNDING = 1e-9;

/* Returns the width of the largest obstacle if there is a single cell, whose size means nothing;
 * else 0. */
static double distance_in_open_space(const event_world *w) {
    double most = 0;
    if (w->cells.columns * w->cells.rows > 1) return 0;
    for (size_t i = 0; i < w->obstacles.count; ++i)
        most = most_of(most, 2 * shape_reach(&w->obstacles.all[i].shape));
    return most;
}

static void set_clock(event_world *w) {
    double square = mean_square_speed(w), own = 2 * w->cells.oversize.limit;
    double cell = most_of(most_of(w->cells.size.x, w->cells.size.y), own);
    cell = most_of(cell, distance_in_open_space(w));
    int power;
    const double slides = square + w->slide.speed * w->slide.speed;
    (void)frexp(cell > 0 ? 2 * crossing_time(w, slides, cell) : 2, &power);
    w->clock.period = ldexp(1, power);
    w->view.now = w->clock.present.clock = w->clock.reached.clock = w->clock.period;
    w->view.instant = w->clock.period * SAME_INSTANT;
    w->clock.last_pair = -INFINITY;
    const double crossing = crossing_time(w, square, own), given = w->space.contact_time;
    w->rules.contact_time = given > 0 ? given : CONTACT_SHARE * crossing;
    if (vec_length(w->space.gravity) == 0)
        w->rules.elastic_time = given > 0 ? given : ELASTIC_SHARE * crossing;
    w->rules.hop_speed = 0.5 * vec_length(w->space.gravity) * w->rules.contact_time;
    w->rules.rounding_speed = SPEED_ROUNDING * sqrt(square + vec_length(w->space.gravity) * own);
    for (uint32_t i = 0; i < w->particles.count; ++i)
        w->particles.all[i].time = w->particles.rotations[i].time = w->clock.period;
}

static bool plan_all_particles(event_world *w) {
    if (!plans_reserve(&w->plans, w->particles.count)) return false;
    for (uint32_t i = 0; i < w->particles.count; ++i)
        if (event_has(w, i)) plan_renew(w, i);
    return true;
}

event_result event_start(event_world *w) {
    if (!cell_build(w)) return EVENT_NO_MEMORY;
    set_clock(w);
    rules_find(w);
    if (!plan_init(w)) return EVENT_NO_MEMORY;
    if (overlaps_any(w)) return EVENT_OVERLAP;
    if (!overlaps_find_sensors(w) || !plan_all_particles(w)) return EVENT_NO_MEMORY;
    return EVENT_OK;
}

bool event_rebuild(event_world *w) {
    w->limits.full = false;
    if (!plans_reserve(&w->plans, w->particles.count) || !cell_rebuild(w)) return false;
    queue_clear(&w->plans.queue, w->view.now);
    return plan_all_particles(w);
}

/* ==== Rules =================================================================================== */

/* Finds facts that hold for all events to come. In: kinds of particles, gravity, growth; out: the
 * shortcuts that searches may take. */

static bool meets_all(const evo_filter *f) {
    const evo_filter everything = {1, UINT64_MAX, 0};
    bool plain = f->category == 0 && f->mask == 0;
    return f->group == 0
           && (plain || (f->category & everything.category && f->mask == everything.mask));
}

void rules_note(event_world *w, uint32_t number) {
    const particle_kind *kind = &w->particles.kinds[number];
    w->rules.hops |= kind->material.restitution < 1;
    w->rules.plastic |= kind->material.restitution == 0;
    w->rules.filtered |= !meets_all(&kind->filter);
    w->rules.plain_gas &= w->particles.shaped_count == 0 && !w->rules.filtered;
}

void rules_find(event_world *w) {
    bool pulled = !vec_is_zero(w->space.gravity),
         plain = w->space.bodies->materials.mix_restitution.mix != NULL;
    w->rules.hops = pulled || plain || w->space.growth != 0;
    w->rules.plastic = plain;
    w->rules.plain_gas = w->view.plain && w->space.periodic && w->obstacles.count == 0
                         && w->particles.living > PAIR_TABLE_DENSE;
    for (uint32_t i = 0; i < w->particles.kind_count; ++i) rules_note(w, i);
}

/* ==== Joining ================================================================================= */

/* Particles that come and go in flight. In: a particle's flight at the present; out: its record and
 * plan. Invariant: a particle that is refused has changed nothing. */

/* ---- Whether it may join --------------------------------------------------------------------- */

/* Cells are outgrown by more particles, or kinds, than RESTART_TIMES times the particles at the
 * start, and RESTART_MORE: then the world is started again, with new cells. */
enum { RESTART_TIMES = 2, RESTART_MORE = 64 };

static bool has_grown(size_t count, size_t from) {
    return count > RESTART_TIMES * from + RESTART_MORE;
}

static bool has_outgrown(const event_world *w) {
    const particle_store *p = &w->particles;
    return p->living == 0 || has_grown(p->living, w->limits.built_for)
           || has_grown(p->kind_count, w->limits.built_for);
}

/* Most cells that a particle may cross in a clock period. A faster one starts the world again. */
static const double MOST_CELLS = 0x1p16;

static bool suits(const event_world *w, const particle_start *start) {
    const cells *c = &w->cells;
    bool single = c->columns == 1 && c->rows == 1 && !c->periodic;
    double speed = vec_length(start->flight.velocity) * w->clock.period;
    if (start->kind.shaped && w->space.walled && !w->obstacles.walled) return false;
    if (w->space.periodic && w->limits.built_for <= 1) return false; /* cells may be narrow */
    if (w->space.growth != 0 || w->limits.built_scale != 1) return false;
    return (single || start->radius <= c->oversize.limit)
           && speed <= MOST_CELLS * most_of(most_of(c->size.x, c->size.y), start->radius);
}

bool event_reserve_join(event_world *w, size_t bodies) {
    return particles_reserve(&w->particles, bodies) && plans_grow(&w->plans, (uint32_t)bodies)
           && plans_reserve(&w->plans, 2)
           && ARRAY_RESERVE(w->memory, w->search.neighbours, w->search.capacity,
                            bodies + CELL_SLOTS + NEIGHBOUR_PAD)
           && sensor_overlaps_reserve(&w->sensors, w->memory, w->obstacles.count);
}

/* ---- Joining --------------------------------------------------------------------------------- */

/* Sets a particle in motion at the present; there is room. */
static void set_going(event_world *w, uint32_t number, const particle_start *start) {
    particle_rotation *rotation = &w->particles.rotations[number];
    particle_start folded = *start;
    folded.flight = slide_fold(w, start->flight, slide_is_on(w) ? slide_now(w) : 0);
    (void)particles_set(&w->particles, number, &folded);
    w->particles.all[number].time = rotation->time = w->view.now;
    rotation->wrapped = vec_sub(start->flight.position, folded.flight.position);
    now_put(w, number, folded.flight.position);
    plans_drop(&w->plans, number);
}

/* Tests a particle that has joined for overlaps, and finds its sensors; or removes it again. */
static event_result settle_particle(event_world *w, uint32_t number) {
    if (overlaps_one(w, number)) {
        event_leave(w, number);
        return EVENT_OVERLAP;
    }
    if (!overlaps_find_sensors_of(w, number)) {
        const uint32_t own = now_visitor(w, number);
        sensor_overlaps_remove_span(&w->sensors, sensor_overlaps_span(&w->sensors, own, own));
        event_leave(w, number);
        return EVENT_NO_MEMORY;
    }
    return EVENT_OK;
}

event_result event_join(event_world *w, uint32_t number) {
    particle_store *p = &w->particles;
    const particle_start start = particle_of_body(w->space.bodies, number);
    const size_t kinds = p->kind_count;
    if (has_outgrown(w) || !suits(w, &start)) return EVENT_ANEW;
    if (!event_reserve_join(w, p->count)) return EVENT_NO_MEMORY;
    event_go_to_present(w);
    set_going(w, number, &start);
    const event_result result = settle_particle(w, number);
    if (result != EVENT_OK) {
        assert(particle_is_gone(&p->all[number]) && "a refused particle does not fly");
        p->kind_count = kinds;
        return result;
    }
    rules_note(w, p->all[number].kind & PARTICLE_KIND);
    ++p->all[number].stamp;
    plan_make(w, number);
    return EVENT_OK;
}

/* ---- Leaving --------------------------------------------------------------------------------- */

static void leave_oversize(cells *c, const particle *particles, uint32_t number) {
    cell_oversize *o = &c->oversize;
    if (!oversize_has(c, &particles[number])) return;
    for (size_t i = 0; i < o->count; ++i)
        if (o->all[i] == number) o->all[i--] = o->all[--o->count];
    --c->overflow_count;
}

void event_leave(event_world *w, uint32_t number) {
    particle *p = &w->particles.all[number];
    now_add_flight(w, number, clock_current(&w->clock, w->clock.present), &w->sums.kinetic);
    leave_oversize(&w->cells, w->particles.all, number);
    cells_remove(&w->cells, w->particles.all, number);
    plan_forget(w, number);
    ++p->stamp;
    particles_remove(&w->particles, number);
}

/* ==== Search ================================================================================== */

/* Searches cells for queries. In: a box that moves along a way, or stands; out: each particle that
 * may be there at present, once. */

static void visit_ordinary(const event_world *w, particle_sweep *sweep, uint32_t number) {
    if (!oversize_has(&w->cells, &w->particles.all[number]))
        sweep->limit = sweep->visit(sweep->context, number);
}

static void visit_cell(const event_world *w, particle_sweep *sweep, int32_t column, int32_t row) {
    const cells *c = &w->cells;
    const size_t cell = cells_index(c, column, row);
    for (uint32_t i = 0; i < c->counts[cell]; ++i) visit_ordinary(w, sweep, c->all[cell].slots[i]);
    for (uint32_t at = c->overflow[cell]; at != NO_PARTICLE; at = w->particles.all[at].next)
        visit_ordinary(w, sweep, at);
}

/* A part of the way, from 0 to 1. */
typedef struct way_part {
    double from, to;
} way_part;

/* Returns the part of the way within a band; all of it, when the way runs along the band. */
static way_part part_within(double start, double speed, double low, double high) {
    if (speed == 0) return start >= low && start <= high ? (way_part){0, 1} : (way_part){1, 0};
    double first = (low - start) / speed, second = (high - start) / speed;
    return (way_part){most_of(least_of(first, second), 0), least_of(most_of(first, second), 1)};
}

/* Visits the cells of a row that the box reaches, `from` being measured from the cells' corner. */
static void visit_cell_row(const event_world *w, particle_sweep *sweep, evo_vec2 reach,
                           int32_t row) {
    const cells *c = &w->cells;
    const evo_vec2 from = sweep->from, way = sweep->way;
    double low = row == 0 && !c->periodic ? -INFINITY : row * c->size.y - reach.y;
    double high = row + 1 == c->rows && !c->periodic ? INFINITY : (row + 1) * c->size.y + reach.y;
    way_part part = part_within(from.y, way.y, low, high);
    part.to = least_of(part.to, sweep->limit);
    if (part.from > part.to) return;
    double begin_x = from.x + part.from * way.x, end_x = from.x + part.to * way.x;
    int32_t left = cells_at(least_of(begin_x, end_x) - reach.x, c->size.x, c->columns);
    int32_t right = cells_at(most_of(begin_x, end_x) + reach.x, c->size.x, c->columns);
    for (int32_t i = left; i <= right; ++i)
        visit_cell(w, sweep, way.x < 0 ? left + right - i : i, row);
}

/* Visits oversize particles first, then cells. Centres of ordinary particles are at most their
 * radius from the box, and a little more for rounding. */
void particles_sweep(const event_world *w, particle_sweep sweep) {
    const cells *c = &w->cells;
    const cell_oversize *o = &c->oversize;
    const double radius = o->limit * o->headroom + 1e-9 * (c->size.x + c->size.y);
    const evo_vec2 reach = vec_add(sweep.half, vec(radius, radius));
    sweep.from = vec_sub(sweep.from, c->origin);
    const double begin = sweep.from.y, end = begin + sweep.way.y;
    int32_t low = cells_at(least_of(begin, end) - reach.y, c->size.y, c->rows);
    int32_t high = cells_at(most_of(begin, end) + reach.y, c->size.y, c->rows);
    for (size_t i = 0; i < o->count; ++i) sweep.limit = sweep.visit(sweep.context, o->all[i]);
    for (int32_t i = low; i <= high; ++i)
        visit_cell_row(w, &sweep, reach, sweep.way.y < 0 ? low + high - i : i);
}
