/* hull_lanes.inc.h: measures pairs of disks, capsules, polygons and segments of which one is not
 * told by half axes, LANES at a time: finds the face that separates most by all corners of both. */
/* ---- Hulls of lanes -------------------------------------------------------------------------- */

typedef struct lanes_hull {
    lanes_vec point[EVO_POLYGON_POINTS + 1], normal[EVO_POLYGON_POINTS];
    lanes_value radius;
    lanes_mask pointed, line; /* disks, without a face; and segments */
    lanes_mask window;        /* boxes of which a window is measured, with these half axes */
    lanes_vec half;
    uint32_t rows[LANES];     /* offsets in the table of corners */
    int points;               /* most of all lanes */
} lanes_hull;

INLINE void hull_begin(lanes_hull *h, const measure_input *in, const uint32_t *slots,
                       const lanes_collider *c) {
    const body_store *bodies = in->bodies;
    for (int i = 0; i < LANES; ++i) h->rows[i] = CORNER_FLOATS * bodies->links[slots[i]].corners;
    const lanes_row whole = lanes_gather(&bodies->corners.rows->radius, h->rows);
    h->pointed = lanes_less(lanes_all(0), whole.y);
    h->line = lanes_less(lanes_all(0), whole.z);
    h->radius = lanes_pick(h->pointed, c->radius_x, whole.x);
}

/* The corner of a window that stands for that of the whole. */
INLINE lanes_value corner_of_window(lanes_mask window, lanes_value half, lanes_value of) {
    const lanes_value zero = lanes_all(0);
    return lanes_pick(window, lanes_pick(lanes_less(of, zero), zero - half, half), of);
}

/* Loads the points of hulls, turned and moved. */
INLINE void hull_load(lanes_hull *h, const measure_input *in, const lanes_collider *c,
                      lanes_vec axis, lanes_vec center) {
    const lanes_value scale = lanes_pick(h->line, c->radius_x, lanes_all(1));
    const lanes_vec along = lanes_scaled(axis, scale);
    const bool windows = lanes_bits(h->window) != 0;
    for (int i = 0; i < h->points; ++i) {
        lanes_row r = lanes_gather(in->bodies->corners.rows->row[i], h->rows);
        if (windows) {
            r.x = corner_of_window(h->window, h->half.x, r.x);
            r.y = corner_of_window(h->window, h->half.y, r.y);
        }
        h->point[i].x = center.x + (r.x * along.x - r.y * along.y);
        h->point[i].y = center.y + (r.y * along.x + r.x * along.y);
        h->normal[i].x = r.z * axis.x - r.w * axis.y;
        h->normal[i].y = r.w * axis.x + r.z * axis.y;
    }
    h->point[h->points] = h->point[0];
}

/* ---- Faces ----------------------------------------------------------------------------------- */

/* A face, from point to point, and how far it separates. */
typedef struct lanes_face {
    lanes_value gap;
    lanes_vec from, to, normal;
} lanes_face;

INLINE lanes_value least_along(const lanes_hull *h, lanes_vec n) {
    lanes_value least = lanes_dot(h->point[0], n);
    for (int i = 1; i < h->points; ++i) least = lanes_min(least, lanes_dot(h->point[i], n));
    return least;
}

INLINE lanes_face face_of(const lanes_hull *h, int i, lanes_value gap) {
    return (lanes_face){gap, h->point[i], h->point[i + 1], h->normal[i]};
}

INLINE lanes_face pick_face(lanes_mask mask, const lanes_face *yes, const lanes_face *no) {
    return (lanes_face){
        lanes_pick(mask, yes->gap, no->gap), lanes_pick_vec(mask, yes->from, no->from),
        lanes_pick_vec(mask, yes->to, no->to), lanes_pick_vec(mask, yes->normal, no->normal)};
}

INLINE void find_widest(lanes_face *f, const lanes_hull *h, const lanes_hull *other) {
    f->gap = lanes_all(-INFINITY);
    f->from = f->to = h->point[0];
    f->normal = h->normal[0];
    for (int i = 0; i < h->points; ++i) {
        const lanes_vec n = h->normal[i];
        const lanes_face face = face_of(h, i, least_along(other, n) - lanes_dot(h->point[i], n));
        *f = pick_face(lanes_less(f->gap, face.gap) & ~h->pointed, &face, f);
    }
}

/* Keeps to the side of segments what overlaps them beside their middle: see touch_hulls. Returns
 * the lanes of which it does. */
INLINE lanes_mask keep_to_line(lanes_face *f, lanes_mask line, const lanes_pair *p,
                               const lanes_hull *a, const lanes_hull *b, lanes_vec axis,
                               lanes_vec side, lanes_mask overlaps) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    const lanes_line_side of = line_side_of(axis, p->way, side);
    const lanes_mask upright =
        lanes_less(lanes_abs(lanes_dot(axis, side)), lanes_all((float)SIDE_UPRIGHT));
    lanes_mask beside = line & ~lanes_less(p->b.radius_x, lanes_abs(lanes_dot(axis, p->way)));
    lanes_mask under = line_is_right(&of, overlaps & upright);
    lanes_value sign = lanes_pick(under, zero - one, one);
    lanes_vec n = lanes_scaled(of.left, sign);
    lanes_face face = {.from = lanes_pick_vec(under, b->point[1], b->point[0]),
                       .to = lanes_pick_vec(under, b->point[0], b->point[1]),
                       .normal = n};
    face.gap = least_along(a, n) - lanes_dot(face.from, n);
    *f = pick_face(beside, &face, f);
    return beside;
}

/* ---- Meetings -------------------------------------------------------------------------------- */

INLINE lanes_vec turn_axis(const lanes_row *turn) {
    return (lanes_vec){turn->z, turn->w};
}

/* A pair of lanes, as its faces lie. `more`: the face is of b. */
typedef struct hull_pair {
    lanes_pair p;
    lanes_row turn_a, turn_b; /* offset and axis: see collider_turn */
    lanes_hull hull_a, hull_b;
    lanes_face face;
    lanes_mask more;
    lanes_value passed; /* seconds of the step that have passed as both lie so */
    lanes_mask misses;
} hull_pair;

/* Finds the face that is entered last by another hull at that speed. Returns when. */
INLINE lanes_value find_last(lanes_face *f, lanes_sweep *s, const lanes_hull *h,
                             const lanes_hull *other, lanes_vec speed, lanes_value radii) {
    const lanes_value zero = lanes_all(0), never = lanes_all(-INFINITY);
    lanes_value last = never;
    for (int i = 0; i < h->points; ++i) {
        const lanes_vec n = h->normal[i];
        const lanes_value gap = least_along(other, n) - lanes_dot(h->point[i], n) - radii;
        const lanes_value rate = lanes_dot(n, speed);
        const lanes_value over = lanes_all(1) / lanes_max(lanes_abs(rate), lanes_all(1e-12f));
        const lanes_mask closes = lanes_less(rate, zero);
        const lanes_value enter = lanes_pick(closes, gap * over, never);
        const lanes_value leave = lanes_pick(closes, zero - never, zero - gap * over);
        sweep_times(s, ~h->pointed, enter, leave, over);
        const lanes_mask later = lanes_less(last, enter) & ~h->pointed;
        last = lanes_pick(later, enter, last);
        const lanes_face face = face_of(h, i, f->gap);
        *f = pick_face(later, &face, f);
    }
    return last;
}

/* Moves the hulls of `these` lanes. */
INLINE void hull_move(lanes_hull *h, lanes_mask these, lanes_value time, lanes_vec speed) {
    for (int i = 0; i <= h->points; ++i)
        h->point[i] = lanes_pick_vec(these, lanes_along(h->point[i], time, speed), h->point[i]);
}

/* Pairs that go far, where they will meet. Returns those that pass by. */
INLINE lanes_mask choose_swept(hull_pair *h, lanes_sweep *s, float seconds) {
    const lanes_vec u = pair_speed(&h->p);
    const lanes_value radii = h->hull_a.radius + h->hull_b.radius;
    lanes_face a = h->face, b = h->face;
    sweep_restart(s);
    const lanes_value last_a = find_last(&a, s, &h->hull_a, &h->hull_b, u, radii);
    const lanes_value last_b = find_last(&b, s, &h->hull_b, &h->hull_a, lanes_negate(u), radii);
    const sweep_end end = sweep_ended(s, seconds, last_a, last_b);
    h->more = sweep_pick(end.meets, end.more, h->more);
    h->passed = end.time;
    hull_move(&h->hull_b, end.meets, h->passed, u);
    b.from = lanes_along(b.from, h->passed, u);
    b.to = lanes_along(b.to, h->passed, u);
    const lanes_face last = pick_face(end.more, &b, &a);
    h->face = pick_face(end.meets, &last, &h->face);
    return end.misses;
}

INLINE void choose_face(hull_pair *h, lanes_vec side, lanes_mask overlaps) {
    const lanes_value same = lanes_all(HULL_SAME) * pair_small(&h->p);
    lanes_face a, b;
    find_widest(&a, &h->hull_a, &h->hull_b);
    find_widest(&b, &h->hull_b, &h->hull_a);
    h->more = lanes_less(a.gap + same, b.gap);
    lanes_mask in = h->hull_b.line & lanes_less(lanes_max(a.gap, b.gap), lanes_all(0));
    if (lanes_bits(in)) {
        h->more = h->more
                  | keep_to_line(&b, in, &h->p, &h->hull_a, &h->hull_b, turn_axis(&h->turn_b), side,
                                 overlaps);
    }
    h->face = pick_face(h->more, &b, &a);
}

/* Finds the face that faces the other hull's most, of the lanes of `these`. `least`: cosines. */
INLINE void turn_to(const lanes_hull *h, lanes_mask these, lanes_vec n, lanes_value *least,
                    lanes_vec line[2]) {
    for (int i = 0; i < h->points; ++i) {
        lanes_value along = lanes_dot(h->normal[i], n);
        lanes_mask turned = these & lanes_less(along, *least);
        *least = lanes_pick(turned, along, *least);
        line[0] = lanes_pick_vec(turned, h->point[i + 1], line[0]);
        line[1] = lanes_pick_vec(turned, h->point[i], line[1]);
    }
}

/* The face of the other hull which faces that face most, and the cosine between them. */
INLINE lanes_value turned_face(const hull_pair *h, lanes_vec line[2]) {
    lanes_value least = lanes_all(INFINITY);
    line[0] = line[1] = h->face.from;
    turn_to(&h->hull_a, h->more, h->face.normal, &least, line);
    turn_to(&h->hull_b, ~h->more, h->face.normal, &least, line);
    return least;
}

/* The faces of a pair that separate most and face each other. */
INLINE lanes_facing facing_of(const hull_pair *h) {
    const lanes_face *face = &h->face;
    const lanes_vec along = lanes_left(face->normal);
    lanes_facing f = {.more = h->more,
                      .gap = face->gap,
                      .from = face->from,
                      .normal = face->normal,
                      .length = lanes_dot(lanes_between(face->from, face->to), along),
                      .radius_a = h->hull_a.radius,
                      .radius_b = h->hull_b.radius,
                      .small = pair_small(&h->p),
                      .near = h->p.near,
                      .passed = h->passed,
                      .misses = h->misses};
    f.cosine = turned_face(h, f.line);
    return f;
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* Returns the lanes of `used` that floats are too coarse for. */
INLINE unsigned hull_pair_load(hull_pair *h, const measure_input *in, const uint32_t *entries,
                               unsigned used) {
    const pair_list *list = in->list;
    uint32_t slots_a[LANES], slots_b[LANES];
    float x[LANES], y[LANES];
    for (int i = 0; i < LANES; ++i) {
        slots_a[i] = list->a[entries[i]];
        slots_b[i] = list->b[entries[i]];
        x[i] = list->way_x[entries[i]];
        y[i] = list->way_y[entries[i]];
    }
    pair_begin(&h->p, in, slots_a, slots_b);
    h->p.way.x = lanes_load(x);
    h->p.way.y = lanes_load(y);
    add_rims(&h->p, in, slots_a, slots_b);
    h->turn_a = turn_of(in, slots_a);
    h->turn_b = turn_of(in, slots_b);
    hull_begin(&h->hull_a, in, slots_a, &h->p.a);
    hull_begin(&h->hull_b, in, slots_b, &h->p.b);
    const unsigned left = windows_take(&h->p, in, entries, used);
    h->hull_a.window = h->p.window_a & ~h->hull_a.line;
    h->hull_b.window = h->p.window_b & ~h->hull_b.line;
    h->hull_a.half = h->hull_b.half = h->p.window_half;
    h->turn_a.x = lanes_pick(h->p.window_a, h->p.window_offset.x, h->turn_a.x);
    h->turn_a.y = lanes_pick(h->p.window_a, h->p.window_offset.y, h->turn_a.y);
    h->turn_b.x = lanes_pick(h->p.window_b, h->p.window_offset.x, h->turn_b.x);
    h->turn_b.y = lanes_pick(h->p.window_b, h->p.window_offset.y, h->turn_b.y);
    const lanes_vec origin = {lanes_all(0), lanes_all(0)};
    hull_load(&h->hull_a, in, &h->p.a, turn_axis(&h->turn_a), origin);
    hull_load(&h->hull_b, in, &h->p.b, turn_axis(&h->turn_b), h->p.way);
    return left;
}

INLINE block_rest measure_hull_lanes(const measure_input *in, const measure_output *out,
                                     const hull_group *group, uint32_t lane) {
    const uint32_t *entries = group->entries + lane;
    const unsigned used = group->used >> lane & ((1u << LANES) - 1);
    hull_pair h;
    lanes_entries e = {.in_row = false};
    h.hull_a.points = group->points_a;
    h.hull_b.points = group->points_b;
    const unsigned unsure = hull_pair_load(&h, in, entries, used);
    for (int i = 0; i < LANES; ++i) e.at[i] = entries[i];
    e.used = used & ~unsure;
    entries_load(&e, in->list->kept);
    choose_face(&h, e.side, e.overlapped);
    h.passed = lanes_all(0);
    h.misses = lanes_less(h.passed, h.passed);
    lanes_sweep s = sweep_begin(in, out, entries, &h.p,
                                lanes_less(h.hull_a.radius + h.hull_b.radius, h.face.gap));
    if (lanes_bits(s.fast) & e.used) h.misses = choose_swept(&h, &s, in->seconds);
    const lanes_facing f = facing_of(&h);
    const lanes_frame frame = {.offset_a = {h.turn_a.x, h.turn_a.y},
                               .offset_b = {h.turn_b.x, h.turn_b.y},
                               .way = lanes_along(h.p.way, h.passed, pair_speed(&h.p)),
                               .speed = pair_speed(&h.p)};
    const lanes_found found = facing_measure(in, out, &f, &frame, &e);
    return (block_rest){unsure | found.unsure, found.corners};
}

static block_rest measure_hulls(const measure_input *in, const measure_output *out,
                                const hull_group *group) {
    block_rest rest = {0, 0};
    for (uint32_t lane = 0; lane < MEASURE_BLOCK && group->used >> lane; lane += LANES) {
        const block_rest of = measure_hull_lanes(in, out, group, lane);
        rest.unsure |= of.unsure << lane;
        rest.corners |= of.corners << lane;
    }
    return rest;
}
