#include "core/machine.h"

#if MACHINE_WIDE

#include <immintrin.h>

#include "core/avx512_begin.h"
#define LANES 16
#include "solve/joint_lanes.h"

#include "core/avx512_end.h"

const joint_kernels joint_kernels_16 = JOINT_KERNELS;

#endif
