#include "core/machine.h"

#if MACHINE_AVX2

#include <immintrin.h>

#include "core/avx2_begin.h"
#define LANES 8
#include "contact/measure_lanes.h"

#include "core/avx2_end.h"

const measure_kernels measure_kernels_8 = MEASURE_KERNELS;

#endif
