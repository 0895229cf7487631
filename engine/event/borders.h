/* borders.h: what a particle meets alone in empty space: the border of its cell, or a wall. */
#ifndef ENGINE_EVENT_BORDERS_H
#define ENGINE_EVENT_BORDERS_H

#include <string.h>

#include "event/cells.h"

/* Walls are around all of space, or there are none. */
typedef struct borders {
    const cells *cells;
    bool walled;
    evo_vec2 size; /* from wall to wall */
} borders;

/* A particle at the present. */
typedef struct border_particle {
    const particle *at;
    evo_vec2 gravity;
    double radius, growth_rate; /* growth of the radius, a second */
} border_particle;

typedef struct border_hit {
    double time;   /* from now; INFINITY: never */
    uint32_t side; /* a cell_side */
} border_hit;

/* 1 for a minus sign, without a branch, which would be unpredictable. */
INLINE uint32_t border_sign(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint32_t)(bits >> 63);
}

/* To the border ahead, at 0 or at the cell's far side, without a branch. */
INLINE double border_time(double half_size, double position, double speed) {
    double time = (half_size + copysign(half_size, speed) - position) / speed;
    return speed == 0 ? INFINITY : most_of(time, 0);
}

/* The first border of cells on a straight path without walls: one on each axis can be reached at
 * all. */
INLINE border_hit borders_first_cell(const cells *c, const particle *p) {
    uint32_t side_x = CELL_RIGHT - border_sign(p->velocity.x);
    uint32_t side_y = CELL_UP - border_sign(p->velocity.y);
    double time_x = border_time(0.5 * c->size.x, p->position.x, p->velocity.x);
    double time_y = border_time(0.5 * c->size.y, p->position.y, p->velocity.y);
    uint32_t above = -(uint32_t)(time_y < time_x);
    return (border_hit){least_of(time_x, time_y), (side_y & above) | (side_x & ~above)};
}

/* When it reaches the border of its cell, or the wall, on that side; INFINITY: never. */
double borders_cell_time(const borders *b, const border_particle *p, cell_side side);
double borders_wall_time(const borders *b, const border_particle *p, cell_side side);

/* The distance to where it touches the wall on that side; below 0 beyond. */
double borders_wall_gap(const borders *b, const border_particle *p, cell_side side);

/* The outward normal of a side. */
evo_vec2 borders_direction(cell_side side);

#endif
