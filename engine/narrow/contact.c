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
    int count = touch_find(&a->at, &b->at, margin, touches);
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

/* The meeting next to a normal, for two circles or ellipses of which one at least is an ellipse. */
static meeting follow(const placed *a, const placed *b, evo_vec2 normal) {
    if (a->shape->kind == EVO_CIRCLE) return follow_circle_ellipse(a, b, normal);
    if (b->shape->kind == EVO_ELLIPSE) return follow_ellipses(a, b, normal);
    return meeting_mirrored(follow_circle_ellipse(b, a, vec_negate(normal)));
}

static bool is_smooth(const placed *p) {
    return p->shape->kind == EVO_CIRCLE || p->shape->kind == EVO_ELLIPSE;
}

contact contact_follow(const contact_side *a, const contact_side *b, double margin,
                       const contact *last) {
    bool circles = a->at.shape->kind == EVO_CIRCLE && b->at.shape->kind == EVO_CIRCLE;
    if (circles || !is_smooth(&a->at) || !is_smooth(&b->at) || last->count == 0)
        return contact_find(a, b, margin);
    meeting m = follow(&a->at, &b->at, local_to(last->point[0].normal));
    return contact_of(a, b, m.gap <= margin ? 1 : 0, &m);
}
