/* motion.h: bodies from their doubles into rows, and back. Rows hold changes since the step began:
 * a body that no row of contacts pushed is moved in doubles, exactly. */
#ifndef ENGINE_SOLVE_MOTION_H
#define ENGINE_SOLVE_MOTION_H

#include "solve/contact.h"

typedef struct motion_input {
    evo_vec2 gravity;
    double seconds; /* length of the step */
    int substeps;
} motion_input;

/* Velocity and spin that gravity and forces add in a substep, and the parts of both that damping
 * leaves in half a substep. */
typedef struct motion_drive {
    evo_vec2 velocity;
    double spin;
    double keeps, keeps_spin;
} motion_drive;

motion_drive motion_drive_of(const body_store *bodies, uint32_t slot, const motion_input *in);

/* Fills the rows of what is awake; row i + 1 is of slot i. False: out of memory. */
bool motion_load(body_rows *rows, const body_store *bodies, const motion_input *in, crew *c,
                 arena *a);

/* Makes room for what rows that bounce need, if no material does. False: out of memory. */
bool motion_expect_bounces(body_rows *rows, arena *a);

/* Rows after the last substep. */
typedef struct motion_ending {
    const body_store *bodies;
    const body_rows *rows;
    const uint8_t *free; /* by row: bodies that move in doubles, by what drives them alone */
    const motion_input *input;
    evo_vec2 fall; /* velocity that gravity adds in a substep */
} motion_ending;

motion_ending motion_ending_of(const body_store *bodies, const body_rows *rows, const uint8_t *free,
                               const motion_input *in);

/* Moves the state of an awake body to the end of the step; returns whether it is at rest then. */
bool motion_end(const motion_ending *e, uint32_t slot, body_state *state);
bool motion_is_at_rest(const body_state *state, const body_motion *motion);

/* Counts the seconds at rest of an awake body that the step has moved, and clears its forces. */
void motion_settle(body_store *bodies, uint32_t slot, bool rests, double seconds);

/* Moves and settles all that is awake but those with a number in `others`, by slot; NULL: all. */
void motion_publish(const motion_ending *e, body_store *s, const uint32_t *others, uint32_t from,
                    uint32_t to);

/* Seconds of rest before sleep. */
static const float REST_BEFORE_SLEEP = 0.5f;

#endif
