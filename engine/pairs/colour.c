/* colour.c: colours of rows, greedily in canonical order over the whole world: in chunks, borders
 * would depend on what is far away.
 *
 * Bodies that contacts do not move share rows freely. A body with more rows than there are colours
 * has the rest of them solved one by one. */
#include "core/bits.h"
#include "pairs/pairs.h"

bool pairs_colour(const pair_list *list, const body_store *bodies, pair_colours *colours,
                  arena *a) {
    const collider_link *links = bodies->links;
    uint64_t *taken = ARENA_TAKE(a, uint64_t, bodies->count + 1);
    *colours = (pair_colours){.of = ARENA_TAKE(a, uint8_t, list->count + 1)};
    if (!taken || !colours->of) return false;
    for (uint32_t i = 0; i < bodies->count; ++i) taken[i] = 0;
    for (uint32_t k = 0; k < list->count; ++k) {
        colours->of[k] = COLOUR_NONE;
        if (list->class_of[k] > PAIR_ROW) continue;
        uint32_t i = links[list->a[k]].body, j = links[list->b[k]].body;
        uint64_t moved_i =
            bodies->motions[i].inverse_mass > 0 && i < bodies->awake ? ~UINT64_C(0) : 0;
        uint64_t moved_j =
            bodies->motions[j].inverse_mass > 0 && j < bodies->awake ? ~UINT64_C(0) : 0;
        uint64_t used = (taken[i] & moved_i) | (taken[j] & moved_j);
        unsigned colour = ~used ? bits_lowest(~used) : COLOURS;
        colours->of[k] = (uint8_t)colour;
        ++colours->counts[colour];
        if (colour == COLOURS) continue;
        taken[i] |= UINT64_C(1) << colour;
        taken[j] |= UINT64_C(1) << colour;
        if ((int)colour >= colours->used) colours->used = (int)colour + 1;
    }
    return true;
}
