/* region.h: which parts of a grid a box or a moving disk may reach: runs of items, one after the
 * other. A run holds whatever may be there, and some that is not. */
#ifndef ENGINE_BROAD_REGION_H
#define ENGINE_BROAD_REGION_H

#include "broad/grid.h"

/* What is done with items begin to end of a tile, some of which may be holes. For a way
 * the answer is how much of it (0 to 1) is still of interest; for a box it does not matter. */
typedef struct run_visitor {
    double (*visit)(void *context, const tile *in, uint32_t begin, uint32_t end);
    void *context;
} run_visitor;

/* Cells of a tile, by columns and rows; its tail, which is in no order, belongs to every part. */
typedef struct tile_part {
    int left, right, low, high;
} tile_part;

typedef void part_visitor(void *context, const tile *in, const tile_part *part);

/* Parts of tiles whose items' squares may meet the box. */
void region_parts(const grid *g, evo_bounds box, part_visitor *visit, void *context);

/* The same, by runs. */
void region_box(const grid *g, evo_bounds box, const run_visitor *by);

/* Runs of items that may come within `radius` of the way, roughly from its beginning to its end;
 * `limit` is how much of it is of interest from the start. Answers how much it is at the end. */
double region_way(const grid *g, evo_vec2 from, evo_vec2 way, double radius, double limit,
                  const run_visitor *by);

#endif
