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
    impact_room_init(&w->impacts, memory);
    told_init(&w->told, memory, settings->impacts.impacts_most);
    arena_init(&w->arena, memory);
}

void step_world_free(step_world *w) {
    islands_free(&w->islands, w->memory);
    impact_room_free(&w->impacts);
    pairs_free(&w->pairs);
    index_free(&w->index);
    bodies_free(&w->bodies);
    arena_free(&w->arena);
    told_free(&w->told);
}

/* ---- Between steps --------------------------------------------------------------------------- */

/* Visits pairs that are followed; of what was put to sleep since, its island has them. */
static void visit_memory(const step_world *w, pair_visit visit, void *context) {
    const pair_memory *m = &w->pairs.memories[w->pairs.now];
    for (uint32_t k = 0; k < m->count; ++k) {
        if (collider_is_asleep(&w->bodies, m->id_a[k])) continue;
        const pair_view view = {{m->id_a[k], m->id_b[k]},
                                {m->warm[k], m->gaps[k], m->touching[k]},
                                k > 0 && m->id_a[k - 1] == m->id_a[k]
                                    && m->id_b[k - 1] == m->id_b[k]};
        visit(context, &view);
    }
}

static void visit_island(const island *of, pair_visit visit, void *context) {
    for (uint32_t i = 0; i < of->row_count; ++i) {
        const pair_ids *ids = &of->rows[i].ids;
        const pair_view view = {*ids, of->rows[i].kept,
                                i > 0 && of->rows[i - 1].ids.a == ids->a
                                    && of->rows[i - 1].ids.b == ids->b};
        visit(context, &view);
    }
}

void step_visit_pairs(const step_world *w, pair_visit visit, void *context) {
    visit_memory(w, visit, context);
    for (size_t i = 0; i < w->islands.list.count; ++i)
        if (w->islands.all[i].state == ISLAND_ASLEEP)
            visit_island(&w->islands.all[i], visit, context);
}

bool step_sort_awake(step_world *w) {
    step_places places;
    arena_reset(&w->arena);
    if (!place_awake(&places, &w->bodies, 0, 0, w->settings.lanes, &w->arena)) return false;
    const index_input input = {w->bodies.collider_awake, (uint32_t)w->bodies.collider_list.count,
                               w->bodies.places, places.radii, w->bodies.links};
    return index_sort(&w->index, &input, &w->arena);
}
