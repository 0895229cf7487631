/* cells.h: the particles of an exact world, their cells, the borders of cells, kernels for their
 * neighbours, and prefetching. */
#ifndef ENGINE_EXACT_CELLS_H
#define ENGINE_EXACT_CELLS_H

#include <stddef.h>
#include <string.h>

#include "body/body.h"
#include "core/core.h"
#include "core/memory.h"
#include "evolute/collide.h"
#include "flight/queue.h"

/* ==== Particles =============================================================================== */

/* The bodies of an exact world, by their ids.
 *
 * Between two events a particle flies freely and nothing touches its record: the record keeps
 * the position at the particle's own time, from which the present position follows. Positions
 * are relative to the corner of the particle's cell (see Cells), so that precision is that of
 * the cell's size, however large the space. */

static const uint32_t NO_PARTICLE = 0xffffffffu;

/* A particle: the data that neighbours read, in one cache line. */
typedef struct particle {
    evo_vec2 position; /* at its own time */
    evo_vec2 velocity;
    double time;
    double radius; /* of its disk, or of a circle around its shape; without growth */
    uint16_t column, row;
    uint32_t next;  /* in its cell */
    uint32_t stamp; /* changes whenever its path changes */
    uint32_t kind;  /* with the flags below */
} particle;

/* Lanes load the first six doubles by twos, and column and row as one word. */
_Static_assert(sizeof(particle) == CACHE_LINE, "one particle a cache line");
_Static_assert(offsetof(particle, velocity) == 16 && offsetof(particle, time) == 32
                   && offsetof(particle, radius) == 40 && offsetof(particle, column) == 48
                   && offsetof(particle, row) == 50,
               "lanes read particles at these offsets");

#define PARTICLE_SHAPED 0x80000000u /* it is more than a disk about its centre of mass */
#define PARTICLE_GONE 0x20000000u   /* the record is empty: the body does not fly */
#define PARTICLE_WAITS 0x40000000u  /* the body is to fly, or to stand, once its change ends */
#define PARTICLE_KIND 0x1fffffffu

/* Rotation of a particle, which disks seldom need, and other fields that are seldom read. */
typedef struct particle_rotation {
    double angle, spin;
    double time; /* time of the angle */
    double last_impact;
    evo_vec2 wrapped; /* unwrapped position minus the position in the periodic box */
} particle_rotation;

/* Fields that equal particles share: few enough for caches. */
typedef struct particle_kind {
    double inverse_mass, inverse_inertia;
    evo_material material; /* of its first shape; its density is 0 */
    evo_filter filter;     /* of its first shape, too */
    bool shaped;           /* it is more than a disk */
    bool shapeless;        /* it meets nothing, not even walls */
} particle_kind;

typedef struct particle_store {
    const evo_allocator *memory;
    aligned_block block;
    particle *all; /* in the block */
    particle_rotation *rotations;
    size_t capacity, rotation_capacity;
    uint32_t count;   /* records: one for each id of a body */
    uint32_t living;  /* bodies that fly */
    uint32_t waiting; /* head of the list of waiting bodies, linked by `next`, or NO_PARTICLE */
    particle_kind *kinds;
    size_t kind_count, kind_capacity;
    size_t shaped_count; /* particles that are more than disks */
    double max_radius;
} particle_store;

/* Makes a store of `count` records. False: memory is refused; particles_free has to be called even
 * so. */
bool particles_init(particle_store *p, const evo_allocator *memory, uint32_t count);
void particles_free(particle_store *p);

/* A body as it begins to fly. */
typedef struct particle_start {
    particle_kind kind;
    evo_flight flight; /* in the world */
    double radius;
} particle_start;

particle_start particle_of_body(const body_store *s, uint32_t id);

/* Returns the number of an equal kind: the one that the body had, the last one, or a new one, for
 * which particles_reserve makes room. NO_PARTICLE: memory is refused. */
uint32_t particles_take_kind(particle_store *p, uint32_t number, const particle_kind *kind);

/* Sets a particle in motion. False: out of memory, nothing has changed. */
bool particles_set(particle_store *p, uint32_t number, const particle_start *start);

/* Removes a particle; its record stays, empty. */
void particles_remove(particle_store *p, uint32_t number);

/* Reserves `places` records, and a kind; false: out of memory. */
bool particles_reserve(particle_store *p, size_t places);

/* particles_wait adds a body that does not fly to the waiting list; there is room for its record.
 * particles_take_waiting empties the list; returns the body that waits longest, linked to the
 * others. */
void particles_wait(particle_store *p, uint32_t number);
uint32_t particles_take_waiting(particle_store *p);

/* Returns whether all bodies that wait are listed, each once. */
bool particles_waiting_are_listed(const particle_store *p);

INLINE bool particle_is_gone(const particle *p) {
    return (p->kind & PARTICLE_GONE) != 0;
}

INLINE bool particle_waits(const particle *p) {
    return (p->kind & PARTICLE_WAITS) != 0;
}

/* Return position and velocity `after` seconds past the particle's own time. */
INLINE evo_vec2 particle_position_after(const particle *p, double after, evo_vec2 gravity) {
    return vec_along(p->position, after, vec_along(p->velocity, 0.5 * after, gravity));
}

INLINE evo_vec2 particle_velocity_after(const particle *p, double after, evo_vec2 gravity) {
    return vec_along(p->velocity, after, gravity);
}

INLINE bool particle_is_shaped(const particle *p) {
    return (p->kind & PARTICLE_SHAPED) != 0;
}

/* Writes two doubles at once, as lanes read them soon after: a store is forwarded to a load only
 * when the load reads no more than was stored. */
INLINE void particle_write_two(double *to, double first, double second) {
#if MACHINE_VECTORS
    typedef double two __attribute__((vector_size(16), aligned(8), may_alias));
    *(two *)to = (two){first, second};
#else
    to[0] = first;
    to[1] = second;
#endif
}

INLINE void particle_write(particle *p, evo_vec2 position, evo_vec2 velocity, double time) {
    particle_write_two(&p->position.x, position.x, position.y);
    particle_write_two(&p->velocity.x, velocity.x, velocity.y);
    particle_write_two(&p->time, time, p->radius);
}

/* ==== Cells =================================================================================== */

/* The cell list: which particles are in which cell of a grid.
 *
 * Cells are as wide as two particles, so that a particle meets, before it leaves its cell, only
 * those of its own cell and of the eight around it, as long as these stay in theirs. A few
 * particles far wider than the others may be oversize: they come below.
 *
 * In a periodic box the last column is next to the first. Elsewhere cells at the border reach to
 * infinity: no particle is ever outside. Beyond each border there is one more column or row, always
 * empty, so that neighbours are read without a test. */

/* Particles that a cell names in slots: nearly always all in it. The rest are linked from its
 * overflow, so that neighbours are mostly read without following links. */
enum { CELL_SLOTS = 4 };

typedef struct cell_slots {
    uint32_t slots[CELL_SLOTS];
} cell_slots;

/* Particles for which cells are too narrow. */
typedef struct cell_oversize {
    uint32_t *all;
    size_t count, capacity;
    double limit;    /* particles of a greater radius are oversize */
    double headroom; /* radii may grow by this factor before cells are rebuilt */
    double hollow;   /* fraction of an oversize radius within which no other centre lies */
} cell_oversize;

typedef struct cells {
    const evo_allocator *memory;
    evo_vec2 origin; /* the corner of the first cell */
    evo_vec2 size;   /* of one cell */
    int32_t columns, rows;
    bool periodic;
    cell_slots *all;
    uint8_t *counts;    /* slots in use, by cell */
    uint32_t *overflow; /* first particle beyond the slots, by cell */
    cell_oversize oversize;
    size_t overflow_count; /* particles in overflow, and oversize ones, in all */
    size_t capacity, count_capacity, overflow_capacity;
    size_t border_count; /* particles in cells that reach to infinity */
} cells;

enum {
    CELLS_MAX = 32000, /* columns, or rows */
    CELLS_MIN = 3,     /* along each axis of a periodic box: else both neighbours are one */
};

/* Makes an empty grid over bounds, with about one cell a particle and none smaller than `least`, in
 * the memory of the cells. In a periodic box the bounds are the box. False when memory is
 * refused. */
bool cells_init(cells *c, evo_bounds bounds, bool periodic, double least, size_t particles);
void cells_free(cells *c);

/* Makes room for all columns and rows, and empties them. False when memory is refused. */
bool cells_reserve(cells *c);

/* cells_choose_size returns the size of such cells before it is fitted to the bounds;
 * cells_count_along, how many cells of a size fit along a length. */
double cells_choose_size(evo_vec2 size, double least, size_t particles, bool periodic);
int32_t cells_count_along(double length, double size);

/* Returns the column or row at a distance from the origin; outside the grid, the nearest one. */
int32_t cells_at(double from_origin, double size, int32_t count);

static inline size_t cells_index(const cells *c, int32_t column, int32_t row) {
    return (size_t)(row + 1) * (size_t)(c->columns + 2) + (size_t)(column + 1);
}

/* cells_put puts a particle at a position of the world into its cell; cells_remove takes it out;
 * cells_insert inserts it again by its column and row; cells_corner returns the corner of its
 * cell. */
void cells_put(cells *c, particle *particles, uint32_t number, evo_vec2 position);
void cells_remove(cells *c, particle *particles, uint32_t number);
void cells_insert(cells *c, particle *particles, uint32_t number);
evo_vec2 cells_corner(const cells *c, const particle *p);

/* Returns whether a position, measured from the corner of a particle's cell, is in that cell.
 * Allows for rounding, also that of a flown distance `way`. A cell without a next one has no end
 * there. */
bool cells_hold(const cells *c, const particle *p, evo_vec2 at, double way);

static inline bool cells_is_border(const cells *c, const particle *p) {
    return p->column == 0 || p->row == 0 || p->column + 1 == c->columns || p->row + 1 == c->rows;
}

/* The sides by which a particle leaves its cell. */
typedef enum cell_side { CELL_LEFT, CELL_RIGHT, CELL_DOWN, CELL_UP, CELL_SIDES } cell_side;

static inline bool cell_side_is_x(cell_side side) {
    return side < CELL_DOWN;
}

static inline bool cell_side_is_upper(cell_side side) {
    return side % 2 == 1;
}

/* Returns the multiple of a length that is nearest to a distance. */
static inline double cells_round(double way, double length) {
    return floor(way / length + 0.5) * length;
}

/* Wraps a distance from the corner of a box into it. */
static inline double cells_wrap(double from_corner, double length) {
    const double inside = from_corner - floor(from_corner / length) * length;
    return inside < length ? most_of(inside, 0) : 0;
}

/* Returns whether there is a cell on that side; else the particle's own has no end there. */
bool cells_has_next(const cells *c, const particle *p, cell_side side);

/* Moves a particle to the next cell; its position is measured from there on. */
void cells_cross(cells *c, particle *particles, uint32_t number, cell_side side);

/* ==== Borders ================================================================================= */

/* Events of a particle alone in empty space: it reaches the border of its cell, or a wall. */

/* Walls are around all of space, or there are none. */
typedef struct borders {
    const cells *cells;
    bool walled;
    evo_vec2 size; /* from wall to wall */
} borders;

/* A particle at the present. */
typedef struct border_particle {
    const particle *at;
    evo_vec2 gravity;
    double radius, growth_rate; /* growth of the radius, a second */
} border_particle;

typedef struct border_hit {
    double time;   /* from now; INFINITY: never */
    uint32_t side; /* a cell_side */
} border_hit;

/* 1 for a minus sign, without a branch, which would be unpredictable. */
INLINE uint32_t border_sign(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint32_t)(bits >> 63);
}

/* Returns the time to the border ahead, at 0 or at the cell's far side, without a branch. */
INLINE double border_time(double half_size, double position, double speed) {
    double time = (half_size + copysign(half_size, speed) - position) / speed;
    return speed == 0 ? INFINITY : most_of(time, 0);
}

/* Returns the first border of cells on a straight path without walls: on each axis only one can be
 * reached. */
INLINE border_hit borders_first_cell(const cells *c, const particle *p) {
    uint32_t side_x = CELL_RIGHT - border_sign(p->velocity.x);
    uint32_t side_y = CELL_UP - border_sign(p->velocity.y);
    double time_x = border_time(0.5 * c->size.x, p->position.x, p->velocity.x);
    double time_y = border_time(0.5 * c->size.y, p->position.y, p->velocity.y);
    uint32_t above = -(uint32_t)(time_y < time_x);
    return (border_hit){least_of(time_x, time_y), (side_y & above) | (side_x & ~above)};
}

/* Return when a particle reaches the border of its cell, or the wall, on that side; INFINITY:
 * never. Where there is no cell beyond, the border is the end of the range of numbers. */
double borders_cell_time(const borders *b, const border_particle *p, cell_side side);
double borders_wall_time(const borders *b, const border_particle *p, cell_side side);

/* Returns the distance to where a particle touches the wall on that side; negative beyond. */
double borders_wall_gap(const borders *b, const border_particle *p, cell_side side);

/* The outward normal of a side. */
evo_vec2 borders_direction(cell_side side);

/* ==== Prefetching ============================================================================= */

/* Memory reads ahead of events. Among many particles, data that an event reads has long left the
 * near caches, but the queue has the next events. Prefetching has three steps, each of which needs
 * the data that the one before has loaded: two bins ahead the particle and its plan; one bin ahead
 * the cells around it and its partner; some events ahead the particles in these cells. Nothing but
 * run time depends on it. */

/* Most bodies of a bin that are prefetched. */
enum { PREFETCH_BODIES = 64 };

/* Number of particles up to which caches hold all: only larger worlds prefetch. */
enum { PREFETCH_PARTICLES = 20000 };

typedef struct prefetch_bin {
    uint32_t bodies[PREFETCH_BODIES];
    size_t count, next;
} prefetch_bin;

typedef struct prefetch {
    int64_t bin; /* the queue's current bin when `soon` and `later` were set */
    prefetch_bin soon, later;
    size_t neighbours; /* up to this sorted event, neighbours have been prefetched */
} prefetch;

typedef struct prefetch_source {
    const particle *particles;
    const cells *cells;
    const plans *plans;
    uint32_t *found; /* scratch: room for all particles and CELL_SLOTS more */
} prefetch_source;

/* Prefetches before an event; the queue has sorted the current bin. */
void prefetch_step(prefetch *p, const prefetch_source *from);

/* ==== Kernels for neighbours ================================================================== */

/* Finds the neighbour that a particle meets first, and when: the continuous circle-circle test
 * of one against many.
 *
 * Under one gravity, particles move straight relative to each other. With distance vector d,
 * relative velocity v, sum of radii R and its growth rate G, they touch when |d + v t| = R + G t.
 * With a = v^2 - G^2, b = d.v - R G, c = d^2 - R^2 the first touch is at c / (sqrt(b^2 - a c) - b),
 * in which nothing cancels when they approach (b < 0). Those that touch, or overlap by rounding,
 * and approach meet at once. Of equal times the lowest number counts. */

/* Data that all searches at one time share. */
typedef struct neighbour_view {
    double now;
    evo_vec2 gravity;     /* the same for all */
    double scale, growth; /* of all radii: now, and a second */
    evo_vec2 cell_size;
    int32_t columns, rows; /* of a periodic grid; 0: not periodic */
    bool plain;            /* no gravity, no growth */
    bool nearby;           /* plain, and only particles of the cells around are tested */
    double instant;        /* sooner meetings may be rounding in pairs that slide */
} neighbour_view;

typedef struct neighbour_hit {
    double time;    /* from now; INFINITY: never */
    uint32_t other; /* below 2^31; arbitrary when never */
} neighbour_hit;

/* Particles that a particle may meet; it may be among them. Behind the last is room for
 * NEIGHBOUR_PAD more, which are overwritten. */
typedef struct neighbour_list {
    uint32_t *numbers;
    size_t count;
} neighbour_list;

/* Kernels of a width. `self`: a copy at the present; `number`: the particle's own. */
typedef struct neighbour_kernels {
    neighbour_hit (*first)(const neighbour_view *view, const particle *particles,
                           const particle *self, uint32_t number, neighbour_list others);
} neighbour_kernels;

enum { NEIGHBOUR_PAD = 4, NEIGHBOUR_LANES = 8 };

extern const neighbour_kernels neighbour_kernels_1, neighbour_kernels_8;

/* Returns the kernels for at most this many lanes: NEIGHBOUR_LANES, 4 or 1. */
const neighbour_kernels *neighbour_kernels_for(int lanes);

/* ==== Particles larger than a cell ============================================================ */

/* A few particles far wider than the others, for which cells are not made wider: every small
 * particle would have crowds of neighbours. They are in cells like the others; but others find them
 * everywhere, and they find others as far as they reach.
 *
 * Two still find each other in time. Take two that are about to meet, and the last time before when
 * one of them planned. From then on neither reaches a border of its cell, or it would plan again:
 * so they will meet in the cells they are in.
 *   If the ordinary one planned, it found all oversize ones, wherever they are.
 *   If an oversize one planned, it found the particles of all cells from which it can be touched
 *   while it is in its own, and all oversize ones. One farther off must cross a border first.
 * In a periodic box they meet along the short way between their cells: when they meet they are less
 * than half the box apart, counted in cells, or there are no oversize particles (see
 * oversize_limit), and they are as many cells apart when one plans. */

/* Particles and space that cells are built for. */
typedef struct oversize_query {
    const particle *particles;
    uint32_t count, living;
    double scale;      /* of radii, at present */
    double max_radius; /* of these */
    double headroom;   /* radii may grow by this factor before cells are rebuilt */
    evo_vec2 size;     /* of the space to cover */
    bool periodic;
} oversize_query;

/* Returns the best radius above which particles are oversize: the greatest one, if none should
 * be. */
double oversize_limit(const oversize_query *q);

/* Lists the oversize particles of cells that have just been built, and are still empty. `hollow`: a
 * cell within this fraction of an oversize radius holds none that it might meet. False when memory
 * is refused. */
bool oversize_list(cells *c, const oversize_query *q, double limit, double hollow);

/* For cells_neighbours. oversize_add adds oversize particles to the neighbours of an ordinary one;
 * oversize_neighbours finds all neighbours of an oversize one. They return the new count. */
size_t oversize_add(const cells *c, const particle *particles, const particle *middle,
                    uint32_t *found, size_t count);
size_t oversize_neighbours(const cells *c, const particle *particles, const particle *big,
                           uint32_t *found);

static inline bool oversize_has(const cells *c, const particle *p) {
    return c->oversize.count > 0 && p->radius > c->oversize.limit;
}

#endif
