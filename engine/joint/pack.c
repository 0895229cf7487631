/* pack.c: joints packed into rows for a step, and published after it. */
#include "joint/joint.h"

/* ==== Packing ================================================================================= */

/* Packs the joints that act in a step. In: a layout, joints and bodies; out: in its blocks, the
 * bodies' rows, arms, coordinates, springs and impulses of the last step. */

typedef struct joint_packing {
    const joint_input *in;
    const joint_layout *to;
    evo_vec2 *turns; /* directions of the angles of joined bodies that are awake, by slot */
} joint_packing;

/* Least number of joints, or bodies, in a piece of work. */
enum { PACKED_LEAST = 64 };

static void joint_turn_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const joint_packing *p = data;
    const body_store *s = p->in->bodies;
    (void)worker;
    for (uint32_t i = from; i < to; ++i)
        if (s->records[s->motions[i].id].first_edge != NONE)
            p->turns[i] = evo_direction(s->states[i].angle);
}

static joint_side packed_side(const joint_packing *p, const joint_record *joint, int side,
                              uint32_t row) {
    const body_store *s = p->in->bodies;
    if (row == 0) return joint_side_of(joint, s, side);
    return joint_side_at(joint, s, side, row / 4 - 1, p->turns[row / 4 - 1]);
}

/* A joint that is packed into a lane. */
typedef struct joint_lane {
    const joint_record *joint;
    joint_block *block;
    joint_side a, b;
    evo_vec2 apart; /* from a's anchor to b's */
    uint32_t lane;
} joint_lane;

/* ---- Springs --------------------------------------------------------------------------------- */

/* Effective masses against forces and torques. Arms count by half, whatever their direction: a
 * stiffness that changed as bodies turn would give them energy. */
typedef struct joint_masses {
    float mass, inertia;
} joint_masses;

static joint_masses masses_of(const joint_packing *p, const joint_lane *of) {
    const float *velocity = p->in->rows->velocity, *shift = p->in->rows->shift;
    const uint32_t row_a = of->block->a[of->lane], row_b = of->block->b[of->lane];
    const float a = velocity[row_a + 3], over_a = shift[row_a + 3];
    const float b = velocity[row_b + 3], over_b = shift[row_b + 3];
    const evo_joint_kind kind = of->joint->config.kind;
    const float turn_a = a * over_a * over_a, turn_b = b * over_b * over_b;
    const bool slides = kind == EVO_PRISMATIC || kind == EVO_WHEEL;
    const evo_vec2 arm_a = slides ? vec_add(of->a.arm, of->apart) : of->a.arm;
    const float arms =
        turn_a * (float)vec_dot(arm_a, arm_a) + turn_b * (float)vec_dot(of->b.arm, of->b.arm);
    return (joint_masses){1 / (a + b + 0.5f * arms),
                          turn_a + turn_b > 1e-30f ? 1 / (turn_a + turn_b) : 0};
}

/* ---- Joints ---------------------------------------------------------------------------------- */

static void set_vector(row_vectors *to, uint32_t lane, evo_vec2 v) {
    to->x[lane] = (float)v.x;
    to->y[lane] = (float)v.y;
}

static void pack_row(const joint_packing *p, const joint_lane *of, int i, joint_row *to) {
    const joint_form *form = &of->joint->rows.forms[i];
    const uint32_t lane = of->lane;
    evo_vec2 d = vec_of_floats(form->x, form->y);
    double from = 0;
    if (form->coordinate == JOINT_AXIS) d = vec_turn(d, of->a.turn);
    if (form->coordinate == JOINT_ANGLE) from = d.x * of->a.angle + d.y * of->b.angle;
    if (form->coordinate == JOINT_PULLEY) {
        to->factor[lane] = form->y;
        d = vec_sub(vec_add(of->b.position, of->b.arm), of->joint->config.ground_b);
    }
    to->x[lane] = (float)d.x;
    to->y[lane] = (float)d.y;
    to->lower[lane] = joint_bound(form->lower - from);
    to->upper[lane] = joint_bound(form->upper - from);
    to->speed[lane] = (float)form->speed;
    to->impulse[lane] = p->in->warm * of->joint->impulses[i];
    to->sum[lane] = 0;
    if (form->law != JOINT_SPRING) return;
    const joint_masses masses = masses_of(p, of);
    to->by.mass[lane] = form->coordinate == JOINT_ANGLE ? masses.inertia : masses.mass;
}

/* Packs a joint. One function without calls: a struct that is stored in parts and loaded whole at
 * once would wait. */
MACHINE_WHOLE static void pack_joint(const joint_packing *p, uint32_t i) {
    const joint_record *joint = &p->in->joints->records[p->to->ids[i]];
    const evo_joint_config *config = &joint->config;
    const uint32_t place = p->to->place[i], lane = place % ROW_BLOCK;
    joint_block *block = &p->to->blocks.blocks[place / ROW_BLOCK];
    joint_point *point = &block->point;
    block->a[lane] = joint_row_of(p->in->bodies, joint->bodies[0]);
    block->b[lane] = joint_row_of(p->in->bodies, joint->bodies[1]);
    joint_lane of = {.joint = joint,
                     .block = block,
                     .a = packed_side(p, joint, 0, block->a[lane]),
                     .b = packed_side(p, joint, 1, block->b[lane]),
                     .lane = lane};
    const evo_vec2 anchor_a = vec_add(of.a.position, of.a.arm);
    of.apart = config->kind == EVO_PULLEY ? vec_sub(anchor_a, config->ground_a)
                                          : vec_sub(vec_add(of.b.position, of.b.arm), anchor_a);
    set_vector(&block->arm_a, lane, of.a.arm);
    set_vector(&block->arm_b, lane, of.b.arm);
    set_vector(&block->apart, lane, of.apart);
    joint_row *rows = &p->to->blocks.rows[joint_first_row(block, joint)];
    for (int k = 0; k < joint->rows.count; ++k) pack_row(p, &of, k, &rows[k]);
    if (!joint->rows.has_point) return;
    point->impulse_x[lane] = p->in->warm * joint->point_x;
    point->impulse_y[lane] = p->in->warm * joint->point_y;
    point->sum_x[lane] = point->sum_y[lane] = 0;
    if (joint->rows.point_law == JOINT_SPRING) point->by.mass[lane] = masses_of(p, &of).mass;
}

static void joint_pack_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const joint_packing *p = data;
    (void)worker;
    for (uint32_t i = from; i < to; ++i) pack_joint(p, i);
}

bool joints_pack(joint_packed *to, const joint_input *in, arena *a) {
    joint_layout *l = &in->joints->layout;
    *to = (joint_packed){.per_second = (float)(1 / in->seconds)};
    if (in->joints->count == 0 || in->bodies->awake == 0) return true;
    joint_packing p = {.in = in, .to = l};
    p.turns = ARENA_TAKE(a, evo_vec2, in->bodies->awake);
    if (!p.turns || !joint_layout_update(l, in, a)) return false;
    crew_loop(in->crew, joint_turn_piece, &p, in->bodies->awake, PACKED_LEAST);
    for (uint32_t i = 0; i < l->block_count; ++i)
        memset(&l->blocks.blocks[i].given, 0, sizeof l->blocks.blocks[i].given);
    crew_loop(in->crew, joint_pack_piece, &p, l->count, PACKED_LEAST);
    to->blocks = l->blocks;
    to->blocks.seconds = (float)in->substep;
    to->blocks.per_second = (float)(1 / in->substep);
    to->ids = l->ids;
    to->place = l->place;
    to->count = l->count;
    to->watch_count = l->watch_count;
    return joints_watch(to, in->joints, a);
}

/* ==== Publishing ============================================================================== */

/* Publishes the joints of a step. In: solved rows; out: impulses in records, pulls on bodies, and
 * joints that broke. Invariant: published numbers are finite, as saves require. */

/* Magnitude above which impulses, loads and pulls are dropped: the next step begins without them.
 * Larger: numbers leave the range of floats. */
static const float GIVEN_MOST = 1e30f;

static float given_within(float x) {
    return fabsf(x) < GIVEN_MOST ? x : 0;
}

joint_impulses joint_sum_of(const joint_record *joint, const joint_packed *packed, uint32_t i) {
    const uint32_t place = packed->place[i], lane = place % ROW_BLOCK;
    const joint_block *block = &packed->blocks.blocks[place / ROW_BLOCK];
    const joint_row *rows = &packed->blocks.rows[joint_first_row(block, joint)];
    joint_impulses sum = {.x = block->point.sum_x[lane], .y = block->point.sum_y[lane]};
    for (int k = 0; k < joint->rows.count; ++k) sum.rows[k] = rows[k].sum[lane];
    return sum;
}

/* Adds the impulses of joints to the pull of a body, which the next step expects again. */
static void add_pull(body_store *s, uint32_t row, float x, float y, float per_second) {
    if (row == 0) return;
    body_motion *motion = &s->motions[row / 4 - 1];
    motion->pull_x += per_second * x;
    motion->pull_y += per_second * y;
}

static bool ends_before(const void *first, const void *second) {
    const evo_joint a = ((const evo_joint_end *)first)->joint;
    const evo_joint b = ((const evo_joint_end *)second)->joint;
    return a.index != b.index ? a.index < b.index : a.generation < b.generation;
}

typedef struct publishing {
    joint_store *joints;
    const joint_packed *packed;
} publishing;

/* Stores the impulses of joints. */
static void joint_publish_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const publishing *all = data;
    const joint_packed *packed = all->packed;
    (void)worker;
    for (uint32_t i = from; i < to; ++i) {
        joint_record *joint = &all->joints->records[packed->ids[i]];
        const uint32_t lane = packed->place[i] % ROW_BLOCK;
        const joint_block *block = &packed->blocks.blocks[packed->place[i] / ROW_BLOCK];
        const joint_row *rows = &packed->blocks.rows[joint_first_row(block, joint)];
        joint->point_x = block->point.impulse_x[lane];
        joint->point_y = block->point.impulse_y[lane];
        joint->sum.x = block->point.sum_x[lane];
        joint->sum.y = block->point.sum_y[lane];
        float sum = joint->point_x + joint->point_y + (joint->sum.x + joint->sum.y);
        for (int k = 0; k < joint->rows.count; ++k) {
            joint->impulses[k] = rows[k].impulse[lane];
            joint->sum.rows[k] = rows[k].sum[lane];
            sum += joint->impulses[k] + joint->sum.rows[k];
        }
        if (fabsf(sum) < GIVEN_MOST) continue;
        joint->point_x = joint->point_y = 0;
        joint->sum = (joint_impulses){.x = 0};
        memset(joint->impulses, 0, sizeof joint->impulses);
    }
}

/* Publishes all joints. A joint with only_tells is reported once, when its load comes to exceed its
 * limits. */
void joints_publish(joint_store *j, body_store *s, const joint_packed *packed, crew *c) {
    publishing all = {j, packed};
    const float per_half = 2 * packed->blocks.per_second;
    j->per_second = packed->per_second;
    for (uint32_t i = 0; i < s->awake && j->joined; ++i)
        s->motions[i].pull_x = s->motions[i].pull_y = 0;
    j->joined = packed->count > 0;
    crew_loop(c, joint_publish_piece, &all, packed->count, PACKED_LEAST);
    for (uint32_t i = 0; i < packed->count; ++i) {
        const joint_block *block = &packed->blocks.blocks[packed->place[i] / ROW_BLOCK];
        const joint_given *given = &block->given;
        const uint32_t k = packed->place[i] % ROW_BLOCK;
        if (!(fabsf(given->ax[k] + given->ay[k] + given->bx[k] + given->by[k]) < GIVEN_MOST))
            continue;
        add_pull(s, block->a[k], given->ax[k], given->ay[k], per_half);
        add_pull(s, block->b[k], given->bx[k], given->by[k], per_half);
    }
    for (uint32_t i = 0; i < packed->watch_count; ++i) {
        const joint_watch *watch = &packed->watches[i];
        const uint32_t id = packed->ids[watch->joint];
        joint_record *joint = &j->records[id];
        const bool holds = joint->config.only_tells, again = holds && joint->exceeded;
        joint->force = given_within(watch->force);
        joint->torque = given_within(watch->torque);
        joint->exceeded = holds && watch->exceeds;
        if (watch->breaks && !again) joints_tell(j, s, id, true);
        if (watch->breaks && !holds) joints_destroy(j, s, id);
    }
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
