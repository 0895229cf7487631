/* pile.c: circles fall a short distance and come to rest as a pile in a box. The first of the four
 * scenes that are timed against other engines: the same random numbers in the same order, rounded
 * to the floats that those use. Look at how little moves at rest. The law: energy never grows. */
#include <math.h>

#include "scenes/stage.h"

enum { COUNT, FRICTION, RESTITUTION, COLUMNS };

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT];
    const double apart = 1.1, square = 2 * sqrt(params[COUNT]);
    const int asked = (int)params[COLUMNS];
    const int columns = asked > 0 ? asked : (int)floor((square - 0.2) / apart);
    const int rows = count / columns + 2;
    const double width = asked > 0 ? asked * apart + 0.2 : square;
    const double first = 0.5 * (width - (columns - 1) * apart);
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-1, -1, width + 1, rows * apart);
    stage->material.friction = params[FRICTION];
    stage->material.restitution = params[RESTITUTION];
    stage->random += (uint64_t)count * 7919 + 1;
    stage_box(stage, width, 4 * rows * apart + 20, false);
    for (int i = 0; i < count; ++i) {
        double x = chance_part(&stage->random), y = chance_part(&stage->random);
        x = first + i % columns * apart + (x - 0.5) * 0.08;
        y = 0.5 * apart + 0.05 + (double)(i / columns) * apart + (y - 0.5) * 0.08;
        stage->tint = stage_tint((size_t)(i / columns));
        stage_add(stage, EVO_DYNAMIC, evo_circle(0.5), stage_at((float)x, (float)y), 0);
    }
}

const scene pile_scene = {
    .name = "pile",
    .title = "circles come to rest in a box",
    .look = "Throw a disk onto the heap. Look at how little moves at rest: what lies still "
            "falls asleep, and turns pale.",
    .seconds = 10,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 500, 10, 1000000, true, "how many circles"},
            [FRICTION] = {"friction", 0.6, 0, 10, false, "of everything; 0 is ice"},
            [RESTITUTION] = {"restitution", 0, 0, 1, false, "part of the speed that comes back"},
            [COLUMNS] = {"columns", 0, 0, 1000000, true,
                         "how many in a row; 0: about 1.8 sqrt(count)"},
        },
};
