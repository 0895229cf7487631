/* lanes.h: the kernels of all rooms, by how many floats they take at a time. */
#ifndef ENGINE_LANES_LANES_H
#define ENGINE_LANES_LANES_H

#include "measure/measure.h"
#include "pairs/pairs.h"
#include "solve/solve.h"

typedef struct lane_kernels {
    turn_kernel turn;
    find_kernel find;
    filter_kernel filter;
    measure_kernels measure;
    body_kernel bodies[BODY_PASSES];
    contact_kernel contacts[CONTACT_PASSES];
    joint_kernel joints[JOINT_PASSES];
} lane_kernels;

extern const lane_kernels lane_kernels_1;

/* Returns the kernels of the widest lanes that this machine has, but no wider than `most`. */
lane_kernels lane_kernels_for(int most);

#endif
