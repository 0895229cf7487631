/* step.c: one step, in its order. */
#include "step/step.h"

#include <assert.h>

#include "core/machine.h"
#include "core/sort.h"
#include "step/drive.h"
#include "step/floor.h"
#include "step/place.h"
#include "step/report.h"

/* Steps between two looks for islands, and between two orders of memory. */
enum { SLEEP_STEPS = 8, REORDER_STEPS = 16 };

/* Passes of a substep that pass impacts on, at most. */
enum { PASSES_ON = 8 };

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
    contact_input packing;
    joint_packed joints;
    impacts impacts;
    braced_bodies braced;
    step_end end;
    uint32_t *struck; /* islands of sleepers that were struck */
    uint32_t struck_count;
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

static island_world islands_of(step_world *w) {
    return (island_world){&w->islands, &w->bodies, &w->index, &w->pairs, &w->joints};
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

static evo_result list_pairs(deriving *d) {
    step_world *w = d->world;
    body_store *s = &w->bodies;
    if (!place_awake(&d->places, s, d->motion.seconds, d->pull, w->settings.lanes, &w->arena))
        return EVO_ERROR_MEMORY;
    end_phase(d, PHASE_PLACE);
    const index_input input = {s->collider_awake, (uint32_t)s->collider_list.count, s->places,
                               d->places.radii, s->links};
    const evo_result sorted = index_sort(&w->index, &input, &w->arena);
    if (sorted != EVO_OK) return sorted;
    if (d->places.some_fixed && !floor_join_moving(w)) return EVO_ERROR_MEMORY;
    end_phase(d, PHASE_INDEX);
    const pair_input pairs = {
        s, &w->index, d->places.radii, d->places.some_fixed, w->settings.lanes, d->motion.seconds};
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
    if (!pairs_match(&w->pairs, &d->list, &w->bodies, &d->ended, &w->arena))
        return EVO_ERROR_MEMORY;
    end_phase(d, PHASE_MATCH);
    return EVO_OK;
}

static bool measure(deriving *d) {
    step_world *w = d->world;
    const float turns = (float)(2 * d->motion.seconds / d->motion.substeps) * d->warm;
    joints_unbrace(&w->bodies, &d->braced);
    if (!joints_brace(&w->joints, &w->bodies, turns, &d->braced, &w->arena)) return false;
    if (!motion_load(&d->rows, &w->bodies, &d->motion, &w->arena)) return false;
    end_phase(d, PHASE_LOAD);
    d->measure = (measure_input){.bodies = &w->bodies,
                                 .list = &d->list,
                                 .rows = d->rows.velocity,
                                 .some_unround = d->places.some_unround,
                                 .some_pulled = d->places.some_pulled,
                                 .seconds = (float)d->motion.seconds,
                                 .pull = (float)d->pull,
                                 .lanes = w->settings.lanes,
                                 .spare = w->settings.spare};
    const pair_questions *ask = &w->settings.ask;
    bool measured = measure_pairs(&d->measure, &d->measured, &w->arena);
    if (measured && pair_is_asked(ask, &w->bodies))
        measured = pairs_ask(ask, &d->measure, &d->measured, &d->list, &w->arena)
                   && (!d->list.ruling.bounces || motion_expect_bounces(&d->rows, &w->arena));
    end_phase(d, PHASE_MEASURE);
    return measured;
}

/* ---- Waking ---------------------------------------------------------------------------------- */

/* Returns the speed at which the gap closes, if it does so in the step; else a negative number. */
static float closing_of(const deriving *d, uint32_t k) {
    const pair_list *list = &d->list;
    const body_store *s = &d->world->bodies;
    const float *v = d->rows.velocity + d->measured.row_a[k]; /* b sleeps */
    float gap, closing;
    if (list->class_of[k] == PAIR_ROUND) {
        float length = sqrtf(list->way_x[k] * list->way_x[k] + list->way_y[k] * list->way_y[k]);
        gap = length - s->forms[list->a[k]].radius_x - s->forms[list->b[k]].radius_x;
        closing = length > 0 ? (v[0] * list->way_x[k] + v[1] * list->way_y[k]) / length : 0;
    } else {
        const pair_fit *f = fit_of_pair(&d->measured, k);
        const body_motion *m = &s->motions[s->links[list->a[k]].body];
        gap = fit_gap(f);
        closing =
            v[0] * f->normal_x + v[1] * f->normal_y + fabsf(v[2] * m->inverse_gyration) * m->extent;
    }
    if (!(gap <= closing * (float)d->motion.seconds)) return -1;
    return closing > 0 ? closing : 0;
}

/* The island that a pair wakes, or NONE; and how fast what is struck may go. */
static uint32_t woken_by(const deriving *d, uint32_t k, float *speed) {
    const body_store *s = &d->world->bodies;
    if (d->list.b[k] < s->collider_awake || !pair_has_row(d->list.class_of[k])) return NONE;
    uint32_t body = s->motions[s->links[d->list.b[k]].body].id;
    uint32_t number = s->records[body].island;
    *speed = number != NONE ? closing_of(d, k) : -1;
    return *speed >= 0 ? number : NONE;
}

/* An island that wakes, and how fast what it is struck by may drive it. */
typedef struct woken_island {
    uint32_t number;
    float speed;
} woken_island;

/* All islands that wake. */
typedef struct waking {
    deriving *d;
    woken_island *islands;
    uint32_t count;
    float speed; /* of the island whose surroundings wake */
    bool failed;
} waking;

static bool wake_one(waking *to, uint32_t number, float speed) {
    const island_world islands = islands_of(to->d->world);
    if (islands.islands->all[number].state != ISLAND_ASLEEP) return true;
    if (!islands_wake(&islands, number)) return false;
    to->islands[to->count++] = (woken_island){number, speed};
    return true;
}

static double wake_near(void *context, uint32_t collider, const evo_bounds *bounds, double limit) {
    waking *to = context;
    const body_store *s = &to->d->world->bodies;
    const uint32_t number = s->records[s->colliders[collider].body].island;
    (void)bounds;
    to->failed = number != NONE && !wake_one(to, number, to->speed);
    return to->failed ? -1 : limit;
}

/* Wakes what the bodies of an island may reach in the step: rows need its mass. */
static bool wake_surroundings(waking *to, uint32_t i) {
    step_world *w = to->d->world;
    const body_store *s = &w->bodies;
    const island *of = &w->islands.all[to->islands[i].number];
    const double more = (double)to->islands[i].speed * to->d->motion.seconds;
    to->speed = to->islands[i].speed;
    for (uint32_t k = 0; k < of->body_count && more > 0; ++k)
        for (uint32_t c = s->records[of->bodies[k]].first_collider; c != NONE && !to->failed;
             c = s->colliders[c].next) {
            const evo_bounds bounds = collider_bounds(s, c);
            walk_box box = walk_box_of(&bounds);
            box.half = vec_add(box.half, vec(more, more));
            index_walk(&w->index, &box, WALK_STILL, wake_near, to);
        }
    return !to->failed;
}

/* Wakes the islands that pairs of the list wake. All are found before one wakes: pairs name slots,
 * which change as bodies do. */
static bool wake_listed(waking *to) {
    const deriving *d = to->d;
    const size_t most = d->world->islands.list.count + 1;
    woken_island *found = ARENA_TAKE(&d->world->arena, woken_island, most);
    uint8_t *listed = ARENA_TAKE(&d->world->arena, uint8_t, most);
    uint32_t count = 0;
    if (!found || !listed) return false;
    memset(listed, 0, most);
    for (uint32_t k = 0; k < d->list.count; ++k) {
        float speed;
        const uint32_t number = woken_by(d, k, &speed);
        if (number == NONE || listed[number]) continue;
        listed[number] = 1;
        found[count++] = (woken_island){number, speed};
    }
    for (uint32_t i = 0; i < count; ++i)
        if (!wake_one(to, found[i].number, found[i].speed)) return false;
    return true;
}

/* Wakes islands that are touched in this step, and what these may reach in it: then it begins
 * again, with them. */
static bool wake_met(deriving *d, bool *woken) {
    step_world *w = d->world;
    const island_world islands = islands_of(w);
    const size_t most = w->islands.list.count + 1;
    if (!islands_wake_joined(&islands, woken)) return false;
    if (!d->list.meets_sleepers) return true;
    waking to = {.d = d, .islands = ARENA_TAKE(&w->arena, woken_island, most)};
    if (!to.islands || !wake_listed(&to)) return false;
    for (uint32_t i = 0; i < to.count; ++i)
        if (!wake_surroundings(&to, i)) return false;
    *woken |= to.count > 0;
    return true;
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
    if (!impacts_classify(&d->impacts)) return false;
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
                                .spare = w->settings.spare};
    packed = packed && joints_pack(&d->joints, &joints, &w->arena);
    end_phase(d, PHASE_PACK);
    return packed;
}

/* Rows with a colour in lanes, then the rest of them one by one. */
static void pass_over(void (*lanes)(const contact_pass *, uint32_t, uint32_t),
                      void (*single)(const contact_pass *, uint32_t, uint32_t),
                      const contact_pass *pass) {
    lanes(pass, 0, pass->rows->lanes);
    if (pass->rows->single_end > pass->rows->lanes)
        single(pass, pass->rows->lanes, pass->rows->single_end);
}

static void pass_joints(joint_kernel lanes, joint_kernel single, const joint_pass *pass) {
    lanes(pass, 0, pass->joints->lanes);
    single(pass, pass->joints->lanes, pass->joints->single_end);
}

/* Passes impacts on through rows that touch, until they change no more. */
static void pass_on(const contact_kernels *k, const contact_pass *pass, const impacts *events) {
    const body_rows *bodies = pass->bodies;
    const contact_kernels *one = &contact_kernels_1;
    if (!*bodies->passes_on) return;
    for (int i = 0; *bodies->passes_on && i < PASSES_ON; ++i) {
        *bodies->passes_on = false;
        pass_over(k->pass_on, one->pass_on, pass);
        if (events) impacts_pass(events, one->pass_on, pass);
    }
    *bodies->passes_on = false;
    memset(bodies->struck, 0, bodies->count);
}

/* Remembers the velocities that bodies meet with: impacts that bounce are found by them. */
static void keep_met(const body_rows *rows) {
    if (rows->met) memcpy(rows->met, rows->base, 4 * (size_t)rows->count * sizeof *rows->met);
}

/* Passes of a substep that take back what impacts gave too much. */
enum { TAKING_BACK = 2 };

/* Gives back the bounces of a substep, all at once. */
static void give_back(const contact_kernels *k, const contact_pass *pass, impacts *events) {
    const contact_kernels *one = &contact_kernels_1;
    const body_rows *bodies = pass->bodies;
    if (!*bodies->some_bounced) return;
    for (int i = 0; i < TAKING_BACK; ++i) {
        pass_over(k->take_back, one->take_back, pass);
        if (events) impacts_pass(events, one->take_back, pass);
    }
    pass_over(k->bounce, one->bounce, pass);
    if (events) impacts_pass(events, one->bounce, pass);
}

/* One substep: half a kick, solve, drift and the other half of the kick, relax. */
static void solve_substep(deriving *d, const contact_kernels *k, const contact_pass *pass,
                          bool first) {
    const contact_kernels *one = &contact_kernels_1;
    const joint_kernels *j = MACHINE_CHOOSE(d->world->settings.lanes, &joint_kernels_1,
                                            &joint_kernels_4, &joint_kernels_8);
    const joint_pass joints = {&d->rows, &d->joints.blocks};
    impacts *events = d->impacts.flyer_count > 0 ? &d->impacts : NULL;
    if (events) impacts_begin(events, first);
    k->kick(&d->rows, first);
    if (events) flyers_kick(events);
    keep_met(&d->rows);
    if (first) pass_joints(j->warm, joint_kernels_1.warm, &joints);
    if (first) pass_over(k->warm, one->warm, pass);
    if (first && events) impacts_pass(events, one->warm, pass);
    pass_joints(j->solve, joint_kernels_1.solve, &joints);
    pass_over(k->solve, one->solve, pass);
    if (events) impacts_pass(events, one->solve, pass);
    pass_on(k, pass, events);
    if (events) impacts_drift(events);
    k->drift(&d->rows, pass->by.seconds);
    if (events) impacts_store(events);
    pass_joints(j->relax, joint_kernels_1.relax, &joints);
    pass_over(k->relax, one->relax, pass);
    if (events) impacts_pass(events, one->relax, pass);
    give_back(k, pass, events);
    joints_take_loads(&d->joints, &d->world->joints, &d->world->bodies);
    impacts_take_deep(&d->impacts);
    impacts_take_bounced(&d->impacts);
}

/* False: out of memory. */
static bool solve(deriving *d) {
    const step_world *w = d->world;
    const contact_kernels *k = MACHINE_CHOOSE(w->settings.lanes, &contact_kernels_1,
                                              &contact_kernels_4, &contact_kernels_8);
    impacts *m = &d->impacts;
    d->free = ARENA_TAKE(&d->world->arena, uint8_t, (size_t)d->rows.count + 2);
    if (!d->free) return false;
    const contact_pass pass = {&d->rows, &d->contacts, &d->packing,
                               contact_numbers_for(d->motion.seconds, d->motion.substeps,
                                                   vec_length(w->settings.gravity),
                                                   w->settings.push_speed, (double)d->warm,
                                                   w->settings.impacts.bounce_threshold)};
    pass_over(k->prepare, contact_kernels_1.prepare, &pass);
    arena_drop(&d->world->arena, d->packed);
    if (!contacts_share(&d->contacts, &d->rows, &d->world->arena)) return false;
    contacts_mix(&d->contacts, &w->bodies, &d->list);
    for (int i = 0; i < d->motion.substeps; ++i) {
        m->begun = i * m->substep;
        m->left = d->motion.seconds - (i + 1) * m->substep;
        solve_substep(d, k, &pass, i == 0);
        if (m->failed) return false;
    }
    if (m->flyer_count > 0) impacts_end(m);
    k->find_free(&d->rows, pass.by.seconds, d->motion.substeps, d->free);
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

/* Wakes the islands of which some body was struck, with the pairs that they remember. */
static void wake_struck(deriving *d) {
    const island_world islands = islands_of(d->world);
    for (uint32_t i = 0; i < d->struck_count; ++i) {
        const bool woken = islands_wake(&islands, d->struck[i]);
        assert(woken && "there is room for their pairs");
        (void)woken;
    }
    islands_commit(&islands);
}

static void publish(deriving *d) {
    step_world *w = d->world;
    const island_world islands = islands_of(w);
    bodies_settle(&w->bodies);
    islands_commit(&islands);
    w->islands.left = false;
    step_end_publish(&d->end, &w->bodies);
    joints_publish(&w->joints, &w->bodies, &d->joints);
    told_show(&w->told, w->time);
    w->time += d->motion.seconds;
    w->substep = d->motion.seconds / d->motion.substeps;
    w->impact_count += d->impacts.count + w->first_touches;
    pairs_publish(&w->pairs, &d->list);
    colliders_settle(&w->bodies);
    ++w->steps;
    w->pair_count = d->list.count;
    w->row_count = d->contacts.single_end;
    w->event_count = d->impacts.pair_count;
    w->colour_count = d->colours.used;
    impacts_close(&d->impacts);
    end_phase(d, PHASE_PUBLISH);
    reorder(d);
    islands_sleep(&islands, &w->told);
    wake_struck(d);
}

/* Finds pairs, and again with the islands that some of them wake. */
static evo_result find_and_wake(deriving *d) {
    for (bool woken = true; woken;) {
        evo_result found = find_pairs(d);
        if (found != EVO_OK) return found;
        if (!measure(d) || !wake_met(d, &woken)) return EVO_ERROR_MEMORY;
    }
    return EVO_OK;
}

static bool number_before(const void *first, const void *second) {
    return *(const uint32_t *)first < *(const uint32_t *)second;
}

/* Finds the islands of which some body was struck, each once, and makes room to remember their
 * pairs with those of the step. */
static bool find_struck(deriving *d) {
    const step_world *w = d->world;
    const impacts *m = &d->impacts;
    size_t pairs = d->list.count;
    uint32_t count = 0;
    d->struck = ARENA_TAKE(&d->world->arena, uint32_t, m->flyer_count + 1);
    if (!d->struck) return false;
    for (uint32_t i = 0; i < m->flyer_count; ++i) {
        const flyer *f = &m->room->flyers[i];
        if (flyer_is_woken(f))
            d->struck[count++] = w->bodies.records[w->bodies.motions[f->slot].id].island;
    }
    sort_items(d->struck, count, sizeof *d->struck, number_before);
    for (uint32_t i = 0; i < count; ++i) {
        if (i > 0 && d->struck[i] == d->struck[i - 1]) continue;
        d->struck[d->struck_count++] = d->struck[i];
        pairs += w->islands.all[d->struck[i]].row_count;
    }
    return pairs_reserve_publish(&d->world->pairs, (uint32_t)w->bodies.collider_list.count, pairs);
}

/* Plans what sleeps from the end of the step on. False: out of memory. */
static bool plan_sleep(deriving *d) {
    step_world *w = d->world;
    const island_world islands = islands_of(w);
    const sleep_input in = {d->list.kept, &d->end, &w->told, &w->arena};
    d->list.kept->count = d->list.count;
    if (w->settings.never_sleep || (w->steps + 1) % SLEEP_STEPS != 0) return true;
    return islands_plan_sleep(&islands, &in);
}

/* Does all that may fail. */
static evo_result derive(deriving *d) {
    step_world *w = d->world;
    const evo_result found = find_and_wake(d);
    if (found != EVO_OK) return found;
    if (!make_rows(d) || !solve(d) || !find_struck(d)) return EVO_ERROR_MEMORY;
    d->end = (step_end){motion_ending_of(&w->bodies, &d->rows, d->free, &d->motion), &d->impacts};
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
    const island_world islands = islands_of(w);
    deriving d = {.world = w, .motion = {s->gravity, seconds, s->substeps}};
    d.impacts.room = &w->impacts;
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
        islands_undo(&islands);
    drives_end(w, &arrivals, result == EVO_OK);
    told_drop(&w->told);
    joints_unbrace(&w->bodies, &d.braced);
    impacts_close(&d.impacts);
    arena_reset(&w->arena);
    end_phase(&d, PHASE_REORDER);
    return result;
}
