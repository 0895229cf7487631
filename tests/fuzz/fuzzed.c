/* fuzzed.c: the programs of tests/fuzz/corpus, which found something once or reach far, keep
 * the laws of their fuzzers: a broken one ends the process. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "fuzz/fuzz.h"
#include "suites.h"

enum { BYTES_MOST = 4096 };

static const struct {
    const char *folder;
    void (*run)(const uint8_t *bytes, size_t count);
} FUZZERS[] = {{"tests/fuzz/corpus/calls", fuzz_calls},
               {"tests/fuzz/corpus/geometry", fuzz_geometry},
               {"tests/fuzz/corpus/saves", fuzz_saves},
               {"tests/fuzz/corpus/records", fuzz_records},
               {"tests/fuzz/corpus/levels", fuzz_levels}};
enum { FUZZER_COUNT = sizeof FUZZERS / sizeof *FUZZERS };

static void replay(const char *folder, const char *name,
                   void (*run)(const uint8_t *bytes, size_t count)) {
    static uint8_t bytes[BYTES_MOST];
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s cannot be read", path);
    const size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    run(bytes, count);
}

START_TEST(kept_programs_keep_the_laws) {
    DIR *folder = opendir(FUZZERS[_i].folder);
    int files = 0;
    ck_assert_msg(folder != NULL, "run the tests from the repository");
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        if (entry->d_name[0] == '.') continue;
        replay(FUZZERS[_i].folder, entry->d_name, FUZZERS[_i].run);
        ++files;
    }
    closedir(folder);
    ck_assert_int_gt(files, 0);
}
END_TEST

Suite *suite_fuzzed(void) {
    Suite *suite = suite_create("fuzzed");
    TCase *kept = tcase_create("kept");
    tcase_add_loop_test(kept, kept_programs_keep_the_laws, 0, FUZZER_COUNT);
    suite_add_tcase(suite, kept);
    return suite;
}
