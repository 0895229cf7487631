/* joints.c: joints, with what they remember; those that ended and were not told yet; and the world
 * of steps as a whole. Rows and anchors of joints are made anew from their configs. */
#include <assert.h>

#include "body/edges.h"
#include "joint/fields.h"
#include "save/save.h"
#include "shape/limits.h"

/* ---- A joint --------------------------------------------------------------------------------- */

static void visit_config(visitor *v, evo_joint_config *c) {
    uint32_t kind = (uint32_t)c->kind;
    visit_u32(v, &kind);
    visit_fields(v, c, JOINT_FIELDS);
    if (!visit_is(v, VISIT_LOAD)) return;
    c->kind = visit_check(v, joint_kind_is_sound(kind)) ? (evo_joint_kind)kind : EVO_REVOLUTE;
}

/* Impulses of the rows that a joint has; of a load they follow its rows. */
static void visit_impulses(visitor *v, joint_record *joint) {
    enum { POINT = 6, MOST = POINT + 2 * JOINT_ROWS };
    const int rows = joint->rows.count, count = POINT + 2 * rows;
    float *places[MOST] = {&joint->point_x, &joint->point_y, &joint->sum.x,
                           &joint->sum.y,   &joint->force,   &joint->torque};
    float floats[MOST];
    for (int i = 0; i < rows; ++i) {
        places[POINT + i] = &joint->impulses[i];
        places[POINT + rows + i] = &joint->sum.rows[i];
    }
    for (int i = 0; i < count; ++i) floats[i] = *places[i];
    visit_floats(v, floats, (uint32_t)count);
    visit_bool(v, &joint->exceeded);
    for (int i = 0; i < count && visit_is(v, VISIT_LOAD); ++i) *places[i] = floats[i];
}

/* The handle of a joint's body; {0} is the world. False: there is no such body. */
static bool find_body(const body_store *s, uint32_t id, evo_body *body) {
    *body = (evo_body){0, 0};
    if (id == NONE) return true;
    if (id >= s->record_list.count || s->records[id].generation % 2 == 0) return false;
    *body = (evo_body){id, s->records[id].generation};
    return true;
}

static bool joint_is_sound(const body_store *s, joint_record *joint) {
    evo_joint_config *c = &joint->config;
    return find_body(s, joint->bodies[0], &c->a) && find_body(s, joint->bodies[1], &c->b)
           && joint->bodies[0] != joint->bodies[1] && joint_config_is_sound(c);
}

static void visit_joint(visitor *v, step_world *w, uint32_t id) {
    joint_record *joint = &w->joints.records[id];
    visit_u32(v, &joint->generation);
    if (joint->generation % 2 == 0) return;
    visit_id(v, &joint->bodies[0], 0);
    visit_id(v, &joint->bodies[1], joint->bodies[0] == NONE ? 0 : joint->bodies[0]);
    visit_config(v, &joint->config);
    visit_double(v, &joint->kept);
    visit_check(v, number_fits(joint->kept));
    if (visit_is(v, VISIT_LOAD)) {
        if (!visit_check(v, joint_is_sound(&w->bodies, joint))) return;
        joint_update(joint);
        edges_link(&w->bodies, id, joint->bodies, joint->anchors, joint->config.collide);
        ++w->joints.count;
        assert(w->joints.count <= w->joints.list.count && "a record has one joint");
    }
    visit_impulses(v, joint);
}

/* ---- All ------------------------------------------------------------------------------------- */

static bool reserve(step_world *w, uint32_t count, uint32_t ending) {
    joint_store *j = &w->joints;
    if (!ARRAY_RESERVE(j->memory, j->records, j->list.capacity, count)
        || (count > 0 && !edges_reserve(&w->bodies, count - 1)) || !joints_reserve_ends(j, ending))
        return false;
    array_fill(j->records, 0, count, sizeof *j->records);
    array_fill(w->bodies.edges, 0xff, 2 * (size_t)count, sizeof *w->bodies.edges);
    j->list.count = count;
    j->ending_list.count = ending;
    array_fill(j->ending, 0, ending, sizeof *j->ending);
    return true;
}

/* A joint that ended with one of its bodies, and was not told yet. */
static void visit_end(visitor *v, evo_joint_end *end) {
    static const field fields[] = {FIELD(U32, evo_joint_end, joint),
                                   FIELDS(U32, evo_joint_end, a, b),
                                   FIELD(U32, evo_joint_end, kind),
                                   {0}};
    visit_fields(v, end, fields);
    if (!visit_check(v, joint_kind_is_sound((uint32_t)end->kind))) end->kind = EVO_REVOLUTE;
}

void save_visit_joints(visitor *v, const save_world *of) {
    step_world *w = of->core;
    const bool events = of->events;
    joint_store *j = &w->joints;
    uint32_t count = (uint32_t)j->list.count, ending = (uint32_t)j->ending_list.count;
    visit_count(v, &count, 1);
    visit_count(v, &ending, 2);
    visit_check(v, count < NONE / 4 && (!events || count == 0));
    if (visit_loads(v)) visit_room(v, reserve(w, count, ending));
    visit_bool(v, &j->joined);
    visit_floats(v, &j->per_second, 1);
    for (uint32_t id = 0; id < count && visit_goes_on(v); ++id) visit_joint(v, w, id);
    for (uint32_t i = 0; i < ending && visit_goes_on(v); ++i) visit_end(v, &j->ending[i]);
}

/* ---- A world of steps ------------------------------------------------------------------------ */

/* Counts of the last step are told, and decide nothing. */
static void visit_counts(visitor *v, step_world *w) {
    static const field fields[] = {FIELDS(U32, step_world, pair_count, colour_count),
                                   FIELD(U64, step_world, impact_count),
                                   {0}};
    visit_fields(v, w, fields);
    if (!visit_check(v, (uint32_t)w->colour_count <= COLOURS)) w->colour_count = 0;
}

void save_visit_world(visitor *v, const save_world *of) {
    step_world *w = of->core;
    visit_double(v, &w->time);
    visit_vector(v, &w->settings.gravity);
    visit_check(v, vector_fits(w->settings.gravity));
    /* Worlds of events: one large step does what many small ones do. */
    if (!of->events || !visit_is(v, VISIT_HASH)) {
        visit_u64(v, &w->steps);
        visit_double(v, &w->substep);
    }
    visit_check(v, w->time >= 0 && w->time < INFINITY && w->substep >= 0 && w->substep <= 1);
    if (!visit_is(v, VISIT_HASH)) visit_counts(v, w);
    if (visit_goes_on(v)) save_visit_bodies(v, of);
    if (visit_goes_on(v)) save_visit_islands(v, w);
    if (visit_goes_on(v)) save_visit_pairs(v, w);
    if (visit_goes_on(v)) save_visit_joints(v, of);
}
