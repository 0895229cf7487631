/* flight.h: free flight of two shapes: times of impact, and the law of impacts. */
#ifndef ENGINE_FLIGHT_FLIGHT_H
#define ENGINE_FLIGHT_FLIGHT_H

#include <math.h>

#include "core/core.h"
#include "evolute/collide.h"
#include "evolute/shape.h"
#include "narrow/narrow.h"
#include "shape/climb.h"
#include "shape/shape.h"

/* ==== Tolerances ============================================================================== */

/* Differences below which two shapes touch, or do not move against each other. All are fractions:
 * of the size of the pair, which is the sum of both reaches, or of a speed. */

/* Gaps of a touch in closed form: the rounding of the formulas. Wider, slow events would be lost;
 * narrower, rounding would make events of its own. And its square, of a speed: such pairs slide. */
static const double TOUCH_EXACT = 1e-14, TOUCH_EXACT_SQUARE = 1e-28;

/* Gaps of a touch between shapes that were measured, or moved to the present. Narrower, advancement
 * would step without end, and simultaneous impacts would be missed. */
static const double TOUCH_MEASURED = 1e-11;

/* Multiple of the gap at which shapes touch: predicted impacts are due where the gap is smaller.
 * Larger: pairs impact before they touch; smaller: impacts that came true are missed. */
static const double DUE = 10;

/* Fraction of the reach by which circles around shapes are widened: more than rounding. */
static const double CIRCLE_SLACK = 1e-6;

/* Fraction of the speed: slower approaches are none. */
static const double CLOSING = 1e-12;

/* Fraction of the size: least depth of a shape that entered another, until it leaves. It is above a
 * measured touch, or the shape would leave at once. */
static const double DEPTH_INSIDE = 1e-10;

/* Fraction of the size: smaller overlaps are rounding of positions from outside, not overlaps. */
static const double OVERLAP_ROUNDING = 1e-9;

/* Fraction of a step, or of the clock's period: nearer times are one instant, parted by
 * rounding. */
static const double SAME_INSTANT = 0x1p-36;

/* ==== A point and a line ====================================================================== */

/* Times at which a point in free flight under constant acceleration reaches a line. */

/* The time at which distance + speed t + accel t^2 / 2 next falls to 0, from a distance of 0 or
 * more: 0 when it is there and falls on; INFINITY: never. A distance below 0 counts as rounding,
 * and as 0. The first root is written without a difference of its terms. */
static inline double line_reach(double distance, double speed, double accel) {
    if (distance < 0) distance = 0;
    double square = speed * speed - 2 * accel * distance;
    if (!(square >= 0)) return INFINITY;
    if (speed < 0) return 2 * distance / (sqrt(square) - speed);
    return accel < 0 ? (speed + sqrt(square)) / -accel : INFINITY;
}

/* The same time from any distance: a distance below 0 falls through 0 after it has risen, and
 * turned. */
static inline double line_cross(double distance, double speed, double accel) {
    double square = speed * speed - 2 * accel * distance;
    if (distance >= 0) return line_reach(distance, speed, accel);
    return square > 0 && speed > 0 && accel < 0 ? (speed + sqrt(square)) / -accel : INFINITY;
}

/* ==== Moving shapes =========================================================================== */

/* A shape on a body in free flight under constant acceleration. */

typedef struct moving_shape {
    const evo_shape *shape; /* shape about the body's origin */
    evo_flight flight;      /* flight of the body, at time 0 */
    evo_vec2 accel;
    double growth; /* growth a second of all lengths about the body's origin, as a part of those at
                      time 0; 0 for rings */
} moving_shape;

/* A flight as it goes on after a time. */
static inline evo_flight flight_after(const evo_flight *f, evo_vec2 accel, double time) {
    return (evo_flight){vec_along(f->position, time, vec_along(f->velocity, 0.5 * time, accel)),
                        vec_along(f->velocity, time, accel), f->angle + time * f->spin, f->spin};
}

/* The flight of B from the body of A, which does not turn. */
static inline evo_flight flight_between(const evo_flight *a, const evo_flight *b) {
    return (evo_flight){vec_sub(b->position, a->position), vec_sub(b->velocity, a->velocity),
                        b->angle, b->spin};
}

/* Returns whether turning does not show: no spin, or a round shape about the body's origin. */
static inline bool shape_keeps_angle(const evo_shape *shape, double spin) {
    bool centered = vec_is_zero(shape->center);
    return spin == 0 || (centered && shape_is_round(shape));
}

/* ==== Times of impact ========================================================================= */

/* Time at which two moving shapes next touch, by the best method for the pair: closed forms for
 * circles, and for circles and shapes that do not turn; conservative advancement for all others. */

/* The time at which they next touch from outside; INFINITY: not up to the horizon. What overlaps
 * touches at once when it approaches, else when it comes back, or begins to overlap deeper. Work is
 * bounded: where that is not enough, as for what turns a thousand times, *known is false, and the
 * time is one before which they do not touch. */
double toi_look(const moving_shape *a, const moving_shape *b, double horizon, bool *known);

/* The time at which two overlapping shapes separate; INFINITY: not up to the horizon. Where *known
 * is false they overlap until then. */
double toi_exit(const moving_shape *a, const moving_shape *b, double horizon, bool *known);

/* The answer of evo_time_of_impact, of arguments that are sound; where *known is false a time
 * before which they do not touch. */
double toi_of_flights(const evo_shape *a, evo_flight fa, const evo_shape *b, evo_flight fb,
                      double horizon, bool *known);

/* ==== An impulse ============================================================================== */

/* The law of one impact: an instantaneous impulse along the normal and, by friction, along the
 * tangent. */

/* Immovable bodies have an inverse mass of 0, bodies that cannot turn an inverse inertia of 0. */
typedef struct impulse_body {
    evo_vec2 velocity;
    double spin;
    double inverse_mass, inverse_inertia;
    evo_vec2 arm;        /* arm from the centre of mass to the contact */
    evo_vec2 locked;     /* 1 along axes that are locked, else 0 */
    uint32_t pair_count; /* number of pairs of the body in several impacts at one instant: see
                            impulse.c */
} impulse_body;

/* Returns the fraction of a body's inverse mass along a direction; `square`: of the length of the
 * direction. */
static inline double impulse_part(const impulse_body *body, evo_vec2 delta, double square) {
    const evo_vec2 locked = body->locked;
    return 1 - (locked.x * delta.x * delta.x + locked.y * delta.y * delta.y) / square;
}

/* Gives a body an impulse at an arm. */
static inline void impulse_push(impulse_body *body, evo_vec2 arm, evo_vec2 impulse) {
    const evo_vec2 along = vec_let(body->locked, impulse);
    body->velocity = vec_along(body->velocity, body->inverse_mass, along);
    body->spin += body->inverse_inertia * vec_cross(arm, impulse);
}

typedef struct impulse_law {
    double restitution; /* 1: elastic; 0: perfectly inelastic */
    double friction;    /* Coulomb's; 0: smooth */
    double growth_rate; /* speed at which the outlines grow towards each other */
    double min_speed;   /* least speed of separation afterwards */
    double tangential;  /* restitution of the slip, as far as friction goes: -1 to 1 */
} impulse_law;

/* Speed of approach above which no impact adds energy. Larger: between bumpers speeds grow beyond
 * what times of impact resolve. */
static const double FASTEST_BUMPED = 1e6;

/* Restitution of an impact at a speed of approach. */
static inline double impulse_restitution(const impulse_law *law, double approach) {
    return approach > FASTEST_BUMPED ? least_of(law->restitution, 1) : law->restitution;
}

typedef struct impulse_result {
    double speed;   /* speed of approach, along the normal; 0: no change but for min_speed */
    double impulse; /* impulse along the normal */
    double length;  /* length of delta */
} impulse_result;

/* `delta` leads from a to b along the normal, and may have any length: nothing is divided by a
 * length that is known less exactly than delta itself. */
impulse_result impulse_resolve(impulse_body *a, impulse_body *b, evo_vec2 delta,
                               const impulse_law *law);

/* Resolves the impact of two disks without friction, which nothing turns. */
INLINE impulse_result impulse_resolve_smooth(evo_vec2 velocities[2], const double inverse_masses[2],
                                             evo_vec2 delta, double restitution) {
    double square = vec_dot(delta, delta), length = sqrt(square);
    double normal_speed = vec_dot(vec_sub(velocities[1], velocities[0]), delta);
    double inverse = inverse_masses[0] + inverse_masses[1];
    impulse_result result = {0, 0, length};
    if (!(normal_speed < 0) || !(inverse > 0)) return result;
    double change = -(1 + restitution) * normal_speed / square;
    double share_a = inverse_masses[0] / inverse, share_b = inverse_masses[1] / inverse;
    evo_vec2 after_a = vec_along(velocities[0], -share_a * change, delta);
    evo_vec2 after_b = vec_along(velocities[1], share_b * change, delta);
    /* The residual of rounding is applied too: its sign is always the same, and it would add up. */
    double residual = vec_dot(vec_sub(after_b, after_a), delta) + restitution * normal_speed;
    velocities[0] = vec_along(after_a, share_a * residual / square, delta);
    velocities[1] = vec_along(after_b, -share_b * residual / square, delta);
    result.speed = -normal_speed / length;
    result.impulse = change / inverse * length;
    return result;
}

/* ==== Several impulses ======================================================================== */

/* Several impacts at one instant.
 *
 * If two bodies that hit a third at the same instant were resolved one after the other, the first
 * would take it all, and what is symmetric would not stay so. So every pair gets the target speed
 * of its own restitution, and all impulses are solved for together. Pairs that do not approach at
 * that instant are not among them: a next round meets those. */

/* A pair that approaches. */
typedef struct impulse_pair {
    uint32_t a, b;    /* bodies */
    evo_vec2 delta;   /* vector from a to b along the normal, of any length */
    evo_vec2 arms[2]; /* arms from the centres of mass to the contact */
    impulse_law law;
    impulse_result result;       /* output */
    evo_vec2 normal;             /* normal; from here on, for impulses_resolve */
    double inverse_effective[2]; /* inverse effective masses along normal and tangent */
    double target;               /* speed of separation */
    double slip;                 /* slip before friction acts */
    double impulses[2];          /* impulses along normal and tangent */
    double change;               /* change of one of these, in this iteration */
    double relaxation;           /* fraction of the impulse that one pair alone needs, applied in an
                                    iteration */
} impulse_pair;

/* The bodies' own arms are not used. */
void impulses_resolve(impulse_body *bodies, impulse_pair *pairs, size_t pair_count);

/* ==== Contacts of an instant ================================================================== */

/* Impacts of one instant, in steps and in exact worlds alike.
 *
 * The host adds the contacts that are due, and then, for each body among them, those in which it
 * touches others. Contacts that share a body that moves are one part; each part is solved by the
 * law of one impact, or of several together. So what is symmetric stays so, whether what is met
 * moves or not. */

/* Number of a body that no impact moves. */
static const uint32_t INSTANT_GROUND = 0xffffffffu;

/* Restitution of hops of several together, which need not be exact: closer to 1, the law of several
 * takes thousands of rounds. */
static const double HOP_TOGETHER = 0.5;

typedef struct instant_contact {
    uint32_t bodies[2]; /* the host's numbers; the second may be INSTANT_GROUND */
    uint32_t pair;      /* the host's name for the contact */
    impulse_body ground;
    evo_vec2 delta;            /* vector from the first to the second along the normal */
    evo_vec2 arms[2];          /* arms from the centres of mass to the contact */
    impulse_law law, together; /* law of the contact alone, and among others */
    double approach;       /* speed of approach; not above 0: a plastic contact that may close */
    impulse_result result; /* output, and so are the fields below */
    evo_vec2 push;         /* impulse on the second */
    uint32_t places[2];    /* indices among the bodies */
    uint32_t part;
} instant_contact;

typedef struct instant_body {
    uint32_t number; /* or INSTANT_GROUND */
    uint32_t part;
} instant_body;

typedef struct instant {
    const evo_allocator *memory;
    instant_contact *contacts;
    instant_body *bodies;
    impulse_body *sides; /* by body: as it moves before, and then after the impacts; and copies */
    impulse_pair *pairs; /* room for a part */
    uint32_t *places;    /* by the host's number: index among the bodies, if it is there */
    uint32_t contact_count, body_count;
    size_t contact_capacity, body_capacity, side_capacity, pair_capacity, place_capacity;
} instant;

typedef struct instant_host {
    void *context;
    /* A body as it moves at the instant. */
    impulse_body (*body)(void *context, uint32_t number);
    /* Adds the contacts of the body at a place that have not been added yet. False: out of
     * memory. */
    bool (*touches)(void *context, uint32_t place);
} instant_host;

void instant_free(instant *i);

/* Begins an instant of bodies with numbers below `numbers`. False: out of memory. */
bool instant_begin(instant *i, uint32_t numbers);

/* The place of a body, or the count of bodies. */
uint32_t instant_place(const instant *i, uint32_t number);

/* Adds a body, or a contact and its bodies. False: out of memory. */
bool instant_add_body(instant *i, const instant_host *host, uint32_t number);
bool instant_add(instant *i, const instant_host *host, const instant_contact *contact);

/* Asks for the touches of all bodies that move, and takes room to solve. False: out of memory. */
bool instant_gather(instant *i, const instant_host *host);

/* Solves all parts: sets sides and results. Energy grows only by min_speed, bumpers and driven
 * bodies. */
void instant_solve(instant *i);

/* ==== Two circles ============================================================================= */

/* Times at which two circles in uniform motion touch. */

/* A circle of the sum of both radii, and a point at `offset` from its centre that moves with
 * `velocity`. */
typedef struct circles_motion {
    evo_vec2 offset, velocity;
    double reach;
} circles_motion;

/* The time of first touch: 0 when they overlap, or touch and approach; INFINITY: never. */
double circles_touch(const circles_motion *e);

/* The time at which they next touch from outside: the same, but INFINITY for overlapping circles
 * that recede. */
double circles_enter(const circles_motion *e);

/* The time at which they last touch: below 0 when that is past, -INFINITY when their paths miss,
 * INFINITY when the distance stays. */
double circles_exit(const circles_motion *e);

/* ==== Growing circles ========================================================================= */

/* Times at which two growing circles in uniform motion touch. */

/* Return the times of first and of last touch, like circles_touch and circles_exit, of circles
 * whose radii add up to reach + growth t; growth is at least 0. */
double growing_touch(const circles_motion *e, double growth);
double growing_exit(const circles_motion *e, double growth);

/* ==== Bounds of a gap ========================================================================= */

/* Returns the time for which a quantity stays above 0, from its present value and rate, and a bound
 * of its second derivative. */

/* The longest T up to `longest` for which gap + rate T - curvature T^2 / 2 stays above 0, in the
 * form that does not cancel. */
static inline double bound_quadratic(double gap, double rate, double curvature, double longest) {
    const double root = sqrt(rate * rate + 2 * curvature * gap);
    if (rate > 0) return rate + root >= curvature * longest ? longest : (rate + root) / curvature;
    if (!(gap > 0)) return rate < 0 || curvature > 0 ? 0 : longest;
    return 2 * gap >= (root - rate) * longest ? longest : 2 * gap / (root - rate);
}

/* The least time to cover a distance at this speed and acceleration. */
static inline double bound_linear(double distance, double speed, double accel) {
    if (accel == 0) return speed > 0 ? distance / speed : INFINITY;
    const double square = speed * speed + 2 * accel * distance;
    return accel > 0 || speed > 0 ? 2 * distance / (speed + sqrt(square)) : INFINITY;
}

/* ==== Advancement ============================================================================= */

/* Time at which two moving shapes of any kinds first touch. */

/* The time of first touch; 0 when they touch or overlap, and approach; when they overlap and part,
 * the time at which they come back, or begin to overlap deeper. INFINITY: not up to the horizon.
 * Where accelerations differ the horizon is finite. After so much work, in looks along an axis,
 * which is taken from *work, it gives up, at a time before which they do not touch. */
double advance_to_impact(const moving_shape *a, const moving_shape *b, double horizon, int *work,
                         bool *gave_up);

bool advance_overlaps(const moving_shape *a, const moving_shape *b);

/* ==== Separation along an axis ================================================================ */

/* Two convex shapes in free flight: how far they are apart along an axis, and for how long at
 * least they stay so. It costs a few dot products, where a measurement searches for the axis. */

/* A convex shape in its body's frame: points grown by a radius, or a point with an ellipse. */
typedef struct axis_shape {
    int count;
    double radius;                      /* around the points */
    evo_vec2 semi, direction;           /* semi-axes of the ellipse, of which the first has this
                                           direction; 0: none */
    evo_vec2 point[EVO_POLYGON_POINTS]; /* from the body's origin */
    double arm[EVO_POLYGON_POINTS];     /* their distances from there */
} axis_shape;

/* The shape; of a ring, the disk that holds it. */
void axis_take_shape(axis_shape *made, const evo_shape *shape);

typedef struct axis_side {
    axis_shape shape;
    evo_vec2 turned; /* the direction of the body's angle */
    double spin;
    double growth; /* of all lengths, as a part of themselves a second */
} axis_side;

/* B's motion is relative to A. */
typedef struct axis_pair {
    axis_side a, b;
    evo_vec2 offset, velocity, accel;
    double lift; /* distance by which the shapes count as farther apart */
} axis_pair;

typedef struct axis_look {
    double gap;  /* separation along the axis: at most the gap of the shapes */
    double step; /* a time in which it stays above 0; INFINITY: for ever */
    double left; /* estimate of the separation after the step */
} axis_look;

/* Looks along an axis from A to B of length 1, which turns with this spin. */
axis_look axis_look_along(const axis_pair *pair, evo_vec2 axis, double spin);

/* Turns an axis that separates two shapes to where it does so most, which is their gap: measures
 * shapes that are apart. With an ellipse it is one round of the circle fit, which squares the error
 * near the normal of the gap. The gap of others is not above 0, but for rounding and ellipses. */
meeting axis_climb(const axis_pair *pair, evo_vec2 axis);

/* ==== Features ================================================================================ */

/* Two rims in motion that are apart: whether a feature of one touches a feature of the other,
 * and a step in time within which none begins to. Serves the pairs of rings, which are not
 * convex. */

typedef struct moving_rim {
    outline rim;
    evo_vec2 body, velocity; /* of the body's origin; B's is relative to A, A's is 0 */
    double spin;
} moving_rim;

typedef struct rim_pair {
    moving_rim a, b;
    double accel;    /* of B, relative to A */
    double longest;  /* no step is longer */
    double touching; /* largest distance of features that touch */
    bool parts;      /* features that touch and recede are held to be apart */
} rim_pair;

typedef struct rim_look {
    double step;
    bool touches;
} rim_look;

rim_look features_look(const rim_pair *pair);

/* ==== A point on a parabola =================================================================== */

/* Time at which a disk in free flight touches an obstacle that does not turn: in closed form on a
 * straight path, by roots of quartics under acceleration. */

/* The path of the disk's centre relative to the obstacle, from the origin of the obstacle's
 * placement: from + velocity t + accel t^2 / 2, as far as the horizon, a time. */
typedef struct parabola {
    evo_vec2 from, velocity, accel;
    double radius, horizon;
} parabola;

/* The time at which it next reaches the outline of a circle, a segment or a ring from outside;
 * INFINITY: not up to the horizon. A disk that touches, or overlaps by rounding, does so at once
 * when it approaches, else when it comes back. */
double parabola_enter(const placed *obstacle, const parabola *c);

/* ==== Roots =================================================================================== */

/* The real roots of polynomials of low degree. */

enum { ROOTS_DEGREE = 4 };

/* Finds where c[0] + c[1] t + ... + c[degree] t^degree changes its sign between two finite points,
 * in order, each exact to rounding. Returns how many they are. */
int roots_between(const double *c, int degree, double from, double to, double roots[ROOTS_DEGREE]);

/* No root has a greater magnitude. */
double roots_bound(const double *c, int degree);

#endif
