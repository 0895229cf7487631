/* ring.h: the position of a point relative to a slice of a ring. */
#ifndef ENGINE_SHAPE_RING_H
#define ENGINE_SHAPE_RING_H

#include "core/trig.h"
#include "core/vector.h"
#include "evolute/shape.h"

static inline bool ring_is_whole(const evo_shape *shape) {
    return shape->of.ring.half_sweep >= PI;
}

/* The direction of the cut: cosine and sine of half a sweep. */
static inline evo_vec2 ring_half_of(double half_sweep) {
    return half_sweep < PI ? evo_direction(half_sweep) : vec(-1, 0);
}

/* Whether turning the shape about its own origin changes nothing. */
static inline bool shape_is_round(const evo_shape *shape) {
    return shape->kind == EVO_CIRCLE || (shape->kind == EVO_RING && ring_is_whole(shape));
}

/* Whether the direction of a point, in the ring's frame, is within the sweep. It needs no angle:
 * the point is folded to y >= 0 and compared with the cut. */
static inline bool ring_spans(const evo_shape *shape, evo_vec2 point) {
    evo_vec2 folded = vec(point.x, fabs(point.y));
    return ring_is_whole(shape) || vec_cross(shape->of.ring.half, folded) <= 0;
}

/* One of the two straight cuts, its ends and its outward normal; side is 1 or -1. */
typedef struct ring_cut {
    evo_vec2 inner, outer, outward;
} ring_cut;

static inline ring_cut ring_cut_at(const evo_shape *shape, int side) {
    evo_vec2 along = vec(shape->of.ring.half.x, side * shape->of.ring.half.y);
    return (ring_cut){vec_scale(along, shape->of.ring.inner),
                      vec_scale(along, shape->of.ring.outer), vec_scale(vec_left(along), side)};
}

/* The part of the rim nearest to a point. */
typedef enum ring_feature {
    RING_OUTER_ARC,
    RING_INNER_ARC,
    RING_CUT,
    RING_OUTER_CORNER,
    RING_INNER_CORNER /* the tip, where there is no hole */
} ring_feature;

typedef struct ring_rim {
    evo_vec2 point, normal; /* the normal is the feature's, valid at any depth */
    double distance;        /* below 0: inside */
    ring_feature feature;
} ring_rim;

ring_rim ring_nearest_to(const evo_shape *shape, evo_vec2 point);

#endif
