/* cradle.c: Newton's cradle without its strings: disks that touch stand in a line, some more come
 * from the left, and as many leave on the right, one by one and exactly. There is neither gravity
 * nor friction, and the walls at both ends send back what comes, so that it goes on for ever. All
 * places are halves and all speeds whole: look at them after any time, they still are. */
#include "scenes/stage.h"

enum { BALLS, SWUNG };

static const double GAP = 2, HEIGHT = 3, SPEED = 2;

static void make(scene_stage *stage, const double *params) {
    const int balls = (int)params[BALLS], swung = (int)params[SWUNG];
    const evo_bounds room = stage_view(0, 0, balls + 2 * GAP, HEIGHT);
    stage->material.friction = 0;
    stage->material.restitution = 1;
    stage_events(stage, 0, EVO_WALLS, room);
    stage->view = room;
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
    .title = "disks in a line hand a blow on, one by one",
    .seconds = 11.5,
    .make = make,
    .params =
        {
            [BALLS] = {"balls", 5, 2, 100, true, "how many disks"},
            [SWUNG] = {"swung", 1, 1, 99, true, "how many of them come from the left"},
        },
};
