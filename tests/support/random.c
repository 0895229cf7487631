#include "random.h"

#include <math.h>

static uint64_t state = 0x9e3779b97f4a7c15u;

void random_seed(uint64_t seed) {
    state = seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du;
}

double random_between(double low, double high) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return low + (high - low) * (double)(state >> 11) / 9007199254740992.0;
}

double random_scale(double low, double high) {
    return exp(random_between(log(low), log(high)));
}

evo_vec2 random_vector(double most) {
    evo_vec2 v;
    v.x = random_between(-most, most);
    v.y = random_between(-most, most);
    return v;
}

static const double PI = 3.14159265358979323846;

static evo_shape random_ellipse(void) {
    double a = random_scale(0.05, 5);
    bool thin = random_between(0, 1) < 0.5, turned = random_between(0, 1) < 0.5;
    double b = a * random_scale(thin ? 0.001 : 0.3, 1);
    return turned ? evo_ellipse(b, a) : evo_ellipse(a, b);
}

static evo_shape random_ring(void) {
    double radius = random_scale(0.05, 4), width = radius * random_scale(0.01, 2);
    bool whole = random_between(0, 1) < 0.2;
    double sweep = whole ? 6.283185307179586 : random_scale(0.05, 6.28);
    return evo_ring(radius, width, random_between(-4, 4), sweep);
}

static evo_shape random_segment(void) {
    evo_vec2 half = evo_direction(random_between(-4, 4));
    double length = random_scale(0.05, 5);
    half.x *= length;
    half.y *= length;
    evo_vec2 from = {-half.x, -half.y};
    return evo_segment(from, half);
}

static evo_shape random_capsule(void) {
    const evo_shape middle = random_segment();
    const double half = middle.of.segment.half_length;
    const evo_vec2 end = {half * middle.axis.x, half * middle.axis.y};
    return evo_capsule((evo_vec2){-end.x, -end.y}, end, half * random_scale(0.02, 2));
}

/* Boxes, and points about the middle of which at least three are corners; half of them rounded. */
static evo_shape random_polygon(void) {
    const double size = random_scale(0.05, 5), flat = random_scale(0.05, 1);
    const int count = 3 + (int)random_between(0, 5.999);
    const double radius = random_between(0, 1) < 0.5 ? size * random_scale(0.01, 0.5) : 0;
    evo_vec2 points[EVO_POLYGON_POINTS];
    if (random_between(0, 1) < 0.25) return evo_box(size, size * flat);
    for (int i = 0; i < count; ++i) {
        points[i] = evo_direction(2 * PI * (i + random_between(0, 0.4)) / count);
        points[i].x *= size;
        points[i].y *= size * flat;
    }
    return evo_polygon(points, count, radius);
}

evo_shape random_shape(evo_shape_kind kind) {
    switch (kind) {
    case EVO_ELLIPSE:
        return random_ellipse();
    case EVO_RING:
        return random_ring();
    case EVO_SEGMENT:
        return random_segment();
    case EVO_CAPSULE:
        return random_capsule();
    case EVO_POLYGON:
        return random_polygon();
    default:
        return evo_circle(random_scale(0.05, 5));
    }
}

double shape_size(const evo_shape *shape) {
    switch (shape->kind) {
    case EVO_CIRCLE:
        return shape->of.circle.radius;
    case EVO_ELLIPSE:
        return fmax(shape->of.ellipse.radius_x, shape->of.ellipse.radius_y);
    case EVO_RING:
        return shape->of.ring.outer;
    case EVO_SEGMENT:
        return shape->of.segment.half_length;
    case EVO_CAPSULE:
        return shape->of.capsule.half_length + shape->of.capsule.radius;
    case EVO_POLYGON: {
        double most = 0;
        for (int i = 0; i < shape->of.polygon.count; ++i)
            most = fmax(most, hypot(shape->of.polygon.points[i].x, shape->of.polygon.points[i].y));
        return most + shape->of.polygon.radius;
    }
    default:
        return 0;
    }
}
