/* measure.h: the narrowphase of the contacts that stand in batches: gaps, normals and lever arms of
 * eight like pairs at once, in float32, beginning with each contact's own last normal.
 *
 * Lanes that this cannot answer surely (an ellipse at a segment's end, an ellipse that turned far)
 * are reported as unsure, for the doors of narrow/ to answer in double.
 */
#ifndef ENGINE_SOLVE_MEASURE_H
#define ENGINE_SOLVE_MEASURE_H

#include "solve/kernels.h"

/* What a collider is to the solver: a row of eight floats. */
typedef struct collider_form {
    float radius_x, radius_y;             /* of a segment: half its length, and 0 */
    float axis_x, axis_y;                 /* in the world */
    float offset_x, offset_y;             /* of its centre from its body's, in the world */
    float inverse_gyration, inverse_mass; /* its body's */
} collider_form;

/* What contacts take from a collider's material. */
typedef struct collider_skin {
    float friction, restitution, rolling, belt;
} collider_skin;

/* The other half of a batch: whose contacts they are. */
typedef struct batch_pairs {
    uint32_t a[BATCH], b[BATCH]; /* colliders, by their place in the order of the grid */
    float size[BATCH]; /* BATCH_ROUND: sum of the radii; else that of the smallest collider of both
                                    bodies */
    uint8_t kind;
    uint8_t used;     /* lanes that hold a contact, as bits */
    uint8_t second;   /* that are the second contact of their pair */
    uint8_t touching; /* that touched when last measured */
    uint8_t unsure;   /* that remain to be measured */
    uint8_t fresh;    /* without a normal yet */
    uint8_t turned;   /* whose impulses would go astray: their normal turned far */
} batch_pairs;

typedef struct measure_tables {
    const evo_vec2 *centers;
    const collider_form *forms;
} measure_tables;

/* The step to come. */
typedef struct measure_span {
    float seconds, substeps;
    float fall; /* what falls from rest moves so far in it */
    float bounce; /* slower approaches do not bounce */
    bool driven;  /* some row is */
} measure_span;

/* What is chosen from. */
typedef struct measure_batches {
    const batch *batches;
    const batch_pairs *pairs;
    const batch_sort *sorts;
    const batch_extra *extras;
} measure_batches;

/* Batches by what has to be done about them in a step. */
typedef struct measure_choice {
    uint32_t *active; /* those that may push, in order */
    uint8_t *touched; /* by batch: lanes that touch where they are measured */
    size_t count;     /* of the active */
    bool changed;     /* some lane touched before and does not now, or the other way round */
    bool turned;      /* some lane's impulses would go astray */
    /* Batches of which lanes may bounce within the step, and which. */
    uint32_t *rushed;
    uint8_t *rushing;
    size_t rush_count;
} measure_choice;

typedef struct measure_kernels {
    /* Cosines and sines of angles within an eighth of a turn, to 1e-7; count is a multiple of 8. */
    void (*turn)(const float *angles, size_t count, float *cosines, float *sines);
    /* Completes what stays as long as a contact stands, by the colliders' forms: rolling
     * resistance, until then without a radius, and its masses; of BATCH_ROUND sizes, arms and
     * masses. */
    void (*prepare)(batch *batches, const batch_sort *sorts, batch_extra *extras,
                    batch_pairs *pairs, size_t count, const measure_tables *from);
    /* Measures all batches but those of BATCH_OTHER. */
    void (*measure)(batch *batches, batch_pairs *pairs, size_t count, const measure_tables *from);
    /* Adds batches of this range to the choice, whose arrays have room for one more than all.
     * Active are those that may push in the step, by their gaps and, where those are wide, by the
     * rows' shifts, velocities and drives. A lane touches when its gap is below 0 or, if it
     * touched, below a hysteresis. A lane may bounce when it has a restitution and its gap closes
     * within the step, faster than span->bounce; gaps along a normal that is held fixed are never
     * wider than those of convex shapes, so that none is missed. Such a lane is not to push. */
    void (*choose)(const measure_batches *from, size_t begin, size_t end, const solve_rows *rows,
                   const measure_span *span, measure_choice *choice);
} measure_kernels;

const measure_kernels *measure_kernels_for(int lanes);

/* Of the size: a touch ends when the gap is wider. */
static const float TOUCH_LOOSE = 0.005f;

/* Cosine of the turn of a normal beyond which what the contact pushed before would go astray. */
static const float STEADY = 0.8f;

/* Of the size: a gap that a blow from elsewhere may close in a step. */
static const float NEAR = 0.03f;

#endif
