/* sample.h: what can be measured of a scene at a moment, from outside, by the engine's public
 * interface alone; and what a gas does between two moments. */
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

static inline double sample_energy(const sample *s) {
    return s->kinetic + s->potential;
}

/* kT: a gas at rest in a periodic box has two degrees of freedom less. */
double sample_temperature(const scene_stage *stage, const sample *s);

/* What a gas did from one sample to the next; NaN where the world does not tell. */
typedef struct gas {
    double temperature;     /* at the end */
    double pressure;        /* a force by a length, in two dimensions */
    double compressibility; /* pressure times area, by number and temperature */
    double rate;            /* collisions with each other, of each, a second */
    double by_rate;         /* the compressibility that follows from that; of equal disks only */
} gas;

gas gas_between(const scene_stage *stage, const sample *from, const sample *to);

#endif
