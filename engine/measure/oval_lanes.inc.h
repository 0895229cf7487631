/* oval_lanes.inc.h: pairs of round shapes, and touches of two hulls, LANES at a time. */

/* ==== Round shapes ============================================================================ */

/* Measures pairs of disks and ellipses, and of these and a segment, LANES at a time. */

/* Growth of an ellipse's radius: see grows_of in measure.c. A line's radius is 0 here. */
INLINE lanes_value radius_grows(const lanes_collider *c, const lanes_turn *t, lanes_vec normal,
                                lanes_value radius) {
    const lanes_value u = lanes_dot(normal, t->axis), v = lanes_cross(t->axis, normal);
    const lanes_value a = c->radius_x * c->radius_x, b = c->radius_y * c->radius_y;
    const lanes_value square = lanes_max(a * u * u + b * v * v, lanes_all(1e-37f));
    return lanes_all(3) * radius * (a - b) * u * v / square;
}

enum { OVAL_ROUNDS = 6 };

/* Tangent of the turn that may be the last: it leaves an error of its square. */
static const float OVAL_TURN = 4e-3f;

/* Support of an ellipse in the direction u: its rim's point and the radius of the circle that fits
 * there over |u|. See shape/climb.h. */
INLINE lanes_value fit_form(const lanes_collider *c, const lanes_turn *t, lanes_vec u,
                            lanes_value uu, lanes_vec *point) {
    lanes_value along_p = lanes_dot(t->p, u), along_q = lanes_dot(t->q, u);
    lanes_value over = lanes_all(1) / lanes_sqrt(along_p * along_p + along_q * along_q);
    lanes_value by_p = along_p * over, by_q = along_q * over;
    point->x = t->p.x * by_p + t->q.x * by_q;
    point->y = t->p.y * by_p + t->q.y * by_q;
    lanes_value product = c->radius_x * c->radius_y * over;
    return product * product * over * uu;
}

/* State of the climb between two ovals: the way from a's rim to b's along u, the radii over |u| of
 * the circles that fit the rims there, and the step from a circle's centre to the other's, which
 * would be u's direction if u were the normal. */
typedef struct oval_facing {
    lanes_vec u, point_a, point_b, way, step;
    lanes_value uu, bend_a, bend_b, forward, side;
    lanes_mask apart; /* lanes too far to meet, as u proves */
    unsigned sure;    /* lanes of which u is nearly the normal, or that are apart */
} oval_facing;

INLINE void face_at(oval_facing *f, const lanes_pair *p, const lanes_turn *a, const lanes_turn *b) {
    f->uu = lanes_dot(f->u, f->u);
    f->bend_a = fit_form(&p->a, a, f->u, f->uu, &f->point_a);
    f->bend_b = fit_form(&p->b, b, f->u, f->uu, &f->point_b);
    f->way.x = p->way.x - f->point_a.x - f->point_b.x;
    f->way.y = p->way.y - f->point_a.y - f->point_b.y;
    f->step = lanes_along(f->way, f->bend_a + f->bend_b, f->u);
    f->forward = lanes_dot(f->u, f->step);
    f->side = lanes_cross(f->u, f->step);
}

/* Climbs to the normal of those lanes, from u on. */
INLINE oval_facing face_ovals(const lanes_pair *p, const lanes_turn *a, const lanes_turn *b,
                              lanes_vec u, unsigned used) {
    oval_facing f;
    f.u = u;
    for (int round = 0;; ++round) {
        face_at(&f, p, a, b);
        lanes_mask there = lanes_less(lanes_abs(f.side), lanes_all(OVAL_TURN) * f.forward);
        /* Separation along any direction is separation: the distance is not needed. */
        f.apart = lanes_less(p->near * lanes_sqrt(f.uu), lanes_dot(f.way, f.u));
        there = there | f.apart;
        f.sure = lanes_bits(there) & used;
        if (f.sure == used || round == OVAL_ROUNDS - 1) return f;
        /* Lanes that have converged keep their result: another turn would depend on LANES. */
        lanes_value over = lanes_all(1) / lanes_length(f.step);
        lanes_vec next = lanes_scaled(f.step, over);
        lanes_mask goes = lanes_less(lanes_all(0), f.forward) & ~there;
        f.u = lanes_pick_vec(goes, next, f.u);
    }
}

/* An oval and another one, or a line. */
typedef struct oval_pair {
    lanes_turn a, b;
    lanes_entries e;
} oval_pair;

INLINE oval_pair oval_load(const measure_input *in, uint32_t k, const lanes_pair *p, unsigned used,
                           bool sole) {
    return (oval_pair){turn_load(in, in->list->a + k, &p->a), turn_load(in, in->list->b + k, &p->b),
                       entries_in_row(in, k, used, sole)};
}

/* Stores the normals of the lanes of `sure`, and the fits of those that may meet. Points are from
 * the centres of both. */
INLINE lanes_found oval_store(const measure_input *in, const measure_output *out,
                              const lanes_pair *p, const oval_pair *o, lanes_fit *fit,
                              unsigned sure) {
    const lanes_value flat = lanes_all(FLAT_FROM) * pair_small(p);
    const lanes_mask flat_a = lanes_less(flat, fit->radius_a);
    const lanes_mask flat_b = lanes_less(flat, fit->radius_b);
    const unsigned met = sure & lanes_bits(lanes_less(fit->gap, p->near));
    normals_store(in, &o->e, fit->normal, sure);
    const lanes_found found = {met, 0, o->e.used & ~sure, 0};
    if (!met) return found;
    fit->radius_a = lanes_only(~flat_a, fit->radius_a);
    fit->radius_b = lanes_only(~flat_b, fit->radius_b);
    fit->kind = lanes_only(flat_a | flat_b, lanes_all(FIT_FLAT));
    fit->plane = lanes_pick(flat_a, lanes_all(-1), lanes_only(flat_b, lanes_all(1)));
    fit->grows_a = radius_grows(&p->a, &o->a, fit->normal, fit->radius_a);
    fit->grows_b = radius_grows(&p->b, &o->b, fit->normal, fit->radius_b);
    fit->span = fit->gap_2 = lanes_all(0);
    const lanes_vec none = {lanes_all(0), lanes_all(0)};
    const lanes_frame frame = {o->a.offset, o->b.offset, none, none};
    fits_store(out, &o->e, &frame, fit, met);
    return found;
}

INLINE lanes_found measure_oval(const measure_input *in, const measure_output *out, uint32_t k,
                                const lanes_pair *p, unsigned bits, bool sole) {
    const oval_pair o = oval_load(in, k, p, bits, sole);
    const lanes_vec from = lanes_pick_vec(sides_known(o.e.side), o.e.side, p->way);
    oval_facing f = face_ovals(p, &o.a, &o.b, from, bits);
    lanes_value turn = f.side / f.forward, half = lanes_all(0.5f);
    lanes_value over = lanes_all(1) / lanes_length(f.step);
    lanes_value length = lanes_sqrt(f.uu);
    lanes_fit fit = {.normal = lanes_scaled(f.step, over),
                     .point_a = lanes_along(f.point_a, f.bend_a * turn, lanes_left(f.u)),
                     .gap = (lanes_dot(f.way, f.u) + lanes_only(~f.apart, half * f.side * turn))
                            / length,
                     .radius_a = f.bend_a * length,
                     .radius_b = f.bend_b * length};
    fit.point_b = lanes_along(p->way, lanes_all(-1), fit.point_a);
    fit.point_b = lanes_along(fit.point_b, lanes_all(0) - fit.gap, fit.normal);
    fit.point_b = lanes_negate(fit.point_b);
    /* No overlap is deeper than both are thin: then the normal leads through, the wrong way. */
    lanes_value thin =
        lanes_min(p->a.radius_x, p->a.radius_y) + lanes_min(p->b.radius_x, p->b.radius_y);
    const lanes_mask through = lanes_less(fit.gap, lanes_all(-1.001f) * thin);
    return oval_store(in, out, p, &o, &fit, f.sure & ~lanes_bits(through));
}

/* ---- Disks and ellipses on segments ---------------------------------------------------------- */

/* The segment is b. */
INLINE lanes_found measure_line(const measure_input *in, const measure_output *out, uint32_t k,
                                const lanes_pair *p, unsigned bits, bool sole) {
    oval_pair o = oval_load(in, k, p, bits, sole);
    const lanes_value zero = lanes_all(0), one = lanes_all(1), half = p->b.radius_x;
    o.b.offset = lanes_pick_vec(p->window_b, p->window_offset, o.b.offset);
    const lanes_value along = zero - lanes_dot(o.b.axis, p->way);
    /* The side of the line that a is on: a contact remembers it while a lies across. */
    const lanes_line_side of = line_side_of(o.b.axis, p->way, o.e.side);
    const lanes_mask lies_across = lanes_less(lanes_abs(of.across), p->a.reach);
    lanes_value side = lanes_pick(line_is_right(&of, lies_across), -one, one);
    lanes_fit fit = {.normal = lanes_negate(lanes_scaled(of.left, side))};
    fit.radius_a = fit_form(&p->a, &o.a, fit.normal, one, &fit.point_a);
    fit.gap = side * of.across - lanes_dot(fit.point_a, fit.normal);
    fit.radius_b = lanes_all(1e30f);
    lanes_value foot = along + lanes_dot(fit.point_a, o.b.axis);
    lanes_mask beyond = lanes_less(half, lanes_abs(foot));

    /* An oval across the line overlaps the segment for certain where the way from its centre to its
     * lowest point crosses the segment: beyond an end the two may be far apart. */
    lanes_mask is_disk = lanes_equal(p->a.radius_x, p->a.radius_y);
    lanes_value part = side * of.across / lanes_dot(fit.point_a, fit.normal);
    lanes_value crossing = along + part * lanes_dot(fit.point_a, o.b.axis);
    lanes_mask crosses = lanes_less(lanes_abs(part), one) & lanes_less(lanes_abs(crossing), half);
    lanes_mask doubtful = lanes_less(fit.gap, zero) & ~is_disk & ~crosses;
    if (lanes_bits(beyond) & bits) {
        lanes_value end = lanes_pick(lanes_less(foot, zero), zero - half, half);
        lanes_vec to_end = lanes_along(p->way, end, o.b.axis);
        lanes_value distance = lanes_length(to_end), over = one / distance;
        lanes_mask sure = is_disk & lanes_less(lanes_all(1e-30f), distance);
        lanes_vec normal = lanes_scaled(to_end, over);
        lanes_vec point = lanes_scaled(normal, p->a.radius_x);
        fit.normal = lanes_pick_vec(beyond & sure, normal, fit.normal);
        fit.point_a = lanes_pick_vec(beyond & sure, point, fit.point_a);
        fit.gap = lanes_pick(beyond & sure, distance - p->a.radius_x, fit.gap);
        fit.radius_b = lanes_pick(beyond, zero, fit.radius_b);
        doubtful = doubtful | (beyond & ~sure);
    }
    fit.point_b = lanes_along(fit.point_a, fit.gap, fit.normal);
    fit.point_b = lanes_between(p->way, fit.point_b);
    return oval_store(in, out, p, &o, &fit, bits & ~lanes_bits(doubtful));
}

/* ==== Touches of two hulls ==================================================================== */

/* Touches of two hulls, LANES at a time. In: the face that separates both most and the face of
 * the other hull that faces it most; out: a fit of one touch, or of two.
 *
 * Places are measured along the left of the face's normal from its first point, heights along the
 * normal. The other face runs from (u0, h0) to (u1, h1): the touches are at both ends of the part
 * that both share, as high as the other face is there. Where that is none, its lowest point touches
 * the face; a lowest point that is above the face but beyond its end touches the corner there. The
 * same as narrow/polygon.c does in doubles. */

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
