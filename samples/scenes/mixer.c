/* mixer.c: a drum turns, a whole ring with blades of thin ellipses, and carries disks and ellipses
 * round; the colours mark the left and the right half at the beginning. Look at how the bodies
 * slide off the blades, and at how long the colours stay apart. The law: friction holds a slope
 * only up to a certain angle. */
#include <math.h>

#include "scenes/stage.h"

enum { SPIN, BLADES, SIZE, FRICTION };

static const double RADIUS = 6, WALL = 0.4, BLADE = 0.8, TURN = 6.283185307179586;

/* Slightly more than half of its length sticks out of the wall. */
static evo_shape blade(int number, int blades) {
    double angle = TURN * number / blades;
    evo_vec2 out = evo_direction(angle);
    double from = RADIUS - WALL / 2 - 0.8 * BLADE;
    return evo_shape_at(evo_ellipse(BLADE, 0.15), stage_at(out.x * from, out.y * from), angle);
}

static bool is_free(evo_vec2 at, double size, int blades) {
    const evo_pose here = {at, 0}, drum = {{0, 0}, 0};
    const evo_shape clearance = evo_circle(size);
    if (sqrt(at.x * at.x + at.y * at.y) + size > RADIUS - WALL / 2) return false;
    for (int i = 0; i < blades; ++i) {
        evo_shape shape = blade(i, blades);
        if (evo_overlap(&shape, drum, &clearance, here)) return false;
    }
    return true;
}

static void add_drum(scene_stage *stage, double spin, int blades) {
    stage->tint = 0;
    evo_body drum =
        stage_add(stage, EVO_KINEMATIC, evo_ring(RADIUS, WALL, 0, TURN), stage_at(0, 0), 0);
    for (int i = 0; i < blades; ++i) stage_join(stage, drum, blade(i, blades));
    evo_body_set_spin(stage->world, drum, spin);
}

static void make(scene_stage *stage, const double *params) {
    const int blades = (int)params[BLADES];
    const double size = params[SIZE], apart = 2.1 * size;
    const int lines = (int)(2 * RADIUS / apart);
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-RADIUS - 1, -RADIUS - 1, RADIUS + 1, RADIUS + 1);
    stage->material.friction = params[FRICTION];
    add_drum(stage, params[SPIN], blades);
    for (int i = 0; i < lines * lines; ++i) {
        evo_vec2 at = stage_at((i % lines + 0.5) * apart - RADIUS,
                               ((double)(i / lines) + 0.5) * apart - RADIUS);
        if (at.y > 0.2 * RADIUS || !is_free(at, size, blades)) continue;
        double angle = chance_between(&stage->random, 0, TURN);
        double thin = chance_between(&stage->random, 0.45, 0.9);
        bool disk = chance_part(&stage->random) < 0.5;
        stage->tint = at.x < 0 ? 1 : 2;
        stage_add(stage, EVO_DYNAMIC,
                  disk ? evo_circle(0.9 * size) : evo_ellipse(size, thin * size), at, angle);
    }
}

const scene mixer_scene = {
    .name = "mixer",
    .title = "a drum with blades turns and mixes disks with ellipses",
    .look = "Throw some across the drum. Look at how long the two colours stay apart.",
    .seconds = 20,
    .make = make,
    .params =
        {
            [SPIN] = {"spin", 0.8, -3, 3, false, "of the drum, in radians a second"},
            [BLADES] = {"blades", 6, 0, 20, true, "how many blades"},
            [SIZE] = {"size", 0.2, 0.05, 0.5, false, "half the length of the largest"},
            [FRICTION] = {"friction", 0.5, 0, 10, false, "of everything; 0 is ice"},
        },
};
