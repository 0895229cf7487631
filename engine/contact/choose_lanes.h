/* choose_lanes.h: which contacts may push in a step, which bounce, which pass each other so far
 * that their normals do not hold, and which are too sudden for the solver; what measure_lanes.h
 * begins with stands before this. */

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
    lanes_value closing; /* speed of the rims' points along the normal, not below 0 */
    lanes_value slip;    /* and along the tangent */
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

/* The solver takes a contact for a line. In a step that holds for a body that is not round up to
 * this turn, in radians (divided by how thin the body is); and less for what bounces, which has to
 * be met at its time. */
static const float LINE_TURN = 1.0f, BOUNCE_TURN = 0.05f;

/* Of the size. A body that is pushed off its way farther than this might come to something that it
 * was not to meet. What overlaps deeper, or falls farther in a step, is left to the solver: that
 * parts what overlaps, and holds a crowd as a whole. */
static const float LINE_OFF = 1.0f, SUDDEN_DEPTH = 0.2f, SUDDEN_FALL = 2.0f;

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

/* Lanes that have a restitution; a batch without an extra has none. */
INLINE lanes_mask bouncy_lanes(const measure_batches *from, size_t i, int lane) {
    lanes_value none = lanes_all(0);
    if (from->sorts[i] < 0) return lanes_less(none, none);
    return lanes_less(none, lanes_load(from->extras[from->sorts[i]].restitution + lane));
}

INLINE unsigned bouncy_bits(const measure_batches *from, size_t i) {
    unsigned found = 0;
    for (int lane = 0; lane < BATCH; lane += LANES)
        found |= lanes_bits(bouncy_lanes(from, i, lane)) << lane;
    return found & from->pairs[i].used;
}

/* Those that may meet within the step too suddenly for a line. */
INLINE unsigned look_at_sudden(const measure_batches *from, size_t i, int lane,
                               const lane_pace *pace, const measure_rows *rows,
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
    meets = meets & lanes_less(lanes_all(span->fall), lanes_all(SUDDEN_FALL) * least);
    lanes_value turn = lanes_max(spin_a * side_a.turns, spin_b * side_b.turns) * time;
    lanes_value off = pace->closing * time - lanes_max(gap, zero);
    lanes_value turn_most =
        lanes_pick(bouncy_lanes(from, i, lane), lanes_all(BOUNCE_TURN), lanes_all(LINE_TURN));
    lanes_mask sudden = lanes_less(turn_most, turn) | lanes_less(lanes_all(LINE_OFF) * least, off);
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
            look.sudden |= look_at_sudden(from, i, lane, &pace, rows, span);
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
        if (from.sorts[i] >= 0) bouncy = bouncy_bits(&from, i);
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
