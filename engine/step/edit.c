/* edit.c: changes of bodies, colliders and joints by hand, between steps. In: the change; out: the
 * same world with the change, or as it was.
 *
 * An edit has three parts. It begins: the bodies concerned wake, and the colliders that it changes
 * leave the index. It is made. It is settled: the body is put where it belongs, and bodies that it
 * now touches wake. Invariant: until it is settled, all of it can be undone without memory. */
#include "step/step.h"

#include <assert.h>

#include "body/body.h"
#include "joint/joint.h"
#include "shape/shape.h"

MACHINE_PLAIN

/* ---- The index of still colliders ------------------------------------------------------------ */

static evo_bounds bounds_at(const body_store *s, uint32_t collider, evo_vec2 at, evo_vec2 turn) {
    const placed own = placed_at(s->colliders[collider].shape, at, turn);
    return placed_bounds(&own);
}

void still_leave(step_world *w, collider_run run, const body_state *at) {
    const body_store *s = &w->bodies;
    const evo_vec2 turn = evo_direction(at->angle);
    for (uint32_t c = run.first; c != run.until; c = s->colliders[c].next) {
        floor_leave(w, c);
        index_remove_still(&w->index, c, s->links[s->colliders[c].slot].number,
                           bounds_at(s, c, at->position, turn));
    }
}

bool still_enter(step_world *w, collider_run run, const body_state *at) {
    const body_store *s = &w->bodies;
    const evo_vec2 turn = evo_direction(at->angle);
    for (uint32_t c = run.first; c != run.until; c = s->colliders[c].next) {
        const evo_bounds bounds = bounds_at(s, c, at->position, turn);
        const uint32_t number = s->links[s->colliders[c].slot].number;
        const bool indexed = index_add_still(&w->index, c, number, bounds);
        if (indexed && floor_enter(w, c)) continue;
        still_leave(w, (collider_run){run.first, indexed ? s->colliders[c].next : c}, at);
        return false;
    }
    return true;
}

/* ---- An edit --------------------------------------------------------------------------------- */

/* A change of a body, or of some of its colliders, and the body as it was before. */
typedef struct body_edit {
    step_world *world;
    uint32_t body;
    wake_reach wakes;
    collider_run run; /* colliders that change */
    body_record *record;
    struct {
        body_record record;
        body_forces forces;
        body_state state;
        body_motion motion;
        body_building building; /* body_building of the world */
        bool active;
        collider_run run;
    } before;
} body_edit;

static const body_motion NO_MOTION = {0};

static body_state *state_of(const body_edit *e) {
    return &e->world->bodies.states[e->record->slot];
}

/* Returns the colliders that leave the index: all colliders of a body with mass, since it may
 * wake. */
static collider_run indexed_run(const body_edit *e) {
    return e->record->kind == EVO_DYNAMIC ? body_run(&e->world->bodies, e->body) : e->run;
}

/* Bodies whose island is waking stay in the index to the end of the change. */
static bool is_in_index(const body_edit *e) {
    return e->record->enabled
           && (!body_is_active(&e->world->bodies, e->body) || e->record->island != NONE);
}

static bool is_still(evo_vec2 velocity, double spin) {
    return vec_is_zero(velocity) && spin == 0;
}

/* Returns whether a body belongs to the awake ones. */
static bool moves(bool enabled, unsigned kind, evo_vec2 velocity, double spin) {
    return enabled && (kind == EVO_DYNAMIC || (kind == EVO_KINEMATIC && !is_still(velocity, spin)));
}

/* Restarts the rest time of a body that is changed by hand. Bodies that touched it restart, too. */
static void begin_rest(step_world *w, uint32_t body) {
    body_record *record = &w->bodies.records[body];
    if (w->bodies.stepped) w->bodies.motions[record->slot].rest = 0;
    record->changed = w->bodies.last_change = w->bodies.steps;
    if (!body_is_active(&w->bodies, body)) still_change(&w->bodies, STILL_BODY, body);
}

/* Begins an edit of some colliders. False: out of memory. */
static bool begin(body_edit *e) {
    step_world *w = e->world;
    body_store *s = &w->bodies;
    if (!waking_change(w, e->body, e->run, e->wakes)) return waking_end(w, false);
    e->record = &s->records[e->body];
    e->before.record = *e->record;
    e->before.forces = body_forces_of(s, e->body);
    e->before.state = *state_of(e);
    e->before.motion = s->stepped ? s->motions[e->record->slot] : NO_MOTION;
    e->before.building = s->building;
    e->before.active = body_is_active(s, e->body);
    e->before.run = indexed_run(e);
    if (is_in_index(e))
        still_leave(w, e->before.run, state_of(e));
    else
        for (uint32_t c = e->before.run.first; c != e->before.run.until; c = s->colliders[c].next)
            floor_leave(w, c);
    e->record->island = NONE; /* nothing is left in the index that the end of waking removes */
    return true;
}

/* Begins an edit of a whole body. A body that may begin to move is weighed, since until then its
 * extent is only a bound. */
static bool begin_whole(body_edit *e, step_world *w, uint32_t body, wake_reach wakes) {
    bodies_weigh(&w->bodies);
    *e = (body_edit){.world = w, .body = body, .wakes = wakes, .run = body_run(&w->bodies, body)};
    if (!begin(e)) return false;
    bodies_settle(&w->bodies);
    return true;
}

/* Enters colliders into the index, if their body belongs there. */
static bool enter(const body_edit *e, collider_run run) {
    if (!is_in_index(e)) return true;
    body_place_colliders(&e->world->bodies, e->body, run);
    return still_enter(e->world, run, state_of(e));
}

/* Puts an edited body, with the colliders that it has now, where it belongs, and wakes bodies that
 * it now touches, until waking_end. False: out of memory, and the edit must be undone. */
static bool enter_edited(const body_edit *e) {
    step_world *w = e->world;
    const collider_run run = indexed_run(e);
    const body_state *state = state_of(e);
    const bool active = moves(e->record->enabled, e->record->kind, state->velocity, state->spin);
    assert(e->record->island == NONE && "a body that is changed is awake");
    if (active && !e->before.active) mass_update_body(&w->bodies, e->body);
    bodies_set_active(&w->bodies, e->body, active);
    if (!enter(e, run)) return false;
    if (waking_change(w, e->body, e->run, e->wakes)) return true;
    if (is_in_index(e)) still_leave(w, run, state_of(e));
    return false;
}

/* Settles an edit. False: out of memory, and the edit is to be taken back. */
static bool settle(const body_edit *e) {
    if (!enter_edited(e)) return false;
    begin_rest(e->world, e->body);
    return waking_end(e->world, true);
}

/* Undoes an edit, with the colliders that the body had before. Returns false. */
static bool undo(const body_edit *e) {
    step_world *w = e->world;
    body_store *s = &w->bodies;
    const uint32_t slot = e->record->slot;
    *e->record = e->before.record;
    e->record->slot = slot;
    if (s->forces) s->forces[e->body] = e->before.forces;
    if (s->building.id != e->body) mass_update_body(s, e->body);
    s->building = e->before.building;
    s->states[slot] = e->before.state;
    if (s->stepped) s->motions[slot] = e->before.motion;
    bodies_set_active(s, e->body, e->before.active);
    const bool entered = enter(e, e->before.run);
    assert(entered && "bounds that were in the index are not refused");
    (void)entered;
    w->floors_due = true;
    return waking_end(w, false);
}

bool step_wake(step_world *w, uint32_t body, wake_reach reach) {
    bodies_weigh(&w->bodies);
    if (!waking_end(w, waking_change(w, body, body_run(&w->bodies, body), reach))) return false;
    bodies_settle(&w->bodies);
    begin_rest(w, body);
    return true;
}

bool step_wake_all(step_world *w, const evo_body *bodies, size_t count) {
    const collider_run none = {NONE, NONE};
    bool done = true;
    bodies_weigh(&w->bodies);
    for (size_t i = 0; i < count && done; ++i)
        done = waking_change(w, bodies[i].index, none, WAKE_BODY);
    return waking_end(w, done);
}

/* ---- Colliders and bodies -------------------------------------------------------------------- */

/* Puts one collider on a body, or the links of a chain. If the body stands still, a new collider
 * wakes bodies that it now touches, until waking_end; other bodies wake those when they meet them.
 * Returns the first collider; NONE: out of memory. */
static uint32_t put_colliders(step_world *w, uint32_t body, const evo_collider_config *one,
                              const chain_links *links) {
    body_store *s = &w->bodies;
    body_edit e = {.world = w, .body = body, .wakes = WAKE_BODY, .run = {NONE, NONE}};
    if (!begin(&e)) return NONE;
    e.run.first = links ? chain_create_links(s, links) : colliders_create(s, body, one);
    if (is_in_index(&e)) e.wakes = WAKE_TOUCHING;
    if (e.run.first != NONE && enter_edited(&e)) return e.run.first;
    if (e.run.first != NONE) colliders_uncreate(s, e.run.first);
    (void)undo(&e);
    return NONE;
}

static uint32_t add_colliders(step_world *w, uint32_t body, const evo_collider_config *one,
                              const chain_links *links) {
    const uint32_t first = put_colliders(w, body, one, links);
    if (first == NONE) return NONE;
    begin_rest(w, body);
    (void)waking_end(w, true);
    return first;
}

uint32_t step_add_collider(step_world *w, uint32_t body, const evo_collider_config *config) {
    return add_colliders(w, body, config, NULL);
}

uint32_t step_add_chain(step_world *w, const chain_links *links) {
    return add_colliders(w, links->body, NULL, links);
}

bool step_remove_colliders(step_world *w, collider_run run) {
    const uint32_t body = w->bodies.colliders[run.first].body;
    body_edit e = {.world = w, .body = body, .wakes = WAKE_TOUCHING, .run = run};
    if (!begin(&e)) return false;
    colliders_destroy(&w->bodies, run);
    e.run.first = run.until;
    e.wakes = WAKE_BODY;
    const bool settled = settle(&e);
    assert(settled && "bounds that were in the index are not refused");
    return settled;
}

bool step_remove_body(step_world *w, uint32_t body) {
    body_store *s = &w->bodies;
    body_edit e = {.world = w, .body = body, .wakes = WAKE_TOUCHING, .run = body_run(s, body)};
    size_t joints = 0;
    EACH_EDGE (edge, s, body) ++joints;
    if (!joints_reserve_ends(&w->joints, joints) || !begin(&e)) return false;
    (void)waking_end(w, true);
    begin_rest(w, body);
    while (e.record->first_edge != NONE) {
        const uint32_t joint = e.record->first_edge / 2;
        joints_tell(&w->joints, s, joint, false);
        joints_destroy(&w->joints, s, joint);
    }
    bodies_destroy(s, body);
    return true;
}

/* ---- Bodies that are added together ---------------------------------------------------------- */

step_addition step_begin_addition(step_world *w) {
    return (step_addition){w, w->bodies.building, w->bodies.last_change};
}

/* Gives a new body its collider. False: out of memory. */
static bool shape_body(step_world *w, uint32_t id, const evo_body_config *config) {
    body_store *s = &w->bodies;
    const evo_collider_config first = first_collider_config(config);
    if (config->shape.kind == EVO_NO_SHAPE) return true;
    if (put_colliders(w, id, &first, NULL) == NONE) return false;
    bodies_settle(s);
    const body_record *record = &s->records[id];
    if (config->kind != EVO_STATIC)
        s->states[record->slot].velocity = body_let(record, config->velocity);
    return true;
}

/* Removes the body that was added last, as if it had not been added. */
static void remove_added(step_world *w, uint32_t id) {
    body_store *s = &w->bodies;
    const body_record *record = &s->records[id];
    const bool still = record->enabled && !body_is_active(s, id);
    if (still) still_leave(w, body_run(s, id), &s->states[record->slot]);
    islands_cancel(w, id);
    bodies_uncreate(s, id);
}

uint32_t step_add_body(step_world *w, const evo_body_config *config) {
    const bool sleeps = config->asleep && config->kind == EVO_DYNAMIC && !w->settings.exact;
    const uint32_t id = bodies_create(
        &w->bodies, config, moves(!config->disabled, config->kind, config->velocity, config->spin));
    if (id == NONE) return NONE;
    if (!shape_body(w, id, config)) {
        bodies_uncreate(&w->bodies, id);
        return NONE;
    }
    if (!sleeps || !body_is_active(&w->bodies, id) || islands_plan_new(w, id)) return id;
    remove_added(w, id);
    return NONE;
}

void step_end_addition(const step_addition *a, const evo_body *added, size_t count, bool done) {
    step_world *w = a->world;
    (void)waking_end(w, done);
    if (done) {
        for (size_t i = 0; i < count; ++i)
            if (w->bodies.records[added[i].index].first_collider != NONE)
                begin_rest(w, added[i].index);
        islands_sleep(w);
        return;
    }
    for (size_t i = count; i-- > 0;) remove_added(w, added[i].index);
    w->bodies.building = a->building;
    w->bodies.last_change = a->last_change;
    w->floors_due = true;
}

/* ---- The config of a collider ---------------------------------------------------------------- */

bool step_change_collider(step_world *w, uint32_t collider, const evo_collider_config *config) {
    body_store *s = &w->bodies;
    body_edit e = {.world = w,
                   .body = s->colliders[collider].body,
                   .wakes = WAKE_TOUCHING,
                   .run = {collider, s->colliders[collider].next}};
    collider_shares old;
    if (!begin(&e)) return false;
    const bool changed = colliders_change(s, collider, config, &old);
    if (changed && settle(&e)) {
        colliders_keep_change(s, &old);
        return true;
    }
    if (changed) colliders_unchange(s, collider, &old);
    return undo(&e);
}

/* ---- Pose and motion ------------------------------------------------------------------------- */

bool step_drive_body(step_world *w, uint32_t body, evo_pose target, double seconds) {
    const body_state state = *state_of_body(&w->bodies, body);
    const double over = 1 / seconds;
    const evo_vec2 way = vec_sub(target.position, state.position);
    if (!bodies_take_forces(&w->bodies)
        || !step_set_motion(w, body, vec_scale(way, over), over * (target.angle - state.angle)))
        return false;
    if (!body_is_active(&w->bodies, body)) return true; /* the body is at its target */
    w->bodies.forces[body].target = target;
    w->bodies.forces[body].arrives = w->time + seconds;
    return true;
}

static void place(const body_edit *e, evo_pose pose) {
    const evo_vec2 center = vec_turn(e->record->center, evo_direction(pose.angle));
    body_stop_drive(&e->world->bodies, e->body);
    e->record->placed = e->world->bodies.remembered;
    e->world->contacts.list.count = 0;
    state_of(e)->position = vec_add(pose.position, center);
    state_of(e)->angle = pose.angle;
    if (body_is_active(&e->world->bodies, e->body))
        EACH_COLLIDER (c, &e->world->bodies, e->body) collider_stray(&e->world->bodies, c);
}

bool step_move_body(step_world *w, uint32_t body, evo_pose pose) {
    body_edit e;
    if (!begin_whole(&e, w, body, WAKE_TOUCHING)) return false;
    place(&e, pose);
    return settle(&e) || undo(&e);
}

bool step_move_dynamic(step_world *w, uint32_t body, evo_pose pose, evo_vec2 velocity,
                       double spin) {
    body_edit e;
    if (!begin_whole(&e, w, body, WAKE_TOUCHING)) return false;
    place(&e, pose);
    state_of(&e)->velocity = body_let(e.record, velocity);
    state_of(&e)->spin = spin;
    return settle(&e) || undo(&e);
}

static inline void set_motion(body_store *s, uint32_t body, evo_vec2 velocity, double spin) {
    const body_record *record = &s->records[body];
    body_stop_drive(s, body);
    s->states[record->slot].velocity = body_let(record, velocity);
    s->states[record->slot].spin = spin;
}

/* Sets the motion of a body that may sleep or stand. A sleeping body is at rest already, and a body
 * that is set to rest wakes none. */
MACHINE_NOINLINE bool edit_motion(step_world *w, uint32_t body, evo_vec2 velocity, double spin) {
    const body_record *record = &w->bodies.records[body];
    const bool still = is_still(velocity, spin);
    body_edit e;
    if (still && record->island != NONE) return true;
    if (!begin_whole(&e, w, body, record->kind == EVO_DYNAMIC || still ? WAKE_BODY : WAKE_TOUCHING))
        return false;
    set_motion(&w->bodies, body, velocity, spin);
    e.wakes = WAKE_BODY;
    return settle(&e) || undo(&e);
}

/* Restarts the rest time of a dynamic body that is awake: it keeps its slot under another motion or
 * a push. False: the body is not dynamic, or not awake. */
static inline bool stir(step_world *w, uint32_t body) {
    const body_record *record = &w->bodies.records[body];
    if (record->kind != EVO_DYNAMIC || record->island != NONE || record->slot >= w->bodies.awake)
        return false;
    if (w->bodies.building.id != NONE) bodies_settle(&w->bodies);
    begin_rest(w, body);
    return true;
}

bool step_set_motion(step_world *w, uint32_t body, evo_vec2 velocity, double spin) {
    if (!stir(w, body)) return edit_motion(w, body, velocity, spin);
    set_motion(&w->bodies, body, velocity, spin);
    return true;
}

bool step_push(step_world *w, uint32_t body, evo_vec2 force, double torque) {
    if (!bodies_take_forces(&w->bodies)) return false;
    if (!stir(w, body) && !step_wake(w, body, WAKE_BODY)) return false;
    body_forces *forces = &w->bodies.forces[body];
    forces->force = vec_add(forces->force, force);
    forces->torque += torque;
    w->bodies.motions[w->bodies.records[body].slot].driven = true;
    return true;
}

/* ---- Kind, mass and other properties --------------------------------------------------------- */

bool step_set_kind(step_world *w, uint32_t body, evo_body_kind kind) {
    body_edit e;
    if (!begin_whole(&e, w, body, WAKE_TOUCHING)) return false;
    body_state *state = state_of(&e);
    e.record->kind = (uint8_t)kind;
    body_stop_drive(&w->bodies, body);
    body_clear_forces(&w->bodies, body);
    if (kind == EVO_STATIC) state->velocity = vec(0, 0);
    state->velocity = body_let(e.record, state->velocity);
    if (kind == EVO_STATIC || (kind == EVO_DYNAMIC && e.record->lock_spin)) state->spin = 0;
    mass_update_body(&w->bodies, body);
    return settle(&e) || undo(&e);
}

bool step_set_enabled(step_world *w, uint32_t body, bool enabled) {
    body_edit e;
    if (!begin_whole(&e, w, body, WAKE_TOUCHING)) return false;
    e.record->enabled = enabled;
    body_clear_forces(&w->bodies, body);
    return settle(&e) || undo(&e);
}

bool step_set_mass(step_world *w, uint32_t body, const evo_mass *mass) {
    const uint32_t first = w->bodies.records[body].first_collider;
    if (mass
        && (!bodies_take_forces(&w->bodies)
            || (first != NONE && !collider_own_shape(&w->bodies, first))))
        return false;
    if (!step_wake(w, body, WAKE_BODY)) return false;
    body_record *record = &w->bodies.records[body];
    record->mass_set = mass != NULL;
    if (mass) {
        record->mass = mass->mass;
        record->inertia = mass->inertia;
        w->bodies.forces[body].center_set = mass->center;
    }
    mass_update_body(&w->bodies, body);
    return true;
}

bool step_set_damping(step_world *w, uint32_t body, double damping, double spin_damping) {
    if (!bodies_take_forces(&w->bodies)) return false;
    w->bodies.forces[body].damping = damping;
    w->bodies.forces[body].spin_damping = spin_damping;
    mass_update_body(&w->bodies, body);
    return true;
}

bool step_set_sleep_speed(step_world *w, uint32_t body, double speed) {
    if (!bodies_take_forces(&w->bodies)) return false;
    w->bodies.forces[body].sleep_speed = speed;
    mass_update_body(&w->bodies, body);
    return true;
}

bool step_set_gravity_scale(step_world *w, uint32_t body, double scale) {
    if (!bodies_take_forces(&w->bodies) || !step_wake(w, body, WAKE_BODY)) return false;
    w->bodies.forces[body].gravity_scale = scale;
    mass_update_body(&w->bodies, body);
    return true;
}

bool step_set_locks(step_world *w, uint32_t body, evo_locks locks) {
    if (!step_wake(w, body, WAKE_BODY)) return false;
    body_record *record = &w->bodies.records[body];
    body_state *state = &w->bodies.states[record->slot];
    record->lock_x = locks.x;
    record->lock_y = locks.y;
    record->lock_spin = locks.spin;
    state->velocity = body_let(record, state->velocity);
    if (locks.spin && record->kind == EVO_DYNAMIC) state->spin = 0;
    mass_update_body(&w->bodies, body);
    return true;
}

bool step_set_never_sleep(step_world *w, uint32_t body, bool never) {
    if (never && !step_wake(w, body, WAKE_BODY)) return false;
    body_record *record = &w->bodies.records[body];
    still_change(&w->bodies, STILL_BODY, body);
    record->never_sleep = never;
    if (w->bodies.stepped) w->bodies.motions[record->slot].never_sleep = never;
    return true;
}

bool step_set_gravity(step_world *w, evo_vec2 gravity) {
    if (!waking_end(w, waking_all(w))) return false;
    for (uint32_t slot = 0; slot < w->bodies.awake && w->bodies.stepped; ++slot)
        w->bodies.motions[slot].rest = 0;
    w->settings.gravity = gravity;
    return true;
}

evo_result step_send_to_sleep(step_world *w, uint32_t body) {
    body_store *s = &w->bodies;
    bodies_weigh(s);
    if (!body_is_active(s, body)) return EVO_OK;
    const evo_result planned = islands_plan(w, body);
    if (planned != EVO_OK) return planned;
    const island *of = &w->islands.all[w->islands.first_planned];
    islands_sleep(w);
    bodies_settle(s);
    for (uint32_t i = 0; i < of->body_count; ++i) {
        body_clear_forces(s, of->bodies[i]);
        mass_update_body(s, of->bodies[i]);
    }
    return EVO_OK;
}

/* ---- Joints ---------------------------------------------------------------------------------- */

static bool wake_joined(step_world *w, const uint32_t *bodies) {
    const collider_run none = {NONE, NONE};
    bool done = true;
    for (int side = 0; side < 2 && done; ++side)
        done = bodies[side] == NONE || waking_change(w, bodies[side], none, WAKE_BODY);
    if (!waking_end(w, done)) return false;
    for (int side = 0; side < 2; ++side)
        if (bodies[side] != NONE) begin_rest(w, bodies[side]);
    return true;
}

uint32_t step_add_joint(step_world *w, const evo_joint_config *config) {
    bodies_weigh(&w->bodies);
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
    if (config->ratio != record->config.ratio)
        record->kept = joint_sum_of_angles(config, &w->bodies);
    evo_joint_config faster = record->config;
    if (joint_has_motor(config)) faster.motor_speed = config->motor_speed;
    if (!fields_equal(&faster, config, JOINT_FIELDS)) still_change(&w->bodies, STILL_JOINT, joint);
    record->config = *config;
    joint_update(record);
    edges_set(&w->bodies, joint, record->anchors, config->collide);
    return true;
}

bool step_set_motor_speed(step_world *w, uint32_t joint, double speed) {
    joint_record *record = &w->joints.records[joint];
    if (!wake_joined(w, record->bodies)) return false;
    if (!joint_has_motor(&record->config)) still_change(&w->bodies, STILL_JOINT, joint);
    record->config.motor_speed = speed;
    for (int i = 0; i < record->rows.count; ++i)
        if (record->rows.forms[i].law == JOINT_MOTOR) record->rows.forms[i].speed = speed;
    return true;
}
