#include "sandbox/panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const pen_colour GROUND = 0xf4f4f2ff, EDGE = 0xccccc8ff, TEXT = 0x222222ff,
                        PALE = 0x777777ff, CHOSEN = 0x0072b2ff, TRACK = 0xd0d0ccff;

/* Pixels. */
static const double MARGIN = 12, LIST_TOP = 30, ROW = 16, SLIDER = 31, SWITCH = 18, BUTTON = 24;

/* Letters of a title that fit into the panel's width. */
enum { TITLE_LETTERS = 46 };

typedef struct box {
    double x, y, width, height;
} box;

static bool box_has(box b, evo_vec2 at) {
    return at.x >= b.x && at.x < b.x + b.width && at.y >= b.y && at.y < b.y + b.height;
}

/* ---- Where everything is --------------------------------------------------------------------- */

static size_t scene_count(void) {
    size_t count = 0;
    while (scene_at(count)) ++count;
    return count;
}

static double inner_width(void) {
    return PANEL_WIDTH - 2 * MARGIN;
}

/* In two columns. */
static box scene_box(const panel_state *s, size_t number) {
    const size_t rows = (scene_count() + 1) / 2;
    const double wide = inner_width() / 2;
    const box b = {s->left + MARGIN + wide * (double)(number / rows),
                   LIST_TOP + ROW * (double)(number % rows), wide, ROW};
    return b;
}

static double sliders_top(void) {
    return LIST_TOP + ROW * (double)((scene_count() + 1) / 2) + 38;
}

static box slider_box(const panel_state *s, size_t number) {
    const box b = {s->left + MARGIN, sliders_top() + SLIDER * (double)number, inner_width(),
                   SLIDER};
    return b;
}

/* Sliders of the scene that has most: below them nothing moves from scene to scene. */
static size_t most_sliders(void) {
    size_t most = 0;
    for (size_t i = 0; scene_at(i); ++i)
        if (scene_param_count(scene_at(i)) > most) most = scene_param_count(scene_at(i));
    return most;
}

static box switch_box(const panel_state *s, size_t number) {
    const double top = sliders_top() + SLIDER * (double)most_sliders() + 10;
    const box b = {s->left + MARGIN + inner_width() / 2 * (double)(number % 2),
                   top + SWITCH * (double)(number / 2), inner_width() / 2, SWITCH};
    return b;
}

static const struct {
    const char *name;
    int key;
} BUTTONS[] = {{"pause", 'p'},  {"step", 'o'},   {"restart", 'r'}, {"help", 'h'},
               {"slower", ','}, {"faster", '.'}, {"attach", 'a'}};

enum { BUTTON_COLUMNS = 4, BUTTON_COUNT = sizeof BUTTONS / sizeof *BUTTONS };

static box button_box(const panel_state *s, size_t number) {
    const box last = switch_box(s, s->switch_count - 1);
    const double wide = inner_width() / BUTTON_COLUMNS;
    const box b = {s->left + MARGIN + wide * (double)(number % BUTTON_COLUMNS),
                   last.y + SWITCH + 14 + (BUTTON + 6) * (double)(number / BUTTON_COLUMNS),
                   wide - 6, BUTTON};
    return b;
}

/* ---- Sliders --------------------------------------------------------------------------------- */

/* Wide ranges are logarithmic: equal distances are equal factors. */
static bool is_wide(const scene_param *p) {
    return p->min > 0 && p->max / p->min > 50;
}

static double part_of(const scene_param *p, double value) {
    if (is_wide(p)) return log(value / p->min) / log(p->max / p->min);
    return (value - p->min) / (p->max - p->min);
}

/* Rounded to three digits, and within the range. */
static double value_of(const scene_param *p, double part) {
    const double within = fmax(0, fmin(1, part));
    double value =
        is_wide(p) ? p->min * pow(p->max / p->min, within) : p->min + within * (p->max - p->min);
    const double digit = pow(10, floor(log10(fmax(fabs(value), 1e-9))) - 2);
    value = p->whole ? floor(value + 0.5) : floor(value / digit + 0.5) * digit;
    return fmax(p->min, fmin(p->max, value));
}

static panel_action slide(const panel_state *s, size_t number, evo_vec2 at, bool done) {
    const box b = slider_box(s, number);
    const scene_param *p = &scene_at(s->scene)->params[number];
    const panel_action a = {PANEL_PARAM, (int)number, value_of(p, (at.x - b.x) / b.width), done};
    return a;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static void write(const pen *on, double x, double y, double size, pen_colour colour,
                  const char *text) {
    on->text(on->page, pen_at(x, y), PEN_LEFT, size, colour, text);
}

static void draw_scenes(const pen *on, const panel_state *s) {
    const pen_style chosen = {.fill = CHOSEN};
    write(on, s->left + MARGIN, 20, 13, TEXT, "Scenes");
    for (size_t i = 0; scene_at(i); ++i) {
        const box b = scene_box(s, i);
        if (i == s->scene) pen_box(on, pen_at(b.x - 4, b.y), b.width - 4, b.height, chosen);
        write(on, b.x, b.y + 12, 11, i == s->scene ? 0xffffffff : TEXT, scene_at(i)->name);
    }
}

/* Splits the title at a space when it is too long for a line. */
static void draw_title(const pen *on, const panel_state *s, const char *title) {
    char line[TITLE_LETTERS + 1];
    size_t length = strlen(title);
    double y = sliders_top() - 23;
    if (length > TITLE_LETTERS)
        for (length = TITLE_LETTERS; length > 1 && title[length] != ' ';) --length;
    snprintf(line, sizeof line, "%.*s", (int)length, title);
    write(on, s->left + MARGIN, y, 9, PALE, line);
    if (title[length] == ' ') write(on, s->left + MARGIN, y + 12, 9, PALE, title + length + 1);
}

static void draw_slider(const pen *on, const panel_state *s, size_t number) {
    const scene_param *p = &scene_at(s->scene)->params[number];
    const box b = slider_box(s, number);
    const pen_style track = {.fill = TRACK}, knob = {.fill = CHOSEN};
    const double at = b.x + b.width * part_of(p, s->values[number]);
    char text[80];
    snprintf(text, sizeof text, "%.6g", s->values[number]);
    write(on, b.x, b.y + 12, 11, TEXT, p->name);
    on->text(on->page, pen_at(b.x + b.width, b.y + 12), PEN_RIGHT, 11, TEXT, text);
    pen_box(on, pen_at(b.x, b.y + 19), b.width, 4, track);
    on->circle(on->page, pen_at(at, b.y + 21), 6, knob);
}

static void draw_switch(const pen *on, const panel_state *s, size_t number) {
    const panel_switch *shown = &s->switches[number];
    const box b = switch_box(s, number);
    const pen_style frame = {.fill = shown->on ? CHOSEN : 0xffffffff, .line = EDGE, .width = 1};
    char text[40];
    pen_box(on, pen_at(b.x, b.y + 3), 11, 11, frame);
    snprintf(text, sizeof text, "%s (%c)", shown->name, shown->key - 'a' + 'A');
    write(on, b.x + 17, b.y + 13, 11, TEXT, text);
}

static void draw_buttons(const pen *on, const panel_state *s) {
    const pen_style frame = {.fill = 0xffffffff, .line = EDGE, .width = 1};
    for (size_t i = 0; i < BUTTON_COUNT; ++i) {
        const box b = button_box(s, i);
        const char *name = i == 0 && s->paused ? "go on" : BUTTONS[i].name;
        pen_box(on, pen_at(b.x, b.y), b.width, b.height, frame);
        on->text(on->page, pen_at(b.x + b.width / 2, b.y + 16), PEN_MIDDLE, 11, TEXT, name);
    }
}

void panel_draw(const panel *p, const pen *on, const panel_state *s) {
    const pen_style ground = {.fill = GROUND}, edge = {.line = EDGE, .width = 1};
    const scene *chosen = scene_at(s->scene);
    (void)p;
    pen_box(on, pen_at(s->left, 0), PANEL_WIDTH, on->height, ground);
    pen_line(on, pen_at(s->left, 0), pen_at(s->left, on->height), edge);
    draw_scenes(on, s);
    draw_title(on, s, chosen->title);
    for (size_t i = 0; i < scene_param_count(chosen); ++i) draw_slider(on, s, i);
    for (size_t i = 0; i < s->switch_count; ++i) draw_switch(on, s, i);
    draw_buttons(on, s);
}

/* ---- Answering ------------------------------------------------------------------------------- */

static panel_action answer_press(panel *p, const panel_state *s, evo_vec2 at) {
    panel_action a = {PANEL_NOTHING, 0, 0, false};
    for (size_t i = 0; scene_at(i); ++i)
        if (box_has(scene_box(s, i), at)) {
            a.wish = PANEL_SCENE;
            a.number = (int)i;
        }
    for (size_t i = 0; i < scene_param_count(scene_at(s->scene)); ++i)
        if (box_has(slider_box(s, i), at)) {
            p->slid = (int)i + 1;
            return slide(s, i, at, false);
        }
    for (size_t i = 0; i < s->switch_count; ++i)
        if (box_has(switch_box(s, i), at)) {
            a.wish = PANEL_SWITCH;
            a.number = (int)i;
        }
    for (size_t i = 0; i < BUTTON_COUNT; ++i)
        if (box_has(button_box(s, i), at)) {
            a.wish = PANEL_KEY;
            a.number = BUTTONS[i].key;
        }
    return a;
}

panel_action panel_answer(panel *p, const panel_state *s, const input *in) {
    panel_action a = {PANEL_NOTHING, 0, 0, false};
    if (in->kind == INPUT_PRESS && in->button == BUTTON_LEFT && panel_has(s, in->at))
        return answer_press(p, s, in->at);
    if (p->slid > 0 && (in->kind == INPUT_MOVE || in->kind == INPUT_RELEASE)) {
        a = slide(s, (size_t)(p->slid - 1), in->at, in->kind == INPUT_RELEASE);
        if (a.done) p->slid = 0;
    }
    return a;
}
