/* tumbler.c: a square drum turns: one kinematic body of four boxes, with small boxes in it. Their
 * colours mark the layers at the beginning. Look at the walls: each carries the boxes up until they
 * slide off, once in a quarter of a turn. No box gets out, not even at the corners, which are the
 * fastest. The law: friction holds a slope only up to a certain angle. */
#include "scenes/stage.h"

enum { COUNT, SPIN, FRICTION };

enum { COLUMNS = 24, COUNT_MOST = COLUMNS * COLUMNS, SIDES = 4 };

/* Half the inner width of the drum, the thickness of its walls, the largest half side of a box. */
static const double INNER = 6, WALL = 0.5, HALF = 0.2, QUARTER = 1.5707963267948966;

/* Each wall covers one corner, and adjoins the next wall with its end. */
static evo_shape wall(int side) {
    const double middle = INNER + WALL / 2, half_length = INNER + WALL / 2;
    evo_shape right = evo_shape_at(evo_box(WALL / 2, half_length), stage_at(middle, WALL / 2), 0);
    return evo_shape_at(right, stage_at(0, 0), side * QUARTER);
}

static void add_drum(scene_stage *stage, double spin) {
    stage->tint = 0;
    evo_body drum = stage_add(stage, EVO_KINEMATIC, wall(0), stage_at(0, 0), 0);
    for (int side = 1; side < SIDES; ++side) stage_join(stage, drum, wall(side));
    evo_body_set_spin(stage->world, drum, spin);
}

static void make(scene_stage *stage, const double *params) {
    const double apart = 2 * INNER / COLUMNS, reach = 1.5 * (INNER + WALL);
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-reach, -reach, reach, reach);
    stage->material.friction = params[FRICTION];
    add_drum(stage, params[SPIN]);
    for (int i = 0; i < (int)params[COUNT]; ++i) {
        const int row = i / COLUMNS;
        stage->tint = stage_tint((size_t)(row / 3));
        double half_width = HALF * chance_between(&stage->random, 0.5, 1);
        double half_height = HALF * chance_between(&stage->random, 0.5, 1);
        stage_add(stage, EVO_DYNAMIC, evo_box(half_width, half_height),
                  stage_at((i % COLUMNS + 0.5) * apart - INNER, (row + 0.5) * apart - INNER), 0);
    }
}

const scene tumbler_scene = {
    .name = "tumbler",
    .title = "a square drum turns and tumbles boxes",
    .look = "Drag one along the wall. Each wall carries the boxes up until they slide off.",
    .seconds = 20,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 300, 1, COUNT_MOST, true, "how many boxes"},
            [SPIN] = {"spin", 0.5, -3, 3, false, "of the drum, in radians a second"},
            [FRICTION] = {"friction", 0.6, 0, 10, false, "of everything; 0 is ice"},
        },
};
