/* mix.h: numbers that a user's rule makes of two materials, where these are allowed. */
#ifndef ENGINE_CORE_MIX_H
#define ENGINE_CORE_MIX_H

#include "evolute/body.h"

/* Largest friction: beyond it products with an impulse are no numbers any more. */
static const double MIX_FRICTION_MOST = 1e30;

/* Largest restitution, of bumpers. */
static const double MIX_RESTITUTION_MOST = 4;

/* The user's rule, as the world asks for it; NULL: there is none. */
typedef struct mix_rule {
    double (*mix)(void *context, const evo_material *a, const evo_material *b);
    void *context;
} mix_rule;

static inline double mix_numbers(const mix_rule *rule, const evo_material *a, const evo_material *b,
                                 double otherwise, double most) {
    if (!rule->mix) return otherwise;
    double mixed = rule->mix(rule->context, a, b);
    return mixed >= 0 && mixed <= most ? mixed : otherwise;
}

#endif
