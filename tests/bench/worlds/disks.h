/* disks.h: hard disks in a periodic box, from impact to impact: what the event-driven part of the
 * benchmark runs, through the public interface alone. Units are the disks' diameter and mass, and
 * their temperature. */
#ifndef TESTS_BENCH_WORLDS_DISKS_H
#define TESTS_BENCH_WORLDS_DISKS_H

#include "evolute/evolute.h"

/* So many disks, which cover so much of the box. */
typedef struct disks_setting {
    int count;
    double packing;
    bool shuffled; /* created in random order, not row by row */
} disks_setting;

/* On a lattice, with velocities of temperature 1 and no momentum in all. */
evo_world *disks_open(const disks_setting *setting);

/* Lets about so many pairs a disk collide. */
void disks_run(evo_world *world, const disks_setting *setting, double collisions);

/* What a run showed. */
typedef struct disks_cost {
    double best, median; /* CPU nanoseconds a collision of two, over blocks of the run */
    double virial;       /* the compressibility factor, by the virial */
    double bytes;        /* of memory, a disk */
} disks_cost;

/* After a warm-up of some collisions a disk, a run of so many. */
disks_cost disks_measure(const disks_setting *setting, double collisions);

#endif
