/* rows.c: as many bodies as the lanes take at a time, and the rest one by one. */
#include "solve/rows.h"

#include "core/machine.h"

extern const row_kernels row_kernels_1, row_kernels_4, row_kernels_8;

const row_kernels *row_kernels_for(int lanes) {
    return MACHINE_CHOOSE(lanes, &row_kernels_1, &row_kernels_4, &row_kernels_8);
}

/* Bodies, and their rows, from that of the first on. */
typedef struct portion {
    solve_bodies bodies;
    solve_rows rows;
} portion;

static portion portion_of(const solve_bodies *bodies, const solve_rows *rows, size_t first,
                          size_t count) {
    size_t at = 4 * (first + 1);
    portion p = {{bodies->states + first, bodies->sims + first, count}, {0}};
    if (!rows) return p;
    solve_rows from = {rows->velocity + at, rows->base + at, rows->shift + at, rows->drive + at,
                       count};
    p.rows = from;
    return p;
}

/* The first of two portions is for the lanes. */
static size_t count_whole(const row_kernels *kernels, const solve_bodies *bodies) {
    return bodies->count - bodies->count % kernels->lanes;
}

void rows_pace(const row_kernels *kernels, const solve_bodies *bodies, const rows_span *span,
               rows_leaving *leaving) {
    size_t whole = count_whole(kernels, bodies);
    portion most = portion_of(bodies, NULL, 0, whole);
    portion rest = portion_of(bodies, NULL, whole, bodies->count - whole);
    kernels->pace(&most.bodies, 0, span, leaving);
    row_kernels_1.pace(&rest.bodies, (uint32_t)whole, span, leaving);
}

void rows_close(const row_kernels *kernels, const solve_bodies *bodies, const rows_span *span,
                float *closing) {
    size_t whole = count_whole(kernels, bodies);
    portion most = portion_of(bodies, NULL, 0, whole);
    portion rest = portion_of(bodies, NULL, whole, bodies->count - whole);
    kernels->close(&most.bodies, span, closing);
    row_kernels_1.close(&rest.bodies, span, closing + whole);
}

void rows_fill(const row_kernels *kernels, const solve_bodies *bodies, const solve_rows *rows,
               float pull_x, float pull_y) {
    size_t whole = count_whole(kernels, bodies);
    portion most = portion_of(bodies, rows, 0, whole);
    portion rest = portion_of(bodies, rows, whole, bodies->count - whole);
    kernels->fill(&most.bodies, &most.rows, pull_x, pull_y);
    row_kernels_1.fill(&rest.bodies, &rest.rows, pull_x, pull_y);
}

bool rows_take(const row_kernels *kernels, const solve_bodies *bodies, const solve_rows *rows,
               const rows_span *span, rows_wind *wind) {
    size_t whole = count_whole(kernels, bodies);
    portion most = portion_of(bodies, rows, 0, whole);
    portion rest = portion_of(bodies, rows, whole, bodies->count - whole);
    bool beyond = kernels->take(&most.bodies, &most.rows, span, wind);
    return row_kernels_1.take(&rest.bodies, &rest.rows, span, wind) || beyond;
}
