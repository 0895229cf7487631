/* flat.c: shapes with straight faces: hulls (capsules, boxes, rounded polygons) and segments. */
#include "shape/shape.h"

/* ==== Hulls =================================================================================== */

/* Shapes with straight faces: capsules and polygons, both as hulls. A rounded hull is the hull of
 * its points, a strip along each face, and a sector about each point. */

/* ---- Hulls ----------------------------------------------------------------------------------- */

static evo_vec2 face_normal(const hull *h, int i) {
    const evo_vec2 along = vec_sub(h->point[hull_next(h, i)], h->point[i]);
    return vec_unit(vec(along.y, -along.x), vec(0, 1));
}

int hull_points(const evo_shape *shape, evo_vec2 points[EVO_POLYGON_POINTS], double *radius) {
    double half = 0;
    *radius = 0;
    points[0] = vec(0, 0);
    switch (shape->kind) {
    case EVO_SEGMENT:
        half = shape->of.segment.half_length;
        break;
    case EVO_CAPSULE:
        half = shape->of.capsule.half_length;
        *radius = shape->of.capsule.radius;
        break;
    case EVO_POLYGON:
        *radius = shape->of.polygon.radius;
        for (int i = 0; i < shape->of.polygon.count; ++i) points[i] = shape->of.polygon.points[i];
        return shape->of.polygon.count;
    case EVO_CIRCLE:
        *radius = shape->of.circle.radius;
        return 1;
    case EVO_ELLIPSE:
    case EVO_RING:
    case EVO_NO_SHAPE:
        return 1;
    }
    points[0] = vec(half, 0);
    points[1] = vec(-half, 0);
    return 2;
}

hull hull_of_shape(const evo_shape *shape) {
    hull h;
    h.count = hull_points(shape, h.point, &h.radius);
    h.normal[0] = vec(0, 0);
    if (h.count == 2) {
        h.normal[0] = vec(0, 1);
        h.normal[1] = vec(0, -1);
    }
    for (int i = 0; i < h.count && h.count > 2; ++i) h.normal[i] = face_normal(&h, i);
    return h;
}

hull placed_hull(const placed *p) {
    hull h = hull_of_shape(p->shape);
    for (int i = 0; i < h.count; ++i) {
        h.point[i] = placed_leave(p, h.point[i]);
        h.normal[i] = vec_turn(h.normal[i], p->axis);
    }
    return h;
}

int hull_support(const hull *h, evo_vec2 along) {
    int best = 0;
    double most = vec_dot(h->point[0], along);
    for (int i = 1; i < h->count; ++i) {
        const double reach = vec_dot(h->point[i], along);
        if (reach > most) best = i;
        most = most_of(reach, most);
    }
    return best;
}

bool hull_fan_contains(const hull *h, int point, evo_vec2 along, double tolerance) {
    const evo_vec2 before = h->normal[hull_before(h, point)];
    const evo_vec2 after = h->normal[point], middle = vec_add(before, after);
    return h->count == 1
           || (vec_cross(before, along) >= -tolerance && vec_cross(along, after) >= -tolerance
               && (h->count == 2 || vec_dot(along, middle) > 0));
}

/* Outside, the nearest point is on the face that the point is before and beside, or at a corner;
 * inside, on the face that is least before it. Rounding puts a point on a face of two inside. */
hull_foot hull_nearest(const hull *h, evo_vec2 point) {
    double most = -INFINITY, least = INFINITY;
    hull_foot foot = {-INFINITY, {1, 0}, {0, 0}, -1};
    for (int i = 0; i < hull_faces(h); ++i) {
        const evo_vec2 n = h->normal[i];
        const double distance = vec_dot(vec_sub(point, h->point[i]), n);
        most = most_of(most, distance);
        if (!(distance > foot.distance) || !hull_is_beside(h, i, point)) continue;
        foot = (hull_foot){distance, n, vec_along(point, -distance, n), i};
    }
    if (foot.face >= 0 && (foot.distance >= 0 || most <= 0)) return foot;
    foot.face = -1;
    for (int i = 0; i < h->count; ++i) {
        const evo_vec2 apart = vec_sub(point, h->point[i]);
        const double square = vec_dot(apart, apart);
        if (square < least) foot.point = h->point[i];
        least = least_of(square, least);
    }
    foot.distance = sqrt(least);
    foot.normal = vec_unit(vec_sub(point, foot.point), foot.normal);
    return foot;
}

/* ---- Making polygons ------------------------------------------------------------------------- */

/* Sine of a turn: points that turn less lie on one line. Fraction of the size: points that are
 * nearer are one. */
static const double STRAIGHT = 1e-6, ONE_POINT = 1e-9;

/* Returns whether the way over three points turns left. */
static bool turns_left(evo_vec2 a, evo_vec2 b, evo_vec2 c) {
    const evo_vec2 first = vec_sub(b, a), second = vec_sub(c, b);
    return vec_cross(first, second) > STRAIGHT * vec_length(first) * vec_length(second);
}

/* Writes both chains of the hull of sorted points, one after the other. */
static int chains_around(const evo_vec2 *sorted, int count, evo_vec2 *around) {
    const double size = vec_length(vec_sub(sorted[count - 1], sorted[0]));
    int made = 0;
    for (int chain = 0; chain < 2; ++chain) {
        const int first = made;
        for (int i = 0; i < count; ++i) {
            const evo_vec2 p = sorted[chain == 0 ? i : count - 1 - i];
            while (made - first >= 2 && !turns_left(around[made - 2], around[made - 1], p)) --made;
            if (made > first && !(vec_length(vec_sub(p, around[made - 1])) > ONE_POINT * size))
                continue;
            around[made++] = p;
        }
        --made; /* the other chain begins with it */
    }
    return made;
}

evo_vec2 hull_centroid(const evo_vec2 *points, int count) {
    double area = 0;
    evo_vec2 first = {0, 0};
    for (int i = 1; i + 1 < count; ++i) {
        const evo_vec2 a = vec_sub(points[i], points[0]), b = vec_sub(points[i + 1], points[0]);
        const double twice = vec_cross(a, b);
        area += twice;
        first = vec_along(first, twice / 3, vec_add(a, b));
    }
    return vec_along(points[0], 1 / area, first);
}

int hull_around(const evo_vec2 *points, int count, evo_vec2 around[EVO_POLYGON_POINTS],
                evo_vec2 *center) {
    evo_vec2 sorted[EVO_POLYGON_POINTS], made[2 * EVO_POLYGON_POINTS];
    for (int i = 0; i < count; ++i) {
        const evo_vec2 p = points[i];
        int k = i;
        for (; k > 0
               && !(sorted[k - 1].x < p.x || (sorted[k - 1].x == p.x && sorted[k - 1].y <= p.y));
             --k)
            sorted[k] = sorted[k - 1];
        sorted[k] = p;
        if (vector_fits(p)) continue;
        around[0] = p;
        return 3; /* refused, as it is not finite */
    }
    const int corners = chains_around(sorted, count, made);
    if (corners < 3) return corners;
    *center = hull_centroid(made, corners);
    for (int i = 0; i < corners; ++i) around[i] = vec_sub(made[i], *center);
    return corners;
}

/* ---- Kinds ----------------------------------------------------------------------------------- */

static evo_shape_rule capsule_rule(const evo_shape *shape) {
    const double half = shape->of.capsule.half_length, radius = shape->of.capsule.radius;
    if (!number_fits(half) || !number_fits(radius)) return EVO_RULE_FINITE;
    return half >= 0 && radius >= 0 && half + radius >= SHAPE_SMALLEST ? EVO_RULE_NONE
                                                                       : EVO_RULE_SIZE;
}

/* Points go counterclockwise once around a hull: each turns left, and the way from point to point
 * comes up, from below the x axis, once. */
static evo_shape_rule polygon_rule(const evo_shape *shape) {
    const int count = shape->of.polygon.count;
    const double radius = shape->of.polygon.radius;
    if (count < 0 || count == 1 || count == 2 || count > EVO_POLYGON_POINTS) return EVO_RULE_POINTS;
    if (!number_fits(radius)) return EVO_RULE_FINITE;
    for (int i = 0; i < (count == 0 ? 4 : count); ++i)
        if (!vector_fits(shape->of.polygon.points[i])) return EVO_RULE_FINITE;
    if (count == 0) return EVO_RULE_AREA; /* a box of sides that do not fit */
    if (!(radius >= 0)) return EVO_RULE_SIZE;
    int rounds = 0, straight = 0, left = 0;
    for (int i = 0; i < count; ++i) {
        const evo_vec2 *points = shape->of.polygon.points, at = points[(i + 1) % count];
        const evo_vec2 to = vec_sub(at, points[i]), on = vec_sub(points[(i + 2) % count], at);
        rounds += to.y < 0 && on.y >= 0;
        straight += vec_cross(to, on) == 0;
        left += vec_cross(to, on) > 0;
    }
    if (straight == count) return EVO_RULE_AREA;
    return left == count && rounds == 1 ? EVO_RULE_NONE : EVO_RULE_CONVEX;
}

static double capsule_reach(const evo_shape *shape) {
    return shape->of.capsule.half_length + shape->of.capsule.radius;
}

static double polygon_reach(const evo_shape *shape) {
    double most = 0;
    for (int i = 0; i < shape->of.polygon.count; ++i) {
        const evo_vec2 point = shape->of.polygon.points[i];
        most = most_of(most, vec_dot(point, point));
    }
    return sqrt(most) + shape->of.polygon.radius;
}

/* A capsule of radius 0 is a line. */
static double capsule_thickness(const evo_shape *shape) {
    const double radius = shape->of.capsule.radius;
    return radius > 0 ? 2 * radius : INFINITY;
}

/* The least distance between a face and the point farthest behind it. */
static double polygon_thickness(const evo_shape *shape) {
    const hull h = hull_of_shape(shape);
    double least = INFINITY;
    for (int i = 0; i < h.count; ++i) {
        const evo_vec2 n = h.normal[i], far = h.point[hull_support(&h, vec_negate(n))];
        least = least_of(least, vec_dot(vec_sub(h.point[i], far), n));
    }
    return least + 2 * h.radius;
}

/* Inverses of smaller areas are no numbers. */
static const double AREA_LEAST = 1e-300;

/* Sums up the triangles from the origin over faces, the strips along them and the sectors about
 * points, from one normal to the next. */
static shape_weight flat_weight(const evo_shape *shape) {
    const hull h = hull_of_shape(shape);
    const double r = h.radius;
    moments m = {0};
    for (int i = 0; i < h.count; ++i) {
        const int next = hull_next(&h, i);
        const evo_vec2 a = h.point[i], b = h.point[next], from = h.normal[i], to = h.normal[next];
        moments_add_triangle(&m, a, b);
        if (!(r > 0)) continue;
        const double length = vec_length(vec_sub(b, a));
        const evo_vec2 middle = vec_scale(vec_add(a, b), 0.5);
        moments_add_part(&m, length * r, vec_along(middle, 0.5 * r, from),
                         length * r * (length * length + r * r) / 12);
        const double angle = fabs(evo_angle(vec(vec_dot(from, to), vec_cross(from, to))));
        const double area = 0.5 * angle * r * r, third = r * r * r / 3;
        const evo_vec2 first = vec(third * (to.y - from.y), third * (from.x - to.x));
        m.area += area;
        m.first = vec_add(m.first, vec_along(first, area, b));
        m.polar += 0.25 * angle * r * r * r * r + 2 * vec_dot(b, first) + area * vec_dot(b, b);
    }
    if (!(m.area > AREA_LEAST)) return (shape_weight){m.area, {0, 0}, 0};
    const evo_vec2 center = vec_scale(m.first, 1 / m.area);
    return (shape_weight){m.area, center, most_of(m.polar / m.area - vec_dot(center, center), 0)};
}

/* Half of the points are enough for hulls with a centre of symmetry, such as boxes. */
static evo_bounds flat_bounds(const evo_shape *shape, evo_vec2 axis) {
    evo_vec2 points[EVO_POLYGON_POINTS];
    double radius;
    const int count = hull_points(shape, points, &radius), half = count / 2;
    bool alike = count % 2 == 0;
    for (int i = 0; i < half && alike; ++i)
        alike = points[i].x == -points[i + half].x && points[i].y == -points[i + half].y;
    evo_bounds bounds = NO_BOUNDS;
    for (int i = 0; i < (alike ? half : count); ++i)
        bounds = bounds_with(bounds, vec_turn(points[i], axis), radius);
    if (!alike) return bounds;
    const evo_vec2 most =
        vec(most_of(bounds.max.x, -bounds.min.x), most_of(bounds.max.y, -bounds.min.y));
    return (evo_bounds){vec_negate(most), most};
}

static evo_nearest flat_nearest(const evo_shape *shape, evo_vec2 point) {
    const hull h = hull_of_shape(shape);
    const hull_foot foot = hull_nearest(&h, point);
    return (evo_nearest){.hit = true,
                         .point = vec_along(foot.point, h.radius, foot.normal),
                         .normal = foot.normal,
                         .distance = foot.distance - h.radius};
}

/* A sharp hull contains points on the left of all of its faces. */
static bool flat_contains(const evo_shape *shape, evo_vec2 point) {
    hull h;
    h.count = hull_points(shape, h.point, &h.radius);
    if (h.radius > 0 || h.count < 3) return flat_nearest(shape, point).distance <= 0;
    for (int i = 0; i < h.count; ++i) {
        const evo_vec2 along = vec_sub(h.point[hull_next(&h, i)], h.point[i]);
        if (vec_cross(along, vec_sub(point, h.point[i])) < 0) return false;
    }
    return true;
}

/* Without a rounding only the face that the ray meets needs a normal. */
static evo_ray_hit flat_ray(const evo_shape *shape, evo_vec2 from, evo_vec2 delta) {
    evo_ray_hit ray = {.hit = false};
    double crossing[2];
    hull h;
    if (shape->kind == EVO_POLYGON && !(shape->of.polygon.radius > 0)) {
        h.count = hull_points(shape, h.point, &h.radius);
        for (int i = 0; i < h.count; ++i)
            if (ray_line(from, delta, h.point[i], h.point[hull_next(&h, i)], &crossing[0]))
                ray_keep_first(&ray, from, delta, crossing[0], face_normal(&h, i));
        return ray;
    }
    h = hull_of_shape(shape);
    for (int i = 0; i < h.count; ++i) {
        const evo_vec2 at = h.point[i], n = h.normal[i];
        const evo_vec2 start = vec_along(at, h.radius, n);
        const evo_vec2 end = vec_along(h.point[hull_next(&h, i)], h.radius, n);
        if (ray_line(from, delta, start, end, &crossing[0]))
            ray_keep_first(&ray, from, delta, crossing[0], n);
        if (!(h.radius > 0) || !ray_circle(vec_sub(from, at), delta, h.radius, crossing)) continue;
        for (int k = 0; k < 2; ++k) {
            const evo_vec2 out = vec_sub(vec_along(from, crossing[k], delta), at);
            const evo_vec2 normal = vec_unit(out, n);
            if (hull_fan_contains(&h, i, normal, 0))
                ray_keep_first(&ray, from, delta, crossing[k], normal);
        }
    }
    return ray;
}

const shape_kind capsule_kind = SHAPE_KIND(capsule, flat, 2),
                 polygon_kind = SHAPE_KIND(polygon, flat, 1);

/* ==== Segments ================================================================================ */

/* Segments from (-l, 0) to (l, 0), without thickness: all of it is rim. */

static evo_shape_rule segment_rule(const evo_shape *shape) {
    double half = shape->of.segment.half_length;
    if (!number_fits(half)) return EVO_RULE_FINITE;
    return 2 * half >= SHAPE_SMALLEST ? EVO_RULE_NONE : EVO_RULE_SIZE;
}

static double segment_reach(const evo_shape *shape) {
    return shape->of.segment.half_length;
}

static double segment_thickness(const evo_shape *shape) {
    (void)shape;
    return INFINITY;
}

static shape_weight segment_weight(const evo_shape *shape) {
    double half = shape->of.segment.half_length;
    return (shape_weight){0, {0, 0}, half * half / 3};
}

static evo_bounds segment_bounds(const evo_shape *shape, evo_vec2 axis) {
    double half = shape->of.segment.half_length;
    evo_vec2 reach = vec(half * fabs(axis.x), half * fabs(axis.y));
    return (evo_bounds){vec_negate(reach), reach};
}

static bool segment_contains(const evo_shape *shape, evo_vec2 point) {
    (void)shape;
    (void)point;
    return false;
}

static evo_nearest segment_nearest(const evo_shape *shape, evo_vec2 point) {
    double half = shape->of.segment.half_length;
    double x = point.x < -half ? -half : point.x > half ? half : point.x;
    evo_vec2 apart = vec_sub(point, vec(x, 0));
    /* Beside the segment the normal is +-y exactly, however close the point is. */
    evo_vec2 normal = x == point.x ? vec(0, point.y < 0 ? -1 : 1) : vec_unit(apart, vec(0, 1));
    return (evo_nearest){
        .hit = true, .point = vec(x, 0), .normal = normal, .distance = vec_length(apart)};
}

static evo_ray_hit segment_ray(const evo_shape *shape, evo_vec2 from, evo_vec2 delta) {
    evo_ray_hit ray = {.hit = false};
    double half = shape->of.segment.half_length, fraction;
    if (ray_line(from, delta, vec(-half, 0), vec(half, 0), &fraction))
        ray_keep_first(&ray, from, delta, fraction, vec(0, delta.y > 0 ? -1 : 1));
    return ray;
}

const shape_kind segment_kind = SHAPE_KIND(segment, segment, 1);
