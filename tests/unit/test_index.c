/* test_index.c: pairs of the index against all pairs: random programs of bodies of all sizes that
 * come, go, move and change. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "step/place.h"
#include "suites.h"
#include "support/random.h"
#include "support/stepping.h"

enum { MOST = 48, PROGRAMS = 400, PROGRAMS_DEEP = 100000, CALLS = 40 };

/* Fraction of the reach: a pair so near the border of meeting may be found or not. */
static const double BORDER = 1e-4;

static evo_shape any_shape(double size) {
    const evo_vec2 end = {size * random_between(-1, 1), size * random_between(-1, 1)};
    switch ((int)random_between(0, 4)) {
    case 0:
        return evo_circle(size);
    case 1:
        return evo_ellipse(size, size * random_between(0.1, 1));
    case 2:
        return evo_ring(size, 0.5 * size, 0, random_between(1, 6));
    default:
        return evo_segment((evo_vec2){-end.x, -end.y}, (evo_vec2){end.x + 0.1 * size, end.y});
    }
}

/* Returns a random body, in one crowd, or strewn over decades. */
static evo_body_config any_body(double spread) {
    evo_body_config config = evo_body_config_default();
    config.shape = any_shape(pow(10, random_between(-3, random_between(0, 1) < 0.2 ? 3 : 0.5)));
    config.kind = random_between(0, 1) < 0.4 ? EVO_STATIC : EVO_DYNAMIC;
    config.position.x = spread * random_between(-1, 1);
    config.position.y = spread * random_between(-1, 1);
    config.angle = random_between(-3, 3);
    config.velocity.x = random_between(-20, 20);
    return config;
}

typedef struct program {
    stepping s;
    uint32_t ids[MOST];
    int count;
    double spread;
} program;

static void sort(step_world *w, step_places *places) {
    body_store *s = &w->bodies;
    ck_assert(place_awake(places, s, 1.0 / 60, 0.001, 8, &w->arena));
    const index_input input = {s->collider_awake, (uint32_t)s->collider_list.count, s->places,
                               places->radii, s->links};
    ck_assert(index_sort(&w->index, &input, &w->arena));
}

/* Creates, destroys, moves, or sorts in between. */
static void call(program *p) {
    step_world *w = &p->s.world;
    const int which = p->count > 0 ? (int)random_between(0, p->count) : 0;
    const double what = random_between(0, 1);
    const evo_body_config config = any_body(p->spread);
    if (p->count == 0 || (what < 0.6 && p->count < MOST)) {
        p->ids[p->count++] = step_add_body(w, &config);
    } else if (what < 0.7) {
        step_remove_body(w, p->ids[which]);
        p->ids[which] = p->ids[--p->count];
    } else if (what < 0.9) {
        const evo_pose pose = {config.position, config.angle};
        ck_assert(step_move_body(w, p->ids[which], pose));
    } else {
        step_places places;
        sort(w, &places);
        arena_reset(&w->arena);
    }
}

/* Signed distance of bounds over their reach: above 0 they meet, below they are apart. */
static double overlap(const body_store *s, const float *radii, uint32_t a, uint32_t b) {
    const double r = (double)radii[a];
    const evo_vec2 from = s->places[a], to = s->places[b];
    if (b < s->collider_awake) {
        const double sum = r + (double)radii[b];
        return (sum - hypot(to.x - from.x, to.y - from.y)) / sum;
    }
    const evo_bounds box = collider_bounds(s, s->links[b].id);
    const double reach = (double)s->forms[b].reach, size = r + reach;
    double least = fmin(fmin(box.max.x - (from.x - r), from.x + r - box.min.x),
                        fmin(box.max.y - (from.y - r), from.y + r - box.min.y));
    if (s->links[b].kind != FORM_LINE)
        least = fmin(least, size - hypot(to.x - from.x, to.y - from.y));
    return least / size;
}

static bool is_listed(const pair_list *list, uint32_t a, uint32_t b) {
    for (uint32_t k = 0; k < list->count; ++k)
        if ((list->a[k] == a && list->b[k] == b) || (list->a[k] == b && list->b[k] == a))
            return true;
    return false;
}

static void check_pairs(program *p) {
    step_world *w = &p->s.world;
    body_store *s = &w->bodies;
    step_places places;
    pair_list list;
    sort(w, &places);
    const pair_input find = {s, &w->index, places.radii, places.some_fixed, STEPPING_LANES};
    ck_assert_int_eq(pairs_find(&w->pairs, &list, &find, &w->arena), PAIRS_FOUND);
    for (uint32_t a = 0; a < s->collider_awake; ++a)
        for (uint32_t b = a + 1; b < s->collider_count; ++b) {
            const double by = overlap(s, places.radii, a, b);
            if (fabs(by) < BORDER) continue;
            ck_assert_msg(is_listed(&list, a, b) == (by > 0),
                          "reaches %g and %g, apart by %g, are %s", (double)s->forms[a].reach,
                          (double)s->forms[b].reach, -by, by > 0 ? "missed" : "listed");
        }
    for (uint32_t k = 0; k < list.count; ++k)
        for (uint32_t i = k + 1; i < list.count; ++i)
            ck_assert(list.a[k] != list.a[i] || list.b[k] != list.b[i]
                      || (i == k + 1 && list.some_twice));
    arena_reset(&w->arena);
}

static void run_programs(int count) {
    for (int i = 0; i < count; ++i) {
        static program p;
        random_seed(4000 + (uint64_t)i);
        p.count = 0;
        p.spread = pow(10, random_between(0, i % 5 == 0 ? 7 : 2));
        stepping_open(&p.s, 10, STEPPING_LANES);
        for (int k = 0; k < CALLS; ++k) call(&p);
        check_pairs(&p);
        stepping_close(&p.s);
    }
}

START_TEST(pairs_are_those_whose_bounds_meet) {
    run_programs(PROGRAMS);
}
END_TEST

START_TEST(pairs_are_those_whose_bounds_meet_thoroughly) {
    run_programs(PROGRAMS_DEEP);
}
END_TEST

/* A tile's number, level and corner are functions of the place, to the border of all. */
START_TEST(levels_hold_their_bounds) {
    random_seed(5);
    for (int i = 0; i < 10000; ++i) {
        const double width = pow(10, random_between(-9, 12));
        const evo_vec2 place = {pow(10, random_between(-3, 8)), -pow(10, random_between(-3, 8))};
        const int level = index_level(place, width);
        if (level == LEVELS) {
            ck_assert_double_gt(width, level_cell(LEVELS - 1));
            continue;
        }
        const tile_key key = index_key(level, place);
        const evo_vec2 corner = tile_corner(&key);
        const double side = TILE_SIDE * level_cell(level);
        ck_assert_double_le(width, level_cell(level));
        ck_assert(place.x - corner.x >= 0 && place.x - corner.x < side);
        ck_assert(place.y - corner.y >= 0 && place.y - corner.y < side);
    }
}
END_TEST

Suite *suite_index(void) {
    Suite *suite = suite_create("index");
    TCase *pairs = tcase_create("pairs"), *deep = tcase_create("deep");
    tcase_add_test(pairs, pairs_are_those_whose_bounds_meet);
    tcase_add_test(pairs, levels_hold_their_bounds);
    suite_add_tcase(suite, pairs);
    tcase_add_test(deep, pairs_are_those_whose_bounds_meet_thoroughly);
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 1200);
    suite_add_tcase(suite, deep);
    return suite;
}
