/* damping.h: damping over half a substep. In: damping per second, seconds; out: the part of a speed
 * that is left. */
#ifndef ENGINE_SOLVE_DAMPING_H
#define ENGINE_SOLVE_DAMPING_H

/* exp(-x), up to the third order, and never below zero. */
static inline double damping_keeps(double damping, double seconds) {
    const double x = damping * seconds;
    return 1 / (1 + x * (1 + x / 2 * (1 + x / 3)));
}

#endif
