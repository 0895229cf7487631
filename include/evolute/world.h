/* world.h: a world of bodies, and steps through time.
 *
 *     evo_world_config config = evo_world_config_default();
 *     config.gravity = evo_vec(0, -10);                // down, in units/s^2
 *     evo_world *world = evo_world_create(&config);
 *
 *     evo_body_config ball = evo_body_config_default(); // body.h
 *     ball.shape = evo_circle(0.5);
 *     ball.position = evo_vec(0, 10);
 *     evo_body body = evo_body_create(world, &ball);
 *
 *     for (int i = 0; i < 60; ++i) evo_world_step(world, 1.0 / 60); // one second
 *     double height = evo_body_pose(world, body).position.y;        // about 5
 *     evo_world_destroy(world);
 *
 * A *step* moves all bodies on by a short time. It solves contacts and joints in *substeps*. All
 * bodies have continuous collision: what is too fast for substeps meets at its exact time.
 * @no-tunnels A body that rests *falls asleep*, together with what it touches (its *island*).
 * @sleeps-together It costs nothing until something touches it. @touch-wakes Energy does not grow.
 * @no-energy-gained The same calls give the same bits on every machine. @same-bits
 * samples/limits.md says in numbers what a step promises.
 *
 * A world may have *exact time* instead (exact.h): it goes from impact to impact, for gases and
 * billiards. These headers say "exact time" where such worlds differ.
 *
 * Threads: worlds share nothing, so each may have a thread of its own. While one thread changes a
 * world, no other may use it. While none does, any number may read and query it. @many-readers A
 * large world may have its steps shared by several (`tasks`, and threads.h).
 */
#ifndef EVOLUTE_WORLD_H
#define EVOLUTE_WORLD_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Structs of body.h, contact.h and exact.h. clang-format off */
struct evo_material;
struct evo_contact;
struct evo_contact_rules;
struct evo_exact_config;
/* clang-format on */

/* What ends the space of a world. All but EVO_OPEN need exact time. */
typedef enum evo_boundary {
    EVO_OPEN,    /* nothing: bodies may go anywhere */
    EVO_WALLS,   /* four walls */
    EVO_PERIODIC /* what leaves on one side comes in on the opposite one */
} evo_boundary;

/* A share of a step, for some worker. */
typedef void (*evo_task)(void *data, int worker);

/* A job system that large worlds are stepped with: one's own, or that of threads.h. Steps have the
 * same bits with any. @workers-same-bits The thread that steps is always worker 0; it leads, and
 * all callbacks are asked from it. @callbacks-thread */
typedef struct evo_tasks {
    int workers; /* with the one that steps; 0 and 1: none; 64 at most */
    /* Begins task(data, 1) to task(data, count), each on a thread of its own, and returns at once.
     * Late ones find less to do. It may also run tasks itself, as a loop, a parallel for that
     * blocks, or a full queue does: then they return after a while, and the step, as most that
     * follow, is not shared. */
    void (*start)(void *context, evo_task task, void *data, int count);
    /* Returns when all that began have returned. What has not begun by then must not begin. */
    void (*finish)(void *context);
    void *context; /* of yours, for all three */
    /* Returns seconds, by which a world finds how many workers make its steps fastest: where others
     * use the cores, that is one. NULL: all share each step with more than 2,500 awake bodies,
     * contacts and joints. Smaller steps are not shared, and read no clock. @small-not-shared */
    double (*clock)(void *context);
} evo_tasks;

/* What a complaint is about. */
typedef enum evo_complaint_kind {
    EVO_FAILURE, /* the call failed, and changed nothing */
    EVO_WARNING  /* it succeeded, but is probably not what was intended */
} evo_complaint_kind;

/* What is wrong with a call:
 *
 *     static void print(void *context, const evo_complaint *complaint) {
 *         (void)context; // evo_body_create: material.density is -1; it must be 0 or more
 *         fprintf(stderr, "%s: %s\n", complaint->call, complaint->text);
 *     }
 *
 *     evo_world_config config = evo_world_config_default();
 *     config.complain = print;
 *
 * Warnings are: a body without a shape, or a dynamic one without mass, as a step begins with it; a
 * step of 0 seconds, once; a filter with a category and a mask of 0; a chain that has all dynamic
 * bodies within its bounds behind it; a joint whose anchors are farther apart than the smaller body
 * reaches. */
typedef struct evo_complaint {
    evo_complaint_kind kind; /* a failure or a warning */
    evo_result result;       /* of the call; of warnings EVO_OK */
    const char *call;        /* its name */
    const char *text;        /* one sentence with field, value and rule; valid during the call */
} evo_complaint;

/* Describes a world. Most games set `gravity` alone. */
typedef struct evo_world_config {
    evo_vec2 gravity;        /* acceleration, in units/s^2 */
    int substeps;            /* of a step, 0 to 1000; more are stiffer, and cost more; 0: 4 */
    double bounce_threshold; /* approach speed, in units/s, 0 or more, below which nothing bounces;
                                0 for billiards, where glancing hits bounce, too */
    double push_speed;       /* greatest speed at which overlaps are pushed apart, 0 or more, in
                                sizes (shape.h) of the smaller body a second; 0: 4. Bodies do not
                                keep it */
    double impact_speed;     /* least approach speed of evo_world_impacts, in units/s, 0 or more;
                                INFINITY: none is listed. Each costs up to a microsecond */
    size_t impact_limit;     /* most impacts that a step lists; 0: 65,536. More are only counted
                                @impact-limit */
    bool never_sleep;        /* no body falls asleep. Set it to measure slow motion: a body that
                                starts more slowly than sleep_speed (body.h) falls asleep */
    const struct evo_exact_config *exact; /* NULL: a world of steps; else one of exact time. It is
                                             copied, as `wall` is; evo_world_get points to copies */
    evo_boundary boundary;                /* a boundary; worlds of steps are open */
    evo_bounds bounds;                    /* of the walls, or of the periodic box */
    const struct evo_material *wall;      /* material of the walls; NULL: the default one */
    /* Mix the materials of two colliders in contact: the coefficients that hold between them. NULL:
     * the root of the product for friction, the larger value for restitution. They must be
     * symmetric, and depend on the materials alone. A result below 0, a restitution above 4, or no
     * number counts as 0. */
    double (*mix_friction)(void *context, const struct evo_material *a,
                           const struct evo_material *b);
    double (*mix_restitution)(void *context, const struct evo_material *a,
                              const struct evo_material *b);
    /* Asked of two colliders, sensors included, that did not touch in the step before and may meet
     * in this one. False: they pass through each other. It must depend on its arguments alone.
     *
     * For this callback and the next: they are called for pairs of which one collider wants it
     * (flags in body.h), in an order that is the same on every machine. They may read bodies,
     * colliders and joints, and set their user pointers. Queries answer for the poses at the
     * beginning of the step. Calls that change the world fail with EVO_ERROR_LOCKED.
     * @callbacks-locked Exact time has neither. */
    bool (*should_collide)(void *context, evo_collider a, evo_collider b);
    /* Asked of a contact before it is solved, and of a pair that is still apart before it meets.
     * False: they pass through each other in this step. It may change the rules, which are what the
     * materials have mixed to, for this pair and step. The contact is as the step begins, or as an
     * unexpected pair meets. When bodies are woken in a step it may be asked again. */
    bool (*pre_solve)(void *context, const struct evo_contact *contact,
                      struct evo_contact_rules *rules);
    void *callback_context; /* of yours, for mixing, the callbacks above, and `complain` */
    /* Told of each call that fails, and of some that succeed, but are probably not what was
     * intended: which, and why. @failures-told Set it while you write a program. NULL: nobody is
     * told. Calls that only read do not fail. Queries of several threads may call it at once. It
     * must not call the world. */
    void (*complain)(void *context, const evo_complaint *complaint);
    double (*clock)(void *context);    /* returns seconds, for evo_world_profile; NULL: no times */
    void *clock_context;               /* of yours, for `clock` */
    evo_tasks tasks;                   /* zeroed: the thread that steps does it all */
    evo_allocator allocator;           /* zeroed: malloc and free */
    double joint_hertz, contact_hertz; /* stiffness of rigid joints and of contacts: oscillations a
                                          second, 0 or more, held down to what the substep follows
                                          (samples/limits.md has the cost). 0: joints are as stiff
                                          as substeps allow, contacts as in steps of 1/60 s,
                                          however short steps are. INFINITY: both as stiff as
                                          substeps allow, for studies whose steps go to 0 */
    double rocking_loss;               /* loss of what rocks on its own rim, as an ellipse does:
                                          rolling resistance times radius, 0 or more, as a part of
                                          the depth of the well in which its centre of mass swings.
                                          It adds to that of materials. What has the energy to roll
                                          on loses nothing, nor do disks, bodies that never sleep,
                                          and worlds without gravity or of exact time */
} evo_world_config;

/* Returns the default config: steps, no gravity, bounce_threshold 1, impact_speed 1, rocking_loss
 * .03, all else 0. */
EVO_API evo_world_config evo_world_config_default(void);

/* Returns EVO_OK for a valid config. EVO_ERROR_INVALID: a number is out of its range.
 * EVO_ERROR_UNSUPPORTED: walls or a periodic box without exact time, or callbacks with it. */
EVO_API evo_result evo_world_config_check(const evo_world_config *config);

/* Creates an empty world; a NULL config is the default one. Returns NULL if the config is invalid
 * (evo_world_config_check), or memory ran out. */
EVO_API evo_world *evo_world_create(const evo_world_config *config);

/* Returns why the latest creation in this world failed, of a body, collider, chain or joint, which
 * returned {0}. EVO_OK: it did not. EVO_ERROR_LIMIT: there are half a billion of them, or there
 * were 4 billion colliders since the world was created, or 65,535 different materials are in
 * use. */
EVO_API evo_result evo_world_last_result(const evo_world *world);

/* Destroys a world and everything in it; NULL is allowed. */
EVO_API void evo_world_destroy(evo_world *world);

/* Makes a step of 1e-9 to 1 seconds; games take 1.0 / 60 (loop.h makes such steps of frames of any
 * length). 0 seconds change nothing. Exact time may pass up to 1e30 seconds in one call, and at
 * most 1e12 times the time in which bodies cross a cell of the grid (EVO_ERROR_LIMIT); what else
 * may fail there is in exact.h. Failed, it has changed nothing @refused-step:
 *   - EVO_ERROR_INVALID: the seconds are out of range, or the world is NULL.
 *   - EVO_ERROR_LOCKED: it was called from a callback.
 *   - EVO_ERROR_LIMIT: there would be more contacts than 1,024 a body and 65,536 besides, as when
 *     thousands of bodies are on one spot.
 *   - EVO_ERROR_MEMORY: an allocation failed. Another call goes on. */
EVO_API evo_result evo_world_step(evo_world *world, double seconds);

/* Changes the config of a world: gravity, substeps, bounce_threshold, push_speed, impact_speed,
 * impact_limit, never_sleep, joint_hertz, contact_hertz, rocking_loss, tasks, mixing, callbacks,
 * complain, clock. Take it from evo_world_get, and change these. EVO_ERROR_UNSUPPORTED: something
 * else differs; or exact time, and mixing differs; or a recorded world would get or lose a
 * callback. Another gravity wakes all bodies, and so does never_sleep. */
EVO_API evo_result evo_world_set(evo_world *world, const evo_world_config *config);

/* Sets the gravity, in units/s^2. Another one wakes all bodies. @gravity-wakes */
EVO_API evo_result evo_world_set_gravity(evo_world *world, evo_vec2 gravity);

/* Allocates at once what so many bodies of one collider, contacts and joints need: a few kilobytes
 * a body. Within these numbers nothing more is allocated, by creations, steps or sleep
 * @reserved-memory; beyond them, as ever. The memory is freed with the world. EVO_ERROR_LIMIT: more
 * than a world can hold; EVO_ERROR_MEMORY: it is not to be had. */
EVO_API evo_result evo_world_reserve(evo_world *world, size_t bodies, size_t contacts,
                                     size_t joints);

/* ---- Reading --------------------------------------------------------------------------------- */

/* Return the config as it is now, and its gravity. */
EVO_API evo_world_config evo_world_get(const evo_world *world);
EVO_API evo_vec2 evo_world_gravity(const evo_world *world);

/* Returns the seconds that were simulated since the world was created. */
EVO_API double evo_world_time(const evo_world *world);

/* Returns a hash of the state, as it is saved (snapshot.h): time, gravity, bodies, colliders,
 * contacts and what is remembered of them, joints, sleep, free handles. The rest of the config and
 * user pointers are not in it. The same calls give the same hash on every machine and with every
 * compiler. Worlds of steps with equal configs and hashes have equal futures @equal-futures; of
 * exact time the hash covers present motions alone. */
EVO_API uint64_t evo_world_hash(const evo_world *world);

/* Numbers of what is in a world. */
typedef struct evo_counters {
    size_t bodies, awake, colliders; /* there are now; `awake`: bodies */
    size_t pairs;                    /* colliders near each other, found by the broadphase */
    size_t contacts;                 /* as evo_world_contacts */
    size_t bytes;                    /* memory taken from the allocator */
    uint64_t steps, impacts, events; /* since the world was created */
} evo_counters;

/* Counts. It goes through all pairs for those that touch. */
EVO_API evo_counters evo_world_counters(const evo_world *world);

/* Returns the kinetic energy of all dynamic bodies that are awake, with that of rotation. */
EVO_API double evo_world_kinetic_energy(const evo_world *world);

/* Returns the potential energy of all dynamic bodies in the world's gravity; 0 at the origin. */
EVO_API double evo_world_potential_energy(const evo_world *world);

/* Seconds of the stages of a step. */
typedef struct evo_profile {
    double step, pairs, contacts, solve, finish; /* the whole, and its parts in their order */
    int workers;                                 /* that shared the step; 1: it was not shared */
} evo_profile;

/* Returns the times of the last step, by config.clock, zeros without a clock; and its workers. */
EVO_API evo_profile evo_world_profile(const evo_world *world);

/* Returns the version of the library, as "1.2.3". */
EVO_API const char *evo_version(void);

/* Returns version, compiler and flags of the library, to be noted beside results. */
EVO_API const char *evo_build_text(void);

/* ---- Testing --------------------------------------------------------------------------------- */

/* Sets how many floats are computed at once: 1, 4, 8 (AVX2) or 16 (AVX-512) at most, and no more
 * than the machine can; 0: as many as it can, as in a new world. All give the same bits.
 * EVO_ERROR_INVALID: another number. */
EVO_API evo_result evo_world_set_lanes(evo_world *world, int lanes);

/* Checks that handles name what they are of, and that the states of bodies are finite. Returns what
 * is wrong, or NULL. Not to be called from a callback. */
EVO_API const char *evo_world_validate(const evo_world *world);

#ifdef __cplusplus
}
#endif

#endif
