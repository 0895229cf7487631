/* strike.c: impacts, and coming to rest.
 *
 * Two rules keep what is not elastic from colliding infinitely often in no time. Who was struck
 * less than contact_time ago is struck elastically. And no bounce against the pull is shorter than
 * contact_time: on something flat that stands still the flyer comes to rest instead, which bears it
 * from then on; elsewhere (on a curve, on something that moves, on another flyer) it goes on with
 * bounces of just that length. What lies on a support slides along it without friction; between two
 * supports it lies still. Whatever strikes it sets it free.
 */
#include "impact/strike.h"

#include "impact/parts.h"
#include "impact/plan.h"
#include "impact/visits.h"
#include "narrow/pair.h"

/* ---- Rules ----------------------------------------------------------------------------------- */

static double mixed_restitution(const schedule *s, double a, double b) {
    return s->space.mix_restitution ? s->space.mix_restitution(a, b) : most_of(a, b);
}

static double mixed_friction(const schedule *s, double a, double b) {
    if (s->space.mix_friction) return s->space.mix_friction(a, b);
    return a > 0 && b > 0 ? sqrt(a * b) : 0;
}

static bool was_struck_lately(const schedule *s, uint32_t number) {
    return s->view.now - s->turns[number].struck < s->contact_time;
}

/* The speed of a bounce that a pull ends after contact_time. */
static double least_bounce(const schedule *s, evo_vec2 pull, evo_vec2 from_support) {
    return most_of(-0.5 * vec_dot(pull, from_support) * s->contact_time, 0);
}

static void note_struck(schedule *s, uint32_t number) {
    s->turns[number].struck = s->view.now;
}

/* ---- Sides ----------------------------------------------------------------------------------- */

static blow_side side_of(const schedule *s, uint32_t number, evo_vec2 arm) {
    const flyer *f = &s->flyers[number];
    const flyer_kind *kind = kind_of(s, f);
    blow_side side = {f->velocity, s->turns[number].spin, kind->inverse_mass,
                      kind->inverse_inertia, arm};
    return side;
}

static void side_done(schedule *s, uint32_t number, const blow_side *side) {
    flyer_write_two(&s->flyers[number].velocity.x, side->velocity.x, side->velocity.y);
    if (side->spin == s->turns[number].spin) return;
    bring_turn(s, number);
    s->turns[number].spin = side->spin;
}

/* ---- Support --------------------------------------------------------------------------------- */

void strike_free(schedule *s, uint32_t number) {
    if (!(s->flyers[number].kind & FLYER_SUPPORTED)) return;
    s->flyers[number].kind &= ~FLYER_SUPPORTED;
    if (!(s->flyers[number].kind & FLYER_SHAPED)) --s->special_count;
}

/* After an impact: what does not go on along its support leaves it. */
static void review_support(schedule *s, uint32_t number) {
    if (!(s->flyers[number].kind & FLYER_SUPPORTED)) return;
    const flyer_support *support = &s->supports[number];
    evo_vec2 velocity = s->flyers[number].velocity;
    bool still = velocity.x == 0 && velocity.y == 0;
    bool along = vec_dot(velocity, support->normal) == 0 && support->whats[1] == NO_FLYER;
    if (!still && !along) strike_free(s, number);
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

static void come_to_rest(schedule *s, uint32_t number, evo_vec2 normal, uint32_t what) {
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

/* ---- Two flyers ------------------------------------------------------------------------------ */

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

static blow_rule rule_of(const schedule *s, const evo_material *a, const evo_material *b) {
    blow_rule rule = {mixed_restitution(s, a->restitution, b->restitution),
                      mixed_friction(s, a->friction, b->friction), 0, 0};
    return rule;
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

static blow strike_disks(schedule *s, uint32_t a, uint32_t b, schedule_impact *impact) {
    const flyer *first = &s->flyers[a], *second = &s->flyers[b];
    const flyer_kind *kind_a = kind_of(s, first), *kind_b = kind_of(s, second);
    evo_vec2 way = impact->way;
    blow_rule rule = {mixed_restitution(s, kind_a->restitution, kind_b->restitution),
                      mixed_friction(s, kind_a->friction, kind_b->friction),
                      (first->radius + second->radius) * s->view.growth, 0};
    bool special = is_special(first) || is_special(second);
    double sum = first->radius + second->radius;
    impact->arm = vec_scale(way, first->radius / sum);
    if (rule.friction == 0 && rule.swelling == 0 && !special && rule.restitution == 1)
        return strike_smoothly(s, a, b, way, 1);
    if (was_struck_lately(s, a) || was_struck_lately(s, b)) rule.restitution = 1;
    if (special)
        rule.least = least_bounce(s, vec_sub(pull_of(s, b), pull_of(s, a)), vec_unit(way, way));
    return strike_roughly(s, a, b, way, impact->arm, vec_scale(way, -second->radius / sum), &rule);
}

void strike_pair(schedule *s, uint32_t a, uint32_t b, schedule_impact *impact) {
    bring(s, a);
    bring(s, b);
    const flyer *first = &s->flyers[a], *second = &s->flyers[b];
    bool shaped = (first->kind | second->kind) & FLYER_SHAPED;
    impact->a = a;
    impact->b = b;
    impact->obstacle = NO_FLYER;
    impact->sensed = false;
    impact->way = way_between(s, first, second);
    double length = vec_length(impact->way);
    blow struck = shaped ? strike_shapes(s, a, b, impact) : strike_disks(s, a, b, impact);
    ++s->sums.impacts;
    s->sums.virial += struck.impulse * length;
    impact->speed = struck.speed;
    impact->impulse = struck.impulse;
    if (s->keeps_time) {
        note_struck(s, a);
        note_struck(s, b);
        review_support(s, a);
        review_support(s, b);
    }
    plan_both_anew(s, a, b);
}

/* ---- Alone ----------------------------------------------------------------------------------- */

/* Something that no impact moves, where it touches a flyer. */
typedef struct anvil {
    blow_side side;
    evo_material material, own; /* its, and that of the flyer's part */
    evo_vec2 normal;            /* from the flyer */
    evo_vec2 arm;               /* from the flyer's centre to where they touch */
    bool flat;                  /* and stands still */
} anvil;

/* The flyer stands at the wall exactly, whatever rounding says. */
static anvil stand_at_wall(schedule *s, uint32_t number, cell_way way) {
    flyer *f = &s->flyers[number];
    border_guest guest = {f, pull_of(s, number), radius_of(s, f), 0};
    evo_vec2 direction = borders_direction(way);
    double gap = borders_wall_gap(&s->borders, &guest, way);
    evo_vec2 place = vec_along(f->place, gap, direction);
    flyer_write_two(&f->place.x, place.x, place.y);
    part_list parts;
    parts_list(s, number, &parts);
    anvil wall = {.material = s->space.wall,
                  .own = parts.all->material,
                  .normal = direction,
                  .arm = vec_scale(direction, guest.radius),
                  .flat = true};
    return wall;
}

/* Whether a flyer that touches a segment there can lie on it: on its side, and for a while. */
static bool bears(const schedule *s, uint32_t number, const obstacle *at, const placed *stands,
                  evo_vec2 normal) {
    if (at->shape->kind != EVO_SEGMENT || obstacle_moves(at) || obstacle_turns(at)) return false;
    const double square = 1e-9; /* what a corner's normal is off at least */
    double place = fabs(vec_dot(stands->center, stands->axis));
    double speed = fabs(vec_dot(s->flyers[number].velocity, stands->axis));
    return fabs(vec_dot(normal, stands->axis)) < square
           && place + speed * s->contact_time < at->shape->of.segment.half_length;
}

/* One image of an obstacle against one part of the flyer: kept when they are nearer than others. */
static void offer_anvil(const schedule *s, uint32_t number, near_obstacle which,
                        const flyer_part *part, anvil *nearest, double *gap) {
    const obstacle *at = &s->obstacles.all[which.number];
    evo_vec2 here = position_of(s, &s->flyers[number]);
    evo_flight there = obstacle_after(&s->obstacles, which, elapsed(s), here);
    placed own = part_placed(s, number, part, vec(0, 0));
    placed stands = placed_at(at->shape, there.position, evo_direction(there.angle));
    meeting m = pair_measure(&own, &stands);
    if (!(m.gap < *gap)) return;
    *gap = m.gap;
    anvil found = {
        .side = {there.velocity, there.spin, 0, 0, vec_sub(m.point_b, there.position)},
        .material = at->material,
        .own = part->material,
        .normal = m.normal,
        .arm = m.point_a,
        .flat = bears(s, number, at, &stands, m.normal),
    };
    *nearest = found;
}

static anvil find_anvil(const schedule *s, uint32_t number, uint32_t which) {
    obstacle_list near = obstacles_near(&s->obstacles, &s->cells, &s->flyers[number]);
    part_list parts;
    anvil nearest = {.flat = false};
    double gap = INFINITY;
    parts_list(s, number, &parts);
    for (int list = 0; list < 2; ++list)
        for (size_t i = 0; i < near.counts[list]; ++i)
            for (size_t k = 0; near.items[list][i].number == which && k < parts.count; ++k)
                offer_anvil(s, number, near.items[list][i], &parts.all[k], &nearest, &gap);
    return nearest;
}

/* Belts drag what touches them along, counterclockwise around the shape. */
static void set_belts(anvil *a, blow_side *side) {
    evo_vec2 across = vec_left(a->normal);
    side->velocity = vec_along(side->velocity, a->own.surface_speed, across);
    a->side.velocity = vec_along(a->side.velocity, -a->material.surface_speed, across);
}

static blow strike_anvil(schedule *s, uint32_t number, anvil *a, uint32_t what) {
    blow_side side = side_of(s, number, a->arm);
    blow_rule rule = rule_of(s, &a->own, &a->material);
    evo_vec2 pull = pull_of(s, number), away = vec_negate(a->normal);
    double least = least_bounce(s, pull, away);
    bool rests = a->flat && least > 0 && !(s->flyers[number].kind & FLYER_SHAPED);
    rule.swelling = s->flyers[number].radius * s->view.growth;
    if (!rests) rule.least = least;
    if (was_struck_lately(s, number)) rule.restitution = 1;
    set_belts(a, &side);
    blow struck = blow_strike(&side, &a->side, a->normal, &rule);
    side.velocity = vec_along(side.velocity, -a->own.surface_speed, vec_left(a->normal));
    side_done(s, number, &side);
    if (rests && vec_dot(side.velocity, away) < least)
        come_to_rest(s, number, away, what);
    else
        review_support(s, number);
    return struck;
}

/* A flyer comes into a sensor, or leaves it, and goes on. */
static void sense(schedule *s, uint32_t number, uint32_t what, schedule_impact *impact) {
    uint32_t sensor = plan_obstacle(what);
    impact->sensed = true;
    impact->began = !plan_leaves(what);
    if (impact->began)
        visits_begin(s, number, sensor);
    else
        visits_end(s, number, sensor);
    plan_make(s, number);
}

void strike_alone(schedule *s, uint32_t number, uint32_t what, schedule_impact *impact) {
    bool wall = what < PLAN_OBSTACLE;
    bring(s, number);
    impact->a = number;
    impact->b = NO_FLYER;
    impact->obstacle = wall ? NO_FLYER : plan_obstacle(what);
    impact->sensed = false;
    if (!wall && s->obstacles.all[impact->obstacle].sensor) {
        sense(s, number, what, impact);
        return;
    }
    anvil a = wall ? stand_at_wall(s, number, (cell_way)(what - PLAN_WALL))
                   : find_anvil(s, number, impact->obstacle);
    blow struck = strike_anvil(s, number, &a, what);
    ++s->sums.wall_impacts;
    s->sums.wall_impulse += struck.impulse;
    impact->way = a.normal;
    impact->arm = a.arm;
    impact->speed = struck.speed;
    impact->impulse = struck.impulse;
    note_struck(s, number);
    plan_anew(s, number);
}
