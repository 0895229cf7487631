/* graph.h: the contact graph: bodies, their colliders, and contacts between them that live from the
 * moment two margins meet until they part.
 *
 * A contact is in one of four states. Near: nothing is known but that its two are no nearer than a
 * clearance, which their motion uses up (near.h). Active: it has a colour and a lane in a batch of
 * that colour, is measured in every step, and solved in those in which its geometry says so
 * (batches.h). Asleep: both its bodies stand still, and what it pushed is kept aside. Sensing: it
 * is asked in every step whether its two overlap.
 *
 * Whatever goes by the order of contacts goes by their keys (the ids of their colliders), never by
 * contact ids or by places in memory, which carry history.
 */
#ifndef ENGINE_CONTACT_GRAPH_H
#define ENGINE_CONTACT_GRAPH_H

#include "broad/scan.h"
#include "contact/body.h"
#include "contact/collider.h"
#include "core/aligned.h"
#include "evolute/event.h"
#include "narrow/contact.h"

/* ---- Contacts -------------------------------------------------------------------------------- */

typedef enum contact_state {
    CONTACT_FREE,
    CONTACT_NEAR,
    CONTACT_ACTIVE,
    CONTACT_ASLEEP,
    CONTACT_SENSING
} contact_state;

/* An edge is a contact's side as its body's list has it: twice the contact, plus the side. */
typedef struct contact {
    uint32_t collider[2];          /* ids, in pair order (graph_pair_in_order) */
    uint32_t next[2], previous[2]; /* edges, or NONE */
    /* By state: its place in the list of the near; eight times the batch plus the lane; its place
     * among what is kept of the sleeping, or NONE; its place in the list of the sensing. The second
     * is that of a second contact of the pair, which rings may have, or NONE. */
    uint32_t at[2];
    uint8_t state;
    uint8_t kind;      /* batch_kind */
    uint8_t colour[2]; /* as long as it is active or asleep: see batches.h */
    uint8_t holds[2];  /* sides whose bodies are marked with that colour, as bits */
    bool touching;     /* the pair does */
    bool ending;       /* its margins have parted: it goes at the step's end */
} contact;

typedef struct contact_pool {
    contact *all; /* by id */
    list_size list;
    uint32_t free_contact; /* linked by next[0] */
    size_t living;
    uint32_t *sensing; /* contacts */
    list_size sensing_list;
    uint32_t *ending; /* contacts whose margins have parted in this step */
    list_size ending_list;
    uint32_t *activated; /* contacts that have become active in this step */
    list_size activated_list;
    size_t sleeping; /* contacts asleep */
} contact_pool;

/* See near.h: pairs in no batch. */
typedef struct near_list {
    uint32_t *row_a, *row_b;
    float *clearance;
    uint32_t *contact;
    size_t count;
    size_t row_a_capacity, row_b_capacity, clearance_capacity, contact_capacity;
} near_list;

/* Ways of movers are told to near pairs beside a wind (solve/rows.h); and what stands still goes
 * against it, as other bodies by `ahead` and `travel`. */
typedef struct near_wind {
    float velocity[2];
    float led[2]; /* how far it leads (body_sim.lead) */
    float ahead, travel;
} near_wind;

/* What a lane has that is not found anew from its colliders. */
typedef struct lane_state {
    float normal_x, normal_y;
    float push, drag, roll;
    bool touching;
} lane_state;

/* Steps at first. */
enum { TRIM_STEPS = 32 };

typedef union kept_lane {
    lane_state state;
    uint32_t next_free;
} kept_lane;

/* ---- Batches --------------------------------------------------------------------------------- */

/* Colours, and one more for constraints that get none, because a body has as many already. */
enum { COLOURS = 63 };

/* Contacts, besides so many a body: a world has no more. Bodies by the thousand on one spot would
 * need more time and memory than anybody has. */
enum { CONTACTS_A_BODY = 1024, CONTACTS_LEAST = 65536 };

/* Within a colour, batches are of one kind, with or without extras. */
enum { COLOUR_BUCKETS = 2 * BATCH_KINDS, BUCKETS = (COLOURS + 1) * COLOUR_BUCKETS };

/* All batches, in one block; a batch keeps its number. Those of a bucket are linked, and only the
 * first may have lanes to spare. */
typedef struct batch_pool {
    aligned_block block;
    batch *batches; /* in that */
    batch_sort *sorts;
    batch_pairs *pairs;
    batch_extra *extras;
    size_t count, capacity; /* of batches; free ones below the count are linked */
    size_t sort_capacity, pairs_capacity;
    size_t extra_count, extra_capacity;
    uint32_t free_batch, free_extra; /* an extra's link is in the bits of its first float */
    size_t used, extras_used, lanes;
    unsigned colours; /* of which there are any batches: all from here on have none */
    uint32_t first[BUCKETS];
} batch_pool;

/* ---- The graph ------------------------------------------------------------------------------- */

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
    kept_lane *kept; /* of contacts asleep */
    list_size kept_list;
    uint32_t free_kept;
    touch_log touches;
    scratch_block scratch;
    id_list found;   /* see pairs.c */
    uint32_t *marks; /* the same, by collider id */
    size_t mark_capacity;
    uint32_t mark;
    evo_body *sleepers; /* that fell asleep in this step */
    list_size sleeper_list;
    float *normals; /* of all lanes, as they were before they were measured in this step */
    size_t normal_capacity, normal_count;
    uint64_t steps;      /* that were made */
    bool crowded;        /* contacts were refused: there would be too many */
    bool leaping;        /* something moves so fast that it may leap over others in a step */
    size_t shrink_below; /* so few bodies; see graph_shrink */
    /* Steps between two looks for idle memory; the bytes before the last. */
    uint64_t trim_steps;
    size_t trimmed_bytes;
    bool trimmed;
    size_t relinked; /* bodies, since they were put in order by place */
} graph;

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

/* ---- Contacts (graph.c) ---------------------------------------------------------------------- */

void graph_init(graph *g, const evo_allocator *memory, const evo_world_config *config);
void graph_free(graph *g);

/* Scratch memory, at least this large; NULL when refused. What is at its beginning stays. */
void *graph_scratch(graph *g, size_t size);

/* Gives back what has been idle for some time; after a body has gone, when most have. */
void graph_trim(graph *g);
void graph_shrink(graph *g);

/* Whether two colliders, by id, may have a contact at all. */
bool graph_pair_meets(const graph *g, uint32_t a, uint32_t b);

/* Colliders of a pair always stand in the same order: by kind, then by id. */
bool graph_pair_in_order(const graph *g, uint32_t a, uint32_t b);

/* Room for so many contacts more, near or sensing; then adding cannot fail. */
bool graph_reserve(graph *g, size_t more);

/* A new contact of two colliders, which have none. It is near, due at once; or senses; or sleeps,
 * when both bodies stand still. */
void graph_add(graph *g, uint32_t a, uint32_t b);

/* Ends a contact, and its touch, for which there is room (touches_reserve). */
void graph_remove(graph *g, uint32_t contact_id);

bool contact_is_sensor(const graph *g, const contact *c);

/* Whether both bodies stand still. */
bool contact_is_still(const graph *g, const contact *c);

/* To sleep, with what it pushed; and back, as it was. There is room (graph_reserve_changes). */
void graph_rest(graph *g, uint32_t contact_id);
void graph_rouse(graph *g, uint32_t contact_id);

/* Out of its batch, and near again, due at once: what it pushed is forgotten. There is room. */
void graph_calm(graph *g, uint32_t contact_id);

/* Room for so many contacts to change their state; then that cannot fail. */
bool graph_reserve_changes(graph *g, size_t contacts);

/* After something about its colliders or bodies has changed, but not where they are: out of its
 * lane and in again. There is room. */
void graph_refresh(graph *g, uint32_t contact_id);

/* ---- Bodies that begin or cease to move ------------------------------------------------------ */

/* Whether the solver gives the body a row: it is in motion, or may be set in motion. */
bool body_moves(const graph *g, const body_record *record);

/* Brings the body to where it belongs in the order of indices, and its contacts to the states that
 * follow. There is room for these (graph_reserve_changes). */
void graph_set_moving(graph *g, uint32_t id);

/* After a change of its shapes or its mass: its contacts follow. There is room for as many to
 * change (graph_reserve_changes), and for one more in the list of the moved. */
void graph_body_changed(graph *g, uint32_t id);

/* Adds a body at the end of the indices, or takes away the last one's, which the body in hand is
 * given first. */
bool body_index_reserve(graph *g);
uint32_t body_index_take(graph *g, uint32_t id);
void body_index_give(graph *g, uint32_t id);

/* How many contacts the body has. */
size_t graph_count_edges(const graph *g, const body_record *record);

/* Shows all contacts that are active, asleep or sensing, and those near that were struck; of rings,
 * each twice. */
typedef struct contact_view {
    uint32_t a, b; /* ids of colliders */
    lane_state state;
    uint8_t colour;
    bool second, sensor;
} contact_view;

typedef void contact_visitor(void *context, const contact_view *view);
void graph_visit(const graph *g, contact_visitor *visit, void *context);

/* ---- Batches (batches.c) --------------------------------------------------------------------- */

/* Room for so many contacts to get lanes. */
bool batches_reserve(graph *g, size_t contacts);

/* Gives the contact (its second, if asked) a lane in a batch of its colour. */
void lane_put(graph *g, uint32_t contact_id, int second, const lane_state *state);

/* Takes it out of its lane. */
lane_state lane_take(graph *g, uint32_t contact_id, int second);

lane_state lane_look(const graph *g, uint32_t contact_id, int second);

/* Marks the contact's bodies with the first colour that neither has, or takes the mark away. */
void colour_take(graph *g, uint32_t contact_id, int second);
void colour_give(graph *g, uint32_t contact_id, int second);

/* Whether there is any batch of a kind. */
bool batches_have(const batch_pool *p, batch_kind kind);

/* Lays all batches anew, by place; lanes, colours and what lanes hold stay. False: no memory, and
 * nothing has changed. */
bool batches_reorder(graph *g);

/* Gives idle memory back. */
void batches_trim(graph *g);

/* ---- Materials (material.c) ------------------------------------------------------------------ */

double contact_friction(const graph *g, const contact *c);
double contact_restitution(const graph *g, const contact *c);
bool contact_needs_extra(const graph *g, const contact *c);

/* ---- Near pairs (near.c) --------------------------------------------------------------------- */

bool near_reserve(graph *g, size_t more);
void near_add(graph *g, uint32_t contact_id);    /* due at once */
void near_remove(graph *g, uint32_t contact_id); /* from the list: its state is the caller's */
void near_set_row(graph *g, uint32_t contact_id, int side, uint32_t row);

/* Makes the pair be measured in the next step. */
void near_expire(graph *g, uint32_t contact_id);

/* At a step: uses clearances up and measures what has none left; what may meet becomes active. The
 * first cannot fail and must be done but once; there is room for `near.count` + 8 ids. */
size_t near_use_up(graph *g, const float *closing, uint32_t *due);
bool near_activate(graph *g, double seconds, uint32_t *due, size_t count);
/* `due` stands at the beginning of scratch. */

/* Near contacts become active, wherever they are. */
bool near_activate_all(graph *g, const uint32_t *contacts, size_t count);

/* ---- Bodies: mass, optional data, places (mass.c, extra.c, place.c) -------------------------- */

const body_extra *extra_of(const graph *g, const body_record *record); /* to read */
bool extra_reserve(graph *g);                                          /* for one more */
body_extra *extra_make(graph *g, body_record *record);                 /* to write */
void extra_give(graph *g, body_record *record);

/* The centre of mass, in the body: what is not dynamic turns about its origin. */
static inline evo_vec2 body_center(const graph *g, const body_record *record) {
    if (record->extra == NONE || record->kind != EVO_DYNAMIC) return vec(0, 0);
    return g->bodies.extras[record->extra].extra.center;
}

evo_pose body_pose_of(const graph *g, const body_record *record, const body_state *state);
evo_vec2 body_center_at(const graph *g, const body_record *record, evo_pose pose);

/* Mass, centre and inertia by the colliders, unless set by hand; the body stays in the pose that it
 * had. Needs room for an extra. */
void mass_update(graph *g, body_record *record, evo_pose pose);

/* What the body's sim takes from its record. */
void body_sim_update(graph *g, const body_record *record);

/* The radius of gyration by which contacts turn the body; 0: they do not. */
double body_turns_by(const body_record *record);

/* Whether a step has to look at the body's extra: for forces that wait, and for damping. */
bool body_is_driven(const graph *g, const body_record *record);

/* The velocity that gravity and forces add to a mover in a second. */
evo_vec2 body_pull(const graph *g, uint32_t index);

/* Forces act for one step, or not at all on what does not move. */
void forces_clear(graph *g, body_record *record);

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

/* Brings centres and axes of the movers' colliders to where they are measured in a step; those of
 * one body, wherever it is. */
void movers_place(graph *g);
void body_place(graph *g, uint32_t index);

/* What the hot data of a body and its colliders take from its shapes and its mass. */
void body_colliders_update(graph *g, const body_record *record);

/* Room for one more collider's hot data; its index; and that index given back, to be the last
 * one's. */
bool collider_index_reserve(graph *g);
uint32_t collider_index_take(graph *g);
void collider_index_give(graph *g, uint32_t index);

/* A pair as narrow/ sees it, about an origin of its own. */
void contact_sides(const graph *g, const contact *c, contact_side sides[2]);

/* ---- Templates (template.c) ------------------------------------------------------------------ */

/* The number of the template that a config asks for, with one user more; NONE when memory is
 * refused. It is given back as often as it was taken. */
uint32_t template_take(graph *g, const evo_collider_config *config);
void template_give(graph *g, uint32_t number);
void templates_free(graph *g);

/* ---- The index (margins.c, pairs.c) ---------------------------------------------------------- */

/* The index does not know where the body is: it is looked at by itself, until the next step. There
 * is room (moved_reserve). */
bool moved_reserve(graph *g, size_t more);
void body_moved(graph *g, uint32_t id);
void body_forget_moved(graph *g, uint32_t id); /* it is about to go */

/* Brings the index up to date for a step of so long: of what was moved, and of movers in `leaving`
 * (indices) whose margins would not do. New contacts begin, and those that have ended are
 * listed, to end when the step is sure to be made (pairs_commit). False when memory is refused. */
bool pairs_update(graph *g, double seconds, const uint32_t *leaving, size_t count);
void pairs_commit(graph *g);

/* An active contact becomes near, or ends if margins have parted, too. There is room. */
void contact_part(graph *g, uint32_t id);

/* The widest margin that it is given when it moves, but for what is struck; and whether a step of so
 * long may take it out of the one it has. */
double margin_widest(const graph *g, uint32_t index);
bool margin_outrun(const graph *g, uint32_t index, double seconds);

/* Links the proxies of the body's colliders, wide enough for a step of so long. False when memory
 * is refused. */
bool margin_link(graph *g, uint32_t index, double seconds);

/* ---- A step's contacts (contacts.c, touches.c) ----------------------------------------------- */

/* Remembers what measuring changes; takes it, and whatever became active, back when the step is
 * refused. */
bool contacts_remember(graph *g);
void contacts_undo(graph *g);

/* Measures all active contacts. */
void contacts_measure(graph *g);

/* Chooses by the rows what may push. Until they are committed the world is as it was before: what
 * contacts remember of their last step is not touched. */
void contacts_choose(graph *g, double seconds, int substeps, const measure_rows *rows,
                     double bounce, measure_choice *choice);

/* What is to be solved: batches, in the order of their colours; behind them what has no colour,
 * one by one: eight times the batch, plus the lane. */
typedef struct active_list {
    uint32_t *batches; /* room for all */
    uint32_t *singles; /* room for contacts_uncoloured_size bytes */
    size_t count, single_count;
} active_list;

size_t contacts_uncoloured_size(const graph *g);

/* Lets none but the chosen push, and lists those. */
void contacts_commit(graph *g, const measure_choice *choice, active_list *active);

/* What has parted leaves its batch. */
bool contacts_part_reserve(graph *g, const measure_choice *choice);
void contacts_part(graph *g, const measure_choice *choice);

/* Room for so many touches more, due when the next step is done; then adding cannot fail. */
bool touches_reserve(graph *g, size_t more);
void touch_add(graph *g, uint32_t collider_a, uint32_t collider_b, bool began, bool sensor);
void contact_note_touch(graph *g, uint32_t contact_id); /* it does, from now on */
size_t touches_most(const graph *g, const measure_choice *choice);

/* Notes what began or ceased to touch; after the solver, what touched and left within the step. */
void touches_note(graph *g, const measure_choice *choice);
void touches_note_bounces(graph *g);

/* ---- Sleep (sleep.c) ------------------------------------------------------------------------- */

/* Wakes a sleeper and whatever it touches, directly or through other sleepers; if asked, what
 * touches the body in any case. When memory is refused nothing wakes. */
bool sleep_wake(graph *g, uint32_t id, bool neighbours);

/* Sends one body to sleep. */
bool sleep_send(graph *g, uint32_t id);

/* Wakes all sleepers; those that something has touched, as far as memory goes. */
bool sleep_wake_all(graph *g);
void sleep_wake_touched(graph *g);

/* Sends islands of bodies that have been at rest for long enough to sleep, when it is time to see
 * whether there are any. */
bool sleep_is_due(const graph *g, uint64_t steps);
size_t sleep_scratch(const graph *g); /* bytes that sleep_fall needs */
bool sleep_reserve(graph *g, bool due);
void sleep_fall(graph *g);

/* ---- Order in memory (reorder.c) ------------------------------------------------------------- */

/* Puts movers, their colliders and their contacts in order by place, which changes no bit of any
 * result. False when memory is refused: nothing has changed. */
bool graph_reorder(graph *g);

/* At a step's end: puts memory in order when that may be worth it, and gives idle memory back; the
 * world has so many bytes. */
void graph_tidy(graph *g, size_t bytes);

#endif
