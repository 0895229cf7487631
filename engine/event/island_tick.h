/* island_tick.h: one tick of an island: the constant pull on each of its particles (island.h).
 *
 * At first members hold the velocities, and bodies masses; then bodies hold velocities at the end,
 * and contacts their forces.
 */
#ifndef ENGINE_EVENT_ISLAND_TICK_H
#define ENGINE_EVENT_ISLAND_TICK_H

#include "event/event_world.h"

static inline lasting_contact *island_contact(const event_world *w, size_t index) {
    return &w->lasting.all[w->island.contacts[index]];
}

static inline particle_hold *island_hold(const event_world *w, uint32_t number) {
    return &w->particles.holds[number];
}

/* A contact of the island, in the middle of the tick as far as that has been measured. */
exact_row island_row_of(const event_world *w, const lasting_contact *c);

/* In how many passes friction is found: then it is as it is. */
enum { ISLAND_RUBBING = 20 };

/* Its rows, until none lacks more than that speed. */
void island_solve(event_island *i, double tolerance, int rubbing);

/* Parts what overlaps; chooses how long the tick is, and solves it. */
void island_tick_solve(event_world *w);

/* How long a tick is where nothing turns; and how slow an approach it takes for none. */
double island_tick_longest(const event_world *w);
double island_tick_slow(const event_world *w);

#endif
