/* law.h: the impact law of an event world.
 *
 * Two rules keep inelastic particles from infinitely many impacts in finite time. A bounce that
 * would be over within contact_time does not take place: the contact lasts (lasting.h). And where
 * nothing presses two together, a particle that was struck less than contact_time ago is struck
 * elastically.
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

/* Of contact_time: a bounce that would be over within that does not take place. */
static const double LAW_LASTING = 32;

/* Two that meet, at the present. */
typedef struct law_meeting {
    uint32_t a, b;   /* particles; b of NO_PARTICLE: what no impact moves */
    evo_vec2 normal; /* from a to b */
    bool curved;     /* either is more than a disk, or something straight */
} law_meeting;

/* Radians: farther than that nothing is said of what turns. */
static const double LAW_TURN = 0x1p-7;

/* How fast two come together again within contact_time as they turn about each other. */
static inline double law_turning_speed(const event_world *w, const law_meeting *m) {
    const particle *all = w->particles.all, *a = &all[m->a];
    double radius = a->radius, turns = fabs(w->particles.rotations[m->a].spin);
    evo_vec2 slide = a->velocity;
    if (!m->curved) return 0;
    if (m->b != NO_PARTICLE) {
        radius = least_of(radius, all[m->b].radius);
        turns += fabs(w->particles.rotations[m->b].spin);
        slide = vec_sub(slide, all[m->b].velocity);
    }
    turns += vec_length(slide) / radius;
    return 0.5 * turns * radius * least_of(turns * LAW_LASTING * w->rules.contact_time, LAW_TURN);
}

/* How fast two must part for a bounce longer than contact_time, as they are pulled; 0: nothing
 * presses them together. */
static inline double law_lasting_speed(const event_world *w, const law_meeting *m,
                                       double restitution) {
    if (w->space.growth != 0) return 0;
    double half = 0.5 * LAW_LASTING * w->rules.contact_time;
    if (restitution < 1) return half * vec_length(w->space.gravity) + law_turning_speed(w, m);
    evo_vec2 pull = now_gravity(w, m->a);
    if (m->b != NO_PARTICLE) pull = vec_sub(pull, now_gravity(w, m->b));
    return most_of(half * vec_dot(pull, m->normal), 0);
}

/* Whether two of that restitution part too slowly to bounce. */
static inline bool law_is_slow(const event_world *w, const law_meeting *m, double restitution,
                               double parting) {
    double least = law_lasting_speed(w, m, restitution);
    return parting <= (restitution < 1 ? most_of(least, w->rules.rounding_speed) : least);
}

static inline bool law_is_held(const event_world *w, const law_meeting *m) {
    const particle *all = w->particles.all;
    return (all[m->a].kind & PARTICLE_HELD)
           || (m->b != NO_PARTICLE && all[m->b].kind & PARTICLE_HELD);
}

/* Whether the contact lasts that two make that approach at a speed; then the impact is plastic. */
static inline bool law_lasting(const event_world *w, const law_meeting *m, double speed,
                               impulse_law *law) {
    if (!w->rules.tracks_impacts) return false;
    bool pressed = law_lasting_speed(w, m, law->restitution) > 0 || law_is_held(w, m);
    bool lasts =
        w->space.growth == 0 && law_is_slow(w, m, law->restitution, law->restitution * speed);
    bool recent = law_recent_impact(w, m->a) || (m->b != NO_PARTICLE && law_recent_impact(w, m->b));
    if (recent && !pressed) law->restitution = 1;
    if (lasts) law->restitution = 0;
    return lasts;
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
    return (impulse_body){p->velocity,
                          w->particles.rotations[number].spin,
                          kind->inverse_mass,
                          kind->inverse_inertia,
                          arm,
                          0};
}

/* The speed at which two approach where they touch. */
static inline double law_approach(const impulse_body *a, const impulse_body *b, evo_vec2 normal) {
    evo_vec2 at_a = vec_along(a->velocity, a->spin, vec_left(a->arm)),
             at_b = vec_along(b->velocity, b->spin, vec_left(b->arm));
    return vec_dot(vec_sub(at_a, at_b), normal);
}

static inline void law_apply(event_world *w, uint32_t number, const impulse_body *body) {
    particle_write_two(&w->particles.all[number].velocity.x, body->velocity.x, body->velocity.y);
    if (body->spin == w->particles.rotations[number].spin) return;
    now_update_rotation(w, number);
    w->particles.rotations[number].spin = body->spin;
}

#endif
