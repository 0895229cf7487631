/* meeting.c: two shapes that move and turn, and when they touch first: the time of impact. Of
 * two circles it is a root: seen from the first, the second one moves along a line, and they
 * touch where its centre enters the circle of both radii together. Other shapes are advanced by
 * as much as they surely stay apart, again and again. */
#include <stdio.h>
#include <string.h>

#include "demos/strokes.h"

enum { FIRST, SECOND, SPEED };

/* Seconds: as far as it is looked ahead; what is shown of a way without an impact; of the steps
 * that are compared. */
static const double HORIZON = 60, SHOWN = 3, STEP = 0.1;

/* Of circles: the rounds. Of others: the most advances that are shown, and when they end, in
 * parts of the first body's size. */
enum { START, RELATIVE, GROWN, ROOTS, IMPACT, CIRCLE_ROUNDS };
enum { ADVANCES = 12, GHOSTS = 7 };
static const double CLOSED = 1e-3;

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

static bool are_circles(const demo_stage *stage) {
    return stage->bodies[0].kind == EVO_CIRCLE && stage->bodies[1].kind == EVO_CIRCLE;
}

/* ---- Two circles: A t^2 + B t + C = 0 -------------------------------------------------------- */

typedef struct quadratic {
    evo_vec2 way, velocity; /* of the second centre, seen from the first */
    double reach;           /* both radii */
    double a, b, c, d;
    double first, second; /* the roots, if d >= 0 */
} quadratic;

static quadratic quadratic_of(const demo_stage *stage) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    quadratic q = {.way = evo_sub(b->at.position, a->at.position),
                   .velocity = evo_sub(b->velocity, a->velocity),
                   .reach = a->size[0] + b->size[0]};
    q.a = evo_dot(q.velocity, q.velocity);
    q.b = 2 * evo_dot(q.way, q.velocity);
    q.c = evo_dot(q.way, q.way) - q.reach * q.reach;
    q.d = q.b * q.b - 4 * q.a * q.c;
    const double root = sqrt(fmax(0, q.d));
    q.first = q.a > 0 ? (-q.b - root) / (2 * q.a) : 0;
    q.second = q.a > 0 ? (-q.b + root) / (2 * q.a) : 0;
    return q;
}

/* ---- Other shapes: advances ------------------------------------------------------------------ */

typedef struct advances {
    int count; /* of them; the last one ends where they touch, or is the last that is shown */
    double time[ADVANCES + 1], gap[ADVANCES + 1];
    double speed; /* at which they approach at most */
} advances;

static double reach_of(const demo_body *b) {
    const evo_shape shape = demo_shape(b);
    const evo_pose here = {{0, 0}, 0};
    const evo_bounds box = evo_shape_bounds(&shape, here);
    return hypot(fmax(-box.min.x, box.max.x), fmax(-box.min.y, box.max.y));
}

static double gap_at(const demo_stage *stage, double time) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const evo_shape shape_a = demo_shape(a), shape_b = demo_shape(b);
    return evo_measure(&shape_a, pose_at(a, time), &shape_b, pose_at(b, time)).distance;
}

static advances advance(const demo_stage *stage) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    advances r = {.count = 0};
    r.speed = evo_length(evo_sub(b->velocity, a->velocity)) + fabs(a->spin) * reach_of(a)
              + fabs(b->spin) * reach_of(b);
    r.gap[0] = gap_at(stage, 0);
    while (r.count < ADVANCES && r.gap[r.count] > CLOSED * a->size[0] && r.speed > 0) {
        const double next = r.time[r.count] + r.gap[r.count] / r.speed;
        if (next > HORIZON) break;
        r.time[++r.count] = next;
        r.gap[r.count] = gap_at(stage, next);
    }
    return r;
}

static int count_rounds(const demo_stage *stage) {
    return are_circles(stage) ? CIRCLE_ROUNDS : advance(stage).count + 2;
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

static void draw_both(const demo_stage *stage, const view *v, double time, double opacity) {
    stroke_body(v, &stage->bodies[0], pose_at(&stage->bodies[0], time), DEMO_FIRST, opacity);
    stroke_body(v, &stage->bodies[1], pose_at(&stage->bodies[1], time), DEMO_SECOND, opacity);
}

/* Both on their way to the impact, and there, with where they touch. */
static void draw_impact(const demo_stage *stage, const view *v) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const double time = impact_time(stage), end = isfinite(time) ? time : SHOWN;
    const evo_shape shape_a = demo_shape(a), shape_b = demo_shape(b);
    draw_way(v, a, DEMO_FIRST, end);
    draw_way(v, b, DEMO_SECOND, end);
    draw_both(stage, v, 0, 0.5);
    draw_both(stage, v, end * fmin(1, 1.3 * demo_part(stage)), 1);
    if (!isfinite(time)) return;
    const evo_gap gap = evo_measure(&shape_a, pose_at(a, time), &shape_b, pose_at(b, time));
    view_shape(v, &shape_a, pose_at(a, time), stroke_of(v->colours->lines[DEMO_FIRST], 2));
    view_shape(v, &shape_b, pose_at(b, time), stroke_of(v->colours->lines[DEMO_SECOND], 2));
    view_arrow(v, gap.point_a, gap.normal, 46, stroke_of(v->colours->text, 2));
    view_dot(v, gap.point_a, 5, v->colours->accent);
}

/* The squared distance of the centres less that of a touch, over time, in a corner of the page. */
static void draw_parabola(const view *v, const quadratic *q) {
    enum { POINTS = 49 };
    const double wide = 0.6 * v->at.x, high = 0.4 * v->at.y;
    const evo_vec2 corner = {2 * v->at.x - wide - 12, 2 * v->at.y - high - 12};
    const double most = fmax(fabs(q->c), 1e-9), end = q->d >= 0 ? 1.15 * q->second : -q->b / q->a;
    evo_vec2 curve[POINTS];
    if (!(q->a > 0) || !(end > 0) || wide < 80) return;
    const double zero = corner.y + 0.6 * high;
    pen_box(v->pen, corner, wide, high,
            (pen_style){.fill = v->colours->ground, .line = v->colours->edge, .width = 1});
    for (int i = 0; i < POINTS; ++i) {
        const double t = end * i / (POINTS - 1), value = (q->a * t + q->b) * t + q->c;
        curve[i] = pen_at(corner.x + wide * i / (POINTS - 1),
                          zero - fmax(-1, fmin(1, value / most)) * 0.4 * high);
    }
    v->pen->path(v->pen->page, curve, POINTS, false, stroke_of(v->colours->fit, 2));
    pen_line(v->pen, pen_at(corner.x, zero), pen_at(corner.x + wide, zero),
             stroke_of(v->colours->pale, 1));
    const double roots[] = {q->first, q->second};
    for (int i = 0; i < 2 && q->d >= 0; ++i)
        v->pen->circle(v->pen->page, pen_at(corner.x + wide * fmax(0, roots[i]) / end, zero), 4.5,
                       (pen_style){.fill = i == 0 ? v->colours->accent : v->colours->pale});
    v->pen->text(v->pen->page, pen_at(corner.x + 8, corner.y + 16), PEN_LEFT, 12, v->colours->text,
                 wide < 200 ? "d^2 - (r1 + r2)^2" : "distance^2 - (r1 + r2)^2, over time");
}

/* Seen from the first disk: the way of the other centre, the circle of both radii, the roots. */
static void draw_relative(const demo_stage *stage, const view *v, int round) {
    const quadratic q = quadratic_of(stage);
    const evo_vec2 home = stage->bodies[0].at.position, from = stage->bodies[1].at.position;
    const double end = q.d >= 0 && q.second > 0 ? 1.15 * q.second : SHOWN;
    const evo_vec2 to = evo_add(from, evo_scale(end, q.velocity));
    const evo_pose seen = {evo_add(from, evo_scale(demo_part(stage) * end, q.velocity)), 0};
    draw_both(stage, v, 0, round < ROOTS ? 1 : 0.5);
    view_line(v, from, to, stroke_dashed(v->colours->accent, 1.8));
    if (round == RELATIVE) stroke_body(v, &stage->bodies[1], seen, DEMO_SECOND, 0.7);
    if (round == RELATIVE) return;
    view_circle(v, home, q.reach, stroke_of(v->colours->fit, round == GROWN ? 2.5 : 1.5));
    view_dot(v, from, 5, v->colours->lines[DEMO_SECOND]);
    if (round != ROOTS) return;
    const double roots[] = {q.first, q.second};
    for (int i = 0; i < 2 && q.d >= 0; ++i)
        view_dot(v, evo_add(from, evo_scale(roots[i], q.velocity)), 6,
                 i == 0 ? v->colours->accent : v->colours->pale);
    draw_parabola(v, &q);
}

static void draw_advances(const demo_stage *stage, const view *v, int round) {
    const advances r = advance(stage);
    draw_both(stage, v, 0, round == 0 ? 1 : 0.3);
    for (int i = 1; i < round; ++i) draw_both(stage, v, r.time[i], 0.25);
    if (round > 0) draw_both(stage, v, r.time[round], 1);
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const evo_shape shape_a = demo_shape(a), shape_b = demo_shape(b);
    const evo_gap gap =
        evo_measure(&shape_a, pose_at(a, r.time[round]), &shape_b, pose_at(b, r.time[round]));
    view_line(v, gap.point_a, gap.point_b, stroke_of(v->colours->accent, 2.5));
    view_dot(v, gap.point_a, 4, v->colours->accent);
    view_dot(v, gap.point_b, 4, v->colours->accent);
}

static void draw(const demo_stage *stage, const view *v) {
    const int round = demo_round(stage);
    if (round + 1 == demo_rounds(stage))
        draw_impact(stage, v);
    else if (!are_circles(stage))
        draw_advances(stage, v, round);
    else if (round == START)
        draw_both(stage, v, 0, 1);
    else
        draw_relative(stage, v, round);
}

/* ---- Telling --------------------------------------------------------------------------------- */

static const char *circles_text(const quadratic *q, int round) {
    switch (round) {
    case START:
        return "Two disks fly along their arrows. Will they touch, where, and when? Trying one "
               "step "
               "after the other may miss it.";
    case RELATIVE:
        return "Seen from the first disk, which then stands still, the second one moves along a "
               "straight line: with the difference of both velocities.";
    case GROWN:
        return "They touch when their centres are both radii apart. So let one disk have both "
               "radii, "
               "and the other be a point.";
    default:
        if (q->d < 0)
            return "The line misses the circle, and the curve stays above its axis: there "
                   "is no root, and no impact.";
        return q->second < 0
                   ? "The line meets the circle, but in the past: both roots are negative."
                   : "The point enters the circle, and leaves it: the curve has two roots. "
                     "The first one is the impact.";
    }
}

static void say(const demo_stage *stage, int round, char *text, size_t size) {
    const quadratic q = quadratic_of(stage);
    const bool met = isfinite(impact_time(stage));
    if (round + 1 == demo_rounds(stage))
        snprintf(text, size,
                 met ? "Both are there at the same moment, and touch at the dot: that is "
                       "the time of impact, to the last digits, and no step missed it."
                     : "They pass each other.");
    else if (are_circles(stage))
        snprintf(text, size, "%s", circles_text(&q, round));
    else
        snprintf(
            text, size,
            round == 0
                ? "Two shapes fly and turn. Measure their gap, the red line: in which time can "
                  "they surely not close it?"
                : "Advance both by that time, and measure again. The gap shrinks, and never is "
                  "it passed over.");
}

static void formula(const demo_stage *stage, int round, char *text, size_t size) {
    const quadratic q = quadratic_of(stage);
    const advances r = advance(stage);
    if (!are_circles(stage) && round <= r.count)
        snprintf(text, size, "t = %.6f, gap = %.6f, approach at most %.3f\nnext t = t + gap / %.3f",
                 r.time[round], r.gap[round], r.speed, r.speed);
    else if (!are_circles(stage))
        snprintf(text, size, "time of impact = %.9g s", impact_time(stage));
    else if (round == START)
        snprintf(text, size, "p1(t) = p1 + v1 t, p2(t) = p2 + v2 t");
    else if (round == RELATIVE)
        snprintf(text, size, "C(t) = (dx + dvx t, dy + dvy t) = (%.2f %+.2f t, %.2f %+.2f t)",
                 q.way.x, q.velocity.x, q.way.y, q.velocity.y);
    else if (round == GROWN)
        snprintf(text, size, "|C(t)|^2 = (r1 + r2)^2 = %.2f^2\n%.3f t^2 %+.3f t %+.3f = 0", q.reach,
                 q.a, q.b, q.c);
    else
        snprintf(text, size,
                 "A t^2 + B t + C = 0: B^2 - 4 A C = %.3f\nt = (-B - sqrt(B^2 - 4 A C)) / (2 A) = "
                 "%s%.6f",
                 q.d, q.d < 0 ? "no root: " : "", q.d < 0 ? 0.0 : q.first);
}

/* The deepest overlap that is seen by someone who looks once a step, at the first step that shows
 * one; 0: at none. */
static double depth_by_steps(const demo_stage *stage, double after, double *seen) {
    for (double time = STEP * ceil(after / STEP); time < after + 20 * STEP; time += STEP) {
        *seen = time;
        const double gap = gap_at(stage, time);
        if (gap < 0) return -gap;
    }
    return 0;
}

static void tell(const demo_stage *stage, char *text, size_t size) {
    const double time = impact_time(stage);
    double seen = 0;
    if (!isfinite(time)) {
        snprintf(text, size, "they do not meet within %.0f s", HORIZON);
        return;
    }
    const double depth = depth_by_steps(stage, time, &seen);
    snprintf(text, size, "they meet after %.6f s\n", time);
    const size_t length = strlen(text);
    if (depth > 0)
        snprintf(text + length, size - length, "steps of %.1f s see it at %.1f s,\n%.4f deep", STEP,
                 seen, depth);
    else
        snprintf(text + length, size - length, "steps of %.1f s miss it", STEP);
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
    .params = {[FIRST] = {"first", EVO_CIRCLE, EVO_CIRCLE, EVO_POLYGON, true, "its kind"},
               [SECOND] = {"second", EVO_CIRCLE, EVO_CIRCLE, EVO_POLYGON, true, "its kind"},
               [SPEED] = {"speed", 1, 0, 3, false, "times velocities and spins"}},
    .begin = begin,
    .rounds = count_rounds,
    .draw = draw,
    .say = say,
    .formula = formula,
    .tell = tell,
    .moves = true,
};
