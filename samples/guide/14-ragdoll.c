/* 14-ragdoll.c: a figure of capsules is thrown against a wall, and comes to rest. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

/* Capsules of a figure that stands at the origin; `at` joins each to the trunk, the first one. */
static const struct {
    evo_vec2 from, end, at;
    double radius, lower, upper;
} FIGURE[] = {
    {{0, 0.9}, {0, 1.3}, {0, 0}, 0.15, 0, 0},
    {{0, 1.64}, {0, 1.7}, {0, 1.5}, 0.13, -0.6, 0.6},
    {{-0.2, 1.3}, {-0.55, 0.8}, {-0.14, 1.4}, 0.06, -2, 1},
    {{0.2, 1.3}, {0.55, 0.8}, {0.14, 1.4}, 0.06, -1, 2},
    {{-0.12, 0.75}, {-0.25, 0.1}, {-0.1, 0.85}, 0.08, -1, 0.4},
    {{0.12, 0.75}, {0.25, 0.1}, {0.1, 0.85}, 0.08, -0.4, 1},
};

int main(int argc, char **argv) {
    evo_joint joints[6];
    evo_world_config config = evo_world_config_default();
    config.gravity = evo_vec(0, -10);
    evo_world *world = evo_world_create(&config);
    evo_body_config block = evo_body_config_default();
    block.kind = EVO_STATIC;
    block.shape = evo_shape_at(evo_box(6, 0.5), evo_vec(4, -1.5), 0);
    evo_body_create(world, &block);
    block.shape = evo_shape_at(evo_box(0.5, 4), evo_vec(8, 3), 0);
    evo_body_create(world, &block);
    evo_joint_config joint = evo_joint_config_default(EVO_REVOLUTE);
    joint.limit = joint.motor = true;
    joint.motor_limit = 0.02;
    for (int i = 0; i < 6; ++i) {
        evo_body_config part = evo_body_config_default();
        part.velocity = evo_vec(9, 4);
        part.shape = evo_capsule(FIGURE[i].from, FIGURE[i].end, FIGURE[i].radius);
        joint.b = evo_body_create(world, &part);
        if (i == 0) joint.a = joint.b; /* the trunk */
        joint.frame_a.position = joint.frame_b.position = FIGURE[i].at;
        joint.lower = FIGURE[i].lower;
        joint.upper = FIGURE[i].upper;
        if (i > 0) joints[i] = evo_joint_create(world, &joint);
    }
    picture_begin(argc, argv, -1, -2, 9, 4);
    for (int step = 0; step < 30 * 60 && evo_world_awake(world) > 0; ++step) {
        if (step % 10 == 0 && step < 60) picture_moment(world);
        if (evo_world_step(world, 1.0 / 60) != EVO_OK) return 1;
    }
    printf("it %s after %.1f s, its trunk at a height of %.1f\n",
           evo_world_awake(world) > 0 ? "still moves" : "rests", evo_world_time(world),
           evo_body_world_center(world, joint.a).y + 1);
    for (int i = 1; i < 6; ++i)
        printf("angle %.2f, from %.2f to %.2f; %.3f apart\n", evo_joint_angle(world, joints[i]),
               FIGURE[i].lower, FIGURE[i].upper, evo_joint_separation(world, joints[i]));
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
