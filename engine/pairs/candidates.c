/* candidates.c: candidates: pairs that may meet, kept from step to step.
 *
 * In: disks and boxes around awake colliders for their motion in a step; out: rows of candidates,
 * in the order of ids. They are found by bounds that are larger by a margin. While colliders stay
 * within these, the candidates hold; a collider that left them is compared with all others; if many
 * did, all candidates are found anew. In a world in motion, which would lose them in each step,
 * they are found for one step, with hardly any margin.
 *
 * Invariant: all pairs whose bounds meet in the step are candidates. Which others are depends on
 * the past, so nothing but the list of the step (list.c) reads them. */
#include <assert.h>

#include "core/core.h"
#include "pairs/private.h"

/* ==== Bounds ================================================================================== */

/* Margin of candidates for one step: more than floats lose by rounding. */
static const float MARGIN_THIN = 1.0f / 1024;

/* Number of times that candidates are found for one step after they were lost at once. Larger:
 * worlds that come to rest save work later; smaller: worlds in motion do more. */
enum { THIN_FINDS = 15 };

/* Largest number of colliders that are compared with all others, by one worker, and as a fraction
 * of all. Larger: that takes longer than to find all candidates anew. */
enum { LEAVE_MOST = 24, LEAVE_PART = 8 };

static step_bounds bounds_in_step(const pair_input *in, uint32_t slot) {
    const float radius = in->radii[slot], *x = in->sizes.x, *y = in->sizes.y;
    return (step_bounds){radius, x ? radius * x[slot] : radius, y ? radius * y[slot] : radius, NAN};
}

/* Sets the bounds that a collider may not leave. */
static void widen(pair_candidates *c, const pair_input *in, uint32_t slot) {
    step_bounds *now = &c->now[slot];
    const float more = PAIR_MARGIN * now->radius;
    c->bounds[slot] =
        (candidate_bounds){in->bodies->places[slot], now->radius + more, now->wide + more,
                           now->high + more, find_core(in, slot) + more};
    now->core = c->bounds[slot].core;
}

/* Part of the margin that is left for rounding to units of a tile. */
static const double SLACK = 0.1;

static inline bool leaves(const candidate_bounds *wider, const step_bounds *now, evo_vec2 place) {
    const evo_vec2 way = vec_sub(place, wider->place);
    const double spare = SLACK * (double)PAIR_MARGIN * (double)wider->radius;
    const double left = (double)wider->radius - spare - (double)now->radius;
    const bool within = vec_dot(way, way) <= left * left
                        && fabs(way.x) + (double)now->wide + spare <= (double)wider->wide
                        && fabs(way.y) + (double)now->high + spare <= (double)wider->high;
    return !(left >= 0 && within);
}

/* ==== Rows ==================================================================================== */

/* Returns whether slots are those for which ranks were set. */
static bool is_ranked(const pair_candidates *c, const body_store *s) {
    return c->revision == s->revision && c->reorders == s->reorders
           && c->ranks == s->collider_awake;
}

/* Sets ranks: slots of awake colliders in the order of ids, whose digits are sorted from the lowest
 * up, 8 bits at a time. */
static bool rank_slots(pair_candidates *c, const body_store *s, arena *a) {
    const uint32_t count = s->collider_awake, last = (uint32_t)s->collider_list.count - 1;
    uint32_t *from = ARENA_SCRATCH(a, uint32_t, count), *to = ARENA_SCRATCH(a, uint32_t, count);
    if (!from || !to) return false;
    for (uint32_t i = 0; i < count; ++i) from[i] = i;
    for (int shift = 0; shift < 32 && count > 0 && last >> shift > 0; shift += 8) {
        uint32_t starts[257] = {0};
        for (uint32_t i = 0; i < count; ++i) ++starts[(s->links[i].id >> shift & 255) + 1];
        for (int d = 0; d < 256; ++d) starts[d + 1] += starts[d];
        for (uint32_t k = 0; k < count; ++k)
            to[starts[s->links[from[k]].id >> shift & 255]++] = from[k];
        uint32_t *swapped = from;
        from = to;
        to = swapped;
    }
    if (count > 0) memcpy(c->slots, from, count * sizeof *from);
    for (uint32_t k = 0; k < count; ++k) c->numbers[from[k]] = k;
    c->ranks = count;
    ++c->number;
    c->revision = s->revision;
    c->reorders = s->reorders;
    return true;
}

static bool key_before(const void *a, const void *b) {
    return *(const uint64_t *)a < *(const uint64_t *)b;
}

/* Sorts keys of a row. */
static void sort_row(uint64_t *row, uint32_t count) {
    enum { SHORT = 32 };
    if (count > SHORT) {
        sort_items(row, count, sizeof *row, key_before);
        return;
    }
    for (uint32_t k = 1; k < count; ++k) {
        const uint64_t key = row[k];
        uint32_t to = k;
        for (; to > 0 && row[to - 1] > key; --to) row[to] = row[to - 1];
        row[to] = key;
    }
}

/* Key of a still collider in a row: they come behind the awake, whose keys are their ranks. */
static uint64_t still_key(const body_store *s, uint32_t slot) {
    return UINT64_C(1) << 63 | (uint64_t)s->links[slot].id << 32 | slot;
}

/* Keeps the bounds of a still collider, unless they are. */
static void keep_bounds(pair_candidates *c, const body_store *s, uint32_t slot) {
    still_bounds *still = &c->stills[slot - s->collider_awake];
    if (still->number == c->number) return;
    const uint32_t id = s->links[slot].id;
    const bool sleeps = s->records[s->colliders[id].body].island != NONE;
    *still = (still_bounds){collider_bounds(s, id), c->number, sleeps};
}

/* Makes room for candidates, and gives back what a smaller world does not need. */
static bool reserve(pair_store *p, const body_store *s, size_t pairs) {
    pair_candidates *c = &p->candidates;
    const size_t awake = s->collider_awake, still = s->collider_count - awake;
    const size_t most = pairs_expected(pairs) + PAIRS_BEYOND;
    array_trim(p->memory, &c->a, &c->a_capacity, most, sizeof *c->a);
    array_trim(p->memory, &c->b, &c->b_capacity, most, sizeof *c->b);
    array_trim(p->memory, &c->slots, &c->slot_capacity, awake, sizeof *c->slots);
    array_trim(p->memory, &c->numbers, &c->number_capacity, awake, sizeof *c->numbers);
    array_trim(p->memory, &c->stills, &c->still_capacity, still, sizeof *c->stills);
    return ARRAY_RESERVE(p->memory, c->slots, c->slot_capacity, awake)
           && ARRAY_RESERVE(p->memory, c->numbers, c->number_capacity, awake)
           && ARRAY_RESERVE(p->memory, c->a, c->a_capacity, pairs + PAIRS_BEYOND)
           && ARRAY_RESERVE(p->memory, c->b, c->b_capacity, pairs + PAIRS_BEYOND)
           && ARRAY_RESERVE_FILLED(p->memory, c->stills, c->still_capacity, still, 0);
}

/* Ends the list of candidates; lanes read some behind the last. */
static void end_rows(pair_candidates *c, uint32_t count) {
    assert(count + PAIRS_BEYOND <= c->a_capacity && count + PAIRS_BEYOND <= c->b_capacity
           && "candidates have room");
    c->count = count;
    memset(c->a + count, 0, PAIRS_BEYOND * sizeof *c->a);
    memset(c->b + count, 0, PAIRS_BEYOND * sizeof *c->b);
}

/* Replaces slots of candidates by rows and keys: of two awake colliders the one with the lower rank
 * has the row. Counts the rows' candidates two places further up. */
static void count_rows(pair_candidates *c, const body_store *s, const found_pairs *f,
                       uint32_t *counts) {
    const uint32_t *ranks = c->numbers, awake = s->collider_awake;
    for (uint32_t k = 0; k < f->count; ++k) {
        uint32_t row = ranks[f->a[k]];
        if (f->b[k] < awake) {
            const uint32_t other = ranks[f->b[k]];
            f->b[k] = row > other ? row : other;
            row = row < other ? row : other;
        } else {
            keep_bounds(c, s, f->b[k]);
        }
        f->a[k] = row;
        ++counts[row + 2];
    }
}

/* Puts candidates into rows. False: out of memory. */
static bool order(pair_store *p, const body_store *s, const found_all *found, arena *a) {
    pair_candidates *c = &p->candidates;
    const uint32_t awake = s->collider_awake;
    size_t pairs = 0;
    for (uint32_t i = 0; i < found->count; ++i) pairs += found->pieces[i].count;
    uint64_t *keys = ARENA_SCRATCH(a, uint64_t, pairs);
    uint32_t *starts = ARENA_SCRATCH(a, uint32_t, awake + 2);
    if (!keys || !starts || !reserve(p, s, pairs)) return false;
    if (!is_ranked(c, s) && !rank_slots(c, s, a)) return false;
    memset(starts, 0, (awake + 2) * sizeof *starts);
    for (uint32_t i = 0; i < found->count; ++i) count_rows(c, s, &found->pieces[i], starts);
    for (uint32_t r = 0; r < awake; ++r) starts[r + 2] += starts[r + 1]; /* of row r at r + 1 */
    for (uint32_t i = 0; i < found->count; ++i) {
        const found_pairs *f = &found->pieces[i];
        for (uint32_t k = 0; k < f->count; ++k)
            keys[starts[f->a[k] + 1]++] = f->b[k] < awake ? f->b[k] : still_key(s, f->b[k]);
    }
    for (uint32_t r = 0; r < awake; ++r) {
        sort_row(keys + starts[r], starts[r + 1] - starts[r]);
        for (uint32_t k = starts[r]; k < starts[r + 1]; ++k) {
            c->a[k] = c->slots[r];
            c->b[k] = keys[k] < awake ? c->slots[keys[k]] : (uint32_t)keys[k];
        }
    }
    end_rows(c, (uint32_t)pairs);
    return true;
}

/* ==== Finding ================================================================================= */

pair_result candidates_find_anew(pair_store *p, const pair_input *in, arena *a) {
    pair_candidates *c = &p->candidates;
    const body_store *s = in->bodies;
    const bool thin = c->thin > 0;
    found_all found = {NULL, 0};
    bool thinned = false;
    c->held = false;
    c->age = 0;
    c->thin -= thin;
    array_trim(p->memory, &c->bounds, &c->bound_capacity, s->collider_awake, sizeof *c->bounds);
    if (!ARRAY_RESERVE(p->memory, c->bounds, c->bound_capacity, s->collider_awake))
        return PAIRS_MEMORY;
    for (uint32_t i = 0; i < s->collider_awake && !thin; ++i) widen(c, in, i);
    const arena_mark mark = arena_mark_of(a);
    const pair_result result = find_candidates(p, in, thin ? MARGIN_THIN : PAIR_MARGIN, &found, a);
    if (result != PAIRS_FOUND) return result;
    if (!order(p, s, &found, a)) return PAIRS_MEMORY;
    for (uint32_t i = 0; i < found.count; ++i) thinned |= found.pieces[i].thinned;
    arena_drop(a, mark);
    c->held = !thinned && !thin;
    return PAIRS_FOUND;
}

/* Returns whether the bounds of two colliders meet. */
static inline bool bounds_near(const candidate_bounds *a, const candidate_bounds *b) {
    const evo_vec2 way = vec_sub(b->place, a->place);
    const double reach = (double)a->radius + (double)b->radius;
    return fabs(way.x) < (double)a->wide + (double)b->wide
           && fabs(way.y) < (double)a->high + (double)b->high && vec_dot(way, way) < reach * reach;
}

/* Appends the candidates of a collider that left its bounds. If two left, the one with the higher
 * slot finds the other. */
static void find_again(finder *f, const candidate_bounds *bounds, const uint8_t *left,
                       uint32_t slot) {
    found_pairs *to = f->found;
    const candidate_bounds own = bounds[slot];
    const uint32_t from = to->count;
    for (uint32_t i = 0; i < f->input->bodies->collider_awake; ++i) {
        if (!bounds_near(&own, &bounds[i]) || i == slot || (left[i] && i > slot)) continue;
        if (to->count + PAIRS_BEYOND >= to->capacity && !find_grow(f, 1)) return;
        to->a[to->count] = slot;
        to->b[to->count++] = i;
    }
    find_stills_of(f, slot, vec((double)own.wide, (double)own.high));
    find_ask(f, from);
}

/* A new candidate, in the order of the list. */
typedef struct new_candidate {
    uint32_t row;
    uint64_t key;
    uint32_t a, b;
} new_candidate;

static bool new_before(const void *first, const void *second) {
    const new_candidate *a = first, *b = second;
    return a->row < b->row || (a->row == b->row && a->key < b->key);
}

static uint64_t key_of(const pair_candidates *c, const body_store *s, uint32_t slot) {
    return slot < c->ranks ? c->numbers[slot] : still_key(s, slot);
}

/* Sorts what was found; behind the last is one of no row. */
static new_candidate *sort_new(pair_candidates *c, const body_store *s, const found_pairs *some,
                               arena *a) {
    new_candidate *all = ARENA_SCRATCH(a, new_candidate, some->count + 1);
    for (uint32_t k = 0; all && k < some->count; ++k) {
        uint32_t one = some->a[k], other = some->b[k];
        if (other < c->ranks && c->numbers[other] < c->numbers[one]) {
            one = other;
            other = some->a[k];
        }
        if (other >= c->ranks) keep_bounds(c, s, other);
        all[k] = (new_candidate){c->numbers[one], key_of(c, s, other), one, other};
    }
    if (!all) return NULL;
    sort_items(all, some->count, sizeof *all, new_before);
    all[some->count].row = NONE;
    return all;
}

/* Puts new candidates into the rows of those that stayed of all that there were. */
static void merge(pair_candidates *c, const body_store *s, const found_pairs *old,
                  const uint8_t *left, const new_candidate *more) {
    uint32_t to = 0;
    for (uint32_t k = 0; k < old->count; ++k) {
        const uint32_t a = old->a[k], b = old->b[k], row = c->numbers[a];
        if (left[a] || (b < c->ranks && left[b])) continue;
        for (; more->row < row || (more->row == row && more->key < key_of(c, s, b)); ++more) {
            c->a[to] = more->a;
            c->b[to++] = more->b;
        }
        c->a[to] = a;
        c->b[to++] = b;
    }
    for (; more->row != NONE; ++more) {
        c->a[to] = more->a;
        c->b[to++] = more->b;
    }
    end_rows(c, to);
}

/* Finds the candidates of colliders that left their bounds anew. */
static pair_result find_some(pair_store *p, const pair_input *in, const uint8_t *left, arena *a) {
    pair_candidates *c = &p->candidates;
    const body_store *s = in->bodies;
    found_pairs some = {.a = NULL};
    finder f = {.input = in, .found = &some, .memory = a, .most = PAIRS_MOST};
    f.asks = s->filtered > 0;
    c->held = false;
    const arena_mark mark = arena_mark_of(a);
    const found_pairs old = {.a = ARENA_SCRATCH(a, uint32_t, c->count + 1),
                             .b = ARENA_SCRATCH(a, uint32_t, c->count + 1),
                             .count = c->count};
    if (!old.a || !old.b || !find_grow(&f, PAIRS_BEYOND)) return PAIRS_MEMORY;
    memcpy(old.a, c->a, old.count * sizeof *old.a);
    memcpy(old.b, c->b, old.count * sizeof *old.b);
    for (uint32_t i = 0; i < c->ranks; ++i)
        if (left[i]) widen(c, in, i);
    for (uint32_t i = 0; i < c->ranks && !some.failed; ++i)
        if (left[i]) find_again(&f, c->bounds, left, i);
    if (some.failed || !reserve(p, s, (size_t)c->count + some.count)) return PAIRS_MEMORY;
    const new_candidate *more = sort_new(c, s, &some, a);
    if (!more) return PAIRS_MEMORY;
    merge(c, s, &old, left, more);
    arena_drop(a, mark);
    c->held = true;
    return PAIRS_FOUND;
}

/* ---- Whether they hold ----------------------------------------------------------------------- */

typedef struct placing {
    const pair_input *in;
    const pair_candidates *of;
    uint8_t *left; /* by slot */
    uint32_t most;
} placing;

/* Sets the bounds of the step, and finds colliders that left the wider ones: up to so many that
 * they are too many. */
static void place_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const placing p = *(placing *)data; /* a local copy: see scanning in find_lanes.inc.h */
    const pair_input in = *p.in;
    const evo_vec2 *places = in.bodies->places;
    const candidate_bounds *wider = p.of->bounds;
    step_bounds *all = p.of->now;
    uint32_t count = p.of->held ? 0 : p.most + 1;
    (void)worker;
    for (uint32_t i = from; i < to; ++i) {
        step_bounds now = bounds_in_step(&in, i);
        p.left[i] = 1;
        if (count <= p.most) {
            now.core = wider[i].core;
            p.left[i] = leaves(&wider[i], &now, places[i]);
            count += p.left[i];
        }
        all[i] = now;
    }
}

/* Least number of colliders in a piece. */
enum { PLACED_LEAST = 256 };

pair_result candidates_renew(pair_store *p, const pair_input *in, arena *a) {
    pair_candidates *c = &p->candidates;
    const body_store *s = in->bodies;
    const uint32_t few = LEAVE_MOST / (in->crew ? (uint32_t)in->crew->workers : 1);
    const uint32_t part = c->ranks / LEAVE_PART, most = part < few ? part : few;
    placing all = {in, c, ARENA_SCRATCH(a, uint8_t, s->collider_awake + 1), most};
    uint32_t count = 0;
    c->now = ARENA_SCRATCH(a, step_bounds, s->collider_awake + 1);
    if (!all.left || !c->now) return PAIRS_MEMORY;
    c->held = c->held && is_ranked(c, s);
    crew_loop(in->crew, place_piece, &all, s->collider_awake, PLACED_LEAST);
    c->now[s->collider_awake] = (step_bounds){INFINITY, INFINITY, INFINITY, NAN};
    for (uint32_t i = 0; i < s->collider_awake; ++i) count += all.left[i];
    if (!c->held) return candidates_find_anew(p, in, a);
    if (count > most && c->age == 0) c->thin = THIN_FINDS;
    ++c->age;
    if (count > most) return candidates_find_anew(p, in, a);
    return count == 0 ? PAIRS_FOUND : find_some(p, in, all.left, a);
}

void pairs_lose(pair_store *p) {
    p->candidates.held = false;
    p->candidates.ranks = NONE;
}
