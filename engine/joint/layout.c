/* layout.c: the joints that act, placed in blocks, and their data that do not change as bodies
 * move: colours, laws, crowds. In: joints by id, and bodies; out: blocks of 16 joints of one
 * colour, those with the most rows first; joints without a colour come last. Invariant: a layout
 * kept from step to step equals the one that would be made anew.
 *
 * A rigid row is a damped spring, solved implicitly like soft_spring of contacts, as stiff as the
 * substep allows. Where many joints meet, each sweep leaves errors from the late impulses of
 * others, and stiff springs multiply them: so rows and springs are softer there. The rows of a
 * joint end with the last row of its block: the axis of a slider, which holds the other rows, is
 * there. */
#include <assert.h>

#include "joint/joint.h"

/* Numbers of missing rows, by which joints are sorted. Blocks of joints with a point come before
 * the others. */
enum { WITHOUT_POINT = JOINT_ROWS + 1, WORKS = 2 * WITHOUT_POINT };

/* Joints of a body that act on each other: sums of the body's shares in the yields of its joints. A
 * link of a chain has 1, a knot of a net 2, a light hub with n heavy spokes n. */
typedef struct joint_crowd {
    float anchors; /* shares of yields at anchors */
    float movers;  /* the same by masses alone, of joints to movable bodies */
    float turns;   /* shares of turning, with bodies that joints hold at an angle */
} joint_crowd;

/* Shares of a joint in the crowds of both bodies. */
typedef struct joint_shares {
    joint_crowd of[2];
    float swings; /* share of turning in the joint's yield at its anchors */
} joint_shares;

typedef struct layout_making {
    const joint_input *in;
    joint_layout *to;
    uint8_t *colours;                    /* of the joints that act */
    joint_shares *shares;                /* of the joints that act */
    joint_crowd *crowds;                 /* by row of a body */
    uint32_t starts[COLOURS + 1][WORKS]; /* joints by colour and missing rows; then their lanes */
    soft_spring stiff, soft; /* rigid rows that are not crowded: points and axes; others */
    soft_spring crowded_soft;
} layout_making;

/* Finds the joints of awake bodies, in the order of their ids. Sleeping bodies are not read. */
static bool list_joints(layout_making *p, arena *a) {
    const body_store *s = p->in->bodies;
    const joint_store *j = p->in->joints;
    joint_layout *to = p->to;
    const size_t words = j->list.count / 64 + 1;
    uint64_t *sets = ARENA_TAKE(a, uint64_t, words);
    if (!sets || !ARRAY_RESERVE(j->memory, to->ids, to->room.ids, j->count)
        || !ARRAY_RESERVE(j->memory, to->place, to->room.place, j->count))
        return false;
    memset(sets, 0, words * sizeof *sets);
    for (uint32_t i = 0; i < s->awake; ++i)
        EACH_EDGE (e, s, s->motions[i].id) sets[e / 128] |= UINT64_C(1) << e / 2 % 64;
    for (size_t w = 0; w < words; ++w)
        for (uint64_t set = sets[w]; set != 0; set &= set - 1) {
            assert(to->count < j->count && "a joint is listed once");
            to->ids[to->count++] = (uint32_t)(64 * w) + bits_lowest(set);
        }
    return true;
}

static bool is_disabled(const body_store *s, uint32_t body) {
    return body != NONE && !s->records[body].enabled;
}

/* Returns the number of missing rows, by which joints are sorted so that few lanes are idle. */
static int missing_rows(const joint_record *joint) {
    return JOINT_ROWS - joint->rows.count + (joint->rows.has_point ? 0 : WITHOUT_POINT);
}

/* ---- Crowds ---------------------------------------------------------------------------------- */

/* In: joints and bodies, in their own frames, so that a kept layout stays valid as they move; out:
 * shares of a body in a joint, 0 to 1, and their sums. */

/* A side of a joint, in the frame of its body. */
typedef struct joint_end_of {
    double mass, turn; /* inverse mass, and inverse inertia */
    evo_vec2 arm;
} joint_end_of;

static joint_end_of joint_end(const layout_making *p, const joint_record *joint, int side) {
    const body_store *s = p->in->bodies;
    const uint32_t body = joint->bodies[side], row = joint_row_of(s, body);
    joint_end_of end = {.arm = {0, 0}};
    if (body == NONE) return end;
    const body_record *record = &s->records[body];
    end.arm = vec_sub(joint->anchors[side], record->center);
    if (row == 0) return end;
    const double gyration = mass_gyration(record);
    end.mass = (double)p->in->rows->velocity[row + 3];
    end.turn = gyration > 0 ? end.mass / (gyration * gyration) : 0;
    return end;
}

static double load_share(double own, double other) {
    return own > 0 ? own / (own + other) : 0;
}

/* Returns whether a joint holds the angle between its bodies, rigidly or by a spring. */
static bool holds_angle(const joint_rows *rows) {
    for (int i = 0; i < rows->count; ++i) {
        const joint_form *form = &rows->forms[i];
        if (form->coordinate == JOINT_ANGLE && form->law != JOINT_MOTOR && form->x + form->y == 0
            && !(form->lower < form->upper))
            return true;
    }
    return false;
}

static joint_shares joint_shares_of(const layout_making *p, const joint_record *joint) {
    joint_shares shares;
    const joint_end_of ends[2] = {joint_end(p, joint, 0), joint_end(p, joint, 1)};
    const evo_joint_config *c = &joint->config;
    const bool holds = holds_angle(&joint->rows);
    const evo_vec2 turn = holds ? evo_direction(c->frame_a.angle - c->frame_b.angle) : vec(1, 0);
    const evo_vec2 between = vec_sub(ends[0].arm, vec_turn(ends[1].arm, turn));
    double yields[2], arms = 0;
    for (int i = 0; i < 2; ++i) {
        const double arm = ends[i].turn * vec_dot(ends[i].arm, ends[i].arm);
        yields[i] = ends[i].mass + arm;
        arms += arm;
    }
    for (int i = 0; i < 2; ++i) {
        const joint_end_of *own = &ends[i], *other = &ends[1 - i];
        /* Inverse inertia of the other body, held at the distance of both centres. */
        const double swings =
            other->turn > 0 ? 1 / (1 / other->turn + vec_dot(between, between) / other->mass) : 0;
        shares.of[i].anchors = (float)load_share(yields[i], yields[1 - i]);
        shares.of[i].movers = other->mass > 0 ? (float)load_share(own->mass, other->mass) : 0;
        shares.of[i].turns = holds ? (float)load_share(own->turn, swings) : 0;
    }
    shares.swings = (float)(1 - load_share(ends[0].mass + ends[1].mass, arms));
    assert(shares.of[0].anchors + shares.of[1].anchors < 1.001f && "both share one joint");
    return shares;
}

/* Gives each joint that acts the lowest colour that its bodies do not have yet, and adds its shares
 * to their crowds. Other joints leave the list. */
static bool colour(layout_making *p, arena *a) {
    const body_store *s = p->in->bodies;
    const body_rows *rows = p->in->rows;
    joint_layout *to = p->to;
    const uint32_t listed = to->count, rows_all = rows->count + 1;
    uint64_t *taken = ARENA_TAKE(a, uint64_t, rows_all);
    p->colours = ARENA_TAKE(a, uint8_t, listed + 1);
    p->shares = ARENA_TAKE(a, joint_shares, listed + 1);
    p->crowds = ARENA_TAKE(a, joint_crowd, rows_all);
    if (!taken || !p->colours || !p->shares || !p->crowds) return false;
    memset(p->crowds, 0, rows_all * sizeof *p->crowds);
    memset(taken, 0, rows_all * sizeof *taken);
    to->count = 0;
    for (uint32_t i = 0; i < listed; ++i) {
        const uint32_t id = to->ids[i];
        const joint_record *joint = &p->in->joints->records[id];
        const uint32_t row[2] = {joint_row_of(s, joint->bodies[0]),
                                 joint_row_of(s, joint->bodies[1])};
        const bool moves[2] = {rows->velocity[row[0] + 3] > 0, rows->velocity[row[1] + 3] > 0};
        assert(joint->generation % 2 == 1 && "edges are of living joints");
        if ((joint->rows.count == 0 && !joint->rows.has_point) || !(moves[0] || moves[1])
            || is_disabled(s, joint->bodies[0]) || is_disabled(s, joint->bodies[1]))
            continue;
        const uint64_t both = taken[row[0] / 4] | taken[row[1] / 4];
        const bool single = body_row_is_locked(rows, row[0]) || body_row_is_locked(rows, row[1]);
        const uint64_t open = single ? 0 : ~both;
        const unsigned lowest = open ? bits_lowest(open) : COLOURS;
        const uint64_t bit = lowest < COLOURS ? UINT64_C(1) << lowest : 0;
        assert(!(both & bit) && "joints of a colour share no body that moves");
        const joint_shares shares = p->shares[to->count] = joint_shares_of(p, joint);
        for (int side = 0; side < 2; ++side) {
            joint_crowd *crowd = &p->crowds[row[side] / 4];
            crowd->anchors += shares.of[side].anchors;
            crowd->movers += shares.of[side].movers;
            crowd->turns += shares.of[side].turns;
            if (moves[side]) taken[row[side] / 4] |= bit;
        }
        to->ids[to->count] = id;
        p->colours[to->count++] = (uint8_t)lowest;
        ++p->starts[lowest][missing_rows(joint)];
    }
    return true;
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* Replaces the counts of a colour by first lanes; returns the lane behind the last joint. */
static uint32_t place_colour(layout_making *p, int c, uint32_t next) {
    for (int missing = 0; missing < WORKS; ++missing) {
        if (missing == WITHOUT_POINT) next = whole_blocks(next);
        const uint32_t count = p->starts[c][missing];
        p->starts[c][missing] = next;
        next += (1 + p->in->spare) * count;
    }
    return next;
}

/* Gives each joint its lane, and each block its rows. */
static bool place_joints(layout_making *p) {
    joint_layout *l = p->to;
    joint_blocks *to = &l->blocks;
    const evo_allocator *memory = p->in->joints->memory;
    uint32_t next = 0, rows = 0;
    to->starts = l->starts;
    to->colours = COLOURS;
    for (int c = 0; c < COLOURS; ++c) {
        to->starts[c] = next;
        next = whole_blocks(place_colour(p, c, next));
    }
    while (to->colours > 0 && to->starts[to->colours - 1] == next) --to->colours;
    to->starts[to->colours] = to->lanes = next;
    to->single_end = place_colour(p, COLOURS, next);
    l->block_count = whole_blocks(to->single_end) / ROW_BLOCK;
    if (!ARRAY_RESERVE(memory, to->blocks, l->room.blocks, l->block_count)) return false;
    array_fill(to->blocks, 0, l->block_count, sizeof *to->blocks);
    for (uint32_t i = 0; i < l->count; ++i) {
        const joint_record *joint = &p->in->joints->records[l->ids[i]];
        const uint32_t count = (uint32_t)joint->rows.count;
        uint32_t *place = &p->starts[p->colours[i]][missing_rows(joint)];
        assert(*place < to->single_end && "colours count their joints");
        joint_block *block = &to->blocks[*place / ROW_BLOCK];
        const uint32_t filled = *place % ROW_BLOCK + 1;
        if (block->count < count) block->count = count;
        if (block->filled < filled) block->filled = filled;
        l->place[i] = *place;
        *place += 1 + p->in->spare;
    }
    for (uint32_t i = 0; i < l->block_count; ++i) {
        to->blocks[i].first = rows;
        rows += to->blocks[i].count;
    }
    const size_t room = (size_t)rows + 1; /* the first row of a joint without rows is there */
    if (!ARRAY_RESERVE(memory, to->rows, l->room.rows, room)
        || !ARRAY_RESERVE(memory, to->kinds, l->room.kinds, room))
        return false;
    array_fill(to->rows, 0, rows, sizeof *to->rows);
    array_fill(to->kinds, 0, rows, sizeof *to->kinds);
    return true;
}

/* ---- Laws ------------------------------------------------------------------------------------ */

/* exp(-x), for x up to 3. */
static double decay_of(double x) {
    const double q = 0.25 * x, part = (12 - q * (6 - q)) / (12 + q * (6 + q));
    return part * part * part * part;
}

/* A joint, its lane, and its softness. */
typedef struct placed_joint {
    const joint_record *joint;
    double substep;
    uint32_t lane;
    float close_most, turn_most; /* largest speeds of correction: of lengths and of angles */
    soft_spring points, angles;  /* of points and axes; of angles that are held */
    const soft_spring *rows;     /* of other rows */
    double at_anchors, at_turns; /* crowds at its bodies without this joint */
    double own;                  /* coupling of its point and its angle; 0 if one is free */
} placed_joint;

/* Largest crowds of a body, at anchors and in turning. In a larger crowd the body counts as lighter
 * in effective masses, and its joints are softer, as each joint disturbs the others. Larger: hubs
 * of many parts explode; smaller: loaded joints part. */
static const float CROWD_MOST = 2.1f, TURNED_MOST = 2;

/* Returns the factor, at least 1, by which a body with many joints counts as lighter. */
static float lighter_of(const layout_making *p, uint32_t row) {
    const joint_crowd *crowd = &p->crowds[row / 4];
    const float anchors = crowd->anchors / CROWD_MOST, turns = crowd->turns / TURNED_MOST;
    const float most = anchors > turns ? anchors : turns;
    return row > 0 && most > 1 ? most : 1;
}

/* Oscillations of rigid rows in a substep, and their damping ratios: of points and axes, and of
 * angles, lengths and limits. Shorter substeps make rows stiffer. Stiffer: loaded chains tremble;
 * softer: anchors part under load. */
static const double RIGID_TURNS = 0.25, POINT_DAMPING = 2, ROW_DAMPING = 5;

/* Returns the spring of rigid rows with at most `most` oscillations in a substep, or with the
 * user's frequency. */
static soft_spring rigid_spring(const joint_input *in, double most, double damping) {
    const double turns = in->hertz > 0 ? least_of(in->hertz * in->substep, most) : most;
    return soft_spring_for(turns, damping, in->substep);
}

/* Oscillations in a substep of crowded joints, and of angles that are held at a value. */
static const double CROWD_TURNS = 0.2;

/* Crowd of movers above which a body counts as light between heavier ones, and oscillations of
 * angles in a substep there: impulses of the heavy bodies pass through the light one slowly. */
static const double BETWEEN_FROM = 1.75, BETWEEN_TURNS = 0.1;

/* Sets the softness of a joint by the crowds at its bodies. `lighter`: a body counts as lighter. */
static void set_softness(const layout_making *p, placed_joint *of, const joint_shares *shares,
                         const uint32_t *rows, bool lighter) {
    const bool holds = holds_angle(&of->joint->rows);
    const double most = (double)(holds ? TURNED_MOST : CROWD_MOST);
    double crowd = most, movers = 0;
    for (int i = 0; i < 2; ++i) {
        if (rows[i] == 0) continue;
        const joint_crowd *at = &p->crowds[rows[i] / 4];
        crowd = most_of(crowd, (double)(at->anchors > at->turns ? at->anchors : at->turns));
        movers = most_of(movers, (double)at->movers);
        of->at_anchors = most_of(of->at_anchors, (double)(at->anchors - shares->of[i].anchors));
        of->at_turns = most_of(of->at_turns, (double)(at->turns - shares->of[i].turns));
    }
    if (holds && of->joint->rows.has_point) of->own = (double)shares->swings;
    const double part = most / crowd, angles = CROWD_TURNS * part * part;
    const bool between = holds && movers > BETWEEN_FROM, crowded = between || part < 1 || lighter;
    const double points = holds ? CROWD_TURNS * part : CROWD_TURNS;
    of->points = crowded ? rigid_spring(p->in, points, POINT_DAMPING) : p->stiff;
    of->rows = crowded ? &p->crowded_soft : &p->soft;
    of->angles =
        rigid_spring(p->in, between ? least_of(angles, BETWEEN_TURNS) : angles, ROW_DAMPING);
}

/* Stiffness and damping of a spring of mass 1, times h h and h of a substep. */
typedef struct joint_spring {
    double stiffness, damping;
} joint_spring;

/* Returns k h h / 4 m of the spring that swings by the angle w h in a substep, and decays with a
 * damping ratio z, by the rule of the middle: the eigenvalues of a substep are exp(-z w h +- i w h
 * sqrt(1 - z z)). With s = k h h / 4 m and x = c h / 2 m, their product E and sum T require
 *
 *     (1 + s + x) (1 + x) = (1 + s) / E,    N s s s + (N - 1) s s = (M + (M - 1) s)^2,
 *
 * M = (1 - T + E) / 2 E, N = (1 + T + E) / 2 E; Newton's method finds s in four steps. */
static double ringing_stiffness(double product, double sum, double begin) {
    const double m = 0.5 * (1 - sum + product) / product, n = 0.5 * (1 + sum + product) / product;
    double s = begin;
    for (int i = 0; i < 4; ++i) {
        const double root = m + (m - 1) * s;
        s -= ((n * s + n - 1) * s * s - root * root)
             / ((3 * n * s + 2 * (n - 1)) * s - 2 * (m - 1) * root);
    }
    return s;
}

/* Returns the spring of an angle w h and a damping ratio up to 1. `alone`: 1 without other joints.
 * A spring alone rings as it does in continuous time. The less it rings, or the more joints it
 * meets, the more its answer to forces is that of continuous time instead. */
static joint_spring spring_alone(double turn, double damping_ratio, double alone) {
    const double loss = turn * damping_ratio, rings = 1 - damping_ratio * damping_ratio;
    if (turn < 1e-3) return (joint_spring){turn * turn, 2 * loss};
    const evo_vec2 half = evo_direction(0.5 * turn);
    const double keeps = decay_of(loss), product = keeps * keeps;
    const double sum = 2 * keeps * evo_direction(turn * sqrt(rings)).x;
    const double still = half.y * half.y / (half.x * half.x), plain = 0.25 * turn * turn;
    const double ringing = ringing_stiffness(product, sum, still / decay_of(0.8 * loss));
    const double part = rings * rings * rings * rings;
    const double s = plain + alone * (still + part * (ringing - still) - plain);
    return (joint_spring){4 * s, sqrt(s * s + 4 * (1 + s) / product) - s - 2};
}

/* Most oscillations in a substep of springs without other joints: see spring_alone. Larger: they
 * still ring at less than their frequency. */
static const double SPRING_TURNS = 0.25;

/* Limits of springs that meet at a body: sum of stiffnesses, times h h / m of a substep; sum of
 * dampings, times h / m; and the least damping ratio of a spring of that stiffness that meets one
 * row. Stiffer crowds gain energy, as each spring uses late impulses of the others. */
static const double CROWD_STIFFNESS = 2.5, CROWD_DRAG = 6, CROWD_DAMPING = 0.1;

/* Returns a spring by its config. `others`: crowd of its own kind; `meets`: crowd of all rows, its
 * own joint's included. Two rows whose yields share a part r * r make a spring grow by r times the
 * power 2.5 of its stiffness in a substep, as it uses the other's impulse late. */
static joint_spring spring_in_crowd(double turn, double damping_ratio, double others,
                                    double meets) {
    const double most = least_of(turn, 2 * PI * SPRING_TURNS), ratio = least_of(damping_ratio, 1);
    joint_spring spring = spring_alone(most, ratio, 1 - least_of(others, 1));
    const double crowd = others + least_of(others, 1);
    const double stiffest = crowd > 0 ? CROWD_STIFFNESS / crowd : INFINITY;
    spring.stiffness = least_of(spring.stiffness, stiffest);
    spring.damping *= most_of(damping_ratio, 1) * (turn > most ? turn / most : 1);
    if (crowd > 0) spring.damping = least_of(spring.damping, CROWD_DRAG / crowd);
    const double part = spring.stiffness * (1 + meets) / CROWD_STIFFNESS;
    const double least = CROWD_DAMPING * sqrt(least_of(meets, 1)) * part * part;
    spring.damping = most_of(spring.damping, 2 * least * sqrt(spring.stiffness));
    return spring;
}

/* Sets law, bounds and spring of a row, from the config or from `rigid`. */
static void set_law(joint_laws *to, const placed_joint *of, const joint_form *form,
                    const soft_spring *rigid) {
    const evo_joint_config *c = &of->joint->config;
    const uint32_t lane = of->lane;
    const bool turns = form->coordinate == JOINT_ANGLE, is_rigid = form->law == JOINT_RIGID;
    to->law[lane] = (float)form->law;
    to->most[lane] = (float)(0.5 * form->most * of->substep);
    to->pull[lane] = (float)(0.5 * form->pull * of->substep);
    to->rate[lane] = is_rigid ? rigid->rate : 0;
    to->gain[lane] = is_rigid ? 1 - rigid->leak : 1;
    to->close_most[lane] = turns ? of->turn_most : of->close_most;
    if (form->law != JOINT_SPRING) return;
    const bool own = turns && (c->kind == EVO_WELD || c->kind == EVO_MOTOR);
    const double turn = 2 * PI * of->substep * (own ? c->turn_hertz : c->hertz);
    const double ratio = own ? c->turn_damping_ratio : c->damping_ratio;
    const double others = turns ? of->at_turns : of->at_anchors;
    const double meets = of->own + most_of(others, of->at_anchors);
    const joint_spring spring = spring_in_crowd(turn, ratio, others, meets);
    to->stiffness[lane] = joint_bound(spring.stiffness);
    to->damping[lane] = joint_bound(spring.damping);
}

/* Sets a row of a joint. Angles that are held at a value are softer, as they share the arms of
 * points. */
static void set_joint_row(const joint_blocks *blocks, const placed_joint *of,
                          const joint_form *form, uint32_t row) {
    joint_row *to = &blocks->rows[row];
    joint_kinds *kinds = &blocks->kinds[row];
    const bool bounded = form->lower < form->upper;
    const soft_spring *rigid = of->rows;
    if (!bounded && form->coordinate == JOINT_AXIS) rigid = &of->points;
    if (!bounded && form->coordinate == JOINT_ANGLE) rigid = &of->angles;
    to->coordinate[of->lane] = (float)form->coordinate;
    kinds->coordinates |= (uint8_t)(1 << form->coordinate);
    kinds->laws |= (uint8_t)(1 << form->law);
    kinds->bounded |= bounded;
    set_law(&to->by, of, form, rigid);
}

static void set_point(joint_block *block, const placed_joint *of) {
    const joint_record *joint = of->joint;
    const joint_rows *rows = &joint->rows;
    joint_point *to = &block->point;
    if (!rows->has_point) return;
    block->point_laws |= (uint8_t)(1 << rows->point_law);
    if (rows->point_most < INFINITY) block->point_laws |= POINT_LIMITED;
    if (rows->point_law == JOINT_MOTOR) {
        to->speed_x[of->lane] = joint_bound(joint->config.velocity.x);
        to->speed_y[of->lane] = joint_bound(joint->config.velocity.y);
    }
    const joint_form form = {.coordinate = JOINT_AXIS,
                             .law = rows->point_law,
                             .most = rows->point_most,
                             .pull = rows->point_most};
    set_law(&to->by, of, &form, &of->points);
}

/* Largest error that a rigid row corrects in one substep: a fraction of the smaller body's reach,
 * or radians. It limits the speed at which bodies created or teleported apart come together. */
static const double CLOSE_MOST = 0.05;

static void set_joint(const layout_making *p, uint32_t i) {
    const joint_record *joint = &p->in->joints->records[p->to->ids[i]];
    const body_store *s = p->in->bodies;
    const joint_blocks *blocks = &p->to->blocks;
    const uint32_t place = p->to->place[i], lane = place % ROW_BLOCK;
    assert(place / ROW_BLOCK < p->to->block_count && "a place is in a block");
    joint_block *block = &blocks->blocks[place / ROW_BLOCK];
    const uint32_t rows[2] = {joint_row_of(s, joint->bodies[0]), joint_row_of(s, joint->bodies[1])};
    float reach = INFINITY; /* of the smaller movable body */
    for (int side = 0; side < 2; ++side) {
        if (!(p->in->rows->velocity[rows[side] + 3] > 0)) continue;
        const float extent = s->motions[rows[side] / 4 - 1].extent;
        if (extent > 0 && extent < reach) reach = extent;
    }
    block->lighter_a[lane] = lighter_of(p, rows[0]);
    block->lighter_b[lane] = lighter_of(p, rows[1]);
    placed_joint of = {.joint = joint,
                       .substep = p->in->substep,
                       .lane = lane,
                       .turn_most = (float)(CLOSE_MOST / p->in->substep)};
    of.close_most = of.turn_most * reach;
    set_softness(p, &of, &p->shares[i], rows,
                 block->lighter_a[lane] > 1 || block->lighter_b[lane] > 1);
    const uint32_t first = joint_first_row(block, joint);
    const joint_form *last = &joint->rows.forms[joint->rows.count > 0 ? joint->rows.count - 1 : 0];
    if (!joint->rows.has_point && joint->rows.count > 1 && last->coordinate == JOINT_AXIS
        && last->law == JOINT_RIGID && !(last->lower < last->upper)) {
        block->holds[lane] = 1; /* the axis of a slider holds the rows before it */
        block->some_held = true;
    }
    assert(block->count >= (uint32_t)joint->rows.count && "a block has the rows of each joint");
    for (int k = 0; k < joint->rows.count; ++k)
        set_joint_row(blocks, &of, &joint->rows.forms[k], first + (uint32_t)k);
    set_point(block, &of);
    p->to->watch_count += joint_may_break(&joint->config);
}

/* ---- Layouts --------------------------------------------------------------------------------- */

void joint_layout_free(joint_layout *l, const evo_allocator *memory) {
    ARRAY_FREE(memory, l->ids, l->room.ids);
    ARRAY_FREE(memory, l->place, l->room.place);
    ARRAY_FREE(memory, l->blocks.blocks, l->room.blocks);
    ARRAY_FREE(memory, l->blocks.rows, l->room.rows);
    ARRAY_FREE(memory, l->blocks.kinds, l->room.kinds);
}

bool joint_layout_update(joint_layout *l, const joint_input *in, arena *a) {
    if (l->made && l->revision == in->bodies->revision && l->substep == in->substep
        && l->hertz == in->hertz && l->spare == in->spare)
        return true;
    layout_making p = {.in = in,
                       .to = l,
                       .stiff = rigid_spring(in, RIGID_TURNS, POINT_DAMPING),
                       .soft = rigid_spring(in, RIGID_TURNS, ROW_DAMPING),
                       .crowded_soft = rigid_spring(in, CROWD_TURNS, ROW_DAMPING)};
    l->made = false;
    l->count = l->watch_count = 0;
    if (!list_joints(&p, a) || !colour(&p, a) || !place_joints(&p)) return false;
    for (uint32_t i = 0; i < l->count; ++i) set_joint(&p, i);
    l->revision = in->bodies->revision;
    l->substep = in->substep;
    l->hertz = in->hertz;
    l->spare = in->spare;
    return l->made = true;
}
