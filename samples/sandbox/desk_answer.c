/* desk_answer.c: what the user does at the desk: keys, the pointer, the panel. */
#include <math.h>

#include "sandbox/desk.h"

static const double NEAR = 4;        /* pixels: pick radius of the pointer */
static const double NEAR_JOINT = 20; /* pixels: the same for joints */
static const double NEW_SIZE = 18;   /* pixels: radius of new bodies */

static const joiner NO_JOINER = {.kind = JOINER_OFF};

static evo_vec2 pointed_at(const desk *d) {
    const view v = desk_view(d, NULL);
    return view_to_world(&v, d->pointer);
}

static double near_in_world(const desk *d) {
    return NEAR / desk_view(d, NULL).scale;
}

/* ---- The hand -------------------------------------------------------------------------------- */

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
    if (d->stage.config.exact != NULL)
        desk_say(d, "a world that goes from impact to impact has no joints");
    else
        joiner_turn(&d->joiner);
}

/* A release over the panel makes nothing. */
static void finish_joint(desk *d) {
    const bool makes = d->joiner.begun && d->pointer.x < desk_canvas_width(d);
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

/* Follows the body at the pointer, else the last one held; a second time: stops. */
static void turn_follow(desk *d) {
    const evo_body none = {0, 0},
                   here = hand_body_at(&d->stage, pointed_at(d), near_in_world(d), none);
    const view v = desk_view(d, NULL);
    if (d->follows) {
        d->middle = v.middle;
        d->scale = v.scale;
        d->follows = false;
        return;
    }
    if (here.generation != 0 && !d->hand.holds) d->hand.body = here;
    d->follows = evo_body_exists(d->stage.world, d->hand.body);
    if (!d->follows) desk_say(d, "point at a body to follow, or take hold of it first");
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* Goes to the next impact in an event world, else one step. */
static void step_once(desk *d) {
    const bool events = d->stage.config.exact != NULL;
    const double now = evo_world_time(d->stage.world);
    const double next = events ? evo_world_next_event(d->stage.world) - now : desk_step_time(d);
    d->paused = true;
    if (next == INFINITY)
        desk_say(d, "nothing will happen any more");
    else
        desk_step(d, next > 0 ? next : 0); /* NaN is 0 here: the step reports the error */
}

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

static void turn_entry(desk *d, int by) {
    const size_t count = entry_count(), now = d->scene < count ? d->scene : 0;
    desk_choose(d, (now + count + (size_t)(by + (int)count)) % count);
}

/* To the moment before, or the next one; but while a scene is played its keys are for that. */
static void turn_time(desk *d, int by) {
    const entry e = desk_entry(d);
    const size_t shown = desk_moment(d);
    if (d->built && e.scene && e.scene->keys && !d->paused) return;
    if (by < 0 && shown > 0) desk_go(d, shown - 1);
    if (by > 0 && shown + 1 < desk_moments(d)) desk_go(d, shown + 1);
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
    case 'l':
        turn_follow(d);
        return true;
    case 'w':
        d->wants_record = true;
        return true;
    case KEY_SAVE:
        d->wants_scene = true;
        return true;
    case KEY_TAB:
        desk_pick(d, true);
        return true;
    case KEY_DELETE:
    case 'x':
        if (hand_remove(&d->hand, &d->stage, pointed_at(d), near_in_world(d))) d->changed = true;
        return true;
    default:
        return false;
    }
}

/* Of what is open the first: help, a tool, a picked thing, the program. */
static void answer_escape(desk *d) {
    const bool picks = d->inspector.picked.kind != PICK_NOTHING;
    d->quits = !d->helps && d->joiner.kind == JOINER_OFF && !picks;
    if (!d->helps && d->joiner.kind == JOINER_OFF && picks)
        inspector_pick(&d->inspector, &d->stage, (pick){.kind = PICK_NOTHING}, d->pointer);
    if (!d->helps) d->joiner = NO_JOINER;
    d->helps = false;
}

void desk_key(desk *d, int key) {
    for (size_t i = 0; i < SHOWN_COUNT; ++i)
        if (d->shown[i].key == key) turn_switch(d, i);
    if (desk_replays(d) && desk_replay_key(d, key)) return;
    if (answer_scene_key(d, key)) return;
    switch (key) {
    case 'p':
    case KEY_SPACE:
        d->paused = !d->paused;
        break;
    case 'r':
        if (desk_entry(d).name)
            desk_build(d);
        else
            desk_open_again(d);
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
    case KEY_LEFT:
        turn_time(d, -1);
        break;
    case KEY_RIGHT:
        turn_time(d, 1);
        break;
    case KEY_HOME:
        if (d->built && !desk_entry(d).name) d->stage.view = scene_bounds(&d->stage);
        d->scale = 0;
        d->follows = false;
        break;
    case KEY_PAGE_UP:
        turn_entry(d, -1);
        break;
    case KEY_PAGE_DOWN:
        turn_entry(d, 1);
        break;
    case KEY_F12:
        d->wants_picture = true;
        break;
    case KEY_ESCAPE:
        answer_escape(d);
        break;
    default:
        break;
    }
}

/* ---- The panel and the pointer --------------------------------------------------------------- */

static void set_param(desk *d, const panel_action *a) {
    const size_t own = desk_entry(d).count, number = (size_t)a->number;
    *(number < own ? &d->values[number] : &d->world[number - own]) = a->value;
    if (a->done || d->demo.of) desk_build(d);
}

static void answer_panel(desk *d, const panel_action *a) {
    switch (a->wish) {
    case PANEL_SCENE:
        desk_choose(d, (size_t)a->number);
        break;
    case PANEL_PARAM:
        set_param(d, a);
        break;
    case PANEL_SWITCH:
        turn_switch(d, (size_t)a->number);
        break;
    case PANEL_PAST:
        desk_go(d, (size_t)a->number);
        break;
    case PANEL_KEY:
        desk_key(d, a->number);
        break;
    case PANEL_NOTHING:
        break;
    }
}

panel_state desk_panel(const desk *d) {
    const panel_state s = {.number = d->scene,
                           .shown = desk_entry(d),
                           .title = desk_title(d),
                           .values = d->values,
                           .world = d->world,
                           .switches = d->shown,
                           .switch_count = SHOWN_COUNT,
                           .gauges = d->built && d->shown[SHOWN_ENERGY].on ? &d->gauges : NULL,
                           .stage = &d->stage,
                           .paused = d->paused,
                           .moments = desk_moments(d),
                           .moment = desk_moment(d),
                           .left = desk_canvas_width(d),
                           .height = d->height,
                           .colours = d->colours};
    return s;
}

static void begin_pan(desk *d) {
    d->pans = true;
    d->panned_from = d->pointer;
}

/* The left button pans where nothing else is; of a scene, it does not begin to outside of bodies,
 * unless no joint is being made. */
static void answer_press(desk *d, int button) {
    const view v = desk_view(d, NULL);
    d->presses = button == BUTTON_LEFT;
    d->pressed_at = d->pointer;
    if (button == BUTTON_RIGHT || desk_replays(d)) begin_pan(d);
    if (button != BUTTON_LEFT || desk_replays(d)) return;
    if (d->demo.of && !demo_press(&d->demo, &v, d->pointer)) begin_pan(d);
    if (!d->built) return;
    use_hand(d);
    if (!d->hand.holds && d->joiner.kind == JOINER_OFF) begin_pan(d);
}

static void answer_move(desk *d) {
    const view v = desk_view(d, NULL);
    if (d->demo.of && d->demo.held) demo_drag(&d->demo, &v, d->pointer);
    if (!d->pans || !(d->built || d->demo.of)) return;
    desk_pan(d, pen_at(d->pointer.x - d->panned_from.x, d->pointer.y - d->panned_from.y));
    d->panned_from = d->pointer;
}

static double way_since_press(const desk *d) {
    return hypot(d->pointer.x - d->pressed_at.x, d->pointer.y - d->pressed_at.y);
}

/* A press and a release at one place pick what is there. */
static void answer_release(desk *d, int button) {
    const bool picks = d->presses && d->built && d->joiner.kind == JOINER_OFF;
    d->pans = false;
    if (button != BUTTON_LEFT) return;
    d->presses = false;
    if (d->demo.of) demo_release(&d->demo);
    hand_release(&d->hand, &d->stage);
    finish_joint(d);
    if (picks && way_since_press(d) < NEAR) desk_pick(d, false);
}

/* Whether the timeline or the inspector has taken the input. */
static bool answer_sheets(desk *d, const input *in) {
    const timeline_state strip = desk_timeline(d);
    const inspector_state sheet = desk_inspector(d);
    const timeline_action a = desk_replays(d) ? timeline_answer(&d->timeline, &strip, in)
                                              : (timeline_action){TIMELINE_NOTHING, 0, 0};
    if (a.wish == TIMELINE_KEY) desk_key(d, a.key);
    if (a.wish == TIMELINE_STEP) d->paused = true;
    if (a.wish == TIMELINE_STEP) desk_seek(d, a.step);
    return a.wish != TIMELINE_NOTHING || inspector_answer(&d->inspector, &sheet, in);
}

void desk_answer(desk *d, const input *in) {
    const panel_state s = desk_panel(d);
    const bool has_panel = d->panel_width > 0, world = d->built || d->demo.of;
    panel_action a = {.wish = PANEL_NOTHING};
    if (in->kind == INPUT_QUIT) d->quits = true;
    if (in->kind == INPUT_KEY) desk_key(d, in->key);
    if (in->kind == INPUT_KEY || in->kind == INPUT_QUIT) return;
    d->pointer = in->at;
    if (has_panel) a = panel_answer(&d->panel, &s, in);
    answer_panel(d, &a);
    if (a.wish == PANEL_NOTHING && d->built && answer_sheets(d, in)) return;
    if (in->kind == INPUT_RELEASE) answer_release(d, in->button);
    if (in->kind == INPUT_MOVE) answer_move(d);
    if (a.wish != PANEL_NOTHING || (has_panel && panel_has(&s, in->at))) return;
    if (in->kind == INPUT_PRESS) answer_press(d, in->button);
    if (in->kind == INPUT_WHEEL && world) desk_zoom(d, in->wheel);
}
