/* ring.c: a slice of a ring against a disk, feature by feature: its outer arc, its inner one,
 * which is a hollow, and its ends with their corners; the nearest one answers. Beside it what a
 * well-known recipe says: clamp the distance of both centres to the ring's radii, and the
 * direction to its angles; they overlap if the point there is in the disk. It errs beside the
 * ends of the slice, where another radius is nearer. Shaded: where the disk's centre would have
 * to be for the recipe to err. */
#include <stdio.h>

#include "demos/strokes.h"

enum { SWEEP, SIZE };

/* The rounds. */
enum { START, RECIPE, OUTER, HOLLOW, ENDS, ANSWER, ROUNDS };

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

/* ---- Features -------------------------------------------------------------------------------- */

typedef struct feature {
    bool answers;   /* the disk's centre is in its region */
    evo_vec2 point; /* of it, nearest to that centre */
    double away;    /* from the centre */
} feature;

static feature feature_at(const demo_stage *stage, evo_vec2 own, bool answers) {
    feature f = {.answers = answers, .point = demo_place(stage->bodies[0].at, own)};
    f.away = evo_length(evo_sub(stage->bodies[1].at.position, f.point));
    return f;
}

/* The disk's centre in the frame of the ring. */
static evo_vec2 center_of(const demo_stage *stage) {
    const evo_pose at = stage->bodies[0].at;
    const evo_vec2 way = evo_sub(stage->bodies[1].at.position, at.position);
    const evo_vec2 turn = evo_direction(at.angle);
    return pen_at(way.x * turn.x + way.y * turn.y, way.y * turn.x - way.x * turn.y);
}

/* An arc answers within its angles. */
static feature arc_feature(const demo_stage *stage, double radius) {
    const evo_vec2 own = center_of(stage);
    const double angle = evo_angle(own), half = stage->bodies[0].sweep / 2;
    const bool within = fabs(angle) <= half;
    return feature_at(stage, evo_scale(radius, evo_direction(clamped(angle, -half, half))), within);
}

/* Of both straight ends, from corner to corner, the nearer one. */
static feature end_feature(const demo_stage *stage) {
    const demo_body *ring = &stage->bodies[0];
    const double half = fmin(ring->size[1] / 2, ring->size[0]);
    feature nearest = {.away = INFINITY};
    for (int side = -1; side <= 1; side += 2) {
        const evo_vec2 along = evo_direction(side * ring->sweep / 2);
        const double radius =
            clamped(evo_dot(center_of(stage), along), ring->size[0] - half, ring->size[0] + half);
        const feature f = feature_at(stage, evo_scale(radius, along), true);
        if (f.away < nearest.away) nearest = f;
    }
    return nearest;
}

static feature feature_of(const demo_stage *stage, int round) {
    const demo_body *ring = &stage->bodies[0];
    const double half = fmin(ring->size[1] / 2, ring->size[0]);
    if (round == OUTER) return arc_feature(stage, ring->size[0] + half);
    if (round == HOLLOW) return arc_feature(stage, ring->size[0] - half);
    return end_feature(stage);
}

static int count_rounds(const demo_stage *stage) {
    (void)stage;
    return ROUNDS;
}

/* ---- Drawing the rounds ---------------------------------------------------------------------- */

static void draw_recipe(const demo_stage *stage, const view *v, double opacity) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const evo_vec2 said = recipe_point(a, b->at.position);
    const pen_style line = stroke_dashed(pen_faint(v->colours->text, opacity), 1.5);
    view_line(v, a->at.position, said, line);
    view_line(v, b->at.position, said, line);
    view_dot(v, a->at.position, 3, pen_faint(v->colours->text, opacity));
    view_circle(v, said, 6 / v->scale, stroke_of(pen_faint(v->colours->text, opacity), 2));
}

/* The whole circle of an arc, pale, and the arc or both ends, in colour. */
static void draw_feature(const demo_stage *stage, const view *v, int round, bool now) {
    const demo_body *ring = &stage->bodies[0];
    const double half = fmin(ring->size[1] / 2, ring->size[0]);
    const double radius = ring->size[0] + (round == OUTER ? half : -half);
    const double from = ring->at.angle - ring->sweep / 2;
    const feature f = feature_of(stage, round);
    const double opacity = !now ? 0.3 : f.answers ? 1 : 0.6;
    const pen_style line = stroke_of(pen_faint(v->colours->fit, opacity), now ? 4 : 2);
    if (round == ENDS)
        for (int side = -1; side <= 1; side += 2) {
            const evo_vec2 along = evo_direction(side * ring->sweep / 2);
            view_line(v, demo_place(ring->at, evo_scale(ring->size[0] - half, along)),
                      demo_place(ring->at, evo_scale(ring->size[0] + half, along)), line);
        }
    else if (radius > 0) {
        view_ring(v, ring->at.position, radius, radius, from, ring->sweep, line);
        if (now) view_circle(v, ring->at.position, radius, stroke_dashed(v->colours->fit, 1));
    }
    if (f.answers)
        view_line(v, stage->bodies[1].at.position, f.point,
                  stroke_of(pen_faint(v->colours->accent, opacity), now ? 2.5 : 1));
    view_dot(v, f.point, now ? 5 : 3, pen_faint(v->colours->accent, opacity));
}

static void draw_answer(const demo_stage *stage, const view *v) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const evo_shape ring = demo_shape(a), other = demo_shape(b);
    const evo_gap gap = evo_measure(&ring, a->at, &other, b->at);
    view_line(v, gap.point_a, gap.point_b, stroke_of(v->colours->accent, 3));
    view_dot(v, gap.point_a, 5, v->colours->accent);
    view_dot(v, gap.point_b, 4, v->colours->accent);
}

static void draw(const demo_stage *stage, const view *v) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const evo_shape ring = demo_shape(a), other = demo_shape(b);
    const bool overlap = evo_overlap(&ring, a->at, &other, b->at);
    const int round = demo_round(stage);
    if (round == RECIPE || round == ANSWER) draw_region(stage, v);
    stroke_body(v, a, a->at, DEMO_FIRST, 1);
    stroke_body(v, b, b->at, round == ANSWER && overlap ? 2 : DEMO_SECOND, 1);
    view_dot(v, b->at.position, 3, v->colours->text);
    if (round == RECIPE) draw_recipe(stage, v, 1);
    for (int i = OUTER; i <= ENDS && i <= round && round < ANSWER; ++i)
        draw_feature(stage, v, i, i == round);
    if (round == ANSWER) draw_recipe(stage, v, 0.45);
    if (round == ANSWER) draw_answer(stage, v);
}

/* ---- Telling --------------------------------------------------------------------------------- */

static void say(const demo_stage *stage, int round, char *text, size_t size) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const evo_shape ring = demo_shape(a), other = demo_shape(b);
    const bool errs = recipe_says(a, &other, b->at) != evo_overlap(&ring, a->at, &other, b->at);
    const feature f = feature_of(stage, round);
    const char *told = "A slice of a ring, cut like a piece of a donut, and a disk. Which point of "
                       "the slice is nearest to the disk's centre?";
    if (round == RECIPE)
        told =
            "A simple recipe: take the direction to the disk, clamped to the slice's angles, and "
            "the distance, clamped to its radii. Is that point in the disk? In the shade it errs.";
    if (round == OUTER)
        told = f.answers ? "The outer arc answers, for the disk's centre lies within its angles."
                         : "The outer arc is a circle, but the disk's centre lies outside of its "
                           "angles: an end is nearer.";
    if (round == HOLLOW)
        told = f.answers
                   ? "The inner arc is a hollow, a circle of negative radius: it answers "
                     "within the same angles, from inside."
                   : "The inner arc is a hollow, a circle of negative radius; here the disk's "
                     "centre lies outside of its angles.";
    if (round == ENDS)
        told = "The ends are straight cuts with two corners, circles of radius 0. A large disk "
               "touches a corner first, and the recipe looks elsewhere.";
    if (round == ANSWER)
        told =
            errs ? "The nearest of all features answers. The recipe is wrong here: its point, the "
                   "small ring, is not the nearest one."
                 : "The nearest of all features answers. The recipe is right here; drag the disk "
                   "into the shade, where it is not.";
    snprintf(text, size, "%s", told);
}

static void formula(const demo_stage *stage, int round, char *text, size_t size) {
    const demo_body *a = &stage->bodies[0];
    const double half = fmin(a->size[1] / 2, a->size[0]), radius = stage->bodies[1].size[0];
    const feature f = feature_of(stage, round);
    const double reach = evo_length(center_of(stage));
    if (round == START)
        snprintf(text, size, "radius r = %.2f, width w = %.2f: from r - w/2 to r + w/2", a->size[0],
                 2 * half);
    else if (round == RECIPE)
        snprintf(text, size, "clamp(|p|, r - w/2, r + w/2) = clamp(%.3f, %.3f, %.3f) = %.3f", reach,
                 a->size[0] - half, a->size[0] + half,
                 clamped(reach, a->size[0] - half, a->size[0] + half));
    else if (round == ANSWER)
        snprintf(text, size, "gap = the least distance - the disk's radius");
    else if (f.answers)
        snprintf(text, size, "distance of the disk's centre: %.4f; less its radius: %.4f", f.away,
                 f.away - radius);
    else
        snprintf(text, size, "|angle| = %.3f > sweep / 2 = %.3f", fabs(evo_angle(center_of(stage))),
                 a->sweep / 2);
}

static void tell(const demo_stage *stage, char *text, size_t size) {
    const demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    const evo_shape ring = demo_shape(a), other = demo_shape(b);
    const bool overlap = evo_overlap(&ring, a->at, &other, b->at);
    const bool said = recipe_says(a, &other, b->at);
    const double gap = evo_measure(&ring, a->at, &other, b->at).distance;
    const double recipe =
        evo_length(evo_sub(recipe_point(a, b->at.position), b->at.position)) - b->size[0];
    snprintf(text, size, "%s: %s %.6f\nthe recipe: %s %.6f\n%s",
             overlap ? "they overlap" : "they are apart", gap < 0 ? "depth" : "gap", fabs(gap),
             recipe < 0 ? "depth" : "gap", fabs(recipe),
             said == overlap ? "it is right here" : "it is wrong here");
}

static void begin(demo_stage *stage, const double *values) {
    demo_body *a = &stage->bodies[0], *b = &stage->bodies[1];
    *a = demo_body_of(EVO_RING, 1.6);
    a->size[1] = 0.9;
    a->sweep = values[SWEEP];
    a->at = (evo_pose){{0.1, -0.5}, 1.2};
    *b = demo_body_of(EVO_CIRCLE, values[SIZE]);
    b->at = (evo_pose){{-1.5, -0.42}, 0.5};
}

const demo ring_demo = {
    .name = "ring",
    .title = "a slice of a ring and a disk: arcs, ends, and where a recipe errs",
    .view = {{-4, -3}, {4, 3}},
    .params = {[SWEEP] = {"sweep", 1.6, 0.2, 6.28, false, "of the slice, in radians"},
               [SIZE] = {"size", 1.5, 0.1, 3, false, "radius of the disk"}},
    .begin = begin,
    .rounds = count_rounds,
    .draw = draw,
    .say = say,
    .formula = formula,
    .tell = tell,
};
