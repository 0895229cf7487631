/* measure.h: measures the pairs of a step: which of them may meet within it, and with which gap,
 * normal and fit their rows begin.
 *
 * Disks about their bodies' centres need nothing but their distance. All other pairs get a fit: the
 * two circles that fit both rims where they are nearest, fixed to the bodies, or a circle and a
 * flat. Two faces touch at both ends of what they share: one fit says where. Circles, ellipses,
 * segments, capsules and polygons are fitted in lanes; rings, which may touch twice with a normal
 * each, ellipses on hulls and dynamic segments are left to the scalar functions of narrow/. */
#ifndef ENGINE_MEASURE_MEASURE_H
#define ENGINE_MEASURE_MEASURE_H

#include "core/crew.h"
#include "narrow/touch.h"
#include "pairs/pairs.h"

/* Kind of a fit. A flat side has its touched point as fit, of radius 0. FIT_HOLLOW: the circles'
 * centres lie the other way round. FIT_FACES: both sides are flat. */
typedef enum fit_kind { FIT_ROUND, FIT_HOLLOW, FIT_FLAT, FIT_FACES } fit_kind;

/* Lanes read and write it as four rows of four floats. */
typedef struct pair_fit {
    float normal_x, normal_y; /* normal from a to b */
    float gap;
    float kind;           /* fit_kind */
    float fit_ax, fit_ay; /* centres of the circles, from the bodies' centres of mass */
    float fit_bx, fit_by;
    float radius_a, radius_b; /* radii; below 0 in a hollow */
    float dropped;            /* FIT_DROPPED_...: a touch of faces that a floor does not allow */
    float plane;              /* of a flat: -1: a's, 1: b's; 0: there is none */
    float grows_a, grows_b;   /* growth of an ellipse's radius a radian that its normal turns */
    float span;               /* of PAIR_FACES: way along the face to the second touch, to the left
                                 of the normal */
    float gap_2;              /* the gap there */
} pair_fit;

enum { FIT_DROPPED_FIRST = 1, FIT_DROPPED_SECOND = 2 };

/* Returns the least gap. */
static inline float fit_gap(const pair_fit *fit) {
    return fit->span != 0 && fit->gap_2 < fit->gap ? fit->gap_2 : fit->gap;
}

enum { FIT_FLOATS = sizeof(pair_fit) / sizeof(float) };
_Static_assert((uint64_t)FIT_FLOATS *PAIRS_MOST <= UINT32_MAX, "lanes number floats of fits");

typedef struct measure_input {
    const body_store *bodies;
    pair_list *list;
    const float *rows; /* velocities: see solve/motion.h */
    bool some_unround; /* some collider is no FORM_DISK */
    bool some_pulled;  /* some body is pulled harder than by gravity */
    float seconds;     /* length of the step */
    float pull;        /* distance that gravity moves a body in the step, from rest */
    int lanes;
    uint32_t spare; /* lanes of rows left empty behind each that is used: 0 or 1 */
    crew *crew;     /* who shares the pairs; NULL: nobody */
} measure_input;

/* Pairs that are measured together: as many as the most lanes. */
enum { MEASURE_BLOCK = 16 };
_Static_assert((int)MEASURE_BLOCK <= (int)PAIRS_BEYOND, "the last block is whole");

/* Output by pair and second touch: offsets of the bodies' rows, and fits of what was fitted. Blocks
 * in which all pairs are round share the fits of nothing, which are the first ones. */
typedef struct measure_output {
    uint32_t *row_a, *row_b;
    pair_fit *fits;
    uint32_t *first_fit; /* number of its first fit by block */
    uint32_t fit_count;
} measure_output;

static inline uint32_t fit_number(const measure_output *out, uint32_t k) {
    return out->first_fit[k / MEASURE_BLOCK] + k % MEASURE_BLOCK;
}

static inline pair_fit *fit_of_pair(const measure_output *out, uint32_t k) {
    return &out->fits[fit_number(out, k)];
}

/* Fits a circle and a flat, or two circles, to where two rims are nearest. `centers`: of mass, from
 * the origin of the meeting's points; `size`: reach of the smaller. */
pair_fit measure_fit(const evo_vec2 centers[2], const meeting *m, float size);

/* Makes the second touch of a fit the only one. */
void fit_drop_first(pair_fit *fit);

/* Keeps the side of an overlap: a gap below `least`, or a normal opposite to the last one, is on
 * the far side of a thin rim. False: the meeting has now that normal, and a gap of `least` or more.
 * */
bool measure_keeps_side(meeting *m, evo_vec2 normal, double least);

/* Measures all pairs: sets their classes, and the warm normals of fits. False: out of memory. */
bool measure_pairs(const measure_input *in, measure_output *out, arena *a);

#endif
