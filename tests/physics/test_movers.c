/* test_movers.c: characters that are no bodies: in levels of all kinds they are never inside of
 * anything, feel no seam, ride what carries them, climb what they may and stand where they may. */
#include <evolute/evolute.h>
#include <math.h>

#include "suites.h"
#include "support/lab.h"
#include "support/random.h"
#include "support/scene.h"

enum { SECOND = 60, FOUND = 64, SHAPES = 5 };

static const double GRAVITY = 10, DEPTH = 20;

static evo_shape mover_shape(int number, double size) {
    const evo_vec2 gem[] = {{-0.7, 0}, {0, -0.9}, {0.7, 0}, {0, 0.9}};
    evo_vec2 scaled[4];
    for (int i = 0; i < 4; ++i) scaled[i] = evo_scale(0.8 * size, gem[i]);
    if (number == 0) return evo_capsule(evo_vec(0, -0.6 * size), evo_vec(0, 0.6 * size), 0.4 * size);
    if (number == 1) return evo_circle(size);
    if (number == 2) return evo_box(0.45 * size, 0.89 * size);
    if (number == 3) return evo_ellipse(0.6 * size, size);
    return evo_polygon(scaled, 4, 0.2 * size);
}

static double size_of(const evo_mover_config *config) {
    const evo_bounds box = evo_shape_bounds(&config->shape, (evo_pose){{0, 0}, 0});
    return fmax(box.max.x, box.max.y);
}

static void go(evo_world *world, const evo_mover_config *config, evo_mover *mover, double speed,
               double jump) {
    const evo_vec2 wanted = {speed, jump > 0 && mover->grounded ? jump
                                                                : mover->velocity.y
                                                                      - GRAVITY * LAB_STEP};
    ck_assert_int_eq(evo_mover_move(world, config, mover, wanted, LAB_STEP), EVO_OK);
}

/* Returns how deep a mover is in anything; or in what is not dynamic. */
static double depth_of(const evo_world *world, const evo_mover_config *config,
                       const evo_mover *mover, bool dynamic) {
    evo_collider found[FOUND];
    const size_t count =
        evo_world_overlap_shape(world, &config->shape, mover->pose, NULL, found, FOUND);
    double depth = 0;
    for (size_t i = 0; i < count && i < FOUND; ++i) {
        const evo_shape shape = evo_collider_shape(world, found[i]);
        const evo_body body = evo_collider_body(world, found[i]);
        const evo_pose at = evo_body_pose(world, body);
        if (!dynamic && evo_body_kind_of(world, body) == EVO_DYNAMIC) continue;
        depth = fmax(depth, -evo_measure(&config->shape, mover->pose, &shape, at).distance);
    }
    return depth;
}

/* ---- Levels ---------------------------------------------------------------------------------- */

/* Columns side by side, whose tops are chains, tiles, floors with crates or rocks, or
 * lifts. */
enum { LIFTS = 8 };

typedef struct level {
    evo_world *world;
    evo_body lifts[LIFTS];
    double low[LIFTS], high[LIFTS], speed[LIFTS];
    int count;
    double end;
} level;

static void add_chain(evo_world *world, double x, double width, double *height) {
    enum { MOST = 16 };
    evo_vec2 points[MOST];
    evo_chain_config config = evo_chain_config_default();
    double tops[MOST];
    const int links = (int)random_between(2, 8);
    tops[0] = *height;
    for (int i = 1; i <= links; ++i)
        tops[i] = tops[i - 1] + random_between(-0.8, 0.8) * width / links;
    *height = tops[links];
    points[config.count++] = evo_vec(x + width, -DEPTH);
    for (int i = links; i >= 0; --i)
        points[config.count++] = evo_vec(x + width * i / links, tops[i]);
    points[config.count++] = evo_vec(x, -DEPTH);
    config.points = points;
    const evo_body body = lab_fixed(world, (evo_shape){.kind = EVO_NO_SHAPE}, 0, 0);
    ck_assert(evo_chain_exists(world, evo_chain_create(world, body, &config)));
}

/* A row of equal tiles, of one body or of several, on a block. */
static void add_tiles(evo_world *world, double x, double width, double height) {
    const int count = (int)random_between(2, 9);
    const double half = 0.5 * width / count, thick = random_between(0.2, 1);
    const bool several = random_between(0, 1) < 0.5;
    const evo_body one = lab_fixed(world, (evo_shape){.kind = EVO_NO_SHAPE}, 0, 0);
    for (int i = 0; i < count; ++i) {
        const evo_vec2 at = {x + half * (2 * i + 1), height - thick};
        evo_collider_config tile = evo_collider_config_default();
        tile.shape = evo_shape_at(evo_box(half, thick), at, 0);
        if (several)
            lab_fixed(world, evo_box(half, thick), at.x, at.y);
        else
            evo_collider_create(world, one, &tile);
    }
    lab_fixed(world, evo_box(0.5 * width, 0.5 * DEPTH), x + 0.5 * width,
              height - 2 * thick - 0.5 * DEPTH);
}

static void add_crates(evo_world *world, double x, double width, double height) {
    lab_fixed(world, evo_box(0.5 * width, DEPTH), x + 0.5 * width, height - DEPTH);
    for (int i = 0; i < 2; ++i) {
        const double half = random_between(0.15, 0.4);
        const evo_body_config crate = lab_body(
            random_between(0, 1) < 0.7 ? evo_box(half, half) : evo_circle(half),
            x + width * random_between(0.4 * i + 0.2, 0.4 * i + 0.3), height + half);
        evo_body_create(world, &crate);
    }
}

/* A floor on which a shape of any kind stands. */
static void add_rock(evo_world *world, double x, double width, double height) {
    const double size = random_between(0.2, 1), turn = random_between(-3, 3);
    const evo_shape rocks[] = {evo_circle(size), evo_ellipse(size, 0.4 * size),
                               evo_ring(size, 0.3 * size, 0, random_between(1, 6)),
                               evo_ring(2 * size, 0.1, -3, 2.7), evo_box(size, 0.3 * size)};
    const evo_shape rock = rocks[(int)random_between(0, 5)];
    lab_fixed(world, evo_box(0.5 * width, DEPTH), x + 0.5 * width, height - DEPTH);
    lab_fixed(world, evo_shape_at(rock, (evo_vec2){0, 0}, turn), x + random_between(0, width),
              height + random_between(0, 1));
}

static void add_lift(level *l, double x, double width, double height) {
    evo_body_config config = lab_body(evo_box(0.5 * width - 0.02, DEPTH), x + 0.5 * width, 0);
    const int i = l->count++;
    l->low[i] = height - DEPTH - random_between(0, 1);
    l->high[i] = height - DEPTH + random_between(0.5, 3);
    l->speed[i] = random_between(0.3, 2);
    config.kind = EVO_KINEMATIC;
    config.position.y = l->low[i];
    l->lifts[i] = evo_body_create(l->world, &config);
}

static level level_make(uint64_t seed) {
    random_seed(seed);
    level l = {.world = lab_world(GRAVITY), .end = 0};
    double height = 0;
    lab_fixed(l.world, evo_box(1, DEPTH), -1, 0);
    for (int i = 0; i < LIFTS; ++i) {
        const double width = random_between(2, 5), kind = random_between(0, 5);
        if (kind < 1)
            add_chain(l.world, l.end, width, &height);
        else if (kind < 2)
            add_tiles(l.world, l.end, width, height);
        else if (kind < 3)
            add_crates(l.world, l.end, width, height);
        else if (kind < 4)
            add_rock(l.world, l.end, width, height);
        else
            add_lift(&l, l.end, width, height);
        l.end += width;
        if (random_between(0, 1) < 0.5) height += random_between(-0.6, 0.6);
    }
    lab_fixed(l.world, evo_box(1, DEPTH + 10), l.end + 1, 0);
    return l;
}

static void drive_lifts(level *l) {
    for (int i = 0; i < l->count; ++i) {
        const double y = evo_body_pose(l->world, l->lifts[i]).position.y;
        if ((y > l->high[i] && l->speed[i] > 0) || (y < l->low[i] && l->speed[i] < 0))
            l->speed[i] = -l->speed[i];
        evo_body_set_velocity(l->world, l->lifts[i], evo_vec(0, l->speed[i]));
    }
}

static evo_mover_config level_config(void) {
    evo_mover_config config = evo_mover_config_default();
    config.shape = mover_shape((int)random_between(0, SHAPES), random_between(0.3, 0.7));
    config.step = random_between(0, 0.5);
    config.push = random_scale(1, 1000);
    return config;
}

/* Returns how far a mover gets from where it is while all lifts stand, the better way of two, with a
 * jump. */
static double way_out(const level *l, const evo_mover_config *config, const evo_mover *from) {
    evo_mover_config feeble = *config;
    double farthest = 0;
    feeble.push = 0;
    for (int i = 0; i < l->count; ++i)
        evo_body_set_velocity(l->world, l->lifts[i], (evo_vec2){0, 0});
    for (int side = -1; side <= 1; side += 2) {
        evo_mover mover = *from;
        for (int step = 0; step < 30; ++step) {
            go(l->world, &feeble, &mover, 3 * side, step == 0 ? 6 : 0);
            farthest =
                fmax(farthest, evo_distance(mover.pose.position, from->pose.position));
        }
    }
    return farthest;
}

/* Runs a level for some seconds; returns the greatest depth as a part of the size: in anything after
 * a move, and after the step in all but dynamic bodies, which others may push into it. */
static double run_level(uint64_t seed, int seconds, uint64_t *hash) {
    level l = level_make(seed);
    const evo_mover_config config = level_config();
    const double size = size_of(&config);
    evo_mover mover = {.pose = {{random_between(1, l.end - 1), 8}, 0}};
    double worst = 0, speed = 0;
    for (int step = 0; step < seconds * SECOND; ++step) {
        if (step % 40 == 0) speed = random_between(-5, 5);
        drive_lifts(&l);
        go(l.world, &config, &mover, speed, random_between(0, 1) < 0.02 ? 6 : 0);
        worst = fmax(worst, depth_of(l.world, &config, &mover, true));
        ck_assert_int_eq(evo_world_step(l.world, LAB_STEP), EVO_OK);
        worst = fmax(worst, depth_of(l.world, &config, &mover, false));
        ck_assert_double_gt(mover.pose.position.y, -DEPTH);
        if (step % 40 == 39) ck_assert_double_gt(way_out(&l, &config, &mover), 0.2 * size);
    }
    *hash = evo_world_hash(l.world) ^ (uint64_t)(mover.pose.position.x * 1e15);
    evo_world_destroy(l.world);
    return worst / size;
}

static void check_levels(int from, int count, int seconds) {
    for (int i = from; i < from + count; ++i) {
        uint64_t hash;
        const double worst = run_level((uint64_t)i + 1, seconds, &hash);
        ck_assert_msg(worst <= 0.01, "level %d: %g of its size deep", i, worst);
    }
}

START_TEST(nothing_is_entered) {
    check_levels(0, 20, 10);
}
END_TEST

START_TEST(nothing_is_entered_in_a_thousand_levels) {
    check_levels(100 * _i, 100, 10);
}
END_TEST

Suite *suite_movers(void) {
    Suite *suite = suite_create("movers");
    TCase *laws = tcase_create("laws"), *deep = tcase_create("deep");
    tcase_add_test(laws, nothing_is_entered);
    tcase_add_loop_test(deep, nothing_is_entered_in_a_thousand_levels, 0, 10);
    tcase_set_tags(deep, "slow");
    suite_add_tcase(suite, laws);
    suite_add_tcase(suite, deep);
    return suite;
}
