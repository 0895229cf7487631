/* corners.h: the hulls of capsules and polygons as rows of floats, for lanes; equal ones once. */
#ifndef ENGINE_BODY_CORNERS_H
#define ENGINE_BODY_CORNERS_H

#include "body/shared.h"
#include "evolute/shape.h"

/* A row of four floats by point: the point, and the normal of the face from it to the next. Behind
 * the last one they begin again. The last two rows tell of the whole. */
enum { CORNER_ROWS = EVO_POLYGON_POINTS + 2, CORNER_FLOATS = 4 * CORNER_ROWS };

typedef struct corner_rows {
    float row[EVO_POLYGON_POINTS][4];
    float radius, is_point, is_segment, count; /* count: of points */
    float half_x, half_y; /* half axes of a rectangle; a capsule has one, a disk none */
    float is_box;         /* 1: it is one of these, about its centre and along its axis */
    float unused;
} corner_rows;

_Static_assert(sizeof(corner_rows) == CORNER_FLOATS * sizeof(float), "read as rows of floats");

/* Numbers that are not of one hull: of disks, whose points are all the centre, and of segments,
 * from 1 to -1, which lanes scale. */
enum { CORNERS_OF_DISK, CORNERS_OF_SEGMENT, CORNERS_FIRST };

/* Most different hulls: lanes number the floats of their rows in 32 bits. */
enum { CORNERS_MOST = 100000000 };
_Static_assert((uint64_t)CORNERS_MOST *CORNER_FLOATS <= UINT32_MAX, "numbers of floats");

typedef struct corner_table {
    shared_table shared; /* its numbers begin behind the first rows */
    corner_rows *rows;
    size_t row_capacity;
} corner_table;

/* Returns the number of equal corners, for one more collider, or NONE: out of memory, or of
 * numbers. */
uint32_t corners_take(corner_table *t, const evo_allocator *memory, const evo_shape *shape);
void corners_give(corner_table *t, uint32_t number);
void corners_free(corner_table *t, const evo_allocator *memory);

#endif
