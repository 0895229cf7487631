/* seams.c: what rolls or slides over chains, segments and flush tiles, standing or moving alike,
 * does not feel where they meet, at any speed and of any shape; real corners are met, and joints
 * that have gone are, too. */
#include <math.h>

#include "evolute/snapshot.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

typedef enum floor_kind {
    CHAIN,
    CHAIN_OF_TWO_SIDES,
    SEGMENTS,
    TILES,
    TILES_BY_TURNS, /* of two categories */
    LIFTS,          /* tiles of many bodies that move alike */
    RAFT,           /* tiles of one body that moves */
    FLOORS
} floor_kind;

enum { SHAPES = 6, RUNS = 5, POINTS_MOST = 400 };

static const evo_material SMOOTH = {.density = 1, .friction = 0};

static void add_fixed(evo_world *world, evo_shape shape, double x, double y) {
    evo_body_config config = lab_body(shape, x, y);
    config.kind = EVO_STATIC;
    config.material = SMOOTH;
    ck_assert(evo_body_exists(world, evo_body_create(world, &config)));
}

/* A chain along points, whose solid side is on its left. */
static evo_body add_chain(evo_world *world, const evo_vec2 *points, int count, bool two_sided,
                          evo_body_kind kind) {
    evo_body_config config = evo_body_config_default();
    evo_chain_config chain = evo_chain_config_default();
    config.kind = kind;
    const evo_body body = evo_body_create(world, &config);
    chain.points = points;
    chain.count = count;
    chain.two_sided = two_sided;
    chain.material = SMOOTH;
    ck_assert(evo_chain_exists(world, evo_chain_create(world, body, &chain)));
    return body;
}

/* A tile from x = left on, of a floor that moves; the raft has all of them. */
static evo_body add_moving_tile(evo_world *world, evo_body raft, evo_vec2 drift, double left,
                                double half) {
    const evo_shape shape = evo_box(half, 0.5);
    if (evo_body_exists(world, raft)) {
        evo_collider_config more = evo_collider_config_default();
        more.shape = shape;
        more.shape.center = (evo_vec2){left + half, -0.5};
        more.material = SMOOTH;
        ck_assert(evo_collider_exists(world, evo_collider_create(world, raft, &more)));
        return raft;
    }
    evo_body_config config = lab_body(shape, left + half, -0.5);
    config.kind = EVO_KINEMATIC;
    config.velocity = drift;
    config.material = SMOOTH;
    return evo_body_create(world, &config);
}

static evo_body add_raft(evo_world *world, evo_vec2 drift) {
    evo_body_config config = evo_body_config_default();
    config.kind = EVO_KINEMATIC;
    const evo_body raft = evo_body_create(world, &config);
    ck_assert_int_eq(evo_body_set_velocity(world, raft, drift), EVO_OK);
    return raft;
}

static void add_tile_by_turns(evo_world *world, int i, double left, double half) {
    evo_body_config config = lab_body(evo_box(half, 0.5), left + half, -0.5);
    config.kind = EVO_STATIC;
    config.material = SMOOTH;
    config.filter = (evo_filter){i % 2 ? 1 : 2, 0xffffffffu, 0};
    (void)evo_body_create(world, &config);
}

/* A floor at y = 0 from x = -3 on, of pieces of random lengths. */
static void add_floor(evo_world *world, floor_kind kind, double length, evo_vec2 drift) {
    const evo_body raft = kind == RAFT ? add_raft(world, drift) : (evo_body){0, 0};
    evo_vec2 points[POINTS_MOST];
    const double mean = random_between(0.2, 1.7) + length / POINTS_MOST;
    double x = length;
    int count = 0;
    for (; x > -3 && count < POINTS_MOST; x -= mean * random_between(0.3, 1.7))
        points[count++] = (evo_vec2){x, 0};
    if (kind == CHAIN || kind == CHAIN_OF_TWO_SIDES) {
        (void)add_chain(world, points, count, kind == CHAIN_OF_TWO_SIDES, EVO_STATIC);
        return;
    }
    for (int i = 0; i + 1 < count; ++i) {
        const double half = 0.5 * (points[i].x - points[i + 1].x);
        if (kind == LIFTS || kind == RAFT)
            (void)add_moving_tile(world, raft, drift, points[i + 1].x, half);
        else if (kind == TILES_BY_TURNS)
            add_tile_by_turns(world, i, points[i + 1].x, half);
        else if (kind == TILES)
            add_fixed(world, evo_box(half, 0.5), points[i + 1].x + half, -0.5);
        else
            add_fixed(world, evo_segment(points[i], points[i + 1]), 0, 0);
    }
}

/* A shape of a size, and how high its centre is on the floor. */
static evo_shape shape_of(int kind, double size, double *high) {
    const evo_vec2 left = {-0.5 * size, 0}, right = {0.5 * size, 0};
    evo_vec2 hexagon[6];
    for (int i = 0; i < 6; ++i) {
        hexagon[i].x = size * cos(i * 1.0471975511965976);
        hexagon[i].y = size * sin(i * 1.0471975511965976);
    }
    static const double heights[SHAPES] = {0.7, 0.2, 0.8660254037844386, 0.5, 1, 0.6};
    *high = heights[kind] * size;
    if (kind == 0) return evo_box(0.7 * size, 0.7 * size);
    if (kind == 1) return evo_box(size, 0.2 * size);
    if (kind == 2) return evo_polygon(hexagon, 6, 0);
    if (kind == 3) return evo_capsule(left, right, 0.5 * size);
    return kind == 4 ? evo_circle(size) : evo_ellipse(size, 0.6 * size);
}

static bool is_struck_back(const evo_world *world) {
    size_t count;
    const evo_impact *impacts = evo_world_impacts(world, &count);
    for (size_t i = 0; i < count; ++i)
        if (fabs(impacts[i].normal.x) > 0.05 && impacts[i].speed > 0.01) return true;
    return false;
}

static void check_run(floor_kind floor, int kind) {
    double high;
    const double size = random_between(0.2, 1), speed = random_scale(0.2, 60);
    evo_world_config setting = {.gravity = {0, -10}, .impact_speed = 0, .bounce_threshold = 1};
    evo_world *world = evo_world_create(&setting);
    evo_vec2 drift = {0, 0};
    if (floor >= LIFTS) drift = (evo_vec2){random_between(-3, 3), random_between(-3, 3)};
    add_floor(world, floor, fmin(1.2 * speed + 4, 60), drift);
    evo_body_config config = lab_body(shape_of(kind, size, &high), random_between(0, 1), 0);
    config.position.y = high;
    config.velocity = (evo_vec2){speed + drift.x, drift.y};
    config.locks.spin = random_between(0, 1) < 0.5;
    config.material = SMOOTH;
    const evo_body body = evo_body_create(world, &config);
    for (int step = 0; step < 60 && evo_body_pose(world, body).position.x < 56; ++step) {
        lab_run(world, 1);
        const double risen = drift.y * (step + 1) / 60;
        const double hop = evo_body_pose(world, body).position.y - high - risen;
        const double slid = evo_body_velocity(world, body).x - drift.x;
        ck_assert_msg(slid > 0.99 * speed && hop < 0.02 * size && !is_struck_back(world),
                      "shape %d of %g at %g over floor %d: step %d", kind, size, speed, floor,
                      step);
    }
    evo_world_destroy(world);
}

START_TEST(joints_are_not_felt) {
    random_seed(311 + (uint64_t)_i);
    for (int kind = 0; kind < SHAPES; ++kind)
        for (int run = 0; run < RUNS; ++run) check_run((floor_kind)_i, kind);
}
END_TEST

START_TEST(joints_are_never_felt) {
    random_seed(911 + (uint64_t)_i);
    for (int kind = 0; kind < SHAPES; ++kind)
        for (int run = 0; run < 50 * RUNS; ++run) check_run((floor_kind)_i, kind);
}
END_TEST

/* Small boxes so fast that their contacts are event pairs: they slide far within a step. */
START_TEST(fast_boxes_do_not_tumble) {
    random_seed(77);
    for (int run = 0; run < 20; ++run) {
        const double half = random_between(0.14, 0.2);
        const evo_vec2 from = {-10, 0}, to = {110, 0};
        evo_world *world = lab_world(10);
        add_fixed(world, evo_segment(from, to), 0, 0);
        evo_body_config config = lab_body(evo_box(half, half), 0, half);
        config.velocity.x = random_between(35, 60);
        config.material = SMOOTH;
        const evo_body body = evo_body_create(world, &config);
        for (int step = 0; step < 100; ++step) {
            lab_run(world, 1);
            ck_assert_double_lt(evo_body_pose(world, body).position.y, 1.02 * half);
        }
        evo_world_destroy(world);
    }
}
END_TEST

/* Where a box that slides at 3 is after 2 s. */
static double end_of_slide(evo_world *world) {
    evo_body_config config = lab_body(evo_box(0.3, 0.3), -1, 0.3);
    config.velocity.x = 3;
    config.locks.spin = true;
    config.material = SMOOTH;
    const evo_body body = evo_body_create(world, &config);
    lab_run(world, 120);
    return evo_body_pose(world, body).position.x;
}

static evo_body add_tile(evo_world *world, double x, double top, bool sensor) {
    evo_body_config config = lab_body(evo_box(1, 0.5), x, top - 0.5);
    config.kind = EVO_STATIC;
    config.material = SMOOTH;
    config.sensor = sensor;
    return evo_body_create(world, &config);
}

/* Steps up, and tiles that stand on a floor, are walls; a tile that is moved or destroyed leaves
 * the side of the next one to be met, and one that comes covers it again. */
START_TEST(real_corners_are_met) {
    static const double tops[] = {0, 0.05, 0.3, 0};
    for (int n = 0; n < 4; ++n) {
        evo_world *world = lab_world(10);
        for (int i = -1; i < 3; ++i) (void)add_tile(world, 2 * i, 0, false);
        const evo_body next = add_tile(world, 6, 0, false);
        if (n < 3) {
            const evo_pose pose = {{6, tops[n] - 0.5}, 0};
            ck_assert_int_eq(evo_body_set_pose(world, next, pose), EVO_OK);
        } else {
            ck_assert_int_eq(evo_body_destroy(world, next), EVO_OK);
            (void)add_tile(world, 6, 0.4, false);
        }
        (void)add_tile(world, 8, n < 3 ? tops[n] : 0.4, false);
        const double x = end_of_slide(world);
        if (n == 0)
            ck_assert_msg(x > 4.9, "flush: %g", x);
        else
            ck_assert_msg(fabs(x - 4.7) < 0.02, "a step of %g: %g", tops[n], x);
        evo_world_destroy(world);
    }
}
END_TEST

/* A segment that goes on from another one is a wall where it turns up, and a floor, if it falls. */
START_TEST(segments_turn_up_and_down) {
    for (int n = 0; n < 2; ++n) {
        evo_world *world = lab_world(10);
        const evo_vec2 from = {-4, 0}, edge = {2, 0}, to = {2, n == 0 ? 2 : -2};
        add_fixed(world, evo_segment(from, edge), 0, 0);
        add_fixed(world, evo_segment(edge, to), 0, 0);
        const double x = end_of_slide(world);
        if (n == 0)
            ck_assert_msg(fabs(x - 1.7) < 0.02, "a wall: %g", x);
        else
            ck_assert_msg(x > 4.9, "an edge: %g", x);
        evo_world_destroy(world);
    }
}
END_TEST

/* Chains of bodies that move have their joints with them. */
START_TEST(moving_chains_are_smooth) {
    enum { COUNT = 60 };
    evo_vec2 points[COUNT];
    for (int i = 0; i < COUNT; ++i) points[i] = (evo_vec2){20 - 0.5 * i, 0};
    evo_world *world = lab_world(10);
    const evo_body body = add_chain(world, points, COUNT, false, EVO_KINEMATIC);
    const evo_vec2 back = {-5, 0};
    ck_assert_int_eq(evo_body_set_velocity(world, body, back), EVO_OK);
    ck_assert_double_gt(end_of_slide(world), 4.9);
    evo_world_destroy(world);
}
END_TEST

/* A lift that stays behind leaves the side of the next one to be met; one that comes along again
 * covers it. */
START_TEST(lifts_part_and_meet) {
    for (int n = 0; n < 2; ++n) {
        const evo_vec2 rest = {0, 0}, up = {0, 0.5}, down = {0, -0.5};
        evo_world *world = lab_world(10);
        evo_body lifts[5];
        for (int i = 0; i < 5; ++i)
            lifts[i] = add_moving_tile(world, (evo_body){0, 0}, rest, 2 * i - 3, 1);
        lab_run(world, 1);
        for (int i = 3; i < 5; ++i) evo_body_set_velocity(world, lifts[i], up);
        lab_run(world, 30);
        for (int i = 3; i < 5; ++i) evo_body_set_velocity(world, lifts[i], n ? down : rest);
        lab_run(world, 30);
        for (int i = 3; i < 5; ++i) evo_body_set_velocity(world, lifts[i], rest);
        const double x = end_of_slide(world);
        if (n == 1)
            ck_assert_msg(x > 4.9, "flush again: %g", x);
        else
            ck_assert_msg(fabs(x - 2.7) < 0.02, "a step up: %g", x);
        evo_world_destroy(world);
    }
}
END_TEST

/* A tile that lets a body pass covers no corner from it. */
START_TEST(what_passes_one_tile_meets_the_corner_of_the_next) {
    for (int n = 0; n < 2; ++n) {
        evo_world *world = lab_world(10);
        (void)add_tile(world, 0, 0, false);
        const evo_body next = add_tile(world, 2, 0, false);
        evo_collider collider;
        ck_assert_uint_eq(evo_body_colliders(world, next, &collider, 1), 1);
        const evo_filter away = {2, 0xffffffffu, 0};
        if (n == 1) ck_assert_int_eq(evo_collider_set_filter(world, collider, away), EVO_OK);
        evo_body_config config = lab_body(evo_circle(0.3), 1.15, 0.5);
        config.filter = (evo_filter){1, 1, 0};
        config.material = SMOOTH;
        const evo_body ball = evo_body_create(world, &config);
        lab_run(world, 30);
        const double along = evo_body_velocity(world, ball).x;
        if (n == 0)
            ck_assert_double_lt(fabs(along), 1e-6);
        else
            ck_assert_double_gt(along, 0.5);
        evo_world_destroy(world);
    }
}
END_TEST

/* What is kept, restored, saved or loaded on lifts goes on as it was. */
START_TEST(lifts_go_on_after_a_load) {
    random_seed(13);
    evo_world *world = lab_world(10);
    const evo_vec2 drift = {0.7, 0.3};
    for (int i = 0; i < 8; ++i) (void)add_moving_tile(world, (evo_body){0, 0}, drift, i - 3, 0.5);
    for (int i = 0; i < 6; ++i) {
        evo_body_config config = lab_body(evo_box(0.2, 0.2), -2 + 0.8 * i, 0.25);
        config.velocity.x = random_between(-2, 3);
        config.material = SMOOTH;
        (void)evo_body_create(world, &config);
    }
    lab_run(world, 20);
    static unsigned char bytes[1 << 16];
    const size_t size = evo_world_save(world, bytes, sizeof bytes);
    ck_assert_uint_le(size, sizeof bytes);
    evo_frame *frame = NULL;
    ck_assert_int_eq(evo_frame_keep(world, &frame), EVO_OK);
    lab_run(world, 40);
    const uint64_t hash = evo_world_hash(world);
    ck_assert_int_eq(evo_frame_restore(world, frame), EVO_OK);
    lab_run(world, 40);
    ck_assert_uint_eq(evo_world_hash(world), hash);
    evo_world *other = lab_world(10);
    ck_assert_int_eq(evo_world_load(other, bytes, size), EVO_OK);
    lab_run(other, 40);
    ck_assert_uint_eq(evo_world_hash(other), hash);
    evo_frame_destroy(frame);
    evo_world_destroy(other);
    evo_world_destroy(world);
}
END_TEST

/* The same floor from either end, or with a tile taken out and put back, is the same. */
START_TEST(floors_do_not_depend_on_their_history) {
    double ends[3];
    for (int n = 0; n < 3; ++n) {
        evo_world *world = lab_world(10);
        evo_body tiles[6];
        for (int i = 0; i < 6; ++i) {
            const int k = n == 1 ? 5 - i : i;
            tiles[k] = add_tile(world, 2 * k - 2, 0, false);
        }
        if (n == 2) {
            ck_assert_int_eq(evo_body_set_disabled(world, tiles[2], true), EVO_OK);
            ck_assert_int_eq(evo_body_set_disabled(world, tiles[2], false), EVO_OK);
        }
        ends[n] = end_of_slide(world);
        evo_world_destroy(world);
    }
    ck_assert(ends[0] == ends[1] && ends[0] == ends[2] && ends[0] > 4.9);
}
END_TEST

/* A ring whose centre is on the solid side of a floor is not pulled through it. */
START_TEST(rings_behind_a_floor_stay_there) {
    random_seed(5);
    for (int n = 0; n < 12; ++n) {
        const double at = random_between(-0.5, -0.05);
        evo_world *world = lab_world(10);
        add_floor(world, CHAIN, 20, (evo_vec2){0, 0});
        const evo_body_config config = lab_body(evo_ring(0.5, 0.1, 0, 6.283185307179586), 0.3, at);
        const evo_body ring = evo_body_create(world, &config);
        lab_run(world, 90);
        const double end = evo_body_pose(world, ring).position.y;
        ck_assert_msg(end < -5, "from %g to %g", at, end);
        evo_world_destroy(world);
    }
}
END_TEST

/* ---- From one segment to the next ------------------------------------------------------------ */

/* A floor of tiles from -2 on, of the default material. */
static void add_tiles(evo_world *world, double tile, double length) {
    const evo_vec2 from = {0, 0}, to = {tile, 0};
    for (int i = 0; i * tile < length + 2; ++i)
        lab_fixed(world, evo_segment(from, to), i * tile - 2, 0);
}

typedef enum traveller { DISK, SMOOTH_ELLIPSE, HOOP, TRAVELLERS } traveller;

static const double RADIUS = 0.3;

static evo_body add_traveller(evo_world *world, traveller kind, double x, double speed) {
    const double full = 6.283185307179586;
    evo_body_config config = lab_body(evo_circle(RADIUS), x, RADIUS);
    config.velocity.x = speed;
    config.spin = -speed / RADIUS;
    if (kind == HOOP) config.shape = evo_ring(RADIUS, 0.05, 0, full);
    if (kind == HOOP) config.position.y = RADIUS + 0.025;
    if (kind == HOOP) config.spin = -speed / (RADIUS + 0.025);
    if (kind == SMOOTH_ELLIPSE) {
        config.shape = evo_ellipse(0.5, RADIUS);
        config.material.friction = 0;
        config.spin = 0;
    }
    return evo_body_create(world, &config);
}

static int touches_begun_less_ended(const evo_world *world) {
    size_t count;
    int open = 0;
    const evo_touch *touches = evo_world_touches(world, &count);
    for (size_t i = 0; i < count; ++i) open += touches[i].began ? 1 : -1;
    return open;
}

/* Two seconds, from many places: the speed stays, and the height; and from the first touch on some
 * tile is touched all the time. */
static void check_travel(traveller kind, double tile, double speed) {
    for (int phase = 0; phase < 12; ++phase) {
        evo_world *world = lab_world(10);
        add_tiles(world, tile, 2 * speed + 4);
        evo_body body = add_traveller(world, kind, 0.083 * phase, speed);
        double height = evo_body_pose(world, body).position.y;
        int open = 0;
        for (int step = 0; step < 120; ++step) {
            lab_run(world, 1);
            open += touches_begun_less_ended(world);
            double hop = evo_body_pose(world, body).position.y - height;
            ck_assert_msg(hop < 0.005, "%d at %g over %g: hops by %g", kind, speed, tile, hop);
            /* Where one ends, both; or all that are passed in a step. */
            bool some = open >= 1 && open <= 2 + (int)(speed * LAB_STEP / tile);
            ck_assert_msg(some || step < 2, "%d at %g over %g: %d touches in step %d", kind, speed,
                          tile, open, step);
        }
        double loss = 1 - evo_body_velocity(world, body).x / speed;
        ck_assert_msg(fabs(loss) < 0.005, "%d at %g over %g: loses %g", kind, speed, tile, loss);
        evo_world_destroy(world);
    }
}

START_TEST(tiles_are_a_floor) {
    static const double speeds[] = {1, 3, 10, 20, 30};
    static const double tiles[] = {0.3, 1, 7};
    for (int i = 0; i < 5; ++i)
        for (int k = 0; k < 3; ++k) check_travel((traveller)_i, tiles[k], speeds[i]);
}
END_TEST

/* A character that walks at 3 units a second for 20 s, as games do: its velocity is set. */
START_TEST(a_walker_stays_on_the_ground) {
    evo_world *world = lab_world(10);
    add_tiles(world, 1, 70);
    evo_body_config config = lab_body(evo_circle(0.4), 0, 0.4);
    config.locks.spin = true;
    evo_body walker = evo_body_create(world, &config);
    int open = 0;
    for (int step = 0; step < 1200; ++step) {
        evo_vec2 v = evo_body_velocity(world, walker);
        v.x = 3;
        ck_assert_int_eq(evo_body_set_velocity(world, walker, v), EVO_OK);
        lab_run(world, 1);
        open += touches_begun_less_ended(world);
        ck_assert_msg(open == 1 || open == 2 || step < 2, "%d touches in step %d", open, step);
        ck_assert_double_eq_tol(evo_body_pose(world, walker).position.y, 0.4, 0.002);
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- Where segments meet at an angle --------------------------------------------------------- */

/* Up a slope and over its ridge, too fast to stay on the ground: what a disk of restitution 0 loses
 * is at most what it has across the other slope where it comes down. */
START_TEST(a_ridge_is_rolled_over) {
    evo_world *world = lab_world(10);
    const evo_vec2 foot = {-10, -1}, ridge = {0, 0}, end = {10, -1};
    lab_fixed(world, evo_segment(foot, ridge), 0, 0);
    lab_fixed(world, evo_segment(ridge, end), 0, 0);
    const double slope = atan(0.1), x = -4;
    evo_body_config config = lab_body(evo_circle(RADIUS), x, 0.1 * x + RADIUS / cos(slope));
    config.velocity.x = 4 * cos(slope);
    config.velocity.y = 4 * sin(slope);
    config.spin = -4 / RADIUS;
    evo_body body = evo_body_create(world, &config);
    const double before = lab_energy(world, body, 10);
    for (int step = 0; step < 150; ++step) {
        lab_run(world, 1);
        const evo_vec2 at = evo_body_pose(world, body).position;
        const double floor = -0.1 * fabs(at.x) + RADIUS / cos(slope);
        ck_assert_double_lt(at.y - floor, 0.03);
        ck_assert_double_gt(at.y - floor, -0.01);
    }
    ck_assert_double_gt(evo_body_pose(world, body).position.x, 3);
    const double kept = lab_energy(world, body, 10) / before;
    ck_assert_double_lt(kept, 1.001);
    ck_assert_double_gt(kept, 1 - pow(sin(2 * slope), 2) / 1.5);
    evo_world_destroy(world);
}
END_TEST

/* Down into a valley: what a disk of restitution 0 loses is what meets the other slope. */
START_TEST(a_valley_takes_what_it_must) {
    evo_world *world = lab_world(10);
    const evo_vec2 top = {-10, 1}, bottom = {0, 0}, end = {10, 1};
    const double slope = atan(0.1), speed = 5;
    lab_fixed(world, evo_segment(top, bottom), 0, 0);
    lab_fixed(world, evo_segment(bottom, end), 0, 0);
    evo_body_config config = lab_body(evo_circle(RADIUS), -0.5, 0.05 + RADIUS / cos(slope));
    config.material.friction = 0;
    config.velocity.x = speed * cos(slope);
    config.velocity.y = -speed * sin(slope);
    evo_body body = evo_body_create(world, &config);
    lab_run(world, 12);
    const double kept = lab_speed(world, body) / speed;
    ck_assert_double_gt(evo_body_pose(world, body).position.x, 0.2);
    ck_assert_double_eq_tol(kept, cos(2 * slope), 0.01);
    evo_world_destroy(world);
}
END_TEST

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_floors(Suite *suite) {
    TCase *joints = tcase_create("joints"), *corners = tcase_create("corners");
    TCase *many = tcase_create("many");
    tcase_add_loop_test(joints, joints_are_not_felt, 0, FLOORS);
    tcase_add_test(joints, fast_boxes_do_not_tumble);
    tcase_add_test(corners, real_corners_are_met);
    tcase_add_test(corners, segments_turn_up_and_down);
    tcase_add_test(corners, moving_chains_are_smooth);
    tcase_add_test(corners, lifts_part_and_meet);
    tcase_add_test(corners, what_passes_one_tile_meets_the_corner_of_the_next);
    tcase_add_test(corners, lifts_go_on_after_a_load);
    tcase_add_test(corners, rings_behind_a_floor_stay_there);
    tcase_add_test(corners, floors_do_not_depend_on_their_history);
    tcase_add_loop_test(many, joints_are_never_felt, 0, FLOORS);
    tcase_set_tags(many, "slow");
    tcase_set_timeout(many, 300);
    suite_add_tcase(suite, joints);
    suite_add_tcase(suite, corners);
    suite_add_tcase(suite, many);
}

static void add_seams(Suite *suite) {
    TCase *straight = tcase_create("straight"), *angles = tcase_create("angles");
    tcase_add_loop_test(straight, tiles_are_a_floor, 0, TRAVELLERS);
    tcase_add_test(straight, a_walker_stays_on_the_ground);
    tcase_add_test(angles, a_ridge_is_rolled_over);
    tcase_add_test(angles, a_valley_takes_what_it_must);
    suite_add_tcase(suite, straight);
    suite_add_tcase(suite, angles);
}

Suite *suite_seams(void) {
    Suite *suite = suite_create("seams");
    add_floors(suite);
    add_seams(suite);
    return suite;
}
