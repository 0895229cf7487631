/* islands.c: islands of touching bodies, which fall asleep together, and the end of a step. */
#include <assert.h>
#include <string.h>

#include "step/private.h"

/* ==== Islands ================================================================================= */

/* Bodies at rest, put to sleep as islands (waking.c wakes them). In: touches and seconds of rest as
 * a step ends; out: sleeping bodies. Invariant: what may fail comes first, and leaves bodies as
 * they were. */

/* ---- Storage --------------------------------------------------------------------------------- */

void islands_init(island_store *s) {
    *s = (island_store){
        .first_planned = NONE, .first_waking = NONE, .first_queued = NONE, .last_waking = NONE};
}

void island_give(island *of, const evo_allocator *memory) {
    memory_give(memory, of->bodies, of->body_room * sizeof *of->bodies);
    memory_give(memory, of->rows, of->row_room * sizeof *of->rows);
    *of = (island){.state = ISLAND_FREE};
}

void island_free(step_world *w, uint32_t number) {
    island_store *s = &w->islands;
    still_change(&w->bodies, STILL_ISLAND, number);
    island_give(&s->all[number], w->memory);
    if (number < s->lowest_free) s->lowest_free = number;
}

void islands_free(island_store *s, const evo_allocator *memory) {
    for (uint32_t i = 0; i < s->list.count; ++i) island_give(&s->all[i], memory);
    ARRAY_FREE(memory, s->all, s->list.capacity);
}

/* Takes the lowest free number; NONE: out of memory. */
static uint32_t take_number(step_world *w) {
    island_store *s = &w->islands;
    const evo_allocator *memory = w->memory;
    uint32_t number = s->lowest_free;
    while (number < s->list.count && s->all[number].state != ISLAND_FREE) ++number;
    if (!still_reserve(&w->bodies, STILL_ISLAND, number + 1)) return NONE;
    if (number == s->list.count) {
        if (!ARRAY_RESERVE(memory, s->all, s->list.capacity, number + 1)) return NONE;
        ++s->list.count;
    }
    still_change(&w->bodies, STILL_ISLAND, number);
    assert((number + 1 == s->list.count || s->all[number].state == ISLAND_FREE) && "it is free");
    s->lowest_free = number + 1;
    s->all[number] = (island){.state = ISLAND_ASLEEP, .next = s->first_planned};
    s->first_planned = number;
    return number;
}

bool island_reserve(island *of, const evo_allocator *memory, uint32_t bodies, uint32_t rows) {
    of->bodies = MEMORY_TAKE(memory, uint32_t, bodies);
    if (of->bodies) of->body_room = bodies;
    if (rows > 0) of->rows = MEMORY_TAKE(memory, island_row, rows);
    if (of->rows) of->row_room = rows;
    return of->bodies && of->row_room == rows;
}

/* ---- Finding --------------------------------------------------------------------------------- */

/* Sets of slots that touch. */
typedef struct slot_sets {
    uint32_t *parent; /* parent by slot of an awake body; NULL: there are no sets */
    float *rest;      /* shortest rest of the set's bodies, by root */
    uint32_t *number; /* island by root, or NONE */
} slot_sets;

static uint32_t root_of(uint32_t *parent, uint32_t i) {
    assert(parent[i] <= i && "roots come first");
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

/* The slot of a collider's body if that is awake, else NONE. */
static uint32_t awake_body(const body_store *s, uint32_t collider) {
    const collider_record *record = &s->colliders[collider];
    if (record->generation % 2 == 0 || record->slot >= s->collider_awake) return NONE;
    return s->links[record->slot].body;
}

static void join_slots(const body_store *s, slot_sets *sets, uint32_t a, uint32_t b) {
    const bool moved_a = s->motions[a].kind == EVO_DYNAMIC;
    const bool moved_b = s->motions[b].kind == EVO_DYNAMIC;
    if (moved_a && moved_b) {
        const uint32_t x = root_of(sets->parent, a), y = root_of(sets->parent, b);
        sets->parent[x > y ? x : y] = x > y ? y : x;
    } else { /* a kinematic body carries the other */
        if (moved_a) sets->rest[a] = -1;
        if (moved_b) sets->rest[b] = -1;
    }
}

/* Joins bodies that touch. Bodies that touch a changed body may fall now. */
static void join_touching(const body_store *s, const pair_memory *m, slot_sets *sets) {
    for (uint32_t k = 0; k < m->count; ++k) {
        if (!m->touching[k]) continue;
        const collider_record *first = &s->colliders[m->id_a[k]],
                              *second = &s->colliders[m->id_b[k]];
        uint32_t a = awake_body(s, m->id_a[k]), b = awake_body(s, m->id_b[k]);
        if (a != NONE && body_was_changed(s, second->body)) sets->rest[a] = -1;
        if (b != NONE && body_was_changed(s, first->body)) sets->rest[b] = -1;
        if (a != NONE && b != NONE && !first->sensor && !second->sensor) join_slots(s, sets, a, b);
    }
}

/* Joins bodies with joints, which sleep together; a kinematic body carries the other. */
static void join_joined(const body_store *s, slot_sets *sets) {
    for (uint32_t slot = 0; slot < s->awake; ++slot) {
        EACH_EDGE (e, s, s->motions[slot].id) {
            const uint32_t other = s->edges[e].other;
            if (other == NONE) continue;
            if (body_was_changed(s, other)) sets->rest[slot] = -1;
            if (body_is_active(s, other)) join_slots(s, sets, slot, s->records[other].slot);
        }
    }
}

/* Returns the seconds of rest of a body as the step ends; below 0: it may not sleep. Rests shorter
 * than REST_BEFORE_SLEEP need not be exact. */
static float rest_of(const step *m, uint32_t slot) {
    const body_motion *motion = &m->bodies->motions[slot];
    const float rest = motion->rest + (float)m->motion.seconds;
    if (motion->kind != EVO_DYNAMIC || motion->never_sleep) return -1;
    if (m->bodies->records[motion->id].island != NONE) return -1; /* it wakes in this step */
    return rest < REST_BEFORE_SLEEP || step_end_rests(m, slot) ? rest : 0;
}

/* Finds sets of touching bodies, if some body has been at rest for long; else there are none.
 * False: out of memory. */
static bool find_sets(step *m, slot_sets *sets) {
    const body_store *s = m->bodies;
    arena *a = &m->world->arena;
    bool some = false;
    sets->parent = NULL;
    sets->rest = ARENA_TAKE(a, float, s->awake);
    if (!sets->rest) return false;
    for (uint32_t i = 0; i < s->awake; ++i) {
        sets->rest[i] = rest_of(m, i);
        some |= sets->rest[i] >= REST_BEFORE_SLEEP;
    }
    if (!some) return true;
    sets->parent = ARENA_TAKE(a, uint32_t, s->awake);
    sets->number = ARENA_TAKE(a, uint32_t, s->awake);
    if (!sets->parent || !sets->number) return false;
    for (uint32_t i = 0; i < s->awake; ++i) {
        sets->parent[i] = i;
        sets->number[i] = NONE;
    }
    join_touching(s, m->list.kept, sets);
    join_joined(s, sets);
    for (uint32_t i = 0; i < s->awake; ++i) {
        uint32_t root = root_of(sets->parent, i);
        if (sets->rest[i] < sets->rest[root]) sets->rest[root] = sets->rest[i];
    }
    return true;
}

/* ---- Falling asleep -------------------------------------------------------------------------- */

static island *island_of(const step_world *w, slot_sets *sets, uint32_t slot) {
    if (slot == NONE) return NULL;
    uint32_t number = sets->number[root_of(sets->parent, slot)];
    return number == NONE ? NULL : &w->islands.all[number];
}

/* Takes islands for sets at rest. Bodies and rows are counted first, so that each island takes
 * memory once. */
static bool take_islands(step_world *w, const pair_memory *m, slot_sets *sets) {
    for (uint32_t i = 0; i < w->bodies.awake; ++i) {
        if (sets->parent[i] == i && sets->rest[i] >= REST_BEFORE_SLEEP) {
            sets->number[i] = take_number(w);
            if (sets->number[i] == NONE) return false;
        }
        island *of = island_of(w, sets, i);
        if (of) ++of->body_count;
    }
    for (uint32_t k = 0; k < m->count; ++k) {
        island *of = island_of(w, sets, awake_body(&w->bodies, m->id_a[k]));
        if (of) ++of->row_count;
    }
    for (uint32_t i = w->islands.first_planned; i != NONE; i = w->islands.all[i].next) {
        island *of = &w->islands.all[i];
        const uint32_t bodies = of->body_count, rows = of->row_count;
        of->body_count = of->row_count = 0;
        if (!island_reserve(of, w->memory, bodies, rows)) return false;
    }
    return true;
}

/* Returns the row of a sleeping pair. Its sum is the one that its impulses stand for, which visits
 * of forces read. */
static island_row row_of(const step_world *w, const pair_memory *m, uint32_t k) {
    island_row row = {.ids = {m->id_a[k], m->id_b[k]}, .kept = pair_kept_at(m, k)};
    row.kept.sum = pair_sum_at_end(&row.kept.warm, &row.kept.other, w->settings.substeps);
    if (pair_has_sensor(&w->bodies, row.ids)) row.kept.gap = 0; /* bodies may move meanwhile */
    return row;
}

/* Fills islands. Their bodies are in the order of ids, which identifies the island. */
static void fill_islands(const step_world *w, const pair_memory *m, slot_sets *sets) {
    const body_store *s = &w->bodies;
    for (uint32_t k = 0; k < m->count; ++k) {
        island *of = island_of(w, sets, awake_body(s, m->id_a[k]));
        assert((!of || of->row_count < of->row_room) && "rows were counted");
        if (of) of->rows[of->row_count++] = row_of(w, m, k);
    }
    for (uint32_t id = 0; id < s->record_list.count; ++id) {
        if (s->records[id].generation % 2 == 0 || !body_is_active(s, id)) continue;
        island *of = island_of(w, sets, s->records[id].slot);
        assert((!of || of->body_count < of->body_room) && "bodies were counted");
        if (of) of->bodies[of->body_count++] = id;
    }
}

/* The state of a body as the step ends (NULL: now). */
static body_state state_of(const step_world *w, const step *end, uint32_t body) {
    const uint32_t slot = w->bodies.records[body].slot;
    return end ? step_end_of(end, slot) : w->bodies.states[slot];
}

/* Takes the first bodies of an island out of the index. */
static void leave_still(step_world *w, const step *end, const island *of, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        const body_state state = state_of(w, end, of->bodies[i]);
        still_leave(w, body_run(&w->bodies, of->bodies[i]), &state);
    }
}

/* Enters all bodies of an island into the index of still colliders; or none, and returns false. */
static bool enter_still(step_world *w, const step *end, const island *of) {
    for (uint32_t i = 0; i < of->body_count; ++i) {
        const body_state state = state_of(w, end, of->bodies[i]);
        if (still_enter(w, body_run(&w->bodies, of->bodies[i]), &state)) continue;
        leave_still(w, end, of, i);
        return false;
    }
    return true;
}

/* Drops the island that was planned last. */
static void drop_last(step_world *w) {
    island_store *s = &w->islands;
    const uint32_t number = s->first_planned;
    s->first_planned = s->all[number].next;
    island_free(w, number);
}

/* Drops the planned islands; those before `entered` are in the index. */
static void drop_planned(step_world *w, const step *end, uint32_t entered) {
    const island_store *s = &w->islands;
    for (bool in = true; s->first_planned != NONE; drop_last(w)) {
        const island *of = &s->all[s->first_planned];
        in &= s->first_planned != entered;
        if (in) leave_still(w, end, of, of->body_count);
    }
}

/* Adds the bodies that fall asleep as the step ends to the lists of the user. */
static bool tell_planned(step_world *w) {
    const island_store *s = &w->islands;
    for (uint32_t n = s->first_planned; n != NONE; n = s->all[n].next) {
        const island *of = &s->all[n];
        for (uint32_t i = 0; i < of->body_count; ++i) {
            const uint32_t id = of->bodies[i];
            const evo_body sleeper = {id, w->bodies.records[id].generation};
            if (!told_add(&w->told, TOLD_SLEEPERS, &sleeper)) return false;
        }
    }
    return true;
}

bool islands_plan_sleep(step *m) {
    step_world *w = m->world;
    const pair_memory *pairs = m->list.kept;
    const island_store *s = &w->islands;
    uint32_t next = NONE;
    slot_sets sets;
    if (!find_sets(m, &sets)) return false;
    if (!sets.parent) return true;
    bool done = take_islands(w, pairs, &sets);
    if (done) {
        fill_islands(w, pairs, &sets);
        done = tell_planned(w);
        next = s->first_planned;
    }
    while (done && next != NONE) {
        done = enter_still(w, m, &s->all[next]);
        if (done) next = s->all[next].next;
    }
    if (!done) drop_planned(w, m, next == NONE ? s->first_planned : next);
    return done;
}

static void put_to_sleep(step_world *w, uint32_t body, uint32_t number) {
    body_store *s = &w->bodies;
    body_record *record = &s->records[body];
    body_state *state = &s->states[record->slot];
    assert(record->kind == EVO_DYNAMIC && record->island == NONE && "what has a mass sleeps");
    record->island = number;
    body_place_colliders(s, body, body_run(s, body));
    state->velocity = vec(0, 0);
    state->spin = 0;
    bodies_set_active(s, body, false);
}

void islands_sleep(step_world *w) {
    island_store *s = &w->islands;
    for (; s->first_planned != NONE; s->first_planned = s->all[s->first_planned].next) {
        const island *of = &s->all[s->first_planned];
        for (uint32_t i = 0; i < of->body_count; ++i)
            put_to_sleep(w, of->bodies[i], s->first_planned);
    }
}

/* ---- Sleep by hand --------------------------------------------------------------------------- */

/* Plans an island of bodies, with room for its rows; NULL: out of memory. */
static island *plan_island(step_world *w, const uint32_t *bodies, uint32_t count, uint32_t rows) {
    const island_store *s = &w->islands;
    const uint32_t number = take_number(w);
    if (number == NONE) return NULL;
    island *of = &s->all[number];
    if (island_reserve(of, w->memory, count, rows)) {
        memcpy(of->bodies, bodies, count * sizeof *bodies);
        of->body_count = count;
        if (enter_still(w, NULL, of)) return of;
    }
    drop_last(w);
    return NULL;
}

bool islands_plan_new(step_world *w, uint32_t body) {
    return plan_island(w, &body, 1, 0) != NULL;
}

void islands_cancel(step_world *w, uint32_t body) {
    const island_store *s = &w->islands;
    if (s->first_planned == NONE || s->all[s->first_planned].bodies[0] != body) return;
    leave_still(w, NULL, &s->all[s->first_planned], 1);
    drop_last(w);
}

/* Awake bodies that touch each other or are joined, found from one of them on. */
typedef struct touching_set {
    const step_world *world;
    uint8_t *has; /* by slot: the set has the body */
    uint32_t *bodies, count, rows;
    uint32_t collider; /* the collider whose neighbours or rows are added */
    bool sleepless;    /* some body must not sleep */
    island *of;        /* the island that gets the rows */
} touching_set;

static void add_body(touching_set *t, uint32_t id) {
    const body_record *record = &t->world->bodies.records[id];
    if (!body_is_active(&t->world->bodies, id) || t->has[record->slot]) return;
    t->has[record->slot] = 1;
    t->sleepless |= record->kind != EVO_DYNAMIC || record->never_sleep;
    t->bodies[t->count++] = id;
}

/* Largest gap of bodies that touch, as a fraction of the smaller reach. Larger: bodies that only
 * pass fall asleep; smaller: resting rows with a small gap are no touches, and wake sleepers. */
static const double TOUCHING_GAP = 0.005;

static void add_if_touching(touching_set *t, uint32_t other) {
    const body_store *s = &t->world->bodies;
    const collider_record *a = &s->colliders[t->collider], *b = &s->colliders[other];
    if (b->generation % 2 == 0 || a->sensor || b->sensor || a->body == b->body
        || !body_is_active(s, b->body))
        return;
    const body_state *at_a = state_of_body(s, a->body), *at_b = state_of_body(s, b->body);
    const evo_vec2 apart = vec_sub(at_b->position, at_a->position);
    const evo_gap gap = evo_measure(a->shape, (evo_pose){{0, 0}, at_a->angle}, b->shape,
                                    (evo_pose){apart, at_b->angle});
    if (gap.distance <= TOUCHING_GAP * least_of(shape_reach(a->shape), shape_reach(b->shape)))
        add_body(t, b->body);
}

static void add_remembered(void *context, uint32_t k) {
    touching_set *t = context;
    const pair_memory *m = &t->world->pairs.memories[t->world->pairs.now];
    const bool first = m->id_a[k] == t->collider;
    t->rows += first;
    if (m->touching[k]) add_if_touching(t, first ? m->id_b[k] : m->id_a[k]);
}

/* Adds neighbours whose pairs no step has found yet. */
static double add_met(void *context, uint32_t collider, const evo_bounds *bounds, double limit) {
    touching_set *t = context;
    const body_store *s = &t->world->bodies;
    const collider_record *a = &s->colliders[t->collider], *b = &s->colliders[collider];
    (void)bounds;
    if (colliders_meet(a, b) && !edges_part(s, a->body, b->body)) add_if_touching(t, collider);
    return limit;
}

static void add_touching(touching_set *t, uint32_t body, bool changed) {
    const step_world *w = t->world;
    EACH_EDGE (e, &w->bodies, body)
        if (w->bodies.edges[e].other != NONE) add_body(t, w->bodies.edges[e].other);
    EACH_COLLIDER (c, &w->bodies, body) {
        t->collider = c;
        pairs_visit(&w->pairs, c, add_remembered, t);
        if (!changed) continue;
        const evo_bounds bounds = collider_bounds(&w->bodies, c);
        const double margin = TOUCHING_GAP * shape_reach(w->bodies.colliders[c].shape);
        const walk_box box = walk_box_about(&bounds, margin);
        index_walk(&w->index, &box, WALK_AWAKE, add_met, t);
    }
}

static void keep_row(void *context, uint32_t k) {
    const touching_set *t = context;
    const pair_memory *m = &t->world->pairs.memories[t->world->pairs.now];
    if (m->id_a[k] == t->collider) t->of->rows[t->of->row_count++] = row_of(t->world, m, k);
}

static bool id_before(const void *a, const void *b) {
    return *(const uint32_t *)a < *(const uint32_t *)b;
}

static evo_result plan_touching(step_world *w, touching_set *t, uint32_t body, bool changed) {
    add_body(t, body);
    for (uint32_t i = 0; i < t->count && !t->sleepless; ++i) add_touching(t, t->bodies[i], changed);
    if (t->sleepless) return EVO_ERROR_UNSUPPORTED;
    sort_items(t->bodies, t->count, sizeof *t->bodies, id_before);
    t->of = plan_island(w, t->bodies, t->count, t->rows);
    if (!t->of) return EVO_ERROR_MEMORY;
    for (uint32_t i = 0; i < t->count; ++i)
        EACH_COLLIDER (c, &w->bodies, t->bodies[i]) {
            t->collider = c;
            pairs_visit(&w->pairs, c, keep_row, t);
        }
    assert(t->of->row_count == t->of->row_room && "rows were counted");
    return EVO_OK;
}

evo_result islands_plan(step_world *w, uint32_t body) {
    const body_store *s = &w->bodies;
    const bool changed = s->last_change == s->steps;
    if (changed && !step_sort_awake(w)) return EVO_ERROR_MEMORY;
    const arena_mark mark = arena_mark_of(&w->arena);
    touching_set t = {.world = w,
                      .has = ARENA_SCRATCH(&w->arena, uint8_t, s->awake),
                      .bodies = ARENA_SCRATCH(&w->arena, uint32_t, s->awake)};
    evo_result planned = EVO_ERROR_MEMORY;
    if (t.has && t.bodies) {
        memset(t.has, 0, s->awake);
        planned = plan_touching(w, &t, body, changed);
    }
    arena_return(&w->arena, mark);
    return planned;
}

/* ==== The end of a step ======================================================================= */

/* Publishes the bodies of a step. In: rows, and flyers; out: states of bodies. Invariant: a body
 * that no row pushed and nothing struck moves in doubles alone. */

static const flyer *flyer_of(const step *m, uint32_t slot) {
    if (m->room->flyer_count == 0 || m->room->flyer_of[slot] == NONE) return NULL;
    const flyer *f = &m->room->flyers[m->room->flyer_of[slot]];
    assert(f->slot == slot && "flyer and slot name each other");
    return f;
}

/* Moves the state of a body to the end of the step; returns whether it is at rest, if it is
 * awake. */
static bool end(const step *m, uint32_t slot, body_state *state) {
    const body_store *s = m->bodies;
    const flyer *f = flyer_of(m, slot);
    if (!f) return slot < s->awake && motion_end(&m->ending, slot, state);
    if (slot >= s->awake && !flyer_is_woken(f)) return false;
    body_state after = flyer_state_at_end(f);
    state_limit(&after, state, s->motions[slot].kind);
    *state = after;
    return slot < s->awake && motion_is_at_rest(&m->ending, state, &s->motions[slot]);
}

body_state step_end_of(const step *m, uint32_t slot) {
    body_state state = m->bodies->states[slot];
    (void)end(m, slot, &state);
    return state;
}

bool step_end_rests(const step *m, uint32_t slot) {
    body_state state = m->bodies->states[slot];
    return end(m, slot, &state);
}

static void publish_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const step *m = data;
    const uint32_t *flyers = m->room->flyer_count > 0 ? m->room->flyer_of : NULL;
    (void)worker;
    motion_publish(&m->ending, m->bodies, flyers, from, to);
}

/* Least number of bodies in a piece. */
enum { BODIES_LEAST = 64 };

void step_end_publish(step *m) {
    body_store *s = m->bodies;
    bodies_remember(s);
    crew_loop(m->crew, publish_piece, m, s->awake, BODIES_LEAST);
    for (uint32_t i = 0; i < m->room->flyer_count; ++i) {
        const uint32_t slot = m->room->flyers[i].slot;
        const bool rests = end(m, slot, &s->states[slot]);
        if (slot < s->awake) motion_settle(s, slot, rests, m->motion.seconds);
    }
}
