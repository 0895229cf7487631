/* 05-platforms.c: a hero jumps up through a platform, stands on it, and rides a lift. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

int main(int argc, char **argv) {
    const double dt = 1.0 / 60;
    evo_world *world = evo_world_create(NULL);
    evo_body_config block = evo_body_config_default();
    block.kind = EVO_STATIC;
    block.shape = evo_box(4, 0.5);
    block.position = evo_vec(0, -0.5);
    evo_body_create(world, &block); /* the ground */
    block.shape = evo_box(1.5, 0.1);
    block.position = evo_vec(0, 1.4);
    block.one_way = evo_vec(0, 1);
    evo_body_create(world, &block); /* the platform */
    block.kind = EVO_KINEMATIC;
    block.shape = evo_box(0.8, 0.1);
    block.position = evo_vec(2.4, 1.4);
    block.one_way = evo_vec(0, 0);
    const evo_body lift = evo_body_create(world, &block);
    evo_mover_config config = evo_mover_config_default();
    config.shape = evo_capsule(evo_vec(0, -0.5), evo_vec(0, 0.5), 0.3);
    evo_mover hero = {.pose = {{-0.5, 0.801}, 0}};
    picture_begin(argc, argv, -4, -1, 4, 6.5);
    for (int step = 0; step < 270; ++step) {
        const bool walks = step >= 60 && hero.pose.position.x < 2.4;
        evo_vec2 wanted = evo_vec(walks ? 3 : 0, hero.velocity.y - 20 * dt);
        if (step == 0) wanted.y = 8.5;
        if (step == 120) evo_body_drive_to(world, lift, (evo_pose){{2.4, 4.4}, 0}, 2);
        if (step % 10 == 0) picture_shape(&config.shape, hero.pose, true);
        if (evo_mover_move(world, &config, &hero, wanted, dt) != EVO_OK) return 1;
        if (evo_world_step(world, dt) != EVO_OK) return 1;
        if (step == 59 || step == 119 || step == 179 || step == 269)
            printf("%.1f s: feet at (%.2f, %.2f), %s%s\n", evo_world_time(world),
                   hero.pose.position.x, hero.pose.position.y - 0.8,
                   hero.grounded ? "stands" : "flies",
                   evo_body_equal(hero.ground, lift) ? " on the lift" : "");
    }
    picture_shape(&config.shape, hero.pose, false);
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
