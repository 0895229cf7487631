#include "core/machine.h"

int machine_lanes(void) {
#if MACHINE_AVX2
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2")) return 8;
#endif
    return MACHINE_VECTORS ? 4 : 1;
}
