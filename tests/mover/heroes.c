/* heroes.c: movers that want nothing, among crates that fall on them, bodies that come at them, and
 * walls and lifts that press them: they are moved slowly, never through what stands, and told. */
#include <evolute/evolute.h>
#include <math.h>

#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

enum { STEPS = 300, FOUND = 32, ENEMIES = 3 };

static const double FALL = 20;

/* Units beyond what its ground moves, in a step: more is a throw, of which few may be. */
static const double THROWN = 0.3, NEVER = 1;

/* Sizes: deeper is pressed, and has to be told in so many steps while it stays. */
static const double PRESSED = 0.15;
enum { TELLS_IN = 5 };

typedef struct room {
    evo_world *world;
    evo_mover_config config;
    evo_mover hero;
    evo_body enemies[ENEMIES];
    int enemy_count;
    double size, left, speed;
} room;

/* What came of a hero in its room. */
typedef struct fate {
    double thrown; /* greatest way in a step beyond that of its ground */
    double inside; /* greatest depth in what stands, in sizes */
    bool lost;
    int steps, untold; /* steps between two that cannot part, and of them without being told */
} fate;

static evo_body add(evo_world *world, evo_shape shape, evo_body_kind kind, evo_vec2 at) {
    evo_body_config body = lab_body(shape, at.x, at.y);
    body.kind = kind;
    body.angle = kind == EVO_STATIC ? 0 : random_between(-0.05, 0.05);
    body.material.density = random_between(0.3, 3);
    return evo_body_create(world, &body);
}

static evo_shape any_shape(double size) {
    const evo_shape all[] = {evo_box(size * random_between(0.6, 1.2), size), evo_circle(size),
                             evo_capsule(evo_vec(-size, 0), evo_vec(size, 0), 0.5 * size),
                             evo_rounded_box(size, size, 0.2 * size),
                             evo_box(2 * size, 0.4 * size)};
    return all[(int)random_between(0, 5)];
}

static void make_hero(room *r) {
    const double high = random_between(0.4, 0.9), wide = high * random_between(0.4, 0.7);
    const int kind = (int)random_between(0, 3);
    r->config = evo_mover_config_default();
    r->config.shape = kind == 0 ? evo_circle(high)
                      : kind == 1
                          ? evo_box(wide, high)
                          : evo_capsule(evo_vec(0, wide - high), evo_vec(0, high - wide), wide);
    r->config.mass = random_between(0, 1) < 0.5 ? random_between(0.5, 5) : 0;
    r->size = kind == 1 ? sqrt(wide * wide + high * high) : high;
    const double x = random_between(0, 1) < 0.4 ? high + 0.01 : random_between(1.5, 8);
    r->hero = (evo_mover){.pose = {{r->left + x, 1.001 * high}, 0}};
}

/* Crates above; enemies at the side; a wall that comes; or a lift below, with crates. */
static room make_room(uint64_t seed) {
    random_seed(seed);
    room r = {.world = lab_world(FALL), .left = random_between(-6, -1.5)};
    lab_fixed(r.world, evo_box(20, 1), 0, -1);
    lab_fixed(r.world, evo_box(1, 20), r.left - 1, 10);
    lab_fixed(r.world, evo_box(1, 20), 8, 10);
    make_hero(&r);
    const int kind = (int)random_between(0, 5);
    const double x = r.hero.pose.position.x;
    const int crates = kind == 0 || kind == 4 ? 4 : kind == 1 ? 2 : 0;
    r.speed = random_between(1, 9);
    for (int i = 0; i < crates; ++i)
        add(r.world, any_shape(random_between(0.2, 0.6)), EVO_DYNAMIC,
            evo_vec(x + random_between(-0.8, 0.8), random_between(2.5, 10)));
    r.enemy_count = kind == 1 || kind == 2 ? 2 : 0;
    for (int i = 0; i < r.enemy_count; ++i)
        r.enemies[i] = add(r.world, any_shape(random_between(0.3, 0.6)), EVO_DYNAMIC,
                           evo_vec(5 + i + random_between(0, 1), 1));
    const evo_body presses = kind < 3
                                 ? (evo_body){0, 0}
                                 : add(r.world, evo_box(1, kind == 3 ? 1.5 : 0.3), EVO_KINEMATIC,
                                       kind == 3 ? evo_vec(6, 1.6) : evo_vec(x, -0.3));
    if (kind == 3) evo_body_set_velocity(r.world, presses, evo_vec(-0.4 * r.speed, 0));
    if (kind == 4) evo_body_set_velocity(r.world, presses, evo_vec(0, 0.3 * r.speed));
    if (kind == 4) lab_fixed(r.world, evo_box(3, 1), x, random_between(3.5, 5));
    return r;
}

/* Returns how deep a hero is in what stands, or in two that move against each other; `pressed`: the
 * latter. */
static double depth_of(const room *r, bool pressed) {
    evo_plane planes[FOUND];
    const evo_mover_config *c = &r->config;
    const size_t found = evo_world_planes(r->world, &c->shape, r->hero.pose, NULL, planes, FOUND);
    double depth = 0;
    for (size_t i = 0; i < found && i < FOUND; ++i) {
        if (!pressed && evo_body_kind_of(r->world, planes[i].body) == EVO_STATIC)
            depth = fmax(depth, planes[i].depth);
        for (size_t k = 0; k < found && k < FOUND && pressed; ++k)
            if (evo_dot(planes[i].normal, planes[k].normal) < -0.9)
                depth = fmax(depth, planes[i].depth + planes[k].depth);
    }
    return depth / r->size;
}

static void hero_step(room *r, fate *f, int step) {
    const evo_mover before = r->hero;
    const evo_vec2 wanted = evo_vec(0, before.velocity.y - FALL * LAB_STEP);
    for (int i = 0; i < r->enemy_count; ++i) {
        const evo_vec2 at = evo_body_pose(r->world, r->enemies[i]).position;
        const double y = evo_body_velocity(r->world, r->enemies[i]).y;
        const double x = at.x < before.pose.position.x ? r->speed : -r->speed;
        evo_body_set_velocity(r->world, r->enemies[i], evo_vec(x, y));
    }
    ck_assert_int_eq(evo_mover_move(r->world, &r->config, &r->hero, wanted, LAB_STEP), EVO_OK);
    const evo_vec2 way = evo_sub(r->hero.pose.position, before.pose.position);
    const double own = before.grounded ? 0 : evo_length(wanted) * LAB_STEP;
    const double ground = before.grounded ? evo_length(before.ground_velocity) * LAB_STEP : 0;
    if (step > 1) f->thrown = fmax(f->thrown, evo_length(way) - own - ground);
    f->inside = fmax(f->inside, depth_of(r, false));
    f->steps = depth_of(r, true) > PRESSED ? f->steps + 1 : 0;
    if (f->steps > TELLS_IN && !r->hero.crushed) ++f->untold;
    ck_assert_int_eq(evo_world_step(r->world, LAB_STEP), EVO_OK);
}

static fate run_room(uint64_t seed) {
    room r = make_room(seed);
    fate f = {.thrown = 0};
    for (int step = 0; step < STEPS; ++step) hero_step(&r, &f, step);
    const evo_vec2 at = r.hero.pose.position;
    f.lost = !(at.x > r.left && at.x < 7 && at.y > 0 && at.y < 19);
    evo_world_destroy(r.world);
    return f;
}

/* Of 300 heroes 3 may be thrown: by what spins under them. */
static void check_rooms(int from, int count) {
    int thrown = 0;
    for (int i = from; i < from + count; ++i) {
        const fate f = run_room((uint64_t)i + 1);
        ck_assert_msg(!f.lost && f.inside < 0.01, "room %d: it is %g deep", i, f.inside);
        ck_assert_msg(f.untold == 0, "room %d: crushed, and not told", i);
        ck_assert_msg(f.thrown < NEVER, "room %d: it is thrown by %g", i, f.thrown);
        thrown += f.thrown > THROWN;
    }
    ck_assert_msg(thrown <= count / 100, "%d of %d are thrown", thrown, count);
}

START_TEST(heroes_are_never_thrown) {
    check_rooms(0, 100);
}
END_TEST

START_TEST(heroes_are_never_thrown_in_many_rooms) {
    check_rooms(1000 + 300 * _i, 300);
}
END_TEST

Suite *suite_heroes(void) {
    Suite *suite = suite_create("heroes");
    TCase *laws = tcase_create("laws"), *deep = tcase_create("deep");
    tcase_add_test(laws, heroes_are_never_thrown);
    tcase_add_loop_test(deep, heroes_are_never_thrown_in_many_rooms, 0, 5);
    tcase_set_tags(deep, "slow");
    suite_add_tcase(suite, laws);
    suite_add_tcase(suite, deep);
    return suite;
}
