/* scheduler.h: bodies in free flight, from event to event: what ties the time of impact, the pair
 * table and the event queue together.
 *
 * Each flyer plans what it will meet first: another flyer, a wall, the border of its cell. The plan
 * stands in the table, its time in the queue. What comes first is done, and those it befell plan
 * anew; nobody else is touched. A flyer whose partner was struck by somebody else finds out when
 * their time comes, and plans anew then. So an event costs what its two flyers' surroundings cost,
 * however many there are elsewhere.
 *
 * The clock counts from L to 2 L, L a power of two, and is then set back by L, which is exact: all
 * times are multiples of the same unit, and none loses digits as time goes by.
 *
 * Borders of cells are crossed, and plans renewed, some way ahead of the time asked for, up to the
 * next impact: neither changes where anybody flies. How far depends on nothing but that time, so
 * that many small steps do exactly what a large one does.
 */
#ifndef ENGINE_EVENT_SCHEDULER_H
#define ENGINE_EVENT_SCHEDULER_H

#include "core/lined.h"
#include "event/borders.h"
#include "event/neighbour_toi.h"
#include "event/obstacles.h"
#include "event/prefetch.h"
#include "evolute/collide.h"
#include "impact/impulses.h"
#include "impact/queue.h"

/* What flyers made alike have in common. One without parts is a disk. */
typedef struct particle_kind {
    double inverse_mass, inverse_inertia;
    double friction, restitution, belt;
    evo_filter filter;
    uint32_t first_part, part_count;
} particle_kind;

/* One shape of a flyer that is more than a disk, about its centre of mass. */
typedef struct particle_part {
    evo_shape shape;
    evo_material material;
    evo_filter filter;
} particle_part;

/* In a flyer's kind, besides its number. */
#define PARTICLE_SHAPED 0x80000000u  /* it has parts */
#define PARTICLE_RESTING 0x40000000u /* it rests on something that bears it, see support.h */
#define PARTICLE_KIND 0x3fffffffu

/* What bears a flyer: one thing, or two between which it lies still. */
typedef struct resting_support {
    evo_vec2 normal;  /* from the first to the flyer */
    evo_vec2 gravity; /* what is left of the pull */
    uint32_t tags[2]; /* as in plans, see plan.h; NO_FLYER: none */
} resting_support;

/* A flyer within a sensor. */
typedef struct sensor_overlap {
    uint32_t particle, sensor; /* numbers of a flyer and of an obstacle */
} sensor_overlap;

/* The space they fly in. */
typedef struct event_space {
    bool periodic, walled;
    evo_bounds bounds; /* of the walls, or of the periodic box */
    evo_vec2 gravity;
    double growth; /* of all radii: by so much of themselves a second */
    evo_material wall;
    /* How those of two make those of a contact. NULL: root of the product; the larger. */
    double (*mix_friction)(double a, double b);
    double (*mix_restitution)(double a, double b);
    /* Who was struck less than this long ago is struck elastically, and no bounce against a pull is
     * shorter: or flyers could meet infinitely often in no time. 0: chosen. */
    double contact_time;
    int lanes;
} event_space;

/* Sums over all that happened. */
typedef struct event_sums {
    uint64_t events;  /* of any kind, within the engine */
    uint64_t impacts; /* of two flyers */
    uint64_t wall_impacts;
    double virial; /* of dr.dp over impacts of two */
    double wall_impulse;
} event_sums;

/* What happened: an impact; or a flyer came into a sensor, or left it. */
typedef struct event_impact {
    double time;       /* of the world */
    uint32_t a, b;     /* flyers; b of NO_FLYER: a wall, or the obstacle */
    uint32_t obstacle; /* NO_FLYER: none */
    bool sensed, began;
    evo_vec2 delta; /* from a to b along the normal, of any length */
    evo_vec2 arm;   /* from a's centre to where they touch */
    double speed;   /* of approach */
    double impulse;
} event_impact;

/* Who is struck together (together.h), and what came of it. */
typedef struct simultaneous_impacts {
    uint32_t *particles;
    impulse_body *bodies; /* of the same */
    impulse_pair *pairs;  /* of the same by their places there */
    event_impact *impacts;
    size_t particle_count, pair_count, impact_count;
    size_t reported; /* so many of the impacts have been told */
    size_t particle_capacity, body_capacity, pair_capacity, impact_capacity;
} simultaneous_impacts;

/* A time by the clock, as it was after so much had been set back. */
typedef struct clock_time {
    double clock, turned;
} clock_time;

typedef struct event_world {
    const evo_allocator *memory;
    event_space space;
    const neighbour_kernels *kernels;
    neighbour_view view; /* of the event in hand */
    lined particle_block;
    particle *particles; /* in that */
    particle_rotation *rotations;
    size_t rotation_capacity;
    uint32_t count;
    particle_kind *kinds;
    size_t kind_count, kind_capacity;
    particle_part *parts;
    size_t part_count, part_capacity;
    resting_support *supports; /* by flyer, where there is a pull */
    size_t support_capacity;
    size_t special_count; /* flyers that have parts, or are borne */
    bool filtered;        /* not everybody meets everybody */
    obstacles obstacles;
    sensor_overlap *visits;
    size_t visit_count, visit_capacity;
    double widest;       /* radius */
    double grown;        /* by how much all radii have grown before the cells were laid last */
    double laid;         /* when that was: elapsed time */
    double enough;       /* when radii have grown by more since, cells are laid anew */
    size_t border_crowd; /* as many at the border of open space are too many */
    cells cells;
    borders borders;
    pair_table table;
    event_queue queue;
    prefetch ahead;
    bool plain_gas;      /* nothing but disks in a periodic box, without pull or growth */
    bool tracks_impacts; /* of impacts: something is not elastic, or can come to rest */
    double contact_time;
    particle self;        /* the one that plans, at the present */
    uint32_t *neighbours; /* whom it has around it */
    size_t neighbour_capacity;
    double period;      /* L */
    double turned;      /* how much the clock has been set back */
    clock_time present; /* what it was asked to go to: the world's present */
    clock_time
        reached; /* how far it is sure to have come: the last impact, or the present before */
    double last_impact; /* when two flyers met last */
    bool full;          /* they have grown to where the periodic box holds them no more */
    simultaneous_impacts simultaneous;
    double begun; /* the world's time when the schedule was started */
    event_sums sums;
} event_world;

typedef enum event_outcome {
    EVENT_IMPACT,  /* one more impact, or something sensed */
    EVENT_REACHED, /* nothing else happens by then */
    EVENT_MEMORY,  /* refused; what happened so far stands, and it may be asked again */
} event_outcome;

/* ---- Making one ------------------------------------------------------------------------------ */

/* For so many flyers; false when memory is refused, and then it is to be freed as well. */
bool event_init(event_world *w, const evo_allocator *memory, const event_space *space,
                uint32_t particles, double world_time);
void event_free(event_world *w);

/* The number of a kind like this one, which may be new, with the parts that were added since the
 * last; NO_FLYER when memory is refused. */
uint32_t event_add_kind(event_world *w, const particle_kind *kind);

/* Adds a part to the next kind; an obstacle. False when memory is refused. */
bool event_add_part(event_world *w, const particle_part *part);
bool event_add_obstacle(event_world *w, const obstacle *added);

/* Sets a flyer off. The place is the world's. */
void event_set_particle(event_world *w, uint32_t number, const evo_flight *flight, double radius,
                        uint32_t kind);

typedef enum event_start_result {
    EVENT_STARTED,
    EVENT_NO_MEMORY, /* of memory */
    EVENT_OVERLAP,   /* two overlap, or one a wall, or there is no room for them */
} event_start_result;

/* When all have been set off: lays the cells, and has everybody plan. */
event_start_result event_start(event_world *w);

/* ---- Going on -------------------------------------------------------------------------------- */

/* Finds the next impact: *when is its time, by the world; INFINITY: none, as far as it looks. False
 * when memory is refused. */
bool event_peek(event_world *w, double *when);

/* Moves the present on, to which schedule_next then leads: exactly to the next impact, if they are
 * one by the world's time. Needs a look. */
void event_advance(event_world *w, double seconds);

/* Handles the next impact up to the present. Of several at one instant (together.h), each is told
 * by a call of its own, before anything else happens. */
event_outcome event_next(event_world *w, event_impact *impact);

/* So many impacts have been handled, and not been told. */
size_t event_unreported(const event_world *w);

/* Brings the present back to the last impact. */
void event_stop(event_world *w);

/* The world's time of the present, and how long it has been going. */
double event_time(const event_world *w);
double event_elapsed(const event_world *w);

/* By how much radii have grown since the start, at present. */
double event_scale(const event_world *w);

/* Where in the world an impact was that has just been handled. */
evo_vec2 event_point(const event_world *w, const event_impact *impact);

/* Where a flyer is at present, and how it moves. */
evo_flight event_flight(const event_world *w, uint32_t number);

#endif
