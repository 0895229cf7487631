/* world.c: a world of steps, made, unmade, and looked at between steps. */
#include "step/place.h"
#include "step/step.h"

void step_world_init(step_world *w, const evo_allocator *memory, const step_settings *settings) {
    memset(w, 0, sizeof *w);
    w->memory = memory;
    w->settings = *settings;
    bodies_init(&w->bodies, memory);
    index_init(&w->index, memory);
    pairs_init(&w->pairs, memory);
    islands_init(&w->islands);
    joints_init(&w->joints, memory);
    impact_room_init(&w->impacts, memory);
    told_init(&w->told, memory, settings->impacts.impacts_most);
    arena_init(&w->arena, memory);
}

void step_world_free(step_world *w) {
    islands_free(&w->islands, w->memory);
    joints_free(&w->joints);
    impact_room_free(&w->impacts);
    pairs_free(&w->pairs);
    index_free(&w->index);
    bodies_free(&w->bodies);
    arena_free(&w->arena);
    told_free(&w->told);
}

/* ---- Between steps --------------------------------------------------------------------------- */

/* Colliders whose pairs are visited: of one body, if it has few. */
enum { CHOSEN_MOST = 4 };

typedef struct chosen {
    uint32_t ids[CHOSEN_MOST];
    int count; /* 0: all */
} chosen;

static chosen choose(const body_store *s, uint32_t body) {
    chosen c = {.count = 0};
    if (body == NONE) return c;
    for (uint32_t id = s->records[body].first_collider; id != NONE; id = s->colliders[id].next) {
        if (c.count == CHOSEN_MOST) return (chosen){.count = 0};
        c.ids[c.count++] = id;
    }
    return c;
}

static bool is_chosen(const chosen *c, uint32_t a, uint32_t b) {
    bool is = c->count == 0;
    for (int i = 0; i < c->count; ++i) is |= c->ids[i] == a || c->ids[i] == b;
    return is;
}

/* Visits pairs that are followed; of what was put to sleep since, its island has them. */
static void visit_memory(const step_world *w, const chosen *c, pair_visit visit, void *context) {
    const pair_memory *m = &w->pairs.memories[w->pairs.now];
    for (uint32_t k = 0; k < m->count; ++k) {
        if (!is_chosen(c, m->id_a[k], m->id_b[k]) || collider_is_asleep(&w->bodies, m->id_a[k]))
            continue;
        const pair_view view = {{m->id_a[k], m->id_b[k]},
                                {m->warm[k], m->gaps[k], m->touching[k]},
                                k > 0 && m->id_a[k - 1] == m->id_a[k]
                                    && m->id_b[k - 1] == m->id_b[k]};
        visit(context, &view);
    }
}

static void visit_island(const island *of, const chosen *c, pair_visit visit, void *context) {
    for (uint32_t i = 0; i < of->row_count; ++i) {
        const pair_ids *ids = &of->rows[i].ids;
        if (!is_chosen(c, ids->a, ids->b)) continue;
        const pair_view view = {*ids, of->rows[i].kept,
                                i > 0 && of->rows[i - 1].ids.a == ids->a
                                    && of->rows[i - 1].ids.b == ids->b};
        visit(context, &view);
    }
}

void step_visit_pairs(const step_world *w, uint32_t body, pair_visit visit, void *context) {
    const chosen c = choose(&w->bodies, body);
    const uint32_t own = body == NONE ? NONE : w->bodies.records[body].island;
    if (own == NONE) visit_memory(w, &c, visit, context);
    for (size_t i = 0; i < w->islands.list.count; ++i)
        if (w->islands.all[i].state == ISLAND_ASLEEP && (own == NONE || own == i))
            visit_island(&w->islands.all[i], &c, visit, context);
}

bool step_sort_awake(step_world *w) {
    step_places places;
    arena_reset(&w->arena);
    if (!place_awake(&places, &w->bodies, 0, 0, w->settings.lanes, &w->arena)) return false;
    const index_input input = {w->bodies.collider_awake, (uint32_t)w->bodies.collider_list.count,
                               w->bodies.places, places.radii, w->bodies.links};
    return index_sort(&w->index, &input, &w->arena) == EVO_OK;
}
