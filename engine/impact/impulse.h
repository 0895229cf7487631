/* impulse.h: what an impact does to the two that meet: momentum is passed on at once, along the normal
 * and, by friction, across it. */
#ifndef ENGINE_IMPACT_IMPULSE_H
#define ENGINE_IMPACT_IMPULSE_H

#include "core/vector.h"

/* One of the two. What nothing moves has an inverse mass of 0; what nothing turns, an inverse
 * inertia of 0. */
typedef struct blow_side {
    evo_vec2 velocity;
    double spin;
    double inverse_mass, inverse_inertia;
    evo_vec2 arm; /* from its centre of mass to where they touch */
} blow_side;

typedef struct blow_rule {
    double restitution; /* 1: elastic; 0: they stay together */
    double friction;    /* Coulomb's; 0: smooth */
    double swelling;    /* speed at which they grow towards each other besides */
    double least;       /* they part at least this fast */
} blow_rule;

typedef struct blow {
    double speed;   /* of approach, along the normal; 0: nothing has changed, but for a least */
    double impulse; /* along the normal */
    double length;  /* of the way */
} blow;

/* `way` leads from a to b along the normal, and may be of any length: nothing is divided by a
 * length that is known less well than the way itself. */
blow blow_strike(blow_side *a, blow_side *b, evo_vec2 way, const blow_rule *rule);

/* The same, of two that nothing turns: disks without friction. */
INLINE blow blow_smoothly(evo_vec2 *velocity_a, evo_vec2 *velocity_b, double inverse_mass_a,
                          double inverse_mass_b, evo_vec2 way, double restitution) {
    double square = vec_dot(way, way), length = sqrt(square);
    double parting = vec_dot(vec_sub(*velocity_b, *velocity_a), way);
    double yields = inverse_mass_a + inverse_mass_b;
    blow struck = {0, 0, length};
    if (!(parting < 0) || !(yields > 0)) return struck;
    double more = -(1 + restitution) * parting / square;
    double share_a = inverse_mass_a / yields, share_b = inverse_mass_b / yields;
    evo_vec2 after_a = vec_along(*velocity_a, -share_a * more, way);
    evo_vec2 after_b = vec_along(*velocity_b, share_b * more, way);
    /* What rounding left over is pushed after: it would be of the same sign for ever. */
    double rest = vec_dot(vec_sub(after_b, after_a), way) + restitution * parting;
    *velocity_a = vec_along(after_a, share_a * rest / square, way);
    *velocity_b = vec_along(after_b, -share_b * rest / square, way);
    struck.speed = -parting / length;
    struck.impulse = more / yields * length;
    return struck;
}

#endif
