#include "core/machine.h"

#if MACHINE_WIDE

#include <immintrin.h>

#include "core/avx512_begin.h"
#define LANES 16
#include "measure/measure_lanes.h"

#include "core/avx512_end.h"

const measure_kernel measure_kernel_16 = measure_block;
const hull_kernel hull_kernel_16 = measure_hulls;

#endif
