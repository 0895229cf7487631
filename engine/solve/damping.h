/* damping.h: damping over a step. In: damping per second, seconds of a substep, substeps; out: what
 * each substep adds, which is the same in all of them. */
#ifndef ENGINE_SOLVE_DAMPING_H
#define ENGINE_SOLVE_DAMPING_H

typedef struct damped {
    double speed; /* change of a speed of 1 in a substep */
    double drive; /* the part of a force that is felt */
} damped;

/* A speed falls as exp(-damping t), up to the third order of a substep, but never below zero; a
 * steady force acts as on a body that is damped all the while. */
static inline damped damped_by(double damping, double h, int substeps) {
    double x = h * damping, over = 1 / (1 + x + 0.5 * x * x), kept = 1, sum = 0;
    for (int i = 0; i < substeps; ++i) {
        sum += kept;
        kept *= over;
    }
    return (damped){(kept - 1) / substeps, (1 + 0.5 * x) * over * sum / substeps};
}

#endif
