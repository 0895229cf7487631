/* scan_lanes.h: the kernel of scan.h, for as many lanes as LANES says. */
#include "broad/scan.h"
#include "core/bits.h"
#include "core/lanes.h"

static void scan_run(const tile *in, uint32_t begin, uint32_t end, const float circle[3],
                     id_list *found) {
    lanes_value x = lanes_all(circle[0]), y = lanes_all(circle[1]), reach = lanes_all(circle[2]);
    uint32_t *ids = found->ids;
    size_t count = found->count;
    for (uint32_t at = begin; at < end; at += LANES) {
        lanes_value dx = lanes_load(in->x + at) - x, dy = lanes_load(in->y + at) - y;
        lanes_value sum = lanes_load(in->reach + at) + reach;
        unsigned hits = lanes_bits(lanes_less(dx * dx + dy * dy, sum * sum));
        if (end - at < LANES) hits &= (1u << (end - at)) - 1;
        for (; hits; hits &= hits - 1) ids[count++] = in->id[at + bits_lowest(hits)];
    }
    found->count = count;
}
