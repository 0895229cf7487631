/* trace.c: the rounds that evo_overlap_traced and evo_measure_traced tell, at random pairs. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "evolute/trace.h"
#include "suites.h"
#include "support/random.h"

enum { ROUNDS = 4096, PAIRS = 3000 };

typedef struct record {
    evo_test_round tests[ROUNDS];
    evo_fit fits[ROUNDS];
    int test_count, fit_count;
} record;

static void keep_test(void *context, const evo_test_round *round) {
    record *r = context;
    ck_assert_int_lt(r->test_count, ROUNDS);
    r->tests[r->test_count++] = *round;
}

static void keep_fit(void *context, const evo_fit *fit) {
    record *r = context;
    ck_assert_int_lt(r->fit_count, ROUNDS);
    r->fits[r->fit_count++] = *fit;
}

static record kept;
static const evo_trace trace = {&kept, keep_test, keep_fit};

typedef struct posed {
    evo_shape shape;
    evo_pose at;
} posed;

static posed random_posed(evo_shape_kind kind, double away) {
    posed p = {random_shape(kind), {random_vector(away), 0}};
    p.at.angle = random_between(-4, 4);
    return p;
}

static double distance(evo_vec2 a, evo_vec2 b) {
    return hypot(a.x - b.x, a.y - b.y);
}

static double to_rim(const posed *p, evo_vec2 point) {
    return evo_shape_nearest(&p->shape, p->at, point).distance;
}

/* An arc lies on its rim, its corner outside, and the next arc is one of its halves. */
static void check_arcs(const posed *a, const posed *b, bool overlap) {
    for (int i = 0; i < kept.test_count; ++i) {
        const evo_test_round *r = &kept.tests[i];
        const posed *of = r->of_b ? b : a;
        const double size = shape_size(&of->shape);
        ck_assert_int_eq(r->round, i + 1);
        ck_assert_int_eq(of->shape.kind, EVO_ELLIPSE);
        ck_assert_double_le(fabs(to_rim(of, r->from)), 1e-9 * size);
        ck_assert_double_le(fabs(to_rim(of, r->to)), 1e-9 * size);
        ck_assert_double_le(fabs(to_rim(of, r->middle)), 1e-8 * size);
        ck_assert_double_ge(to_rim(of, r->corner), -1e-9 * size);
        if (i + 1 == kept.test_count) {
            if (r->verdict != EVO_TEST_OPEN) ck_assert(overlap == (r->verdict == EVO_TEST_MEET));
            continue;
        }
        const evo_test_round *next = r + 1;
        const bool first = distance(next->from, r->from) == 0;
        ck_assert_int_eq(r->verdict, EVO_TEST_OPEN);
        ck_assert_double_eq(distance(first ? next->to : next->from, r->middle), 0);
        ck_assert_double_eq(distance(first ? next->from : next->to, first ? r->from : r->to), 0);
    }
}

START_TEST(tests_bisect_an_arc_and_answer_as_before) {
    int told = 0;
    random_seed(4401);
    for (int i = 0; i < PAIRS; ++i) {
        const posed a = random_posed(i % 2 ? EVO_ELLIPSE : EVO_CIRCLE, 2);
        const posed b = random_posed(EVO_ELLIPSE, 2);
        memset(&kept, 0, sizeof kept);
        const bool overlap = evo_overlap_traced(&a.shape, a.at, &b.shape, b.at, &trace);
        ck_assert(overlap == evo_overlap(&a.shape, a.at, &b.shape, b.at));
        check_arcs(&a, &b, overlap);
        told += kept.test_count;
    }
    ck_assert_int_gt(told, PAIRS / 8);
}
END_TEST

/* To the last bit, but for padding. */
static bool equal(const evo_fit *a, const evo_fit *b) {
    return memcmp(a, b, offsetof(evo_fit, rounds)) == 0 && a->rounds == b->rounds;
}

/* Both circles have their centres on the normal, at the distance that the gap says. */
static void check_circles(const evo_fit *f, double size) {
    const evo_vec2 way = {f->center_b.x - f->center_a.x, f->center_b.y - f->center_a.y};
    const double along = way.x * f->gap.normal.x + way.y * f->gap.normal.y;
    ck_assert_double_eq_tol(hypot(f->gap.normal.x, f->gap.normal.y), 1, 1e-9);
    ck_assert_double_eq_tol(along - f->radius_a - f->radius_b, f->gap.distance,
                            1e-9 * (size + fabs(f->radius_a) + fabs(f->radius_b)));
}

START_TEST(fits_end_at_the_answer) {
    int climbed = 0;
    random_seed(4402);
    for (int i = 0; i < PAIRS; ++i) {
        const evo_shape_kind kind_a = (evo_shape_kind)(EVO_CIRCLE + i % 6);
        const posed a = random_posed(kind_a, 2);
        const posed b = random_posed((evo_shape_kind)(EVO_CIRCLE + i / 6 % 6), 2);
        const evo_fit plain = evo_measure_fit(&a.shape, a.at, &b.shape, b.at);
        memset(&kept, 0, sizeof kept);
        const evo_fit fit = evo_measure_traced(&a.shape, a.at, &b.shape, b.at, &trace);
        ck_assert(equal(&fit, &plain));
        ck_assert_int_ge(kept.fit_count, 1);
        ck_assert(equal(&kept.fits[kept.fit_count - 1], &plain));
        for (int k = 0; k + 1 < kept.fit_count; ++k)
            check_circles(&kept.fits[k], shape_size(&a.shape) + shape_size(&b.shape));
        climbed += kept.fit_count - 1;
    }
    ck_assert_int_gt(climbed, PAIRS / 4);
}
END_TEST

/* The last round of the only climb has the answer's circles, and its number. */
START_TEST(ovals_apart_climb_once) {
    random_seed(4403);
    for (int i = 0; i < PAIRS; ++i) {
        const posed a = random_posed(i % 2 ? EVO_ELLIPSE : EVO_CIRCLE, 9);
        const posed b = random_posed(EVO_ELLIPSE, 9);
        memset(&kept, 0, sizeof kept);
        const evo_fit fit = evo_measure_traced(&a.shape, a.at, &b.shape, b.at, &trace);
        if (!(fit.gap.distance > 0)) continue;
        ck_assert_int_eq(kept.fit_count, fit.rounds + 1);
        for (int k = 0; k < fit.rounds; ++k) ck_assert_int_eq(kept.fits[k].rounds, k + 1);
        const evo_fit *last = &kept.fits[fit.rounds - 1];
        ck_assert_double_eq_tol(last->gap.distance, fit.gap.distance,
                                1e-6 * (1 + fit.gap.distance));
    }
}
END_TEST

START_TEST(nothing_is_told_of_what_is_invalid) {
    const evo_shape none = {.kind = EVO_NO_SHAPE}, egg = evo_ellipse(2, 1);
    const evo_pose at = {{0, 0}, 0}, nowhere = {{NAN, 0}, 0};
    const evo_trace deaf = {NULL, NULL, NULL};
    memset(&kept, 0, sizeof kept);
    ck_assert(!evo_overlap_traced(&none, at, &egg, at, &trace));
    ck_assert(isinf(evo_measure_traced(&egg, nowhere, &egg, at, &trace).gap.distance));
    ck_assert_int_eq(kept.test_count + kept.fit_count, 0);
    ck_assert(evo_overlap_traced(&egg, at, &egg, at, NULL));
    ck_assert_double_lt(evo_measure_traced(&egg, at, &egg, at, &deaf).gap.distance, 0);
}
END_TEST

Suite *suite_trace(void) {
    Suite *suite = suite_create("trace");
    TCase *trace_case = tcase_create("trace");
    tcase_add_test(trace_case, tests_bisect_an_arc_and_answer_as_before);
    tcase_add_test(trace_case, fits_end_at_the_answer);
    tcase_add_test(trace_case, ovals_apart_climb_once);
    tcase_add_test(trace_case, nothing_is_told_of_what_is_invalid);
    suite_add_tcase(suite, trace_case);
    return suite;
}
