#include "broad/scan.h"
#include "core/machine.h"

#if MACHINE_VECTORS

#define LANES 4
#include "broad/scan_lanes.h"

scan_kernel scan_kernel_4;

void scan_kernel_4(const tile *in, const tile_part *part, const float circle[3], id_list *found) {
    scan_part(in, part, circle, found);
}

#endif
