/* exact.h: functions of an exact world: start, scheduler, present, plans, particles and obstacles
 * that come and go, search. */
#ifndef ENGINE_EXACT_EXACT_H
#define ENGINE_EXACT_EXACT_H

#include "core/core.h"
#include "exact/cells.h"
#include "exact/world.h"
#include "shape/shape.h"

/* ==== The beginning =========================================================================== */

/* Starts an exact world, and builds its cells anew. */

/* Builds the cells and makes all plans, when all particles have been set. */
event_result event_start(event_world *w);

/* Builds cells anew and makes all plans again. False when memory is refused, or the box is full. */
bool event_rebuild(event_world *w);

/* ==== New cells =============================================================================== */

/* The extent of the cells, and their size.
 *
 * Cells are as wide as two of the widest particle that is not oversize, and wider where radii grow.
 * So a particle meets only those of the cells around its own, and oversize ones, as long as no
 * radius has grown by more than limits.max_scale. */

/* Builds cells for particles whose positions are the world's, and gives obstacles to them. False
 * when memory is refused: nothing else has changed then. */
bool cell_build(event_world *w);

/* Sets the view of searches and the borders from the cells; walls are `size` apart. */
void cell_build_view(event_world *w, evo_vec2 size);

/* Returns whether cells must be rebuilt: radii, or the number of particles in unbounded cells, have
 * grown too large. */
bool cell_build_is_outgrown(const event_world *w);

/* Builds cells for the particles as they are now. False when memory is refused, or the periodic box
 * is full: then the old cells stay. */
bool cell_rebuild(event_world *w);

/* ==== The scheduler =========================================================================== */

/* Takes an exact world from event to event.
 *
 * Each particle plans what it meets first: another particle, a wall, an obstacle, the border of its
 * cell. The plan is in the pair table, its time in the queue. The first event is handled, and the
 * particles in it plan again; no other is touched. A particle whose partner was struck meanwhile
 * plans again when the time of that plan comes. So the cost of an event depends on its particles'
 * neighbours alone.
 *
 * Borders are crossed, and plans renewed, when their time has come: neither changes any path. So
 * many small steps give the same bits as a large one, and cells tell where particles are now. A
 * search for the next impact runs ahead of the present; all that it does on the way is taken
 * back. */

/* Sets *when to the world's time of the next impact; INFINITY: none as far as the search goes.
 * Changes nothing else, except where radii grow. False when memory is refused, or more than `most`
 * events of other kinds come before. */
bool event_peek(event_world *w, uint64_t most, double *when);

/* Moves the present on; exactly to the next impact, if both times are equal for the world's clock.
 * event_next has to follow until it has reached the present. */
void event_advance(event_world *w, double seconds);

/* Moves the present on to a time of the world, whatever presents came before it; not back. */
void event_advance_until(event_world *w, double time);

typedef enum event_outcome {
    EVENT_IMPACT,  /* one more impact, or sensor event */
    EVENT_REACHED, /* no further event up to the present */
    EVENT_SPENT,   /* the allowance is used up */
    EVENT_END,     /* a particle (a) leaves the range of numbers, and is to be taken out */
    EVENT_MEMORY,  /* memory was refused: events up to now stand, and it may be called again */
} event_outcome;

/* Sets how many events in which nothing meets may be handled from now on. */
void event_allow(event_world *w, uint64_t amount);

/* Handles the next impact up to the present. Simultaneous impacts are returned one a call, before
 * anything else happens. */
event_outcome event_next(event_world *w, event_impact *impact);

/* Goes to where a particle leaves the range of numbers. */
void event_go_to_end(event_world *w, uint32_t number);

/* Makes the present the time in hand, before a particle or obstacle joins or leaves between
 * events. */
void event_go_to_present(event_world *w);

/* Returns how many impacts have been handled and not yet returned. */
size_t event_unreported(const event_world *w);

/* Takes the present back to the last event. */
void event_stop(event_world *w);

/* ==== The present ============================================================================= */

/* Positions and motions of particles at the present, in the world's coordinates. */

/* The present of a world, with the data common to the flights of its particles, found once. */
typedef struct event_present {
    const event_world *world;
    const particle *particles;
    const particle_rotation *rotations;
    double now;              /* by the clock as it is set now */
    evo_vec2 gravity;        /* of the space */
    evo_vec2 corner, cell;   /* of the cells, and their size */
    evo_vec2 low, high, box; /* corners of a periodic box, and its size */
    bool periodic, slides, bent;
} event_present;

static inline event_present present_of(const event_world *w) {
    const evo_bounds *b = &w->space.bounds;
    return (event_present){.world = w,
                           .particles = w->particles.all,
                           .rotations = w->particles.rotations,
                           .now = clock_current(&w->clock, w->clock.present),
                           .gravity = w->space.gravity,
                           .corner = w->cells.origin,
                           .cell = w->cells.size,
                           .low = b->min,
                           .high = b->max,
                           .box = vec_sub(b->max, b->min),
                           .periodic = w->space.periodic,
                           .slides = slide_is_on(w),
                           .bent = !vec_is_zero(w->space.gravity)};
}

/* Wraps a coordinate into the periodic box. Inside the box the general formula returns x, too, but
 * costs a division. */
static inline double present_wrapped(double x, double low, double high, double size) {
    const double above = x - low;
    if (above > 0 && above < size) return x;
    const double inside = x - floor(above / size) * size;
    return inside < high ? most_of(inside, low) : low;
}

/* Returns the position before the box wraps it; rounding may put it outside the particle's cell.
 * Without gravity the general formula gives the same bits. */
static inline evo_vec2 present_unfolded(const event_present *at, const particle *p) {
    const double after = at->now - p->time;
    const evo_vec2 from_corner = at->bent ? particle_position_after(p, after, at->gravity)
                                          : vec_along(p->position, after, p->velocity);
    const evo_vec2 corner =
        vec(at->corner.x + p->column * at->cell.x, at->corner.y + p->row * at->cell.y);
    return vec_add(corner, from_corner);
}

/* Returns the angle at a time, limited to the range of numbers. */
static inline double rotation_after(const particle_rotation *rotation, double time) {
    return number_limited(rotation->angle + rotation->spin * (time - rotation->time));
}

static inline evo_flight present_flight(const event_present *at, uint32_t number) {
    const particle *p = &at->particles[number];
    const particle_rotation *rotation = &at->rotations[number];
    evo_flight f = {present_unfolded(at, p),
                    particle_velocity_after(p, at->now - p->time, at->gravity),
                    rotation_after(rotation, at->now), rotation->spin};
    if (at->slides) f = slide_fold(at->world, f, slide_at(at->world, at->now));
    if (!at->periodic) f.position = vector_limited(f.position);
    if (!at->periodic) return f;
    f.position.x = present_wrapped(f.position.x, at->low.x, at->high.x, at->box.x);
    f.position.y = present_wrapped(f.position.y, at->low.y, at->high.y, at->box.y);
    return f;
}

/* Returns the unwrapped position minus the position in the box, given the particle's flight. */
static inline evo_vec2 present_wraps(const event_present *at, uint32_t number,
                                     const evo_flight *flight) {
    const evo_vec2 unfolded = present_unfolded(at, &at->particles[number]);
    return vec_add(at->rotations[number].wrapped, vec_sub(unfolded, flight->position));
}

/* ==== Neighbours ============================================================================== */

/* Particles that a particle can meet before it leaves its cell. */

/* Finds the particles of its own cell and of the eight around, and oversize ones; of an oversize
 * particle, all that it reaches. `found` has room for all there are and CELL_SLOTS more. Returns
 * how many they are, the particle itself among them. */
size_t cells_neighbours(const cells *c, const particle *particles, const particle *middle,
                        uint32_t *found);

/* Prefetches the cells that cells_neighbours reads. */
void cells_prefetch(const cells *c, const particle *middle);

/* ==== Particles now =========================================================================== */

/* Particles, and their shapes, at the time of the event in hand. */

INLINE const particle_kind *now_kind(const event_world *w, const particle *p) {
    return &w->particles.kinds[p->kind & PARTICLE_KIND];
}

/* Returns whether a particle meets walls as a disk. For one with parts, obstacles stand for
 * walls. */
static inline bool now_meets_walls(const event_world *w, const particle *p) {
    return w->space.walled && !particle_is_shaped(p) && !now_kind(w, p)->shapeless;
}

/* Returns whether the filters of two particles let them meet. */
static inline bool now_filters_meet(const event_world *w, const particle *a, const particle *b) {
    return filters_meet(now_kind(w, a)->filter, now_kind(w, b)->filter);
}

/* Fills a copy of a particle at the present. */
INLINE void now_copy(const event_world *w, uint32_t number, particle *copy) {
    const particle *p = &w->particles.all[number];
    double after = w->view.now - p->time;
    evo_vec2 velocity = p->velocity, gravity = vec(0, 0);
    if (!w->rules.plain_gas) {
        gravity = w->space.gravity;
        velocity = vec_along(velocity, 0.5 * after, gravity);
    }
    evo_vec2 position = vec_along(p->position, after, velocity);
    if (!w->rules.plain_gas) velocity = vec_along(velocity, 0.5 * after, gravity);
    copy->radius = p->radius;
    particle_write(copy, position, velocity, w->view.now);
    copy->column = p->column;
    copy->row = p->row;
    copy->kind = p->kind;
}

/* Adds the integral of m v v over a particle's flight from its record's time to another, on a bent
 * path: under gravity, or relative to a flow whose speed grows as the particle rises. */
static inline void now_add_bent(const event_world *w, const particle *p, double after,
                                double mass_time, evo_tensor *to) {
    evo_vec2 v = p->velocity, g = w->space.gravity;
    if (slide_is_on(w)) {
        v.x -= w->space.shear * (cells_corner(&w->cells, p).y + p->position.y);
        g.x = -w->space.shear * v.y;
    }
    const double third = after * after / 3, half = 0.5 * after;
    to->xx += mass_time * (v.x * v.x + after * v.x * g.x + third * g.x * g.x);
    to->xy += mass_time * (v.x * v.y + half * (v.x * g.y + v.y * g.x) + third * g.x * g.y);
    to->yy += mass_time * (v.y * v.y + after * v.y * g.y + third * g.y * g.y);
}

/* Adds the same integral on any path; leaves yx to be set. */
INLINE void now_add_flight(const event_world *w, uint32_t number, double until, evo_tensor *to) {
    const particle *p = &w->particles.all[number];
    const double after = until - p->time, mass_time = after / now_kind(w, p)->inverse_mass;
    if (!w->view.plain || slide_is_on(w)) {
        now_add_bent(w, p, after, mass_time, to);
        return;
    }
    const double along = mass_time * p->velocity.x;
    to->xx += along * p->velocity.x;
    to->xy += along * p->velocity.y;
    to->yy += mass_time * p->velocity.y * p->velocity.y;
}

/* Moves the record itself to the present: only when its path changes there. As long as the path
 * stays, the old record gives positions more exactly. */
INLINE void now_update(event_world *w, uint32_t number) {
    particle *p = &w->particles.all[number];
    particle now;
    now_add_flight(w, number, w->view.now, &w->sums.kinetic);
    now_copy(w, number, &now);
    particle_write(p, now.position, now.velocity, now.time);
}

INLINE void now_update_rotation(const event_world *w, uint32_t number) {
    particle_rotation *rotation = &w->particles.rotations[number];
    rotation->angle = rotation_after(rotation, w->view.now);
    rotation->time = w->view.now;
}

INLINE double now_radius(const event_world *w, const particle *p) {
    return p->radius * w->view.scale;
}

/* Time since the start, at the event in hand. */
INLINE double now_elapsed(const event_world *w) {
    return w->view.now - w->clock.period + w->clock.rewound;
}

/* Returns the world's position of a particle that is at the present. */
INLINE evo_vec2 now_position(const event_world *w, const particle *p) {
    return vec_add(cells_corner(&w->cells, p), p->position);
}

/* Puts a particle at a position of the world into its cell; a periodic box wraps the position. */
static inline void now_put(event_world *w, uint32_t number, evo_vec2 position) {
    const cells *c = &w->cells;
    particle *p = &w->particles.all[number];
    evo_vec2 *wrapped = &w->particles.rotations[number].wrapped;
    cells_put(&w->cells, w->particles.all, number, position);
    if (!c->periodic) return;
    const evo_vec2 moved = vec_sub(position, now_position(w, p));
    wrapped->x += cells_round(moved.x, c->columns * c->size.x);
    wrapped->y += cells_round(moved.y, c->rows * c->size.y);
}

/* Returns the shortest vector from one particle to another, both at the present. */
static inline evo_vec2 now_delta(const event_world *w, const particle *a, const particle *b) {
    if (slide_is_on(w)) return slide_delta(w, a, b);
    int32_t columns = b->column - a->column, rows = b->row - a->row;
    int32_t half_x = w->view.columns / 2, half_y = w->view.rows / 2;
    if (columns > half_x) columns -= w->view.columns;
    if (columns < -half_x) columns += w->view.columns;
    if (rows > half_y) rows -= w->view.rows;
    if (rows < -half_y) rows += w->view.rows;
    evo_vec2 cell = w->view.cell_size;
    return vec(columns * cell.x + (b->position.x - a->position.x),
               rows * cell.y + (b->position.y - a->position.y));
}

/* Finds the particles around `middle`, which is at the present. */
INLINE size_t now_neighbours(const event_world *w, const particle *middle, uint32_t *found) {
    if (slide_is_beside(w, middle)) return slide_neighbours(w, middle, found);
    return cells_neighbours(&w->cells, w->particles.all, middle, found);
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* A shape of a particle as it is at present, and the next of its colliders. */
typedef struct particle_part {
    uint32_t next;
    const evo_shape *shape;
    const evo_material *material;
    evo_filter filter;
    bool unseen;     /* by sensors */
    evo_shape grown; /* storage of a scaled shape */
} particle_part;

/* Returns the collider that stands for a particle in overlaps with sensors. */
static inline uint32_t now_visitor(const event_world *w, uint32_t number) {
    return w->space.bodies->records[number].first_collider;
}

/* Walks over the shapes of a particle: while (now_next_part(...)). */
static inline particle_part now_parts(const event_world *w, uint32_t number) {
    particle_part part;
    part.next = now_visitor(w, number);
    return part;
}

static inline bool now_next_part(const event_world *w, particle_part *part) {
    const body_store *s = w->space.bodies;
    if (part->next == NONE) return false;
    const collider_record *c = &s->colliders[part->next];
    const shape_rules *rules = &collider_entry(c)->rules;
    const double scale = w->limits.built_scale * w->view.scale;
    part->next = c->next;
    part->shape = c->shape;
    part->material = &s->materials.all[c->material];
    part->filter = rules->filter;
    part->unseen = rules->no_sensors;
    if (scale == 1) return true;
    part->grown = shape_scaled(c->shape, scale);
    part->shape = &part->grown;
    return true;
}

/* Returns the growth of all lengths a second, as a fraction of the present lengths. */
INLINE double now_growth(const event_world *w) {
    return w->view.growth / w->view.scale;
}

static inline double now_angle(const event_world *w, uint32_t number) {
    return rotation_after(&w->particles.rotations[number], w->view.now);
}

/* Returns whether a particle can meet an obstacle; only one with parts meets segments of walls. */
static inline bool obstacle_is_for(const obstacle *at, const particle *p) {
    return !at->gone && (!at->shaped_only || particle_is_shaped(p));
}

/* Returns whether filters let a part of a particle meet an obstacle, or enter a sensor. */
static inline bool part_meets_obstacle(const particle_part *part, const obstacle *at) {
    return !(at->sensor && part->unseen) && filters_meet(part->filter, at->filter);
}

/* ==== Plans =================================================================================== */

/* Plan of a particle: its first meeting as far as is known, with another particle or alone. */

/* Tags of plans without another particle. From PLAN_OBSTACLE on: twice the obstacle's number, plus
 * one for leaving a sensor. */
enum {
    PLAN_CROSS = 0,                /* the border of its cell, by cell_side */
    PLAN_WALL = CELL_SIDES,        /* a wall, by cell_side */
    PLAN_RECHECK = 2 * CELL_SIDES, /* nothing: plan again */
    PLAN_OBSTACLE = 16,
};

static inline uint32_t plan_of_obstacle(uint32_t which, bool leaving) {
    return PLAN_OBSTACLE + 2 * which + leaving;
}

static inline uint32_t plan_obstacle(uint32_t tag) {
    return (tag - PLAN_OBSTACLE) / 2;
}

static inline bool plan_leaves(uint32_t tag) {
    return (tag - PLAN_OBSTACLE) % 2 == 1;
}

/* Returns whether an event changes no path: a particle crosses a border, or its plan is outdated or
 * ends. */
static inline bool plan_is_internal(const event_world *w, uint32_t number, const pair_entry *plan) {
    if (plan->other != number) return w->particles.all[plan->other].stamp != plan->tag;
    if (plan->tag >= PLAN_OBSTACLE) return w->obstacles.all[plan_obstacle(plan->tag)].gone;
    return plan->tag < PLAN_WALL || plan->tag == PLAN_RECHECK;
}

/* Returns whether an event ends a flight: the particle leaves the range of numbers. */
static inline bool plan_is_end(const event_world *w, uint32_t number, const pair_entry *plan) {
    return plan->other == number && plan->tag < PLAN_WALL
           && !cells_has_next(&w->cells, &w->particles.all[number], (cell_side)plan->tag);
}

/* Returns the plan of a particle: its first meeting. */
static inline const pair_entry *plan_of(const event_world *w, uint32_t number) {
    return plans_of(&w->plans, number);
}

/* Makes empty plans for all particles, from the time in hand on. False: out of memory. */
static inline bool plan_init(event_world *w) {
    const uint32_t count = w->particles.count;
    plans *p = &w->plans;
    return pair_table_init(&p->table, w->memory, count, count <= PAIR_TABLE_DENSE)
           && queue_init(&p->queue, w->memory, count, w->view.now, w->clock.period);
}

/* plan_forget drops the plan of a particle; plan_restore gives it a plan back that it had. There is
 * room in the queue. */
void plan_forget(event_world *w, uint32_t number);
void plan_restore(event_world *w, uint32_t number, const pair_entry *plan);

/* Makes the plan of a particle at the present. There is room in the queue. */
void plan_make(event_world *w, uint32_t number);

/* Makes the plan again if the particle meets a new obstacle before its planned meeting. */
void plan_for_late(event_world *w, uint32_t number, uint32_t obstacle);

/* Make the plan again after the path has changed: plans of others to meet the particle become
 * outdated. */
void plan_renew(event_world *w, uint32_t number);
void plan_renew_both(event_world *w, uint32_t a, uint32_t b);

/* ==== Joining ================================================================================= */

/* Particles that join an exact world at its present, or leave it. A particle that planned to meet
 * one that left plans again when that time comes; nothing else changes. */

/* Reserves room for `bodies` ids, one of which joins; false: out of memory. */
bool event_reserve_join(event_world *w, size_t bodies);

/* Adds a body as it is in the store. Unless it returns EVENT_OK, nothing has changed. */
event_result event_join(event_world *w, uint32_t number);

/* Removes a particle, which is in no sensor any more. */
void event_leave(event_world *w, uint32_t number);

/* ==== Search ================================================================================== */

/* Particles that may be in a part of space at the world's present, found cell by cell. */

/* A box of half widths `half` that moves along `way`, and a visitor that receives each particle
 * once. */
typedef struct particle_sweep {
    evo_vec2 from, way, half;
    double limit; /* part of the way (0 to 1) that is of interest: the visitor's last answer */
    double (*visit)(void *context, uint32_t number);
    void *context;
} particle_sweep;

/* Visits particles that may come within the box on its way, roughly from its beginning to its
 * end. */
void particles_sweep(const event_world *w, particle_sweep sweep);

/* ==== Obstacles that come and go ============================================================== */

/* Obstacles that enter an exact world at its present, or leave it. Particles that may meet a new
 * one plan again; particles that planned to meet one that left plan again when that time comes. */

/* obstacle_of returns the obstacle of a collider: the state of its body in the store counts as that
 * of the start. obstacle_of_wall returns a segment of a wall, for particles that are more than
 * disks. */
obstacle obstacle_of(const event_world *w, uint32_t collider);
obstacle obstacle_of_wall(const event_world *w, uint32_t number);

/* Adds the obstacle of a collider. Unless it returns EVENT_OK, nothing has changed. */
event_result event_obstruct(event_world *w, uint32_t collider);

/* Removes all obstacles of a body but sensors. Obstacles of a destroyed body are found by its
 * colliders' records until other colliders have their ids. */
void event_clear(event_world *w, uint32_t body);

#endif
