/* car.c: car.cpp in Evolute. A comment names the call of Box2D that a line stands for. */
#include <math.h>

#include "port/scenes.h"

#define TURN 6.283185307179586

typedef struct ride {
    evo_world *world;
    evo_body car;
    evo_joint wheels[2];
} ride;

static void add_road(ride *r) {
    const evo_vec2 road[] = {{90, 0}, {40, 0}, {34, 0.6}, {30, 0.6}, {24, 0}, {-10, 0}};
    const evo_body_config still = config_of(EVO_STATIC, vec2(0, 0), (evo_shape){.kind = 0});
    evo_chain_config ground = evo_chain_config_default(); /* CreateChain */
    ground.points = road;
    ground.count = 6;
    ground.material.friction = 0.9;
    evo_chain_create(r->world, evo_body_create(r->world, &still), &ground);
}

/* b2LinearStiffness takes the mass of both bodies as if neither turned. Here the stiffness of
 * `hertz` is that for bodies that turn, too, where half of the square of the arm counts: hertz and
 * damping ratio are higher by a factor for the same force. */
static void set_spring(const ride *r, evo_joint_config *joint, double hertz, double ratio) {
    const evo_mass car = evo_body_mass(r->world, r->car), wheel = evo_body_mass(r->world, joint->b);
    const double arm = hypot(joint->frame_a.position.x, joint->frame_a.position.y);
    const double plain = 1 / car.mass + 1 / wheel.mass;
    const double factor = sqrt((plain + arm * arm / 2 / car.inertia) / plain);
    joint->spring = true;
    joint->hertz = factor * hertz;
    joint->damping_ratio = factor * ratio;
}

static evo_joint add_wheel(const ride *r, double x) {
    evo_joint_config joint = evo_joint_config_default(EVO_WHEEL); /* b2WheelJointDef */
    evo_body_config wheel = config_of(EVO_DYNAMIC, vec2(x, 0.4), evo_circle(0.4));
    wheel.material.friction = 0.9;
    joint.a = r->car;
    joint.b = evo_body_create(r->world, &wheel);
    /* Initialize: an anchor, and an axis, which is x of frame a. */
    joint.frame_a = (evo_pose){evo_body_local_point(r->world, r->car, wheel.position), TURN / 4};
    set_spring(r, &joint, 4, 0.7);
    joint.limit = joint.motor = true; /* enableLimit, enableMotor */
    joint.lower = -0.3;
    joint.upper = 0.3;
    joint.motor_limit = 2; /* maxMotorTorque */
    return evo_joint_create(r->world, &joint);
}

static void print_step(const ride *r, int step) {
    const evo_world *w = r->world;
    if (step == 60) print("height", place(w, r->car).y);
    if (step == 60) print("travel", evo_joint_translation(w, r->wheels[0]));
    if (step == 60) print("load", -evo_joint_force(w, r->wheels[0]).y);
    if (step == 120) print("speed", evo_body_velocity(w, r->car).x);
    if (step == 120) print("lean", evo_body_pose(w, r->car).angle);          /* GetAngle */
    if (step == 120) print("torque", evo_joint_motor_load(w, r->wheels[0])); /* GetMotorTorque */
    if (step == 120) print("spin", evo_joint_speed(w, r->wheels[0])); /* GetJointAngularSpeed */
    if (step == 180) print("driven", place(w, r->car).x);
    if (step == 300) print("cruise", evo_body_velocity(w, r->car).x);
}

static void drive(const ride *r) {
    evo_world *w = r->world;
    int climbed = 0, stopped = 0;
    double top = 0, pitch = 0, hop = 0;
    for (int k = 1; k <= 660; ++k) {
        const double x = place(w, r->car).x, speed = k > 60 && x < 45 ? -20 : 0;
        for (int i = 0; i < 2; ++i)
            evo_joint_set_motor_speed(w, r->wheels[i], speed); /* SetMotorSpeed */
        step(w);
        const evo_pose at = evo_body_pose(w, r->car);
        const double v = evo_body_velocity(w, r->car).x;
        top = fmax(top, v);
        if (k > 240) hop = fmax(hop, at.position.y);
        pitch = fmax(pitch, at.angle);
        if (!climbed && at.position.x > 27) climbed = k;
        if (!stopped && x > 45 && v < 0.05) stopped = k;
        print_step(r, k);
    }
    print("top", top);
    print("pitch", pitch);
    print("hop", hop);
    print("climbed", climbed);
    print("stopped", stopped);
}

void car_run(void) {
    ride r = {.world = awake_world()};
    const evo_body_config hull = config_of(EVO_DYNAMIC, vec2(0, 0.9), evo_box(1.4, 0.3));
    add_road(&r);
    r.car = evo_body_create(r.world, &hull);
    r.wheels[0] = add_wheel(&r, -0.9);
    r.wheels[1] = add_wheel(&r, 0.9);
    drive(&r);
    print("mass", evo_body_mass(r.world, r.car).mass);
    print("stop_x", place(r.world, r.car).x);
    print("stop_y", place(r.world, r.car).y);
    evo_world_destroy(r.world);
}
