#include "core/machine.h"

#if MACHINE_VECTORS

#define LANES 4
#include "solve/rows_lanes.h"

const row_kernels row_kernels_4 = ROW_KERNELS;

#endif
