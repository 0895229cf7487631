/* now.h: particles, and their shapes, at the time of the event in hand. */
#ifndef ENGINE_EVENT_NOW_H
#define ENGINE_EVENT_NOW_H

#include "core/filter.h"
#include "event/cell_neighbours.h"
#include "event/event_world.h"
#include "event/slide.h"
#include "shape/kind.h"
#include "shape/placed.h"

INLINE const particle_kind *now_kind(const event_world *w, const particle *p) {
    return &w->particles.kinds[p->kind & PARTICLE_KIND];
}

/* A copy at the present. */
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

/* The same on any path; yx is left to be set. */
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
    rotation->angle += rotation->spin * (w->view.now - rotation->time);
    rotation->time = w->view.now;
}

INLINE double now_radius(const event_world *w, const particle *p) {
    return p->radius * w->view.scale;
}

/* Time since the start, at the event in hand. */
INLINE double now_elapsed(const event_world *w) {
    return w->view.now - w->clock.period + w->clock.rewound;
}

/* The world's position of a particle that is at the present. */
INLINE evo_vec2 now_position(const event_world *w, const particle *p) {
    return vec_add(cells_corner(&w->cells, p), p->position);
}

/* Puts a particle into its cell, where it is in the world; the box may put it back. */
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

/* The short way from one particle to another, both at the present. */
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

/* The particles around one that is at the present. */
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
    evo_shape grown; /* room */
} particle_part;

/* The collider that sensors know a particle by. */
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

/* Growth of all lengths, as a part of those at present a second. */
INLINE double now_growth(const event_world *w) {
    return w->view.growth / w->view.scale;
}

static inline double now_angle(const event_world *w, uint32_t number) {
    const particle_rotation *rotation = &w->particles.rotations[number];
    return rotation->angle + rotation->spin * (w->view.now - rotation->time);
}

/* Returns whether a part of a particle meets an obstacle, or a sensor sees it. */
static inline bool part_meets_obstacle(const particle_part *part, const obstacle *at) {
    return !(at->sensor && part->unseen) && filters_meet(part->filter, at->filter);
}

#endif
