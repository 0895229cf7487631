/* impulses.c: rounds in which every pair changes its impulse by its part of what it still misses, all
 * by the same speeds. The part is such that a side in many pairs is never given too much; so the
 * rounds lead to where every pair is content or does not push, and no pair is before another.
 *
 * Friction comes after all pushes, when it can only take energy: together with them it might turn
 * one pair's push into another's. */
#include "impact/impulses.h"

typedef enum blow_phase { PUSHES, DRAGS } blow_phase;

/* Enough for hundreds of pairs in a heap; a few take some dozens. */
enum { ROUNDS_MOST = 20000 };

/* Of the speeds: less than this is rounding; and of what is lost anyway, less need not be known. */
static const double SETTLED = 0x1p-50, SETTLED_LOSS = 0x1p-10;

static double yields_to(const blow_side *side, evo_vec2 arm, evo_vec2 direction) {
    double lever = vec_cross(arm, direction);
    return side->inverse_mass + side->inverse_inertia * lever * lever;
}

static evo_vec2 apart_at(const blow_side *sides, const blow_pair *p) {
    const blow_side *a = &sides[p->a], *b = &sides[p->b];
    evo_vec2 at_a = vec_along(a->velocity, a->spin, vec_left(p->arms[0]));
    evo_vec2 at_b = vec_along(b->velocity, b->spin, vec_left(p->arms[1]));
    return vec_sub(at_b, at_a);
}

static double parting_of(const blow_side *sides, const blow_pair *p) {
    return vec_dot(apart_at(sides, p), p->normal) - p->rule.swelling;
}

static void begin_pair(const blow_side *sides, blow_pair *p) {
    const blow_side *a = &sides[p->a], *b = &sides[p->b];
    double length = vec_length(p->way);
    p->normal = vec_scale(p->way, 1 / length);
    evo_vec2 across = vec_left(p->normal);
    p->yields[0] = yields_to(a, p->arms[0], p->normal) + yields_to(b, p->arms[1], p->normal);
    p->yields[1] = yields_to(a, p->arms[0], across) + yields_to(b, p->arms[1], across);
    double parting = parting_of(sides, p);
    p->wanted = most_of(-p->rule.restitution * parting, p->rule.least);
    p->impulses[0] = p->impulses[1] = 0;
    blow struck = {most_of(-parting, 0), 0, length};
    p->struck = struck;
}

/* How many pairs a side is in that something moves. */
static size_t pairs_of(const blow_side *sides, uint32_t side, const blow_pair *pairs,
                       size_t pair_count) {
    size_t count = 0;
    if (sides[side].inverse_mass == 0) return 1;
    for (size_t i = 0; i < pair_count; ++i) count += pairs[i].a == side || pairs[i].b == side;
    return count;
}

static void find_part(const blow_side *sides, blow_pair *p, const blow_pair *pairs,
                      size_t pair_count) {
    size_t of_a = pairs_of(sides, p->a, pairs, pair_count);
    size_t of_b = pairs_of(sides, p->b, pairs, pair_count);
    p->part = 1 / (double)(of_a > of_b ? of_a : of_b);
}

/* What the pair misses of its push, by the speeds as they are. */
static void find_push(const blow_side *sides, blow_pair *p) {
    double missing = p->part * (p->wanted - parting_of(sides, p)) / p->yields[0];
    p->more = most_of(p->impulses[0] + missing, 0) - p->impulses[0];
}

/* Coulomb: of its drag, which stops the slip as far as friction can. */
static void find_drag(const blow_side *sides, blow_pair *p) {
    double slip = vec_dot(apart_at(sides, p), vec_left(p->normal));
    double most = p->yields[1] > 0 ? p->rule.friction * p->impulses[0] : 0;
    double drag = most > 0 ? p->impulses[1] - p->part * slip / p->yields[1] : 0;
    p->more = least_of(most_of(drag, -most), most) - p->impulses[1];
}

static void push_side(blow_side *side, evo_vec2 arm, evo_vec2 impulse) {
    side->velocity = vec_along(side->velocity, side->inverse_mass, impulse);
    side->spin += side->inverse_inertia * vec_cross(arm, impulse);
}

static void give_more(blow_side *sides, blow_pair *p, blow_phase phase) {
    evo_vec2 direction = phase == PUSHES ? p->normal : vec_left(p->normal);
    evo_vec2 impulse = vec_scale(direction, p->more);
    push_side(&sides[p->a], p->arms[0], vec_negate(impulse));
    push_side(&sides[p->b], p->arms[1], impulse);
    p->impulses[phase] += p->more;
}

/* The largest change of speed that a round makes, of the fastest approach. */
static double round_of(blow_side *sides, blow_pair *pairs, size_t pair_count, blow_phase phase) {
    double change = 0, fastest = 0;
    for (size_t i = 0; i < pair_count; ++i) {
        blow_pair *p = &pairs[i];
        if (phase == PUSHES)
            find_push(sides, p);
        else
            find_drag(sides, p);
        change = most_of(change, fabs(p->more) * p->yields[phase]);
        fastest = most_of(fastest, p->struck.speed);
    }
    for (size_t i = 0; i < pair_count; ++i) give_more(sides, &pairs[i], phase);
    return fastest > 0 ? change / fastest : 0;
}

/* By what loses least of its speed. */
static double settled_at(const blow_pair *pairs, size_t pair_count) {
    double loss = 1;
    for (size_t i = 0; i < pair_count; ++i) loss = least_of(loss, 1 - pairs[i].rule.restitution);
    return most_of(SETTLED, SETTLED_LOSS * loss);
}

static void make_rounds(blow_side *sides, blow_pair *pairs, size_t pair_count, blow_phase phase) {
    double settled = settled_at(pairs, pair_count);
    int rounds = 0;
    while (rounds++ < ROUNDS_MOST && round_of(sides, pairs, pair_count, phase) > settled) continue;
}

void blows_strike(blow_side *sides, blow_pair *pairs, size_t pair_count) {
    for (size_t i = 0; i < pair_count; ++i) {
        begin_pair(sides, &pairs[i]);
        find_part(sides, &pairs[i], pairs, pair_count);
    }
    make_rounds(sides, pairs, pair_count, PUSHES);
    make_rounds(sides, pairs, pair_count, DRAGS);
    for (size_t i = 0; i < pair_count; ++i) pairs[i].struck.impulse = pairs[i].impulses[0];
}
