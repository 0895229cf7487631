/* lanes_8.c: the kernels of all rooms, eight floats at a time, for processors with AVX2. */
#include "lanes/lanes.h"

#if MACHINE_AVX2

#include <immintrin.h>

/* Functions from here to the pop are compiled for AVX2, whatever the compiler's flags. FMA stays
 * off, because it rounds differently. */
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#define LANES 8
#include "exact/neighbour_lanes.inc.h"
#include "measure/measure_lanes.inc.h"
#include "pairs/find_lanes.inc.h"
#include "solve/body_lanes.inc.h"
#include "solve/contact_lanes.inc.h"
#include "solve/joint_lanes.inc.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

const neighbour_kernels neighbour_kernels_8 = {neighbour_first};
const lane_kernels lane_kernels_8 = {
    turn_all,     find_ranks,      filter_candidates, {measure_block, measure_hulls},
    BODY_KERNELS, CONTACT_KERNELS, JOINT_KERNELS};

#endif
