#include "web/ink.h"

#include <stdlib.h>
#include <string.h>

/* Appends words; NULL: there is no memory. */
static ink_word *append(ink *to, size_t count) {
    if (to->count + count > to->capacity) {
        const size_t capacity = 2 * to->capacity + count + 1024;
        ink_word *words = realloc(to->words, capacity * sizeof *words);
        if (!words) return NULL;
        to->words = words;
        to->capacity = capacity;
    }
    to->count += count;
    return to->words + to->count - count;
}

static bool same_style(pen_style a, pen_style b) {
    return a.fill == b.fill && a.line == b.line && a.width == b.width && a.dashed == b.dashed;
}

static void set_style(ink *to, pen_style style) {
    if (to->styled && same_style(to->style, style)) return;
    ink_word *w = append(to, 5);
    if (!w) return;
    w[0].bits = INK_STYLE;
    w[1].bits = style.fill;
    w[2].bits = style.line;
    w[3].number = (float)style.width;
    w[4].bits = style.dashed;
    to->style = style;
    to->styled = true;
}

/* A stroke of floats. */
static void add(ink *to, ink_stroke stroke, const double *numbers, size_t count) {
    ink_word *w = append(to, count + 1);
    if (!w) return;
    w[0].bits = stroke;
    for (size_t i = 0; i < count; ++i) w[i + 1].number = (float)numbers[i];
}

/* Outside of the page by more than its size. */
static bool is_far(const ink *to, evo_vec2 at, double reach) {
    return at.x + reach < 0 || at.y + reach < 0 || at.x - reach > to->pen.width
           || at.y - reach > to->pen.height;
}

static void draw_circle(void *page, evo_vec2 center, double radius, pen_style style) {
    const double numbers[] = {center.x, center.y, radius};
    if (is_far(page, center, radius + style.width)) return;
    set_style(page, style);
    add(page, INK_CIRCLE, numbers, 3);
}

static void draw_ellipse(void *page, evo_vec2 center, double radius_x, double radius_y,
                         double angle, pen_style style) {
    const double numbers[] = {center.x, center.y, radius_x, radius_y, angle};
    const double reach = radius_x > radius_y ? radius_x : radius_y;
    if (is_far(page, center, reach + style.width)) return;
    set_style(page, style);
    add(page, INK_ELLIPSE, numbers, 5);
}

static void draw_ring(void *page, evo_vec2 center, double inner, double outer, double start,
                      double sweep, pen_style style) {
    const double numbers[] = {center.x, center.y, inner, outer, start, sweep};
    if (is_far(page, center, outer + style.width)) return;
    set_style(page, style);
    add(page, INK_RING, numbers, 6);
}

static void draw_path(void *page, const evo_vec2 *points, size_t count, bool closed,
                      pen_style style) {
    ink *to = page;
    set_style(to, style);
    ink_word *w = append(to, 2 * count + 3);
    if (!w) return;
    w[0].bits = INK_PATH;
    w[1].bits = closed;
    w[2].bits = (uint32_t)count;
    for (size_t i = 0; i < count; ++i) {
        w[2 * i + 3].number = (float)points[i].x;
        w[2 * i + 4].number = (float)points[i].y;
    }
}

static void draw_text(void *page, evo_vec2 at, pen_align align, double size, pen_colour colour,
                      const char *text) {
    const size_t length = strlen(text), words = (length + 3) / 4;
    ink_word *w = append(page, words + 7);
    if (!w) return;
    w[0].bits = INK_TEXT;
    w[1].number = (float)at.x;
    w[2].number = (float)at.y;
    w[3].bits = align;
    w[4].number = (float)size;
    w[5].bits = colour;
    w[6].bits = (uint32_t)length;
    memcpy(w + 7, text, length);
}

static void set_clip(void *page, evo_vec2 corner, double width, double height) {
    const double numbers[] = {corner.x, corner.y, width, height};
    add(page, INK_CLIP, numbers, 4);
}

void ink_begin(ink *to, double width, double height) {
    const pen p = {to,        draw_circle, draw_ellipse, draw_ring, draw_path,
                   draw_text, set_clip,    width,        height};
    to->pen = p;
    to->count = 0;
    to->styled = false;
}
