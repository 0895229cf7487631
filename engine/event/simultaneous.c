#include "event/simultaneous.h"

#include "core/array.h"
#include "core/filter.h"
#include "event/plan.h"
#include "event/law.h"
#include "event/pair_impact.h"

/* Of the sum of radii: no wider a gap is one. */
static const double TOUCHING = 1e-12;

void together_free(schedule *s) {
    schedule_together *t = &s->together;
    array_free(s->memory, &t->flyers, &t->flyer_capacity, sizeof *t->flyers);
    array_free(s->memory, &t->sides, &t->side_capacity, sizeof *t->sides);
    array_free(s->memory, &t->pairs, &t->pair_capacity, sizeof *t->pairs);
    array_free(s->memory, &t->impacts, &t->impact_capacity, sizeof *t->impacts);
}

bool together_likely(const schedule *s) {
    double instant = s->view.instant, now = s->view.now;
    if (now - s->last_impact <= instant) return true;
    queue_keys keys = {&s->flyers->stamp, sizeof *s->flyers, s->table.firsts};
    const queue_event *second = queue_second(&s->queue, &keys);
    return second && second->time - now <= instant;
}

/* ---- Whom ------------------------------------------------------------------------------------ */

static bool add_flyer(schedule *s, uint32_t number) {
    schedule_together *t = &s->together;
    size_t count = t->flyer_count + 1;
    if (!array_reserve(s->memory, &t->flyers, &t->flyer_capacity, count, sizeof *t->flyers)
        || !array_reserve(s->memory, &t->sides, &t->side_capacity, count, sizeof *t->sides)
        || !queue_reserve(&s->queue, count))
        return false;
    t->flyers[t->flyer_count++] = number;
    return true;
}

static bool add_pair(schedule *s, size_t a, size_t b) {
    schedule_together *t = &s->together;
    size_t count = t->pair_count + 1;
    blow_pair pair = {.a = (uint32_t)a, .b = (uint32_t)b};
    if (!array_reserve(s->memory, &t->pairs, &t->pair_capacity, count, sizeof *t->pairs)
        || !array_reserve(s->memory, &t->impacts, &t->impact_capacity, count, sizeof *t->impacts))
        return false;
    t->pairs[t->pair_count++] = pair;
    return true;
}

static size_t find(const schedule_together *t, uint32_t number) {
    size_t i = 0;
    while (i < t->flyer_count && t->flyers[i] != number) ++i;
    return i;
}

/* Whether two disks, of which the first is s->self, touch and close at the present. */
static bool closes(const schedule *s, uint32_t number, uint32_t other) {
    flyer there;
    if ((s->flyers[number].kind | s->flyers[other].kind) & FLYER_SHAPED) return false;
    if (s->choosy
        && !filters_meet(kind_of(s, &s->flyers[number])->filter,
                         kind_of(s, &s->flyers[other])->filter))
        return false;
    copy_at_present(s, other, &there);
    evo_vec2 way = way_between(s, &s->self, &there);
    double reach = radius_of(s, &s->self) + radius_of(s, &there), length = vec_length(way);
    if (length > reach * (1 + TOUCHING)) return false;
    double swelling = (s->self.radius + there.radius) * s->view.growth;
    return vec_dot(vec_sub(there.velocity, s->self.velocity), way) < swelling * length;
}

/* The pairs of one flyer with those that have not been looked around yet. */
static bool look_around(schedule *s, size_t from) {
    schedule_together *t = &s->together;
    uint32_t number = t->flyers[from];
    copy_at_present(s, number, &s->self);
    size_t count = cells_around(&s->cells, s->flyers, &s->self, s->around);
    for (size_t i = 0; i < count; ++i) {
        uint32_t other = s->around[i];
        size_t at = find(t, other);
        bool known = at <= from || (from == 0 && at == 1); /* the first pair is there already */
        if (known || !closes(s, number, other)) continue;
        if (at == t->flyer_count && !add_flyer(s, other)) return false;
        if (!add_pair(s, from, at)) return false;
    }
    return true;
}

bool together_gather(schedule *s, uint32_t a, uint32_t b) {
    schedule_together *t = &s->together;
    t->flyer_count = t->pair_count = t->impact_count = t->shown = 0;
    bool found = add_flyer(s, a) && add_flyer(s, b) && add_pair(s, 0, 1);
    for (size_t i = 0; i < t->flyer_count && found; ++i) found = look_around(s, i);
    return found;
}

/* ---- What comes of it ------------------------------------------------------------------------ */

static void set_pair(const schedule *s, blow_pair *pair) {
    const schedule_together *t = &s->together;
    uint32_t a = t->flyers[pair->a], b = t->flyers[pair->b];
    const flyer *first = &s->flyers[a], *second = &s->flyers[b];
    pair->way = way_between(s, first, second);
    pair->arms[0] = vec_scale(pair->way, first->radius / (first->radius + second->radius));
    pair->arms[1] = vec_sub(pair->arms[0], pair->way);
    pair->rule = strike_rule(s, a, b, pair->way);
}

static schedule_impact impact_of(const schedule_together *t, const blow_pair *pair) {
    schedule_impact impact = {
        .a = t->flyers[pair->a],
        .b = t->flyers[pair->b],
        .obstacle = NO_FLYER,
        .way = pair->way,
        .arm = pair->arms[0],
        .speed = pair->struck.speed,
        .impulse = pair->struck.impulse,
    };
    return impact;
}

schedule_impact together_strike(schedule *s) {
    schedule_together *t = &s->together;
    for (size_t i = 0; i < t->flyer_count; ++i) bring(s, t->flyers[i]);
    for (size_t i = 0; i < t->flyer_count; ++i) t->sides[i] = side_of(s, t->flyers[i], vec(0, 0));
    for (size_t i = 0; i < t->pair_count; ++i) set_pair(s, &t->pairs[i]);
    blows_strike(t->sides, t->pairs, t->pair_count);
    for (size_t i = 0; i < t->flyer_count; ++i) side_done(s, t->flyers[i], &t->sides[i]);
    for (size_t i = 0; i < t->pair_count; ++i) {
        t->impacts[i] = impact_of(t, &t->pairs[i]);
        strike_note(s, &t->impacts[i], t->pairs[i].struck.length);
    }
    for (size_t i = 0; i < t->flyer_count; ++i) plan_anew(s, t->flyers[i]);
    t->impact_count = t->pair_count;
    t->shown = 1;
    return t->impacts[0];
}
