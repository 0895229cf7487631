/* batches.h: lanes for contacts that are active. */
#ifndef ENGINE_CONTACT_BATCHES_H
#define ENGINE_CONTACT_BATCHES_H

#include "contact/graph.h"

/* Room for so many contacts to get lanes. */
bool batches_reserve(graph *g, size_t contacts);

/* Gives the contact (its second, if asked) a lane in a batch of its colour. */
void lane_put(graph *g, uint32_t contact_id, int second, const lane_state *state);

/* Takes it out of its lane. */
lane_state lane_take(graph *g, uint32_t contact_id, int second);

lane_state lane_look(const graph *g, uint32_t contact_id, int second);

/* Marks the contact's bodies with the first colour that neither has, or those of these sides (bits)
 * with the one given; takes the mark away. */
void colour_take(graph *g, uint32_t contact_id, int second);
void colour_hold(graph *g, uint32_t contact_id, int second, uint8_t colour, uint8_t sides);
void colour_give(graph *g, uint32_t contact_id, int second);

/* Whether there is any batch of a kind. */
bool batches_have(const batch_pool *p, batch_kind kind);

/* Lays all batches anew, by place; lanes, colours and what lanes hold stay. False: no memory, and
 * nothing has changed. */
bool batches_reorder(graph *g);

/* Gives idle memory back. */
void batches_trim(graph *g);

#endif
