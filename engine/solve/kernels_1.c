#define LANES 1
#include "solve/kernels_lanes.h"

const solve_kernels solve_kernels_1 = KERNELS;
