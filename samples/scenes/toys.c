/* toys.c: every kind of shape, some of each, tumble in a drum that turns slowly. Drag one, throw it,
 * hang an ellipse into a ring. Look at how they lie: an ellipse in the hollow of a ring touches it
 * twice. The colour says the kind. The law: what is thrown flies a parabola, and bounces off. */
#include <math.h>

#include "scenes/stage.h"

enum { SPIN, SIZE, BOUNCE };

static const double RADIUS = 6, WALL = 0.5, BUMP = 1.3, TURN = 6.283185307179586;

enum { KINDS = 5, BUMPS = 3 };

static evo_shape toy(int kind, double size) {
    static const evo_vec2 hexagon[] = {{0.8, 0},  {0.4, 0.69},   {-0.4, 0.69},
                                       {-0.8, 0}, {-0.4, -0.69}, {0.4, -0.69}};
    evo_vec2 corners[6];
    switch (kind) {
    case 0:
        return evo_ellipse(size, 0.55 * size);
    case 1:
        return evo_ring(0.85 * size, 0.3 * size, 0, 0.58 * TURN);
    case 2:
        for (int i = 0; i < 6; ++i) corners[i] = evo_scale(size, hexagon[i]);
        return evo_polygon(corners, 6, 0.15 * size);
    case 3:
        return evo_circle(0.75 * size);
    default:
        return evo_capsule(stage_at(-0.6 * size, 0), stage_at(0.6 * size, 0), 0.36 * size);
    }
}

static evo_vec2 bump_at(int number) {
    return evo_scale(RADIUS - WALL / 2, evo_direction(TURN * number / BUMPS));
}

/* Sunk in its wall are ellipses, which carry the toys up. */
static void add_drum(scene_stage *stage, double spin) {
    stage->tint = 0;
    evo_body drum =
        stage_add(stage, EVO_KINEMATIC, evo_ring(RADIUS, WALL, 0, TURN), stage_at(0, 0), 0);
    for (int i = 0; i < BUMPS; ++i)
        stage_join(stage, drum,
                   evo_shape_at(evo_ellipse(WALL, BUMP), bump_at(i), TURN * i / BUMPS));
    evo_body_set_spin(stage->world, drum, spin);
}

static bool is_free(evo_vec2 at, double size) {
    bool free = evo_length(at) < RADIUS - WALL / 2 - size;
    for (int i = 0; i < BUMPS; ++i) free &= evo_length(evo_sub(at, bump_at(i))) > 0.8 * BUMP + size;
    return free;
}

static void make(scene_stage *stage, const double *params) {
    const double size = params[SIZE], apart = 2.05 * size;
    const int lines = (int)(2 * RADIUS / apart);
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-RADIUS - 0.5, -RADIUS - 0.5, RADIUS + 0.5, RADIUS + 0.5);
    stage->material.restitution = params[BOUNCE];
    stage->material.friction = 0.5;
    add_drum(stage, params[SPIN]);
    for (int i = 0; i < lines * lines; ++i) {
        const evo_vec2 at = {(i % lines + 0.5 - 0.5 * lines) * apart,
                             ((double)(i / lines) + 0.5 - 0.5 * lines) * apart};
        if (!is_free(at, size)) continue;
        const double angle = chance_between(&stage->random, 0, TURN);
        const double own = size * chance_between(&stage->random, 0.75, 1);
        const int kind = (int)chance_between(&stage->random, 0, KINDS);
        stage->tint = 1 + kind;
        stage_add(stage, EVO_DYNAMIC, toy(kind, own), at, angle);
    }
}

const scene toys_scene = {
    .name = "toys",
    .title = "ellipses, rings, polygons, disks and capsules tumble in a drum",
    .look = "Drag one and throw it. Look at how they lie: an ellipse in the hollow of a ring "
            "touches it twice.",
    .seconds = 15,
    .make = make,
    .params =
        {
            [SPIN] = {"spin", 0.5, -3, 3, false, "of the drum, in radians a second"},
            [SIZE] = {"size", 0.75, 0.2, 1.2, false, "half the length of the largest"},
            [BOUNCE] = {"restitution", 0.4, 0, 1, false, "speed kept in a bounce"},
        },
};
