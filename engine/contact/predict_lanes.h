/* predict_lanes.h: open contacts, as they will be where their two meet in the step; what
 * measure_lanes.h begins with stands before this.
 *
 * The solver takes a contact for a line that nothing crosses. Laid along the tangent of where the
 * two are nearest when the step begins it is wrong as soon as they move far past each other: what
 * clears is pushed aside, what rolls from one segment to the next runs into that one's end. So the
 * line is laid where the two meet in the step, or are nearest, as they move when it begins.
 * Whatever moves so touches no line before it touches a rim, and what is pushed off its way still
 * has a line between itself and each other body.
 *
 * The moment is found as impacts are: by the circles that fit both rims where these face each
 * other, measured again at the moment that the circles tell. Pulls are left out: what rests on
 * something is not to fall into it on the way. */

/* ---- Two that move --------------------------------------------------------------------------- */

/* Where they are measured, and what moves them: rows of the table of velocities and of shifts. */
typedef struct predict_pair {
    lanes_geometry a, b;
    lanes_vec way; /* from one's centre to the other's */
    lanes_row velocity_a, velocity_b, shift_a, shift_b;
} predict_pair;

/* The same some time after the step has begun. */
typedef struct predict_pose {
    lanes_geometry a, b;
    lanes_vec way;
} predict_pose;

INLINE predict_pair predict_load(const batch *at, const batch_pairs *pairs, int lane,
                                 const measure_tables *from, const measure_rows *rows) {
    predict_pair p = {geometry_load(pairs->a + lane, from),
                      geometry_load(pairs->b + lane, from),
                      way_between(pairs, lane, from),
                      lanes_gather(rows->velocity, at->row_a + lane),
                      lanes_gather(rows->velocity, at->row_b + lane),
                      lanes_gather(rows->shift, at->row_a + lane),
                      lanes_gather(rows->shift, at->row_b + lane)};
    return p;
}

INLINE lanes_value predict_begun(const predict_pair *p) {
    return lanes_max(p->shift_a.w, p->shift_b.w);
}

INLINE lanes_vec predict_minus(lanes_vec a, lanes_vec b) {
    lanes_vec difference = {a.x - b.x, a.y - b.y};
    return difference;
}

INLINE lanes_vec predict_turned(lanes_vec v, lanes_vec by) {
    lanes_vec turned = {v.x * by.x - v.y * by.y, v.x * by.y + v.y * by.x};
    return turned;
}

/* Radians: what turns farther in a step is taken to stop there. */
static const float PREDICT_TURN = 3;

INLINE lanes_geometry predict_turn(const lanes_geometry *of, lanes_value angle) {
    lanes_value quarter = lanes_all(0.25f);
    lanes_value part =
        lanes_clamp(angle, lanes_all(-PREDICT_TURN), lanes_all(PREDICT_TURN)) * quarter;
    lanes_vec by = lanes_direction(part);
    by = predict_turned(by, by);
    by = predict_turned(by, by);
    lanes_geometry turned = *of;
    turned.p = predict_turned(of->p, by);
    turned.q = predict_turned(of->q, by);
    turned.axis = predict_turned(of->axis, by);
    turned.offset = predict_turned(of->offset, by);
    return turned;
}

INLINE predict_pose predict_pose_at(const predict_pair *p, lanes_value time) {
    lanes_value turn_a = p->shift_a.z + time * p->velocity_a.z;
    lanes_value turn_b = p->shift_b.z + time * p->velocity_b.z;
    predict_pose at = {predict_turn(&p->a, turn_a * p->a.inverse_gyration),
                       predict_turn(&p->b, turn_b * p->b.inverse_gyration), p->way};
    lanes_vec from = predict_minus(at.a.offset, p->a.offset),
              to = predict_minus(at.b.offset, p->b.offset);
    at.way.x = at.way.x + (p->shift_b.x - p->shift_a.x) + (to.x - from.x);
    at.way.y = at.way.y + (p->shift_b.y - p->shift_a.y) + (to.y - from.y);
    at.way.x = at.way.x + time * (p->velocity_b.x - p->velocity_a.x);
    at.way.y = at.way.y + time * (p->velocity_b.y - p->velocity_a.y);
    return at;
}

/* The velocity of a point of a body, at an arm from its centre. */
INLINE lanes_vec predict_velocity(const lanes_row *row, const lanes_geometry *of, lanes_vec arm) {
    lanes_value spin = row->z * of->inverse_gyration;
    lanes_vec velocity = {row->x - spin * arm.y, row->y + spin * arm.x};
    return velocity;
}

/* ---- The line -------------------------------------------------------------------------------- */

/* Lanes as a mask, of bits. */
INLINE lanes_mask predict_mask(unsigned bits) {
    float each[LANES];
    for (int i = 0; i < LANES; ++i) each[i] = (float)(bits >> i & 1);
    return lanes_less(lanes_all(0), lanes_load(each));
}

INLINE void predict_store_some(float *to, lanes_mask some, lanes_value x) {
    lanes_store(to, lanes_pick(some, x, lanes_load(to)));
}

INLINE lanes_value predict_mass(lanes_value arm_a, lanes_value arm_b, const predict_pair *p) {
    lanes_value one = lanes_all(1);
    lanes_value yields =
        p->a.inverse_mass * (one + arm_a * arm_a) + p->b.inverse_mass * (one + arm_b * arm_b);
    return lanes_only(lanes_less(lanes_all(1e-37f), yields), one / yields);
}

/* How rows change a gap. */
INLINE lanes_value predict_change(lanes_vec normal, lanes_value turn_a, lanes_value turn_b,
                                  const lanes_row *a, const lanes_row *b) {
    return normal.x * (b->x - a->x) + normal.y * (b->y - a->y) + (turn_b * b->z - turn_a * a->z);
}

/* What a contact is at a moment. */
typedef struct predict_contact {
    lanes_value time, gap;
    lanes_vec normal, arm_a, arm_b; /* arms to the rims */
} predict_contact;

/* What a lane pushed before would go astray where its normal turns far. */
INLINE void predict_store_normal(batch *at, int lane, lanes_mask some, lanes_vec normal) {
    lanes_vec last = {lanes_load(at->normal_x + lane), lanes_load(at->normal_y + lane)};
    lanes_mask astray = some & lanes_less(lanes_dot(last, normal), lanes_all(STEADY));
    predict_store_some(at->push + lane, astray, lanes_all(0));
    predict_store_some(at->drag + lane, astray, lanes_all(0));
    predict_store_some(at->normal_x + lane, some, normal.x);
    predict_store_some(at->normal_y + lane, some, normal.y);
}

/* The gap when the step begins, so that it comes to what it has to be at the moment. Two that part
 * then, and had been in each other before, were not: they came from elsewhere (predict_begun). */
INLINE lanes_value predict_gap(lanes_value gap, lanes_value time, lanes_value parting) {
    return lanes_max(gap - time * parting, lanes_min(gap, lanes_all(0)));
}

INLINE void predict_store(batch *at, int lane, lanes_mask some, const predict_pair *p,
                          predict_contact c) {
    lanes_value half = lanes_all(0.5f) * c.gap, slip_a, slip_b, turn_a, turn_b;
    lanes_vec arm_a = lanes_along(c.arm_a, half, c.normal);
    lanes_vec arm_b = lanes_along(c.arm_b, -half, c.normal);
    turn_a = lanes_cross(arm_a, c.normal) * p->a.inverse_gyration;
    turn_b = lanes_cross(arm_b, c.normal) * p->b.inverse_gyration;
    slip_a = lanes_dot(arm_a, c.normal) * p->a.inverse_gyration;
    slip_b = lanes_dot(arm_b, c.normal) * p->b.inverse_gyration;
    lanes_value parting = predict_change(c.normal, turn_a, turn_b, &p->velocity_a, &p->velocity_b);
    lanes_value gap = predict_gap(c.gap, c.time, parting)
                      - predict_change(c.normal, turn_a, turn_b, &p->shift_a, &p->shift_b);
    predict_store_normal(at, lane, some, c.normal);
    predict_store_some(at->turn_a + lane, some, turn_a);
    predict_store_some(at->turn_b + lane, some, turn_b);
    predict_store_some(at->slip_a + lane, some, slip_a);
    predict_store_some(at->slip_b + lane, some, slip_b);
    predict_store_some(at->mass + lane, some, predict_mass(turn_a, turn_b, p));
    predict_store_some(at->slip_mass + lane, some, predict_mass(slip_a, slip_b, p));
    predict_store_some(at->gap + lane, some, gap);
}

/* ---- Circles that move past each other ------------------------------------------------------- */

/* Two circles beside each other: the sum of their radii, the gap, and how fast the second's centre
 * goes from the first one's, along the normal and along its left. */
typedef struct predict_flight {
    lanes_value radii, gap, parting, sliding;
} predict_flight;

/* When they meet, or have met, or are nearest, from the present on. In this form nothing cancels
 * where circles are far larger than what they move by. */
INLINE lanes_value predict_moment(const predict_flight *f) {
    lanes_value zero = lanes_all(0), apart = f->gap * (f->gap + lanes_all(2) * f->radii);
    lanes_value square = f->parting * f->parting + f->sliding * f->sliding;
    lanes_value inwards = zero - (f->gap + f->radii) * f->parting;
    lanes_value root =
        f->parting * f->parting * (f->radii * f->radii) - f->sliding * f->sliding * apart;
    lanes_mask meets = ~lanes_less(root, zero), comes = lanes_less(zero, inwards);
    root = lanes_sqrt(lanes_max(root, zero));
    lanes_value met = lanes_pick(comes, apart / (inwards + root), (inwards - root) / square);
    meets = meets & (comes | lanes_less(apart, zero));
    return lanes_only(lanes_less(zero, square), lanes_pick(meets, met, inwards / square));
}

/* The normal some time later. */
INLINE lanes_vec predict_normal(const predict_flight *f, lanes_vec normal, lanes_value time) {
    lanes_value ahead = f->gap + f->radii + f->parting * time, aside = f->sliding * time;
    lanes_value over = lanes_all(1) / lanes_sqrt(ahead * ahead + aside * aside);
    lanes_vec turn = {ahead * over, aside * over};
    return predict_turned(normal, turn);
}

/* Disks about their bodies' centres, whose arms and masses never change. */
INLINE unsigned predict_round(batch *at, const batch_pairs *pairs, int lane, unsigned some,
                              const measure_rows *rows, lanes_value seconds) {
    lanes_row speed_a = lanes_gather(rows->velocity, at->row_a + lane);
    lanes_row speed_b = lanes_gather(rows->velocity, at->row_b + lane);
    lanes_row shift_a = lanes_gather(rows->shift, at->row_a + lane);
    lanes_row shift_b = lanes_gather(rows->shift, at->row_b + lane);
    lanes_value radii = lanes_load(pairs->size + lane);
    lanes_vec last = {lanes_load(at->normal_x + lane), lanes_load(at->normal_y + lane)};
    lanes_vec shift = {shift_b.x - shift_a.x, shift_b.y - shift_a.y};
    lanes_vec speed = {speed_b.x - speed_a.x, speed_b.y - speed_a.y};
    lanes_value measured = lanes_load(at->gap + lane) + radii;
    lanes_vec way = lanes_along(shift, measured, last);
    lanes_value distance = lanes_length(way), over = lanes_all(1) / distance;
    lanes_vec normal = {way.x * over, way.y * over};
    predict_flight flight = {radii, distance - radii, lanes_dot(normal, speed),
                             lanes_cross(normal, speed)};
    lanes_value begun = lanes_max(shift_a.w, shift_b.w);
    lanes_value time = lanes_clamp(predict_moment(&flight), begun, seconds);
    lanes_vec then = predict_normal(&flight, normal, time);
    lanes_mask chosen = predict_mask(some);
    predict_store_normal(at, lane, chosen, then);
    lanes_value parting = lanes_dot(then, speed);
    lanes_value gap = lanes_dot(then, way) - radii + time * parting;
    predict_store_some(at->gap + lane, chosen,
                       predict_gap(gap, time, parting) - lanes_dot(then, shift));
    return some;
}

/* ---- Ovals ----------------------------------------------------------------------------------- */

/* Rounds in which the moment is found: it is off by the fourth power of the first guess. */
enum { PREDICT_ROUNDS = 4 };

/* Of the size: as far as the two go in the last correction of a moment that is found; and in one
 * that needs no other. */
static const float PREDICT_OFF = 0.01f, PREDICT_DONE = 1e-5f;

INLINE lanes_value predict_pace(const predict_flight *f) {
    return lanes_sqrt(f->parting * f->parting + f->sliding * f->sliding);
}

/* The circles that fit where two ovals face each other. */
INLINE predict_flight predict_fitted(const predict_pair *p, const predict_pose *at,
                                     const oval_facing *f, lanes_vec normal) {
    lanes_value length = lanes_sqrt(f->uu), half = lanes_all(0.5f);
    lanes_value radius_a = f->bend_a * length, radius_b = f->bend_b * length;
    lanes_vec arm_a = lanes_along(f->point_a, lanes_all(1), at->a.offset);
    lanes_vec arm_b = predict_minus(at->b.offset, f->point_b);
    arm_a = lanes_along(arm_a, -radius_a, normal);
    arm_b = lanes_along(arm_b, radius_b, normal);
    lanes_vec velocity = predict_minus(predict_velocity(&p->velocity_b, &p->b, arm_b),
                                       predict_velocity(&p->velocity_a, &p->a, arm_a));
    lanes_value gap = (lanes_dot(f->way, f->u) + half * f->side * (f->side / f->forward)) / length;
    predict_flight flight = {radius_a + radius_b, gap, lanes_dot(normal, velocity),
                             lanes_cross(normal, velocity)};
    return flight;
}

/* The line touches both where they are at that time, whatever the normal is: so nothing gets past
 * it into the other. */
INLINE void predict_store_ovals(batch *at, int lane, unsigned some, const predict_pair *p,
                                lanes_value time, lanes_vec normal) {
    lanes_vec point_a, point_b;
    predict_pose pose = predict_pose_at(p, time);
    (void)fit_form(&pose.a, normal, lanes_all(1), &point_a);
    (void)fit_form(&pose.b, normal, lanes_all(1), &point_b);
    lanes_value gap = lanes_dot(pose.way, normal) - lanes_dot(point_a, normal);
    predict_contact c = {time, gap - lanes_dot(point_b, normal), normal,
                         lanes_along(point_a, lanes_all(1), pose.a.offset),
                         predict_minus(pose.b.offset, point_b)};
    predict_store(at, lane, predict_mask(some), p, c);
}

/* The moment lies behind where the two come nearer and are apart, and ahead of all other times. */
INLINE void predict_narrow(const predict_flight *f, lanes_mask sure, lanes_mask deep,
                           lanes_value time, lanes_value *from, lanes_value *until) {
    lanes_value zero = lanes_all(0);
    lanes_mask comes = lanes_less(f->parting, zero) & ~lanes_less(f->gap, zero);
    *from = lanes_pick(sure & comes, time, *from);
    *until = lanes_pick((sure & ~comes) | deep, time, *until);
}

/* Returns the lanes of which the moment was found. */
INLINE unsigned predict_ovals(batch *at, int lane, unsigned some, const predict_pair *p,
                              lanes_vec first, lanes_value seconds, lanes_value size) {
    lanes_value zero = lanes_all(0), from = predict_begun(p), until = seconds, time = from;
    lanes_vec u = first;
    lanes_mask known = ~lanes_less(zero, from), found = ~known & known, done = found;
    for (int round = 0; round < PREDICT_ROUNDS; ++round) {
        predict_pose pose = predict_pose_at(p, time);
        oval_facing f = face_ovals(&pose.a, &pose.b, pose.way, u, some);
        lanes_vec normal = normal_facing(&f);
        predict_flight flight = predict_fitted(p, &pose, &f, normal);
        lanes_mask apart = lanes_less(zero, f.forward); /* else the guess was far too late */
        lanes_mask sure = apart & lanes_less(lanes_abs(f.side), lanes_all(OVAL_TURN) * f.forward);
        if (round > 0) predict_narrow(&flight, sure, ~apart, time, &from, &until);
        lanes_value next = lanes_clamp(time + predict_moment(&flight), from, until);
        next = lanes_pick(sure, next, lanes_pick(apart, time, lanes_all(0.5f) * (from + until)));
        lanes_vec then = lanes_pick_vec(sure, predict_normal(&flight, normal, next - time),
                                        lanes_pick_vec(apart, normal, pose.way));
        lanes_value left = lanes_abs(next - time) * predict_pace(&flight);
        found |= sure & lanes_less(left, lanes_all(PREDICT_OFF) * size);
        u = lanes_pick_vec(done, u, then); /* these wait for the others, see face_ovals */
        time = lanes_pick(done, time, next);
        done |= sure & lanes_less(left, lanes_all(PREDICT_DONE) * size);
        if (!(some & ~lanes_bits(done))) break;
    }
    lanes_value over = lanes_all(1) / lanes_length(u);
    lanes_vec normal = {u.x * over, u.y * over};
    /* Of those that began within the step no normal is known. */
    unsigned stored = some & lanes_bits(found & known);
    predict_store_ovals(at, lane, stored, p, time, normal);
    return stored;
}

INLINE unsigned predict_oval(batch *at, const batch_pairs *pairs, int lane, unsigned some,
                             const measure_tables *from, const measure_rows *rows,
                             lanes_value seconds) {
    predict_pair p = predict_load(at, pairs, lane, from, rows);
    lanes_vec normal = {lanes_load(at->normal_x + lane), lanes_load(at->normal_y + lane)};
    return predict_ovals(at, lane, some, &p, normal, seconds, lanes_load(pairs->size + lane));
}

/* ---- Ovals on segments ----------------------------------------------------------------------- */

/* An oval over the line of a segment. */
typedef struct predict_over {
    lanes_vec face, point; /* from the oval to the line, and the rim's point there */
    lanes_value gap, foot; /* where that is along the segment, from its centre */
} predict_over;

INLINE predict_over predict_over_of(const predict_pose *pose, lanes_value side,
                                    lanes_value *radius) {
    predict_over o = {.face = {-side * pose->b.axis.y, side * pose->b.axis.x}};
    *radius = fit_form(&pose->a, o.face, lanes_all(1), &o.point);
    o.gap = lanes_dot(o.face, pose->way) - lanes_dot(o.face, o.point);
    o.foot = lanes_dot(pose->b.axis, predict_minus(o.point, pose->way));
    return o;
}

/* How fast the gap closes, by the circle that fits. */
INLINE lanes_value predict_closing(const predict_pair *p, const predict_pose *pose,
                                   const predict_over *o, lanes_value radius) {
    lanes_vec arm_a = lanes_along(pose->a.offset, lanes_all(1), o->point);
    arm_a = lanes_along(arm_a, -radius, o->face);
    lanes_vec arm_b = lanes_along(pose->b.offset, o->foot, pose->b.axis);
    lanes_vec velocity = predict_minus(predict_velocity(&p->velocity_a, &p->a, arm_a),
                                       predict_velocity(&p->velocity_b, &p->b, arm_b));
    return lanes_dot(o->face, velocity);
}

/* Over the segment when it comes to its line, or to the end of the step. Returns the lanes in which
 * that is not beyond an end. */
INLINE unsigned predict_line(batch *at, const batch_pairs *pairs, int lane, unsigned some,
                             const measure_tables *from, const measure_rows *rows,
                             lanes_value seconds) {
    predict_pair p = predict_load(at, pairs, lane, from, rows);
    lanes_value zero = lanes_all(0), begun = predict_begun(&p), time = begun, radius;
    predict_pose pose = predict_pose_at(&p, time);
    lanes_value side = lanes_cross(pose.b.axis, pose.way); /* which it keeps */
    side = lanes_pick(lanes_less(side, zero), lanes_all(-1), lanes_all(1));
    predict_over over = predict_over_of(&pose, side, &radius);
    for (int round = 0; round < PREDICT_ROUNDS; ++round) {
        lanes_value closing = predict_closing(&p, &pose, &over, radius);
        lanes_value never = lanes_pick(lanes_less(over.gap, zero), begun, seconds);
        lanes_mask closes = lanes_less(zero, closing);
        lanes_value next = lanes_pick(closes, time + over.gap / closing, never);
        time = lanes_clamp(next, begun, seconds);
        pose = predict_pose_at(&p, time);
        over = predict_over_of(&pose, side, &radius);
    }
    lanes_value reach = p.b.radius_x;
    unsigned beyond = some & lanes_bits(lanes_less(reach, lanes_abs(over.foot)));
    predict_contact c = {time, over.gap, over.face,
                         lanes_along(over.point, lanes_all(1), pose.a.offset),
                         lanes_along(pose.b.offset, over.foot, pose.b.axis)};
    predict_store(at, lane, predict_mask(some & ~beyond), &p, c);
    return some & ~beyond;
}

/* ---- All ------------------------------------------------------------------------------------- */

static void kernel_predict(batch *batches, const batch_pairs *pairs, size_t count,
                           measure_choice *choice, const measure_tables *given_from,
                           const measure_rows *given_rows, float span) {
    const measure_tables from = *given_from;
    const measure_rows rows = *given_rows;
    lanes_value seconds = lanes_all(span);
    for (size_t i = 0; i < count; ++i) {
        unsigned chosen = choice->passing[i] & choice->close[i];
        if (!chosen) continue;
        for (int lane = 0; lane < BATCH; lane += LANES) {
            lanes_mask open = lanes_less(lanes_load(batches[i].gap + lane), lanes_all(FAR_APART));
            unsigned some = chosen >> lane & lanes_bits(open);
            unsigned found = 0;
            if (!some) continue;
            if (pairs[i].kind == BATCH_ROUND)
                found = predict_round(&batches[i], &pairs[i], lane, some, &rows, seconds);
            else if (pairs[i].kind == BATCH_OVAL)
                found = predict_oval(&batches[i], &pairs[i], lane, some, &from, &rows, seconds);
            else if (pairs[i].kind == BATCH_LINE)
                found = predict_line(&batches[i], &pairs[i], lane, some, &from, &rows, seconds);
            choice->passing[i] &= (uint8_t) ~(found << lane);
        }
    }
}
