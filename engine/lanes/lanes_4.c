/* lanes_4.c: the kernels of pairs/, measure/ and solve/, four floats at a time, for compilers with
 * vector types. */
#include "lanes/lanes.h"

#if MACHINE_VECTORS && MACHINE_HAS(4)

/* Where there are 8 lanes, four are for old processors, and their code is kept small. */
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

const lane_kernels lane_kernels_4 = {
    turn_all,     find_ranks,      filter_candidates, {measure_block, measure_hulls},
    BODY_KERNELS, CONTACT_KERNELS, JOINT_KERNELS};

#endif
