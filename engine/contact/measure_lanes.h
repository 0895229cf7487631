/* measure_lanes.h: the kernels of measure.h, for as many lanes as LANES says. */
#include "contact/measure.h"
#include "core/bits.h"
#include "core/lanes.h"

/* ---- Parts ----------------------------------------------------------------------------------- */

/* A vector, or a pair of anything, in each lane. */
typedef struct lanes_vec {
    lanes_value x, y;
} lanes_vec;

INLINE lanes_vec lanes_along(lanes_vec a, lanes_value s, lanes_vec b) {
    lanes_vec sum = {a.x + s * b.x, a.y + s * b.y};
    return sum;
}

INLINE lanes_value lanes_dot(lanes_vec a, lanes_vec b) {
    return a.x * b.x + a.y * b.y;
}

INLINE lanes_value lanes_cross(lanes_vec a, lanes_vec b) {
    return a.x * b.y - a.y * b.x;
}

INLINE lanes_vec lanes_pick_vec(lanes_mask mask, lanes_vec yes, lanes_vec no) {
    lanes_vec picked = {lanes_pick(mask, yes.x, no.x), lanes_pick(mask, yes.y, no.y)};
    return picked;
}

INLINE lanes_value lanes_length(lanes_vec a) {
    return lanes_sqrt(lanes_dot(a, a));
}

INLINE lanes_vec way_between(const batch_pairs *pairs, int lane, const measure_tables *from) {
    lanes_vec way;
    lanes_delta(from->centers, pairs->a + lane, pairs->b + lane, &way.x, &way.y);
    return way;
}

/* Colliders of lanes: an ellipse (or a segment) by its radius vectors, and its body. */
typedef struct lanes_geometry {
    lanes_vec p, q, axis, offset;
    lanes_value radius_x, radius_y, inverse_gyration, inverse_mass;
} lanes_geometry;

INLINE lanes_geometry geometry_load(const uint32_t *colliders, const measure_tables *from) {
    uint32_t at[LANES];
    for (int i = 0; i < LANES; ++i) at[i] = 8 * colliders[i];
    lanes_row shape = lanes_gather(&from->geometry->radius_x, at);
    lanes_row body = lanes_gather(&from->geometry->radius_x + 4, at);
    lanes_geometry form = {{shape.x * shape.z, shape.x * shape.w},
                           {lanes_all(0) - shape.y * shape.w, shape.y * shape.z},
                           {shape.z, shape.w},
                           {body.x, body.y},
                           shape.x,
                           shape.y,
                           body.z,
                           body.w};
    return form;
}

/* The lanes whose normal turned too far, as bits. */
INLINE unsigned store_gap(batch *at, int lane, lanes_vec normal, lanes_value gap) {
    lanes_vec last = {lanes_load(at->normal_x + lane), lanes_load(at->normal_y + lane)};
    lanes_mask steady = ~lanes_less(lanes_dot(last, normal), lanes_all(STEADY));
    lanes_store(at->normal_x + lane, normal.x);
    lanes_store(at->normal_y + lane, normal.y);
    lanes_store(at->gap + lane, gap);
    return ~lanes_bits(steady) & ((1u << LANES) - 1);
}

/* What measuring leaves to be said of a batch: see batch_pairs. */
typedef struct verdict {
    unsigned unsure, turned, ends;
} verdict;

/* Lever arms and masses, for a contact halfway between both rims. `arm` is from a's centre. */
INLINE void store_arms(batch *at, int lane, const lanes_geometry *a, const lanes_geometry *b,
                       lanes_vec way, lanes_vec normal, lanes_vec arm) {
    lanes_vec arm_a = lanes_along(arm, lanes_all(1), a->offset);
    lanes_vec arm_b = lanes_along(arm, lanes_all(-1), way);
    arm_b = lanes_along(arm_b, lanes_all(1), b->offset);
    lanes_value turn_a = lanes_cross(arm_a, normal) * a->inverse_gyration;
    lanes_value turn_b = lanes_cross(arm_b, normal) * b->inverse_gyration;
    lanes_value slip_a = lanes_dot(arm_a, normal) * a->inverse_gyration;
    lanes_value slip_b = lanes_dot(arm_b, normal) * b->inverse_gyration;
    lanes_value one = lanes_all(1), least = lanes_all(1e-37f);
    lanes_value yields =
        a->inverse_mass * (one + turn_a * turn_a) + b->inverse_mass * (one + turn_b * turn_b);
    lanes_value slips =
        a->inverse_mass * (one + slip_a * slip_a) + b->inverse_mass * (one + slip_b * slip_b);
    lanes_store(at->turn_a + lane, turn_a);
    lanes_store(at->turn_b + lane, turn_b);
    lanes_store(at->slip_a + lane, slip_a);
    lanes_store(at->slip_b + lane, slip_b);
    lanes_store(at->mass + lane, lanes_only(lanes_less(least, yields), one / yields));
    lanes_store(at->slip_mass + lane, lanes_only(lanes_less(least, slips), one / slips));
}

/* ---- Circles about their bodies' centres ----------------------------------------------------- */

/* Their arms and masses never change: only normal and gap are measured. */
INLINE verdict measure_round(batch *at, batch_pairs *pairs, int lane, const measure_tables *from) {
    lanes_vec way = way_between(pairs, lane, from);
    lanes_value distance = lanes_length(way), one = lanes_all(1);
    lanes_mask apart = lanes_less(lanes_all(1e-30f), distance);
    lanes_value over = one / distance;
    lanes_vec last = {lanes_load(at->normal_x + lane), lanes_load(at->normal_y + lane)};
    lanes_vec normal = {way.x * over, way.y * over};
    verdict v = {.turned = store_gap(at, lane, lanes_pick_vec(apart, normal, last),
                                     distance - lanes_load(pairs->size + lane))};
    return v;
}

/* ---- Circles and ellipses -------------------------------------------------------------------- */

enum { OVAL_ROUNDS = 6 };

/* Tangent of the turn that may be the last: it leaves an error of its square. */
static const float OVAL_TURN = 4e-3f;

/* What an ellipse answers to the direction u: its rim's point and the radius of the circle that
 * fits there over |u|. See shape/climb.h. */
INLINE lanes_value fit_form(const lanes_geometry *e, lanes_vec u, lanes_value uu,
                            lanes_vec *point) {
    lanes_value along_p = lanes_dot(e->p, u), along_q = lanes_dot(e->q, u);
    lanes_value over = lanes_all(1) / lanes_sqrt(along_p * along_p + along_q * along_q);
    lanes_value by_p = along_p * over, by_q = along_q * over;
    point->x = e->p.x * by_p + e->q.x * by_q;
    point->y = e->p.y * by_p + e->q.y * by_q;
    lanes_value product = e->radius_x * e->radius_y * over;
    return product * product * over * uu;
}

/* Where two ovals face each other: the way from a's rim to b's along u, the radii over |u| of the
 * circles that fit the rims there, and the step from a circle's centre to the other's, which would
 * be u's direction if u were the normal. */
typedef struct oval_facing {
    lanes_vec u, point_a, point_b, way, step;
    lanes_value uu, bend_a, bend_b, forward, side;
    unsigned sure; /* lanes of which u is nearly the normal */
} oval_facing;

INLINE void face_at(oval_facing *f, const lanes_geometry *a, const lanes_geometry *b,
                    lanes_vec way) {
    f->uu = lanes_dot(f->u, f->u);
    f->bend_a = fit_form(a, f->u, f->uu, &f->point_a);
    f->bend_b = fit_form(b, f->u, f->uu, &f->point_b);
    f->way.x = way.x - f->point_a.x - f->point_b.x;
    f->way.y = way.y - f->point_a.y - f->point_b.y;
    f->step = lanes_along(f->way, f->bend_a + f->bend_b, f->u);
    f->forward = lanes_dot(f->u, f->step);
    f->side = lanes_cross(f->u, f->step);
}

/* Climbs to the normal of those lanes, from u on. */
INLINE oval_facing face_ovals(const lanes_geometry *a, const lanes_geometry *b, lanes_vec way,
                              lanes_vec u, unsigned lanes_used) {
    oval_facing f;
    f.u = u;
    for (int round = 0;; ++round) {
        face_at(&f, a, b, way);
        lanes_mask there = lanes_less(lanes_abs(f.side), lanes_all(OVAL_TURN) * f.forward);
        f.sure = lanes_bits(there) & lanes_used;
        if (f.sure == lanes_used || round == OVAL_ROUNDS - 1) return f;
        /* Lanes that are there wait for the others: what else they did would depend on LANES. */
        lanes_value over = lanes_all(1) / lanes_length(f.step);
        lanes_vec next = {f.step.x * over, f.step.y * over};
        lanes_mask goes = lanes_less(lanes_all(0), f.forward) & ~there;
        f.u = lanes_pick_vec(goes, next, f.u);
    }
}

INLINE lanes_vec normal_facing(const oval_facing *f) {
    lanes_value over = lanes_all(1) / lanes_length(f->step);
    lanes_vec normal = {f->step.x * over, f->step.y * over};
    return normal;
}

INLINE verdict measure_oval(batch *at, batch_pairs *pairs, int lane, const measure_tables *from) {
    lanes_geometry a = geometry_load(pairs->a + lane, from),
                   b = geometry_load(pairs->b + lane, from);
    lanes_vec way = way_between(pairs, lane, from);
    lanes_vec last = {lanes_load(at->normal_x + lane), lanes_load(at->normal_y + lane)};
    lanes_mask fresh = ~lanes_less(lanes_all(0.5f), lanes_dot(last, last));
    unsigned used = (unsigned)pairs->used >> lane & ((1u << LANES) - 1);
    oval_facing f = face_ovals(&a, &b, way, lanes_pick_vec(fresh, way, last), used);
    lanes_value turn = f.side / f.forward, half = lanes_all(0.5f);
    lanes_vec normal = normal_facing(&f), left = {lanes_all(0) - f.u.y, f.u.x};
    lanes_value gap = (lanes_dot(f.way, f.u) + half * f.side * turn) / lanes_sqrt(f.uu);
    lanes_vec arm = lanes_along(f.point_a, f.bend_a * turn, left);
    arm = lanes_along(arm, half * gap, normal);
    store_arms(at, lane, &a, &b, way, normal, arm);
    /* No overlap is deeper than both are thin: then the normal leads through, the wrong way. */
    lanes_value thin = lanes_min(a.radius_x, a.radius_y) + lanes_min(b.radius_x, b.radius_y);
    unsigned sure = f.sure & ~lanes_bits(lanes_less(gap, lanes_all(-1.001f) * thin));
    /* What is unsure keeps its last normal until it is measured. */
    lanes_mask there = lanes_less(lanes_abs(f.side), lanes_all(OVAL_TURN) * f.forward);
    verdict v = {used & ~sure, store_gap(at, lane, lanes_pick_vec(there, normal, last), gap), 0};
    return v;
}

/* ---- Circles and ellipses on segments -------------------------------------------------------- */

INLINE verdict measure_line(batch *at, batch_pairs *pairs, int lane, const measure_tables *from) {
    lanes_geometry a = geometry_load(pairs->a + lane, from),
                   b = geometry_load(pairs->b + lane, from);
    lanes_vec way = way_between(pairs, lane, from);
    lanes_value zero = lanes_all(0), one = lanes_all(1);
    lanes_vec left = {zero - b.axis.y, b.axis.x};
    lanes_vec last = {lanes_load(at->normal_x + lane), lanes_load(at->normal_y + lane)};
    /* Which side of the line a is on: a contact remembers it while a lies across. */
    lanes_value across = zero - lanes_dot(left, way), along = zero - lanes_dot(b.axis, way);
    lanes_value dip = zero - lanes_dot(left, last);
    lanes_value reach = lanes_max(a.radius_x, a.radius_y);
    lanes_mask remembered =
        lanes_less(lanes_abs(across), reach) & lanes_less(lanes_all(0.5f), lanes_abs(dip));
    lanes_value side = lanes_pick(lanes_less(lanes_pick(remembered, dip, across), zero), -one, one);
    lanes_vec normal = {zero - side * left.x, zero - side * left.y};
    lanes_vec point;
    (void)fit_form(&a, normal, one, &point);
    lanes_value gap = side * across - lanes_dot(point, normal);
    lanes_value foot = along + lanes_dot(point, b.axis);
    lanes_mask beyond = lanes_less(b.radius_x, lanes_abs(foot));

    /* Across the line it overlaps the segment for certain where the way from its centre to its
     * lowest point crosses that: beyond an end the two may be far apart. */
    lanes_mask is_circle = ~lanes_less(zero, lanes_abs(a.radius_x - a.radius_y));
    lanes_value part = side * across / lanes_dot(point, normal);
    lanes_value crossing = along + part * lanes_dot(point, b.axis);
    lanes_mask crosses =
        lanes_less(lanes_abs(part), one) & lanes_less(lanes_abs(crossing), b.radius_x);
    lanes_mask doubtful = lanes_less(gap, zero) & ~is_circle & ~crosses;
    unsigned used = (unsigned)pairs->used >> lane & ((1u << LANES) - 1);
    if (lanes_bits(beyond) & used) {
        lanes_value end = lanes_pick(lanes_less(foot, zero), zero - b.radius_x, b.radius_x);
        lanes_vec to_end = lanes_along(way, end, b.axis);
        lanes_value distance = lanes_length(to_end), over = one / distance;
        lanes_mask sure = is_circle & lanes_less(lanes_all(1e-30f), distance);
        lanes_vec end_normal = {to_end.x * over, to_end.y * over};
        lanes_vec end_point = {end_normal.x * a.radius_x, end_normal.y * a.radius_x};
        normal = lanes_pick_vec(beyond & sure, end_normal, normal);
        point = lanes_pick_vec(beyond & sure, end_point, point);
        gap = lanes_pick(beyond & sure, distance - a.radius_x, gap);
        doubtful = doubtful | (beyond & ~sure);
    }
    lanes_vec arm = lanes_along(point, lanes_all(0.5f) * gap, normal);
    store_arms(at, lane, &a, &b, way, normal, arm);
    verdict v = {lanes_bits(doubtful) & used,
                 store_gap(at, lane, lanes_pick_vec(doubtful, last, normal), gap),
                 lanes_bits(beyond) & used};
    return v;
}

/* ---- Directions ------------------------------------------------------------------------------ */

/* Minimax polynomials, off by 1e-8 and less than 1e-9, within an eighth of a turn. */
INLINE lanes_vec lanes_direction(lanes_value r) {
    lanes_value z = r * r;
    lanes_value odd = lanes_all(8.332749001e-3f) - z * lanes_all(1.958800883e-4f);
    lanes_value even = lanes_all(2.454804052e-5f) * z - lanes_all(1.388830365e-3f);
    odd = odd * z - lanes_all(0.1666666467f);
    even = even * z + lanes_all(0.04166666466f);
    lanes_vec direction = {lanes_all(1) - (lanes_all(0.5f) * z - z * z * even), r + r * z * odd};
    return direction;
}

static void kernel_turn(const float *angles, size_t count, float *cosines, float *sines) {
    for (size_t i = 0; i < count; i += LANES) {
        lanes_vec direction = lanes_direction(lanes_load(angles + i));
        lanes_store(cosines + i, direction.x);
        lanes_store(sines + i, direction.y);
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

INLINE verdict measure_lane(batch *at, batch_pairs *pairs, int lane, const measure_tables *from) {
    verdict none = {0, 0, 0};
    if (pairs->kind == BATCH_ROUND) return measure_round(at, pairs, lane, from);
    if (pairs->kind == BATCH_OVAL) return measure_oval(at, pairs, lane, from);
    if (pairs->kind == BATCH_LINE) return measure_line(at, pairs, lane, from);
    return none;
}

static void kernel_measure(batch *batches, batch_pairs *pairs, size_t count,
                           const measure_tables *given) {
    const measure_tables from = *given; /* a copy: lanes may be stored anywhere else */
    for (size_t i = 0; i < count; ++i) {
        unsigned unsure = 0, turned = 0, ends = 0;
        if (!pairs[i].used) continue;
        for (int lane = 0; lane < BATCH; lane += LANES) {
            verdict v = measure_lane(&batches[i], &pairs[i], lane, &from);
            unsure |= v.unsure << lane;
            turned |= v.turned << lane;
            ends |= v.ends << lane;
        }
        pairs[i].unsure = (uint8_t)unsure;
        pairs[i].ends = (uint8_t)ends;
        pairs[i].straight = pairs[i].corner = 0;
        pairs[i].turned |= (uint8_t)turned; /* until it is committed */
    }
}

/* How a table of rows changes the gap: velocities as speed, shifts as a length. */
INLINE lanes_value gap_change(const batch *at, int lane, const float *table) {
    lanes_row a = lanes_gather(table, at->row_a + lane);
    lanes_row b = lanes_gather(table, at->row_b + lane);
    return lanes_load(at->normal_x + lane) * (b.x - a.x)
           + lanes_load(at->normal_y + lane) * (b.y - a.y)
           + (lanes_load(at->turn_b + lane) * b.z - lanes_load(at->turn_a + lane) * a.z);
}

/* What gaps alone say of a batch: lanes that are near, that overlap, that hold a touch, and that
 * have parted. */
typedef struct gap_look {
    unsigned near, below, loose, parted;
} gap_look;

INLINE gap_look look_at_gaps(const batch *at, const batch_pairs *pairs, const measure_span *span) {
    gap_look look = {0, 0, 0, 0};
    for (int lane = 0; lane < BATCH; lane += LANES) {
        lanes_value size = lanes_load(pairs->size + lane), gap = lanes_load(at->gap + lane);
        lanes_value near = size * lanes_all(NEAR) + lanes_all(span->fall);
        lanes_value wide = size * lanes_all(PARTED) + lanes_all(4 * span->fall);
        look.near |= lanes_bits(lanes_less(gap, near)) << lane;
        look.below |= lanes_bits(lanes_less(gap, lanes_all(0))) << lane;
        look.loose |= lanes_bits(lanes_less(gap, size * lanes_all(TOUCH_LOOSE))) << lane;
        look.parted |= lanes_bits(lanes_less(wide, gap)) << lane;
    }
    return look;
}

/* What becomes of a batch's gaps in the step, as bodies move and are driven now: lanes that will be
 * near, that meet, that close in fast enough to bounce, and that are open. */
typedef struct gap_outlook {
    unsigned near, meet, bounce, open;
} gap_outlook;

/* Of the size, along the tangent in a step: beyond that a normal does not hold. What lanes do not
 * measure costs more to look at. */
static const float PASSING = 0.01f, PASSING_OTHER = 0.3f;

/* Since when the two have been on their way: see measure_rows. */
INLINE lanes_value begun_since(const batch *at, int lane, const float *shift) {
    lanes_row a = lanes_gather(shift, at->row_a + lane);
    lanes_row b = lanes_gather(shift, at->row_b + lane);
    return lanes_max(a.w, b.w);
}

/* Of the size: a gap is no better known. */
static const float ROUNDING = 1e-3f;

/* How the two at a lane move when the step begins. */
typedef struct lane_pace {
    lanes_value closing,
        slip; /* of points of the rims: along the normal, above 0, and the tangent */
    lanes_value spin_a, spin_b;
} lane_pace;

INLINE lane_pace pace_of(const batch *at, int lane, const float *velocity) {
    lanes_row a = lanes_gather(velocity, at->row_a + lane);
    lanes_row b = lanes_gather(velocity, at->row_b + lane);
    lanes_vec normal = {lanes_load(at->normal_x + lane), lanes_load(at->normal_y + lane)};
    lanes_value x = b.x - a.x, y = b.y - a.y;
    lanes_value turn = lanes_load(at->turn_b + lane) * b.z - lanes_load(at->turn_a + lane) * a.z;
    lanes_value slip = lanes_load(at->slip_b + lane) * b.z - lanes_load(at->slip_a + lane) * a.z;
    lanes_value apart = normal.x * x + normal.y * y + turn;
    lane_pace pace = {lanes_max(lanes_all(0) - apart, lanes_all(0)),
                      normal.x * y - normal.y * x + slip, lanes_abs(a.z), lanes_abs(b.z)};
    return pace;
}

/* Those that are open and pass each other, and those that begin within the step. */
INLINE unsigned look_aside(const batch *at, int lane, lanes_mask passes, const measure_rows *rows) {
    lanes_value gap = lanes_load(at->gap + lane) + gap_change(at, lane, rows->shift);
    lanes_mask open = lanes_less(lanes_all(0), gap);
    lanes_mask begin = lanes_less(lanes_all(0), begun_since(at, lane, rows->shift));
    return lanes_bits((passes & open) | begin) << lane;
}

/* What a line that the solver takes for a contact holds for: a body that is not round turns no
 * farther in a step, in radians, the less the thinner it is; what is pushed off its way goes no
 * farther by that, in parts of its size, or it might come to something that it was not to meet. And
 * what is sudden begins no deeper. */
static const float LINE_TURN = 1.0f, LINE_OFF = 1.0f, SUDDEN_DEPTH = 0.2f;

/* The same of what bounces, which has to be met at its time. */
static const float BOUNCE_TURN = 0.05f;

/* A body of such a side: of what size it is, and by how much it turns, for a line, in a unit of
 * time for a spin of 1; not at all where it is round about its centre. */
typedef struct sudden_side {
    lanes_value size, turns;
    lanes_value rim; /* how fast that moves its rim, at most, in the same terms */
} sudden_side;

INLINE sudden_side sudden_side_of(const uint32_t *colliders, const collider_geometry *geometry,
                                  lanes_value size) {
    uint32_t at[LANES];
    for (int i = 0; i < LANES; ++i) at[i] = 8 * colliders[i];
    lanes_row shape = lanes_gather(&geometry->radius_x, at);
    lanes_row body = lanes_gather(&geometry->radius_x + 4, at);
    lanes_value zero = lanes_all(0), one = lanes_all(1);
    lanes_value least = lanes_min(shape.x, shape.y), most = lanes_max(shape.x, shape.y);
    lanes_mask moves = lanes_less(zero, body.w), known = lanes_less(zero, least); /* no open ring */
    lanes_mask round =
        known & lanes_equal(least, most) & lanes_equal(body.x, zero) & lanes_equal(body.y, zero);
    lanes_value thin = lanes_pick(known, (most - least) / least, one);
    sudden_side side = {lanes_pick(moves, lanes_pick(known, least, size), lanes_all(FAR_APART)),
                        lanes_only(moves & ~round, body.z * lanes_max(thin, one)),
                        lanes_only(moves & known & ~round, body.z * most)};
    return side;
}

/* The spin that is added where a push takes away a speed, at most. */
INLINE lanes_value spin_gained(const float *turn, const float *slip, lanes_value friction,
                               lanes_value speed) {
    lanes_value arm = lanes_abs(lanes_load(turn)), across = lanes_abs(lanes_load(slip));
    return speed * (arm + friction * across) / (lanes_all(1) + arm * arm);
}

INLINE lanes_value rim_speed(const float *turn, const float *slip, const sudden_side *side,
                             lanes_value spin) {
    lanes_value arm = lanes_abs(lanes_load(turn)) + lanes_abs(lanes_load(slip));
    return spin * lanes_max(arm, side->rim);
}

/* Of the size of a pair, closing or turning so far in the step: nothing sudden is slower. */
static const float UNHURRIED = 0.05f;

INLINE lanes_mask bouncy_lanes(const measure_batches *from, size_t i, int lane) {
    lanes_value none = lanes_all(0);
    if (from->sorts[i] < 0) return lanes_less(none, none);
    return lanes_less(none, lanes_load(from->extras[from->sorts[i]].restitution + lane));
}

/* Those that may meet within the step too suddenly for a line. */
INLINE unsigned look_at_sudden(const measure_batches *from, size_t i, int lane,
                               const lane_pace *pace, lanes_mask bouncy, const measure_rows *rows,
                               const measure_span *span) {
    const batch *at = &from->batches[i];
    const batch_pairs *pairs = &from->pairs[i];
    lanes_value size = lanes_load(pairs->size + lane), time = lanes_all(span->seconds);
    sudden_side side_a = sudden_side_of(pairs->a + lane, from->geometry, size);
    sudden_side side_b = sudden_side_of(pairs->b + lane, from->geometry, size);
    lanes_value friction = lanes_load(at->friction + lane), zero = lanes_all(0);
    lanes_value spin_a =
        pace->spin_a + spin_gained(at->turn_a + lane, at->slip_a + lane, friction, pace->closing);
    lanes_value spin_b =
        pace->spin_b + spin_gained(at->turn_b + lane, at->slip_b + lane, friction, pace->closing);
    lanes_value reach = pace->closing
                        + rim_speed(at->turn_a + lane, at->slip_a + lane, &side_a, spin_a)
                        + rim_speed(at->turn_b + lane, at->slip_b + lane, &side_b, spin_b);
    lanes_value gap = lanes_load(at->gap + lane) + gap_change(at, lane, rows->shift);
    lanes_value least = lanes_min(side_a.size, side_b.size);
    lanes_mask meets =
        lanes_less(gap, reach * time) & lanes_less(lanes_all(-SUDDEN_DEPTH) * least, gap);
    lanes_value turn = lanes_max(spin_a * side_a.turns, spin_b * side_b.turns) * time;
    lanes_value off = pace->closing * time - lanes_max(gap, zero);
    lanes_mask sudden =
        lanes_less(lanes_pick(bouncy, lanes_all(BOUNCE_TURN), lanes_all(LINE_TURN)), turn)
        | lanes_less(lanes_all(LINE_OFF) * least, off);
    return lanes_bits(meets & sudden) << lane;
}

/* Lanes of which the normals will not hold: bits of those that pass each other, or begin within the
 * step, and those that may meet too suddenly for a line. */
typedef struct pace_look {
    unsigned passing, sudden;
} pace_look;

INLINE pace_look look_at_paces(const measure_batches *from, size_t i, const measure_rows *rows,
                               const measure_span *span) {
    const batch *at = &from->batches[i];
    const batch_pairs *pairs = &from->pairs[i];
    pace_look look = {0, 0};
    float part = pairs->kind == BATCH_OTHER ? PASSING_OTHER : PASSING;
    for (int lane = 0; lane < BATCH; lane += LANES) {
        lane_pace pace = pace_of(at, lane, rows->velocity);
        lanes_value step = lanes_load(pairs->size + lane) * lanes_all(1 / span->seconds);
        lanes_mask passes = lanes_less(step * lanes_all(part), lanes_abs(pace.slip));
        lanes_value most = pace.closing;
        if (pairs->kind != BATCH_ROUND) most = most + pace.spin_a + pace.spin_b;
        if (lanes_bits(passes) || span->begun) look.passing |= look_aside(at, lane, passes, rows);
        if (lanes_bits(lanes_less(step * lanes_all(UNHURRIED), most)))
            look.sudden |=
                look_at_sudden(from, i, lane, &pace, bouncy_lanes(from, i, lane), rows, span);
    }
    look.passing &= pairs->used & ~(unsigned)pairs->straight;
    look.sudden &= pairs->used;
    return look;
}

/* How much nearer turning brings points of this side in a step than its speed at present says. */
INLINE lanes_value turned_nearer(const float *turn, const float *slip, const float *over_gyration,
                                 lanes_value spin, int lane, lanes_value seconds) {
    lanes_vec arm = {lanes_load(turn + lane), lanes_load(slip + lane)};
    lanes_value way = spin * seconds;
    return lanes_all(0.5f) * way * way * lanes_load(over_gyration + lane) * lanes_length(arm);
}

INLINE lanes_value turning_nearer(const batch *at, const batch_extra *extra, int lane,
                                  const measure_rows *rows, const measure_span *span) {
    lanes_row a = lanes_gather(rows->velocity, at->row_a + lane);
    lanes_row b = lanes_gather(rows->velocity, at->row_b + lane);
    lanes_value time = lanes_all(span->seconds);
    return turned_nearer(at->turn_a, at->slip_a, extra->spin_a, a.z, lane, time)
           + turned_nearer(at->turn_b, at->slip_b, extra->spin_b, b.z, lane, time);
}

INLINE gap_outlook look_ahead(const batch *at, const batch_pairs *pairs, const batch_extra *extra,
                              const measure_rows *rows, const measure_span *span) {
    gap_outlook look = {0, 0, 0, 0};
    for (int lane = 0; lane < BATCH; lane += LANES) {
        lanes_value zero = lanes_all(0);
        lanes_value gap = lanes_load(at->gap + lane) + gap_change(at, lane, rows->shift);
        lanes_value apart = gap_change(at, lane, rows->velocity);
        if (span->driven)
            apart = apart + lanes_all(span->substeps) * gap_change(at, lane, rows->drive);
        lanes_value size = lanes_load(pairs->size + lane);
        lanes_value near = size * lanes_all(NEAR) + lanes_all(span->fall);
        look.open |= lanes_bits(lanes_less(zero, gap)) << lane;
        gap = gap + lanes_min(apart, zero) * lanes_all(span->seconds);
        lanes_value doubt = size * lanes_all(ROUNDING) + lanes_all(span->fall);
        lanes_value nearer = extra ? turning_nearer(at, extra, lane, rows, span) : zero;
        lanes_value closing = zero - apart + nearer * lanes_all(2 / span->seconds);
        lanes_mask meets = lanes_less(gap, doubt + nearer);
        look.near |= lanes_bits(lanes_less(gap, near)) << lane;
        look.meet |= lanes_bits(meets) << lane;
        look.bounce |= lanes_bits(meets & lanes_less(lanes_all(span->bounce), closing)) << lane;
    }
    return look;
}

INLINE unsigned lanes_with_restitution(const batch_extra *extra) {
    unsigned found = 0;
    for (int lane = 0; lane < BATCH; lane += LANES) {
        lanes_value restitution = lanes_load(extra->restitution + lane);
        found |= lanes_bits(lanes_less(lanes_all(0), restitution)) << lane;
    }
    return found;
}

static void kernel_choose(const measure_batches *given_from, size_t begin, size_t end,
                          const measure_rows *rows, const measure_span *given,
                          measure_choice *choice) {
    const measure_span span = *given;
    const measure_batches from = *given_from;
    measure_choice made = *choice;
    unsigned changed = 0, turned = 0, parting = 0;
    for (size_t i = begin; i < end; ++i) {
        const batch *at = &from.batches[i];
        const batch_pairs *pairs = &from.pairs[i];
        gap_look look = look_at_gaps(at, pairs, &span);
        unsigned used = pairs->used, close = look.near & used, bouncy = 0, bounce = 0;
        pace_look pace = {0, 0};
        if (used) pace = look_at_paces(&from, i, rows, &span);
        unsigned passing = pace.passing;
        if (from.sorts[i] >= 0) bouncy = lanes_with_restitution(&from.extras[from.sorts[i]]) & used;
        if (close != used || bouncy || (passing && pairs->kind == BATCH_OTHER)) {
            gap_outlook ahead =
                look_ahead(at, pairs, bouncy ? &from.extras[from.sorts[i]] : NULL, rows, &span);
            bounce = bouncy & ahead.bounce;
            if (pairs->kind == BATCH_OTHER) bounce |= passing & ahead.meet;
            close |= ahead.near & used;
            close &= ~(ahead.open & bounce);
            look.parted &= ~ahead.near;
        }
        bounce |= pace.sudden;
        close &= ~(pace.sudden | ((unsigned)pairs->corner & ~passing));
        made.passing[i] = (uint8_t)passing;
        unsigned loose = look.loose & ((unsigned)pairs->touching | pairs->straight);
        unsigned touched = used & (look.below | loose) & ~(unsigned)pairs->corner;
        unsigned parted = span.part ? used & look.parted & ~close & ~bounce : 0;
        changed |= touched ^ pairs->touching;
        turned |= pairs->turned;
        parting |= parted;
        made.touched[i] = (uint8_t)touched;
        made.close[i] = (uint8_t)close;
        made.parted[i] = (uint8_t)parted;
        made.bouncing[made.bounce_count] = (uint32_t)i;
        made.bounces[made.bounce_count] = (uint8_t)bounce;
        made.clear[made.bounce_count] = 0;
        made.bounce_count += bounce != 0;
    }
    made.changed |= changed != 0;
    made.turned |= turned != 0;
    made.parting |= parting != 0;
    *choice = made;
}

#include "contact/near_lanes.h"
#include "contact/predict_lanes.h"

#define MEASURE_KERNELS                                                                            \
    {                                                                                              \
        kernel_turn, kernel_measure, kernel_choose, kernel_predict, kernel_near, kernel_circles,   \
            kernel_pass                                                                            \
    }
