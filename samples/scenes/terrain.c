/* terrain.c: wheels of all shapes go down hills: disks, rings, ellipses, rounded polygons, capsules
 * and boxes. The ground is one chain of many short segments, solid below. Look at the joints of the
 * chain: nothing catches on them, whether it rolls or slides. Round wheels roll ahead; boxes slide,
 * and some stop where the ground is level. The law: energy never grows, so no wheel leaves over the
 * ends, which are higher than all wheels at the beginning. */
#include <math.h>

#include "scenes/stage.h"

enum { COUNT, SLOPE, HILLS, FRICTION };

enum { POINTS = 301, KINDS = 6 };

/* Lengths of the ground, of a wave and of the rise at each end; the distance of two wheels. */
static const double LENGTH = 75, WAVE = 9, END = 9, APART = 1.8, TURN = 6.283185307179586;

static evo_shape wheel(int kind) {
    const evo_vec2 corners[] = {{0.5, 0}, {0, 0.5}, {-0.5, 0}, {-0.3, -0.4}, {0.3, -0.4}};
    switch (kind) {
    case 0:
        return evo_circle(0.6);
    case 1:
        return evo_ring(0.55, 0.2, 0, TURN);
    case 2:
        return evo_ellipse(0.7, 0.5);
    case 3:
        return evo_polygon(corners, 5, 0.15);
    case 4:
        return evo_capsule(stage_at(-0.3, 0), stage_at(0.3, 0), 0.4);
    default:
        return evo_box(0.5, 0.4);
    }
}

/* Falls to the right in waves. Both ends rise to `top`, as parabolas. */
static double ground(const double *params, double x, double top) {
    const double hill = params[HILLS] * (1 + evo_direction(TURN * x / WAVE).y);
    const double height = params[SLOPE] * (LENGTH - x) + hill;
    const double end = fmax(0, fmax(1 - x / END, 1 - (LENGTH - x) / END));
    return height + (top - height) * end * end;
}

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT], rows = (count - 1) / KINDS + 1;
    const double top = params[SLOPE] * LENGTH + 2 * params[HILLS] + APART * (rows + 1);
    evo_vec2 points[POINTS];
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-1, -1, LENGTH + 1, top + 1);
    stage->material.friction = params[FRICTION];
    for (int i = 0; i < POINTS; ++i) {
        const double x = LENGTH * (POINTS - 1 - i) / (POINTS - 1); /* from right to left */
        points[i] = stage_at(x, ground(params, x, top));
    }
    stage_chain(stage, points, POINTS);
    stage->hero_view = 26;
    for (int i = 0; i < count; ++i) {
        /* The roundest are on the right: nothing is in their way. */
        const int kind = i % KINDS;
        const double x = END + 3 + APART * (KINDS - 1 - kind);
        double y = ground(params, x, top) + APART * (0.6 + (double)(i / KINDS));
        double angle = chance_between(&stage->random, 0, TURN);
        stage->tint = stage_tint((size_t)kind);
        const evo_body made = stage_add(stage, EVO_DYNAMIC, wheel(kind), stage_at(x, y), angle);
        if (i == 1) stage->hero = made;
    }
}

const scene terrain_scene = {
    .name = "terrain",
    .title = "wheels of all shapes roll down hills",
    .look = "Throw one back uphill. Look at the ground, a chain of segments: no wheel catches "
            "on its joints.",
    .seconds = 15,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 24, 1, 120, true, "how many wheels"},
            [SLOPE] = {"slope", 0.4, 0, 0.5, false, "mean descent over distance"},
            [HILLS] = {"hills", 0.5, 0, 2, false, "half the height of the hills"},
            [FRICTION] = {"friction", 0.2, 0, 10, false, "of everything; 0 is ice"},
        },
};
