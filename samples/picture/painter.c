#include "picture/painter.h"

#include <math.h>

#include "evolute/draw.h"
#include "picture/images.h"

/* The least radius in pixels at which the orientation mark is drawn. */
static const double LEAST_MARKED = 3;

/* Pixels: below this radius outlines fade, so that small shapes keep their fill colour. */
static const double OUTLINED = 5;

/* Of a drawn normal: parts of the typical body's radius per impulse of a substep, for weak ones,
 * and at most. */
static const double PUSH_LENGTH = 16, LONGEST_PUSH = 0.9;

/* Opacity of joints, which are no bodies. */
static const double QUIET = 0.5;

/* Bodies that are looked at for the typical radius. */
enum { SAMPLES = 64 };

/* The context of the callbacks. */
typedef struct canvas {
    const view *on;
    const scene_stage *stage;
    bool awake;    /* sleeping bodies are drawn like awake ones */
    double radius; /* of a typical body */
} canvas;

/* ---- Styles ---------------------------------------------------------------------------------- */

/* The tint of a body; of one that the scene does not know the first for what stands or moves. */
static int tint_of(const scene_stage *stage, evo_body body) {
    if (body.index < stage->count) return stage->actors[body.index].tint;
    return evo_body_kind_of(stage->world, body) != EVO_STATIC;
}

/* A colour half as bright. */
static pen_colour darker(pen_colour colour) {
    return (colour >> 1 & 0x7f7f7f00u) | (colour & 0xffu);
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
    pen_colour fill = c->on->colours->fills[tint], line = c->on->colours->lines[tint];
    if (item->body.index < c->on->fill_count && c->on->fills[item->body.index] != 0) {
        fill = c->on->fills[item->body.index];
        line = darker(fill);
    }
    const pen_style style = {.fill = pen_faint(fill, opacity_of(c, item->role)),
                             .line = pen_faint(line, fmax(0.3, fmin(1, size / OUTLINED))),
                             .width = 0.8,
                             .dashed =
                                 item->role == EVO_ROLE_SENSOR || item->role == EVO_ROLE_DISABLED};
    return style;
}

static pen_style mark_style(const palette *colours, evo_draw_role role) {
    pen_style style = {.width = 1};
    switch (role) {
    case EVO_ROLE_NORMAL:
        style.line = colours->normal;
        style.width = 1.5;
        break;
    case EVO_ROLE_VELOCITY:
        style.line = colours->velocity;
        style.width = 1.5;
        break;
    case EVO_ROLE_FIT:
        style.line = colours->fit;
        style.width = 1.2;
        style.dashed = true;
        break;
    case EVO_ROLE_JOINT:
        style.line = pen_faint(colours->joint, QUIET);
        style.width = 1;
        break;
    case EVO_ROLE_LIMIT:
        style.line = colours->limit;
        break;
    case EVO_ROLE_TILE:
        style.line = colours->tile;
        style.dashed = true;
        break;
    default:
        style.line = colours->bounds;
        break;
    }
    return style;
}

static bool is_shape(evo_draw_role role) {
    return role <= EVO_ROLE_SENSOR;
}

static pen_style style_of(const canvas *c, const evo_draw_item *item, double reach) {
    return is_shape(item->role) ? shape_style(c, item, reach * c->on->scale)
                                : mark_style(c->on->colours, item->role);
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
        const double push = PUSH_LENGTH * hypot(to.x - from.x, to.y - from.y);
        const double most = LONGEST_PUSH * c->radius;
        const double stretch = push > 0 ? PUSH_LENGTH * most / (most + push) : 0;
        to.x = from.x + stretch * (to.x - from.x);
        to.y = from.y + stretch * (to.y - from.y);
    }
    for (size_t i = 0; i < seen.count; ++i)
        view_line(c->on, moved(from, seen.shifts[i]), moved(to, seen.shifts[i]), style);
}

static void draw_point(void *context, const evo_draw_item *item, evo_vec2 at) {
    const canvas *c = context;
    const bool joint = item->role == EVO_ROLE_JOINT;
    const palette *colours = c->on->colours;
    view_dot(c->on, at, joint ? 1.3 : 2,
             joint ? pen_faint(colours->joint, QUIET) : colours->contact);
}

static void draw_text(void *context, const evo_draw_item *item, evo_vec2 at, const char *text) {
    const canvas *c = context;
    char name[SCENE_NAME];
    scene_body_name(c->stage, item->body, name);
    view_text(c->on, at, 9, c->on->colours->text, *name ? name : text);
}

/* ---- The scene ------------------------------------------------------------------------------- */

/* The walls of the world, or the edges of its periodic box. */
static void paint_boundary(const view *v, const scene_stage *stage) {
    const evo_world_config *config = &stage->config;
    const evo_bounds b = config->bounds;
    const evo_vec2 corners[] = {b.min, {b.max.x, b.min.y}, b.max, {b.min.x, b.max.y}};
    const bool walled = config->boundary == EVO_WALLS;
    const pen_style style = {.line = walled ? v->colours->wall : v->colours->bounds,
                             .width = walled ? 4 : 2,
                             .dashed = !walled};
    if (config->boundary == EVO_OPEN) return;
    for (int i = 0; i < 4; ++i) view_line(v, corners[i], corners[(i + 1) % 4], style);
}

/* The mean of half the lesser side of some moving bodies' bounds. */
static double typical_radius(const scene_stage *stage) {
    double sum = 0;
    int count = 0;
    for (size_t i = 0; i < stage->count && count < SAMPLES; ++i) {
        evo_collider first;
        if (!scene_moves(stage, i)) continue;
        if (evo_body_colliders(stage->world, stage->actors[i].body, &first, 1) == 0) continue;
        const evo_shape shape = evo_collider_get(stage->world, first).shape;
        const evo_bounds b = evo_shape_bounds(&shape, (evo_pose){{0, 0}, 0});
        sum += 0.5 * fmin(b.max.x - b.min.x, b.max.y - b.min.y);
        ++count;
    }
    return count > 0 ? sum / count : 1;
}

/* The part of the world that the page shows. */
static evo_bounds seen_part(const view *v) {
    const evo_vec2 low = view_to_world(v, pen_at(0, v->pen->height));
    const evo_vec2 high = view_to_world(v, pen_at(v->pen->width, 0));
    const evo_bounds part = {low, high};
    return part;
}

/* Fills the ground below its chain, as far as the page goes. */
static void paint_ground(const view *v, const scene_stage *stage) {
    enum { MOST = 400 };
    const int count = stage->ground_count;
    const evo_bounds seen = seen_part(v);
    evo_vec2 shape[MOST + 4];
    if (count < 2 || count > MOST) return;
    const evo_vec2 first = stage->ground[0], last = stage->ground[count - 1];
    const double low = fmin(seen.min.y, fmin(first.y, last.y)) - 1;
    const double left = fmin(seen.min.x, last.x) - 1, right = fmax(seen.max.x, first.x) + 1;
    const evo_vec2 ends[] = {{left, last.y}, {left, low}, {right, low}, {right, first.y}};
    for (int i = 0; i < count; ++i) shape[i] = view_to_page(v, stage->ground[i]);
    for (int i = 0; i < 4; ++i) shape[count + i] = view_to_page(v, ends[i]);
    v->pen->path(v->pen->page, shape, (size_t)count + 4, true,
                 (pen_style){.fill = v->colours->fills[0]});
}

/* In a periodic box every body may have an image on the page, so none is culled. */
void paint_stage(const view *v, const scene_stage *stage, unsigned flags) {
    const evo_bounds all = {{0, 0}, {0, 0}};
    canvas c = {v, stage, flags & PAINT_AWAKE, 0};
    if (flags & EVO_DRAW_NORMALS) c.radius = typical_radius(stage);
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
    paint_ground(v, stage);
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
