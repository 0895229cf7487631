/* drive.c: arrivals of kinematic bodies. In: their targets, and when they are due; out: velocities,
 * and rest. */
#include "step/drive.h"

#include <assert.h>

#include "step/edit.h"

/* Part of a step: what is due so little later arrives with it. */
static const double DUE_WITH = 1e-6;

static bool arrives(const step_world *w, uint32_t body, double seconds) {
    const double due = w->bodies.forces[body].arrives;
    return due > 0 && due <= w->time + (1 + DUE_WITH) * seconds;
}

static void send(step_world *w, uint32_t body, double seconds) {
    body_state *state = state_of_body(&w->bodies, body);
    const evo_pose target = w->bodies.forces[body].target;
    state->velocity = vec_scale(vec_sub(target.position, state->position), 1 / seconds);
    state->spin = (target.angle - state->angle) / seconds;
}

bool drives_begin(step_world *w, double seconds, drive_arrivals *to) {
    const body_store *s = &w->bodies;
    *to = (drive_arrivals){NULL, 0};
    if (!s->forces || !s->stepped) return true;
    for (uint32_t i = 0; i < s->awake; ++i) {
        const uint32_t body = s->motions[i].id;
        if (!arrives(w, body, seconds)) continue;
        assert(s->motions[i].kind == EVO_KINEMATIC && "what rows push is not driven to a pose");
        if (!to->all) to->all = ARENA_TAKE(&w->arena, drive_arrival, s->awake);
        if (!to->all) return false;
        to->all[to->count++] = (drive_arrival){body, s->states[i].velocity, s->states[i].spin};
        send(w, body, seconds);
    }
    return true;
}

static void arrive(step_world *w, uint32_t body) {
    body_state *state = state_of_body(&w->bodies, body);
    const evo_pose target = w->bodies.forces[body].target;
    *state = (body_state){.position = target.position, .angle = target.angle};
    body_stop_drive(&w->bodies, body);
    (void)step_set_motion(w, body, vec(0, 0), 0); /* without memory it stays among what moves */
}

void drives_end(step_world *w, const drive_arrivals *arrivals, bool done) {
    for (uint32_t i = 0; i < arrivals->count; ++i) {
        const drive_arrival *a = &arrivals->all[i];
        body_state *state = state_of_body(&w->bodies, a->body);
        if (done) {
            arrive(w, a->body);
            continue;
        }
        state->velocity = a->velocity;
        state->spin = a->spin;
    }
}
