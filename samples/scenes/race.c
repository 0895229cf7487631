/* race.c: a disk, a thick ring, a thin ring and an ellipse roll down a slope each. Round
 * bodies accelerate by a = g sin(slope) / (1 + k^2 / r^2), where m k^2 is the moment of inertia:
 * whatever they weigh, the disk beats the rings. They roll without slipping while tan(slope) <
 * friction (1 + r^2 / k^2). Look at the ellipse: it is nearly round and begins like the disk, but
 * once it is fast it hops, and loses energy at every landing. */
#include "scenes/stage.h"

enum { SLOPE, LENGTH, FRICTION };

enum { RUNNERS = 4 };

static const double TURN = 6.283185307179586, ROOM = 3.5;

static evo_shape runner(int number) {
    switch (number) {
    case 0:
        return evo_circle(1);
    case 1:
        return evo_ring(0.75, 0.5, 0, TURN); /* from 0.5 to 1 */
    case 2:
        return evo_ring(0.95, 0.1, 0, TURN); /* from 0.9 to 1 */
    default:
        return evo_ellipse(1.05, 1 / 1.05);
    }
}

static void make(scene_stage *stage, const double *params) {
    const evo_vec2 down = evo_direction(-params[SLOPE]); /* the slope, falling to the right */
    const double wide = down.x * params[LENGTH], drop = -down.y * params[LENGTH];
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-1, -1, wide + 1, drop + RUNNERS * ROOM + 1);
    stage->material.friction = params[FRICTION];
    for (int i = 0; i < RUNNERS; ++i) {
        /* The height of each slope's lower end above the floor; a wall there stops the runner. */
        double end = (RUNNERS - 1 - i) * ROOM;
        evo_vec2 start = stage_at(0, end + drop);
        stage_wall(stage, start, stage_at(wide, end));
        stage_wall(stage, stage_at(wide, end), stage_at(wide, end + 2.5));
        evo_shape shape = runner(i);
        double high = i == RUNNERS - 1 ? 1 / 1.05 : 1;
        stage->tint = stage_tint((size_t)i);
        /* Aligns the ellipse with its slope; the other shapes are round. */
        stage_add(stage, EVO_DYNAMIC, shape,
                  stage_at(start.x + 1.5 * down.x - high * down.y,
                           start.y + 1.5 * down.y + high * down.x),
                  -params[SLOPE]);
    }
}

const scene race_scene = {
    .name = "race",
    .title = "a disk, two rings and an ellipse race downhill",
    .look = "Watch who wins. The disk beats the rings, whatever they weigh: the law of "
            "rolling.",
    .seconds = 6,
    .make = make,
    .params =
        {
            [SLOPE] = {"slope", 0.2, 0.01, 0.8, false, "in radians"},
            [LENGTH] = {"length", 30, 5, 200, false, "of the slopes"},
            [FRICTION] = {"friction", 0.6, 0, 10, false, "of everything; 0 is ice"},
        },
};
