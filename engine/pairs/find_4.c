#include "core/machine.h"

#if MACHINE_VECTORS

#define LANES 4
#include "pairs/find_lanes.h"

const find_kernel find_kernel_4 = find_ranks;

#endif
