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
bool motion_load(body_rows *rows, const body_store *bodies, const motion_input *in, arena *a);

/* Returns the state of an awake body after the step (`free`, by row: in doubles, by what drives it
 * alone). *rests: it is at rest then. */
body_state motion_end(const body_store *bodies, const body_rows *rows, const uint8_t *free,
                      const motion_input *in, uint32_t slot, bool *rests);
bool motion_is_at_rest(const body_state *state, const body_motion *motion);

/* Clears the forces on a body after the step. */
void motion_clear_forces(body_store *bodies, uint32_t slot);

/* Seconds of rest before sleep. */
static const float REST_BEFORE_SLEEP = 0.5f;

#endif
