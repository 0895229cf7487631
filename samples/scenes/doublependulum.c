/* doublependulum.c: double pendulums hang from one point; each is let go at an angle that differs
 * by very little from that of the one before. Look at how long they swing as one: their distances
 * grow by a factor a second, and in the end each goes its own way. The law: a rod does no work, so
 * the energy of each is what it was. */
#include "scenes/stage.h"

enum { COUNT, ANGLE, DIFFERENCE };

static const double SIZE = 0.12, LENGTH = 1, TURN = 6.283185307179586;

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT];
    const double wide = 2 * LENGTH + 2 * SIZE;
    const evo_vec2 top = {0, 0};
    const evo_body world = {0};
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-wide, -wide, wide, wide);
    stage->filter = (evo_filter){1, 0, -1}; /* they pass through each other */
    for (int i = 0; i < count; ++i) {
        const evo_vec2 out = evo_direction(params[ANGLE] + i * params[DIFFERENCE] - TURN / 4);
        const evo_vec2 upper = {LENGTH * out.x, LENGTH * out.y};
        const evo_vec2 lower = {2 * LENGTH * out.x, 2 * LENGTH * out.y};
        stage->tint = stage_tint((size_t)i);
        const evo_body a = stage_add(stage, EVO_DYNAMIC, evo_circle(SIZE), upper, 0);
        const evo_body b = stage_add(stage, EVO_DYNAMIC, evo_circle(SIZE), lower, 0);
        stage_rod(stage, world, top, a, upper);
        stage_rod(stage, a, upper, b, lower);
    }
}

const scene doublependulum_scene = {
    .name = "doublependulum",
    .title = "double pendulums that hardly differ part",
    .look = "Follow the trails: the pendulums hardly differ, swing as one for a while, and "
            "then each goes its own way.",
    .seconds = 20,
    .trails = true,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 5, 1, 100, true, "how many double pendulums"},
            [ANGLE] = {"angle", 2, -3, 3, false, "where the first is let go, in radians"},
            [DIFFERENCE] = {"difference", 0.001, 0, 0.1, false, "of two angles, in radians"},
        },
};
