/* event_world.h: a world of exact time: particles in free flight from impact to impact, and all
 * that tells when and where the next one is.
 *
 * Beside each struct stands the file that writes it; others only read it.
 */
#ifndef ENGINE_EVENT_EVENT_WORLD_H
#define ENGINE_EVENT_EVENT_WORLD_H

#include "event/borders.h"
#include "event/clock.h"
#include "event/neighbour_toi.h"
#include "event/obstacles.h"
#include "event/prefetch.h"
#include "event/sensor_overlaps.h"
#include "evolute/exact.h"
#include "flight/instant.h"

typedef struct event_space {
    bool periodic, walled;
    evo_bounds bounds; /* of the walls, or of the periodic box */
    evo_vec2 gravity;
    double growth; /* of all lengths, as a part of those at the start a second */
    double shear;  /* speed at which images above slide along x for each unit of height */
    double slid;   /* their displacement at the start */
    evo_material wall;
    const body_store *bodies; /* shapes of all that flies, and how surfaces mix */
    double contact_time;      /* seconds, see law.h; 0: chosen */
    int lanes;
} event_space;

/* Sums over all events so far. */
typedef struct event_sums {
    uint64_t events;  /* of any kind, internal ones included */
    uint64_t impacts; /* of two particles */
    uint64_t wall_impacts;
    double wall_impulse, wall[CELL_SIDES];
    evo_tensor collisional, kinetic; /* the latter up to the times of the particles' records */
    double lost;                     /* energy */
} event_sums;

/* An impact; or a particle enters or leaves a sensor. */
typedef struct event_impact {
    double time;       /* the world's */
    uint32_t a, b;     /* particles; b of NO_PARTICLE: a wall, or the obstacle */
    uint32_t obstacle; /* NO_PARTICLE: none */
    bool sensed, began;
    evo_vec2 delta; /* from a to b along the normal, of any length */
    evo_vec2 arm;   /* from a's centre to the contact */
    double speed;   /* of approach */
    double impulse;
    evo_vec2 push;    /* impulse on b */
    evo_vec2 between; /* from a's centre to b's, if b is a particle */
} event_impact;

/* Impacts of the last instant. */
typedef struct impact_reports {
    event_impact *all;
    size_t count, capacity;
    size_t reported; /* so many have been returned */
} impact_reports;

/* Images above and below that slide, see slide.h. */
typedef struct event_slide {
    double speed; /* of the images above; 0: they stand */
    double begun; /* their displacement where the clock begins a period */
} event_slide;

/* For what radii and crowds the cells were built. */
typedef struct cell_limits {
    double built_scale; /* of radii since the start, when the cells were built */
    double built_at;    /* elapsed time */
    double max_scale;   /* of radii since then: beyond, cells are rebuilt */
    size_t max_border;  /* particles in unbounded cells: beyond, cells are rebuilt */
    size_t built_for;   /* particles */
    bool full;          /* radii have grown to where the periodic box holds them no more */
} cell_limits;

/* A particle before an event ahead of the present, which is taken back (scheduler.c). */
typedef struct foreseen {
    uint32_t number;
    particle was;
    evo_vec2 wrapped;
    pair_entry plan;
    double rewound; /* of the clock then */
} foreseen;

/* Times of a particle that lose digits as the clock is set back. */
typedef struct kept_times {
    double particle, rotation, last_impact;
} kept_times;

typedef struct foresight {
    foreseen *all;
    size_t count, capacity;
    kept_times *times; /* by particle, if the clock was set back */
    size_t time_capacity;
    bool on; /* what is done now is noted here */
    bool set_back;
} foresight;

/* What is known beforehand about all events to come. */
typedef struct event_rules {
    bool filtered;  /* some pairs pass through each other */
    bool plastic;   /* some pairs do not bounce at all */
    bool plain_gas; /* only disks in a periodic box, without gravity, growth and obstacles */
    bool hops;      /* something is inelastic, or can come to rest: see law.h */
    double contact_time;
    double elastic_time;   /* see law.h; 0 with gravity */
    double hop_speed;      /* what gravity takes in half of it */
    double rounding_speed; /* slower differences of speeds are rounding */
} event_rules;

/* Of the particle in hand, while it plans. */
typedef struct event_search {
    const neighbour_kernels *kernels;
    particle self; /* at the present */
    uint32_t *neighbours;
    size_t capacity;
} event_search;

typedef struct event_world {
    const evo_allocator *memory;
    event_space space;
    particle_store particles;
    cells cells;
    borders borders;
    obstacles obstacles;
    cell_limits limits;  /* cell_build.c */
    event_clock clock;   /* scheduler.c */
    event_slide slide;   /* slide.c */
    neighbour_view view; /* scheduler.c, cell_build.c: of the event in hand */
    event_rules rules;   /* rules.c */
    event_search search; /* plan.c */
    plans plans;         /* plan.c makes them, scheduler.c takes them */
    prefetch ahead;
    foresight foresight;     /* scheduler.c: empty between calls */
    sensor_overlaps sensors; /* impact.c */
    instant instant;         /* touches.c, impact.c */
    impact_reports reports;  /* impact.c */
    uint64_t allowance;      /* scheduler.c: what may be done yet, see event_next */
    event_sums sums;         /* impact.c */
} event_world;

typedef enum event_result {
    EVENT_OK,
    EVENT_NO_MEMORY,
    EVENT_OVERLAP, /* two overlap, or one a wall, or the box is too small for them */
    EVENT_ANEW,    /* the world is not made for it: it has to be started anew */
} event_result;

/* For so many ids of bodies, none of which flies yet; false when memory is refused, and then it is
 * to be freed as well. */
bool event_init(event_world *w, const evo_allocator *memory, const event_space *space,
                uint32_t bodies, double world_time);
void event_free(event_world *w);

/* Returns whether a body flies, by its id. */
static inline bool event_has(const event_world *w, uint32_t number) {
    return number < w->particles.count && !particle_is_gone(&w->particles.all[number]);
}

/* The world's time of the present, and the time since the start. */
double event_time(const event_world *w);
double event_elapsed(const event_world *w);

/* Radii at present, as a multiple of those at the start. */
double event_scale(const event_world *w);

/* The shortest way to an image of what lies so far away in a periodic box. */
evo_vec2 event_image(const event_world *w, evo_vec2 way);

/* Sums up to the present. */
event_sums event_sums_now(const event_world *w);

/* Where in the world an impact was that has just been handled. */
evo_vec2 event_point(const event_world *w, const event_impact *impact);

/* How far the periodic box has put a particle back, in all: so far it has come from where it is. */
evo_vec2 event_wrapped(const event_world *w, uint32_t number);

#endif
