/* step.c: one step, in its order. */
#include "step/step.h"

#include <assert.h>

#include "core/core.h"
#include "step/private.h"

/* Steps between two searches for islands, and between two reorderings of memory. */
enum { SLEEP_STEPS = 8, REORDER_STEPS = 16 };

static double clock_now(const step_world *w) {
    return w->settings.clock ? w->settings.clock(w->settings.clock_context) : 0;
}

static void end_phase(step *m, step_phase phase) {
    if (!m->world->settings.clock) return;
    double now = clock_now(m->world);
    m->world->profile[phase] += now - m->clock.phase;
    m->clock.phase = now;
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

bool step_sort(step *m) {
    m->sorted = m->sorted || pairs_sort(&m->finding, &m->world->arena) == EVO_OK;
    return m->sorted;
}

static evo_result list_pairs(step *m) {
    step_world *w = m->world;
    const body_store *s = m->bodies;
    const place_input place = {m->bodies, m->motion.seconds, m->pull, m->passes.kernels.turn,
                               m->crew};
    const uint32_t sort = w->index.awake.sort;
    if (!place_awake(&m->places, &place, &w->arena)) return EVO_ERROR_MEMORY;
    end_phase(m, PHASE_PLACE);
    m->finding = (pair_input){s,
                              &w->index,
                              m->places.radii,
                              m->places.sizes,
                              m->places.some_fixed,
                              m->passes.kernels.find,
                              m->passes.kernels.filter,
                              m->motion.seconds,
                              m->crew};
    const pair_result found = pairs_find(&w->pairs, &m->list, &m->finding, &w->arena);
    end_phase(m, PHASE_PAIRS);
    if (found != PAIRS_FOUND) return found == PAIRS_LIMIT ? EVO_ERROR_LIMIT : EVO_ERROR_MEMORY;
    m->sorted = w->index.awake.sort != sort;
    const bool needed = w->asked || m->places.far || m->places.some_fixed
                        || pair_is_asked(&w->settings.ask, s);
    if (needed && !step_sort(m)) return EVO_ERROR_MEMORY;
    if (m->sorted) colliders_begin_order(m->bodies);
    if (m->places.some_fixed && !floor_join_moving(w)) return EVO_ERROR_MEMORY;
    end_phase(m, PHASE_INDEX);
    return EVO_OK;
}

static evo_result find_pairs(step *m) {
    step_world *w = m->world;
    const arena_mark mark = arena_mark_of(&w->arena);
    const evo_result listed = list_pairs(m);
    arena_drop(&w->arena, mark);
    if (listed != EVO_OK) return listed;
    if (!pairs_match(&w->pairs, &m->list, m->bodies, m->crew, &m->ended, &w->arena))
        return EVO_ERROR_MEMORY;
    end_phase(m, PHASE_MATCH);
    return EVO_OK;
}

static bool measure(step *m) {
    step_world *w = m->world;
    joints_unbrace(m->bodies, &m->braced);
    m->braced.turns = (float)(2 * m->substep) * m->warm;
    if (!joints_brace(&w->joints, m->bodies, &m->braced, m->crew, &w->arena)) return false;
    if (!motion_load(&m->rows, m->bodies, &m->motion, m->crew, &w->arena)) return false;
    riders_load(m);
    end_phase(m, PHASE_LOAD);
    m->measure = (measure_input){.bodies = m->bodies,
                                 .list = &m->list,
                                 .rows = m->rows.velocity,
                                 .some_unround = m->places.some_unround,
                                 .some_pulled = m->places.some_pulled,
                                 .seconds = (float)m->motion.seconds,
                                 .pull = (float)m->pull,
                                 .spare = w->settings.spare,
                                 .crew = m->crew};
    const pair_questions *ask = &w->settings.ask;
    bool measured = measure_pairs(&m->measure, &m->passes.kernels.measure, &m->measured, &w->arena);
    if (measured && pair_is_asked(ask, m->bodies))
        measured = pairs_ask(ask, &m->measure, &m->measured, &w->arena)
                   && (!m->list.ruling.bounces || motion_expect_bounces(&m->rows, &w->arena));
    end_phase(m, PHASE_MEASURE);
    return measured;
}

/* Finds pairs, and finds them again after some of them woke islands. The loop ends: each repetition
 * wakes an island, which sleeps no more in this step. */
static evo_result find_and_wake(step *m) {
    for (bool woken = true; woken;) {
        const evo_result found = find_pairs(m);
        if (found != EVO_OK) return found;
        if (!measure(m) || !waking_reached(m, &woken)) return EVO_ERROR_MEMORY;
    }
    return EVO_OK;
}

/* ---- Passes ---------------------------------------------------------------------------------- */

/* Passes shared by workers, colour by colour. In: kernels, which get a range of blocks; out: the
 * same result as without workers. Invariant: blocks of a colour move no body that another block of
 * it reads. Flags that they set meanwhile save work, and change no result. */

/* Least number of blocks in a piece: fewer are done before another worker has joined. */
enum { BLOCKS_LEAST = 8 };

/* A range of blocks that is shared. */
typedef struct shared_blocks {
    const step *by;
    contact_kernel rows;
    joint_kernel joints;
    uint32_t first; /* lane */
} shared_blocks;

static void rows_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const shared_blocks *shared = data;
    (void)worker;
    shared->rows(&shared->by->passes.contacts, shared->first + from * ROW_BLOCK,
                 shared->first + to * ROW_BLOCK);
}

static void joints_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const shared_blocks *shared = data;
    (void)worker;
    shared->joints(&shared->by->passes.joints, shared->first + from * ROW_BLOCK,
                   shared->first + to * ROW_BLOCK);
}

static void share_colours(const step *m, shared_blocks *shared, const uint32_t *starts, int colours,
                          crew_piece piece) {
    for (int c = 0; c < colours; ++c) {
        shared->first = starts[c];
        assert(starts[c] % ROW_BLOCK == 0 && starts[c + 1] % ROW_BLOCK == 0
               && "no block is of two colours");
        crew_loop(m->crew, piece, shared, (starts[c + 1] - starts[c]) / ROW_BLOCK, BLOCKS_LEAST);
    }
}

static void pass_contacts(const step *m, contact_pass_kind kind) {
    const contact_rows *rows = &m->contacts;
    const contact_kernel lanes = m->passes.kernels.contacts[kind];
    const contact_kernel single = lane_kernels_1.contacts[kind];
    shared_blocks shared = {.by = m, .rows = lanes};
    if (m->crew)
        share_colours(m, &shared, rows->starts, rows->colours, rows_piece);
    else if (rows->lanes > 0)
        lanes(&m->passes.contacts, 0, rows->lanes);
    if (rows->single_end > rows->lanes) single(&m->passes.contacts, rows->lanes, rows->single_end);
    event_rows_pass(m, single);
    riders_pass(m, single);
}

static void pass_joints(const step *m, joint_pass_kind kind) {
    const joint_blocks *joints = &m->joints.blocks;
    const joint_kernel lanes = m->passes.kernels.joints[kind];
    shared_blocks shared = {.by = m, .joints = lanes};
    if (joints->single_end == 0) return;
    if (!m->crew)
        lanes(&m->passes.joints, 0, joints->lanes);
    else
        share_colours(m, &shared, joints->starts, joints->colours, joints_piece);
    lane_kernels_1.joints[kind](&m->passes.joints, joints->lanes, joints->single_end);
}

/* Least number of pairs of body rows in a piece. */
enum { BODIES_LEAST = 64 };

typedef struct shared_bodies {
    const body_pass *pass;
    body_kernel kernel;
} shared_bodies;

static void bodies_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const shared_bodies *shared = data;
    (void)worker;
    shared->kernel(shared->pass, 2 * from, 2 * to);
}

static void pass_bodies(const step *m, body_pass_kind kind) {
    shared_bodies shared = {&m->passes.bodies, m->passes.kernels.bodies[kind]};
    crew_loop(m->crew, bodies_piece, &shared, m->rows.count / 2, BODIES_LEAST);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Sets the arguments of passes; `free`: room for flags by row. */
static void set_passes(step *m, uint8_t *free) {
    const step_settings *s = &m->world->settings;
    const contact_settings contact = {.seconds = m->motion.seconds,
                                      .substeps = m->motion.substeps,
                                      .gravity = s->gravity,
                                      .push_speed = s->push_speed,
                                      .bounce_threshold = s->impacts.bounce_threshold,
                                      .times = (double)m->warm,
                                      .hertz = s->contact_hertz,
                                      .rocking_loss = s->never_sleep ? 0 : s->rocking_loss};
    step_passes *p = &m->passes;
    p->contacts = (contact_pass){&m->rows, &m->contacts, &p->packing, contact_numbers_for(&contact),
                                 &p->found};
    p->bodies = (body_pass){&m->rows, (float)m->substep, m->motion.substeps, true, free};
    p->joints = (joint_pass){&m->rows, &m->joints.blocks};
}

/* Colours pairs, and packs and prepares rows of contacts and joints. False: out of memory. */
static bool make_rows(step *m) {
    step_world *w = m->world;
    if (!impacts_classify(m)) return false;
    const pair_rows rows = {m->measured.row_a, m->measured.row_b, m->rows.velocity,
                            m->rows.locked,    m->rows.count,     m->places.some_fixed};
    const arena_mark mark = arena_mark_of(&w->arena);
    if (!pairs_colour(&m->list, &rows, &m->colours, &w->arena)) return false;
    end_phase(m, PHASE_COLOUR);
    m->passes.packing =
        (contact_input){&m->measure, &m->measured, &m->colours, m->room->pair_count, m->warm};
    const joint_input joints = {.joints = &w->joints,
                                .bodies = m->bodies,
                                .rows = &m->rows,
                                .seconds = m->motion.seconds,
                                .substep = m->substep,
                                .warm = m->warm,
                                .hertz = w->settings.joint_hertz,
                                .spare = w->settings.spare,
                                .crew = m->crew};
    const bool packed = contacts_pack(&m->contacts, &m->passes.packing, &w->arena)
                        && joints_pack(&m->joints, &joints, &w->arena);
    end_phase(m, PHASE_PACK);
    uint8_t *free = packed ? ARENA_TAKE(&w->arena, uint8_t, (size_t)m->rows.count + 2) : NULL;
    if (!free) return false;
    set_passes(m, free);
    pass_contacts(m, CONTACTS_PREPARE);
    arena_drop(&w->arena, mark); /* entries of rows, and colours, are needed no longer */
    if (flag_get(&m->passes.found.crushed)
        && !contacts_share(&m->contacts, &m->list, m->bodies, &m->rows, &w->arena))
        return false;
    contacts_mix(&m->contacts, m->bodies, &m->list);
    return riders_make_rows(m);
}

/* ---- Substeps -------------------------------------------------------------------------------- */

/* Passes of a substep that reduce impulses which impacts made too large. */
enum { TAKING_BACK = 2 };

/* One substep: half a kick, solve, drift and the other half of the kick, relax. */
static void solve_substep(step *m) {
    const body_rows *rows = &m->rows;
    const bool first = m->done == 0;
    m->passes.bodies.first = first;
    event_rows_begin(m);
    pass_bodies(m, BODIES_KICK);
    flyers_kick(m);
    if (rows->met) /* keeps the velocities before impacts: bounces are found by them */
        memcpy(rows->met, rows->base, 4 * (size_t)rows->count * sizeof *rows->met);
    if (first) { /* the impulses of the last step */
        pass_joints(m, JOINTS_WARM);
        pass_contacts(m, CONTACTS_WARM);
    }
    pass_joints(m, JOINTS_SOLVE);
    pass_contacts(m, CONTACTS_SOLVE);
    impacts_drift(m);
    pass_bodies(m, BODIES_DRIFT);
    event_rows_store(m);
    pass_joints(m, JOINTS_RELAX);
    pass_contacts(m, CONTACTS_RELAX);
    if (flag_get(&m->passes.found.bounced)) {
        for (int i = 0; i < TAKING_BACK; ++i) pass_contacts(m, CONTACTS_TAKE_BACK);
        pass_contacts(m, CONTACTS_BOUNCE);
    }
    joints_take_loads(&m->joints, &m->world->joints, m->bodies);
    impacts_take_deep(m);
    impacts_take_bounced(m);
}

/* Makes all substeps. False: out of memory. */
static bool solve_all(step *m) {
    for (; m->done < m->motion.substeps && !m->failed; ++m->done) solve_substep(m);
    if (m->failed) return false;
    impacts_end(m);
    pass_bodies(m, BODIES_FIND_FREE);
    end_phase(m, PHASE_SOLVE);
    return true;
}

/* ---- The end --------------------------------------------------------------------------------- */

/* Puts memory into canonical order: neighbours in space become neighbours in memory. No bit of a
 * result changes. */
static void reorder(step_world *w) {
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

static void publish(step *m) {
    step_world *w = m->world;
    bodies_settle(&w->bodies);
    (void)waking_end(w, true);
    w->islands.left = false;
    step_end_publish(m);
    riders_publish(m);
    joints_publish(&w->joints, &w->bodies, &m->joints, m->crew);
    told_show(&w->told, &w->bodies, w->time);
    w->time += m->motion.seconds;
    w->substep = m->substep;
    w->impact_count += m->impact_count + w->first_touches;
    pairs_publish(&w->pairs, &m->list);
    colliders_settle(&w->bodies);
    ++w->steps;
    w->pair_count = m->list.count;
    w->row_count = m->contacts.single_end + m->joints.count;
    w->event_count = m->room->pair_count;
    w->colour_count = m->colours.used;
    w->solved = (step_solved){.known = true, /* later takes of the arena come behind it */
                              .end = arena_mark_of(&w->arena),
                              .pair_count = m->list.count,
                              .class_of = m->list.class_of,
                              .second_of = m->list.second_of,
                              .event_of = m->event_of,
                              .rows = m->contacts,
                              .bodies = m->rows};
    assert((w->event_count == 0 || m->room->flyer_count > 1) && "an event pair has two flyers");
    impacts_close(m);
    if (w->asked) step_keep_order(w);
    end_phase(m, PHASE_PUBLISH);
    if (m->sorted) reorder(w);
    islands_sleep(w);
    waking_struck(w);
}

/* Plans the islands that sleep from the end of the step on. False: out of memory. */
static bool plan_sleep(step *m) {
    const step_world *w = m->world;
    m->list.kept->count = m->list.count;
    if (w->settings.never_sleep || (w->steps + 1) % SLEEP_STEPS != 0) return true;
    return islands_plan_sleep(m);
}

/* Awake bodies and rows of the last step from which workers share a step: with fewer, sharing costs
 * more than it saves. */
enum { GATHERS_FROM = 2500 };

static double tasks_now(const evo_tasks *tasks) {
    return tasks->clock ? tasks->clock(tasks->context) : 0;
}

/* Gathers the number of workers that pays, if there is enough work. False: out of memory. */
static bool gather(step *m) {
    step_world *w = m->world;
    const evo_tasks *tasks = &w->settings.tasks;
    const int workers = crew_choose(&w->choice, tasks);
    const uint32_t items = w->bodies.awake + w->row_count;
    if (tasks->workers < 2 || items < GATHERS_FROM) return true;
    m->clock.items = items;
    m->clock.gathered = tasks_now(tasks);
    if (workers < 2) return true;
    m->crew = ARENA_TAKE(&w->arena, crew, 1);
    if (!m->crew) return false;
    crew_gather(m->crew, tasks, workers);
    return true;
}

/* Releases the workers, and notes the cost of a step that was done. */
static void dismiss(step *m, bool done) {
    step_world *w = m->world;
    const evo_tasks *tasks = &w->settings.tasks;
    const step_clock *clock = &m->clock;
    const bool stayed = m->crew ? crew_dismiss(m->crew) : true;
    if (!done) return;
    w->workers = m->crew && stayed ? m->crew->workers : 1;
    if (clock->items > 0)
        crew_note(&w->choice, tasks, stayed, (tasks_now(tasks) - clock->gathered) / clock->items);
}

/* Makes all parts of a step that may fail. */
static evo_result derive(step *m) {
    step_world *w = m->world;
    if (!gather(m)) return EVO_ERROR_MEMORY;
    const evo_result found = find_and_wake(m);
    if (found != EVO_OK) return found;
    if (!make_rows(m) || !solve_all(m) || !waking_queue_struck(m)) return EVO_ERROR_MEMORY;
    m->ending = motion_ending_of(m->bodies, &m->rows, m->passes.bodies.free, &m->motion);
    w->first_touches = 0;
    bool done = report_pairs(m) && joints_reserve_ends(&w->joints, w->joints.count)
                && bodies_reserve_remembered(m->bodies);
    end_phase(m, PHASE_REPORT);
    done = done && plan_sleep(m); /* nothing after this may fail */
    end_phase(m, PHASE_SLEEP);
    return done ? EVO_OK : EVO_ERROR_MEMORY;
}

/* Largest ratio of a substep to the last one at which impulses are kept: impulses that ended an
 * approach do not grow with the step, and would throw bodies away. */
static const double WARM_MOST = 16;

/* Returns the length of the substep relative to the last one; 0: impulses are not kept. */
static float warm_part(const step_world *w, double seconds) {
    const double part = w->substep > 0 ? seconds / w->settings.substeps / w->substep : 1;
    return part <= WARM_MOST ? (float)part : 0;
}

evo_result step_advance(step_world *w, double seconds) {
    const step_settings *s = &w->settings;
    step m = {.world = w,
              .bodies = &w->bodies,
              .room = &w->impacts,
              .motion = {s->gravity, seconds, s->substeps, riders_count(w)},
              .substep = seconds / s->substeps,
              .pull = 0.5 * vec_length(s->gravity) * seconds * seconds,
              .warm = warm_part(w, seconds)};
    m.passes.kernels = lane_kernels_for(s->lanes);
    step_forget_forces(w);
    w->ordered = false;
    w->impacts.pair_count = 0;
    assert(w->islands.first_waking == NONE && "changes have ended the waking of islands");
    arena_reset(&w->arena);
    bodies_weigh(&w->bodies);
    memset(w->profile, 0, sizeof w->profile);
    m.clock.phase = clock_now(w);
    drive_arrivals arrivals;
    const bool begun = drives_begin(w, seconds, &arrivals);
    const evo_result result = begun ? derive(&m) : EVO_ERROR_MEMORY;
    const bool done = result == EVO_OK;
    if (done)
        publish(&m);
    else
        (void)waking_end(w, false);
    dismiss(&m, done);
    drives_end(w, &arrivals, done);
    told_drop(&w->told);
    joints_unbrace(&w->bodies, &m.braced);
    impacts_close(&m);
    step_clear_arena(w);
    end_phase(&m, PHASE_REORDER);
    return result;
}
