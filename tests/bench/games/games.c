/* games.c: times whole runs of scenes as games have them, beside Box2D where it is installed, and
 * beside a yardstick where one is given: a program of another engine that is called so
 *
 *     YARDSTICK SCENE steps=STEPS
 *
 * and prints "ms":MEAN and "c99":SLOW, milliseconds, among other things. All take turns, round by
 * round.
 *
 *     games-bench                      all scenes
 *     games-bench SCENE                one of them
 *     games-bench steps SCENE STEPS    so many steps in Evolute and nothing else, for counting
 */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/worlds/run.h"
#include "laws.h"

/* The law of a scene, beside those of the arena and of joints. */
typedef enum scene_law {
    NO_LAW,
    RESTS,  /* nothing moves */
    SHOOTS, /* no bullet gets into a box */
    DRIVES  /* the mean way tells whether wheels grip */
} scene_law;

typedef struct contest {
    const char *name;
    void (*build)(game_scene *game);
    int steps;
    int scene;                /* number by which yardsticks call it; 0: none runs it */
    double bar_mean, bar_p99; /* so many times faster than Box2D; 0: none */
    scene_law law;
} contest;

static const contest CONTESTS[] = {
    {"pyramid", game_pyramid, .steps = 600, .scene = 1, .law = RESTS},
    {"tumbler", game_tumbler, .steps = 600, .scene = 2, .law = NO_LAW},
    {"mix", game_mix, .steps = 600, .scene = 6, .law = NO_LAW},
    {"bullets", game_bullets, .steps = 300, .scene = 8, .law = SHOOTS},
    {"grid", game_grid, .steps = 600, .scene = 3, .law = NO_LAW},
    {"bridges", game_bridges, .steps = 600, .scene = 4, .law = NO_LAW},
    {"ragdolls", game_ragdolls, .steps = 600, .scene = 5, .bar_mean = 12, .bar_p99 = 12, .law = NO_LAW},
    {"cars", game_cars, .steps = 600, .scene = 7, .law = DRIVES},
};

/* Multiples of the yardstick's time, by mean and by the 99th percentile. */
static const double BAR_MEAN = 1.8, BAR_P99 = 2;
enum { CONTEST_COUNT = sizeof CONTESTS / sizeof *CONTESTS, MOST_STEPS = 600 };

static const game_engine *const ENGINES[] = {
    &ours_game_engine,
#ifdef EVOLUTE_BENCH_BOX2D
    &box2d_game_engine,
#endif
};
enum { ENGINE_COUNT = sizeof ENGINES / sizeof *ENGINES, MOST_ENGINES = 2 };

typedef struct result {
    int bodies; /* that move */
    int joints;
    run_cost costs[MOST_ENGINES];
    run_cost yardstick;
    game_laws laws[MOST_ENGINES]; /* of the last round: all rounds are equal */
} result;

/* ---- Runs ------------------------------------------------------------------------------------ */

static run_cost run(const game_engine *engine, const game_scene *game, int steps, game_laws *laws) {
    static double times[MOST_STEPS];
    void *world = engine->open();
    run_cost cost = {0, 0, 0};
    game_progress created = {0, 0};
    assert(steps <= MOST_STEPS && "The list of times has room for every step.");
    memset(laws, 0, sizeof *laws);
    for (int i = 0; i < steps; ++i) {
        game_add_due(engine, world, game, i, &created);
        const double start = bench_cpu_seconds();
        engine->step(world);
        times[i] = 1e3 * (bench_cpu_seconds() - start);
        cost.mean += times[i] / steps;
        laws_watch(laws, game, engine, world, created.bodies);
    }
    laws_count(laws, game, engine, world);
    engine->close(world);
    cost.tenth = bench_quantile(times, steps, 0.1);
    cost.p99 = bench_quantile(times, steps, 0.99);
    return cost;
}

/* Runs a scene without clocks or laws: what a counter of instructions sees is the world's. */
static void run_for_counting(const contest *c, int steps) {
    static game_scene game;
    const game_engine *engine = &ours_game_engine;
    game_progress created = {0, 0};
    void *world = engine->open();
    c->build(&game);
    for (int i = 0; i < steps; ++i) {
        game_add_due(engine, world, &game, i, &created);
        engine->step(world);
    }
    engine->close(world);
}

static run_cost run_yardstick(const char *program, const contest *c) {
    char command[1024], line[4096];
    run_cost cost = {NAN, NAN, NAN};
    snprintf(command, sizeof command, "'%s' %d steps=%d", program, c->scene, c->steps);
    FILE *pipe = popen(command, "r");
    while (pipe && fgets(line, sizeof line, pipe)) {
        const char *mean = strstr(line, "\"ms\":"), *slow = strstr(line, "\"c99\":");
        if (!mean || !slow) continue;
        cost.mean = atof(mean + strlen("\"ms\":"));
        cost.p99 = atof(slow + strlen("\"c99\":"));
    }
    if (!pipe || pclose(pipe) != 0 || isnan(cost.mean)) run_fail("the yardstick cannot be run.");
    return cost;
}

static void compare(const contest *c, result *r, const char *yardstick) {
    static game_scene game;
    static run_cost costs[MOST_ENGINES][RUN_MOST_ROUNDS], others[RUN_MOST_ROUNDS];
    const int rounds = run_rounds();
    c->build(&game);
    r->bodies = 0;
    r->joints = game.joint_count;
    for (int i = 0; i < game.body_count; ++i) r->bodies += game.bodies[i].kind == EVO_DYNAMIC;
    for (int round = 0; round < rounds; ++round) {
        for (int e = 0; e < ENGINE_COUNT; ++e)
            costs[e][round] = run(ENGINES[e], &game, c->steps, &r->laws[e]);
        others[round] = (run_cost){NAN, NAN, NAN};
        if (yardstick && c->scene > 0) others[round] = run_yardstick(yardstick, c);
    }
    r->yardstick = run_median(others, rounds);
    for (int e = 0; e < MOST_ENGINES; ++e)
        r->costs[e] = e < ENGINE_COUNT ? run_median(costs[e], rounds) : (run_cost){NAN, NAN, NAN};
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void print_ratio(double theirs, double ours, double bar) {
    run_print(9, 1, theirs / ours);
    if (bar > 0)
        printf(" %4g %-6s", bar, run_reached(theirs / ours, bar));
    else
        printf(" %4s %-6s", "-", "");
}

static void print_costs(const contest *c, const result *r) {
    const run_cost ours = r->costs[0], theirs = r->costs[1];
    printf("%-8s %6d", c->name, r->bodies);
    run_print(8, 3, ours.mean);
    run_print(8, 3, ours.p99);
    run_print(9, 3, theirs.mean);
    run_print(8, 3, theirs.p99);
    print_ratio(theirs.mean, ours.mean, c->bar_mean);
    print_ratio(theirs.p99, ours.p99, c->bar_p99);
    putchar('\n');
    fflush(stdout);
}

/* Times of the yardstick, of which ours are at most some multiple. */
static void print_yardstick(const contest *c, const result *r) {
    const run_cost ours = r->costs[0], theirs = r->yardstick;
    const double by_mean = ours.mean / theirs.mean, by_p99 = ours.p99 / theirs.p99;
    printf("%-8s", c->name);
    run_print(8, 3, theirs.mean);
    run_print(8, 3, theirs.p99);
    printf(" %8.2f %4g %-6s", by_mean, BAR_MEAN, run_verdict(by_mean <= BAR_MEAN));
    printf(" %8.2f %4g %-6s\n", by_p99, BAR_P99, run_verdict(by_p99 <= BAR_P99));
}

static void print_laws(const contest *c, const result *r, int engine) {
    const game_laws *laws = &r->laws[engine];
    printf("%-8s %-6s", c->name, ENGINES[engine]->name);
    run_print(7, 0, c->law == RESTS ? (double)laws->moved : NAN);
    run_print(7, 0, c->law == RESTS ? (double)laws->moved_far : NAN);
    printf("%9d", laws->outside);
    run_print(8, 0, c->law == SHOOTS ? (double)laws->inside : NAN);
    run_print(8, 4, r->joints > 0 ? laws->joint_error : NAN);
    run_print(7, 1, c->law == DRIVES ? laws->way : NAN);
    putchar('\n');
}

static bool is_wanted(const contest *c, const char *name) {
    return name ? strcmp(name, c->name) == 0 : run_wants_scene(c->name);
}

static const contest *contest_find(const char *name) {
    for (int i = 0; i < CONTEST_COUNT; ++i)
        if (strcmp(name, CONTESTS[i].name) == 0) return &CONTESTS[i];
    run_fail("there is no game %s.", name);
}

/* Runs the scenes that are wanted, and prints what they cost and which laws they break. */
static void run_contests(const char *name) {
    static result results[CONTEST_COUNT];
    const char *yardstick = getenv("BENCH_GAMES_YARDSTICK");
    bool known = !name;
    for (int i = 0; i < CONTEST_COUNT; ++i) known |= is_wanted(&CONTESTS[i], name);
    if (!known) run_fail("there is no game %s.", name);
    if (yardstick && !*yardstick) yardstick = NULL;
    printf("games: CPU milliseconds a step over whole runs, mean and 99th percentile, median of %d "
           "rounds;\nby mean, by 99 %%: how many times faster than Box2D\n",
           run_rounds());
    printf("%-8s %6s %7s %7s %8s %7s %8s %4s %-6s %8s %4s\n", "game", "bodies", "ours", "99 %",
           "Box2D", "99 %", "by mean", "bar", "", "by 99 %", "bar");
    for (int i = 0; i < CONTEST_COUNT; ++i) {
        if (!is_wanted(&CONTESTS[i], name)) continue;
        compare(&CONTESTS[i], &results[i], yardstick);
        print_costs(&CONTESTS[i], &results[i]);
    }
    if (yardstick)
        printf("\nthe yardstick, and how many times as long ours takes\n%-8s %7s %7s %8s %4s %-6s "
               "%8s %4s\n",
               "game", "mean", "99 %", "by mean", "bar", "", "by 99 %", "bar");
    for (int i = 0; i < CONTEST_COUNT && yardstick; ++i)
        if (is_wanted(&CONTESTS[i], name) && CONTESTS[i].scene > 0)
            print_yardstick(&CONTESTS[i], &results[i]);
    puts("\nbodies that moved by more than 0.05 and 0.5 where all should rest; that left; bullets\n"
         "that got 0.05 into a box: the fewer the better; worst error of a joint at the end: the\n"
         "smaller the better; mean way of cars along x: the longer the better");
    printf("%-8s %-6s %6s %6s %8s %7s %7s %6s\n", "game", "engine", "0.05", "0.5", "outside",
           "inside", "joint", "way");
    for (int i = 0; i < CONTEST_COUNT; ++i)
        for (int e = 0; e < ENGINE_COUNT && is_wanted(&CONTESTS[i], name); ++e)
            print_laws(&CONTESTS[i], &results[i], e);
}

int main(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "steps") == 0) {
        run_for_counting(contest_find(argv[2]), atoi(argv[3]));
        return 0;
    }
    if (argc > 2) run_fail("give a scene, or: steps SCENE STEPS.");
    run_contests(argc == 2 ? argv[1] : NULL);
    return 0;
}
