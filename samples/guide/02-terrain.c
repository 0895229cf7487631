/* 02-terrain.c: a ball rolls over hills of one chain, and comes to rest in a valley. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

enum { POINTS = 61 };

/* Hills as waves, with valleys at 0, 10 and 20. */
static double height(double x) {
    return 1.5 - 1.5 * evo_direction(0.6283185307179586 * x).x;
}

static void build_ground(evo_world *world) {
    evo_vec2 points[POINTS];
    evo_body_config ground = evo_body_config_default();
    evo_chain_config chain = evo_chain_config_default();
    for (int i = 0; i < POINTS; ++i) {
        const double x = 25 - 0.5 * i; /* from right to left */
        points[i] = evo_vec(x, height(x));
    }
    ground.kind = EVO_STATIC;
    chain.points = points;
    chain.count = POINTS;
    evo_chain_create(world, evo_body_create(world, &ground), &chain);
}

int main(int argc, char **argv) {
    evo_world_config config = evo_world_config_default();
    config.gravity = evo_vec(0, -10);
    evo_world *world = evo_world_create(&config);
    build_ground(world);
    evo_body_config ball = evo_body_config_default();
    ball.shape = evo_circle(0.4);
    ball.position = evo_vec(6, height(6) + 0.6);
    ball.material.rolling_resistance = 0.03;
    const evo_body body = evo_body_create(world, &ball);
    picture_begin(argc, argv, -1, -1, 21, 6);
    double farthest = 0;
    for (int step = 0; step < 60 * 60 && !evo_body_asleep(world, body); ++step) {
        if (step % 12 == 0 && step < 300) picture_moment(world);
        if (evo_world_step(world, 1.0 / 60) != EVO_OK) return 1;
        const double x = evo_body_pose(world, body).position.x;
        if (x > farthest) farthest = x;
    }
    const evo_vec2 end = evo_body_pose(world, body).position;
    printf("it rolls up to x = %.1f\n", farthest);
    printf("it %s at (%.1f, %.2f) after %.0f s\n",
           evo_body_asleep(world, body) ? "rests" : "still moves", end.x, end.y,
           evo_world_time(world));
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
