/* walker.c: characters of a platform game: they get on, over tiles, slopes, steps, belts and a
 * lift, and know when they stand. */
#include <math.h>

#include "scenes/scenes.h"
#include "scenes/walk.h"
#include "suites.h"
#include "support/check.h"

enum { MINUTE = 3600, SECOND = 60, CONTACTS = 8 };

static bool stands(const evo_world *world, evo_body body) {
    evo_contact found[CONTACTS];
    const size_t count = evo_body_contacts(world, body, found, CONTACTS);
    bool carried = false;
    for (size_t i = 0; i < count && i < CONTACTS; ++i) carried |= found[i].points[0].normal.y > 0.6;
    return carried;
}

/* Walks for a minute, without jumps but over the pit: it comes a metre farther in every second,
 * stands but for its jumps over the pit, and never sinks into the floor. */
START_TEST(nothing_stops_it) {
    const scene *level = scene_find("platforms");
    double values[SCENE_PARAMS], way = 0, last;
    scene_stage stage;
    int stood = 0;
    scene_defaults(level, values);
    values[1] = 0;
    ck_assert(scene_open(&stage, level, values, NULL));
    const evo_body body = stage.actors[stage.count - 1].body;
    last = evo_body_pose(stage.world, body).position.x;
    for (int step = 1; step <= MINUTE; ++step) {
        ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
        const evo_vec2 at = evo_body_pose(stage.world, body).position;
        way += fabs(at.x - last);
        last = at.x;
        stood += stands(stage.world, body);
        ck_assert_double_gt(at.y, -0.02);
        if (step % SECOND != 0) continue;
        ck_assert_msg(way > 1, "it comes %g farther at (%g, %g)", way, at.x, at.y);
        way = 0;
    }
    ck_assert_msg(stood > MINUTE * 3 / 4, "it stood in %d of %d steps", stood, MINUTE);
    scene_close(&stage);
}
END_TEST

Suite *suite_walker(void) {
    Suite *suite = suite_create("walker");
    TCase *walks = tcase_create("walks");
    tcase_add_test(walks, nothing_stops_it);
    suite_add_tcase(suite, walks);
    return suite;
}
