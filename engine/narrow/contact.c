/* contact.c: from touches in double to contacts in float32. What is small is stored: normals, arms
 * and separations, never positions. */
#include "narrow/contact.h"

#include "narrow/convex.h"
#include "narrow/fit.h"

static contact contact_of(const contact_side *a, const contact_side *b, int count,
                          const meeting *touches) {
    contact made = {.count = count};
    for (int i = 0; i < count; ++i) {
        const meeting *m = &touches[i];
        evo_vec2 middle = vec_scale(vec_add(m->point_a, m->point_b), 0.5);
        contact_point point = {local_from(m->normal), local_from(vec_sub(middle, a->body)),
                               local_from(vec_sub(middle, b->body)), (float)m->gap};
        made.point[i] = point;
    }
    return made;
}

contact contact_find(const contact_side *a, const contact_side *b, double margin) {
    meeting touches[TOUCHES];
    int count = pair_touches(&a->at, &b->at, margin, touches);
    return contact_of(a, b, count, touches);
}

/* ---- Warm ------------------------------------------------------------------------------------ */

static meeting follow_ellipses(const placed *a, const placed *b, evo_vec2 normal) {
    oval of_a = placed_oval(a), of_b = placed_oval(b);
    meeting m = fit_follow(&of_a, &of_b, vec_sub(b->center, a->center), normal);
    m.point_a = vec_add(a->center, m.point_a);
    m.point_b = vec_add(a->center, m.point_b);
    return m;
}

/* The circle is a, the normal from it to the ellipse. */
static meeting follow_circle_ellipse(const placed *circle, const placed *ellipse, evo_vec2 normal) {
    oval e = placed_oval(ellipse);
    evo_vec2 c = vec_sub(circle->center, ellipse->center);
    meeting m = fit_follow_point(&e, c, vec_negate(normal));
    return meeting_from_center(&m, circle, ellipse);
}

contact contact_follow(const contact_side *a, const contact_side *b, double margin,
                       const contact *last) {
    evo_shape_kind kind_a = a->at.shape->kind, kind_b = b->at.shape->kind;
    if (kind_b != EVO_ELLIPSE || kind_a > EVO_ELLIPSE || last->count == 0)
        return contact_find(a, b, margin);
    evo_vec2 normal = local_to(last->point[0].normal);
    meeting m = kind_a == EVO_CIRCLE ? follow_circle_ellipse(&a->at, &b->at, normal)
                                     : follow_ellipses(&a->at, &b->at, normal);
    return contact_of(a, b, m.gap <= margin ? 1 : 0, &m);
}
