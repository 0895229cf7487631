#include "support/program.h"
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { TEXT = 200000 };

static char *read_stream(FILE *stream) {
    char *text = calloc(TEXT, 1);
    ck_assert_ptr_nonnull(text);
    ck_assert_uint_lt(fread(text, 1, TEXT - 1, stream), TEXT - 1);
    return text;
}

char *program_read(const char *path) {
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s cannot be read: run the tests from the repository", path);
    char *text = read_stream(file);
    fclose(file);
    return text;
}

static const char *build_folder(void) {
    const char *build = getenv("EVOLUTE_BUILD");
    return build ? build : "build/checked";
}

const char *program_file(const char *name) {
    static char paths[4][256];
    static size_t next;
    char *path = paths[next++ % 4];
    ck_assert_int_lt(snprintf(path, sizeof *paths, "%s/%s", build_folder(), name), sizeof *paths);
    return path;
}

/* Runs a command in braces, so that redirections within it take precedence. */
static char *run(const char *folder, const char *command, int *status) {
    char line[1024];
    snprintf(line, sizeof line, "BUILD=%s; { %s%s; } 2>&1", build_folder(), folder, command);
    FILE *pipe = popen(line, "r");
    ck_assert_ptr_nonnull(pipe);
    char *text = read_stream(pipe);
    int raw = pclose(pipe);
    *status = raw >= 0 && WIFEXITED(raw) ? WEXITSTATUS(raw) : -1;
    return text;
}

char *program_run(const char *command, int *status) {
    return run("$BUILD/", command, status);
}

char *program_script(const char *command, int *status) {
    return run("tests/", command, status);
}

char *program_expect(const char *program, const char *arguments, int status) {
    char command[256];
    int found;
    snprintf(command, sizeof command, "%s %s", program, arguments);
    char *output = program_run(command, &found);
    ck_assert_msg(found == status, "%s: %d, %s", command, found, output);
    return output;
}

void program_check(const char *program, const program_case *cases, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        char *output = program_expect(program, cases[i].arguments, cases[i].status);
        ck_assert_msg(strstr(output, cases[i].says), "%s: %s", cases[i].arguments, output);
        free(output);
    }
}
