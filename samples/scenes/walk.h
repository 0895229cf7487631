/* walk.h: a character of a platform game: a capsule that does not turn, steered by its velocity.
 * What it stands on is in its contacts: it moves along the ground, with the ground, and jumps off
 * it. */
#ifndef SAMPLES_SCENES_WALK_H
#define SAMPLES_SCENES_WALK_H

#include "evolute/evolute.h"

typedef struct walker {
    evo_body body;
    double wish; /* -1: to the left, 1: to the right */
    bool stands; /* on something that carries it */
    double free; /* seconds since it stood; after a jump it is far off */
} walker;

/* Speeds of walking, and of a jump. */
#define WALK_SPEED 4.0
#define WALK_JUMP 9.0

/* Adds one with its feet at a point. Its friction is 0: it steers by itself. */
walker walk_begin(evo_world *world, evo_vec2 feet);

/* Steers it for the next step. */
void walk(evo_world *world, walker *w, bool jump, double seconds);

/* Returns whether there is ground a step ahead, no deeper than a step. */
bool walk_sees_ground(const evo_world *world, const walker *w);

/* Marks a platform as solid from above alone; pre_solve with a pointer to the world as context. */
void walk_mark(evo_world *world, evo_body platform);
bool walk_holds(void *context, const evo_contact *contact, evo_contact_rules *rules);

#endif
