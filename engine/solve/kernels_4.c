#include "core/machine.h"

#if MACHINE_VECTORS

#define LANES 4
#include "solve/kernels_lanes.h"

const solve_kernels solve_kernels_4 = KERNELS;

#endif
