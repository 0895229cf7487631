/* page.c: the functions that the page calls: one desk (sandbox/desk.h) without a panel, whose
 * drawing is a list of strokes, and a second one for the small pictures of the list of scenes.
 * Numbers go through arrays of doubles, texts as C strings. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "picture/crop.h"
#include "sandbox/desk.h"
#include "web/catalogue.h"
#include "web/ink.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

/* Seconds; given by the page. */
__attribute__((import_module("page"), import_name("now"))) double page_now(void);

/* Zero: the page has not begun. */
static desk main_desk, small_desk;
static ink main_ink, small_ink;

static double now(void) {
    return page_now();
}

/* Steps for at most some seconds of wall-clock time; true: the world's time has come, or a step has
 * failed. */
static bool run_until(desk *d, double until, double budget) {
    const double begun = now();
    while (d->built && evo_world_time(d->stage.world) < until) {
        if (now() - begun > budget) return false;
        if (!desk_step(d, desk_step_time(d))) return true;
    }
    return true;
}

/* ---- Beginning ------------------------------------------------------------------------------- */

static void open_desk(desk *d, size_t number) {
    double values[SCENE_PARAMS] = {0};
    const entry e = entry_at(number);
    entry_defaults(&e, values);
    desk_open(d, number, values, now);
    d->panel_width = 0;
}

void EXPORT(page_begin)(int number) {
    open_desk(&main_desk, (size_t)number);
}

const char *EXPORT(page_catalogue)(void) {
    return catalogue_text(&main_desk);
}

/* ---- What is shown --------------------------------------------------------------------------- */

void EXPORT(page_choose)(int number) {
    desk_choose(&main_desk, (size_t)number);
}

/* The values of the entry's parameters, and of the world's: to be written before page_build. */
double *EXPORT(page_values)(void) {
    return main_desk.values;
}

double *EXPORT(page_world)(void) {
    return main_desk.world;
}

/* A seed is a whole number below 2^53. */
void EXPORT(page_seed)(double seed) {
    main_desk.seed = (uint64_t)seed;
}

/* False: it cannot be built with these values. */
int EXPORT(page_build)(void) {
    desk_build(&main_desk);
    return main_desk.built || main_desk.demo.of;
}

void EXPORT(page_switch)(int number, int on) {
    if (main_desk.shown[number].on != on) desk_key(&main_desk, main_desk.shown[number].key);
}

int EXPORT(page_shown)(int number) {
    return main_desk.shown[number].on;
}

void EXPORT(page_dark)(int dark) {
    main_desk.colours = small_desk.colours = dark ? &PALETTE_DARK : &PALETTE_LIGHT;
}

/* ---- Time ------------------------------------------------------------------------------------ */

void EXPORT(page_run)(double seconds) {
    desk_run(&main_desk, seconds);
}

/* Makes whole steps, whether paused or not; false: one has failed. */
int EXPORT(page_steps)(int count) {
    for (int i = 0; i < count && main_desk.built; ++i)
        if (!desk_step(&main_desk, desk_step_time(&main_desk))) return 0;
    return 1;
}

/* Goes on by whole steps, as run_until does. */
int EXPORT(page_seek)(double until, double budget) {
    return run_until(&main_desk, until, budget);
}

/* Goes on to a time after whole steps: that of an impact. */
void EXPORT(page_advance)(double time) {
    const double rest = main_desk.built ? time - evo_world_time(main_desk.stage.world) : 0;
    if (rest > 0) desk_step(&main_desk, rest);
}

void EXPORT(page_pause)(int paused) {
    main_desk.paused = paused;
}

/* Stops, and goes to a moment of the last minute, or a round, by its number. */
void EXPORT(page_go)(int number) {
    desk_go(&main_desk, (size_t)number);
}

/* The record of the last minute; its bytes stay until the next call. */
static unsigned char *record;
static size_t record_size;

const unsigned char *EXPORT(page_record)(void) {
    free(record);
    record = past_record(&main_desk.past, &record_size);
    return record;
}

int EXPORT(page_recorded)(void) {
    return (int)record_size;
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* A file is written to its room, and its name to page_name, before it is opened. */
static unsigned char *incoming;
static size_t incoming_size;

unsigned char *EXPORT(page_room)(int size) {
    free(incoming);
    incoming = malloc((size_t)size + 1);
    incoming_size = incoming ? (size_t)size : 0;
    return incoming;
}

static char incoming_name[80];

char *EXPORT(page_name)(void) {
    return incoming_name;
}

/* Opens a record or a save; 0: page_message says why not. */
int EXPORT(page_open)(void) {
    unsigned char *bytes = incoming;
    incoming = NULL;
    return bytes && desk_open_file(&main_desk, incoming_name, bytes, incoming_size);
}

/* ---- Input ----------------------------------------------------------------------------------- */

/* Kinds and buttons are those of input.h. */
void EXPORT(page_pointer)(int kind, int button, double x, double y, double wheel) {
    const input in = {.kind = (input_kind)kind, .button = button, .at = {x, y}, .wheel = wheel};
    desk_answer(&main_desk, &in);
}

void EXPORT(page_key)(int key) {
    desk_key(&main_desk, key);
}

/* Keys of scenes.h that are down. */
void EXPORT(page_hold)(int keys) {
    main_desk.held = (unsigned)keys;
}

/* Two fingers: the view moves with them. */
void EXPORT(page_pinch)(double x, double y, double by_x, double by_y, double notches) {
    main_desk.pointer = pen_at(x, y);
    desk_pan(&main_desk, pen_at(by_x, by_y));
    desk_zoom(&main_desk, notches);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static ink_word *draw(desk *d, ink *to, double width, double height) {
    desk_resize(d, width, height);
    ink_begin(to, width, height);
    desk_draw_canvas(d, &to->pen);
    return to->words;
}

ink_word *EXPORT(page_draw)(double width, double height) {
    return draw(&main_desk, &main_ink, width, height);
}

int EXPORT(page_drawn)(void) {
    return (int)main_ink.count;
}

/* ---- Telling --------------------------------------------------------------------------------- */

enum {
    TOLD_BUILT,
    TOLD_PAUSED,
    TOLD_SPEED,
    TOLD_STEPS,
    TOLD_TIME,
    TOLD_BODIES,
    TOLD_AWAKE,
    TOLD_CONTACTS,
    TOLD_IMPACTS,
    TOLD_STEP_MS,
    TOLD_EVENTS, /* the world goes from impact to impact */
    TOLD_FOLLOWS,
    TOLD_HOLDS,
    TOLD_JOINER,
    TOLD_ENERGY,
    TOLD_ENTRY,
    TOLD_MOMENTS, /* of the last minute, or rounds of a demonstration */
    TOLD_MOMENT,  /* the one that is shown, or as many */
    TOLD_REPLAYS, /* a record is shown */
    TOLD_LENGTH,  /* steps of it */
    TOLD_READ,    /* those that were made so far */
    TOLD_DIFFERS, /* the first step that differs, or 0 */
    TOLD_PICKS,   /* something is picked */
    TOLD_COUNT
};

static void tell_world(const desk *d, double *told) {
    const evo_counters counts = evo_world_counters(d->stage.world);
    told[TOLD_STEPS] = desk_steps(d);
    told[TOLD_TIME] = evo_world_time(d->stage.world);
    told[TOLD_BODIES] = (double)counts.bodies;
    told[TOLD_AWAKE] = (double)counts.awake;
    told[TOLD_CONTACTS] = (double)counts.contacts;
    told[TOLD_IMPACTS] = (double)counts.impacts;
    told[TOLD_STEP_MS] = d->gauges.phases.step;
    told[TOLD_EVENTS] = d->stage.config.exact != NULL;
    told[TOLD_ENERGY] = evo_world_kinetic_energy(d->stage.world) + scene_potential(&d->stage);
}

static void tell_record(const desk *d, double *told) {
    const player *p = &d->player;
    told[TOLD_REPLAYS] = 1;
    told[TOLD_LENGTH] = (double)p->info.steps;
    told[TOLD_READ] = (double)p->read;
    told[TOLD_DIFFERS] = p->differs ? (double)p->difference : 0;
}

const double *EXPORT(page_state)(void) {
    static double told[TOLD_COUNT];
    const desk *d = &main_desk;
    for (int i = 0; i < TOLD_COUNT; ++i) told[i] = 0;
    told[TOLD_BUILT] = d->built || d->demo.of;
    told[TOLD_PAUSED] = d->paused;
    told[TOLD_SPEED] = ldexp(1, d->speed);
    told[TOLD_FOLLOWS] = d->follows;
    told[TOLD_HOLDS] = d->hand.holds || d->demo.held;
    told[TOLD_JOINER] = d->joiner.kind;
    told[TOLD_ENTRY] = (double)d->scene;
    told[TOLD_MOMENTS] = (double)desk_moments(d);
    told[TOLD_MOMENT] = (double)desk_moment(d);
    if (d->built) tell_world(d, told);
    if (desk_replays(d)) tell_record(d, told);
    told[TOLD_PICKS] = d->inspector.picked.kind != PICK_NOTHING;
    return told;
}

/* Half of the hash of the state; 0 without a world. */
unsigned EXPORT(page_hash)(int upper) {
    const uint64_t hash = main_desk.built ? evo_world_hash(main_desk.stage.world) : 0;
    return (unsigned)(upper ? hash >> 32 : hash);
}

/* Where an actor is on the canvas; the array is empty (NaN) if there is none. For tests. */
const double *EXPORT(page_actor)(int number) {
    static double at[2];
    at[0] = at[1] = NAN;
    if (!main_desk.built || (size_t)number >= main_desk.stage.count) return at;
    if (!scene_moves(&main_desk.stage, (size_t)number)) return at;
    const view v = desk_view(&main_desk, NULL);
    const evo_vec2 pixel = view_to_page(&v, scene_center(&main_desk.stage, (size_t)number));
    at[0] = pixel.x;
    at[1] = pixel.y;
    return at;
}

/* What a demonstration or a scene tells; a round's sentence and formula; a message that is to be
 * shown now; "" without. */
const char *EXPORT(page_facts)(void) {
    static char text[400];
    desk_tell(&main_desk, text, sizeof text);
    return text;
}

/* What the inspector shows, as lines. */
const char *EXPORT(page_inspected)(void) {
    static char text[LINES_MOST * (LINES_LETTERS + 1) + 1];
    const inspector_state sheet = desk_inspector(&main_desk);
    const text_lines *lines = &main_desk.inspector.lines;
    size_t at = 0;
    text[0] = '\0';
    if (!main_desk.built) return text;
    inspector_write(&main_desk.inspector, &sheet);
    for (size_t i = 0; i < lines->count; ++i)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s\n", lines->of[i].text);
    return text;
}

const char *EXPORT(page_sentence)(void) {
    static char text[400];
    text[0] = '\0';
    if (main_desk.demo.of) demo_say(&main_desk.demo, text, sizeof text);
    return text;
}

const char *EXPORT(page_formula)(void) {
    static char text[400];
    text[0] = '\0';
    if (main_desk.demo.of) demo_formula(&main_desk.demo, text, sizeof text);
    return text;
}

const char *EXPORT(page_message)(void) {
    const char *tool = joiner_text(&main_desk.joiner);
    if (main_desk.message_left > 0) return main_desk.message;
    return tool ? tool : "";
}

/* ---- Small pictures -------------------------------------------------------------------------- */

void EXPORT(small_open)(int number) {
    const palette *colours = small_desk.colours;
    if (small_desk.clock) desk_close(&small_desk);
    open_desk(&small_desk, (size_t)number);
    small_desk.shown[SHOWN_FUTURE].on = false;
    small_desk.has_no_past = true;
    small_desk.colours = colours ? colours : &PALETTE_LIGHT;
}

/* As run_until does. */
int EXPORT(small_run)(double until, double budget) {
    if (small_desk.demo.of) demo_go(&small_desk.demo, demo_rounds(&small_desk.demo) - 1);
    return run_until(&small_desk, until, budget);
}

/* What moves fills the picture. */
static void crop(desk *d, double width, double height) {
    const evo_bounds b = crop_bounds(&d->stage, NULL, width / height);
    d->middle = pen_at((b.min.x + b.max.x) / 2, (b.min.y + b.max.y) / 2);
    d->scale = width / (b.max.x - b.min.x);
}

ink_word *EXPORT(small_draw)(double width, double height) {
    if (small_desk.built) crop(&small_desk, width, height);
    return draw(&small_desk, &small_ink, width, height);
}

int EXPORT(small_drawn)(void) {
    return (int)small_ink.count;
}

void EXPORT(small_close)(void) {
    desk_close(&small_desk);
    small_desk.clock = NULL;
}
