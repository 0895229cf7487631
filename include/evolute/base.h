/* base.h: what every other header uses: vectors, poses, bounds, results, memory.
 *
 * Any consistent set of units will do, such as metres, kilograms and seconds. y points up; angles
 * are radians, counterclockwise. Every struct may be zeroed; a zeroed config is legal, but not the
 * default one.
 */
#ifndef EVOLUTE_BASE_H
#define EVOLUTE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define EVO_API
#elif defined(__GNUC__)
#define EVO_API __attribute__((visibility("default")))
#else
#define EVO_API
#endif

#define EVO_VERSION_MAJOR 0
#define EVO_VERSION_MINOR 1
#define EVO_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Values ---------------------------------------------------------------------------------- */

typedef struct evo_vec2 {
    double x, y;
} evo_vec2;

/* A body's frame: its point p is at position + (p turned by angle) in the world. */
typedef struct evo_pose {
    evo_vec2 position;
    double angle;
} evo_pose;

/* An axis-aligned box. */
typedef struct evo_bounds {
    evo_vec2 min, max;
} evo_bounds;

/* Returns cosine and sine of an angle in radians. The error is below 3e-16, and the bits are the
 * same on every machine, unlike those of C libraries. (1, 0) for NaN and beyond 2^50 radians, where
 * a double no longer resolves a turn. */
EVO_API evo_vec2 evo_direction(double angle);

/* Returns the angle of a vector of any length, in (-pi, pi]. The error is below 5e-16, and the bits
 * are the same on every machine. 0 for (0, 0) and for NaN. */
EVO_API double evo_angle(evo_vec2 direction);

/* ---- Handles --------------------------------------------------------------------------------- */

typedef struct evo_world evo_world;

/* Names of what lives in a world; {0} names nothing, and a name of what is gone is never given
 * again. */
typedef struct evo_body {
    uint32_t index, generation;
} evo_body;

typedef struct evo_collider {
    uint32_t index, generation;
} evo_collider;

typedef struct evo_chain {
    uint32_t index, generation;
} evo_chain;

typedef struct evo_joint {
    uint32_t index, generation;
} evo_joint;

/* Return whether both name the same. */
EVO_API bool evo_body_equal(evo_body a, evo_body b);
EVO_API bool evo_collider_equal(evo_collider a, evo_collider b);
EVO_API bool evo_chain_equal(evo_chain a, evo_chain b);
EVO_API bool evo_joint_equal(evo_joint a, evo_joint b);

/* Return whether a handle is {0}, which names nothing. */
static inline bool evo_body_is_none(evo_body body) {
    return body.index == 0 && body.generation == 0;
}

static inline bool evo_collider_is_none(evo_collider collider) {
    return collider.index == 0 && collider.generation == 0;
}

static inline bool evo_chain_is_none(evo_chain chain) {
    return chain.index == 0 && chain.generation == 0;
}

static inline bool evo_joint_is_none(evo_joint joint) {
    return joint.index == 0 && joint.generation == 0;
}

/* Turn handles into numbers, for maps of a program's own, and back. */
static inline uint64_t evo_body_pack(evo_body body) {
    return (uint64_t)body.generation << 32 | body.index;
}

static inline evo_body evo_body_unpack(uint64_t number) {
    evo_body body;
    body.index = (uint32_t)number;
    body.generation = (uint32_t)(number >> 32);
    return body;
}

static inline uint64_t evo_collider_pack(evo_collider collider) {
    return (uint64_t)collider.generation << 32 | collider.index;
}

static inline evo_collider evo_collider_unpack(uint64_t number) {
    evo_collider collider;
    collider.index = (uint32_t)number;
    collider.generation = (uint32_t)(number >> 32);
    return collider;
}

static inline uint64_t evo_chain_pack(evo_chain chain) {
    return (uint64_t)chain.generation << 32 | chain.index;
}

static inline evo_chain evo_chain_unpack(uint64_t number) {
    evo_chain chain;
    chain.index = (uint32_t)number;
    chain.generation = (uint32_t)(number >> 32);
    return chain;
}

static inline uint64_t evo_joint_pack(evo_joint joint) {
    return (uint64_t)joint.generation << 32 | joint.index;
}

static inline evo_joint evo_joint_unpack(uint64_t number) {
    evo_joint joint;
    joint.index = (uint32_t)number;
    joint.generation = (uint32_t)(number >> 32);
    return joint;
}

/* ---- Results --------------------------------------------------------------------------------- */

/* What a call that can fail returns. A failed call has changed nothing. */
typedef enum evo_result {
    EVO_OK,
    EVO_ERROR_INVALID,     /* an argument is NaN, infinite, or out of its range */
    EVO_ERROR_STALE,       /* a handle names a destroyed object, or none */
    EVO_ERROR_MEMORY,      /* the allocator returned NULL */
    EVO_ERROR_LIMIT,       /* a budget or a capacity is used up, or a number is too large */
    EVO_ERROR_UNSUPPORTED, /* the call has no meaning for this world or shape */
    EVO_ERROR_CORRUPT,     /* saved bytes are damaged or of another kind */
    EVO_ERROR_LOCKED       /* the world is in the middle of a step: a callback must not change it */
} evo_result;

/* Returns one English sentence for a result, for logs; never NULL. */
EVO_API const char *evo_result_text(evo_result result);

/* ---- Memory ---------------------------------------------------------------------------------- */

/* All memory goes through one function, which resizes a block as realloc does: block NULL with
 * old_size 0 allocates, new_size 0 frees and returns NULL. On failure it returns NULL and leaves
 * the block as it was. A zeroed evo_allocator means the C library's. */
typedef struct evo_allocator {
    void *(*resize)(void *context, void *block, size_t old_size, size_t new_size);
    void *context;
} evo_allocator;

#ifdef __cplusplus
}
#endif

#endif
