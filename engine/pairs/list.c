/* list.c: the list of pairs of a step.
 *
 * In: candidates, and bounds in the step; out: the pairs whose bounds meet, in the order of
 * candidates. Invariant: the list depends on the state of the world alone. Lanes compare disks and
 * boxes of the awake; this file compares the bounds of still colliders and walls, in doubles. */
#include <assert.h>

#include "core/core.h"
#include "pairs/private.h"

/* Grows all arrays of the list and of its memory. */
static bool grow_list(pair_list *list, const evo_allocator *memory, arena *a, size_t now) {
    const size_t kept =
        list->count + (list->class_of ? PAIRS_BEYOND : 0); /* lanes have filled these */
    if (!ARENA_GROW(a, list->a, kept, now) || !ARENA_GROW(a, list->b, kept, now)
        || !ARENA_GROW(a, list->dx, kept, now) || !ARENA_GROW(a, list->dy, kept, now)
        || !pair_memory_reserve(list->kept, memory, now))
        return false;
    list->capacity = now;
    return true;
}

bool pairs_reserve_seconds(pair_list *list, const evo_allocator *memory, arena *a, size_t seconds) {
    const size_t before = list->count + PAIRS_BEYOND, now = before + seconds;
    if (now > list->capacity && !grow_list(list, memory, a, now)) return false;
    list->second_of = ARENA_TAKE(a, uint32_t, list->count + 1);
    list->first_of = ARENA_TAKE(a, uint32_t, seconds);
    if (!list->second_of || !list->first_of) return false;
    memset(list->second_of, 0xff, list->count * sizeof *list->second_of);
    return ARENA_GROW(a, list->way_x, before, now) && ARENA_GROW(a, list->way_y, before, now)
           && ARENA_GROW(a, list->class_of, before, now);
}

/* ---- Pairs that lanes leave to this file ----------------------------------------------------- */

/* Returns whether a wall is within reach of another collider's disk. `way`: to the centre of the
 * disk, or from it. */
static bool meets_wall(const pair_input *in, uint32_t slot, uint32_t other, evo_vec2 way) {
    const body_store *s = in->bodies;
    const collider_turn *turn = &s->turns[slot];
    const corner_rows *rows = collider_corners(s, slot);
    const double reach = (double)in->radii[other] + find_wall_way(in, slot);
    const evo_vec2 axis = vec((double)turn->axis_x, (double)turn->axis_y);
    const double x = most_of(fabs(vec_dot(axis, way)) - (double)rows->half_x, 0);
    const double y = most_of(fabs(vec_cross(axis, way)) - (double)rows->half_y, 0);
    return x * x + y * y < reach * reach;
}

/* Returns whether an awake collider is within reach of a still one. */
static bool meets_still(const pair_input *in, const step_bounds *now, const evo_bounds *still,
                        uint32_t slot, uint32_t other) {
    const body_store *s = in->bodies;
    const evo_vec2 place = s->places[slot], way = vec_sub(s->places[other], place);
    const double wide = (double)now->wide, high = (double)now->high;
    const double reach = (double)now->radius + (double)s->forms[other].reach;
    if (!(place.x - wide < still->max.x && place.x + wide > still->min.x
          && place.y - high < still->max.y && place.y + high > still->min.y))
        return false;
    return s->links[other].kind == FORM_LINE || vec_dot(way, way) < reach * reach;
}

typedef struct filtering {
    const pair_input *in;
    const pair_candidates *of;
    const uint8_t *walls; /* 1 for walls, by slot; NULL: there are none */
    pair_list *list;
    /* By piece. */
    filtered *pieces;
    uint32_t *counts, *starts; /* starts: in the list */
    atomic_bool sleepers;
} filtering;

/* Completes entries from `first` to `end`, and drops those that do not meet; returns their end. */
static uint32_t complete(filtering *f, const filtered *e, uint32_t first, uint32_t end) {
    const pair_input in = *f->in;
    const body_store *s = in.bodies;
    const collider_link *links = s->links;
    const still_bounds *stills = f->of->stills;
    const uint8_t *walls = f->walls;
    const uint32_t awake = s->collider_awake;
    uint32_t kept = first;
    bool sleepers = false;
    for (uint32_t k = first; k < end; ++k) {
        const uint32_t a = e->a[k], b = e->b[k];
        assert((b >= awake || links[a].id < links[b].id) && "rows are in the order of ids");
        if (b >= awake) {
            const still_bounds *still = &stills[b - awake];
            if (!meets_still(&in, &f->of->now[a], &still->bounds, a, b)) continue;
            sleepers |= still->sleeps;
        }
        if (walls && b < awake && walls[a] | walls[b]) {
            const evo_vec2 way = vec_sub(s->places[b], s->places[a]);
            if (walls[a] && !meets_wall(&in, a, b, way)) continue;
            if (walls[b] && !meets_wall(&in, b, a, way)) continue;
        }
        e->id_a[kept] = links[a].id;
        e->id_b[kept] = links[b].id;
        if (kept < k) {
            e->a[kept] = a;
            e->b[kept] = b;
            e->dx[kept] = e->dx[k];
            e->dy[kept] = e->dy[k];
        }
        ++kept;
    }
    if (sleepers) flag_set(&f->sleepers, true);
    return kept;
}

/* Candidates of a piece. */
enum { FILTERED = 1024 };

static void filter_piece(void *data, uint32_t from, uint32_t to, int worker) {
    filtering *f = data;
    const pair_input *in = f->in;
    (void)worker;
    for (uint32_t i = from; i < to; ++i) {
        const uint32_t first = i * FILTERED, left = f->of->count - first;
        const uint32_t end = first + (left < FILTERED ? left : FILTERED);
        const uint32_t met = in->filter(f->of, in->bodies->places, first, end, &f->pieces[i]);
        f->counts[i] = complete(f, &f->pieces[i], 0, met);
    }
}

static void join_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const filtering *f = data;
    const pair_list *l = f->list;
    (void)worker;
    for (uint32_t i = from; i < to; ++i) {
        const filtered *e = &f->pieces[i];
        const uint32_t at = f->starts[i], count = f->counts[i];
        memcpy(l->a + at, e->a, count * sizeof *l->a);
        memcpy(l->b + at, e->b, count * sizeof *l->b);
        memcpy(l->kept->id_a + at, e->id_a, count * sizeof *l->a);
        memcpy(l->kept->id_b + at, e->id_b, count * sizeof *l->b);
        memcpy(l->dx + at, e->dx, count * sizeof *l->dx);
        memcpy(l->dy + at, e->dy, count * sizeof *l->dy);
    }
}

/* Takes the room of pieces. False: out of memory. */
static bool take_pieces(filtering *f, uint32_t count, arena *a) {
    const size_t room = FILTERED + PAIRS_BEYOND;
    uint32_t *numbers = ARENA_SCRATCH(a, uint32_t, 4 * room * count);
    float *floats = ARENA_SCRATCH(a, float, 2 * room * count);
    f->pieces = ARENA_SCRATCH(a, filtered, count);
    f->counts = ARENA_SCRATCH(a, uint32_t, count);
    f->starts = ARENA_SCRATCH(a, uint32_t, count);
    if (!numbers || !floats || !f->pieces || !f->counts || !f->starts) return false;
    for (uint32_t i = 0; i < count; ++i, numbers += 4 * room, floats += 2 * room)
        f->pieces[i] = (filtered){
            numbers, numbers + room, numbers + 2 * room, numbers + 3 * room, floats, floats + room,
            0};
    return true;
}

/* Filters by several workers: each piece in a region of its own, and then all into the list.
 * Returns the number of pairs as near as in a crowd, or NONE: out of memory. */
static uint32_t filter_shared(filtering *f, arena *a) {
    pair_list *list = f->list;
    const uint32_t pieces = (f->of->count + FILTERED - 1) / FILTERED;
    uint32_t near = 0;
    if (!take_pieces(f, pieces, a)) return NONE;
    crew_loop(f->in->crew, filter_piece, f, pieces, 1);
    for (uint32_t i = 0; i < pieces; ++i) {
        f->starts[i] = list->count;
        list->count += f->counts[i];
        near += f->pieces[i].near;
    }
    crew_loop(f->in->crew, join_piece, f, pieces, 4);
    return near;
}

static uint32_t filter_alone(filtering *f) {
    pair_list *l = f->list;
    const pair_input *in = f->in;
    filtered all = {l->a, l->b, l->kept->id_a, l->kept->id_b, l->dx, l->dy, 0};
    const uint32_t met = in->filter(f->of, in->bodies->places, 0, f->of->count, &all);
    l->count = complete(f, &all, 0, met);
    return all.near;
}

/* Marks walls. False: out of memory. */
static bool mark_walls(filtering *f, arena *a) {
    const uint32_t count = f->of->ranks;
    uint8_t *walls = ARENA_SCRATCH(a, uint8_t, count + 1);
    if (!walls) return false;
    for (uint32_t i = 0; i < count; ++i) walls[i] = find_is_wall(f->in->bodies, i);
    f->walls = memchr(walls, 1, count) ? walls : NULL;
    return true;
}

/* Returns whether some collider is in a crowd, or nearly. */
static bool is_crowded(const filtering *f, uint8_t *counts) {
    const pair_list *list = f->list;
    memset(counts, 0, f->of->ranks);
    for (uint32_t k = 0; k < list->count; ++k) {
        const uint32_t a = list->a[k], b = list->b[k];
        if (b >= f->of->ranks) continue;
        const float cores = f->of->now[a].core + f->of->now[b].core, x = list->dx[k],
                    y = list->dy[k];
        if (!(x * x + y * y < cores * cores)) continue;
        if (++counts[a] > CROWD || ++counts[b] > CROWD) return true;
    }
    return false;
}

/* Lists the candidates whose bounds meet in this step. False: out of memory. */
static bool filter(pair_store *p, pair_list *list, const pair_input *in, arena *a) {
    pair_candidates *c = &p->candidates;
    filtering f = {.in = in, .of = c, .list = list};
    list->count = 0;
    if (!grow_list(list, p->memory, a, c->count + PAIRS_BEYOND)) return false;
    const arena_mark mark = arena_mark_of(a);
    if (in->some_fixed && !mark_walls(&f, a)) return false;
    const uint32_t near = in->crew ? filter_shared(&f, a) : filter_alone(&f);
    uint8_t *counts = ARENA_SCRATCH(a, uint8_t, c->ranks + 1);
    if (near == NONE || !counts) return false;
    c->crowded = near > CROWD && is_crowded(&f, counts);
    list->meets_sleepers = flag_get(&f.sleepers);
    arena_drop(a, mark);
    return true;
}

pair_result pairs_find(pair_store *p, pair_list *list, const pair_input *in, arena *a) {
    const pair_candidates *c = &p->candidates;
    const arena_mark mark = arena_mark_of(a);
    *list = (pair_list){.kept = &p->memories[1 - p->now]};
    pair_result result = candidates_renew(p, in, a);
    if (result != PAIRS_FOUND) return result;
    if (!filter(p, list, in, a)) return PAIRS_MEMORY;
    if (c->crowded && c->age > 0) { /* crowds are thinned as candidates are found */
        result = candidates_find_anew(p, in, a);
        if (result != PAIRS_FOUND) return result;
        if (!filter(p, list, in, a)) return PAIRS_MEMORY;
    }
    arena_drop(a, mark);
    list->way_x = ARENA_TAKE(a, float, list->count + PAIRS_BEYOND);
    list->way_y = ARENA_TAKE(a, float, list->count + PAIRS_BEYOND);
    list->class_of = ARENA_TAKE(a, uint8_t, list->count + PAIRS_BEYOND);
    return list->way_x && list->way_y && list->class_of ? PAIRS_FOUND : PAIRS_MEMORY;
}
