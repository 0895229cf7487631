/* edit.h: changes of bodies, colliders and joints by hand, between steps. Each is made as a whole
 * or not at all: when memory is refused, nothing has changed. A change costs what it touches. */
#ifndef ENGINE_STEP_EDIT_H
#define ENGINE_STEP_EDIT_H

#include "step/waking.h"

/* Enters colliders of a body in a state into the index of what is still, and into floors; or takes
 * them out. False: out of memory. Bounds that were in the index before are not refused. */
bool still_enter(step_world *w, collider_run run, const body_state *at);
void still_leave(step_world *w, collider_run run, const body_state *at);

/* Creates a body with the collider of its config, if that has a shape; NONE: out of memory. The
 * config is sound. */
uint32_t step_add_body(step_world *w, const evo_body_config *config);
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
bool step_send_to_sleep(step_world *w, uint32_t body); /* a dynamic body, alone */
bool step_set_gravity(step_world *w, evo_vec2 gravity);

/* Creates a joint from a sound config; NONE: out of memory. Bodies of a joint that is created,
 * changed or destroyed wake. */
uint32_t step_add_joint(step_world *w, const evo_joint_config *config);
bool step_remove_joint(step_world *w, uint32_t joint);
bool step_change_joint(step_world *w, uint32_t joint, const evo_joint_config *config);

#endif
