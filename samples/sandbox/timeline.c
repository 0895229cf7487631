#include "sandbox/timeline.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Pixels. Fingers need 44. On narrow canvases texts have rows of their own above the buttons. */
static const double MARGIN = 14, BUTTON = 44, BAR_TOP = 22, BAR = 6, ROW = 40, TEXT = 12,
                    TEXT_ROWS = 34, NARROW = 480;

static const struct {
    const char *name;
    int key;
} BUTTONS[] = {{"|<", 'r'},      {"<", KEY_LEFT}, {"play", 'p'},
               {">", KEY_RIGHT}, {">|", KEY_END}, {"mark", ']'}};

enum { BUTTON_COUNT = sizeof BUTTONS / sizeof *BUTTONS };

/* ---- Where everything is --------------------------------------------------------------------- */

static double text_rows(double canvas_width) {
    return canvas_width < NARROW ? TEXT_ROWS : 0;
}

double timeline_height(double canvas_width) {
    return 2 * ROW + 4 + text_rows(canvas_width);
}

static double bar_width(const timeline_state *s) {
    return fmax(1, s->width - 2 * MARGIN);
}

static double place_of(const timeline_state *s, uint64_t step) {
    const double steps = fmax(1, (double)s->player->info.steps);
    return MARGIN + bar_width(s) * (double)step / steps;
}

static uint64_t step_at(const timeline_state *s, double x) {
    const double part = fmax(0, fmin(1, (x - MARGIN) / bar_width(s)));
    return (uint64_t)(part * (double)s->player->info.steps + 0.5);
}

static evo_vec2 button_corner(const timeline_state *s, int number) {
    return pen_at(MARGIN - 4 + BUTTON * number, s->top + ROW + text_rows(s->width));
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static void draw_tick(const pen *on, const timeline_state *s, uint64_t step, double width,
                      pen_colour colour) {
    const pen_style style = {.line = colour, .width = width};
    const double x = place_of(s, step), y = s->top + BAR_TOP;
    pen_line(on, pen_at(x, y - 12), pen_at(x, y + 9), style);
}

static void draw_bar(const pen *on, const timeline_state *s) {
    const palette *c = s->colours;
    const player *p = s->player;
    const pen_style track = {.fill = c->track}, read = {.fill = c->pale},
                    knob = {.fill = c->chosen};
    const evo_vec2 corner = {MARGIN, s->top + BAR_TOP - BAR / 2};
    pen_box(on, corner, bar_width(s), BAR, track);
    pen_box(on, corner, place_of(s, p->read) - MARGIN, BAR, read);
    for (size_t i = 0; i < p->mark_count; ++i) draw_tick(on, s, p->marks[i].step, 2, c->chosen);
    if (p->differs) draw_tick(on, s, p->difference, 3, c->accent);
    on->circle(on->page, pen_at(place_of(s, p->step), s->top + BAR_TOP), 8, knob);
}

static void draw_buttons(const pen *on, const timeline_state *s) {
    const pen_style frame = {.fill = s->colours->ground, .line = s->colours->edge, .width = 1};
    for (int i = 0; i < BUTTON_COUNT; ++i) {
        const evo_vec2 corner = button_corner(s, i);
        const char *name = BUTTONS[i].key == 'p' && !s->paused ? "stop" : BUTTONS[i].name;
        pen_box(on, pen_at(corner.x + 2, corner.y + 2), BUTTON - 4, ROW - 4, frame);
        on->text(on->page, pen_at(corner.x + BUTTON / 2, corner.y + 25), PEN_MIDDLE, TEXT,
                 s->colours->text, name);
    }
}

/* The mark at the step, or NULL. */
static const char *mark_here(const player *p) {
    for (size_t i = p->mark_count; i-- > 0;)
        if (p->marks[i].step == p->step) return p->marks[i].text;
    return NULL;
}

static void say(const player *p, char *text, size_t size) {
    const char *mark = mark_here(p);
    if (player_reads(p))
        snprintf(text, size, "reading");
    else if (p->differs && p->difference == p->step)
        snprintf(text, size, "%s", p->how);
    else if (mark)
        snprintf(text, size, "%s", mark);
    else if (p->differs)
        snprintf(text, size, "differs first in step %" PRIu64, p->difference);
    else if (p->read < p->info.steps)
        snprintf(text, size, "read to step %" PRIu64, p->read);
    else
        snprintf(text, size, p->info.whole ? "no difference" : "no difference; it was cut off");
}

/* The step, and what is to be said of it. */
static void draw_texts(const pen *on, const timeline_state *s) {
    const player *p = s->player;
    const bool narrow = text_rows(s->width) > 0;
    const double x = narrow ? MARGIN : button_corner(s, BUTTON_COUNT).x + 8,
                 y = s->top + ROW + (narrow ? 8 : 16);
    const pen_colour colour = p->differs ? s->colours->accent : s->colours->pale;
    char text[300];
    snprintf(text, sizeof text, "%" PRIu64 " of %" PRIu64, p->step, p->info.steps);
    on->text(on->page, pen_at(x, y), PEN_LEFT, TEXT, s->colours->text, text);
    say(p, text, sizeof text);
    on->text(on->page, pen_at(x, y + 16), PEN_LEFT, TEXT, colour, text);
}

void timeline_draw(const pen *on, const timeline_state *s) {
    const pen_style sheet = {
        .fill = s->colours->sheet | 0xff, .line = s->colours->edge, .width = 1};
    const double height = timeline_height(s->width);
    pen_box(on, pen_at(0, s->top), s->width, height, sheet);
    on->clip(on->page, pen_at(0, s->top), s->width, height);
    draw_bar(on, s);
    draw_buttons(on, s);
    draw_texts(on, s);
    pen_unclip(on);
}

/* ---- Answering ------------------------------------------------------------------------------- */

static timeline_action slide(const timeline_state *s, double x) {
    return (timeline_action){TIMELINE_STEP, step_at(s, x), 0};
}

static timeline_action answer_press(timeline *t, const timeline_state *s, evo_vec2 at) {
    if (at.y < s->top || at.x > s->width) return (timeline_action){TIMELINE_NOTHING, 0, 0};
    t->slides = at.y < s->top + ROW;
    if (t->slides) return slide(s, at.x);
    for (int i = 0; i < BUTTON_COUNT; ++i) {
        const evo_vec2 corner = button_corner(s, i);
        if (at.x >= corner.x && at.x < corner.x + BUTTON && at.y >= corner.y)
            return (timeline_action){TIMELINE_KEY, 0, BUTTONS[i].key};
    }
    return (timeline_action){TIMELINE_HELD, 0, 0};
}

timeline_action timeline_answer(timeline *t, const timeline_state *s, const input *in) {
    const bool slides = t->slides;
    if (in->kind == INPUT_PRESS && in->button == BUTTON_LEFT) return answer_press(t, s, in->at);
    if (in->kind == INPUT_RELEASE) t->slides = false;
    if (slides && in->kind == INPUT_MOVE) return slide(s, in->at.x);
    return (timeline_action){slides ? TIMELINE_HELD : TIMELINE_NOTHING, 0, 0};
}
