/* world.c: public functions of worlds, points in frames of bodies, and handles. */
#include "world/world.h"

#include <assert.h>

#include "core/crew.h"
#include "shape/shape.h"

MACHINE_SMALL

/* ==== Worlds ================================================================================== */

/* Worlds, made, unmade and asked. */

/* ---- Making and unmaking --------------------------------------------------------------------- */

evo_world_config evo_world_config_default(void) {
    return (evo_world_config){.bounce_threshold = 1, .impact_speed = 1, .rocking_loss = 0.03};
}

static evo_result check_space(call_fault *f, const evo_world_config *config) {
    const evo_bounds *b = &config->bounds;
    if (config->boundary == EVO_OPEN) return EVO_OK;
    TRY(fault_by_rules(f, "bounds", RULES_BOUNDS, b));
    if (!(b->min.x < b->max.x && b->min.y < b->max.y))
        return fault_note(f, EVO_ERROR_INVALID,
                          "bounds.min is (%g, %g), and bounds.max (%g, %g); min must be below max",
                          b->min.x, b->min.y, b->max.x, b->max.y);
    const bool refused =
        config->wall && fault_by_rules(f, "wall", RULES_MATERIAL, config->wall) != EVO_OK;
    return refused ? fault_as_invalid(f) : EVO_OK;
}

static evo_result check_tasks(call_fault *f, const evo_tasks *tasks) {
    if (tasks->workers < 0 || tasks->workers > CREW_MOST)
        return fault_note(f, EVO_ERROR_INVALID, "tasks.workers is %d; it must be 0 to %d",
                          tasks->workers, CREW_MOST);
    if (tasks->workers < 2 || (tasks->start && tasks->finish)) return EVO_OK;
    return fault_note(f, EVO_ERROR_INVALID, "tasks.%s is NULL beside %d workers; it must be given",
                      tasks->start ? "finish" : "start", tasks->workers);
}

/* Refuses settings that need exact time without it, and settings that it does not support. */
static evo_result check_support(call_fault *f, const evo_world_config *config) {
    const bool events = config->exact != NULL, open = config->boundary == EVO_OPEN;
    if (!events && !open)
        return fault_note(f, EVO_ERROR_UNSUPPORTED,
                          "boundary is not EVO_OPEN; without `exact` it must be");
    if (events && (config->should_collide || config->pre_solve))
        return fault_note(f, EVO_ERROR_UNSUPPORTED,
                          "%s is set; exact time does not ask it: it must be NULL",
                          config->pre_solve ? "pre_solve" : "should_collide");
    if (events && config->exact->shear != 0
        && (config->boundary != EVO_PERIODIC || !vec_is_zero(config->gravity)))
        return fault_note(f, EVO_ERROR_UNSUPPORTED,
                          "exact.shear is %g; it must be 0 but in a periodic box without gravity",
                          config->exact->shear);
    return EVO_OK;
}

static evo_result check_config(call_fault *f, const evo_world_config *config) {
    if (!config) return fault_null(f, "config");
    TRY(fault_by_rules(f, "", RULES_WORLD, config));
    if (config->exact) TRY(fault_by_rules(f, "exact", RULES_EXACT, config->exact));
    TRY(check_tasks(f, &config->tasks));
    TRY(check_space(f, config));
    return check_support(f, config);
}

evo_result evo_world_config_check(const evo_world_config *config) {
    return check_config(NULL, config);
}

/* The user's allocator, with its bytes counted. */
static void *resize_own(evo_world *world, void *block, size_t old_size, size_t new_size) {
    const evo_allocator *own = &world->config.allocator;
    void *resized = own->resize(own->context, block, old_size, new_size);
    assert(world->bytes >= (block ? old_size : 0) && "what is given back was counted");
    if (resized || new_size == 0) world->bytes += new_size - (block ? old_size : 0);
    return resized;
}

static void give_block(evo_world *world, void *block, size_t size) {
    if (pool_has(world->reserved, block))
        pool_give(world->reserved, block);
    else if (block)
        (void)resize_own(world, block, size, 0);
}

/* Memory that was reserved comes first, for blocks that grow from elsewhere, too. The context is
 * the world. */
static void *world_resize(void *context, void *block, size_t old_size, size_t new_size) {
    evo_world *world = context;
    if (!world->reserved) return resize_own(world, block, old_size, new_size);
    void *made = new_size > 0 ? pool_take(world->reserved, new_size) : NULL;
    if (!made && new_size > 0) made = resize_own(world, NULL, 0, new_size);
    if (!made && new_size > 0) return NULL;
    if (block && made) memcpy(made, block, old_size < new_size ? old_size : new_size);
    give_block(world, block, old_size);
    return made;
}

/* Floats at once, where the machine can. */
enum { LANES_MOST = 16 };

/* Speed at which overlaps part, in reaches a second. Larger: crowds that are created in one another
 * fly apart; smaller: they part slowly, and what is pressed gives way. */
static const double PUSH_SPEED = 4;

/* Impacts told of a step, unless the config says otherwise. */
enum { IMPACTS_MOST = 65536 };

static step_settings settings_of(const evo_world_config *config) {
    const size_t most = config->impact_limit > 0 ? config->impact_limit : IMPACTS_MOST;
    const int substeps = config->substeps > 0 ? config->substeps : 4;
    return (step_settings){.gravity = config->gravity,
                           .substeps = substeps,
                           .lanes = LANES_MOST,
                           .never_sleep = config->never_sleep,
                           .exact = config->exact != NULL,
                           .push_speed = config->push_speed > 0 ? config->push_speed : PUSH_SPEED,
                           .joint_hertz = config->joint_hertz,
                           .contact_hertz = config->contact_hertz,
                           .rocking_loss = config->rocking_loss,
                           .impacts = {config->bounce_threshold, config->impact_speed, most},
                           .ask = {.substeps = substeps},
                           .tasks = config->tasks,
                           .clock = config->clock,
                           .clock_context = config->clock_context};
}

void world_take_config(evo_world *world, const evo_world_config *config) {
    world->wall = config->wall ? *config->wall : evo_material_default();
    world->exact = config->exact ? *config->exact : (evo_exact_config){0};
    world->config = *config;
    world->config.wall = &world->wall;
    world->config.exact = config->exact ? &world->exact : NULL;
}

/* Tells of a world that is not made; a NULL fault: memory ran out. */
static evo_world *refuse_config(const evo_world_config *config, const call_fault *fault) {
    const evo_result why = fault ? fault->result : EVO_ERROR_MEMORY;
    if (config->complain) world_complain(config, "evo_world_create", why, fault);
    return NULL;
}

evo_world *evo_world_create(const evo_world_config *config) {
    evo_world_config by_default = evo_world_config_default();
    call_fault fault;
    if (!config) config = &by_default;
    if (check_config(&fault, config) != EVO_OK) return refuse_config(config, &fault);
    evo_allocator own = memory_or_default(config->allocator);
    evo_world *world = memory_take(&own, sizeof *world);
    if (!world) return refuse_config(config, NULL);
    memset(world, 0, sizeof *world);
    world_take_config(world, config);
    world->config.allocator = own;
    world->bytes = sizeof *world;
    world->memory.resize = world_resize;
    world->memory.context = world->self = world;
    atomic_flag_clear(&world->asking);
    world_begin(world);
    return world;
}

void world_begin(evo_world *world) {
    world->moves.numbered = world->moves.listed = false;
    world->forces.list.count = 0;
    world->forces.listed = false;
    const int lanes = world->core.settings.lanes;
    step_settings settings = settings_of(&world->config);
    if (lanes > 0) settings.lanes = lanes;
    step_world_init(&world->core, &world->memory, &settings);
    world_find_callbacks(world);
    world->events = (event_bridge){.change = {.body = NONE}, .grown = 1};
    world->chains = NULL;
    world->chain_list = (list_size){0, 0};
    world->lowest_chain = 0;
    world->sorted = WORLD_UNSORTED;
}

void world_end(evo_world *world) {
    flight_free(world);
    step_world_free(&world->core);
    ARRAY_FREE(&world->memory, world->chains, world->chain_list.capacity);
}

void evo_world_destroy(evo_world *world) {
    if (world && world->locked) (void)world_refuse(world, __func__, fault_locked(fault_of(world)));
    if (!world || world->locked) return;
    (void)recorder_end(world->recorder);
    world_end(world);
    moves_free(world);
    forces_free(world);
    world_drop_image(world);
    evo_allocator own = world->config.allocator;
    pool_free(world->reserved, &own);
    memory_give(&own, world, sizeof *world);
}

/* Bytes for what moves, is near and is joined, while arrays grow to hold it: as worlds of all sorts
 * of shapes need them, and half as much again. */
enum { BYTES_BODY = 2000, BYTES_CONTACT = 1500, BYTES_JOINT = 4000, BYTES_WORLD = 600000 };

static evo_result reserve(evo_world *world, size_t bodies, size_t contacts, size_t joints) {
    if (!world) return EVO_ERROR_INVALID;
    TRY(locked_refusal(world));
    if (bodies > BODIES_MOST || contacts > PAIRS_MOST || joints > BODIES_MOST)
        return FAULT(world, EVO_ERROR_LIMIT,
                     "bodies, contacts or joints are more than a world can hold: half a "
                     "billion");
    const double wanted = BYTES_WORLD + (double)BYTES_BODY * (double)bodies
                          + (double)BYTES_CONTACT * (double)contacts
                          + (double)BYTES_JOINT * (double)joints;
    const double have = (double)pool_bytes(world->reserved);
    if (wanted >= (double)(SIZE_MAX / 2)) return EVO_ERROR_MEMORY;
    if (have >= wanted) return EVO_OK;
    pool *made = pool_make(&world->config.allocator, (size_t)(wanted - have), world->reserved);
    if (!made) return EVO_ERROR_MEMORY;
    world->bytes += pool_bytes(made) - pool_bytes(world->reserved);
    world->reserved = made;
    return EVO_OK;
}

evo_result evo_world_reserve(evo_world *world, size_t bodies, size_t contacts, size_t joints) {
    return world_refuse(world, __func__, reserve(world, bodies, contacts, joints));
}

/* Returns whether a running world may get another config. */
static bool may_become(const evo_world *world, const evo_world_config *c) {
    const evo_world_config *now = &world->config;
    const bool mixed =
        c->mix_friction != now->mix_friction || c->mix_restitution != now->mix_restitution;
    const bool others =
        !c->should_collide != !now->should_collide || !c->pre_solve != !now->pre_solve
        || !c->mix_friction != !now->mix_friction || !c->mix_restitution != !now->mix_restitution;
    const evo_material wall = c->wall ? *c->wall : evo_material_default();
    const evo_exact_config exact = c->exact ? *c->exact : (evo_exact_config){0};
    return !c->exact == !now->exact && c->boundary == now->boundary
           && c->bounds.min.x == now->bounds.min.x && c->bounds.min.y == now->bounds.min.y
           && c->bounds.max.x == now->bounds.max.x && c->bounds.max.y == now->bounds.max.y
           && materials_equal(&wall, &world->wall)
           && exact.event_budget == world->exact.event_budget
           && exact.contact_time == world->exact.contact_time && exact.shear == world->exact.shear
           && c->allocator.resize == now->allocator.resize
           && c->allocator.context == now->allocator.context && !(mixed && now->exact != NULL)
           && !(others && world->recorder);
}

/* Returns a config with the rules of another one: the numbers that records and saves have. */
static evo_world_config with_rules(evo_world_config config, const evo_world_config *rules) {
    config.gravity = rules->gravity;
    config.substeps = rules->substeps;
    config.bounce_threshold = rules->bounce_threshold;
    config.push_speed = rules->push_speed;
    config.impact_speed = rules->impact_speed;
    config.impact_limit = rules->impact_limit;
    config.never_sleep = rules->never_sleep;
    config.joint_hertz = rules->joint_hertz;
    config.contact_hertz = rules->contact_hertz;
    config.rocking_loss = rules->rocking_loss;
    return config;
}

/* Returns a config as the world would have it. A replay has callbacks, space and memory of its
 * own: only the rules count. */
static evo_world_config config_in(const evo_world *world, const evo_world_config *given) {
    evo_world_config config = *given;
    config.allocator = memory_or_default(given->allocator);
    return world->replay ? with_rules(world->config, given) : config;
}

/* Returns why a world refuses a config, whatever its rules are. */
static evo_result refusal_without_rules(const evo_world *world, const evo_world_config *given) {
    const evo_world_config now = evo_world_get(world), next = config_in(world, given),
                           other = with_rules(next, &now);
    TRY(check_config(NULL, &other));
    return may_become(world, &other) ? EVO_OK : EVO_ERROR_UNSUPPORTED;
}

/* Fields of a running world's config that saves hold, and frames do not. They are compared as bits,
 * as they are saved: -0 is not 0. */
static const field SAVED[] = {FIELDS(U64, evo_world_config, bounce_threshold, impact_speed),
                              FIELD(U32, evo_world_config, substeps),
                              FIELD(SIZE, evo_world_config, impact_limit),
                              FIELD(BOOL, evo_world_config, never_sleep),
                              FIELDS(U64, evo_world_config, joint_hertz, rocking_loss),
                              {0}};

static void take_settings(evo_world *world, const evo_world_config *config) {
    step_world *core = &world->core;
    core->bodies.revision += !fields_equal(&world->config, config, SAVED);
    const evo_vec2 gravity = core->settings.gravity;
    const int lanes = core->settings.lanes;
    const uint32_t spare = core->settings.spare;
    world_take_config(world, config);
    if (core->settings.tasks.workers != config->tasks.workers) core->choice = (crew_choice){0};
    core->settings = settings_of(config);
    core->settings.gravity = gravity;
    core->settings.lanes = lanes;
    core->settings.spare = spare;
    core->told.impacts_most = core->settings.impacts.impacts_most;
    world_find_callbacks(world);
}

void world_take_rules(evo_world *world, const evo_world_config *rules) {
    const evo_world_config config = with_rules(world->config, rules);
    take_settings(world, &config);
}

evo_result evo_world_set_rules(evo_world *world, const evo_world_config *config,
                               evo_result refusal) {
    if (is_heard(world)) return record_world_set_rules(world, config, refusal);
    call_fault *f = fault_of(world);
    if (!world || !config) return fault_null(f, "config");
    TRY(locked_refusal(world));
    const evo_world_config next = config_in(world, config);
    const evo_result refused = check_config(f, &next);
    if (refusal != EVO_OK && refusal != EVO_ERROR_UNSUPPORTED) return EVO_ERROR_INVALID;
    if (refusal != EVO_OK && refused != EVO_ERROR_UNSUPPORTED)
        return fault_note(f, EVO_ERROR_UNSUPPORTED,
                          "config differs in what a running world keeps: take it from "
                          "evo_world_get, and change what evo_world_set lists");
    if (refusal != EVO_OK) return EVO_ERROR_UNSUPPORTED;
    if (refused != EVO_OK) return refused;
    const evo_vec2 now = world->core.settings.gravity;
    const bool falls = next.gravity.x != now.x || next.gravity.y != now.y;
    const bool wakes = next.never_sleep && !world->config.never_sleep;
    world->sorted = WORLD_UNSORTED;
    if ((falls || wakes) && !(flight_end(world) && step_set_gravity(&world->core, next.gravity)))
        return EVO_ERROR_MEMORY;
    take_settings(world, &next);
    return EVO_OK;
}

evo_result evo_world_set(evo_world *world, const evo_world_config *config) {
    const evo_result refusal = world && config ? refusal_without_rules(world, config) : EVO_OK;
    return evo_world_set_rules(world, config, refusal);
}

evo_result evo_world_set_gravity(evo_world *world, evo_vec2 gravity) {
    if (is_heard(world)) return record_world_set_gravity(world, gravity);
    if (!world) return EVO_ERROR_INVALID;
    TRY(TAKES(world, gravity, RULES_VECTOR));
    TRY(locked_refusal(world));
    const evo_vec2 now = world->core.settings.gravity;
    if (gravity.x == now.x && gravity.y == now.y) return EVO_OK;
    if (world->exact.shear != 0)
        return FAULT(world, EVO_ERROR_UNSUPPORTED,
                     "gravity is set in a sheared box; it must be 0 there");
    world->sorted = WORLD_UNSORTED;
    return flight_end(world) && step_set_gravity(&world->core, gravity) ? EVO_OK : EVO_ERROR_MEMORY;
}

static evo_result set_lanes(evo_world *world, int lanes) {
    const bool known = lanes == 0 || lanes == 1 || lanes == 4 || lanes == 8 || lanes == 16;
    if (!world) return EVO_ERROR_INVALID;
    if (!known)
        return FAULT(world, EVO_ERROR_INVALID, "lanes is %d; it must be 0, 1, 4, 8 or 16", lanes);
    TRY(locked_refusal(world));
    world->core.settings.lanes = lanes > 0 ? lanes : LANES_MOST;
    return EVO_OK;
}

evo_result evo_world_set_lanes(evo_world *world, int lanes) {
    return world_refuse(world, __func__, set_lanes(world, lanes));
}

void creation_ends(evo_world *world, evo_result result) {
    if (world) world->last = result;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

#define TEXT_OF(number) #number
#define VALUE_TEXT(macro) TEXT_OF(macro)
#define VERSION_TEXT(a, b, c) TEXT_OF(a) "." TEXT_OF(b) "." TEXT_OF(c)

#define VERSION VERSION_TEXT(EVO_VERSION_MAJOR, EVO_VERSION_MINOR, EVO_VERSION_PATCH)

const char *evo_version(void) {
    return VERSION;
}

#if defined __clang__
#define COMPILER __VERSION__
#elif defined __GNUC__
#define COMPILER "GCC " __VERSION__
#elif defined _MSC_VER
#define COMPILER "MSVC " VALUE_TEXT(_MSC_VER)
#else
#define COMPILER "some compiler"
#endif
#ifndef EVOLUTE_FLAGS /* set by what builds the engine, if it likes to */
#define EVOLUTE_FLAGS "flags unknown"
#endif

const char *evo_build_text(void) {
    return "Evolute " VERSION ", " COMPILER ", " EVOLUTE_FLAGS;
}

static const char *wrong_slot(const body_store *s, uint32_t slot) {
    const uint32_t id = body_in_slot(s, slot);
    if (id >= s->record_list.count || s->records[id].slot != slot)
        return "a body's record names another slot";
    if (s->records[id].generation % 2 == 0) return "a slot is of a dead body";
    return state_fits(&s->states[slot]) ? NULL : "the state of a body is no number";
}

const char *evo_world_validate(const evo_world *world) {
    const char *wrong = NULL;
    if (!world) return NULL;
    const body_store *s = &world->core.bodies;
    world_weigh(world);
    for (uint32_t slot = 0; slot < s->count && !wrong; ++slot) wrong = wrong_slot(s, slot);
    for (uint32_t i = 0; i < s->collider_count && !wrong; ++i)
        if (s->colliders[s->links[i].id].slot != i)
            wrong = "a collider's record names another slot";
    return wrong;
}

evo_result evo_world_last_result(const evo_world *world) {
    return world ? world->last : EVO_ERROR_INVALID;
}

evo_vec2 evo_world_gravity(const evo_world *world) {
    return world ? world->core.settings.gravity : vec(0, 0);
}

evo_world_config evo_world_get(const evo_world *world) {
    if (!world) return (evo_world_config){.substeps = 0};
    evo_world_config config = world->config;
    config.gravity = world->core.settings.gravity;
    return config;
}

double evo_world_time(const evo_world *world) {
    return world ? world->core.time : 0;
}

evo_counters evo_world_counters(const evo_world *world) {
    evo_counters counters = {0};
    if (!world) return counters;
    const event_bridge *e = &world->events;
    const step_world *core = &world->core;
    counters.bodies = core->bodies.count;
    counters.awake = core->bodies.awake;
    counters.colliders = core->bodies.collider_count;
    counters.pairs = core->pair_count;
    counters.contacts = evo_world_contacts(world, NULL, 0);
    world_lock(world); /* other questions take memory */
    counters.bytes = world->bytes;
    world_unlock(world);
    counters.steps = core->steps;
    counters.impacts = core->impact_count;
    counters.events = e->events_ever + (e->flying ? e->flight.sums.events : 0);
    return counters;
}

/* ---- Energies -------------------------------------------------------------------------------- */

/* Sums in the order of ids, so that memory in another order changes no bit. */

double evo_world_kinetic_energy(const evo_world *world) {
    double energy = 0;
    if (!world) return 0;
    world_weigh(world);
    const body_store *s = &world->core.bodies;
    EACH_BODY (id, s) {
        const body_record *record = &s->records[id];
        if (record->kind != EVO_DYNAMIC || !body_is_active(s, id)) continue;
        const body_state state = body_now(world, id);
        energy += 0.5 * record->mass * vec_dot(state.velocity, state.velocity)
                  + 0.5 * record->inertia * state.spin * state.spin;
    }
    return energy;
}

double evo_world_potential_energy(const evo_world *world) {
    double energy = 0;
    if (!world) return 0;
    world_weigh(world);
    const body_store *s = &world->core.bodies;
    EACH_BODY (id, s) {
        const body_record *record = &s->records[id];
        if (record->kind != EVO_DYNAMIC) continue;
        const double weight = record->mass * body_forces_of(s, id).gravity_scale;
        energy -= weight * vec_dot(world->core.settings.gravity, body_now(world, id).position);
    }
    return energy;
}

/* ==== Frames of bodies ======================================================================== */

/* Points and velocities of a body, in its frame and in the world. Of a stale handle all are
 * zero. */

static bool takes(const evo_world *world, evo_body body, evo_vec2 at) {
    return body_of(world, body) && vector_fits(at);
}

evo_vec2 evo_body_point_velocity(const evo_world *world, evo_body body, evo_vec2 point) {
    if (!takes(world, body, point)) return vec(0, 0);
    const body_state state = body_now(world, body.index);
    const evo_vec2 arm = vec_sub(point, state.position);
    return vec_along(state.velocity, state.spin, vec_left(arm));
}

/* The frame of a body, or of the world. False: there is none, or nothing to place in it. */
static bool frame_of(const evo_world *world, evo_body body, evo_vec2 at, evo_pose *frame) {
    *frame = (evo_pose){{0, 0}, 0};
    if (evo_body_is_none(body)) return vector_fits(at);
    if (!takes(world, body, at)) return false;
    *frame = body_pose(world, body.index);
    return true;
}

evo_vec2 evo_body_world_point(const evo_world *world, evo_body body, evo_vec2 local) {
    evo_pose at;
    if (!frame_of(world, body, local, &at)) return vec(0, 0);
    return vec_add(at.position, vec_turn(local, evo_direction(at.angle)));
}

evo_vec2 evo_body_local_point(const evo_world *world, evo_body body, evo_vec2 point) {
    evo_pose at;
    if (!frame_of(world, body, point, &at)) return vec(0, 0);
    return vec_turn_back(vec_sub(point, at.position), evo_direction(at.angle));
}

evo_vec2 evo_body_world_vector(const evo_world *world, evo_body body, evo_vec2 local) {
    evo_pose at;
    return frame_of(world, body, local, &at) ? vec_turn(local, evo_direction(at.angle)) : vec(0, 0);
}

evo_vec2 evo_body_local_vector(const evo_world *world, evo_body body, evo_vec2 vector) {
    evo_pose at;
    if (!frame_of(world, body, vector, &at)) return vec(0, 0);
    return vec_turn_back(vector, evo_direction(at.angle));
}

void world_weigh_built(const evo_world *world) {
    world_lock(world);
    bodies_weigh(&world->self->core.bodies);
    world_unlock(world);
}

/* ==== Handles ================================================================================= */

/* Records by handles, and back. A generation is odd while its record lives, so the handle {0}
 * never names anything. */

collider_record *collider_of(const evo_world *world, evo_collider collider) {
    if (!world || collider.generation % 2 == 0) return NULL;
    const body_store *all = &world->core.bodies;
    if (collider.index >= all->collider_list.count) return NULL;
    collider_record *record = &all->colliders[collider.index];
    return record->generation == collider.generation ? record : NULL;
}

evo_body body_handle(const evo_world *world, uint32_t id) {
    return (evo_body){id, record_at(world, id)->generation};
}

evo_collider collider_handle(const evo_world *world, uint32_t id) {
    return (evo_collider){id, world->core.bodies.colliders[id].generation};
}

bool evo_body_exists(const evo_world *world, evo_body body) {
    return body_of(world, body);
}

bool evo_collider_exists(const evo_world *world, evo_collider collider) {
    return collider_of(world, collider);
}

evo_pose body_pose(const evo_world *world, uint32_t id) {
    const body_state state = body_now(world, id);
    return body_pose_of(record_at(world, id), &state);
}
