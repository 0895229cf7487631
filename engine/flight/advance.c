/* advance.c: conservative advancement: measure how far two shapes are apart, step as far in time as
 * they cannot close that distance, and measure again.
 *
 * Convex shapes are looked at along an axis (axis.c). The separation along any axis is at most the
 * gap, and costs a small part of a measurement. An axis is followed, as it turns, for as long as it
 * separates them; there it is turned to where it separates most. Where that is nowhere they touch.
 * Measured are only shapes that may overlap, and ellipses.
 *
 * A ring is not convex, and another part of its rim may come nearest. As long as the disk of its
 * outer arc is apart from the other shape, that disk is looked at in its place. Then the features
 * of rims tell (axis.c). With an ellipse a step is bounded by the greatest closing speed of any
 * two points, which converges more slowly; below a gap of RING_NEWTON_GAP the rate at the nearest
 * points gives it.
 */
#include "flight/flight.h"

#include <assert.h>
#include <float.h>

#include "narrow/narrow.h"
#include "shape/shape.h"

/* Fraction of the pair's size: rings with a smaller gap take Newton steps. NEWTON_STRIDE: longest
 * such step, as a multiple of the safe step: whatever it might pass through is smaller than a
 * millionth of the size. */
static const double RING_NEWTON_GAP = 1e-7;
static const double NEWTON_STRIDE = 10;

/* Fraction of the pair's size: shapes this far apart touch no more. */
static const double SEPARATED = 1e-6;

/* Fractions of the smaller shape's reach, and of all that is looked at: the longest step, as a
 * distance, while shapes go on touching. */
static const double LEAVING_STEP = 1e-2, LEAVING_PART = 2e-3;

/* ---- The pair in motion ---------------------------------------------------------------------- */

typedef struct advancement {
    const moving_shape *a, *b;
    evo_flight between;                 /* from A to B, at time 0 */
    const evo_shape *shape_a, *shape_b; /* at this time */
    evo_shape grown[2];                 /* room for shapes that grow */
    double size;
    double time;
    axis_pair pair; /* at this time; rings are the disks that hold them */
    bool beside;    /* these disks are apart */
    bool looked;    /* the look is of this time */
    rim_look look;  /* of the features of rims that are apart, one of them a ring's */
    bool starts;    /* features that touch and recede are held to be apart */
    couple two;     /* placed as last measured, relative to A's body */
    meeting gap;
    bool climbed;   /* the gap was found from an axis; of an ellipse, about */
    bool arrived;   /* the end of the axis is where they touch */
    int work, most; /* in looks along an axis */
    bool gave_up;
} advancement;

static bool is_ring(const moving_shape *m) {
    return m->shape->kind == EVO_RING;
}

static bool pair_has_ring(const advancement *p) {
    return is_ring(p->a) || is_ring(p->b);
}

static bool has_oval(const advancement *p) {
    return p->a->shape->kind == EVO_ELLIPSE || p->b->shape->kind == EVO_ELLIPSE;
}

/* Returns whether the features of both rims tell when they touch. */
static bool has_rims(const advancement *p) {
    return pair_has_ring(p) && !has_oval(p);
}

static void place_both(advancement *p) {
    p->two = (couple){{placed_at(p->shape_a, vec(0, 0), p->pair.a.turned),
                       placed_at(p->shape_b, p->pair.offset, p->pair.b.turned)},
                      {{{0, 0}, p->a->flight.angle}, {p->pair.offset, p->b->flight.angle}}};
    p->beside = false;
}

/* Returns a shape grown to its size at a time. */
static void grow_to(const moving_shape *m, double time, evo_shape *room, const evo_shape **shape,
                    axis_side *side) {
    const double scale = 1 + m->growth * time;
    if (!(m->growth > 0)) return;
    *room = shape_scaled(m->shape, scale);
    *shape = room;
    axis_take_shape(&side->shape, room);
    side->growth = m->growth / scale;
}

static void move_to(advancement *p, double time) {
    const evo_flight then = flight_after(&p->between, p->pair.accel, time);
    p->time = time;
    p->looked = false;
    p->pair.velocity = then.velocity;
    p->pair.offset = then.position;
    p->pair.a.turned = evo_direction(p->a->flight.angle + time * p->a->flight.spin);
    p->pair.b.turned = evo_direction(then.angle);
    grow_to(p->a, time, &p->grown[0], &p->shape_a, &p->pair.a);
    grow_to(p->b, time, &p->grown[1], &p->shape_b, &p->pair.b);
    ++p->work;
}

/* Looks along an axis that cost as much as a look at rims, and as measuring: hulls, or others. */
enum { WORK_OF_RIMS = 6, WORK_OF_HULLS = 2, WORK_OF_FITTING = 20 };

/* Measures in canonical order, as impacts do: where two touches hold a ring, the last bit decides
 * which of two normals is the result. */
static void measure_shapes(advancement *p) {
    place_both(p);
    p->work += pair_has_ring(p) || has_oval(p) ? WORK_OF_FITTING : WORK_OF_HULLS;
    p->gap = couple_nearest(&p->two);
    p->climbed = false;
}

static void measure_at(advancement *p, double time) {
    move_to(p, time);
    measure_shapes(p);
}

/* The rate of the gap. */
static double gap_rate(const advancement *p) {
    const axis_side *a = &p->pair.a, *b = &p->pair.b;
    const evo_vec2 n = p->gap.normal, arm = vec_sub(p->gap.point_b, p->pair.offset);
    return vec_dot(p->pair.velocity, n) + b->spin * vec_cross(arm, n)
           - a->spin * vec_cross(p->gap.point_a, n) + b->growth * vec_dot(arm, n)
           - a->growth * vec_dot(p->gap.point_a, n);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* The greatest speed of the outline for a spin of 1; of a round shape, of its centre. */
static double shape_lever(const evo_shape *shape) {
    double offset = vec_length(shape->center);
    return shape_is_round(shape) ? offset : offset + shape_reach(shape);
}

/* The greatest speed of an outline that grows. */
static double growing_speed(const axis_side *side, const evo_shape *shape) {
    return side->growth > 0 ? side->growth * shape_radius(shape) : 0;
}

/* No two points of the shapes approach faster, at this time. */
static double max_closing_speed(const advancement *p) {
    return vec_length(p->pair.velocity) + fabs(p->a->flight.spin) * shape_lever(p->shape_a)
           + fabs(p->b->flight.spin) * shape_lever(p->shape_b)
           + (growing_speed(&p->pair.a, p->shape_a) + growing_speed(&p->pair.b, p->shape_b));
}

/* Returns the step of an ellipse beside a ring, or in it, whose nearest points are not bounded. */
static double oval_ring_step(const advancement *p) {
    double max_speed = max_closing_speed(p), rate = gap_rate(p), gap = p->gap.gap;
    double step = bound_linear(gap, max_speed, vec_length(p->pair.accel));
    if (!(step < INFINITY)) return INFINITY;
    if (rate < 0 && gap < RING_NEWTON_GAP * p->size)
        step = least_of(-gap / rate, NEWTON_STRIDE * step);
    return step;
}

/* Longest step of rims, in sizes and in radians: longer ones would have wide bounds. */
static const double RIM_STRIDE = 4, RIM_TURN = 0.5;

static void look_at_rims(advancement *p) {
    const axis_pair *m = &p->pair;
    const double spin = most_of(fabs(m->a.spin), fabs(m->b.spin)), accel = vec_length(m->accel);
    const double longest = bound_linear(RIM_STRIDE * p->size, max_closing_speed(p), accel);
    const rim_pair pair = {{outline_of(&p->two.at[0]), {0, 0}, {0, 0}, m->a.spin},
                           {outline_of(&p->two.at[1]), m->offset, m->velocity, m->b.spin},
                           accel,
                           spin > 0 ? least_of(longest, RIM_TURN / spin) : longest,
                           TOUCH_MEASURED * p->size,
                           p->starts};
    p->work += WORK_OF_RIMS;
    p->look = (rim_look){INFINITY, false};
    if (longest < INFINITY) p->look = features_look(&pair);
    p->looked = true;
}

static double rims_step(advancement *p) {
    if (!p->looked) look_at_rims(p);
    return p->look.step;
}

static bool is_convex(const advancement *p) {
    return !pair_has_ring(p) || p->beside;
}

/* Radians that the normal of two rounded rims turns until the gap closes: an axis that turned more
 * would have wide bounds, and is fixed. */
static const double AXIS_TURN = 0.5;

/* Fraction of the size: along a turning axis ellipses close a smaller gap without an error that
 * shows: it is of the order of the gap's cube. */
static const double AXIS_ENDS = 1e-6;

typedef struct moving_axis {
    evo_vec2 from;       /* the axis when it was taken */
    const axis_side *on; /* the body in whose frame the axis is fixed; NULL: none */
    double since, spin;  /* the time then, and the spin since */
    double least;        /* the separation at which another axis separates clearly more */
    bool ends;           /* it is the normal of the gap until that closes */
} moving_axis;

/* The normal of the gap. It turns with the face that it stands on, or as the line through the
 * centres of two rounded rims does at first; in the end it separates them less than the normal of
 * then by about the gap's cube (one that is fixed: by the square). */
static moving_axis axis_of_gap(const advancement *p) {
    const meeting *m = &p->gap;
    const axis_pair *pair = &p->pair;
    const double part = m->gap / p->size, least = TOUCH_MEASURED * p->size;
    moving_axis axis = {m->normal, NULL, p->time, 0, least, false};
    if (isinf(m->radius_a) || isinf(m->radius_b)) {
        axis.on = isinf(m->radius_a) ? &pair->a : &pair->b;
        axis.from = vec_turn_back(m->normal, axis.on->turned);
        axis.spin = axis.on->spin;
        return axis;
    }
    const evo_vec2 from = vec_along(m->point_a, -m->radius_a, m->normal);
    const evo_vec2 to = vec_sub(vec_along(m->point_b, m->radius_b, m->normal), pair->offset);
    const evo_vec2 turns = vec_along(vec_scale(to, pair->b.spin), -pair->a.spin, from);
    const evo_vec2 grows = vec_along(vec_scale(to, pair->b.growth), -pair->a.growth, from);
    const evo_vec2 velocity = vec_add(vec_add(pair->velocity, vec_left(turns)), grows);
    const double far = m->gap + m->radius_a + m->radius_b;
    const double spin = vec_cross(m->normal, velocity) / far;
    const bool turned = far > 0 && fabs(spin * m->gap) < -AXIS_TURN * vec_dot(m->normal, velocity);
    if (turned) axis.spin = spin;
    axis.least = most_of(least, m->gap * part * (turned ? part : 1));
    axis.ends = turned && has_oval(p) && !pair_has_ring(p) && part < AXIS_ENDS;
    return axis;
}

static evo_vec2 axis_now(const advancement *p, const moving_axis *axis) {
    if (axis->on) return vec_turn(axis->from, axis->on->turned);
    if (axis->spin == 0) return axis->from;
    return vec_turn(axis->from, evo_direction(axis->spin * (p->time - axis->since)));
}

/* A step in which nothing touches; INFINITY: it never will. */
static double safe_step(advancement *p) {
    if (is_convex(p)) return axis_look_along(&p->pair, p->gap.normal, axis_of_gap(p).spin).step;
    return has_rims(p) ? rims_step(p) : oval_ring_step(p);
}

/* Follows the normal of the gap by a step at least, as long as it separates the shapes. Returns
 * false where they do not touch before `until`. */
static bool follow_axis(advancement *p, double until) {
    const double touching = TOUCH_MEASURED * p->size;
    const moving_axis axis = axis_of_gap(p);
    axis_look look;
    do {
        look = axis_look_along(&p->pair, p->gap.normal, axis.spin);
        if (!(look.gap > axis.least) && p->time > axis.since) return true;
        if (!(look.step <= until - p->time)) return false;
        if (!(p->time + look.step > p->time)) return true;
        p->arrived = axis.ends && p->time == axis.since && look.left <= touching
                     && fabs(look.gap - p->gap.gap) <= touching;
        move_to(p, p->time + look.step);
        p->gap.normal = axis_now(p, &axis);
    } while (look.left > axis.least && p->work < p->most);
    return true;
}

/* Goes on to a time before which shapes that are apart do not touch. Returns false where they do
 * not before `until`. */
static bool advance_until(advancement *p, double until) {
    if (is_convex(p)) return follow_axis(p, until);
    const double step = safe_step(p);
    if (!(step <= until - p->time)) return false;
    move_to(p, p->time + step);
    return true;
}

/* The line of centres after a time. */
static evo_vec2 axis_after(const axis_pair *pair, double time) {
    const evo_vec2 mean = vec_along(pair->velocity, 0.5 * time, pair->accel);
    return vec_unit(vec_along(pair->offset, time, mean), vec(1, 0));
}

/* Returns whether shapes stay apart along the line of centres midway: most that pass by do. */
static bool passes_by(const advancement *p, double until) {
    if (!(until < INFINITY)) return false;
    const evo_vec2 midway = axis_after(&p->pair, 0.5 * (until - p->time));
    const axis_look look = axis_look_along(&p->pair, midway, 0);
    return look.gap > TOUCH_MEASURED * p->size && !(look.step <= until - p->time);
}

/* Finds the gap of shapes that were apart, near an axis that separated them. Of rims no gap is
 * found, but whether it is 0. */
static void look_again(advancement *p) {
    p->gap = axis_climb(&p->pair, p->gap.normal);
    p->climbed = true;
    p->beside = pair_has_ring(p);
    if (p->gap.gap > TOUCH_MEASURED * p->size) return;
    if (has_oval(p)) measure_shapes(p);
    if (!has_rims(p)) return;
    place_both(p);
    look_at_rims(p);
    p->gap.gap = p->look.touches ? 0 : INFINITY;
}

/* Finds the gap of shapes that may overlap. The normal of a small gap is rounded: the axis that
 * turns to it separates more. */
static void look_first(advancement *p) {
    p->gap.normal = axis_after(&p->pair, 0);
    if (has_oval(p)) {
        measure_shapes(p);
        return;
    }
    look_again(p);
    if (is_convex(p) ? p->gap.gap > TOUCH_MEASURED * p->size
                     : !p->look.touches && !pair_overlaps(&p->two.at[0], &p->two.at[1]))
        return;
    measure_shapes(p);
    if (is_convex(p) && p->gap.gap > TOUCH_MEASURED * p->size) look_again(p);
}

/* ---- Advancement ----------------------------------------------------------------------------- */

/* Returns the last time, between an earlier time and the present one, before the shapes overlap
 * deeper than `depth`. */
static double last_apart(advancement *p, double before, double depth) {
    double after = p->time;
    for (int halving = 0; halving < 60; ++halving) {
        measure_at(p, 0.5 * (before + after));
        if (p->gap.gap < -depth)
            after = p->time;
        else
            before = p->time;
    }
    return before;
}

/* Returns whether touching shapes approach, by more than rounding. */
static bool is_closing(const advancement *p) {
    return gap_rate(p) < -CLOSING * max_closing_speed(p);
}

/* Follows a contact that does not close, in growing steps, until the shapes separate or overlap
 * deeper than `depth`. Returns the last time at which they were measured to touch. */
static double leave_contact(advancement *p, double until, double depth) {
    double touched = p->time, max_speed = max_closing_speed(p), accel = vec_length(p->pair.accel);
    double stride = LEAVING_STEP * least_of(shape_reach(p->shape_a), shape_reach(p->shape_b));
    stride = most_of(stride, LEAVING_PART * max_speed * least_of(until - p->time, DBL_MAX));
    double step = bound_linear(4 * TOUCH_MEASURED * p->size, max_speed, accel);
    while (p->gap.gap >= -depth && p->gap.gap <= SEPARATED * p->size && p->work < p->most) {
        touched = p->time;
        if (!(step <= until - p->time)) break;
        measure_at(p, p->time + step);
        step = least_of(2 * step, bound_linear(stride, max_closing_speed(p), accel));
    }
    return touched;
}

typedef enum parting { PARTS_NOT, PARTS_FOR_GOOD, PARTED } parting;

/* Goes from a contact that recedes to where shapes are farthest apart by the quadratic bound with a
 * gap of 0: they touch nowhere on the way, nor in twice that time. */
static parting parting_from(advancement *p, double until) {
    const double from = p->time, touching = TOUCH_MEASURED * p->size;
    const bool bounded = !pair_has_ring(p) || has_rims(p);
    if (!bounded || !(gap_rate(p) > CLOSING * max_closing_speed(p))) return PARTS_NOT;
    p->pair.lift = touching - p->gap.gap;
    const moving_axis axis = axis_of_gap(p);
    const bool overlaps = p->gap.gap < -touching;
    const double step = safe_step(p);
    p->pair.lift = 0;
    if (!(step <= until - from)) return PARTS_FOR_GOOD;
    move_to(p, from + 0.5 * step);
    p->gap.normal = axis_now(p, &axis);
    if (overlaps)
        measure_shapes(p);
    else
        look_again(p);
    if (p->gap.gap > touching) return PARTED;
    measure_at(p, from);
    return PARTS_NOT;
}

static double give_up(advancement *p) {
    p->gave_up = true;
    return p->time;
}

/* Goes from shapes that are apart to where they touch. */
static double advance_apart(advancement *p, double until) {
    const double touching = TOUCH_MEASURED * p->size;
    while (p->gap.gap > touching) {
        const double before = p->time;
        if (p->work >= p->most) return give_up(p);
        if (!advance_until(p, until)) return INFINITY;
        if (!(p->time > before)) {
            if (!p->climbed || !has_oval(p))
                return before; /* neither clock nor supports resolve less */
            measure_shapes(p);
            continue;
        }
        if (p->arrived) return p->time;
        look_again(p);
        if (p->gap.gap < -touching) return last_apart(p, before, touching);
    }
    return p->time;
}

static double advance_from(advancement *p, double from, double until) {
    const double touching = TOUCH_MEASURED * p->size;
    move_to(p, from);
    p->starts = true;
    if (passes_by(p, until)) return INFINITY;
    look_first(p);
    if (p->gap.gap <= touching) {
        if (is_closing(p)) return from;
        const parting parts = parting_from(p, until);
        if (parts == PARTS_FOR_GOOD) return INFINITY;
        if (parts == PARTS_NOT) {
            double depth = most_of(-p->gap.gap, touching), touched = leave_contact(p, until, depth);
            if (p->gap.gap < -depth) return last_apart(p, touched, depth);
            if (p->work >= p->most) return give_up(p);
            if (p->gap.gap <= touching) return INFINITY;
        }
    }
    p->starts = false;
    return advance_apart(p, until);
}

/* The motion of two shapes, before anything is measured. */
static void take_motion(advancement *p, const moving_shape *a, const moving_shape *b) {
    p->a = a;
    p->b = b;
    p->shape_a = a->shape;
    p->shape_b = b->shape;
    p->pair.a.growth = a->growth;
    p->pair.b.growth = b->growth;
    p->size = shape_reach(a->shape) + shape_reach(b->shape);
    p->pair.a.spin = a->flight.spin;
    p->pair.b.spin = b->flight.spin;
    p->between = flight_between(&a->flight, &b->flight);
    p->pair.accel = vec_sub(b->accel, a->accel);
    p->pair.lift = 0;
    p->work = 0;
    p->beside = p->gave_up = p->arrived = false;
}

bool advance_overlaps(const moving_shape *a, const moving_shape *b) {
    advancement p;
    take_motion(&p, a, b);
    double around = p.size + vec_length(a->shape->center) + vec_length(b->shape->center);
    if (vec_length(p.between.position) > around) return false;
    measure_at(&p, 0);
    return p.gap.gap < -TOUCH_MEASURED * p.size;
}

/* The growth of the sum of both radii of the circles in which the bodies turn. */
static double growth_around(const moving_shape *a, const moving_shape *b) {
    if (a->growth == 0 && b->growth == 0) return 0;
    return a->growth * shape_radius(a->shape) + b->growth * shape_radius(b->shape);
}

double advance_to_impact(const moving_shape *a, const moving_shape *b, double horizon, int *work,
                         bool *gave_up) {
    advancement p;
    take_motion(&p, a, b);
    p.most = *work;
    const evo_vec2 accel = p.pair.accel;
    bool straight = vec_is_zero(accel);
    assert(horizon < INFINITY || straight);
    /* The shapes can touch only while the circles overlap in which the bodies turn, widened by how
     * far acceleration bends the path. */
    double curvature = straight ? 0 : 0.5 * vec_length(accel) * horizon * horizon;
    circles_motion around = {p.between.position, p.between.velocity,
                             vec_length(a->shape->center) + vec_length(b->shape->center) + p.size
                                 + curvature};
    bool bounded = around.reach < INFINITY;
    const double growth = growth_around(a, b);
    assert(growth == 0 || !pair_has_ring(&p));
    double from = bounded ? circles_touch(&around) : 0, time = INFINITY;
    double until = bounded ? least_of(horizon, circles_exit(&around)) : horizon;
    if (growth > 0) {
        from = growing_touch(&around, growth);
        until = least_of(horizon, growing_exit(&around, growth));
    }
    if (from <= horizon) {
        axis_take_shape(&p.pair.a.shape, a->shape);
        axis_take_shape(&p.pair.b.shape, b->shape);
        time = advance_from(&p, from, until);
    }
    *work -= p.work;
    *gave_up = p.gave_up;
    return time;
}
