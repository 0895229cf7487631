/* mass.c: what a body weighs, and where its centre of mass is.
 *
 * Bodies that are not dynamic turn about their origin, which stands for the centre of mass. */
#include "contact/bodies.h"
#include "shape/kind.h"

/* Whose inverse a float can hold. */
static const double LEAST_MASS = 1e-30;

evo_pose body_pose_of(const graph *g, const body_record *record, const body_state *state) {
    evo_pose pose = {state->position, state->angle};
    evo_vec2 center = body_center(g, record);
    if (center.x != 0 || center.y != 0)
        pose.position = vec_sub(pose.position, vec_turn(center, evo_direction(pose.angle)));
    return pose;
}

evo_vec2 body_center_at(const graph *g, const body_record *record, evo_pose pose) {
    evo_vec2 center = body_center(g, record);
    if (center.x == 0 && center.y == 0) return pose.position;
    return vec_add(pose.position, vec_turn(center, evo_direction(pose.angle)));
}

bool body_is_driven(const graph *g, const body_record *record) {
    const body_extra *e = extra_of(g, record);
    bool pushed = e->force.x != 0 || e->force.y != 0 || e->torque != 0;
    return record->kind == EVO_DYNAMIC && (pushed || e->damping > 0 || e->spin_damping > 0);
}

evo_vec2 body_pull(const graph *g, uint32_t index) {
    const body_sim *sim = &g->bodies.sims[index];
    evo_vec2 pull = vec_scale(g->config->gravity, (double)sim->pull);
    if (!sim->driven) return pull;
    const body_record *record = &g->bodies.records[sim->id];
    return vec_along(pull, 1 / record->mass, extra_of(g, record)->force);
}

void forces_clear(graph *g, body_record *record) {
    if (record->extra == NONE) return;
    body_extra *extra = extra_make(g, record);
    extra->force = vec(0, 0);
    extra->torque = 0;
    g->bodies.sims[record->index].driven = body_is_driven(g, record);
}

/* Radii of gyration that floats can hold, and divide by; beyond, a body does not turn. */
static const double GYRATION_LEAST = 1e-18, GYRATION_MOST = 1e18;

/* What does not move by forces turns by 1, so that contacts feel its spin. */
double body_turns_by(const body_record *record) {
    if (record->kind != EVO_DYNAMIC) return 1;
    if (record->fixed_rotation || !(record->inertia > 0)) return 0;
    double gyration = sqrt(record->inertia / record->mass);
    return gyration >= GYRATION_LEAST && gyration <= GYRATION_MOST ? gyration : 0;
}

static evo_mass mass_of_shape(const graph *g, uint32_t id, bool unit) {
    evo_mass none = {0, {0, 0}, 0};
    const template_key *key = graph_key(g, id);
    return key->sensor ? none : evo_shape_mass(&key->shape, unit ? 1 : key->material.density);
}

/* Of a body's shapes together, at their own densities, or all at density 1. About the common
 * centre, once that is known: from elsewhere it would be a small difference of large numbers. */
static evo_mass sum_of_shapes(const graph *g, const body_record *record, bool unit) {
    evo_mass sum = {0, {0, 0}, 0};
    uint32_t id = record->first_collider;
    for (; id != NONE; id = g->colliders.records[id].next) {
        evo_mass m = mass_of_shape(g, id, unit);
        sum.mass += m.mass;
        sum.center = vec_along(sum.center, m.mass, m.center);
    }
    if (sum.mass < LEAST_MASS) return sum;
    sum.center = vec_scale(sum.center, 1 / sum.mass);
    for (id = record->first_collider; id != NONE; id = g->colliders.records[id].next) {
        evo_mass m = mass_of_shape(g, id, unit);
        evo_vec2 off = vec_sub(m.center, sum.center);
        sum.inertia += m.inertia + m.mass * vec_dot(off, off);
    }
    return sum;
}

/* How far the body's shapes reach from its origin. */
static double reach_of_shapes(const graph *g, const body_record *record) {
    double reach = 0;
    for (uint32_t id = record->first_collider; id != NONE; id = g->colliders.records[id].next) {
        const evo_shape *shape = graph_shape(g, id);
        reach = fmax(reach, vec_length(shape->center) + shape_reach(shape));
    }
    return reach;
}

/* Every dynamic body needs a mass: one without any weighs 1, spread as its area is, or else as in a
 * disk of its reach. */
static evo_mass mass_of_shapes(const graph *g, const body_record *record) {
    evo_mass mass = sum_of_shapes(g, record, false);
    if (mass.mass >= LEAST_MASS) return mass;
    mass = sum_of_shapes(g, record, true);
    if (mass.mass >= LEAST_MASS) {
        mass.inertia /= mass.mass;
        mass.mass = 1;
        return mass;
    }
    double reach = reach_of_shapes(g, record);
    evo_mass unit = {1, {0, 0}, reach > 0 ? 0.5 * reach * reach : 0.5};
    return unit;
}

static void weigh(graph *g, body_record *record) {
    if (record->mass_by_hand || record->kind != EVO_DYNAMIC) return;
    evo_mass mass = mass_of_shapes(g, record);
    evo_vec2 before = extra_of(g, record)->center;
    record->mass = mass.mass;
    record->inertia = mass.inertia;
    if (mass.center.x != before.x || mass.center.y != before.y)
        extra_make(g, record)->center = mass.center;
}

void mass_update(graph *g, body_record *record, evo_pose pose) {
    body_state *state = &g->bodies.states[record->index];
    evo_vec2 before = state->position;
    weigh(g, record);
    state->position = body_center_at(g, record, pose);
    /* The body turns on as it did: its new centre has the speed of that place. */
    evo_vec2 moved = vec_sub(state->position, before);
    state->velocity = vec_along(state->velocity, state->spin, vec_left(moved));
    body_sim_update(g, record);
}

void body_sim_update(graph *g, const body_record *record) {
    body_sim *sim = &g->bodies.sims[record->index];
    bool dynamic = record->kind == EVO_DYNAMIC;
    sim->pull = dynamic ? (float)extra_of(g, record)->gravity_scale : 0;
    sim->driven = body_is_driven(g, record);
    sim->wakeful = !dynamic || record->never_sleep;
    sim->inverse_mass = dynamic ? (float)(1 / record->mass) : 0;
    sim->gyration = body_turns_by(record) > 0 ? (float)body_turns_by(record) : 1;
}
