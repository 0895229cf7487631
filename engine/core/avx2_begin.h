/* avx2_begin.h: from here to avx2_end.h functions are compiled for AVX2, whatever the compiler's
 * flags. No fused multiply-add: it would round differently. */
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
