/* 20-headless.c: measures at which slope crates begin to slide, without a window. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

static const double DEGREE = 0.017453292519943295;

/* Lays a crate on a board of this slope, and returns the world after two seconds. */
static evo_world *run(double friction, double slope, evo_body *crate) {
    evo_world_config config = evo_world_config_default();
    config.gravity = evo_turned(evo_vec(0, -10), slope);
    config.never_sleep = true;
    evo_world *world = evo_world_create(&config);
    evo_body_config body = evo_body_config_default();
    body.kind = EVO_STATIC;
    body.material.friction = friction;
    body.shape = evo_box(50, 0.5);
    body.position = evo_vec(0, -0.5);
    evo_body_create(world, &body);
    body.kind = EVO_DYNAMIC;
    body.shape = evo_box(1, 0.2);
    body.position = evo_vec(0, 0.2);
    *crate = evo_body_create(world, &body);
    for (int step = 0; step < 120; ++step) evo_world_step(world, 1.0 / 60);
    return world;
}

static bool slides(double friction, double slope) {
    evo_body crate;
    evo_world *world = run(friction, slope, &crate);
    const bool far = evo_body_pose(world, crate).position.x > 0.01;
    evo_world_destroy(world);
    return far;
}

int main(int argc, char **argv) {
    evo_world *world = NULL;
    const evo_shape shape = evo_box(1, 0.2);
    picture_begin(argc, argv, -2, -1, 10, 6);
    printf("friction,slope,theory\n");
    for (double friction = 0.2; friction < 1.1; friction += 0.2) {
        double holds = 0, gives = 90;
        while (gives - holds > 0.01) {
            const double middle = (holds + gives) / 2;
            *(slides(friction, middle * DEGREE) ? &gives : &holds) = middle;
        }
        printf("%.1f,%.2f,%.2f\n", friction, gives, evo_angle(evo_vec(1, friction)) / DEGREE);
        evo_body crate;
        evo_world_destroy(world);
        world = run(friction, 30 * DEGREE, &crate);
        const evo_vec2 at = evo_body_pose(world, crate).position;
        picture_shape(&shape, (evo_pose){{at.x, 5 * friction}, 0}, true);
    }
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
