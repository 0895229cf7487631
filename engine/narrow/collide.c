/* collide.c: the public functions of collide.h: they check their arguments, order the pair and move
 * it near the origin. */
#include "evolute/collide.h"

#include "narrow/convex.h"
#include "narrow/order.h"
#include "narrow/pair.h"
#include "narrow/touch.h"
#include "shape/kind.h"

/* A pair in canonical order; positions are relative to `origin`, the first shape's body. */
typedef struct pair {
    placed first, second;
    evo_vec2 origin;
    bool swapped;
} pair;

static bool pair_make(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b,
                      pair *made) {
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

bool evo_overlap(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b) {
    pair p;
    return pair_make(a, at_a, b, at_b, &p) && pair_overlaps(&p.first, &p.second);
}

static evo_gap pair_gap(const pair *p, const meeting *m) {
    evo_gap gap = {m->gap, m->normal, vec_add(p->origin, m->point_a),
                   vec_add(p->origin, m->point_b)};
    return gap;
}

evo_fit evo_measure_fit(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b) {
    pair p;
    evo_fit fit = {{INFINITY, {0, 0}, {0, 0}, {0, 0}}, {0, 0}, {0, 0}, 0, 0, 0};
    if (!pair_make(a, at_a, b, at_b, &p)) return fit;
    meeting m = pair_measure(&p.first, &p.second);
    if (p.swapped) m = meeting_mirrored(m);
    fit.gap = pair_gap(&p, &m);
    fit.radius_a = isfinite(m.radius_a) ? m.radius_a : 0;
    fit.radius_b = isfinite(m.radius_b) ? m.radius_b : 0;
    fit.center_a = vec_along(fit.gap.point_a, -fit.radius_a, m.normal);
    fit.center_b = vec_along(fit.gap.point_b, fit.radius_b, m.normal);
    fit.rounds = m.rounds;
    return fit;
}

evo_gap evo_measure(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b) {
    return evo_measure_fit(a, at_a, b, at_b).gap;
}

int evo_contacts(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b,
                 double margin, evo_gap found[2]) {
    pair p;
    meeting touches[TOUCHES];
    if (!number_fits(margin) || !pair_make(a, at_a, b, at_b, &p)) return 0;
    int count = touch_find(&p.first, &p.second, vec(0, 0), margin, touches);
    if (p.swapped) touches_mirror(&p.first, &p.second, touches, count);
    for (int i = 0; i < count; ++i) found[i] = pair_gap(&p, &touches[i]);
    return count;
}
