/* car.c: a car drives over hills. Each wheel slides along an axis of the car on a spring, and its
 * motor turns it. The ground is one chain of segments. */
#include <evolute/evolute.h>
#include <math.h>
#include <stdio.h>

enum { POINTS = 241, RATE = 60, SECONDS = 20 };

static const double LENGTH = 120, SPEED = 7, RADIUS = 0.4, AXLE = 0.9;

static evo_world *world;

static double height(double x) {
    return x < 10 ? 0 : 0.7 * (1 - evo_direction(0.6 * (x - 10)).x);
}

/* Goes from right to left, as the ground is solid on the left of that way. */
static void build_ground(void) {
    evo_vec2 points[POINTS];
    evo_body_config config = evo_body_config_default();
    evo_chain_config chain = evo_chain_config_default();
    config.kind = EVO_STATIC;
    for (int i = 0; i < POINTS; ++i) {
        const double x = LENGTH * (POINTS - 1 - i) / (POINTS - 1);
        points[i] = (evo_vec2){x, height(x)};
    }
    chain.points = points;
    chain.count = POINTS;
    evo_chain_create(world, evo_body_create(world, &config), &chain);
}

/* The wheel's joint: its axis is the car's y axis. */
static evo_joint add_wheel(evo_body car, evo_vec2 at) {
    evo_body_config config = evo_body_config_default();
    evo_joint_config joint = evo_joint_config_default(EVO_WHEEL);
    config.position = evo_body_world_point(world, car, at);
    config.shape = evo_circle(RADIUS);
    config.material.friction = 1.2;
    joint.a = car;
    joint.b = evo_body_create(world, &config);
    joint.frame_a.position = at;
    joint.frame_a.angle = 1.5707963267948966;
    joint.hertz = 3;
    joint.limit = joint.motor = true;
    joint.lower = -0.2;
    joint.upper = 0.2;
    joint.motor_speed = -SPEED / RADIUS; /* clockwise: to the right */
    joint.motor_limit = 10;
    return evo_joint_create(world, &joint);
}

int main(void) {
    const evo_vec2 rear = {-AXLE, -0.35}, front = {AXLE, -0.35};
    evo_world_config config = evo_world_config_default();
    evo_body_config body = evo_body_config_default();
    config.gravity.y = -10;
    world = evo_world_create(&config);
    build_ground();
    body.position = (evo_vec2){3, RADIUS + 0.35};
    body.shape = evo_box(1.4, 0.25);
    const evo_body car = evo_body_create(world, &body);
    const evo_joint wheels[] = {add_wheel(car, rear), add_wheel(car, front)};
    for (int step = 1; step <= SECONDS * RATE; ++step) {
        const evo_pose at = evo_body_pose(world, car);
        if (at.position.x > LENGTH - 5) /* brakes */
            for (int i = 0; i < 2; ++i) evo_joint_set_motor_speed(world, wheels[i], 0);
        if (evo_world_step(world, 1.0 / RATE) != EVO_OK) return 1;
        if (step % (2 * RATE) != 0) continue;
        const evo_vec2 v = evo_body_velocity(world, car);
        printf("%2d s: at (%6.2f, %4.2f), speed %4.2f, angle %5.2f, springs %5.2f and %5.2f\n",
               step / RATE, at.position.x, at.position.y, sqrt(v.x * v.x + v.y * v.y), at.angle,
               evo_joint_translation(world, wheels[0]), evo_joint_translation(world, wheels[1]));
    }
    evo_world_destroy(world);
    return 0;
}
