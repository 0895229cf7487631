/* pile.h: bodies dropped into a box, and how they lie there. */
#ifndef TESTS_SUPPORT_PILE_H
#define TESTS_SUPPORT_PILE_H

#include "evolute/event.h"

enum { PILE_MOST = 5000, PILE_LOOSE = 5 };

typedef struct pile {
    evo_world *world;
    int count;
    bool ellipses;   /* 0.6 by 0.35 units; otherwise disks of radius 0.5 */
    int substeps;    /* 0: as many as by default */
    double unit;     /* 1, or what lengths are scaled by */
    evo_vec2 corner; /* of the box, low and left; what follows is filled in */
    double width, height;
    evo_body bodies[PILE_MOST];
} pile;

/* On a loose lattice, in a box as wide as twice the root of the count. Gravity is 10, whatever the
 * unit. */
void pile_make(pile *p);

/* How it lies, in units. The energy leaves out the few liveliest: nothing resists rolling, and an
 * ellipse on top may rock for minutes. */
typedef struct pile_state {
    double energy;       /* kinetic, mean of a body of density 1 and unit 1 */
    double mean_overlap; /* of what touches */
    double most_overlap;
    int touching, escaped;
    double top; /* 98 % are below */
} pile_state;

pile_state pile_look(const pile *p);

#endif
