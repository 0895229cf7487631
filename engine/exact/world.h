/* world.h: an exact world as a whole: its clock, obstacles, sensors, and borders that slide. */
#ifndef ENGINE_EXACT_WORLD_H
#define ENGINE_EXACT_WORLD_H

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/memory.h"
#include "evolute/body.h"
#include "evolute/collide.h"
#include "evolute/exact.h"
#include "exact/cells.h"
#include "flight/flight.h"

/* ==== The clock =============================================================================== */

/* The time of an exact world, which loses no digits as time goes by.
 *
 * The clock counts from L to 2 L, L a power of two, and is then set back by a multiple of L. That
 * is exact: all times between are multiples of the same unit. */

/* A time of the clock; `rewound`: by how much the clock had been set back then. */
typedef struct clock_time {
    double clock, rewound;
} clock_time;

typedef struct event_clock {
    double period;      /* L */
    double rewound;     /* by how much the clock has been set back */
    double begun;       /* the world's time at the start */
    clock_time present; /* the time asked for last: the world's present */
    clock_time reached; /* all events up to it are done: the last impact, or the present before */
    double last_pair;   /* time by the clock of the last impact of two particles */
} event_clock;

static inline double clock_elapsed(const event_clock *c, clock_time t) {
    return t.clock - c->period + t.rewound;
}

static inline double clock_world_time(const event_clock *c, clock_time t) {
    return c->begun + clock_elapsed(c, t);
}

/* Returns a time by the clock as it is set now; it may be before L. */
static inline double clock_current(const event_clock *c, clock_time t) {
    return t.clock - (c->rewound - t.rewound);
}

/* Returns the same time, set back to the first period of the clock. */
static inline clock_time clock_normalized(const event_clock *c, clock_time t) {
    double periods = floor(t.clock / c->period) - 1;
    t.clock -= periods * c->period;
    t.rewound += periods * c->period;
    return t;
}

/* ==== Obstacles =============================================================================== */

/* Obstacles are shapes that no impact moves: they stand still, or move and turn steadily; sensors
 * are obstacles that particles pass through.
 *
 * A still obstacle is listed in the cells it can be touched from, so that a particle tests few.
 * Moving ones are tested by all particles; oversize particles (cells.h) test all. */

typedef struct obstacle {
    evo_shape shape;
    evo_flight flight; /* of its body, at the start */
    evo_material material;
    evo_filter filter;
    uint32_t owner; /* id of a collider; NONE: a wall */
    bool sensor;
    bool shaped_only; /* a wall as a segment: disks use cells.h instead */
    bool gone;        /* nothing meets it any more; only the owner may be read */
    uint32_t plans;   /* number of plans to meet it: above 0 its number is not reused */
    uint32_t next;    /* free place after this one, if it is free */
} obstacle;

/* An image of an obstacle; in a periodic box, image_x and image_y boxes away. */
typedef struct obstacle_image {
    uint32_t number;
    int8_t image_x, image_y;
} obstacle_image;

/* An entry of a list of images, which is in the order of numbers. */
typedef struct obstacle_entry {
    obstacle_image which;
    uint32_t next; /* or NONE */
} obstacle_entry;

/* The greatest radii of particles until cells are rebuilt; that of oversize ones is no smaller. */
typedef struct obstacle_radii {
    double ordinary, oversize;
} obstacle_radii;

typedef struct obstacles {
    const evo_allocator *memory;
    obstacle *all;
    size_t count, capacity; /* of places, those that are free included */
    uint32_t free;          /* 1 more than a free place, or 0 */
    uint32_t *firsts; /* lists by cell; then of moving ones; then, for oversize particles, of still
                         ones */
    size_t first_capacity, cell_count;
    obstacle_entry *entries;
    size_t entry_count, entry_capacity;
    uint32_t free_entry; /* 1 more than a free entry, or 0 */
    obstacle_radii to;
    evo_vec2 period; /* of the periodic box; 0: none */
    bool walled;     /* some stand for walls */
} obstacles;

bool obstacles_add(obstacles *o, const obstacle *added);
void obstacles_free(obstacles *o);

/* Frees the lists by cell. */
void obstacles_clear_cells(obstacles *o);

/* Lists all obstacles by cell. False when memory is refused. */
bool obstacles_build(obstacles *o, const cells *c, evo_vec2 box, obstacle_radii to);

/* obstacles_join adds an obstacle to lists that have been built, and returns its number; NONE: out
 * of memory. obstacles_part takes one off them: it is gone, and its number is free when no plan
 * names it, unless it is `kept`. */
uint32_t obstacles_join(obstacles *o, const cells *c, const obstacle *added);
void obstacles_part(obstacles *o, const cells *c, uint32_t number, bool kept);

/* Count the plans to meet an obstacle, up and down. Plans are restored in the opposite order. */
void obstacles_plan(obstacles *o, uint32_t number);
void obstacles_forget(obstacles *o, uint32_t number);

/* Lists the images of an obstacle: itself and, in a periodic box, its images in the boxes around.
 * Returns their number. */
enum { IMAGES = 9 };
int obstacles_images(const cells *c, uint32_t number, obstacle_image all[IMAGES]);

/* A visitor of all cells from which a still obstacle can be touched, some maybe more than once. */
typedef struct cell_visitor {
    void (*visit)(void *context, int32_t column, int32_t row);
    void *context;
} cell_visitor;

void obstacles_visit_cells(const obstacles *o, const cells *c, uint32_t number, double max_radius,
                           cell_visitor visitor);

/* A walk over the obstacles that a particle may meet before it leaves its cell: the still ones of
 * its cell, or all of them for an oversize particle; and the moving ones: while
 * (obstacles_next(...)). Heads of two lists. */
typedef struct obstacle_walk {
    uint32_t at, then;
} obstacle_walk;

obstacle_walk obstacles_near(const obstacles *o, const cells *c, const particle *p);

static inline bool obstacles_next(const obstacles *o, obstacle_walk *walk, obstacle_image *which) {
    if (walk->at == NONE) *walk = (obstacle_walk){walk->then, NONE};
    if (walk->at == NONE) return false;
    *which = o->entries[walk->at].which;
    walk->at = o->entries[walk->at].next;
    return true;
}

/* Returns the motion of an image after a time, relative to an origin. */
evo_flight obstacle_at(const obstacles *o, obstacle_image which, double elapsed, evo_vec2 origin);

/* Returns whether an obstacle moves, or turns visibly. */
bool obstacle_moves(const obstacle *at);

/* ==== Sensors ================================================================================= */

/* The pairs of a particle and a sensor that overlap, by the ids of two colliders, sorted, each
 * once. */

typedef struct sensor_overlap {
    uint32_t particle, sensor; /* particle: its first collider */
} sensor_overlap;

typedef struct sensor_overlaps {
    sensor_overlap *items;
    size_t count, capacity;
} sensor_overlaps;

static inline bool sensor_overlap_before(const sensor_overlap *a, const sensor_overlap *b) {
    return a->particle < b->particle || (a->particle == b->particle && a->sensor < b->sensor);
}

/* Returns the first place whose pair is not before a given one, by bisection. */
static inline size_t sensor_overlaps_place(const sensor_overlaps *o, uint32_t number,
                                           uint32_t sensor) {
    const sensor_overlap sought = {number, sensor};
    size_t low = 0, high = o->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sensor_overlap_before(&o->items[middle], &sought))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static inline bool sensor_overlaps_has(const sensor_overlaps *o, uint32_t number, uint32_t sensor) {
    size_t at = sensor_overlaps_place(o, number, sensor);
    return at < o->count && o->items[at].particle == number && o->items[at].sensor == sensor;
}

/* Reserves room for more pairs; false when memory is refused. */
static inline bool sensor_overlaps_reserve(sensor_overlaps *o, const evo_allocator *memory,
                                           size_t more) {
    return ARRAY_RESERVE(memory, o->items, o->capacity, o->count + more);
}

static inline void sensor_overlaps_add(sensor_overlaps *o, uint32_t number, uint32_t sensor) {
    assert(o->count < o->capacity);
    size_t at = sensor_overlaps_place(o, number, sensor);
    memmove(o->items + at + 1, o->items + at, (o->count - at) * sizeof *o->items);
    o->items[at] = (sensor_overlap){number, sensor};
    ++o->count;
}

/* The range of pairs of particles whose first colliders are in a range. */
typedef struct sensor_span {
    size_t from, to;
} sensor_span;

static inline sensor_span sensor_overlaps_span(const sensor_overlaps *o, uint32_t first,
                                               uint32_t last) {
    sensor_span span = {sensor_overlaps_place(o, first, 0), 0};
    for (span.to = span.from; span.to < o->count && o->items[span.to].particle <= last;) ++span.to;
    return span;
}

static inline void sensor_overlaps_remove_span(sensor_overlaps *o, sensor_span span) {
    if (span.from == span.to) return;
    memmove(o->items + span.from, o->items + span.to, (o->count - span.to) * sizeof *o->items);
    o->count -= span.to - span.from;
}

/* Removes a pair; returns whether it was there. */
static inline bool sensor_overlaps_remove(sensor_overlaps *o, uint32_t number, uint32_t sensor) {
    size_t at = sensor_overlaps_place(o, number, sensor);
    if (!sensor_overlaps_has(o, number, sensor)) return false;
    sensor_overlaps_remove_span(o, (sensor_span){at, at + 1});
    return true;
}

/* ==== The exact world ========================================================================= */

/* A world of exact time: particles in free flight from impact to impact, and the data that predict
 * the next one.
 *
 * A comment beside each member names the files that write it in flight; others only read it. */

typedef struct event_space {
    bool periodic, walled;
    evo_bounds bounds; /* of the walls, or of the periodic box */
    evo_vec2 gravity;
    double growth; /* of all lengths a second, as a fraction of those at the start */
    double shear;  /* speed at which images above slide along x for each unit of height */
    double slid;   /* their displacement at the start */
    evo_material wall;
    const body_store *bodies; /* shapes of particles, and how surfaces mix */
    double contact_time;      /* seconds, see private.h; 0: chosen */
    int lanes;
} event_space;

/* Sums over all events up to now. */
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
    size_t reported; /* number of impacts that have been returned */
} impact_reports;

/* Images above and below that slide: see Sliding borders. */
typedef struct event_slide {
    double speed; /* of the images above; 0: they stand */
    double begun; /* their displacement where the clock begins a period */
} event_slide;

/* Radii and numbers that the cells were built for, and limits beyond which they are rebuilt. */
typedef struct cell_limits {
    double built_scale;  /* of radii since the start, when the cells were built */
    double built_at;     /* elapsed time */
    double max_scale;    /* of radii since then: beyond, cells are rebuilt */
    size_t max_border;   /* particles in unbounded cells: beyond, cells are rebuilt */
    size_t built_for;    /* particles */
    bool full;           /* radii have grown to where the periodic box holds them no more */
    uint32_t overlap[2]; /* of EVENT_OVERLAP: both bodies; or one, and NO_PARTICLE: a wall; or
                            NO_PARTICLE twice: the box is too small */
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
    bool on; /* events are noted here, to be taken back */
    bool set_back;
} foresight;

/* Facts that hold for all events to come. */
typedef struct event_rules {
    bool filtered;  /* some pairs pass through each other */
    bool plastic;   /* some pairs do not bounce at all */
    bool plain_gas; /* only disks in a periodic box, without gravity, growth and obstacles */
    bool hops;      /* something is inelastic, or can come to rest: see private.h */
    double contact_time;
    double elastic_time;   /* see private.h; 0 with gravity */
    double hop_speed;      /* change of speed by gravity in half of contact_time */
    double rounding_speed; /* slower differences of speeds are rounding */
} event_rules;

/* The search of the particle in hand, while it plans. */
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
    event_slide slide;   /* cell_build.c */
    neighbour_view view; /* scheduler.c, cell_build.c: of the event in hand */
    event_rules rules;   /* exact.c */
    event_search search; /* plan.c */
    plans plans;         /* plan.c makes them, scheduler.c takes them */
    prefetch ahead;
    foresight foresight;     /* scheduler.c: empty between calls */
    sensor_overlaps sensors; /* impact.c, touches.c, exact.c */
    instant instant;         /* touches.c, impact.c */
    impact_reports reports;  /* impact.c */
    uint64_t allowance;      /* scheduler.c: number of events still allowed, see event_allow */
    event_sums sums;         /* impact.c, scheduler.c; exact.c as particles leave */
} event_world;

typedef enum event_result {
    EVENT_OK,
    EVENT_NO_MEMORY,
    EVENT_OVERLAP, /* two overlap, or one and a wall, or the box is too small for them */
    EVENT_ANEW,    /* the world has to be started again to take it in */
} event_result;

/* Makes a world for `bodies` ids of bodies, none of which flies yet. False: memory is refused;
 * event_free has to be called even so. */
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

/* Returns the present radii, as a multiple of the radii at the start. */
double event_scale(const event_world *w);

/* Returns the shortest vector to an image, in a periodic box, of a point at `way`. */
evo_vec2 event_image(const event_world *w, evo_vec2 way);

/* Sums up to the present. */
event_sums event_sums_now(const event_world *w);

/* Returns the world's position of an impact that has just been handled. */
evo_vec2 event_point(const event_world *w, const event_impact *impact);

/* Returns the unwrapped position of a particle minus its position in the periodic box. */
evo_vec2 event_wrapped(const event_world *w, uint32_t number);

/* ==== Sliding borders ========================================================================= */

/* Lees-Edwards shear: the images of a periodic box above and below slide along x.
 *
 * The image above is displaced by D = speed * time, within the box's width, and moves with the
 * speed; that below the other way. A particle that crosses the upper border comes in at the lower
 * one at x - D, slower by the speed. Only particles of the first and last row of cells meet such
 * images.
 *
 * Their neighbours: let D be m + f cells, m whole, and q the columns from one to the other in the
 * images' own grid. Then a particle above lies q + f cells away, give or take one, and can be
 * touched for q from -2 to 1; one below lies q - f cells away, and can be touched for q from -1 to
 * 2. These are four columns, as long as m stays. As m changes, all particles of these two rows plan
 * again. So the argument of cells.h holds: of two that meet, the last to plan found the other. */

enum { SLIDE_COLUMNS = 4 }; /* least columns of a box that is sheared */

/* Fraction by which cells are wider than the widest particle: more than the rounding of m. */
static const double SLIDE_ROOM = 1e-6;

/* The displacement of the images above, within the box's width: at the event in hand, and at a
 * time by the clock as it is set now. */
double slide_now(const event_world *w);
double slide_at(const event_world *w, double time);

/* Keeps the displacement as the clock is set back by an amount. */
void slide_rebase(event_world *w, double amount);

INLINE bool slide_is_on(const event_world *w) {
    return w->slide.speed != 0;
}

/* Returns whether a particle may meet images that slide. */
INLINE bool slide_is_beside(const event_world *w, const particle *p) {
    return slide_is_on(w) && (p->row == 0 || p->row + 1 == w->cells.rows);
}

/* Finds the particles that such a particle may meet, like cells_neighbours. */
size_t slide_neighbours(const event_world *w, const particle *middle, uint32_t *found);

/* Returns the time from now until such a particle has to plan again. */
double slide_recheck(const event_world *w);

/* slide_delta returns the vector from one particle to another, both at the present; slide_velocity,
 * the velocity along x to add to the second's. Both are of the image that the first may meet. */
evo_vec2 slide_delta(const event_world *w, const particle *a, const particle *b);
double slide_velocity(const event_world *w, const particle *a, const particle *b);

/* slide_is_border returns whether a border of a particle's cell is one of the box where images
 * slide; slide_cross crosses it, at the present. */
bool slide_is_border(const event_world *w, uint32_t number, cell_side side);
void slide_cross(event_world *w, uint32_t number, cell_side side);

/* Returns a flight with its y in the box: position and velocity of the image there. */
evo_flight slide_fold(const event_world *w, evo_flight flight, double displacement);

#endif
