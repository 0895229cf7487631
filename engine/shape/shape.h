/* shape.h: shapes as the engine keeps them: limits of numbers, kinds, places, rays, hulls,
 * ellipses, rings, outlines. */
#ifndef ENGINE_SHAPE_SHAPE_H
#define ENGINE_SHAPE_SHAPE_H

#include "core/core.h"
#include "evolute/base.h"
#include "evolute/shape.h"
#include "shape/climb.h"

/* ==== Limits of numbers ======================================================================= */

/* The range of numbers in geometry; the public functions refuse all others. */

/* Within these, eighth powers and products of two numbers stay in the range of double. */
static const double SHAPE_LARGEST = 1e30;
static const double SHAPE_SMALLEST = 1e-30;

/* Least width, as a fraction of the length: corners of thinner shapes fall together when they are
 * turned. */
static const double SHAPE_THINNEST = 1e-15;

static inline bool sides_fit(double a, double b) {
    return a >= SHAPE_THINNEST * b && b >= SHAPE_THINNEST * a;
}

static inline bool number_fits(double x) {
    return x <= SHAPE_LARGEST && x >= -SHAPE_LARGEST;
}

static inline bool vector_fits(evo_vec2 v) {
    return number_fits(v.x) && number_fits(v.y);
}

/* Returns the nearest number, or vector, that calls take. */
static inline double number_limited(double x) {
    return least_of(most_of(x, -SHAPE_LARGEST), SHAPE_LARGEST);
}

static inline evo_vec2 vector_limited(evo_vec2 v) {
    return vec(number_limited(v.x), number_limited(v.y));
}

static inline bool pose_fits(evo_pose pose) {
    return vector_fits(pose.position) && number_fits(pose.angle);
}

/* ==== Kinds =================================================================================== */

/* The functions that each kind of shape implements.
 *
 * They work in the shape's own frame: center at the origin, axis along +x. Their shape is
 * measurable (shape_measurable); they do not check it again. */

/* The most numbers that a shape has besides its place. */
enum { SHAPE_NUMBERS = 2 * EVO_POLYGON_POINTS + 2 };

typedef struct shape_weight {
    double area;
    evo_vec2 centroid;
    double gyration; /* squared radius of gyration, about the centroid */
} shape_weight;

typedef struct shape_kind {
    size_t bytes;                                          /* of its fields */
    int doubles;                                           /* with which these begin */
    evo_shape_rule (*broken_rule)(const evo_shape *shape); /* of sizes; numbers are finite */
    double (*reach)(const evo_shape *shape); /* radius of the bounding circle about the center */
    double (*thickness)(const evo_shape *shape); /* INFINITY of a line: it stops all */
    shape_weight (*weight)(const evo_shape *shape);
    evo_bounds (*bounds)(const evo_shape *shape, evo_vec2 axis); /* of the shape turned to axis */
    bool (*contains)(const evo_shape *shape, evo_vec2 point);
    evo_nearest (*nearest)(const evo_shape *shape, evo_vec2 point);
    evo_ray_hit (*ray)(const evo_shape *shape, evo_vec2 from, evo_vec2 delta); /* to from + delta */
} shape_kind;

/* A kind whose functions have names that begin with its name, but for some that are shared. */
#define SHAPE_KIND(own, others, count)                                                             \
    {                                                                                              \
        .bytes = sizeof(((evo_shape *)0)->of.own), .doubles = count, .broken_rule = own##_rule,    \
        .reach = own##_reach, .thickness = own##_thickness, .weight = others##_weight,             \
        .bounds = others##_bounds, .contains = others##_contains, .nearest = others##_nearest,     \
        .ray = others##_ray,                                                                       \
    }

extern const shape_kind circle_kind, ellipse_kind, ring_kind, segment_kind, capsule_kind,
    polygon_kind;

/* Bytes of a shape up to the last number that its kind has. A kind with the most numbers needs the
 * whole shape. */
size_t shape_bytes(const evo_shape *shape);
evo_shape shape_copy(const evo_shape *shape);
evo_shape shape_copy_at(const evo_shape *shape, evo_vec2 center); /* with another centre */

/* The shape with all lengths times a factor, about the origin of its body. */
evo_shape shape_scaled(const evo_shape *shape, double factor);

/* Writes the numbers of a shape without its place, SHAPE_NUMBERS or fewer, and returns their count:
 * its doubles; the sides of a segment; the points of a polygon, counted. */
int shape_numbers(const evo_shape *shape, double *numbers);

/* Sets the numbers of a shape whose kind and place are set; there is room for SHAPE_NUMBERS. False:
 * no constructor makes such a shape. */
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

/* Bounds about its centre, of the shape turned to an axis. */
static inline evo_bounds shape_bounds(const evo_shape *shape, evo_vec2 axis) {
    return shape_kind_of(shape)->bounds(shape, axis);
}

/* Returns whether the geometric functions accept the shape; see the head of evolute/shape.h. */
bool shape_measurable(const evo_shape *shape);

/* ==== Placed shapes =========================================================================== */

/* A shape with its pose, as all internal geometry takes it.
 *
 * Positions are relative to an origin near both shapes of a pair. They are subtracted in double
 * before all else, so precision does not depend on the distance from the world's origin. */

typedef struct placed {
    const evo_shape *shape;
    evo_vec2 center, axis;
} placed;

/* `turn` is the direction of the body's angle; `position` is relative to the common origin. */
static inline placed placed_at(const evo_shape *shape, evo_vec2 position, evo_vec2 turn) {
    return (placed){shape, vec_add(position, vec_turn(shape->center, turn)),
                    vec_turn(shape->axis, turn)};
}

static inline placed placed_moved(const placed *p, evo_vec2 by) {
    return (placed){p->shape, vec_add(p->center, by), p->axis};
}

/* Transform a point into the shape's own frame, and back. */
static inline evo_vec2 placed_enter(const placed *p, evo_vec2 point) {
    return vec_turn_back(vec_sub(point, p->center), p->axis);
}

static inline evo_vec2 placed_leave(const placed *p, evo_vec2 point) {
    return vec_add(p->center, vec_turn(point, p->axis));
}

static inline evo_bounds placed_bounds(const placed *p) {
    const evo_bounds own = shape_bounds(p->shape, p->axis);
    return (evo_bounds){vec_add(own.min, p->center), vec_add(own.max, p->center)};
}

/* The same as evo_shape_nearest, and as evo_shape_ray along `delta`. */
evo_nearest placed_nearest(const placed *p, evo_vec2 point);
evo_ray_hit placed_ray(const placed *p, evo_vec2 from, evo_vec2 delta);

/* The shape must be an ellipse. */
static inline oval placed_oval(const placed *p) {
    return oval_make(p->shape->of.ellipse.radius_x, p->shape->of.ellipse.radius_y, p->axis);
}

/* The ends of a segment. */
static inline evo_vec2 placed_from(const placed *p) {
    return vec_along(p->center, -p->shape->of.segment.half_length, p->axis);
}

static inline evo_vec2 placed_to(const placed *p) {
    return vec_along(p->center, p->shape->of.segment.half_length, p->axis);
}

/* ==== Rays ==================================================================================== */

/* Places at which the ray from + t delta, 0 <= t <= 1, crosses circles and lines. */

/* Records a crossing at a fraction of the ray, unless an earlier one is known. */
static inline void ray_keep_first(evo_ray_hit *ray, evo_vec2 from, evo_vec2 delta, double fraction,
                                  evo_vec2 normal) {
    if (!(fraction >= 0 && fraction <= 1) || (ray->hit && fraction >= ray->fraction)) return;
    ray->hit = true;
    ray->fraction = fraction;
    ray->point = vec_along(from, fraction, delta);
    ray->normal = normal;
}

/* The fractions at which the ray's line crosses a circle about the origin; false: it does not. */
static inline bool ray_circle(evo_vec2 from, evo_vec2 delta, double radius, double crossing[2]) {
    double a = vec_dot(delta, delta), b = vec_dot(from, delta), cross = vec_cross(from, delta);
    double root = sqrt(a) * radius;
    double discriminant = (root - cross) * (root + cross);
    if (!(a > 0 && discriminant >= 0)) return false;
    /* The root without cancellation first; the other follows from their product, c / a. */
    double c = vec_dot(from, from) - radius * radius;
    double q = b > 0 ? -b - sqrt(discriminant) : -b + sqrt(discriminant);
    double near = q / a, far = q != 0 ? c / q : 0;
    crossing[0] = near < far ? near : far;
    crossing[1] = near < far ? far : near;
    return true;
}

/* Sine of the angle between a ray and a line, up to which the ray runs along the line and crosses
 * it nowhere. Larger: rays pass through thin corners; smaller: the place of a crossing is noise. */
static const double RAY_PARALLEL = 1e-12;

/* Returns whether the cross product of two vectors is no more than that of parallel ones, but for
 * rounding. */
static inline bool are_parallel(evo_vec2 a, evo_vec2 b, double cross) {
    return fabs(cross) <= RAY_PARALLEL * ((fabs(a.x) + fabs(a.y)) * (fabs(b.x) + fabs(b.y)));
}

/* The fraction at which the ray's line crosses a segment; false: it does not. */
static inline bool ray_line(evo_vec2 from, evo_vec2 delta, evo_vec2 line_from, evo_vec2 line_to,
                            double *fraction) {
    evo_vec2 line = vec_sub(line_to, line_from), start = vec_sub(line_from, from);
    double across = vec_cross(delta, line);
    if (are_parallel(delta, line, across)) return false;
    double along_line = vec_cross(start, delta) / across;
    *fraction = vec_cross(start, line) / across;
    return along_line >= 0 && along_line <= 1;
}

/* ==== Hulls =================================================================================== */

/* Convex shapes with straight faces as the hull of their points, grown by a radius: one point is
 * a disk, two are a segment or a capsule, more are a polygon. */

/* Points counterclockwise, with the outward normal of the face from each point to the next. Two
 * points have two faces, one point has none. */
typedef struct hull {
    int count;
    double radius;
    evo_vec2 point[EVO_POLYGON_POINTS], normal[EVO_POLYGON_POINTS];
} hull;

static inline int hull_next(const hull *h, int i) {
    return i + 1 < h->count ? i + 1 : 0;
}

static inline int hull_before(const hull *h, int i) {
    return (i > 0 ? i : h->count) - 1;
}

/* Returns whether a point lies beside a face, between its ends. */
static inline bool hull_is_beside(const hull *h, int face, evo_vec2 point) {
    const evo_vec2 along = vec_sub(h->point[hull_next(h, face)], h->point[face]);
    const double place = vec_dot(vec_sub(point, h->point[face]), along);
    return place >= 0 && place <= vec_dot(along, along);
}

static inline int hull_faces(const hull *h) {
    return h->count > 1 ? h->count : 0;
}

/* Writes the points of a circle (its centre), a segment, a capsule or a polygon in the shape's own
 * frame, and the radius of the rounding; returns their number. */
int hull_points(const evo_shape *shape, evo_vec2 points[EVO_POLYGON_POINTS], double *radius);

/* Returns the hull of a circle, a segment, a capsule or a polygon in the shape's own frame, and
 * where it is placed. */
hull hull_of_shape(const evo_shape *shape);
hull placed_hull(const placed *p);

/* Returns the centroid of a polygon. */
evo_vec2 hull_centroid(const evo_vec2 *points, int count);

/* Writes the hull of points, seen from its centroid; returns its number of points, below 3 for one
 * without area. */
int hull_around(const evo_vec2 *points, int count, evo_vec2 around[EVO_POLYGON_POINTS],
                evo_vec2 *center);

/* Area, first and second moment about an origin. */
typedef struct moments {
    double area, polar;
    evo_vec2 first;
} moments;

/* Adds a part by its own centre, and its second moment about that. */
static inline void moments_add_part(moments *m, double area, evo_vec2 center, double polar) {
    m->area += area;
    m->first = vec_along(m->first, area, center);
    m->polar += polar + area * vec_dot(center, center);
}

/* Adds a triangle with a corner at the origin. */
static inline void moments_add_triangle(moments *m, evo_vec2 a, evo_vec2 b) {
    const double area = 0.5 * vec_cross(a, b);
    m->area += area;
    m->first = vec_along(m->first, area / 3, vec_add(a, b));
    m->polar += area / 6 * (vec_dot(a, a) + vec_dot(a, b) + vec_dot(b, b));
}

/* The point that is farthest along a direction. */
int hull_support(const hull *h, evo_vec2 along);

/* Returns whether a direction lies between the normals of the faces on both sides of a point,
 * widened by a sine, so that rounding leaves no gap between fans. */
bool hull_fan_contains(const hull *h, int point, evo_vec2 along, double tolerance);

/* The point of the sharp hull's rim that is nearest to a point. */
typedef struct hull_foot {
    double distance; /* signed */
    evo_vec2 normal, point;
    int face; /* below 0: a corner */
} hull_foot;

hull_foot hull_nearest(const hull *h, evo_vec2 point);

/* ==== Ellipses ================================================================================ */

/* The normals of an ellipse that run through a point. */

/* The point of the rim nearest to c, inside or outside: the answer for an ellipse with a circle, a
 * segment's end or a corner. `axis` runs along radius_x. */
meeting ellipse_nearest_to(const oval *e, evo_vec2 axis, evo_vec2 c);

/* All normals through c: the local minima and maxima of the distance from c along the rim. The
 * first of each is the global one; a second pair exists when c is within the evolute. */
typedef struct ellipse_normals {
    int count; /* of each, 1 or 2 */
    meeting nearest[2], farthest[2];
} ellipse_normals;

ellipse_normals ellipse_normals_through(const evo_shape *ellipse, evo_vec2 axis, evo_vec2 c);

/* ==== Rings =================================================================================== */

/* The position of a point relative to a slice of a ring. */

static inline bool ring_is_whole(const evo_shape *shape) {
    return shape->of.ring.half_sweep >= PI;
}

/* The direction of the cut: cosine and sine of half a sweep. */
static inline evo_vec2 ring_half_of(double half_sweep) {
    return half_sweep < PI ? evo_direction(half_sweep) : vec(-1, 0);
}

/* Returns whether turning the shape about its own origin changes nothing. */
static inline bool shape_is_round(const evo_shape *shape) {
    return shape->kind == EVO_CIRCLE || (shape->kind == EVO_RING && ring_is_whole(shape));
}

/* Returns whether the direction of a point, in the ring's frame, is within the sweep. It needs no
 * angle: the point is folded to y >= 0 and compared with the cut. */
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

/* ==== Facing a beam =========================================================================== */

/* Parts of shapes that face a beam, or are seen from a point. In: a shape, and a direction or a
 * point in its frame; out: how its surface lies. */

/* Integrals over the part of the rim that the beam e reaches first, with the outward normal n:
 * sum = int (-n.e) (n x e) ds, and the same times the place along the beam, from the centre. */
typedef struct facing_slant {
    double sum, moment;
} facing_slant;

/* `axis` is the shape's axis in the frame of the beam, which runs along x. */
facing_slant facing_slant_of(const evo_shape *shape, evo_vec2 axis);

/* How a shape is seen from a point. */
typedef enum facing_side {
    FACING_FRONT, /* from outside, as a convex shape is; or from within it */
    FACING_MOUTH, /* into the opening of a slice of a ring, along its axis */
    FACING_HOLLOW /* from between a slice, or a whole ring, and its convex hull */
} facing_side;

/* The point is in the shape's own frame. */
facing_side facing_side_of(const evo_shape *shape, evo_vec2 point);

/* Returns the integral of the outward direction over the part of a ring's inner arc within a
 * distance of a point: a vector across the chord of that part, as long as the chord. */
evo_vec2 facing_hollow_of(const evo_shape *shape, evo_vec2 point, double within);

#endif
