/* view.h: maps a part of the world, y up, to a part of a page; draws shapes and marks in world
 * coordinates with a pen. */
#ifndef SAMPLES_PICTURE_VIEW_H
#define SAMPLES_PICTURE_VIEW_H

#include "evolute/evolute.h"
#include "picture/palette.h"
#include "picture/pen.h"

/* World point `middle` appears at `at` on the page, `scale` pixels per unit. */
typedef struct view {
    const pen *pen;
    const palette *colours;
    evo_vec2 middle, at;
    double scale;
    const pen_colour *fills; /* of bodies, by their index, in place of tints; 0: the tint */
    size_t fill_count;
} view;

/* Scales the bounds to fit into a part of the page; colours for light grounds. */
view view_fitting(const pen *p, evo_vec2 corner, double width, double height, evo_bounds shown);

evo_vec2 view_to_page(const view *v, evo_vec2 point);
evo_vec2 view_to_world(const view *v, evo_vec2 pixel);

void view_shape(const view *v, const evo_shape *shape, evo_pose at, pen_style style);
void view_circle(const view *v, evo_vec2 center, double radius, pen_style style);
void view_ellipse(const view *v, evo_vec2 center, double radius_x, double radius_y, double angle,
                  pen_style style);
void view_ring(const view *v, evo_vec2 center, double inner, double outer, double start,
               double sweep, pen_style style);
/* A hull of points, counterclockwise, grown by a radius. */
void view_hull(const view *v, const evo_vec2 *points, int count, double radius, pen_style style);
void view_line(const view *v, evo_vec2 from, evo_vec2 to, pen_style style);

/* Sizes in pixels, positions in the world. */
void view_dot(const view *v, evo_vec2 at, double pixels, pen_colour colour);
void view_arrow(const view *v, evo_vec2 from, evo_vec2 direction, double pixels, pen_style style);
void view_text(const view *v, evo_vec2 at, double size, pen_colour colour, const char *text);

#endif
