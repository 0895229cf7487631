/* law.h: what holds at every impact of a schedule's flyers.
 *
 * Two rules keep what is not elastic from colliding infinitely often in no time. Who was struck
 * less than contact_time ago is struck elastically. And no bounce against the pull is shorter than
 * contact_time: on something flat that stands still the flyer comes to rest instead (support.h);
 * elsewhere (on a curve, on something that moves, on another flyer) it goes on with bounces of just
 * that length.
 */
#ifndef ENGINE_EVENT_LAW_H
#define ENGINE_EVENT_LAW_H

#include "event/now.h"

static inline double law_restitution(const event_world *w, double a, double b) {
    return w->space.mix_restitution ? w->space.mix_restitution(a, b) : most_of(a, b);
}

static inline double law_friction(const event_world *w, double a, double b) {
    if (w->space.mix_friction) return w->space.mix_friction(a, b);
    return a > 0 && b > 0 ? sqrt(a * b) : 0;
}

static inline bool law_recent_impact(const event_world *w, uint32_t number) {
    return w->rules.tracks_impacts
           && w->view.now - w->particles.rotations[number].last_impact < w->rules.contact_time;
}

/* The speed of a bounce that a pull ends after contact_time. */
static inline double law_min_bounce(const event_world *w, evo_vec2 gravity, evo_vec2 from_support) {
    return most_of(-0.5 * vec_dot(gravity, from_support) * w->rules.contact_time, 0);
}

static inline void law_record_impact(event_world *w, uint32_t number) {
    w->particles.rotations[number].last_impact = w->view.now;
}

static inline impulse_law law_of(const event_world *w, const evo_material *a,
                                 const evo_material *b) {
    impulse_law law = {law_restitution(w, a->restitution, b->restitution),
                       law_friction(w, a->friction, b->friction), 0, 0};
    return law;
}

/* ---- Sides ----------------------------------------------------------------------------------- */

static inline impulse_body now_impulse_body(const event_world *w, uint32_t number, evo_vec2 arm) {
    const particle *p = &w->particles.all[number];
    const particle_kind *kind = now_kind(w, p);
    impulse_body side = {p->velocity, w->particles.rotations[number].spin, kind->inverse_mass,
                         kind->inverse_inertia, arm};
    return side;
}

static inline void now_apply_impulse(event_world *w, uint32_t number, const impulse_body *side) {
    particle_write_two(&w->particles.all[number].velocity.x, side->velocity.x, side->velocity.y);
    if (side->spin == w->particles.rotations[number].spin) return;
    now_update_rotation(w, number);
    w->particles.rotations[number].spin = side->spin;
}

#endif
