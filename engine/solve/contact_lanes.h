/* contact_lanes.h: the passes over rows of contacts, and over rows of bodies, LANES at a time. */
#include "core/lanes.h"
#include "solve/contact.h"

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* What rows did in the last substep is done again: they begin warm. */
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

/* What no row pushes flies a parabola, the rest goes straight. */
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

/* ---- Parts ----------------------------------------------------------------------------------- */

typedef struct lanes_vec {
    lanes_value x, y;
} lanes_vec;

INLINE lanes_value lanes_dot(lanes_vec a, lanes_vec b) {
    return a.x * b.x + a.y * b.y;
}

INLINE lanes_value lanes_cross(lanes_vec a, lanes_vec b) {
    return a.x * b.y - a.y * b.x;
}

INLINE lanes_vec lanes_pick_vec(lanes_mask mask, lanes_vec yes, lanes_vec no) {
    lanes_vec picked = {lanes_pick(mask, yes.x, no.x), lanes_pick(mask, yes.y, no.y)};
    return picked;
}

/* Rows of a pass, and the velocities of their bodies. */
typedef struct touching {
    contact_block *at;
    fit_block *fit;
    bool fits; /* not all are round: known where this is inlined */
    int lane;
    lanes_vec normal;
    lanes_value slip_a, slip_b, turn_a, turn_b;
    lanes_row a, b;
} touching;

INLINE touching touching_at(const contact_pass *pass, uint32_t i, bool fits) {
    const contact_rows *rows = pass->rows;
    uint32_t block = i / ROW_BLOCK;
    touching t = {.fits = fits};
    t.at = &rows->blocks[block];
    t.fit = fits ? &rows->fits[block] : NULL;
    t.lane = (int)(i % ROW_BLOCK);
    t.a = lanes_gather(pass->bodies->velocity, t.at->a + t.lane);
    t.b = lanes_gather(pass->bodies->velocity, t.at->b + t.lane);
    return t;
}

INLINE void load_arms(touching *t) {
    t->normal.x = lanes_load(t->at->normal_x + t->lane);
    t->normal.y = lanes_load(t->at->normal_y + t->lane);
    t->slip_a = lanes_load(t->at->slip_a + t->lane);
    t->slip_b = lanes_load(t->at->slip_b + t->lane);
    if (!t->fits) return;
    t->turn_a = lanes_load(t->fit->turn_a + t->lane);
    t->turn_b = lanes_load(t->fit->turn_b + t->lane);
}

enum { ALL_LANES = (1 << LANES) - 1 };

INLINE unsigned lanes_moved(lanes_value inverse_mass) {
    return lanes_bits(lanes_less(lanes_all(0), inverse_mass));
}

/* Rows of what contacts do not move are not written: any number of lanes may share them. */
INLINE void touching_store(const touching *t, const contact_pass *pass) {
    float *velocity = pass->bodies->velocity;
    const uint32_t *at_a = t->at->a + t->lane, *at_b = t->at->b + t->lane;
    if (lanes_moved(lanes_min(t->a.w, t->b.w)) == ALL_LANES) {
        lanes_scatter(velocity, at_a, t->a);
        lanes_scatter(velocity, at_b, t->b);
        return;
    }
    unsigned a = lanes_moved(t->a.w), b = lanes_moved(t->b.w);
    if (a) lanes_scatter_some(velocity, at_a, t->a, a);
    if (b) lanes_scatter_some(velocity, at_b, t->b, b);
}

INLINE lanes_value normal_speed(const touching *t) {
    lanes_value speed = t->normal.x * (t->b.x - t->a.x) + t->normal.y * (t->b.y - t->a.y);
    return t->fits ? speed + (t->turn_b * t->b.z - t->turn_a * t->a.z) : speed;
}

INLINE lanes_value tangent_speed(const touching *t) {
    return t->normal.x * (t->b.y - t->a.y) - t->normal.y * (t->b.x - t->a.x)
           + (t->slip_b * t->b.z - t->slip_a * t->a.z);
}

/* Applies impulses along normal and tangent. */
INLINE void apply(touching *t, lanes_value push, lanes_value drag) {
    lanes_value x = push * t->normal.x - drag * t->normal.y;
    lanes_value y = push * t->normal.y + drag * t->normal.x;
    lanes_value on_a = drag * t->slip_a, on_b = drag * t->slip_b;
    if (t->fits) {
        on_a += push * t->turn_a;
        on_b += push * t->turn_b;
    }
    t->a.x -= t->a.w * x;
    t->a.y -= t->a.w * y;
    t->a.z -= t->a.w * on_a;
    t->b.x += t->b.w * x;
    t->b.y += t->b.w * y;
    t->b.z += t->b.w * on_b;
}

INLINE lanes_value over_yield(lanes_value yields) {
    return lanes_only(lanes_less(lanes_all(1e-37f), yields), lanes_all(1) / yields);
}

INLINE lanes_value yield_along(const touching *t, lanes_value arm_a, lanes_value arm_b) {
    const lanes_value one = lanes_all(1);
    return t->a.w * (one + arm_a * arm_a) + t->b.w * (one + arm_b * arm_b);
}

/* ---- Preparing ------------------------------------------------------------------------------- */

/* Radii, reach and friction of colliders. */
INLINE lanes_row sizes_of(const contact_pass *pass, const uint32_t *slots) {
    uint32_t at[LANES];
    for (int i = 0; i < LANES; ++i) at[i] = 8 * slots[i] + 4;
    return lanes_gather(&pass->forms->offset_x, at);
}

/* Sets normal, arms and fits of a block in which some rows are not round, and returns the sum of the
 * radii. */
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
    sign = lanes_only(lanes_less(kind, lanes_all(FIT_FLAT_A)), sign);
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

/* Of the smaller reach: what is no farther apart touches. */
static const float CLOSED = 1e-9f;

/* A push that is none, and yet tells of a touch. */
static const float TOUCHED = 1e-37f;

/* Of the smaller reach: deeper overlaps part as fast as such ones. */
static const float DEEPEST = 0.6f;

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
    lanes_store(at->radius + t.lane, radius);
    lanes_store(at->slip_a + t.lane, t.slip_a);
    lanes_store(at->slip_b + t.lane, t.slip_b);
    lanes_store(at->mass + t.lane, over_yield(yield_along(&t, t.turn_a, t.turn_b)));
    lanes_store(at->slip_mass + t.lane, over_yield(yield_along(&t, t.slip_a, t.slip_b)));
    lanes_store(at->deepest + t.lane, lanes_all(-DEEPEST) * lanes_min(a.z, b.z));
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

/* ---- Where the circles are ------------------------------------------------------------------- */

/* The centre of a fitted circle after its body has moved and turned: relative to where it was; and
 * how its arm lies now. Turns are short of a radian, mostly by far. Arms of flats stay as they are:
 * so what rocks on a flat comes to rest. */
INLINE lanes_vec fit_moved(lanes_row shift, lanes_vec fit, lanes_vec *arm) {
    lanes_value turn = shift.z * shift.w, square = turn * turn;
    lanes_value sine = turn * (lanes_all(1) - square * lanes_all(1.0f / 6));
    lanes_value less = square * lanes_all(0.5f); /* 1 - cosine */
    lanes_vec by = {lanes_all(0) - (fit.x * less + fit.y * sine), fit.x * sine - fit.y * less};
    arm->x = fit.x + by.x;
    arm->y = fit.y + by.y;
    lanes_vec moved = {shift.x + by.x, shift.y + by.y};
    return moved;
}

/* Circles, their arms and how they move: what the normal of a substep comes from. */
typedef struct facing {
    lanes_vec center; /* from a's circle to b's */
    lanes_vec arm_a, arm_b;
    lanes_value sign, radius;
    lanes_vec flat; /* the normal of flats */
    lanes_mask is_flat;
    lanes_value over_a, over_b; /* 1 / gyration */
} facing;

INLINE facing facing_now(const touching *t, const body_rows *bodies) {
    const contact_block *at = t->at;
    lanes_row a = lanes_gather(bodies->shift, at->a + t->lane);
    lanes_row b = lanes_gather(bodies->shift, at->b + t->lane);
    facing f = {.center = {lanes_load(at->center_x + t->lane), lanes_load(at->center_y + t->lane)},
                .radius = lanes_load(at->radius + t->lane)};
    if (!t->fits) {
        f.center.x = f.center.x + (b.x - a.x);
        f.center.y = f.center.y + (b.y - a.y);
        return f;
    }
    lanes_vec fit_a = {lanes_load(t->fit->fit_ax + t->lane), lanes_load(t->fit->fit_ay + t->lane)};
    lanes_vec fit_b = {lanes_load(t->fit->fit_bx + t->lane), lanes_load(t->fit->fit_by + t->lane)};
    f.sign = lanes_load(t->fit->sign + t->lane);
    f.is_flat = lanes_equal(f.sign, lanes_all(0));
    f.flat.x = lanes_load(at->normal_x + t->lane);
    f.flat.y = lanes_load(at->normal_y + t->lane);
    lanes_vec moved_a = fit_moved(a, fit_a, &f.arm_a);
    lanes_vec moved_b = fit_moved(b, fit_b, &f.arm_b);
    f.center.x = f.center.x + (moved_b.x - moved_a.x);
    f.center.y = f.center.y + (moved_b.y - moved_a.y);
    f.over_a = a.w;
    f.over_b = b.w;
    return f;
}

INLINE lanes_vec normal_facing(const touching *t, const facing *f, lanes_vec center) {
    lanes_value length = lanes_sqrt(lanes_dot(center, center));
    lanes_value over =
        lanes_pick(lanes_less(lanes_all(1e-30f), length), lanes_all(1) / length, lanes_all(0));
    if (t->fits) over = over * f->sign;
    lanes_vec normal = {center.x * over, center.y * over};
    return t->fits ? lanes_pick_vec(f->is_flat, f->flat, normal) : normal;
}

/* How fast b's circle moves away from a's. */
INLINE lanes_vec facing_speed(const touching *t, const facing *f) {
    lanes_vec speed = {t->b.x - t->a.x, t->b.y - t->a.y};
    if (!t->fits) return speed;
    lanes_value spin_a = t->a.z * f->over_a, spin_b = t->b.z * f->over_b;
    speed.x = speed.x - (spin_b * f->arm_b.y - spin_a * f->arm_a.y);
    speed.y = speed.y + (spin_b * f->arm_b.x - spin_a * f->arm_a.x);
    return speed;
}

/* The centres at the moment in the substep when the circles meet, or are nearest: a row that is
 * still open pushes along the normal of then. A hollow is met from within. */
INLINE lanes_vec centers_aimed(const touching *t, const facing *f, lanes_value seconds) {
    const lanes_value zero = lanes_all(0), tiny = lanes_all(1e-30f);
    lanes_vec speed = facing_speed(t, f);
    lanes_value square = lanes_max(lanes_dot(speed, speed), tiny), b = lanes_dot(f->center, speed);
    lanes_value c = lanes_dot(f->center, f->center) - f->radius * f->radius;
    lanes_value root = lanes_sqrt(lanes_max(b * b - square * c, zero));
    lanes_mask meets = lanes_less(zero, b * b - square * c);
    lanes_value nearest = (zero - b) / square;
    lanes_value time = lanes_pick(meets, c / lanes_max(root - b, tiny), nearest);
    if (t->fits) {
        lanes_mask hollow = lanes_less(f->sign, zero);
        time = lanes_pick(hollow, (root - b) / square, time);
    }
    time = lanes_clamp(time, zero, seconds);
    lanes_vec then = {f->center.x + time * speed.x, f->center.y + time * speed.y};
    return then;
}

/* Square of the part of the distance between the centres: what moves less in a substep meets along the
 * normal of now. */
static const float AIM_FROM = 1e-4f;

/* Radians: a body that turns by more in the time does not rock. */
static const float ROCKING = 0.1f;

/* How far ahead arms are looked at, in substeps: more damps rocking more. */
static const float AHEAD = 2;

/* The turn of that time, where the body turns slowly: so what rocks comes to rest, and does not rock
 * for ever. */
INLINE lanes_value turn_ahead(lanes_value substep, lanes_value spin) {
    lanes_value turn = lanes_all(AHEAD) * substep * spin, part = turn * lanes_all(1 / ROCKING);
    return turn / (lanes_all(1) + part * part);
}

/* Normal, gap and arms of this substep. */
INLINE lanes_value aim(touching *t, const contact_pass *pass) {
    const facing f = facing_now(t, pass->bodies);
    const lanes_value zero = lanes_all(0), seconds = lanes_all(pass->by.seconds);
    t->normal = normal_facing(t, &f, f.center);
    lanes_value gap = lanes_dot(t->normal, f.center) - f.radius;
    lanes_vec speed = facing_speed(t, &f);
    lanes_mask open =
        lanes_less(zero, gap) & lanes_less(gap + seconds * lanes_dot(t->normal, speed), zero);
    open = open
           & lanes_less(lanes_all(AIM_FROM) * lanes_dot(f.center, f.center),
                        seconds * seconds * lanes_dot(speed, speed));
    if (lanes_bits(open)) {
        lanes_vec normal = normal_facing(t, &f, centers_aimed(t, &f, seconds));
        t->normal = lanes_pick_vec(open, normal, t->normal);
        gap = lanes_pick(open, lanes_dot(normal, f.center) - f.radius, gap);
    }
    lanes_store(t->at->normal_x + t->lane, t->normal.x);
    lanes_store(t->at->normal_y + t->lane, t->normal.y);
    t->slip_a = lanes_load(t->at->slip_a + t->lane);
    t->slip_b = lanes_load(t->at->slip_b + t->lane);
    if (!t->fits) return gap;
    lanes_value ahead_a = turn_ahead(seconds, t->a.z * f.over_a);
    lanes_value ahead_b = turn_ahead(seconds, t->b.z * f.over_b);
    t->turn_a = lanes_cross(f.arm_a, t->normal) - ahead_a * lanes_dot(f.arm_a, t->normal);
    t->turn_b = lanes_cross(f.arm_b, t->normal) - ahead_b * lanes_dot(f.arm_b, t->normal);
    t->turn_a = t->turn_a * f.over_a;
    t->turn_b = t->turn_b * f.over_b;
    lanes_store(t->fit->turn_a + t->lane, t->turn_a);
    lanes_store(t->fit->turn_b + t->lane, t->turn_b);
    return gap;
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

/* Push and friction at once, which are coupled where a body is not round: both stick, or friction is
 * what the push allows, which makes up for it. Otherwise a push that parts an overlap would leave
 * some speed behind. */
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
    /* What is not coupled gets the bits that it gets in a block of round rows. */
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
    touching_store(t, pass);
}

/* The impulses that the bodies began the substep with were along the arms of the one before: they turn
 * with the arms. Otherwise all forces lag, and what swings gains energy. */
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

INLINE void solve_lanes(const contact_pass *pass, uint32_t i, bool fits) {
    const lanes_value zero = lanes_all(0), one = lanes_all(1);
    const contact_numbers *by = &pass->by;
    touching t = touching_at(pass, i, fits), before = t;
    load_arms(&before);
    lanes_value gap = aim(&t, pass), old = lanes_load(t.at->push + t.lane);
    lanes_value mass = lanes_load(t.at->mass + t.lane);
    turn_impulses(&t, &before, old, lanes_load(t.at->drag + t.lane));
    lanes_mask open = lanes_less(zero, gap);
    lanes_mask still = lanes_equal(t.a.w, zero) | lanes_equal(t.b.w, zero);
    lanes_value rate = lanes_pick(still, lanes_all(by->still.rate), lanes_all(by->soft.rate));
    lanes_value leak = lanes_pick(still, lanes_all(by->still.leak), lanes_all(by->soft.leak));
    leak = lanes_only(~open, leak);
    lanes_value depth = lanes_max(gap, lanes_load(t.at->deepest + t.lane));
    lanes_value wanted = depth * lanes_pick(open, lanes_all(by->per_second), rate);
    mass = mass * (one - leak);
    lanes_value push = old - leak * old - mass * (normal_speed(&t) + wanted);
    push = lanes_max(push, zero);
    if (lanes_bits(lanes_less(zero, push + old))) change(&t, pass, i, push, mass, false);
}

static void kernel_solve(const contact_pass *given, uint32_t from, uint32_t to) {
    const contact_pass pass = *given;
    for (uint32_t i = from; i < to; i += LANES) {
        if (has_fits(&pass, i))
            solve_lanes(&pass, i, true);
        else
            solve_lanes(&pass, i, false);
    }
}

/* Rows that pushed are solved once more, rigidly: what parted overlaps leaves no speed behind. */
INLINE void relax_lanes(const contact_pass *pass, uint32_t i, bool fits) {
    const lanes_value zero = lanes_all(0);
    const contact_block *at = &pass->rows->blocks[i / ROW_BLOCK];
    lanes_value old = lanes_load(at->push + i % ROW_BLOCK);
    lanes_mask pushed = lanes_less(zero, old);
    if (!lanes_bits(pushed)) return;
    touching t = touching_at(pass, i, fits);
    load_arms(&t);
    lanes_value mass = lanes_only(pushed, lanes_load(at->mass + t.lane));
    lanes_value push = old - mass * normal_speed(&t);
    change(&t, pass, i, lanes_max(push, zero), mass, true);
}

static void kernel_relax(const contact_pass *given, uint32_t from, uint32_t to) {
    const contact_pass pass = *given;
    for (uint32_t i = from; i < to; i += LANES) {
        if (has_fits(&pass, i))
            relax_lanes(&pass, i, true);
        else
            relax_lanes(&pass, i, false);
    }
}

#define CONTACT_KERNELS                                                                            \
    { kernel_prepare, kernel_warm, kernel_solve, kernel_relax, kernel_kick, kernel_drift }
