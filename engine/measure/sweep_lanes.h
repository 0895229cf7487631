/* sweep_lanes.h: hulls that move far in a step, LANES at a time. In: separations along the axes of
 * both, and speeds along these; out: when they enter the last of them, and whether they meet.
 *
 * Hulls overlap as long as they do along every axis. The face that is met is that of the axis which
 * they enter last: where both are nearest as the step begins they may never meet. They are swept as
 * they are turned then, which is found by sweeping them as they are turned now. */

/* Fraction of the smaller reach: pairs that go farther in a step are swept; and how near to each
 * other what passes by counts as met. */
static const float SWEEP_FROM = 0.1f, SWEEP_PAD = 0.002f;

/* Fraction of the step: what is met that much later may still be met within it. */
static const float SWEEP_LATER = 1.05f;

/* Seconds by which the axes of b have to be entered later. */
static const float SWEEP_SAME = 1e-6f;

typedef struct lanes_sweep {
    lanes_mask fast; /* pairs that are swept */
    lanes_value pad;
    lanes_value enter, leave; /* times of all axes so far, padded */
} lanes_sweep;

/* Lanes of pairs that both move and are apart. */
INLINE lanes_sweep sweep_begin(const measure_input *in, const measure_output *out,
                               const uint32_t *entries, const lanes_pair *p, lanes_mask apart) {
    const lanes_value small = pair_small(p);
    const lanes_value way = p->near - lanes_all(MEASURE_NEAR) * small;
    const lanes_mask fast = apart & lanes_less(lanes_all(SWEEP_FROM) * small, way);
    lanes_sweep s = {.fast = fast, .pad = lanes_all(SWEEP_PAD) * small};
    if (!lanes_bits(s.fast)) return s;
    uint32_t rows_a[LANES], rows_b[LANES];
    for (int i = 0; i < LANES; ++i) {
        rows_a[i] = out->row_a[entries[i]];
        rows_b[i] = out->row_b[entries[i]];
    }
    const lanes_value mass_a = lanes_gather(in->rows, rows_a).w;
    const lanes_value mass_b = lanes_gather(in->rows, rows_b).w;
    s.fast = s.fast & lanes_less(lanes_all(0), lanes_min(mass_a, mass_b));
    return s;
}

INLINE void sweep_restart(lanes_sweep *s) {
    s->enter = lanes_all(-INFINITY);
    s->leave = lanes_all(INFINITY);
}

/* An axis by a turn that is short, or by an eighth of one. */
INLINE lanes_vec sweep_turned(lanes_vec axis, lanes_value turn) {
    const lanes_value t = lanes_clamp(turn, lanes_all(-0.8f), lanes_all(0.8f)), square = t * t;
    const lanes_value sine = t - t * square * lanes_all(1.0f / 6);
    const lanes_value less = square * (lanes_all(0.5f) - square * lanes_all(1.0f / 24));
    return (lanes_vec){axis.x - (axis.x * less + axis.y * sine),
                       axis.y + (axis.x * sine - axis.y * less)};
}

/* Adds when an axis is entered, and when it is left, at a speed of 1 / over. */
INLINE void sweep_times(lanes_sweep *s, lanes_mask valid, lanes_value enter, lanes_value leave,
                        lanes_value over) {
    const lanes_value pad = s->pad * over;
    s->enter = lanes_pick(valid, lanes_max(s->enter, enter - pad), s->enter);
    s->leave = lanes_pick(valid, lanes_min(s->leave, leave + pad), s->leave);
}

/* Lanes that pass by each other; those that meet, of which those whose face is b's, and when. */
typedef struct sweep_end {
    lanes_mask misses, meets, more;
    lanes_value time; /* 0 of those that do not meet later */
} sweep_end;

/* `last_a`, `last_b`: when the last axis of each is entered. */
INLINE sweep_end sweep_ended(const lanes_sweep *s, float seconds, lanes_value last_a,
                             lanes_value last_b) {
    const lanes_value last = lanes_max(last_a, last_b);
    const lanes_mask misses =
        s->fast
        & (lanes_less(s->leave, s->enter) | lanes_less(lanes_all(SWEEP_LATER * seconds), s->enter));
    sweep_end e = {.misses = misses, .more = lanes_less(last_a + lanes_all(SWEEP_SAME), last_b)};
    e.meets = s->fast & ~e.misses & lanes_less(lanes_all(0), last);
    e.time = lanes_only(e.meets, lanes_min(last, lanes_all(seconds)));
    assert(!lanes_bits(lanes_less(lanes_all(seconds), e.time)) && "times are within the step");
    return e;
}

/* Picks of two masks by a mask. */
INLINE lanes_mask sweep_pick(lanes_mask these, lanes_mask yes, lanes_mask no) {
    return (these & yes) | (~these & no);
}
