/* classify.c: which pairs may close too fast for rows. In: measured pairs and velocities; out: event
 * pairs, and flyers of their bodies. Invariant: within a step no event pair becomes a row's again.
 *
 * Three sieves: the fastest body against the least limit there could be, both bodies of a pair
 * against that, and the pair against its own. So worlds at rest pay for the first alone. */
#include "core/filter.h"
#include "shape/kind.h"
#include "shape/ring.h"
#include "step/impacts.h"

/* ---- Limits ---------------------------------------------------------------------------------- */

static const collider_record *collider_at(const impacts *m, uint32_t slot) {
    return &m->bodies->colliders[m->bodies->links[slot].id];
}

/* Speed of a rim at a spin of 1: none of a round one about the centre of mass. */
static double lever_of(const evo_shape *shape) {
    return vec_length(shape->center) + (shape_is_round(shape) ? 0 : shape_reach(shape));
}

static double pull_of(const impacts *m, uint32_t slot) {
    if (slot >= m->bodies->awake) return 0;
    const float *drive = m->velocities->drive + 4 * ((size_t)slot + 1);
    return sqrt((double)(drive[0] * drive[0] + drive[1] * drive[1]));
}

static const evo_material *material_at(const impacts *m, uint32_t slot) {
    return &m->bodies->materials.all[m->bodies->links[slot].material].material;
}

/* Law and limits of a pair of colliders. */
static void set_law(const impacts *m, event_pair *p) {
    const body_store *s = m->bodies;
    const evo_material *a = material_at(m, p->slots[0]), *b = material_at(m, p->slots[1]);
    const evo_shape *const *shapes = p->shapes;
    const material_table *t = &s->materials;
    p->law = (impulse_law){.restitution = restitution_of(t, a, b),
                           .friction = friction_of(t, a, b),
                           .tangential = tangential_of(a, b)};
    p->size = least_of(shape_reach(shapes[0]), shape_reach(shapes[1]));
    p->hard = 0.25 * least_of(collider_thickness(shapes[0]), collider_thickness(shapes[1])) / m->substep;
    double pull = most_of(pull_of(m, s->links[p->slots[0]].body),
                          pull_of(m, s->links[p->slots[1]].body));
    p->limit = p->hard;
    if (p->law.restitution > 0)
        p->limit = least_of(most_of(m->settings->bounce_threshold, pull), most_of(p->hard, pull));
}

static event_pair pair_of(const impacts *m, uint32_t a, uint32_t b) {
    event_pair p = {.slots = {a, b}, .entry = NONE, .rows = {NONE, NONE}, .gap = -INFINITY};
    for (int side = 0; side < 2; ++side) {
        p.shapes[side] = &collider_at(m, p.slots[side])->about_center;
        p.levers[side] = lever_of(p.shapes[side]);
        p.ring |= p.shapes[side]->kind == EVO_RING;
    }
    set_law(m, &p);
    return p;
}

/* ---- Speeds ---------------------------------------------------------------------------------- */

/* The velocity of a body now: of a flyer, or of its row. */
typedef struct pace {
    evo_vec2 velocity;
    double spin;
} pace;

static pace pace_of(const impacts *m, uint32_t slot) {
    const uint32_t number = m->room->flyer_of[slot];
    const float *v = m->velocities->velocity + 4 * ((size_t)slot + 1);
    if (number != NONE)
        return (pace){m->room->flyers[number].velocity, m->room->flyers[number].spin};
    if (slot >= m->bodies->awake) return (pace){{0, 0}, 0};
    return (pace){vec((double)v[0], (double)v[1]),
                  (double)(v[2] * m->bodies->motions[slot].inverse_gyration)};
}

/* The normal as it was measured. Hollows and rings may be met elsewhere: they have none. */
static bool normal_of(const impacts *m, uint32_t k, const event_pair *p, evo_vec2 *normal) {
    const pair_list *list = m->list;
    if (list->class_of[k] == PAIR_ROUND) {
        *normal = vec_unit(vec((double)list->dx[k], (double)list->dy[k]), vec(0, 0));
        return true;
    }
    const pair_fit *f = &m->measured->fits[k];
    *normal = vec((double)f->normal_x, (double)f->normal_y);
    return !p->ring && f->kind != FIT_HOLLOW;
}

/* How fast the bodies of a pair may come together in the rest of the step. */
typedef struct pair_pace {
    evo_vec2 velocity; /* of b relative to a */
    double speed, more; /* more: by turning, and by what drives them */
} pair_pace;

static pair_pace pace_of_pair(const impacts *m, const event_pair *p) {
    const uint32_t slots[2] = {m->bodies->links[p->slots[0]].body,
                               m->bodies->links[p->slots[1]].body};
    const pace a = pace_of(m, slots[0]), b = pace_of(m, slots[1]);
    const double turning = fabs(a.spin) * p->levers[0] + fabs(b.spin) * p->levers[1];
    const double pull = m->motion.substeps * (pull_of(m, slots[0]) + pull_of(m, slots[1]));
    const evo_vec2 velocity = vec_sub(b.velocity, a.velocity);
    return (pair_pace){velocity, vec_length(velocity), turning + pull};
}

/* Part of the hardest speed up to which a row may be trusted with what comes from farther away: at
 * ends and corners it may be met elsewhere than where it was nearest. */
static double row_holds(const event_pair *p) {
    const bool cornered = p->ring || p->shapes[0]->kind == EVO_SEGMENT
                          || p->shapes[1]->kind == EVO_SEGMENT;
    return cornered ? 0.5 : 1;
}

/* Returns whether a measured entry is an event in the rest of the step: it may close faster than its
 * limit, or pass by faster than rows see. Shapes that do not turn close no faster than now. */
static bool is_event(const impacts *m, uint32_t k, const event_pair *p) {
    const pair_pace speeds = pace_of_pair(m, p);
    const bool apart = m->list->class_of[k] == PAIR_ROW && m->measured->fits[k].gap > 0;
    evo_vec2 normal;
    double closing = speeds.speed;
    if (normal_of(m, k, p, &normal)) closing = most_of(-vec_dot(speeds.velocity, normal), 0);
    return closing + speeds.more > p->limit
           || speeds.speed + speeds.more > p->hard * (apart ? row_holds(p) : 1);
}

/* The same for a pair that was not measured. */
static bool is_slow(const impacts *m, const event_pair *p) {
    const pair_pace speeds = pace_of_pair(m, p);
    return speeds.speed + speeds.more <= least_of(p->limit, row_holds(p) * p->hard);
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

static void link_side(impacts *m, event_pair *p, uint32_t number, int side) {
    flyer *f = &m->room->flyers[p->flyers[side]];
    p->next[side] = f->first_pair;
    f->first_pair = 2 * number + (uint32_t)side;
}

static bool add_pair(impacts *m, const event_pair *made) {
    impact_room *room = m->room;
    const uint32_t number = m->pair_count;
    event_pair p = *made;
    if (!array_reserve(room->memory, &room->pairs, &room->pair_capacity, (size_t)number + 1,
                       sizeof *room->pairs))
        return false;
    for (int side = 0; side < 2; ++side) {
        p.flyers[side] = flyer_for(m, m->bodies->links[p.slots[side]].body);
        if (p.flyers[side] == NONE) return false;
    }
    link_side(m, &p, number, 0);
    link_side(m, &p, number, 1);
    room->pairs[number] = p;
    ++m->pair_count;
    return true;
}

static bool is_second(const pair_list *list, uint32_t k) {
    return k > 0 && list->a[k] == list->a[k - 1] && list->b[k] == list->b[k - 1];
}

/* Makes entry k an event pair; the second entry of a pair goes with the first. */
static bool take_entry(impacts *m, uint32_t k, event_pair *p) {
    const pair_list *list = m->list;
    p->entry = k;
    if (list->class_of[k] == PAIR_ROW) {
        const pair_fit *f = &m->measured->fits[k];
        p->gap = (double)f->gap - 1e-5 * p->size; /* it is rounded */
        p->normal = vec((double)f->normal_x, (double)f->normal_y);
    }
    m->event_of[k] = m->pair_count;
    if (k + 1 < list->count && is_second(list, k + 1)) m->event_of[k + 1] = m->pair_count;
    return add_pair(m, p);
}

/* ---- At the start of a step ------------------------------------------------------------------ */

static bool some_bounce(const material_table *t) {
    for (size_t i = 0; i < t->list.count; ++i)
        if (t->all[i].users > 0 && t->all[i].material.restitution > 0) return true;
    return t->mix_restitution != NULL;
}

/* Limits that no pair has lower ones than: half of the hardest speed, or that of bounces. */
typedef struct least_limits {
    float all;      /* of any pair */
    float for_thin; /* times the thickness: half of the hardest speed */
    bool bounces;
} least_limits;

static least_limits find_least(const impacts *m) {
    least_limits l = {.for_thin = (float)(0.125 / m->substep),
                      .bounces = some_bounce(&m->bodies->materials)};
    l.all = l.for_thin * (float)m->bodies->thinnest;
    if (l.bounces && m->settings->bounce_threshold < (double)l.all)
        l.all = (float)m->settings->bounce_threshold;
    return l;
}

/* Thickness of a collider by its form; 0: not known. */
static float thickness_by_form(const body_store *s, uint32_t slot) {
    const collider_form *f = &s->forms[slot];
    if (s->links[slot].kind == FORM_OTHER) return 0;
    if (s->links[slot].kind == FORM_LINE) return INFINITY;
    return 2 * (f->radius_x < f->radius_y ? f->radius_x : f->radius_y);
}

/* Returns whether a pair is slow enough for its shapes, as far as their forms tell. */
static bool is_surely_slow(const impacts *m, uint32_t k, float speed, const least_limits *least) {
    const float a = thickness_by_form(m->bodies, m->list->a[k]);
    const float b = thickness_by_form(m->bodies, m->list->b[k]);
    return !least->bounces && speed <= least->for_thin * (a < b ? a : b);
}

/* Rims' speeds by turning and by what drives them in the step, at most, by row; returns the speed
 * that no rim exceeds. */
static float find_rims(const impacts *m, float *rims) {
    const body_store *s = m->bodies;
    const float *velocity = m->velocities->velocity, *drive = m->velocities->drive;
    const float steps = (float)m->motion.substeps;
    float most = 0;
    rims[0] = 0;
    for (uint32_t i = 0; i < s->awake; ++i) {
        const float *v = velocity + 4 * ((size_t)i + 1), *d = drive + 4 * ((size_t)i + 1);
        const float turning = (fabsf(v[2]) + steps * fabsf(d[2])) * s->motions[i].inverse_gyration;
        const float rim = steps * (fabsf(d[0]) + fabsf(d[1])) + turning * s->motions[i].extent;
        const float speed = fabsf(v[0]) + fabsf(v[1]) + rim;
        rims[i + 1] = rim;
        most = speed > most ? speed : most;
    }
    return most;
}

static bool prepare(impacts *m) {
    impact_room *room = m->room;
    const size_t bodies = m->bodies->count, before = room->flyer_of_capacity;
    m->event_of = ARENA_TAKE(m->arena, uint32_t, m->list->count + 1);
    if (!m->event_of
        || !array_reserve(room->memory, &room->flyer_of, &room->flyer_of_capacity, bodies,
                          sizeof *room->flyer_of))
        return false;
    array_fill(room->flyer_of + before, 0xff, room->flyer_of_capacity - before,
               sizeof *room->flyer_of);
    memset(m->event_of, 0xff, m->list->count * sizeof *m->event_of);
    return true;
}

static bool choose_pairs(impacts *m, const float *rims, const least_limits *least) {
    const pair_list *list = m->list;
    const uint32_t *row_a = m->measured->row_a, *row_b = m->measured->row_b;
    for (uint32_t k = 0; k < list->count; ++k) {
        const float *a = m->velocities->velocity + row_a[k];
        const float *b = m->velocities->velocity + row_b[k];
        const float speed = fabsf(a[0] - b[0]) + fabsf(a[1] - b[1]) + rims[row_a[k] / 4]
                            + rims[row_b[k] / 4];
        if (list->class_of[k] > PAIR_ROW || speed <= least->all) continue;
        if (is_surely_slow(m, k, speed, least)) continue;
        event_pair p = pair_of(m, list->a[k], list->b[k]);
        if (!is_event(m, k, &p)) continue;
        if (is_second(list, k) && m->event_of[k] != NONE) continue;
        const uint32_t first = is_second(list, k) ? k - 1 : k;
        if (!take_entry(m, first, &p)) return false;
    }
    return true;
}

/* Lists the entries of each body. */
static bool list_entries(impacts *m) {
    const pair_list *list = m->list;
    const body_store *s = m->bodies;
    m->starts = ARENA_TAKE(m->arena, uint32_t, (size_t)s->count + 2);
    m->entries = ARENA_TAKE(m->arena, uint32_t, 2 * (size_t)list->count + 1);
    if (!m->starts || !m->entries) return false;
    memset(m->starts, 0, ((size_t)s->count + 2) * sizeof *m->starts);
    for (uint32_t k = 0; k < list->count; ++k) {
        ++m->starts[s->links[list->a[k]].body + 2];
        ++m->starts[s->links[list->b[k]].body + 2];
    }
    for (uint32_t i = 2; i < s->count + 2; ++i) m->starts[i] += m->starts[i - 1];
    for (uint32_t k = 0; k < list->count; ++k) {
        m->entries[m->starts[s->links[list->a[k]].body + 1]++] = k;
        m->entries[m->starts[s->links[list->b[k]].body + 1]++] = k;
    }
    return true;
}

bool impacts_classify(impacts *m) {
    float *rims = ARENA_TAKE(m->arena, float, (size_t)m->bodies->awake + 1);
    if (!rims) return false;
    const least_limits least = find_least(m);
    if (2 * find_rims(m, rims) <= least.all) return true;
    if (!prepare(m) || !choose_pairs(m, rims, &least)) return false;
    for (uint32_t k = 0; k < m->list->count && m->pair_count > 0; ++k)
        if (m->event_of[k] != NONE) m->list->class_of[k] = PAIR_EVENT;
    return m->pair_count == 0 || list_entries(m);
}

/* ---- Within a step --------------------------------------------------------------------------- */

/* The rest of the step, from now on. */
static double rest_of_step(const impacts *m) {
    return m->substep - m->now + m->left;
}

static evo_vec2 position_now(const impacts *m, uint32_t slot, evo_vec2 *velocity) {
    const uint32_t number = m->room->flyer_of[slot];
    *velocity = pace_of(m, slot).velocity;
    if (number != NONE) return flyer_at(&m->room->flyers[number], m->now).position;
    const evo_vec2 position = m->bodies->states[slot].position;
    if (slot >= m->bodies->awake) return position;
    const float *shift = m->velocities->shift + 4 * ((size_t)slot + 1);
    const evo_vec2 way = vec((double)shift[0], (double)shift[1]);
    return vec_along(vec_add(position, way), m->now, *velocity);
}

/* Returns whether two bodies may come near each other in the time that is left. */
static bool may_meet(const impacts *m, const event_pair *p, double rest) {
    const body_store *s = m->bodies;
    evo_vec2 at[2], velocity[2];
    double reach = 0, pull = 0;
    for (int side = 0; side < 2; ++side) {
        const uint32_t slot = s->links[p->slots[side]].body;
        at[side] = position_now(m, slot, &velocity[side]);
        if (p->shapes[side]->kind == EVO_SEGMENT) return true;
        reach += vec_length(p->shapes[side]->center) + shape_reach(p->shapes[side]);
        pull += pull_of(m, slot) / m->substep;
    }
    const double way = rest * (vec_length(vec_sub(velocity[1], velocity[0])) + rest * pull);
    return vec_length(vec_sub(at[1], at[0])) <= reach * (1 + 1e-6) + way;
}

/* An entry of a body that was struck: too fast for its row now, or not expected to meet before. */
static bool reconsider_entry(impacts *m, uint32_t k) {
    const pair_list *list = m->list;
    if (is_second(list, k)) --k;
    if (m->event_of[k] != NONE) {
        event_pair *known = &m->room->pairs[m->event_of[k]];
        if (known->slow) known->slow = is_slow(m, known);
        return true;
    }
    if (list->class_of[k] == PAIR_SENSOR) return true;
    const bool twice = k + 1 < list->count && is_second(list, k + 1);
    event_pair p = pair_of(m, list->a[k], list->b[k]);
    const bool has_row = list->class_of[k] <= PAIR_ROW
                         || (twice && list->class_of[k + 1] <= PAIR_ROW);
    if (list->class_of[k] <= PAIR_ROW && !is_event(m, k, &p)) return true;
    if (!has_row && !may_meet(m, &p, rest_of_step(m))) return true;
    p.slow = !has_row && is_slow(m, &p);
    for (uint32_t i = k; i <= k + twice; ++i)
        if (list->class_of[i] <= PAIR_ROW) {
            contact_end(m->rows, m->rows->place[i], m->velocities);
            list->class_of[i] = PAIR_EVENT;
        }
    return take_entry(m, k, &p);
}

static uint32_t other_of(uint32_t a, uint32_t b, uint32_t slot) {
    return a == slot ? b : b == slot ? a : slot;
}

/* Marks the colliders that are in pairs with a flyer's already, and its own. */
static bool mark_known(impacts *m, const flyer *f, uint32_t slot) {
    impact_room *room = m->room;
    const size_t before = room->mark_capacity;
    if (!array_reserve(room->memory, &room->marks, &room->mark_capacity,
                       m->bodies->collider_count, sizeof *room->marks))
        return false;
    array_fill(room->marks + before, 0, room->mark_capacity - before, sizeof *room->marks);
    if (++room->mark == 0) {
        array_fill(room->marks, 0, room->mark_capacity, sizeof *room->marks);
        room->mark = 1;
    }
    for (uint32_t i = f->first_pair; i != NONE; i = room->pairs[i / 2].next[i % 2]) {
        const event_pair *p = &room->pairs[i / 2];
        room->marks[other_of(p->slots[0], p->slots[1], slot)] = room->mark;
    }
    for (uint32_t i = m->starts[f->slot]; i < m->starts[f->slot + 1]; ++i) {
        const uint32_t k = m->entries[i];
        room->marks[other_of(m->list->a[k], m->list->b[k], slot)] = room->mark;
    }
    return true;
}

typedef struct looking {
    impacts *m;
    uint32_t number, slot; /* flyer, and collider */
} looking;

static double look_at(void *context, uint32_t collider, const evo_bounds *bounds, double limit) {
    looking *l = context;
    impacts *m = l->m;
    const body_store *s = m->bodies;
    const collider_record *own = collider_at(m, l->slot), *other = &s->colliders[collider];
    (void)bounds;
    if (own->body == other->body || other->sensor || !filters_meet(own->filter, other->filter))
        return limit;
    if (m->room->marks[other->slot] == m->room->mark) return limit;
    m->room->marks[other->slot] = m->room->mark;
    event_pair p = pair_of(m, l->slot, other->slot);
    p.slow = is_slow(m, &p);
    if (may_meet(m, &p, m->substep - m->now) && !add_pair(m, &p)) m->failed = true;
    return m->failed ? -1 : limit;
}

/* Where a collider's centre is now, and at the end of the drift, and how far it is from there. */
typedef struct collider_way {
    evo_vec2 from, to;
    double reach;
} collider_way;

static collider_way way_of(const impacts *m, uint32_t number, const evo_shape *shape) {
    const flyer f = flyer_at(&m->room->flyers[number], m->now);
    const double rest = m->substep - m->now, pull = vec_length(f.fall) / m->substep;
    const double swing = vec_length(shape->center) * (f.spin != 0);
    const evo_vec2 center = vec_turn(shape->center, evo_direction(f.angle));
    const evo_vec2 from = vec_add(f.position, center);
    return (collider_way){from, vec_along(from, rest, f.velocity),
                          shape_reach(shape) + 2 * swing + 0.5 * rest * rest * pull};
}

static bool stays_within(const impacts *m, uint32_t slot, const collider_way *way) {
    const evo_vec2 center = m->bodies->places[slot];
    const double room = (double)m->radii[slot] - way->reach;
    return vec_length(vec_sub(way->from, center)) <= room
           && vec_length(vec_sub(way->to, center)) <= room;
}

/* Returns whether two flyers may come near each other in the drift, by simple bounds. */
static bool in_reach(const impacts *m, const flyer *a, const flyer *b) {
    const double time = 2 * m->substep - m->now;
    const double speeds = fabs(a->velocity.x) + fabs(a->velocity.y) + fabs(b->velocity.x)
                          + fabs(b->velocity.y);
    const double pulls = vec_length(a->fall) + vec_length(b->fall);
    const double way = time * (speeds + time * pulls / m->substep) + a->extent + b->extent;
    const evo_vec2 between = vec_sub(b->position, a->position);
    return vec_dot(between, between) <= way * way;
}

/* Others that have left their bounds are not where the index has them. */
static void look_at_others(looking *l) {
    impacts *m = l->m;
    const body_store *s = m->bodies;
    for (uint32_t i = 0; i < m->left_count; ++i) {
        const flyer *f = &m->room->flyers[m->room->left[i]];
        if (m->room->left[i] == l->number || !in_reach(m, &m->room->flyers[l->number], f)) continue;
        const uint32_t id = s->motions[f->slot].id;
        uint32_t c = s->records[id].first_collider;
        for (; c != NONE; c = s->colliders[c].next) (void)look_at(l, c, NULL, 1);
    }
}

static bool leave(impacts *m, uint32_t number) {
    impact_room *room = m->room;
    if (room->flyers[number].left) return true;
    if (!array_reserve(room->memory, &room->left, &room->left_capacity, (size_t)m->left_count + 1,
                       sizeof *room->left))
        return false;
    room->left[m->left_count++] = number;
    return room->flyers[number].left = true;
}

static void look_beyond(impacts *m, uint32_t number) {
    const body_store *s = m->bodies;
    const uint32_t id = s->motions[m->room->flyers[number].slot].id;
    for (uint32_t c = s->records[id].first_collider; c != NONE; c = s->colliders[c].next) {
        const collider_record *own = &s->colliders[c];
        if (own->sensor) continue;
        const collider_way way = way_of(m, number, &own->about_center);
        if (stays_within(m, own->slot, &way)) continue;
        looking l = {m, number, own->slot};
        const walk_box box = {way.from, vec_sub(way.to, way.from), {way.reach, way.reach}};
        if (!leave(m, number) || !mark_known(m, &m->room->flyers[number], own->slot)) {
            m->failed = true;
            return;
        }
        index_walk(m->index, &box, WALK_STILL | WALK_AWAKE, look_at, &l);
        look_at_others(&l);
    }
}

void impacts_reconsider(impacts *m, uint32_t number) {
    const uint32_t slot = m->room->flyers[number].slot;
    if (slot >= m->bodies->awake) return;
    for (uint32_t i = m->starts[slot]; i < m->starts[slot + 1] && !m->failed; ++i)
        if (!reconsider_entry(m, m->entries[i])) m->failed = true;
    if (!m->failed) look_beyond(m, number);
}

void impacts_look_ahead(impacts *m) {
    const uint32_t count = m->flyer_count;
    for (uint32_t i = 0; i < count && !m->failed; ++i)
        if (m->room->flyers[i].path > 1 && m->room->flyers[i].slot < m->bodies->awake)
            look_beyond(m, i);
}
