/* rodcradle.c: Newton's cradle on its strings: disks hang in a row on rods, and those on the left
 * are pulled aside and let go. Look at the right: as many leave the row as came, and rise as high;
 * the rest stays at rest. The law: impacts without loss keep momentum and energy. The impacts take
 * place at their exact times, from disk to disk. */
#include "scenes/stage.h"

enum { BALLS, SWUNG, ANGLE };

static const double SIZE = 0.5, LENGTH = 4, TURN = 6.283185307179586;

static void make(scene_stage *stage, const double *params) {
    const int balls = (int)params[BALLS], swung = (int)params[SWUNG];
    const evo_vec2 aside = evo_direction(-TURN / 4 - params[ANGLE]);
    const evo_body world = {0};
    stage->material.friction = 0;
    stage->material.restitution = 1;
    stage_world(stage, STAGE_GRAVITY, 0);
    stage->view = stage_view(-LENGTH, -LENGTH - 2 * SIZE, balls - 1 + LENGTH, 2 * SIZE);
    for (int i = 0; i < balls; ++i) {
        const bool comes = i < swung;
        const evo_vec2 top = {i, 0};
        const evo_vec2 at = {i + (comes ? LENGTH * aside.x : 0),
                             comes ? LENGTH * aside.y : -LENGTH};
        stage->tint = comes ? 2 : 1;
        stage_rod(stage, world, top, stage_add(stage, EVO_DYNAMIC, evo_circle(SIZE), at, 0), at);
    }
}

const scene rodcradle_scene = {
    .name = "rodcradle",
    .title = "disks on rods pass an impact on, one by one",
    .look = "Pull some aside and let go. As many leave the row on the right as came, and rise "
            "as high.",
    .seconds = 12,
    .trails = true,
    .make = make,
    .params =
        {
            [BALLS] = {"balls", 5, 2, 30, true, "how many disks"},
            [SWUNG] = {"swung", 1, 0, 30, true, "how many of them are pulled aside"},
            [ANGLE] = {"angle", 0.7, 0.05, 1.5, false, "how far, in radians"},
        },
};
