/* solve.h: the solver: rows of contacts, of joints and of bodies, and the motion of bodies. */
#ifndef ENGINE_SOLVE_SOLVE_H
#define ENGINE_SOLVE_SOLVE_H

#include "measure/measure.h"

/* ==== Rows of contacts ======================================================================== */

/* Rows of contacts: 16 in a block, no two of which share a body that they move.
 *
 * A row keeps the two circles that fit both rims, fixed to their bodies: normal, gap and arms of
 * each substep follow from the two centres. On the rim of an ellipse the centre moves along the
 * evolute as the normal turns: else tumbling bodies would gain energy. A flat keeps its plane
 * instead, which turns with its body; a corner is a circle of radius 0. A round row, of two disks
 * about their bodies' centres, needs nothing else. Faces that touch twice have one row.
 *
 * A substep has two halves: a row gives an impulse before the bodies move, which brings its gap to
 * its aim, and one after, which stops its bodies along the new normal. */

/* Rows of a block: the largest number of lanes. */
enum { ROW_BLOCK = 16 };

/* Rounds a number of rows up to whole blocks. */
static inline uint32_t whole_blocks(uint32_t rows) {
    return (rows + ROW_BLOCK - 1) / ROW_BLOCK * ROW_BLOCK;
}

/* A bit for each row of a block. */
typedef uint16_t row_bits;
_Static_assert(8 * sizeof(row_bits) == ROW_BLOCK, "a bit a row");

/* Radians that a body turns in a step: the planes of faster bodies are kept fixed in it. */
static const float CONTACT_PLANE_TURN = 0.5f;

/* Fraction of the smaller reach, subtracted from radii: touching bodies must not overlap by
 * rounding. */
static const float CONTACT_ROUNDING = 5e-7f;

/* Fraction of the smaller reach: rows that overlap by more are deep. */
static const float DEEP_FROM = 0.05f;

/* A vector of each row. */
typedef struct row_vectors {
    float x[ROW_BLOCK], y[ROW_BLOCK];
} row_vectors;

/* A touch of each row. */
typedef struct touch_block {
    float gap[ROW_BLOCK];                   /* as last placed */
    float push[ROW_BLOCK], mass[ROW_BLOCK]; /* impulse of the last half, effective mass */
    float impact[ROW_BLOCK];                /* part of the push that is an impact's */
    float pushed[ROW_BLOCK];                /* push of all substeps; above 0 if closed at first */
} touch_block;

/* Rolling resistance and belts of rows; 0 for rows without them. */
typedef struct surface_block {
    float belt[ROW_BLOCK];    /* speed of the surfaces along each other */
    float rolling[ROW_BLOCK]; /* resistance times radius */
    float roll[ROW_BLOCK];    /* impulse of the resistance */
} surface_block;

typedef struct contact_block {
    uint32_t a[ROW_BLOCK], b[ROW_BLOCK]; /* offsets of the bodies' rows */
    row_vectors normal;                  /* normal from a to b, as last placed */
    touch_block first;
    row_vectors center;                         /* b's circle from a's as the step begins */
    float radius[ROW_BLOCK];                    /* sum of both circles' radii */
    float slip_a[ROW_BLOCK], slip_b[ROW_BLOCK]; /* arms of friction, in gyration radii */
    float drag[ROW_BLOCK], dragged[ROW_BLOCK];  /* friction of the last half, of all substeps */
    float slip_mass[ROW_BLOCK];                 /* effective mass along the tangent */
    float friction[ROW_BLOCK];
    float reach[ROW_BLOCK]; /* reach of the smaller body */
    float share[ROW_BLOCK]; /* factor of the speed at which overlaps part */
    surface_block surface;  /* set and read only with BLOCK_HAS_SURFACE */
} contact_block;

/* List entries from which the rows of a block are prepared. */
typedef struct contact_entries {
    uint32_t of[ROW_BLOCK];
} contact_entries;

/* Additions to a block in which some row is not round. */
typedef struct fit_block {
    row_vectors fit_a, fit_b; /* centres of the circles, from those of mass */
    float radius_a[ROW_BLOCK], radius_b[ROW_BLOCK];
    row_vectors flat;                             /* normal of a plane, as the step begins */
    float sign[ROW_BLOCK];                        /* 1: round; -1: hollow; 0: flat */
    float plane_a[ROW_BLOCK], plane_b[ROW_BLOCK]; /* 1: a plane turns with a, or with b */
    float faces[ROW_BLOCK];                       /* 1: two faces that touch twice */
    float over_a[ROW_BLOCK], over_b[ROW_BLOCK];   /* 1 / gyration */
    /* Change of an ellipse's radius with the normal's angle, in blocks that have ellipses. */
    float grows_a[ROW_BLOCK], grows_b[ROW_BLOCK];
    /* Arms at the last placement: of pushes, in gyration radii, and of centres along the normal. */
    float arm_a[ROW_BLOCK], arm_b[ROW_BLOCK];
    float out_a[ROW_BLOCK], out_b[ROW_BLOCK];
} fit_block;

/* Additions to a block of faces that touch twice: their second touches. */
typedef struct second_block {
    row_vectors way;         /* see place_fits in row_lanes.inc.h */
    float side[ROW_BLOCK];   /* 1: the plane is a's; -1: b's */
    float across[ROW_BLOCK]; /* as last placed */
    touch_block touch;
} second_block;

/* Additions to a block in which some row bounces, by touch. */
typedef struct bounce_block {
    float restitution[ROW_BLOCK];
    float part[2][ROW_BLOCK];   /* approach at the surface over the compressed one; 0: no impact */
    float warm[2][ROW_BLOCK];   /* push as the substep begins */
    float impact[2][ROW_BLOCK]; /* impulse of an impact in this substep */
} bounce_block;

/* BLOCK_IS_FACES: all rows are PAIR_FACES. BLOCK_HAS_FLATS, ..._OVALS: some rows have a plane, or
 * an ellipse. */
enum {
    BLOCK_HAS_FITS = 1,
    BLOCK_HAS_SURFACE = 2,
    BLOCK_IS_FACES = 4,
    BLOCK_HAS_FLATS = 8,
    BLOCK_HAS_OVALS = 16,
    BLOCK_BOUNCES = 32
};

/* Tables of body rows, four floats each; row 0 stands for all bodies that do not move. */
typedef struct body_rows {
    float *velocity;  /* x, y, spin times gyration radius; inverse mass */
    float *shift;     /* shift in the step so far: x, y, angle times gyration; 1 / gyration */
    float *base;      /* velocity without the impulses of rows in this half of the substep */
    float *drive;     /* velocity that gravity and forces add in half a substep */
    float *start;     /* velocity as the step begins */
    float *keep;      /* factor of damping in half a substep; NULL: no damping */
    float *locked;    /* 1 along locked axes; NULL: no locks */
    float *met;       /* base before any row acts in the substep; NULL: no bounces */
    uint8_t *bounced; /* 1 by row: impacts that bounce changed its velocity in this substep */
    uint32_t count;
} body_rows;

/* The offset of the row of a body, by its slot. */
static inline size_t body_row(uint32_t slot) {
    return 4 * ((size_t)slot + 1);
}

/* Returns whether a body is locked along an axis: its rows are solved one by one. */
static inline bool body_row_is_locked(const body_rows *rows, size_t row) {
    return rows->locked && (rows->locked[row] > 0 || rows->locked[row + 1] > 0);
}

/* Marks of the rows of a block, beside each other: workers write those of their own blocks. */
typedef struct row_marks {
    row_bits placed;    /* rows that lie as their bodies do now */
    row_bits deep;      /* rows that sank too far into fixed bodies in the drift */
    row_bits impact[2]; /* touches that are solved as impacts, until relaxed */
} row_marks;

typedef struct contact_rows {
    contact_block *blocks;
    contact_entries *entries; /* in scratch, until the rows are prepared */
    fit_block *fits;          /* fits of blocks that have some */
    uint32_t *fit_of;         /* number of its fits by block */
    uint32_t fit_count, fit_room;
    second_block *seconds; /* second touches by number of fits; NULL: there are none */
    bounce_block *bounces; /* restitutions by block; NULL: no bounces */
    bool surfaces;         /* some material, or rule of the user, has a surface */
    uint8_t *has;          /* flags by block: BLOCK_... */
    uint8_t *filled;       /* lanes up to the last row, by block */
    /* Lane of the row by entry, counted through all blocks; entries without a row have an empty
     * lane. */
    uint32_t *place;
    uint32_t lanes;   /* rows of colours, in blocks */
    uint32_t *starts; /* the first of each colour, and the end */
    int colours;
    uint32_t single_end; /* end of the rows that are solved one by one */
    uint32_t used, room; /* rows made within the step follow */
    row_marks *marks;    /* by block */
    bool some_deep;      /* rows overlap deeply as the step begins */
} contact_rows;

/* Returns whether this lane, or one behind it in its block, has a row. */
static inline bool contact_is_filled(const contact_rows *rows, uint32_t at) {
    return at % ROW_BLOCK < rows->filled[at / ROW_BLOCK];
}

static inline fit_block *contact_fits(const contact_rows *rows, uint32_t block) {
    return &rows->fits[rows->fit_of[block]];
}

static inline second_block *contact_seconds(const contact_rows *rows, uint32_t block) {
    return &rows->seconds[rows->fit_of[block]];
}

/* A damped spring, solved implicitly, in a substep. */
typedef struct soft_spring {
    float rate; /* fraction of the depth that is corrected a second */
    float leak; /* fraction of the push, and of the change of velocity, that is lost */
} soft_spring;

/* A spring that oscillates `turns` times in a substep. */
soft_spring soft_spring_for(double turns, double damping, double substep);

/* Springs between two movable bodies, and against one that does not move. */
typedef struct contact_springs {
    soft_spring soft, still;
} contact_springs;

typedef struct contact_numbers {
    float seconds, per_second;      /* seconds of a substep */
    float step;                     /* seconds of the step */
    float first_touch;              /* open touches that close faster are impacts */
    float bounce_from;              /* touches that close faster bounce */
    float push_speed;               /* speed of parting, in reaches of the smaller body a second */
    float load_speed, load_reaches; /* heaviest load, as the speed at which springs part it: a speed
                                       plus reaches a second */
    contact_springs plain, faces;
    float gravity, down_x, down_y; /* gravity, and the vector */
    float rocking_loss;            /* 0 without gravity */
} contact_numbers;

/* Settings of a step, from which the numbers follow. */
typedef struct contact_settings {
    double seconds; /* of the step */
    int substeps;
    evo_vec2 gravity;
    double push_speed, bounce_threshold;
    double times; /* length of a substep, divided by that of the last step */
    double hertz; /* of springs; 0: as in usual steps */
    double rocking_loss;
} contact_settings;

contact_numbers contact_numbers_for(const contact_settings *by);

/* Rows to pack. `warm`: length of a substep, divided by that of the last step. */
typedef struct contact_input {
    const measure_input *measure;
    const measure_output *measured;
    const pair_colours *colours;
    uint32_t more; /* rows to reserve for those made within the step */
    float warm;
} contact_input;

/* Puts the pairs of all colours into blocks. False: out of memory. */
bool contacts_pack(contact_rows *rows, const contact_input *in, arena *a);

/* Sets the speed at which deep rows part. False: out of memory. */
bool contacts_share(contact_rows *rows, const pair_list *list, const body_store *s,
                    const body_rows *bodies, arena *a);

/* Sets the friction of prepared rows by the user's rules, if there are some. */
void contacts_mix(const contact_rows *rows, const body_store *s, const pair_list *list);

/* Flags that passes set for some rows. */
typedef struct row_flags {
    atomic_bool bounced; /* impacts bounced in this substep */
    atomic_bool deep;    /* rows sank too deep in the drift: see row_marks */
    atomic_bool crushed; /* rows overlap deeply as the step begins */
} row_flags;

/* One pass over rows, in lanes; `from` and `to` are whole blocks, or single rows where LANES is
 * 1. */
typedef struct contact_pass {
    const body_rows *bodies;
    contact_rows *rows;
    const contact_input *from;
    contact_numbers by;
    row_flags *some;
} contact_pass;

/* A row that is made within the step. */
typedef struct contact_made {
    uint32_t a, b;                  /* offsets of the bodies' rows */
    uint32_t slots[2];              /* slots of the colliders */
    pair_fit fit;                   /* fit as the bodies lie now */
    const evo_contact_rules *rules; /* by the user, or NULL */
} contact_made;

/* Adds a row without a push and returns its lane. NONE: out of memory. */
uint32_t contact_add(contact_rows *rows, arena *a);

/* Adds the rolling resistance of rocking bodies to a row that was prepared and placed. */
void contact_rock(const contact_pass *pass, uint32_t at);

/* Sets friction, surface and bounce of an added row. */
void contact_set_rules(contact_rows *rows, uint32_t at, const contact_made *row,
                       const body_store *s);

/* Sets bodies and fit of a row; its impulses stay (prepare_lanes.inc.h). */
void contact_set(const contact_pass *pass, uint32_t at, const contact_made *row);

/* Ends a row: its impulses stay in velocities, and are not given again. */
void contact_end(const contact_pass *pass, uint32_t at);

/* A row by the present poses of its bodies. The block of a row may be out of date where lanes were
 * idle. */
typedef struct contact_placed {
    float normal_x, normal_y;
    float turn_a[2], turn_b[2]; /* arms of pushes by touch, in gyration radii */
    float slip_a, slip_b;       /* arms of friction */
    float over_a, over_b;       /* 1 / gyration */
} contact_placed;

/* Returns a row by the poses at the end of its step, for reports. A row that ended within the step
 * is returned as the step began. */
contact_placed contact_place(const contact_rows *rows, const body_rows *bodies, uint32_t at);

typedef void (*contact_kernel)(const contact_pass *pass, uint32_t from, uint32_t to);

typedef enum contact_pass_kind {
    CONTACTS_PREPARE,
    CONTACTS_WARM,
    CONTACTS_SOLVE,
    CONTACTS_RELAX,
    CONTACTS_TAKE_BACK,
    CONTACTS_BOUNCE,
    CONTACT_PASSES
} contact_pass_kind;

/* One pass over rows of bodies, in twos: see body_lanes.inc.h. */
typedef struct body_pass {
    const body_rows *rows;
    float seconds; /* of a substep */
    int substeps;
    bool first;    /* first substep of the step */
    uint8_t *free; /* flags by row */
} body_pass;

typedef void (*body_kernel)(const body_pass *pass, uint32_t from, uint32_t to);

typedef enum body_pass_kind {
    BODIES_KICK,
    BODIES_DRIFT,
    BODIES_FIND_FREE,
    BODY_PASSES
} body_pass_kind;

/* ==== Rows of joints ========================================================================== */

/* Rows of joints: 16 joints in a block, no two of which share a body that they move.
 *
 * A joint is a list of scalar rows, and perhaps a point. A row has a coordinate C of both bodies,
 * which it keeps within bounds (a rigid row), drives at a speed (a motor), or pulls to a value (a
 * spring). Velocity and coordinate of each substep follow from the arms, which turn with the
 * bodies. Like rows of contacts, it gives an impulse before the bodies move and one after. */

enum { JOINT_ROWS = 5 }; /* scalar rows of a joint, at most */

/* Coordinates of the anchor of b relative to that of a. */
typedef enum joint_coordinate {
    JOINT_AXIS,   /* along a direction that turns with a */
    JOINT_LENGTH, /* distance of the anchors */
    JOINT_ANGLE,  /* sum of both angles, each with a factor */
    JOINT_PULLEY  /* distance of a from its ground, plus a factor times that of b from its ground */
} joint_coordinate;

typedef enum joint_law { JOINT_RIGID, JOINT_MOTOR, JOINT_SPRING } joint_law;

/* Laws of the rows, or the points, of a block. */
typedef struct joint_laws {
    float law[ROW_BLOCK];                   /* number of the enum */
    float rate[ROW_BLOCK], gain[ROW_BLOCK]; /* of soft_spring: rate, and 1 - leak */
    float close_most[ROW_BLOCK];            /* largest speed of correction */
    /* Springs, for mass 1: stiffness times h h and damping times h of a substep. */
    float stiffness[ROW_BLOCK], damping[ROW_BLOCK];
    float mass[ROW_BLOCK];
    float most[ROW_BLOCK], pull[ROW_BLOCK]; /* largest impulses of half a substep, up and
                                                       down */
} joint_laws;

/* Flag of point_laws: some points have a largest impulse. */
enum { POINT_LIMITED = 128 };

/* A row of each joint of a block. */
typedef struct joint_row {
    joint_laws by;
    float coordinate[ROW_BLOCK];              /* number of the enum */
    float x[ROW_BLOCK], y[ROW_BLOCK];         /* direction; factors of angles; b from its ground */
    float factor[ROW_BLOCK];                  /* of a pulley */
    float lower[ROW_BLOCK], upper[ROW_BLOCK]; /* bounds; a spring has both at its rest value */
    float speed[ROW_BLOCK];                   /* of a motor */
    float impulse[ROW_BLOCK];
    float was[ROW_BLOCK]; /* displacement of a spring as the substep began */
    float sum[ROW_BLOCK]; /* impulse of all substeps */
} joint_row;

/* Points of the joints of a block: each holds both anchors together, in both directions at once. If
 * x and y were solved one after the other, they would hardly converge with long arms. */
typedef struct joint_point {
    joint_laws by;
    float impulse_x[ROW_BLOCK], impulse_y[ROW_BLOCK];
    float was_x[ROW_BLOCK], was_y[ROW_BLOCK];     /* of a spring, as the substep began */
    float speed_x[ROW_BLOCK], speed_y[ROW_BLOCK]; /* of a motor */
    float sum_x[ROW_BLOCK], sum_y[ROW_BLOCK];
} joint_point;

/* Present arms of the joints of a block. */
typedef struct joint_arms {
    row_vectors a, b, apart;
    float angle_a[ROW_BLOCK], angle_b[ROW_BLOCK]; /* turns since the step began */
    float over_a[ROW_BLOCK], over_b[ROW_BLOCK];   /* 1 / gyration */
} joint_arms;

/* Velocities that the impulses of the last half gave the bodies. */
typedef struct joint_given {
    float ax[ROW_BLOCK], ay[ROW_BLOCK], az[ROW_BLOCK];
    float bx[ROW_BLOCK], by[ROW_BLOCK], bz[ROW_BLOCK];
} joint_given;

typedef struct joint_block {
    uint32_t a[ROW_BLOCK], b[ROW_BLOCK]; /* offsets of the bodies' rows */
    row_vectors arm_a, arm_b;
    row_vectors apart; /* from a's anchor to b's, as the step begins */
    /* Arms at the last relaxing: bodies do not move before they are solved again. */
    joint_arms now;
    joint_given given;
    uint32_t first, count; /* its rows */
    uint32_t filled;       /* lanes up to the last joint */
    float lighter_a[ROW_BLOCK],
        lighter_b[ROW_BLOCK]; /* factors by which bodies of many joints count as lighter */
    float holds[ROW_BLOCK];   /* 1: the last row, an axis, holds the rigid ones before it */
    uint8_t point_laws;       /* bits of the points' laws, and POINT_LIMITED; 0: no points */
    bool some_held;
    joint_point point;
} joint_block;

/* Kinds that occur in a row of a block, as bits: 1 << joint_coordinate, 1 << joint_law. */
typedef struct joint_kinds {
    uint8_t coordinates, laws;
    bool bounded; /* some bounds are not equal */
} joint_kinds;

typedef struct joint_blocks {
    joint_block *blocks;
    joint_row *rows;
    joint_kinds *kinds; /* by row */
    uint32_t lanes;     /* joints with a colour, in whole blocks; single ones follow */
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

typedef enum joint_pass_kind {
    JOINTS_WARM,
    JOINTS_SOLVE,
    JOINTS_RELAX,
    JOINT_PASSES
} joint_pass_kind;

/* ==== Motion ================================================================================== */

/* Bodies from doubles into rows, and back. Rows have changes since the step began: a body that no
 * row of contacts pushed is moved in doubles, exactly. */

typedef struct motion_input {
    evo_vec2 gravity;
    double seconds; /* length of the step */
    int substeps;
    uint32_t more; /* rows behind those of bodies */
} motion_input;

/* Velocity and spin that gravity and forces add in a substep, and the factors of damping in half a
 * substep. */
typedef struct motion_drive {
    evo_vec2 velocity;
    double spin;
    double keeps, keeps_spin;
} motion_drive;

motion_drive motion_drive_of(const body_store *bodies, uint32_t slot, const motion_input *in);

/* Fills the rows of awake bodies. Row i + 1 is that of slot i; the rows behind them are empty.
 * False: out of memory. */
bool motion_load(body_rows *rows, const body_store *bodies, const motion_input *in, crew *c,
                 arena *a);

/* Makes room for the tables of bounces, unless motion_load did. False: out of memory. */
bool motion_expect_bounces(body_rows *rows, arena *a);

/* Rows after the last substep. */
typedef struct motion_ending {
    const body_store *bodies;
    const body_rows *rows;
    const uint8_t *free; /* by row: bodies that only their drive moves, in doubles */
    const motion_input *input;
    evo_vec2 fall;   /* velocity that gravity adds in a substep */
    double trembles; /* slower rims are at rest, at any size of the body */
} motion_ending;

motion_ending motion_ending_of(const body_store *bodies, const body_rows *rows, const uint8_t *free,
                               const motion_input *in);

/* Moves the state of an awake body to the end of the step; returns whether it is at rest then. */
bool motion_end(const motion_ending *e, uint32_t slot, body_state *state);
bool motion_is_at_rest(const motion_ending *e, const body_state *state, const body_motion *motion);

/* Counts the seconds at rest of an awake body that the step has moved, and clears its forces. */
void motion_settle(body_store *bodies, uint32_t slot, bool rests, double seconds);

/* Moves and settles all awake bodies, except those with a number in `others`, by slot; NULL:
 * all. */
void motion_publish(const motion_ending *e, body_store *s, const uint32_t *others, uint32_t from,
                    uint32_t to);

/* Seconds of rest before sleep. */
static const float REST_BEFORE_SLEEP = 0.5f;

#endif
