/* pyramid.c: disks of one size stand in rows, each row in the dents of the one below, between two
 * curbs that keep the lowest from rolling off. Look at whether it stands: every disk carries half
 * the weight of each above it, down to the curbs. */
#include <math.h>

#include "scenes/stage.h"

enum { ROWS, FRICTION };

static void make(scene_stage *stage, const double *params) {
    const int rows = (int)params[ROWS];
    const double wide = params[ROWS], high = (rows - 1) * sqrt(3) / 2 + 1;
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-1, -1, wide + 1, high + 1);
    stage->material.friction = params[FRICTION];
    stage_wall(stage, stage_at(-2 * wide, 0), stage_at(3 * wide, 0));
    stage_wall(stage, stage_at(0, 0), stage_at(0, 0.6));
    stage_wall(stage, stage_at(wide, 0), stage_at(wide, 0.6));
    for (int row = 0; row < rows; ++row)
        for (int i = 0; i < rows - row; ++i) {
            stage->tint = stage_tint((size_t)row);
            evo_vec2 at = stage_at(0.5 + 0.5 * row + i, 0.5 + row * sqrt(3) / 2);
            stage_add(stage, EVO_DYNAMIC, evo_circle(0.5), at, 0);
        }
}

const scene pyramid_scene = {
    .name = "pyramid",
    .title = "a pyramid of disks stands between two curbs",
    .look = "Pull one out at the bottom. Look at whether it stands: each disk carries half of "
            "what lies on it.",
    .seconds = 10,
    .make = make,
    .params =
        {
            [ROWS] = {"rows", 20, 1, 200, true, "how many rows"},
            [FRICTION] = {"friction", 0.6, 0, 10, false, "of everything; 0 is ice"},
        },
};
