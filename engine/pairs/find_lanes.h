/* find_lanes.h: scans the neighbours of each body in canonical order, LANES at a time.
 *
 * Ranks of a row of cells follow each other, so a body looks at few runs: what follows it in its own
 * cell and the cell to the right, and three cells of the row above; the others look at it. */
#include "core/compress.h"
#include "pairs/find.h"

/* A body that looks, in units of the tile that it looks into, and where its pairs are written. */
typedef struct looking {
    uint32_t slot, id;
    int32_t x, y;
    float radius, unit; /* unit: its length */
} looking;

/* Pointers in locals: a store through a lane's pointer might change any other. */
typedef struct scan_arrays {
    const int32_t *x, *y;
    const float *radius;
    const uint32_t *slot, *id;
    uint32_t *a, *b, *id_a, *id_b;
    float *dx, *dy;
} scan_arrays;

INLINE scan_arrays arrays_of(const finder *f) {
    const index_awake *w = f->awake;
    const pair_list *l = f->list;
    scan_arrays s = {w->x, w->y,          w->radius,     w->slot, w->id, l->a,
                     l->b, l->kept->id_a, l->kept->id_b, l->dx,   l->dy};
    return s;
}

/* Scans ranks from k to end: pairs are written from `count` on; returns the new count. */
INLINE uint32_t scan(const scan_arrays *s, const looking *by, uint32_t count, uint32_t k,
                     uint32_t end) {
    const lanes_mask x = lanes_all_whole(by->x), y = lanes_all_whole(by->y);
    const lanes_value radius = lanes_all(by->radius), unit = lanes_all(by->unit);
    for (; k < end; k += LANES) {
        lanes_value dx = lanes_from_whole(lanes_load_whole(s->x + k) - x);
        lanes_value dy = lanes_from_whole(lanes_load_whole(s->y + k) - y);
        lanes_value reach = lanes_load(s->radius + k) + radius;
        unsigned bits = lanes_bits(lanes_less(dx * dx + dy * dy, reach * reach));
        if (end - k < LANES) bits &= (1u << (end - k)) - 1;
        lanes_set set = lanes_set_of(bits);
        lanes_compress_numbers(s->b + count, s->slot + k, set);
        lanes_compress_numbers(s->id_b + count, s->id + k, set);
        lanes_compress(s->dx + count, dx * unit, set);
        lanes_compress(s->dy + count, dy * unit, set);
        unsigned met = lanes_set_count(bits);
        for (unsigned i = 0; i < met; ++i) {
            s->a[count + i] = by->slot;
            s->id_a[count + i] = by->id;
        }
        count += met;
    }
    return count;
}

/* Scans a run of ranks, with room for all of it. */
INLINE void scan_run(finder *f, scan_arrays *s, const looking *by, int32_t from, int32_t to) {
    uint32_t k = (uint32_t)from, end = (uint32_t)to;
    if (k >= end) return;
    if (f->list->count + (end - k) + 8 > f->list->capacity) {
        if (!find_grow(f, end - k)) return;
        *s = arrays_of(f);
    }
    f->list->count = scan(s, by, f->list->count, k, end);
}

/* Scans cells `from` to `to` of a row, -1 and 16 being those of the neighbours to both sides. */
INLINE void scan_row(finder *f, scan_arrays *s, const looking *by, const int32_t *const three[3],
                     int row, int from, int to) {
    looking shifted = *by;
    int at = row * TILE_SIDE;
    if (from < 0 && three[0]) {
        shifted.x = by->x + (1 << TILE_BITS);
        scan_run(f, s, &shifted, three[0][at + 15], three[0][at + 16]);
    }
    if (three[1]) {
        int first = from < 0 ? 0 : from, last = to >= TILE_SIDE ? TILE_SIDE - 1 : to;
        if (first <= last) scan_run(f, s, by, three[1][at + first], three[1][at + last + 1]);
    }
    if (to >= TILE_SIDE && three[2]) {
        shifted.x = by->x - (1 << TILE_BITS);
        scan_run(f, s, &shifted, three[2][at], three[2][at + 1]);
    }
}

/* ---- Coarser levels -------------------------------------------------------------------------- */

/* Units that rounding to a coarser level may be off by, both sides together. */
enum { COARSE_SLOP = 4 };

INLINE void scan_upper(finder *f, scan_arrays *s, const looking *own, const upper_level *u) {
    const int32_t side = 1 << TILE_BITS;
    looking by = *own;
    by.x = (own->x >> u->shift) + u->off_x;
    by.y = (own->y >> u->shift) + u->off_y;
    by.radius = own->radius * u->scale + COARSE_SLOP;
    float reach = by.radius + (float)(1 << (CELL_BITS - 1)) + 64;
    int32_t far = (int32_t)reach;
    int x0 = (by.x - far) >> CELL_BITS, x1 = (by.x + far) >> CELL_BITS;
    int y0 = (by.y - far) >> CELL_BITS, y1 = (by.y + far) >> CELL_BITS;
    for (int y = y0; y <= y1; ++y) {
        int beyond = y < 0 ? -1 : y >= TILE_SIDE ? 1 : 0;
        looking shifted = by;
        shifted.y = by.y - beyond * side;
        scan_row(f, s, &shifted, &u->tables[3 * (beyond + 1)], y - beyond * TILE_SIDE, x0, x1);
    }
}

MACHINE_NOINLINE void scan_uppers(finder *f, const looking *own) {
    uint32_t from = f->list->count;
    scan_arrays s = arrays_of(f);
    for (int i = 0; i < f->upper_count; ++i) scan_upper(f, &s, own, &f->uppers[i]);
    find_exactly(f, from);
}

/* ---- A tile ---------------------------------------------------------------------------------- */

/* The tables of the tiles to the left, here and to the right, of this row and the one above. */
typedef struct around {
    const int32_t *here[3], *above[3];
} around;

/* Cells whose right neighbour, or a neighbour above, is in another tile. */
MACHINE_NOINLINE void scan_border(finder *f, const looking *by, const around *t, int column,
                                  int row) {
    scan_arrays s = arrays_of(f);
    looking shifted = *by;
    if (column + 1 == TILE_SIDE) {
        const int32_t *const right[3] = {NULL, NULL, t->here[2]};
        scan_row(f, &s, by, right, row, TILE_SIDE, TILE_SIDE);
    }
    if (row + 1 < TILE_SIDE) {
        scan_row(f, &s, by, t->here, row + 1, column - 1, column + 1);
        return;
    }
    shifted.y = by->y - (1 << TILE_BITS);
    scan_row(f, &s, &shifted, t->above, 0, column - 1, column + 1);
}

static void find_tile(finder *f, const around *t, uint32_t first, uint32_t end, uint32_t number) {
    const index_awake *w = f->awake;
    const int32_t *here = t->here[1];
    const float unit = (float)f->unit;
    scan_arrays s = arrays_of(f);
    for (uint32_t k = first; k < end && !f->list->failed; ++k) {
        const uint32_t from = f->list->count, slot = w->slot[k];
        const uint32_t cell = w->cell[slot] - number * TILE_TABLE;
        const int column = (int)(cell % TILE_SIDE), row = (int)(cell / TILE_SIDE);
        const looking by = {slot, w->id[k], w->x[k], w->y[k], w->radius[k], unit};
        if (column > 0 && column + 1 < TILE_SIDE && row + 1 < TILE_SIDE) {
            scan_run(f, &s, &by, (int32_t)k + 1, here[cell + 2]);
            scan_run(f, &s, &by, here[cell + 15], here[cell + 18]);
        } else {
            scan_run(f, &s, &by, (int32_t)k + 1, here[cell + 1 + (column + 1 < TILE_SIDE)]);
            scan_border(f, &by, t, column, row);
        }
        if (f->upper_count > 0) scan_uppers(f, &by);
        if (f->near_blocks > 0) find_still(f, k, cell);
        if (f->asks) find_ask(f, from);
        s = arrays_of(f);
    }
}

static void find_tiles(finder *f) {
    const index_awake *w = f->awake;
    const spatial_index *index = f->in->index;
    for (uint32_t i = 0; i < w->sequence_count && !f->list->failed; ++i) {
        uint32_t number = w->sequence[i];
        const int32_t *table = w->tables + (size_t)number * TILE_TABLE;
        uint32_t first = (uint32_t)table[0], end = (uint32_t)table[TILE_CELLS];
        if (!find_around(f, number, first, end)) return;
        const tile_key k = f->key;
        const around t = {{index_table(index, k.level, k.x - 1, k.y), table,
                           index_table(index, k.level, k.x + 1, k.y)},
                          {index_table(index, k.level, k.x - 1, k.y + 1),
                           index_table(index, k.level, k.x, k.y + 1),
                           index_table(index, k.level, k.x + 1, k.y + 1)}};
        find_tile(f, &t, first, end, number);
    }
}
