/* step.c: one step of EVO_CONTACTS, in its order: contacts that begin and end, where bodies have
 * left their margins; near pairs that have become active; contacts, measured; impacts within the
 * step; bodies, from their doubles into the solver's rows and back. */
#include "contact/approach.h"
#include "contact/bodies.h"
#include "contact/contacts.h"
#include "contact/gains.h"
#include "contact/ground.h"
#include "contact/near.h"
#include "contact/pairs.h"
#include "contact/sleep.h"
#include "contact/undo.h"
#include "solve/damping.h"
#include "solve/solve.h"
#include "world/world.h"

/* Tables of the solver, and what chooses its contacts, in scratch. */
typedef struct step_tables {
    solve_rows rows;
    measure_choice choice;
    active_list active;
    void *squeezing; /* room to find what is squeezed, and to solve it; or NULL */
    solve_squeezes squeezes;
    gains gains;
    double seconds;
    int substeps;
    bool sleep_due;
    double pairs; /* seconds that it took to find them */
} step_tables;

/* ---- Rows ------------------------------------------------------------------------------------ */

/* The ground is row 0; lanes of eight take two rows at once. */
static size_t count_rows(const graph *g) {
    return (g->bodies.movers + 2) / 2 * 2;
}

static bool make_tables(graph *g, step_tables *t) {
    size_t rows = count_rows(g), table = 4 * rows, batches = g->batches.count + 1;
    size_t singles = contacts_uncoloured_size(g);
    size_t size = 4 * table * sizeof(float) + singles + batches * (2 * sizeof(uint32_t) + 6);
    size_t squeezing = squeezes_scratch(g), squeezes_at = (size + 63) / 64 * 64;
    size_t lanes = g->batches.lanes < SQUEEZE_LANES ? g->batches.lanes : SQUEEZE_LANES;
    if (squeezing > 0) size = squeezes_at + squeezing + squeezes_room(lanes, rows);
    size_t gains_at = (size + 63) / 64 * 64;
    size = gains_at + gains_room(g);
    size_t resting = sleep_scratch(g); /* of the step's end: there must be room already */
    float *at = graph_scratch(g, size > resting ? size : resting);
    if (!at) return false;
    size_t even = 4 * (rows - g->bodies.movers - 1); /* floats that even the rows out */
    for (size_t i = 0; i < 4; ++i) {
        memset(at + i * table, 0, 4 * sizeof(float));
        memset(at + (i + 1) * table - even, 0, even * sizeof(float));
    }
    solve_rows tables = {at, at + table, at + 2 * table, at + 3 * table, rows};
    t->rows = tables;
    t->active.singles = (uint32_t *)(void *)(at + 4 * table);
    t->active.batches = t->active.singles + singles / sizeof(uint32_t);
    t->choice.bouncing = t->active.batches + batches;
    t->choice.bounces = (uint8_t *)(t->choice.bouncing + batches);
    t->choice.clear = t->choice.bounces + batches;
    t->choice.close = t->choice.clear + batches;
    t->choice.touched = t->choice.close + batches;
    t->choice.parted = t->choice.touched + batches;
    t->choice.passing = t->choice.parted + batches;
    t->squeezing = squeezing > 0 ? (unsigned char *)at + squeezes_at : NULL;
    if (squeezing > 0)
        squeezes_lay(&t->squeezes, lanes, rows, (unsigned char *)t->squeezing + squeezing);
    gains_lay(g, (unsigned char *)at + gains_at, &t->gains);
    return true;
}

/* What gravity and forces add in a substep, and damping takes. */
static void drive_by_all(const graph *g, uint32_t index, double h, int substeps, float *drive) {
    const body_record *record = graph_body_at(g, index);
    const body_extra *extra = extra_of(g, record);
    const body_state *state = &g->bodies.states[index];
    evo_vec2 push = vec_scale(extra->force, h / record->mass);
    double turn = body_turns_by(record) > 0 ? h * extra->torque / record->inertia : 0;
    push = vec_along(push, h * extra->gravity_scale, g->config->gravity);
    damped linear = damped_by(extra->damping, h, substeps);
    damped angular = damped_by(extra->spin_damping, h, substeps);
    push = vec_along(vec_scale(push, linear.drive), linear.speed, state->velocity);
    turn = turn * angular.drive + angular.speed * state->spin;
    drive[0] = (float)push.x;
    drive[1] = (float)push.y;
    drive[2] = (float)turn * g->bodies.sims[index].gyration;
}

static solve_bodies movers_of(const graph *g) {
    solve_bodies bodies = {g->bodies.states, g->bodies.sims, g->bodies.movers};
    return bodies;
}

static void fill_rows(const evo_world *world, const step_tables *t) {
    const graph *g = &world->graph;
    solve_bodies bodies = movers_of(g);
    double h = t->seconds / t->substeps;
    evo_vec2 gravity = vec_scale(world->config.gravity, h);
    rows_fill(world->rows, &bodies, &t->rows, (float)gravity.x, (float)gravity.y);
    if (g->bodies.extra_list.count == 0) return;
    for (uint32_t index = 0; index < g->bodies.movers; ++index)
        if (g->bodies.sims[index].driven)
            drive_by_all(g, index, h, t->substeps, t->rows.drive + 4 * ((size_t)index + 1));
}

static double clock_now(const evo_world *world) {
    return world->config.clock ? world->config.clock(world->config.clock_context) : 0;
}

/* ---- Contacts -------------------------------------------------------------------------------- */

/* Where bodies strike each other within steps they come out of them faster than they were; what
 * leaves its margin for that costs a second look at all. */
static const float RESERVE_STRUCK = 4.0f;

static int substeps_of(const evo_world *world) {
    return world->config.substeps > 0 ? world->config.substeps : 4;
}

static rows_span span_of(const evo_world *world, double seconds) {
    double fall = vec_length(world->config.gravity) * seconds * seconds;
    const near_wind *w = &world->graph.wind;
    bool struck = world->substep.impact_list.count > 0; /* in the last step */
    rows_span span = {.time = seconds,
                      .seconds = (float)seconds,
                      .substeps = substeps_of(world),
                      .fall = (float)fall,
                      .wind = {w->velocity[0], w->velocity[1]},
                      .led = {w->led[0], w->led[1]},
                      .reserve = struck ? RESERVE_STRUCK : 1};
    return span;
}

/* Forces may take a body farther than it moves by itself. */
static void add_driven(const graph *g, double seconds, rows_leaving *leaving) {
    for (uint32_t index = 0; index < g->bodies.movers && g->bodies.extra_list.count > 0; ++index)
        if (g->bodies.sims[index].driven && margin_outrun(g, index, seconds))
            leaving->bodies[leaving->count++] = index;
}

/* Contacts of all that has left its margin, or may in this step. */
static bool find_pairs(evo_world *world, double seconds) {
    graph *g = &world->graph;
    solve_bodies bodies = movers_of(g);
    rows_span span = span_of(world, seconds);
    rows_leaving leaving = {graph_scratch(g, 2 * (bodies.count + 8) * sizeof(uint32_t)), 0, false};
    if (!leaving.bodies) return false;
    rows_pace(world->rows, &bodies, &span, &leaving);
    add_driven(g, seconds, &leaving);
    g->leaping = leaving.leaping;
    return pairs_update(g, seconds, leaving.bodies, leaving.count);
}

/* Forces take driven bodies farther ahead, too. */
static void close_driven(graph *g, double seconds, float *closing) {
    for (uint32_t index = 0; index < g->bodies.movers && g->bodies.extra_list.count > 0; ++index) {
        body_sim *sim = &g->bodies.sims[index];
        if (!sim->driven) continue;
        float more = (float)(vec_length(body_pull(g, index)) * seconds * seconds);
        sim->ahead += more;
        closing[index + 1] += more;
    }
}

/* Near pairs that may meet in the step become active. */
static bool activate(evo_world *world, double seconds) {
    graph *g = &world->graph;
    solve_bodies bodies = movers_of(g);
    rows_span span = span_of(world, seconds);
    size_t due_size = (g->near.count + 8) * sizeof(uint32_t);
    size_t closing_at = (due_size + 63) / 64 * 64;
    unsigned char *block = graph_scratch(g, closing_at + (bodies.count + 9) * sizeof(float));
    if (!block) return false;
    float *closing = (float *)(void *)(block + closing_at);
    closing[0] = wind_close(g, span.seconds, span.fall);
    rows_close(world->rows, &bodies, &span, closing + 1);
    close_driven(g, seconds, closing);
    size_t count = near_use_up(g, closing, (uint32_t *)(void *)block);
    movers_place(g);
    return near_activate(g, seconds, (uint32_t *)(void *)block, count);
}

static measure_rows rows_to_measure(const step_tables *t) {
    measure_rows rows = {t->rows.velocity, t->rows.shift, t->rows.drive};
    return rows;
}

static void choose(evo_world *world, step_tables *t, bool begun) {
    double bounce = world->config.bounce_threshold;
    measure_rows rows = rows_to_measure(t);
    contacts_choose(&world->graph, t->seconds, t->substeps, &rows, bounce, begun, &t->choice);
}

/* Contacts found and measured; then bodies into rows, and what impacts come too suddenly for the
 * solver. *asleep: as in substep_find. */
static bool measure(evo_world *world, step_tables *t, uint32_t *asleep) {
    graph *g = &world->graph;
    double start = clock_now(world);
    undo_lanes(g);
    if (!find_pairs(world, t->seconds) || !activate(world, t->seconds) || !undo_remember_lanes(g)
        || !make_tables(g, t))
        return false;
    t->pairs += clock_now(world) - start;
    contacts_measure(g, t->seconds);
    fill_rows(world, t);
    choose(world, t, false);
    return substep_find(&world->substep, world->time, t->seconds, &t->choice, asleep);
}

/* Times that margins are made wider for what is struck out of them: enough for chains of impacts,
 * and an end to it. */
enum { STRAYS_MOST = 4 };

/* The same, again after each sleeper that has to be woken because something will strike it, and
 * when something strays. */
static bool measure_all(evo_world *world, step_tables *t) {
    for (int strays = 0;;) {
        uint32_t asleep;
        bool refused = false;
        if (!measure(world, t, &asleep)) return false;
        bool again = asleep == NONE && strays < STRAYS_MOST
                     && substep_strays(&world->substep, t->seconds, &refused);
        if (refused) return false;
        if (asleep == NONE && !again) return true;
        strays += again;
        if (asleep == NONE) continue;
        undo_lanes(&world->graph); /* before they change their places */
        if (!sleep_wake(&world->graph, asleep, false)) return false;
    }
}

/* Bodies that have come to something go on from there with the solver: contacts are measured
 * again. */
static void measure_returned(evo_world *world, step_tables *t) {
    substep_place(&world->substep);
    movers_place(&world->graph);
    fill_rows(world, t);
    substep_tell_begun(&world->substep, t->seconds, t->rows.shift, t->rows.drive);
    contacts_measure(&world->graph, t->seconds);
    choose(world, t, true);
}

/* All that may fail; after it, nothing does. */
static bool make_ready(evo_world *world, step_tables *t) {
    graph *g = &world->graph;
    size_t returned;
    if (!measure_all(world, t)) return false;
    if (!substep_return(&world->substep, t->seconds, &returned)) return false;
    if (returned > 0 && !make_tables(g, t)) return false;
    t->sleep_due = sleep_is_due(g, world->steps);
    if (returned > 0) {
        /* The choice is made anew below: any lane may change. */
        for (size_t i = 0; i < g->batches.count; ++i)
            t->choice.touched[i] = (uint8_t)~g->batches.pairs[i].touching;
        memset(t->choice.parted, 0xff, g->batches.count);
        t->choice.parting = true;
    }
    size_t impacts = world->substep.impact_list.count;
    size_t endings = g->contacts.ending_list.count;
    if (!touches_reserve(g, touches_most(g, &t->choice) + impacts + endings)
        || !impacts_reserve(world, g->batches.count) || !contacts_part_reserve(g, &t->choice)
        || !sleep_reserve(g, t->sleep_due) || !moved_reserve(g, g->bodies.movers))
        return false;
    if (returned > 0) measure_returned(world, t);
    substep_return_unstruck(&world->substep, &t->choice);
    return true;
}

/* ---- The step -------------------------------------------------------------------------------- */

/* What is squeezed, if anything is. */
static solve_squeezes *squeezes_of(evo_world *world, step_tables *t) {
    if (!t->squeezing) return NULL;
    double seconds = t->seconds / t->substeps;
    squeezes_find(&world->graph, t->choice.close, t->rows.velocity, seconds, t->squeezing,
                  &t->squeezes.list);
    return t->squeezes.list.count > 0 ? &t->squeezes : NULL;
}

static void solve(evo_world *world, step_tables *t) {
    graph *g = &world->graph;
    const batch_pool *p = &g->batches;
    contacts_commit(g, &t->choice, &t->active);
    solve_batches batches = {p->batches,        p->sorts,        p->extras,
                             t->active.batches, t->active.count, false};
    solve_batches singles = {
        p->batches, p->sorts, p->extras, t->active.singles, t->active.single_count, true};
    solve_numbers numbers =
        solve_numbers_for(t->seconds, t->substeps, world->config.bounce_threshold);
    substep_hold(&world->substep, &t->choice);
    touches_note(g, &t->choice);
    measure_rows rows = rows_to_measure(t);
    contacts_predict(g, t->seconds, &rows, &t->choice);
    substep_predict(&world->substep, t->seconds, &t->choice);
    contacts_keep_clear(g, t->seconds, t->substeps, &rows, &t->choice);
    solve_squeezes *squeezes = squeezes_of(world, t);
    solve_work work = {world->solve, t->rows, batches, singles, squeezes};
    solve_step(&work, &numbers, t->substeps);
    gains_find(g, &t->choice, &rows, t->substeps, &t->gains);
    ground_hold(g, t->rows.shift);
}

/* What has gone farther than its margin is not where queries would look for it. */
static void note_beyond(graph *g) {
    for (uint32_t index = 0; index < g->bodies.movers; ++index)
        if (g->bodies.sims[index].margin < 0) body_moved(g, g->bodies.sims[index].id);
}

static void clear_forces(graph *g) {
    for (uint32_t index = 0; index < g->bodies.movers && g->bodies.extra_list.count > 0; ++index)
        if (g->bodies.sims[index].driven) forces_clear(g, graph_body_at(g, index));
}

static void finish(evo_world *world, step_tables *t) {
    graph *g = &world->graph;
    solve_bodies bodies = movers_of(g);
    touches_note_bounces(g);
    impacts_note(world, t->seconds);
    contacts_part(g, &t->choice);
    pairs_commit(g);
    rows_span span = span_of(world, t->seconds);
    rows_wind sums = {.x = 0};
    if (rows_take(world->rows, &bodies, &t->rows, &span, &sums)) note_beyond(g);
    gains_take(g, &t->gains);
    substep_settle(&world->substep, t->seconds);
    wind_sums all = {vec(sums.x, sums.y), vec(sums.led_x, sums.led_y), sums.square};
    wind_turn(g, t->seconds, &all);
    clear_forces(g);
    if (t->sleep_due) sleep_fall(g);
    if (sleep_wake_touched(g)) sleep_forget_touched(g);
    events_show(world);
    world->time += t->seconds;
    ++world->steps;
    graph_tidy(g, world->bytes);
    substep_trim(&world->substep);
}

evo_result evo_world_step(evo_world *world, double seconds) {
    if (!world || !(seconds >= 0 && seconds <= 1e30)) return EVO_ERROR_INVALID;
    if (world->config.stepping == EVO_EVENTS) return event_bridge_step(world, seconds);
    if (seconds == 0) return EVO_OK;
    int substeps = substeps_of(world);
    step_tables tables = {.seconds = seconds, .substeps = substeps};
    double start = clock_now(world);
    world->graph.crowded = false;
    undo_begin(&world->graph);
    if (!sleep_wake_touched(&world->graph) || !make_ready(world, &tables)) {
        undo_step(&world->graph);
        return world->graph.crowded ? EVO_ERROR_LIMIT : EVO_ERROR_MEMORY;
    }
    sleep_forget_touched(&world->graph);
    events_begin(world);
    double measured = clock_now(world);
    solve(world, &tables);
    double solved = clock_now(world);
    finish(world, &tables);
    double end = clock_now(world);
    world->profile.pairs = tables.pairs;
    world->profile.contacts = measured - start - tables.pairs;
    world->profile.solve = solved - measured;
    world->profile.finish = end - solved;
    world->profile.step = end - start;
    return EVO_OK;
}
