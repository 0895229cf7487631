/* predict.c: open contacts, one by one, as they will be where their two meet in the step: those
 * that lanes leave (contact/predict_lanes.h). */
#include "contact/bodies.h"
#include "contact/contacts.h"
#include "contact/seams.h"
#include "core/bits.h"
#include "narrow/pair.h"
#include "substep/substep.h"

/* Two as they move when the step begins, from some time in it on, about the first one's centre.
 * Only what is not convex is pulled: without meeting it has no contact, and would fall. */
typedef struct prediction {
    uint32_t indices[2];
    evo_shape shapes[2]; /* about their bodies' centres */
    moving_shape fliers[2];
    double since;
} prediction;

static evo_flight flight_since(const substep *r, uint32_t index, double since) {
    const body_state *state = &r->g->bodies.states[index];
    evo_flight f = {state->position, {0, 0}, state->angle, 0};
    if (index >= r->g->bodies.movers) return f;
    f.velocity = state->velocity;
    f.spin = state->spin;
    f.position = vec_along(f.position, since, f.velocity);
    f.angle += since * f.spin;
    return f;
}

static void predict_at(const substep *r, uint32_t place, prediction *a) {
    a->since = 0;
    for (int i = 0; i < 2; ++i) {
        a->indices[i] = place_body(r, place, i);
        a->since = most_of(a->since, substep_begun(r, a->indices[i]));
    }
    for (int i = 0; i < 2; ++i) {
        evo_vec2 center = body_center(r->g, graph_body_at(r->g, a->indices[i]));
        a->shapes[i] = *place_shape(r, place, i);
        a->shapes[i].center = vec_sub(a->shapes[i].center, center);
        moving_shape flier = {&a->shapes[i], flight_since(r, a->indices[i], a->since), {0, 0}};
        if (!place_is_convex(r, place)) flier.accel = substep_pull(r, a->indices[i]);
        a->fliers[i] = flier;
    }
    evo_flight *first = &a->fliers[0].flight, *second = &a->fliers[1].flight;
    second->position = vec_sub(second->position, first->position);
    first->position = vec(0, 0);
}

static void sides_after(const prediction *a, double time, contact_side sides[2]) {
    for (int i = 0; i < 2; ++i) {
        const evo_flight *f = &a->fliers[i].flight;
        evo_vec2 mean = vec_along(f->velocity, 0.5 * time, a->fliers[i].accel);
        sides[i].body = vec_along(f->position, time, mean);
        sides[i].at =
            placed_at(&a->shapes[i], sides[i].body, evo_direction(f->angle + time * f->spin));
    }
}

static double gap_after(const prediction *a, double time) {
    contact_side sides[2];
    sides_after(a, time, sides);
    return pair_measure(&sides[0].at, &sides[1].at).gap;
}

enum { NEAREST_ROUNDS = 24 };

/* When two that do not meet are nearest: of convex shapes that only move the gap has one least
 * value, and turning moves that by little. */
static double nearest_time(const prediction *a, double seconds) {
    const double part = 0.6180339887498949; /* golden: one gap a round is known already */
    double from = 0, until = seconds, low = (1 - part) * seconds, high = part * seconds;
    double gap_low = gap_after(a, low), gap_high = gap_after(a, high);
    for (int round = 0; round < NEAREST_ROUNDS; ++round) {
        if (gap_low < gap_high) {
            until = high;
            high = low;
            gap_high = gap_low;
            low = until - part * (until - from);
            gap_low = gap_after(a, low);
        } else {
            from = low;
            low = high;
            gap_low = gap_high;
            high = from + part * (until - from);
            gap_high = gap_after(a, high);
        }
    }
    return 0.5 * (from + until);
}

/* The contacts of the two after so long. */
static contact_points find_after(const prediction *a, double time, double margin) {
    contact_side sides[2];
    sides_after(a, time, sides);
    return contact_find(&sides[0], &sides[1], margin);
}

/* The gap where the lane was measured, so that it comes to what it is after so long; as
 * predict_gap. */
static double gap_measured(const substep *r, const prediction *a, double time,
                           const contact_point *point) {
    evo_vec2 normal = vec((double)point->normal.x, (double)point->normal.y);
    const vec2s *arms[] = {&point->arm_a, &point->arm_b};
    double gap = (double)point->separation, parting = 0, led = 0;
    for (int i = 0; i < 2; ++i) {
        const evo_flight *f = &a->fliers[i].flight;
        if (a->indices[i] >= r->g->bodies.movers) continue;
        double lead = (double)r->g->bodies.sims[a->indices[i]].lead;
        double turn = (double)glms_vec2_cross(*arms[i], point->normal);
        double pace = vec_dot(f->velocity, normal) + f->spin * turn;
        parting += i == 0 ? -pace : pace;
        led += lead * (i == 0 ? -pace : pace);
    }
    return most_of(gap - (a->since + time) * parting, least_of(gap, 0)) + led;
}

/* No line parts shapes that are not convex: where they do not meet they have no contact. */
static contact_points find_where_they_meet(const substep *r, uint32_t place, const prediction *a,
                                           double seconds, double *time) {
    bool convex = place_is_convex(r, place);
    contact_points none = {.count = 0};
    *time = toi_enter(&a->fliers[0], &a->fliers[1], seconds - a->since);
    if (!(*time < INFINITY) && !convex) return none;
    if (!(*time < INFINITY)) *time = nearest_time(a, seconds - a->since);
    return find_after(a, *time, convex ? INFINITY : place_thickness(r, place));
}

/* At a seam it is another contact (contact/seams.h), which looks at segments where they are now. */
static void mend_seam(const substep *r, uint32_t place, const prediction *a, double time,
                      contact_points *found) {
    contact_side sides[2];
    if (a->shapes[1].kind != EVO_SEGMENT || found->count == 0) return;
    const vec2s *n = &found->point[0].normal;
    double turned = (a->since + time) * a->fliers[1].flight.spin;
    evo_vec2 normal = vec_turn_back(vec((double)n->x, (double)n->y), evo_direction(turned));
    seam_kind kind = seam_towards(r->g, place_contact(r, place), normal);
    if (kind == SEAM_NONE) return;
    sides_after(a, time, sides);
    *found = seam_points(kind, sides);
}

static void predict_pair(substep *r, uint32_t place, double seconds) {
    prediction a;
    double time;
    predict_at(r, place, &a);
    contact_points found = find_where_they_meet(r, place, &a, seconds, &time);
    mend_seam(r, place, &a, time, &found);
    for (int i = 0; i < found.count; ++i)
        found.point[i].separation = (float)gap_measured(r, &a, time, &found.point[i]);
    contact_write(r->g, place_contact(r, place), &found);
}

void substep_predict(substep *r, double seconds, const measure_choice *choice) {
    const batch_pool *p = &r->g->batches;
    for (size_t i = 0; i < p->count; ++i) {
        unsigned lanes = choice->passing[i] & choice->close[i] & ~(unsigned)p->pairs[i].second;
        for (; lanes; lanes &= lanes - 1) {
            unsigned lane = bits_lowest(lanes);
            if (p->batches[i].gap[lane] < FAR_APART)
                predict_pair(r, 2 * p->pairs[i].contact[lane], seconds);
        }
    }
    contacts_forget_turned(r->g);
}
