/* bench.h: taking times, and what a block of work costs. */
#ifndef TESTS_BENCH_BENCH_H
#define TESTS_BENCH_BENCH_H

/* Of this process, which other tenants of the machine disturb least. */
double bench_cpu_seconds(void);

/* The value that this part of all values is below: 0.5 is the median. Sorts them. */
double bench_quantile(double *values, int count, double part);

/* One kind of call. `run` makes `calls` of them on prepared data and returns something that depends
 * on each answer, so that none can be left out. */
typedef struct bench_case {
    const char *name;
    double bar;          /* nanoseconds a call; 0: none */
    double instructions; /* another bar, of which either will do; 0: none */
    double (*run)(int calls);
} bench_case;

/* Nanoseconds of CPU time a call: the median over repeated blocks. */
double bench_median(const bench_case *c);

#ifdef EVOLUTE_BENCH_BOX2D
#ifdef __cplusplus
extern "C"
#endif
    /* b2Distance (GJK) between two 8-gons inscribed in ellipses; the transforms are
 * x, y, angle of each. */
    double
    box2d_gjk(int calls, const double (*poses)[6], int count, double radius_x, double radius_y);
#endif

#endif
