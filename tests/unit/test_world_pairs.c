/* test_world_pairs.c: contacts are exactly those of proxies that meet, and whatever overlaps has
 * one; whatever bodies do and are told to do between steps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "contact/pairs.h"
#include "contact/sleep.h"
#include "contact/states.h"
#include "evolute/collide.h"
#include "scenes/scenes.h"
#include "suites.h"
#include "support/random.h"
#include "support/scene.h"
#include "world/world.h"

enum { MOST = 260 };

/* A world's colliders, where they were, and which of them have contacts. */
typedef struct census {
    evo_world *world;
    evo_collider colliders[MOST];
    evo_pose poses[MOST];
    int count;
    bool contact[MOST][MOST]; /* by id */
    bool lasting[MOST][MOST]; /* solved or touching: outlasts margins, until the two part */
} census;

static void note_contacts(census *c) {
    const graph *g = &c->world->graph;
    memset(c->contact, 0, sizeof c->contact);
    for (size_t i = 0; i < g->contacts.list.count; ++i) {
        const contact *k = &g->contacts.all[i];
        uint32_t a = k->collider[0], b = k->collider[1];
        if (k->state == CONTACT_FREE) continue;
        ck_assert_msg(!c->contact[a][b], "%u and %u have two contacts", a, b);
        c->contact[a][b] = c->contact[b][a] = true;
        c->lasting[a][b] = c->lasting[b][a] = contact_has_colour(k) || k->touching;
    }
}

/* Thrown to where doubles no longer tell bodies apart, or on its way there. */
static bool is_lost(const graph *g, uint32_t collider) {
    const body_record *body = graph_body(g, g->colliders.records[collider].body);
    bool there = grid_is_linked(&g->index, collider);
    return !(vec_length(g->bodies.states[body->index].position) < 1e15)
           || (there && !(g->index.proxies[collider].reach < 1e15f));
}

/* Contacts, against a look at every pair of proxies, but for what was moved since. */
static void check_pairs(const census *c, const char *when) {
    const graph *g = &c->world->graph;
    for (int i = 0; i < c->count; ++i)
        for (int j = i + 1; j < c->count; ++j) {
            uint32_t a = c->colliders[i].index, b = c->colliders[j].index;
            if (!evo_collider_exists(c->world, c->colliders[i])
                || !evo_collider_exists(c->world, c->colliders[j]))
                continue;
            if (is_lost(g, a) || is_lost(g, b)) continue;
            if (graph_body(g, g->colliders.records[a].body)->moved_at != NONE
                || graph_body(g, g->colliders.records[b].body)->moved_at != NONE)
                continue;
            bool meet = grid_is_linked(&g->index, a) && grid_is_linked(&g->index, b)
                        && grid_meet(&g->index, a, b) && graph_pair_meets(g, a, b);
            if (meet != c->contact[a][b] && (meet || !c->lasting[a][b]))
                ck_abort_msg("%s step %d: %u and %u %s", when, (int)c->world->steps, a, b,
                             meet ? "meet and have no contact" : "do not meet and have a contact");
        }
}

/* What a body may still have used up of a clearance since it was told, less than nothing: how much
 * of what was taken for the step it did not go. Not known of what has come to stand still. */
static double unspent(const graph *g, uint32_t collider) {
    const body_record *body = graph_body(g, g->colliders.records[collider].body);
    const body_sim *sim = &g->bodies.sims[body->index];
    if (body->kind == EVO_STATIC) return (double)g->wind.ahead - (double)g->wind.travel;
    if (body->index >= g->bodies.movers || body->moved_at != NONE) return -INFINITY;
    return (double)sim->ahead - (double)sim->travel;
}

/* No pair is nearer than its clearance says. */
static void check_clearances(const census *c) {
    const graph *g = &c->world->graph;
    for (size_t i = 0; i < g->near.count; ++i) {
        const contact *k = &g->contacts.all[g->near.contact[i]];
        uint32_t a = k->collider[0], b = k->collider[1];
        double clear = (double)g->near.clearance[i];
        double least = clear + unspent(g, a) + unspent(g, b);
        if (!(clear > 0) || !(least > 0) || is_lost(g, a) || is_lost(g, b)) continue;
        evo_collider first = graph_collider_handle(g, a), second = graph_collider_handle(g, b);
        evo_pose at_a = evo_body_pose(c->world, evo_collider_body(c->world, first));
        evo_pose at_b = evo_body_pose(c->world, evo_collider_body(c->world, second));
        double gap = evo_measure(graph_shape(g, a), at_a, graph_shape(g, b), at_b).distance;
        ck_assert_msg(gap > least * (1 - 1e-5) - 1e-9, "step %d: %u and %u, gap %g, clearance %g",
                      (int)c->world->steps, a, b, gap, least);
    }
}

static void note_poses(census *c) {
    for (int i = 0; i < c->count; ++i)
        c->poses[i] = evo_body_pose(c->world, evo_collider_body(c->world, c->colliders[i]));
}

/* The number of overlaps at the noted poses, each of which must have a contact. */
static int check_overlaps(const census *c, const char *when) {
    int overlaps = 0;
    for (int i = 0; i < c->count; ++i)
        for (int j = i + 1; j < c->count; ++j) {
            evo_collider a = c->colliders[i], b = c->colliders[j];
            if (!graph_pair_meets(&c->world->graph, a.index, b.index)) continue;
            const evo_shape *x = graph_shape(&c->world->graph, a.index);
            const evo_shape *y = graph_shape(&c->world->graph, b.index);
            if (!evo_overlap(x, c->poses[i], y, c->poses[j])) continue;
            ++overlaps;
            if (c->contact[a.index][b.index]) continue;
            evo_gap gap = evo_measure(x, c->poses[i], y, c->poses[j]);
            ck_abort_msg("%s step %d: %d (kind %d) and %d (kind %d) are %g deep", when,
                         (int)c->world->steps, (int)a.index, (int)x->kind, (int)b.index,
                         (int)y->kind, -gap.distance);
        }
    return overlaps;
}

/* What overlapped when the step found its pairs has a contact, and contacts are those of proxies
 * that meet. */
static int check_step(census *c) {
    note_poses(c);
    scene_steps(c->world, 1);
    note_contacts(c);
    check_pairs(c, "after");
    check_clearances(c);
    return check_overlaps(c, "before");
}

/* ---- Scenes ---------------------------------------------------------------------------------- */

typedef struct scene_kind {
    double small, large; /* sizes */
    double speed, spin;
    double gravity;
    bool circles;
    int compounds; /* of a hundred bodies */
} scene_kind;

static evo_shape sized_shape(const scene_kind *kind) {
    double size = kind->small < kind->large ? random_scale(kind->small, kind->large) : kind->small;
    evo_vec2 left = {-size, 0}, right = {size, 0};
    double choice = kind->circles ? 1 : random_between(0, 1);
    if (choice < 0.2) return evo_ellipse(size, size * random_between(0.2, 1));
    if (choice < 0.4) return evo_ring(size * 0.8, size * 0.3, random_between(-3, 3), 5);
    if (choice < 0.5) return evo_segment(left, right);
    return evo_circle(size);
}

static void add_body(census *c, const scene_kind *kind, double half) {
    evo_body_config config = evo_body_config_default();
    double v = kind->speed, w = kind->spin;
    config.kind = random_between(0, 1) < 0.1   ? EVO_STATIC
                  : random_between(0, 1) < 0.1 ? EVO_KINEMATIC
                                               : EVO_DYNAMIC;
    config.position = (evo_vec2){random_between(-half, half), random_between(0, 2 * half)};
    config.angle = random_between(-3, 3);
    config.velocity = (evo_vec2){random_between(-v, v), random_between(-v, v)};
    config.spin = random_between(-w, w);
    config.shape = sized_shape(kind);
    config.sensor = random_between(0, 1) < 0.1;
    evo_body body = evo_body_create(c->world, &config);
    if (random_between(0, 100) < kind->compounds) {
        evo_collider_config second = evo_collider_config_default();
        evo_vec2 off = {random_between(-1, 1) * 2 * kind->large, random_between(-1, 1)};
        second.shape = evo_shape_at(sized_shape(kind), off, 1);
        evo_collider_create(c->world, body, &second);
    }
    c->count +=
        (int)evo_body_colliders(c->world, body, c->colliders + c->count, (size_t)(MOST - c->count));
    ck_assert_int_le(c->count, MOST);
}

static void check_scene(const scene_kind *kind, uint64_t seed) {
    static census c;
    evo_world_config config = evo_world_config_default();
    config.never_sleep = true;
    config.gravity = (evo_vec2){0, -kind->gravity};
    random_seed(seed);
    c.world = evo_world_create(&config);
    c.count = 0;
    double mean = kind->small < kind->large ? sqrt(kind->small * kind->large) : kind->small;
    for (int i = 0; i < 120; ++i) add_body(&c, kind, 10 * mean);
    int overlaps = 0;
    for (int i = 0; i < 90; ++i) overlaps += check_step(&c);
    ck_assert_int_gt(overlaps, 50);
    evo_world_destroy(c.world);
}

static void check_scenes(scene_kind kind) {
    for (uint64_t seed = 1; seed <= 6; ++seed) check_scene(&kind, seed);
}

START_TEST(slow_circles) {
    check_scenes((scene_kind){0.5, 0.5, 0.5, 1, 10, true, 0});
}
END_TEST

START_TEST(fast_circles) {
    check_scenes((scene_kind){0.5, 0.5, 100, 20, 10, true, 0});
}
END_TEST

START_TEST(slow_shapes) {
    check_scenes((scene_kind){0.3, 0.8, 0.5, 1, 10, false, 0});
}
END_TEST

START_TEST(fast_shapes) {
    check_scenes((scene_kind){0.3, 0.8, 60, 20, 10, false, 0});
}
END_TEST

START_TEST(compounds) {
    check_scenes((scene_kind){0.3, 0.8, 3, 3, 10, false, 60});
}
END_TEST

START_TEST(fast_compounds) {
    check_scenes((scene_kind){0.3, 0.8, 80, 60, 0, false, 60});
}
END_TEST

START_TEST(large_and_small) {
    check_scenes((scene_kind){0.05, 5, 2, 2, 10, false, 20});
}
END_TEST

START_TEST(large_and_small_at_speed) {
    check_scenes((scene_kind){0.05, 5, 50, 20, 10, false, 20});
}
END_TEST

START_TEST(specks) {
    check_scenes((scene_kind){1e-4, 1e-4, 1e-3, 1, 0.001, false, 0});
}
END_TEST

/* ---- Programs -------------------------------------------------------------------------------- */

/* Bodies of sizes of all orders, and one call after another to change them. */
static void change_any(census *c, const scene_kind *kind) {
    evo_world *world = c->world;
    evo_collider collider = c->colliders[(int)random_between(0, c->count)];
    evo_body body = evo_collider_body(world, collider);
    double v = kind->speed, choice = random_between(0, 1);
    evo_pose pose = {{random_between(-20, 20), random_between(-20, 20)}, random_between(-3, 3)};
    evo_shape shape = sized_shape(kind);
    evo_filter some = {1u << (int)random_between(0, 3), (uint32_t)random_between(0, 8), 0};
    if (c->count < MOST - 4 && choice < 0.15) add_body(c, kind, 20);
    if (choice > 0.15 && choice < 0.25) (void)evo_body_set_pose(world, body, pose);
    if (choice > 0.25 && choice < 0.3) (void)evo_body_destroy(world, body);
    if (choice > 0.3 && choice < 0.4) (void)evo_collider_set_shape(world, collider, &shape);
    if (choice > 0.4 && choice < 0.5)
        (void)evo_body_set_velocity(world, body, (evo_vec2){random_between(-v, v), 0});
    if (choice > 0.5 && choice < 0.6) (void)evo_body_set_awake(world, body, choice < 0.55);
    if (choice > 0.6 && choice < 0.65) (void)evo_body_set_enabled(world, body, choice < 0.63);
    if (choice > 0.65 && choice < 0.7) (void)evo_collider_set_filter(world, collider, some);
    if (choice > 0.7 && choice < 0.75)
        (void)evo_body_set_kind(world, body, (evo_body_kind)(int)random_between(0, 3));
    if (choice > 0.75 && choice < 0.77) (void)evo_collider_destroy(world, collider);
    if (choice > 0.77 && choice < 0.8) ck_assert(graph_reorder(&world->graph));
}

static void forget_dead(census *c) {
    int kept = 0;
    for (int i = 0; i < c->count; ++i)
        if (evo_collider_exists(c->world, c->colliders[i])) c->colliders[kept++] = c->colliders[i];
    c->count = kept;
}

static void run_program(const scene_kind *kind, uint64_t seed, int steps) {
    static census c;
    evo_world_config config = evo_world_config_default();
    char name[40];
    snprintf(name, sizeof name, "program %d", (int)seed);
    config.gravity = (evo_vec2){0, -kind->gravity};
    random_seed(seed);
    c.world = evo_world_create(&config);
    c.count = 0;
    for (int i = 0; i < 30; ++i) add_body(&c, kind, 10);
    for (int i = 0; i < steps; ++i) {
        for (int calls = (int)random_between(0, 4); calls > 0 && c.count > 0; --calls) {
            change_any(&c, kind);
            forget_dead(&c);
        }
        scene_steps(c.world, 1);
        note_contacts(&c);
        check_pairs(&c, name);
    }
    evo_world_destroy(c.world);
}

START_TEST(random_programs) {
    scene_kind kinds[] = {{0.3, 0.8, 3, 3, 10, false, 20},
                          {1e-3, 1e3, 10, 3, 10, false, 20},
                          {0.05, 5, 100, 20, 0, false, 20}};
    for (uint64_t seed = 1; seed <= 30; ++seed) run_program(&kinds[seed % 3], seed, 60);
}
END_TEST

START_TEST(many_random_programs) {
    scene_kind kinds[] = {{0.3, 0.8, 3, 3, 10, false, 20},
                          {1e-3, 1e3, 10, 3, 10, false, 20},
                          {0.05, 5, 100, 20, 0, false, 20}};
    for (uint64_t seed = 1; seed <= 3000; ++seed) run_program(&kinds[seed % 3], seed, 33);
}
END_TEST

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Some bodies are linked anew, with other margins than they would have. */
static void relink_some(evo_world *world) {
    graph *g = &world->graph;
    for (uint32_t index = 0; index < g->bodies.movers; ++index) {
        body_sim *sim = &g->bodies.sims[index];
        if (random_between(0, 1) < 0.8 || !moved_reserve(g, 1)) continue;
        sim->wanted = (float)random_between(0, 3) * sim->size;
        body_moved(g, sim->id);
    }
}

/* Of twins, one is put in another order, gives idle memory back, and has other margins, at random
 * steps. */
static void check_order(const scene *s, uint64_t seed) {
    scene_setting setting = scene_setting_default();
    double values[SCENE_PARAMS];
    scene_stage plain, twin;
    scene_defaults(s, values);
    ck_assert(scene_open(&plain, s, values, &setting) && scene_open(&twin, s, values, &setting));
    random_seed(seed);
    for (int i = 0; i < 60; ++i) {
        if (random_between(0, 1) < 0.3) ck_assert(graph_reorder(&twin.world->graph));
        if (random_between(0, 1) < 0.3) graph_trim(&twin.world->graph);
        if (random_between(0, 1) < 0.5) relink_some(twin.world);
        scene_steps(plain.world, 1);
        scene_steps(twin.world, 1);
        ck_assert_msg(evo_world_hash(plain.world) == evo_world_hash(twin.world),
                      "%s, seed %d, step %d", s->name, (int)seed, i);
    }
    scene_close(&plain);
    scene_close(&twin);
}

START_TEST(order_in_memory_and_margins_change_no_bit) {
    for (size_t i = 0; scene_at(i); ++i) {
        scene_setting setting = scene_setting_default();
        double values[SCENE_PARAMS];
        scene_stage stage;
        scene_defaults(scene_at(i), values);
        ck_assert(scene_open(&stage, scene_at(i), values, &setting));
        bool stepped = stage.world->config.stepping == EVO_CONTACTS;
        scene_close(&stage);
        if (stepped) check_order(scene_at(i), i);
    }
}
END_TEST

/* More contacts than a world may have: the step answers so, as often as it is asked, and once most
 * are elsewhere it goes on. */
START_TEST(thousands_on_one_spot_are_refused) {
    enum { COUNT = 4000 };
    static evo_body balls[COUNT];
    evo_world *world = scene_world(0, NULL);
    for (int i = 0; i < COUNT; ++i) balls[i] = scene_ball(world, 0.5, 0, 0);
    uint64_t hash = evo_world_hash(world);
    for (int i = 0; i < 2; ++i)
        ck_assert_int_eq(evo_world_step(world, SCENE_STEP), EVO_ERROR_LIMIT);
    ck_assert_uint_eq(evo_world_hash(world), hash);
    for (int i = 10; i < COUNT; ++i) {
        evo_pose pose = {{2 * (i % 100), 2 * (i / 100)}, 0};
        ck_assert_int_eq(evo_body_set_pose(world, balls[i], pose), EVO_OK);
    }
    scene_steps(world, 2);
    evo_world_destroy(world);
}
END_TEST

Suite *suite_world_pairs(void) {
    Suite *suite = suite_create("world_pairs");
    TCase *pairs = tcase_create("world_pairs");
    tcase_add_test(pairs, slow_circles);
    tcase_add_test(pairs, fast_circles);
    tcase_add_test(pairs, slow_shapes);
    tcase_add_test(pairs, fast_shapes);
    tcase_add_test(pairs, compounds);
    tcase_add_test(pairs, fast_compounds);
    tcase_add_test(pairs, large_and_small);
    tcase_add_test(pairs, large_and_small_at_speed);
    tcase_add_test(pairs, specks);
    tcase_add_test(pairs, random_programs);
    tcase_add_test(pairs, order_in_memory_and_margins_change_no_bit);
    tcase_add_test(pairs, thousands_on_one_spot_are_refused);
    tcase_set_tags(pairs, "long");
    suite_add_tcase(suite, pairs);
    TCase *slow = tcase_create("world_pairs_slow");
    tcase_set_tags(slow, "slow");
    tcase_set_timeout(slow, 900);
    tcase_add_test(slow, many_random_programs);
    suite_add_tcase(suite, slow);
    return suite;
}
