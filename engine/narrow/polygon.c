/* polygon.c: the polygonal test for overlap, without a depth; and the distance and the touches of
 * two hulls. */
#include "narrow/narrow.h"

#include <assert.h>

#include "narrow/private.h"
#include "shape/shape.h"

MACHINE_PLAIN

/* ==== The polygonal test ====================================================================== */

/* The polygonal bisection test, and an ellipse and a line.
 *
 * Points on the rim span an inscribed polygon, the tangents there a circumscribed one. A disk that
 * contains such a point overlaps the ellipse; a disk beyond such a tangent does not. Otherwise the
 * arc between two points is bisected (in the ellipse's own parameter, where the middle is the sum
 * of both points, scaled), and the half nearer to the disk's centre is tested again. Each round
 * divides the undecided gap by four, without a square root or a division.
 *
 * Why it is correct: let p, q be the ellipse's own axes and the disk's centre x be folded into
 * their quadrant. The distance from x has a single minimum on the quarter of the rim between p and
 * q, and it is the global one. So the nearest point is on the side of the tangent's foot where x
 * lies. In a sheared frame, where p and q are not perpendicular, this is false. So of two ellipses
 * one is sheared into a disk, and the parameter of the other is turned until its radius vectors are
 * perpendicular again. That costs two roots before the loop, and one loop serves both pairs.
 *
 * At the tip of a thin ellipse the tangents turn so fast that they reject only after many rounds.
 * From TRIANGLE_ROUND on, the triangle that encloses the arc is tested too. */

/* 1 / (2 cos(pi / 2^(k + 2))), k = 0, 1, ...: scales the sum of two rim points to the rim. */
static const double TO_RIM[POLYGON_ROUNDS + 1] = {
    0.707106781186547524, 0.541196100146196984, 0.509795579104159169, 0.502419286188155706,
    0.500602998235196301, 0.500150636020650988, 0.500037651915547723, 0.500009412535887757,
    0.500002353106286081, 0.500000588274841179, 0.500000147068602149, 0.500000036767143778,
    0.500000009191785522, 0.500000002297946354, 0.500000000574486587, 0.500000000143621647,
    0.500000000035905412};

enum {
    FIRST_TEST = 2, /* earlier rounds only bisect: they would seldom decide */
    TRIANGLE_ROUND = 6
};

/* Returns whether a disk about x, of squared radius rr, reaches the line from c0 to c1. `out` is
 * the distance of x from it, times its length. */
static bool disk_meets_line(double rr, double out, evo_vec2 c0, evo_vec2 c1, evo_vec2 x) {
    evo_vec2 line = vec_sub(c1, c0);
    return out * out <= rr * vec_dot(line, line) && vec_dot(vec_sub(x, c0), line) >= 0
           && vec_dot(vec_sub(x, c1), line) <= 0;
}

/* An ellipse with semi-axes a, b along x and y, and a disk about x in the first quadrant, outside
 * the ellipse. The point (c, s) of the unit circle is the parameter of the rim point (a c, b s). */
typedef struct disk_test {
    double a, b;
    evo_vec2 x;
    double rr; /* square of the disk's radius */
} disk_test;

/* Returns whether the disk reaches the triangle of two rim points and the corner where their
 * tangents cross, which is their sum, scaled. The disk contains neither point. */
static bool disk_meets_triangle(const disk_test *e, evo_vec2 from, evo_vec2 to, double scale) {
    evo_vec2 c0 = vec(e->a * from.x, e->b * from.y), c2 = vec(e->a * to.x, e->b * to.y);
    evo_vec2 corner = vec_scale(vec_add(c0, c2), scale), t = vec_sub(e->x, corner);
    double below = vec_cross(t, vec_sub(corner, c0)), above = vec_cross(t, vec_sub(c2, corner));
    return (below <= 0 && above <= 0) || vec_dot(t, t) <= e->rr
           || disk_meets_line(e->rr, below, c0, corner, e->x)
           || disk_meets_line(e->rr, above, corner, c2, e->x);
}

static bool bisect(const disk_test *e) {
    evo_vec2 from = {1, 0}, to = {0, 1};
    double foci = (e->a - e->b) * (e->a + e->b), ax = e->a * e->x.x, by = e->b * e->x.y;
    for (int round = 0; round < POLYGON_ROUNDS; ++round) {
        evo_vec2 m = vec_scale(vec_add(from, to), TO_RIM[round]);
        /* The position of the disk's centre along the tangent at the middle. */
        double along = m.x * m.y * foci - m.y * ax + m.x * by;
        if (round >= FIRST_TEST) {
            evo_vec2 apart = vec(e->x.x - e->a * m.x, e->x.y - e->b * m.y);
            if (vec_dot(apart, apart) <= e->rr) return true;
            evo_vec2 normal = vec(e->b * m.x, e->a * m.y);
            double beyond = vec_dot(apart, normal);
            if (beyond * fabs(beyond) > e->rr * vec_dot(normal, normal)) return false;
        }
        if (along < 0)
            to = m;
        else
            from = m;
        double to_corner = 2 * TO_RIM[round + 1] * TO_RIM[round + 1];
        if (round >= TRIANGLE_ROUND && !disk_meets_triangle(e, from, to, to_corner)) return false;
    }
    return true;
}

/* Returns whether a disk overlaps an ellipse about the origin with semi-axes a, b along x and y. */
static bool disk_meets_ellipse(double a, double b, evo_vec2 center, double radius) {
    disk_test e = {a, b, {fabs(center.x), fabs(center.y)}, radius * radius};
    if (e.x.x > a + radius || e.x.y > b + radius) return false;
    double unit_x = e.x.x / a, unit_y = e.x.y / b;
    if (unit_x * unit_x + unit_y * unit_y <= 1) return true;
    double from_a = e.x.x - a, from_b = e.x.y - b;
    if (from_a * from_a + e.x.y * e.x.y <= e.rr || e.x.x * e.x.x + from_b * from_b <= e.rr)
        return true;
    return bisect(&e);
}

/* The ellipse p cos t + q sin t has its longer semi-axis where the parameter is turned by half the
 * angle of (p.p - q.q, 2 p.q). */
static void principal_axes(evo_vec2 p, evo_vec2 q, double *a, double *b, evo_vec2 *axis) {
    double pp = vec_dot(p, p), qq = vec_dot(q, q);
    double difference = pp - qq, twice = 2 * vec_dot(p, q);
    double length = vec_length(vec(difference, twice));
    /* The direction along half the angle, by the formula without cancellation. */
    evo_vec2 half =
        difference > 0 ? vec(length + difference, twice) : vec(twice, length - difference);
    if (length > 0) half = vec_scale(half, 1 / length); /* keeps its powers in range */
    *a = sqrt(0.5 * (pp + qq + length));
    *b = fabs(vec_cross(p, q)) / *a;
    *axis = vec_unit(vec_along(vec_scale(p, half.x), half.y, q), vec(1, 0));
}

bool polygon_ellipse_ellipse(const placed *a, const placed *b) {
    double ax = a->shape->of.ellipse.radius_x, ay = a->shape->of.ellipse.radius_y;
    double bx = b->shape->of.ellipse.radius_x, by = b->shape->of.ellipse.radius_y;
    evo_vec2 c = vec_sub(b->center, a->center);
    double distance = vec_dot(c, c);
    double outer = (ax > ay ? ax : ay) + (bx > by ? bx : by);
    if (distance > outer * outer) return false;
    double inner = (ax < ay ? ax : ay) + (bx < by ? bx : by);
    if (distance <= inner * inner) return true;

    /* Moves both into b's frame, scaled across: b becomes a disk of radius bx by. */
    evo_vec2 x = vec_turn_back(c, b->axis), p = vec_turn_back(a->axis, b->axis);
    evo_vec2 q = vec(-p.y * ay * by, p.x * ay * bx), axis;
    x = vec(x.x * by, x.y * bx);
    p = vec(p.x * ax * by, p.y * ax * bx);
    double radius_x, radius_y;
    principal_axes(p, q, &radius_x, &radius_y, &axis);
    x = vec_turn_back(x, axis);
    return disk_meets_ellipse(radius_x, radius_y, x, bx * by);
}

bool polygon_circle_ellipse(const placed *circle, const placed *ellipse) {
    return disk_meets_ellipse(
        ellipse->shape->of.ellipse.radius_x, ellipse->shape->of.ellipse.radius_y,
        placed_enter(ellipse, circle->center), circle->shape->of.circle.radius);
}

bool ellipse_meets_line(const placed *ellipse, evo_vec2 from, evo_vec2 to) {
    double a = ellipse->shape->of.ellipse.radius_x, b = ellipse->shape->of.ellipse.radius_y;
    evo_vec2 start = placed_enter(ellipse, from), end = placed_enter(ellipse, to);
    start = vec(start.x * b, start.y * a);
    end = vec(end.x * b, end.y * a);
    double rr = a * b * a * b;
    evo_vec2 line = vec_sub(end, start);
    double along = -vec_dot(start, line), length = vec_dot(line, line);
    if (along <= 0) return vec_dot(start, start) <= rr;
    if (along >= length) return vec_dot(end, end) <= rr;
    double across = vec_cross(start, line);
    return across * across <= rr * length;
}

/* ==== Two hulls =============================================================================== */

/* Two hulls of points. The gap is the greatest separation along any direction: that of a face of
 * either, or, where the point that a face meets lies beyond its end, the distance of the two
 * points or of a point and another face. Radii are subtracted at the end. Polygons that are apart
 * are separated by a face. Points and lines, which have no inside, may be apart in line, where no
 * face separates them: lines overlap only where they cross. */

/* Sine of the angle between two faces up to which they face each other, though corners are
 * nearer. */
static const double FACING = 0.2;

/* Sine of the angle between two faces that are as deep all along, but for rounding. */
static const double PARALLEL_SINE = 1e-9;

/* Least length of a shared part, of the length of a face. */
static const double SHARED = 1e-9;

/* ---- Separating faces ------------------------------------------------------------------------ */

/* The face of a hull that separates it most from another, and the point there that comes
 * nearest. */
typedef struct face_gap {
    double gap;
    int face, point;
} face_gap;

static face_gap gap_of_face(const hull *h, int face, const hull *other) {
    const evo_vec2 n = h->normal[face];
    const int point = hull_support(other, vec_negate(n));
    return (face_gap){vec_dot(vec_sub(other->point[point], h->point[face]), n), face, point};
}

static face_gap widest_face(const hull *h, const hull *other) {
    face_gap widest = {-INFINITY, 0, 0};
    for (int i = 0; i < hull_faces(h); ++i) {
        const face_gap g = gap_of_face(h, i, other);
        if (g.gap > widest.gap) widest = g;
    }
    return widest;
}

/* Keeps the meeting of a point with the rim of a hull, if it is nearer. */
static void offer_point(const hull *h, evo_vec2 point, bool mirrored, meeting *nearest) {
    const hull_foot foot = hull_nearest(h, point);
    if (!(foot.distance < nearest->gap)) return;
    const meeting m = {
        foot.distance, foot.normal, foot.point, point, foot.face < 0 ? 0 : INFINITY, 0, 1};
    *nearest = mirrored ? meeting_mirrored(m) : m;
}

/* The highest point of a hull along a direction, as a place. */
static double height_of(const hull *h, evo_vec2 n) {
    double height = -INFINITY;
    for (int i = 0; i < h->count; ++i) height = most_of(height, vec_dot(n, h->point[i]));
    return height;
}

/* Returns the nearest points of sharp hulls that are apart: each point of one against the rim of
 * the other. Points are left out that lie farther than `most`, along n from a to b, from the other
 * hull: farther than the hulls are apart. */
static meeting nearest_points(const hull *a, const hull *b, evo_vec2 n, double most) {
    const double top = height_of(a, n) + most, bottom = -height_of(b, vec_negate(n)) - most;
    meeting nearest = {.gap = INFINITY};
    for (int i = 0; i < b->count; ++i)
        if (!(vec_dot(n, b->point[i]) > top)) offer_point(a, b->point[i], false, &nearest);
    for (int i = 0; i < a->count; ++i)
        if (!(vec_dot(n, a->point[i]) < bottom)) offer_point(b, a->point[i], true, &nearest);
    return nearest;
}

/* Widest faces of both; one of them separates more. */
typedef struct widest_faces {
    face_gap of[2];
    int more; /* 0: of a, 1: of b */
} widest_faces;

static widest_faces find_widest(const hull *a, const hull *b) {
    widest_faces w = {{widest_face(a, b), widest_face(b, a)}, 0};
    w.more = w.of[1].gap > w.of[0].gap;
    return w;
}

/* ---- Faces that face each other -------------------------------------------------------------- */

/* Two faces: the one that separates more, and that of the other hull which faces it most. */
typedef struct face_facing {
    const hull *h, *other;
    int face, turned; /* of h, and of the other */
    evo_vec2 along;   /* of the face, of length 1 */
    double length;
} face_facing;

static face_facing find_facing(const hull *h, const face_gap *g, const hull *other) {
    const evo_vec2 n = h->normal[g->face];
    const evo_vec2 way = vec_sub(h->point[hull_next(h, g->face)], h->point[g->face]);
    face_facing f = {h, other, g->face, 0, vec_left(n), vec_length(way)};
    for (int i = 1; i < other->count; ++i)
        if (vec_dot(other->normal[i], n) < vec_dot(other->normal[f.turned], n)) f.turned = i;
    return f;
}

/* Places along the face, from its first point, of the ends of the part that both share. */
static bool shared_part(const face_facing *f, double ends[2], evo_vec2 line[2]) {
    const evo_vec2 from = f->h->point[f->face];
    line[0] = f->other->point[hull_next(f->other, f->turned)];
    line[1] = f->other->point[f->turned];
    ends[0] = most_of(vec_dot(vec_sub(line[0], from), f->along), 0);
    ends[1] = least_of(vec_dot(vec_sub(line[1], from), f->along), f->length);
    return ends[1] - ends[0] > SHARED * f->length;
}

/* The touch at a place along the face: with the other hull's face, as high as that is there. */
static meeting touch_at(const face_facing *f, double place, const evo_vec2 line[2]) {
    const evo_vec2 from = f->h->point[f->face], n = f->h->normal[f->face];
    const evo_vec2 at = vec_along(from, place, f->along);
    const double first = vec_dot(vec_sub(line[0], at), f->along);
    const double last = vec_dot(vec_sub(line[1], at), f->along);
    const double low = vec_dot(vec_sub(line[0], at), n), high = vec_dot(vec_sub(line[1], at), n);
    const double gap = low + (high - low) * (-first / (last - first));
    return (meeting){gap, n, at, vec_along(at, gap, n), INFINITY, INFINITY, 1};
}

/* ---- Corners --------------------------------------------------------------------------------- */

/* Returns whether all of a hull but a corner lies farther back than that along a direction. */
static bool is_foremost(const hull *h, int corner, evo_vec2 way) {
    const int next = hull_next(h, corner), before = hull_before(h, corner);
    const evo_vec2 at = h->point[corner];
    return h->count == 1
           || (vec_dot(way, vec_sub(h->point[next], at)) < 0
               && vec_dot(way, vec_sub(h->point[before], at)) < 0);
}

/* Writes the meeting of two corners of sharp hulls; returns whether no other points are nearer. If
 * the corner of a convex shape is its foremost point along the line between both corners, the shape
 * lies behind the perpendicular there: no other point is nearer, and the two are apart. */
static bool corners_meet(const hull *a, int of_a, const hull *b, int of_b, meeting *m) {
    const evo_vec2 from = a->point[of_a], to = b->point[of_b], way = vec_sub(to, from);
    const double distance = vec_length(way);
    if (!(distance > 0) || !is_foremost(a, of_a, way) || !is_foremost(b, of_b, vec_negate(way)))
        return false;
    *m = (meeting){distance, vec_unit(way, vec(1, 0)), from, to, 0, 0, 1};
    return true;
}

/* ---- Gaps ------------------------------------------------------------------------------------ */

/* Returns whether two lines cross, and where. Lines in line seem to cross by rounding alone, beyond
 * their ends. */
static bool lines_cross(const hull *a, const hull *b, evo_vec2 *crossing) {
    const evo_vec2 *p = a->point, *q = b->point;
    if (a->count != 2 || b->count != 2) return false;
    const double side_0 = vec_dot(a->normal[0], vec_sub(q[0], p[0]));
    const double side_1 = vec_dot(a->normal[0], vec_sub(q[1], p[0]));
    const double across_0 = vec_dot(b->normal[0], vec_sub(p[0], q[0]));
    const double across_1 = vec_dot(b->normal[0], vec_sub(p[1], q[0]));
    if (side_0 * side_1 >= 0 || across_0 * across_1 >= 0) return false;
    *crossing = vec_along(q[0], side_0 / (side_0 - side_1), vec_sub(q[1], q[0]));
    return hull_is_beside(a, 0, *crossing);
}

/* The widest face decides if the point that it meets is beside it. Beyond its ends hulls that are
 * apart meet at points, and faces that overlap all along in the middle of their shared part; hulls
 * without an inside are apart, or touch, unless they cross. */
static meeting sharp_meeting(const hull *a, const hull *b, const widest_faces *w) {
    const face_gap *g = &w->of[w->more];
    const hull *h = w->more ? b : a, *other = w->more ? a : b;
    const evo_vec2 n = h->normal[g->face], point = other->point[g->point];
    meeting m = {g->gap, n, vec_along(point, -g->gap, n), point, INFINITY, 0, 1};
    const int last = hull_next(h, g->face);
    bool at_points = false;
    if (hull_is_beside(h, g->face, point)) return w->more ? meeting_mirrored(m) : m;
    const evo_vec2 from_first = vec_sub(point, h->point[g->face]);
    const evo_vec2 from_last = vec_sub(point, h->point[last]);
    if (g->gap > 0) {
        const bool is_last = vec_dot(from_last, from_last) < vec_dot(from_first, from_first);
        at_points = !corners_meet(h, is_last ? last : g->face, other, g->point, &m);
    } else {
        const face_facing f = find_facing(h, g, other);
        const bool parallel = fabs(vec_cross(n, other->normal[f.turned])) < PARALLEL_SINE;
        double ends[2];
        evo_vec2 line[2], crossing;
        if (other->count > 1 && parallel && shared_part(&f, ends, line)) /* all are as deep */
            m = touch_at(&f, 0.5 * (ends[0] + ends[1]), line);
        else
            at_points = a->count <= 2 && b->count <= 2 && !lines_cross(a, b, &crossing);
    }
    if (at_points) { /* no farther apart than the point is from the nearer end of the face */
        const double to_first = vec_length(from_first), to_last = vec_length(from_last);
        const double most = 1.001 * least_of(to_first, to_last) + 1e-9 * (to_first + to_last);
        return nearest_points(a, b, w->more ? vec_negate(n) : n, most);
    }
    return w->more ? meeting_mirrored(m) : m;
}

/* Moves points from the sharp hulls to the rounded rims. */
static void grow(meeting *m, double radius_a, double radius_b) {
    m->gap -= radius_a + radius_b;
    m->point_a = vec_along(m->point_a, radius_a, m->normal);
    m->point_b = vec_along(m->point_b, -radius_b, m->normal);
    if (m->radius_a == 0) m->radius_a = radius_a;
    if (m->radius_b == 0) m->radius_b = radius_b;
}

meeting measure_hull_hull(const placed *a, const placed *b) {
    const hull of_a = placed_hull(a), of_b = placed_hull(b);
    const widest_faces widest = find_widest(&of_a, &of_b);
    meeting m = sharp_meeting(&of_a, &of_b, &widest);
    grow(&m, of_a.radius, of_b.radius);
    return m;
}

/* Segments never overlap: crossing segments have a gap of 0. */
meeting measure_segment_segment(const placed *a, const placed *b) {
    const hull of_a = placed_hull(a), of_b = placed_hull(b);
    evo_vec2 crossing;
    if (!lines_cross(&of_a, &of_b, &crossing))
        return nearest_points(&of_a, &of_b, vec(0, 0), INFINITY);
    return (meeting){0, vec_left(a->axis), crossing, crossing, 0, 0, 1};
}

/* The points of a hull, where it is placed. */
static void place_points(const placed *p, hull *h) {
    h->count = hull_points(p->shape, h->point, &h->radius);
    for (int i = 0; i < h->count; ++i) h->point[i] = placed_leave(p, h->point[i]);
}

bool hull_corners_meet(const placed *a, const placed *b, meeting *found) {
    hull of_a, of_b;
    int corner_a = 0, corner_b = 0;
    double least = INFINITY;
    place_points(a, &of_a);
    place_points(b, &of_b);
    for (int i = 0; i < of_a.count; ++i)
        for (int k = 0; k < of_b.count; ++k) {
            const evo_vec2 way = vec_sub(of_b.point[k], of_a.point[i]);
            const double square = vec_dot(way, way);
            if (!(square < least)) continue;
            least = square;
            corner_a = i;
            corner_b = k;
        }
    if (!corners_meet(&of_a, corner_a, &of_b, corner_b, found)) return false;
    grow(found, of_a.radius, of_b.radius);
    return true;
}

/* ---- Touches --------------------------------------------------------------------------------- */

/* Keeps a shape that overlaps a segment beside its middle on its side of the segment, even if the
 * way out past the end is shorter: another segment may continue there. `side`: the normal from a to
 * b of a pair that overlapped before, or 0, 0. */
static void keep_to_side(const placed at[2], int segment, const hull of[2], evo_vec2 side,
                         widest_faces *w) {
    const hull *line = &of[segment], *other = &of[1 - segment];
    const evo_vec2 from = vec_sub(at[1 - segment].center, at[segment].center);
    const evo_vec2 back = segment == 1 ? vec_negate(side) : side;
    const bool known = side_stands_on(side, at[segment].axis);
    const double half = at[segment].shape->of.segment.half_length;
    if (w->of[w->more].gap >= 0 || fabs(vec_dot(from, at[segment].axis)) > half) return;
    const int face = vec_dot(known ? back : from, line->normal[0]) < 0;
    w->of[segment] = gap_of_face(line, face, other);
    w->more = segment;
}

int touch_hulls(const placed at[2], evo_vec2 side, double margin, meeting found[TOUCHES]) {
    const hull of[2] = {placed_hull(&at[0]), placed_hull(&at[1])};
    widest_faces widest = find_widest(&of[0], &of[1]);
    if (at[0].shape->kind == EVO_SEGMENT) keep_to_side(at, 0, of, side, &widest);
    if (at[1].shape->kind == EVO_SEGMENT) keep_to_side(at, 1, of, side, &widest);
    const int more = widest.more;
    meeting nearest = sharp_meeting(&of[0], &of[1], &widest);
    grow(&nearest, of[0].radius, of[1].radius);
    found[0] = nearest;
    if (!(nearest.gap <= margin)) return 0;
    const face_facing f = find_facing(&of[more], &widest.of[more], &of[1 - more]);
    const evo_vec2 n = f.h->normal[f.face];
    const bool corners = fabs(vec_cross(n, nearest.normal)) > 1e-9;
    double ends[2];
    evo_vec2 line[2];
    if (corners && fabs(vec_cross(n, f.other->normal[f.turned])) > FACING) return 1;
    if (!shared_part(&f, ends, line)) return 1;
    int count = 0;
    for (int end = 0; end < 2; ++end) { /* the face of b runs the other way */
        meeting m = touch_at(&f, ends[more ? 1 - end : end], line);
        if (more) m = meeting_mirrored(m);
        grow(&m, of[0].radius, of[1].radius);
        if (m.gap <= margin) found[count++] = m;
    }
    if (count == 0) found[0] = nearest;
    assert(!(found[0].gap > margin));
    return count > 0 ? count : 1;
}
