/* lanes_4.c: the kernels of pairs/, measure/ and solve/, four floats at a time, for compilers with
 * vector types. */
#include "core/core.h"

#if MACHINE_VECTORS && MACHINE_HAS(4)

/* Beside 8 lanes, four are for old processors, and small. */
#if MACHINE_AVX2
MACHINE_PLAIN
#undef INLINE
#define INLINE static inline
#endif

#define LANES 4
#include "measure/measure_lanes.inc.h"
#include "pairs/find_lanes.inc.h"
#include "solve/body_lanes.inc.h"
#include "solve/contact_lanes.inc.h"
#include "solve/joint_lanes.inc.h"

const measure_kernel measure_kernel_4 = measure_block;
const hull_kernel hull_kernel_4 = measure_hulls;
const turn_kernel turn_kernel_4 = turn_all;
const find_kernel find_kernel_4 = find_ranks;
const body_kernels body_kernels_4 = BODY_KERNELS;
const contact_kernels contact_kernels_4 = CONTACT_KERNELS;
const joint_kernels joint_kernels_4 = JOINT_KERNELS;

#endif
