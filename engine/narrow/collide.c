/* collide.c: the public functions of collide.h. */
#include "evolute/collide.h"

#include "narrow/asked.h"
#include "narrow/pair.h"

bool evo_overlap(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b) {
    asked_pair p;
    return pair_make(a, at_a, b, at_b, &p) && pair_overlaps(&p.first, &p.second);
}

evo_fit evo_measure_fit(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b) {
    asked_pair p;
    if (!pair_make(a, at_a, b, at_b, &p)) return NO_FIT;
    const meeting m = pair_measure(&p.first, &p.second);
    return asked_fit(&p, &m);
}

evo_gap evo_measure(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b) {
    return evo_measure_fit(a, at_a, b, at_b).gap;
}

int evo_contacts(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b,
                 double margin, evo_gap found[2]) {
    asked_pair p;
    meeting touches[TOUCHES];
    if (!number_fits(margin) || !pair_make(a, at_a, b, at_b, &p)) return 0;
    const int count = pair_touches(&p, margin, touches);
    for (int i = 0; i < count; ++i) found[i] = pair_gap(&p, &touches[i]);
    return count;
}
