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

void svg_shape(const svg *view, const evo_shape *shape, evo_pose at, const char *style) {
    const evo_vec2 center = in_world(shape->center, at);
    const double angle = evo_angle(shape->axis) + at.angle;
    switch (shape->kind) {
    case EVO_CIRCLE:
        svg_circle(view, center, shape->of.circle.radius, style);
        break;
    case EVO_ELLIPSE:
        svg_ellipse(view, center, shape->of.ellipse.radius_x, shape->of.ellipse.radius_y, angle,
                    style);
        break;
    case EVO_RING:
        svg_ring(view, center, shape->of.ring.inner, shape->of.ring.outer,
                 angle - shape->of.ring.half_sweep, 2 * shape->of.ring.half_sweep, style);
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

void svg_ellipse(const svg *view, evo_vec2 center, double radius_x, double radius_y, double angle,
                 const char *style) {
    evo_vec2 p = on_page(view, center);
    fprintf(view->file,
            "<ellipse rx=\"%.3f\" ry=\"%.3f\" transform=\"translate(%.3f %.3f) rotate(%.4f)\" "
            "%s/>\n",
            radius_x * view->scale, radius_y * view->scale, p.x, p.y, -angle * 57.295779513082323,
            style);
}

/* A whole ring, as two circles of which the inner is a hole. */
static void ring_whole(const svg *view, evo_vec2 center, double inner, double outer,
                       const char *style) {
    evo_vec2 p = on_page(view, center);
    fputs("<path fill-rule=\"evenodd\" d=\"", view->file);
    for (int i = 0; i < 2; ++i) {
        double r = view->scale * (i == 0 ? outer : inner);
        fprintf(view->file, "M%.3f %.3fa%.3f %.3f 0 1 0 %.3f 0a%.3f %.3f 0 1 0 %.3f 0Z", p.x - r,
                p.y, r, r, 2 * r, r, r, -2 * r);
    }
    fprintf(view->file, "\" %s/>\n", style);
}

/* A point of a circle, on the page. */
static evo_vec2 round_point(const svg *view, evo_vec2 center, double radius, double angle) {
    evo_vec2 turn = evo_direction(angle);
    evo_vec2 p = {center.x + radius * turn.x, center.y + radius * turn.y};
    return on_page(view, p);
}

void svg_ring(const svg *view, evo_vec2 center, double inner, double outer, double start,
              double sweep, const char *style) {
    if (sweep >= SVG_TURN) {
        ring_whole(view, center, inner, outer, style);
        return;
    }
    int large = sweep > 3.1415926535897932;
    evo_vec2 a = round_point(view, center, outer, start);
    evo_vec2 b = round_point(view, center, outer, start + sweep);
    evo_vec2 c = round_point(view, center, inner, start + sweep);
    evo_vec2 d = round_point(view, center, inner, start);
    fprintf(view->file,
            "<path d=\"M%.3f %.3fA%.3f %.3f 0 %d 0 %.3f %.3fL%.3f %.3fA%.3f %.3f 0 %d 1 %.3f "
            "%.3fZ\" %s/>\n",
            a.x, a.y, outer * view->scale, outer * view->scale, large, b.x, b.y, c.x, c.y,
            inner * view->scale, inner * view->scale, large, d.x, d.y, style);
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
