#include "core/machine.h"

#if MACHINE_AVX2

#include <immintrin.h>

#include "core/avx2_begin.h"
#define LANES 8
#include "solve/contact_lanes.h"

#include "core/avx2_end.h"

const contact_kernels contact_kernels_8 = CONTACT_KERNELS;

#endif
