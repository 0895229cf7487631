/* present.h: positions and motions of particles at the present, in the world's coordinates. */
#ifndef ENGINE_EVENT_PRESENT_H
#define ENGINE_EVENT_PRESENT_H

#include "event/event_world.h"
#include "event/slide.h"

/* The present of a world, and what is common to the flights of its particles, found once. */
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

/* Wraps into the periodic box; inside of it the general formula returns x, and costs a division. */
static inline double present_wrapped(double x, double low, double high, double size) {
    const double above = x - low;
    if (above > 0 && above < size) return x;
    const double inside = x - floor(above / size) * size;
    return inside < high ? most_of(inside, low) : low;
}

/* Measures from the cell, which the particle may have left by rounding. Without gravity the general
 * formula gives the same bits. */
static inline evo_vec2 present_unfolded(const event_present *at, const particle *p) {
    const double after = at->now - p->time;
    const evo_vec2 from_corner = at->bent ? particle_position_after(p, after, at->gravity)
                                          : vec_along(p->position, after, p->velocity);
    const evo_vec2 corner =
        vec(at->corner.x + p->column * at->cell.x, at->corner.y + p->row * at->cell.y);
    return vec_add(corner, from_corner);
}

static inline evo_flight present_flight(const event_present *at, uint32_t number) {
    const particle *p = &at->particles[number];
    const particle_rotation *rotation = &at->rotations[number];
    evo_flight f = {present_unfolded(at, p),
                    particle_velocity_after(p, at->now - p->time, at->gravity),
                    rotation->angle + rotation->spin * (at->now - rotation->time), rotation->spin};
    if (at->slides) f = slide_fold(at->world, f, slide_at(at->world, at->now));
    if (!at->periodic) return f;
    f.position.x = present_wrapped(f.position.x, at->low.x, at->high.x, at->box.x);
    f.position.y = present_wrapped(f.position.y, at->low.y, at->high.y, at->box.y);
    return f;
}

/* Returns how far the box has put a particle back, in all, given its flight. */
static inline evo_vec2 present_wraps(const event_present *at, uint32_t number,
                                     const evo_flight *flight) {
    const evo_vec2 unfolded = present_unfolded(at, &at->particles[number]);
    return vec_add(at->rotations[number].wrapped, vec_sub(unfolded, flight->position));
}

#endif
