/* across.h: what lies across a segment.
 *
 * A line has no inside. What is pressed into it by more than half would be nearer to its other
 * side, and be let out there; so a contact that touched remembers from which side. */
#ifndef ENGINE_CONTACT_ACROSS_H
#define ENGINE_CONTACT_ACROSS_H

#include "contact/graph.h"

/* Whether a normal leads back out of the contact's segment, of this axis, as against the one with
 * which it touched last. */
bool across_turns(const graph *g, const contact *c, evo_vec2 axis, evo_vec2 normal, evo_vec2 *last);

#endif
