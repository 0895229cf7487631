#include "narrow/passing.h"

#include "core/trig.h"

/* How near a way from a point comes to the origin. */
static double nearest(evo_vec2 from, evo_vec2 way) {
    double square = vec_dot(way, way);
    double part = square > 0 ? -vec_dot(from, way) / square : 0;
    part = most_of(0, least_of(1, part));
    return vec_length(vec_along(from, part, way));
}

/* A segment from (-half, 0) to (half, 0). */
static double from_segment(evo_vec2 point, double half) {
    double beyond = most_of(fabs(point.x) - half, 0);
    return vec_length(vec(beyond, point.y));
}

static double nearest_to_segment(evo_vec2 from, evo_vec2 way, double half) {
    evo_vec2 to = vec_add(from, way);
    if ((from.y > 0) != (to.y > 0)) {
        double x = from.x - way.x * (from.y / way.y);
        if (fabs(x) <= half) return 0;
    }
    double ends = least_of(from_segment(from, half), from_segment(to, half));
    double left = nearest(vec(from.x + half, from.y), way);
    double right = nearest(vec(from.x - half, from.y), way);
    return least_of(ends, least_of(left, right));
}

/* The other's disk from this side's segment. */
static double beside_segment(const passing *p, int side, evo_vec2 from, evo_vec2 way) {
    const evo_shape *shape = p->shapes[side];
    double sense = side == 0 ? 1 : -1, angle = p->angles[side];
    evo_vec2 axis = angle == 0 ? shape->axis : vec_turn(shape->axis, evo_direction(angle));
    return nearest_to_segment(vec_turn_back(vec_scale(from, sense), axis),
                              vec_turn_back(vec_scale(way, sense), axis),
                              shape->of.segment.half_length)
           - p->reach[1 - side];
}

/* The other's disk from the rim, as long as it stays in this side's ring. */
static double inside_ring(const passing *p, int side, evo_vec2 from, evo_vec2 way) {
    double farthest = most_of(vec_length(from), vec_length(vec_add(from, way)));
    return p->shapes[side]->of.ring.inner - farthest - p->reach[1 - side];
}

double passing_gap(const passing *p, evo_vec2 from, evo_vec2 way) {
    double gap = nearest(from, way) - p->reach[0] - p->reach[1];
    for (int side = 0; side < 2; ++side) {
        evo_shape_kind kind = p->shapes[side]->kind;
        if (kind == EVO_SEGMENT) gap = most_of(gap, beside_segment(p, side, from, way));
        if (kind == EVO_RING) gap = most_of(gap, inside_ring(p, side, from, way));
    }
    return gap;
}
