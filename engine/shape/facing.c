/* facing.c: parts of shapes that face a beam. In: a shape in the frame of the beam, which runs
 * along +x, so that e = (1, 0), n.e = n.x and n x e = -n.y; out: its outline across the beam, and
 * integrals over what the beam reaches first.
 *
 * A straight piece of length l gives l n.x n.y at its middle. Along an arc of radius r the
 * derivative of n.x by its angle is -n.y, so that int n.x n.y r da = -r [n.x^2 / 2], and at places
 * x = c.x + r n.x another -r^2 [n.x^3 / 3]; n.x above 0 faces away, and counts as 0.
 *
 * A ring may hide parts of its own rim. Between heights at which a corner or the side of an arc
 * lies, one piece is in front: a ray finds it, and its integrals over that strip are closed, too.
 *
 * Of an ellipse with semi-axes a and b, along axes p and q, the integrals over half a turn are
 * complete elliptic ones: sum = 2 e.p e.q (a^2 X - b^2 Y), where
 *     X, Y = int_0^(pi/2) (cos^2 t, sin^2 t) / sqrt(a^2 cos^2 t + b^2 sin^2 t) dt = k (1/2 -+ s),
 * k = pi / (2 M), M the arithmetic-geometric mean of a and b, and s the sum over its rounds n of
 * 2^(n-1) c_n^2 / (a^2 - b^2), c_1 = (a - b) / 2, c_(n+1) = c_n^2 / (4 a_(n+1)) (Gauss). Its moment
 * is left out: it is elementary, but for a logarithm, and small where an ellipse is thin or round.
 */
#include "shape/facing.h"

#include "core/trig.h"
#include "shape/hull.h"
#include "shape/kind.h"
#include "shape/ring.h"

facing_outline facing_outline_of(const evo_shape *shape, evo_vec2 axis) {
    const evo_bounds bounds = shape_kind_of(shape)->bounds(shape, axis);
    return (facing_outline){bounds.min.y, bounds.max.y};
}

/* ---- Hulls ----------------------------------------------------------------------------------- */

static void add_arc(facing_slant *slant, evo_vec2 center, double radius, double from, double to) {
    const double a = least_of(from, 0), b = least_of(to, 0);
    const double sum = radius * (a - b) * (a + b) / 2;
    slant->sum += sum;
    slant->moment += center.x * sum + radius * radius * (a * a * a - b * b * b) / 3;
}

static void add_face(facing_slant *slant, evo_vec2 middle, double length, evo_vec2 normal) {
    if (normal.x >= 0) return;
    const double sum = length * normal.x * normal.y;
    slant->sum += sum;
    slant->moment += middle.x * sum;
}

static facing_slant slant_of_hull(const evo_shape *shape, evo_vec2 axis) {
    const placed at = {shape, {0, 0}, axis};
    const hull h = placed_hull(&at);
    facing_slant slant = {0, 0};
    for (int i = 0; i < hull_faces(&h); ++i) {
        const evo_vec2 to = h.point[hull_next(&h, i)], way = vec_sub(to, h.point[i]);
        const evo_vec2 before = h.normal[hull_before(&h, i)], n = h.normal[i];
        const evo_vec2 middle = vec_along(h.point[i], 0.5, way);
        add_face(&slant, vec_along(middle, h.radius, n), vec_length(way), n);
        add_arc(&slant, h.point[i], h.radius, before.x, n.x);
    }
    return slant;
}

/* A segment has the one side that faces the beam. */
static facing_slant slant_of_segment(const evo_shape *shape, evo_vec2 axis) {
    facing_slant slant = {0, 0};
    const evo_vec2 side = axis.y > 0 ? vec(-axis.y, axis.x) : vec(axis.y, -axis.x);
    add_face(&slant, vec(0, 0), 2 * shape->of.segment.half_length, side);
    return slant;
}

/* ---- Ellipses -------------------------------------------------------------------------------- */

/* Rounds of the mean: each squares the difference, which is below 1e-16 by then at any aspect. */
enum { MEAN_ROUNDS = 12 };

static facing_slant slant_of_ellipse(const evo_shape *shape, evo_vec2 axis) {
    const double a = shape->of.ellipse.radius_x, b = shape->of.ellipse.radius_y;
    double mean = 0.5 * (a + b), root = sqrt(a) * sqrt(b), c = 0.5 * (a - b);
    double part = (a - b) / (4 * (a + b)), sum = part, weight = 1;
    for (int i = 1; i < MEAN_ROUNDS; ++i) {
        const double next = 0.5 * (mean + root), ratio = c / (4 * next);
        root = sqrt(mean) * sqrt(root);
        mean = next;
        part *= ratio * ratio;
        c *= ratio;
        weight *= 2;
        sum += weight * part;
    }
    const double k = PI / (2 * mean);
    const double half = 0.5 * (a - b) * (a + b) - sum * (a * a + b * b);
    return (facing_slant){2 * axis.x * -axis.y * k * half, 0};
}

/* ---- Rings ----------------------------------------------------------------------------------- */

/* Heights of corners and of the sides of arcs. */
enum { RING_HEIGHTS = 8 };

static int ring_heights(const evo_shape *shape, evo_vec2 axis, double heights[RING_HEIGHTS]) {
    const double radius[2] = {shape->of.ring.inner, shape->of.ring.outer};
    int count = 0;
    for (int arc = 0; arc < 2; ++arc)
        for (int side = -1; side <= 1; side += 2) {
            const evo_vec2 half = vec(shape->of.ring.half.x, side * shape->of.ring.half.y);
            const evo_vec2 top = vec_turn_back(vec(0, side), axis);
            if (!ring_is_whole(shape)) heights[count++] = radius[arc] * vec_turn(half, axis).y;
            if (ring_spans(shape, top)) heights[count++] = side * radius[arc];
        }
    for (int i = 1; i < count; ++i)
        for (int k = i; k > 0 && heights[k - 1] > heights[k]; --k) {
            const double higher = heights[k - 1];
            heights[k - 1] = heights[k];
            heights[k] = higher;
        }
    return count;
}

/* Half the width of a circle at a height. */
static double half_chord(double radius, double y) {
    return sqrt(most_of((radius - y) * (radius + y), 0));
}

/* Adds a strip of an arc; `hollow`: the far one of a hole. */
static void add_strip(facing_slant *slant, double radius, bool hollow, double low, double high) {
    const double a = half_chord(radius, low), b = half_chord(radius, high);
    slant->sum += (hollow ? 1 : -1) * (high - low) * (high + low) / (2 * radius);
    slant->moment += (a * a * a - b * b * b) / (3 * radius);
}

static facing_slant slant_of_ring(const evo_shape *shape, evo_vec2 axis) {
    const double inner = shape->of.ring.inner, outer = shape->of.ring.outer;
    double heights[RING_HEIGHTS];
    const int count = ring_heights(shape, axis, heights);
    facing_slant slant = {0, 0};
    for (int i = 1; i < count; ++i) {
        const double low = heights[i - 1], high = heights[i], y = 0.5 * (low + high);
        const evo_vec2 from = vec_turn_back(vec(-2 * outer, y), axis);
        const evo_vec2 way = vec_turn_back(vec(4 * outer, 0), axis);
        const evo_ray_hit hit = ring_kind.ray(shape, from, way);
        if (!hit.hit) continue;
        const evo_vec2 point = vec_turn(hit.point, axis), normal = vec_turn(hit.normal, axis);
        const double radial = vec_dot(hit.normal, hit.point) / vec_length(hit.point);
        if (fabs(radial) > 0.5)
            add_strip(&slant, radial > 0 ? outer : inner, radial < 0, low, high);
        else
            add_face(&slant, point, (high - low) / fabs(normal.x), normal);
    }
    return slant;
}

facing_slant facing_slant_of(const evo_shape *shape, evo_vec2 axis) {
    switch (shape->kind) {
    case EVO_CAPSULE:
    case EVO_POLYGON:
        return slant_of_hull(shape, axis);
    case EVO_SEGMENT:
        return slant_of_segment(shape, axis);
    case EVO_ELLIPSE:
        return slant_of_ellipse(shape, axis);
    case EVO_RING:
        return slant_of_ring(shape, axis);
    case EVO_CIRCLE:
    case EVO_NO_SHAPE:
        break;
    }
    return (facing_slant){0, 0};
}

/* ---- Hollows --------------------------------------------------------------------------------- */

/* The hull of a slice has a chord between the ends of its inner arc or, if it sweeps more than half
 * a turn, of its outer one. */
facing_side facing_side_of(const evo_shape *shape, evo_vec2 point) {
    if (shape->kind != EVO_RING || ring_kind.contains(shape, point)) return FACING_FRONT;
    const evo_vec2 half = shape->of.ring.half;
    const bool whole = ring_is_whole(shape), wide = half.x < 0;
    const double radius = wide && !whole ? shape->of.ring.outer : shape->of.ring.inner;
    if (!whole && point.x < radius * half.x)
        return fabs(point.y) < radius * half.y ? FACING_MOUTH : FACING_FRONT;
    return vec_length(point) < radius ? FACING_HOLLOW : FACING_FRONT;
}

/* Returns half the angle of the part of a circle about the origin that is within a distance of a
 * point. */
static double angle_within(double radius, evo_vec2 point, double within) {
    const double p = vec_length(point), square = radius * radius + p * p - within * within;
    if (square >= 2 * radius * p) return radius + p <= within ? PI : 0;
    if (square <= -2 * radius * p) return PI;
    const double cosine = square / (2 * radius * p);
    return evo_angle(vec(cosine, sqrt((1 - cosine) * (1 + cosine))));
}

/* Two arcs of a circle share up to two arcs: one of them is tried a turn before and behind, too. */
evo_vec2 facing_hollow_of(const evo_shape *shape, evo_vec2 point, double within) {
    const double inner = shape->of.ring.inner, middle = evo_angle(point);
    const double half = angle_within(inner, point, within);
    const double own = ring_is_whole(shape) ? PI : shape->of.ring.half_sweep;
    evo_vec2 sum = {0, 0};
    if (half >= PI) return vec(2 * inner * (ring_is_whole(shape) ? 0 : shape->of.ring.half.y), 0);
    for (int turn = -1; turn <= 1; ++turn) {
        const double from = most_of(middle - half + 2 * PI * turn, -own);
        const double to = least_of(middle + half + 2 * PI * turn, own);
        if (!(from < to)) continue;
        const evo_vec2 way = vec_sub(evo_direction(to), evo_direction(from));
        sum = vec_along(sum, inner, vec(way.y, -way.x));
    }
    return sum;
}
