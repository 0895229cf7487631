#include "sandbox/gauges.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "picture/chart.h"

/* Pixels. */
static const double MARGIN = 12, LINE = 15;

enum { LINES = 4, LETTERS = 80 };

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

static void describe(const gauges *g, const scene_stage *stage, char lines[LINES][LETTERS]) {
    const evo_counters counts = evo_world_counters(stage->world);
    const evo_profile *p = &g->phases;
    const double time = evo_world_time(stage->world);
    snprintf(lines[0], LETTERS, "%.3f s, %zu bodies, %zu awake", time, counts.bodies, counts.awake);
    snprintf(lines[1], LETTERS, "%zu contacts, %.2f ms a step:", counts.contacts, p->step);
    snprintf(lines[2], LETTERS, "pairs %.2f, contacts %.2f, solve %.2f", p->pairs, p->contacts,
             p->solve);
    if (stage->config.exact != NULL) {
        snprintf(lines[0], LETTERS, "%.3f s, %zu bodies", time, counts.bodies);
        snprintf(lines[1], LETTERS, "%" PRIu64 " events, %" PRIu64 " impacts", counts.events,
                 counts.impacts);
        snprintf(lines[2], LETTERS, "from impact to impact, without steps");
    }
    snprintf(lines[3], LETTERS, "ms: world %.2f, drawing %.2f, screen %.2f", g->world, g->drawing,
             g->screen);
}

void gauges_draw(const gauges *g, const pen *on, evo_vec2 corner, double width, double height,
                 const scene_stage *stage, const palette *colours) {
    const chart c = {.names = {"time [s]", "kinetic energy", "energy"},
                     .cells = &g->rows[0][0],
                     .rows = g->count,
                     .lines = 2,
                     .colours = colours};
    char lines[LINES][LETTERS];
    describe(g, stage, lines);
    for (int i = 0; i < LINES; ++i)
        on->text(on->page, pen_at(corner.x + MARGIN, corner.y + 11 + LINE * i), PEN_LEFT, 11,
                 colours->text, lines[i]);
    chart_draw(on, pen_at(corner.x, corner.y + LINE * LINES), width, height - LINE * LINES, &c);
}
