/* lanes_1.c: the kernels of all rooms, one float at a time, for every machine. */
#include "lanes/lanes.h"

#define LANES 1
#include "solve/contact_lanes.inc.h"

/* Where there are vectors, one lane only solves contacts without a colour; other kernels are
 * compiled for size. */
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
const lane_kernels lane_kernels_1 = {
    turn_all,     find_ranks,      filter_candidates, {measure_block, measure_hulls},
    BODY_KERNELS, CONTACT_KERNELS, JOINT_KERNELS};
