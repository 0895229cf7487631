/* step.h: a world of steps: bodies and colliders in, steps, state out.
 *
 *     bodies -> index -> pairs -> memory matched -> gaps -> colours -> substeps
 *            -> bodies, memory, reports
 *
 * Between steps remain bodies, colliders, and the memory of each pair. All else is derived in each
 * step, in an order that depends on the state alone; it is in one arena. A step changes nothing
 * before its end, when nothing can fail any more. */
#ifndef ENGINE_STEP_STEP_H
#define ENGINE_STEP_STEP_H

#include "joint/joint.h"
#include "step/impacts.h"
#include "step/islands.h"

typedef struct step_settings {
    evo_vec2 gravity;
    int substeps;
    int lanes;
    uint32_t spare; /* lanes left empty behind each that is used, 0 or 1: tests compare the bits */
    bool never_sleep;
    bool exact;        /* worlds of exact time: their bodies are stored, but not stepped */
    double push_speed; /* speed at which overlaps part at most, in reaches of the smaller body */
    impact_settings impacts;
    pair_questions ask;
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

typedef struct step_world {
    const evo_allocator *memory;
    step_settings settings;
    body_store bodies;
    spatial_index index;
    pair_store pairs;
    island_store islands;
    joint_store joints;
    impact_room impacts;
    arena arena;
    step_told told;
    double time;
    double substep; /* seconds of a substep of the last step: what is remembered is of as much */
    uint64_t steps;
    bool floors_due;                             /* see floor_forget_moving */
    double profile[PHASES];                      /* seconds, of the last step */
    uint32_t pair_count, row_count, event_count; /* counts of the last step */
    int colour_count;
    uint64_t impact_count;  /* impacts since creation */
    uint64_t first_touches; /* first touches of the step in hand, reported as impacts */
} step_world;

void step_world_init(step_world *w, const evo_allocator *memory, const step_settings *settings);
void step_world_free(step_world *w);

/* Creates a body with the collider of its config, if that has a shape; NONE: out of memory. The
 * config is sound. */
uint32_t step_add_body(step_world *w, const evo_body_config *config);
uint32_t step_add_collider(step_world *w, uint32_t body, const evo_collider_config *config);

/* Functions from here on change a body or a collider, and wake the bodies concerned. False: out of
 * memory, nothing has changed. */
bool step_remove_body(step_world *w, uint32_t body);
bool step_remove_collider(step_world *w, uint32_t collider);
uint32_t step_add_chain(step_world *w, const chain_links *links); /* its first link, or NONE */
bool step_remove_chain(step_world *w, uint32_t first);            /* by its first link */

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
bool step_wake_touching(step_world *w, uint32_t body);
bool step_set_gravity_scale(step_world *w, uint32_t body, double scale);
bool step_set_locks(step_world *w, uint32_t body, evo_locks locks);
bool step_set_never_sleep(step_world *w, uint32_t body, bool never);
bool step_wake_body(step_world *w, uint32_t body);
bool step_send_to_sleep(step_world *w, uint32_t body); /* a dynamic body, alone */
bool step_set_gravity(step_world *w, evo_vec2 gravity);

/* Creates a joint from a sound config; NONE: out of memory. Bodies of a joint that is created,
 * changed or destroyed wake. */
uint32_t step_add_joint(step_world *w, const evo_joint_config *config);
bool step_remove_joint(step_world *w, uint32_t joint);
bool step_change_joint(step_world *w, uint32_t joint, const evo_joint_config *config);

evo_result step_advance(step_world *w, double seconds);

/* Data remembered of a pair. */
typedef struct pair_view {
    pair_ids ids;
    pair_kept kept;
} pair_view;

/* Visits what is remembered of pairs, of those that sleep, too: of all, or of those of a body and,
 * perhaps, others. */
typedef void (*pair_visit)(void *context, const pair_view *pair);
void step_visit_pairs(const step_world *w, uint32_t body, pair_visit visit, void *context);

/* Sorts what is awake as it is between steps, for walks over the index that end before the next
 * change or step. False: refused. */
bool step_sort_awake(step_world *w);

#endif
