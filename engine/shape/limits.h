/* limits.h: the range of numbers in geometry; the public functions refuse all others. */
#ifndef ENGINE_SHAPE_LIMITS_H
#define ENGINE_SHAPE_LIMITS_H

#include "evolute/base.h"

/* Within these, eighth powers and products of two numbers stay in the range of double. */
static const double SHAPE_LARGEST = 1e30;
static const double SHAPE_SMALLEST = 1e-30;

/* Least width, as a fraction of the length: corners of thinner shapes fall together when they are
 * turned. */
static const double SHAPE_THINNEST = 1e-15;

static inline bool sides_fit(double a, double b) {
    return a >= SHAPE_THINNEST * b && b >= SHAPE_THINNEST * a;
}

static inline bool number_fits(double x) {
    return x <= SHAPE_LARGEST && x >= -SHAPE_LARGEST;
}

static inline bool vector_fits(evo_vec2 v) {
    return number_fits(v.x) && number_fits(v.y);
}

static inline bool pose_fits(evo_pose pose) {
    return vector_fits(pose.position) && number_fits(pose.angle);
}

#endif
