/* bodies.h: what a body is besides its state: mass, optional data, templates of its colliders,
 * and where these are measured. */
#ifndef ENGINE_CONTACT_BODIES_H
#define ENGINE_CONTACT_BODIES_H

#include "contact/graph.h"
#include "narrow/contact.h"

const body_extra *extra_of(const graph *g, const body_record *record); /* to read */
bool extra_reserve(graph *g);                                          /* for one more */
body_extra *extra_make(graph *g, body_record *record);                 /* to write */
void extra_give(graph *g, body_record *record);

evo_pose body_pose_of(const graph *g, const body_record *record, const body_state *state);
evo_vec2 body_center_at(const graph *g, const body_record *record, evo_pose pose);

/* Mass, centre and inertia by the colliders, unless set by hand; the body stays in the pose that it
 * had. Needs room for an extra. */
void mass_update(graph *g, body_record *record, evo_pose pose);

/* What the body's sim takes from its record. */
void body_sim_update(graph *g, const body_record *record);

/* The radius of gyration by which contacts turn the body; 0: they do not. */
double body_turns_by(const body_record *record);

/* Whether a step has to look at the body's extra: for forces that wait, and for damping. */
bool body_is_driven(const graph *g, const body_record *record);

/* The velocity that gravity and forces add to a mover in a second. */
evo_vec2 body_pull(const graph *g, uint32_t index);

/* Forces act for one step, or not at all on what does not move. */
void forces_clear(graph *g, body_record *record);

/* Brings centres and axes of the movers' colliders to where they are measured in a step; those of
 * one body, wherever it is. */
void movers_place(graph *g);
void body_place(graph *g, uint32_t index);

/* What the hot data of a body and its colliders take from its shapes and its mass. */
void body_colliders_update(graph *g, const body_record *record);

/* A pair as narrow/ sees it, about an origin of its own. */
void contact_sides(const graph *g, const contact *c, contact_side sides[2]);

/* The number of the template that a config asks for, with one user more; NONE when memory is
 * refused. It is given back as often as it was taken. */
uint32_t template_take(graph *g, const evo_collider_config *config);
void template_give(graph *g, uint32_t number);
void templates_free(graph *g);

#endif
