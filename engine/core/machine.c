/* machine.c: the SIMD width is chosen when a world is created; it changes speed and no result. */
#include "core/machine.h"

#include <stdbool.h>

#if MACHINE_WIDE
static bool has_wide(void) {
#if defined(EVOLUTE_EMULATE_16)
    return __builtin_cpu_supports("avx2");
#else
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")
           && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
#endif
}
#endif

int machine_lanes(int most) {
#if MACHINE_AVX2
    __builtin_cpu_init();
#if MACHINE_WIDE
    if (most >= 16 && has_wide()) return 16;
#endif
    if (most >= 8 && __builtin_cpu_supports("avx2")) return 8;
#endif
    return MACHINE_VECTORS && MACHINE_HAS(4) && most >= 4 ? 4 : 1;
}
