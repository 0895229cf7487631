/* 16-slow-motion.c: a game pauses and slows down, and changes nothing by it. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

static evo_body ball;

static evo_world *begin(void) {
    evo_world_config config = evo_world_config_default();
    evo_body_config body = evo_body_config_default();
    config.gravity = evo_vec(0, -10);
    evo_world *world = evo_world_create(&config);
    body.shape = evo_circle(0.3);
    body.position = evo_vec(0, 0.3);
    body.velocity = evo_vec(5, 13);
    ball = evo_body_create(world, &body);
    body.kind = EVO_STATIC;
    body.velocity = evo_vec(0, 0);
    body.position = evo_vec(8, -0.5);
    body.shape = evo_box(10, 0.5);
    evo_body_create(world, &body);
    return world;
}

int main(int argc, char **argv) {
    evo_world *world = begin();
    evo_loop loop = {1.0 / 60, 0, 4};
    int steps = 0;
    picture_begin(argc, argv, -1, -1, 17, 10);
    for (int frame = 0; frame < 300; ++frame) { /* 60 a second */
        const double clock = frame / 60.0;
        const double rate = clock < 1 ? 1 : clock < 2 ? 0 : clock < 4 ? 0.25 : 1;
        const int due = evo_loop_steps(&loop, rate / 60);
        for (int i = 0; i < due; ++i) evo_world_step(world, loop.step);
        steps += due;
        if (frame % 6 == 0) picture_moment(world);
        if (frame % 60 == 59)
            printf("clock %.0f s, world %.2f s: ball at (%.2f, %.2f)\n", clock,
                   evo_world_time(world), evo_body_pose(world, ball).position.x,
                   evo_body_pose(world, ball).position.y);
    }
    evo_world *other = begin();
    for (int i = 0; i < steps; ++i) evo_world_step(other, loop.step);
    printf("%d steps, %s\n", steps,
           evo_world_hash(world) == evo_world_hash(other) ? "the same bits" : "other bits");
    evo_world_destroy(other);
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
