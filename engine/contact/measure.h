/* measure.h: the narrowphase of the contacts that stand in batches: gaps, normals and lever arms of
 * eight like pairs at once, in float32, beginning with each contact's own last normal.
 *
 * Lanes that this cannot answer surely (an ellipse at a segment's end, an ellipse that turned far)
 * are reported as unsure, for the doors of narrow/ to answer in double.
 */
#ifndef ENGINE_CONTACT_MEASURE_H
#define ENGINE_CONTACT_MEASURE_H

#include "contact/batch.h"
#include "contact/body.h"

/* A collider's geometry: a row of eight floats. */
typedef struct collider_geometry {
    float radius_x, radius_y;             /* of a segment: half its length, and 0; of a whole ring
                                             its outer one, of others 0 */
    float axis_x, axis_y;                 /* in the world */
    float offset_x, offset_y;             /* of its centre from its body's, in the world */
    float inverse_gyration, inverse_mass; /* its body's */
} collider_geometry;

typedef struct measure_tables {
    const evo_vec2 *centers;
    const collider_geometry *geometry;
} measure_tables;

/* The step to come. */
typedef struct measure_span {
    float seconds, substeps;
    float fall;   /* what falls from rest moves so far in it */
    float bounce; /* slower approaches do not bounce */
    bool driven;  /* some row is */
    bool part;    /* lanes that have parted are looked for */
    bool begun;   /* some body goes on from within the step */
} measure_span;

/* What is chosen from. */
typedef struct measure_batches {
    const batch *batches;
    const batch_pairs *pairs;
    const batch_sort *sorts;
    const batch_extra *extras;
    const collider_geometry *geometry;
} measure_batches;

/* Tables of rows (solve/kernels.h), four floats each. The fourth of a shift says how far in the
 * step the body is that goes on from there: before that it was somewhere else. */
typedef struct measure_rows {
    const float *velocity, *shift, *drive;
} measure_rows;

/* What a step does about each batch, by its number; lanes as bits. */
typedef struct measure_choice {
    uint8_t *close;   /* may push in the step: all others are not to */
    uint8_t *touched; /* touch where they are measured */
    uint8_t *parted;  /* are so far apart that they may leave their batch */
    uint8_t *passing; /* are open, and go so far past each other that their normals do not hold */
    bool changed;     /* some lane touched before and does not now, or the other way round */
    bool turned;      /* some lane's impulses would go astray */
    bool parting;     /* some lane is parted */
    /* Batches of which lanes are too sudden for the solver, and which; of these, those that were
     * looked at, and will not meet as they move when the step begins. */
    uint32_t *bouncing;
    uint8_t *bounces, *clear;
    size_t bounce_count;
} measure_choice;

/* Pairs that are near each other and in no batch (near.h). */
typedef struct near_table {
    const uint32_t *row_a, *row_b; /* numbers of rows; 0: it stands still */
    float *clearance;
    size_t count; /* the rows of seven more are 0 */
} near_table;

typedef struct near_bodies {
    const body_state *states; /* by index: one less than the row */
    const body_sim *sims;
    const collider_geometry *geometry;
    size_t movers;
} near_bodies;

enum { NEAR_CIRCLE = 8 };

typedef struct near_span {
    float seconds, fall;
} near_span;

typedef struct measure_kernels {
    /* Cosines and sines of angles within an eighth of a turn, to 1e-7; count is a multiple of 8. */
    void (*turn)(const float *angles, size_t count, float *cosines, float *sines);
    /* Measures all batches but those of BATCH_OTHER and free ones. */
    void (*measure)(batch *batches, batch_pairs *pairs, size_t count, const measure_tables *from);
    /* Chooses from batches of this range. Close are lanes that may push in the step, by their gaps
     * and, where those are wide, by the rows' shifts, velocities and drives. A lane touches when
     * its gap is below 0 or, if it touched, below a hysteresis. A lane may bounce when it has a
     * restitution and its gap closes within the step, faster than span->bounce; gaps along a normal
     * that is held fixed are never wider than those of convex shapes, so that none is missed. Of
     * other shapes that pass each other any lane may of which the gap closes: no line parts them.
     * Such a lane is not to push. */
    void (*choose)(const measure_batches *from, size_t begin, size_t end, const measure_rows *rows,
                   const measure_span *span, measure_choice *choice);
    /* Makes lanes that were chosen and pass what they will be where their two meet (see
     * predict_lanes.h), and takes them from those that pass: the rest it cannot answer surely. */
    void (*predict)(batch *batches, const batch_pairs *pairs, size_t count, measure_choice *choice,
                    const measure_tables *from, const measure_rows *rows, float seconds);
    /* Takes from each pair's clearance what its two rows used up, and lists those that have none
     * left. `due` has room for all and seven more; answers how many they are. */
    size_t (*near)(const near_table *pairs, const float *closing, uint32_t *due);
    /* Lists the circles about movers of one collider: NEAR_CIRCLE floats each, by row. */
    void (*circles)(const near_bodies *bodies, float *circles);
    /* Of the pairs listed, sees which pass each other by in the step, by their circles; gives them
     * new clearances, and takes them from the list. What touches, of which the clearance is minus
     * infinity, never passes. */
    size_t (*pass)(const body_state *states, const float *circles, const near_table *pairs,
                   const near_span *span, uint32_t *due, size_t count);
} measure_kernels;

const measure_kernels *measure_kernels_for(int lanes);

/* Of the size: a touch ends when the gap is wider. */
static const float TOUCH_LOOSE = 0.005f;

/* Cosine of the turn of a normal beyond which what the contact pushed before would go astray. */
static const float STEADY = 0.8f;

/* Of the size: a gap that an impulse from elsewhere may close in a step; and one that is so much
 * wider that the contact may leave its batch. */
static const float NEAR = 0.03f, PARTED = 0.15f;

#endif
