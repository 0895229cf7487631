/* 21-drawing.c: draws a world by Cairo, through the callbacks of draw.h. */
#include <cairo.h>
#include <evolute/evolute.h>
#include <stdio.h>

static int shapes;

static void paint(cairo_t *cr, const evo_draw_item *item, double radius) {
    const double red = 0.3 + 0.25 * (item->body.index % 3);
    if (item->role == EVO_ROLE_STATIC) cairo_set_source_rgb(cr, 0.6, 0.6, 0.6);
    if (item->role != EVO_ROLE_STATIC) cairo_set_source_rgb(cr, red, 0.5, 0.8);
    cairo_set_line_width(cr, 2 * radius);
    cairo_stroke_preserve(cr);
    cairo_fill(cr);
    ++shapes;
}

static void draw_circle(void *context, const evo_draw_item *item, evo_vec2 center, double radius,
                        double angle) {
    (void)angle;
    cairo_arc(context, center.x, center.y, radius, 0, 6.283185307179586);
    paint(context, item, 0);
}

static void draw_hull(void *context, const evo_draw_item *item, const evo_vec2 *points, int count,
                      double radius) {
    for (int i = 0; i < count; ++i) cairo_line_to(context, points[i].x, points[i].y);
    cairo_close_path(context);
    paint(context, item, radius);
}

int main(int argc, char **argv) {
    evo_body_config body = evo_body_config_default();
    evo_world *world = evo_world_create(NULL);
    evo_world_set_gravity(world, evo_vec(0, -10));
    for (int i = 0; i < 24; ++i) {
        body.position = evo_vec(1.2 * (i % 6) - 3 + 0.1 * (i / 6), 1 + 1.2 * (i / 6));
        body.shape = i % 2 == 0 ? evo_circle(0.5) : evo_rounded_box(0.5, 0.4, 0.15);
        evo_body_create(world, &body);
    }
    body.kind = EVO_STATIC;
    body.shape = evo_box(7, 0.5);
    body.position = evo_vec(0, -0.5);
    evo_body_create(world, &body);
    for (int step = 0; step < 150; ++step) evo_world_step(world, 1.0 / 60);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 560, 280);
    cairo_t *cr = cairo_create(surface);
    cairo_translate(cr, 280, 240);
    cairo_scale(cr, 40, -40);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    const evo_draw draw = {.context = cr, .circle = draw_circle, .hull = draw_hull};
    evo_world_draw(world, &draw);
    printf("%d shapes\n", shapes);
    if (argc > 1) cairo_surface_write_to_png(surface, argv[1]);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    evo_world_destroy(world);
    return 0;
}
