#include "core/machine.h"

#if MACHINE_AVX2

#include <immintrin.h>

#include "core/avx2_begin.h"
#define LANES 8
#include "solve/body_lanes.h"
#include "solve/contact_lanes.h"

#include "core/avx2_end.h"

const contact_kernels contact_kernels_8 = CONTACT_KERNELS;
const body_kernels body_kernels_8 = BODY_KERNELS;

#endif
