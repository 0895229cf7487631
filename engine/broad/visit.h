/* visit.h: which items of a grid are in a box or along a way, one after the other. */
#ifndef ENGINE_BROAD_VISIT_H
#define ENGINE_BROAD_VISIT_H

#include "broad/grid.h"

/* What is done with each item, by its id. Along a way it answers how much of the way (0 to 1) is
 * still of interest. */
typedef struct visitor {
    double (*visit)(void *context, uint32_t id);
    void *context;
} visitor;

/* Items that meet the box, as the squares about their circles. */
void visit_box(const grid *g, evo_bounds box, const visitor *by);

/* Items whose circles come within `radius` of the way, roughly from its beginning to its end;
 * `limit` is how much of it is of interest from the start. Answers how much it is at the end. */
double visit_way(const grid *g, evo_vec2 from, evo_vec2 way, double radius, double limit,
                 const visitor *by);

#endif
