#define LANES 1
#include "solve/contact_lanes.h"

const contact_kernels contact_kernels_1 = CONTACT_KERNELS;
