/* search.c: partners of flyers beyond their bounds, and the event pairs of a step as it begins. */
#include <assert.h>

#include "body/body.h"
#include "shape/shape.h"
#include "step/private.h"

/* ==== Searches ================================================================================ */

/* Partners of flyers beyond the bounds that their step began with. In: a flyer that leaves its
 * bounds in the rest of the drift; out: event pairs with all colliders whose bounds, or paths, its
 * path meets. A fast flyer searches up to its first meeting, and goes on from there if that impact
 * does not happen. Its path up to that point is in the index. Invariant: in a drift two flyers have
 * an event pair if their present paths meet, as far as both have searched, or if the path of one
 * meets the bounds within which the other stays, but for TURNS_OUT. */

/* Multiple of a flyer's extent that holds it, however its position is rounded. */
static const double ROUNDED = 1 + 1e-6;

/* Fraction of the reach by which a rim may turn out of its box: pairs that meet there are found in
 * the next step. Larger: struck bodies overlap by as much for a step; smaller: they search more. */
static const double TURNS_OUT = 0.1;

/* Returns whether a flyer turns that far out of the box around one of its colliders in the rest of
 * the drift. */
static bool turns_out(const step *m, const flyer *f, uint32_t slot) {
    const index_sizes *sizes = &m->places.sizes;
    const double turned = f->angle - m->bodies->states[f->slot].angle;
    const double most = fabs(turned) + fabs(f->spin) * (m->substep - m->now);
    const double rim = (double)m->bodies->sweeps[slot].rim * m->motion.seconds;
    const double reach = (double)m->bodies->forms[slot].reach;
    if (!sizes->x || (sizes->x[slot] == 1 && sizes->y[slot] == 1)) return false;
    return most * reach > rim + TURNS_OUT * reach;
}

/* Returns whether a flyer on its present path leaves the bounds of one of its colliders in the rest
 * of the drift. `bend`: how far its path may be from a straight line. */
static bool leaves(const step *m, const flyer *f, evo_vec2 way, double bend) {
    const body_store *s = m->bodies;
    EACH_COLLIDER (c, s, s->motions[f->slot].id) {
        const collider_record *own = &s->colliders[c];
        const evo_vec2 center = own->shape->center;
        const evo_vec2 at = vec_add(f->position, vec_turn(center, evo_direction(f->angle)));
        const evo_vec2 from = vec_sub(at, s->places[own->slot]);
        const double swing = f->spin != 0 ? 2 * vec_length(center) : 0;
        const double room =
            (double)m->places.radii[own->slot] - (shape_reach(own->shape) + swing + bend);
        if (own->sensor) continue;
        if (!(vec_length(from) <= room && vec_length(vec_add(from, way)) <= room)) return true;
        if (turns_out(m, f, own->slot)) return true;
    }
    return false;
}

/* Marks the colliders that have pairs with a flyer's collider already, and the flyer's own. */
static void mark_known(step *m, const flyer *f, uint32_t slot) {
    impact_room *room = m->room;
    if (!step_got(m, ARRAY_RESERVE_FILLED(room->memory, room->marks, room->mark_capacity,
                                          m->bodies->collider_count, 0)))
        return;
    if (++room->mark == 0) {
        array_fill(room->marks, 0, room->mark_capacity, sizeof *room->marks);
        room->mark = 1;
    }
    room->marks[slot] = (search_mark){room->mark, NONE};
    for (uint32_t i = m->entries.first[f->slot]; i < m->entries.first[f->slot + 1]; ++i) {
        const uint32_t k = m->entries.of[i], a = m->list.a[k], b = m->list.b[k];
        if (a == slot || b == slot) room->marks[a == slot ? b : a] = (search_mark){room->mark, k};
    }
    for (uint32_t i = f->first_pair; i != NONE; i = room->pairs[i / 2].next[i % 2]) {
        const event_pair *p = &room->pairs[i / 2];
        if (p->slots[i % 2] == slot)
            room->marks[p->slots[1 - i % 2]] = (search_mark){room->mark, NONE};
    }
}

/* A search for colliders that a collider of a flyer meets. */
typedef struct searching {
    step *m;
    uint32_t number, slot;
    pair_entry *first; /* the flyer's first meeting */
    double seconds;    /* seconds to the path's end; 0: a short path, searched whole */
} searching;

/* Adds the pair with a collider in reach. */
static void add_partner(const searching *by, const collider_record *other) {
    step *m = by->m;
    const body_store *s = m->bodies;
    const collider_record *own = collider_at(s, by->slot);
    search_mark *mark = &m->room->marks[other->slot];
    const uint32_t count = m->room->pair_count;
    if (m->failed || other->sensor || !colliders_meet(own, other)) return;
    if (mark->mark == m->room->mark) {
        if (mark->entry != NONE) impacts_expect(m, mark->entry);
    } else if (!edges_part(s, own->body, other->body)) {
        *mark = (search_mark){m->room->mark, NONE};
        event_pair p = event_pair_of(m, by->slot, other->slot);
        p.slow = event_is_slow(m, &p);
        if (!event_is_passed(m, &p)) event_pair_add(m, &p);
    }
    if (m->room->pair_count > count)
        flyer_consider(m, by->number, m->room->flyers[by->number].first_pair, by->first);
}

/* Fraction of a path by which a search goes beyond the first meeting, to find others at the same
 * time. */
static const double SAME_TIME = 1e-6;

/* Returns the part of a path of `seconds` that ends with the first meeting. */
static double part_until(const step *m, const pair_entry *first, double seconds) {
    const double until = first->time - m->now;
    return until < seconds ? until / seconds + SAME_TIME : 1;
}

/* Adds the pair with a collider in reach. If its flyer is beyond its bounds, the paths must
 * meet. */
static double visit(void *context, uint32_t collider, const evo_bounds *bounds, double limit) {
    const searching *by = context;
    step *m = by->m;
    const body_store *s = m->bodies;
    const collider_record *met = &s->colliders[collider];
    const uint32_t number = m->room->flyer_of[s->links[met->slot].body];
    const flyer *f = &m->room->flyers[by->number];
    const flyer *other = number != NONE ? &m->room->flyers[number] : NULL;
    (void)bounds;
    if (f == other) return limit;
    assert((!other || other->beyond == NONE || other->slot < s->awake)
           && "only what is awake leaves its bounds");
    if (!other || other->beyond == NONE)
        add_partner(by, met);
    else if (!flyers_pass(m, f, other, ROUNDED * (f->extent + other->extent), m->substep))
        EACH_COLLIDER (c, s, met->body) add_partner(by, &s->colliders[c]);
    return m->failed ? -1 : least_of(limit, part_until(m, by->first, by->seconds));
}

static void take_out(step *m, flyer_way *way) {
    if (way->collider == NONE) return;
    const collider_record *c = &m->bodies->colliders[way->collider];
    index_remove_still(&m->world->index, way->collider, m->bodies->links[c->slot].number,
                       way->bounds);
    way->collider = NONE;
}

void search_end(step *m) {
    for (uint32_t i = 0; i < m->room->beyond_count; ++i) {
        take_out(m, &m->room->beyond[i]);
        m->room->flyers[m->room->beyond[i].number].beyond = NONE;
    }
    m->room->beyond_count = 0;
}

/* Puts the way of a flyer into the index in place of the last one. */
static void put_way(step *m, uint32_t number, const walk_box *box) {
    impact_room *room = m->room;
    flyer *f = &room->flyers[number];
    const size_t count = room->beyond_count;
    if (f->beyond == NONE) {
        if (!step_got(m,
                      ARRAY_RESERVE(room->memory, room->beyond, room->beyond_capacity, count + 1)))
            return;
        room->beyond[count] = (flyer_way){.number = number, .collider = NONE};
        f->beyond = room->beyond_count++;
    }
    flyer_way *way = &room->beyond[f->beyond];
    take_out(m, way);
    const evo_vec2 from = box->from, to = vec_add(from, box->way);
    const evo_vec2 low = vec(least_of(from.x, to.x), least_of(from.y, to.y));
    const evo_vec2 high = vec(most_of(from.x, to.x), most_of(from.y, to.y));
    way->bounds = (evo_bounds){vec_sub(low, box->half), vec_add(high, box->half)};
    const uint32_t c = m->bodies->records[m->bodies->motions[f->slot].id].first_collider;
    if (step_got(m, index_add_still(&m->world->index, c,
                                    m->bodies->links[m->bodies->colliders[c].slot].number,
                                    way->bounds)))
        way->collider = c;
}

void search_beyond(step *m, uint32_t number, pair_entry *first) {
    impact_room *room = m->room;
    const body_store *s = m->bodies;
    const flyer f = flyer_at(&room->flyers[number], m->now); /* a copy: the array may move */
    const double rest = m->substep - m->now, limited = flyer_is_fast(m, &f) ? rest : 0;
    const evo_vec2 way = vec_scale(flyer_velocity(m, &f), rest);
    const double bend = flyer_bend(m, &f), reach = ROUNDED * f.extent + bend;
    walk_box box = {f.position, way, {reach, reach}};
    room->flyers[number].searched = INFINITY;
    if (f.slot >= s->awake || (f.beyond == NONE && !leaves(m, &f, way, bend))) return;
    events_list_entries(m);
    if (!step_got(m, step_sort(m))) return;
    EACH_COLLIDER (c, s, s->motions[f.slot].id) {
        const double part = part_until(m, first, limited);
        searching by = {m, number, s->colliders[c].slot, first, part * limited};
        if (s->colliders[c].sensor) continue;
        box.way = vec_scale(way, part);
        mark_known(m, &room->flyers[number], by.slot);
        if (m->failed) return;
        index_walk(&m->world->index, &box, WALK_STILL | WALK_AWAKE, visit, &by);
    }
    if (limited > 0) room->flyers[number].searched = first->time;
    box.way = vec_scale(way, part_until(m, first, limited));
    if (!m->failed) put_way(m, number, &box);
}

/* ==== Classes of pairs ======================================================================== */

/* Finds the pairs that may close too fast for rows, as a step begins. In: measured pairs and
 * velocities; out: event pairs.
 *
 * Four tests, from cheap to dear: the fastest body against the least possible limit; both bodies of
 * a pair against that limit; their forms; and the pair itself. Worlds at rest pay for the first
 * alone. */

static bool may_bounce(const step *m) {
    return materials_bounce(&m->bodies->materials) || m->list.ruling.bounces;
}

/* Least number of bodies, and of entries, in a piece. */
enum { RIMS_LEAST = 256, CHOSEN_LEAST = 512 };

typedef struct choosing {
    step *of;
    float *rims;           /* by row: speeds of turning, and by drives in the step */
    float most[CREW_MOST]; /* by worker: bound of all rims' speeds */
    float least;   /* lower bound of all limits: of bounces, or of rows of the thinnest shape */
    uint8_t *fast; /* by entry: 1 if both bodies are faster than the least limit */
} choosing;

static void rims_piece(void *data, uint32_t from, uint32_t to, int worker) {
    choosing *c = data;
    const step *m = c->of;
    const body_store *s = m->bodies;
    const float *velocity = m->rows.velocity, *drive = m->rows.drive;
    const float halves = 2 * (float)m->motion.substeps, seconds = (float)m->motion.seconds;
    float most = c->most[worker], *rims = c->rims;
    for (uint32_t i = from; i < to; ++i) {
        const float *v = velocity + body_row(i), *d = drive + body_row(i);
        const float turning = (fabsf(v[2]) + halves * fabsf(d[2])) * s->motions[i].inverse_gyration;
        const float joints = seconds * body_pull(&s->motions[i], seconds);
        const float rim =
            halves * (fabsf(d[0]) + fabsf(d[1])) + turning * s->motions[i].extent + joints;
        const float speed = fabsf(v[0]) + fabsf(v[1]) + rim;
        rims[i + 1] = rim;
        most = speed > most ? speed : most;
    }
    c->most[worker] = most;
}

static float find_rims(choosing *c) {
    crew *by = c->of->crew;
    float most = 0;
    c->rims[0] = 0;
    crew_loop(by, rims_piece, c, c->of->bodies->awake, RIMS_LEAST);
    for (int i = 0; i == 0 || (by && i < by->workers); ++i)
        most = c->most[i] > most ? c->most[i] : most;
    return most;
}

static inline float speed_of(const choosing *c, uint32_t k) {
    const uint32_t row_a = c->of->measured.row_a[k], row_b = c->of->measured.row_b[k];
    const float *a = c->of->rows.velocity + row_a, *b = c->of->rows.velocity + row_b;
    return fabsf(a[0] - b[0]) + fabsf(a[1] - b[1]) + c->rims[row_a / 4] + c->rims[row_b / 4];
}

static void choose_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const choosing c =
        *(choosing *)data; /* a local copy: the compiler need not reload it after each store */
    const uint8_t *class_of = c.of->list.class_of;
    (void)worker;
    for (uint32_t k = from; k < to; ++k)
        c.fast[k] = class_of[k] <= PAIR_VOID && !(speed_of(&c, k) <= c.least);
}

/* Takes event pairs in the order of entries: later entries then find the flyers of their bodies. */
static void choose_pairs(choosing *c) {
    step *m = c->of;
    const uint32_t count = m->list.count;
    c->fast = ARENA_SCRATCH(&m->world->arena, uint8_t, count + 1);
    if (!step_got(m, c->fast != NULL)) return;
    crew_loop(m->crew, choose_piece, c, count, CHOSEN_LEAST);
    const uint8_t *end = c->fast + count, *at = c->fast;
    for (; (at = (const uint8_t *)memchr(at, 1, (size_t)(end - at))) != NULL; ++at) {
        const uint32_t k = (uint32_t)(at - c->fast);
        const uint32_t slots[2] = {m->list.a[k], m->list.b[k]};
        if (!may_bounce(m) && event_is_surely_slow(m, slots, (double)speed_of(c, k))) continue;
        const event_pair p = event_pair_of_entry(m, k);
        if (!event_is_fast(m, k, &p)) continue;
        event_pair_add(m, &p);
        if (m->failed) return;
    }
}

/* Adds flyers of bodies that go far, in the order of ranks: they fly from the beginning. */
static void add_far(step *m) {
    events_list_entries(m);
    for (uint32_t k = 0; k < m->bodies->collider_awake && !m->failed; ++k) {
        const uint32_t slot = step_ranked_body(m, k);
        if (m->places.far[slot]) (void)flyer_for(m, slot);
    }
}

/* Counts, for each awake body that moves, the pairs in which it may touch. */
static void count_meets(step *m) {
    const pair_list *list = &m->list;
    if (!may_bounce(m)) return;
    m->meets = ARENA_TAKE(&m->world->arena, uint8_t, (size_t)m->bodies->awake + 1);
    if (!step_got(m, m->meets != NULL)) return;
    memset(m->meets, 0, m->bodies->awake);
    for (uint32_t k = 0; k < list->count; ++k) {
        if (!pair_has_row(list->class_of[k])) continue;
        const uint32_t slots[2] = {m->bodies->links[list->a[k]].body,
                                   m->bodies->links[list->b[k]].body};
        for (int side = 0; side < 2; ++side) {
            if (slots[side] >= m->bodies->awake) continue;
            uint8_t *meets = &m->meets[slots[side]];
            if ((*meets & MEETS_MOST) < MEETS_MOST) ++*meets;
            if (list->kept->warm[k].push > 0) *meets |= MEETS_LOADED;
        }
    }
}

static void classify(step *m) {
    const double hard = EVENT_CORNERED * EVENT_HARD * m->bodies->thinnest / m->substep;
    const double bounces = m->world->settings.impacts.bounce_threshold;
    choosing c = {.of = m, .least = (float)hard};
    if (may_bounce(m) && bounces < (double)c.least) c.least = (float)bounces;
    c.rims = ARENA_SCRATCH(&m->world->arena, float, (size_t)m->bodies->awake + 1);
    if (!step_got(m, c.rims != NULL)) return;
    if (2 * find_rims(&c) <= c.least && !m->places.far) return;
    events_prepare(m);
    if (!m->failed) choose_pairs(&c);
    if (m->places.far && !m->failed) add_far(m);
    for (uint32_t k = 0; k < m->list.count && m->room->pair_count > 0; ++k)
        if (m->event_of[k] != NONE) pair_set_classes(&m->list, k, PAIR_EVENT);
}

bool impacts_classify(step *m) {
    count_meets(m);
    const arena_mark mark = arena_mark_of(&m->world->arena);
    if (!m->failed) classify(m);
    arena_drop(&m->world->arena, mark);
    return !m->failed;
}
