/* 10-explosions.c: a blast throws crates away from it, near ones faster than far ones. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

enum { CRATES = 18 };

int main(int argc, char **argv) {
    evo_world_config config = evo_world_config_default();
    config.gravity = evo_vec(0, -10);
    evo_world *world = evo_world_create(&config);
    evo_body_config floor = evo_body_config_default(), crate = floor;
    floor.kind = EVO_STATIC;
    floor.shape = evo_box(20, 0.5);
    floor.position = evo_vec(0, -0.5);
    evo_body_create(world, &floor);
    evo_body crates[CRATES];
    crate.shape = evo_box(0.5, 0.5);
    for (int i = 0; i < CRATES; ++i) {
        const double x = 2 + i / 3 % 3;
        crate.position = evo_vec(i < CRATES / 2 ? -x : x, 0.5 + i % 3);
        crates[i] = evo_body_create(world, &crate);
    }
    for (int step = 0; step < 60; ++step) evo_world_step(world, 1.0 / 60);
    picture_begin(argc, argv, -10, -1, 10, 8);
    picture_moment(world);
    const evo_blast blast = {
        .center = {0, 0.5}, .radius = 1.5, .falloff = 4, .impulse_per_length = 8};
    const size_t pushed = evo_world_explode(world, &blast);
    printf("%zu of %d crates are pushed\n", pushed, CRATES);
    for (int i = 9; i < CRATES; i += 3) {
        const evo_vec2 v = evo_body_velocity(world, crates[i]);
        printf("on the right, at %.0f: velocity (%.2f, %.2f)\n",
               evo_body_pose(world, crates[i]).position.x, v.x, v.y);
    }
    for (int step = 0; step < 30; ++step)
        if (evo_world_step(world, 1.0 / 60) != EVO_OK) return 1;
    double left = 0, right = 0;
    for (int i = 0; i < CRATES; ++i) {
        const double x = evo_body_pose(world, crates[i]).position.x;
        if (i < CRATES / 2) left += x / 9;
        if (i >= CRATES / 2) right += x / 9;
    }
    printf("0.5 s later the piles' middles are at %.1f and %.1f\n", left, right);
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
