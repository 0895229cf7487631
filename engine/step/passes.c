/* passes.c: passes shared by workers, colour by colour. In: kernels, which get a range of blocks;
 * out: what they would do alone. Invariant: blocks of a colour move no body that another one of
 * them reads, so what is noted of bodies in a colour is asked for by later ones alone. */
#include "step/passes.h"

#include <assert.h>

#include "step/drift.h"

/* Blocks of a piece, at least: less is done before another worker has seen it. */
enum { BLOCKS_LEAST = 8 };

/* What pieces of a colour noted. */
typedef struct pass_flags {
    atomic_bool passes_on, bounced, deep, shared;
} pass_flags;

/* A range of blocks that is shared. */
typedef struct shared_blocks {
    const passes *by;
    contact_kernel rows;
    joint_kernel joints;
    uint32_t first; /* lane */
    pass_flags noted;
} shared_blocks;

static void note(atomic_bool *all, bool own) {
    if (own) atomic_store_explicit(all, true, memory_order_relaxed);
}

/* Does blocks with flags of their own, which are as all know at first. */
static void rows_piece(void *data, uint32_t from, uint32_t to, int worker) {
    shared_blocks *shared = data;
    const passes *p = shared->by;
    body_rows bodies = *p->rows.bodies;
    contact_rows rows = *p->rows.rows;
    contact_pass pass = p->rows;
    bool passes_on = *bodies.passes_on, bounced = *bodies.some_bounced;
    bool deep = *rows.some_deep, some_shared = *rows.some_shared;
    bodies.passes_on = &passes_on;
    bodies.some_bounced = &bounced;
    rows.some_deep = &deep;
    rows.some_shared = &some_shared;
    pass.bodies = &bodies;
    pass.rows = &rows;
    shared->rows(&pass, shared->first + from * ROW_BLOCK, shared->first + to * ROW_BLOCK);
    note(&shared->noted.passes_on, passes_on);
    note(&shared->noted.bounced, bounced);
    note(&shared->noted.deep, deep);
    note(&shared->noted.shared, some_shared);
    (void)worker;
}

static void joints_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const shared_blocks *shared = data;
    (void)worker;
    shared->joints(&shared->by->joints, shared->first + from * ROW_BLOCK,
                   shared->first + to * ROW_BLOCK);
}

static bool noted(const atomic_bool *flag) {
    return atomic_load_explicit(flag, memory_order_relaxed);
}

/* Adds what pieces noted to what all know. */
static void join_flags(const passes *p, const pass_flags *flags) {
    *p->rows.bodies->passes_on |= noted(&flags->passes_on);
    *p->rows.bodies->some_bounced |= noted(&flags->bounced);
    *p->rows.rows->some_deep |= noted(&flags->deep);
    *p->rows.rows->some_shared |= noted(&flags->shared);
}

static void share_colours(const passes *p, shared_blocks *shared, const uint32_t *starts,
                          int colours, crew_piece piece) {
    for (int c = 0; c < colours; ++c) {
        shared->first = starts[c];
        assert(starts[c] % ROW_BLOCK == 0 && starts[c + 1] % ROW_BLOCK == 0
               && "no block is of two colours");
        crew_loop(p->crew, piece, shared, (starts[c + 1] - starts[c]) / ROW_BLOCK, BLOCKS_LEAST);
        join_flags(p, &shared->noted);
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
    const passes *by;
    bool first;
    int substeps;
    uint8_t *free;
} shared_bodies;

static void kick_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const shared_bodies *shared = data;
    (void)worker;
    shared->by->body_lanes->kick(shared->by->rows.bodies, 2 * from, 2 * to, shared->first);
}

static void drift_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const shared_bodies *shared = data;
    const passes *p = shared->by;
    (void)worker;
    p->body_lanes->drift(p->rows.bodies, 2 * from, 2 * to, p->rows.by.seconds);
}

static void free_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const shared_bodies *shared = data;
    const passes *p = shared->by;
    (void)worker;
    p->body_lanes->find_free(p->rows.bodies, 2 * from, 2 * to, p->rows.by.seconds, shared->substeps,
                             shared->free);
}

static void share_bodies(shared_bodies *shared, crew_piece piece) {
    const passes *p = shared->by;
    crew_loop(p->crew, piece, shared, p->rows.bodies->count / 2, BODIES_LEAST);
}

void pass_kick(const passes *p, bool first) {
    shared_bodies shared = {.by = p, .first = first};
    share_bodies(&shared, kick_piece);
}

void pass_drift(const passes *p) {
    shared_bodies shared = {.by = p};
    share_bodies(&shared, drift_piece);
}

void pass_find_free(const passes *p, int substeps, uint8_t *free) {
    shared_bodies shared = {.by = p, .substeps = substeps, .free = free};
    share_bodies(&shared, free_piece);
}
