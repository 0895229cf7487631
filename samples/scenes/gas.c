/* gas.c: disks that cover three tenths of a box move without gravity, friction or loss. The third
 * of the four scenes that are timed against other engines: the same random numbers in the same
 * order, rounded to floats, with a logarithm that is the same on every machine. Look at the energy:
 * it should be constant. */
#include <math.h>

#include "scenes/stage.h"

enum { COUNT, FILL, RESTITUTION };

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT], columns = (int)ceil(sqrt(params[COUNT]));
    const double width = sqrt(count * 3.14159265358979 * 0.25 / params[FILL]);
    const double apart = width / columns, play = fmin(0.5, apart - 1.02);
    stage_world(stage, 0, 0);
    stage->failed |= apart < 1; /* too few columns for the square lattice */
    stage->view = stage_view(-1, -1, width + 1, width + 1);
    stage->material.friction = 0;
    stage->material.restitution = params[RESTITUTION];
    stage->random += (uint64_t)count * 7919 + 3;
    stage_box(stage, width, width, true);
    for (int i = 0; i < count; ++i) {
        double x = chance_part(&stage->random), y = chance_part(&stage->random);
        x = (i % columns + 0.5) * apart + (x - 0.5) * play;
        y = ((double)(i / columns) + 0.5) * apart + (y - 0.5) * play;
        stage->tint = stage_tint((size_t)(i % columns * (SCENE_TINTS - 1) / columns));
        evo_body disk =
            stage_add(stage, EVO_DYNAMIC, evo_circle(0.5), stage_at((float)x, (float)y), 0);
        double right = chance_normal(&stage->random), up = chance_normal(&stage->random);
        evo_body_set_velocity(stage->world, disk, stage_at((float)right, (float)up));
    }
}

const scene gas_scene = {
    .name = "gas",
    .title = "disks fly about in a box and lose no energy",
    .look = "Throw one in faster than all others. Look at the energy: in steps, too, elastic "
            "bounces keep it.",
    .seconds = 20,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 500, 10, 200000, true, "how many disks"},
            [FILL] = {"fill", 0.3, 0.01, 0.5, false, "part of the box that the disks cover"},
            [RESTITUTION] = {"restitution", 1, 0, 1, false, "part of the speed that comes back"},
        },
};
