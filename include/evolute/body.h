/* body.h: bodies, and the colliders they are made of.
 *
 *     evo_body_config ball = evo_body_config_default();
 *     ball.position = (evo_vec2){0, 5};
 *     ball.shape = evo_circle(0.5);
 *     evo_body body = evo_body_create(world, &ball);
 *
 * Handles are values. One that names something destroyed, or nothing, is answered with a result or
 * with zeros, never with a crash. Bad numbers are refused and change nothing.
 */
#ifndef EVOLUTE_BODY_H
#define EVOLUTE_BODY_H

#include "shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct evo_world evo_world;

/* {0} names nothing. */
typedef struct evo_body {
    uint32_t index, generation;
} evo_body;

typedef struct evo_collider {
    uint32_t index, generation;
} evo_collider;

/* ---- What bodies are made of ----------------------------------------------------------------- */

typedef struct evo_material {
    double density;            /* mass an area */
    double friction;           /* Coulomb's; 0 is ice */
    double restitution;        /* part of the approach speed that comes back, 0 to 1 */
    double rolling_resistance; /* of the size of friction: torque over load and radius */
    double surface_speed;      /* of a conveyor: what touches it is dragged along, counterclockwise
                                  around the shape for positive values */
} evo_material;

/* 1, 0.6, 0, 0, 0. */
EVO_API evo_material evo_material_default(void);

/* Two colliders meet when each one's category is in the other's mask. Two of the same group,
 * unless it is 0, always meet (above 0) or never (below 0). All zero means: category 1, meets
 * everything. */
typedef struct evo_filter {
    uint32_t category, mask;
    int32_t group;
} evo_filter;

typedef struct evo_collider_config {
    evo_shape shape;
    evo_material material;
    evo_filter filter;
    bool sensor; /* notices what overlaps it and pushes nothing */
    void *user;
} evo_collider_config;

/* No shape yet, of the default material. */
EVO_API evo_collider_config evo_collider_config_default(void);

/* ---- Bodies ---------------------------------------------------------------------------------- */

typedef enum evo_body_kind {
    EVO_DYNAMIC,  /* moved by forces and contacts */
    EVO_STATIC,   /* stands still */
    EVO_KINEMATIC /* moves as it is told, and nothing stops it */
} evo_body_kind;

typedef struct evo_body_config {
    evo_body_kind kind;
    evo_vec2 position;
    double angle;
    evo_vec2 velocity; /* of the centre of mass */
    double spin;
    evo_shape shape; /* the first collider, unless it is EVO_NO_SHAPE */
    evo_material material;
    evo_filter filter;
    bool sensor;
    double damping, spin_damping; /* share of speed lost a second, for small values */
    double gravity_scale;
    bool fixed_rotation;
    bool disabled; /* takes no part in anything */
    bool asleep;   /* begins asleep */
    bool never_sleep;
    void *user;
} evo_body_config;

/* Dynamic, awake, at the origin, of the default material, gravity_scale 1, without a shape. */
EVO_API evo_body_config evo_body_config_default(void);

/* {0} when the config is refused or memory is. A dynamic body without mass weighs 1. */
EVO_API evo_body evo_body_create(evo_world *world, const evo_body_config *config);

/* With all its colliders. What slept on it wakes. */
EVO_API evo_result evo_body_destroy(evo_world *world, evo_body body);

EVO_API bool evo_body_exists(const evo_world *world, evo_body body);

/* The config that would create the body as it is now, without its shape, material and filter;
 * zeros for a dead handle. */
EVO_API evo_body_config evo_body_get(const evo_world *world, evo_body body);

/* ---- Where it is, and how it moves ----------------------------------------------------------- */

EVO_API evo_pose evo_body_pose(const evo_world *world, evo_body body);
EVO_API evo_vec2 evo_body_velocity(const evo_world *world, evo_body body); /* centre of mass */
EVO_API double evo_body_spin(const evo_world *world, evo_body body);
EVO_API bool evo_body_awake(const evo_world *world, evo_body body);

/* Mass, centre of mass in the body, moment of inertia about it. Zeros for bodies that are not
 * dynamic. */
EVO_API evo_mass evo_body_mass(const evo_world *world, evo_body body);

/* Teleports, and wakes. */
EVO_API evo_result evo_body_set_pose(evo_world *world, evo_body body, evo_pose pose);

/* Static bodies refuse speed with EVO_ERROR_UNSUPPORTED. Speed wakes. */
EVO_API evo_result evo_body_set_velocity(evo_world *world, evo_body body, evo_vec2 velocity);
EVO_API evo_result evo_body_set_spin(evo_world *world, evo_body body, double spin);

/* Over the next step, and only that. Points are in the world; what pushes off the centre of mass
 * turns too. Only dynamic bodies feel it, and no disabled ones; others answer
 * EVO_ERROR_UNSUPPORTED. */
EVO_API evo_result evo_body_apply_force(evo_world *world, evo_body body, evo_vec2 force,
                                        evo_vec2 point);
EVO_API evo_result evo_body_apply_torque(evo_world *world, evo_body body, double torque);

/* At once. */
EVO_API evo_result evo_body_apply_impulse(evo_world *world, evo_body body, evo_vec2 impulse,
                                          evo_vec2 point);
EVO_API evo_result evo_body_apply_spin_impulse(evo_world *world, evo_body body, double impulse);

/* ---- What it is ------------------------------------------------------------------------------ */

EVO_API evo_result evo_body_set_kind(evo_world *world, evo_body body, evo_body_kind kind);

/* In place of what the shapes give; all zero goes back to them. */
EVO_API evo_result evo_body_set_mass(evo_world *world, evo_body body, evo_mass mass);

EVO_API evo_result evo_body_set_damping(evo_world *world, evo_body body, double damping,
                                        double spin_damping);
EVO_API evo_result evo_body_set_gravity_scale(evo_world *world, evo_body body, double scale);
EVO_API evo_result evo_body_set_fixed_rotation(evo_world *world, evo_body body, bool fixed);
EVO_API evo_result evo_body_set_enabled(evo_world *world, evo_body body, bool enabled);
EVO_API evo_result evo_body_set_awake(evo_world *world, evo_body body, bool awake);
EVO_API evo_result evo_body_set_never_sleep(evo_world *world, evo_body body, bool never);
EVO_API evo_result evo_body_set_user(evo_world *world, evo_body body, void *user);

/* ---- Colliders ------------------------------------------------------------------------------- */

/* Adds a shape to a body; its mass follows, unless it was set by hand. {0} when refused. */
EVO_API evo_collider evo_collider_create(evo_world *world, evo_body body,
                                         const evo_collider_config *config);
EVO_API evo_result evo_collider_destroy(evo_world *world, evo_collider collider);
EVO_API bool evo_collider_exists(const evo_world *world, evo_collider collider);

/* The config that would create it; zeros for a dead handle. */
EVO_API evo_collider_config evo_collider_get(const evo_world *world, evo_collider collider);
EVO_API evo_body evo_collider_body(const evo_world *world, evo_collider collider);

/* Writes up to `capacity` of the body's colliders, in the order of their making, and returns how
 * many it has. */
EVO_API size_t evo_body_colliders(const evo_world *world, evo_body body, evo_collider *found,
                                  size_t capacity);

EVO_API evo_result evo_collider_set_shape(evo_world *world, evo_collider collider,
                                          const evo_shape *shape);
EVO_API evo_result evo_collider_set_material(evo_world *world, evo_collider collider,
                                             const evo_material *material);
EVO_API evo_result evo_collider_set_filter(evo_world *world, evo_collider collider,
                                           evo_filter filter);
EVO_API evo_result evo_collider_set_user(evo_world *world, evo_collider collider, void *user);

#ifdef __cplusplus
}
#endif

#endif
