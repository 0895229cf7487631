/* moving.h: bodies that begin or cease to move, and the order of indices. */
#ifndef ENGINE_CONTACT_MOVING_H
#define ENGINE_CONTACT_MOVING_H

#include "contact/graph.h"

/* Whether the solver gives the body a row: it is in motion, or may be set in motion. */
bool body_moves(const graph *g, const body_record *record);

/* Brings the body to where it belongs in the order of indices, and its contacts to the states that
 * follow. There is room for these (graph_reserve_changes). */
void graph_set_moving(graph *g, uint32_t id);

/* After a change of its shapes or its mass: its contacts follow. There is room for as many to
 * change (graph_reserve_changes), and for one more in the list of the moved. */
void graph_body_changed(graph *g, uint32_t id);

/* Adds a body at the end of the indices, or takes away the last one's, which the body in hand is
 * given first. */
bool body_index_reserve(graph *g);
uint32_t body_index_take(graph *g, uint32_t id);
void body_index_give(graph *g, uint32_t id);

/* Room for one more collider's hot data; its index; and that index given back, to be the last
 * one's. */
bool collider_index_reserve(graph *g);
uint32_t collider_index_take(graph *g);
void collider_index_give(graph *g, uint32_t index);

#endif
