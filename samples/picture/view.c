#include "picture/view.h"

#include <math.h>

view view_fitting(const pen *p, evo_vec2 corner, double width, double height, evo_bounds shown) {
    const double across = shown.max.x - shown.min.x, up = shown.max.y - shown.min.y;
    view v = {.pen = p,
              .colours = &PALETTE_LIGHT,
              .middle = pen_at(shown.min.x + across / 2, shown.min.y + up / 2),
              .at = pen_at(corner.x + width / 2, corner.y + height / 2),
              .scale = fmin(width / across, height / up)};
    return v;
}

evo_vec2 view_to_page(const view *v, evo_vec2 point) {
    return pen_at(v->at.x + (point.x - v->middle.x) * v->scale,
                  v->at.y - (point.y - v->middle.y) * v->scale);
}

evo_vec2 view_to_world(const view *v, evo_vec2 pixel) {
    return pen_at(v->middle.x + (pixel.x - v->at.x) / v->scale,
                  v->middle.y - (pixel.y - v->at.y) / v->scale);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

static evo_vec2 in_world(evo_vec2 own, evo_pose at) {
    const evo_vec2 turn = evo_direction(at.angle);
    return pen_at(at.position.x + own.x * turn.x - own.y * turn.y,
                  at.position.y + own.x * turn.y + own.y * turn.x);
}

/* Draws the hull of points of a shape's own frame. */
static void view_placed_hull(const view *v, const evo_shape *shape, const evo_vec2 *points,
                             int count, double radius, evo_pose at, pen_style style) {
    const evo_pose within = {shape->center, evo_angle(shape->axis)};
    evo_vec2 placed[EVO_POLYGON_POINTS];
    for (int i = 0; i < count; ++i) placed[i] = in_world(in_world(points[i], within), at);
    view_hull(v, placed, count, radius, style);
}

void view_shape(const view *v, const evo_shape *shape, evo_pose at, pen_style style) {
    const evo_vec2 center = in_world(shape->center, at);
    const double angle = evo_angle(shape->axis) + at.angle;
    switch (shape->kind) {
    case EVO_CIRCLE:
        view_circle(v, center, shape->of.circle.radius, style);
        break;
    case EVO_ELLIPSE:
        view_ellipse(v, center, shape->of.ellipse.radius_x, shape->of.ellipse.radius_y, angle,
                     style);
        break;
    case EVO_RING:
        view_ring(v, center, shape->of.ring.inner, shape->of.ring.outer,
                  angle - shape->of.ring.half_sweep, 2 * shape->of.ring.half_sweep, style);
        break;
    case EVO_SEGMENT: {
        const double half = shape->of.segment.half_length;
        const evo_vec2 run = {shape->axis.x * half, shape->axis.y * half};
        const evo_vec2 from = {shape->center.x - run.x, shape->center.y - run.y};
        const evo_vec2 to = {shape->center.x + run.x, shape->center.y + run.y};
        view_line(v, in_world(from, at), in_world(to, at), style);
        break;
    }
    case EVO_CAPSULE: {
        const double half = shape->of.capsule.half_length;
        const evo_vec2 ends[2] = {{half, 0}, {-half, 0}};
        view_placed_hull(v, shape, ends, 2, shape->of.capsule.radius, at, style);
        break;
    }
    case EVO_POLYGON:
        view_placed_hull(v, shape, shape->of.polygon.points, shape->of.polygon.count,
                         shape->of.polygon.radius, at, style);
        break;
    case EVO_NO_SHAPE:
        break;
    }
}

enum { CORNER_LINES = 20 }; /* for a half turn of rounding */

void view_hull(const view *v, const evo_vec2 *points, int count, double radius, pen_style style) {
    evo_vec2 path[EVO_POLYGON_POINTS * (CORNER_LINES + 1)];
    const int lines = radius > 0 ? CORNER_LINES : 0;
    size_t made = 0;
    for (int i = 0; i < count; ++i) {
        const evo_vec2 before = points[(i + count - 1) % count], p = points[i];
        const evo_vec2 after = points[(i + 1) % count];
        const double from = atan2(before.x - p.x, p.y - before.y);
        double turn = atan2(p.x - after.x, after.y - p.y) - from;
        if (turn < 0) turn += PEN_TURN;
        for (int k = 0; k <= lines; ++k) {
            const double angle = lines ? from + turn * k / lines : from;
            path[made++] =
                view_to_page(v, pen_at(p.x + radius * cos(angle), p.y + radius * sin(angle)));
        }
    }
    v->pen->path(v->pen->page, path, made, true, style);
}

void view_circle(const view *v, evo_vec2 center, double radius, pen_style style) {
    v->pen->circle(v->pen->page, view_to_page(v, center), radius * v->scale, style);
}

void view_ellipse(const view *v, evo_vec2 center, double radius_x, double radius_y, double angle,
                  pen_style style) {
    v->pen->ellipse(v->pen->page, view_to_page(v, center), radius_x * v->scale, radius_y * v->scale,
                    angle, style);
}

void view_ring(const view *v, evo_vec2 center, double inner, double outer, double start,
               double sweep, pen_style style) {
    v->pen->ring(v->pen->page, view_to_page(v, center), inner * v->scale, outer * v->scale, start,
                 sweep, style);
}

void view_line(const view *v, evo_vec2 from, evo_vec2 to, pen_style style) {
    pen_line(v->pen, view_to_page(v, from), view_to_page(v, to), style);
}

/* ---- Marks ----------------------------------------------------------------------------------- */

void view_dot(const view *v, evo_vec2 at, double pixels, pen_colour colour) {
    const pen_style style = {.fill = colour};
    v->pen->circle(v->pen->page, view_to_page(v, at), pixels, style);
}

/* Pixels. */
static const double LONGEST_HEAD = 9;

void view_arrow(const view *v, evo_vec2 from, evo_vec2 direction, double pixels, pen_style style) {
    const evo_vec2 p = view_to_page(v, from), d = {direction.x, -direction.y};
    const evo_vec2 tip = {p.x + d.x * pixels, p.y + d.y * pixels};
    const double back = fmin(0.25 * pixels, LONGEST_HEAD), wide = 0.48 * back;
    const evo_vec2 head[] = {{tip.x - back * d.x - wide * d.y, tip.y - back * d.y + wide * d.x},
                             tip,
                             {tip.x - back * d.x + wide * d.y, tip.y - back * d.y - wide * d.x}};
    pen_line(v->pen, p, tip, style);
    v->pen->path(v->pen->page, head, 3, false, style);
}

void view_text(const view *v, evo_vec2 at, double size, pen_colour colour, const char *text) {
    v->pen->text(v->pen->page, view_to_page(v, at), PEN_MIDDLE, size, colour, text);
}
