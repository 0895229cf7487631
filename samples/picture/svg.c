#include "svg.h"

void svg_open(svg *page, FILE *file, double width, double height) {
    svg made = {file, {0, 0}, {0, 0}, 1};
    *page = made;
    fprintf(page->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" "
            "viewBox=\"0 0 %g %g\" font-family=\"sans-serif\">\n"
            "<rect width=\"%g\" height=\"%g\" fill=\"#ffffff\"/>\n",
            width, height, width, height, width, height);
}

void svg_close(svg *page) {
    fputs("</svg>\n", page->file);
}

bool svg_begin(svg *page, const char *path, double width, double height) {
    FILE *file = fopen(path, "w");
    if (!file) return false;
    svg_open(page, file, width, height);
    return true;
}

bool svg_end(svg *page) {
    svg_close(page);
    bool failed = ferror(page->file) != 0;
    return fclose(page->file) == 0 && !failed;
}

svg svg_cell(const svg *page, double x, double y, double width, double height, evo_bounds shown) {
    svg view = *page;
    double across = shown.max.x - shown.min.x, up = shown.max.y - shown.min.y;
    view.scale = width / across < height / up ? width / across : height / up;
    view.middle.x = (shown.min.x + shown.max.x) / 2;
    view.middle.y = (shown.min.y + shown.max.y) / 2;
    view.at.x = x + width / 2;
    view.at.y = y + height / 2;
    return view;
}

void svg_clip_begin(const svg *page, int id, double x, double y, double width, double height) {
    fprintf(page->file,
            "<clipPath id=\"c%d\"><rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"/>"
            "</clipPath>\n<g clip-path=\"url(#c%d)\">\n",
            id, x, y, width, height, id);
}

void svg_clip_end(const svg *page) {
    fputs("</g>\n", page->file);
}

static evo_vec2 on_page(const svg *view, evo_vec2 p) {
    evo_vec2 placed = {view->at.x + (p.x - view->middle.x) * view->scale,
                       view->at.y - (p.y - view->middle.y) * view->scale};
    return placed;
}

static evo_vec2 in_world(evo_vec2 own, evo_pose at) {
    evo_vec2 turn = evo_direction(at.angle);
    evo_vec2 p = {at.position.x + own.x * turn.x - own.y * turn.y,
                  at.position.y + own.x * turn.y + own.y * turn.x};
    return p;
}

/* Where a cut of a ring (side 1 or -1) is at a radius. */
static evo_vec2 ring_point(const evo_shape *ring, double radius, double side, evo_pose at) {
    evo_vec2 half = ring->of.ring.half, axis = ring->axis;
    double x = half.x * radius, y = side * half.y * radius;
    evo_vec2 own = {ring->center.x + x * axis.x - y * axis.y,
                    ring->center.y + x * axis.y + y * axis.x};
    return in_world(own, at);
}

static void ring_path(const svg *view, const evo_shape *ring, evo_pose at, const char *style) {
    double inner = ring->of.ring.inner * view->scale, outer = ring->of.ring.outer * view->scale;
    bool large = ring->of.ring.half_sweep > 1.5707963267948966;
    evo_vec2 a = on_page(view, ring_point(ring, ring->of.ring.outer, -1, at));
    evo_vec2 b = on_page(view, ring_point(ring, ring->of.ring.outer, 1, at));
    evo_vec2 c = on_page(view, ring_point(ring, ring->of.ring.inner, 1, at));
    evo_vec2 d = on_page(view, ring_point(ring, ring->of.ring.inner, -1, at));
    fprintf(view->file,
            "<path d=\"M%.3f %.3fA%.3f %.3f 0 %d 0 %.3f %.3fL%.3f %.3fA%.3f %.3f 0 %d 1 %.3f "
            "%.3fZ\" %s/>\n",
            a.x, a.y, outer, outer, large, b.x, b.y, c.x, c.y, inner, inner, large, d.x, d.y,
            style);
}

/* A whole ring, as two circles of which the inner is a hole. */
static void ring_whole(const svg *view, const evo_shape *ring, evo_pose at, const char *style) {
    evo_vec2 p = on_page(view, in_world(ring->center, at));
    fputs("<path fill-rule=\"evenodd\" d=\"", view->file);
    for (int i = 0; i < 2; ++i) {
        double r = view->scale * (i == 0 ? ring->of.ring.outer : ring->of.ring.inner);
        fprintf(view->file, "M%.3f %.3fa%.3f %.3f 0 1 0 %.3f 0a%.3f %.3f 0 1 0 %.3f 0Z", p.x - r,
                p.y, r, r, 2 * r, r, r, -2 * r);
    }
    fprintf(view->file, "\" %s/>\n", style);
}

void svg_shape(const svg *view, const evo_shape *shape, evo_pose at, const char *style) {
    evo_vec2 center = on_page(view, in_world(shape->center, at));
    switch (shape->kind) {
    case EVO_CIRCLE:
        svg_circle(view, in_world(shape->center, at), shape->of.circle.radius, style);
        break;
    case EVO_ELLIPSE: {
        double degrees = (evo_angle(shape->axis) + at.angle) * 57.295779513082323;
        fprintf(view->file,
                "<ellipse rx=\"%.3f\" ry=\"%.3f\" transform=\"translate(%.3f %.3f) "
                "rotate(%.4f)\" %s/>\n",
                shape->of.ellipse.radius_x * view->scale, shape->of.ellipse.radius_y * view->scale,
                center.x, center.y, -degrees, style);
        break;
    }
    case EVO_RING:
        if (shape->of.ring.half_sweep >= 3.14159265358979)
            ring_whole(view, shape, at, style);
        else
            ring_path(view, shape, at, style);
        break;
    case EVO_SEGMENT: {
        double half = shape->of.segment.half_length;
        evo_vec2 run = {shape->axis.x * half, shape->axis.y * half};
        evo_vec2 from = {shape->center.x - run.x, shape->center.y - run.y};
        evo_vec2 to = {shape->center.x + run.x, shape->center.y + run.y};
        svg_line(view, in_world(from, at), in_world(to, at), style);
        break;
    }
    case EVO_NO_SHAPE:
        break;
    }
}

void svg_circle(const svg *view, evo_vec2 center, double radius, const char *style) {
    evo_vec2 p = on_page(view, center);
    fprintf(view->file, "<circle cx=\"%.3f\" cy=\"%.3f\" r=\"%.3f\" %s/>\n", p.x, p.y,
            radius * view->scale, style);
}

void svg_line(const svg *view, evo_vec2 from, evo_vec2 to, const char *style) {
    evo_vec2 a = on_page(view, from), b = on_page(view, to);
    fprintf(view->file, "<line x1=\"%.3f\" y1=\"%.3f\" x2=\"%.3f\" y2=\"%.3f\" %s/>\n", a.x, a.y,
            b.x, b.y, style);
}

void svg_dot(const svg *view, evo_vec2 at, double pixels, const char *style) {
    evo_vec2 p = on_page(view, at);
    fprintf(view->file, "<circle cx=\"%.3f\" cy=\"%.3f\" r=\"%.3f\" %s/>\n", p.x, p.y, pixels,
            style);
}

void svg_arrow(const svg *view, evo_vec2 from, evo_vec2 direction, double pixels,
               const char *style) {
    evo_vec2 p = on_page(view, from), d = {direction.x, -direction.y};
    evo_vec2 tip = {p.x + d.x * pixels, p.y + d.y * pixels};
    double back = 0.25 * pixels, wide = 0.12 * pixels;
    fprintf(view->file,
            "<path d=\"M%.3f %.3fL%.3f %.3fM%.3f %.3fL%.3f %.3fL%.3f %.3f\" fill=\"none\" %s/>\n",
            p.x, p.y, tip.x, tip.y, tip.x - back * d.x - wide * d.y,
            tip.y - back * d.y + wide * d.x, tip.x, tip.y, tip.x - back * d.x + wide * d.y,
            tip.y - back * d.y - wide * d.x, style);
}

void svg_text(const svg *page, double x, double y, const char *style, const char *text) {
    fprintf(page->file, "<text x=\"%.2f\" y=\"%.2f\" %s>%s</text>\n", x, y, style, text);
}
