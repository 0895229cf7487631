/* overlap.c: circles and ellipses, and whether they share a point: the polygonal test, and polygons
 * of 32 corners, which many engines have in place of ovals. Each round
 * bisects an arc of an ellipse's rim, and keeps the half whose triangle is nearer to the other
 * shape; it ends when the arc's middle is inside of it, or when it is beyond a tangent. */
#include <stdio.h>

#include "demos/rounds.h"
#include "demos/strokes.h"

enum { FIRST, SECOND };

/* Pixels: below this the last triangle is magnified, to this part of the lens. */
static const double SMALL = 40, SHOWN = 0.5, LEAST_LENS = 80;

typedef struct rounds {
    test_rounds of;
    bool overlap;
} rounds;

static rounds test(const demo_stage *stage) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const evo_shape shape_a = demo_shape(a), shape_b = demo_shape(b);
    return (rounds){rounds_of_test(stage->bodies), evo_overlap(&shape_a, a->at, &shape_b, b->at)};
}

/* The first round of the demonstration is before all of the test. */
static int count_rounds(const demo_stage *stage) {
    return test(stage).of.count + 1;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

/* The triangle of an arc's chord and tangents, and its middle. */
static void draw_round(const view *v, const test_round *round, double strength, bool now) {
    const evo_vec2 triangle[] = {view_to_page(v, round->from), view_to_page(v, round->corner),
                                 view_to_page(v, round->to)};
    const pen_style style = {.fill = pen_faint(v->colours->accent, 0.3 * strength),
                             .line = pen_faint(v->colours->accent, strength),
                             .width = now ? 2 : 1};
    v->pen->path(v->pen->page, triangle, 3, true, style);
    if (now) view_line(v, round->from, round->to, stroke_of(v->colours->accent, 2));
    view_dot(v, round->middle, now ? 5 : 2, pen_faint(v->colours->accent, strength));
}

static void draw_all(const demo_stage *stage, const view *v, const rounds *r, int round) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const bool told = round == r->of.count && r->overlap;
    stroke_body(v, a, a->at, DEMO_FIRST, 1);
    stroke_body(v, b, b->at, told ? 2 : DEMO_SECOND, 1);
    for (int i = 0; i + 1 < round; ++i) draw_round(v, &r->of.list[i], 0.3, false);
    if (round > 0) draw_round(v, &r->of.list[round - 1], 1, true);
    for (int body = 0; body < 2 && round == 0; ++body)
        view_dot(v, stage->bodies[body].at.position, 4, v->colours->accent);
}

static double span(const test_round *round) {
    return hypot(round->to.x - round->from.x, round->to.y - round->from.y);
}

/* The round's triangle, magnified, in the lower right corner. */
static void draw_lens(const demo_stage *stage, const view *v, const rounds *r, int round) {
    const test_round *last = &r->of.list[round - 1];
    const double right = 2 * v->at.x, bottom = 2 * v->at.y;
    const double side = 0.3 * fmin(right, bottom), margin = 10;
    const evo_vec2 corner = {right - side - margin, bottom - side - margin};
    const pen_style sheet = {.fill = v->colours->ground};
    char text[32];
    if (span(last) * v->scale > SMALL || span(last) == 0 || side < LEAST_LENS) return;
    const view lens = {.pen = v->pen,
                       .colours = v->colours,
                       .middle = last->middle,
                       .at = pen_at(corner.x + side / 2, corner.y + side / 2),
                       .scale = SHOWN * side / span(last)};
    pen_box(v->pen, corner, side, side, sheet);
    v->pen->clip(v->pen->page, corner, side, side);
    draw_all(stage, &lens, r, round);
    v->pen->clip(v->pen->page, pen_at(0, 0), right, bottom);
    pen_box(v->pen, corner, side, side, stroke_of(v->colours->pale, 1.2));
    snprintf(text, sizeof text, "%.3g times", lens.scale / v->scale);
    v->pen->text(v->pen->page, pen_at(corner.x + side, corner.y - 6), PEN_RIGHT, 12,
                 v->colours->pale, text);
}

static void draw(const demo_stage *stage, const view *v) {
    const rounds r = test(stage);
    const int round = demo_round(stage);
    draw_all(stage, v, &r, round);
    if (round > 0) draw_lens(stage, v, &r, round);
}

/* ---- Telling --------------------------------------------------------------------------------- */

/* Before the first round, or instead of any. */
static const char *begin_text(const demo_stage *stage, const rounds *r) {
    if (stage->bodies[0].kind == EVO_CIRCLE && stage->bodies[1].kind == EVO_CIRCLE)
        return "Two circles: they overlap if their centres are nearer than both radii together. "
               "One comparison, and done.";
    if (r->of.count > 0)
        return "Do these two share a point? Neither centre, and no end of an axis, is in the other "
               "shape, so the rim is asked: which piece of it could reach the other one?";
    return r->overlap ? "A centre, or the end of an axis, is in the other shape: they overlap, "
                        "without any round."
                      : "The boxes around them are apart, and so are they, without any round.";
}

static const char *round_text(const test_round *round, bool first) {
    switch (round->verdict) {
    case TEST_MEET:
        return "The dot, in the middle of this arc, lies in the other shape: they overlap, and the "
               "test is done.";
    case TEST_APART:
        return "The other shape lies wholly beyond the tangent at the dot: nothing of "
               "the arc reaches it. They are apart, and the test is done.";
    default:
        return first
                   ? "This piece of rim runs inside a triangle: its chord, and the tangents at its "
                     "ends. Its middle, the dot, is not in the other shape, and no tangent parts "
                     "the two: halve it."
                   : "The half that is nearer to the other shape, in a triangle of its own, which "
                     "is "
                     "much thinner. The dot is still outside, no tangent parts the two: halve "
                     "again.";
    }
}

static void say(const demo_stage *stage, int round, char *text, size_t size) {
    const rounds r = test(stage);
    snprintf(text, size, "%s",
             round == 0 ? begin_text(stage, &r) : round_text(&r.of.list[round - 1], round == 1));
}

/* A polygon that had been bisected everywhere; the bound is that of the text. */
static void formula(const demo_stage *stage, int round, char *text, size_t size) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const double largest = fmax(fmax(a->size[0], a->kind == EVO_CIRCLE ? 0 : a->size[1]),
                                fmax(b->size[0], b->kind == EVO_CIRCLE ? 0 : b->size[1]));
    snprintf(text, size,
             "n = %d halvings: a polygon of 2^(2+n) = %d sides, off by less than\n"
             "2^(0.303 - 2n) of the largest radius = %.2g; no root, no division",
             round, 4 << (round < 20 ? round : 20), exp2(0.303 - 2 * round) * largest);
}

enum { CORNERS = 32 };

static void tell(const demo_stage *stage, char *text, size_t size) {
    const rounds r = test(stage);
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const evo_shape shape_a = demo_shape(a), shape_b = demo_shape(b);
    const double gap = evo_measure(&shape_a, a->at, &shape_b, b->at).distance;
    const double said = demo_corners_gap(a, b, CORNERS);
    snprintf(text, size, "%s: %s %.6f\npolygons of %d corners: %s %.6f\n%s by %.6f",
             r.overlap ? "they overlap" : "they are apart", gap < 0 ? "depth" : "gap", fabs(gap),
             CORNERS, said < 0 ? "depth" : "gap", fabs(said),
             (said < 0) != r.overlap ? "their answer is wrong," : "off", fabs(said - gap));
}

static void begin(demo_stage *stage, const double *values) {
    stage->bodies[0] = demo_body_of((evo_shape_kind)values[FIRST], 2);
    stage->bodies[1] = demo_body_of((evo_shape_kind)values[SECOND], 1.4);
    stage->bodies[0].at = (evo_pose){{-0.9, -0.3}, 0.3};
    stage->bodies[1].at = (evo_pose){{1.2, 1.423}, -0.9};
}

const demo overlap_demo = {
    .name = "overlap",
    .title = "two ovals share a point or do not: no root, no division",
    .view = {{-4, -3}, {4, 3}},
    .params = {[FIRST] = {"first", EVO_ELLIPSE, EVO_CIRCLE, EVO_ELLIPSE, true, "its kind"},
               [SECOND] = {"second", EVO_ELLIPSE, EVO_CIRCLE, EVO_ELLIPSE, true, "its kind"}},
    .begin = begin,
    .rounds = count_rounds,
    .draw = draw,
    .say = say,
    .formula = formula,
    .tell = tell,
};
