/* borders.h: what a flyer meets alone in empty space: the border of its cell, or a wall. */
#ifndef ENGINE_EVENT_BORDERS_H
#define ENGINE_EVENT_BORDERS_H

#include <string.h>

#include "event/cells.h"

/* Around the whole of space, or not there at all. */
typedef struct borders {
    const cells *cells;
    bool walled;
    evo_vec2 size; /* from wall to wall */
} borders;

/* A flyer as it is now. */
typedef struct border_particle {
    const particle *at;
    evo_vec2 gravity;
    double radius, growth_rate; /* which is its radius's growth a second */
} border_particle;

typedef struct border_hit {
    double time;    /* from now; INFINITY: never */
    uint32_t delta; /* a cell_way */
} border_hit;

/* 1 for numbers with a minus sign: without a branch, which nobody could foresee. */
INLINE uint32_t border_sign(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint32_t)(bits >> 63);
}

/* To the border ahead, which is at 0 or at the cell's side, without asking which. */
INLINE double border_time(double half_side, double position, double speed) {
    double time = (half_side + copysign(half_side, speed) - position) / speed;
    return speed == 0 ? INFINITY : most_of(time, 0);
}

/* Which it comes to first, in a straight line where there are only borders of cells: one on each
 * axis can be reached at all. */
INLINE border_hit borders_first_cell(const cells *c, const particle *f) {
    uint32_t way_x = CELL_RIGHT - border_sign(f->velocity.x);
    uint32_t way_y = CELL_UP - border_sign(f->velocity.y);
    double time_x = border_time(0.5 * c->size.x, f->position.x, f->velocity.x);
    double time_y = border_time(0.5 * c->size.y, f->position.y, f->velocity.y);
    uint32_t above = -(uint32_t)(time_y < time_x);
    border_hit first = {least_of(time_x, time_y), (way_y & above) | (way_x & ~above)};
    return first;
}

/* When it comes to the border of its cell that way, or to the wall; INFINITY: never. */
double borders_cell_time(const borders *b, const border_particle *guest, cell_side side);
double borders_wall_time(const borders *b, const border_particle *guest, cell_side side);

/* How far the flyer's centre is from where it would touch the wall that way; below 0 beyond. */
double borders_wall_gap(const borders *b, const border_particle *guest, cell_side side);

/* The direction of a way. */
evo_vec2 borders_direction(cell_side side);

#endif
