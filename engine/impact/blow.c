#include "impact/blow.h"

static evo_vec2 speed_at(const blow_side *side) {
    return vec_along(side->velocity, side->spin, vec_left(side->arm));
}

/* How readily the side yields to an impulse along `way`, times the way's square. */
static double yield_along(const blow_side *side, evo_vec2 way) {
    double turn = vec_cross(side->arm, way);
    return side->inverse_mass * vec_dot(way, way) + side->inverse_inertia * turn * turn;
}

static void push(blow_side *side, evo_vec2 impulse) {
    side->velocity = vec_along(side->velocity, side->inverse_mass, impulse);
    side->spin += side->inverse_inertia * vec_cross(side->arm, impulse);
}

static void push_both(blow_side *a, blow_side *b, double amount, evo_vec2 way) {
    push(a, vec_scale(way, -amount));
    push(b, vec_scale(way, amount));
}

double blow_strike(blow_side *a, blow_side *b, evo_vec2 way, const blow_rule *rule) {
    evo_vec2 apart = vec_sub(speed_at(b), speed_at(a));
    double parting = vec_dot(apart, way);
    double yields = yield_along(a, way) + yield_along(b, way);
    if (!(parting < 0) || !(yields > 0)) return 0;
    double amount = -(1 + rule->restitution) * parting / yields; /* of the way, not of its length */
    push_both(a, b, amount, way);
    if (rule->friction > 0) {
        evo_vec2 across = vec_left(way);
        double slips = yield_along(a, across) + yield_along(b, across);
        double most = rule->friction * amount, drag = -vec_dot(apart, across) / slips;
        push_both(a, b, least_of(most_of(drag, -most), most), across);
    }
    return amount * vec_length(way);
}
