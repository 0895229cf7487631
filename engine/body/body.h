/* body.h: bodies and their colliders: records by id, data of each step by slot. */
#ifndef ENGINE_BODY_BODY_H
#define ENGINE_BODY_BODY_H

#include <math.h>
#include <stdatomic.h>
#include <stddef.h>

#include "body/known.h"
#include "body/seams.h"
#include "body/shared.h"
#include "core/core.h"
#include "core/memory.h"
#include "evolute/body.h"
#include "shape/shape.h"

/* ==== Bodies ================================================================================== */

/* A handle names an id; a record by id holds data that is rarely read. Data that every step reads
 * is in dense arrays by slot: slots below `awake` belong to bodies that move, those behind to
 * bodies that stand or sleep. The order of slots is free: it changes speed and no bit. Creation
 * numbers order colliders where nothing else does; they depend on no other body. */

/* State of the centre of mass. */
typedef struct body_state {
    evo_vec2 position, velocity;
    double angle, spin;
} body_state;

/* Returns whether all numbers are finite and of a size that calls accept. Their sum mostly settles
 * it. */
static inline bool state_fits(const body_state *s) {
    const double sum = fabs(s->position.x) + fabs(s->position.y) + fabs(s->velocity.x)
                       + fabs(s->velocity.y) + fabs(s->angle) + fabs(s->spin);
    return sum <= SHAPE_LARGEST
           || (vector_fits(s->position) && vector_fits(s->velocity) && number_fits(s->angle)
               && number_fits(s->spin));
}

/* Resets a state that left the range of numbers in a step: the body stays where it was, at rest; a
 * kinematic one keeps its velocity, which is the user's. */
static inline void state_limit(body_state *after, const body_state *before, uint8_t kind) {
    const bool keeps = kind == EVO_KINEMATIC;
    if (state_fits(after)) return;
    *after = (body_state){before->position, keeps ? before->velocity : (evo_vec2){0, 0},
                          before->angle, keeps ? before->spin : 0};
}

/* Motion data of a body. Turning is measured as a length, the angle times the radius of gyration,
 * so that one inverse mass serves all three directions. */
typedef struct body_motion {
    float inverse_mass;               /* 0: not moved by contacts */
    float gyration, inverse_gyration; /* 0: does not turn */
    float extent;                     /* farthest rim of its colliders, from the centre of mass */
    float gravity_scale;              /* 0 unless it is dynamic */
    float rest;                       /* seconds at rest */
    float pull_x, pull_y;             /* acceleration by joints, see body_pull */
    uint32_t id;
    uint8_t kind;
    bool driven; /* has forces, damping or locked axes: see its record */
    bool never_sleep;
    float sleep_speed; /* slower rims are at rest; 0: by its extent */
} body_motion;

typedef struct body_record {
    uint32_t generation; /* odd while the body lives */
    uint32_t slot, first_collider, last_collider;
    uint32_t first_edge; /* of its joints: see seams.h; or NONE */
    uint32_t island;     /* island of a sleeping body: see step/step.h; else NONE */
    uint32_t changed;    /* number of steps at the last change by hand */
    uint32_t placed;     /* `remembered` when it was created, or its pose set by hand */
    uint8_t kind;
    bool enabled : 1, never_sleep : 1;
    bool lock_x : 1, lock_y : 1, lock_spin : 1; /* locks of a dynamic body */
    bool mass_set : 1;                          /* mass and centre are not those of the shapes */
    float arm;            /* longest arm of its joints, from its origin: see seams.h */
    double mass, inertia; /* values as of a dynamic body; about the centre of mass */
    evo_vec2 center;      /* centre of mass, in the body's frame */
    uint32_t birth;       /* see known.h */
    void *user;
    uint64_t tag; /* the user's */
} body_record;

/* Place of a body before the last step. */
typedef struct body_was {
    evo_vec2 position; /* of its centre of mass */
    double angle;
    uint32_t id;
} body_was;

/* Fields that few bodies have. */
typedef struct body_forces {
    evo_vec2 force; /* force until the end of the next step */
    double torque;
    double damping, spin_damping, gravity_scale;
    evo_vec2 center_set; /* centre of mass, if the mass is set */
    double sleep_speed;
    evo_pose target; /* of a kinematic body that is driven there, and the time of its arrival */
    double arrives;  /* 0: it is driven nowhere */
} body_forces;

typedef enum form_kind {
    FORM_DISK, /* a disk about the centre of mass, but no sensor */
    FORM_OVAL, /* an ellipse, or any other disk */
    FORM_LINE,
    FORM_BOX,   /* a capsule or a rectangle, as half axes say: see shared.h */
    FORM_HULL,  /* any other polygon */
    FORM_OTHER, /* shapes measured by the scalar functions of narrow/ */
    FORM_KINDS
} form_kind;

/* A collider about its body's centre of mass, in the body's frame. Lanes read it as eight
 * floats. */
typedef struct collider_form {
    float offset_x, offset_y; /* centre of the collider */
    float axis_x, axis_y;
    float radius_x, radius_y; /* radii; of a line: half its length, and 0; of hulls and others:
                                 reach, and half the thickness */
    float reach;              /* radius of the bounding circle about its centre */
    float friction;
} collider_form;

/* A collider's offset and axis, turned by its body's angle; unturned for a disk about the centre of
 * mass, where turning does not show. Derived, in a step for awake colliders. */
typedef struct collider_turn {
    float offset_x, offset_y, axis_x, axis_y;
} collider_turn;

/* Radii of a collider's form, and its body's velocity as the step begins, as lanes read them. */
typedef struct collider_sweep {
    float radius_x, radius_y, velocity_x, velocity_y;
    float rim;    /* largest speed of its rim by turning; 0 for a disk about the centre of mass */
    float spin;   /* 0 for such a disk, too */
    uint32_t row; /* offset of the body's row in a step; 0 for a still body */
    float unused; /* padding: lanes find a sweep by a shift */
} collider_sweep;

FOUR_FLOATS(collider_form, offset_x, axis_y);
FOUR_FLOATS(collider_form, radius_x, friction);
FOUR_FLOATS(collider_turn, offset_x, axis_y);
FOUR_FLOATS(collider_sweep, radius_x, velocity_y);
_Static_assert(sizeof(collider_sweep) == 8 * sizeof(float), "lanes load eight floats");

enum { FORM_FLOATS = sizeof(collider_form) / sizeof(float) };

enum {
    COLLIDER_SENSOR = 1,
    COLLIDER_FILTERED = 2,
    COLLIDER_SIBLINGS = 4,
    COLLIDER_JOINED = 8,
    COLLIDER_ONE_WAY = 16,
    COLLIDER_MASKED = 32 /* filtered otherwise than by its group */
};

typedef struct collider_link {
    uint32_t id, number; /* number: of its creation */
    uint32_t body;       /* slot */
    uint32_t corners;    /* number of its rows: see shared.h */
    uint16_t joined;     /* bits of the ids of bodies that its own is, or was, joined with */
    int16_t group;       /* of its filter; 0: none, or one that does not fit */
    uint16_t material;
    uint8_t kind;  /* form_kind */
    uint8_t flags; /* COLLIDER_...: checks that its pairs need */
} collider_link;

typedef struct collider_record {
    uint32_t generation; /* odd while the collider lives */
    union {
        uint32_t slot;
        uint32_t body_generation; /* of the dead: generation of its body then */
    };
    uint32_t body;               /* id */
    uint32_t next;               /* of its body; or buried after it */
    uint32_t first_seam;         /* joint with another floor: see seams.h; or NONE */
    bool sensor;
    uint8_t wants;               /* EVO_TELL_TOUCHES and so on: all that its flags come to */
    bool buried : 1; /* destruction since the last step, which may remember pairs of the collider */
    uint16_t material;
    evo_shape *shape; /* about the centre of mass; in a shape_entry, shared or its own */
    uint32_t birth;   /* see known.h */
    uint32_t strayed; /* the order that it is a stray of: see stray_list */
    void *user;
    uint64_t tag; /* the user's */
} collider_record;

/* Strays: awake colliders that the last order of the index has elsewhere, or not at all, because
 * they were created, moved, woken or left their bounds since. Queries test them one by one. */
enum { STRAYS_MOST = 64 };

typedef struct stray_list {
    uint32_t order;            /* number of the order */
    atomic_uint count;         /* above STRAYS_MOST: the order is of no use */
    uint32_t ids[STRAYS_MOST]; /* some may be gone or asleep */
} stray_list;

/* The body that is being built: its motion before the first change of its colliders. It is weighed
 * from there when its mass is read, and again after more changes, so that bits do not depend on
 * when it is read. A step, or any other change of the body, ends the building. */
typedef struct body_building {
    uint32_t id; /* NONE: no body */
    bool weighed;
    evo_vec2 position, velocity, center;
} body_building;

/* Kinds of things that frames keep besides motion: bodies with their colliders, ids of destroyed
 * colliders, joints, and sleeping islands. Things that were changed are marked. */
typedef enum still_kind {
    STILL_BODY,
    STILL_GONE,
    STILL_JOINT,
    STILL_ISLAND,
    STILL_KINDS
} still_kind;

typedef struct still_marks {
    uint8_t *changed; /* by id */
    size_t capacity;
} still_marks;

typedef struct body_store {
    const evo_allocator *memory;
    body_record *records;
    list_size record_list;
    body_forces *forces; /* forces by id; NULL: no body ever had any */
    size_t force_capacity;
    body_state *states;
    bool stepped;  /* by lanes, which read motions, forms, places, turns and sweeps; */
    uint32_t *ids; /* else there are but the ids of bodies, by slot */
    body_motion *motions;
    size_t state_capacity, id_capacity, motion_capacity;
    uint32_t count, awake; /* slots in use, and slots of awake bodies */
    body_building building;
    uint32_t lowest_free;
    collider_record *colliders;
    list_size collider_list;
    collider_link *links;
    collider_form *forms;
    evo_vec2 *places; /* centres of colliders; of the awake as placed for the index: derived */
    collider_turn *turns;
    collider_sweep *sweeps;
    size_t form_capacity, link_capacity, place_capacity, turn_capacity, sweep_capacity;
    uint32_t collider_count, collider_awake;
    uint32_t collider_free;
    uint32_t next_number, settled; /* settled: that of the last step */
    uint32_t steps;                /* steps that were settled */
    uint32_t last_change;          /* the latest of the bodies' `changed` */
    body_was *were;                /* bodies awake in the last step, for getters */
    list_size were_list;
    uint32_t remembered;   /* number of times that `were` was filled: no load nor frame sets it */
    uint64_t revision;     /* changes with all that is saved, but how the active move, their forces,
                              and gravity */
    uint32_t reorders;     /* number of times that slots of the awake were put in another order */
    uint32_t first_buried; /* ids that are not given again before the next step, or NONE */
    material_table materials;
    uint32_t filtered; /* colliders with filters, awake or not */
    uint32_t one_ways; /* colliders that let pass one way */
    uint32_t unround;  /* colliders that are not FORM_DISK */
    uint32_t sensors;
    shape_table shapes;
    body_edge *edges; /* two for each joint: see seams.h */
    size_t edge_capacity;
    floor_seam *seams; /* see seams.h */
    list_size seam_list;
    uint32_t seam_free, seams_spare; /* seams that are taken again, or NONE; their number */
    bool one_sided;                  /* some segment is, or was */
    double thinnest;                 /* least thickness of all colliders ever */
    known_users known;               /* no load nor frame sets it */
    stray_list strays;
    still_marks still[STILL_KINDS];
} body_store;

/* Most bodies, and most colliders: offsets into their rows, counted in floats, at most eight a row,
 * must fit in 32 bits. Creation numbers are not reused. */
enum { BODIES_MOST = 0x1fffff00 };

/* Returns whether one more body with a number of colliders would exceed these limits. */
static inline bool bodies_are_full(const body_store *s, size_t colliders) {
    return s->count >= BODIES_MOST || colliders > BODIES_MOST - s->collider_count
           || colliders > NONE - s->next_number;
}

/* Makes room for the marks of a number of things; false: out of memory. */
static inline bool still_reserve(body_store *s, still_kind kind, size_t ids) {
    still_marks *m = &s->still[kind];
    return ARRAY_RESERVE_FILLED(s->memory, m->changed, m->capacity, ids, 1);
}

/* Marks a thing as changed since the last frame. */
static inline void still_change(body_store *s, still_kind kind, uint32_t id) {
    ++s->revision;
    s->still[kind].changed[id] = 1;
}

void bodies_init(body_store *s, const evo_allocator *memory, bool stepped);
void bodies_free(body_store *s);

/* Creates a body without colliders from a sound config; it is active if `active`. NONE: out of
 * memory. */
uint32_t bodies_create(body_store *s, const evo_body_config *config, bool active);

/* Makes room for the forces of all bodies. False: out of memory. */
bool bodies_take_forces(body_store *s);
body_forces body_forces_of(const body_store *s, uint32_t id);

/* bodies_remember stores the poses of awake bodies before they move; bodies_reserve_remembered
 * makes room for it. */
bool bodies_reserve_remembered(body_store *s);
void bodies_remember(body_store *s);

/* Ends force and torque of a body. */
void body_clear_forces(body_store *s, uint32_t id);

/* Ends the drive of a body to a pose. */
void body_stop_drive(body_store *s, uint32_t id);

/* Destroys a body and its colliders. */
void bodies_destroy(body_store *s, uint32_t id);

/* Gives a body and its colliders, in their order, unused ids. */
void bodies_rename(body_store *s, uint32_t from, uint32_t to, const uint32_t *colliders);

/* Undoes the last creation. */
void bodies_uncreate(body_store *s, uint32_t id);

/* Moves a body and its colliders to the active slots, or from them. */
void bodies_set_active(body_store *s, uint32_t id, bool active);
void collider_set_active(body_store *s, uint32_t id, bool active);
void colliders_swap(body_store *s, uint32_t a, uint32_t b); /* slots */

/* collider_stray lists an awake collider as a stray; colliders_begin_order starts an order without
 * strays. */
void collider_stray(body_store *s, uint32_t id);
void colliders_begin_order(body_store *s);

/* Permutes the active slots: slot i gets the body, and the collider, that were at order[i]. `moved`
 * has room for a mark of each of either. */
void bodies_reorder(body_store *s, const uint32_t *body_order, const uint32_t *collider_order,
                    uint8_t *moved);

/* Colliders of a body, from the first on up to one that is none of them (NONE: its end). */
typedef struct collider_run {
    uint32_t first, until;
} collider_run;

/* Creates a collider from a sound config, and weighs the body anew. NONE: out of memory, or too
 * many materials. */
uint32_t colliders_create(body_store *s, uint32_t body, const evo_collider_config *config);
void colliders_destroy(body_store *s, collider_run run);

/* Gives a collider a shape of its own, which may change. False: out of memory. */
bool collider_own_shape(body_store *s, uint32_t id);

/* The config of a collider, but for the user's pointer. */
evo_collider_config collider_config_of(const body_store *s, const collider_record *record);
void colliders_destroy_all(body_store *s, uint32_t body); /* of a body that goes, too */
void colliders_uncreate(body_store *s, uint32_t first);   /* the last creations, from it on */
void colliders_free(body_store *s); /* frees their own and shared data as the world ends */

/* Links of a chain of a body, from point to point: colliders that are made and destroyed
 * together. */
typedef struct chain_links {
    const evo_chain_config *config;
    uint32_t body, chain;
} chain_links;

int chain_link_count(const evo_chain_config *config);
uint32_t chain_create_links(body_store *s, const chain_links *links); /* the first; NONE: refused */
collider_run chain_run(const body_store *s, uint32_t first);          /* links from the first on */

/* Data that a collider shares with others, by number, and its own shape. */
typedef struct collider_shares {
    uint16_t material;
    shape_entry *entry;
} collider_shares;

/* Gives a collider another shape, material and filter, and weighs the body anew. False: out of
 * memory, or too many materials. Then the change is kept or undone by one of the other two, which
 * cannot fail. */
bool colliders_change(body_store *s, uint32_t id, const evo_collider_config *config,
                      collider_shares *before);
void colliders_keep_change(body_store *s, const collider_shares *before);
void colliders_unchange(body_store *s, uint32_t id, const collider_shares *before);

/* Ends a step: forgets colliders that had been destroyed before it. */
void colliders_settle(body_store *s);

/* Updates mass, centre of mass and forms after a change of shapes, kind, mass or rotation. The pose
 * of the body's origin stays. */
void mass_update_body(body_store *s, uint32_t id);

/* Updates the same after a change of some colliders, without reading others. A body that contacts
 * move is being built from then on: until it is weighed, its forms lie about its former centre. */
void mass_update_run(body_store *s, uint32_t id, collider_run run);

/* bodies_weigh weighs the body that is being built, for getters; bodies_settle ends the
 * building. */
void bodies_weigh(body_store *s);
void bodies_settle(body_store *s);

/* Returns the radius of gyration that rows of a dynamic body use; 0: it does not turn. */
double mass_gyration(const body_record *record);

/* Updates how a body turns after its joints have changed. */
void mass_update_turning(body_store *s, uint32_t id);

/* Returns whether damping is in the range that setters and loads accept. */
static inline bool damping_is_sound(double damping) {
    return number_fits(damping) && damping >= 0;
}

/* Returns 1 along axes of the world that are locked, else 0. */
static inline evo_vec2 body_locked(const body_record *r) {
    const bool dynamic = r->kind == EVO_DYNAMIC;
    return vec(dynamic && r->lock_x, dynamic && r->lock_y);
}

static inline bool body_is_locked(const body_record *r) {
    return r->kind == EVO_DYNAMIC && (r->lock_x || r->lock_y);
}

/* Returns the state of a body, by its id. */
static inline body_state *state_of_body(const body_store *s, uint32_t body) {
    return &s->states[s->records[body].slot];
}

/* Returns the collider at a slot, and its material. */
static inline const collider_record *collider_at(const body_store *s, uint32_t slot) {
    return &s->colliders[s->links[slot].id];
}

static inline const evo_material *material_of(const body_store *s, uint32_t slot) {
    return &s->materials.all[s->links[slot].material];
}

/* Loops over the colliders of a body, all or from one on, and over the edges of its joints. */
#define EACH_COLLIDER_FROM(c, store, from)                                                         \
    for (uint32_t c = (from); c != NONE; c = (store)->colliders[c].next)
#define EACH_COLLIDER(c, store, body)                                                              \
    EACH_COLLIDER_FROM (c, store, (store)->records[body].first_collider)
#define EACH_EDGE(e, store, body)                                                                  \
    for (uint32_t e = (store)->records[body].first_edge; e != NONE; e = (store)->edges[e].next)

/* Returns the vector with its components along locked axes set to zero. */
static inline evo_vec2 body_let(const body_record *r, evo_vec2 v) {
    return vec_let(body_locked(r), v);
}

/* Returns whether an impact turns a body. */
bool body_turns(const body_record *record);

/* Places colliders of a body where it is. */
void body_place_colliders(body_store *s, uint32_t id, collider_run run);
evo_bounds collider_bounds(const body_store *s, uint32_t id);

/* Sets or clears a flag of a collider, by slot. */
void collider_mark(body_store *s, uint32_t slot, int flag, bool on);

/* Returns the fields of a collider that are stored before its shape. */
static inline shape_entry *collider_entry(const collider_record *c) {
    return (shape_entry *)(void *)((char *)c->shape - offsetof(shape_entry, shape));
}

/* Config of the first collider of a body that is created with one. */
static inline evo_collider_config first_collider_config(const evo_body_config *c) {
    return (evo_collider_config){.shape = c->shape,
                                 .material = c->material,
                                 .filter = c->filter,
                                 .sensor = c->sensor,
                                 .user = c->collider_user,
                                 .flags = c->flags,
                                 .one_way = c->one_way,
                                 .tag = c->collider_tag};
}

/* Returns whether a collider is one-way. */
static inline bool rules_are_one_way(const shape_rules *r) {
    return !vec_is_zero(r->one_way);
}

/* Returns the direction in the world in which a one-way collider, on a body at an angle, lets
 * others pass. */
static inline evo_vec2 rules_let_along(const shape_rules *r, double angle) {
    return vec_turn(r->one_way, evo_direction(angle));
}

/* Returns whether two colliders may meet by their filters, `x` being those of a. */
static inline bool collider_meets(const collider_record *a, const shape_rules *x,
                                  const collider_record *b) {
    const shape_rules *y = &collider_entry(b)->rules;
    if ((a->sensor && y->no_sensors) || (b->sensor && x->no_sensors)) return false;
    return filters_meet(x->filter, y->filter);
}

static inline bool colliders_meet(const collider_record *a, const collider_record *b) {
    return collider_meets(a, &collider_entry(a)->rules, b);
}

/* Flags of a collider. COLLIDER_WANTS: all events and callbacks that it can ask for. */
enum {
    COLLIDER_WANTS = EVO_TELL_TOUCHES | EVO_TELL_IMPACTS | EVO_ASK_COLLIDE | EVO_ASK_SOLVE,
    COLLIDER_FLAGS = COLLIDER_WANTS | EVO_QUIET
};

/* Returns the shape in the body's frame, whether the body is weighed or not. */
static inline evo_shape collider_shape(const collider_record *c) {
    return shape_copy_at(c->shape, collider_entry(c)->center);
}

/* Returns whether one of two colliders asks for some of these events or callbacks. */
static inline bool colliders_want(const body_store *s, uint32_t a, uint32_t b, unsigned what) {
    return ((s->colliders[a].wants | s->colliders[b].wants) & what) != 0;
}

/* Returns the corners of a collider in a slot. */
static inline const corner_rows *collider_corners(const body_store *s, uint32_t slot) {
    return &s->shapes.corners.rows[s->links[slot].corners];
}

/* Returns the thickness of a collider, by its form. */
static inline float collider_thickness(const body_store *s, uint32_t slot) {
    const collider_form *f = &s->forms[slot];
    if (s->links[slot].kind == FORM_LINE) return INFINITY;
    return 2 * (f->radius_x < f->radius_y ? f->radius_x : f->radius_y);
}

/* Fraction of a body's extent that joints may move it in a step before the step predicts the pull.
 * Smaller pulls cannot tunnel. */
static const float PULL_LEAST = 0.5f;

/* Returns the acceleration that joints gave a body in the last substep, if it moves it far in a
 * step. */
static inline float body_pull(const body_motion *motion, float seconds) {
    const float square = motion->pull_x * motion->pull_x + motion->pull_y * motion->pull_y;
    if (!(square > 0)) return 0; /* as most bodies */
    const float least = 2 * PULL_LEAST * motion->extent / (seconds * seconds);
    return square > least * least ? sqrtf(square) : 0;
}

/* Returns the id of the body in a slot. */
static inline uint32_t body_in_slot(const body_store *s, uint32_t slot) {
    return s->stepped ? s->motions[slot].id : s->ids[slot];
}

/* All colliders of a body. */
static inline collider_run body_run(const body_store *s, uint32_t id) {
    return (collider_run){s->records[id].first_collider, NONE};
}

static inline bool body_is_active(const body_store *s, uint32_t id) {
    return s->records[id].slot < s->awake;
}

/* Returns whether a body was changed by hand since the last step. */
static inline bool body_was_changed(const body_store *s, uint32_t id) {
    return s->records[id].changed == s->steps;
}

static inline bool collider_is_asleep(const body_store *s, uint32_t id) {
    const collider_record *c = &s->colliders[id];
    return c->generation % 2 == 1 && c->slot >= s->collider_awake
           && s->records[c->body].island != NONE;
}

#endif
