/* 17-fixed-steps.c: frames of any length draw a world of fixed steps without jerks. */
#include <evolute/evolute.h>
#include <math.h>
#include <stdio.h>

#include "guide/picture.h"

static evo_body ball;

static evo_world *begin(void) {
    evo_world *world = evo_world_create(NULL);
    evo_body_config body = evo_body_config_default();
    body.shape = evo_circle(0.02);
    body.velocity = evo_vec(6, 0);
    ball = evo_body_create(world, &body);
    return world;
}

/* Plays two seconds; *raw and *smooth receive the greatest errors of the ball's way in a frame. */
static evo_world *play(int frames, double *raw, double *smooth) {
    evo_world *world = begin();
    evo_loop loop = {1.0 / 60, 0, 4};
    evo_vec2 stood = {0, 0}, drawn = stood;
    const evo_shape shape = evo_circle(0.02);
    *raw = *smooth = 0;
    for (int frame = 0; frame < 2 * frames; ++frame) {
        for (int i = evo_loop_steps(&loop, 1.0 / frames); i > 0; --i)
            evo_world_step(world, loop.step);
        const evo_pose now = evo_body_pose(world, ball);
        const evo_pose seen = evo_body_pose_between(world, ball, evo_loop_part(&loop));
        const double way = 6.0 / frames; /* it should go in a frame */
        if (drawn.x > 0) *raw = fmax(*raw, fabs(now.position.x - stood.x - way));
        if (drawn.x > 0) *smooth = fmax(*smooth, fabs(seen.position.x - drawn.x - way));
        stood = now.position;
        drawn = seen.position;
        if (frames == 144) picture_shape(&shape, (evo_pose){{stood.x, 0.1}, 0}, true);
        if (frames == 144) picture_shape(&shape, (evo_pose){{drawn.x, 0.2}, 0}, false);
    }
    return world;
}

int main(int argc, char **argv) {
    const int rates[] = {30, 60, 144, 240};
    uint64_t first = 0;
    picture_begin(argc, argv, 0.4, 0, 1.2, 0.3);
    for (int i = 0; i < 4; ++i) {
        double raw, smooth;
        evo_world *world = play(rates[i], &raw, &smooth);
        if (i == 0) first = evo_world_hash(world);
        printf("%3d frames a second: error %.3f, interpolated %.3f, %s bits\n", rates[i], raw,
               smooth, evo_world_hash(world) == first ? "the same" : "other");
        if (i == 3) picture_end(world);
        evo_world_destroy(world);
    }
    return 0;
}
