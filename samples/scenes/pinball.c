/* pinball.c: disks fall through a field of elastic bumpers, round ones and rings, into two cups,
 * which are half rings. Spinning paddles throw them back into the field. Look at the paddles' tips:
 * they are as fast as the fastest disks, and no disk may tunnel through them or the cups. The law:
 * the angle of reflection equals the angle of incidence. */
#include <math.h>

#include "scenes/stage.h"

enum { COUNT, SPIN, GRAVITY };

static const double TURN = 6.283185307179586, HALF = 6, HIGH = 15.4, BALL = 0.22;

/* The radius of a cup's middle line, and its centre. The gap between a paddle's tip and the cup is
 * narrower than a ball's radius, so that balls are swept along and not pressed under the paddle. */
static const double CUP = 1.65, WALL = 0.1, CUP_X = 1.75, CUP_Y = 2.2, PADDLE = 1.45;

typedef struct bumper {
    double x, y, radius;
    bool ring; /* open on one side, else a disk */
} bumper;

static const bumper BUMPERS[] = {
    {0, 11.6, 0.8, false},   {-2.6, 9.8, 0.7, false}, {2.6, 9.8, 0.7, false},
    {-4.4, 12.2, 0.6, true}, {4.4, 12.2, 0.6, true},  {0, 7.6, 0.8, true},
    {-4.2, 7.4, 0.5, false}, {4.2, 7.4, 0.5, false},  {-2, 6, 0.4, false},
    {2, 6, 0.4, false},
};

static void add_bumpers(scene_stage *stage) {
    stage->tint = 4;
    stage->material.restitution = 1;
    for (size_t i = 0; i < sizeof BUMPERS / sizeof *BUMPERS; ++i) {
        const bumper *b = &BUMPERS[i];
        evo_shape shape =
            b->ring ? evo_ring(b->radius, 0.15, (b->x < 0 ? 0.05 : -0.35) * TURN, 0.8 * TURN)
                    : evo_circle(b->radius);
        stage_add(stage, EVO_STATIC, shape, stage_at(b->x, b->y), 0);
    }
}

/* A cross of two thin ellipses. */
static void add_paddle(scene_stage *stage, double x, double spin) {
    stage->tint = 5;
    evo_body paddle =
        stage_add(stage, EVO_KINEMATIC, evo_ellipse(PADDLE, 0.12), stage_at(x, CUP_Y), 0.3);
    stage_join(stage, paddle, evo_ellipse(0.12, PADDLE));
    evo_body_set_spin(stage->world, paddle, spin);
}

/* Slopes at both sides and a round head in the middle lead into the cups. */
static void add_table(scene_stage *stage) {
    const double rim = CUP_X + CUP;
    stage->tint = 0;
    stage_wall(stage, stage_at(-HALF, 0), stage_at(HALF, 0));
    stage_wall(stage, stage_at(-HALF, HIGH), stage_at(HALF, HIGH));
    for (int side = -1; side <= 1; side += 2) {
        stage_wall(stage, stage_at(side * HALF, 0), stage_at(side * HALF, HIGH));
        stage_wall(stage, stage_at(side * HALF, CUP_Y + 1.6), stage_at(side * rim, CUP_Y));
        stage_add(stage, EVO_STATIC, evo_ring(CUP, WALL, TURN / 2, TURN / 2),
                  stage_at(side * CUP_X, CUP_Y), 0);
    }
    stage_add(stage, EVO_STATIC, evo_circle(CUP_X - CUP + 0.1), stage_at(0, CUP_Y), 0);
}

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT], columns = 20;
    stage_world(stage, params[GRAVITY], STAGE_BOUNCE);
    stage->view = stage_view(-HALF - 0.5, -0.5, HALF + 0.5, HIGH + 0.5);
    stage->material.friction = 0.2;
    stage->material.restitution = 0.5;
    add_table(stage);
    add_paddle(stage, -CUP_X, -params[SPIN]);
    add_paddle(stage, CUP_X, params[SPIN]);
    add_bumpers(stage);
    stage->material.restitution = 0.5;
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
    .look = "Throw a ball up. Look at the tips of the paddles, as fast as the fastest balls.",
    .seconds = 15,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 30, 1, 80, true, "how many disks"},
            [SPIN] = {"spin", 9, -50, 50, false, "of the paddles, in radians a second"},
            [GRAVITY] = {"gravity", 6, 0, 50, false, "of the inclined table"},
        },
};
