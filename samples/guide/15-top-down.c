/* 15-top-down.c: cars seen from above, with tyres that grip up to a limit. */
#include <evolute/evolute.h>
#include <math.h>
#include <stdio.h>

#include "guide/picture.h"

static const double DT = 1.0 / 60, GRIP = 8, STEER = 0.3;

static evo_world *world;

/* A tyre bears a quarter of the car. */
static void push_tyre(evo_body car, evo_vec2 at, double steer, double drive) {
    const double part = evo_body_mass(world, car).mass / 4, most = GRIP * part;
    const evo_vec2 ahead = evo_body_world_vector(world, car, evo_direction(steer));
    const evo_vec2 point = evo_body_world_point(world, car, at);
    const double slip = evo_dot(evo_body_point_velocity(world, car, point), evo_left(ahead));
    const double holds = -part * slip / DT, side = fmax(-most, fmin(most, holds));
    const evo_vec2 force =
        evo_add(evo_scale(drive * part, ahead), evo_scale(side, evo_left(ahead)));
    evo_body_apply_force(world, car, force, point);
}

static void drive(evo_body car, double speed) {
    const evo_vec2 v = evo_body_local_vector(world, car, evo_body_velocity(world, car));
    const double power = v.x < speed ? 8 : 0;
    for (int side = -1; side <= 1; side += 2) {
        push_tyre(car, evo_vec(1.2, 0.8 * side), STEER, 0);
        push_tyre(car, evo_vec(-1.2, 0.8 * side), 0, power);
    }
}

int main(int argc, char **argv) {
    const double speeds[] = {4, 12};
    world = evo_world_create(NULL);
    evo_body cars[2];
    picture_begin(argc, argv, -17, -2, 24, 20);
    for (int i = 0; i < 2; ++i) {
        evo_body_config car = evo_body_config_default();
        car.shape = evo_rounded_box(2, 1, 0.3);
        car.position = evo_vec(-14 + 16 * i, 0);
        car.velocity = evo_vec(speeds[i], 0);
        cars[i] = evo_body_create(world, &car);
    }
    for (int step = 0; step < 200; ++step) {
        if (step % 15 == 0) picture_moment(world);
        for (int i = 0; i < 2; ++i) drive(cars[i], speeds[i]);
        if (evo_world_step(world, DT) != EVO_OK) return 1;
    }
    for (int i = 0; i < 2; ++i) {
        const double v = evo_length(evo_body_velocity(world, cars[i]));
        const double radius = v / evo_body_spin(world, cars[i]);
        printf("speed %4.1f: a circle of radius %.1f, acceleration %.1f\n", v, radius,
               v * v / radius);
    }
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
