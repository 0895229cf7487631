/* joint.c: records of joints, made and unmade, and those that ended. In: sound configs; out:
 * records by id, and edges between their bodies. */
#include "joint/joint.h"

#include <assert.h>

#include "body/edges.h"

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

/* Finds the lowest free id, and makes room for it; NONE: out of memory. */
static uint32_t find_id(joint_store *j, body_store *s) {
    uint32_t id = j->lowest_free;
    while (id < j->list.count && j->records[id].generation % 2 == 1) ++id;
    if (id >= NONE / 4 || !edges_reserve(s, id)) return NONE;
    if (!ARRAY_RESERVE(j->memory, j->records, j->list.capacity, (size_t)id + 1)) return NONE;
    if (id == j->list.count) j->records[j->list.count++].generation = 0;
    return id;
}

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
    const uint32_t id = find_id(j, s);
    if (id == NONE) return NONE;
    joint_record *joint = &j->records[id];
    const uint32_t generation = joint->generation + 1;
    assert(generation % 2 == 1 && "a free id is of no joint");
    *joint = joint_of_config(config);
    joint->generation = generation;
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

/* Rows that remain begin warm. */
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
                                                        .broke = broke};
}

void joints_end(joint_store *j, body_store *s, uint32_t id) {
    joints_tell(j, s, id, false);
    joints_destroy(j, s, id);
}
