/* neighbour_toi_8.c: the kernel for four others at a time: as many doubles as floats in eight
 * lanes. */
#include "core/machine.h"

#if MACHINE_AVX2

#include <immintrin.h>

#include "core/avx2_begin.h"
#define LANES 8
#include "event/neighbour_toi_lanes.h"

#include "core/avx2_end.h"

const neighbour_kernels neighbour_kernels_8 = {neighbour_first};

#endif
