/* pairs.c: what is remembered of pairs, by the awake and by islands that sleep. In: both; out:
 * their bytes, or the same. Entries stay in their order, which decides nothing. */
#include "save/save.h"

/* ---- A pair ---------------------------------------------------------------------------------- */

static const pair_kept NOTHING = {{0, 0, 0, 0}, {-1, 0}, {0, 0, 0, 0}, 0, false};

static void visit_kept(visitor *v, pair_kept *k, int substeps) {
    float warm[] = {k->warm.push, k->warm.drag, k->warm.normal_x, k->warm.normal_y, k->gap};
    float other[] = {k->other.push, k->other.drag};
    bool flags[] = {k->touching, k->other.push != -1 || k->other.drag != 0};
    visit_flags(v, flags, 2);
    const bool has_other = flags[1];
    k->touching = flags[0];
    visit_floats(v, warm, 5);
    k->warm = (pair_warm){warm[0], warm[1], warm[2], warm[3]};
    k->gap = warm[4];
    if (has_other)
        visit_floats(v, other, 2);
    else
        other[0] = NOTHING.other.push;
    k->other = (pair_other){other[0], other[1]};
    k->sum = pair_sum_at_end(&k->warm, &k->other, substeps);
    visit_check(v, !has_other || other[0] != NOTHING.other.push || other[1] != 0);
    visit_check(v, warm[2] * warm[2] + warm[3] * warm[3] <= 1.01f);
}

/* Ids of the pair before it are mostly near. */
static void visit_ids(visitor *v, const body_store *s, pair_ids *ids, pair_ids *before) {
    visit_id(v, &ids->a, before->a);
    visit_id(v, &ids->b, ids->a);
    visit_check(v, ids->a < s->collider_list.count && ids->b < s->collider_list.count
                       && ids->a != ids->b);
    *before = *ids;
}

/* ---- The memory ------------------------------------------------------------------------------ */

static void load_pairs(visitor *v, step_world *w, uint32_t count) {
    pair_store *p = &w->pairs;
    pair_ids before = {0, 0};
    const uint32_t colliders = (uint32_t)w->bodies.collider_list.count;
    if (!visit_room(v, pairs_reserve_replace(p, colliders, count))) return;
    for (uint32_t k = 0; k < count && visit_goes_on(v); ++k) {
        pair_ids ids = {0, 0};
        pair_kept kept = NOTHING;
        visit_ids(v, &w->bodies, &ids, &before);
        visit_kept(v, &kept, w->settings.substeps);
        if (visit_goes_on(v)) pairs_append(p, ids, &kept);
    }
}

void save_visit_pairs(visitor *v, step_world *w) {
    const pair_memory *m = &w->pairs.memories[w->pairs.now];
    pair_ids before = {0, 0};
    uint64_t sum = 0;
    uint32_t count = visit_is(v, VISIT_LOAD) ? 0 : m->count;
    visit_count(v, &count, 4);
    visit_check(v, count <= PAIRS_MOST);
    if (visit_is(v, VISIT_LOAD)) {
        if (visit_goes_on(v)) load_pairs(v, w, count);
        return;
    }
    for (uint32_t k = 0; k < m->count; ++k) {
        const uint64_t outer = visit_part(v);
        pair_ids ids = {m->id_a[k], m->id_b[k]};
        pair_kept kept = pair_kept_at(m, k);
        visit_ids(v, &w->bodies, &ids, &before);
        visit_kept(v, &kept, w->settings.substeps);
        visit_part_end(v, outer, &sum);
    }
    visit_sum(v, sum);
}

/* ---- Islands --------------------------------------------------------------------------------- */

/* Visits the bodies of an island, in the order of their ids. */
static void visit_island_bodies(visitor *v, body_store *s, const island *of, uint32_t number) {
    for (uint32_t i = 0; i < of->body_count && visit_goes_on(v); ++i) {
        const uint32_t before = i > 0 ? of->bodies[i - 1] : 0;
        visit_id(v, &of->bodies[i], before + 1);
        if (!visit_is(v, VISIT_LOAD)) continue;
        const uint32_t id = of->bodies[i];
        const bool sound = id < s->record_list.count && s->records[id].generation % 2 == 1
                           && (i == 0 || id > before) && s->records[id].island == NONE
                           && s->records[id].kind == EVO_DYNAMIC && !body_is_active(s, id)
                           && s->records[id].enabled;
        if (visit_check(v, sound)) s->records[id].island = number;
    }
}

static void visit_island_rows(visitor *v, const step_world *w, const island *of, uint32_t number) {
    const body_store *s = &w->bodies;
    pair_ids before = {0, 0};
    uint64_t sum = 0;
    for (uint32_t i = 0; i < of->row_count && visit_goes_on(v); ++i) {
        island_row *row = &of->rows[i];
        const uint64_t outer = visit_part(v);
        visit_ids(v, s, &row->ids, &before);
        visit_kept(v, &row->kept, w->settings.substeps);
        visit_part_end(v, outer, &sum);
        if (!visit_loads(v)) continue;
        const collider_record *first = &s->colliders[row->ids.a];
        visit_check(v, first->generation % 2 == 1 && s->records[first->body].island == number);
    }
    visit_sum(v, sum);
}

static void visit_island(visitor *v, step_world *w, uint32_t number) {
    island *of = &w->islands.all[number];
    visit_count(v, &of->body_count, 1);
    visit_count(v, &of->row_count, 4);
    visit_check(v, of->body_count > 0);
    if (visit_loads(v)) {
        of->state = ISLAND_ASLEEP;
        visit_room(v, island_reserve(of, w->memory, of->body_count, of->row_count));
        array_fill(of->rows, 0, of->row_room, sizeof *of->rows);
    }
    if (!visit_goes_on(v)) return;
    visit_island_bodies(v, &w->bodies, of, number);
    if (visit_goes_on(v)) visit_island_rows(v, w, of, number);
}

static uint32_t count_islands(const island_store *s) {
    uint32_t count = 0;
    for (size_t i = 0; i < s->list.count; ++i) count += s->all[i].state == ISLAND_ASLEEP;
    return count;
}

/* Each sleeper, and no other body, is in an island. */
static bool islands_are_whole(const step_world *w) {
    const body_store *s = &w->bodies;
    for (uint32_t id = 0; id < s->record_list.count; ++id) {
        const body_record *r = &s->records[id];
        if (r->generation % 2 == 0 || r->kind != EVO_DYNAMIC || !r->enabled) continue;
        if (body_is_active(s, id) != (r->island == NONE)) return false;
    }
    return true;
}

void save_visit_islands(visitor *v, step_world *w) {
    island_store *s = &w->islands;
    size_t count = count_islands(s);
    uint64_t sum = 0;
    visit_bool(v, &s->left);
    if (!VISIT_ARRAY(v, w->memory, s->all, count, s->list.capacity, 2)) return;
    if (visit_is(v, VISIT_LOAD)) s->list.count = count;
    for (uint32_t i = 0; i < s->list.count && visit_goes_on(v); ++i) {
        if (!visit_is(v, VISIT_LOAD) && s->all[i].state != ISLAND_ASLEEP) continue;
        const uint64_t outer = visit_part(v);
        visit_island(v, w, i);
        visit_part_end(v, outer, &sum);
    }
    visit_sum(v, sum);
    visit_check(v, islands_are_whole(w));
}
