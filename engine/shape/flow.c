/* flow.c: parts of a shape that water and wind act on: the part below a line, and the parts that
 * face a beam. */
#include <assert.h>

#include "core/core.h"
#include "evolute/force.h"
#include "evolute/vector.h"
#include "shape/shape.h"

MACHINE_PLAIN

/* ==== Below a line ============================================================================ */

/* The part of a shape below a line. In: a shape, its pose, a point and the normal of the line;
 * out: the area of that part, its centre and its inertia.
 *
 * In the frame of the line, where y is the height above it, a rim of straight pieces and arcs is
 * cut at y = 0. With an origin on the line, the pieces of the line itself span no area: the part
 * below is the sum of the triangles from the origin over the chords of what is left of the rim, and
 * of the segments of disks between those chords and their arcs; arcs of a hollow count against. So
 * it does not matter in what order the pieces follow, nor whether the part is connected. The origin
 * lies in the middle of the cut: triangles of a convex shape are then all positive.
 *
 * An ellipse is a unit disk in a scaled plane, where it is cut into one segment. Its second moments
 * along and across the cut are scaled back.
 *
 * A segment of the unit disk with half an angle a at its centre has, by sums of sines, with x from
 * the apex of its arc towards the centre and y across,
 *     int 1 = a - sin 2a / 2,             int x = int 1 - (2/3) sin^3 a,
 *     int x^2 = int 1 - (4/3) sin^3 a + a/4 - sin 4a / 16,
 *     int y^2 = a/4 - sin 2a / 6 + sin 4a / 48.
 * They begin with a^3, a^5, a^7 and a^5: for small angles the series is taken from there on, so
 * that thin segments lose no digits. */

/* ---- Segments of the unit disk --------------------------------------------------------------- */

typedef struct disk_segment {
    double area;
    double depth;  /* of the centroid, from the apex of the arc */
    double along;  /* second moment about the centroid, of places from the chord to the arc */
    double across; /* and of places along the chord */
} disk_segment;

/* A sum of c[j] (sin (j + 1) a - (j + 1) a) whose powers of a below 2 * first + 1 cancel. */
typedef struct sine_sum {
    double c[4];
    int first;
} sine_sum;

static const sine_sum SEGMENT_AREA = {{0, -0.5, 0, 0}, 1};
static const sine_sum SEGMENT_DEPTH = {{-0.5, -0.5, 1.0 / 6, 0}, 2};
static const sine_sum SEGMENT_ALONG = {{-1, -0.5, 1.0 / 3, -1.0 / 16}, 3};
static const sine_sum SEGMENT_ACROSS = {{0, -1.0 / 6, 0, 1.0 / 48}, 2};

/* Terms of the series, and half of the angle up to which they suffice: the last is below 1e-19. */
enum { SERIES_TERMS = 16 };
static const double SERIES_ANGLE = 0.8;

static double sum_sines(const sine_sum *s, double angle) {
    double factor[4], sum = 0, power = angle;
    if (angle > SERIES_ANGLE) {
        for (int j = 0; j < 4; ++j)
            sum += s->c[j] * (evo_direction((j + 1) * angle).y - (j + 1) * angle);
        return sum;
    }
    for (int j = 0; j < 4; ++j) factor[j] = s->c[j] * (j + 1);
    for (int k = 0; k < SERIES_TERMS; ++k) {
        if (k >= s->first) sum += power * ((factor[0] + factor[1]) + (factor[2] + factor[3]));
        power *= -angle * angle / ((2 * k + 2) * (2 * k + 3));
        for (int j = 0; j < 4; ++j) factor[j] *= (j + 1) * (j + 1);
    }
    return sum;
}

static disk_segment segment_of(double half_angle) {
    const double area = sum_sines(&SEGMENT_AREA, half_angle);
    const double first = sum_sines(&SEGMENT_DEPTH, half_angle);
    disk_segment made = {0};
    if (!(area > 0)) return made;
    made.area = area;
    made.depth = first / area;
    made.along = sum_sines(&SEGMENT_ALONG, half_angle) - first * made.depth;
    made.across = sum_sines(&SEGMENT_ACROSS, half_angle);
    return made;
}

/* ---- Rims of straight pieces and arcs -------------------------------------------------------- */

/* A piece of a rim, counterclockwise around the shape; an arc is at most a quarter of a turn. */
typedef struct rim_piece {
    evo_vec2 from, to, center;
    double radius; /* 0: a straight piece; below 0: of a hollow, clockwise around its centre */
} rim_piece;

enum { RIM_PIECES = 40 };

typedef struct shape_rim {
    int count;
    rim_piece pieces[RIM_PIECES];
} shape_rim;

static void rim_add(shape_rim *rim, rim_piece piece) {
    assert(rim->count < RIM_PIECES && "a rim has more pieces than a polygon of arcs");
    if (rim->count < RIM_PIECES) rim->pieces[rim->count++] = piece;
}

static void rim_add_line(shape_rim *rim, evo_vec2 from, evo_vec2 to) {
    rim_add(rim, (rim_piece){from, to, {0, 0}, 0});
}

/* Adds an arc of at most half a turn, between two directions, counterclockwise as seen from its
 * centre; of a hollow, backwards. */
static void rim_add_arc(shape_rim *rim, evo_vec2 center, double radius, evo_vec2 from,
                        evo_vec2 to) {
    const double size = fabs(radius);
    if (vec_dot(from, to) < 0) {
        const evo_vec2 middle = vec_unit(vec_left(vec_sub(from, to)), vec_left(from));
        rim_add_arc(rim, center, radius, from, middle);
        rim_add_arc(rim, center, radius, middle, to);
        return;
    }
    const evo_vec2 first = vec_along(center, size, from), last = vec_along(center, size, to);
    rim_add(rim, radius > 0 ? (rim_piece){first, last, center, radius}
                            : (rim_piece){last, first, center, radius});
}

static void rim_add_circle(shape_rim *rim, evo_vec2 center, double radius) {
    rim_add_arc(rim, center, radius, vec(1, 0), vec(-1, 0));
    rim_add_arc(rim, center, radius, vec(-1, 0), vec(1, 0));
}

static void rim_of_hull(shape_rim *rim, const placed *at) {
    const hull h = placed_hull(at);
    if (h.count == 1) rim_add_circle(rim, h.point[0], h.radius);
    for (int i = 0; i < hull_faces(&h); ++i) {
        const evo_vec2 out = vec_scale(h.normal[i], h.radius);
        const evo_vec2 before = h.normal[hull_before(&h, i)];
        if (h.radius > 0) rim_add_arc(rim, h.point[i], h.radius, before, h.normal[i]);
        rim_add_line(rim, vec_add(h.point[i], out), vec_add(h.point[hull_next(&h, i)], out));
    }
}

static void rim_of_ring(shape_rim *rim, const placed *at) {
    const double inner = at->shape->of.ring.inner, outer = at->shape->of.ring.outer;
    const evo_vec2 half = at->shape->of.ring.half;
    const evo_vec2 first = vec_turn(vec(half.x, -half.y), at->axis);
    const evo_vec2 last = vec_turn(half, at->axis);
    if (ring_is_whole(at->shape)) {
        rim_add_circle(rim, at->center, outer);
        if (inner > 0) rim_add_circle(rim, at->center, -inner);
        return;
    }
    rim_add_arc(rim, at->center, outer, first, at->axis);
    rim_add_arc(rim, at->center, outer, at->axis, last);
    rim_add_line(rim, vec_along(at->center, outer, last), vec_along(at->center, inner, last));
    if (inner > 0) rim_add_arc(rim, at->center, -inner, at->axis, last);
    if (inner > 0) rim_add_arc(rim, at->center, -inner, first, at->axis);
    rim_add_line(rim, vec_along(at->center, inner, first), vec_along(at->center, outer, first));
}

/* ---- Cutting --------------------------------------------------------------------------------- */

/* The ends of a piece, and where it crosses the line, in its order. */
typedef struct piece_cuts {
    int count;
    evo_vec2 points[4];
} piece_cuts;

/* Cuts a line, or an arc of at most a quarter of a turn, where its circle crosses the line between
 * its ends. */
static piece_cuts cuts_of(const rim_piece *piece) {
    piece_cuts cuts = {1, {piece->from}};
    const double r = fabs(piece->radius), y = piece->center.y, square = (r - y) * (r + y);
    const double a = piece->from.y, b = piece->to.y, sense = piece->radius > 0 ? 1 : -1;
    const evo_vec2 from = vec_sub(piece->from, piece->center);
    const evo_vec2 to = vec_sub(piece->to, piece->center);
    double last = 0;
    if (r == 0 && (a < 0) != (b < 0))
        cuts.points[cuts.count++] =
            vec(piece->from.x + a / (a - b) * (piece->to.x - piece->from.x), 0);
    for (int side = -1; side <= 1 && r > 0 && square > 0; side += 2) {
        const evo_vec2 at = vec(side * sqrt(square), -y);
        const double along = sense * vec_cross(from, at);
        if (!(along > 0 && sense * vec_cross(at, to) > 0 && vec_dot(from, at) > 0)) continue;
        const bool swaps = cuts.count == 2 && along < last;
        if (swaps) cuts.points[2] = cuts.points[1];
        cuts.points[swaps ? 1 : cuts.count] = vec(piece->center.x + at.x, 0);
        ++cuts.count;
        last = along;
    }
    cuts.points[cuts.count++] = piece->to;
    return cuts;
}

/* Adds what is below between two points of a piece: a triangle, and the segment between an arc and
 * its chord. */
static void add_stretch(moments *sums, const rim_piece *piece, evo_vec2 origin, evo_vec2 from,
                        evo_vec2 to) {
    const evo_vec2 half = vec_scale(vec_sub(to, from), 0.5), chord = vec_add(from, half);
    const evo_vec2 apex = vec_unit(vec_sub(chord, piece->center), vec(0, 1));
    const double r = fabs(piece->radius);
    const double height = r == 0 ? chord.y : piece->center.y + r * apex.y;
    if (!(height < 0)) return;
    moments_add_triangle(sums, vec_sub(from, origin), vec_sub(to, origin));
    if (r == 0) return;
    const double sine = least_of(vec_length(half) / r, 1);
    const double cosine = sqrt((1 - sine) * (1 + sine));
    const disk_segment s = segment_of(evo_angle(vec(cosine, sine)));
    const double area = (piece->radius > 0 ? s.area : -s.area) * r * r;
    const double inertia = (piece->radius > 0 ? 1 : -1) * (s.along + s.across) * r * r * r * r;
    const evo_vec2 at = vec_sub(vec_along(piece->center, r * (1 - s.depth), apex), origin);
    moments_add_part(sums, area, at, inertia);
}

/* Finds the middle of where the rim crosses the line. */
static evo_vec2 middle_of_cut(const shape_rim *rim) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < rim->count; ++i) {
        const piece_cuts cuts = cuts_of(&rim->pieces[i]);
        for (int k = 1; k + 1 < cuts.count; ++k) {
            low = least_of(low, cuts.points[k].x);
            high = most_of(high, cuts.points[k].x);
        }
    }
    return low <= high ? vec(0.5 * (low + high), 0) : vec(0, 0);
}

static evo_mass rim_below(const placed *at) {
    shape_rim rim = {.count = 0};
    if (at->shape->kind == EVO_RING)
        rim_of_ring(&rim, at);
    else
        rim_of_hull(&rim, at);
    const evo_vec2 origin = middle_of_cut(&rim);
    moments sums = {0};
    for (int i = 0; i < rim.count; ++i) {
        const piece_cuts cuts = cuts_of(&rim.pieces[i]);
        for (int k = 0; k + 1 < cuts.count; ++k)
            add_stretch(&sums, &rim.pieces[i], origin, cuts.points[k], cuts.points[k + 1]);
    }
    evo_mass mass = {0};
    if (!(sums.area > 0)) return mass;
    const evo_vec2 center = vec_scale(sums.first, 1 / sums.area);
    mass.mass = sums.area;
    mass.center = vec_add(origin, center);
    mass.inertia = most_of(sums.polar - vec_dot(center, sums.first), 0);
    return mass;
}

static evo_mass ellipse_below(const placed *at) {
    const oval e = placed_oval(at);
    const double reach = vec_length(vec(e.p.y, e.q.y));
    const double cosine = most_of(least_of(at->center.y / reach, 1), -1);
    const evo_vec2 up = vec_scale(vec(e.p.y, e.q.y), 1 / reach), left = vec_left(up);
    const evo_vec2 along = vec_along(vec_scale(e.p, up.x), up.y, e.q);
    const evo_vec2 across = vec_along(vec_scale(e.p, left.x), left.y, e.q);
    const double sine = sqrt((1 - cosine) * (1 + cosine));
    const disk_segment s = segment_of(evo_angle(vec(cosine, sine)));
    const double scale = sqrt(e.pq);
    return (evo_mass){s.area * scale, vec_along(at->center, s.depth - 1, along),
                      scale
                          * (s.along * vec_dot(along, along) + s.across * vec_dot(across, across))};
}

/* ---- The part below -------------------------------------------------------------------------- */

evo_mass evo_shape_below(const evo_shape *shape, evo_pose at, evo_vec2 point, evo_vec2 normal) {
    evo_mass below = {0};
    if (!(evo_shape_area(shape) > 0) || !pose_fits(at) || !vector_fits(point)
        || !vector_fits(normal) || vec_is_zero(normal))
        return below;
    const evo_vec2 up = evo_unit(normal), along = vec(up.y, -up.x);
    placed own = placed_at(shape, vec_sub(at.position, point), evo_direction(at.angle));
    own.center = vec_turn_back(own.center, along);
    own.axis = vec_turn_back(own.axis, along);
    const evo_bounds bounds = placed_bounds(&own);
    if (bounds.min.y >= 0) return below;
    if (bounds.max.y <= 0) {
        below = evo_shape_mass(shape, 1);
        below.center =
            placed_leave(&own, vec_turn_back(vec_sub(below.center, shape->center), shape->axis));
    } else {
        below = shape->kind == EVO_ELLIPSE ? ellipse_below(&own) : rim_below(&own);
    }
    if (below.mass > 0) below.center = vec_add(point, vec_turn(below.center, along));
    return below;
}

/* ==== Facing a beam =========================================================================== */

/* Parts of shapes that face a beam. In: a shape in the frame of the beam, which runs along +x,
 * so that e = (1, 0), n.e = n.x and n x e = -n.y; out: integrals over what the beam reaches
 * first.
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

/* ---- Hulls ----------------------------------------------------------------------------------- */

static void add_slant_face(facing_slant *slant, evo_vec2 middle, double length, evo_vec2 normal) {
    if (normal.x >= 0) return;
    const double sum = length * normal.x * normal.y;
    slant->sum += sum;
    slant->moment += middle.x * sum;
}

static facing_slant slant_of_hull(const evo_shape *shape, evo_vec2 axis) {
    const placed at = {shape, {0, 0}, axis};
    const hull h = placed_hull(&at);
    const double r = h.radius;
    facing_slant slant = {0, 0};
    for (int i = 0; i < hull_faces(&h); ++i) {
        const evo_vec2 to = h.point[hull_next(&h, i)], way = vec_sub(to, h.point[i]);
        const evo_vec2 before = h.normal[hull_before(&h, i)], n = h.normal[i];
        const evo_vec2 middle = vec_along(h.point[i], 0.5, way);
        add_slant_face(&slant, vec_along(middle, r, n), vec_length(way), n);
        const double a = least_of(before.x, 0), b = least_of(n.x, 0);
        const double sum = r * (a - b) * (a + b) / 2; /* of the arc about the point */
        slant.sum += sum;
        slant.moment += h.point[i].x * sum + r * r * (a * a * a - b * b * b) / 3;
    }
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
        if (fabs(radial) <= 0.5) {
            add_slant_face(&slant, point, (high - low) / fabs(normal.x), normal);
            continue;
        }
        /* A strip of an arc: of the rim, or of the far side of a hole. */
        const double radius = radial > 0 ? outer : inner;
        const double a = half_chord(radius, low), b = half_chord(radius, high);
        slant.sum += (radial > 0 ? -1 : 1) * (high - low) * (high + low) / (2 * radius);
        slant.moment += (a * a * a - b * b * b) / (3 * radius);
    }
    return slant;
}

/* A segment has the one side that faces the beam. */
facing_slant facing_slant_of(const evo_shape *shape, evo_vec2 axis) {
    facing_slant slant = {0, 0};
    switch (shape->kind) {
    case EVO_CAPSULE:
    case EVO_POLYGON:
        return slant_of_hull(shape, axis);
    case EVO_SEGMENT:
        add_slant_face(&slant, vec(0, 0), 2 * shape->of.segment.half_length,
                       axis.y > 0 ? vec(-axis.y, axis.x) : vec(axis.y, -axis.x));
        break;
    case EVO_ELLIPSE:
        return slant_of_ellipse(shape, axis);
    case EVO_RING:
        return slant_of_ring(shape, axis);
    case EVO_CIRCLE:
    case EVO_NO_SHAPE:
        break;
    }
    return slant;
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

/* Half the angle of the part of a circle about the origin that is within a distance of a point. */
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
