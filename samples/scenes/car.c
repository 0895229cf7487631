/* car.c: a car drives over hills, and back when it comes to an end. Each wheel slides along an axis
 * of the car on a spring, and has a motor. Look at the wheels: they keep to the ground, while the
 * car hardly sways. The law: on level ground it goes as fast as its motors turn. */
#include <math.h>
#include <stdlib.h>

#include "scenes/stage.h"

enum { SPEED, TORQUE, SPRINGS, HILLS };

enum { POINTS = 201 };

static const double LENGTH = 40, END = 6, WAVE = 11, BUMP = 2.3, TURN = 6.283185307179586;
static const double WHEEL = 0.45, AXLE = 1.05, TURNS_AT = 8;

typedef struct driver {
    evo_body car;
    evo_joint wheels[2];
    double spin, torque; /* of its motors, to the right */
    bool back;
} driver;

static void turn_wheels(scene_stage *stage, double spin) {
    const driver *d = stage->state;
    for (int i = 0; i < 2; ++i) evo_joint_set_motor_speed(stage->world, d->wheels[i], spin);
}

/* Keys drive, and brake without any; nobody at the keys: to and fro. */
static void steer(scene_stage *stage, double seconds) {
    driver *d = stage->state;
    const double x = evo_body_pose(stage->world, d->car).position.x;
    const int way = (stage->keys & SCENE_RIGHT ? 1 : 0) - (stage->keys & SCENE_LEFT ? 1 : 0);
    (void)seconds;
    if (stage->played) turn_wheels(stage, way * d->spin);
    if (stage->played || (d->back ? x > TURNS_AT : x < LENGTH - TURNS_AT)) return;
    d->back = !d->back;
    turn_wheels(stage, d->back ? -d->spin : d->spin);
}

/* Level where the car begins. Both ends rise as parabolas. */
static double ground(double x, double hills) {
    const double end = fmax(0, fmax(1 - x / END, 1 - (LENGTH - x) / END));
    const double some = fmin(1, fmax(0, (x - 12) / 6));
    const double wave = 1 - evo_direction(TURN * (x - 12) / WAVE).x;
    const double bump = 0.1 * (1 - evo_direction(TURN * (x - 12) / BUMP).x);
    return hills * some * (wave + bump) + 8 * end * end;
}

static void add_car(scene_stage *stage, const double *params) {
    const evo_vec2 hull[] = {{-1.6, -0.2}, {1.6, -0.2},  {1.7, 0.15}, {0.7, 0.3},
                             {0.2, 0.75},  {-0.9, 0.75}, {-1.6, 0.3}};
    driver *d = stage->state;
    const evo_vec2 at = {8, 0.95};
    d->spin = -params[SPEED] / WHEEL;
    d->torque = params[TORQUE];
    stage->tint = 2;
    d->car = stage_add(stage, EVO_DYNAMIC, evo_polygon(hull, 7, 0.05), at, 0);
    stage->tint = 1;
    stage->material.friction = 1.5;
    for (int i = 0; i < 2; ++i) {
        const evo_vec2 axle = {at.x + (i == 0 ? -AXLE : AXLE), WHEEL};
        const evo_body wheel = stage_add(stage, EVO_DYNAMIC, evo_circle(WHEEL), axle, 0);
        evo_joint_config joint = stage_frames(stage, EVO_WHEEL, d->car, wheel, axle);
        joint.frame_a.angle = TURN / 4;
        joint.hertz = params[SPRINGS];
        joint.limit = joint.motor = true;
        joint.lower = -0.25;
        joint.upper = 0.25;
        joint.motor_speed = d->spin;
        joint.motor_limit = d->torque;
        d->wheels[i] = stage_link(stage, &joint);
    }
}

static void make(scene_stage *stage, const double *params) {
    evo_vec2 points[POINTS];
    stage->state = calloc(1, sizeof(driver));
    stage->failed = !stage->state;
    stage->memory = stage->state;
    stage->memory_size = stage->state ? sizeof(driver) : 0;
    if (stage->failed) return;
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(0, -1, LENGTH, 5 + 2.2 * params[HILLS]);
    for (int i = 0; i < POINTS; ++i) {
        const double x = LENGTH * (POINTS - 1 - i) / (POINTS - 1); /* from right to left */
        points[i] = stage_at(x, ground(x, params[HILLS]));
    }
    stage_chain(stage, points, POINTS);
    add_car(stage, params);
    stage->steer = steer;
    stage->hero = ((driver *)stage->state)->car;
    stage->hero_view = 16;
}

const scene car_scene = {
    .name = "car",
    .title = "a car drives over hills and back",
    .look = "Drive: left and right. Look at the wheels: their springs keep them on the "
            "ground.",
    .seconds = 25,
    .keys = SCENE_LEFT | SCENE_RIGHT,
    .make = make,
    .params =
        {
            [SPEED] = {"speed", 8, 0, 20, false, "that its motors aim at"},
            [TORQUE] = {"torque", 8, 0, 100, false, "greatest of each motor"},
            [SPRINGS] = {"springs", 3, 0.5, 10, false, "oscillations of a wheel in a second"},
            [HILLS] = {"hills", 0.6, 0, 2, false, "half the height of the hills"},
        },
};
