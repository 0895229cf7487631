/* neighbour_toi.c: the choice among the kernels of sight_lanes.h. */
#include "event/neighbour_toi.h"

#include "core/machine.h"

extern const sight_kernels sight_kernels_1, sight_kernels_8;

const sight_kernels *sight_kernels_for(int lanes) {
    return MACHINE_CHOOSE(lanes, &sight_kernels_1, &sight_kernels_1, &sight_kernels_8);
}
