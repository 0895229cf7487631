/* random.h: the same random numbers and shapes on every machine. */
#ifndef TESTS_SUPPORT_RANDOM_H
#define TESTS_SUPPORT_RANDOM_H

#include "evolute/shape.h"

/* Begins a new sequence. */
void random_seed(uint64_t seed);

double random_between(double low, double high);

/* Log-uniform; low must be positive. */
double random_scale(double low, double high);

/* Both components are between -most and most. */
evo_vec2 random_vector(double most);

/* A shape about 0.05 to 5 large: ellipses up to an aspect of 1000, rings of any width and sweep, a
 * fifth of them whole. */
evo_shape random_shape(evo_shape_kind kind);

/* The greatest distance of a random_shape's rim from its own origin. */
double shape_size(const evo_shape *shape);

#endif
