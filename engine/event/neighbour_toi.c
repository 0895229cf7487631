/* neighbour_toi.c: the kernel for one other particle at a time. */
#define LANES 1
#include "event/neighbour_toi_lanes.h"

const neighbour_kernels neighbour_kernels_1 = {neighbour_first};
