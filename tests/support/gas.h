/* gas.h: event worlds with smooth elastic disks. */
#ifndef TESTS_SUPPORT_GAS_H
#define TESTS_SUPPORT_GAS_H

#include "evolute/event.h"
#include "evolute/exact.h"

/* Smooth elastic walls, or a periodic box, from the origin to (width, height). Every impact is
 * recorded. */
evo_world_config gas_config(evo_boundary boundary, double width, double height);

/* Fails the running test when the config is refused. */
evo_world *gas_world(const evo_world_config *config);

/* A smooth elastic disk; gas_add sets its mass. */
evo_body_config gas_disk(double radius, double x, double y);

/* Fails the running test when it is refused. */
evo_body gas_add(evo_world *world, const evo_body_config *config, double mass);

/* Adds a gas_disk of mass 1 with a velocity. */
evo_body gas_throw(evo_world *world, double radius, evo_vec2 position, evo_vec2 velocity);

/* Fails the running test when the step fails. */
void gas_step(evo_world *world, double seconds);

/* Steps exactly to the next event and returns its time. */
double gas_step_to_next(evo_world *world);

/* Approximately normal, the sum of twelve uniform numbers: mean 0, variance 1. */
double gas_normal(void);

#endif
