/* step.c: public functions of steps, steps of exact worlds, and visits of sensors in flight. */
#include <assert.h>

#include "exact/exact.h"
#include "exact/world.h"
#include "shape/shape.h"
#include "world/world.h"

MACHINE_PLAIN

/* ==== Steps =================================================================================== */

/* Steps, and what the last one tells, in arrays that the user reads between steps. */

/* Lengths of a step. Shorter, and floats cannot hold what bodies move by in a
 * substep; longer, and a step is no approximation of anything. */
static const double STEP_LEAST = 1e-9, STEP_MOST = 1;

static evo_result check_seconds(const evo_world *world, double seconds) {
    const bool exact = world->config.exact != NULL;
    char text[NUMBER_TEXT];
    if (exact) return TAKES(world, seconds, RULES_FROM_0);
    if (seconds == 0 || (seconds >= STEP_LEAST && seconds <= STEP_MOST)) return EVO_OK;
    call_fault *f = fault_of(world);
    return fault_note(f, EVO_ERROR_INVALID, "seconds is %s; it must be 0, or 1e-9 to 1",
                      f ? number_text(seconds, text) : "");
}

/* A step of no time happens not at all: it has nothing to tell. */
static void stand_still(evo_world *world) {
    told_hide(&world->core.told);
    moves_forget(world);
    forces_forget(world);
    world->core.joints.end_list.count = 0;
}

static evo_result advance_world(evo_world *world, run_limit limit) {
    const bool events = world->config.exact;
    if (events && world->sorted) arena_free(&world->core.arena); /* questions in flight sort none */
    world->sorted = WORLD_UNSORTED;
    world->moves.numbered = world->moves.listed = false;
    forces_forget(world);
    world->locked = true;
    evo_result result = EVO_OK;
    if (events) moves_remember(world);
    if (events)
        result = flight_step(world, limit);
    else if (limit.seconds > 0)
        result = step_advance(&world->core, limit.seconds);
    else
        stand_still(world);
    if (limit.seconds > 0 && world->core.ordered) world->sorted = WORLD_SORTED;
    world->locked = false;
    return result;
}

evo_result evo_world_step(evo_world *world, double seconds) {
    if (is_heard(world)) return record_world_step(world, seconds);
    if (!world) return EVO_ERROR_INVALID;
    TRY(check_seconds(world, seconds));
    TRY(locked_refusal(world));
    const evo_result result = advance_world(world, (run_limit){.seconds = seconds});
    if (result == EVO_OK) warn_of_step(world, seconds);
    return result;
}

static evo_result fault_steps(const evo_world *world) {
    return FAULT(world, EVO_ERROR_UNSUPPORTED,
                 "the world is one of steps; the call is of exact time (config.exact)");
}

evo_result evo_world_run(evo_world *world, double seconds, uint64_t most_impacts, double *done) {
    if (is_heard(world)) return record_world_run(world, seconds, most_impacts, done);
    if (done) *done = 0;
    if (!world) return EVO_ERROR_INVALID;
    TRY(check_seconds(world, seconds));
    if (!world->config.exact) return fault_steps(world);
    TRY(locked_refusal(world));
    const double begun = world->core.time;
    const evo_result result =
        advance_world(world, (run_limit){.seconds = seconds, .impacts = most_impacts});
    if (done) *done = world->core.time - begun;
    return result;
}

evo_result evo_world_run_until(evo_world *world, double time, uint64_t most_impacts) {
    if (is_heard(world)) return record_world_run_until(world, time, most_impacts);
    if (!world) return EVO_ERROR_INVALID;
    if (!world->config.exact) return fault_steps(world);
    TRY(TAKES(world, time, RULES_NUMBER));
    TRY(locked_refusal(world));
    return advance_world(world, (run_limit){NAN, time, most_impacts});
}

/* ---- What it tells --------------------------------------------------------------------------- */

static const void *told_shown(const evo_world *world, told_kind kind, size_t *count) {
    static const told_list nothing = {0};
    const told_list *told = world ? &world->core.told.shown[kind] : &nothing;
    if (count) *count = told->list.count;
    return told->all;
}

const evo_touch *evo_world_touches(const evo_world *world, size_t *count) {
    return (const evo_touch *)told_shown(world, TOLD_TOUCHES, count);
}

const evo_impact *evo_world_impacts(const evo_world *world, size_t *count) {
    return (const evo_impact *)told_shown(world, TOLD_IMPACTS, count);
}

const evo_visit *evo_world_visits(const evo_world *world, size_t *count) {
    return (const evo_visit *)told_shown(world, TOLD_VISITS, count);
}

evo_profile evo_world_profile(const evo_world *world) {
    evo_profile profile = {0};
    if (!world) return profile;
    const double *of = world->core.profile;
    profile.pairs = of[PHASE_PLACE] + of[PHASE_INDEX] + of[PHASE_PAIRS] + of[PHASE_MATCH];
    profile.contacts = of[PHASE_LOAD] + of[PHASE_MEASURE] + of[PHASE_COLOUR] + of[PHASE_PACK];
    profile.solve = of[PHASE_SOLVE];
    profile.finish = of[PHASE_SLEEP] + of[PHASE_REPORT] + of[PHASE_PUBLISH] + of[PHASE_REORDER];
    profile.step = profile.pairs + profile.contacts + profile.solve + profile.finish;
    profile.workers = world->core.workers > 1 ? world->core.workers : 1;
    return profile;
}

/* ==== Exact worlds ============================================================================ */

/* Steps of worlds of exact time, and functions that only these have.
 *
 * While such a world flies, the scheduler holds where its dynamic bodies are, and what the body
 * store says of their motion is of the time when they took off. What is to be changed comes back,
 * and flies again after the change. */

/* ---- In flight ------------------------------------------------------------------------------- */

/* Returns how long a number stays in the range that calls take. */
static double time_in_range(double at, double speed) {
    return speed != 0 ? (SHAPE_LARGEST - copysign(1, speed) * at) / fabs(speed) : INFINITY;
}

body_state flight_state(const evo_world *world, const event_present *at, uint32_t id) {
    const body_store *s = &world->core.bodies;
    const body_record *record = &s->records[id];
    if (is_flying(world, id)) {
        const evo_flight f = present_flight(at, id);
        return (body_state){f.position, f.velocity, f.angle, f.spin};
    }
    body_state state = s->states[record->slot];
    if (record->kind != EVO_KINEMATIC || !record->enabled || is_waiting(world, id)) return state;
    const double since = event_elapsed(&world->events.flight);
    const double until_x = time_in_range(state.position.x, state.velocity.x);
    const double until_y = time_in_range(state.position.y, state.velocity.y);
    const double until = least_of(since, least_of(until_x, until_y));
    state.position = vector_limited(vec_along(state.position, until, state.velocity));
    state.angle = number_limited(state.angle + since * state.spin);
    return state;
}

body_state flight_state_now(const evo_world *world, uint32_t id) {
    const event_present at = present_of(&world->events.flight);
    return flight_state(world, &at, id);
}

placed collider_now(const evo_world *world, uint32_t id) {
    const collider_record *collider = &world->core.bodies.colliders[id];
    const body_state at = body_now(world, collider->body);
    const evo_vec2 turn = evo_direction(at.angle), center = collider_entry(collider)->center;
    const evo_vec2 middle = record_at(world, collider->body)->center;
    evo_vec2 origin = at.position;
    if (!vec_is_zero(middle)) origin = vec_sub(origin, vec_turn(middle, turn));
    return (placed){collider->shape, vec_add(origin, vec_turn(center, turn)),
                    vec_turn(collider->shape->axis, turn)};
}

/* ---- A step ---------------------------------------------------------------------------------- */

/* Returns the collider that a particle met; NONE: another particle, or a wall. */
static uint32_t met_by(const evo_world *world, const event_impact *impact) {
    if (impact->obstacle == NO_PARTICLE) return NONE;
    return world->events.flight.obstacles.all[impact->obstacle].owner;
}

/* Returns the body that a particle met; {0}: a wall. */
static evo_body other_of(const evo_world *world, const event_impact *impact) {
    const uint32_t met = met_by(world, impact);
    if (impact->b != NO_PARTICLE) return body_handle(world, impact->b);
    if (met == NONE) return (evo_body){0, 0};
    return body_of_collider(world, met);
}

/* Returns the collider of a body that has but one; else {0}: it is not known which was met. */
static evo_collider only_collider(const evo_world *world, uint32_t body) {
    const body_store *s = &world->core.bodies;
    const uint32_t first = s->records[body].first_collider;
    const bool one = first != NONE && s->colliders[first].next == NONE;
    return one ? collider_handle(world, first) : (evo_collider){0, 0};
}

static evo_collider other_collider(const evo_world *world, const event_impact *impact) {
    const uint32_t met = met_by(world, impact);
    if (impact->b != NO_PARTICLE) return only_collider(world, impact->b);
    return met == NONE ? (evo_collider){0, 0} : collider_handle(world, met);
}

/* Returns the way between the centres of both, at the present of the flight; {0}: from a wall. */
static evo_vec2 between(const evo_world *world, const event_impact *impact, evo_body b) {
    const event_world *flight = &world->events.flight;
    if (impact->b != NO_PARTICLE || b.generation == 0) return impact->between;
    const body_store *s = &world->core.bodies;
    const body_state *state = state_of_body(s, b.index);
    const evo_vec2 at = vec_along(state->position, now_elapsed(flight), state->velocity);
    const evo_vec2 from = vec_sub(event_point(flight, impact), impact->arm);
    return event_image(flight, vec_sub(at, from));
}

static evo_impact impact_shown(const evo_world *world, const event_impact *impact) {
    assert(event_has(&world->events.flight, impact->a) && "what had an impact flies");
    const evo_body b = other_of(world, impact);
    const evo_impact made = {.time = impact->time,
                             .a = body_handle(world, impact->a),
                             .b = b,
                             .point = event_point(&world->events.flight, impact),
                             .normal = vec_unit(impact->delta, vec(1, 0)),
                             .speed = impact->speed,
                             .impulse = impact->impulse,
                             .collider_a = only_collider(world, impact->a),
                             .collider_b = other_collider(world, impact),
                             .push = impact->push,
                             .between = between(world, impact, b)};
    const bool ordered = b.generation == 0 || made.a.index < b.index;
    return ordered ? made : told_mirrored(&made);
}

static bool is_told(const evo_world *world) {
    return world->config.impact_speed < INFINITY;
}

static void note_impact(evo_world *world, const event_impact *impact) {
    ++world->core.impact_count;
    if (!is_told(world) || !(impact->speed >= world->config.impact_speed)) return;
    const evo_impact told = impact_shown(world, impact);
    (void)told_add(&world->core.told, TOLD_IMPACTS, &told); /* room was made */
}

/* Room to tell of one thing more. */
static bool reserve_told(evo_world *world) {
    step_told *told = &world->core.told;
    return (!is_told(world) || told_reserve(told, TOLD_IMPACTS, 1))
           && told_reserve(told, TOLD_VISITS, 1);
}

uint64_t flight_allowance(const evo_world *world) {
    const uint64_t budget = world->exact.event_budget;
    const uint64_t each = 64, more = 65536;
    bool counts = budget > 0 && budget < UINT64_MAX / (2 * each);
    return counts ? budget * each + more : UINT64_MAX;
}

/* Returns whether something more happens up to the present. An event that cannot be looked up
 * counts. */
static bool event_is_due(evo_world *world) {
    double when;
    const uint64_t most = flight_allowance(world);
    return !event_peek(&world->events.flight, most, &when)
           || when <= event_time(&world->events.flight);
}

/* Returns why the world goes no farther. */
static evo_result run_refusal(const evo_world *world) {
    if (!world->events.flight.limits.full) return EVO_ERROR_MEMORY;
    return FAULT(world, EVO_ERROR_INVALID,
                 "the periodic box is full: shapes have grown as far as they can");
}

/* Flies up to the present of the schedule, or until so many impacts were made (0: any number), or
 * as far as the budget and memory go. */
static evo_result fly_on(evo_world *world, uint64_t most) {
    const uint64_t budget = world->exact.event_budget, begun = world->core.impact_count;
    for (uint64_t done = 0;; ++done) {
        event_impact impact;
        if (most > 0 && world->core.impact_count - begun == most && event_is_due(world)) {
            event_stop(&world->events.flight);
            return EVO_OK;
        }
        if (budget > 0 && done == budget && event_is_due(world))
            return FAULT(world, EVO_ERROR_LIMIT, "event_budget, %llu impacts, is used up",
                         (unsigned long long)budget);
        if (!reserve_told(world)) return EVO_ERROR_MEMORY;
        switch (event_next(&world->events.flight, &impact)) {
        case EVENT_MEMORY:
            return run_refusal(world);
        case EVENT_REACHED:
            return EVO_OK;
        case EVENT_SPENT:
            event_allow(&world->events.flight, UINT64_MAX);
            return EVO_ERROR_LIMIT;
        case EVENT_END:
            if (!flight_rest(world, impact.a)) return EVO_ERROR_MEMORY;
            break;
        case EVENT_IMPACT:
            if (impact.sensed)
                visits_tell(world, now_visitor(&world->events.flight, impact.a),
                            met_by(world, &impact), impact.began);
            else
                note_impact(world, &impact);
            break;
        }
    }
}

/* Notes why bodies cannot fly. */
static evo_result begin_refused(const evo_world *world, evo_result result) {
    const uint32_t *pair = world->events.flight.limits.overlap;
    if (result == EVO_ERROR_UNSUPPORTED)
        return FAULT(world, result,
                     "shapes grow, and there is a ring or a shape of a static or kinematic "
                     "body; or there is such a body in a sheared box");
    if (result != EVO_ERROR_INVALID) return result;
    if (pair[0] == NO_PARTICLE)
        return FAULT(world, result,
                     "the box is too small; it must be four times as wide as the widest body");
    if (pair[1] == NO_PARTICLE)
        return FAULT(world, result, "the body of index %u overlaps a wall", pair[0]);
    return FAULT(world, result, "the bodies of index %u and %u overlap", pair[0], pair[1]);
}

/* Periods of the clock that a step may take: with more, events could not be told apart in time. */
static const double PERIODS_MOST = 0x1p40;

/* Returns whether shapes stay in the range of numbers as they grow for so long. */
static bool grows_within(const event_world *w, double seconds) {
    const double time = event_elapsed(w) + most_of(seconds, 0) - w->limits.built_at;
    return w->particles.max_radius * (1 + w->space.growth * time) <= SHAPE_LARGEST;
}

evo_result flight_step(evo_world *world, run_limit limit) {
    event_world *flight = &world->events.flight;
    const bool until = isnan(limit.seconds);
    if (!until && !(world->core.time + limit.seconds < INFINITY)) return EVO_ERROR_LIMIT;
    step_world *core = &world->core;
    const evo_result begun = flight_begin(world);
    if (begun != EVO_OK) return begin_refused(world, begun);
    const double seconds = until ? limit.time - core->time : limit.seconds;
    if (!(seconds <= PERIODS_MOST * flight->clock.period))
        return FAULT(world, EVO_ERROR_LIMIT,
                     "the time is too long beside that in which bodies meet");
    if (!grows_within(flight, seconds))
        return FAULT(world, EVO_ERROR_LIMIT, "shapes would grow beyond 1e30");
    event_allow(flight, flight_allowance(world));
    if (until)
        event_advance_until(flight, limit.time);
    else
        event_advance(flight, limit.seconds);
    const evo_result result = fly_on(world, limit.impacts);
    if (result != EVO_OK) event_stop(flight);
    assert(event_time(flight) >= core->time && "time never goes back");
    core->time = event_time(flight);
    told_show(&core->told, &core->bodies, 0);
    colliders_settle(&core->bodies);
    ++core->steps;
    /* Shapes that grow are what they have become. */
    if (world->events.growth != 0 && !flight_end(world)) return EVO_ERROR_MEMORY;
    return result;
}

evo_result evo_world_set_growth(evo_world *world, double rate) {
    if (is_heard(world)) return record_world_set_growth(world, rate);
    if (!world) return EVO_ERROR_INVALID;
    TRY(TAKES(world, rate, RULES_FROM_0));
    if (!world->config.exact) return fault_steps(world);
    if (rate == 0 && world->events.growth == 0) return EVO_OK;
    if (world->exact.shear != 0 || (rate > 0 && !flight_may_grow(world)))
        return FAULT(world, EVO_ERROR_UNSUPPORTED,
                     "rate is %.9g; it must be 0 in a sheared box, and where there is a ring "
                     "or a shape of a static or kinematic body",
                     rate);
    world->sorted = WORLD_UNSORTED;
    if (!flight_end(world)) return EVO_ERROR_MEMORY;
    world->events.growth = rate;
    world->events.grown = 1;
    return EVO_OK;
}

/* ---- Public functions ------------------------------------------------------------------------ */

double evo_world_next_event(const evo_world *world) {
    double when;
    if (!world || !world->config.exact) return INFINITY;
    if (world->locked) return NAN;
    return flight_ask(world->self, &when) ? when : NAN;
}

double flight_slid(const evo_world *world) {
    const event_bridge *e = &world->events;
    if (!e->flying || world->exact.shear == 0) return e->slid;
    const event_clock *clock = &e->flight.clock;
    return slide_at(&e->flight, clock_current(clock, clock->present));
}

double evo_world_shear_offset(const evo_world *world) {
    return world ? flight_slid(world) : 0;
}

evo_sums evo_world_sums(const evo_world *world) {
    evo_sums sums = {0};
    if (!world) return sums;
    sums = world->events.sums;
    if (world->events.flying) sums_add(&sums, &world->events.flight);
    sums.virial = sums.collisional.xx + sums.collisional.yy;
    return sums;
}

/* ==== Sensors in flight ======================================================================= */

/* Visits of particles in sensors, while an exact world flies and between two flights. In: what
 * overlaps in flight; out: visits that are told. Invariant: a visit is either of the flight, or
 * remembered. */

void visits_tell(evo_world *world, uint32_t collider, uint32_t sensor, bool began) {
    (void)told_touch(&world->core.told, &world->core.bodies,
                     (touch_ids){.a = collider, .b = sensor, .began = began});
}

static void tell_visit(evo_world *world, const sensor_overlap *visit, bool began) {
    visits_tell(world, visit->particle, visit->sensor, began);
}

void visits_note(evo_world *world, uint32_t first, uint32_t last) {
    sensor_overlaps *before = &world->events.visits;
    const sensor_overlaps *now = &world->events.flight.sensors;
    const sensor_span found = sensor_overlaps_span(now, first, last);
    for (size_t i = found.from; i < found.to; ++i)
        if (!sensor_overlaps_remove(before, now->items[i].particle, now->items[i].sensor))
            tell_visit(world, &now->items[i], true);
    const sensor_span left = sensor_overlaps_span(before, first, last);
    for (size_t i = left.from; i < left.to; ++i) tell_visit(world, &before->items[i], false);
    sensor_overlaps_remove_span(before, left);
}

void visits_keep(evo_world *world, uint32_t first, uint32_t last) {
    sensor_overlaps *now = &world->events.flight.sensors;
    const sensor_span kept = sensor_overlaps_span(now, first, last);
    for (size_t i = kept.from; i < kept.to; ++i) {
        const sensor_overlap visit = now->items[i];
        assert(!sensor_overlaps_has(&world->events.visits, visit.particle, visit.sensor)
               && "a visit is of the flight, or remembered");
        sensor_overlaps_add(&world->events.visits, visit.particle, visit.sensor);
    }
    sensor_overlaps_remove_span(now, kept);
}

static bool is_gone(const evo_world *world, uint32_t collider) {
    return world->core.bodies.colliders[collider].generation % 2 == 0;
}

void visits_forget(evo_world *world) {
    sensor_overlaps *all = &world->events.visits;
    size_t kept = 0;
    for (size_t i = 0; i < all->count; ++i) {
        const sensor_overlap visit = all->items[i];
        if (is_gone(world, visit.particle) || is_gone(world, visit.sensor))
            tell_visit(world, &visit, false);
        else
            all->items[kept++] = visit;
    }
    all->count = kept;
}
