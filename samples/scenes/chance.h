/* chance.h: random numbers with the same bits on every machine: splitmix64, and logarithm and
 * exponential of + - * / alone, where a C library's may differ. C does not
 * order two calls in one expression, so scenes draw one number per expression. */
#ifndef SAMPLES_SCENES_CHANCE_H
#define SAMPLES_SCENES_CHANCE_H

#include <stdint.h>

/* From 0 to below 1. */
double chance_part(uint64_t *state);

double chance_between(uint64_t *state, double low, double high);

/* Log-uniform; low must be positive. */
double chance_scale(uint64_t *state, double low, double high);

/* Gaussian with variance 1. */
double chance_normal(uint64_t *state);

/* Accurate to 1e-15; log of positive numbers, exp of numbers up to 700 in magnitude. */
double chance_log(double x);
double chance_exp(double x);

#endif
