#include "event/island_tick.h"

#include "event/lasting.h"
#include "event/now.h"
#include "event/touching.h"

/* Of contact_time: a tick. What turns or slides round does so by no more than ARC in one (radians;
 * of the smaller radius). */
static const double TICK = 16, ARC = 0.125;

/* Of the smallest radius: how far overlaps are parted at a tick; to where contacts are solved; and
 * what is deeper at the end has it solved again for a shorter tick. */
static const double PARTED = 1e-4, SOLVED = 2e-9, DEEP = 1e-6;

/* What is as deep because no more force may act counts by so much. */
static const double SPENT = 1e-4;

/* How often a tick is measured at its end and solved again; and shortened. */
enum { ROUNDS = 3, SHORTENED = 4 };

/* Passes through all rows at most. Most islands take some dozens, as they begin with what they had
 * before. */
enum { PASSES = 200 };

static evo_vec2 middle(evo_vec2 a, evo_vec2 b) {
    return vec_scale(vec_add(a, b), 0.5);
}

/* ---- Energy ---------------------------------------------------------------------------------- */

static double energy_of(const exact_body *body, evo_vec2 velocity, double spin) {
    double energy = 0;
    if (body->inverse_mass > 0) energy += 0.5 * vec_dot(velocity, velocity) / body->inverse_mass;
    if (body->inverse_inertia > 0) energy += 0.5 * spin * spin / body->inverse_inertia;
    return energy;
}

static double energy_at_first(const event_world *w) {
    const event_island *i = &w->island;
    double energy = 0;
    for (size_t m = 0; m < i->member_count; ++m)
        energy += energy_of(&i->bodies[m], i->members[m].velocity, i->members[m].spin);
    return energy;
}

static double lifting_energy(const event_world *w, const exact_body *body, evo_vec2 by) {
    return body->inverse_mass > 0 ? -vec_dot(by, w->space.gravity) / body->inverse_mass : 0;
}

/* All move more slowly at first, so that they have so much less energy. */
static void take_energy(event_world *w, double amount) {
    event_island *i = &w->island;
    double moves = energy_at_first(w);
    if (!(amount > 0) || !(moves > 0)) return;
    double slower = sqrt(most_of(1 - amount / moves, 0));
    for (size_t m = 0; m < i->member_count; ++m) {
        i->members[m].velocity = vec_scale(i->members[m].velocity, slower);
        i->members[m].spin *= slower;
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static uint32_t body_of(const event_world *w, uint32_t number) {
    return number == NO_PARTICLE ? (uint32_t)w->island.member_count
                                 : island_hold(w, number)->member;
}

/* In the middle of the tick, as far as it has been measured. */
/* Of the smallest radius: where two touch that far from where they did, or at a normal that has
 * turned by 60 degrees, they touch at another place. */
static const double JUMP = 0.25;

static bool has_jumped(const event_world *w, const lasting_contact *c) {
    evo_vec2 off = vec_sub(c->arms[0], c->first_arms[0]);
    return vec_dot(c->first_normal, c->at.normal) < 0.5 || vec_length(off) > JUMP * w->island.size;
}

exact_row island_row_of(const event_world *w, const lasting_contact *c) {
    evo_vec2 normal = c->at.normal;
    bool jumped = has_jumped(w, c);
    exact_row row = {
        .a = body_of(w, c->key.a),
        .b = body_of(w, c->key.b),
        .ground = touching_ground(w, c),
        .friction = c->friction,
        .belt = c->belt,
    };
    if (jumped)
        exact_place(&row, normal, c->arms[0], c->arms[1]);
    else
        exact_place(&row, vec_unit(middle(c->first_normal, normal), normal),
                    middle(c->first_arms[0], c->arms[0]), middle(c->first_arms[1], c->arms[1]));
    exact_weigh(&row, w->island.bodies, 0);
    return row;
}

void island_solve(event_island *i, double tolerance, int rubbing) {
    exact_limits limits = {tolerance, PASSES, rubbing};
    size_t bodies = i->member_count + 1;
    exact_system all = {i->rows, i->row_count, i->bodies, i->bodies + bodies, bodies};
    exact_solve(&all, &limits);
}

double island_tick_longest(const event_world *w) {
    return TICK * w->rules.contact_time;
}

double island_tick_slow(const event_world *w) {
    return 100 * SOLVED * w->island.size / island_tick_longest(w);
}

/* ---- The tick -------------------------------------------------------------------------------- */

static double tick_of_contact(const event_world *w, const lasting_contact *c, double tick) {
    const particle *all = w->particles.all, *a = &all[c->key.a];
    evo_vec2 velocity = touching_ground(w, c);
    double radius = a->radius;
    if (touching_is_flat(w, c)) return tick;
    if (c->key.b != NO_PARTICLE) {
        velocity = all[c->key.b].velocity;
        radius = least_of(radius, all[c->key.b].radius);
    }
    double slides = fabs(vec_cross(vec_sub(velocity, a->velocity), c->at.normal));
    return least_of(tick, ARC * radius / slides);
}

static double tick_of(const event_world *w) {
    const event_island *i = &w->island;
    double tick = island_tick_longest(w);
    for (size_t m = 0; m < i->member_count; ++m)
        if (w->particles.all[i->members[m].particle].kind & PARTICLE_SHAPED)
            tick = least_of(tick, ARC / fabs(i->bodies[m].spin));
    for (size_t k = 0; k < i->contact_count; ++k)
        tick = tick_of_contact(w, island_contact(w, k), tick);
    return tick;
}

/* Free fall to the end of the tick. */
static void begin_bodies(event_world *w) {
    event_island *i = &w->island;
    for (size_t m = 0; m < i->member_count; ++m) {
        i->bodies[m].velocity = vec_along(i->members[m].velocity, i->time, w->space.gravity);
        i->bodies[m].spin = i->members[m].spin;
    }
}

static touching_shift shift_of(const event_world *w, uint32_t number) {
    const event_island *i = &w->island;
    if (number == NO_PARTICLE) return (touching_shift){{0, 0}, 0};
    uint32_t m = island_hold(w, number)->member;
    evo_vec2 mean = middle(i->members[m].velocity, i->bodies[m].velocity);
    return (touching_shift){vec_scale(mean, i->time),
                            0.5 * (i->members[m].spin + i->bodies[m].spin) * i->time};
}

/* Measures where all touch at the end, if they move as they are to now. */
static void measure_end(event_world *w) {
    event_island *i = &w->island;
    for (size_t k = 0; k < i->contact_count; ++k) {
        lasting_contact *c = island_contact(w, k);
        const touching_shift shifts[2] = {shift_of(w, c->key.a), shift_of(w, c->key.b)};
        touching_measure(w, c, shifts, i->time);
    }
}

/* The farthest from what it is to be: open without a force, or closed. */
static double worst_gap(const event_world *w) {
    const event_island *i = &w->island;
    double worst = 0;
    for (size_t k = 0; k < i->contact_count; ++k) {
        const lasting_contact *c = island_contact(w, k);
        double gap = c->at.gap - least_of(c->first_gap, 0);
        double off = c->forces[0] > 0 ? fabs(gap) : -gap;
        worst = most_of(worst, c->spent ? -SPENT * gap : off);
    }
    return worst / i->size;
}

/* Bodies hold how far each is to go. What lifts them is taken from their motion, and as far as that
 * suffices they go. */
static void move_apart(event_world *w) {
    event_island *i = &w->island;
    double lifts = 0, moves = energy_at_first(w);
    for (size_t m = 0; m < i->member_count; ++m)
        lifts += lifting_energy(w, &i->bodies[m], i->bodies[m].velocity);
    double part = lifts > 0.5 * moves ? 0.5 * moves / lifts : 1;
    for (size_t m = 0; m < i->member_count; ++m) {
        uint32_t number = i->members[m].particle;
        particle *p = &w->particles.all[number];
        evo_vec2 at = vec_along(p->position, part, i->bodies[m].velocity);
        particle_write_two(&p->position.x, at.x, at.y);
        w->particles.rotations[number].angle += part * i->bodies[m].spin;
    }
    take_energy(w, part * lifts);
}

/* What overlaps, by rounding or as far as the tick before was not solved, is moved apart without a
 * change of speed. */
static void part_overlaps(event_world *w) {
    event_island *i = &w->island;
    double deepest = 0;
    i->row_count = 0;
    for (size_t m = 0; m < i->member_count; ++m) {
        i->bodies[m].velocity = vec(0, 0);
        i->bodies[m].spin = 0;
    }
    for (size_t k = 0; k < i->contact_count; ++k) {
        const lasting_contact *c = island_contact(w, k);
        exact_row *row = &i->rows[i->row_count++];
        *row = island_row_of(w, c);
        row->ground = vec(0, 0);
        row->offset = most_of(c->at.gap, -PARTED * i->size);
        row->friction = 0;
        deepest = least_of(deepest, c->at.gap);
    }
    if (!(deepest < -SOLVED * i->size)) return;
    island_solve(i, 0.1 * SOLVED * i->size, 0);
    move_apart(w);
    for (size_t k = 0; k < i->contact_count; ++k) touching_begin(w, island_contact(w, k));
}

static double speed_at_first(const event_world *w, const exact_row *row) {
    const event_island *i = &w->island;
    exact_body two[3] = {i->bodies[row->a], i->bodies[row->b]};
    exact_row same = *row;
    two[0].velocity = i->members[row->a].velocity;
    two[0].spin = i->members[row->a].spin;
    if (row->b < i->member_count) {
        two[1].velocity = i->members[row->b].velocity;
        two[1].spin = i->members[row->b].spin;
    }
    same.a = 0;
    same.b = 1;
    return exact_speed(&same, two);
}

/* A gap at the end changes by half the tick times what the speed there changes by. What overlaps
 * when it begins may do so at the end. And no force goes on pushing what it has parted on the
 * whole: none does work. */
static void begin_rows(event_world *w) {
    event_island *i = &w->island;
    i->row_count = 0;
    for (size_t k = 0; k < i->contact_count; ++k) {
        lasting_contact *c = island_contact(w, k);
        exact_row row = island_row_of(w, c);
        double gap = c->at.gap - least_of(c->first_gap, 0);
        double first = speed_at_first(w, &row);
        row.offset = 2 * gap / i->time - exact_speed(&row, i->bodies);
        c->spent = row.offset < first;
        if (c->spent) row.offset = first;
        row.impulses[0] = c->forces[0] * i->time;
        row.impulses[1] = c->forces[1] * i->time;
        i->rows[i->row_count++] = row;
    }
    begin_bodies(w);
    for (size_t r = 0; r < i->row_count; ++r) exact_push(&i->rows[r], i->bodies);
}

static void keep_forces(event_world *w) {
    const event_island *i = &w->island;
    for (size_t k = 0; k < i->contact_count; ++k)
        for (int along = 0; along < 2; ++along)
            island_contact(w, k)->forces[along] = i->rows[k].impulses[along] / i->time;
}

/* With the forces that contacts had before, for a first sight of the end. */
static void guess_end(event_world *w) {
    event_island *i = &w->island;
    begin_bodies(w);
    for (size_t k = 0; k < i->contact_count; ++k) {
        const lasting_contact *c = island_contact(w, k);
        exact_row row = island_row_of(w, c);
        row.impulses[0] = c->forces[0] * i->time;
        row.impulses[1] = c->forces[1] * i->time;
        exact_push(&row, i->bodies);
    }
}

/* Returns how deep something is at the end, of the size. */
static double solve_tick(event_world *w) {
    event_island *i = &w->island;
    double worst = INFINITY;
    guess_end(w);
    measure_end(w);
    for (int round = 0; round < ROUNDS && worst > 4 * SOLVED; ++round) {
        begin_rows(w);
        island_solve(i, SOLVED * i->size / i->time, round == 0 ? ISLAND_RUBBING : 0);
        keep_forces(w);
        measure_end(w);
        worst = worst_gap(w);
    }
    return worst;
}

static void solve(event_world *w) {
    event_island *i = &w->island;
    i->time = tick_of(w);
    for (int n = 0; n < SHORTENED && solve_tick(w) > DEEP; ++n) i->time *= 0.25;
}

/* Whether something does work on it: ground that moves, or slides by itself. */
static bool is_driven(const event_world *w) {
    for (size_t k = 0; k < w->island.contact_count; ++k) {
        evo_vec2 ground = touching_ground(w, island_contact(w, k));
        if (island_contact(w, k)->belt != 0 || ground.x != 0 || ground.y != 0) return true;
    }
    return false;
}

/* What the tick would gain by rounding, and by as much as it was not solved, is taken at once. */
static void take_gain(event_world *w) {
    event_island *i = &w->island;
    double gain = -energy_at_first(w);
    for (size_t m = 0; m < i->member_count; ++m) {
        const exact_body *b = &i->bodies[m];
        evo_vec2 by = vec_scale(middle(i->members[m].velocity, b->velocity), i->time);
        gain += energy_of(b, b->velocity, b->spin) + lifting_energy(w, b, by);
    }
    if (!(gain > 0) || is_driven(w)) return;
    for (size_t m = 0; m < i->member_count; ++m) {
        i->bodies[m].velocity = vec_sub(i->bodies[m].velocity, i->members[m].velocity);
        i->bodies[m].spin -= i->members[m].spin;
    }
    take_energy(w, gain);
    for (size_t m = 0; m < i->member_count; ++m) {
        i->bodies[m].velocity = vec_add(i->bodies[m].velocity, i->members[m].velocity);
        i->bodies[m].spin += i->members[m].spin;
    }
}

void island_tick_solve(event_world *w) {
    part_overlaps(w);
    solve(w);
    take_gain(w);
}
