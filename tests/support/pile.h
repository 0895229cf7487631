/* pile.h: bodies dropped into a box, and the state of the pile. */
#ifndef TESTS_SUPPORT_PILE_H
#define TESTS_SUPPORT_PILE_H

#include "evolute/event.h"

enum { PILE_MOST = 5000, PILE_LOOSE = 5 };

typedef struct pile {
    evo_world *world;
    int count;
    bool ellipses;   /* 0.6 by 0.35 units; otherwise disks of radius 0.5 */
    int substeps;    /* 0: the default number */
    double unit;     /* the scale of lengths */
    evo_vec2 corner; /* lower left, of the box; the following members are outputs */
    double width, height;
    evo_body bodies[PILE_MOST];
} pile;

/* On a loose lattice, in a box as wide as twice the root of the count. Gravity is 10, whatever the
 * unit. */
void pile_make(pile *p);

/* The state of a pile, in units. The energy excludes the PILE_LOOSE fastest bodies: there is no
 * rolling resistance, and an ellipse on top may rock for minutes. */
typedef struct pile_state {
    double energy;       /* kinetic, mean per body of density 1 and unit 1 */
    double mean_overlap; /* of touching pairs */
    double most_overlap;
    int touching, escaped;
    double top; /* 98 % of the bodies are below */
} pile_state;

pile_state pile_look(const pile *p);

#endif
