/* measure.c: the kernels of measure.h, for the lanes that the machine has. */
#include "contact/measure.h"

#include "core/machine.h"

extern const measure_kernels measure_kernels_1, measure_kernels_4, measure_kernels_8;

const measure_kernels *measure_kernels_for(int lanes) {
    return MACHINE_CHOOSE(lanes, &measure_kernels_1, &measure_kernels_4, &measure_kernels_8);
}
