/* joints.h: joints changed by a part of their config. */
#ifndef TESTS_SUPPORT_JOINTS_H
#define TESTS_SUPPORT_JOINTS_H

#include "evolute/joint.h"

static inline evo_result joint_set_motor(evo_world *world, evo_joint joint, bool on, double speed,
                                         double limit) {
    evo_joint_config config = evo_joint_get(world, joint);
    config.motor = on;
    config.motor_speed = speed;
    config.motor_limit = limit;
    return evo_joint_set(world, joint, &config);
}

static inline evo_result joint_set_limits(evo_world *world, evo_joint joint, bool on, double lower,
                                          double upper) {
    evo_joint_config config = evo_joint_get(world, joint);
    config.limit = on;
    config.lower = lower;
    config.upper = upper;
    return evo_joint_set(world, joint, &config);
}

static inline evo_result joint_set_spring(evo_world *world, evo_joint joint, bool on, double hertz,
                                          double damping_ratio) {
    evo_joint_config config = evo_joint_get(world, joint);
    config.spring = on;
    config.hertz = hertz;
    config.damping_ratio = damping_ratio;
    return evo_joint_set(world, joint, &config);
}

/* Moves frame a. */
static inline evo_result joint_set_target(evo_world *world, evo_joint joint, evo_pose target) {
    evo_joint_config config = evo_joint_get(world, joint);
    config.frame_a = target;
    return evo_joint_set(world, joint, &config);
}

static inline evo_result joint_set_break(evo_world *world, evo_joint joint, double force,
                                         double torque) {
    evo_joint_config config = evo_joint_get(world, joint);
    config.break_force = force;
    config.break_torque = torque;
    return evo_joint_set(world, joint, &config);
}

#endif
