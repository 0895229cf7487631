/* shapes.h: shapes as a file has them: a kind, and the arguments of its constructor in shape.h,
 * then "offset" and "angle" of evo_shape_at. With an "axis" the fields of evo_shape stand
 * instead: what is written so is read to the last bit. */
#ifndef SAMPLES_LEVEL_SHAPES_H
#define SAMPLES_LEVEL_SHAPES_H

#include <stdbool.h>

#include "evolute/shape.h"

typedef enum shape_kind {
    SHAPE_CIRCLE,
    SHAPE_ELLIPSE,
    SHAPE_RING,
    SHAPE_SEGMENT,
    SHAPE_CAPSULE,
    SHAPE_POLYGON,
    SHAPE_BOX,
    SHAPE_KINDS
} shape_kind;

/* Arguments and fields of all kinds. */
typedef struct shape_numbers {
    double radius, radius_x, radius_y, width, start, sweep, half_width, half_height;
    double inner, outer, half_sweep, half_length, angle;
    evo_vec2 from, to, offset, center, axis, half;
    evo_vec2 points[EVO_POLYGON_POINTS];
    int count; /* of points */
} shape_numbers;

typedef enum shape_type {
    SHAPE_LENGTH,
    SHAPE_FROM_0,
    SHAPE_ANY,
    SHAPE_VECTOR,
    SHAPE_POINTS
} shape_type;

typedef struct shape_field {
    const char *name; /* NULL: the last one was before */
    size_t offset;    /* in shape_numbers */
    shape_type type;
    unsigned made, raw; /* bits of the kinds that are made by it, and that have it beside an axis */
    const char *text;
} shape_field;

extern const shape_field SHAPE_FIELDS[];
extern const char *const SHAPE_NAMES[SHAPE_KINDS];

/* Makes the shape; by its fields if `raw`. */
evo_shape shape_of(shape_kind kind, const shape_numbers *numbers, bool raw);

/* Finds numbers that shape_of makes the shape of, to the last bit; returns whether they are raw.
 * The shape is valid. */
bool shape_numbers_of(const evo_shape *shape, shape_kind *kind, shape_numbers *numbers);

/* Returns whether two valid shapes have the same bits. */
bool shape_same(const evo_shape *a, const evo_shape *b);

#endif
