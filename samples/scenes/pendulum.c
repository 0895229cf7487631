/* pendulum.c: pendulums of different lengths hang from one point and are let go together. In the
 * time of a round the longest makes ten swings, the next eleven, and so on. Look at the pattern: a
 * line, waves, two lines at half a round, and all in line again when the round is over. The law:
 * the period of a rod of length l that is let go at an angle is
 *
 *     T = 2 pi sqrt(l / g) / M(1, cos(angle / 2)),
 *
 * M being the arithmetic-geometric mean. Lengths are computed from the periods by that. */
#include <math.h>

#include "scenes/stage.h"

enum { COUNT, ANGLE, ROUND };

static const double FIRST_SWINGS = 10, SIZE = 0.035, TURN = 6.283185307179586;

static double mean(double a, double b) {
    for (int i = 0; i < 20; ++i) {
        const double next = (a + b) / 2;
        b = sqrt(a * b);
        a = next;
    }
    return a;
}

static double length_of(double period, double angle) {
    const double root = period * mean(1, evo_direction(angle / 2).x) / TURN;
    return STAGE_GRAVITY * root * root;
}

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT];
    const double angle = params[ANGLE], round = params[ROUND];
    const double longest = length_of(round / FIRST_SWINGS, angle), size = SIZE * longest;
    const evo_vec2 top = {0, 0}, out = evo_direction(angle - TURN / 4);
    const evo_body world = {0};
    const double wide = longest * (angle < TURN / 4 ? -evo_direction(angle + TURN / 4).x : 1);
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-wide - 2 * size, -longest - 2 * size, wide + 2 * size,
                             fmax(2 * size, longest * out.y + 2 * size));
    stage->filter = (evo_filter){1, 0, -1}; /* they pass through each other */
    for (int i = 0; i < count; ++i) {
        const double length = length_of(round / (FIRST_SWINGS + i), angle);
        const evo_vec2 at = {length * out.x, length * out.y};
        stage->tint = stage_tint((size_t)i);
        stage_rod(stage, world, top, stage_add(stage, EVO_DYNAMIC, evo_circle(size), at, 0), at);
    }
}

const scene pendulum_scene = {
    .name = "pendulum",
    .title = "pendulums come into line again",
    .look = "Pull one aside. Each swings once more in a round than the one before: at its end "
            "all are in line again.",
    .seconds = 40,
    .trails = true,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 12, 1, 40, true, "how many pendulums"},
            [ANGLE] = {"angle", 0.6, 0.05, 3, false, "where they are let go, in radians"},
            [ROUND] = {"round", 40, 10, 120, false, "seconds until all are in line again"},
        },
};
