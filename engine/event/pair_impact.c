/* pair_impact.c: impacts of two particles. */
#include "event/pair_impact.h"

#include "core/filter.h"
#include "event/law.h"
#include "event/plan.h"
#include "narrow/pair.h"

/* Disks that nothing turns. */
static impulse_result resolve_smooth(event_world *w, uint32_t a, uint32_t b, evo_vec2 delta,
                                     double restitution) {
    particle *first = &w->particles.all[a], *second = &w->particles.all[b];
    evo_vec2 velocity_a = first->velocity, velocity_b = second->velocity;
    double mass_a = now_kind(w, first)->inverse_mass, mass_b = now_kind(w, second)->inverse_mass;
    impulse_result result =
        impulse_resolve_smooth(&velocity_a, &velocity_b, mass_a, mass_b, delta, restitution);
    particle_write_two(&first->velocity.x, velocity_a.x, velocity_a.y);
    particle_write_two(&second->velocity.x, velocity_b.x, velocity_b.y);
    return result;
}

static impulse_result resolve_rough(event_world *w, uint32_t a, uint32_t b, evo_vec2 delta,
                                    evo_vec2 arm_a, evo_vec2 arm_b, const impulse_law *law) {
    impulse_body body_a = law_body(w, a, arm_a), body_b = law_body(w, b, arm_b);
    impulse_result result = impulse_resolve(&body_a, &body_b, delta, law);
    law_apply(w, a, &body_a);
    law_apply(w, b, &body_b);
    return result;
}

pair_touch pair_nearest(const event_world *w, uint32_t a, uint32_t b, evo_vec2 delta,
                        bool filtered) {
    part_list parts_a, parts_b;
    pair_touch nearest = {.at = {.gap = INFINITY}};
    now_parts(w, a, &parts_a);
    now_parts(w, b, &parts_b);
    for (size_t i = 0; i < parts_a.count; ++i)
        for (size_t k = 0; k < parts_b.count; ++k) {
            const particle_part *part_a = &parts_a.all[i], *part_b = &parts_b.all[k];
            if (filtered && !filters_meet(part_a->filter, part_b->filter)) continue;
            placed one = now_placed(w, a, part_a, vec(0, 0)), two = now_placed(w, b, part_b, delta);
            meeting at = pair_measure(&one, &two);
            if (at.gap < nearest.at.gap)
                nearest = (pair_touch){at, part_a->material, part_b->material};
        }
    return nearest;
}

static impulse_result resolve_shapes(event_world *w, uint32_t a, uint32_t b, event_impact *impact) {
    evo_vec2 delta = impact->delta;
    pair_touch touch = pair_nearest(w, a, b, delta, false);
    meeting at = touch.at;
    impulse_law law = law_of(w, &touch.material_a, &touch.material_b);
    law_meeting meets = {a, b, true};
    evo_vec2 arm_b = vec_sub(at.point_b, delta);
    impulse_body body_a = law_body(w, a, at.point_a), body_b = law_body(w, b, arm_b);
    law_hop(w, &meets, law_approach(&body_a, &body_b, at.normal), &law);
    impact->delta = at.normal;
    impact->arm = at.point_a;
    return resolve_rough(w, a, b, at.normal, at.point_a, arm_b, &law);
}

static double approach_of(const event_world *w, uint32_t a, uint32_t b, evo_vec2 normal) {
    const particle *all = w->particles.all;
    return vec_dot(vec_sub(all[a].velocity, all[b].velocity), normal);
}

impulse_law pair_impact_law(const event_world *w, uint32_t a, uint32_t b, evo_vec2 delta) {
    const particle *first = &w->particles.all[a], *second = &w->particles.all[b];
    const particle_kind *kind_a = now_kind(w, first), *kind_b = now_kind(w, second);
    impulse_law law = {.restitution = law_restitution(w, kind_a->restitution, kind_b->restitution),
                       .friction = law_friction(w, kind_a->friction, kind_b->friction),
                       .tangential = mix_tangential(kind_a->tangential, kind_b->tangential),
                       .growth_rate = (first->radius + second->radius) * w->view.growth};
    if (!w->rules.hops) return law;
    law_meeting meets = {a, b, false};
    law_hop(w, &meets, approach_of(w, a, b, vec_unit(delta, vec(1, 0))), &law);
    return law;
}

static impulse_result resolve_disks(event_world *w, uint32_t a, uint32_t b, event_impact *impact) {
    double radius_a = w->particles.all[a].radius, radius_b = w->particles.all[b].radius;
    evo_vec2 delta = impact->delta;
    impulse_law law = pair_impact_law(w, a, b, delta);
    impact->arm = vec_scale(delta, radius_a / (radius_a + radius_b));
    if (law.friction == 0 && law.growth_rate == 0 && law.min_speed == 0 && law.restitution == 1)
        return resolve_smooth(w, a, b, delta, 1);
    return resolve_rough(w, a, b, delta, impact->arm, vec_sub(impact->arm, delta), &law);
}

void pair_impact_record(event_world *w, const event_impact *impact, double virial) {
    ++w->sums.impacts;
    w->sums.virial += virial;
    if (!w->rules.hops) return;
    law_record_impact(w, impact->a);
    law_record_impact(w, impact->b);
}

/* Of two shapes: the change of momentum is not along the line of their centres. */
static double virial_of(const event_world *w, uint32_t a, uint32_t b, evo_vec2 apart,
                        const evo_vec2 before[2]) {
    const particle *one = &w->particles.all[a], *two = &w->particles.all[b];
    double inverse_a = now_kind(w, one)->inverse_mass, inverse_b = now_kind(w, two)->inverse_mass;
    if (inverse_b > 0) return vec_dot(apart, vec_sub(two->velocity, before[1])) / inverse_b;
    return inverse_a > 0 ? vec_dot(apart, vec_sub(before[0], one->velocity)) / inverse_a : 0;
}

void pair_impact_resolve(event_world *w, uint32_t a, uint32_t b, event_impact *impact) {
    now_update(w, a);
    now_update(w, b);
    const particle *first = &w->particles.all[a], *second = &w->particles.all[b];
    bool shaped = (first->kind | second->kind) & PARTICLE_SHAPED;
    event_impact made = {.a = a, .b = b, .obstacle = NO_PARTICLE};
    made.delta = now_delta(w, first, second);
    evo_vec2 apart = made.delta, before[2] = {first->velocity, second->velocity};
    impulse_result result = shaped ? resolve_shapes(w, a, b, &made) : resolve_disks(w, a, b, &made);
    made.speed = result.speed;
    made.impulse = result.impulse;
    *impact = made;
    pair_impact_record(w, impact,
                       shaped ? virial_of(w, a, b, apart, before)
                              : impact->impulse * vec_length(apart));
    plan_renew_both(w, a, b);
}
