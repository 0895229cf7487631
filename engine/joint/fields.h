/* fields.h: the fields of a joint's config, for all that goes through them: saves, records,
 * comparisons. Kind, bodies and the user's pointer are not among them. */
#ifndef ENGINE_JOINT_FIELDS_H
#define ENGINE_JOINT_FIELDS_H

#include "core/fields.h"
#include "evolute/joint.h"

#define JOINT_FLAGS                                                                                \
    FIELDS(FLAG, evo_joint_config, collide, spring), FIELD(FLAG, evo_joint_config, only_tells)
#define JOINT_NUMBERS                                                                              \
    FIELDS(NUMBER, evo_joint_config, frame_a, frame_b),                                            \
        FIELDS(NUMBER, evo_joint_config, lower, break_torque),                                     \
        FIELDS(NUMBER, evo_joint_config, torque_limit, ground_b)

static const field JOINT_FIELDS[] = {JOINT_FLAGS, JOINT_NUMBERS, {0}};

#endif
