/* lanes_16.c: the kernels of rows, joints and measuring, sixteen floats at a time, for processors
 * with AVX-512. */
#include "lanes/lanes.h"

#if MACHINE_WIDE

#include <immintrin.h>

/* Functions from here to the pop are compiled for AVX-512, whatever the compiler's flags; where 16
 * lanes are emulated, for AVX2. AVX-512 brings FMA, which rounds differently: it stays off here. */
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

#define LANES 16
#include "measure/measure_lanes.inc.h"
#include "solve/contact_lanes.inc.h"
#include "solve/joint_lanes.inc.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const lane_kernels lane_kernels_16 = {.measure = {measure_block, measure_hulls},
                                      .contacts = CONTACT_KERNELS,
                                      .joints = JOINT_KERNELS};

#endif
