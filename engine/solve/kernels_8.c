#include "core/machine.h"

#if MACHINE_AVX2

#include <immintrin.h>

#include "core/avx2_begin.h"
#define LANES 8
#include "solve/kernels_lanes.h"

#include "core/avx2_end.h"

const solve_kernels solve_kernels_8 = KERNELS;

#endif
