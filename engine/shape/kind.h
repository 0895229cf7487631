/* kind.h: the functions that each kind of shape implements.
 *
 * They work in the shape's own frame: center at the origin, axis along +x. Their shape is
 * measurable (shape_measurable); they do not check it again.
 */
#ifndef ENGINE_SHAPE_KIND_H
#define ENGINE_SHAPE_KIND_H

#include "core/vector.h"
#include "evolute/shape.h"
#include "shape/limits.h"

/* The most numbers that a shape has besides its place. */
enum { SHAPE_NUMBERS = 2 * EVO_POLYGON_POINTS + 2 };

typedef struct shape_kind {
    size_t bytes;                                          /* of its fields */
    evo_shape_rule (*broken_rule)(const evo_shape *shape); /* of sizes; numbers are finite */
    double (*reach)(const evo_shape *shape); /* radius of the bounding circle about the center */
    double (*thickness)(const evo_shape *shape); /* INFINITY of a line: nothing leaps over it */
    int (*numbers)(const evo_shape *shape, double *numbers); /* all but its place; their count */
    double (*area)(const evo_shape *shape);
    evo_vec2 (*centroid)(const evo_shape *shape);
    double (*gyration)(const evo_shape *shape); /* squared radius of gyration, about the centroid */
    evo_bounds (*bounds)(const evo_shape *shape, evo_vec2 axis); /* of the shape turned to axis */
    bool (*contains)(const evo_shape *shape, evo_vec2 point);
    evo_nearest (*nearest)(const evo_shape *shape, evo_vec2 point);
    evo_ray_hit (*ray)(const evo_shape *shape, evo_vec2 from, evo_vec2 delta); /* to from + delta */
} shape_kind;

/* The kind whose own functions, and others, have names that begin so. */
#define SHAPE_KIND(own, others)                                                                    \
    {                                                                                              \
        .bytes = sizeof(((evo_shape *)0)->of.own), .broken_rule = own##_rule,                      \
        .reach = own##_reach, .thickness = own##_thickness, .numbers = own##_numbers,              \
        .area = others##_area, .centroid = others##_centroid, .gyration = others##_gyration,       \
        .bounds = others##_bounds, .contains = others##_contains, .nearest = others##_nearest,     \
        .ray = others##_ray,                                                                       \
    }

extern const shape_kind circle_kind, ellipse_kind, ring_kind, segment_kind, capsule_kind,
    polygon_kind;

/* Bytes of a shape up to the last number that its kind has; the whole of one that has so many. */
size_t shape_bytes(const evo_shape *shape);
evo_shape shape_copy(const evo_shape *shape);

/* The shape with all lengths times a factor, about the origin of its body. */
evo_shape shape_scaled(const evo_shape *shape, double factor);

/* Sets what a kind's `numbers` told of a shape whose kind and place are set, of which there is room
 * for SHAPE_NUMBERS; false: no constructor makes such a shape. */
bool shape_from_numbers(evo_shape *shape, const double *numbers, int count);

/* NULL for EVO_NO_SHAPE and for values that are no kind. */
const shape_kind *shape_kind_of(const evo_shape *shape);

static inline double shape_reach(const evo_shape *shape) {
    return shape_kind_of(shape)->reach(shape);
}

/* Radius of the circle about the body's origin that holds the shape. */
static inline double shape_radius(const evo_shape *shape) {
    return vec_length(shape->center) + shape_reach(shape);
}

static inline double shape_thickness(const evo_shape *shape) {
    return shape_kind_of(shape)->thickness(shape);
}

/* Whether the geometric functions accept the shape; see the head of evolute/shape.h. */
bool shape_measurable(const evo_shape *shape);

#endif
