/* early.h: particles that are listed in the cell that they will be in.
 *
 * Borders are crossed some way ahead of the world's present (scheduler.c), which no event notices:
 * they follow each other in time. But what joins the world at its present, or is struck before it
 * gets to where it is listed, is earlier than that. Until then it is looked for in this list, too.
 */
#ifndef ENGINE_EVENT_EARLY_H
#define ENGINE_EVENT_EARLY_H

#include "event/event_world.h"

/* Room for one more; and for all particles. */
bool early_reserve(event_world *w);
bool early_reserve_all(event_world *w);

/* A particle has crossed a border, or all have been listed anew, at the time of the event in hand,
 * which may be ahead of the present. */
void early_add(event_world *w, uint32_t number);
void early_list_all(event_world *w);

/* It is listed where it is, from now on; or it has gone. */
void early_settle(event_world *w, uint32_t number);
void early_forget(event_world *w, uint32_t number);

/* When all up to the present is done: forgets what is past, if it is much. */
void early_look(event_world *w);
/* When the clock has been set back. */
void early_rebase(event_world *w, double amount);

/* Whether the event in hand is earlier than what cells tell. */
INLINE bool early_any(const event_world *w) {
    return w->view.now < w->early.until;
}

/* Whether the particle is not where it is listed yet, at the time of the event in hand. */
bool early_has(const event_world *w, uint32_t number);

/* Adds those that are not where they are listed yet to the neighbours that were found; returns how
 * many there are then. */
size_t early_neighbours(event_world *w, const particle *self, size_t count);

#endif
