/* toi.c: times of impact, by a method for each pair of shapes. */
#include "flight/flight.h"

#include "narrow/narrow.h"
#include "shape/shape.h"

/* ==== Methods by kinds ======================================================================== */

/* Chooses a method by the kinds of two shapes, and by whether they turn or grow. */

static bool keeps_angle(const moving_shape *m) {
    return shape_keeps_angle(m->shape, m->flight.spin);
}

static placed placed_now(const moving_shape *f) {
    return placed_at(f->shape, f->flight.position, evo_direction(f->flight.angle));
}

/* A circle against a shape that does not turn. */
static double circle_enter(const moving_shape *circle, const moving_shape *other, double horizon) {
    placed at = placed_now(circle), obstacle = placed_now(other);
    evo_vec2 velocity = vec_sub(circle->flight.velocity, other->flight.velocity);
    evo_vec2 accel = vec_sub(circle->accel, other->accel);
    double radius = circle->shape->of.circle.radius;
    if (other->shape->kind == EVO_CIRCLE && vec_is_zero(accel)) {
        circles_motion m = {vec_sub(at.center, obstacle.center), velocity,
                            radius + other->shape->of.circle.radius};
        return circles_enter(&m);
    }
    parabola path = {at.center, velocity, accel, radius, horizon};
    return parabola_enter(&obstacle, &path);
}

/* Fraction of the reach of both: no deeper in each other, something is beside a ring, or in its
 * hollow. */
static const double BESIDE_DEPTH = 1e-3;

/* Returns the disk of a whole ring, by which shapes outside meet it; `disk` holds the disk's
 * shape. */
static moving_shape seen_beside(const moving_shape *m, const moving_shape *other, evo_shape *disk) {
    moving_shape seen = *m;
    if (m->shape->kind != EVO_RING || !shape_is_round(m->shape)) return *m;
    *disk = evo_circle(m->shape->of.ring.outer);
    disk->center = m->shape->center;
    seen.shape = disk;
    placed at = placed_now(&seen), obstacle = placed_now(other);
    double reach = shape_reach(disk) + shape_reach(other->shape);
    return pair_measure(&at, &obstacle).gap > -BESIDE_DEPTH * reach ? seen : *m;
}

/* ---- What turns for long --------------------------------------------------------------------- */

/* Shapes that turn thousands of times while they hardly come nearer, and do not grow. Such a motion
 * repeats itself, but for a drift: in a time T in which one of them turns q times, and the other
 * nearly a whole number of times, no point of the pair moves by more than T times
 *     |V| + R |the angle that is missing| / T,
 * V the relative velocity, R the radius in which the other turns. If the shapes do not touch in a
 * round of T even when one of them is larger by n times that, they do not in the n rounds after it
 * either. So n is doubled after each round without a touch, and halved else: the distance that is
 * left falls by half in a few rounds.
 *
 * And what turns is no larger than the disk that it turns in: as long as the other shape is apart
 * from this disk, how often it turns does not matter. */

/* TURNS_FAR: radians until the horizon above which a shape may turn for long. Work of searches
 * without a repeated motion, and of tests for overlap; and most turns of a round. */
static const double TURNS_FAR = 16;
enum { WORK_AT_FIRST = 500, WORK_OF_OVERLAP = 10, ROUND_TURNS = 6 };

typedef struct rounds {
    double period, drift; /* INFINITY: there are none; or none that repeat */
} rounds;

/* Chooses the round with the least drift for the work of searching it. */
static rounds rounds_of(const moving_shape *a, const moving_shape *b) {
    const bool faster = fabs(a->flight.spin) > fabs(b->flight.spin);
    const moving_shape *fast = faster ? a : b, *slow = faster ? b : a;
    const double turn = 2 * PI / fabs(fast->flight.spin), radius = shape_radius(slow->shape);
    const double speed = vec_length(vec_sub(b->flight.velocity, a->flight.velocity));
    const evo_vec2 accel = vec_sub(b->accel, a->accel);
    rounds best = {turn, INFINITY};
    if (!vec_is_zero(accel) || !(turn < INFINITY)) return best;
    for (int q = 1; q <= ROUND_TURNS; ++q) {
        const double turns = q * (fabs(slow->flight.spin) / fabs(fast->flight.spin));
        const double missing = 2 * PI * fabs(turns - floor(turns + 0.5));
        const rounds r = {q * turn, speed + missing * radius / (q * turn)};
        if (r.drift * r.period < best.drift * best.period) best = r;
    }
    return best;
}

/* Makes a shape larger by a length on all sides, at least; false: it cannot be. */
static bool enlarge(evo_shape *s, double by) {
    double *x = &s->of.ellipse.radius_x, *y = &s->of.ellipse.radius_y;
    const double larger = 1 + by / least_of(*x, *y);
    switch (s->kind) {
    case EVO_CIRCLE:
        s->of.circle.radius += by;
        return true;
    case EVO_ELLIPSE: /* its support grows by a factor, and is the lesser radius at least */
        *x *= larger;
        *y *= larger;
        return true;
    case EVO_SEGMENT:
        s->kind = EVO_CAPSULE;
        s->of.capsule.radius = by;
        return true;
    case EVO_CAPSULE:
        s->of.capsule.radius += by;
        return true;
    case EVO_POLYGON:
        s->of.polygon.radius += by;
        return true;
    default:
        return false;
    }
}

typedef struct long_search {
    const moving_shape *from;
    moving_shape now[2];
    double time, horizon;
    int *work;
    bool no_disk; /* a search of a disk was too long */
} long_search;

/* Continues at a time. Angles begin at 0 again: angles of a thousand turns would be rounded
 * differently at each time. */
static void search_goes_on(long_search *s, double time) {
    s->time = time;
    for (int i = 0; i < 2; ++i) {
        evo_flight *f = &s->now[i].flight;
        *f = flight_after(&s->from[i].flight, s->from[i].accel, time);
        f->angle -= 2 * PI * floor(f->angle / (2 * PI));
    }
}

/* When two shapes touch within a time; 0: they are not apart now. A part of the work is enough, or
 * it is not worth it. */
static double time_apart(const moving_shape two[2], double within, int *work, bool *gave_up) {
    int some = *work < WORK_AT_FIRST ? *work : WORK_AT_FIRST;
    const int others = *work - some;
    *gave_up = false;
    some -= WORK_OF_OVERLAP;
    const double time = advance_overlaps(&two[0], &two[1])
                            ? 0
                            : advance_to_impact(&two[0], &two[1], within, &some, gave_up);
    *work = others + some;
    return time;
}

/* Seconds in which one of them is apart from the disk that the other turns in. */
static double disks_apart(long_search *s) {
    double most = 0;
    for (int i = 0; i < 2 && !s->no_disk; ++i) {
        moving_shape two[2] = {s->now[0], s->now[1]};
        if (keeps_angle(&two[i])) continue;
        evo_shape disk = evo_circle(shape_radius(two[i].shape));
        two[i].shape = &disk;
        const double time = time_apart(two, s->horizon - s->time, s->work, &s->no_disk);
        if (!s->no_disk) most = most_of(most, time);
    }
    return most;
}

/* Fraction by which a shape is enlarged beyond the necessary, for rounding. */
static const double LARGER = 1.01;

/* Returns whether the shapes stay apart for a round even if one of them is larger. */
static bool stays_apart(const long_search *s, double round, double larger) {
    moving_shape two[2] = {s->now[0], s->now[1]};
    const evo_shape_kind kind = two[0].shape->kind;
    moving_shape *grows = &two[kind == EVO_RING || kind == EVO_ELLIPSE];
    if (grows->shape->kind == EVO_RING) grows = &two[0];
    evo_shape shape = shape_copy(grows->shape);
    grows->shape = &shape;
    bool gave_up;
    return enlarge(&shape, LARGER * larger) && time_apart(two, round, s->work, &gave_up) > round
           && !gave_up;
}

static double search_long(const moving_shape *a, const moving_shape *b, double horizon, int *work,
                          bool *gave_up) {
    const moving_shape from[2] = {*a, *b};
    const rounds r = rounds_of(a, b);
    const double turns = fabs(a->flight.spin) + fabs(b->flight.spin);
    long_search s = {from, {*a, *b}, 0, horizon, work, false};
    double many = 0; /* rounds that are left out */
    *gave_up = false;
    if (!(turns * horizon > TURNS_FAR)) return advance_to_impact(a, b, horizon, work, gave_up);
    const double apart_at_first = disks_apart(&s);
    if (!(apart_at_first <= horizon)) return INFINITY;
    search_goes_on(&s, apart_at_first);
    int first = *work < WORK_AT_FIRST ? *work : WORK_AT_FIRST;
    *work -= first;
    double time =
        s.time + advance_to_impact(&s.now[0], &s.now[1], horizon - s.time, &first, gave_up);
    if (!*gave_up) return time;
    *gave_up = false;
    *work += first;
    for (search_goes_on(&s, time); *work > 0; --*work) {
        const double apart = disks_apart(&s), rest = horizon - s.time;
        const double round = least_of(r.period, rest);
        if (!(apart <= rest)) return INFINITY;
        if (apart > round) {
            search_goes_on(&s, s.time + apart);
            continue;
        }
        if (many == 0) {
            time = s.time + advance_to_impact(&s.now[0], &s.now[1], round, work, gave_up);
            if (*gave_up || time < INFINITY) return time;
        } else if (!stays_apart(&s, round, many * r.period * r.drift)) {
            many = floor(many / 2);
            continue;
        }
        time = r.drift > 0 ? s.time + (many + 1) * r.period : INFINITY;
        if (!(time < horizon)) return INFINITY;
        many = r.drift < INFINITY ? 2 * many + (many == 0) : 0;
        search_goes_on(&s, time);
    }
    *gave_up = true;
    return s.time;
}

/* ---- All methods ----------------------------------------------------------------------------- */

static double first_contact_time(const moving_shape *first, const moving_shape *second,
                                 double horizon, int work, bool *gave_up) {
    evo_shape disk_a, disk_b;
    moving_shape a = seen_beside(first, second, &disk_a), b = seen_beside(second, &a, &disk_b);
    bool circle_a = a.shape->kind == EVO_CIRCLE, circle_b = b.shape->kind == EVO_CIRCLE;
    bool ellipse = a.shape->kind == EVO_ELLIPSE || b.shape->kind == EVO_ELLIPSE;
    bool flat = a.shape->kind > EVO_SEGMENT || b.shape->kind > EVO_SEGMENT;
    bool turns = !keeps_angle(&a) || !keeps_angle(&b);
    double time = INFINITY;
    if (first->growth > 0 || second->growth > 0)
        time = advance_to_impact(first, second, horizon, &work, gave_up);
    else if (turns || ellipse || flat || !(circle_a || circle_b))
        time = search_long(&a, &b, horizon, &work, gave_up);
    else
        time = circle_a ? circle_enter(&a, &b, horizon) : circle_enter(&b, &a, horizon);
    return time <= horizon ? time : INFINITY;
}

/* Most work of a search, in looks along an axis (advance.c): some milliseconds. */
enum { WORK_MOST = 20000 };

double toi_look(const moving_shape *a, const moving_shape *b, double horizon, bool *known) {
    bool gave_up = false;
    const double time = first_contact_time(a, b, horizon, WORK_MOST, &gave_up);
    *known = !gave_up;
    return time;
}

/* ---- Separating ------------------------------------------------------------------------------ */

/* The greatest speed of a point of the shape about the body's origin. */
static double rim_speed(const moving_shape *m) {
    return fabs(m->flight.spin) * shape_radius(m->shape);
}

/* Most measurements of a separation. */
enum { LEAVING_STEPS = 500 };

/* The depth shrinks no faster than the fastest points move: that far a step is safe. */
double toi_exit(const moving_shape *a, const moving_shape *b, double horizon, bool *known) {
    double size = shape_reach(a->shape) + shape_reach(b->shape), time = 0, previous = INFINITY;
    const evo_flight between = flight_between(&a->flight, &b->flight);
    const evo_vec2 accel = vec_sub(b->accel, a->accel);
    *known = true;
    for (int i = 0; i < LEAVING_STEPS; ++i) {
        if (!(time <= horizon)) return INFINITY;
        const evo_flight then = flight_after(&between, accel, time);
        const couple two = couple_of(a->shape, a->flight.angle + time * a->flight.spin, b->shape,
                                     then.position, then.angle);
        const double gap = pair_measure(&two.at[0], &two.at[1]).gap;
        const double max_speed = vec_length(then.velocity) + rim_speed(a) + rim_speed(b);
        if (i > 0 && gap >= -DEPTH_INSIDE * size && gap >= previous) return time;
        if (gap > DEPTH_INSIDE * size) return time;
        double distance = most_of(-gap, DEPTH_INSIDE * size);
        double square = max_speed * max_speed + 2 * vec_length(accel) * distance;
        if (!(square > 0)) return INFINITY;
        time += 2 * distance / (max_speed + sqrt(square));
        previous = gap;
    }
    *known = false;
    return time;
}

/* ---- The public question --------------------------------------------------------------------- */

static bool flight_fits(evo_flight f) {
    return vector_fits(f.position) && vector_fits(f.velocity) && number_fits(f.angle)
           && number_fits(f.spin);
}

double toi_of_flights(const evo_shape *a, evo_flight fa, const evo_shape *b, evo_flight fb,
                      double horizon, bool *known) {
    *known = true;
    if (a->kind == EVO_SEGMENT && b->kind == EVO_SEGMENT) return INFINITY;
    moving_shape first = {a, fa, {0, 0}, 0}, second = {b, fb, {0, 0}, 0};
    bool gave_up = false;
    if (!pair_in_order(a, (evo_pose){fa.position, fa.angle}, b,
                       (evo_pose){fb.position, fb.angle})) {
        const moving_shape other = first;
        first = second;
        second = other;
    }
    second.flight.position = vec_sub(second.flight.position, first.flight.position);
    first.flight.position = vec(0, 0);
    if (advance_overlaps(&first, &second)) return 0;
    const double time = first_contact_time(&first, &second, horizon, WORK_MOST, &gave_up);
    *known = !gave_up;
    return time;
}

double evo_time_of_impact(const evo_shape *a, evo_flight fa, const evo_shape *b, evo_flight fb,
                          double horizon) {
    bool known;
    if (!shape_measurable(a) || !shape_measurable(b) || !flight_fits(fa) || !flight_fits(fb)
        || !(horizon >= 0))
        return INFINITY;
    const double time = toi_of_flights(a, fa, b, fb, horizon, &known);
    return known ? time : (double)NAN;
}
