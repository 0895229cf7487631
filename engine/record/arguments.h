/* arguments.h: calls with their arguments and what came of them, visited: for bytes, and from
 * bytes. */
#ifndef ENGINE_RECORD_ARGUMENTS_H
#define ENGINE_RECORD_ARGUMENTS_H

#include "record/calls.h"
#include "save/visitor.h"

typedef union call_value {
    call_body body;
    call_collider collider;
    call_chain chain;
    call_joint joint;
    call_vector vector;
    call_pose pose;
    call_number number;
    call_count count;
    call_done done;
    call_flag flag;
    call_body_kind body_kind;
    call_mass mass;
    call_locks locks;
    call_filter filter;
    call_body_config body_config;
    call_collider_config collider_config;
    call_shape shape;
    call_material material;
    call_chain_config chain_config;
    call_joint_config joint_config;
    call_world_config world_config;
    const void *pointer; /* any of the last seven */
} call_value;

/* Place for what an argument points to, while it is visited; a call has one such argument. */
typedef struct call_store {
    const evo_allocator *memory;
    union {
        evo_body_config body_config;
        evo_collider_config collider_config;
        evo_shape shape;
        evo_material material;
        evo_chain_config chain_config;
        evo_joint_config joint_config;
        evo_world_config world_config;
    } of;
    evo_vec2 *points; /* of a chain that is loaded */
    size_t capacity;
    evo_material *materials; /* of its links */
    size_t material_capacity;
} call_store;

void call_store_free(call_store *store);

enum { CALL_ARGUMENTS = 4 };

typedef struct call_made {
    call_kind kind;
    call_value values[CALL_ARGUMENTS];
} call_made;

/* Visits the arguments of a call of this kind. */
void call_visit(visitor *v, call_made *c, call_store *store);

/* Returns the most bytes that its arguments take. */
size_t call_bytes(const call_made *c);

/* Makes the call by its public function. */
evo_outcome call_make(evo_world *world, const call_made *c);

/* Visits what came of it; of a step, with its hash. */
void call_visit_outcome(visitor *v, evo_outcome *outcome);

const char *call_name(call_kind kind);

/* ---- Arguments (arguments.c) ----------------------------------------------------------------- */

/* Kind of an argument: its fields, and its bytes if it is pointed to, else 0. */
typedef struct argument {
    const field *fields;
    size_t size;
} argument;

extern const argument argument_body, argument_collider, argument_chain, argument_joint,
    argument_vector, argument_pose, argument_number, argument_count, argument_done, argument_flag,
    argument_body_kind, argument_mass, argument_locks, argument_filter, argument_body_config,
    argument_collider_config, argument_shape, argument_material, argument_chain_config,
    argument_joint_config, argument_world_config;

/* Visits an argument of one kind: any bits, sound or not. */
void argument_visit(visitor *v, const argument *a, call_value *value, call_store *store);

/* Returns how many points of a chain are recorded: none where no chain can be. */
uint32_t argument_points(const evo_chain_config *config);

/* Returns how many materials of links are recorded: none where there are not as many as links. */
uint32_t argument_materials(const evo_chain_config *config);

#endif
