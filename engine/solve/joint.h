/* joint.h: rows of joints: 16 joints in a block, no two of which share a body that they move.
 *
 * A joint is a list of scalar rows, and perhaps a point. A row has a coordinate C of both bodies,
 * which it keeps within bounds (a rigid row), drives at a speed (a motor), or pulls to a place (a
 * spring): velocity and coordinate of each substep follow from the arms, which turn with the
 * bodies. As rows of contacts do, it gives an impulse before the bodies move and one after. */
#ifndef ENGINE_SOLVE_JOINT_H
#define ENGINE_SOLVE_JOINT_H

#include "solve/contact.h"

enum { JOINT_ROWS = 5 }; /* scalar rows of a joint, at most */

/* Coordinates, of the anchor of b as seen from that of a. */
typedef enum joint_coordinate {
    JOINT_AXIS,   /* along a direction that turns with a */
    JOINT_LENGTH, /* distance of the anchors */
    JOINT_ANGLE,  /* sum of both angles, each with a factor */
    JOINT_PULLEY  /* distance of a from its ground, plus a factor times that of b from its ground */
} joint_coordinate;

typedef enum joint_law { JOINT_RIGID, JOINT_MOTOR, JOINT_SPRING } joint_law;

/* Laws of the rows, or the points, of a block. */
typedef struct joint_laws {
    float law[ROW_BLOCK];                           /* number of the enum */
    float rate[ROW_BLOCK], gain[ROW_BLOCK];         /* of soft_spring: rate, and 1 - leak */
    float close_most[ROW_BLOCK];                    /* greatest speed at which it closes */
    float stiffness[ROW_BLOCK], damping[ROW_BLOCK]; /* of springs: times h h, and h of a substep */
    float most[ROW_BLOCK], pull[ROW_BLOCK];         /* largest impulses of half a substep, up and
                                                       down */
} joint_laws;

/* Some points have a largest impulse. */
enum { POINT_LIMITED = 128 };

/* A row of each joint of a block. */
typedef struct joint_row {
    joint_laws by;
    float coordinate[ROW_BLOCK];      /* number of the enum */
    float x[ROW_BLOCK], y[ROW_BLOCK]; /* direction; factors of angles; b from its ground */
    float factor[ROW_BLOCK];          /* of a pulley */
    float lower[ROW_BLOCK],
        upper[ROW_BLOCK];   /* bounds; both are the place that a spring pulls to */
    float speed[ROW_BLOCK]; /* of a motor */
    float impulse[ROW_BLOCK];
    float was[ROW_BLOCK]; /* where a spring was as the substep began, from the place it pulls to */
    float sum[ROW_BLOCK]; /* impulse of all substeps */
} joint_row;

/* Points of the joints of a block: each holds both anchors together, in both directions at once.
 * Solved one after the other, x and y would hardly converge where arms are long. */
typedef struct joint_point {
    joint_laws by;
    float impulse_x[ROW_BLOCK], impulse_y[ROW_BLOCK];
    float was_x[ROW_BLOCK], was_y[ROW_BLOCK];     /* of a spring, as the substep began */
    float speed_x[ROW_BLOCK], speed_y[ROW_BLOCK]; /* of a motor */
    float sum_x[ROW_BLOCK], sum_y[ROW_BLOCK];
} joint_point;

/* Arms of the joints of a block as their bodies lie. */
typedef struct joint_arms {
    row_vectors a, b, apart;
    float angle_a[ROW_BLOCK], angle_b[ROW_BLOCK]; /* turns since the step began */
    float over_a[ROW_BLOCK], over_b[ROW_BLOCK];   /* 1 / gyration */
} joint_arms;

/* Velocities of bodies by impulses of the last half. */
typedef struct joint_given {
    float ax[ROW_BLOCK], ay[ROW_BLOCK], az[ROW_BLOCK];
    float bx[ROW_BLOCK], by[ROW_BLOCK], bz[ROW_BLOCK];
} joint_given;

typedef struct joint_block {
    uint32_t a[ROW_BLOCK], b[ROW_BLOCK]; /* offsets of the bodies' rows */
    row_vectors arm_a, arm_b;
    row_vectors apart; /* from a's anchor to b's, as the step begins */
    /* Arms as they lay at the last relaxing: bodies do not move before they are solved again. */
    joint_arms now;
    joint_given given;
    uint32_t first, count; /* its rows */
    uint32_t filled;       /* lanes, from the first on: no joint is behind them */
    float lighter_a[ROW_BLOCK],
        lighter_b[ROW_BLOCK]; /* how many times lighter bodies of many joints count in masses */
    float held[ROW_BLOCK];    /* 1: the last row, an axis, holds the rigid ones before it */
    uint8_t point_laws;       /* of its points, as bits, and POINT_LIMITED; 0: it has none */
    bool some_held;
    joint_point point;
} joint_block;

/* Kinds of what is in a row of a block, as bits: 1 << joint_coordinate, 1 << joint_law. */
typedef struct joint_kinds {
    uint8_t coordinates, laws;
    bool bounded; /* some bounds are not equal */
} joint_kinds;

typedef struct joint_blocks {
    joint_block *blocks;
    joint_row *rows;
    joint_kinds *kinds; /* by row */
    uint32_t lanes;     /* joints in lanes, in whole blocks; those behind are solved one by one */
    uint32_t *starts;   /* the first of each colour, and the end */
    int colours;
    uint32_t single_end;       /* 0: no joint acts */
    float seconds, per_second; /* of a substep */
} joint_blocks;

typedef struct joint_pass {
    const body_rows *bodies;
    const joint_blocks *joints;
} joint_pass;

typedef void (*joint_kernel)(const joint_pass *pass, uint32_t from, uint32_t to);

typedef struct joint_kernels {
    joint_kernel warm, solve, relax;
} joint_kernels;

extern const joint_kernels joint_kernels_1, joint_kernels_4, joint_kernels_8, joint_kernels_16;

#endif
