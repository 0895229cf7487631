/* contact_lanes.inc.h: kernels of rows of contacts, LANES at a time, and rows that are made or
 * end within a step, one at a time. */
#ifndef ENGINE_SOLVE_CONTACT_LANES_INC_H
#define ENGINE_SOLVE_CONTACT_LANES_INC_H

#include "solve/bounce_lanes.inc.h"

/* ==== Kernels ================================================================================= */

/* The passes over rows of contacts, LANES at a time. Rows are prepared once a step, then warmed,
 * solved in each substep, and relaxed after the bodies have moved: see row_lanes.inc.h. */

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
    uint32_t slots_a[LANES], slots_b[LANES], at[LANES], others[LANES];
    unsigned round = 0;
    for (uint32_t lane = 0; lane < LANES; ++lane) {
        const uint32_t k = entries[lane];
        e->of[lane] = k;
        at[lane] = 4 * k;
        others[lane] = 2 * k;
        slots_a[lane] = list->a[k];
        slots_b[lane] = list->b[k];
        block->a[i % ROW_BLOCK + lane] = measured->row_a[k];
        block->b[i % ROW_BLOCK + lane] = measured->row_b[k];
        round |= (unsigned)(list->class_of[k] == PAIR_ROUND) << lane;
    }
    e->a = sizes_of(pass, slots_a);
    e->b = sizes_of(pass, slots_b);
    e->warm = lanes_gather(&list->kept->warm->push, at);
    const lanes_row other = lanes_gather(&list->kept->other->push, others); /* and the next one's */
    e->other_push = other.x;
    e->other_drag = other.y;
    e->round = lanes_mask_of(round);
}

/* The way between the centres of disks. */
INLINE lanes_vec way_of(const contact_pass *pass, const row_entries *e) {
    const pair_list *list = pass->from->measure->list;
    float x[LANES], y[LANES];
    for (int i = 0; i < LANES; ++i) {
        x[i] = list->way_x[e->of[i]];
        y[i] = list->way_y[e->of[i]];
    }
    return (lanes_vec){lanes_load(x), lanes_load(y)};
}

/* The body whose plane turns slowly enough to turn with it. */
INLINE lanes_value turning_plane(const touching *t, lanes_value plane, lanes_value seconds) {
    const lanes_value spin_a = t->a.z * load_rows(t, t->fit->over_a);
    const lanes_value spin_b = t->b.z * load_rows(t, t->fit->over_b);
    const lanes_value spin = lanes_pick(lanes_less(plane, lanes_all(0)), spin_a, spin_b);
    return lanes_only(lanes_less(seconds * lanes_abs(spin), lanes_all(CONTACT_PLANE_TURN)), plane);
}

/* Fits of lanes: see pair_fit. */
typedef struct lanes_fits {
    lanes_row first, arms, radii, more;
} lanes_fits;

INLINE lanes_fits fits_at(const pair_fit *fits, const uint32_t *at) {
    const float *of = &fits->normal_x;
    return (lanes_fits){lanes_gather(of, at), lanes_gather(of + 4, at), lanes_gather(of + 8, at),
                        lanes_gather(of + 12, at)};
}

INLINE lanes_fits fits_of(const contact_pass *pass, const row_entries *e) {
    const measure_output *measured = pass->from->measured;
    uint32_t at[LANES];
    for (int i = 0; i < LANES; ++i) at[i] = FIT_FLOATS * fit_number(measured, e->of[i]);
    return fits_at(measured->fits, at);
}

/* Stores arms and plane. */
INLINE void store_fits(const contact_pass *pass, const touching *t, const lanes_fits *f) {
    const lanes_value one = lanes_all(1);
    store_vectors(t, &t->fit->fit_a, (lanes_vec){f->arms.x, f->arms.y});
    store_vectors(t, &t->fit->fit_b, (lanes_vec){f->arms.z, f->arms.w});
    store_rows(t, t->fit->radius_a, f->radii.x);
    store_rows(t, t->fit->radius_b, f->radii.y);
    store_vectors(t, &t->fit->flat, (lanes_vec){f->first.x, f->first.y});
    const lanes_value plane = turning_plane(t, f->radii.w, lanes_all(pass->by.step));
    store_rows(t, t->fit->plane_a, lanes_only(lanes_less(plane, lanes_all(0)), one));
    store_rows(t, t->fit->plane_b, lanes_only(lanes_positive(plane), one));
}

/* The way from a's circle to b's. */
INLINE lanes_vec way_between(const lanes_fits *f) {
    const lanes_value length = f->first.z + f->radii.x + f->radii.y;
    return (lanes_vec){length * f->first.x, length * f->first.y};
}

/* Sets circles and planes, and the way between the circles as the step begins. */
INLINE void set_fits(const contact_pass *pass, touching *t, const lanes_fits *f, lanes_vec center) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1), kind = f->first.w;
    lanes_value sign = lanes_pick(lanes_equal(kind, lanes_all(FIT_HOLLOW)), zero - one, one);
    sign = lanes_only(lanes_less(kind, lanes_all(FIT_FLAT)), sign);
    store_vectors(t, &t->at->center, center);
    store_fits(pass, t, f);
    store_rows(t, t->fit->sign, sign);
    store_rows(t, t->fit->grows_a, f->more.x);
    store_rows(t, t->fit->grows_b, f->more.y);
    store_rows(t, t->fit->faces, lanes_only(lanes_equal(kind, lanes_all(FIT_FACES)), one));
    t->flats = lanes_bits(lanes_equal(sign, zero));
    t->ovals = lanes_bits(~(lanes_equal(f->more.x, zero) & lanes_equal(f->more.y, zero)));
}

INLINE lanes_row only_row(lanes_mask mask, lanes_row r) {
    return (lanes_row){lanes_only(mask, r.x), lanes_only(mask, r.y), lanes_only(mask, r.z),
                       lanes_only(mask, r.w)};
}

/* Fits of disks about their bodies' centres. */
INLINE void fit_disks(lanes_fits *f, const row_entries *e, lanes_value length) {
    f->first = only_row(~e->round, f->first);
    f->first.z = lanes_pick(e->round, length - (e->a.x + e->b.x), f->first.z);
    f->arms = only_row(~e->round, f->arms);
    f->radii.x = lanes_pick(e->round, e->a.x, f->radii.x);
    f->radii.y = lanes_pick(e->round, e->b.x, f->radii.y);
    f->radii.w = lanes_only(~e->round, f->radii.w);
    f->more = only_row(~e->round, f->more);
}

/* Sets rows of a block in which some are not round; returns the sum of the radii, and the gap. */
INLINE lanes_value prepare_fits(const contact_pass *pass, touching *t, const row_entries *e,
                                lanes_value *gap) {
    lanes_fits f = fits_of(pass, e);
    lanes_vec center = way_between(&f);
    if (lanes_bits(e->round)) {
        center = lanes_pick_vec(e->round, way_of(pass, e), center);
        fit_disks(&f, e, lanes_length(center));
    }
    set_fits(pass, t, &f, center);
    *gap = f.first.z;
    return f.radii.x + f.radii.y;
}

/* Fraction of the smaller reach: rows with a smaller gap count as touching. */
static const float CLOSED = 1e-9f;

/* Sets sizes; returns the smaller reach. */
INLINE lanes_value set_sizes(const touching *t, const row_entries *e, lanes_value radius) {
    const lanes_value small = lanes_min(e->a.z, e->b.z);
    store_rows(t, t->at->radius, radius - lanes_all(CONTACT_ROUNDING) * small);
    store_rows(t, t->at->reach, small);
    store_rows(t, t->at->share, lanes_all(1));
    return small;
}

/* Sets what rows of all sorts have. */
INLINE void prepare_common(const contact_pass *pass, const touching *t, uint32_t i,
                           const row_entries *e, lanes_value radius, lanes_value gap) {
    const lanes_value small = set_sizes(t, e, radius);
    const lanes_mask closed = lanes_less(gap, lanes_all(CLOSED) * small);
    const lanes_mask deep = lanes_less(gap, lanes_all(-DEEP_FROM) * small);
    if (lanes_bits(deep)) flag_set(&pass->some->crushed, true);
    store_rows(t, t->at->first.pushed, lanes_only(closed, lanes_all(TOUCHED)));
    store_rows(t, t->at->dragged, lanes_all(0));
    store_rows(t, t->at->friction, lanes_sqrt(e->a.w * e->b.w));
    set_bits(&pass->rows->marks[i / ROW_BLOCK].placed, t, ALL_LANES);
}

INLINE void store_over(const contact_pass *pass, const touching *t) {
    store_rows(t, t->fit->over_a, body_a(t, pass->bodies->shift).w);
    store_rows(t, t->fit->over_b, body_b(t, pass->bodies->shift).w);
}

/* Sets the impulses that rows begin with. Those of faces that were of one touch are halved; a row
 * that was of faces has the sum of both. None is -0, which rows that are solved would make 0, and
 * idle ones keep. */
INLINE void prepare_impulses(const contact_pass *pass, const touching *t, const row_entries *e) {
    const lanes_value zero = lanes_all(0), warm = lanes_all(pass->from->warm);
    row_impulses i = {.drag = zero + warm * (e->warm.y + e->other_drag)};
    if (t->touches == 1) {
        i.push[0] = zero + warm * (e->warm.x + lanes_max(e->other_push, zero));
    } else {
        const lanes_mask one = lanes_less(e->other_push, zero);
        i.push[0] = zero + warm * lanes_pick(one, lanes_all(0.5f) * e->warm.x, e->warm.x);
        i.push[1] = zero + lanes_pick(one, i.push[0], warm * e->other_push);
        store_rows(t, t->second->touch.pushed, zero);
    }
    for (int k = 0; k < t->touches; ++k) store_rows(t, touch_of(t, k)->once, zero);
    store_impulses(t, &i);
}

/* Sets disks; returns the sum of the radii, and the gap. */
INLINE lanes_value prepare_disks(const contact_pass *pass, touching *t, const row_entries *e,
                                 lanes_value *gap) {
    const lanes_vec center = way_of(pass, e);
    const lanes_value radius = e->a.x + e->b.x;
    const float *shift = pass->bodies->shift;
    store_vectors(t, &t->at->center, center);
    t->slip_a = e->a.x * body_a(t, shift).w;
    t->slip_b = lanes_all(0) - e->b.x * body_b(t, shift).w;
    store_rows(t, t->at->slip_a, t->slip_a);
    store_rows(t, t->at->slip_b, t->slip_b);
    store_rows(t, t->at->first.mass, over_yield(t->a.w + t->b.w));
    *gap = lanes_length(center) - radius;
    return radius;
}

/* Sets faces; returns their radius, and the smaller gap. The way to the second touch leads along
 * the plane, and up by the difference of both gaps. */
INLINE lanes_value prepare_faces(const contact_pass *pass, const touching *t, const row_entries *e,
                                 lanes_value *gap) {
    const lanes_fits fits = fits_of(pass, e);
    const lanes_value side = lanes_all(0) - fits.radii.w, along = side * fits.more.z;
    const lanes_value rise = fits.more.w - fits.first.z;
    store_fits(pass, t, &fits);
    store_vectors(t, &t->at->center,
                  (lanes_vec){fits.first.z * fits.first.x, fits.first.z * fits.first.y});
    store_rows(t, t->second->side, side);
    store_vectors(t, &t->second->way,
                  (lanes_vec){rise * fits.first.x - along * fits.first.y,
                              rise * fits.first.y + along * fits.first.x});
    *gap = lanes_min(fits.first.z, fits.more.w);
    return lanes_all(0);
}

INLINE void prepare_row(const contact_pass *pass, uint32_t i, row_form form) {
    const rows_moved unmoved = {0};
    uint8_t *has = &pass->rows->has[i / ROW_BLOCK];
    lanes_value radius, gap, gaps[2];
    row_entries e;
    row_entries_load(&e, pass, i);
    touching t = touching_at(pass, i, form);
    prepare_impulses(pass, &t, &e);
    if (form != ROUND) store_over(pass, &t);
    if (form == FACES)
        radius = prepare_faces(pass, &t, &e, &gap);
    else if (form == FITS)
        radius = prepare_fits(pass, &t, &e, &gap);
    else
        radius = prepare_disks(pass, &t, &e, &gap);
    *has |= (t.flats ? BLOCK_HAS_FLATS : 0) | (t.ovals ? BLOCK_HAS_OVALS : 0);
    prepare_common(pass, &t, i, &e, radius, gap);
    place_moved(&t, &unmoved, gaps);
    store_placed(&t, gaps);
    if (form == ROUND) store_masses(&t);
}

/* Begins the first substep with the impulses of the last step. */
INLINE void warm_row(const contact_pass *pass, uint32_t i, row_form form) {
    touching t = touching_at(pass, i, form);
    load_placed(&t, pass, i);
    const row_impulses warm = impulses_of(&t);
    apply(&t, &warm);
    touching_store(&t, pass);
}

/* ---- Solving --------------------------------------------------------------------------------- */

/* Changes the impulses of rows, and the velocities of their bodies. */
INLINE void change_impulses(touching *t, const contact_pass *pass, const row_impulses *before,
                            const row_impulses *found) {
    const row_impulses added = impulses_less(found, before);
    store_impulses(t, found);
    apply(t, &added);
    touching_store(t, pass);
}

/* Friction of rows of one touch, after the push. */
INLINE void rub(touching *t, surface_block *s, const row_aims *aims, const row_impulses *before,
                row_impulses *found) {
    const lanes_value push = rubbing(t, aims, found);
    const row_impulses added = impulses_less(found, before);
    const lanes_value belt = resist_rolling(t, s, push, 1);
    const lanes_value slip = slip_after(t, &added) + aims->slip - belt;
    found->drag = drag_for(t, before->drag, slip, push);
}

INLINE void solve_row(const contact_pass *pass, uint32_t i, row_form form) {
    surface_block *surface = surface_of(pass, i);
    bounce_block *bounce = bounces_of(pass, i);
    touching t = touching_at(pass, i, form);
    load_placed(&t, pass, i);
    const row_impulses before = impulses_of(&t);
    const lanes_mask gave = some_impulse(&t, &before), had = gave | some_roll(pass, i);
    row_ahead look = look_ahead(&t, &pass->by);
    look_at_meeting(&t, &look, ~gave, &pass->by);
    row_aims aims = aims_of(&t, &pass->by, &look, &before);
    const lanes_mask met =
        bounce ? meet_row(pass, &t, bounce, &before, &aims) : lanes_none();
    row_impulses found = before;
    if (form == FACES) {
        aims.slip -= resist_rolling(&t, surface, rubbing(&t, &aims, &before), 1);
        found = faces_solve(&t, &aims, &before, 1);
    } else {
        found.push[0] = push_for(&t, &aims, before.push[0]);
    }
    if (!lanes_bits(some_push(&t, &found) | had)) return;
    if (form != FACES) rub(&t, surface, &aims, &before, &found);
    const lanes_mask fresh[2] = {aims.of[0].fresh, aims.of[1].fresh};
    change_impulses(&t, pass, &before, &found);
    mark_impacts(&t, pass, i, fresh, &before, &found);
    if (bounce) mark_bounced(&t, pass, met & lanes_positive(push_sum(&t, &found)));
}

/* ---- Relaxing -------------------------------------------------------------------------------- */

/* Stops rows of one touch along their normal, and then along the tangent. */
INLINE row_impulses relax_one(touching *t, surface_block *s, const row_relaxed *r,
                              lanes_value mass) {
    row_impulses sum = {
        .push = {lanes_max(r->before.push[0] - mass * normal_speed(t, 0), lanes_all(0))}};
    const lanes_value push = sum.push[0];
    const lanes_value belt = resist_rolling(t, s, lanes_only(~r->fresh[0], push), 2);
    const lanes_value slip = tangent_speed(t) - belt;
    if (is_coupled(t)) return solve_coupled(t, &r->before, push, mass, slip);
    sum.drag = drag_for(t, r->before.drag, slip, push);
    return sum;
}

/* Stops faces. */
INLINE row_impulses relax_two(touching *t, surface_block *s, const row_relaxed *r,
                              const lanes_value mass[2]) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    const row_aim rigid = {zero, one, zero, lanes_none()};
    row_aims aims = {.of = {rigid, rigid}, .mass = {mass[0], mass[1]}, .slip = zero};
    row_impulses force = r->before;
    for (int k = 0; k < 2; ++k) force.push[k] = lanes_only(~r->fresh[k], force.push[k]);
    aims.slip -= resist_rolling(t, s, push_sum(t, &force), 2);
    return faces_solve(t, &aims, &r->before, 2);
}

/* Touches that did not push have no part in it. */
INLINE void relax_row(const contact_pass *pass, uint32_t i, row_form form) {
    if (!rows_act(pass, i, form)) return;
    surface_block *surface = surface_of(pass, i);
    bounce_block *bounce = bounces_of(pass, i);
    touching t = touching_at(pass, i, form);
    const row_relaxed r = relax_begin(&t, pass, i);
    lanes_value mass[2];
    for (int k = 0; k < t.touches; ++k)
        mass[k] = lanes_only(lanes_positive(r.given.push[k]), load_rows(&t, touch_of(&t, k)->mass));
    const row_impulses sum =
        form == FACES ? relax_two(&t, surface, &r, mass) : relax_one(&t, surface, &r, mass[0]);
    const row_impulses added = impulses_less(&sum, &r.before);
    apply(&t, &added);
    touching_store(&t, pass);
    for (int k = 0; k < t.touches && bounce; ++k)
        bounce_compressed(pass, &t, bounce, k, sum.push[k], mass[k]);
    relax_end(&t, pass, i, &r, &sum);
}

/* ---- Passes ---------------------------------------------------------------------------------- */

/* The form of the rows of a block, by its flags. */
INLINE row_form form_of(uint8_t has) {
    if (has & BLOCK_IS_FACES) return FACES;
    return has & BLOCK_HAS_FITS ? FITS : ROUND;
}

/* Makes a pass of a function of rows, which is inlined for each form. Lanes behind the last row of
 * a block are left out. */
#define EACH_ROW(row)                                                                              \
    const contact_pass pass = *given;                                                              \
    for (uint32_t i = from; i < to; i += LANES) {                                                  \
        const uint8_t has = pass.rows->has[i / ROW_BLOCK];                                         \
        if (!contact_is_filled(pass.rows, i)) continue;                                            \
        if (has & BLOCK_IS_FACES)                                                                  \
            row(&pass, i, FACES);                                                                  \
        else if (has & BLOCK_HAS_FITS)                                                             \
            row(&pass, i, FITS);                                                                   \
        else                                                                                       \
            row(&pass, i, ROUND);                                                                  \
    }

/* The same for passes that are rare: one copy for all forms. */
#define EACH_RARE_ROW(row)                                                                         \
    const contact_pass pass = *given;                                                              \
    for (uint32_t i = from; i < to; i += LANES)                                                    \
        if (contact_is_filled(pass.rows, i)) row(&pass, i, form_of(pass.rows->has[i / ROW_BLOCK]));

static void kernel_prepare(const contact_pass *given, uint32_t from, uint32_t to) {
    EACH_ROW(prepare_row)
}

static void kernel_warm(const contact_pass *given, uint32_t from, uint32_t to) {
    EACH_ROW(warm_row)
}

static void kernel_solve(const contact_pass *given, uint32_t from, uint32_t to) {
    EACH_ROW(solve_row)
}

static void kernel_relax(const contact_pass *given, uint32_t from, uint32_t to) {
    EACH_ROW(relax_row)
}

static void kernel_take_back(const contact_pass *given, uint32_t from, uint32_t to) {
    EACH_RARE_ROW(take_back_row)
}

static void kernel_bounce(const contact_pass *given, uint32_t from, uint32_t to) {
    EACH_RARE_ROW(bounce_row)
}

#define CONTACT_KERNELS                                                                            \
    {                                                                                              \
        kernel_prepare, kernel_warm, kernel_solve, kernel_relax, kernel_take_back, kernel_bounce   \
    }

/* ==== Rows that are made within a step ======================================================== */

/* Rows that are made within the step, or end in it, one at a time. In: a fit as the bodies lie
 * now; out: circles and planes as the step began, from which rows are placed. */

#if LANES == 1

/* An arm turned back to where it was as the step began; *way: what has come to its end since. */
INLINE lanes_vec arm_before(lanes_row shift, lanes_angle turn, lanes_vec arm, lanes_vec *way) {
    const lanes_angle back = {lanes_all(0) - turn.sine, turn.less};
    const lanes_vec by = turned_by(back, arm);
    *way = lanes_between(by, lanes_xy(shift));
    return lanes_add(arm, by);
}

/* Takes arms and plane back to the beginning of the step; returns the way between the circles
 * then. */
INLINE lanes_vec begin_fits(const contact_pass *pass, const touching *t, lanes_fits *f) {
    const rows_moved m = moved_now(t, pass->bodies);
    const lanes_vec now_a = {f->arms.x, f->arms.y}, now_b = {f->arms.z, f->arms.w};
    const lanes_vec normal = {f->first.x, f->first.y};
    const lanes_vec center = way_between(f);
    lanes_vec way_a, way_b, unused;
    const lanes_vec arm_a = arm_before(m.a, m.turn_a, now_a, &way_a);
    const lanes_vec arm_b = arm_before(m.b, m.turn_b, now_b, &way_b);
    const lanes_value plane = turning_plane(t, f->radii.w, lanes_all(pass->by.step));
    const bool is_a = lanes_bits(lanes_less(plane, lanes_all(0))) != 0;
    f->arms.x = arm_a.x;
    f->arms.y = arm_a.y;
    f->arms.z = arm_b.x;
    f->arms.w = arm_b.y;
    if (!lanes_bits(lanes_equal(plane, lanes_all(0)))) {
        const lanes_vec flat = arm_before(m.a, is_a ? m.turn_a : m.turn_b, normal, &unused);
        f->first.x = flat.x;
        f->first.y = flat.y;
    }
    return lanes_between(lanes_between(way_a, way_b), center);
}

void contact_set(const contact_pass *pass, uint32_t at, const contact_made *row) {
    const uint32_t first = 0;
    contact_rows *rows = pass->rows;
    contact_block *block = &rows->blocks[at / ROW_BLOCK];
    assert(at < rows->room && "the row was added");
    block->a[at % ROW_BLOCK] = row->a;
    block->b[at % ROW_BLOCK] = row->b;
    rows->has[at / ROW_BLOCK] |= BLOCK_HAS_FITS | BLOCK_HAS_FLATS | BLOCK_HAS_OVALS;
    touching t = touching_at(pass, at, FITS);
    const row_entries e = {.a = sizes_of(pass, &row->slots[0]),
                           .b = sizes_of(pass, &row->slots[1])};
    lanes_fits f = fits_at(&row->fit, &first);
    store_over(pass, &t);
    const lanes_vec center = begin_fits(pass, &t, &f);
    set_fits(pass, &t, &f, center);
    (void)set_sizes(&t, &e, f.radii.x + f.radii.y);
    set_bits(&rows->marks[at / ROW_BLOCK].placed, &t, 0);
    contact_set_rules(rows, at, row, pass->from->measure->bodies);
}

/* Ends rows: bodies keep what these gave, and do not get it again. */
INLINE void end_row(const contact_pass *pass, uint32_t i, row_form form) {
    touching t = touching_at(pass, i, form);
    load_arms(&t);
    row_impulses given = impulses_of(&t);
    const row_impulses none = {.drag = lanes_all(0)};
    for (int k = 0; k < t.touches; ++k) {
        touch_block *touch = touch_of(&t, k);
        row_bits *fresh = fresh_of(pass, i, k); /* of impacts they have it already */
        const lanes_value once = lanes_only(marked_impacts(&t, fresh), load_rows(&t, touch->once));
        given.push[k] = given.push[k] - once;
        store_rows(&t, touch->mass, lanes_all(0));
        set_bits(fresh, &t, 0);
    }
    give_once(&t, pass, &given);
    store_impulses(&t, &none);
    store_rows(&t, t.at->slip_mass, lanes_all(0));
}

void contact_end(const contact_pass *pass, uint32_t at) {
    contact_rows *rows = pass->rows;
    contact_block *block = &rows->blocks[at / ROW_BLOCK];
    const uint8_t has = rows->has[at / ROW_BLOCK];
    assert(block->a[at % ROW_BLOCK] + block->b[at % ROW_BLOCK] > 0 && "a row ends once");
    end_row(pass, at, form_of(has));
    block->a[at % ROW_BLOCK] = block->b[at % ROW_BLOCK] = 0; /* it moves nothing any more */
    if (has & BLOCK_BOUNCES) rows->bounces[at / ROW_BLOCK].restitution[at % ROW_BLOCK] = 0;
}

MACHINE_WHOLE contact_placed contact_place(const contact_rows *of, const body_rows *bodies,
                                           uint32_t at) {
    contact_rows rows = *of;
    const contact_pass pass = {.bodies = bodies, .rows = &rows};
    touching t = touching_at(&pass, at, form_of(rows.has[at / ROW_BLOCK]));
    lanes_value gap[2];
    place(&t, &pass, gap);
    const lanes_value over_a = t.fits ? t.fit->over_a[t.lane] : body_a(&t, bodies->shift).w;
    const lanes_value over_b = t.fits ? t.fit->over_b[t.lane] : body_b(&t, bodies->shift).w;
    return (contact_placed){.normal_x = t.normal.x,
                            .normal_y = t.normal.y,
                            .turn_a = {t.turn_a[0], t.turn_a[1]},
                            .turn_b = {t.turn_b[0], t.turn_b[1]},
                            .slip_a = t.slip_a,
                            .slip_b = t.slip_b,
                            .over_a = over_a,
                            .over_b = over_b};
}

#endif

#endif
