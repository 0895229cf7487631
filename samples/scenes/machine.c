/* machine.c: joints between points of the world. In: two bodies as they stand, and points; out:
 * frames in each body's own coordinates. */
#include <math.h>

#include "scenes/stage.h"

static bool is_world(evo_body body) {
    return body.generation == 0;
}

/* A frame of a body that lies at a point of the world, along its x axis. */
static evo_pose frame_at(const scene_stage *stage, evo_body body, evo_vec2 at) {
    const evo_pose there = {at, 0};
    if (is_world(body)) return there;
    const evo_pose frame = {evo_body_local_point(stage->world, body, at),
                            -evo_body_pose(stage->world, body).angle};
    return frame;
}

evo_joint_config stage_frames(const scene_stage *stage, evo_joint_kind kind, evo_body a, evo_body b,
                              evo_vec2 at) {
    evo_joint_config config = evo_joint_config_default(kind);
    config.a = a;
    config.b = b;
    if (stage->failed) return config;
    config.frame_a = frame_at(stage, a, at);
    config.frame_b = frame_at(stage, b, at);
    return config;
}

evo_joint stage_link(scene_stage *stage, const evo_joint_config *config) {
    evo_joint joint = {0};
    if (stage->failed) return joint;
    joint = evo_joint_create(stage->world, config);
    stage->failed = !evo_joint_exists(stage->world, joint);
    return joint;
}

evo_joint stage_hinge(scene_stage *stage, evo_body a, evo_body b, evo_vec2 at) {
    const evo_joint_config config = stage_frames(stage, EVO_REVOLUTE, a, b, at);
    return stage_link(stage, &config);
}

static evo_joint_config between(const scene_stage *stage, evo_body a, evo_vec2 at_a, evo_body b,
                                evo_vec2 at_b) {
    evo_joint_config config = stage_frames(stage, EVO_DISTANCE, a, b, at_a);
    if (!stage->failed) config.frame_b = frame_at(stage, b, at_b);
    return config;
}

evo_joint stage_rod(scene_stage *stage, evo_body a, evo_vec2 at_a, evo_body b, evo_vec2 at_b) {
    const evo_joint_config config = between(stage, a, at_a, b, at_b);
    return stage_link(stage, &config);
}

evo_joint stage_rope(scene_stage *stage, evo_body a, evo_vec2 at_a, evo_body b, evo_vec2 at_b) {
    const double x = at_b.x - at_a.x, y = at_b.y - at_a.y;
    evo_joint_config config = between(stage, a, at_a, b, at_b);
    config.limit = true;
    config.upper = sqrt(x * x + y * y);
    return stage_link(stage, &config);
}

/* It is not turned: its shape lies along the way instead, so that angles begin at 0. */
evo_body stage_bar(scene_stage *stage, evo_vec2 from, evo_vec2 to, double radius) {
    const evo_vec2 run = {to.x - from.x, to.y - from.y};
    return stage_add(stage, EVO_DYNAMIC, evo_capsule(stage_at(0, 0), run, radius), from, 0);
}
