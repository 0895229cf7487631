/* facing_lanes.h: touches of two hulls, LANES at a time. In: the face that separates both most and
 * the face of the other hull that faces it most; out: a fit of one touch, or of two.
 *
 * Places are measured along the left of the face's normal from its first point, heights along the
 * normal. The other face runs from (u0, h0) to (u1, h1): the touches are at both ends of the part
 * that both share, as high as the other face is there. Where that is none, its lowest point touches
 * the face; a lowest point that is above the face but beyond its end touches the corner there. The
 * same as narrow/hulls.c does in doubles. */

/* Faces of a pair, about the centre of a. */
typedef struct lanes_facing {
    lanes_mask more; /* the face is b's */
    lanes_value gap; /* height of the lowest point over it */
    lanes_vec from, normal;
    lanes_value length;
    lanes_vec line[2];  /* ends of the other face, in order along the left of the normal */
    lanes_value cosine; /* between both normals */
    lanes_value radius_a, radius_b;
    lanes_value small, near; /* the smaller reach; pairs nearer than `near` may meet in the step */
    lanes_value passed;      /* seconds of the step that have passed as both lie so */
    lanes_mask misses;       /* pairs that pass by each other */
} lanes_facing;

/* Fraction of the smaller reach by which the faces of b have to separate more: of those that
 * separate as much, a's decide. And by which points are beyond the ends of faces. */
static const float HULL_SAME = 1e-6f;

/* Least length of a shared part, as part of the difference of its heights. */
static const float HULL_SHARED = 1e-3f;

/* Largest cosine of two faces that face each other, though corners are nearer. */
static const float HULL_FACING = -0.98f;

/* Fraction of the smaller reach: of corners that are nearer floats do not tell the normal. */
static const float HULL_TIGHT = 0.01f;

/* Multiple of the smaller reach: floats are too coarse for what is larger. */
static const float HULL_LARGEST = 256;

/* Lanes of pairs that floats are too coarse for. */
INLINE unsigned pairs_coarse(const lanes_pair *p) {
    const lanes_value most = lanes_all(HULL_LARGEST) * pair_small(p);
    return lanes_bits(lanes_less(most, lanes_max(p->a.reach, p->b.reach)));
}

INLINE lanes_value facing_radii(const lanes_facing *f) {
    return f->radius_a + f->radius_b;
}

/* Pairs that cannot meet within the step. */
INLINE lanes_mask facing_apart(const lanes_facing *f) {
    return lanes_less(f->near + facing_radii(f), f->gap);
}

/* Touches of lanes. Points are of the rims, from the centre of a; the normal is from a to b. */
typedef struct lanes_touches {
    lanes_mask met, both; /* one touch at least; two */
    lanes_mask corner;    /* of two corners */
    lanes_mask face_a, face_b;
    lanes_value gap, gap_2, span;
    lanes_vec normal, point_a, point_b;
    lanes_value plane;
    unsigned tight; /* met corners of which floats do not tell the normal */
} lanes_touches;

/* A place over the face, and the height there of what touches it. */
typedef struct lanes_place {
    lanes_value at, height;
} lanes_place;

INLINE lanes_place pick_place(lanes_mask mask, lanes_place yes, lanes_place no) {
    return (lanes_place){lanes_pick(mask, yes.at, no.at), lanes_pick(mask, yes.height, no.height)};
}

/* Places of the other face over the face. */
typedef struct lanes_line {
    lanes_place ends[2];   /* its ends */
    lanes_place shared[2]; /* the ends of what both share */
    lanes_place lowest;
    lanes_mask shares;
} lanes_line;

INLINE lanes_line line_over(const lanes_facing *f, lanes_vec along) {
    lanes_line l;
    for (int i = 0; i < 2; ++i) {
        const lanes_vec way = lanes_between(f->from, f->line[i]);
        l.ends[i].at = lanes_dot(way, along);
        l.ends[i].height = lanes_dot(way, f->normal);
    }
    const lanes_value u0 = l.ends[0].at, h0 = l.ends[0].height, rise = l.ends[1].height - h0;
    const lanes_value low = lanes_max(u0, lanes_all(0)), high = lanes_min(l.ends[1].at, f->length);
    const lanes_value least =
        lanes_max(lanes_all(HULL_SAME) * f->length, lanes_all(HULL_SHARED) * lanes_abs(rise));
    l.shares = lanes_less(least, high - low);
    const lanes_value slope = rise / lanes_pick(l.shares, l.ends[1].at - u0, lanes_all(1));
    l.shared[0] = (lanes_place){low, h0 + slope * (low - u0)};
    l.shared[1] = (lanes_place){high, h0 + slope * (high - u0)};
    const lanes_value same = lanes_all(HULL_SAME) * f->small, mid = lanes_all(0.5f) * f->length;
    const lanes_mask inner = lanes_less(lanes_abs(u0 - mid), lanes_abs(l.ends[1].at - mid));
    const lanes_mask lower =
        lanes_less(same, rise) | (inner & ~lanes_less(rise, lanes_all(0) - same));
    l.lowest = pick_place(lower, l.ends[0], l.ends[1]);
    return l;
}

/* Sets points and normal: of the face's hull at `own`, of the other at `met`. */
INLINE void set_points(lanes_touches *t, const lanes_facing *f, lanes_vec along, lanes_value own,
                       lanes_place met, lanes_vec normal) {
    const lanes_value zero = lanes_all(0);
    const lanes_value radius = lanes_pick(f->more, f->radius_b, f->radius_a);
    const lanes_value other = lanes_pick(f->more, f->radius_a, f->radius_b);
    const lanes_vec at = lanes_along(lanes_along(f->from, own, along), radius, normal);
    lanes_vec over = lanes_along(lanes_along(f->from, met.at, along), met.height, f->normal);
    over = lanes_along(over, zero - other, normal);
    t->normal = lanes_pick_vec(f->more, lanes_negate(normal), normal);
    t->point_a = lanes_pick_vec(f->more, over, at);
    t->point_b = lanes_pick_vec(f->more, at, over);
}

INLINE lanes_touches touches_of(const lanes_facing *f) {
    const lanes_value zero = lanes_all(0), radii = facing_radii(f), reach = f->near + radii;
    const lanes_vec along = lanes_left(f->normal);
    const lanes_line l = line_over(f, along);
    const lanes_value same = lanes_all(HULL_SAME) * f->small;
    const lanes_place low = l.lowest;
    const lanes_mask beyond =
        lanes_less(low.at, zero - same) | lanes_less(f->length + same, low.at);
    const lanes_mask facing = l.shares & lanes_less(f->cosine, lanes_all(HULL_FACING));
    const lanes_mask corner = beyond & lanes_less(zero - same, low.height) & ~facing;
    const lanes_mask shares = l.shares & ~corner;
    const lanes_mask first = shares & ~lanes_less(reach, l.shared[0].height);
    const lanes_mask last = shares & ~lanes_less(reach, l.shared[1].height);
    const lanes_mask both = first & last;
    lanes_touches t = {.both = both, .corner = corner};
    /* Touches are in order along the left of the normal from a to b. */
    const lanes_mask begins_last = last & (f->more | ~first);
    lanes_place met = pick_place(first, l.shared[0], low);
    met = pick_place(begins_last, l.shared[1], met);
    lanes_value own = met.at, height = met.height;
    lanes_vec normal = f->normal;
    if (lanes_bits(corner)) {
        own = lanes_pick(corner, lanes_clamp(low.at, zero, f->length), own);
        const lanes_vec out = {low.at - own, low.height};
        const lanes_value distance = lanes_length(out);
        const lanes_value over = lanes_all(1) / lanes_max(distance, lanes_all(1e-30f));
        const lanes_vec turned = {(out.x * along.x + out.y * f->normal.x) * over,
                                  (out.x * along.y + out.y * f->normal.y) * over};
        normal = lanes_pick_vec(corner, turned, normal);
        height = lanes_pick(corner, distance, height);
    }
    t.met = ~lanes_less(reach, height) & ~f->misses;
    t.tight = lanes_bits(corner & t.met & lanes_less(height, lanes_all(HULL_TIGHT) * f->small));
    set_points(&t, f, along, own, met, normal);
    t.gap = height - radii;
    t.gap_2 = lanes_pick(f->more, l.shared[0].height, l.shared[1].height) - radii;
    t.span = l.shared[1].at - l.shared[0].at;
    const lanes_mask faces = first | last;
    t.face_a = (~f->more & ~corner) | (f->more & faces);
    t.face_b = (f->more & ~corner) | (~f->more & faces);
    t.plane = lanes_pick(f->more, lanes_all(1), lanes_all(-1));
    /* Circles about nearly one point have no normal to speak of: they are a flat. */
    const lanes_mask tiny = lanes_less(height, lanes_all(0.05f) * f->small);
    t.face_b = t.face_b | (corner & tiny);
    t.plane = lanes_pick(corner, lanes_only(tiny, lanes_all(1)), t.plane);
    return t;
}

/* ---- Storing --------------------------------------------------------------------------------- */

INLINE lanes_value deepest_gap(const lanes_touches *t) {
    return lanes_pick(t->both, lanes_min(t->gap, t->gap_2), t->gap);
}

/* Sets gaps of entries, and classes, but of those in a row: see classes_store. */
INLINE void entries_store(const measure_input *in, const lanes_entries *e, lanes_value gap,
                          unsigned met, unsigned both) {
    float gaps[LANES];
    if (e->in_row) {
        gap = lanes_only(lanes_mask_of(met), gap);
        lanes_store(in->list->kept->gaps + e->at[0],
                    lanes_pick(lanes_mask_of(e->used), gap, e->before));
        return;
    }
    lanes_store(gaps, gap);
    for (int i = 0; i < LANES; ++i) {
        if (!(e->used >> i & 1)) continue;
        in->list->kept->gaps[e->at[i]] = met >> i & 1 ? gaps[i] : 0;
        pair_set_class(in->list, e->at[i], (pair_class)class_in_lane(0, met, both, i));
    }
}

/* Stores normals and fits of touches. */
INLINE void touches_store(const measure_input *in, const measure_output *out, const lanes_facing *f,
                          const lanes_frame *frame, const lanes_entries *e, const lanes_touches *t,
                          unsigned met) {
    const lanes_value flat = lanes_only(t->face_a | t->face_b, lanes_all(FIT_FLAT));
    const lanes_fit fit = {
        .normal = t->normal,
        .point_a = t->point_a,
        .point_b = t->point_b,
        .gap = t->gap,
        .radius_a = lanes_only(~t->face_a, f->radius_a),
        .radius_b = lanes_only(~t->face_b, f->radius_b),
        .kind = lanes_pick(t->face_a & t->face_b, lanes_all(FIT_FACES), flat),
        .plane = t->plane,
        .grows_a = lanes_all(0),
        .grows_b = lanes_all(0),
        .span = lanes_only(t->both, t->span),
        .gap_2 = lanes_only(t->both, t->gap_2),
    };
    normals_store(in, e, t->normal, met);
    fits_store(out, e, frame, &fit, met);
}

/* Takes the lanes of `ahead` back from where hulls will touch to where they lie as the step begins.
 * A point on a plane is then the one that the other is over; between two corners the normal is that
 * of now. */
INLINE void go_back(lanes_touches *t, const lanes_facing *f, lanes_vec speed, lanes_mask ahead) {
    const lanes_value zero = lanes_all(0);
    const lanes_vec back = {zero - f->passed * speed.x, zero - f->passed * speed.y};
    const lanes_value rise = lanes_dot(t->normal, back);
    const lanes_vec along = lanes_along(back, zero - rise, t->normal);
    const lanes_vec core_a = lanes_along(t->point_a, zero - f->radius_a, t->normal);
    const lanes_vec core_b = lanes_along(t->point_b, f->radius_b, t->normal);
    lanes_vec way = lanes_between(core_a, core_b);
    way = lanes_along(way, lanes_all(1), back);
    const lanes_value length = lanes_length(way);
    const lanes_value over = lanes_all(1) / lanes_max(length, lanes_all(1e-30f));
    const lanes_vec normal = lanes_scaled(way, over);
    const lanes_mask far = t->corner & ahead, on_b = ahead & f->more, on_a = ahead & ~f->more;
    const lanes_vec own_a = lanes_along(t->point_a, lanes_all(1), along);
    const lanes_vec own_b = lanes_along(t->point_b, zero - lanes_all(1), along);
    t->point_a = lanes_pick_vec(far, lanes_along(core_a, f->radius_a, normal),
                                lanes_pick_vec(on_a, own_a, t->point_a));
    t->point_b = lanes_pick_vec(far, lanes_along(core_b, zero - f->radius_b, normal),
                                lanes_pick_vec(on_b, own_b, t->point_b));
    t->normal = lanes_pick_vec(far, normal, t->normal);
    t->gap = lanes_pick(far, length - facing_radii(f), lanes_pick(ahead, t->gap + rise, t->gap));
    t->gap_2 = lanes_pick(ahead, t->gap_2 + rise, t->gap_2);
}

/* Measures what the faces tell of. */
INLINE lanes_found facing_measure(const measure_input *in, const measure_output *out,
                                  const lanes_facing *f, const lanes_frame *frame,
                                  lanes_entries *e) {
    const lanes_value zero = lanes_all(0);
    lanes_touches t = touches_of(f);
    const lanes_mask ahead = lanes_less(zero, f->passed);
    if (lanes_bits(ahead)) go_back(&t, f, frame->speed, ahead);
    const unsigned tight = t.tight & e->used;
    const unsigned unsure =
        sides_lost(e, f->near, deepest_gap(&t), t.normal) & lanes_bits(t.met) & e->used & ~tight;
    e->used &= ~(unsure | tight);
    const unsigned met = lanes_bits(t.met) & e->used, both = met & lanes_bits(t.both);
    entries_store(in, e, deepest_gap(&t), met, both);
    if (met) touches_store(in, out, f, frame, e, &t, met);
    return (lanes_found){met, both, unsure, tight};
}
