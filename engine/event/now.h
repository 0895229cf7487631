/* now.h: particles, and their shapes, at the time of the event in hand. */
#ifndef ENGINE_EVENT_NOW_H
#define ENGINE_EVENT_NOW_H

#include <math.h>

#include "core/filter.h"
#include "event/event_world.h"
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

/* Adds the integral of m v v over a particle's flight from its record's time to another. */
INLINE void now_add_flight(const event_world *w, uint32_t number, double until, evo_tensor *to) {
    const particle *p = &w->particles.all[number];
    const evo_vec2 v = p->velocity, g = w->space.gravity;
    const double after = until - p->time, mass_time = after / now_kind(w, p)->inverse_mass;
    double xx = v.x * v.x, xy = v.x * v.y, yy = v.y * v.y;
    if (!w->rules.plain_gas) {
        const double third = after * after / 3;
        xx += after * v.x * g.x + third * g.x * g.x;
        xy += 0.5 * after * (v.x * g.y + v.y * g.x) + third * g.x * g.y;
        yy += after * v.y * g.y + third * g.y * g.y;
    }
    to->xx += mass_time * xx;
    to->xy += mass_time * xy;
    to->yx = to->xy;
    to->yy += mass_time * yy;
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

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* A particle's own parts, or its disk. */
typedef struct part_list {
    particle_part disk; /* of a particle without parts */
    const particle_part *all;
    size_t count;
} part_list;

static inline void now_parts(const event_world *w, uint32_t number, part_list *list) {
    const particle *p = &w->particles.all[number];
    const particle_kind *kind = now_kind(w, p);
    if (p->kind & PARTICLE_SHAPED) {
        list->all = w->particles.parts + kind->first_part;
        list->count = kind->part_count;
        return;
    }
    list->disk =
        (particle_part){evo_circle(now_radius(w, p)), kind->material, kind->filter, kind->unseen};
    list->all = &list->disk;
    list->count = 1;
}

static inline double now_angle(const event_world *w, uint32_t number) {
    const particle_rotation *rotation = &w->particles.rotations[number];
    return rotation->angle + rotation->spin * (w->view.now - rotation->time);
}

/* A part of a particle at this position. */
static inline placed now_placed(const event_world *w, uint32_t number, const particle_part *part,
                                evo_vec2 at) {
    return placed_at(&part->shape, at, evo_direction(now_angle(w, number)));
}

/* Returns whether a part of a particle meets an obstacle, or a sensor sees it. */
static inline bool part_meets_obstacle(const particle_part *part, const obstacle *at) {
    return !(at->sensor && part->unseen) && filters_meet(part->filter, at->filter);
}

#endif
