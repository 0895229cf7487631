#include "core/machine.h"

#if MACHINE_VECTORS

#define LANES 4
#include "measure/axes_lanes.h"
#include "measure/measure_lanes.h"

const measure_kernel measure_kernel_4 = measure_block;
const turn_kernel turn_kernel_4 = turn_all;
const hull_kernel hull_kernel_4 = measure_hulls;

#endif
