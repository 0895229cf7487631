/* contact_lanes.h: the passes over rows of contacts, and over rows of bodies, LANES at a time. Rows
 * are prepared once a step, then warmed, solved in each substep, and relaxed after the bodies have
 * moved. */
#include "solve/aim_lanes.h"

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* Adds the drive of a substep, and the impulses of the last one again: rows begin warm. */
static void kernel_kick(const body_rows *given) {
    const body_rows rows = *given;
    for (size_t i = 0; i < 4 * (size_t)rows.count; i += LANES) {
        lanes_value velocity = lanes_load(rows.velocity + i);
        lanes_value rest = velocity - lanes_load(rows.base + i);
        lanes_value base = velocity + lanes_load(rows.drive + i);
        lanes_store(rows.base + i, base);
        lanes_store(rows.velocity + i, base + rest);
    }
}

/* Moves bodies: on a parabola where no row pushes, else straight. */
static void kernel_drift(const body_rows *given, float seconds) {
    const body_rows rows = *given;
    const float times[8] = {seconds, seconds, seconds, 0, seconds, seconds, seconds, 0};
    const lanes_value half = lanes_all(0.5f);
    for (size_t i = 0; i < 4 * (size_t)rows.count; i += LANES) {
        lanes_value velocity = lanes_load(rows.velocity + i);
        lanes_mask free = lanes_equal(velocity, lanes_load(rows.base + i));
        lanes_value mean = velocity - lanes_only(free, half * lanes_load(rows.drive + i));
        lanes_store(rows.shift + i, lanes_load(rows.shift + i) + lanes_load(times + i % 4) * mean);
    }
}

/* Finds the bodies that rows left as their drive alone makes them, to the last bit: the sums are
 * those of kernel_kick and kernel_drift. */
static void kernel_find_free(const body_rows *given, float seconds, int substeps, uint8_t *free) {
    const body_rows rows = *given;
    enum { TOGETHER = LANES < 4 ? 1 : LANES / 4 };
    const float ways[8] = {1, 1, 1, 0, 1, 1, 1, 0};
    for (uint32_t row = 0; row < rows.count; row += TOGETHER) {
        unsigned moved = 0;
        for (size_t part = 0; part < 4 * TOGETHER; part += LANES) {
            const size_t i = 4 * (size_t)row + part;
            lanes_value drive = lanes_load(rows.drive + i), half = lanes_all(0.5f) * drive;
            lanes_value velocity = lanes_load(rows.start + i), way = lanes_all(0);
            for (int k = 0; k < substeps; ++k) {
                velocity = velocity + drive;
                way = way + lanes_all(seconds) * (velocity - half);
            }
            lanes_value shift = lanes_load(rows.shift + i), used = lanes_load(ways + i % 4);
            lanes_mask same = lanes_equal(velocity, lanes_load(rows.velocity + i))
                              & lanes_equal(velocity, lanes_load(rows.base + i))
                              & lanes_equal(used * way, used * shift);
            moved |= (~lanes_bits(same) & ((1u << LANES) - 1)) << part;
        }
        for (uint32_t k = 0; k < TOGETHER; ++k) free[row + k] = !(moved >> (4 * k) & 15);
    }
}

/* ---- Preparing ------------------------------------------------------------------------------- */

/* Radii, reach and friction of colliders. */
INLINE lanes_row sizes_of(const contact_pass *pass, const uint32_t *slots) {
    uint32_t at[LANES];
    for (int i = 0; i < LANES; ++i) at[i] = 8 * slots[i] + 4;
    return lanes_gather(&pass->forms->offset_x, at);
}

/* Sets normal, arms and fits of a block in which some rows are not round, and returns the sum of
 * the radii. */
INLINE lanes_value prepare_fits(const contact_pass *pass, touching *t, const contact_sources *from,
                                lanes_vec center, lanes_value disk_a, lanes_value disk_b,
                                lanes_value over_a, lanes_value over_b, lanes_value *gap) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    const float *fits = &pass->fits->normal_x;
    const int lane = t->lane;
    const uint32_t *at = from->fit + lane;
    lanes_mask round = lanes_less(zero, lanes_load(from->round + lane));
    lanes_row first = lanes_gather(fits, at), arms = lanes_gather(fits + 4, at);
    lanes_row radii = lanes_gather(fits + 8, at);
    lanes_vec start = {first.x, first.y};
    lanes_value kind = first.w, length = first.z + radii.x + radii.y;
    lanes_vec to = {length * start.x, length * start.y};
    lanes_value radius_a = lanes_pick(round, disk_a, radii.x);
    lanes_value radius_b = lanes_pick(round, disk_b, radii.y);
    t->normal = lanes_pick_vec(round, t->normal, start);
    center = lanes_pick_vec(round, center, to);
    lanes_value sign = lanes_pick(lanes_equal(kind, lanes_all(FIT_HOLLOW)), zero - one, one);
    sign = lanes_only(lanes_less(kind, lanes_all(FIT_FLAT)), sign);
    sign = lanes_pick(lanes_equal(kind, lanes_all(FIT_FACES)), lanes_all(FACES_SIGN), sign);
    lanes_vec fit_a = {lanes_only(~round, arms.x), lanes_only(~round, arms.y)};
    lanes_vec fit_b = {lanes_only(~round, arms.z), lanes_only(~round, arms.w)};
    t->slip_a = (lanes_dot(fit_a, t->normal) + radius_a) * over_a;
    t->slip_b = (lanes_dot(fit_b, t->normal) - radius_b) * over_b;
    t->turn_a = lanes_cross(fit_a, t->normal) * over_a;
    t->turn_b = lanes_cross(fit_b, t->normal) * over_b;
    lanes_store(t->at->center_x + lane, center.x);
    lanes_store(t->at->center_y + lane, center.y);
    lanes_store(t->fit->fit_ax + lane, fit_a.x);
    lanes_store(t->fit->fit_ay + lane, fit_a.y);
    lanes_store(t->fit->fit_bx + lane, fit_b.x);
    lanes_store(t->fit->fit_by + lane, fit_b.y);
    lanes_store(t->fit->turn_a + lane, t->turn_a);
    lanes_store(t->fit->turn_b + lane, t->turn_b);
    lanes_store(t->fit->sign + lane, lanes_pick(round, one, sign));
    *gap = lanes_pick(round, *gap, first.z);
    return radius_a + radius_b;
}

/* Fraction of the smaller reach: rows with a smaller gap count as touching. */
static const float CLOSED = 1e-9f;

/* Least push of a row that touches, too small to move anything. */
static const float TOUCHED = 1e-37f;

INLINE void prepare_lanes(const contact_pass *pass, uint32_t i, bool fits) {
    touching t = touching_at(pass, i, fits);
    contact_block *at = t.at;
    const contact_sources *from = &pass->rows->sources[i / ROW_BLOCK];
    lanes_row a = sizes_of(pass, from->a + t.lane), b = sizes_of(pass, from->b + t.lane);
    lanes_value over_a = lanes_gather(pass->bodies->shift, at->a + t.lane).w;
    lanes_value over_b = lanes_gather(pass->bodies->shift, at->b + t.lane).w;
    lanes_vec center = {lanes_load(at->center_x + t.lane), lanes_load(at->center_y + t.lane)};
    lanes_value length = lanes_sqrt(lanes_dot(center, center));
    lanes_mask apart = lanes_less(lanes_all(1e-30f), length);
    lanes_value over = lanes_all(1) / length, radius = a.x + b.x;
    t.normal.x = lanes_pick(apart, center.x * over, lanes_all(1));
    t.normal.y = lanes_pick(apart, center.y * over, lanes_all(0));
    t.slip_a = a.x * over_a;
    t.slip_b = lanes_all(0) - b.x * over_b;
    t.turn_a = t.turn_b = lanes_all(0);
    lanes_value gap = length - radius;
    if (t.fits) radius = prepare_fits(pass, &t, from, center, a.x, b.x, over_a, over_b, &gap);
    lanes_store(at->normal_x + t.lane, t.normal.x);
    lanes_store(at->normal_y + t.lane, t.normal.y);
    lanes_store(at->radius + t.lane, radius - lanes_all(CONTACT_ROUNDING) * lanes_min(a.z, b.z));
    lanes_store(at->slip_a + t.lane, t.slip_a);
    lanes_store(at->slip_b + t.lane, t.slip_b);
    lanes_store(at->mass + t.lane, over_yield(yield_along(&t, t.turn_a, t.turn_b)));
    lanes_store(at->slip_mass + t.lane, over_yield(yield_along(&t, t.slip_a, t.slip_b)));
    lanes_store(at->deepest + t.lane, lanes_all(-CONTACT_DEEPEST) * lanes_min(a.z, b.z));
    lanes_mask closed = lanes_less(gap, lanes_all(CLOSED) * lanes_min(a.z, b.z));
    lanes_store(at->most + t.lane, lanes_only(closed, lanes_all(TOUCHED)));
    lanes_store(at->friction + t.lane, lanes_sqrt(a.w * b.w));
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
        load_arms(&t);
        apply(&t, lanes_load(t.at->push + t.lane), lanes_load(t.at->drag + t.lane));
        touching_store(&t, &pass);
    }
}

/* ---- Solving --------------------------------------------------------------------------------- */

typedef struct row_impulses {
    lanes_value push, drag;
} row_impulses;

INLINE lanes_value coupling_of(const touching *t) {
    return t->a.w * t->turn_a * t->slip_a + t->b.w * t->turn_b * t->slip_b;
}

/* Friction after the push: it stops the slip, as far as the push allows. */
INLINE row_impulses solve_round(const touching *t, lanes_value push, lanes_value slip) {
    lanes_value most = lanes_load(t->at->friction + t->lane) * push;
    lanes_value drag = lanes_load(t->at->drag + t->lane);
    drag = drag - lanes_load(t->at->slip_mass + t->lane) * slip;
    row_impulses found = {push, lanes_clamp(drag, lanes_all(0) - most, most)};
    return found;
}

/* Solves push and friction at once, which are coupled where a body is not round: either both stick,
 * or the friction is the most that the push allows. Solved one after the other, a push that parts
 * an overlap leaves speed behind. */
INLINE row_impulses solve_coupled(const touching *t, lanes_value push, lanes_value mass,
                                  lanes_value slip) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    const lanes_value old = lanes_load(t->at->push + t->lane);
    const lanes_value old_drag = lanes_load(t->at->drag + t->lane);
    lanes_value friction = lanes_load(t->at->friction + t->lane);
    lanes_value coupling = coupling_of(t);
    lanes_value yields = yield_along(t, t->slip_a, t->slip_b);
    lanes_value by = mass * coupling, left = yields - by * coupling;
    left = lanes_max(left, lanes_all(0.05f) * yields);
    lanes_value stuck = lanes_only(lanes_less(lanes_all(1e-37f), left),
                                   zero - (slip + coupling * (push - old)) / left);
    row_impulses found = {push - by * stuck, old_drag + stuck};
    lanes_value sign = lanes_pick(lanes_less(found.drag, zero), zero - one, one);
    lanes_mask slides = lanes_less(friction * found.push, sign * found.drag);
    /* Sliding: the push p answers to friction of s mu p. */
    lanes_value part = lanes_max(one + by * sign * friction, lanes_all(0.1f));
    lanes_value sliding = (push + by * old_drag) / part;
    found.push = lanes_max(lanes_pick(slides, sliding, found.push), zero);
    lanes_value most = friction * found.push;
    found.drag = lanes_clamp(lanes_pick(slides, sign * most, found.drag), zero - most, most);
    /* Rows without coupling get the bits that they get in a block of round rows. */
    const row_impulses round = solve_round(t, push, slip);
    lanes_mask plain = lanes_equal(coupling, zero);
    found.push = lanes_pick(plain, round.push, found.push);
    found.drag = lanes_pick(plain, round.drag, found.drag);
    lanes_mask pushes = lanes_less(zero, push);
    found.push = lanes_only(pushes, found.push);
    found.drag = lanes_only(pushes, found.drag);
    return found;
}

INLINE void resist_rolling(touching *t, surface_block *s, lanes_value push) {
    lanes_value spin_a = lanes_load(s->spin_a + t->lane), spin_b = lanes_load(s->spin_b + t->lane);
    lanes_value most = lanes_load(s->rolling + t->lane) * push;
    lanes_value old = lanes_load(s->roll + t->lane);
    lanes_value turning = t->b.z * spin_b - t->a.z * spin_a;
    lanes_value roll = old - lanes_load(s->roll_mass + t->lane) * turning;
    roll = lanes_clamp(roll, lanes_all(0) - most, most);
    lanes_store(s->roll + t->lane, roll);
    t->a.z -= (roll - old) * t->a.w * spin_a;
    t->b.z += (roll - old) * t->b.w * spin_b;
}

INLINE surface_block *surface_of(const contact_pass *pass, uint32_t i) {
    const contact_rows *rows = pass->rows;
    bool has = rows->has[i / ROW_BLOCK] & BLOCK_HAS_SURFACE;
    return has ? &rows->surfaces[i / ROW_BLOCK] : NULL;
}

/* Changes the push to what is found, and friction with it. `mass`: by which the push answers to
 * approach, where it is found exactly. */
INLINE void change(touching *t, const contact_pass *pass, uint32_t i, lanes_value push,
                   lanes_value mass, bool exact) {
    surface_block *surface = surface_of(pass, i);
    lanes_value belt = surface ? lanes_load(surface->belt + t->lane) : lanes_all(0);
    if (surface) resist_rolling(t, surface, push);
    lanes_value slip = tangent_speed(t) - belt;
    row_impulses found;
    if (t->fits && exact) {
        found = solve_coupled(t, push, mass, slip);
    } else {
        if (t->fits) slip += coupling_of(t) * (push - lanes_load(t->at->push + t->lane));
        found = solve_round(t, push, slip);
    }
    lanes_value added = found.push - lanes_load(t->at->push + t->lane);
    lanes_value dragged = found.drag - lanes_load(t->at->drag + t->lane);
    lanes_store(t->at->push + t->lane, found.push);
    lanes_store(t->at->most + t->lane, lanes_max(found.push, lanes_load(t->at->most + t->lane)));
    lanes_store(t->at->drag + t->lane, found.drag);
    apply(t, added, dragged);
}

/* Turns warm impulses with the arms: bodies received them along the arms of the substep before.
 * Otherwise all forces lag, and swinging bodies gain energy. */
INLINE void turn_impulses(touching *t, const touching *before, lanes_value push, lanes_value drag) {
    lanes_value normal_x = t->normal.x - before->normal.x;
    lanes_value normal_y = t->normal.y - before->normal.y;
    lanes_value x = push * normal_x - drag * normal_y, y = push * normal_y + drag * normal_x;
    t->a.x -= t->a.w * x;
    t->a.y -= t->a.w * y;
    t->b.x += t->b.w * x;
    t->b.y += t->b.w * y;
    if (!t->fits) return;
    t->a.z -= t->a.w * push * (t->turn_a - before->turn_a);
    t->b.z += t->b.w * push * (t->turn_b - before->turn_b);
}

typedef struct row_spring {
    lanes_value rate, leak;
} row_spring;

INLINE row_spring pick_spring(lanes_mask still, const contact_springs *of) {
    row_spring s = {lanes_pick(still, lanes_all(of->still.rate), lanes_all(of->soft.rate)),
                    lanes_pick(still, lanes_all(of->still.leak), lanes_all(of->soft.leak))};
    return s;
}

INLINE row_spring spring_of(const touching *t, const contact_numbers *by) {
    const lanes_value zero = lanes_all(0);
    lanes_mask still = lanes_equal(t->a.w, zero) | lanes_equal(t->b.w, zero);
    row_spring plain = pick_spring(still, &by->plain);
    if (!t->fits) return plain;
    row_spring faces = pick_spring(still, &by->faces);
    lanes_mask both = lanes_equal(lanes_load(t->fit->sign + t->lane), lanes_all(FACES_SIGN));
    faces.rate = lanes_pick(both, faces.rate, plain.rate);
    faces.leak = lanes_pick(both, faces.leak, plain.leak);
    return faces;
}

/* Depth and spring of a row in this substep. */
typedef struct row_aims {
    lanes_value part_speed, leak; /* part_speed: speed at which it shall part */
} row_aims;

INLINE row_aims aims_of(const touching *t, const contact_numbers *by, lanes_value gap) {
    lanes_mask open = lanes_less(lanes_all(0), gap);
    const row_spring spring = spring_of(t, by);
    lanes_value depth = lanes_max(gap, lanes_load(t->at->deepest + t->lane));
    row_aims aims = {depth * lanes_pick(open, lanes_all(by->per_second), spring.rate),
                     lanes_only(~open, spring.leak)};
    return aims;
}

INLINE void solve_lanes(const contact_pass *pass, uint32_t i, bool fits) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    touching t = touching_at(pass, i, fits), before = t;
    const bodies_moved moved = moved_now(&t, pass->bodies);
    load_arms(&before);
    lanes_value gap = aim(&t, pass, &moved), old = lanes_load(t.at->push + t.lane);
    turn_impulses(&t, &before, old, lanes_load(t.at->drag + t.lane));
    const row_aims aims = aims_of(&t, &pass->by, gap);
    lanes_value mass = lanes_load(t.at->mass + t.lane) * (one - aims.leak);
    lanes_value push = old - aims.leak * old - mass * (normal_speed(&t) + aims.part_speed);
    push = lanes_max(push, zero);
    if (!lanes_bits(lanes_less(zero, push + old))) return;
    change(&t, pass, i, push, mass, false);
    touching_store(&t, pass);
}

/* Part of the deepest overlap that is pushed out: what the solve lets go farther in a substep, into
 * what stands, is too much for a row. */
static const float TOO_DEEP = 0.1f;

INLINE void note_deep(const contact_pass *pass, const touching *t, uint32_t i, lanes_mask pushed,
                      lanes_value speed) {
    lanes_value most = lanes_all(TOO_DEEP) * lanes_load(t->at->deepest + t->lane);
    lanes_mask still = lanes_equal(lanes_min(t->a.w, t->b.w), lanes_all(0));
    lanes_mask closes = lanes_less(lanes_all(pass->by.seconds) * speed, most);
    unsigned deep = lanes_bits(pushed & still & closes);
    if (!deep) return;
    pass->rows->deep[i / ROW_BLOCK] |= (uint8_t)(deep << t->lane);
    *pass->rows->some_deep = true;
}

/* Rows that pushed are solved once more, rigidly: what parted overlaps leaves no speed behind. */
INLINE void relax_row(touching *t, const contact_pass *pass, uint32_t i) {
    const lanes_value zero = lanes_all(0), old = lanes_load(t->at->push + t->lane);
    load_arms(t);
    lanes_mask pushed = lanes_less(zero, old);
    lanes_value mass = lanes_only(pushed, lanes_load(t->at->mass + t->lane));
    lanes_value speed = normal_speed(t), push = old - mass * speed;
    note_deep(pass, t, i, pushed, speed);
    change(t, pass, i, lanes_max(push, zero), mass, true);
}

/* Returns whether some row of these lanes pushes. */
INLINE bool lanes_push(const contact_pass *pass, uint32_t i) {
    const float *push = pass->rows->blocks[i / ROW_BLOCK].push + i % ROW_BLOCK;
    return lanes_bits(lanes_less(lanes_all(0), lanes_load(push))) != 0;
}

INLINE void relax_lanes(const contact_pass *pass, uint32_t i, bool fits) {
    if (!lanes_push(pass, i)) return;
    touching t = touching_at(pass, i, fits);
    relax_row(&t, pass, i);
    touching_store(&t, pass);
}

#include "solve/twin_lanes.h"

static void kernel_solve(const contact_pass *given, uint32_t from, uint32_t to) {
    const contact_pass pass = *given;
    for (uint32_t i = from; i < to; i += LANES) {
        const uint8_t *has = &pass.rows->has[i / ROW_BLOCK];
        if (*has & BLOCK_IS_SECOND) continue;
        const bool twice = *has & BLOCK_IS_FIRST;
        if (twice && !((has[0] | has[1]) & BLOCK_HAS_CURVED))
            solve_twins(&pass, i, false);
        else if (twice)
            solve_twins(&pass, i, true);
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
