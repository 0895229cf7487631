#include "core/machine.h"

#if MACHINE_VECTORS

#define LANES 4
#include "solve/contact_lanes.h"

const contact_kernels contact_kernels_4 = CONTACT_KERNELS;

#endif
