/* contact.h: contacts between colliders, which live from when two margins meet until they part.
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
#ifndef ENGINE_CONTACT_CONTACT_H
#define ENGINE_CONTACT_CONTACT_H

#include "contact/batch.h"
#include "core/array.h"

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

/* What a lane has that is not found anew from its colliders. */
typedef struct lane_state {
    float normal_x, normal_y;
    float push, drag, roll;
    bool touching;
    bool squeezed; /* in its last step */
} lane_state;

typedef union kept_lane {
    lane_state state;
    uint32_t next_free;
} kept_lane;

typedef struct kept_pool {
    kept_lane *all;
    list_size list;
    uint32_t free_kept;
} kept_pool;

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

#endif
