/* particle.h: a body between two events: it flies freely, and is looked at only when something
 * happens to it. It keeps the place it had then, and the time of that; where it is now follows.
 *
 * Places are measured from the corner of the flyer's cell (cells.h), so that their precision is
 * that of the cell's size, however large the space.
 */
#ifndef ENGINE_EVENT_PARTICLE_H
#define ENGINE_EVENT_PARTICLE_H

#include "core/machine.h"
#include "core/vector.h"

/* One cache line: all that a neighbour reads. Lanes read the first four numbers at once, and the
 * two behind them. */
typedef struct particle {
    evo_vec2 position; /* at its own time */
    evo_vec2 velocity;
    double time;
    double radius; /* of its disk, or of a circle around its shape; without growth */
    uint16_t column, row;
    uint32_t next;  /* in its cell */
    uint32_t stamp; /* another whenever its way changes */
    uint32_t kind;
} particle;

/* How it is turned, which disks seldom need to know. */
typedef struct particle_rotation {
    double angle, spin;
    double time;        /* its own */
    double last_impact; /* when it was struck last */
} particle_rotation;

/* Where it is a while after its own time, under a steady pull, and how fast. */
INLINE evo_vec2 particle_position_after(const particle *f, double after, evo_vec2 gravity) {
    return vec_along(f->position, after, vec_along(f->velocity, 0.5 * after, gravity));
}

INLINE evo_vec2 particle_velocity_after(const particle *f, double after, evo_vec2 gravity) {
    return vec_along(f->velocity, after, gravity);
}

/* Its first six numbers are written by twos, as lanes read them soon after: a processor hands on
 * what was just written only in the same pieces or in smaller ones. */
INLINE void particle_write_two(double *to, double first, double second) {
#if MACHINE_VECTORS
    typedef double two __attribute__((vector_size(16), aligned(8), may_alias));
    *(two *)to = (two){first, second};
#else
    to[0] = first;
    to[1] = second;
#endif
}

INLINE void particle_write(particle *f, evo_vec2 position, evo_vec2 velocity, double time) {
    particle_write_two(&f->position.x, position.x, position.y);
    particle_write_two(&f->velocity.x, velocity.x, velocity.y);
    particle_write_two(&f->time, time, f->radius);
}

#endif
