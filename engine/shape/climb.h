/* climb.h: meetings, the results of distance queries; and the nearest points of two ellipses. */
#ifndef ENGINE_SHAPE_CLIMB_H
#define ENGINE_SHAPE_CLIMB_H

#include "core/core.h"

/* ==== Meetings ================================================================================ */

/* Points at which two rims touch or are nearest: the result of every distance query. */

typedef struct meeting {
    double gap;      /* signed distance; below 0: penetration depth */
    evo_vec2 normal; /* from a to b, of length 1 */
    evo_vec2 point_a, point_b;
    double radius_a, radius_b; /* of the osculating circles; below 0 in a hollow, 0 at a corner,
                                  INFINITY of a straight piece */
    int rounds;                /* iterations of the circle fit */
} meeting;

/* The same meeting with a and b swapped. */
static inline meeting meeting_mirrored(meeting m) {
    return (meeting){m.gap,      vec_negate(m.normal), m.point_b, m.point_a,
                     m.radius_b, m.radius_a,           m.rounds};
}

/* Two circles with their centres `distance` apart along the normal. A hollow has a radius below 0,
 * a corner radius 0. */
static inline meeting meeting_of_circles(evo_vec2 a, double radius_a, evo_vec2 b, double radius_b,
                                         double distance, evo_vec2 normal) {
    return (meeting){distance - radius_a - radius_b,
                     normal,
                     vec_along(a, radius_a, normal),
                     vec_along(b, -radius_b, normal),
                     radius_a,
                     radius_b,
                     0};
}

/* ==== Climb =================================================================================== */

/* The circle fit on evolutes, a Newton iteration for the nearest points of two ellipses.
 *
 * An ellipse with radius vectors p and q has, where its outward normal is u with |u| = 1, the rim
 * point (p (p.u) + q (q.u)) / h with its support h, h^2 = (p.u)^2 + (q.u)^2, and the radius of
 * curvature rho = (p x q)^2 / h^3. (The matrix form would be shorter, and lose the width of a thin
 * ellipse.)
 *
 * Ellipse B at c is separated from A along u by
 *     f(u) = c.u - hA(u) - hB(-u),
 * and the nearest points are at a maximum of f. The osculating circles of A at u and of B at -u
 * have the difference of centres
 *     C1 - C0 = g + (rhoA + rhoB) u,   g = c - pointA(u) + pointB(u).
 * The iteration u <- C1 - C0 is Newton's method on f: f'' = -(f + rho), so
 * tan(turn) = f' / (f + rho). With the opposite sign it finds minima of f: an ellipse in a hollow
 * around c.
 *
 * Safeguards: where f + rho <= 0, Newton's step is downhill, and near there it is too long: turn
 * uphill by a fixed angle instead. A long step may jump across a narrow maximum and cycle: reject
 * long steps that lower f. A step out of the bracket, or one that shrinks too slowly, is replaced
 * by bisection. Ties are common (concentric ellipses); any of the equal results will do.
 * CLIMB_ROUNDS bounds the loop.
 *
 * u is not normalised between rounds: f, points and turns do not depend on its length. That saves a
 * square root and a division. */

/* Bisection alone reaches CLIMB_TOLERANCE from any bracket in 22 rounds. */
enum { CLIMB_ROUNDS = 48 };

/* Tangent of the turn below which a step is the last. It leaves an error of the order of its square
 * in the normal, of its cube in the gap. */
static const double CLIMB_TOLERANCE = 1e-6;

/* Tangent of the turn below which a step cannot jump across a maximum, so that f is not checked. */
static const double CLIMB_SAFE_TURN = 0.1;

/* Tangent of the longest turn of one step, 76 degrees. */
static const double CLIMB_MAX_TURN = 4;

/* An ellipse about its centre: its perpendicular radius vectors, and (p x q)^2. */
typedef struct oval {
    evo_vec2 p, q;
    double pq;
} oval;

static inline oval oval_make(double radius_x, double radius_y, evo_vec2 axis) {
    double product = radius_x * radius_y;
    oval made = {vec_scale(axis, radius_x), vec_scale(vec_left(axis), radius_y), product * product};
    return made;
}

/* The support function h(u), times |u|. */
static inline double oval_support(const oval *e, evo_vec2 u) {
    return vec_length(vec(vec_dot(e->p, u), vec_dot(e->q, u)));
}

/* The rim point with normal u, and the radius of curvature there divided by |u|. */
typedef struct fitted_circle {
    evo_vec2 point;
    double radius;
} fitted_circle;

static inline fitted_circle oval_fit(const oval *e, evo_vec2 u) {
    double along_p = vec_dot(e->p, u), along_q = vec_dot(e->q, u);
    double inverse = 1 / sqrt(along_p * along_p + along_q * along_q);
    fitted_circle answer = {vec_along(vec_scale(e->p, along_p * inverse), along_q * inverse, e->q),
                            e->pq * inverse * inverse * inverse * vec_dot(u, u)};
    return answer;
}

/* A range of directions, counterclockwise, with one extremum of f. Zero vectors: unbounded. */
typedef struct bracket {
    evo_vec2 from, to;
} bracket;

static inline bool bracket_contains(const bracket *within, evo_vec2 u) {
    return vec_cross(within->from, u) >= 0 && vec_cross(u, within->to) >= 0;
}

/* Moves one end to u. */
static inline void bracket_set(bracket *within, bool from, evo_vec2 u) {
    *(from ? &within->from : &within->to) = u;
}

static inline bool bracket_known(const bracket *within) {
    return vec_dot(within->from, within->from) > 0 && vec_dot(within->to, within->to) > 0;
}

static inline evo_vec2 bracket_middle(const bracket *within) {
    return vec_add(vec_scale(within->from, 1 / vec_length(within->from)),
                   vec_scale(within->to, 1 / vec_length(within->to)));
}

typedef enum climb_goal {
    CLIMB_NEAREST, /* a maximum of f */
    CLIMB_FARTHEST /* a minimum of f */
} climb_goal;

/* An ellipse, and another one, or a point. */
typedef struct climb_pair {
    const oval *a, *b; /* b NULL: the point c */
    evo_vec2 c;        /* centre of b, from that of a */
} climb_pair;

/* Inlined into a caller that passes constants, the loop is compiled without B or without a
 * bracket. */
INLINE meeting climb(climb_pair of, climb_goal goal, bracket within, evo_vec2 u) {
    const double sense = goal == CLIMB_NEAREST ? 1 : -1;
    const fitted_circle point = {{0, 0}, 0};
    fitted_circle fit_a = point, fit_b = point;
    evo_vec2 gap = of.c, step = u;
    double side = 0, forward = 1, last_turn = INFINITY, height = -INFINITY;
    bool to_left = true, arrived = false;
    int round = 0;
    while (round < CLIMB_ROUNDS) {
        ++round;
        fit_a = oval_fit(of.a, u);
        if (of.b) fit_b = oval_fit(of.b, u);
        gap = vec_sub(vec_sub(of.c, fit_a.point), fit_b.point);
        step = vec_scale(vec_along(gap, fit_a.radius + fit_b.radius, u), sense);
        forward = vec_dot(u, step);
        side = vec_cross(u, step);
        arrived = fabs(side) <= CLIMB_TOLERANCE * forward;
        if (arrived) break;

        bool close = fabs(side) <= CLIMB_SAFE_TURN * forward;
        double here = close ? INFINITY : sense * vec_dot(gap, u) / vec_length(u);
        if (here >= height) {
            height = close ? -INFINITY : here;
            to_left = side > 0;
            if (side == 0) /* stationary, but no maximum: turn into the bracket */
                to_left = !bracket_known(&within) || vec_cross(u, bracket_middle(&within)) > 0;
            bracket_set(&within, to_left, u);
            /* Newton's step if it is reliable, else the middle of the bracket if that is known,
             * else the longest turn uphill. */
            const double before = last_turn;
            last_turn = forward > 0 ? fabs(side) / forward : INFINITY;
            if (bracket_known(&within)) {
                const bool trusted = last_turn <= CLIMB_MAX_TURN && last_turn <= 0.5 * before
                                     && bracket_contains(&within, step);
                if (!trusted) last_turn = INFINITY;
                u = trusted ? step : bracket_middle(&within);
            } else {
                const double most = side < 0 ? -CLIMB_MAX_TURN : CLIMB_MAX_TURN;
                u = last_turn <= CLIMB_MAX_TURN ? step : vec_along(u, most, vec_left(u));
            }
        } else { /* beyond the maximum */
            bracket_set(&within, !to_left, u);
            u = bracket_middle(&within);
            last_turn = INFINITY;
        }
    }
    /* The last step is taken to first order: u and the rim points turn by `turn`. The step's length
     * is |u| * (forward / |u|^2) / cos(turn); three terms of cos are enough. */
    double length = vec_length(u), inverse = 1 / length, turn = 0;
    evo_vec2 normal = vec_scale(u, inverse);
    if (arrived && forward > 0) {
        double over_forward = 1 / forward;
        turn = side * over_forward;
        double cosine = 1 - turn * turn * (0.5 - 0.375 * turn * turn);
        normal = vec_scale(step, length * over_forward * cosine);
    }
    evo_vec2 along = vec_scale(vec_left(u), turn);
    meeting end;
    end.gap = (vec_dot(gap, u) + 0.5 * sense * side * turn) * inverse;
    end.normal = normal;
    end.point_a = vec_along(fit_a.point, fit_a.radius, along);
    end.point_b = vec_sub(vec_sub(of.c, fit_b.point), vec_scale(along, fit_b.radius));
    end.radius_a = fit_a.radius * length;
    end.radius_b = fit_b.radius * length;
    end.rounds = round;
    return end;
}

/* The matrix M of an ellipse, u.Mu = h(u)^2, for initial guesses, which need not be exact. */
typedef struct oval_matrix {
    double xx, xy, yy;
} oval_matrix;

static inline oval_matrix oval_matrix_of(const oval *e, double times) {
    oval_matrix m = {times * (e->p.x * e->p.x + e->q.x * e->q.x),
                     times * (e->p.x * e->p.y + e->q.x * e->q.y),
                     times * (e->p.y * e->p.y + e->q.y * e->q.y)};
    return m;
}

/* An initial guess for the nearest point of an ellipse to c: the normal at c of the confocal
 * ellipse through c, whose size is estimated. Exact for circles and for c on the rim; arbitrary for
 * c = 0. */
static inline evo_vec2 climb_start(oval_matrix m, evo_vec2 c) {
    double distance = vec_dot(c, c);
    if (!(distance > 0)) return vec(0, 1);
    double reach = m.xx * c.x * c.x + 2 * m.xy * c.x * c.y + m.yy * c.y * c.y;
    double outward = sqrt(reach > 0 ? reach : 0) - reach / distance;
    /* At minus the square of the shorter semi-axis the confocal ellipse is a line: stay above. */
    double least = -0.9 * (m.xx * m.yy - m.xy * m.xy) / (m.xx + m.yy);
    if (outward < least) outward = least;
    evo_vec2 start = vec((m.yy + outward) * c.x - m.xy * c.y, (m.xx + outward) * c.y - m.xy * c.x);
    return vec_dot(start, start) > 0 ? start : c;
}

#endif
