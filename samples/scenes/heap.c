/* heap.c: ellipses of many aspects and of one area, from disks to needles, rain onto a heap. Look
 * at the needles: they come to lie flat, and the heap is denser than one of disks. The law: energy
 * never grows. */
#include <math.h>

#include "scenes/stage.h"

enum { COUNT, ASPECT, FRICTION };

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT];
    const double size = 0.3, apart = 2 * size * sqrt(params[ASPECT]) + 0.05;
    const int columns = (int)ceil(0.7 * sqrt(params[COUNT])), rows = (count - 1) / columns + 1;
    /* They fall in a column, on a floor three times as wide. */
    const double fall = columns * apart, width = 3 * fall, high = rows * apart;
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-1, -1, width + 1, 0.25 * high + 1);
    stage->frame = stage_view(0.4 * fall, -1, 2.6 * fall, 0.12 * high);
    stage->material.friction = params[FRICTION];
    stage_box(stage, width, 2 * high, false);
    for (int i = 0; i < count; ++i) {
        double aspect = chance_scale(&stage->random, 1, params[ASPECT]);
        double angle = chance_between(&stage->random, 0, 3.14159265358979);
        double root = sqrt(aspect);
        evo_vec2 at =
            stage_at(fall + (i % columns + 0.5) * apart, ((double)(i / columns) + 0.5) * apart);
        stage->tint = stage_tint((size_t)(5 * chance_log(aspect) / chance_log(params[ASPECT] + 1)));
        stage_add(stage, EVO_DYNAMIC, evo_ellipse(size * root, size / root), at, angle);
    }
}

const scene heap_scene = {
    .name = "heap",
    .title = "disks, eggs and needles of one area rain onto a heap",
    .look = "Throw more onto it. Look at the slopes: needles hold a steep one, disks run "
            "away.",
    .seconds = 10,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 300, 1, 50000, true, "how many ellipses"},
            [ASPECT] = {"aspect", 8, 1.01, 100, false, "length over width of the thinnest"},
            [FRICTION] = {"friction", 0.6, 0, 10, false, "of everything; 0 is ice"},
        },
};
