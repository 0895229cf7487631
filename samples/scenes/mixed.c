/* mixed.c: circles with log-uniform radii, each placed at the lowest of twelve random positions on
 * the pile. The last of the four scenes that are timed against other engines: the same random
 * numbers in the same order, with an exponential that is the same on every machine. Look at the
 * small circles: they fill the gaps between the large ones. The law: the floor carries the whole
 * weight. */
#include <math.h>
#include <stdlib.h>

#include "scenes/stage.h"

enum { COUNT, LARGEST, FRICTION };

static const double CELL = 0.1, SMALLEST = 0.1;

/* The height of the pile's surface, in cells of width CELL. */
typedef struct ground {
    float *heights;
    int count;
} ground;

/* The height of a circle's top above its centre over a cell; 0 outside of the circle. */
static double rise(int cell, double x, double radius) {
    double left = cell * CELL, right = left + CELL;
    double off = x < left ? left - x : x > right ? x - right : 0;
    return off < radius ? sqrt(radius * radius - off * off) : 0;
}

static int cell_of(const ground *g, double x) {
    int cell = (int)(x * 10);
    return cell < 0 ? 0 : cell >= g->count ? g->count - 1 : cell;
}

/* The height of a circle's centre if it were placed at x. */
static double rest_height(const ground *g, double x, double radius) {
    double y = radius + 0.02;
    for (int c = cell_of(g, x - radius - 0.02); c <= cell_of(g, x + radius + 0.02); ++c)
        y = fmax(y, (double)g->heights[c] + 0.01 + rise(c, x, radius));
    return y;
}

static void raise_ground(ground *g, evo_vec2 at, double radius) {
    for (int c = cell_of(g, at.x - radius - 0.02); c <= cell_of(g, at.x + radius + 0.02); ++c)
        g->heights[c] = fmaxf(g->heights[c], (float)(at.y + rise(c, at.x, radius)));
}

static evo_vec2 lowest_of_twelve(const ground *g, uint64_t *random, double width, double radius) {
    evo_vec2 best = {0, 1e30};
    for (int i = 0; i < 12; ++i) {
        double x = radius + 0.02 + chance_part(random) * (width - 2 * radius - 0.04);
        double y = rest_height(g, x, radius);
        if (y < best.y) best = stage_at(x, y);
    }
    return best;
}

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT];
    const double width = 2 * sqrt(params[COUNT]);
    ground g = {NULL, (int)(width * 10) + 1};
    g.heights = calloc((size_t)g.count, sizeof *g.heights);
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->failed |= !g.heights;
    stage->material.friction = params[FRICTION];
    stage->random += (uint64_t)count * 7919 + 4;
    double top = 0;
    for (int i = 0; i < count && !stage->failed; ++i) {
        double radius = chance_scale(&stage->random, SMALLEST, params[LARGEST]);
        evo_vec2 at = lowest_of_twelve(&g, &stage->random, width, radius);
        raise_ground(&g, at, radius);
        top = fmax(top, at.y + radius);
        stage->tint = stage_tint((size_t)i);
        stage_add(stage, EVO_DYNAMIC, evo_circle((float)radius), stage_at((float)at.x, (float)at.y),
                  0);
    }
    stage_box(stage, width, 4 * top + 20, false);
    stage->view = stage_view(-1, -1, width + 1, top + 1);
    free(g.heights);
}

const scene mixed_scene = {
    .name = "mixed",
    .title = "circles of all sizes come to rest in a box",
    .look = "Drag a large one through the small ones. Look at how the small ones run into "
            "each gap.",
    .seconds = 10,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 500, 10, 200000, true, "how many circles"},
            [LARGEST] = {"largest", 2, 0.1, 2.5, false, "largest radius; the smallest is 0.1"},
            [FRICTION] = {"friction", 0.6, 0, 10, false, "of everything; 0 is ice"},
        },
};
