/* machine.c: the SIMD width is chosen when a world is created; it changes speed and no result. */
#include "core/machine.h"

int machine_lanes(int most) {
#if MACHINE_AVX2
    __builtin_cpu_init();
    if (most >= 8 && __builtin_cpu_supports("avx2")) return 8;
#endif
    return MACHINE_VECTORS && MACHINE_HAS(4) && most >= 4 ? 4 : 1;
}
