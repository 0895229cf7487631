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
    double bar_mean, bar_p99; /* so many times faster than Box2D; 0: none */
    scene_law law;
} contest;

static const contest CONTESTS[] = {
    {"pyramid", game_pyramid, .steps = 600, .bar_mean = 10, .bar_p99 = 8, .law = RESTS},
    {"tumbler", game_tumbler, .steps = 600, .bar_mean = 8, .bar_p99 = 17, .law = NO_LAW},
    {"mix", game_mix, .steps = 600, .bar_mean = 7, .bar_p99 = 8, .law = NO_LAW},
    {"bullets", game_bullets, .steps = 300, .bar_mean = 6.5, .bar_p99 = 6, .law = SHOOTS},
    {"grid", game_grid, .steps = 600, .bar_mean = 4.5, .bar_p99 = 0, .law = NO_LAW},
    {"bridges", game_bridges, .steps = 600, .bar_mean = 4, .bar_p99 = 0, .law = NO_LAW},
    {"ragdolls", game_ragdolls, .steps = 600, .bar_mean = 18, .bar_p99 = 0, .law = NO_LAW},
    {"cars", game_cars, .steps = 600, .bar_mean = 2.5, .bar_p99 = 0, .law = DRIVES},
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
    int joints;
    run_cost costs[MOST_ENGINES];
    game_laws laws[MOST_ENGINES]; /* of the last round: all rounds are equal */
} result;

/* ---- Runs ------------------------------------------------------------------------------------ */

/* Numbers of bodies and joints of a scene that a world has so far. */
typedef struct progress {
    int bodies, joints;
} progress;

/* Adds the bodies that appear before a step, and after them the joints whose bodies are there. */
static void add_due(const game_engine *engine, void *world, const game_scene *game, int step,
                    progress *p) {
    for (; p->bodies < game->body_count && game->bodies[p->bodies].spawn <= step; ++p->bodies)
        engine->add(world, game, &game->bodies[p->bodies]);
    for (; p->joints < game->joint_count; ++p->joints) {
        const game_joint *joint = &game->joints[p->joints];
        if (joint->a >= p->bodies || joint->b >= p->bodies) return;
        engine->join(world, joint);
    }
}

static run_cost run(const game_engine *engine, const game_scene *game, int steps, game_laws *laws) {
    static double times[MOST_STEPS];
    void *world = engine->open();
    run_cost cost = {0, 0, 0};
    progress created = {0, 0};
    assert(steps <= MOST_STEPS && "The list of times has room for every step.");
    memset(laws, 0, sizeof *laws);
    for (int i = 0; i < steps; ++i) {
        add_due(engine, world, game, i, &created);
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

static void compare(const contest *c, result *r) {
    static game_scene game;
    static run_cost costs[MOST_ENGINES][RUN_MOST_ROUNDS];
    const int rounds = run_rounds();
    c->build(&game);
    r->bodies = 0;
    r->joints = game.joint_count;
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
         "that got 0.05 into a box: the fewer the better; worst error of a joint at the end: the\n"
         "smaller the better; mean way of cars along x: the longer the better");
    printf("%-8s %-6s %6s %6s %8s %7s %7s %6s\n", "game", "engine", "0.05", "0.5", "outside",
           "inside", "joint", "way");
    for (int i = 0; i < CONTEST_COUNT; ++i)
        for (int e = 0; e < ENGINE_COUNT && is_wanted(&CONTESTS[i], name); ++e)
            print_laws(&CONTESTS[i], &results[i], e);
    return 0;
}
