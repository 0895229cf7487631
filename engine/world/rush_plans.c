/* rush_plans.c: what each meets first, among those its contacts name, and what of it is left to the
 * solver. Who is sunk plans nothing, and a plan is of no worth once the other has been struck. */
#include "core/array.h"
#include "impact/circles.h"
#include "impact/parabola.h"
#include "world/rush.h"

/* ---- When two meet --------------------------------------------------------------------------- */

/* As much of a body in flight as disks need. */
typedef struct rush_point {
    evo_vec2 position, velocity, pull;
    double swing; /* how fast turning moves its points */
} rush_point;

static rush_point point_then(const evo_world *world, uint32_t rank, double time) {
    const rush *r = &world->rush;
    const body_motion *m = &world->motions[rank];
    rush_point p = {m->position, {0, 0}, {0, 0}, 0};
    if (rank >= world->movers) return p;
    double extent = (double)world->traits[rank].extent;
    uint32_t number = r->number_of[rank];
    if (number == NOBODY && r->sunk[rank]) return p;
    if (number == NOBODY) {
        p.velocity = m->velocity;
        p.pull = rush_pull(world, rank);
        p.swing = fabs(m->spin) * extent;
    } else {
        const rush_body *b = &r->bodies[number];
        time -= b->time;
        p.position = b->flight.position;
        if (rush_is_spent(b)) return p;
        p.velocity = b->flight.velocity;
        p.pull = b->pull;
        p.swing = fabs(b->flight.spin) * extent;
    }
    p.position = vec_along(p.position, time, vec_along(p.velocity, 0.5 * time, p.pull));
    p.velocity = vec_along(p.velocity, time, p.pull);
    return p;
}

/* Two disks about their bodies' centres. */
static double disks_meet(const rush_point *a, const rush_point *b, double reach, double within) {
    circles_motion e = {vec_sub(b->position, a->position), vec_sub(b->velocity, a->velocity),
                        reach};
    if (a->pull.x == b->pull.x && a->pull.y == b->pull.y) return circles_enter(&e);
    double pull = vec_length(vec_sub(b->pull, a->pull));
    double way = (vec_length(e.velocity) + pull * within) * within;
    if (vec_length(e.offset) - reach > way) return INFINITY;
    evo_shape disk = evo_circle(reach);
    placed stands = {&disk, vec(0, 0), vec(1, 0)};
    parabola c = {e.offset, e.velocity, vec_sub(b->pull, a->pull), 0};
    return parabola_enter(&stands, &c);
}

/* ---- What is left to the solver -------------------------------------------------------------- */

/* Of the size of the smaller: so deep what flies through the step may get into what it comes to
 * slowly; and what overlaps as deep as that has not come from outside. */
static const double DIP = 0.15, SUNK = 0.05, DEEP = 0.5;

static uint32_t strikes_of_both(const evo_world *world, uint32_t place) {
    const rush *r = &world->rush;
    uint32_t sum = 0;
    for (int side = 0; side < 2; ++side) {
        uint32_t rank = rush_body_at(world, place, side);
        uint32_t number = rank < world->movers ? r->number_of[rank] : NOBODY;
        if (number != NOBODY) sum += r->bodies[number].strikes;
    }
    return sum;
}

double rush_bounce_at(const evo_world *world, uint32_t place, double restitution) {
    double loss = strikes_of_both(world, place) > 0 ? 1 - least_of(restitution, 1) : 1;
    return world->config.bounce_threshold * loss;
}

bool rush_is_gentle(const evo_world *world, uint32_t place, double speed, double left) {
    double restitution = rush_restitution_at(world, place);
    bool bounces = restitution > 0 && speed > rush_bounce_at(world, place, restitution);
    return !bounces && speed * left <= DIP * rush_size_at(world, place);
}

void rush_leave(evo_world *world, uint32_t place) {
    rush *r = &world->rush;
    r->left[place] = 1 + strikes_of_both(world, place);
    r->leaving = true;
}

bool rush_is_left(const evo_world *world, uint32_t place) {
    const rush *r = &world->rush;
    return r->left[place] != 0 && r->left[place] == 1 + strikes_of_both(world, place);
}

/* How much wider the gap at a place was when the step began than where it was measured (place.c),
 * at most: convex shapes have come closer along the normal, others in any way. */
static double led(const evo_world *world, uint32_t place) {
    const batch *at = &world->batches[place / BATCH];
    uint32_t lane = place % BATCH;
    bool convex = rush_is_convex(world, place);
    evo_vec2 normal = {(double)at->normal_x[lane], (double)at->normal_y[lane]};
    double way = 0;
    for (int side = 0; side < 2; ++side) {
        uint32_t rank = rush_body_at(world, place, side);
        if (rank >= world->movers) continue;
        const body_trait *trait = &world->traits[rank];
        double along = vec_dot(world->motions[rank].velocity, normal);
        double pace = convex ? (side == 0 ? along : -along) : (double)trait->pace;
        way += (double)trait->lead * pace;
    }
    return way;
}

/* Whether the two overlapped by more than a part of the smaller one's size, when the step began. */
static bool is_within(const evo_world *world, uint32_t place, double part) {
    double gap = (double)world->batches[place / BATCH].gap[place % BATCH];
    double limit = -part * rush_size_at(world, place);
    return gap < limit && gap + led(world, place) < limit;
}

bool rush_is_deep(const evo_world *world, uint32_t place) {
    return is_within(world, place, DEEP);
}

/* Those at a place who are; what no impact moves is never. A lane that is not used has no mover. */
static void sink(evo_world *world, uint32_t place, double seconds) {
    for (int side = 0; side < 2; ++side) {
        uint32_t rank = rush_mover_at(world, place, side);
        if (rank == NOBODY || world->traits[rank].inverse_mass == 0) continue;
        const body_trait *trait = &world->traits[rank];
        bool calm = (double)trait->pace * seconds < RUSH_CALM * (double)trait->size;
        world->rush.sunk[rank] |= calm && is_within(world, place, SUNK);
    }
}

void rush_mark_sunk(evo_world *world, const measure_choice *choice, double seconds) {
    array_fill(world->rush.sunk, 0, world->movers, sizeof *world->rush.sunk);
    for (size_t number = 0; number < world->batch_count; ++number)
        for (unsigned lanes = choice->touched[number], lane = 0; lanes > 0; lanes >>= 1, ++lane)
            if (lanes & 1) sink(world, (uint32_t)number * BATCH + lane, seconds);
}

bool rush_passes_over(const evo_world *world, uint32_t place) {
    bool none = rush_is_second(world, place)
                && !(world->batches[place / BATCH].gap[place % BATCH] < RUSH_FAR);
    return none || rush_is_left(world, place) || rush_is_deep(world, place);
}

/* ---- Plans ----------------------------------------------------------------------------------- */

/* Whom a body meets at a place. */
static uint32_t other_at(const evo_world *world, uint32_t rank, uint32_t place) {
    return rush_body_at(world, place, rush_body_at(world, place, 0) == rank);
}

/* His number; NOBODY: he is in no rush. */
static uint32_t partner_of(const evo_world *world, uint32_t rank, uint32_t place) {
    uint32_t partner = other_at(world, rank, place);
    return partner < world->movers ? world->rush.number_of[partner] : NOBODY;
}

/* His stamp: another one when he has been struck meanwhile. */
static uint32_t partner_stamp(const evo_world *world, uint32_t rank, uint32_t place) {
    uint32_t number = partner_of(world, rank, place);
    return number == NOBODY ? 0 : world->rush.marks[number].stamp;
}

/* Two that have planned the same stand in the same slot. */
static void plan_to_meet(evo_world *world, uint32_t number, pair_entry entry) {
    rush *r = &world->rush;
    uint32_t rank = r->bodies[number].rank, partner = partner_of(world, rank, entry.tag);
    queue_keys keys = {r->marks, sizeof *r->marks, r->table.firsts};
    if (partner != NOBODY) entry.other = partner;
    r->table.firsts[number] = entry;
    r->marks[number].partner_stamp = partner_stamp(world, rank, entry.tag);
    queue_push(&r->queue, &keys, number);
}

/* Whether the two at a place cannot meet in the step: by the gap between them, as it was measured,
 * and the way that both may go. Who is in a rush himself may go any way. */
static bool is_far(const evo_world *world, uint32_t place, uint32_t rank, double pace,
                   double seconds) {
    const rush *r = &world->rush;
    const batch_pairs *pairs = &world->pairs[place / BATCH];
    uint32_t lane = place % BATCH, partner = other_at(world, rank, place);
    if (partner < world->movers) {
        if (r->number_of[partner] != NOBODY) return false;
        pace += 2 * (double)world->traits[partner].pace;
    }
    /* Of those that need the doors of narrow/ only gaps up to their size are known. */
    float gap = world->batches[place / BATCH].gap[lane];
    if (pairs->kind == BATCH_OTHER && gap > pairs->size[lane]) gap = pairs->size[lane];
    return (double)gap > pace * seconds;
}

/* How fast it may be in the step, before and after it was struck, and others by falling. */
static double pace_within(const evo_world *world, uint32_t number, const rush_point *now,
                          double seconds) {
    const rush_body *b = &world->rush.bodies[number];
    const body_trait *trait = &world->traits[b->rank];
    double pull = vec_length(now->pull) + vec_length(world->config.gravity);
    return vec_length(now->velocity) + fabs(b->flight.spin) * (double)trait->extent
           + 2 * (double)trait->pace + 2 * pull * seconds;
}

/* No two of their points come together faster within the time. */
static double fastest_approach(const rush_point *a, const rush_point *b, bool turning,
                               double within) {
    double swing = turning ? a->swing + b->swing : 0;
    return vec_length(vec_sub(b->velocity, a->velocity)) + swing
           + vec_length(vec_sub(b->pull, a->pull)) * within;
}

/* How fast the two come together where they are nearest. */
static double approach_at(const rush_pair *p, const meeting *at) {
    const evo_flight *a = &p->bodies[0]->flight, *b = &p->bodies[1]->flight;
    evo_vec2 own = vec_along(a->velocity, a->spin, vec_left(at->point_a));
    evo_vec2 other = vec_along(b->velocity, b->spin, vec_left(vec_sub(at->point_b, p->way)));
    return vec_dot(vec_sub(own, other), at->normal);
}

/* At the second contact of a pair: by how fast the gap there closes now. It turns as it does, but
 * what is wrong about that is small beside the ends that touch. */
static double second_meeting_time(evo_world *world, uint32_t place, double time, double within,
                                  double left) {
    rush_pair p;
    meeting at;
    rush_see_pair(world, place, time, &p);
    if (!rush_meeting_at(world, place, &p, &at)) return INFINITY;
    double approach = approach_at(&p, &at);
    if (rush_is_gentle(world, place, approach, left)) {
        rush_leave(world, place);
        return INFINITY;
    }
    double when = at.gap > 0 ? at.gap / approach : 0;
    return when <= within ? when : INFINITY;
}

/* When a body, of which the present is given, meets the other at a place, if within so long. What
 * would be gentle in all that is left of the step is left to the solver. */
static double meeting_time(evo_world *world, uint32_t place, uint32_t rank, const rush_point *own,
                           double time, double within, double left) {
    rush_point other = point_then(world, other_at(world, rank, place), time);
    bool round = rush_is_round(world, place);
    double when = INFINITY;
    if (rush_is_second(world, place)) return second_meeting_time(world, place, time, within, left);
    if (round) {
        double reach = rush_radius_at(world, place, 0) + rush_radius_at(world, place, 1);
        when = disks_meet(own, &other, reach, within);
        if (!(when <= within)) return INFINITY; /* as most do not: the rest need not be known */
    }
    double speed = fastest_approach(own, &other, !round, left);
    if (rush_is_gentle(world, place, speed, left)) {
        rush_leave(world, place);
        return INFINITY;
    }
    if (round) return when;
    rush_pair p;
    rush_shapes seen;
    rush_see_pair(world, place, time, &p);
    rush_see_shapes(world, place, &p, &seen);
    return toi_enter(&seen.fliers[0], &seen.fliers[1], within);
}

/* What no impact moves, and who is spent, would meet for ever. */
static bool is_endless(const evo_world *world, uint32_t rank, uint32_t place) {
    uint32_t partner = partner_of(world, rank, place);
    return partner != NOBODY && rush_is_spent(&world->rush.bodies[partner])
           && world->traits[rank].inverse_mass == 0;
}

void rush_plan(evo_world *world, uint32_t number, double time, double seconds) {
    rush *r = &world->rush;
    uint32_t rank = r->bodies[number].rank;
    rush_point own = point_then(world, rank, time);
    double pace = pace_within(world, number, &own, seconds);
    pair_entry first = {seconds, number, NOBODY};
    for (uint32_t side = r->first_of[rank]; side != NOBODY; side = r->next[side]) {
        uint32_t place = side / 2;
        if (is_far(world, place, rank, pace, seconds) || rush_passes_over(world, place)
            || is_endless(world, rank, place))
            continue;
        double when =
            time + meeting_time(world, place, rank, &own, time, first.time - time, seconds - time);
        if (!(when < first.time)) continue;
        first.time = when;
        first.tag = place;
    }
    if (first.tag != NOBODY) plan_to_meet(world, number, first);
}

void rush_plan_anew(evo_world *world, uint32_t rank, double time, double seconds) {
    rush *r = &world->rush;
    uint32_t number = rank < world->movers ? r->number_of[rank] : NOBODY;
    if (number == NOBODY) return;
    ++r->marks[number].stamp;
    if (!rush_is_spent(&r->bodies[number])) rush_plan(world, number, time, seconds);
}

bool rush_plan_holds(const evo_world *world, uint32_t number) {
    const rush *r = &world->rush;
    uint32_t place = r->table.firsts[number].tag;
    return partner_stamp(world, r->bodies[number].rank, place) == r->marks[number].partner_stamp;
}

/* For a better one. */
static void drop_plan(rush *r, uint32_t number) {
    r->marks[number].stamp += r->table.firsts[number].time < INFINITY;
}

static bool flies_at(const evo_world *world, uint32_t place, int side) {
    uint32_t rank = rush_body_at(world, place, side);
    return rank < world->movers && !world->rush.sunk[rank];
}

bool rush_begin_at(evo_world *world, uint32_t place, double seconds) {
    rush *r = &world->rush;
    int side = flies_at(world, place, 0) ? 0 : 1;
    uint32_t rank = rush_body_at(world, place, side);
    if (!flies_at(world, place, side)) { /* the solver has both */
        rush_leave(world, place);
        return true;
    }
    rush_point own = point_then(world, rank, 0);
    double time = meeting_time(world, place, rank, &own, 0, seconds, seconds);
    if (!(time < seconds)) return true;
    if (!rush_reserve(world, 1)) return false;
    uint32_t number = rush_join(world, rank);
    pair_entry entry = {time, number, place};
    if (!(time < r->table.firsts[number].time)) return true;
    drop_plan(r, number);
    plan_to_meet(world, number, entry);
    return true;
}
