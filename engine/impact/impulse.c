/* impulse.c: the change of speed is shared out by how readily each side yields, so that one that meets
 * a wall, or its equal head-on, comes away with exactly what the laws give. */
#include "impact/impulse.h"

static evo_vec2 speed_at(const blow_side *side) {
    return vec_along(side->velocity, side->spin, vec_left(side->arm));
}

/* How readily the side yields, by turning, to an impulse along `way`, whose square is given. */
static double turns_along(const blow_side *side, evo_vec2 way, double square) {
    if (side->inverse_inertia == 0) return 0;
    double lever = vec_cross(side->arm, way);
    return side->inverse_inertia * lever * lever / square;
}

/* Changes the speeds so that they part faster by `more` along `way`, measured in ways; the impulse
 * that this takes, in ways. */
static double push_apart(blow_side *a, blow_side *b, double more, evo_vec2 way, double square) {
    double yields = a->inverse_mass + b->inverse_mass + turns_along(a, way, square)
                    + turns_along(b, way, square);
    if (!(yields > 0)) return 0;
    double impulse = more / yields;
    a->velocity = vec_along(a->velocity, -(a->inverse_mass / yields) * more, way);
    b->velocity = vec_along(b->velocity, b->inverse_mass / yields * more, way);
    a->spin -= a->inverse_inertia * vec_cross(a->arm, way) * impulse;
    b->spin += b->inverse_inertia * vec_cross(b->arm, way) * impulse;
    return impulse;
}

/* Coulomb: the slip is stopped, by no more than friction has of the impulse along the normal. */
static void drag(blow_side *a, blow_side *b, double slip, evo_vec2 across, double square,
                 double most) {
    double yields = a->inverse_mass + b->inverse_mass + turns_along(a, across, square)
                    + turns_along(b, across, square);
    if (!(yields > 0)) return;
    double least = -most * yields;
    push_apart(a, b, least_of(most_of(-slip, least), -least), across, square);
}

blow blow_strike(blow_side *a, blow_side *b, evo_vec2 way, const blow_rule *rule) {
    evo_vec2 apart = vec_sub(speed_at(b), speed_at(a));
    double square = vec_dot(way, way), length = sqrt(square);
    double parting = vec_dot(apart, way) - rule->swelling * length;
    blow struck = {0, 0, length};
    if (!(parting < 0) && !(parting < rule->least * length)) return struck;
    double after = most_of(-rule->restitution * parting, rule->least * length);
    double more = (after - parting) / square;
    double impulse = push_apart(a, b, more, way, square);
    if (rule->friction > 0) {
        evo_vec2 across = vec_left(way);
        drag(a, b, vec_dot(apart, across) / square, across, square, rule->friction * impulse);
    }
    struck.speed = most_of(-parting / length, 0);
    struck.impulse = impulse * length;
    return struck;
}
