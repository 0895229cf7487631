/* box_lanes.inc.h: pairs of boxes, and hulls that move far in a step, LANES at a time. */

/* ==== Hulls that move far ===================================================================== */

/* Hulls that move far in a step, LANES at a time. In: separations along the axes of both, and
 * speeds along these; out: when they enter the last of them, and whether they meet.
 *
 * Hulls overlap as long as they do along every axis. The face that is met is that of the axis which
 * they enter last: where both are nearest as the step begins they may never meet. They are swept as
 * they are turned then, which is found by sweeping them as they are turned now. */

/* Fraction of the smaller reach: how near to each other what passes by counts as met. */
static const float SWEEP_PAD = 0.002f;

/* Fraction of the step: what is met that much later may still be met within it. */
static const float SWEEP_LATER = 1.05f;

/* Seconds by which the axes of b have to be entered later. */
static const float SWEEP_SAME = 1e-6f;

typedef struct lanes_sweep {
    lanes_mask fast; /* pairs that are swept */
    lanes_value pad;
    lanes_value enter, leave; /* times of all axes so far, padded */
} lanes_sweep;

/* Lanes of pairs that both move and are apart; what is large is slow beside the small, and pulls
 * decide. */
INLINE lanes_sweep sweep_begin(const measure_input *in, const measure_output *out,
                               const uint32_t *entries, const lanes_pair *p, lanes_mask apart) {
    const lanes_value small = pair_small(p);
    const lanes_value way = p->near - lanes_all(MEASURE_NEAR) * small;
    const lanes_mask fast = apart & ~(p->window_a | p->window_b)
                            & lanes_less(lanes_all(SWEEP_FROM) * small, way);
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

/* ==== Boxes =================================================================================== */

/* Measures pairs of disks, capsules and rectangles, LANES at a time, by their half axes: a
 * capsule is a rectangle without height, a disk one without both, and all may be rounded.
 *
 * Along an axis of one hull the other reaches as far as its half axes do: of the four separations
 * the largest is that of the face which separates most. */

/* A rectangle of lanes. */
typedef struct lanes_box {
    lanes_vec center, axis, offset;
    lanes_value half_x, half_y, radius;
} lanes_box;

INLINE lanes_box box_load(const measure_input *in, const uint32_t *slots, const lanes_collider *c,
                          lanes_vec center) {
    const body_store *bodies = in->bodies;
    uint32_t rows[LANES];
    for (int i = 0; i < LANES; ++i) rows[i] = CORNER_FLOATS * bodies->links[slots[i]].corners;
    const lanes_row whole = lanes_gather(&bodies->corners.rows->radius, rows);
    const lanes_row half = lanes_gather(&bodies->corners.rows->half_x, rows);
    const lanes_row turn = turn_of(in, slots);
    lanes_box b = {.center = center,
                   .axis = {turn.z, turn.w},
                   .offset = {turn.x, turn.y},
                   .half_x = half.x,
                   .half_y = half.y};
    b.radius = lanes_pick(lanes_less(lanes_all(0), whole.y), c->radius_x, whole.x);
    return b;
}

INLINE void box_to_window(lanes_box *b, const lanes_pair *p, lanes_mask these) {
    b->half_x = lanes_pick(these, p->window_half.x, b->half_x);
    b->half_y = lanes_pick(these, p->window_half.y, b->half_y);
    b->offset = lanes_pick_vec(these, p->window_offset, b->offset);
}

/* Separations along the axes of a box, without the radii; less than any where it has no face. */
typedef struct box_axes {
    lanes_value at_x, at_y; /* where the other's centre is */
    lanes_value gap_x, gap_y;
} box_axes;

static const float NO_FACE = -1e18f;

/* `way`: to the centre of the other. `cosine`, `sine`: sizes of those of the angle between both. */
INLINE box_axes box_separations(const lanes_box *b, const lanes_box *other, lanes_vec way,
                                lanes_value cosine, lanes_value sine) {
    const lanes_value zero = lanes_all(0), never = lanes_all(NO_FACE);
    box_axes a = {.at_x = lanes_dot(b->axis, way), .at_y = lanes_cross(b->axis, way)};
    a.gap_x = lanes_abs(a.at_x) - (b->half_x + (cosine * other->half_x + sine * other->half_y));
    a.gap_y = lanes_abs(a.at_y) - (b->half_y + (sine * other->half_x + cosine * other->half_y));
    a.gap_x = lanes_pick(lanes_less(zero, b->half_y), a.gap_x, never);
    a.gap_y = lanes_pick(lanes_less(zero, b->half_x), a.gap_y, never);
    return a;
}

/* Returns when an axis is entered, by the sum of both extents along it. */
INLINE lanes_value sweep_axis(lanes_sweep *s, lanes_value gap, lanes_value at, lanes_value speed,
                              lanes_value radii) {
    const lanes_value zero = lanes_all(0), size = lanes_abs(at) - gap + radii;
    const lanes_value over = lanes_all(1) / lanes_max(lanes_abs(speed), lanes_all(1e-12f));
    const lanes_value from = lanes_pick(lanes_less(speed, zero), zero - at, at);
    const lanes_mask valid = lanes_less(lanes_all(0.1f * NO_FACE), gap);
    const lanes_value enter = (zero - size - from) * over;
    sweep_times(s, valid, enter, (size - from) * over, over);
    return lanes_pick(valid, enter, lanes_all(NO_FACE));
}

/* The face that decides: of b or of a, along y or x. */
typedef struct box_choice {
    lanes_mask more, across_a, across_b;
    lanes_value gap;
    lanes_value time; /* when it is entered; 0: now */
    lanes_mask misses;
} box_choice;

INLINE box_choice choose_widest(const box_axes *a, const box_axes *b, lanes_value small) {
    const lanes_value of_a = lanes_max(a->gap_x, a->gap_y), of_b = lanes_max(b->gap_x, b->gap_y);
    box_choice c = {.more = lanes_less(of_a + lanes_all(HULL_SAME) * small, of_b),
                    .across_a = lanes_less(a->gap_x, a->gap_y),
                    .across_b = lanes_less(b->gap_x, b->gap_y),
                    .time = lanes_all(0)};
    c.gap = lanes_pick(c.more, of_b, of_a);
    c.misses = lanes_less(c.time, c.time);
    return c;
}

/* Separations of both along their axes. */
INLINE void separate_boxes(box_axes axes[2], const lanes_box box[2], lanes_vec way) {
    const lanes_value cosine = lanes_abs(lanes_dot(box[0].axis, box[1].axis));
    const lanes_value sine = lanes_abs(lanes_cross(box[0].axis, box[1].axis));
    axes[0] = box_separations(&box[0], &box[1], way, cosine, sine);
    axes[1] = box_separations(&box[1], &box[0], lanes_negate(way), cosine, sine);
}

/* Times at which axes are entered: of a and b along x and y. */
typedef struct box_times {
    lanes_value ax, ay, bx, by;
} box_times;

INLINE lanes_value last_time(const box_times *t) {
    return lanes_max(lanes_max(t->ax, t->ay), lanes_max(t->bx, t->by));
}

INLINE box_times sweep_boxes(lanes_sweep *s, const lanes_box box[2], const box_axes axes[2],
                             lanes_vec u) {
    const lanes_vec back = lanes_negate(u);
    const lanes_value radii = box[0].radius + box[1].radius;
    sweep_restart(s);
    return (box_times){
        sweep_axis(s, axes[0].gap_x, axes[0].at_x, lanes_dot(box[0].axis, u), radii),
        sweep_axis(s, axes[0].gap_y, axes[0].at_y, lanes_cross(box[0].axis, u), radii),
        sweep_axis(s, axes[1].gap_x, axes[1].at_x, lanes_dot(box[1].axis, back), radii),
        sweep_axis(s, axes[1].gap_y, axes[1].at_y, lanes_cross(box[1].axis, back), radii)};
}

/* Turns a box by how it will lie then; its centre turns about its body's. */
INLINE lanes_vec turn_box(lanes_box *b, lanes_value turn) {
    const lanes_vec offset = sweep_turned(b->offset, turn);
    b->axis = sweep_turned(b->axis, turn);
    return lanes_between(b->offset, offset);
}

/* Chooses the axis that is entered last, of pairs that go far; drops those that pass by. */
INLINE void choose_last(box_choice *c, lanes_sweep *s, const measure_input *in, const lanes_pair *p,
                        const lanes_box given[2], const box_axes now[2]) {
    const lanes_vec u = pair_speed(p);
    box_times t = sweep_boxes(s, given, now, u);
    const lanes_value then = lanes_clamp(last_time(&t), lanes_all(0), lanes_all(in->seconds));
    lanes_box box[2] = {given[0], given[1]};
    box_axes axes[2];
    const lanes_vec moved_a = turn_box(&box[0], then * p->spin_a);
    const lanes_vec moved_b = turn_box(&box[1], then * p->spin_b);
    const lanes_vec moved = lanes_between(moved_a, moved_b);
    separate_boxes(axes, box, lanes_along(p->way, lanes_all(1), moved));
    t = sweep_boxes(s, box, axes, u);
    const sweep_end end = sweep_ended(s, in->seconds, lanes_max(t.ax, t.ay), lanes_max(t.bx, t.by));
    c->misses = end.misses;
    c->more = sweep_pick(end.meets, end.more, c->more);
    c->across_a = sweep_pick(end.meets, lanes_less(t.ax, t.ay), c->across_a);
    c->across_b = sweep_pick(end.meets, lanes_less(t.bx, t.by), c->across_b);
    c->time = end.time;
}

INLINE lanes_box pick_box(lanes_mask mask, const lanes_box *yes, const lanes_box *no) {
    return (lanes_box){
        lanes_pick_vec(mask, yes->center, no->center), lanes_pick_vec(mask, yes->axis, no->axis),
        lanes_pick_vec(mask, yes->offset, no->offset), lanes_pick(mask, yes->half_x, no->half_x),
        lanes_pick(mask, yes->half_y, no->half_y),     lanes_pick(mask, yes->radius, no->radius)};
}

/* The face along an axis. */
INLINE void set_face(lanes_facing *f, const lanes_box *b, lanes_mask across, lanes_value sign) {
    const lanes_value zero = lanes_all(0);
    const lanes_vec left = lanes_left(b->axis);
    const lanes_vec n = lanes_pick_vec(across, left, b->axis);
    f->normal = lanes_scaled(n, sign);
    const lanes_value height = lanes_pick(across, b->half_y, b->half_x);
    const lanes_value half = lanes_pick(across, b->half_x, b->half_y);
    const lanes_vec along = lanes_left(f->normal);
    f->from = lanes_along(lanes_along(b->center, height, f->normal), zero - half, along);
    f->length = half + half;
}

/* The face of the other that faces it most: that of the axis nearest to its normal. */
INLINE void set_line(lanes_facing *f, const lanes_box *b) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    const lanes_vec left = lanes_left(b->axis);
    const lanes_value x = lanes_dot(b->axis, f->normal), y = lanes_dot(left, f->normal);
    const lanes_mask across = ~lanes_less(zero, b->half_y) | lanes_less(lanes_abs(x), lanes_abs(y));
    const lanes_vec n = lanes_pick_vec(across, left, b->axis);
    const lanes_vec t = lanes_pick_vec(across, b->axis, left);
    const lanes_value cosine = lanes_pick(across, y, x);
    const lanes_value height = lanes_pick(across, b->half_y, b->half_x);
    lanes_value half = lanes_pick(across, b->half_x, b->half_y);
    const lanes_value sign = lanes_pick(lanes_less(cosine, zero), one, zero - one);
    const lanes_vec middle = lanes_along(b->center, sign * height, n);
    const lanes_value runs = t.y * f->normal.x - t.x * f->normal.y; /* along the left of it */
    half = lanes_pick(lanes_less(runs, zero), zero - half, half);
    f->line[0] = lanes_along(middle, zero - half, t);
    f->line[1] = lanes_along(middle, half, t);
    f->cosine = zero - lanes_abs(cosine);
}

/* Measures the lanes of `bits`, where they will meet if they go far. `sole`: no others of the block
 * have a fit by now. */
INLINE lanes_found measure_boxes(const measure_input *in, const measure_output *out, uint32_t k,
                                 const lanes_pair *p, unsigned bits, bool sole) {
    const pair_list *list = in->list;
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    const lanes_vec origin = {zero, zero};
    lanes_box box[2] = {box_load(in, list->a + k, &p->a, origin),
                        box_load(in, list->b + k, &p->b, p->way)};
    box_axes axes[2];
    if (lanes_bits(p->window_a | p->window_b)) {
        box_to_window(&box[0], p, p->window_a);
        box_to_window(&box[1], p, p->window_b);
    }
    separate_boxes(axes, box, p->way);
    lanes_facing f = {.radius_a = box[0].radius,
                      .radius_b = box[1].radius,
                      .small = pair_small(p),
                      .near = p->near};
    box_choice c = choose_widest(&axes[0], &axes[1], f.small);
    f.gap = c.gap;
    lanes_entries e = entries_in_row(in, k, bits, sole);
    const lanes_mask apart = facing_apart(&f);
    if (!(e.used & ~lanes_bits(apart))) {
        entries_store(in, &e, zero, 0, 0);
        return (lanes_found){0, 0, 0, 0};
    }
    lanes_sweep s = sweep_begin(in, out, e.at, p, lanes_less(facing_radii(&f), c.gap));
    if (lanes_bits(s.fast)) choose_last(&c, &s, in, p, box, axes);
    f.more = c.more;
    f.passed = c.time;
    f.misses = c.misses | apart;
    box[1].center = lanes_along(p->way, c.time, pair_speed(p));
    const lanes_box of = pick_box(c.more, &box[1], &box[0]);
    const lanes_box other = pick_box(c.more, &box[0], &box[1]);
    const lanes_mask across = sweep_pick(c.more, c.across_b, c.across_a);
    const lanes_value at_a = lanes_pick(c.across_a, axes[0].at_y, axes[0].at_x);
    const lanes_value at_b = lanes_pick(c.across_b, axes[1].at_y, axes[1].at_x);
    const lanes_mask behind = lanes_less(lanes_pick(c.more, at_b, at_a), zero);
    set_face(&f, &of, across, lanes_pick(behind, zero - one, one));
    set_line(&f, &other);
    const lanes_frame frame = {box[0].offset, box[1].offset, box[1].center, pair_speed(p)};
    return facing_measure(in, out, &f, &frame, &e);
}
