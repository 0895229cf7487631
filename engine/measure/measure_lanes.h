/* measure_lanes.h: measures a block of pairs, LANES at a time. */
#include <assert.h>

#include "core/lanes_vec.h"
#include "measure/measure_room.h"

/* ---- Colliders of lanes ---------------------------------------------------------------------- */

typedef struct lanes_collider {
    lanes_value radius_x, radius_y, reach;
    lanes_vec velocity;
} lanes_collider;

/* Gathers four floats of each of some records of a table, by their numbers. */
INLINE lanes_row gather_from(const float *table, uint32_t record_floats, const uint32_t *numbers) {
    uint32_t at[LANES];
    for (int i = 0; i < LANES; ++i) at[i] = record_floats * numbers[i];
    return lanes_gather(table, at);
}

INLINE lanes_collider collider_load(const measure_input *in, const uint32_t *slots) {
    const lanes_row sweep = gather_from(&in->bodies->sweeps->radius_x, SWEEP_FLOATS, slots);
    return (lanes_collider){sweep.x, sweep.y, lanes_max(sweep.x, sweep.y), {sweep.z, sweep.w}};
}

/* An ellipse by its radius vectors, or a line by its axis; and where it is on its body. */
typedef struct lanes_turn {
    lanes_vec p, q, axis, offset;
} lanes_turn;

/* Offsets and axes of colliders: see collider_turn. */
INLINE lanes_row turn_of(const measure_input *in, const uint32_t *slots) {
    return gather_from(&in->bodies->turns->offset_x, TURN_FLOATS, slots);
}

INLINE lanes_turn turn_load(const measure_input *in, const uint32_t *slots,
                            const lanes_collider *c) {
    const lanes_row turn = turn_of(in, slots);
    return (lanes_turn){{c->radius_x * turn.z, c->radius_x * turn.w},
                        {lanes_all(0) - c->radius_y * turn.w, c->radius_y * turn.z},
                        {turn.z, turn.w},
                        {turn.x, turn.y}};
}

/* ---- Pairs of lanes -------------------------------------------------------------------------- */

typedef struct lanes_pair {
    lanes_collider a, b;
    lanes_vec way;    /* vector between the centres, when the step begins */
    lanes_value near; /* pairs nearer than that may meet within the step */
    lanes_value rims; /* part of it that is due to turning and pulls */
    lanes_value spin_a, spin_b;
} lanes_pair;

INLINE lanes_vec pair_speed(const lanes_pair *p) {
    return (lanes_vec){p->b.velocity.x - p->a.velocity.x, p->b.velocity.y - p->a.velocity.y};
}

/* The smaller reach. */
INLINE lanes_value pair_small(const lanes_pair *p) {
    return lanes_min(p->a.reach, p->b.reach);
}

/* Loads the colliders of pairs; the way between them is not known yet. */
INLINE void pair_begin(lanes_pair *p, const measure_input *in, const uint32_t *a,
                       const uint32_t *b) {
    p->a = collider_load(in, a);
    p->b = collider_load(in, b);
    p->near = lanes_length(pair_speed(p)) * lanes_all(in->seconds) + lanes_all(in->pull)
              + lanes_all(MEASURE_NEAR) * pair_small(p);
    p->rims = lanes_all(0);
}

/* Loads pairs of the list, and sets the way of each. */
INLINE lanes_pair pair_load(const measure_input *in, uint32_t k) {
    const pair_list *list = in->list;
    lanes_pair p;
    pair_begin(&p, in, list->a + k, list->b + k);
    lanes_vec midway = {lanes_load(list->dx + k), lanes_load(list->dy + k)};
    p.way = lanes_along(midway, lanes_all(-0.5f * in->seconds), pair_speed(&p));
    lanes_store(list->way_x + k, p.way.x);
    lanes_store(list->way_y + k, p.way.y);
    return p;
}

/* Pairs that turn, or are pulled, may come nearer by that, too. */
INLINE void add_rims(lanes_pair *p, const measure_input *in, const uint32_t *a, const uint32_t *b) {
    const float *rims = &in->bodies->sweeps->rim;
    const lanes_row of_a = gather_from(rims, SWEEP_FLOATS, a);
    const lanes_row of_b = gather_from(rims, SWEEP_FLOATS, b);
    p->rims = (of_a.x + of_b.x) * lanes_all(in->seconds);
    p->spin_a = of_a.y;
    p->spin_b = of_b.y;
    p->near += p->rims;
}

INLINE unsigned measure_round(const lanes_pair *p) {
    return lanes_bits(lanes_less(lanes_length(p->way), p->a.radius_x + p->b.radius_x + p->near));
}

#include "measure/fit_lanes.h"
#include "measure/oval_lanes.h"

#include "measure/facing_lanes.h"
#include "measure/sweep_lanes.h"

#include "measure/box_lanes.h"
#include "measure/hull_lanes.h"

/* ---- A block --------------------------------------------------------------------------------- */

/* Stores the classes of a block. */
INLINE void classes_store(uint8_t *to, unsigned round, unsigned met, unsigned both) {
    for (int i = 0; i < MEASURE_BLOCK; ++i) to[i] = class_in_lane(round, met, both, i);
}

/* Adds what a kernel found in lanes to what others found in the block. */
INLINE void found_add(lanes_found *all, lanes_found found, uint32_t lane) {
    all->met |= found.met << lane;
    all->both |= found.both << lane;
    all->unsure |= found.unsure << lane;
    all->corners |= found.corners << lane;
}

static block_rest measure_block(const measure_input *in, const measure_output *out, uint32_t first,
                                const block_kinds *kinds) {
    const unsigned all = (1u << LANES) - 1;
    unsigned met_round = 0;
    lanes_found found = {0};
    for (uint32_t lane = 0; lane < MEASURE_BLOCK; lane += LANES) {
        const uint32_t k = first + lane;
        const unsigned round = kinds->of[BLOCK_ROUND] >> lane & all;
        const unsigned ovals = kinds->of[BLOCK_OVAL] >> lane & all;
        const unsigned lines = kinds->of[BLOCK_LINE] >> lane & all;
        const unsigned boxes = kinds->of[BLOCK_BOX] >> lane & all;
        if (!(round | ovals | lines | boxes | (kinds->of[BLOCK_HULL] >> lane & all))) continue;
        lanes_pair p = pair_load(in, k);
        if (ovals | lines | boxes | in->some_pulled)
            add_rims(&p, in, in->list->a + k, in->list->b + k);
        if (round) met_round |= (measure_round(&p) & round) << lane;
        if (ovals) found_add(&found, measure_oval(in, out, k, &p, ovals, !lines), lane);
        if (lines) found_add(&found, measure_line(in, out, k, &p, lines, !ovals), lane);
        if (boxes) found_add(&found, measure_boxes(in, out, k, &p, boxes, !(ovals | lines)), lane);
    }
    assert(!(found.met & (found.unsure | found.corners | met_round)) && "a pair is measured once");
    assert(!(found.both & ~found.met) && "two touches are one, too");
    classes_store(in->list->class_of + first, met_round, found.met, found.both);
    return (block_rest){found.unsure, found.corners};
}
