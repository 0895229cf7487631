/* event_world.c: worlds of events have the impacts of a naive simulation, whatever the lanes,
 * the steps and the budget. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "evolute/snapshot.h"
#include "suites.h"
#include "support/event_run.h"
#include "support/exact.h"
#include "support/gas.h"
#include "support/random.h"
#include "support/scene.h"

/* Seconds of a run. Steps are multiples of 1/1024, whose sums are exact. */
static const double UNTIL = 16;

/* ---- Against the plain simulation ------------------------------------------------------------ */

/* So many impacts a disk are compared: by then chaos has made no more than 1e-9 of 1e-16. */
enum { EACH = 5 };

static size_t how_many(const event_run *r) {
    size_t most = EACH * (size_t)r->count;
    return r->kept < most ? r->kept : most;
}

static void check_impact(const event_run *r, size_t number, const plain_impact *wanted) {
    const evo_impact *found = &r->impacts[number];
    int a = run_number_of(r, found->a), b = run_number_of(r, found->b);
    bool right = a == wanted->a && b == wanted->b && fabsl(found->time - wanted->time) < 1e-9L
                 && fabsl(found->speed - wanted->speed) < 1e-7L
                 && fabsl(found->impulse - wanted->impulse) < 1e-7L;
    if (!right)
        ck_abort_msg("impact %zu is of %d and %d at %.15g, not of %d and %d at %.15Lg", number, a,
                     b, found->time, wanted->a, wanted->b, wanted->time);
}

START_TEST(impacts_are_those_of_the_plain_simulation) {
    static event_run r;
    const run_setting *s = &RUNS[_i];
    evo_world_config config = run_config(s);
    run_begin(&r, s, &config);
    run_step(&r, UNTIL);
    plain_gas plain = run_plain(s);
    for (size_t i = 0; i < how_many(&r); ++i) {
        plain_impact wanted = plain_gas_next(&plain);
        check_impact(&r, i, &wanted);
    }
    /* If there were fewer, there are no more. */
    bool all = how_many(&r) < EACH * (size_t)s->count;
    ck_assert(!all || isinf(plain_gas_next(&plain).time));
    ck_assert_uint_gt(r.kept, s->boundary == EVO_OPEN ? 20 : EACH * (size_t)s->count);
    evo_world_destroy(r.world);
}
END_TEST

/* ---- Lanes and steps ------------------------------------------------------------------------- */

/* What holds for one holds for the other. */
START_TEST(lanes_agree) {
    static event_run one, eight;
    const run_setting *s = &RUNS[_i];
    evo_world_config config = run_config(s);
    run_begin(&one, s, &config);
    run_begin(&eight, s, &config);
    ck_assert_int_eq(evo_world_set_lanes(one.world, 1), EVO_OK);
    ck_assert_int_eq(evo_world_set_lanes(eight.world, 8), EVO_OK);
    run_step(&one, UNTIL);
    run_step(&eight, UNTIL);
    run_check_same(&one, &eight);
    ck_assert_uint_eq(evo_world_hash(one.world), evo_world_hash(eight.world));
    evo_world_destroy(one.world);
    evo_world_destroy(eight.world);
}
END_TEST

static double even_step(double now) {
    (void)now;
    return 1.0 / 128;
}

/* Of many sizes, and sometimes 0. */
static double odd_step(double now) {
    double step = floor(random_scale(1, 4096)) / 1024 - 1.0 / 1024;
    return fmin(step, UNTIL - now);
}

START_TEST(small_steps_are_a_large_one) {
    static double (*const steps[])(double) = {even_step, odd_step};
    static event_run whole, parts;
    const run_setting *s = &RUNS[_i / 2];
    evo_world_config config = run_config(s);
    run_begin(&whole, s, &config);
    run_begin(&parts, s, &config);
    run_step(&whole, UNTIL);
    while (evo_world_time(parts.world) < UNTIL)
        run_step(&parts, steps[_i % 2](evo_world_time(parts.world)));
    run_check_same(&whole, &parts);
    ck_assert_double_eq(evo_world_time(parts.world), UNTIL);
    ck_assert_uint_eq(evo_world_hash(whole.world), evo_world_hash(parts.world));
    evo_world_destroy(whole.world);
    evo_world_destroy(parts.world);
}
END_TEST

/* ---- Asking ---------------------------------------------------------------------------------- */

static unsigned char *bytes_of(const evo_world *world, size_t *size) {
    *size = evo_world_save(world, NULL, 0);
    unsigned char *bytes = malloc(*size);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(evo_world_save(world, bytes, *size), *size);
    return bytes;
}

/* A question goes ahead through cells and periods of the clock, and leaves no trace. */
START_TEST(asking_changes_no_byte) {
    static event_run r;
    const run_setting *s = &RUNS[_i];
    evo_world_config config = run_config(s);
    const evo_exact_config exact = {.event_budget = 3};
    config.exact = &exact;
    run_begin(&r, s, &config);
    for (int i = 0; i < 40; ++i) {
        size_t before, after;
        (void)evo_world_step(r.world, random_scale(1e-3, 3));
        unsigned char *one = bytes_of(r.world, &before);
        ck_assert(evo_world_next_event(r.world) >= evo_world_time(r.world));
        unsigned char *two = bytes_of(r.world, &after);
        ck_assert_uint_eq(before, after);
        ck_assert(memcmp(one, two, before) == 0);
        free(one);
        free(two);
    }
    evo_world_destroy(r.world);
}
END_TEST

/* ---- From event to event --------------------------------------------------------------------- */

/* @next-event */
START_TEST(events_come_one_by_one) {
    static event_run whole, parts;
    const run_setting *s = &RUNS[_i];
    evo_world_config config = run_config(s);
    run_begin(&whole, s, &config);
    run_begin(&parts, s, &config);
    run_step(&whole, UNTIL);
    for (size_t i = 0; i < whole.kept; ++i) {
        double next = evo_world_next_event(parts.world);
        if (next != whole.impacts[i].time || evo_world_next_event(parts.world) != next)
            ck_abort_msg("event %zu is foretold at %.17g, not at %.17g", i, next,
                         whole.impacts[i].time);
        run_step(&parts, next - evo_world_time(parts.world));
        if (parts.kept != i + 1 || evo_world_time(parts.world) != next)
            ck_abort_msg("at %.17g, not at %.17g, there are %zu impacts, not %zu",
                         evo_world_time(parts.world), next, parts.kept, i + 1);
    }
    run_check_same(&whole, &parts);
    double next = evo_world_next_event(parts.world);
    ck_assert_double_gt(next, UNTIL);
    ck_assert(s->boundary != EVO_OPEN || s->pull != 0 || isinf(next));
    evo_world_destroy(whole.world);
    evo_world_destroy(parts.world);
}
END_TEST

static const evo_vec2 RIGHT = {1, 0}, STILL = {0, 0};

/* Two pairs far from each other meet at the same time; then, again at the same time to the bit,
 * they meet the next ones. */
static void add_pairs(evo_world *world, evo_body *bodies) {
    static const evo_vec2 places[] = {{0, 0}, {0, 10}, {3, 10}, {3, 0}, {6, 0}, {6, 10}};
    for (int i = 0; i < 6; ++i) bodies[i] = gas_throw(world, 0.5, places[i], i < 2 ? RIGHT : STILL);
}

START_TEST(what_comes_at_once_is_one_step) {
    evo_body bodies[6];
    evo_world_config config = gas_config(EVO_OPEN, 0, 0);
    evo_world *world = gas_world(&config);
    add_pairs(world, bodies);
    for (uint64_t round = 1; round <= 2; ++round) {
        size_t count;
        ck_assert_double_eq(gas_step_to_next(world), 2.0 * (double)round);
        evo_world_impacts(world, &count);
        ck_assert_uint_eq(count, 2);
        ck_assert_uint_eq(evo_world_counters(world).impacts, 2 * round);
    }
    ck_assert(isinf(evo_world_next_event(world)));
    evo_world_destroy(world);
}
END_TEST

/* As the header says: by time, then by handle. @impact-order */
START_TEST(impacts_at_once_are_in_the_order_of_handles) {
    evo_body bodies[6];
    evo_world_config config = gas_config(EVO_OPEN, 0, 0);
    evo_world *world = gas_world(&config);
    add_pairs(world, bodies);
    gas_step(world, 10);
    size_t count;
    const evo_impact *impacts = evo_world_impacts(world, &count);
    ck_assert_uint_eq(count, 4);
    for (size_t i = 1; i < count; ++i)
        ck_assert(impacts[i].time > impacts[i - 1].time
                  || impacts[i].a.index > impacts[i - 1].a.index);
    evo_world_destroy(world);
}
END_TEST

/* ---- Budgets and filters --------------------------------------------------------------------- */

/* @spent-budget */
START_TEST(budgets_end_steps) {
    static event_run whole, parts;
    const run_setting *s = &RUNS[_i];
    evo_world_config config = run_config(s);
    run_begin(&whole, s, &config);
    run_step(&whole, UNTIL);
    const evo_exact_config exact = {.event_budget = 7};
    config.exact = &exact;
    run_begin(&parts, s, &config);
    for (size_t limits = 0;; ++limits) {
        evo_result result = evo_world_step(parts.world, UNTIL - evo_world_time(parts.world));
        run_note(&parts);
        if (result == EVO_OK) {
            ck_assert_uint_le(limits, whole.kept / 7);
            break;
        }
        ck_assert_int_eq(result, EVO_ERROR_LIMIT);
        ck_assert_uint_eq(parts.kept, 7 * (limits + 1));
        ck_assert(evo_world_time(parts.world) == parts.impacts[parts.kept - 1].time);
    }
    run_check_same(&whole, &parts);
    ck_assert_double_eq_tol(evo_world_time(parts.world), UNTIL, 1e-14);
    evo_world_destroy(whole.world);
    evo_world_destroy(parts.world);
}
END_TEST

/* The world is as if the step had been asked to end where the budget ended it. @spent-budget */
START_TEST(a_spent_budget_leaves_a_whole_world) {
    static event_run limited, stepped;
    const run_setting *s = &RUNS[_i];
    evo_world_config config = run_config(s);
    run_begin(&stepped, s, &config);
    const evo_exact_config exact = {.event_budget = 11};
    config.exact = &exact;
    run_begin(&limited, s, &config);
    for (int i = 0; i < 2; ++i) {
        ck_assert_int_eq(evo_world_step(limited.world, 1000), EVO_ERROR_LIMIT);
        for (int k = 0; k < 11; ++k) gas_step_to_next(stepped.world);
        ck_assert(evo_world_time(limited.world) == evo_world_time(stepped.world));
        ck_assert_uint_eq(evo_world_hash(limited.world), evo_world_hash(stepped.world));
    }
    evo_world_destroy(limited.world);
    evo_world_destroy(stepped.world);
}
END_TEST

/* Just enough. */
START_TEST(a_budget_that_suffices_is_no_limit) {
    evo_world_config config = gas_config(EVO_OPEN, 0, 0);
    const evo_exact_config exact = {.event_budget = 1};
    config.exact = &exact;
    evo_world *world = gas_world(&config);
    const evo_vec2 far = {3, 0};
    gas_throw(world, 0.5, STILL, RIGHT);
    gas_throw(world, 0.5, far, STILL);
    ck_assert_int_eq(evo_world_step(world, 10), EVO_OK);
    ck_assert_double_eq(evo_world_time(world), 10);
    ck_assert_uint_eq(evo_world_counters(world).impacts, 1);
    evo_world_destroy(world);
}
END_TEST

/* Borders are crossed at the cost of the budget, too, however far a step goes. */
START_TEST(a_budget_bounds_what_meets_nothing) {
    for (uint64_t seed = 0; seed < 30; ++seed) {
        evo_world_config config = evo_world_config_default();
        test_memory memory = {0};
        random_seed(seed);
        const evo_exact_config exact = {.event_budget = (uint64_t)random_between(1, 50)};
        config.exact = &exact;
        config.boundary = seed % 2 ? EVO_PERIODIC : EVO_OPEN;
        config.bounds = (evo_bounds){{-20, -20}, {20, 20}};
        config.allocator = test_memory_allocator(&memory);
        evo_world *world = evo_world_create(&config);
        for (int i = 0; i < 3; ++i) {
            evo_body_config c = evo_body_config_default();
            c.shape = i % 2 ? evo_ellipse(1, 0.5) : evo_box(1, 0.5);
            c.position = (evo_vec2){8 * (i - 1), random_between(-2, 2)};
            c.velocity = random_vector(random_scale(1, 1e9));
            c.spin = random_between(-4, 4);
            ck_assert(evo_body_exists(world, evo_body_create(world, &c)));
        }
        const uint64_t most = 65 * exact.event_budget + 65536;
        for (int i = 0; i < 2; ++i) {
            const uint64_t before = evo_world_counters(world).events;
            const evo_result result = evo_world_step(world, random_scale(1, 1e8));
            ck_assert(result == EVO_OK || result == EVO_ERROR_LIMIT);
            ck_assert_uint_le(evo_world_counters(world).events - before, most);
            ck_assert_uint_le(memory.bytes, 1000000);
        }
        evo_world_destroy(world);
    }
}
END_TEST

/* @impact-limit */
START_TEST(as_many_impacts_are_kept_as_wanted) {
    static event_run whole, some;
    const run_setting *s = &RUNS[0];
    evo_world_config config = run_config(s);
    run_begin(&whole, s, &config);
    run_step(&whole, UNTIL);
    config.impact_limit = 50;
    run_begin(&some, s, &config);
    run_step(&some, UNTIL);
    ck_assert_uint_eq(some.kept, 50);
    for (size_t i = 0; i < 50; ++i) ck_assert(run_same_impact(&whole.impacts[i], &some.impacts[i]));
    ck_assert_uint_eq(evo_world_counters(some.world).impacts, whole.kept);
    ck_assert_uint_eq(evo_world_hash(some.world), evo_world_hash(whole.world));
    evo_world_destroy(whole.world);
    evo_world_destroy(some.world);
}
END_TEST

START_TEST(fast_impacts_are_kept) {
    static event_run whole, some;
    const run_setting *s = &RUNS[0];
    evo_world_config config = run_config(s);
    run_begin(&whole, s, &config);
    run_step(&whole, UNTIL);
    config.impact_speed = _i ? INFINITY : 1;
    run_begin(&some, s, &config);
    run_step(&some, UNTIL);
    size_t fast = 0;
    for (size_t i = 0; i < whole.kept; ++i) {
        if (!(whole.impacts[i].speed >= config.impact_speed)) continue;
        ck_assert(fast < some.kept && run_same_impact(&whole.impacts[i], &some.impacts[fast]));
        ++fast;
    }
    ck_assert_uint_eq(some.kept, fast);
    ck_assert(_i ? fast == 0 : fast > 50 && fast < whole.kept - 50);
    ck_assert_uint_eq(evo_world_counters(some.world).impacts, whole.kept);
    evo_world_destroy(whole.world);
    evo_world_destroy(some.world);
}
END_TEST

/* ---- Changes between events ------------------------------------------------------------------ */

/* What evo_world_sums must be after these impacts. */
static evo_sums sums_of(const event_run *r, const run_setting *s) {
    evo_sums sums = {0};
    plain_gas plain = run_plain(s);
    for (size_t i = 0; i < r->kept; ++i) {
        const evo_impact *impact = &r->impacts[i];
        int a = run_number_of(r, impact->a), b = run_number_of(r, impact->b);
        sums.pair_impacts += b >= 0;
        sums.wall_impacts += b < 0;
        if (b < 0)
            sums.wall_impulse += impact->impulse;
        else
            sums.virial +=
                impact->impulse * (double)(plain.disks[a].radius + plain.disks[b].radius);
    }
    return sums;
}

static void check_sums(const event_run *r, const run_setting *s) {
    evo_sums sums = evo_world_sums(r->world), wanted = sums_of(r, s);
    ck_assert_uint_eq(sums.pair_impacts, wanted.pair_impacts);
    ck_assert_uint_eq(sums.wall_impacts, wanted.wall_impacts);
    ck_assert_double_eq_tol(sums.virial, wanted.virial, 1e-12 * wanted.virial);
    ck_assert_double_eq_tol(sums.wall_impulse, wanted.wall_impulse,
                            1e-12 * (1 + wanted.wall_impulse));
}

/* Setting a body's own velocity ends the event world, and the next step starts another: the run
 * goes on as it would have, and its sums go on. */
START_TEST(restarting_changes_nothing) {
    static event_run whole, parts;
    const run_setting *s = &RUNS[_i];
    evo_world_config config = run_config(s);
    run_begin(&whole, s, &config);
    run_begin(&parts, s, &config);
    run_step(&whole, UNTIL);
    for (int i = 0; i < 32; ++i) {
        evo_body body = parts.bodies[i % s->count];
        evo_vec2 velocity = evo_body_velocity(parts.world, body);
        ck_assert_int_eq(evo_body_set_velocity(parts.world, body, velocity), EVO_OK);
        run_step(&parts, UNTIL / 32);
    }
    size_t compared = 3 * (size_t)s->count < whole.kept ? 3 * (size_t)s->count : whole.kept;
    for (size_t i = 0; i < compared; ++i) {
        const evo_impact *a = &whole.impacts[i], *b = &parts.impacts[i];
        if (!run_same_body(a->a, b->a) || !run_same_body(a->b, b->b)
            || fabs(b->time - a->time) > 1e-9)
            ck_abort_msg("impact %zu, at %.15g and at %.15g, is another", i, a->time, b->time);
    }
    check_sums(&whole, s);
    check_sums(&parts, s);
    evo_world_destroy(whole.world);
    evo_world_destroy(parts.world);
}
END_TEST

/* So many that the pair table would be another, were they bodies that fly. */
enum { STANDING = 300 };

static void add_standing(evo_world *world) {
    evo_body_config config = evo_body_config_default();
    config.kind = EVO_STATIC;
    config.shape = (evo_shape){.kind = EVO_NO_SHAPE};
    for (int i = 0; i < STANDING; ++i) ck_assert(evo_body_create(world, &config).generation != 0);
}

/* Bodies without shapes that stand have ids, but change no bit: be they there from the start, or
 * created in flight. */
START_TEST(bodies_that_stand_change_nothing) {
    static event_run alone, among;
    const run_setting *s = &RUNS[_i / 2];
    evo_world_config config = run_config(s);
    run_begin(&alone, s, &config);
    run_begin(&among, s, &config);
    if (_i % 2 == 0) add_standing(among.world);
    run_step(&alone, UNTIL / 8);
    run_step(&among, UNTIL / 8);
    if (_i % 2 == 1) add_standing(among.world);
    run_step(&alone, UNTIL / 8);
    run_step(&among, UNTIL / 8);
    ck_assert_uint_gt(alone.kept, 0);
    run_check_same(&alone, &among);
    evo_world_destroy(alone.world);
    evo_world_destroy(among.world);
}
END_TEST

/* One is removed: the others go on as in a world without it. */
START_TEST(the_destroyed_are_not_met) {
    static event_run r;
    const run_setting *s = &RUNS[_i];
    evo_world_config config = run_config(s);
    plain_gas plain = run_plain(s);
    run_begin(&r, s, &config);
    gas_step(r.world, 0);
    ck_assert_int_eq(evo_body_destroy(r.world, r.bodies[5]), EVO_OK);
    --r.count;
    --plain.count;
    for (int i = 5; i < r.count; ++i) {
        r.bodies[i] = r.bodies[i + 1];
        plain.disks[i] = plain.disks[i + 1];
    }
    run_step(&r, UNTIL);
    for (size_t i = 0; i < how_many(&r) / 2; ++i) {
        plain_impact wanted = plain_gas_next(&plain);
        check_impact(&r, i, &wanted);
    }
    ck_assert_uint_gt(r.kept, 10);
    evo_world_destroy(r.world);
}
END_TEST

/* ---- Periodic boxes of few ------------------------------------------------------------------- */

/* In a row, the first one is thrown at the last, round the box. */
START_TEST(few_meet_round_the_box) {
    const evo_vec2 left = {-1, 0};
    evo_world_config config = gas_config(EVO_PERIODIC, 32, 32);
    evo_world *world = gas_world(&config);
    evo_body bodies[12];
    for (int i = 0; i <= _i; ++i) {
        evo_vec2 place = {1 + 2 * i, 16};
        bodies[i] = gas_throw(world, 0.5, place, i == 0 ? left : STILL);
    }
    gas_step_to_next(world);
    double meets = 31 - 2 * _i;
    ck_assert_double_eq(evo_world_time(world), meets);
    ck_assert(evo_body_velocity(world, bodies[0]).x == 0);
    ck_assert(evo_body_velocity(world, bodies[_i]).x == -1);
    evo_world_destroy(world);
}
END_TEST

/* ---- Oversize disks -------------------------------------------------------------------------- */

/* Small disks at rest in the lower half of a wide box, which cells are built for. */
static evo_world *world_of_small(evo_boundary boundary) {
    evo_world_config config = gas_config(boundary, 64, 64);
    evo_world *world = gas_world(&config);
    for (int i = 0; i < 200; ++i) {
        evo_vec2 place = {2 + 3 * (i % 20), 2 + 3 * (i / 20)};
        gas_throw(world, 0.5, place, STILL);
    }
    return world;
}

static void add_peg(evo_world *world, double x, double y) {
    evo_body_config config = gas_disk(0.5, x, y);
    config.kind = EVO_STATIC;
    ck_assert(evo_body_exists(world, evo_body_create(world, &config)));
}

/* Far off, or round the box; and so does a small one. */
START_TEST(oversize_disks_meet_obstacles) {
    const evo_vec2 left = {-1, 0}, place = {12, 46}, small_place = {12, 58};
    evo_world *world = world_of_small(_i ? EVO_PERIODIC : EVO_WALLS);
    add_peg(world, 40, 46);
    add_peg(world, 40, 58);
    evo_body big = gas_throw(world, 5, place, _i ? left : RIGHT);
    evo_body small = gas_throw(world, 0.5, small_place, _i ? left : RIGHT);
    double giant_meets = _i ? 36 - 5.5 : 28 - 5.5, small_meets = _i ? 36 - 1 : 28 - 1;
    ck_assert_double_eq_tol(gas_step_to_next(world), giant_meets, 1e-12 * giant_meets);
    ck_assert_double_eq(evo_body_velocity(world, big).x, _i ? 1 : -1);
    ck_assert_double_eq_tol(gas_step_to_next(world), small_meets, 1e-12 * small_meets);
    ck_assert_double_eq(evo_body_velocity(world, small).x, _i ? 1 : -1);
    evo_world_destroy(world);
}
END_TEST

/* What is within the circle around a long shape need not touch it: struck from below, the shape
 * rises to a disk that rests above its middle. */
START_TEST(long_shapes_meet_what_is_near_their_middle) {
    const evo_vec2 below = {34, 32}, above = {34, 43}, up = {0, 1};
    evo_world *world = world_of_small(_i ? EVO_PERIODIC : EVO_WALLS);
    evo_body_config config = gas_disk(0.5, 34, 40.5);
    config.shape = evo_ellipse(6, 1);
    evo_body bar = evo_body_create(world, &config);
    ck_assert(evo_body_exists(world, bar));
    gas_throw(world, 0.5, below, up);
    evo_body rests = gas_throw(world, 0.5, above, STILL);
    ck_assert_double_eq_tol(gas_step_to_next(world), 7, 1e-9);
    double speed = 2 / (1 + evo_body_mass(world, bar).mass);
    ck_assert_double_eq_tol(evo_body_velocity(world, bar).y, speed, 1e-9);
    ck_assert_double_eq_tol(gas_step_to_next(world), 7 + 1 / speed, 1e-6);
    ck_assert_double_gt(evo_body_velocity(world, rests).y, speed);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_event_world(void) {
    Suite *suite = suite_create("event_world");
    TCase *order = tcase_create("order"), *limits = tcase_create("limits");
    tcase_add_loop_test(order, impacts_are_those_of_the_plain_simulation, 0, RUN_SETTINGS);
    tcase_add_loop_test(order, lanes_agree, 0, RUN_SETTINGS);
    tcase_add_loop_test(order, small_steps_are_a_large_one, 0, 2 * RUN_SETTINGS);
    tcase_add_loop_test(order, events_come_one_by_one, 0, RUN_SETTINGS);
    tcase_add_loop_test(order, asking_changes_no_byte, 0, RUN_SETTINGS);
    tcase_add_test(order, what_comes_at_once_is_one_step);
    tcase_add_test(order, impacts_at_once_are_in_the_order_of_handles);
    suite_add_tcase(suite, order);
    tcase_add_loop_test(limits, budgets_end_steps, 0, RUN_SETTINGS);
    tcase_add_loop_test(limits, a_spent_budget_leaves_a_whole_world, 0, RUN_SETTINGS);
    tcase_add_test(limits, a_budget_that_suffices_is_no_limit);
    tcase_add_test(limits, a_budget_bounds_what_meets_nothing);
    tcase_add_test(limits, as_many_impacts_are_kept_as_wanted);
    tcase_add_loop_test(limits, fast_impacts_are_kept, 0, 2);
    suite_add_tcase(suite, limits);
    TCase *changes = tcase_create("changes"), *few = tcase_create("few");
    tcase_add_loop_test(changes, restarting_changes_nothing, 0, RUN_SETTINGS);
    tcase_add_loop_test(changes, the_destroyed_are_not_met, 0, RUN_SETTINGS);
    tcase_add_loop_test(changes, bodies_that_stand_change_nothing, 0, 2 * RUN_SETTINGS);
    suite_add_tcase(suite, changes);
    tcase_add_loop_test(few, few_meet_round_the_box, 1, 12);
    suite_add_tcase(suite, few);
    TCase *oversize = tcase_create("oversize");
    tcase_add_loop_test(oversize, oversize_disks_meet_obstacles, 0, 2);
    tcase_add_loop_test(oversize, long_shapes_meet_what_is_near_their_middle, 0, 2);
    suite_add_tcase(suite, oversize);
    return suite;
}
