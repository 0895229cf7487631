/* rush_blows.c: impacts, of two or of several at one instant. */
#include "core/array.h"
#include "impact/impulses.h"
#include "impact/tolerance.h"
#include "world/rush.h"

typedef struct rush_touch {
    meeting at;
    impulse_body sides[2];
    impulse_law rule;
    double approach; /* along the normal, above 0 */
} rush_touch;

static impulse_body side_of(const evo_world *world, const rush_body *b, evo_vec2 arm) {
    const body_card *card = card_of_rank(world, b->rank);
    bool dynamic = card->kind == EVO_DYNAMIC && b->rank < world->movers;
    impulse_body side = {b->flight.velocity, b->flight.spin, dynamic ? 1 / card->mass : 0,
                      dynamic && body_turns_by(card) > 0 ? 1 / card->inertia : 0, arm};
    return side;
}

static evo_vec2 velocity_at(const impulse_body *side) {
    return vec_along(side->velocity, side->spin, vec_left(side->arm));
}

/* Where they do not touch at all they do not approach. */
static rush_touch touch_of(const evo_world *world, uint32_t place, const rush_pair *p) {
    const batch *at = &world->batches[place / BATCH];
    rush_touch t = {.approach = 0};
    if (!rush_meeting_at(world, place, p, &t.at)) return t;
    t.sides[0] = side_of(world, p->bodies[0], t.at.point_a);
    t.sides[1] = side_of(world, p->bodies[1], vec_sub(t.at.point_b, p->way));
    t.rule.friction = (double)at->friction[place % BATCH];
    t.rule.restitution = rush_restitution_at(world, place);
    evo_vec2 apart = vec_sub(velocity_at(&t.sides[1]), velocity_at(&t.sides[0]));
    t.approach = -vec_dot(apart, t.at.normal);
    if (!(t.approach > rush_bounce_at(world, place, t.rule.restitution))) t.rule.restitution = 0;
    return t;
}

/* How fast what goes along the inside of a ring is turned away by it; 0: it is not inside. */
static double turning_away(const evo_world *world, uint32_t place, const rush_touch *t) {
    double along = vec_cross(vec_sub(t->sides[1].velocity, t->sides[0].velocity), t->at.normal);
    for (int side = 0; side < 2; ++side) {
        const evo_shape *shape = &rush_make_at(world, place, side)->key.shape;
        evo_vec2 away = side == 0 ? t->at.normal : vec_negate(t->at.normal);
        if (shape->kind == EVO_RING && vec_dot(t->sides[side].arm, away) < 0)
            return along * along / shape->of.ring.inner;
    }
    return 0;
}

/* How fast the two sink into each other, in the mean of so long. */
static double sinking(const evo_world *world, uint32_t place, const rush_touch *t, double left) {
    return t->approach + 0.5 * left * turning_away(world, place, t);
}

static bool is_gentle(const evo_world *world, uint32_t place, const rush_touch *t, double left) {
    return rush_is_gentle(world, place, sinking(world, place, t, left), left);
}

/* ---- What comes of it ------------------------------------------------------------------------ */

/* A mover that has joined the rush; NULL: it is no mover. */
static rush_body *joined(evo_world *world, uint32_t rank) {
    rush *r = &world->rush;
    return rank < world->movers ? &r->bodies[r->number_of[rank]] : NULL;
}

/* For one side: another flight from here on. */
static void fly_on(evo_world *world, uint32_t rank, const impulse_body *side, uint32_t turns) {
    rush_body *b = joined(world, rank);
    if (!b || side->inverse_mass == 0) return;
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
static void bear(evo_world *world, uint32_t rank, evo_vec2 away, double parting, double left) {
    rush_body *b = joined(world, rank);
    double pull = b ? vec_dot(b->pull, away) : 0;
    if (pull < 0 && 2 * parting < -pull * left) b->pull = vec_along(b->pull, -pull, away);
}

static void bear_both(evo_world *world, const uint32_t *ranks, const impulse_body *sides[2],
                      evo_vec2 normal, double left) {
    double parting = vec_dot(vec_sub(sides[1]->velocity, sides[0]->velocity), normal);
    bear(world, ranks[0], vec_negate(normal), parting, left);
    bear(world, ranks[1], normal, parting, left);
}

/* To the solver. */
static void leave(evo_world *world, uint32_t place, const rush_pair *p, const rush_touch *t,
                  double left) {
    const impulse_body *sides[2] = {&t->sides[0], &t->sides[1]};
    rush_leave(world, place);
    for (int i = 0; i < 2; ++i) {
        rush_body *b = joined(world, p->ranks[i]);
        if (b) b->turns += turns_taken(0);
    }
    bear_both(world, p->ranks, sides, t->at.normal, left);
}

/* ---- Who is struck --------------------------------------------------------------------------- */

bool rush_reserve(evo_world *world, size_t pairs) {
    rush *r = &world->rush;
    const evo_allocator *memory = &world->memory;
    return rush_reserve_bodies(world, 2 * pairs) && queue_reserve(&r->queue, 2 * pairs)
           && array_reserve(memory, &r->impacts, &r->impact_list.capacity,
                            r->impact_list.count + pairs, sizeof *r->impacts)
           && array_reserve(memory, &r->struck, &r->struck_list.capacity, 2 * pairs,
                            sizeof *r->struck)
           && array_reserve(memory, &r->sides, &r->side_capacity, 2 * pairs, sizeof *r->sides)
           && array_reserve(memory, &r->struck_at, &r->struck_at_capacity, pairs,
                            sizeof *r->struck_at)
           && array_reserve(memory, &r->blows, &r->blow_capacity, pairs, sizeof *r->blows);
}

/* Which of the struck it is; it may have become one. */
static uint32_t number_among_struck(rush *r, uint32_t rank) {
    size_t i = 0;
    while (i < r->struck_list.count && r->struck[i] != rank) ++i;
    if (i == r->struck_list.count) r->struck[r->struck_list.count++] = rank;
    return (uint32_t)i;
}

/* Whether the two at a place touch, and close as fast as the rush minds. */
static bool closes(const evo_world *world, uint32_t place, double time, double seconds,
                   rush_touch *t) {
    rush_pair p;
    if (rush_passes_over(world, place)) return false;
    rush_see_pair(world, place, time, &p);
    *t = touch_of(world, place, &p);
    return t->approach > 0 && fabs(t->at.gap) <= OVERLAP_ROUNDING * rush_size_at(world, place)
           && !is_gentle(world, place, t, seconds - time);
}

static bool is_among(const rush *r, size_t pairs, uint32_t place) {
    for (size_t i = 0; i < pairs; ++i)
        if (r->struck_at[i] == place) return true;
    return false;
}

/* Adds one more to so many; there is room for the first. False when memory is refused. */
static bool add_pair(evo_world *world, size_t *pairs, uint32_t place, const rush_touch *t) {
    rush *r = &world->rush;
    if (*pairs > 0 && !rush_reserve(world, *pairs + 1)) return false;
    impulse_pair pair = {
        .delta = t->at.normal, .law = t->rule, .arms = {t->sides[0].arm, t->sides[1].arm}};
    pair.a = number_among_struck(r, rush_body_at(world, place, 0));
    pair.b = number_among_struck(r, rush_body_at(world, place, 1));
    r->sides[pair.a] = t->sides[0];
    r->sides[pair.b] = t->sides[1];
    r->struck_at[*pairs] = place;
    r->blows[(*pairs)++] = pair;
    return true;
}

/* From the first pair on, whoever touches and closes around those who are struck. */
static bool gather(evo_world *world, double time, double seconds, size_t *pairs) {
    rush *r = &world->rush;
    rush_touch t;
    for (size_t i = 0; i < r->struck_list.count; ++i) {
        if (r->struck[i] >= world->movers) continue;
        uint32_t side = r->first_of[r->struck[i]];
        for (; side != NOBODY; side = r->next[side])
            if (!is_among(r, *pairs, side / 2) && closes(world, side / 2, time, seconds, &t)
                && !add_pair(world, pairs, side / 2, &t))
                return false;
    }
    return true;
}

/* A sleeper, who cannot be struck before he is awake. */
static body_card *sleeper_among(evo_world *world) {
    const rush *r = &world->rush;
    for (size_t i = 0; i < r->struck_list.count; ++i) {
        body_card *card = &world->bodies[world->traits[r->struck[i]].slot];
        if (card->kind == EVO_DYNAMIC && card->enabled && !card->awake) return card;
    }
    return NULL;
}

/* ---- Striking -------------------------------------------------------------------------------- */

/* Whoever is struck is in the rush. There is room. */
static void join_struck(evo_world *world, double time) {
    const rush *r = &world->rush;
    for (size_t i = 0; i < r->struck_list.count; ++i)
        if (r->struck[i] < world->movers)
            rush_bring(&r->bodies[rush_join(world, r->struck[i])], time);
}

static void strike(rush *r, size_t pairs) {
    impulse_pair *first = r->blows;
    if (pairs == 1)
        first->result =
            impulse_resolve(&r->sides[first->a], &r->sides[first->b], first->delta, &first->law);
    else
        impulses_resolve(r->sides, r->blows, pairs);
}

static void note_impact(evo_world *world, size_t which, const uint32_t *ranks, double time) {
    rush *r = &world->rush;
    const impulse_pair *pair = &r->blows[which];
    const rush_body *first = joined(world, ranks[0]);
    evo_vec2 from = first ? first->flight.position : world->motions[ranks[0]].position;
    const evo_impact shown = {
        .time = world->time + time,
        .a = body_handle(world, world->traits[ranks[0]].slot),
        .b = body_handle(world, world->traits[ranks[1]].slot),
        .point = vec_add(from, pair->arms[0]),
        .normal = pair->delta,
        .speed = pair->result.speed,
        .impulse = pair->result.impulse,
    };
    rush_impact impact = {r->struck_at[which], shown};
    r->impacts[r->impact_list.count++] = impact;
}

static void take_blow(evo_world *world, size_t which, double time, double seconds) {
    const rush *r = &world->rush;
    const impulse_pair *pair = &r->blows[which];
    const impulse_body *sides[2] = {&r->sides[pair->a], &r->sides[pair->b]};
    const uint32_t ranks[2] = {r->struck[pair->a], r->struck[pair->b]};
    uint32_t turns = turns_taken(pair->law.restitution);
    fly_on(world, ranks[0], sides[0], turns);
    fly_on(world, ranks[1], sides[1], turns);
    bear_both(world, ranks, sides, pair->delta, seconds - time);
    note_impact(world, which, ranks, time);
}

rush_outcome rush_strike(evo_world *world, uint32_t place, double time, double seconds,
                         bool several, body_card **asleep) {
    rush *r = &world->rush;
    rush_pair p;
    size_t pairs = 0;
    rush_join_pair(world, place, time, &p);
    rush_touch t = touch_of(world, place, &p);
    if (is_gentle(world, place, &t, seconds - time)) {
        leave(world, place, &p, &t, seconds - time);
        return RUSH_LEFT;
    }
    /* In a ring it goes on by chords of a quarter of the step: else it would meet for ever. */
    t.rule.min_speed = 0.125 * seconds * turning_away(world, place, &t);
    r->struck_list.count = 0;
    if (!add_pair(world, &pairs, place, &t) || (several && !gather(world, time, seconds, &pairs)))
        return RUSH_REFUSED;
    *asleep = sleeper_among(world);
    if (*asleep) return RUSH_ASLEEP;
    if (pairs > 1) join_struck(world, time);
    strike(r, pairs);
    for (size_t i = 0; i < pairs; ++i) take_blow(world, i, time, seconds);
    return RUSH_STRUCK;
}
