#include "sandbox/desk.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Wall-clock seconds of a frame for stepping the world; above that it falls behind real time. */
static const double WORLD_TIME = 0.012;

/* Seconds that the world may lag behind; more is dropped. */
static const double PATIENCE = 0.1;

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

static void show_trails(desk *d) {
    const entry e = desk_entry(d);
    d->shown[SHOWN_TRAILS].on = e.scene && e.scene->trails;
}

void desk_clear(desk *d) {
    const hand empty = {.holds = false};
    const evo_body none = {0, 0};
    if (desk_replays(d)) d->stage.world = NULL; /* it is the replay's */
    if (d->built) scene_close(&d->stage);
    player_close(&d->player);
    free(d->file.bytes);
    d->file = (desk_file){.bytes = NULL};
    d->inspector = (inspector){.scroll = 0};
    past_clear(&d->past);
    d->built = false;
    d->demo.of = NULL;
    d->hand = empty;
    d->hand.body = none;
    d->joiner.begun = d->presses = false;
    d->behind = 0;
    d->future.count = d->gauges.count = 0;
    trails_clear(&d->trails);
}

static double clock_of(void *context) {
    const desk *d = context;
    return d->clock();
}

/* A file has its own substeps, unless the slider was moved. */
static int substeps_of(const desk *d) {
    const double wanted = d->world[WORLD_SUBSTEPS];
    return d->guest && wanted == WORLD_PARAM[WORLD_SUBSTEPS].value ? 0 : (int)wanted;
}

static scene_setting setting_of(desk *d) {
    scene_setting setting = scene_setting_default();
    setting.seed = d->seed;
    setting.substeps = substeps_of(d);
    setting.gravity = d->world[WORLD_GRAVITY];
    setting.never_sleep = d->world[WORLD_SLEEP] == 0;
    setting.tasks = evo_threads_tasks(d->threads);
    setting.clock = clock_of;
    setting.clock_context = d;
    setting.complain = d->complain;
    return setting;
}

/* As many as are asked for; no world has any of them now. */
static void choose_threads(desk *d) {
    const int wanted = (int)d->world[WORLD_THREADS];
    if (wanted == (d->threads ? evo_threads_count(d->threads) : 1)) return;
    evo_threads_destroy(d->threads);
    d->threads = wanted > 1 ? evo_threads_create(wanted) : NULL;
}

void desk_build(desk *d) {
    const entry e = desk_entry(d);
    if (!e.name) return;
    desk_clear(d);
    choose_threads(d);
    const scene_setting setting = setting_of(d);
    d->changed = true;
    d->held = 0;
    if (e.demo && demo_open(&d->demo, e.demo, d->values)) return;
    d->built = e.scene && scene_open(&d->stage, e.scene, d->values, &setting);
    if (d->built) return;
    if (e.scene && d->stage.why)
        desk_say(d, "%s", d->stage.why);
    else
        desk_say(d, "%s cannot be built so: try gentler values", e.name);
    if (e.scene) scene_close(&d->stage);
    d->paused = true;
}

/* Builds another scene or demonstration with its defaults. */
static void begin(desk *d, size_t number, const scene *guest) {
    d->scene = number;
    d->guest = guest;
    const entry e = desk_entry(d);
    d->panel.slid = 0;
    d->joiner = NO_JOINER;
    entry_defaults(&e, d->values);
    desk_build(d);
}

static void choose(desk *d, size_t number, const scene *guest) {
    d->paused = d->follows = false;
    d->scale = 0;
    begin(d, number, guest);
    show_trails(d);
}

void desk_choose(desk *d, size_t number) {
    choose(d, number, NULL);
}

void desk_choose_scene(desk *d, const scene *s) {
    choose(d, ENTRY_FILE, s);
}

void desk_replace_scene(desk *d, const scene *s) {
    begin(d, ENTRY_FILE, s);
}

void desk_open(desk *d, size_t number, const double *values, double (*clock)(void)) {
    static const panel_switch SHOWN[SHOWN_COUNT] = {
        [SHOWN_CONTACTS] = {"contacts", 'c', false},     [SHOWN_NORMALS] = {"normals", 'n', false},
        [SHOWN_FITS] = {"circles", 'f', false},          [SHOWN_TILES] = {"grid tiles", 'g', false},
        [SHOWN_VELOCITIES] = {"velocities", 'v', false}, [SHOWN_TRAILS] = {"trails", 't', false},
        [SHOWN_SLEEPING] = {"sleeping", 's', true},      [SHOWN_FUTURE] = {"future", 'u', true},
        [SHOWN_ENERGY] = {"statistics", 'e', true},      [SHOWN_NAMES] = {"numbers", 'm', false},
        [SHOWN_JOINTS] = {"joints", 'j', true},
    };
    memset(d, 0, sizeof *d);
    memcpy(d->shown, SHOWN, sizeof SHOWN);
    d->clock = clock;
    d->colours = &PALETTE_LIGHT;
    d->panel_width = PANEL_WIDTH;
    d->seed = scene_setting_default().seed;
    desk_resize(d, 1280, 720);
    d->scene = number;
    memcpy(d->values, values, sizeof d->values);
    for (size_t i = 0; i < WORLD_PARAMS; ++i) d->world[i] = WORLD_PARAM[i].value;
    show_trails(d);
    desk_build(d);
}

void desk_close(desk *d) {
    desk_clear(d);
    evo_threads_destroy(d->threads);
    trails_free(&d->trails);
}

void desk_resize(desk *d, double width, double height) {
    d->width = width;
    d->height = height;
}

entry desk_entry(const desk *d) {
    return d->guest ? entry_of(d->guest) : entry_at(d->scene);
}

const char *desk_name(const desk *d) {
    const entry e = desk_entry(d);
    return e.name ? e.name : d->file.name;
}

const char *desk_title(const desk *d) {
    const entry e = desk_entry(d);
    return e.name ? e.title : d->file.name;
}

/* ---- The camera ------------------------------------------------------------------------------ */

double desk_canvas_width(const desk *d) {
    return d->width - d->panel_width;
}

double desk_canvas_height(const desk *d) {
    const double strip = timeline_height(desk_canvas_width(d));
    return desk_replays(d) ? fmax(1, d->height - strip) : d->height;
}

static bool follows(const desk *d) {
    return d->built && d->follows && evo_body_exists(d->stage.world, d->hand.body);
}

view desk_view(const desk *d, const pen *on) {
    const double margin = 10;
    const evo_bounds shown = d->demo.of ? d->demo.of->view
                             : d->built ? scene_frame(&d->stage)
                                        : d->stage.view;
    const double width = desk_canvas_width(d), sheet = desk_replays(d) ? inspector_width(width) : 0;
    view v = view_fitting(on, pen_at(margin, margin), fmax(1, width - sheet - 2 * margin),
                          fmax(1, desk_canvas_height(d) - 2 * margin), shown);
    v.colours = d->colours;
    if (d->scale != 0) {
        v.middle = d->middle;
        v.scale = d->scale;
    }
    if (follows(d)) v.middle = evo_body_pose(d->stage.world, d->hand.body).position;
    return v;
}

static void keep_view(desk *d, const view *v) {
    d->middle = v->middle;
    d->scale = v->scale;
}

void desk_zoom(desk *d, double notches) {
    const view before = desk_view(d, NULL);
    const evo_vec2 still = view_to_world(&before, d->pointer);
    view after = before;
    after.scale = fmax(1e-3, fmin(1e6, before.scale * pow(1.2, notches)));
    const evo_vec2 moved = view_to_world(&after, d->pointer);
    after.middle.x += still.x - moved.x;
    after.middle.y += still.y - moved.y;
    keep_view(d, &after);
}

void desk_pan(desk *d, evo_vec2 by) {
    view v = desk_view(d, NULL);
    v.middle.x -= by.x / v.scale;
    v.middle.y += by.y / v.scale;
    d->follows = false;
    keep_view(d, &v);
}

/* ---- Time ------------------------------------------------------------------------------------ */

double desk_step_time(const desk *d) {
    return 1 / d->world[WORLD_HERTZ];
}

double desk_steps(const desk *d) {
    if (desk_replays(d)) return (double)d->player.step;
    return d->built ? floor(evo_world_time(d->stage.world) / desk_step_time(d) + 0.5) : 0;
}

size_t desk_moments(const desk *d) {
    return d->demo.of ? (size_t)demo_rounds(&d->demo) : d->past.count;
}

size_t desk_moment(const desk *d) {
    return d->demo.of ? (size_t)demo_round(&d->demo) : d->past.shown;
}

void desk_tell(const desk *d, char *text, size_t size) {
    const entry e = desk_entry(d);
    text[0] = '\0';
    if (d->demo.of) demo_tell(&d->demo, text, size);
    if (d->built && e.scene && e.scene->tell) e.scene->tell(&d->stage, text, size);
}

void desk_go(desk *d, size_t number) {
    if (d->demo.of) {
        d->paused = true;
        demo_go(&d->demo, (int)number);
    }
    if (!d->built) return;
    hand_release(&d->hand, &d->stage);
    d->joiner.begun = false;
    d->paused = d->changed = true;
    d->behind = 0;
    if (!past_go(&d->past, &d->stage, number)) desk_say(d, "memory ran out");
    gauges_go_back(&d->gauges, evo_world_time(d->stage.world));
    trails_clear(&d->trails);
    history_take(&d->inspector.motion, d->stage.world);
}

/* What follows the world, step by step. */
static void watch_step(desk *d) {
    gauges_take(&d->gauges, &d->stage);
    history_take(&d->inspector.motion, d->stage.world);
    if (d->shown[SHOWN_TRAILS].on) trails_take(&d->trails, &d->stage);
}

/* A record has its own steps. No moment holds a body in hand: nobody would let go of it. */
bool desk_step(desk *d, double seconds) {
    const view v = desk_view(d, NULL);
    if (desk_replays(d)) {
        const bool made = player_step(&d->player) && scene_note_bodies(&d->stage);
        if (made) watch_step(d);
        d->paused |= !made;
        return made;
    }
    if (!d->has_no_past && !d->hand.holds) past_take(&d->past, &d->stage);
    hand_pull(&d->hand, &d->stage, view_to_world(&v, d->pointer));
    d->stage.keys = d->held;
    const evo_result result = scene_step(&d->stage, seconds);
    if (result != EVO_OK) {
        d->paused = true;
        desk_say(d, "the world built still: %s", evo_result_text(result));
        return false;
    }
    watch_step(d);
    return true;
}

void desk_run(desk *d, double seconds) {
    const double begun = d->clock(), step = desk_step_time(d);
    d->message_left -= seconds;
    if (desk_replays(d)) {
        desk_play(d, seconds);
        return;
    }
    if (d->demo.of && !d->paused) demo_run(&d->demo, seconds * ldexp(1, d->speed));
    if (!d->built || d->paused) return;
    d->behind = fmin(d->behind + seconds * ldexp(1, d->speed), PATIENCE * ldexp(1, d->speed));
    while (d->behind >= step && d->clock() - begun < WORLD_TIME) {
        if (!desk_step(d, step)) return;
        d->behind -= step;
    }
    /* An event world needs no fixed steps: in slow motion it moves at every frame. */
    const bool slow = d->stage.config.exact != NULL && d->speed < 0;
    if (slow && d->behind < step && desk_step(d, d->behind)) d->behind = 0;
}
