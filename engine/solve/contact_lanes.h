/* contact_lanes.h: the passes over rows of contacts, LANES at a time. Rows are prepared once a
 * step, then warmed, solved in each substep, and relaxed after the bodies have moved: see
 * row_lanes.h. */
#include "solve/body_lanes.h"
#include "solve/row_lanes.h"

/* ---- Preparing ------------------------------------------------------------------------------- */

/* Radii, reach and friction of colliders. */
INLINE lanes_row sizes_of(const contact_pass *pass, const uint32_t *slots) {
    uint32_t at[LANES];
    for (int i = 0; i < LANES; ++i) at[i] = 8 * slots[i] + 4;
    return lanes_gather(&pass->forms->offset_x, at);
}

/* The body whose plane turns slowly enough to turn with it. */
INLINE lanes_value turning_plane(const touching *t, lanes_value plane, lanes_value seconds) {
    const lanes_value spin_a = t->a.z * lanes_load(t->fit->over_a + t->lane);
    const lanes_value spin_b = t->b.z * lanes_load(t->fit->over_b + t->lane);
    const lanes_value spin = lanes_pick(lanes_less(plane, lanes_all(0)), spin_a, spin_b);
    return lanes_only(lanes_less(seconds * lanes_abs(spin), lanes_all(CONTACT_PLANE_TURN)), plane);
}

/* Sets circles and planes of a block in which some rows are not round; returns the sum of the
 * radii, and the gap. */
INLINE lanes_value prepare_fits(const contact_pass *pass, const touching *t,
                                const contact_sources *from, lanes_row a, lanes_row b,
                                lanes_value *gap) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    const float *fits = &pass->fits->normal_x;
    const int lane = t->lane;
    const uint32_t *at = from->fit + lane;
    const lanes_mask round = lanes_less(zero, lanes_load(from->round + lane));
    const lanes_row first = lanes_gather(fits, at), arms = lanes_gather(fits + 4, at);
    const lanes_row radii = lanes_gather(fits + 8, at);
    const lanes_value kind = first.w, radius_a = lanes_pick(round, a.x, radii.x);
    const lanes_value radius_b = lanes_pick(round, b.x, radii.y);
    const lanes_value length = first.z + radii.x + radii.y;
    const lanes_vec old = {lanes_load(t->at->center_x + lane), lanes_load(t->at->center_y + lane)};
    const lanes_vec apart = {length * first.x, length * first.y};
    const lanes_vec center = lanes_pick_vec(round, old, apart);
    lanes_value sign = lanes_pick(lanes_equal(kind, lanes_all(FIT_HOLLOW)), zero - one, one);
    sign = lanes_only(lanes_less(kind, lanes_all(FIT_FLAT)), sign);
    lanes_store(t->at->center_x + lane, center.x);
    lanes_store(t->at->center_y + lane, center.y);
    lanes_store(t->fit->fit_ax + lane, lanes_only(~round, arms.x));
    lanes_store(t->fit->fit_ay + lane, lanes_only(~round, arms.y));
    lanes_store(t->fit->fit_bx + lane, lanes_only(~round, arms.z));
    lanes_store(t->fit->fit_by + lane, lanes_only(~round, arms.w));
    lanes_store(t->fit->radius_a + lane, radius_a);
    lanes_store(t->fit->radius_b + lane, radius_b);
    lanes_store(t->fit->flat_x + lane, first.x);
    lanes_store(t->fit->flat_y + lane, first.y);
    lanes_store(t->fit->sign + lane, lanes_pick(round, one, sign));
    const lanes_value plane =
        turning_plane(t, lanes_only(~round, radii.w), lanes_all(pass->by.step));
    lanes_store(t->fit->plane_a + lane, lanes_only(lanes_less(plane, zero), one));
    lanes_store(t->fit->plane_b + lane, lanes_only(lanes_less(zero, plane), one));
    if (t->ovals) {
        const lanes_row grows = lanes_gather(fits + 12, at);
        lanes_store(t->fit->grows_a + lane, lanes_only(~round, grows.x));
        lanes_store(t->fit->grows_b + lane, lanes_only(~round, grows.y));
    }
    lanes_store(t->fit->faces + lane,
                lanes_only(~round & lanes_equal(kind, lanes_all(FIT_FACES)), one));
    *gap = lanes_pick(round, *gap, first.z);
    return radius_a + radius_b;
}

/* Fraction of the smaller reach: rows with a smaller gap count as touching. */
static const float CLOSED = 1e-9f;

INLINE void prepare_lanes(const contact_pass *pass, uint32_t i, bool fits) {
    const rows_moved unmoved = {0};
    touching t = touching_at(pass, i, fits);
    contact_block *at = t.at;
    const contact_sources *from = &pass->rows->sources[i / ROW_BLOCK];
    lanes_row a = sizes_of(pass, from->a + t.lane), b = sizes_of(pass, from->b + t.lane);
    lanes_value over_a = lanes_gather(pass->bodies->shift, at->a + t.lane).w;
    lanes_value over_b = lanes_gather(pass->bodies->shift, at->b + t.lane).w;
    lanes_vec center = {lanes_load(at->center_x + t.lane), lanes_load(at->center_y + t.lane)};
    lanes_value radius = a.x + b.x, gap = lanes_length(center) - radius,
                small = lanes_min(a.z, b.z);
    if (fits) {
        lanes_store(t.fit->over_a + t.lane, over_a);
        lanes_store(t.fit->over_b + t.lane, over_b);
        radius = prepare_fits(pass, &t, from, a, b, &gap);
    }
    lanes_store(at->radius + t.lane, radius - lanes_all(CONTACT_ROUNDING) * small);
    if (fits) {
        store_placed(&t, place_fits(&t, &unmoved));
    } else {
        const lanes_vec still = {lanes_all(0), lanes_all(0)};
        t.slip_a = a.x * over_a;
        t.slip_b = lanes_all(0) - b.x * over_b;
        store_normal(&t, place_round(&t, still));
        lanes_store(at->slip_a + t.lane, t.slip_a);
        lanes_store(at->slip_b + t.lane, t.slip_b);
        lanes_store(at->mass + t.lane, over_yield(t.a.w + t.b.w));
        store_masses(&t);
    }
    lanes_store(at->part_most + t.lane, lanes_all(PUSH_SPEED) * small);
    lanes_mask closed = lanes_less(gap, lanes_all(CLOSED) * small);
    lanes_store(at->most + t.lane, lanes_only(closed, lanes_all(TOUCHED)));
    lanes_store(at->friction + t.lane, lanes_sqrt(a.w * b.w));
    set_bits(&pass->rows->placed[i / ROW_BLOCK], &t, ALL_LANES);
}

INLINE bool has_fits(const contact_pass *pass, uint32_t i) {
    return (pass->rows->has[i / ROW_BLOCK] & BLOCK_HAS_FITS) != 0;
}

static void kernel_prepare(const contact_pass *given, uint32_t from, uint32_t to) {
    const contact_pass pass = *given;
    for (uint32_t i = from; i < to; i += LANES) {
        if (has_fits(&pass, i))
            prepare_lanes(&pass, i, true);
        else
            prepare_lanes(&pass, i, false);
    }
}

static void kernel_warm(const contact_pass *given, uint32_t from, uint32_t to) {
    const contact_pass pass = *given;
    for (uint32_t i = from; i < to; i += LANES) {
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
    return t->fits ? slip + coupling_of(t) * added : slip;
}

INLINE void solve_lanes(const contact_pass *pass, uint32_t i, bool fits) {
    const lanes_value zero = lanes_all(0);
    touching t = touching_at(pass, i, fits);
    load_placed(&t, pass, i);
    const row_impulses old = impulses_of(&t);
    const row_aims aims = aims_of(&t, &pass->by);
    const lanes_value mass = lanes_load(t.at->mass + t.lane) * aims.gain;
    lanes_value push = old.push - aims.leak * old.push - mass * (normal_speed(&t) + aims.back);
    push = lanes_max(push, zero);
    if (!lanes_bits(~lanes_equal(push, zero) | some_impulse(old))) return;
    const lanes_value belt =
        resist_rolling(&t, surface_of(pass, i), lanes_only(~aims.fresh, push), 1);
    const lanes_value slip = slip_after(&t, push - old.push) + aims.slip - belt;
    row_impulses found = solve_round(&t, old, push, slip);
    found.drag = lanes_only(~aims.fresh, found.drag);
    const row_impulses added = impulses_less(found, old);
    store_impulses(&t, found, found.push);
    apply(&t, added.push, added.drag);
    touching_store(&t, pass);
    mark_fresh(&t, pass, i, aims.fresh, found);
}

INLINE void relax_lanes(const contact_pass *pass, uint32_t i, bool fits) {
    if (!lanes_push(pass, i)) return;
    touching t = touching_at(pass, i, fits);
    const row_relaxed r = relax_begin(&t, pass, i);
    const lanes_value mass = lanes_only(r.acts, lanes_load(t.at->mass + t.lane));
    const lanes_value push = lanes_max(r.before.push - mass * normal_speed(&t), lanes_all(0));
    const lanes_value belt = resist_rolling(&t, surface_of(pass, i), lanes_only(~r.fresh, push), 2);
    const lanes_value slip = tangent_speed(&t) - belt;
    const row_impulses sum = fits ? solve_coupled(&t, r.before, push, mass, slip)
                                  : solve_round(&t, r.before, push, slip);
    const row_impulses added = impulses_less(sum, r.before);
    apply(&t, added.push, added.drag);
    touching_store(&t, pass);
    relax_end(&t, pass, i, &r, sum);
}

#include "solve/twin_lanes.h"

static void kernel_solve(const contact_pass *given, uint32_t from, uint32_t to) {
    const contact_pass pass = *given;
    for (uint32_t i = from; i < to; i += LANES) {
        const uint8_t *has = &pass.rows->has[i / ROW_BLOCK];
        if (*has & BLOCK_IS_SECOND) continue;
        if (*has & BLOCK_IS_FIRST)
            solve_twins(&pass, i, (has[0] | has[1]) & BLOCK_HAS_CURVED);
        else if (*has & BLOCK_HAS_FITS)
            solve_lanes(&pass, i, true);
        else
            solve_lanes(&pass, i, false);
    }
}

static void kernel_relax(const contact_pass *given, uint32_t from, uint32_t to) {
    const contact_pass pass = *given;
    for (uint32_t i = from; i < to; i += LANES) {
        const uint8_t has = pass.rows->has[i / ROW_BLOCK];
        if (has & BLOCK_IS_SECOND) continue;
        if (has & BLOCK_IS_FIRST)
            relax_twins(&pass, i);
        else if (has & BLOCK_HAS_FITS)
            relax_lanes(&pass, i, true);
        else
            relax_lanes(&pass, i, false);
    }
}

#define CONTACT_KERNELS                                                                            \
    {                                                                                              \
        kernel_prepare, kernel_warm, kernel_solve, kernel_relax, kernel_kick, kernel_drift,        \
            kernel_find_free                                                                       \
    }
