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

/* One body of each pair, and the circle about its only collider. */
typedef struct lanes_circles {
    lanes_vec velocity;
    lanes_value spin, pull, extent, swing, lead, ahead, reach;
    unsigned known; /* lanes of which this is so */
} lanes_circles;

INLINE bool circle_is_known(const body_sim *sim) {
    return !sim->driven && (sim->placing == PLACE_CENTER || sim->placing == PLACE_AXIS);
}

INLINE lanes_circles circles_load(const near_bodies *from, const uint32_t *indices,
                                  unsigned movers) {
    float motion[4 * LANES], reach[LANES];
    uint32_t at[LANES], four[LANES];
    lanes_circles c = {.known = 0};
    for (uint32_t lane = 0; lane < LANES; ++lane) {
        const body_sim *sim = &from->sims[indices[lane]];
        bool known = (movers >> lane & 1) && circle_is_known(sim);
        const collider_geometry *round = &from->geometry[known ? sim->collider : 0];
        reach[lane] = round->radius_x > round->radius_y ? round->radius_x : round->radius_y;
        c.known |= (unsigned)(known && reach[lane] > 0) << lane;
        lanes_four_floats(motion + 4 * lane, &from->states[indices[lane]].velocity.x);
        at[lane] = indices[lane] * (uint32_t)(sizeof(body_sim) / sizeof(float));
        four[lane] = 4 * lane;
    }
    const float *sims = &from->sims->inverse_mass;
    lanes_row moves = lanes_gather(motion, four);
    lanes_row fixed = lanes_gather(sims, at), state = lanes_gather(sims + 4, at);
    lanes_row last = lanes_gather(sims + 8, at);
    c.velocity.x = moves.x;
    c.velocity.y = moves.y;
    c.spin = lanes_abs(moves.w);
    c.pull = lanes_abs(fixed.y);
    c.extent = fixed.w;
    c.lead = state.z;
    c.ahead = last.y;
    c.swing = last.w;
    c.reach = lanes_load(reach);
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
    lanes_value turning = a->spin * a->extent + b->spin * b->extent;
    lanes_value leads = a->lead * a->spin * (a->extent + a->swing)
                        + b->lead * b->spin * (b->extent + b->swing) + lanes_length(led);
    lanes_value away =
        size + (lanes_all(1) + a->pull + b->pull) * fall + lanes_all(1.5f) * seconds * turning;
    lanes_value far = lanes_length(start) + lanes_length(way);
    lanes_value rounding = lanes_all(WAY_ROUNDING) * (far + reach);
    lanes_value apart = lanes_length(lanes_along(start, lanes_all(1), led)) - reach;
    *clear = apart - leads - a->ahead - b->ahead - size - rounding;
    lanes_mask passes = lanes_less(reach + away + rounding, lanes_nearest_on_way(start, way))
                        & lanes_less(far, lanes_all(1e15f));
    return lanes_bits(passes) & a->known & b->known;
}

/* Sets the clearances of pairs that pass each other by; the others stay in the list. */
static size_t kernel_pass(const near_bodies *given, const near_table *pairs, const near_span *span,
                          uint32_t *due, size_t count) {
    const near_bodies from = *given;
    const evo_vec2 *points = &from.states->position;
    enum { POINTS = sizeof(body_state) / sizeof(evo_vec2) };
    size_t left = 0;
    for (size_t i = 0; i < count; i += LANES) {
        uint32_t near[LANES], a[LANES], b[LANES], point_a[LANES], point_b[LANES];
        unsigned movers = 0, used = (unsigned)(count - i < LANES ? count - i : LANES);
        for (unsigned lane = 0; lane < LANES; ++lane) {
            near[lane] = due[i + (lane < used ? lane : 0)];
            uint32_t row_a = pairs->row_a[near[lane]], row_b = pairs->row_b[near[lane]];
            movers |= (unsigned)(row_a > 0 && row_b > 0) << lane;
            a[lane] = row_a - (row_a > 0);
            b[lane] = row_b - (row_b > 0);
            point_a[lane] = POINTS * a[lane];
            point_b[lane] = POINTS * b[lane];
        }
        lanes_circles first = circles_load(&from, a, movers);
        lanes_circles second = circles_load(&from, b, movers);
        lanes_vec start;
        lanes_value clear;
        float cleared[LANES];
        lanes_delta(points, point_a, point_b, &start.x, &start.y);
        unsigned passing = circles_pass(span, &first, &second, start, &clear);
        lanes_store(cleared, clear);
        for (unsigned lane = 0; lane < used; ++lane) {
            bool touches = pairs->clearance[near[lane]] == -INFINITY;
            if (!touches && (passing >> lane & 1))
                pairs->clearance[near[lane]] = cleared[lane];
            else
                due[left++] = near[lane];
        }
    }
    return left;
}
