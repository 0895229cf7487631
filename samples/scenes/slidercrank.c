/* slidercrank.c: a motor turns a crank, and a rod moves a piston up and down in its cylinder, with
 * disks on it. Look at the piston: it stays longer below than above. The law: with the crank of
 * radius r at an angle a from the axis, and a rod of length l, the piston's pin is at
 *
 *     y = r cos a + sqrt(l^2 - r^2 sin^2 a). */
#include <math.h>

#include "scenes/stage.h"

enum { SPEED, ROD, DISKS };

static const double CRANK = 1, WIDE = 1.2, HALF = 0.4, SIZE = 0.25, TURN = 6.283185307179586;

/* Categories: disks collide with everything, the piston with disks alone. */
enum { WALLS = 1, DISK = 2, PISTON = 4 };

static void add_cylinder(scene_stage *stage, double low, double high) {
    const evo_vec2 points[] = {{-WIDE, low}, {-WIDE, high}, {WIDE, high}, {WIDE, low}};
    stage->filter = (evo_filter){WALLS, DISK, 0};
    stage_chain(stage, points, 4);
}

static void add_machine(scene_stage *stage, const double *params) {
    const evo_body world = {0};
    const evo_vec2 shaft = {0, 0}, pin = {CRANK, 0};
    const evo_vec2 top = {0, sqrt(params[ROD] * params[ROD] - CRANK * CRANK)};
    stage->filter = (evo_filter){PISTON, 0, -1};
    stage->tint = 2;
    const evo_body crank = stage_add(stage, EVO_DYNAMIC, evo_circle(CRANK + 0.3), shaft, 0);
    evo_joint_config motor = stage_frames(stage, EVO_REVOLUTE, world, crank, shaft);
    motor.motor = true;
    motor.motor_speed = params[SPEED];
    motor.motor_limit = 1000;
    stage_link(stage, &motor);
    stage->tint = 4;
    const evo_body rod = stage_bar(stage, pin, top, 0.12);
    stage_hinge(stage, crank, rod, pin);
    stage->tint = 1;
    stage->filter = (evo_filter){PISTON, DISK, 0};
    const evo_body piston = stage_add(stage, EVO_DYNAMIC, evo_box(WIDE - 0.02, HALF), top, 0);
    evo_joint_config slide = stage_frames(stage, EVO_PRISMATIC, world, piston, top);
    slide.frame_a.angle = slide.frame_b.angle = TURN / 4;
    stage_link(stage, &slide);
    stage_hinge(stage, rod, piston, top);
}

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[DISKS], columns = 4;
    const double rod = params[ROD], low = rod - CRANK - HALF - 0.2;
    const double fill = 2.2 * SIZE * (double)((count + columns - 1) / columns);
    const double high = rod + CRANK + HALF + fill + 2;
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-3, -CRANK - 0.8, 3, high + 0.5);
    add_cylinder(stage, low, high);
    add_machine(stage, params);
    stage->filter = (evo_filter){DISK, WALLS | DISK | PISTON, 0};
    for (int i = 0; i < count; ++i) {
        const double x = 0.55 * (i % columns - 1.5) + 0.02 * (i / columns % 2);
        stage->tint = 3 + 2 * (i % 2);
        stage_add(stage, EVO_DYNAMIC, evo_circle(SIZE),
                  stage_at(x, rod + HALF + SIZE + 2.2 * SIZE * (double)(i / columns)), 0);
    }
}

const scene slidercrank_scene = {
    .name = "slidercrank",
    .title = "a crank moves a piston, and shakes disks",
    .look = "Hold the piston. Look at its way: it stays longer below than above.",
    .seconds = 12,
    .make = make,
    .params =
        {
            [SPEED] = {"speed", 3, -20, 20, false, "of the crank, in radians a second"},
            [ROD] = {"rod", 3, 1.2, 10, false, "length of the rod; the crank has 1"},
            [DISKS] = {"disks", 12, 0, 100, true, "how many lie on the piston"},
        },
};
