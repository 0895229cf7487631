#define LANES 1
#include "pairs/find_lanes.h"

const find_kernel find_kernel_1 = find_ranks;
