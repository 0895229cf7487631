/* step.h: a world of steps: its parts, the end of a step, islands, waking, floors, and edits
 * between steps. */
#ifndef ENGINE_STEP_STEP_H
#define ENGINE_STEP_STEP_H

#include "joint/joint.h"
#include "pairs/pairs.h"
#include "step/drift.h"

/* ==== Islands ================================================================================= */

/* Puts bodies at rest to sleep, and wakes them.
 *
 * Bodies that touch, directly or through others, are an island; it sleeps when all its bodies have
 * been at rest for a while. An island leaves the awake bodies together with its remembered pairs,
 * and comes back as it was. A step plans which islands sleep when it is published, after all other
 * parts that may fail. */

typedef struct island_row {
    pair_ids ids;
    pair_kept kept;
    bool known; /* the pair memory has the pair when the island wakes */
} island_row;

typedef enum island_state { ISLAND_FREE, ISLAND_ASLEEP, ISLAND_WAKING } island_state;

typedef struct island {
    island_state state;
    float speed;      /* speed at which a waking island may be driven */
    uint32_t next;    /* number of the next planned or waking one, or NONE */
    uint32_t *bodies; /* ids */
    island_row *rows;
    uint32_t body_count, row_count, body_room, row_room;
} island;

typedef struct island_store {
    island *all;
    list_size list;
    uint32_t first_planned; /* number, or NONE */
    /* A queue: islands that wake until the end of the change or step; those from first_queued on
     * still sleep. */
    uint32_t first_waking, first_queued, last_waking;
    uint32_t lowest_free;
    uint32_t kept; /* entries of the pair memory before islands were woken */
    bool left;     /* some sleeper may be joined to an awake body */
    bool was_left; /* `left` before islands began to wake */
} island_store;

void islands_init(island_store *s);
void islands_free(island_store *s, const evo_allocator *memory);

/* Takes the memory of an island. False: refused; island_give returns the part that was taken. */
bool island_reserve(island *of, const evo_allocator *memory, uint32_t bodies, uint32_t rows);
void island_give(island *of, const evo_allocator *memory);

struct step_world;

/* Frees an island without bodies. */
void island_free(struct step_world *w, uint32_t number);

/* Puts the planned islands to sleep, after their bodies have the states of the step's end. */
void islands_sleep(struct step_world *w);

/* Plans the sleep of an awake body with all that it touches now or is joined to, directly or
 * through others, between steps. EVO_ERROR_UNSUPPORTED: one of them must not sleep. */
evo_result islands_plan(struct step_world *w, uint32_t body);

/* Plans the sleep of a new body alone; false: out of memory. Or cancels the last plan, if it is
 * that of the body. */
bool islands_plan_new(struct step_world *w, uint32_t body);
void islands_cancel(struct step_world *w, uint32_t body);

/* ==== The world of steps ====================================================================== */

/* A world of steps: bodies and colliders in, steps, state out.
 *
 *     bodies -> index -> pairs -> memory matched -> gaps -> colours -> substeps
 *            -> bodies, memory, reports
 *
 * Between steps remain bodies, colliders, and the memory of each pair. All else is derived in each
 * step, in an order that depends on the state alone; it is in one arena. A step changes nothing
 * before its end, when nothing can fail any more. */

typedef struct step_settings {
    evo_vec2 gravity;
    int substeps;
    int lanes;
    uint32_t spare; /* lanes left empty behind each that is used, 0 or 1: tests compare the bits */
    bool never_sleep;
    bool exact;        /* worlds of exact time: their bodies are stored, but not stepped */
    double push_speed; /* largest speed at which overlaps part, in reaches of the smaller body */
    double joint_hertz, contact_hertz, rocking_loss; /* as in evo_world_config */
    impact_settings impacts;
    pair_questions ask;
    evo_tasks tasks;
    double (*clock)(void *context); /* returns seconds for the profile; NULL: there is no profile */
    void *clock_context;
} step_settings;

typedef enum step_phase {
    PHASE_SLEEP,
    PHASE_PLACE,
    PHASE_INDEX,
    PHASE_PAIRS,
    PHASE_MATCH,
    PHASE_LOAD,
    PHASE_MEASURE,
    PHASE_COLOUR,
    PHASE_PACK,
    PHASE_SOLVE,
    PHASE_REPORT,
    PHASE_PUBLISH,
    PHASE_REORDER,
    PHASES
} step_phase;

/* Rows and impacts that the last step solved, in its arena, until that is reused: visits of forces
 * read them. */
typedef struct step_solved {
    bool known;
    arena_mark end; /* end of the part of the arena that is kept */
    uint32_t pair_count;
    const uint8_t *class_of;
    const uint32_t *second_of, *event_of;
    contact_rows rows;
    body_rows bodies;
} step_solved;

/* A force of the last step: impulses of the whole step on the second collider, by ids. */
typedef struct step_force {
    pair_ids ids;
    evo_vec2 point, arms[2], normal, impulse;
} step_force;

/* Contacts of bodies that were measured since the last step, kept for further queries until
 * something changes: by entries of the memory of pairs. */
typedef struct contact_known {
    evo_contact contact;
    uint32_t entry;
} contact_known;

typedef struct contacts_known {
    uint32_t *place_of; /* by entry: its place, if `entries` has it there */
    size_t place_capacity;
    contact_known *all;
    list_size list;
    uint64_t revision; /* revision of the bodies then; if it is the same, no body moved since */
} contacts_known;

/* Masses that rest on bodies (riders.c). */
enum { RIDER_FEET = 2 };

typedef struct rider_foot {
    uint32_t body, generation;
    evo_vec2 arm;     /* from the body's centre of mass, in the world */
    double gap, push; /* push: impulse of half of the last substep */
} rider_foot;

typedef struct rider {
    uint64_t number;
    double mass, speed, way; /* way: distance in its last step; speed, way: against gravity */
    uint32_t count, stepped; /* feet; stepped 1: had its step, and ends unless put again */
    rider_foot feet[RIDER_FEET];
} rider;

typedef struct rider_list {
    rider *all;
    list_size list;
    uint64_t last; /* the greatest number that was given */
} rider_list;

typedef struct step_world {
    const evo_allocator *memory;
    step_settings settings;
    body_store bodies;
    spatial_index index;
    pair_store pairs;
    island_store islands;
    joint_store joints;
    rider_list riders;
    impact_room impacts;
    arena arena;
    step_told told;
    step_solved solved;
    contacts_known contacts;
    double time;
    crew_choice choice;
    int workers;    /* number of workers of the last step */
    double substep; /* seconds of a substep of the last step, whose impulses are remembered */
    uint64_t steps;
    bool floors_due;                             /* see floor_forget_moving */
    bool asked;                                  /* a query has sorted the awake in this world */
    bool ordered;                                /* the order of the last step was kept */
    double profile[PHASES];                      /* seconds, of the last step */
    uint32_t pair_count, row_count, event_count; /* counts of the last step */
    int colour_count;
    uint64_t impact_count;  /* impacts since creation */
    uint64_t first_touches; /* first touches of the step in hand, reported as impacts */
} step_world;

void step_world_init(step_world *w, const evo_allocator *memory, const step_settings *settings);
void step_world_free(step_world *w);

evo_result step_advance(step_world *w, double seconds);

/* Makes room for one more rider; false: out of memory. Finds the rider of a number, or NULL. Puts a
 * rider in place of the one of its number, or into room that was made. */
bool riders_reserve(step_world *w);
rider *riders_find(const step_world *w, uint64_t number);
void riders_put(step_world *w, const rider *made);

/* Data remembered of a pair. */
typedef struct pair_view {
    pair_ids ids;
    uint32_t entry; /* of the memory; NONE: both sleep */
    pair_kept kept;
} pair_view;

/* Visits remembered data of pairs, with those of sleepers: of all pairs, or of those between a body
 * and, if given, another. */
typedef void (*pair_visit)(void *context, const pair_view *pair);
void step_visit_pairs(const step_world *w, uint32_t body, pair_visit visit, void *context);

/* Visits the forces of the rows and impacts that the last step solved, in the order of its pairs
 * (forces.c). */
typedef void (*force_visit)(void *context, const step_force *force);
void step_visit_forces(const step_world *w, force_visit visit, void *context);

/* Returns all of the arena, but the part that the last step solved. */
void step_clear_arena(step_world *w);

/* Drops the forces of the last step, and contacts that were measured since. */
void step_forget_forces(step_world *w);

/* Sorts the awake colliders between steps, for walks over the index that end before the next change
 * or step. False: refused. */
bool step_sort_awake(step_world *w);

/* Keeps the order of a step for queries, after the awake bodies have moved. */
void step_keep_order(step_world *w);

/* ==== Waking ================================================================================== */

/* Wakes islands of sleepers, in a step and for changes by hand. */

/* Bodies that wake when one is changed by hand. */
typedef enum wake_reach {
    WAKE_BODY,    /* the body, with its island */
    WAKE_TOUCHING /* and bodies that are joined to it or may touch the colliders that change */
} wake_reach;

/* Functions from here on wake islands until waking_end. False: out of memory. */
bool waking_change(step_world *w, uint32_t body, collider_run run, wake_reach reach);
bool waking_all(step_world *w);

/* Ends the waking of islands, or without `done` undoes it; neither can fail. Returns `done`. */
bool waking_end(step_world *w, bool done);

/* ==== Floors ================================================================================== */

/* Colliders as floors: finds which of them continue each other. */

/* Finds the joints between a standing collider and the standing ones around it in the index;
 * colliders that come later find their joints themselves. False: out of memory. */
bool floor_enter(step_world *w, uint32_t collider);

/* Ends the joints of a collider. */
void floor_leave(step_world *w, uint32_t collider);

/* Finds the joints of bodies that move, cannot be pushed, and were changed since the last step, by
 * the index as it is sorted. Two bodies that move alike do so until one is changed, so the time of
 * the search does not matter. False: out of memory. */
bool floor_join_moving(step_world *w);

/* Makes the next step find the joints of all moving floors again. */
void floor_forget_moving(step_world *w);

/* ==== Edits =================================================================================== */

/* Changes of bodies, colliders and joints by hand, between steps. Each is made as a whole or not at
 * all: when memory is refused, nothing has changed. The cost of a change grows only with the bodies
 * that it touches. */

/* Enters colliders of a body in a state into the index of still colliders, and into floors; or
 * takes them out. False: out of memory. Entering bounds that were in the index before cannot
 * fail. */
bool still_enter(step_world *w, collider_run run, const body_state *at);
void still_leave(step_world *w, collider_run run, const body_state *at);

/* Bodies that are added together, and the values to restore if they are removed again. */
typedef struct step_addition {
    struct step_world *world;
    body_building building;
    uint32_t last_change;
} step_addition;

step_addition step_begin_addition(step_world *w);

/* Creates a body with the collider of its config, if that has a shape; NONE: out of memory. The
 * config is sound. */
uint32_t step_add_body(step_world *w, const evo_body_config *config);

/* Keeps the bodies that were added, in their order; or without `done` removes them, as if they had
 * not been added. Neither can fail. */
void step_end_addition(const step_addition *a, const evo_body *added, size_t count, bool done);

uint32_t step_add_collider(step_world *w, uint32_t body, const evo_collider_config *config);

/* Functions from here on change a body or a collider, and wake the bodies concerned. False: out of
 * memory, nothing has changed. */
bool step_remove_body(step_world *w, uint32_t body);
bool step_remove_colliders(step_world *w, collider_run run);
uint32_t step_add_chain(step_world *w, const chain_links *links); /* its first link, or NONE */

/* Gives a collider the shape, material and filter of the config. */
bool step_change_collider(step_world *w, uint32_t collider, const evo_collider_config *config);
bool step_move_body(step_world *w, uint32_t body, evo_pose pose);
/* Moves a dynamic body, and sets its motion, at once. */
bool step_move_dynamic(step_world *w, uint32_t body, evo_pose pose, evo_vec2 velocity, double spin);
/* Sends a kinematic body to a pose, where it arrives after so many seconds. */
bool step_drive_body(step_world *w, uint32_t body, evo_pose target, double seconds);
bool step_set_motion(step_world *w, uint32_t body, evo_vec2 velocity, double spin);

bool step_push(step_world *w, uint32_t body, evo_vec2 force, double torque); /* acts next step */
bool step_set_kind(step_world *w, uint32_t body, evo_body_kind kind);
bool step_set_enabled(step_world *w, uint32_t body, bool enabled);
bool step_set_mass(step_world *w, uint32_t body, const evo_mass *mass); /* NULL: by its shapes */
bool step_set_damping(step_world *w, uint32_t body, double damping, double spin_damping);
bool step_set_sleep_speed(step_world *w, uint32_t body, double speed);
bool step_set_gravity_scale(step_world *w, uint32_t body, double scale);
bool step_set_locks(step_world *w, uint32_t body, evo_locks locks);
bool step_set_never_sleep(step_world *w, uint32_t body, bool never);
bool step_wake(step_world *w, uint32_t body, wake_reach reach);
bool step_wake_all(step_world *w, const evo_body *bodies, size_t count);
bool step_set_gravity(step_world *w, evo_vec2 gravity);

/* Puts a dynamic body to sleep, with all that it touches: see islands_plan. */
evo_result step_send_to_sleep(step_world *w, uint32_t body);

/* Creates a joint from a sound config; NONE: out of memory. Bodies of a joint that is created,
 * changed or destroyed wake. */
uint32_t step_add_joint(step_world *w, const evo_joint_config *config);
bool step_remove_joint(step_world *w, uint32_t joint);
bool step_change_joint(step_world *w, uint32_t joint, const evo_joint_config *config);
bool step_set_motor_speed(step_world *w, uint32_t joint, double speed); /* for joints with motors */

#endif
