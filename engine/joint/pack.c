/* pack.c: joints that act in a step, as rows in lanes. In: joints by id, and bodies; out: blocks of
 * eight joints of one colour, those with the most rows first; joints without a colour come last.
 *
 * A rigid row is a damped spring, solved implicitly, as soft_spring of contacts: as stiff as the
 * substep allows. Rows of a joint end with the last one of their block: there is the axis of a
 * slider, which holds the others. */
#include <assert.h>

#include "core/bits.h"
#include "core/sort.h"
#include "core/trig.h"
#include "joint/joint.h"

/* Oscillations in a substep of rigid rows, so that they part less in shorter ones, and their
 * damping ratios: of points and axes, and of angles, lengths and limits. Stiffer: loaded chains
 * tremble; softer: anchors part under load. */
static const double RIGID_TURNS = 0.25, POINT_DAMPING = 2, ROW_DAMPING = 5;

/* Sum of the effective masses of a body's joints, as part of its own: of a link in a chain 1, of a
 * knot in a net 2, of a light hub with n heavy spokes n. Bodies with more count as so much lighter
 * where masses answer: what one joint solves, all the others upset. */
static const float CROWD_MOST = 2.1f;

/* Oscillations of joints of such bodies, springs among them, and of angles held at a value. */
static const double CROWD_TURNS = 0.2;

/* Ways that a rigid row closes in a substep, at most: as part of the smaller reach, and in radians.
 * Bodies that are created apart, or teleported, come together at this speed. */
static const double CLOSE_MOST = 0.05;

/* Oscillations of springs in a substep, at most: the rule of the middle sees no stiffer ones. */
static const double SPRING_TURNS = 0.25;

/* Bounds that no float of a row exceeds. */
static const double BOUND_MOST = 1e15;

/* ---- Colours --------------------------------------------------------------------------------- */

/* Joints by missing rows, those with points in blocks before those without. */
enum { WITHOUT_POINT = JOINT_ROWS + 1, WORKS = 2 * WITHOUT_POINT };

typedef struct joint_packing {
    const joint_input *in;
    joint_packed *to;
    evo_vec2 *turns;  /* directions of the angles of joined bodies that are awake, by slot */
    uint8_t *colours; /* by joint that acts */
    uint32_t starts[COLOURS + 1][WORKS]; /* joints by colour and missing rows; then places */
    uint32_t blocks, rows;
    float *crowds;           /* sums of effective masses, by row of a body */
    soft_spring stiff, soft; /* of what is rigid: points and axes, and all else */
    soft_spring crowded_stiff, crowded_soft;
    float close_most; /* greatest speed at which rigid rows close, in reaches or radians */
} joint_packing;

/* The offset of a body's row; 0 of what a step does not move. */
static uint32_t row_of(const body_store *s, uint32_t body) {
    if (body == NONE || !body_is_active(s, body)) return 0;
    return 4 * (s->records[body].slot + 1);
}

/* Finds the joints of bodies that are awake, in the order of their ids: what sleeps is not looked
 * at. */
static bool list_joints(joint_packing *p, arena *a) {
    const body_store *s = p->in->bodies;
    const size_t words = p->in->joints->list.count / 64 + 1;
    uint64_t *sets = ARENA_TAKE(a, uint64_t, words);
    p->to->ids = ARENA_TAKE(a, uint32_t, p->in->joints->count + 1);
    if (!sets || !p->to->ids) return false;
    memset(sets, 0, words * sizeof *sets);
    for (uint32_t i = 0; i < s->awake; ++i)
        for (uint32_t e = s->records[s->motions[i].id].first_edge; e != NONE; e = s->edges[e].next)
            sets[e / 128] |= UINT64_C(1) << e / 2 % 64;
    for (size_t w = 0; w < words; ++w)
        for (uint64_t set = sets[w]; set != 0; set &= set - 1)
            p->to->ids[p->to->count++] = (uint32_t)(64 * w) + bits_lowest(set);
    return true;
}

static bool is_disabled(const body_store *s, uint32_t body) {
    return body != NONE && !s->records[body].enabled;
}

static bool acts(const joint_packing *p, const joint_record *joint, const uint32_t *rows) {
    const body_store *s = p->in->bodies;
    const float *velocity = p->in->rows->velocity;
    if (joint->generation % 2 == 0) return false;
    if (joint->rows.count == 0 && !joint->rows.has_point) return false;
    if (is_disabled(s, joint->bodies[0]) || is_disabled(s, joint->bodies[1])) return false;
    return velocity[rows[0] + 3] > 0 || velocity[rows[1] + 3] > 0;
}

/* Joints are in the order of the work that they are, so that few lanes are idle. */
static int missing_rows(const joint_record *joint) {
    return JOINT_ROWS - joint->rows.count + (joint->rows.has_point ? 0 : WITHOUT_POINT);
}

/* Gives each joint that acts the lowest colour that its bodies do not have; others leave the
 * list. */
static bool colour(joint_packing *p, arena *a) {
    const joint_store *j = p->in->joints;
    const body_store *s = p->in->bodies;
    const float *velocity = p->in->rows->velocity;
    const uint32_t listed = p->to->count;
    uint64_t *taken = ARENA_TAKE(a, uint64_t, p->in->rows->count + 1);
    p->colours = ARENA_TAKE(a, uint8_t, listed + 1);
    p->crowds = ARENA_TAKE(a, float, p->in->rows->count + 1);
    if (!taken || !p->colours || !p->crowds) return false;
    memset(p->crowds, 0, (p->in->rows->count + 1) * sizeof *p->crowds);
    memset(taken, 0, (p->in->rows->count + 1) * sizeof *taken);
    p->to->count = 0;
    for (uint32_t i = 0; i < listed; ++i) {
        const joint_record *joint = &j->records[p->to->ids[i]];
        const uint32_t rows[2] = {row_of(s, joint->bodies[0]), row_of(s, joint->bodies[1])};
        if (!acts(p, joint, rows)) continue;
        const bool single =
            body_row_is_held(p->in->rows, rows[0]) || body_row_is_held(p->in->rows, rows[1]);
        const uint64_t used = single ? ~UINT64_C(0) : taken[rows[0] / 4] | taken[rows[1] / 4];
        const unsigned free = ~used ? bits_lowest(~used) : COLOURS;
        const uint64_t bit = free < COLOURS ? UINT64_C(1) << free : 0;
        assert(!((taken[rows[0] / 4] | taken[rows[1] / 4]) & bit)
               && "joints of a colour share no body that moves");
        p->to->ids[p->to->count] = p->to->ids[i];
        p->colours[p->to->count++] = (uint8_t)free;
        ++p->starts[free][missing_rows(joint)];
        const float mass = 1 / (velocity[rows[0] + 3] + velocity[rows[1] + 3]);
        for (int side = 0; side < 2; ++side) {
            if (velocity[rows[side] + 3] > 0) taken[rows[side] / 4] |= bit;
            p->crowds[rows[side] / 4] += mass;
        }
    }
    return true;
}

/* ---- Places ---------------------------------------------------------------------------------- */

static uint32_t whole_blocks(uint32_t joints) {
    return (joints + ROW_BLOCK - 1) / ROW_BLOCK * ROW_BLOCK;
}

/* Counts become places; returns the place behind the last joint of a colour. */
static uint32_t place_colour(joint_packing *p, int c, uint32_t next) {
    for (int missing = 0; missing < WORKS; ++missing) {
        if (missing == WITHOUT_POINT) next = whole_blocks(next);
        const uint32_t count = p->starts[c][missing];
        p->starts[c][missing] = next;
        next += (1 + p->in->spare) * count;
    }
    return next;
}

static void place_joints(joint_packing *p) {
    joint_blocks *to = &p->to->blocks;
    uint32_t next = 0;
    for (int c = 0; c < COLOURS; ++c) next = whole_blocks(place_colour(p, c, next));
    to->lanes = next;
    to->single_end = place_colour(p, COLOURS, next);
    p->blocks = whole_blocks(to->single_end) / ROW_BLOCK;
}

static bool take_blocks(joint_packing *p, arena *a) {
    const joint_store *j = p->in->joints;
    joint_blocks *to = &p->to->blocks;
    p->to->place = ARENA_TAKE(a, uint32_t, p->to->count + 1);
    to->blocks = ARENA_TAKE(a, joint_block, p->blocks + 1);
    if (!p->to->place || !to->blocks) return false;
    memset(to->blocks, 0, p->blocks * sizeof *to->blocks);
    for (uint32_t i = 0; i < p->to->count; ++i) {
        const joint_record *joint = &j->records[p->to->ids[i]];
        const uint32_t count = (uint32_t)joint->rows.count;
        uint32_t *next = &p->starts[p->colours[i]][missing_rows(joint)];
        assert(*next < p->to->blocks.single_end && "colours count their joints");
        p->to->place[i] = *next;
        *next += 1 + p->in->spare;
        joint_block *block = &to->blocks[p->to->place[i] / ROW_BLOCK];
        if (block->count < count) block->count = count;
    }
    for (uint32_t i = 0; i < p->blocks; ++i) {
        to->blocks[i].first = p->rows;
        p->rows += to->blocks[i].count;
    }
    to->rows = ARENA_TAKE(a, joint_row, p->rows + 1);
    to->kinds = ARENA_TAKE(a, joint_kinds, p->rows + 1);
    if (!to->rows || !to->kinds) return false;
    memset(to->rows, 0, p->rows * sizeof *to->rows);
    memset(to->kinds, 0, p->rows * sizeof *to->kinds);
    return true;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static float bound_of(double x) {
    return (float)most_of(least_of(x, BOUND_MOST), -BOUND_MOST);
}

/* Returns how many times lighter a body counts than with few joints, 1 at least. */
static float lighter_of(const joint_packing *p, uint32_t row) {
    const float crowd = p->crowds[row / 4] * p->in->rows->velocity[row + 3];
    return crowd > CROWD_MOST ? crowd / CROWD_MOST : 1;
}

static bool turn_bodies(joint_packing *p, arena *a) {
    const body_store *s = p->in->bodies;
    p->turns = ARENA_TAKE(a, evo_vec2, s->awake + 1);
    for (uint32_t i = 0; i < s->awake && p->turns; ++i)
        if (s->records[s->motions[i].id].first_edge != NONE)
            p->turns[i] = evo_direction(s->states[i].angle);
    return p->turns != NULL;
}

static joint_side side_of(const joint_packing *p, const joint_record *joint, int side,
                          uint32_t row) {
    const body_store *s = p->in->bodies;
    if (row == 0) return joint_side_of(joint, s, side);
    return joint_side_at(joint, s, side, row / 4 - 1, p->turns[row / 4 - 1]);
}

/* A joint on its way into a lane. */
typedef struct joint_lane {
    const joint_record *joint;
    joint_side a, b;
    uint32_t lane;
    const soft_spring *points, *rows;
    float lighter[2];
    float mass, inertia; /* effective */
    double spring_turns; /* oscillations of its springs in a substep, at most */
    float close_most;    /* greatest speed at which it closes */
} joint_lane;

/* Multiple of the damping by which the rule of the middle takes as much from an oscillation in a
 * substep as damping does: (1 + w w h h / 4) tanh(z w h) / (z w h), tanh by a fraction. */
static double ringing_part(double turn, double damping_ratio) {
    const double loss = turn * least_of(damping_ratio, 1), square = loss * loss;
    return (1 + 0.25 * turn * turn) * (15 + square) / (15 + 6 * square);
}

/* Stiffness that gives both bodies the frequency. Half of the arms count, whichever way they lie: a
 * stiffness that changed as bodies turn would give them energy. */
static void pack_spring(joint_laws *to, const joint_lane *of, double substep, bool turns) {
    const evo_joint_config *c = &of->joint->config;
    const bool own = turns && (c->kind == EVO_WELD || c->kind == EVO_MOTOR);
    const double hertz = own ? c->turn_hertz : c->hertz;
    const double damping_ratio = own ? c->turn_damping_ratio : c->damping_ratio;
    const double turn = 2 * PI * least_of(hertz * substep, of->spring_turns);
    const double mass = (double)(turns ? of->inertia : of->mass);
    to->stiffness[of->lane] = bound_of(mass * turn * turn);
    to->damping[of->lane] =
        bound_of(2 * damping_ratio * mass * turn * ringing_part(turn, damping_ratio));
}

static void pack_law(const joint_packing *p, joint_laws *to, const joint_lane *of, joint_law law,
                     double most, double pull, const soft_spring *rigid) {
    to->law[of->lane] = (float)law;
    to->most[of->lane] = (float)(0.5 * most * p->in->substep);
    to->pull[of->lane] = pull == most ? to->most[of->lane] : (float)(0.5 * pull * p->in->substep);
    to->rate[of->lane] = law == JOINT_RIGID ? rigid->rate : 0;
    to->gain[of->lane] = law == JOINT_RIGID ? 1 - rigid->leak : 1;
    to->close_most[of->lane] = of->close_most;
}

static void pack_coordinate(const joint_lane *of, const joint_form *form, joint_row *to) {
    const uint32_t lane = of->lane;
    evo_vec2 d = vec((double)form->x, (double)form->y);
    double from = 0;
    if (form->coordinate == JOINT_AXIS) d = vec_turn(d, of->a.turn);
    if (form->coordinate == JOINT_ANGLE) from = d.x * of->a.angle + d.y * of->b.angle;
    if (form->coordinate == JOINT_PULLEY) {
        to->factor[lane] = form->y;
        d = vec_sub(vec_add(of->b.position, of->b.arm), of->joint->config.ground_b);
    }
    to->x[lane] = (float)d.x;
    to->y[lane] = (float)d.y;
    to->lower[lane] = bound_of(form->lower - from);
    to->upper[lane] = bound_of(form->upper - from);
}

/* Angles that are held at a value share the arms of points, which hold them: they are softer. */
static const soft_spring *rigid_of(const joint_packing *p, const joint_lane *of,
                                   const joint_form *form) {
    const bool limit = form->lower < form->upper;
    if (limit) return of->rows;
    if (form->coordinate == JOINT_AXIS) return of->points;
    return form->coordinate == JOINT_ANGLE ? &p->crowded_soft : of->rows;
}

static void pack_row(const joint_packing *p, const joint_lane *of, int i, uint32_t row) {
    const joint_form *form = &of->joint->rows.forms[i];
    joint_row *to = &p->to->blocks.rows[row];
    joint_kinds *kinds = &p->to->blocks.kinds[row];
    const uint32_t lane = of->lane;
    pack_coordinate(of, form, to);
    to->coordinate[lane] = (float)form->coordinate;
    to->speed[lane] = (float)form->speed;
    to->impulse[lane] = p->in->warm * of->joint->impulses[i];
    pack_law(p, &to->by, of, form->law, form->most, form->pull, rigid_of(p, of, form));
    if (form->coordinate == JOINT_ANGLE) to->by.close_most[lane] = p->close_most;
    if (form->law == JOINT_SPRING)
        pack_spring(&to->by, of, p->in->substep, form->coordinate == JOINT_ANGLE);
    kinds->coordinates |= (uint8_t)(1 << form->coordinate);
    kinds->laws |= (uint8_t)(1 << form->law);
    kinds->bounded |= form->lower < form->upper;
}

static evo_vec2 apart_of(const joint_lane *of) {
    const evo_vec2 anchor_a = vec_add(of->a.position, of->a.arm);
    if (of->joint->config.kind == EVO_PULLEY) return vec_sub(anchor_a, of->joint->config.ground_a);
    return vec_sub(vec_add(of->b.position, of->b.arm), anchor_a);
}

/* Sets effective masses, and how soft the joint is. */
static void weigh(const joint_packing *p, joint_lane *of, uint32_t row_a, uint32_t row_b) {
    const float *velocity = p->in->rows->velocity, *shift = p->in->rows->shift;
    const float a = velocity[row_a + 3], over_a = shift[row_a + 3];
    const float b = velocity[row_b + 3], over_b = shift[row_b + 3];
    const evo_joint_kind kind = of->joint->config.kind;
    const float turn_a = a * over_a * over_a, turn_b = b * over_b * over_b;
    const bool slides = kind == EVO_PRISMATIC || kind == EVO_WHEEL;
    const evo_vec2 arm_a = slides ? vec_add(of->a.arm, apart_of(of)) : of->a.arm;
    const float arms =
        turn_a * (float)vec_dot(arm_a, arm_a) + turn_b * (float)vec_dot(of->b.arm, of->b.arm);
    of->lighter[0] = lighter_of(p, row_a);
    of->lighter[1] = lighter_of(p, row_b);
    const bool crowded = of->lighter[0] > 1 || of->lighter[1] > 1;
    of->mass = 1 / (a + b + 0.5f * arms);
    of->inertia = turn_a + turn_b > 1e-30f ? 1 / (turn_a + turn_b) : 0;
    of->points = crowded ? &p->crowded_stiff : &p->stiff;
    of->rows = crowded ? &p->crowded_soft : &p->soft;
    of->spring_turns = crowded ? CROWD_TURNS : SPRING_TURNS;
}

/* Reach of the smaller of the bodies that a joint moves. */
static float reach_of(const joint_packing *p, uint32_t row_a, uint32_t row_b) {
    const uint32_t rows[2] = {row_a, row_b};
    float least = INFINITY;
    for (int side = 0; side < 2; ++side) {
        if (!(p->in->rows->velocity[rows[side] + 3] > 0)) continue;
        const float extent = p->in->bodies->motions[rows[side] / 4 - 1].extent;
        if (extent > 0 && extent < least) least = extent;
    }
    return least;
}

static void pack_point(const joint_packing *p, const joint_lane *of, joint_block *block) {
    const joint_record *joint = of->joint;
    joint_point *to = &block->point;
    if (!joint->rows.has_point) return;
    block->point_laws |= (uint8_t)(1 << joint->rows.point_law);
    if (joint->rows.point_most < INFINITY) block->point_laws |= POINT_LIMITED;
    to->impulse_x[of->lane] = p->in->warm * joint->point_x;
    to->impulse_y[of->lane] = p->in->warm * joint->point_y;
    if (joint->rows.point_law == JOINT_MOTOR) {
        to->speed_x[of->lane] = bound_of(joint->config.velocity.x);
        to->speed_y[of->lane] = bound_of(joint->config.velocity.y);
    }
    pack_law(p, &to->by, of, joint->rows.point_law, joint->rows.point_most, joint->rows.point_most,
             of->points);
    if (joint->rows.point_law == JOINT_SPRING) pack_spring(&to->by, of, p->in->substep, false);
}

/* The index in its block of the first row of a joint: rows end with the last one there. */
static uint32_t first_row(const joint_block *block, const joint_record *joint) {
    return block->first + block->count - (uint32_t)joint->rows.count;
}

/* Returns whether the last row is an axis that holds those before it. */
static bool is_held(const joint_rows *rows) {
    if (rows->has_point || rows->count < 2) return false;
    const joint_form *last = &rows->forms[rows->count - 1];
    return last->coordinate == JOINT_AXIS && last->law == JOINT_RIGID
           && !(last->lower < last->upper);
}

static void pack_joint(const joint_packing *p, uint32_t i) {
    const joint_record *joint = &p->in->joints->records[p->to->ids[i]];
    const body_store *s = p->in->bodies;
    const uint32_t place = p->to->place[i];
    joint_block *block = &p->to->blocks.blocks[place / ROW_BLOCK];
    const uint32_t row_a = row_of(s, joint->bodies[0]), row_b = row_of(s, joint->bodies[1]);
    joint_lane of = {.joint = joint,
                     .a = side_of(p, joint, 0, row_a),
                     .b = side_of(p, joint, 1, row_b),
                     .lane = place % ROW_BLOCK};
    weigh(p, &of, row_a, row_b);
    of.close_most = p->close_most * reach_of(p, row_a, row_b);
    const evo_vec2 apart = apart_of(&of);
    block->a[of.lane] = row_a;
    block->b[of.lane] = row_b;
    block->arm_ax[of.lane] = (float)of.a.arm.x;
    block->arm_ay[of.lane] = (float)of.a.arm.y;
    block->arm_bx[of.lane] = (float)of.b.arm.x;
    block->arm_by[of.lane] = (float)of.b.arm.y;
    block->apart_x[of.lane] = (float)apart.x;
    block->apart_y[of.lane] = (float)apart.y;
    block->lighter_a[of.lane] = of.lighter[0];
    block->lighter_b[of.lane] = of.lighter[1];
    if (is_held(&joint->rows)) {
        block->held[of.lane] = 1;
        block->some_held = true;
    }
    const uint32_t first = first_row(block, joint);
    for (int k = 0; k < joint->rows.count; ++k) pack_row(p, &of, k, first + (uint32_t)k);
    pack_point(p, &of, block);
}

bool joints_pack(joint_packed *to, const joint_input *in, arena *a) {
    joint_packing p = {.in = in, .to = to};
    *to = (joint_packed){
        .per_second = (float)(1 / in->seconds),
        .blocks = {.seconds = (float)in->substep, .per_second = (float)(1 / in->substep)}};
    if (in->joints->count == 0 || in->bodies->awake == 0) return true;
    p.close_most = (float)(CLOSE_MOST / in->substep);
    p.stiff = soft_spring_for(RIGID_TURNS, POINT_DAMPING, in->substep);
    p.soft = soft_spring_for(RIGID_TURNS, ROW_DAMPING, in->substep);
    p.crowded_stiff = soft_spring_for(CROWD_TURNS, POINT_DAMPING, in->substep);
    p.crowded_soft = soft_spring_for(CROWD_TURNS, ROW_DAMPING, in->substep);
    if (!list_joints(&p, a) || !colour(&p, a)) return false;
    place_joints(&p);
    if (!take_blocks(&p, a) || !turn_bodies(&p, a)) return false;
    for (uint32_t i = 0; i < to->count; ++i) {
        pack_joint(&p, i);
        to->watch_count += joint_may_break(&in->joints->records[to->ids[i]].config);
    }
    return joints_watch(to, in->joints, a);
}

/* ---- The end --------------------------------------------------------------------------------- */

joint_impulses joint_sum_of(const joint_record *joint, const joint_packed *packed, uint32_t i) {
    const uint32_t place = packed->place[i], lane = place % ROW_BLOCK;
    const joint_block *block = &packed->blocks.blocks[place / ROW_BLOCK];
    const joint_row *rows = &packed->blocks.rows[first_row(block, joint)];
    joint_impulses sum = {.x = block->point.sum_x[lane], .y = block->point.sum_y[lane]};
    for (int k = 0; k < joint->rows.count; ++k) sum.rows[k] = rows[k].sum[lane];
    return sum;
}

static void take_impulses(joint_store *j, uint32_t i, const joint_packed *packed) {
    joint_record *joint = &j->records[packed->ids[i]];
    const uint32_t place = packed->place[i], lane = place % ROW_BLOCK;
    const joint_block *block = &packed->blocks.blocks[place / ROW_BLOCK];
    joint->point_x = block->point.impulse_x[lane];
    joint->point_y = block->point.impulse_y[lane];
    const joint_row *rows = &packed->blocks.rows[first_row(block, joint)];
    for (int k = 0; k < joint->rows.count; ++k) joint->impulses[k] = rows[k].impulse[lane];
    joint->sum = joint_sum_of(joint, packed, i);
}

/* Adds up what joints gave to a body: a step expects as much of the next one. */
static void add_pull(body_store *s, uint32_t row, float x, float y, float per_second) {
    if (row == 0) return;
    body_motion *motion = &s->motions[row / 4 - 1];
    motion->pull_x += per_second * x;
    motion->pull_y += per_second * y;
}

static void take_pulls(body_store *s, const joint_blocks *blocks, uint32_t place) {
    const joint_block *block = &blocks->blocks[place / ROW_BLOCK];
    const uint32_t k = place % ROW_BLOCK;
    const float per_half = 2 * blocks->per_second;
    add_pull(s, block->a[k], block->given_ax[k], block->given_ay[k], per_half);
    add_pull(s, block->b[k], block->given_bx[k], block->given_by[k], per_half);
}

static bool ends_before(const void *first, const void *second) {
    const evo_joint a = ((const evo_joint_end *)first)->joint;
    const evo_joint b = ((const evo_joint_end *)second)->joint;
    return a.index != b.index ? a.index < b.index : a.generation < b.generation;
}

/* Keeps the load of a joint, and ends it if it broke; one that only tells is told of as its load
 * comes to exceed its limits. */
static void take_watch(joint_store *j, body_store *s, const joint_packed *packed, uint32_t i) {
    const joint_watch *watch = &packed->watches[i];
    const uint32_t id = packed->ids[watch->joint];
    joint_record *joint = &j->records[id];
    const bool holds = joint->config.only_tells, again = holds && joint->exceeded;
    joint->force = watch->force;
    joint->torque = watch->torque;
    joint->exceeded = holds && watch->exceeds;
    if (!watch->breaks) return;
    if (!again) joints_tell(j, s, id, true);
    if (!holds) joints_destroy(j, s, id);
}

void joints_publish(joint_store *j, body_store *s, const joint_packed *packed) {
    j->per_second = packed->per_second;
    for (uint32_t i = 0; i < s->awake && j->joined; ++i)
        s->motions[i].pull_x = s->motions[i].pull_y = 0;
    j->joined = packed->count > 0;
    for (uint32_t i = 0; i < packed->count; ++i) {
        take_impulses(j, i, packed);
        take_pulls(s, &packed->blocks, packed->place[i]);
    }
    for (uint32_t i = 0; i < packed->watch_count; ++i) take_watch(j, s, packed, i);
    s->revision += j->ending_list.count > 0;
    evo_joint_end *shown = j->ended;
    const list_size list = j->end_list;
    j->ended = j->ending;
    j->end_list = j->ending_list;
    j->ending = shown;
    j->ending_list = list;
    j->ending_list.count = 0;
    sort_items(j->ended, j->end_list.count, sizeof *j->ended, ends_before);
}
