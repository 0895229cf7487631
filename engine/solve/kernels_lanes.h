/* kernels_lanes.h: the kernels themselves, for as many lanes as LANES says. */
#include "core/lanes.h"
#include "solve/kernels.h"

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* What kernels are given they copy first: stores through pointers of lanes might change anything
 * that is not their own. */

static void kernel_begin(const solve_rows *given) {
    const solve_rows rows = *given;
    for (size_t i = 0; i < 4 * rows.count; i += LANES) {
        lanes_value velocity = lanes_load(rows.velocity + i);
        lanes_value contacts = velocity - lanes_load(rows.base + i);
        lanes_value base = velocity + lanes_load(rows.drive + i);
        lanes_store(rows.base + i, base);
        lanes_store(rows.velocity + i, base + contacts);
    }
}

/* The fourth of a shift stays what it is. */
static void kernel_move(const solve_rows *given, float seconds) {
    const solve_rows rows = *given;
    const float times[8] = {seconds, seconds, seconds, 0, seconds, seconds, seconds, 0};
    for (size_t i = 0; i < 4 * rows.count; i += LANES)
        lanes_store(rows.shift + i,
                    lanes_load(rows.shift + i)
                        + lanes_load(times + i % 4) * lanes_load(rows.velocity + i));
}

/* ---- Contacts -------------------------------------------------------------------------------- */

/* One contact in each lane, and its two bodies. Pushes do not turn circles about their bodies'
 * centres: where it is known that all are such, half of what there is to do need not be done. */
typedef struct touching {
    bool round;
    lanes_value normal_x, normal_y, turn_a, turn_b, slip_a, slip_b;
    lanes_row a, b;
} touching;

INLINE touching touching_load(const batch *of, int lane, bool round, const float *velocity) {
    touching t = {round,
                  lanes_load(of->normal_x + lane),
                  lanes_load(of->normal_y + lane),
                  lanes_load(of->turn_a + lane),
                  lanes_load(of->turn_b + lane),
                  lanes_load(of->slip_a + lane),
                  lanes_load(of->slip_b + lane),
                  lanes_gather(velocity, of->row_a + lane),
                  lanes_gather(velocity, of->row_b + lane)};
    return t;
}

enum { ALL_LANES = (1 << LANES) - 1 };

INLINE unsigned lanes_moved(lanes_value inverse_mass) {
    return lanes_bits(lanes_less(lanes_all(0), inverse_mass));
}

/* Rows of what contacts do not move are not written: any number of lanes may share them. */
INLINE void touching_store(const touching *t, const batch *of, int lane, float *velocity) {
    if (lanes_moved(lanes_min(t->a.w, t->b.w)) == ALL_LANES) {
        lanes_scatter(velocity, of->row_a + lane, t->a);
        lanes_scatter(velocity, of->row_b + lane, t->b);
        return;
    }
    unsigned a = lanes_moved(t->a.w), b = lanes_moved(t->b.w);
    if (a) lanes_scatter_some(velocity, of->row_a + lane, t->a, a);
    if (b) lanes_scatter_some(velocity, of->row_b + lane, t->b, b);
}

INLINE lanes_value normal_speed(const touching *t) {
    lanes_value speed = t->normal_x * (t->b.x - t->a.x) + t->normal_y * (t->b.y - t->a.y);
    return t->round ? speed : speed + (t->turn_b * t->b.z - t->turn_a * t->a.z);
}

INLINE lanes_value tangent_speed(const touching *t) {
    return t->normal_x * (t->b.y - t->a.y) - t->normal_y * (t->b.x - t->a.x)
           + (t->slip_b * t->b.z - t->slip_a * t->a.z);
}

/* Applies an impulse along (x, y). */
INLINE void apply_along(touching *t, lanes_value on_a, lanes_value on_b, lanes_value x,
                        lanes_value y) {
    t->a.x -= on_a * x;
    t->a.y -= on_a * y;
    t->b.x += on_b * x;
    t->b.y += on_b * y;
}

INLINE void apply_push(touching *t, lanes_value impulse) {
    lanes_value on_a = impulse * t->a.w, on_b = impulse * t->b.w;
    apply_along(t, on_a, on_b, t->normal_x, t->normal_y);
    if (t->round) return;
    t->a.z -= on_a * t->turn_a;
    t->b.z += on_b * t->turn_b;
}

INLINE void apply_drag(touching *t, lanes_value impulse) {
    lanes_value on_a = impulse * t->a.w, on_b = impulse * t->b.w;
    apply_along(t, on_a, on_b, -t->normal_y, t->normal_x);
    t->a.z -= on_a * t->slip_a;
    t->b.z += on_b * t->slip_b;
}

INLINE void apply_roll(touching *t, lanes_value impulse, lanes_value spin_a, lanes_value spin_b) {
    t->a.z -= impulse * t->a.w * spin_a;
    t->b.z += impulse * t->b.w * spin_b;
}

/* What an entry of the active names: all lanes of a batch, or one. */
typedef struct named_lanes {
    uint32_t batch;
    int begin, end;
} named_lanes;

INLINE named_lanes lanes_named(const solve_batches *batches, size_t i) {
    uint32_t name = batches->active[i];
    named_lanes all = {name, 0, BATCH};
    named_lanes one = {name / BATCH, (int)(name % BATCH), (int)(name % BATCH) + 1};
    return LANES == 1 && batches->single ? one : all;
}

static void kernel_warm(const solve_rows *given_rows, const solve_batches *given) {
    const solve_rows rows = *given_rows;
    const solve_batches batches = *given;
    for (size_t i = 0; i < batches.count; ++i) {
        named_lanes named = lanes_named(&batches, i);
        const batch *at = &batches.items[named.batch];
        batch_sort sort = batches.sorts[named.batch];
        for (int lane = named.begin; lane < named.end; lane += LANES) {
            touching t = touching_load(at, lane, false, rows.velocity);
            apply_push(&t, lanes_load(at->push + lane));
            apply_drag(&t, lanes_load(at->drag + lane));
            if (sort >= 0) {
                batch_extra *extra = &batches.extras[sort];
                apply_roll(&t, lanes_load(extra->roll + lane), lanes_load(extra->spin_a + lane),
                           lanes_load(extra->spin_b + lane));
            }
            touching_store(&t, at, lane, rows.velocity);
        }
    }
}

/* Rolling resistance and friction, which a push of this strength allows. */
INLINE void resist(touching *t, batch *at, batch_extra *extra, int lane, lanes_value push) {
    lanes_value slip = tangent_speed(t);
    if (extra) {
        lanes_value spin_a = lanes_load(extra->spin_a + lane);
        lanes_value spin_b = lanes_load(extra->spin_b + lane);
        lanes_value most = lanes_load(extra->rolling + lane) * push;
        lanes_value old = lanes_load(extra->roll + lane);
        lanes_value turning = t->b.z * spin_b - t->a.z * spin_a;
        lanes_value roll = old - lanes_load(extra->roll_mass + lane) * turning;
        roll = lanes_clamp(roll, -most, most);
        lanes_store(extra->roll + lane, roll);
        apply_roll(t, roll - old, spin_a, spin_b);
        slip = tangent_speed(t) - lanes_load(extra->belt + lane);
    }
    lanes_value most = lanes_load(at->friction + lane) * push;
    lanes_value old = lanes_load(at->drag + lane);
    lanes_value drag = old - lanes_load(at->slip_mass + lane) * slip;
    drag = lanes_clamp(drag, -most, most);
    lanes_store(at->drag + lane, drag);
    apply_drag(t, drag - old);
}

/* How fast the bodies are where they meet: without what forces add in the rest of the substep, and
 * without what contacts press, which would pass for an approach where only some of it is taken
 * back. */
INLINE lanes_value speed_at_touch(const batch *at, int lane, const solve_rows *rows,
                                  lanes_value gaps_a_second) {
    touching free = touching_load(at, lane, false, rows->base);
    touching added = touching_load(at, lane, false, rows->drive);
    lanes_value zero = lanes_all(0), one = lanes_all(1), speed = normal_speed(&free);
    lanes_value rest = lanes_clamp(one + gaps_a_second / speed, zero, one);
    rest = lanes_only(lanes_less(speed, zero), rest);
    return speed - rest * normal_speed(&added);
}

/* The approach is what it was when the contact first pushed, or would have. */
INLINE void note_impact(batch_extra *extra, int lane, lanes_value push, lanes_value speed) {
    lanes_value peak = lanes_load(extra->peak + lane);
    lanes_mask pushed = lanes_less(lanes_all(0), peak);
    lanes_value approach = lanes_pick(pushed, lanes_load(extra->approach + lane), speed);
    lanes_store(extra->approach + lane, approach);
    lanes_store(extra->peak + lane, lanes_max(peak, push));
}

/* The springs of a substep, in all lanes. */
typedef struct springs {
    lanes_value per_second, soft_rate, soft_leak, still_rate, still_leak;
} springs;

INLINE void solve_lanes(batch *at, batch_extra *extra, int lane, bool round, const solve_rows *rows,
                        const springs *by) {
    lanes_value zero = lanes_all(0), one = lanes_all(1);
    touching t = touching_load(at, lane, round, rows->shift);
    lanes_value gap = lanes_load(at->gap + lane) + normal_speed(&t);
    t.a = lanes_gather(rows->velocity, at->row_a + lane);
    t.b = lanes_gather(rows->velocity, at->row_b + lane);
    lanes_value old = lanes_load(at->push + lane);
    resist(&t, at, extra, lane, old);
    lanes_mask open = lanes_less(zero, gap);
    lanes_mask still = lanes_equal(t.a.w, zero) | lanes_equal(t.b.w, zero);
    lanes_value rate = lanes_pick(still, by->still_rate, by->soft_rate);
    lanes_value leak = lanes_only(~open, lanes_pick(still, by->still_leak, by->soft_leak));
    lanes_value wanted = gap * lanes_pick(open, by->per_second, rate);
    lanes_value mass = lanes_load(at->mass + lane) * (one - leak);
    lanes_value push = old - mass * (normal_speed(&t) + wanted) - leak * old;
    push = lanes_max(push, zero);
    lanes_store(at->push + lane, push);
    if (extra) note_impact(extra, lane, push, speed_at_touch(at, lane, rows, gap * by->per_second));
    apply_push(&t, push - old);
    touching_store(&t, at, lane, rows->velocity);
}

INLINE void relax_lanes(batch *at, batch_extra *extra, int lane, bool round,
                        const solve_rows *rows) {
    lanes_value zero = lanes_all(0);
    touching t = touching_load(at, lane, round, rows->velocity);
    lanes_value old = lanes_load(at->push + lane);
    resist(&t, at, extra, lane, old);
    lanes_value push = old - lanes_load(at->mass + lane) * normal_speed(&t);
    push = lanes_only(lanes_less(zero, old), lanes_max(push, zero));
    lanes_store(at->push + lane, push);
    if (extra) lanes_store(extra->total + lane, lanes_load(extra->total + lane) + push);
    apply_push(&t, push - old);
    touching_store(&t, at, lane, rows->velocity);
}

/* The number of the first batch from which on none is to be prefetched. */
INLINE size_t far_batches(const solve_batches *batches) {
    bool many = batches->count > BATCHES_FAR && !batches->single;
    return many ? batches->count - BATCHES_AHEAD : 0;
}

static void kernel_solve(const solve_rows *given_rows, const solve_batches *given,
                         const solve_numbers *by) {
    const solve_rows rows = *given_rows;
    const solve_batches batches = *given;
    const size_t far = far_batches(given);
    const springs all = {lanes_all(by->per_second), lanes_all(by->soft.rate),
                         lanes_all(by->soft.leak), lanes_all(by->still.rate),
                         lanes_all(by->still.leak)};
    for (size_t i = 0; i < batches.count; ++i) {
        named_lanes named = lanes_named(&batches, i);
        batch *at = &batches.items[named.batch];
        batch_sort sort = batches.sorts[named.batch];
        if (i < far) batch_prefetch(&batches.items[batches.active[i + BATCHES_AHEAD]]);
        for (int lane = named.begin; lane < named.end; lane += LANES) {
            if (sort >= 0)
                solve_lanes(at, &batches.extras[sort], lane, false, &rows, &all);
            else if (sort == SORT_ROUND)
                solve_lanes(at, NULL, lane, true, &rows, &all);
            else
                solve_lanes(at, NULL, lane, false, &rows, &all);
        }
    }
}

static void kernel_relax(const solve_rows *given_rows, const solve_batches *given) {
    const solve_rows rows = *given_rows;
    const solve_batches batches = *given;
    const size_t far = far_batches(given);
    for (size_t i = 0; i < batches.count; ++i) {
        named_lanes named = lanes_named(&batches, i);
        batch *at = &batches.items[named.batch];
        batch_sort sort = batches.sorts[named.batch];
        if (i < far) batch_prefetch(&batches.items[batches.active[i + BATCHES_AHEAD]]);
        for (int lane = named.begin; lane < named.end; lane += LANES) {
            if (sort >= 0)
                relax_lanes(at, &batches.extras[sort], lane, false, &rows);
            else if (sort == SORT_ROUND)
                relax_lanes(at, NULL, lane, true, &rows);
            else
                relax_lanes(at, NULL, lane, false, &rows);
        }
    }
}

static void kernel_bounce(const solve_rows *given_rows, const solve_batches *given,
                          const solve_numbers *by) {
    const solve_rows rows = *given_rows;
    const solve_batches batches = *given;
    lanes_value zero = lanes_all(0), slowest = lanes_all(-by->bounce);
    for (size_t i = 0; i < batches.count; ++i) {
        named_lanes named = lanes_named(&batches, i);
        batch *at = &batches.items[named.batch];
        batch_sort sort = batches.sorts[named.batch];
        if (sort < 0) continue;
        batch_extra *extra = &batches.extras[sort];
        for (int lane = named.begin; lane < named.end; lane += LANES) {
            lanes_value approach = lanes_load(extra->approach + lane);
            lanes_value restitution = lanes_load(extra->restitution + lane);
            lanes_mask bounces = lanes_less(approach, slowest)
                                 & lanes_less(zero, lanes_load(extra->peak + lane))
                                 & lanes_less(zero, restitution);
            if (!lanes_bits(bounces)) continue;
            touching t = touching_load(at, lane, false, rows.velocity);
            lanes_value old = lanes_load(at->push + lane);
            lanes_value away = normal_speed(&t) + restitution * approach;
            lanes_value push = lanes_max(old - lanes_load(at->mass + lane) * away, zero);
            lanes_value bounce = lanes_only(bounces, push - old);
            apply_push(&t, bounce);
            lanes_store(extra->total + lane, lanes_load(extra->total + lane) + bounce);
            /* The bounce parts the bodies: nothing of the push is left for the next step. */
            lanes_store(at->push + lane, lanes_pick(bounces, zero, old));
            touching_store(&t, at, lane, rows.velocity);
        }
    }
}

/* A body that slides along a hollow, freely as far as its last substep tells, was on a parabola
 * along the rim: semi-implicit substeps took it too far by half of what each added. */
INLINE void slide_back(const batch *at, const uint32_t *row, int lane, const solve_rows *rows,
                       lanes_mask slides, lanes_value half) {
    lanes_value zero = lanes_all(0), along_x = zero - lanes_load(at->normal_y + lane);
    lanes_value along_y = lanes_load(at->normal_x + lane);
    lanes_row velocity = lanes_gather(rows->velocity, row + lane);
    lanes_row base = lanes_gather(rows->base, row + lane);
    lanes_row drive = lanes_gather(rows->drive, row + lane);
    lanes_row shift = lanes_gather(rows->shift, row + lane);
    lanes_value most = along_x * drive.x + along_y * drive.y;
    lanes_value added = most + along_x * (velocity.x - base.x) + along_y * (velocity.y - base.y);
    lanes_value back = half * lanes_clamp(added, lanes_min(most, zero), lanes_max(most, zero));
    shift.x = shift.x - back * along_x;
    shift.y = shift.y - back * along_y;
    unsigned moved = lanes_moved(velocity.w) & lanes_bits(slides);
    if (moved) lanes_scatter_some(rows->shift, row + lane, shift, moved);
}

/* In terms of how fast a hollow turns away: what comes faster than so has struck it. */
static const float STRUCK = 1.2f;

/* What slides along a hollow comes to where it touches as fast as its rim turns away from there in
 * half a step, and leaves as fast: else each step would take that from its speed. */
static void kernel_slide(const solve_rows *given_rows, const solve_batches *given,
                         const solve_numbers *by) {
    const solve_rows rows = *given_rows;
    const solve_batches batches = *given;
    lanes_value zero = lanes_all(0), half = lanes_all(by->half), slowest = lanes_all(-by->bounce);
    for (size_t i = 0; i < batches.count; ++i) {
        named_lanes named = lanes_named(&batches, i);
        batch *at = &batches.items[named.batch];
        batch_sort sort = batches.sorts[named.batch];
        if (sort < 0) continue;
        const batch_extra *extra = &batches.extras[sort];
        for (int lane = named.begin; lane < named.end; lane += LANES) {
            lanes_value hollow = lanes_load(extra->hollow + lane);
            lanes_value approach = lanes_load(extra->approach + lane);
            lanes_mask bounces = lanes_less(approach, slowest)
                                 & lanes_less(zero, lanes_load(extra->restitution + lane));
            lanes_mask slides = lanes_less(zero, hollow) & lanes_less(approach, zero)
                                & lanes_less(zero, lanes_load(extra->peak + lane)) & ~bounces;
            if (!lanes_bits(slides)) continue;
            slide_back(at, at->row_a, lane, &rows, slides, half);
            slide_back(at, at->row_b, lane, &rows, slides, half);
            touching t = touching_load(at, lane, false, rows.velocity);
            lanes_value slip = t.normal_x * (t.b.y - t.a.y) - t.normal_y * (t.b.x - t.a.x);
            lanes_value most = lanes_all(STRUCK) * half * hollow * slip * slip;
            lanes_value leaving = lanes_min(zero - approach, most);
            lanes_value more = lanes_load(at->mass + lane) * (leaving - normal_speed(&t));
            apply_push(&t, lanes_only(slides, lanes_max(more, zero)));
            touching_store(&t, at, lane, rows.velocity);
        }
    }
}

#define KERNELS                                                                                    \
    {                                                                                              \
        kernel_begin, kernel_move, kernel_warm, kernel_solve, kernel_relax, kernel_bounce,         \
            kernel_slide                                                                           \
    }
