/* ragdolls.c: figures of eleven capsules fall on hills, roll down and lie. Each joint has limits,
 * as a knee has, and a motor of no speed and little torque, which is its friction. Look at the
 * knees and elbows: they bend one way only. The law: friction takes the energy, so all come to rest
 * and fall asleep. */
#include <math.h>

#include "scenes/stage.h"

enum { COUNT, STIFFNESS, HILLS };

enum { PARTS = 11, POINTS = 121 };

/* Figures reach less than 1 from their hips: APART of 2 keeps any two clear. */
static const double APART = 2, DROP = 2.5, WAVE = 5, END = 3, TURN = 6.283185307179586;

/* A capsule of the figure, upright about its hips, and the joint to another one. */
static const struct {
    evo_vec2 from, to;
    double radius;
    int other;
    evo_vec2 joint;
    double lower, upper;
} FIGURE[PARTS] = {
    {{0, -0.02}, {0, 0.08}, 0.14, 0, {0, 0}, 0, 0},                        /* hips */
    {{0, 0.25}, {0, 0.48}, 0.16, 0, {0, 0.17}, -0.5, 0.5},                 /* chest */
    {{0, 0.79}, {0, 0.83}, 0.12, 1, {0, 0.66}, -0.6, 0.6},                 /* head */
    {{-0.2, 0.52}, {-0.45, 0.42}, 0.07, 1, {-0.18, 0.53}, -1.7, 1.2},      /* upper arms */
    {{0.2, 0.52}, {0.45, 0.42}, 0.07, 1, {0.18, 0.53}, -1.2, 1.7},         /* */
    {{-0.45, 0.42}, {-0.72, 0.36}, 0.06, 3, {-0.45, 0.42}, -2, 0.1},       /* forearms */
    {{0.45, 0.42}, {0.72, 0.36}, 0.06, 4, {0.45, 0.42}, -0.1, 2},          /* */
    {{-0.09, -0.1}, {-0.13, -0.46}, 0.09, 0, {-0.08, -0.06}, -1.3, 0.2},   /* thighs */
    {{0.09, -0.1}, {0.13, -0.46}, 0.09, 0, {0.08, -0.06}, -0.2, 1.3},      /* */
    {{-0.13, -0.46}, {-0.15, -0.86}, 0.07, 7, {-0.13, -0.46}, -0.05, 1.8}, /* shins */
    {{0.13, -0.46}, {0.15, -0.86}, 0.07, 8, {0.13, -0.46}, -1.8, 0.05},    /* */
};

static evo_vec2 placed(evo_vec2 p, evo_vec2 hips, evo_vec2 turn) {
    return stage_at(hips.x + p.x * turn.x - p.y * turn.y, hips.y + p.x * turn.y + p.y * turn.x);
}

static void add_figure(scene_stage *stage, evo_vec2 hips, double angle, double stiffness) {
    const evo_vec2 turn = evo_direction(angle);
    evo_body parts[PARTS];
    for (int i = 0; i < PARTS; ++i) {
        parts[i] = stage_bar(stage, placed(FIGURE[i].from, hips, turn),
                             placed(FIGURE[i].to, hips, turn), FIGURE[i].radius);
        if (i == 0) continue;
        evo_joint_config joint = stage_frames(stage, EVO_REVOLUTE, parts[FIGURE[i].other], parts[i],
                                              placed(FIGURE[i].joint, hips, turn));
        joint.limit = joint.motor = true;
        joint.lower = FIGURE[i].lower;
        joint.upper = FIGURE[i].upper;
        joint.motor_limit = stiffness;
        stage_link(stage, &joint);
    }
}

/* Hills between two slopes. */
static double ground(double x, double length, double hills) {
    const double end = fmax(0, fmax(1 - x / END, 1 - (length - x) / END));
    return hills * (1 + evo_direction(TURN * x / WAVE).y) + 5 * end * end;
}

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT], columns = count < 8 ? count : 8;
    const double length = 2 * END + APART * (columns + 1), hills = params[HILLS];
    evo_vec2 points[POINTS];
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(0, -1, length, 2 * hills + 4);
    stage->frame = stage_view(0.3 * length, -1, 0.7 * length, 2 * hills + 4);
    for (int i = 0; i < POINTS; ++i) {
        const double x = length * (POINTS - 1 - i) / (POINTS - 1); /* from right to left */
        points[i] = stage_at(x, ground(x, length, hills));
    }
    stage_chain(stage, points, POINTS);
    for (int i = 0; i < count; ++i) {
        const double x = END + APART * (1 + i % columns);
        const double y = ground(x, length, hills) + DROP * (1 + (double)(i / columns));
        const double angle = chance_between(&stage->random, 0, TURN);
        stage->tint = stage_tint((size_t)i);
        stage->filter.group = -1 - i; /* its parts pass through each other */
        add_figure(stage, stage_at(x, y), angle, params[STIFFNESS]);
    }
}

const scene ragdolls_scene = {
    .name = "ragdolls",
    .title = "figures fall on hills and come to rest",
    .look = "Pick one up by a hand. Look at knees and elbows: they bend one way only.",
    .seconds = 12,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 6, 1, 80, true, "how many figures"},
            [STIFFNESS] = {"stiffness", 0.02, 0, 1, false, "greatest torque of a joint's friction"},
            [HILLS] = {"hills", 0.5, 0, 2, false, "half the height of the hills"},
        },
};
