/* handles.c: handles of a body: where they are, and what a drag of one changes. Positions of sizes
 * are in the body's frame; those of turning, velocity and spin are a distance of pixels away. */
#include <math.h>
#include <stddef.h>

#include "demos/demos.h"

/* Pixels: how near the pointer has to be, and how far the handle that turns is from the rim. */
static const double NEAR = 18, STALK = 34, RADIUS = 6;

/* Pixels: smaller pages are pictures, without handles. */
static const double LEAST_PAGE = 200;

/* Least and greatest sizes, in units of the world. */
static const double LEAST = 0.05, MOST = 4;

/* Seconds of motion that the arrow of a velocity shows; radius of the arc of a spin, in pixels. */
static const double ARROW = 1, SPIN_RADIUS = 30;

/* ---- Where they are -------------------------------------------------------------------------- */

/* How far the body reaches along its x axis. */
static double reach(const demo_body *b) {
    if (b->kind == EVO_RING) return b->size[0] + b->size[1] / 2;
    return b->kind == EVO_CAPSULE ? b->size[0] + b->size[1] : b->size[0];
}

static bool has_across(evo_shape_kind kind) {
    return kind != EVO_CIRCLE && kind != EVO_SEGMENT;
}

static evo_vec2 polar(double radius, double angle) {
    const evo_vec2 turn = evo_direction(angle);
    return pen_at(radius * turn.x, radius * turn.y);
}

bool demo_handle(const demo_stage *stage, int body, demo_role role, const view *v, evo_vec2 *at) {
    const demo_body *b = &stage->bodies[body];
    const double ring_inner = b->size[0] - b->size[1] / 2;
    const evo_vec2 arrow = {b->at.position.x + ARROW * b->velocity.x,
                            b->at.position.y + ARROW * b->velocity.y};
    switch (role) {
    case DEMO_ALONG:
        *at = demo_place(b->at, pen_at(reach(b), 0));
        return true;
    case DEMO_ACROSS:
        *at =
            demo_place(b->at, b->kind == EVO_RING ? pen_at(ring_inner, 0) : pen_at(0, b->size[1]));
        return has_across(b->kind);
    case DEMO_SWEEP:
        *at = demo_place(b->at, polar(b->size[0], b->sweep / 2));
        return b->kind == EVO_RING;
    case DEMO_TURN:
        *at = demo_place(b->at, pen_at(reach(b) + STALK / v->scale, 0));
        return b->kind != EVO_CIRCLE;
    case DEMO_VELOCITY:
        *at = arrow;
        return stage->of->moves;
    case DEMO_SPIN:
        *at = pen_at(b->at.position.x + polar(SPIN_RADIUS / v->scale, 1.57 + b->spin).x,
                     b->at.position.y + polar(SPIN_RADIUS / v->scale, 1.57 + b->spin).y);
        return stage->of->moves && b->kind != EVO_CIRCLE;
    default:
        return false;
    }
}

/* ---- Dragging -------------------------------------------------------------------------------- */

static double distance(evo_vec2 a, evo_vec2 b) {
    return hypot(a.x - b.x, a.y - b.y);
}

static double clamped(double x, double low, double high) {
    return fmax(low, fmin(high, x));
}

static void hold(demo_stage *stage, int body, demo_role role, evo_vec2 grip) {
    stage->held = role;
    stage->held_body = body;
    stage->grip = grip;
}

/* The nearest handle; of bodies, the second, which is drawn on the first. */
bool demo_press(demo_stage *stage, const view *v, evo_vec2 pixel) {
    const evo_vec2 at = view_to_world(v, pixel);
    double nearest = NEAR;
    demo_release(stage);
    for (int body = 0; body < 2; ++body)
        for (demo_role role = DEMO_ALONG; role < DEMO_ROLES; role = (demo_role)(role + 1)) {
            evo_vec2 handle;
            if (!demo_handle(stage, body, role, v, &handle)) continue;
            const double away = distance(view_to_page(v, handle), pixel);
            if (!(away < nearest)) continue;
            nearest = away;
            hold(stage, body, role, pen_at(handle.x - at.x, handle.y - at.y));
        }
    for (int body = 1; body >= 0 && stage->held == DEMO_NOTHING; --body) {
        const demo_body *b = &stage->bodies[body];
        const evo_shape shape = demo_shape(b);
        if (evo_shape_nearest(&shape, b->at, at).distance * v->scale < NEAR / 2)
            hold(stage, body, DEMO_MOVE, pen_at(b->at.position.x - at.x, b->at.position.y - at.y));
    }
    return stage->held != DEMO_NOTHING;
}

static void set_along(demo_body *b, double x) {
    if (b->kind == EVO_RING) x -= b->size[1] / 2;
    if (b->kind == EVO_CAPSULE) x -= b->size[1];
    b->size[0] = clamped(x, b->kind == EVO_RING ? b->size[1] / 2 : LEAST, MOST);
}

static void set_across(demo_body *b, evo_vec2 own) {
    if (b->kind == EVO_RING)
        b->size[1] = clamped(2 * (b->size[0] - own.x), LEAST, 2 * b->size[0]);
    else
        b->size[1] = clamped(own.y, LEAST, MOST);
}

/* `own` is the pointer in the body's frame, `from` its offset from the body's position. */
static void set(demo_body *b, demo_role role, evo_vec2 at, evo_vec2 own, evo_vec2 from) {
    switch (role) {
    case DEMO_MOVE:
        b->at.position = at;
        break;
    case DEMO_ALONG:
        set_along(b, own.x);
        break;
    case DEMO_ACROSS:
        set_across(b, own);
        break;
    case DEMO_SWEEP:
        b->sweep = clamped(2 * fabs(evo_angle(own)), 0.2, PEN_TURN);
        break;
    case DEMO_TURN:
        b->at.angle = evo_angle(from);
        break;
    case DEMO_VELOCITY:
        b->velocity = pen_at(from.x / ARROW, from.y / ARROW);
        break;
    case DEMO_SPIN:
        b->spin = remainder(evo_angle(from) - 1.57, PEN_TURN);
        break;
    default:
        break;
    }
}

void demo_drag(demo_stage *stage, const view *v, evo_vec2 pixel) {
    demo_body *b = &stage->bodies[stage->held_body];
    evo_vec2 at = view_to_world(v, pixel);
    at = pen_at(at.x + stage->grip.x, at.y + stage->grip.y);
    const evo_vec2 from = {at.x - b->at.position.x, at.y - b->at.position.y};
    const evo_vec2 turn = evo_direction(b->at.angle);
    const evo_vec2 own = {from.x * turn.x + from.y * turn.y, from.y * turn.x - from.x * turn.y};
    set(b, stage->held, at, own, from);
}

void demo_release(demo_stage *stage) {
    stage->held = DEMO_NOTHING;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static void draw_motion(const demo_stage *stage, const view *v, int body) {
    const demo_body *b = &stage->bodies[body];
    const pen_style line = {.line = v->colours->velocity, .width = 2};
    const double speed = hypot(b->velocity.x, b->velocity.y), length = ARROW * speed * v->scale;
    if (length > 4)
        view_arrow(v, b->at.position, pen_at(b->velocity.x / speed, b->velocity.y / speed),
                   length - RADIUS, line);
    if (b->kind == EVO_CIRCLE) return;
    const double radius = SPIN_RADIUS / v->scale;
    evo_vec2 arc[25];
    for (int i = 0; i <= 24; ++i) {
        const evo_vec2 at = polar(radius, 1.57 + b->spin * i / 24);
        arc[i] = view_to_page(v, pen_at(b->at.position.x + at.x, b->at.position.y + at.y));
    }
    v->pen->path(v->pen->page, arc, 25, false, line);
}

static void draw_handles(const demo_stage *stage, const view *v, int body) {
    for (demo_role role = DEMO_ALONG; role < DEMO_ROLES; role = (demo_role)(role + 1)) {
        const bool held = stage->held == role && stage->held_body == body;
        const bool moving = role >= DEMO_VELOCITY;
        const pen_colour colour = moving ? v->colours->velocity : v->colours->text;
        const pen_style dot = {.fill = held ? v->colours->accent : v->colours->ground,
                               .line = held ? v->colours->accent : colour,
                               .width = 1.8};
        const pen_style stalk = {.line = pen_faint(v->colours->text, 0.5), .width = 1};
        evo_vec2 at, along;
        if (!demo_handle(stage, body, role, v, &at)) continue;
        if (role == DEMO_TURN && demo_handle(stage, body, DEMO_ALONG, v, &along))
            view_line(v, along, at, stalk);
        v->pen->circle(v->pen->page, view_to_page(v, at), role == DEMO_TURN ? RADIUS - 1 : RADIUS,
                       dot);
    }
}

void demo_draw(const demo_stage *stage, const view *v) {
    stage->of->draw(stage, v);
    for (int body = 0; body < 2 && stage->of->moves; ++body) draw_motion(stage, v, body);
    if (fmin(v->at.x, v->at.y) < LEAST_PAGE / 2) return;
    for (int body = 0; body < 2; ++body) draw_handles(stage, v, body);
}
