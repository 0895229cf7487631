/* contact.h: what the contact solver works on: touches in float32, relative to the two bodies. */
#ifndef ENGINE_NARROW_CONTACT_H
#define ENGINE_NARROW_CONTACT_H

#include "core/local.h"
#include "narrow/touch.h"

typedef struct contact_point {
    vec2s normal;       /* from a to b */
    vec2s arm_a, arm_b; /* from the bodies' origins to the middle between both rims */
    float separation;   /* below 0: depth */
} contact_point;

typedef struct contact {
    int count;
    contact_point point[TOUCHES];
} contact;

/* Bodies as the contact sees them: a shape, and the origin that arms begin at. */
typedef struct contact_side {
    placed at;
    evo_vec2 body;
} contact_side;

/* The touches of at most `margin` (a length) gap; count is 0 when there are none. */
contact contact_find(const contact_side *a, const contact_side *b, double margin);

#endif
