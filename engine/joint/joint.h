/* joint.h: joints: records by id, tables of their fields, and their layout in a step. */
#ifndef ENGINE_JOINT_JOINT_H
#define ENGINE_JOINT_JOINT_H

#include "core/rules.h"
#include "evolute/joint.h"
#include "solve/solve.h"

/* ==== Records ================================================================================= */

/* Joints: records by id, and what a step makes of them.
 *
 * A handle names an id. The rows of a joint are made when it is created or changed; a step packs
 * those of joints that act, and stores their impulses when it is over. */

/* A row of a joint, in the frames of its bodies. */
typedef struct joint_form {
    joint_coordinate coordinate;
    joint_law law;
    float x, y;          /* direction, of an axis in a's frame; factors of angles */
    double lower, upper; /* of an angle: of the sum of the bodies' angles, without the frames' */
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
    bool exceeded;       /* with only_tells: its load was above its limits */
    float force, torque; /* see joint.c; 0 of what cannot break */
    double kept;         /* of gears: the sum of the angles */
    evo_vec2 anchors[2]; /* in the frames of the bodies */
    joint_rows rows;
    evo_joint_config config;
    uint32_t birth; /* see body/known.h */
} joint_record;

/* Layout of the joints that act, in blocks (see The layout), kept from step to step. */
typedef struct joint_layout {
    joint_blocks blocks;
    uint32_t starts[COLOURS + 1]; /* lanes of the blocks' colours */
    uint32_t *ids;                /* of the joints, in order */
    uint32_t *place;              /* index among the blocks' lanes, of each of them */
    uint32_t count, block_count, watch_count;
    struct {
        size_t ids, place, blocks, rows, kinds;
    } room;
    bool made; /* for this revision of the bodies, and these numbers of an input */
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
    bool joined;                   /* some joint acted in it */
    evo_joint_end *ending, *ended; /* due to be shown by the next step, and shown */
    list_size ending_list, end_list;
    joint_layout layout;
} joint_store;

void joints_init(joint_store *j, const evo_allocator *memory);
void joints_free(joint_store *j);

/* A joint that no store has, without rows. */
joint_record joint_of_config(const evo_joint_config *config);

/* Creates a joint from a sound and complete config of bodies that exist, and links these; NONE: out
 * of memory. */
uint32_t joints_create(joint_store *j, body_store *s, const evo_joint_config *config);
void joints_uncreate(joint_store *j, body_store *s, uint32_t id); /* the last creation */
void joints_destroy(joint_store *j, body_store *s, uint32_t id);

/* Makes the rows anew, after a change of the config. */
void joint_update(joint_record *joint);

/* Shows that a joint broke, or ends it otherwise, after the next step; there is room for it. */
void joints_tell(joint_store *j, const body_store *s, uint32_t id, bool broke);
bool joints_reserve_ends(joint_store *j, size_t more);

void joint_layout_free(joint_layout *l, const evo_allocator *memory);

/* ---- Frames (joint.c) ------------------------------------------------------------------------ */

/* Copies what steps change of joints to a frame, or from it; and its bytes of a joint, at most. */
enum { JOINT_COPY_BYTES = (7 + 2 * JOINT_ROWS) * sizeof(float) + sizeof(double) };
void joints_copy(joint_store *j, byte_copy *c);

/* ---- Kinds (kinds.c) ------------------------------------------------------------------------- */

/* Features that a kind has. */
enum { JOINT_HAS_LIMIT = 1, JOINT_HAS_MOTOR = 2, JOINT_HAS_SPRING = 4, JOINT_HAS_ALL = 7 };

/* Returns whether numbers and kind are within their ranges: the predicate of calls and of loads. */
bool joint_config_is_sound(const evo_joint_config *config);
evo_result joint_check(call_fault *f, const evo_joint_config *config);
bool joint_kind_is_sound(uint32_t kind);
unsigned joint_features(evo_joint_kind kind);

/* Returns whether a motor runs: a frame copies its speed. */
static inline bool joint_has_motor(const evo_joint_config *c) {
    return c->motor && joint_features(c->kind) & JOINT_HAS_MOTOR;
}

joint_rows joint_rows_of(const joint_record *joint);

/* A body of a joint, or the world, as it stands. */
typedef struct joint_side {
    evo_vec2 position; /* centre of mass; of the world, the anchor */
    double angle;
    evo_vec2 turn; /* direction of the angle */
    evo_vec2 arm;  /* from there to the anchor */
} joint_side;

joint_side joint_side_of(const joint_record *joint, const body_store *s, int side);

/* The same, of a body by its slot, with the direction of its angle. */
static inline joint_side joint_side_at(const joint_record *joint, const body_store *s, int side,
                                       uint32_t slot, evo_vec2 turn) {
    const body_state *state = &s->states[slot];
    const evo_vec2 center = s->records[joint->bodies[side]].center;
    const evo_vec2 arm = vec_turn(vec_sub(joint->anchors[side], center), turn);
    return (joint_side){state->position, state->angle, turn, arm};
}

/* Sets the length that a joint keeps to that of its bodies now, unless its config says it. Both
 * bodies exist; it may leave the range of sound configs. */
void joint_complete(evo_joint_config *config, const body_store *s);

/* The sum of the angles of a gear, as they are now; 0 of other kinds. */
double joint_sum_of_angles(const evo_joint_config *config, const body_store *s);

/* Angle, and translation or length, that the joint has now. */
double joint_angle(const joint_record *joint, const body_store *s);
double joint_translation(const joint_record *joint, const body_store *s);
double joint_length(const joint_record *joint, const body_store *s); /* 0 of kinds that keep none */
double joint_speed(const joint_record *joint, const body_store *s);

/* Distances of anchors, and of angles, from where the joint holds them. */
double joint_separation(const joint_record *joint, const body_store *s);
double joint_twist(const joint_record *joint, const body_store *s);

/* Force or torque of the motor in the last step. */
double joint_motor_load(const joint_record *joint, double per_second);

/* Force and torque on b, means of the last step. */
typedef struct joint_load {
    evo_vec2 force;
    double torque;
} joint_load;

/* `per_second`: 1 / length of that in which the joint gave the impulses. */
joint_load joint_load_of(const joint_record *joint, const body_store *s,
                         const joint_impulses *given, double per_second);

/* ---- Loads (joint.c) ------------------------------------------------------------------------- */

/* Bodies that turn as if they were heavier, to the end of a step. */
typedef struct braced_bodies {
    float turns;   /* 2 h h / h of the last step, h the length of a substep */
    uint32_t *ids; /* in no order */
    atomic_uint count;
} braced_bodies;

/* Braces awake bodies by what their joints gave in the last step. False: out of memory. */
bool joints_brace(const joint_store *j, body_store *s, braced_bodies *to, crew *c, arena *a);
void joints_unbrace(body_store *s, braced_bodies *braced);

/* ---- Steps (pack.c, joint.c) ----------------------------------------------------------------- */

/* A joint that may break (joint.c). */
typedef struct joint_watch {
    uint32_t joint; /* index among those that act */
    float force, torque;
    joint_impulses before; /* of the step, until the last substep */
    bool breaks, exceeds;  /* in some substep, and in the last one */
} joint_watch;

/* Rows of the joints that act in a step. */
typedef struct joint_packed {
    joint_blocks blocks;
    uint32_t *ids;   /* of the joints that act, in order */
    uint32_t *place; /* index among the blocks' lanes, of each of them */
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
    float warm;              /* length of a substep, as part of what it was in the last step */
    double hertz;            /* of rigid rows; 0: as the substep allows */
    uint32_t spare;          /* see measure_input */
    crew *crew;              /* NULL: nobody shares it */
} joint_input;

/* Packs rows into blocks; false: out of memory. */
bool joints_pack(joint_packed *to, const joint_input *in, arena *a);

/* Impulses of the step so far. */
joint_impulses joint_sum_of(const joint_record *joint, const joint_packed *packed, uint32_t i);

static inline bool joint_may_break(const evo_joint_config *c) {
    return c->break_force > 0 || c->break_torque > 0;
}

/* Watches the joints that may break, which are counted, and takes the loads of a substep into
 * account. False: out of memory. */
bool joints_watch(joint_packed *packed, const joint_store *j, arena *a);
void joints_take_loads(const joint_packed *packed, const joint_store *j, const body_store *s);

/* Stores the impulses of a step, and ends the joints that broke in it: there is room for all. */
void joints_publish(joint_store *j, body_store *s, const joint_packed *packed, crew *c);

/* ==== Fields ================================================================================== */

/* The fields of a joint's config, for all that goes through them: saves, records, comparisons.
 * Kind, bodies and the user's pointer are not among them. */

#define JOINT_FLAGS                                                                                \
    FIELDS(FLAG, evo_joint_config, collide, spring), FIELD(FLAG, evo_joint_config, only_tells)
#define JOINT_NUMBERS                                                                              \
    FIELDS(NUMBER, evo_joint_config, frame_a, frame_b),                                            \
        FIELDS(NUMBER, evo_joint_config, lower, break_torque),                                     \
        FIELDS(NUMBER, evo_joint_config, torque_limit, ground_b)

static const field JOINT_FIELDS[] = {JOINT_FLAGS, JOINT_NUMBERS, {0}};

/* ==== The layout ============================================================================== */

/* Layouts of joints. In: joints and bodies; out: blocks with all that does not change as bodies
 * move; steps add how they lie. */

/* Makes the layout, unless nothing has changed but how bodies move; false: out of memory. */
bool joint_layout_update(joint_layout *l, const joint_input *in, arena *a);

/* The offset of a body's row; 0 of what a step does not move. */
static inline uint32_t joint_row_of(const body_store *s, uint32_t body) {
    if (body == NONE || !body_is_active(s, body)) return 0;
    return 4 * (s->records[body].slot + 1);
}

/* The index of the first row of a joint: rows end with the last one of its block. */
static inline uint32_t joint_first_row(const joint_block *block, const joint_record *joint) {
    return block->first + block->count - (uint32_t)joint->rows.count;
}

/* A number within bounds that no float of a row exceeds. */
static inline float joint_bound(double x) {
    static const double most = 1e15;
    return (float)most_of(least_of(x, most), -most);
}

#endif
