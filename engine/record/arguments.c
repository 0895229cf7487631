/* arguments.c: arguments of calls as bytes. In: values as the user gives them, or bytes; out:
 * bytes, or the same values. Invariant: unlike a state they may be anything, NaN, too, since
 * refused calls are recorded as well; what is read never exceeds its array. */
#include "record/arguments.h"

#include <assert.h>
#include <string.h>

#include "core/array.h"
#include "joint/fields.h"

/* ---- Values ---------------------------------------------------------------------------------- */

#define VALUE(type, name)                                                                          \
    const argument argument_##name = {(const field[]){FIELD(type, call_value, name), {0}}, 0}

VALUE(U32, body);
VALUE(U32, collider);
VALUE(U32, chain);
VALUE(U32, joint);
VALUE(NUMBER, vector);
VALUE(NUMBER, pose);
VALUE(NUMBER, number);
VALUE(U64, count);
VALUE(BOOL, flag);
VALUE(U32, body_kind);
VALUE(FLAG, locks);
VALUE(NUMBER, mass);
VALUE(FILTER, filter);

/* A record has nothing of it. */
const argument argument_done = {(const field[]){{0}}, 0};

/* ---- What is pointed to ---------------------------------------------------------------------- */

#define POINTED(name, ...)                                                                         \
    const argument argument_##name = {(const field[]){__VA_ARGS__, {0}}, sizeof(evo_##name)}

POINTED(shape, {0, sizeof(evo_shape), FIELD_SHAPE});
POINTED(material, {0, sizeof(evo_material), FIELD_MATERIAL});
POINTED(collider_config, FIELD(SHAPE, evo_collider_config, shape),
        FIELD(MATERIAL, evo_collider_config, material), FIELD(FILTER, evo_collider_config, filter),
        FIELD(FLAG, evo_collider_config, sensor), FIELD(FLAG, evo_collider_config, no_sensors),
        FIELD(U32, evo_collider_config, flags), FIELD(NUMBER, evo_collider_config, one_way));
POINTED(body_config, FIELD(U32, evo_body_config, kind),
        FIELDS(NUMBER, evo_body_config, position, spin),
        FIELDS(NUMBER, evo_body_config, damping, gravity_scale),
        FIELD(NUMBER, evo_body_config, sleep_speed), FIELD(NUMBER, evo_body_config, one_way),
        FIELD(FLAG, evo_body_config, sensor), FIELDS(FLAG, evo_body_config, disabled, never_sleep),
        FIELD(FLAG, evo_body_config, locks), FIELD(U32, evo_body_config, flags),
        FIELD(SHAPE, evo_body_config, shape), FIELD(MATERIAL, evo_body_config, material),
        FIELD(FILTER, evo_body_config, filter));
POINTED(joint_config, FIELD(U32, evo_joint_config, kind), FIELDS(U32, evo_joint_config, a, b),
        JOINT_NUMBERS, JOINT_FLAGS);
/* Rules of a running world; a replay has its own callbacks and space. */
POINTED(world_config, FIELD(NUMBER, evo_world_config, gravity),
        FIELDS(NUMBER, evo_world_config, bounce_threshold, impact_speed),
        FIELD(U32, evo_world_config, substeps), FIELD(BOOL, evo_world_config, never_sleep),
        FIELD(SIZE, evo_world_config, impact_limit));
POINTED(chain_config, {0}); /* see visit_chain */

/* ---- Chains ---------------------------------------------------------------------------------- */

/* Most points that a chain may have: others are refused, whatever the points are. */
enum { POINTS_MOST = INT32_MAX / 4 };

uint32_t argument_points(const evo_chain_config *config) {
    const bool some = config && config->points && config->count > 0 && config->count <= POINTS_MOST;
    return some ? (uint32_t)config->count : 0;
}

/* Points of a chain that is loaded go into the store. */
static void visit_points(visitor *v, evo_chain_config *c, call_store *store) {
    const bool loads = visit_is(v, VISIT_LOAD);
    size_t count = loads ? 0 : argument_points(c);
    if (!VISIT_ARRAY(v, store->memory, store->points, count, store->capacity, 1)) return;
    assert((!loads || count <= store->capacity) && "points have room");
    if (loads) c->points = count > 0 ? store->points : NULL;
    for (size_t i = 0; i < count; ++i) {
        evo_vec2 point = c->points[i];
        visit_vector(v, &point);
        if (loads) store->points[i] = point;
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
    const bool loads = visit_is(v, VISIT_LOAD);
    size_t count = loads ? 0 : argument_materials(c);
    visit_u32(v, (uint32_t *)&c->material_count);
    if (!VISIT_ARRAY(v, store->memory, store->materials, count, store->material_capacity, 1))
        return;
    assert((!loads || count <= store->material_capacity) && "materials have room");
    if (loads) c->materials = count > 0 ? store->materials : NULL;
    for (size_t i = 0; i < count; ++i) {
        evo_material material = c->materials[i];
        visit_any_material(v, &material);
        if (loads) store->materials[i] = material;
    }
    visit_check(v, argument_materials(c) == count);
}

static void visit_chain(visitor *v, evo_chain_config *c, call_store *store) {
    static const field fields[] = {
        FIELD(MATERIAL, evo_chain_config, material), FIELD(FILTER, evo_chain_config, filter), {0}};
    bool flags[] = {c->loop, c->two_sided,
                    c->material_count != 0}; /* false where bytes have none */
    visit_u32(v, (uint32_t *)&c->count);
    visit_flags(v, flags, 3);
    c->loop = flags[0];
    c->two_sided = flags[1];
    visit_fields(v, c, fields);
    visit_points(v, c, store);
    if (flags[2]) visit_materials(v, c, store);
}

/* ---- All ------------------------------------------------------------------------------------- */

void argument_visit(visitor *v, const argument *a, call_value *value, call_store *store) {
    bool given = a->size > 0 && value->pointer != NULL;
    if (a->size == 0) {
        visit_fields(v, value, a->fields);
        return;
    }
    visit_bool(v, &given);
    if (given && visit_is(v, VISIT_SAVE)) memcpy(&store->of, value->pointer, a->size);
    value->pointer = given ? &store->of : NULL;
    if (given) visit_fields(v, &store->of, a->fields);
    if (given && a == &argument_chain_config) visit_chain(v, &store->of.chain_config, store);
}

void call_store_free(call_store *store) {
    ARRAY_FREE(store->memory, store->points, store->capacity);
    ARRAY_FREE(store->memory, store->materials, store->material_capacity);
}
