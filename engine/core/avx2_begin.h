/* avx2_begin.h: functions from here to avx2_end.h are compiled for AVX2, whatever the compiler's
 * flags. FMA stays off, because it rounds differently. */
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
