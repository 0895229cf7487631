/* scan.h: which proxies of a grid meet one of them. */
#ifndef ENGINE_BROAD_SCAN_H
#define ENGINE_BROAD_SCAN_H

#include "broad/region.h"

/* Ids, in no order that means anything. */
typedef struct id_list {
    const evo_allocator *memory;
    uint32_t *ids;
    size_t count, capacity;
    bool out_of_memory; /* some are missing */
} id_list;

/* A circle as floats see it, its center relative to a tile's corner: what is within the outer reach
 * may meet it, and what is round and within the inner one does. */
typedef struct scan_circle {
    float x, y, outer, inner;
} scan_circle;

/* Added to the id of what only may meet the circle. */
static const uint32_t SCAN_DOUBT = UINT32_C(1) << 31;

/* Adds what a circle may meet of a part of a tile, holes never; the list has room for all items of
 * the tile and seven more. */
typedef void scan_kernel(const tile *in, const tile_part *part, const scan_circle *circle,
                         id_list *found);

/* For at most this many lanes: 8, 4 or 1. */
scan_kernel *scan_kernel_for(int lanes);

/* Adds all linked proxies that meet the one of this id, without itself. */
void grid_search(const grid *g, scan_kernel *scan, uint32_t id, id_list *found);

#endif
