/* passes.h: passes over the rows of a substep. In: rows in blocks, by colour; out: velocities and
 * impulses. Workers share the blocks of one colour, which have no moving body in common; what has
 * no colour is solved alone, in its order. */
#ifndef ENGINE_STEP_PASSES_H
#define ENGINE_STEP_PASSES_H

#include "core/crew.h"
#include "solve/contact.h"
#include "solve/joint.h"

/* Arguments of the passes of a substep. */
typedef struct passes {
    crew *crew; /* NULL: nobody shares them */
    const contact_kernels *lanes;
    const body_kernels *body_lanes;
    const joint_kernels *joint_lanes;
    contact_pass rows;
    body_pass bodies;
    joint_pass joints;
    struct impacts *events;
} passes;

/* A pass over the rows of bodies. */
void pass_bodies(const passes *p, body_kernel lanes);

/* Rows with a colour in lanes, then the rest of them one by one, and those of event pairs. */
void pass_rows(const passes *p, contact_kernel lanes, contact_kernel single);
void pass_joints(const passes *p, joint_kernel lanes, joint_kernel single);

#endif
