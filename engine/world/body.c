/* body.c: bodies at the user's door: checked here, bare indices behind it. */
#include "contact/bodies.h"
#include "contact/moving.h"
#include "contact/pairs.h"
#include "contact/sleep.h"
#include "contact/states.h"
#include "shape/limits.h"
#include "world/world.h"

/* ---- Configs --------------------------------------------------------------------------------- */

evo_material evo_material_default(void) {
    evo_material material = {.density = 1, .friction = 0.6};
    return material;
}

evo_body_config evo_body_config_default(void) {
    evo_body_config config = {.gravity_scale = 1};
    config.material = evo_material_default();
    return config;
}

static bool kind_is_sound(evo_body_kind kind) {
    return kind == EVO_DYNAMIC || kind == EVO_STATIC || kind == EVO_KINEMATIC;
}

static bool damping_is_sound(double damping) {
    return number_fits(damping) && damping >= 0;
}

static bool config_is_sound(const evo_body_config *config) {
    evo_pose pose = {config->position, config->angle};
    return kind_is_sound(config->kind) && pose_fits(pose) && vector_fits(config->velocity)
           && number_fits(config->spin) && damping_is_sound(config->damping)
           && damping_is_sound(config->spin_damping) && number_fits(config->gravity_scale);
}

/* Event worlds fly bodies on parabolas: damping and a gravity of one's own have no meaning. */
static bool motion_is_supported(const evo_world *world, evo_body_kind kind, double damping,
                                double spin_damping, double gravity_scale) {
    return world->config.stepping == EVO_CONTACTS || kind != EVO_DYNAMIC
           || (damping == 0 && spin_damping == 0 && gravity_scale == 1);
}

static bool config_is_supported(const evo_world *world, const evo_body_config *config) {
    bool sensor = config->shape.kind != EVO_NO_SHAPE && config->sensor;
    return motion_is_supported(world, config->kind, config->damping, config->spin_damping,
                               config->gravity_scale)
           && collider_is_supported(world, config->kind, sensor);
}

/* Returns whether the body could be of this kind with its present colliders. */
static bool kind_is_supported(const evo_world *world, const body_record *record,
                              evo_body_kind kind) {
    const graph *g = &world->graph;
    const body_extra *extra = extra_of(g, record);
    if (!motion_is_supported(world, kind, extra->damping, extra->spin_damping,
                             extra->gravity_scale))
        return false;
    for (uint32_t c = record->first_collider; c != NONE; c = g->colliders.records[c].next)
        if (!collider_is_supported(world, kind, graph_key(g, c)->sensor)) return false;
    return true;
}

/* ---- Making and unmaking --------------------------------------------------------------------- */

/* Room for one more, in every array that has one entry a body. */
static bool reserve_body(evo_world *world) {
    graph *g = &world->graph;
    list_size *list = &g->bodies.record_list;
    if (g->bodies.count >= NONE / 2) return false;
    return array_reserve(g->memory, &g->bodies.records, &list->capacity, list->count + 1,
                         sizeof *g->bodies.records)
           && extra_reserve(g) && body_index_reserve(g) && moved_reserve(g, 1);
}

static uint32_t take_id(graph *g) {
    body_store *all = &g->bodies;
    uint32_t id = all->lowest_free;
    while (id < all->record_list.count && all->records[id].generation % 2 == 1) ++id;
    all->lowest_free = id + 1;
    if (id < all->record_list.count) return id;
    all->records[id].generation = all->last_generation;
    all->records[id].waiting = false;
    return (uint32_t)all->record_list.count++;
}

/* Before its shapes, which say what it weighs. */
static void fill_body(graph *g, uint32_t id, const evo_body_config *config) {
    body_record record = {
        .generation = g->bodies.records[id].generation + 1,
        .waiting = g->bodies.records[id].waiting,
        .index = body_index_take(g, id),
        .first_collider = NONE,
        .first_edge = NONE,
        .extra = NONE,
        .moved_at = NONE,
        .user = config->user,
        .kind = (uint8_t)config->kind,
        .enabled = !config->disabled,
        .awake = !config->asleep || config->kind != EVO_DYNAMIC, /* only these sleep */
        .never_sleep = config->never_sleep,
        .fixed_rotation = config->fixed_rotation,
    };
    body_state *state = &g->bodies.states[record.index];
    state->position = config->position;
    state->angle = config->angle;
    if (config->kind != EVO_STATIC) {
        state->velocity = config->velocity;
        state->spin = config->fixed_rotation && config->kind == EVO_DYNAMIC ? 0 : config->spin;
    }
    g->bodies.records[id] = record;
    body_record *made = graph_body(g, id);
    if (config->damping == 0 && config->spin_damping == 0 && config->gravity_scale == 1) return;
    body_extra *extra = extra_make(g, made);
    extra->damping = config->damping;
    extra->spin_damping = config->spin_damping;
    extra->gravity_scale = config->gravity_scale;
}

/* The end of every change: what had to land for it flies again. */
static evo_result changed(evo_world *world) {
    event_bridge_rejoin(world);
    return EVO_OK;
}

evo_body evo_body_create(evo_world *world, const evo_body_config *config) {
    evo_body none = {0, 0};
    evo_body_config by_default = evo_body_config_default();
    if (!config) config = &by_default;
    evo_collider_config first = {config->shape, config->material, config->filter, config->sensor,
                                 config->user};
    bool shaped = config->shape.kind != EVO_NO_SHAPE;
    if (!world || !config_is_sound(config) || (shaped && !collider_is_sound(&first))) return none;
    if (!config_is_supported(world, config)) return none;
    if (!event_bridge_admit(world) || !reserve_body(world) || (shaped && !collider_reserve(world)))
        return none;
    graph *g = &world->graph;
    uint32_t made = shaped ? template_take(g, &first) : NONE;
    if (shaped && made == NONE) return none;
    uint32_t id = take_id(g);
    fill_body(g, id, config);
    body_record *record = graph_body(g, id);
    mass_update(g, record, body_pose(world, record));
    if (shaped) (void)collider_add(world, id, made, config->user);
    /* The velocity asked for is that of the centre of mass, wherever it now is. */
    if (config->kind != EVO_STATIC) g->bodies.states[record->index].velocity = config->velocity;
    graph_set_moving(g, id);
    (void)event_bridge_release(world, id); /* there is room */
    event_bridge_rejoin(world);
    return graph_body_handle(g, id);
}

evo_result evo_body_destroy(evo_world *world, evo_body body) {
    body_record *record = body_of(world, body);
    if (!record) return EVO_ERROR_STALE;
    if (!event_bridge_release(world, body.index) || !contacts_end_reserve(world, record))
        return EVO_ERROR_MEMORY;
    graph *g = &world->graph;
    contacts_end(world, body.index, NONE);
    while (record->first_collider != NONE) collider_remove(world, record->first_collider);
    extra_give(g, record);
    record->enabled = false;
    graph_set_moving(g, body.index);
    body_forget_moved(g, body.index);
    body_index_give(g, body.index);
    ++record->generation;
    record->wake_due = false;
    if (body.index < g->bodies.lowest_free) g->bodies.lowest_free = body.index;
    graph_shrink(g);
    return changed(world);
}

evo_body_config evo_body_get(const evo_world *world, evo_body body) {
    evo_body_config config = {0};
    const body_record *record = body_of(world, body);
    if (!record) return config;
    body_state state = body_now(world, record);
    const body_extra *extra = extra_of(&world->graph, record);
    evo_pose pose = body_pose(world, record);
    config.kind = (evo_body_kind)record->kind;
    config.position = pose.position;
    config.angle = pose.angle;
    config.velocity = state.velocity;
    config.spin = state.spin;
    config.damping = extra->damping;
    config.spin_damping = extra->spin_damping;
    config.gravity_scale = extra->gravity_scale;
    config.fixed_rotation = record->fixed_rotation;
    config.disabled = !record->enabled;
    config.asleep = !record->awake;
    config.never_sleep = record->never_sleep;
    config.user = record->user;
    return config;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

evo_pose evo_body_pose(const evo_world *world, evo_body body) {
    evo_pose pose = {{0, 0}, 0};
    const body_record *record = body_of(world, body);
    return record ? body_pose(world, record) : pose;
}

evo_vec2 evo_body_velocity(const evo_world *world, evo_body body) {
    const body_record *record = body_of(world, body);
    return record ? body_now(world, record).velocity : vec(0, 0);
}

double evo_body_spin(const evo_world *world, evo_body body) {
    const body_record *record = body_of(world, body);
    return record ? body_now(world, record).spin : 0;
}

bool evo_body_awake(const evo_world *world, evo_body body) {
    const body_record *record = body_of(world, body);
    return record && record->awake && record->enabled;
}

evo_mass evo_body_mass(const evo_world *world, evo_body body) {
    evo_mass mass = {0, {0, 0}, 0};
    const body_record *record = body_of(world, body);
    if (!record || record->kind != EVO_DYNAMIC) return mass;
    mass.mass = record->mass;
    mass.center = body_center(&world->graph, record);
    mass.inertia = record->inertia;
    return mass;
}

/* ---- Before a change ------------------------------------------------------------------------- */

enum { ANY_KIND = 1 << EVO_DYNAMIC | 1 << EVO_STATIC | 1 << EVO_KINEMATIC };
enum { MOVING_KINDS = 1 << EVO_DYNAMIC | 1 << EVO_KINEMATIC, DYNAMIC_KIND = 1 << EVO_DYNAMIC };

/* Whether what is asked can be asked of this body. */
static evo_result body_ask(const evo_world *world, evo_body body, bool sound, unsigned kinds,
                           body_record **record) {
    *record = body_of(world, body);
    if (!*record) return EVO_ERROR_STALE;
    if (!sound) return EVO_ERROR_INVALID;
    return kinds >> (*record)->kind & 1 ? EVO_OK : EVO_ERROR_UNSUPPORTED;
}

/* What a change may need. */
enum {
    AWAKE = 1,      /* the body feels it */
    NEIGHBOURS = 2, /* what touches it feels it, too */
    EXTRA = 4,      /* room for one */
    CHANGE = 8,     /* room for its contacts to change, and for it among the moved */
};

/* All or nothing, and nothing that can be told but that bodies are awake. */
static evo_result body_prepare(evo_world *world, evo_body body, unsigned needs) {
    if (!event_bridge_release(world, body.index)) return EVO_ERROR_MEMORY;
    graph *g = &world->graph;
    bool ready = !(needs & EXTRA) || extra_reserve(g);
    if (needs & CHANGE)
        ready = ready && moved_reserve(g, 1)
                && graph_reserve_changes(g, graph_count_edges(g, graph_body(g, body.index)));
    ready = ready && (!(needs & AWAKE) || sleep_wake(g, body.index, needs & NEIGHBOURS));
    return ready ? EVO_OK : EVO_ERROR_MEMORY;
}

static body_state *state_of(evo_world *world, const body_record *record) {
    return &world->graph.bodies.states[record->index];
}

/* ---- Where it is, and how it moves ----------------------------------------------------------- */

evo_result evo_body_set_pose(evo_world *world, evo_body body, evo_pose pose) {
    body_record *record;
    evo_result result = body_ask(world, body, pose_fits(pose), ANY_KIND, &record);
    if (result == EVO_OK) result = body_prepare(world, body, AWAKE | NEIGHBOURS | CHANGE);
    if (result != EVO_OK) return result;
    graph *g = &world->graph;
    body_state *state = state_of(world, record);
    state->position = body_center_at(g, record, pose);
    state->angle = pose.angle;
    body_place(g, record->index);
    body_moved(g, body.index);
    return changed(world);
}

/* A kinematic body may begin or cease to move. */
static evo_result set_motion(evo_world *world, evo_body body, evo_vec2 velocity, double spin) {
    if (!vector_fits(velocity) || !number_fits(spin)) return EVO_ERROR_INVALID;
    const body_record *record = body_of(world, body);
    bool moves = velocity.x != 0 || velocity.y != 0 || spin != 0;
    unsigned needs = moves ? AWAKE : 0u;
    if (record->kind == EVO_KINEMATIC) needs |= CHANGE | (moves ? NEIGHBOURS : 0u);
    evo_result result = body_prepare(world, body, needs);
    if (result != EVO_OK) return result;
    body_state *state = state_of(world, record);
    state->velocity = velocity;
    state->spin = spin;
    graph_set_moving(&world->graph, body.index);
    return changed(world);
}

evo_result evo_body_set_velocity(evo_world *world, evo_body body, evo_vec2 velocity) {
    body_record *record;
    evo_result result = body_ask(world, body, vector_fits(velocity), MOVING_KINDS, &record);
    if (result != EVO_OK) return result;
    return set_motion(world, body, velocity, body_now(world, record).spin);
}

evo_result evo_body_set_spin(evo_world *world, evo_body body, double spin) {
    body_record *record;
    evo_result result = body_ask(world, body, number_fits(spin), MOVING_KINDS, &record);
    if (result != EVO_OK) return result;
    if (record->fixed_rotation && record->kind == EVO_DYNAMIC) return EVO_ERROR_UNSUPPORTED;
    return set_motion(world, body, body_now(world, record).velocity, spin);
}

static evo_result push(evo_world *world, evo_body body, bool sound, evo_vec2 force, evo_vec2 point,
                       double torque) {
    body_record *record;
    evo_result result = body_ask(world, body, sound, DYNAMIC_KIND, &record);
    if (result == EVO_OK && !record->enabled) result = EVO_ERROR_UNSUPPORTED;
    if (result == EVO_OK) result = body_prepare(world, body, AWAKE | EXTRA);
    if (result != EVO_OK) return result;
    body_extra *extra = extra_make(&world->graph, record);
    evo_vec2 arm = vec_sub(point, state_of(world, record)->position);
    extra->force = vec_add(extra->force, force);
    extra->torque += vec_cross(arm, force) + torque;
    world->graph.bodies.sims[record->index].driven = true;
    return changed(world);
}

evo_result evo_body_apply_force(evo_world *world, evo_body body, evo_vec2 force, evo_vec2 point) {
    return push(world, body, vector_fits(force) && vector_fits(point), force, point, 0);
}

evo_result evo_body_apply_torque(evo_world *world, evo_body body, double torque) {
    return push(world, body, number_fits(torque), vec(0, 0), vec(0, 0), torque);
}

static double spin_from(const body_record *record, double impulse) {
    return body_turns_by(record) > 0 ? impulse / record->inertia : 0;
}

evo_result evo_body_apply_impulse(evo_world *world, evo_body body, evo_vec2 impulse,
                                  evo_vec2 point) {
    body_record *record;
    bool sound = vector_fits(impulse) && vector_fits(point);
    evo_result result = body_ask(world, body, sound, DYNAMIC_KIND, &record);
    if (result != EVO_OK) return result;
    body_state state = body_now(world, record);
    double turning = vec_cross(vec_sub(point, state.position), impulse);
    return set_motion(world, body, vec_along(state.velocity, 1 / record->mass, impulse),
                      state.spin + spin_from(record, turning));
}

evo_result evo_body_apply_spin_impulse(evo_world *world, evo_body body, double impulse) {
    body_record *record;
    evo_result result = body_ask(world, body, number_fits(impulse), DYNAMIC_KIND, &record);
    if (result != EVO_OK) return result;
    body_state state = body_now(world, record);
    return set_motion(world, body, state.velocity, state.spin + spin_from(record, impulse));
}

/* ---- What it is ------------------------------------------------------------------------------ */

/* Contacts begin anew as those of another kind of body: their colours are others. */
static void forget_colours(graph *g, const body_record *record) {
    EDGES(g, record, edge, after) graph_calm(g, edge / 2);
}

evo_result evo_body_set_kind(evo_world *world, evo_body body, evo_body_kind kind) {
    body_record *record;
    evo_result result = body_ask(world, body, kind_is_sound(kind), ANY_KIND, &record);
    if (result != EVO_OK || record->kind == kind) return result;
    if (!kind_is_supported(world, record, kind)) return EVO_ERROR_UNSUPPORTED;
    result = body_prepare(world, body, AWAKE | NEIGHBOURS | CHANGE | EXTRA);
    if (result != EVO_OK) return result;
    graph *g = &world->graph;
    evo_pose pose = body_pose(world, record);
    forget_colours(g, record);
    record->kind = (uint8_t)kind;
    forces_clear(g, record);
    body_state *state = state_of(world, record);
    if (kind == EVO_STATIC) state->velocity = vec(0, 0);
    if (kind == EVO_STATIC || (kind == EVO_DYNAMIC && record->fixed_rotation)) state->spin = 0;
    mass_update(g, record, pose);
    graph_set_moving(g, body.index);
    graph_body_changed(g, body.index);
    return changed(world);
}

evo_result evo_body_set_mass(evo_world *world, evo_body body, evo_mass mass) {
    bool by_shapes =
        mass.mass == 0 && mass.inertia == 0 && mass.center.x == 0 && mass.center.y == 0;
    bool sound = number_fits(mass.mass) && number_fits(mass.inertia) && vector_fits(mass.center)
                 && mass.mass >= 1e-30 && mass.inertia >= 0;
    body_record *record;
    evo_result result = body_ask(world, body, by_shapes || sound, DYNAMIC_KIND, &record);
    if (result == EVO_OK) result = body_prepare(world, body, AWAKE | CHANGE | EXTRA);
    if (result != EVO_OK) return result;
    graph *g = &world->graph;
    evo_pose pose = body_pose(world, record);
    record->mass_by_hand = !by_shapes;
    if (!by_shapes) {
        record->mass = mass.mass;
        record->inertia = mass.inertia;
        extra_make(g, record)->center = mass.center;
    }
    mass_update(g, record, pose);
    graph_body_changed(g, body.index);
    return changed(world);
}

evo_result evo_body_set_damping(evo_world *world, evo_body body, double damping,
                                double spin_damping) {
    body_record *record;
    bool sound = damping_is_sound(damping) && damping_is_sound(spin_damping);
    evo_result result = body_ask(world, body, sound, ANY_KIND, &record);
    if (result != EVO_OK) return result;
    if (!motion_is_supported(world, (evo_body_kind)record->kind, damping, spin_damping, 1))
        return EVO_ERROR_UNSUPPORTED;
    const body_extra *now = extra_of(&world->graph, record);
    if (now->damping == damping && now->spin_damping == spin_damping) return EVO_OK;
    result = body_prepare(world, body, EXTRA);
    if (result != EVO_OK) return result;
    body_extra *extra = extra_make(&world->graph, record);
    extra->damping = damping;
    extra->spin_damping = spin_damping;
    body_sim_update(&world->graph, record);
    return changed(world);
}

evo_result evo_body_set_gravity_scale(evo_world *world, evo_body body, double scale) {
    body_record *record;
    evo_result result = body_ask(world, body, number_fits(scale), ANY_KIND, &record);
    if (result != EVO_OK || extra_of(&world->graph, record)->gravity_scale == scale) return result;
    if (!motion_is_supported(world, (evo_body_kind)record->kind, 0, 0, scale))
        return EVO_ERROR_UNSUPPORTED;
    result = body_prepare(world, body, AWAKE | EXTRA);
    if (result != EVO_OK) return result;
    extra_make(&world->graph, record)->gravity_scale = scale;
    body_sim_update(&world->graph, record);
    return changed(world);
}

evo_result evo_body_set_fixed_rotation(evo_world *world, evo_body body, bool fixed) {
    body_record *record;
    evo_result result = body_ask(world, body, true, ANY_KIND, &record);
    if (result != EVO_OK || record->fixed_rotation == fixed) return result;
    result = body_prepare(world, body, AWAKE | CHANGE);
    if (result != EVO_OK) return result;
    record->fixed_rotation = fixed;
    if (fixed && record->kind == EVO_DYNAMIC) state_of(world, record)->spin = 0;
    body_sim_update(&world->graph, record);
    graph_body_changed(&world->graph, body.index);
    return changed(world);
}

evo_result evo_body_set_enabled(evo_world *world, evo_body body, bool enabled) {
    body_record *record;
    evo_result result = body_ask(world, body, true, ANY_KIND, &record);
    if (result != EVO_OK || record->enabled == enabled) return result;
    if (!event_bridge_release(world, body.index) || !contacts_end_reserve(world, record))
        return EVO_ERROR_MEMORY;
    graph *g = &world->graph;
    contacts_end(world, body.index, NONE);
    record->enabled = enabled;
    forces_clear(g, record);
    graph_set_moving(g, body.index);
    for (uint32_t id = record->first_collider; id != NONE; id = g->colliders.records[id].next)
        grid_unlink(&g->index, id);
    if (enabled)
        body_moved(g, body.index);
    else
        body_forget_moved(g, body.index);
    return changed(world);
}

evo_result evo_body_set_awake(evo_world *world, evo_body body, bool awake) {
    body_record *record;
    evo_result result = body_ask(world, body, true, awake ? ANY_KIND : DYNAMIC_KIND, &record);
    if (result != EVO_OK || record->awake == awake) return result;
    result = body_prepare(world, body, awake ? AWAKE : 0u);
    if (result != EVO_OK) return result;
    if (!awake && !sleep_send(&world->graph, body.index)) return EVO_ERROR_MEMORY;
    return changed(world);
}

evo_result evo_body_set_never_sleep(evo_world *world, evo_body body, bool never) {
    body_record *record;
    evo_result result = body_ask(world, body, true, ANY_KIND, &record);
    if (result != EVO_OK || record->never_sleep == never) return result;
    result = body_prepare(world, body, never ? AWAKE : 0u);
    if (result != EVO_OK) return result;
    record->never_sleep = never;
    body_sim_update(&world->graph, record);
    return changed(world);
}

evo_result evo_body_set_user(evo_world *world, evo_body body, void *user) {
    body_record *record = body_of(world, body);
    if (!record) return EVO_ERROR_STALE;
    record->user = user;
    return EVO_OK;
}
