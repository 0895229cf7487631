/* contour.c: an outline is taken, and its points look at each other. In: points in either
 * orientation; out: a simple outline, counterclockwise. Invariant: three points give the same
 * answer in any order, so no two answers contradict each other. */
#include "shape/contour.h"

#include <assert.h>

#include "shape/limits.h"

/* Fractions of the outline's size, and of its greatest coordinate, whose rounding moves points.
 * Larger: fine corners are lost with their area; smaller: points that rounding put beside a line
 * become corners. */
static const double ON_LINE = 1e-12, ROUNDING = 4e-16;

/* ---- Sides ----------------------------------------------------------------------------------- */

/* The area of a triangle is half of its longest side times the least of its heights. */
static int side_of(const contour *of, int a, int b, int c) {
    assert(a <= b && b <= c && "three points are looked at in one order");
    const evo_vec2 p = of->points[a], q = of->points[b], r = of->points[c];
    const evo_vec2 first = vec_sub(q, p), second = vec_sub(r, p), third = vec_sub(r, q);
    const double twice = vec_cross(first, second), least = of->tolerance * of->tolerance;
    const double longest = most_of(vec_dot(first, first), vec_dot(second, second));
    if (twice * twice <= least * most_of(longest, vec_dot(third, third))) return 0;
    return twice > 0 ? 1 : -1;
}

int contour_side(const contour *of, int a, int b, int c) {
    if (a < b) {
        if (b < c) return side_of(of, a, b, c);
        return a < c ? -side_of(of, a, c, b) : side_of(of, c, a, b);
    }
    if (a < c) return -side_of(of, b, a, c);
    return b < c ? side_of(of, b, c, a) : -side_of(of, c, b, a);
}

bool contour_lies_between(const contour *c, int point, int a, int b) {
    if (point == a || point == b || contour_side(c, a, b, point) != 0) return false;
    const evo_vec2 along = vec_sub(c->points[b], c->points[a]);
    const double place = vec_dot(vec_sub(c->points[point], c->points[a]), along);
    return place > 0 && place < vec_dot(along, along);
}

/* Returns whether two segments cross at a point within both. */
static bool cross(const contour *of, int a, int b, int c, int d) {
    return contour_side(of, a, b, c) * contour_side(of, a, b, d) < 0
           && contour_side(of, c, d, a) * contour_side(of, c, d, b) < 0;
}

static bool is_one_point(const contour *c, int a, int b) {
    return vec_length(vec_sub(c->points[a], c->points[b])) <= c->tolerance;
}

/* ---- Taking an outline ----------------------------------------------------------------------- */

static void find_tolerance(contour *c) {
    evo_bounds b = NO_BOUNDS;
    for (int i = 0; i < c->count; ++i) b = bounds_with(b, c->points[i], 0);
    const double x = most_of(fabs(b.min.x), fabs(b.max.x));
    const double y = most_of(fabs(b.min.y), fabs(b.max.y));
    const double size = vec_length(vec_sub(b.max, b.min));
    c->tolerance = ON_LINE * size + ROUNDING * most_of(x, y);
    if (size < SHAPE_SMALLEST || size > SHAPE_LARGEST) c->count = 0;
}

/* Drops points that repeat the one before. */
static void drop_repeated(contour *c) {
    int kept = 0;
    for (int i = 0; i < c->count; ++i)
        if (kept == 0 || !is_one_point(c, i, kept - 1)) c->points[kept++] = c->points[i];
    while (kept > 1 && is_one_point(c, 0, kept - 1)) --kept;
    c->count = kept;
}

/* Turns the outline counterclockwise; false: it has no area. */
static bool orient(contour *c) {
    double twice = 0;
    for (int i = 1; i + 1 < c->count; ++i)
        twice +=
            vec_cross(vec_sub(c->points[i], c->points[0]), vec_sub(c->points[i + 1], c->points[0]));
    for (int i = 0, k = c->count - 1; twice < 0 && i < k; ++i, --k) {
        const evo_vec2 p = c->points[i];
        c->points[i] = c->points[k];
        c->points[k] = p;
    }
    return twice != 0;
}

/* Returns whether two edges that share no point meet. */
static bool edges_meet(const contour *c, int i, int k) {
    const int after = contour_next(c, i), other = contour_next(c, k);
    return cross(c, i, after, k, other) || contour_lies_between(c, i, k, other)
           || contour_lies_between(c, after, k, other) || contour_lies_between(c, k, i, after)
           || contour_lies_between(c, other, i, after) || is_one_point(c, i, k);
}

/* Returns whether the way turns back where it came from. */
static bool turns_back(const contour *c, int i) {
    const int before = contour_previous(c, i), after = contour_next(c, i);
    return contour_side(c, before, i, after) == 0 && !contour_lies_between(c, i, before, after);
}

static bool is_simple(const contour *c) {
    for (int i = 0; i < c->count; ++i)
        if (turns_back(c, i)) return false;
    for (int i = 0; i < c->count; ++i)
        for (int k = i + 2; k < c->count; ++k)
            if ((i > 0 || k + 1 < c->count) && edges_meet(c, i, k)) return false;
    return true;
}

bool contour_take(contour *c, const evo_vec2 *points, size_t count) {
    if (!points || count < 3 || count > EVO_OUTLINE_POINTS) return false;
    c->count = (int)count;
    for (int i = 0; i < c->count; ++i) {
        if (!vector_fits(points[i])) return false;
        c->points[i] = points[i];
    }
    find_tolerance(c);
    drop_repeated(c);
    if (c->count < 3 || !orient(c) || !is_simple(c)) return false;
    for (int i = 0; i < c->count; ++i)
        c->wide[i] = contour_side(c, contour_previous(c, i), i, contour_next(c, i)) <= 0;
    return true;
}

/* ---- Sight ----------------------------------------------------------------------------------- */

/* Returns whether the way from a point to another one begins within the outline. */
static bool begins_within(const contour *c, int from, int to) {
    const bool after = contour_side(c, from, contour_next(c, from), to) > 0;
    const bool before = contour_side(c, contour_previous(c, from), from, to) > 0;
    return c->wide[from] ? after || before : after && before;
}

bool contour_sees(const contour *c, int a, int b) {
    if (!begins_within(c, a, b) || !begins_within(c, b, a)) return false;
    int before = 0; /* side of the last point that is neither of the two, or on their line */
    for (int k = 0; k <= c->count; ++k) {
        const int at = k < c->count ? k : 0, last = contour_previous(c, at);
        const int side = at == a || at == b ? 0 : contour_side(c, a, b, at);
        if (side * before < 0 && cross(c, last, at, a, b)) return false;
        if (side == 0 && contour_lies_between(c, at, a, b)) return false;
        before = side;
    }
    return true;
}
