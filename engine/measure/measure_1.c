#define LANES 1
#include "measure/axes_lanes.h"
#include "measure/measure_lanes.h"

const measure_kernel measure_kernel_1 = measure_block;
const turn_kernel turn_kernel_1 = turn_all;
const hull_kernel hull_kernel_1 = measure_hulls;
