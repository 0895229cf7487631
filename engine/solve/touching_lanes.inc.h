/* touching_lanes.inc.h: rows of a pass, LANES at a time: their bodies, turned and held, and
 * impulses on them. */
#ifndef ENGINE_SOLVE_TOUCHING_LANES_INC_H
#define ENGINE_SOLVE_TOUCHING_LANES_INC_H

#include "core/lanes.inc.h"
#include "solve/solve.h"

/* ==== Turns =================================================================================== */

/* Sines of turns. In: radians; out: the sine, and what the cosine is less than 1, so that arms
 * turn by increments and lose no digits. */

/* Sine of a turn, and what its cosine is less than 1. */
typedef struct lanes_angle {
    lanes_value sine, less;
} lanes_angle;

/* Radians: two terms do for shorter turns of contacts, three for shorter ones of joints. */
static const float SHORT_TURN = 0.25f, SHORT_SWING = 0.5f;

/* Any turn: of what is left of it without whole turns, a quarter, doubled twice. */
MACHINE_RARE lanes_angle long_turn(lanes_value turn) {
    const lanes_value one = lanes_all(1), whole = lanes_all(12582912); /* rounds to whole numbers */
    turn = lanes_clamp(turn, lanes_all(-4e6f), lanes_all(4e6f));
    lanes_value turns = turn * lanes_all(0.159154943f) + whole - whole;
    lanes_value rest = turn - turns * lanes_all(6.28125f) - turns * lanes_all(1.93530717e-3f);
    lanes_value q = rest * lanes_all(0.25f), z = q * q;
    lanes_value sine = q - q * z * (lanes_all(1.0f / 6) - z * lanes_all(1.0f / 120));
    lanes_value less =
        z * (lanes_all(0.5f) - z * (lanes_all(1.0f / 24) - z * lanes_all(1.0f / 720)));
    for (int i = 0; i < 2; ++i) {
        lanes_value twice = sine * (one - less);
        less = lanes_all(2) * sine * sine;
        sine = twice + twice;
    }
    return (lanes_angle){sine, less};
}

/* An angle that is right of turns up to `most`; longer ones are found by `long_turn`. */
INLINE lanes_angle turn_up_to(float most, lanes_angle angle, lanes_value turn) {
    lanes_mask far = lanes_less(lanes_all(most * most), turn * turn);
    if (!lanes_bits(far)) return angle;
    lanes_angle by = long_turn(turn);
    return (lanes_angle){lanes_pick(far, by.sine, angle.sine),
                         lanes_pick(far, by.less, angle.less)};
}

INLINE lanes_angle turn_angle(lanes_value turn) {
    lanes_value square = turn * turn;
    lanes_angle angle = {turn * (lanes_all(1) - square * lanes_all(1.0f / 6)),
                         square * lanes_all(0.5f)};
    return turn_up_to(SHORT_TURN, angle, turn);
}

/* A turn that is short. */
INLINE lanes_angle swing_angle(lanes_value turn) {
    lanes_value square = turn * turn;
    lanes_value sine = square * (lanes_all(1.0f / 6) - square * lanes_all(1.0f / 120));
    lanes_value less = square * (lanes_all(0.5f) - square * lanes_all(1.0f / 24));
    return (lanes_angle){turn * (lanes_all(1) - sine), less};
}

/* Any turn of an arm that lasts. */
INLINE lanes_angle arm_angle(lanes_value turn) {
    return turn_up_to(SHORT_SWING, swing_angle(turn), turn);
}

/* Place to which a shift of a body and a turn of an arm bring the end of the arm. */
INLINE lanes_vec moved_by(lanes_row shift, lanes_vec turned) {
    return lanes_add(lanes_xy(shift), turned);
}

/* The change of a vector by a turn. */
INLINE lanes_vec turned_by(lanes_angle turn, lanes_vec v) {
    return (lanes_vec){lanes_all(0) - (v.x * turn.less + v.y * turn.sine),
                       v.x * turn.sine - v.y * turn.less};
}

/* ==== Bodies that are held ==================================================================== */

/* Axes of the world along which bodies are locked. In: directions and impulses; out: what of
 * them moves a body. Contacts and joints of such bodies get no colour: they are solved one by
 * one, so that kernels of more lanes need not ask. */

/* Loads vectors of a block, and stores them. */
INLINE lanes_vec vectors_load(const row_vectors *all, int lane) {
    return (lanes_vec){lanes_load(all->x + lane), lanes_load(all->y + lane)};
}

INLINE void vectors_store(row_vectors *all, int lane, lanes_vec v) {
    lanes_store(all->x + lane, v.x);
    lanes_store(all->y + lane, v.y);
}

enum { ASKS_HELD = LANES == 1 };

/* Returns 1 along axes that are locked, else 0. */
INLINE lanes_vec held_of(const body_rows *bodies, const uint32_t *at) {
    const lanes_vec none = {lanes_all(0), lanes_all(0)};
    if (!ASKS_HELD || !bodies->held) return none;
    const lanes_row row = lanes_gather(bodies->held, at);
    return (lanes_vec){row.x, row.y};
}

INLINE bool is_held(lanes_vec held) {
    return ASKS_HELD && lanes_bits(lanes_positive(held.x + held.y));
}

/* Returns what of an impulse moves a body. */
INLINE lanes_vec let_by(lanes_vec held, lanes_vec impulse) {
    if (!ASKS_HELD) return impulse;
    const lanes_value zero = lanes_all(0);
    return (lanes_vec){lanes_only(lanes_equal(held.x, zero), impulse.x),
                       lanes_only(lanes_equal(held.y, zero), impulse.y)};
}

/* Returns the part of a body's inverse mass that yields along a unit vector: 1 of a free body. */
INLINE lanes_value part_along(lanes_vec held, lanes_vec unit) {
    const lanes_value one = lanes_all(1);
    if (!ASKS_HELD) return one;
    return one - (held.x * unit.x * unit.x + held.y * unit.y * unit.y);
}

/* Returns how an impulse along a unit vector moves a body along the vector to its left. */
INLINE lanes_value part_across(lanes_vec held, lanes_vec unit) {
    if (!ASKS_HELD) return lanes_all(0);
    return unit.x * unit.y * (held.x - held.y);
}

/* ==== Rows of a pass ========================================================================== */

/* Rows of a pass, LANES at a time. In: a block and the velocities of its bodies; out: velocities
 * after impulses along normal and tangent. No two lanes of a block share a body that they move:
 * pairs/match.c asserts that. */

/* Forms of rows, known wherever functions are inlined: disks about their bodies' centres; circles
 * and planes that fit rims; faces that touch twice. */
typedef enum row_form { ROUND, FITS, FACES } row_form;

/* Rows of a pass, and the velocities of their bodies. */
typedef struct touching {
    contact_block *at;
    fit_block *fit;
    second_block *second;
    int touches; /* 2 of faces, else 1 */
    bool fits;   /* rows are not of the form ROUND */
    bool curved; /* some row is between circles */
    bool flats;  /* some row has a plane */
    bool ovals;  /* some rim is an ellipse's */
    int lane;
    lanes_vec normal;
    lanes_value turn_a[2], turn_b[2]; /* arms of pushes */
    lanes_value slip_a, slip_b, out_a, out_b, across;
    lanes_row a, b;
    lanes_vec held_a, held_b; /* locked axes */
} touching;

/* Impulses of a row: a push for each touch, and one friction. */
typedef struct row_impulses {
    lanes_value push[2], drag;
} row_impulses;

/* Loads rows of a block, and stores them. */
INLINE lanes_value load_rows(const touching *t, const float *all) {
    return lanes_load(all + t->lane);
}

INLINE void store_rows(const touching *t, float *all, lanes_value rows) {
    lanes_store(all + t->lane, rows);
}

INLINE lanes_vec load_vectors(const touching *t, const row_vectors *all) {
    return vectors_load(all, t->lane);
}

INLINE void store_vectors(const touching *t, row_vectors *all, lanes_vec rows) {
    vectors_store(all, t->lane, rows);
}

/* Loads the bodies of rows from a table. */
INLINE lanes_row body_a(const touching *t, const float *table) {
    return lanes_gather(table, t->at->a + t->lane);
}

INLINE lanes_row body_b(const touching *t, const float *table) {
    return lanes_gather(table, t->at->b + t->lane);
}

INLINE touch_block *touch_of(const touching *t, int touch) {
    return touch == 0 ? &t->at->first : &t->second->touch;
}

INLINE lanes_value push_sum(const touching *t, const row_impulses *i) {
    return t->touches == 2 ? i->push[0] + i->push[1] : i->push[0];
}

INLINE void find_held(touching *t, const body_rows *bodies) {
    t->held_a = held_of(bodies, t->at->a + t->lane);
    t->held_b = held_of(bodies, t->at->b + t->lane);
}

INLINE bool some_held(const touching *t) {
    return is_held(t->held_a) || is_held(t->held_b);
}

INLINE touching touching_at(const contact_pass *pass, uint32_t i, row_form form) {
    const contact_rows *rows = pass->rows;
    const uint32_t block = i / ROW_BLOCK;
    touching t = {.at = &rows->blocks[block],
                  .touches = form == FACES ? 2 : 1,
                  .fits = form != ROUND,
                  .curved = form != FACES,
                  .flats = form == FACES || rows->has[block] & BLOCK_HAS_FLATS,
                  .ovals = form == FITS && rows->has[block] & BLOCK_HAS_OVALS,
                  .lane = (int)(i % ROW_BLOCK)};
    if (form != ROUND) t.fit = contact_fits(rows, block);
    if (form == FACES) t.second = contact_seconds(rows, block);
    t.a = body_a(&t, pass->bodies->velocity);
    t.b = body_b(&t, pass->bodies->velocity);
    find_held(&t, pass->bodies);
    return t;
}

/* Arms of the second touch are those of the first, and `across` along the plane. */
INLINE void set_second_arms(touching *t) {
    t->turn_a[1] = t->turn_a[0] + t->across * load_rows(t, t->fit->over_a);
    t->turn_b[1] = t->turn_b[0] + t->across * load_rows(t, t->fit->over_b);
}

INLINE void load_arms(touching *t) {
    t->normal = load_vectors(t, &t->at->normal);
    t->slip_a = load_rows(t, t->at->slip_a);
    t->slip_b = load_rows(t, t->at->slip_b);
    if (!t->fits) return;
    t->turn_a[0] = load_rows(t, t->fit->turn_a);
    t->turn_b[0] = load_rows(t, t->fit->turn_b);
    t->out_a = load_rows(t, t->fit->out_a);
    t->out_b = load_rows(t, t->fit->out_b);
    if (t->touches == 1) return;
    t->across = load_rows(t, t->second->across);
    set_second_arms(t);
}

enum { ALL_LANES = (1 << LANES) - 1 };

INLINE unsigned lanes_moved(lanes_value inverse_mass) {
    return lanes_bits(lanes_positive(inverse_mass));
}

/* Writes rows of bodies; those of what contacts do not move are not written: any number of lanes
 * may share them. */
INLINE void bodies_store(float *table, const touching *t, const lanes_row *a, const lanes_row *b) {
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
    bodies_store(pass->bodies->velocity, t, &t->a, &t->b);
}

/* Velocity of b relative to a. */
INLINE lanes_vec relative_velocity(const touching *t) {
    return lanes_between(lanes_xy(t->a), lanes_xy(t->b));
}

/* Speed at which a touch parts. */
INLINE lanes_value normal_speed(const touching *t, int touch) {
    const lanes_value speed = lanes_dot(t->normal, relative_velocity(t));
    if (!t->fits) return speed;
    return speed + (t->turn_b[touch] * t->b.z - t->turn_a[touch] * t->a.z);
}

INLINE lanes_value tangent_speed(const touching *t) {
    return lanes_cross(t->normal, relative_velocity(t)) + (t->slip_b * t->b.z - t->slip_a * t->a.z);
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
INLINE void move_by_impulses(const touching *t, lanes_row *a, lanes_row *b, const row_impulses *i) {
    const lanes_value push = push_sum(t, i);
    const lanes_vec both = {push * t->normal.x - i->drag * t->normal.y,
                            push * t->normal.y + i->drag * t->normal.x};
    move_by(t, a, b, both);
}

/* Returns what impulses turn a body by, with the arms of its pushes and of its friction. */
INLINE lanes_value turned_by_impulses(const touching *t, const row_impulses *i,
                                      const lanes_value turn[2], lanes_value slip) {
    const lanes_value drag = i->drag * slip;
    if (!t->fits) return drag;
    if (t->touches == 1) return i->push[0] * turn[0] + drag;
    return i->push[0] * turn[0] + i->push[1] * turn[1] + drag;
}

/* Adds to the spins of bodies. */
INLINE void turn_by_impulses(const touching *t, lanes_row *a, lanes_row *b, const row_impulses *i) {
    a->z -= t->a.w * turned_by_impulses(t, i, t->turn_a, t->slip_a);
    b->z += t->b.w * turned_by_impulses(t, i, t->turn_b, t->slip_b);
}

INLINE void add_impulses(const touching *t, lanes_row *a, lanes_row *b, const row_impulses *i) {
    move_by_impulses(t, a, b, i);
    turn_by_impulses(t, a, b, i);
}

INLINE void apply(touching *t, const row_impulses *i) {
    add_impulses(t, &t->a, &t->b, i);
}

#endif
