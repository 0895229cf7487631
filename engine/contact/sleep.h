/* sleep.h: bodies that fall asleep and wake; and memory put in order. */
#ifndef ENGINE_CONTACT_SLEEP_H
#define ENGINE_CONTACT_SLEEP_H

#include "contact/graph.h"

/* Wakes a sleeper and whatever it touches, directly or through other sleepers; if asked, what
 * touches the body in any case. When memory is refused nothing wakes. */
bool sleep_wake(graph *g, uint32_t id, bool neighbours);

/* Sends one body to sleep. */
bool sleep_send(graph *g, uint32_t id);

bool sleep_wake_all(graph *g);

/* Wakes those that something has touched, as far as memory goes; when it went all the way, they can
 * be forgotten. */
bool sleep_wake_touched(graph *g);
void sleep_forget_touched(graph *g);

/* Sends islands of bodies that have been at rest for long enough to sleep, when it is time to see
 * whether there are any. */
bool sleep_is_due(const graph *g, uint64_t steps);
size_t sleep_scratch(const graph *g); /* bytes that sleep_fall needs */
bool sleep_reserve(graph *g, bool due);
void sleep_fall(graph *g);

/* Puts movers, their colliders and their contacts in order by place, which changes no bit of any
 * result. False when memory is refused: nothing has changed. */
bool graph_reorder(graph *g);

/* At a step's end: puts memory in order when that may be worth it, and gives idle memory back; the
 * world has so many bytes. */
void graph_tidy(graph *g, size_t bytes);

#endif
