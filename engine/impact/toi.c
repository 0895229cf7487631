#include "impact/toi.h"

#include "impact/circles.h"
#include "impact/parabola.h"
#include "shape/ring.h"

/* Whether turning does not show: no spin, or a round shape about its body's centre. */
static bool is_steady(const flier *f) {
    bool centered = f->shape->center.x == 0 && f->shape->center.y == 0;
    return f->flight.spin == 0 || (centered && shape_is_round(f->shape));
}

static placed placed_now(const flier *f) {
    return placed_at(f->shape, f->flight.position, evo_direction(f->flight.angle));
}

static bool are_circles(const flier *a, const flier *b) {
    return a->shape->kind == EVO_CIRCLE && b->shape->kind == EVO_CIRCLE;
}

/* A circle, and what does not turn. */
static double circle_meets(const flier *circle, const flier *other) {
    placed at = placed_now(circle), stands = placed_now(other);
    evo_vec2 velocity = vec_sub(circle->flight.velocity, other->flight.velocity);
    evo_vec2 pull = vec_sub(circle->pull, other->pull);
    double radius = circle->shape->of.circle.radius;
    if (are_circles(circle, other) && pull.x == 0 && pull.y == 0) {
        encounter e = {vec_sub(at.center, stands.center), velocity,
                       radius + other->shape->of.circle.radius};
        return encounter_enter(&e);
    }
    course c = {at.center, velocity, pull, radius};
    return course_meets(&stands, &c);
}

double fliers_meet(const flier *a, const flier *b, double horizon) {
    bool circle_a = a->shape->kind == EVO_CIRCLE, circle_b = b->shape->kind == EVO_CIRCLE;
    bool ellipse = a->shape->kind == EVO_ELLIPSE || b->shape->kind == EVO_ELLIPSE;
    double time = INFINITY;
    if (!is_steady(a) || !is_steady(b) || ellipse || !(circle_a || circle_b))
        time = advance_to_impact(a, b, horizon, NULL);
    else
        time = circle_a ? circle_meets(a, b) : circle_meets(b, a);
    return time <= horizon ? time : INFINITY;
}
