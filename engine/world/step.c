/* step.c: steps, and what the last one tells, in arrays that the user reads between steps. */
#include "world/world.h"

#include <assert.h>

/* Lengths of a step. Shorter, and floats cannot hold what bodies move by in a
 * substep; longer, and a step is no approximation of anything. */
static const double STEP_LEAST = 1e-9, STEP_MOST = 1;

static bool seconds_are_sound(const evo_world *world, double seconds) {
    if (world->config.exact) return seconds >= 0 && seconds < INFINITY;
    return seconds == 0 || (seconds >= STEP_LEAST && seconds <= STEP_MOST);
}

/* A step of no time happens not at all: it has nothing to tell. */
static void stand_still(evo_world *world) {
    told_hide(&world->core.told);
    moves_forget(world);
    forces_forget(world);
    world->core.joints.end_list.count = 0;
}

#ifdef EVOLUTE_VALIDATE
#include <stdio.h>

/* Bodies of a world that is validated after each step, at most; a larger one is after some. */
enum { VALIDATE_EACH = 256 };

/* Asserts that a world is sound after a step, in sanitizer builds: see the Makefile. */
static void validate(const evo_world *world) {
    const size_t often = world->core.bodies.count / VALIDATE_EACH + 1;
    const char *wrong = world->core.steps % often == 0 ? evo_world_validate(world) : NULL;
    if (wrong) fprintf(stderr, "after a step, %s\n", wrong);
    assert(!wrong && "a world is sound after each step");
}

#else

static void validate(const evo_world *world) {
    (void)world;
}

#endif

/* Steps; a world of exact time until so many impacts were made, 0: any number. */
static evo_result advance(evo_world *world, double seconds, uint64_t most_impacts) {
    const bool events = world->config.exact;
    if (events && world->sorted) arena_free(&world->core.arena); /* questions in flight sort none */
    world->sorted = false;
    world->moves.numbered = world->moves.listed = false;
    forces_forget(world);
    world->locked = true;
    evo_result result = EVO_OK;
    if (events) moves_remember(world);
    if (events)
        result = flight_step(world, seconds, most_impacts);
    else if (seconds > 0)
        result = step_advance(&world->core, seconds);
    else
        stand_still(world);
    world->locked = false;
    validate(world);
    return result;
}

evo_result evo_world_step(evo_world *world, double seconds) {
    RECORD(world, world_step, seconds);
    if (!world || !seconds_are_sound(world, seconds)) return EVO_ERROR_INVALID;
    return world->locked ? EVO_ERROR_LOCKED : advance(world, seconds, 0);
}

evo_result evo_world_run(evo_world *world, double seconds, uint64_t most_impacts, double *done) {
    RECORD(world, world_run, seconds, most_impacts, done);
    if (done) *done = 0;
    if (!world || !seconds_are_sound(world, seconds)) return EVO_ERROR_INVALID;
    if (!world->config.exact) return EVO_ERROR_UNSUPPORTED;
    if (world->locked) return EVO_ERROR_LOCKED;
    const double begun = world->core.time;
    const evo_result result = advance(world, seconds, most_impacts);
    if (done) *done = world->core.time - begun;
    return result;
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
    return profile;
}
