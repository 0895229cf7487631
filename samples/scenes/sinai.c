/* sinai.c: Sinai's billiard: small disks move in a periodic square and bounce off a disk in its
 * middle. The motion is that of points around a disk of radius `reach`, the sum of both radii.
 * Every bounce spreads neighbouring trajectories: compare two runs that differ only in the seed. */
#include <stdio.h>

#include "scenes/stage.h"

enum { COUNT, REACH, SMALL };

static const double TURN = 6.283185307179586;

enum { TRIES = 10000 };

static double square(double x) {
    return x * x;
}

/* Clear of the middle disk and of the other disks. All start clear of the edges, so that none
 * touches another across them. */
static bool is_free(const evo_vec2 *positions, int count, evo_vec2 at, double reach, double small) {
    if (square(at.x - 0.5) + square(at.y - 0.5) <= square(1.001 * reach)) return false;
    for (int i = 0; i < count; ++i)
        if (square(at.x - positions[i].x) + square(at.y - positions[i].y) <= square(2.002 * small))
            return false;
    return true;
}

static bool find_position(scene_stage *stage, evo_vec2 *placed, int count, const double *params) {
    const double low = 1.001 * params[SMALL], high = 1 - low;
    for (int i = 0; i < TRIES; ++i) {
        double x = chance_between(&stage->random, low, high);
        double y = chance_between(&stage->random, low, high);
        placed[count] = stage_at(x, y);
        if (is_free(placed, count, placed[count], params[REACH], params[SMALL])) return true;
    }
    return false;
}

static void make(scene_stage *stage, const double *params) {
    const evo_bounds cell = stage_view(0, 0, 1, 1);
    evo_vec2 positions[32];
    stage->material.friction = 0;
    stage->material.restitution = 1;
    stage_events(stage, 0, EVO_PERIODIC, cell);
    stage->view = cell;
    stage->tint = 0;
    stage_add(stage, EVO_STATIC, evo_circle(params[REACH] - params[SMALL]), stage_at(0.5, 0.5), 0);
    for (int i = 0; i < (int)params[COUNT]; ++i) {
        if (!find_position(stage, positions, i, params)) stage->failed = true;
        stage->tint = stage_tint((size_t)i);
        evo_body disk = stage_add(stage, EVO_DYNAMIC, evo_circle(params[SMALL]), positions[i], 0);
        evo_vec2 direction = evo_direction(chance_between(&stage->random, 0, TURN));
        evo_body_set_velocity(stage->world, disk, direction);
    }
}

static void tell(const scene_stage *stage, char *text, size_t size) {
    const double bounces = (double)evo_world_counters(stage->world).impacts;
    snprintf(text, size, "%.0f bounces", bounces);
}

const scene sinai_scene = {
    .name = "sinai",
    .title = "small disks bounce off a disk in a square without edges",
    .look =
        "Throw the disk, and follow its trail: each bounce off the round middle spreads what was "
        "near. Ghosts are the next bounces, until you change something.",
    .seconds = 20,
    .events = true,
    .trails = true,
    .tell = tell,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 1, 1, 12, true, "how many small disks"},
            [REACH] = {"reach", 0.2, 0.05, 0.45, false,
                       "what the radii of two that meet add up to"},
            [SMALL] = {"small", 0.02, 0.001, 0.04, false, "radius of the small ones"},
        },
};
