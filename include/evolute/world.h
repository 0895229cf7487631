/* world.h: a world of bodies, and stepping it through time.
 *
 *     evo_world_config config = evo_world_config_default();
 *     config.gravity = (evo_vec2){0, -10};
 *     evo_world *world = evo_world_create(&config);
 *     ... create bodies (body.h) ...
 *     evo_world_step(world, 1.0 / 60);
 *     evo_world_destroy(world);
 *
 * Lengths, masses and seconds are in units of your choice; angles are in radians,
 * counterclockwise. Worlds share nothing; each may be used in a thread of its own. In one world one
 * call at a time may change something; while none does, any number of threads may read and query.
 */
#ifndef EVOLUTE_WORLD_H
#define EVOLUTE_WORLD_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A world of steps moves its bodies by steps of any length, solves contacts and joints substeps
 * times in each, and lets what is too fast for that meet at its exact time. What rests stays where
 * it is and falls asleep; energy does not grow; the same calls give the same bits on every machine.
 * What that promises in numbers is in engine/README.md; gases and billiards, which need exact time
 * from impact to impact, are told of in exact.h. */
/* Structs of body.h, contact.h and exact.h. */
struct evo_material;
struct evo_contact;
struct evo_contact_rules;
struct evo_exact_config;

typedef enum evo_boundary { EVO_OPEN, EVO_WALLS, EVO_PERIODIC } evo_boundary;

typedef struct evo_world_config {
    evo_vec2 gravity;        /* acceleration, in units of length a second squared */
    int substeps;            /* times that a step solves contacts and joints; 0 = 4 */
    double bounce_threshold; /* approach speed below which a contact does not bounce: 0 where what
                                glances off must, too, as in billiards */
    double push_speed;       /* speed at which overlaps part at most, in sizes of the smaller shape
                                a second; 0 = 4. None of it is kept */
    double impact_speed;     /* least approach speed of evo_world_impacts: to tell one costs up to a
                                microsecond; INFINITY: none is told */
    size_t impact_limit;     /* most impacts told a step; 0 = 65,536. Others are only counted */
    bool never_sleep;        /* true: no body falls asleep */
    /* NULL: a world of steps. Else one of exact time (exact.h), without steps, whose space may have
     * a boundary. What exact and wall point to is copied; evo_world_get points to what the world
     * has as long as it lives. */
    const struct evo_exact_config *exact;
    evo_boundary boundary;
    evo_bounds bounds;               /* of the walls, or of the periodic box */
    const struct evo_material *wall; /* material of the walls; NULL: the default one */
    /* Combine the materials of two colliders in contact. NULL: the root of the product for
     * friction, the larger value for restitution. Must be symmetric and depend on the materials
     * alone. An answer below 0, a restitution above 4, or no number counts as none. */
    double (*mix_friction)(void *context, const struct evo_material *a,
                           const struct evo_material *b);
    double (*mix_restitution)(void *context, const struct evo_material *a,
                              const struct evo_material *b);
    /* Callbacks from the steps of a world of steps, in one order on every machine. They may read
     * bodies, colliders and joints, and set their user pointers, which decide nothing in a step.
     * Queries answer for the poses at the beginning of the step. Calls that change the world are
     * refused (EVO_ERROR_LOCKED).
     *
     * should_collide is asked of a pair that may meet in the step and did not touch in the one
     * before, sensors, too; false: the two pass through each other. It must be pure.
     *
     * pre_solve is asked before the contact is solved, and of a pair that is still apart before it
     * meets; false: the two pass through each other in this step. The contact is as the step
     * begins, or as a pair lies that was not expected to meet. It may be asked again in one step,
     * when that wakes others. It may change the rules, as the materials have mixed them, for this
     * pair and step.
     *
     * Both are asked of pairs of which one collider wants it (flags in body.h). */
    bool (*should_collide)(void *context, evo_collider a, evo_collider b);
    bool (*pre_solve)(void *context, const struct evo_contact *contact,
                      struct evo_contact_rules *rules);
    void *callback_context; /* of mixing and complaints, too */
    /* Is told of each call that is refused, by its name, and why; NULL: nobody is. Calls that only
     * read, and give zeros for a handle of what is gone, are not refused. Of queries several
     * threads may tell it at once. It must not call the world. */
    void (*complain)(void *context, const char *call, evo_result result);
    /* Returns seconds, for evo_world_profile. NULL: nothing is timed. */
    double (*clock)(void *context);
    void *clock_context;
    evo_allocator allocator; /* zero = malloc */
} evo_world_config;

/* No gravity, open space, bounce_threshold 1, impact_speed 1. */
EVO_API evo_world_config evo_world_config_default(void);

/* EVO_OK; EVO_ERROR_INVALID: a number is out of its range; EVO_ERROR_UNSUPPORTED: walls and
 * periodic boxes need exact time, callbacks need steps. */
EVO_API evo_result evo_world_config_check(const evo_world_config *config);

/* Creates an empty world; a NULL config is the default one. NULL: the config is invalid, or memory
 * ran out. */
EVO_API evo_world *evo_world_create(const evo_world_config *config);

/* Returns why the latest creation in this world, of a body, a collider or a chain, has failed;
 * EVO_OK: it has not. EVO_ERROR_LIMIT: there are half a billion of them, there were 4 billion
 * colliders since the world was created, or 65,535 different materials are in use. */
EVO_API evo_result evo_world_last_result(const evo_world *world);

/* Destroys the world and everything in it; NULL is allowed. */
EVO_API void evo_world_destroy(evo_world *world);

/* Advances the world by one step, from 1e-9 to 1 seconds long. Games take 1.0 / 60 (loop.h makes
 * such steps of frames of any length). 0 seconds change nothing and tell nothing. A world of exact
 * time goes through all impacts within any finite time (exact.h says what else may fail there). If
 * it fails, nothing has changed:
 *   - EVO_ERROR_INVALID: the seconds.
 *   - EVO_ERROR_LOCKED: it was called from a callback.
 *   - EVO_ERROR_LIMIT: there would be more contacts than 1,024 a body and 65,536 besides, as when
 *     thousands are on one spot.
 *   - EVO_ERROR_MEMORY: an allocation was refused; another call goes on. */
EVO_API evo_result evo_world_step(evo_world *world, double seconds);

/* Sets the rules of a running world to those of a config, of which only these may be others than
 * evo_world_get tells: gravity, substeps, bounce_threshold, push_speed, impact_speed, impact_limit,
 * never_sleep, mixing, callbacks, complain, clock. EVO_ERROR_UNSUPPORTED: something else is; or,
 * of exact time, mixing; or, while it is recorded, whether there is a callback. Another gravity,
 * and never_sleep, wake what sleeps. */
EVO_API evo_result evo_world_set(evo_world *world, const evo_world_config *config);

/* Sets the gravitational acceleration; sleeping bodies wake, unless it is what it was. */
EVO_API evo_result evo_world_set_gravity(evo_world *world, evo_vec2 gravity);

/* Takes memory for so many bodies of one collider each, contacts and joints at once, which all that
 * the world makes then comes out of: within these numbers nothing is allocated any more, by bodies
 * that are created, by steps, by sleep. What exceeds it is allocated as ever. It takes a few
 * kilobytes a body, and is given back with the world. EVO_ERROR_LIMIT: more than a world may hold;
 * EVO_ERROR_MEMORY: it was refused. Then nothing has changed. */
EVO_API evo_result evo_world_reserve(evo_world *world, size_t bodies, size_t contacts,
                                     size_t joints);

/* ---- Reading --------------------------------------------------------------------------------- */

/* Returns the config with which the world was created, with the gravity of now. */
EVO_API evo_world_config evo_world_get(const evo_world *world);
EVO_API evo_vec2 evo_world_gravity(const evo_world *world);

/* Seconds simulated since the world was created. */
EVO_API double evo_world_time(const evo_world *world);

/* Hashes the simulated state, as it is saved (snapshot.h): time, gravity, bodies, colliders with
 * their order of creation, contacts with all they remember, touches, joints, sleep, handles that
 * are free; not the rest of the config, nor the user's pointers; of exact time motions at present,
 * not plans. The same calls give the same hash on every machine and with every compiler. Worlds of
 * steps with equal configs and equal hashes have equal futures. */
EVO_API uint64_t evo_world_hash(const evo_world *world);

typedef struct evo_counters {
    size_t bodies, awake, colliders;
    size_t pairs;                    /* colliders near each other, found by the broadphase */
    size_t contacts;                 /* as evo_world_contacts */
    size_t bytes;                    /* memory taken from the allocator */
    uint64_t steps, impacts, events; /* since the world was created */
} evo_counters;

/* Walks over all pairs, for those that touch. */
EVO_API evo_counters evo_world_counters(const evo_world *world);

/* Kinetic energy, of translation and rotation, of all dynamic bodies that are awake. */
EVO_API double evo_world_kinetic_energy(const evo_world *world);

/* Potential energy of all dynamic bodies in the world's gravity, above the origin. */
EVO_API double evo_world_potential_energy(const evo_world *world);

/* Seconds that the stages of the last step took, by config.clock; zeros without a clock. */
typedef struct evo_profile {
    double step, pairs, contacts, solve, finish;
} evo_profile;

EVO_API evo_profile evo_world_profile(const evo_world *world);

/* Returns the version, as "1.2.3". */
EVO_API const char *evo_version(void);

/* Returns version, compiler and flags of this build, for what is written down with results. */
EVO_API const char *evo_build_text(void);

/* ---- Testing --------------------------------------------------------------------------------- */

/* Sets how many floats are computed at once: at most 1, 4 or 8; 0: as many as the machine can, as
 * in a new world. All give the same bits. */
EVO_API evo_result evo_world_set_lanes(evo_world *world, int lanes);

/* Walks over all that the world consists of, in builds without NDEBUG; returns what is wrong, NULL
 * if nothing is. Not to be called from a callback. */
EVO_API const char *evo_world_validate(const evo_world *world);

#ifdef __cplusplus
}
#endif

#endif
