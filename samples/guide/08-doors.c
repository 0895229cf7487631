/* 08-doors.c: a plate, which is a sensor, opens a door while something is on it. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

enum { PLAYERS = 2, PLATES = 4 }; /* categories */

int main(int argc, char **argv) {
    const evo_pose shut = {{3, 1}, 0}, open = {{3, 2.8}, 0};
    evo_world_config config = evo_world_config_default();
    config.gravity = evo_vec(0, -10);
    evo_world *world = evo_world_create(&config);
    evo_body_config floor = evo_body_config_default(), plate = floor, door = floor, ball = floor;
    floor.kind = EVO_STATIC;
    floor.shape = evo_box(8, 0.5);
    floor.position = evo_vec(0, -0.5);
    evo_body_create(world, &floor);
    plate.kind = EVO_STATIC;
    plate.shape = evo_box(2.5, 0.4);
    plate.position = evo_vec(2.5, 0.4);
    plate.sensor = true;
    plate.filter.category = PLATES;
    plate.filter.mask = PLAYERS;
    evo_collider sensor;
    evo_body_colliders(world, evo_body_create(world, &plate), &sensor, 1);
    door.kind = EVO_KINEMATIC;
    door.shape = evo_box(0.15, 1);
    door.position = shut.position;
    const evo_body gate = evo_body_create(world, &door);
    ball.shape = evo_circle(0.4);
    ball.position = evo_vec(-6, 0.4);
    ball.velocity = evo_vec(3, 0);
    ball.spin = -3 / 0.4; /* it rolls */
    ball.filter.category = PLAYERS;
    ball.filter.mask = UINT64_MAX;
    const evo_body body = evo_body_create(world, &ball);
    picture_begin(argc, argv, -8, -1, 8, 5);
    bool was = false;
    for (int step = 0; step < 258; ++step) {
        if (step % 20 == 0) picture_moment(world);
        const bool is = evo_collider_visitors(world, sensor, NULL, 0) > 0;
        if (is != was) evo_body_drive_to(world, gate, is ? open : shut, 0.4);
        if (is != was)
            printf("%.2f s: ball at %.2f, %s\n", evo_world_time(world),
                   evo_body_pose(world, body).position.x, is ? "opens" : "closes");
        was = is;
        if (evo_world_step(world, 1.0 / 60) != EVO_OK) return 1;
    }
    printf("the door is at %.2f, the ball at %.2f\n", evo_body_pose(world, gate).position.y,
           evo_body_pose(world, body).position.x);
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
