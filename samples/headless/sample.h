/* sample.h: measurements of a scene at one moment, taken through the engine's public interface
 * alone, and the state of a gas between two samples. */
#ifndef SAMPLES_HEADLESS_SAMPLE_H
#define SAMPLES_HEADLESS_SAMPLE_H

#include "scenes/scenes.h"

typedef struct sample {
    double time;
    evo_counters counts;
    evo_sums sums;
    size_t movers; /* dynamic bodies */
    double mass;   /* of all of them */
    double kinetic, potential, angular;
    evo_vec2 momentum;
    double heat; /* kinetic energy of the movers' centres, in a periodic box about their mean */
} sample;

sample sample_take(const scene_stage *stage);

/* Its time as people write it: to the nanosecond, without the rounding of so many steps. */
double sample_time(const sample *s);

static inline double sample_energy(const sample *s) {
    return s->kinetic + s->potential;
}

/* kT; a periodic box without net momentum has two degrees of freedom less. */
double sample_temperature(const scene_stage *stage, const sample *s);

/* Averages from one sample to the next; NaN where they are not defined. */
typedef struct gas {
    double temperature;     /* at the end */
    double pressure;        /* force per length, in two dimensions */
    double compressibility; /* pressure * area / (number * kT) */
    double rate;            /* collisions per body and second */
    double by_rate;         /* compressibility from the rate; equal disks only */
} gas;

gas gas_between(const scene_stage *stage, const sample *from, const sample *to);

#endif
