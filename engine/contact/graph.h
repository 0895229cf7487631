/* graph.h: the contact graph: bodies, their colliders, and contacts between them (contact.h); what
 * it consists of, and how to get from one part to another. What is done with it is in the headers
 * of this room that include this one. */
#ifndef ENGINE_CONTACT_GRAPH_H
#define ENGINE_CONTACT_GRAPH_H

#include "broad/scan.h"
#include "contact/batch_pool.h"
#include "contact/body.h"
#include "contact/collider.h"
#include "contact/contact.h"
#include "contact/measure.h"
#include "evolute/event.h"

/* Contacts, besides so many a body: a world has no more. Bodies by the thousand on one spot would
 * need more time and memory than there is. */
enum { CONTACTS_A_BODY = 1024, CONTACTS_LEAST = 65536 };

/* Touches of the last step, and those that are due: begun and ended since. */
typedef struct touch_log {
    evo_touch *shown, *due;
    list_size shown_list, due_list;
} touch_log;

/* One block for the whole world: whatever reserves it owns it until the next does. */
typedef struct scratch_block {
    aligned_block block;
    size_t capacity, needed, needed_before;
} scratch_block;

/* What a body or a contact was before a sleeper woke. */
typedef struct calm_before {
    uint32_t body;
    float calm;
} calm_before;

typedef struct colour_before {
    uint32_t contact;
    bool has[2];
    uint8_t colour[2], holds[2];
    lane_state state[2];
} colour_before;

/* What a step changes before it is sure to be made: see undo.h. */
typedef struct step_undo {
    bool begun;
    float *normals; /* of all lanes, as they were before they were measured in this step */
    size_t normal_capacity, normal_count;
    uint32_t *woken; /* ids of bodies: in a step, or by the last call that woke any */
    calm_before *calm;
    colour_before *recoloured; /* contacts of bodies that woke, with others that were awake */
    list_size woken_list, calm_list, recoloured_list;
} step_undo;

/* Steps between two looks for idle memory; the bytes before the last. */
typedef struct trim_pace {
    uint64_t steps;
    size_t bytes;
    bool begun;
} trim_pace;

typedef struct graph {
    const evo_allocator *memory;
    const evo_world_config *config;
    const measure_kernels *measure;
    scan_kernel *scan;
    body_store bodies;
    collider_store colliders;
    template_store templates;
    grid index;    /* a proxy a collider, by id */
    float typical; /* reach of most colliders, when the first were linked */
    contact_pool contacts;
    near_list near;
    near_wind wind;
    batch_pool batches;
    kept_pool kept; /* of contacts asleep */
    touch_log touches;
    scratch_block scratch;
    step_undo undo;
    id_list found;   /* see pairs.c */
    uint32_t *marks; /* the same, by collider id */
    size_t mark_capacity;
    uint32_t mark;
    evo_body *sleepers; /* that fell asleep in this step */
    list_size sleeper_list;
    uint64_t steps;      /* that were made */
    bool crowded;        /* contacts were refused: there would be too many */
    bool leaping;        /* something moves so fast that it may leap over others in a step */
    uint8_t seams;       /* steps for which to look whether others are touched at seams */
    size_t shrink_below; /* so few bodies; see graph_shrink */
    trim_pace trimming;
    size_t relinked; /* bodies, since they were put in order by place */
} graph;

/* ---- Making and unmaking --------------------------------------------------------------------- */

void graph_init(graph *g, const evo_allocator *memory, const evo_world_config *config);
void graph_free(graph *g);

/* Scratch memory, at least this large; NULL when refused. What is at its beginning stays. */
void *graph_scratch(graph *g, size_t size);

/* Gives back what has been idle for some time; after a body has gone, when most have. */
void graph_trim(graph *g);
void graph_shrink(graph *g);

/* ---- Ids and indices ------------------------------------------------------------------------- */

static inline body_record *graph_body(const graph *g, uint32_t id) {
    return &g->bodies.records[id];
}

static inline body_record *graph_body_at(const graph *g, uint32_t index) {
    return &g->bodies.records[g->bodies.sims[index].id];
}

static inline const collider_template *graph_template(const graph *g, uint32_t number) {
    return g->templates.slots[number].made;
}

static inline const template_key *graph_key(const graph *g, uint32_t collider) {
    return &graph_template(g, g->colliders.records[collider].made)->key;
}

static inline const evo_shape *graph_shape(const graph *g, uint32_t collider) {
    return &graph_key(g, collider)->shape;
}

static inline evo_body graph_body_handle(const graph *g, uint32_t id) {
    evo_body handle = {id, g->bodies.records[id].generation};
    return handle;
}

static inline evo_collider graph_collider_handle(const graph *g, uint32_t id) {
    evo_collider handle = {id, g->colliders.records[id].generation};
    return handle;
}

/* The body's index, of a contact's side. */
static inline uint32_t graph_side_body(const graph *g, const contact *c, int side) {
    return graph_body(g, g->colliders.records[c->collider[side]].body)->index;
}

/* A row of the solver: 0 is that of all that stands still. */
static inline uint32_t graph_row(const graph *g, uint32_t body_index) {
    return body_index < g->bodies.movers ? body_index + 1 : 0;
}

/* Whether contacts change the body's velocity, so that a colour may have it only once. */
static inline bool graph_is_pushed(const graph *g, uint32_t body_index) {
    return body_index < g->bodies.movers && g->bodies.sims[body_index].inverse_mass > 0;
}

static inline bool graph_contact_before(const contact *a, const contact *b) {
    if (a->collider[0] != b->collider[0]) return a->collider[0] < b->collider[0];
    return a->collider[1] < b->collider[1];
}

/* The centre of mass, in the body: what is not dynamic turns about its origin. */
static inline evo_vec2 body_center(const graph *g, const body_record *record) {
    if (record->extra == NONE || record->kind != EVO_DYNAMIC) return vec(0, 0);
    return g->bodies.extras[record->extra].extra.center;
}

/* Where a mover is measured: its lead ahead of where it is. */
typedef struct body_lead {
    evo_vec2 position;
    double angle;
} body_lead;

static inline body_lead body_led(const graph *g, uint32_t index) {
    const body_state *s = &g->bodies.states[index];
    double lead = index < g->bodies.movers ? (double)g->bodies.sims[index].lead : 0;
    body_lead led = {vec_along(s->position, lead, s->velocity), s->angle + lead * s->spin};
    return led;
}

/* ---- Edges ----------------------------------------------------------------------------------- */

static inline contact *edge_contact(const graph *g, uint32_t edge) {
    return &g->contacts.all[edge / 2];
}

static inline uint32_t edge_next(const graph *g, uint32_t edge) {
    return g->contacts.all[edge / 2].next[edge % 2];
}

/* The id of the body at the contact's other side. */
static inline uint32_t edge_other(const graph *g, uint32_t edge) {
    return g->colliders.records[edge_contact(g, edge)->collider[1 - edge % 2]].body;
}

/* Whether it is solved, or was when it fell asleep. */
static inline bool contact_has_colour(const contact *c) {
    bool may = c->state == CONTACT_ACTIVE || c->state == CONTACT_ASLEEP;
    return may && (c->at[0] != NONE || c->at[1] != NONE);
}

/* Contacts of a body, whatever their state. What is done may remove the one in hand. */
#define EDGES(g, record, edge, after)                                                              \
    for (uint32_t edge = (record)->first_edge, after;                                              \
         edge != NONE && (after = edge_next(g, edge), true); edge = after)

#endif
