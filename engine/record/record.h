/* record.h: records: the table of calls that change a world, their arguments as bytes, units,
 * recorder and replay. */
#ifndef ENGINE_RECORD_RECORD_H
#define ENGINE_RECORD_RECORD_H

#include "core/memory.h"
#include "evolute/contact.h"
#include "evolute/joint.h"
#include "evolute/query.h"
#include "evolute/record.h"
#include "evolute/snapshot.h"
#include "save/save.h"

/* ==== Calls =================================================================================== */

/* The calls that change a world, each described once: its result, its name, and the kinds of its
 * arguments. From this table come the functions that record them, the bytes of a record, and the
 * calls of a replay. Questions to callbacks during calls are recorded, too. */

/* clang-format off */
#define CALLS(CALL_1, CALL_2, CALL_3)                                  \
    CALL_1(body, body_create, body_config)                             \
    CALL_1(result, body_destroy, body)                                 \
    CALL_2(result, body_set_pose, body, pose)                          \
    CALL_2(result, body_set_velocity, body, vector)                    \
    CALL_2(result, body_set_spin, body, number)                        \
    CALL_3(result, body_drive_to, body, pose, number)                   \
    CALL_3(result, body_apply_force, body, vector, vector)             \
    CALL_2(result, body_apply_center_force, body, vector)              \
    CALL_2(result, body_apply_torque, body, number)                    \
    CALL_3(result, body_apply_impulse, body, vector, vector)           \
    CALL_2(result, body_apply_center_impulse, body, vector)            \
    CALL_2(result, body_apply_spin_impulse, body, number)              \
    CALL_2(result, body_set_kind, body, body_kind)                     \
    CALL_2(result, body_set_mass, body, mass)                          \
    CALL_2(result, body_set_damping, body, number)                     \
    CALL_2(result, body_set_spin_damping, body, number)                \
    CALL_2(result, body_set_sleep_speed, body, number)                 \
    CALL_2(result, body_set_gravity_scale, body, number)               \
    CALL_2(result, body_set_locks, body, locks)                        \
    CALL_1(result, body_wake, body)                                    \
    CALL_1(result, body_wake_touching, body)                           \
    CALL_2(result, body_set_disabled, body, flag)                       \
    CALL_2(result, body_set_asleep, body, flag)                         \
    CALL_2(result, body_set_never_sleep, body, flag)                   \
    CALL_2(result, body_set_tag, body, count)                          \
    CALL_2(collider, collider_create, body, collider_config)           \
    CALL_1(result, collider_destroy, collider)                         \
    CALL_2(result, collider_set, collider, collider_config)            \
    CALL_2(result, collider_set_shape, collider, shape)                \
    CALL_2(result, collider_set_material, collider, material)          \
    CALL_2(result, collider_set_filter, collider, filter)              \
    CALL_2(result, collider_set_tag, collider, count)                  \
    CALL_2(chain, chain_create, body, chain_config)                    \
    CALL_1(result, chain_destroy, chain)                               \
    CALL_1(joint, joint_create, joint_config)                          \
    CALL_1(result, joint_destroy, joint)                               \
    CALL_2(result, joint_set, joint, joint_config)                     \
    CALL_2(result, joint_set_motor_speed, joint, number)               \
    CALL_2(result, joint_set_tag, joint, count)                        \
    CALL_2(result, world_set_rules, world_config, refusal)             \
    CALL_1(result, world_set_gravity, vector)                          \
    CALL_1(result, world_set_growth, number)                           \
    CALL_1(result, world_step, number)                                 \
    CALL_3(result, world_run, number, count, done)                     \
    CALL_1(result, world_land, count)                                  \
    CALL_2(result, world_run_until, number, count)                     \
    CALL_3(result, body_bear, body, body, load)                        \
    CALL_1(result, record_mark, text)
/* clang-format on */

/* Lands the bodies that fly in a world of exact time, before so many bodies are written:
 * world/many.c alone calls it. */
evo_result evo_world_land(evo_world *world, uint64_t written);

/* Changes the parts of a world's config that a record lacks, its callbacks, space and memory; or
 * returns why it cannot have such a config. world/world.c alone calls it. */
evo_result evo_world_set_rules(evo_world *world, const evo_world_config *config,
                               evo_result refusal);

/* A mass that rests on one or two bodies, in place of the one that had its number; `feet`: arms,
 * gaps. */
typedef struct call_load {
    double number, mass, speed;
    struct {
        evo_vec2 arm;
        double gap;
    } feet[2];
} call_load;

/* Lets a mass rest on bodies in the next step, {0}: on one alone: mover/push.c alone calls it. */
evo_result evo_body_bear(evo_world *world, evo_body body, evo_body other, call_load load);

/* Arguments and results of calls. */
typedef evo_result call_result;
typedef evo_body call_body;
typedef evo_collider call_collider;
typedef evo_chain call_chain;
typedef evo_joint call_joint;
typedef evo_vec2 call_vector;
typedef evo_pose call_pose;
typedef double call_number;
typedef uint64_t call_count;
typedef double *call_done; /* output of a run, which no record has */
typedef bool call_flag;
typedef evo_body_kind call_body_kind;
typedef evo_mass call_mass;
typedef evo_locks call_locks;
typedef evo_filter call_filter;
typedef const evo_body_config *call_body_config;
typedef const evo_collider_config *call_collider_config;
typedef const evo_shape *call_shape;
typedef const evo_material *call_material;
typedef const evo_chain_config *call_chain_config;
typedef const evo_joint_config *call_joint_config;
typedef const evo_world_config *call_world_config;
typedef evo_result call_refusal;
typedef const char *call_text;

typedef enum call_kind {
#define KIND(returns, name, ...) CALL_##name,
    CALLS(KIND, KIND, KIND) CALL_KINDS
#undef KIND
} call_kind;

/* Returns whether time passes in calls of a kind. */
static inline bool call_steps(call_kind kind) {
    return kind == CALL_world_step || kind == CALL_world_run || kind == CALL_world_run_until;
}

/* ---- Callbacks ------------------------------------------------------------------------------- */

/* Questions of a world to its user during calls. */
typedef enum callback_kind {
    CALLBACK_COLLIDE,
    CALLBACK_SOLVE,
    CALLBACK_FRICTION,
    CALLBACK_RESTITUTION,
    CALLBACK_KINDS
} callback_kind;

/* Two colliders of a question. */
typedef struct callback_pair {
    callback_kind kind;
    evo_collider a, b;
    bool answer;
    evo_contact_rules rules; /* of CALLBACK_SOLVE: as the user left them */
} callback_pair;

/* Answer of the user's rule about two materials. */
typedef struct callback_mix {
    callback_kind kind;
    evo_material a, b;
    double answer;
} callback_mix;

/* ---- Queries --------------------------------------------------------------------------------- */

/* Queries that are recorded if the user asks for it. */
#define QUERIES(QUERY)                                                                             \
    QUERY(world_ray)                                                                               \
    QUERY(world_ray_any)                                                                           \
    QUERY(world_ray_all)                                                                           \
    QUERY(world_ray_until)                                                                         \
    QUERY(world_cast_circle)                                                                       \
    QUERY(world_cast_shape)                                                                        \
    QUERY(world_cast_all)                                                                          \
    QUERY(world_overlap_bounds)                                                                    \
    QUERY(world_overlap_shape)                                                                     \
    QUERY(world_nearest)                                                                           \
    QUERY(world_planes)

typedef enum query_kind {
#define QUERY_KIND(name) QUERY_##name,
    QUERIES(QUERY_KIND) QUERY_KINDS
#undef QUERY_KIND
} query_kind;

/* Number of answers, beyond any capacity too, and the sum of a checksum of each. Of
 * evo_world_ray_until: the number of hits met, and a checksum of the last one, if it ended there,
 * or 0. */
typedef struct query_answer {
    uint64_t hits, sum;
} query_answer;

/* A query and its answer. A query has the fields of its kind; a ray has no angles. */
typedef struct query_asked {
    query_kind kind;
    evo_pose from, to;
    double size; /* of cast circles; distance within which something is nearest */
    evo_bounds bounds;
    evo_shape shape;
    evo_query by;
    query_answer answer;
    bool differs; /* of a replay */
} query_asked;

/* Returns a checksum of an answer: of a collider, with other data of it in place of a hit's. */
uint64_t query_sum(const evo_ray_hit *hit);

void query_visit_asked(visitor *v, query_asked *q);

/* Asks a world again; the world passes the answer to its replay. */
void query_ask(const evo_world *world, const query_asked *q);

const char *query_name(query_kind kind);
size_t query_describe(const evo_world *world, const query_asked *q, char *text, size_t capacity);

/* ==== Arguments =============================================================================== */

/* Visits calls, their arguments and their outcomes: writes bytes, or reads them. */

typedef union call_value {
    call_body body;
    call_collider collider;
    call_chain chain;
    call_joint joint;
    call_vector vector;
    call_pose pose;
    call_number number;
    call_count count;
    call_done done;
    call_flag flag;
    call_body_kind body_kind;
    call_mass mass;
    call_load load;
    call_locks locks;
    call_filter filter;
    call_body_config body_config;
    call_collider_config collider_config;
    call_shape shape;
    call_material material;
    call_chain_config chain_config;
    call_joint_config joint_config;
    call_world_config world_config;
    call_refusal refusal;
    call_text text;
    const void *pointer; /* any of those to configs, a shape or a material */
} call_value;

/* Storage of the value that an argument points to, while it is visited; a call has at most one such
 * argument. */
typedef struct call_store {
    const evo_allocator *memory;
    union {
        evo_body_config body_config;
        evo_collider_config collider_config;
        evo_shape shape;
        evo_material material;
        evo_chain_config chain_config;
        evo_joint_config joint_config;
        evo_world_config world_config;
    } of;
    evo_vec2 *points; /* of a chain that is loaded */
    size_t capacity;
    evo_material *materials; /* of its links */
    size_t material_capacity;
} call_store;

void call_store_free(call_store *store);

/* Most bytes of a text with its end; and most arguments of a call. */
enum { RECORD_TEXT = 256, CALL_ARGUMENTS = 3 };

typedef struct call_made {
    call_kind kind;
    call_value values[CALL_ARGUMENTS];
} call_made;

/* Visits the arguments of a call of this kind. */
void call_visit(visitor *v, call_made *c, call_store *store);

/* Returns the most bytes that its arguments take. */
size_t call_bytes(const call_made *c);

/* Makes the call by its function. */
evo_outcome call_make(evo_world *world, const call_made *c);

/* Visits the outcome of a call; of a step, with its hash and the time after it. */
void call_visit_outcome(visitor *v, call_kind kind, evo_outcome *outcome, double *time);

/* Returns the name of the public function. */
const char *call_name(call_kind kind);

/* Writes a call as text, as evo_replay_describe. */
size_t call_describe(const evo_world *world, const call_made *c, char *text, size_t capacity);

/* ==== Units =================================================================================== */

/* Parts of a record.
 *
 *     head     8 bytes "EVORECRD", 4 bytes version, 4 bytes: callbacks that the world had, as bits
 *     chunks   8 bytes size, 8 bytes checksum, which goes on from that before, and so many bytes
 *
 * The bytes of chunks are units, each whole in one chunk, little-endian, whole numbers of seven
 * bits a byte (save/save.h):
 *
 *     UNIT_STATE              time, size, and a whole world (evo_world_save)
 *     UNIT_CALLS + kind       arguments of a call
 *     UNIT_CALLBACKS + kind   a question to a callback, and its answer: during a call
 *     UNIT_QUERIES + kind     a query, and its answer
 *     UNIT_END                outcome of the call, of a step also the time */

/* Version of the format: increases whenever bytes change their meaning. */
enum { RECORD_VERSION = 6 };

static const unsigned char RECORD_MAGIC[8] = {'E', 'V', 'O', 'R', 'E', 'C', 'R', 'D'};

enum { RECORD_HEAD = 16, RECORD_CHUNK_HEAD = 16 };

typedef enum unit_kind {
    UNIT_STATE,
    UNIT_END,
    UNIT_CALLBACKS,
    UNIT_CALLS = UNIT_CALLBACKS + CALLBACK_KINDS,
    UNIT_QUERIES = UNIT_CALLS + CALL_KINDS,
    UNIT_KINDS = UNIT_QUERIES + QUERY_KINDS
} unit_kind;

static inline void unit_visit_pair(visitor *v, callback_pair *pair) {
    static const field fields[] = {
        FIELDS(U32, callback_pair, a, b), FIELD(BOOL, callback_pair, answer), {0}};
    static const field rules[] = {FIELD(DOUBLE, callback_pair, rules), {0}};
    visit_fields(v, pair, fields);
    if (pair->kind == CALLBACK_SOLVE) visit_fields(v, pair, rules);
}

/* Visits materials without regard to those before. */
static inline void unit_visit_mix(visitor *v, callback_mix *mix) {
    static const field fields[] = {FIELDS(DOUBLE, callback_mix, a, a.tangential_restitution),
                                   FIELD(U64, callback_mix, a.id),
                                   FIELDS(DOUBLE, callback_mix, b, b.tangential_restitution),
                                   FIELD(U64, callback_mix, b.id),
                                   FIELD(DOUBLE, callback_mix, answer),
                                   {0}};
    visit_fields(v, mix, fields);
}

/* Returns the checksum of a chunk behind another one: of the head, for the first. */
static inline uint64_t record_checksum(uint64_t before, const unsigned char *bytes, size_t size) {
    unsigned char both[16];
    visit_put_word(both, before, 8);
    visit_put_word(both + 8, visit_checksum(bytes, size), 8);
    return visit_checksum(both, sizeof both);
}

/* ==== Mixed materials ========================================================================= */

/* Answers of the user's rules for materials. The rules are pure, so that each answer is
 * recorded once, until a set may change the rules. */

typedef struct mixes {
    callback_mix *all; /* in order of kind and materials */
    list_size list;
} mixes;

/* Finds the answer to a question of the same kind and materials. */
bool mixes_find(const mixes *m, callback_mix *mix);

/* Adds an answer; false: out of memory. */
bool mixes_add(mixes *m, const evo_allocator *memory, const callback_mix *mix);

/* Copies another list into an empty one; false: out of memory. */
bool mixes_copy(mixes *m, const evo_allocator *memory, const mixes *from);

void mixes_free(mixes *m, const evo_allocator *memory);

/* ==== The recorder ============================================================================ */

/* Writes the calls that change a world. A public function that changes the world passes its call on
 * (record_body_create and so on, world/world.h); the recorder notes it, calls the function
 * again, which then does its work, and notes the outcome. */

typedef struct recorder recorder;

/* Begins a recording with the whole world; NULL: *why. */
recorder *recorder_begin(evo_world *world, const evo_record_config *config,
                         const evo_allocator *memory, uint32_t callbacks, evo_result *why);

/* Writes the rest, and frees the recorder; NULL is allowed. Returns why the recording ended before,
 * or EVO_OK. */
evo_result recorder_end(recorder *r);

/* States of a listener. Calls made by a call are not passed on; those made by a callback are, and
 * are not recorded. */
typedef enum listener_state {
    LISTENER_READY,
    LISTENER_IN_CALL,
    LISTENER_IN_CALLBACK
} listener_state;

/* Listener to the calls of a world: a recorder, and the user, who is informed of refused ones. */
typedef struct call_listener {
    evo_world *world;
    const bool *locked; /* the world is in a step */
    recorder *recorder; /* or NULL */
    /* Informs the user of the result of a call; NULL: that is not asked for (world/complain.c). */
    void (*tell)(const evo_world *world, const char *call, evo_result result);
    listener_state state;
} call_listener;

/* Returns whether a call is the user's own, not one that another call makes. */
static inline bool listener_is_asked(const call_listener *l) {
    return l->state == LISTENER_READY || (l->state == LISTENER_IN_CALL && *l->locked);
}

/* Returns whether there is a listener at all. */
static inline bool listener_is_there(const call_listener *l) {
    return l->tell || l->recorder;
}

/* Returns whether calls are to be passed on; and whether they are recorded, too. */
bool listener_hears(const call_listener *l);
bool listener_records(const call_listener *l);

/* Note answers of callbacks, and changes of the world by other ways than calls. All do nothing if
 * there is no recorder, or it has ended. */
void recorder_note_pair(recorder *r, callback_pair pair);
void recorder_note_mix(recorder *r, callback_mix mix);
void recorder_note_state(recorder *r);
void recorder_note_query(recorder *r, query_asked asked);

/* Returns whether queries are to be noted. */
bool recorder_takes_queries(const recorder *r);

/* Notes a body that was created together with others, as a call of its own. */
void recorder_note_body(recorder *r, const evo_body_config *config, evo_body made);

/* Makes a call, records it, and informs the user if it is refused. */
evo_outcome listener_make(call_listener *l, const call_made *c);

/* ==== The replay ============================================================================== */

/* A record, read unit by unit and done again. Its world is made by world/snapshot.c. */

typedef struct record_place {
    size_t at;         /* where the next chunk begins */
    uint64_t checksum; /* of the chunk before */
    visitor v;         /* of the chunk that is read */
} record_place;

/* A state right behind a step, to which a replay goes back. */
typedef struct replay_key {
    uint64_t step, number;
    record_place place;
    mixes mixes;
    evo_frame *frame;
} replay_key;

/* A query that was asked again. */
typedef struct replay_asked {
    const unsigned char *bytes; /* of the record, where it begins */
    query_kind kind;
    bool differs;
} replay_asked;

struct evo_replay {
    evo_allocator given;  /* the user's allocator */
    evo_allocator memory; /* the same, with its bytes counted: `taken` */
    size_t taken, budget; /* budget: of keys */
    evo_world *world;
    const unsigned char *bytes;
    size_t size;
    record_place place;
    uint32_t callbacks; /* that the recorded world had, as bits */
    bool ended;
    mixes mixes;
    call_store store;
    /* replay_mix: programs that replay nothing are linked without it. */
    double (*mix)(struct evo_replay *r, callback_kind kind, const evo_material *a,
                  const evo_material *b);
    evo_replay_call now; /* the call that is made */
    call_made made;      /* the last one, `store` has what it points to; now.name: there is one */
    replay_asked *asked; /* since the last step */
    list_size asked_list;
    bool last_asked;     /* the last call is the last of these */
    query_answer answer; /* of the last query of the world */
    bool behind_step;    /* no call was made since the last step, or the beginning */
    replay_key *keys;    /* in any order, of multiples of so many steps: `every` */
    list_size key_list;
    uint64_t every, steps; /* steps: of the whole record, once it was sought in, or 0 */
};

/* Reads the head of a record; false: there is none. */
bool replay_read_head(evo_replay *r);

/* Loads the state that a record begins with. */
evo_result replay_begin(evo_replay *r);

void replay_free(evo_replay *r);

/* Answers a question to a callback as it was answered then. */
bool replay_answer(evo_replay *r, callback_kind kind, evo_collider a, evo_collider b,
                   evo_contact_rules *rules);
double replay_mix(evo_replay *r, callback_kind kind, const evo_material *a, const evo_material *b);

#endif
