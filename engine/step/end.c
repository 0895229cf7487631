/* end.c: bodies at the end of a step. In: rows, and flyers; out: states of bodies. Invariant: what no
 * row pushed and nothing struck moves in doubles alone. */
#include "step/end.h"

static const flyer *flyer_of(const step_end *e, uint32_t slot) {
    if (e->events->flyer_count == 0) return NULL;
    const uint32_t number = e->events->room->flyer_of[slot];
    return number != NONE ? &e->events->room->flyers[number] : NULL;
}

body_state step_end_of(const step_end *e, uint32_t slot, bool *rests) {
    const flyer *f = flyer_of(e, slot);
    const bool awake = slot < e->bodies->awake;
    const bool moved = f && (awake || flyer_is_woken(f));
    *rests = false;
    if (!moved && !awake) return e->bodies->states[slot];
    if (!moved) return motion_end(e->bodies, e->rows, e->free, e->motion, slot, rests);
    const body_state state = flyer_state_at_end(f);
    *rests = awake && motion_is_at_rest(&state, &e->bodies->motions[slot]);
    return state;
}

void step_end_publish(const step_end *e, body_store *s) {
    for (uint32_t i = 0; i < s->awake; ++i) {
        bool rests;
        s->states[i] = step_end_of(e, i, &rests);
        s->motions[i].rest = rests ? s->motions[i].rest + (float)e->motion->seconds : 0;
        motion_clear_forces(s, i);
    }
    for (uint32_t i = 0; i < e->events->flyer_count; ++i) {
        const flyer *f = &e->events->room->flyers[i];
        if (flyer_is_woken(f)) s->states[f->slot] = flyer_state_at_end(f);
    }
}
