#include "event/resting.h"

#include <assert.h>

#include "event/now.h"

void resting_end(event_world *w, uint32_t number) {
    if (!(w->particles.all[number].kind & PARTICLE_RESTING)) return;
    w->particles.all[number].kind &= ~PARTICLE_RESTING;
    if (!(w->particles.all[number].kind & PARTICLE_SHAPED)) --w->particles.special_count;
}

void resting_check(event_world *w, uint32_t number) {
    if (!(w->particles.all[number].kind & PARTICLE_RESTING)) return;
    const particle_support *support = &w->particles.supports[number];
    evo_vec2 velocity = w->particles.all[number].velocity;
    bool still = velocity.x == 0 && velocity.y == 0;
    bool along = vec_dot(velocity, support->normal) == 0 && support->tags[1] == NO_PARTICLE;
    if (!still && !along) resting_end(w, number);
}

/* A second support holds what the first lets slide into it, and the first what the second does. */
static bool is_wedged(const event_world *w, uint32_t number, evo_vec2 normal, evo_vec2 gravity) {
    if (!(w->particles.all[number].kind & PARTICLE_RESTING)) return false;
    return vec_dot(gravity, w->particles.supports[number].normal) < 0
           && vec_dot(w->particles.supports[number].gravity, normal) < 0;
}

static evo_vec2 reject(evo_vec2 v, evo_vec2 normal) {
    return vec_along(v, -vec_dot(v, normal), normal);
}

void resting_begin(event_world *w, uint32_t number, evo_vec2 normal, uint32_t tag) {
    assert(number < w->particles.support_capacity);
    particle *p = &w->particles.all[number];
    evo_vec2 gravity = reject(w->space.gravity, normal), velocity = reject(p->velocity, normal);
    particle_support support = {normal, gravity, {tag, NO_PARTICLE}};
    if (is_wedged(w, number, normal, gravity)) {
        support.tags[1] = w->particles.supports[number].tags[0];
        support.gravity = velocity = vec(0, 0);
    }
    particle_write_two(&p->velocity.x, velocity.x, velocity.y);
    if (!particle_is_special(p)) ++w->particles.special_count;
    p->kind |= PARTICLE_RESTING;
    w->particles.supports[number] = support;
}
