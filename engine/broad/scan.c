/* scan.c: the kernels of scan.h, for the lanes that the machine has, and the list they fill. */
#include "broad/scan.h"

#include "core/array.h"
#include "core/machine.h"

extern const scan_kernels scan_kernels_1, scan_kernels_4, scan_kernels_8;

const scan_kernels *scan_kernels_for(int lanes) {
    return MACHINE_CHOOSE(lanes, &scan_kernels_1, &scan_kernels_4, &scan_kernels_8);
}

void near_pairs_add(near_pairs *found, uint32_t a, uint32_t b) {
    if (found->count == found->capacity
        && !array_reserve(found->memory, &found->items, &found->capacity, found->count + 1,
                          sizeof *found->items)) {
        found->out_of_memory = true;
        return;
    }
    near_pair pair = {a, b};
    found->items[found->count++] = pair;
}
