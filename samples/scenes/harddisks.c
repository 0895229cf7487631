/* harddisks.c: the hard-disk gas, simulated since 1957: equal disks of mass 1 and diameter 1 in a
 * periodic box that interact by elastic impacts alone. They begin on a lattice, at temperature 1
 * and with zero momentum, which is conserved. Below a packing of about 0.7 the lattice
 * melts. Look at the compressibility in the summary, pressure times area over number and kT, which
 * is the law: 1 for no disks at all, 2.06 at a packing of 0.3, 4.11 at 0.5. */
#include <math.h>

#include "scenes/stage.h"

enum { COUNT, PACKING };

static const double PI = 3.14159265358979;

/* If skewed, every second row is shifted by half a column. */
typedef struct lattice {
    int columns, rows;
    bool skewed;
    double least; /* least distance of neighbours */
} lattice;

static lattice try_lattice(int count, int columns, bool skewed, double side) {
    lattice l = {columns, (count - 1) / columns + 1, skewed, 0};
    if (skewed) l.rows += l.rows % 2; /* rows alternate across the periodic edge too */
    const double right = side / l.columns, up = side / l.rows;
    l.least = fmin(right, skewed ? fmin(sqrt(0.25 * right * right + up * up), 2 * up) : up);
    return l;
}

/* The square lattice where it fits, else the triangular one with the greatest distance. */
static lattice find_lattice(int count, double side) {
    lattice best = try_lattice(count, (int)ceil(sqrt(count)), false, side);
    if (best.least >= 1) return best;
    for (int columns = 1; columns <= (int)side; ++columns) {
        lattice l = try_lattice(count, columns, true, side);
        if (l.least > best.least) best = l;
    }
    return best;
}

static void add_disks(scene_stage *stage, const lattice *l, int count, double side) {
    const double right = side / l->columns, up = side / l->rows;
    for (int i = 0; i < count; ++i) {
        const int row = i / l->columns;
        const double half = l->skewed && row % 2 == 1 ? 0.75 : 0.25;
        stage->tint = stage_tint((size_t)(row * (SCENE_TINTS - 1) / l->rows));
        stage_add(stage, EVO_DYNAMIC, evo_circle(0.5),
                  stage_at((i % l->columns + half) * right, (row + 0.5) * up), 0);
    }
}

/* Gaussian, shifted to momentum 0 and scaled to temperature 1: a mean square of 2. */
static void set_velocities(scene_stage *stage) {
    const double count = (double)stage->count;
    evo_vec2 sum = {0, 0};
    for (size_t i = 0; i < stage->count; ++i) {
        double right = chance_normal(&stage->random), up = chance_normal(&stage->random);
        evo_body_set_velocity(stage->world, stage->actors[i].body, stage_at(right, up));
        sum = stage_at(sum.x + right, sum.y + up);
    }
    double squares = 0;
    for (size_t i = 0; i < stage->count; ++i) {
        evo_vec2 v = evo_body_velocity(stage->world, stage->actors[i].body);
        v = stage_at(v.x - sum.x / count, v.y - sum.y / count);
        evo_body_set_velocity(stage->world, stage->actors[i].body, v);
        squares += v.x * v.x + v.y * v.y;
    }
    const double stretch = sqrt(2 * count / squares);
    for (size_t i = 0; i < stage->count; ++i) {
        evo_vec2 v = evo_body_velocity(stage->world, stage->actors[i].body);
        evo_body_set_velocity(stage->world, stage->actors[i].body,
                              stage_at(v.x * stretch, v.y * stretch));
    }
}

static void make(scene_stage *stage, const double *params) {
    const int count = (int)params[COUNT];
    const double side = sqrt(count * PI * 0.25 / params[PACKING]);
    const lattice l = find_lattice(count, side);
    const evo_bounds box = stage_view(0, 0, side, side);
    stage->material.friction = 0;
    stage->material.restitution = 1;
    stage->material.density = 4 / PI;
    stage_events(stage, 0, EVO_PERIODIC, box);
    stage->view = box;
    stage->failed |= l.least < 1 || side < 4;
    add_disks(stage, &l, count, side);
    if (!stage->failed) set_velocities(stage);
}

const scene harddisks_scene = {
    .name = "harddisks",
    .title = "hard disks in a periodic box",
    .look = "Throw a disk. Look at the colours: what was apart mixes, and speeds become those "
            "of the textbook's gas.",
    .seconds = 20,
    .events = true,
    .make = make,
    .params = {[COUNT] = {"count", 1024, 16, 1000000, true, "how many disks"},
               [PACKING] = {"packing", 0.5, 0.001, 0.85, false, "how much of the box they cover"}},
};
