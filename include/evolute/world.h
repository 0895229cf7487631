/* world.h: a world of bodies, and its way through time.
 *
 *     evo_world_config config = evo_world_config_default();
 *     config.gravity = (evo_vec2){0, -10};
 *     evo_world *world = evo_world_create(&config);
 *     ... create bodies (body.h) ...
 *     evo_world_step(world, 1.0 / 60);
 *     evo_world_destroy(world);
 *
 * Worlds know nothing of each other; each may be used in a thread of its own.
 */
#ifndef EVOLUTE_WORLD_H
#define EVOLUTE_WORLD_H

#include "body.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum evo_stepping {
    EVO_CONTACTS, /* fixed steps; contacts rest, slide and roll */
    EVO_EVENTS    /* from impact to impact */
} evo_stepping;

typedef enum evo_boundary { EVO_OPEN, EVO_WALLS, EVO_PERIODIC } evo_boundary;

typedef struct evo_world_config {
    evo_vec2 gravity;
    evo_stepping stepping;
    evo_boundary boundary;
    evo_bounds bounds; /* of the walls, or of the periodic box */
    evo_material wall;
    int substeps;            /* of a step of EVO_CONTACTS; 0 = 4 */
    double bounce_threshold; /* approach speed below which a contact does not bounce */
    double impact_speed;     /* slowest approach that is kept in the impact array; INFINITY: none */
    double cell_size;        /* of the grid, at least 1e-9; 0 = chosen from the shapes */
    uint64_t event_budget;   /* most impacts one step of EVO_EVENTS may handle; 0 = no limit */
    double contact_time;     /* EVO_EVENTS, see evo_world_step; 0 = chosen from sizes and speeds */
    size_t impact_limit;     /* most impacts kept of a step; 0 = 65,536. Others are counted */
    bool never_sleep;
    int lanes; /* numbers computed at once: 0 = as many as the machine has; 1, 4 or 8 at most.
                  The results are the same to the last bit. */
    /* How two colliders' materials make a contact's. NULL: the root of the product for friction,
     * the larger one for restitution. Must depend on nothing but its arguments, in any order. */
    double (*mix_friction)(double a, double b);
    double (*mix_restitution)(double a, double b);
    /* Seconds, from a clock of yours, for evo_world_profile. NULL: no time is taken. */
    double (*clock)(void *context);
    void *clock_context;
    evo_allocator allocator; /* zero = malloc */
} evo_world_config;

/* No gravity, open space, bounce_threshold 1, impact_speed INFINITY. */
EVO_API evo_world_config evo_world_config_default(void);

/* A NULL config is the default one. NULL when the config is refused or memory is. Only worlds of
 * EVO_EVENTS have walls or are periodic. */
EVO_API evo_world *evo_world_create(const evo_world_config *config);

/* With everything in it. NULL is allowed. */
EVO_API void evo_world_destroy(evo_world *world);

/* EVO_CONTACTS: goes on by a time above 0 (0 does nothing). On EVO_ERROR_MEMORY nothing has moved,
 * and the step may be tried again: of the same length, it ends as if it had not been refused.
 *
 * What bounces (with a restitution above 0, and faster than bounce_threshold), or moves so far in
 * the step that it might leap over something, flies from impact to impact within the step, at true
 * times and in true order; the solver has the rest. An elastic chain of impacts that one of these
 * sets off is followed whole, below the threshold too. A body that has had more than eight elastic
 * impacts in a step, or more than two that keep no speed, loses the rest of the step's time, if it
 * is fast, or is the solver's from there; it keeps its speed and its side of what it met. The
 * solver's is also who overlaps something by more than a twentieth of his size: nothing else would
 * part them.
 *
 * EVO_EVENTS: goes on by a time of 0 or more, and handles all impacts up to there. On
 * EVO_ERROR_MEMORY and EVO_ERROR_LIMIT (the event_budget) the world is at the last impact that was
 * handled, and goes on from there when it is asked again. EVO_ERROR_INVALID: bodies overlap, or do
 * not fit between the walls or into the periodic box, which must be four times as wide as the
 * widest of them; EVO_ERROR_UNSUPPORTED: a body has damping, a gravity_scale or a sensor that
 * events have no meaning for. Then nothing has changed.
 *
 * What is not elastic could meet infinitely often in no time. So who was struck less than
 * contact_time ago is struck elastically, and no bounce against gravity is shorter than that: on a
 * wall, or on a segment that stands still, the body comes to rest instead, and slides along it
 * without friction until something strikes it or the segment ends.
 *
 * In both, pairs that close on the same body at the same instant are struck together, so that what
 * is symmetric stays so; whom they set in motion meets others in the next round. */
EVO_API evo_result evo_world_step(evo_world *world, double seconds);

/* EVO_EVENTS: when the next impact comes, as far as is to be seen; INFINITY: never, or not before
 * the bodies have crossed several thousand cells. A step to that time handles just that, and what
 * happens at the same time. NaN when the world cannot take off, for the reason that a step would
 * tell. Not to be called from two threads at once. */
EVO_API double evo_world_next_event(const evo_world *world);

/* EVO_EVENTS of disks alone, in open space, between walls or in a periodic box: lets all radii grow
 * steadily, by so much of what they are now a second; 0 ends it. Masses stay. A step answers
 * EVO_ERROR_INVALID, and ends there, when a periodic box holds them no more. So dense states are
 * made, as Lubachevsky and Stillinger do; every impact adds the speed of the growing rims. */
EVO_API evo_result evo_world_set_growth(evo_world *world, double rate);

EVO_API evo_result evo_world_set_gravity(evo_world *world, evo_vec2 gravity);

/* ---- Asking ---------------------------------------------------------------------------------- */

/* The sum of all steps. */
EVO_API double evo_world_time(const evo_world *world);

/* A hash of the simulation's state: time, gravity, bodies, colliders, and what contacts have pushed
 * and touch; not of the rest of the config. Equal calls on equal worlds give equal hashes, on every
 * machine and from every compiler. */
EVO_API uint64_t evo_world_hash(const evo_world *world);

typedef struct evo_counters {
    size_t bodies, awake, colliders;
    size_t pairs;                    /* near each other */
    size_t contacts;                 /* pairs that touch */
    size_t bytes;                    /* of memory, all told */
    uint64_t steps, impacts, events; /* since the world was created */
} evo_counters;

EVO_API evo_counters evo_world_counters(const evo_world *world);

/* EVO_EVENTS: sums over all impacts since the world was created. With N disks of temperature kT,
 * the pressure's compressibility factor is 1 + virial / (2 N kT t). */
typedef struct evo_sums {
    uint64_t pair_impacts, wall_impacts;
    double virial;       /* of impulse times distance of centres, over impacts of two bodies */
    double wall_impulse; /* taken up by the walls, along their normals */
} evo_sums;

EVO_API evo_sums evo_world_sums(const evo_world *world);

/* Of all dynamic bodies that are awake. */
EVO_API double evo_world_kinetic_energy(const evo_world *world);

/* Seconds that the parts of the last step took, by the clock of the config; zeros without one. */
typedef struct evo_profile {
    double step, pairs, contacts, solve, finish;
} evo_profile;

EVO_API evo_profile evo_world_profile(const evo_world *world);

#ifdef __cplusplus
}
#endif

#endif
