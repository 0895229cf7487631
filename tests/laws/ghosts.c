/* ghosts.c: in steps, what clears a body is not touched, and what meets it is struck when it
 * does: at any speed, restitution and phase of the step. Judged by evo_time_of_impact. */
#include <math.h>

#include "core/core.h"
#include "evolute/collide.h"
#include "suites.h"
#include "support/lab.h"
#include "support/random.h"

/* A body thrown past another one, or at it. */
typedef struct shot {
    evo_body_config thrown, target;
    double reach; /* of both */
    int steps;
} shot;

static const evo_shape_kind KINDS[] = {EVO_CIRCLE, EVO_ELLIPSE, EVO_RING, EVO_SEGMENT};

/* Three kinds are thrown at four, which stand still or float; a segment only stands still. */
enum { FAMILIES = 21, SHOTS = 250, SHOTS_SLOW = 2500 };

static evo_shape shape_of(evo_shape_kind kind, double size) {
    const evo_vec2 left = {-size, 0}, right = {size, 0.2 * size};
    if (kind == EVO_CIRCLE) return evo_circle(0.3 * size);
    if (kind == EVO_ELLIPSE) return evo_ellipse(0.5 * size, 0.2 * size);
    if (kind == EVO_SEGMENT) return evo_segment(left, right);
    return evo_ring(0.5 * size, 0.3 * size, random_between(-3, 3), random_between(1, 6.2));
}

static evo_body_config body_of(evo_shape_kind kind, double size, double restitution) {
    evo_body_config config = evo_body_config_default();
    config.shape = shape_of(kind, size);
    config.angle = random_between(-3, 3);
    config.material.restitution = restitution;
    /* A ring turns about its centre of mass, which is not where its flight is told from. */
    if (kind == EVO_CIRCLE || kind == EVO_ELLIPSE) config.spin = random_between(-10, 10);
    return config;
}

static shot shot_of(int family) {
    const evo_shape_kind thrown = KINDS[family / 7], target = KINDS[family % 7 / 2];
    const double e = random_between(0, 1) < 0.4 ? 0 : random_between(0, 1);
    const double speed = random_scale(1, 10000), size = random_between(0.5, 2);
    const double angle = random_between(-PI, PI), aside = random_between(-1.5, 1.5);
    const double back = speed * LAB_STEP * random_between(0.2, 4) + 2.6;
    const evo_vec2 way = {cos(angle), sin(angle)};
    shot s = {body_of(thrown, 1, e), body_of(target, size, e), 0.5 + size, 0};
    s.thrown.position.x = -back * way.x - aside * way.y;
    s.thrown.position.y = -back * way.y + aside * way.x;
    s.thrown.velocity.x = speed * way.x;
    s.thrown.velocity.y = speed * way.y;
    if (family % 7 % 2 == 0) s.target.kind = EVO_STATIC;
    if (s.target.kind == EVO_STATIC) s.target.spin = 0;
    s.steps = (int)((back + 4) / (speed * LAB_STEP)) + 2;
    return s;
}

/* ---- What has to happen ---------------------------------------------------------------------- */

static evo_shape scaled(evo_shape shape, double by) {
    if (shape.kind == EVO_CIRCLE) shape.of.circle.radius *= by;
    if (shape.kind == EVO_ELLIPSE) shape.of.ellipse.radius_x *= by;
    if (shape.kind == EVO_ELLIPSE) shape.of.ellipse.radius_y *= by;
    if (shape.kind == EVO_RING) shape.of.ring.outer += 0.4 * (by - 1);
    if (shape.kind == EVO_RING) shape.of.ring.inner -= 0.4 * (by - 1);
    return shape;
}

static double meeting_of(const shot *s, double scale) {
    const evo_body_config *a = &s->thrown, *b = &s->target;
    const evo_flight first = {a->position, a->velocity, a->angle, a->spin};
    const evo_flight second = {b->position, b->velocity, b->angle, b->spin};
    const evo_shape shape = scaled(a->shape, scale);
    return evo_time_of_impact(&shape, first, &b->shape, second, s->steps * LAB_STEP);
}

/* What would be otherwise if the thrown body were a little larger, or smaller, is left out. */
typedef enum outcome { CLEARS, MEETS, GRAZES } outcome;

static outcome outcome_of(const shot *s) {
    const double larger = meeting_of(s, 1.004), smaller = meeting_of(s, 0.996);
    if (!(larger < INFINITY) && !(smaller < INFINITY)) return CLEARS;
    return smaller < (s->steps - 1) * LAB_STEP && larger < INFINITY ? MEETS : GRAZES;
}

/* ---- What happens ---------------------------------------------------------------------------- */

/* Sums over shots. */
typedef struct tally {
    int clear, ghosts, met, missed, late;
} tally;

static void shoot(const shot *s, tally *t) {
    evo_world_config config = evo_world_config_default();
    config.gravity.y = 0;
    config.impact_speed = 0;
    evo_world *world = lab_make(config);
    evo_body_create(world, &s->target);
    const evo_body body = evo_body_create(world, &s->thrown);
    double first = INFINITY;
    for (int step = 0; step < s->steps; ++step) {
        size_t count;
        lab_run(world, 1);
        const evo_impact *impacts = evo_world_impacts(world, &count);
        if (count > 0) first = fmin(first, impacts[0].time);
    }
    const evo_vec2 v = evo_body_velocity(world, body), u = s->thrown.velocity;
    const double speed = hypot(u.x, u.y);
    const bool struck = hypot(v.x - u.x, v.y - u.y) > 1e-5 * speed
                        || fabs(evo_body_spin(world, body) - s->thrown.spin) > 1e-5 * speed;
    const outcome due = outcome_of(s);
    t->clear += due == CLEARS;
    t->ghosts += due == CLEARS && struck;
    t->met += due == MEETS;
    t->missed += due == MEETS && !struck;
    t->late += due == MEETS && fabs(first - meeting_of(s, 1)) > 1e-6 + 1e-6 * s->reach / speed;
    evo_world_destroy(world);
}

static void add(tally *sum, const tally *t) {
    sum->clear += t->clear;
    sum->ghosts += t->ghosts;
    sum->met += t->met;
    sum->missed += t->missed;
    sum->late += t->late;
}

static tally shoot_many(int family, int shots) {
    tally t = {0, 0, 0, 0, 0};
    random_seed(400 + (uint64_t)family);
    for (int i = 0; i < shots; ++i) {
        const shot s = shot_of(family);
        shoot(&s, &t);
    }
    return t;
}

/* Not right yet, of so many shots: ellipses that turn far in a step may be judged wrong, and the
 * time of slow impacts on rings is told with what the contact solver knows of them. */
enum { WRONG_IN = 1000, LATE_IN = 8 };

static void check_shots(int shots) {
    tally sum = {0, 0, 0, 0, 0};
    for (int family = 0; family < FAMILIES; ++family) {
        const tally t = shoot_many(family, shots);
        add(&sum, &t);
        if (family < 2)
            ck_assert_msg(t.ghosts == 0 && t.missed == 0, "disks: %d ghosts, %d missed", t.ghosts,
                          t.missed);
    }
    ck_assert_msg(sum.clear > FAMILIES * shots / 4 && sum.met > FAMILIES * shots / 3,
                  "only %d clear, and %d meet", sum.clear, sum.met);
    ck_assert_msg(sum.ghosts <= sum.clear / WRONG_IN, "%d of %d are ghosts", sum.ghosts, sum.clear);
    ck_assert_msg(sum.missed <= sum.met / WRONG_IN, "%d of %d missed", sum.missed, sum.met);
    ck_assert_msg(sum.late <= sum.met / LATE_IN, "%d of %d late", sum.late, sum.met);
}

START_TEST(what_clears_is_not_touched) {
    check_shots(SHOTS);
}
END_TEST

START_TEST(what_clears_is_not_touched_often) {
    check_shots(SHOTS_SLOW);
}
END_TEST

Suite *suite_ghosts(void) {
    Suite *suite = suite_create("ghosts");
    TCase *some = tcase_create("shots"), *many = tcase_create("many shots");
    tcase_set_tags(some, "long");
    tcase_add_test(some, what_clears_is_not_touched);
    tcase_set_tags(many, "slow");
    tcase_add_test(many, what_clears_is_not_touched_often);
    suite_add_tcase(suite, some);
    suite_add_tcase(suite, many);
    return suite;
}
