/* history.c: speed and energy of one body over the last seconds. In: worlds, step by step, the
 * moments of the past, or the steps of a record; out: rows in order of time. */
#include "sandbox/history.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Pixels. */
static const double TEXT = 11, TITLE = 15, PLOT = 34, GAP = 3;

/* ---- Taking ---------------------------------------------------------------------------------- */

void history_begin(history *h, evo_body body) {
    h->body = body;
    h->count = 0;
}

static history_row row_of(const evo_world *world, evo_body body) {
    const evo_body_config c = evo_body_get(world, body);
    const evo_mass m = evo_body_mass(world, body);
    const evo_vec2 v = c.velocity, at = evo_body_world_center(world, body);
    const evo_vec2 g = evo_world_gravity(world);
    history_row row = {.time = evo_world_time(world), .speed = hypot(v.x, v.y)};
    row.kinetic = 0.5 * (m.mass * (v.x * v.x + v.y * v.y) + m.inertia * c.spin * c.spin);
    row.energy = row.kinetic - m.mass * c.gravity_scale * (g.x * at.x + g.y * at.y);
    return row;
}

static void drop_first(history *h) {
    memmove(h->rows, h->rows + 1, --h->count * sizeof *h->rows);
}

void history_take(history *h, const evo_world *world) {
    const double now = evo_world_time(world);
    if (!evo_body_exists(world, h->body)) return;
    while (h->count > 0 && h->rows[h->count - 1].time >= now) --h->count;
    while (h->count > 0 && (h->count == HISTORY_KEPT || h->rows[0].time < now - HISTORY_SECONDS))
        drop_first(h);
    h->rows[h->count++] = row_of(world, h->body);
}

bool history_take_earlier(history *h, const evo_world *world, double now) {
    if (!evo_body_exists(world, h->body) || h->count == HISTORY_KEPT) return false;
    if (evo_world_time(world) < now - HISTORY_SECONDS) return false;
    memmove(h->rows + 1, h->rows, h->count++ * sizeof *h->rows);
    h->rows[0] = row_of(world, h->body);
    return true;
}

/* The moments are worlds as bytes: another world loads them. */
void history_read(history *h, evo_body body, const past *p, double now) {
    evo_world *then = evo_world_create(NULL);
    history_begin(h, body);
    for (size_t i = 0; then && i < p->count; ++i) {
        const past_moment *m = &p->moments[i];
        if (m->time < now - HISTORY_SECONDS || m->time >= now) continue;
        if (evo_world_load(then, m->bytes, m->world) == EVO_OK) history_take(h, then);
    }
    evo_world_destroy(then);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static double value(const history_row *row, int line) {
    return line == 0 ? row->speed : line == 1 ? row->kinetic : row->energy;
}

typedef struct plot {
    int first, last; /* lines */
    double low, high;
} plot;

static plot plot_of(const history *h, int first, int last) {
    plot p = {first, last, INFINITY, -INFINITY};
    for (size_t i = 0; i < h->count; ++i)
        for (int line = first; line <= last; ++line) {
            p.low = fmin(p.low, value(&h->rows[i], line));
            p.high = fmax(p.high, value(&h->rows[i], line));
        }
    if (first == 0) p.low = fmin(p.low, 0);
    return p;
}

static void draw_line(const history *h, const pen *on, const plot *p, int line, evo_vec2 corner,
                      double width, pen_colour colour) {
    const double end = h->rows[h->count - 1].time, range = fmax(p->high - p->low, 1e-30);
    const pen_style style = {.line = colour, .width = 1.5};
    evo_vec2 points[HISTORY_KEPT];
    for (size_t i = 0; i < h->count; ++i) {
        const double across = 1 - (end - h->rows[i].time) / HISTORY_SECONDS;
        const double up = (value(&h->rows[i], line) - p->low) / range;
        points[i] = pen_at(corner.x + width * across, corner.y + PLOT * (1 - up));
    }
    if (h->count > 1) on->path(on->page, points, h->count, false, style);
}

static void draw_plot(const history *h, const pen *on, const plot *p, evo_vec2 corner, double width,
                      const char *name, const palette *colours) {
    const pen_style frame = {.line = colours->edge, .width = 1};
    const pen_colour lines[HISTORY_LINES] = {colours->velocity, colours->chosen, colours->accent};
    char text[64];
    snprintf(text, sizeof text, "%.3g to %.3g", p->low, p->high);
    on->text(on->page, pen_at(corner.x, corner.y + 11), PEN_LEFT, TEXT, colours->text, name);
    on->text(on->page, pen_at(corner.x + width, corner.y + 11), PEN_RIGHT, TEXT, colours->pale,
             text);
    const evo_vec2 top = {corner.x, corner.y + TITLE};
    pen_box(on, top, width, PLOT, frame);
    for (int line = p->first; line <= p->last; ++line)
        draw_line(h, on, p, line, top, width, lines[line]);
}

void history_draw(const history *h, const pen *on, evo_vec2 corner, double width,
                  const palette *colours) {
    const plot speed = plot_of(h, 0, 0), energy = plot_of(h, 1, 2);
    if (h->count == 0) return;
    draw_plot(h, on, &speed, corner, width, "speed in 5 seconds", colours);
    draw_plot(h, on, &energy, pen_at(corner.x, corner.y + TITLE + PLOT + GAP), width,
              "kinetic, all energy", colours);
}
