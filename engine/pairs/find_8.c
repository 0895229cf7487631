#include "core/machine.h"

#if MACHINE_AVX2

#include <immintrin.h>

#include "core/avx2_begin.h"
#define LANES 8
#include "pairs/find_lanes.h"

#include "core/avx2_end.h"

const find_kernel find_kernel_8 = find_ranks;

#endif
