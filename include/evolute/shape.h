/* shape.h: the shapes of bodies. A shape is a plain value, copied freely and never freed.
 *
 *     evo_shape wheel = evo_circle(0.5);
 *     evo_shape egg   = evo_ellipse(0.6, 0.35);
 *     evo_shape crate = evo_box(0.5, 0.5);
 *     evo_shape bowl  = evo_ring(4, 0.2, -2.8, 2.4);       an arch of width 0.2, open at the top
 *     evo_shape egg_on_a_stick = evo_shape_at(egg, (evo_vec2){0, 2}, 0.3);
 *
 * The constructors check nothing. evo_shape_check says whether a shape is valid; worlds refuse
 * invalid ones. The geometric functions below and in collide.h also accept a circle of radius 0, a
 * segment of length 0, and a ring that sweeps more than a full turn, which is a whole ring. Any
 * other invalid shape (NaN, infinite, negative, larger than 1e30, an ellipse without width, an axis
 * of length 0) contains nothing, meets nothing and has neither area nor bounds.
 *
 * Headers speak of a shape's *size*, the distance of its farthest rim from its centre of mass, and
 * of its *thickness*, its least width: of a capsule, say, half its length plus its radius, and
 * twice its radius. Of a body they mean all its shapes together, of two bodies the smaller.
 */
#ifndef EVOLUTE_SHAPE_H
#define EVOLUTE_SHAPE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Making shapes --------------------------------------------------------------------------- */

typedef enum evo_shape_kind {
    EVO_NO_SHAPE, /* a zeroed evo_shape */
    EVO_CIRCLE,
    EVO_ELLIPSE,
    EVO_RING,
    EVO_SEGMENT,
    EVO_CAPSULE,
    EVO_POLYGON /* boxes, too */
} evo_shape_kind;

enum { EVO_POLYGON_POINTS = 8 };

/* Fields may be read, but are written by the constructors: some are computed from others, and a
 * shape whose fields no constructor would write is not valid. */
typedef struct evo_shape {
    evo_shape_kind kind;
    evo_vec2
        center;    /* in its body: centre of the circle, of the ellipse, of the ring's arcs; middle
                        of the segment, of the capsule; centroid of the polygon's points */
    evo_vec2 axis; /* in its body, of length 1: along radius_x, the middle of the ring's sweep,
                        the segment's or the capsule's run, the polygon's own x */
    union {
        struct {
            double radius;
        } circle;
        struct {
            double radius_x, radius_y;
        } ellipse;
        struct {
            double inner, outer; /* radii of the two arcs; inner 0: a sector of a disk */
            double half_sweep;   /* pi and more: a whole ring */
            evo_vec2 half;       /* cosine and sine of half_sweep */
        } ring;
        struct {
            double half_length;
            bool one_sided; /* of a chain: solid on its left */
        } segment;
        struct {
            double half_length, radius;
        } capsule;
        struct {
            double radius; /* of the rounding */
            int count;
            evo_vec2 points[EVO_POLYGON_POINTS]; /* counterclockwise, from the centre */
        } polygon;
    } of;
} evo_shape;

/* A disk about the origin. */
EVO_API evo_shape evo_circle(double radius);

/* An ellipse by its semi-axes along x and y, in any order. */
EVO_API evo_shape evo_ellipse(double radius_x, double radius_y);

/* A slice of a ring: the points within width / 2 of the circle of this radius, over a sweep
 * counterclockwise from the angle start. A sweep of 2 pi gives the whole ring, a width of twice the
 * radius a sector without a hole. */
EVO_API evo_shape evo_ring(double radius, double width, double start, double sweep);

/* A line segment between two points, solid from both sides, without thickness and mass. In worlds
 * of steps those that share an end (within 1e-4 of the shorter one) go on from each other: what
 * rolls or slides over the end does not feel it, unless it collides with one of the two alone. So
 * do flush tiles: boxes and polygons without a radius, where faces end at one point and lie in one
 * line (within a degree). They belong to static or kinematic bodies: one body, or several that
 * stand or move at one velocity without spin. */
EVO_API evo_shape evo_segment(evo_vec2 from, evo_vec2 to);

/* All points within a radius of the line between two points. */
EVO_API evo_shape evo_capsule(evo_vec2 from, evo_vec2 to, double radius);

/* A rectangle about the origin, at least 1e-15 as wide as it is long: else it has no area. */
EVO_API evo_shape evo_box(double half_width, double half_height);

/* The convex hull of 3 to EVO_POLYGON_POINTS points, grown by a radius, which rounds it; 0: not.
 * Repeated points, and those on a line with their neighbours, are dropped. */
EVO_API evo_shape evo_polygon(const evo_vec2 *points, int count, double radius);

/* A rectangle about the origin whose corners are rounded: half_width and half_height are those of
 * the whole, the rounding included. A radius of the smaller of the two gives a capsule, of both a
 * circle; a larger one is not valid. */
EVO_API evo_shape evo_rounded_box(double half_width, double half_height, double radius);

/* The most points of an outline. */
enum { EVO_OUTLINE_POINTS = 256 };

/* Cuts an outline without holes, which may be concave and of either orientation, into the convex
 * polygons of a body with that outline. They have at most EVO_POLYGON_POINTS corners, which are
 * points of the outline; they cover it, do not overlap, and hardly ever are more than the least
 * number of such. Points that repeat their neighbour are dropped, and those that lie between their
 * neighbours are corners only where that saves a part: both within 1e-12 of the outline's size.
 * Writes the first `capacity` parts, and returns how many there are: `count - 2` at most; 64 points
 * take 2 to 8 ms, 256 take 0.1 to 0.6 s, and 50 kB of the stack. 0, and nothing is written: the
 * outline crosses or touches itself, is as thin as that, has a number that is not valid, or a size
 * below 1e-30 or above 1e30, fewer than 3 points, or more than EVO_OUTLINE_POINTS. */
EVO_API size_t evo_polygon_parts(const evo_vec2 *points, size_t count, evo_shape *parts,
                                 size_t capacity);

/* The shape turned by angle about its body's origin and then moved by offset. */
EVO_API evo_shape evo_shape_at(evo_shape shape, evo_vec2 offset, double angle);

/* ---- Validity -------------------------------------------------------------------------------- */

/* The rule that a shape breaks. */
typedef enum evo_shape_rule {
    EVO_RULE_NONE,   /* none: the shape is valid */
    EVO_RULE_KIND,   /* the kind must be one of evo_shape_kind */
    EVO_RULE_FINITE, /* every number must be finite and at most 1e30 */
    EVO_RULE_SIZE,   /* radii, widths and lengths must be at least 1e-30 */
    EVO_RULE_INNER,  /* a ring's width must not exceed twice its radius */
    EVO_RULE_SWEEP,  /* a ring's sweep must lie above 0 and not exceed a full turn (by 1e-6) */
    EVO_RULE_POINTS, /* a polygon has 3 to EVO_POLYGON_POINTS points */
    EVO_RULE_AREA,   /* the hull of a polygon's points must have an area */
    EVO_RULE_THIN,   /* an ellipse is at least 1e-15 as wide as it is long */
    EVO_RULE_AXIS,   /* the axis must be of length 1 (within 1e-6), also that of a circle */
    EVO_RULE_HALF,   /* a ring's half must be the cosine and sine of its half_sweep */
    EVO_RULE_CONVEX  /* a polygon's points must go counterclockwise once around their hull */
} evo_shape_rule;

/* EVO_OK for a valid shape, otherwise EVO_ERROR_INVALID. */
EVO_API evo_result evo_shape_check(const evo_shape *shape);

/* Returns the first rule that the shape breaks. */
EVO_API evo_shape_rule evo_shape_broken_rule(const evo_shape *shape);

/* Returns one English sentence for a rule; never NULL. */
EVO_API const char *evo_shape_rule_text(evo_shape_rule rule);

/* ---- Mass ------------------------------------------------------------------------------------ */

typedef struct evo_mass {
    double mass;
    evo_vec2 center; /* centre of mass in the body's frame */
    double inertia;  /* moment of inertia about the centre of mass */
} evo_mass;

/* Returns the area in closed form; 0 for a segment and for an invalid shape. */
EVO_API double evo_shape_area(const evo_shape *shape);

/* Returns mass, centre and inertia in closed form. All zero for a segment, for an invalid shape,
 * and for a density that is negative or not finite. */
EVO_API evo_mass evo_shape_mass(const evo_shape *shape, double density);

/* ---- Queries of one shape -------------------------------------------------------------------- */

/* Returns the smallest axis-aligned box around the shape; min above max for an invalid one. */
EVO_API evo_bounds evo_shape_bounds(const evo_shape *shape, evo_pose at);

/* Writes the corners of a shape in the world, and returns how many it has: of a box or a polygon
 * counterclockwise, before they are rounded; of a segment or a capsule the two ends of its line; 0
 * of what is round, and of an invalid shape. */
EVO_API int evo_shape_corners(const evo_shape *shape, evo_pose at,
                              evo_vec2 corners[EVO_POLYGON_POINTS]);

/* Whether a point is in the shape or on its rim; never for a segment. */
EVO_API bool evo_shape_contains(const evo_shape *shape, evo_pose at, evo_vec2 point);

/* The point of a rim nearest to a given point. */
typedef struct evo_nearest {
    bool hit;              /* false: there is none */
    evo_body body;         /* in queries of a world (query.h) */
    evo_collider collider; /* the same */
    evo_vec2 point;
    evo_vec2 normal; /* outward, of length 1; (0, 0) for an invalid shape */
    double distance; /* to the given point, below 0 inside; INFINITY for an invalid shape */
} evo_nearest;

EVO_API evo_nearest evo_shape_nearest(const evo_shape *shape, evo_pose at, evo_vec2 point);

/* Where the ray from one point to another first crosses a rim. */
typedef struct evo_ray_hit {
    bool hit;              /* false: all else is zero */
    bool inside;           /* the ray starts in the shape, and this is where it leaves */
    evo_body body;         /* in queries of a world (query.h) */
    evo_collider collider; /* the same */
    evo_vec2 point;
    evo_vec2 normal; /* of the rim, outward; for a segment, towards the start of the ray */
    double fraction; /* of the ray, 0 to 1 */
} evo_ray_hit;

EVO_API evo_ray_hit evo_shape_ray(const evo_shape *shape, evo_pose at, evo_vec2 from, evo_vec2 to);

#ifdef __cplusplus
}
#endif

#endif
