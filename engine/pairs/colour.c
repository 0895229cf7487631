/* colour.c: colours of rows, greedily in canonical order over the whole world: in chunks, borders
 * would depend on what is far away.
 *
 * Rows of bodies with locked axes are solved one by one (solve/held_lanes.h). Bodies that contacts
 * do not move share rows freely. A body with more rows than there are colours
 * has the rest of them solved one by one. */
#include <assert.h>

#include "core/bits.h"
#include "pairs/pairs.h"

static bool is_held(const pair_rows *rows, uint32_t row) {
    return rows->held[4 * row] > 0 || rows->held[4 * row + 1] > 0;
}

/* The lowest colour that two bodies do not have; COLOURS: none. */
static inline unsigned free_colour(const pair_rows *rows, const uint64_t *taken, uint32_t i,
                                   uint32_t j) {
    uint64_t used = taken[i] | taken[j];
    if (rows->held && (is_held(rows, i) || is_held(rows, j))) used = ~UINT64_C(0);
    return ~used ? bits_lowest(~used) : COLOURS;
}

bool pairs_colour(const pair_list *list, const pair_rows *given, pair_colours *colours, arena *a) {
    *colours = (pair_colours){.of = ARENA_SCRATCH(a, uint8_t, list->rows + 1)};
    const arena_mark mark = arena_mark_of(a);
    const pair_rows rows = *given; /* a store of a byte might change what pointers point to */
    const uint8_t *class_of = list->class_of;
    uint8_t *of = colours->of;
    const uint32_t count = list->rows;
    uint32_t counts[COLOURS + 1] = {0}, faces[COLOURS + 1] = {0};
    uint64_t *taken = ARENA_SCRATCH(a, uint64_t, rows.count + 1);
    if (!taken || !of) return false;
    memset(taken, 0, rows.count * sizeof *taken);
    for (uint32_t k = 0; k < count; ++k) {
        const uint32_t i = rows.a[k] / 4, j = rows.b[k] / 4;
        of[k] = COLOUR_NONE;
        if (!pair_has_row(class_of[k])) continue;
        const unsigned colour = free_colour(&rows, taken, i, j);
        const uint64_t bit = colour < COLOURS ? UINT64_C(1) << colour : 0;
        assert(!((taken[i] | taken[j]) & bit) && "rows of a colour share no body that moves");
        of[k] = (uint8_t)colour;
        ++(class_of[k] == PAIR_FACES ? faces : counts)[colour];
        taken[i] |= bit;
        taken[j] |= bit;
        taken[0] = 0; /* the row of what stands */
        if (rows.some_fixed && !(rows.velocity[4 * i + 3] > 0)) taken[i] = 0;
        if (rows.some_fixed && !(rows.velocity[4 * j + 3] > 0)) taken[j] = 0;
    }
    memcpy(colours->counts, counts, sizeof counts);
    memcpy(colours->faces, faces, sizeof faces);
    for (int c = 0; c < COLOURS; ++c)
        if (counts[c] + faces[c] > 0) colours->used = c + 1;
    arena_drop(a, mark);
    return true;
}
