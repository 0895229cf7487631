/* rush.c: impacts within a step of EVO_CONTACTS, at their true time and in their true order.
 *
 * Who is about to bounce, or moves so far in the step that it might leap over a ring, is in a rush: it flies through the step by itself, from impact to impact, and the solver leaves it alone
 * until the next. Whom it strikes is in a rush from then on. Each plans what it meets first among
 * those its contacts name; the plans stand in a pair table, their times in an event queue, as in
 * worlds of events. What comes together more slowly than bounce_threshold is the solver's business:
 * the rush passes over it, and the contact catches it at the next step.
 *
 * Nothing in the world is changed until all impacts are known. A body that has taken more than TURNS_MOST
 * turns in a step, for impacts and for what it came to gently, is in a crowd, not in a rush: it is
 * spent, and stands where it was struck last. From there the solver goes on with it, or, if it is so
 * fast that it might leap over something, the next step, for which it keeps its velocity.
 */
#include "core/array.h"
#include "impact/blow.h"
#include "impact/circles.h"
#include "impact/course.h"
#include "impact/meet.h"
#include "narrow/pair.h"
#include "world/world.h"

enum { TURNS_MOST = 8 };

/* A gap that no step closes, or that was not measured. */
static const float FAR = 1e18f;

/* ---- Who has which contacts ------------------------------------------------------------------ */


/* The rank of a contact's body, by its row in the solver; NOBODY: it is no mover. */
static uint32_t mover_at(const evo_world *world, uint32_t place, int side) {
    const batch *at = &world->batches[place / BATCH];
    uint32_t row = side == 0 ? at->row_a[place % BATCH] : at->row_b[place % BATCH];
    return row / 4 - 1; /* the ground's is 0 */
}

/* The rank of whatever body it is. */
static uint32_t body_at(const evo_world *world, uint32_t place, int side) {
    const batch_pairs *pairs = &world->pairs[place / BATCH];
    uint32_t collider = side == 0 ? pairs->a[place % BATCH] : pairs->b[place % BATCH];
    return world->links[collider].body;
}

/* Links each mover's sides of contacts, the last first. Lanes that are not used name the ground. */
static void link_sides(evo_world *world) {
    rush *r = &world->rush;
    uint32_t places = (uint32_t)world->batch_count * BATCH;
    for (uint32_t place = 0; place < places; ++place)
        for (int side = 0; side < 2; ++side) {
            uint32_t mover = mover_at(world, place, side);
            if (mover == NOBODY) continue;
            r->next[2 * place + (uint32_t)side] = r->first_of[mover];
            r->first_of[mover] = 2 * place + (uint32_t)side;
        }
}

static bool link_contacts(evo_world *world) {
    rush *r = &world->rush;
    const evo_allocator *memory = &world->memory;
    size_t movers = world->movers, places = world->batch_count * BATCH;
    if (r->linked) return true;
    if (!array_reserve(memory, &r->first_of, &r->first_capacity, movers, sizeof *r->first_of)
        || !array_reserve(memory, &r->number_of, &r->number_capacity, movers, sizeof *r->number_of)
        || !array_reserve(memory, &r->next, &r->next_capacity, 2 * places, sizeof *r->next)
        || !array_reserve(memory, &r->left, &r->left_capacity, places, sizeof *r->left))
        return false;
    memset(r->left, 0, r->left_capacity * sizeof *r->left);
    /* NOBODY, all of them. */
    memset(r->first_of, 0xff, movers * sizeof *r->first_of);
    memset(r->number_of, 0xff, movers * sizeof *r->number_of);
    link_sides(world);
    r->linked = true;
    return true;
}

void rush_forget(evo_world *world) {
    world->rush.linked = false;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static const body_card *card_of_rank(const evo_world *world, uint32_t rank) {
    return &world->bodies[world->traits[rank].slot];
}

/* Whether some contact bears it: then nothing pulls it within the step. */
static bool is_borne(const evo_world *world, uint32_t rank) {
    const rush *r = &world->rush;
    for (uint32_t side = r->first_of[rank]; side != NOBODY; side = r->next[side]) {
        uint32_t place = side / 2, number = place / BATCH, lane = place % BATCH;
        if (world->pairs[number].touching >> lane & 1 && world->batches[number].push[lane] > 0)
            return true;
    }
    return false;
}

static evo_vec2 pull_within(const evo_world *world, uint32_t rank) {
    evo_vec2 pull = body_pull(world, rank);
    return (pull.x != 0 || pull.y != 0) && is_borne(world, rank) ? vec(0, 0) : pull;
}

/* A body that is no mover stands still. */
static rush_body body_at_start(const evo_world *world, uint32_t rank) {
    const body_motion *m = &world->motions[rank];
    rush_body b = {.rank = rank, .flight = {m->position, {0, 0}, m->angle, 0}};
    if (rank >= world->movers) return b;
    b.flight.velocity = m->velocity;
    b.flight.spin = m->spin;
    b.pull = pull_within(world, rank);
    b.slack = (double)world->traits[rank].slack;
    return b;
}

static bool is_spent(const rush_body *b) {
    return b->turns > TURNS_MOST;
}

static void bring_to(rush_body *b, double time) {
    double after = is_spent(b) ? 0 : time - b->time;
    evo_vec2 mean = vec_along(b->flight.velocity, 0.5 * after, b->pull);
    b->flight.position = vec_along(b->flight.position, after, mean);
    b->flight.velocity = vec_along(b->flight.velocity, after, b->pull);
    b->flight.angle += after * b->flight.spin;
    b->way += after * (vec_length(mean) + vec_length(b->pull) * after);
    b->time = time;
}

/* In a rush or not, as it goes on from then. */
static rush_body body_then(const evo_world *world, uint32_t rank, double time) {
    const rush *r = &world->rush;
    uint32_t number = rank < world->movers ? r->number_of[rank] : NOBODY;
    rush_body b = number != NOBODY ? r->bodies[number] : body_at_start(world, rank);
    bring_to(&b, time);
    if (!is_spent(&b)) return b;
    b.flight.velocity = b.pull = vec(0, 0);
    b.flight.spin = 0;
    return b;
}

/* Room for two more. */
static bool reserve_bodies(evo_world *world) {
    rush *r = &world->rush;
    const evo_allocator *memory = &world->memory;
    size_t needed = r->body_list.count + 2;
    if (needed <= r->table.count) return true;
    return array_reserve(memory, &r->bodies, &r->body_list.capacity, needed, sizeof *r->bodies)
           && array_reserve(memory, &r->marks, &r->mark_capacity, needed, sizeof *r->marks)
           && array_reserve(memory, &r->strays, &r->stray_list.capacity,
                            r->stray_list.count + needed, sizeof *r->strays)
           && pair_table_grow(&r->table, (uint32_t)needed);
}

/* The number of a mover in the rush, which it may just have joined. There is room. */
static uint32_t join(evo_world *world, uint32_t rank) {
    rush *r = &world->rush;
    if (r->number_of[rank] != NOBODY) return r->number_of[rank];
    uint32_t number = (uint32_t)r->body_list.count++;
    r->bodies[number] = body_at_start(world, rank);
    r->table.firsts[number] = pair_entry_never(number);
    r->marks[number].stamp = 0;
    r->number_of[rank] = number;
    return number;
}

/* ---- Plans ----------------------------------------------------------------------------------- */

/* A contact's two sides, in flight at a time. */
typedef struct rush_pair {
    uint32_t ranks[2];
    const rush_body *bodies[2];
    rush_body copies[2]; /* of those that are in no rush */
    evo_vec2 way;        /* from the first body's centre to the other's */
} rush_pair;

static void see_pair(const evo_world *world, uint32_t place, double time, rush_pair *p) {
    for (int i = 0; i < 2; ++i) {
        p->ranks[i] = body_at(world, place, i);
        p->copies[i] = body_then(world, p->ranks[i], time);
        p->bodies[i] = &p->copies[i];
    }
    p->way = vec_sub(p->bodies[1]->flight.position, p->bodies[0]->flight.position);
}

/* The same, of movers that join the rush. There is room. */
static void join_pair(evo_world *world, uint32_t place, double time, rush_pair *p) {
    rush *r = &world->rush;
    for (int i = 0; i < 2; ++i) {
        p->ranks[i] = body_at(world, place, i);
        rush_body *body = &p->copies[i];
        if (p->ranks[i] < world->movers)
            body = &r->bodies[join(world, p->ranks[i])];
        else
            *body = body_at_start(world, p->ranks[i]);
        bring_to(body, time);
        p->bodies[i] = body;
    }
    p->way = vec_sub(p->bodies[1]->flight.position, p->bodies[0]->flight.position);
}

static bool is_round(const evo_world *world, uint32_t place) {
    return world->pairs[place / BATCH].kind == BATCH_ROUND;
}

static const collider_make *make_at(const evo_world *world, uint32_t place, int side) {
    const batch_pairs *pairs = &world->pairs[place / BATCH];
    uint32_t collider = side == 0 ? pairs->a[place % BATCH] : pairs->b[place % BATCH];
    return make_of(world, world->links[collider].make);
}

/* The shapes of the two, about their bodies' centres, in flight from the first one's. */
typedef struct rush_shapes {
    evo_shape shapes[2];
    flier fliers[2];
} rush_shapes;

static void see_shapes(const evo_world *world, uint32_t place, const rush_pair *p,
                       rush_shapes *seen) {
    for (int i = 0; i < 2; ++i) {
        evo_vec2 center = body_center(world, card_of_rank(world, p->ranks[i]));
        seen->shapes[i] = make_at(world, place, i)->key.shape;
        seen->shapes[i].center = vec_sub(seen->shapes[i].center, center);
        flier f = {&seen->shapes[i], p->bodies[i]->flight, p->bodies[i]->pull};
        f.flight.position = i == 0 ? vec(0, 0) : p->way;
        seen->fliers[i] = f;
    }
}

/* ---- When they meet -------------------------------------------------------------------------- */

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
    if (number == NOBODY) {
        p.velocity = m->velocity;
        p.pull = pull_within(world, rank);
        p.swing = fabs(m->spin) * extent;
    } else {
        const rush_body *b = &r->bodies[number];
        time -= b->time;
        p.position = b->flight.position;
        if (is_spent(b)) return p;
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
    encounter e = {vec_sub(b->position, a->position), vec_sub(b->velocity, a->velocity), reach};
    if (a->pull.x == b->pull.x && a->pull.y == b->pull.y) return encounter_enter(&e);
    double pull = vec_length(vec_sub(b->pull, a->pull));
    double way = (vec_length(e.velocity) + pull * within) * within;
    if (vec_length(e.apart) - reach > way) return INFINITY;
    evo_shape disk = evo_circle(reach);
    placed stands = {&disk, vec(0, 0), vec(1, 0)};
    course c = {e.apart, e.velocity, vec_sub(b->pull, a->pull), 0};
    return course_meets(&stands, &c);
}

static double radius_at(const evo_world *world, uint32_t place, int side) {
    return make_at(world, place, side)->key.shape.of.circle.radius;
}

/* Of the size of the smaller: so deep what flies through the step may get into what it comes to
 * slowly; and what overlaps as deep as that has not come from outside. */
static const double DIP = 0.15, DEEP = 0.25;

/* Of the movers among the two at a place. */
static double size_at(const evo_world *world, uint32_t place) {
    double size = INFINITY;
    for (int side = 0; side < 2; ++side) {
        uint32_t rank = body_at(world, place, side);
        if (rank < world->movers) size = least_of(size, (double)world->traits[rank].size);
    }
    return size;
}

static double restitution_at(const evo_world *world, uint32_t place) {
    batch_sort sort = world->sorts[place / BATCH];
    return sort < 0 ? 0 : (double)world->batch_extras[sort].restitution[place % BATCH];
}

/* Whether those that come together this fast at a place, with so long to go, are the solver's. */
static bool is_gentle(const evo_world *world, uint32_t place, double speed, double left) {
    bool bounces = speed > world->config.bounce_threshold && restitution_at(world, place) > 0;
    return !bounces && speed * left <= DIP * size_at(world, place);
}

static uint32_t strikes_of_both(const evo_world *world, uint32_t place) {
    const rush *r = &world->rush;
    uint32_t sum = 0;
    for (int side = 0; side < 2; ++side) {
        uint32_t rank = body_at(world, place, side);
        uint32_t number = rank < world->movers ? r->number_of[rank] : NOBODY;
        if (number != NOBODY) sum += r->bodies[number].strikes;
    }
    return sum;
}

static bool is_left(const evo_world *world, uint32_t place) {
    const rush *r = &world->rush;
    return r->left[place] != 0 && r->left[place] == 1 + strikes_of_both(world, place);
}

/* Left to the solver; or the second contact of a pair, for which the first stands. */
static bool is_passed_over(const evo_world *world, uint32_t place) {
    const batch_pairs *pairs = &world->pairs[place / BATCH];
    uint32_t lane = place % BATCH;
    bool deep = (double)world->batches[place / BATCH].gap[lane] < -DEEP * (double)pairs->size[lane];
    return deep || pairs->second >> lane & 1 || is_left(world, place);
}

/* The stamp of whom a body meets at a place: another one when he has been struck meanwhile. */
static uint32_t partner_stamp(const evo_world *world, uint32_t rank, uint32_t place) {
    const rush *r = &world->rush;
    uint32_t side = body_at(world, place, 0) == rank, partner = body_at(world, place, (int)side);
    uint32_t number = partner < world->movers ? r->number_of[partner] : NOBODY;
    return number == NOBODY ? 0 : r->marks[number].stamp;
}

static void plan_to_meet(evo_world *world, uint32_t number, pair_entry entry) {
    rush *r = &world->rush;
    queue_bodies bodies = {r->marks, r->table.firsts};
    r->table.firsts[number] = entry;
    r->marks[number].kind = partner_stamp(world, r->bodies[number].rank, entry.what);
    queue_push(&r->queue, &bodies, number);
}

/* Whether the two at a place cannot meet in the step: by the gap between them, as it was measured,
 * and the way that both may go. Who is in a rush himself may go any way. */
static bool is_far(const evo_world *world, uint32_t place, uint32_t rank, double pace,
                   double seconds) {
    const rush *r = &world->rush;
    const batch_pairs *pairs = &world->pairs[place / BATCH];
    uint32_t lane = place % BATCH, partner = body_at(world, place, body_at(world, place, 0) == rank);
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

/* When a body, of which the present is given, meets the other at a place, if within so long, and
 * not gently. */
static double meeting_time(const evo_world *world, uint32_t place, uint32_t rank,
                           const rush_point *own, double time, double within) {
    uint32_t first = body_at(world, place, 0);
    rush_point other = point_then(world, first == rank ? body_at(world, place, 1) : first, time);
    bool round = is_round(world, place);
    double speed = fastest_approach(own, &other, !round, within);
    if (is_gentle(world, place, speed, within)) return INFINITY;
    if (round) {
        double reach = radius_at(world, place, 0) + radius_at(world, place, 1);
        return disks_meet(own, &other, reach, within);
    }
    rush_pair p;
    rush_shapes seen;
    see_pair(world, place, time, &p);
    see_shapes(world, place, &p, &seen);
    return fliers_meet(&seen.fliers[0], &seen.fliers[1], within);
}

/* What a body meets first up to the end of the step. */
static void plan(evo_world *world, uint32_t number, double time, double seconds) {
    rush *r = &world->rush;
    uint32_t rank = r->bodies[number].rank;
    rush_point own = point_then(world, rank, time);
    double pace = pace_within(world, number, &own, seconds);
    pair_entry first = {seconds, number, NOBODY};
    for (uint32_t side = r->first_of[rank]; side != NOBODY; side = r->next[side]) {
        uint32_t place = side / 2;
        if (is_far(world, place, rank, pace, seconds) || is_passed_over(world, place)) continue;
        double when = time + meeting_time(world, place, rank, &own, time, first.time - time);
        if (!(when < first.time)) continue;
        first.time = when;
        first.what = place;
    }
    if (first.what != NOBODY) plan_to_meet(world, number, first);
}

/* ---- Impacts --------------------------------------------------------------------------------- */

typedef struct rush_touch {
    meeting at;
    blow_side sides[2];
    blow_rule rule;
    double approach; /* along the normal, above 0 */
} rush_touch;

static blow_side side_of(const evo_world *world, const rush_body *b, evo_vec2 arm) {
    const body_card *card = card_of_rank(world, b->rank);
    bool dynamic = card->kind == EVO_DYNAMIC && b->rank < world->movers;
    blow_side side = {b->flight.velocity, b->flight.spin, dynamic ? 1 / card->mass : 0,
                      dynamic && body_turns_by(card) > 0 ? 1 / card->inertia : 0, arm};
    return side;
}

static evo_vec2 velocity_at(const blow_side *side) {
    return vec_along(side->velocity, side->spin, vec_left(side->arm));
}

/* Where they touch, from the first body's centre. */
static meeting meeting_at(const evo_world *world, uint32_t place, const rush_pair *p) {
    if (is_round(world, place)) {
        double distance = vec_length(p->way);
        return meeting_of_rounds(vec(0, 0), radius_at(world, place, 0), p->way,
                                 radius_at(world, place, 1), distance,
                                 vec_unit(p->way, vec(1, 0)));
    }
    rush_shapes seen;
    placed sides[2];
    see_shapes(world, place, p, &seen);
    for (int i = 0; i < 2; ++i)
        sides[i] = placed_at(&seen.shapes[i], seen.fliers[i].flight.position,
                             evo_direction(seen.fliers[i].flight.angle));
    return pair_measure(&sides[0], &sides[1]);
}

static rush_touch touch_of(const evo_world *world, uint32_t place, const rush_pair *p) {
    const batch *at = &world->batches[place / BATCH];
    rush_touch t = {.at = meeting_at(world, place, p)};
    t.sides[0] = side_of(world, p->bodies[0], t.at.point_a);
    t.sides[1] = side_of(world, p->bodies[1], vec_sub(t.at.point_b, p->way));
    t.rule.friction = (double)at->friction[place % BATCH];
    t.rule.restitution = restitution_at(world, place);
    evo_vec2 apart = vec_sub(velocity_at(&t.sides[1]), velocity_at(&t.sides[0]));
    t.approach = -vec_dot(apart, t.at.normal);
    return t;
}

/* A sleeper, who cannot be struck before he is awake. */
static body_card *sleeper_among(evo_world *world, const rush_pair *p) {
    for (int i = 0; i < 2; ++i) {
        body_card *card = &world->bodies[world->traits[p->ranks[i]].slot];
        if (card->kind == EVO_DYNAMIC && card->enabled && !card->awake) return card;
    }
    return NULL;
}

static void note_impact(evo_world *world, uint32_t place, const rush_pair *p, const rush_touch *t,
                        const blow *struck, double time) {
    rush *r = &world->rush;
    const evo_impact shown = {
        .time = world->time + time,
        .a = body_handle(world, world->traits[p->ranks[0]].slot),
        .b = body_handle(world, world->traits[p->ranks[1]].slot),
        .point = vec_add(p->bodies[0]->flight.position, t->at.point_a),
        .normal = t->at.normal,
        .speed = struck->speed,
        .impulse = struck->impulse,
    };
    rush_impact impact = {place, shown};
    r->impacts[r->impact_list.count++] = impact;
}

/* What comes of it for one side: another flight from here on. */
static void fly_on(evo_world *world, uint32_t rank, const blow_side *side, uint32_t turns) {
    rush *r = &world->rush;
    if (rank >= world->movers || side->inverse_mass == 0) return;
    rush_body *b = &r->bodies[r->number_of[rank]];
    b->flight.velocity = side->velocity;
    b->flight.spin = side->spin;
    ++b->strikes;
    b->turns += turns;
}

/* An impact that keeps all speed takes one turn of a body's; one that keeps none takes four, for
 * many such follow each other faster and faster. */
static uint32_t turns_taken(double restitution) {
    return 1 + (uint32_t)(3 * (1 - least_of(restitution, 1)));
}

/* What does not part again before the pull has brought it back is borne from here on: it is not
 * pulled through what it lies on. */
static void bear(evo_world *world, const rush_pair *p, evo_vec2 normal, double left) {
    rush *r = &world->rush;
    evo_vec2 velocities[2];
    for (int i = 0; i < 2; ++i) velocities[i] = p->bodies[i]->flight.velocity;
    double parting = vec_dot(vec_sub(velocities[1], velocities[0]), normal);
    for (int i = 0; i < 2; ++i) {
        if (p->ranks[i] >= world->movers) continue;
        rush_body *b = &r->bodies[r->number_of[p->ranks[i]]];
        evo_vec2 away = i == 0 ? vec_negate(normal) : normal;
        double pull = vec_dot(b->pull, away);
        if (pull < 0 && 2 * parting < -pull * left) b->pull = vec_along(b->pull, -pull, away);
    }
}

/* To the solver. */
static void leave(evo_world *world, uint32_t place, const rush_pair *p) {
    rush *r = &world->rush;
    r->left[place] = 1 + strikes_of_both(world, place);
    r->leaving = true;
    for (int i = 0; i < 2; ++i)
        if (p->ranks[i] < world->movers) r->bodies[r->number_of[p->ranks[i]]].turns += turns_taken(0);
}

static void plan_anew(evo_world *world, uint32_t rank, double time, double seconds) {
    rush *r = &world->rush;
    uint32_t number = rank < world->movers ? r->number_of[rank] : NOBODY;
    if (number == NOBODY) return;
    ++r->marks[number].stamp;
    if (!is_spent(&r->bodies[number])) plan(world, number, time, seconds);
}

/* Two come together. False when it was a sleeper, or no impact: then one more place is left. */
static bool strike(evo_world *world, uint32_t place, double time, double seconds,
                   body_card **asleep) {
    rush_pair p;
    join_pair(world, place, time, &p);
    rush_touch t = touch_of(world, place, &p);
    if (is_gentle(world, place, t.approach, seconds - time)) {
        leave(world, place, &p);
        bear(world, &p, t.at.normal, seconds - time);
        return false;
    }
    *asleep = sleeper_among(world, &p);
    if (*asleep) return false;
    if (!(t.approach > world->config.bounce_threshold)) t.rule.restitution = 0;
    uint32_t turns = turns_taken(t.rule.restitution);
    blow struck = blow_strike(&t.sides[0], &t.sides[1], t.at.normal, &t.rule);
    for (int i = 0; i < 2; ++i) fly_on(world, p.ranks[i], &t.sides[i], turns);
    bear(world, &p, t.at.normal, seconds - time);
    note_impact(world, place, &p, &t, &struck, time);
    return true;
}

/* ---- The rush -------------------------------------------------------------------------------- */

static bool reserve_event(evo_world *world) {
    rush *r = &world->rush;
    const evo_allocator *memory = &world->memory;
    if (!reserve_bodies(world) || !queue_reserve(&r->queue, 2)) return false;
    return array_reserve(memory, &r->impacts, &r->impact_list.capacity, r->impact_list.count + 1,
                         sizeof *r->impacts);
}

/* For a better one. */
static void drop_plan(rush *r, uint32_t number) {
    r->marks[number].stamp += r->table.firsts[number].time < INFINITY;
}

/* What comes together at a contact is planned by the first mover of the two. Of several such plans
 * of a body the first counts: the others are looked at again when it has come true, or failed to.
 * False: memory. */
static bool begin_contact(evo_world *world, uint32_t place, double seconds) {
    rush *r = &world->rush;
    int side = body_at(world, place, 0) < world->movers ? 0 : 1;
    uint32_t rank = body_at(world, place, side);
    rush_point own = point_then(world, rank, 0);
    double time = meeting_time(world, place, rank, &own, 0, seconds);
    if (!(time < seconds)) return true;
    if (!reserve_event(world)) return false;
    uint32_t number = join(world, rank);
    pair_entry entry = {time, number, place};
    if (!(time < r->table.firsts[number].time)) return true;
    drop_plan(r, number);
    plan_to_meet(world, number, entry);
    return true;
}

static bool begin_rushing(evo_world *world, double seconds, const measure_choice *choice) {
    for (size_t i = 0; i < choice->rush_count; ++i)
        for (uint32_t lane = 0; lane < BATCH; ++lane)
            if (choice->rushing[i] >> lane & 1
                && !begin_contact(world, choice->rushed[i] * BATCH + lane, seconds))
                return false;
    return true;
}

static bool leaps(const evo_world *world, uint32_t rank, double seconds) {
    const body_trait *trait = &world->traits[rank];
    return (double)trait->pace * seconds > (double)ROWS_LEAP * (double)trait->size;
}

/* Shapes between which a gap was measured the solver keeps apart at any speed, for it sees them
 * along that gap. But of rings, and whatever else is measured one by one, only gaps are measured
 * that are no wider than the shapes are thick: what is farther might be leapt over. */
static bool begin_leaping(evo_world *world, double seconds) {
    const rush *r = &world->rush;
    for (uint32_t rank = 0; rank < world->movers; ++rank) {
        if (!leaps(world, rank, seconds)) continue;
        for (uint32_t side = r->first_of[rank]; side != NOBODY; side = r->next[side]) {
            uint32_t place = side / 2;
            bool seen = world->batches[place / BATCH].gap[place % BATCH] < FAR;
            if (!seen && !is_passed_over(world, place) && !begin_contact(world, place, seconds))
                return false;
        }
    }
    return true;
}

/* Handles all impacts up to the end of the step. */
static bool run(evo_world *world, double seconds, body_card **asleep) {
    rush *r = &world->rush;
    for (;;) {
        queue_bodies bodies = {r->marks, r->table.firsts};
        bool refused = false;
        const queue_event *next = queue_first(&r->queue, &bodies, &refused);
        if (refused) return false;
        if (!next) return true;
        uint32_t number = next->body;
        if (!reserve_event(world)) return false;
        queue_pop(&r->queue);
        pair_entry planned = r->table.firsts[number];
        uint32_t ranks[2] = {body_at(world, planned.what, 0), body_at(world, planned.what, 1)};
        uint32_t own = r->bodies[number].rank;
        if (partner_stamp(world, own, planned.what) != r->marks[number].kind) {
            plan(world, number, planned.time, seconds);
            continue;
        }
        bool struck = strike(world, planned.what, planned.time, seconds, asleep);
        if (*asleep) return true;
        for (int i = 0; i < 2; ++i)
            if (struck || ranks[i] == own)
                plan_anew(world, ranks[i], planned.time, seconds);
    }
}

/* Nobody is in a rush. */
static void clear(evo_world *world) {
    rush *r = &world->rush;
    for (size_t i = 0; i < r->body_list.count; ++i) r->number_of[r->bodies[i].rank] = NOBODY;
    r->body_list.count = r->impact_list.count = 0;
    if (r->leaving) memset(r->left, 0, r->left_capacity * sizeof *r->left);
    r->leaving = false;
}

static bool open_queue(evo_world *world, double seconds) {
    rush *r = &world->rush;
    int power;
    (void)frexp(seconds, &power);
    if (r->queue.bins) {
        queue_clear(&r->queue, 0);
        return true;
    }
    r->table.memory = &world->memory;
    return queue_init(&r->queue, &world->memory, 0, 0, ldexp(1, power - 6));
}

bool rush_find(evo_world *world, double seconds, const measure_choice *choice, body_card **asleep) {
    *asleep = NULL;
    clear(world);
    if (choice->rush_count == 0 && !world->leaping) return true;
    bool found = link_contacts(world) && open_queue(world, seconds)
                 && begin_rushing(world, seconds, choice)
                 && (!world->leaping || begin_leaping(world, seconds))
                 && run(world, seconds, asleep);
    if (!found || *asleep) clear(world);
    return found;
}

/* ---- Going astray ---------------------------------------------------------------------------- */

/* Times the way, so that the next search need not be the last but one. */
static const double AMPLE = 1.5;

bool rush_strays(evo_world *world, double seconds) {
    rush *r = &world->rush;
    bool any = false;
    for (size_t i = 0; i < r->body_list.count; ++i) {
        const rush_body *b = &r->bodies[i];
        const body_trait *trait = &world->traits[b->rank];
        double left = seconds - b->time;
        double way = b->way + (vec_length(b->flight.velocity) + vec_length(b->pull) * left) * left
                     + fabs(b->flight.spin) * (double)trait->extent * seconds;
        if (b->strikes == 0 || is_spent(b) || way <= b->slack || r->stray_list.count == r->stray_list.capacity)
            continue;
        rush_stray stray = {trait->slot, AMPLE * way};
        r->strays[r->stray_list.count++] = stray;
        any = true;
    }
    return any;
}

void rush_widen(evo_world *world) {
    const rush *r = &world->rush;
    for (size_t i = 0; i < r->stray_list.count; ++i) {
        body_trait *trait = &world->traits[world->bodies[r->strays[i].slot].rank];
        trait->slack = (float)most_of((double)trait->slack, r->strays[i].reach);
    }
}

/* ---- Coming to rest -------------------------------------------------------------------------- */

/* Of its size: who was fast, and goes no farther in what is left of the step, has come to something. */
static const double SLOW = 0.25;

/* Whether the solver may go on with it: it is spent and will not leap, or came fast and is not. */
static bool is_tame(const evo_world *world, const rush_body *b, double seconds) {
    double size = (double)world->traits[b->rank].size, left = seconds - b->time;
    double pace = vec_length(b->flight.velocity) + vec_length(b->pull) * left
                  + fabs(b->flight.spin) * (double)world->traits[b->rank].extent;
    if (is_spent(b)) return pace * seconds < (double)ROWS_LEAP * size;
    return leaps(world, b->rank, seconds) && pace * left < SLOW * size && pace * seconds < size;
}

static body_motion motion_of_flight(const evo_flight *f) {
    body_motion m = {f->position, f->velocity, f->angle, f->spin};
    return m;
}

bool rush_place(evo_world *world, double seconds) {
    rush *r = &world->rush;
    bool any = false;
    for (size_t i = 0; i < r->body_list.count; ++i) {
        rush_body *b = &r->bodies[i];
        b->settled = b->strikes > 0 && is_tame(world, b, seconds);
        if (!b->settled) continue;
        body_motion *m = &world->motions[b->rank];
        b->before = *m;
        *m = motion_of_flight(&b->flight);
        world->traits[b->rank].slack = (float)(b->slack - b->way);
        any = true;
    }
    return any;
}

void rush_undo(evo_world *world) {
    rush *r = &world->rush;
    for (size_t i = 0; i < r->body_list.count; ++i) {
        rush_body *b = &r->bodies[i];
        if (!b->settled) continue;
        world->motions[b->rank] = b->before;
        world->traits[b->rank].slack = (float)b->slack;
        b->settled = false;
    }
}

/* Those that are asked to be kept go among the step's impacts; all are counted. There is room. */
void rush_note(evo_world *world) {
    const rush *r = &world->rush;
    for (size_t i = 0; i < r->impact_list.count; ++i) {
        ++world->impacts_ever;
        if (r->impacts[i].shown.speed >= world->config.impact_speed)
            world->impacts[world->impact_list.count++] = r->impacts[i].shown;
    }
}

/* ---- In the step ----------------------------------------------------------------------------- */

static void hold_place(evo_world *world, uint32_t place, const measure_choice *choice) {
    uint32_t number = place / BATCH, lane = place % BATCH;
    unsigned bit = 1u << lane;
    bool touching = world->pairs[number].touching & bit;
    world->batches[number].gap[lane] = FAR;
    choice->touched[number] =
        (uint8_t)((choice->touched[number] & ~bit) | (touching ? bit : 0));
}

void rush_hold(evo_world *world, measure_choice *choice) {
    const rush *r = &world->rush;
    choice->changed |= r->impact_list.count > 0;
    /* Those that come together fast, and did not meet after all: the solver, which sees them along
     * a straight line, might think they did. */
    for (size_t i = 0; i < choice->rush_count; ++i)
        for (uint32_t lane = 0; lane < BATCH; ++lane) {
            uint32_t place = choice->rushed[i] * BATCH + lane;
            if (choice->rushing[i] >> lane & 1 && !is_left(world, place))
                hold_place(world, place, choice);
        }
    for (size_t i = 0; i < r->body_list.count; ++i) {
        uint32_t rank = r->bodies[i].rank;
        if (r->bodies[i].strikes == 0 || r->bodies[i].settled) continue;
        for (uint32_t side = r->first_of[rank]; side != NOBODY; side = r->next[side])
            hold_place(world, side / 2, choice);
    }
    for (size_t i = 0; i < r->impact_list.count; ++i) {
        uint32_t place = r->impacts[i].place;
        choice->touched[place / BATCH] |= (uint8_t)(1u << place % BATCH);
        world->batches[place / BATCH].push[place % BATCH] = 0;
    }
}

/* Its slack is less by how far it has come, which is less than the way it went; when that may not do
 * for another step, pairs are found anew. */
static void use_slack(evo_world *world, const rush_body *b, double come, double seconds) {
    body_trait *trait = &world->traits[b->rank];
    double turning = fabs(b->flight.spin) * (double)trait->extent;
    double pace = vec_length(b->flight.velocity) + turning, next = world->paired_for;
    double fall = vec_length(body_pull(world, b->rank)) * next * next;
    double left = b->slack - come - turning * seconds;
    trait->slack = (float)left;
    trait->calm = 0;
    if (left < pace * next + fall) world->stale = true;
    if (left < 0) body_strays(world, &world->bodies[trait->slot]);
}

void rush_settle(evo_world *world, double seconds) {
    rush *r = &world->rush;
    for (size_t i = 0; i < r->body_list.count; ++i) {
        rush_body *b = &r->bodies[i];
        if (b->strikes == 0 || b->settled) continue;
        bring_to(b, seconds);
        body_motion *m = &world->motions[b->rank];
        double come = vec_length(vec_sub(b->flight.position, m->position));
        *m = motion_of_flight(&b->flight);
        use_slack(world, b, come, seconds);
    }
}

void rush_free(evo_world *world) {
    rush *r = &world->rush;
    const evo_allocator *memory = &world->memory;
    array_free(memory, &r->bodies, &r->body_list.capacity, sizeof *r->bodies);
    array_free(memory, &r->marks, &r->mark_capacity, sizeof *r->marks);
    array_free(memory, &r->number_of, &r->number_capacity, sizeof *r->number_of);
    array_free(memory, &r->first_of, &r->first_capacity, sizeof *r->first_of);
    array_free(memory, &r->next, &r->next_capacity, sizeof *r->next);
    array_free(memory, &r->left, &r->left_capacity, sizeof *r->left);
    array_free(memory, &r->strays, &r->stray_list.capacity, sizeof *r->strays);
    array_free(memory, &r->impacts, &r->impact_list.capacity, sizeof *r->impacts);
    if (!r->table.memory) return;
    queue_free(&r->queue);
    pair_table_free(&r->table);
}
