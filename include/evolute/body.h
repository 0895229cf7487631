/* body.h: bodies, and the colliders that give them shape and mass.
 *
 *     evo_body_config ball = evo_body_config_default();
 *     ball.position = (evo_vec2){0, 5};
 *     ball.shape = evo_circle(0.5);
 *     evo_body body = evo_body_create(world, &ball);
 *
 * Handles are values. A handle of a destroyed object, or of none, gives EVO_ERROR_STALE or zeros,
 * never a crash. Invalid numbers give EVO_ERROR_INVALID and change nothing.
 */
#ifndef EVOLUTE_BODY_H
#define EVOLUTE_BODY_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Materials and filters ------------------------------------------------------------------- */

typedef struct evo_material {
    double density;            /* mass per area */
    double friction;           /* Coulomb coefficient; 0: none */
    double restitution;        /* 0 to 4: its square is the part of the normal force's work that an
                                  impact gives back; above 1, of a bumper, it adds some, but not
                                  to what comes faster than 1e6. Of disks, and without friction:
                                  rebound speed over approach speed. Slower than
                                  config.bounce_threshold nothing bounces */
    double rolling_resistance; /* torque over normal force and radius, like friction */
    double surface_speed;      /* of a conveyor belt, in units a second: what lies on top is carried
                                  to the right if positive; clockwise around the shape */
    double tangential_restitution; /* -1 to 1: as friction allows, an impact leaves minus this part
                                      of the slip: -1 all of it, as if smooth; 0 none; 1, of rough
                                      disks, turns it round. Of two the one farther from 0 counts */
    uint64_t id; /* a name of yours for a kind of surface, which decides nothing: for rules of a
                    contact, for sounds */
} evo_material;

/* Density 1, friction 0.6, the rest 0. */
EVO_API evo_material evo_material_default(void);

/* EVO_OK; EVO_ERROR_INVALID: a number is not finite, or below 0 where that means nothing;
 * EVO_ERROR_LIMIT: the restitution is above 4, or the tangential one is not from -1 to 1. */
EVO_API evo_result evo_material_check(const evo_material *material);

/* Two colliders collide when the category of each is in the mask of the other. Colliders of the
 * same nonzero group always collide (group above 0) or never (below 0), whatever their masks. All
 * zero is the default; a mask of 0 beside a category collides with nothing. */
typedef struct evo_filter {
    uint64_t category, mask;
    int32_t group;
} evo_filter;

/* Category 1, collides with everything. */
EVO_API evo_filter evo_filter_default(void);

/* What a collider wants to be told and asked, combined with |. 0: it is told of touches and
 * impacts, and both callbacks are asked (world.h), where there are any. Of two colliders either
 * suffices. */
enum {
    EVO_TELL_TOUCHES = 1,
    EVO_TELL_IMPACTS = 2,
    EVO_ASK_COLLIDE = 4, /* should_collide */
    EVO_ASK_SOLVE = 8,   /* pre_solve */
    EVO_QUIET = 16       /* nothing of these */
};

/* One-way colliders hold what touched them in the step before, and what lies on the side to which
 * one_way points, apart from them or sunk in by at most a tenth of the smaller one's size; more
 * than 60 degrees aslant only if it does not move along one_way. All else passes until it has come
 * out. Rays and casts meet them if they go against one_way and hit that side. To drop through, let
 * pre_solve (world.h) return false until the body has sunk in. Exact time has none
 * (EVO_ERROR_UNSUPPORTED). */

typedef struct evo_collider_config {
    evo_shape shape;
    evo_material material;
    evo_filter filter;
    bool sensor; /* sees what overlaps it (evo_world_visits in event.h), bodies of all kinds but no
                    other sensor; it pushes nothing and weighs nothing */
    void *user;
    unsigned flags;  /* EVO_TELL_TOUCHES and so on; 0: all of them */
    bool no_sensors; /* is not seen by sensors */
    /* A platform: a direction in its body's frame; (0, 0): solid from all sides. What moves along
     * it passes, what comes against it is held. */
    evo_vec2 one_way;
} evo_collider_config;

/* EVO_NO_SHAPE, of the default material. */
EVO_API evo_collider_config evo_collider_config_default(void);

/* ---- Bodies ---------------------------------------------------------------------------------- */

typedef enum evo_body_kind {
    EVO_DYNAMIC,  /* moved by forces and contacts */
    EVO_STATIC,   /* never moves by itself */
    EVO_KINEMATIC /* moves at its velocity and spin; nothing pushes it, and it touches none but
                     dynamic bodies */
} evo_body_kind;

/* Axes of the world along which the centre of mass of a dynamic body does not move, and whether it
 * does not turn. Velocities, forces and impulses along locked axes are left out; evo_body_set_pose
 * moves it all the same. Locks along axes are exact: contacts and joints know that the body does
 * not yield there, and are solved one by one. */
typedef struct evo_locks {
    bool x, y, spin;
} evo_locks;

typedef struct evo_body_config {
    evo_body_kind kind;
    evo_vec2 position;
    double angle;
    evo_vec2 velocity; /* of the centre of mass; a static body has none */
    double spin;       /* radians a second */
    evo_shape shape;   /* the first collider, unless it is EVO_NO_SHAPE */
    evo_material material;
    evo_filter filter;
    bool sensor;
    double damping, spin_damping; /* rates of decay of velocity and spin, per second */
    double gravity_scale;         /* of the world's gravity; 0: it floats */
    evo_locks locks;              /* of a dynamic body */
    bool disabled;                /* neither moves nor collides, and is not found by queries */
    bool asleep;                  /* begins asleep */
    bool never_sleep;
    /* A body sleeps when it and all that it touches have been slower than this for half a second,
     * rims included. 0: a tenth of its size (the distance of its farthest rim from its centre of
     * mass) a second. */
    double sleep_speed;
    void *user;
    void *collider_user; /* of the first collider */
    unsigned flags;      /* of the first collider, see evo_collider_config */
    evo_vec2 one_way;
} evo_body_config;

/* Dynamic, awake, at the origin, of the default material, gravity_scale 1, without a shape. */
EVO_API evo_body_config evo_body_config_default(void);

/* Creates a body. {0}: the config is invalid or, in exact time, not supported, or memory ran out.
 * Exact time refuses dynamic bodies with damping, a gravity_scale other than 1, or a sensor. A
 * dynamic body whose shapes have no mass gets mass 1. */
EVO_API evo_body evo_body_create(evo_world *world, const evo_body_config *config);

/* Destroys a body and its colliders. Bodies that slept in contact with it wake. */
EVO_API evo_result evo_body_destroy(evo_world *world, evo_body body);

/* Whether the handle names a body. */
EVO_API bool evo_body_exists(const evo_world *world, evo_body body);

/* Returns the config that would create the body in its present state, without its colliders: shape,
 * material, filter, sensor. Zeros for a stale handle. */
EVO_API evo_body_config evo_body_get(const evo_world *world, evo_body body);

/* ---- Motion ---------------------------------------------------------------------------------- */

/* Position and angle; velocity of the centre of mass; spin in radians per second. Zeros for a stale
 * handle. */
EVO_API evo_pose evo_body_pose(const evo_world *world, evo_body body);
EVO_API evo_vec2 evo_body_velocity(const evo_world *world, evo_body body);
EVO_API double evo_body_spin(const evo_world *world, evo_body body);

/* Getters of what a body is. `asleep`: it sleeps. `bounds`: a box about all its colliders as they
 * lie now; a point, where it has none. */
EVO_API evo_body_kind evo_body_kind_of(const evo_world *world, evo_body body);
EVO_API bool evo_body_disabled(const evo_world *world, evo_body body);
EVO_API bool evo_body_asleep(const evo_world *world, evo_body body);
EVO_API evo_bounds evo_body_bounds(const evo_world *world, evo_body body);
EVO_API void *evo_body_user(const evo_world *world, evo_body body);

/* The centre of mass in the world, and the velocity of a point of the world that moves with the
 * body. */
EVO_API evo_vec2 evo_body_world_center(const evo_world *world, evo_body body);
EVO_API evo_vec2 evo_body_point_velocity(const evo_world *world, evo_body body, evo_vec2 point);

/* Points and vectors from the body's frame to the world, and back; {0} is the world, where they
 * stay as they are. */
EVO_API evo_vec2 evo_body_world_point(const evo_world *world, evo_body body, evo_vec2 local);
EVO_API evo_vec2 evo_body_local_point(const evo_world *world, evo_body body, evo_vec2 point);
EVO_API evo_vec2 evo_body_world_vector(const evo_world *world, evo_body body, evo_vec2 local);
EVO_API evo_vec2 evo_body_local_vector(const evo_world *world, evo_body body, evo_vec2 vector);

/* Returns mass, centre of mass in the body's frame, and moment of inertia about it. Zeros for a
 * body that is not dynamic. */
EVO_API evo_mass evo_body_mass(const evo_world *world, evo_body body);

/* Moves a body at once, without touching what lies between, and wakes it. */
EVO_API evo_result evo_body_set_pose(evo_world *world, evo_body body, evo_pose pose);

/* Set the velocity of the centre of mass (what is along locked axes is left out) and the spin;
 * motion wakes the body.
 * EVO_ERROR_UNSUPPORTED: the body is static or, for the spin, locked. */
EVO_API evo_result evo_body_set_velocity(evo_world *world, evo_body body, evo_vec2 velocity);
EVO_API evo_result evo_body_set_spin(evo_world *world, evo_body body, double spin);

/* Sets velocity and spin by which the body's frame is at a pose after some time; angles are not
 * taken modulo a turn. A kinematic body, which nothing keeps from it, arrives there with the step
 * in which that time ends, and stops, unless its motion or pose is set meanwhile. A dynamic one is
 * only sent off, and so is any in exact time. */
EVO_API evo_result evo_body_drive_to(evo_world *world, evo_body body, evo_pose pose,
                                     double seconds);

/* Apply a force or a torque during the next step only. They wake the body; one of 0 does not.
 * `point` is in the world; a force off the centre of mass exerts a torque too. EVO_ERROR_INVALID:
 * it would speed the body up by more than 1e30 a second. EVO_ERROR_UNSUPPORTED: the body is not
 * dynamic, or disabled, or in exact time. */
EVO_API evo_result evo_body_apply_force(evo_world *world, evo_body body, evo_vec2 force,
                                        evo_vec2 point);
EVO_API evo_result evo_body_apply_center_force(evo_world *world, evo_body body, evo_vec2 force);
EVO_API evo_result evo_body_apply_torque(evo_world *world, evo_body body, double torque);

/* Change velocity and spin at once, and wake the body. `point` is in the world.
 * EVO_ERROR_UNSUPPORTED: the body is not dynamic. */
EVO_API evo_result evo_body_apply_impulse(evo_world *world, evo_body body, evo_vec2 impulse,
                                          evo_vec2 point);
EVO_API evo_result evo_body_apply_center_impulse(evo_world *world, evo_body body, evo_vec2 impulse);
EVO_API evo_result evo_body_apply_spin_impulse(evo_world *world, evo_body body, double impulse);

/* ---- Properties ------------------------------------------------------------------------------ */

/* Changes the kind and wakes the body. A static body has no velocity and no spin.
 * EVO_ERROR_UNSUPPORTED: a dynamic body cannot have the links of a chain or, in exact time, what
 * this one has. */
EVO_API evo_result evo_body_set_kind(evo_world *world, evo_body body, evo_body_kind kind);

/* Sets the mass in place of that of the shapes; all zero returns to theirs. EVO_ERROR_UNSUPPORTED:
 * the body is not dynamic. */
EVO_API evo_result evo_body_set_mass(evo_world *world, evo_body body, evo_mass mass);

/* Set the config's field of that name; to the value it has already changes nothing. They wake the
 * body, except for damping, user, sleep_speed and never = false. evo_body_set_asleep(true) puts a
 * dynamic body to sleep, and what it touches with it. Callbacks may set user.
 * EVO_ERROR_UNSUPPORTED: exact time, as in evo_body_create. */
EVO_API evo_result evo_body_set_damping(evo_world *world, evo_body body, double damping);
EVO_API evo_result evo_body_set_spin_damping(evo_world *world, evo_body body, double damping);
EVO_API evo_result evo_body_set_gravity_scale(evo_world *world, evo_body body, double scale);
EVO_API evo_result evo_body_set_locks(evo_world *world, evo_body body, evo_locks locks);
EVO_API evo_result evo_body_set_disabled(evo_world *world, evo_body body, bool disabled);
EVO_API evo_result evo_body_set_asleep(evo_world *world, evo_body body, bool asleep);
EVO_API evo_result evo_body_set_never_sleep(evo_world *world, evo_body body, bool never);
EVO_API evo_result evo_body_set_sleep_speed(evo_world *world, evo_body body, double speed);
EVO_API evo_result evo_body_set_user(evo_world *world, evo_body body, void *user);

/* Wakes what touches a body, and the body. */
EVO_API evo_result evo_body_wake_touching(evo_world *world, evo_body body);

/* Returns how many bodies are awake. */
EVO_API size_t evo_world_awake(const evo_world *world);

/* ---- Many bodies at once --------------------------------------------------------------------- */

/* Arrays of the caller: an item for each body, `stride` bytes from one to the next, 0: packed. NULL
 * leaves out. */
typedef struct evo_body_arrays {
    evo_pose *poses;
    evo_vec2 *velocities;
    double *spins;
    size_t pose_stride, velocity_stride, spin_stride;
    /* For reading alone. A way is the position as if a periodic box had not put the body back since
     * it was created or its pose set: what it differs by is how far the body has come. */
    evo_vec2 *ways;
    evo_mass *masses;
    bool *asleep;
    size_t way_stride, mass_stride, asleep_stride;
} evo_body_arrays;

/* Creates bodies by a config (NULL: the default one), each with a shape, pose, velocity and spin of
 * its own, as far as shapes and arrays are given (NULL: those of the config). Writes their handles,
 * which are those of as many calls of evo_body_create, and returns count; 0: some config would be
 * refused, or memory ran out, and none is there (evo_world_last_result). */
EVO_API size_t evo_world_create_many(evo_world *world, const evo_body_config *common,
                                     const evo_shape *shapes, const evo_body_arrays *from,
                                     size_t count, evo_body *made);

/* Reads poses and velocities of bodies; those of stale handles are zero. Returns how many are
 * not. */
EVO_API size_t evo_world_read_bodies(const evo_world *world, const evo_body *bodies, size_t count,
                                     const evo_body_arrays *to);

/* Sets poses and velocities of bodies, as evo_body_set_pose and the others do. Nothing has changed
 * when one of them would be refused; EVO_ERROR_MEMORY: some may have changed. In exact time, where
 * a quarter of all bodies or more are set, 32 at least, all begin a new flight with the next step:
 * rounding is then not that of single calls. */
EVO_API evo_result evo_world_write_bodies(evo_world *world, const evo_body *bodies, size_t count,
                                          const evo_body_arrays *from);

/* Write up to `capacity` handles, in order of index, and return how many there are: of all bodies,
 * of dynamic ones whose centre of mass is outside of bounds, and of all colliders. What moved:
 * evo_world_moves in event.h. */
EVO_API size_t evo_world_bodies(const evo_world *world, evo_body *found, size_t capacity);
EVO_API size_t evo_world_outside(const evo_world *world, evo_bounds bounds, evo_body *found,
                                 size_t capacity);
EVO_API size_t evo_world_colliders(const evo_world *world, evo_collider *found, size_t capacity);

/* The same arrays for colliders; shapes are in the frames of their bodies. */
typedef struct evo_collider_arrays {
    evo_body *bodies;
    evo_shape *shapes;
    evo_material *materials;
    size_t body_stride, shape_stride, material_stride;
} evo_collider_arrays;

/* Reads bodies, shapes and materials of colliders; of stale handles as evo_collider_body and the
 * others tell them. Returns how many are not. */
EVO_API size_t evo_world_read_colliders(const evo_world *world, const evo_collider *colliders,
                                        size_t count, const evo_collider_arrays *to);

/* ---- Colliders ------------------------------------------------------------------------------- */

/* Adds a collider to a body and updates its mass, unless evo_body_set_mass has set it. {0}: the
 * config is invalid, the body stale, or memory ran out. */
EVO_API evo_collider evo_collider_create(evo_world *world, evo_body body,
                                         const evo_collider_config *config);

/* Destroys a collider; the mass of its body follows as in evo_collider_create. */
EVO_API evo_result evo_collider_destroy(evo_world *world, evo_collider collider);

/* Whether the handle names a collider. */
EVO_API bool evo_collider_exists(const evo_world *world, evo_collider collider);

/* Returns the config that would create the collider; zeros for a stale handle. */
EVO_API evo_collider_config evo_collider_get(const evo_world *world, evo_collider collider);

/* Returns the collider's body; {0} for a stale handle. */
EVO_API evo_body evo_collider_body(const evo_world *world, evo_collider collider);

/* Getters of parts of the config; the default ones for a stale handle. */
EVO_API void *evo_collider_user(const evo_world *world, evo_collider collider);
EVO_API evo_shape evo_collider_shape(const evo_world *world, evo_collider collider);
EVO_API evo_material evo_collider_material(const evo_world *world, evo_collider collider);
EVO_API evo_filter evo_collider_filter(const evo_world *world, evo_collider collider);
EVO_API bool evo_collider_is_sensor(const evo_world *world, evo_collider collider);

/* Returns whether a point of the world is in the collider's shape; sensors have points, too. */
EVO_API bool evo_collider_contains(const evo_world *world, evo_collider collider, evo_vec2 point);

/* Writes up to `capacity` of the body's colliders, in order of creation, and returns how many it
 * has. */
EVO_API size_t evo_body_colliders(const evo_world *world, evo_body body, evo_collider *found,
                                  size_t capacity);

/* Sets all of the config but `sensor`, as if by the calls that set a part; EVO_ERROR_UNSUPPORTED:
 * that is another one. */
EVO_API evo_result evo_collider_set(evo_world *world, evo_collider collider,
                                    const evo_collider_config *config);

/* Set a part of the config. Shape and material change the body's mass, unless it was set. Callbacks
 * may set user. EVO_ERROR_LIMIT: 65,535 different materials are in use. */
EVO_API evo_result evo_collider_set_shape(evo_world *world, evo_collider collider,
                                          const evo_shape *shape);
EVO_API evo_result evo_collider_set_material(evo_world *world, evo_collider collider,
                                             const evo_material *material);
EVO_API evo_result evo_collider_set_filter(evo_world *world, evo_collider collider,
                                           evo_filter filter);
EVO_API evo_result evo_collider_set_user(evo_world *world, evo_collider collider, void *user);

/* ---- Chains ---------------------------------------------------------------------------------- */

/* Terrain of a static or kinematic body: segments from point to point, smooth to roll and slide
 * over. */
typedef struct evo_chain_config {
    const evo_vec2 *points; /* in the body's frame; they are copied */
    int count;              /* of points: 2 and more, of a loop 3 and more */
    bool loop;              /* the last point goes on to the first */
    bool two_sided; /* else the left of the way from point to point is solid, and what comes out of
                       it passes: ground goes from right to left, a hill counterclockwise, the walls
                       of a room clockwise */
    evo_material material;
    const evo_material *materials; /* one of each link, in place of `material`; they are copied */
    int material_count;            /* 0: all links are of `material`; else as many as links: a link
                                      fewer than points, of a loop as many */
    evo_filter filter;
    void *user; /* of each collider */
} evo_chain_config;

/* Without points, one-sided, of the default material. */
EVO_API evo_chain_config evo_chain_config_default(void);

/* Adds a chain to a body: a collider for each segment. {0}: the config is invalid, two neighbours
 * among the points are one, there are neither as many materials as links nor none, the body is
 * stale or dynamic, or memory ran out; exact time has two-sided chains alone. */
EVO_API evo_chain evo_chain_create(evo_world *world, evo_body body, const evo_chain_config *config);

/* Destroys a chain with its colliders. It goes with its body, too. */
EVO_API evo_result evo_chain_destroy(evo_world *world, evo_chain chain);

/* Returns whether the handle names a chain. */
EVO_API bool evo_chain_exists(const evo_world *world, evo_chain chain);

/* Returns the chain's body; {0} for a stale handle. */
EVO_API evo_body evo_chain_body(const evo_world *world, evo_chain chain);

/* Writes up to `capacity` of the chain's colliders, from point to point, and returns how many it
 * has. */
EVO_API size_t evo_chain_colliders(const evo_world *world, evo_chain chain, evo_collider *found,
                                   size_t capacity);

/* Returns the chain of a collider; {0}: it belongs to none. */
EVO_API evo_chain evo_collider_chain(const evo_world *world, evo_collider collider);

#ifdef __cplusplus
}
#endif

#endif
