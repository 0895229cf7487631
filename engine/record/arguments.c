/* arguments.c: arguments of calls as bytes. In: values as the user gives them, or bytes; out:
 * bytes, or the same values. Invariant: unlike a state they may be anything, NaN, too, since
 * refused calls are recorded as well; what is read never exceeds its array. */
#include "record/arguments.h"

#include <string.h>

#include "core/array.h"
#include "joint/fields.h"

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool has_bits(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits != 0;
}

/* Any doubles; zeros take no bytes. */
static void visit_any(visitor *v, double *const numbers[], uint32_t count) {
    uint32_t mask = 0;
    for (uint32_t i = 0; i < count && visit_is(v, VISIT_SAVE); ++i)
        mask |= (uint32_t)has_bits(*numbers[i]) << i;
    visit_u32(v, &mask);
    visit_check(v, mask >> count == 0);
    for (uint32_t i = 0; i < count; ++i) {
        if (visit_is(v, VISIT_LOAD)) *numbers[i] = 0;
        if (mask >> i & 1) visit_double(v, numbers[i]);
    }
}

/* Whole numbers of any value, as one that has a sign. */
static void visit_whole(visitor *v, int *number) {
    uint32_t word = (uint32_t)*number;
    visit_u32(v, &word);
    if (visit_is(v, VISIT_LOAD)) memcpy(number, &word, sizeof word);
}

static void visit_unsigned(visitor *v, unsigned *number) {
    uint32_t word = *number;
    visit_u32(v, &word);
    *number = word;
}

_Static_assert(sizeof(int) == sizeof(uint32_t), "whole numbers have 32 bits");

/* ---- Values ---------------------------------------------------------------------------------- */

void argument_body(visitor *v, call_value *value, call_store *store) {
    (void)store;
    visit_handle(v, &value->body.index, &value->body.generation);
}

void argument_collider(visitor *v, call_value *value, call_store *store) {
    (void)store;
    visit_handle(v, &value->collider.index, &value->collider.generation);
}

void argument_chain(visitor *v, call_value *value, call_store *store) {
    (void)store;
    visit_handle(v, &value->chain.index, &value->chain.generation);
}

void argument_joint(visitor *v, call_value *value, call_store *store) {
    (void)store;
    visit_handle(v, &value->joint.index, &value->joint.generation);
}

void argument_vector(visitor *v, call_value *value, call_store *store) {
    double *const numbers[] = {&value->vector.x, &value->vector.y};
    (void)store;
    visit_any(v, numbers, 2);
}

static void visit_pose(visitor *v, evo_pose *pose) {
    double *const numbers[] = {&pose->position.x, &pose->position.y, &pose->angle};
    visit_any(v, numbers, 3);
}

void argument_pose(visitor *v, call_value *value, call_store *store) {
    (void)store;
    visit_pose(v, &value->pose);
}

void argument_number(visitor *v, call_value *value, call_store *store) {
    double *const numbers[] = {&value->number};
    (void)store;
    visit_any(v, numbers, 1);
}

void argument_count(visitor *v, call_value *value, call_store *store) {
    (void)store;
    visit_u64(v, &value->count);
}

void argument_done(visitor *v, call_value *value, call_store *store) {
    (void)store;
    if (visit_is(v, VISIT_LOAD)) value->done = NULL;
}

void argument_flag(visitor *v, call_value *value, call_store *store) {
    (void)store;
    visit_bool(v, &value->flag);
}

void argument_body_kind(visitor *v, call_value *value, call_store *store) {
    int kind = (int)value->body_kind;
    (void)store;
    visit_whole(v, &kind);
    if (visit_is(v, VISIT_LOAD)) value->body_kind = (evo_body_kind)kind;
}

void argument_locks(visitor *v, call_value *value, call_store *store) {
    bool *const flags[] = {&value->locks.x, &value->locks.y, &value->locks.spin};
    (void)store;
    visit_flags(v, flags, 3);
}

void argument_mass(visitor *v, call_value *value, call_store *store) {
    evo_mass *m = &value->mass;
    double *const numbers[] = {&m->mass, &m->center.x, &m->center.y, &m->inertia};
    (void)store;
    visit_any(v, numbers, 4);
}

void argument_filter(visitor *v, call_value *value, call_store *store) {
    (void)store;
    visit_filter(v, &value->filter);
}

/* ---- What is pointed to ---------------------------------------------------------------------- */

/* Returns whether the pointer is not NULL. */
static bool is_given(visitor *v, bool given) {
    visit_bool(v, &given);
    return given;
}

static void visit_surface(visitor *v, evo_material *m) {
    double *const numbers[] = {&m->density,       &m->friction,
                               &m->restitution,   &m->rolling_resistance,
                               &m->surface_speed, &m->tangential_restitution};
    visit_any(v, numbers, 6);
    visit_u64(v, &m->id);
}

static void visit_polygon(visitor *v, evo_shape *s) {
    double *const radius[] = {&s->of.polygon.radius};
    visit_any(v, radius, 1);
    visit_whole(v, &s->of.polygon.count);
    for (int i = 0; i < s->of.polygon.count && i < EVO_POLYGON_POINTS; ++i) {
        double *const numbers[] = {&s->of.polygon.points[i].x, &s->of.polygon.points[i].y};
        visit_any(v, numbers, 2);
    }
}

/* The flag of a shape of another kind may be any byte. */
static void visit_side(visitor *v, bool *one_sided) {
    unsigned char byte;
    memcpy(&byte, one_sided, sizeof byte);
    bool side = byte != 0;
    visit_bool(v, &side);
    if (visit_is(v, VISIT_LOAD)) *one_sided = side;
}

static void visit_form(visitor *v, evo_shape *s) {
    double *const circle[] = {&s->of.circle.radius};
    double *const ellipse[] = {&s->of.ellipse.radius_x, &s->of.ellipse.radius_y};
    double *const ring[] = {&s->of.ring.inner, &s->of.ring.outer, &s->of.ring.half_sweep,
                            &s->of.ring.half.x, &s->of.ring.half.y};
    double *const segment[] = {&s->of.segment.half_length};
    double *const capsule[] = {&s->of.capsule.half_length, &s->of.capsule.radius};
    switch (s->kind) {
    case EVO_CIRCLE:
        visit_any(v, circle, 1);
        break;
    case EVO_ELLIPSE:
        visit_any(v, ellipse, 2);
        break;
    case EVO_RING:
        visit_any(v, ring, 5);
        break;
    case EVO_SEGMENT:
        visit_any(v, segment, 1);
        visit_side(v, &s->of.segment.one_sided);
        break;
    case EVO_CAPSULE:
        visit_any(v, capsule, 2);
        break;
    case EVO_POLYGON:
        visit_polygon(v, s);
        break;
    default:
        break;
    }
}

/* Any shape, valid or not. */
static void visit_outline(visitor *v, evo_shape *s) {
    double *const numbers[] = {&s->center.x, &s->center.y, &s->axis.x, &s->axis.y};
    int kind = (int)s->kind;
    visit_whole(v, &kind);
    if (visit_is(v, VISIT_LOAD)) {
        memset(s, 0, sizeof *s);
        s->kind = (evo_shape_kind)kind;
    }
    visit_any(v, numbers, 4);
    visit_form(v, s);
}

void argument_shape(visitor *v, call_value *value, call_store *store) {
    const bool given = is_given(v, value->shape != NULL);
    if (given && visit_is(v, VISIT_SAVE)) store->of.shape = *value->shape;
    value->shape = given ? &store->of.shape : NULL;
    if (given) visit_outline(v, &store->of.shape);
}

void argument_material(visitor *v, call_value *value, call_store *store) {
    const bool given = is_given(v, value->material != NULL);
    if (given && visit_is(v, VISIT_SAVE)) store->of.material = *value->material;
    value->material = given ? &store->of.material : NULL;
    if (given) visit_surface(v, &store->of.material);
}

void argument_collider_config(visitor *v, call_value *value, call_store *store) {
    evo_collider_config *c = &store->of.collider_config;
    bool *const marks[] = {&c->sensor, &c->no_sensors};
    const bool given = is_given(v, value->collider_config != NULL);
    if (given && visit_is(v, VISIT_SAVE)) *c = *value->collider_config;
    value->collider_config = given ? c : NULL;
    if (!given) return;
    visit_outline(v, &c->shape);
    visit_surface(v, &c->material);
    visit_filter(v, &c->filter);
    visit_flags(v, marks, 2);
    visit_unsigned(v, &c->flags);
    visit_any(v, (double *[]){&c->one_way.x, &c->one_way.y}, 2);
    c->user = NULL;
}

void argument_body_config(visitor *v, call_value *value, call_store *store) {
    evo_body_config *c = &store->of.body_config;
    double *const numbers[] = {&c->position.x,    &c->position.y,  &c->angle,     &c->velocity.x,
                               &c->velocity.y,    &c->spin,        &c->damping,   &c->spin_damping,
                               &c->gravity_scale, &c->sleep_speed, &c->one_way.x, &c->one_way.y};
    bool *const flags[] = {&c->sensor,  &c->disabled, &c->asleep,    &c->never_sleep,
                           &c->locks.x, &c->locks.y,  &c->locks.spin};
    const bool given = is_given(v, value->body_config != NULL);
    if (given && visit_is(v, VISIT_SAVE)) *c = *value->body_config;
    value->body_config = given ? c : NULL;
    if (!given) return;
    int kind = (int)c->kind;
    visit_whole(v, &kind);
    if (visit_is(v, VISIT_LOAD)) c->kind = (evo_body_kind)kind;
    visit_any(v, numbers, 12);
    visit_flags(v, flags, 7);
    visit_unsigned(v, &c->flags);
    visit_outline(v, &c->shape);
    visit_surface(v, &c->material);
    visit_filter(v, &c->filter);
    c->user = c->collider_user = NULL;
}

void argument_joint_config(visitor *v, call_value *value, call_store *store) {
    evo_joint_config *c = &store->of.joint_config;
    double *numbers[JOINT_NUMBER_COUNT];
    bool *flags[JOINT_FLAG_COUNT];
    for (int i = 0; i < JOINT_NUMBER_COUNT; ++i) numbers[i] = joint_number(c, i);
    for (int i = 0; i < JOINT_FLAG_COUNT; ++i) flags[i] = joint_flag(c, i);
    const bool given = is_given(v, value->joint_config != NULL);
    if (given && visit_is(v, VISIT_SAVE)) *c = *value->joint_config;
    value->joint_config = given ? c : NULL;
    if (!given) return;
    int kind = (int)c->kind;
    visit_whole(v, &kind);
    if (visit_is(v, VISIT_LOAD)) c->kind = (evo_joint_kind)kind;
    visit_handle(v, &c->a.index, &c->a.generation);
    visit_handle(v, &c->b.index, &c->b.generation);
    visit_any(v, numbers, JOINT_NUMBER_COUNT);
    visit_flags(v, flags, JOINT_FLAG_COUNT);
    c->user = NULL;
}

/* Rules of a running world; a replay has its own callbacks and space. */
void argument_world_config(visitor *v, call_value *value, call_store *store) {
    evo_world_config *c = &store->of.world_config;
    double *const numbers[] = {&c->gravity.x, &c->gravity.y, &c->bounce_threshold, &c->push_speed,
                               &c->impact_speed};
    uint64_t limit = value->world_config ? (uint64_t)value->world_config->impact_limit : 0;
    const bool given = is_given(v, value->world_config != NULL);
    if (given && visit_is(v, VISIT_SAVE)) *c = *value->world_config;
    value->world_config = given ? c : NULL;
    if (!given) return;
    visit_any(v, numbers, 5);
    visit_whole(v, &c->substeps);
    visit_bool(v, &c->never_sleep);
    visit_u64(v, &limit);
    if (visit_is(v, VISIT_LOAD)) c->impact_limit = (size_t)limit;
}

/* ---- Chains ---------------------------------------------------------------------------------- */

/* Most points that a chain may have: others are refused, whatever the points are. */
enum { POINTS_MOST = INT32_MAX / 4 };

uint32_t argument_points(const evo_chain_config *config) {
    const bool some = config && config->points && config->count > 0 && config->count <= POINTS_MOST;
    return some ? (uint32_t)config->count : 0;
}

/* Points of a chain that is loaded go into the store. */
static void visit_points(visitor *v, evo_chain_config *c, call_store *store) {
    uint32_t count = visit_is(v, VISIT_SAVE) ? argument_points(c) : 0;
    visit_count(v, &count, 1);
    if (visit_is(v, VISIT_LOAD)) {
        const bool room = array_reserve(store->memory, &store->points, &store->capacity, count,
                                        sizeof *store->points);
        if (!visit_room(v, room)) return;
        c->points = count > 0 ? store->points : NULL;
    }
    for (uint32_t i = 0; i < count; ++i) {
        evo_vec2 point = {0, 0};
        double *const numbers[] = {&point.x, &point.y};
        if (visit_is(v, VISIT_SAVE)) point = c->points[i];
        visit_any(v, numbers, 2);
        if (visit_is(v, VISIT_LOAD)) store->points[i] = point;
    }
    visit_check(v, argument_points(c) == count);
}

uint32_t argument_materials(const evo_chain_config *config) {
    const uint32_t points = argument_points(config);
    if (points == 0 || !config->materials || config->material_count <= 0) return 0;
    const uint32_t links = points - (config->loop ? 0 : 1),
                   count = (uint32_t)config->material_count;
    return count == links ? count : 0;
}

/* Materials of links that are loaded go into the store. */
static void visit_materials(visitor *v, evo_chain_config *c, call_store *store) {
    uint32_t count = visit_is(v, VISIT_SAVE) ? argument_materials(c) : 0;
    visit_whole(v, &c->material_count);
    visit_count(v, &count, 1);
    if (visit_is(v, VISIT_LOAD)) {
        const bool room = array_reserve(store->memory, &store->materials, &store->material_capacity,
                                        count, sizeof *store->materials);
        if (!visit_room(v, room)) return;
        c->materials = count > 0 ? store->materials : NULL;
    }
    for (uint32_t i = 0; i < count; ++i) {
        evo_material material = {0};
        if (visit_is(v, VISIT_SAVE)) material = c->materials[i];
        visit_surface(v, &material);
        if (visit_is(v, VISIT_LOAD)) store->materials[i] = material;
    }
    visit_check(v, argument_materials(c) == count);
}

void argument_chain_config(visitor *v, call_value *value, call_store *store) {
    evo_chain_config *c = &store->of.chain_config;
    const bool given = is_given(v, value->chain_config != NULL);
    if (given && visit_is(v, VISIT_SAVE)) *c = *value->chain_config;
    value->chain_config = given ? c : NULL;
    if (!given) return;
    bool several = c->material_count != 0; /* false where bytes have none */
    bool *const flags[] = {&c->loop, &c->two_sided, &several};
    visit_whole(v, &c->count);
    visit_flags(v, flags, 3);
    visit_surface(v, &c->material);
    visit_filter(v, &c->filter);
    visit_points(v, c, store);
    if (several) visit_materials(v, c, store);
    c->user = NULL;
}

void call_store_free(call_store *store) {
    array_free(store->memory, &store->points, &store->capacity, sizeof *store->points);
    array_free(store->memory, &store->materials, &store->material_capacity,
               sizeof *store->materials);
}
