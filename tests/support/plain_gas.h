/* plain_gas.h: the reference implementation for event worlds of smooth elastic disks: all disks
 * move to each impact, and the next one is searched among all pairs, in long doubles. */
#ifndef TESTS_SUPPORT_PLAIN_GAS_H
#define TESTS_SUPPORT_PLAIN_GAS_H

#include "evolute/world.h"

enum { PLAIN_MOST = 128 };

typedef struct plain_disk {
    long double x, y, vx, vy;
    long double radius, mass;
} plain_disk;

typedef struct plain_gas {
    evo_boundary boundary;
    long double width, height; /* of the box, which begins at the origin */
    long double pull;          /* along y */
    long double time;
    int count;
    plain_disk disks[PLAIN_MOST];
} plain_gas;

typedef struct plain_impact {
    long double time; /* INFINITY: there are no more impacts */
    int a, b;         /* a < b; b of -1: a wall */
    long double speed, impulse;
} plain_impact;

/* Moves to the next impact and resolves it. */
plain_impact plain_gas_next(plain_gas *g);

#endif
