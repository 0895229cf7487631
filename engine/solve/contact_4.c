#include "core/machine.h"

#if MACHINE_VECTORS

#define LANES 4
#include "solve/body_lanes.h"
#include "solve/contact_lanes.h"

const contact_kernels contact_kernels_4 = CONTACT_KERNELS;
const body_kernels body_kernels_4 = BODY_KERNELS;

#endif
