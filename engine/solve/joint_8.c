#include "core/machine.h"

#if MACHINE_AVX2

#include <immintrin.h>

#include "core/avx2_begin.h"
#define LANES 8
#include "solve/joint_lanes.h"

#include "core/avx2_end.h"

const joint_kernels joint_kernels_8 = JOINT_KERNELS;

#endif
