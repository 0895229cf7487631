/* classify.c: which pairs may close too fast for rows, as a step begins. In: measured pairs and
 * velocities; out: event pairs.
 *
 * Sieves: the fastest body against the least limit there could be, both bodies of a pair against
 * that, their forms, and at last the pair itself. So worlds at rest pay for the first alone. */
#include "step/drift.h"

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

/* Rims' speeds by turning and by what drives them in the step, at most, by row; returns the speed
 * that no rim exceeds. */
static float find_rims(const impacts *m, float *rims) {
    const body_store *s = m->bodies;
    const float *velocity = m->velocities->velocity, *drive = m->velocities->drive;
    const float halves = 2 * (float)m->motion.substeps, seconds = (float)m->motion.seconds;
    float most = 0;
    rims[0] = 0;
    for (uint32_t i = 0; i < s->awake; ++i) {
        const float *v = velocity + body_row(i), *d = drive + body_row(i);
        const float turning = (fabsf(v[2]) + halves * fabsf(d[2])) * s->motions[i].inverse_gyration;
        const float joints = seconds * body_pull(&s->motions[i], seconds);
        const float rim =
            halves * (fabsf(d[0]) + fabsf(d[1])) + turning * s->motions[i].extent + joints;
        const float speed = fabsf(v[0]) + fabsf(v[1]) + rim;
        rims[i + 1] = rim;
        most = speed > most ? speed : most;
    }
    return most;
}

static void choose_pairs(impacts *m, const float *rims, const least_limits *least) {
    const pair_list *list = m->list;
    const uint32_t *row_a = m->measured->row_a, *row_b = m->measured->row_b;
    for (uint32_t k = 0; k < list->count; ++k) {
        const float *a = m->velocities->velocity + row_a[k];
        const float *b = m->velocities->velocity + row_b[k];
        const float speed =
            fabsf(a[0] - b[0]) + fabsf(a[1] - b[1]) + rims[row_a[k] / 4] + rims[row_b[k] / 4];
        if (list->class_of[k] > PAIR_VOID || speed <= least->all) continue;
        if (is_surely_slow(m, k, speed, least)) continue;
        const event_pair p = event_pair_of_entry(m, k);
        if (!event_is_fast(m, k, &p)) continue;
        event_take_entry(m, &p);
        if (m->failed) return;
    }
}

/* Adds flyers of bodies that go far: they fly from the beginning. */
static void add_far(impacts *m) {
    events_list_entries(m);
    for (uint32_t i = 0; i < m->bodies->awake && !m->failed; ++i)
        if (m->far[i]) (void)flyer_for(m, i);
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

static void classify(impacts *m) {
    float *rims = ARENA_SCRATCH(m->arena, float, (size_t)m->bodies->awake + 1);
    if (!impacts_got(m, rims != NULL)) return;
    const least_limits least = find_least(m);
    if (2 * find_rims(m, rims) <= least.all && !m->far) return;
    events_prepare(m);
    if (!m->failed) choose_pairs(m, rims, &least);
    if (m->far && !m->failed) add_far(m);
    for (uint32_t k = 0; k < m->list->count && m->pair_count > 0; ++k)
        if (m->event_of[k] != NONE) pair_set_classes(m->list, k, PAIR_EVENT);
}

bool impacts_classify(impacts *m) {
    count_meets(m);
    const arena_mark mark = arena_mark_of(m->arena);
    if (!m->failed) classify(m);
    arena_drop(m->arena, mark);
    return !m->failed;
}
