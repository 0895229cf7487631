/* touching_lanes.h: rows of a pass, LANES at a time. In: a block and the velocities of its bodies;
 * out: velocities after impulses along normal and tangent. Invariant: no two lanes of a block share
 * a body that they move. */
#ifndef ENGINE_SOLVE_TOUCHING_LANES_H
#define ENGINE_SOLVE_TOUCHING_LANES_H

#include "solve/held_lanes.h"

/* Rows of a pass, and the velocities of their bodies. */
typedef struct touching {
    contact_block *at;
    fit_block *fit;
    bool fits;   /* some row is not round: known where this is inlined */
    bool curved; /* some row is between circles */
    bool flats;  /* some row has a plane */
    bool ovals;  /* some rim is an ellipse's */
    int lane;
    lanes_vec normal;
    lanes_value slip_a, slip_b, turn_a, turn_b, out_a, out_b;
    lanes_row a, b;
    lanes_vec held_a, held_b; /* locked axes */
} touching;

INLINE void find_held(touching *t, const body_rows *bodies) {
    t->held_a = held_of(bodies, t->at->a + t->lane);
    t->held_b = held_of(bodies, t->at->b + t->lane);
}

INLINE bool some_held(const touching *t) {
    return is_held(t->held_a) || is_held(t->held_b);
}

INLINE touching touching_at(const contact_pass *pass, uint32_t i, bool fits) {
    const contact_rows *rows = pass->rows;
    uint32_t block = i / ROW_BLOCK;
    touching t = {.fits = fits, .curved = true};
    t.flats = rows->has[block] & BLOCK_HAS_FLATS;
    t.ovals = rows->has[block] & BLOCK_HAS_OVALS;
    t.at = &rows->blocks[block];
    t.fit = fits ? contact_fits(rows, block) : NULL;
    t.lane = (int)(i % ROW_BLOCK);
    t.a = lanes_gather(pass->bodies->velocity, t.at->a + t.lane);
    t.b = lanes_gather(pass->bodies->velocity, t.at->b + t.lane);
    find_held(&t, pass->bodies);
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
    t->out_a = lanes_load(t->fit->out_a + t->lane);
    t->out_b = lanes_load(t->fit->out_b + t->lane);
}

enum { ALL_LANES = (1 << LANES) - 1 };

INLINE unsigned lanes_moved(lanes_value inverse_mass) {
    return lanes_bits(lanes_less(lanes_all(0), inverse_mass));
}

/* Writes rows of bodies; those of what contacts do not move are not written: any number of lanes
 * may share them. */
INLINE void rows_store(float *table, const touching *t, const lanes_row *a, const lanes_row *b) {
    const uint32_t *at_a = t->at->a + t->lane, *at_b = t->at->b + t->lane;
    if (lanes_moved(lanes_min(t->a.w, t->b.w)) == ALL_LANES) {
        lanes_scatter(table, at_a, *a);
        lanes_scatter(table, at_b, *b);
        return;
    }
    unsigned moved_a = lanes_moved(t->a.w), moved_b = lanes_moved(t->b.w);
    if (moved_a) lanes_scatter_some(table, at_a, *a, moved_a);
    if (moved_b) lanes_scatter_some(table, at_b, *b, moved_b);
}

INLINE void touching_store(const touching *t, const contact_pass *pass) {
    rows_store(pass->bodies->velocity, t, &t->a, &t->b);
}

INLINE lanes_value normal_speed(const touching *t) {
    lanes_value speed = t->normal.x * (t->b.x - t->a.x) + t->normal.y * (t->b.y - t->a.y);
    return t->fits ? speed + (t->turn_b * t->b.z - t->turn_a * t->a.z) : speed;
}

INLINE lanes_value tangent_speed(const touching *t) {
    return t->normal.x * (t->b.y - t->a.y) - t->normal.y * (t->b.x - t->a.x)
           + (t->slip_b * t->b.z - t->slip_a * t->a.z);
}

/* Adds what an impulse between them gives two bodies. */
INLINE void move_by(const touching *t, lanes_row *a, lanes_row *b, lanes_vec impulse) {
    const lanes_vec on_a = let_by(t->held_a, impulse), on_b = let_by(t->held_b, impulse);
    a->x -= t->a.w * on_a.x;
    a->y -= t->a.w * on_a.y;
    b->x += t->b.w * on_b.x;
    b->y += t->b.w * on_b.y;
}

/* Adds to the velocities of bodies what impulses along normal and tangent give them. */
INLINE void add_impulses(const touching *t, lanes_row *a, lanes_row *b, lanes_value push,
                         lanes_value drag) {
    const lanes_vec both = {push * t->normal.x - drag * t->normal.y,
                            push * t->normal.y + drag * t->normal.x};
    move_by(t, a, b, both);
    lanes_value on_a = drag * t->slip_a, on_b = drag * t->slip_b;
    if (t->fits) {
        on_a += push * t->turn_a;
        on_b += push * t->turn_b;
    }
    a->z -= t->a.w * on_a;
    b->z += t->b.w * on_b;
}

INLINE void apply(touching *t, lanes_value push, lanes_value drag) {
    add_impulses(t, &t->a, &t->b, push, drag);
}

#endif
