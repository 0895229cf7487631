/* fit_lanes.h: entries of lanes, what the last step knew of them, and how their normals and fits
 * are written: by all kernels here. */

enum { WARM_FLOATS = sizeof(pair_warm) / sizeof(float) };

/* Entries of lanes, those that are stored, and what was measured a step before. */
typedef struct lanes_entries {
    uint32_t at[LANES];
    bool in_row; /* they follow each other: known where this is inlined */
    bool sole;   /* entries that are not used may be written, too: nothing reads them */
    unsigned used;
    lanes_row warm;
    lanes_vec side; /* normal of the last step, or 0, 0 */
    lanes_mask overlapped;
    lanes_value before; /* gaps */
} lanes_entries;

INLINE void entries_load(lanes_entries *e, const pair_memory *kept) {
    float gaps[LANES];
    for (int i = 0; i < LANES && !e->in_row; ++i) gaps[i] = kept->gaps[e->at[i]];
    e->warm = gather_from(&kept->warm->push, WARM_FLOATS, e->at);
    e->side.x = e->warm.z;
    e->side.y = e->warm.w;
    e->before = lanes_load(e->in_row ? kept->gaps + e->at[0] : gaps);
    e->overlapped = lanes_less(e->before, lanes_all(0));
}

/* Loads entries that follow each other. */
INLINE lanes_entries entries_in_row(const measure_input *in, uint32_t k, unsigned used, bool sole) {
    lanes_entries e = {.in_row = true, .sole = sole, .used = used};
    for (uint32_t i = 0; i < LANES; ++i) e.at[i] = k + i;
    entries_load(&e, in->list->kept);
    return e;
}

/* Lanes that met, those that touch twice, and those that are left to doubles: see block_rest. */
typedef struct lanes_found {
    unsigned met, both, unsure, corners;
} lanes_found;

/* ---- Sides ----------------------------------------------------------------------------------- */

/* Lanes whose normal the last step knew: see side_is_known. */
INLINE lanes_mask sides_known(lanes_vec side) {
    return lanes_less(lanes_all((float)SIDE_KNOWN), lanes_dot(side, side));
}

/* Lanes whose touch leads out on another side than a step before: see measure_keeps_side. */
INLINE unsigned sides_lost(const lanes_entries *e, lanes_value near, lanes_value gap,
                           lanes_vec normal) {
    lanes_mask known = e->overlapped & sides_known(e->side);
    if (!lanes_bits(known)) return 0;
    lanes_value least = e->before - lanes_all(2) * near;
    lanes_mask kept =
        ~lanes_less(gap, least) & lanes_less(lanes_all(0), lanes_dot(e->side, normal));
    return lanes_bits(known & ~kept);
}

/* Lines of lanes, and how high over each the other's centre is, and was by the last normal. */
typedef struct lanes_line_side {
    lanes_vec left;
    lanes_value across, dip;
    lanes_mask known; /* lines that the last normal led away from */
} lanes_line_side;

/* `way`: from the other's centre to the line's. */
INLINE lanes_line_side line_side_of(lanes_vec axis, lanes_vec way, lanes_vec side) {
    const lanes_value zero = lanes_all(0);
    lanes_line_side s = {.left = lanes_left(axis)};
    s.across = zero - lanes_dot(s.left, way);
    s.dip = zero - lanes_dot(s.left, side);
    s.known = lanes_less(lanes_all((float)SIDE_KNOWN), lanes_abs(s.dip));
    return s;
}

/* Lanes on the right of their line: those of `keep` by the last normal, if it is known. */
INLINE lanes_mask line_is_right(const lanes_line_side *s, lanes_mask keep) {
    return lanes_less(lanes_pick(s->known & keep, s->dip, s->across), lanes_all(0));
}

/* ---- Storing --------------------------------------------------------------------------------- */

/* Stores the normals of the lanes of `bits` for the next step. */
INLINE void normals_store(const measure_input *in, const lanes_entries *e, lanes_vec normal,
                          unsigned bits) {
    const lanes_vec kept = lanes_pick_vec(lanes_mask_of(bits), normal, e->side);
    const lanes_row row = {e->warm.x, e->warm.y, kept.x, kept.y};
    float *warm = &in->list->kept->warm->push;
    uint32_t at[LANES];
    for (uint32_t i = 0; i < LANES; ++i) at[i] = WARM_FLOATS * e->at[i];
    if (e->in_row)
        lanes_scatter(warm, at, row);
    else
        lanes_scatter_some(warm, at, row, bits);
}

/* Measurement of lanes before it is stored. Radii of flats are 0. */
typedef struct lanes_fit {
    lanes_vec normal, point_a, point_b;
    lanes_value gap, radius_a, radius_b;
    lanes_value kind, plane;
    lanes_value grows_a, grows_b, span, gap_2;
} lanes_fit;

/* Offsets of the colliders from the centres of mass; vector from the point that points of a are
 * relative to, to that of points of b; and the speed of b relative to a. */
typedef struct lanes_frame {
    lanes_vec offset_a, offset_b, way, speed;
} lanes_frame;

/* Stores a quarter of the fits of lanes. */
INLINE void row_store(const lanes_entries *e, float *rows, const uint32_t *at, lanes_row row,
                      unsigned met) {
    if (e->sole)
        lanes_scatter(rows, at, row);
    else
        lanes_scatter_some(rows, at, row, met);
}

/* Stores the fits of the lanes of `met`, as measure_fit makes them. */
INLINE void fits_store(const measure_output *out, const lanes_entries *e, const lanes_frame *frame,
                       const lanes_fit *fit, unsigned met) {
    const lanes_value zero = lanes_all(0);
    const lanes_vec a = lanes_along(fit->point_a, zero - fit->radius_a, fit->normal);
    const lanes_vec b = lanes_along(fit->point_b, fit->radius_b, fit->normal);
    const lanes_row first = {fit->normal.x, fit->normal.y, fit->gap, fit->kind};
    const lanes_row arms = {a.x + frame->offset_a.x, a.y + frame->offset_a.y,
                            b.x - frame->way.x + frame->offset_b.x,
                            b.y - frame->way.y + frame->offset_b.y};
    const lanes_row radii = {fit->radius_a, fit->radius_b, zero, fit->plane};
    const lanes_row more = {fit->grows_a, fit->grows_b, fit->span, fit->gap_2};
    float *fits = e->in_row ? &fit_of_pair(out, e->at[0])->normal_x : &out->fits->normal_x;
    uint32_t at[LANES];
    assert(fit_number(out, e->at[0]) >= MEASURE_BLOCK && "the first fits are of nothing");
    for (uint32_t i = 0; i < LANES; ++i)
        at[i] = FIT_FLOATS * (e->in_row ? i : fit_number(out, e->at[i]));
    row_store(e, fits, at, first, met);
    row_store(e, fits + 4, at, arms, met);
    row_store(e, fits + 8, at, radii, met);
    row_store(e, fits + 12, at, more, met);
}
