#include "event/scheduler.h"

#include "core/array.h"
#include "event/cell_build.h"
#include "event/now.h"
#include "event/overlaps.h"
#include "event/pair_impact.h"
#include "event/plan.h"
#include "event/resting.h"
#include "event/sensor_overlaps.h"
#include "event/simultaneous.h"

/* ---- Making one ------------------------------------------------------------------------------ */

bool event_init(event_world *w, const evo_allocator *memory, const event_space *space,
                uint32_t particles, double world_time) {
    event_world empty = {
        .memory = memory, .space = *space, .count = particles, .begun = world_time};
    *w = empty;
    w->cells.memory = w->table.memory = w->queue.memory = w->obstacles.memory = memory;
    w->kernels = neighbour_kernels_for(space->lanes ? space->lanes : 8);
    w->period = w->grown = 1;
    w->view.gravity = space->gravity;
    w->view.growth = space->growth;
    w->view.scale = 1;
    w->view.plain = space->gravity.x == 0 && space->gravity.y == 0 && space->growth == 0;
    size_t supports = space->gravity.x != 0 || space->gravity.y != 0 ? particles : 0;
    if (!lined_resize(memory, &w->particle_block, 0,
                      (size_t)particles * sizeof *w->particles + CACHE_LINE))
        return false;
    w->particles = lined_begin(&w->particle_block);
    return array_reserve(memory, &w->rotations, &w->rotation_capacity, particles,
                         sizeof *w->rotations)
           && array_reserve(memory, &w->supports, &w->support_capacity, supports,
                            sizeof *w->supports)
           && array_reserve(memory, &w->neighbours, &w->neighbour_capacity,
                            (size_t)particles + CELL_SLOTS + NEIGHBOUR_PAD, sizeof *w->neighbours);
}

void event_free(event_world *w) {
    lined_free(w->memory, &w->particle_block);
    array_free(w->memory, &w->rotations, &w->rotation_capacity, sizeof *w->rotations);
    array_free(w->memory, &w->kinds, &w->kind_capacity, sizeof *w->kinds);
    array_free(w->memory, &w->parts, &w->part_capacity, sizeof *w->parts);
    array_free(w->memory, &w->supports, &w->support_capacity, sizeof *w->supports);
    array_free(w->memory, &w->visits, &w->visit_capacity, sizeof *w->visits);
    array_free(w->memory, &w->neighbours, &w->neighbour_capacity, sizeof *w->neighbours);
    simultaneous_free(w);
    obstacles_free(&w->obstacles);
    cells_free(&w->cells);
    pair_table_free(&w->table);
    queue_free(&w->queue);
}

static bool kinds_equal(const particle_kind *a, const particle_kind *b) {
    return a->inverse_mass == b->inverse_mass && a->inverse_inertia == b->inverse_inertia
           && a->friction == b->friction && a->restitution == b->restitution && a->belt == b->belt
           && a->filter.category == b->filter.category && a->filter.mask == b->filter.mask
           && a->filter.group == b->filter.group && a->part_count == 0 && b->part_count == 0;
}

/* The parts that no kind has yet. */
static size_t new_parts(const event_world *w) {
    if (w->kind_count == 0) return w->part_count;
    const particle_kind *last = &w->kinds[w->kind_count - 1];
    return w->part_count - last->first_part - last->part_count;
}

uint32_t event_add_kind(event_world *w, const particle_kind *kind) {
    particle_kind made = *kind;
    made.part_count = (uint32_t)new_parts(w);
    made.first_part = (uint32_t)(w->part_count - made.part_count);
    /* Those made alike mostly follow each other. */
    if (w->kind_count > 0 && kinds_equal(&made, &w->kinds[w->kind_count - 1]))
        return (uint32_t)w->kind_count - 1;
    if (!array_reserve(w->memory, &w->kinds, &w->kind_capacity, w->kind_count + 1,
                       sizeof *w->kinds))
        return NO_PARTICLE;
    w->kinds[w->kind_count] = made;
    return (uint32_t)w->kind_count++;
}

bool event_add_part(event_world *w, const particle_part *part) {
    if (!array_reserve(w->memory, &w->parts, &w->part_capacity, w->part_count + 1,
                       sizeof *w->parts))
        return false;
    w->parts[w->part_count++] = *part;
    return true;
}

bool event_add_obstacle(event_world *w, const obstacle *added) {
    return obstacles_add(&w->obstacles, added);
}

void event_set_particle(event_world *w, uint32_t number, const evo_flight *flight, double radius,
                        uint32_t kind) {
    bool shaped = w->kinds[kind].part_count > 0;
    particle f = {.position = flight->position,
                  .velocity = flight->velocity,
                  .radius = radius,
                  .kind = kind | (shaped ? PARTICLE_SHAPED : 0)};
    particle_rotation rotation = {flight->angle, flight->spin, 0, -INFINITY};
    w->particles[number] = f;
    w->rotations[number] = rotation;
    w->special_count += shaped;
    w->widest = most_of(w->widest, radius);
}

/* ---- Time ------------------------------------------------------------------------------------ */

static double world_time(const event_world *w, double clock, double turned) {
    return w->begun + (clock - w->period + turned);
}

double event_time(const event_world *w) {
    return world_time(w, w->present.clock, w->present.turned);
}

/* The present, by the clock as it is now; it may be behind. */
static double present_clock(const event_world *w) {
    return w->present.clock - (w->turned - w->present.turned);
}

double event_elapsed(const event_world *w) {
    return w->present.clock - w->period + w->present.turned;
}

/* In the first lap of the clock. */
static clock_time wound(const event_world *w, clock_time m) {
    double laps = floor(m.clock / w->period) - 1;
    m.clock -= laps * w->period;
    m.turned += laps * w->period;
    return m;
}

/* Laps after which a flyer's own time has lost so many digits that it is brought to the present. */
static const double OLD = 4096;

/* All times are set back. */
static void set_clock_back(event_world *w, double amount) {
    pair_table_rebase(&w->table, amount);
    queue_rebase(&w->queue, amount);
    w->view.now -= amount;
    w->last_impact -= amount;
    w->turned += amount;
    for (uint32_t i = 0; i < w->count; ++i) {
        w->particles[i].time -= amount;
        w->rotations[i].time -= amount;
        w->rotations[i].last_impact -= amount;
        if (w->particles[i].time < -OLD * w->period) now_update(w, i);
        if (w->rotations[i].time < -OLD * w->period) now_update_rotation(w, i);
    }
}

/* ---- Now ------------------------------------------------------------------------------------- */

/* Into the periodic box. */
static double wrapped(double x, double from, double to) {
    double size = to - from, inside = x - floor((x - from) / size) * size;
    return inside < to ? most_of(inside, from) : from;
}

static evo_vec2 into_box(const event_world *w, evo_vec2 at) {
    const evo_bounds *box = &w->space.bounds;
    if (!w->space.periodic) return at;
    return vec(wrapped(at.x, box->min.x, box->max.x), wrapped(at.y, box->min.y, box->max.y));
}

evo_flight event_flight(const event_world *w, uint32_t number) {
    const particle *f = &w->particles[number];
    const particle_rotation *rotation = &w->rotations[number];
    evo_vec2 gravity = now_gravity(w, number);
    double now = present_clock(w), after = now - f->time;
    evo_vec2 at = vec_add(cells_corner(&w->cells, f), particle_position_after(f, after, gravity));
    evo_flight flight = {into_box(w, at), particle_velocity_after(f, after, gravity),
                         rotation->angle + rotation->spin * (now - rotation->time), rotation->spin};
    return flight;
}

double event_scale(const event_world *w) {
    return w->grown * (1 + w->space.growth * (event_elapsed(w) - w->laid));
}

evo_vec2 event_point(const event_world *w, const event_impact *impact) {
    return vec_add(now_position(w, &w->particles[impact->a]), impact->arm);
}

/* ---- Starting -------------------------------------------------------------------------------- */

/* What a flyer of usual speed needs for its own size, and for its cell. */
typedef struct speeds {
    double own, cell;
} speeds;

static speeds find_speeds(const event_world *w) {
    double squares = 0, own = 2 * w->cells.oversize.limit, gravity = vec_length(w->space.gravity);
    double cell = most_of(most_of(w->cells.size.x, w->cells.size.y), own);
    for (uint32_t i = 0; i < w->count; ++i)
        squares += vec_dot(w->particles[i].velocity, w->particles[i].velocity);
    double mean = w->count > 0 ? squares / w->count : 0;
    double speed_own = sqrt(mean + gravity * own), speed = sqrt(mean + gravity * cell);
    speeds p = {speed_own > 0 ? own / speed_own : 1, speed > 0 && cell > 0 ? cell / speed : 1};
    return p;
}

/* Of what a flyer needs for its own size: contact_time, unless told. */
static const double CONTACT_SHARE = 0x1p-10;

/* Of a lap: who touches and slides by meets sooner, if rounding says so, and nobody else does. */
static const double INSTANT = 0x1p-36;

static void set_clock(event_world *w) {
    speeds p = find_speeds(w);
    int power;
    (void)frexp(2 * p.cell, &power);
    w->period = ldexp(1, power);
    w->view.now = w->present.clock = w->reached.clock = w->period;
    w->view.instant = w->period * INSTANT;
    w->last_impact = -INFINITY;
    w->contact_time = w->space.contact_time > 0 ? w->space.contact_time : CONTACT_SHARE * p.own;
    for (uint32_t i = 0; i < w->count; ++i) w->particles[i].time = w->rotations[i].time = w->period;
}

static void find_shortcuts(event_world *w) {
    bool pulled = w->space.gravity.x != 0 || w->space.gravity.y != 0,
         plain = w->space.mix_restitution;
    const evo_filter everything = {1, 0xffffffffu, 0};
    w->tracks_impacts = pulled || plain || w->space.growth != 0;
    for (size_t i = 0; i < w->kind_count; ++i) {
        const particle_kind *kind = &w->kinds[i];
        const evo_filter *f = &kind->filter;
        bool meets_all = f->group == 0
                         && ((f->category == 0 && f->mask == 0)
                             || (f->category & everything.category && f->mask == everything.mask));
        w->tracks_impacts |= kind->restitution < 1;
        w->filtered |= !meets_all;
    }
    w->plain_gas = w->view.plain && w->space.periodic && w->special_count == 0 && !w->filtered
                   && w->obstacles.count == 0 && w->count > PAIR_TABLE_DENSE;
    w->tracks_impacts |= w->special_count > 0;
}

static bool plan_all(event_world *w) {
    if (!queue_reserve(&w->queue, w->count)) return false;
    for (uint32_t i = 0; i < w->count; ++i) plan_renew(w, i);
    return true;
}

event_start_result event_start(event_world *w) {
    if (!cell_build(w)) return EVENT_NO_MEMORY;
    w->enough = cell_build_max_scale(w);
    set_clock(w);
    find_shortcuts(w);
    if (!pair_table_init(&w->table, w->memory, w->count, w->count <= PAIR_TABLE_DENSE)
        || !queue_init(&w->queue, w->memory, w->count, w->view.now, w->period))
        return EVENT_NO_MEMORY;
    if (overlaps_any(w)) return EVENT_OVERLAP;
    if (!sensor_overlaps_find_all(w) || !plan_all(w)) return EVENT_NO_MEMORY;
    return EVENT_STARTED;
}

/* ---- Laying them anew ------------------------------------------------------------------------ */

/* Flyers have outgrown their cells, or left them in great numbers. */
static bool has_outgrown_cells(const event_world *w) {
    return w->cells.border_count > w->border_crowd || w->view.scale > w->enough;
}

/* Everybody to the present, measured from the world's origin; and back into the cells there are. */
static void leave_cells(event_world *w) {
    for (uint32_t i = 0; i < w->count; ++i) {
        now_update(w, i);
        w->particles[i].position = now_position(w, &w->particles[i]);
    }
}

static void stay_in_cells(event_world *w) {
    for (uint32_t i = 0; i < w->count; ++i) {
        particle *f = &w->particles[i];
        f->position = vec_sub(f->position, cells_corner(&w->cells, f));
    }
}

/* Radii are from here on what they have become. */
static void keep_growth(event_world *w) {
    double scale = w->view.scale;
    for (uint32_t i = 0; i < w->count; ++i) w->particles[i].radius *= scale;
    w->widest *= scale;
    w->grown *= scale;
    w->laid = now_elapsed(w);
    w->space.growth /= scale;
    w->view.growth = w->space.growth;
    w->view.scale = 1;
}

/* False when memory is refused, or the periodic box is full: then all is as it was. */
static bool lay_anew(event_world *w) {
    cells old_cells = w->cells;
    obstacles old_obstacles = w->obstacles;
    cells no_cells = {.memory = w->memory};
    leave_cells(w);
    w->cells = no_cells;
    w->obstacles.near = NULL;
    w->obstacles.begins = NULL;
    w->obstacles.near_capacity = w->obstacles.begin_capacity = 0;
    bool laid = queue_reserve(&w->queue, w->count) && cell_build(w);
    w->full =
        laid && w->space.periodic && (w->cells.columns < CELLS_MIN || w->cells.rows < CELLS_MIN);
    if (!laid || w->full) {
        cells_free(&w->cells);
        obstacles_clear_cells(&w->obstacles);
        w->cells = old_cells;
        w->obstacles = old_obstacles;
        stay_in_cells(w);
        return false;
    }
    cells_free(&old_cells);
    obstacles_clear_cells(&old_obstacles);
    keep_growth(w);
    w->enough = cell_build_max_scale(w);
    queue_clear(&w->queue, w->view.now);
    return plan_all(w);
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* How far ahead of the present borders are crossed, in laps. */
static const double AHEAD = 64;

/* To when the flyer's plan is due. */
static void go_to_event(event_world *w, uint32_t number) {
    double time = w->table.firsts[number].time;
    if (time >= 2 * w->period) set_clock_back(w, (floor(time / w->period) - 1) * w->period);
    w->view.now = w->table.firsts[number].time;
    if (w->space.growth != 0) w->view.scale = 1 + w->space.growth * (now_elapsed(w) - w->laid);
}

static void take_event(event_world *w) {
    queue_pop(&w->queue);
    ++w->sums.events;
}

/* A border to cross, a partner who has been struck by somebody else: none of which changes a
 * way. */
static void handle_internal(event_world *w, uint32_t number, const pair_entry *planned) {
    if (planned->other == number && planned->tag < PLAN_WALL)
        cells_cross(&w->cells, w->particles, number, (cell_side)planned->tag);
    plan_make(w, number);
}

/* Nothing bears a flyer any more: it falls again. */
static void handle_fall(event_world *w, uint32_t number) {
    now_update(w, number);
    resting_end(w, number);
    plan_renew(w, number);
}

/* Two flyers meet, and maybe others at the same instant. False: memory. */
static bool handle_pair(event_world *w, uint32_t number, uint32_t other, event_impact *impact) {
    bool several = simultaneous_likely(w);
    if (several && !simultaneous_gather(w, number, other)) return false;
    several &= w->simultaneous.pair_count > 1;
    take_event(w);
    w->last_impact = w->view.now;
    if (several)
        *impact = simultaneous_resolve(w);
    else
        pair_impact_resolve(w, number, other, impact);
    return true;
}

/* False: memory. *shows: it was an impact. */
static bool handle_event(event_world *w, uint32_t number, event_impact *impact, bool *shows) {
    go_to_event(w, number);
    const pair_entry planned = w->table.firsts[number];
    *shows = planned.other != number || planned.tag != PLAN_FALL;
    if (planned.other != number) {
        if (!handle_pair(w, number, planned.other, impact)) return false;
    } else {
        take_event(w);
        if (*shows)
            static_impact_resolve(w, number, planned.tag, impact);
        else
            handle_fall(w, number);
    }
    clock_time now = {w->view.now, w->turned};
    w->reached = now;
    impact->time = world_time(w, now.clock, now.turned);
    return true;
}

/* The flyer whose plan comes next; NO_FLYER for none. */
static uint32_t next_flyer(event_world *w, bool *refused) {
    queue_keys keys = {&w->particles->stamp, sizeof *w->particles, w->table.firsts};
    const queue_event *first = queue_first(&w->queue, &keys, refused);
    if (first && w->count > PREFETCH_PARTICLES) prefetch_step(w);
    return first ? first->body : NO_PARTICLE;
}

/* Room for what an event needs. */
static bool reserve(event_world *w) {
    return queue_reserve(&w->queue, 2)
           && (w->obstacles.count == 0
               || array_reserve(w->memory, &w->visits, &w->visit_capacity, w->visit_count + 1,
                                sizeof *w->visits));
}

/* The flyer who is next to meet something, once what comes before that is done; NO_FLYER when there
 * is none, as far as it looks. */
static uint32_t look(event_world *w, bool *refused) {
    for (;;) {
        *refused = false;
        uint32_t number = next_flyer(w, refused);
        if (number == NO_PARTICLE) return NO_PARTICLE;
        *refused = !reserve(w);
        if (*refused) return NO_PARTICLE;
        pair_entry planned = w->table.firsts[number];
        if (!plan_is_internal(w, number, &planned)) return number;
        if (planned.time > present_clock(w) + AHEAD * w->period) return NO_PARTICLE;
        go_to_event(w, number);
        take_event(w);
        handle_internal(w, number, &planned);
        *refused = has_outgrown_cells(w) && !lay_anew(w);
        if (*refused) return NO_PARTICLE;
    }
}

bool event_peek(event_world *w, double *when) {
    bool refused;
    *when = world_time(w, w->reached.clock, w->reached.turned);
    if (event_unreported(w) > 0) return true;
    uint32_t number = look(w, &refused);
    *when = INFINITY;
    if (number != NO_PARTICLE) *when = world_time(w, w->table.firsts[number].time, w->turned);
    return !refused;
}

/* Of a time: so near are two that the world's clock hardly tells apart. */
static const double SAME_TIME = 0x1p-51;

void event_advance(event_world *w, double seconds) {
    bool refused;
    uint32_t number = look(w, &refused);
    clock_time target = {w->present.clock + seconds, w->present.turned};
    w->reached = w->present;
    w->present = wound(w, target);
    if (number == NO_PARTICLE) return;
    clock_time next = {w->table.firsts[number].time, w->turned};
    double now = event_time(w), then = world_time(w, next.clock, next.turned);
    if (fabs(then - now) <= SAME_TIME * fabs(then)) w->present = wound(w, next);
}

event_outcome event_next(event_world *w, event_impact *impact) {
    simultaneous_impacts *t = &w->simultaneous;
    if (event_unreported(w) > 0) {
        *impact = t->impacts[t->reported++];
        impact->time = world_time(w, w->reached.clock, w->reached.turned);
        return EVENT_IMPACT;
    }
    for (bool shows = false; !shows;) {
        bool refused;
        uint32_t number = look(w, &refused);
        if (refused) return EVENT_MEMORY;
        if (number == NO_PARTICLE) return EVENT_REACHED;
        if (w->table.firsts[number].time > present_clock(w)) return EVENT_REACHED;
        if (!handle_event(w, number, impact, &shows)) return EVENT_MEMORY;
    }
    return EVENT_IMPACT;
}

size_t event_unreported(const event_world *w) {
    return w->simultaneous.impact_count - w->simultaneous.reported;
}

void event_stop(event_world *w) {
    w->present = wound(w, w->reached);
}
