/* body.h: bodies, and the colliders that give them shape and mass.
 *
 *     evo_body_config ground = evo_body_config_default();
 *     ground.kind = EVO_STATIC;
 *     ground.shape = evo_box(10, 0.5);
 *     evo_body_create(world, &ground);
 *
 *     evo_body_config ball = evo_body_config_default();
 *     ball.position = evo_vec(0, 5);
 *     ball.shape = evo_circle(0.5);
 *     ball.material.restitution = 0.8; // it bounces
 *     evo_body body = evo_body_create(world, &ball);
 *     evo_body_apply_center_impulse(world, body, evo_vec(1, 0));
 *
 * A *body* has a pose, a velocity and a mass. Its *colliders* are shapes on it, each with a
 * material and a filter. The config of a body describes its first collider, too;
 * evo_collider_create adds others. A *sensor* is a collider that only sees what overlaps it.
 *
 * Calls fail with EVO_ERROR_STALE for a zero or stale handle, with EVO_ERROR_INVALID for numbers
 * out of range, and in a callback of a step with EVO_ERROR_LOCKED.
 */
#ifndef EVOLUTE_BODY_H
#define EVOLUTE_BODY_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Materials and filters ------------------------------------------------------------------- */

/* How a surface behaves in contacts, and how heavy the collider is. */
typedef struct evo_material {
    double density;            /* mass per area, 0 or more */
    double friction;           /* Coulomb coefficient, 0 or more; 0: none */
    double restitution;        /* 0 to 4: 0 does not bounce, 1 is elastic. Of disks, and without
                                  friction, it is the speed of rebound over that of approach; in
                                  general its square is the part of the normal force's work that an
                                  impact gives back. Above 1, as of a bumper, it adds energy, but
                                  not to what approaches faster than 1e6 units/s. Nothing bounces
                                  below config.bounce_threshold (world.h) */
    double rolling_resistance; /* torque over normal force and radius, a coefficient as friction is,
                                  0 or more; 0: round things roll on */
    double surface_speed;      /* of a conveyor belt, in units/s: above 0 it runs clockwise around
                                  the shape, and carries to the right what lies on top */
    double tangential_restitution; /* -1 to 1: minus this part of the slip remains after an impact,
                                      as far as friction allows: -1 all of it, as if smooth; 0 none;
                                      1 turns it round, as between rough disks. Of two colliders the
                                      one farther from 0 counts */
    uint64_t id; /* a number of yours, as for rules of contacts or for sounds; it decides nothing */
} evo_material;

/* Returns the default material: density 1, friction 0.6, all else 0. */
EVO_API evo_material evo_material_default(void);

/* Returns EVO_OK for a valid material. EVO_ERROR_INVALID: a number is not finite, or below 0 where
 * that means nothing. EVO_ERROR_LIMIT: restitution is above 4, or tangential_restitution is not
 * from -1 to 1. */
EVO_API evo_result evo_material_check(const evo_material *material);

/* Which colliders collide. Two do if the category of each is in the mask of the other. Colliders of
 * one nonzero group always do (group above 0) or never do (below 0), whatever their masks. All zero
 * is the default filter, too. @zero-filter Default configs have a mask of all bits; in a zeroed
 * filter set a category with a mask: beside a mask of 0 it collides with nothing. */
typedef struct evo_filter {
    uint64_t category, mask; /* bits of yours: what it is, and what it collides with */
    int32_t group;           /* 0: none */
} evo_filter;

/* Returns the default filter: category 1, a mask of all bits. */
EVO_API evo_filter evo_filter_default(void);

/* What a collider is told and asked: flags combined with |. 0: touches and impacts are listed
 * (event.h), and both callbacks are asked (world.h). Of two colliders one with the flag is
 * enough. */
enum {
    EVO_TELL_TOUCHES = 1, /* in evo_world_touches */
    EVO_TELL_IMPACTS = 2, /* in evo_world_impacts */
    EVO_ASK_COLLIDE = 4,  /* should_collide is asked */
    EVO_ASK_SOLVE = 8,    /* pre_solve is asked */
    EVO_QUIET = 16        /* nothing of these @quiet-flag */
};

/* Describes a collider. */
typedef struct evo_collider_config {
    evo_shape shape;       /* in the frame of its body */
    evo_material material; /* of its surface */
    evo_filter filter;     /* what it collides with; by default all */
    bool sensor;           /* it sees what overlaps it (evo_world_visits in event.h): colliders of
                              all bodies, also of the static floor that it touches, if its filter
                              lets it, but no other sensors and no movers. It pushes nothing, and
                              has no mass */
    void *user;            /* of yours */
    unsigned flags;        /* EVO_TELL_TOUCHES and so on: flags combined with |; 0: all */
    bool no_sensors;       /* no sensor sees it */
    /* A one-way platform: the direction in the frame of its body in which others pass through it.
     * They are held when they come against it. (0, 0): solid from all sides. @one-way-holds
     *
     * It holds what touched it in the step before, and what lies on the side to which one_way
     * points: apart, or overlapping by at most a tenth of the smaller size, and more than 60
     * degrees off that direction only if it does not move along one_way. All else passes until it
     * is out. Rays and casts hit it if they go against one_way, and meet that side. To drop
     * through, let pre_solve (world.h) return false until the body overlaps it deeper than that.
     * Exact time has none (EVO_ERROR_UNSUPPORTED). */
    evo_vec2 one_way;
    uint64_t tag; /* a number of yours, see evo_body_config */
} evo_collider_config;

/* Returns the default config: of the default material and filter, without a shape. */
EVO_API evo_collider_config evo_collider_config_default(void);

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* What moves a body. */
typedef enum evo_body_kind {
    EVO_DYNAMIC,  /* forces and contacts move it */
    EVO_STATIC,   /* nothing moves it but evo_body_set_pose: floors and walls */
    EVO_KINEMATIC /* moves at its velocity and spin, and nothing pushes it: lifts and doors. It
                     touches dynamic bodies alone */
} evo_body_kind;

/* What a dynamic body does not do: move its centre of mass along an axis of the world, or turn.
 * Velocities, forces and impulses along locked axes are left out; evo_body_set_pose moves the body
 * all the same. The locks are exact, also in contacts and joints @locks-exact; locked axes make
 * contacts cost more. */
typedef struct evo_locks {
    bool x, y, spin; /* not along x, not along y, not turning */
} evo_locks;

/* Describes a body, and its first collider. */
typedef struct evo_body_config {
    evo_body_kind kind;           /* dynamic, static or kinematic */
    evo_vec2 position;            /* of the body's origin, in the world */
    double angle;                 /* radians */
    evo_vec2 velocity;            /* of the centre of mass, in units/s; a static body has none */
    double spin;                  /* rad/s */
    evo_shape shape;              /* of the first collider; EVO_NO_SHAPE: there is none */
    evo_material material;        /* of the first collider, as the next two are */
    evo_filter filter;            /* what it collides with; by default all */
    bool sensor;                  /* see evo_collider_config */
    double damping, spin_damping; /* rates of decay of velocity and spin, per second, 0 or more */
    double gravity_scale;         /* factor of the world's gravity; 0: none */
    evo_locks locks;              /* of a dynamic body */
    bool disabled;                /* neither moves nor collides; queries do not find it */
    bool asleep;                  /* it begins asleep */
    bool never_sleep;             /* it keeps itself and what it touches awake */
    double sleep_speed;  /* a body falls asleep when it and all that it touches have been slower for
                            half a second, rims included: in units/s, 0 or more; 0: a tenth of its
                            size (shape.h) a second */
    void *user;          /* of yours, of the body */
    void *collider_user; /* of yours, of the first collider */
    unsigned flags;      /* of the first collider, see evo_collider_config */
    evo_vec2 one_way;    /* the same */
    uint64_t tag;        /* a number of yours, of the body: saves, frames and records keep it; it
                            decides nothing, and is in no hash */
    uint64_t collider_tag; /* the same of the first collider */
} evo_body_config;

/* Returns the default config: dynamic, awake, at the origin, of the default material, gravity_scale
 * 1, without a shape. */
EVO_API evo_body_config evo_body_config_default(void);

/* Creates a body. evo_body_colliders finds its first collider. A dynamic body whose shapes have no
 * mass gets mass 1. Returns {0}: the config is invalid, or memory ran out, or it is not supported
 * in exact time: a dynamic body with damping, a gravity_scale other than 1, or a sensor. */
EVO_API evo_body evo_body_create(evo_world *world, const evo_body_config *config);

/* Destroys a body with its colliders, chains and joints. Bodies that sleep in contact with it
 * wake. */
EVO_API evo_result evo_body_destroy(evo_world *world, evo_body body);

/* Returns whether the handle names a body. */
EVO_API bool evo_body_exists(const evo_world *world, evo_body body);

/* Returns the config that would create the body as it is now, but for its colliders (shape,
 * material, filter, sensor). Zeros for a stale handle. @stale-zeros */
EVO_API evo_body_config evo_body_get(const evo_world *world, evo_body body);

/* ---- Motion ---------------------------------------------------------------------------------- */

/* Return position and angle; the velocity of the centre of mass, in units/s; the spin, in rad/s.
 * Zeros for a stale handle. */
EVO_API evo_pose evo_body_pose(const evo_world *world, evo_body body);
EVO_API evo_vec2 evo_body_velocity(const evo_world *world, evo_body body);
EVO_API double evo_body_spin(const evo_world *world, evo_body body);

/* Return what a body is: its kind, whether it is disabled or asleep, a box around all its colliders
 * (a point if there are none), and the user's pointer and number. */
EVO_API evo_body_kind evo_body_kind_of(const evo_world *world, evo_body body);
EVO_API bool evo_body_disabled(const evo_world *world, evo_body body);
EVO_API bool evo_body_asleep(const evo_world *world, evo_body body);
EVO_API evo_bounds evo_body_bounds(const evo_world *world, evo_body body);
EVO_API void *evo_body_user(const evo_world *world, evo_body body);
EVO_API uint64_t evo_body_tag(const evo_world *world, evo_body body);

/* Return the centre of mass in the world, and the velocity of a point of the world as if it moved
 * with the body, in units/s. */
EVO_API evo_vec2 evo_body_world_center(const evo_world *world, evo_body body);
EVO_API evo_vec2 evo_body_point_velocity(const evo_world *world, evo_body body, evo_vec2 point);

/* Turn points and vectors of the body's frame into those of the world, and back. For the body {0}
 * they stay as they are. */
EVO_API evo_vec2 evo_body_world_point(const evo_world *world, evo_body body, evo_vec2 local);
EVO_API evo_vec2 evo_body_local_point(const evo_world *world, evo_body body, evo_vec2 point);
EVO_API evo_vec2 evo_body_world_vector(const evo_world *world, evo_body body, evo_vec2 local);
EVO_API evo_vec2 evo_body_local_vector(const evo_world *world, evo_body body, evo_vec2 vector);

/* Returns mass, centre of mass in the body's frame, and moment of inertia about it. Zeros for a
 * body that is not dynamic. */
EVO_API evo_mass evo_body_mass(const evo_world *world, evo_body body);

/* Puts a body somewhere at once, and wakes it, unless it is there already. What lies between is not
 * touched. To move it so that it pushes others, use evo_body_set_velocity or evo_body_drive_to. */
EVO_API evo_result evo_body_set_pose(evo_world *world, evo_body body, evo_pose pose);

/* Set the velocity of the centre of mass, in units/s, and the spin, in rad/s. A change wakes the
 * body. What is along locked axes is left out. EVO_ERROR_UNSUPPORTED: the body is static or, for
 * the spin, its spin is locked. */
EVO_API evo_result evo_body_set_velocity(evo_world *world, evo_body body, evo_vec2 velocity);
EVO_API evo_result evo_body_set_spin(evo_world *world, evo_body body, double spin);

/* Sets velocity and spin so that the body would be at a pose after some seconds; angles are not
 * taken modulo a turn. A kinematic body, which nothing can stop, is there at the end of the step in
 * which that time ends, and stops, unless its motion or pose is set before. @drive-arrives A
 * dynamic body is only sent off, and in exact time any body is. */
EVO_API evo_result evo_body_drive_to(evo_world *world, evo_body body, evo_pose pose,
                                     double seconds);

/* Apply a force (mass times length per second squared) or a torque (that times length) during the
 * next step only: call them before each step. @force-one-step `point` is in the world; off the
 * centre of mass a force turns the body, too. They wake it, but for a force of 0.
 * EVO_ERROR_INVALID: velocity or spin would grow by more than 1e30 a second. EVO_ERROR_UNSUPPORTED:
 * the body is not dynamic, or disabled, or in exact time. */
EVO_API evo_result evo_body_apply_force(evo_world *world, evo_body body, evo_vec2 force,
                                        evo_vec2 point);
EVO_API evo_result evo_body_apply_center_force(evo_world *world, evo_body body, evo_vec2 force);
EVO_API evo_result evo_body_apply_torque(evo_world *world, evo_body body, double torque);

/* Apply an impulse: they change velocity and spin at once, and wake the body. Its unit is mass
 * times velocity; of the last one, that times length. `point` is in the world.
 * EVO_ERROR_UNSUPPORTED: the body is not dynamic. */
EVO_API evo_result evo_body_apply_impulse(evo_world *world, evo_body body, evo_vec2 impulse,
                                          evo_vec2 point);
EVO_API evo_result evo_body_apply_center_impulse(evo_world *world, evo_body body, evo_vec2 impulse);
EVO_API evo_result evo_body_apply_spin_impulse(evo_world *world, evo_body body, double impulse);

/* ---- Properties ------------------------------------------------------------------------------ */

/* Changes the kind, and wakes the body. A static body loses velocity and spin.
 * EVO_ERROR_UNSUPPORTED: the body would become dynamic, and has a chain or, in exact time,
 * something that dynamic bodies cannot have. */
EVO_API evo_result evo_body_set_kind(evo_world *world, evo_body body, evo_body_kind kind);

/* Sets mass, centre of mass and inertia in place of those of the shapes; all zero: those of the
 * shapes again. EVO_ERROR_UNSUPPORTED: the body is not dynamic. */
EVO_API evo_result evo_body_set_mass(evo_world *world, evo_body body, evo_mass mass);

/* Set the field of the config with that name. A value that it has already changes nothing. They
 * wake the body, but for damping, user, tag, sleep_speed and never_sleep = false.
 * evo_body_set_asleep(world, body, true) puts a dynamic body to sleep at once with all that it
 * touches or is joined to, directly or through others. @sleep-by-hand A callback may set `user`.
 * EVO_ERROR_UNSUPPORTED: exact time, as in evo_body_create; or, for sleep, one of these bodies has
 * never_sleep, or is kinematic and moves. */
EVO_API evo_result evo_body_set_damping(evo_world *world, evo_body body, double damping);
EVO_API evo_result evo_body_set_spin_damping(evo_world *world, evo_body body, double damping);
EVO_API evo_result evo_body_set_gravity_scale(evo_world *world, evo_body body, double scale);
EVO_API evo_result evo_body_set_locks(evo_world *world, evo_body body, evo_locks locks);
EVO_API evo_result evo_body_set_disabled(evo_world *world, evo_body body, bool disabled);
EVO_API evo_result evo_body_set_asleep(evo_world *world, evo_body body, bool asleep);
EVO_API evo_result evo_body_set_never_sleep(evo_world *world, evo_body body, bool never);
EVO_API evo_result evo_body_set_sleep_speed(evo_world *world, evo_body body, double speed);
EVO_API evo_result evo_body_set_user(evo_world *world, evo_body body, void *user);
EVO_API evo_result evo_body_set_tag(evo_world *world, evo_body body, uint64_t tag);

/* Wake a body with all that sleeps with it; the second one also what touches it, if it stands. An
 * awake body stays awake for half a second at least. @wake-lasts In exact time they do nothing. */
EVO_API evo_result evo_body_wake(evo_world *world, evo_body body);
EVO_API evo_result evo_body_wake_touching(evo_world *world, evo_body body);

/* Returns how many bodies are awake. */
EVO_API size_t evo_world_awake(const evo_world *world);

/* ---- Many bodies at once --------------------------------------------------------------------- */

/* Arrays of yours with an item for each body. A stride is the number of bytes from one item to the
 * next; 0: they are packed. A NULL array is left out. */
typedef struct evo_body_arrays {
    evo_pose *poses;                                  /* in the world */
    evo_vec2 *velocities;                             /* of centres of mass, in units/s */
    double *spins;                                    /* rad/s */
    size_t pose_stride, velocity_stride, spin_stride; /* bytes */
    evo_vec2 *ways;   /* read only, as the next two: the position as if a periodic box had never put
                         the body back since it was created or its pose was set */
    evo_mass *masses; /* as evo_body_mass */
    bool *asleep;     /* as evo_body_asleep */
    size_t way_stride, mass_stride, asleep_stride; /* bytes */
} evo_body_arrays;

/* Creates `count` bodies by one config (NULL: the default one), each with a shape, pose, velocity
 * and spin of its own where `shapes` and the arrays are given. Writes their handles, in the order
 * of the arrays: the same as of as many calls of evo_body_create. @many-as-single Returns `count`,
 * or 0, and then there is none of them: a config would be refused, or memory ran out
 * (evo_world_last_result). */
EVO_API size_t evo_world_create_many(evo_world *world, const evo_body_config *common,
                                     const evo_shape *shapes, const evo_body_arrays *from,
                                     size_t count, evo_body *made);

/* Writes poses, velocities and so on of bodies into arrays; zeros for stale handles. Returns how
 * many handles are not stale. */
EVO_API size_t evo_world_read_bodies(const evo_world *world, const evo_body *bodies, size_t count,
                                     const evo_body_arrays *to);

/* Sets poses, velocities and spins of bodies from arrays, as evo_body_set_pose and so on. When one
 * of them would be refused nothing changes @refused-writes; EVO_ERROR_MEMORY: some may have
 * changed. In exact time, if a quarter of all bodies and at least 32 are set, all begin a new
 * flight with the next step, and round otherwise than after single calls. */
EVO_API evo_result evo_world_write_bodies(evo_world *world, const evo_body *bodies, size_t count,
                                          const evo_body_arrays *from);

/* Write up to `capacity` handles, in order of handles, and return how many there are: all bodies;
 * dynamic bodies whose centre of mass is outside of bounds; all colliders. evo_world_moves
 * (event.h) lists what moved. */
EVO_API size_t evo_world_bodies(const evo_world *world, evo_body *found, size_t capacity);
EVO_API size_t evo_world_outside(const evo_world *world, evo_bounds bounds, evo_body *found,
                                 size_t capacity);
EVO_API size_t evo_world_colliders(const evo_world *world, evo_collider *found, size_t capacity);

/* Arrays of colliders, as those of bodies. */
typedef struct evo_collider_arrays {
    evo_body *bodies;                                  /* that they belong to */
    evo_shape *shapes;                                 /* in the frames of their bodies */
    evo_material *materials;                           /* of their surfaces */
    size_t body_stride, shape_stride, material_stride; /* bytes */
} evo_collider_arrays;

/* Writes bodies, shapes and materials of colliders into arrays; for stale handles what
 * evo_collider_body and so on return. Returns how many handles are not stale. */
EVO_API size_t evo_world_read_colliders(const evo_world *world, const evo_collider *colliders,
                                        size_t count, const evo_collider_arrays *to);

/* ---- Colliders ------------------------------------------------------------------------------- */

/* Adds a collider to a body. The mass of the body follows, unless evo_body_set_mass has set it.
 * @mass-follows Returns {0}: the config is invalid, the body is stale, or memory ran out. */
EVO_API evo_collider evo_collider_create(evo_world *world, evo_body body,
                                         const evo_collider_config *config);

/* Destroys a collider. The mass of its body follows, unless it was set. */
EVO_API evo_result evo_collider_destroy(evo_world *world, evo_collider collider);

/* Returns whether the handle names a collider. */
EVO_API bool evo_collider_exists(const evo_world *world, evo_collider collider);

/* Returns the config that would create the collider as it is now; zeros for a stale handle. */
EVO_API evo_collider_config evo_collider_get(const evo_world *world, evo_collider collider);

/* Returns the body of a collider; {0} for a stale handle. */
EVO_API evo_body evo_collider_body(const evo_world *world, evo_collider collider);

/* Return parts of the config; those of the default one for a stale handle. */
EVO_API void *evo_collider_user(const evo_world *world, evo_collider collider);
EVO_API uint64_t evo_collider_tag(const evo_world *world, evo_collider collider);
EVO_API evo_shape evo_collider_shape(const evo_world *world, evo_collider collider);
EVO_API evo_material evo_collider_material(const evo_world *world, evo_collider collider);
EVO_API evo_filter evo_collider_filter(const evo_world *world, evo_collider collider);
EVO_API bool evo_collider_is_sensor(const evo_world *world, evo_collider collider);

/* Returns whether a point of the world is in a collider, also in a sensor, or on its rim. */
EVO_API bool evo_collider_contains(const evo_world *world, evo_collider collider, evo_vec2 point);

/* Writes up to `capacity` colliders of a body, in the order of their creation, and returns how many
 * it has. */
EVO_API size_t evo_body_colliders(const evo_world *world, evo_body body, evo_collider *found,
                                  size_t capacity);

/* Sets the config, as the calls below set its parts. EVO_ERROR_UNSUPPORTED: `sensor` would
 * change, or a link of a chain would be no segment. */
EVO_API evo_result evo_collider_set(evo_world *world, evo_collider collider,
                                    const evo_collider_config *config);

/* Set a part of the config. Another shape or density changes the mass of the body, unless it was
 * set. A callback may set `user`. EVO_ERROR_LIMIT: 65,535 different materials are in use.
 * EVO_ERROR_UNSUPPORTED: a shape that is no segment, for a link of a chain. */
EVO_API evo_result evo_collider_set_shape(evo_world *world, evo_collider collider,
                                          const evo_shape *shape);
EVO_API evo_result evo_collider_set_material(evo_world *world, evo_collider collider,
                                             const evo_material *material);
EVO_API evo_result evo_collider_set_filter(evo_world *world, evo_collider collider,
                                           evo_filter filter);
EVO_API evo_result evo_collider_set_user(evo_world *world, evo_collider collider, void *user);
EVO_API evo_result evo_collider_set_tag(evo_world *world, evo_collider collider, uint64_t tag);

/* ---- Chains ---------------------------------------------------------------------------------- */

/* Describes a chain: terrain of segments from point to point, on a static or kinematic body, over
 * which others slide and roll without bumps. It is solid on the left of the way from point to
 * point: list the points of ground from right to left, of a hill counterclockwise, of the walls of
 * a room clockwise.
 *
 *     const evo_vec2 points[] = {{10, 1}, {5, 0}, {-5, 0}, {-10, 2}}; // from right to left
 *     evo_chain_config land = evo_chain_config_default();
 *     land.points = points;
 *     land.count = 4;
 *     evo_chain_create(world, ground, &land); // a static body
 *
 * What comes from behind passes. @one-sided-chain */
typedef struct evo_chain_config {
    const evo_vec2 *points;        /* in the frame of the body; they are copied */
    int count;                     /* of points: 2 or more; of a loop 3 or more */
    bool loop;                     /* a segment joins the last point to the first */
    bool two_sided;                /* it is solid on both sides */
    evo_material material;         /* of all links, if `materials` is NULL */
    const evo_material *materials; /* one for each link; they are copied */
    int material_count; /* as many as links: one fewer than points, of a loop as many; or 0 */
    evo_filter filter;  /* of all links; by default they collide with all */
    void *user;         /* of yours, of each collider */
    uint64_t tag;       /* the same, see evo_body_config */
} evo_chain_config;

/* Returns the default config: one-sided, of the default material, without points. */
EVO_API evo_chain_config evo_chain_config_default(void);

/* Adds a chain to a body: a collider for each segment. Returns {0}: the config is invalid, two
 * neighbours among the points are equal, material_count is neither 0 nor the number of links, the
 * body is stale or dynamic, or memory ran out. In exact time only two-sided chains are
 * supported. */
EVO_API evo_chain evo_chain_create(evo_world *world, evo_body body, const evo_chain_config *config);

/* Destroys a chain with its colliders. It is destroyed with its body, too. */
EVO_API evo_result evo_chain_destroy(evo_world *world, evo_chain chain);

/* Returns whether the handle names a chain. */
EVO_API bool evo_chain_exists(const evo_world *world, evo_chain chain);

/* Returns the body of a chain; {0} for a stale handle. */
EVO_API evo_body evo_chain_body(const evo_world *world, evo_chain chain);

/* Writes up to `capacity` colliders of a chain, from point to point, and returns how many it
 * has. */
EVO_API size_t evo_chain_colliders(const evo_world *world, evo_chain chain, evo_collider *found,
                                   size_t capacity);

/* Returns the chain of a collider; {0}: it belongs to none. */
EVO_API evo_chain evo_collider_chain(const evo_world *world, evo_collider collider);

#ifdef __cplusplus
}
#endif

#endif
