/* edges.h: which bodies are joined: two edges for each joint, 2 * joint and 2 * joint + 1, in the
 * lists of its bodies. Colliders of joined bodies are marked: their pairs are asked about. */
#ifndef ENGINE_BODY_EDGES_H
#define ENGINE_BODY_EDGES_H

#include "body/body.h"

/* Room for the edges of joints up to this one; false: out of memory. */
bool edges_reserve(body_store *s, uint32_t joint);

/* Links two bodies, by id, at anchors in their frames; NONE is the world. They collide with each
 * other if `collide`. */
void edges_link(body_store *s, uint32_t joint, const uint32_t *bodies, const evo_vec2 *anchors,
                bool collide);
void edges_unlink(body_store *s, uint32_t joint);

/* Moves the anchors of a joint, and says anew whether its bodies collide. */
void edges_set(body_store *s, uint32_t joint, const evo_vec2 *anchors, bool collide);

/* Returns whether a joint keeps two bodies from colliding. */
bool edges_part(const body_store *s, uint32_t a, uint32_t b);

#endif
