#define LANES 1
#include "solve/joint_lanes.h"

const joint_kernels joint_kernels_1 = JOINT_KERNELS;
