/* world.h: what a world consists of: the contact graph, which both kinds of stepping keep their
 * bodies in; what steps need besides; and worlds of exact time (event_bridge.c). The doors of
 * include/evolute/ are here, and no mechanism. */
#ifndef ENGINE_WORLD_WORLD_H
#define ENGINE_WORLD_WORLD_H

#include "contact/graph.h"
#include "event/scheduler.h"
#include "evolute/event.h"
#include "solve/rows.h"
#include "substep/substep.h"

/* EVO_EVENTS: while such a world flies, its dynamic bodies are in the scheduler, nowhere else. */
typedef struct event_bridge {
    evo_world *world; /* whose bridge it is: looking ahead prepares a flight for readers, too */
    bool flying;
    event_world flight;
    uint32_t *ids; /* of the bodies there, by their numbers */
    list_size id_list;
    uint32_t *waiting; /* ids of bodies that landed to be changed, or are new */
    list_size waiting_list;
    sensor_overlaps visits; /* when the world ceased to fly: ids of two colliders */
    evo_sums sums;          /* of flights that have ended */
    uint64_t events_ever;   /* the same */
    double growth, grown;   /* of all radii: a second, and since that was set */
    bool touched;           /* contacts have lasted in it: see event_space */
    evo_shape walls[4];     /* while it flies with bodies that are more than disks */
} event_bridge;

/* In the index of a body that flies: the rest is its number in the scheduler. */
static const uint32_t FLYING = 0x80000000u;

struct evo_world {
    evo_world_config config;
    evo_allocator memory;
    size_t bytes;
    double time;
    uint64_t steps, impacts_ever;
    graph graph;
    substep substep;
    event_bridge events;
    evo_impact *impacts; /* of the last step */
    list_size impact_list;
    evo_profile profile;
    const solve_kernels *solve;
    const row_kernels *rows;
};

/* ---- Handles (handle.c) ---------------------------------------------------------------------- */

/* NULL for a dead handle. */
body_record *body_of(const evo_world *world, evo_body body);
collider_record *collider_of(const evo_world *world, evo_collider collider);

/* Where a body is now, and how it moves, in flight or not. */
body_state body_now(const evo_world *world, const body_record *record);
evo_pose body_pose(const evo_world *world, const body_record *record);

/* ---- Colliders (collider.c) ------------------------------------------------------------------ */

/* For one more collider: whether its config is sound, room for it, and then adding it, which cannot
 * fail. */
bool collider_is_sound(const evo_collider_config *config);
bool collider_is_supported(const evo_world *world, evo_body_kind kind, bool sensor);
bool collider_reserve(evo_world *world);
evo_collider collider_add(evo_world *world, uint32_t body, uint32_t made, void *user);

/* Takes one away, but not from its body's mass. There is room to tell of touches that end. */
void collider_remove(evo_world *world, uint32_t id);

/* Room to end all of a body's contacts, and to wake what it touches. */
bool contacts_end_reserve(evo_world *world, const body_record *record);

/* Ends them all, or those of one collider (NONE: of all). There is room. */
void contacts_end(evo_world *world, uint32_t body, uint32_t collider);

/* ---- Worlds of exact time (event_bridge.c) --------------------------------------------------- */

/* Dynamic bodies are from here on in the scheduler. When that is refused, nothing has changed. */
evo_result event_bridge_begin(evo_world *world);

/* When the next event is; before the first step, by a schedule that is made for it and thrown away.
 * False when that is refused. */
bool event_bridge_ask(evo_world *world, double *when);

/* Back, all of them; false when memory is refused, and then they fly on. */
bool event_bridge_end(evo_world *world);

/* The same of one body, or of what others may strike, so that it can be changed: all others fly on.
 * There is room for one more to be released (`admit`). After the change it goes back. */
bool event_bridge_release(evo_world *world, uint32_t id);
bool event_bridge_admit(evo_world *world);
void event_bridge_rejoin(evo_world *world);

/* A collider is about to go: with it what it overlaps, of which the next step tells. There is
 * room. */
void event_bridge_forget(evo_world *world, uint32_t collider);

/* For destroying a world. */
void event_bridge_free(evo_world *world);

evo_result event_bridge_step(evo_world *world, double seconds);

/* ---- Events (events.c) ----------------------------------------------------------------------- */

/* Impacts and sleepers are from here on those of the present step; touches, when they are shown. */
void events_begin(evo_world *world);
void events_show(evo_world *world);

/* Room for what the solver and substeps say about impacts, of so many batches. */
bool impacts_reserve(evo_world *world, size_t batches);
void impacts_note(evo_world *world, double seconds);

/* The order of impacts, for sort_items: by time, then by handle, then by place. */
bool impact_before(const void *first, const void *second);

#endif
