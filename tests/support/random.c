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

evo_shape random_shape(evo_shape_kind kind) {
    switch (kind) {
    case EVO_ELLIPSE:
        return random_ellipse();
    case EVO_RING:
        return random_ring();
    case EVO_SEGMENT:
        return random_segment();
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
    default:
        return 0;
    }
}
