/* net.c: disks in rows, each joined to its neighbours, are a net that hangs between two points, and
 * bodies fall into it. Look at how the net gives way and swings: each joint lets its disks turn, so
 * the meshes are sheared. The law: joints hold points together, however many there are. */
#include "scenes/stage.h"

enum { COLUMNS, ROWS, COUNT, WEIGHT };

static const double APART = 0.6, KNOT = 0.2, DEEP = 0.35, TURN = 6.283185307179586;

/* A place in the net as it begins: the rows are parabolas. */
static evo_vec2 place(int column, int row, int columns) {
    const double half = (columns - 1) / 2.0, part = (column - half) / half;
    return stage_at(APART * column, APART * (DEEP * half * (part * part - 1) - row));
}

static evo_vec2 between(evo_vec2 a, evo_vec2 b) {
    return stage_at((a.x + b.x) / 2, (a.y + b.y) / 2);
}

/* Knots are numbered by row, as actors are: these are the first. */
static void add_net(scene_stage *stage, int columns, int rows) {
    const evo_body world = {0};
    for (int i = 0; i < columns * rows && !stage->failed; ++i) {
        const int column = i % columns, row = i / columns;
        const evo_vec2 at = place(column, row, columns);
        stage->tint = 1 + (column + row) % 2;
        const evo_body knot = stage_add(stage, EVO_DYNAMIC, evo_circle(KNOT), at, 0);
        if (stage->failed) return;
        if (column > 0)
            stage_hinge(stage, stage->actors[i - 1].body, knot,
                        between(place(column - 1, row, columns), at));
        if (row > 0)
            stage_hinge(stage, stage->actors[i - columns].body, knot,
                        between(place(column, row - 1, columns), at));
        if (row == 0 && column % (columns - 1) == 0) stage_hinge(stage, world, knot, at);
    }
}

static void make(scene_stage *stage, const double *params) {
    const int columns = (int)params[COLUMNS], rows = (int)params[ROWS], count = (int)params[COUNT];
    const double wide = APART * (columns - 1), deep = wide * DEEP / 2 + APART * rows;
    stage_world(stage, STAGE_GRAVITY, STAGE_BOUNCE);
    stage->view = stage_view(-2, -1.2 * deep - 1, wide + 2, 5);
    add_net(stage, columns, rows);
    stage->material.density = params[WEIGHT];
    for (int i = 0; i < count; ++i) {
        const double x = wide * chance_between(&stage->random, 0.4, 0.6);
        const double angle = chance_between(&stage->random, 0, TURN);
        const evo_shape shape = i % 2 == 0 ? evo_box(0.5, 0.35) : evo_circle(0.45);
        stage->tint = 3 + i % 3;
        stage_add(stage, EVO_DYNAMIC, shape, stage_at(x, 1 + 1.3 * i), angle);
    }
}

const scene net_scene = {
    .name = "net",
    .title = "bodies fall into a net of disks",
    .look = "Throw something into the net. Look at how it gives way and swings.",
    .seconds = 12,
    .make = make,
    .params =
        {
            [COLUMNS] = {"columns", 25, 3, 60, true, "disks in a row of the net"},
            [ROWS] = {"rows", 4, 1, 30, true, "rows of the net"},
            [COUNT] = {"count", 8, 0, 50, true, "how many bodies fall"},
            [WEIGHT] = {"weight", 0.5, 0.01, 5, false, "density of these; that of the net is 1"},
        },
};
