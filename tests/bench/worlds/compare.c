/* compare.c: quiet steps of the four scenes in all engines. */
#include <stdio.h>

#include "parts.h"
#include "record.h"

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

static void print_contest(const contest *c, const record *r) {
    const run_cost ratio = record_ratio(r);
    printf("%-9s %6d", c->scene, c->count);
    run_print(10, 3, record_median(r, OURS).tenth);
    for (int i = 0; i < PEERS; ++i) run_print(10, 3, record_median(r, i).tenth);
    run_print(7, 1, ratio.tenth);
    printf(" %5g %4g  %-8s", c->bar, c->aim,
           ratio.tenth >= c->aim ? "aim met" : run_reached(ratio.tenth, c->bar));
    run_print(7, 1, ratio.mean);
    putchar('\n');
    fflush(stdout);
}

void part_compare(void) {
    static record r;
    const int rounds = run_rounds();
    printf("CPU milliseconds a step of 1/60 s: tenth percentile of steps %d to %d, median of %d "
           "rounds (of %d\nat %d bodies); ratio: how many times faster than Box2D; means: the same "
           "of the mean step, which\nnoise reaches, but also what only some steps do\n",
           RUN_LANDED.before + 1, RUN_LANDED.before + RUN_LANDED.timed, rounds,
           rounds * RECORD_SMALL_TIMES, RECORD_SMALL);
    printf("%-9s %6s %9s %9s %9s %6s %5s %4s  %-8s %6s\n", "scene", "bodies", "ours", "Box2D",
           "Chipmunk", "ratio", "bar", "aim", "", "means");
    for (size_t i = 0; i < sizeof CONTESTS / sizeof *CONTESTS; ++i) {
        const contest *c = &CONTESTS[i];
        if (!run_wants_scene(c->scene)) continue;
        record_scene(&r, c->scene, c->count, RUN_LANDED);
        print_contest(c, &r);
    }
}
