#include "core/machine.h"

#if MACHINE_VECTORS

#define LANES 4
#include "contact/measure_lanes.h"

const measure_kernels measure_kernels_4 = MEASURE_KERNELS;

#endif
