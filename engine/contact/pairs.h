/* pairs.h: the index of the graph: margins, and contacts that begin and end because something has
 * moved. */
#ifndef ENGINE_CONTACT_PAIRS_H
#define ENGINE_CONTACT_PAIRS_H

#include "contact/graph.h"

/* The index does not know where the body is: it is looked at by itself, until the next step. There
 * is room (moved_reserve). */
bool moved_reserve(graph *g, size_t more);
void body_moved(graph *g, uint32_t id);
void body_forget_moved(graph *g, uint32_t id); /* it is about to go */

/* Brings the index up to date for a step of so long: of what was moved, and of movers in `leaving`
 * (indices) whose margins would not do. New contacts begin, and those that have ended are
 * listed, to end when the step is sure to be made (pairs_commit). False when memory is refused. */
bool pairs_update(graph *g, double seconds, const uint32_t *leaving, size_t count);
void pairs_commit(graph *g);

/* An active contact becomes near, or ends if margins have parted, too. There is room. */
void contact_part(graph *g, uint32_t id);

/* The widest margin that a body is given when it moves, but for what is struck; and whether a step
 * of so long may take it out of the one it has. */
double margin_widest(const graph *g, uint32_t index);
bool margin_outrun(const graph *g, uint32_t index, double seconds);

/* Links the proxies of the body's colliders, wide enough for a step of so long. False when memory
 * is refused. */
bool margin_link(graph *g, uint32_t index, double seconds);

/* The same of one collider, by id, of a static body whose colliders have no hot data. */
bool margin_link_still(graph *g, uint32_t collider);

#endif
