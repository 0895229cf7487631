/* reorder.c: memory in order by place.
 *
 * Bodies that are near each other should be so in memory, and so should their contacts. Indices and
 * lanes mean nothing, so whenever this is done, no bit of any result changes. */
#include "contact/batches.h"
#include "contact/sleep.h"
#include "core/sort.h"

/* Bodies that are linked anew before the order of memory is looked at again, for each mover; and
 * movers below which it never is: all of a small world is near in memory. */
enum { LOOK_SHARE = 1, LOOK_FROM = 16384 };

/* Contacts that are looked at; and how far apart in memory the bodies of most must be, as a part of
 * all: order in the place of little disorder costs more than it brings. */
enum { LOOK_SAMPLES = 1024, LOOK_APART = 16 };

/* Steps between two trims of memory, at most. */
enum { TRIM_MOST = 1 << 20 };

/* By cells of a grid, row by row. */
typedef struct placed_body {
    int64_t row, column;
    uint32_t index;
} placed_body;

static bool placed_before(const void *first, const void *second) {
    const placed_body *a = first, *b = second;
    if (a->row != b->row) return a->row < b->row;
    if (a->column != b->column) return a->column < b->column;
    return a->index < b->index;
}

/* Puts items of an array in order; `copy` has room for as many. */
static void permute(void *items, size_t size, size_t count, const uint32_t *order, void *copy) {
    unsigned char *from = copy, *to = items;
    if (count == 0) return;
    memcpy(copy, items, count * size);
    for (size_t i = 0; i < count; ++i) memcpy(to + i * size, from + order[i] * size, size);
}

static void follow_bodies(graph *g) {
    for (uint32_t index = 0; index < g->bodies.movers; ++index) {
        const body_sim *sim = &g->bodies.sims[index];
        graph_body(g, sim->id)->index = index;
        for (uint32_t c = sim->collider; c != NONE; c = g->colliders.sims[c].next)
            g->colliders.sims[c].body = index;
    }
}

/* The new row of each, by the old one; row 0 stays. */
static void follow_rows(graph *g, const uint32_t *row_of) {
    batch_pool *p = &g->batches;
    for (size_t i = 0; i < p->count; ++i)
        for (int lane = 0; lane < BATCH; ++lane) {
            p->batches[i].row_a[lane] = 4 * row_of[p->batches[i].row_a[lane] / 4];
            p->batches[i].row_b[lane] = 4 * row_of[p->batches[i].row_b[lane] / 4];
        }
    for (size_t i = 0; i < g->near.count; ++i) {
        g->near.row_a[i] = row_of[g->near.row_a[i]];
        g->near.row_b[i] = row_of[g->near.row_b[i]];
    }
}

static double cell_width(const graph *g) {
    double width = g->index.width[GRID_MIDDLE];
    return width > 1e-18 && width < 1e18 ? 4 * width : 1;
}

/* Which body goes where. */
static void find_order(const graph *g, placed_body *bodies_at) {
    double width = cell_width(g);
    for (uint32_t index = 0; index < g->bodies.movers; ++index) {
        evo_vec2 at = g->bodies.states[index].position;
        placed_body made = {grid_cell(at.y / width), grid_cell(at.x / width), index};
        bodies_at[index] = made;
    }
    sort_items(bodies_at, g->bodies.movers, sizeof *bodies_at, placed_before);
}

static bool index_before(const void *first, const void *second) {
    return *(const uint32_t *)first < *(const uint32_t *)second;
}

/* Colliders of movers, in the order of these, take the places that they have among them. What is
 * moved is copied behind the maps of places. */
typedef struct collider_move {
    uint32_t *from, *to, *index_of;
    size_t count;
} collider_move;

static void list_colliders(const graph *g, collider_move *m) {
    m->count = 0;
    for (uint32_t index = 0; index < g->bodies.movers; ++index)
        for (uint32_t c = g->bodies.sims[index].collider; c != NONE; c = g->colliders.sims[c].next)
            m->from[m->count++] = c;
    memcpy(m->to, m->from, m->count * sizeof *m->to);
    sort_items(m->to, m->count, sizeof *m->to, index_before);
    for (uint32_t i = 0; i < g->colliders.count; ++i) m->index_of[i] = i;
    for (size_t i = 0; i < m->count; ++i) m->index_of[m->from[i]] = m->to[i];
}

static void move_items(void *items, size_t size, const collider_move *m, void *copy) {
    unsigned char *all = items, *kept = copy;
    for (size_t i = 0; i < m->count; ++i) memcpy(kept + i * size, all + m->from[i] * size, size);
    for (size_t i = 0; i < m->count; ++i) memcpy(all + m->to[i] * size, kept + i * size, size);
}

static void move_colliders(graph *g, const collider_move *m, void *copy) {
    collider_store *c = &g->colliders;
    move_items(c->centers, sizeof *c->centers, m, copy);
    move_items(c->geometry, sizeof *c->geometry, m, copy);
    move_items(c->sims, sizeof *c->sims, m, copy);
    for (size_t i = 0; i < m->count; ++i) {
        collider_sim *sim = &c->sims[m->to[i]];
        c->records[sim->id].index = m->to[i];
        if (sim->next != NONE) sim->next = m->index_of[sim->next];
    }
    for (size_t i = 0; i < g->bodies.movers; ++i) {
        body_sim *sim = &g->bodies.sims[i];
        if (sim->collider != NONE) sim->collider = m->index_of[sim->collider];
    }
    for (size_t i = 0; i < g->batches.count; ++i)
        for (int lane = 0; lane < BATCH && g->batches.pairs[i].used; ++lane) {
            batch_pairs *pairs = &g->batches.pairs[i];
            pairs->a[lane] = m->index_of[pairs->a[lane]];
            pairs->b[lane] = m->index_of[pairs->b[lane]];
        }
}

static void order_bodies(graph *g, placed_body *bodies_at, uint32_t *order, uint32_t *row_of,
                         void *copy) {
    size_t movers = g->bodies.movers;
    find_order(g, bodies_at);
    row_of[0] = 0;
    for (size_t i = 0; i < movers; ++i) {
        order[i] = bodies_at[i].index;
        row_of[order[i] + 1] = (uint32_t)i + 1;
    }
    permute(g->bodies.states, sizeof *g->bodies.states, movers, order, copy);
    permute(g->bodies.sims, sizeof *g->bodies.sims, movers, order, copy);
    permute(g->bodies.colours, sizeof *g->bodies.colours, movers, order, copy);
    follow_bodies(g);
    follow_rows(g, row_of);
}

bool graph_reorder(graph *g) {
    size_t movers = g->bodies.movers + 1, colliders = g->colliders.count + 1;
    size_t most = movers > colliders ? movers : colliders;
    size_t copies = most * sizeof(body_sim), maps = 3 * most * sizeof(uint32_t);
    unsigned char *copy = graph_scratch(g, copies + maps + movers * sizeof(placed_body) + 64);
    if (!copy) return false;
    placed_body *bodies_at = (placed_body *)(void *)(copy + (copies + 63) / 64 * 64);
    uint32_t *first = (uint32_t *)(void *)(bodies_at + movers), *second = first + most;
    order_bodies(g, bodies_at, first, second, copy);
    collider_move m = {first, second, second + most, 0};
    list_colliders(g, &m);
    move_colliders(g, &m, copy);
    return batches_reorder(g);
}

/* Memory that is given back and soon needed again is kept for twice as long from then on. */
static void trim(graph *g, size_t bytes) {
    trim_pace *pace = &g->trimming;
    if (pace->begun && bytes > pace->bytes && pace->steps < TRIM_MOST) pace->steps *= 2;
    pace->begun = true;
    pace->bytes = bytes;
    graph_trim(g);
}

/* Whether bodies that touch are far apart in memory. */
static bool is_disordered(const graph *g) {
    const batch_pool *p = &g->batches;
    size_t stride = p->count / LOOK_SAMPLES + 1, seen = 0, far = 0;
    for (size_t i = 0; i < p->count; i += stride) {
        uint32_t a = p->batches[i].row_a[0] / 4, b = p->batches[i].row_b[0] / 4;
        if (a == 0 || b == 0) continue;
        ++seen;
        far += (a < b ? b - a : a - b) > g->bodies.movers / LOOK_APART;
    }
    return 2 * far > seen;
}

void graph_tidy(graph *g, size_t bytes) {
    size_t movers = g->bodies.movers;
    if (movers >= LOOK_FROM && g->relinked >= LOOK_SHARE * movers) {
        g->relinked = 0;
        if (is_disordered(g)) (void)graph_reorder(g);
    }
    if (++g->steps % g->trimming.steps == 0) trim(g, bytes);
}
