#define LANES 1
#include "contact/measure_lanes.h"

const measure_kernels measure_kernels_1 = MEASURE_KERNELS;
