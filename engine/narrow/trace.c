/* trace.c: the polygonal test and the circle fit, with their rounds told. In: two shapes as
 * collide.c gets them; out: its answers, to the last bit. The watched loops are compiled apart, so
 * that those of collide.c do not pay. */
#include "narrow/asked.h"
#include "narrow/bisect.h"
#include "narrow/fit.h"
#include "narrow/pair.h"
#include "shape/ellipse.h"

/* A pair whose rounds are told. */
typedef struct told {
    const asked_pair *pair;
    const evo_trace *trace;
    bool second_first; /* the fit watches the second shape of the pair as A */
    double radius;     /* of the circle that stands for B, if its centre is told as a point */
    evo_vec2 origin;   /* of the watched points */
} told;

/* ---- The test -------------------------------------------------------------------------------- */

static void tell_test(void *context, const evo_test_round *round) {
    const told *t = context;
    const evo_vec2 by = t->pair->origin;
    const bool of_first = t->pair->first.shape->kind == EVO_ELLIPSE;
    evo_test_round there = *round;
    there.from = vec_add(by, round->from);
    there.to = vec_add(by, round->to);
    there.middle = vec_add(by, round->middle);
    there.corner = vec_add(by, round->corner);
    there.of_b = of_first == t->pair->swapped;
    t->trace->test(t->trace->context, &there);
}

bool evo_overlap_traced(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b,
                        const evo_trace *trace) {
    asked_pair p;
    if (!pair_make(a, at_a, b, at_b, &p)) return false;
    const bool a_first = p.first.shape->kind <= p.second.shape->kind;
    const placed *low = a_first ? &p.first : &p.second, *high = a_first ? &p.second : &p.first;
    const bool bisects = high->shape->kind == EVO_ELLIPSE;
    if (!trace || !trace->test || !bisects) return pair_overlaps(&p.first, &p.second);
    told t = {.pair = &p, .trace = trace};
    const polygon_watch watch = {tell_test, &t};
    unfolding u = {&watch, {1, 1}, {1, 0}, {1, 1}, high->axis, high->center};
    if (low->shape->kind == EVO_ELLIPSE) return ellipse_meets_ellipse(low, high, &u);
    return disk_meets_ellipse(high->shape->of.ellipse.radius_x, high->shape->of.ellipse.radius_y,
                              placed_enter(high, low->center), low->shape->of.circle.radius, &u);
}

/* ---- The fit --------------------------------------------------------------------------------- */

/* Turns circles about a watched ellipse into the answer's frame. */
static void tell_fit(void *context, const meeting *circles) {
    told *t = context;
    meeting m = *circles;
    m.gap -= t->radius;
    m.point_a = vec_add(t->origin, m.point_a);
    m.point_b = vec_along(vec_add(t->origin, m.point_b), -t->radius, m.normal);
    m.radius_b += t->radius;
    if (t->second_first) m = meeting_mirrored(m);
    const evo_fit fit = asked_fit(t->pair, &m);
    t->trace->fit(t->trace->context, &fit);
}

/* An ellipse and the circle with which the other shape answered. A flat has none. */
static void tell_circle(told *t, const placed *ellipse, const meeting *m) {
    if (!isfinite(m->radius_b)) return;
    const oval e = placed_oval(ellipse);
    const evo_vec2 center = vec_along(m->point_b, m->radius_b, m->normal);
    const climb_watch watch = {tell_fit, t};
    t->radius = m->radius_b;
    (void)ellipse_watch_nearest(&e, ellipse->axis, vec_sub(center, ellipse->center), &watch);
}

static void tell_ovals(told *t, const placed *a, const placed *b) {
    const oval of_a = placed_oval(a), of_b = placed_oval(b);
    const climb_watch watch = {tell_fit, t};
    (void)fit_watch(&of_a, &of_b, vec_sub(b->center, a->center), &watch);
}

evo_fit evo_measure_traced(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b,
                           const evo_trace *trace) {
    asked_pair p;
    if (!pair_make(a, at_a, b, at_b, &p)) return NO_FIT;
    const meeting m = pair_measure(&p.first, &p.second), mirrored = meeting_mirrored(m);
    const evo_fit answer = asked_fit(&p, &m);
    if (!trace || !trace->fit) return answer;
    const bool oval_first = p.first.shape->kind == EVO_ELLIPSE;
    const bool oval_second = p.second.shape->kind == EVO_ELLIPSE;
    told t = {.pair = &p, .trace = trace, .second_first = !oval_first};
    t.origin = oval_first ? p.first.center : p.second.center;
    if (oval_first && oval_second)
        tell_ovals(&t, &p.first, &p.second);
    else if (oval_first)
        tell_circle(&t, &p.first, &m);
    else if (oval_second)
        tell_circle(&t, &p.second, &mirrored);
    trace->fit(trace->context, &answer);
    return answer;
}
