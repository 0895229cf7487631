/* world.h: a world of bodies, and stepping it through time.
 *
 *     evo_world_config config = evo_world_config_default();
 *     config.gravity = (evo_vec2){0, -10};
 *     evo_world *world = evo_world_create(&config);
 *     ... create bodies (body.h) ...
 *     evo_world_step(world, 1.0 / 60);
 *     evo_world_destroy(world);
 *
 * Worlds share nothing; each may be used in a thread of its own.
 */
#ifndef EVOLUTE_WORLD_H
#define EVOLUTE_WORLD_H

#include "contact.h"

#ifdef __cplusplus
extern "C" {
#endif

/* EVO_CONTACTS: a contact solver runs config.substeps times a step. What may come together too fast
 * for it (it bounces, or moves by more than a quarter of the thinner one's thickness in a substep;
 * where two moving capsules and polygons do not bounce, by more than a thickness in a substep or
 * four in a step, half of that if one is a disk) meets at its exact time instead, in order of time.
 * A step costs what moves in it. It is of second order: half of what gravity, forces, contacts and
 * joints give acts before bodies move, half after; errors of what rolls, swings or slides are a
 * quarter at half the step. Overlaps part at config.push_speed.
 *   - What bounces off one body alone does so at its exact time. In a crowd, where one of the two
 *     may touch another body in the step, too, a restitution up to .9 acts in the contact solver,
 *     and costs what contacts cost. Heights are as exact there (3e-4), and energy does not grow,
 *     but by friction after impacts: by less than a thousandth of a crowd's in a step. Times are
 *     those of substeps, what touches shares an impact instead of passing it on one by one, and
 *     what comes more slowly than gravity makes it in four substeps does not bounce. Above .9 that
 *     holds where a body carries weight and has three contacts; else such crowds bounce exactly,
 *     and cost more.
 *   - The stiffness of contacts does not depend on the length of steps up to 1/44 s, which may
 *     vary; beyond it is what four substeps of the step allow, and joints are as stiff as substeps
 *     allow: a tower of 12 boxes is pressed together by .02 of a box at 60 Hz, by .04 at 30. What
 *     is stacked rests at 20 Hz, too, and where steps vary by 30 % from 60 Hz on. In a lag, a step
 *     of up to 1/4 s that is more than twice as long as the one before, stiffness stays: what rests
 *     does not move.
 *   - A body whose position, angle, velocity or spin would leave the range of numbers that calls
 *     take, up to 1e30, stays where it was, at rest.
 *   - After 32 impacts in a substep a body is inelastic to the end of the step; after 64 it stays
 *     where it is to the end of the substep, and keeps its velocity.
 *   - A body is fast if it, or its rim, would go farther than twice its reach in a substep. Fast
 *     bodies have 2 impacts in a step for each body that is awake, and 128 more, all together; each
 *     64 looks along the way of a ring count as one. From then on what is fast, or struck, stays
 *     where it is to the end of the step, and keeps its velocity: a world far too fast for its
 *     steps runs slowly. What is slow and has no impacts does not notice.
 *   - A body that overlaps more than 8 others that move, centre to centre within three quarters of
 *     their thickness, touches the nearest 8 of these alone in the step. So crowds on one spot part
 *     slowly.
 *   - Restitution above 1: an approach faster than 4 thicknesses a substep parts no faster than it
 *     came. The most pairs of all: see evo_world_step.
 *   - Loads, at four substeps: a tower of 11 boxes bears a box 100 times as heavy, and is pressed
 *     together by .31 of a box at 60 Hz, by .70 at 30; 200 times as heavy by .62 at 60 Hz. Under
 *     300 times it gives way, and under 100 at 20 Hz; eight substeps bear 300. Joints: see joint.h.
 *   - Not promised: larger loads than these, perfect rest of crowds of open rings, rest
 *     of what rocks on a round rim without rolling_resistance.
 *
 * EVO_EVENTS: free flight from impact to impact, without a step size.
 *   - An inelastic body could collide infinitely often in finite time. So what is hit again within
 *     two contact times parts no more slowly than it came, up to g contact_time / 2: in the end it
 *     hops, by g contact_time^2 / 8 at most, about once a contact time, and slides and rolls so.
 *     What turns hops, too. Energy does not grow by it, but by a part of a hop where a body has
 *     none. Heaps belong into EVO_CONTACTS: here they cost as much at rest as in motion, and
 *     event_budget ends a step that would take too long.
 *   - A periodic box must be four times as wide as the widest body. Callbacks, and dynamic bodies
 *     with damping, a gravity_scale other than 1, forces or a sensor are refused where they are
 *     set.
 *
 * Both: impacts of one body at the same instant are resolved simultaneously, so that symmetric
 * arrangements stay symmetric. Impacts that these cause are resolved in the next round. */
typedef enum evo_stepping { EVO_CONTACTS, EVO_EVENTS } evo_stepping;

typedef enum evo_boundary { EVO_OPEN, EVO_WALLS, EVO_PERIODIC } evo_boundary;

typedef struct evo_world_config {
    evo_vec2 gravity;
    evo_stepping stepping;
    evo_boundary boundary;
    evo_bounds bounds;       /* of the walls, or of the periodic box */
    evo_material wall;       /* of the walls */
    int substeps;            /* solver substeps a step, EVO_CONTACTS; 0 = 4 */
    double bounce_threshold; /* approach speed below which a contact does not bounce: 0 where what
                                glances off must, too, as in billiards */
    double push_speed;       /* EVO_CONTACTS: speed at which overlaps part at most, in sizes (reach
                                of the smaller shape) a second; 0 = 4. None of it is kept */
    double impact_speed;     /* least approach speed of evo_world_impacts; INFINITY: reports none */
    uint64_t event_budget;   /* EVO_EVENTS: most impacts in one step, and 64 times as many events of
                                other kinds, and 65,536 more; 0 = no limit */
    double contact_time;     /* EVO_EVENTS, see evo_stepping; 0 = a 64th of the time in which a body
                                of mean speed, or that falls, crosses its own width */
    size_t impact_limit;     /* most impacts reported a step; 0 = 65,536. Others are only counted */
    bool never_sleep;        /* true: no body falls asleep */
    /* Combine the materials of two colliders in contact. NULL: the root of the product for
     * friction, the larger value for restitution. Must be symmetric and depend on the materials
     * alone. An answer below 0, a restitution above 4, or no number counts as none. */
    double (*mix_friction)(void *context, const evo_material *a, const evo_material *b);
    double (*mix_restitution)(void *context, const evo_material *a, const evo_material *b);
    /* Callbacks from evo_world_step, EVO_CONTACTS alone; in one order on every machine. They may
     * read bodies and colliders, and set their user pointers, which decide nothing in a step; but
     * neither query the world nor change it (EVO_ERROR_LOCKED).
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
    bool (*pre_solve)(void *context, const evo_contact *contact, evo_contact_rules *rules);
    void *callback_context; /* of mixing and complaints, too */
    /* Is told of each call that is refused, by its name, and why; NULL: nobody is. Of queries
     * several threads may tell it at once. It must not call the world. */
    void (*complain)(void *context, const char *call, evo_result result);
    /* Returns seconds, for evo_world_profile. NULL: nothing is timed. */
    double (*clock)(void *context);
    void *clock_context;
    evo_allocator allocator; /* zero = malloc */
} evo_world_config;

/* No gravity, open space, bounce_threshold 1, impact_speed INFINITY. */
EVO_API evo_world_config evo_world_config_default(void);

/* EVO_OK; EVO_ERROR_INVALID: a number is out of its range; EVO_ERROR_UNSUPPORTED: EVO_WALLS and
 * EVO_PERIODIC need EVO_EVENTS, callbacks need EVO_CONTACTS. */
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

/* Advances the world: by one step of EVO_CONTACTS, from 1e-9 to 1 seconds long, or through all
 * impacts of EVO_EVENTS within any finite time. 0 seconds of EVO_CONTACTS change nothing, and
 * tell nothing. Why it fails:
 *   - EVO_ERROR_INVALID: the seconds; EVO_EVENTS: bodies overlap, or do not fit into the box.
 *   - EVO_ERROR_LOCKED: it was called from a callback.
 *   - EVO_ERROR_UNSUPPORTED: EVO_EVENTS: shapes grow, and not all are disks.
 *   - EVO_ERROR_LIMIT: EVO_CONTACTS: there would be more contacts than 1,024 a body and 65,536
 *     besides, as when thousands are on one spot; EVO_EVENTS: event_budget is used up.
 *   - EVO_ERROR_MEMORY: an allocation was refused; another call goes on.
 * Then nothing has changed; EVO_EVENTS, without budget: it is at the last impact made; without
 * memory, or where what grows has filled the box: it has got as far as that. */
EVO_API evo_result evo_world_step(evo_world *world, double seconds);

/* EVO_EVENTS: the world's time of the next impact; a step to that time resolves this impact and
 * those at the same time. INFINITY: there is none, or none before the bodies have crossed several
 * thousand cells. NaN: a step would fail, and returns the reason, as where its budget does not go
 * so far; or this is called from a step.
 * Not to be called from two threads at once. */
EVO_API double evo_world_next_event(const evo_world *world);

/* EVO_EVENTS with disks only (Lubachevsky-Stillinger compression): every radius grows by `rate`
 * times its current value a second; 0 stops it. Masses stay. Each impact adds the speed of the
 * growing surfaces. A step stops with EVO_ERROR_INVALID when a periodic box has no space left for
 * the disks. EVO_ERROR_UNSUPPORTED: there are other shapes. */
EVO_API evo_result evo_world_set_growth(evo_world *world, double rate);

/* Sets the rules of a running world to those of a config, of which only these may be others than
 * evo_world_get tells: gravity, substeps, bounce_threshold, push_speed, impact_speed, impact_limit,
 * never_sleep, mixing, callbacks, complain, clock. EVO_ERROR_UNSUPPORTED: something else is; or,
 * of EVO_EVENTS, mixing; or, while it is recorded, whether there is a callback. Another gravity,
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
 * are free; not the rest of the config, nor the user's pointers; of EVO_EVENTS motions at present,
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

/* EVO_EVENTS: sums over all impacts since the world was created. For N disks of temperature kT
 * after time t, the compressibility factor is 1 + virial / (2 N kT t). */
typedef struct evo_sums {
    uint64_t pair_impacts, wall_impacts;
    double virial;       /* change of momentum times way from centre to centre of mass, as vectors,
                            over impacts of two bodies */
    double wall_impulse; /* along the walls' normals */
} evo_sums;

EVO_API evo_sums evo_world_sums(const evo_world *world);

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
