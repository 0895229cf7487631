#include "sandbox/future.h"

#include <math.h>
#include <stdio.h>

#include "evolute/event.h"
#include "evolute/exact.h"
#include "picture/painter.h"
#include "sandbox/clone.h"

/* Seconds to look ahead, at most. */
static const double HORIZON = 4;

/* ---- Looking --------------------------------------------------------------------------------- */

static void add_ghost(future_impact *to, const scene_stage *stage, const evo_world *ahead,
                      evo_body body) {
    evo_collider colliders[FUTURE_SHAPES];
    if (!evo_body_exists(ahead, body) || evo_body_get(ahead, body).kind != EVO_DYNAMIC) return;
    const evo_body today = stage->actors[body.index].body;
    size_t found = evo_body_colliders(ahead, body, colliders, FUTURE_SHAPES);
    for (size_t i = 0; i < found && i < FUTURE_SHAPES && to->count < FUTURE_SHAPES; ++i) {
        to->shapes[to->count] = evo_collider_get(ahead, colliders[i]).shape;
        to->poses[to->count] = evo_body_pose(ahead, body);
        to->from[to->count] = evo_body_pose(stage->world, today).position;
        to->tints[to->count++] = stage->actors[body.index].tint;
    }
}

static void note(future *f, const scene_stage *stage, const evo_world *ahead,
                 const evo_impact *impact, double begun) {
    future_impact *to = &f->impacts[f->count++];
    to->time = begun + impact->time;
    to->point = impact->point;
    to->count = 0;
    add_ghost(to, stage, ahead, impact->a);
    add_ghost(to, stage, ahead, impact->b);
}

/* Steps from impact to impact. */
static void run_ahead(future *f, const scene_stage *stage, evo_world *ahead) {
    const double begun = evo_world_time(stage->world);
    while (f->count < FUTURE_IMPACTS) {
        const double next = evo_world_next_event(ahead), now = evo_world_time(ahead);
        if (!(next < HORIZON) || evo_world_step(ahead, fmax(0, next - now)) != EVO_OK) return;
        size_t count;
        const evo_impact *impacts = evo_world_impacts(ahead, &count);
        for (size_t i = 0; i < count && f->count < FUTURE_IMPACTS; ++i)
            note(f, stage, ahead, &impacts[i], begun);
    }
}

void future_look(future *f, const scene_stage *stage, bool anew) {
    evo_world_config config = stage->config;
    const bool known = f->count > 0 && f->impacts[0].time > evo_world_time(stage->world);
    if (stage->config.exact == NULL) f->count = 0;
    if (stage->config.exact == NULL || (known && !anew)) return;
    f->count = 0;
    config.impact_speed = 0;
    evo_world *ahead = clone_world(stage, &config);
    if (ahead) run_ahead(f, stage, ahead);
    evo_world_destroy(ahead);
}

/* ---- Painting -------------------------------------------------------------------------------- */

static void paint_impact(const future_impact *at, const view *v, const scene_stage *stage,
                         double opacity) {
    for (size_t i = 0; i < at->count; ++i) {
        const pen_colour colour = v->colours->lines[at->tints[i]];
        const pen_style ghost = {.fill = pen_faint(v->colours->fills[at->tints[i]], 0.25 * opacity),
                                 .line = pen_faint(colour, opacity),
                                 .width = 1.2,
                                 .dashed = true};
        const pen_style path = {.line = pen_faint(colour, 0.5 * opacity), .width = 1};
        paint_ghost(v, stage, &at->shapes[i], at->poses[i], ghost);
        if (stage->config.boundary != EVO_PERIODIC)
            view_line(v, at->from[i], at->poses[i].position, path);
    }
    view_dot(v, at->point, 3, v->colours->accent);
}

/* Pixels of a label, and how far apart its places are. */
static const double LABEL_WIDTH = 54, LABEL_HEIGHT = 16, LABEL_SHIFT = 9;

enum { LABEL_PLACES = 9 };

static bool is_free(const evo_vec2 *taken, size_t count, evo_vec2 at) {
    for (size_t i = 0; i < count; ++i)
        if (fabs(taken[i].x - at.x) < LABEL_WIDTH && fabs(taken[i].y - at.y) < LABEL_HEIGHT)
            return false;
    return true;
}

/* Places the time above its point, or as near as it lies on no other; else there is none. */
static void label(const view *v, const char *text, evo_vec2 point, evo_vec2 *taken, size_t *count) {
    const pen_style sheet = {.fill = v->colours->sheet};
    evo_vec2 home = view_to_page(v, point);
    const double half = LABEL_WIDTH / 2 + 2;
    home.x = fmax(half, fmin(2 * v->at.x - half, home.x)); /* within the canvas */
    for (int i = 0; i < LABEL_PLACES; ++i) {
        const double side = i % 2 == 0 ? -1 : 1;
        const evo_vec2 at = {home.x, home.y + side * (14 + LABEL_SHIFT * (double)(i / 2))};
        if (!is_free(taken, *count, at)) continue;
        taken[(*count)++] = at;
        pen_box(v->pen, pen_at(at.x - LABEL_WIDTH / 2, at.y - LABEL_HEIGHT / 2), LABEL_WIDTH,
                LABEL_HEIGHT, sheet);
        v->pen->text(v->pen->page, pen_at(at.x, at.y + 4), PEN_MIDDLE, 11, v->colours->text, text);
        return;
    }
}

/* Sooner impacts are more opaque. */
void future_paint(const future *f, const view *v, const scene_stage *stage) {
    for (size_t i = f->count; i-- > 0;)
        paint_impact(&f->impacts[i], v, stage, 1 - (double)i / (FUTURE_IMPACTS + 1));
    evo_vec2 taken[FUTURE_IMPACTS];
    size_t count = 0;
    for (size_t i = 0; i < f->count; ++i) {
        char text[24];
        snprintf(text, sizeof text, "%.3f s", f->impacts[i].time - evo_world_time(stage->world));
        label(v, text, f->impacts[i].point, taken, &count);
    }
}
