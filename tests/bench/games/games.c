/* games.c: times whole runs of scenes as games have them, beside Box2D where it is installed.
 * Engines take turns, round by round. An argument names the one scene to run.
 */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/bench.h"
#include "bench/worlds/run.h"
#include "laws.h"

typedef struct contest {
    const char *name;
    void (*build)(game_scene *game);
    int steps;
    double bar_mean, bar_p99; /* so many times faster than Box2D */
    bool rests, shoots;       /* laws that apply: nothing moves; no bullet gets into a box */
} contest;

static const contest CONTESTS[] = {
    {"pyramid", game_pyramid, 600, 10, 8, true, false},
    {"tumbler", game_tumbler, 600, 8, 17, false, false},
    {"mix", game_mix, 600, 7, 8, false, false},
    {"bullets", game_bullets, 300, 6.5, 6, false, true},
};
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
    run_cost costs[MOST_ENGINES];
    game_laws laws[MOST_ENGINES]; /* of the last round: all rounds are equal */
} result;

/* ---- Runs ------------------------------------------------------------------------------------ */

static run_cost run(const game_engine *engine, const game_scene *game, int steps, game_laws *laws) {
    static double times[MOST_STEPS];
    void *world = engine->open();
    run_cost cost = {0, 0, 0};
    int created = 0;
    assert(steps <= MOST_STEPS && "The list of times has room for every step.");
    memset(laws, 0, sizeof *laws);
    for (int i = 0; i < steps; ++i) {
        for (; created < game->body_count && game->bodies[created].spawn <= i; ++created)
            engine->add(world, game, &game->bodies[created]);
        const double start = bench_cpu_seconds();
        engine->step(world);
        times[i] = 1e3 * (bench_cpu_seconds() - start);
        cost.mean += times[i] / steps;
        laws_watch(laws, game, engine, world, created);
    }
    laws_count(laws, game, engine, world);
    engine->close(world);
    cost.tenth = bench_quantile(times, steps, 0.1);
    cost.p99 = bench_quantile(times, steps, 0.99);
    return cost;
}

static void compare(const contest *c, result *r) {
    static game_scene game;
    static run_cost costs[MOST_ENGINES][RUN_MOST_ROUNDS];
    const int rounds = run_rounds();
    c->build(&game);
    r->bodies = 0;
    for (int i = 0; i < game.body_count; ++i) r->bodies += game.bodies[i].kind == EVO_DYNAMIC;
    for (int round = 0; round < rounds; ++round)
        for (int e = 0; e < ENGINE_COUNT; ++e)
            costs[e][round] = run(ENGINES[e], &game, c->steps, &r->laws[e]);
    for (int e = 0; e < MOST_ENGINES; ++e)
        r->costs[e] = e < ENGINE_COUNT ? run_median(costs[e], rounds) : (run_cost){NAN, NAN, NAN};
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void print_ratio(double theirs, double ours, double bar) {
    run_print(9, 1, theirs / ours);
    printf(" %4g %-6s", bar, run_reached(theirs / ours, bar));
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

static void print_laws(const contest *c, const game_engine *engine, const game_laws *laws) {
    printf("%-8s %-6s", c->name, engine->name);
    run_print(7, 0, c->rests ? (double)laws->moved : NAN);
    run_print(7, 0, c->rests ? (double)laws->moved_far : NAN);
    printf("%9d", laws->outside);
    run_print(8, 0, c->shoots ? (double)laws->inside : NAN);
    putchar('\n');
}

static bool is_wanted(const contest *c, const char *name) {
    return name ? strcmp(name, c->name) == 0 : run_wants_scene(c->name);
}

int main(int argc, char **argv) {
    static result results[CONTEST_COUNT];
    const char *name = argc > 1 ? argv[1] : NULL;
    bool known = !name;
    for (int i = 0; i < CONTEST_COUNT; ++i) known |= is_wanted(&CONTESTS[i], name);
    if (!known) run_fail("there is no game %s.", name);
    printf("games: CPU milliseconds a step over whole runs, mean and 99th percentile, median of %d "
           "rounds;\nby mean, by 99 %%: how many times faster than Box2D\n",
           run_rounds());
    printf("%-8s %6s %7s %7s %8s %7s %8s %4s %-6s %8s %4s\n", "game", "bodies", "ours", "99 %",
           "Box2D", "99 %", "by mean", "bar", "", "by 99 %", "bar");
    for (int i = 0; i < CONTEST_COUNT; ++i) {
        if (!is_wanted(&CONTESTS[i], name)) continue;
        compare(&CONTESTS[i], &results[i]);
        print_costs(&CONTESTS[i], &results[i]);
    }
    puts("\nbodies that moved by more than 0.05 and 0.5 where all should rest; that left; bullets\n"
         "that got 0.05 into a box: the fewer the better");
    printf("%-8s %-6s %6s %6s %8s %7s\n", "game", "engine", "0.05", "0.5", "outside", "inside");
    for (int i = 0; i < CONTEST_COUNT; ++i)
        for (int e = 0; e < ENGINE_COUNT && is_wanted(&CONTESTS[i], name); ++e)
            print_laws(&CONTESTS[i], ENGINES[e], &results[i].laws[e]);
    return 0;
}
