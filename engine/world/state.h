/* state.h: what a world consists of.
 *
 * In a world of EVO_EVENTS that flies, dynamic bodies have no rank that anything stands by: they
 * are particles of a schedule (flight.c). What follows is of worlds of EVO_CONTACTS.
 *
 * Bodies and colliders have two lives. By slot, which never changes and is what handles name, they
 * keep what is rarely looked at, and there what many have in common (makes) or few have at all
 * (extras) is kept apart. By rank they keep what every step reads: movers first, in the order of
 * the grid, so that neighbours in space are neighbours in memory; behind them whatever stands still
 * (static, asleep, disabled). Ranks change when the world is arranged anew (arrange.c).
 *
 * Contacts stand in batches as long as no body has left the slack it had when they were found, and
 * nobody has changed what bodies there are. Before anything of that kind, standing_end puts them in
 * the recall by slot; the next step finds all pairs again and takes over what it recalls.
 */
#ifndef ENGINE_WORLD_STATE_H
#define ENGINE_WORLD_STATE_H

#include "broad/scan.h"
#include "core/lined.h"
#include "evolute/event.h"
#include "event/scheduler.h"
#include "narrow/contact.h"
#include "solve/kernels.h"
#include "solve/measure.h"
#include "solve/rows.h"

static const uint32_t NOBODY = 0xffffffffu;

/* ---- Bodies ---------------------------------------------------------------------------------- */

/* By slot. */
typedef struct body_card {
    uint32_t generation; /* odd while it lives */
    uint32_t rank;       /* of a free slot: the next free one */
    uint32_t first_collider;
    uint32_t extra;       /* number of its body_extra, or NOBODY */
    double mass, inertia; /* as of a dynamic body; about the centre of mass */
    void *user;
    uint8_t kind;
    bool enabled, awake, never_sleep, fixed_rotation;
    bool mass_by_hand; /* in place of what the shapes give */
    bool stray;        /* see query.c */
    bool wake_due;     /* something touched it in its sleep */
} body_card;

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

/* By rank: body_motion and body_trait, see solve/rows.h. */

/* ---- Colliders ------------------------------------------------------------------------------- */

/* What tells one make from another. */
typedef struct make_key {
    evo_shape shape;
    evo_material material;
    evo_filter filter;
    uint32_t sensor;
} make_key;

/* What colliders that are made alike share. */
typedef struct collider_make {
    make_key key;
    collider_skin skin;
    float reach, size;
    bool plain_filter;
    bool plain_skin; /* friction is all it has */
    uint32_t number, users;
    UT_hash_handle hh;
} collider_make;

/* By number. */
typedef union make_slot {
    collider_make *make;
    uint32_t next_free;
} make_slot;

/* By slot. */
typedef struct collider_card {
    uint32_t generation; /* odd while it lives */
    uint32_t rank;       /* of a free slot: the next free one */
    uint32_t body;       /* slot */
    uint32_t next;       /* slot of the body's next collider, or NOBODY */
    uint32_t make;       /* number */
    uint32_t recall;     /* the first of its recalled contacts, or NOBODY */
    void *user;
} collider_card;

/* By rank. */
typedef struct collider_link {
    uint32_t slot;
    uint32_t body; /* rank */
    uint32_t make; /* number */
    uint8_t kind;
    bool centered; /* a circle about its body's centre of mass */
    bool straight; /* centred too, and its axis is its body's: turning the body turns the axis */
    bool sensor;
} collider_link;

/* ---- Contacts -------------------------------------------------------------------------------- */

/* A pair that needs the doors of narrow/, and the lanes of its one or two contacts: eight times the
 * batch, plus the lane. */
typedef struct other_pair {
    uint32_t a, b; /* ranks of colliders */
    uint32_t first, second;
    bool touching;
} other_pair;

typedef struct sensor_pair {
    uint32_t a, b;     /* ranks of colliders */
    uint32_t recalled; /* while pairs are being found */
    bool touching;
} sensor_pair;

enum { NORMAL_ONE = 32767 };

/* What is remembered of a contact while none stands. */
typedef struct recalled {
    uint32_t a, b;              /* slots of colliders */
    uint32_t next_a, next_b;    /* further ones of the same collider */
    int16_t normal_x, normal_y; /* times NORMAL_ONE: enough to begin a fit with */
    float push, drag, roll;
    bool second, touching, sensor, taken;
} recalled;

typedef struct list_size {
    size_t count, capacity;
} list_size;

/* ---- Rushes ---------------------------------------------------------------------------------- */

/* A body in a rush: it flies through the step by itself, from impact to impact (rush.c). */
typedef struct rush_body {
    uint32_t rank;
    uint32_t strikes; /* that it has had; 0: it only may be struck */
    uint32_t turns;   /* that it has taken: see turns_taken */
    bool settled;     /* it has come to something, and goes on from there with the solver */
    evo_flight flight; /* of its centre of mass, at its own time */
    evo_vec2 pull;
    double time;
    double way;   /* that it has gone */
    double slack; /* that it had */
} rush_body;

/* An impact, and the contact it happened at. */
typedef struct rush_impact {
    uint32_t place; /* eight times the batch, plus the lane */
    evo_impact shown;
} rush_impact;

/* A body that was struck so hard that it may go farther than its pairs were found for. */
typedef struct rush_stray {
    uint32_t slot;
    double reach;
} rush_stray;

/* What the queue reads of a body in a rush. */
typedef struct rush_mark {
    uint32_t stamp; /* another whenever it is struck */
    uint32_t partner_stamp; /* of the one it plans to meet, as it was then */
} rush_mark;

typedef struct rush {
    rush_body *bodies;
    rush_mark *marks;
    list_size body_list;
    size_t mark_capacity;
    pair_table table;
    event_queue queue;
    uint32_t *number_of; /* by rank: of its rush_body, or NOBODY */
    size_t number_capacity;
    /* Each mover's sides of contacts, while they stand: his first one, by rank, and the next of the
     * same mover, by side; twice the place, and one more for the second side. */
    uint32_t *first_of, *next;
    size_t first_capacity, next_capacity;
    bool linked;
    bool *sunk; /* by rank: see rush_mark_sunk */
    size_t sunk_capacity;
    bool used; /* since rush_trim was called last */
    rush_stray *strays;
    list_size stray_list;
    /* By place: whether it is left to the solver until either of the two is struck again; one more
     * than the strikes that both had had. */
    uint32_t *left;
    size_t left_capacity;
    bool leaving; /* any of them */
    /* Ranks of those who are struck at the instant in hand, their sides, and the pairs of these at
     * their contacts. */
    uint32_t *struck, *struck_at;
    list_size struck_list;
    impulse_body *sides;
    impulse_pair *blows;
    size_t struck_at_capacity, side_capacity, blow_capacity;
    double last_strike; /* when somebody was, in this step */
    rush_impact *impacts;
    list_size impact_list;
} rush;

/* ---- The world ------------------------------------------------------------------------------- */

/* Scratch is taken by the near pair: while pairs are being found, it is theirs. */
typedef near_pair scratch_room;

/* The most that was needed of what grows and shrinks; see room.c. */
typedef struct room_need {
    size_t batches, extras, scratch;
} room_need;

struct evo_world {
    evo_world_config config;
    evo_allocator memory;
    size_t bytes;
    double time;
    uint64_t steps, impacts_ever;

    body_card *bodies; /* by slot */
    list_size body_slots;
    uint32_t free_body;
    extra_slot *body_extras;
    list_size body_extra_list;
    uint32_t free_extra;
    size_t body_count; /* = ranks in use */
    body_motion *motions;
    body_trait *traits;
    size_t motion_capacity, trait_capacity;
    size_t movers;       /* ranks below this move; right only while arranged */
    size_t asleep_count; /* the same */

    collider_card *colliders; /* by slot */
    list_size collider_slots;
    uint32_t free_collider;
    size_t collider_count;
    evo_vec2 *centers; /* the next three by rank */
    collider_form *forms;
    collider_link *links;
    size_t center_capacity, form_capacity, link_capacity;
    collider_make *make_table; /* by key */
    make_slot *makes;          /* by number */
    list_size make_list;
    uint32_t free_make;
    size_t moving_colliders;
    bool arranged;
    int unsorted_steps; /* since the order was that of the grid */

    grid moving, still;
    double cell;
    bool still_sorted;
    bool gridded; /* the grids hold colliders by the ranks that these had */
    size_t stray_count;

    bool standing;
    bool stale;        /* pairs must be found anew before the next step */
    double paired_for; /* seconds: longer steps need pairs found anew, too */
    /* Seconds of a step that was refused after its contacts were measured, and that may be tried
     * again; 0: none. */
    double measured_for;
    bool wakes_due;
    lined batch_block;
    batch *batches; /* in that */
    batch_sort *sorts;
    batch_pairs *pairs;
    batch_extra *batch_extras;
    size_t batch_count, batch_extra_count, contact_count;
    size_t batch_capacity, sort_capacity, pairs_capacity, batch_extra_capacity;
    other_pair *others;
    list_size other_pairs;
    sensor_pair *sensors;
    list_size sensor_pairs;

    recalled *recall;
    list_size recalls;

    evo_touch *touches; /* of the last step */
    list_size touch_list;
    evo_touch *due; /* of the next: begun and ended since then */
    list_size due_list;
    evo_impact *impacts;
    list_size impact_list;
    evo_body *sleepers;
    list_size sleeper_list;

    scratch_room *scratch;
    size_t scratch_capacity;
    room_need needed, needed_before; /* lately, and before that */
    uint64_t trim_steps;             /* that "lately" lasts */
    bool trimmed;                    /* since room last had to grow */

    /* EVO_EVENTS; see flight.c. */
    bool flying;
    size_t grounded; /* while it flies: ranks from here on are particles */
    event_world flight;
    uint32_t *particle_slots; /* of their bodies */
    list_size particle_slot_list;
    evo_sums sums;         /* of flights that have ended */
    uint64_t events_ever;  /* the same */
    double growth, grown;  /* of all radii: a second, and since that was set */
    evo_shape walls[4];    /* while it flies with bodies that are more than disks */

    evo_profile profile;
    rush rush;
    bool leaping; /* somebody moves so fast that he may leap over others in a step */
    const solve_kernels *solve;
    const measure_kernels *measure;
    const row_kernels *rows;
    const scan_kernels *scan;
};

#endif
