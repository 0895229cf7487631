/* lab.h: small worlds for the tests of laws: sixty steps a second, without sleeping, so that bodies
 * rest by the solver alone. */
#ifndef TESTS_SUPPORT_LAB_H
#define TESTS_SUPPORT_LAB_H

#include "evolute/event.h"

/* Seconds. */
static const double LAB_STEP = 1.0 / 60;

evo_world *lab_make(evo_world_config config);

/* Gravity pulls down y. */
evo_world *lab_world(double gravity);

/* No gravity, and every approach bounces, however slow. */
evo_world *lab_space(void);

/* A static segment through the origin that falls to the right by an angle, of the default
 * material. */
evo_body lab_slope(evo_world *world, double half_length, double angle);

/* A static shape of the default material. */
evo_body lab_fixed(evo_world *world, evo_shape shape, double x, double y);

/* The configuration of a dynamic body of the default material. */
evo_body_config lab_body(evo_shape shape, double x, double y);

/* The centre of a round body on the slope, `along` downhill from the origin. */
evo_vec2 lab_on_slope(double angle, double along, double radius);

/* Walls and floor about the box from (x, 0) to (x + width, height). */
void lab_box(evo_world *world, evo_vec2 corner, double width, double height);

/* Four walls of a material about the square from (0, 0) to (side, side). */
void lab_closed_box(evo_world *world, double side, evo_material material);

void lab_run(evo_world *world, int steps);

double lab_speed(const evo_world *world, evo_body body);

/* Kinetic plus potential energy, 0 at y = 0. */
double lab_energy(const evo_world *world, evo_body body, double gravity);

#endif
