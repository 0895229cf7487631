/* base.h: values, handles, results and memory, which all other headers use.
 *
 *     evo_pose at = {{2, 1}, 0.5};              // 2 to the right, 1 up, turned by half a radian
 *     evo_vec2 ahead = evo_direction(at.angle); // of length 1
 *     evo_result result = evo_body_set_pose(world, body, at);
 *     if (result != EVO_OK) puts(evo_result_text(result));
 *
 * Units are yours, if they are consistent: metres, kilograms and seconds, say. "units/s" are units
 * of length a second. x points to the right, y up. Angles are in radians, counterclockwise.
 * vector.h has arithmetic of vectors.
 *
 * Numbers must be finite and at most 1e30, unless a field says more. config.complain (world.h) is
 * told which call failed, and of which number.
 *
 * A *config* is a struct that describes what to create. Take the default one, change some fields,
 * pass its address. Every struct may be zeroed; a zeroed config is valid, but not the default one.
 *
 * Functions that list things write up to `capacity` items, and return how many there are, which may
 * be more. The array may be NULL if `capacity` is 0. Each list has a fixed order, the same on every
 * machine. *In order of handles* means by `index`, the lowest first.
 *
 * A failed call changes nothing. Functions that only read give zeros for a zero or stale handle.
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

/* The version of these headers; evo_version (world.h) is that of the library. */
#define EVO_VERSION_MAJOR 0
#define EVO_VERSION_MINOR 1
#define EVO_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Values ---------------------------------------------------------------------------------- */

/* A point or a vector. vector.h makes one by evo_vec(x, y). */
typedef struct evo_vec2 {
    double x, y; /* to the right and up, in units of length */
} evo_vec2;

/* Where a body is. Its own point p is at position + (p turned by angle) in the world. */
typedef struct evo_pose {
    evo_vec2 position; /* of the body's origin */
    double angle;      /* radians */
} evo_pose;

/* An axis-aligned box. */
typedef struct evo_bounds {
    evo_vec2 min, max; /* its lower left and its upper right corner */
} evo_bounds;

/* Returns the vector of length 1 at an angle: its cosine and sine. The error is below 3e-16. The
 * bits are the same on every machine, unlike those of C libraries. (1, 0) for NaN and beyond 2^50
 * radians, where a double no longer resolves a turn. */
EVO_API evo_vec2 evo_direction(double angle);

/* Returns the angle of a vector of any length, in radians, in (-pi, pi]. The error is below 5e-16,
 * and the bits are the same on every machine. @angle-error 0 for (0, 0) and for NaN. */
EVO_API double evo_angle(evo_vec2 direction);

/* ---- Handles --------------------------------------------------------------------------------- */

/* A world of bodies (world.h). */
typedef struct evo_world evo_world;

/* The handle of a body (body.h). A handle names an object of a world. It is a value: copy it, keep
 * it. {0} names nothing. When the object is destroyed its handle is *stale*: it then names nothing
 * for ever, and no new object gets it. @handles-never-return */
typedef struct evo_body {
    uint32_t index, generation; /* place in the world, and count of the bodies that had it */
} evo_body;

/* The handle of a collider, which is a shape of a body (body.h). */
typedef struct evo_collider {
    uint32_t index, generation; /* as those of a body */
} evo_collider;

/* The handle of a chain of segments (body.h). */
typedef struct evo_chain {
    uint32_t index, generation; /* as those of a body */
} evo_chain;

/* The handle of a joint between two bodies (joint.h). */
typedef struct evo_joint {
    uint32_t index, generation; /* as those of a body */
} evo_joint;

/* Return whether both handles name the same object. */
EVO_API bool evo_body_equal(evo_body a, evo_body b);
EVO_API bool evo_collider_equal(evo_collider a, evo_collider b);
EVO_API bool evo_chain_equal(evo_chain a, evo_chain b);
EVO_API bool evo_joint_equal(evo_joint a, evo_joint b);

/* Returns whether a handle is {0}. */
static inline bool evo_body_is_none(evo_body body) {
    return body.index == 0 && body.generation == 0;
}

/* As evo_body_is_none. */
static inline bool evo_collider_is_none(evo_collider collider) {
    return collider.index == 0 && collider.generation == 0;
}

/* As evo_body_is_none. */
static inline bool evo_chain_is_none(evo_chain chain) {
    return chain.index == 0 && chain.generation == 0;
}

/* As evo_body_is_none. */
static inline bool evo_joint_is_none(evo_joint joint) {
    return joint.index == 0 && joint.generation == 0;
}

/* Turns a handle into a number, as a key for a map of your own. */
static inline uint64_t evo_body_pack(evo_body body) {
    return (uint64_t)body.generation << 32 | body.index;
}

/* Turns that number back into the handle. */
static inline evo_body evo_body_unpack(uint64_t number) {
    evo_body body;
    body.index = (uint32_t)number;
    body.generation = (uint32_t)(number >> 32);
    return body;
}

/* As evo_body_pack. */
static inline uint64_t evo_collider_pack(evo_collider collider) {
    return (uint64_t)collider.generation << 32 | collider.index;
}

/* As evo_body_unpack. */
static inline evo_collider evo_collider_unpack(uint64_t number) {
    evo_collider collider;
    collider.index = (uint32_t)number;
    collider.generation = (uint32_t)(number >> 32);
    return collider;
}

/* As evo_body_pack. */
static inline uint64_t evo_chain_pack(evo_chain chain) {
    return (uint64_t)chain.generation << 32 | chain.index;
}

/* As evo_body_unpack. */
static inline evo_chain evo_chain_unpack(uint64_t number) {
    evo_chain chain;
    chain.index = (uint32_t)number;
    chain.generation = (uint32_t)(number >> 32);
    return chain;
}

/* As evo_body_pack. */
static inline uint64_t evo_joint_pack(evo_joint joint) {
    return (uint64_t)joint.generation << 32 | joint.index;
}

/* As evo_body_unpack. */
static inline evo_joint evo_joint_unpack(uint64_t number) {
    evo_joint joint;
    joint.index = (uint32_t)number;
    joint.generation = (uint32_t)(number >> 32);
    return joint;
}

/* ---- Results --------------------------------------------------------------------------------- */

/* Outcome of a call. Any but EVO_OK: the call has failed and changed nothing. @refused-call */
typedef enum evo_result {
    EVO_OK,                /* done */
    EVO_ERROR_INVALID,     /* an argument is NaN, infinite, NULL, or out of its range */
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

/* The source of all memory of a world. Zeroed: that of the C library. */
typedef struct evo_allocator {
    /* Resizes a block as realloc does; sizes in bytes. Block NULL with old_size 0 allocates;
     * new_size 0 frees, and returns NULL. On failure it returns NULL, and leaves the block as it
     * was. */
    void *(*resize)(void *context, void *block, size_t old_size, size_t new_size);
    void *context; /* of yours, for `resize` */
} evo_allocator;

#ifdef __cplusplus
}
#endif

#endif
