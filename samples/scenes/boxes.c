/* boxes.c: a pyramid of boxes, with gaps between the boxes of a row. Each box stands on two, with
 * two contacts on either. Look at whether it stands: without tilting, sliding, or sinking in. The
 * law: each box carries half the load of each of the two above it, so the pressure on the floor is
 * highest in the middle. */
#include "scenes/stage.h"

enum { ROWS, FRICTION };

static const double HALF = 0.5, APART = 1.1;

static void make(scene_stage *stage, const double *params) {
    const int rows = (int)params[ROWS];
    const double wide = APART * rows, high = 2 * HALF * rows;
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-1, -1, wide + 1, high + 1);
    stage->material.friction = params[FRICTION];
    stage_wall(stage, stage_at(-2 * wide, 0), stage_at(3 * wide, 0));
    for (int row = 0; row < rows; ++row)
        for (int i = 0; i < rows - row; ++i) {
            stage->tint = stage_tint((size_t)row);
            evo_vec2 at = stage_at(APART * (0.5 + 0.5 * row + i), HALF * (1 + 2 * row));
            stage_add(stage, EVO_DYNAMIC, evo_box(HALF, HALF), at, 0);
        }
}

const scene boxes_scene = {
    .name = "boxes",
    .title = "a pyramid of boxes stands on a floor",
    .look = "Pull a box out. Look at whether it stands: each box lies on two, with two "
            "contacts on either.",
    .seconds = 10,
    .make = make,
    .params =
        {
            [ROWS] = {"rows", 20, 1, 100, true, "how many rows"},
            [FRICTION] = {"friction", 0.6, 0, 10, false, "of everything; 0 is ice"},
        },
};
