/* near_lanes.h: the kernels of near pairs, for as many lanes as LANES says; what measure_lanes.h
 * begins with stands before them. */

/* ---- Using up -------------------------------------------------------------------------------- */

/* What is left is never more than it would be without rounding. */
#define ROUNDED 0.9999998f

static size_t kernel_near(const near_table *given, const float *closing, uint32_t *due) {
    const near_table pairs = *given;
    size_t count = 0;
    for (size_t i = 0; i < pairs.count; i += LANES) {
        float by_a[LANES], by_b[LANES];
        for (size_t k = 0; k < LANES; ++k) {
            by_a[k] = closing[pairs.row_a[i + k]];
            by_b[k] = closing[pairs.row_b[i + k]];
        }
        lanes_value used = lanes_load(by_a) + lanes_load(by_b);
        lanes_value left = (lanes_load(pairs.clearance + i) - used) * lanes_all(ROUNDED);
        lanes_store(pairs.clearance + i, left);
        unsigned used_up = lanes_bits(~lanes_less(lanes_all(0), left));
        if (pairs.count - i < LANES) used_up &= (1u << (pairs.count - i)) - 1;
        for (; used_up; used_up &= used_up - 1) due[count++] = (uint32_t)i + bits_lowest(used_up);
    }
    return count;
}

/* ---- Passing by ------------------------------------------------------------------------------ */

/* Circles about the only colliders of bodies, as near_circles lists them. */
typedef struct lanes_circles {
    lanes_vec velocity;
    lanes_value lead, reach, turning, rim, pull, ahead;
} lanes_circles;

INLINE float circle_reach(const near_bodies *from, const body_sim *sim) {
    bool known = !sim->driven && (sim->placing == PLACE_CENTER || sim->placing == PLACE_AXIS);
    if (!known) return INFINITY;
    const collider_geometry *round = &from->geometry[sim->collider];
    float reach = round->radius_x > round->radius_y ? round->radius_x : round->radius_y;
    return reach > 0 ? reach : INFINITY;
}

/* Of bodies from a first one on; those behind the last are like it. */
INLINE void circles_list(const near_bodies *from, size_t first, float *circles) {
    float motion[4 * LANES], reach[LANES];
    uint32_t at[LANES], four[LANES], to[LANES];
    for (uint32_t lane = 0; lane < LANES; ++lane) {
        size_t index = first + lane < from->movers ? first + lane : from->movers - 1;
        reach[lane] = circle_reach(from, &from->sims[index]);
        lanes_four_floats(motion + 4 * lane, &from->states[index].velocity.x);
        at[lane] = (uint32_t)(index * (sizeof(body_sim) / sizeof(float)));
        four[lane] = 4 * lane;
        to[lane] = (uint32_t)(NEAR_CIRCLE * (index + 1));
    }
    const float *sims = &from->sims->inverse_mass;
    lanes_row moves = lanes_gather(motion, four), fixed = lanes_gather(sims, at);
    lanes_row state = lanes_gather(sims + 4, at), last = lanes_gather(sims + 8, at);
    lanes_value spin = lanes_abs(moves.w), turning = spin * fixed.w;
    lanes_row round = {moves.x, moves.y, state.z, lanes_load(reach)};
    lanes_row turns = {turning, turning + spin * last.w, lanes_abs(fixed.y), last.y};
    lanes_scatter(circles, to, round);
    lanes_scatter(circles + 4, to, turns);
}

static void kernel_circles(const near_bodies *given, float *circles) {
    const near_bodies from = *given;
    for (int i = 0; i < NEAR_CIRCLE; ++i) circles[i] = INFINITY; /* what stands still */
    for (size_t i = 0; i < from.movers; i += LANES) circles_list(&from, i, circles);
}

INLINE lanes_circles circles_load(const float *circles, const uint32_t *rows) {
    uint32_t at[LANES];
    for (int lane = 0; lane < LANES; ++lane) at[lane] = NEAR_CIRCLE * rows[lane];
    lanes_row round = lanes_gather(circles, at), turns = lanes_gather(circles + 4, at);
    lanes_circles c = {{round.x, round.y}, round.z, round.w, turns.x, turns.y, turns.z, turns.w};
    return c;
}

/* How near the way from a point comes to the origin. */
INLINE lanes_value lanes_nearest_on_way(lanes_vec from, lanes_vec way) {
    lanes_value zero = lanes_all(0), square = lanes_dot(way, way);
    lanes_value part = lanes_clamp(-lanes_dot(from, way) / square, zero, lanes_all(1));
    return lanes_length(lanes_along(from, lanes_only(lanes_less(zero, square), part), way));
}

/* Of what lengths are made of: floats know them no better. */
static const float WAY_ROUNDING = 2e-6f;

/* As approach_is_near and approach_clearance (approach.c), of circles: lanes that pass, and what is
 * left of their gaps. */
INLINE unsigned circles_pass(const near_span *span, const lanes_circles *a, const lanes_circles *b,
                             lanes_vec start, lanes_value *clear) {
    lanes_value seconds = lanes_all(span->seconds), fall = lanes_all(span->fall);
    lanes_vec none = {lanes_all(0), lanes_all(0)};
    lanes_vec beside = {b->velocity.x - a->velocity.x, b->velocity.y - a->velocity.y};
    lanes_vec way = lanes_along(none, seconds, beside);
    lanes_vec led = lanes_along(lanes_along(none, b->lead, b->velocity), -a->lead, a->velocity);
    lanes_value reach = a->reach + b->reach, size = lanes_all(1.01f * NEAR) * reach;
    lanes_value leads = a->lead * a->rim + b->lead * b->rim + lanes_length(led);
    lanes_value away = size + (lanes_all(1) + a->pull + b->pull) * fall
                       + lanes_all(1.5f) * seconds * (a->turning + b->turning);
    lanes_value far = lanes_length(start) + lanes_length(way);
    lanes_value rounding = lanes_all(WAY_ROUNDING) * (far + reach);
    lanes_value apart = lanes_length(lanes_along(start, lanes_all(1), led)) - reach;
    *clear = apart - leads - a->ahead - b->ahead - size - rounding;
    return lanes_bits(lanes_less(reach + away + rounding, lanes_nearest_on_way(start, way))
                      & lanes_less(far, lanes_all(1e15f)));
}

/* From the first body of each pair to the second. */
INLINE lanes_vec starts_load(const body_state *states, const uint32_t *rows_a,
                             const uint32_t *rows_b) {
    enum { POINTS = sizeof(body_state) / sizeof(evo_vec2) };
    uint32_t from[LANES], to[LANES];
    lanes_vec start;
    for (int lane = 0; lane < LANES; ++lane) {
        from[lane] = POINTS * (rows_a[lane] - (rows_a[lane] > 0));
        to[lane] = POINTS * (rows_b[lane] - (rows_b[lane] > 0));
    }
    lanes_delta(&states->position, from, to, &start.x, &start.y);
    return start;
}

/* Sets the clearances of pairs that pass each other by; the others stay in the list. */
static size_t kernel_pass(const body_state *states, const float *circles, const near_table *given,
                          const near_span *span, uint32_t *due, size_t count) {
    const near_table pairs = *given;
    size_t left = 0;
    for (size_t i = 0; i < count; i += LANES) {
        uint32_t near[LANES], rows_a[LANES], rows_b[LANES];
        unsigned used = (unsigned)(count - i < LANES ? count - i : LANES);
        float cleared[LANES];
        lanes_value clear;
        for (unsigned lane = 0; lane < LANES; ++lane) {
            near[lane] = due[i + (lane < used ? lane : 0)];
            rows_a[lane] = pairs.row_a[near[lane]];
            rows_b[lane] = pairs.row_b[near[lane]];
        }
        lanes_circles a = circles_load(circles, rows_a), b = circles_load(circles, rows_b);
        unsigned passing = circles_pass(span, &a, &b, starts_load(states, rows_a, rows_b), &clear);
        lanes_store(cleared, clear);
        for (unsigned lane = 0; lane < used; ++lane) {
            float *clearance = &pairs.clearance[near[lane]];
            bool passes = (passing >> lane & 1) && *clearance != -INFINITY;
            if (passes) *clearance = cleared[lane];
            due[left] = near[lane];
            left += !passes;
        }
    }
    return left;
}
