#include "solve/measure.h"

#include "core/machine.h"

extern const measure_kernels measure_kernels_1, measure_kernels_4, measure_kernels_8;

const measure_kernels *measure_kernels_for(int lanes) {
    int most = machine_lanes();
    if (lanes > most) lanes = most;
#if MACHINE_AVX2
    if (lanes >= 8) return &measure_kernels_8;
#endif
#if MACHINE_VECTORS
    if (lanes >= 4) return &measure_kernels_4;
#endif
    return &measure_kernels_1;
}
