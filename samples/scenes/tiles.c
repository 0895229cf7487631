/* tiles.c: dominoes that are boxes stand in a row, the first is nudged, and each knocks over the
 * next. Look at the end: each tile leans on the next one, but the last, which lies flat. The wave
 * soon has a speed of its own, whatever the first nudge was. The law: each falling tile passes on
 * its potential energy, less the loss to impacts and friction. */
#include "scenes/stage.h"

enum { COUNT, GAP, NUDGE, FRICTION };

static const double HALF = 1, THIN = 0.1;

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT];
    const double width = (count - 1) * params[GAP], nudge = params[NUDGE];
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-2, -1, width + 4, 3);
    stage->material.friction = params[FRICTION];
    stage_wall(stage, stage_at(-12, 0), stage_at(width + 14, 0));
    for (int i = 0; i < count; ++i) {
        stage->tint = stage_tint((size_t)i);
        evo_body tile =
            stage_add(stage, EVO_DYNAMIC, evo_box(THIN, HALF), stage_at(i * params[GAP], HALF), 0);
        if (i > 0) continue;
        /* It turns about its lower right corner, so the centre of mass has a velocity too. */
        evo_body_set_spin(stage->world, tile, -nudge);
        evo_body_set_velocity(stage->world, tile, stage_at(nudge * HALF, nudge * THIN));
    }
}

const scene tiles_scene = {
    .name = "tiles",
    .title = "boxes in a row knock each other over",
    .look = "Push any of them. Look at the end: each tile leans on the next one, but the last "
            "lies flat.",
    .seconds = 10,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 20, 1, 1000, true, "how many tiles"},
            [GAP] = {"gap", 0.9, 0.5, 1.8, false, "from one to the next; each is 2 high"},
            [NUDGE] = {"nudge", 1, 0, 5, false, "spin of the first, in radians a second"},
            [FRICTION] = {"friction", 0.3, 0, 10, false, "of everything; 0 is ice"},
        },
};
