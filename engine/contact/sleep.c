/* sleep.c: bodies that have come to rest sleep, and cost nothing until something wakes them.
 *
 * Bodies that touch, directly or through others, make an island; it sleeps when all of it has been
 * at rest for a while. Nothing is kept about islands: they are found from the active contacts when
 * some body may sleep, and followed along edges when a sleeper is woken. */
#include "contact/sleep.h"
#include "contact/bodies.h"
#include "contact/moving.h"
#include "contact/states.h"
#include "contact/undo.h"
#include "core/sort.h"

/* Seconds of rest before sleep. */
static const float SLEEP_AFTER = 0.5f;

/* Steps between two looks for islands. */
enum { SLEEP_STEPS = 8 };

/* ---- Waking ---------------------------------------------------------------------------------- */

static bool can_wake(const body_record *record) {
    return record->kind == EVO_DYNAMIC && !record->awake;
}

/* Bodies that are to wake, each of them once (step_undo.woken, from `first` on); those before
 * `done` had their neighbours added. */
typedef struct wake_list {
    graph *g;
    size_t first, done, contacts;
    bool out_of_memory;
} wake_list;

static wake_list list_begin(graph *g) {
    wake_list list = {.g = g, .first = g->undo.woken_list.count, .done = g->undo.woken_list.count};
    return list;
}

/* A body on the list counts as awake, so that it is added but once. */
static void wake_add(wake_list *list, uint32_t id) {
    graph *g = list->g;
    step_undo *u = &g->undo;
    if (!can_wake(graph_body(g, id)) || list->out_of_memory) return;
    if (!array_reserve(g->memory, &u->woken, &u->woken_list.capacity, u->woken_list.count + 1,
                       sizeof *u->woken)) {
        list->out_of_memory = true;
        return;
    }
    graph_body(g, id)->awake = true;
    u->woken[u->woken_list.count++] = id;
}

static bool holds(const graph *g, uint32_t edge) {
    const contact *c = edge_contact(g, edge);
    return c->touching && !contact_is_sensor(g, c);
}

static void wake_add_neighbours(wake_list *list, const body_record *record) {
    const graph *g = list->g;
    for (uint32_t edge = record->first_edge; edge != NONE; edge = edge_next(g, edge)) {
        ++list->contacts;
        if (holds(g, edge)) wake_add(list, edge_other(g, edge));
    }
}

static void disturb(graph *g, uint32_t id) {
    undo_note_calm(g, id);
    g->bodies.sims[graph_body(g, id)->index].calm = 0;
}

/* What touches the body is at rest no longer. */
static void disturb_neighbours(graph *g, uint32_t id) {
    for (uint32_t edge = graph_body(g, id)->first_edge; edge != NONE; edge = edge_next(g, edge))
        if (holds(g, edge)) disturb(g, edge_other(g, edge));
}

static void wake_none(const wake_list *list) {
    step_undo *u = &list->g->undo;
    for (size_t i = list->first; i < u->woken_list.count; ++i)
        graph_body(list->g, u->woken[i])->awake = false;
    u->woken_list.count = list->first;
}

/* All that the list's bodies touch wakes with them; when memory is refused, nothing does. */
static bool wake_listed(wake_list *list) {
    graph *g = list->g;
    step_undo *u = &g->undo;
    while (list->done < u->woken_list.count && !list->out_of_memory)
        wake_add_neighbours(list, graph_body(g, u->woken[list->done++]));
    if (list->out_of_memory || !graph_reserve_changes(g, list->contacts)
        || !undo_reserve_waking(g, list->contacts)) {
        wake_none(list);
        return false;
    }
    for (size_t i = list->first; i < u->woken_list.count; ++i)
        undo_note_recoloured(g, graph_body(g, u->woken[i]));
    for (size_t i = list->first; i < u->woken_list.count; ++i) {
        graph_set_moving(g, u->woken[i]);
        disturb_neighbours(g, u->woken[i]);
    }
    return true;
}

/* Outside of steps nothing is taken back. */
static void list_end(graph *g) {
    if (!g->undo.begun) undo_end(g);
}

bool sleep_wake(graph *g, uint32_t id, bool neighbours) {
    wake_list list = list_begin(g);
    wake_add(&list, id);
    if (neighbours) wake_add_neighbours(&list, graph_body(g, id));
    if (!wake_listed(&list)) return false;
    disturb(g, id);
    if (neighbours) disturb_neighbours(g, id);
    list_end(g);
    return true;
}

bool sleep_wake_all(graph *g) {
    wake_list list = list_begin(g);
    for (uint32_t id = 0; id < g->bodies.record_list.count; ++id)
        if (graph_body(g, id)->generation % 2 == 1) wake_add(&list, id);
    bool woken = wake_listed(&list);
    list_end(g);
    return woken;
}

bool sleep_wake_touched(graph *g) {
    for (size_t i = 0; i < g->bodies.woken_list.count; ++i) {
        uint32_t id = g->bodies.woken[i];
        if (graph_body(g, id)->wake_due && !sleep_wake(g, id, false)) return false;
    }
    return true;
}

void sleep_forget_touched(graph *g) {
    list_size *woken = &g->bodies.woken_list;
    while (woken->count > 0) graph_body(g, g->bodies.woken[--woken->count])->wake_due = false;
}

/* ---- Falling asleep -------------------------------------------------------------------------- */

/* There is room. */
static void lie_down(graph *g, uint32_t id) {
    body_record *record = graph_body(g, id);
    body_state *state = &g->bodies.states[record->index];
    record->awake = false;
    state->velocity = vec(0, 0);
    state->spin = 0;
    forces_clear(g, record);
    graph_set_moving(g, id);
}

/* One for each sleeper that may be touched. */
static bool woken_reserve(graph *g) {
    return array_reserve(g->memory, &g->bodies.woken, &g->bodies.woken_list.capacity,
                         g->bodies.count - g->bodies.movers, sizeof *g->bodies.woken);
}

bool sleep_send(graph *g, uint32_t id) {
    const body_record *record = graph_body(g, id);
    if (record->kind != EVO_DYNAMIC || !record->awake) return true;
    if (!graph_reserve_changes(g, graph_count_edges(g, record))) return false;
    lie_down(g, id);
    return true;
}

/* ---- Islands --------------------------------------------------------------------------------- */

typedef struct islands {
    uint32_t *parent; /* by index of mover; a root is its own */
    bool *restless;   /* of roots: something in the island must stay awake */
} islands;

static uint32_t island_of(const islands *all, uint32_t index) {
    while (all->parent[index] != index) {
        all->parent[index] = all->parent[all->parent[index]];
        index = all->parent[index];
    }
    return index;
}

static void join(const islands *all, uint32_t a, uint32_t b) {
    a = island_of(all, a);
    b = island_of(all, b);
    uint32_t root = a < b ? a : b, other = a < b ? b : a;
    all->parent[other] = root;
    all->restless[root] |= all->restless[other];
}

static bool may_rest(const graph *g, uint32_t index) {
    const body_sim *sim = &g->bodies.sims[index];
    return sim->calm >= SLEEP_AFTER && !sim->wakeful;
}

/* What touches a moving kinematic body is not at rest; such bodies themselves join nothing. */
static void join_rows(const graph *g, const islands *all, uint32_t row_a, uint32_t row_b) {
    if (row_a == 0 || row_b == 0) return;
    uint32_t a = row_a / 4 - 1, b = row_b / 4 - 1;
    bool dynamic_a = g->bodies.sims[a].inverse_mass > 0;
    bool dynamic_b = g->bodies.sims[b].inverse_mass > 0;
    if (dynamic_a && dynamic_b)
        join(all, a, b);
    else
        all->restless[island_of(all, dynamic_a ? a : b)] = true;
}

static void find_islands(const graph *g, const islands *all) {
    const batch_pool *p = &g->batches;
    for (uint32_t index = 0; index < g->bodies.movers; ++index) {
        all->parent[index] = index;
        all->restless[index] = !may_rest(g, index);
    }
    for (size_t i = 0; i < p->count; ++i)
        for (int lane = 0; lane < BATCH; ++lane) {
            bool holds = p->pairs[i].touching >> lane & 1 || p->batches[i].push[lane] > 0;
            if (holds && p->pairs[i].used >> lane & 1)
                join_rows(g, all, p->batches[i].row_a[lane], p->batches[i].row_b[lane]);
        }
}

static bool sleeper_before(const void *a, const void *b) {
    return ((const evo_body *)a)->index < ((const evo_body *)b)->index;
}

bool sleep_is_due(const graph *g, uint64_t steps) {
    if (g->config->never_sleep || steps % SLEEP_STEPS != 0) return false;
    for (uint32_t index = 0; index < g->bodies.movers; ++index)
        if (may_rest(g, index)) return true;
    return false;
}

size_t sleep_scratch(const graph *g) {
    return (g->bodies.movers + 1) * (sizeof(uint32_t) + sizeof(bool));
}

bool sleep_reserve(graph *g, bool due) {
    if (!woken_reserve(g)) return false;
    if (!due) return true;
    return graph_reserve_changes(g, g->batches.lanes)
           && array_reserve(g->memory, &g->sleepers, &g->sleeper_list.capacity, g->bodies.movers,
                            sizeof *g->sleepers);
}

void sleep_fall(graph *g) {
    islands all;
    all.parent = aligned_begin(&g->scratch.block);
    all.restless = (bool *)(all.parent + g->bodies.movers);
    find_islands(g, &all);
    for (uint32_t index = 0; index < g->bodies.movers; ++index)
        if (!all.restless[island_of(&all, index)])
            g->sleepers[g->sleeper_list.count++] = graph_body_handle(g, g->bodies.sims[index].id);
    sort_items(g->sleepers, g->sleeper_list.count, sizeof *g->sleepers, sleeper_before);
    for (size_t i = 0; i < g->sleeper_list.count; ++i) lie_down(g, g->sleepers[i].index);
}
