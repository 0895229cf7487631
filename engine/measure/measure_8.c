#include "core/machine.h"

#if MACHINE_AVX2

#include <immintrin.h>

#include "core/avx2_begin.h"
#define LANES 8
#include "measure/axes_lanes.h"
#include "measure/measure_lanes.h"

#include "core/avx2_end.h"

const measure_kernel measure_kernel_8 = measure_block;
const turn_kernel turn_kernel_8 = turn_all;
const hull_kernel hull_kernel_8 = measure_hulls;

#endif
