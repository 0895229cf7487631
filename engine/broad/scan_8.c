#include "core/machine.h"

#if MACHINE_AVX2

#include <immintrin.h>

#include "core/avx2_begin.h"
#define LANES 8
#include "broad/scan_lanes.h"

#include "core/avx2_end.h"

const scan_kernels scan_kernels_8 = SCAN_KERNELS;

#endif
