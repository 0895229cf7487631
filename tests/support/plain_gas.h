/* plain_gas.h: smooth elastic disks, simulated in the plainest way there is: everybody is moved to
 * each impact, and all pairs are looked at for the next, in long doubles. What worlds of events
 * must agree with. */
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
    long double time; /* INFINITY: nobody meets anything any more */
    int a, b;         /* a < b; b of -1: a wall */
    long double speed, impulse;
} plain_impact;

/* Goes on to the next impact, and does it. */
plain_impact plain_gas_next(plain_gas *g);

#endif
