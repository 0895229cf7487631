/* ring.c: a slice of a ring against a circle or an ellipse: the nearest point of the rim, and what
 * a well-known recipe says: clamp the distance of both centres to the ring's radii, and the
 * direction to its angles; they overlap if the point there is in the other shape. It errs beside
 * the ends of the slice, where another radius is nearer. Shaded: where the other shape's centre
 * would have to be for the recipe to err. */
#include <stdio.h>

#include "demos/strokes.h"

enum { OTHER, SWEEP, SIZE };

/* Samples of the shaded region across the page, and halvings that find where it ends; its rows, in
 * pixels. */
enum { COLUMNS = 96, HALVINGS = 5 };

static const double ROW = 3;

static double clamped(double x, double low, double high) {
    return fmax(low, fmin(high, x));
}

/* The point of the recipe, for the other shape's centre. */
static evo_vec2 recipe_point(const demo_body *ring, evo_vec2 center) {
    const double half = fmin(ring->size[1] / 2, ring->size[0]);
    const evo_vec2 way = {center.x - ring->at.position.x, center.y - ring->at.position.y};
    const double radius = clamped(hypot(way.x, way.y), ring->size[0] - half, ring->size[0] + half);
    const double angle = remainder(evo_angle(way) - ring->at.angle, PEN_TURN);
    const evo_vec2 to = evo_direction(clamped(angle, -ring->sweep / 2, ring->sweep / 2));
    return demo_place(ring->at, pen_at(radius * to.x, radius * to.y));
}

static bool recipe_says(const demo_body *ring, const evo_shape *other, evo_pose at) {
    return evo_shape_contains(other, at, recipe_point(ring, at.position));
}

/* ---- Drawing --------------------------------------------------------------------------------- */

/* Whether the recipe errs with the other shape's centre at a pixel. */
static bool errs_at(const demo_stage *stage, const evo_shape *ring, const evo_shape *other,
                    const view *v, evo_vec2 pixel) {
    const evo_pose at = {view_to_world(v, pixel), stage->bodies[1].at.angle};
    return recipe_says(&stage->bodies[0], other, at)
           != evo_overlap(ring, stage->bodies[0].at, other, at);
}

/* What a row of the region is sampled with. */
typedef struct scan {
    const demo_stage *stage;
    evo_shape ring, other;
    const view *v;
    double y;
} scan;

static bool errs(const scan *s, double x) {
    return errs_at(s->stage, &s->ring, &s->other, s->v, pen_at(x, s->y));
}

/* Where the region begins or ends between two samples of which one is in it. */
static double edge_of(const scan *s, double left, double right) {
    const bool at_left = errs(s, left);
    for (int i = 0; i < HALVINGS; ++i) {
        const double middle = (left + right) / 2;
        *(errs(s, middle) == at_left ? &left : &right) = middle;
    }
    return (left + right) / 2;
}

/* Each run of samples is one box. */
static void draw_row(const scan *s, pen_style shade) {
    const double wide = 2 * s->v->at.x / COLUMNS;
    double begun = 0;
    bool inside = false;
    for (int i = 0; i <= COLUMNS; ++i) {
        const bool here = i < COLUMNS && errs(s, i * wide);
        if (here == inside) continue;
        const double edge = i == 0         ? 0
                            : i == COLUMNS ? i * wide
                                           : edge_of(s, (i - 1) * wide, i * wide);
        if (inside) pen_box(s->v->pen, pen_at(begun, s->y - ROW / 2), edge - begun, ROW, shade);
        begun = edge;
        inside = here;
    }
}

static void draw_region(const demo_stage *stage, const view *v) {
    const pen_style shade = {.fill = pen_faint(v->colours->accent, 0.22)};
    scan s = {stage, demo_shape(&stage->bodies[0]), demo_shape(&stage->bodies[1]), v, 0};
    for (s.y = ROW / 2; s.y < 2 * v->at.y; s.y += ROW) draw_row(&s, shade);
}

static void draw(const demo_stage *stage, const view *v) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const evo_shape ring = demo_shape(a), other = demo_shape(b);
    const evo_gap gap = evo_measure(&ring, a->at, &other, b->at);
    const evo_vec2 said = recipe_point(a, b->at.position);
    const bool overlap = evo_overlap(&ring, a->at, &other, b->at);
    draw_region(stage, v);
    stroke_body(v, a, a->at, DEMO_FIRST, 1);
    stroke_body(v, b, b->at, overlap ? 2 : DEMO_SECOND, 1);
    view_line(v, a->at.position, said, stroke_dashed(v->colours->pale, 1.2));
    view_line(v, b->at.position, said, stroke_dashed(v->colours->pale, 1.2));
    view_dot(v, a->at.position, 2.5, v->colours->pale);
    view_circle(v, said, 6 / v->scale, stroke_of(v->colours->text, 2));
    view_line(v, gap.point_a, gap.point_b, stroke_of(v->colours->accent, 2.5));
    view_dot(v, gap.point_a, 4.5, v->colours->accent);
    view_dot(v, gap.point_b, 3, v->colours->accent);
}

/* ---- Telling --------------------------------------------------------------------------------- */

static void tell(const demo_stage *stage, char *text, size_t size) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const evo_shape ring = demo_shape(a), other = demo_shape(b);
    const bool overlap = evo_overlap(&ring, a->at, &other, b->at);
    const bool said = recipe_says(a, &other, b->at);
    const double gap = evo_measure(&ring, a->at, &other, b->at).distance;
    snprintf(text, size, "%s: %s %.6f\nthe recipe (circle) says: %s\n%s",
             overlap ? "they overlap" : "they are apart", gap < 0 ? "depth" : "gap", fabs(gap),
             said ? "they overlap" : "they are apart",
             said == overlap ? "it is right here" : "it is wrong here");
}

static void begin(demo_stage *stage, const double *values) {
    demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    *a = demo_body_of(EVO_RING, 1.6);
    a->size[1] = 0.9;
    a->sweep = values[SWEEP];
    a->at = (evo_pose){{0.1, -0.5}, 1.2};
    *b = demo_body_of((evo_shape_kind)values[OTHER], values[SIZE]);
    b->at = (evo_pose){{-1.5, -0.42}, 0.5};
}

const demo ring_demo = {
    .name = "ring",
    .title = "a slice of a ring, and where a simple recipe errs",
    .view = {{-4, -3}, {4, 3}},
    .params = {[OTHER] = {"second", EVO_CIRCLE, EVO_CIRCLE, EVO_ELLIPSE, true, "its kind"},
               [SWEEP] = {"sweep", 1.6, 0.2, 6.28, false, "of the slice, in radians"},
               [SIZE] = {"size", 1.5, 0.1, 3, false, "radius of the circle or the ellipse"}},
    .begin = begin,
    .draw = draw,
    .tell = tell,
};
