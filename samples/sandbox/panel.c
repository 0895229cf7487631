#include "sandbox/panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Pixels. */
static const double MARGIN = 12, TOP = 8, ROW = 14, TITLE = 34, SLIDER = 29, SWITCH = 18,
                    BUTTON = 24, BAR = 6;

enum { LIST_COLUMNS = 3, SWITCH_COLUMNS = 3, WORLD_COLUMNS = 2, BUTTON_COLUMNS = 4 };

/* Letters of a title that fit into the panel's width. */
enum { TITLE_LETTERS = 50 };

typedef struct box {
    double x, y, width, height;
} box;

static bool box_has(box b, evo_vec2 at) {
    return at.x >= b.x && at.x < b.x + b.width && at.y >= b.y && at.y < b.y + b.height;
}

/* ---- Where everything is --------------------------------------------------------------------- */

static double inner_width(void) {
    return PANEL_WIDTH - 2 * MARGIN;
}

static size_t rows_of(size_t count, size_t columns) {
    return (count + columns - 1) / columns;
}

/* A cell of a table, filled row by row. */
static box cell(const panel_state *s, size_t number, size_t columns, double top, double height) {
    const double wide = inner_width() / (double)columns;
    const box b = {s->left + MARGIN + wide * (double)(number % columns),
                   top + height * (double)(number / columns), wide, height};
    return b;
}

/* The list runs down its columns. */
static box scene_box(const panel_state *s, size_t number) {
    const size_t rows = rows_of(entry_count(), LIST_COLUMNS);
    return cell(s, number % rows * LIST_COLUMNS + number / rows, LIST_COLUMNS, TOP, ROW);
}

static double sliders_top(void) {
    return TOP + ROW * (double)rows_of(entry_count(), LIST_COLUMNS) + TITLE;
}

static size_t world_count(const panel_state *s) {
    const entry e = s->shown;
    return entry_world_count(&e);
}

/* Those of the world are in two columns below the entry's. */
static box slider_box(const panel_state *s, size_t number) {
    const size_t own = s->shown.count;
    const double top = sliders_top() + SLIDER * (double)own;
    const double gap = 14;
    if (number < own) return cell(s, number, 1, sliders_top(), SLIDER);
    box b = cell(s, number - own, WORLD_COLUMNS, top, SLIDER);
    b.width -= gap;
    if ((number - own) % 2 == 1) b.x += gap;
    return b;
}

static double sliders_end(const panel_state *s) {
    const size_t rows = s->shown.count + rows_of(world_count(s), WORLD_COLUMNS);
    return sliders_top() + SLIDER * (double)rows + 8;
}

static box switch_box(const panel_state *s, size_t number) {
    return cell(s, number, SWITCH_COLUMNS, sliders_end(s), SWITCH);
}

static double gauges_top(const panel_state *s) {
    const size_t rows = !s->shown.demo ? rows_of(s->switch_count, SWITCH_COLUMNS) : 0;
    return sliders_end(s) + SWITCH * (double)rows + 8;
}

static const struct {
    const char *name;
    int key;
} BUTTONS[] = {{"pause", 'p'},  {"step", 'o'},   {"restart", 'r'}, {"help", 'h'},
               {"slower", ','}, {"faster", '.'}, {"attach", 'a'},  {"follow", 'l'}};

enum { BUTTON_COUNT = sizeof BUTTONS / sizeof *BUTTONS };

/* Buttons stand at the lower edge, and are not scrolled. */
static double buttons_top(const panel_state *s) {
    return s->height - (BUTTON + 6) * (double)rows_of(BUTTON_COUNT, BUTTON_COLUMNS) - 4;
}

/* The slider of the past stands above them. */
static box past_box(const panel_state *s) {
    return (box){s->left + MARGIN, buttons_top(s) - SLIDER, inner_width(), SLIDER - 4};
}

static double content_end(const panel_state *s) {
    return s->moments > 0 ? past_box(s).y - 2 : buttons_top(s) - 6;
}

static box button_box(const panel_state *s, size_t number) {
    box b = cell(s, number, BUTTON_COLUMNS, buttons_top(s), BUTTON + 6);
    b.width -= 6;
    b.height = BUTTON;
    return b;
}

/* Statistics take the rest, or what they need. */
static double gauges_height(const panel_state *s) {
    const double rest = content_end(s) - gauges_top(s);
    return s->gauges ? fmax(GAUGES_LEAST, fmin(GAUGES_MOST, rest)) : 0;
}

static double content_height(const panel_state *s) {
    return gauges_top(s) + gauges_height(s);
}

/* ---- Scrolling ------------------------------------------------------------------------------- */

static double most_scroll(const panel_state *s) {
    return fmax(0, content_height(s) - content_end(s));
}

static double scroll_of(const panel *p, const panel_state *s) {
    return fmax(0, fmin(most_scroll(s), p->scroll));
}

static box bar_box(const panel *p, const panel_state *s) {
    const double high = content_end(s), part = high / content_height(s);
    const box b = {s->left + PANEL_WIDTH - BAR - 1, part * scroll_of(p, s), BAR, part * high};
    return b;
}

/* ---- Sliders --------------------------------------------------------------------------------- */

static const scene_param *param_of(const panel_state *s, size_t number) {
    const entry e = s->shown;
    return number < e.count ? &e.params[number] : &WORLD_PARAM[number - e.count];
}

static double value_now(const panel_state *s, size_t number) {
    const size_t own = s->shown.count;
    return number < own ? s->values[number] : s->world[number - own];
}

/* Wide ranges are logarithmic: equal distances are equal factors. */
static bool is_wide(const scene_param *p) {
    return p->min > 0 && entry_slider_max(p) / p->min > 50;
}

static double part_of(const scene_param *p, double value) {
    const double most = entry_slider_max(p);
    const double part =
        is_wide(p) ? log(value / p->min) / log(most / p->min) : (value - p->min) / (most - p->min);
    return fmax(0, fmin(1, part));
}

/* Rounded to three digits, and within the range. */
static double value_of(const scene_param *p, double part) {
    const double within = fmax(0, fmin(1, part)), most = entry_slider_max(p);
    double value =
        is_wide(p) ? p->min * pow(most / p->min, within) : p->min + within * (most - p->min);
    const double digit = pow(10, floor(log10(fmax(fabs(value), 1e-3))) - 2);
    value = p->whole ? floor(value + 0.5) : floor(value / digit + 0.5) * digit;
    return fmax(p->min, fmin(most, value));
}

static panel_action slide(const panel_state *s, size_t number, evo_vec2 at, bool done) {
    const box b = slider_box(s, number);
    const panel_action a = {PANEL_PARAM, (int)number,
                            value_of(param_of(s, number), (at.x - b.x) / b.width), done};
    return a;
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static void write(const pen *on, double x, double y, double size, pen_colour colour,
                  const char *text) {
    on->text(on->page, pen_at(x, y), PEN_LEFT, size, colour, text);
}

static void draw_scenes(const pen *on, const panel_state *s, double up) {
    const palette *c = s->colours;
    const pen_style chosen = {.fill = c->chosen};
    for (size_t i = 0; i < entry_count(); ++i) {
        const box b = scene_box(s, i);
        const bool is_chosen = i == s->number;
        if (is_chosen) pen_box(on, pen_at(b.x - 4, b.y - up), b.width, b.height, chosen);
        write(on, b.x, b.y + 11 - up, 11,
              is_chosen          ? c->on_chosen
              : entry_at(i).demo ? c->chosen
                                 : c->text,
              entry_at(i).name);
    }
}

/* Splits the title at a space when it is too long for a line. */
static void draw_title(const pen *on, const panel_state *s, const char *title, double up) {
    char line[TITLE_LETTERS + 1];
    size_t length = strlen(title);
    double y = sliders_top() - TITLE + 17 - up;
    if (length > TITLE_LETTERS)
        for (length = TITLE_LETTERS; length > 1 && title[length] != ' ';) --length;
    snprintf(line, sizeof line, "%.*s", (int)length, title);
    write(on, s->left + MARGIN, y, 10, s->colours->pale, line);
    if (title[length] == ' ')
        write(on, s->left + MARGIN, y + 13, 10, s->colours->pale, title + length + 1);
}

static void draw_slider(const pen *on, const panel_state *s, size_t number, double up) {
    const scene_param *p = param_of(s, number);
    const entry e = s->shown;
    box b = slider_box(s, number);
    const pen_style track = {.fill = s->colours->track}, knob = {.fill = s->colours->chosen};
    const double value = value_now(s, number), at = b.x + b.width * part_of(p, value);
    char text[80];
    b.y -= up;
    if (number < e.count)
        entry_value_text(&e, number, value, text, sizeof text);
    else
        snprintf(text, sizeof text, "%.4g", value);
    write(on, b.x, b.y + 12, 11, s->colours->text, p->name);
    on->text(on->page, pen_at(b.x + b.width, b.y + 12), PEN_RIGHT, 11, s->colours->text, text);
    pen_box(on, pen_at(b.x, b.y + 18), b.width, 4, track);
    on->circle(on->page, pen_at(at, b.y + 20), 6, knob);
}

static void draw_switch(const pen *on, const panel_state *s, size_t number, double up) {
    const panel_switch *shown = &s->switches[number];
    const palette *c = s->colours;
    const box b = switch_box(s, number);
    const pen_style frame = {
        .fill = shown->on ? c->chosen : c->ground, .line = c->pale, .width = 1};
    char text[40];
    pen_box(on, pen_at(b.x, b.y + 3 - up), 11, 11, frame);
    snprintf(text, sizeof text, "%s %c", shown->name, shown->key - 'a' + 'A');
    write(on, b.x + 16, b.y + 13 - up, 10, c->text, text);
}

static void draw_buttons(const pen *on, const panel_state *s) {
    const pen_style frame = {.fill = s->colours->ground, .line = s->colours->edge, .width = 1};
    for (size_t i = 0; i < BUTTON_COUNT; ++i) {
        const box b = button_box(s, i);
        const char *name = i == 0 && s->paused ? "go on" : BUTTONS[i].name;
        pen_box(on, pen_at(b.x, b.y), b.width, b.height, frame);
        on->text(on->page, pen_at(b.x + b.width / 2, b.y + 16), PEN_MIDDLE, 11, s->colours->text,
                 name);
    }
}

/* The knob is at the right end in the present. */
static void draw_past(const pen *on, const panel_state *s) {
    const pen_style track = {.fill = s->colours->track}, knob = {.fill = s->colours->chosen};
    const box b = past_box(s);
    const bool past = s->moment < s->moments;
    const double part = past && s->moments > 1 ? (double)s->moment / (double)(s->moments - 1)
                        : past                 ? 0
                                               : 1;
    if (s->moments == 0) return;
    write(on, b.x, b.y + 12, 11, s->colours->text, s->shown.demo ? "the round" : "the last minute");
    pen_box(on, pen_at(b.x, b.y + 18), b.width, 4, track);
    on->circle(on->page, pen_at(b.x + b.width * part, b.y + 20), 6, knob);
}

static void draw_bar(const panel *p, const pen *on, const panel_state *s) {
    const pen_style bar = {.fill = s->colours->pale};
    const box b = bar_box(p, s);
    if (most_scroll(s) > 0) pen_box(on, pen_at(b.x, b.y), b.width, b.height, bar);
}

void panel_draw(const panel *p, const pen *on, const panel_state *s) {
    const pen_style ground = {.fill = s->colours->sheet | 0xff};
    const pen_style edge = {.line = s->colours->edge, .width = 1};
    const entry chosen = s->shown;
    const double up = scroll_of(p, s);
    pen_box(on, pen_at(s->left, 0), PANEL_WIDTH, s->height, ground);
    on->clip(on->page, pen_at(s->left, 0), PANEL_WIDTH, fmax(0, content_end(s)));
    draw_scenes(on, s, up);
    draw_title(on, s, s->title, up);
    for (size_t i = 0; i < chosen.count + world_count(s); ++i) draw_slider(on, s, i, up);
    for (size_t i = 0; i < s->switch_count && !chosen.demo; ++i) draw_switch(on, s, i, up);
    if (s->gauges)
        gauges_draw(s->gauges, on, pen_at(s->left, gauges_top(s) - up), PANEL_WIDTH,
                    gauges_height(s), s->stage, s->colours);
    pen_unclip(on);
    /* The chart is clipped to itself. */
    pen_box(on, pen_at(s->left, content_end(s)), PANEL_WIDTH, s->height, ground);
    draw_bar(p, on, s);
    draw_past(on, s);
    draw_buttons(on, s);
    pen_line(on, pen_at(s->left, 0), pen_at(s->left, s->height), edge);
}

/* ---- Answering ------------------------------------------------------------------------------- */

static panel_action answer_buttons(const panel_state *s, evo_vec2 at) {
    panel_action a = {PANEL_NOTHING, 0, 0, false};
    for (size_t i = 0; i < BUTTON_COUNT; ++i)
        if (box_has(button_box(s, i), at)) a = (panel_action){PANEL_KEY, BUTTONS[i].key, 0, false};
    return a;
}

static panel_action turn(const panel_state *s, evo_vec2 at) {
    const box b = past_box(s);
    const double part = fmax(0, fmin(1, (at.x - b.x) / b.width));
    return (panel_action){PANEL_PAST, (int)(part * (double)(s->moments - 1) + 0.5), 0, false};
}

/* `at` is where it would be if nothing were scrolled. */
static panel_action answer_content(panel *p, const panel_state *s, evo_vec2 at) {
    const entry e = s->shown;
    panel_action a = {PANEL_NOTHING, 0, 0, false};
    for (size_t i = 0; i < entry_count(); ++i)
        if (box_has(scene_box(s, i), at)) a = (panel_action){PANEL_SCENE, (int)i, 0, false};
    for (size_t i = 0; i < e.count + world_count(s); ++i)
        if (box_has(slider_box(s, i), at)) {
            p->slid = (int)i + 1;
            return slide(s, i, at, false);
        }
    for (size_t i = 0; i < s->switch_count && !e.demo; ++i)
        if (box_has(switch_box(s, i), at)) a = (panel_action){PANEL_SWITCH, (int)i, 0, false};
    return a;
}

static panel_action answer_press(panel *p, const panel_state *s, evo_vec2 at) {
    p->turns = s->moments > 0 && box_has(past_box(s), at);
    if (p->turns) return turn(s, at);
    if (at.y >= content_end(s)) return answer_buttons(s, at);
    p->scrolls = most_scroll(s) > 0 && at.x >= bar_box(p, s).x - 4;
    if (p->scrolls) return (panel_action){PANEL_NOTHING, 0, 0, false};
    return answer_content(p, s, pen_at(at.x, at.y + scroll_of(p, s)));
}

/* The middle of the bar follows the pointer. */
static void drag_bar(panel *p, const panel_state *s, evo_vec2 at) {
    const box b = bar_box(p, s);
    p->scroll = (at.y - b.height / 2) * content_height(s) / content_end(s);
    p->scroll = scroll_of(p, s);
}

panel_action panel_answer(panel *p, const panel_state *s, const input *in) {
    panel_action a = {PANEL_NOTHING, 0, 0, false};
    if (in->kind == INPUT_PRESS && in->button == BUTTON_LEFT && panel_has(s, in->at))
        return answer_press(p, s, in->at);
    if (in->kind == INPUT_WHEEL && panel_has(s, in->at)) {
        p->scroll = scroll_of(p, s) - 40 * in->wheel;
        p->scroll = scroll_of(p, s);
    }
    if (p->turns && in->kind == INPUT_MOVE) a = turn(s, in->at);
    if (in->kind == INPUT_RELEASE) p->turns = false;
    if (p->scrolls && in->kind == INPUT_MOVE) drag_bar(p, s, in->at);
    if (in->kind == INPUT_RELEASE) p->scrolls = false;
    if (p->slid > 0 && (in->kind == INPUT_MOVE || in->kind == INPUT_RELEASE)) {
        a = slide(s, (size_t)(p->slid - 1), in->at, in->kind == INPUT_RELEASE);
        if (a.done) p->slid = 0;
    }
    return a;
}
