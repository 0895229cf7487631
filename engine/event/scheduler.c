#include "event/scheduler.h"

#include "core/array.h"
#include "event/cell_build.h"
#include "event/now.h"
#include "event/overlaps.h"
#include "event/plan.h"
#include "event/pair_impact.h"
#include "event/resting.h"
#include "event/simultaneous.h"
#include "event/sensor_overlaps.h"

/* ---- Making one ------------------------------------------------------------------------------ */

bool schedule_init(schedule *s, const evo_allocator *memory, const schedule_space *space,
                   uint32_t flyers, double world_time) {
    schedule empty = {.memory = memory, .space = *space, .count = flyers, .begun = world_time};
    *s = empty;
    s->cells.memory = s->table.memory = s->queue.memory = s->obstacles.memory = memory;
    s->sights = sight_kernels_for(space->lanes ? space->lanes : 8);
    s->lap = s->grown = 1;
    s->view.pull = space->pull;
    s->view.growth = space->growth;
    s->view.scale = 1;
    s->view.plain = space->pull.x == 0 && space->pull.y == 0 && space->growth == 0;
    size_t supports = space->pull.x != 0 || space->pull.y != 0 ? flyers : 0;
    if (!lined_resize(memory, &s->flyer_block, 0, (size_t)flyers * sizeof *s->flyers + CACHE_LINE))
        return false;
    s->flyers = lined_begin(&s->flyer_block);
    return array_reserve(memory, &s->turns, &s->turn_capacity, flyers, sizeof *s->turns)
           && array_reserve(memory, &s->supports, &s->support_capacity, supports,
                            sizeof *s->supports)
           && array_reserve(memory, &s->around, &s->around_capacity,
                            (size_t)flyers + CELL_NAMES + SIGHT_ROOM, sizeof *s->around);
}

void schedule_free(schedule *s) {
    lined_free(s->memory, &s->flyer_block);
    array_free(s->memory, &s->turns, &s->turn_capacity, sizeof *s->turns);
    array_free(s->memory, &s->kinds, &s->kind_capacity, sizeof *s->kinds);
    array_free(s->memory, &s->parts, &s->part_capacity, sizeof *s->parts);
    array_free(s->memory, &s->supports, &s->support_capacity, sizeof *s->supports);
    array_free(s->memory, &s->visits, &s->visit_capacity, sizeof *s->visits);
    array_free(s->memory, &s->around, &s->around_capacity, sizeof *s->around);
    together_free(s);
    obstacles_free(&s->obstacles);
    cells_free(&s->cells);
    pair_table_free(&s->table);
    queue_free(&s->queue);
}

static bool kinds_equal(const flyer_kind *a, const flyer_kind *b) {
    return a->inverse_mass == b->inverse_mass && a->inverse_inertia == b->inverse_inertia
           && a->friction == b->friction && a->restitution == b->restitution && a->belt == b->belt
           && a->filter.category == b->filter.category && a->filter.mask == b->filter.mask
           && a->filter.group == b->filter.group && a->part_count == 0 && b->part_count == 0;
}

/* The parts that no kind has yet. */
static size_t new_parts(const schedule *s) {
    if (s->kind_count == 0) return s->part_count;
    const flyer_kind *last = &s->kinds[s->kind_count - 1];
    return s->part_count - last->first_part - last->part_count;
}

uint32_t schedule_kind(schedule *s, const flyer_kind *kind) {
    flyer_kind made = *kind;
    made.part_count = (uint32_t)new_parts(s);
    made.first_part = (uint32_t)(s->part_count - made.part_count);
    /* Those made alike mostly follow each other. */
    if (s->kind_count > 0 && kinds_equal(&made, &s->kinds[s->kind_count - 1]))
        return (uint32_t)s->kind_count - 1;
    if (!array_reserve(s->memory, &s->kinds, &s->kind_capacity, s->kind_count + 1,
                       sizeof *s->kinds))
        return NO_FLYER;
    s->kinds[s->kind_count] = made;
    return (uint32_t)s->kind_count++;
}

bool schedule_part(schedule *s, const flyer_part *part) {
    if (!array_reserve(s->memory, &s->parts, &s->part_capacity, s->part_count + 1,
                       sizeof *s->parts))
        return false;
    s->parts[s->part_count++] = *part;
    return true;
}

bool schedule_obstacle(schedule *s, const obstacle *added) {
    return obstacles_add(&s->obstacles, added);
}

void schedule_set(schedule *s, uint32_t number, const evo_flight *flight, double radius,
                  uint32_t kind) {
    bool shaped = s->kinds[kind].part_count > 0;
    flyer f = {.place = flight->position,
               .velocity = flight->velocity,
               .radius = radius,
               .kind = kind | (shaped ? FLYER_SHAPED : 0)};
    flyer_turn turn = {flight->angle, flight->spin, 0, -INFINITY};
    s->flyers[number] = f;
    s->turns[number] = turn;
    s->special_count += shaped;
    s->widest = most_of(s->widest, radius);
}

/* ---- Time ------------------------------------------------------------------------------------ */

static double world_time(const schedule *s, double clock, double turned) {
    return s->begun + (clock - s->lap + turned);
}

double schedule_time(const schedule *s) {
    return world_time(s, s->present.clock, s->present.turned);
}

/* The present, by the clock as it is now; it may be behind. */
static double present_clock(const schedule *s) {
    return s->present.clock - (s->turned - s->present.turned);
}

double schedule_elapsed(const schedule *s) {
    return s->present.clock - s->lap + s->present.turned;
}

/* In the first lap of the clock. */
static moment moment_wound(const schedule *s, moment m) {
    double laps = floor(m.clock / s->lap) - 1;
    m.clock -= laps * s->lap;
    m.turned += laps * s->lap;
    return m;
}

/* Laps after which a flyer's own time has lost so many digits that it is brought to the present. */
static const double OLD = 4096;

/* All times are set back. */
static void set_clock_back(schedule *s, double amount) {
    pair_table_rebase(&s->table, amount);
    queue_rebase(&s->queue, amount);
    s->view.now -= amount;
    s->last_impact -= amount;
    s->turned += amount;
    for (uint32_t i = 0; i < s->count; ++i) {
        s->flyers[i].time -= amount;
        s->turns[i].time -= amount;
        s->turns[i].struck -= amount;
        if (s->flyers[i].time < -OLD * s->lap) bring(s, i);
        if (s->turns[i].time < -OLD * s->lap) bring_turn(s, i);
    }
}

/* ---- Now ------------------------------------------------------------------------------------- */

/* Into the periodic box. */
static double wrapped(double x, double from, double to) {
    double size = to - from, inside = x - floor((x - from) / size) * size;
    return inside < to ? most_of(inside, from) : from;
}

static evo_vec2 into_box(const schedule *s, evo_vec2 at) {
    const evo_bounds *box = &s->space.bounds;
    if (!s->space.periodic) return at;
    return vec(wrapped(at.x, box->min.x, box->max.x), wrapped(at.y, box->min.y, box->max.y));
}

evo_flight schedule_flight(const schedule *s, uint32_t number) {
    const flyer *f = &s->flyers[number];
    const flyer_turn *turn = &s->turns[number];
    evo_vec2 pull = pull_of(s, number);
    double now = present_clock(s), after = now - f->time;
    evo_vec2 at = vec_add(cells_corner(&s->cells, f), flyer_place_after(f, after, pull));
    evo_flight flight = {into_box(s, at), flyer_velocity_after(f, after, pull),
                         turn->angle + turn->spin * (now - turn->time), turn->spin};
    return flight;
}

double schedule_growth(const schedule *s) {
    return s->grown * (1 + s->space.growth * (schedule_elapsed(s) - s->laid));
}

evo_vec2 schedule_point(const schedule *s, const schedule_impact *impact) {
    return vec_add(position_of(s, &s->flyers[impact->a]), impact->arm);
}

/* ---- Starting -------------------------------------------------------------------------------- */

/* What a flyer of usual speed needs for its own size, and for its cell. */
typedef struct paces {
    double own, cell;
} paces;

static paces find_paces(const schedule *s) {
    double squares = 0, own = 2 * s->cells.giants.limit, pull = vec_length(s->space.pull);
    double cell = most_of(most_of(s->cells.side.x, s->cells.side.y), own);
    for (uint32_t i = 0; i < s->count; ++i)
        squares += vec_dot(s->flyers[i].velocity, s->flyers[i].velocity);
    double mean = s->count > 0 ? squares / s->count : 0;
    double speed_own = sqrt(mean + pull * own), speed = sqrt(mean + pull * cell);
    paces p = {speed_own > 0 ? own / speed_own : 1, speed > 0 && cell > 0 ? cell / speed : 1};
    return p;
}

/* Of what a flyer needs for its own size: contact_time, unless told. */
static const double CONTACT_SHARE = 0x1p-10;

/* Of a lap: who touches and slides by meets sooner, if rounding says so, and nobody else does. */
static const double INSTANT = 0x1p-36;

static void set_clock(schedule *s) {
    paces p = find_paces(s);
    int power;
    (void)frexp(2 * p.cell, &power);
    s->lap = ldexp(1, power);
    s->view.now = s->present.clock = s->reached.clock = s->lap;
    s->view.instant = s->lap * INSTANT;
    s->last_impact = -INFINITY;
    s->contact_time = s->space.contact_time > 0 ? s->space.contact_time : CONTACT_SHARE * p.own;
    for (uint32_t i = 0; i < s->count; ++i) s->flyers[i].time = s->turns[i].time = s->lap;
}

static void find_shortcuts(schedule *s) {
    bool pulled = s->space.pull.x != 0 || s->space.pull.y != 0, plain = s->space.mix_restitution;
    const evo_filter everything = {1, 0xffffffffu, 0};
    s->keeps_time = pulled || plain || s->space.growth != 0;
    for (size_t i = 0; i < s->kind_count; ++i) {
        const flyer_kind *kind = &s->kinds[i];
        const evo_filter *f = &kind->filter;
        bool meets_all = f->group == 0
                         && ((f->category == 0 && f->mask == 0)
                             || (f->category & everything.category && f->mask == everything.mask));
        s->keeps_time |= kind->restitution < 1;
        s->choosy |= !meets_all;
    }
    s->bare = s->view.plain && s->space.periodic && s->special_count == 0 && !s->choosy
              && s->obstacles.count == 0 && s->count > PAIR_TABLE_DENSE;
    s->keeps_time |= s->special_count > 0;
}

static bool plan_all(schedule *s) {
    if (!queue_reserve(&s->queue, s->count)) return false;
    for (uint32_t i = 0; i < s->count; ++i) plan_anew(s, i);
    return true;
}

schedule_start_result schedule_start(schedule *s) {
    if (!lay_cells(s)) return SCHEDULE_NO_ROOM;
    s->enough = lay_growth(s);
    set_clock(s);
    find_shortcuts(s);
    if (!pair_table_init(&s->table, s->memory, s->count, s->count <= PAIR_TABLE_DENSE)
        || !queue_init(&s->queue, s->memory, s->count, s->view.now, s->lap))
        return SCHEDULE_NO_ROOM;
    if (overlaps_any(s)) return SCHEDULE_OVERLAP;
    if (!visits_find_all(s) || !plan_all(s)) return SCHEDULE_NO_ROOM;
    return SCHEDULE_STARTED;
}

/* ---- Laying them anew ------------------------------------------------------------------------ */

/* Flyers have outgrown their cells, or left them in great numbers. */
static bool has_outgrown_cells(const schedule *s) {
    return s->cells.at_border > s->border_crowd || s->view.scale > s->enough;
}

/* Everybody to the present, measured from the world's origin; and back into the cells there are. */
static void leave_cells(schedule *s) {
    for (uint32_t i = 0; i < s->count; ++i) {
        bring(s, i);
        s->flyers[i].place = position_of(s, &s->flyers[i]);
    }
}

static void stay_in_cells(schedule *s) {
    for (uint32_t i = 0; i < s->count; ++i) {
        flyer *f = &s->flyers[i];
        f->place = vec_sub(f->place, cells_corner(&s->cells, f));
    }
}

/* Radii are from here on what they have become. */
static void keep_growth(schedule *s) {
    double scale = s->view.scale;
    for (uint32_t i = 0; i < s->count; ++i) s->flyers[i].radius *= scale;
    s->widest *= scale;
    s->grown *= scale;
    s->laid = elapsed(s);
    s->space.growth /= scale;
    s->view.growth = s->space.growth;
    s->view.scale = 1;
}

/* False when memory is refused, or the periodic box is full: then all is as it was. */
static bool lay_anew(schedule *s) {
    cells old_cells = s->cells;
    obstacles old_obstacles = s->obstacles;
    cells no_cells = {.memory = s->memory};
    leave_cells(s);
    s->cells = no_cells;
    s->obstacles.near = NULL;
    s->obstacles.begins = NULL;
    s->obstacles.near_capacity = s->obstacles.begin_capacity = 0;
    bool laid = queue_reserve(&s->queue, s->count) && lay_cells(s);
    s->full = laid && s->space.periodic
              && (s->cells.columns < CELLS_APART || s->cells.rows < CELLS_APART);
    if (!laid || s->full) {
        cells_free(&s->cells);
        obstacles_forget(&s->obstacles);
        s->cells = old_cells;
        s->obstacles = old_obstacles;
        stay_in_cells(s);
        return false;
    }
    cells_free(&old_cells);
    obstacles_forget(&old_obstacles);
    keep_growth(s);
    s->enough = lay_growth(s);
    queue_clear(&s->queue, s->view.now);
    return plan_all(s);
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* How far ahead of the present borders are crossed, in laps. */
static const double AHEAD = 64;

/* To when the flyer's plan is due. */
static void go_to_event(schedule *s, uint32_t number) {
    double time = s->table.firsts[number].time;
    if (time >= 2 * s->lap) set_clock_back(s, (floor(time / s->lap) - 1) * s->lap);
    s->view.now = s->table.firsts[number].time;
    if (s->space.growth != 0) s->view.scale = 1 + s->space.growth * (elapsed(s) - s->laid);
}

static void take_event(schedule *s) {
    queue_pop(&s->queue);
    ++s->sums.events;
}

/* A border to cross, a partner who has been struck by somebody else: none of which changes a
 * way. */
static void handle_inner(schedule *s, uint32_t number, const pair_entry *planned) {
    if (planned->other == number && planned->what < PLAN_WALL)
        cells_cross(&s->cells, s->flyers, number, (cell_way)planned->what);
    plan_make(s, number);
}

/* Nothing bears a flyer any more: it falls again. */
static void handle_fall(schedule *s, uint32_t number) {
    bring(s, number);
    support_end(s, number);
    plan_anew(s, number);
}

/* Two flyers meet, and maybe others at the same instant. False: memory. */
static bool handle_pair(schedule *s, uint32_t number, uint32_t other, schedule_impact *impact) {
    bool several = together_likely(s);
    if (several && !together_gather(s, number, other)) return false;
    several &= s->together.pair_count > 1;
    take_event(s);
    s->last_impact = s->view.now;
    if (several)
        *impact = together_strike(s);
    else
        strike_pair(s, number, other, impact);
    return true;
}

/* False: memory. *shows: it was an impact. */
static bool handle_event(schedule *s, uint32_t number, schedule_impact *impact, bool *shows) {
    go_to_event(s, number);
    const pair_entry planned = s->table.firsts[number];
    *shows = planned.other != number || planned.what != PLAN_FREE;
    if (planned.other != number) {
        if (!handle_pair(s, number, planned.other, impact)) return false;
    } else {
        take_event(s);
        if (*shows)
            strike_alone(s, number, planned.what, impact);
        else
            handle_fall(s, number);
    }
    moment now = {s->view.now, s->turned};
    s->reached = now;
    impact->time = world_time(s, now.clock, now.turned);
    return true;
}

/* The flyer whose plan comes next; NO_FLYER for none. */
static uint32_t next_flyer(schedule *s, bool *refused) {
    queue_keys keys = {&s->flyers->stamp, sizeof *s->flyers, s->table.firsts};
    const queue_event *first = queue_first(&s->queue, &keys, refused);
    if (first && s->count > FORESIGHT_FEW) foresee(s);
    return first ? first->body : NO_FLYER;
}

/* Room for what an event needs. */
static bool reserve(schedule *s) {
    return queue_reserve(&s->queue, 2)
           && (s->obstacles.count == 0
               || array_reserve(s->memory, &s->visits, &s->visit_capacity, s->visit_count + 1,
                                sizeof *s->visits));
}

/* The flyer who is next to meet something, once what comes before that is done; NO_FLYER when there
 * is none, as far as it looks. */
static uint32_t look(schedule *s, bool *refused) {
    for (;;) {
        *refused = false;
        uint32_t number = next_flyer(s, refused);
        if (number == NO_FLYER) return NO_FLYER;
        *refused = !reserve(s);
        if (*refused) return NO_FLYER;
        pair_entry planned = s->table.firsts[number];
        if (!plan_is_inner(s, number, &planned)) return number;
        if (planned.time > present_clock(s) + AHEAD * s->lap) return NO_FLYER;
        go_to_event(s, number);
        take_event(s);
        handle_inner(s, number, &planned);
        *refused = has_outgrown_cells(s) && !lay_anew(s);
        if (*refused) return NO_FLYER;
    }
}

bool schedule_look(schedule *s, double *when) {
    bool refused;
    *when = world_time(s, s->reached.clock, s->reached.turned);
    if (schedule_untold(s) > 0) return true;
    uint32_t number = look(s, &refused);
    *when = INFINITY;
    if (number != NO_FLYER) *when = world_time(s, s->table.firsts[number].time, s->turned);
    return !refused;
}

/* Of a time: so near are two that the world's clock hardly tells apart. */
static const double SAME_TIME = 0x1p-51;

void schedule_go(schedule *s, double seconds) {
    bool refused;
    uint32_t number = look(s, &refused);
    moment target = {s->present.clock + seconds, s->present.turned};
    s->reached = s->present;
    s->present = moment_wound(s, target);
    if (number == NO_FLYER) return;
    moment next = {s->table.firsts[number].time, s->turned};
    double now = schedule_time(s), then = world_time(s, next.clock, next.turned);
    if (fabs(then - now) <= SAME_TIME * fabs(then)) s->present = moment_wound(s, next);
}

schedule_outcome schedule_next(schedule *s, schedule_impact *impact) {
    schedule_together *t = &s->together;
    if (schedule_untold(s) > 0) {
        *impact = t->impacts[t->shown++];
        impact->time = world_time(s, s->reached.clock, s->reached.turned);
        return SCHEDULE_IMPACT;
    }
    for (bool shows = false; !shows;) {
        bool refused;
        uint32_t number = look(s, &refused);
        if (refused) return SCHEDULE_MEMORY;
        if (number == NO_FLYER) return SCHEDULE_REACHED;
        if (s->table.firsts[number].time > present_clock(s)) return SCHEDULE_REACHED;
        if (!handle_event(s, number, impact, &shows)) return SCHEDULE_MEMORY;
    }
    return SCHEDULE_IMPACT;
}

size_t schedule_untold(const schedule *s) {
    return s->together.impact_count - s->together.shown;
}

void schedule_stop(schedule *s) {
    s->present = moment_wound(s, s->reached);
}
