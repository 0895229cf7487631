/* planet.c: a planet within shields: slices of rings that turn about it in alternating directions.
 * Asteroids come in from outside, each aimed at the planet. There is no gravity, and a wall far out
 * reflects them. Look at the gaps: now and then an asteroid gets through. The law: a kinematic
 * shield has infinite mass and changes an asteroid's energy. */
#include <math.h>

#include "scenes/stage.h"

enum { COUNT, SHIELDS, SPEED, SPIN };

static const double TURN = 6.283185307179586, PLANET = 1.5, APART = 1.3, WIDTH = 0.2, EDGE = 16;

/* Three slices per ring, with gaps between them. */
static void add_shield(scene_stage *stage, int number, double spin) {
    const int slices = 3;
    const double radius = PLANET + APART * (number + 1), gap = fmin(1.2 / radius, 0.5);
    const double sweep = TURN / slices - gap;
    stage->tint = number % 2 == 0 ? 4 : 5;
    evo_body shield = stage_add(stage, EVO_KINEMATIC, evo_ring(radius, WIDTH, 0, sweep),
                                stage_at(0, 0), 0.7 * number);
    for (int i = 1; i < slices; ++i)
        stage_join(stage, shield, evo_ring(radius, WIDTH, i * TURN / slices, sweep));
    evo_body_set_spin(stage->world, shield, number % 2 == 0 ? spin : -spin);
}

/* On concentric circles, `round` asteroids each, without overlaps. */
static void add_asteroid(scene_stage *stage, int number, int round, double speed) {
    const double angle = TURN * (number % round + 0.5 * (double)(number / round % 2)) / round;
    const double from = EDGE - 1.2 - 1.0 * (double)(number / round);
    double size = chance_between(&stage->random, 0.15, 0.32);
    double thin = chance_between(&stage->random, 0.5, 0.9);
    double turned = chance_between(&stage->random, 0, TURN);
    double speed_in = speed * chance_between(&stage->random, 0.7, 1.3);
    double spin = chance_between(&stage->random, -3, 3);
    bool disk = chance_part(&stage->random) < 0.5;
    const evo_vec2 out = evo_direction(angle);
    stage->tint = disk ? 1 : 2;
    evo_body body =
        stage_add(stage, EVO_DYNAMIC, disk ? evo_circle(size) : evo_ellipse(size, thin * size),
                  stage_at(from * out.x, from * out.y), turned);
    evo_body_set_velocity(stage->world, body, stage_at(-speed_in * out.x, -speed_in * out.y));
    evo_body_set_spin(stage->world, body, spin);
}

static void make(scene_stage *stage, const double *params) {
    stage_world(stage, 0, 0);
    stage->view = stage_view(-EDGE - 0.5, -EDGE - 0.5, EDGE + 0.5, EDGE + 0.5);
    stage->material.friction = 0.3;
    stage->material.restitution = 0.8;
    stage->tint = 0;
    stage_add(stage, EVO_STATIC, evo_ring(EDGE, 0.4, 0, TURN), stage_at(0, 0), 0);
    stage->tint = 3;
    stage_add(stage, EVO_STATIC, evo_circle(PLANET), stage_at(0, 0), 0);
    for (int i = 0; i < (int)params[SHIELDS]; ++i) add_shield(stage, i, params[SPIN]);
    for (int i = 0; i < (int)params[COUNT]; ++i) add_asteroid(stage, i, 40, params[SPEED]);
}

const scene planet_scene = {
    .name = "planet",
    .title = "turning shields guard a planet from asteroids",
    .look = "Throw a rock at the planet. Look at the gaps in the shields: now and then "
            "something gets through.",
    .seconds = 10,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 120, 1, 200, true, "how many asteroids"},
            [SHIELDS] = {"shields", 4, 0, 6, true, "how many rings of shields"},
            [SPEED] = {"speed", 6, 0.1, 100, false, "of the asteroids, at first"},
            [SPIN] = {"spin", 0.8, -10, 10, false, "of the shields, in radians a second"},
        },
};
