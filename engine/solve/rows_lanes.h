/* rows_lanes.h: the kernels of rows.h, for as many lanes as LANES says. The number of bodies is a
 * multiple of LANES. */
#include "core/lanes.h"
#include "solve/rows.h"

/* ---- Bodies in lanes ------------------------------------------------------------------------- */

enum { SIM = sizeof(body_sim) / sizeof(float) };

/* Four floats in a row of each lane, `stride` apart. */
INLINE lanes_row fours_load(const float *table, uint32_t stride) {
    uint32_t at[LANES];
    for (uint32_t i = 0; i < LANES; ++i) at[i] = i * stride;
    return lanes_gather(table, at);
}

INLINE void fours_store(float *table, uint32_t stride, lanes_row row) {
    uint32_t at[LANES];
    for (uint32_t i = 0; i < LANES; ++i) at[i] = i * stride;
    lanes_scatter(table, at, row);
}

typedef struct lanes_motion {
    lanes_value x, y, spin;
} lanes_motion;

INLINE lanes_motion velocities_load(const body_state *states) {
    float rows[4 * LANES];
    for (int i = 0; i < LANES; ++i) lanes_four_floats(rows + 4 * i, &states[i].velocity.x);
    lanes_row row = fours_load(rows, 4);
    lanes_motion motion = {row.x, row.y, row.w}; /* between them stands the angle */
    return motion;
}

/* Moves bodies for a time as fast as they are, if that is sound, and by some way besides, and
 * changes their velocities: what does not change is not rounded to floats. */
INLINE void states_move(body_state *states, double time, unsigned sound, lanes_motion besides,
                        lanes_motion change) {
    float along[4 * LANES], around[4 * LANES];
    lanes_row along_rows = {besides.x, besides.y, change.x, change.y};
    lanes_row around_rows = {besides.spin, change.spin, lanes_all(0), lanes_all(0)};
    fours_store(along, 4, along_rows);
    fours_store(around, 4, around_rows);
    for (int i = 0; i < LANES; ++i) {
        double own = sound >> i & 1 ? time : 0;
        lanes_move_four(&states[i].position.x, own, along + 4 * i);
        lanes_move_two(&states[i].angle, own, around + 4 * i);
    }
}

INLINE lanes_motion motion_along(lanes_motion a, lanes_value s, lanes_motion b) {
    lanes_motion sum = {a.x + s * b.x, a.y + s * b.y, a.spin + s * b.spin};
    return sum;
}

INLINE lanes_value length(lanes_value x, lanes_value y) {
    return lanes_sqrt(x * x + y * y);
}

/* ---- Pace ------------------------------------------------------------------------------------ */

/* Of the size: as far as a body is led. */
static const float LEAD_MOST = 0.1f;

/* Faster does not matter, and is no number any more soon. */
static const float MOST = 1e30f;

/* See margins.c: of the size, what contacts look at beyond their gaps. */
static const float ROWS_NEAR = 0.035f;

static void kernel_pace(const solve_bodies *given, uint32_t first, const rows_span *span,
                        rows_leaving *leaving) {
    const solve_bodies bodies = *given;
    unsigned leaps = 0;
    size_t count = leaving->count;
    uint32_t *leave = leaving->bodies;
    lanes_value seconds = lanes_all(span->seconds), half = lanes_all(0.5f * span->seconds);
    lanes_value reserve = lanes_all(span->reserve);
    for (size_t i = 0; i < bodies.count; i += LANES) {
        body_sim *sim = &bodies.sims[i];
        lanes_motion v = velocities_load(&bodies.states[i]);
        lanes_row fixed = fours_load(&sim->inverse_mass, SIM);
        lanes_row state = fours_load(&sim->margin, SIM);
        lanes_value size = fours_load(&sim->size, SIM).x;
        lanes_value turning = lanes_abs(v.spin) * fixed.w;
        lanes_value pace = lanes_min(length(v.x, v.y) + turning, lanes_all(MOST));
        lanes_value way = pace * half, most = lanes_all(LEAD_MOST) * size;
        leaps |= lanes_bits(lanes_less(lanes_all(0.5f * ROWS_LEAP) * size, way));
        state.z = lanes_pick(lanes_less(most, way), half * (most / way), half);
        state.w = pace;
        fours_store(&sim->margin, SIM, state);
        lanes_value needed =
            reserve * ((pace + lanes_all(0.5f) * turning) * seconds + state.z * turning)
            + lanes_all(2 * span->fall) * lanes_abs(fixed.y) + lanes_all(ROWS_NEAR) * size;
        unsigned bits = lanes_bits(lanes_less(state.x, needed));
        for (unsigned lane = 0; bits; ++lane, bits >>= 1)
            if (bits & 1) leave[count++] = first + (uint32_t)i + lane;
    }
    leaving->count = count;
    leaving->leaping |= leaps != 0;
}

/* What may bring a body nearer to others in the step, for near pairs (see approach.c): its way
 * beside the wind, what turning moves, for as long as a step and a lead; falling, its own and half
 * of what contacts allow for; and twice its lead. A little more is used up, so that rounding never
 * leaves too much. */
static void kernel_close(const solve_bodies *given, const rows_span *span, float *closing) {
    const solve_bodies bodies = *given;
    lanes_value seconds = lanes_all(span->seconds), fall = lanes_all(span->fall);
    lanes_value wind_x = lanes_all(span->wind[0]), wind_y = lanes_all(span->wind[1]);
    lanes_value led_x = lanes_all(span->led[0]), led_y = lanes_all(span->led[1]);
    lanes_value wind = length(wind_x, wind_y);
    for (size_t i = 0; i < bodies.count; i += LANES) {
        body_sim *sim = &bodies.sims[i];
        lanes_motion v = velocities_load(&bodies.states[i]);
        lanes_row fixed = fours_load(&sim->inverse_mass, SIM);
        lanes_row state = fours_load(&sim->margin, SIM);
        lanes_row last = fours_load(&sim->size, SIM);
        lanes_value spin = lanes_abs(v.spin), rim = spin * last.w;
        lanes_value beside = length(v.x - wind_x, v.y - wind_y);
        lanes_value turning = lanes_all(1.5f) * (spin * fixed.w + rim);
        lanes_value falling = (lanes_all(0.5f) + lanes_abs(fixed.y)) * fall;
        lanes_value lead = length(state.z * v.x - led_x, state.z * v.y - led_y);
        lanes_value led = lanes_all(2) * (lead + state.z * (spin * fixed.w + rim));
        lanes_value ahead =
            (lanes_min(beside, lanes_all(MOST)) + turning) * seconds + falling + led;
        lanes_value rounding = lanes_all(3e-7f) * (ahead + (state.w + wind) * seconds);
        lanes_store(closing + i, last.z + (ahead - last.y) + rounding);
        last.y = ahead;
        last.z = lanes_all(0);
        fours_store(&sim->size, SIM, last);
    }
}

/* ---- Into rows ------------------------------------------------------------------------------- */

static void kernel_fill(const solve_bodies *given, const solve_rows *given_rows, float pull_x,
                        float pull_y) {
    const solve_bodies bodies = *given;
    const solve_rows rows = *given_rows;
    lanes_value zero = lanes_all(0), by_x = lanes_all(pull_x), by_y = lanes_all(pull_y);
    for (size_t i = 0; i < bodies.count; i += LANES) {
        const body_sim *sim = &bodies.sims[i];
        lanes_motion v = velocities_load(&bodies.states[i]);
        lanes_row fixed = fours_load(&sim->inverse_mass, SIM);
        lanes_value behind = zero - fours_load(&sim->margin, SIM).z;
        lanes_row velocity = {v.x, v.y, v.spin * fixed.z, fixed.x};
        lanes_row shift = {behind * velocity.x, behind * velocity.y, behind * velocity.z, zero};
        lanes_row drive = {by_x * fixed.y, by_y * fixed.y, zero, zero};
        fours_store(rows.velocity + 4 * i, 4, velocity);
        fours_store(rows.base + 4 * i, 4, velocity);
        fours_store(rows.shift + 4 * i, 4, shift);
        fours_store(rows.drive + 4 * i, 4, drive);
    }
}

/* ---- Back ------------------------------------------------------------------------------------ */

/* Of its size, per second: slower bodies are at rest. */
static const float REST_SPEED = 0.1f;

/* Whether no contact pushed at the step's end. Each substep moves bodies as fast as they are at its
 * end; what flies free has gone too far by half of what each added, and its parabola is exact
 * without it. What contacts hold is where they want it. */
INLINE lanes_mask flies_free(const lanes_row *velocity, const lanes_row *base) {
    return lanes_equal(velocity->x, base->x) & lanes_equal(velocity->y, base->y)
           & lanes_equal(velocity->z, base->z);
}

/* What falls is not at rest, however slow for its size; nor is what drifts and touches nothing. */
INLINE lanes_mask is_driven(const lanes_row *drive) {
    lanes_value zero = lanes_all(0);
    return ~(lanes_equal(drive->x, zero) & lanes_equal(drive->y, zero)
             & lanes_equal(drive->z, zero));
}

/* Whether nothing but what pulls moved a row: it went as the kernels let it go without contacts. (A
 * push that parts an overlap leaves the velocity as it was.) */
INLINE lanes_mask is_untouched(const lanes_row *velocity, const lanes_row *shift,
                               const lanes_row *drive, lanes_motion old, lanes_value gyration,
                               lanes_value lead, const rows_span *span) {
    lanes_value behind = lanes_all(0) - lead;
    lanes_value substep = lanes_all((float)(span->time / span->substeps));
    lanes_motion v = {old.x, old.y, old.spin * gyration};
    lanes_motion way = {behind * v.x, behind * v.y, behind * v.spin};
    lanes_motion pull = {drive->x, drive->y, drive->z};
    for (int i = 0; i < span->substeps; ++i) {
        v = motion_along(v, lanes_all(1), pull);
        way = motion_along(way, substep, v);
    }
    return lanes_equal(velocity->x, v.x) & lanes_equal(velocity->y, v.y)
           & lanes_equal(velocity->z, v.spin) & lanes_equal(shift->x, way.x)
           & lanes_equal(shift->y, way.y) & lanes_equal(shift->z, way.spin);
}

/* How velocities changed: as the rows say, or only by what pulled. */
INLINE lanes_motion change_of(lanes_mask untouched, const lanes_row *velocity,
                              const lanes_row *drive, lanes_motion old, lanes_value gyration,
                              lanes_value substeps) {
    lanes_motion change = {
        lanes_pick(untouched, substeps * drive->x, velocity->x - old.x),
        lanes_pick(untouched, substeps * drive->y, velocity->y - old.y),
        lanes_pick(untouched, substeps * drive->z, velocity->z - old.spin * gyration) / gyration};
    return change;
}

/* How far bodies went besides what they would have gone at their old velocities. What only was
 * pulled is on a parabola; else the shift knows, which began as far behind as the body was led. */
INLINE lanes_motion besides_of(lanes_mask untouched, lanes_mask free, const lanes_row *shift,
                               const lanes_row *drive, lanes_motion old, lanes_motion change,
                               lanes_value gyration, lanes_value lead, lanes_value time) {
    lanes_value half = lanes_all(0.5f) * time, back = lead - time;
    lanes_value ahead = lanes_only(free, half);
    lanes_motion besides = {
        lanes_pick(untouched, half * change.x, shift->x + back * old.x - ahead * drive->x),
        lanes_pick(untouched, half * change.y, shift->y + back * old.y - ahead * drive->y),
        lanes_pick(untouched, half * change.spin,
                   (shift->z - ahead * drive->z) / gyration + back * old.spin)};
    return besides;
}

/* Whether these are numbers still, and of some use. */
INLINE lanes_mask is_sound(lanes_motion m) {
    return lanes_less(lanes_abs(m.x) + lanes_abs(m.y) + lanes_abs(m.spin), lanes_all(MOST));
}

INLINE lanes_motion pick_motion(lanes_mask mask, lanes_motion yes, lanes_motion no) {
    lanes_motion picked = {lanes_pick(mask, yes.x, no.x), lanes_pick(mask, yes.y, no.y),
                           lanes_pick(mask, yes.spin, no.spin)};
    return picked;
}

/* Sums in doubles, of as many floats. */
INLINE double sum_of(lanes_value value) {
    float each[LANES];
    double sum = 0;
    lanes_store(each, value);
    for (int i = 0; i < LANES; ++i) sum += (double)each[i];
    return sum;
}

static bool kernel_take(const solve_bodies *given, const solve_rows *given_rows,
                        const rows_span *span, rows_wind *wind) {
    const solve_bodies bodies = *given;
    const solve_rows rows = *given_rows;
    lanes_value zero = lanes_all(0), time = lanes_all(span->seconds);
    lanes_value substeps = lanes_all((float)span->substeps);
    lanes_value drift_x = lanes_all(span->seconds * span->wind[0]);
    lanes_value drift_y = lanes_all(span->seconds * span->wind[1]);
    lanes_value sum_x = zero, sum_y = zero, squares = zero, led_x = zero, led_y = zero;
    lanes_motion nowhere = {zero, zero, zero};
    unsigned beyond = 0;
    for (size_t i = 0; i < bodies.count; i += LANES) {
        body_sim *sim = &bodies.sims[i];
        lanes_motion old = velocities_load(&bodies.states[i]);
        lanes_row fixed = fours_load(&sim->inverse_mass, SIM);
        lanes_row state = fours_load(&sim->margin, SIM);
        lanes_row velocity = fours_load(rows.velocity + 4 * i, 4);
        lanes_row base = fours_load(rows.base + 4 * i, 4);
        lanes_row shift = fours_load(rows.shift + 4 * i, 4);
        lanes_row drive = fours_load(rows.drive + 4 * i, 4);
        lanes_mask free = flies_free(&velocity, &base);
        lanes_mask untouched =
            free & is_untouched(&velocity, &shift, &drive, old, fixed.z, state.z, span);
        lanes_motion change = change_of(untouched, &velocity, &drive, old, fixed.z, substeps);
        lanes_motion besides =
            besides_of(untouched, free, &shift, &drive, old, change, fixed.z, state.z, time);
        lanes_motion way = motion_along(besides, time, old);
        lanes_motion then = motion_along(old, lanes_all(1), change);
        lanes_mask sound = is_sound(way) & is_sound(then);
        way = pick_motion(sound, way, nowhere);
        then = pick_motion(sound, then, old);
        states_move(&bodies.states[i], span->time, lanes_bits(sound),
                    pick_motion(sound, besides, nowhere), pick_motion(sound, change, nowhere));

        lanes_value speed = length(then.x, then.y), turning = lanes_abs(then.spin);
        lanes_row near = fours_load(&sim->size, SIM);
        lanes_value turned = lanes_abs(way.spin);
        state.x = state.x - (length(way.x, way.y) + turned * fixed.w);
        near.z = near.z + length(way.x - drift_x, way.y - drift_y) + turned * (fixed.w + near.w);
        sum_x = sum_x + then.x;
        sum_y = sum_y + then.y;
        squares = squares + speed * speed;
        led_x = led_x + state.z * old.x;
        led_y = led_y + state.z * old.y;
        fours_store(&sim->size, SIM, near);
        beyond |= lanes_bits(lanes_less(state.x, zero));
        lanes_value rest = lanes_all(REST_SPEED) * near.x;
        lanes_mask moves = lanes_less(rest, speed) | lanes_less(rest, turning * fixed.z)
                           | (free & (is_driven(&drive) | lanes_less(zero, speed + turning)));
        state.y = lanes_only(~moves, state.y + time);
        fours_store(&sim->margin, SIM, state);
    }
    wind->x += sum_of(sum_x);
    wind->y += sum_of(sum_y);
    wind->square += sum_of(squares);
    wind->led_x += sum_of(led_x);
    wind->led_y += sum_of(led_y);
    return beyond != 0;
}

#define ROW_KERNELS                                                                                \
    { LANES, kernel_pace, kernel_close, kernel_fill, kernel_take }
