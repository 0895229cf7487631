#define LANES 1
#include <assert.h>

#include "solve/made_lanes.h"

const contact_kernels contact_kernels_1 = CONTACT_KERNELS;
