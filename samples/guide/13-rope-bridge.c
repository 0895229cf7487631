/* 13-rope-bridge.c: crates are laid onto a hanging bridge, until the last of its hinges breaks. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

static evo_world *world;

static evo_joint hinge(evo_body a, double x_a, evo_body b, double x_b, double strength) {
    evo_joint_config joint = evo_joint_config_default(EVO_REVOLUTE);
    joint.a = a;
    joint.b = b;
    joint.frame_a.position.x = x_a;
    joint.frame_b.position.x = x_b;
    joint.break_force = strength;
    return evo_joint_create(world, &joint);
}

static evo_joint build_bridge(void) {
    evo_body before = {0}, body;
    for (int i = 0; i < 12; ++i) {
        evo_body_config plank = evo_body_config_default();
        plank.shape = evo_rounded_box(0.55, 0.08, 0.05);
        plank.position = evo_vec(i - 5.5, -0.4583 * (i < 6 ? i + 0.5 : 11.5 - i));
        plank.damping = 1;
        plank.angle = evo_angle(evo_vec(1, i < 6 ? -0.4583 : 0.4583));
        hinge(before, i == 0 ? -6 : 0.55, body = evo_body_create(world, &plank), -0.55, 0);
        before = body;
    }
    return hinge(before, 0.55, (evo_body){0}, 6, 120);
}

int main(int argc, char **argv) {
    size_t ended = 0, crates = 0;
    evo_world_config config = evo_world_config_default();
    config.gravity = evo_vec(0, -10);
    world = evo_world_create(&config);
    const evo_joint last = build_bridge();
    picture_begin(argc, argv, -8, -8, 8, 3);
    for (int step = 1; ended == 0 && step < 60 * 60; ++step) {
        if (evo_world_step(world, 1.0 / 60) != EVO_OK) return 1;
        evo_world_joint_ends(world, &ended);
        if (step % 120 > 0) continue;
        const double x = crates % 2 == 0 ? -0.5 : 0.5;
        const evo_ray_hit hit = evo_world_ray(world, evo_vec(x, 9), evo_vec(x, -9), NULL);
        evo_body_config crate = evo_body_config_default();
        crate.shape = evo_box(0.4, 0.4);
        crate.material.density = 3;
        crate.position = evo_vec(x, hit.point.y + 0.42);
        printf("%zu crates: force %.0f\n", crates++, evo_length(evo_joint_force(world, last)));
        evo_body_create(world, &crate);
    }
    printf(ended > 0 ? "it breaks" : "it holds");
    printf(" after %.1f s under %zu crates\n", evo_world_time(world), crates);
    for (int step = 0; step < 45; ++step) evo_world_step(world, 1.0 / 60);
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
