/* toi.c: times of impact of all kinds: analytic cases, random motions sampled all along, and the
 * reference cases in both orders; when a falling point reaches a line. The bands of the cases are
 * those of tests/cases/README.md; circles are held to 1e-9 of theirs. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "evolute/collide.h"
#include "flight/flight.h"
#include "suites.h"
#include "support/csv.h"
#include "support/random.h"

static evo_flight flight(double x, double y, double vx, double vy, double angle, double spin) {
    evo_flight f = {{x, y}, {vx, vy}, angle, spin};
    return f;
}

static double meet(evo_shape a, evo_flight fa, evo_shape b, evo_flight fb, double horizon) {
    double time = evo_time_of_impact(&a, fa, &b, fb, horizon);
    ck_assert(time == evo_time_of_impact(&b, fb, &a, fa, horizon));
    return time;
}

/* ---- Circles --------------------------------------------------------------------------------- */

START_TEST(head_on_and_glancing) {
    evo_shape half = evo_circle(0.5);
    ck_assert(meet(half, flight(0, 0, 1, 0, 0, 0), half, flight(5, 0, 0, 0, 0, 0), 100) == 4);
    double glancing =
        meet(half, flight(0, 0, 1, 0, 0, 0), half, flight(5.8, -0.6, 0, 0, 0, 0), INFINITY);
    ck_assert_double_eq_tol(glancing, 5, 1e-14);
}
END_TEST

START_TEST(horizon_and_receding) {
    evo_shape half = evo_circle(0.5);
    evo_flight still = flight(5, 0, 0, 0, 0, 0);
    ck_assert(isinf(meet(half, flight(0, 0, 1, 0, 0, 0), half, still, 3.999)));
    ck_assert(isinf(meet(half, flight(0, 0, -1, 0, 0, 0), half, still, INFINITY)));
    ck_assert(isinf(meet(half, flight(0, 0, 0, 0, 0, 7), half, still, INFINITY)));
    ck_assert(meet(half, flight(4.5, 0, -9, 0, 0, 0), half, still, INFINITY) == 0);
    ck_assert(meet(half, flight(4, 0, 1, 0, 0, 0), half, still, INFINITY) == 0);
    ck_assert(isinf(meet(half, flight(4, 0, -1, 0, 0, 0), half, still, INFINITY)));
}
END_TEST

/* A circle carried round its body's origin meets a resting one after a known angle. */
START_TEST(a_circle_on_a_turning_arm) {
    const evo_vec2 arm = {3, 0};
    evo_shape hand = evo_shape_at(evo_circle(0.5), arm, 0), peg = evo_circle(0.25);
    double angle = 2 * asin(0.75 / 2 / 3); /* centres 0.75 apart, both 3 from the origin */
    double time = meet(hand, flight(0, 0, 0, 0, 0, 2), peg, flight(0, 3, 0, 0, 0, 0), INFINITY);
    ck_assert_double_eq_tol(time, (PI / 2 - angle) / 2, 1e-9);
}
END_TEST

/* ---- Others ---------------------------------------------------------------------------------- */

START_TEST(a_disk_on_lines_and_rings) {
    const evo_vec2 left = {-2, 0}, right = {2, 0};
    evo_shape disk = evo_circle(0.5), line = evo_segment(left, right);
    evo_shape ring = evo_ring(3, 0.2, 0, 2 * PI);
    evo_flight still = flight(0, 0, 0, 0, 0, 0);
    ck_assert_double_eq_tol(meet(disk, flight(0, 3, 0, -2, 0, 0), line, still, 10), 1.25, 1e-9);
    ck_assert_double_eq_tol(meet(disk, flight(0, 0.1, 3, 0, 0, 0), ring, still, 10),
                            (sqrt(2.4 * 2.4 - 0.01)) / 3, 1e-9);
    ck_assert_double_eq_tol(meet(disk, flight(-9, 0, 100, 0, 0, 0), ring, still, 10),
                            (9 - 3.6) / 100, 1e-9);
    /* Through the gap of an open ring, past the cut, to the far inner side. */
    evo_shape open = evo_ring(3, 0.2, 0.5, 2 * PI - 1);
    ck_assert_double_eq_tol(meet(disk, flight(9, 0, -1, 0, 0, 0), open, still, 20), 9 + 2.9 - 0.5,
                            1e-9);
}
END_TEST

/* A needle that turns about its middle sweeps onto a point-like peg. */
START_TEST(a_turning_needle) {
    evo_shape needle = evo_ellipse(2, 1e-3), peg = evo_circle(1e-3);
    double time = meet(needle, flight(0, 0, 0, 0, 0, 1), peg, flight(0, 1, 0, 0, 0, 0), 10);
    ck_assert_double_eq_tol(time, PI / 2, 3e-3);
    evo_vec2 left = {-2, 0}, right = {2, 0};
    evo_shape line = evo_segment(left, right), point = evo_circle(1e-9);
    time = meet(line, flight(0, 0, 0, 0, 0, 1), point, flight(0, 1, 0, 0, 0, 0), 10);
    ck_assert_double_eq_tol(time, PI / 2, 1e-8);
}
END_TEST

START_TEST(touching_and_leaving) {
    evo_shape egg = evo_ellipse(2, 1);
    evo_flight still = flight(0, 0, 0, 0, 0, 0);
    ck_assert(isinf(meet(egg, flight(0, 2, 0, 1, 0, 0), egg, still, 10)));
    ck_assert(meet(egg, flight(0, 2, 0, -1, 0, 0), egg, still, 10) == 0);
    ck_assert(meet(egg, flight(0, 1, 0, 5, 0, 0), egg, still, 10) == 0);
    /* It leaves the contact, and comes back with the other half turn. */
    evo_shape disk = evo_circle(1);
    double back = meet(egg, flight(0, 0, 0, 0, 0, 1), disk, flight(2.9, 0, 0, 0, PI, 0), 10);
    ck_assert(back == 0);
}
END_TEST

/* Along one cut of a pie into the other, with little between. */
START_TEST(along_a_rim) {
    evo_shape pie = evo_ring(1, 2, PI / 2, 3 * PI / 2), disk = evo_circle(0.1);
    evo_flight still = flight(0, 0, 0, 0, 0, 0);
    static const double clearances[6] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-8, 1e-12};
    for (int i = 0; i < 6; ++i) {
        evo_flight along = flight(0.9, 0.1 + clearances[i], -1, 0, 0, 0);
        ck_assert_double_eq_tol(meet(disk, along, pie, still, 2), 0.8, 1e-9);
    }
    /* Touching one cut at the start, and leaving it: the other is met all the same. */
    double time = meet(disk, flight(0.9, 0.1, -1, 1e-13, 0, 0), pie, still, 2);
    ck_assert_double_eq_tol(time, 0.8, 1e-9);
}
END_TEST

/* Clear of a corner by 1e-9, then against the far inner side. */
START_TEST(past_a_corner) {
    evo_shape open = evo_ring(10, 0.01, 1, 2 * PI - 2), disk = evo_circle(0.05);
    evo_flight still = flight(0, 0, 0, 0, 0, 0);
    double height = 9.995 * sin(1) - 0.05 - 1e-9;
    double reach = 9.995 - 0.05, expected = 30 + sqrt(reach * reach - height * height);
    double time = meet(disk, flight(30, height, -1, 0, 0, 0), open, still, 100);
    ck_assert_double_eq_tol(time, expected, 1e-9);
}
END_TEST

/* Circles that touch and slide past each other do not meet, whatever rounding says. */
START_TEST(sliding_past) {
    random_seed(61);
    for (int i = 0; i < 20000; ++i) {
        double r = random_between(0.1, 2), q = random_between(0.1, 2);
        evo_vec2 n = evo_direction(random_between(-4, 4));
        evo_shape a = evo_circle(r), b = evo_circle(q);
        evo_flight slides = flight((r + q) * n.x, (r + q) * n.y, -n.y, n.x, 0, 0);
        double time = meet(a, flight(0, 0, 0, 0, 0, 0), b, slides, INFINITY);
        ck_assert(isinf(time) || time == 0);
    }
}
END_TEST

/* In a hollow, a straight path along the rim ends at once. */
START_TEST(sliding_in_a_hollow) {
    evo_shape ring = evo_ring(1.25, 0.5, 0, 2 * PI), disk = evo_circle(0.25);
    evo_shape plug = evo_circle(ring.of.ring.inner);
    random_seed(62);
    for (int i = 0; i < 20000; ++i) {
        evo_vec2 n = evo_direction(random_between(-4, 4));
        double reach = ring.of.ring.inner - 0.25;
        evo_flight still = flight(0, 0, 0, 0, 0, 0);
        evo_flight slides = flight(reach * n.x, reach * n.y, -n.y, n.x, 0, 0);
        ck_assert_double_le(meet(disk, slides, ring, still, INFINITY), 1e-6);
        ck_assert(meet(plug, flight(0, 0, n.x, n.y, 0, 0), ring, still, INFINITY) == 0);
    }
}
END_TEST

START_TEST(touching_rings) {
    evo_shape whole = evo_ring(1, 1, 0, 2 * PI), egg = evo_ellipse(0.5, 0.3);
    evo_flight still = flight(0, 0, 0, 0, 0, 0);
    ck_assert(isinf(meet(egg, flight(0, 1.8, 0, 1, 0, 0), whole, still, INFINITY)));
    ck_assert(isinf(meet(egg, flight(0, 1.8, 0, 0, 0, 0), whole, still, 10)));
    ck_assert(meet(egg, flight(0, 1.8, 0, -1, 0, 0), whole, still, 10) == 0);
}
END_TEST

/* ---- Random motions -------------------------------------------------------------------------- */

typedef struct meeting_case {
    evo_shape a, b;
    evo_flight fa, fb;
    double size, horizon;
} meeting_case;

static evo_pose pose_at(evo_flight f, double time) {
    evo_pose at = {{f.position.x + time * f.velocity.x, f.position.y + time * f.velocity.y},
                   f.angle + time * f.spin};
    return at;
}

static double random_spin(void) {
    double spin = random_scale(0.01, 20);
    double choice = random_between(0, 1);
    return choice < 0.3 ? 0 : choice < 0.65 ? spin : -spin;
}

static meeting_case make_case(evo_shape_kind kind_a, evo_shape_kind kind_b) {
    meeting_case c;
    c.a = random_shape(kind_a);
    c.b = random_shape(kind_b);
    c.size = shape_size(&c.a) + shape_size(&c.b);
    if (random_between(0, 1) < 0.3) {
        evo_vec2 offset = {random_between(-0.5, 0.5), random_between(-0.5, 0.5)};
        c.a = evo_shape_at(c.a, offset, random_between(0, 6));
    }
    double distance = c.size * random_between(1, 3), toward = random_between(-4, 4);
    double speed = random_scale(0.1, 30), aside = toward + random_between(-0.5, 0.5);
    c.fa = flight(0, 0, 0, 0, random_between(-4, 4), random_spin());
    c.fb = flight(distance * cos(toward), distance * sin(toward), -speed * cos(aside),
                  -speed * sin(aside), random_between(-4, 4), random_spin());
    c.horizon = 3 * distance / speed;
    return c;
}

static double gap_at(const meeting_case *c, double time) {
    return evo_measure(&c->a, pose_at(c->fa, time), &c->b, pose_at(c->fb, time)).distance;
}

static double advance(const moving_shape *a, const moving_shape *b, double horizon) {
    bool gave_up = false;
    if (advance_overlaps(a, b)) return 0;
    int work = 1000000;
    double time = advance_to_impact(a, b, horizon, &work, &gave_up);
    ck_assert(!gave_up);
    return time;
}

START_TEST(nothing_is_missed) {
    enum { WATCHED = 200 };
    static const evo_shape_kind kinds[16][2] = {
        {EVO_CIRCLE, EVO_CIRCLE},   {EVO_CIRCLE, EVO_ELLIPSE},  {EVO_CIRCLE, EVO_RING},
        {EVO_CIRCLE, EVO_SEGMENT},  {EVO_ELLIPSE, EVO_ELLIPSE}, {EVO_ELLIPSE, EVO_RING},
        {EVO_ELLIPSE, EVO_SEGMENT}, {EVO_RING, EVO_RING},       {EVO_RING, EVO_SEGMENT},
        {EVO_CIRCLE, EVO_POLYGON},  {EVO_ELLIPSE, EVO_CAPSULE}, {EVO_ELLIPSE, EVO_POLYGON},
        {EVO_RING, EVO_POLYGON},    {EVO_SEGMENT, EVO_POLYGON}, {EVO_CAPSULE, EVO_POLYGON},
        {EVO_POLYGON, EVO_POLYGON}};
    random_seed((uint64_t)_i + 50);
    int impacts = 0;
    for (int i = 0; i < 400; ++i) {
        meeting_case c = make_case(kinds[_i][0], kinds[_i][1]);
        moving_shape a = {&c.a, c.fa, {0, 0}, 0}, b = {&c.b, c.fb, {0, 0}, 0};
        double time = advance(&a, &b, c.horizon);
        bool impact = time <= c.horizon;
        impacts += impact;
        if (impact && time > 0) ck_assert_double_le(fabs(gap_at(&c, time)), 1e-9 * c.size);
        double end = impact ? time * (1 - 1e-6) : c.horizon;
        for (int k = 0; k < WATCHED && time > 0; ++k)
            ck_assert_double_gt(gap_at(&c, end * k / WATCHED), -1e-9 * c.size);
    }
    ck_assert_int_gt(impacts, 100);
}
END_TEST

/* ---- What turns for long --------------------------------------------------------------------- */

static double milliseconds(void) {
    return 1e3 * (double)clock() / CLOCKS_PER_SEC;
}

/* Two shapes near each other that turn up to so many radians a second, a third of them in a whole
 * ratio, while they come nearer slowly, for up to 100 s. */
static meeting_case turning_case(double fastest) {
    static const evo_shape_kind kinds[6] = {EVO_CIRCLE,  EVO_ELLIPSE, EVO_RING,
                                            EVO_CAPSULE, EVO_POLYGON, EVO_SEGMENT};
    const int first = (int)random_between(0, 5.999), second = (int)random_between(0, 4.999);
    meeting_case c = make_case(kinds[first], kinds[second]);
    const double toward = random_between(-4, 4), aside = toward + random_between(-1, 1);
    const double distance = c.size * random_between(0.3, 2);
    c.horizon = random_scale(1e-3, 100);
    const double speed = random_scale(1e-3, 3) * distance / c.horizon;
    const double spins[2] = {random_scale(1, fastest), random_scale(1, fastest)};
    const double ratio = (int)random_between(1, 4), choice = random_between(0, 1);
    c.fa.spin = random_between(0, 1) < 0.5 ? spins[0] : -spins[0];
    c.fb = flight(distance * cos(toward), distance * sin(toward), -speed * cos(aside),
                  -speed * sin(aside), random_between(-4, 4), spins[1]);
    if (choice < 0.3) c.fb.spin = choice < 0.1 ? 0 : choice < 0.2 ? c.fa.spin : -ratio * c.fa.spin;
    return c;
}

/* No overlap that shows comes before the time that is told, or where none is told; few times are
 * not known; and none takes long. A question takes some milliseconds: the limit is for tests under
 * load. */
START_TEST(fast_turns_are_not_missed) {
    enum { PAIRS = 500, WATCHED = 60, LONGEST = 50 };
    const double fastest[2] = {1e4, 1e7};
    int unknown = 0, impacts = 0;
    random_seed((uint64_t)_i + 880);
    for (int i = 0; i < PAIRS; ++i) {
        const meeting_case c = turning_case(fastest[_i]);
        const double began = milliseconds();
        const double time = evo_time_of_impact(&c.a, c.fa, &c.b, c.fb, c.horizon);
        ck_assert_double_lt(milliseconds() - began, LONGEST);
        unknown += isnan(time);
        impacts += time <= c.horizon && time > 0;
        const double end = time <= c.horizon ? time * (1 - 1e-9) : c.horizon;
        for (int k = 0; k < WATCHED && time > 0; ++k) {
            const double part = k % 2 ? random_between(0, 1) : 1 - random_scale(1e-9, 1);
            ck_assert_msg(gap_at(&c, end * part) >= -1e-3 * c.size,
                          "pair %d, spins %g and %g: told %g, overlap at %g", i, c.fa.spin,
                          c.fb.spin, time, end * part);
        }
    }
    ck_assert_int_gt(impacts, PAIRS / 5);
    ck_assert_int_lt(unknown, _i == 0 ? PAIRS / 25 : PAIRS / 8);
}
END_TEST

/* The closed form against conservative advancement. */
START_TEST(closed_form_is_the_advancement) {
    static const evo_shape_kind obstacles[2] = {EVO_RING, EVO_SEGMENT};
    random_seed(60);
    int impacts = 0;
    for (int i = 0; i < 4000; ++i) {
        meeting_case c = make_case(EVO_CIRCLE, obstacles[_i]);
        c.fa.spin = c.fb.spin = 0;
        moving_shape a = {&c.a, c.fa, {0, 0}, 0}, b = {&c.b, c.fb, {0, 0}, 0};
        double advanced = advance(&a, &b, c.horizon);
        double time = evo_time_of_impact(&c.a, c.fa, &c.b, c.fb, c.horizon);
        if (isinf(advanced) && time > c.horizon * (1 - 1e-9)) continue;
        ck_assert_double_eq_tol(time, advanced, 1e-7 * c.horizon);
        impacts += time > 0;
    }
    ck_assert_int_gt(impacts, 1000);
}
END_TEST

/* ---- Axes ------------------------------------------------------------------------------------ */

static axis_pair pair_after(const meeting_case *c, double time) {
    axis_pair p = {.velocity = vec_sub(c->fb.velocity, c->fa.velocity)};
    axis_take_shape(&p.a.shape, &c->a);
    axis_take_shape(&p.b.shape, &c->b);
    p.a.spin = c->fa.spin;
    p.b.spin = c->fb.spin;
    p.a.turned = evo_direction(c->fa.angle + time * c->fa.spin);
    p.b.turned = evo_direction(c->fb.angle + time * c->fb.spin);
    p.offset = vec_along(vec_sub(c->fb.position, c->fa.position), time, p.velocity);
    return p;
}

static const evo_shape_kind CONVEX[5] = {EVO_CIRCLE, EVO_ELLIPSE, EVO_SEGMENT, EVO_CAPSULE,
                                         EVO_POLYGON};

/* The step of a look is safe, along an axis that stands still, or turns with a body, or anyhow. */
START_TEST(an_axis_separates_for_its_step) {
    random_seed((uint64_t)_i + 70);
    int looks = 0;
    for (int i = 0; i < 2000; ++i) {
        const meeting_case c = make_case(CONVEX[_i], CONVEX[i % 5]);
        const axis_pair p = pair_after(&c, 0);
        const double spins[3] = {0, c.fa.spin, random_between(-3, 3)}, spin = spins[i % 3];
        const evo_vec2 axis = vec_unit(p.offset, vec(1, 0));
        const axis_look look = axis_look_along(&p, axis, spin);
        const double end = fmin(look.step, c.horizon);
        looks += look.gap > 0;
        for (int k = 0; look.gap > 0 && k <= 32; ++k) {
            const axis_pair later = pair_after(&c, end * k / 32);
            const evo_vec2 turned = vec_turn(axis, evo_direction(spin * end * k / 32));
            ck_assert_double_gt(axis_look_along(&later, turned, spin).gap, -1e-12 * c.size);
        }
    }
    ck_assert_int_gt(looks, 500);
}
END_TEST

/* From any axis that separates shapes without an ellipse their gap is found. */
START_TEST(an_axis_climbs_to_the_gap) {
    static const evo_shape_kind hulls[4] = {EVO_CIRCLE, EVO_SEGMENT, EVO_CAPSULE, EVO_POLYGON};
    random_seed((uint64_t)_i + 80);
    int climbs = 0;
    for (int i = 0; i < 2000; ++i) {
        const meeting_case c = make_case(hulls[_i], hulls[i % 4]);
        if (c.a.kind == EVO_SEGMENT && c.b.kind == EVO_SEGMENT) continue;
        const axis_pair p = pair_after(&c, 0);
        const evo_vec2 axis = evo_direction(evo_angle(p.offset) + random_between(-1, 1));
        if (!(axis_look_along(&p, axis, 0).gap > 0)) continue;
        const meeting m = axis_climb(&p, axis);
        ck_assert_double_eq_tol(m.gap, gap_at(&c, 0), 1e-12 * c.size);
        ck_assert_double_eq_tol(axis_look_along(&p, m.normal, 0).gap, m.gap, 1e-12 * c.size);
        ++climbs;
    }
    ck_assert_int_gt(climbs, 500);
}
END_TEST

/* ---- Reference cases ------------------------------------------------------------------------- */

typedef struct time_case {
    evo_shape a, b;
    evo_flight fa, fb;
    double horizon;
} time_case;

typedef struct verdict {
    const char *fault; /* NULL: right */
    double time;
} verdict;

static evo_flight read_flight(const csv *row, int second, int turning) {
    evo_flight f;
    f.position.x = csv_float(row, second ? "x1" : "x0");
    f.position.y = csv_float(row, second ? "y1" : "y0");
    f.velocity.x = csv_float(row, second ? "vx1" : "vx0");
    f.velocity.y = csv_float(row, second ? "vy1" : "vy0");
    f.angle = turning ? csv_float(row, second ? "t1" : "t0") : 0;
    f.spin = turning ? csv_float(row, second ? "w1" : "w0") : 0;
    return f;
}

/* The band is relative to `scale`: |t| + size / speed of approach. */
static const char *judge(int status, double truth, double found, double band, double scale) {
    if (isnan(found) || found < 0) return "not a time";
    if (status == 0) return isinf(found) ? NULL : "touch where there is none";
    if (isinf(found)) return "missed";
    if (status == 2) return found == 0 ? NULL : "overlap not seen";
    return fabs(found - truth) <= band * scale ? NULL : "time";
}

static double ask(const time_case *c, int swap) {
    return swap ? evo_time_of_impact(&c->b, c->fb, &c->a, c->fa, c->horizon)
                : evo_time_of_impact(&c->a, c->fa, &c->b, c->fb, c->horizon);
}

/* Asks in both orders, and prints what is wrong. */
static int faults_of(const time_case *c, const csv *row, int status, double band, double scale) {
    int faults = 0;
    for (int swap = 0; swap < 2; ++swap) {
        double found = ask(c, swap);
        const char *fault = judge(status, csv_number(row, "t"), found, band, scale);
        if (!fault) continue;
        printf("row %s (%s)%s: %s: %.17g, not %s (status %d)\n", csv_text(row, "id"),
               csv_text(row, "fam"), swap ? ", swapped" : "", fault, found, csv_text(row, "t"),
               status);
        ++faults;
    }
    return faults;
}

START_TEST(circles) {
    csv table;
    csv_open(&table, "tests/cases/tc.csv");
    int faults = 0;
    while (csv_next(&table)) {
        int status = (int)csv_number(&table, "status");
        double size = csv_number(&table, "size"), gap = csv_number(&table, "gap0");
        bool undecided = fabs(csv_number(&table, "grel")) <= 4e-6 || fabs(gap) <= 4e-6 * size;
        if (status < 0 || (undecided && status != 1)) continue;
        time_case c = {evo_circle(csv_float(&table, "r0")), evo_circle(csv_float(&table, "r1")),
                       read_flight(&table, 0, 0), read_flight(&table, 1, 0), INFINITY};
        if (undecided && isinf(ask(&c, 0))) continue;
        double scale = fabs(csv_number(&table, "t")) + size / csv_number(&table, "vn");
        faults += faults_of(&c, &table, status, 4e-6 * 1e-9, scale);
    }
    csv_close(&table);
    ck_assert_int_gt(table.rows, 600);
    ck_assert_int_eq(faults, 0);
}
END_TEST

START_TEST(turning_ellipses) {
    csv table;
    csv_open(&table, "tests/cases/te.csv");
    int faults = 0;
    while (csv_next(&table)) {
        int status = (int)csv_number(&table, "status");
        double size = csv_number(&table, "size"), sigma = csv_number(&table, "sigma0");
        double length = size + fmax(sigma, 0);
        bool undecided = fabs(csv_number(&table, "smin")) <= 4e-6 * length && status == 0;
        if (status < 0 || undecided || fabs(sigma) <= 4e-6 * length) continue;
        time_case c = {evo_ellipse(csv_float(&table, "a0"), csv_float(&table, "b0")),
                       evo_ellipse(csv_float(&table, "a1"), csv_float(&table, "b1")),
                       read_flight(&table, 0, 1), read_flight(&table, 1, 1),
                       csv_float(&table, "T")};
        double scale = fabs(csv_number(&table, "t")) + size / fabs(csv_number(&table, "dsdt"));
        faults += faults_of(&c, &table, status, 4e-6 * 1e-3, scale);
    }
    csv_close(&table);
    ck_assert_int_gt(table.rows, 600);
    ck_assert_int_eq(faults, 0);
}
END_TEST

/* ---- A falling point and a line -------------------------------------------------------------- */

START_TEST(falls_and_rises) {
    ck_assert_double_eq(line_reach(5, 0, -10), 1);
    ck_assert_double_eq(line_reach(0, 10, -10), 2);
    ck_assert_double_eq(line_reach(3, -1.5, 0), 2);
    ck_assert_double_eq(line_reach(0, -1, -10), 0);
    ck_assert_double_eq(line_reach(-1e-17, -1, 0), 0);
    ck_assert_double_eq(line_reach(4, -4, 2), 2); /* just reaches it */
    ck_assert(isinf(line_reach(4.1, -4, 2)));
    ck_assert(isinf(line_reach(3, 1.5, 0)));
    ck_assert(isinf(line_reach(3, 0, 0)));
    ck_assert(isinf(line_reach(0, 0, 0)));
    ck_assert(isinf(line_reach(3, 1.5, 2)));
}
END_TEST

/* Dropped from 5 under 10: period and speed return to the last bit, a million times. */
START_TEST(a_million_bounces) {
    double speed = -10 * line_reach(5, 0, -10);
    for (int i = 0; i < 1000000; ++i) {
        double up = -speed, flight = line_reach(0, up, -10);
        ck_assert(flight == 2);
        speed = up - 10 * flight;
        ck_assert(speed == -10);
    }
}
END_TEST

/* Then it is on the line, and was above it before. */
START_TEST(the_first_time_is_told) {
    random_seed(6);
    for (int i = 0; i < 100000; ++i) {
        double distance = random_scale(1e-12, 1e3), speed = random_between(-10, 10);
        double pull = random_between(-10, 10);
        double time = line_reach(distance, speed, pull);
        double end = isinf(time) ? 100 : time;
        double scale = distance + fabs(speed) * end + fabs(pull) * end * end;
        if (!isinf(time))
            ck_assert_double_eq_tol(distance + time * (speed + 0.5 * pull * time), 0,
                                    1e-15 * scale);
        for (int k = 0; k < 10; ++k) {
            double t = end * 0.1 * k;
            ck_assert_double_gt(distance + t * (speed + 0.5 * pull * t), -1e-15 * scale);
        }
    }
}
END_TEST

/* ---- The suite ------------------------------------------------------------------------------- */

static void add_toi(Suite *suite) {
    TCase *toi = tcase_create("toi");
    tcase_add_test(toi, head_on_and_glancing);
    tcase_add_test(toi, horizon_and_receding);
    tcase_add_test(toi, a_circle_on_a_turning_arm);
    tcase_add_test(toi, a_disk_on_lines_and_rings);
    tcase_add_test(toi, a_turning_needle);
    tcase_add_test(toi, touching_and_leaving);
    tcase_add_test(toi, along_a_rim);
    tcase_add_test(toi, past_a_corner);
    tcase_add_loop_test(toi, closed_form_is_the_advancement, 0, 2);
    tcase_add_test(toi, sliding_past);
    tcase_add_test(toi, sliding_in_a_hollow);
    tcase_add_test(toi, touching_rings);
    tcase_add_loop_test(toi, nothing_is_missed, 0, 16);
    tcase_add_loop_test(toi, fast_turns_are_not_missed, 0, 2);
    tcase_add_loop_test(toi, an_axis_separates_for_its_step, 0, 5);
    tcase_add_loop_test(toi, an_axis_climbs_to_the_gap, 0, 4);
    suite_add_tcase(suite, toi);
}

static void add_time_cases(Suite *suite) {
    TCase *cases = tcase_create("cases");
    tcase_add_test(cases, circles);
    tcase_add_test(cases, turning_ellipses);
    suite_add_tcase(suite, cases);
}

static void add_line(Suite *suite) {
    TCase *times = tcase_create("times");
    tcase_add_test(times, falls_and_rises);
    tcase_add_test(times, a_million_bounces);
    tcase_add_test(times, the_first_time_is_told);
    suite_add_tcase(suite, times);
}

Suite *suite_toi(void) {
    Suite *suite = suite_create("toi");
    add_toi(suite);
    add_time_cases(suite);
    add_line(suite);
    return suite;
}
