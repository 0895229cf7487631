/* break.c: the first stroke of a game of billiards: a cue ball into a rack of fifteen that touch,
 * without friction and without loss. The table's long axis is y = 0, and every ball's mirror image
 * stands exactly where a ball is: hit straight, both halves should do the same for ever. Look at
 * how long they do, and at what a billionth of an aim makes of it. */
#include <math.h>

#include "scenes/stage.h"

enum { ROWS, SPEED, AIM };

static const double RADIUS = 0.5;

/* A ball in the middle of a row stands on the axis; the others are halves and wholes off it. */
static void add_rack(scene_stage *stage, int rows) {
    /* A little more than the root of 3: balls touch, and never overlap by rounding. */
    const double apart = 1.7320508075688774 * RADIUS;
    for (int row = 0; row < rows; ++row)
        for (int i = 0; i <= row; ++i) {
            stage->tint = stage_tint((size_t)(1 + row % (SCENE_TINTS - 2)));
            evo_vec2 at = stage_at(row * apart, (2 * i - row) * RADIUS);
            stage_add(stage, EVO_DYNAMIC, evo_circle(RADIUS), at, 0);
        }
}

static void make(scene_stage *stage, const double *params) {
    const int rows = (int)params[ROWS];
    const double far = 2.4 * rows, wide = 1.4 * rows + 2;
    const evo_bounds table = stage_view(-far - 6, -wide, far, wide);
    stage->material.friction = 0;
    stage->material.restitution = 1;
    stage_events(stage, 0, EVO_WALLS, table);
    stage->view = table;
    add_rack(stage, rows);
    stage->tint = 1;
    evo_body cue =
        stage_add(stage, EVO_DYNAMIC, evo_circle(RADIUS), stage_at(-far, params[AIM]), 0);
    evo_body_set_velocity(stage->world, cue, stage_at(params[SPEED], 0));
}

const scene break_scene = {
    .name = "break",
    .title = "a cue ball breaks a rack of fifteen",
    .seconds = 2,
    .make = make,
    .params =
        {
            [ROWS] = {"rows", 5, 1, 30, true, "how many rows of balls"},
            [SPEED] = {"speed", 20, 1, 100, false, "of the cue ball"},
            [AIM] = {"aim", 0, -1, 1, false, "how far off the axis the cue ball comes"},
        },
};
