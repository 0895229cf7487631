/* batch.h: contacts, eight to the batch, as the solver works on them.
 *
 * No two contacts of a batch share a body that can be moved, so that all eight are solved at once.
 * A lane without a contact names row 0 twice: whatever it pushes moves nothing.
 *
 * The solver's bodies are rows of four floats: velocity x, y, spin times the radius of gyration,
 * and 1 / mass. With spin so scaled a push along n at the lever arm r changes it by
 * (r x n) / gyration per mass, so that one mass serves all three, and "arms" below are lever arms
 * over the radius of gyration. Row 0 is the ground: all zero, and never moved.
 */
#ifndef ENGINE_CONTACT_BATCH_H
#define ENGINE_CONTACT_BATCH_H

#include <stddef.h>

#include "core/machine.h"
#include "core/vector.h"

enum { BATCH = 8 };

/* How the contacts of a batch are measured: all in the same way. */
typedef enum batch_kind {
    BATCH_ROUND, /* bodies that are a circle about their centre, and nothing besides */
    BATCH_OVAL,  /* circles and ellipses */
    BATCH_LINE,  /* circles and ellipses on segments */
    BATCH_OTHER, /* whatever needs the doors of narrow/ */
    BATCH_KINDS
} batch_kind;

/* Two fields to the cache line. */
typedef struct batch {
    uint32_t row_a[BATCH], row_b[BATCH];    /* places in the table of rows: four times the number */
    float normal_x[BATCH], normal_y[BATCH]; /* from a to b */
    float turn_a[BATCH], turn_b[BATCH];     /* arms of the normal */
    float slip_a[BATCH], slip_b[BATCH];     /* arms of the tangent, which is the normal's left */
    float mass[BATCH], slip_mass[BATCH];    /* what a push and a drag feel */
    float gap[BATCH];                       /* at the step's beginning; below 0: depth */
    float friction[BATCH];
    float push[BATCH], drag[BATCH]; /* impulses of one substep, along normal and tangent */
} batch;

_Static_assert(offsetof(batch, normal_y) == offsetof(batch, normal_x) + BATCH * sizeof(float),
               "normals are remembered in one piece");
_Static_assert(sizeof(batch) == 14 * 4 * BATCH, "lanes read a batch's fields one after the other");

/* A gap that no step closes. */
static const float FAR_APART = 1e18f;

/* How the contacts of a batch are solved: with an extra, whose number this is, or without one; and
 * then all may be round, and pushes turn nothing. */
typedef int32_t batch_sort;

enum { SORT_PLAIN = -1, SORT_ROUND = -2 };

/* More batches than this are not all in a cache: those to come are asked for some time before. */
enum { BATCHES_FAR = 16384, BATCHES_AHEAD = 4 };

static inline void batch_prefetch(const batch *of) {
    const unsigned char *line = (const unsigned char *)of;
    for (size_t i = 0; i < sizeof *of; i += 64) MACHINE_PREFETCH(line + i);
}

/* What few contacts need: bounce, rolling resistance, conveyors, hollows. */
typedef struct batch_extra {
    float restitution[BATCH];
    float approach[BATCH]; /* normal velocity at the step's beginning; below 0: closing */
    float peak[BATCH];     /* the strongest push of the step */
    float total[BATCH];    /* all pushes of the step */
    float belt[BATCH];     /* wanted tangential velocity of b against a */
    float rolling[BATCH];  /* rolling resistance times radius */
    float roll[BATCH];     /* its impulse */
    float roll_mass[BATCH];
    float spin_a[BATCH], spin_b[BATCH]; /* 1 / radius of gyration */
    /* In a hollow: by how much the normal turns on a way along it; elsewhere 0. */
    float hollow[BATCH];
} batch_extra;

/* The other half of a batch: whose contacts they are. */
typedef struct batch_pairs {
    uint32_t a[BATCH], b[BATCH]; /* colliders, by index */
    uint32_t contact[BATCH];     /* ids; of a lane that is not used: NONE */
    float size[BATCH]; /* BATCH_ROUND: sum of the radii; else that of the smallest collider of both
                                    bodies */
    uint32_t next; /* batch of the same bucket (batches.h); of a free batch: the next free one */
    uint16_t bucket;
    uint8_t kind;
    uint8_t used;     /* lanes that hold a contact, as bits; 0: the batch is free */
    uint8_t second;   /* that are the second contact of their pair */
    uint8_t grounded; /* of whose two bodies one stands */
    uint8_t uneven;   /* of whose bodies one is far heavier than the other (squeeze.h) */
    uint8_t squeezed; /* that were solved with others in their last step */
    uint8_t touching; /* that touched when last measured */
    uint8_t unsure;   /* that remain to be measured */
    uint8_t turned;   /* whose impulses would go astray: their normal turned far */
    uint8_t ends;     /* that lead to an end of a segment, when measured */
    uint8_t straight; /* of these, that another segment goes on from in the same line (seams.h) */
    uint8_t corner;   /* that it goes on from in another direction: no contact as it stands */
} batch_pairs;

#endif
