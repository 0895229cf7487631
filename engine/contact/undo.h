/* undo.h: what a step changes before it is sure to be made, and how that is taken back when it is
 * refused memory. */
#ifndef ENGINE_CONTACT_UNDO_H
#define ENGINE_CONTACT_UNDO_H

#include "contact/graph.h"

/* From here on until it is made or taken back a step may be refused. */
void undo_begin(graph *g);
void undo_end(graph *g);
void undo_step(graph *g);

/* Remembers what measuring changes; takes it, and whatever became active, back: lanes are as they
 * were. */
bool undo_remember_lanes(graph *g);
void undo_lanes(graph *g);

/* For sleepers that wake: room for so many neighbours; then what will change about them. What
 * wakes is listed by itself (step_undo.woken). */
bool undo_reserve_waking(graph *g, size_t neighbours);
void undo_note_calm(graph *g, uint32_t body_id);
void undo_note_recoloured(graph *g, const body_record *record);

#endif
