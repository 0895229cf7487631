/* axis.c: bounds for advance.c: the separation of convex shapes along an axis, and features of any
 * two rims. */
#include "flight/flight.h"

#include "core/core.h"
#include "shape/shape.h"

/* ==== Separation along an axis ================================================================ */

/* The separation of two convex shapes that move, and how it falls.
 *
 * Let n be an axis that turns with spin w, C the offset of B's body from A's, and V and G its
 * velocity and acceleration. The shapes are apart along n by
 *     s = C.n - max(rA.n) - max(rB.(-n)) - radii
 * over the points r of both, the least over all pairs of points. The terms of a pair have known
 * derivatives: a point of a body of spin W moves along n at (W - w) (r x n), never faster than
 * |W - w| |r|, with a second derivative of -(W - w)^2 (r.n), which changes no faster than
 * |W - w|^3 |r|; and
 *     (C.n)'  = V.n + w C.left(n),
 *     (C.n)'' = G.n + 2 w V.left(n) - w^2 C.n,   |(C.n)'''| <= w (3 |G| + w (3 |V| + w |C|)).
 * A pair stays apart for as long as a linear bound (greatest speed) or a quadratic one (present
 * rate, greatest second derivative within a longest step) stays above 0. With the latter the last
 * steps converge like Newton's. What stays behind the support even at its greatest speed needs no
 * bound of its own.
 *
 * The normal of a face is followed as the face turns (w is its body's spin): along a fixed one an
 * end of the face would come nearer, and steps be as short as the gap.
 *
 * The support h(n) of an ellipse about its centre has the second derivative W^2 (rho - h), rho at
 * most that of the least h within the turn, and |h'| is at most |W| |a - b|.
 *
 * What grows at a rate g has the support (1 + g t) F(t), F that of what does not grow: its rate is
 * that of F and g F, its second derivative (1 + g t) F'' + 2 g F'. No step is longer than 1 / g. */

/* Radians that an axis or an ellipse turns in the longest step: longer ones have wide bounds. */
static const double LONGEST_TURN = 0.5;

void axis_take_shape(axis_shape *made, const evo_shape *shape) {
    made->semi = vec(0, 0);
    made->direction = shape->axis;
    made->count = 1;
    made->radius = 0;
    made->point[0] = vec(0, 0);
    switch (shape->kind) {
    case EVO_RING:
        made->radius = shape->of.ring.outer;
        break;
    case EVO_ELLIPSE:
        made->semi = vec(shape->of.ellipse.radius_x, shape->of.ellipse.radius_y);
        break;
    default:
        made->count = hull_points(shape, made->point, &made->radius);
        break;
    }
    for (int i = 0; i < made->count; ++i) {
        made->point[i] = vec_add(shape->center, vec_turn(made->point[i], shape->axis));
        made->arm[i] = vec_length(made->point[i]);
    }
}

/* ---- One side -------------------------------------------------------------------------------- */

/* A shape along the axis. */
typedef struct axis_view {
    const axis_shape *shape;
    evo_vec2 along;                   /* the axis, outwards, in the body's frame */
    double spin;                      /* of the body against the axis */
    double reach[EVO_POLYGON_POINTS]; /* of the points */
    int support;                      /* the point that reaches farthest */
    double grown, grown_rate;         /* by the radius or the ellipse, and its rate */
    double growth;                    /* rate of growth of all lengths */
    double span;                      /* greatest factor of growth within the longest step */
} axis_view;

static bool is_oval(const axis_shape *s) {
    return s->semi.x > 0;
}

INLINE void view_side(axis_view *v, const axis_side *s, evo_vec2 axis, double spin) {
    v->shape = &s->shape;
    v->along = vec_turn_back(axis, s->turned);
    v->spin = s->spin - spin;
    v->grown = s->shape.radius;
    v->growth = s->growth;
    v->grown_rate = s->growth * s->shape.radius;
    v->span = 1;
    int support = 0;
    double most = v->reach[0] = vec_dot(s->shape.point[0], v->along);
    for (int i = 1; i < s->shape.count; ++i) {
        const double reach = v->reach[i] = vec_dot(s->shape.point[i], v->along);
        support = reach > most ? i : support;
        most = most_of(reach, most);
    }
    v->support = support;
    if (!is_oval(v->shape)) return;
    const double a = v->shape->semi.x, b = v->shape->semi.y;
    const evo_vec2 n = vec_turn_back(v->along, v->shape->direction);
    v->grown = vec_length(vec(a * n.x, b * n.y));
    v->grown_rate = v->spin * ((a - b) * (a + b)) * n.x * n.y / v->grown + v->growth * v->grown;
}

/* The turn within a step, as far as bounds grow with it. */
static double turn_in(double step, double spin) {
    return spin == 0 ? 0 : least_of(fabs(spin) * step, 2);
}

/* Contribution of a point to the support: its value and rate, and the greatest rate and second
 * derivative within the longest step. */
typedef struct axis_part {
    double reach, rate, lever, curvature;
} axis_part;

static void add_oval(axis_part *part, const axis_view *v, double longest) {
    const double a = v->shape->semi.x, b = v->shape->semi.y, h = v->grown;
    const double fall = fabs((a - b) * (a + b)) * turn_in(longest, v->spin);
    const double least = most_of(h * h - fall, least_of(a * a, b * b)), least_h = sqrt(least);
    const double rho = a * a * b * b / (least * least_h);
    part->lever += fabs(v->spin * (a - b));
    part->curvature += v->spin * v->spin * most_of(rho - least_h, 0);
}

/* Returns the bounds of a point of a growing shape, from those of the same shape without growth. */
static void add_growth(axis_part *part, const axis_view *v, double arm) {
    const double a = v->shape->semi.x, b = v->shape->semi.y, growth = v->growth;
    const double turning = fabs(v->spin) * (arm + fabs(a - b));
    part->lever = part->lever * v->span + growth * (arm + v->shape->radius + most_of(a, b));
    part->curvature = most_of(part->curvature, part->curvature * v->span) + 2 * growth * turning;
}

INLINE double rate_of(const axis_view *v, int i) {
    return v->spin * vec_cross(v->shape->point[i], v->along)
           + (v->grown_rate + v->growth * v->reach[i]);
}

INLINE axis_part part_of(const axis_view *v, int i, double longest) {
    const double spin = fabs(v->spin), arm = v->shape->arm[i];
    const double bend = least_of(arm, turn_in(longest, spin) * arm - v->reach[i]);
    axis_part part = {v->reach[i] + v->grown, rate_of(v, i), spin * arm, spin * spin * bend};
    if (is_oval(v->shape)) add_oval(&part, v, longest);
    if (v->growth > 0) add_growth(&part, v, arm);
    return part;
}

/* Lists the points that may become the support within a step, behind the support, which is listed;
 * returns the count of all. */
INLINE int parts_within(const axis_view *v, double step, double longest, axis_part *found) {
    const double spin = fabs(v->spin), *arm = v->shape->arm, most = v->reach[v->support];
    const double lever = found->lever + v->growth * arm[v->support];
    const double slack = 0.5 * spin * lever * step - (found->rate - v->grown_rate);
    const double speed = spin * v->span + v->growth;
    int count = 1;
    for (int i = 0; i < v->shape->count; ++i)
        if ((i != v->support) & !(most - v->reach[i] >= (speed * arm[i] + slack) * step))
            found[count++] = part_of(v, i, longest);
    return count;
}

/* ---- Both ------------------------------------------------------------------------------------ */

/* The bodies' part of the separation: now, its rate, and bounds of how it falls. */
typedef struct axis_course {
    double along, rate, curvature;
    double speed, accel; /* for the linear bound */
    double longest, longest_linear;
} axis_course;

static void bound_course(axis_course *c, const axis_pair *pair, evo_vec2 n, double spin) {
    const double accel = vec_dot(pair->accel, n);
    c->speed = -vec_dot(pair->velocity, n);
    c->accel = c->curvature = most_of(-accel, 0);
    c->longest_linear = INFINITY;
    if (spin == 0) return;
    const double turn = fabs(spin), longest = c->longest, most_accel = vec_length(pair->accel);
    const double speed = vec_length(pair->velocity) + most_accel * longest;
    const double far = vec_length(pair->offset) + speed * longest;
    const double second =
        accel + 2 * spin * vec_dot(pair->velocity, vec_left(n)) - spin * spin * c->along;
    c->curvature = turn * (3 * most_accel + turn * (3 * speed + turn * far)) * longest - second;
    c->speed = speed + turn * far;
    c->accel = 0;
    c->longest_linear = longest;
}

/* The step of two points. */
INLINE double step_of(const axis_course *c, const axis_part *a, const axis_part *b) {
    const double gap = c->along - (a->reach + b->reach), rate = c->rate - (a->rate + b->rate);
    const double curvature = most_of(c->curvature + (a->curvature + b->curvature), 0);
    const double speed = c->speed + (a->lever + b->lever);
    if (!(gap > 0)) return 0;
    if (!(speed > 0 || c->accel > 0)) return INFINITY;
    const double step = bound_quadratic(gap, rate, curvature, c->longest);
    if (c->accel == 0 && speed * step >= gap) return step;
    return most_of(step, least_of(bound_linear(gap, speed, c->accel), c->longest_linear));
}

/* The longest step of the quadratic bound: twice the time to close the gap at the present rate; and
 * at most a turn, for shapes whose bounds grow with the turn. */
static double longest_step(double gap, double rate, double spin) {
    return least_of(rate < 0 ? -2 * gap / rate : INFINITY,
                    spin > 0 ? LONGEST_TURN / spin : INFINITY);
}

/* Shortens the longest step of sides that grow. */
static void bound_growth(axis_course *c, axis_view *a, axis_view *b) {
    const double growth = a->growth + b->growth;
    c->longest = least_of(c->longest, 1 / growth);
    a->span = 1 + a->growth * c->longest;
    b->span = 1 + b->growth * c->longest;
}

axis_look axis_look_along(const axis_pair *pair, evo_vec2 axis, double spin) {
    axis_view a, b;
    view_side(&a, &pair->a, axis, spin);
    view_side(&b, &pair->b, vec_negate(axis), spin);
    axis_course c = {.along = vec_dot(pair->offset, axis) + pair->lift};
    const double gap = c.along - (a.reach[a.support] + a.grown + (b.reach[b.support] + b.grown));
    axis_look look = {gap, 0, 0};
    if (!(gap > 0)) return look;
    c.rate = vec_dot(pair->velocity, axis) + spin * vec_cross(axis, pair->offset);
    const double turn =
        most_of(is_oval(a.shape) ? fabs(a.spin) : 0, is_oval(b.shape) ? fabs(b.spin) : 0);
    c.longest = longest_step(gap, c.rate - (rate_of(&a, a.support) + rate_of(&b, b.support)),
                             most_of(fabs(spin), turn));
    const bool grows = a.growth > 0 || b.growth > 0;
    if (grows) bound_growth(&c, &a, &b);
    bound_course(&c, pair, axis, spin);
    if (grows) c.longest_linear = c.longest;
    axis_part of_a[EVO_POLYGON_POINTS], of_b[EVO_POLYGON_POINTS];
    of_a[0] = part_of(&a, a.support, c.longest);
    of_b[0] = part_of(&b, b.support, c.longest);
    look.step = step_of(&c, &of_a[0], &of_b[0]);
    const int count_a = parts_within(&a, look.step, c.longest, of_a);
    const int count_b = parts_within(&b, look.step, c.longest, of_b);
    for (int i = 0; i < count_a; ++i)
        for (int j = i == 0; j < count_b; ++j)
            look.step = least_of(look.step, step_of(&c, &of_a[i], &of_b[j]));
    const double bend = fabs(c.curvature) + fabs(of_a->curvature) + fabs(of_b->curvature);
    look.left = bend * look.step * look.step;
    return look;
}

/* ---- The greatest separation ----------------------------------------------------------------- */

/* The circle that fits a side best where the axis leaves it. */
typedef struct axis_rim {
    const axis_side *side;
    double sense; /* 1: of A; -1: of B */
    evo_vec2 center;
    double radius;
    int point;
} axis_rim;

static evo_vec2 rim_feature_point(const axis_rim *r, const axis_pair *pair, int point) {
    const evo_vec2 turned = vec_turn(r->side->shape.point[point], r->side->turned);
    return r->sense < 0 ? vec_add(pair->offset, turned) : turned;
}

static void fit_rim(axis_rim *r, const axis_pair *pair, evo_vec2 axis) {
    const evo_vec2 out = vec_scale(axis, r->sense);
    const axis_shape *s = &r->side->shape;
    axis_view v;
    view_side(&v, r->side, out, 0);
    r->point = v.support;
    r->radius = s->radius;
    r->center = rim_feature_point(r, pair, v.support);
    if (is_oval(s)) {
        const double aa = s->semi.x * s->semi.x, bb = s->semi.y * s->semi.y, h = v.grown;
        const evo_vec2 direction = vec_turn(s->direction, r->side->turned);
        const evo_vec2 n = vec_turn_back(out, direction);
        const evo_vec2 at = vec_turn(vec(aa * n.x / h, bb * n.y / h), direction);
        r->radius = aa * bb / (h * h * h);
        r->center = vec_along(vec_add(r->center, at), -r->radius, out);
    }
}

/* Turns to the next point of a side, where the axis is turned as far as the face before it; returns
 * the outward normal of that face, not of length 1. */
static evo_vec2 next_face(const axis_rim *r, bool left, int *point) {
    const axis_shape *s = &r->side->shape;
    const int next = left ? r->point + 1 : r->point - 1;
    *point = next < 0 ? s->count - 1 : next < s->count ? next : 0;
    const evo_vec2 way = vec_sub(s->point[*point], s->point[r->point]);
    const evo_vec2 outward = left ? vec(way.y, -way.x) : vec(-way.y, way.x);
    return vec_scale(vec_turn(outward, r->side->turned), r->sense);
}

/* The separation of two circles rises as the axis turns towards the line of their centres, until it
 * has this direction, or is the normal of a face whose other end is no nearer then. Returns the
 * side that has this face, or -1. */
static int turn_axis(const axis_pair *pair, axis_rim rim[2], evo_vec2 *axis) {
    const bool left = vec_cross(*axis, vec_sub(rim[1].center, rim[0].center)) >= 0;
    const double turn = left ? 1 : -1;
    for (int rounds = pair->a.shape.count + pair->b.shape.count; rounds > 0; --rounds) {
        evo_vec2 n = vec_sub(rim[1].center, rim[0].center);
        int face = -1, next = 0;
        for (int i = 0; i < 2; ++i) {
            if (rim[i].side->shape.count < 2) continue;
            int beyond;
            const evo_vec2 normal = next_face(&rim[i], left, &beyond);
            if (!(turn * vec_cross(normal, n) > 0)) continue;
            n = normal;
            face = i;
            next = beyond;
        }
        *axis = n;
        if (face < 0) return -1;
        axis_rim other = rim[face];
        other.point = next;
        other.center = rim_feature_point(&other, pair, next);
        const evo_vec2 apart = vec_sub(other.center, rim[1 - face].center);
        if (!(turn * other.sense * vec_cross(apart, n) > 0)) return face;
        rim[face] = other;
    }
    return -1;
}

meeting axis_climb(const axis_pair *pair, evo_vec2 axis) {
    axis_rim rim[2] = {{.side = &pair->a, .sense = 1}, {.side = &pair->b, .sense = -1}};
    fit_rim(&rim[0], pair, axis);
    fit_rim(&rim[1], pair, axis);
    evo_vec2 n = axis;
    const int face = turn_axis(pair, rim, &n);
    n = vec_unit(n, axis);
    const double distance = vec_dot(vec_sub(rim[1].center, rim[0].center), n);
    meeting m =
        meeting_of_circles(rim[0].center, rim[0].radius, rim[1].center, rim[1].radius, distance, n);
    if (face == 0) m.point_a = vec_along(m.point_b, -m.gap, n);
    if (face == 1) m.point_b = vec_along(m.point_a, m.gap, n);
    if (face == 0) m.radius_a = INFINITY;
    if (face == 1) m.radius_b = INFINITY;
    return m;
}

/* ==== Features ================================================================================ */

/* The time of impact of two rims, feature by feature.
 *
 * Two rims that are apart touch first where an arc (a corner has radius 0) touches an arc, or an
 * arc a flat. Each such pair has a function F of time that is 0 there:
 *     arcs:           F = |Cb - Ca| - L, L = ra + rb; in a hollow, whose radius is below 0, the
 *                     centres part up to L = -(ra + rb)
 *     arc and flat:   F = n.(C - P) - r, in the frame of the flat
 * and touches only while the common normal is in the cones of both (of a flat: while the foot is on
 * it). So until F can be 0, or until the normal can be in a cone that it is outside of, whichever
 * is later, the pair does not touch. The step is the least over all pairs.
 *
 * Bounds: let V bound the speed of Cb - Ca in the step, and Q its acceleration. Then |Cb - Ca|''
 * is at least -Q, and (|Cb - Ca|^2)'' at most 2 (V^2 + L Q) while the centres are nearer than L.
 * The direction of Cb - Ca turns in a time T by at most asin(V T / d), which is less than
 * pi / 2 V T / d. A normal that is outside of a cone by an angle whose sine is s needs a turn of at
 * least s. */

/* An arc with the motion of its centre. */
typedef struct moving_arc {
    const outline_arc *arc;
    evo_vec2 velocity;
    double accel; /* towards the body's origin */
    double spin;
} moving_arc;

typedef struct moving_arcs {
    moving_arc all[OUTLINE_ARCS];
    int count;
} moving_arcs;

static evo_vec2 rim_velocity(const moving_rim *m, evo_vec2 at) {
    return vec_along(m->velocity, m->spin, vec_left(vec_sub(at, m->body)));
}

static void move_arcs(moving_arcs *arcs, const moving_rim *m) {
    arcs->count = m->rim.arcs;
    for (int i = 0; i < arcs->count; ++i) {
        const outline_arc *arc = &m->rim.arc[i];
        const double arm = vec_length(vec_sub(arc->center, m->body));
        arcs->all[i] =
            (moving_arc){arc, rim_velocity(m, arc->center), m->spin * m->spin * arm, m->spin};
    }
}

/* ---- Cones ----------------------------------------------------------------------------------- */

/* A turn that a normal needs at least to be in a cone; 0: it is in it. */
static double turn_into(const normal_cone *normals, evo_vec2 n) {
    const evo_vec2 beyond = normal_cone_beyond(normals, n);
    if (beyond.y <= 0) return 0;
    return beyond.x < 0 ? 1 : beyond.y;
}

static double time_to_turn(double turn, double rate) {
    if (!(turn > 0)) return 0;
    return rate > 0 ? turn / rate : INFINITY;
}

/* ---- Pairs of features ----------------------------------------------------------------------- */

/* Returns the time in which F, which is at least 0 but for rounding, stays above 0. For features
 * that may touch and recede, F counts as `least`. */
static double time_above(const rim_pair *pair, double f, double least, double rate,
                         double curvature) {
    const double gap = pair->parts && rate > 0 ? most_of(f, least) : most_of(f, 0);
    return bound_quadratic(gap, rate, curvature, pair->longest);
}

/* Shortens the step to that of a pair of features. `free`: so long no normal is in both cones. */
static void shorten_step(rim_look *look, const rim_pair *pair, double f, double time, double free) {
    look->step = least_of(look->step, most_of(time, free));
    look->touches |= free == 0 && fabs(f) <= pair->touching;
}

static void look_at_arcs(rim_look *look, const rim_pair *pair, const moving_arc *a,
                         const moving_arc *b) {
    const double radius_a = a->arc->radius, radius_b = b->arc->radius, sum = radius_a + radius_b;
    const bool hollow = radius_a < 0 || radius_b < 0;
    const double limit = hollow ? -sum : sum, least = pair->touching;
    if (limit < 0 || (radius_a < 0 && radius_b < 0)) return;
    const evo_vec2 apart = vec_sub(b->arc->center, a->arc->center);
    const evo_vec2 velocity = vec_sub(b->velocity, a->velocity);
    const double distance = vec_length(apart), accel = pair->accel + a->accel + b->accel;
    const double speed = vec_length(velocity) + accel * pair->longest;
    if (fabs(distance - limit) >= speed * look->step) return;
    const evo_vec2 direction = vec_unit(apart, a->arc->normals.middle);
    const double rate = vec_dot(direction, velocity);
    const bool beyond = distance >= limit + (hollow ? least : -least);
    const double time =
        beyond ? time_above(pair, distance - limit, least, rate, accel)
               : time_above(pair, (limit - distance) * (limit + distance), least * limit,
                            -2 * rate * distance, 2 * (speed * speed + limit * accel));
    const evo_vec2 n = hollow ? vec_negate(direction) : direction;
    const double swing = distance > 0 ? 0.5 * PI * speed / distance : INFINITY;
    const double turn_a = turn_into(&a->arc->normals, n),
                 turn_b = turn_into(&b->arc->normals, vec_negate(n));
    shorten_step(look, pair, distance - limit, time,
                 most_of(time_to_turn(turn_a, fabs(pair->a.spin) + swing),
                         time_to_turn(turn_b, fabs(pair->b.spin) + swing)));
}

static void look_at_flat(rim_look *look, const rim_pair *pair, const moving_arc *a,
                         const moving_rim *straight, const outline_flat *f) {
    if (a->arc->radius < 0) return;
    const evo_vec2 center = a->arc->center, from = vec_sub(center, f->from);
    const double turn = fabs(straight->spin), accel = pair->accel + a->accel;
    /* Bounds of the speed past the flat's body, of the way from there, and of the speed in the
     * frame that turns with it. */
    const double past =
        vec_length(vec_sub(a->velocity, straight->velocity)) + accel * pair->longest;
    const double far = vec_length(vec_sub(center, straight->body)) + past * pair->longest;
    const double speed = past + turn * far, curvature = accel + turn * (past + speed);
    const double gap = vec_dot(from, f->normal) - a->arc->radius;
    if (fabs(gap) >= speed * look->step) return;
    const double rate = vec_dot(vec_sub(a->velocity, rim_velocity(straight, center)), f->normal);
    const double side = gap < -pair->touching ? -1 : 1;
    const double time = time_above(pair, side * gap, pair->touching, side * rate, curvature);
    const double turned = turn_into(&a->arc->normals, vec_negate(f->normal));
    const double length = vec_length(f->along), along = vec_dot(from, f->along) / length;
    const double beyond = most_of(most_of(-along, along - length), 0);
    shorten_step(look, pair, gap, time,
                 most_of(time_to_turn(turned, fabs(a->spin - straight->spin)),
                         beyond > 0 ? beyond / speed : 0));
}

rim_look features_look(const rim_pair *pair) {
    const outline *a = &pair->a.rim, *b = &pair->b.rim;
    rim_look look = {pair->longest, false};
    moving_arcs of_a, of_b;
    move_arcs(&of_a, &pair->a);
    move_arcs(&of_b, &pair->b);
    for (int i = 0; i < a->arcs; ++i) {
        for (int j = 0; j < b->arcs; ++j) look_at_arcs(&look, pair, &of_a.all[i], &of_b.all[j]);
        for (int j = 0; j < b->flats; ++j)
            look_at_flat(&look, pair, &of_a.all[i], &pair->b, &b->flat[j]);
    }
    for (int j = 0; j < a->flats; ++j)
        for (int i = 0; i < b->arcs; ++i)
            look_at_flat(&look, pair, &of_b.all[i], &pair->a, &a->flat[j]);
    return look;
}
