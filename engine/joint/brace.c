/* brace.c: bodies that loads on their joints would swing faster than a substep sees. In: impulses
 * of the last step; out: radii of gyration, for one step. Invariant: between steps none is braced.
 *
 * A force F at an arm r pulls a turned body back as a spring of the stiffness F r does: a link
 * between loads of a thousand times its mass swings by radians in a substep, farther each time, and
 * its chain flies apart. Such a body turns as if it were so heavy that it swings by one radian in a
 * substep. */
#include "joint/joint.h"

#include <assert.h>

/* Times that the inertia of a body is at most: numbers stay within those of floats. */
static const float BRACED_MOST = 1e8f;

/* Square of the impulses that a joint gave along lines. */
static float square_of_pull(const joint_record *joint) {
    float square = joint->point_x * joint->point_x + joint->point_y * joint->point_y;
    for (int k = 0; k < joint->rows.count; ++k)
        if (joint->rows.forms[k].coordinate != JOINT_ANGLE)
            square += joint->impulses[k] * joint->impulses[k];
    return square;
}

/* Bound of the root of that. */
static float most_pull_of(const joint_record *joint) {
    float sum = fabsf(joint->point_x) + fabsf(joint->point_y);
    for (int k = 0; k < joint->rows.count; ++k)
        if (joint->rows.forms[k].coordinate != JOINT_ANGLE) sum += fabsf(joint->impulses[k]);
    return sum;
}

/* Sum of the impulses on a body, at most. */
static float most_pulls_on(const joint_store *j, const body_store *s, uint32_t body) {
    float sum = 0;
    EACH_EDGE (e, s, body) sum += most_pull_of(&j->records[e / 2]);
    return sum;
}

/* Sum of them, each times its arm. */
static float swings_on(const joint_store *j, const body_store *s, uint32_t body) {
    float sum = 0;
    EACH_EDGE (e, s, body) {
        const joint_record *joint = &j->records[e / 2];
        const evo_vec2 arm = vec_sub(joint->anchors[e % 2], s->records[body].center);
        sum += sqrtf(square_of_pull(joint) * (float)vec_dot(arm, arm));
    }
    return sum;
}

bool joints_brace(const joint_store *j, body_store *s, float turns, braced_bodies *to, arena *a) {
    to->count = 0;
    if (j->count == 0) return true;
    to->ids = ARENA_TAKE(a, uint32_t, (size_t)s->awake + 1);
    if (!to->ids) return false;
    for (uint32_t i = 0; i < s->awake; ++i) {
        body_motion *motion = &s->motions[i];
        const body_record *record = &s->records[motion->id];
        const float over = motion->inverse_gyration;
        const float yields = turns * (motion->inverse_mass * over * over);
        if (record->first_edge == NONE || !(yields > 0)) continue;
        const float farthest = record->arm + (float)vec_length(record->center);
        if (!(yields * farthest * most_pulls_on(j, s, motion->id) > 1)) continue;
        const float square = yields * swings_on(j, s, motion->id);
        if (!(square > 1)) continue;
        to->ids[to->count++] = motion->id;
        motion->gyration *= square < BRACED_MOST ? sqrtf(square) : sqrtf(BRACED_MOST);
        motion->inverse_gyration = 1 / motion->gyration;
    }
    return true;
}

void joints_unbrace(body_store *s, braced_bodies *braced) {
    for (uint32_t i = 0; i < braced->count; ++i) {
        const body_motion *motion = &s->motions[s->records[braced->ids[i]].slot];
        const float larger = motion->gyration;
        mass_update_turning(s, braced->ids[i]);
        assert(motion->gyration <= larger && "a braced body turns as if it were larger");
        (void)larger;
    }
    braced->count = 0;
}
