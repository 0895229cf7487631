/* private.h: parts of an exact world that no other room calls, but save/: the law of impacts,
 * touches, overlaps, rules, new cells. */
#ifndef ENGINE_EXACT_PRIVATE_H
#define ENGINE_EXACT_PRIVATE_H

#include "exact/exact.h"
#include "exact/world.h"

/* ==== The law of impacts ====================================================================== */

/* The impact law of an exact world.
 *
 * Particles that are inelastic, or come to rest, would meet infinitely often in finite time. So
 * where either of two that meet was struck less than two contact times ago, no approach is damped
 * below the speed of a hop: the speed at which the acceleration that presses them together takes
 * contact_time to bring them together again. The energy does not grow by this law, but for a 256th
 * of a hop's where the two would not part. Where nothing presses them together, no approach of
 * disks is damped at all within elastic_time of an impact (contact model of Luding and McNamara);
 * plastic ones stay plastic. */

/* Contact times since the last impact. A particle struck more recently may be in a hop. */
static const double LAW_RECENT = 2;

static inline bool law_is_recent(const event_world *w, uint32_t number, double contact_time) {
    return w->view.now - w->particles.rotations[number].last_impact < LAW_RECENT * contact_time;
}

/* A meeting of two at the present. */
typedef struct law_meeting {
    uint32_t a, b; /* particles; b of NO_PARTICLE: a wall or an obstacle */
    bool curved;   /* either is more than a disk, or something straight */
} law_meeting;

static inline bool law_either_is_recent(const event_world *w, const law_meeting *m, double time) {
    return law_is_recent(w, m->a, time) || (m->b != NO_PARTICLE && law_is_recent(w, m->b, time));
}

/* Most radians that count for a turn in contact_time. Larger: hops of fast rotations grow. */
static const double LAW_TURN = 0x1p-7;

/* Returns how fast two that turn about each other have to part to come together again after
 * contact_time. */
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
    return 0.5 * turns * radius * least_of(turns * w->rules.contact_time, LAW_TURN);
}

/* Least speed at which two part: LAW_LEAST as a fraction of a hop's, LAW_PARTS as a fraction of
 * rounding_speed; the larger counts. */
static const double LAW_LEAST = 0x1p-2, LAW_PARTS = 0x1p-10;

/* Changes the law of two that approach at a speed. A particle that falls back always hops: were it
 * rolling, no path could tell inside from outside. */
static inline void law_hop(const event_world *w, const law_meeting *m, double approach,
                           impulse_law *law) {
    bool recent = law_either_is_recent(w, m, w->rules.contact_time);
    bool alone = m->b == NO_PARTICLE;
    if (!w->rules.hops || (law->restitution >= 1 && !alone)) return;
    if (alone) law->min_speed = most_of(law->min_speed, LAW_LEAST * w->rules.hop_speed);
    if (!recent) return;
    const bool elastic =
        !m->curved && law->restitution > 0 && law_either_is_recent(w, m, w->rules.elastic_time);
    if (elastic) law->restitution = most_of(law->restitution, 1);
    double hop = w->rules.hop_speed + law_turning_speed(w, m), rounding = w->rules.rounding_speed;
    double speed = most_of(hop + law->growth_rate, rounding);
    law->restitution = most_of(law->restitution, speed / most_of(approach, speed));
    law->min_speed = most_of(law->min_speed, most_of(LAW_LEAST * hop, LAW_PARTS * rounding));
}

static inline void law_record_impact(event_world *w, uint32_t number) {
    w->particles.rotations[number].last_impact = w->view.now;
}

static inline impulse_law law_of(const event_world *w, const evo_material *a,
                                 const evo_material *b) {
    return (impulse_law){.restitution = restitution_of(&w->space.bodies->materials, a, b),
                         .friction = friction_of(&w->space.bodies->materials, a, b),
                         .tangential = tangential_of(a, b)};
}

static inline impulse_body law_body(const event_world *w, uint32_t number, evo_vec2 arm) {
    const particle *p = &w->particles.all[number];
    const particle_kind *kind = now_kind(w, p);
    return (impulse_body){p->velocity,
                          w->particles.rotations[number].spin,
                          kind->inverse_mass,
                          kind->inverse_inertia,
                          arm,
                          {0, 0},
                          0};
}

/* Returns the speed at which two approach where they touch. */
static inline double law_approach(const impulse_body *a, const impulse_body *b, evo_vec2 normal) {
    evo_vec2 at_a = vec_along(a->velocity, a->spin, vec_left(a->arm)),
             at_b = vec_along(b->velocity, b->spin, vec_left(b->arm));
    return vec_dot(vec_sub(at_a, at_b), normal);
}

/* Returns the kinetic energy that a body loses by its change of velocity and spin. */
static inline double law_lost(const event_world *w, uint32_t number, const impulse_body *body) {
    const evo_vec2 v = w->particles.all[number].velocity;
    const double spin = w->particles.rotations[number].spin;
    const double less = vec_dot(vec_sub(v, body->velocity), vec_add(v, body->velocity));
    double lost = 0.5 * less / body->inverse_mass;
    if (body->inverse_inertia > 0)
        lost += 0.5 * (spin - body->spin) * (spin + body->spin) / body->inverse_inertia;
    return lost;
}

static inline void law_apply(event_world *w, uint32_t number, const impulse_body *body) {
    const evo_vec2 velocity = vector_limited(body->velocity);
    const double spin = number_limited(body->spin);
    w->sums.lost += law_lost(w, number, body);
    particle_write_two(&w->particles.all[number].velocity.x, velocity.x, velocity.y);
    if (spin == w->particles.rotations[number].spin) return;
    now_update_rotation(w, number);
    w->particles.rotations[number].spin = spin;
}

/* ==== Impacts ================================================================================= */

/* Events that change paths or are reported: impacts, and particles that enter or leave sensors. */

/* Finds all contacts of the instant of a particle's plan, which is not of a sensor. False: memory
 * is refused, and nothing has changed. */
bool impact_gather(event_world *w, uint32_t number);

/* Resolves the gathered contacts, and makes new plans of their particles. All impacts are then in
 * w->reports, still without their times. */
void impact_resolve(event_world *w);

/* Resolves the impact of two disks that are known to meet nothing else. */
void impact_of_disks(event_world *w, uint32_t a, uint32_t b, event_impact *impact);

/* impact_is_alone returns whether nothing else can be due at the instant of a plan of two disks;
 * impact_found_alone, whether the search found nothing else. So events elsewhere change no bit. */
bool impact_is_alone(const event_world *w, uint32_t a, uint32_t b);
bool impact_found_alone(const event_world *w);

/* Lets the particle enter or leave the sensor of its plan, and plans again; there is room. */
void impact_sense(event_world *w, uint32_t number, event_impact *impact);

/* ==== Overlaps ================================================================================ */

/* Overlaps of particles when an exact world is started, or joined. */

/* Returns whether any two particles overlap, or one and an obstacle or a wall, by more than
 * rounding; or whether a periodic box has too few cells. */
bool overlaps_any(event_world *w);

/* Returns the same for one particle, at the time of the event in hand. */
bool overlaps_one(event_world *w, uint32_t number);

/* Returns whether a particle overlaps an obstacle that joined in flight. */
bool overlaps_late(event_world *w, uint32_t number, uint32_t obstacle);

/* Notes all particles that overlap sensors now; false when memory is refused. */
bool overlaps_find_sensors(event_world *w);
bool overlaps_find_sensors_of(event_world *w, uint32_t number);

/* ==== Touches ================================================================================= */

/* Contacts of particles at the present: with each other, with walls and obstacles. */

/* A search for contacts that are due. If no planned contact counts, the nearest one does, whatever
 * its gap and approach. */
typedef enum touch_phase { TOUCH_PLANNED, TOUCH_AROUND } touch_phase;

typedef struct touch_search {
    event_world *w;
    instant_host host;
    bool around;             /* neighbours are looked at, too */
    const pair_entry *entry; /* the plan */
    instant_contact nearest; /* nearest contact that did not count */
    double gap;              /* its gap; INFINITY: there is none */
    touch_phase phase;       /* planned contacts are added first */
    double belt; /* surface speed of both: a touching shape is dragged along, counterclockwise
                    around each shape, as on ground that moves the other way */
} touch_search;

void touches_begin(touch_search *s, event_world *w, const pair_entry *planned, bool around);

/* Adds the contacts that a particle has planned. False: out of memory. */
bool touches_planned(touch_search *s, uint32_t number);

/* Returns the least gap of two particles at the present, among parts that filters let meet. */
double touches_gap(const event_world *w, uint32_t a, uint32_t b, evo_vec2 delta);

/* Returns the law of two disks, before law_hop. */
impulse_law touches_law_of_disks(const event_world *w, uint32_t a, uint32_t b);

/* ==== Rules =================================================================================== */

/* Facts that hold for all events to come: event_rules. */

/* rules_find finds the facts when all particles have been set; rules_note updates them when a
 * particle of this kind joins. */
void rules_find(event_world *w);
void rules_note(event_world *w, uint32_t kind);

#endif
