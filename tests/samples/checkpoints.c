/* checkpoints.c: runs of evolute-run that are stopped or killed at any moment go on to the
 * same files, byte for byte; damaged checkpoints are refused; a checkpoint costs what is new. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "suites.h"
#include "support/program.h"
#include "support/random.h"

/* ---- Files ----------------------------------------------------------------------------------- */

typedef struct bytes {
    unsigned char *at;
    size_t size;
} bytes;

static bytes read_all(const char *name) {
    FILE *file = fopen(program_file(name), "rb");
    ck_assert_msg(file != NULL, "%s is missing", name);
    bytes b = {NULL, 0};
    fseek(file, 0, SEEK_END);
    b.size = (size_t)ftell(file);
    rewind(file);
    b.at = malloc(b.size + 1);
    ck_assert_ptr_nonnull(b.at);
    ck_assert_uint_eq(fread(b.at, 1, b.size, file), b.size);
    fclose(file);
    return b;
}

static void write_all(const char *name, bytes b) {
    FILE *file = fopen(program_file(name), "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(b.at, 1, b.size, file), b.size);
    ck_assert_int_eq(fclose(file), 0);
}

/* Bytes without the comment that begins a table, which has a date. */
static bytes rows_of(bytes file) {
    const char *text = (const char *)file.at;
    const char *end = file.size > 0 && *text == '#' ? memchr(text, '\n', file.size) : NULL;
    const size_t skipped = end ? (size_t)(end + 1 - text) : 0;
    return (bytes){file.at + skipped, file.size - skipped};
}

static void expect_same(const char *name, const char *other) {
    bytes a = read_all(name), b = read_all(other), x = rows_of(a), y = rows_of(b);
    ck_assert_msg(x.size == y.size && memcmp(x.at, y.at, x.size) == 0, "%s and %s differ", name,
                  other);
    free(a.at);
    free(b.at);
}

static bool is_there(const char *name) {
    return access(program_file(name), F_OK) == 0;
}

/* Calls do_it for each file of this suite whose name contains a text; returns their number. */
static size_t each_file(const char *text, void (*do_it)(const char *name)) {
    DIR *folder = opendir(program_file(""));
    size_t count = 0;
    ck_assert_ptr_nonnull(folder);
    for (struct dirent *at = readdir(folder); at; at = readdir(folder)) {
        if (strncmp(at->d_name, "kept-", 5) != 0 || !strstr(at->d_name, text)) continue;
        ++count;
        if (do_it) do_it(at->d_name);
    }
    closedir(folder);
    return count;
}

static void discard(const char *name) {
    remove(program_file(name));
}

static void discard_all(void) {
    (void)each_file("", discard);
}

static size_t count_parts(void) {
    return each_file(".part", NULL);
}

/* ---- Runs ------------------------------------------------------------------------------------ */

/* Starts evolute-run in the build folder, silent, in a process of its own. Its files are those that
 * expect_same_files compares, and those of `more`. */
static pid_t start(const char *scene, const char *name, const char *more) {
    char line[1024];
    snprintf(line, sizeof line,
             "cd %s && exec ./evolute-run %s --no-picture --csv kept-%s.csv --plot kept-%s-p.csv "
             "--events kept-%s-e.csv --trajectory kept-%s.xyz --velocities kept-%s-v.csv %s",
             program_file(""), scene, name, name, name, name, name, more);
    const pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child > 0) return child;
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execl("/bin/sh", "sh", "-c", line, (char *)NULL);
    _exit(127);
}

/* Its exit code; -1: a signal ended it. */
static int end_of(pid_t child) {
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void run(const char *scene, const char *name, const char *more) {
    const int end = end_of(start(scene, name, more));
    ck_assert_msg(end == 0, "%d: %s %s", end, scene, more);
}

static void wait_seconds(double seconds) {
    const struct timespec t = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    nanosleep(&t, NULL);
}

static void expect_same_files(const char *one, const char *other) {
    static const char *const ENDS[] = {".csv", "-p.csv", "-e.csv", ".xyz", "-v.csv"};
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; ++i) {
        char a[64], b[64];
        snprintf(a, sizeof a, "kept-%s%s", one, ENDS[i]);
        snprintf(b, sizeof b, "kept-%s%s", other, ENDS[i]);
        expect_same(a, b);
    }
}

/* ---- Going on -------------------------------------------------------------------------------- */

static const char *const SCENES[] = {"heap --count 60", "harddisks --count 64 --packing 0.4",
                                     "platforms", "jansen"};

/* Runs that stopped between two samples, at one, in a shorter step at one, and before the second.
 * They go on twice, the second time under another name, to a later end. Without --relax it is that
 * of the first. A part beside the checkpoint is one of a run killed while it wrote. */
START_TEST(a_stopped_run_goes_on) {
    static const char *const FIRST[] = {
        "--every 0.2 --time 0.7 --relax 0.1 --checkpoint kept-a.bin",
        "--every 0.2 --time 0.8 --relax 0.1 --checkpoint kept-a.bin",
        "--every 0.2 --time 0.79 --relax 0.1 --checkpoint kept-a.bin",
        "--every 0.2 --time 0.1 --relax 0.1 --checkpoint kept-a.bin"};
    const char *scene = SCENES[_i];
    unsigned char stale[] = {1, 2, 3};
    run(scene, "whole", "--every 0.2 --time 1.2 --relax 0.1");
    for (size_t i = 0; i < sizeof FIRST / sizeof *FIRST; ++i) {
        run(scene, "part", FIRST[i]);
        run(scene, "part", "--every 0.2 --time 1 --resume kept-a.bin --checkpoint kept-b.bin");
        write_all("kept-b.bin.1.part", (bytes){stale, sizeof stale});
        run(scene, "part", "--every 0.2 --time 1.2 --relax 0.1 --resume kept-b.bin");
        expect_same_files("whole", "part");
    }
    ck_assert_uint_eq(count_parts(), 0);
    discard_all();
}
END_TEST

/* Checkpoints at each step, so that most signals come while one is written. SIGINT ends a run
 * tidily, SIGKILL does not. */
START_TEST(a_killed_run_goes_on) {
    const char *scene = SCENES[_i], *ways = "--every 0.016 --time 1 --relax 0.1";
    char first[128], again[160];
    int killed = 0;
    snprintf(first, sizeof first, "%s --checkpoint kept-k.bin", ways);
    snprintf(again, sizeof again, "%s --resume kept-k.bin", first);
    random_seed(71 + (uint64_t)_i);
    run(scene, "whole", ways);
    for (int i = 0; i < 6; ++i) {
        const bool tidy = i % 4 == 3;
        const pid_t child = start(scene, "part", is_there("kept-k.bin") ? again : first);
        wait_seconds(random_between(0.005, 0.12));
        kill(child, tidy ? SIGINT : SIGKILL);
        const int end = end_of(child);
        ck_assert_msg(end == -1 || end == 0 || (tidy && end == 4), "%d: %s", end, scene);
        killed += end != 0;
        if (end != -1) ck_assert_uint_eq(count_parts(), 0);
        if (end == 0) discard("kept-k.bin");
    }
    ck_assert_int_gt(killed, 0);
    run(scene, "part", is_there("kept-k.bin") ? again : first);
    expect_same_files("whole", "part");
    ck_assert_uint_eq(count_parts(), 0);
    discard_all();
}
END_TEST

/* The parts of a killed run are removed by the next one, but not those of one that is at work. */
START_TEST(parts_of_killed_runs_are_removed) {
    const pid_t child = start("harddisks", "part", "--time 900");
    for (int i = 0; count_parts() < 2; ++i) {
        ck_assert_msg(i < 6000, "the run does not begin");
        wait_seconds(0.01);
    }
    run("harddisks", "part", "--time 0.5");
    bytes whole = read_all("kept-part.xyz");
    ck_assert_uint_eq(count_parts(), 2);
    kill(child, SIGKILL);
    ck_assert_int_eq(end_of(child), -1);
    ck_assert_uint_eq(count_parts(), 2);
    run("harddisks", "part", "--time 0.5");
    bytes again = read_all("kept-part.xyz");
    ck_assert_uint_eq(whole.size, again.size);
    ck_assert_uint_eq(count_parts(), 0);
    free(whole.at);
    free(again.at);
    discard_all();
}
END_TEST

/* ---- Damage ---------------------------------------------------------------------------------- */

static size_t random_below(size_t count) {
    return (size_t)random_between(0, (double)count - 0.001);
}

/* Changes a bit or some bytes, cuts the end off, or, if it must end there, adds bytes. */
static bytes damaged(bytes b, bool longer) {
    bytes d = {malloc(b.size + 16), b.size};
    ck_assert_ptr_nonnull(d.at);
    memcpy(d.at, b.at, b.size);
    const size_t at = random_below(b.size);
    switch (random_below(longer ? 4 : 3)) {
    case 0:
        d.at[at] ^= (unsigned char)(1 << random_below(8));
        break;
    case 1:
        for (size_t i = at; i < b.size && i < at + 5; ++i) d.at[i] += (unsigned char)(i + 1);
        break;
    case 2:
        d.size = at;
        break;
    default:
        d.size += 1 + random_below(16);
        memset(d.at + b.size, 0, d.size - b.size);
    }
    return d;
}

/* No damage is taken, and a refused run changes no file. */
START_TEST(damaged_checkpoints_are_refused) {
    static const char *const NAMES[] = {"kept-d.bin", "kept-d.bin.log"};
    const char *again = "--time 1 --resume kept-d.bin --checkpoint kept-d.bin --record kept-d.evr";
    run("race", "part", "--time 0.5 --relax 0.1 --checkpoint kept-d.bin --record kept-d.evr");
    run("race", "whole", "--time 0.5");
    bytes record = read_all("kept-d.evr");
    random_seed(7);
    for (int i = 0; i < 130; ++i) {
        const bool log = i % 3 == 2;
        bytes b = read_all(NAMES[log]), d = damaged(b, !log);
        write_all(NAMES[log], d);
        const int end = end_of(start("race", "part", again));
        ck_assert_msg(end == 3, "%d: damage %d of %s is taken", end, i, NAMES[log]);
        bytes after = read_all(NAMES[log]);
        ck_assert(after.size == d.size && memcmp(after.at, d.at, d.size) == 0);
        write_all(NAMES[log], b);
        free(after.at);
        free(b.at);
        free(d.at);
    }
    expect_same("kept-whole.xyz", "kept-part.xyz");
    bytes kept = read_all("kept-d.evr");
    ck_assert(kept.size == record.size && memcmp(kept.at, record.at, kept.size) == 0);
    ck_assert_uint_eq(count_parts(), 0);
    run("race", "part", again);
    run("race", "whole", "--time 1");
    expect_same_files("whole", "part");
    free(kept.at);
    free(record.at);
    discard_all();
}
END_TEST

START_TEST(other_checkpoints_are_refused) {
    const program_case cases[] = {
        {"pile --count 20 --time 0.1 --no-picture --checkpoint $BUILD/kept-o.bin", 0, "steps"},
        {"pile --count 20 --time 0.2 --no-picture --resume $BUILD/kept-o.bin", 0,
         "steps                     12\n"},
        {"pile --count 20 --time 0.2 --no-picture --resume $BUILD/kept-o.bin --relax 0.01", 0,
         "steps                     12\n"},
        {"pile --count 20 --time 0.2 --no-picture --resume $BUILD/kept-o.bin --relax 0.02", 3,
         "no whole checkpoint of such a run"},
        {"pile --count 21 --time 0.2 --no-picture --resume $BUILD/kept-o.bin", 3,
         "no whole checkpoint of such a run"},
        {"pile --count 20 --time 0.2 --no-picture --resume $BUILD/kept-o.bin --series time,energy",
         3, "no whole checkpoint of such a run"},
        {"pile --count 20 --time 0.1 --no-picture --resume Makefile", 3, "no whole checkpoint"},
        {"pile --count 20 --time 0.1 --no-picture --resume $BUILD", 3, "no whole checkpoint"},
        {"pile --count 20 --time 0.1 --no-picture --resume nowhere", 3, "cannot be read"},
        {"pile --resume ''", 2, "--resume has no name"},
        {"pile --checkpoint a --events a.log", 2, "are the same file"},
        {"verify pile --resume nowhere", 2, "Leave --resume out"},
        {"cradle --no-picture --events /dev/null --checkpoint $BUILD/kept-o.bin", 3, "seek"},
    };
    program_check("evolute-run", cases, sizeof cases / sizeof *cases);
    ck_assert_uint_eq(count_parts(), 0);
    discard_all();
}
END_TEST

/* ---- Cost ------------------------------------------------------------------------------------ */

/* A checkpoint is as large after a long time as after a short one, and its log has each byte of the
 * outputs once. */
START_TEST(a_checkpoint_costs_what_is_new) {
    size_t sizes[2];
    for (int i = 0; i < 2; ++i) {
        run("harddisks --count 64 --packing 0.4", "part",
            i ? "--every 0.016 --time 1.6 --relax 0.1 --checkpoint kept-c.bin"
              : "--every 0.016 --time 0.2 --relax 0.1 --checkpoint kept-c.bin");
        bytes file = read_all("kept-c.bin");
        sizes[i] = file.size;
        free(file.at);
    }
    bytes log = read_all("kept-c.bin.log"), xyz = read_all("kept-part.xyz"),
          events = read_all("kept-part-e.csv");
    const size_t tables = 97 * 40 * sizeof(double);
    ck_assert_uint_lt(sizes[1], sizes[0] + sizes[0] / 5);
    ck_assert_uint_gt(log.size, xyz.size + events.size);
    ck_assert_uint_lt(log.size, xyz.size + events.size + tables);
    free(log.at);
    free(xyz.at);
    free(events.at);
    discard_all();
}
END_TEST

Suite *suite_checkpoints(void) {
    Suite *suite = suite_create("checkpoints");
    TCase *runs = tcase_create("checkpoints");
    tcase_set_tags(runs, "long");
    tcase_add_loop_test(runs, a_stopped_run_goes_on, 0, 4);
    tcase_add_loop_test(runs, a_killed_run_goes_on, 0, 3);
    tcase_add_test(runs, parts_of_killed_runs_are_removed);
    tcase_add_test(runs, damaged_checkpoints_are_refused);
    tcase_add_test(runs, other_checkpoints_are_refused);
    tcase_add_test(runs, a_checkpoint_costs_what_is_new);
    suite_add_tcase(suite, runs);
    return suite;
}
