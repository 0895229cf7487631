/* thin.c: crowds that overlap. In: the pairs that a collider has found; out: if its core overlaps
 * those of more than CROWD others, the nearest CROWD of its pairs with what moves. What overlaps so
 * many others has come there by no motion, and parts all the same. Pairs with what stands, and with
 * sensors, stay. Invariant: bodies on one spot have CROWD pairs each, at most. */
#include <assert.h>

#include "core/trig.h"
#include "pairs/find.h"

/* Part of half the thickness: what touches lightly in a heap has no core in another's. */
static const double CORE = 0.75;

static bool moves(const body_store *s, uint32_t slot) {
    const collider_link *link = &s->links[slot];
    return !(link->flags & COLLIDER_SENSOR) && s->motions[link->body].kind == EVO_DYNAMIC;
}

/* Radius of the core of a collider: a disk about its centre, well within it; 0: it has none. */
static double core_of(const body_store *s, uint32_t slot) {
    const form_kind kind = (form_kind)s->links[slot].kind;
    if (kind == FORM_OTHER || kind == FORM_LINE) return 0;
    return 0.5 * CORE * (double)collider_thickness(s, slot);
}

/* Returns whether two slices of rings overlap about one centre, as arcs that sweep more than a turn
 * together do. */
static bool rings_overlap(const body_store *s, uint32_t a, uint32_t b, double square) {
    const evo_shape *first = collider_at(s, a)->shape;
    const evo_shape *second = collider_at(s, b)->shape;
    if (first->kind != EVO_RING || second->kind != EVO_RING) return false;
    const double outer = least_of(first->of.ring.outer, second->of.ring.outer);
    const double inner = most_of(first->of.ring.inner, second->of.ring.inner);
    const double most = CORE * most_of(outer - inner, 0);
    return first->of.ring.half_sweep + second->of.ring.half_sweep > PI && square < most * most;
}

/* Square of the distance of two as the step begins; INFINITY: one of them does not move. */
static double square_between(const body_store *s, double seconds, uint32_t a, uint32_t b) {
    const collider_sweep *at_a = &s->sweeps[a], *at_b = &s->sweeps[b];
    if (!moves(s, a) || !moves(s, b)) return INFINITY;
    const evo_vec2 speed = vec((double)(at_b->velocity_x - at_a->velocity_x),
                               (double)(at_b->velocity_y - at_a->velocity_y));
    const evo_vec2 way = vec_sub(s->places[b], s->places[a]);
    const evo_vec2 apart = vec_along(way, -0.5 * seconds, speed);
    return vec_dot(apart, apart);
}

static bool cores_overlap(const body_store *s, uint32_t a, uint32_t b, double square) {
    const double core_a = core_of(s, a), core_b = core_of(s, b), both = core_a + core_b;
    if (core_a > 0 && core_b > 0) return square < both * both;
    return square < INFINITY && rings_overlap(s, a, b, square);
}

/* Keeps the least CROWD squares, in order. */
static void keep_nearest(double nearest[CROWD], double square) {
    int i = CROWD - 1;
    if (!(square < nearest[i])) return;
    for (; i > 0 && square < nearest[i - 1]; --i) nearest[i] = nearest[i - 1];
    nearest[i] = square;
}

void find_thin(finder *f, uint32_t from) {
    const body_store *s = f->input->bodies;
    const double seconds = f->input->seconds;
    pair_list *list = f->list;
    double nearest[CROWD];
    uint32_t kept = from, deep = 0, as_far = CROWD;
    for (int i = 0; i < CROWD; ++i) nearest[i] = INFINITY;
    for (uint32_t k = from; k < list->count; ++k) {
        const double square = square_between(s, seconds, list->a[k], list->b[k]);
        deep += cores_overlap(s, list->a[k], list->b[k], square);
        keep_nearest(nearest, square);
    }
    if (deep <= CROWD) return;
    const double farthest = nearest[CROWD - 1];
    for (int i = 0; i < CROWD; ++i) as_far -= nearest[i] < farthest;
    for (uint32_t k = from; k < list->count; ++k) {
        const double square = square_between(s, seconds, list->a[k], list->b[k]);
        if (square < INFINITY && (square > farthest || (square == farthest && as_far == 0)))
            continue;
        as_far -= square == farthest;
        find_move(list, kept++, k);
    }
    assert(as_far == 0 && "CROWD pairs with what moves are kept");
    list->count = kept;
}
