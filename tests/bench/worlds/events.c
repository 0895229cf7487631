/* events.c: what a collision of two disks costs in worlds of events, beside a yardstick where one
 * is given: a program of another engine that runs as many disks, packed as densely, for as many
 * collisions, and is called so:
 *
 *     YARDSTICK -n DISKS -phi PACKING -coll COLLISIONS_A_DISK
 *
 * It prints "best B median M ns/coll" among other things. The two take turns, round by round, so
 * that whatever else the machine does befalls both.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "disks.h"
#include "parts.h"
#include "run.h"

typedef struct events_row {
    disks_setting setting;
    double collisions; /* a disk */
    double bar;        /* nanoseconds; 0: none */
    double factor;     /* the compressibility factor in equilibrium */
} events_row;

/* Factors by Kolafa and Rottner (2006), less what so many disks have less than infinitely many. At
 * 0.7 disks begin to freeze, and come to equilibrium in thousands of collisions; the factor is that
 * of the pressure found by Bernard and Krauth (2011). */
static const events_row ROWS[] = {
    {{1000, 0.5, false}, 200, 0, 4.1047},   {{10000, 0.3, false}, 40, 0, 2.0632},
    {{10000, 0.5, false}, 40, 400, 4.1062}, {{10000, 0.7, false}, 40, 0, 10.3},
    {{100000, 0.5, false}, 20, 0, 4.1063},  {{100000, 0.5, true}, 20, 0, 4.1063},
    {{1000000, 0.5, false}, 5, 0, 4.1064},
};

enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS, LARGEST = 1000000 };

/* Of the yardstick's time, and bytes a disk. */
static const double RATIO_BAR = 1.7, BYTES_BAR = 400;

/* ---- The yardstick --------------------------------------------------------------------------- */

typedef struct reading {
    double best, median;
} reading;

static reading read_yardstick(const char *program, const events_row *row) {
    char command[1024], line[1024];
    reading r = {0, 0};
    snprintf(command, sizeof command, "'%s' -n %d -phi %g -coll %g", program, row->setting.count,
             row->setting.packing, row->collisions);
    FILE *pipe = popen(command, "r");
    if (!pipe) run_fail("the yardstick cannot be run.");
    while (fgets(line, sizeof line, pipe)) {
        const char *found = strstr(line, "best ");
        if (found && sscanf(found, "best %lf median %lf", &r.best, &r.median) != 2) r.median = 0;
    }
    if (pclose(pipe) != 0 || !(r.median > 0)) run_fail("this failed: %s", command);
    return r;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Medians over rounds; ratios are of one round. */
typedef struct outcome {
    disks_cost ours;
    reading theirs;
    double best_ratio, median_ratio;
} outcome;

static outcome measure_row(const events_row *row, const char *yardstick, int rounds) {
    double values[6][RUN_MOST_ROUNDS];
    outcome o = {.best_ratio = 0};
    for (int i = 0; i < rounds; ++i) {
        o.ours = disks_measure(&row->setting, row->collisions);
        if (yardstick) o.theirs = read_yardstick(yardstick, row);
        values[0][i] = o.ours.best;
        values[1][i] = o.ours.median;
        values[2][i] = o.theirs.best;
        values[3][i] = o.theirs.median;
        values[4][i] = o.ours.best / o.theirs.best;
        values[5][i] = o.ours.median / o.theirs.median;
    }
    double *const medians[] = {&o.ours.best,     &o.ours.median, &o.theirs.best,
                               &o.theirs.median, &o.best_ratio,  &o.median_ratio};
    for (int i = 0; i < 6; ++i) *medians[i] = bench_quantile(values[i], rounds, 0.5);
    return o;
}

static void print_heads(bool compared) {
    printf(
        "hard disks from impact to impact in a periodic box: CPU nanoseconds a collision of two,\n"
        "best and median of 20 blocks; factor: of compressibility, by the virial\n");
    if (compared)
        printf("times: those of the yardstick; bar %g of its median\n", RATIO_BAR);
    else
        printf("no yardstick is given (make bench YARDSTICK=its.c), so ours alone\n");
    printf("%8s %7s %6s %6s", "disks", "packing", "best", "median");
    if (compared) printf(" | %6s %6s %6s %6s  %-6s", "best", "median", "times", "times", "");
    printf(" | %7s %7s | bytes, bar %g\n", "factor", "should", BYTES_BAR);
}

static void print_row(const events_row *row, const outcome *o, bool compared) {
    const disks_setting *s = &row->setting;
    printf("%8d %7g %6.1f %6.1f", s->count, s->packing, o->ours.best, o->ours.median);
    if (compared)
        printf(" | %6.1f %6.1f %6.2f %6.2f  %-6s", o->theirs.best, o->theirs.median, o->best_ratio,
               o->median_ratio, run_verdict(o->median_ratio <= RATIO_BAR));
    printf(" | %7.4f %7.4f | %5.0f %s%s\n", o->ours.virial, row->factor, o->ours.bytes,
           run_verdict(o->ours.bytes <= BYTES_BAR), s->shuffled ? ", created in no order" : "");
    fflush(stdout);
}

/* ---- All ------------------------------------------------------------------------------------- */

static void print_growth(const outcome *all) {
    const char *then = "";
    printf("growth:");
    for (int i = 0; i < ROW_COUNT; ++i) {
        const disks_setting *s = &ROWS[i].setting;
        if (s->packing != 0.5 || s->shuffled || s->count == LARGEST) continue;
        printf("%s %.1f ns at %d", then, all[i].ours.median, s->count);
        then = ",";
    }
    printf("\n");
}

void part_events(void) {
    const char *yardstick = getenv("BENCH_YARDSTICK");
    outcome all[ROW_COUNT];
    if (yardstick && !*yardstick) yardstick = NULL;
    print_heads(yardstick);
    for (int i = 0; i < ROW_COUNT; ++i) {
        const events_row *row = &ROWS[i];
        all[i] = measure_row(row, yardstick, row->setting.count == LARGEST ? 1 : run_rounds());
        print_row(row, &all[i], yardstick);
    }
    for (int i = 0; i < ROW_COUNT; ++i)
        if (ROWS[i].bar > 0)
            printf("%.1f ns at %d, packing %g, bar %g: %s\n", all[i].ours.median,
                   ROWS[i].setting.count, ROWS[i].setting.packing, ROWS[i].bar,
                   run_verdict(all[i].ours.median <= ROWS[i].bar));
    print_growth(all);
}
