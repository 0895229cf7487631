#include "picture/painter.h"

#include <math.h>

#include "evolute/draw.h"
#include "picture/images.h"

/* From the palettes of Okabe and Ito, and Tol: distinct in lightness as well as in hue, also when
 * pale, for colour-blind readers. The first is that of static bodies. */
static const pen_colour FILLS[SCENE_TINTS] = {0xd8d8d8ff, 0x56b4e9ff, 0xd55e00ff,
                                              0x332288ff, 0xf0e442ff, 0x882255ff};
static const pen_colour LINES[SCENE_TINTS] = {0x555555ff, 0x175e87ff, 0x6b2f00ff,
                                              0x1a1144ff, 0x6e6810ff, 0x44112bff};

/* The least radius in pixels at which the orientation mark is drawn. */
static const double LEAST_MARKED = 3;

/* Pixels: below this radius outlines fade, so that small shapes keep their fill colour. */
static const double OUTLINED = 5;

/* Length of a drawn normal per impulse of a substep: about half a unit for the weight of a disk of
 * radius 0.5. */
static const double PUSH_LENGTH = 16;

/* The context of the callbacks. */
typedef struct canvas {
    const view *on;
    const scene_stage *stage;
    bool awake; /* sleeping bodies are drawn like awake ones */
} canvas;

pen_colour paint_fill(int tint) {
    return FILLS[tint];
}

pen_colour paint_line(int tint) {
    return LINES[tint];
}

/* ---- Styles ---------------------------------------------------------------------------------- */

static int tint_of(const scene_stage *stage, evo_body body) {
    const bool known = body.index < stage->count;
    return known ? stage->actors[body.index].tint : 0;
}

static double opacity_of(const canvas *c, evo_draw_role role) {
    switch (role) {
    case EVO_ROLE_SLEEPING:
        return c->awake ? 0.75 : 0.4;
    case EVO_ROLE_SENSOR:
    case EVO_ROLE_DISABLED:
        return 0;
    case EVO_ROLE_DYNAMIC:
        return 0.75;
    default:
        return 1;
    }
}

/* `size`: the shape's radius in pixels. */
static pen_style shape_style(const canvas *c, const evo_draw_item *item, double size) {
    const int tint = tint_of(c->stage, item->body);
    const pen_style style = {.fill = pen_faint(FILLS[tint], opacity_of(c, item->role)),
                             .line = pen_faint(LINES[tint], fmax(0.3, fmin(1, size / OUTLINED))),
                             .width = 0.8,
                             .dashed =
                                 item->role == EVO_ROLE_SENSOR || item->role == EVO_ROLE_DISABLED};
    return style;
}

static pen_style mark_style(evo_draw_role role) {
    pen_style style = {.width = 1};
    switch (role) {
    case EVO_ROLE_NORMAL:
        style.line = PAINT_NORMAL;
        break;
    case EVO_ROLE_VELOCITY:
        style.line = PAINT_VELOCITY;
        style.width = 1.5;
        break;
    case EVO_ROLE_FIT:
        style.line = PAINT_FIT;
        style.width = 1.2;
        style.dashed = true;
        break;
    case EVO_ROLE_JOINT:
        style.line = PAINT_JOINT;
        style.width = 1;
        break;
    case EVO_ROLE_LIMIT:
        style.line = PAINT_LIMIT;
        break;
    case EVO_ROLE_TILE:
        style.line = PAINT_TILE;
        style.dashed = true;
        break;
    default:
        style.line = PAINT_BOUNDS;
        break;
    }
    return style;
}

static bool is_shape(evo_draw_role role) {
    return role <= EVO_ROLE_SENSOR;
}

static pen_style style_of(const canvas *c, const evo_draw_item *item, double reach) {
    return is_shape(item->role) ? shape_style(c, item, reach * c->on->scale)
                                : mark_style(item->role);
}

/* ---- Callbacks ------------------------------------------------------------------------------- */

/* A line from one radius to another. */
static void draw_mark(const canvas *c, evo_vec2 center, double from, double to, double angle,
                      pen_style style) {
    const evo_vec2 turn = evo_direction(angle);
    const evo_vec2 inner = {center.x + from * turn.x, center.y + from * turn.y};
    const evo_vec2 rim = {center.x + to * turn.x, center.y + to * turn.y};
    if (to * c->on->scale >= LEAST_MARKED) view_line(c->on, inner, rim, style);
}

/* The periodic images of a square of half width `reach` about a point. */
static images seen_about(const canvas *c, evo_vec2 at, double reach) {
    const evo_bounds bounds = {{at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}};
    return images_of(c->stage, bounds);
}

static evo_vec2 moved(evo_vec2 at, evo_vec2 by) {
    const evo_vec2 there = {at.x + by.x, at.y + by.y};
    return there;
}

static void draw_circle(void *context, const evo_draw_item *item, evo_vec2 center, double radius,
                        double angle) {
    const canvas *c = context;
    const images seen = seen_about(c, center, radius);
    const pen_style style = style_of(c, item, radius);
    for (size_t i = 0; i < seen.count; ++i) {
        const evo_vec2 there = moved(center, seen.shifts[i]);
        view_circle(c->on, there, radius, style);
        if (is_shape(item->role)) draw_mark(c, there, 0, radius, angle, style);
    }
}

static void draw_ellipse(void *context, const evo_draw_item *item, evo_vec2 center, double radius_x,
                         double radius_y, double angle) {
    const canvas *c = context;
    const images seen = seen_about(c, center, fmax(radius_x, radius_y));
    const pen_style style = style_of(c, item, fmin(radius_x, radius_y));
    for (size_t i = 0; i < seen.count; ++i)
        view_ellipse(c->on, moved(center, seen.shifts[i]), radius_x, radius_y, angle, style);
}

static void draw_ring(void *context, const evo_draw_item *item, evo_vec2 center, double inner,
                      double outer, double start, double sweep) {
    const canvas *c = context;
    const images seen = seen_about(c, center, outer);
    const pen_style style = style_of(c, item, outer);
    for (size_t i = 0; i < seen.count; ++i) {
        const evo_vec2 there = moved(center, seen.shifts[i]);
        view_ring(c->on, there, inner, outer, start, sweep, style);
        if (sweep >= PEN_TURN) draw_mark(c, there, inner, outer, start, style);
    }
}

static void draw_hull(void *context, const evo_draw_item *item, const evo_vec2 *points, int count,
                      double radius) {
    const canvas *c = context;
    evo_bounds bounds = {points[0], points[0]};
    for (int i = 1; i < count; ++i) {
        bounds.min = pen_at(fmin(bounds.min.x, points[i].x), fmin(bounds.min.y, points[i].y));
        bounds.max = pen_at(fmax(bounds.max.x, points[i].x), fmax(bounds.max.y, points[i].y));
    }
    bounds.min = pen_at(bounds.min.x - radius, bounds.min.y - radius);
    bounds.max = pen_at(bounds.max.x + radius, bounds.max.y + radius);
    const images seen = images_of(c->stage, bounds);
    const double reach = 0.5 * fmin(bounds.max.x - bounds.min.x, bounds.max.y - bounds.min.y);
    const pen_style style = style_of(c, item, reach);
    evo_vec2 there[EVO_POLYGON_POINTS];
    for (size_t i = 0; i < seen.count; ++i) {
        for (int k = 0; k < count; ++k) there[k] = moved(points[k], seen.shifts[i]);
        view_hull(c->on, there, count, radius, style);
    }
}

static void draw_line(void *context, const evo_draw_item *item, evo_vec2 from, evo_vec2 to) {
    const canvas *c = context;
    const evo_bounds bounds = {{fmin(from.x, to.x), fmin(from.y, to.y)},
                               {fmax(from.x, to.x), fmax(from.y, to.y)}};
    const images seen = images_of(c->stage, bounds);
    pen_style style = style_of(c, item, INFINITY);
    if (is_shape(item->role)) style.width = 2;
    if (item->role == EVO_ROLE_NORMAL) {
        to.x = from.x + PUSH_LENGTH * (to.x - from.x);
        to.y = from.y + PUSH_LENGTH * (to.y - from.y);
    }
    for (size_t i = 0; i < seen.count; ++i)
        view_line(c->on, moved(from, seen.shifts[i]), moved(to, seen.shifts[i]), style);
}

static void draw_point(void *context, const evo_draw_item *item, evo_vec2 at) {
    const canvas *c = context;
    const bool joint = item->role == EVO_ROLE_JOINT;
    view_dot(c->on, at, joint ? 1.3 : 2, joint ? PAINT_JOINT : PAINT_CONTACT);
}

static void draw_text(void *context, const evo_draw_item *item, evo_vec2 at, const char *text) {
    const canvas *c = context;
    (void)item;
    view_text(c->on, at, 9, PAINT_TEXT, text);
}

/* ---- The scene ------------------------------------------------------------------------------- */

/* The walls of the world, or the edges of its periodic box. */
static void paint_boundary(const view *v, const scene_stage *stage) {
    const evo_world_config *config = &stage->config;
    const evo_bounds b = config->bounds;
    const evo_vec2 corners[] = {b.min, {b.max.x, b.min.y}, b.max, {b.min.x, b.max.y}};
    const bool walled = config->boundary == EVO_WALLS;
    const pen_style style = {
        .line = walled ? 0x555555ff : 0x999999ff, .width = walled ? 4 : 2, .dashed = !walled};
    if (config->boundary == EVO_OPEN) return;
    for (int i = 0; i < 4; ++i) view_line(v, corners[i], corners[(i + 1) % 4], style);
}

/* The part of the world that the page shows. */
static evo_bounds seen_part(const view *v) {
    const evo_vec2 low = view_to_world(v, pen_at(0, v->pen->height));
    const evo_vec2 high = view_to_world(v, pen_at(v->pen->width, 0));
    const evo_bounds part = {low, high};
    return part;
}

/* In a periodic box every body may have an image on the page, so none is culled. */
void paint_stage(const view *v, const scene_stage *stage, unsigned flags) {
    const evo_bounds all = {{0, 0}, {0, 0}};
    canvas c = {v, stage, flags & PAINT_AWAKE};
    const evo_draw draw = {.flags = flags & ~PAINT_AWAKE,
                           .view = stage->config.boundary == EVO_PERIODIC ? all : seen_part(v),
                           .context = &c,
                           .circle = draw_circle,
                           .ellipse = draw_ellipse,
                           .ring = draw_ring,
                           .hull = draw_hull,
                           .line = draw_line,
                           .point = draw_point,
                           .text = draw_text};
    evo_world_draw(stage->world, &draw);
    paint_boundary(v, stage);
}

void paint_ghost(const view *v, const scene_stage *stage, const evo_shape *shape, evo_pose at,
                 pen_style style) {
    const evo_vec2 home = at.position;
    const images seen = images_of(stage, evo_shape_bounds(shape, at));
    for (size_t i = 0; i < seen.count; ++i) {
        at.position = moved(home, seen.shifts[i]);
        view_shape(v, shape, at, style);
    }
}
