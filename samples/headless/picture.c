/* picture.c: a world draws itself, by the callbacks of evolute/draw.h. Every shape as it is, exact,
 * in a colour that tells bodies apart for colour-blind eyes too; who sleeps is pale, sensors and
 * what is disabled are outlines, and a line from the middle shows how a round thing has turned. */
#include "headless/picture.h"

#include <math.h>

#include "evolute/draw.h"
#include "headless/images.h"
#include "picture/svg.h"

/* After Okabe and Ito, and Tol: far from each other in lightness as well as in hue, awake and pale,
 * for eyes that lack a kind of cone. The first is for what stands there. */
static const char *const FILLS[SCENE_TINTS] = {"#d8d8d8", "#56b4e9", "#d55e00",
                                               "#332288", "#f0e442", "#882255"};
static const char *const LINES[SCENE_TINTS] = {"#555555", "#175e87", "#6b2f00",
                                               "#1a1144", "#6e6810", "#44112b"};

enum { WIDEST = 900, HIGHEST = 900, CAPTION = 36, MARGIN = 8, STYLE = 160 };

/* Of a radius, in pixels: in smaller ones a mark would only be dirt. */
static const double LEAST_MARKED = 3;

/* What the callbacks work on. */
typedef struct canvas {
    svg view;
    const scene_stage *stage;
} canvas;

/* ---- Styles ---------------------------------------------------------------------------------- */

/* A stage never destroys: a body's index is the number of its actor. */
static int tint_of(const scene_stage *stage, evo_body body) {
    bool known = body.index < stage->count && stage->actors[body.index].body.index == body.index;
    return known ? stage->actors[body.index].tint : 0;
}

static const char *fill_of(evo_draw_role role) {
    switch (role) {
    case EVO_ROLE_SLEEPING:
        return "0.4";
    case EVO_ROLE_SENSOR:
    case EVO_ROLE_DISABLED:
        return "0";
    case EVO_ROLE_DYNAMIC:
        return "0.75";
    default:
        return "1";
    }
}

static void write_style(const canvas *on, const evo_draw_item *item, double width,
                        char style[STYLE]) {
    int tint = tint_of(on->stage, item->body);
    bool dashed = item->role == EVO_ROLE_SENSOR || item->role == EVO_ROLE_DISABLED;
    snprintf(style, STYLE,
             "fill=\"%s\" fill-opacity=\"%s\" stroke=\"%s\" stroke-width=\"%g\" "
             "stroke-linecap=\"round\"%s",
             FILLS[tint], fill_of(item->role), LINES[tint], width,
             dashed ? " stroke-dasharray=\"3 3\"" : "");
}

/* ---- Callbacks ------------------------------------------------------------------------------- */

/* A line from one radius to another. */
static void draw_mark(const canvas *on, evo_vec2 center, double from, double to, double angle,
                      const char *style) {
    evo_vec2 turn = evo_direction(angle);
    evo_vec2 inner = {center.x + from * turn.x, center.y + from * turn.y};
    evo_vec2 rim = {center.x + to * turn.x, center.y + to * turn.y};
    if (to * on->view.scale >= LEAST_MARKED) svg_line(&on->view, inner, rim, style);
}

/* What reaches so far about a place, wherever it is seen. */
static images seen_about(const canvas *on, evo_vec2 at, double reach) {
    const evo_bounds bounds = {{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}};
    return images_of(on->stage, bounds);
}

static evo_vec2 moved(evo_vec2 at, evo_vec2 by) {
    const evo_vec2 there = {at.x + by.x, at.y + by.y};
    return there;
}

static void draw_circle(void *context, const evo_draw_item *item, evo_vec2 center, double radius,
                        double angle) {
    const canvas *on = context;
    const images seen = seen_about(on, center, radius);
    char style[STYLE];
    write_style(on, item, 0.8, style);
    for (size_t i = 0; i < seen.count; ++i) {
        const evo_vec2 there = moved(center, seen.shifts[i]);
        svg_circle(&on->view, there, radius, style);
        draw_mark(on, there, 0, radius, angle, style);
    }
}

static void draw_ellipse(void *context, const evo_draw_item *item, evo_vec2 center, double radius_x,
                         double radius_y, double angle) {
    const canvas *on = context;
    const images seen = seen_about(on, center, fmax(radius_x, radius_y));
    char style[STYLE];
    write_style(on, item, 0.8, style);
    for (size_t i = 0; i < seen.count; ++i)
        svg_ellipse(&on->view, moved(center, seen.shifts[i]), radius_x, radius_y, angle, style);
}

static void draw_ring(void *context, const evo_draw_item *item, evo_vec2 center, double inner,
                      double outer, double start, double sweep) {
    const canvas *on = context;
    const images seen = seen_about(on, center, outer);
    char style[STYLE];
    write_style(on, item, 0.8, style);
    for (size_t i = 0; i < seen.count; ++i) {
        const evo_vec2 there = moved(center, seen.shifts[i]);
        svg_ring(&on->view, there, inner, outer, start, sweep, style);
        if (sweep >= SVG_TURN) draw_mark(on, there, inner, outer, start, style);
    }
}

static void draw_line(void *context, const evo_draw_item *item, evo_vec2 from, evo_vec2 to) {
    const canvas *on = context;
    const evo_bounds bounds = {{fmin(from.x, to.x), fmin(from.y, to.y)},
                               {fmax(from.x, to.x), fmax(from.y, to.y)}};
    const images seen = images_of(on->stage, bounds);
    char style[STYLE];
    write_style(on, item, 2, style);
    for (size_t i = 0; i < seen.count; ++i)
        svg_line(&on->view, moved(from, seen.shifts[i]), moved(to, seen.shifts[i]), style);
}

/* ---- The page -------------------------------------------------------------------------------- */

/* Walls that the world itself has, or the edges of its periodic box. */
static void draw_boundary(const canvas *on) {
    const evo_world_config *config = &on->stage->config;
    const evo_bounds b = config->bounds;
    const evo_vec2 corners[] = {b.min, {b.max.x, b.min.y}, b.max, {b.min.x, b.max.y}};
    const char *style = config->boundary == EVO_WALLS
                            ? "stroke=\"#555555\" stroke-width=\"4\""
                            : "stroke=\"#999999\" stroke-width=\"2\" stroke-dasharray=\"6 6\"";
    if (config->boundary == EVO_OPEN) return;
    for (int i = 0; i < 4; ++i) svg_line(&on->view, corners[i], corners[(i + 1) % 4], style);
}

/* In a periodic box a body that is drawn may be anywhere: all are asked for. */
static void draw_world(const scene_stage *stage, const svg *view) {
    const evo_bounds all = {{0, 0}, {0, 0}};
    canvas on = {*view, stage};
    evo_draw draw = {.flags = EVO_DRAW_SHAPES,
                     .view = stage->config.boundary == EVO_PERIODIC ? all : stage->view,
                     .context = &on,
                     .circle = draw_circle,
                     .ellipse = draw_ellipse,
                     .ring = draw_ring,
                     .line = draw_line};
    evo_world_draw(stage->world, &draw);
    draw_boundary(&on);
}

void picture_draw(FILE *file, const scene_stage *stage, const char *title) {
    double across = stage->view.max.x - stage->view.min.x;
    double up = stage->view.max.y - stage->view.min.y;
    double scale = WIDEST / across < HIGHEST / up ? WIDEST / across : HIGHEST / up;
    double width = across * scale < 320 ? 320 : across * scale, height = up * scale;
    svg page;
    svg_open(&page, file, width + 2 * MARGIN, height + CAPTION + MARGIN);
    svg view = svg_cell(&page, MARGIN, CAPTION, width, height, stage->view);
    svg_clip_begin(&page, 0, MARGIN, CAPTION, width, height);
    draw_world(stage, &view);
    svg_clip_end(&page);
    svg_text(&page, MARGIN + 4, 24, "font-size=\"15\" fill=\"#222222\"", title);
    svg_close(&page);
}
