/* pair_impact.c: impacts of two flyers. */
#include "event/pair_impact.h"

#include "event/parts.h"
#include "event/plan.h"
#include "event/law.h"
#include "event/resting.h"
#include "narrow/pair.h"

/* Disks that nothing turns: the same laws, without turning. */
static blow strike_smoothly(schedule *s, uint32_t a, uint32_t b, evo_vec2 way, double restitution) {
    flyer *first = &s->flyers[a], *second = &s->flyers[b];
    evo_vec2 velocity_a = first->velocity, velocity_b = second->velocity;
    double mass_a = kind_of(s, first)->inverse_mass, mass_b = kind_of(s, second)->inverse_mass;
    blow struck = blow_smoothly(&velocity_a, &velocity_b, mass_a, mass_b, way, restitution);
    flyer_write_two(&first->velocity.x, velocity_a.x, velocity_a.y);
    flyer_write_two(&second->velocity.x, velocity_b.x, velocity_b.y);
    return struck;
}

static blow strike_roughly(schedule *s, uint32_t a, uint32_t b, evo_vec2 way, evo_vec2 arm_a,
                           evo_vec2 arm_b, const blow_rule *rule) {
    blow_side side_a = side_of(s, a, arm_a), side_b = side_of(s, b, arm_b);
    blow struck = blow_strike(&side_a, &side_b, way, rule);
    side_done(s, a, &side_a);
    side_done(s, b, &side_b);
    return struck;
}

/* Where two flyers touch of which one at least has parts: along the shortest way between them. */
typedef struct touch {
    meeting at;
    evo_material material_a, material_b;
} touch;

static touch find_touch(const schedule *s, uint32_t a, uint32_t b, evo_vec2 way) {
    part_list parts_a, parts_b;
    touch nearest = {.at = {.gap = INFINITY}};
    parts_list(s, a, &parts_a);
    parts_list(s, b, &parts_b);
    for (size_t i = 0; i < parts_a.count; ++i)
        for (size_t k = 0; k < parts_b.count; ++k) {
            placed one = part_placed(s, a, &parts_a.all[i], vec(0, 0));
            placed two = part_placed(s, b, &parts_b.all[k], way);
            touch here = {pair_measure(&one, &two), parts_a.all[i].material,
                          parts_b.all[k].material};
            if (here.at.gap < nearest.at.gap) nearest = here;
        }
    return nearest;
}

static blow strike_shapes(schedule *s, uint32_t a, uint32_t b, schedule_impact *impact) {
    evo_vec2 way = impact->way;
    touch at = find_touch(s, a, b, way);
    blow_rule rule = rule_of(s, &at.material_a, &at.material_b);
    if (was_struck_lately(s, a) || was_struck_lately(s, b)) rule.restitution = 1;
    evo_vec2 apart = vec_sub(pull_of(s, b), pull_of(s, a));
    rule.least = least_bounce(s, apart, at.at.normal);
    impact->way = at.at.normal;
    impact->arm = at.at.point_a;
    return strike_roughly(s, a, b, at.at.normal, at.at.point_a, vec_sub(at.at.point_b, way), &rule);
}

blow_rule strike_rule(const schedule *s, uint32_t a, uint32_t b, evo_vec2 way) {
    const flyer *first = &s->flyers[a], *second = &s->flyers[b];
    const flyer_kind *kind_a = kind_of(s, first), *kind_b = kind_of(s, second);
    blow_rule rule = {mixed_restitution(s, kind_a->restitution, kind_b->restitution),
                      mixed_friction(s, kind_a->friction, kind_b->friction),
                      (first->radius + second->radius) * s->view.growth, 0};
    if (was_struck_lately(s, a) || was_struck_lately(s, b)) rule.restitution = 1;
    if (is_special(first) || is_special(second))
        rule.least = least_bounce(s, vec_sub(pull_of(s, b), pull_of(s, a)), vec_unit(way, way));
    return rule;
}

static blow strike_disks(schedule *s, uint32_t a, uint32_t b, schedule_impact *impact) {
    double radius_a = s->flyers[a].radius, radius_b = s->flyers[b].radius;
    evo_vec2 way = impact->way;
    blow_rule rule = strike_rule(s, a, b, way);
    impact->arm = vec_scale(way, radius_a / (radius_a + radius_b));
    if (rule.friction == 0 && rule.swelling == 0 && rule.least == 0 && rule.restitution == 1)
        return strike_smoothly(s, a, b, way, 1);
    return strike_roughly(s, a, b, way, impact->arm, vec_sub(impact->arm, way), &rule);
}

void strike_note(schedule *s, const schedule_impact *impact, double length) {
    ++s->sums.impacts;
    s->sums.virial += impact->impulse * length;
    if (!s->keeps_time) return;
    note_struck(s, impact->a);
    note_struck(s, impact->b);
    support_review(s, impact->a);
    support_review(s, impact->b);
}

void strike_pair(schedule *s, uint32_t a, uint32_t b, schedule_impact *impact) {
    bring(s, a);
    bring(s, b);
    const flyer *first = &s->flyers[a], *second = &s->flyers[b];
    bool shaped = (first->kind | second->kind) & FLYER_SHAPED;
    schedule_impact made = {.a = a, .b = b, .obstacle = NO_FLYER};
    made.way = way_between(s, first, second);
    double length = vec_length(made.way);
    blow struck = shaped ? strike_shapes(s, a, b, &made) : strike_disks(s, a, b, &made);
    made.speed = struck.speed;
    made.impulse = struck.impulse;
    *impact = made;
    strike_note(s, impact, length);
    plan_both_anew(s, a, b);
}
