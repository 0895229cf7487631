/* impulse.h: what an impact does to the two that meet: momentum is passed on at once, along the normal
 * and, by friction, across it. */
#ifndef ENGINE_IMPACT_IMPULSE_H
#define ENGINE_IMPACT_IMPULSE_H

#include "core/vector.h"

/* One of the two. What nothing moves has an inverse mass of 0; what nothing turns, an inverse
 * inertia of 0. */
typedef struct impulse_body {
    evo_vec2 velocity;
    double spin;
    double inverse_mass, inverse_inertia;
    evo_vec2 arm; /* from its centre of mass to where they touch */
} impulse_body;

typedef struct impulse_law {
    double restitution; /* 1: elastic; 0: they stay together */
    double friction;    /* Coulomb's; 0: smooth */
    double growth_rate; /* speed at which they grow towards each other besides */
    double min_speed;   /* they part at least this fast */
} impulse_law;

typedef struct impulse_result {
    double speed;   /* of approach, along the normal; 0: nothing has changed, but for a least */
    double impulse; /* along the normal */
    double length;  /* of the way */
} impulse_result;

/* `way` leads from a to b along the normal, and may be of any length: nothing is divided by a
 * length that is known less well than the way itself. */
impulse_result impulse_resolve(impulse_body *a, impulse_body *b, evo_vec2 delta,
                               const impulse_law *law);

/* The same, of two that nothing turns: disks without friction. */
INLINE impulse_result impulse_resolve_smooth(evo_vec2 *velocity_a, evo_vec2 *velocity_b,
                                             double inverse_mass_a, double inverse_mass_b,
                                             evo_vec2 delta, double restitution) {
    double square = vec_dot(delta, delta), length = sqrt(square);
    double normal_speed = vec_dot(vec_sub(*velocity_b, *velocity_a), delta);
    double effective = inverse_mass_a + inverse_mass_b;
    impulse_result result = {0, 0, length};
    if (!(normal_speed < 0) || !(effective > 0)) return result;
    double change = -(1 + restitution) * normal_speed / square;
    double share_a = inverse_mass_a / effective, share_b = inverse_mass_b / effective;
    evo_vec2 after_a = vec_along(*velocity_a, -share_a * change, delta);
    evo_vec2 after_b = vec_along(*velocity_b, share_b * change, delta);
    /* What rounding left over is pushed after: it would be of the same sign for ever. */
    double residual = vec_dot(vec_sub(after_b, after_a), delta) + restitution * normal_speed;
    *velocity_a = vec_along(after_a, share_a * residual / square, delta);
    *velocity_b = vec_along(after_b, -share_b * residual / square, delta);
    result.speed = -normal_speed / length;
    result.impulse = change / effective * length;
    return result;
}

#endif
