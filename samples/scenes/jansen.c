/* jansen.c: Theo Jansen's strandbeest: one crank with a motor moves pairs of legs, and the machine
 * walks. Each leg has two rigid triangles and four rods, of the eleven lengths that Jansen found by
 * evolution in 1990. Look at the feet: on the ground they go straight and evenly. The law: lengths
 * of triangles and rods fix the way of the foot. */
#include <math.h>
#include <stdlib.h>

#include "scenes/stage.h"

enum { PAIRS, SPEED, STONES };

/* Lengths by Jansen's letters, in his units. A: from the crank's shaft to the fixed hinge, along;
 * L: below; M: the crank. */
static const double A = 38, B = 41.5, C = 39.3, D = 40.1, E = 55.8, F = 39.4, G = 36.7, H = 65.7,
                    I = 49, J = 50, K = 61.9, L = 7.8, M = 15;

static const double UNIT = 0.04, LENGTH = 30, TURN = 6.283185307179586, START = 8, TURNS_AT = 8;

/* Density of frame and crank, which hold all legs; that of legs is 1. Lighter: the frame sags, and
 * stumbles. And the greatest torque of the motor. */
static const double WEIGHT = 10, TORQUE = 500;

typedef struct walker_state {
    evo_body frame, crank;
    evo_joint motor;
    double speed;
    bool back;
} walker_state;

static void steer(scene_stage *stage, double seconds) {
    walker_state *w = stage->state;
    const double x = evo_body_pose(stage->world, w->frame).position.x;
    (void)seconds;
    if (w->back ? x > TURNS_AT : x < LENGTH - TURNS_AT) return;
    w->back = !w->back;
    evo_joint_set_motor_speed(stage->world, w->motor, w->back ? w->speed : -w->speed);
}

/* ---- Geometry, about the shaft, of a leg on the left, in Jansen's units ---------------------- */

/* The point at these distances from two others, on the left of the way from p to q. */
static evo_vec2 apex(evo_vec2 p, double from_p, evo_vec2 q, double from_q) {
    const double x = q.x - p.x, y = q.y - p.y, square = x * x + y * y;
    const double along = (from_p * from_p - from_q * from_q + square) / (2 * square);
    const double across = sqrt(from_p * from_p / square - along * along);
    return stage_at(p.x + along * x - across * y, p.y + along * y + across * x);
}

typedef struct leg {
    evo_vec2 pin, fixed, upper, outer, lower, ankle, foot;
} leg;

static leg leg_at(double angle) {
    const evo_vec2 turn = evo_direction(angle);
    leg g = {.pin = {M * turn.x, M * turn.y}, .fixed = {-A, -L}};
    g.upper = apex(g.fixed, B, g.pin, J);
    g.outer = apex(g.fixed, D, g.upper, E);
    g.lower = apex(g.pin, K, g.fixed, C);
    g.ankle = apex(g.lower, G, g.outer, F);
    g.foot = apex(g.lower, I, g.ankle, H);
    return g;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

typedef struct side {
    evo_vec2 shaft;
    double mirror; /* -1: on the right */
} side;

static evo_vec2 placed(const side *s, evo_vec2 p) {
    return stage_at(s->shaft.x + s->mirror * UNIT * p.x, s->shaft.y + UNIT * p.y);
}

static evo_body add_triangle(scene_stage *stage, evo_vec2 a, evo_vec2 b, evo_vec2 c) {
    const evo_vec2 corners[] = {{0, 0}, {b.x - a.x, b.y - a.y}, {c.x - a.x, c.y - a.y}};
    return stage_add(stage, EVO_DYNAMIC, evo_polygon(corners, 3, 0.06), a, 0);
}

static void add_leg(scene_stage *stage, const side *s, double angle) {
    const walker_state *w = stage->state;
    /* A mirrored leg sees the crank's angle mirrored. */
    const leg g = leg_at(s->mirror > 0 ? angle : TURN / 2 - angle);
    const evo_vec2 pin = placed(s, g.pin), fixed = placed(s, g.fixed), upper = placed(s, g.upper),
                   outer = placed(s, g.outer), lower = placed(s, g.lower),
                   ankle = placed(s, g.ankle), foot = placed(s, g.foot);
    const evo_body thigh = add_triangle(stage, fixed, upper, outer);
    const evo_body shin = add_triangle(stage, lower, ankle, foot);
    stage_hinge(stage, w->frame, thigh, fixed);
    stage_rod(stage, w->crank, pin, thigh, upper);
    stage_rod(stage, w->crank, pin, shin, lower);
    stage_rod(stage, w->frame, fixed, shin, lower);
    stage_rod(stage, thigh, outer, shin, ankle);
}

static void add_machine(scene_stage *stage, evo_vec2 shaft, const double *params) {
    walker_state *w = stage->state;
    const int pairs = (int)params[PAIRS];
    const evo_vec2 hull[] = {{-UNIT * A, -UNIT * L}, {UNIT * A, -UNIT * L}, {0, 0}};
    stage->filter.group = -1;
    stage->material.density = WEIGHT;
    stage->tint = 3;
    w->frame = stage_add(stage, EVO_DYNAMIC, evo_polygon(hull, 3, 0.1), shaft, 0);
    stage->tint = 2;
    w->crank = stage_add(stage, EVO_DYNAMIC, evo_circle(UNIT * M), shaft, 0);
    evo_joint_config motor = stage_frames(stage, EVO_REVOLUTE, w->frame, w->crank, shaft);
    motor.motor = true;
    motor.motor_speed = -w->speed; /* clockwise: to the right */
    motor.motor_limit = TORQUE;
    w->motor = stage_link(stage, &motor);
    stage->material.density = 1;
    for (int i = 0; i < 2 * pairs; ++i) {
        const side s = {shaft, i % 2 == 0 ? 1 : -1};
        stage->tint = i % 2 == 0 ? 1 : 4;
        add_leg(stage, &s, TURN * (double)(i / 2) / pairs);
    }
}

/* How far the lowest foot is below the shaft, at the beginning. */
static double lowest_foot(int pairs) {
    double lowest = 0;
    for (int i = 0; i < 2 * pairs; ++i) {
        const double angle = TURN * (double)(i / 2) / pairs;
        lowest = fmin(lowest, leg_at(i % 2 == 0 ? angle : TURN / 2 - angle).foot.y);
    }
    return UNIT * lowest;
}

static void make(scene_stage *stage, const double *params) {
    const evo_vec2 ground[] = {{LENGTH, 8}, {LENGTH, 0}, {0, 0}, {0, 8}};
    walker_state *w = stage->state = calloc(1, sizeof *w);
    stage->failed = !w;
    if (!w) return;
    stage->memory = w;
    stage->memory_size = sizeof *w;
    w->speed = params[SPEED];
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-1, -1, LENGTH + 1, 6.5);
    stage->material.friction = 1;
    stage_chain(stage, ground, 4);
    add_machine(stage, stage_at(START, 0.1 - lowest_foot((int)params[PAIRS])), params);
    stage->steer = steer;
    stage->hero = w->frame;
    stage->hero_view = 14;
    stage->filter = (evo_filter){0};
    stage->tint = 5;
    /* Each stone lies somewhere in a part of the ground of its own. */
    const double from = START + 5, part = (LENGTH - 1 - from) / fmax(1, params[STONES]);
    for (int i = 0; i < (int)params[STONES]; ++i) {
        const double size = chance_between(&stage->random, 0.04, 0.1);
        const double x = chance_between(&stage->random, size, part - size);
        stage_add(stage, EVO_DYNAMIC, evo_circle(size), stage_at(from + part * i + x, size), 0);
    }
}

const scene jansen_scene = {
    .name = "jansen",
    .title = "a machine of Theo Jansen walks",
    .look = "Put a stone in its way. Look at the feet: on the ground they go straight and "
            "evenly.",
    .seconds = 30,
    .make = make,
    .params =
        {
            [PAIRS] = {"pairs", 3, 2, 8, true, "how many pairs of legs"},
            [SPEED] = {"speed", 2, -8, 8, false, "of the crank, in radians a second; to the right"},
            [STONES] = {"stones", 8, 0, 80, true, "how many disks lie on the ground"},
        },
};
