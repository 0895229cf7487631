/* gas.h: worlds of events, and smooth elastic disks to put into them. */
#ifndef TESTS_SUPPORT_GAS_H
#define TESTS_SUPPORT_GAS_H

#include "evolute/event.h"

/* Smooth elastic walls, or a periodic box, from the origin to (width, height); every impact is
 * kept. */
evo_world_config gas_config(evo_boundary boundary, double width, double height);

/* Fails the running test when the config is refused. */
evo_world *gas_world(const evo_world_config *config);

/* Smooth, elastic, of mass 1 unless it is changed: gas_add sees to that. */
evo_body_config gas_disk(double radius, double x, double y);

/* Fails the running test when it is refused. */
evo_body gas_add(evo_world *world, const evo_body_config *config, double mass);

/* The same of mass 1 in one call. */
evo_body gas_throw(evo_world *world, double radius, evo_vec2 place, evo_vec2 velocity);

/* Fails the running test when the step does not end well. */
void gas_step(evo_world *world, double seconds);

/* To the next event, and nothing beyond; returns its time. */
double gas_step_to_next(evo_world *world);

/* Of the normal distribution, by twelve even ones: mean 0, variance 1. */
double gas_normal(void);

#endif
