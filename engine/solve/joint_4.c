#include "core/machine.h"

#if MACHINE_VECTORS

#define LANES 4
#include "solve/joint_lanes.h"

const joint_kernels joint_kernels_4 = JOINT_KERNELS;

#endif
