/* measure.h: measured pairs. In: pairs of a step; out: gaps, normals and fitted circles, with the
 * normals that floors allow at seams. */
#ifndef ENGINE_MEASURE_MEASURE_H
#define ENGINE_MEASURE_MEASURE_H

#include <cglm/types-struct.h>

#include "core/crew.h"
#include "evolute/base.h"
#include "narrow/narrow.h"
#include "pairs/pairs.h"

/* ==== Local geometry ========================================================================== */

/* Vectors of floats, of cglm: other files include it from here.
 *
 * Local geometry lies close to one body: normals, lever arms, separations. Positions are subtracted
 * in doubles first, so floats are precise enough, with half the memory and twice the lanes. */

static inline vec2s local_from(evo_vec2 v) {
    return (vec2s){{(float)v.x, (float)v.y}};
}

/* ==== Measuring =============================================================================== */

/* Measures the pairs of a step: finds those that may meet within it, and the gap, normal and fit
 * with which their rows begin.
 *
 * Disks about their bodies' centres need only their distance. All other pairs get a fit: the two
 * circles that fit both rims at their nearest points, fixed to the bodies, or a circle and a flat.
 * Two faces touch at both ends of the part that they share, and one fit has both touches. Circles,
 * ellipses, segments, capsules and polygons are fitted in lanes. Rings, which may touch twice with
 * two normals, ellipses on hulls and dynamic segments are left to the scalar functions of
 * narrow/. */

/* Kind of a fit. A flat side is described by its touched point, with radius 0. FIT_HOLLOW: the
 * circles' centres are in reversed order along the normal. FIT_FACES: both sides are flat. */
typedef enum fit_kind { FIT_ROUND, FIT_HOLLOW, FIT_FLAT, FIT_FACES } fit_kind;

/* Fit of a pair. Lanes read and write it as four rows of four floats. */
typedef struct pair_fit {
    float normal_x, normal_y; /* normal from a to b */
    float gap;
    float kind;           /* fit_kind */
    float fit_ax, fit_ay; /* centres of the circles, from the bodies' centres of mass */
    float fit_bx, fit_by;
    float radius_a, radius_b; /* radii; below 0 in a hollow */
    float dropped;            /* FIT_DROPPED_...: a touch of faces that a floor does not allow */
    float plane;              /* body of the flat: -1: a, 1: b; 0: no flat */
    float grows_a, grows_b;   /* change of an ellipse's radius a radian that its normal turns */
    float span;               /* of PAIR_FACES: distance along the face to the second touch, to the
                                 left of the normal */
    float gap_2;              /* gap at the second touch */
} pair_fit;

enum { FIT_DROPPED_FIRST = 1, FIT_DROPPED_SECOND = 2 };

/* Returns the smaller gap of both touches. */
static inline float fit_gap(const pair_fit *fit) {
    return fit->span != 0 && fit->gap_2 < fit->gap ? fit->gap_2 : fit->gap;
}

FOUR_FLOATS(pair_fit, normal_x, kind);
FOUR_FLOATS(pair_fit, fit_ax, fit_by);
FOUR_FLOATS(pair_fit, radius_a, plane);
FOUR_FLOATS(pair_fit, grows_a, gap_2);

enum { FIT_FLOATS = sizeof(pair_fit) / sizeof(float) };
_Static_assert((uint64_t)FIT_FLOATS *PAIRS_MOST <= UINT32_MAX, "lanes number floats of fits");

typedef struct measure_input {
    const body_store *bodies;
    pair_list *list;
    const float *rows; /* velocities: see solve/solve.h */
    bool some_unround; /* some collider is not a FORM_DISK */
    bool some_pulled;  /* the pull of some body is larger than gravity */
    float seconds;     /* length of the step */
    float pull;        /* distance that a body falls in the step, from rest */
    uint32_t spare; /* lanes of rows left empty behind each used lane: 0 or 1 */
    crew *crew;     /* workers that share the pairs; NULL: one thread */
} measure_input;

/* Pairs of a block: the largest number of lanes. */
enum { MEASURE_BLOCK = 16 };
_Static_assert((int)MEASURE_BLOCK <= (int)PAIRS_BEYOND, "the last block is whole");

/* Output by pair and second touch: offsets of the bodies' rows, and fits of fitted pairs. Blocks
 * with round pairs only share the first block of fits, which is empty. */
typedef struct measure_output {
    uint32_t *row_a, *row_b;
    pair_fit *fits;
    uint32_t *first_fit; /* number of the first fit, by block */
    uint32_t fit_count;
} measure_output;

static inline uint32_t fit_number(const measure_output *out, uint32_t k) {
    return out->first_fit[k / MEASURE_BLOCK] + k % MEASURE_BLOCK;
}

static inline pair_fit *fit_of_pair(const measure_output *out, uint32_t k) {
    return &out->fits[fit_number(out, k)];
}

/* Fits a circle and a flat, or two circles, to the nearest points of two rims. `centers`: of mass,
 * from the origin of the meeting's points; `size`: reach of the smaller. */
pair_fit measure_fit(const evo_vec2 centers[2], const meeting *m, float size);

/* Drops the first touch of a fit: the second one remains. */
void fit_drop_first(pair_fit *fit);

/* Keeps the side of an overlap: a gap below `least`, or a normal opposite to the last one, belongs
 * to the far side of a thin rim. False: the meeting was changed to that normal, with a gap of at
 * least `least`. */
bool measure_keeps_side(meeting *m, evo_vec2 normal, double least);

/* ==== Blocks and kernels ====================================================================== */

/* Shared by the kernels of measure_lanes.inc.h and their callers, measure.c and step/place.c. */

/* Distance, as a fraction of the smaller reach: nearer pairs have a row at any speed. */
static const float MEASURE_NEAR = 0.01f;

/* Fraction of the smaller reach: pairs with smaller gaps are closed. */
static const double PAIR_CLOSED = 1e-9;

/* Distance, as a fraction of the smaller reach: hulls that move farther in a step are swept. */
static const float SWEEP_FROM = 0.1f;

enum {
    SWEEP_FLOATS = sizeof(collider_sweep) / sizeof(float),
    TURN_FLOATS = sizeof(collider_turn) / sizeof(float)
};

/* Multiple of the size: circles with a larger radius become flats, whose normal is fixed in a
 * step. */
static const float FLAT_FROM = 32;

_Static_assert(FORM_DISK == 0 && FORM_OVAL == 1 && FORM_LINE == 2, "as in KIND_OF_PAIR");
/* Bits of a lane, which give its class: disks that may meet, other pairs that may meet, and pairs
 * that touch twice. */
enum { LANE_ROUND = 1, LANE_MET = 2, LANE_BOTH = 4, LANE_BITS = 8 };
static const uint8_t CLASS_OF_LANE[LANE_BITS] = {
    PAIR_NONE, PAIR_ROUND, PAIR_ROW, PAIR_NONE, PAIR_NONE, PAIR_NONE, PAIR_FACES, PAIR_NONE};

static inline uint8_t class_in_lane(unsigned round, unsigned met, unsigned both, int lane) {
    const unsigned bits = (round >> lane & 1) * LANE_ROUND + (met >> lane & 1) * LANE_MET
                          + (both >> lane & 1) * LANE_BOTH;
    return CLASS_OF_LANE[bits];
}

/* Kind of a pair: two disks, two ovals, an oval and a line, two hulls given by half axes, two other
 * hulls, or a pair that is measured alone. */
typedef enum block_kind {
    BLOCK_SENSOR, /* without a fit: overlaps are tested when the step ends */
    BLOCK_ROUND,
    BLOCK_OVAL,
    BLOCK_LINE,
    BLOCK_BOX,
    BLOCK_HULL,
    BLOCK_ALONE,
    BLOCK_KINDS
} block_kind;

/* The lanes of a block, as bits, by kind. */
typedef struct block_kinds {
    unsigned of[BLOCK_KINDS];
} block_kinds;

/* Lanes of a block, as bits, by the result: `met`, and `both` if at two points. The others remain
 * to be measured: `hulls` are boxes for the kernel of hulls, `unsure` pairs for doubles, and
 * `corners` pairs that touch at two corners too near to each other for a normal in floats. */
typedef struct lanes_found {
    unsigned met, both, hulls, unsure, corners;
} lanes_found;

/* Adds the results of LANES lanes that begin at `lane`. */
static inline void found_add(lanes_found *all, lanes_found found, uint32_t lane) {
    all->met |= found.met << lane;
    all->both |= found.both << lane;
    all->hulls |= found.hulls << lane;
    all->unsure |= found.unsure << lane;
    all->corners |= found.corners << lane;
}

/* Measures the lanes of a block whose bit is set. */
typedef lanes_found (*measure_kernel)(const measure_input *in, const measure_output *out,
                                      uint32_t first, const block_kinds *kinds);

/* A block of pairs of hulls, by their entries. The bits of `used` are those that count; no hull has
 * more points than `points_a` and `points_b`. */
typedef struct hull_group {
    const uint32_t *entries;
    unsigned used;
    int points_a, points_b;
} hull_group;

/* Measures a group. */
typedef lanes_found (*hull_kernel)(const measure_input *in, const measure_output *out,
                                   const hull_group *group);

typedef struct measure_kernels {
    measure_kernel blocks;
    hull_kernel hulls;
} measure_kernels;

/* Measures all pairs: sets their classes, and the warm normals of fits. False: out of memory. */
bool measure_pairs(const measure_input *in, const measure_kernels *by, measure_output *out,
                   arena *a);

/* Angles in parts: a rest within an eighth of a turn, and quarters of a turn. `odd`: 1 for an odd
 * number of quarters; `sign`: -1 for two and three. */
typedef struct turn_parts {
    float *rest, *odd, *sign;
} turn_parts;

/* Fraction of the reach by which the boxes of colliders are enlarged. */
static const float SIZE_MARGIN = 0.01f;

/* Colliders in some slots whose axes and offsets are turned, and whose box sizes are found. Lanes
 * read parts, radii and forms behind the last slot, and set sizes there. */
typedef struct turn_range {
    const body_store *bodies;
    const float *radii;
    float seconds; /* length of the step */
    uint32_t first, end;
} turn_range;

typedef void (*turn_kernel)(const turn_parts *parts, const turn_range *of,
                            const index_sizes *sizes);

/* ==== Pairs in doubles ======================================================================== */

/* Measures an entry; measure_corners: one whose corners touch, as lanes found. */
void measure_alone(const measure_input *in, const measure_output *out, uint32_t k);
void measure_corners(const measure_input *in, const measure_output *out, uint32_t k);

/* Takes ovals that have no normal yet and do not meet out of the kinds of a block. */
void measure_new_ovals(const measure_input *in, const measure_output *out, uint32_t first,
                       block_kinds *kinds);

/* ==== Windows ================================================================================= */

/* The part of a large box, capsule or segment that a small shape may meet in the step. It has the
 * same axis. */
typedef struct pair_window {
    float way_x, way_y; /* from the centre of a to that of b; one of both is the window's */
    float half_x, half_y;
    float offset_x, offset_y; /* from the centre of mass of the large one's body */
    float of_a, of_b;         /* 1 on the side that has the window */
} pair_window;

FOUR_FLOATS(pair_window, way_x, half_y);
FOUR_FLOATS(pair_window, offset_x, of_b);

enum { WINDOW_FLOATS = sizeof(pair_window) / sizeof(float) };

/* Opens windows of the entries whose bits are set. Returns the bits of entries that have none. */
unsigned windows_open(const measure_input *in, const uint32_t *entries, const float *near,
                      unsigned coarse, pair_window *windows);

/* ==== Seams =================================================================================== */

/* Contacts at seams of floors: see body/body.h. */

/* Returns whether a meeting of two colliders is a contact. No contact comes from the solid side of
 * a one-sided segment. At seams the meeting gets the nearest normal that the floor allows, or, if
 * it is no contact, the normal of the face. `centers`: of mass, from the origin of the meeting's
 * points; `turns`: directions of the bodies' angles. */
bool seams_allow(const body_store *s, const uint32_t slots[2], const evo_vec2 centers[2],
                 const evo_vec2 turns[2], meeting *m);

/* A collider in a slot, with the pose of its body. */
typedef struct floor_place {
    const body_store *bodies;
    uint32_t slot;
    evo_vec2 center, turn; /* centre of mass of the body; direction of its angle */
} floor_place;

/* Returns whether the meeting of a floor with a shape that is no collider is a contact. `filter`:
 * of the shape, or NULL. */
bool seams_allow_shape(const floor_place *floor, const placed *shape, const evo_filter *filter,
                       meeting *m);

/* Judges all measured pairs: pairs without a contact become PAIR_VOID. */
void seams_apply(const measure_input *in, const measure_output *measured);

#endif
