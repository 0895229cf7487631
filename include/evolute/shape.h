/* shape.h: the shapes of bodies. A shape is a plain value: copy it freely, free nothing.
 *
 *     evo_shape wheel = evo_circle(0.5);
 *     evo_shape egg = evo_ellipse(0.6, 0.35);
 *     evo_shape crate = evo_box(0.5, 0.5);                // 1 wide and high
 *     evo_shape bowl = evo_ring(4, 0.2, -2.8, 2.4);       // the lower part of a ring, 0.2 wide
 *     evo_shape lid = evo_shape_at(crate, evo_vec(0, 2), 0.3);
 *     evo_mass mass = evo_shape_mass(&egg, 1);
 *
 * Numbers are lengths, angles are in radians, and points are in the frame of the body.
 *
 * *Size*: the distance of the farthest rim from the centre of mass. *Thickness*: the least width.
 * Of a capsule these are half its length plus its radius, and twice its radius. Of a body they are
 * those of all its shapes together; where headers say them of two bodies, the smaller one counts.
 *
 * The constructors check nothing. evo_shape_check says whether a shape is valid; worlds refuse
 * invalid ones. The functions here and in collide.h also take a circle of radius 0, a segment of
 * length 0, and a ring of more than a full turn, which is a whole ring. Any other invalid shape
 * (NaN, infinite, negative, larger than 1e30, an ellipse without width, an axis of length 0)
 * contains nothing, meets nothing, and has neither area nor bounds.
 */
#ifndef EVOLUTE_SHAPE_H
#define EVOLUTE_SHAPE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Making shapes --------------------------------------------------------------------------- */

/* The kinds of shapes. */
typedef enum evo_shape_kind {
    EVO_NO_SHAPE, /* a zeroed evo_shape */
    EVO_CIRCLE,   /* evo_circle */
    EVO_ELLIPSE,  /* evo_ellipse */
    EVO_RING,     /* evo_ring */
    EVO_SEGMENT,  /* evo_segment, and the links of chains */
    EVO_CAPSULE,  /* evo_capsule */
    EVO_POLYGON   /* evo_polygon and boxes */
} evo_shape_kind;

enum {
    EVO_POLYGON_POINTS = 8 /* most corners of a polygon */
};

/* A shape in the frame of its body. Read the fields; let the constructors below write them: a shape
 * that none of them would make is not valid. */
typedef struct evo_shape {
    evo_shape_kind kind; /* says which of the fields of `of` are there */
    evo_vec2 center;     /* of the circle, the ellipse, the arcs of the ring; middle of the segment
                            or capsule; centroid of the polygon's points */
    evo_vec2 axis;       /* of length 1: along radius_x, the middle of the ring's sweep, the line of
                            the segment or capsule, the polygon's own x */
    /* Numbers by kind. */
    union {
        /* EVO_CIRCLE */
        struct {
            double radius; /* above 0 */
        } circle;
        /* EVO_ELLIPSE */
        struct {
            double radius_x, radius_y; /* semi-axes, along `axis` and across */
        } ellipse;
        /* EVO_RING */
        struct {
            double inner, outer; /* radii of the two arcs; inner 0: a sector of a disk */
            double half_sweep;   /* radians; pi and more: a whole ring */
            evo_vec2 half;       /* cosine and sine of half_sweep */
        } ring;
        /* EVO_SEGMENT */
        struct {
            double half_length; /* from the centre to an end */
            bool one_sided;     /* of a chain: solid on its left */
        } segment;
        /* EVO_CAPSULE */
        struct {
            double half_length, radius; /* from the centre to an end of the line; about the line */
        } capsule;
        /* EVO_POLYGON */
        struct {
            double radius;                       /* of the rounding; 0: sharp corners */
            int count;                           /* of points */
            evo_vec2 points[EVO_POLYGON_POINTS]; /* counterclockwise, relative to the centre */
        } polygon;
    } of; /* the fields of its kind */
} evo_shape;

/* Returns a disk about the origin. */
EVO_API evo_shape evo_circle(double radius);

/* Returns an ellipse about the origin by its semi-axes, which are half of its width and height. */
EVO_API evo_shape evo_ellipse(double radius_x, double radius_y);

/* Returns a slice of a ring about the origin: all points within width / 2 of the circle of this
 * radius, from the angle `start` on, counterclockwise over `sweep` radians. A sweep of 2 pi gives a
 * whole ring, a width of twice the radius a sector without a hole. */
EVO_API evo_shape evo_ring(double radius, double width, double start, double sweep);

/* Returns a line segment between two points. It has no thickness and no mass, and is solid from
 * both sides.
 *
 * In worlds of steps segments that share an end (within 1e-4 of the shorter one) are one smooth
 * line: what slides or rolls over the end does not feel it, unless it collides with only one of the
 * two. So are flush tiles: boxes and polygons without a radius whose faces lie in one line (within
 * a degree) and share an end. They belong to static or kinematic bodies: to one, or to several that
 * stand still or move at one velocity without spin. */
EVO_API evo_shape evo_segment(evo_vec2 from, evo_vec2 to);

/* Returns a capsule: all points within a radius of the line between two points. */
EVO_API evo_shape evo_capsule(evo_vec2 from, evo_vec2 to, double radius);

/* Returns a rectangle about the origin, by half of its width and height. Thinner than 1e-15 of its
 * length it is not valid. */
EVO_API evo_shape evo_box(double half_width, double half_height);

/* Returns the convex hull of 3 to EVO_POLYGON_POINTS points in any order, grown by a radius that
 * rounds its corners; 0: sharp. Repeated points, and those on a line between others, are
 * dropped. */
EVO_API evo_shape evo_polygon(const evo_vec2 *points, int count, double radius);

/* Returns a rectangle about the origin with rounded corners. half_width and half_height are those
 * of the whole, with its rounding. A radius as large as the smaller of them makes a capsule, as
 * large as both a circle; a larger one is not valid. */
EVO_API evo_shape evo_rounded_box(double half_width, double half_height, double radius);

enum {
    EVO_OUTLINE_POINTS = 256 /* most points of an outline */
};

/* Cuts an outline, which may be concave, into convex polygons: the shapes of a body with that
 * outline. It has no holes, and goes round either way. The parts have at most EVO_POLYGON_POINTS
 * corners, which are points of the outline. They cover it, do not overlap, and are mostly at most a
 * third more than the fewest possible. Points that repeat their neighbour are dropped, and those on
 * a line between neighbours, within 1e-12 of the outline's size.
 *
 * Writes the first `capacity` parts, and returns how many there are, at most count - 2. 64 points
 * take about 0.1 ms, 256 take 2 to 4 ms. Returns 0, and writes nothing: the outline crosses or
 * touches itself, or is too thin for the limit above; a number is not finite; its size is below
 * 1e-30 or above 1e30; it has fewer than 3 points, or more than EVO_OUTLINE_POINTS. */
EVO_API size_t evo_polygon_parts(const evo_vec2 *points, size_t count, evo_shape *parts,
                                 size_t capacity);

/* Returns a shape turned by an angle about the origin of its body, then moved by an offset. */
EVO_API evo_shape evo_shape_at(evo_shape shape, evo_vec2 offset, double angle);

/* ---- Validity -------------------------------------------------------------------------------- */

/* The rule that a shape breaks. */
typedef enum evo_shape_rule {
    EVO_RULE_NONE,   /* none: the shape is valid */
    EVO_RULE_KIND,   /* the kind must be one of evo_shape_kind */
    EVO_RULE_FINITE, /* every number must be finite and at most 1e30 */
    EVO_RULE_SIZE,   /* radii, widths and lengths must be at least 1e-30 */
    EVO_RULE_INNER,  /* a ring's width must not exceed twice its radius */
    EVO_RULE_SWEEP,  /* a ring's sweep must be above 0, and at most a full turn (and 1e-6) */
    EVO_RULE_POINTS, /* a polygon has 3 to EVO_POLYGON_POINTS points */
    EVO_RULE_AREA,   /* the hull of a polygon's points must have an area */
    EVO_RULE_THIN,   /* an ellipse is at least 1e-15 as wide as it is long */
    EVO_RULE_AXIS,   /* the axis must be of length 1 (within 1e-6), also that of a circle */
    EVO_RULE_HALF,   /* a ring's half must be the cosine and sine of its half_sweep */
    EVO_RULE_CONVEX  /* a polygon's points must go counterclockwise once around their hull */
} evo_shape_rule;

/* Returns EVO_OK for a valid shape, otherwise EVO_ERROR_INVALID. */
EVO_API evo_result evo_shape_check(const evo_shape *shape);

/* Returns the first rule that a shape breaks. */
EVO_API evo_shape_rule evo_shape_broken_rule(const evo_shape *shape);

/* Returns one English sentence for a rule; never NULL. */
EVO_API const char *evo_shape_rule_text(evo_shape_rule rule);

/* ---- Mass ------------------------------------------------------------------------------------ */

/* A mass and where it is. */
typedef struct evo_mass {
    double mass;     /* density times area; where it is set, 1e-30 or more */
    evo_vec2 center; /* centre of mass in the body's frame */
    double inertia;  /* moment of inertia about the centre of mass: mass times length squared, 0 or
                        more */
} evo_mass;

/* Returns the area in closed form; 0 for a segment and for an invalid shape. */
EVO_API double evo_shape_area(const evo_shape *shape);

/* Returns mass, centre and inertia in closed form; `density` is mass per area. All zero for a
 * segment, an invalid shape, and a density that is negative or not finite. */
EVO_API evo_mass evo_shape_mass(const evo_shape *shape, double density);

/* ---- Queries of one shape -------------------------------------------------------------------- */

/* Returns the smallest box around a shape at a pose; min above max for an invalid one. */
EVO_API evo_bounds evo_shape_bounds(const evo_shape *shape, evo_pose at);

/* Writes the corners of a shape at a pose, and returns how many it has: those of a box or polygon,
 * counterclockwise, without its rounding; the two ends of the line of a segment or capsule; else
 * 0. */
EVO_API int evo_shape_corners(const evo_shape *shape, evo_pose at,
                              evo_vec2 corners[EVO_POLYGON_POINTS]);

/* Returns whether a point is in a shape or on its rim; false for a segment. */
EVO_API bool evo_shape_contains(const evo_shape *shape, evo_pose at, evo_vec2 point);

/* A point of a rim that is nearest to a given point. */
typedef struct evo_nearest {
    bool hit;              /* false: there is none */
    evo_body body;         /* in queries of a world (query.h), else {0} */
    evo_collider collider; /* the same */
    evo_vec2 point;        /* on the rim */
    evo_vec2 normal;       /* outward, of length 1; (0, 0) for an invalid shape */
    double distance;       /* to the given point, below 0 inside; INFINITY for an invalid shape */
} evo_nearest;

/* Returns the point of the rim nearest to a point. */
EVO_API evo_nearest evo_shape_nearest(const evo_shape *shape, evo_pose at, evo_vec2 point);

/* Where the ray from one point to another first crosses a rim. */
typedef struct evo_ray_hit {
    bool hit;              /* false: all else is zero */
    bool inside;           /* the ray starts in the shape, and this is where it leaves */
    evo_body body;         /* in queries of a world (query.h), else {0} */
    evo_collider collider; /* the same */
    evo_vec2 point;        /* on the rim */
    evo_vec2 normal;       /* of the rim, outward; for a segment, towards the start of the ray */
    double fraction;       /* of the way from start to end, 0 to 1 */
} evo_ray_hit;

/* Returns the first hit of a ray with a shape at a pose. */
EVO_API evo_ray_hit evo_shape_ray(const evo_shape *shape, evo_pose at, evo_vec2 from, evo_vec2 to);

#ifdef __cplusplus
}
#endif

#endif
