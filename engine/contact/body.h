/* body.h: the bodies of a world: the nodes of the contact graph.
 *
 * A body has a cold record by id, which never changes and is what handles name, and hot data by
 * dense index, which every step reads: movers first (what is in motion, or may be set in motion),
 * behind them whatever stands still (static, asleep, disabled). A body changes its index when it
 * begins or ceases to move, by changing places with another; and when all are reordered by place.
 */
#ifndef ENGINE_CONTACT_BODY_H
#define ENGINE_CONTACT_BODY_H

#include "core/array.h"
#include "core/vector.h"
#include "evolute/body.h"

typedef struct body_record {
    uint32_t generation; /* odd while it lives */
    uint32_t index;
    uint32_t first_collider;
    uint32_t first_edge; /* see graph.h */
    uint32_t extra;      /* number of its body_extra, or NONE */
    uint32_t moved_at;   /* its place in the list of the moved, or NONE: see body_store */
    uint8_t kind;
    bool enabled, awake, never_sleep, fixed_rotation;
    bool mass_by_hand;    /* in place of what the shapes give */
    bool wake_due;        /* something touched it in its sleep */
    bool waiting;         /* is in event_bridge.waiting; survives the body */
    double mass, inertia; /* as of a dynamic body; about the centre of mass */
    void *user;
} body_record;

/* What few bodies have. */
typedef struct body_extra {
    evo_vec2 center; /* of mass, in the body, were it dynamic */
    evo_vec2 force;  /* for the next step */
    double torque;
    double damping, spin_damping, gravity_scale;
} body_extra;

typedef union extra_slot {
    body_extra extra;
    uint32_t next_free;
} extra_slot;

/* Where a body is. Lanes read the first four numbers, and the last four, at once. */
typedef struct body_state {
    evo_vec2 position; /* of the centre of mass */
    evo_vec2 velocity;
    double angle, spin;
} body_state;

/* How a body's colliders are placed: most bodies have one, at their centre; some of these have no
 * axis. */
enum { PLACE_NONE, PLACE_ALL, PLACE_CENTER, PLACE_AXIS };

/* What a step needs of it besides. Lanes read the first twelve numbers by fours. */
typedef struct body_sim {
    float inverse_mass; /* 0: not moved by contacts */
    float pull;         /* gravity's scale; 0 for what is not dynamic */
    float gyration;
    float extent; /* how far turning moves its colliders, per radian */
    float margin; /* how far it may still go before the index has to know */
    float calm;   /* seconds that it has been at rest */
    float lead;   /* seconds: contacts are measured where it will be then */
    float pace;   /* how fast its points move at most, when the step begins */
    float size;   /* of its smallest collider */
    float ahead;  /* what may bring it nearer to others in the step (rows_close) */
    float travel; /* how far its points went at most since near pairs were told */
    float swing;  /* how far turning moves the rims of its ellipses besides, per radian */
    float wanted; /* the least margin for this step, of what is struck out of its own; or 0 */
    uint32_t id;
    uint32_t collider; /* index of its first collider, or NONE */
    bool driven;       /* feels a force or damping besides */
    bool wakeful;      /* never sleeps */
    bool pressed;      /* may be set back from what stands, when the step ends (ground.h) */
    uint8_t placing;
} body_sim;

_Static_assert(sizeof(body_sim) == 16 * sizeof(float), "lanes step over sims by whole floats");
_Static_assert(sizeof(body_state) == 48, "lanes read a state as six doubles");

typedef struct body_store {
    body_record *records; /* by id */
    list_size record_list;
    uint32_t lowest_free;     /* no free id is lower: the lowest comes first */
    uint32_t last_generation; /* of ids that are no more, and may come again */
    extra_slot *extras;
    list_size extra_list;
    uint32_t free_extra;
    body_state *states; /* the next three by index */
    body_sim *sims;
    uint64_t *colours; /* that its constraints have, as bits */
    size_t state_capacity, sim_capacity, colour_capacity;
    size_t count;  /* of living bodies = indices in use */
    size_t movers; /* indices below this move */
    /* Bodies that were made or moved by hand, or went farther than their margin, since the index
     * was told: queries look at them one by one. */
    uint32_t *moved;
    list_size moved_list;
    uint32_t *woken; /* ids of sleepers that something touched in this step */
    list_size woken_list;
} body_store;

#endif
