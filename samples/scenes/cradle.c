/* cradle.c: Newton's cradle without its strings: disks hit a line of touching disks from the left,
 * and exactly as many leave it on the right. There is neither gravity nor friction, and the walls
 * at both ends reflect the disks, so the motion goes on for ever. All positions are multiples of a
 * half and all speeds integers: look at them after any time, they still are. */
#include "scenes/stage.h"

enum { BALLS, SWUNG };

static const double GAP = 2, HEIGHT = 3, SPEED = 2;

static void make(scene_stage *stage, const double *params) {
    const int balls = (int)params[BALLS], swung = (int)params[SWUNG];
    const evo_bounds walls = stage_view(0, 0, balls + 2 * GAP, HEIGHT);
    stage->material.friction = 0;
    stage->material.restitution = 1;
    stage_events(stage, 0, EVO_WALLS, walls);
    stage->view = walls;
    for (int i = 0; i < balls; ++i) {
        bool comes = i < swung;
        stage->tint = comes ? 2 : 1;
        evo_vec2 at = stage_at(i + 0.5 + (comes ? 0 : GAP), HEIGHT / 2);
        evo_body ball = stage_add(stage, EVO_DYNAMIC, evo_circle(0.5), at, 0);
        if (comes) evo_body_set_velocity(stage->world, ball, stage_at(SPEED, 0));
    }
}

const scene cradle_scene = {
    .name = "cradle",
    .title = "disks in a line pass an impact on, one by one",
    .look = "Throw one against the row. As many leave it as came, one impact after the other.",
    .seconds = 11.5,
    .events = true,
    .trails = true,
    .make = make,
    .params =
        {
            [BALLS] = {"balls", 5, 2, 100, true, "how many disks"},
            [SWUNG] = {"swung", 1, 1, 99, true, "how many of them come from the left"},
        },
};
