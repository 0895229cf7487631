#include "sandbox/desk.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "evolute/draw.h"
#include "picture/painter.h"

/* Wall-clock seconds of a frame for stepping the world; above that it falls behind real time. */
static const double WORLD_TIME = 0.012;

/* Seconds that the world may lag behind; more is dropped. */
static const double PATIENCE = 0.1;

static const double NEAR = 4;        /* pixels: pick radius of the pointer */
static const double NEAR_JOINT = 20; /* pixels: the same for joints */
static const double NEW_SIZE = 18;   /* pixels: radius of new bodies */
static const double MESSAGE_TIME = 4;

static const joiner NO_JOINER = {.kind = JOINER_OFF};

void desk_say(desk *d, const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(d->message, sizeof d->message, format, values);
    va_end(values);
    d->message_left = MESSAGE_TIME;
}

/* ---- Scenes ---------------------------------------------------------------------------------- */

static void close_scene(desk *d) {
    const hand empty = {.holds = false};
    if (d->built) scene_close(&d->stage);
    d->built = false;
    d->hand = empty;
    d->joiner.begun = false;
    d->behind = 0;
    d->future.count = d->gauges.count = 0;
    trails_clear(&d->trails);
}

/* Builds the scene anew with the current values. */
static void build(desk *d) {
    const scene *s = scene_at(d->scene);
    close_scene(d);
    d->built = scene_open(&d->stage, s, d->values, NULL);
    d->changed = true;
    if (d->built) return;
    scene_close(&d->stage);
    d->paused = true;
    desk_say(d, "%s cannot be built so: try gentler values", s->name);
}

static void show_all(desk *d) {
    d->scale = 0;
}

static void choose_scene(desk *d, size_t number) {
    d->scene = number;
    d->panel.slid = 0;
    d->joiner = NO_JOINER;
    scene_defaults(scene_at(number), d->values);
    d->paused = false;
    show_all(d);
    build(d);
}

void desk_open(desk *d, const scene *first, const double *values, double (*clock)(void)) {
    static const panel_switch SHOWN[SHOWN_COUNT] = {
        [SHOWN_CONTACTS] = {"contacts", 'c', false},     [SHOWN_NORMALS] = {"normals", 'n', false},
        [SHOWN_FITS] = {"fitted circles", 'f', false},   [SHOWN_TILES] = {"grid tiles", 'g', false},
        [SHOWN_VELOCITIES] = {"velocities", 'v', false}, [SHOWN_TRAILS] = {"trails", 't', false},
        [SHOWN_SLEEPING] = {"sleeping", 's', true},      [SHOWN_FUTURE] = {"the future", 'u', true},
        [SHOWN_ENERGY] = {"energy", 'e', true},          [SHOWN_NAMES] = {"numbers", 'm', false},
        [SHOWN_JOINTS] = {"joints", 'j', true},
    };
    memset(d, 0, sizeof *d);
    memcpy(d->shown, SHOWN, sizeof SHOWN);
    d->clock = clock;
    desk_resize(d, 1280, 720);
    while (scene_at(d->scene) != first) ++d->scene;
    memcpy(d->values, values, sizeof d->values);
    build(d);
}

void desk_close(desk *d) {
    close_scene(d);
    trails_free(&d->trails);
}

void desk_resize(desk *d, double width, double height) {
    d->width = width;
    d->height = height;
}

/* ---- The camera ------------------------------------------------------------------------------ */

static double canvas_width(const desk *d) {
    return d->width - PANEL_WIDTH;
}

view desk_view(const desk *d, const pen *on) {
    const double margin = 10;
    view v = view_fitting(on, pen_at(margin, margin), fmax(1, canvas_width(d) - 2 * margin),
                          fmax(1, d->height - 2 * margin), d->stage.view);
    if (d->scale == 0) return v;
    v.middle = d->middle;
    v.scale = d->scale;
    return v;
}

static evo_vec2 pointed_at(const desk *d) {
    const view v = desk_view(d, NULL);
    return view_to_world(&v, d->pointer);
}

/* The world point under the pointer stays fixed. */
static void zoom(desk *d, double notches) {
    const evo_vec2 before = pointed_at(d);
    const view v = desk_view(d, NULL);
    d->middle = v.middle;
    d->scale = fmax(1e-3, fmin(1e6, v.scale * pow(1.2, notches)));
    const evo_vec2 after = pointed_at(d);
    d->middle.x += before.x - after.x;
    d->middle.y += before.y - after.y;
}

static void pan(desk *d) {
    const view v = desk_view(d, NULL);
    d->middle = v.middle;
    d->scale = v.scale;
    d->middle.x -= (d->pointer.x - d->panned_from.x) / v.scale;
    d->middle.y += (d->pointer.y - d->panned_from.y) / v.scale;
    d->panned_from = d->pointer;
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* On an error it shows a message and pauses. */
static bool step(desk *d, double seconds) {
    hand_pull(&d->hand, &d->stage, pointed_at(d));
    const evo_result result = scene_step(&d->stage, seconds);
    if (result != EVO_OK) {
        d->paused = true;
        desk_say(d, "the world built still: %s", evo_result_text(result));
        return false;
    }
    gauges_take(&d->gauges, &d->stage);
    if (d->shown[SHOWN_TRAILS].on) trails_take(&d->trails, &d->stage);
    return true;
}

/* Goes to the next impact in an event world, else one step. */
static void step_once(desk *d) {
    const bool events = d->stage.config.stepping == EVO_EVENTS;
    const double now = evo_world_time(d->stage.world);
    const double next = events ? evo_world_next_event(d->stage.world) - now : SCENE_STEP;
    d->paused = true;
    if (next == INFINITY)
        desk_say(d, "nothing will happen any more");
    else
        step(d, next > 0 ? next : 0); /* NaN is 0 here: the step reports the error */
}

void desk_run(desk *d, double seconds) {
    const double begun = d->clock();
    d->message_left -= seconds;
    if (!d->built || d->paused) return;
    d->behind = fmin(d->behind + seconds * ldexp(1, d->speed), PATIENCE * ldexp(1, d->speed));
    while (d->behind >= SCENE_STEP && d->clock() - begun < WORLD_TIME) {
        if (!step(d, SCENE_STEP)) return;
        d->behind -= SCENE_STEP;
    }
    /* An event world needs no fixed steps: in slow motion it moves at every frame. */
    if (d->stage.config.stepping == EVO_EVENTS && d->behind < SCENE_STEP && step(d, d->behind))
        d->behind = 0;
}

/* ---- The hand -------------------------------------------------------------------------------- */

static double near_in_world(const desk *d) {
    return NEAR / desk_view(d, NULL).scale;
}

static void make(desk *d, hand_shape shape) {
    const double size = NEW_SIZE / desk_view(d, NULL).scale;
    d->changed = true;
    if (hand_make(&d->stage, shape, pointed_at(d), size).generation == 0)
        desk_say(d, "it would overlap something here");
}

/* Begins a joint, or takes hold of a body. */
static void use_hand(desk *d) {
    if (d->joiner.kind != JOINER_OFF)
        joiner_begin(&d->joiner, &d->stage, pointed_at(d), near_in_world(d));
    else if (hand_grip(&d->hand, &d->stage, pointed_at(d), near_in_world(d)))
        d->changed = true;
}

static void turn_joiner(desk *d) {
    if (d->stage.config.stepping == EVO_EVENTS)
        desk_say(d, "a world that goes from impact to impact has no joints");
    else
        joiner_turn(&d->joiner);
}

/* A release over the panel makes nothing. */
static void finish_joint(desk *d) {
    const bool makes = d->joiner.begun && d->pointer.x < canvas_width(d);
    d->joiner.begun = makes;
    if (!makes) return;
    const evo_joint made = joiner_finish(&d->joiner, &d->stage, pointed_at(d), near_in_world(d));
    if (!evo_joint_exists(d->stage.world, made))
        desk_say(d, "a joint needs a body that moves, and a rod some length");
}

static void remove_joint(desk *d) {
    const double within = NEAR_JOINT / NEAR * near_in_world(d);
    if (!joiner_remove(&d->stage, pointed_at(d), within, d->hand.joint))
        desk_say(d, "no joint is here");
}

/* ---- Answering ------------------------------------------------------------------------------- */

static void change_speed(desk *d, int by) {
    d->speed += by;
    if (d->speed < -3) d->speed = -3;
    if (d->speed > 3) d->speed = 3;
    desk_say(d, "speed %g", ldexp(1, d->speed));
}

static void turn_switch(desk *d, size_t number) {
    d->shown[number].on = !d->shown[number].on;
    trails_clear(&d->trails);
    d->changed = true;
}

static void turn_scene(desk *d, int by) {
    size_t count = 0;
    while (scene_at(count)) ++count;
    choose_scene(d, (d->scene + count + (size_t)(by + (int)count)) % count);
}

/* Keys that need a built scene. */
static bool answer_scene_key(desk *d, int key) {
    if (!d->built) return false;
    switch (key) {
    case 'o':
        step_once(d);
        return true;
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
        make(d, (hand_shape)(key - '1'));
        return true;
    case 'a':
        turn_joiner(d);
        return true;
    case 'd':
        remove_joint(d);
        return true;
    case KEY_DELETE:
    case 'x':
        if (hand_remove(&d->hand, &d->stage, pointed_at(d), near_in_world(d))) d->changed = true;
        return true;
    default:
        return false;
    }
}

static void answer_key(desk *d, int key) {
    for (size_t i = 0; i < SHOWN_COUNT; ++i)
        if (d->shown[i].key == key) turn_switch(d, i);
    if (answer_scene_key(d, key)) return;
    switch (key) {
    case 'p':
    case KEY_SPACE:
        d->paused = !d->paused;
        break;
    case 'r':
        build(d);
        break;
    case ',':
        change_speed(d, -1);
        break;
    case '.':
        change_speed(d, 1);
        break;
    case 'h':
        d->helps = !d->helps;
        break;
    case KEY_HOME:
        show_all(d);
        break;
    case KEY_PAGE_UP:
        turn_scene(d, -1);
        break;
    case KEY_PAGE_DOWN:
        turn_scene(d, 1);
        break;
    case KEY_F12:
        d->wants_picture = true;
        break;
    case KEY_ESCAPE:
        d->quits = !d->helps && d->joiner.kind == JOINER_OFF;
        if (!d->helps) d->joiner = NO_JOINER;
        d->helps = false;
        break;
    default:
        break;
    }
}

static panel_state state_of(const desk *d) {
    const panel_state s = {d->scene,  d->values,          d->shown,       SHOWN_COUNT,
                           d->paused, ldexp(1, d->speed), canvas_width(d)};
    return s;
}

static void answer_panel(desk *d, const panel_action *a) {
    switch (a->wish) {
    case PANEL_SCENE:
        choose_scene(d, (size_t)a->number);
        break;
    case PANEL_PARAM:
        d->values[a->number] = a->value;
        if (a->done) build(d);
        break;
    case PANEL_SWITCH:
        turn_switch(d, (size_t)a->number);
        break;
    case PANEL_KEY:
        answer_key(d, a->number);
        break;
    case PANEL_NOTHING:
        break;
    }
}

static void answer_press(desk *d, int button) {
    if (button == BUTTON_LEFT && d->built) use_hand(d);
    if (button == BUTTON_RIGHT) {
        d->pans = true;
        d->panned_from = d->pointer;
    }
}

static void answer_release(desk *d, int button) {
    if (button == BUTTON_LEFT) hand_release(&d->hand, &d->stage);
    if (button == BUTTON_LEFT) finish_joint(d);
    if (button == BUTTON_RIGHT) d->pans = false;
}

void desk_answer(desk *d, const input *in) {
    const panel_state s = state_of(d);
    if (in->kind == INPUT_QUIT) d->quits = true;
    if (in->kind == INPUT_KEY) answer_key(d, in->key);
    if (in->kind == INPUT_KEY || in->kind == INPUT_QUIT) return;
    d->pointer = in->at;
    const panel_action a = panel_answer(&d->panel, &s, in);
    answer_panel(d, &a);
    if (in->kind == INPUT_RELEASE) answer_release(d, in->button);
    if (in->kind == INPUT_MOVE && d->pans && d->built) pan(d);
    if (a.wish != PANEL_NOTHING || panel_has(&s, in->at)) return;
    if (in->kind == INPUT_PRESS) answer_press(d, in->button);
    if (in->kind == INPUT_WHEEL && d->built) zoom(d, in->wheel);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

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

static void draw_scene(desk *d, const pen *on) {
    const view v = desk_view(d, on);
    on->clip(on->page, pen_at(0, 0), canvas_width(d), d->height);
    if (d->shown[SHOWN_TRAILS].on) trails_paint(&d->trails, &v, &d->stage);
    paint_stage(&v, &d->stage, flags_of(d));
    if (d->shown[SHOWN_FUTURE].on) {
        /* A held body changes the future at every step. */
        if (d->hand.holds)
            d->future.count = 0;
        else
            future_look(&d->future, &d->stage, d->changed);
        d->changed = d->hand.holds;
        future_paint(&d->future, &v, &d->stage);
    }
    joiner_paint(&d->joiner, &v, &d->stage, pointed_at(d));
    pen_unclip(on);
}

static void draw_help(const desk *d, const pen *on) {
    static const char *const LINES[][2] = {
        {"P, space", "stop, go on"},
        {"O", "one step, or one impact"},
        {"R", "from the beginning"},
        {", .", "slower, faster: 1/8 to 8"},
        {"left drag", "take hold of a body, and throw it"},
        {"right drag", "move the view"},
        {"wheel, Home", "nearer, farther; all of it"},
        {"1 2 3", "make a circle, an ellipse, a ring at the pointer"},
        {"4 5 6", "make a box, a capsule, a hexagon"},
        {"A", "attach by hinges, by rods, by springs: drag; off"},
        {"D", "detach: remove the joint at the pointer"},
        {"X, Delete", "remove the body at the pointer"},
        {"PageUp, PageDown", "another scene"},
        {"F12", "save a picture"},
        {"H, Esc", "this help; the end"},
    };
    const size_t count = sizeof LINES / sizeof *LINES;
    const double width = 470, height = 24 + 19 * (double)count;
    const evo_vec2 corner = {(canvas_width(d) - width) / 2, (d->height - height) / 2};
    const pen_style sheet = {.fill = 0xfffffff0, .line = 0x777777ff, .width = 1};
    pen_box(on, corner, width, height, sheet);
    for (size_t i = 0; i < 2 * count; ++i)
        on->text(on->page,
                 pen_at(corner.x + (i % 2 == 0 ? 18 : 150), corner.y + 28 + 19 * (double)(i / 2)),
                 PEN_LEFT, 13, PAINT_TEXT, LINES[i / 2][i % 2]);
}

void desk_draw(desk *d, const pen *on) {
    const panel_state s = state_of(d);
    if (d->built) draw_scene(d, on);
    if (d->built && d->shown[SHOWN_ENERGY].on) gauges_draw(&d->gauges, on, &d->stage);
    panel_draw(&d->panel, on, &s);
    if (d->message_left > 0)
        on->text(on->page, pen_at(canvas_width(d) / 2, 24), PEN_MIDDLE, 14, 0xd55e00ff, d->message);
    if (d->paused) on->text(on->page, pen_at(12, 24), PEN_LEFT, 14, PAINT_TEXT, "paused (P)");
    if (joiner_text(&d->joiner))
        on->text(on->page, pen_at(12, 44), PEN_LEFT, 14, PAINT_TEXT, joiner_text(&d->joiner));
    if (d->helps) draw_help(d, on);
}
