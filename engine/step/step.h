/* step.h: a world of steps: its parts, the end of a step, islands, waking, floors, and edits
 * between steps. */
#ifndef ENGINE_STEP_STEP_H
#define ENGINE_STEP_STEP_H

#include "joint/joint.h"
#include "pairs/pairs.h"
#include "step/drift.h"

/* ==== Islands ================================================================================= */

/* Puts bodies at rest to sleep until something wakes them.
 *
 * Bodies that touch, directly or through others, are an island; it sleeps when all of it has been
 * at rest for a while. It leaves the awake with the pairs that it remembers, and comes back as it
 * was. A step plans which islands sleep when it is published, after all else that may fail. */

typedef struct island_row {
    pair_ids ids;
    pair_kept kept;
    bool known; /* the awake have the pair in memory when the island wakes */
} island_row;

typedef enum island_state { ISLAND_FREE, ISLAND_ASLEEP, ISLAND_WAKING } island_state;

typedef struct island {
    island_state state;
    float speed;      /* that may drive a waking one */
    uint32_t next;    /* number of the next planned or waking one, or NONE */
    uint32_t *bodies; /* ids */
    island_row *rows;
    uint32_t body_count, row_count, body_room, row_room;
} island;

typedef struct island_store {
    island *all;
    list_size list;
    uint32_t first_planned; /* number, or NONE */
    /* A queue: those that wake until the end of the change or step; from first_queued on they still
     * sleep. */
    uint32_t first_waking, first_queued, last_waking;
    uint32_t lowest_free;
    uint32_t kept; /* entries of the pair memory before islands were woken */
    bool left;     /* some sleeper may be joined to what is awake */
    bool was_left; /* the same before islands began to wake */
} island_store;

void islands_init(island_store *s);
void islands_free(island_store *s, const evo_allocator *memory);

/* Takes the memory of an island. False: refused, and island_give gives back what it got. */
bool island_reserve(island *of, const evo_allocator *memory, uint32_t bodies, uint32_t rows);
void island_give(island *of, const evo_allocator *memory);

struct step_world;

/* Frees an island of which no body is any more. */
void island_free(struct step_world *w, uint32_t number);

/* Puts the planned islands to sleep, once their bodies are as the step leaves them. */
void islands_sleep(struct step_world *w);

/* Plans the sleep of an awake body with all that it touches now or is joined to, directly or
 * through others, between steps. EVO_ERROR_UNSUPPORTED: one of them must not sleep. */
evo_result islands_plan(struct step_world *w, uint32_t body);

/* Plans the sleep of a new body alone; false: out of memory. Or cancels that which was planned
 * last, if it is that of the body. */
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
    double push_speed; /* speed at which overlaps part at most, in reaches of the smaller body */
    double joint_hertz, contact_hertz, rocking_loss; /* as in evo_world_config */
    impact_settings impacts;
    pair_questions ask;
    evo_tasks tasks;
    double (*clock)(void *context); /* seconds: for the profile; NULL: none is taken */
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

/* Rows and impacts that the last step solved, in its arena, until that is taken anew: questions for
 * forces read them. */
typedef struct step_solved {
    bool known;
    arena_mark end; /* of what is to be kept */
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

/* Contacts of bodies that were measured since the last step, for who asks again before anything
 * changes: by entries of the memory of pairs. */
typedef struct contact_known {
    evo_contact contact;
    uint32_t entry;
} contact_known;

typedef struct contacts_known {
    uint32_t *place_of; /* by entry: its place, if that has the entry */
    size_t place_capacity;
    contact_known *all;
    list_size list;
    uint64_t revision; /* of the bodies then; none is placed otherwise since */
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
    double mass, speed, way; /* way: of its last step; both against gravity */
    uint32_t count, stepped; /* feet; 1: it has had its step, and ends unless it is put again */
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
    int workers;    /* that shared the last step */
    double substep; /* seconds of a substep of the last step: what is remembered is of as much */
    uint64_t steps;
    bool floors_due;                             /* see floor_forget_moving */
    bool asked;                                  /* for what is awake, since the world is */
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

/* Makes room for one rider more; false: out of memory. Finds the rider of a number, or NULL; puts
 * one, in place of that of its number, for which there is room. */
bool riders_reserve(step_world *w);
rider *riders_find(const step_world *w, uint64_t number);
void riders_put(step_world *w, const rider *made);

/* Data remembered of a pair. */
typedef struct pair_view {
    pair_ids ids;
    uint32_t entry; /* of the memory; NONE: both sleep */
    pair_kept kept;
} pair_view;

/* Visits what is remembered of pairs, of those that sleep, too: of all, or of those of a body and,
 * perhaps, others. */
typedef void (*pair_visit)(void *context, const pair_view *pair);
void step_visit_pairs(const step_world *w, uint32_t body, pair_visit visit, void *context);

/* Visits the forces of what the last step solved, in the order of its pairs (forces.c). */
typedef void (*force_visit)(void *context, const step_force *force);
void step_visit_forces(const step_world *w, force_visit visit, void *context);

/* Gives back all of the arena, but what the last step solved. */
void step_clear_arena(step_world *w);

/* Forgets what the last step solved, and contacts that were measured since. */
void step_forget_forces(step_world *w);

/* Sorts what is awake as it is between steps, for walks over the index that end before the next
 * change or step. False: refused. */
bool step_sort_awake(step_world *w);

/* Keeps the order of a step for questions, after what is awake has moved: `radii` of its disks, by
 * slot. */
void step_keep_order(step_world *w, const float *radii);

/* ==== Waking ================================================================================== */

/* Wakes islands of sleepers, in a step and for changes by hand. */

/* Bodies that wake when one is changed by hand. */
typedef enum wake_reach {
    WAKE_BODY,    /* the body, with its island */
    WAKE_TOUCHING /* bodies that are joined to it or may touch the colliders that change, too */
} wake_reach;

/* Functions from here on wake islands until waking_end. False: out of memory. */
bool waking_change(step_world *w, uint32_t body, collider_run run, wake_reach reach);
bool waking_all(step_world *w);

/* Ends the waking of islands, or without `done` undoes it; neither can fail. Returns `done`. */
bool waking_end(step_world *w, bool done);

/* ==== Floors ================================================================================== */

/* Colliders as floors: which of them go on from each other. */

/* Finds the joints of a collider that stands with what stands around it in the index; joints with
 * colliders that come later are found by those. False: out of memory. */
bool floor_enter(step_world *w, uint32_t collider);

/* Ends the joints of a collider. */
void floor_leave(step_world *w, uint32_t collider);

/* Finds the joints of what moves and cannot be pushed, of bodies that were changed since the last
 * step, by the index as it is sorted. Bodies that move alike do so until they are changed, and it
 * does not matter when their joints are found. False: out of memory. */
bool floor_join_moving(step_world *w);

/* Has all of them found anew by the next step. */
void floor_forget_moving(step_world *w);

/* ==== Edits =================================================================================== */

/* Changes of bodies, colliders and joints by hand, between steps. Each is made as a whole or not
 * at all: when memory is refused, nothing has changed. A change costs what it touches. */

/* Enters colliders of a body in a state into the index of what is still, and into floors; or takes
 * them out. False: out of memory. Bounds that were in the index before are not refused. */
bool still_enter(step_world *w, collider_run run, const body_state *at);
void still_leave(step_world *w, collider_run run, const body_state *at);

/* Bodies that are added together, and what is put back when they are taken back. */
typedef struct step_addition {
    struct step_world *world;
    body_building building;
    uint32_t last_change;
} step_addition;

step_addition step_begin_addition(step_world *w);

/* Creates a body with the collider of its config, if that has a shape; NONE: out of memory. The
 * config is sound. */
uint32_t step_add_body(step_world *w, const evo_body_config *config);

/* Keeps the bodies that were added, in their order; or takes them back without `done`, as if they
 * had not been. Neither is refused. */
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
bool step_set_motor_speed(step_world *w, uint32_t joint, double speed); /* of what may have one */

#endif
