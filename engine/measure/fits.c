/* fits.c: fits of meetings in doubles. In: where two rims are nearest; out: the circles and planes
 * that stand for them in rows, and the side that an overlap keeps. */
#include <assert.h>

#include "core/local.h"
#include "measure/measure_room.h"

pair_fit measure_fit(const evo_vec2 centers[2], const meeting *m, float size) {
    double most = (double)FLAT_FROM * (double)size, sum = m->gap + m->radius_a + m->radius_b;
    bool flat_a = fabs(m->radius_a) > most, flat_b = fabs(m->radius_b) > most;
    /* Circles about nearly one centre have no normal to speak of. */
    if (fabs(sum) < 0.05 * (double)size) flat_b = true;
    double radius_a = flat_a ? 0 : m->radius_a, radius_b = flat_b ? 0 : m->radius_b;
    const evo_vec2 a = vec_along(m->point_a, -radius_a, m->normal);
    const evo_vec2 b = vec_along(m->point_b, radius_b, m->normal);
    const vec2s normal = local_from(m->normal), arm_a = local_from(vec_sub(a, centers[0])),
                arm_b = local_from(vec_sub(b, centers[1]));
    const float plane = flat_a ? -1 : (float)flat_b;
    const bool faces = isinf(m->radius_a) && isinf(m->radius_b), flat = flat_a || flat_b;
    assert(isfinite(radius_a) && isfinite(radius_b) && "what has no circle is a flat");
    fit_kind kind = faces ? FIT_FACES : flat ? FIT_FLAT : sum < 0 ? FIT_HOLLOW : FIT_ROUND;
    assert((plane != 0) == (kind >= FIT_FLAT) && "a flat has a plane");
    return (pair_fit){.normal_x = normal.x,
                      .normal_y = normal.y,
                      .gap = (float)m->gap,
                      .kind = (float)kind,
                      .fit_ax = arm_a.x,
                      .fit_ay = arm_a.y,
                      .fit_bx = arm_b.x,
                      .fit_by = arm_b.y,
                      .radius_a = (float)radius_a,
                      .radius_b = (float)radius_b,
                      .plane = plane};
}

/* The touched point on the plane moves along it; the other one by the change of the gap, too. */
void fit_drop_first(pair_fit *fit) {
    const float more = fit->gap_2 - fit->gap, x = -fit->span * fit->normal_y,
                y = fit->span * fit->normal_x;
    const float more_a = fit->plane > 0 ? -more : 0, more_b = fit->plane > 0 ? 0 : more;
    fit->fit_ax += x + more_a * fit->normal_x;
    fit->fit_ay += y + more_a * fit->normal_y;
    fit->fit_bx += x + more_b * fit->normal_x;
    fit->fit_by += y + more_b * fit->normal_y;
    fit->gap = fit->gap_2;
    fit->span = 0;
}

bool measure_keeps_side(meeting *m, evo_vec2 normal, double least) {
    if (m->gap >= least && vec_dot(normal, m->normal) > 0) return true;
    const double radius_a = isfinite(m->radius_a) ? m->radius_a : 0;
    const double radius_b = isfinite(m->radius_b) ? m->radius_b : 0;
    m->point_a = vec_along(m->point_a, radius_a, vec_sub(normal, m->normal));
    m->point_b = vec_along(m->point_b, -radius_b, vec_sub(normal, m->normal));
    m->normal = normal;
    m->gap = most_of(vec_dot(vec_sub(m->point_b, m->point_a), normal), least);
    assert(!(m->gap < least));
    return false;
}
