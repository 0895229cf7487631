/* collider.h: colliders: the shapes of bodies. Like bodies they have a cold record by id and hot
 * data by dense index; what many have in common, shape, material and filter, is kept once, in a
 * template. */
#ifndef ENGINE_CONTACT_COLLIDER_H
#define ENGINE_CONTACT_COLLIDER_H

#include "contact/measure.h"
#include "core/table.h"
#include "evolute/body.h"

/* What tells one template from another. */
typedef struct template_key {
    evo_shape shape;
    evo_material material;
    evo_filter filter;
    uint32_t sensor;
} template_key;

/* What contacts take from a collider's material. */
typedef struct collider_surface {
    float friction, restitution, rolling, belt;
} collider_surface;

typedef struct collider_template {
    template_key key;
    collider_surface surface;
    float reach, size;
    bool plain_filter;
    bool plain_surface; /* friction is all it has */
    uint32_t number, users;
    UT_hash_handle hh;
} collider_template;

/* By number. */
typedef union template_slot {
    collider_template *made;
    uint32_t next_free;
} template_slot;

typedef struct template_store {
    collider_template *table; /* by key */
    template_slot *slots;     /* by number */
    list_size list;
    uint32_t free_number;
    size_t rough; /* templates of a surface that is not plain, or that are hollow */
} template_store;

typedef struct collider_record {
    uint32_t generation; /* odd while it lives */
    uint32_t index;      /* NONE: it has no hot data */
    uint32_t body;       /* id */
    uint32_t next;       /* id of the body's next collider, or NONE */
    uint32_t made;       /* number of its template */
    void *user;
} collider_record;

typedef struct collider_sim {
    uint32_t id;
    uint32_t body; /* index */
    uint32_t next; /* index of the body's next collider, or NONE */
    uint32_t made; /* number of its template */
    uint8_t kind;
    bool centered; /* a circle about its body's centre of mass */
    bool straight; /* centred too, and its axis is its body's: turning the body turns the axis */
    bool sensor;
} collider_sim;

/* The first indices are no collider's: lanes without a contact measure two circles that are apart,
 * one unit wide, three units from rim to rim. */
enum { COLLIDER_IDLE_A, COLLIDER_IDLE_B, COLLIDER_FIRST };

typedef struct collider_store {
    collider_record *records; /* by id */
    list_size record_list;
    uint32_t lowest_free;     /* as of bodies */
    uint32_t last_generation; /* of ids that are no more, and may come again */
    evo_vec2 *centers;        /* the next three by index */
    collider_geometry *geometry;
    collider_sim *sims;
    size_t center_capacity, geometry_capacity, sim_capacity;
    size_t count; /* of indices in use, the idle ones included; 0 before the first collider */
    size_t living;
} collider_store;

#endif
