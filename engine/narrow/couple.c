/* couple.c: two placed shapes in canonical order. In: shapes and the poses of their bodies; out:
 * meetings from the first to the second. */
#include "narrow/couple.h"

#include "narrow/order.h"
#include "narrow/pair.h"

static bool is_in_order(const couple *c) {
    return pair_in_order(c->at[0].shape, c->poses[0], c->at[1].shape, c->poses[1]);
}

meeting couple_nearest(const couple *c) {
    return is_in_order(c) ? pair_measure(&c->at[0], &c->at[1])
                          : meeting_mirrored(pair_measure(&c->at[1], &c->at[0]));
}

static int find_touches(const placed *a, const placed *b, evo_vec2 side, double margin,
                        meeting found[TOUCHES]) {
    const bool across = b->shape->kind == EVO_SEGMENT && side_stands_on(side, b->axis);
    const int count = across ? touch_find_towards(a, b, side, margin, found) : 0;
    return count > 0 ? count : touch_find(a, b, side, margin, found);
}

int couple_touches(const couple *c, evo_vec2 side, double margin, meeting found[TOUCHES]) {
    if (is_in_order(c)) return find_touches(&c->at[0], &c->at[1], side, margin, found);
    const int count = find_touches(&c->at[1], &c->at[0], vec_negate(side), margin, found);
    touches_mirror(&c->at[1], &c->at[0], found, count);
    return count;
}
