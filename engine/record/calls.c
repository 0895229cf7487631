/* calls.c: the table of calls: names, arguments, and how each is made. In: a kind and its values;
 * out: what came of the call. */
#include "record/arguments.h"

#include <assert.h>
#include <string.h>

/* ---- What comes of calls --------------------------------------------------------------------- */

static evo_outcome outcome_result(const evo_world *world, evo_result result) {
    (void)world;
    return (evo_outcome){.result = result};
}

static evo_outcome outcome_made(const evo_world *world, uint32_t index, uint32_t generation) {
    const evo_result why = generation == 0 ? evo_world_last_result(world) : EVO_OK;
    return (evo_outcome){.result = why, .index = index, .generation = generation};
}

#define OUTCOME(made)                                                                              \
    static evo_outcome outcome_##made(const evo_world *world, evo_##made handle) {                 \
        return outcome_made(world, handle.index, handle.generation);                               \
    }
OUTCOME(body)
OUTCOME(collider)
OUTCOME(chain)
OUTCOME(joint)

void call_visit_outcome(visitor *v, evo_outcome *outcome) {
    static const field fields[] = {
        FIELDS(U32, evo_outcome, result, generation), FIELD(U64, evo_outcome, hash), {0}};
    visit_fields(v, outcome, fields);
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
#define MAKE_4(returns, name, a, b, c, d) MAKE(returns, name, x[0].a, x[1].b, x[2].c, x[3].d)
CALLS(MAKE_1, MAKE_2, MAKE_3, MAKE_4)

typedef struct call_row {
    const char *name;
    evo_outcome (*make)(evo_world *world, const call_value *x);
    const argument *arguments[CALL_ARGUMENTS]; /* NULL after the last */
} call_row;

#define ROW(name) "evo_" #name, make_##name
#define ROW_1(returns, name, a) {ROW(name), {&argument_##a}},
#define ROW_2(returns, name, a, b) {ROW(name), {&argument_##a, &argument_##b}},
#define ROW_3(returns, name, a, b, c) {ROW(name), {&argument_##a, &argument_##b, &argument_##c}},
#define ROW_4(returns, name, a, b, c, d)                                                           \
    {ROW(name), {&argument_##a, &argument_##b, &argument_##c, &argument_##d}},

static const call_row ROWS[CALL_KINDS] = {CALLS(ROW_1, ROW_2, ROW_3, ROW_4)};

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
    return ROWS[kind].name;
}
