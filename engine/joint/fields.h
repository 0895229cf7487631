/* fields.h: the fields of a joint's config, for all that goes through them: saves, records,
 * comparisons. Kind, bodies and the user's pointer are not among them. */
#ifndef ENGINE_JOINT_FIELDS_H
#define ENGINE_JOINT_FIELDS_H

#include <stddef.h>

#include "evolute/joint.h"

#define JOINT_FIELD(name) offsetof(evo_joint_config, name)

static const size_t JOINT_NUMBERS[] = {
    JOINT_FIELD(frame_a.position.x),
    JOINT_FIELD(frame_a.position.y),
    JOINT_FIELD(frame_a.angle),
    JOINT_FIELD(frame_b.position.x),
    JOINT_FIELD(frame_b.position.y),
    JOINT_FIELD(frame_b.angle),
    JOINT_FIELD(lower),
    JOINT_FIELD(upper),
    JOINT_FIELD(motor_speed),
    JOINT_FIELD(motor_limit),
    JOINT_FIELD(hertz),
    JOINT_FIELD(damping_ratio),
    JOINT_FIELD(rest),
    JOINT_FIELD(pull_limit),
    JOINT_FIELD(push_limit),
    JOINT_FIELD(length),
    JOINT_FIELD(ratio),
    JOINT_FIELD(break_force),
    JOINT_FIELD(break_torque),
    JOINT_FIELD(torque_limit),
    JOINT_FIELD(turn_hertz),
    JOINT_FIELD(turn_damping_ratio),
    JOINT_FIELD(velocity.x),
    JOINT_FIELD(velocity.y),
    JOINT_FIELD(turn_speed),
    JOINT_FIELD(ground_a.x),
    JOINT_FIELD(ground_a.y),
    JOINT_FIELD(ground_b.x),
    JOINT_FIELD(ground_b.y),
};

static const size_t JOINT_FLAGS[] = {JOINT_FIELD(collide), JOINT_FIELD(limit), JOINT_FIELD(motor),
                                     JOINT_FIELD(spring), JOINT_FIELD(only_tells)};

enum {
    JOINT_NUMBER_COUNT = sizeof JOINT_NUMBERS / sizeof *JOINT_NUMBERS,
    JOINT_FLAG_COUNT = sizeof JOINT_FLAGS / sizeof *JOINT_FLAGS
};

static inline double *joint_number(evo_joint_config *c, int i) {
    return (double *)(void *)((char *)c + JOINT_NUMBERS[i]);
}

static inline bool *joint_flag(evo_joint_config *c, int i) {
    return (bool *)(void *)((char *)c + JOINT_FLAGS[i]);
}

/* Returns whether two configs are the same in all fields. */
static inline bool joint_fields_equal(const evo_joint_config *a, const evo_joint_config *b) {
    evo_joint_config x = *a, y = *b;
    bool same = true;
    for (int i = 0; i < JOINT_NUMBER_COUNT; ++i)
        same &= *joint_number(&x, i) == *joint_number(&y, i);
    for (int i = 0; i < JOINT_FLAG_COUNT; ++i) same &= *joint_flag(&x, i) == *joint_flag(&y, i);
    return same;
}

#endif
