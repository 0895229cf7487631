/* impulse.h: the law of one impact: an instantaneous impulse along the normal and, by friction,
 * along the tangent. */
#ifndef ENGINE_FLIGHT_IMPULSE_H
#define ENGINE_FLIGHT_IMPULSE_H

#include "core/vector.h"

/* Bodies that cannot be moved have an inverse mass of 0; those that cannot be turned, an inverse
 * inertia of 0. */
typedef struct impulse_body {
    evo_vec2 velocity;
    double spin;
    double inverse_mass, inverse_inertia;
    evo_vec2 arm;        /* arm from the centre of mass to the contact */
    evo_vec2 held;       /* 1 along axes that are locked, else 0 */
    uint32_t pair_count; /* pairs of the body in several impacts at one instant: see impulses.c */
} impulse_body;

/* The part of a body's inverse mass that yields along a direction, whose square is given. */
static inline double impulse_part(const impulse_body *body, evo_vec2 delta, double square) {
    const evo_vec2 held = body->held;
    return 1 - (held.x * delta.x * delta.x + held.y * delta.y * delta.y) / square;
}

/* Gives a body an impulse at an arm. */
static inline void impulse_push(impulse_body *body, evo_vec2 arm, evo_vec2 impulse) {
    const evo_vec2 along = vec_let(body->held, impulse);
    body->velocity = vec_along(body->velocity, body->inverse_mass, along);
    body->spin += body->inverse_inertia * vec_cross(arm, impulse);
}

typedef struct impulse_law {
    double restitution; /* 1: elastic; 0: perfectly inelastic */
    double friction;    /* Coulomb's; 0: smooth */
    double growth_rate; /* speed at which the outlines grow towards each other */
    double min_speed;   /* least speed of separation afterwards */
    double tangential;  /* restitution of the slip, as far as friction goes: -1 to 1 */
} impulse_law;

/* Speed of approach above which no impact adds energy. Larger: between bumpers speeds grow beyond
 * what times of impact resolve. */
static const double FASTEST_BUMPED = 1e6;

/* Restitution of an impact at a speed of approach. */
static inline double impulse_restitution(const impulse_law *law, double approach) {
    return approach > FASTEST_BUMPED ? least_of(law->restitution, 1) : law->restitution;
}

typedef struct impulse_result {
    double speed;   /* speed of approach, along the normal; 0: no change but for min_speed */
    double impulse; /* impulse along the normal */
    double length;  /* length of delta */
} impulse_result;

/* `delta` leads from a to b along the normal, and may have any length: nothing is divided by a
 * length that is known less exactly than delta itself. */
impulse_result impulse_resolve(impulse_body *a, impulse_body *b, evo_vec2 delta,
                               const impulse_law *law);

/* Resolves the impact of two disks without friction, which nothing turns. */
INLINE impulse_result impulse_resolve_smooth(evo_vec2 *velocity_a, evo_vec2 *velocity_b,
                                             double inverse_mass_a, double inverse_mass_b,
                                             evo_vec2 delta, double restitution) {
    double square = vec_dot(delta, delta), length = sqrt(square);
    double normal_speed = vec_dot(vec_sub(*velocity_b, *velocity_a), delta);
    double inverse = inverse_mass_a + inverse_mass_b;
    impulse_result result = {0, 0, length};
    if (!(normal_speed < 0) || !(inverse > 0)) return result;
    double change = -(1 + restitution) * normal_speed / square;
    double share_a = inverse_mass_a / inverse, share_b = inverse_mass_b / inverse;
    evo_vec2 after_a = vec_along(*velocity_a, -share_a * change, delta);
    evo_vec2 after_b = vec_along(*velocity_b, share_b * change, delta);
    /* The residual of rounding is applied too: its sign is always the same, and it would add up. */
    double residual = vec_dot(vec_sub(after_b, after_a), delta) + restitution * normal_speed;
    *velocity_a = vec_along(after_a, share_a * residual / square, delta);
    *velocity_b = vec_along(after_b, -share_b * residual / square, delta);
    result.speed = -normal_speed / length;
    result.impulse = change / inverse * length;
    return result;
}

#endif
