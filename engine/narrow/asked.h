/* asked.h: two shapes as the functions of evolute/collide.h get them: checked, ordered, and moved
 * near the origin; and their answers, moved back. */
#ifndef ENGINE_NARROW_ASKED_H
#define ENGINE_NARROW_ASKED_H

#include "evolute/collide.h"
#include "narrow/order.h"
#include "narrow/touch.h"
#include "shape/kind.h"
#include "shape/placed.h"

/* A pair in canonical order; positions are relative to `origin`, the first shape's body. */
typedef struct asked_pair {
    placed first, second;
    evo_vec2 origin;
    bool swapped;
} asked_pair;

static inline bool pair_make(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b,
                             asked_pair *made) {
    if (!shape_measurable(a) || !shape_measurable(b) || !pose_fits(at_a) || !pose_fits(at_b))
        return false;
    made->swapped = !pair_in_order(a, at_a, b, at_b);
    const evo_shape *first = made->swapped ? b : a, *second = made->swapped ? a : b;
    evo_pose at_first = made->swapped ? at_b : at_a, at_second = made->swapped ? at_a : at_b;
    made->origin = at_first.position;
    made->first = placed_at(first, vec(0, 0), evo_direction(at_first.angle));
    made->second = placed_at(second, vec_sub(at_second.position, made->origin),
                             evo_direction(at_second.angle));
    return true;
}

static inline evo_gap pair_gap(const asked_pair *p, const meeting *m) {
    return (evo_gap){m->gap, m->normal, vec_add(p->origin, m->point_a),
                     vec_add(p->origin, m->point_b)};
}

/* Writes the touches of the shapes as they were asked about, and returns their number. */
static inline int pair_touches(const asked_pair *p, double margin, meeting found[TOUCHES]) {
    const int count = touch_find(&p->first, &p->second, vec(0, 0), margin, found);
    if (p->swapped) touches_mirror(&p->first, &p->second, found, count);
    return count;
}

static const evo_fit NO_FIT = {.gap = {.distance = INFINITY}};

/* The meeting is that of the first shape with the second. */
static inline evo_fit asked_fit(const asked_pair *p, const meeting *found) {
    const meeting m = p->swapped ? meeting_mirrored(*found) : *found;
    evo_fit fit = {.gap = pair_gap(p, &m), .rounds = m.rounds};
    fit.radius_a = isfinite(m.radius_a) ? m.radius_a : 0;
    fit.radius_b = isfinite(m.radius_b) ? m.radius_b : 0;
    fit.center_a = vec_along(fit.gap.point_a, -fit.radius_a, m.normal);
    fit.center_b = vec_along(fit.gap.point_b, fit.radius_b, m.normal);
    return fit;
}

#endif
