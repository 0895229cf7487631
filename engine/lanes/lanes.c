/* lanes.c: the kernels of a width, chosen once a step. */
#include "lanes/lanes.h"

extern const lane_kernels lane_kernels_4, lane_kernels_8, lane_kernels_16;

lane_kernels lane_kernels_for(int most) {
    lane_kernels k =
        MACHINE_CHOOSE(most, lane_kernels_1, lane_kernels_4, lane_kernels_8, lane_kernels_16);
#if MACHINE_WIDE
    if (!k.find) { /* kernels that gain nothing from sixteen lanes */
        k.turn = lane_kernels_8.turn;
        k.find = lane_kernels_8.find;
        k.filter = lane_kernels_8.filter;
        memcpy(k.bodies, lane_kernels_8.bodies, sizeof k.bodies);
    }
#endif
    return k;
}
