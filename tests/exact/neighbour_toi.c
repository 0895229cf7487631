/* neighbour_toi.c: which neighbour is met first, and when: all lanes agree, and are right. */
#include <math.h>
#include <string.h>

#include "exact/cells.h"
#include "suites.h"
#include "support/random.h"

enum { MOST = 40, SELF = 3 };

static const uint32_t NONE_MET = 0xffffffffu;

/* Some particles, and which of them to search. */
typedef struct look {
    neighbour_view view;
    particle particles[MOST];
    uint32_t others[MOST + NEIGHBOUR_PAD];
    size_t count;
} look;

/* ---- Searches -------------------------------------------------------------------------------- */

static neighbour_hit ask(const look *l, int lanes) {
    uint32_t others[MOST + NEIGHBOUR_PAD];
    memcpy(others, l->others, sizeof others);
    particle own = l->particles[SELF];
    const neighbour_list list = {others, l->count};
    neighbour_hit seen =
        neighbour_kernels_for(lanes)->first(&l->view, l->particles, &own, SELF, list);
    if (!(seen.time < INFINITY)) seen.other = NONE_MET;
    return seen;
}

/* The answer of 1 and 8 lanes, which must be equal. */
static neighbour_hit ask_all(const look *l) {
    neighbour_hit one = ask(l, 1), eight = ask(l, 8);
    if (one.time != eight.time || one.other != eight.other)
        ck_abort_msg("%u at %.17g by one, %u at %.17g by eight", one.other, one.time, eight.other,
                     eight.time);
    return one;
}

/* ---- The answer ------------------------------------------------------------------------------ */

/* Distance, relative velocity, and sum and growth rate of the radii. */
typedef struct plain_pair {
    long double x, y, vx, vy, reach, grows;
} plain_pair;

static int32_t cells_between(int32_t from, int32_t to, int32_t around) {
    int32_t apart = to - from;
    if (around == 0) return apart;
    if (apart > around / 2) apart -= around;
    return apart < -(around / 2) ? apart + around : apart;
}

static plain_pair pair_of(const look *l, uint32_t other) {
    const neighbour_view *v = &l->view;
    const particle *a = &l->particles[SELF], *b = &l->particles[other];
    long double after = (long double)v->now - b->time, half = 0.5L * after * after;
    plain_pair p;
    p.x = (long double)cells_between(a->column, b->column, v->columns) * v->cell_size.x
          - a->position.x;
    p.y = (long double)cells_between(a->row, b->row, v->rows) * v->cell_size.y - a->position.y;
    p.x += b->position.x + after * b->velocity.x + half * v->gravity.x;
    p.y += b->position.y + after * b->velocity.y + half * v->gravity.y;
    p.vx = b->velocity.x + after * v->gravity.x - a->velocity.x;
    p.vy = b->velocity.y + after * v->gravity.y - a->velocity.y;
    p.reach = (long double)(a->radius + b->radius) * v->scale;
    p.grows = (long double)(a->radius + b->radius) * v->growth;
    return p;
}

/* The gap at a time, and how fast it closes. */
static long double gap_at(const plain_pair *p, long double t) {
    return hypotl(p->x + t * p->vx, p->y + t * p->vy) - p->reach - t * p->grows;
}

static long double closing_at(const plain_pair *p, long double t) {
    long double x = p->x + t * p->vx, y = p->y + t * p->vy;
    return p->grows - (x * p->vx + y * p->vy) / hypotl(x, y);
}

/* The first root above 0 of a t^2 + 2 b t + c. Doubtful: more digits cancel than doubles can lose.
 * */
static long double time_of(const plain_pair *p, bool *doubtful) {
    long double speed = p->vx * p->vx + p->vy * p->vy, a = speed - p->grows * p->grows;
    long double closes = p->x * p->vx + p->y * p->vy, b = closes - p->reach * p->grows;
    long double apart = p->x * p->x + p->y * p->y, c = apart - p->reach * p->reach;
    long double square = b * b - a * c;
    *doubtful |= fabsl(square) < 1e-3L * b * b || fabsl(a) < 0.1L * speed
                 || fabsl(b) < 1e-2L * fabsl(closes) || fabsl(c) < 1e-3L * apart;
    if (c < 0) return b < 0 ? 0 : INFINITY;
    if (square < 0) return INFINITY;
    long double root = sqrtl(square), first = (-b - root) / a, second = (-b + root) / a;
    if (first > second) {
        long double swapped = first;
        first = second;
        second = swapped;
    }
    if (first >= 0) return first;
    return second >= 0 && a < 0 ? second : INFINITY;
}

/* Whether the answer is the first of all; false too when that is too close to call. */
static bool check_seen(const look *l, neighbour_hit seen) {
    long double first = INFINITY;
    bool doubtful = false;
    for (size_t i = 0; i < l->count; ++i) {
        if (l->others[i] == SELF) continue;
        plain_pair p = pair_of(l, l->others[i]);
        first = fminl(first, time_of(&p, &doubtful));
    }
    if (doubtful) return false;
    if (seen.other == NONE_MET) {
        ck_assert_msg(isinf(first), "the meeting at %Lg is not seen", first);
        return true;
    }
    plain_pair p = pair_of(l, seen.other);
    long double gap = fabsl(gap_at(&p, seen.time)), closing = closing_at(&p, seen.time);
    long double far = 1 + (hypotl(p.vx, p.vy) + p.grows) * seen.time;
    bool touches = seen.time == 0 || (gap < 1e-13L * far && closing > 0);
    if (!touches || fabsl(seen.time - first) * closing > 1e-13L * far)
        ck_abort_msg("%u is seen at %.17g, the first comes at %.17Lg", seen.other, seen.time,
                     first);
    return true;
}

/* ---- Random neighbours ----------------------------------------------------------------------- */

typedef enum space { INLAND, AT_BORDER, OPEN, PULLED, GROWING, SPACES } space;

static neighbour_view view_of(space kind) {
    neighbour_view view = {.now = random_between(1, 2),
                           .scale = 1,
                           .cell_size = {random_between(2, 3), random_between(2, 3)},
                           .instant = 0x1p-36};
    if (kind >= PULLED) view.gravity = vec(random_between(-5, 5), random_between(-5, 5));
    if (kind == GROWING) view.scale = random_between(0.3, 1);
    if (kind == GROWING) view.growth = random_between(0, 2);
    if (kind != OPEN) {
        view.columns = kind == INLAND ? 9 : 3 + (int32_t)random_between(0, 3);
        view.rows = kind == INLAND ? 7 : 3 + (int32_t)random_between(0, 3);
    }
    view.plain = view.nearby = kind <= OPEN;
    return view;
}

static uint16_t cell_near(uint16_t cell, int32_t around) {
    int32_t step = (int32_t)random_between(0, 3) - 1;
    if (around == 0) return (uint16_t)(cell + step);
    return (uint16_t)((cell + step + around) % around);
}

/* Over the cells around, at times of their own. */
static void scatter(look *l, space kind) {
    const neighbour_view *v = &l->view;
    uint16_t column = 4, row = 3;
    if (kind != INLAND && v->columns > 0) column = (uint16_t)random_between(0, v->columns);
    if (kind != INLAND && v->rows > 0) row = (uint16_t)random_between(0, v->rows);
    for (uint32_t i = 0; i < MOST; ++i) {
        particle p = {
            .position = {random_between(0, v->cell_size.x), random_between(0, v->cell_size.y)},
            .velocity = {random_between(-3, 3), random_between(-3, 3)},
            .time = i == SELF ? v->now : v->now - random_scale(1e-6, 0.5),
            .radius = random_between(0.05, 0.4),
            .column = i == SELF ? column : cell_near(column, v->columns),
            .row = i == SELF ? row : cell_near(row, v->rows)};
        l->particles[i] = p;
    }
    l->count = (size_t)random_between(0, MOST);
    for (size_t i = 0; i < l->count; ++i)
        l->others[i] = (uint32_t)((size_t)random_between(0, 4) + i) % MOST;
}

START_TEST(the_first_is_seen) {
    look l;
    int met = 0, missed = 0;
    memset(&l, 0, sizeof l);
    random_seed(21);
    for (int i = 0; i < 20000; ++i) {
        l.view = view_of((space)_i);
        scatter(&l, (space)_i);
        neighbour_hit seen = ask_all(&l);
        bool certain = check_seen(&l, seen);
        met += certain && seen.other != NONE_MET;
        missed += certain && seen.other == NONE_MET;
    }
    ck_assert_int_gt(met, 1500);
    ck_assert_int_gt(missed, 100);
}
END_TEST

/* ---- Ties ------------------------------------------------------------------------------------ */

/* Several come from all sides, mirrored, and so at the same time to the bit, among others that come
 * later. */
START_TEST(of_ties_the_lowest_is_seen) {
    static const evo_vec2 from[4] = {{1, 0.25}, {1, -0.25}, {-1, 0.25}, {-1, -0.25}};
    look l;
    random_seed(22);
    for (int i = 0; i < 20000; ++i) {
        memset(&l, 0, sizeof l);
        l.view = view_of(_i ? PULLED : INLAND);
        l.view.columns = l.view.rows = 9;
        uint32_t lowest = NONE_MET;
        l.count = 1 + (size_t)random_between(0, MOST - 1);
        for (size_t k = 0; k < l.count; ++k) {
            uint32_t number = (uint32_t)(k * 7 + (size_t)i) % MOST;
            bool tied = random_between(0, 1) < 0.3 && number != SELF;
            evo_vec2 delta = from[(int)random_between(0, 4)];
            particle p = {.position = vec(1 + delta.x * (tied ? 1 : 1.5), 1 + delta.y),
                          .velocity = vec(-delta.x, 0),
                          .time = l.view.now,
                          .radius = 0.25,
                          .column = 4,
                          .row = 4};
            l.particles[number] = p;
            l.others[k] = number;
            if (tied && number < lowest) lowest = number;
        }
        particle self = {{1, 1}, {0, 0}, l.view.now, 0.25, 4, 4, 0, 0, 0};
        l.particles[SELF] = self;
        neighbour_hit seen = ask_all(&l);
        if (lowest == NONE_MET) continue;
        ck_assert_msg(seen.other == lowest, "%u, not %u", seen.other, lowest);
    }
}
END_TEST

/* ---- Touching -------------------------------------------------------------------------------- */

/* Two that are `apart` from touching along a direction; the other one moves by `along` that
 * direction and `across` it. */
static neighbour_hit meet(evo_vec2 direction, double apart, double along, double across) {
    look l;
    memset(&l, 0, sizeof l);
    l.view = view_of(INLAND);
    particle self = {.position = {1, 1}, .time = l.view.now, .radius = 0.5, .column = 4, .row = 4};
    particle other = self;
    self.velocity = vec(0.3, -0.2);
    other.position = vec_along(self.position, 1 + apart, direction);
    other.velocity =
        vec_along(vec_along(self.velocity, along, direction), across, vec_left(direction));
    l.particles[SELF] = self;
    l.particles[1] = other;
    l.others[0] = 1;
    l.count = 1;
    return ask_all(&l);
}

START_TEST(touching_and_separating_is_not_met) {
    random_seed(23);
    for (int i = 0; i < 20000; ++i) {
        evo_vec2 direction = evo_direction(random_between(-3, 3));
        double apart = i % 3 == 0 ? 0 : random_between(-1e-14, 1e-14);
        neighbour_hit leaves =
            meet(direction, apart, random_scale(1e-9, 10), random_between(-10, 10));
        ck_assert(leaves.other == NONE_MET);
    }
}
END_TEST

START_TEST(touching_and_approaching_is_met_at_once) {
    random_seed(24);
    for (int i = 0; i < 20000; ++i) {
        evo_vec2 direction = evo_direction(random_between(-3, 3));
        double overlap = i % 3 == 0 ? 1e-15 : random_between(1e-15, 1e-3);
        double along = -random_scale(1e-6, 10), across = random_between(-1, 1);
        neighbour_hit comes = meet(direction, -overlap, along, across);
        ck_assert(comes.other == 1 && comes.time == 0);
        /* From a tiny gap, head-on and soon. */
        comes = meet(direction, 1e-14, along, 0);
        ck_assert(comes.other == 1 && comes.time < 1.1e-14 / -along);
    }
}
END_TEST

/* Rounding makes their approach a little more or less than 0. */
START_TEST(touching_and_sliding_is_not_met) {
    random_seed(25);
    int met = 0;
    for (int i = 0; i < 100000; ++i) {
        evo_vec2 direction = evo_direction(random_between(-3, 3));
        double apart = i % 3 == 0 ? 0 : random_between(-2e-16, 2e-16);
        met += meet(direction, apart, 0, random_scale(0.05, 1e3)).other != NONE_MET;
    }
    ck_assert_int_eq(met, 0);
}
END_TEST

/* The overlap is rounding, and nothing grows: particles that move together never meet. */
START_TEST(touching_at_rest_is_not_met) {
    const evo_vec2 right = {1, 0};
    ck_assert(meet(right, 0, 0, 0).other == NONE_MET);
    ck_assert(meet(right, -1e-15, 0, 0).other == NONE_MET);
    ck_assert(meet(right, 1e-15, 0, 0).other == NONE_MET);
}
END_TEST

Suite *suite_neighbour_toi(void) {
    Suite *suite = suite_create("neighbour_toi");
    TCase *first = tcase_create("first"), *touching = tcase_create("touching");
    tcase_add_loop_test(first, the_first_is_seen, 0, SPACES);
    tcase_add_loop_test(first, of_ties_the_lowest_is_seen, 0, 2);
    suite_add_tcase(suite, first);
    tcase_add_test(touching, touching_and_separating_is_not_met);
    tcase_add_test(touching, touching_and_approaching_is_met_at_once);
    tcase_add_test(touching, touching_and_sliding_is_not_met);
    tcase_add_test(touching, touching_at_rest_is_not_met);
    suite_add_tcase(suite, touching);
    return suite;
}
