/* static_impact.c: impacts on what no impact moves: walls and obstacles. And sensors, which are none. */
#include "event/parts.h"
#include "event/plan.h"
#include "event/law.h"
#include "event/pair_impact.h"
#include "event/resting.h"
#include "event/sensor_overlaps.h"
#include "narrow/pair.h"

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
        support_begin(s, number, away, what);
    else
        support_review(s, number);
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
