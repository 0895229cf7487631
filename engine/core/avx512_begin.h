/* avx512_begin.h: functions from here to avx512_end.h are compiled for AVX-512, whatever the
 * compiler's flags; where 16 lanes are emulated, for AVX2. AVX-512 brings FMA, which rounds
 * differently: it stays off here. */
#if defined(__clang__) && defined(EVOLUTE_EMULATE_16)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#elif defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512dq,avx512bw"))),        \
                             apply_to = function)
#pragma clang fp contract(off)
#elif defined(EVOLUTE_EMULATE_16)
#pragma GCC push_options
#pragma GCC target("avx2")
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512vl,avx512dq,avx512bw")
#pragma GCC optimize("fp-contract=off")
#endif
