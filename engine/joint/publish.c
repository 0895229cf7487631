/* publish.c: the end of a step of joints. In: rows as solved; out: impulses in records, what bodies
 * were pulled by, and joints that broke. */
#include "core/sort.h"
#include "joint/layout.h"

joint_impulses joint_sum_of(const joint_record *joint, const joint_packed *packed, uint32_t i) {
    const uint32_t place = packed->place[i], lane = place % ROW_BLOCK;
    const joint_block *block = &packed->blocks.blocks[place / ROW_BLOCK];
    const joint_row *rows = &packed->blocks.rows[joint_first_row(block, joint)];
    joint_impulses sum = {.x = block->point.sum_x[lane], .y = block->point.sum_y[lane]};
    for (int k = 0; k < joint->rows.count; ++k) sum.rows[k] = rows[k].sum[lane];
    return sum;
}

static void take_impulses(joint_record *joint, const joint_packed *packed, uint32_t place) {
    const uint32_t lane = place % ROW_BLOCK;
    const joint_block *block = &packed->blocks.blocks[place / ROW_BLOCK];
    const joint_row *rows = &packed->blocks.rows[joint_first_row(block, joint)];
    joint->point_x = block->point.impulse_x[lane];
    joint->point_y = block->point.impulse_y[lane];
    joint->sum.x = block->point.sum_x[lane];
    joint->sum.y = block->point.sum_y[lane];
    for (int k = 0; k < joint->rows.count; ++k) {
        joint->impulses[k] = rows[k].impulse[lane];
        joint->sum.rows[k] = rows[k].sum[lane];
    }
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
    add_pull(s, block->a[k], block->given.ax[k], block->given.ay[k], per_half);
    add_pull(s, block->b[k], block->given.bx[k], block->given.by[k], per_half);
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
        take_impulses(&j->records[packed->ids[i]], packed, packed->place[i]);
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
