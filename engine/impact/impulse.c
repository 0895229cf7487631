/* impulse.c: the change of speed is shared in proportion to inverse masses, so that a body that
 * hits a wall, or its equal head-on, leaves with exactly what the laws give. */
#include "impact/impulse.h"

static evo_vec2 velocity_at(const impulse_body *body) {
    return vec_along(body->velocity, body->spin, vec_left(body->arm));
}

/* The part of the inverse effective mass along `delta`, whose square is given, that comes from
 * turning. */
static double angular_part(const impulse_body *body, evo_vec2 delta, double square) {
    if (body->inverse_inertia == 0) return 0;
    double lever = vec_cross(body->arm, delta);
    return body->inverse_inertia * lever * lever / square;
}

/* Changes the relative velocity by `change` along `delta`, in units of delta. Returns the impulse
 * in the same units. */
static double apply(impulse_body *a, impulse_body *b, double change, evo_vec2 delta,
                    double square) {
    double inverse = a->inverse_mass + b->inverse_mass + angular_part(a, delta, square)
                     + angular_part(b, delta, square);
    if (!(inverse > 0)) return 0;
    double impulse = change / inverse;
    a->velocity = vec_along(a->velocity, -(a->inverse_mass / inverse) * change, delta);
    b->velocity = vec_along(b->velocity, b->inverse_mass / inverse * change, delta);
    a->spin -= a->inverse_inertia * vec_cross(a->arm, delta) * impulse;
    b->spin += b->inverse_inertia * vec_cross(b->arm, delta) * impulse;
    return impulse;
}

/* Coulomb: tangential slip stops, as far as the friction that goes with the normal impulse can stop
 * it. */
static void apply_friction(impulse_body *a, impulse_body *b, double tangent_speed, evo_vec2 across,
                           double square, double most) {
    double inverse = a->inverse_mass + b->inverse_mass + angular_part(a, across, square)
                     + angular_part(b, across, square);
    if (!(inverse > 0)) return;
    double limit = most * inverse;
    apply(a, b, least_of(most_of(-tangent_speed, -limit), limit), across, square);
}

impulse_result impulse_resolve(impulse_body *a, impulse_body *b, evo_vec2 delta,
                               const impulse_law *law) {
    evo_vec2 apart = vec_sub(velocity_at(b), velocity_at(a));
    double square = vec_dot(delta, delta), length = sqrt(square);
    double normal_speed = vec_dot(apart, delta) - law->growth_rate * length;
    impulse_result result = {0, 0, length};
    if (!(normal_speed < 0) && !(normal_speed < law->min_speed * length)) return result;
    double after = most_of(-law->restitution * normal_speed, law->min_speed * length);
    double change = (after - normal_speed) / square;
    double impulse = apply(a, b, change, delta, square);
    if (law->friction > 0) {
        evo_vec2 across = vec_left(delta);
        apply_friction(a, b, vec_dot(apart, across) / square, across, square,
                       law->friction * impulse);
    }
    result.speed = most_of(-normal_speed / length, 0);
    result.impulse = impulse * length;
    return result;
}
