/* contact.c: from touches in double to contacts in float32, relative to the bodies. */
#include "narrow/contact.h"

static contact_points points_of(const contact_side *a, const contact_side *b,
                                const meeting *touches, int count) {
    contact_points found = {.count = count};
    for (int i = 0; i < found.count; ++i) {
        const meeting *m = &touches[i];
        evo_vec2 middle = vec_scale(vec_add(m->point_a, m->point_b), 0.5);
        contact_point point = {local_from(m->normal), local_from(vec_sub(middle, a->body)),
                               local_from(vec_sub(middle, b->body)), (float)m->gap};
        found.point[i] = point;
    }
    return found;
}

contact_points contact_find(const contact_side *a, const contact_side *b, double margin) {
    meeting touches[TOUCHES];
    return points_of(a, b, touches, touch_find(&a->at, &b->at, margin, touches));
}

contact_points contact_find_towards(const contact_side *a, const contact_side *segment,
                                    evo_vec2 normal, double margin) {
    meeting touches[TOUCHES];
    int count = touch_find_towards(&a->at, &segment->at, normal, margin, touches);
    return points_of(a, segment, touches, count);
}
