/* hops.c: what touches and presses on.
 *
 * A ball in the hollow of a ring, an ellipse that turns on its flank: such two come together again
 * at every moment, without ever being struck. They go on in hops: elastic impacts, each as the two
 * will be in the middle of a hop, so that nothing is lost or won, and the motion turns from the
 * normal to the tangent, or the other way, as it does under a steady push.
 *
 * To the second order of time the gap is that of the two circles that fit the rims where they
 * touch, each carried along by its body: that tells how the two press. */
#include "shape/kind.h"
#include "substep/substep.h"

/* Of the step: hops are no longer. */
static const double HOP = 0.25;

/* Of the size: a straight rim fits a circle so large. */
static const double STRAIGHT = 1e6;

/* A cosine: so little a normal is off that stands on a straight rim. */
static const double UPRIGHT = 1e-9;

/* Whether a rim of radius 0 is straight there, and no corner; `arm` is from the body's centre. */
static bool is_straight(const evo_shape *shape, double angle, evo_vec2 arm, evo_vec2 normal) {
    evo_vec2 turn = evo_direction(angle), axis = vec_turn(shape->axis, turn);
    if (shape->kind == EVO_SEGMENT) return fabs(vec_dot(axis, normal)) < UPRIGHT;
    evo_vec2 radial = vec_sub(arm, vec_turn(shape->center, turn));
    return shape->kind == EVO_RING && fabs(vec_dot(radial, normal)) < UPRIGHT * vec_length(radial);
}

/* The circle that fits a rim where it is touched, and how its centre moves. */
typedef struct fitted {
    double radius;
    evo_vec2 velocity, accel;
} fitted;

static fitted fitted_to(const substep_shapes *seen, int side, const substep_touch *t) {
    const impulse_body *body = &t->sides[side];
    evo_vec2 inwards = side == 0 ? vec_negate(t->at.normal) : t->at.normal;
    fitted c = {.radius = side == 0 ? t->at.radius_a : t->at.radius_b};
    double angle = seen->fliers[side].flight.angle;
    if (c.radius == 0 && is_straight(&seen->shapes[side], angle, body->arm, t->at.normal))
        c.radius = STRAIGHT * (shape_reach(&seen->shapes[0]) + shape_reach(&seen->shapes[1]));
    evo_vec2 arm = vec_along(body->arm, c.radius, inwards);
    c.velocity = vec_along(body->velocity, body->spin, vec_left(arm));
    c.accel = vec_scale(arm, -body->spin * body->spin);
    return c;
}

hopping substep_hopping(const substep *r, uint32_t place, const substep_pair *p,
                        const substep_touch *t) {
    substep_shapes seen;
    hopping none = {0, 0};
    if (place_is_round(r, place)) return none;
    substep_see_shapes(r, place, p, &seen);
    fitted a = fitted_to(&seen, 0, t), b = fitted_to(&seen, 1, t);
    double radii = a.radius + b.radius;
    double slide = vec_cross(t->at.normal, vec_sub(b.velocity, a.velocity));
    double bend = radii != 0 ? slide / radii : 0;
    hopping h = {.turning = fabs(t->sides[0].spin) + fabs(t->sides[1].spin) + fabs(bend)};
    h.press = -vec_dot(vec_sub(b.accel, a.accel), t->at.normal) - bend * slide;
    return h;
}

double hop_length(const hopping *h, double seconds) {
    return least_of(HOP * seconds, HOP_TURN / h->turning);
}
