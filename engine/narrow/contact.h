/* contact.h: the contact solver's input: touches in float32, relative to the two bodies. */
#ifndef ENGINE_NARROW_CONTACT_H
#define ENGINE_NARROW_CONTACT_H

#include "core/local.h"
#include "narrow/touch.h"

typedef struct contact_point {
    vec2s normal;       /* from a to b, of length 1 */
    vec2s arm_a, arm_b; /* from `body` of each side to the middle between both rims */
    float separation;   /* below 0: penetration depth */
} contact_point;

typedef struct contact_points {
    int count;
    contact_point point[TOUCHES];
} contact_points;

/* One side of a contact: a placed shape, and the point that the lever arms start from. */
typedef struct contact_side {
    placed at;
    evo_vec2 body;
} contact_side;

/* The touches whose gap is at most `margin`. */
contact_points contact_find(const contact_side *a, const contact_side *b, double margin);
contact_points contact_find_towards(const contact_side *a, const contact_side *segment,
                                    evo_vec2 normal, double margin);

#endif
