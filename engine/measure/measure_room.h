/* measure_room.h: what the kernels of measure_lanes.h share with measure.c. */
#ifndef ENGINE_MEASURE_MEASURE_ROOM_H
#define ENGINE_MEASURE_MEASURE_ROOM_H

#include "measure/measure.h"

/* Fraction of the smaller reach: nearer pairs have a row, however slow they are. */
static const float MEASURE_NEAR = 0.01f;

enum {
    SWEEP_FLOATS = sizeof(collider_sweep) / sizeof(float),
    TURN_FLOATS = sizeof(collider_turn) / sizeof(float)
};

/* Multiple of the size: fits of larger radius are flats, whose normal does not turn in a step. */
static const float FLAT_FROM = 32;

_Static_assert(FORM_DISK == 0 && FORM_OVAL == 1 && FORM_LINE == 2, "as in KIND_OF_PAIR");
_Static_assert(PAIR_ROUND == 0 && PAIR_FACES == PAIR_ROW + 1, "as in class_in_lane");

/* Returns the class of a pair by its bits: disks that may meet, others that do, and touch twice. */
static inline uint8_t class_in_lane(unsigned round, unsigned met, unsigned both, int lane) {
    const unsigned row = met >> lane & 1, none = ~(round | met) >> lane & 1;
    return (uint8_t)(row * PAIR_ROW + none * PAIR_NONE + (both >> lane & 1));
}

/* Kind of a pair: two disks, two ovals, an oval and a line, two hulls that half axes tell, or other
 * ones; or measured alone. */
typedef enum block_kind {
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

/* Lanes that a kernel leaves to doubles: it is unsure of these; and of those it knows that corners
 * touch, but not along which normal, since these are too near. */
typedef struct block_rest {
    unsigned unsure, corners;
} block_rest;

/* Measures the lanes of a block whose bit is set. */
typedef block_rest (*measure_kernel)(const measure_input *in, const measure_output *out,
                                     uint32_t first, const block_kinds *kinds);

/* A block of pairs of hulls, by their entries, of which the bits of `used` count. No hull has
 * more points than told. */
typedef struct hull_group {
    const uint32_t *entries;
    unsigned used;
    int points_a, points_b;
} hull_group;

/* Measures a group. */
typedef block_rest (*hull_kernel)(const measure_input *in, const measure_output *out,
                                  const hull_group *group);

/* Angles within an eighth of a turn, and the quarters that they lack: odd is 1 for an odd number of
 * them, sign -1 for two and three. */
typedef struct turn_parts {
    float *rest, *odd, *sign;
} turn_parts;

/* Turns axes and offsets of colliders from slot 0 on. Lanes read parts and forms beyond the
 * last. */
typedef void (*turn_kernel)(const turn_parts *parts, const collider_form *forms, uint32_t count,
                            collider_turn *turns);

extern const turn_kernel turn_kernel_1, turn_kernel_4, turn_kernel_8;
extern const measure_kernel measure_kernel_1, measure_kernel_4, measure_kernel_8, measure_kernel_16;
extern const hull_kernel hull_kernel_1, hull_kernel_4, hull_kernel_8, hull_kernel_16;

#endif
