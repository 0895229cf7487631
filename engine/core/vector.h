/* vector.h: arithmetic on evo_vec2, in double. A direction is a vector of length 1; to turn by it
 * is to multiply by it as a complex number. */
#ifndef ENGINE_CORE_VECTOR_H
#define ENGINE_CORE_VECTOR_H

#include <math.h>

#include "evolute/base.h"

/* Marks a function that must become part of each of its callers, where size is not all. */
#if defined(__GNUC__) && !defined(EVOLUTE_SMALL)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

static inline evo_vec2 vec(double x, double y) {
    return (evo_vec2){x, y};
}

static inline evo_vec2 vec_of_floats(float x, float y) {
    return vec((double)x, (double)y);
}

static inline evo_vec2 vec_add(evo_vec2 a, evo_vec2 b) {
    return vec(a.x + b.x, a.y + b.y);
}

static inline evo_vec2 vec_sub(evo_vec2 a, evo_vec2 b) {
    return vec(a.x - b.x, a.y - b.y);
}

static inline evo_vec2 vec_scale(evo_vec2 a, double s) {
    return vec(a.x * s, a.y * s);
}

static inline evo_vec2 vec_negate(evo_vec2 a) {
    return vec(-a.x, -a.y);
}

/* a + s b */
static inline evo_vec2 vec_along(evo_vec2 a, double s, evo_vec2 b) {
    return vec(a.x + s * b.x, a.y + s * b.y);
}

static inline double vec_dot(evo_vec2 a, evo_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

/* Above 0 when b is counterclockwise of a. */
static inline double vec_cross(evo_vec2 a, evo_vec2 b) {
    return a.x * b.y - a.y * b.x;
}

/* The smaller and the larger of two numbers, neither of them NaN: fmin and fmax would be calls. */
static inline double least_of(double a, double b) {
    return a < b ? a : b;
}

static inline double most_of(double a, double b) {
    return a > b ? a : b;
}

static inline bool vec_is_zero(evo_vec2 v) {
    return v.x == 0 && v.y == 0;
}

/* Returns what of a vector is along axes that are not held: held is 1 along those that are, else
 * 0. */
static inline evo_vec2 vec_let(evo_vec2 held, evo_vec2 v) {
    return (evo_vec2){held.x > 0 ? 0 : v.x, held.y > 0 ? 0 : v.y};
}

/* A quarter turn counterclockwise. */
static inline evo_vec2 vec_left(evo_vec2 a) {
    return vec(-a.y, a.x);
}

static inline double vec_length(evo_vec2 a) {
    return sqrt(vec_dot(a, a));
}

/* a of length 1, or the fallback when a has no length. */
static inline evo_vec2 vec_unit(evo_vec2 a, evo_vec2 fallback) {
    double length = vec_length(a);
    return length > 0 ? vec_scale(a, 1 / length) : fallback;
}

/* Bounds of nothing, and bounds with a disk more. */
static const evo_bounds NO_BOUNDS = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};

static inline evo_bounds bounds_with(evo_bounds b, evo_vec2 center, double radius) {
    b.min = vec(least_of(b.min.x, center.x - radius), least_of(b.min.y, center.y - radius));
    b.max = vec(most_of(b.max.x, center.x + radius), most_of(b.max.y, center.y + radius));
    return b;
}

/* a turned by a direction, and back. */
static inline evo_vec2 vec_turn(evo_vec2 a, evo_vec2 by) {
    return vec(a.x * by.x - a.y * by.y, a.x * by.y + a.y * by.x);
}

static inline evo_vec2 vec_turn_back(evo_vec2 a, evo_vec2 by) {
    return vec(a.x * by.x + a.y * by.y, a.y * by.x - a.x * by.y);
}

#endif
