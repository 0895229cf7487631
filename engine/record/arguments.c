/* arguments.c: arguments of calls as bytes, the calls by number, and answers of the user's rules
 * for materials. */
#include "record/record.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "body/shared.h"
#include "core/memory.h"
#include "evolute/mover.h"
#include "joint/joint.h"
#include "shape/shape.h"

MACHINE_SMALL

/* ==== Arguments =============================================================================== */

/* Arguments of calls as bytes. In: values as the user gives them, or bytes; out: bytes, or the same
 * values. Invariant: unlike a state, arguments may be anything, even NaN, since refused calls are
 * recorded as well; reading never exceeds an array. */

/* ---- Values ---------------------------------------------------------------------------------- */

/* Kind of an argument: its fields, and its bytes if it is pointed to, else 0. `names`: of the
 * values of its fields (see Text). `plain`: makes a config of those that are not told. */
typedef struct argument {
    const field *fields;
    size_t size;
    const char *names;
    void (*plain)(void *config);
} argument;

#define VALUE(type, name, names)                                                                   \
    static const argument argument_##name = {(const field[]){FIELD(type, call_value, name), {0}},  \
                                             0, names, NULL}

#define KINDS "dynamic|static|kinematic"

VALUE(U32, body, "@body");
VALUE(U32, collider, "@collider");
VALUE(U32, chain, "@chain");
VALUE(U32, joint, "@joint");
VALUE(NUMBER, vector, "");
VALUE(NUMBER, pose, "");
VALUE(NUMBER, number, "");
VALUE(U64, count, "");
VALUE(BOOL, flag, "");
VALUE(U32, body_kind, "=" KINDS);
VALUE(FLAG, locks, "x y spin");
VALUE(NUMBER, mass, "mass center:2 inertia");
VALUE(NUMBER, load, "");
VALUE(FILTER, filter, "");
VALUE(U32, refusal, "-");

/* A text has no fields in a record. */
static const argument argument_text = {(const field[]){{0}}, 0, "", NULL};
static const argument argument_done = {(const field[]){{0}}, 0, "", NULL};

/* ---- Values behind pointers ------------------------------------------------------------------ */

#define POINTED(type, default, names, ...)                                                         \
    static void plain_##type(void *of) {                                                           \
        const evo_##type plain = default;                                                          \
        memcpy(of, &plain, sizeof plain);                                                          \
    }                                                                                              \
    static const argument argument_##type = {(const field[]){__VA_ARGS__, {0}},                    \
                                             sizeof(evo_##type), names, plain_##type}

POINTED(shape, (evo_shape){.kind = EVO_NO_SHAPE}, "", {0, sizeof(evo_shape), FIELD_SHAPE});
POINTED(material, evo_material_default(), "", {0, sizeof(evo_material), FIELD_MATERIAL});
POINTED(collider_config, evo_collider_config_default(),
        "shape material filter sensor no_sensors flags one_way:2 tag",
        FIELD(SHAPE, evo_collider_config, shape), FIELD(MATERIAL, evo_collider_config, material),
        FIELD(FILTER, evo_collider_config, filter), FIELD(FLAG, evo_collider_config, sensor),
        FIELD(FLAG, evo_collider_config, no_sensors), FIELD(U32, evo_collider_config, flags),
        FIELD(NUMBER, evo_collider_config, one_way), FIELD(U64, evo_collider_config, tag));
POINTED(body_config, evo_body_config_default(),
        "=" KINDS " position:2 angle velocity:2 spin damping spin_damping gravity_scale "
        "sleep_speed one_way:2 sensor disabled asleep never_sleep locks:3 flags shape material "
        "filter tag collider_tag",
        FIELD(U32, evo_body_config, kind), FIELDS(NUMBER, evo_body_config, position, spin),
        FIELDS(NUMBER, evo_body_config, damping, gravity_scale),
        FIELD(NUMBER, evo_body_config, sleep_speed), FIELD(NUMBER, evo_body_config, one_way),
        FIELD(FLAG, evo_body_config, sensor), FIELDS(FLAG, evo_body_config, disabled, never_sleep),
        FIELD(FLAG, evo_body_config, locks), FIELD(U32, evo_body_config, flags),
        FIELD(SHAPE, evo_body_config, shape), FIELD(MATERIAL, evo_body_config, material),
        FIELD(FILTER, evo_body_config, filter), FIELDS(U64, evo_body_config, tag, collider_tag));
POINTED(joint_config, evo_joint_config_default(EVO_REVOLUTE),
        "=revolute|prismatic|distance|weld|wheel|motor|gear|pulley|apart a@body b@body frame_a:3 "
        "frame_b:3 lower upper motor_speed motor_limit hertz damping_ratio rest pull_limit "
        "push_limit length ratio break_force break_torque torque_limit turn_hertz "
        "turn_damping_ratio velocity:2 turn_speed ground_a:2 ground_b:2 collide limit motor spring "
        "only_tells tag",
        FIELD(U32, evo_joint_config, kind), FIELDS(U32, evo_joint_config, a, b), JOINT_NUMBERS,
        JOINT_FLAGS, FIELD(U64, evo_joint_config, tag));
/* Rules of a running world; a replay has its own callbacks and space. */
POINTED(world_config, evo_world_config_default(),
        "gravity:2 bounce_threshold push_speed impact_speed substeps never_sleep impact_limit "
        "joint_hertz contact_hertz rocking_loss",
        FIELD(NUMBER, evo_world_config, gravity),
        FIELDS(NUMBER, evo_world_config, bounce_threshold, impact_speed),
        FIELD(U32, evo_world_config, substeps), FIELD(BOOL, evo_world_config, never_sleep),
        FIELD(SIZE, evo_world_config, impact_limit),
        FIELDS(NUMBER, evo_world_config, joint_hertz, rocking_loss));
POINTED(chain_config, evo_chain_config_default(), "points", /* and see visit_chain */
        FIELD(U32, evo_chain_config, count));

/* ---- Chains ---------------------------------------------------------------------------------- */

/* Most points of a chain. Chains with more are refused, whatever the points are. */
enum { POINTS_MOST = INT32_MAX / 4 };

/* Returns how many points of a chain are recorded: none where no chain can be. */
static uint32_t argument_points(const evo_chain_config *config) {
    const bool some = config && config->points && config->count > 0 && config->count <= POINTS_MOST;
    return some ? (uint32_t)config->count : 0;
}

/* Visits the points of a chain; loaded ones go into the store. */
static void visit_chain_points(visitor *v, evo_chain_config *c, call_store *store) {
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

/* Returns how many materials of links are recorded: none where there are not as many as links. */
static uint32_t argument_materials(const evo_chain_config *config) {
    const uint32_t points = argument_points(config);
    if (points == 0 || !config->materials || config->material_count <= 0) return 0;
    const uint32_t links = points - (config->loop ? 0 : 1),
                   count = (uint32_t)config->material_count;
    return count == links ? count : 0;
}

/* Visits the materials of links; loaded ones go into the store. */
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
    static const field fields[] = {FIELD(MATERIAL, evo_chain_config, material),
                                   FIELD(FILTER, evo_chain_config, filter),
                                   FIELD(U64, evo_chain_config, tag),
                                   {0}};
    bool flags[] = {c->loop, c->two_sided,
                    c->material_count != 0}; /* false where bytes have none */
    visit_flags(v, flags, 3);
    c->loop = flags[0];
    c->two_sided = flags[1];
    visit_fields(v, c, fields);
    visit_chain_points(v, c, store);
    if (flags[2]) visit_materials(v, c, store);
}

/* ---- Texts ----------------------------------------------------------------------------------- */

/* Visits a text. A loaded one stays where it is, with a zero after it; one that is too long is cut,
 * and refused. */
static void visit_text(visitor *v, call_text *text) {
    const bool loads = visit_is(v, VISIT_LOAD);
    bool given = *text != NULL;
    visit_bool(v, &given);
    if (!given) return;
    const char *end = loads ? NULL : (const char *)memchr(*text, 0, RECORD_TEXT);
    uint32_t length = loads ? 0 : end ? (uint32_t)(end - *text) : RECORD_TEXT;
    visit_u32(v, &length);
    if (!loads) {
        memcpy(v->to + v->at, *text, length);
        v->to[v->at + length] = 0;
    } else if (visit_check(v, length <= RECORD_TEXT && length < v->size - v->at)) {
        *text = (const char *)v->from + v->at;
        visit_check(v, memchr(*text, 0, (size_t)length + 1) == *text + length);
    }
    if (visit_goes_on(v)) v->at += (size_t)length + 1;
}

/* ---- All ------------------------------------------------------------------------------------- */

/* Visits an argument of one kind: any bits, sound or not. */
static void argument_visit(visitor *v, const argument *a, call_value *value, call_store *store) {
    bool given = a->size > 0 && value->pointer != NULL;
    if (a == &argument_text) visit_text(v, &value->text);
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

/* ==== Calls =================================================================================== */

/* The table of calls: names, arguments, and functions that make them. In: a kind and its values;
 * out: the outcome of the call. */

/* ---- Outcomes of calls ----------------------------------------------------------------------- */

static evo_outcome outcome_result(const evo_world *world, evo_result result) {
    (void)world;
    return (evo_outcome){.result = result};
}

#define OUTCOME(made)                                                                              \
    static evo_outcome outcome_##made(const evo_world *world, evo_##made handle) {                 \
        const evo_result why = handle.generation == 0 ? evo_world_last_result(world) : EVO_OK;     \
        return (evo_outcome){                                                                      \
            .result = why, .index = handle.index, .generation = handle.generation};                \
    }
OUTCOME(body)
OUTCOME(collider)
OUTCOME(chain)
OUTCOME(joint)

void call_visit_outcome(visitor *v, call_kind kind, evo_outcome *outcome, double *time) {
    static const field fields[] = {
        FIELDS(U32, evo_outcome, result, generation), FIELD(U64, evo_outcome, hash), {0}};
    visit_fields(v, outcome, fields);
    if (call_steps(kind)) visit_double(v, time);
    if (!visit_check(v, (uint32_t)outcome->result <= EVO_ERROR_LOCKED)) outcome->result = EVO_OK;
}

/* ---- The table ------------------------------------------------------------------------------- */

#define MAKE(returns, name, ...)                                                                   \
    static evo_outcome make_##name(evo_world *world, const call_value *x) {                        \
        return outcome_##returns(world, evo_##name(world, __VA_ARGS__));                           \
    }
#define MAKE_1(returns, name, a) MAKE(returns, name, x[0].a)
#define MAKE_2(returns, name, a, b) MAKE(returns, name, x[0].a, x[1].b)
#define MAKE_3(returns, name, a, b, c) MAKE(returns, name, x[0].a, x[1].b, x[2].c)
CALLS(MAKE_1, MAKE_2, MAKE_3)

typedef struct call_row {
    const char *name;
    evo_outcome (*make)(evo_world *world, const call_value *x);
    const argument *arguments[CALL_ARGUMENTS]; /* NULL after the last */
} call_row;

#define ROW(name) "evo_" #name, make_##name
#define ROW_1(returns, name, a) {ROW(name), {&argument_##a}},
#define ROW_2(returns, name, a, b) {ROW(name), {&argument_##a, &argument_##b}},
#define ROW_3(returns, name, a, b, c) {ROW(name), {&argument_##a, &argument_##b, &argument_##c}},

static const call_row ROWS[CALL_KINDS] = {CALLS(ROW_1, ROW_2, ROW_3)};

/* Most bytes of all arguments but a chain's points and materials, and of one of these. */
enum { ARGUMENTS_BYTES = 1024, POINT_BYTES = 17, MATERIAL_BYTES = 64 };

size_t call_bytes(const call_made *c) {
    if (c->kind != CALL_chain_create) return ARGUMENTS_BYTES;
    const evo_chain_config *chain = c->values[1].chain_config;
    return ARGUMENTS_BYTES + (size_t)POINT_BYTES * argument_points(chain)
           + (size_t)MATERIAL_BYTES * argument_materials(chain);
}

void call_visit(visitor *v, call_made *c, call_store *store) {
    assert((unsigned)c->kind < CALL_KINDS && "a call has a row");
    const argument *const *arguments = ROWS[c->kind].arguments;
    if (visit_is(v, VISIT_LOAD)) memset(&store->of, 0, sizeof store->of);
    for (int i = 0; i < CALL_ARGUMENTS && arguments[i]; ++i)
        argument_visit(v, arguments[i], &c->values[i], store);
}

evo_outcome call_make(evo_world *world, const call_made *c) {
    return ROWS[c->kind].make(world, c->values);
}

const char *call_name(call_kind kind) {
    return kind == CALL_world_set_rules ? "evo_world_set" : ROWS[kind].name;
}

/* ---- Text ------------------------------------------------------------------------------------ */

/* A call as text. The values of a table of fields have names, one for each: "name" a number,
 * "name:2" so many numbers, "name@body" a handle, "=a|b" words for 0 and 1; "-" is left out; where
 * names end, the rest of a field is one value. */

typedef struct telling {
    const evo_world *world;
    char *text;
    size_t capacity, at;
    bool begun; /* a value that is no handle was written */
} telling;

static void append_text(telling *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *to = t->at < t->capacity ? t->text + t->at : NULL;
    const int size = vsnprintf(to, to ? t->capacity - t->at : 0, format, arguments);
    va_end(arguments);
    t->at += size > 0 ? (size_t)size : 0;
}

static void tell_value(telling *t, field_type type, const void *of) {
    double number = 0;
    uint64_t word = 0;
    memcpy(type < FIELD_VECTOR ? (void *)&number : &word, of, FIELD_SIZES[type]);
    if (type < FIELD_VECTOR)
        append_text(t, "%g", number);
    else if (type == FIELD_FLAG || type == FIELD_BOOL)
        append_text(t, word ? "true" : "false");
    else
        append_text(t, "%" PRIu64, word);
}

/* Writes a handle of the kind that a word names; "chain" has no tag. */
static void tell_handle(telling *t, const char *kind, const void *of) {
    evo_body h;
    memcpy(&h, of, sizeof h);
    uint64_t tag = 0;
    if (*kind == 'b') tag = evo_body_tag(t->world, h);
    if (*kind == 'j') tag = evo_joint_tag(t->world, (evo_joint){h.index, h.generation});
    if (kind[0] == 'c' && kind[1] == 'o')
        tag = evo_collider_tag(t->world, (evo_collider){h.index, h.generation});
    append_text(t, "%.*s %" PRIu32, (int)strcspn(kind, " "), kind, h.index);
    if (tag != 0) append_text(t, " (tag %" PRIu64 ")", tag);
}

/* Writes the word of a number, out of "=a|b". */
static void tell_word(telling *t, const char *words, const void *of) {
    uint32_t left;
    memcpy(&left, of, sizeof left);
    const uint32_t number = left;
    for (++words; left > 0 && words[strcspn(words, "| ")] == '|'; --left)
        words += strcspn(words, "|") + 1;
    if (left > 0)
        append_text(t, "kind %" PRIu32, number);
    else
        append_text(t, "%.*s", (int)strcspn(words, "| "), words);
}

/* Writes a shape; of a refused one, only its kind. */
static void tell_shape(telling *t, const evo_shape *s) {
    double numbers[SHAPE_NUMBERS];
    const int count = evo_shape_check(s) == EVO_OK ? shape_numbers(s, numbers) : 0;
    tell_word(t, "=none|circle|ellipse|ring|segment|capsule|polygon ", &s->kind);
    for (int i = 0; i < count; ++i) append_text(t, " %g", numbers[i]);
    if (count > 0 && (s->center.x != 0 || s->center.y != 0))
        append_text(t, " at (%g, %g)", s->center.x, s->center.y);
}

/* Writes so many values of one type, with a name. */
static void tell_values(telling *t, const char *name, const field *f, const char *of,
                        uint32_t count) {
    const char *form = name + strcspn(name, " :@=");
    append_text(t, t->begun ? ", " : *form == '@' ? " " : ": ");
    t->begun |= *form != '@';
    if (form > name) append_text(t, "%.*s ", (int)(form - name), name);
    if (*form == '@') tell_handle(t, form + 1, of);
    if (*form == '=') tell_word(t, form, of);
    if (f->type == FIELD_SHAPE) tell_shape(t, (const evo_shape *)of);
    if (*form == '@' || *form == '=' || f->type == FIELD_SHAPE) return;
    for (uint32_t i = 0; i < count; ++i) {
        append_text(t, i > 0 ? ", " : count > 1 ? "(" : "");
        tell_value(t, f->type, of + i * FIELD_SIZES[f->type]);
    }
    if (count > 1) append_text(t, ")");
}

static void tell_fields(telling *t, const char *of, const char *plain, const field *f,
                        const char *names);

/* Writes the next values of a field, unless they equal the plain ones; returns their bytes. */
static uint32_t tell_next(telling *t, const field *f, uint32_t at, const char *of,
                          const char *plain, const char *name) {
    static const field filter[] = {
        FIELDS(U64, evo_filter, category, mask), FIELD(U32, evo_filter, group), {0}};
    static const evo_filter all = {0}; /* as the default one is stored */
    const char *form = name + strcspn(name, " :@=");
    const uint32_t size = FIELD_SIZES[f->type] > 0 ? FIELD_SIZES[f->type] : f->bytes;
    uint32_t count = *name ? 1 : (f->bytes - at) / size;
    if (*form == '@') count = 2;
    if (*form == ':') count = (uint32_t)(form[1] - '0');
    if (f->type == FIELD_FILTER)
        tell_fields(t, of, (const char *)&all, filter, "category mask group");
    else if (f->type == FIELD_MATERIAL)
        tell_fields(t, of, plain, MATERIAL_FIELDS,
                    "density friction restitution rolling_resistance surface_speed "
                    "tangential_restitution id");
    else if (*name != '-' && !(plain && memcmp(of, plain, (size_t)count * size) == 0))
        tell_values(t, name, f, of, count);
    return count * size;
}

/* Writes the values that differ from plain ones, if these are given; fields of filters and
 * materials as if they were the struct's own. */
static void tell_fields(telling *t, const char *of, const char *plain, const field *f,
                        const char *names) {
    for (; f->type != FIELD_END; ++f)
        for (uint32_t at = 0; at < f->bytes;) {
            const size_t place = f->offset + at;
            at += tell_next(t, f, at, of + place, plain ? plain + place : NULL, names);
            names += strcspn(names, " ");
            names += *names == ' ';
        }
}

size_t call_describe(const evo_world *world, const call_made *c, char *text, size_t capacity) {
    telling t = {world, text, capacity, 0, false};
    append_text(&t, "%s", call_name(c->kind));
    const argument *const *arguments = ROWS[c->kind].arguments;
    for (int i = 0; i < CALL_ARGUMENTS && arguments[i]; ++i) {
        const argument *a = arguments[i];
        call_store plain;
        if (a->size > 0 && c->values[i].pointer) {
            a->plain(&plain.of);
            tell_fields(&t, (const char *)c->values[i].pointer, (const char *)&plain.of, a->fields,
                        a->names);
        } else if (a->size > 0 || (a == &argument_text && !c->values[i].text))
            append_text(&t, ": NULL");
        else if (a == &argument_text)
            append_text(&t, ": \"%s\"", c->values[i].text);
        else
            tell_fields(&t, (const char *)&c->values[i], NULL, a->fields, a->names);
    }
    return t.at;
}

/* ==== Queries ================================================================================= */

/* Queries as bytes, and asked again. In: a kind and its question; out: bytes, or the answer of a
 * world. */

static const field QUERY_FIELDS[] = {FIELDS(NUMBER, query_asked, from, bounds),
                                     FIELD(SHAPE, query_asked, shape),
                                     FIELDS(U64, query_asked, by.filter.category, by.filter.mask),
                                     FIELD(U32, query_asked, by.filter.group),
                                     FIELD(U32, query_asked, by.except),
                                     FIELDS(FLAG, query_asked, by.sensors, by.leaves),
                                     FIELD(U64, query_asked, answer),
                                     {0}};

void query_visit_asked(visitor *v, query_asked *q) {
    visit_fields(v, q, QUERY_FIELDS);
}

const char *query_name(query_kind kind) {
#define QUERY_NAME(name) "evo_" #name,
    static const char *const names[] = {QUERIES(QUERY_NAME)};
    return names[kind];
}

size_t query_describe(const evo_world *world, const query_asked *q, char *text, size_t capacity) {
    static const query_asked none = {.kind = QUERY_world_ray};
    telling t = {world, text, capacity, 0, false};
    append_text(&t, "%s", query_name(q->kind));
    tell_fields(
        &t, (const char *)q, (const char *)&none, QUERY_FIELDS,
        "from:3 to:3 size bounds:4 shape category mask group except@body sensors leaves hits -");
    return t.at;
}

uint64_t query_sum(const evo_ray_hit *hit) {
    const double numbers[] = {(double)hit->collider.index,
                              (double)hit->collider.generation,
                              (double)hit->inside,
                              hit->fraction,
                              hit->point.x,
                              hit->point.y,
                              hit->normal.x,
                              hit->normal.y};
    return visit_checksum((const unsigned char *)numbers, sizeof numbers);
}

/* Ends a ray at the hit where the recorded one ended. */
static bool stops_again(void *context, const evo_ray_hit *hit) {
    uint64_t *left = context;
    (void)hit;
    return --*left == 0;
}

void query_ask(const evo_world *world, const query_asked *q) {
    const evo_vec2 from = q->from.position, to = q->to.position;
    uint64_t left = q->answer.sum != 0 ? q->answer.hits : 0;
    switch (q->kind) {
    case QUERY_world_ray:
        (void)evo_world_ray(world, from, to, &q->by);
        break;
    case QUERY_world_ray_any:
        (void)evo_world_ray_any(world, from, to, &q->by);
        break;
    case QUERY_world_ray_all:
        (void)evo_world_ray_all(world, from, to, &q->by, NULL, 0);
        break;
    case QUERY_world_ray_until:
        (void)evo_world_ray_until(world, from, to, &q->by, stops_again, &left);
        break;
    case QUERY_world_cast_circle:
        (void)evo_world_cast_circle(world, from, to, q->size, &q->by);
        break;
    case QUERY_world_cast_shape:
        (void)evo_world_cast_shape(world, &q->shape, q->from, q->to, &q->by);
        break;
    case QUERY_world_cast_all:
        (void)evo_world_cast_all(world, &q->shape, q->from, q->to, &q->by, NULL, 0);
        break;
    case QUERY_world_overlap_bounds:
        (void)evo_world_overlap_bounds(world, q->bounds, &q->by, NULL, 0);
        break;
    case QUERY_world_overlap_shape:
        (void)evo_world_overlap_shape(world, &q->shape, q->from, &q->by, NULL, 0);
        break;
    case QUERY_world_nearest:
        (void)evo_world_nearest(world, from, q->size, &q->by);
        break;
    case QUERY_world_planes:
        (void)evo_world_planes(world, &q->shape, q->from, &q->by, NULL, 0);
        break;
    default:
        break;
    }
}

/* ==== Mixed materials ========================================================================= */

/* Answers of the user's rules for materials, by question. In: kinds and two materials; out: the
 * recorded answer. Invariant: no question is in the list twice. */

/* Numbers of a question: its kind, and those of both materials. */
enum { MIX_NUMBERS = 1 + 2 * MATERIAL_NUMBERS };

static bool numbers_before(const double *a, const double *b, int count) {
    for (int i = 0; i < count; ++i)
        if (a[i] != b[i]) return a[i] < b[i];
    return false;
}

/* Lists the numbers of a question, those of the lesser material first: rules are symmetric. */
static void mix_numbers_of(const callback_mix *mix, double numbers[MIX_NUMBERS]) {
    double a[MATERIAL_NUMBERS], b[MATERIAL_NUMBERS];
    material_numbers(&mix->a, a);
    material_numbers(&mix->b, b);
    const bool turned = numbers_before(b, a, MATERIAL_NUMBERS);
    numbers[0] = mix->kind;
    memcpy(numbers + 1, turned ? b : a, sizeof a);
    memcpy(numbers + 1 + MATERIAL_NUMBERS, turned ? a : b, sizeof b);
}

static bool comes_before(const callback_mix *a, const callback_mix *b) {
    double x[MIX_NUMBERS], y[MIX_NUMBERS];
    mix_numbers_of(a, x);
    mix_numbers_of(b, y);
    return numbers_before(x, y, MIX_NUMBERS);
}

/* Returns the place of a question, or where it would be. */
static size_t mix_place(const mixes *m, const callback_mix *asked) {
    size_t low = 0, high = m->list.count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (comes_before(&m->all[middle], asked))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool mixes_find(const mixes *m, callback_mix *mix) {
    const size_t place = mix_place(m, mix);
    if (place == m->list.count || comes_before(mix, &m->all[place])) return false;
    mix->answer = m->all[place].answer;
    return true;
}

bool mixes_add(mixes *m, const evo_allocator *memory, const callback_mix *mix) {
    const size_t place = mix_place(m, mix), after = m->list.count - place;
    if (!ARRAY_RESERVE(memory, m->all, m->list.capacity, m->list.count + 1)) return false;
    assert((after == 0 || comes_before(mix, &m->all[place])) && "a question is there once");
    memmove(m->all + place + 1, m->all + place, after * sizeof *m->all);
    m->all[place] = *mix;
    ++m->list.count;
    return true;
}

bool mixes_copy(mixes *m, const evo_allocator *memory, const mixes *from) {
    const size_t count = from->list.count;
    if (!ARRAY_RESERVE(memory, m->all, m->list.capacity, count)) return false;
    if (count > 0) memcpy(m->all, from->all, count * sizeof *m->all);
    m->list.count = count;
    return true;
}

void mixes_free(mixes *m, const evo_allocator *memory) {
    ARRAY_FREE(memory, m->all, m->list.capacity);
    m->list.count = 0;
}
