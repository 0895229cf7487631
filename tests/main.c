/* main.c: runs the suites, each with a runner of its own, and counts all checks in the last line.
 * CK_RUN_SUITE, CK_INCLUDE_TAGS, CK_EXCLUDE_TAGS (slow, unless set) and CK_FORK choose, as Check
 * has it. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "suites.h"

/* Seconds that a test may take where its case sets no limit of its own: slow machines, and builds
 * without optimisation, must not fail for that. */
static const char *LONG_ENOUGH = "180";

static const struct {
    const char *name;
    Suite *(*make)(void);
} ALL[] = {
#define SUITE(name) {#name, suite_##name},
    SUITES
#undef SUITE
};

enum { COUNT = sizeof ALL / sizeof *ALL };

typedef struct tally {
    int checks, failures, errors;
} tally;

static double seconds_of(struct timeval t) {
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

/* Seconds of processors that this process and those that it waited for have used. */
static double used(void) {
    double sum = 0;
    for (int i = 0; i < 2; ++i) {
        struct rusage usage;
        getrusage(i == 0 ? RUSAGE_SELF : RUSAGE_CHILDREN, &usage);
        sum += seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    }
    return sum;
}

/* Prints the failures of a suite and how to run it alone. */
static void print_failures(SRunner *runner, const char *name, const char *program, tally *all) {
    const int failed = srunner_ntests_failed(runner);
    TestResult **results = srunner_failures(runner);
    for (int i = 0; i < failed; ++i) {
        const int error = tr_rtype(results[i]) == CK_ERROR;
        printf("%s:%d: %s: %s: %s\n", tr_lfile(results[i]), tr_lno(results[i]),
               error ? "error" : "failure", tr_tcname(results[i]), tr_msg(results[i]));
        all->errors += error;
        all->failures += !error;
    }
    printf("%s: %d failed. Alone: CK_RUN_SUITE=%s %s\n", name, failed, name, program);
    free(results);
}

static void run(int number, const char *program, tally *all) {
    SRunner *runner = srunner_create(ALL[number].make());
    const double start = used();
    srunner_run_all(runner, CK_SILENT);
    const int checks = srunner_ntests_run(runner);
    if (checks > 0) printf("%6.1f s  %-20s %d checks\n", used() - start, ALL[number].name, checks);
    if (srunner_ntests_failed(runner) > 0) print_failures(runner, ALL[number].name, program, all);
    all->checks += checks;
    srunner_free(runner);
    fflush(stdout);
}

int main(int count, char **words) {
    tally all = {0, 0, 0};
    setenv("CK_DEFAULT_TIMEOUT", LONG_ENOUGH, 0);
    setenv("CK_EXCLUDE_TAGS", "slow", 0);
    for (int i = 0; i < COUNT; ++i) run(i, count > 0 ? words[0] : "evolute-tests", &all);
    const int bad = all.failures + all.errors;
    printf("%d%%: Checks: %d, Failures: %d, Errors: %d\n",
           all.checks > 0 ? 100 * (all.checks - bad) / all.checks : 0, all.checks, all.failures,
           all.errors);
    return bad == 0 && all.checks > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
