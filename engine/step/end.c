/* end.c: bodies at the end of a step. In: rows, and flyers; out: states of bodies. Invariant: what
 * no row pushed and nothing struck moves in doubles alone. */
#include "step/end.h"

#include <assert.h>

static const flyer *flyer_of(const step_end *e, uint32_t slot) {
    if (e->events->flyer_count == 0) return NULL;
    const uint32_t number = e->events->room->flyer_of[slot];
    if (number == NONE) return NULL;
    assert(e->events->room->flyers[number].slot == slot && "flyer and slot name each other");
    return &e->events->room->flyers[number];
}

/* Moves the state of a body to the end of the step; returns whether it is at rest, if it is
 * awake. */
static bool end(const step_end *e, uint32_t slot, body_state *state) {
    const body_store *s = e->motion.bodies;
    const flyer *f = flyer_of(e, slot);
    if (!f) return slot < s->awake && motion_end(&e->motion, slot, state);
    if (slot >= s->awake && !flyer_is_woken(f)) return false;
    const body_state after = flyer_state_at_end(f);
    *state = state_after(state, &after);
    return slot < s->awake && motion_is_at_rest(state, &s->motions[slot]);
}

body_state step_end_of(const step_end *e, uint32_t slot) {
    body_state state = e->motion.bodies->states[slot];
    (void)end(e, slot, &state);
    return state;
}

bool step_end_rests(const step_end *e, uint32_t slot) {
    body_state state = e->motion.bodies->states[slot];
    return end(e, slot, &state);
}

/* Bodies that are published by many at once. */
typedef struct publishing {
    const step_end *end;
    body_store *bodies;
    const uint32_t *flyers;
} publishing;

static void publish_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const publishing *p = data;
    (void)worker;
    motion_publish(&p->end->motion, p->bodies, p->flyers, from, to);
}

/* Bodies of a piece, at least. */
enum { BODIES_LEAST = 64 };

void step_end_publish(const step_end *e, body_store *s) {
    const impacts *m = e->events;
    publishing p = {e, s, m->flyer_count > 0 ? m->room->flyer_of : NULL};
    bodies_remember(s);
    crew_loop(e->crew, publish_piece, &p, s->awake, BODIES_LEAST);
    for (uint32_t i = 0; i < m->flyer_count; ++i) {
        const uint32_t slot = m->room->flyers[i].slot;
        const bool rests = end(e, slot, &s->states[slot]);
        if (slot < s->awake) motion_settle(s, slot, rests, e->motion.input->seconds);
    }
}
