/* lanes_1.c: the kernels of all rooms, one float at a time, for every machine. */
#include "core/core.h"

#define LANES 1
#include "solve/contact_lanes.inc.h"

/* Beside vectors, one lane only solves contacts that have no colour: all else is small. */
#if MACHINE_VECTORS
MACHINE_SMALL
#undef INLINE
#define INLINE static inline
#endif

#include "exact/neighbour_lanes.inc.h"
#include "measure/measure_lanes.inc.h"
#include "pairs/find_lanes.inc.h"
#include "solve/body_lanes.inc.h"
#include "solve/joint_lanes.inc.h"

const neighbour_kernels neighbour_kernels_1 = {neighbour_first};
const measure_kernel measure_kernel_1 = measure_block;
const hull_kernel hull_kernel_1 = measure_hulls;
const turn_kernel turn_kernel_1 = turn_all;
const find_kernel find_kernel_1 = find_ranks;
const body_kernels body_kernels_1 = BODY_KERNELS;
const contact_kernels contact_kernels_1 = CONTACT_KERNELS;
const joint_kernels joint_kernels_1 = JOINT_KERNELS;
