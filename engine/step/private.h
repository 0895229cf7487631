/* private.h: the parts of a step that no other room calls: passes over rows, places, meetings,
 * driven bodies, reports. */
#ifndef ENGINE_STEP_PRIVATE_H
#define ENGINE_STEP_PRIVATE_H

#include "body/body.h"
#include "core/crew.h"
#include "core/memory.h"
#include "narrow/narrow.h"
#include "solve/solve.h"
#include "step/drift.h"
#include "step/step.h"

/* ==== Passes ================================================================================== */

/* Passes over the rows of a substep. In: rows in blocks, by colour; out: velocities and
 * impulses. Workers share the blocks of one colour, which have no moving body in common; what
 * has no colour is solved alone, in its order. */

/* Arguments of the passes of a substep. */
typedef struct passes {
    crew *crew; /* NULL: nobody shares them */
    const contact_kernels *lanes;
    const body_kernels *body_lanes;
    const joint_kernels *joint_lanes;
    contact_pass rows;
    body_pass bodies;
    joint_pass joints;
    struct impacts *events;
} passes;

/* A pass over the rows of bodies. */
void pass_bodies(const passes *p, body_kernel lanes);

/* Rows with a colour in lanes, then the rest of them one by one, and those of event pairs. */
void pass_rows(const passes *p, contact_kernel lanes, contact_kernel single);
void pass_joints(const passes *p, joint_kernel lanes, joint_kernel single);

/* ==== Places in a step ======================================================================== */

/* Places of awake colliders in the middle of a step of free flight. */

/* Arrays by slot of awake colliders. */
typedef struct step_places {
    float *radii; /* radii of disks that hold all of their ways; centres are in body_store.places */
    bool some_unround; /* some form is no FORM_DISK */
    bool some_fixed;   /* some body is moved by no contact */
    bool some_pulled;  /* some body is pulled harder than by gravity */
    uint8_t *far; /* by slot of bodies that go far: bounds hold only where they begin; or NULL */
} step_places;

/* `pull`: how far gravity moves a body from rest in the step. False: out of memory. */
bool place_awake(step_places *p, body_store *s, double seconds, double pull, int lanes, crew *c,
                 arena *a);

/* ==== Meetings ================================================================================ */

/* Two flyers at one time, and the time at which they next meet. */

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

/* Returns whether a meeting is a contact: see measure/measure.h. */
bool met_is_contact(const impacts *m, const event_pair *p, const met_pair *q, meeting *at);
double met_rounding(const met_pair *q);

/* Approach that is left to rows. */
double event_limit(const impacts *m, const event_pair *p);

/* Fraction of a substep: times no farther apart are one instant. */
static const double INSTANT = 1e-9;

/* Returns when a pair has its next impact in the drift; INFINITY: none, or none up to `until`. */
double met_next(impacts *m, event_pair *p, double until);

/* Returns whether the rest of the drift leaves a closed pair no deeper. */
bool met_stays_closed(const impacts *m, const event_pair *p);

/* Returns whether the circles around a pair are apart by more than a margin now. */
bool met_is_apart(const impacts *m, const event_pair *p, double margin);

/* ==== Driven bodies =========================================================================== */

/* Kinematic bodies on their way to a pose, where they arrive at a time and stop. */

/* A body that arrives in the step in hand, and how it moved until then. */
typedef struct drive_arrival {
    uint32_t body;
    evo_vec2 velocity;
    double spin;
} drive_arrival;

typedef struct drive_arrivals {
    drive_arrival *all;
    uint32_t count;
} drive_arrivals;

/* Gives what arrives in a step the velocity by which it is there as the step ends. False: out of
 * memory. */
bool drives_begin(step_world *w, double seconds, drive_arrivals *to);

/* Puts what has arrived at its pose, at rest; or, without `done`, gives it back its velocity. */
void drives_end(step_world *w, const drive_arrivals *arrivals, bool done);

/* ==== Reports ================================================================================= */

/* The end of a step's pairs: impulses to remember; touches that began and ended; impacts of rows
 * that touched first. */

typedef struct report_input {
    step_world *world;
    const measure_input *measured;
    const measure_output *fits;
    const contact_rows *rows;
    const pair_ended *ended;
    const step_end *end;
} report_input;

/* Stores what the rows found, and adds to what is due to be told; false: out of memory, and nothing
 * is published. */
bool report_pairs(const report_input *in);

#endif
