#include "core/machine.h"

#if MACHINE_VECTORS

#define LANES 4
#include "broad/scan_lanes.h"

const scan_kernels scan_kernels_4 = SCAN_KERNELS;

#endif
