/* bodies.c: bodies with their colliders, as they are saved, hashed and made again. In: records by
 * id, or bytes; out: bytes, or the same records in slots of their own. Invariant: a load makes
 * bodies and colliders like the user's calls, but with the ids, generations and creation numbers
 * that they had. */
#include <assert.h>

#include "core/core.h"
#include "core/rules.h"
#include "save/save.h"
#include "shape/shape.h"
#include "step/step.h"

MACHINE_SMALL

/* ---- Colliders ------------------------------------------------------------------------------- */

typedef struct collider_image {
    uint32_t id, generation, birth, number, chain;
    evo_collider_config config;
} collider_image;

static collider_image collider_image_of(const body_store *s, uint32_t id) {
    const collider_record *record = &s->colliders[id];
    return (collider_image){.id = id,
                            .generation = record->generation,
                            .birth = record->birth,
                            .number = s->links[record->slot].number,
                            .chain = collider_entry(record)->chain,
                            .config = collider_config_of(s, record)};
}

static void visit_collider(visitor *v, collider_image *c, const collider_image *before) {
    static const field fields[] = {FIELD(FLAG, evo_collider_config, sensor),
                                   FIELD(FLAG, evo_collider_config, no_sensors),
                                   FIELD(U32, evo_collider_config, flags),
                                   FIELD(FILTER, evo_collider_config, filter),
                                   FIELD(VECTOR, evo_collider_config, one_way),
                                   FIELD(SHAPE, evo_collider_config, shape),
                                   FIELD(MATERIAL, evo_collider_config, material),
                                   {0}};
    visit_id(v, &c->id, before->id + 1);
    visit_id(v, &c->number, before->number + 1);
    visit_id(v, &c->chain, before->chain);
    visit_u32(v, &c->generation);
    visit_fields(v, &c->config, fields);
    visit_mark(v, &c->config.tag, &c->birth);
    visit_check(v, c->config.flags <= COLLIDER_FLAGS);
}

/* Gives a collider that is made apart an id behind all others; false: out of memory. */
static bool take_apart(visitor *v, body_store *s, collider_image *c) {
    *v->apart++ = c->id;
    c->id = (uint32_t)s->collider_list.count;
    if (!ARRAY_RESERVE(s->memory, s->colliders, s->collider_list.capacity, (size_t)c->id + 1))
        return false;
    s->colliders[s->collider_list.count++] = (collider_record){0};
    return true;
}

/* Makes a collider with the id, generation and number that it had. */
static void remake_collider(visitor *v, body_store *s, uint32_t body, const collider_image *image) {
    collider_image of = *image, *c = &of;
    if (v->still && !visit_room(v, take_apart(v, s, c))) return;
    const uint32_t below = v->still ? NONE : s->next_number;
    const bool sound = evo_shape_check(&c->config.shape) == EVO_OK && c->id < s->collider_list.count
                       && (c->chain == NONE || c->config.shape.kind == EVO_SEGMENT)
                       && c->generation % 2 == 1 && c->number < below
                       && s->colliders[c->id].generation == 0
                       && !materials_are_full(&s->materials, &c->config.material);
    if (!visit_check(v, sound)) return;
    const uint32_t numbers = s->next_number;
    s->collider_free = c->id;
    s->next_number = c->number;
    s->colliders[c->id].generation = c->generation - 1;
    const bool made = colliders_create(s, body, &c->config) != NONE
                      && (c->chain == NONE || collider_own_shape(s, c->id));
    s->next_number = numbers;
    if (!visit_room(v, made)) return;
    assert(s->colliders[c->id].generation == c->generation && "it has the handle that it had");
    assert(s->links[s->colliders[c->id].slot].number == c->number && "it has the number it had");
    s->colliders[c->id].birth = c->birth;
    if (c->chain == NONE) return;
    collider_entry(&s->colliders[c->id])->chain = c->chain;
    s->one_sided |= c->config.shape.of.segment.one_sided;
}

static void visit_colliders(visitor *v, body_store *s, uint32_t body, uint32_t count,
                            collider_image *before) {
    uint32_t id = s->records[body].first_collider;
    for (uint32_t i = 0; i < count && visit_goes_on(v); ++i) {
        collider_image c = {.id = NONE};
        const bool first = i == 0;
        if (!visit_is(v, VISIT_LOAD)) c = collider_image_of(s, id);
        visit_collider(v, &c, before);
        visit_check(v, first || c.number > before->number);
        if (visit_is(v, VISIT_LOAD))
            remake_collider(v, s, body, &c);
        else
            id = s->colliders[id].next;
        *before = c;
    }
}

/* Visits an id that no collider has, with the data by which the next step may report the destroyed
 * one. */
static void visit_gone(visitor *v, body_store *s, uint32_t id) {
    collider_record *record = &s->colliders[id];
    visit_u32(v, &record->generation);
    visit_mark(v, &record->tag, &record->birth);
    bool buried = record->buried, sensor = record->sensor;
    visit_bool(v, &buried);
    if (visit_is(v, VISIT_LOAD)) record->buried = buried;
    if (!visit_check(v, record->generation % 2 == 0) || !buried) return;
    visit_u32(v, &record->body);
    visit_u32(v, &record->body_generation);
    uint32_t wants = record->wants;
    visit_bool(v, &sensor);
    visit_u32(v, &wants);
    if (!visit_is(v, VISIT_LOAD)) return;
    record->sensor = sensor;
    record->wants = (uint8_t)(wants & COLLIDER_WANTS);
    record->next = s->first_buried;
    s->first_buried = id;
    if (!visit_check(v, record->body < s->record_list.count)) record->body = 0;
}

static void visit_dead(visitor *v, body_store *s) {
    for (uint32_t id = 0; id < s->collider_list.count && visit_goes_on(v); ++id)
        if (s->colliders[id].generation % 2 == 0) visit_gone(v, s, id);
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

typedef struct body_image {
    uint32_t kind, colliders;
    bool enabled, never_sleep, lock_x, lock_y, lock_spin, mass_set;
    bool asleep, changed, driven;
    bool has_scale; /* its scale of gravity is not 1 */
    bool is_built;
    bool active; /* these two: of frames, in place of `changed` */
    uint32_t changed_at;
    body_building building; /* if it is being built */
    body_state state;
    evo_mass mass;      /* if it is set */
    body_forces forces; /* its centre is that of the mass */
    float rest, pull_x, pull_y;
} body_image;

static body_image body_image_of(const visitor *v, const save_world *w, uint32_t id) {
    const body_store *s = &w->core->bodies;
    const body_record *r = &s->records[id];
    static const body_motion none = {0};
    const body_motion *m = s->stepped ? &s->motions[r->slot] : &none;
    const body_forces f = body_forces_of(s, id);
    const bool now = visit_is(v, VISIT_HASH) && w->motion;
    body_image b = {.kind = r->kind,
                    .enabled = r->enabled,
                    .never_sleep = r->never_sleep,
                    .lock_x = r->lock_x,
                    .lock_y = r->lock_y,
                    .lock_spin = r->lock_spin,
                    .mass_set = r->mass_set,
                    .asleep = r->island != NONE,
                    .changed = r->changed == s->steps,
                    .driven = m->driven,
                    .has_scale = f.gravity_scale != 1,
                    .is_built = s->building.id == id,
                    .state = now ? w->motion(w->context, id) : s->states[r->slot],
                    .forces = f,
                    .rest = m->rest,
                    .pull_x = m->pull_x,
                    .pull_y = m->pull_y};
    EACH_COLLIDER (c, s, id) ++b.colliders;
    if (r->mass_set) b.mass = (evo_mass){r->mass, f.center_set, r->inertia};
    if (b.is_built) b.building = s->building;
    return b;
}

/* Leaves out motion and data that change with time alone: frames have them beside this. */
static void leave_motion(const body_store *s, uint32_t id, body_image *b) {
    b->active = body_is_active(s, id);
    b->changed = false;
    b->changed_at = s->records[id].changed;
    if (!b->active) return;
    b->changed_at = 0;
    b->driven = false;
    b->state = (body_state){.spin = 0};
    b->rest = b->pull_x = b->pull_y = 0;
    b->forces.force = vec(0, 0);
    b->forces.torque = b->forces.arrives = 0;
    b->forces.target = (evo_pose){{0, 0}, 0};
}

static const field MOTION[] = {FIELD(NUMBER, body_image, state.position),
                               FIELD(NUMBER, body_image, state.angle),
                               FIELD(NUMBER, body_image, state.velocity),
                               FIELD(NUMBER, body_image, state.spin),
                               FIELDS(NUMBER, body_image, forces.force, forces.spin_damping),
                               FIELD(NUMBER, body_image, mass.mass),
                               FIELD(NUMBER, body_image, mass.inertia),
                               FIELD(NUMBER, body_image, mass.center),
                               FIELDS(NUMBER, body_image, forces.sleep_speed, forces.arrives),
                               FIELDS(FLOAT, body_image, rest, pull_y),
                               {0}};

static bool body_is_sound(const save_world *w, const body_image *b) {
    static const evo_mass none = {0};
    const body_forces *f = &b->forces;
    const bool dynamic = b->kind == EVO_DYNAMIC, plain = f->damping == 0 && f->spin_damping == 0;
    const bool weighs =
        b->mass_set ? rules_hold(RULES_MASS, &b->mass) : memcmp(&b->mass, &none, sizeof none) == 0;
    const bool still =
        b->kind != EVO_STATIC || (vec_is_zero(b->state.velocity) && b->state.spin == 0);
    const bool driven = b->driven || b->rest != 0 || b->pull_x != 0 || b->pull_y != 0;
    if (w->events
        && (driven || b->is_built || b->lock_x || b->lock_y
            || (dynamic && (!plain || b->has_scale || b->asleep))))
        return false;
    /* Bodies that fly, or may have moved since the start, are tested as they are now. */
    if (!w->events && !save_state_fits(b->state)) return false;
    return b->kind <= EVO_KINEMATIC && weighs && still && damping_is_sound(f->damping)
           && damping_is_sound(f->spin_damping) && damping_is_sound(f->sleep_speed)
           && pose_fits(f->target) && f->arrives >= 0 && f->arrives < INFINITY
           && (f->arrives == 0 || b->kind == EVO_KINEMATIC) && b->rest >= 0
           && number_fits(f->gravity_scale) && b->has_scale == (f->gravity_scale != 1)
           && (!b->asleep || (dynamic && b->enabled));
}

static const field FLAGS[] = {
    FIELDS(FLAG, body_image, enabled, is_built), FIELD(U32, body_image, kind), {0}};

/* Motion at which the building of a body began. */
static const field BUILDING[] = {FIELDS(VECTOR, body_building, position, center), {0}};

static void visit_body(visitor *v, const save_world *w, body_image *b) {
    visit_fields(v, b, FLAGS);
    if (visit_is(v, VISIT_LOAD)) b->forces.gravity_scale = 1;
    if (b->has_scale) visit_double(v, &b->forces.gravity_scale);
    if (v->still) visit_bool(v, &b->active);
    if (v->still) visit_u32(v, &b->changed_at);
    visit_fields(v, b, MOTION);
    b->forces.center_set = b->mass.center;
    if (b->is_built) visit_fields(v, &b->building, BUILDING);
    visit_count(v, &b->colliders, 8);
    visit_check(v, body_is_sound(w, b));
}

/* Gives a body its forces and the centre of a mass that is set, before it has colliders: their
 * shapes may be shared only where the centre stays. Zeros below 0 are kept. */
static bool give_forces(body_store *s, uint32_t id, const body_image *b) {
    const body_forces has = body_forces_of(s, id);
    s->records[id].mass_set = b->mass_set;
    if (memcmp(&has, &b->forces, sizeof has) == 0) return true;
    if (!bodies_take_forces(s)) return false;
    s->forces[id] = b->forces;
    return true;
}

/* Makes a body without colliders, with the id and generation that it had. A body without mass is
 * not weighed again with each collider. */
static void begin_body(visitor *v, body_store *s, uint32_t id, const body_image *b) {
    const evo_body_config config = {.kind = EVO_STATIC,
                                    .gravity_scale = 1,
                                    .locks = {b->lock_x, b->lock_y, b->lock_spin},
                                    .disabled = !b->enabled,
                                    .never_sleep = b->never_sleep,
                                    .tag = s->records[id].tag};
    const uint32_t birth = s->records[id].birth;
    s->lowest_free = id;
    --s->records[id].generation;
    visit_room(v, bodies_create(s, &config, false) != NONE && give_forces(s, id, b));
    s->records[id].birth = birth;
}

static bool image_moves(const body_image *b) {
    const body_state *state = &b->state;
    if (!b->enabled || b->asleep || b->kind == EVO_STATIC) return false;
    return b->kind == EVO_DYNAMIC || !vec_is_zero(state->velocity) || state->spin != 0;
}

/* Gives a body its mass and motion, once it has all colliders. */
static void end_body(body_store *s, uint32_t id, const body_image *b, bool still) {
    body_record *r = &s->records[id];
    assert(r->generation % 2 == 1 && "it was made with the id that it had");
    r->kind = (uint8_t)b->kind;
    r->mass = b->mass.mass;
    r->inertia = b->mass.inertia;
    r->changed = b->changed ? s->steps : s->steps - 1;
    if (b->changed) s->last_change = s->steps;
    mass_update_body(s, id);
    s->states[r->slot] = b->state;
    bodies_set_active(s, id, still ? b->active : image_moves(b));
    if (still) r->changed = b->changed_at;
    if (b->is_built) {
        s->building = b->building;
        s->building.id = id;
        s->building.weighed = true;
    }
    if (!s->stepped) return;
    body_motion *m = &s->motions[r->slot];
    m->rest = b->rest;
    m->pull_x = b->pull_x;
    m->pull_y = b->pull_y;
    if (!still || !b->active) m->driven = b->driven;
}

static void visit_record(visitor *v, const save_world *w, uint32_t id, collider_image *before) {
    body_store *s = &w->core->bodies;
    visit_u32(v, &s->records[id].generation);
    visit_mark(v, &s->records[id].tag, &s->records[id].birth);
    if (s->records[id].generation % 2 == 0 || !visit_goes_on(v)) return;
    body_image b = {0};
    if (!visit_is(v, VISIT_LOAD)) b = body_image_of(v, w, id);
    if (!visit_is(v, VISIT_LOAD) && v->still) leave_motion(s, id, &b);
    visit_body(v, w, &b);
    if (visit_loads(v)) begin_body(v, s, id, &b);
    if (!visit_goes_on(v)) return;
    visit_colliders(v, s, id, b.colliders, before);
    if (!visit_loads(v)) return;
    visit_check(v, v->still || !b.is_built
                       || (s->building.id == NONE && (b.kind == EVO_DYNAMIC || image_moves(&b))));
    end_body(s, id, &b, v->still);
    /* Worlds of exact time have no sensors that move. */
    if (!w->events || b.kind != EVO_DYNAMIC) return;
    EACH_COLLIDER (c, s, id) visit_check(v, !s->colliders[c].sensor);
}

/* ---- For frames ------------------------------------------------------------------------------ */

static void visit_still_body(visitor *v, const save_world *w, uint32_t id) {
    body_store *s = &w->core->bodies;
    collider_image before = {.chain = NONE};
    if (visit_is(v, VISIT_LOAD)) {
        id = (uint32_t)s->record_list.count;
        if (!visit_room(
                v, ARRAY_RESERVE(s->memory, s->records, s->record_list.capacity, (size_t)id + 1)))
            return;
        s->records[s->record_list.count++] = (body_record){0};
    }
    visit_record(v, w, id, &before);
}

/* Visits the id of a destroyed collider; living ones are visited with their bodies. */
static void visit_still_gone(visitor *v, body_store *s, uint32_t id) {
    bool lives = s->colliders[id].generation % 2 == 1;
    visit_bool(v, &lives);
    if (!lives) visit_gone(v, s, id);
}

bool save_still_lives(const unsigned char *bytes) {
    return bytes[0] % 2 == 1;
}

void save_visit_still(visitor *v, const save_world *w, still_kind kind, uint32_t id) {
    v->still = true;
    for (int i = 0; i < VISIT_RECENT; ++i) v->recent.counts[i] = 0;
    v->recent.next = 0;
    if (kind == STILL_BODY) visit_still_body(v, w, id);
    if (kind == STILL_GONE) visit_still_gone(v, &w->core->bodies, id);
    if (kind == STILL_JOINT) save_visit_joint(v, w->core, id);
    if (kind == STILL_ISLAND) save_visit_island(v, w->core, id);
}

/* ---- The store ------------------------------------------------------------------------------- */

/* Checks that no two colliders have one creation number. */
static void check_numbers(visitor *v, step_world *w) {
    const body_store *s = &w->bodies;
    uint32_t *numbers = ARENA_TAKE(&w->arena, uint32_t, (size_t)s->collider_count + 1);
    if (!visit_room(v, numbers != NULL)) return;
    for (uint32_t i = 0; i < s->collider_count; ++i) numbers[i] = s->links[i].number;
    sort_numbers(numbers, s->collider_count);
    for (uint32_t i = 1; i < s->collider_count; ++i) visit_check(v, numbers[i] > numbers[i - 1]);
}

/* Places the colliders of a body that does not move into the index; false: out of memory. */
static bool enter_index(step_world *w, uint32_t body) {
    body_store *s = &w->bodies;
    if (!s->records[body].enabled || body_is_active(s, body)) return true;
    body_place_colliders(s, body, body_run(s, body));
    EACH_COLLIDER (c, s, body)
        if (!index_add_still(&w->index, c, s->links[s->colliders[c].slot].number,
                             collider_bounds(s, c)))
            return false;
    return true;
}

/* Derives the index of still colliders, and then the seams of floors. */
static bool derive_still(step_world *w) {
    body_store *s = &w->bodies;
    s->lowest_free = s->collider_free = 0;
    for (uint32_t id = 0; id < s->record_list.count; ++id)
        if (s->records[id].generation % 2 == 1 && !enter_index(w, id)) return false;
    for (uint32_t id = 0; id < s->record_list.count; ++id) {
        if (s->records[id].generation % 2 == 0) continue;
        EACH_COLLIDER (c, s, id)
            if (!floor_enter(w, c)) return false;
        w->floors_due = true;
    }
    return true;
}

void save_visit_bodies(visitor *v, const save_world *w) {
    body_store *s = &w->core->bodies;
    list_size *bodies = &s->record_list, *colliders = &s->collider_list;
    collider_image before = {.chain = NONE};
    VISIT_ARRAY(v, s->memory, s->records, bodies->count, bodies->capacity, 1);
    VISIT_ARRAY(v, s->memory, s->colliders, colliders->count, colliders->capacity, 1);
    visit_u32(v, &s->next_number);
    visit_u32(v, &s->settled);
    if (!visit_is(v, VISIT_HASH)) visit_u32(v, &s->steps);
    if (visit_loads(v))
        visit_room(v, still_reserve(s, STILL_BODY, bodies->count)
                          && still_reserve(s, STILL_GONE, colliders->count));
    visit_check(v, bodies->count <= BODIES_MOST && colliders->count <= BODIES_MOST
                       && s->settled <= s->next_number);
    for (uint32_t id = 0; id < bodies->count && visit_goes_on(v); ++id)
        visit_record(v, w, id, &before);
    if (visit_goes_on(v)) visit_dead(v, s);
    if (visit_loads(v)) check_numbers(v, w->core);
    if (visit_loads(v)) visit_room(v, derive_still(w->core));
}
