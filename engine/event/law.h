/* law.h: the impact law of an event world.
 *
 * Two rules keep inelastic particles from infinitely many impacts in finite time. A particle that
 * was struck less than contact_time ago is struck elastically. And no bounce against gravity is
 * shorter than contact_time: on something flat that stands still the particle comes to rest instead
 * (resting.h); elsewhere (on a curve, on something that moves, on another particle) it goes on with
 * bounces of just that length.
 */
#ifndef ENGINE_EVENT_LAW_H
#define ENGINE_EVENT_LAW_H

#include "core/mix.h"
#include "event/now.h"

static inline double law_restitution(const event_world *w, double a, double b) {
    return mix_numbers(w->space.mix_restitution, a, b, most_of(a, b), MIX_RESTITUTION_MOST);
}

static inline double law_friction(const event_world *w, double a, double b) {
    double mean = a > 0 && b > 0 ? sqrt(a * b) : 0;
    return mix_numbers(w->space.mix_friction, a, b, mean, MIX_FRICTION_MOST);
}

static inline bool law_recent_impact(const event_world *w, uint32_t number) {
    return w->rules.tracks_impacts
           && w->view.now - w->particles.rotations[number].last_impact < w->rules.contact_time;
}

/* The speed of a bounce that gravity ends after contact_time. */
static inline double law_min_bounce(const event_world *w, evo_vec2 gravity, evo_vec2 from_support) {
    return most_of(-0.5 * vec_dot(gravity, from_support) * w->rules.contact_time, 0);
}

static inline void law_record_impact(event_world *w, uint32_t number) {
    w->particles.rotations[number].last_impact = w->view.now;
}

static inline impulse_law law_of(const event_world *w, const evo_material *a,
                                 const evo_material *b) {
    return (impulse_law){.restitution = law_restitution(w, a->restitution, b->restitution),
                         .friction = law_friction(w, a->friction, b->friction),
                         .tangential =
                             mix_tangential(a->tangential_restitution, b->tangential_restitution)};
}

static inline impulse_body law_body(const event_world *w, uint32_t number, evo_vec2 arm) {
    const particle *p = &w->particles.all[number];
    const particle_kind *kind = now_kind(w, p);
    return (impulse_body){p->velocity, w->particles.rotations[number].spin, kind->inverse_mass,
                          kind->inverse_inertia, arm};
}

static inline void law_apply(event_world *w, uint32_t number, const impulse_body *body) {
    particle_write_two(&w->particles.all[number].velocity.x, body->velocity.x, body->velocity.y);
    if (body->spin == w->particles.rotations[number].spin) return;
    now_update_rotation(w, number);
    w->particles.rotations[number].spin = body->spin;
}

#endif
