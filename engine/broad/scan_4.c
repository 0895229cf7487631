#include "broad/scan.h"
#include "core/machine.h"

#if MACHINE_VECTORS

#define LANES 4
#include "broad/scan_lanes.h"

scan_kernel scan_kernel_4;

void scan_kernel_4(const tile *in, uint32_t begin, uint32_t end, const float circle[3],
                   id_list *found) {
    scan_run(in, begin, end, circle, found);
}

#endif
