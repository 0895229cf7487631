/* hull_lanes.h: measures pairs of disks, capsules, polygons and segments, LANES at a time. In: the
 * first entries of pairs; out: a fit by touch, that of the first end of shared faces in the first
 * entry, that of the second end in the next.
 *
 * The same as narrow/hulls.c does in doubles: the face that separates most decides; what lies
 * beyond its end is a corner, and the nearest two points are met; faces that face each other touch
 * at both ends of what they share. */

/* ---- Hulls of lanes -------------------------------------------------------------------------- */

typedef struct lanes_hull {
    lanes_vec point[EVO_POLYGON_POINTS + 1], normal[EVO_POLYGON_POINTS];
    lanes_value radius;
    lanes_mask pointed, line; /* disks, without a face; and segments */
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

/* Loads the points of hulls, turned and moved. */
INLINE void hull_load(lanes_hull *h, const measure_input *in, const lanes_collider *c,
                      lanes_vec axis, lanes_vec center) {
    const lanes_value scale = lanes_pick(h->line, c->radius_x, lanes_all(1));
    const lanes_vec along = {scale * axis.x, scale * axis.y};
    for (int i = 0; i < h->points; ++i) {
        lanes_row r = lanes_gather(in->bodies->corners.rows->row[i], h->rows);
        h->point[i].x = center.x + (r.x * along.x - r.y * along.y);
        h->point[i].y = center.y + (r.y * along.x + r.x * along.y);
        h->normal[i].x = r.z * axis.x - r.w * axis.y;
        h->normal[i].y = r.w * axis.x + r.z * axis.y;
    }
    h->point[h->points] = h->point[0];
}

/* ---- Faces ----------------------------------------------------------------------------------- */

/* A face, from point to point, how far it separates, and the point that comes nearest to it. */
typedef struct lanes_face {
    lanes_value gap;
    lanes_vec from, to, normal, met;
} lanes_face;

INLINE lanes_value least_along(const lanes_hull *h, lanes_vec n) {
    lanes_value least = lanes_dot(h->point[0], n);
    for (int i = 1; i < h->points; ++i) least = lanes_min(least, lanes_dot(h->point[i], n));
    return least;
}

INLINE lanes_vec point_along(const lanes_hull *h, lanes_vec n) {
    lanes_value least = lanes_dot(h->point[0], n);
    lanes_vec found = h->point[0];
    for (int i = 1; i < h->points; ++i) {
        lanes_value along = lanes_dot(h->point[i], n);
        found = lanes_pick_vec(lanes_less(along, least), h->point[i], found);
        least = lanes_min(along, least);
    }
    return found;
}

INLINE void find_widest(lanes_face *f, const lanes_hull *h, const lanes_hull *other) {
    f->gap = lanes_all(-INFINITY);
    f->from = f->to = h->point[0];
    f->normal = h->normal[0];
    for (int i = 0; i < h->points; ++i) {
        lanes_vec n = h->normal[i];
        lanes_value gap = least_along(other, n) - lanes_dot(h->point[i], n);
        lanes_mask wider = lanes_less(f->gap, gap) & ~h->pointed;
        f->gap = lanes_pick(wider, gap, f->gap);
        f->from = lanes_pick_vec(wider, h->point[i], f->from);
        f->to = lanes_pick_vec(wider, h->point[i + 1], f->to);
        f->normal = lanes_pick_vec(wider, n, f->normal);
    }
    f->met = point_along(other, f->normal);
}

/* Keeps to the side of segments what overlaps them beside their middle: see touch_hulls. Returns
 * the lanes of which it does. */
INLINE lanes_mask keep_to_line(lanes_face *f, lanes_mask line, const lanes_pair *p,
                               const lanes_hull *a, const lanes_hull *b, lanes_vec axis,
                               lanes_vec side, lanes_mask overlaps) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    lanes_vec left = {zero - axis.y, axis.x};
    lanes_value across = zero - lanes_dot(left, p->way), dip = zero - lanes_dot(left, side);
    lanes_mask known = overlaps & lanes_less(lanes_all(0.5f), lanes_abs(dip))
                       & lanes_less(lanes_abs(lanes_dot(axis, side)), lanes_all(1e-3f));
    lanes_mask beside = line & ~lanes_less(p->b.radius_x, lanes_abs(lanes_dot(axis, p->way)));
    lanes_mask under = lanes_less(lanes_pick(known, dip, across), zero);
    lanes_value sign = lanes_pick(under, zero - one, one);
    lanes_vec n = {sign * left.x, sign * left.y};
    f->normal = lanes_pick_vec(beside, n, f->normal);
    f->from = lanes_pick_vec(beside, lanes_pick_vec(under, b->point[1], b->point[0]), f->from);
    f->to = lanes_pick_vec(beside, lanes_pick_vec(under, b->point[0], b->point[1]), f->to);
    f->met = lanes_pick_vec(beside, point_along(a, n), f->met);
    lanes_value gap = lanes_dot(f->met, n) - lanes_dot(f->from, n);
    f->gap = lanes_pick(beside, gap, f->gap);
    return beside;
}

/* ---- Meetings -------------------------------------------------------------------------------- */

INLINE lanes_vec turn_axis(const lanes_row *turn) {
    lanes_vec axis = {turn->z, turn->w};
    return axis;
}

/* A pair of lanes, as its faces lie. `more`: the face is of b. */
typedef struct hull_pair {
    lanes_pair p;
    lanes_row turn_a, turn_b; /* offset and axis: see collider_turn */
    lanes_hull hull_a, hull_b;
    lanes_face face;
    lanes_mask more;
} hull_pair;

/* Fraction of the smaller reach by which the faces of b have to separate more: of those that
 * separate as much, a's decide. And by which points are beyond the ends of faces. */
static const float HULL_SAME = 1e-6f;

INLINE void choose_face(hull_pair *h, lanes_vec side, lanes_mask overlaps) {
    const lanes_value same = lanes_all(HULL_SAME) * lanes_min(h->p.a.reach, h->p.b.reach);
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
    h->face.gap = lanes_pick(h->more, b.gap, a.gap);
    h->face.from = lanes_pick_vec(h->more, b.from, a.from);
    h->face.to = lanes_pick_vec(h->more, b.to, a.to);
    h->face.normal = lanes_pick_vec(h->more, b.normal, a.normal);
    h->face.met = lanes_pick_vec(h->more, b.met, a.met);
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
    line[0] = line[1] = h->face.met;
    turn_to(&h->hull_a, h->more, h->face.normal, &least, line);
    turn_to(&h->hull_b, ~h->more, h->face.normal, &least, line);
    return least;
}

/* The nearest two points of both. */
INLINE lanes_value nearest_points(const hull_pair *h, lanes_vec *point_a, lanes_vec *point_b) {
    lanes_value least = lanes_all(INFINITY);
    *point_a = *point_b = h->face.met;
    for (int i = 0; i < h->hull_a.points; ++i)
        for (int k = 0; k < h->hull_b.points; ++k) {
            const lanes_vec a = h->hull_a.point[i], b = h->hull_b.point[k];
            lanes_vec apart = {b.x - a.x, b.y - a.y};
            lanes_value square = lanes_dot(apart, apart);
            lanes_mask nearer = lanes_less(square, least);
            least = lanes_min(square, least);
            *point_a = lanes_pick_vec(nearer, a, *point_a);
            *point_b = lanes_pick_vec(nearer, b, *point_b);
        }
    return lanes_sqrt(least);
}

/* A touch before it is stored. Points are of the sharp hulls; radii below 0: of a face. */
typedef struct hull_touch {
    lanes_value gap;
    lanes_vec normal, point_a, point_b; /* normal from a to b */
    lanes_mask face_a, face_b;
} hull_touch;

/* The touch of the face with a point at that height over it, and whether that is of a face, too. */
INLINE hull_touch touch_over(const hull_pair *h, lanes_vec at, lanes_value gap, lanes_mask faces) {
    const lanes_value zero = lanes_all(0);
    const lanes_vec n = h->face.normal, back = {zero - n.x, zero - n.y};
    lanes_vec over = lanes_along(at, gap, n);
    hull_touch t = {gap,
                    lanes_pick_vec(h->more, back, n),
                    lanes_pick_vec(h->more, over, at),
                    lanes_pick_vec(h->more, at, over),
                    faces | ~h->more,
                    faces | h->more};
    return t;
}

/* Returns the lanes whose faces touch at both ends of what they share, and those touches. */
INLINE lanes_mask touch_faces(const hull_pair *h, const lanes_vec line[2], hull_touch found[2]) {
    const lanes_value zero = lanes_all(0);
    const lanes_vec n = h->face.normal, along = {zero - n.y, n.x}, from = h->face.from;
    const lanes_value start = lanes_dot(from, along), length = lanes_dot(h->face.to, along) - start;
    lanes_value first = lanes_dot(line[0], along) - start, last = lanes_dot(line[1], along) - start;
    lanes_value low = lanes_dot(line[0], n) - lanes_dot(from, n);
    lanes_value high = lanes_dot(line[1], n) - lanes_dot(from, n);
    lanes_value ends[2] = {lanes_max(first, zero), lanes_min(last, length)};
    lanes_mask shared = lanes_less(lanes_all(HULL_SAME) * length, ends[1] - ends[0]);
    lanes_value rise = (high - low) / lanes_pick(shared, last - first, lanes_all(1));
    for (int i = 0; i < 2; ++i) { /* a face of b runs the other way */
        lanes_value place = lanes_pick(h->more, ends[1 - i], ends[i]);
        found[i] = touch_over(h, lanes_along(from, place, along), low + rise * (place - first),
                              lanes_equal(zero, zero));
    }
    return shared;
}

/* ---- Storing --------------------------------------------------------------------------------- */

/* Entries of a pair of lanes, those that are stored, and what was measured a step before. */
typedef struct hull_entries {
    uint32_t at[LANES];
    unsigned used;
    lanes_row warm;
    lanes_mask overlapped;
    lanes_value before; /* gaps */
} hull_entries;

INLINE void entries_load(hull_entries *e, const pair_memory *kept) {
    float gaps[LANES];
    uint32_t rows[LANES];
    for (int i = 0; i < LANES; ++i) {
        rows[i] = 4 * e->at[i];
        gaps[i] = kept->gaps[e->at[i]];
    }
    e->warm = lanes_gather(&kept->warm->push, rows);
    e->before = lanes_load(gaps);
    e->overlapped = lanes_less(e->before, lanes_all(0));
}

/* The lanes that a touch leads out of on another side than a step before: see
 * measure_keeps_side. */
INLINE unsigned sides_lost(const hull_entries *e, const hull_pair *h, const hull_touch *t) {
    lanes_vec last = {e->warm.z, e->warm.w};
    lanes_mask known = e->overlapped & lanes_less(lanes_all(0.5f), lanes_dot(last, last));
    lanes_value least = e->before - lanes_all(2) * h->p.near;
    lanes_mask kept =
        ~lanes_less(t->gap, least) & lanes_less(lanes_all(0), lanes_dot(last, t->normal));
    return lanes_bits(known & ~kept) & e->used;
}

/* Grows the sharp hulls by their radii. */
INLINE void touch_grow(hull_touch *t, const hull_pair *h) {
    t->gap = t->gap - h->hull_a.radius - h->hull_b.radius;
    t->point_a = lanes_along(t->point_a, h->hull_a.radius, t->normal);
    t->point_b = lanes_along(t->point_b, lanes_all(0) - h->hull_b.radius, t->normal);
}

/* Sets the classes and gaps of entries. */
INLINE void entries_store(const measure_input *in, const hull_entries *e, lanes_value gap,
                          unsigned met) {
    float gaps[LANES];
    lanes_store(gaps, gap);
    for (int i = 0; i < LANES; ++i) {
        if (!(e->used >> i & 1)) continue;
        const bool is = met >> i & 1;
        in->list->kept->gaps[e->at[i]] = is ? gaps[i] : 0;
        in->list->class_of[e->at[i]] = is ? PAIR_ROW : PAIR_NONE;
    }
}

/* Stores fits of touches, as measure_fit makes them. */
INLINE void touch_store(const measure_input *in, const measure_output *out, const hull_pair *h,
                        const hull_entries *e, const hull_touch *t, unsigned met) {
    const lanes_value zero = lanes_all(0), small = lanes_min(h->p.a.reach, h->p.b.reach);
    lanes_value sum = t->gap + h->hull_a.radius + h->hull_b.radius;
    lanes_mask near = lanes_less(lanes_abs(sum), lanes_all(0.05f) * small);
    lanes_mask corners = ~t->face_a & ~t->face_b, flat_b = t->face_b | (corners & near);
    lanes_value radius_a = lanes_only(~t->face_a, h->hull_a.radius);
    lanes_value radius_b = lanes_only(~flat_b, h->hull_b.radius);
    lanes_vec fit_a = lanes_along(t->point_a, zero - radius_a, t->normal);
    lanes_vec fit_b = lanes_along(t->point_b, radius_b, t->normal);
    lanes_value kind = lanes_only(t->face_a | flat_b, lanes_all(FIT_FLAT));
    kind = lanes_pick(t->face_a & t->face_b, lanes_all(FIT_FACES), kind);
    lanes_vec end = {t->point_b.x - h->p.way.x, t->point_b.y - h->p.way.y};
    lanes_value along = lanes_abs(lanes_dot(end, turn_axis(&h->turn_b)));
    lanes_mask ends = h->hull_b.line & lanes_less(h->p.b.radius_x * lanes_all(1 - 1e-6f), along);
    in->list->some_ends |= (lanes_bits(ends) & met) != 0;
    uint32_t at[LANES];
    lanes_row normals = {e->warm.x, e->warm.y, t->normal.x, t->normal.y};
    lanes_row first = {t->normal.x, t->normal.y, t->gap, kind};
    lanes_row second = {fit_a.x + h->turn_a.x, fit_a.y + h->turn_a.y,
                        fit_b.x - h->p.way.x + h->turn_b.x, fit_b.y - h->p.way.y + h->turn_b.y};
    lanes_value plane = lanes_pick(t->face_a, lanes_all(-1), lanes_only(flat_b, lanes_all(1)));
    lanes_row third = {radius_a, radius_b, lanes_only(ends, lanes_all(1)), plane};
    float *fits = &out->fits->normal_x;
    for (uint32_t i = 0; i < LANES; ++i) at[i] = 4 * e->at[i];
    lanes_scatter_some(&in->list->kept->warm->push, at, normals, met);
    for (uint32_t i = 0; i < LANES; ++i) at[i] = FIT_FLOATS * e->at[i];
    lanes_scatter_some(fits, at, first, met);
    lanes_scatter_some(fits + 4, at, second, met);
    lanes_scatter_some(fits + 8, at, third, met);
    const lanes_row none = {zero, zero, zero, zero};
    lanes_scatter_some(fits + 12, at, none, met);
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* Least cosine of two faces that face each other, though corners are nearer. */
static const float HULL_FACING = 0.98f;

/* Fraction of the smaller reach: of corners that are nearer floats do not tell the normal. */
static const float HULL_TIGHT = 0.01f;

/* Multiple of the smaller reach: floats are too coarse for what is larger. */
static const float HULL_LARGEST = 256;

INLINE hull_touch pick_touch(lanes_mask mask, const hull_touch *yes, const hull_touch *no) {
    hull_touch t = {lanes_pick(mask, yes->gap, no->gap),
                    lanes_pick_vec(mask, yes->normal, no->normal),
                    lanes_pick_vec(mask, yes->point_a, no->point_a),
                    lanes_pick_vec(mask, yes->point_b, no->point_b),
                    (mask & yes->face_a) | (~mask & no->face_a),
                    (mask & yes->face_b) | (~mask & no->face_b)};
    return t;
}

/* The touch of the face with the point that comes nearest to it, or of two corners. */
INLINE hull_touch touch_nearest(const hull_pair *h, lanes_mask corners) {
    const lanes_value zero = lanes_all(0);
    const lanes_face *f = &h->face;
    hull_touch t = touch_over(h, lanes_along(f->met, zero - f->gap, f->normal), f->gap,
                              lanes_less(zero, zero));
    if (!lanes_bits(corners)) return t;
    hull_touch c = t;
    c.gap = nearest_points(h, &c.point_a, &c.point_b);
    lanes_value over = lanes_all(1) / lanes_max(c.gap, lanes_all(1e-30f));
    c.normal.x = (c.point_b.x - c.point_a.x) * over;
    c.normal.y = (c.point_b.y - c.point_a.y) * over;
    c.face_a = c.face_b = lanes_less(zero, zero);
    return pick_touch(corners, &c, &t);
}

/* Returns the lanes whose face is above a point beyond its ends. */
INLINE lanes_mask beyond_face(const hull_pair *h) {
    const lanes_value zero = lanes_all(0);
    const lanes_face *f = &h->face;
    const lanes_vec along = {zero - f->normal.y, f->normal.x};
    lanes_value same = lanes_all(HULL_SAME) * lanes_min(h->p.a.reach, h->p.b.reach);
    lanes_value place = lanes_dot(f->met, along);
    return lanes_less(zero, f->gap)
           & (lanes_less(place, lanes_dot(f->from, along) - same)
              | lanes_less(lanes_dot(f->to, along) + same, place));
}

INLINE lanes_mask touch_meets(const hull_touch *t, const hull_pair *h) {
    return ~lanes_less(h->p.near, t->gap);
}

/* Measures what the faces that separate most tell of. Returns the lanes that are unsure. */
INLINE unsigned hulls_meet(const measure_input *in, const measure_output *out, const hull_pair *h,
                           hull_entries e[2]) {
    const lanes_value zero = lanes_all(0);
    lanes_vec line[2];
    hull_touch ends[2];
    lanes_value radii = h->hull_a.radius + h->hull_b.radius;
    lanes_value tight = lanes_all(HULL_TIGHT) * lanes_min(h->p.a.reach, h->p.b.reach);
    lanes_mask reached = ~lanes_less(h->p.near + radii, h->face.gap);
    if (!(lanes_bits(reached) & e[0].used)) {
        entries_store(in, &e[0], zero, 0);
        if (e[1].used) entries_store(in, &e[1], zero, 0);
        return 0;
    }
    lanes_mask facing = lanes_less(turned_face(h, line), lanes_all(-HULL_FACING));
    lanes_mask shared = touch_faces(h, line, ends), beyond = beyond_face(h);
    lanes_mask corners = beyond & reached & ~(facing & shared);
    shared = shared & ~corners;
    hull_touch nearest = touch_nearest(h, corners);
    touch_grow(&ends[0], h);
    touch_grow(&ends[1], h);
    touch_grow(&nearest, h);
    lanes_mask first = shared & touch_meets(&ends[0], h), last = shared & touch_meets(&ends[1], h);
    hull_touch one = pick_touch(first | last, &ends[0], &nearest);
    first = first | (~last & touch_meets(&nearest, h));
    unsigned met[2] = {lanes_bits(first) & e[0].used, lanes_bits(last) & e[1].used};
    unsigned unsure = e[0].used & lanes_bits(corners & lanes_less(nearest.gap + radii, tight));
    unsure |= sides_lost(&e[0], h, &one) & met[0];
    unsure |= sides_lost(&e[1], h, &ends[1]) & met[1];
    for (int i = 0; i < 2; ++i) {
        e[i].used &= ~unsure;
        met[i] &= ~unsure;
        if (e[i].used) entries_store(in, &e[i], i ? ends[1].gap : one.gap, met[i]);
        if (met[i]) touch_store(in, out, h, &e[i], i ? &ends[1] : &one, met[i]);
    }
    return unsure;
}

/* Loads pairs by their first entries. Returns the lanes that may touch twice. */
INLINE unsigned hull_pair_load(hull_pair *h, const measure_input *in, const uint32_t *entries) {
    const pair_list *list = in->list;
    uint32_t slots_a[LANES], slots_b[LANES];
    float dx[LANES], dy[LANES];
    for (int i = 0; i < LANES; ++i) {
        slots_a[i] = list->a[entries[i]];
        slots_b[i] = list->b[entries[i]];
        dx[i] = list->dx[entries[i]];
        dy[i] = list->dy[entries[i]];
    }
    pair_begin(&h->p, in, slots_a, slots_b);
    h->p.way.x = lanes_load(dx);
    h->p.way.y = lanes_load(dy);
    add_rims(&h->p, in, slots_a, slots_b);
    h->turn_a = turn_of(in, slots_a);
    h->turn_b = turn_of(in, slots_b);
    hull_begin(&h->hull_a, in, slots_a, &h->p.a);
    hull_begin(&h->hull_b, in, slots_b, &h->p.b);
    const lanes_vec origin = {lanes_all(0), lanes_all(0)};
    hull_load(&h->hull_a, in, &h->p.a, turn_axis(&h->turn_a), origin);
    hull_load(&h->hull_b, in, &h->p.b, turn_axis(&h->turn_b), h->p.way);
    return ~lanes_bits(h->hull_a.pointed | h->hull_b.pointed);
}

/* Measures pairs by their first entries. Returns the lanes that it is unsure of. */
INLINE unsigned measure_hull_lanes(const measure_input *in, const measure_output *out,
                                   const hull_group *group, uint32_t lane) {
    const uint32_t *entries = group->entries + lane;
    const unsigned used = group->used >> lane & ((1u << LANES) - 1);
    hull_pair h;
    hull_entries e[2];
    h.hull_a.points = group->points_a;
    h.hull_b.points = group->points_b;
    const unsigned twice = hull_pair_load(&h, in, entries);
    lanes_value small = lanes_min(h.p.a.reach, h.p.b.reach);
    lanes_value large = lanes_max(h.p.a.reach, h.p.b.reach);
    unsigned unsure = used & lanes_bits(lanes_less(lanes_all(HULL_LARGEST) * small, large));
    for (uint32_t i = 0; i < LANES; ++i) {
        e[0].at[i] = entries[i];
        e[1].at[i] = entries[i] + (twice >> i & 1);
    }
    e[0].used = used & ~unsure;
    e[1].used = e[0].used & twice;
    entries_load(&e[0], in->list->kept);
    entries_load(&e[1], in->list->kept);
    const lanes_vec side = {e[0].warm.z, e[0].warm.w};
    choose_face(&h, side, e[0].overlapped);
    return unsure | hulls_meet(in, out, &h, e);
}

static unsigned measure_hulls(const measure_input *in, const measure_output *out,
                              const hull_group *group) {
    unsigned unsure = 0;
    for (uint32_t lane = 0; lane < MEASURE_BLOCK && group->used >> lane; lane += LANES)
        unsure |= measure_hull_lanes(in, out, group, lane) << lane;
    return unsure;
}
