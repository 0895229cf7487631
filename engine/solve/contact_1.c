#define LANES 1
#include <assert.h>

#include "solve/body_lanes.h"
#include "solve/made_lanes.h"

const contact_kernels contact_kernels_1 = CONTACT_KERNELS;
const body_kernels body_kernels_1 = BODY_KERNELS;
