#include "core/machine.h"

#if MACHINE_WIDE

#include <immintrin.h>

#include "core/avx512_begin.h"
#define LANES 16
#include "solve/contact_lanes.h"

#include "core/avx512_end.h"

const contact_kernels contact_kernels_16 = CONTACT_KERNELS;

#endif
