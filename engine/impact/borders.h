/* borders.h: what a flyer meets alone in empty space: the border of its cell, or a wall. */
#ifndef ENGINE_IMPACT_BORDERS_H
#define ENGINE_IMPACT_BORDERS_H

#include "impact/cells.h"

/* Around the whole of space, or not there at all. */
typedef struct borders {
    const cells *cells;
    bool walled;
    evo_vec2 size; /* from wall to wall */
} borders;

/* A flyer as it is now. */
typedef struct border_guest {
    const flyer *at;
    evo_vec2 pull;
    double radius, swelling; /* which is its radius's growth a second */
} border_guest;

/* The way to a border: a cell_way for one between cells, CELL_WAYS more for a wall. */
typedef struct border_meeting {
    double time; /* from now; INFINITY: never */
    uint32_t way;
} border_meeting;

/* Which it comes to first. */
border_meeting borders_first(const borders *b, const border_guest *guest);

/* How far the flyer's centre is from where it would touch the wall that way; below 0 beyond. */
double borders_wall_gap(const borders *b, const border_guest *guest, cell_way way);

/* The direction of a way. */
evo_vec2 borders_direction(cell_way way);

#endif
