/* pinball.c: disks fall through a field of bumpers, round ones and rings, that give back all of
 * their speed; paddles that spin about their middles throw them up again, above a funnel that leads
 * back to the paddles. Look at the fast ones: a paddle's tip is three times as fast as they are, and
 * none may pass through. */
#include <math.h>

#include "scenes/stage.h"

enum { COUNT, SPIN, GRAVITY };

static const double TURN = 6.283185307179586, HALF = 6, HIGH = 16, BALL = 0.22;

typedef struct bumper {
    double x, y, radius;
    bool ring; /* open at the top, else a disk */
} bumper;

static const bumper BUMPERS[] = {
    {0, 12.2, 0.8, false},   {-2.6, 10.4, 0.7, false}, {2.6, 10.4, 0.7, false},
    {-4.4, 13, 0.6, true},   {4.4, 13, 0.6, true},     {0, 8.4, 0.9, true},
    {-4.2, 7.4, 0.5, false}, {4.2, 7.4, 0.5, false},   {-2, 6.2, 0.4, false},
    {2, 6.2, 0.4, false},
};

static void add_bumpers(scene_stage *stage) {
    stage->tint = 4;
    stage->material.restitution = 1;
    for (size_t i = 0; i < sizeof BUMPERS / sizeof *BUMPERS; ++i) {
        const bumper *b = &BUMPERS[i];
        evo_shape shape =
            b->ring ? evo_ring(b->radius, 0.15, 0.35 * TURN, 0.8 * TURN) : evo_circle(b->radius);
        stage_add(stage, EVO_STATIC, shape, stage_at(b->x, b->y), 0);
    }
}

/* A cross of two thin ellipses. */
static void add_paddle(scene_stage *stage, double x, double y, double length, double spin) {
    stage->tint = 5;
    evo_body paddle = stage_add(stage, EVO_KINEMATIC, evo_ellipse(length, 0.12), stage_at(x, y), 0);
    stage_join(stage, paddle, evo_ellipse(0.12, length));
    evo_body_set_spin(stage->world, paddle, spin);
}

static void add_table(scene_stage *stage) {
    stage->material.restitution = 0.5;
    stage_wall(stage, stage_at(-HALF, 0), stage_at(HALF, 0));
    stage_wall(stage, stage_at(-HALF, 0), stage_at(-HALF, HIGH));
    stage_wall(stage, stage_at(HALF, 0), stage_at(HALF, HIGH));
    stage_wall(stage, stage_at(-HALF, HIGH), stage_at(HALF, HIGH));
    stage_wall(stage, stage_at(-HALF, 4), stage_at(-2.9, 1.6));
    stage_wall(stage, stage_at(HALF, 4), stage_at(2.9, 1.6));
}

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT], columns = 20;
    stage_world(stage, params[GRAVITY], STAGE_BOUNCE);
    stage->view = stage_view(-HALF - 0.5, -0.5, HALF + 0.5, HIGH + 0.5);
    stage->material.friction = 0.2;
    add_table(stage);
    add_bumpers(stage);
    stage->material.restitution = 0.5;
    add_paddle(stage, -1.45, 1.55, 1.4, -params[SPIN]);
    add_paddle(stage, 1.45, 1.55, 1.4, params[SPIN]);
    for (int i = 0; i < count; ++i) {
        double x = (i % columns - 0.5 * (columns - 1)) * 2.5 * BALL;
        double off = chance_between(&stage->random, -0.05, 0.05);
        stage->tint = stage_tint((size_t)(i % 3));
        stage_add(stage, EVO_DYNAMIC, evo_circle(BALL),
                  stage_at(x + off, HIGH - 0.4 - (double)(i / columns) * 2.3 * BALL), 0);
    }
}

const scene pinball_scene = {
    .name = "pinball",
    .title = "disks fall among bumpers, and paddles throw them up again",
    .seconds = 15,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 30, 1, 80, true, "how many disks"},
            [SPIN] = {"spin", 8, -50, 50, false, "of the paddles, in radians a second"},
            [GRAVITY] = {"gravity", 6, 0, 50, false, "of the inclined table"},
        },
};
