/* passes.c: passes shared by workers, colour by colour. In: kernels, which get a range of blocks;
 * out: what they would do alone. Invariant: blocks of a colour move no body that another one of
 * them reads, so flags that they set meanwhile save work, and change nothing. */
#include "step/passes.h"

#include <assert.h>

#include "step/drift.h"

/* Blocks of a piece, at least: less is done before another worker has seen it. */
enum { BLOCKS_LEAST = 8 };

/* A range of blocks that is shared. */
typedef struct shared_blocks {
    const passes *by;
    contact_kernel rows;
    joint_kernel joints;
    uint32_t first; /* lane */
} shared_blocks;

static void rows_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const shared_blocks *shared = data;
    (void)worker;
    shared->rows(&shared->by->rows, shared->first + from * ROW_BLOCK,
                 shared->first + to * ROW_BLOCK);
}

static void joints_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const shared_blocks *shared = data;
    (void)worker;
    shared->joints(&shared->by->joints, shared->first + from * ROW_BLOCK,
                   shared->first + to * ROW_BLOCK);
}

static void share_colours(const passes *p, shared_blocks *shared, const uint32_t *starts,
                          int colours, crew_piece piece) {
    for (int c = 0; c < colours; ++c) {
        shared->first = starts[c];
        assert(starts[c] % ROW_BLOCK == 0 && starts[c + 1] % ROW_BLOCK == 0
               && "no block is of two colours");
        crew_loop(p->crew, piece, shared, (starts[c + 1] - starts[c]) / ROW_BLOCK, BLOCKS_LEAST);
    }
}

void pass_rows(const passes *p, contact_kernel lanes, contact_kernel single) {
    const contact_rows *rows = p->rows.rows;
    shared_blocks shared = {.by = p, .rows = lanes};
    if (!p->crew)
        lanes(&p->rows, 0, rows->lanes);
    else
        share_colours(p, &shared, rows->starts, rows->colours, rows_piece);
    if (rows->single_end > rows->lanes) single(&p->rows, rows->lanes, rows->single_end);
    impacts_pass(p->events, single);
}

void pass_joints(const passes *p, joint_kernel lanes, joint_kernel single) {
    const joint_blocks *joints = p->joints.joints;
    shared_blocks shared = {.by = p, .joints = lanes};
    if (!p->crew)
        lanes(&p->joints, 0, joints->lanes);
    else
        share_colours(p, &shared, joints->starts, joints->colours, joints_piece);
    single(&p->joints, joints->lanes, joints->single_end);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* Pairs of rows of a piece, at least. */
enum { BODIES_LEAST = 64 };

typedef struct shared_bodies {
    const body_pass *pass;
    body_kernel kernel;
} shared_bodies;

static void bodies_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const shared_bodies *shared = data;
    (void)worker;
    shared->kernel(shared->pass, 2 * from, 2 * to);
}

void pass_bodies(const passes *p, body_kernel lanes) {
    shared_bodies shared = {&p->bodies, lanes};
    crew_loop(p->crew, bodies_piece, &shared, p->bodies.rows->count / 2, BODIES_LEAST);
}
