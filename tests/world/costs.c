/* costs.c: what a change costs does not grow with what it leaves alone: counted instructions
 * in worlds of one size and of twice that. */
#include "evolute/evolute.h"
#include "suites.h"
#include "support/count.h"
#include "support/exact.h"
#include "support/random.h"

enum { SMALL = 300, POINTS = 3 };

typedef struct level {
    evo_world *world;
    evo_body body;
    int count;
    evo_collider some; /* one of its colliders */
    evo_chain chain;
    bool changed;
} level;

static evo_body add_body(evo_world *world, evo_body_kind kind, evo_shape shape, evo_vec2 at) {
    evo_body_config config = evo_body_config_default();
    config.kind = kind;
    config.shape = shape;
    config.position = at;
    config.asleep = kind == EVO_DYNAMIC;
    return evo_body_create(world, &config);
}

/* Places of a grid that is 40 wide. */
static evo_vec2 place_of(int i) {
    return (evo_vec2){i % 40, (double)(i / 40)};
}

static void open_level(level *l) {
    const evo_shape none = {.kind = EVO_NO_SHAPE};
    l->world = evo_world_create(NULL);
    l->body = add_body(l->world, EVO_STATIC, none, (evo_vec2){0, 0});
    l->count = 0;
    l->changed = false;
}

static void make_dynamic(level *l) {
    (void)evo_body_destroy(l->world, l->body);
    const evo_shape none = {.kind = EVO_NO_SHAPE};
    l->body = add_body(l->world, EVO_DYNAMIC, none, (evo_vec2){0, 0});
    (void)evo_body_set_asleep(l->world, l->body, false);
}

/* Calls that are counted: they take back what they made, since they are made twice. */

static evo_collider add_box(level *l, int i) {
    evo_collider_config config = evo_collider_config_default();
    config.shape = evo_shape_at(evo_box(0.5, 0.5), place_of(i), 0);
    return evo_collider_create(l->world, l->body, &config);
}

static void boxes(level *l, int count) {
    for (; l->count < count; ++l->count) l->some = add_box(l, l->count);
}

static void dynamic_boxes(level *l, int count) {
    if (l->count == 0) make_dynamic(l);
    boxes(l, count);
}

static void change_filter(void *context) {
    level *l = context;
    evo_filter filter = evo_filter_default();
    l->changed = !l->changed;
    if (l->changed) filter.mask = 3;
    (void)evo_collider_set_filter(l->world, l->some, filter);
}

static void change_boxes(void *context) {
    level *l = context;
    (void)evo_collider_destroy(l->world, add_box(l, l->count));
}

static evo_chain add_chain(level *l, int i) {
    evo_vec2 points[POINTS];
    evo_chain_config config = evo_chain_config_default();
    config.points = points;
    config.count = POINTS;
    for (int k = 0; k < POINTS; ++k) points[k] = (evo_vec2){8.0 * (i % 40) + k, 3.0 * (i / 40)};
    return evo_chain_create(l->world, l->body, &config);
}

static void chains(level *l, int count) {
    for (; l->count < count; ++l->count) l->chain = add_chain(l, l->count);
}

static void change_chains(void *context) {
    level *l = context;
    (void)evo_chain_destroy(l->world, l->chain);
    l->chain = add_chain(l, l->count);
}

static evo_material material_of(int i) {
    evo_material material = evo_material_default();
    material.friction = 0.001 * i;
    return material;
}

static void materials(level *l, int count) {
    for (; l->count < count; ++l->count) {
        evo_body_config config = evo_body_config_default();
        config.shape = evo_circle(0.4);
        config.position = place_of(l->count);
        config.material = material_of(l->count);
        const evo_body made = evo_body_create(l->world, &config);
        (void)evo_body_colliders(l->world, made, &l->some, 1);
    }
}

static void change_materials(void *context) {
    level *l = context;
    l->changed = !l->changed;
    const evo_material other = material_of(2 * l->count + l->changed);
    (void)evo_collider_set_material(l->world, l->some, &other);
}

/* A pile beside which a body lies by itself. */
static void crowd(level *l, int count) {
    (void)add_body(l->world, EVO_STATIC, evo_box(100, 1), (evo_vec2){0, -1.5});
    for (; l->count < count; ++l->count) {
        evo_body_config config = evo_body_config_default();
        config.shape = evo_circle(0.5);
        config.position = place_of(l->count);
        l->body = evo_body_create(l->world, &config);
    }
    for (int i = 0; i < 3; ++i) (void)evo_world_step(l->world, 1.0 / 60);
}

static void list_contacts(void *context) {
    const level *l = context;
    evo_contact found[8];
    (void)evo_body_contacts(l->world, l->body, found, 8);
}

/* Rods that sleep, and a ball that falls beside them. */
static void rods(level *l, int count) {
    (void)add_body(l->world, EVO_STATIC, evo_box(500, 1), (evo_vec2){0, -1.5});
    for (; l->count < count; ++l->count) {
        evo_joint_config rod = evo_joint_config_default(EVO_DISTANCE);
        rod.a = add_body(l->world, EVO_DYNAMIC, evo_circle(0.5), (evo_vec2){3.0 * l->count, 0});
        rod.b = add_body(l->world, EVO_DYNAMIC, evo_circle(0.5), (evo_vec2){3.0 * l->count + 1, 0});
        (void)evo_joint_create(l->world, &rod);
    }
    for (int i = 0; i < 48; ++i) (void)evo_world_step(l->world, 1.0 / 60);
    ck_assert_uint_eq(evo_world_counters(l->world).awake, 0);
    evo_body_config ball = evo_body_config_default();
    ball.shape = evo_circle(0.5);
    ball.position = (evo_vec2){-50, 50};
    l->body = evo_body_create(l->world, &ball);
}

static void step_once(void *context) {
    const level *l = context;
    (void)evo_world_step(l->world, 1.0 / 60);
}

/* A world of exact time, and something that stands among its disks. */
static void gas(level *l, int count) {
    evo_world_config config = evo_world_config_default();
    config.exact = &EXACT;
    config.gravity = (evo_vec2){0, 0};
    evo_world_destroy(l->world);
    l->world = evo_world_create(&config);
    for (; l->count < count; ++l->count) {
        const evo_vec2 place = {1.5 * (l->count % 20), 1.5 * (double)(l->count / 20)};
        (void)add_body(l->world, EVO_DYNAMIC, evo_circle(0.4), place);
    }
    l->body = add_body(l->world, EVO_STATIC, evo_circle(0.1), (evo_vec2){0.7, 0.7});
    (void)evo_world_step(l->world, 1.0 / 60);
}

static void move_what_stands(void *context) {
    level *l = context;
    for (int i = 0; i < 2; ++i) {
        const evo_pose pose = {{0.7 + 0.001 * i, 0.7}, 0};
        (void)evo_body_set_pose(l->world, l->body, pose);
        (void)evo_world_step(l->world, 0);
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

typedef struct cost {
    const char *name;
    void (*fill)(level *l, int count);
    void (*call)(void *context);
} cost;

static const cost COSTS[] = {{"a filter of one body's", boxes, change_filter},
                             {"materials", materials, change_materials},
                             {"contacts of a body", crowd, list_contacts},
                             {"sleeping joints", rods, step_once},
                             {"what stands in a gas", gas, move_what_stands},
                             {"a filter of a dynamic body's", dynamic_boxes, change_filter},
                             {"boxes of a dynamic body", dynamic_boxes, change_boxes},
                             {"chains of one body", chains, change_chains},
                             {"boxes of one body", boxes, change_boxes}};
enum { COST_COUNT = sizeof COSTS / sizeof *COSTS, COSTS_QUICK = 5 };

static unsigned long count_of(const cost *c, int size) {
    level l;
    open_level(&l);
    c->fill(&l, size);
    const unsigned long count = count_instructions(c->call, &l);
    evo_world_destroy(l.world);
    return count;
}

START_TEST(a_change_costs_the_same_in_twice_the_world) {
    const cost *c = &COSTS[_i];
    const unsigned long once = count_of(c, SMALL), twice = count_of(c, 2 * SMALL);
    ck_assert_msg(twice <= once + once / 5, "%s: %lu instructions, and %lu in twice the world",
                  c->name, once, twice);
}
END_TEST

/* ---- Sparse worlds --------------------------------------------------------------------------- */

/* Bytes a body of disks so far apart. */
static double bytes_of(double apart, int count) {
    const int side = 45;
    evo_world *world = evo_world_create(NULL);
    for (int i = 0; i < count; ++i) {
        evo_body_config config = evo_body_config_default();
        config.shape = evo_circle(0.5);
        config.position = (evo_vec2){apart * (i % side), apart * (double)(i / side)};
        (void)evo_body_create(world, &config);
    }
    for (int i = 0; i < 5; ++i) ck_assert_int_eq(evo_world_step(world, 1.0 / 60), EVO_OK);
    const double bytes = (double)evo_world_counters(world).bytes / count;
    evo_world_destroy(world);
    return bytes;
}

START_TEST(bodies_far_apart_take_little_memory) {
    const double apart = 20 + 20 * _i, once = bytes_of(apart, 1000), twice = bytes_of(apart, 2000);
    ck_assert_msg(twice <= 1600, "%g apart: %g bytes a body", apart, twice);
    ck_assert_double_le(twice, 1.1 * once);
}
END_TEST

/* ---- Piles ----------------------------------------------------------------------------------- */

/* Bytes a body of disks that lie in a box. */
static double bytes_of_pile(evo_shape shape, int count) {
    level l;
    open_level(&l);
    (void)add_body(l.world, EVO_STATIC, evo_box(22, 1), (evo_vec2){19.5, -1.5});
    (void)add_body(l.world, EVO_STATIC, evo_box(1, 100), (evo_vec2){-1.6, 0});
    (void)add_body(l.world, EVO_STATIC, evo_box(1, 100), (evo_vec2){40.6, 0});
    for (; l.count < count; ++l.count) {
        evo_body_config config = evo_body_config_default();
        config.shape = shape;
        config.position = place_of(l.count);
        config.position.x += 0.02 * (l.count % 7);
        config.never_sleep = true;
        (void)evo_body_create(l.world, &config);
    }
    for (int i = 0; i < 140; ++i) ck_assert_int_eq(evo_world_step(l.world, 1.0 / 60), EVO_OK);
    const double bytes = (double)evo_world_counters(l.world).bytes / count;
    evo_world_destroy(l.world);
    return bytes;
}

START_TEST(bodies_in_piles_take_little_memory) {
    const double bytes = bytes_of_pile(evo_circle(0.5), 3000);
    ck_assert_msg(bytes <= 1420, "%g bytes a disk", bytes);
}
END_TEST

/* ---- Exact time ------------------------------------------------------------------------------ */

/* Bytes a disk of a world of exact time before it flies; `asks`: and after a question. */
static double bytes_of_gas(bool asks, int count) {
    const double apart = 1.25;
    evo_world_config config = evo_world_config_default();
    config.exact = &EXACT;
    evo_world *world = evo_world_create(&config);
    for (int i = 0; i < count; ++i) {
        evo_body_config disk = evo_body_config_default();
        disk.shape = evo_circle(0.5);
        disk.position = (evo_vec2){apart * (i % 64), apart * (double)(i / 64)};
        (void)evo_body_create(world, &disk);
    }
    if (asks) (void)evo_world_ray(world, (evo_vec2){0, -9}, (evo_vec2){9, 9}, NULL);
    if (asks) ck_assert_int_eq(evo_world_step(world, 0), EVO_OK);
    const double bytes = (double)evo_world_counters(world).bytes / count;
    evo_world_destroy(world);
    return bytes;
}

START_TEST(bodies_of_exact_time_take_little_memory) {
    const double grounded = bytes_of_gas(false, 8192), flying = bytes_of_gas(true, 8192);
    ck_assert_msg(grounded <= 255, "%g bytes a disk", grounded);
    ck_assert_msg(flying <= 460, "%g bytes a disk in flight", flying);
}
END_TEST

/* ---- Shared shapes --------------------------------------------------------------------------- */

/* Where a ray from above meets what is at x. */
static double top_at(const evo_world *world, double x) {
    const evo_vec2 from = {x, 10}, to = {x, -10};
    return evo_world_ray(world, from, to, NULL).point.y;
}

/* One of two equal disks gets a box beside it, and its centre of mass goes there: both disks stay
 * where they are, in questions and in a step. */
START_TEST(equal_shapes_part_when_a_centre_moves) {
    level l;
    evo_collider_config box = evo_collider_config_default();
    open_level(&l);
    (void)evo_world_set_gravity(l.world, (evo_vec2){0, 0});
    const evo_body first = add_body(l.world, EVO_DYNAMIC, evo_circle(0.5), (evo_vec2){0, 0});
    (void)add_body(l.world, EVO_DYNAMIC, evo_circle(0.5), (evo_vec2){20, 0});
    box.shape = evo_shape_at(evo_box(1, 0.25), (evo_vec2){3, 0}, 0);
    (void)evo_collider_create(l.world, first, &box);
    for (int i = 0; i < 2; ++i) {
        ck_assert_double_eq_tol(top_at(l.world, 0), 0.5, 1e-9);
        ck_assert_double_eq_tol(top_at(l.world, 3), 0.25, 1e-9);
        ck_assert_double_eq_tol(top_at(l.world, 20), 0.5, 1e-9);
        ck_assert_double_gt(evo_body_mass(l.world, first).center.x, 1);
        ck_assert_int_eq(evo_world_step(l.world, 1.0 / 60), EVO_OK);
    }
    evo_world_destroy(l.world);
}
END_TEST

Suite *suite_costs(void) {
    Suite *suite = suite_create("costs");
    TCase *changes = tcase_create("changes"), *more = tcase_create("more");
    tcase_add_loop_test(changes, a_change_costs_the_same_in_twice_the_world, 0, COSTS_QUICK);
    tcase_add_loop_test(more, a_change_costs_the_same_in_twice_the_world, COSTS_QUICK, COST_COUNT);
    tcase_set_tags(more, "slow");
    tcase_set_tags(changes, "bits"); /* sanitizers count instructions of their own */
    TCase *sparse = tcase_create("sparse");
    tcase_add_loop_test(sparse, bodies_far_apart_take_little_memory, 0, 3);
    tcase_add_test(sparse, bodies_in_piles_take_little_memory);
    tcase_add_test(sparse, bodies_of_exact_time_take_little_memory);
    tcase_add_test(sparse, equal_shapes_part_when_a_centre_moves);
    suite_add_tcase(suite, sparse);
    suite_add_tcase(suite, changes);
    suite_add_tcase(suite, more);
    return suite;
}
