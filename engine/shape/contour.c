/* contour.c: outlines that are not convex: checked, and cut into convex parts. */
#include "shape/shape.h"

#include <assert.h>

MACHINE_PLAIN

/* ==== Outlines ================================================================================ */

/* Takes an outline, and finds which of its points see each other. In: points in either orientation;
 * out: a simple outline, counterclockwise.
 *
 * All questions come down to one: on which side of the line through two points a third one lies.
 * Points nearer to the line than the tolerance lie on it. Invariant: three points give the same
 * answer in any order, so no two answers contradict each other. */

typedef struct contour {
    int count;
    double tolerance; /* distance; points nearer than it are one, and lie on lines that near */
    evo_vec2 points[EVO_OUTLINE_POINTS];
    bool wide[EVO_OUTLINE_POINTS]; /* the inner angle is half a turn or more */
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
static int side_of(const contour *of, int a, int b, int c) {
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
        if (b < c) return side_of(of, a, b, c);
        return a < c ? -side_of(of, a, c, b) : side_of(of, c, a, b);
    }
    if (a < c) return -side_of(of, b, a, c);
    return b < c ? side_of(of, b, c, a) : -side_of(of, c, b, a);
}

/* Returns whether a point lies on the segment between two others, and is neither of them. */
static bool contour_lies_between(const contour *c, int point, int a, int b) {
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

/* Returns whether two edges that share no point meet. */
static bool edges_meet(const contour *c, int i, int k) {
    const int after = contour_next(c, i), other = contour_next(c, k);
    return cross(c, i, after, k, other) || contour_lies_between(c, i, k, other)
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
    double twice = 0; /* the area, below 0 of what goes clockwise */
    for (int i = 1; i + 1 < c->count; ++i)
        twice +=
            vec_cross(vec_sub(c->points[i], c->points[0]), vec_sub(c->points[i + 1], c->points[0]));
    for (int i = 0, k = c->count - 1; twice < 0 && i < k; ++i, --k) {
        const evo_vec2 p = c->points[i];
        c->points[i] = c->points[k];
        c->points[k] = p;
    }
    if (c->count < 3 || twice == 0 || !is_simple(c)) return false;
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

/* Returns whether the segment between two points, a < b, lies within the outline and meets no other
 * point. */
static bool contour_sees(const contour *c, int a, int b) {
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

/* ==== Convex parts ============================================================================ */

/* An outline is cut into the least number of convex parts whose corners are its points.
 *
 * In: a simple outline; out: polygons that cover it and do not overlap. For two points i < j that
 * see each other, the cost of (i, j) is the least number of parts of what lies between the segment
 * and the points i to j: 0 for an edge, else 1 for the part on the segment, with the corners
 * i = v0 < v1 < ... < vn = j, and the costs of (v0, v1) to (vn-1, vn). Or there is a way (i, a),
 * (a, b), (b, j) along the line of the segment: a = b lies between i and j and cuts what lies there
 * in two, or the part's face reaches beyond i or j, to a or b. The outline is (0, count - 1).
 *
 * All (i, j) of one i are planned in order of j, along fans: triangles (i, b, j), each of which
 * makes the one before larger by a corner. A fan up to b that costs no less than (i, b) is never
 * better than the cut from i to b, from which on each turn is freer. So the only fans worth keeping
 * at b are those that cost one less than (i, b): of these, the ones that leave most freedom.
 * After Keil (1985) and Keil and Snoeyink (2002), with a limit of corners.
 *
 * Time: grows with the third power of the number of points, and with the fans that are kept: 64
 * points take 2 to 8 ms, 256 take 0.1 to 0.6 s. Fails where all triangles between the points are
 * thinner than the tolerance (shape.h). */

/* A fan from i to the point b that keeps it. It may grow to a point j up to `until`, beyond which
 * it would not be convex at i, if the way from `last` over b to j turns left. */
typedef struct part_fan {
    uint8_t triangles, last, until;
} part_fan;

/* Most triangles of a fan that may still grow. Most fans kept at a point: no outline that was tried
 * needs more than 4; one that does gets a part too many. */
enum { GROWING = EVO_POLYGON_POINTS - 3, FANS = 8 };

/* Cost in place of one: the points do not see each other, or there is no part. Real ones are below
 * EVO_OUTLINE_POINTS - 1. */
enum { HIDDEN = 255 };

typedef struct part_plan {
    contour c;
    uint8_t costs[EVO_OUTLINE_POINTS * (EVO_OUTLINE_POINTS - 1) / 2]; /* of (i, j), by j, then i */
    part_fan fans[EVO_OUTLINE_POINTS][FANS];                          /* of the present i */
    int fan_counts[EVO_OUTLINE_POINTS];
    uint8_t untils[EVO_OUTLINE_POINTS]; /* of fans that begin with a point */
    bool has_lines;                     /* some segment leads over a point within the outline */
} part_plan;

_Static_assert(EVO_OUTLINE_POINTS <= HIDDEN + 1, "points and costs are bytes");

static uint8_t *cost_at(part_plan *p, int i, int j) {
    return &p->costs[j * (j - 1) / 2 + i];
}

static int cost_of(const part_plan *p, int i, int j) {
    return p->costs[j * (j - 1) / 2 + i];
}

/* ---- Sight ----------------------------------------------------------------------------------- */

/* Returns the point on the segment from i to j that is nearest to i, or j. */
static int first_on(const contour *c, int i, int j) {
    int first = j;
    for (int k = 0; k < c->count; ++k)
        if (contour_lies_between(c, k, i, first)) first = k;
    return first;
}

static bool is_clear(const part_plan *p, int i, int j) {
    return cost_of(p, i < j ? i : j, i < j ? j : i) == 0;
}

/* Returns whether a segment over other points lies within the outline: all of its pieces do. */
static bool is_clear_over(const part_plan *p, int i, int j) {
    int from = i, to = first_on(&p->c, i, j);
    if (to == j) return false;
    while (from != j && is_clear(p, from, to)) {
        from = to;
        to = first_on(&p->c, from, j);
    }
    return from == j;
}

/* Sets costs of 0 where points see each other. */
static void find_sight(part_plan *p) {
    const int count = p->c.count;
    for (int j = 1; j < count; ++j)
        for (int i = 0; i < j; ++i) {
            const bool edge = i + 1 == j || (i == 0 && j + 1 == count);
            *cost_at(p, i, j) = (uint8_t)(edge || contour_sees(&p->c, i, j) ? 0 : HIDDEN);
        }
    p->has_lines = false;
    for (int j = 1; j < count; ++j)
        for (int i = 0; i < j; ++i)
            if (!is_clear(p, i, j) && is_clear_over(p, i, j)) {
                *cost_at(p, i, j) = 0;
                p->has_lines = true;
            }
}

/* ---- Fans ------------------------------------------------------------------------------------ */

/* Finds how far fans reach that begin with each point: the angle at i, from the point on, stays
 * below half a turn. */
static void find_untils(part_plan *p, int i) {
    int until = i + 1, j = i + 2;
    for (int first = i + 1; first < p->c.count; ++first) {
        if (cost_of(p, i, first) == HIDDEN) continue;
        for (; j < p->c.count; ++j) {
            if (j <= first || cost_of(p, i, j) == HIDDEN) continue;
            const int side = contour_side(&p->c, i, first, j);
            if (side < 0 || (side == 0 && contour_lies_between(&p->c, i, first, j))) break;
            until = j;
        }
        p->untils[first] = (uint8_t)until;
    }
}

/* Returns whether a fan at b may grow to j. */
static bool may_grow(const part_plan *p, const part_fan *fan, int b, int j) {
    return j <= fan->until && (!p->c.wide[b] || contour_side(&p->c, fan->last, b, j) > 0);
}

/* Returns a fan at b of so many triangles at most, that may grow to j, and on to `until`; NULL:
 * there is none. */
static const part_fan *find_fan(const part_plan *p, int b, int j, int most, int until) {
    for (int k = 0; k < p->fan_counts[b]; ++k) {
        const part_fan *fan = &p->fans[b][k];
        if (fan->triangles <= most && fan->until >= until && may_grow(p, fan, b, j)) return fan;
    }
    return NULL;
}

/* Returns whether a fan at a point is as free as another: of few triangles, convex at i for long,
 * and at the point from early on. */
static bool is_as_free(const part_fan *a, const part_fan *b, bool wide) {
    return a->triangles <= b->triangles && a->until >= b->until && (!wide || a->last <= b->last);
}

/* Keeps a fan at j unless it leaves less freedom than another. */
static void keep_fan(part_plan *p, int j, part_fan fan) {
    const bool wide = p->c.wide[j];
    int kept = 0;
    if (fan.triangles > GROWING) return;
    for (int k = 0; k < p->fan_counts[j]; ++k)
        if (is_as_free(&p->fans[j][k], &fan, wide)) return;
    for (int k = 0; k < p->fan_counts[j]; ++k)
        if (!is_as_free(&fan, &p->fans[j][k], wide)) p->fans[j][kept++] = p->fans[j][k];
    if (kept < FANS) p->fans[j][kept++] = fan;
    p->fan_counts[j] = kept;
}

/* ---- Costs ----------------------------------------------------------------------------------- */

/* Returns whether a part on (i, j) may have the triangle (i, b, j). */
static bool is_triangle(const part_plan *p, int i, int b, int j) {
    return cost_of(p, i, b) != HIDDEN && cost_of(p, b, j) != HIDDEN
           && contour_side(&p->c, i, b, j) > 0;
}

/* Returns the least cost of (i, j) with a part on it. */
static int least_cost(const part_plan *p, int i, int j) {
    int least = HIDDEN;
    for (int b = i + 1; b < j; ++b) {
        if (cost_of(p, i, j) == HIDDEN || !is_triangle(p, i, b, j)) continue;
        int cost = cost_of(p, i, b) + cost_of(p, b, j) + 1;
        if (cost <= least && find_fan(p, b, j, GROWING, 0)) --cost;
        if (cost < least) least = cost;
    }
    return least;
}

/* Keeps the fans at j that cost one less than (i, j). */
static void keep_fans(part_plan *p, int i, int j) {
    const int most = cost_of(p, i, j) - 1;
    for (int b = i + 1; b < j; ++b) {
        if (!is_triangle(p, i, b, j)) continue;
        const int cost = cost_of(p, i, b) + cost_of(p, b, j);
        if (cost == most) keep_fan(p, j, (part_fan){1, (uint8_t)b, p->untils[b]});
        if (cost != most + 1) continue;
        for (int k = 0; k < p->fan_counts[b]; ++k) {
            const part_fan fan = p->fans[b][k];
            if (may_grow(p, &fan, b, j))
                keep_fan(p, j, (part_fan){(uint8_t)(fan.triangles + 1), (uint8_t)b, fan.until});
        }
    }
}

/* A way along the line from i to j. */
typedef struct part_way {
    int i, j, cost, a, b; /* cost HIDDEN: there is none */
} part_way;

/* Takes the way over a and b, if it costs less. */
static void try_way(const part_plan *p, part_way *best, int a, int b) {
    int cost = 0;
    const int points[] = {best->i, a, b, best->j};
    for (int k = 0; k < 3; ++k)
        if (points[k] < points[k + 1]) {
            const int piece = cost_of(p, points[k], points[k + 1]);
            cost += piece == HIDDEN ? EVO_OUTLINE_POINTS : piece;
        }
    if (cost < best->cost) *best = (part_way){best->i, best->j, cost, a, b};
}

/* Finds the way of least cost: over a point between i and j; or back from i to a, unless a is i,
 * and from a to j or on beyond it to b. */
static part_way find_way(const part_plan *p, int i, int j) {
    part_way best = {i, j, HIDDEN, i, j};
    if (!p->has_lines) return best;
    for (int k = i + 1; k < j; ++k)
        if (contour_lies_between(&p->c, k, i, j)) try_way(p, &best, k, k);
    for (int a = i; a < j && (a == i || p->c.wide[i]); ++a) {
        if (a > i && (cost_of(p, i, a) == HIDDEN || !contour_lies_between(&p->c, i, a, j)))
            continue;
        if (a > i) try_way(p, &best, a, j);
        for (int b = a + 1; b < j && p->c.wide[j]; ++b)
            if (cost_of(p, a, b) != HIDDEN && contour_lies_between(&p->c, j, i, b))
                try_way(p, &best, a, b);
    }
    return best;
}

/* Plans (i, j) for all j up to one. Doing so again changes no cost. */
static void plan_row(part_plan *p, int i, int until) {
    find_untils(p, i);
    p->fan_counts[i + 1] = 0;
    for (int j = i + 2; j <= until; ++j) {
        p->fan_counts[j] = 0;
        if (cost_of(p, i, j) == HIDDEN) continue;
        const int by_part = least_cost(p, i, j), by_way = find_way(p, i, j).cost;
        *cost_at(p, i, j) = (uint8_t)(by_part < by_way ? by_part : by_way);
        if (by_part <= by_way && by_part != HIDDEN) keep_fans(p, i, j);
    }
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Corners of a part, backwards. */
typedef struct part_corners {
    int count, all[EVO_POLYGON_POINTS];
} part_corners;

/* Adds the corners of a fan at b, from b on back to its first. */
static void add_fan(const part_plan *p, part_corners *to, int b, const part_fan *fan) {
    to->all[to->count++] = b;
    for (; fan->triangles > 1; to->all[to->count++] = b) {
        const int last = fan->last;
        fan = find_fan(p, last, b, fan->triangles - 1, fan->until);
        assert(fan); /* the one that grew to b */
        b = last;
    }
    to->all[to->count++] = fan->last;
}

/* Finds the part on (i, j); false: a way costs less than any. */
static bool find_part(const part_plan *p, int i, int j, part_corners *to) {
    const int cost = cost_of(p, i, j);
    to->count = 0;
    to->all[to->count++] = j;
    for (int b = i + 1; b < j && to->count == 1; ++b) {
        if (!is_triangle(p, i, b, j)) continue;
        const int sum = cost_of(p, i, b) + cost_of(p, b, j);
        const part_fan *fan = sum == cost ? find_fan(p, b, j, GROWING, 0) : NULL;
        if (fan) add_fan(p, to, b, fan);
        if (sum + 1 == cost) to->all[to->count++] = b;
    }
    to->all[to->count++] = i;
    return to->count > 2;
}

static evo_shape shape_of_part(const part_plan *p, const part_corners *from) {
    evo_shape shape = {.kind = EVO_POLYGON, .axis = {1, 0}};
    evo_vec2 *points = shape.of.polygon.points;
    const int count = shape.of.polygon.count = from->count;
    for (int i = 0; i < count; ++i) points[i] = p->c.points[from->all[count - 1 - i]];
    shape.center = hull_centroid(points, count);
    for (int i = 0; i < count; ++i) points[i] = vec_sub(points[i], shape.center);
    assert(evo_shape_check(&shape) == EVO_OK);
    return shape;
}

/* Segments behind which there are parts. */
typedef struct part_stack {
    int count;
    uint8_t i[EVO_OUTLINE_POINTS], j[EVO_OUTLINE_POINTS];
} part_stack;

static void push(const part_plan *p, part_stack *s, int i, int j) {
    if (i == j || cost_of(p, i, j) == 0) return;
    s->i[s->count] = (uint8_t)i;
    s->j[s->count++] = (uint8_t)j;
}

size_t evo_polygon_parts(const evo_vec2 *points, size_t count, evo_shape *parts, size_t capacity) {
    part_plan plan;
    part_stack stack = {.count = 0};
    size_t written = 0;
    if (!contour_take(&plan.c, points, count)) return 0;
    const int last = plan.c.count - 1;
    find_sight(&plan);
    for (int i = last - 1; i >= 0; --i) plan_row(&plan, i, last);
    if (cost_of(&plan, 0, last) == HIDDEN) return 0;
    push(&plan, &stack, 0, last);
    while (stack.count > 0) {
        part_corners corners;
        const int i = stack.i[--stack.count], j = stack.j[stack.count];
        plan_row(&plan, i, j);
        if (find_part(&plan, i, j, &corners)) {
            if (parts && written < capacity) parts[written] = shape_of_part(&plan, &corners);
            ++written;
        } else {
            const part_way way = find_way(&plan, i, j);
            if (way.cost != cost_of(&plan, i, j)) return 0;
            corners = (part_corners){4, {j, way.b, way.a, i}};
        }
        for (int k = 0; k + 1 < corners.count; ++k)
            push(&plan, &stack, corners.all[k + 1], corners.all[k]);
    }
    return written;
}
