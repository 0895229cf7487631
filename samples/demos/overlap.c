/* overlap.c: circles and ellipses, and whether they share a point: the polygonal test. Each round
 * bisects an arc of an ellipse's rim, and keeps the half whose triangle is nearer to the other
 * shape; it ends when the arc's middle is inside of it, or when it is beyond a tangent. */
#include <stdio.h>

#include "demos/strokes.h"

enum { FIRST, SECOND };
enum { ROUNDS = 32 };

/* Pixels: below this the last triangle is magnified, to this part of the lens. */
static const double SMALL = 40, SHOWN = 0.5, LEAST_LENS = 80;

typedef struct rounds {
    evo_test_round list[ROUNDS];
    int count;
    bool overlap;
} rounds;

static void keep(void *context, const evo_test_round *round) {
    rounds *r = context;
    if (r->count < ROUNDS) r->list[r->count++] = *round;
}

static rounds test(const demo_stage *stage) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const evo_shape shape_a = demo_shape(a), shape_b = demo_shape(b);
    rounds r = {.count = 0};
    const evo_trace trace = {.context = &r, .test = keep};
    r.overlap = evo_overlap_traced(&shape_a, a->at, &shape_b, b->at, &trace);
    return r;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static void draw_round(const view *v, const evo_test_round *round, double part) {
    const evo_vec2 triangle[] = {view_to_page(v, round->from), view_to_page(v, round->corner),
                                 view_to_page(v, round->to)};
    const pen_style style = {.fill = pen_faint(v->colours->accent, 0.06 + 0.08 * part),
                             .line = pen_faint(v->colours->accent, 0.35 + 0.65 * part),
                             .width = 1.2};
    v->pen->path(v->pen->page, triangle, 3, true, style);
}

static void draw_all(const demo_stage *stage, const view *v, const rounds *r) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    stroke_body(v, a, a->at, DEMO_FIRST, 1);
    stroke_body(v, b, b->at, r->overlap ? 2 : DEMO_SECOND, 1);
    for (int i = 0; i < r->count; ++i) draw_round(v, &r->list[i], (i + 1.0) / r->count);
    for (int i = 0; i < r->count; ++i)
        view_dot(v, r->list[i].middle, i + 1 < r->count ? 2 : 3.5, v->colours->accent);
}

static double span(const evo_test_round *round) {
    return hypot(round->to.x - round->from.x, round->to.y - round->from.y);
}

/* The last triangle, magnified, in the lower right corner. */
static void draw_lens(const demo_stage *stage, const view *v, const rounds *r) {
    const evo_test_round *last = &r->list[r->count - 1];
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
    draw_all(stage, &lens, r);
    v->pen->clip(v->pen->page, pen_at(0, 0), right, bottom);
    pen_box(v->pen, corner, side, side, stroke_of(v->colours->pale, 1.2));
    snprintf(text, sizeof text, "%.3g times", lens.scale / v->scale);
    v->pen->text(v->pen->page, pen_at(corner.x + side, corner.y - 6), PEN_RIGHT, 12,
                 v->colours->pale, text);
}

static void draw(const demo_stage *stage, const view *v) {
    const rounds r = test(stage);
    draw_all(stage, v, &r);
    if (r.count > 0) draw_lens(stage, v, &r);
}

/* ---- Telling --------------------------------------------------------------------------------- */

static const char *reason(const demo_stage *stage, const rounds *r) {
    if (stage->bodies[0].kind == EVO_CIRCLE && stage->bodies[1].kind == EVO_CIRCLE)
        return "two circles: one comparison of distances";
    if (r->count == 0)
        return r->overlap ? "a centre or the end of an axis is inside"
                          : "the bounds are apart: no round is needed";
    switch (r->list[r->count - 1].verdict) {
    case EVO_TEST_MEET:
        return "the middle of the arc is in the other shape";
    case EVO_TEST_APART:
        return "the other shape is beyond a tangent";
    default:
        return "nearer than can be told: it counts as overlap";
    }
}

static void tell(const demo_stage *stage, char *text, size_t size) {
    const rounds r = test(stage);
    snprintf(text, size, "%s\n%d rounds of the polygonal test\n%s",
             r.overlap ? "they overlap" : "they are apart", r.count, reason(stage, &r));
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
    .draw = draw,
    .tell = tell,
};
