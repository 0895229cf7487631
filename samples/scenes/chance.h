/* chance.h: random numbers with the same bits on every machine: splitmix64, and logarithm and
 * exponential of + - * / alone, where a C library's may differ. C leaves open which of two calls in
 * one expression comes first, so scenes draw one number an expression. */
#ifndef SAMPLES_SCENES_CHANCE_H
#define SAMPLES_SCENES_CHANCE_H

#include <stdint.h>

/* From 0 to below 1. */
double chance_part(uint64_t *state);

double chance_between(uint64_t *state, double low, double high);

/* Evenly spread over orders of magnitude; low above 0. */
double chance_scale(uint64_t *state, double low, double high);

/* Of Gauss's bell, with variance 1. */
double chance_normal(uint64_t *state);

/* To 1e-15; of numbers above 0, and of numbers up to 700 in size. */
double chance_log(double x);
double chance_exp(double x);

#endif
