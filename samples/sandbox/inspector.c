#include "sandbox/inspector.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pixels. */
static const double WIDTH = 304, NARROW = 640, MARGIN = 8, PADDING = 10, LINE = 15, TEXT = 11,
                    CLOSE = 40;

/* Part of a narrow canvas. */
static const double PART = 0.5;

typedef struct box {
    double x, y, width, height;
} box;

/* ---- Where everything is --------------------------------------------------------------------- */

static double plots_height(const inspector *i) {
    return i->motion.count > 0 ? HISTORY_HEIGHT : 0;
}

static double content_height(const inspector *i) {
    return LINE * (double)i->lines.count + plots_height(i) + 2 * PADDING;
}

static box sheet_box(const inspector *i, const inspector_state *s) {
    const double content = content_height(i);
    if (s->width >= NARROW)
        return (box){s->width - WIDTH - MARGIN, MARGIN, WIDTH,
                     fmin(content, s->height - 2 * MARGIN)};
    const double high = fmin(content, PART * s->height);
    return (box){MARGIN, s->height - high - MARGIN, s->width - 2 * MARGIN, high};
}

double inspector_width(double canvas_width) {
    return canvas_width >= NARROW ? WIDTH + MARGIN : 0;
}

static bool box_has(box b, evo_vec2 at) {
    return at.x >= b.x && at.x < b.x + b.width && at.y >= b.y && at.y < b.y + b.height;
}

static double scroll_within(const inspector *i, box b, double scroll) {
    return fmax(0, fmin(content_height(i) - b.height, scroll));
}

/* ---- Picking --------------------------------------------------------------------------------- */

void inspector_pick(inspector *i, const scene_stage *stage, pick picked, evo_vec2 at) {
    i->picked = picked;
    i->at = at;
    i->scroll = 0;
    history_begin(&i->motion, pick_body(stage, &picked));
}

bool inspector_is_shown(inspector *i, const inspector_state *s) {
    if (!s->stage->world) return false;
    const bool picked = pick_exists(s->stage->world, &i->picked);
    if (!picked && i->picked.kind != PICK_NOTHING)
        inspector_pick(i, s->stage, (pick){.kind = PICK_NOTHING}, i->at);
    return picked || (s->player && s->width >= NARROW);
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Whether a call names the object, as "body 12", but not "body 123". */
static bool names(const char *call, const char *kind, uint32_t index) {
    char name[40];
    snprintf(name, sizeof name, "%s %" PRIu32, kind, index);
    for (const char *at = strstr(call, name); at; at = strstr(at + 1, name)) {
        const char next = at[strlen(name)];
        if (next < '0' || next > '9') return true;
    }
    return false;
}

/* Whether a call is for what is picked, or for its body. */
static bool concerns(const inspector *i, const inspector_state *s, const char *call) {
    const pick *p = &i->picked;
    const evo_body body = pick_body(s->stage, p);
    if (p->kind == PICK_NOTHING) return false;
    if (p->kind == PICK_JOINT && names(call, "joint", p->joint.index)) return true;
    if (p->kind == PICK_COLLIDER && names(call, "collider", p->a.index)) return true;
    return !evo_body_is_none(body) && names(call, "body", body.index);
}

static void write_calls(inspector *i, const inspector_state *s) {
    const player *p = s->player;
    const size_t listed = p->call_count < PLAYER_CALLS ? p->call_count : PLAYER_CALLS;
    lines_add(&i->lines, LINE_HEAD, "calls before this step: %zu", p->call_count);
    for (size_t k = 0; k < listed; ++k) {
        const player_call *call = &p->calls[k];
        const bool marked = call->differs || concerns(i, s, call->text);
        lines_add(&i->lines, marked ? LINE_MARKED : LINE_PLAIN, "%s%s",
                  call->differs ? "differs: " : "", call->text);
    }
    if (p->call_count > listed)
        lines_add(&i->lines, LINE_PLAIN, "and %zu more", p->call_count - listed);
}

void inspector_write(inspector *i, const inspector_state *s) {
    i->lines.count = 0;
    if (!inspector_is_shown(i, s)) return;
    inspect(&i->lines, s->stage, &i->picked);
    if (s->player) write_calls(i, s);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static void draw_lines(const inspector *i, const pen *on, box b, double y, const palette *c) {
    for (size_t k = 0; k < i->lines.count; ++k, y += LINE) {
        const text_line *line = &i->lines.of[k];
        const pen_colour colour = line->kind == LINE_MARKED ? c->accent
                                  : line->kind == LINE_HEAD ? c->chosen
                                                            : c->text;
        if (y > b.y - LINE && y < b.y + b.height)
            on->text(on->page, pen_at(b.x + PADDING, y + 11), PEN_LEFT, TEXT, colour, line->text);
    }
}

static void draw_bar(const inspector *i, const pen *on, box b, const palette *c) {
    const pen_style bar = {.fill = c->track};
    const double part = b.height / content_height(i);
    if (part < 1)
        pen_box(on, pen_at(b.x + b.width - 5, b.y + part * i->scroll), 4, part * b.height, bar);
}

static void draw_cross(const pen *on, box b, const palette *c) {
    const pen_style line = {.line = c->pale, .width = 1.5};
    const double x = b.x + b.width - 17, y = b.y + 14, half = 5;
    pen_line(on, pen_at(x - half, y - half), pen_at(x + half, y + half), line);
    pen_line(on, pen_at(x - half, y + half), pen_at(x + half, y - half), line);
}

void inspector_draw(inspector *i, const pen *on, const inspector_state *s) {
    const palette *c = s->colours;
    const pen_style sheet = {.fill = c->sheet, .line = c->edge, .width = 1};
    inspector_write(i, s);
    if (i->lines.count == 0) return;
    const box b = sheet_box(i, s);
    i->scroll = scroll_within(i, b, i->scroll);
    const double top = b.y + PADDING - i->scroll, width = b.width - 2 * PADDING;
    const double plots = plots_height(i), text = LINE * (double)i->lines.count;
    const bool below = s->width < NARROW; /* numbers come first where there is little room */
    pen_box(on, pen_at(b.x, b.y), b.width, b.height, sheet);
    on->clip(on->page, pen_at(b.x, b.y), b.width, b.height);
    history_draw(&i->motion, on, pen_at(b.x + PADDING, below ? top + text : top), width - 24, c);
    draw_lines(i, on, b, below ? top : top + plots, c);
    draw_bar(i, on, b, c);
    if (i->picked.kind != PICK_NOTHING) draw_cross(on, b, c);
    pen_unclip(on);
}

/* ---- Answering ------------------------------------------------------------------------------- */

bool inspector_answer(inspector *i, const inspector_state *s, const input *in) {
    const bool shown = inspector_is_shown(i, s), drags = i->drags;
    const box b = sheet_box(i, s);
    const box cross = {b.x + b.width - CLOSE, b.y, CLOSE, CLOSE};
    const bool within = shown && i->lines.count > 0 && box_has(b, in->at);
    if (in->kind == INPUT_RELEASE) i->drags = false;
    if (drags && in->kind == INPUT_MOVE) {
        i->scroll = scroll_within(i, b, i->scroll + i->dragged_from - in->at.y);
        i->dragged_from = in->at.y;
    }
    if (!within) return drags;
    if (in->kind == INPUT_WHEEL) i->scroll = scroll_within(i, b, i->scroll - 40 * in->wheel);
    if (in->kind != INPUT_PRESS) return in->kind == INPUT_WHEEL || drags;
    i->drags = true;
    i->dragged_from = in->at.y;
    if (i->picked.kind != PICK_NOTHING && box_has(cross, in->at))
        inspector_pick(i, s->stage, (pick){.kind = PICK_NOTHING}, i->at);
    return true;
}
