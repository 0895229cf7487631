/* world.h: a world as users hold it, and the functions that the files of world/ share. */
#ifndef ENGINE_WORLD_WORLD_H
#define ENGINE_WORLD_WORLD_H

#include <stdatomic.h>

#include "core/memory.h"
#include "core/rules.h"
#include "evolute/draw.h"
#include "evolute/event.h"
#include "evolute/exact.h"
#include "evolute/query.h"
#include "exact/exact.h"
#include "record/record.h"
#include "save/save.h"
#include "step/step.h"

/* ==== A world ================================================================================= */

/* Parts of a world: a world of steps, in which both kinds of worlds keep their bodies, and, in a
 * world of exact time, a flight (exact.c, step.c). */

/* A change in hand of a body of a world that flies. */
typedef struct bridge_change {
    uint32_t body; /* or NONE: there is none */
    uint32_t first_collider;
    bool lands_all;   /* all land when the change is made */
    body_state state; /* state before it was brought to the present */
} bridge_change;

/* State of a world of exact time. While it flies, the scheduler holds the motion of its dynamic
 * bodies. */
typedef struct event_bridge {
    bool flying;
    event_world flight;
    evo_vec2 *wrapped; /* how far the periodic box has put bodies back by the last landing, by
                                their ids: of those that exist in periodic boxes */
    size_t wrapped_capacity;
    bridge_change change;
    sensor_overlaps visits; /* visits when the world ceased to fly: ids of two colliders */
    evo_sums sums;          /* sums of flights that have ended */
    uint64_t events_ever;   /* events of flights that have ended */
    double growth, grown;   /* growth of all lengths: a second, and since that was set */
    double slid;            /* displacement of the images above, where the world does not fly */
} event_bridge;

/* A chain: it lives at most as long as its body. */
typedef struct chain_record {
    uint32_t generation; /* odd while it lives */
    uint32_t first;      /* id of its first link, which others follow; or NONE */
    evo_body body;
} chain_record;

typedef struct kept_image kept_image;

/* Bodies that moved in the last step, listed when somebody asks. */
typedef struct move_list {
    evo_move *all;
    list_size list;
    uint32_t *were_of; /* place among what is remembered, by id of body; or NONE */
    size_t were_capacity;
    bool numbered, listed; /* of the last step: that is found, and the list made */
    bool asked;            /* ever */
} move_list;

/* The first body and the first chain created since the last step that probably lack something: the
 * next step warns of them. */
typedef struct call_doubts {
    evo_body body;   /* without a shape, or dynamic without mass; {0}: none */
    evo_chain chain; /* with no dynamic body within its bounds yet; {0}: none */
    bool stood;      /* a step of 0 seconds was told */
} call_doubts;

/* Forces of the last step, listed when somebody asks. */
typedef struct force_list {
    evo_force *all;
    list_size list;
    bool listed;
} force_list;

/* Whether the index has what is awake as it is now. */
typedef enum world_order {
    WORLD_UNSORTED,
    WORLD_SORTED,
    WORLD_REFUSED /* memory for it was refused, and nothing has changed since */
} world_order;

struct evo_world {
    evo_world_config config; /* what it points to is in the next two */
    evo_exact_config exact;
    evo_material wall;
    evo_allocator memory;
    size_t bytes;
    step_world core;
    event_bridge events;
    chain_record *chains;
    list_size chain_list;
    uint32_t lowest_chain; /* no lower number is free */
    evo_world *self;    /* the world, for functions of a const world that derive what they return */
    atomic_flag asking; /* queries of several threads come one after the other */
    move_list moves;
    force_list forces;
    atomic_uint sorted;     /* world_order */
    pool *reserved;         /* memory that was reserved, or NULL */
    kept_image *kept;       /* the latest image of a frame, or NULL: see image.c */
    uint64_t kept_revision; /* that of the bodies then */
    recorder *recorder;     /* or NULL: nothing is recorded */
    call_listener listener;
    evo_replay *replay; /* whose world it is, or NULL */
    bool locked;        /* in a step: callbacks must not change the world */
    evo_result last;    /* result of the latest creation */
    call_fault fault;   /* of the call in hand, if `complain` is to be told */
    call_doubts doubts; /* to be told by the next step */
};

/* ---- Contents (world.c) ---------------------------------------------------------------------- */

/* Copies a config, and what it points to, into the world. */
void world_take_config(evo_world *world, const evo_world_config *config);

/* Makes a world empty by its config, with the lanes that it has; frees all that is in it. */
void world_begin(evo_world *world);
void world_end(evo_world *world);

/* Lets go of the latest image that was kept (image.c). */
void world_drop_image(evo_world *world);

/* Takes the rules of a config, but gravity. */
void world_take_rules(evo_world *world, const evo_world_config *rules);

/* ---- Records --------------------------------------------------------------------------------- */

/* Returns whether somebody hears of a call that changes a world: then the public function returns
 * what its record_ function does, which notes the call, and makes it while nobody hears. */
static inline bool is_heard(const evo_world *world) {
    return world && listener_is_there(&world->listener) && listener_hears(&world->listener);
}

static inline evo_result back_result(evo_outcome o) {
    return o.result;
}

/* Returns the handle of a body, collider, chain or joint that was made. */
#define BACK(made)                                                                                 \
    static inline evo_##made back_##made(evo_outcome o) {                                          \
        return (evo_##made){o.index, o.generation};                                                \
    }
BACK(body)
BACK(collider)
BACK(chain)
BACK(joint)
#undef BACK

#define RECORD_1(returns, name, a)                                                                 \
    static inline call_##returns record_##name(evo_world *world, call_##a x) {                     \
        const call_made c = {CALL_##name, {{.a = x}}};                                             \
        return back_##returns(listener_make(&world->listener, &c));                                \
    }
#define RECORD_2(returns, name, a, b)                                                              \
    static inline call_##returns record_##name(evo_world *world, call_##a x, call_##b y) {         \
        const call_made c = {CALL_##name, {{.a = x}, {.b = y}}};                                   \
        return back_##returns(listener_make(&world->listener, &c));                                \
    }
#define RECORD_3(returns, name, a, b, d)                                                           \
    static inline call_##returns record_##name(evo_world *world, call_##a x, call_##b y,           \
                                               call_##d z) {                                       \
        const call_made c = {CALL_##name, {{.a = x}, {.b = y}, {.d = z}}};                         \
        return back_##returns(listener_make(&world->listener, &c));                                \
    }
CALLS(RECORD_1, RECORD_2, RECORD_3)
#undef RECORD_1
#undef RECORD_2
#undef RECORD_3

/* Lets steps ask the user, by way of a recorder or a replay if there is one. */
void world_find_callbacks(evo_world *world);

/* ---- Complaints (complain.c) ----------------------------------------------------------------- */

/* Where a call that changes the world notes why it is refused; NULL: nobody asks. Queries have
 * faults of their own. */
static inline call_fault *fault_of(const evo_world *world) {
    return world && world->config.complain ? &world->self->fault : NULL;
}

/* Notes why a call is refused; returns the result that it is given. */
#define FAULT(world, ...) fault_note(fault_of(world), __VA_ARGS__)

/* Checks an argument of a call by its rules, with its name. */
#define TAKES(world, argument, rules) fault_by_rules(fault_of(world), #argument, rules, &(argument))

/* The same for numbers and vectors, which most calls take: one compare each, if they are valid. */
#define TAKES_NUMBER(world, x) (number_fits(x) ? EVO_OK : TAKES(world, x, RULES_NUMBER))
#define TAKES_VECTOR(world, v) (vector_fits(v) ? EVO_OK : TAKES(world, v, RULES_VECTOR))

/* Tells the user of a call; `noted`: NULL where the result says all. */
void world_complain(const evo_world_config *config, const char *call, evo_result result,
                    const call_fault *noted);

/* Tells the user what came of a call: a fault, a warning, or nothing. */
void world_tell(const evo_world *world, const char *call, evo_result result);

/* Tells the user, as world_tell does, at the end of a call that is not recorded; not within another
 * call. Returns the result. */
evo_result world_refuse(const evo_world *world, const char *call, evo_result result);

/* Checks an argument of a query; tells of the query if it is refused. False: it is. */
bool query_takes(const evo_world *world, const char *call, const char *name,
                 const number_rule *rules, const void *of);
bool query_takes_shape(const evo_world *world, const char *call, const evo_shape *shape);
bool query_is_given(const evo_world *world, const char *call, const char *name, bool given);

/* Checks a shape by its rules; `measurable`: a circle of radius 0 and so on is taken, too. */
evo_result fault_by_shape(call_fault *f, const char *in, const evo_shape *shape);

/* Note faults that many calls have. */
evo_result fault_null(call_fault *f, const char *name);
evo_result fault_locked(call_fault *f);
evo_result fault_stale(const evo_world *world, const char *name, uint32_t generation);
evo_result fault_full(const evo_world *world);      /* no more bodies, colliders */
evo_result fault_materials(const evo_world *world); /* no more different materials */

/* Returns why a world takes no changes now, if it is in a step. */
static inline evo_result locked_refusal(const evo_world *world) {
    return world->locked ? fault_locked(fault_of(world)) : EVO_OK;
}

/* Warnings: of a filter that meets nothing, also of a query; of bodies that may lack something; of
 * a chain that all bodies are behind, of a joint whose bodies are far apart, or whose motor is off,
 * and of a step. */
void warn_of_filter(const evo_world *world, evo_filter filter);
void warn_of_query(const evo_world *world, const char *call, const evo_query *query);
void warn_of_body_later(evo_world *world, const evo_body_config *config, evo_body made);
void warn_of_chain(evo_world *world, evo_chain chain);
void warn_of_joint(const evo_world *world, double apart, double reach);
void warn_of_motor(const evo_world *world, const evo_joint_config *config);
void warn_of_step(evo_world *world, double seconds);

/* Returns from the calling function if a call is refused. */
#define TRY(call)                                                                                  \
    do {                                                                                           \
        const evo_result refused_by = (call);                                                      \
        if (refused_by != EVO_OK) return refused_by;                                               \
    } while (0)

/* Returns where a thing has the user's pointer, and its life. */
static inline void **user_of(step_world *w, known_kind kind, uint32_t id, known_life *life) {
    if (kind == KNOWN_BODY) {
        body_record *body = &w->bodies.records[id];
        *life = (known_life){id, body->generation, body->birth};
        return &body->user;
    }
    if (kind == KNOWN_COLLIDER) {
        collider_record *collider = &w->bodies.colliders[id];
        *life = (known_life){id, collider->generation, collider->birth};
        return &collider->user;
    }
    joint_record *joint = &w->joints.records[id];
    *life = (known_life){id, joint->generation, joint->birth};
    return &joint->config.user;
}

/* Sets the user's pointer of a thing, also where it may come back. */
INLINE evo_result set_user(evo_world *world, const char *call, known_kind kind, uint32_t id,
                           void *user) {
    known_life life;
    void **own = user_of(&world->core, kind, id, &life);
    known_change(&world->core.bodies.known, kind, life, *own = user);
    return world_refuse(world, call, EVO_OK);
}

/* Sets the user's number of a thing, which records and frames keep. */
static inline evo_result set_tag(evo_world *world, still_kind kind, uint32_t id, uint64_t *own,
                                 uint64_t tag) {
    if (*own != tag) still_change(&world->core.bodies, kind, id);
    *own = tag;
    return EVO_OK;
}

/* ---- Handles (world.c) ----------------------------------------------------------------------- */

/* Returns the first id from one on of a body that lives, or the number of ids. */
static inline uint32_t body_from(const body_store *s, uint32_t id) {
    while (id < s->record_list.count && s->records[id].generation % 2 == 0) ++id;
    return id;
}

/* Loops over all bodies that live. */
#define EACH_BODY(id, store)                                                                       \
    for (uint32_t id = body_from(store, 0); id < (store)->record_list.count;                       \
         id = body_from(store, id + 1))

/* NULL for a dead handle. Bodies are weighed, but by body_named: a call that adds a collider would
 * weigh all that are there. */
static inline body_record *body_named(const evo_world *world, evo_body body) {
    if (!world || body.generation % 2 == 0) return NULL;
    const body_store *all = &world->core.bodies;
    if (body.index >= all->record_list.count) return NULL;
    body_record *record = &all->records[body.index];
    return record->generation == body.generation ? record : NULL;
}

/* Returns the record of a body that lives, by its id. */
static inline body_record *record_at(const evo_world *world, uint32_t id) {
    return &world->core.bodies.records[id];
}

collider_record *collider_of(const evo_world *world, evo_collider collider);
evo_body body_handle(const evo_world *world, uint32_t id);
evo_collider collider_handle(const evo_world *world, uint32_t id);

static inline evo_shape shape_of_collider(const evo_world *world, uint32_t id) {
    return collider_shape(&world->core.bodies.colliders[id]);
}

static inline evo_body body_of_collider(const evo_world *world, uint32_t id) {
    return body_handle(world, world->core.bodies.colliders[id].body);
}

/* Returns where a body is now, and how it moves, in flight or not. */
body_state flight_state_now(const evo_world *world, uint32_t id); /* in a flight (step.c) */

static inline body_state body_now(const evo_world *world, uint32_t id) {
    const body_store *s = &world->core.bodies;
    return world->events.flying ? flight_state_now(world, id) : s->states[s->records[id].slot];
}

/* A collider where its body is now: with the bits of its shape at the body's pose. */
placed collider_now(const evo_world *world, uint32_t id);
evo_pose body_pose(const evo_world *world, uint32_t id);

static inline evo_pose body_pose_of(const body_record *record, const body_state *state) {
    const evo_vec2 center = record->center;
    evo_pose pose = {state->position, state->angle};
    if (!vec_is_zero(center))
        pose.position = vec_sub(pose.position, vec_turn(center, evo_direction(pose.angle)));
    return pose;
}

/* ---- Changes (body.c) ------------------------------------------------------------------------ */

/* A change of a body of a world of exact time. It begins with all that may be refused, and with
 * the state of the present in the store; false: out of memory, nothing has changed. When it was
 * made in the store, the body leaves the flight, waits, and takes off as far as memory goes: all
 * others fly on. Or it is undone, and the body has never landed. */
bool flight_edit(evo_world *world, uint32_t id);
void flight_edit_end(evo_world *world);
void flight_edit_undo(evo_world *world);

/* A change of a body begins, is made in the store, and ends. False, or not done: out of memory,
 * nothing has changed. */
static inline bool change_begin(evo_world *world, uint32_t body) {
    if (world->config.exact || world->sorted == WORLD_REFUSED) world->sorted = WORLD_UNSORTED;
    return !world->config.exact || flight_edit(world, body);
}

static inline evo_result change_end(evo_world *world, bool done) {
    if (!done) flight_edit_undo(world);
    if (done && world->config.exact) flight_edit_end(world);
    return done ? EVO_OK : EVO_ERROR_MEMORY;
}

/* Returns whether a body could be made by a config, but for memory. */
evo_result body_check(const evo_world *world, const evo_body_config *config);

/* Returns the state of a body after an impulse at a point of the world. */
body_state state_after_impulse(const evo_world *world, uint32_t id, body_state now,
                               evo_vec2 impulse, evo_vec2 point);

/* Notes the result of a creation (world.c). */
void creation_ends(evo_world *world, evo_result result);

/* Questions that derive something come one after the other. */
static inline void world_lock(const evo_world *world) {
    while (atomic_flag_test_and_set_explicit(&world->self->asking, memory_order_acquire)) continue;
}

static inline void world_unlock(const evo_world *world) {
    atomic_flag_clear_explicit(&world->self->asking, memory_order_release);
}

/* Weighs the body that is being built, before a question reads it: the first question does so. */
void world_weigh_built(const evo_world *world);

static inline void world_weigh(const evo_world *world) {
    if (world->core.bodies.building.id != NONE) world_weigh_built(world);
}

static inline body_record *body_of(const evo_world *world, evo_body body) {
    if (world) world_weigh(world);
    return body_named(world, body);
}

/* ---- Many bodies (many.c) -------------------------------------------------------------------- */

/* Configs of bodies: a common one, with what the arrays give each of its own, if they are given. */
typedef struct many_bodies {
    const evo_body_config *common;
    const evo_shape *shapes;
    const evo_body_arrays *arrays;
    size_t count;
} many_bodies;

/* Creates all, or none and says why; writes their handles. */
evo_result bodies_make(evo_world *world, const many_bodies *of, evo_body *made);

/* ---- Lists (many.c) -------------------------------------------------------------------------- */

/* The first of many items, as far as there is room: nearly in order, or a heap, the last one first,
 * once there are more than that. */
typedef struct first_items {
    void *items; /* or NULL: they are counted */
    size_t size, capacity;
    bool (*before)(const void *context, const void *a, const void *b);
    const void *context;
    size_t count; /* of all that were added */
    size_t moves; /* places by which items were moved to keep the order */
} first_items;

/* The first colliders by handle (query.c). */
first_items first_colliders(evo_collider *found, size_t capacity);

void first_items_add(first_items *f, const void *item);

/* Puts the items in order; returns how many were added. */
size_t first_items_end(const first_items *f);

/* ---- Queries (query.c) ----------------------------------------------------------------------- */

/* `at`: the collider in the world. */
typedef void (*collider_visitor)(void *context, uint32_t id, const placed *at);

/* Visits the colliders that a query is about and whose bounds may overlap a box, in any order; of
 * those that are awake also those within a margin of it. */
void query_visit(const evo_world *world, evo_bounds box, double margin, const evo_query *query,
                 collider_visitor visit, void *context);

/* ---- Moves (many.c) -------------------------------------------------------------------------- */

/* Notes where bodies of a world of exact time are before a step, if somebody asks. */
void moves_remember(evo_world *world);

/* Forgets the last step: before another one, and after a load. */
void moves_forget(evo_world *world);
void moves_free(evo_world *world);

/* ---- Forces of the last step (force.c) ------------------------------------------------------- */

void forces_forget(evo_world *world);
void forces_free(evo_world *world);

/* ---- Contacts (contacts.c) ------------------------------------------------------------------- */

/* Finds where what is remembered of a pair is a contact, as the bodies stand now: it was measured
 * elsewhere on their way. Returns the number of points; 0: it is none, they have left each other,
 * or are gone. */
int contact_find(const evo_world *world, const pair_view *pair, evo_contact_point points[TOUCHES]);

/* ---- Joints (joint.c, draw.c) ---------------------------------------------------------------- */

evo_joint joint_handle(const evo_world *world, uint32_t id);
void draw_joints(const evo_world *world, const evo_draw *draw);

/* Returns whether a box meets the view (draw.c). */
bool draw_shows(const evo_draw *draw, evo_bounds box);

/* ---- Colliders (collider.c) ------------------------------------------------------------------ */

evo_result collider_check(call_fault *f, const evo_collider_config *config);

/* Refuses what worlds of exact time have not: sensors on bodies that fly, and one-way colliders. */
evo_result collider_check_support(const evo_world *world, evo_body_kind kind, bool sensor,
                                  evo_vec2 one_way);

/* ---- Worlds of exact time (exact.c, step.c) -------------------------------------------------- */

/* Dynamic bodies are from here on in the scheduler. When that is refused, nothing has changed. */
evo_result flight_begin(evo_world *world);

/* Finds when the next event is; before the first step, by a schedule that is made for it and thrown
 * away. False when that is refused. */
bool flight_ask(evo_world *world, double *when);

/* Returns the displacement at present of the images above, in a world that is sheared. */
double flight_slid(const evo_world *world);

/* Brings all bodies back; false when memory is refused, and then they fly on. */
bool flight_end(evo_world *world);

/* Room for a new body, which takes off as far as memory goes; false: out of memory. */
bool flight_admit(evo_world *world);
void flight_add(evo_world *world, uint32_t id);

/* Returns how far the periodic box has put a body back since it was created or its pose set; and
 * begins anew. */
evo_vec2 flight_wrapped(const evo_world *world, uint32_t id);
void flight_unwrap(evo_world *world, uint32_t id);

/* Frees all, for destroying a world. */
void flight_free(evo_world *world);

/* The end of a step of exact time: whichever comes first. */
typedef struct run_limit {
    double seconds;   /* after the present; NAN: `time` holds */
    double time;      /* of the world */
    uint64_t impacts; /* 0: any number */
} run_limit;

evo_result flight_step(evo_world *world, run_limit limit);

/* Takes a body that leaves the range of numbers out of the flight, up to the next step: it rests
 * there. False: out of memory. */
bool flight_rest(evo_world *world, uint32_t id);

/* ==== In flight =============================================================================== */

/* A flight: shared by exact.c, step.c and the files that ask where bodies are. */

static inline bool is_flying(const evo_world *world, uint32_t id) {
    return world->events.flying && event_has(&world->events.flight, id);
}

/* Returns whether a body waits for the end of a change, in a world that flies. */
static inline bool is_waiting(const evo_world *world, uint32_t id) {
    const particle_store *p = &world->events.flight.particles;
    return id < p->count && particle_waits(&p->all[id]);
}

/* Both concern particles whose first colliders lie between `first` and `last`. visits_note reports
 * the sensors that they have entered or left since they flew last. visits_keep remembers the
 * sensors that they are in until they fly again; there is room. */
void visits_note(evo_world *world, uint32_t first, uint32_t last);
void visits_keep(evo_world *world, uint32_t first, uint32_t last);

/* Tells that a visit of a sensor began or ended; there is room. */
void visits_tell(evo_world *world, uint32_t collider, uint32_t sensor, bool began);

/* Returns where a body is at the present of a flight, and how it moves. */
body_state flight_state(const evo_world *world, const event_present *at, uint32_t id);

/* Tells of the end of visits of colliders that are destroyed, for which there is room. */
void visits_forget(evo_world *world);

/* The space of a flight that begins now. */
event_space flight_space(const evo_world *world);

/* Returns whether all shapes can grow: none is a ring, and none stands. */
bool flight_may_grow(const evo_world *world);

/* Returns what may be done beside impacts: so much for each that the budget allows, and more. */
uint64_t flight_allowance(const evo_world *world);

/* Joins waiting bodies, if the world flies. False: out of memory. */
bool flight_catch_up(evo_world *world);

/* Room for a body to fly again, in a world that flies; false: out of memory. */
bool flight_reserve_join(evo_world *world);

void sums_add(evo_sums *sums, const event_world *flight);

/* ==== Questions =============================================================================== */

/* A question about colliders, and its answer so far. In: an evo_query, a function that answers for
 * one collider; out: the answers of all colliders together. */

typedef struct question question;

/* Answers how much of a way is still of interest; what it says does not matter for boxes. `at`: the
 * collider about its body's centre of mass, in the world. */
typedef double (*ask_collider)(question *q, uint32_t id, const placed *at);

struct question {
    const evo_world *world;
    evo_query by;
    bool filtered;
    uint32_t sensor; /* id of the sensor that asks, or NONE */
    ask_collider ask;
    double limit;
    bool noted;   /* by a recorder or a replay */
    uint64_t sum; /* of the answers that `first` counts */
    /* Arguments of the question, and the answer: each question uses its own. */
    evo_vec2 from, way;
    double radius;
    evo_bounds box;
    placed own; /* the shape that is asked about */
    evo_pose at;
    double turn;
    collider_visitor visit;
    void *context;
    bool (*meets)(const question *q, uint32_t id, const placed *at, evo_ray_hit *hit);
    evo_ray_hit hit, passed;
    first_items first; /* hits, or colliders */
};

/* Begins a question as a query restricts it; warns of the query, unless `call` is NULL. */
void question_begin(question *q, const evo_world *world, const char *call, const evo_query *query,
                    ask_collider ask);

/* Puts a question to what may be met along its way. */
void question_put_along(question *q);

/* Returns whether queries and their answers are noted; and notes one. */
static inline bool world_notes_queries(const evo_world *world) {
    return (world->replay || (world->recorder && recorder_takes_queries(world->recorder)))
           && !world->locked;
}

void world_note_query(const evo_world *world, query_asked asked);

/* ==== Snapshots =============================================================================== */

/* Loads a world as evo_world_load does. */
evo_result world_load(evo_world *world, const void *bytes, size_t size);

/* Gives a world other contents, with which a function fills it; refused, it is as it was. */
typedef evo_result world_fill(evo_world *world, const void *context);
evo_result world_replace(evo_world *world, world_fill *fill, const void *context);

/* Lists the user's pointer of a thing before a world goes to another moment, and takes it back from
 * the list afterwards. False: out of memory. */
typedef bool user_moves(step_world *w, known_kind kind, uint32_t id);
bool world_list_user(step_world *w, known_kind kind, uint32_t id);
bool world_give_user(step_world *w, known_kind kind, uint32_t id);

/* Gives joints that ended, and were not told yet, the user's pointers of their records. */
void world_give_ended_users(step_world *w);

/* ==== Images ================================================================================== */

/* Images that frames share (image.c). */

kept_image *image_share(kept_image *image); /* with one user more */
void image_drop(kept_image *image);         /* with one less; NULL is allowed */

/* Brings the world's own image, `kept`, up to date, and adds the bytes that are written for it.
 * False: out of memory. */
bool world_take_image(evo_world *world, size_t *written);

/* Motion that comes back beside an image: a function makes room for it, in a world with so many ids
 * of colliders. */
typedef struct image_rest {
    bool (*reserve)(evo_world *world, uint32_t colliders, const void *context);
    const void *context;
} image_rest;

/* Makes a world what an image has, which is its own from then on. What is awake gets its motion
 * afterwards. False: out of memory, the world is as it was. */
bool world_become(evo_world *world, kept_image *then, const image_rest *rest);

/* ==== The whole world ========================================================================= */

/* The walk over a whole world, for saves, loads and hashes. */

/* Visits all that is saved of a world, or hashed. A load fills an empty world: what was loaded is
 * the world's, whether it is sound or not. */
void world_visit(visitor *v, evo_world *world);

#endif
