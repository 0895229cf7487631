/* kind.h: what each kind of shape must answer.
 *
 * Every function works in the shape's own frame: its center at the origin, its axis along +x.
 * A shape that reaches them is measurable (shape_measurable), so none of them checks again.
 */
#ifndef ENGINE_SHAPE_KIND_H
#define ENGINE_SHAPE_KIND_H

#include "core/vector.h"
#include "evolute/shape.h"
#include "shape/limits.h"

typedef struct shape_kind {
    evo_shape_rule (*broken_rule)(const evo_shape *shape); /* sizes only; numbers are finite */
    double (*reach)(const evo_shape *shape);               /* how far it gets from its own origin */
    double (*area)(const evo_shape *shape);
    evo_vec2 (*centroid)(const evo_shape *shape);
    double (*gyration)(const evo_shape *shape); /* squared radius of gyration about the centroid */
    evo_bounds (*bounds)(const evo_shape *shape, evo_vec2 axis); /* with its axis turned to axis */
    bool (*contains)(const evo_shape *shape, evo_vec2 point);
    evo_rim (*nearest)(const evo_shape *shape, evo_vec2 point);
    evo_ray (*ray)(const evo_shape *shape, evo_vec2 from, evo_vec2 delta);
} shape_kind;

extern const shape_kind circle_kind, ellipse_kind, ring_kind, segment_kind;

/* NULL for EVO_NO_SHAPE and for what is no kind at all. */
const shape_kind *shape_kind_of(const evo_shape *shape);

static inline double shape_reach(const evo_shape *shape) {
    return shape_kind_of(shape)->reach(shape);
}

/* Whether the geometric questions have an answer for it; see the head of evolute/shape.h. */
bool shape_measurable(const evo_shape *shape);

#endif
