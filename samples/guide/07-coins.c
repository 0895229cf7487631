/* 07-coins.c: a ball collects coins, which are sensors. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

enum { COINS = 8 };

int main(int argc, char **argv) {
    int values[COINS], purse = 0, collected = 0;
    evo_world_config config = evo_world_config_default();
    config.gravity = evo_vec(0, -10);
    evo_world *world = evo_world_create(&config);
    evo_body_config slope = evo_body_config_default(), coin = slope, ball = slope;
    slope.kind = EVO_STATIC;
    slope.shape = evo_segment(evo_vec(0, 4), evo_vec(20, 0));
    evo_body_create(world, &slope);
    coin.kind = EVO_STATIC;
    coin.shape = evo_circle(0.25);
    coin.sensor = true;
    picture_begin(argc, argv, 0, -1, 20, 6);
    for (int i = 0; i < COINS; ++i) {
        values[i] = 10 * (i + 1);
        coin.position = evo_vec(3 + 2 * i, 4 - 0.2 * (3 + 2 * i) + 0.5);
        coin.collider_user = &values[i];
        evo_body_create(world, &coin);
        picture_shape(&coin.shape, (evo_pose){coin.position, 0}, true);
    }
    ball.shape = evo_circle(0.4);
    ball.position = evo_vec(0.5, 4.4);
    evo_body_create(world, &ball);
    for (int step = 0; step < 310; ++step) {
        size_t count;
        if (step % 20 == 0) picture_moment(world);
        if (evo_world_step(world, 1.0 / 60) != EVO_OK) return 1;
        const evo_visit *visits = evo_world_visits(world, &count);
        for (size_t i = 0; i < count; ++i) {
            if (!visits[i].began) continue;
            purse += *(int *)visits[i].sensor_user;
            collected += 1;
            evo_body_destroy(world, visits[i].sensor_body);
            printf("%.2f s: coin %d, %d in the purse\n", evo_world_time(world), collected, purse);
        }
    }
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
