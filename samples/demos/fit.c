/* fit.c: any two shapes, and how far they are apart or in each other: the circle fit. Each shape
 * answers which circle fits its rim best in a direction; the line through both centres is the next
 * direction. The centres run on the evolutes. */
#include <stdio.h>

#include "demos/rounds.h"
#include "demos/strokes.h"

enum { FIRST, SECOND };
enum { CURVE = 96 };

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

/* The circles of a round, from their centres to where they touch the rims along the round's normal:
 * with `now`, the line through both centres, which is the next normal. */
static void draw_round(const view *v, const evo_fit *fit, double opacity, bool now) {
    const palette *c = v->colours;
    const pen_colour first = pen_faint(c->lines[DEMO_FIRST], opacity);
    const pen_colour second = pen_faint(c->lines[DEMO_SECOND], opacity);
    const double width = now ? 2.2 : 1;
    draw_circle(v, fit->center_a, fit->radius_a, first, width);
    draw_circle(v, fit->center_b, fit->radius_b, second, width);
    if (!now) return;
    view_line(v, fit->center_a, fit->gap.point_a, stroke_of(first, width));
    view_line(v, fit->center_b, fit->gap.point_b, stroke_of(second, width));
    view_line(v, fit->center_a, fit->center_b, stroke_dashed(c->accent, 1.5));
    view_dot(v, fit->gap.point_a, 4.5, c->accent);
    view_dot(v, fit->gap.point_b, 4.5, c->accent);
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

/* Before all rounds, the rounds but the last, and the answer. */
static int count_rounds(const demo_stage *stage) {
    const int count = rounds_of_fit(stage->bodies).count;
    return 1 + (count > 1 ? count : 1);
}

static void draw(const demo_stage *stage, const view *v) {
    const fit_rounds r = rounds_of_fit(stage->bodies);
    const int round = demo_round(stage), last = demo_rounds(stage) - 1;
    stroke_bodies(stage, v);
    draw_evolute(v, &stage->bodies[0], v->colours->fit);
    draw_evolute(v, &stage->bodies[1], v->colours->fit);
    for (int i = 0; i + 1 < round && i < r.count; ++i) draw_round(v, &r.list[i], 0.3, false);
    if (round > 0 && round < last) draw_round(v, &r.list[round - 1], 1, true);
    if (round < last) return;
    draw_round(v, &r.answer, 1, true);
    draw_answer(v, &r.answer.gap);
    draw_contacts(stage, v);
}

/* ---- Telling --------------------------------------------------------------------------------- */

static void say(const demo_stage *stage, int round, char *text, size_t size) {
    const fit_rounds r = rounds_of_fit(stage->bodies);
    const int last = demo_rounds(stage) - 1;
    const char *told = "Each shape is asked: which circle fits your rim best where it faces the "
                       "other one? The centres of all such circles form the evolute, the curve "
                       "inside of an ellipse.";
    if (round > 0)
        told = "The circles of curvature here: both touch their rims at the dots. The line through "
               "their centres is the next guess of the direction.";
    if (round > 1)
        told = "Asked along that line, both shapes answer with better circles. The centres move "
               "along the evolutes, and each step is smaller.";
    if (round == last)
        told = r.count > 1
                   ? "The centres stand still: the gap of the two circles is the gap of the "
                     "shapes. The arrow is the normal, the dots are the nearest points."
                   : "These two have a closed form: circles, nearest points and normal come "
                     "at once.";
    snprintf(text, size, "%s", told);
}

/* The fit of the round that is shown. */
static evo_fit fit_of(const fit_rounds *r, int round) {
    return round > 0 && round < r->count ? r->list[round - 1] : r->answer;
}

static void formula(const demo_stage *stage, int round, char *text, size_t size) {
    const fit_rounds r = rounds_of_fit(stage->bodies);
    const evo_fit f = fit_of(&r, round);
    const double apart = hypot(f.center_b.x - f.center_a.x, f.center_b.y - f.center_a.y);
    if (round == 0)
        snprintf(text, size,
                 "evolute of an ellipse: (a^2 - b^2)/a cos^3t, (b^2 - a^2)/b sin^3t\n"
                 "radius of curvature: (a^2 sin^2t + b^2 cos^2t)^(3/2) / (a b)");
    else
        snprintf(text, size,
                 "depth = r0 + r1 - d = %.4f + %.4f - %.4f\n"
                 "along this normal the gap is %.6f; off by %.1e",
                 f.radius_a, f.radius_b, apart, f.gap.distance,
                 fabs(f.gap.distance - r.answer.gap.distance));
}

enum { CORNERS = 32 };

static void tell(const demo_stage *stage, char *text, size_t size) {
    const fit_rounds r = rounds_of_fit(stage->bodies);
    const evo_gap *gap = &r.answer.gap;
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const char *name = gap->distance >= 0 ? "gap" : "depth";
    if (!demo_is_oval(a->kind) || !demo_is_oval(b->kind)) {
        snprintf(text, size, "%s %.6f\nnormal (%.4f, %.4f)\ncircles of radius %.4g and %.4g", name,
                 fabs(gap->distance), gap->normal.x, gap->normal.y, r.answer.radius_a,
                 r.answer.radius_b);
        return;
    }
    const double said = demo_corners_gap(a, b, CORNERS);
    snprintf(text, size, "%s %.6f, in %d rounds\npolygons of %d corners: %s %.6f\noff by %.6f",
             name, fabs(gap->distance), r.count, CORNERS, said < 0 ? "depth" : "gap", fabs(said),
             fabs(said - gap->distance));
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
    .rounds = count_rounds,
    .draw = draw,
    .say = say,
    .formula = formula,
    .tell = tell,
};
