/* frame.c: what steps change of joints, as floats: impulses, loads, and the speed of motors, which
 * games set all the time. In: joints; out: floats, or the same joints from them. Invariant: what
 * else a joint has has not changed meanwhile, which `revision` in body.h tells. */
#include <assert.h>
#include <string.h>

#include "joint/joint.h"

static const size_t SPEED_FLOATS = sizeof(double) / sizeof(float);

static bool has_motor(const joint_record *joint) {
    return joint->config.motor && joint_features(joint->config.kind) & JOINT_HAS_MOTOR;
}

/* Copies floats to a frame, or from it. */
typedef struct copying {
    float *at;
    bool back;
} copying;

static void copy(copying *c, void *numbers, size_t count) {
    if (c->back)
        memcpy(numbers, c->at, count * sizeof *c->at);
    else if (c->at)
        memcpy(c->at, numbers, count * sizeof *c->at);
    c->at += count;
}

/* Returns how many floats a joint has; `c` copies them, NULL: nobody. */
static size_t copy_joint(joint_record *joint, copying *c) {
    const size_t rows = (size_t)joint->rows.count;
    const bool breaks = joint_may_break(&joint->config), turns = has_motor(joint);
    float exceeded = joint->exceeded;
    if (c) {
        copy(c, &joint->point_x, 1);
        copy(c, &joint->point_y, 1);
        copy(c, &joint->sum.x, 1);
        copy(c, &joint->sum.y, 1);
        copy(c, joint->impulses, rows);
        copy(c, joint->sum.rows, rows);
        if (breaks) copy(c, &joint->force, 1);
        if (breaks) copy(c, &joint->torque, 1);
        if (breaks) copy(c, &exceeded, 1);
        if (turns) copy(c, &joint->config.motor_speed, SPEED_FLOATS);
        joint->exceeded = exceeded != 0;
        if (turns && c->back) joint->rows = joint_rows_of(joint);
    }
    return 4 + 2 * rows + 3 * (size_t)breaks + SPEED_FLOATS * (size_t)turns;
}

size_t joints_frame_floats(const joint_store *j) {
    size_t floats = 0;
    for (size_t id = 0; id < j->list.count; ++id)
        if (j->records[id].generation % 2 == 1) floats += copy_joint(&j->records[id], NULL);
    return floats;
}

static void copy_all(const joint_store *j, copying *c) {
    for (size_t id = 0; id < j->list.count; ++id)
        if (j->records[id].generation % 2 == 1) (void)copy_joint(&j->records[id], c);
}

void joints_frame_keep(const joint_store *j, float *to) {
    copying c = {to, false};
    copy_all(j, &c);
    assert(c.at == to + joints_frame_floats(j) && "as many floats as there is room for");
}

void joints_frame_restore(const joint_store *j, float *from) {
    copying c = {from, true};
    copy_all(j, &c);
}
