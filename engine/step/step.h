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
#include "step/drift.h"
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
    uint32_t pair_count, event_count, parted_count;
    const uint8_t *class_of;
    const uint32_t *second_of, *event_of;
    contact_rows rows;
} step_solved;

/* A force of the last step: impulses of the whole step on the second collider, by ids. */
typedef struct step_force {
    pair_ids ids;
    evo_vec2 point, arms[2], normal, impulse;
} step_force;

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
    step_solved solved;
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

/* Visits the forces of what the last step solved, in the order of its pairs (forces.c). */
typedef void (*force_visit)(void *context, const step_force *force);
void step_visit_forces(const step_world *w, force_visit visit, void *context);

/* Gives back all of the arena, but what the last step solved. */
void step_clear_arena(step_world *w);

/* Forgets what the last step solved. */
void step_forget_forces(step_world *w);

/* Sorts what is awake as it is between steps, for walks over the index that end before the next
 * change or step. False: refused. */
bool step_sort_awake(step_world *w);

#endif
