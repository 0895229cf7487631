/* time_of_impact.c: the public question when two shapes meet. */
#include "evolute/collide.h"

#include "impact/advance.h"
#include "impact/circles.h"
#include "impact/parabola.h"
#include "narrow/order.h"
#include "shape/kind.h"
#include "shape/ring.h"

static bool flight_fits(evo_flight f) {
    return vector_fits(f.position) && vector_fits(f.velocity) && number_fits(f.angle)
           && number_fits(f.spin);
}

static evo_pose pose_of(evo_flight f) {
    evo_pose pose = {f.position, f.angle};
    return pose;
}

/* Whether turning does not show: no spin, or a round shape about its body's origin. */
static bool keeps_its_angle(const moving_shape *f) {
    bool centered = f->shape->center.x == 0 && f->shape->center.y == 0;
    return f->flight.spin == 0 || (centered && shape_is_round(f->shape));
}

/* The first shape comes first in the order of kinds. */
static double time_in_order(const moving_shape *a, const moving_shape *b, double horizon) {
    bool straight = keeps_its_angle(a) && keeps_its_angle(b);
    evo_shape_kind kind_a = a->shape->kind, kind_b = b->shape->kind;
    if (kind_a == EVO_SEGMENT) return INFINITY;
    if (!straight || kind_a != EVO_CIRCLE || kind_b == EVO_ELLIPSE)
        return advance_to_impact(a, b, horizon, NULL);

    evo_vec2 center = vec_turn(a->shape->center, evo_direction(a->flight.angle));
    evo_vec2 apart = vec_sub(b->flight.position, a->flight.position);
    placed obstacle = placed_at(b->shape, apart, evo_direction(b->flight.angle));
    evo_vec2 velocity = vec_sub(b->flight.velocity, a->flight.velocity);
    double radius = a->shape->of.circle.radius;
    parabola way = {center, vec_negate(velocity), vec(0, 0), radius};
    if (kind_b != EVO_CIRCLE) return parabola_touch(&obstacle, &way);
    circles_motion e = {vec_sub(obstacle.center, center), velocity,
                        radius + b->shape->of.circle.radius};
    return circles_touch(&e);
}

double evo_time_of_impact(const evo_shape *a, evo_flight fa, const evo_shape *b, evo_flight fb,
                          double horizon) {
    if (!shape_measurable(a) || !shape_measurable(b) || !flight_fits(fa) || !flight_fits(fb)
        || !(horizon >= 0))
        return INFINITY;
    moving_shape first = {a, fa, {0, 0}}, second = {b, fb, {0, 0}};
    if (!pair_in_order(a, pose_of(fa), b, pose_of(fb))) {
        moving_shape swap = first;
        first = second;
        second = swap;
    }
    double time = time_in_order(&first, &second, horizon);
    return time <= horizon ? time : INFINITY;
}
