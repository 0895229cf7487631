/* galton.c: Galton's board: grains run out of a funnel, through rows of pegs that throw each of
 * them left or right, into bins, where they pile up to the curve of a bell. Look at the colours
 * too: they are the layers of the funnel, and fill a middle bin in that order.
 *
 * In fixed steps, not as an event world: there, resting heaps keep bouncing a thousand times a
 * second per grain, and a full funnel costs a hundred times as much. */
#include <math.h>

#include "scenes/stage.h"

enum { COUNT, ROWS, RESTITUTION, FRICTION };

static const double GRAIN = 0.12, PEG = 0.2, NECK = 0.38, ROW = 0.8, SLOPE = 1;

/* Heights from the floor up; the pegs of a row and the bins are 1 apart. */
typedef struct board {
    int rows, bins;
    double half, bins_top, pegs_top, neck, brim;
} board;

static board plan(int count, int rows) {
    board b = {.rows = rows, .bins = rows + 2};
    b.half = 0.5 * b.bins;
    /* The fraction of all grains in the fullest bin. */
    double fullest = 0.8 / sqrt(rows + 1.0);
    b.bins_top = 1 + 1.15 * fullest * count * 4 * GRAIN * GRAIN;
    b.pegs_top = b.bins_top + rows * ROW;
    b.neck = b.pegs_top + 1;
    b.brim = b.neck + (b.half - NECK) * SLOPE;
    return b;
}

static void add_walls(scene_stage *stage, const board *b, double top) {
    stage_wall(stage, stage_at(-b->half, 0), stage_at(b->half, 0));
    for (int side = -1; side <= 1; side += 2) {
        double edge = side * b->half;
        stage_wall(stage, stage_at(edge, 0), stage_at(edge, top));
        stage_wall(stage, stage_at(edge, b->brim), stage_at(side * NECK, b->neck));
        stage_wall(stage, stage_at(side * NECK, b->neck), stage_at(side * NECK, b->neck - 0.5));
    }
    for (int i = 1; i < b->bins; ++i)
        stage_wall(stage, stage_at(i - b->half, 0), stage_at(i - b->half, b->bins_top));
}

/* Each row stands in the gaps of the one below it, the lowest above the middles of the bins. */
static void add_pegs(scene_stage *stage, const board *b) {
    stage->tint = 0;
    for (int row = 0; row < b->rows; ++row) {
        double first = row % 2 == 0 ? 0.5 : 1;
        for (double x = first; x < b->bins; x += 1)
            stage_add(stage, EVO_STATIC, evo_circle(PEG),
                      stage_at(x - b->half, b->bins_top + (row + 0.5) * ROW), 0);
    }
}

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT];
    const board b = plan(count, (int)params[ROWS]);
    const double apart = 2.3 * GRAIN;
    const int columns = (int)((2 * b.half - apart) / apart);
    const double top = b.brim + (1 + (double)(count / columns)) * apart;
    stage_world(stage, STAGE_GRAVITY, 0.2);
    stage->view = stage_view(-b.half - 1, -0.5, b.half + 1, top + 0.5);
    stage->material.friction = params[FRICTION];
    stage->material.restitution = params[RESTITUTION];
    add_walls(stage, &b, top);
    add_pegs(stage, &b);
    for (int i = 0; i < count; ++i) {
        double off = chance_between(&stage->random, -0.1, 0.1) * GRAIN;
        double x = (i % columns - 0.5 * (columns - 1)) * apart + off;
        stage->tint = stage_tint((size_t)(5 * i / count));
        stage_add(stage, EVO_DYNAMIC, evo_circle(GRAIN),
                  stage_at(x, b.brim + (0.5 + (double)(i / columns)) * apart), 0);
    }
}

const scene galton_scene = {
    .name = "galton",
    .title = "grains fall through rows of pegs and pile up to a bell",
    .look = "Drop a grain where you like. Look at the bins: left or right at each peg, and in "
            "the end a bell.",
    .seconds = 22,
    .make = make,
    .params =
        {
            [COUNT] = {"count", 500, 1, 5000, true, "how many grains"},
            [ROWS] = {"rows", 12, 1, 40, true, "how many rows of pegs"},
            [RESTITUTION] = {"restitution", 0.5, 0, 1, false, "part of the speed that comes back"},
            [FRICTION] = {"friction", 0.02, 0, 10, false, "of everything; 0 is ice"},
        },
};
