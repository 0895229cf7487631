/* dominoes.c: thin ellipses stand in a row, the first is nudged, and each knocks over the next. No
 * ellipse can stand on its tip, so each has two small disks for feet: one body of three shapes.
 * Look at the wave: after a few dominoes its speed no longer depends on the first nudge. The law:
 * each falling domino passes on its potential energy, less the loss to friction. */
#include "scenes/stage.h"

enum { COUNT, GAP, NUDGE, FRICTION };

static const double HALF = 1, THIN = 0.1, FOOT = 0.1, STANCE = 0.12;

static evo_body add_domino(scene_stage *stage, double x) {
    evo_shape tall = evo_shape_at(evo_ellipse(THIN, HALF), stage_at(0, HALF), 0);
    evo_body domino = stage_add(stage, EVO_DYNAMIC, tall, stage_at(x, 0), 0);
    stage_join(stage, domino, evo_shape_at(evo_circle(FOOT), stage_at(-STANCE, FOOT), 0));
    stage_join(stage, domino, evo_shape_at(evo_circle(FOOT), stage_at(STANCE, FOOT), 0));
    return domino;
}

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT];
    const double width = (count - 1) * params[GAP];
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-2, -1, width + 4, 3);
    stage->material.friction = params[FRICTION];
    stage_wall(stage, stage_at(-12, 0), stage_at(width + 14, 0));
    for (int i = 0; i < count; ++i) {
        stage->tint = stage_tint((size_t)i);
        evo_body domino = add_domino(stage, i * params[GAP]);
        if (i > 0) continue;
        /* It turns about its right foot, so the centre of mass has a velocity too. */
        double up = evo_body_mass(stage->world, domino).center.y;
        evo_body_set_spin(stage->world, domino, -params[NUDGE]);
        evo_body_set_velocity(stage->world, domino, stage_at(params[NUDGE] * up, 0));
    }
}

const scene dominoes_scene = {
    .name = "dominoes",
    .title = "ellipses on two feet knock each other over",
    .look = "Push any of them. Look at the wave: after a few dominoes its speed depends on "
            "the nudge no more.",
    .seconds = 10,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 14, 1, 1000, true, "how many dominoes"},
            [GAP] = {"gap", 0.9, 0.5, 1.8, false, "from one to the next; each is 2 high"},
            [NUDGE] = {"nudge", 1.5, 0, 5, false, "spin of the first, in radians a second"},
            [FRICTION] = {"friction", 0.3, 0, 10, false, "of everything; 0 is ice"},
        },
};
