/* pick.h: what lies under the pointer: bodies, colliders, contacts, joints, one after the other. */
#ifndef SAMPLES_SANDBOX_PICK_H
#define SAMPLES_SANDBOX_PICK_H

#include "picture/view.h"
#include "scenes/scenes.h"

typedef enum pick_kind {
    PICK_NOTHING,
    PICK_BODY,
    PICK_COLLIDER,
    PICK_CONTACT,
    PICK_JOINT
} pick_kind;

/* A picked thing by its handles. Zero-initialised it is nothing. */
typedef struct pick {
    pick_kind kind;
    evo_body body;
    evo_collider a, b; /* of a collider a alone; of a contact both */
    evo_joint joint;
} pick;

/* The thing at a point that follows another one, which may be nothing; after the last one the
 * first. Bodies that move come first, each with its colliders, then contacts and joints. */
pick pick_next(const scene_stage *stage, evo_vec2 at, double near, const pick *after);

/* Whether the thing is there; a contact while both colliders are. */
bool pick_exists(const evo_world *world, const pick *p);

/* The body whose motion is plotted: of a contact or a joint one that moves; {0}: none. */
evo_body pick_body(const scene_stage *stage, const pick *p);

/* Outlines it. */
void pick_paint(const pick *p, const view *v, const scene_stage *stage);

#endif
