/* desk_frame.c: what stands around and on the canvas: statistics, messages, the help, the panel. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sandbox/desk.h"

/* ---- Texts ----------------------------------------------------------------------------------- */

/* About the width of a letter, in parts of its size. */
static const double LETTER = 0.6;

/* Lines of text on a sheet, the upper left corner of which is given. Returns its height. */
static double draw_lines(const pen *on, const palette *c, evo_vec2 corner, const char *text,
                         pen_colour colour) {
    const double size = 13, line = 19, margin = 9;
    const pen_style sheet = {.fill = c->sheet, .line = c->edge, .width = 1};
    char copy[500];
    size_t longest = 0;
    double count = 0;
    snprintf(copy, sizeof copy, "%s", text);
    for (const char *at = text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL, ++count) {
        const size_t length = strcspn(at, "\n");
        if (length > longest) longest = length;
    }
    const double height = line * count + 2 * margin - 6;
    pen_box(on, corner, LETTER * size * (double)longest + 2 * margin, height, sheet);
    double y = corner.y + margin + 11;
    for (char *at = copy, *end; at; at = end ? end + 1 : NULL, y += line) {
        end = strchr(at, '\n');
        if (end) *end = '\0';
        on->text(on->page, pen_at(corner.x + margin, y), PEN_LEFT, size, colour, at);
    }
    return height;
}

/* Below each other in the upper left corner. */
static void draw_texts(const desk *d, const pen *on) {
    char text[400];
    double y = 10;
    if (d->demo.of) {
        demo_tell(&d->demo, text, sizeof text);
        y += 6 + draw_lines(on, d->colours, pen_at(10, y), text, d->colours->text);
    }
    if (d->paused)
        y += 6 + draw_lines(on, d->colours, pen_at(10, y), "paused (P)", d->colours->text);
    if (joiner_text(&d->joiner))
        y += 6
             + draw_lines(on, d->colours, pen_at(10, y), joiner_text(&d->joiner), d->colours->text);
    if (d->message_left > 0)
        draw_lines(on, d->colours, pen_at(10, y), d->message, d->colours->accent);
}

static void draw_help(const desk *d, const pen *on) {
    static const char *const LINES[][2] = {
        {"P, space", "stop, go on"},
        {"O", "one step, or one impact"},
        {"R", "from the beginning"},
        {"Left, Right", "back in time, by the last minute; forth"},
        {"W", "write the last minute: evolute-run replay"},
        {", .", "slower, faster: 1/8 to 8"},
        {"drag", "a body, a handle; elsewhere: the view"},
        {"right drag", "move the view"},
        {"wheel, Home", "nearer, farther; all of it"},
        {"L", "follow the body at the pointer; stop"},
        {"1 2 3", "make a circle, an ellipse, a ring"},
        {"4 5 6", "make a box, a capsule, a hexagon"},
        {"A", "attach by hinges, rods, springs; off"},
        {"D", "detach: remove the joint there"},
        {"X, Delete", "remove the body at the pointer"},
        {"PageUp, PageDown", "another scene"},
        {"F12", "save a picture"},
        {"H, Esc", "this help; the end"},
    };
    const size_t count = sizeof LINES / sizeof *LINES;
    const double width = fmin(400, d->width - 10), height = 24 + 19 * (double)count;
    const evo_vec2 corner = {fmax(5, (desk_canvas_width(d) - width) / 2), (d->height - height) / 2};
    const pen_style sheet = {
        .fill = d->colours->sheet | 0xff, .line = d->colours->pale, .width = 1};
    pen_box(on, corner, width, height, sheet);
    for (size_t i = 0; i < 2 * count; ++i)
        on->text(on->page,
                 pen_at(corner.x + (i % 2 == 0 ? 14 : 142), corner.y + 28 + 19 * (double)(i / 2)),
                 PEN_LEFT, 13, d->colours->text, LINES[i / 2][i % 2]);
}

void desk_draw(desk *d, const pen *on) {
    const panel_state s = desk_panel(d);
    desk_draw_canvas(d, on);
    on->clip(on->page, pen_at(0, 0), desk_canvas_width(d), d->height);
    if (d->built && d->shown[SHOWN_ENERGY].on)
        gauges_draw(&d->gauges, on, &d->stage, d->colours, desk_canvas_width(d));
    draw_texts(d, on);
    pen_unclip(on);
    panel_draw(&d->panel, on, &s);
    if (d->helps) draw_help(d, on);
}
