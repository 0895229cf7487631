/* contact_lanes.h: the passes over rows of contacts, LANES at a time. Rows are prepared once a
 * step, then warmed, solved in each substep, and relaxed after the bodies have moved: see
 * row_lanes.h. */
#include "solve/body_lanes.h"
#include "solve/bounce_lanes.h"

/* ---- Preparing ------------------------------------------------------------------------------- */

/* Entries of lanes, and what is gathered of them. */
typedef struct row_entries {
    uint32_t of[LANES];
    lanes_row a, b; /* radii, reach and friction of colliders */
    lanes_row warm;
    lanes_value other_push, other_drag;
    lanes_mask round;
} row_entries;

/* Radii, reach and friction of colliders. */
INLINE lanes_row sizes_of(const contact_pass *pass, const uint32_t *slots) {
    uint32_t at[LANES];
    for (int i = 0; i < LANES; ++i) at[i] = 8 * slots[i] + 4;
    return lanes_gather(&pass->from->measure->bodies->forms->offset_x, at);
}

/* Loads entries, and sets the bodies of their rows. */
INLINE void row_entries_load(row_entries *e, const contact_pass *pass, uint32_t i) {
    const measure_output *measured = pass->from->measured;
    const pair_list *list = pass->from->measure->list;
    contact_block *block = &pass->rows->blocks[i / ROW_BLOCK];
    const uint32_t *entries = pass->rows->entries[i / ROW_BLOCK].of + i % ROW_BLOCK;
    uint32_t slots_a[LANES], slots_b[LANES], at[LANES];
    float push[LANES], drag[LANES], round[LANES];
    for (uint32_t lane = 0; lane < LANES; ++lane) {
        const uint32_t k = entries[lane];
        e->of[lane] = k;
        at[lane] = 4 * k;
        slots_a[lane] = list->a[k];
        slots_b[lane] = list->b[k];
        block->a[i % ROW_BLOCK + lane] = measured->row_a[k];
        block->b[i % ROW_BLOCK + lane] = measured->row_b[k];
        push[lane] = list->kept->other[k].push;
        drag[lane] = list->kept->other[k].drag;
        round[lane] = list->class_of[k] == PAIR_ROUND;
    }
    e->a = sizes_of(pass, slots_a);
    e->b = sizes_of(pass, slots_b);
    e->warm = lanes_gather(&list->kept->warm->push, at);
    e->other_push = lanes_load(push);
    e->other_drag = lanes_load(drag);
    e->round = lanes_less(lanes_all(0), lanes_load(round));
}

/* The way between the centres of disks. */
INLINE lanes_vec way_of(const contact_pass *pass, const row_entries *e) {
    const pair_list *list = pass->from->measure->list;
    float x[LANES], y[LANES];
    for (int i = 0; i < LANES; ++i) {
        x[i] = list->dx[e->of[i]];
        y[i] = list->dy[e->of[i]];
    }
    lanes_vec way = {lanes_load(x), lanes_load(y)};
    return way;
}

/* The body whose plane turns slowly enough to turn with it. */
INLINE lanes_value turning_plane(const touching *t, lanes_value plane, lanes_value seconds) {
    const lanes_value spin_a = t->a.z * lanes_load(t->fit->over_a + t->lane);
    const lanes_value spin_b = t->b.z * lanes_load(t->fit->over_b + t->lane);
    const lanes_value spin = lanes_pick(lanes_less(plane, lanes_all(0)), spin_a, spin_b);
    return lanes_only(lanes_less(seconds * lanes_abs(spin), lanes_all(CONTACT_PLANE_TURN)), plane);
}

/* Fits of lanes: see pair_fit. */
typedef struct lanes_fits {
    lanes_row first, arms, radii, more;
} lanes_fits;

INLINE lanes_fits fits_of(const contact_pass *pass, const row_entries *e) {
    const measure_output *measured = pass->from->measured;
    const float *fits = &measured->fits->normal_x;
    uint32_t at[LANES];
    for (int i = 0; i < LANES; ++i) at[i] = FIT_FLOATS * fit_number(measured, e->of[i]);
    lanes_fits f = {lanes_gather(fits, at), lanes_gather(fits + 4, at), lanes_gather(fits + 8, at),
                    lanes_gather(fits + 12, at)};
    return f;
}

/* Stores arms and plane. */
INLINE void store_fits(const contact_pass *pass, const touching *t, const lanes_fits *f) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    const int lane = t->lane;
    lanes_store(t->fit->fit_ax + lane, f->arms.x);
    lanes_store(t->fit->fit_ay + lane, f->arms.y);
    lanes_store(t->fit->fit_bx + lane, f->arms.z);
    lanes_store(t->fit->fit_by + lane, f->arms.w);
    lanes_store(t->fit->radius_a + lane, f->radii.x);
    lanes_store(t->fit->radius_b + lane, f->radii.y);
    lanes_store(t->fit->flat_x + lane, f->first.x);
    lanes_store(t->fit->flat_y + lane, f->first.y);
    const lanes_value plane = turning_plane(t, f->radii.w, lanes_all(pass->by.step));
    lanes_store(t->fit->plane_a + lane, lanes_only(lanes_less(plane, zero), one));
    lanes_store(t->fit->plane_b + lane, lanes_only(lanes_less(zero, plane), one));
}

/* Sets circles and planes of a block in which some rows are not round; returns the sum of the
 * radii, and the gap. */
INLINE lanes_value prepare_fits(const contact_pass *pass, touching *t, const row_entries *e,
                                lanes_value *gap) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    lanes_fits f = fits_of(pass, e);
    const lanes_value kind = f.first.w, length = f.first.z + f.radii.x + f.radii.y;
    const lanes_vec apart = {length * f.first.x, length * f.first.y};
    lanes_vec center = apart;
    if (lanes_bits(e->round)) center = lanes_pick_vec(e->round, way_of(pass, e), apart);
    lanes_value sign = lanes_pick(lanes_equal(kind, lanes_all(FIT_HOLLOW)), zero - one, one);
    sign = lanes_only(lanes_less(kind, lanes_all(FIT_FLAT)), sign);
    f.arms.x = lanes_only(~e->round, f.arms.x);
    f.arms.y = lanes_only(~e->round, f.arms.y);
    f.arms.z = lanes_only(~e->round, f.arms.z);
    f.arms.w = lanes_only(~e->round, f.arms.w);
    f.radii.x = lanes_pick(e->round, e->a.x, f.radii.x);
    f.radii.y = lanes_pick(e->round, e->b.x, f.radii.y);
    f.radii.w = lanes_only(~e->round, f.radii.w);
    lanes_store(t->at->center_x + t->lane, center.x);
    lanes_store(t->at->center_y + t->lane, center.y);
    store_fits(pass, t, &f);
    lanes_store(t->fit->sign + t->lane, lanes_pick(e->round, one, sign));
    const lanes_value grows_a = lanes_only(~e->round, f.more.x);
    const lanes_value grows_b = lanes_only(~e->round, f.more.y);
    lanes_store(t->fit->grows_a + t->lane, grows_a);
    lanes_store(t->fit->grows_b + t->lane, grows_b);
    t->flats = lanes_bits(~e->round & lanes_equal(sign, zero));
    t->ovals = lanes_bits(~(lanes_equal(grows_a, zero) & lanes_equal(grows_b, zero)));
    lanes_store(t->fit->faces + t->lane,
                lanes_only(~e->round & lanes_equal(kind, lanes_all(FIT_FACES)), one));
    *gap = lanes_pick(e->round, lanes_length(center) - (e->a.x + e->b.x), f.first.z);
    return f.radii.x + f.radii.y;
}

/* Fraction of the smaller reach: rows with a smaller gap count as touching. */
static const float CLOSED = 1e-9f;

/* Sets what rows of all sorts have. */
INLINE void prepare_common(const contact_pass *pass, const touching *t, uint32_t i,
                           const row_entries *e, lanes_value radius, lanes_value gap) {
    contact_block *at = t->at;
    const lanes_value small = lanes_min(e->a.z, e->b.z);
    lanes_mask closed = lanes_less(gap, lanes_all(CLOSED) * small);
    lanes_store(at->radius + t->lane, radius - lanes_all(CONTACT_ROUNDING) * small);
    lanes_store(at->reach + t->lane, small);
    lanes_store(at->share + t->lane, lanes_all(1));
    const lanes_mask shared = lanes_less(gap, lanes_all(-SHARED_FROM) * small);
    if (lanes_bits(shared)) *pass->rows->some_shared = true;
    lanes_store(at->pushed + t->lane, lanes_only(closed, lanes_all(TOUCHED)));
    lanes_store(at->dragged + t->lane, lanes_all(0));
    lanes_store(at->friction + t->lane, lanes_sqrt(e->a.w * e->b.w));
    set_bits(&pass->rows->placed[i / ROW_BLOCK], t, ALL_LANES);
}

INLINE void store_over(const contact_pass *pass, const touching *t) {
    lanes_store(t->fit->over_a + t->lane, lanes_gather(pass->bodies->shift, t->at->a + t->lane).w);
    lanes_store(t->fit->over_b + t->lane, lanes_gather(pass->bodies->shift, t->at->b + t->lane).w);
}

INLINE void prepare_lanes(const contact_pass *pass, uint32_t i, bool fits) {
    const rows_moved unmoved = {0};
    row_entries e;
    row_entries_load(&e, pass, i);
    touching t = touching_at(pass, i, fits);
    contact_block *at = t.at;
    const lanes_value warm = lanes_all(pass->from->warm);
    lanes_store(at->push + t.lane, warm * (e.warm.x + lanes_max(e.other_push, lanes_all(0))));
    lanes_store(at->drag + t.lane, warm * (e.warm.y + e.other_drag));
    lanes_value gap;
    if (fits) {
        store_over(pass, &t);
        const lanes_value radius = prepare_fits(pass, &t, &e, &gap);
        if (t.flats) pass->rows->has[i / ROW_BLOCK] |= BLOCK_HAS_FLATS;
        if (t.ovals) pass->rows->has[i / ROW_BLOCK] |= BLOCK_HAS_OVALS;
        prepare_common(pass, &t, i, &e, radius, gap);
        store_placed(&t, place_fits(&t, &unmoved));
        return;
    }
    const lanes_vec still = {lanes_all(0), lanes_all(0)}, center = way_of(pass, &e);
    lanes_store(at->center_x + t.lane, center.x);
    lanes_store(at->center_y + t.lane, center.y);
    gap = lanes_length(center) - (e.a.x + e.b.x);
    prepare_common(pass, &t, i, &e, e.a.x + e.b.x, gap);
    t.slip_a = e.a.x * lanes_gather(pass->bodies->shift, at->a + t.lane).w;
    t.slip_b = lanes_all(0) - e.b.x * lanes_gather(pass->bodies->shift, at->b + t.lane).w;
    store_normal(&t, place_round(&t, still));
    lanes_store(at->slip_a + t.lane, t.slip_a);
    lanes_store(at->slip_b + t.lane, t.slip_b);
    lanes_store(at->mass + t.lane, over_yield(t.a.w + t.b.w));
    store_masses(&t);
}

#include "solve/faces_lanes.h"

/* Prepares faces. Impulses that were of one touch are halved. The way to the second touch leads
 * along the plane, and up by the difference of both gaps; it turns with the body that has not the
 * plane. */
INLINE void prepare_faces(const contact_pass *pass, uint32_t i) {
    const lanes_value zero = lanes_all(0), half = lanes_all(0.5f);
    const lanes_value warm = lanes_all(pass->from->warm);
    row_entries e;
    row_entries_load(&e, pass, i);
    faces f = faces_at(pass, i);
    touching *t = &f.at;
    const lanes_fits fits = fits_of(pass, &e);
    const lanes_mask one = lanes_less(e.other_push, zero);
    const lanes_value push = warm * lanes_pick(one, half * e.warm.x, e.warm.x);
    lanes_store(t->at->push + t->lane, push);
    lanes_store(f.second->push + t->lane, lanes_pick(one, push, warm * e.other_push));
    lanes_store(f.second->pushed + t->lane, zero);
    lanes_store(t->at->drag + t->lane, warm * (e.warm.y + e.other_drag));
    store_over(pass, t);
    store_fits(pass, t, &fits);
    lanes_store(t->at->center_x + t->lane, fits.first.z * fits.first.x);
    lanes_store(t->at->center_y + t->lane, fits.first.z * fits.first.y);
    const lanes_value side = zero - fits.radii.w, along = side * fits.more.z;
    const lanes_value rise = fits.more.w - fits.first.z;
    const lanes_value way_x = rise * fits.first.x - along * fits.first.y;
    const lanes_value way_y = rise * fits.first.y + along * fits.first.x;
    lanes_store(f.second->side + t->lane, side);
    lanes_store(f.second->way_x + t->lane, way_x);
    lanes_store(f.second->way_y + t->lane, way_y);
    prepare_common(pass, t, i, &e, zero, lanes_min(fits.first.z, fits.more.w));
    lanes_value gap[2];
    const rows_moved unmoved = {0};
    place_faces(&f, &unmoved, gap);
    store_faces(&f, gap);
}

INLINE bool has_fits(const contact_pass *pass, uint32_t i) {
    return (pass->rows->has[i / ROW_BLOCK] & BLOCK_HAS_FITS) != 0;
}

INLINE bool is_faces(const contact_pass *pass, uint32_t i) {
    return (pass->rows->has[i / ROW_BLOCK] & BLOCK_IS_FACES) != 0;
}

static void kernel_prepare(const contact_pass *given, uint32_t from, uint32_t to) {
    const contact_pass pass = *given;
    for (uint32_t i = from; i < to; i += LANES) {
        if (is_faces(&pass, i))
            prepare_faces(&pass, i);
        else if (has_fits(&pass, i))
            prepare_lanes(&pass, i, true);
        else
            prepare_lanes(&pass, i, false);
    }
}

static void kernel_warm(const contact_pass *given, uint32_t from, uint32_t to) {
    const contact_pass pass = *given;
    for (uint32_t i = from; i < to; i += LANES) {
        if (is_faces(&pass, i)) {
            warm_faces(&pass, i);
            continue;
        }
        touching t = touching_at(&pass, i, has_fits(&pass, i));
        load_placed(&t, &pass, i);
        const row_impulses warm = impulses_of(&t);
        apply(&t, warm.push, warm.drag);
        touching_store(&t, &pass);
    }
}

/* ---- Solving --------------------------------------------------------------------------------- */

/* Turns the approach of an unround row by what its push changed. */
INLINE lanes_value slip_after(const touching *t, lanes_value added) {
    const lanes_value slip = tangent_speed(t);
    return is_coupled(t) ? slip + coupling_of(t) * added : slip;
}

/* Makes impacts of rows that meet fast, and bounce; returns them. */
INLINE lanes_mask meet_lanes(const contact_pass *pass, const touching *t, bounce_block *b,
                             lanes_value warm, row_aims *aims) {
    const lanes_value zero = lanes_all(0);
    const touching met = touching_by(t, pass->bodies->met);
    const touching kick = touching_by(t, pass->bodies->drive);
    const bounce_meeting m = {warm, zero - normal_speed(&met), zero - normal_speed(&kick),
                              lanes_load(t->at->gap + t->lane)};
    const lanes_mask fast = bounce_meet(pass, b, 0, t->lane, &m);
    set_impacts(aims, aims->fresh | fast, m.gap);
    return fast;
}

INLINE void solve_lanes(const contact_pass *pass, uint32_t i, bool fits) {
    const lanes_value zero = lanes_all(0);
    touching t = touching_at(pass, i, fits);
    load_placed(&t, pass, i);
    const row_impulses old = impulses_of(&t);
    row_aims aims = aims_of(&t, &pass->by);
    bounce_block *bounce = bounces_of(pass, i);
    lanes_mask met = lanes_less(zero, zero);
    if (bounce) met = meet_lanes(pass, &t, bounce, old.push, &aims);
    const lanes_value mass = lanes_load(t.at->mass + t.lane) * aims.gain;
    lanes_value push = old.push - aims.leak * old.push - mass * (normal_speed(&t) + aims.back);
    push = lanes_max(push, zero);
    const lanes_mask had = some_impulse(old) | some_roll(pass, i);
    if (!lanes_bits(~lanes_equal(push, zero) | had)) return;
    const lanes_value belt =
        resist_rolling(&t, surface_of(pass, i), lanes_pick(aims.fresh, old.push, push), 1);
    const lanes_value slip = slip_after(&t, push - old.push) + aims.slip - belt;
    row_impulses found = solve_round(&t, old, push, slip);
    found.drag = lanes_pick(aims.fresh, drag_within(&t, old.drag, push), found.drag);
    const row_impulses added = impulses_less(found, old);
    store_impulses(&t, found);
    apply(&t, added.push, added.drag);
    touching_store(&t, pass);
    mark_impacts(&t, pass, i, aims.fresh, old.push, push);
    mark_struck(&t, pass, impacts_changed(aims.fresh, old.push, push));
    if (bounce) mark_bounced(&t, pass, met & lanes_less(zero, push));
}

/* Passes impacts on: rows of bodies that were struck find what they still lack. */
INLINE void pass_on_lanes(const contact_pass *pass, uint32_t i, bool fits) {
    const lanes_value zero = lanes_all(0);
    touching t = touching_at(pass, i, fits);
    const lanes_mask struck = some_struck(&t, pass);
    if (!lanes_bits(struck)) return;
    load_placed(&t, pass, i);
    const row_impulses old = impulses_of(&t);
    const row_aims aims =
        aims_to_pass_on(&t, &pass->by, struck, marked_impacts(&t, fresh_of(pass, i, 0)));
    const lanes_value mass = lanes_load(t.at->mass + t.lane);
    const lanes_value lacks =
        zero - aims.leak * old.push - aims.gain * mass * (normal_speed(&t) + aims.back);
    row_impulses found = {lanes_max(old.push + lacks, zero), old.drag};
    const lanes_mask changed = impacts_changed(aims.fresh, old.push, found.push);
    if (!lanes_bits(changed)) return;
    found.push = lanes_pick(changed, found.push, old.push);
    found.drag = lanes_pick(changed, drag_within(&t, old.drag, found.push), old.drag);
    const row_impulses added = impulses_less(found, old);
    store_impulses(&t, found);
    apply(&t, added.push, added.drag);
    touching_store(&t, pass);
    mark_impacts(&t, pass, i, changed, old.push, found.push);
    mark_struck(&t, pass, changed);
}

INLINE void relax_lanes(const contact_pass *pass, uint32_t i, bool fits) {
    if (!lanes_act(pass, i, lanes_load(pass->rows->blocks[i / ROW_BLOCK].push + i % ROW_BLOCK)))
        return;
    touching t = touching_at(pass, i, fits);
    const row_relaxed r = relax_begin(&t, pass, i);
    const lanes_value mass = lanes_only(r.acts, lanes_load(t.at->mass + t.lane));
    const lanes_value push = lanes_max(r.before.push - mass * normal_speed(&t), lanes_all(0));
    const lanes_value belt = resist_rolling(&t, surface_of(pass, i), lanes_only(~r.fresh, push), 2);
    const lanes_value slip = tangent_speed(&t) - belt;
    const row_impulses sum = is_coupled(&t) ? solve_coupled(&t, r.before, push, mass, slip)
                                            : solve_round(&t, r.before, push, slip);
    const row_impulses added = impulses_less(sum, r.before);
    apply(&t, added.push, added.drag);
    touching_store(&t, pass);
    bounce_block *bounce = bounces_of(pass, i);
    if (bounce) bounce_compressed(pass, &t, bounce, 0, sum.push, mass);
    relax_end(&t, pass, i, &r, sum);
}

static void kernel_solve(const contact_pass *given, uint32_t from, uint32_t to) {
    const contact_pass pass = *given;
    for (uint32_t i = from; i < to; i += LANES) {
        if (is_faces(&pass, i))
            solve_faces(&pass, i);
        else if (has_fits(&pass, i))
            solve_lanes(&pass, i, true);
        else
            solve_lanes(&pass, i, false);
    }
}

static void kernel_pass_on(const contact_pass *given, uint32_t from, uint32_t to) {
    const contact_pass pass = *given;
    for (uint32_t i = from; i < to; i += LANES) {
        if (is_faces(&pass, i))
            pass_on_faces(&pass, i);
        else
            pass_on_lanes(&pass, i, has_fits(&pass, i));
    }
}

static void kernel_relax(const contact_pass *given, uint32_t from, uint32_t to) {
    const contact_pass pass = *given;
    for (uint32_t i = from; i < to; i += LANES) {
        if (is_faces(&pass, i))
            relax_faces(&pass, i);
        else if (has_fits(&pass, i))
            relax_lanes(&pass, i, true);
        else
            relax_lanes(&pass, i, false);
    }
}

static void kernel_take_back(const contact_pass *given, uint32_t from, uint32_t to) {
    const contact_pass pass = *given;
    for (uint32_t i = from; i < to; i += LANES) {
        bounce_block *b = bounces_of(&pass, i);
        if (!b) continue;
        if (is_faces(&pass, i))
            take_back_faces(&pass, i, b);
        else
            take_back_lanes(&pass, i, b, has_fits(&pass, i));
    }
}

static void kernel_bounce(const contact_pass *given, uint32_t from, uint32_t to) {
    const contact_pass pass = *given;
    for (uint32_t i = from; i < to; i += LANES) {
        bounce_block *b = bounces_of(&pass, i);
        if (!b) continue;
        if (is_faces(&pass, i))
            bounce_faces(&pass, i, b);
        else
            bounce_lanes(&pass, i, b, has_fits(&pass, i));
    }
}

#define CONTACT_KERNELS                                                                            \
    {                                                                                              \
        kernel_prepare, kernel_warm, kernel_solve, kernel_pass_on, kernel_relax, kernel_take_back, \
            kernel_bounce, kernel_kick, kernel_drift, kernel_find_free                             \
    }
