/* scan.h: which items of grids are near each other. Pairs come in the order of the grid: the first
 * of each is the one whose cell is read, so that neighbours in the list are neighbours in space. */
#ifndef ENGINE_BROAD_SCAN_H
#define ENGINE_BROAD_SCAN_H

#include "broad/grid.h"

typedef struct near_pair {
    uint32_t a, b; /* ids of two items */
} near_pair;

typedef struct near_pairs {
    const evo_allocator *memory;
    near_pair *items;
    size_t count, capacity;
    bool out_of_memory; /* some are missing */
} near_pairs;

/* What a large item is for the small ones around it: a box that may lie aslant, with a round hollow
 * in its middle. */
typedef struct grid_box {
    evo_vec2 center, axis;
    double half_x, half_y, hollow;
} grid_box;

/* The box of the item of this id. */
typedef struct grid_boxes {
    grid_box (*of)(const void *context, uint32_t id);
    const void *context;
} grid_boxes;

typedef struct scan_kernels {
    /* Pairs within a grid whose circles overlap and that are in the same level. */
    void (*within)(const grid *g, near_pairs *found);
    /* The same, of an item of `a` and one of `b`; costs nothing for tiles of b far from a. */
    void (*between)(const grid *a, const grid *b, near_pairs *found);
    /* Items of `small` and of higher levels of `large` whose boxes they reach; costs nothing for
     * large items that are far from any small one. */
    void (*under)(const grid *small, const grid *large, const grid_boxes *boxes, near_pairs *found);
    /* The same; costs nothing for small items that are far from any large one. */
    void (*over)(const grid *large, const grid *small, const grid_boxes *boxes, near_pairs *found);
} scan_kernels;

/* For at most this many lanes: 8, 4 or 1. */
const scan_kernels *scan_kernels_for(int lanes);

/* Adds a pair, for the kernels. */
void near_pairs_add(near_pairs *found, uint32_t a, uint32_t b);

#endif
