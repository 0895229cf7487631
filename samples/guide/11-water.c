/* 11-water.c: things of different density fall into water, and float or sink. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

enum { THINGS = 5 };

static void build_pool(evo_world *world) {
    const evo_vec2 rim[] = {{-8, 2}, {-7, -4}, {7, -4}, {8, 2}};
    evo_vec2 points[4];
    evo_body_config ground = evo_body_config_default();
    evo_chain_config chain = evo_chain_config_default();
    ground.kind = EVO_STATIC;
    for (int i = 0; i < 4; ++i) points[i] = rim[3 - i]; /* from right to left */
    chain.points = points;
    chain.count = 4;
    evo_chain_create(world, evo_body_create(world, &ground), &chain);
}

int main(int argc, char **argv) {
    const evo_water water = {.normal = {0, 1}, .density = 1, .drag = 3, .spin_drag = 3};
    const double densities[THINGS] = {0.2, 0.4, 0.6, 0.8, 1.5};
    evo_world_config config = evo_world_config_default();
    config.gravity = evo_vec(0, -10);
    evo_world *world = evo_world_create(&config);
    build_pool(world);
    evo_body things[THINGS];
    for (int i = 0; i < THINGS; ++i) {
        evo_body_config thing = evo_body_config_default();
        thing.shape = i % 2 == 0 ? evo_box(1, 0.5) : evo_ellipse(1, 0.6);
        thing.material.density = densities[i];
        thing.position = evo_vec(-5.6 + 2.8 * i, 2);
        thing.angle = 0.5;
        things[i] = evo_body_create(world, &thing);
    }
    picture_begin(argc, argv, -8, -5, 8, 4);
    picture_moment(world);
    for (int step = 0; step < 1200; ++step) {
        for (int i = 0; i < THINGS; ++i) evo_body_apply_buoyancy(world, things[i], &water);
        if (evo_world_step(world, 1.0 / 60) != EVO_OK) return 1;
    }
    for (int i = 0; i < THINGS; ++i) {
        evo_collider collider;
        evo_body_colliders(world, things[i], &collider, 1);
        const evo_shape shape = evo_collider_shape(world, collider);
        const evo_pose at = evo_body_pose(world, things[i]);
        const double below = evo_shape_below(&shape, at, water.point, water.normal).mass;
        printf("density %.1f: at a height of %5.2f, %.3f below\n", densities[i], at.position.y,
               below / evo_shape_area(&shape));
    }
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
