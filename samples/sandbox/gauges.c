#include "sandbox/gauges.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "picture/chart.h"

/* Pixels. */
static const double WIDTH = 330, HEIGHT = 130, MARGIN = 10, LINE = 15;

void gauges_take(gauges *g, const scene_stage *stage) {
    const double time = evo_world_time(stage->world);
    if (g->count > 0 && !(time > g->rows[g->count - 1][0])) return;
    if (g->count == GAUGES_KEPT) {
        memmove(g->rows, g->rows + 1, sizeof g->rows - sizeof *g->rows);
        --g->count;
    }
    double *row = g->rows[g->count++];
    row[0] = time;
    row[1] = evo_world_kinetic_energy(stage->world);
    row[2] = row[1] + scene_potential(stage);
}

static double smoothed(double before, double seconds) {
    return before > 0 ? 0.95 * before + 0.05 * 1e3 * seconds : 1e3 * seconds;
}

void gauges_time(gauges *g, double world, double drawing, double screen) {
    g->world = smoothed(g->world, world);
    g->drawing = smoothed(g->drawing, drawing);
    g->screen = smoothed(g->screen, screen);
}

static void write_line(const pen *on, int line, const char *text) {
    on->text(on->page, pen_at(MARGIN, on->height - HEIGHT - 12 - LINE * line), PEN_LEFT, 11,
             0x222222ff, text);
}

void gauges_draw(const gauges *g, const pen *on, const scene_stage *stage) {
    const chart c = {.names = {"time [s]", "kinetic energy", "energy"},
                     .cells = &g->rows[0][0],
                     .rows = g->count,
                     .lines = 2};
    const evo_counters counts = evo_world_counters(stage->world);
    const bool events = stage->config.stepping == EVO_EVENTS;
    char text[120];
    chart_draw(on, pen_at(0, on->height - HEIGHT), WIDTH, HEIGHT, &c);
    snprintf(text, sizeof text, "ms a frame: world %.2f, drawing %.2f, screen %.2f", g->world,
             g->drawing, g->screen);
    write_line(on, 0, text);
    if (events)
        snprintf(text, sizeof text, "%zu bodies, %" PRIu64 " events, %" PRIu64 " impacts",
                 counts.bodies, counts.events, counts.impacts);
    else
        snprintf(text, sizeof text, "%zu bodies, %zu awake, %zu contacts", counts.bodies,
                 counts.awake, counts.contacts);
    write_line(on, 1, text);
    snprintf(text, sizeof text, "time %.3f s", evo_world_time(stage->world));
    write_line(on, 2, text);
}
