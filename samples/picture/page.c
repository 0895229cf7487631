#include "picture/page.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <string.h>

page_kind page_kind_of(const char *path) {
    const char *dot = strrchr(path, '.');
    if (!dot || strchr(dot, '/')) return PAGE_UNKNOWN;
    if (strcmp(dot, ".png") == 0) return PAGE_PNG;
    if (strcmp(dot, ".svg") == 0) return PAGE_SVG;
    if (strcmp(dot, ".pdf") == 0) return PAGE_PDF;
    return PAGE_UNKNOWN;
}

/* ---- Strokes --------------------------------------------------------------------------------- */

static void choose(cairo_t *cr, pen_colour colour) {
    cairo_set_source_rgba(cr, (colour >> 24) / 255.0, (colour >> 16 & 255) / 255.0,
                          (colour >> 8 & 255) / 255.0, (colour & 255) / 255.0);
}

/* Fills the current path if it is closed, and strokes it. */
static void ink(cairo_t *cr, bool closed, pen_style style) {
    const double dash[] = {4, 3};
    if (closed && style.fill & 255) {
        choose(cr, style.fill);
        cairo_fill_preserve(cr);
    }
    if (style.line & 255 && style.width > 0) {
        choose(cr, style.line);
        cairo_set_line_width(cr, style.width);
        cairo_set_dash(cr, dash, style.dashed ? 2 : 0, 0);
        cairo_stroke_preserve(cr);
    }
    cairo_new_path(cr);
}

/* A counterclockwise arc as seen; Cairo's y points down. A negative sweep is clockwise. */
static void arc(cairo_t *cr, evo_vec2 center, double radius, double start, double sweep) {
    if (sweep > 0)
        cairo_arc_negative(cr, center.x, center.y, radius, -start, -start - sweep);
    else
        cairo_arc(cr, center.x, center.y, radius, -start, -start - sweep);
}

static void draw_circle(void *on, evo_vec2 center, double radius, pen_style style) {
    cairo_t *cr = ((page *)on)->context;
    arc(cr, center, radius, 0, PEN_TURN);
    cairo_close_path(cr);
    ink(cr, true, style);
}

static void draw_ellipse(void *on, evo_vec2 center, double radius_x, double radius_y, double angle,
                         pen_style style) {
    cairo_t *cr = ((page *)on)->context;
    cairo_save(cr);
    cairo_translate(cr, center.x, center.y);
    cairo_rotate(cr, -angle);
    cairo_scale(cr, radius_x, radius_y);
    cairo_arc(cr, 0, 0, 1, 0, PEN_TURN);
    cairo_close_path(cr);
    cairo_restore(cr); /* so that the line is as wide everywhere */
    ink(cr, true, style);
}

static void draw_ring(void *on, evo_vec2 center, double inner, double outer, double start,
                      double sweep, pen_style style) {
    cairo_t *cr = ((page *)on)->context;
    const bool whole = sweep >= PEN_TURN;
    arc(cr, center, outer, start, sweep);
    if (whole) {
        cairo_close_path(cr);
        cairo_new_sub_path(cr);
    }
    arc(cr, center, inner, start + sweep, -sweep);
    cairo_close_path(cr);
    ink(cr, true, style);
}

static void draw_path(void *on, const evo_vec2 *points, size_t count, bool closed,
                      pen_style style) {
    cairo_t *cr = ((page *)on)->context;
    for (size_t i = 0; i < count; ++i) cairo_line_to(cr, points[i].x, points[i].y);
    if (closed) cairo_close_path(cr);
    ink(cr, closed, style);
}

static void draw_text(void *on, evo_vec2 at, pen_align align, double size, pen_colour colour,
                      const char *text) {
    cairo_t *cr = ((page *)on)->context;
    cairo_text_extents_t extents;
    cairo_set_font_size(cr, size);
    cairo_text_extents(cr, text, &extents);
    choose(cr, colour);
    cairo_move_to(cr, at.x - extents.x_advance * 0.5 * (double)align, at.y);
    cairo_show_text(cr, text);
    cairo_new_path(cr);
}

static void set_clip(void *on, evo_vec2 corner, double width, double height) {
    cairo_t *cr = ((page *)on)->context;
    cairo_reset_clip(cr);
    cairo_rectangle(cr, corner.x, corner.y, width, height);
    cairo_clip(cr);
}

/* ---- Pages ----------------------------------------------------------------------------------- */

static cairo_status_t write_bytes(void *file, const unsigned char *bytes, unsigned count) {
    return fwrite(bytes, 1, count, file) == count ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *make_surface(const page *p) {
    const double width = p->pen.width, height = p->pen.height;
    switch (p->kind) {
    case PAGE_PNG:
        return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    case PAGE_SVG:
        return cairo_svg_surface_create_for_stream(write_bytes, p->to.file, width, height);
    case PAGE_PDF:
        return cairo_pdf_surface_create_for_stream(write_bytes, p->to.file, width, height);
    case PAGE_UNKNOWN:
        break;
    }
    return NULL;
}

/* For callers to return. */
static bool fail(int why) {
    errno = why;
    return false;
}

bool page_begin(page *made, const char *path, double width, double height) {
    const pen drawing = {made,      draw_circle, draw_ellipse, draw_ring, draw_path,
                         draw_text, set_clip,    width,        height};
    made->pen = drawing;
    made->kind = page_kind_of(path);
    if (made->kind == PAGE_UNKNOWN) return fail(EINVAL);
    if (!output_begin(&made->to, path)) return false;
    made->surface = make_surface(made);
    cairo_t *cr = cairo_create(made->surface);
    made->context = cr;
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    choose(cr, 0xffffffff);
    cairo_paint(cr);
    return cairo_status(cr) == CAIRO_STATUS_SUCCESS || page_end(made);
}

bool page_end(page *made) {
    cairo_status_t drawn = cairo_status(made->context), written = CAIRO_STATUS_SUCCESS;
    errno = 0; /* errors of writing are reported there */
    cairo_destroy(made->context);
    if (drawn == CAIRO_STATUS_SUCCESS && made->kind == PAGE_PNG)
        written = cairo_surface_write_to_png_stream(made->surface, write_bytes, made->to.file);
    cairo_surface_finish(made->surface);
    if (written == CAIRO_STATUS_SUCCESS) written = cairo_surface_status(made->surface);
    cairo_surface_destroy(made->surface);
    if (drawn == CAIRO_STATUS_SUCCESS && written == CAIRO_STATUS_SUCCESS)
        return output_end(&made->to);
    if (errno == 0) errno = drawn == CAIRO_STATUS_NO_MEMORY ? ENOMEM : EIO;
    return output_drop(&made->to);
}

bool page_save_pixels(const char *path, const uint32_t *pixels, int width, int height, int stride) {
    output to;
    if (!output_begin(&to, path)) return false;
    /* Cairo only reads them. */
    unsigned char *bytes = (unsigned char *)(uintptr_t)pixels;
    cairo_surface_t *surface =
        cairo_image_surface_create_for_data(bytes, CAIRO_FORMAT_RGB24, width, height, 4 * stride);
    const cairo_status_t written = cairo_surface_write_to_png_stream(surface, write_bytes, to.file);
    cairo_surface_destroy(surface);
    if (written == CAIRO_STATUS_SUCCESS) return output_end(&to);
    if (errno == 0) errno = EIO;
    return output_drop(&to);
}
