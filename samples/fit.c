/* fit.c: pictures of the narrowphase's results: two shapes, their osculating circles, the contacts,
 * the normal and the depth.
 *
 *     fit [--output FILE]                    two ellipses: the pair the method was first shown on
 *     fit [--output FILE] SHAPE SHAPE        any pair
 *     fit [--output FILE] --hard             a page of twenty hard pairs
 *
 * A shape is circle:R, ellipse:A,B, ring:RADIUS,WIDTH,START,SWEEP, segment:X0,Y0,X1,Y1,
 * box:HALF_WIDTH,HALF_HEIGHT or capsule:HALF_LENGTH,RADIUS, followed by @X,Y or @X,Y,ANGLE.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "picture/page.h"
#include "picture/view.h"

typedef struct body {
    evo_shape shape;
    evo_pose at;
} body;

typedef struct couple {
    const char *title;
    body a, b;
} couple;

static const pen_colour COLOUR_A = 0x0072b2ff, COLOUR_B = 0xc27c00ff, COLOUR_CONTACT = 0xd55e00ff;
static const pen_style STYLE_A = {.fill = 0x0072b22e, .line = 0x0072b2ff, .width = 1.6};
static const pen_style STYLE_B = {.fill = 0xe69f0038, .line = 0xc27c00ff, .width = 1.6};
static const pen_style STYLE_NORMAL = {.line = 0x222222ff, .width = 1.4};
static const pen_style STYLE_DEPTH = {.line = 0xd55e00ff, .width = 2};

/* ---- Drawing --------------------------------------------------------------------------------- */

static evo_bounds bounds_of_both(const couple *s) {
    evo_bounds a = evo_shape_bounds(&s->a.shape, s->a.at);
    evo_bounds b = evo_shape_bounds(&s->b.shape, s->b.at);
    evo_bounds both = {
        {a.min.x < b.min.x ? a.min.x : b.min.x, a.min.y < b.min.y ? a.min.y : b.min.y},
        {a.max.x > b.max.x ? a.max.x : b.max.x, a.max.y > b.max.y ? a.max.y : b.max.y}};
    double margin = 0.06 * (both.max.x - both.min.x + both.max.y - both.min.y);
    both.min.x -= margin;
    both.min.y -= margin;
    both.max.x += margin;
    both.max.y += margin;
    return both;
}

static void draw_fitted(const view *v, evo_vec2 center, double radius, pen_colour colour) {
    const pen_style style = {.line = colour, .width = 1, .dashed = true};
    if (radius == 0) return;
    view_circle(v, center, radius < 0 ? -radius : radius, style);
    view_dot(v, center, 2, colour);
}

static void draw_contact(const view *v, const evo_gap *gap, double arrow) {
    evo_vec2 middle = {(gap->point_a.x + gap->point_b.x) / 2,
                       (gap->point_a.y + gap->point_b.y) / 2};
    view_dot(v, middle, arrow / 9, COLOUR_CONTACT);
    view_arrow(v, middle, gap->normal, arrow, STYLE_NORMAL);
}

static void draw_couple(const view *v, const couple *s, double arrow) {
    evo_fit fit = evo_measure_fit(&s->a.shape, s->a.at, &s->b.shape, s->b.at);
    view_shape(v, &s->b.shape, s->b.at, STYLE_B);
    view_shape(v, &s->a.shape, s->a.at, STYLE_A);
    draw_fitted(v, fit.center_a, fit.radius_a, COLOUR_A);
    draw_fitted(v, fit.center_b, fit.radius_b, COLOUR_B);
    view_line(v, fit.gap.point_a, fit.gap.point_b, STYLE_DEPTH);

    evo_gap contacts[2] = {fit.gap};
    const double margin = 0; /* else the nearest points are shown */
    int count = evo_contacts(&s->a.shape, s->a.at, &s->b.shape, s->b.at, margin, contacts);
    for (int i = 0; i < (count > 0 ? count : 1); ++i) draw_contact(v, &contacts[i], arrow);
}

static void describe(const couple *s, char *text, size_t size) {
    evo_gap gap = evo_measure(&s->a.shape, s->a.at, &s->b.shape, s->b.at);
    bool apart = gap.distance >= 0;
    snprintf(text, size, "%s %.7g, normal (%.5f, %.5f)", apart ? "gap" : "depth",
             apart ? gap.distance : -gap.distance, gap.normal.x, gap.normal.y);
}

/* ---- Pages ----------------------------------------------------------------------------------- */

static void write_text(const pen *p, double x, double y, double size, pen_colour colour,
                       const char *text) {
    p->text(p->page, pen_at(x, y), PEN_LEFT, size, colour, text);
}

/* One pair on the whole page. */
static void draw_one(const pen *p, const couple *s) {
    const double caption = 36;
    char text[128];
    view v = view_fitting(p, pen_at(0, caption), p->width, p->height - caption, bounds_of_both(s));
    draw_couple(&v, s, 60);
    describe(s, text, sizeof text);
    write_text(p, 16, 26, 18, 0x000000ff, text);
    printf("%s\n", text);
}

static body ellipse(double a, double b, double x, double y, double angle) {
    body made = {evo_ellipse(a, b), {{x, y}, angle}};
    return made;
}

static body circle(double radius, double x, double y) {
    body made = {evo_circle(radius), {{x, y}, 0}};
    return made;
}

static body ring(double radius, double width, double start, double sweep, double x, double y) {
    body made = {evo_ring(radius, width, start, sweep), {{x, y}, 0}};
    return made;
}

static body line(double x0, double y0, double x1, double y1) {
    evo_vec2 from = {x0, y0}, to = {x1, y1};
    body made = {evo_segment(from, to), {{0, 0}, 0}};
    return made;
}

static couple first_pair(void) {
    couple s = {"", ellipse(2, 1.5, 0.5, 0.5, 0.2), ellipse(1.5, 1, 2, 2.5, 2)};
    return s;
}

enum { COLUMNS = 5, ROWS = 4, CELL = 240, CAPTION = 34 };

static void draw_hard(const pen *p) {
    const double whole = 6.2831853071795865, half = whole / 2;
    const couple couples[COLUMNS * ROWS] = {
        {"crossed", ellipse(2, 0.5, 0, 0, 0), ellipse(2, 0.5, 0.2, 0.1, 1.5)},
        {"crossed needles", ellipse(2, 0.03, 0, 0, 0.3), ellipse(2, 0.03, 0.3, 0, 1.9)},
        {"concentric", ellipse(2, 1, 0, 0, 0.4), ellipse(1.5, 1.2, 0, 0, 1.3)},
        {"the same twice", ellipse(1.5, 0.8, 0, 0, 0.5), ellipse(1.5, 0.8, 0, 0, 0.5)},
        {"one inside the other", ellipse(2, 1.2, 0, 0, 0), ellipse(0.5, 0.2, 0.8, 0.3, 0.7)},
        {"thin, end to end", ellipse(2, 0.05, -2, 0, 0), ellipse(2, 0.05, 1.95, 0.02, 0.05)},
        {"thin, side by side", ellipse(2, 0.05, 0, 0, 0), ellipse(2, 0.05, 0.4, 0.09, 0.01)},
        {"tip on a flat side", ellipse(2, 0.1, 0, 0, 0), ellipse(1.5, 0.1, 0.3, 1.59, 1.57)},
        {"circle at the evolute's cusp", circle(0.3, 1.5, 0), ellipse(2, 1, 0, 0, 0)},
        {"segment through", ellipse(1.5, 0.7, 0, 0, 0.3), line(-2.5, -0.6, 2.2, 0.8)},
        {"segment's end inside", ellipse(1.5, 0.7, 0, 0, 0.3), line(0.6, 0.3, 3, 1.5)},
        {"in a hollow", ellipse(0.9, 0.6, 0.1, -1.12, 0.1), ring(2, 0.4, half, half, 0, 0)},
        {"across a hollow", ellipse(1.75, 0.4, 0.05, -0.55, 0.02), ring(2, 0.4, half, half, 0, 0)},
        {"on the rim's corner", ellipse(0.9, 0.3, 2, 0.25, 0.2), ring(2, 0.4, half, half, 0, 0)},
        {"disk across an opening", circle(1.5, 0, 0.95), ring(1.5, 0.3, 2.2, 5, 0, 0)},
        {"disk in a notch", circle(0.6, 1.2, 0), ring(1, 2, 0.5, whole - 1, 0, 0)},
        {"arch on a line", ring(1.5, 0.4, 0, half, 0, -0.02), line(-2.5, 0, 2.5, 0)},
        {"linked rings", ring(1, 0.3, 0, whole, -0.7, 0), ring(1, 0.3, 0, whole, 0.7, 0)},
        {"ring's end in a hollow", ring(0.8, 0.3, 1, 2, 0.2, -1.1), ring(2, 0.4, 2.6, 4, 0, 0)},
        {"whole ring around", ellipse(1.1, 0.6, 0.35, 0.2, 0.6), ring(1.7, 0.3, 0, whole, 0, 0)},
    };
    char text[128];
    for (int i = 0; i < COLUMNS * ROWS; ++i) {
        double x = CELL * (i % COLUMNS), y = (CELL + CAPTION) * (double)(i / COLUMNS);
        view v = view_fitting(p, pen_at(x, y + CAPTION), CELL, CELL, bounds_of_both(&couples[i]));
        p->clip(p->page, pen_at(x, y + CAPTION), CELL, CELL);
        draw_couple(&v, &couples[i], 26);
        pen_unclip(p);
        describe(&couples[i], text, sizeof text);
        write_text(p, x + 8, y + 15, 13, 0x000000ff, couples[i].title);
        write_text(p, x + 8, y + 29, 9, 0x555555ff, text);
        printf("%-30s %s\n", couples[i].title, text);
    }
}

/* Draws one pair, or the hard ones if NULL. False when the file cannot be written. */
static bool draw_page(const char *path, const couple *pair) {
    const double width = pair ? 760 : COLUMNS * CELL, height = pair ? 600 : ROWS * (CELL + CAPTION);
    page sheet;
    if (!page_begin(&sheet, path, width, height)) return false;
    if (pair)
        draw_one(&sheet.pen, pair);
    else
        draw_hard(&sheet.pen);
    return page_end(&sheet);
}

/* ---- Arguments ------------------------------------------------------------------------------- */

static bool read_body(const char *text, body *made) {
    double v[4], x, y, angle = 0;
    int used = 0;
    const char *at = strchr(text, '@');
    if (!at || sscanf(at, "@%lf,%lf,%lf", &x, &y, &angle) < 2) return false;
    if (sscanf(text, "circle:%lf@%n", v, &used) == 1 && used)
        made->shape = evo_circle(v[0]);
    else if (sscanf(text, "ellipse:%lf,%lf@%n", v, v + 1, &used) == 2 && used)
        made->shape = evo_ellipse(v[0], v[1]);
    else if (sscanf(text, "ring:%lf,%lf,%lf,%lf@%n", v, v + 1, v + 2, v + 3, &used) == 4 && used)
        made->shape = evo_ring(v[0], v[1], v[2], v[3]);
    else if (sscanf(text, "segment:%lf,%lf,%lf,%lf@%n", v, v + 1, v + 2, v + 3, &used) == 4
             && used) {
        evo_vec2 from = {v[0], v[1]}, to = {v[2], v[3]};
        made->shape = evo_segment(from, to);
    } else if (sscanf(text, "box:%lf,%lf@%n", v, v + 1, &used) == 2 && used) {
        made->shape = evo_box(v[0], v[1]);
    } else if (sscanf(text, "capsule:%lf,%lf@%n", v, v + 1, &used) == 2 && used) {
        evo_vec2 from = {-v[0], 0}, to = {v[0], 0};
        made->shape = evo_capsule(from, to, v[1]);
    } else {
        return false;
    }
    evo_pose pose = {{x, y}, angle};
    made->at = pose;
    return true;
}

static int usage(const char *complaint, const char *about) {
    fprintf(stderr,
            "fit: %s%s\n"
            "usage: fit [--output FILE] [--hard | SHAPE SHAPE]\n"
            "  SHAPE  circle:R@X,Y  ellipse:A,B@X,Y,ANGLE\n"
            "         ring:RADIUS,WIDTH,START,SWEEP@X,Y,ANGLE  segment:X0,Y0,X1,Y1@X,Y,ANGLE\n"
            "         box:HALF_WIDTH,HALF_HEIGHT@X,Y,ANGLE  capsule:HALF_LENGTH,RADIUS@X,Y,ANGLE\n",
            complaint, about);
    return 2;
}

int main(int argc, char **argv) {
    const char *path = "fit.svg";
    bool hard = false;
    body bodies[2];
    int count = 0;
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--hard") == 0) {
            hard = true;
        } else if (strcmp(argv[i], "--output") == 0) {
            if (++i == argc) return usage("--output needs a file", "");
            path = argv[i];
        } else {
            if (count == 2) return usage("two shapes are enough: ", argv[i]);
            if (!read_body(argv[i], &bodies[count])) return usage("this is no shape: ", argv[i]);
            evo_shape_rule rule = evo_shape_broken_rule(&bodies[count++].shape);
            if (rule != EVO_RULE_NONE) return usage(evo_shape_rule_text(rule), "");
        }
    }
    if (count == 1) return usage("a pair has two shapes", "");
    if (hard && count > 0) return usage("--hard has pairs of its own", "");
    couple pair = first_pair();
    if (count == 2) {
        pair.a = bodies[0];
        pair.b = bodies[1];
    }
    if (page_kind_of(path) == PAGE_UNKNOWN)
        return usage("a picture ends in .png, .svg or .pdf, not ", path);
    if (!draw_page(path, hard ? NULL : &pair)) {
        fprintf(stderr, "fit: %s cannot be written: %s\n", path, strerror(errno));
        return 3;
    }
    printf("drawn in %s\n", path);
    return 0;
}
