/* particle.h: the bodies of an event world, by their ids.
 *
 * Between two events a particle flies freely and nothing touches its record: the record keeps the
 * position at the particle's own time, from which the present position follows. Positions are
 * relative to the corner of the particle's cell (cells.h), so that precision is that of the cell's
 * size, however large the space.
 */
#ifndef ENGINE_EVENT_PARTICLE_H
#define ENGINE_EVENT_PARTICLE_H

#include <stddef.h>

#include "body/body.h"
#include "core/aligned.h"
#include "core/machine.h"
#include "evolute/collide.h"

static const uint32_t NO_PARTICLE = 0xffffffffu;

/* All that a neighbour reads, in one cache line. */
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
#define PARTICLE_GONE 0x20000000u   /* no particle has the place: the body does not fly */
#define PARTICLE_WAITS 0x40000000u  /* the body is to fly, or to stand, once its change ends */
#define PARTICLE_KIND 0x1fffffffu

/* Its rotation, which disks seldom need, and what is seldom read. */
typedef struct particle_rotation {
    double angle, spin;
    double time; /* its own */
    double last_impact;
    evo_vec2 wrapped; /* how far the periodic box has put it back, in all */
} particle_rotation;

/* What equal particles share: so caches hold it. */
typedef struct particle_kind {
    double inverse_mass, inverse_inertia;
    evo_material material; /* of its first shape; its density is 0 */
    evo_filter filter;     /* of that, too */
    bool shaped;           /* it is more than a disk */
    bool shapeless;        /* it meets nothing, not even walls */
} particle_kind;

typedef struct particle_store {
    const evo_allocator *memory;
    aligned_block block;
    particle *all; /* in the block */
    particle_rotation *rotations;
    size_t capacity, rotation_capacity;
    uint32_t count;   /* places: one for each id of a body */
    uint32_t living;  /* bodies that fly */
    uint32_t waiting; /* the body that waits since last, linked by `next`, or NO_PARTICLE */
    particle_kind *kinds;
    size_t kind_count, kind_capacity;
    size_t shaped_count; /* particles that are more than disks */
    double max_radius;
} particle_store;

/* False when memory is refused; then it is to be freed as well. */
bool particles_init(particle_store *p, const evo_allocator *memory, uint32_t count);
void particles_free(particle_store *p);

/* A body as it begins to fly. */
typedef struct particle_start {
    particle_kind kind;
    evo_flight flight; /* in the world */
    double radius;
} particle_start;

particle_start particle_of_body(const body_store *s, uint32_t id);

/* The number of a kind like this one, be it the one that a body had, or a new one, for which there
 * is room after particles_reserve; NO_PARTICLE when memory is refused. */
uint32_t particles_take_kind(particle_store *p, uint32_t number, const particle_kind *kind);

/* Sets a particle in motion. False: out of memory, nothing has changed. */
bool particles_set(particle_store *p, uint32_t number, const particle_start *start);

/* Takes a particle out of its place. */
void particles_remove(particle_store *p, uint32_t number);

/* Room for so many places, and for a kind; false: out of memory. */
bool particles_reserve(particle_store *p, size_t places);

/* Lists a body that waits, and does not fly: there is room for its place. Takes all off the list;
 * returns the one that waits longest, linked to the others. */
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

/* Position and velocity so long after its own time. */
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

#endif
