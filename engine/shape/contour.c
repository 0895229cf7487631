/* contour.c: outlines that are not convex: checked, and cut into convex parts. */
#include "shape/shape.h"

#include <assert.h>
#include <string.h>

MACHINE_PLAIN

/* ==== Outlines ================================================================================ */

/* Takes an outline. In: points in either orientation; out: a simple outline, counterclockwise.
 *
 * All questions come down to one: on which side of the line through two points a third one lies.
 * Points nearer to the line than the tolerance lie on it. Invariant: three points give the same
 * answer in any order, so no two answers contradict each other. */

typedef struct contour {
    int count;
    double tolerance; /* distance; points nearer than it are one, and lie on lines that near */
    evo_vec2 points[EVO_OUTLINE_POINTS];
} contour;

static int contour_next(const contour *c, int i) {
    return i + 1 < c->count ? i + 1 : 0;
}

static int contour_previous(const contour *c, int i) {
    return (i > 0 ? i : c->count) - 1;
}

/* Fractions of the outline's size, and of its greatest coordinate, whose rounding moves points.
 * Larger: fine corners are lost with their area; smaller: points that rounding put beside a line
 * become corners. */
static const double ON_LINE = 1e-12, ROUNDING = 4e-16;

/* ---- Sides ----------------------------------------------------------------------------------- */

/* The area of a triangle is half of its longest side times the least of its heights. */
static int sorted_side(const contour *of, int a, int b, int c) {
    assert(a <= b && b <= c && "three points are looked at in one order");
    const evo_vec2 p = of->points[a], q = of->points[b], r = of->points[c];
    const evo_vec2 first = vec_sub(q, p), second = vec_sub(r, p), third = vec_sub(r, q);
    const double twice = vec_cross(first, second), least = of->tolerance * of->tolerance;
    const double longest = most_of(vec_dot(first, first), vec_dot(second, second));
    if (twice * twice <= least * most_of(longest, vec_dot(third, third))) return 0;
    return twice > 0 ? 1 : -1;
}

/* Returns 1 when c lies left of the way from a to b, -1 when it lies right, 0 on the line. */
static int contour_side(const contour *of, int a, int b, int c) {
    if (a < b) {
        if (b < c) return sorted_side(of, a, b, c);
        return a < c ? -sorted_side(of, a, c, b) : sorted_side(of, c, a, b);
    }
    if (a < c) return -sorted_side(of, b, a, c);
    return b < c ? sorted_side(of, b, c, a) : -sorted_side(of, c, b, a);
}

/* Returns whether a point lies on the segment between two others, and is neither of them. */
static bool contour_lies_between(const contour *c, int point, int a, int b) {
    if (point == a || point == b || contour_side(c, a, b, point) != 0) return false;
    const evo_vec2 along = vec_sub(c->points[b], c->points[a]);
    const double place = vec_dot(vec_sub(c->points[point], c->points[a]), along);
    return place > 0 && place < vec_dot(along, along);
}

/* Returns whether two segments cross at a point within both. */
static bool segments_cross(const contour *of, int a, int b, int c, int d) {
    return contour_side(of, a, b, c) * contour_side(of, a, b, d) < 0
           && contour_side(of, c, d, a) * contour_side(of, c, d, b) < 0;
}

static bool is_one_point(const contour *c, int a, int b) {
    return vec_length(vec_sub(c->points[a], c->points[b])) <= c->tolerance;
}

/* ---- Taking an outline ----------------------------------------------------------------------- */

/* Returns whether two edges that share no point meet. */
static bool edges_meet(const contour *c, int i, int k) {
    const int after = contour_next(c, i), other = contour_next(c, k);
    return segments_cross(c, i, after, k, other) || contour_lies_between(c, i, k, other)
           || contour_lies_between(c, after, k, other) || contour_lies_between(c, k, i, after)
           || contour_lies_between(c, other, i, after) || is_one_point(c, i, k);
}

/* Returns whether the way nowhere turns back where it came from, and no two edges meet. */
static bool is_simple(const contour *c) {
    for (int i = 0; i < c->count; ++i) {
        const int before = contour_previous(c, i), after = contour_next(c, i);
        if (contour_side(c, before, i, after) == 0 && !contour_lies_between(c, i, before, after))
            return false;
    }
    for (int i = 0; i < c->count; ++i)
        for (int k = i + 2; k < c->count; ++k)
            if ((i > 0 || k + 1 < c->count) && edges_meet(c, i, k)) return false;
    return true;
}

/* Takes an outline without repeated points. False: it crosses or touches itself, has no area, too
 * many points, or numbers that no shape has. */
static bool contour_take(contour *c, const evo_vec2 *points, size_t count) {
    evo_bounds b = NO_BOUNDS;
    if (!points || count < 3 || count > EVO_OUTLINE_POINTS) return false;
    for (size_t i = 0; i < count; ++i) {
        if (!vector_fits(points[i])) return false;
        b = bounds_with(b, points[i], 0);
    }
    const double x = most_of(fabs(b.min.x), fabs(b.max.x));
    const double y = most_of(fabs(b.min.y), fabs(b.max.y));
    const double size = vec_length(vec_sub(b.max, b.min));
    if (size < SHAPE_SMALLEST || size > SHAPE_LARGEST) return false;
    c->tolerance = ON_LINE * size + ROUNDING * most_of(x, y);
    c->count = 0;
    for (size_t i = 0; i < count; ++i) { /* a point that repeats the one before is dropped */
        c->points[c->count] = points[i];
        if (c->count == 0 || !is_one_point(c, c->count, c->count - 1)) ++c->count;
    }
    while (c->count > 1 && is_one_point(c, 0, c->count - 1)) --c->count;
    double twice = 0; /* twice the area; below 0 if the outline is clockwise */
    for (int i = 1; i + 1 < c->count; ++i)
        twice +=
            vec_cross(vec_sub(c->points[i], c->points[0]), vec_sub(c->points[i + 1], c->points[0]));
    for (int i = 0, k = c->count - 1; twice < 0 && i < k; ++i, --k) {
        const evo_vec2 p = c->points[i];
        c->points[i] = c->points[k];
        c->points[k] = p;
    }
    return c->count > 2 && twice != 0 && is_simple(c);
}

/* ==== Convex parts ============================================================================ */

/* An outline is cut into triangles, ear by ear, and these are merged while they are convex.
 *
 * In: a simple outline; out: polygons that cover it and do not overlap. An ear is a corner whose
 * triangle with its neighbours holds no other point: without it the rest is simple again, and each
 * outline has two (Meisters 1975). Two parts are merged along an edge that they share if both
 * together are convex and have few enough corners: but for that limit they are at most four times
 * as many as are needed (Hertel and Mehlhorn 1983).
 *
 * Time: grows with the second power of the number of points, rarely with the third. Fails where all
 * triangles between the points are thinner than the tolerance (shape.h). */

/* Corners by the numbers of points, counterclockwise. Two parts that are merged have room. */
typedef struct outline_part {
    int count;
    uint8_t corners[2 * EVO_POLYGON_POINTS];
} outline_part;

_Static_assert(EVO_OUTLINE_POINTS <= 256, "numbers of points are bytes");

static int corner_at(const uint8_t *corners, int count, int i) {
    return corners[(i + count) % count];
}

/* Returns 1 where a corner is convex, -1 where it is not, 0 on the line of its neighbours. */
static int corner_turn(const contour *c, const uint8_t *corners, int count, int i) {
    return contour_side(c, corner_at(corners, count, i - 1), corner_at(corners, count, i),
                        corner_at(corners, count, i + 1));
}

/* Leaves out corners on the line of their neighbours; returns how many remain. */
static int straighten(const contour *c, uint8_t *corners, int count) {
    for (int i = 0; i < count;) {
        if (corner_turn(c, corners, count, i++) != 0) continue;
        memmove(&corners[i - 1], &corners[i], (size_t)(count-- - i));
        i = i > 1 ? i - 2 : 0; /* the one before has another neighbour */
    }
    return count;
}

/* ---- Ears ------------------------------------------------------------------------------------ */

static bool is_ear(const contour *c, const uint8_t *corners, int count, int i) {
    const int before = corner_at(corners, count, i - 1), after = corner_at(corners, count, i + 1);
    const int at = corners[i];
    if (contour_side(c, before, at, after) <= 0) return false;
    for (int k = 0; k < count; ++k) {
        const int other = corners[k];
        if (other != before && other != at && other != after
            && contour_side(c, before, at, other) >= 0 && contour_side(c, at, after, other) >= 0
            && contour_side(c, after, before, other) >= 0)
            return false;
    }
    return true;
}

/* Cuts an outline into triangles; returns their number. Ears that follow each other at one point
 * are cut one after the other, so that most of them merge. */
static int cut_ears(const contour *c, outline_part *parts) {
    uint8_t left[EVO_OUTLINE_POINTS];
    int made = 0, tried = 0, i = 0;
    for (int k = 0; k < c->count; ++k) left[k] = (uint8_t)k;
    int count = straighten(c, left, c->count);
    while (count > 2 && tried++ < count) {
        if (i >= count) i = 0;
        if (!is_ear(c, left, count, i)) {
            ++i;
            continue;
        }
        const int before = corner_at(left, count, i - 1), after = corner_at(left, count, i + 1);
        parts[made++] = (outline_part){3, {(uint8_t)before, left[i], (uint8_t)after}};
        memmove(&left[i], &left[i + 1], (size_t)(--count - i));
        count = straighten(c, left, count);
        tried = 0;
    }
    return count > 2 ? 0 : made;
}

/* ---- Merging --------------------------------------------------------------------------------- */

/* Merges a part into another, if they share an edge and are convex together. */
static bool merge(const contour *c, outline_part *a, const outline_part *b) {
    outline_part both;
    for (int i = 0; i < a->count; ++i)
        for (int k = 0; k < b->count; ++k) {
            if (a->corners[i] != corner_at(b->corners, b->count, k + 1)
                || corner_at(a->corners, a->count, i + 1) != b->corners[k])
                continue;
            both.count = 0;
            for (int n = 1; n <= a->count; ++n)
                both.corners[both.count++] = (uint8_t)corner_at(a->corners, a->count, i + n);
            for (int n = 2; n < b->count; ++n)
                both.corners[both.count++] = (uint8_t)corner_at(b->corners, b->count, k + n);
            if (corner_turn(c, both.corners, both.count, 0) < 0
                || corner_turn(c, both.corners, both.count, a->count - 1) < 0)
                return false;
            both.count = straighten(c, both.corners, both.count);
            if (both.count > EVO_POLYGON_POINTS) return false;
            *a = both;
            return true;
        }
    return false;
}

static int merge_all(const contour *c, outline_part *parts, int count) {
    for (int i = 0; i < count; ++i)
        for (int k = i + 1; k < count; ++k)
            if (merge(c, &parts[i], &parts[k])) {
                parts[k] = parts[--count];
                k = i;
            }
    return count;
}

static evo_shape shape_of_part(const contour *c, const outline_part *p) {
    evo_shape shape = {.kind = EVO_POLYGON, .axis = {1, 0}};
    evo_vec2 *points = shape.of.polygon.points;
    const int count = shape.of.polygon.count = p->count;
    for (int i = 0; i < count; ++i) points[i] = c->points[p->corners[i]];
    shape.center = hull_centroid(points, count);
    for (int i = 0; i < count; ++i) points[i] = vec_sub(points[i], shape.center);
    assert(evo_shape_check(&shape) == EVO_OK);
    return shape;
}

size_t evo_polygon_parts(const evo_vec2 *points, size_t count, evo_shape *parts, size_t capacity) {
    contour c;
    outline_part cut[EVO_OUTLINE_POINTS];
    if (!contour_take(&c, points, count)) return 0;
    const size_t made = (size_t)merge_all(&c, cut, cut_ears(&c, cut));
    for (size_t i = 0; parts && i < made && i < capacity; ++i)
        parts[i] = shape_of_part(&c, &cut[i]);
    return made;
}
