/* desk_draw.c: what the desk shows on its canvas: the scene with its overlays, or a demonstration.
 * */
#include "evolute/draw.h"
#include "picture/painter.h"
#include "sandbox/desk.h"

static unsigned flags_of(const desk *d) {
    static const unsigned FLAGS[SHOWN_COUNT] = {
        [SHOWN_CONTACTS] = EVO_DRAW_CONTACTS,
        [SHOWN_NORMALS] = EVO_DRAW_NORMALS,
        [SHOWN_FITS] = EVO_DRAW_FITS,
        [SHOWN_TILES] = EVO_DRAW_TILES,
        [SHOWN_VELOCITIES] = EVO_DRAW_VELOCITIES,
        [SHOWN_NAMES] = EVO_DRAW_NAMES,
        [SHOWN_JOINTS] = EVO_DRAW_JOINTS,
    };
    unsigned flags = EVO_DRAW_SHAPES;
    for (size_t i = 0; i < SHOWN_COUNT; ++i)
        if (d->shown[i].on) flags |= FLAGS[i];
    return d->shown[SHOWN_SLEEPING].on ? flags : flags | PAINT_AWAKE;
}

/* A line from the held point to the pointer. */
static void draw_hand(const desk *d, const view *v) {
    const pen_style line = {.line = v->colours->accent, .width = 1.5};
    if (!d->hand.holds) return;
    const evo_vec2 held = evo_body_world_point(d->stage.world, d->hand.body, d->hand.grip);
    view_line(v, held, view_to_world(v, d->pointer), line);
    view_dot(v, held, 3.5, v->colours->accent);
}

static void draw_scene(desk *d, const view *v) {
    if (d->shown[SHOWN_TRAILS].on) trails_paint(&d->trails, v, &d->stage);
    paint_stage(v, &d->stage, flags_of(d));
    if (d->shown[SHOWN_FUTURE].on) {
        /* A held body changes the future at every step. */
        if (d->hand.holds)
            d->future.count = 0;
        else
            future_look(&d->future, &d->stage, d->changed);
        d->changed = d->hand.holds;
        future_paint(&d->future, v, &d->stage);
    }
    if (desk_replays(d)) player_paint(&d->player, v);
    pick_paint(&d->inspector.picked, v, &d->stage);
    draw_hand(d, v);
    joiner_paint(&d->joiner, v, &d->stage, view_to_world(v, d->pointer));
}

timeline_state desk_timeline(const desk *d) {
    return (timeline_state){&d->player, d->paused, desk_canvas_height(d), desk_canvas_width(d),
                            d->colours};
}

inspector_state desk_inspector(const desk *d) {
    return (inspector_state){&d->stage, desk_replays(d) ? &d->player : NULL, desk_canvas_width(d),
                             desk_canvas_height(d), d->colours};
}

static void draw_sheets(desk *d, const pen *on) {
    const timeline_state strip = desk_timeline(d);
    const inspector_state sheet = desk_inspector(d);
    inspector_draw(&d->inspector, on, &sheet);
    if (desk_replays(d)) timeline_draw(on, &strip);
}

void desk_draw_canvas(desk *d, const pen *on) {
    const view v = desk_view(d, on);
    on->clip(on->page, pen_at(0, 0), desk_canvas_width(d), d->height);
    if (d->built) draw_scene(d, &v);
    if (d->demo.of) demo_draw(&d->demo, &v);
    pen_unclip(on);
    if (d->built) draw_sheets(d, on);
}
