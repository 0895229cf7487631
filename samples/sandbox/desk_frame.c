/* desk_frame.c: what stands around and on the canvas: messages, the help, the panel. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sandbox/desk.h"

/* ---- Texts ----------------------------------------------------------------------------------- */

/* About the width of a letter, in parts of its size. */
static const double LETTER = 0.6;

/* Breaks lines at spaces so that none has more than `most` letters. */
static void wrap(char *text, double most) {
    char *start = text, *space = NULL;
    for (char *at = text; *at; ++at) {
        if (*at == ' ') space = at;
        if (*at == '\n') start = at + 1, space = NULL;
        if (!space || (double)(at - start) < most) continue;
        *space = '\n';
        start = space + 1;
        space = NULL;
    }
}

/* Draws a text on a sheet at the left edge. Returns where the next one begins. */
static double draw_lines(const desk *d, const pen *on, double top, const char *text,
                         pen_colour colour) {
    const double size = 13, line = 19, margin = 9, left = 10;
    const pen_style sheet = {.fill = d->colours->sheet, .line = d->colours->edge, .width = 1};
    char copy[500];
    size_t longest = 0;
    double count = 0;
    snprintf(copy, sizeof copy, "%s", text);
    wrap(copy, (desk_canvas_width(d) - 2 * (left + margin)) / (LETTER * size));
    for (const char *at = copy; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL, ++count) {
        const size_t length = strcspn(at, "\n");
        if (length > longest) longest = length;
    }
    const double height = line * count + 2 * margin - 6;
    pen_box(on, pen_at(left, top), LETTER * size * (double)longest + 2 * margin, height, sheet);
    double y = top + margin + 11;
    for (char *at = copy, *end; at; at = end ? end + 1 : NULL, y += line) {
        end = strchr(at, '\n');
        if (end) *end = '\0';
        on->text(on->page, pen_at(left + margin, y), PEN_LEFT, size, colour, at);
    }
    return top + height + 6;
}

/* Below each other in the upper left corner. */
static void draw_texts(const desk *d, const pen *on) {
    const pen_colour colour = d->colours->text;
    char text[400];
    double y = 10;
    desk_tell(d, text, sizeof text);
    if (text[0]) y = draw_lines(d, on, y, text, colour);
    if (d->demo.of) {
        demo_say(&d->demo, text, sizeof text);
        y = draw_lines(d, on, y, text, colour);
        demo_formula(&d->demo, text, sizeof text);
        if (text[0]) y = draw_lines(d, on, y, text, d->colours->pale);
    }
    if (d->paused) y = draw_lines(d, on, y, "paused (P)", colour);
    if (joiner_text(&d->joiner)) y = draw_lines(d, on, y, joiner_text(&d->joiner), colour);
    if (d->message_left > 0) draw_lines(d, on, y, d->message, d->colours->accent);
}

/* Smaller in small windows, by whole pixels: each size is a font of its own. */
static void draw_help(const desk *d, const pen *on) {
    static const char *const LINES[][2] = {
        {"P, space", "stop, go on"},
        {"O", "one step, or one impact"},
        {"R", "from the beginning"},
        {"Left, Right", "back in time, by the last minute; forth"},
        {"W", "write the last minute: a record"},
        {"Ctrl+S", "write the scene: a file to edit"},
        {"click, Tab", "what is there, in numbers; the next"},
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
        {"PgUp, PgDn", "another scene"},
        {"F12", "save a picture"},
        {"of a record:", "Left, Right: a step; PgUp, PgDn: a second"},
        {"R, End, [ ]", "its ends; marks and the first difference"},
        {"H, Esc", "this help; the end"},
    };
    const size_t count = sizeof LINES / sizeof *LINES;
    size_t longest = 0;
    for (size_t i = 0; i < count; ++i)
        if (strlen(LINES[i][1]) > longest) longest = strlen(LINES[i][1]);
    const double wide = 156 + 13 * LETTER * (double)longest, high = 24 + 19 * (double)count;
    const double size = floor(13 * fmin(1, fmin((d->width - 10) / wide, (d->height - 10) / high)));
    const double unit = size / 13;
    const evo_vec2 corner = {fmax(5, (desk_canvas_width(d) - unit * wide) / 2),
                             (d->height - unit * high) / 2};
    const pen_style sheet = {
        .fill = d->colours->sheet | 0xff, .line = d->colours->pale, .width = 1};
    pen_box(on, corner, unit * wide, unit * high, sheet);
    for (size_t i = 0; i < 2 * count; ++i)
        on->text(on->page,
                 pen_at(corner.x + unit * (i % 2 == 0 ? 14 : 142),
                        corner.y + unit * (28 + 19 * (double)(i / 2))),
                 PEN_LEFT, size, d->colours->text, LINES[i / 2][i % 2]);
}

void desk_draw(desk *d, const pen *on) {
    const panel_state s = desk_panel(d);
    desk_draw_canvas(d, on);
    on->clip(on->page, pen_at(0, 0), desk_canvas_width(d), d->height);
    draw_texts(d, on);
    pen_unclip(on);
    panel_draw(&d->panel, on, &s);
    if (d->helps) draw_help(d, on);
}
