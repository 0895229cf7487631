#include "bench.h"

#include <stdlib.h>
#include <time.h>

enum { BLOCKS = 31, CALLS = 40000 };

double bench_cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_quantile(double *values, int count, double part) {
    qsort(values, (size_t)count, sizeof *values, ascending);
    return values[(int)(part * count)];
}

double bench_median(const bench_case *c) {
    static volatile double kept;
    double times[BLOCKS];
    kept = c->run(CALLS);
    for (int i = 0; i < BLOCKS; ++i) {
        double start = bench_cpu_seconds();
        kept = c->run(CALLS);
        times[i] = (bench_cpu_seconds() - start) / CALLS * 1e9;
    }
    (void)kept;
    return bench_quantile(times, BLOCKS, 0.5);
}
