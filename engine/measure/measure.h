/* measure.h: measured pairs: in, pairs of a step; out, gaps, normals and fitted circles, at
 * seams as floors allow. */
#ifndef ENGINE_MEASURE_MEASURE_H
#define ENGINE_MEASURE_MEASURE_H

#include <cglm/types-struct.h>

#include "core/crew.h"
#include "evolute/base.h"
#include "narrow/narrow.h"
#include "pairs/pairs.h"

/* ==== Local geometry ========================================================================== */

/* Vectors of floats, by cglm, which other files get from here.
 *
 * Local geometry lies close to one body: normals, lever arms, separations. Positions are subtracted
 * in double before, so float32 is precise enough, with half the memory and twice the lanes. */

static inline vec2s local_from(evo_vec2 v) {
    return (vec2s){{(float)v.x, (float)v.y}};
}

/* ==== Measuring =============================================================================== */

/* Measures the pairs of a step: which of them may meet within it, and with which gap, normal and
 * fit their rows begin.
 *
 * Disks about their bodies' centres need nothing but their distance. All other pairs get a fit: the
 * two circles that fit both rims where they are nearest, fixed to the bodies, or a circle and a
 * flat. Two faces touch at both ends of what they share: one fit says where. Circles, ellipses,
 * segments, capsules and polygons are fitted in lanes; rings, which may touch twice with a normal
 * each, ellipses on hulls and dynamic segments are left to the scalar functions of narrow/. */

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
    bool some_unround; /* some collider is no FORM_DISK */
    bool some_pulled;  /* some body is pulled harder than by gravity */
    float seconds;     /* length of the step */
    float pull;        /* distance that gravity moves a body in the step, from rest */
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
 * the far side of a thin rim. False: the meeting has that normal now, and no gap below `least`. */
bool measure_keeps_side(meeting *m, evo_vec2 normal, double least);

/* ==== Blocks and kernels ====================================================================== */

/* Shared by the kernels of measure_lanes.inc.h and their callers, measure.c and step/place.c. */

/* Fraction of the smaller reach: nearer pairs have a row, however slow they are. */
static const float MEASURE_NEAR = 0.01f;

/* The same: hulls that go farther in a step are swept. */
static const float SWEEP_FROM = 0.1f;

enum {
    SWEEP_FLOATS = sizeof(collider_sweep) / sizeof(float),
    TURN_FLOATS = sizeof(collider_turn) / sizeof(float)
};

/* Multiple of the size: fits of larger radius are flats, whose normal does not turn in a step. */
static const float FLAT_FROM = 32;

_Static_assert(FORM_DISK == 0 && FORM_OVAL == 1 && FORM_LINE == 2, "as in KIND_OF_PAIR");
/* The class of a lane by its bits: of disks that may meet, of others that do, and touch twice. */
enum { LANE_ROUND = 1, LANE_MET = 2, LANE_BOTH = 4, LANE_BITS = 8 };
static const uint8_t CLASS_OF_LANE[LANE_BITS] = {
    PAIR_NONE, PAIR_ROUND, PAIR_ROW, PAIR_NONE, PAIR_NONE, PAIR_NONE, PAIR_FACES, PAIR_NONE};

static inline uint8_t class_in_lane(unsigned round, unsigned met, unsigned both, int lane) {
    const unsigned bits = (round >> lane & 1) * LANE_ROUND + (met >> lane & 1) * LANE_MET
                          + (both >> lane & 1) * LANE_BOTH;
    return CLASS_OF_LANE[bits];
}

/* Kind of a pair: two disks, two ovals, an oval and a line, two hulls that half axes tell, or other
 * ones; or measured alone. */
typedef enum block_kind {
    BLOCK_SENSOR, /* needs no fit: what overlaps is asked as the step ends */
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

/* Lanes of a block, as bits, by how they were measured: those that met, and at two points; the rest
 * is left over: boxes to hulls, to doubles those of which lanes are unsure, and those that are
 * known to touch at corners, though these are too near to tell along which normal. */
typedef struct lanes_found {
    unsigned met, both, hulls, unsure, corners;
} lanes_found;

/* Adds lanes from `lane` on. */
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

/* A block of pairs of hulls, by their entries, of which the bits of `used` count. No hull has
 * more points than told. */
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

/* Angles within an eighth of a turn, and the quarters that they lack: odd is 1 for an odd number of
 * them, sign -1 for two and three. */
typedef struct turn_parts {
    float *rest, *odd, *sign;
} turn_parts;

/* How far boxes are larger than what they hold by then: a fraction of the reach. */
static const float SIZE_MARGIN = 0.01f;

/* Turns axes and offsets of colliders in some slots, and finds sizes. Lanes read parts, radii and
 * forms beyond the last, and set sizes there. */
typedef struct turn_range {
    const body_store *bodies;
    const float *radii;
    float seconds; /* length of the step */
    uint32_t first, end;
} turn_range;

typedef void (*turn_kernel)(const turn_parts *parts, const turn_range *of,
                            const index_sizes *sizes);

/* ==== Pairs in doubles ======================================================================== */

/* Measures an entry; and one of which lanes know that two corners touch. */
void measure_alone(const measure_input *in, const measure_output *out, uint32_t k);
void measure_corners(const measure_input *in, const measure_output *out, uint32_t k);

/* Takes those ovals of a block out of its kinds that have no normal yet and do not meet. */
void measure_new_ovals(const measure_input *in, const measure_output *out, uint32_t first,
                       block_kinds *kinds);

/* ==== Windows ================================================================================= */

/* The part of a large box, capsule or segment that a small shape may meet in the step: of the same
 * axis. */
typedef struct pair_window {
    float way_x, way_y; /* from the centre of a to that of b, of which one is the window's */
    float half_x, half_y;
    float offset_x, offset_y; /* from the centre of mass of the large one's body */
    float of_a, of_b;         /* 1 of the side whose window it is */
} pair_window;

FOUR_FLOATS(pair_window, way_x, half_y);
FOUR_FLOATS(pair_window, offset_x, of_b);

enum { WINDOW_FLOATS = sizeof(pair_window) / sizeof(float) };

/* Opens windows of the entries whose bits are set. Returns those that have none. */
unsigned windows_open(const measure_input *in, const uint32_t *entries, const float *near,
                      unsigned coarse, pair_window *windows);

/* ==== Seams =================================================================================== */

/* Contacts at seams of floors: see body/body.h. */

/* Returns whether a meeting of two colliders is a contact: none comes from the solid side of a
 * one-sided segment, and at seams of floors normals are those of the floor; the meeting gets the
 * nearest one that is allowed, or, if it is no contact, that of the face. `centers`: of mass, from
 * the origin of the meeting's points; `turns`: directions of the bodies' angles. */
bool seams_allow(const body_store *s, const uint32_t slots[2], const evo_vec2 centers[2],
                 const evo_vec2 turns[2], meeting *m);

/* A collider in a slot, as its body lies. */
typedef struct floor_place {
    const body_store *bodies;
    uint32_t slot;
    evo_vec2 center, turn; /* of the body's mass; direction of its angle */
} floor_place;

/* The same of a shape that is no collider, and meets one; `filter`: of the shape, or NULL. */
bool seams_allow_shape(const floor_place *floor, const placed *shape, const evo_filter *filter,
                       meeting *m);

/* Does the same to all measured pairs: those without a contact become PAIR_VOID. */
void seams_apply(const measure_input *in, const measure_output *measured);

#endif
