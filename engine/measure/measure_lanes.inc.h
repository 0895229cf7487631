/* measure_lanes.inc.h: measures a block of pairs LANES at a time: axes, fits, and the choice of the
 * kernel by kind. */
#ifndef ENGINE_MEASURE_MEASURE_LANES_INC_H
#define ENGINE_MEASURE_MEASURE_LANES_INC_H

#include <assert.h>

#include "measure/hull_lanes.inc.h"
#include "measure/oval_lanes.inc.h"

/* ==== Axes ==================================================================================== */

/* Turns axes and offsets of colliders, LANES at a time. In: angles in parts, and forms; out: turned
 * offsets and axes, and boxes that contain colliders during the step. A box with the axis (u, v)
 * and the half axes a, b reaches |u| a + |v| b along x. The motion of the body and of its rim is
 * added. */

#if LANES < 16 /* 16 lanes use the kernel of 8 */

/* Minimax polynomials of cosine and sine, with errors of 1e-8 within an eighth of a turn. */
static void turn_all(const turn_parts *parts, const turn_range *of, const index_sizes *sizes) {
    const lanes_value one = lanes_all(1);
    const body_store *bodies = of->bodies;
    for (uint32_t i = of->first; i < of->end; i += LANES) {
        uint32_t at[LANES], to[LANES], slots[LANES], corners[LANES];
        lanes_value r = lanes_load(parts->rest + i), z = r * r;
        lanes_value odd = lanes_load(parts->odd + i), sign = lanes_load(parts->sign + i);
        lanes_value s = lanes_all(8.332749001e-3f) - z * lanes_all(1.958800883e-4f);
        lanes_value c = lanes_all(2.454804052e-5f) * z - lanes_all(1.388830365e-3f);
        s = r + r * z * (s * z - lanes_all(0.1666666467f));
        c = one - (lanes_all(0.5f) * z - z * z * (c * z + lanes_all(0.04166666466f)));
        lanes_value x = sign * ((one - odd) * c - odd * s);
        lanes_value y = sign * ((one - odd) * s + odd * c);
        for (uint32_t lane = 0; lane < LANES; ++lane) {
            at[lane] = FORM_FLOATS * (i + lane);
            to[lane] = TURN_FLOATS * (i + lane);
            slots[lane] = i + lane < of->end ? i + lane : i;
            corners[lane] = CORNER_FLOATS * bodies->links[slots[lane]].corners;
        }
        const lanes_row form = lanes_gather(&bodies->forms->offset_x, at);
        lanes_row turned = {form.x * x - form.y * y, form.y * x + form.x * y,
                            form.z * x - form.w * y, form.w * x + form.z * y};
        if (of->end - i < LANES)
            lanes_scatter_some(&bodies->turns->offset_x, to, turned, (1u << (of->end - i)) - 1);
        else
            lanes_scatter(&bodies->turns->offset_x, to, turned);
        if (!sizes->x) continue;
        const lanes_row half = lanes_gather(&bodies->shapes.corners.rows->half_x, corners);
        const lanes_value rim = gather_from(&bodies->sweeps->rim, SWEEP_FLOATS, slots).x;
        const lanes_value reach = lanes_gather(&bodies->forms->radius_x, at).z;
        const lanes_value radius = lanes_load(of->radii + i);
        const lanes_value u = lanes_abs(turned.z), v = lanes_abs(turned.w);
        const lanes_value more = half.w + (radius - reach) + rim * lanes_all(of->seconds)
                                 + lanes_all(SIZE_MARGIN) * reach;
        const lanes_value size_x = u * half.x + v * half.y + more;
        const lanes_value size_y = v * half.x + u * half.y + more;
        lanes_store(sizes->x + i, lanes_pick(lanes_less(size_x, radius), size_x / radius, one));
        lanes_store(sizes->y + i, lanes_pick(lanes_less(size_y, radius), size_y / radius, one));
    }
}

#endif

/* ==== A block ================================================================================= */

/* Loads consecutive entries, the first of which is k. */
INLINE lanes_entries entries_in_row(const measure_input *in, const measure_output *out, uint32_t k,
                                    unsigned used, unsigned others) {
    lanes_entries e = {.in = in, .out = out, .in_row = true, .sole = !others, .used = used};
    for (uint32_t i = 0; i < LANES; ++i) e.at[i] = k + i;
    entries_load(&e);
    return e;
}

static lanes_found measure_block(const measure_input *in, const measure_output *out, uint32_t first,
                                 const block_kinds *kinds) {
    const unsigned all = (1u << LANES) - 1;
    unsigned met_round = 0;
    lanes_found found = {0};
    for (uint32_t lane = 0; lane < MEASURE_BLOCK; lane += LANES) {
        const uint32_t k = first + lane;
        const unsigned round = kinds->of[BLOCK_ROUND] >> lane & all;
        const unsigned ovals = kinds->of[BLOCK_OVAL] >> lane & all;
        const unsigned lines = kinds->of[BLOCK_LINE] >> lane & all;
        const unsigned boxes = kinds->of[BLOCK_BOX] >> lane & all;
        if (!(round | ovals | lines | boxes | (kinds->of[BLOCK_HULL] >> lane & all))) continue;
        lanes_pair p = pair_load(in, k);
        if (ovals | lines | boxes | in->some_pulled)
            add_rims(&p, in, in->list->a + k, in->list->b + k);
        const lanes_value reach = p.a.radius_x + p.b.radius_x + p.near;
        if (round)
            met_round |= (lanes_bits(lanes_less(lanes_length(p.way), reach)) & round) << lane;
        if (ovals) {
            const lanes_entries e = entries_in_row(in, out, k, ovals, lines);
            found_add(&found, measure_ovals(&e, &p), lane);
        }
        if (lines) {
            const lanes_entries e = entries_in_row(in, out, k, lines, ovals);
            found_add(&found, measure_lines(&e, &p), lane);
        }
        if (boxes) {
            lanes_entries e = entries_in_row(in, out, k, boxes, ovals | lines);
            found_add(&found, measure_boxes(&e, &p), lane);
        }
    }
    assert(!(found.met & (found.unsure | found.corners | found.hulls | met_round))
           && "a pair is measured once");
    assert(!(found.both & ~found.met) && "two touches are one, too");
    for (int i = 0; i < MEASURE_BLOCK; ++i)
        in->list->class_of[first + (uint32_t)i] =
            class_in_lane(met_round, found.met, found.both, i);
    return found;
}

#endif
