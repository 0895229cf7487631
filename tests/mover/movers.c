/* movers.c: characters that are no bodies: in levels of all kinds they are never inside of
 * anything, feel no seam, ride what carries them, climb what they may and stand where they may. */
#include <evolute/evolute.h>
#include <math.h>

#include "suites.h"
#include "support/lab.h"
#include "support/random.h"
#include "support/tape.h"

enum { SECOND = 60, FOUND = 64, SHAPES = 5 };

static const double GRAVITY = 10, DEPTH = 20;

/* Hash of six levels. */
static const uint64_t LEVEL_BITS = UINT64_C(0x7ecbcffcbcc74808);

static evo_shape mover_shape(int number, double size) {
    const evo_vec2 gem[] = {{-0.7, 0}, {0, -0.9}, {0.7, 0}, {0, 0.9}};
    evo_vec2 scaled[4];
    for (int i = 0; i < 4; ++i) scaled[i] = evo_scale(0.8 * size, gem[i]);
    if (number == 0)
        return evo_capsule(evo_vec(0, -0.6 * size), evo_vec(0, 0.6 * size), 0.4 * size);
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
    const evo_vec2 wanted = {
        speed, jump > 0 && mover->grounded ? jump : mover->velocity.y - GRAVITY * LAB_STEP};
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

/* Returns whether there is no way out of all that a mover touches, but a far one, out of a wedge:
 * what falls on it or rolls into it squeezes it, and it has but a limited force against that. */
static bool is_squeezed(const evo_world *world, const evo_mover_config *config,
                        const evo_mover *mover) {
    evo_plane planes[FOUND];
    const size_t count = evo_world_planes(world, &config->shape, mover->pose, NULL, planes, FOUND);
    double deepest = 0;
    for (size_t i = 0; i < count; ++i) deepest = fmax(deepest, planes[i].depth);
    for (size_t i = 0; i < count; ++i) planes[i].most = 2 * deepest;
    const evo_vec2 way = evo_planes_solve(planes, count, evo_vec(0, 0));
    bool squeezed = false;
    for (size_t i = 0; i < count; ++i)
        squeezed |= planes[i].depth - evo_dot(planes[i].normal, way) > 1e-3 * size_of(config);
    return squeezed;
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
        const double along = width * random_between(0.4 * i + 0.2, 0.4 * i + 0.3);
        const evo_shape shape = random_between(0, 1) < 0.7 ? evo_box(half, half) : evo_circle(half);
        const evo_body_config crate = lab_body(shape, x + along, height + half);
        evo_body_create(world, &crate);
    }
}

/* A floor on which a shape of any kind stands. */
static void add_rock(evo_world *world, double x, double width, double height) {
    const double size = random_between(0.2, 1), turn = random_between(-3, 3);
    const double along = random_between(0, width), above = random_between(0, 1);
    const evo_shape rocks[] = {evo_circle(size), evo_ellipse(size, 0.4 * size),
                               evo_ring(size, 0.3 * size, 0, random_between(1, 6)),
                               evo_ring(2 * size, 0.1, -3, 2.7), evo_box(size, 0.3 * size)};
    const evo_shape rock = rocks[(int)random_between(0, 5)];
    lab_fixed(world, evo_box(0.5 * width, DEPTH), x + 0.5 * width, height - DEPTH);
    lab_fixed(world, evo_shape_at(rock, (evo_vec2){0, 0}, turn), x + along, height + above);
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
    const int number = (int)random_between(0, SHAPES);
    config.shape = mover_shape(number, random_between(0.3, 0.7));
    config.step = random_between(0, 0.5);
    config.push = random_scale(1, 1000);
    return config;
}

/* Returns how far a mover gets from where it is while all lifts stand, by the better of two ways,
 * with jumps. */
static double way_out(const level *l, const evo_mover_config *config, const evo_mover *from) {
    evo_mover_config feeble = *config;
    double farthest = 0;
    feeble.push = 0;
    for (int i = 0; i < l->count; ++i)
        evo_body_set_velocity(l->world, l->lifts[i], (evo_vec2){0, 0});
    for (int side = -1; side <= 1; side += 2) {
        evo_mover mover = *from;
        for (int step = 0; step < SECOND; ++step) {
            go(l->world, &feeble, &mover, 3 * side, 6);
            farthest = fmax(farthest, evo_distance(mover.pose.position, from->pose.position));
        }
    }
    return farthest;
}

/* Way, in sizes, by which a move parts an overlap at least. */
static const double PARTS = 0.03;

/* Runs a level for some seconds; returns the greatest depth as a part of the size: after a move in
 * anything, unless it is squeezed, or was deeper before, and at all times in what is not dynamic:
 * others may push crates into it. */
static double run_level(uint64_t seed, int seconds, uint64_t *hash) {
    level l = level_make(seed);
    const evo_mover_config config = level_config();
    const double size = size_of(&config);
    evo_mover mover = {.pose = {{random_between(1, l.end - 1), 8}, 0}};
    double worst = 0, speed = 0;
    for (int step = 0; step < seconds * SECOND; ++step) {
        if (step % 40 == 0) speed = random_between(-5, 5);
        drive_lifts(&l);
        const double before = depth_of(l.world, &config, &mover, true);
        go(l.world, &config, &mover, speed, random_between(0, 1) < 0.02 ? 6 : 0);
        const bool free = !is_squeezed(l.world, &config, &mover);
        const double depth = depth_of(l.world, &config, &mover, free);
        if (!(before > PARTS * size && depth < before - PARTS * size)) worst = fmax(worst, depth);
        ck_assert_int_eq(evo_world_step(l.world, LAB_STEP), EVO_OK);
        worst = fmax(worst, depth_of(l.world, &config, &mover, false));
        ck_assert_double_gt(mover.pose.position.y, -DEPTH);
        if (step % 40 == 39 && free) ck_assert_double_gt(way_out(&l, &config, &mover), 0.02 * size);
    }
    *hash = evo_world_hash(l.world) ^ (uint64_t)(int64_t)(mover.pose.position.x * 1e15);
    evo_world_destroy(l.world);
    return worst / size;
}

static void check_levels(int from, int count, int seconds) {
    for (int i = from; i < from + count; ++i) {
        uint64_t hash;
        const double worst = run_level((uint64_t)i + 1, seconds, &hash);
        ck_assert_msg(worst <= 0.015, "level %d: %g of its size deep", i, worst);
    }
}

START_TEST(nothing_is_entered) {
    check_levels(0, 12, 10);
}
END_TEST

START_TEST(nothing_is_entered_in_a_thousand_levels) {
    check_levels(100 * _i, 100, 10);
}
END_TEST

/* Levels end in the same bits on every machine. */
START_TEST(levels_have_the_same_bits) {
    uint64_t all = 0, hash;
    for (uint64_t i = 0; i < 6; ++i) {
        run_level(500 + i, 2, &hash);
        all = (all ^ hash) * 1099511628211u;
    }
    ck_assert_msg(all == LEVEL_BITS, "0x%016llx", (unsigned long long)all);
}
END_TEST

/* ---- Floors ---------------------------------------------------------------------------------- */

/* A row of tiles or links along a line that rises by an angle, through the origin. */
static evo_world *row_world(double angle) {
    enum { TILES = 40 };
    evo_world *world = lab_world(GRAVITY);
    const int kind = (int)random_between(0, 4);
    const double half = random_between(0.2, 0.6);
    const evo_body one = lab_fixed(world, (evo_shape){.kind = EVO_NO_SHAPE}, 0, 0);
    evo_vec2 points[TILES + 1];
    evo_chain_config chain = evo_chain_config_default();
    for (int i = 0; i <= TILES; ++i) {
        const double along = half * (2 * i - TILES);
        const evo_vec2 top = evo_turned(evo_vec(along, 0), angle);
        const evo_vec2 next = evo_turned(evo_vec(along + 2 * half, 0), angle);
        const evo_vec2 middle = evo_turned(evo_vec(along + half, -half), angle);
        evo_collider_config tile = evo_collider_config_default();
        points[TILES - i] = top;
        tile.shape =
            kind == 0 ? evo_segment(top, next) : evo_shape_at(evo_box(half, half), middle, angle);
        if (kind == 1)
            evo_body_set_pose(world, lab_fixed(world, evo_box(half, half), 0, 0),
                              (evo_pose){middle, angle});
        else if (kind < 3)
            evo_collider_create(world, one, &tile);
    }
    chain.points = points;
    chain.count = TILES + 1;
    if (kind == 3) evo_chain_create(world, one, &chain);
    return world;
}

/* Crosses seams at any speed: the distance from the floor stays, and nothing is lost of the way. */
START_TEST(seams_are_not_felt) {
    random_seed(7);
    for (int i = 0; i < 60; ++i) {
        const double angle = random_between(-0.7, 0.7), speed = random_between(-8, 8);
        evo_world *world = row_world(angle);
        evo_mover_config config = evo_mover_config_default();
        config.shape = mover_shape(i % SHAPES, random_between(0.3, 0.6));
        const double size = size_of(&config);
        const evo_vec2 up = evo_turned(evo_vec(0, 1), angle);
        evo_mover mover = {.pose = {evo_vec(0, 1.2), 0}};
        for (int step = 0; step < SECOND; ++step) go(world, &config, &mover, 0, 0);
        ck_assert(mover.grounded);
        const evo_vec2 from = mover.pose.position;
        for (int step = 0; step < SECOND / 2; ++step) {
            go(world, &config, &mover, speed, 0);
            const double rise = evo_dot(up, evo_sub(mover.pose.position, from));
            ck_assert_msg(fabs(rise) < 0.001 * size, "%d: it rises by %g", i, rise);
            ck_assert(mover.grounded);
        }
        const double way = mover.pose.position.x - from.x;
        ck_assert_double_le(fabs(way - speed / 2), 1e-9);
        evo_world_destroy(world);
    }
}
END_TEST

/* Stands without slip on what is less steep than the config says, and slides down what is steeper,
 * which it does not climb either. */
START_TEST(stands_where_it_is_not_too_steep) {
    random_seed(8);
    for (int i = 0; i < 60; ++i) {
        const double angle = random_between(0.05, 1.4);
        evo_mover_config config = evo_mover_config_default();
        config.steepest = random_between(0.2, 1.2);
        config.shape = mover_shape(i % SHAPES, random_between(0.3, 0.6));
        if (fabs(angle - config.steepest) < 0.01) continue;
        evo_world *world = lab_world(GRAVITY);
        lab_fixed(
            world,
            evo_segment(evo_turned(evo_vec(-40, 0), angle), evo_turned(evo_vec(40, 0), angle)), 0,
            0);
        evo_mover mover = {.pose = {evo_vec(0, 3), 0}};
        for (int step = 0; step < 2 * SECOND; ++step) go(world, &config, &mover, 0, 0);
        const evo_vec2 from = mover.pose.position;
        ck_assert(mover.grounded == (angle < config.steepest));
        for (int step = 0; step < SECOND; ++step)
            go(world, &config, &mover, mover.grounded ? 0 : 2, 0);
        const double way = mover.pose.position.x - from.x;
        if (angle < config.steepest)
            ck_assert_double_le(fabs(way), 1e-9);
        else
            ck_assert_double_lt(way, 0);
        evo_world_destroy(world);
    }
}
END_TEST

/* Climbs a stair of steps that are not too high, and keeps to it going down. Those that are too
 * high stop what has no round side. */
START_TEST(steps_are_climbed) {
    random_seed(9);
    for (int i = 0; i < 60; ++i) {
        const double height = random_between(0.05, 0.4), speed = random_between(1, 5);
        evo_mover_config config = evo_mover_config_default();
        config.step = random_between(0.05, 0.4);
        config.snap = 0.45;
        config.shape = mover_shape(i % SHAPES, 0.6);
        if (fabs(height - config.step) < 0.01) continue;
        evo_world *world = lab_world(GRAVITY);
        lab_fixed(world, evo_box(10, 5), 0, -5);
        for (int k = 1; k <= 4; ++k) lab_fixed(world, evo_box(10, 5), 11 + k, height * k - 5);
        evo_mover mover = {.pose = {evo_vec(0, 0.7), 0}};
        bool stood = true;
        for (int step = 0; step < 9 * SECOND / speed; ++step) {
            go(world, &config, &mover, speed, 0);
            stood &= mover.grounded || step < 10;
        }
        const double reached = mover.pose.position.x;
        if (height < config.step)
            ck_assert_msg(stood && reached > 8.5, "%d: it reaches %g", i, reached);
        else if (i % SHAPES == 2)
            ck_assert_double_lt(reached, 2);
        for (int step = 0; step < 8 * SECOND / speed && height < config.step; ++step) {
            go(world, &config, &mover, -speed, 0);
            ck_assert(mover.grounded);
        }
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- Lifts ----------------------------------------------------------------------------------- */

/* What carries it moves at random and turns: where it touches the lift stays. Boxes touch it at one
 * corner or the other as it turns. */
static void check_ride(int number, bool turns, bool drives) {
    evo_world *world = lab_world(GRAVITY);
    const evo_shape plank = evo_box(3, 0.2);
    evo_mover_config config = evo_mover_config_default();
    evo_body_config lift = lab_body(plank, 0, 0);
    lift.kind = EVO_KINEMATIC;
    config.shape = mover_shape(number, random_between(0.3, 0.6));
    const evo_body body = evo_body_create(world, &lift);
    const evo_vec2 pace = {random_between(0.2, 2), random_between(0.2, 2)};
    evo_mover mover = {.pose = {evo_vec(random_between(-1, 1), 1), 0}};
    double low = INFINITY, high = -INFINITY;
    for (int step = 1; step < 8 * SECOND; ++step) {
        const double time = step > SECOND ? (step - SECOND) * LAB_STEP : 0;
        const evo_pose at = evo_body_pose(world, body);
        const evo_pose to = {
            evo_vec(2 - 2 * evo_direction(pace.x * time).x, 1 - evo_direction(pace.y * time).x),
            turns ? 0.4 * evo_direction(pace.x * time).y : 0};
        evo_body_set_velocity(world, body,
                              evo_scale(1 / LAB_STEP, evo_sub(to.position, at.position)));
        evo_body_set_spin(world, body, (to.angle - at.angle) / LAB_STEP);
        if (drives) evo_body_drive_to(world, body, to, LAB_STEP);
        if (!drives) go(world, &config, &mover, 0, 0);
        ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
        if (drives) go(world, &config, &mover, 0, 0);
        if (step <= SECOND) continue;
        const evo_pose now = evo_body_pose(world, body);
        const evo_gap gap = evo_measure(&config.shape, mover.pose, &plank, now);
        const double along =
            turns ? evo_pose_local(now, gap.point_b).x : mover.pose.position.x - now.position.x;
        low = fmin(low, along);
        high = fmax(high, along);
        ck_assert(mover.grounded && evo_body_equal(mover.ground, body));
        ck_assert_double_gt(gap.distance, turns ? -1e-3 : -1e-9);
    }
    ck_assert_msg(high - low < (turns ? (drives ? 1e-3 : 0.05) : 1e-9), "%d: it slips by %g",
                  number, high - low);
    evo_world_destroy(world);
}

START_TEST(lifts_carry) {
    random_seed(10);
    for (int i = 0; i < 40; ++i) check_ride(i % SHAPES, false, i % 2 == 0);
    for (int i = 0; i < 20; ++i) check_ride(i % 2 == 0 ? 0 : 1, true, i % 4 < 2);
}
END_TEST

/* A jump from a lift takes its velocity along; a belt carries at its speed. */
START_TEST(jumps_and_belts_add_velocities) {
    evo_world *world = lab_world(GRAVITY);
    evo_mover_config config = evo_mover_config_default();
    evo_body_config lift = lab_body(evo_box(3, 0.5), 0, 0), belt = lab_body(evo_box(3, 0.5), 10, 0);
    config.shape = evo_circle(0.5);
    lift.kind = belt.kind = EVO_KINEMATIC;
    lift.velocity = evo_vec(1.5, 2);
    belt.material.surface_speed = 1.25;
    evo_body_create(world, &lift);
    evo_body_create(world, &belt);
    evo_mover rider = {.pose = {evo_vec(0, 1), 0}}, carried = {.pose = {evo_vec(9, 1), 0}};
    for (int step = 0; step < SECOND; ++step) {
        go(world, &config, &rider, rider.grounded ? 0 : 1.5, 0);
        go(world, &config, &carried, 0, 0);
        ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
    }
    const double from = carried.pose.position.x;
    ck_assert(rider.grounded && carried.grounded);
    ck_assert_double_le(evo_distance(rider.ground_velocity, lift.velocity), 1e-12);
    for (int step = 0; step < SECOND; ++step) go(world, &config, &carried, 0, 0);
    ck_assert_double_le(fabs(carried.pose.position.x - from - 1.25), 1e-9);
    ck_assert_double_le(fabs(carried.ground_velocity.x - 1.25), 1e-12);
    go(world, &config, &rider, 1, 6);
    ck_assert(!rider.grounded && evo_body_is_none(rider.ground));
    ck_assert_double_le(evo_distance(rider.velocity, evo_vec(2.5, 8)), 1e-9);
    evo_world_destroy(world);
}
END_TEST

/* ---- Pushes ---------------------------------------------------------------------------------- */

/* Pushes a crate without friction with its force, until it goes as fast. */
START_TEST(pushes_are_limited) {
    random_seed(11);
    for (int i = 0; i < 20; ++i) {
        evo_world *world = lab_world(GRAVITY);
        evo_mover_config config = evo_mover_config_default();
        evo_body_config crate = lab_body(evo_box(0.5, 0.5), 2, 0.5);
        config.shape = evo_capsule(evo_vec(0, -0.1), evo_vec(0, 0.1), 0.4);
        config.push = random_between(0.2, 3);
        config.step = 0;
        crate.material.friction = 0;
        const evo_body body = evo_body_create(world, &crate);
        lab_fixed(world, evo_box(40, 1), 0, -1);
        evo_mover mover = {.pose = {evo_vec(1.09, 0.51), 0}};
        double last = 0, pushed = 0;
        for (int step = 0; step < 3 * SECOND; ++step) {
            go(world, &config, &mover, 2, 0);
            const double speed = evo_body_velocity(world, body).x;
            const double force = (speed - last) * evo_body_mass(world, body).mass / LAB_STEP;
            ck_assert_double_le(force, config.push * (1 + 1e-9));
            pushed += force * LAB_STEP;
            ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
            last = evo_body_velocity(world, body).x;
            ck_assert_double_le(last, 2.001);
        }
        ck_assert_double_gt(pushed, fmin(2, 2.5 * config.push) * 0.95);
        evo_world_destroy(world);
    }
}
END_TEST

/* A record has the pushes, by which a replay makes the same world without the mover. */
START_TEST(pushes_are_recorded) {
    evo_world *world = lab_world(GRAVITY);
    tape t = {.bytes = NULL};
    evo_mover_config config = evo_mover_config_default();
    const evo_body_config crate = lab_body(evo_box(0.4, 0.4), 2, 0.4);
    evo_mover mover = {.pose = {evo_vec(0, 0.6), 0}};
    config.shape = evo_circle(0.5);
    const evo_body body = evo_body_create(world, &crate);
    lab_fixed(world, evo_box(40, 1), 0, -1);
    tape_begin(&t, world);
    for (int step = 0; step < 3 * SECOND; ++step) {
        go(world, &config, &mover, 2, 0);
        ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
    }
    ck_assert_int_eq(evo_record_end(world), EVO_OK);
    ck_assert_double_gt(evo_body_pose(world, body).position.x, 4);
    tape_check(&t, 0);
    tape_free(&t);
    evo_world_destroy(world);
}
END_TEST

/* ---- What is passed -------------------------------------------------------------------------- */

static bool passes_one(void *context, const evo_plane *plane) {
    return evo_body_equal(*(const evo_body *)context, plane->body);
}

START_TEST(the_user_lets_it_pass) {
    evo_world *world = lab_world(GRAVITY);
    evo_mover_config config = evo_mover_config_default();
    evo_body wall = lab_fixed(world, evo_box(0.5, 2), 3, 2);
    lab_fixed(world, evo_box(0.5, 2), 6, 2);
    lab_fixed(world, evo_box(40, 1), 0, -1);
    config.shape = evo_box(0.4, 0.4);
    config.passes = passes_one;
    config.context = &wall;
    evo_mover mover = {.pose = {evo_vec(0, 0.5), 0}};
    for (int step = 0; step < 4 * SECOND; ++step) go(world, &config, &mover, 2, 0);
    ck_assert_double_le(fabs(mover.pose.position.x - 5.1), 0.01);
    evo_world_destroy(world);
}
END_TEST

/* Moves of bad numbers change nothing. @refused-move */
START_TEST(bad_moves_are_refused) {
    evo_world *world = lab_world(GRAVITY);
    evo_mover_config good = evo_mover_config_default();
    good.shape = evo_circle(1);
    evo_mover_config bad[8];
    const evo_mover mover = {.pose = {evo_vec(1, 2), 0}};
    for (int i = 0; i < 8; ++i) bad[i] = good;
    bad[0].shape = (evo_shape){.kind = EVO_NO_SHAPE};
    bad[1].up = evo_vec(0, 0);
    bad[2].step = -1;
    bad[3].snap = NAN;
    bad[4].steepest = 2;
    bad[5].push = -1;
    bad[6].step = INFINITY;
    bad[7].up = evo_vec(NAN, 1);
    for (int i = 0; i < 8; ++i) {
        evo_mover moved = mover;
        ck_assert_int_eq(evo_mover_move(world, &bad[i], &moved, evo_vec(1, 0), 1),
                         EVO_ERROR_INVALID);
        ck_assert_double_eq(moved.pose.position.x, 1);
    }
    evo_mover moved = mover, lost = mover;
    lost.pose.angle = NAN;
    ck_assert_int_eq(evo_mover_move(NULL, &good, &moved, evo_vec(1, 0), 1), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_mover_move(world, NULL, &moved, evo_vec(1, 0), 1), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_mover_move(world, &good, NULL, evo_vec(1, 0), 1), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_mover_move(world, &good, &lost, evo_vec(1, 0), 1), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_mover_move(world, &good, &moved, evo_vec(1, NAN), 1), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_mover_move(world, &good, &moved, evo_vec(1, 0), -1), EVO_ERROR_INVALID);
    ck_assert_double_eq(moved.pose.position.x, 1);
    ck_assert_int_eq(evo_mover_move(world, &good, &moved, evo_vec(1, 0), 1), EVO_OK);
    ck_assert_double_eq(moved.pose.position.x, 2);
    evo_world_destroy(world);
}
END_TEST

/* ---- Squeezed, heavy, on what falls ---------------------------------------------------------- */

/* Between a wall and a piston it is crushed by what its width exceeds the space, and only then. */
START_TEST(a_piston_crushes) {
    evo_world *world = lab_world(GRAVITY);
    evo_mover_config config = evo_mover_config_default();
    config.shape = mover_shape(_i, 0.8);
    const evo_bounds box = evo_shape_bounds(&config.shape, (evo_pose){{0, 0}, 0});
    const double width = box.max.x - box.min.x, wall = 2;
    evo_mover mover = {.pose = {{wall - 1.2, 0.01 - box.min.y}, 0}};
    evo_body_config piston = lab_body(evo_box(1, 3), -1.5, 3.2);
    piston.kind = EVO_KINEMATIC;
    piston.velocity = evo_vec(1, 0);
    lab_fixed(world, evo_box(9, 1), 0, -1);
    lab_fixed(world, evo_box(1, 3), wall + 1, 3.2);
    const evo_body presses = evo_body_create(world, &piston);
    int crushed = 0, steps = 0;
    for (double space = 9; space > width - 0.15; ++steps) {
        go(world, &config, &mover, 0, 0);
        space = wall - 1 - evo_body_pose(world, presses).position.x;
        ck_assert_msg(mover.crushed == (space < width - 0.005 * 0.8) || fabs(space - width) < 0.006,
                      "crushed %d in %g of %g", mover.crushed, space, width);
        if (mover.crushed) ck_assert_double_eq_tol(mover.crush, width - space, 0.02);
        ck_assert(mover.crushed || mover.crush == 0);
        crushed += mover.crushed;
        ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
    }
    ck_assert(crushed > 4 && steps - crushed > 10);
    evo_world_destroy(world);
}
END_TEST

/* A plank on a weld carries the mover's weight where it stands; without a mass it carries none.
 * @mover-weight */
START_TEST(its_weight_rests_on_its_ground) {
    for (double mass = 0; mass < 7; mass += 3) {
        evo_world *world = lab_world(GRAVITY);
        evo_mover_config config = evo_mover_config_default();
        config.shape = mover_shape(0, 0.8);
        config.mass = mass;
        evo_body_config plank = lab_body(evo_box(3, 0.1), 0, 0);
        evo_joint_config weld = evo_joint_config_default(EVO_WELD);
        plank.gravity_scale = 0;
        weld.b = evo_body_create(world, &plank);
        const evo_joint joint = evo_joint_create(world, &weld);
        evo_mover mover = {.pose = {{1.5, 0.92}, 0}};
        for (int i = 0; i < 120; ++i) {
            go(world, &config, &mover, 0, 0);
            ck_assert_int_eq(evo_world_step(world, LAB_STEP), EVO_OK);
        }
        ck_assert(mover.grounded && evo_body_equal(mover.ground, weld.b));
        const double force = evo_joint_force(world, joint).y, arm = mover.pose.position.x;
        ck_assert_double_eq_tol(force, mass * GRAVITY, 0.01 * mass * GRAVITY + 1e-9);
        ck_assert_double_eq_tol(evo_joint_torque(world, joint), arm * force, 0.02 * force + 1e-9);
        ck_assert(!evo_body_asleep(world, weld.b));
        evo_world_destroy(world);
    }
}
END_TEST

/* At 30 steps a second a platform goes .36 down in a step: as it falls faster and faster, once it
 * is dynamic, when it stops and when it jerks, a mover that may step .25 down stays on it. */
START_TEST(ground_that_falls_is_no_step) {
    const double step = 1.0 / 30;
    evo_world *world = lab_world(GRAVITY);
    evo_mover_config config = evo_mover_config_default();
    config.shape = mover_shape(0, 0.8);
    evo_body_config platform = lab_body(evo_box(3, 0.2), 0, -0.2);
    platform.kind = EVO_KINEMATIC;
    const evo_body falls = evo_body_create(world, &platform);
    evo_mover mover = {.pose = {{0, 0.81}, 0}};
    for (int i = 0; i < 40; ++i) {
        const double speeds[] = {GRAVITY * (i - 5) * step, 0, i < 20 ? 10.8 : 0, i % 2 ? 10.8 : 0};
        if (i > 5 && _i != 1) evo_body_set_velocity(world, falls, evo_vec(0, -speeds[_i]));
        if (i == 5 && _i == 1) evo_body_set_kind(world, falls, EVO_DYNAMIC);
        const double fall = mover.grounded ? 0 : mover.velocity.y - GRAVITY * step;
        ck_assert_int_eq(evo_mover_move(world, &config, &mover, evo_vec(0, fall), step), EVO_OK);
        ck_assert_msg(i < 2 || mover.grounded, "in the air at step %d", i);
        ck_assert_int_eq(evo_world_step(world, step), EVO_OK);
    }
    ck_assert(evo_body_equal(mover.ground, falls));
    evo_world_destroy(world);
}
END_TEST

Suite *suite_movers(void) {
    Suite *suite = suite_create("movers");
    TCase *laws = tcase_create("laws"), *deep = tcase_create("deep");
    tcase_add_test(laws, nothing_is_entered);
    tcase_add_test(laws, levels_have_the_same_bits);
    tcase_add_test(laws, seams_are_not_felt);
    tcase_add_test(laws, stands_where_it_is_not_too_steep);
    tcase_add_test(laws, steps_are_climbed);
    tcase_add_test(laws, lifts_carry);
    tcase_add_test(laws, jumps_and_belts_add_velocities);
    tcase_add_test(laws, pushes_are_limited);
    tcase_add_test(laws, pushes_are_recorded);
    tcase_add_test(laws, the_user_lets_it_pass);
    tcase_add_test(laws, bad_moves_are_refused);
    tcase_add_loop_test(laws, a_piston_crushes, 0, SHAPES);
    tcase_add_test(laws, its_weight_rests_on_its_ground);
    tcase_add_loop_test(laws, ground_that_falls_is_no_step, 0, 4);
    tcase_add_loop_test(deep, nothing_is_entered_in_a_thousand_levels, 0, 10);
    tcase_set_tags(deep, "slow");
    suite_add_tcase(suite, laws);
    suite_add_tcase(suite, deep);
    return suite;
}
