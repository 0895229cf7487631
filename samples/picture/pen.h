/* pen.h: the drawing interface, independent of the surface: a Cairo page (page.h), the pixels of a
 * window (sandbox/raster.h), or a list of strokes in a test.
 *
 * Coordinates are pixels, x to the right and y downwards, from the upper left corner. Angles are
 * in radians, counterclockwise as seen.
 */
#ifndef SAMPLES_PICTURE_PEN_H
#define SAMPLES_PICTURE_PEN_H

#include <stddef.h>

#include "evolute/base.h"

/* 0xRRGGBBAA. An AA of 00 draws nothing. */
typedef uint32_t pen_colour;

/* The same colour with its alpha multiplied by `opacity`, 0 to 1. */
static inline pen_colour pen_faint(pen_colour colour, double opacity) {
    return (colour & 0xffffff00u) | (uint32_t)((double)(colour & 0xffu) * opacity + 0.5);
}

typedef struct pen_style {
    pen_colour fill, line;
    double width; /* of the line, in pixels */
    bool dashed;
} pen_style;

typedef enum pen_align { PEN_LEFT, PEN_MIDDLE, PEN_RIGHT } pen_align;

typedef struct pen {
    void *page;
    void (*circle)(void *page, evo_vec2 center, double radius, pen_style style);
    void (*ellipse)(void *page, evo_vec2 center, double radius_x, double radius_y, double angle,
                    pen_style style);
    /* A slice of a ring, counterclockwise from start; a sweep of PEN_TURN is the whole. */
    void (*ring)(void *page, evo_vec2 center, double inner, double outer, double start,
                 double sweep, pen_style style);
    /* A polyline, joined to its first point if closed; only closed paths are filled. */
    void (*path)(void *page, const evo_vec2 *points, size_t count, bool closed, pen_style style);
    /* `at` is the left end, the middle or the right end of the base line. */
    void (*text)(void *page, evo_vec2 at, pen_align align, double size, pen_colour colour,
                 const char *text);
    /* Clips all further drawing to this part of the page, until the next call. */
    void (*clip)(void *page, evo_vec2 corner, double width, double height);
    double width, height; /* of the page */
} pen;

/* A whole turn, rounded down. */
#define PEN_TURN 6.28318530717958

static inline evo_vec2 pen_at(double x, double y) {
    const evo_vec2 at = {x, y};
    return at;
}

static inline void pen_line(const pen *p, evo_vec2 from, evo_vec2 to, pen_style style) {
    const evo_vec2 points[2] = {from, to};
    p->path(p->page, points, 2, false, style);
}

static inline void pen_box(const pen *p, evo_vec2 corner, double width, double height,
                           pen_style style) {
    const evo_vec2 points[4] = {corner, pen_at(corner.x + width, corner.y),
                                pen_at(corner.x + width, corner.y + height),
                                pen_at(corner.x, corner.y + height)};
    p->path(p->page, points, 4, true, style);
}

static inline void pen_unclip(const pen *p) {
    p->clip(p->page, pen_at(0, 0), p->width, p->height);
}

#endif
