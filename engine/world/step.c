/* step.c: one step of EVO_CONTACTS: pairs, where they must be found anew; contacts, measured;
 * bodies, from their doubles into the solver's rows and back. */
#include "world/world.h"

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Tables of the solver, and what chooses their contacts, in scratch. */
typedef struct step_room {
    solve_rows rows;
    measure_choice choice;
    bool sleep_due;
} step_room;

/* The ground is row 0; lanes of eight take two rows at once. */
static size_t count_rows(const evo_world *world) {
    return (world->movers + 2) / 2 * 2;
}

static bool room_make(evo_world *world, step_room *room) {
    size_t rows = count_rows(world), table = 4 * rows, batches = world->batch_count;
    size_t solving = 4 * table * sizeof(float) + (batches + 1) * 2 * (sizeof(uint32_t) + 1);
    size_t resting = sleep_scratch(world);
    void *scratch = scratch_reserve(world, (solving > resting ? solving : resting) + CACHE_LINE);
    if (!scratch) return false;
    float *at = cache_line_from(scratch);
    size_t even = 4 * (rows - world->movers - 1); /* floats that even the rows out */
    for (size_t i = 0; i < 4; ++i) {
        memset(at + i * table, 0, 4 * sizeof(float));
        memset(at + (i + 1) * table - even, 0, even * sizeof(float));
    }
    solve_rows tables = {at, at + table, at + 2 * table, at + 3 * table, rows};
    room->rows = tables;
    room->choice.active = (uint32_t *)(void *)(at + 4 * table);
    room->choice.rushed = room->choice.active + batches + 1;
    room->choice.touched = (uint8_t *)(room->choice.rushed + batches + 1);
    room->choice.rushing = room->choice.touched + batches + 1;
    return true;
}

/* What damping does in a substep, if it is the same in all of a step. */
typedef struct damped {
    double speed; /* added to a speed of 1 */
    double drive; /* the part of a force that is felt */
} damped;

/* A speed falls as exp(-damping t), up to the third order of a substep, but never below zero; a
 * steady force is felt as by a body that is damped all the while. */
static damped damped_by(double damping, double substep, int substeps) {
    double x = substep * damping, over = 1 / (1 + x + 0.5 * x * x), kept = 1, sum = 0;
    for (int i = 0; i < substeps; ++i) {
        sum += kept;
        kept *= over;
    }
    damped by = {(kept - 1) / substeps, (1 + 0.5 * x) * over * sum / substeps};
    return by;
}

/* What gravity and forces add in a substep, and damping takes. */
static void drive_by_all(const evo_world *world, uint32_t rank, double substep, int substeps,
                         float *drive) {
    const body_card *card = &world->bodies[world->traits[rank].slot];
    const body_extra *extra = extra_of(world, card);
    const body_motion *motion = &world->motions[rank];
    evo_vec2 push = vec_scale(extra->force, substep / card->mass);
    double turn = body_turns_by(card) > 0 ? substep * extra->torque / card->inertia : 0;
    push = vec_along(push, substep * extra->gravity_scale, world->config.gravity);
    damped way = damped_by(extra->damping, substep, substeps);
    damped round = damped_by(extra->spin_damping, substep, substeps);
    push = vec_along(vec_scale(push, way.drive), way.speed, motion->velocity);
    turn = turn * round.drive + round.speed * motion->spin;
    drive[0] = (float)push.x;
    drive[1] = (float)push.y;
    drive[2] = (float)turn * world->traits[rank].gyration;
}

static solve_bodies movers_of(const evo_world *world) {
    solve_bodies bodies = {world->motions, world->traits, world->movers};
    return bodies;
}

static void fill_rows(const evo_world *world, const solve_rows *rows, double substep,
                      int substeps) {
    solve_bodies bodies = movers_of(world);
    evo_vec2 gravity = vec_scale(world->config.gravity, substep);
    rows_fill(world->rows, &bodies, rows, (float)gravity.x, (float)gravity.y);
    if (world->body_extra_list.count == 0) return;
    for (uint32_t rank = 0; rank < world->movers; ++rank)
        if (world->traits[rank].driven)
            drive_by_all(world, rank, substep, substeps, rows->drive + 4 * ((size_t)rank + 1));
}

/* ---- Back ------------------------------------------------------------------------------------ */

/* Whoever has gone too far already is not where queries would look for it. */
static void note_strays(evo_world *world) {
    for (uint32_t rank = 0; rank < world->movers; ++rank)
        if (world->traits[rank].slack < 0)
            body_strays(world, &world->bodies[world->traits[rank].slot]);
}

static void take_rows(evo_world *world, const solve_rows *rows, double seconds) {
    solve_bodies bodies = movers_of(world);
    double next = world->paired_for;
    float fall = (float)(vec_length(world->config.gravity) * next * next);
    if (!rows_take(world->rows, &bodies, rows, (float)seconds, (float)next, fall)) return;
    world->stale = true;
    note_strays(world);
}

static void clear_forces(evo_world *world) {
    if (world->body_extra_list.count == 0) return;
    for (uint32_t rank = 0; rank < world->movers; ++rank)
        if (world->traits[rank].driven)
            forces_clear(world, &world->bodies[world->traits[rank].slot]);
}

/* ---- The step -------------------------------------------------------------------------------- */

static double clock_now(const evo_world *world) {
    return world->config.clock ? world->config.clock(world->config.clock_context) : 0;
}

/* Whether forces may take somebody beyond his slack. */
static bool forces_outrun(const evo_world *world, double seconds) {
    for (uint32_t rank = 0; rank < world->movers && world->body_extra_list.count > 0; ++rank) {
        const body_trait *trait = &world->traits[rank];
        if (!trait->driven) continue;
        double speed = (double)trait->pace + vec_length(body_pull(world, rank)) * seconds;
        if (speed * seconds > (double)trait->slack) return true;
    }
    return false;
}

static bool find_pairs(evo_world *world, double seconds) {
    bool last = world->standing && !world->stale && seconds <= world->paired_for
                && !forces_outrun(world, seconds);
    if (last && world->measured_for == seconds) return true;
    world->measured_for = 0;
    if (last) {
        place_movers(world, seconds);
        return true;
    }
    if (!standing_end(world) || !standing_begin(world, seconds)) return false;
    world->stale = false;
    world->paired_for = seconds;
    return true;
}

/* Bodies into rows, contacts measured, and what impacts come too suddenly for the solver.
 * *asleep: as in rush_find. */
static bool measure(evo_world *world, step_room *room, double seconds, int substeps,
                    body_card **asleep) {
    if (!room_make(world, room)) return false;
    fill_rows(world, &room->rows, seconds / substeps, substeps);
    double bounce = world->config.bounce_threshold;
    contacts_measure(world, seconds, substeps, &room->rows, bounce, &room->choice);
    return rush_find(world, seconds, &room->choice, asleep);
}

/* Times that pairs are found anew for those who are struck out of their slack: enough for chains of
 * them, and an end to it. */
enum { STRAYS_MOST = 4 };

/* The same, again after each sleeper who has to be woken because somebody will strike him, and when
 * somebody strays. */
static bool measure_all(evo_world *world, step_room *room, double seconds, int substeps) {
    for (int strays = 0;;) {
        body_card *asleep;
        if (!measure(world, room, seconds, substeps, &asleep)) return false;
        bool again = !asleep && strays < STRAYS_MOST && rush_strays(world, seconds);
        if (!asleep && !again) return true;
        strays += again;
        world->stale = true;
        if ((asleep && !sleep_wake(world, asleep)) || !find_pairs(world, seconds)) return false;
    }
}

/* Those who have come to something go on from there with the solver: contacts are measured
 * again. */
static void measure_tamed(evo_world *world, step_room *room, double seconds, int substeps) {
    rush_place(world);
    place_movers(world, seconds);
    fill_rows(world, &room->rows, seconds / substeps, substeps);
    world->measured_for = 0;
    contacts_measure(world, seconds, substeps, &room->rows, INFINITY, &room->choice);
}

/* All that may fail; after it, nothing does. */
static bool make_ready(evo_world *world, step_room *room, double seconds, int substeps) {
    if (!measure_all(world, room, seconds, substeps)) return false;
    size_t tamed = rush_tame(world, seconds);
    size_t batches = tamed > 0 ? tamed + room->choice.rush_count : 0;
    room->sleep_due = sleep_is_due(world);
    if (!touches_reserve(world, &room->choice, batches)
        || !impacts_reserve(world, &room->choice, batches)
        || !sleep_reserve(world, room->sleep_due))
        return false;
    if (tamed > 0) measure_tamed(world, room, seconds, substeps);
    return true;
}

static void solve(evo_world *world, step_room *room, double seconds, int substeps) {
    solve_batches chosen = {world->batches, world->sorts, world->batch_extras, room->choice.active,
                            room->choice.count};
    solve_numbers numbers = solve_numbers_for(seconds / substeps, world->config.bounce_threshold);
    contacts_commit(world, &room->choice);
    rush_hold(world, &room->choice);
    touches_note(world, &room->choice);
    solve_step(world->solve, &room->rows, &chosen, &numbers, substeps);
}

static void finish(evo_world *world, step_room *room, double seconds) {
    world->rush.stray_list.count = 0; /* not before: a refused step finds them again */
    touches_note_bounces(world, &room->choice);
    impacts_note(world, &room->choice, seconds);
    take_rows(world, &room->rows, seconds);
    rush_settle(world, seconds);
    clear_forces(world);
    if (room->sleep_due) sleep_fall(world);
    sleep_wake_touched(world);
    events_show(world);
    world->time += seconds;
    ++world->steps;
    ++world->unsorted_steps;
    room_trim(world);
}

evo_result evo_world_step(evo_world *world, double seconds) {
    if (!world || !(seconds >= 0 && seconds <= 1e30)) return EVO_ERROR_INVALID;
    if (world->config.stepping == EVO_EVENTS) return flight_step(world, seconds);
    if (seconds == 0) return EVO_OK;
    int substeps = world->config.substeps > 0 ? world->config.substeps : 4;
    step_room room;
    double start = clock_now(world);
    if (!find_pairs(world, seconds)) return EVO_ERROR_MEMORY;
    double paired = clock_now(world);
    if (!make_ready(world, &room, seconds, substeps)) return EVO_ERROR_MEMORY;
    events_begin(world);
    double measured = clock_now(world);
    solve(world, &room, seconds, substeps);
    double solved = clock_now(world);
    finish(world, &room, seconds);
    double end = clock_now(world);
    world->profile.pairs = paired - start;
    world->profile.contacts = measured - paired;
    world->profile.solve = solved - measured;
    world->profile.finish = end - solved;
    world->profile.step = end - start;
    return EVO_OK;
}
