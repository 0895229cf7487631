#define LANES 1
#include "broad/scan_lanes.h"

const scan_kernels scan_kernels_1 = SCAN_KERNELS;
