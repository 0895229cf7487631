/* change.c: changes of bodies and colliders by hand, between steps. Each is made as a whole or not
 * at all: when memory is refused, nothing has changed. A change costs what it touches. */
#include <assert.h>

#include "body/edges.h"
#include "joint/fields.h"
#include "step/floor.h"

static island_world islands_of(step_world *w) {
    return (island_world){&w->islands, &w->bodies, &w->index, &w->pairs, &w->joints};
}

/* ---- The index of what is still -------------------------------------------------------------- */

/* All colliders of a body. */
static collider_run whole_of(const step_world *w, uint32_t body) {
    return (collider_run){w->bodies.records[body].first_collider, NONE};
}

static const collider_run NO_COLLIDERS = {0xffffffffu, 0xffffffffu};

/* The colliders that a change of some concerns: all of what has a mass, which may wake. */
static collider_run run_of(const step_world *w, uint32_t body, collider_run changed) {
    return w->bodies.records[body].kind == EVO_DYNAMIC ? whole_of(w, body) : changed;
}

static void leave_index(step_world *w, collider_run run) {
    const body_store *s = &w->bodies;
    for (uint32_t c = run.first; c != run.until; c = s->colliders[c].next) {
        floor_leave(w, c);
        index_remove_still(&w->index, c, s->links[s->colliders[c].slot].number,
                           collider_bounds(s, c));
    }
}

static void leave_floors(step_world *w, collider_run run) {
    for (uint32_t c = run.first; c != run.until; c = w->bodies.colliders[c].next) floor_leave(w, c);
}

/* Enters the index; bounds that were there before are not refused, since their tiles have room. */
static bool enter_index(step_world *w, uint32_t body, collider_run run) {
    body_store *s = &w->bodies;
    body_place_colliders(s, body, run);
    for (uint32_t c = run.first; c != run.until; c = s->colliders[c].next) {
        uint32_t number = s->links[s->colliders[c].slot].number;
        if (index_add_still(&w->index, c, number, collider_bounds(s, c))) {
            if (floor_enter(w, c)) continue;
            floor_leave(w, c);
            index_remove_still(&w->index, c, number, collider_bounds(s, c));
        }
        leave_index(w, (collider_run){run.first, c});
        return false;
    }
    return true;
}

/* Bodies whose island is waking stay in the index to the end of the change. */
static bool is_in_index(const step_world *w, uint32_t body) {
    const body_record *record = &w->bodies.records[body];
    return record->enabled && (!body_is_active(&w->bodies, body) || record->island != NONE);
}

/* ---- Waking ---------------------------------------------------------------------------------- */

/* Ends a change of the sleeping bodies: as a whole, or not at all. */
static bool end_waking(step_world *w, bool done) {
    const island_world islands = islands_of(w);
    if (done)
        islands_commit(&islands);
    else
        islands_undo(&islands);
    return done;
}

/* Wakes the island of a body, until the end of the change. */
static bool wake_island(step_world *w, uint32_t body) {
    const island_world islands = islands_of(w);
    const uint32_t number = w->bodies.records[body].island;
    return number == NONE || islands_wake(&islands, number);
}

/* Restarts the rest time of a body that is changed by hand. Bodies that touched it restart, too. */
static void begin_rest(step_world *w, uint32_t body) {
    body_record *record = &w->bodies.records[body];
    if (w->bodies.stepped) w->bodies.motions[record->slot].rest = 0;
    record->changed = w->bodies.last_change = w->bodies.steps;
    w->bodies.revision += !body_is_active(&w->bodies, body);
}

bool step_wake_body(step_world *w, uint32_t body) {
    bodies_weigh(&w->bodies);
    if (!end_waking(w, wake_island(w, body))) return false;
    bodies_settle(&w->bodies);
    begin_rest(w, body);
    return true;
}

typedef struct waking {
    step_world *world;
    bool failed;
} waking;

static double wake_met(void *context, uint32_t collider, const evo_bounds *bounds, double limit) {
    waking *to = context;
    (void)bounds;
    to->failed = !wake_island(to->world, to->world->bodies.colliders[collider].body);
    return to->failed ? -1 : limit;
}

/* Part of the reach: what is so near may rest on it. */
static const double NEIGHBOUR = 0.02;

typedef bool wake_function(step_world *w, uint32_t body, collider_run run);

static bool wake_own(step_world *w, uint32_t body, collider_run run) {
    (void)run;
    return wake_island(w, body);
}

/* Wakes the body, and all that may touch some of its colliders or are joined to it, until the end
 * of the change. */
static bool wake_around(step_world *w, uint32_t body, collider_run run) {
    const body_store *s = &w->bodies;
    if (w->islands.list.count == 0) return true; /* nothing sleeps */
    waking to = {w, !wake_island(w, body)};
    for (uint32_t e = s->records[body].first_edge; e != NONE && !to.failed; e = s->edges[e].next)
        to.failed = s->edges[e].other != NONE && !wake_island(w, s->edges[e].other);
    for (uint32_t c = run.first; c != run.until && !to.failed; c = s->colliders[c].next) {
        const evo_bounds bounds = collider_bounds(s, c);
        const double more = NEIGHBOUR * shape_reach(s->colliders[c].shape);
        walk_box box = walk_box_of(&bounds);
        box.half = vec_add(box.half, vec(more, more));
        index_walk(&w->index, &box, WALK_STILL, wake_met, &to);
    }
    return !to.failed;
}

/* ---- A change -------------------------------------------------------------------------------- */

/* A body as it was before a change, and its colliders that the change concerns. */
typedef struct body_before {
    body_record record;
    body_forces forces;
    body_state state;
    body_motion motion;
    body_building building; /* of any body */
    bool active;
    collider_run run;
} body_before;

static const body_motion NO_MOTION;

/* Begins a change of some colliders: sleepers wake, and the colliders leave the index. False: out
 * of memory. */
static bool change_begin(step_world *w, uint32_t body, collider_run run, wake_function *wake,
                         body_before *before) {
    body_record *record = &w->bodies.records[body];
    if (!wake(w, body, run)) return end_waking(w, false);
    run = run_of(w, body, run);
    *before = (body_before){*record,
                            body_forces_of(&w->bodies, body),
                            w->bodies.states[record->slot],
                            w->bodies.stepped ? w->bodies.motions[record->slot] : NO_MOTION,
                            w->bodies.building,
                            body_is_active(&w->bodies, body),
                            run};
    if (is_in_index(w, body))
        leave_index(w, run);
    else
        leave_floors(w, run);
    record->island = NONE; /* nothing is left in the index that the end of waking removes */
    return true;
}

static bool moves(const step_world *w, uint32_t body) {
    const body_record *record = &w->bodies.records[body];
    const body_state *state = &w->bodies.states[record->slot];
    if (!record->enabled || record->kind == EVO_STATIC) return false;
    return record->kind == EVO_DYNAMIC || state->velocity.x != 0 || state->velocity.y != 0
           || state->spin != 0;
}

/* Ends a change of what are now these colliders: the body goes where it belongs, and what they have
 * come to touch wakes (NULL: they are where they were). False: out of memory, and the change is to
 * be taken back. */
static bool change_end(step_world *w, uint32_t body, collider_run run, wake_function *wake) {
    const collider_run all = run_of(w, body, run);
    bodies_set_active(&w->bodies, body, moves(w, body));
    if (is_in_index(w, body) && !enter_index(w, body, all)) return false;
    if (wake && !wake(w, body, run)) {
        if (is_in_index(w, body)) leave_index(w, all);
        return false;
    }
    begin_rest(w, body);
    return end_waking(w, true);
}

/* Takes a change back, whose colliders are those of before. Bounds that were in the index are not
 * refused: their tiles have room. */
static void change_undo(step_world *w, uint32_t body, const body_before *before) {
    body_store *s = &w->bodies;
    body_record *record = &s->records[body];
    const uint32_t slot = record->slot;
    *record = before->record;
    record->slot = slot;
    if (s->forces) s->forces[body] = before->forces;
    if (s->building.id != body) mass_update_body(s, body);
    s->building = before->building;
    s->states[slot] = before->state;
    if (s->stepped) s->motions[slot] = before->motion;
    bodies_set_active(s, body, before->active);
    if (is_in_index(w, body)) (void)enter_index(w, body, before->run);
    w->floors_due = true;
    (void)end_waking(w, false);
}

/* Changes of a whole body. What begins to move is weighed, since its extent was but a bound. */
static bool begin_whole(step_world *w, uint32_t body, wake_function *wake, body_before *before) {
    bodies_weigh(&w->bodies);
    if (!change_begin(w, body, whole_of(w, body), wake, before)) return false;
    bodies_settle(&w->bodies);
    return true;
}

/* Ends one, or takes it back. */
static bool settle_whole(step_world *w, uint32_t body, wake_function *wake,
                         const body_before *before) {
    if (moves(w, body) && !before->active) mass_update_body(&w->bodies, body);
    if (change_end(w, body, whole_of(w, body), wake)) return true;
    change_undo(w, body, before);
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
    const evo_collider_config first = first_collider_config(config);
    if (step_add_collider(w, id, &first) == NONE) {
        bodies_uncreate(s, id);
        return NONE;
    }
    bodies_settle(s);
    const body_record *record = &s->records[id];
    if (config->kind != EVO_STATIC)
        s->states[record->slot].velocity = body_let(record, config->velocity);
    return id;
}

/* By a new collider, a body that stands wakes what it has come to touch; others do when they
 * meet. */
static wake_function *waker_of(const step_world *w, uint32_t body) {
    return is_in_index(w, body) ? wake_around : NULL;
}

uint32_t step_add_collider(step_world *w, uint32_t body, const evo_collider_config *config) {
    body_before before;
    if (!change_begin(w, body, NO_COLLIDERS, wake_own, &before)) return NONE;
    const uint32_t made = colliders_create(&w->bodies, body, config);
    const collider_run run = {made, NONE};
    if (made != NONE && change_end(w, body, run, waker_of(w, body))) return made;
    if (made != NONE) colliders_uncreate(&w->bodies, made);
    change_undo(w, body, &before);
    return NONE;
}

uint32_t step_add_chain(step_world *w, const chain_links *links) {
    body_store *s = &w->bodies;
    const uint32_t body = links->body;
    body_before before;
    if (!change_begin(w, body, NO_COLLIDERS, wake_own, &before)) return NONE;
    const uint32_t first = chain_create_links(s, links);
    if (first != NONE && change_end(w, body, (collider_run){first, NONE}, waker_of(w, body)))
        return first;
    if (first != NONE) chain_uncreate_links(s, links);
    change_undo(w, body, &before);
    return NONE;
}

/* Ends a change that has left fewer colliders where they were. */
static void end_removal(step_world *w, uint32_t body) {
    const bool done = change_end(w, body, NO_COLLIDERS, NULL);
    assert(done && "bounds that were in the index are not refused");
    (void)done;
}

static uint32_t end_of_chain(const body_store *s, uint32_t first) {
    const uint32_t chain = collider_entry(&s->colliders[first])->chain;
    uint32_t c = first;
    while (c != NONE && collider_entry(&s->colliders[c])->chain == chain) c = s->colliders[c].next;
    return c;
}

bool step_remove_chain(step_world *w, uint32_t first) {
    const uint32_t body = w->bodies.colliders[first].body;
    const collider_run links = {first, end_of_chain(&w->bodies, first)};
    body_before before;
    if (!change_begin(w, body, links, wake_around, &before)) return false;
    chain_destroy_links(&w->bodies, first);
    end_removal(w, body);
    return true;
}

/* Room for the ends of a body's joints. */
static bool reserve_ends(step_world *w, uint32_t body) {
    size_t count = 0;
    for (uint32_t e = w->bodies.records[body].first_edge; e != NONE; e = w->bodies.edges[e].next)
        ++count;
    return joints_reserve_ends(&w->joints, count);
}

bool step_remove_body(step_world *w, uint32_t body) {
    const collider_run all = whole_of(w, body);
    if (!reserve_ends(w, body) || !end_waking(w, wake_around(w, body, all))) return false;
    if (is_in_index(w, body)) leave_index(w, all);
    begin_rest(w, body);
    while (w->bodies.records[body].first_edge != NONE)
        joints_end(&w->joints, &w->bodies, w->bodies.records[body].first_edge / 2);
    bodies_destroy(&w->bodies, body);
    return true;
}

bool step_remove_collider(step_world *w, uint32_t collider) {
    const uint32_t body = w->bodies.colliders[collider].body;
    const collider_run run = {collider, w->bodies.colliders[collider].next};
    body_before before;
    if (!change_begin(w, body, run, wake_around, &before)) return false;
    colliders_destroy(&w->bodies, collider);
    end_removal(w, body);
    return true;
}

bool step_change_collider(step_world *w, uint32_t collider, const evo_collider_config *config) {
    body_store *s = &w->bodies;
    const uint32_t body = s->colliders[collider].body;
    const collider_run run = {collider, s->colliders[collider].next};
    body_before before;
    collider_shares old;
    if (!change_begin(w, body, run, wake_around, &before)) return false;
    const bool changed = colliders_change(s, collider, config, &old);
    if (changed && change_end(w, body, run, wake_around)) {
        colliders_keep_change(s, &old);
        return true;
    }
    if (changed) colliders_unchange(s, collider, &old);
    change_undo(w, body, &before);
    return false;
}

/* ---- Where it is, and how it moves ----------------------------------------------------------- */

bool step_drive_body(step_world *w, uint32_t body, evo_pose target, double seconds) {
    const body_state state = w->bodies.states[w->bodies.records[body].slot];
    const double over = 1 / seconds;
    const evo_vec2 way = vec_sub(target.position, state.position);
    if (!bodies_take_forces(&w->bodies)
        || !step_set_motion(w, body, vec_scale(way, over), over * (target.angle - state.angle)))
        return false;
    if (!body_is_active(&w->bodies, body)) return true; /* it is there */
    w->bodies.forces[body].target = target;
    w->bodies.forces[body].arrives = w->time + seconds;
    return true;
}

static void place_body(step_world *w, uint32_t body, evo_pose pose) {
    const body_record *record = &w->bodies.records[body];
    body_state *state = &w->bodies.states[record->slot];
    body_stop_drive(&w->bodies, body);
    w->bodies.records[body].placed = w->bodies.steps;
    state->position = vec_add(pose.position, vec_turn(record->center, evo_direction(pose.angle)));
    state->angle = pose.angle;
}

bool step_move_body(step_world *w, uint32_t body, evo_pose pose) {
    body_before before;
    if (!begin_whole(w, body, wake_around, &before)) return false;
    place_body(w, body, pose);
    return settle_whole(w, body, wake_around, &before);
}

bool step_move_dynamic(step_world *w, uint32_t body, evo_pose pose, evo_vec2 velocity,
                       double spin) {
    body_before before;
    if (!begin_whole(w, body, wake_around, &before)) return false;
    place_body(w, body, pose);
    body_state *state = &w->bodies.states[w->bodies.records[body].slot];
    state->velocity = body_let(&w->bodies.records[body], velocity);
    state->spin = spin;
    return settle_whole(w, body, wake_around, &before);
}

/* A sleeping body is at rest, and what was set to rest wakes nothing. */
bool step_set_motion(step_world *w, uint32_t body, evo_vec2 velocity, double spin) {
    const bool still = velocity.x == 0 && velocity.y == 0 && spin == 0;
    const bool dynamic = w->bodies.records[body].kind == EVO_DYNAMIC;
    body_before before;
    if (still && w->bodies.records[body].island != NONE) return true;
    if (!begin_whole(w, body, dynamic || still ? wake_own : wake_around, &before)) return false;
    body_state *state = &w->bodies.states[w->bodies.records[body].slot];
    body_stop_drive(&w->bodies, body);
    state->velocity = body_let(&w->bodies.records[body], velocity);
    state->spin = spin;
    return settle_whole(w, body, NULL, &before);
}

bool step_push(step_world *w, uint32_t body, evo_vec2 force, double torque) {
    if (!bodies_take_forces(&w->bodies) || !step_wake_body(w, body)) return false;
    body_forces *forces = &w->bodies.forces[body];
    forces->force = vec_add(forces->force, force);
    forces->torque += torque;
    w->bodies.motions[w->bodies.records[body].slot].driven = true;
    return true;
}

/* ---- What it is ------------------------------------------------------------------------------ */

bool step_set_kind(step_world *w, uint32_t body, evo_body_kind kind) {
    body_before before;
    if (!begin_whole(w, body, wake_around, &before)) return false;
    body_record *record = &w->bodies.records[body];
    body_state *state = &w->bodies.states[record->slot];
    record->kind = (uint8_t)kind;
    body_stop_drive(&w->bodies, body);
    body_clear_forces(&w->bodies, body);
    if (kind == EVO_STATIC) state->velocity = vec(0, 0);
    state->velocity = body_let(record, state->velocity);
    if (kind == EVO_STATIC || (kind == EVO_DYNAMIC && record->lock_spin)) state->spin = 0;
    mass_update_body(&w->bodies, body);
    return settle_whole(w, body, wake_around, &before);
}

bool step_set_enabled(step_world *w, uint32_t body, bool enabled) {
    body_before before;
    if (!begin_whole(w, body, wake_around, &before)) return false;
    body_record *record = &w->bodies.records[body];
    record->enabled = enabled;
    body_clear_forces(&w->bodies, body);
    return settle_whole(w, body, wake_around, &before);
}

bool step_set_mass(step_world *w, uint32_t body, const evo_mass *mass) {
    const uint32_t first = w->bodies.records[body].first_collider;
    if (mass
        && (!bodies_take_forces(&w->bodies)
            || (first != NONE && !collider_own_shape(&w->bodies, first))))
        return false;
    if (!step_wake_body(w, body)) return false;
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

/* Wakes all that may touch a body, and the body. */
bool step_wake_touching(step_world *w, uint32_t body) {
    bodies_weigh(&w->bodies);
    if (!end_waking(w, wake_around(w, body, whole_of(w, body)))) return false;
    bodies_settle(&w->bodies);
    begin_rest(w, body);
    return true;
}

bool step_set_gravity_scale(step_world *w, uint32_t body, double scale) {
    if (!bodies_take_forces(&w->bodies) || !step_wake_body(w, body)) return false;
    w->bodies.forces[body].gravity_scale = scale;
    mass_update_body(&w->bodies, body);
    return true;
}

bool step_set_locks(step_world *w, uint32_t body, evo_locks locks) {
    if (!step_wake_body(w, body)) return false;
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
    if (never && !step_wake_body(w, body)) return false;
    body_record *record = &w->bodies.records[body];
    ++w->bodies.revision;
    record->never_sleep = never;
    if (w->bodies.stepped) w->bodies.motions[record->slot].never_sleep = never;
    return true;
}

/* Wakes all. */
bool step_set_gravity(step_world *w, evo_vec2 gravity) {
    const island_world islands = islands_of(w);
    bool done = true;
    for (uint32_t i = 0; i < w->islands.list.count && done; ++i)
        if (w->islands.all[i].state == ISLAND_ASLEEP) done = islands_wake(&islands, i);
    if (!end_waking(w, done)) return false;
    for (uint32_t slot = 0; slot < w->bodies.awake && w->bodies.stepped; ++slot)
        w->bodies.motions[slot].rest = 0;
    w->settings.gravity = gravity;
    return true;
}

bool step_send_to_sleep(step_world *w, uint32_t body) {
    const island_world islands = islands_of(w);
    bodies_weigh(&w->bodies);
    if (!body_is_active(&w->bodies, body)) return true;
    if (!islands_send(&islands, body)) return false;
    bodies_settle(&w->bodies);
    body_clear_forces(&w->bodies, body);
    mass_update_body(&w->bodies, body);
    return true;
}

/* ---- Joints ---------------------------------------------------------------------------------- */

static bool wake_joined(step_world *w, const uint32_t *bodies) {
    bool done = true;
    for (int side = 0; side < 2 && done; ++side)
        done = bodies[side] == NONE || wake_island(w, bodies[side]);
    if (!end_waking(w, done)) return false;
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
    faster.motor_speed = config->motor_speed;
    w->bodies.revision += !joint_fields_equal(&faster, config);
    record->config = *config;
    joint_update(record);
    edges_set(&w->bodies, joint, record->anchors, config->collide);
    return true;
}
