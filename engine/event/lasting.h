/* lasting.h: contacts that last. A bounce that would be over within contact_time (law.h) does not
 * take place: the contact lasts from then on, and presses, rolls and slides until the two part.
 *
 * What touches by lasting contacts is an island (island.h). While a particle has any, its path is
 * that of its hold: under the constant pull that its contacts leave it, until they are solved anew.
 */
#ifndef ENGINE_EVENT_LASTING_H
#define ENGINE_EVENT_LASTING_H

#include "event/now.h"

lasting_key lasting_key_of_pair(uint32_t a, uint32_t part_a, uint32_t b, uint32_t part_b);
lasting_key lasting_key_of_static(uint32_t number, uint32_t part, uint32_t tag);

/* Room for so many more contacts, and to solve all. False when memory is refused. */
bool lasting_reserve(event_world *w, size_t more);
void lasting_free(event_world *w);

/* Whether the contact lasts. */
bool lasting_has(const event_world *w, lasting_key key);

/* Begins, unless it lasts already; there is room. Ends, after which the particles are held until
 * their island is solved. */
void lasting_begin(event_world *w, lasting_key key);
void lasting_end(event_world *w, uint32_t index);

INLINE bool lasting_any(const event_world *w, uint32_t number) {
    return (w->particles.all[number].kind & PARTICLE_HELD) != 0;
}

/* The particle has no contacts left, and falls freely. */
void lasting_let_go(event_world *w, uint32_t number);

/* The next contact of a particle after this one; NO_PARTICLE: none. */
INLINE uint32_t lasting_next(const lasting_contact *c, uint32_t number) {
    return c->next[c->key.b == number];
}

/* Ends all contacts of a particle, or with the obstacles of an owner. Islands that lose any are
 * solved again before the next event. */
void lasting_end_of(event_world *w, uint32_t number);
void lasting_end_on(event_world *w, uint32_t owner);

/* Brings a particle to the present, with the spin that it has by then. */
INLINE void lasting_update(event_world *w, uint32_t number) {
    now_update(w, number);
    if (!lasting_any(w, number)) return;
    particle_hold *hold = &w->particles.holds[number];
    now_update_rotation(w, number);
    w->particles.rotations[number].spin += hold->spin_rate * (w->view.now - hold->middle);
    hold->spin_rate = 0;
    hold->middle = w->view.now;
}

/* When the clock has been set back. */
void lasting_rebase(event_world *w, double amount);

#endif
