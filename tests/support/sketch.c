/* sketch.c: see sketch.h. */
#include "support/sketch.h"
#include "support/check.h"

#include <math.h>
#include <string.h>

/* ---- Callbacks ------------------------------------------------------------------------------- */

static stroke *add(void *context, stroke_kind kind, const evo_draw_item *item, evo_vec2 at) {
    sketch *s = context;
    ck_assert_uint_lt(s->count, SKETCH_MOST);
    stroke *made = &s->strokes[s->count++];
    memset(made, 0, sizeof *made);
    made->kind = kind;
    made->item = *item;
    made->at = at;
    return made;
}

static void add_circle(void *context, const evo_draw_item *item, evo_vec2 center, double radius,
                       double angle) {
    stroke *made = add(context, STROKE_CIRCLE, item, center);
    made->first = radius;
    made->angle = angle;
}

static void add_ellipse(void *context, const evo_draw_item *item, evo_vec2 center, double radius_x,
                        double radius_y, double angle) {
    stroke *made = add(context, STROKE_ELLIPSE, item, center);
    made->first = radius_x;
    made->second = radius_y;
    made->angle = angle;
}

static void add_ring(void *context, const evo_draw_item *item, evo_vec2 center, double inner,
                     double outer, double start, double sweep) {
    stroke *made = add(context, STROKE_RING, item, center);
    made->first = inner;
    made->second = outer;
    made->angle = start;
    made->sweep = sweep;
}

static void add_line(void *context, const evo_draw_item *item, evo_vec2 from, evo_vec2 to) {
    add(context, STROKE_LINE, item, from)->to = to;
}

static void add_point(void *context, const evo_draw_item *item, evo_vec2 at) {
    add(context, STROKE_POINT, item, at);
}

static void add_text(void *context, const evo_draw_item *item, evo_vec2 at, const char *text) {
    stroke *made = add(context, STROKE_TEXT, item, at);
    ck_assert_uint_lt(strlen(text), sizeof made->text);
    strcpy(made->text, text);
}

/* ---- Sketches -------------------------------------------------------------------------------- */

evo_draw sketch_callbacks(sketch *s, unsigned flags) {
    evo_draw draw = {.flags = flags,
                     .context = s,
                     .circle = add_circle,
                     .ellipse = add_ellipse,
                     .ring = add_ring,
                     .line = add_line,
                     .point = add_point,
                     .text = add_text};
    return draw;
}

const sketch *sketch_make(const evo_world *world, unsigned flags) {
    static sketch made;
    made.count = 0;
    evo_draw draw = sketch_callbacks(&made, flags);
    evo_world_draw(world, &draw);
    return &made;
}

size_t sketch_count(const sketch *s, evo_draw_role role) {
    size_t count = 0;
    for (size_t i = 0; i < s->count; ++i) count += s->strokes[i].item.role == role;
    return count;
}

const stroke *sketch_find(const sketch *s, evo_draw_role role, size_t number) {
    for (size_t i = 0; i < s->count; ++i)
        if (s->strokes[i].item.role == role && number-- == 0) return &s->strokes[i];
    ck_abort_msg("nothing is drawn of role %d", (int)role);
    return NULL;
}

evo_shape stroke_shape(const stroke *s) {
    evo_shape none = {.kind = EVO_NO_SHAPE};
    switch (s->kind) {
    case STROKE_CIRCLE:
        return evo_shape_at(evo_circle(s->first), s->at, s->angle);
    case STROKE_ELLIPSE:
        return evo_shape_at(evo_ellipse(s->first, s->second), s->at, s->angle);
    case STROKE_RING:
        return evo_shape_at(
            evo_ring((s->first + s->second) / 2, s->second - s->first, s->angle, s->sweep), s->at,
            0);
    case STROKE_LINE:
        return evo_segment(s->at, s->to);
    default:
        return none;
    }
}

void check_at(evo_vec2 found, double x, double y, double within) {
    ck_assert_msg(hypot(found.x - x, found.y - y) <= within, "(%.15g, %.15g), not (%.15g, %.15g)",
                  found.x, found.y, x, y);
}
