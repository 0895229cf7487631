/* workers.c: how many workers a step has: those that pay, found by time; and none where a job
 * system runs tasks inside `start`. */
#include <math.h>
#include <pthread.h>

#include "core/crew.h"
#include "evolute/evolute.h"
#include "evolute/threads.h"
#include "suites.h"
#include "support/lists.h"
#include "support/random.h"
#include "support/scene.h"

/* A crowd that is worth sharing. */
static evo_world *crowd(const evo_tasks *tasks, int count) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    config.never_sleep = true;
    if (tasks) config.tasks = *tasks;
    evo_world *world = evo_world_create(&config);
    scene_add(world, EVO_STATIC, evo_box(100, 1), 0, -1);
    for (int i = 0; i < count; ++i) {
        const evo_shape shape = i % 2 ? evo_circle(0.45) : evo_box(0.45, 0.4);
        scene_add(world, EVO_DYNAMIC, shape, i % 70 - 35, 0.5 + (double)(i / 70));
    }
    return world;
}

/* ---- Costs that are made up ----------------------------------------------------------------- */

enum { LEVELS_MADE = 4, WORKERS_MADE = 8 };

/* Costs of steps with 1, 2, 4 and 8 workers. */
typedef struct made_up {
    double costs[LEVELS_MADE];
} made_up;

static const made_up MADE[] = {{{1, 0.7, 0.5, 0.4}}, {{1, 0.7, 0.5, 0.9}}, {{1, 0.75, 2, 8}},
                               {{1, 1.2, 2, 12}},    {{1, 0.99, 1, 3}},    {{1, 0.6, 0.55, 0.54}},
                               {{1, 0.85, 0.85, 2}}};

enum { MADE_COUNT = sizeof MADE / sizeof *MADE };

static int level_of(int workers) {
    int level = 0;
    while (1 << level < workers) ++level;
    return level;
}

static double unused_clock(void *context) {
    (void)context;
    return 0;
}

/* Times that the first step with other workers costs more: their caches are cold. */
static const double COLD = 1.25;

/* The mean cost of so many steps, of which one in twenty is interrupted, as part of the least that
 * any number of workers has. */
static double mean_of(crew_choice *c, const made_up *m, int steps) {
    const evo_tasks tasks = {.workers = WORKERS_MADE, .clock = unused_clock};
    double sum = 0, all[LEVELS_MADE] = {0};
    for (int i = 0, before = 0; i < steps; ++i) {
        const double noise = random_between(0.97, 1.03);
        const double times = random_between(0, 1) < 0.05 ? 3 : noise;
        const int level = level_of(crew_choose(c, &tasks));
        const double cost = times * m->costs[level] * (level > before ? COLD : 1);
        crew_note(c, &tasks, true, cost);
        sum += cost;
        before = level;
        for (int k = 0; k < LEVELS_MADE; ++k) all[k] += times * m->costs[k];
    }
    double least = INFINITY;
    for (int k = 0; k < LEVELS_MADE; ++k) least = all[k] < least ? all[k] : least;
    return sum / least;
}

START_TEST(as_many_work_as_pay) {
    crew_choice c = {0};
    random_seed(5);
    const double first = mean_of(&c, &MADE[_i], 100), later = mean_of(&c, &MADE[_i], 5000);
    ck_assert_msg(first < 1.4 && later < 1.05, "costs %d: %g, later %g times the least", _i, first,
                  later);
}
END_TEST

START_TEST(a_machine_that_changes_is_noticed) {
    crew_choice c = {0};
    random_seed(6);
    for (int i = 0; i < 20; ++i) {
        (void)mean_of(&c, &MADE[0], 300);
        ck_assert_double_lt(mean_of(&c, &MADE[0], 300), 1.2);
        (void)mean_of(&c, &MADE[3], 50);
        ck_assert_double_lt(mean_of(&c, &MADE[3], 300), 1.4);
    }
}
END_TEST

/* A job system whose tasks nobody begins, and whose time is made up by how many were asked for. */
typedef struct pretended {
    double time;
    const made_up *costs;
    int workers, clocks;
} pretended;

static void pretend(void *context, evo_task task, void *data, int count) {
    pretended *p = context;
    p->workers = count + 1;
    (void)task, (void)data;
}

static void end_pretending(void *context) {
    (void)context;
}

/* The first of two calls comes before a step. */
static double pretended_time(void *context) {
    pretended *p = context;
    if (++p->clocks % 2 == 0) p->time += p->costs->costs[level_of(p->workers)];
    p->workers = 1;
    return p->time;
}

START_TEST(profiles_tell_how_many_worked) {
    pretended p = {.costs = &MADE[1], .workers = 1};
    const evo_tasks tasks = {WORKERS_MADE, pretend, end_pretending, &p, pretended_time};
    evo_world *world = crowd(&tasks, 2600);
    int shared = 0;
    ck_assert_int_eq(evo_world_profile(world).workers, 1);
    for (int i = 0; i < 100; ++i) {
        scene_steps(world, 1);
        shared += evo_world_profile(world).workers == 4;
    }
    ck_assert_int_gt(shared, 70);
    ck_assert_int_eq(p.clocks, 200);
    evo_world_destroy(world);
}
END_TEST

/* @small-not-shared */
START_TEST(small_worlds_read_no_clock) {
    pretended p = {.costs = &MADE[1], .workers = 1};
    const evo_tasks tasks = {WORKERS_MADE, pretend, end_pretending, &p, pretended_time};
    evo_world *world = crowd(&tasks, 600);
    scene_steps(world, 20);
    ck_assert_int_eq(p.clocks, 0);
    ck_assert_int_eq(evo_world_profile(world).workers, 1);
    evo_world_destroy(world);
}
END_TEST

START_TEST(without_a_clock_all_work) {
    evo_threads *threads = evo_threads_create(3);
    evo_tasks tasks = evo_threads_tasks(threads);
    const double then = tasks.clock(tasks.context);
    ck_assert_double_ge(tasks.clock(tasks.context), then);
    tasks.clock = NULL;
    evo_world *world = crowd(&tasks, 2600);
    for (int i = 0; i < 20; ++i) {
        scene_steps(world, 1);
        ck_assert_int_eq(evo_world_profile(world).workers, 3);
    }
    evo_world_destroy(world);
    evo_threads_destroy(threads);
}
END_TEST

/* ---- Job systems that run tasks inside `start` ---------------------------------------------- */

typedef struct one_task {
    evo_task task;
    void *data;
    int number;
} one_task;

static void *run_one(void *argument) {
    const one_task *t = argument;
    t->task(t->data, t->number);
    return NULL;
}

/* Threads of the last start that still run. */
typedef struct blocking {
    pthread_t threads[WORKERS_MADE];
    one_task tasks[WORKERS_MADE];
    int count, starts;
} blocking;

static void begin_one(blocking *b, evo_task task, void *data, int number) {
    b->tasks[b->count] = (one_task){task, data, number};
    ck_assert_int_eq(pthread_create(&b->threads[b->count], NULL, run_one, &b->tasks[b->count]), 0);
    ++b->count;
}

static void end_all(void *context) {
    blocking *b = context;
    while (b->count > 0) pthread_join(b->threads[--b->count], NULL);
}

static void start_serial(void *context, evo_task task, void *data, int count) {
    ++((blocking *)context)->starts;
    for (int i = 1; i <= count; ++i) task(data, i);
}

/* A parallel for: all on threads, and it waits for them. */
static void start_blocking(void *context, evo_task task, void *data, int count) {
    ++((blocking *)context)->starts;
    for (int i = 1; i <= count; ++i) begin_one(context, task, data, i);
    end_all(context);
}

/* A queue for one task: who starts runs the rest. */
static void start_full(void *context, evo_task task, void *data, int count) {
    ++((blocking *)context)->starts;
    begin_one(context, task, data, 1);
    for (int i = 2; i <= count; ++i) task(data, i);
}

static void (*const STARTS[])(void *context, evo_task task, void *data,
                              int count) = {start_serial, start_blocking, start_full};

/* Nothing hangs, bits are those of one thread, and hardly a step waits for nobody. */
START_TEST(tasks_may_run_inside_start) {
    blocking b = {.count = 0};
    const evo_tasks tasks = {WORKERS_MADE / 2, STARTS[_i], end_all, &b, NULL};
    evo_world *alone = crowd(NULL, 2600), *world = crowd(&tasks, 2600);
    for (int i = 0; i < 40; ++i) {
        scene_steps(alone, 1);
        scene_steps(world, 1);
        ck_assert_int_eq(evo_world_profile(world).workers, 1);
        ck_assert_uint_eq(evo_world_hash(world), evo_world_hash(alone));
    }
    ck_assert_int_ge(b.starts, 2);
    ck_assert_int_le(b.starts, 4);
    evo_world_destroy(alone);
    evo_world_destroy(world);
}
END_TEST

/* ---- Random worlds -------------------------------------------------------------------------- */

enum { RANDOM_STEPS = 8, RANDOM_BODIES = 2600, COLUMNS = 50 };

static evo_shape any_shape(void) {
    const double size = random_between(0.25, 0.45), kind = random_between(0, 5);
    if (kind < 1) return evo_circle(size);
    if (kind < 2) return evo_ellipse(size, 0.2);
    if (kind < 3) return evo_box(size, 0.3);
    if (kind < 4) return evo_ring(size, 0.1, 0, 4);
    return evo_capsule(evo_vec(-0.2, 0), evo_vec(0.2, 0), size - 0.2);
}

static void join_random(evo_world *world, evo_body a, evo_body b) {
    static const evo_joint_kind KINDS[] = {EVO_REVOLUTE, EVO_WELD, EVO_DISTANCE, EVO_WHEEL};
    evo_joint_config config = evo_joint_config_default(KINDS[(int)random_between(0, 3.99)]);
    config.a = a;
    config.b = b;
    config.frame_a.position = evo_vec(0.5, 0);
    config.frame_b.position = evo_vec(-0.5, 0);
    config.break_force = random_between(0, 1) < 0.3 ? random_between(1, 100) : 0;
    ck_assert(evo_joint_create(world, &config).generation);
}

/* A loose crowd of all shapes, kinds and materials, some of it joined, with or without weight. */
static void random_crowd(evo_world *world) {
    const double joined = random_between(-0.5, 0.5), bouncing = random_between(-1, 1);
    const double fast = random_between(0, 1) < 0.3 ? 8 : 2, odd = random_between(-0.02, 0.05);
    evo_body before = {0, 0};
    scene_add(world, EVO_STATIC, evo_box(COLUMNS, 0.5), 0.5 * COLUMNS, -0.5);
    for (int i = 0; i < RANDOM_BODIES; ++i) {
        evo_body_config config = evo_body_config_default();
        config.shape = any_shape();
        if (random_between(0, 1) < odd) config.kind = EVO_KINEMATIC;
        config.sensor = random_between(0, 1) < odd;
        config.material.restitution = random_between(0, 1) < bouncing ? random_between(0, 1) : 0;
        config.position.x = 0.5 + i % COLUMNS;
        config.position.y = 0.5 + 0.9 * (double)(i / COLUMNS);
        config.velocity.x = random_between(-fast, fast);
        config.velocity.y = random_between(-fast, fast);
        config.spin = random_between(-1, 1);
        const evo_body body = evo_body_create(world, &config);
        ck_assert(evo_body_exists(world, body));
        if (i % COLUMNS > 0 && random_between(0, 1) < joined) join_random(world, before, body);
        before = body;
    }
}

/* The lists of a random world's steps, and of its states. */
static lists lists_of_random(uint64_t seed, const evo_tasks *tasks) {
    evo_world_config config = evo_world_config_default();
    lists sum = {.counts = {0}};
    random_seed(seed);
    config.gravity.y = random_between(0, 1) < 0.2 ? 0 : random_between(-30, 0);
    if (tasks) config.tasks = *tasks;
    evo_world *world = evo_world_create(&config);
    random_crowd(world);
    for (int i = 0; i < RANDOM_STEPS; ++i) {
        scene_steps(world, 1);
        const lists now = lists_of(world);
        lists_add(&sum, &now);
    }
    evo_world_destroy(world);
    return sum;
}

static void compare_random(uint64_t seed, const evo_tasks *tasks) {
    const lists alone = lists_of_random(seed, NULL), shared = lists_of_random(seed, tasks);
    const char *differs = lists_difference(&shared, &alone);
    ck_assert_msg(!differs, "world %d, %d workers: %s", (int)seed, tasks->workers, differs);
}

/* Two to eight workers of a pool, and one of the job systems above. */
START_TEST(random_worlds_are_those_of_one_thread) {
    blocking b = {.count = 0};
    evo_threads *threads = evo_threads_create(2 + _i % 7);
    evo_tasks tasks = evo_threads_tasks(threads);
    tasks.clock = NULL;
    compare_random((uint64_t)_i, &tasks);
    tasks = (evo_tasks){2 + _i % 7, STARTS[_i % 3], end_all, &b, NULL};
    compare_random((uint64_t)_i, &tasks);
    ck_assert_int_gt(b.starts, 0);
    evo_threads_destroy(threads);
}
END_TEST

enum { QUICK_RANDOM = 1, DEEP_RANDOM = 100 };

Suite *suite_workers(void) {
    Suite *suite = suite_create("workers");
    TCase *test = tcase_create("workers"), *deep = tcase_create("deep");
    tcase_set_timeout(test, 120);
    tcase_add_loop_test(test, as_many_work_as_pay, 0, MADE_COUNT);
    tcase_add_test(test, a_machine_that_changes_is_noticed);
    tcase_add_test(test, profiles_tell_how_many_worked);
    tcase_add_test(test, small_worlds_read_no_clock);
    tcase_add_test(test, without_a_clock_all_work);
    tcase_add_loop_test(test, tasks_may_run_inside_start, 0, 3);
    tcase_add_loop_test(test, random_worlds_are_those_of_one_thread, 0, QUICK_RANDOM);
    suite_add_tcase(suite, test);
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 900);
    tcase_add_loop_test(deep, random_worlds_are_those_of_one_thread, QUICK_RANDOM, DEEP_RANDOM);
    suite_add_tcase(suite, deep);
    return suite;
}
