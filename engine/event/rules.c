/* rules.c: what holds for all events to come. In: kinds of particles, gravity, growth; out: which
 * shorter ways may be taken. */
#include "event/rules.h"

static bool meets_all(const evo_filter *f) {
    const evo_filter everything = {1, UINT64_MAX, 0};
    bool plain = f->category == 0 && f->mask == 0;
    return f->group == 0
           && (plain || (f->category & everything.category && f->mask == everything.mask));
}

void rules_note(event_world *w, uint32_t number) {
    const particle_kind *kind = &w->particles.kinds[number];
    w->rules.hops |= kind->material.restitution < 1;
    w->rules.plastic |= kind->material.restitution == 0;
    w->rules.filtered |= !meets_all(&kind->filter);
    w->rules.plain_gas &= w->particles.shaped_count == 0 && !w->rules.filtered;
}

void rules_find(event_world *w) {
    bool pulled = !vec_is_zero(w->space.gravity),
         plain = w->space.bodies->materials.mix_restitution.mix != NULL;
    w->rules.hops = pulled || plain || w->space.growth != 0;
    w->rules.plastic = plain;
    w->rules.plain_gas = w->view.plain && w->space.periodic && w->obstacles.count == 0
                         && w->particles.living > PAIR_TABLE_DENSE;
    for (uint32_t i = 0; i < w->particles.kind_count; ++i) rules_note(w, i);
}
