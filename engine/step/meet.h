/* meet.h: two flyers at one time, and when they next meet. */
#ifndef ENGINE_STEP_MEET_H
#define ENGINE_STEP_MEET_H

#include "narrow/couple.h"
#include "step/drift.h"

/* Two flyers at one time, and the placed shapes of their pair, about the first. */
typedef struct met_pair {
    flyer bodies[2];
    couple two;
} met_pair;

met_pair met_pair_at(const impacts *m, const event_pair *p, double time);

/* The way from the first to the second. */
static inline evo_vec2 met_between(const met_pair *q) {
    return q->two.poses[1].position;
}

/* Greatest speed at which rims turn towards each other. */
static inline double met_turning(const event_pair *p, const met_pair *q) {
    return fabs(q->bodies[0].spin) * p->levers[0] + fabs(q->bodies[1].spin) * p->levers[1];
}

/* A bound of the gap of a pair, by how its bodies have moved since it was measured; not above 0:
 * none is known. */
double met_gap_least(const event_pair *p, const flyer *a, const flyer *b);
int met_touches(const event_pair *p, const met_pair *q, double margin, meeting found[TOUCHES]);

/* Measures a pair, which remembers gap and normal; false: it had to keep its side. */
bool met_measure(const impacts *m, event_pair *p, const met_pair *q, meeting *at);
double met_approach(const met_pair *q, const meeting *at);

/* Returns whether a meeting is a contact: see measure/seams.h. */
bool met_is_contact(const impacts *m, const event_pair *p, const met_pair *q, meeting *at);
double met_rounding(const met_pair *q);

/* Approach that is left to rows. */
double event_limit(const impacts *m, const event_pair *p);

/* Fraction of a substep: times no farther apart are one instant. */
static const double INSTANT = 1e-9;

/* Sum of both paths, which changes when one of the two is struck. */
static inline uint32_t event_paths(const impacts *m, const event_pair *p) {
    return flyer_in(m, p, 0)->path + flyer_in(m, p, 1)->path;
}

/* Leaves a pair that is due and does not approach alone until one of the two is struck. */
static inline bool event_is_quiet(const impacts *m, const event_pair *p) {
    return p->timed == event_paths(m, p) && p->time == INFINITY;
}

static inline void event_leave_alone(const impacts *m, event_pair *p) {
    p->timed = event_paths(m, p);
    p->time = INFINITY;
}

/* Returns when a pair has its next impact in the drift; INFINITY: none, or none up to `until`. */
double met_next(impacts *m, event_pair *p, double until);

/* Returns whether the circles around a pair are apart by more than a margin now. */
bool met_is_apart(const impacts *m, const event_pair *p, double margin);

#endif
