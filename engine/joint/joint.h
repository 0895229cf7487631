/* joint.h: joints: records by id, tables of their fields, and their layout in a step. */
#ifndef ENGINE_JOINT_JOINT_H
#define ENGINE_JOINT_JOINT_H

#include "core/rules.h"
#include "evolute/joint.h"
#include "solve/solve.h"

/* ==== Records ================================================================================= */

/* Joints: records by id, and their rows in a step.
 *
 * A handle has an id. The rows of a joint are made when it is created or changed. A step packs the
 * rows of joints that act, and stores their impulses when it ends. */

/* A row of a joint, in the frames of its bodies. */
typedef struct joint_form {
    joint_coordinate coordinate;
    joint_law law;
    float x, y;          /* direction of an axis, in a's frame; factors of angles */
    double lower, upper; /* bounds; for an angle, of the bodies' angles without the frames' */
    double most, pull;   /* largest forces or torques, upwards and downwards */
    double speed;        /* of a motor */
} joint_form;

/* All rows of a joint, in the order in which they are solved, and its point. */
typedef struct joint_rows {
    bool has_point;
    joint_law point_law;
    double point_most; /* largest force */
    int count;
    joint_form forms[JOINT_ROWS];
} joint_rows;

/* Impulses of a joint: of its point, and of its rows. */
typedef struct joint_impulses {
    float x, y, rows[JOINT_ROWS];
} joint_impulses;

/* Fields that each step reads come first. */
typedef struct joint_record {
    uint32_t generation;    /* odd while the joint lives */
    uint32_t bodies[2];     /* ids, or NONE: the world */
    float point_x, point_y; /* impulse of its point in the last half of a substep */
    float impulses[JOINT_ROWS];
    joint_impulses sum;  /* of the last step */
    bool exceeded;       /* with only_tells: the load was above the limits */
    float force, torque; /* loads: see joint.c; 0 if the joint cannot break */
    double kept;         /* of gears: the sum of the angles */
    evo_vec2 anchors[2]; /* in the frames of the bodies */
    joint_rows rows;
    evo_joint_config config;
    uint32_t birth; /* see body/known.h */
} joint_record;

/* Layout of the joints that act, in blocks (see The layout). It is kept from step to step. */
typedef struct joint_layout {
    joint_blocks blocks;
    uint32_t starts[COLOURS + 1]; /* lanes of the blocks' colours */
    uint32_t *ids;                /* of the joints, in order */
    uint32_t *place;              /* index among the blocks' lanes, by joint */
    uint32_t count, block_count, watch_count;
    struct {
        size_t ids, place, blocks, rows, kinds;
    } room;
    bool made; /* the layout is valid for the numbers below */
    uint64_t revision;
    double substep, hertz;
    uint32_t spare;
} joint_layout;

typedef struct joint_store {
    const evo_allocator *memory;
    joint_record *records;
    list_size list;
    uint32_t count, lowest_free;
    float per_second;              /* 1 / length of the last step */
    bool joined;                   /* some joint acted in the last step */
    evo_joint_end *ending, *ended; /* reports for the next step, and visible reports */
    list_size ending_list, end_list;
    joint_layout layout;
} joint_store;

void joints_init(joint_store *j, const evo_allocator *memory);
void joints_free(joint_store *j);

/* Returns a record without rows, which is in no store. */
joint_record joint_of_config(const evo_joint_config *config);

/* Creates a joint from a sound and complete config, and links its bodies, which exist. NONE: out of
 * memory. */
uint32_t joints_create(joint_store *j, body_store *s, const evo_joint_config *config);
void joints_uncreate(joint_store *j, body_store *s, uint32_t id); /* undoes the last creation */
void joints_destroy(joint_store *j, body_store *s, uint32_t id);

/* Remakes the rows after a change of the config. */
void joint_update(joint_record *joint);

/* Adds a report that a joint broke, or ended otherwise, for the next step; room was made for it. */
void joints_tell(joint_store *j, const body_store *s, uint32_t id, bool broke);
bool joints_reserve_ends(joint_store *j, size_t more);

void joint_layout_free(joint_layout *l, const evo_allocator *memory);

/* ---- Frames (joint.c) ------------------------------------------------------------------------ */

/* Copies the data of joints that steps change to a frame, or from it. JOINT_COPY_BYTES: the most
 * for a joint. */
enum { JOINT_COPY_BYTES = (7 + 2 * JOINT_ROWS) * sizeof(float) + sizeof(double) };
void joints_copy(joint_store *j, byte_copy *c);

/* ---- Kinds (kinds.c) ------------------------------------------------------------------------- */

/* Features that a kind has. */
enum { JOINT_HAS_LIMIT = 1, JOINT_HAS_MOTOR = 2, JOINT_HAS_SPRING = 4, JOINT_HAS_ALL = 7 };

/* Returns whether numbers and kind are within their ranges: calls and loaded saves are checked by
 * it. */
bool joint_config_is_sound(const evo_joint_config *config);
evo_result joint_check(call_fault *f, const evo_joint_config *config);
bool joint_kind_is_sound(uint32_t kind);
unsigned joint_features(evo_joint_kind kind);

/* Returns whether a motor runs: a frame copies its speed. */
static inline bool joint_has_motor(const evo_joint_config *c) {
    return c->motor && joint_features(c->kind) & JOINT_HAS_MOTOR;
}

joint_rows joint_rows_of(const joint_record *joint);

/* A side of a joint: the pose of its body, or of the world. */
typedef struct joint_side {
    evo_vec2 position; /* centre of mass; of the world, the anchor */
    double angle;
    evo_vec2 turn; /* direction of the angle */
    evo_vec2 arm;  /* from the position to the anchor */
} joint_side;

joint_side joint_side_of(const joint_record *joint, const body_store *s, int side);

/* Returns the side of a body by its slot, with the direction of its angle. */
static inline joint_side joint_side_at(const joint_record *joint, const body_store *s, int side,
                                       uint32_t slot, evo_vec2 turn) {
    const body_state *state = &s->states[slot];
    const evo_vec2 center = s->records[joint->bodies[side]].center;
    const evo_vec2 arm = vec_turn(vec_sub(joint->anchors[side], center), turn);
    return (joint_side){state->position, state->angle, turn, arm};
}

/* Sets the length of a joint to the present one, unless the config has one. Both bodies exist; the
 * result may be out of the range of sound configs. */
void joint_complete(evo_joint_config *config, const body_store *s);

/* Returns the present sum of the angles of a gear; 0 for other kinds. */
double joint_sum_of_angles(const evo_joint_config *config, const body_store *s);

/* Return the present angle, and translation or length. */
double joint_angle(const joint_record *joint, const body_store *s);
double joint_translation(const joint_record *joint, const body_store *s);
double joint_length(const joint_record *joint, const body_store *s); /* 0 for kinds without a
                                                                        length */
double joint_speed(const joint_record *joint, const body_store *s);

/* Return the errors of anchors, and of angles. A spring has none. */
double joint_separation(const joint_record *joint, const body_store *s);
double joint_twist(const joint_record *joint, const body_store *s);

/* Returns the force or torque of the motor in the last step. */
double joint_motor_load(const joint_record *joint, double per_second);

/* Force and torque on b, means of the last step. */
typedef struct joint_load {
    evo_vec2 force;
    double torque;
} joint_load;

/* `per_second`: 1 / length of the time in which the joint gave the impulses. */
joint_load joint_load_of(const joint_record *joint, const body_store *s,
                         const joint_impulses *given, double per_second);

/* ---- Loads (joint.c) ------------------------------------------------------------------------- */

/* Bodies whose inertia is enlarged to the end of a step. */
typedef struct braced_bodies {
    float turns;   /* 2 h h / h of the last step, h the length of a substep */
    uint32_t *ids; /* in no order */
    atomic_uint count;
} braced_bodies;

/* Braces awake bodies according to the impulses of their joints in the last step. False: out of
 * memory. */
bool joints_brace(const joint_store *j, body_store *s, braced_bodies *to, crew *c, arena *a);
void joints_unbrace(body_store *s, braced_bodies *braced);

/* ---- Steps (pack.c, joint.c) ----------------------------------------------------------------- */

/* A joint that may break (joint.c). */
typedef struct joint_watch {
    uint32_t joint; /* index among the joints that act */
    float force, torque;
    joint_impulses before; /* sums of the step at the last substep */
    bool breaks, exceeds;  /* above the limits in some substep; in the last one */
} joint_watch;

/* Rows of the joints that act in a step. */
typedef struct joint_packed {
    joint_blocks blocks;
    uint32_t *ids;   /* of the joints that act, in order */
    uint32_t *place; /* index among the blocks' lanes, by joint */
    uint32_t count;
    float per_second; /* 1 / length of the step */
    joint_watch *watches;
    uint32_t watch_count;
} joint_packed;

typedef struct joint_input {
    joint_store *joints;
    const body_store *bodies;
    const body_rows *rows;
    double seconds, substep; /* of the step, and of its substeps */
    float warm;              /* length of a substep, divided by that of the last step */
    double hertz;            /* of rigid rows; 0: as the substep allows */
    uint32_t spare;          /* see measure_input */
    crew *crew;              /* workers; NULL: one thread */
} joint_input;

/* Packs rows into blocks; false: out of memory. */
bool joints_pack(joint_packed *to, const joint_input *in, arena *a);

/* Returns the impulses of the step up to now. */
joint_impulses joint_sum_of(const joint_record *joint, const joint_packed *packed, uint32_t i);

static inline bool joint_may_break(const evo_joint_config *c) {
    return c->break_force > 0 || c->break_torque > 0;
}

/* joints_watch lists the joints that may break, whose number is known; joints_take_loads adds a
 * substep to their loads. False: out of memory. */
bool joints_watch(joint_packed *packed, const joint_store *j, arena *a);
void joints_take_loads(const joint_packed *packed, const joint_store *j, const body_store *s);

/* Stores the impulses of a step, and ends the joints that broke in it: there is room for all. */
void joints_publish(joint_store *j, body_store *s, const joint_packed *packed, crew *c);

/* ==== Fields ================================================================================== */

/* The fields of a joint's config, for saves, records and comparisons. Kind, bodies and the user's
 * pointer are not among them. */

#define JOINT_FLAGS                                                                                \
    FIELDS(FLAG, evo_joint_config, collide, spring), FIELD(FLAG, evo_joint_config, only_tells)
#define JOINT_NUMBERS                                                                              \
    FIELDS(NUMBER, evo_joint_config, frame_a, frame_b),                                            \
        FIELDS(NUMBER, evo_joint_config, lower, break_torque),                                     \
        FIELDS(NUMBER, evo_joint_config, torque_limit, ground_b)

static const field JOINT_FIELDS[] = {JOINT_FLAGS, JOINT_NUMBERS, {0}};

/* ==== The layout ============================================================================== */

/* Layouts of joints. In: joints and bodies; out: blocks with all data that do not change as bodies
 * move; steps add the rest. */

/* Makes the layout, unless only poses and velocities have changed. False: out of memory. */
bool joint_layout_update(joint_layout *l, const joint_input *in, arena *a);

/* Returns the offset of a body's row; 0 for a body that the step does not move. */
static inline uint32_t joint_row_of(const body_store *s, uint32_t body) {
    if (body == NONE || !body_is_active(s, body)) return 0;
    return 4 * (s->records[body].slot + 1);
}

/* The index of the first row of a joint: rows end with the last one of its block. */
static inline uint32_t joint_first_row(const joint_block *block, const joint_record *joint) {
    return block->first + block->count - (uint32_t)joint->rows.count;
}

/* Clamps a number to the range of floats in rows. */
static inline float joint_bound(double x) {
    static const double most = 1e15;
    return (float)most_of(least_of(x, most), -most);
}

#endif
