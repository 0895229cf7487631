#include "picture/chart.h"

#include <math.h>
#include <stdio.h>

/* Of lines: the tints that are easiest to tell apart come first. */
static const int TINTS[] = {1, 2, 5, 3, 4};
enum { COLOUR_COUNT = sizeof TINTS / sizeof *TINTS };

/* Pixels. */
static const double LEFT = 66, RIGHT = 14, BOTTOM = 40, LEGEND_LINE = 16, LEGEND_COLUMN = 140,
                    TEXT = 11;

typedef struct range {
    double low, high;
} range;

/* The part of the page within the axes, and the ranges of numbers that it shows. */
typedef struct frame {
    evo_vec2 corner;
    double width, height;
    range x, y;
    const palette *colours;
} frame;

static double cell(const chart *c, size_t row, size_t column) {
    return c->cells[row * (c->lines + 1) + column];
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

static void range_add(range *r, double value) {
    if (!isfinite(value)) return;
    r->low = fmin(r->low, value);
    r->high = fmax(r->high, value);
}

/* The range of some columns; never empty. */
static range range_of(const chart *c, size_t from, size_t to) {
    range r = {INFINITY, -INFINITY};
    for (size_t row = 0; row < c->rows; ++row)
        for (size_t column = from; column <= to; ++column) range_add(&r, cell(c, row, column));
    if (r.low > r.high) r.low = r.high = 0;
    const double least = fmax(1e-9 * fmax(fabs(r.low), fabs(r.high)), 1e-30);
    if (r.high - r.low < least) {
        const double margin = r.low == 0 ? 1 : 0.1 * fabs(r.low);
        r.low -= margin;
        r.high += margin;
    }
    return r;
}

/* 1, 2 or 5 times a power of ten, such that a range has about `times` steps. */
static double round_step(range r, double times) {
    const double rough = (r.high - r.low) / times, power = pow(10, floor(log10(rough)));
    const double part = rough / power;
    return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

static evo_vec2 page_position(const frame *f, double x, double y) {
    return pen_at(f->corner.x + (x - f->x.low) / (f->x.high - f->x.low) * f->width,
                  f->corner.y + (f->y.high - y) / (f->y.high - f->y.low) * f->height);
}

static void write_tick(const pen *p, const frame *f, evo_vec2 at, pen_align align, double value,
                       double step) {
    char text[32];
    /* Rounding may leave 1e-17 instead of 0. */
    snprintf(text, sizeof text, "%.6g", fabs(value) < 1e-9 * step ? 0 : value);
    p->text(p->page, at, align, TEXT, f->colours->pale, text);
}

static void draw_grid(const pen *p, const frame *f) {
    const pen_style fine = {.line = f->colours->track, .width = 1},
                    edge = {.line = f->colours->pale, .width = 1};
    const double across = round_step(f->x, f->width / 90), up = round_step(f->y, f->height / 50);
    for (double x = ceil(f->x.low / across) * across; x <= f->x.high; x += across) {
        const evo_vec2 at = page_position(f, x, f->y.low);
        pen_line(p, at, pen_at(at.x, f->corner.y), fine);
        write_tick(p, f, pen_at(at.x, at.y + 15), PEN_MIDDLE, x, across);
    }
    for (double y = ceil(f->y.low / up) * up; y <= f->y.high; y += up) {
        const evo_vec2 at = page_position(f, f->x.low, y);
        pen_line(p, at, pen_at(at.x + f->width, at.y), fine);
        write_tick(p, f, pen_at(at.x - 6, at.y + 4), PEN_RIGHT, y, up);
    }
    pen_box(p, f->corner, f->width, f->height, edge);
}

static pen_colour colour_of(const palette *colours, size_t line) {
    return colours->lines[TINTS[(line - 1) % COLOUR_COUNT]];
}

/* In pieces that share their end points. */
static void draw_line(const pen *p, const frame *f, const chart *c, size_t line) {
    enum { MOST = 512 };
    const pen_style style = {
        .line = colour_of(f->colours, line), .width = 1.6, .dashed = line > COLOUR_COUNT};
    evo_vec2 points[MOST];
    size_t count = 0;
    for (size_t row = 0; row < c->rows; ++row) {
        const double x = cell(c, row, 0), y = cell(c, row, line);
        const bool there = isfinite(x) && isfinite(y);
        if (there) points[count++] = page_position(f, x, y);
        if (count > 1 && (!there || count == MOST || row + 1 == c->rows)) {
            p->path(p->page, points, count, false, style);
            points[0] = points[count - 1];
            count = there;
        } else if (!there) {
            count = 0;
        }
    }
}

static void draw_legend(const pen *p, const frame *f, evo_vec2 at, const chart *c, size_t line) {
    const pen_style style = {.line = colour_of(f->colours, line), .width = 2};
    pen_line(p, pen_at(at.x, at.y - 4), pen_at(at.x + 18, at.y - 4), style);
    p->text(p->page, pen_at(at.x + 23, at.y), PEN_LEFT, TEXT, f->colours->text, c->names[line]);
}

void chart_draw(const pen *p, evo_vec2 corner, double width, double height, const chart *c) {
    const double columns = floor((width - LEFT) / LEGEND_COLUMN);
    const double rows = ceil((double)c->lines / columns), title = c->title ? 24 : 4;
    const double top = title + rows * LEGEND_LINE + 8;
    frame f = {.corner = {corner.x + LEFT, corner.y + top},
               .width = width - LEFT - RIGHT,
               .height = height - top - BOTTOM,
               .x = range_of(c, 0, 0),
               .y = range_of(c, 1, c->lines),
               .colours = c->colours ? c->colours : &PALETTE_LIGHT};
    const double margin = 0.04 * (f.y.high - f.y.low);
    f.y.low -= margin;
    f.y.high += margin;
    if (c->title)
        p->text(p->page, pen_at(corner.x + LEFT, corner.y + 18), PEN_LEFT, 14, f.colours->text,
                c->title);
    for (size_t line = 1; line <= c->lines; ++line) {
        const double column = fmod((double)(line - 1), columns);
        const double row = floor((double)(line - 1) / columns);
        draw_legend(
            p, &f,
            pen_at(f.corner.x + LEGEND_COLUMN * column, corner.y + title + (row + 1) * LEGEND_LINE),
            c, line);
    }
    draw_grid(p, &f);
    p->clip(p->page, f.corner, f.width, f.height);
    for (size_t line = 1; line <= c->lines; ++line) draw_line(p, &f, c, line);
    pen_unclip(p);
    p->text(p->page, pen_at(f.corner.x + f.width / 2, corner.y + height - 8), PEN_MIDDLE, TEXT,
            f.colours->text, c->names[0]);
}
