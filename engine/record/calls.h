/* calls.h: the calls that change a world, each described once: what it returns, its name, and the
 * kinds of its arguments. From this table come the functions that record them, the bytes of a
 * record, and the calls of a replay. And what callbacks are asked meanwhile. */
#ifndef ENGINE_RECORD_CALLS_H
#define ENGINE_RECORD_CALLS_H

#include "evolute/contact.h"
#include "evolute/exact.h"
#include "evolute/joint.h"
#include "evolute/record.h"

/* clang-format off */
#define CALLS(CALL_1, CALL_2, CALL_3, CALL_4)                          \
    CALL_1(body, body_create, body_config)                             \
    CALL_1(result, body_destroy, body)                                 \
    CALL_2(result, body_set_pose, body, pose)                          \
    CALL_2(result, body_set_velocity, body, vector)                    \
    CALL_2(result, body_set_spin, body, number)                        \
    CALL_3(result, body_drive_to, body, pose, number)                   \
    CALL_3(result, body_apply_force, body, vector, vector)             \
    CALL_2(result, body_apply_center_force, body, vector)              \
    CALL_2(result, body_apply_torque, body, number)                    \
    CALL_3(result, body_apply_impulse, body, vector, vector)           \
    CALL_2(result, body_apply_center_impulse, body, vector)            \
    CALL_2(result, body_apply_spin_impulse, body, number)              \
    CALL_2(result, body_set_kind, body, body_kind)                     \
    CALL_2(result, body_set_mass, body, mass)                          \
    CALL_2(result, body_set_damping, body, number)                     \
    CALL_2(result, body_set_spin_damping, body, number)                \
    CALL_2(result, body_set_sleep_speed, body, number)                 \
    CALL_2(result, body_set_gravity_scale, body, number)               \
    CALL_2(result, body_set_locks, body, locks)                        \
    CALL_1(result, body_wake_touching, body)                           \
    CALL_2(result, body_set_disabled, body, flag)                       \
    CALL_2(result, body_set_asleep, body, flag)                         \
    CALL_2(result, body_set_never_sleep, body, flag)                   \
    CALL_2(collider, collider_create, body, collider_config)           \
    CALL_1(result, collider_destroy, collider)                         \
    CALL_2(result, collider_set, collider, collider_config)            \
    CALL_2(result, collider_set_shape, collider, shape)                \
    CALL_2(result, collider_set_material, collider, material)          \
    CALL_2(result, collider_set_filter, collider, filter)              \
    CALL_2(chain, chain_create, body, chain_config)                    \
    CALL_1(result, chain_destroy, chain)                               \
    CALL_1(joint, joint_create, joint_config)                          \
    CALL_1(result, joint_destroy, joint)                               \
    CALL_2(result, joint_set, joint, joint_config)                     \
    CALL_2(result, joint_set_motor_speed, joint, number)               \
    CALL_1(result, world_set, world_config)                            \
    CALL_1(result, world_set_gravity, vector)                          \
    CALL_1(result, world_set_growth, number)                           \
    CALL_1(result, world_step, number)                                 \
    CALL_3(result, world_run, number, count, done)                     \
    CALL_1(result, world_land, count)
/* clang-format on */

/* Lands what flies in a world of exact time, before so many bodies are written: many.c alone calls
 * it. */
evo_result evo_world_land(evo_world *world, uint64_t written);

/* Arguments and results of calls. */
typedef evo_result call_result;
typedef evo_body call_body;
typedef evo_collider call_collider;
typedef evo_chain call_chain;
typedef evo_joint call_joint;
typedef evo_vec2 call_vector;
typedef evo_pose call_pose;
typedef double call_number;
typedef uint64_t call_count;
typedef double *call_done; /* what a run writes: a record has nothing of it */
typedef bool call_flag;
typedef evo_body_kind call_body_kind;
typedef evo_mass call_mass;
typedef evo_locks call_locks;
typedef evo_filter call_filter;
typedef const evo_body_config *call_body_config;
typedef const evo_collider_config *call_collider_config;
typedef const evo_shape *call_shape;
typedef const evo_material *call_material;
typedef const evo_chain_config *call_chain_config;
typedef const evo_joint_config *call_joint_config;
typedef const evo_world_config *call_world_config;

typedef enum call_kind {
#define KIND_1(returns, name, a) CALL_##name,
#define KIND_2(returns, name, a, b) CALL_##name,
#define KIND_3(returns, name, a, b, c) CALL_##name,
#define KIND_4(returns, name, a, b, c, d) CALL_##name,
    CALLS(KIND_1, KIND_2, KIND_3, KIND_4) CALL_KINDS
#undef KIND_1
#undef KIND_2
#undef KIND_3
#undef KIND_4
} call_kind;

/* Returns whether time passes in calls of a kind. */
static inline bool call_steps(call_kind kind) {
    return kind == CALL_world_step || kind == CALL_world_run;
}

/* ---- Callbacks ------------------------------------------------------------------------------- */

/* Questions of a world to its user during calls. */
typedef enum callback_kind {
    CALLBACK_COLLIDE,
    CALLBACK_SOLVE,
    CALLBACK_FRICTION,
    CALLBACK_RESTITUTION,
    CALLBACK_KINDS
} callback_kind;

/* Two colliders that are asked about. */
typedef struct callback_pair {
    callback_kind kind;
    evo_collider a, b;
    bool answer;
    evo_contact_rules rules; /* of CALLBACK_SOLVE: as the user left them */
} callback_pair;

/* Answer of the user's rule about two materials. */
typedef struct callback_mix {
    callback_kind kind;
    evo_material a, b;
    double answer;
} callback_mix;

#endif
