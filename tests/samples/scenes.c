/* scenes.c: every scene runs, keeps its bodies, and gives the same bits with every number of
 * lanes; the four benchmark scenes equal those of the other engines; scenes obey their laws. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "headless/overlap.h"
#include "scenes/chance.h"
#include "scenes/scenes.h"
#include "suites.h"
#include "support/program.h"
#include "support/widths.h"

enum { SCENES = 37 };

static void open_scene(scene_stage *stage, const char *name, const scene_setting *setting) {
    const scene *s = scene_find(name);
    double values[SCENE_PARAMS];
    ck_assert_msg(s != NULL, "%s is gone", name);
    scene_defaults(s, values);
    ck_assert_msg(scene_open(stage, s, values, setting), "%s cannot be built", name);
}

static void run_stage(scene_stage *stage, double seconds) {
    const int steps = (int)(seconds / SCENE_STEP + 0.5);
    for (int i = 0; i < steps; ++i) ck_assert_int_eq(scene_step(stage, SCENE_STEP), EVO_OK);
}

/* ---- All of them ----------------------------------------------------------------------------- */

START_TEST(the_table_is_whole) {
    char *documents = program_read("samples/README.md");
    for (size_t i = 0; i < SCENES; ++i) {
        const scene *s = scene_at(i);
        ck_assert_ptr_nonnull(s);
        ck_assert_ptr_eq(scene_find(s->name), s);
        ck_assert(s->seconds > 0 && s->title && s->make);
        ck_assert_uint_ge(strlen(s->look), 40);
        ck_assert_msg(strstr(documents, s->look) != NULL, "samples/README.md says of %s not: %s",
                      s->name, s->look);
        ck_assert_uint_lt(scene_param_count(s), SCENE_PARAMS);
        for (size_t k = 0; k < scene_param_count(s); ++k) {
            ck_assert(scene_param_allows(&s->params[k], s->params[k].value));
            ck_assert(!scene_param_allows(&s->params[k], NAN));
            ck_assert_ptr_nonnull(s->params[k].help);
        }
    }
    free(documents);
    ck_assert_ptr_null(scene_at(SCENES));
    ck_assert_ptr_null(scene_find("nothing"));
}
END_TEST

/* No scene is built or stepped in a way that is hardly meant. */
static void fail_on_complaint(void *context, const evo_complaint *told) {
    (void)context;
    ck_abort_msg("%s: %s", told->call, told->text);
}

static uint64_t hash_after(const char *name, double seconds, int lanes, uint64_t seed) {
    scene_setting setting = scene_setting_default();
    scene_stage stage;
    setting.lanes = lanes;
    setting.seed = seed;
    setting.complain = fail_on_complaint;
    open_scene(&stage, name, &setting);
    run_stage(&stage, seconds);
    uint64_t hash = evo_world_hash(stage.world);
    ck_assert_msg(scene_lost(&stage) == 0, "%s lost %zu bodies", name, scene_lost(&stage));
    ck_assert(isfinite(evo_world_kinetic_energy(stage.world)));
    scene_close(&stage);
    return hash;
}

START_TEST(a_scene_is_the_same_on_all_lanes) {
    const char *name = scene_at((size_t)_i)->name;
    uint64_t hash = hash_after(name, 2, 1, 7);
    for (int i = 1; i < count_widths(); ++i)
        ck_assert_msg(hash_after(name, 2, LANE_WIDTHS[i], 7) == hash, "%s differs on %d lanes",
                      name, LANE_WIDTHS[i]);
}
END_TEST

/* A scene can be built and stepped with one parameter at an end of its range. */
static void try_end(const scene *s, size_t param, double end) {
    double values[SCENE_PARAMS];
    scene_stage stage;
    scene_defaults(s, values);
    values[param] = end;
    ck_assert_msg(scene_open(&stage, s, values, NULL), "%s --%s %g", s->name, s->params[param].name,
                  end);
    run_stage(&stage, SCENE_STEP);
    ck_assert_uint_eq(scene_lost(&stage), 0);
    scene_close(&stage);
    values[param] = end == s->params[param].min ? end - 1 : end + 1;
    ck_assert(!scene_open(&stage, s, values, NULL));
    scene_close(&stage);
}

START_TEST(params_reach_their_ends) {
    const scene *s = scene_at((size_t)_i);
    for (size_t k = 0; k < scene_param_count(s); ++k) {
        try_end(s, k, s->params[k].min);
        if (s->params[k].max <= 1000) try_end(s, k, s->params[k].max); /* larger ones take long */
    }
}
END_TEST

/* Bodies may touch, but for rounding. */
START_TEST(nothing_overlaps_at_first) {
    for (uint64_t seed = 12340; seed < 12350; ++seed) {
        scene_setting setting = scene_setting_default();
        scene_stage stage;
        overlap found;
        setting.seed = seed;
        open_scene(&stage, scene_at((size_t)_i)->name, &setting);
        ck_assert_int_eq(stage.config.exact != NULL, scene_at((size_t)_i)->events);
        ck_assert(overlap_measure(&stage, &found));
        ck_assert_msg(found.deepest < 1e-12, "%s, seed %d: %g at (%g, %g)",
                      scene_at((size_t)_i)->name, (int)seed, found.deepest, found.where.x,
                      found.where.y);
        scene_close(&stage);
    }
}
END_TEST

/* ---- The four of the benchmarks -------------------------------------------------------------- */

typedef struct peer_case {
    const char *name;
    float x, y, angle, speed; /* of the last of 1000 bodies, as the other engines are given them */
} peer_case;

START_TEST(benchmarks_are_those_of_the_peers) {
    const peer_case cases[] = {
        {"pile", 33.8040199f, 19.3258858f, 0, 0},
        {"ellipses", 51.8009949f, 26.714283f, 4.71539021f, 0},
        {"gas", 11.7739191f, 50.2363586f, 0, 2.97555137f},
        {"mixed", 27.4695129f, 50.5603981f, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const scene *s = scene_find(cases[i].name);
        double values[SCENE_PARAMS];
        scene_stage stage;
        scene_defaults(s, values);
        values[0] = 1000;
        ck_assert(scene_open(&stage, s, values, NULL));
        size_t last = stage.count - 1;
        while (evo_body_get(stage.world, stage.actors[last].body).kind == EVO_STATIC) --last;
        evo_body_config body = evo_body_get(stage.world, stage.actors[last].body);
        bool same = body.position.x == (double)cases[i].x && body.position.y == (double)cases[i].y
                    && body.angle == (double)cases[i].angle
                    && body.velocity.x == (double)cases[i].speed;
        ck_assert_msg(same, "%s: %.9g %.9g %.9g %.9g", s->name, body.position.x, body.position.y,
                      body.angle, body.velocity.x);
        scene_close(&stage);
    }
}
END_TEST

START_TEST(logarithm_and_exponential_are_right) {
    for (double x = 1e-300; x < 1e300; x *= 1.7)
        ck_assert_double_le(fabs(chance_log(x) - log(x)), 4e-16 * fabs(log(x)) + 1e-16);
    for (double x = -700; x < 700; x += 0.37)
        ck_assert_double_le(fabs(chance_exp(x) / exp(x) - 1), 1e-15 + 4e-16 * fabs(x));
}
END_TEST

/* ---- Laws in steps --------------------------------------------------------------------------- */

/* The distance that a runner of the race rolls, by a = g sin(slope) / (1 + k^2 / r^2). */
static double rolled(double slope_sine, double k2, double seconds) {
    return 0.5 * 10 * slope_sine / (1 + k2) * seconds * seconds;
}

START_TEST(round_bodies_roll_by_the_law) {
    const double seconds = 5, k2[] = {0.5, (1 + 0.25) / 2, (1 + 0.81) / 2};
    scene_stage stage;
    double before[3];
    open_scene(&stage, "race", NULL);
    const evo_vec2 down = evo_direction(-0.2);
    /* Each has a slope, a wall and a runner. */
    for (size_t i = 0; i < 3; ++i)
        before[i] = evo_body_pose(stage.world, stage.actors[3 * i + 2].body).position.x;
    run_stage(&stage, seconds);
    for (size_t i = 0; i < 3; ++i) {
        double x = evo_body_pose(stage.world, stage.actors[3 * i + 2].body).position.x;
        double distance = (x - before[i]) / down.x, law = rolled(-down.y, k2[i], seconds);
        ck_assert_msg(fabs(distance / law - 1) < 0.01, "runner %zu: %g, not %g", i, distance, law);
    }
    scene_close(&stage);
}
END_TEST

START_TEST(all_dominoes_fall) {
    scene_stage stage;
    open_scene(&stage, "dominoes", NULL);
    run_stage(&stage, scene_find("dominoes")->seconds);
    for (size_t i = 1; i < stage.count; ++i) /* the first is the floor */
        ck_assert_double_lt(evo_body_pose(stage.world, stage.actors[i].body).angle, -1);
    scene_close(&stage);
}
END_TEST

START_TEST(the_pyramid_stands) {
    scene_stage stage;
    open_scene(&stage, "pyramid", NULL);
    const evo_body tip = stage.actors[stage.count - 1].body;
    const double high = evo_body_pose(stage.world, tip).position.y;
    run_stage(&stage, 10);
    ck_assert_double_eq_tol(evo_body_pose(stage.world, tip).position.y, high, 0.1);
    scene_close(&stage);
}
END_TEST

/* ---- Laws in event worlds -------------------------------------------------------------------- */

static evo_vec2 velocity_of(const scene_stage *stage, size_t actor) {
    return evo_body_velocity(stage->world, stage->actors[actor].body);
}

static evo_vec2 position_of(const scene_stage *stage, size_t actor) {
    return evo_body_pose(stage->world, stage->actors[actor].body).position;
}

static void open_with(scene_stage *stage, const char *name, size_t param, double value) {
    const scene *s = scene_find(name);
    double values[SCENE_PARAMS];
    scene_defaults(s, values);
    values[param] = value;
    ck_assert_msg(scene_open(stage, s, values, NULL), "%s cannot be built", name);
}

/* As many leave on the right as come from the left. */
START_TEST(the_cradle_hands_on) {
    const size_t swung = (size_t)_i;
    scene_stage stage;
    open_with(&stage, "cradle", 1, (double)swung);
    for (int round = 0; round < 2; ++round) {
        for (size_t i = 0; i < 5; ++i) {
            ck_assert_double_eq(velocity_of(&stage, i).y, 0);
            const bool flies = round == 0 ? i < swung : i >= 5 - swung;
            ck_assert_double_eq(velocity_of(&stage, i).x, flies ? 2 : 0);
        }
        run_stage(&stage, 1.5);
    }
    scene_close(&stage);
}
END_TEST

START_TEST(galperin_counts_pi) {
    const uint64_t counts[] = {3, 31, 314, 3141, 31415};
    for (size_t digits = 0; digits < sizeof counts / sizeof *counts; ++digits) {
        scene_stage stage;
        open_with(&stage, "galperin", 0, (double)digits);
        run_stage(&stage, 8);
        ck_assert_uint_eq(evo_world_counters(stage.world).impacts, counts[digits]);
        ck_assert(!(evo_world_next_event(stage.world) < INFINITY));
        scene_close(&stage);
    }
}
END_TEST

/* The distance of a ball's mirror image from the nearest ball. */
static double off_mirror(const scene_stage *stage, size_t actor) {
    const evo_vec2 at = position_of(stage, actor);
    double nearest = INFINITY;
    for (size_t i = 0; i < stage->count; ++i) {
        const evo_vec2 other = position_of(stage, i);
        nearest = fmin(nearest, hypot(other.x - at.x, other.y + at.y));
    }
    return nearest;
}

/* Runs until every ball has moved. */
START_TEST(the_break_is_its_own_mirror_image) {
    scene_stage stage;
    open_scene(&stage, "break", NULL);
    run_stage(&stage, 1);
    ck_assert_uint_ge(evo_world_sums(stage.world).pair_impacts, 15);
    for (size_t i = 0; i < stage.count; ++i) {
        ck_assert_double_gt(hypot(velocity_of(&stage, i).x, velocity_of(&stage, i).y), 0);
        ck_assert_double_lt(off_mirror(&stage, i), 1e-9);
    }
    scene_close(&stage);
}
END_TEST

/* Temperature and momentum are conserved; the pressure is Henderson's. */
START_TEST(hard_disks_are_a_gas) {
    const double packing = 0.3, count = 400;
    scene_stage stage;
    double values[SCENE_PARAMS] = {count, packing}, right = 0, up = 0;
    ck_assert(scene_open(&stage, scene_find("harddisks"), values, NULL));
    ck_assert_double_eq_tol(evo_world_kinetic_energy(stage.world), count, 1e-9);
    run_stage(&stage, 100);
    for (size_t i = 0; i < stage.count; ++i) {
        right += velocity_of(&stage, i).x;
        up += velocity_of(&stage, i).y;
    }
    const double time = evo_world_time(stage.world), heat = 1;
    const double found = 1 + evo_world_sums(stage.world).virial / (2 * count * heat * time);
    const double law = (1 + packing * packing / 8) / ((1 - packing) * (1 - packing));
    ck_assert_double_eq_tol(evo_world_kinetic_energy(stage.world), count, 1e-9);
    ck_assert_double_lt(hypot(right, up), 1e-9);
    ck_assert_double_eq_tol(found / law, 1, 0.02);
    scene_close(&stage);
}
END_TEST

START_TEST(hard_disks_that_do_not_fit_are_refused) {
    double values[SCENE_PARAMS] = {17, 0.85};
    scene_stage stage;
    ck_assert(!scene_open(&stage, scene_find("harddisks"), values, NULL));
    scene_close(&stage);
    values[1] = 0.3;
    ck_assert(scene_open(&stage, scene_find("harddisks"), values, NULL));
    scene_close(&stage);
}
END_TEST

/* A small disk keeps its speed of 1 and never overlaps the middle disk. */
START_TEST(sinai_keeps_its_speed) {
    scene_stage stage;
    open_scene(&stage, "sinai", NULL);
    for (int i = 0; i < 1000; ++i) {
        run_stage(&stage, SCENE_STEP);
        const evo_vec2 at = position_of(&stage, 1), v = velocity_of(&stage, 1);
        ck_assert_double_eq_tol(hypot(v.x, v.y), 1, 1e-12);
        ck_assert_double_ge(hypot(at.x - floor(at.x) - 0.5, at.y - floor(at.y) - 0.5), 0.2 - 1e-9);
    }
    ck_assert_uint_gt(evo_world_sums(stage.world).wall_impacts, 3);
    scene_close(&stage);
}
END_TEST

/* ---- Tunnelling ------------------------------------------------------------------------------ */

static bool is_in_ring(evo_vec2 at, double x, double y, double radius) {
    return hypot(at.x - x, at.y - y) < radius;
}

/* All dynamic bodies are between the view's sides and above its floor. */
static void check_kept(const scene_stage *stage, const char *name, double margin) {
    const evo_bounds view = stage->view;
    for (size_t i = 0; i < stage->count; ++i) {
        const evo_vec2 at = position_of(stage, i);
        if (evo_body_get(stage->world, stage->actors[i].body).kind != EVO_DYNAMIC) continue;
        bool kept =
            at.x > view.min.x + margin && at.x < view.max.x - margin && at.y > view.min.y + margin;
        ck_assert_msg(kept, "%s: body %zu is at (%g, %g)", name, i, at.x, at.y);
    }
}

/* No body tunnels out through thin walls, floors or rings, to the end of the run. */
START_TEST(games_keep_their_bodies) {
    const char *names[] = {"galton", "bullets", "pinball", "planet"};
    const double margins[] = {0.5, 1, 0.5, 0.5};
    scene_stage stage;
    open_scene(&stage, names[_i], NULL);
    run_stage(&stage, scene_find(names[_i])->seconds);
    check_kept(&stage, names[_i], margins[_i]);
    scene_close(&stage);
}
END_TEST

/* The sum of all penetration depths per dynamic body, in radii. */
static double mean_overlap(const scene_stage *stage, double radius) {
    double sum = 0, movers = 0;
    for (size_t i = 0; i < stage->count; ++i) {
        movers += scene_moves(stage, i);
        for (size_t k = i + 1; k < stage->count && scene_moves(stage, i); ++k) {
            const evo_vec2 a = position_of(stage, i), b = position_of(stage, k);
            if (scene_moves(stage, k)) sum += fmax(0, 2 * radius - hypot(b.x - a.x, b.y - a.y));
        }
    }
    return sum / (movers * radius);
}

/* The grains fall into the funnel at up to 12 units a second and collide all the time: they must
 * not overlap deeply. */
START_TEST(grains_do_not_overlap) {
    scene_stage stage;
    open_scene(&stage, "galton", NULL);
    for (int i = 0; i < 20; ++i) {
        run_stage(&stage, 0.1);
        ck_assert_double_lt(mean_overlap(&stage, 0.12), 0.26);
    }
    scene_close(&stage);
}
END_TEST

/* The first four of 64 bullets are in two closed rings. */
START_TEST(rings_keep_bullets) {
    scene_stage stage;
    open_scene(&stage, "bullets", NULL);
    run_stage(&stage, 2);
    for (size_t i = 0; i < 4; ++i) {
        const evo_vec2 at = position_of(&stage, stage.count - 64 + i);
        ck_assert_msg(i < 2 ? is_in_ring(at, 4, 4.5, 1.5) : is_in_ring(at, 20, 9.5, 1.5),
                      "bullet %zu is at (%g, %g)", i, at.x, at.y);
    }
    scene_close(&stage);
}
END_TEST

Suite *suite_scenes(void) {
    Suite *suite = suite_create("scenes");
    TCase *scenes = tcase_create("scenes");
    tcase_set_tags(scenes, "long");
    tcase_add_test(scenes, the_table_is_whole);
    tcase_add_loop_test(scenes, a_scene_is_the_same_on_all_lanes, 0, SCENES);
    tcase_add_loop_test(scenes, params_reach_their_ends, 0, SCENES);
    tcase_add_loop_test(scenes, nothing_overlaps_at_first, 0, SCENES);
    tcase_add_test(scenes, benchmarks_are_those_of_the_peers);
    tcase_add_test(scenes, logarithm_and_exponential_are_right);
    tcase_add_test(scenes, round_bodies_roll_by_the_law);
    tcase_add_test(scenes, all_dominoes_fall);
    tcase_add_test(scenes, the_pyramid_stands);
    tcase_add_loop_test(scenes, the_cradle_hands_on, 1, 5);
    tcase_add_test(scenes, galperin_counts_pi);
    tcase_add_test(scenes, the_break_is_its_own_mirror_image);
    tcase_add_test(scenes, hard_disks_are_a_gas);
    tcase_add_test(scenes, hard_disks_that_do_not_fit_are_refused);
    tcase_add_test(scenes, sinai_keeps_its_speed);
    tcase_add_loop_test(scenes, games_keep_their_bodies, 0, 4);
    tcase_add_test(scenes, grains_do_not_overlap);
    tcase_add_test(scenes, rings_keep_bullets);
    suite_add_tcase(suite, scenes);
    return suite;
}
