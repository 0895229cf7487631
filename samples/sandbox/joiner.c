/* joiner.c: making and removing joints. In: two points of the world, and the bodies there; out: a
 * joint whose frames are these points. */
#include "sandbox/joiner.h"

#include <math.h>
#include <stdlib.h>

#include "sandbox/hand.h"

/* Of springs: oscillations a second, and damping ratio. */
static const double FREQUENCY = 1.5, DAMPING = 0.1;

/* ---- Making ---------------------------------------------------------------------------------- */

void joiner_turn(joiner *j) {
    j->kind = (joiner_kind)((j->kind + 1) % JOINER_KINDS);
    j->begun = false;
}

const char *joiner_text(const joiner *j) {
    static const char *const TEXTS[JOINER_KINDS] = {
        [JOINER_HINGE] = "hinges: press on a body, release on another one or on the background;"
                         " A: rods, Esc: end",
        [JOINER_ROD] = "rods: drag from a body to another one or to the background;"
                       " A: springs, Esc: end",
        [JOINER_SPRING] = "springs: drag from a body to another one or to the background;"
                          " A, Esc: end",
    };
    return TEXTS[j->kind];
}

static evo_vec2 place_of(const scene_stage *stage, joiner_end end) {
    if (end.body.generation == 0) return end.point;
    return evo_body_world_point(stage->world, end.body, end.point);
}

static joiner_end end_at(const scene_stage *stage, evo_body body, evo_vec2 at) {
    joiner_end end = {body, at};
    if (body.generation != 0) end.point = evo_body_local_point(stage->world, body, at);
    return end;
}

static bool moves(const scene_stage *stage, evo_body body) {
    return evo_body_exists(stage->world, body) && scene_moves(stage, body.index);
}

void joiner_begin(joiner *j, const scene_stage *stage, evo_vec2 at, double near) {
    const evo_body none = {0, 0};
    j->from = end_at(stage, hand_body_at(stage, at, near, none), at);
    j->begun = true;
}

static evo_joint_config config_of(joiner_kind kind, joiner_end from, joiner_end to) {
    const bool hinge = kind == JOINER_HINGE;
    evo_joint_config config = evo_joint_config_default(hinge ? EVO_REVOLUTE : EVO_DISTANCE);
    config.a = from.body;
    config.b = to.body;
    config.frame_a.position = from.point;
    config.frame_b.position = to.point;
    config.collide = !hinge; /* bodies on a hinge overlap */
    if (kind == JOINER_SPRING) {
        config.spring = true;
        config.hertz = FREQUENCY;
        config.damping_ratio = DAMPING;
    }
    return config;
}

evo_joint joiner_finish(joiner *j, const scene_stage *stage, evo_vec2 at, double near) {
    const evo_joint none = {0, 0};
    const bool begun = j->begun, hinge = j->kind == JOINER_HINGE;
    const evo_vec2 start = place_of(stage, j->from);
    const evo_body body = hand_body_at(stage, at, near, j->from.body);
    j->begun = false;
    if (!begun || (!moves(stage, j->from.body) && !moves(stage, body))) return none;
    if (!hinge && hypot(at.x - start.x, at.y - start.y) < near) return none;
    const joiner_end to = end_at(stage, body, hinge ? start : at);
    const evo_joint_config config = config_of(j->kind, j->from, to);
    return evo_joint_create(stage->world, &config);
}

/* ---- Removing -------------------------------------------------------------------------------- */

static double distance_to_segment(evo_vec2 p, evo_vec2 a, evo_vec2 b) {
    const evo_vec2 way = {b.x - a.x, b.y - a.y}, arm = {p.x - a.x, p.y - a.y};
    const double square = way.x * way.x + way.y * way.y;
    const double along = square > 0 ? (arm.x * way.x + arm.y * way.y) / square : 0;
    const double part = fmax(0, fmin(1, along));
    return hypot(arm.x - part * way.x, arm.y - part * way.y);
}

void joiner_ends(const scene_stage *stage, evo_joint joint, evo_vec2 ends[2]) {
    const evo_joint_config config = evo_joint_get(stage->world, joint);
    const joiner_end a = {config.a, config.frame_a.position},
                     b = {config.b, config.frame_b.position};
    ends[0] = place_of(stage, a);
    ends[1] = place_of(stage, b);
}

double joiner_distance(const scene_stage *stage, evo_joint joint, evo_vec2 at) {
    const evo_joint_config config = evo_joint_get(stage->world, joint);
    evo_vec2 ends[2];
    joiner_ends(stage, joint, ends);
    if (config.kind == EVO_PULLEY)
        return fmin(distance_to_segment(at, ends[0], config.ground_a),
                    distance_to_segment(at, ends[1], config.ground_b));
    return distance_to_segment(at, ends[0], ends[1]);
}

bool joiner_remove(const scene_stage *stage, evo_vec2 at, double within, evo_joint except) {
    const size_t count = evo_world_joints(stage->world, NULL, 0);
    evo_joint *joints = malloc((count + 1) * sizeof *joints), nearest = {0, 0};
    double least = within;
    if (!joints) return false;
    (void)evo_world_joints(stage->world, joints, count);
    for (size_t i = 0; i < count; ++i) {
        const double distance = joiner_distance(stage, joints[i], at);
        if (evo_joint_equal(joints[i], except) || !(distance <= least)) continue;
        least = distance;
        nearest = joints[i];
    }
    free(joints);
    return evo_joint_destroy(stage->world, nearest) == EVO_OK;
}

/* ---- Painting -------------------------------------------------------------------------------- */

void joiner_paint(const joiner *j, const view *v, const scene_stage *stage, evo_vec2 to) {
    const pen_style line = {.line = v->colours->accent, .width = 1.5, .dashed = true};
    const evo_body body = j->from.body;
    if (!j->begun || (body.generation != 0 && !evo_body_exists(stage->world, body))) return;
    const evo_vec2 from = place_of(stage, j->from);
    view_line(v, from, to, line);
    view_dot(v, from, 4, v->colours->accent);
}
