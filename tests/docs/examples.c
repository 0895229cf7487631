/* examples.c: the examples of the headers (tests/embed/examples.awk) compile, and run in a
 * small world without a call that is refused; and what headers promise by a tag, tests hold. */
#include <evolute/evolute.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suites.h"
#include "support/program.h"
#include "support/sound.h"

/* ---- What examples find around them ---------------------------------------------------------- */

static evo_world *world;      /* with a floor at y = 0, and a box at rest on it */
static evo_body body, ground; /* the box, and the floor */
static const double dt = 1.0 / 60;
static FILE *file;        /* to write to */
static const void *bytes; /* a record */
static size_t size;       /* of the record */

static int refused; /* calls */

/* Examples print into the file. */
#define printf(...) fprintf(file, __VA_ARGS__)
#define puts(text) fprintf(file, "%s\n", text)

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#include "examples.inc"
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#undef printf
#undef puts

/* ---- Running them ---------------------------------------------------------------------------- */

static void count_refused(void *context, const evo_complaint *told) {
    fprintf(stderr, "%s: %s: %s\n", (const char *)context, told->call, told->text);
    ++refused;
}

static void create_world(const char *name) {
    evo_world_config config = evo_world_config_default();
    config.gravity = evo_vec(0, -10);
    config.complain = count_refused;
    config.callback_context = (void *)(uintptr_t)name;
    world = evo_world_create(&config);
    ck_assert_ptr_nonnull(world);
    evo_body_config floor = evo_body_config_default(), box = floor;
    floor.kind = EVO_STATIC;
    floor.shape = evo_box(20, 1);
    floor.position = evo_vec(0, -1);
    ground = evo_body_create(world, &floor);
    box.shape = evo_box(0.5, 0.5);
    box.position = evo_vec(0, 0.5);
    body = evo_body_create(world, &box);
    for (int i = 0; i < 10; ++i) evo_world_step(world, dt);
}

static bool gather(void *context, const void *more, size_t count) {
    char **text = context;
    char *grown = realloc(*text, size + count);
    if (!grown) return false;
    memcpy(grown + size, more, count);
    *text = grown;
    size += count;
    return true;
}

/* Records a few steps of the world, for examples that replay them; to be freed. */
static char *record_steps(void) {
    char *text = NULL;
    const evo_record_config config = {.write = gather, .context = &text};
    size = 0;
    ck_assert_int_eq(evo_record_begin(world, &config), EVO_OK);
    for (int i = 0; i < 3; ++i) evo_world_step(world, dt);
    ck_assert_int_eq(evo_record_end(world), EVO_OK);
    return text;
}

static void run_example(size_t i) {
    create_world(EXAMPLES[i].name);
    char *text = record_steps();
    bytes = text;
    file = tmpfile();
    ck_assert_ptr_nonnull(file);
    refused = 0;
    EXAMPLES[i].run();
    ck_assert_msg(refused == 0, "%s: %d calls were refused", EXAMPLES[i].name, refused);
    ck_assert_ptr_null(find_unsound(world));
    fclose(file);
    free(text);
    evo_world_destroy(world);
}

START_TEST(examples_do_what_they_show) {
    for (size_t i = 0; i < sizeof EXAMPLES / sizeof *EXAMPLES; ++i) run_example(i);
}
END_TEST

START_TEST(promises_have_tests) {
    int status;
    char *output = program_script("promises.sh", &status);
    ck_assert_msg(status == 0, "%s", output);
    free(output);
}
END_TEST

Suite *suite_examples(void) {
    Suite *suite = suite_create("examples");
    TCase *all = tcase_create("headers");
    tcase_add_test(all, examples_do_what_they_show);
    tcase_add_test(all, promises_have_tests);
    suite_add_tcase(suite, all);
    return suite;
}
