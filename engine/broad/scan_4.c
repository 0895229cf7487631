#include "broad/scan.h"
#include "core/machine.h"

#if MACHINE_VECTORS

#define LANES 4
#include "broad/scan_lanes.h"

scan_kernel scan_kernel_4;

void scan_kernel_4(const tile *in, const tile_part *part, const scan_circle *circle,
                   id_list *found) {
    scan_part(in, part, circle, found);
}

#endif
