/* change.c: changes of bodies and colliders by hand, between steps. Each is made as a whole or not
 * at all: when memory is refused, nothing has changed but that sleepers near by may be awake. A
 * change costs what it touches. */
#include "step/step.h"

static island_world islands_of(step_world *w) {
    return (island_world){&w->islands, &w->bodies, &w->index, &w->pairs, &w->joints};
}

/* ---- The index of what is still -------------------------------------------------------------- */

static void leave_index(step_world *w, uint32_t body, uint32_t until) {
    const body_store *s = &w->bodies;
    for (uint32_t c = s->records[body].first_collider; c != until; c = s->colliders[c].next)
        index_remove_still(&w->index, c, collider_bounds(s, c));
}

/* Enters the index; bounds that were there before are not refused, since their tiles have room. */
static bool enter_index(step_world *w, uint32_t body) {
    body_store *s = &w->bodies;
    body_place_colliders(s, body);
    for (uint32_t c = s->records[body].first_collider; c != NONE; c = s->colliders[c].next) {
        uint32_t number = s->links[s->colliders[c].slot].number;
        if (index_add_still(&w->index, c, number, collider_bounds(s, c))) continue;
        leave_index(w, body, c);
        return false;
    }
    return true;
}

static bool is_in_index(const step_world *w, uint32_t body) {
    return w->bodies.records[body].enabled && !body_is_active(&w->bodies, body);
}

/* ---- Waking ---------------------------------------------------------------------------------- */

/* Ends a change of the sleeping bodies: as a whole, or not at all. */
static bool end_waking(step_world *w, bool done) {
    const island_world islands = islands_of(w);
    done = done && pairs_reserve_publish(&w->pairs, (uint32_t)w->bodies.collider_list.count);
    if (done)
        islands_commit(&islands);
    else
        islands_undo(&islands);
    return done;
}

static bool wake_island_of(step_world *w, uint32_t body) {
    const island_world islands = islands_of(w);
    const uint32_t number = w->bodies.records[body].island;
    return number == NONE || islands_wake(&islands, number);
}

/* Restarts the rest time of a body that is changed by hand. Bodies that touched it restart, too. */
static void begin_rest(step_world *w, uint32_t body) {
    body_record *record = &w->bodies.records[body];
    w->bodies.motions[record->slot].rest = 0;
    record->changed = w->bodies.steps;
}

bool step_wake_body(step_world *w, uint32_t body) {
    begin_rest(w, body);
    if (w->bodies.records[body].island == NONE) return true;
    return end_waking(w, wake_island_of(w, body));
}

typedef struct waking {
    step_world *world;
    bool failed;
} waking;

static double wake_met(void *context, uint32_t collider, const evo_bounds *bounds, double limit) {
    waking *to = context;
    (void)bounds;
    to->failed = !wake_island_of(to->world, to->world->bodies.colliders[collider].body);
    return to->failed ? -1 : limit;
}

/* Part of the reach: what is so near may rest on it. */
static const double NEIGHBOUR = 0.02;

/* Wakes the body, and all that may touch it or are joined to it. */
static bool wake_around(step_world *w, uint32_t body) {
    const body_store *s = &w->bodies;
    waking to = {w, !wake_island_of(w, body)};
    for (uint32_t e = s->records[body].first_edge; e != NONE && !to.failed; e = s->edges[e].next)
        to.failed = s->edges[e].other != NONE && !wake_island_of(w, s->edges[e].other);
    for (uint32_t c = s->records[body].first_collider; c != NONE && !to.failed;
         c = s->colliders[c].next) {
        const evo_bounds bounds = collider_bounds(s, c);
        const double more = NEIGHBOUR * (double)s->forms[s->colliders[c].slot].reach;
        walk_box box = walk_box_of(&bounds);
        box.half = vec_add(box.half, vec(more, more));
        index_walk(&w->index, &box, WALK_STILL, wake_met, &to);
    }
    return end_waking(w, !to.failed);
}

/* ---- Out and back ---------------------------------------------------------------------------- */

/* A body as it was before a change. */
typedef struct body_before {
    body_record record;
    body_state state;
    bool active;
} body_before;

static body_before take_out(step_world *w, uint32_t body) {
    const body_record *record = &w->bodies.records[body];
    const body_before before = {*record, w->bodies.states[record->slot],
                                body_is_active(&w->bodies, body)};
    if (is_in_index(w, body)) leave_index(w, body, NONE);
    return before;
}

static bool moves(const step_world *w, uint32_t body) {
    const body_record *record = &w->bodies.records[body];
    const body_state *state = &w->bodies.states[record->slot];
    if (!record->enabled || record->kind == EVO_STATIC) return false;
    return record->kind == EVO_DYNAMIC || state->velocity.x != 0 || state->velocity.y != 0
           || state->spin != 0;
}

static void restore(step_world *w, uint32_t body, const body_before *before) {
    body_store *s = &w->bodies;
    body_record *record = &s->records[body];
    const uint32_t slot = record->slot;
    *record = before->record;
    record->slot = slot;
    mass_update_body(s, body);
    s->states[slot] = before->state;
    bodies_set_active(s, body, before->active);
    if (is_in_index(w, body)) (void)enter_index(w, body);
}

/* Puts a changed body where it belongs; false: it is as it was before. */
static bool put_back(step_world *w, uint32_t body, const body_before *before) {
    begin_rest(w, body);
    bodies_set_active(&w->bodies, body, moves(w, body));
    if (!is_in_index(w, body) || enter_index(w, body)) return true;
    restore(w, body, before);
    return false;
}

/* Puts a changed body back, and wakes what it has come to touch. */
static bool put_back_waking(step_world *w, uint32_t body, const body_before *before) {
    if (!put_back(w, body, before)) return false;
    if (wake_around(w, body)) return true;
    (void)take_out(w, body);
    restore(w, body, before);
    return false;
}

/* ---- Bodies in and out ----------------------------------------------------------------------- */

static bool config_moves(const evo_body_config *c) {
    if (c->disabled || c->kind == EVO_STATIC) return false;
    return c->kind == EVO_DYNAMIC || c->velocity.x != 0 || c->velocity.y != 0 || c->spin != 0;
}

uint32_t step_add_body(step_world *w, const evo_body_config *config) {
    body_store *s = &w->bodies;
    uint32_t id = bodies_create(s, config, config_moves(config));
    if (id == NONE || config->shape.kind == EVO_NO_SHAPE) return id;
    const evo_collider_config first = {config->shape, config->material, config->filter,
                                       config->sensor, config->user};
    if (step_add_collider(w, id, &first) == NONE) {
        bodies_uncreate(s, id);
        return NONE;
    }
    if (config->kind != EVO_STATIC) s->states[s->records[id].slot].velocity = config->velocity;
    return id;
}

uint32_t step_add_collider(step_world *w, uint32_t body, const evo_collider_config *config) {
    if (!step_wake_body(w, body)) return NONE;
    const bool still = is_in_index(w, body);
    if (still) leave_index(w, body, NONE);
    uint32_t made = colliders_create(&w->bodies, body, config);
    if (made != NONE && (!still || enter_index(w, body))) {
        if (!still || wake_around(w, body)) return made;
        leave_index(w, body, NONE);
    }
    if (made != NONE) colliders_uncreate(&w->bodies, made);
    if (still) (void)enter_index(w, body);
    return NONE;
}

bool step_add_chain(step_world *w, const chain_links *links) {
    if (!step_wake_body(w, links->body)) return false;
    const bool still = is_in_index(w, links->body);
    if (still) leave_index(w, links->body, NONE);
    const bool made = chain_create_links(&w->bodies, links);
    if (made && (!still || enter_index(w, links->body))) {
        if (!still || wake_around(w, links->body)) return true;
        leave_index(w, links->body, NONE);
    }
    if (made) chain_uncreate_links(&w->bodies, links);
    if (still) (void)enter_index(w, links->body);
    return false;
}

bool step_remove_chain(step_world *w, uint32_t body, uint32_t chain) {
    if (!wake_around(w, body)) return false;
    const body_before before = take_out(w, body);
    chain_destroy_links(&w->bodies, body, chain);
    return put_back(w, body, &before);
}

/* Room for the ends of a body's joints. */
static bool reserve_ends(step_world *w, uint32_t body) {
    size_t count = 0;
    for (uint32_t e = w->bodies.records[body].first_edge; e != NONE; e = w->bodies.edges[e].next)
        ++count;
    return joints_reserve_ends(&w->joints, count);
}

bool step_remove_body(step_world *w, uint32_t body) {
    if (!reserve_ends(w, body) || !wake_around(w, body)) return false;
    if (is_in_index(w, body)) leave_index(w, body, NONE);
    begin_rest(w, body);
    while (w->bodies.records[body].first_edge != NONE)
        joints_end(&w->joints, &w->bodies, w->bodies.records[body].first_edge / 2);
    bodies_destroy(&w->bodies, body);
    return true;
}

bool step_remove_collider(step_world *w, uint32_t collider) {
    const uint32_t body = w->bodies.colliders[collider].body;
    if (!wake_around(w, body)) return false;
    const body_before before = take_out(w, body);
    colliders_destroy(&w->bodies, collider);
    return put_back(w, body, &before);
}

bool step_change_collider(step_world *w, uint32_t collider, const evo_collider_config *config) {
    body_store *s = &w->bodies;
    const collider_record *record = &s->colliders[collider];
    const uint32_t body = record->body;
    const evo_collider_config old = {collider_shape(record),
                                     s->materials.all[record->material].material, record->filter,
                                     record->sensor, record->user};
    if (!wake_around(w, body)) return false;
    const body_before before = take_out(w, body);
    const bool changed = colliders_change(s, collider, config);
    if (changed && put_back(w, body, &before) && wake_around(w, body)) return true;
    if (changed && is_in_index(w, body)) leave_index(w, body, NONE);
    if (changed) (void)colliders_change(s, collider, &old);
    restore(w, body, &before);
    return false;
}

/* ---- Where it is, and how it moves ----------------------------------------------------------- */

bool step_move_body(step_world *w, uint32_t body, evo_pose pose) {
    if (!wake_around(w, body)) return false;
    const body_before before = take_out(w, body);
    const body_record *record = &w->bodies.records[body];
    body_state *state = &w->bodies.states[record->slot];
    state->position = vec_add(pose.position, vec_turn(record->center, evo_direction(pose.angle)));
    state->angle = pose.angle;
    return put_back_waking(w, body, &before);
}

bool step_set_motion(step_world *w, uint32_t body, evo_vec2 velocity, double spin) {
    const bool still = velocity.x == 0 && velocity.y == 0 && spin == 0;
    const bool dynamic = w->bodies.records[body].kind == EVO_DYNAMIC;
    if (!still && !(dynamic ? step_wake_body(w, body) : wake_around(w, body))) return false;
    if (w->bodies.records[body].island != NONE) return true; /* a sleeping body is at rest */
    const body_before before = take_out(w, body);
    body_state *state = &w->bodies.states[w->bodies.records[body].slot];
    state->velocity = velocity;
    state->spin = spin;
    return put_back(w, body, &before);
}

bool step_push(step_world *w, uint32_t body, evo_vec2 force, double torque) {
    if (!step_wake_body(w, body)) return false;
    body_record *record = &w->bodies.records[body];
    record->force = vec_add(record->force, force);
    record->torque += torque;
    w->bodies.motions[record->slot].driven = true;
    return true;
}

/* ---- What it is ------------------------------------------------------------------------------ */

bool step_set_kind(step_world *w, uint32_t body, evo_body_kind kind) {
    if (!wake_around(w, body)) return false;
    const body_before before = take_out(w, body);
    body_record *record = &w->bodies.records[body];
    body_state *state = &w->bodies.states[record->slot];
    record->kind = (uint8_t)kind;
    record->force = vec(0, 0);
    record->torque = 0;
    if (kind == EVO_STATIC) state->velocity = vec(0, 0);
    if (kind == EVO_STATIC || (kind == EVO_DYNAMIC && record->fixed_rotation)) state->spin = 0;
    mass_update_body(&w->bodies, body);
    return put_back_waking(w, body, &before);
}

bool step_set_enabled(step_world *w, uint32_t body, bool enabled) {
    if (!wake_around(w, body)) return false;
    const body_before before = take_out(w, body);
    body_record *record = &w->bodies.records[body];
    record->enabled = enabled;
    record->force = vec(0, 0);
    record->torque = 0;
    return put_back_waking(w, body, &before);
}

bool step_set_mass(step_world *w, uint32_t body, const evo_mass *mass) {
    if (!step_wake_body(w, body)) return false;
    body_record *record = &w->bodies.records[body];
    record->mass_set = mass != NULL;
    if (mass) {
        record->mass = mass->mass;
        record->inertia = mass->inertia;
        record->center_set = mass->center;
    }
    mass_update_body(&w->bodies, body);
    return true;
}

bool step_set_damping(step_world *w, uint32_t body, double damping, double spin_damping) {
    body_record *record = &w->bodies.records[body];
    record->damping = damping;
    record->spin_damping = spin_damping;
    mass_update_body(&w->bodies, body);
    return true;
}

bool step_set_gravity_scale(step_world *w, uint32_t body, double scale) {
    if (!step_wake_body(w, body)) return false;
    w->bodies.records[body].gravity_scale = scale;
    mass_update_body(&w->bodies, body);
    return true;
}

bool step_set_fixed_rotation(step_world *w, uint32_t body, bool fixed) {
    if (!step_wake_body(w, body)) return false;
    body_record *record = &w->bodies.records[body];
    record->fixed_rotation = fixed;
    if (fixed && record->kind == EVO_DYNAMIC) w->bodies.states[record->slot].spin = 0;
    mass_update_body(&w->bodies, body);
    return true;
}

bool step_set_never_sleep(step_world *w, uint32_t body, bool never) {
    if (never && !step_wake_body(w, body)) return false;
    body_record *record = &w->bodies.records[body];
    record->never_sleep = w->bodies.motions[record->slot].never_sleep = never;
    return true;
}

/* Wakes all. */
bool step_set_gravity(step_world *w, evo_vec2 gravity) {
    const island_world islands = islands_of(w);
    bool done = true;
    for (uint32_t i = 0; i < w->islands.list.count && done; ++i)
        if (w->islands.all[i].state == ISLAND_ASLEEP) done = islands_wake(&islands, i);
    if (!end_waking(w, done)) return false;
    for (uint32_t slot = 0; slot < w->bodies.awake; ++slot) w->bodies.motions[slot].rest = 0;
    w->settings.gravity = gravity;
    return true;
}

bool step_send_to_sleep(step_world *w, uint32_t body) {
    const island_world islands = islands_of(w);
    body_record *record = &w->bodies.records[body];
    if (!body_is_active(&w->bodies, body)) return true;
    if (!islands_send(&islands, body)) return false;
    record->force = vec(0, 0);
    record->torque = 0;
    mass_update_body(&w->bodies, body);
    return true;
}

/* ---- Joints ---------------------------------------------------------------------------------- */

static bool wake_joined(step_world *w, const uint32_t *bodies) {
    bool done = true;
    for (int side = 0; side < 2; ++side) {
        if (bodies[side] == NONE) continue;
        begin_rest(w, bodies[side]);
        done = done && wake_island_of(w, bodies[side]);
    }
    return end_waking(w, done);
}

uint32_t step_add_joint(step_world *w, const evo_joint_config *config) {
    const uint32_t joint = joints_create(&w->joints, &w->bodies, config);
    if (joint == NONE || wake_joined(w, w->joints.records[joint].bodies)) return joint;
    joints_uncreate(&w->joints, &w->bodies, joint);
    return NONE;
}

bool step_remove_joint(step_world *w, uint32_t joint) {
    if (!wake_joined(w, w->joints.records[joint].bodies)) return false;
    joints_destroy(&w->joints, &w->bodies, joint);
    return true;
}

bool step_change_joint(step_world *w, uint32_t joint, const evo_joint_config *config) {
    joint_record *record = &w->joints.records[joint];
    if (!wake_joined(w, record->bodies)) return false;
    record->config = *config;
    joint_update(record);
    return true;
}
