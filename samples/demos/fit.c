/* fit.c: any two shapes, and how far they are apart or in each other: the circle fit. Each shape
 * answers which circle fits its rim best in a direction; the line through both centres is the next
 * direction. The centres run on the evolutes. */
#include <stdio.h>

#include "demos/strokes.h"

enum { FIRST, SECOND };
enum { ROUNDS = 64, CURVE = 96 };

typedef struct rounds {
    evo_fit list[ROUNDS];
    int count;
    evo_fit answer;
} rounds;

static void keep(void *context, const evo_fit *fit) {
    rounds *r = context;
    if (r->count < ROUNDS) r->list[r->count++] = *fit;
}

static rounds measure(const demo_stage *stage) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const evo_shape shape_a = demo_shape(a), shape_b = demo_shape(b);
    rounds r = {.count = 0};
    const evo_trace trace = {.context = &r, .fit = keep};
    r.answer = evo_measure_traced(&shape_a, a->at, &shape_b, b->at, &trace);
    return r;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

/* The curve of the centres of curvature: ((aa - bb) / a cos^3 t, (bb - aa) / b sin^3 t). */
static void draw_evolute(const view *v, const demo_body *body, pen_colour colour) {
    const double a = body->size[0], b = body->size[1], foci = (a - b) * (a + b);
    evo_vec2 curve[CURVE];
    if (body->kind != EVO_ELLIPSE) return;
    for (int i = 0; i < CURVE; ++i) {
        const evo_vec2 t = evo_direction(PEN_TURN * i / CURVE);
        const evo_vec2 own = {foci / a * t.x * t.x * t.x, -foci / b * t.y * t.y * t.y};
        curve[i] = view_to_page(v, demo_place(body->at, own));
    }
    v->pen->path(v->pen->page, curve, CURVE, true, stroke_of(pen_faint(colour, 0.8), 1.3));
}

static void draw_circle(const view *v, evo_vec2 center, double radius, pen_colour colour,
                        double width) {
    if (radius == 0) return;
    view_circle(v, center, fabs(radius), stroke_of(colour, width));
    view_dot(v, center, width + 1, colour);
}

static void draw_round(const view *v, const evo_fit *fit, double opacity, double width) {
    const palette *c = v->colours;
    draw_circle(v, fit->center_a, fit->radius_a, pen_faint(c->lines[DEMO_FIRST], opacity), width);
    draw_circle(v, fit->center_b, fit->radius_b, pen_faint(c->lines[DEMO_SECOND], opacity), width);
}

/* A colon of the gap, and the normal in its middle. */
static void draw_answer(const view *v, const evo_gap *gap) {
    const evo_vec2 middle = {(gap->point_a.x + gap->point_b.x) / 2,
                             (gap->point_a.y + gap->point_b.y) / 2};
    view_arrow(v, middle, gap->normal, 46, stroke_of(v->colours->text, 2));
    view_line(v, gap->point_a, gap->point_b, stroke_of(v->colours->accent, 3));
    view_dot(v, gap->point_a, 4, v->colours->accent);
    view_dot(v, gap->point_b, 4, v->colours->accent);
}

static void draw_contacts(const demo_stage *stage, const view *v) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const evo_shape shape_a = demo_shape(a), shape_b = demo_shape(b);
    evo_gap found[2];
    const int count = evo_contacts(&shape_a, a->at, &shape_b, b->at, 0, found);
    for (int i = 0; i < count && count > 1; ++i) draw_answer(v, &found[i]);
}

static void draw(const demo_stage *stage, const view *v) {
    const rounds r = measure(stage);
    stroke_bodies(stage, v);
    draw_evolute(v, &stage->bodies[0], v->colours->fit);
    draw_evolute(v, &stage->bodies[1], v->colours->fit);
    for (int i = 0; i + 1 < r.count; ++i)
        draw_round(v, &r.list[i], 0.15 + 0.45 * (i + 1.0) / r.count, 1);
    draw_round(v, &r.answer, 1, 2);
    draw_answer(v, &r.answer.gap);
    draw_contacts(stage, v);
}

/* ---- Telling --------------------------------------------------------------------------------- */

static void tell(const demo_stage *stage, char *text, size_t size) {
    const rounds r = measure(stage);
    const evo_gap *gap = &r.answer.gap;
    const bool apart = gap->distance >= 0;
    char rounds_told[32] = "in closed form";
    if (r.answer.rounds > 1)
        snprintf(rounds_told, sizeof rounds_told, "%d rounds of the fit", r.answer.rounds);
    snprintf(text, size, "%s %.6f\nnormal (%.4f, %.4f)\ncircles of radius %.4g and %.4g\n%s",
             apart ? "gap" : "depth", fabs(gap->distance), gap->normal.x, gap->normal.y,
             r.answer.radius_a, r.answer.radius_b, rounds_told);
}

static void begin(demo_stage *stage, const double *values) {
    demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    *a = demo_body_of((evo_shape_kind)values[FIRST], 1.9);
    *b = demo_body_of((evo_shape_kind)values[SECOND], 1.5);
    if (a->kind == EVO_ELLIPSE) a->size[1] = 0.8;
    if (b->kind == EVO_ELLIPSE) b->size[1] = 0.6;
    a->at = (evo_pose){{-1.2, -0.6}, 0.7};
    b->at = (evo_pose){{1.6, 0.7}, 0.9};
}

const demo fit_demo = {
    .name = "fit",
    .title = "circles on evolutes find gap or depth, normal and points",
    .view = {{-4, -3}, {4, 3}},
    .params = {[FIRST] = {"first", EVO_ELLIPSE, EVO_CIRCLE, EVO_POLYGON, true, "its kind"},
               [SECOND] = {"second", EVO_ELLIPSE, EVO_CIRCLE, EVO_POLYGON, true, "its kind"}},
    .begin = begin,
    .draw = draw,
    .tell = tell,
};
