/* 09-bullets.c: fast bullets hit a thin wall, and none passes through it. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

enum { BULLETS = 10 };

int main(int argc, char **argv) {
    evo_world_config config = evo_world_config_default();
    config.gravity = evo_vec(0, -10);
    config.impact_speed = 100; /* slower hits are not told */
    evo_world *world = evo_world_create(&config);
    evo_body_config floor = evo_body_config_default(), wall = floor, bullet = floor;
    floor.kind = EVO_STATIC;
    floor.shape = evo_box(12, 0.5);
    floor.position = evo_vec(0, -0.5);
    evo_body_create(world, &floor);
    wall.kind = EVO_STATIC;
    wall.shape = evo_box(0.025, 2);
    wall.position = evo_vec(6, 2);
    const evo_body target = evo_body_create(world, &wall);
    bullet.shape = evo_circle(0.1);
    bullet.position = evo_vec(-6, 2.5);
    bullet.velocity = evo_vec(800, 0);
    bullet.material.restitution = 0.01;
    bullet.filter.group = -1; /* bullets do not hit each other */
    evo_body bullets[BULLETS];
    double hits = 0, impulse = 0, passed = 0;
    picture_begin(argc, argv, -3, -1, 9, 5);
    for (int step = 0; step < 120; ++step) {
        size_t count;
        if (step % 5 == 0) picture_moment(world);
        if (step % 6 == 0 && step < 6 * BULLETS) {
            bullet.position.y = 2.5 + 0.1 * (step / 6);
            bullets[step / 6] = evo_body_create(world, &bullet);
        }
        if (evo_world_step(world, 1.0 / 60) != EVO_OK) return 1;
        const evo_impact *impacts = evo_world_impacts(world, &count);
        for (size_t i = 0; i < count; ++i) {
            if (!evo_body_equal(impacts[i].a, target)) continue;
            if (hits == 0)
                printf("the first hits after %.4f s at x = %.3f, at %.0f a second\n",
                       impacts[i].time, impacts[i].point.x, impacts[i].speed);
            hits += 1;
            impulse += impacts[i].impulse;
        }
    }
    for (int i = 0; i < BULLETS; ++i)
        if (evo_body_pose(world, bullets[i]).position.x > 6) passed += 1;
    printf("%.0f hits with an impulse of %.1f, %.0f passed\n", hits, impulse, passed);
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
