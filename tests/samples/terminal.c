/* terminal.c: evolute-run as people use it: guesses of what was misspelt, times in tables, and
 * a scene that is watched in a terminal, which is one of the test's own. */
#define _XOPEN_SOURCE 700

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "headless/guess.h"
#include "scenes/scenes.h"
#include "suites.h"
#include "support/program.h"
#include "support/random.h"

/* ---- Guesses --------------------------------------------------------------------------------- */

static guess guess_scene(const char *word) {
    guess g = guess_begin(word, strlen(word));
    for (size_t i = 0; scene_at(i); ++i) guess_offer(&g, scene_at(i)->name);
    return g;
}

/* One edit of a word, by chance; longer by a letter at most. */
static void misspell(char *word) {
    const size_t length = strlen(word), at = (size_t)random_between(0, (double)length - 1);
    const char letter = (char)random_between('a', 'z' + 1);
    const char kept = word[at];
    switch ((int)random_between(0, 4)) {
    case 0: /* dropped */
        memmove(word + at, word + at + 1, length - at);
        break;
    case 1: /* inserted */
        memmove(word + at + 1, word + at, length - at + 1);
        word[at] = letter;
        break;
    case 2: /* replaced */
        word[at] = letter;
        break;
    default: /* swapped with its neighbour */
        word[at] = word[at + 1];
        word[at + 1] = kept;
    }
}

/* After one edit the guess is the name, or another that is no farther; after none, the name. */
START_TEST(one_edit_is_seen_through) {
    size_t others = 0;
    random_seed(65);
    for (int i = 0; i < 4000; ++i) {
        const scene *s = scene_at((size_t)i % 37);
        char word[40];
        if (!s) continue;
        snprintf(word, sizeof word, "%s", s->name);
        ck_assert_str_eq(guess_scene(word).best, s->name);
        misspell(word);
        const guess g = guess_scene(word);
        ck_assert_msg(g.best && g.edits <= 1, "%s: %s is not guessed from %s", s->name,
                      g.best ? g.best : "nothing", word);
        others += strcmp(g.best, s->name) != 0;
    }
    ck_assert_uint_lt(others, 100);
}
END_TEST

START_TEST(far_words_are_no_guesses) {
    const char *const far[] = {"foo", "x", "", "zzzzzzzz", "qwertyuiop", "ab"};
    for (size_t i = 0; i < sizeof far / sizeof *far; ++i) {
        guess g = guess_scene(far[i]);
        ck_assert_msg(!g.best, "%s: %s", far[i], g.best);
        ck_assert_str_eq(guess_text(&g, ""), "");
    }
}
END_TEST

START_TEST(messages_name_what_was_meant) {
    const program_case cases[] = {
        {"plie", 2, "there is no scene plie. Did you mean pile?"},
        {"foo", 2, "there is no scene foo. evolute-run --list"},
        {"verfy pile", 2, "Did you mean verify?"},
        {"pile --cuont 20", 2, "pile has no --cuont. Did you mean --count?"},
        {"pile --tme 20", 2, "Did you mean --time?"},
        {"pile --series time,enrgy", 2, "Did you mean energy?"},
        {"pile --show contcts", 2, "Did you mean contacts?"},
        {"--version", 0, "Evolute "},
        {"--help", 0, "--version"},
        {"--help", 0, "--watch"},
        {"pile --watch", 2, "--watch draws in a terminal"},
    };
    program_check("evolute-run", cases, sizeof cases / sizeof *cases);
}
END_TEST

/* Samples are a tenth of a second apart: their times have one decimal, and are told apart. */
START_TEST(times_are_written_as_people_write_them) {
    char *run = program_expect("evolute-run",
                               "gas --count 10 --time 6 --no-picture --csv $BUILD/test-times.csv "
                               "--series time,impacts --trajectory $BUILD/test-times.xyz",
                               0);
    char *rows = program_read(program_file("test-times.csv"));
    char *atoms = program_read(program_file("test-times.xyz"));
    const char *row = strchr(strchr(rows, '\n') + 1, '\n') + 1, *atom = atoms;
    for (int i = 0; i <= 60; ++i) {
        char expected[20];
        const int length = snprintf(expected, sizeof expected, "Time=%g", i / 10.0);
        ck_assert_msg(strncmp(row, expected + 5, (size_t)length - 5) == 0, "%.30s", row);
        ck_assert_int_eq(row[length - 5], ',');
        row = strchr(row, '\n') + 1;
        atom = strstr(atom, "Time=");
        ck_assert_msg(atom && strncmp(atom, expected, (size_t)length) == 0, "%.30s", atom);
        ck_assert(atom[length] == ' ' || atom[length] == '\n');
        ++atom;
    }
    free(run);
    free(rows);
    free(atoms);
    remove(program_file("test-times.csv"));
    remove(program_file("test-times.xyz"));
}
END_TEST

/* ---- Watching -------------------------------------------------------------------------------- */

enum { MOST = 4 << 20, ROWS = 24, COLUMNS = 80 };

static char seen[MOST + 1];

/* Opens a terminal, and runs a command in a child with it as the error stream. */
static int begin_terminal(const char *command, pid_t *child) {
    const struct winsize size = {.ws_row = ROWS, .ws_col = COLUMNS};
    const int own = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert_int_ge(own, 0);
    ck_assert(grantpt(own) == 0 && unlockpt(own) == 0);
    const int other = open(ptsname(own), O_RDWR | O_NOCTTY);
    ck_assert_int_ge(other, 0);
    ck_assert_int_eq(ioctl(other, TIOCSWINSZ, &size), 0);
    *child = fork();
    if (*child == 0) {
        dup2(other, STDERR_FILENO);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    close(other);
    return own;
}

/* What a run writes to its terminal, in `seen`; its hash is returned, to be freed. */
static char *watch_run(const char *environment, const char *flags) {
    char command[600];
    pid_t child;
    int status;
    size_t count = 0;
    const char *told = program_file("test-watch.txt");
    snprintf(command, sizeof command,
             "unset NO_COLOR COLORTERM LC_ALL LC_CTYPE LANG; TERM=xterm; %s "
             "exec %s pile --count 40 --time 2 --no-picture %s >%s",
             environment, program_file("evolute-run"), flags, told);
    const int terminal = begin_terminal(command, &child);
    for (ssize_t got; count < MOST && (got = read(terminal, seen + count, MOST - count)) > 0;)
        count += (size_t)got;
    seen[count] = '\0';
    close(terminal);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s: %d", command, status);
    char *text = program_read(told), *hash = strstr(text, "state hash");
    ck_assert_ptr_nonnull(hash);
    memmove(text, hash, strlen(hash) + 1);
    *strchr(text, '\n') = '\0';
    remove(told);
    return text;
}

static size_t count_of(const char *text, const char *word) {
    size_t count = 0;
    for (; (text = strstr(text, word)) != NULL; text += strlen(word)) ++count;
    return count;
}

/* Lines end with what clears the rest of a row. Pictures are as high as the way up is, with a row
 * left for the progress, and no line is too long. Returns how many pictures there are. */
static size_t check_pictures(void) {
    size_t rows = 0;
    for (char *at = seen; rows == 0 && (at = strstr(at, "\r\x1b[")) != NULL; at += 3) {
        char *end;
        const size_t number = strtoul(at + 3, &end, 10);
        if (*end == 'A') rows = number;
    }
    ck_assert(rows >= 4 && rows < ROWS);
    ck_assert_uint_eq(count_of(seen, "\x1b[K\r\n") % rows, 0);
    size_t letters = 0, longest = 0;
    for (const char *at = seen; *at; ++at) {
        if (*at == '\x1b') {
            at += strcspn(at, "mKA");
            continue;
        }
        if (*at == '\n' || *at == '\r') letters = 0;
        letters += (*at & 0xc0) != 0x80 && *at >= ' ' ? 1 : (*at & 0xc0) == 0xc0;
        if (letters > longest) longest = letters;
    }
    ck_assert_uint_gt(longest, 10);
    ck_assert_uint_lt(longest, COLUMNS);
    return count_of(seen, "\x1b[K\r\n") / rows;
}

START_TEST(a_scene_is_watched) {
    static const struct {
        const char *environment, *has, *has_not;
    } cases[] = {
        {"LANG=C.UTF-8 COLORTERM=truecolor", "\x1b[38;2;", "\x1b[38;5;"},
        {"LANG=C.UTF-8 TERM=xterm-256color", "\x1b[48;5;", "\x1b[48;2;"},
        {"LANG=C.UTF-8 NO_COLOR=1 COLORTERM=truecolor", "\xe2\x96\x80", "\x1b[38"},
        {"LANG=C LC_ALL= NO_COLOR=1", "'", "\xe2"},
        {"LANG=C.UTF-8 LC_ALL=C COLORTERM=24bit", "\x1b[48;2;", "\xe2"},
    };
    char *plain = watch_run("", "");
    ck_assert_ptr_null(strstr(seen, "\x1b["));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char *hash = watch_run(cases[i].environment, "--watch");
        ck_assert_uint_ge(check_pictures(), 2);
        ck_assert_msg(strstr(seen, cases[i].has) != NULL, "%s", cases[i].environment);
        ck_assert_msg(strstr(seen, cases[i].has_not) == NULL, "%s", cases[i].environment);
        ck_assert_str_eq(hash, plain);
        free(hash);
    }
    free(plain);
}
END_TEST

Suite *suite_terminal(void) {
    Suite *suite = suite_create("terminal");
    TCase *words = tcase_create("words"), *watching = tcase_create("watching");
    tcase_add_test(words, one_edit_is_seen_through);
    tcase_add_test(words, far_words_are_no_guesses);
    tcase_add_test(words, messages_name_what_was_meant);
    tcase_add_test(words, times_are_written_as_people_write_them);
    tcase_add_test(watching, a_scene_is_watched);
    suite_add_tcase(suite, words);
    suite_add_tcase(suite, watching);
    return suite;
}
