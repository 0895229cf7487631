/* compare.c: the four scenes in all engines, from the very same start. Engines take turns, so that
 * a busy moment of the machine does not meet one of them alone; what counts is the ratio of a
 * round, and of these the median. */
#include <stdio.h>

#include "bench/bench.h"
#include "parts.h"
#include "run.h"

typedef struct contest {
    const char *scene;
    int count;
    double bar, aim; /* so many times faster than Box2D */
} contest;

static const contest CONTESTS[] = {
    {"pile", 1000, 7.5, 11},    {"pile", 5000, 13, 18},  {"ellipses", 1000, 13, 19},
    {"ellipses", 5000, 17, 24}, {"gas", 1000, 11, 15},   {"gas", 5000, 11, 17},
    {"mixed", 1000, 9, 13},     {"mixed", 5000, 14, 20},
};

/* Small worlds are quickly run, and too quick to be measured well at once. */
enum { SMALL = 1000, SMALL_TIMES = 3 };

enum { OURS = PEERS, ENGINES };

/* What a step costs in each engine, by round. */
typedef struct record {
    int rounds;
    run_cost costs[ENGINES][RUN_MOST_ROUNDS * SMALL_TIMES];
} record;

/* The peers first: ours runs in the world that theirs are copied from. */
static void run_round(record *r, const contest *c) {
    const scene_setting setting = run_setting();
    scene_stage stage;
    run_open(&stage, c->scene, c->count, &setting);
    for (int i = 0; i < PEERS; ++i)
        if (peer_find(i)) r->costs[i][r->rounds] = run_peer(peer_find(i), &stage, RUN_WHOLE);
    r->costs[OURS][r->rounds++] = run_ours(&stage, RUN_WHOLE);
    scene_close(&stage);
}

static double median_time(const record *r, int engine) {
    double times[RUN_MOST_ROUNDS * SMALL_TIMES];
    for (int i = 0; i < r->rounds; ++i) times[i] = r->costs[engine][i].tenth;
    return bench_quantile(times, r->rounds, 0.5);
}

/* How many times faster ours is than Box2D. */
static run_cost median_ratio(const record *r) {
    double tenths[RUN_MOST_ROUNDS * SMALL_TIMES], means[RUN_MOST_ROUNDS * SMALL_TIMES];
    for (int i = 0; i < r->rounds; ++i) {
        tenths[i] = r->costs[PEER_BOX2D][i].tenth / r->costs[OURS][i].tenth;
        means[i] = r->costs[PEER_BOX2D][i].mean / r->costs[OURS][i].mean;
    }
    run_cost ratio = {bench_quantile(tenths, r->rounds, 0.5),
                      bench_quantile(means, r->rounds, 0.5)};
    return ratio;
}

static void print_time(const record *r, int engine) {
    if (engine == OURS || peer_find(engine))
        printf(" %9.3f", median_time(r, engine));
    else
        printf(" %9s", "-");
}

static void print_contest(const contest *c, const record *r) {
    printf("%-9s %6d", c->scene, c->count);
    print_time(r, OURS);
    for (int i = 0; i < PEERS; ++i) print_time(r, i);
    if (peer_find(PEER_BOX2D)) {
        const run_cost ratio = median_ratio(r);
        printf(" %6.1f %5g %4g  %-8s %6.1f\n", ratio.tenth, c->bar, c->aim,
               ratio.tenth >= c->aim ? "aim met" : run_verdict(ratio.tenth >= c->bar), ratio.mean);
    } else {
        printf(" %6s %5g %4g  %-8s %6s\n", "-", c->bar, c->aim, "-", "-");
    }
    fflush(stdout);
}

void part_compare(void) {
    static record r;
    const int rounds = run_rounds();
    printf("CPU milliseconds a step of 1/60 s: tenth percentile of steps %d to %d, median of %d "
           "rounds (of %d\nat %d bodies); ratio: how many times faster than Box2D; means: the same "
           "of the mean step, which\nnoise reaches, but also what only some steps do\n",
           RUN_WHOLE.before + 1, RUN_WHOLE.before + RUN_WHOLE.timed, rounds, rounds * SMALL_TIMES,
           SMALL);
    printf("%-9s %6s %9s %9s %9s %6s %5s %4s  %-8s %6s\n", "scene", "bodies", "ours", "Box2D",
           "Chipmunk", "ratio", "bar", "aim", "", "means");
    for (size_t i = 0; i < sizeof CONTESTS / sizeof *CONTESTS; ++i) {
        const contest *c = &CONTESTS[i];
        r.rounds = 0;
        while (r.rounds < rounds * (c->count == SMALL ? SMALL_TIMES : 1)) run_round(&r, c);
        print_contest(c, &r);
    }
}
