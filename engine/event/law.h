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

static inline double mixed_restitution(const schedule *s, double a, double b) {
    return s->space.mix_restitution ? s->space.mix_restitution(a, b) : most_of(a, b);
}

static inline double mixed_friction(const schedule *s, double a, double b) {
    if (s->space.mix_friction) return s->space.mix_friction(a, b);
    return a > 0 && b > 0 ? sqrt(a * b) : 0;
}

static inline bool was_struck_lately(const schedule *s, uint32_t number) {
    return s->keeps_time && s->view.now - s->turns[number].struck < s->contact_time;
}

/* The speed of a bounce that a pull ends after contact_time. */
static inline double least_bounce(const schedule *s, evo_vec2 pull, evo_vec2 from_support) {
    return most_of(-0.5 * vec_dot(pull, from_support) * s->contact_time, 0);
}

static inline void note_struck(schedule *s, uint32_t number) {
    s->turns[number].struck = s->view.now;
}

static inline blow_rule rule_of(const schedule *s, const evo_material *a, const evo_material *b) {
    blow_rule rule = {mixed_restitution(s, a->restitution, b->restitution),
                      mixed_friction(s, a->friction, b->friction), 0, 0};
    return rule;
}

/* ---- Sides ----------------------------------------------------------------------------------- */

static inline blow_side side_of(const schedule *s, uint32_t number, evo_vec2 arm) {
    const flyer *f = &s->flyers[number];
    const flyer_kind *kind = kind_of(s, f);
    blow_side side = {f->velocity, s->turns[number].spin, kind->inverse_mass, kind->inverse_inertia,
                      arm};
    return side;
}

static inline void side_done(schedule *s, uint32_t number, const blow_side *side) {
    flyer_write_two(&s->flyers[number].velocity.x, side->velocity.x, side->velocity.y);
    if (side->spin == s->turns[number].spin) return;
    bring_turn(s, number);
    s->turns[number].spin = side->spin;
}

#endif
