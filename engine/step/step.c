/* step.c: one step, in its order. */
#include "step/step.h"

#include <assert.h>

#include "core/core.h"
#include "step/private.h"

/* Steps between two looks for islands, and between two orders of memory. */
enum { SLEEP_STEPS = 8, REORDER_STEPS = 16 };

/* Data that a step derives. */
typedef struct deriving {
    step_world *world;
    motion_input motion;
    double pull;
    float warm; /* length of a substep, as part of what it was in the last step */
    step_places places;
    pair_list list;
    pair_ended ended;
    body_rows rows;
    uint8_t *free; /* bodies that no row pushed, by row */
    measure_input measure;
    measure_output measured;
    arena_mark packed; /* scratch from here on is needed until rows are prepared */
    pair_colours colours;
    contact_rows contacts;
    row_flags found;
    contact_input packing;
    joint_packed joints;
    impacts impacts;
    braced_bodies braced;
    crew *crew;             /* NULL: nobody shares the step */
    double gathered, items; /* time at which workers came, and bodies and rows to share; 0: few */
    step_end end;
    double since; /* clock time at which the phase began */
} deriving;

static double clock_now(const step_world *w) {
    return w->settings.clock ? w->settings.clock(w->settings.clock_context) : 0;
}

static void end_phase(deriving *d, step_phase phase) {
    if (!d->world->settings.clock) return;
    double now = clock_now(d->world);
    d->world->profile[phase] += now - d->since;
    d->since = now;
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

static evo_result list_pairs(deriving *d) {
    step_world *w = d->world;
    body_store *s = &w->bodies;
    if (!place_awake(&d->places, s, d->motion.seconds, d->pull, w->settings.lanes, d->crew,
                     &w->arena))
        return EVO_ERROR_MEMORY;
    end_phase(d, PHASE_PLACE);
    const index_input input = {s->collider_awake, (uint32_t)s->collider_list.count,
                               s->places,         d->places.radii,
                               s->links,          d->crew};
    const evo_result sorted = index_sort(&w->index, &input, &w->arena);
    if (sorted != EVO_OK) return sorted;
    if (d->places.some_fixed && !floor_join_moving(w)) return EVO_ERROR_MEMORY;
    end_phase(d, PHASE_INDEX);
    const pair_input pairs = {s,
                              &w->index,
                              d->places.radii,
                              d->places.some_fixed,
                              w->settings.lanes,
                              d->motion.seconds,
                              d->crew};
    pair_result found = pairs_find(&w->pairs, &d->list, &pairs, &w->arena);
    end_phase(d, PHASE_PAIRS);
    if (found == PAIRS_FOUND) return EVO_OK;
    return found == PAIRS_LIMIT ? EVO_ERROR_LIMIT : EVO_ERROR_MEMORY;
}

static evo_result find_pairs(deriving *d) {
    step_world *w = d->world;
    const arena_mark mark = arena_mark_of(&w->arena);
    const evo_result listed = list_pairs(d);
    arena_drop(&w->arena, mark);
    if (listed != EVO_OK) return listed;
    if (!pairs_match(&w->pairs, &d->list, &w->bodies, d->crew, &d->ended, &w->arena))
        return EVO_ERROR_MEMORY;
    end_phase(d, PHASE_MATCH);
    return EVO_OK;
}

static bool measure(deriving *d) {
    step_world *w = d->world;
    joints_unbrace(&w->bodies, &d->braced);
    d->braced.turns = (float)(2 * d->motion.seconds / d->motion.substeps) * d->warm;
    if (!joints_brace(&w->joints, &w->bodies, &d->braced, d->crew, &w->arena)) return false;
    if (!motion_load(&d->rows, &w->bodies, &d->motion, d->crew, &w->arena)) return false;
    end_phase(d, PHASE_LOAD);
    d->measure = (measure_input){.bodies = &w->bodies,
                                 .list = &d->list,
                                 .rows = d->rows.velocity,
                                 .some_unround = d->places.some_unround,
                                 .some_pulled = d->places.some_pulled,
                                 .seconds = (float)d->motion.seconds,
                                 .pull = (float)d->pull,
                                 .lanes = w->settings.lanes,
                                 .spare = w->settings.spare,
                                 .crew = d->crew};
    const pair_questions *ask = &w->settings.ask;
    bool measured = measure_pairs(&d->measure, &d->measured, &w->arena);
    if (measured && pair_is_asked(ask, &w->bodies))
        measured = pairs_ask(ask, &d->measure, &d->measured, &d->list, &w->arena)
                   && (!d->list.ruling.bounces || motion_expect_bounces(&d->rows, &w->arena));
    end_phase(d, PHASE_MEASURE);
    return measured;
}

/* ---- Solving --------------------------------------------------------------------------------- */

static void init_impacts(deriving *d) {
    step_world *w = d->world;
    d->impacts = (impacts){.room = &w->impacts,
                           .told = &w->told,
                           .arena = &w->arena,
                           .settings = &w->settings.impacts,
                           .ask = &w->settings.ask,
                           .bodies = &w->bodies,
                           .index = &w->index,
                           .radii = d->places.radii,
                           .list = &d->list,
                           .measured = &d->measured,
                           .velocities = &d->rows,
                           .rows = &d->contacts,
                           .motion = d->motion,
                           .substep = d->motion.seconds / d->motion.substeps,
                           .warm = d->warm,
                           .far = d->places.far};
}

static bool make_rows(deriving *d) {
    step_world *w = d->world;
    init_impacts(d);
    if (!impacts_classify(&d->impacts, d->crew)) return false;
    const pair_rows rows = {d->measured.row_a, d->measured.row_b, d->rows.velocity,
                            d->rows.held,      d->rows.count,     d->places.some_fixed};
    d->packed = arena_mark_of(&w->arena);
    if (!pairs_colour(&d->list, &rows, &d->colours, &w->arena)) return false;
    end_phase(d, PHASE_COLOUR);
    d->packing =
        (contact_input){&d->measure, &d->measured, &d->colours, d->impacts.pair_count, d->warm};
    bool packed = contacts_pack(&d->contacts, &d->packing, &w->arena);
    const joint_input joints = {.joints = &w->joints,
                                .bodies = &w->bodies,
                                .rows = &d->rows,
                                .seconds = d->motion.seconds,
                                .substep = d->impacts.substep,
                                .warm = d->warm,
                                .hertz = w->settings.joint_hertz,
                                .spare = w->settings.spare,
                                .crew = d->crew};
    packed = packed && joints_pack(&d->joints, &joints, &w->arena);
    end_phase(d, PHASE_PACK);
    return packed;
}

/* A phase of a substep, by the name of its kernels. */
#define ROWS(s, phase) pass_rows(s, (s)->lanes->phase, contact_kernels_1.phase)
#define BODIES(s, phase) pass_bodies(s, (s)->body_lanes->phase)
#define JOINTS(s, phase) pass_joints(s, (s)->joint_lanes->phase, joint_kernels_1.phase)

/* Remembers the velocities that bodies meet with: impacts that bounce are found by them. */
static void keep_met(const body_rows *rows) {
    if (rows->met) memcpy(rows->met, rows->base, 4 * (size_t)rows->count * sizeof *rows->met);
}

/* Passes of a substep that take back what impacts gave too much. */
enum { TAKING_BACK = 2 };

/* Gives back the bounces of a substep, all at once. */
static void give_back(const passes *s) {
    if (!flag_get(&s->rows.some->bounced)) return;
    for (int i = 0; i < TAKING_BACK; ++i) ROWS(s, take_back);
    ROWS(s, bounce);
}

/* Begins the first substep with the impulses of the last step. */
static void begin_warm(const passes *s) {
    JOINTS(s, warm);
    ROWS(s, warm);
}

/* One substep: half a kick, solve, drift and the other half of the kick, relax. */
static void solve_substep(deriving *d, const passes *s) {
    impacts_begin(s->events, s->bodies.first);
    BODIES(s, kick);
    flyers_kick(s->events);
    keep_met(&d->rows);
    if (s->bodies.first) begin_warm(s);
    JOINTS(s, solve);
    ROWS(s, solve);
    impacts_drift(s->events);
    BODIES(s, drift);
    impacts_store(s->events);
    JOINTS(s, relax);
    ROWS(s, relax);
    give_back(s);
    joints_take_loads(&d->joints, &d->world->joints, &d->world->bodies);
    impacts_take_deep(s->events);
    impacts_take_bounced(s->events);
}

static passes passes_of(deriving *d) {
    const step_settings *s = &d->world->settings;
    const contact_settings contact = {.seconds = d->motion.seconds,
                                      .substeps = d->motion.substeps,
                                      .gravity = vec_length(s->gravity),
                                      .push_speed = s->push_speed,
                                      .bounce_threshold = s->impacts.bounce_threshold,
                                      .times = (double)d->warm,
                                      .hertz = s->contact_hertz};
    return (passes){
        .crew = d->crew,
        .lanes = MACHINE_CHOOSE(s->lanes, &contact_kernels_1, &contact_kernels_4,
                                &contact_kernels_8, &contact_kernels_16),
        .body_lanes = MACHINE_CHOOSE(s->lanes, &body_kernels_1, &body_kernels_4, &body_kernels_8,
                                     &body_kernels_8),
        .joint_lanes = MACHINE_CHOOSE(s->lanes, &joint_kernels_1, &joint_kernels_4,
                                      &joint_kernels_8, &joint_kernels_16),
        .rows = {&d->rows, &d->contacts, &d->packing, contact_numbers_for(&contact), &d->found},
        .bodies = {&d->rows, (float)d->impacts.substep, d->motion.substeps, true, d->free},
        .joints = {&d->rows, &d->joints.blocks},
        .events = &d->impacts};
}

/* False: out of memory. */
static bool solve_all(deriving *d) {
    step_world *w = d->world;
    impacts *m = &d->impacts;
    d->free = ARENA_TAKE(&w->arena, uint8_t, (size_t)d->rows.count + 2);
    if (!d->free) return false;
    passes s = passes_of(d);
    m->pass = &s.rows;
    ROWS(&s, prepare);
    arena_drop(&w->arena, d->packed);
    if (flag_get(&d->found.crushed)
        && !contacts_share(&d->contacts, &d->list, &w->bodies, &d->rows, &w->arena))
        return false;
    contacts_mix(&d->contacts, &w->bodies, &d->list);
    for (int i = 0; i < d->motion.substeps; ++i) {
        m->begun = i * m->substep;
        m->left = d->motion.seconds - (i + 1) * m->substep;
        s.bodies.first = i == 0;
        solve_substep(d, &s);
        if (m->failed) return false;
    }
    impacts_end(m);
    BODIES(&s, find_free);
    end_phase(d, PHASE_SOLVE);
    return true;
}

/* ---- The end --------------------------------------------------------------------------------- */

/* Memory in canonical order: neighbours in space are neighbours there. It changes no bit. */
static void reorder(deriving *d) {
    step_world *w = d->world;
    body_store *s = &w->bodies;
    const index_awake *order = &w->index.awake;
    if (w->steps % REORDER_STEPS != 0 || s->collider_awake < REORDER_STEPS) return;
    uint32_t *bodies = ARENA_SCRATCH(&w->arena, uint32_t, s->awake);
    uint8_t *taken = ARENA_SCRATCH(&w->arena, uint8_t, s->collider_awake + s->awake);
    if (!bodies || !taken) return; /* tries again another time */
    uint32_t count = 0;
    memset(taken, 0, s->awake);
    for (uint32_t k = 0; k < s->collider_awake; ++k) {
        uint32_t body = s->links[order->slot[k]].body;
        if (!taken[body]) bodies[count++] = body;
        taken[body] = 1;
    }
    for (uint32_t i = 0; i < s->awake; ++i)
        if (!taken[i]) bodies[count++] = i;
    bodies_reorder(s, bodies, order->slot, taken);
}

/* Keeps what was solved for who asks; what follows takes from the arena behind it. */
static void keep_solved(const deriving *d) {
    const impacts *m = &d->impacts;
    d->world->solved = (step_solved){.known = true,
                                     .end = arena_mark_of(&d->world->arena),
                                     .pair_count = d->list.count,
                                     .event_count = m->pair_count,
                                     .parted_count = m->parted_count,
                                     .class_of = d->list.class_of,
                                     .second_of = d->list.second_of,
                                     .event_of = m->event_of,
                                     .rows = d->contacts,
                                     .bodies = d->rows};
}

static void publish(deriving *d) {
    step_world *w = d->world;
    bodies_settle(&w->bodies);
    (void)waking_end(w, true);
    w->islands.left = false;
    step_end_publish(&d->end, &w->bodies);
    joints_publish(&w->joints, &w->bodies, &d->joints, d->crew);
    told_show(&w->told, w->time);
    w->time += d->motion.seconds;
    w->substep = d->motion.seconds / d->motion.substeps;
    w->impact_count += d->impacts.count + w->first_touches;
    pairs_publish(&w->pairs, &d->list);
    colliders_settle(&w->bodies);
    ++w->steps;
    w->pair_count = d->list.count;
    w->row_count = d->contacts.single_end + d->joints.count;
    w->event_count = d->impacts.pair_count;
    w->colour_count = d->colours.used;
    keep_solved(d);
    assert(w->solved.event_count == 0 || d->impacts.flyer_count > 1); /* of two each */
    impacts_close(&d->impacts);
    end_phase(d, PHASE_PUBLISH);
    reorder(d);
    islands_sleep(w);
    waking_struck(w);
}

/* Finds pairs, and again with the islands that some of them wake. */
static evo_result find_and_wake(deriving *d) {
    for (bool woken = true; woken;) {
        const evo_result found = find_pairs(d);
        if (found != EVO_OK) return found;
        if (!measure(d)) return EVO_ERROR_MEMORY;
        const waking_pairs in = {&d->list, &d->measured, d->rows.velocity, d->motion.seconds};
        if (!waking_reached(d->world, &in, &woken)) return EVO_ERROR_MEMORY;
    }
    return EVO_OK;
}

/* Plans what sleeps from the end of the step on. False: out of memory. */
static bool plan_sleep(deriving *d) {
    step_world *w = d->world;
    d->list.kept->count = d->list.count;
    if (w->settings.never_sleep || (w->steps + 1) % SLEEP_STEPS != 0) return true;
    return islands_plan_sleep(w, d->list.kept, &d->end);
}

/* Awake bodies and rows of the last step from which on others share a step: with fewer they would
 * cost more than they do. */
enum { GATHERS_FROM = 2500 };

static double tasks_now(const evo_tasks *tasks) {
    return tasks->clock ? tasks->clock(tasks->context) : 0;
}

/* Gathers as many workers as pay, if there is enough to do. False: out of memory. */
static bool gather(deriving *d) {
    const step_world *w = d->world;
    const evo_tasks *tasks = &w->settings.tasks;
    const int workers = crew_choose(&w->choice, tasks);
    const uint32_t items = w->bodies.awake + w->row_count;
    if (tasks->workers < 2 || items < GATHERS_FROM) return true;
    d->items = items;
    d->gathered = tasks_now(tasks);
    if (workers < 2) return true;
    d->crew = ARENA_TAKE(&d->world->arena, crew, 1);
    if (!d->crew) return false;
    crew_gather(d->crew, tasks, workers);
    return true;
}

/* Lets the workers go, and notes what a step that was done cost. */
static void dismiss(deriving *d, bool done) {
    step_world *w = d->world;
    const evo_tasks *tasks = &w->settings.tasks;
    const bool stayed = d->crew ? crew_dismiss(d->crew) : true;
    if (!done) return;
    w->workers = d->crew && stayed ? d->crew->workers : 1;
    if (d->items > 0)
        crew_note(&w->choice, tasks, stayed, (tasks_now(tasks) - d->gathered) / d->items);
}

/* Does all that may fail. */
static evo_result derive(deriving *d) {
    step_world *w = d->world;
    if (!gather(d)) return EVO_ERROR_MEMORY;
    const evo_result found = find_and_wake(d);
    if (found != EVO_OK) return found;
    if (!make_rows(d) || !solve_all(d) || !waking_queue_struck(w, &d->impacts, d->list.count))
        return EVO_ERROR_MEMORY;
    d->end = (step_end){motion_ending_of(&w->bodies, &d->rows, d->free, &d->motion), &d->impacts,
                        d->crew};
    const report_input report = {w, &d->measure, &d->measured, &d->contacts, &d->ended, &d->end};
    w->first_touches = 0;
    bool done = report_pairs(&report) && joints_reserve_ends(&w->joints, w->joints.count)
                && bodies_reserve_remembered(&w->bodies);
    end_phase(d, PHASE_REPORT);
    done = done && plan_sleep(d); /* the last that may fail */
    end_phase(d, PHASE_SLEEP);
    return done ? EVO_OK : EVO_ERROR_MEMORY;
}

/* Times a substep may be longer than the last one, for impulses to be kept: those that ended an
 * approach do not grow with the step, and would throw bodies away. */
static const double WARM_MOST = 16;

/* The length of a substep, as part of the last one's; 0: that says nothing of this one. */
static float warm_part(const step_world *w, double seconds) {
    const double part = w->substep > 0 ? seconds / w->settings.substeps / w->substep : 1;
    return part <= WARM_MOST ? (float)part : 0;
}

evo_result step_advance(step_world *w, double seconds) {
    const step_settings *s = &w->settings;
    deriving d = {.world = w, .motion = {s->gravity, seconds, s->substeps}};
    d.impacts.room = &w->impacts;
    step_forget_forces(w);
    assert(w->islands.first_waking == NONE && "changes have ended the waking of islands");
    arena_reset(&w->arena);
    bodies_weigh(&w->bodies);
    memset(w->profile, 0, sizeof w->profile);
    d.warm = warm_part(w, seconds);
    d.pull = 0.5 * vec_length(s->gravity) * seconds * seconds;
    d.since = clock_now(w);
    drive_arrivals arrivals;
    const bool begun = drives_begin(w, seconds, &arrivals);
    evo_result result = begun ? derive(&d) : EVO_ERROR_MEMORY;
    if (result == EVO_OK)
        publish(&d);
    else
        (void)waking_end(w, false);
    dismiss(&d, result == EVO_OK);
    drives_end(w, &arrivals, result == EVO_OK);
    told_drop(&w->told);
    joints_unbrace(&w->bodies, &d.braced);
    impacts_close(&d.impacts);
    step_clear_arena(w);
    end_phase(&d, PHASE_REORDER);
    return result;
}
