/* 12-car.c: a car with springs and motors jumps over a gap, and brakes. */
#include <evolute/evolute.h>
#include <stdio.h>

#include "guide/picture.h"

static evo_world *world;

static void add_ground(evo_vec2 from, evo_vec2 to) {
    evo_body_config ground = evo_body_config_default();
    ground.kind = EVO_STATIC;
    ground.shape = evo_segment(from, to);
    evo_body_create(world, &ground);
}

static evo_joint add_wheel(evo_body car, evo_vec2 at) {
    evo_body_config wheel = evo_body_config_default();
    evo_joint_config joint = evo_joint_config_default(EVO_WHEEL);
    wheel.position = evo_body_world_point(world, car, at);
    wheel.shape = evo_circle(0.4);
    joint.a = car;
    joint.b = evo_body_create(world, &wheel);
    joint.frame_a = (evo_pose){at, 1.5707963267948966};
    joint.hertz = 2.5; /* a softer spring swings slower */
    joint.motor = joint.limit = true;
    joint.lower = -0.2; /* the spring's travel */
    joint.upper = 0.2;
    joint.motor_limit = 12; /* greatest torque */
    return evo_joint_create(world, &joint);
}

int main(int argc, char **argv) {
    evo_world_config config = evo_world_config_default();
    evo_body_config body = evo_body_config_default();
    config.gravity = evo_vec(0, -10);
    world = evo_world_create(&config);
    add_ground(evo_vec(-20, 0), evo_vec(15, 0));
    add_ground(evo_vec(15, 0), evo_vec(19, 1)); /* the ramp */
    add_ground(evo_vec(23, 0), evo_vec(50, 0));
    body.shape = evo_rounded_box(1.4, 0.3, 0.1);
    body.position = evo_vec(-8, 0.8);
    const evo_body car = evo_body_create(world, &body);
    const evo_joint wheels[] = {add_wheel(car, evo_vec(-0.9, -0.4)),
                                add_wheel(car, evo_vec(0.9, -0.4))};
    picture_begin(argc, argv, 10, -1, 39, 6);
    for (int step = 0; step < 420; ++step) {
        const evo_pose at = evo_body_pose(world, car);
        const double speed = at.position.x < 26 ? -12 / 0.4 : 0;
        for (int i = 0; i < 2; ++i) evo_joint_set_motor_speed(world, wheels[i], speed);
        if (step % 10 == 0) picture_moment(world);
        if (step % 60 == 59)
            printf("%2.0f s: car at (%5.2f, %.2f), speed %5.2f\n", evo_world_time(world),
                   at.position.x, at.position.y, evo_body_velocity(world, car).x);
        if (evo_world_step(world, 1.0 / 60) != EVO_OK) return 1;
    }
    picture_end(world);
    evo_world_destroy(world);
    return 0;
}
