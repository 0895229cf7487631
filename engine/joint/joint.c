/* joint.c: records of joints, their state between steps, braced bodies, and joints that break.
 * Invariant: a free id has no joint, and all living joints are counted. */
#include <assert.h>

#include "joint/joint.h"

/* ==== Records ================================================================================= */

/* Records of joints, created and destroyed, and reports of ended joints. In: sound configs; out:
 * records by id, and edges between their bodies. */

void joints_init(joint_store *j, const evo_allocator *memory) {
    *j = (joint_store){.memory = memory};
}

void joints_free(joint_store *j) {
    const evo_allocator *memory = j->memory;
    joint_layout_free(&j->layout, memory);
    ARRAY_FREE(memory, j->records, j->list.capacity);
    ARRAY_FREE(memory, j->ending, j->ending_list.capacity);
    ARRAY_FREE(memory, j->ended, j->end_list.capacity);
}

/* ---- Making and unmaking --------------------------------------------------------------------- */

static void place_anchors(joint_record *joint) {
    joint->anchors[0] = joint->config.frame_a.position;
    joint->anchors[1] = joint->config.frame_b.position;
}

joint_record joint_of_config(const evo_joint_config *config) {
    const bool has_a = config->a.generation != 0, has_b = config->b.generation != 0;
    joint_record joint = {
        .bodies = {has_a ? config->a.index : NONE, has_b ? config->b.index : NONE},
        .config = *config};
    place_anchors(&joint);
    return joint;
}

uint32_t joints_create(joint_store *j, body_store *s, const evo_joint_config *config) {
    uint32_t id = j->lowest_free;
    while (id < j->list.count && j->records[id].generation % 2 == 1) ++id;
    if (id >= NONE / 4 || !edges_reserve(s, id)
        || !known_reserve(&s->known, s->memory, KNOWN_JOINT, (size_t)id + 1, 1)
        || !still_reserve(s, STILL_JOINT, (size_t)id + 1)
        || !ARRAY_RESERVE(j->memory, j->records, j->list.capacity, (size_t)id + 1))
        return NONE;
    joint_record *joint = &j->records[id];
    if (id == j->list.count) {
        *joint = (joint_record){0};
        ++j->list.count;
    }
    known_note(&s->known, KNOWN_JOINT, (known_life){id, joint->generation, joint->birth},
               joint->config.user);
    const uint32_t generation = joint->generation + 1;
    assert(generation % 2 == 1 && "a free id is of no joint");
    *joint = joint_of_config(config);
    joint->generation = generation;
    joint->birth = known_birth(&s->known, KNOWN_JOINT, id, generation);
    joint->kept = joint_sum_of_angles(config, s);
    joint->rows = joint_rows_of(joint);
    assert((joint->bodies[0] == NONE || s->records[joint->bodies[0]].generation % 2 == 1)
           && (joint->bodies[1] == NONE || s->records[joint->bodies[1]].generation % 2 == 1)
           && "bodies of a joint live");
    edges_link(s, id, joint->bodies, joint->anchors, config->collide);
    j->lowest_free = id + 1;
    ++j->count;
    return id;
}

/* Rows that exist before and after the change keep their impulses. */
void joint_update(joint_record *joint) {
    const joint_record before = *joint;
    place_anchors(joint);
    if (!joint_may_break(&joint->config)) {
        joint->force = joint->torque = 0;
        joint->exceeded = false;
    }
    joint->rows = joint_rows_of(joint);
    for (int i = 0; i < joint->rows.count; ++i) {
        const joint_form *form = &joint->rows.forms[i];
        joint->impulses[i] = joint->sum.rows[i] = 0;
        for (int k = 0; k < before.rows.count; ++k) {
            const joint_form *old = &before.rows.forms[k];
            if (old->law != form->law || old->coordinate != form->coordinate || old->x != form->x
                || old->y != form->y)
                continue;
            joint->impulses[i] = before.impulses[k];
            joint->sum.rows[i] = before.sum.rows[k];
        }
    }
}

void joints_destroy(joint_store *j, body_store *s, uint32_t id) {
    assert(j->records[id].generation % 2 == 1 && "a joint ends once");
    edges_unlink(s, id);
    ++j->records[id].generation;
    if (id < j->lowest_free) j->lowest_free = id;
    assert(j->count > 0 && "living joints are counted");
    --j->count;
}

void joints_uncreate(joint_store *j, body_store *s, uint32_t id) {
    joints_destroy(j, s, id);
    j->records[id].generation -= 2;
    j->records[id].birth = 0;
    j->records[id].config.user = NULL;
    if (j->records[id].generation == 0 && id + 1 == j->list.count) --j->list.count;
}

/* ---- Ends ------------------------------------------------------------------------------------ */

bool joints_reserve_ends(joint_store *j, size_t more) {
    return ARRAY_RESERVE(j->memory, j->ending, j->ending_list.capacity,
                         j->ending_list.count + more);
}

/* The handle of a joint's body; {0}: the world. */
static evo_body body_of_joint(const body_store *s, uint32_t id) {
    return id == NONE ? (evo_body){0, 0} : (evo_body){id, s->records[id].generation};
}

void joints_tell(joint_store *j, const body_store *s, uint32_t id, bool broke) {
    const joint_record *joint = &j->records[id];
    assert(j->ending_list.count < j->ending_list.capacity && "room was made");
    j->ending[j->ending_list.count++] = (evo_joint_end){.joint = {id, joint->generation},
                                                        .kind = joint->config.kind,
                                                        .a = body_of_joint(s, joint->bodies[0]),
                                                        .b = body_of_joint(s, joint->bodies[1]),
                                                        .user = joint->config.user,
                                                        .tag = joint->config.tag,
                                                        .broke = broke};
}

/* ==== State of joints ========================================================================= */

/* Data of joints that steps change: impulses and loads; and the speed of motors, which games change
 * often. In: joints; out: bytes, or the same joints from them. Invariant: other data of joints have
 * not changed meanwhile: `revision` in body/body.h is the same. */

static void copy_joint(joint_record *joint, byte_copy *c) {
    const size_t rows = (size_t)joint->rows.count * sizeof *joint->impulses;
    byte_copy_part(c, &joint->point_x, sizeof joint->point_x + sizeof joint->point_y);
    byte_copy_part(c, &joint->sum.x, sizeof joint->sum.x + sizeof joint->sum.y);
    byte_copy_part(c, joint->impulses, rows);
    byte_copy_part(c, joint->sum.rows, rows);
    if (joint_may_break(&joint->config)) {
        byte_copy_part(c, &joint->force, sizeof joint->force + sizeof joint->torque);
        byte_copy_part(c, &joint->exceeded, sizeof joint->exceeded);
    }
    if (!joint_has_motor(&joint->config)) return;
    byte_copy_part(c, &joint->config.motor_speed, sizeof joint->config.motor_speed);
    if (c->back) joint->rows = joint_rows_of(joint);
}

void joints_copy(joint_store *j, byte_copy *c) {
    for (size_t id = 0; id < j->list.count; ++id)
        if (j->records[id].generation % 2 == 1) copy_joint(&j->records[id], c);
}

/* ==== Braced bodies =========================================================================== */

/* Bodies that the loads on their joints would swing by more than a radian in a substep. In:
 * impulses of the last step; out: radii of gyration, for one step. Invariant: between steps no body
 * is braced.
 *
 * A force F at an arm r pulls a turned body back like a spring of stiffness F r. A link between
 * loads of a thousand times its mass swings by radians in a substep, farther each time, and its
 * chain flies apart. A braced body gets such an inertia that it swings by one radian in a
 * substep. */

/* Largest factor of the inertia of a braced body. It keeps numbers in the range of floats. */
static const float BRACED_MOST = 1e8f;

/* Returns the squared sum of a joint's linear impulses. */
static float square_of_pull(const joint_record *joint) {
    float square = joint->point_x * joint->point_x + joint->point_y * joint->point_y;
    for (int k = 0; k < joint->rows.count; ++k)
        if (joint->rows.forms[k].coordinate != JOINT_ANGLE)
            square += joint->impulses[k] * joint->impulses[k];
    return square;
}

/* Returns an upper bound of the root of square_of_pull. */
static float most_pull_of(const joint_record *joint) {
    float sum = fabsf(joint->point_x) + fabsf(joint->point_y);
    for (int k = 0; k < joint->rows.count; ++k)
        if (joint->rows.forms[k].coordinate != JOINT_ANGLE) sum += fabsf(joint->impulses[k]);
    return sum;
}

typedef struct bracing {
    const joint_store *joints;
    body_store *bodies;
    braced_bodies *to;
} bracing;

static void brace_piece(void *data, uint32_t from, uint32_t end, int worker) {
    const bracing *b = data;
    const joint_store *j = b->joints;
    body_store *s = b->bodies;
    const float turns = b->to->turns;
    (void)worker;
    for (uint32_t i = from; i < end; ++i) {
        body_motion *motion = &s->motions[i];
        const body_record *record = &s->records[motion->id];
        const float over = motion->inverse_gyration;
        const float yields = turns * (motion->inverse_mass * over * over);
        if (record->first_edge == NONE || !(yields > 0)) continue;
        const float farthest = record->arm + (float)vec_length(record->center);
        float most = 0, swings = 0; /* bound of the sum of impulses; sum of impulses times arms */
        EACH_EDGE (e, s, motion->id) most += most_pull_of(&j->records[e / 2]);
        if (!(yields * farthest * most > 1)) continue;
        EACH_EDGE (e, s, motion->id) {
            const joint_record *joint = &j->records[e / 2];
            const evo_vec2 arm = vec_sub(joint->anchors[e % 2], record->center);
            swings += sqrtf(square_of_pull(joint) * (float)vec_dot(arm, arm));
        }
        const float square = yields * swings;
        if (!(square > 1)) continue;
        b->to->ids[atomic_fetch_add_explicit(&b->to->count, 1, memory_order_relaxed)] = motion->id;
        motion->gyration *= square < BRACED_MOST ? sqrtf(square) : sqrtf(BRACED_MOST);
        motion->inverse_gyration = 1 / motion->gyration;
    }
}

/* Least number of bodies in a piece of work. */
enum { BRACED_LEAST = 128 };

bool joints_brace(const joint_store *j, body_store *s, braced_bodies *to, crew *c, arena *a) {
    bracing all = {j, s, to};
    atomic_store_explicit(&to->count, 0, memory_order_relaxed);
    if (j->count == 0) return true;
    to->ids = ARENA_TAKE(a, uint32_t, (size_t)s->awake + 1);
    if (!to->ids) return false;
    crew_loop(c, brace_piece, &all, s->awake, BRACED_LEAST);
    return true;
}

void joints_unbrace(body_store *s, braced_bodies *braced) {
    const uint32_t count = atomic_load_explicit(&braced->count, memory_order_relaxed);
    for (uint32_t i = 0; i < count; ++i) {
        const body_motion *motion = &s->motions[s->records[braced->ids[i]].slot];
        const float larger = motion->gyration;
        mass_update_turning(s, braced->ids[i]);
        assert(motion->gyration <= larger && "a braced body turns as if it were larger");
        (void)larger;
    }
    atomic_store_explicit(&braced->count, 0, memory_order_relaxed);
}

/* ==== Joints that break ======================================================================= */

/* Loads of joints. In: impulses of a substep; out: loads, and the joints that they break.
 *
 * The load of a joint is a leaky mean of its force, and of its torque, over 1/60 s. It is updated
 * each substep, and its maximum decides, so a hit breaks a joint in any part of a step and at any
 * length of steps. Invariant: until a step is published, joints keep their old loads. */

/* Rate of loads, in 1/s: the inverse of their time constant. Larger: single substeps break joints;
 * smaller: hits break fewer joints, and later. */
static const double LOADS_PER_SECOND = 60;

bool joints_watch(joint_packed *packed, const joint_store *j, arena *a) {
    uint32_t count = 0;
    if (packed->watch_count == 0) return true;
    packed->watches = ARENA_TAKE(a, joint_watch, packed->watch_count);
    if (!packed->watches) return false;
    for (uint32_t i = 0; i < packed->count; ++i) {
        const joint_record *joint = &j->records[packed->ids[i]];
        if (!joint_may_break(&joint->config)) continue;
        packed->watches[count++] =
            (joint_watch){.joint = i, .force = joint->force, .torque = joint->torque};
    }
    assert(count == packed->watch_count && "each joint that may break is watched");
    return true;
}

/* Adds a substep to loads. Forces have their directions as the step began, which changes no
 * length. */
void joints_take_loads(const joint_packed *packed, const joint_store *j, const body_store *s) {
    const double per_second = (double)packed->blocks.per_second;
    const float part = (float)least_of(1, LOADS_PER_SECOND / per_second);
    for (uint32_t i = 0; i < packed->watch_count; ++i) {
        joint_watch *watch = &packed->watches[i];
        const joint_record *joint = &j->records[packed->ids[watch->joint]];
        const joint_impulses *before = &watch->before;
        const joint_impulses now = joint_sum_of(joint, packed, watch->joint);
        joint_impulses given = {.x = now.x - before->x, .y = now.y - before->y};
        for (int k = 0; k < JOINT_ROWS; ++k) given.rows[k] = now.rows[k] - before->rows[k];
        const joint_load load = joint_load_of(joint, s, &given, per_second);
        const double force = joint->config.break_force, torque = joint->config.break_torque;
        watch->before = now;
        watch->force += part * ((float)vec_length(load.force) - watch->force);
        watch->torque += part * ((float)fabs(load.torque) - watch->torque);
        watch->exceeds = (force > 0 && (double)watch->force > force)
                         || (torque > 0 && (double)watch->torque > torque);
        watch->breaks |= watch->exceeds;
    }
}
