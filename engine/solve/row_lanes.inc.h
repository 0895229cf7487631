/* row_lanes.inc.h: rows of contacts, LANES at a time: placed by the poses of their bodies, and
 * impulses on them.
 *
 * In: blocks that were prepared (prepare_lanes.inc.h), shifts and velocities of their bodies; out:
 * normal, gap, arms and effective masses, and velocities after impulses along normal and tangent.
 * Invariant: no two lanes of a block share a body that they move (pairs/match.c asserts that). */
#ifndef ENGINE_SOLVE_ROW_LANES_INC_H
#define ENGINE_SOLVE_ROW_LANES_INC_H

#include "solve/body_lanes.inc.h"

/* ==== Rows and their bodies =================================================================== */

/* Forms of rows, constant in inlined functions: disks about their bodies' centres; circles and
 * planes that fit rims; faces that touch twice. */
typedef enum row_form { ROUND, FITS, FACES } row_form;

/* Rows of a pass, and the velocities of their bodies. */
typedef struct lane_rows {
    contact_block *block;
    fit_block *fit;
    second_block *second;
    row_marks *marks;
    int touches; /* 2 of faces, else 1 */
    bool fits;   /* rows are not of the form ROUND */
    bool curved; /* some row is between circles */
    bool flats;  /* some row has a plane */
    bool ovals;  /* some rim is an ellipse's */
    int lane;
    lanes_vec normal;
    lanes_value arm_a[2], arm_b[2]; /* arms of pushes, in gyration radii */
    lanes_value slip_a, slip_b;     /* arms of friction, in gyration radii */
    lanes_value out_a, out_b;       /* centres of the circles, along the normal */
    lanes_value across;             /* second touch from the first, along the plane */
    lanes_row a, b;
    lanes_vec locks_a, locks_b;
} lane_rows;

INLINE lanes_value load_rows(const lane_rows *r, const float *all) {
    return lanes_load(all + r->lane);
}

INLINE void store_rows(const lane_rows *r, float *all, lanes_value rows) {
    lanes_store(all + r->lane, rows);
}

INLINE lanes_vec load_vectors(const lane_rows *r, const row_vectors *all) {
    return vectors_load(all, r->lane);
}

INLINE void store_vectors(const lane_rows *r, row_vectors *all, lanes_vec rows) {
    vectors_store(all, r->lane, rows);
}

/* Gathers rows of bodies from a table. */
INLINE lanes_row body_a(const lane_rows *r, const float *table) {
    return lanes_gather(table, r->block->a + r->lane);
}

INLINE lanes_row body_b(const lane_rows *r, const float *table) {
    return lanes_gather(table, r->block->b + r->lane);
}

INLINE touch_block *touch_of(const lane_rows *r, int touch) {
    return touch == 0 ? &r->block->first : &r->second->touch;
}

INLINE lane_rows rows_at(const contact_pass *pass, uint32_t i, row_form form) {
    const contact_rows *rows = pass->rows;
    const uint32_t block = i / ROW_BLOCK;
    assert(i % LANES == 0 && "lanes are of one block");
    assert((form == ROUND || rows->has[block] & BLOCK_HAS_FITS) && "only round rows have no fit");
    lane_rows r = {.block = &rows->blocks[block],
                   .marks = &rows->marks[block],
                   .touches = form == FACES ? 2 : 1,
                   .fits = form != ROUND,
                   .curved = form != FACES,
                   .flats = form == FACES || rows->has[block] & BLOCK_HAS_FLATS,
                   .ovals = form == FITS && rows->has[block] & BLOCK_HAS_OVALS,
                   .lane = (int)(i % ROW_BLOCK)};
    if (form != ROUND) r.fit = contact_fits(rows, block);
    if (form == FACES) r.second = contact_seconds(rows, block);
    r.a = body_a(&r, pass->bodies->velocity);
    r.b = body_b(&r, pass->bodies->velocity);
    r.locks_a = locks_load(pass->bodies, r.block->a + r.lane);
    r.locks_b = locks_load(pass->bodies, r.block->b + r.lane);
    return r;
}

INLINE void store_velocities(const lane_rows *r, const contact_pass *pass) {
    bodies_store(pass->bodies->velocity, r->block->a + r->lane, r->a, r->block->b + r->lane, r->b);
}

INLINE bool some_locked(const lane_rows *r) {
    return locks_some(r->locks_a) || locks_some(r->locks_b);
}

/* Bits of these lanes among those of the block. */
INLINE unsigned lane_bits(const lane_rows *r) {
    return (unsigned)ALL_LANES << r->lane;
}

INLINE void set_bits(row_bits *of, const lane_rows *r, unsigned bits) {
    *of = (row_bits)((*of & ~lane_bits(r)) | bits << r->lane);
}

/* ==== Speeds and impulses ===================================================================== */

/* Impulses of a row: a push for each touch, and one friction. */
typedef struct row_impulses {
    lanes_value push[2], drag;
} row_impulses;

INLINE row_impulses impulses_sum(const row_impulses *i, const row_impulses *j) {
    return (row_impulses){{i->push[0] + j->push[0], i->push[1] + j->push[1]}, i->drag + j->drag};
}

INLINE row_impulses impulses_less(const row_impulses *i, const row_impulses *j) {
    return (row_impulses){{i->push[0] - j->push[0], i->push[1] - j->push[1]}, i->drag - j->drag};
}

INLINE lanes_value push_sum(const lane_rows *r, const row_impulses *i) {
    return r->touches == 2 ? i->push[0] + i->push[1] : i->push[0];
}

/* Impulses of the last half of a substep. */
INLINE row_impulses load_impulses(const lane_rows *r) {
    row_impulses i = {.drag = load_rows(r, r->block->drag)};
    for (int k = 0; k < r->touches; ++k) i.push[k] = load_rows(r, touch_of(r, k)->push);
    return i;
}

INLINE void store_impulses(const lane_rows *r, const row_impulses *half) {
    for (int k = 0; k < r->touches; ++k) store_rows(r, touch_of(r, k)->push, half->push[k]);
    store_rows(r, r->block->drag, half->drag);
}

/* Adds impulses of both halves to those of the step. */
INLINE void add_to_step(const lane_rows *r, const row_impulses *sum) {
    for (int k = 0; k < r->touches; ++k) {
        float *pushed = touch_of(r, k)->pushed;
        store_rows(r, pushed, load_rows(r, pushed) + sum->push[k]);
    }
    store_rows(r, r->block->dragged, load_rows(r, r->block->dragged) + sum->drag);
}

/* Returns touches that were solved as impacts, and not relaxed yet. */
INLINE lanes_mask marked_impacts(const lane_rows *r, int touch) {
    const row_bits marks = r->marks->impact[touch];
    if (!(marks & lane_bits(r))) return lanes_none();
    return lanes_mask_of((unsigned)marks >> r->lane & ALL_LANES);
}

INLINE lanes_mask some_impact(const lane_rows *r, const lanes_mask impact[2]) {
    return r->touches == 2 ? impact[0] | impact[1] : impact[0];
}

/* Velocity of b relative to a. */
INLINE lanes_vec relative_velocity(const lane_rows *r) {
    return lanes_between(lanes_xy(r->a), lanes_xy(r->b));
}

/* Speed at which a touch parts. */
INLINE lanes_value normal_speed(const lane_rows *r, int touch) {
    const lanes_value speed = lanes_dot(r->normal, relative_velocity(r));
    if (!r->fits) return speed;
    return speed + (r->arm_b[touch] * r->b.z - r->arm_a[touch] * r->a.z);
}

INLINE lanes_value tangent_speed(const lane_rows *r) {
    return lanes_cross(r->normal, relative_velocity(r)) + (r->slip_b * r->b.z - r->slip_a * r->a.z);
}

/* Adds the linear velocities that impulses along normal and tangent give. */
INLINE void add_linear(const lane_rows *r, lanes_row *a, lanes_row *b, const row_impulses *i) {
    const lanes_value push = push_sum(r, i);
    const lanes_vec both = {push * r->normal.x - i->drag * r->normal.y,
                            push * r->normal.y + i->drag * r->normal.x};
    const lanes_vec on_a = unlocked_part(r->locks_a, both), on_b = unlocked_part(r->locks_b, both);
    a->x -= r->a.w * on_a.x;
    a->y -= r->a.w * on_a.y;
    b->x += r->b.w * on_b.x;
    b->y += r->b.w * on_b.y;
}

/* Returns the moment of impulses about a body's centre. */
INLINE lanes_value moment_of(const lane_rows *r, const row_impulses *i, const lanes_value arm[2],
                             lanes_value slip) {
    const lanes_value drag = i->drag * slip;
    if (!r->fits) return drag;
    if (r->touches == 1) return i->push[0] * arm[0] + drag;
    return i->push[0] * arm[0] + i->push[1] * arm[1] + drag;
}

INLINE void add_angular(const lane_rows *r, lanes_row *a, lanes_row *b, const row_impulses *i) {
    a->z -= r->a.w * moment_of(r, i, r->arm_a, r->slip_a);
    b->z += r->b.w * moment_of(r, i, r->arm_b, r->slip_b);
}

INLINE void apply_impulses(lane_rows *r, const row_impulses *i) {
    add_linear(r, &r->a, &r->b, i);
    add_angular(r, &r->a, &r->b, i);
}

/* Adds impulses to `base`, so that they last. Other impulses of a half are removed when bodies are
 * kicked, and given again. */
INLINE void add_to_base(const lane_rows *r, const contact_pass *pass, const row_impulses *i) {
    float *base = pass->bodies->base;
    lanes_row a = body_a(r, base), b = body_b(r, base);
    add_linear(r, &a, &b, i);
    add_angular(r, &a, &b, i);
    bodies_store(base, r->block->a + r->lane, a, r->block->b + r->lane, b);
}

/* ==== Yields and effective masses ============================================================= */

/* Returns the velocity along a unit vector that a unit impulse with these arms gives both
 * bodies. */
INLINE lanes_value yield_along(const lane_rows *r, lanes_vec unit, lanes_value arm_a,
                               lanes_value arm_b) {
    return r->a.w * (part_along(r->locks_a, unit) + arm_a * arm_a)
           + r->b.w * (part_along(r->locks_b, unit) + arm_b * arm_b);
}

INLINE lanes_value push_yield(const lane_rows *r, int touch) {
    return yield_along(r, r->normal, r->arm_a[touch], r->arm_b[touch]);
}

INLINE lanes_value friction_yield(const lane_rows *r) {
    return yield_along(r, lanes_left(r->normal), r->slip_a, r->slip_b);
}

/* Returns whether push and friction may be coupled. */
INLINE bool is_coupled(const lane_rows *r) {
    return r->fits || some_locked(r);
}

/* Least yield of locked bodies along a normal, as a fraction of their yield without locks; with
 * less a row gives no push. Larger: wedges between locked bodies jam; smaller: a body pressed along
 * its locked axis slips away at a multiple of the pressing speed. */
static const float LOCKED_YIELDS = 0.01f;

/* Stores effective masses; 0 for a push against locks. */
INLINE void store_masses(const lane_rows *r) {
    const lanes_value one = lanes_all(1), least = lanes_all(LOCKED_YIELDS);
    for (int k = 0; k < r->touches && is_coupled(r); ++k) {
        const lanes_value yields = push_yield(r, k), arm_a = r->arm_a[k], arm_b = r->arm_b[k];
        lanes_value mass = over_yield(yields);
        if (some_locked(r)) {
            const lanes_value free =
                r->a.w * (one + arm_a * arm_a) + r->b.w * (one + arm_b * arm_b);
            mass = lanes_only(lanes_less(least * free, yields), mass);
        }
        store_rows(r, touch_of(r, k)->mass, mass);
    }
    store_rows(r, r->block->slip_mass, over_yield(friction_yield(r)));
}

/* ==== Rows placed as bodies lie =============================================================== */

/* Rows are placed after their bodies have moved: when they are relaxed, or else before they are
 * solved. In: circles, fixed to their bodies, planes, and shifts of the bodies since the step
 * began; out: normal, gap, arms and effective masses. */

/* Shifts and turns of both bodies since the step began. */
typedef struct row_shifts {
    lanes_row a, b;
    lanes_angle turn_a, turn_b;
} row_shifts;

INLINE row_shifts shifts_now(const lane_rows *r, const body_rows *bodies) {
    row_shifts s = {.a = body_a(r, bodies->shift), .b = body_b(r, bodies->shift)};
    if (!r->fits) return s;
    s.turn_a = turn_angle(s.a.z * s.a.w);
    s.turn_b = turn_angle(s.b.z * s.b.w);
    return s;
}

/* Normalizes a vector; returns its length. */
INLINE lanes_value normalize(lanes_vec way, lanes_vec *normal) {
    const lanes_value length = lanes_length(way);
    const lanes_value over = lanes_all(1) / lanes_max(length, lanes_all(1e-30f));
    *normal = lanes_scaled(way, over);
    return length;
}

/* Returns a vector after the turn of a, of b, or of neither: at most one of the parts is 1, else
 * 0. */
INLINE lanes_vec turned_with(const row_shifts *s, lanes_value part_a, lanes_value part_b,
                             lanes_vec v) {
    const lanes_angle turn = {part_a * s->turn_a.sine + part_b * s->turn_b.sine,
                              part_a * s->turn_a.less + part_b * s->turn_b.less};
    return lanes_add(v, turned_by(turn, v));
}

/* Largest turn in a step, in radians, over which the rim of an ellipse is followed. */
static const float OVAL_TURN_MOST = 0.5f;

/* Changes on the rim of an ellipse whose normal turned by an angle d since the step began, and
 * whose radius grows by g a radian: the support by g d d d / 6, the touched point along the tangent
 * by g d d / 2, the centre of curvature by g d. */
typedef struct oval_change {
    lanes_value support, along, out;
} oval_change;

INLINE oval_change oval_turned(lanes_value grows, lanes_value turn) {
    const lanes_value most = lanes_all(OVAL_TURN_MOST);
    const lanes_value d = lanes_clamp(turn, lanes_all(0) - most, most), out = grows * d;
    return (oval_change){out * d * d * lanes_all(1.0f / 6), out * d * lanes_all(0.5f), out};
}

/* Moves the touched points along the rims of ellipses; returns by how much the gap decreases. */
INLINE lanes_value follow_ovals(lane_rows *r, const row_shifts *s) {
    const fit_block *fit = r->fit;
    const lanes_value sine = lanes_cross(load_vectors(r, &fit->flat), r->normal);
    const lanes_value turn = sine + sine * sine * sine * lanes_all(1.0f / 6);
    const oval_change a = oval_turned(load_rows(r, fit->grows_a), turn - s->a.z * s->a.w);
    const oval_change b = oval_turned(load_rows(r, fit->grows_b), turn - s->b.z * s->b.w);
    r->arm_a[0] = r->arm_a[0] - a.along * load_rows(r, fit->over_a);
    r->arm_b[0] = r->arm_b[0] + b.along * load_rows(r, fit->over_b);
    r->out_a = r->out_a - a.out;
    r->out_b = r->out_b + b.out;
    return a.support + b.support;
}

INLINE void set_second_arms(lane_rows *r) {
    r->arm_a[1] = r->arm_a[0] + r->across * load_rows(r, r->fit->over_a);
    r->arm_b[1] = r->arm_b[0] + r->across * load_rows(r, r->fit->over_b);
}

/* Places round rows, whose arms and masses do not change; returns the gap. */
INLINE lanes_value place_round(lane_rows *r, const row_shifts *s) {
    const lanes_vec moved = {s->b.x - s->a.x, s->b.y - s->a.y};
    const lanes_vec center = lanes_add(load_vectors(r, &r->block->center), moved);
    r->slip_a = load_rows(r, r->block->slip_a);
    r->slip_b = load_rows(r, r->block->slip_b);
    return normalize(center, &r->normal) - load_rows(r, r->block->radius);
}

/* Sets the normal of circles and planes; returns the distance of their centres along it. */
INLINE lanes_value set_normal(lane_rows *r, const row_shifts *s, lanes_vec center) {
    lanes_vec plane = {lanes_all(0), lanes_all(0)};
    if (r->flats)
        plane = turned_with(s, load_rows(r, r->fit->plane_a), load_rows(r, r->fit->plane_b),
                            load_vectors(r, &r->fit->flat));
    if (!r->curved) {
        r->normal = plane;
        return lanes_dot(plane, center);
    }
    const lanes_value sign = load_rows(r, r->fit->sign), far = sign * normalize(center, &r->normal);
    r->normal = lanes_scaled(r->normal, sign);
    if (!r->flats) return far;
    const lanes_mask flat = lanes_equal(sign, lanes_all(0));
    r->normal = lanes_pick_vec(flat, plane, r->normal);
    return lanes_pick(flat, lanes_dot(plane, center), far);
}

/* Places rows that have fits, by the arms of the centres; sets the gaps of touches. The touched
 * point on a plane lies below the other body. Both touches of faces have the normal of the plane.
 * The vector `way` from the first touch to the second turns with the other body:
 *
 *     gap_2 = gap + n . way. */
INLINE void place_fits(lane_rows *r, const row_shifts *s, lanes_value gap[2]) {
    const fit_block *fit = r->fit;
    const lanes_vec fit_a = load_vectors(r, &fit->fit_a), fit_b = load_vectors(r, &fit->fit_b);
    const lanes_vec by_a = turned_by(s->turn_a, fit_a), by_b = turned_by(s->turn_b, fit_b);
    const lanes_vec arm_a = lanes_add(fit_a, by_a), arm_b = lanes_add(fit_b, by_b);
    const lanes_vec moved =
        lanes_between(lanes_add(lanes_xy(s->a), by_a), lanes_add(lanes_xy(s->b), by_b));
    const lanes_vec center = lanes_add(load_vectors(r, &r->block->center), moved);
    lanes_value far = set_normal(r, s, center);
    lanes_value turn_a = lanes_cross(arm_a, r->normal), turn_b = lanes_cross(arm_b, r->normal);
    if (r->flats) {
        const lanes_value along = lanes_cross(center, r->normal);
        turn_a = turn_a + load_rows(r, fit->plane_a) * along;
        turn_b = turn_b - load_rows(r, fit->plane_b) * along;
    }
    const lanes_value over_a = load_rows(r, fit->over_a), over_b = load_rows(r, fit->over_b);
    r->arm_a[0] = turn_a * over_a;
    r->arm_b[0] = turn_b * over_b;
    r->out_a = lanes_dot(arm_a, r->normal);
    r->out_b = lanes_dot(arm_b, r->normal);
    r->slip_a = (r->out_a + load_rows(r, fit->radius_a)) * over_a;
    r->slip_b = (r->out_b - load_rows(r, fit->radius_b)) * over_b;
    if (r->ovals) far = far - follow_ovals(r, s);
    gap[0] = far - load_rows(r, r->block->radius);
    if (r->touches == 1) return;
    const lanes_vec way = turned_with(s, load_rows(r, fit->plane_b), load_rows(r, fit->plane_a),
                                      load_vectors(r, &r->second->way));
    r->across = load_rows(r, r->second->side) * lanes_cross(way, r->normal);
    set_second_arms(r);
    gap[1] = gap[0] + lanes_dot(way, r->normal);
}

/* Places rows, but stores nothing; sets the gaps of touches. */
INLINE void place_by(lane_rows *r, const row_shifts *s, lanes_value gap[2]) {
    if (r->fits)
        place_fits(r, s, gap);
    else
        gap[0] = place_round(r, s);
}

INLINE void store_normal(const lane_rows *r, lanes_value gap) {
    store_vectors(r, &r->block->normal, r->normal);
    store_rows(r, r->block->first.gap, gap);
}

INLINE void store_arms(const lane_rows *r) {
    store_rows(r, r->block->slip_a, r->slip_a);
    store_rows(r, r->block->slip_b, r->slip_b);
    store_rows(r, r->fit->arm_a, r->arm_a[0]);
    store_rows(r, r->fit->arm_b, r->arm_b[0]);
    store_rows(r, r->fit->out_a, r->out_a);
    store_rows(r, r->fit->out_b, r->out_b);
    if (r->touches == 2) store_rows(r, r->second->across, r->across);
}

INLINE void store_placed(const lane_rows *r, const lanes_value gap[2]) {
    store_normal(r, gap[0]);
    if (r->touches == 2) store_rows(r, r->second->touch.gap, gap[1]);
    if (r->fits) store_arms(r);
    if (is_coupled(r)) store_masses(r);
}

/* Loads normal and arms as last placed. */
INLINE void load_arms(lane_rows *r) {
    r->normal = load_vectors(r, &r->block->normal);
    r->slip_a = load_rows(r, r->block->slip_a);
    r->slip_b = load_rows(r, r->block->slip_b);
    if (!r->fits) return;
    r->arm_a[0] = load_rows(r, r->fit->arm_a);
    r->arm_b[0] = load_rows(r, r->fit->arm_b);
    r->out_a = load_rows(r, r->fit->out_a);
    r->out_b = load_rows(r, r->fit->out_b);
    if (r->touches == 1) return;
    r->across = load_rows(r, r->second->across);
    set_second_arms(r);
}

/* Loads rows as placed, or places them where their bodies are now. */
INLINE void load_placed(lane_rows *r, const contact_pass *pass) {
    if ((r->marks->placed & lane_bits(r)) == lane_bits(r)) {
        load_arms(r);
        return;
    }
    const row_shifts now = shifts_now(r, pass->bodies);
    lanes_value gap[2] = {lanes_all(0), lanes_all(0)};
    place_by(r, &now, gap);
    store_placed(r, gap);
    set_bits(&r->marks->placed, r, ALL_LANES);
}

/* ==== Friction ================================================================================ */

/* Targets of one half of a substep, by touch. */
typedef struct row_targets {
    lanes_value speed[2];  /* closing speed to reach, plus bend */
    lanes_value leak[2];   /* fraction of its push that a spring loses */
    lanes_value mass[2];   /* effective masses; 0 for touches without a push */
    lanes_value warm[2];   /* pushes as the half begins */
    lanes_mask impact[2];
    lanes_value slip; /* added to the slip that friction stops */
} row_targets;

/* Returns the push that bounds friction. The new push of an impact has no friction before the
 * bodies move. */
INLINE lanes_value friction_push(const lane_rows *r, const row_targets *target,
                                 const row_impulses *i) {
    row_impulses steady = *i;
    for (int k = 0; k < r->touches; ++k) {
        const lanes_value most = lanes_min(lanes_max(target->warm[k], lanes_all(0)), i->push[k]);
        steady.push[k] = lanes_pick(target->impact[k], most, i->push[k]);
    }
    return push_sum(r, &steady);
}

/* Slip that a unit push adds. */
INLINE lanes_value coupling_of(const lane_rows *r, int touch) {
    const lanes_value plain =
        r->a.w * r->arm_a[touch] * r->slip_a + r->b.w * r->arm_b[touch] * r->slip_b;
    if (!some_locked(r)) return plain;
    return plain + r->a.w * part_across(r->locks_a, r->normal)
           + r->b.w * part_across(r->locks_b, r->normal);
}

/* Returns the slip after a change of pushes. */
INLINE lanes_value slip_after(const lane_rows *r, const row_impulses *added) {
    lanes_value slip = tangent_speed(r);
    for (int k = 0; k < r->touches && is_coupled(r); ++k)
        slip += coupling_of(r, k) * added->push[k];
    return slip;
}

/* Bounds friction by a push; its coefficient may be infinite. */
INLINE lanes_value bounded_friction(const lane_rows *r, lanes_value drag, lanes_value push) {
    const lanes_mask pushes = lanes_positive(push);
    const lanes_value most = lanes_only(pushes, load_rows(r, r->block->friction) * push);
    return lanes_clamp(drag, lanes_all(0) - most, most);
}

/* Returns the friction that stops the slip, within the bound of a push. */
INLINE lanes_value friction_for(const lane_rows *r, lanes_value before, lanes_value slip,
                                lanes_value push) {
    return bounded_friction(r, before - load_rows(r, r->block->slip_mass) * slip, push);
}

#endif
