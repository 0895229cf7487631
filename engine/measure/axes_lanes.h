/* axes_lanes.h: turns axes and offsets of colliders, LANES at a time. In: angles in parts, and
 * forms; out: offsets and axes as the bodies lie. */
#ifndef ENGINE_MEASURE_AXES_LANES_H
#define ENGINE_MEASURE_AXES_LANES_H

#include "core/lanes.h"
#include "measure/measure_room.h"

/* Minimax polynomials of cosine and sine, off by 1e-8, within an eighth of a turn. */
static void turn_all(const turn_parts *parts, const collider_form *forms, uint32_t count,
                     collider_turn *turns) {
    const lanes_value one = lanes_all(1);
    for (uint32_t i = 0; i < count; i += LANES) {
        uint32_t at[LANES], to[LANES];
        lanes_value r = lanes_load(parts->rest + i), z = r * r;
        lanes_value odd = lanes_load(parts->odd + i), sign = lanes_load(parts->sign + i);
        lanes_value s = lanes_all(8.332749001e-3f) - z * lanes_all(1.958800883e-4f);
        lanes_value c = lanes_all(2.454804052e-5f) * z - lanes_all(1.388830365e-3f);
        s = r + r * z * (s * z - lanes_all(0.1666666467f));
        c = one - (lanes_all(0.5f) * z - z * z * (c * z + lanes_all(0.04166666466f)));
        lanes_value x = sign * ((one - odd) * c - odd * s);
        lanes_value y = sign * ((one - odd) * s + odd * c);
        for (uint32_t lane = 0; lane < LANES; ++lane) {
            at[lane] = 8 * (i + lane);
            to[lane] = TURN_FLOATS * (i + lane);
        }
        lanes_row form = lanes_gather(&forms->offset_x, at);
        lanes_row turned = {form.x * x - form.y * y, form.y * x + form.x * y,
                            form.z * x - form.w * y, form.w * x + form.z * y};
        if (count - i < LANES)
            lanes_scatter_some(&turns->offset_x, to, turned, (1u << (count - i)) - 1);
        else
            lanes_scatter(&turns->offset_x, to, turned);
    }
}

#endif
