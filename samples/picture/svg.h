/* svg.h: drawings of shapes as SVG. World coordinates, y up; the page is laid out in cells, each
 * with a view of its own. */
#ifndef SAMPLES_PICTURE_SVG_H
#define SAMPLES_PICTURE_SVG_H

#include <stdio.h>

#include "evolute/evolute.h"

/* A full turn, but for rounding. */
#define SVG_TURN 6.28318530717958

/* A view: the world around `middle`, drawn `scale` to 1 with its middle at `at` on the page (y
 * down). */
typedef struct svg {
    FILE *file;
    evo_vec2 middle, at;
    double scale;
} svg;

/* False when the file cannot be written. */
bool svg_begin(svg *page, const char *path, double width, double height);
bool svg_end(svg *page);

/* The same in a file that somebody else has opened, closes, and asks for errors. */
void svg_open(svg *page, FILE *file, double width, double height);
void svg_close(svg *page);

/* The same page seen through a cell of it that shows the bounds. */
svg svg_cell(const svg *page, double x, double y, double width, double height, evo_bounds shown);

/* What is drawn between the two shows only in this part of the page; id is a number of its own. */
void svg_clip_begin(const svg *page, int id, double x, double y, double width, double height);
void svg_clip_end(const svg *page);

/* `style` is a list of SVG attributes. */
void svg_shape(const svg *view, const evo_shape *shape, evo_pose at, const char *style);
void svg_circle(const svg *view, evo_vec2 center, double radius, const char *style);
void svg_ellipse(const svg *view, evo_vec2 center, double radius_x, double radius_y, double angle,
                 const char *style);
/* A slice of a ring, counterclockwise from the angle start; a sweep of SVG_TURN is the whole. */
void svg_ring(const svg *view, evo_vec2 center, double inner, double outer, double start,
              double sweep, const char *style);
void svg_line(const svg *view, evo_vec2 from, evo_vec2 to, const char *style);
void svg_dot(const svg *view, evo_vec2 at, double pixels, const char *style);
void svg_arrow(const svg *view, evo_vec2 from, evo_vec2 direction, double pixels,
               const char *style);
void svg_text(const svg *page, double x, double y, const char *style, const char *text);

#endif
