/* hand.h: dragging, throwing, creating and removing bodies. */
#ifndef SAMPLES_SANDBOX_HAND_H
#define SAMPLES_SANDBOX_HAND_H

#include "scenes/scenes.h"

typedef struct hand {
    bool holds;
    evo_body body;   /* the held body, or the last one */
    evo_vec2 grip;   /* the held point, in body coordinates */
    bool slept;      /* the body may fall asleep when it is released */
    evo_joint joint; /* the target joint that pulls it; {0} in event worlds, which have none */
} hand;

/* Wraps a point into a periodic box: the pointer may be over a periodic image. */
evo_vec2 hand_into_box(const scene_stage *stage, evo_vec2 at);

/* The body at a point other than `except`, preferably a dynamic one; {0}: none. */
evo_body hand_body_at(const scene_stage *stage, evo_vec2 at, double near, evo_body except);

/* Takes hold of a dynamic body at a point; false when there is none, or memory is refused. */
bool hand_grip(hand *h, const scene_stage *stage, evo_vec2 at, double near);

/* Call before each step of the world: moves the target joint to the pointer; in event worlds, sets
 * the held body's velocity towards the pointer. The hand is empty once the body or the joint is
 * gone. */
void hand_pull(hand *h, const scene_stage *stage, evo_vec2 to);

/* Lets go of the body, which keeps its velocity. */
void hand_release(hand *h, const scene_stage *stage);

typedef enum hand_shape {
    HAND_CIRCLE,
    HAND_ELLIPSE,
    HAND_RING,
    HAND_BOX,
    HAND_CAPSULE,
    HAND_POLYGON
} hand_shape;

/* A new body of about this size; {0} when it would overlap, or memory is refused. */
evo_body hand_make(scene_stage *stage, hand_shape shape, evo_vec2 at, double size);

/* Removes the body at a point; false when there is none. */
bool hand_remove(hand *h, const scene_stage *stage, evo_vec2 at, double near);

#endif
