/* meeting.c: two shapes that move and turn, and when they touch first: the time of impact, both
 * shapes then, and the way there. */
#include <stdio.h>

#include "demos/strokes.h"

enum { FIRST, SECOND, SPEED };

/* Seconds: as far as it is looked ahead; what is shown of a way without an impact; rest between two
 * runs of what moves. */
static const double HORIZON = 60, SHOWN = 3, REST = 0.8;

/* Shapes on the way. */
enum { GHOSTS = 7 };

static evo_flight flight_of(const demo_body *b) {
    const evo_flight flight = {b->at.position, b->velocity, b->at.angle, b->spin};
    return flight;
}

static evo_pose pose_at(const demo_body *b, double time) {
    const evo_pose pose = {
        {b->at.position.x + time * b->velocity.x, b->at.position.y + time * b->velocity.y},
        b->at.angle + time * b->spin};
    return pose;
}

static double impact_time(const demo_stage *stage) {
    const evo_shape a = demo_shape(&stage->bodies[0]), b = demo_shape(&stage->bodies[1]);
    return evo_time_of_impact(&a, flight_of(&stage->bodies[0]), &b, flight_of(&stage->bodies[1]),
                              HORIZON);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static void draw_way(const view *v, const demo_body *b, int tint, double end) {
    const evo_pose last = pose_at(b, end);
    const pen_colour colour = v->colours->lines[tint];
    const evo_shape shape = demo_shape(b);
    for (int i = 1; i < GHOSTS; ++i)
        view_shape(v, &shape, pose_at(b, end * i / GHOSTS),
                   stroke_of(pen_faint(colour, 0.12 + 0.3 * i / GHOSTS), 1));
    view_line(v, b->at.position, last.position, stroke_dashed(pen_faint(colour, 0.7), 1.2));
}

/* Both at the impact, and where they touch. */
static void draw_impact(const demo_stage *stage, const view *v, double time) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const evo_shape shape_a = demo_shape(a), shape_b = demo_shape(b);
    const evo_pose at_a = pose_at(a, time), at_b = pose_at(b, time);
    const evo_gap gap = evo_measure(&shape_a, at_a, &shape_b, at_b);
    view_shape(v, &shape_a, at_a, stroke_of(v->colours->lines[DEMO_FIRST], 2));
    view_shape(v, &shape_b, at_b, stroke_of(v->colours->lines[DEMO_SECOND], 2));
    view_arrow(v, gap.point_a, gap.normal, 46, stroke_of(v->colours->text, 2));
    view_dot(v, gap.point_a, 5, v->colours->accent);
}

static void draw(const demo_stage *stage, const view *v) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const double time = impact_time(stage), end = isfinite(time) ? time : SHOWN;
    const double now = stage->held ? 0 : fmin(end, fmod(stage->time, end + REST));
    draw_way(v, a, DEMO_FIRST, end);
    draw_way(v, b, DEMO_SECOND, end);
    if (isfinite(time)) draw_impact(stage, v, time);
    stroke_body(v, a, a->at, DEMO_FIRST, 0.6);
    stroke_body(v, b, b->at, DEMO_SECOND, 0.6);
    stroke_body(v, a, pose_at(a, now), DEMO_FIRST, 1);
    stroke_body(v, b, pose_at(b, now), DEMO_SECOND, 1);
}

/* ---- Telling --------------------------------------------------------------------------------- */

static void tell(const demo_stage *stage, char *text, size_t size) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const double time = impact_time(stage);
    char first[64];
    if (isfinite(time))
        snprintf(first, sizeof first, "they meet after %.6f s", time);
    else
        snprintf(first, sizeof first, "they do not meet within %.0f s", HORIZON);
    snprintf(text, size, "%s\nspeeds %.3f and %.3f\nspins %.3f and %.3f rad/s", first,
             hypot(a->velocity.x, a->velocity.y), hypot(b->velocity.x, b->velocity.y), a->spin,
             b->spin);
}

static void begin(demo_stage *stage, const double *values) {
    const double speed = values[SPEED];
    demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    *a = demo_body_of((evo_shape_kind)values[FIRST], 0.9);
    *b = demo_body_of((evo_shape_kind)values[SECOND], 0.8);
    a->at = (evo_pose){{-2.7, -1.6}, 0.4};
    b->at = (evo_pose){{2.7, -0.6}, 2.2};
    a->velocity = pen_at(1.1 * speed, 0.9 * speed);
    b->velocity = pen_at(-1.2 * speed, 0.55 * speed);
    a->spin = -1.2 * speed;
    b->spin = 1.6 * speed;
}

const demo meeting_demo = {
    .name = "meeting",
    .title = "two shapes that move and turn: when they touch",
    .view = {{-4, -3}, {4, 3}},
    .params = {[FIRST] = {"first", EVO_ELLIPSE, EVO_CIRCLE, EVO_POLYGON, true, "its kind"},
               [SECOND] = {"second", EVO_ELLIPSE, EVO_CIRCLE, EVO_POLYGON, true, "its kind"},
               [SPEED] = {"speed", 1, 0, 3, false, "times velocities and spins"}},
    .begin = begin,
    .draw = draw,
    .tell = tell,
    .moves = true,
};
