/* islands.c: bodies at rest, put to sleep and woken as islands. In: remembered touches and seconds
 * of rest; out: sleeping bodies. Invariant: a step that fails leaves them as they were. */
#include "step/islands.h"

#include "core/sort.h"
#include "solve/motion.h"

/* ---- Storage --------------------------------------------------------------------------------- */

void islands_init(island_store *s) {
    *s = (island_store){.first_fresh = NONE, .first_waking = NONE};
}

static void free_island(island_store *s, uint32_t number, const evo_allocator *memory) {
    island *gone = &s->all[number];
    memory_give(memory, gone->bodies, gone->body_room * sizeof *gone->bodies);
    memory_give(memory, gone->rows, gone->row_room * sizeof *gone->rows);
    *gone = (island){.state = ISLAND_FREE};
    if (number < s->lowest_free) s->lowest_free = number;
}

void islands_free(island_store *s, const evo_allocator *memory) {
    for (uint32_t i = 0; i < s->list.count; ++i) free_island(s, i, memory);
    array_free(memory, &s->all, &s->list.capacity, sizeof *s->all);
}

/* Takes the lowest free number; NONE: out of memory. */
static uint32_t take_number(island_store *s, const evo_allocator *memory) {
    uint32_t number = s->lowest_free;
    while (number < s->list.count && s->all[number].state != ISLAND_FREE) ++number;
    if (number == s->list.count) {
        if (!array_reserve(memory, &s->all, &s->list.capacity, number + 1, sizeof *s->all))
            return NONE;
        ++s->list.count;
    }
    s->lowest_free = number + 1;
    s->all[number] = (island){.state = ISLAND_ASLEEP, .fresh = true, .next_fresh = s->first_fresh};
    s->first_fresh = number;
    return number;
}

/* ---- Finding --------------------------------------------------------------------------------- */

/* Sets of slots that touch. */
typedef struct slot_sets {
    uint32_t *parent; /* parent by slot of an awake body */
    float *rest;      /* shortest rest of the set's bodies, by root */
    uint32_t *number; /* island by root, or NONE */
} slot_sets;

static uint32_t root_of(uint32_t *parent, uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

/* The slot of a collider's body if that is awake, else NONE. */
static uint32_t awake_body(const body_store *s, uint32_t collider) {
    const collider_record *record = &s->colliders[collider];
    if (record->generation % 2 == 0 || record->slot >= s->collider_awake) return NONE;
    return s->links[record->slot].body;
}

/* Returns whether a body was changed by hand since the last step: what it touches may fall now. */
static bool was_changed(const body_store *s, uint32_t collider) {
    return s->records[s->colliders[collider].body].changed == s->steps;
}

static void join_slots(const body_store *s, slot_sets *sets, uint32_t a, uint32_t b) {
    const bool moved_a = s->motions[a].kind == EVO_DYNAMIC;
    const bool moved_b = s->motions[b].kind == EVO_DYNAMIC;
    if (moved_a && moved_b) {
        const uint32_t x = root_of(sets->parent, a), y = root_of(sets->parent, b);
        sets->parent[x > y ? x : y] = x > y ? y : x;
    } else { /* a body that moves by itself carries the other */
        if (moved_a) sets->rest[a] = -1;
        if (moved_b) sets->rest[b] = -1;
    }
}

static void join_touching(const island_world *w, slot_sets *sets) {
    const body_store *s = w->bodies;
    const pair_memory *m = &w->pairs->memories[w->pairs->now];
    for (uint32_t k = 0; k < m->count; ++k) {
        if (!m->touching[k]) continue;
        uint32_t a = awake_body(s, m->id_a[k]), b = awake_body(s, m->id_b[k]);
        if (a != NONE && was_changed(s, m->id_b[k])) sets->rest[a] = -1;
        if (b != NONE && was_changed(s, m->id_a[k])) sets->rest[b] = -1;
        if (a == NONE || b == NONE) continue;
        if (s->colliders[m->id_a[k]].sensor || s->colliders[m->id_b[k]].sensor) continue;
        join_slots(s, sets, a, b);
    }
}

static uint32_t awake_slot(const body_store *s, uint32_t body) {
    return body != NONE && body_is_active(s, body) ? s->records[body].slot : NONE;
}

static bool body_was_changed(const body_store *s, uint32_t body) {
    return body != NONE && s->records[body].changed == s->steps;
}

/* Joined bodies sleep together; one that moves by itself carries the other. */
static void join_joined(const island_world *w, slot_sets *sets) {
    const body_store *s = w->bodies;
    for (uint32_t id = 0; id < w->joints->list.count; ++id) {
        const body_edge *ends = &s->edges[2 * id];
        const uint32_t a = awake_slot(s, ends[0].body), b = awake_slot(s, ends[1].body);
        if (a != NONE && body_was_changed(s, ends[1].body)) sets->rest[a] = -1;
        if (b != NONE && body_was_changed(s, ends[0].body)) sets->rest[b] = -1;
        if (a != NONE && b != NONE) join_slots(s, sets, a, b);
    }
}

static bool find_sets(const island_world *w, slot_sets *sets, arena *a) {
    const body_store *s = w->bodies;
    sets->parent = ARENA_TAKE(a, uint32_t, s->awake);
    sets->rest = ARENA_TAKE(a, float, s->awake);
    sets->number = ARENA_TAKE(a, uint32_t, s->awake);
    if (!sets->parent || !sets->rest || !sets->number) return false;
    for (uint32_t i = 0; i < s->awake; ++i) {
        const body_motion *m = &s->motions[i];
        sets->parent[i] = i;
        sets->rest[i] = m->kind == EVO_DYNAMIC && !m->never_sleep ? m->rest : -1;
        sets->number[i] = NONE;
    }
    join_touching(w, sets);
    join_joined(w, sets);
    for (uint32_t i = 0; i < s->awake; ++i) {
        uint32_t root = root_of(sets->parent, i);
        if (sets->rest[i] < sets->rest[root]) sets->rest[root] = sets->rest[i];
    }
    return true;
}

/* ---- Falling asleep -------------------------------------------------------------------------- */

static bool number_islands(const island_world *w, slot_sets *sets) {
    for (uint32_t i = 0; i < w->bodies->awake; ++i) {
        if (sets->parent[i] != i || sets->rest[i] < REST_BEFORE_SLEEP) continue;
        sets->number[i] = take_number(w->islands, w->bodies->memory);
        if (sets->number[i] == NONE) return false;
    }
    return true;
}

static island *island_of(const island_world *w, slot_sets *sets, uint32_t slot) {
    if (slot == NONE) return NULL;
    uint32_t number = sets->number[root_of(sets->parent, slot)];
    return number == NONE ? NULL : &w->islands->all[number];
}

/* Counts first, so that each island takes memory once. */
static bool take_islands(const island_world *w, slot_sets *sets) {
    const evo_allocator *memory = w->bodies->memory;
    const pair_memory *m = &w->pairs->memories[w->pairs->now];
    uint32_t bodies = w->bodies->awake;
    for (uint32_t i = 0; i < bodies; ++i) {
        island *of = island_of(w, sets, i);
        if (of) ++of->body_room;
    }
    for (uint32_t k = 0; k < m->count; ++k) {
        island *of = island_of(w, sets, awake_body(w->bodies, m->id_a[k]));
        if (of) ++of->row_room;
    }
    for (uint32_t i = w->islands->first_fresh; i != NONE; i = w->islands->all[i].next_fresh) {
        island *of = &w->islands->all[i];
        uint32_t rows = of->row_room;
        of->bodies = memory_take(memory, of->body_room * sizeof *of->bodies);
        if (!of->bodies) of->body_room = 0;
        if (of->row_room > 0) of->rows = memory_take(memory, of->row_room * sizeof *of->rows);
        if (!of->rows) of->row_room = 0;
        if (of->body_room < 1 || of->row_room < rows) return false;
    }
    return true;
}

static void fill_islands(const island_world *w, slot_sets *sets) {
    body_store *s = w->bodies;
    const pair_memory *m = &w->pairs->memories[w->pairs->now];
    for (uint32_t k = 0; k < m->count; ++k) {
        island *of = island_of(w, sets, awake_body(s, m->id_a[k]));
        if (!of) continue;
        of->rows[of->row_count++] = (island_row){
            .ids = {m->id_a[k], m->id_b[k]}, .kept = {m->warm[k], m->gaps[k], m->touching[k] != 0}};
    }
    for (uint32_t i = 0; i < s->awake; ++i) {
        island *of = island_of(w, sets, i);
        if (!of) continue;
        body_state *state = &s->states[i];
        of->bodies[of->body_count++] =
            (island_body){s->motions[i].id, state->velocity, state->spin};
        s->records[s->motions[i].id].island = (uint32_t)(of - w->islands->all);
    }
}

/* Takes the colliders of a body out of the index, up to one of them (NONE: all). */
static void remove_still(const island_world *w, uint32_t body, uint32_t until) {
    const body_store *s = w->bodies;
    for (uint32_t c = s->records[body].first_collider; c != until; c = s->colliders[c].next)
        index_remove_still(w->index, c, collider_bounds(s, c));
}

static bool add_still(const island_world *w, uint32_t body) {
    body_store *s = w->bodies;
    body_place_colliders(s, body);
    for (uint32_t c = s->records[body].first_collider; c != NONE; c = s->colliders[c].next) {
        uint32_t number = s->links[s->colliders[c].slot].number;
        if (index_add_still(w->index, c, number, collider_bounds(s, c))) continue;
        remove_still(w, body, c);
        return false;
    }
    return true;
}

static void wake_body(const island_world *w, const island_body *body) {
    body_store *s = w->bodies;
    body_state *state = &s->states[s->records[body->id].slot];
    state->velocity = body->velocity;
    state->spin = body->spin;
    bodies_set_active(s, body->id, true);
    s->records[body->id].island = NONE;
}

static bool put_to_sleep(const island_world *w, island *of) {
    body_store *s = w->bodies;
    for (uint32_t i = 0; i < of->body_count; ++i) {
        const island_body *body = &of->bodies[i];
        body_state *state = &s->states[s->records[body->id].slot];
        if (!add_still(w, body->id)) {
            while (i-- > 0) {
                remove_still(w, of->bodies[i].id, NONE);
                wake_body(w, &of->bodies[i]);
            }
            return false;
        }
        state->velocity = vec(0, 0);
        state->spin = 0;
        bodies_set_active(s, body->id, false);
    }
    return true;
}

/* Frees the islands of this step from a number of their list on, none of which sleeps. */
static void drop_fresh(const island_world *w, uint32_t from) {
    while (from != NONE) {
        island *of = &w->islands->all[from];
        uint32_t next = of->next_fresh;
        for (uint32_t k = 0; k < of->body_count; ++k)
            w->bodies->records[of->bodies[k].id].island = NONE;
        free_island(w->islands, from, w->bodies->memory);
        from = next;
    }
}

/* Undoes the islands of this step, up to one of them, that sleep. */
static void wake_fresh(const island_world *w, uint32_t until) {
    island_store *s = w->islands;
    while (s->first_fresh != until) {
        uint32_t number = s->first_fresh;
        island *of = &s->all[number];
        for (uint32_t k = 0; k < of->body_count; ++k) {
            remove_still(w, of->bodies[k].id, NONE);
            wake_body(w, &of->bodies[k]);
        }
        s->first_fresh = of->next_fresh;
        free_island(s, number, w->bodies->memory);
    }
}

bool islands_sleep(const island_world *w, arena *a) {
    island_store *s = w->islands;
    slot_sets sets;
    if (!find_sets(w, &sets, a)) return false;
    uint32_t next = NONE;
    bool done = number_islands(w, &sets) && take_islands(w, &sets);
    if (done) {
        fill_islands(w, &sets);
        next = s->first_fresh;
        while (next != NONE && put_to_sleep(w, &s->all[next])) next = s->all[next].next_fresh;
        if (next == NONE) return true;
        wake_fresh(w, next);
    }
    drop_fresh(w, s->first_fresh);
    s->first_fresh = NONE;
    return false;
}

/* Rows that begin with a collider of the body. */
static uint32_t count_rows(const island_world *w, uint32_t body, island_row *rows) {
    const pair_memory *m = &w->pairs->memories[w->pairs->now];
    uint32_t count = 0;
    for (uint32_t k = 0; k < m->count; ++k) {
        const collider_record *record = &w->bodies->colliders[m->id_a[k]];
        if (record->generation % 2 == 0 || record->body != body) continue;
        if (rows)
            rows[count] = (island_row){.ids = {m->id_a[k], m->id_b[k]},
                                       .kept = {m->warm[k], m->gaps[k], m->touching[k] != 0}};
        ++count;
    }
    return count;
}

bool islands_send(const island_world *w, uint32_t body) {
    island_store *s = w->islands;
    const evo_allocator *memory = w->bodies->memory;
    const body_state *state = &w->bodies->states[w->bodies->records[body].slot];
    const uint32_t number = take_number(s, memory);
    if (number == NONE) return false;
    island *of = &s->all[number];
    of->row_room = count_rows(w, body, NULL);
    of->bodies = memory_take(memory, sizeof *of->bodies);
    of->body_room = of->bodies != NULL;
    if (of->row_room > 0) of->rows = memory_take(memory, of->row_room * sizeof *of->rows);
    bool done = of->bodies && (of->rows || of->row_room == 0);
    if (!of->rows) of->row_room = 0;
    if (done) {
        of->row_count = count_rows(w, body, of->rows);
        of->body_count = 1;
        of->bodies[0] = (island_body){body, state->velocity, state->spin};
        w->bodies->records[body].island = number;
        done = put_to_sleep(w, of);
    }
    s->first_fresh = of->next_fresh;
    of->fresh = false;
    if (done) return true;
    w->bodies->records[body].island = NONE;
    free_island(s, number, memory);
    return false;
}

/* ---- Waking ---------------------------------------------------------------------------------- */

/* Returns whether a collider has been awake all the time: its pairs are not those of sleepers. */
static bool is_followed(const island_world *w, uint32_t collider) {
    const collider_record *record = &w->bodies->colliders[collider];
    return awake_body(w->bodies, collider) != NONE
           && w->bodies->records[record->body].island == NONE;
}

bool islands_wake(const island_world *w, uint32_t number) {
    island_store *s = w->islands;
    island *of = &s->all[number];
    pair_memory *m = &w->pairs->memories[w->pairs->now];
    if (of->state == ISLAND_WAKING) return true;
    if (!pairs_reserve_append(w->pairs, of->row_count)) return false;
    if (s->first_waking == NONE) s->kept = m->count;
    of->state = ISLAND_WAKING;
    of->next_waking = s->first_waking;
    s->first_waking = number;
    for (uint32_t i = 0; i < of->body_count; ++i)
        bodies_set_active(w->bodies, of->bodies[i].id, true);
    for (uint32_t i = 0; i < of->row_count; ++i)
        of->rows[i].known =
            is_followed(w, of->rows[i].ids.b) || pairs_remember(w->pairs, of->rows[i].ids);
    for (uint32_t i = 0; i < of->row_count; ++i)
        if (!of->rows[i].known) pairs_append(w->pairs, of->rows[i].ids, &of->rows[i].kept);
    return true;
}

/* Returns whether a body sleeps and another, which it is joined to, is awake. */
static bool is_left(const body_store *s, uint32_t body, uint32_t other) {
    return body != NONE && other != NONE && s->records[body].island != NONE
           && body_is_active(s, other);
}

bool islands_wake_joined(const island_world *w, bool *woken) {
    const body_store *s = w->bodies;
    *woken = false;
    if (w->islands->list.count == 0 || s->awake == 0) return true;
    for (size_t e = 0; e < 2 * w->joints->list.count; ++e) {
        if (!is_left(s, s->edges[e].body, s->edges[e].other)) continue;
        const uint32_t number = s->records[s->edges[e].body].island;
        if (w->islands->all[number].state != ISLAND_ASLEEP) continue;
        if (!islands_wake(w, number)) return false;
        *woken = true;
    }
    return true;
}

/* ---- Telling --------------------------------------------------------------------------------- */

bool islands_reserve_told(const island_world *w, step_told *told) {
    const island_store *s = w->islands;
    size_t count = 0;
    for (uint32_t i = s->first_fresh; i != NONE; i = s->all[i].next_fresh)
        count += s->all[i].body_count;
    return array_reserve(told->memory, &told->sleepers, &told->sleeper_list.capacity, count,
                         sizeof *told->sleepers);
}

static bool handle_before(const void *first, const void *second) {
    const evo_body *a = first, *b = second;
    return a->index < b->index;
}

void islands_tell(const island_world *w, step_told *told) {
    const island_store *s = w->islands;
    told->sleeper_list.count = 0;
    for (uint32_t i = s->first_fresh; i != NONE; i = s->all[i].next_fresh)
        for (uint32_t k = 0; k < s->all[i].body_count; ++k) {
            const uint32_t id = s->all[i].bodies[k].id;
            told->sleepers[told->sleeper_list.count++] =
                (evo_body){id, w->bodies->records[id].generation};
        }
    sort_items(told->sleepers, told->sleeper_list.count, sizeof *told->sleepers, handle_before);
}

/* ---- The end of a step ----------------------------------------------------------------------- */

void islands_commit(const island_world *w) {
    island_store *s = w->islands;
    for (; s->first_fresh != NONE; s->first_fresh = s->all[s->first_fresh].next_fresh)
        s->all[s->first_fresh].fresh = false;
    while (s->first_waking != NONE) {
        uint32_t number = s->first_waking;
        island *of = &s->all[number];
        for (uint32_t k = 0; k < of->body_count; ++k) {
            body_record *record = &w->bodies->records[of->bodies[k].id];
            if (record->island != NONE) remove_still(w, of->bodies[k].id, NONE);
            record->island = NONE; /* NONE already: a body that is changed has left the index */
            w->bodies->motions[record->slot].rest = 0;
        }
        s->first_waking = of->next_waking;
        free_island(s, number, w->bodies->memory);
    }
}

void islands_undo(const island_world *w) {
    island_store *s = w->islands;
    if (s->first_waking != NONE) w->pairs->memories[w->pairs->now].count = s->kept;
    for (; s->first_waking != NONE; s->first_waking = s->all[s->first_waking].next_waking) {
        island *of = &s->all[s->first_waking];
        for (uint32_t k = 0; k < of->body_count; ++k)
            bodies_set_active(w->bodies, of->bodies[k].id, false);
        of->state = ISLAND_ASLEEP;
    }
    wake_fresh(w, NONE);
}
