#include "rest.h"

#include <math.h>

#include "scenes/stage.h"

enum { COUNT, ASLEEP };

static const double RADIUS = 0.5, APART = 1.5, MOVER_RADIUS = 0.3;

/* Steps until a pile lies still, and until those on the ground must be asleep. */
enum { PILE_STEPS = 600, SLEEP_STEPS = 300 };

enum { LANES_ABOVE = 7 };

/* ---- Opening --------------------------------------------------------------------------------- */

static void make_row(scene_stage *stage, const double *params) {
    const double end = APART * params[COUNT];
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-10, -1, end + 10, 20);
    stage_wall(stage, stage_at(-10, 0), stage_at(end + 10, 0));
    for (int i = 0; i < (int)params[COUNT] && !stage->failed; ++i) {
        evo_body_config disk = evo_body_config_default();
        disk.shape = evo_circle(RADIUS);
        disk.position = stage_at(APART * i, RADIUS);
        disk.asleep = params[ASLEEP] != 0;
        const evo_body made = scene_put(stage, &disk, stage_tint((size_t)i));
        stage->failed = !evo_body_exists(stage->world, made);
    }
}

static const scene ROW = {
    .name = "row",
    .title = "disks on the ground",
    .seconds = 1,
    .make = make_row,
    .params =
        {
            [COUNT] = {"count", 1000, 1, 1000000, true, "how many disks"},
            [ASLEEP] = {"asleep", 0, 0, 1, true, "1: from the beginning"},
        },
};

void rest_open_row(scene_stage *stage, const rest_row *row) {
    const double values[SCENE_PARAMS] = {[COUNT] = row->count, [ASLEEP] = row->asleep};
    scene_setting setting = scene_setting_default();
    setting.never_sleep = row->never_sleep;
    if (!scene_open(stage, &ROW, values, &setting))
        run_fail("%d disks cannot be laid on the ground. Is there enough memory?", row->count);
}

void rest_open_pile(scene_stage *stage, int count) {
    const scene_setting setting = run_setting();
    run_open(stage, "pile", count, &setting);
    run_steps(stage, PILE_STEPS);
}

void rest_fall_asleep(scene_stage *stage) {
    run_steps(stage, SLEEP_STEPS);
    for (size_t i = 0; i < stage->count; ++i)
        if (scene_moves(stage, i) && !evo_body_asleep(stage->world, stage->actors[i].body))
            run_fail("body %zu is still awake after %d steps.", i, SLEEP_STEPS);
}

/* ---- Adding ---------------------------------------------------------------------------------- */

double rest_top(const scene_stage *stage) {
    double top = -INFINITY;
    for (size_t i = 0; i < stage->count; ++i)
        if (scene_moves(stage, i)) top = fmax(top, scene_center(stage, i).y);
    return top + RADIUS;
}

evo_body_config rest_mover(int number, double height, double speed) {
    const double sign = number % 2 ? 1 : -1;
    evo_body_config mover = evo_body_config_default();
    mover.shape = evo_circle(MOVER_RADIUS);
    mover.position = stage_at(10 + 3.0 * number, height + number % LANES_ABOVE);
    mover.velocity.x = sign * speed * (1 + 0.01 * number);
    mover.gravity_scale = 0;
    return mover;
}

evo_body rest_add(scene_stage *stage, const evo_body_config *config) {
    const evo_body made = scene_put(stage, config, 1);
    if (!evo_body_exists(stage->world, made)) run_fail("a body is refused.");
    return made;
}
