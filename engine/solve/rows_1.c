#define LANES 1
#include "solve/rows_lanes.h"

const row_kernels row_kernels_1 = ROW_KERNELS;
