/* hourglass.c: grains run through the neck between two funnels of thin segments. Look at the neck:
 * narrower than about five grains, arches form and hold the stream up. The law: Coulomb's friction,
 * without which there are no arches. */
#include <math.h>

#include "scenes/stage.h"

enum { COUNT, NECK, FRICTION };

static const double GRAIN = 0.2;

/* One side of the glass: vertical, in to the neck, out again, vertical. */
static void add_side(scene_stage *stage, double side, double wide, double high, double neck) {
    const evo_vec2 bends[] = {stage_at(side * wide, high), stage_at(side * wide, wide),
                              stage_at(side * neck, 0), stage_at(side * wide, -wide),
                              stage_at(side * wide, -high)};
    for (int i = 0; i < 4; ++i) stage_wall(stage, bends[i], bends[i + 1]);
}

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT];
    /* The upper half, above its funnel, holds all grains in a square lattice. */
    const double apart = 2.3 * GRAIN, wide = apart * ceil(0.4 * sqrt(params[COUNT])) + 1;
    const int columns = (int)((2 * wide - apart) / apart), rows = (count - 1) / columns + 1;
    const double high = wide + (rows + 1) * apart;
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-wide - 1, -high - 1, wide + 1, high + 1);
    stage->material.friction = params[FRICTION];
    add_side(stage, -1, wide, high, params[NECK] * GRAIN);
    add_side(stage, 1, wide, high, params[NECK] * GRAIN);
    stage_wall(stage, stage_at(-wide, -high), stage_at(wide, -high));
    stage_wall(stage, stage_at(-wide, high), stage_at(wide, high));
    for (int i = 0; i < count; ++i) {
        double radius = chance_between(&stage->random, 0.85 * GRAIN, 1.1 * GRAIN);
        double x = (i % columns - 0.5 * (columns - 1)) * apart;
        stage->tint = stage_tint((size_t)(i / columns / 3));
        stage_add(stage, EVO_DYNAMIC, evo_circle(radius),
                  stage_at(x, wide + (double)(i / columns + 1) * apart), 0);
    }
}

const scene hourglass_scene = {
    .name = "hourglass",
    .title = "grains run through the neck of an hourglass",
    .look = "Shake the grains with the hand, or turn gravity round (World). Look at the neck: "
            "five grains wide, arches hold the stream up.",
    .seconds = 20,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 400, 10, 20000, true, "how many grains"},
            [NECK] = {"neck", 6, 2, 20, false, "width of the neck, in grains"},
            [FRICTION] = {"friction", 0.4, 0, 10, false, "of everything; 0 is ice"},
        },
};
