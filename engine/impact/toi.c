#include "impact/toi.h"

#include "impact/circles.h"
#include "impact/parabola.h"
#include "shape/ring.h"

/* Whether turning does not show: no spin, or a round shape about its body's centre. */
static bool keeps_shape(const moving_shape *f) {
    bool centered = f->shape->center.x == 0 && f->shape->center.y == 0;
    return f->flight.spin == 0 || (centered && shape_is_round(f->shape));
}

static placed placed_now(const moving_shape *f) {
    return placed_at(f->shape, f->flight.position, evo_direction(f->flight.angle));
}

static bool are_circles(const moving_shape *a, const moving_shape *b) {
    return a->shape->kind == EVO_CIRCLE && b->shape->kind == EVO_CIRCLE;
}

/* A circle, and what does not turn. */
static double circle_meets(const moving_shape *circle, const moving_shape *other) {
    placed at = placed_now(circle), obstacle = placed_now(other);
    evo_vec2 velocity = vec_sub(circle->flight.velocity, other->flight.velocity);
    evo_vec2 accel = vec_sub(circle->accel, other->accel);
    double radius = circle->shape->of.circle.radius;
    if (are_circles(circle, other) && accel.x == 0 && accel.y == 0) {
        circles_motion e = {vec_sub(at.center, obstacle.center), velocity,
                            radius + other->shape->of.circle.radius};
        return circles_enter(&e);
    }
    parabola c = {at.center, velocity, accel, radius};
    return parabola_enter(&obstacle, &c);
}

double toi_enter(const moving_shape *a, const moving_shape *b, double horizon) {
    bool circle_a = a->shape->kind == EVO_CIRCLE, circle_b = b->shape->kind == EVO_CIRCLE;
    bool ellipse = a->shape->kind == EVO_ELLIPSE || b->shape->kind == EVO_ELLIPSE;
    double time = INFINITY;
    if (!keeps_shape(a) || !keeps_shape(b) || ellipse || !(circle_a || circle_b))
        time = advance_to_impact(a, b, horizon, NULL);
    else
        time = circle_a ? circle_meets(a, b) : circle_meets(b, a);
    return time <= horizon ? time : INFINITY;
}
