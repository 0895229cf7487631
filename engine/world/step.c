/* step.c: one step of EVO_CONTACTS: pairs, where they must be found anew; contacts, measured;
 * bodies, from their doubles into the solver's rows and back. */
#include "core/array.h"
#include "world/world.h"

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Tables of the solver, and what chooses their contacts, in scratch. */
typedef struct step_room {
    solve_rows rows;
    contact_choice choice;
    bool sleep_due;
} step_room;

/* The ground is row 0; lanes of eight take two rows at once. */
static size_t count_rows(const evo_world *world) {
    return (world->movers + 2) / 2 * 2;
}

static bool room_make(evo_world *world, step_room *room) {
    size_t rows = count_rows(world), table = 4 * rows, batches = world->batch_count;
    size_t solving = 4 * table * sizeof(float) + (batches + 1) * (sizeof(uint32_t) + 1);
    size_t resting = sleep_scratch(world);
    float *at = scratch_reserve(world, solving > resting ? solving : resting);
    if (!at) return false;
    for (size_t i = 0; i < 4; ++i) { /* the ground, and what evens the rows out */
        memset(at + i * table, 0, 4 * sizeof(float));
        memset(at + (i + 1) * table - 4, 0, 4 * sizeof(float));
    }
    solve_rows tables = {at, at + table, at + 2 * table, at + 3 * table, rows};
    room->rows = tables;
    room->choice.active = (uint32_t *)(void *)(at + 4 * table);
    room->choice.touched = (uint8_t *)(room->choice.active + batches + 1);
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

static void fill_rows(const evo_world *world, const solve_rows *rows, double substep,
                      int substeps) {
    evo_vec2 gravity = vec_scale(world->config.gravity, substep);
    float pull_x = (float)gravity.x, pull_y = (float)gravity.y;
    for (uint32_t rank = 0; rank < world->movers; ++rank) {
        const body_motion *motion = &world->motions[rank];
        const body_trait *trait = &world->traits[rank];
        size_t at = 4 * ((size_t)rank + 1);
        float *velocity = rows->velocity + at, *base = rows->base + at;
        float *shift = rows->shift + at, *drive = rows->drive + at;
        velocity[0] = base[0] = (float)motion->velocity.x;
        velocity[1] = base[1] = (float)motion->velocity.y;
        velocity[2] = base[2] = (float)motion->spin * trait->gyration;
        velocity[3] = base[3] = trait->inverse_mass;
        shift[0] = -trait->lead * velocity[0];
        shift[1] = -trait->lead * velocity[1];
        shift[2] = -trait->lead * velocity[2];
        shift[3] = 0;
        drive[0] = pull_x * trait->pull;
        drive[1] = pull_y * trait->pull;
        drive[2] = drive[3] = 0;
        if (trait->driven) drive_by_all(world, rank, substep, substeps, drive);
    }
}

/* ---- Back ------------------------------------------------------------------------------------ */

/* Of its size, per second: slower bodies are at rest. */
static const float REST_SPEED = 0.1f;

/* Pairs must be found again; and if the body has gone too far already, queries cannot rely on where
 * the grid has it. */
static void slack_used_up(evo_world *world, const body_trait *trait) {
    world->stale = true;
    if (trait->slack < 0) body_strays(world, &world->bodies[trait->slot]);
}

/* Whether no contact pushed at the step's end. Each substep moves bodies as fast as they are at its
 * end; what flies free has gone too far by half of what each added, and its parabola is exact
 * without it. What contacts hold is where they want it. */
static bool flies_free(const float *velocity, const float *base) {
    return velocity[0] == base[0] && velocity[1] == base[1] && velocity[2] == base[2];
}

/* What a row says becomes the body's motion. */
static void take_row(evo_world *world, uint32_t rank, const solve_rows *rows, float seconds,
                     float fall) {
    body_motion *motion = &world->motions[rank];
    body_trait *trait = &world->traits[rank];
    size_t at = 4 * ((size_t)rank + 1);
    const float *velocity = rows->velocity + at, *base = rows->base + at;
    const float *shift = rows->shift + at, *drive = rows->drive + at;
    float ahead = flies_free(velocity, base) ? 0.5f * seconds : 0;
    /* The shift began as far behind as the body was led. */
    float way_x = shift[0] + trait->lead * (float)motion->velocity.x - ahead * drive[0];
    float way_y = shift[1] + trait->lead * (float)motion->velocity.y - ahead * drive[1];
    motion->position.x += (double)way_x;
    motion->position.y += (double)way_y;
    motion->velocity = vec((double)velocity[0], (double)velocity[1]);
    float went = sqrtf(way_x * way_x + way_y * way_y);
    float speed = sqrtf(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
    float fastest = speed;
    if (velocity[2] != 0 || motion->spin != 0) {
        float over = 1 / trait->gyration, spin = velocity[2] * over;
        float turn = (shift[2] - ahead * drive[2]) * over + trait->lead * (float)motion->spin;
        motion->angle += (double)turn;
        motion->spin = (double)spin;
        went += fabsf(turn) * trait->extent;
        fastest += fabsf(spin) * trait->extent;
    }
    trait->slack -= went;
    if (trait->slack < fastest * seconds + fall * fabsf(trait->pull)) slack_used_up(world, trait);
    float rest = REST_SPEED * trait->size;
    bool moves = speed > rest || fabsf(velocity[2]) > rest;
    trait->calm = moves ? 0 : trait->calm + seconds;
}

static void take_rows(evo_world *world, const solve_rows *rows, double seconds) {
    float fall = (float)(vec_length(world->config.gravity) * seconds * seconds);
    for (uint32_t rank = 0; rank < world->movers; ++rank)
        take_row(world, rank, rows, (float)seconds, fall);
}

/* Forces act for one step. */
static void clear_forces(evo_world *world) {
    for (uint32_t rank = 0; rank < world->movers; ++rank) {
        body_trait *trait = &world->traits[rank];
        if (!trait->driven) continue;
        body_card *card = &world->bodies[trait->slot];
        body_extra *extra = extra_make(world, card);
        extra->force = vec(0, 0);
        extra->torque = 0;
        trait->driven = body_is_driven(world, card);
    }
}

/* ---- The step -------------------------------------------------------------------------------- */

static double clock_now(const evo_world *world) {
    return world->config.clock ? world->config.clock(world->config.clock_context) : 0;
}

static bool find_pairs(evo_world *world, double seconds) {
    if (world->standing && !world->stale && seconds <= world->paired_for) {
        if (world->measured && seconds != world->measured_for) world->measured = false;
        if (!world->measured) place_movers(world, seconds);
        return true;
    }
    if (!standing_end(world) || !standing_begin(world, seconds)) return false;
    world->stale = false;
    world->paired_for = seconds;
    return true;
}

/* Bodies into rows, contacts measured; then nothing can fail any more. */
static bool measure(evo_world *world, step_room *room, double seconds, int substeps) {
    if (!room_make(world, room)) return false;
    fill_rows(world, &room->rows, seconds / substeps, substeps);
    contacts_measure(world, seconds, &room->rows, &room->choice);
    world->measured_for = seconds;
    room->sleep_due = sleep_is_due(world);
    return touches_reserve(world, &room->choice) && impacts_reserve(world, &room->choice)
           && sleep_reserve(world, room->sleep_due);
}

static void solve(evo_world *world, step_room *room, double seconds, int substeps) {
    solve_batches chosen = {world->batches, world->extras, room->choice.active, room->choice.count};
    solve_numbers numbers = solve_numbers_for(seconds / substeps, world->config.bounce_threshold);
    contacts_commit(world);
    touches_note(world, &room->choice);
    solve_step(world->solve, &room->rows, &chosen, &numbers, substeps);
}

static void finish(evo_world *world, step_room *room, double seconds) {
    touches_note_bounces(world, &room->choice);
    impacts_note(world, &room->choice, seconds);
    take_rows(world, &room->rows, seconds);
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
    if (world->config.stepping != EVO_CONTACTS) return EVO_ERROR_UNSUPPORTED;
    if (seconds == 0) return EVO_OK;
    int substeps = world->config.substeps > 0 ? world->config.substeps : 4;
    step_room room;
    double start = clock_now(world);
    if (!find_pairs(world, seconds)) return EVO_ERROR_MEMORY;
    double paired = clock_now(world);
    if (!measure(world, &room, seconds, substeps)) return EVO_ERROR_MEMORY;
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
