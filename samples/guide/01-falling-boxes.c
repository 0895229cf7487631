/* 01-falling-boxes.c: boxes fall onto a floor and come to rest on top of each other. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

enum { BOXES = 5 };

int main(int argc, char **argv) {
    evo_world_config config = evo_world_config_default();
    config.gravity = evo_vec(0, -10);
    evo_world *world = evo_world_create(&config);
    evo_body_config floor = evo_body_config_default();
    floor.kind = EVO_STATIC;
    floor.shape = evo_box(5, 0.5);
    floor.position = evo_vec(0, -0.5);
    evo_body_create(world, &floor);
    evo_body boxes[BOXES];
    for (int i = 0; i < BOXES; ++i) {
        evo_body_config box = evo_body_config_default();
        box.shape = evo_box(0.5, 0.5);
        box.position = evo_vec(0.1 * (i % 2), 1 + 1.5 * i);
        boxes[i] = evo_body_create(world, &box);
    }
    picture_begin(argc, argv, -5, -1, 5, 8);
    picture_moment(world);
    for (int step = 0; step < 20 * 60 && evo_world_awake(world) > 0; ++step)
        if (evo_world_step(world, 1.0 / 60) != EVO_OK) return 1;
    for (int i = 0; i < BOXES; ++i) {
        const evo_pose at = evo_body_pose(world, boxes[i]);
        printf("box %d: centre at a height of %.2f\n", i, at.position.y);
    }
    printf("%s after %.1f s\n", evo_world_awake(world) > 0 ? "some are awake" : "all sleep",
           evo_world_time(world));
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
