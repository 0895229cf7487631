/* rest.c: what is stacked falls asleep, at any rate, size, gravity, place and order of creation,
 * and in steps of different length; and woken, it does not move. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "evolute/evolute.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

static const double PI = 3.14159265358979323846;

enum { MOST = 200 };

typedef enum stack_kind { PYRAMID, TOWER, FLOORS, WALL, ARCH_OF_LOGS, STACK_KINDS } stack_kind;

static const char *const NAMES[] = {"pyramid", "tower", "floors", "wall", "logs"};

/* How a stack is made, and stepped. */
typedef struct plan {
    stack_kind kind;
    int rows;
    double rate, wobble; /* steps a second; part by which they vary */
    double size, gravity;
    int order; /* 0: bottom first, 1: top first, 2: shuffled */
    evo_vec2 place;
} plan;

typedef struct stack {
    plan of;
    evo_world *world;
    evo_body bodies[MOST];
    evo_body_config configs[MOST];
    evo_vec2 places[MOST]; /* where they fell asleep */
    int count;
} stack;

/* ---- Building -------------------------------------------------------------------------------- */

static void plan_box(stack *s, double x, double y, double half_width, double half_height) {
    const double size = s->of.size;
    evo_body_config c = lab_body(evo_box(size * half_width, size * half_height),
                                 s->of.place.x + size * x, s->of.place.y + size * y);
    c.material.friction = 0.6;
    ck_assert_int_lt(s->count, MOST);
    s->configs[s->count++] = c;
}

static void plan_log(stack *s, double x, double y) {
    plan_box(s, x, y, 1, 1);
    evo_body_config *c = &s->configs[s->count - 1];
    c->shape = evo_circle(0.5 * s->of.size);
    c->material.rolling_resistance = 0.05;
}

static void plan_stack(stack *s) {
    const int rows = s->of.rows;
    for (int row = 0; row < rows; ++row) {
        const int wide = rows - row;
        switch (s->of.kind) {
        case PYRAMID:
            for (int i = 0; i < wide; ++i)
                plan_box(s, 1.05 * (i - 0.5 * wide), row + 0.5, 0.5, 0.5);
            break;
        case WALL:
            for (int i = 0; i < 6; ++i)
                plan_box(s, 1.01 * i + 0.25 * (row % 2), row + 0.5, 0.5, 0.5);
            break;
        case FLOORS:
            for (int i = -1; i < 2; i += 2) plan_box(s, 1.5 * i, 1.25 * row + 0.5, 0.15, 0.5);
            plan_box(s, 0, 1.25 * row + 1.125, 2, 0.125);
            break;
        case ARCH_OF_LOGS:
            for (int i = 0; i < wide; ++i) plan_log(s, i - 0.5 * wide, 0.5 + 0.87 * row);
            break;
        default:
            plan_box(s, 0, row + 0.5, 0.5, 0.5);
        }
    }
}

static void shuffle(stack *s) {
    for (int i = 0; i < s->count; ++i) {
        const int last = s->count - 1 - i;
        const int with = s->of.order == 1 ? last : (int)random_between(0, s->count);
        if (s->of.order == 1 && with <= i) return;
        const evo_body_config c = s->configs[i];
        s->configs[i] = s->configs[with];
        s->configs[with] = c;
    }
}

static void add_floor(const stack *s) {
    evo_body_config c = evo_body_config_default();
    const double size = s->of.size;
    c.kind = EVO_STATIC;
    c.position = (evo_vec2){s->of.place.x, s->of.place.y - size};
    c.shape = evo_box(40 * size, size);
    c.material.friction = 0.6;
    (void)evo_body_create(s->world, &c);
    for (int side = -1; side < 2 && s->of.kind == ARCH_OF_LOGS; side += 2) {
        const double edge = side < 0 ? -0.5 * s->of.rows - 1 : 0.5 * s->of.rows;
        c.shape = evo_box(0.5 * size, 2 * size);
        c.position = (evo_vec2){s->of.place.x + size * edge, s->of.place.y + 2 * size};
        (void)evo_body_create(s->world, &c);
    }
}

static void open_stack(stack *s, const plan *of) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -of->gravity;
    *s = (stack){.of = *of, .world = evo_world_create(&config)};
    ck_assert_ptr_nonnull(s->world);
    add_floor(s);
    plan_stack(s);
    if (of->order > 0) shuffle(s);
    for (int i = 0; i < s->count; ++i) s->bodies[i] = evo_body_create(s->world, &s->configs[i]);
}

/* ---- Resting --------------------------------------------------------------------------------- */

static bool all_sleep(const stack *s) {
    for (int i = 0; i < s->count; ++i)
        if (!evo_body_asleep(s->world, s->bodies[i])) return false;
    return true;
}

/* Returns after how many seconds all sleep; INFINITY: not within `most`. */
static double time_to_sleep(stack *s, double most) {
    for (double time = 0; time < most;) {
        const double part = 1 + random_between(-1, 1) * s->of.wobble;
        ck_assert_int_eq(evo_world_step(s->world, part / s->of.rate), EVO_OK);
        time += part / s->of.rate;
        if (all_sleep(s)) return time;
    }
    return INFINITY;
}

/* The farthest way of a body since it fell asleep, in sizes. */
static double farthest(const stack *s) {
    double most = 0;
    for (int i = 0; i < s->count; ++i) {
        const evo_vec2 at = evo_body_pose(s->world, s->bodies[i]).position;
        most = fmax(most, hypot(at.x - s->places[i].x, at.y - s->places[i].y));
    }
    return most / s->of.size;
}

/* Seconds, of a body that falls its own size in a second or faster. */
static const double REST_MOST = 5;

/* In sizes. */
static const double WOKEN_MOST = 0.002;

static void wake(stack *s) {
    for (int i = 0; i < s->count; ++i) {
        s->places[i] = evo_body_pose(s->world, s->bodies[i]).position;
        ck_assert_int_eq(evo_body_set_asleep(s->world, s->bodies[i], false), EVO_OK);
    }
}

/* Returns whether it rests, and woken stays: the first time it may settle, it slept early. */
static bool rests(stack *s, double *time, double *way) {
    const double most = REST_MOST * fmax(1, sqrt(10 * s->of.size / s->of.gravity));
    *way = 0;
    *time = time_to_sleep(s, most);
    for (int times = 0; times < 2; ++times) {
        if (!(*time < INFINITY)) return false;
        wake(s);
        *time = time_to_sleep(s, most);
    }
    *way = farthest(s);
    return *way <= WOKEN_MOST;
}

/* Part of its size that a body falls in a step, twice: floors on thin posts lean over beyond. */
static const double FALL_MOST = 0.05;

static plan draw_plan(void) {
    static const double rates[] = {20, 30, 45, 60, 120, 240}, gravities[] = {4, 10, 25};
    const stack_kind kind = (stack_kind)random_between(0, STACK_KINDS);
    const double rate = rates[(int)random_between(0, 6)];
    const bool moved = random_between(0, 1) < 0.5;
    const bool wobbles = rate >= 60 && random_between(0, 1) < 0.5;
    return (plan){.kind = kind,
                  .rows = (int)random_between(3, kind == TOWER ? 11 : 13),
                  .rate = rate,
                  .wobble = wobbles ? 0.3 : 0,
                  .size = random_scale(0.25, 1),
                  .gravity = gravities[(int)random_between(0, 3)],
                  .order = (int)random_between(0, 3),
                  .place = moved ? random_vector(1000) : (evo_vec2){0, 0}};
}

static plan any_plan(void) {
    plan p = draw_plan();
    while (p.gravity / (p.rate * p.rate * p.size) > FALL_MOST) p = draw_plan();
    return p;
}

/* At most one in twenty does not rest: tall floors on thin posts still lean when they sleep. */
static void check_stacks(uint64_t from, uint64_t to) {
    char worst[256] = "";
    int restless = 0;
    for (uint64_t seed = from; seed < to; ++seed) {
        stack s;
        double time, way;
        random_seed(seed);
        const plan of = any_plan();
        open_stack(&s, &of);
        if (!rests(&s, &time, &way)) {
            ++restless;
            snprintf(worst, sizeof worst,
                     "seed %d: %s of %d at %g Hz, size %g, gravity %g: %g s, %g", (int)seed,
                     NAMES[of.kind], of.rows, of.rate, of.size, of.gravity, time, way);
            if (getenv("REST_PRINTS")) fprintf(stderr, "%s\n", worst);
        }
        evo_world_destroy(s.world);
    }
    ck_assert_msg(20 * restless <= (int)(to - from), "%d stacks do not rest; %s", restless, worst);
}

START_TEST(stacks_rest) {
    check_stacks(0, 300);
}
END_TEST

START_TEST(many_stacks_rest) {
    check_stacks(200 * (uint64_t)_i + 1000, 200 * (uint64_t)_i + 1200);
}
END_TEST

/* ---- Lags ------------------------------------------------------------------------------------ */

/* In sizes. */
static const double LAG_MOVES_MOST = 0.05;

/* A step that takes up to a quarter of a second moves nothing that rests. */
static void check_lags(uint64_t from, uint64_t to) {
    int moved = 0, tried = 0;
    for (uint64_t seed = from; seed < to; ++seed) {
        stack s;
        random_seed(seed);
        plan of = any_plan();
        of.rate = 60;
        of.wobble = 0;
        open_stack(&s, &of);
        const bool sleeps = time_to_sleep(&s, REST_MOST) < INFINITY;
        wake(&s);
        for (int i = 0; i < 20; ++i) ck_assert_int_eq(evo_world_step(s.world, LAB_STEP), EVO_OK);
        ck_assert_int_eq(evo_world_step(s.world, random_between(0.05, 0.25)), EVO_OK);
        for (int i = 0; i < 60; ++i) ck_assert_int_eq(evo_world_step(s.world, LAB_STEP), EVO_OK);
        tried += sleeps;
        moved += sleeps && farthest(&s) > LAG_MOVES_MOST;
        evo_world_destroy(s.world);
    }
    ck_assert_msg(20 * moved <= tried, "%d of %d stacks move in a lag", moved, tried);
}

START_TEST(lags_move_nothing) {
    check_lags(0, 100);
}
END_TEST

/* ---- Steps of different length --------------------------------------------------------------- */

enum { BOXES_MOST = 400 };

typedef struct heap {
    evo_world *world;
    evo_body boxes[BOXES_MOST];
    evo_vec2 begun[BOXES_MOST];
    int count;
} heap;

static void open_heap(heap *h) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    h->world = evo_world_create(&config);
    h->count = 0;
    lab_fixed(h->world, evo_segment((evo_vec2){-200, 0}, (evo_vec2){200, 0}), 0, 0);
}

static void add_box(heap *h, double x, double y) {
    const evo_body_config config = lab_body(evo_box(0.5, 0.5), x, y);
    h->begun[h->count] = config.position;
    h->boxes[h->count++] = evo_body_create(h->world, &config);
}

static void add_pyramid(heap *h, int rows) {
    for (int i = 0; i < rows; ++i)
        for (int k = 0; k < rows - i; ++k) add_box(h, k * 1.05 + i * 0.525, 0.5 + i);
}

/* Runs until all sleep; returns after how many seconds. */
static double run_until_asleep(heap *h, double part) {
    while (evo_world_time(h->world) < 10) {
        const double seconds = LAB_STEP * (1 + random_between(-part, part));
        ck_assert_int_eq(evo_world_step(h->world, seconds), EVO_OK);
        if (evo_world_counters(h->world).awake == 0) break;
    }
    return evo_world_time(h->world);
}

static double moved_most(const heap *h) {
    double most = 0;
    for (int i = 0; i < h->count; ++i) {
        const evo_vec2 at = evo_body_pose(h->world, h->boxes[i]).position;
        most = fmax(most, hypot(at.x - h->begun[i].x, at.y - h->begun[i].y));
    }
    return most;
}

static void check_pyramid(int rows, double part, double drift) {
    heap h;
    open_heap(&h);
    add_pyramid(&h, rows);
    const double seconds = run_until_asleep(&h, part), moved = moved_most(&h);
    ck_assert_msg(seconds < 10, "%d rows, steps vary by %g: awake", rows, part);
    ck_assert_msg(moved < drift, "%d rows, steps vary by %g: moved by %g", rows, part, moved);
    evo_world_destroy(h.world);
}

START_TEST(pyramids_rest) {
    random_seed(1);
    for (int i = 0; i < 8; ++i) check_pyramid(8 + i, random_between(0, 0.3), 0.03);
    check_pyramid(24, 0.3, 0.06);
}
END_TEST

START_TEST(stacks_rest_in_varying_steps) {
    random_seed(2);
    for (int i = 0; i < 10; ++i) {
        heap h;
        open_heap(&h);
        for (int k = 0; k < 1 + i; ++k) add_box(&h, 0, 0.5 + k);
        const double seconds = run_until_asleep(&h, random_between(0, 0.5));
        ck_assert_msg(seconds < 5, "%d boxes: asleep after %g s", h.count, seconds);
        ck_assert_double_lt(moved_most(&h), 0.02);
        evo_world_destroy(h.world);
    }
}
END_TEST

/* Impulses that stopped a fall in the shortest step, times the ratio, would throw boxes away. */
START_TEST(a_short_step_throws_nothing) {
    heap h;
    open_heap(&h);
    for (int i = 0; i < 12; ++i) add_box(&h, i % 4 * 0.9, 0.45 + i / 4 * 0.9);
    for (int i = 0; i < h.count; ++i)
        (void)evo_body_set_velocity(h.world, h.boxes[i], (evo_vec2){i % 3 - 1, -9});
    for (int i = 0; i < 12; ++i)
        ck_assert_int_eq(evo_world_step(h.world, i % 2 ? LAB_STEP : 1e-9), EVO_OK);
    ck_assert_double_lt(moved_most(&h), 3);
    evo_world_destroy(h.world);
}
END_TEST

/* ---- What rocks ------------------------------------------------------------------------------ */

/* Two worlds that differ in `rocking_loss` alone: the default one, and none. */
typedef struct twins {
    evo_world *loses, *keeps;
} twins;

static twins twins_open(evo_vec2 gravity, bool never_sleep) {
    evo_world_config config = evo_world_config_default();
    config.gravity = gravity;
    config.never_sleep = never_sleep;
    twins t = {.loses = evo_world_create(&config)};
    config.rocking_loss = 0;
    t.keeps = evo_world_create(&config);
    return t;
}

static void twins_close(const twins *t) {
    evo_world_destroy(t->loses);
    evo_world_destroy(t->keeps);
}

static evo_body twins_add(const twins *t, const evo_body_config *config) {
    (void)evo_body_create(t->keeps, config);
    return evo_body_create(t->loses, config); /* the same handle in both */
}

static void twins_fix(const twins *t, evo_shape shape, double x, double y) {
    evo_body_config config = lab_body(shape, x, y);
    config.kind = EVO_STATIC;
    (void)twins_add(t, &config);
}

static void twins_step(const twins *t, double seconds) {
    ck_assert_int_eq(evo_world_step(t->loses, seconds), EVO_OK);
    ck_assert_int_eq(evo_world_step(t->keeps, seconds), EVO_OK);
}

static bool twins_equal(const twins *t) {
    return evo_world_hash(t->loses) == evo_world_hash(t->keeps);
}

/* The height of the centre of a tilted ellipse of radii 1 and b. */
static double ellipse_height(double b, double angle) {
    return hypot(sin(angle), b * cos(angle));
}

/* An ellipse of radii 1 and .5, let go at .6 radians, rests after 5 to 15 s, at any size and
 * gravity that make its swing as long; without loss it keeps its energy. */
static void check_swing(double size, double gravity, double rate) {
    const twins t = twins_open((evo_vec2){0, -gravity}, false);
    const double unit = sqrt(10 * size / gravity), b = 0.5;
    twins_fix(&t, evo_box(20 * size, size), 0, -size);
    evo_body_config c = lab_body(evo_ellipse(size, b * size), 0, size * ellipse_height(b, 0.6));
    c.angle = random_between(0, 1) < 0.5 ? 0.6 : -0.6;
    const evo_body body = twins_add(&t, &c);
    const double begun = lab_energy(t.keeps, body, gravity);
    double asleep = INFINITY;
    for (int i = 0; i < 16 * unit * rate; ++i) {
        twins_step(&t, 1 / rate);
        if (isinf(asleep) && evo_world_counters(t.loses).awake == 0) asleep = i / rate / unit;
    }
    ck_assert_msg(asleep > 5 && asleep < 15, "size %g, gravity %g: asleep after %g", size, gravity,
                  asleep);
    ck_assert(!evo_body_asleep(t.keeps, body));
    ck_assert_double_gt(lab_energy(t.keeps, body, gravity), 0.99 * begun);
    twins_close(&t);
}

START_TEST(an_ellipse_comes_to_rest) {
    random_seed(11);
    check_swing(1, 10, 60);
    for (int i = 0; i < 12; ++i) {
        const double size = random_scale(0.1, 3), gravity = size * random_scale(5, 20);
        check_swing(size, gravity, i % 2 ? 30 : 60);
    }
}
END_TEST

/* An ellipse with more energy than its top needs rolls over it, and loses nothing by rocking. */
START_TEST(what_rolls_over_its_top_is_exact) {
    random_seed(12);
    for (int i = 0; i < 20; ++i) {
        const twins t = twins_open((evo_vec2){0, -10}, false);
        const double b = 1 / random_between(1.2, 2), angle = random_between(-1, 1);
        const double up = ellipse_height(b, angle), more = random_between(1.15, 1.5);
        twins_fix(&t, evo_box(500, 1), 0, -1);
        evo_body_config c = lab_body(evo_ellipse(1, b), 0, up);
        c.material.friction = 2;
        c.angle = angle;
        /* The contact is at rest: the centre turns about it. */
        const double slope = (1 - b * b) * sin(angle) * cos(angle) / up;
        const double square = (1 + b * b) / 4 + up * up + slope * slope;
        c.spin = -sqrt(2 * 10 * (more - up) / square);
        c.velocity = (evo_vec2){-c.spin * up, c.spin * slope};
        const evo_body body = twins_add(&t, &c);
        for (int k = 0; k < 240; ++k) twins_step(&t, LAB_STEP);
        ck_assert_msg(fabs(evo_body_pose(t.loses, body).angle) > 4, "b %g rolled by %g", b,
                      evo_body_pose(t.loses, body).angle);
        ck_assert_msg(twins_equal(&t), "b %g, energy %g of the top's", b, more);
        twins_close(&t);
    }
}
END_TEST

/* Disks and whole rings are never in a well: on planes, in bowls, between and on ellipses. */
START_TEST(disks_never_rock) {
    random_seed(13);
    for (int i = 0; i < 20; ++i) {
        const twins t = twins_open((evo_vec2){random_between(-1, 1), -10}, false);
        twins_fix(&t, evo_ring(6, 0.5, PI, PI), 0, 6);
        twins_fix(&t, evo_box(30, 1), 0, -1.5);
        for (int k = 0; k < 4; ++k)
            twins_fix(&t, evo_ellipse(random_between(0.5, 1.5), random_between(0.3, 1)),
                      random_between(-12, 12), random_between(0, 8));
        for (int k = 0; k < 12; ++k) {
            const double r = random_between(0.2, 0.6), x = 2.1 * (k % 6) - 5, y = 7 + 2 * (k / 6);
            const evo_shape ring = evo_ring(0.8 * r, 0.4 * r, 0, 2 * PI);
            const evo_body_config c = lab_body(k % 3 ? evo_circle(r) : ring, x, y);
            (void)twins_add(&t, &c);
        }
        for (int k = 0; k < 300; ++k) twins_step(&t, LAB_STEP);
        ck_assert_msg(twins_equal(&t), "world %d", i);
        twins_close(&t);
    }
}
END_TEST

/* Without gravity or weight, and for what may not sleep, nothing changes; else it does. */
START_TEST(rocking_needs_weight_and_rest) {
    random_seed(14);
    for (int i = 0; i < 25; ++i) {
        const int what = i % 5; /* 0: all rock */
        const twins t = twins_open((evo_vec2){0, what == 1 ? 0 : -10}, what == 2);
        lab_box(t.loses, (evo_vec2){-3, 0}, 6, 6);
        lab_box(t.keeps, (evo_vec2){-3, 0}, 6, 6);
        for (int k = 0; k < 9; ++k) {
            evo_body_config c = lab_body(evo_ellipse(0.7, random_between(0.2, 0.5)),
                                         1.8 * (k % 3) - 1.8, 1 + 1.8 * (k / 3));
            c.angle = random_between(-1, 1);
            c.velocity = random_vector(2);
            c.never_sleep = what == 3;
            if (what == 4) c.gravity_scale = 0;
            (void)twins_add(&t, &c);
        }
        for (int k = 0; k < 200; ++k) twins_step(&t, LAB_STEP);
        ck_assert_msg(twins_equal(&t) == (what > 0), "world %d", what);
        twins_close(&t);
    }
}
END_TEST

static evo_shape any_round(double r) {
    const double part = random_between(0.3, 0.8), turn = random_between(0, 2), corner = 0.2 * r;
    evo_vec2 points[6];
    const int count = (int)random_between(3, 7);
    switch ((int)random_between(0, 12)) {
    case 0:
        return evo_ring(0.9 * r, 0.2 * r, turn, PI);
    case 1:
    case 2:
        return evo_circle(r);
    case 3:
    case 4:
        return evo_box(r, random_between(0.3, 1) * r);
    case 5:
    case 6:
        return evo_capsule((evo_vec2){-part * r, 0}, (evo_vec2){part * r, 0}, (1 - part) * r);
    case 7:
    case 8:
        for (int i = 0; i < count; ++i) {
            const double angle = 2 * PI * i / count + turn;
            points[i] = (evo_vec2){(r - corner) * cos(angle), (r - corner) * sin(angle)};
        }
        return evo_polygon(points, count, corner);
    default:
        return evo_ellipse(r, r / random_between(1.2, 5));
    }
}

/* Returns whether a pile of 40 rests within 30 s. */
static bool pile_rests(uint64_t seed) {
    random_seed(seed);
    const double rate = seed % 2 ? 30 : 60, size = random_scale(0.05, 2);
    const double most = 0.02 * size * rate * rate; /* what falls farther in a step sinks */
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -fmax(1, fmin(random_scale(1, 100), most));
    evo_world *world = evo_world_create(&config);
    lab_box(world, (evo_vec2){-8 * size, 0}, 16 * size, 60 * size);
    for (int i = 0; i < 40; ++i) {
        const evo_shape shape = any_round(size * random_between(0.6, 1.3));
        evo_body_config c =
            lab_body(shape, 3 * size * (i % 5 - 2), size * (3 + 3 * (double)(i / 5)));
        c.angle = random_between(-3, 3);
        (void)evo_body_create(world, &c);
    }
    int steps = 0;
    for (; steps < 30 * rate && evo_world_counters(world).awake > 0; ++steps)
        ck_assert_int_eq(evo_world_step(world, 1 / rate), EVO_OK);
    evo_world_destroy(world);
    return steps < 30 * rate;
}

/* At most `most` of some piles are awake after 30 s. */
static void check_piles(uint64_t from, uint64_t to, int most) {
    int restless = 0;
    for (uint64_t seed = from; seed < to; ++seed) restless += !pile_rests(seed);
    ck_assert_msg(restless <= most, "%d of %d piles never rest", restless, (int)(to - from));
}

START_TEST(piles_rest) {
    check_piles(0, 12, 1);
}
END_TEST

START_TEST(many_piles_rest) {
    check_piles(1000, 1240, 12);
}
END_TEST

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_rest(Suite *suite) {
    TCase *quick = tcase_create("quick");
    tcase_set_tags(quick, "long");
    tcase_add_test(quick, stacks_rest);
    tcase_add_test(quick, lags_move_nothing);
    suite_add_tcase(suite, quick);
    TCase *deep = tcase_create("deep");
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 600);
    tcase_add_loop_test(deep, many_stacks_rest, 0, 5);
    tcase_add_test(deep, many_piles_rest);
    suite_add_tcase(suite, deep);
}

static void add_varying_steps(Suite *suite) {
    TCase *laws = tcase_create("varying steps");
    tcase_add_test(laws, pyramids_rest);
    tcase_add_test(laws, stacks_rest_in_varying_steps);
    tcase_add_test(laws, a_short_step_throws_nothing);
    suite_add_tcase(suite, laws);
}

static void add_rocking(Suite *suite) {
    TCase *rocking = tcase_create("rocking");
    tcase_set_timeout(rocking, 60);
    tcase_add_test(rocking, an_ellipse_comes_to_rest);
    tcase_add_test(rocking, what_rolls_over_its_top_is_exact);
    tcase_add_test(rocking, disks_never_rock);
    tcase_add_test(rocking, rocking_needs_weight_and_rest);
    tcase_add_test(rocking, piles_rest);
    suite_add_tcase(suite, rocking);
}

Suite *suite_rest(void) {
    Suite *suite = suite_create("rest");
    add_rest(suite);
    add_varying_steps(suite);
    add_rocking(suite);
    return suite;
}
