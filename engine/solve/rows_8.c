#include "core/machine.h"

#if MACHINE_AVX2

#include <immintrin.h>

#include "core/avx2_begin.h"
#define LANES 8
#include "solve/rows_lanes.h"

#include "core/avx2_end.h"

const row_kernels row_kernels_8 = ROW_KERNELS;

#endif
