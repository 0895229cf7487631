/* impact.c: impacts of particles with each other, walls and obstacles, and sensors. In: a plan that
 * is due; out: velocities, sums and reports, and new plans of all particles struck. Invariant: an
 * instant is reported before the next. */
#include "exact/private.h"

#include <assert.h>

#include "core/core.h"
#include "core/memory.h"
#include "exact/cells.h"
#include "exact/exact.h"
#include "exact/world.h"
#include "shape/shape.h"

/* ---- Two disks that meet nothing else -------------------------------------------------------- */

/* Adds the velocity of the met image to the second particle while an impact is resolved (1), and
 * takes it off again (-1). */
static void move_image(event_world *w, uint32_t a, uint32_t b, double sense) {
    particle *all = w->particles.all;
    if (slide_is_on(w)) all[b].velocity.x += sense * slide_velocity(w, &all[a], &all[b]);
}

/* Adds an impact of two to sums and records. */
static void record(event_world *w, const event_impact *impact) {
    const evo_vec2 way = impact->between, push = impact->push;
    evo_tensor *sum = &w->sums.collisional;
    ++w->sums.impacts;
    sum->xx += way.x * push.x;
    sum->xy += way.x * push.y;
    sum->yx += way.y * push.x;
    sum->yy += way.y * push.y;
    if (!w->rules.hops) return;
    law_record_impact(w, impact->a);
    law_record_impact(w, impact->b);
}

void impact_of_disks(event_world *w, uint32_t a, uint32_t b, event_impact *impact) {
    now_update(w, a);
    now_update(w, b);
    move_image(w, a, b, 1);
    particle *first = &w->particles.all[a], *second = &w->particles.all[b];
    const evo_vec2 delta = now_delta(w, first, second);
    const evo_vec2 arm = vec_scale(delta, first->radius / (first->radius + second->radius));
    impulse_law law = touches_law_of_disks(w, a, b);
    if (w->rules.hops) {
        const law_meeting meets = {a, b, false};
        const evo_vec2 closing = vec_sub(first->velocity, second->velocity);
        law_hop(w, &meets, vec_dot(closing, vec_unit(delta, vec(1, 0))), &law);
    }
    impulse_result result;
    evo_vec2 push;
    if (law.friction == 0 && law.growth_rate == 0 && law.min_speed == 0 && law.restitution == 1) {
        evo_vec2 velocities[2] = {first->velocity, second->velocity};
        const double inverse_masses[2] = {now_kind(w, first)->inverse_mass,
                                          now_kind(w, second)->inverse_mass};
        result = impulse_resolve_smooth(velocities, inverse_masses, delta, 1);
        const evo_vec2 after[2] = {vector_limited(velocities[0]), vector_limited(velocities[1])};
        particle_write_two(&first->velocity.x, after[0].x, after[0].y);
        particle_write_two(&second->velocity.x, after[1].x, after[1].y);
        push = vec_scale(delta, result.impulse / result.length);
    } else {
        impulse_body body_a = law_body(w, a, arm), body_b = law_body(w, b, vec_sub(arm, delta));
        result = impulse_resolve(&body_a, &body_b, delta, &law);
        push = vec_scale(vec_sub(body_b.velocity, second->velocity), 1 / body_b.inverse_mass);
        law_apply(w, a, &body_a);
        law_apply(w, b, &body_b);
    }
    *impact = (event_impact){.a = a,
                             .b = b,
                             .obstacle = NO_PARTICLE,
                             .delta = delta,
                             .arm = arm,
                             .speed = result.speed,
                             .impulse = result.impulse,
                             .push = push,
                             .between = delta};
    record(w, impact);
    move_image(w, a, b, -1);
    plan_renew_both(w, a, b);
}

/* ---- An instant ------------------------------------------------------------------------------ */

/* Returns whether another event falls into the instant of the event in hand: the last impact, or
 * the next event. */
static bool has_company(const event_world *w) {
    double now = w->view.now, same = w->view.instant;
    if (now - w->clock.last_pair <= same) return true;
    const queue_event *second = queue_second(&w->plans.queue);
    return second && second->time - now <= same;
}

static bool are_disks(const event_world *w, uint32_t a, uint32_t b) {
    return !particle_is_shaped(&w->particles.all[a]) && !particle_is_shaped(&w->particles.all[b]);
}

bool impact_is_alone(const event_world *w, uint32_t a, uint32_t b) {
    bool statics = w->obstacles.count > 0 || w->space.walled;
    return !statics && !w->rules.plastic && are_disks(w, a, b) && !has_company(w);
}

bool impact_found_alone(const event_world *w) {
    const instant_contact *only = w->instant.contacts;
    return w->instant.contact_count == 1 && only->bodies[1] != INSTANT_GROUND
           && are_disks(w, only->bodies[0], only->bodies[1]);
}

static bool gather_planned(event_world *w, uint32_t number, const pair_entry *planned) {
    const bool around = (w->rules.plastic || has_company(w)) && !slide_is_on(w);
    instant *i = &w->instant;
    touch_search search;
    touches_begin(&search, w, planned, around);
    return instant_begin(i, w->particles.count) && instant_add_body(i, &search.host, number)
           && touches_planned(&search, number) && instant_gather(i, &search.host)
           && plans_reserve(&w->plans, i->body_count)
           && ARRAY_RESERVE(w->memory, w->reports.all, w->reports.capacity, i->contact_count);
}

/* Gathers contacts. Where images slide, only the two that planned to meet are tested, both as
 * images for the first. */
bool impact_gather(event_world *w, uint32_t number) {
    const pair_entry planned = *plan_of(w, number);
    if (!slide_is_on(w) || planned.other == number) return gather_planned(w, number, &planned);
    const particle kept = w->particles.all[planned.other];
    now_update(w, planned.other);
    move_image(w, number, planned.other, 1);
    const bool gathered = gather_planned(w, number, &planned);
    w->particles.all[planned.other] = kept;
    return gathered;
}

/* Puts a particle that touches a wall exactly on it, whatever rounding says. */
static void put_on_wall(event_world *w, const instant_contact *c) {
    if (c->bodies[1] != INSTANT_GROUND || c->pair >= PLAN_OBSTACLE) return;
    particle *p = &w->particles.all[c->bodies[0]];
    border_particle guest = {p, w->space.gravity, now_radius(w, p), 0};
    double gap = borders_wall_gap(&w->borders, &guest, (cell_side)(c->pair - PLAN_WALL));
    evo_vec2 position = vec_along(p->position, gap, c->delta);
    particle_write_two(&p->position.x, position.x, position.y);
}

static event_impact report_of(const event_world *w, const instant_contact *c) {
    const particle *all = w->particles.all;
    bool ground = c->bodies[1] == INSTANT_GROUND, thing = ground && c->pair >= PLAN_OBSTACLE;
    return (event_impact){.a = c->bodies[0],
                          .b = ground ? NO_PARTICLE : c->bodies[1],
                          .obstacle = thing ? plan_obstacle(c->pair) : NO_PARTICLE,
                          .delta = c->delta,
                          .arm = c->arms[0],
                          .speed = c->result.speed,
                          .impulse = c->result.impulse,
                          .push = c->push,
                          .between = ground ? vec(0, 0)
                                            : now_delta(w, &all[c->bodies[0]], &all[c->bodies[1]])};
}

/* Returns whether an impact is with a wall: for a particle with parts, an obstacle without an
 * owner. */
static bool is_of_wall(const event_world *w, const event_impact *made) {
    return made->obstacle == NO_PARTICLE || w->obstacles.all[made->obstacle].owner == NONE;
}

static cell_side wall_side(evo_vec2 outward) {
    if (fabs(outward.x) > fabs(outward.y)) return outward.x > 0 ? CELL_RIGHT : CELL_LEFT;
    return outward.y > 0 ? CELL_UP : CELL_DOWN;
}

/* Adds a contact to sums and reports. One that did not approach, and was not pushed, is no
 * impact. */
static void report_contact(event_world *w, const instant_contact *c, bool first) {
    if (!first && !(c->result.speed > 0) && !(c->result.impulse > 0)) return;
    const event_impact made = report_of(w, c);
    assert(w->reports.count < w->reports.capacity && "room was made for all contacts");
    w->reports.all[w->reports.count++] = made;
    if (made.b == NO_PARTICLE) {
        ++w->sums.wall_impacts;
        w->sums.wall_impulse += made.impulse;
        if (is_of_wall(w, &made)) w->sums.wall[wall_side(c->delta)] += made.impulse;
        law_record_impact(w, made.a);
        return;
    }
    record(w, &made);
}

void impact_resolve(event_world *w) {
    const instant *i = &w->instant;
    assert(w->reports.reported == w->reports.count && "an instant is reported before the next");
    for (uint32_t k = 0; k < i->body_count; ++k)
        if (i->bodies[k].number != INSTANT_GROUND) now_update(w, i->bodies[k].number);
    for (uint32_t k = 0; k < i->contact_count; ++k) put_on_wall(w, &i->contacts[k]);
    instant_solve(&w->instant);
    if (slide_is_on(w)) move_image(w, i->contacts->bodies[0], i->contacts->bodies[1], 1);
    for (uint32_t k = 0; k < i->body_count; ++k)
        if (i->bodies[k].number != INSTANT_GROUND) law_apply(w, i->bodies[k].number, &i->sides[k]);
    w->reports.count = 0;
    for (uint32_t k = 0; k < i->contact_count; ++k) report_contact(w, &i->contacts[k], k == 0);
    if (slide_is_on(w)) move_image(w, i->contacts->bodies[0], i->contacts->bodies[1], -1);
    for (uint32_t k = 0; k < i->body_count; ++k)
        if (i->bodies[k].number != INSTANT_GROUND) plan_renew(w, i->bodies[k].number);
    w->reports.reported = 0;
}

/* ---- Sensors --------------------------------------------------------------------------------- */

void impact_sense(event_world *w, uint32_t number, event_impact *impact) {
    const uint32_t tag = plan_of(w, number)->tag, sensor = plan_obstacle(tag);
    *impact = (event_impact){.a = number,
                             .b = NO_PARTICLE,
                             .obstacle = sensor,
                             .sensed = true,
                             .began = !plan_leaves(tag)};
    const uint32_t visitor = now_visitor(w, number), owner = w->obstacles.all[sensor].owner;
    if (impact->began)
        sensor_overlaps_add(&w->sensors, visitor, owner);
    else
        sensor_overlaps_remove(&w->sensors, visitor, owner);
    plan_make(w, number);
}
