/* search.c: partners of flyers beyond their bounds, and the event pairs of a step as it begins. */
#include <assert.h>

#include "body/body.h"
#include "shape/shape.h"
#include "step/drift.h"

/* ==== Searches ================================================================================ */

/* Partners of flyers beyond the bounds that their step began with. In: a flyer that will leave
 * its bounds, or the disk of its last search; out: its next disk, and event pairs with all whose
 * bounds or disks meet that one.
 *
 * A flyer that has left its bounds is in its disk, and flies into the next one when it reaches the
 * rim: an event of its own. Disks are in cells of a level each, as wide as the disk, in buckets.
 * Invariant: two flyers have an event pair as long as their disks, or bounds, meet; pairs that were
 * found so, and whose disks have parted, are unlinked. So a search costs its surroundings. */

/* Extents of its body that a disk reaches beyond the body, at most; twice as many after each disk
 * in which nothing was found. Larger: more pairs; smaller: more searches. */
static const double REACH = 1;
enum { DOUBLED_MOST = 40 };

/* Extents: the least reach. */
static const double REACH_LEAST = 0.05;

/* ---- Cells ----------------------------------------------------------------------------------- */

enum { BUCKETS = 4096, CELLS_MOST = 64 };

static disk_key key_of(evo_vec2 center, double radius) {
    const int level = index_level(center, 2 * radius);
    if (level == LEVELS) return (disk_key){LEVELS, 0, 0};
    const double width = level_cell(level);
    return (disk_key){level, floor(center.x / width), floor(center.y / width)};
}

static uint32_t bucket_of(disk_key key) {
    const uint64_t x = (uint64_t)(int64_t)key.x, y = (uint64_t)(int64_t)key.y;
    const uint64_t mixed = (x * 0x9e3779b97f4a7c15u ^ y) * 0xd6e8feb86659fd93u;
    return (uint32_t)((mixed >> 40) + (uint64_t)key.level * 97) % BUCKETS;
}

static void take_out(const impacts *m, uint32_t number) {
    const flyer_disk *d = &m->room->disks[number];
    uint32_t *link = &m->room->buckets[bucket_of(d->key)];
    while (*link != number) {
        assert(*link != NONE && "a disk is in the bucket of its key");
        link = &m->room->disks[*link].next;
    }
    *link = d->next;
}

static void put_in(impacts *m, uint32_t number) {
    flyer_disk *d = &m->room->disks[number];
    d->key = key_of(d->center, d->radius);
    uint32_t *first = &m->room->buckets[bucket_of(d->key)];
    if (d->key.level < LEVELS)
        m->disk_levels |= (uint64_t)1 << d->key.level;
    else
        m->large_disks = true;
    d->next = *first;
    *first = number;
}

void searches_close(impacts *m) {
    for (uint32_t i = 0; i < m->left_count; ++i) {
        const flyer_disk *d = &m->room->disks[m->room->left[i]];
        m->room->buckets[bucket_of(d->key)] = NONE;
    }
}

/* ---- Disks ----------------------------------------------------------------------------------- */

static bool disks_meet(evo_vec2 a, double radius_a, evo_vec2 b, double radius_b) {
    const evo_vec2 between = vec_sub(b, a);
    const double most = radius_a + radius_b;
    return vec_dot(between, between) <= most * most;
}

/* Greatest distance that a flyer is pulled from its straight way up to a time of the drift. */
static double bend_of(const impacts *m, const flyer *f, double until) {
    const double rest = until - m->now;
    return 0.5 * rest * rest * vec_length(f->fall) / m->substep;
}

double search_end(const impacts *m, uint32_t number) {
    const flyer *f = &m->room->flyers[number];
    if (!f->left || flyer_stays(f)) return INFINITY;
    const flyer_disk *d = &m->room->disks[number];
    const double radius = d->radius - f->extent - bend_of(m, f, d->until), after = m->now - f->time;
    const evo_vec2 velocity = vec_along(f->velocity, after, f->accel);
    const evo_vec2 from = vec_sub(flyer_place(m, f), d->center);
    const double square = vec_dot(velocity, velocity), along = vec_dot(from, velocity);
    const double inside = radius * radius - vec_dot(from, from);
    if (!(radius > 0) || !(inside > 0)) return square > 0 ? m->now : INFINITY;
    const double root = sqrt(along * along + square * inside);
    const double left = along > 0 ? inside / (along + root) : (root - along) / square;
    if (left <= d->until - m->now) return m->now + left;
    return d->until < m->substep ? most_of(d->until, m->now) : INFINITY;
}

/* Disks of a flyer in a drift, about, however fast it goes. */
static const double DISKS_MOST = 1024;

/* The time of the drift up to which a flyer is pulled by no more than the reach of a disk, or by so
 * much that it has too many disks. */
static double straight_until(const impacts *m, const flyer *f, double reach) {
    const double bend = bend_of(m, f, m->substep), rest = m->substep - m->now;
    if (!(bend > reach)) return m->substep;
    const double until = m->now + most_of(sqrt(reach / bend) * rest, m->substep / DISKS_MOST);
    return least_of(until, m->substep);
}

/* The disk around the way to the end of the drift, or around the beginning of that. After one in
 * which nothing was found it lies ahead. */
static void set_disk(impacts *m, uint32_t number) {
    const flyer *f = &m->room->flyers[number];
    flyer_disk *d = &m->room->disks[number];
    const evo_vec2 velocity = vec_along(f->velocity, m->now - f->time, f->accel);
    const double speed = vec_length(velocity), way = (m->substep - m->now) * speed;
    const double reach =
        most_of(REACH * f->extent * ldexp(1, d->doubled), m->substep * speed / DISKS_MOST);
    const double half = d->doubled > 0 ? least_of(reach, 0.5 * way) : 0.5 * least_of(reach, way);
    d->center = flyer_place(m, f);
    if (speed > 0) d->center = vec_along(d->center, half / speed, velocity);
    d->until = straight_until(m, f, reach);
    d->radius = f->extent + 2 * bend_of(m, f, d->until) + REACH_LEAST * f->extent;
    d->radius += d->doubled > 0 ? half : least_of(reach, way);
}

/* ---- Known pairs ----------------------------------------------------------------------------- */

static uint32_t other_of(uint32_t a, uint32_t b, uint32_t slot) {
    return a == slot ? b : b == slot ? a : slot;
}

static void reserve_marks(impacts *m) {
    impact_room *room = m->room;
    if (!impacts_got(m, ARRAY_RESERVE_FILLED(room->memory, room->marks, room->mark_capacity,
                                             m->bodies->collider_count, 0)))
        return;
    if (++room->mark > 0) return;
    array_fill(room->marks, 0, room->mark_capacity, sizeof *room->marks);
    room->mark = 1;
}

/* Marks the colliders that are in pairs with a flyer's already, and its own. */
static void mark_known(impacts *m, const flyer *f, uint32_t slot) {
    impact_room *room = m->room;
    reserve_marks(m);
    if (m->failed) return;
    room->marks[slot] = (search_mark){room->mark, NONE, NONE};
    for (uint32_t i = m->starts[f->slot]; i < m->starts[f->slot + 1]; ++i) {
        const uint32_t k = m->entries[i];
        room->marks[other_of(m->list->a[k], m->list->b[k], slot)] =
            (search_mark){room->mark, m->event_of[k], k};
    }
    for (uint32_t i = f->first_pair; i != NONE; i = room->pairs[i / 2].next[i % 2]) {
        const event_pair *p = &room->pairs[i / 2];
        if (p->slots[i % 2] == slot)
            room->marks[p->slots[1 - i % 2]] = (search_mark){room->mark, i / 2, NONE};
    }
}

/* Unlinks the pairs of a collider that this search did not find. */
static void unlink_parted(impacts *m, const flyer *f, uint32_t slot) {
    impact_room *room = m->room;
    for (uint32_t i = f->first_pair, next; i != NONE && !m->failed; i = next) {
        const event_pair *p = &room->pairs[i / 2];
        next = p->next[i % 2];
        if (p->slots[i % 2] != slot || p->row_count > 0) continue;
        if (p->seen != room->mark) event_pair_drop(m, i / 2);
    }
}

/* ---- Searches -------------------------------------------------------------------------------- */

typedef struct looking {
    impacts *m;
    uint32_t number, slot; /* flyer, and collider */
} looking;

static bool has_disk(const impacts *m, uint32_t slot) {
    const uint32_t number = m->room->flyer_of[slot];
    return number != NONE && m->room->flyers[number].left;
}

/* Adds the pair with a collider that is near. */
static void look_at(const looking *l, uint32_t collider) {
    impacts *m = l->m;
    const body_store *s = m->bodies;
    const collider_record *own = collider_at(s, l->slot), *other = &s->colliders[collider];
    search_mark *mark = &m->room->marks[other->slot];
    if (own->body == other->body || other->sensor || !colliders_meet(own, other)) return;
    if (mark->mark == m->room->mark) {
        if (mark->pair != NONE)
            event_pair_see(m, mark->pair);
        else if (mark->entry != NONE)
            impacts_expect(m, mark->entry);
        return;
    }
    if (edges_part(s, own->body, other->body)) return;
    *mark = (search_mark){m->room->mark, NONE, NONE};
    event_pair p = event_pair_of(m, l->slot, other->slot);
    p.slow = event_is_slow(m, &p);
    p.seen = m->room->mark;
    if (!event_is_passed(m, &p)) event_pair_add(m, &p);
}

/* Bodies that left their bounds are not where the index has them. */
static double look_at_bounds(void *context, uint32_t collider, const evo_bounds *bounds,
                             double limit) {
    const looking *l = context;
    const collider_record *other = &l->m->bodies->colliders[collider];
    (void)bounds;
    if (!has_disk(l->m, l->m->bodies->links[other->slot].body)) look_at(l, collider);
    return l->m->failed ? -1 : limit;
}

static void look_at_flyer(const looking *l, uint32_t number) {
    const impacts *m = l->m;
    const flyer_disk *own = &m->room->disks[l->number], *d = &m->room->disks[number];
    const body_store *s = m->bodies;
    if (number == l->number || !disks_meet(own->center, own->radius, d->center, d->radius)) return;
    EACH_COLLIDER (c, s, s->motions[m->room->flyers[number].slot].id)
        if (!m->failed) look_at(l, c);
}

static void look_in_cell(const looking *l, disk_key key) {
    const impacts *m = l->m;
    uint32_t i = m->room->buckets[bucket_of(key)];
    for (; i != NONE && !m->failed; i = m->room->disks[i].next) {
        const disk_key its = m->room->disks[i].key;
        if (its.level == key.level && its.x == key.x && its.y == key.y) look_at_flyer(l, i);
    }
}

/* Cells farther from the origin have no neighbours in doubles. */
static const double COUNTED = 0x1p52;

/* Looks at the disks of a level that a disk may meet: they reach half a cell beyond their own. */
static void look_at_level(const looking *l, int level) {
    const impacts *m = l->m;
    const flyer_disk *d = &m->room->disks[l->number];
    const double width = level_cell(level), reach = d->radius + 0.501 * width;
    const double x0 = floor((d->center.x - reach) / width),
                 y0 = floor((d->center.y - reach) / width);
    const double x1 = floor((d->center.x + reach) / width),
                 y1 = floor((d->center.y + reach) / width);
    const double farthest = most_of(most_of(fabs(x0), fabs(x1)), most_of(fabs(y0), fabs(y1)));
    if (!((x1 - x0 + 1) * (y1 - y0 + 1) <= CELLS_MOST && farthest < COUNTED)) {
        for (uint32_t i = 0; i < m->left_count; ++i) {
            const flyer_disk *other = &m->room->disks[m->room->left[i]];
            if (other->key.level == level) look_at_flyer(l, m->room->left[i]);
        }
        return;
    }
    for (double y = y0; y <= y1; ++y)
        for (double x = x0; x <= x1; ++x) look_in_cell(l, (disk_key){level, x, y});
}

/* Looks at others that have left their bounds. */
static void look_at_disks(const looking *l) {
    const impacts *m = l->m;
    for (int level = 0; level < LEVELS && m->disk_levels >> level; ++level)
        if (m->disk_levels >> level & 1) look_at_level(l, level);
    if (m->large_disks) look_in_cell(l, (disk_key){LEVELS, 0, 0});
}

/* Searches for what a collider may meet in its flyer's disk. */
static void search_for(impacts *m, uint32_t number, uint32_t slot) {
    const flyer_disk *d = &m->room->disks[number];
    looking l = {m, number, slot};
    const walk_box box = {.from = d->center, .half = {d->radius, d->radius}};
    mark_known(m, &m->room->flyers[number], slot);
    if (m->failed) return;
    index_walk(m->index, &box, WALK_STILL | WALK_AWAKE, look_at_bounds, &l);
    look_at_disks(&l);
    unlink_parted(m, &m->room->flyers[number], slot);
}

/* ---- Leaving --------------------------------------------------------------------------------- */

static void begin_searches(impacts *m) {
    impact_room *room = m->room;
    events_list_entries(m);
    (void)impacts_got(
        m, ARRAY_RESERVE(room->memory, room->left, room->left_capacity, (size_t)m->left_count + 1)
               && ARRAY_RESERVE_FILLED(room->memory, room->buckets, room->bucket_capacity, BUCKETS,
                                       0xff)
               && ARRAY_RESERVE(room->memory, room->disks, room->disk_capacity, m->flyer_count));
}

static void search_again(impacts *m, uint32_t number) {
    const body_store *s = m->bodies;
    flyer_disk *d = &m->room->disks[number];
    const uint32_t id = s->motions[m->room->flyers[number].slot].id;
    set_disk(m, number);
    put_in(m, number);
    EACH_COLLIDER (c, s, id)
        if (!m->failed && !s->colliders[c].sensor) search_for(m, number, s->colliders[c].slot);
    bool alone = m->room->flyers[number].first_pair == NONE;
    d = &m->room->disks[number];
    d->doubled = alone && d->doubled < DOUBLED_MOST ? d->doubled + 1 : 0;
}

void search_on(impacts *m, uint32_t number) {
    begin_searches(m);
    if (m->failed) return;
    if (m->room->flyers[number].left) {
        take_out(m, number);
    } else {
        m->room->left[m->left_count++] = number;
        m->room->flyers[number].left = true;
        m->room->disks[number].doubled = 0;
    }
    search_again(m, number);
}

/* Way of a collider's centre from now to the end of the drift, and its reach around it. */
typedef struct collider_way {
    evo_vec2 from, to;
    double reach;
} collider_way;

static collider_way way_of(const impacts *m, uint32_t number, const evo_shape *shape) {
    const flyer f = flyer_at(&m->room->flyers[number], m->now);
    const double swing = vec_length(shape->center) * (f.spin != 0);
    const evo_vec2 center = vec_turn(shape->center, evo_direction(f.angle));
    const evo_vec2 from = vec_add(f.position, center);
    return (collider_way){from, vec_along(from, m->substep - m->now, f.velocity),
                          shape_reach(shape) + 2 * swing + bend_of(m, &f, m->substep)};
}

static bool stays_within(const impacts *m, uint32_t slot, const collider_way *way) {
    const evo_vec2 center = m->bodies->places[slot];
    const double room = (double)m->radii[slot] - way->reach;
    return vec_length(vec_sub(way->from, center)) <= room
           && vec_length(vec_sub(way->to, center)) <= room;
}

void search_beyond(impacts *m, uint32_t number) {
    const body_store *s = m->bodies;
    const flyer *f = &m->room->flyers[number];
    if (f->left) { /* flyers may move as one searches on */
        if (search_end(m, number) <= m->now) search_on(m, number);
        return;
    }
    if (m->failed || flyer_stays(f)) return;
    EACH_COLLIDER (c, s, s->motions[f->slot].id) {
        const collider_record *own = &s->colliders[c];
        const collider_way way = way_of(m, number, own->shape);
        if (own->sensor || stays_within(m, own->slot, &way)) continue;
        search_on(m, number);
        return;
    }
}

/* ==== Classes of pairs ======================================================================== */

/* Finds the pairs that may close too fast for rows, as a step begins. In: measured pairs and
 * velocities; out: event pairs.
 *
 * Sieves: the fastest body against the least limit there could be, both bodies of a pair against
 * that, their forms, and at last the pair itself. So worlds at rest pay for the first alone. */

/* The limit that no pair has a lower one than: that of bounces, or what rows of the thinnest are
 * trusted with. */
typedef struct least_limits {
    float all;
    bool bounces;
} least_limits;

static bool may_bounce(const impacts *m) {
    return materials_bounce(&m->bodies->materials) || m->list->ruling.bounces;
}

static least_limits find_least(const impacts *m) {
    least_limits l = {(float)(EVENT_CORNERED * EVENT_HARD * m->bodies->thinnest / m->substep),
                      may_bounce(m)};
    if (l.bounces && m->settings->bounce_threshold < (double)l.all)
        l.all = (float)m->settings->bounce_threshold;
    return l;
}

/* Returns whether a pair is slow enough for its colliders, as far as these tell. */
static bool is_surely_slow(const impacts *m, uint32_t k, float speed, const least_limits *least) {
    const uint32_t slots[2] = {m->list->a[k], m->list->b[k]};
    return !least->bounces && event_is_surely_slow(m, slots, (double)speed);
}

/* Bodies, and entries, that a worker takes at once, at least. */
enum { RIMS_LEAST = 256, CHOSEN_LEAST = 512 };

typedef struct choosing {
    impacts *of;
    float *rims;           /* by row: speeds by turning and by what drives the body in the step */
    float most[CREW_MOST]; /* speed that no rim exceeds, by worker */
    least_limits least;
    uint8_t *fast; /* entries of which both bodies are faster than the least limit: 1 */
} choosing;

static void rims_piece(void *data, uint32_t from, uint32_t to, int worker) {
    choosing *c = data;
    const impacts *m = c->of;
    const body_store *s = m->bodies;
    const float *velocity = m->velocities->velocity, *drive = m->velocities->drive;
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

static float find_rims(choosing *c, crew *by) {
    float most = 0;
    c->rims[0] = 0;
    crew_loop(by, rims_piece, c, c->of->bodies->awake, RIMS_LEAST);
    for (int i = 0; i < CREW_MOST; ++i) most = c->most[i] > most ? c->most[i] : most;
    return most;
}

static inline float speed_of(const choosing *c, uint32_t k) {
    const uint32_t row_a = c->of->measured->row_a[k], row_b = c->of->measured->row_b[k];
    const float *a = c->of->velocities->velocity + row_a, *b = c->of->velocities->velocity + row_b;
    return fabsf(a[0] - b[0]) + fabsf(a[1] - b[1]) + c->rims[row_a / 4] + c->rims[row_b / 4];
}

static void choose_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const choosing c =
        *(choosing *)data; /* a store of a byte might change what pointers point to */
    const uint8_t *class_of = c.of->list->class_of;
    (void)worker;
    for (uint32_t k = from; k < to; ++k)
        c.fast[k] = class_of[k] <= PAIR_VOID && !(speed_of(&c, k) <= c.least.all);
}

/* Takes event pairs in the order of entries: their bodies are seen as flyers by those behind. */
static void choose_pairs(choosing *c, crew *by) {
    impacts *m = c->of;
    const uint32_t count = m->list->count;
    c->fast = ARENA_SCRATCH(m->arena, uint8_t, count + 1);
    if (!impacts_got(m, c->fast != NULL)) return;
    crew_loop(by, choose_piece, c, count, CHOSEN_LEAST);
    const uint8_t *end = c->fast + count, *at = c->fast;
    for (; (at = (const uint8_t *)memchr(at, 1, (size_t)(end - at))) != NULL; ++at) {
        const uint32_t k = (uint32_t)(at - c->fast);
        if (is_surely_slow(m, k, speed_of(c, k), &c->least)) continue;
        const event_pair p = event_pair_of_entry(m, k);
        if (!event_is_fast(m, k, &p)) continue;
        event_take_entry(m, &p);
        if (m->failed) return;
    }
}

/* Adds flyers of bodies that go far, in the order of ranks: they fly from the beginning. */
static void add_far(impacts *m) {
    events_list_entries(m);
    for (uint32_t k = 0; k < m->bodies->collider_awake && !m->failed; ++k) {
        const uint32_t slot = impacts_ranked_body(m, k);
        if (m->far[slot]) (void)flyer_for(m, slot);
    }
}

/* Counts, for each awake body that moves, the pairs in which it may touch. */
static void count_meets(impacts *m) {
    const pair_list *list = m->list;
    if (!may_bounce(m)) return;
    m->meets = ARENA_TAKE(m->arena, uint8_t, (size_t)m->bodies->awake + 1);
    if (!impacts_got(m, m->meets != NULL)) return;
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

static void classify(impacts *m, crew *by) {
    choosing c = {.of = m, .least = find_least(m)};
    c.rims = ARENA_SCRATCH(m->arena, float, (size_t)m->bodies->awake + 1);
    if (!impacts_got(m, c.rims != NULL)) return;
    if (2 * find_rims(&c, by) <= c.least.all && !m->far) return;
    events_prepare(m);
    if (!m->failed) choose_pairs(&c, by);
    if (m->far && !m->failed) add_far(m);
    for (uint32_t k = 0; k < m->list->count && m->pair_count > 0; ++k)
        if (m->event_of[k] != NONE) pair_set_classes(m->list, k, PAIR_EVENT);
}

bool impacts_classify(impacts *m, crew *c) {
    count_meets(m);
    const arena_mark mark = arena_mark_of(m->arena);
    if (!m->failed) classify(m, c);
    arena_drop(m->arena, mark);
    return !m->failed;
}
