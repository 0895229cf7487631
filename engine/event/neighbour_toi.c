/* neighbour_toi.c: the choice among the kernels of sight_lanes.h. */
#include "event/neighbour_toi.h"

#include "core/machine.h"

extern const neighbour_kernels neighbour_kernels_1, neighbour_kernels_8;

const neighbour_kernels *neighbour_kernels_for(int lanes) {
    return MACHINE_CHOOSE(lanes, &neighbour_kernels_1, &neighbour_kernels_1, &neighbour_kernels_8);
}
