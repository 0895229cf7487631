/* threads.c: worlds whose steps workers share are those of one thread, and so are the lists of
 * these steps, to the last bit, whoever does what and when. */
#include "evolute/threads.h"

#include <pthread.h>
#include <stdlib.h>

#include "bench/games/engine.h"
#include "evolute/evolute.h"
#include "scenes/scenes.h"
#include "suites.h"
#include "support/lists.h"
#include "support/random.h"
#include "support/random_world.h"
#include "support/scene.h"
#include "support/tape.h"

/* ---- Worlds that are worth sharing ----------------------------------------------------------- */

static evo_world_config config_of(const evo_tasks *tasks) {
    evo_world_config config = evo_world_config_default();
    config.gravity = evo_vec(0, -10);
    if (tasks) config.tasks = *tasks;
    return config;
}

/* A basin of floor and walls. */
static void add_basin(evo_world *world, double width) {
    scene_add(world, EVO_STATIC, evo_box(width, 0.5), width / 2, -0.5);
    scene_add(world, EVO_STATIC, evo_box(0.5, 100), -0.5, 50);
    scene_add(world, EVO_STATIC, evo_box(0.5, 100), width + 0.5, 50);
}

static evo_shape shape_number(int i) {
    const double size = random_between(0.3, 0.45);
    if (i % 5 == 0) return evo_circle(size);
    if (i % 5 == 1) return evo_ellipse(size, 0.25);
    if (i % 5 == 2) return evo_box(size, 0.3);
    if (i % 5 == 3) return evo_ring(size, 0.1, 0, 4);
    return evo_capsule(evo_vec(-0.2, 0), evo_vec(0.2, 0), size - 0.2);
}

/* Bodies of all shapes on a loose lattice; restitution of some. */
static void add_crowd(evo_world *world, int count, double restitution) {
    const int columns = 40;
    for (int i = 0; i < count; ++i) {
        evo_body_config config = evo_body_config_default();
        config.shape = shape_number(i);
        config.material.restitution = i % 3 == 0 ? restitution : 0;
        config.position = evo_vec(0.5 + i % columns, 0.5 + 0.95 * (double)(i / columns));
        config.velocity = evo_vec(random_between(-2, 2), random_between(-2, 2));
        config.spin = random_between(-1, 1);
        ck_assert(evo_body_exists(world, evo_body_create(world, &config)));
    }
}

static void build_pile(evo_world *world) {
    add_basin(world, 40);
    add_crowd(world, 2000, 0);
}

static void build_bouncing(evo_world *world) {
    add_basin(world, 40);
    add_crowd(world, 2200, 0.5);
}

/* Kinematic walls through a crowd without weight: their rows share blocks with others'. */
static void build_weightless(evo_world *world) {
    ck_assert_int_eq(evo_world_set_gravity(world, evo_vec(0, 0)), EVO_OK);
    add_basin(world, 40);
    add_crowd(world, 2600, 0);
    for (int i = 0; i < 8; ++i) {
        evo_body wall = scene_add(world, EVO_KINEMATIC, evo_box(2, 0.5), 5.0 * i + 2, -1.5);
        ck_assert_int_eq(evo_body_set_velocity(world, wall, evo_vec(0, 6)), EVO_OK);
    }
}

/* A net that hangs from its upper row, and a crowd that falls upon it. */
static void build_net(evo_world *world) {
    enum { SIDE = 32 };
    evo_body net[SIDE][SIDE];
    for (int i = 0; i < SIDE; ++i)
        for (int j = 0; j < SIDE; ++j) {
            const evo_body_kind kind = i == 0 ? EVO_STATIC : EVO_DYNAMIC;
            net[i][j] = scene_add(world, kind, evo_circle(0.2), j, 60.0 - i);
            evo_joint_config config = evo_joint_config_default(EVO_REVOLUTE);
            config.b = net[i][j];
            for (int side = 0; side < 2; ++side) {
                if (i == 0 || (side == 1 && j == 0)) continue;
                config.a = side == 0 ? net[i - 1][j] : net[i][j - 1];
                config.frame_a.position = side == 0 ? evo_vec(0, -1) : evo_vec(1, 0);
                ck_assert(evo_joint_create(world, &config).generation);
            }
        }
    add_basin(world, 40);
    add_crowd(world, 1500, 0);
}

typedef struct setup {
    const char *name;
    void (*build)(evo_world *world);
} setup;

static const setup SETUPS[] = {{"pile", build_pile},
                               {"bouncing", build_bouncing},
                               {"weightless", build_weightless},
                               {"net", build_net}};

enum { SETUP_COUNT = sizeof SETUPS / sizeof *SETUPS };

/* A world in the state that was saved, with tasks of its own. */
typedef struct saved {
    void *bytes;
    size_t size;
} saved;

static saved save_of(const evo_world *world) {
    saved s = {.size = evo_world_save(world, NULL, 0)};
    s.bytes = malloc(s.size);
    ck_assert(s.bytes != NULL);
    ck_assert_uint_eq(evo_world_save(world, s.bytes, s.size), s.size);
    return s;
}

static saved save_of_setup(const setup *a) {
    const evo_world_config config = config_of(NULL);
    evo_world *world = evo_world_create(&config);
    random_seed(71);
    a->build(world);
    const saved s = save_of(world);
    evo_world_destroy(world);
    return s;
}

static evo_world *world_of(const saved *s, const evo_tasks *tasks) {
    const evo_world_config config = config_of(tasks);
    evo_world *world = evo_world_create(&config);
    ck_assert_int_eq(evo_world_load(world, s->bytes, s->size), EVO_OK);
    return world;
}

/* Adds the lists of the last step. */
static void note(lists *sum, const evo_world *world) {
    const lists now = lists_of(world);
    lists_add(sum, &now);
}

/* Returns the lists of so many steps. */
static lists lists_after(const saved *s, const evo_tasks *tasks, int lanes, int steps) {
    lists sum = {.counts = {0}};
    evo_world *world = world_of(s, tasks);
    ck_assert_int_eq(evo_world_set_lanes(world, lanes), EVO_OK);
    for (int i = 0; i < steps; ++i) {
        ck_assert_int_eq(evo_world_step(world, SCENE_STEP), EVO_OK);
        note(&sum, world);
    }
    evo_world_destroy(world);
    return sum;
}

static void compare(const lists *a, const lists *b, const char *name, int workers) {
    const char *differs = lists_difference(a, b);
    ck_assert_msg(!differs, "%s: %d workers: %s", name, workers, differs);
}

/* Tasks of a pool without its clock: all workers share each step that is large enough. */
static evo_tasks all_of(evo_threads *threads) {
    evo_tasks tasks = evo_threads_tasks(threads);
    tasks.clock = NULL;
    return tasks;
}

/* ---- Job systems ---------------------------------------------------------------------------- */

/* One thread that does tasks in any order, as late as it likes; what has not begun is dropped. */
typedef struct jobs {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    evo_task task;
    void *data;
    int waiting[64];
    int count, starts, begun;
    bool running, ends;
    bool refuses; /* all tasks: nothing ever begins */
} jobs;

static void *do_jobs(void *argument) {
    jobs *j = argument;
    unsigned chance = 1;
    pthread_mutex_lock(&j->lock);
    while (!j->ends) {
        if (j->count == 0 || j->refuses) {
            pthread_cond_wait(&j->changed, &j->lock);
            continue;
        }
        chance = chance * 1664525u + 1013904223u;
        const int which = (int)((chance >> 16) % (unsigned)j->count);
        const int number = j->waiting[which];
        j->waiting[which] = j->waiting[--j->count];
        j->running = true;
        ++j->begun;
        pthread_mutex_unlock(&j->lock);
        for (volatile unsigned late = chance >> 16; late > 0; --late) continue;
        j->task(j->data, number);
        pthread_mutex_lock(&j->lock);
        j->running = false;
        pthread_cond_broadcast(&j->changed);
    }
    pthread_mutex_unlock(&j->lock);
    return NULL;
}

static void jobs_start(void *context, evo_task task, void *data, int count) {
    jobs *j = context;
    pthread_mutex_lock(&j->lock);
    ck_assert_int_eq(j->count, 0);
    ck_assert_int_lt(count, 64);
    j->task = task;
    j->data = data;
    ++j->starts;
    for (int i = 0; i < count; ++i) j->waiting[j->count++] = i + 1;
    pthread_cond_broadcast(&j->changed);
    pthread_mutex_unlock(&j->lock);
}

static void jobs_finish(void *context) {
    jobs *j = context;
    pthread_mutex_lock(&j->lock);
    j->count = 0;
    while (j->running) pthread_cond_wait(&j->changed, &j->lock);
    pthread_mutex_unlock(&j->lock);
}

static evo_tasks jobs_open(jobs *j, int workers) {
    *j = (jobs){.count = 0};
    pthread_mutex_init(&j->lock, NULL);
    pthread_cond_init(&j->changed, NULL);
    ck_assert_int_eq(pthread_create(&j->thread, NULL, do_jobs, j), 0);
    return (evo_tasks){workers, jobs_start, jobs_finish, j, NULL};
}

static void jobs_close(jobs *j) {
    pthread_mutex_lock(&j->lock);
    j->ends = true;
    pthread_cond_broadcast(&j->changed);
    pthread_mutex_unlock(&j->lock);
    pthread_join(j->thread, NULL);
    pthread_cond_destroy(&j->changed);
    pthread_mutex_destroy(&j->lock);
}

/* Tasks that nobody ever begins, or that the thread that steps does itself when all is done. */
typedef struct kept {
    evo_task task;
    void *data;
    int count, starts;
    bool late;
} kept;

static void kept_start(void *context, evo_task task, void *data, int count) {
    kept *k = context;
    k->task = task;
    k->data = data;
    k->count = count;
    ++k->starts;
}

static void kept_finish(void *context) {
    kept *k = context;
    for (int i = k->count; k->late && i >= 1; --i) k->task(k->data, i);
}

/* ---- Bits ----------------------------------------------------------------------------------- */

static void compare_workers(const char *name, const saved *s, int lanes, int steps) {
    static const int WORKERS[] = {1, 2, 3, 8};
    const lists alone = lists_after(s, NULL, lanes, steps);
    for (size_t i = 0; i < sizeof WORKERS / sizeof *WORKERS; ++i) {
        evo_threads *threads = evo_threads_create(WORKERS[i]);
        ck_assert_int_eq(evo_threads_count(threads), WORKERS[i]);
        const evo_tasks tasks = all_of(threads);
        const lists shared = lists_after(s, &tasks, lanes, steps);
        compare(&shared, &alone, name, WORKERS[i]);
        evo_threads_destroy(threads);
    }
}

/* @workers-same-bits */
START_TEST(any_number_of_workers_gives_the_same_bits) {
    const saved s = save_of_setup(&SETUPS[_i]);
    compare_workers(SETUPS[_i].name, &s, 0, 20);
    free(s.bytes);
}
END_TEST

START_TEST(workers_give_the_same_bits_with_four_lanes_and_one) {
    static const int LANES[] = {4, 1};
    const saved s = save_of_setup(&SETUPS[_i]);
    const lists alone = lists_after(&s, NULL, 4, 12);
    evo_threads *threads = evo_threads_create(3);
    const evo_tasks tasks = all_of(threads);
    for (int i = 0; i < 2; ++i) {
        const lists shared = lists_after(&s, &tasks, LANES[i], 12);
        compare(&shared, &alone, SETUPS[_i].name, 3);
    }
    evo_threads_destroy(threads);
    free(s.bytes);
}
END_TEST

START_TEST(a_long_run_of_any_workers_gives_the_same_bits) {
    const saved s = save_of_setup(&SETUPS[_i]);
    compare_workers(SETUPS[_i].name, &s, 0, 600);
    compare_workers(SETUPS[_i].name, &s, 4, 100);
    free(s.bytes);
}
END_TEST

/* The lists of a run with a job system; `data` of the run is its own. */
typedef lists (*run_with)(const void *data, const evo_tasks *tasks);

/* Compares a run of one thread with those of job systems: tasks run in any order, begin late, or
 * never. Returns how often all of these were started. */
static int compare_job_systems(run_with run, const void *data, const char *name) {
    const lists alone = run(data, NULL);
    jobs j;
    evo_tasks tasks = jobs_open(&j, 5);
    for (int refuses = 0; refuses < 2; ++refuses) {
        j.refuses = refuses;
        const lists shared = run(data, &tasks);
        compare(&shared, &alone, name, 5);
    }
    jobs_close(&j);
    ck_assert_int_gt(j.begun, 0);
    int starts = j.starts;
    for (int late = 0; late < 2; ++late) {
        kept k = {.late = late};
        tasks = (evo_tasks){64, kept_start, kept_finish, &k, NULL};
        const lists shared = run(data, &tasks);
        compare(&shared, &alone, name, 64);
        starts = k.starts < starts ? k.starts : starts;
    }
    return starts;
}

static lists run_saved(const void *data, const evo_tasks *tasks) {
    return lists_after(data, tasks, 0, 40);
}

START_TEST(whoever_does_tasks_and_when_gives_the_same_bits) {
    const saved s = save_of_setup(&SETUPS[_i]);
    ck_assert_int_gt(compare_job_systems(run_saved, &s, SETUPS[_i].name), 10);
    free(s.bytes);
}
END_TEST

enum { RANDOM_STEPS = 10 };

static lists run_random(const void *data, const evo_tasks *tasks) {
    const random_plan *plan = data;
    const evo_world_config config = config_of(tasks);
    lists sum = {.counts = {0}};
    evo_world *world = random_world(&config, plan);
    for (int i = 0; i < RANDOM_STEPS; ++i) {
        random_world_step(world, plan, i);
        note(&sum, world);
    }
    evo_world_destroy(world);
    return sum;
}

/* Steps of fixed lengths, and of any; there are enough bodies for steps to be shared. */
START_TEST(random_worlds_have_the_same_bits) {
    const random_plan plan = {(uint64_t)_i, 2800, 3, 0.05};
    ck_assert_int_gt(compare_job_systems(run_random, &plan, "a random world"), 5);
}
END_TEST

typedef struct game {
    const char *name;
    void (*build)(game_scene *game);
} game;

static const game GAMES[] = {
    {"ragdolls", game_ragdolls}, {"tumbler", game_tumbler}, {"bullets", game_bullets},
    {"mix", game_mix},           {"cars", game_cars},       {"bridges", game_bridges},
    {"grid", game_grid},         {"pyramid", game_pyramid},
};

enum { GAME_COUNT = sizeof GAMES / sizeof *GAMES };

static lists lists_of_game(const game *g, const evo_tasks *tasks, int steps) {
    static game_scene built;
    game_progress created = {0, 0};
    lists sum = {.counts = {0}};
    g->build(&built);
    void *played = ours_game_engine.open();
    evo_world_config config = evo_world_get(ours_world(played));
    config.tasks = *tasks;
    ck_assert_int_eq(evo_world_set(ours_world(played), &config), EVO_OK);
    for (int i = 0; i < steps; ++i) {
        game_add_due(&ours_game_engine, played, &built, i, &created);
        ours_game_engine.step(played);
        note(&sum, ours_world(played));
    }
    ours_game_engine.close(played);
    return sum;
}

static void compare_game(const game *g, const int *workers, int steps) {
    const evo_tasks none = {0};
    const lists alone = lists_of_game(g, &none, steps);
    for (; *workers > 0; ++workers) {
        evo_threads *threads = evo_threads_create(*workers);
        const evo_tasks tasks = all_of(threads);
        const lists shared = lists_of_game(g, &tasks, steps);
        compare(&shared, &alone, g->name, *workers);
        evo_threads_destroy(threads);
    }
}

START_TEST(games_have_the_same_bits) {
    compare_game(&GAMES[_i], (const int[]){3, 0}, 40);
}
END_TEST

START_TEST(long_games_have_the_same_bits) {
    compare_game(&GAMES[_i], (const int[]){2, 3, 8, 0}, 600);
}
END_TEST

static lists lists_of_scene(const scene *s, const evo_tasks *tasks) {
    scene_setting setting = scene_setting_default();
    double values[SCENE_PARAMS];
    scene_stage stage;
    lists sum = {.counts = {0}};
    if (tasks) setting.tasks = *tasks;
    scene_defaults(s, values);
    ck_assert(scene_open(&stage, s, values, &setting));
    for (int i = 0; i < 600; ++i) {
        ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
        note(&sum, stage.world);
    }
    scene_close(&stage);
    lists_forget_users(&sum); /* they point into the stage */
    return sum;
}

START_TEST(scenes_have_the_same_bits) {
    evo_threads *threads = evo_threads_create(3);
    const evo_tasks tasks = all_of(threads);
    for (size_t i = 0; scene_at(i); ++i) {
        const lists alone = lists_of_scene(scene_at(i), NULL);
        const lists shared = lists_of_scene(scene_at(i), &tasks);
        compare(&shared, &alone, scene_at(i)->name, 3);
    }
    evo_threads_destroy(threads);
}
END_TEST

/* ---- When, and from where ------------------------------------------------------------------- */

/* @small-not-shared */
START_TEST(small_worlds_ask_nobody) {
    kept k = {.late = true};
    const evo_tasks tasks = {2, kept_start, kept_finish, &k, NULL};
    const evo_world_config config = config_of(&tasks);
    evo_world *world = evo_world_create(&config);
    add_basin(world, 40);
    add_crowd(world, 700, 0);
    scene_steps(world, 30);
    ck_assert_int_eq(k.starts, 0);
    add_crowd(world, 2000, 0);
    scene_steps(world, 10);
    ck_assert_int_eq(k.starts, 10);
    evo_world_destroy(world);
}
END_TEST

/* The thread from which all callbacks are to come, and how many came. */
typedef struct asked {
    pthread_t from;
    int count;
} asked;

static bool may_touch(void *context, evo_collider a, evo_collider b) {
    asked *to = context;
    ck_assert(pthread_equal(to->from, pthread_self()));
    ++to->count;
    (void)a, (void)b;
    return true;
}

static bool may_push(void *context, const evo_contact *contact, evo_contact_rules *rules) {
    (void)rules;
    return may_touch(context, contact->a, contact->b);
}

/* @callbacks-thread */
START_TEST(callbacks_come_from_the_thread_that_steps) {
    asked to = {pthread_self(), 0};
    evo_threads *threads = evo_threads_create(4);
    const evo_tasks tasks = all_of(threads);
    evo_world_config config = config_of(&tasks);
    config.should_collide = may_touch;
    config.pre_solve = may_push;
    config.callback_context = &to;
    evo_world *world = evo_world_create(&config);
    build_pile(world);
    scene_steps(world, 30);
    ck_assert_int_gt(to.count, 1000);
    evo_world_destroy(world);
    evo_threads_destroy(threads);
}
END_TEST

START_TEST(records_of_workers_are_replayed_by_one_thread) {
    evo_threads *threads = evo_threads_create(3);
    const evo_tasks tasks = all_of(threads);
    const evo_world_config config = config_of(&tasks);
    evo_world *world = evo_world_create(&config);
    tape t = {0};
    tape_begin(&t, world);
    build_pile(world);
    scene_steps(world, 20);
    ck_assert_int_eq(evo_record_end(world), EVO_OK);
    tape_check(&t, 0);
    tape_free(&t);
    evo_world_destroy(world);
    evo_threads_destroy(threads);
}
END_TEST

/* ---- Memory and bad input ------------------------------------------------------------------- */

START_TEST(refused_memory_changes_nothing_with_workers) {
    const saved s = save_of_setup(&SETUPS[_i]);
    evo_threads *threads = evo_threads_create(3);
    test_memory memory = {0};
    evo_world_config config = config_of(NULL);
    config.tasks = all_of(threads);
    config.allocator = test_memory_allocator(&memory);
    evo_world *world = evo_world_create(&config);
    ck_assert_int_eq(evo_world_load(world, s.bytes, s.size), EVO_OK);
    int refused = 0;
    lists sum = {.counts = {0}};
    for (int i = 0; i < 6; ++i) {
        const uint64_t before = evo_world_hash(world);
        for (size_t next = 1;; ++next) {
            memory.refuse = memory.calls + next;
            const evo_result result = evo_world_step(world, SCENE_STEP);
            if (result == EVO_OK) break;
            ck_assert_int_eq(result, EVO_ERROR_MEMORY);
            ck_assert_uint_eq(evo_world_hash(world), before);
            ++refused;
        }
        memory.refuse = 0;
        note(&sum, world);
    }
    ck_assert_int_gt(refused, 5);
    const lists alone = lists_after(&s, NULL, 0, 6);
    compare(&sum, &alone, SETUPS[_i].name, 3);
    evo_world_destroy(world);
    ck_assert_uint_eq(memory.bytes, 0);
    evo_threads_destroy(threads);
    free(s.bytes);
}
END_TEST

START_TEST(bad_tasks_are_refused) {
    kept k = {.late = true};
    const evo_tasks bad[] = {{-1, kept_start, kept_finish, &k, NULL},
                             {65, kept_start, kept_finish, &k, NULL},
                             {2, NULL, kept_finish, &k, NULL},
                             {2, kept_start, NULL, &k, NULL}};
    evo_world *world = scene_world(0, NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        evo_world_config config = config_of(&bad[i]);
        ck_assert_int_eq(evo_world_config_check(&config), EVO_ERROR_INVALID);
        ck_assert_ptr_null(evo_world_create(&config));
        config = evo_world_get(world);
        config.tasks = bad[i];
        ck_assert_int_eq(evo_world_set(world, &config), EVO_ERROR_INVALID);
    }
    evo_world_destroy(world);
    ck_assert_ptr_null(evo_threads_create(-1));
    ck_assert_int_eq(evo_threads_count(NULL), 0);
    ck_assert_int_eq(evo_threads_tasks(NULL).workers, 0);
    evo_threads_destroy(NULL);
}
END_TEST

/* @threads-most */
START_TEST(threads_are_as_many_as_asked_for) {
    evo_threads *all = evo_threads_create(0), *many = evo_threads_create(1000);
    ck_assert_int_ge(evo_threads_count(all), 1);
    ck_assert_int_eq(evo_threads_count(many), 64);
    ck_assert_int_eq(evo_threads_tasks(many).workers, 64);
    evo_threads_destroy(all);
    evo_threads_destroy(many);
}
END_TEST

/* Seeds of random worlds; those of the quick tests take least. */
enum { FIRST_RANDOM = 2, QUICK_RANDOM = 3, DEEP_RANDOM = 44 };

Suite *suite_threads(void) {
    Suite *suite = suite_create("threads");
    TCase *bits = tcase_create("bits"), *deep = tcase_create("deep"),
          *random = tcase_create("random"), *doors = tcase_create("doors");
    tcase_set_timeout(bits, 120);
    tcase_add_loop_test(bits, any_number_of_workers_gives_the_same_bits, 0, SETUP_COUNT);
    tcase_add_loop_test(bits, workers_give_the_same_bits_with_four_lanes_and_one, 0, SETUP_COUNT);
    tcase_add_loop_test(bits, whoever_does_tasks_and_when_gives_the_same_bits, 0, 1);
    tcase_add_loop_test(bits, random_worlds_have_the_same_bits, FIRST_RANDOM, QUICK_RANDOM);
    tcase_add_loop_test(bits, games_have_the_same_bits, 0, 1);
    suite_add_tcase(suite, bits);
    tcase_add_test(doors, small_worlds_ask_nobody);
    tcase_add_test(doors, callbacks_come_from_the_thread_that_steps);
    tcase_add_test(doors, records_of_workers_are_replayed_by_one_thread);
    tcase_add_loop_test(doors, refused_memory_changes_nothing_with_workers, 2, SETUP_COUNT);
    tcase_add_test(doors, bad_tasks_are_refused);
    tcase_add_test(doors, threads_are_as_many_as_asked_for);
    suite_add_tcase(suite, doors);
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 900);
    tcase_add_loop_test(deep, a_long_run_of_any_workers_gives_the_same_bits, 0, SETUP_COUNT);
    tcase_add_loop_test(deep, whoever_does_tasks_and_when_gives_the_same_bits, 1, SETUP_COUNT);
    tcase_add_loop_test(deep, long_games_have_the_same_bits, 0, GAME_COUNT);
    tcase_add_test(deep, scenes_have_the_same_bits);
    suite_add_tcase(suite, deep);
    tcase_set_tags(random, "slow");
    tcase_set_timeout(random, 900);
    tcase_add_loop_test(random, random_worlds_have_the_same_bits, QUICK_RANDOM, DEEP_RANDOM);
    suite_add_tcase(suite, random);
    return suite;
}
