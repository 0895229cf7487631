/* levels.c: scenes as text (samples/level): what is written and read again is the same world, to
 * the last bit; sixty mistakes in files, each told by line, column, path and rule; what is wrong
 * creates nothing; the table of fields beside the engine's rules, its schema and its manual. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rules.h"
#include "level/describe.h"
#include "level/fields.h"
#include "level/level.h"
#include "level/scene.h"
#include "scenes/scenes.h"
#include "suites.h"
#include "support/program.h"
#include "support/random.h"
#include "support/random_world.h"

/* ---- Written and read again ------------------------------------------------------------------ */

/* Reads a text; fails the running test, by a name, if it is refused. */
static evo_world *read_world(const char *text, level *l, const char *name) {
    const bool read = level_read(l, text, strlen(text));
    evo_world *world = read ? level_world(l) : NULL;
    ck_assert_msg(world != NULL, "%s: %s", name, l->error);
    return world;
}

/* Steps both, and expects equal hashes before and after each step. */
static void expect_same(evo_world *a, evo_world *b, int steps, const char *name) {
    /* Joints that have woken sleepers leave a mark until the next step. */
    if (steps == 0)
        ck_assert_msg(evo_world_hash(a) == evo_world_hash(b), "%s begins otherwise", name);
    for (int i = 0; i < steps; ++i) {
        ck_assert_int_eq(evo_world_step(a, SCENE_STEP), EVO_OK);
        ck_assert_int_eq(evo_world_step(b, SCENE_STEP), EVO_OK);
        ck_assert_msg(evo_world_hash(a) == evo_world_hash(b), "%s differs at step %d", name, i);
    }
}

/* Writes a world, reads it, and steps both; what was read is written and read once more. */
static void check_round(evo_world *world, const level_notes *notes, int steps, const char *name) {
    level l, m;
    char *text = level_write(world, notes);
    ck_assert_ptr_nonnull(text);
    evo_world *again = read_world(text, &l, name);
    const level_notes named = {.names = &l};
    char *twice = level_write(again, &named);
    evo_world *third = read_world(twice, &m, name);
    ck_assert(evo_world_hash(again) == evo_world_hash(third));
    ck_assert_uint_eq(l.group_count, m.group_count);
    expect_same(world, again, steps, name);
    free(text);
    free(twice);
    level_close(&l);
    level_close(&m);
    evo_world_destroy(again);
    evo_world_destroy(third);
}

/* Without the callbacks of a scene, which are no part of a file. */
static void check_scene(const scene *s, int steps) {
    double values[SCENE_PARAMS];
    scene_stage stage;
    scene_defaults(s, values);
    ck_assert(scene_open(&stage, s, values, NULL));
    char *text = level_scene_write(&stage, NULL);
    ck_assert_ptr_nonnull(text);
    ck_assert_msg((strstr(text, "steer: ") != NULL) == (stage.steer != NULL), "%s", s->name);
    ck_assert_msg((strstr(text, "pre_solve: ") != NULL) == (stage.config.pre_solve != NULL), "%s",
                  s->name);
    free(text);
    evo_world_config config = evo_world_get(stage.world);
    config.pre_solve = NULL;
    ck_assert_int_eq(evo_world_set(stage.world, &config), EVO_OK);
    const level_notes notes = {.title = s->title, .view = &stage.view};
    check_round(stage.world, &notes, steps, s->name);
    scene_close(&stage);
}

START_TEST(scenes_are_written_and_read) {
    for (size_t i = 0; scene_at(i); ++i) check_scene(scene_at(i), 4);
}
END_TEST

START_TEST(scenes_go_on_the_same) {
    check_scene(scene_at((size_t)_i), 600);
}
END_TEST

/* Things that random_world has not: colliders that come late, on bodies created before, masses that
 * are set, shapes of all sizes, a loop, materials of links. */
static void add_more(evo_world *world) {
    evo_body bodies[256];
    const size_t count = evo_world_bodies(world, bodies, 256);
    for (size_t i = 0; i < count; ++i) {
        evo_collider_config more = evo_collider_config_default();
        const evo_mass mass = {random_scale(1e-3, 1e3), random_vector(0.3), random_scale(1e-3, 10)};
        more.shape = evo_shape_at(random_shape((evo_shape_kind)random_between(1, 6.999)),
                                  random_vector(3), random_between(-3, 3));
        more.material.density = random_scale(0.01, 10);
        more.filter.category = (uint64_t)random_between(0, 1e19);
        more.flags = (unsigned)random_between(0, 31.99);
        more.no_sensors = random_between(0, 1) < 0.5;
        more.tag = (uint64_t)random_between(0, 1e19);
        if (random_between(0, 1) < 0.1) (void)evo_collider_create(world, bodies[i], &more);
        if (random_between(0, 1) < 0.1) (void)evo_body_set_mass(world, bodies[i], mass);
        if (random_between(0, 1) < 0.1) (void)evo_body_set_gravity_scale(world, bodies[i], -0.5);
        if (random_between(0, 1) < 0.05) (void)evo_body_set_disabled(world, bodies[i], true);
    }
}

static void add_loop(evo_world *world) {
    evo_body_config ground = evo_body_config_default();
    evo_vec2 points[12];
    evo_material materials[12];
    const int count = (int)random_between(3, 12.99);
    ground.kind = random_between(0, 1) < 0.5 ? EVO_STATIC : EVO_KINEMATIC;
    ground.position = random_vector(1000);
    ground.angle = random_between(-3, 3);
    for (int i = 0; i < count; ++i) {
        const evo_vec2 out = evo_direction(2.0 * i / count * 3.14159);
        points[i] = evo_scale(random_between(1, 30), out);
        materials[i] = evo_material_default();
        materials[i].friction = random_between(0, 1);
    }
    evo_chain_config chain = evo_chain_config_default();
    chain.points = points;
    chain.count = count;
    chain.loop = random_between(0, 1) < 0.5;
    chain.two_sided = random_between(0, 1) < 0.5;
    chain.tag = 7;
    if (random_between(0, 1) < 0.5) chain.materials = materials;
    if (chain.materials) chain.material_count = chain.loop ? count : count - 1;
    (void)evo_chain_create(world, evo_body_create(world, &ground), &chain);
}

static void check_random(uint64_t seed, int steps) {
    const random_plan plan = random_plan_of(seed);
    char name[32];
    evo_world *world = random_world(NULL, &plan);
    if (seed % 3 != 0) add_more(world);
    if (seed % 2 == 0) add_loop(world);
    snprintf(name, sizeof name, "seed %d", (int)seed);
    check_round(world, NULL, steps, name);
    evo_world_destroy(world);
}

START_TEST(random_worlds_are_written_and_read) {
    for (uint64_t seed = 1; seed <= 20; ++seed) check_random(seed, seed % 20 == 0 ? 10 : 1);
}
END_TEST

START_TEST(random_worlds_go_on_the_same) {
    for (uint64_t seed = 1; seed <= 200; ++seed)
        check_random(1000 * (uint64_t)_i + seed, seed < 50 ? 600 : 1);
}
END_TEST

/* Worlds of exact time: shapes of all kinds in walls, in a periodic box, in shear. */
static void check_gas(uint64_t seed) {
    evo_exact_config exact = {0};
    evo_world_config config = evo_world_config_default();
    evo_material wall = evo_material_default();
    char name[32];
    random_seed(seed);
    config.exact = &exact;
    config.boundary = (evo_boundary)(seed % 3);
    config.bounds = (evo_bounds){{-30, -30}, {30, 30}};
    config.gravity.y = seed % 6 == 1 ? -1 : 0;
    exact.shear = config.boundary == EVO_PERIODIC && seed % 2 == 0 ? 0.1 : 0;
    exact.event_budget = 1000000;
    wall.restitution = random_between(0.5, 1);
    config.wall = &wall;
    evo_world *world = evo_world_create(&config);
    ck_assert_ptr_nonnull(world);
    for (int i = 0; i < 25; ++i) {
        evo_body_config body = evo_body_config_default();
        const double a = random_between(0.2, 1), b = random_between(0.2, 1);
        body.position = evo_vec(10.0 * (i % 5) - 20 + a, 10.0 * (i / 5.0) - 22 + b);
        body.velocity = random_vector(5);
        body.spin = random_between(-3, 3);
        body.shape = i % 3 == 0 ? evo_circle(a) : i % 3 == 1 ? evo_ellipse(a, b) : evo_box(a, b);
        body.material.restitution = random_between(0.5, 1);
        ck_assert(evo_body_exists(world, evo_body_create(world, &body)));
    }
    snprintf(name, sizeof name, "gas %d", (int)seed);
    check_round(world, NULL, 10, name);
    evo_world_destroy(world);
}

START_TEST(worlds_of_exact_time_are_written_and_read) {
    for (uint64_t seed = 1; seed <= 12; ++seed) check_gas(seed);
}
END_TEST

/* A world in the middle of its run: what is written holds poses and motions. */
START_TEST(running_worlds_keep_their_motion) {
    for (uint64_t seed = 1; seed <= 10; ++seed) {
        const random_plan plan = random_plan_of(seed);
        evo_world *world = random_world(NULL, &plan);
        evo_body was[256], is[256];
        level l;
        for (int i = 0; i < 20; ++i) random_world_step(world, &plan, i);
        char *text = level_write(world, NULL);
        evo_world *again = read_world(text, &l, "a running world");
        const size_t count = evo_world_bodies(world, was, 256);
        ck_assert_uint_eq(evo_world_bodies(again, is, 256), count);
        for (size_t i = 0; i < count; ++i) {
            const evo_pose a = evo_body_pose(world, was[i]), b = evo_body_pose(again, is[i]);
            const evo_vec2 u = evo_body_velocity(world, was[i]),
                           v = evo_body_velocity(again, is[i]);
            ck_assert_double_le(evo_length(evo_sub(a.position, b.position)),
                                1e-14 * (1 + evo_length(a.position)));
            ck_assert(a.angle == b.angle && u.x == v.x && u.y == v.y);
            ck_assert_double_eq(evo_body_spin(world, was[i]), evo_body_spin(again, is[i]));
        }
        free(text);
        level_close(&l);
        evo_world_destroy(world);
        evo_world_destroy(again);
    }
}
END_TEST

/* Any finite double of a position and a velocity survives. */
START_TEST(floats_survive) {
    evo_world *world = evo_world_create(NULL);
    random_seed(5);
    for (int i = 0; i < 2000; ++i) {
        evo_body_config body = evo_body_config_default();
        body.kind = EVO_KINEMATIC;
        body.position = evo_vec(random_scale(1e-300, 1e30), -random_scale(1e-300, 1e30));
        body.velocity = evo_vec(i % 2 ? -0.0 : 5e-324, random_scale(1e-20, 1e20));
        body.spin = nextafter(floor(random_between(-1e6, 1e6)), 0);
        body.shape = evo_circle(random_scale(1e-9, 1e9));
        ck_assert(evo_body_exists(world, evo_body_create(world, &body)));
    }
    check_round(world, NULL, 0, "floats");
    evo_world_destroy(world);
}
END_TEST

/* ---- Mistakes -------------------------------------------------------------------------------- */

/* A scene in which each mistake is made by another text in place of one of its own. */
static const char SOUND[] =
    "{\n"
    "  \"version\": 1,\n"
    "  \"params\": {\"count\": {\"value\": 3, \"max\": 9, \"whole\": true}},\n"
    "  \"world\": {\"gravity\": [0, -10], \"substeps\": 4},\n"
    "  \"materials\": {\"stone\": {\"density\": 2, \"friction\": 0.5}},\n"
    "  \"bodies\": {\n"
    "    \"ground\": {\"kind\": \"static\", \"shape\": {\"kind\": \"segment\", \"from\": [-9, 0], "
    "\"to\": [9, 0]},\n"
    "      \"chains\": [{\"points\": [[9, 1], [0, 0.5], [-9, 1]], \"material\": \"stone\"}]},\n"
    "    \"tower\": [\n"
    "      {\"position\": [0, 0.5], \"shape\": {\"kind\": \"circle\", \"radius\": 0.5}},\n"
    "      {\"position\": [0, 1.5], \"shape\": {\"kind\": \"box\", \"half_width\": 0.5, "
    "\"half_height\": 0.5}, \"mass\": {\"mass\": 2}}\n"
    "    ],\n"
    "    \"row\": {\"position\": [3, 5], \"material\": \"stone\", \"shape\": {\"kind\": "
    "\"ellipse\", "
    "\"radius_x\": 1, \"radius_y\": 0.5},\n"
    "      \"repeat\": {\"count\": \"$count\", \"offset\": [2, 0]}},\n"
    "    \"door\": {\"position\": [-4, 2], \"flags\": [\"quiet\"], \"tag\": \"0xff\", \"locks\": "
    "{\"x\": true},\n"
    "      \"shape\": {\"kind\": \"polygon\", \"points\": [[0, 0], [1, 0], [0, 1]]},\n"
    "      \"colliders\": [{\"shape\": {\"kind\": \"ring\", \"radius\": 1, \"width\": 0.2, "
    "\"start\": 0, \"sweep\": 3}}]}\n"
    "  },\n"
    "  \"parts\": [{\"body\": \"tower[0]\", \"shape\": {\"kind\": \"circle\", \"radius\": "
    "0.25}}],\n"
    "  \"joints\": {\n"
    "    \"hinge\": {\"kind\": \"revolute\", \"a\": \"door\", \"at\": [-4, 2], \"hertz\": 2},\n"
    "    \"link\": {\"kind\": \"distance\", \"a\": \"row[0]\", \"b\": \"row[1]\",\n"
    "      \"repeat\": {\"count\": 2}}\n"
    "  }\n"
    "}\n";

typedef struct mistake {
    const char *was, *is; /* the first text of SOUND, and what stands in its place */
    const char *near;     /* what stands, in the text that is wrong, where the error is told */
    const char *says;     /* part of the error */
} mistake;

static const mistake MISTAKES[] = {
    /* Not JSON. */
    {"{\n", "[\n", "", "expected"},
    {"\"version\": 1,", "\"version\": 1", "\"params\"", "near '\"params\"'"},
    {"[0, -10]", "[0, -]", "", "near '-'"},
    {"[0, -10]", "[0, 1e999]", "", "overflow"},
    {"\"substeps\": 4", "\"substeps\": 4, \"substeps\": 5", "", "duplicate"},
    {"\"stone\": {\"density\"", "\"stone: {\"density\"", "", ""},
    /* The head. */
    {"\"version\": 1,", "", "{", "has no version"},
    {"\"version\": 1", "\"version\": 2", "2,", "version must be 1"},
    {"\"version\": 1", "\"version\": 1, \"wrld\": {}", "\"wrld\"",
     "wrld is no field of a scene. Did you mean world?"},
    {"\"version\": 1", "\"version\": 1, \"seconds\": 0", "0,", "seconds is 0; it must be above 0"},
    {"\"version\": 1", "\"version\": 1, \"title\": 5", "5,", "title is 5; it must be a text"},
    {"\"version\": 1", "\"version\": 1, \"view\": {\"min\": [1, 1], \"max\": [0, 0]}", "{\"min\"",
     "view is empty"},
    {"\"value\": 3", "\"value\": 30", "{\"value\"",
     "params.count.value is 30; it must be a whole number from 0 to 9"},
    {"\"value\": 3", "\"value\": 2.5", "{\"value\"", "it must be a whole number"},
    {"\"params\": {\"count\"", "\"params\": {\"co.nt\"", "\"co.nt\"", "is no name"},
    /* The world. */
    {"[0, -10]", "[0]", "[0]", "world.gravity is [0]; it must be two numbers, [x, y]"},
    {"[0, -10]", "[0, \"down\"]", "\"down\"", "world.gravity[1] is \"down\"; it must be a number"},
    {"[0, -10]", "[0, 1e31]", "1e31",
     "world.gravity.y is 1e+31; it must be finite and at most 1e30"},
    {"[0, -10]", "10", "10,", "two numbers"},
    {"\"substeps\": 4", "\"substeps\": 1001", "1001",
     "world.substeps is 1001; it must be 0 to 1000"},
    {"\"substeps\": 4", "\"substeps\": 1.5", "1.5", "it must be a whole number"},
    {"\"substeps\": 4", "\"sleep\": true", "\"sleep\"", "world.sleep is no field of a world"},
    {"\"substeps\": 4", "\"rocking_loss\": -1", "-1}",
     "world.rocking_loss is -1; it must be 0 or more"},
    {"\"substeps\": 4", "\"boundary\": \"wall\"", "\"wall\"",
     "it must be one of open, walls, periodic. Did you mean walls?"},
    {"\"substeps\": 4", "\"boundary\": \"walls\"", "", "world.bounds"},
    /* Materials. */
    {"\"density\": 2", "\"density\": -2", "-2",
     "materials.stone.density is -2; it must be 0 or more"},
    {"\"density\": 2", "\"restitution\": 5", "5,",
     "materials.stone.restitution is 5; it must be 0 to 4"},
    {"\"friction\": 0.5", "\"frction\": 0.5", "\"frction\"",
     "materials.stone.frction is no field of a material. Did you mean friction?"},
    {"\"material\": \"stone\"", "\"material\": \"stoen\"", "\"stoen\"", "Did you mean stone?"},
    /* Bodies and shapes. */
    {"\"kind\": \"static\"", "\"kind\": \"still\"", "\"still\"",
     "bodies.ground.kind is \"still\"; it must be one of dynamic, static, kinematic"},
    {"\"radius\": 0.5", "\"radius\": -1", "-1}",
     "bodies.tower[0].shape.radius is -1; it must be above 0"},
    {"\"radius\": 0.5", "\"radius\": true", "true", "shape.radius is true; it must be a number"},
    {"\"radius\": 0.5", "\"radios\": 0.5", "\"radios\"",
     "shape.radios is no field of a circle. Did you mean radius?"},
    {", \"radius\": 0.5", "", "{\"kind\": \"circle\"}", "bodies.tower[0].shape has no radius"},
    {"\"kind\": \"circle\", ", "", "{\"radius\"", "bodies.tower[0].shape has no kind"},
    {"\"kind\": \"circle\"", "\"kind\": \"cirle\"", "\"cirle\"", "Did you mean circle?"},
    {"\"width\": 0.2", "\"width\": 3", "{\"kind\": \"ring\"",
     "bodies.door.colliders[0].shape: A ring's width"},
    {"[1, 0], [0, 1]]", "[1, 0]]", "[[0, 0]", "shape.points has 2 points"},
    {"[1, 0], [0, 1]]", "[1, 0], [2, 0]]", "{\"kind\": \"polygon\"", "must have an area"},
    {"\"half_width\": 0.5", "\"half_width\": 0.5, \"radius\": 0.6", "{\"kind\": \"box\"",
     "bodies.tower[1].shape: "},
    {"\"radius_y\": 0.5", "\"radius_y\": 0.5, \"axis\": [1, 1]", "{\"kind\": \"ellipse\"",
     "bodies.row.shape: The axis"},
    {"\"position\": [0, 0.5]", "\"position\": {\"x\": 0}", "{\"x\"", "it must be two numbers"},
    {"\"position\": [0, 0.5]", "\"positoin\": [0, 0.5]", "\"positoin\"", "Did you mean position?"},
    {"\"position\": [0, 0.5]", "\"damping\": -0.1", "-0.1",
     "bodies.tower[0].damping is -0.1; it must be 0 or more"},
    {"\"mass\": {\"mass\": 2}", "\"mass\": {\"mass\": 0}", "0}",
     "bodies.tower[1].mass.mass is 0; it must be 1e-30 or more"},
    {"\"mass\": {\"mass\": 2}", "\"mass\": 2", "2}", "it must be an object"},
    {"[\"quiet\"]", "[\"quite\"]", "\"quite\"", "bodies.door.flags[0] is \"quite\""},
    {"[\"quiet\"]", "\"quiet\"", "\"quiet\"", "it must be a list"},
    {"\"0xff\"", "\"0xfg\"", "\"0xfg\"", "bodies.door.tag is \"0xfg\"; it must be a whole number"},
    {"\"0xff\"", "-1", "-1", "bodies.door.tag is -1"},
    {"{\"x\": true}", "{\"z\": true}", "\"z\"", "bodies.door.locks.z is no field"},
    {"{\"x\": true}", "{\"x\": 1}", "1}", "it must be true or false"},
    {"\"tower\": [", "\"tow[er\": [", "\"tow[er\"", "is no name"},
    {"[9, 1], [0, 0.5]", "[9, 1], [9, 1]", "{\"points\"", "bodies.ground.chains[0]"},
    {"[9, 1], [0, 0.5], [-9, 1]", "[9, 1]", "{\"points\"", "bodies.ground.chains[0]"},
    {"\"kind\": \"static\", ", "", "{\"points\"", "bodies.ground.chains[0]"},
    /* Repeats and parameters. */
    {"\"$count\"", "\"$cuont\"", "\"$cuont\"", "Did you mean $count?"},
    {"\"$count\"", "0", "0,", "bodies.row.repeat.count is 0; it must be 1 to 200000"},
    {"{\"count\": \"$count\", \"offset\": [2, 0]}", "[{\"count\": 1000}, {\"count\": 1000}]",
     "{\"count\": 1000}]", "makes 1000000 copies"},
    {"{\"count\": \"$count\", \"offset\": [2, 0]}", "[{}, {}, {}, {}, {}]", "{}]",
     "is one too many"},
    /* Parts and joints. */
    {"\"body\": \"tower[0]\", ", "", "{\"shape\"", "parts[0] has no body"},
    {"\"body\": \"tower[0]\"", "\"body\": \"tower\"", "\"tower\", \"shape\"",
     "it is a list: one of tower[0] to [1] is meant"},
    {"\"body\": \"tower[0]\"", "\"body\": \"tower[2]\"", "\"tower[2]\"", "the list ends with [1]"},
    {"\"a\": \"door\"", "\"a\": \"dor\"", "\"dor\"",
     "joints.hinge.a is \"dor\"; there is no such body. Did you mean door?"},
    {"\"a\": \"door\"", "\"a\": \"door[0]\"", "\"door[0]\"", "door is no list"},
    {"\"kind\": \"revolute\"", "\"kind\": \"hinge\"", "\"hinge\", \"a\"",
     "it must be one of revolute, prismatic"},
    {"\"kind\": \"revolute\", ", "", "{\"a\"", "joints.hinge has no kind"},
    {"\"hertz\": 2", "\"hertz\": -2", "-2}", "joints.hinge.hertz is -2; it must be 0 or more"},
    {"\"hertz\": 2", "\"herz\": 2", "\"herz\"", "Did you mean hertz?"},
    {"\"a\": \"door\"", "\"frame_b\": [0]", "[0]", "[x, y], [x, y, angle] or an object"},
    {"\"a\": \"door\", ", "", "{\"kind\": \"revolute\"", "joints.hinge"},
    {"\"repeat\": {\"count\": 2}", "\"repeat\": {\"count\": 3}", "\"row[1]\",",
     "joints.link.b is \"row[1]\", 2 later; the list ends with [2]"},
};

enum { MISTAKE_COUNT = sizeof MISTAKES / sizeof *MISTAKES };

/* Puts another text in place of the first one. */
static char *replaced(const char *text, const char *was, const char *is) {
    const char *at = strstr(text, was);
    ck_assert_msg(at != NULL, "%s is not there", was);
    char *made = malloc(strlen(text) + strlen(is) + 1);
    memcpy(made, text, (size_t)(at - text));
    strcpy(made + (at - text), is);
    strcat(made, at + strlen(was));
    return made;
}

/* Returns what stands at a line and a column, from 1; the texts are of ASCII. */
static const char *text_at(const char *text, int line, int column) {
    for (; line > 1 && text; --line) text = strchr(text, '\n') ? strchr(text, '\n') + 1 : NULL;
    return text && strlen(text) >= (size_t)column - 1 ? text + column - 1 : "";
}

START_TEST(each_mistake_has_its_place_and_its_rule) {
    const mistake *m = &MISTAKES[_i];
    char *text = replaced(SOUND, m->was, m->is), place[32];
    level l;
    evo_world *world = evo_world_create(NULL);
    evo_body_config body = evo_body_config_default();
    (void)evo_body_create(world, &body);
    const uint64_t before = evo_world_hash(world);
    ck_assert_msg(!level_load(world, text, &l), "%s is taken", m->is);
    ck_assert_uint_eq(evo_world_hash(world), before);
    ck_assert_uint_eq(evo_world_bodies(world, NULL, 0), 1);
    ck_assert_msg(strstr(l.error, m->says) != NULL, "\"%s\" does not say \"%s\"", l.error, m->says);
    snprintf(place, sizeof place, "%d:%d: ", l.line, l.column);
    ck_assert_msg(strncmp(l.error, place, strlen(place)) == 0, "%s", l.error);
    const char *there = text_at(text, l.line, l.column);
    ck_assert_msg(strncmp(there, m->near, strlen(m->near)) == 0, "%s points to %.20s", l.error,
                  there);
    level_close(&l);
    free(text);
    evo_world_destroy(world);
}
END_TEST

START_TEST(the_sound_scene_is_taken) {
    level l;
    size_t count;
    char name[LEVEL_NAME];
    evo_world *world = evo_world_create(NULL);
    ck_assert_msg(level_load(world, SOUND, &l), "%s", l.error);
    ck_assert_uint_eq(evo_world_bodies(world, NULL, 0), 7);
    ck_assert_uint_eq(evo_world_joints(world, NULL, 0), 3);
    ck_assert(evo_body_exists(world, level_body(&l, "door")));
    ck_assert_uint_eq(evo_body_tag(world, level_body(&l, "door")), 0xff);
    ck_assert_double_eq(evo_body_pose(world, level_body(&l, "row[2]")).position.x, 7);
    ck_assert_str_eq(level_name(&l, level_body(&l, "row[2]"), name), "row[2]");
    ck_assert(level_bodies(&l, "tower", &count) && count == 2);
    ck_assert(evo_joint_exists(world, level_joint(&l, "link[1]")));
    static const char *const NONE[] = {"", "row", "row[3]", "row[-1]", "row[1", "door[0]", "dor"};
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; ++i)
        ck_assert(evo_body_is_none(level_body(&l, NONE[i])));
    level_close(&l);
    evo_world_destroy(world);
}
END_TEST

/* Places in a text at which a value begins, in turn. */
static const char *next_value(const char *at) {
    at += strcspn(at, ":");
    if (*at == '\0') return NULL;
    ++at;
    return at + strspn(at, " ");
}

/* Any value in the place of any other: it is taken, or refused with a place in the text and nothing
 * created. */
START_TEST(what_is_wrong_creates_nothing) {
    static const char *const VALUES[] = {
        "-1",         "1e31", "null", "true", "\"x\"", "[]", "{}", "[1, 2]", "9007199254740993",
        "\"$count\"", "0"};
    evo_world *world = evo_world_create(NULL);
    const uint64_t before = evo_world_hash(world);
    int refused = 0, taken = 0;
    for (const char *at = next_value(SOUND); at; at = next_value(at))
        for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; ++i) {
            /* A value of one word ends with a comma or bracket; of others the first word goes. */
            const size_t length = strcspn(at, *at == '[' ? "]" : ",}]") + (*at == '[');
            char *text = malloc(sizeof SOUND + 40);
            snprintf(text, sizeof SOUND + 40, "%.*s%s%s", (int)(at - SOUND), SOUND, VALUES[i],
                     at + length);
            level l;
            evo_world *to = evo_world_create(NULL);
            const bool loaded = level_load(to, text, &l);
            if (!loaded) ck_assert_uint_eq(evo_world_hash(to), before);
            if (!loaded) ck_assert(l.line > 0 && l.column > 0 && *l.error);
            refused += !loaded;
            taken += loaded;
            level_close(&l);
            evo_world_destroy(to);
            free(text);
        }
    ck_assert_int_gt(refused, 500);
    ck_assert_int_gt(taken, 20);
    evo_world_destroy(world);
}
END_TEST

START_TEST(hostile_texts_are_bounded) {
    const size_t deep = 100000;
    char *text = malloc(2 * deep + 64);
    level l;
    memset(text, '[', deep);
    text[deep] = '\0';
    ck_assert(!level_read(&l, text, deep));
    level_close(&l);
    /* Many lists of copies. */
    strcpy(text, "{\"version\": 1, \"bodies\": {\"a\": [");
    for (int i = 0; i < 20; ++i)
        strcat(text,
               i > 0 ? ", {\"repeat\": {\"count\": 20000}}" : "{\"repeat\": {\"count\": 20000}}");
    strcat(text, "]}}");
    evo_world *world = evo_world_create(NULL);
    ck_assert(!level_load(world, text, &l));
    ck_assert_msg(strstr(l.error, "is one body too many; there must be at most 200000") != NULL,
                  "%s", l.error);
    ck_assert_uint_eq(evo_world_bodies(world, NULL, 0), 0);
    level_close(&l);
    ck_assert(!level_read(&l, text, (size_t)LEVEL_BYTES + 1));
    level_close(&l);
    evo_world_destroy(world);
    free(text);
}
END_TEST

/* ---- The table ------------------------------------------------------------------------------- */

static const number_rule *rule_of(const number_rule *rules, const level_field *f) {
    const number_rule *found = NULL; /* the last one: limits come after what is invalid */
    for (const number_rule *r = rules; r->type != RULE_END; ++r)
        if (r->offset == f->offset && r->type != RULE_PARTS) found = r;
    return found;
}

/* A range in the table is the engine's; where the engine has a finite one, the table has it,
 * too, if the comment is of one field. */
static void check_ranges(const level_object *object, const number_rule *rules) {
    for (const level_field *f = object->fields; f->name; ++f) {
        const number_rule *r = rule_of(rules, f);
        if (f->kind != LEVEL_NUMBER && f->kind != LEVEL_INT) continue;
        ck_assert_msg(r != NULL, "%s has no rule", f->name);
        if (isfinite(f->least))
            ck_assert_msg(f->least == r->least && f->open == r->open, "%s", f->name);
        if (isfinite(f->most)) ck_assert_msg(f->most == r->most, "%s", f->name);
        if (r->least == 0 && strcmp(f->name, "motor_limit") != 0)
            ck_assert_msg(f->least == 0, "%s has no least value", f->name);
    }
}

START_TEST(ranges_are_those_of_the_engine) {
    check_ranges(&LEVEL_BODIES, RULES_BODY);
    check_ranges(&LEVEL_MATERIALS, RULES_MATERIAL);
    check_ranges(&LEVEL_JOINT, RULES_JOINT);
    check_ranges(&LEVEL_WORLD, RULES_WORLD);
    check_ranges(&LEVEL_EXACT, RULES_EXACT);
    check_ranges(&LEVEL_MASS, RULES_MASS);
}
END_TEST

static char *described(void (*describe)(FILE *to)) {
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    describe(to);
    fclose(to);
    return text;
}

/* samples/level/readme.sh writes both. */
START_TEST(schema_and_manual_are_those_of_the_table) {
    char *schema = described(describe_schema), *fields = described(describe_fields);
    char *kept = program_read("samples/level/scene.schema.json"),
         *manual = program_read("samples/level/README.md");
    ck_assert_str_eq(schema, kept);
    ck_assert_ptr_nonnull(strstr(manual, fields));
    free(schema);
    free(fields);
    free(kept);
    free(manual);
}
END_TEST

/* ---- Files ----------------------------------------------------------------------------------- */

START_TEST(examples_run) {
    static const char *const FILES[] = {"castle", "machine", "billiards"};
    static const size_t BODIES[] = {144, 21, 16};
    for (size_t i = 0; i < 3; ++i) {
        char path[64], *text;
        level_scene file;
        scene_stage stage;
        double values[SCENE_PARAMS];
        snprintf(path, sizeof path, "samples/level/%s.json", FILES[i]);
        text = program_read(path);
        ck_assert_msg(level_scene_read(&file, path, text, strlen(text)), "%s", file.error);
        scene_defaults(&file.scene, values);
        ck_assert(scene_open(&stage, &file.scene, values, NULL));
        ck_assert_uint_eq(stage.count, BODIES[i]);
        for (int k = 0; k < 120; ++k) ck_assert_int_eq(scene_step(&stage, SCENE_STEP), EVO_OK);
        ck_assert_uint_eq(scene_lost(&stage), 0);
        scene_close(&stage);
        level_scene_close(&file);
        free(text);
    }
}
END_TEST

START_TEST(evolute_run_takes_files) {
    static const program_case CASES[] = {
        {"samples/level/castle.json --time 0.2 --no-picture --speed 5", 0, "castle"},
        {"samples/level/castle.json --sped 5", 2, "Did you mean --speed?"},
        {"samples/level/castle.json --speed 500", 2, "Give a number from 0 to 100"},
        {"samples/level/castle.json --help", 0, "--friction"},
        {"none.json", 2, "none.json cannot be read: No such file or directory"},
        {"car --export $BUILD/tests-car.json", 0, "left_out"},
        {"$BUILD/tests-car.json --time 0.1 --no-picture --summary json", 0,
         "\"scene\": \"tests-car\""},
        {"car --export car.txt", 2, "end in .json"},
        {"verify $BUILD/tests-car.json --time 0.5", 0, ""},
    };
    program_check("evolute-run", CASES, sizeof CASES / sizeof *CASES);
}
END_TEST

Suite *suite_levels(void) {
    Suite *suite = suite_create("levels");
    TCase *quick = tcase_create("quick"), *deep = tcase_create("deep");
    tcase_add_test(quick, scenes_are_written_and_read);
    tcase_add_test(quick, random_worlds_are_written_and_read);
    tcase_add_test(quick, worlds_of_exact_time_are_written_and_read);
    tcase_add_test(quick, running_worlds_keep_their_motion);
    tcase_add_test(quick, floats_survive);
    tcase_add_loop_test(quick, each_mistake_has_its_place_and_its_rule, 0, MISTAKE_COUNT);
    tcase_add_test(quick, the_sound_scene_is_taken);
    tcase_add_test(quick, what_is_wrong_creates_nothing);
    tcase_add_test(quick, hostile_texts_are_bounded);
    tcase_add_test(quick, ranges_are_those_of_the_engine);
    tcase_add_test(quick, schema_and_manual_are_those_of_the_table);
    tcase_add_test(quick, examples_run);
    tcase_add_test(quick, evolute_run_takes_files);
    tcase_set_timeout(quick, 60);
    suite_add_tcase(suite, quick);
    tcase_add_loop_test(deep, scenes_go_on_the_same, 0, 37);
    tcase_add_loop_test(deep, random_worlds_go_on_the_same, 0, 4);
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 600);
    suite_add_tcase(suite, deep);
    return suite;
}
