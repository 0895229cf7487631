#include "broad/scan.h"
#include "core/machine.h"

#if MACHINE_AVX2

#include <immintrin.h>

#include "core/avx2_begin.h"
#define LANES 8
#include "broad/scan_lanes.h"

scan_kernel scan_kernel_8;

void scan_kernel_8(const tile *in, const tile_part *part, const scan_circle *circle,
                   id_list *found) {
    scan_part(in, part, circle, found);
}

#include "core/avx2_end.h"

#endif
