/* states.h: contacts that begin and end, and the states they go through. */
#ifndef ENGINE_CONTACT_STATES_H
#define ENGINE_CONTACT_STATES_H

#include "contact/graph.h"

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

/* Brings contacts to the lowest ids, so that what was needed for more can be given back. */
void graph_pack(graph *g);

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
double contact_friction(const graph *g, const contact *c);
double contact_restitution(const graph *g, const contact *c);
double contact_tangential(const graph *g, const contact *c);

/* Whether an impact there leaves some speed, along the normal or the tangent: those that do are met
 * at their time. */
bool contact_bounces(const graph *g, const contact *c);
bool contact_needs_extra(const graph *g, const contact *c);
bool contacts_may_need_extras(const graph *g); /* any, with the colliders that there are */

#endif
