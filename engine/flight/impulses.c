/* impulses.c: Jacobi iteration with relaxation. In each iteration all pairs change their impulses
 * by a part of what they still lack, computed from the same velocities. The part is so small that a
 * body in many pairs never gets too much: the iteration converges to where each pair has its target
 * speed or no impulse, whatever the order of pairs.
 *
 * Friction comes after all normal impulses, when it can only take energy: within the same iteration
 * it might turn one pair's normal impulse into another's.
 */
#include "flight/impulses.h"

#include <assert.h>

typedef enum impulse_phase { NORMAL, FRICTION } impulse_phase;

/* Iterations that suffice for hundreds of pairs in a heap; a few pairs take some dozens. */
enum { MAX_ITERATIONS = 20000 };

/* Fraction of the fastest approach: less is rounding. LOSS_TOLERANCE: fraction of the speed that
 * restitution takes: no more need be known. */
static const double TOLERANCE = 0x1p-50, LOSS_TOLERANCE = 0x1p-10;

static double inverse_effective_mass(const impulse_body *body, evo_vec2 arm, evo_vec2 direction) {
    double lever = vec_cross(arm, direction);
    return body->inverse_mass * impulse_part(body, direction, 1)
           + body->inverse_inertia * lever * lever;
}

static evo_vec2 relative_velocity(const impulse_body *bodies, const impulse_pair *p) {
    const impulse_body *a = &bodies[p->a], *b = &bodies[p->b];
    evo_vec2 at_a = vec_along(a->velocity, a->spin, vec_left(p->arms[0]));
    evo_vec2 at_b = vec_along(b->velocity, b->spin, vec_left(p->arms[1]));
    return vec_sub(at_b, at_a);
}

static double normal_speed_of(const impulse_body *bodies, const impulse_pair *p) {
    return vec_dot(relative_velocity(bodies, p), p->normal) - p->law.growth_rate;
}

static void prepare(const impulse_body *bodies, impulse_pair *p) {
    const impulse_body *a = &bodies[p->a], *b = &bodies[p->b];
    assert(p->a != p->b);
    double length = vec_length(p->delta);
    p->normal = vec_scale(p->delta, 1 / length);
    evo_vec2 across = vec_left(p->normal);
    p->inverse_effective[0] = inverse_effective_mass(a, p->arms[0], p->normal)
                              + inverse_effective_mass(b, p->arms[1], p->normal);
    p->inverse_effective[1] = inverse_effective_mass(a, p->arms[0], across)
                              + inverse_effective_mass(b, p->arms[1], across);
    double normal_speed = normal_speed_of(bodies, p);
    const double restitution = impulse_restitution(&p->law, -normal_speed);
    p->target = most_of(-restitution * normal_speed, p->law.min_speed);
    p->impulses[0] = p->impulses[1] = 0;
    p->result = (impulse_result){most_of(-normal_speed, 0), 0, length};
}

/* Counts the pairs of each body that can be moved. */
static void count_pairs(impulse_body *bodies, const impulse_pair *pairs, size_t pair_count) {
    for (size_t i = 0; i < pair_count; ++i)
        bodies[pairs[i].a].pair_count = bodies[pairs[i].b].pair_count = 0;
    for (size_t i = 0; i < pair_count; ++i) {
        bodies[pairs[i].a].pair_count += bodies[pairs[i].a].inverse_mass != 0;
        bodies[pairs[i].b].pair_count += bodies[pairs[i].b].inverse_mass != 0;
    }
}

static void set_relaxation(const impulse_body *bodies, impulse_pair *p) {
    uint32_t of_a = bodies[p->a].pair_count, of_b = bodies[p->b].pair_count;
    uint32_t most = of_a > of_b ? of_a : of_b;
    p->relaxation = most > 0 ? 1 / (double)most : 1;
}

/* Finds what the normal impulse lacks, at the present velocities. */
static void find_normal(const impulse_body *bodies, impulse_pair *p) {
    double missing =
        p->relaxation * (p->target - normal_speed_of(bodies, p)) / p->inverse_effective[0];
    p->change = most_of(p->impulses[0] + missing, 0) - p->impulses[0];
}

static double slip_of(const impulse_body *bodies, const impulse_pair *p) {
    return vec_dot(relative_velocity(bodies, p), vec_left(p->normal));
}

/* Coulomb: what friction lacks; it stops the slip, or turns it round, as far as it can. */
static void find_friction(const impulse_body *bodies, impulse_pair *p) {
    double tangent_speed = slip_of(bodies, p) + p->law.tangential * p->slip;
    double most = p->inverse_effective[1] > 0 ? p->law.friction * p->impulses[0] : 0;
    double change =
        most > 0 ? p->impulses[1] - p->relaxation * tangent_speed / p->inverse_effective[1] : 0;
    p->change = least_of(most_of(change, -most), most) - p->impulses[1];
}

static void apply_change(impulse_body *bodies, impulse_pair *p, impulse_phase phase) {
    evo_vec2 direction = phase == NORMAL ? p->normal : vec_left(p->normal);
    evo_vec2 impulse = vec_scale(direction, p->change);
    impulse_push(&bodies[p->a], p->arms[0], vec_negate(impulse));
    impulse_push(&bodies[p->b], p->arms[1], impulse);
    p->impulses[phase] += p->change;
}

/* Returns the largest change of speed in the iteration, as a part of the fastest approach. */
static double iterate(impulse_body *bodies, impulse_pair *pairs, size_t pair_count,
                      impulse_phase phase) {
    double change = 0, fastest = 0;
    for (size_t i = 0; i < pair_count; ++i) {
        impulse_pair *p = &pairs[i];
        if (phase == NORMAL)
            find_normal(bodies, p);
        else
            find_friction(bodies, p);
        change = most_of(change, fabs(p->change) * p->inverse_effective[phase]);
        fastest = most_of(fastest, p->result.speed);
    }
    for (size_t i = 0; i < pair_count; ++i) apply_change(bodies, &pairs[i], phase);
    return fastest > 0 ? change / fastest : 0;
}

/* The tolerance that the most elastic pair needs. */
static double tolerance_of(const impulse_pair *pairs, size_t pair_count) {
    double loss = 1;
    for (size_t i = 0; i < pair_count; ++i) loss = least_of(loss, 1 - pairs[i].law.restitution);
    return most_of(TOLERANCE, LOSS_TOLERANCE * loss);
}

static void solve(impulse_body *bodies, impulse_pair *pairs, size_t pair_count,
                  impulse_phase phase) {
    double tolerance = tolerance_of(pairs, pair_count);
    int iterations = 0;
    while (iterations++ < MAX_ITERATIONS && iterate(bodies, pairs, pair_count, phase) > tolerance)
        continue;
}

/* Bounds friction where slips are turned round: friction might give back more than it takes, and
 * then acts only so far that it gives back all. Energies are of the impulses' work, which is as
 * that of springs. */
static void bound_friction(impulse_body *bodies, impulse_pair *pairs, size_t pair_count) {
    double taken = 0, given = 0;
    for (size_t i = 0; i < pair_count; ++i) {
        const impulse_pair *p = &pairs[i];
        taken -= p->impulses[1] * p->slip;
        given += 0.5 * p->impulses[1] * (slip_of(bodies, p) - p->slip);
    }
    if (!(given > taken)) return;
    double part = most_of(taken / given, 0);
    for (size_t i = 0; i < pair_count; ++i) {
        pairs[i].change = (part - 1) * pairs[i].impulses[1];
        apply_change(bodies, &pairs[i], FRICTION);
    }
}

void impulses_resolve(impulse_body *bodies, impulse_pair *pairs, size_t pair_count) {
    count_pairs(bodies, pairs, pair_count);
    for (size_t i = 0; i < pair_count; ++i) {
        prepare(bodies, &pairs[i]);
        set_relaxation(bodies, &pairs[i]);
    }
    solve(bodies, pairs, pair_count, NORMAL);
    for (size_t i = 0; i < pair_count; ++i) pairs[i].slip = slip_of(bodies, &pairs[i]);
    solve(bodies, pairs, pair_count, FRICTION);
    bound_friction(bodies, pairs, pair_count);
    for (size_t i = 0; i < pair_count; ++i) pairs[i].result.impulse = pairs[i].impulses[0];
}
