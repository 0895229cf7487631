/* window.c: windows: the parts of large boxes, capsules and segments that small shapes may meet in
 * a step. In: pairs that floats are too coarse for; out: boxes of the size of the small one, placed
 * in doubles. Invariant: within a window lies all of the large one that the small one may meet. */
#include <assert.h>

#include "core/core.h"
#include "measure/measure.h"

/* Reaches of the small one: half axes of a window, at most, beside ways; and longest way in a step
 * of what has one. */
static const double WINDOW_REACHES = 6, WINDOW_NEAREST = 6;

/* Sets the half axes of a segment, capsule or box, along its own axis; returns the radius of its
 * rounding. */
static double half_axes(const evo_shape *shape, evo_vec2 *half) {
    if (shape->kind == EVO_SEGMENT) {
        *half = vec(shape->of.segment.half_length, 0);
        return 0;
    }
    if (shape->kind == EVO_CAPSULE) {
        *half = vec(shape->of.capsule.half_length, 0);
        return shape->of.capsule.radius;
    }
    const evo_vec2 corner = shape->of.polygon.points[0];
    *half = vec(fabs(corner.x), fabs(corner.y));
    return shape->of.polygon.radius;
}

static evo_vec2 centre_of(const body_store *s, uint32_t slot, evo_vec2 origin) {
    const collider_turn *turn = &s->turns[slot];
    const evo_vec2 offset = vec((double)turn->offset_x, (double)turn->offset_y);
    return vec_add(vec_sub(s->states[s->links[slot].body].position, origin), offset);
}

/* The direction of a body's angle: pairs in a row often have the same large one. */
typedef struct window_turn {
    uint32_t body;
    evo_vec2 turn;
} window_turn;

/* Opens the window of a pair. False: it has none. */
static bool window_open(const measure_input *in, uint32_t k, double near, window_turn *last,
                        pair_window *w) {
    const body_store *s = in->bodies;
    const uint32_t slots[2] = {in->list->a[k], in->list->b[k]};
    evo_vec2 whole;
    const bool of_b = s->forms[slots[1]].reach > s->forms[slots[0]].reach;
    const collider_link *link = &s->links[slots[of_b]];
    const double reach = (double)s->forms[slots[!of_b]].reach;
    const double size = WINDOW_REACHES * reach + 2 * near;
    const evo_shape *shape = s->colliders[link->id].shape;
    if ((link->kind != FORM_BOX && link->kind != FORM_LINE) || near > WINDOW_NEAREST * reach
        || half_axes(shape, &whole) > size)
        return false;
    if (last->body != link->body)
        *last = (window_turn){link->body, evo_direction(s->states[link->body].angle)};
    const placed large = placed_at(shape, vec(0, 0), last->turn);
    const evo_vec2 small = centre_of(s, slots[!of_b], s->states[link->body].position);
    const evo_vec2 to = placed_enter(&large, small);
    if (most_of(fabs(to.x) - whole.x, fabs(to.y) - whole.y) < -size / 2) return false;
    const evo_vec2 half = vec(least_of(whole.x, size), least_of(whole.y, size));
    const evo_vec2 middle = vec(most_of(least_of(to.x, whole.x - half.x), half.x - whole.x),
                                most_of(least_of(to.y, whole.y - half.y), half.y - whole.y));
    const evo_vec2 way = vec_turn(vec_sub(middle, to), vec_scale(large.axis, of_b ? 1 : -1));
    const evo_vec2 offset = placed_leave(&large, middle);
    *w = (pair_window){(float)way.x,    (float)way.y,    (float)half.x,   (float)half.y,
                       (float)offset.x, (float)offset.y, of_b ? 0 : 1.0f, of_b ? 1.0f : 0};
    return true;
}

unsigned windows_open(const measure_input *in, const uint32_t *entries, const float *near,
                      unsigned coarse, pair_window *windows) {
    window_turn last = {NONE, {0, 0}};
    unsigned left = 0;
    for (uint32_t i = 0; coarse >> i; ++i) {
        if (!(coarse >> i & 1)) continue;
        const bool opens = window_open(in, entries[i], (double)near[i], &last, &windows[i]);
        left |= (unsigned)!opens << i;
    }
    return left;
}
