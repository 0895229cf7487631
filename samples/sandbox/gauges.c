#include "sandbox/gauges.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "picture/chart.h"

/* Pixels. */
static const double WIDTH = 356, HEIGHT = 130, MARGIN = 10, LINE = 16;

enum { LINES = 5, LETTERS = 80 };

static double smoothed(double before, double seconds) {
    return before > 0 ? 0.95 * before + 0.05 * 1e3 * seconds : 1e3 * seconds;
}

/* Milliseconds of the phases of the last step. */
static void take_phases(gauges *g, const scene_stage *stage) {
    const evo_profile p = evo_world_profile(stage->world);
    g->phases.step = smoothed(g->phases.step, p.step);
    g->phases.pairs = smoothed(g->phases.pairs, p.pairs);
    g->phases.contacts = smoothed(g->phases.contacts, p.contacts);
    g->phases.solve = smoothed(g->phases.solve, p.solve);
    g->phases.finish = smoothed(g->phases.finish, p.finish);
}

void gauges_take(gauges *g, const scene_stage *stage) {
    const double time = evo_world_time(stage->world);
    take_phases(g, stage);
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

void gauges_go_back(gauges *g, double time) {
    while (g->count > 0 && g->rows[g->count - 1][0] > time) --g->count;
}

void gauges_time(gauges *g, double world, double drawing, double screen) {
    g->world = smoothed(g->world, world);
    g->drawing = smoothed(g->drawing, drawing);
    g->screen = smoothed(g->screen, screen);
}

/* The lines, from the lowest up. */
static void describe(const gauges *g, const scene_stage *stage, char lines[LINES][LETTERS]) {
    const evo_counters counts = evo_world_counters(stage->world);
    const evo_profile *p = &g->phases;
    snprintf(lines[0], LETTERS, "ms a frame: world %.2f, drawing %.2f, screen %.2f", g->world,
             g->drawing, g->screen);
    snprintf(lines[1], LETTERS, "    solve %.2f, the rest %.2f", p->solve, p->finish);
    snprintf(lines[2], LETTERS, "ms a step %.2f: pairs %.2f, contacts %.2f,", p->step, p->pairs,
             p->contacts);
    snprintf(lines[3], LETTERS, "%zu bodies, %zu awake, %zu contacts", counts.bodies, counts.awake,
             counts.contacts);
    if (stage->config.stepping == EVO_EVENTS) {
        snprintf(lines[1], LETTERS, "without steps");
        snprintf(lines[2], LETTERS, "this world goes from impact to impact,");
        snprintf(lines[3], LETTERS, "%zu bodies, %" PRIu64 " events, %" PRIu64 " impacts",
                 counts.bodies, counts.events, counts.impacts);
    }
    snprintf(lines[4], LETTERS, "time %.3f s", evo_world_time(stage->world));
}

void gauges_draw(const gauges *g, const pen *on, const scene_stage *stage, const palette *colours,
                 double width) {
    const chart c = {.names = {"time [s]", "kinetic energy", "energy"},
                     .cells = &g->rows[0][0],
                     .rows = g->count,
                     .lines = 2,
                     .colours = colours};
    const pen_style sheet = {.fill = colours->sheet, .line = colours->edge, .width = 1};
    const double wide = fmin(WIDTH, width - 2 * MARGIN), high = LINE * LINES + 10;
    const bool charted = on->height > 3 * (HEIGHT + high);
    const double top = on->height - MARGIN - high - (charted ? HEIGHT : 0);
    char lines[LINES][LETTERS];
    describe(g, stage, lines);
    pen_box(on, pen_at(MARGIN, top), wide, high + (charted ? HEIGHT : 0), sheet);
    for (int i = 0; i < LINES; ++i)
        on->text(on->page, pen_at(MARGIN + 9, top + 18 + LINE * i), PEN_LEFT, 11, colours->text,
                 lines[LINES - 1 - i]);
    if (charted) chart_draw(on, pen_at(MARGIN, top + high - 4), wide, HEIGHT, &c);
    on->clip(on->page, pen_at(0, 0), width, on->height);
}
