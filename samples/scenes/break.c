/* break.c: the opening shot of billiards: a cue ball hits a rack of fifteen touching balls, without
 * friction or loss. The rack is symmetric about y = 0: after a straight shot both halves should
 * mirror each other for ever. Look at how long they do, and at the effect of an aim of 1e-9. */
#include <math.h>

#include "scenes/stage.h"

enum { ROWS, SPEED, AIM };

static const double RADIUS = 0.5;

/* Balls are on the axis or at multiples of a half from it, so that the symmetry is exact. */
static void add_rack(scene_stage *stage, int rows) {
    /* Slightly more than sqrt(3): rounding must not make touching balls overlap. */
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
    .look = "Pull the cue ball back and throw it. The ghosts are the next impacts, exact "
            "until you change something.",
    .seconds = 2,
    .events = true,
    .trails = true,
    .make = make,
    .params =
        {
            [ROWS] = {"rows", 5, 1, 30, true, "how many rows of balls"},
            [SPEED] = {"speed", 20, 1, 100, false, "of the cue ball"},
            [AIM] = {"aim", 0, -1, 1, false, "how far off the axis the cue ball comes"},
        },
};
