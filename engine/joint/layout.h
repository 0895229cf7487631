/* layout.h: layouts of joints. In: joints and bodies; out: blocks with all that does not change as
 * bodies move; steps add how they lie. */
#ifndef ENGINE_JOINT_LAYOUT_H
#define ENGINE_JOINT_LAYOUT_H

#include "joint/joint.h"

/* Oscillations in a substep of crowded joints, springs among them, and of angles that are held at a
 * value. */
static const double CROWD_TURNS = 0.2;

/* Makes the layout, unless nothing has changed but how bodies move; false: out of memory. */
bool joint_layout_update(joint_layout *l, const joint_input *in, arena *a);

/* The offset of a body's row; 0 of what a step does not move. */
static inline uint32_t joint_row_of(const body_store *s, uint32_t body) {
    if (body == NONE || !body_is_active(s, body)) return 0;
    return 4 * (s->records[body].slot + 1);
}

/* The index of the first row of a joint: rows end with the last one of its block. */
static inline uint32_t joint_first_row(const joint_block *block, const joint_record *joint) {
    return block->first + block->count - (uint32_t)joint->rows.count;
}

/* Returns whether some body of a joint counts as lighter, for its many joints. */
static inline bool joint_is_crowded(const joint_block *block, uint32_t lane) {
    return block->lighter_a[lane] > 1 || block->lighter_b[lane] > 1;
}

/* A number within bounds that no float of a row exceeds. */
static inline float joint_bound(double x) {
    static const double most = 1e15;
    return (float)most_of(least_of(x, most), -most);
}

#endif
