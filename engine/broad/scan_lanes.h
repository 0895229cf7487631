/* scan_lanes.h: the kernel of scan.h, for as many lanes as LANES says. */
#include "broad/scan.h"
#include "core/bits.h"
#include "core/lanes.h"

typedef struct lanes_circle {
    lanes_value x, y, outer, inner;
} lanes_circle;

/* Items begin to end; returns where the list goes on. */
INLINE uint32_t *scan_run(const tile *in, uint32_t begin, uint32_t end, const lanes_circle *circle,
                          uint32_t *ids) {
    lanes_value zero = lanes_all(0);
    for (uint32_t at = begin; at < end; at += LANES) {
        lanes_value dx = lanes_load(in->x + at) - circle->x;
        lanes_value dy = lanes_load(in->y + at) - circle->y;
        lanes_value own = lanes_load(in->reach + at), square = dx * dx + dy * dy;
        lanes_value outer = lanes_abs(own) + circle->outer, inner = own + circle->inner;
        unsigned hits = lanes_bits(lanes_less(square, outer * outer));
        if (end - at < LANES) hits &= (1u << (end - at)) - 1;
        if (!hits) continue;
        lanes_mask round = lanes_less(zero, own) & lanes_less(zero, inner);
        unsigned sure = lanes_bits(round & lanes_less(square, inner * inner));
        for (; hits; hits &= hits - 1) {
            unsigned lane = bits_lowest(hits);
            *ids++ = in->id[at + lane] | (sure >> lane & 1 ? 0 : SCAN_DOUBT);
        }
    }
    return ids;
}

static void scan_part(const tile *in, const tile_part *part, const scan_circle *circle,
                      id_list *found) {
    lanes_circle about = {lanes_all(circle->x), lanes_all(circle->y), lanes_all(circle->outer),
                          lanes_all(circle->inner)};
    uint32_t *ids = found->ids + found->count;
    const uint32_t *row = in->start + part->low * TILE_SIDE;
    for (int i = part->low; i <= part->high; ++i, row += TILE_SIDE)
        ids = scan_run(in, row[part->left], row[part->right + 1], &about, ids);
    ids = scan_run(in, in->sorted, in->count, &about, ids);
    found->count = (size_t)(ids - found->ids);
}
