/* scan_lanes.h: the kernel of scan.h, for as many lanes as LANES says. */
#include "broad/scan.h"
#include "core/bits.h"
#include "core/lanes.h"

typedef struct scan_circle {
    lanes_value x, y, reach;
} scan_circle;

/* Items begin to end; returns where the list goes on. */
INLINE uint32_t *scan_run(const tile *in, uint32_t begin, uint32_t end, const scan_circle *circle,
                          uint32_t *ids) {
    for (uint32_t at = begin; at < end; at += LANES) {
        lanes_value dx = lanes_load(in->x + at) - circle->x;
        lanes_value dy = lanes_load(in->y + at) - circle->y;
        lanes_value sum = lanes_load(in->reach + at) + circle->reach;
        unsigned hits = lanes_bits(lanes_less(dx * dx + dy * dy, sum * sum));
        if (end - at < LANES) hits &= (1u << (end - at)) - 1;
        for (; hits; hits &= hits - 1) *ids++ = in->id[at + bits_lowest(hits)];
    }
    return ids;
}

static void scan_part(const tile *in, const tile_part *part, const float circle[3],
                      id_list *found) {
    scan_circle about = {lanes_all(circle[0]), lanes_all(circle[1]), lanes_all(circle[2])};
    uint32_t *ids = found->ids + found->count;
    const uint32_t *row = in->start + part->low * TILE_SIDE;
    for (int i = part->low; i <= part->high; ++i, row += TILE_SIDE)
        ids = scan_run(in, row[part->left], row[part->right + 1], &about, ids);
    ids = scan_run(in, in->sorted, in->count, &about, ids);
    found->count = (size_t)(ids - found->ids);
}
