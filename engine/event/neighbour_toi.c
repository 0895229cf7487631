/* neighbour_toi.c: the kernel for one other particle at a time, and the choice among kernels. */
#define LANES 1
#include "event/neighbour_toi_lanes.h"

extern const neighbour_kernels neighbour_kernels_8;

static const neighbour_kernels neighbour_kernels_1 = {neighbour_first};

const neighbour_kernels *neighbour_kernels_for(int lanes) {
    return MACHINE_CHOOSE(lanes, &neighbour_kernels_1, &neighbour_kernels_1, &neighbour_kernels_8,
                          &neighbour_kernels_8);
}
