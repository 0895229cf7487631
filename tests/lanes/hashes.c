/* hashes.c: every scene ends in the state recorded in tests/cases/hashes.csv, to the last bit, for
 * every compiler, level of optimisation and number of lanes. The quick test takes one number of
 * lanes for each scene, in turn; the suite lanes compares them all.
 *
 * This proves that results are unchanged, not that they are right: the other tests judge that. A
 * change that is meant to change results includes a new table, written by:
 *
 *     EVOLUTE_HASHES=write CK_RUN_SUITE=hashes make test */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes/scenes.h"
#include "suites.h"
#include "support/csv.h"
#include "support/widths.h"

static const char *const TABLE = "tests/cases/hashes.csv";

enum { STEPS = 600 };

static uint64_t hash_of(const scene *s, int lanes) {
    scene_setting setting = scene_setting_default();
    double values[SCENE_PARAMS];
    scene_stage stage;
    setting.lanes = lanes;
    scene_defaults(s, values);
    ck_assert_msg(scene_open(&stage, s, values, &setting), "%s cannot be built", s->name);
    for (int i = 0; i < STEPS; ++i) ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
    uint64_t hash = evo_world_hash(stage.world);
    scene_close(&stage);
    return hash;
}

static int count_scenes(void) {
    int count = 0;
    while (scene_at((size_t)count)) ++count;
    return count;
}

/* ---- The table ------------------------------------------------------------------------------- */

START_TEST(the_table_is_written) {
    FILE *file = fopen(TABLE, "w");
    ck_assert_msg(file != NULL, "%s cannot be written: run the tests from the repository", TABLE);
    fprintf(file, "scene,hash\n");
    for (size_t i = 0; scene_at(i); ++i)
        fprintf(file, "%s,%016" PRIx64 "\n", scene_at(i)->name,
                hash_of(scene_at(i), LANE_WIDTHS[0]));
    ck_assert_int_eq(fclose(file), 0);
}
END_TEST

START_TEST(the_table_holds_every_scene_once) {
    csv table;
    csv_open(&table, TABLE);
    for (size_t i = 0; scene_at(i); ++i) {
        ck_assert_msg(csv_next(&table), "%s ends before %s", TABLE, scene_at(i)->name);
        ck_assert_str_eq(csv_text(&table, "scene"), scene_at(i)->name);
    }
    ck_assert_msg(!csv_next(&table), "%s holds more than there is", TABLE);
    csv_close(&table);
}
END_TEST

static uint64_t hash_in_table(const char *name) {
    csv table;
    csv_open(&table, TABLE);
    while (csv_next(&table)) {
        if (strcmp(csv_text(&table, "scene"), name) != 0) continue;
        uint64_t hash = strtoull(csv_text(&table, "hash"), NULL, 16);
        csv_close(&table);
        return hash;
    }
    csv_close(&table);
    ck_abort_msg("%s is not in %s", name, TABLE);
    return 0;
}

/* ---- The scenes ------------------------------------------------------------------------------ */

static void check_scene(const scene *s, int lanes) {
    uint64_t expected = hash_in_table(s->name), found = hash_of(s, lanes);
    ck_assert_msg(found == expected,
                  "%s, lanes %d: expected %016" PRIx64 ", found %016" PRIx64
                  ". Where that is meant, make %s anew: see tests/lanes/hashes.c",
                  s->name, lanes, expected, found, TABLE);
}

/* One iteration for each scene, whose number of lanes differs from that of its neighbours.
 * @same-bits */
START_TEST(a_scene_ends_as_it_did) {
    check_scene(scene_at((size_t)_i), LANE_WIDTHS[_i % count_widths()]);
}
END_TEST

/* One iteration for each scene and number of lanes. */
START_TEST(a_scene_ends_as_it_did_with_any_lanes) {
    check_scene(scene_at((size_t)(_i / count_widths())), LANE_WIDTHS[_i % count_widths()]);
}
END_TEST

static bool table_is_to_be_written(void) {
    const char *wish = getenv("EVOLUTE_HASHES");
    return wish && strcmp(wish, "write") == 0;
}

Suite *suite_hashes(void) {
    Suite *suite = suite_create("hashes");
    TCase *hashes = tcase_create("hashes");
    tcase_set_tags(hashes, "bits");
    if (table_is_to_be_written()) tcase_add_test(hashes, the_table_is_written);
    tcase_add_test(hashes, the_table_holds_every_scene_once);
    tcase_add_loop_test(hashes, a_scene_ends_as_it_did, 0, count_scenes());
    suite_add_tcase(suite, hashes);
    TCase *deep = tcase_create("any lanes");
    tcase_set_tags(deep, "slow");
    tcase_add_loop_test(deep, a_scene_ends_as_it_did_with_any_lanes, 0,
                        count_scenes() * count_widths());
    suite_add_tcase(suite, deep);
    return suite;
}
