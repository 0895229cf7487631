#include "bench.h"

#include <stdlib.h>
#include <time.h>

enum { BLOCKS = 31, CALLS = 40000 };

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(const bench_case *c) {
    static volatile double kept;
    double times[BLOCKS];
    kept = c->run(CALLS);
    for (int i = 0; i < BLOCKS; ++i) {
        double start = cpu_seconds();
        kept = c->run(CALLS);
        times[i] = (cpu_seconds() - start) / CALLS * 1e9;
    }
    (void)kept;
    qsort(times, BLOCKS, sizeof times[0], ascending);
    return times[BLOCKS / 2];
}
