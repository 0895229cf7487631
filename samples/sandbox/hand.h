/* hand.h: taking hold of bodies, throwing, making and removing them. */
#ifndef SAMPLES_SANDBOX_HAND_H
#define SAMPLES_SANDBOX_HAND_H

#include "scenes/scenes.h"

typedef struct hand {
    bool holds;
    evo_body body; /* that is held, or was held last */
    evo_vec2 grip; /* where it is held, in the body */
} hand;

/* Takes hold of what is there and moves; false when nothing is. */
bool hand_grip(hand *h, const scene_stage *stage, evo_vec2 at, double near);

/* Before each step of the world: what is held goes to the pointer, as fast as it has to for being
 * there soon. It keeps that velocity when it is let go. */
void hand_pull(const hand *h, const scene_stage *stage, evo_vec2 to);

typedef enum hand_shape { HAND_CIRCLE, HAND_ELLIPSE, HAND_RING } hand_shape;

/* A new body of about this size; {0} when there is no room for it, or memory is refused. */
evo_body hand_make(scene_stage *stage, hand_shape shape, evo_vec2 at, double size);

/* Removes what is there; false when nothing is. */
bool hand_remove(hand *h, const scene_stage *stage, evo_vec2 at, double near);

#endif
