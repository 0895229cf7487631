/* find_lanes.inc.h: colliders of a tile that may meet, found LANES at a time, and written
 * without gaps. */
#ifndef ENGINE_PAIRS_FIND_LANES_INC_H
#define ENGINE_PAIRS_FIND_LANES_INC_H

#include "core/lanes.inc.h"
#include "pairs/private.h"

/* ==== Writing without gaps ==================================================================== */

/* Stores the lanes whose bits are set, one after the other. Eight numbers are always written: those
 * behind the count have no meaning. */

#if LANES == 8

/* Numbers of the lanes of each set, a byte each, the lowest first. SETS_n lists the sets of lanes
 * below n: without the next lane, and with it. */
#define SETS_0(above) above, (above) << 8
#define SETS_1(above) SETS_0(above), SETS_0((above) << 8 | 1)
#define SETS_2(above) SETS_1(above), SETS_1((above) << 8 | 2)
#define SETS_3(above) SETS_2(above), SETS_2((above) << 8 | 3)
#define SETS_4(above) SETS_3(above), SETS_3((above) << 8 | 4)
#define SETS_5(above) SETS_4(above), SETS_4((above) << 8 | 5)
#define SETS_6(above) SETS_5(above), SETS_5((above) << 8 | 6)
#define SETS_7(above) SETS_6(above), SETS_6((above) << 8 | 7)
static const uint64_t LANES_OF_SET[256] = {SETS_7(UINT64_C(0))};

typedef __m256i lanes_set;

INLINE lanes_set lanes_set_of(unsigned bits) {
    return _mm256_cvtepu8_epi32(
        _mm_loadl_epi64((const __m128i *)(const void *)&LANES_OF_SET[bits]));
}

INLINE void lanes_compress(float *to, lanes_value x, lanes_set set) {
    _mm256_storeu_ps(to, _mm256_permutevar8x32_ps(x, set));
}

INLINE void lanes_compress_numbers(uint32_t *to, const uint32_t *from, lanes_set set) {
    __m256i all = _mm256_loadu_si256((const __m256i *)(const void *)from);
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_permutevar8x32_epi32(all, set));
}

/* Stores copies of a number: one for each lane of the set, or more. */
INLINE void lanes_repeat_number(uint32_t *to, uint32_t number, unsigned bits) {
    (void)bits;
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_set1_epi32((int)number));
}

#else

typedef unsigned lanes_set; /* the bits */

INLINE lanes_set lanes_set_of(unsigned bits) {
    return bits;
}

INLINE void lanes_compress(float *to, lanes_value x, lanes_set set) {
    float from[LANES];
    lanes_store(from, x);
    for (int lane = 0; lane < LANES; ++lane)
        if (set >> lane & 1) *to++ = from[lane];
}

INLINE void lanes_compress_numbers(uint32_t *to, const uint32_t *from, lanes_set set) {
    for (int lane = 0; lane < LANES; ++lane)
        if (set >> lane & 1) *to++ = from[lane];
}

INLINE void lanes_repeat_number(uint32_t *to, uint32_t number, unsigned bits) {
    for (; bits; bits &= bits - 1) *to++ = number;
}

#endif

INLINE unsigned lanes_set_count(unsigned bits) {
#if defined(__GNUC__) && LANES > 1
    return (unsigned)__builtin_popcount(bits);
#else
    unsigned count = 0;
    for (; bits; bits &= bits - 1) ++count;
    return count;
#endif
}

/* ==== Scans of cells ========================================================================== */

/* Scans the neighbours of each body in canonical order, LANES at a time.
 *
 * Ranks of a row of cells are consecutive, so a body scans few runs: the bodies behind it in its
 * own cell and the cell to the right, and three cells of the row above. Pairs with other neighbours
 * are found by these. */

/* Error, in units, of rounded positions and of their distance as a float, for both colliders. */
enum { FIND_SLOP = 8 };

/* The body whose neighbours are searched, in units of the searched tile. */
typedef struct looking {
    uint32_t slot;
    lanes_mask x, y;
    lanes_value radius, wide, high;
    lanes_value reaches, less; /* see finder */
} looking;

/* Local copies of the pointers of the list and the index, so that the compiler need not reload them
 * after each store. */
typedef struct scanning {
    const int32_t *x, *y;
    const float *radius, *wide, *high;
    const uint32_t *slot;
    uint32_t *a, *b;
    size_t count, capacity;
} scanning;

INLINE scanning scanning_of(const finder *f) {
    const index_awake *w = f->awake;
    const found_pairs *to = f->found;
    scanning s = {w->x,    w->y, w->radius, w->wide,   w->high,
                  w->slot, to->a, to->b,     to->count, to->capacity};
    return s;
}

MACHINE_NOINLINE void scanning_grow(finder *f, scanning *s, size_t more) {
    f->found->count = (uint32_t)s->count;
    if (find_grow(f, more)) *s = scanning_of(f);
}

/* The set of the first n lanes. */
INLINE unsigned lanes_first(size_t n) {
    static const uint8_t sets[9] = {0, 1, 3, 7, 15, 31, 63, 127, 255};
    return sets[n < LANES ? n : LANES];
}

/* The set of the listed colliders whose boxes are within reach. */
INLINE unsigned lanes_at_walls(const upper_level *u, size_t k, lanes_value dx, lanes_value dy,
                               lanes_value radius) {
    const lanes_value zero = lanes_all(0);
    const lanes_value axis_x = lanes_load(u->axis_x + k), axis_y = lanes_load(u->axis_y + k);
    const lanes_value along = lanes_abs(axis_x * dx + axis_y * dy) - lanes_load(u->half_x + k);
    const lanes_value across = lanes_abs(axis_x * dy - axis_y * dx) - lanes_load(u->half_y + k);
    const lanes_value x = lanes_max(along, zero), y = lanes_max(across, zero);
    return lanes_bits(lanes_less(x * x + y * y, radius * radius));
}

/* Scans ranks from k to end, or the listed colliders of a level. Adds pairs to the list, which has
 * room for all of them. */
INLINE void scan(scanning *s, const looking *by, const upper_level *few, size_t k, size_t end) {
    size_t count = s->count;
    for (; k < end; k += LANES) {
        lanes_value dx = lanes_from_whole(lanes_load_whole(s->x + k) - by->x);
        lanes_value dy = lanes_from_whole(lanes_load_whole(s->y + k) - by->y);
        const lanes_value radii = lanes_load(s->radius + k) + by->radius;
        const lanes_value reach = radii * by->reaches, less = radii * by->less;
        const lanes_value wide = lanes_load(s->wide + k) + by->wide - less;
        const lanes_value high = lanes_load(s->high + k) + by->high - less;
        const lanes_mask boxes =
            lanes_less(lanes_abs(dx), wide) & lanes_less(lanes_abs(dy), high);
        unsigned bits = lanes_bits(boxes & lanes_less(dx * dx + dy * dy, reach * reach));
        bits &= lanes_first(end - k);
        if (few) bits &= lanes_at_walls(few, k, dx, dy, by->radius);
        if (!bits) continue;
        lanes_set set = lanes_set_of(bits);
        lanes_compress_numbers(s->b + count, s->slot + k, set);
        lanes_repeat_number(s->a + count, by->slot, bits);
        count += lanes_set_count(bits);
    }
    s->count = count;
}

/* Makes room for `more` pairs and for the entries that lanes write behind them. */
INLINE bool scan_room(finder *f, scanning *s, size_t more) {
    if (s->count + more + PAIRS_BEYOND > s->capacity) scanning_grow(f, s, more);
    return !f->found->failed;
}

INLINE void scan_run(finder *f, scanning *s, const looking *by, int32_t from, int32_t to) {
    if (from < to && scan_room(f, s, (size_t)(to - from)))
        scan(s, by, NULL, (size_t)from, (size_t)to);
}

/* Cells `from` to `to` of a row, -1 and 16 being those of the neighbours to both sides. */
typedef struct cell_row {
    int row, from, to;
} cell_row;

INLINE void scan_row(finder *f, scanning *s, const looking *by, const int32_t *const three[3],
                     cell_row of) {
    const int from = of.from, to = of.to, at = of.row * TILE_SIDE;
    looking shifted = *by;
    if (from < 0 && three[0]) {
        shifted.x = by->x + lanes_all_whole(1 << TILE_BITS);
        scan_run(f, s, &shifted, three[0][at + 15], three[0][at + 16]);
    }
    if (three[1]) {
        int first = from < 0 ? 0 : from, last = to >= TILE_SIDE ? TILE_SIDE - 1 : to;
        if (first <= last) scan_run(f, s, by, three[1][at + first], three[1][at + last + 1]);
    }
    if (to >= TILE_SIDE && three[2]) {
        shifted.x = by->x - lanes_all_whole(1 << TILE_BITS);
        scan_run(f, s, &shifted, three[2][at], three[2][at + 1]);
    }
}

/* ---- Coarser levels -------------------------------------------------------------------------- */

/* Error, in units, of rounding to a coarser level, for both colliders together. */
enum { COARSE_SLOP = 8 };

/* Position, radius and box of a body, in units of this tile. */
typedef struct looking_from {
    int32_t x, y;
    float radius, wide, high;
} looking_from;

/* Scans cells of a coarser level, some of which are in neighbours of its tile. */
MACHINE_NOINLINE void scan_across(finder *f, scanning *s, const looking *own, const upper_level *u,
                                  const int32_t range[4]) {
    looking by = *own;
    for (int row = range[1]; row <= range[3]; ++row) {
        int beyond = row < 0 ? -1 : row >= TILE_SIDE ? 1 : 0;
        by.y = own->y - lanes_all_whole(beyond * (1 << TILE_BITS));
        scan_row(f, s, &by, &u->tables[3 * (beyond + 1)],
                 (cell_row){row - beyond * TILE_SIDE, range[0], range[2]});
    }
}

/* Scans a level with few colliders: all of them are compared. */
INLINE void scan_few(finder *f, scanning *s, const looking *by, const upper_level *u) {
    if (!scan_room(f, s, u->few_count)) return;
    scanning few = *s;
    few.x = u->x;
    few.y = u->y;
    few.radius = u->radius;
    few.wide = u->wide;
    few.high = u->high;
    few.slot = u->slot;
    scan(&few, by, u, 0, u->few_count);
    s->count = few.count;
}

INLINE void scan_upper(finder *f, scanning *s, const looking *own, looking_from at,
                       const upper_level *u) {
    const int32_t x = (at.x >> u->shift) + u->off_x, y = (at.y >> u->shift) + u->off_y;
    const float radius = at.radius * u->scale + COARSE_SLOP;
    looking by = *own;
    by.x = lanes_all_whole(x);
    by.y = lanes_all_whole(y);
    by.radius = lanes_all(radius);
    by.wide = lanes_all(at.wide * u->scale + COARSE_SLOP);
    by.high = lanes_all(at.high * u->scale + COARSE_SLOP);
    if (u->is_few) {
        scan_few(f, s, &by, u);
        return;
    }
    const int32_t far = (int32_t)(radius + (float)(1 << (CELL_BITS - 1)) + 64);
    const int32_t range[4] = {(x - far) >> CELL_BITS, (y - far) >> CELL_BITS,
                              (x + far) >> CELL_BITS, (y + far) >> CELL_BITS};
    if (range[0] < 0 || range[1] < 0 || range[2] >= TILE_SIDE || range[3] >= TILE_SIDE) {
        scan_across(f, s, &by, u, range);
        return;
    }
    const int32_t *table = u->tables[4];
    if (!table) return;
    for (int32_t row = range[1] * TILE_SIDE; row <= range[3] * TILE_SIDE; row += TILE_SIDE)
        scan_run(f, s, &by, table[row + range[0]], table[row + range[2] + 1]);
}

MACHINE_NOINLINE void scan_uppers(finder *f, scanning *s, const looking *own, looking_from at) {
    for (int i = 0; i < f->upper_count; ++i) scan_upper(f, s, own, at, &f->uppers[i]);
}

/* ---- A tile ---------------------------------------------------------------------------------- */

/* The tables of the tiles to the left, here and to the right, of this row and the one above. */
typedef struct around {
    const int32_t *here[3], *above[3];
} around;

/* Scans around a cell whose right neighbour, or a neighbour above, is in another tile. */
MACHINE_NOINLINE void scan_border(finder *f, scanning *s, const looking *by, const around *t,
                                  uint32_t cell) {
    const int column = (int)(cell % TILE_SIDE), row = (int)(cell / TILE_SIDE);
    looking shifted = *by;
    if (column + 1 == TILE_SIDE) {
        const int32_t *const right[3] = {NULL, NULL, t->here[2]};
        scan_row(f, s, by, right, (cell_row){row, TILE_SIDE, TILE_SIDE});
    }
    bool within = row + 1 < TILE_SIDE;
    if (!within) shifted.y = by->y - lanes_all_whole(1 << TILE_BITS);
    scan_row(f, s, &shifted, within ? t->here : t->above,
             (cell_row){within ? row + 1 : 0, column - 1, column + 1});
}

/* Adds the pairs of a rank with still colliders near its cell. */
INLINE void scan_still(finder *f, scanning *s, uint32_t rank, uint32_t cell) {
    const uint32_t block = find_block(f, cell), slot = s->slot[rank];
    const near_still *n = f->near + f->near_starts[block];
    const near_still *end = f->near + f->near_starts[block + 1];
    const double x = s->x[rank], wide = (double)s->wide[rank], left = x - wide, right = x + wide;
    const double y = s->y[rank], high = (double)s->high[rank], low = y - high, top = y + high;
    if (!scan_room(f, s, (size_t)(end - n))) return;
    for (; n < end; ++n) {
        if (!(n->min_x < right && n->max_x > left && n->min_y < top && n->max_y > low)) continue;
        s->a[s->count] = slot;
        s->b[s->count++] = n->slot;
    }
}

/* Filters the pairs of a row, and thins it: find.c and find_shared.c do it on what was found. */
MACHINE_NOINLINE void scan_ask(finder *f, scanning *s, size_t from) {
    f->found->count = (uint32_t)s->count;
    find_ask(f, (uint32_t)from);
    s->count = f->found->count;
}

MACHINE_NOINLINE void scan_thin(finder *f, scanning *s, size_t from) {
    f->found->count = (uint32_t)s->count;
    find_thin(f, (uint32_t)from);
    s->count = f->found->count;
}

static void find_tile(finder *f, const around *t, const find_part *part) {
    const index_awake *w = f->awake;
    const int32_t *here = t->here[1];
    scanning s = scanning_of(f);
    for (uint32_t k = part->first; k < part->end && !f->found->failed; ++k) {
        const size_t from = s.count;
        const uint32_t slot = s.slot[k];
        const uint32_t cell = (uint32_t)(w->order[k] >> 32) - part->tile * TILE_TABLE;
        const int column = (int)(cell % TILE_SIDE), row = (int)(cell / TILE_SIDE);
        const looking by = {slot,
                            lanes_all_whole(s.x[k]),
                            lanes_all_whole(s.y[k]),
                            lanes_all(s.radius[k] + FIND_SLOP),
                            lanes_all(s.wide[k] + FIND_SLOP),
                            lanes_all(s.high[k] + FIND_SLOP),
                            lanes_all(f->reaches),
                            lanes_all(f->less)};
        if (column > 0 && column + 1 < TILE_SIDE && row + 1 < TILE_SIDE) {
            size_t right = (size_t)here[cell + 2];
            size_t above = (size_t)here[cell + 15], above_end = (size_t)here[cell + 18];
            if (!scan_room(f, &s, right - k + (above_end - above))) return;
            scan(&s, &by, NULL, k + 1, right);
            scan(&s, &by, NULL, above, above_end);
        } else {
            scan_run(f, &s, &by, (int32_t)k + 1, here[cell + 1 + (column + 1 < TILE_SIDE)]);
            scan_border(f, &s, &by, t, cell);
        }
        if (f->upper_count > 0) {
            const looking_from at = {s.x[k], s.y[k], s.radius[k], s.wide[k], s.high[k]};
            scan_uppers(f, &s, &by, at);
        }
        if (find_is_near(f, cell)) scan_still(f, &s, k, cell);
        if (find_asks(f, slot)) scan_ask(f, &s, from);
        if (s.count - from > CROWD) scan_thin(f, &s, from);
    }
    f->found->count = (uint32_t)s.count;
}

static void find_ranks(finder *f, const find_part *part) {
    const spatial_index *index = f->input->index;
    const int32_t *table = f->awake->tables + (size_t)part->tile * TILE_TABLE;
    if (!find_around(f, part)) return;
    around t = {{NULL, table, NULL}, {NULL, NULL, NULL}};
    t.here[0] = index_table_near(index, f->in, 3);
    t.here[2] = index_table_near(index, f->in, 5);
    for (int k = 0; k < 3; ++k) t.above[k] = index_table_near(index, f->in, 6 + k);
    find_tile(f, &t, part);
}

/* ==== Filters of candidates =================================================================== */

/* The ways between places, measured in doubles. */
INLINE lanes_vec ways_between(const evo_vec2 *places, const uint32_t *from, const uint32_t *to) {
#if LANES == 8
    __m128 halves[2][2];
    for (int half = 0; half < 2; ++half) {
        __m128 ways[4];
        for (int i = 0; i < 4; ++i) {
            const __m128d begin = _mm_loadu_pd(&places[from[4 * half + i]].x);
            const __m128d end = _mm_loadu_pd(&places[to[4 * half + i]].x);
            ways[i] = _mm_cvtpd_ps(_mm_sub_pd(end, begin));
        }
        const __m128 low = _mm_unpacklo_ps(ways[0], ways[1]);
        const __m128 high = _mm_unpacklo_ps(ways[2], ways[3]);
        halves[half][0] = _mm_movelh_ps(low, high);
        halves[half][1] = _mm_movehl_ps(high, low);
    }
    return (lanes_vec){_mm256_set_m128(halves[1][0], halves[0][0]),
                       _mm256_set_m128(halves[1][1], halves[0][1])};
#else
    float x[LANES], y[LANES];
    for (int lane = 0; lane < LANES; ++lane) {
        const evo_vec2 way = vec_sub(places[to[lane]], places[from[lane]]);
        x[lane] = (float)way.x;
        y[lane] = (float)way.y;
    }
    return (lanes_vec){lanes_load(x), lanes_load(y)};
#endif
}

/* Writes the candidates whose disks and boxes meet in the step, by distances as floats. Still
 * colliders have no bounds here. */
static uint32_t filter_candidates(const pair_candidates *c, const evo_vec2 *places, uint32_t from,
                                  uint32_t to, filtered *out) {
    const step_bounds *now = c->now;
    const filtered e = *out; /* a local copy: see scanning */
    const uint32_t ranks = c->ranks, *of_a = c->a, *of_b = c->b;
    uint32_t near = 0, k = 0;
    for (uint32_t i = from; i < to; i += LANES) {
        uint32_t at_a[LANES], at_b[LANES];
        for (uint32_t lane = 0; lane < LANES; ++lane) {
            const uint32_t a = of_a[i + lane], b = of_b[i + lane];
            at_a[lane] = 4 * a;
            at_b[lane] = 4 * (b < ranks ? b : ranks);
        }
        const lanes_vec way = ways_between(places, of_a + i, of_b + i);
        const lanes_value dx = way.x, dy = way.y;
        const lanes_row a = lanes_gather(&now->radius, at_a), b = lanes_gather(&now->radius, at_b);
        const lanes_value square = dx * dx + dy * dy, reach = a.x + b.x, cores = a.w + b.w;
        const lanes_mask boxes =
            lanes_less(lanes_abs(dx), a.y + b.y) & lanes_less(lanes_abs(dy), a.z + b.z);
        const unsigned used = lanes_first(to - i);
        const unsigned bits = lanes_bits(boxes & lanes_less(square, reach * reach)) & used;
        const lanes_set set = lanes_set_of(bits);
        near += lanes_set_count(lanes_bits(lanes_less(square, cores * cores)) & used);
        lanes_compress_numbers(e.a + k, of_a + i, set);
        lanes_compress_numbers(e.b + k, of_b + i, set);
        lanes_compress(e.dx + k, dx, set);
        lanes_compress(e.dy + k, dy, set);
        k += lanes_set_count(bits);
    }
    out->near += near;
    return k;
}

#endif
