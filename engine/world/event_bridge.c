/* event_bridge.c: worlds of EVO_EVENTS: bodies between the user's door and the event scheduler.
 *
 * While such a world flies, its dynamic bodies are in the scheduler, and nowhere else: indices and
 * hot data are those of the others alone, so a body in flight costs no more than a particle. What
 * is to be changed comes back, and flies again after the change. */
#include "contact/contacts.h"
#include "core/array.h"
#include "core/sort.h"
#include "shape/limits.h"
#include "world/flight.h"

/* ---- In flight ------------------------------------------------------------------------------- */

/* Impacts kept of a step, unless told otherwise. */
enum { IMPACTS_KEPT = 65536 };

body_state body_now(const evo_world *world, const body_record *record) {
    const event_bridge *e = &world->events;
    if (e->flying && record->index & FLYING) {
        evo_flight f = event_flight(&e->flight, record->index & ~FLYING);
        body_state state = {f.position, f.velocity, f.angle, f.spin};
        return state;
    }
    body_state state = world->graph.bodies.states[record->index];
    if (!e->flying || record->kind != EVO_KINEMATIC || !record->enabled || record->waiting)
        return state;
    double since = event_elapsed(&e->flight);
    state.position = vec_along(state.position, since, state.velocity);
    state.angle += since * state.spin;
    return state;
}

/* ---- A step ---------------------------------------------------------------------------------- */

/* What a particle met; {0}: a wall. */
static evo_body other_of(const evo_world *world, const event_impact *impact) {
    evo_body none = {0, 0};
    if (impact->b != NO_PARTICLE)
        return graph_body_handle(&world->graph, world->events.ids[impact->b]);
    if (impact->obstacle == NO_PARTICLE) return none;
    uint32_t owner = world->events.flight.obstacles.all[impact->obstacle].owner;
    return owner == NONE
               ? none
               : graph_body_handle(&world->graph, world->graph.colliders.records[owner].body);
}

static evo_impact shown(const evo_world *world, const event_impact *impact) {
    evo_body a = graph_body_handle(&world->graph, world->events.ids[impact->a]),
             b = other_of(world, impact);
    evo_impact made = {impact->time,
                       a,
                       b,
                       event_point(&world->events.flight, impact),
                       vec_unit(impact->delta, vec(1, 0)),
                       impact->speed,
                       impact->impulse};
    if (b.generation == 0 || a.index < b.index) return made;
    made.a = b;
    made.b = a;
    made.normal = vec_negate(made.normal);
    return made;
}

static size_t impacts_kept_most(const evo_world *world) {
    return world->config.impact_limit > 0 ? world->config.impact_limit : IMPACTS_KEPT;
}

/* Room for one impact more, unless there are too many. */
static bool reserve_impact(evo_world *world) {
    list_size *list = &world->impact_list;
    if (!(world->config.impact_speed < INFINITY) || list->count >= impacts_kept_most(world))
        return true;
    return array_reserve(&world->memory, &world->impacts, &list->capacity, list->count + 1,
                         sizeof *world->impacts);
}

static void note_impact(evo_world *world, const event_impact *impact) {
    ++world->impacts_ever;
    if (impact->speed >= world->config.impact_speed
        && world->impact_list.count < impacts_kept_most(world))
        world->impacts[world->impact_list.count++] = shown(world, impact);
}

/* There is room. */
static void note_sensed(evo_world *world, const event_impact *impact) {
    const body_record *record = &world->graph.bodies.records[world->events.ids[impact->a]];
    uint32_t sensor = world->events.flight.obstacles.all[impact->obstacle].owner;
    touch_add(&world->graph, record->first_collider, sensor, impact->began, true);
}

/* Whether something more happens up to the present. What cannot be looked up is. */
static bool is_due(evo_world *world) {
    double when;
    return !event_peek(&world->events.flight, &when) || when <= event_time(&world->events.flight);
}

/* Why it goes no farther. */
static evo_result refusal(const evo_world *world) {
    return world->events.flight.limits.full ? EVO_ERROR_INVALID : EVO_ERROR_MEMORY;
}

/* What may be done beside impacts: so much for each that the budget allows, and more. */
static uint64_t allowance_of(uint64_t budget) {
    const uint64_t each = 64, more = 65536;
    bool counts = budget > 0 && budget < UINT64_MAX / (2 * each);
    return counts ? budget * each + more : UINT64_MAX;
}

/* Up to the present of the schedule, or as far as the budget and memory go. */
static evo_result fly(evo_world *world) {
    uint64_t budget = world->config.event_budget;
    event_allow(&world->events.flight, allowance_of(budget));
    for (uint64_t done = 0;; ++done) {
        event_impact impact;
        if (budget > 0 && done == budget) return is_due(world) ? EVO_ERROR_LIMIT : EVO_OK;
        if (!reserve_impact(world) || !touches_reserve(&world->graph, 1)) return EVO_ERROR_MEMORY;
        switch (event_next(&world->events.flight, &impact)) {
        case EVENT_MEMORY:
            return refusal(world);
        case EVENT_REACHED:
            return EVO_OK;
        case EVENT_SPENT:
            event_allow(&world->events.flight, UINT64_MAX);
            return EVO_ERROR_LIMIT;
        case EVENT_IMPACT:
            if (impact.sensed)
                note_sensed(world, &impact);
            else
                note_impact(world, &impact);
            break;
        }
    }
}

evo_result event_bridge_step(evo_world *world, double seconds) {
    double when;
    evo_result result = event_bridge_begin(world);
    if (result != EVO_OK) return result;
    if (!event_peek(&world->events.flight, &when)) return refusal(world);
    events_begin(world);
    event_advance(&world->events.flight, seconds);
    result = fly(world);
    if (result != EVO_OK) event_stop(&world->events.flight);
    sort_items(world->impacts, world->impact_list.count, sizeof *world->impacts, impact_before);
    world->time = event_time(&world->events.flight);
    events_show(world);
    ++world->steps;
    /* Shapes that grow are what they have become. */
    if (world->events.growth != 0 && !event_bridge_end(world)) return EVO_ERROR_MEMORY;
    return result;
}

evo_result evo_world_set_growth(evo_world *world, double rate) {
    if (!world || !number_fits(rate) || rate < 0) return EVO_ERROR_INVALID;
    if (world->config.stepping != EVO_EVENTS) return EVO_ERROR_UNSUPPORTED;
    if (rate == 0 && world->events.growth == 0) return EVO_OK;
    if (!event_bridge_end(world)) return EVO_ERROR_MEMORY;
    world->events.growth = rate;
    world->events.grown = 1;
    return EVO_OK;
}

/* ---- At the door ----------------------------------------------------------------------------- */

/* Looking ahead changes no bit of what follows. */
double evo_world_next_event(const evo_world *world) {
    double when;
    if (!world || world->config.stepping != EVO_EVENTS) return INFINITY;
    return event_bridge_ask(world->events.world, &when) ? when : NAN;
}

evo_sums evo_world_sums(const evo_world *world) {
    evo_sums sums = {0};
    if (!world) return sums;
    sums = world->events.sums;
    if (world->events.flying) sums_add(&sums, &world->events.flight.sums);
    return sums;
}
