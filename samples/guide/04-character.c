/* 04-character.c: a hero runs, climbs steps, jumps over a gap and stops at a wall. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

static evo_world *world;

static void add_block(double left, double right, double top) {
    evo_body_config block = evo_body_config_default();
    block.kind = EVO_STATIC;
    block.shape = evo_box((right - left) / 2, (top + 2) / 2);
    block.position = evo_vec((left + right) / 2, (top - 2) / 2);
    evo_body_create(world, &block);
}

int main(int argc, char **argv) {
    const double dt = 1.0 / 60, gravity = 20;
    world = evo_world_create(NULL);
    add_block(-1, 3, 0);
    add_block(3, 4, 0.2);
    add_block(4, 6, 0.4);
    add_block(8, 12, 0);
    add_block(12, 13, 3);
    evo_mover_config config = evo_mover_config_default();
    config.shape = evo_capsule(evo_vec(0, -0.5), evo_vec(0, 0.5), 0.3);
    evo_mover hero = {.pose = {{0, 0.801}, 0}};
    picture_begin(argc, argv, -1, -2, 13, 4);
    for (int step = 0; step < 240; ++step) {
        evo_vec2 wanted = evo_vec(4, hero.velocity.y - gravity * dt);
        const double x = hero.pose.position.x;
        const bool jumps = hero.grounded && x > 5.5 && x < 6;
        if (jumps) wanted.y = 7;
        if (evo_mover_move(world, &config, &hero, wanted, dt) != EVO_OK) return 1;
        if (evo_world_step(world, dt) != EVO_OK) return 1;
        if (step % 12 == 0) picture_shape(&config.shape, hero.pose, true);
        if (jumps || step % 60 == 59)
            printf("%.1f s: feet at (%.2f, %.2f), %s\n", evo_world_time(world),
                   hero.pose.position.x, hero.pose.position.y - 0.8,
                   hero.grounded ? "on the ground" : "in the air");
    }
    picture_shape(&config.shape, hero.pose, false);
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
