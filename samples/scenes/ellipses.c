/* ellipses.c: ellipses at random angles fall a short distance and come to rest as a pile. The
 * second of the four scenes that are timed against other engines, which use polygons of eight
 * corners in place of ellipses. Look at how the long sides align. The law: energy never grows. */
#include <math.h>

#include "scenes/stage.h"

enum { COUNT, FRICTION, LENGTH, WIDTH };

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT];
    const double apart = 1.3, width = 2 * sqrt(params[COUNT]);
    const int columns = (int)floor((width - 0.2) / apart), rows = count / columns + 2;
    const double first = 0.5 * (width - (columns - 1) * apart);
    const evo_shape egg = evo_ellipse(params[LENGTH], params[WIDTH]);
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-1, -1, width + 1, rows * apart);
    stage->material.friction = params[FRICTION];
    stage->random += (uint64_t)count * 7919 + 2;
    stage_box(stage, width, 4 * rows * apart + 20, false);
    for (int i = 0; i < count; ++i) {
        double x = chance_part(&stage->random), y = chance_part(&stage->random);
        double angle = chance_part(&stage->random) * 6.283185307179586;
        x = first + i % columns * apart + (x - 0.5) * 0.08;
        y = 0.5 * apart + 0.05 + (double)(i / columns) * apart + (y - 0.5) * 0.08;
        stage->tint = stage_tint((size_t)(i / columns));
        stage_add(stage, EVO_DYNAMIC, egg, stage_at((float)x, (float)y), (float)angle);
    }
}

const scene ellipses_scene = {
    .name = "ellipses",
    .title = "ellipses come to rest in a box",
    .look = "Pull one out from below. Look at how the long ones lie down, side by side.",
    .seconds = 10,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 500, 10, 200000, true, "how many ellipses"},
            [FRICTION] = {"friction", 0.6, 0, 10, false, "of everything; 0 is ice"},
            [LENGTH] = {"length", 0.6, 0.05, 0.6, false, "half of each ellipse's length"},
            [WIDTH] = {"width", 0.35, 0.05, 0.6, false, "half of each ellipse's width"},
        },
};
