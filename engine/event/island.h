/* island.h: particles that touch by lasting contacts, from tick to tick.
 *
 * At a tick all contacts of an island are solved together. First what approaches at a contact does
 * so no longer (a plastic impact of all). Then each particle gets the constant pull under which no
 * two overlap at the next tick: so its path is a parabola as any other, impacts with others are
 * found as always, and any that strikes one of the island brings the next tick forward. A contact
 * that gives no force and opens ends. The force acts along the mean of the normals at both ends of
 * the tick, so what slides in a hollow keeps its energy.
 *
 * An island that hardly moves any more stands still, and has no ticks until it is struck.
 */
#ifndef ENGINE_EVENT_ISLAND_H
#define ENGINE_EVENT_ISLAND_H

#include "event/event_world.h"

/* Begins an event: each island is solved once in it. */
void island_begin_event(event_world *w);

/* The paths of these particles have changed, at the present: solves the islands that any is in, and
 * plans for all. There is room (lasting_reserve). */
void island_follow(event_world *w, const uint32_t *numbers, size_t count);

/* At the end of a tick of the particle's island. */
void island_tick(event_world *w, uint32_t number);

/* Between events: solves those that have lost contacts. */
void island_follow_disturbed(event_world *w);

#endif
