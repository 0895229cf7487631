#include "event/resting.h"

#include "event/now.h"

/* ---- Support --------------------------------------------------------------------------------- */

void support_end(schedule *s, uint32_t number) {
    if (!(s->flyers[number].kind & FLYER_SUPPORTED)) return;
    s->flyers[number].kind &= ~FLYER_SUPPORTED;
    if (!(s->flyers[number].kind & FLYER_SHAPED)) --s->special_count;
}

void support_review(schedule *s, uint32_t number) {
    if (!(s->flyers[number].kind & FLYER_SUPPORTED)) return;
    const flyer_support *support = &s->supports[number];
    evo_vec2 velocity = s->flyers[number].velocity;
    bool still = velocity.x == 0 && velocity.y == 0;
    bool along = vec_dot(velocity, support->normal) == 0 && support->whats[1] == NO_FLYER;
    if (!still && !along) support_end(s, number);
}

/* Two supports hold what each of them lets slide into the other. */
static bool holds_between(const schedule *s, uint32_t number, evo_vec2 normal, evo_vec2 pull) {
    if (!(s->flyers[number].kind & FLYER_SUPPORTED)) return false;
    return vec_dot(pull, s->supports[number].normal) < 0
           && vec_dot(s->supports[number].pull, normal) < 0;
}

static evo_vec2 without(evo_vec2 v, evo_vec2 normal) {
    return vec_along(v, -vec_dot(v, normal), normal);
}

void support_begin(schedule *s, uint32_t number, evo_vec2 normal, uint32_t what) {
    flyer *f = &s->flyers[number];
    evo_vec2 pull = without(s->space.pull, normal), velocity = without(f->velocity, normal);
    flyer_support support = {normal, pull, {what, NO_FLYER}};
    if (holds_between(s, number, normal, pull)) {
        support.whats[1] = s->supports[number].whats[0];
        support.pull = velocity = vec(0, 0);
    }
    flyer_write_two(&f->velocity.x, velocity.x, velocity.y);
    if (!is_special(f)) ++s->special_count;
    f->kind |= FLYER_SUPPORTED;
    s->supports[number] = support;
}
