/* base.h: the words every other header uses: vectors, poses, bounds, results, memory.
 *
 * Units are yours as long as they agree with each other (metres, kilograms and seconds do).
 * y points up, angles are radians counterclockwise. Every struct is legal when zeroed.
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

/* Where a body stands: a point p of the body is at position + p turned by angle. */
typedef struct evo_pose {
    evo_vec2 position;
    double angle;
} evo_pose;

/* A box along the axes. */
typedef struct evo_bounds {
    evo_vec2 min, max;
} evo_bounds;

/* Cosine and sine of an angle, to 3e-16, with the same bits on every machine (a C library's may
 * differ). Beyond 2^50 radians, where a double no longer resolves a turn, and for NaN and
 * infinities the answer is (1, 0). */
EVO_API evo_vec2 evo_direction(double angle);

/* The angle of a direction of any length, in (-pi, pi], to 5e-16, with the same bits on every
 * machine; 0 for (0, 0) and for NaN. */
EVO_API double evo_angle(evo_vec2 direction);

/* ---- Results --------------------------------------------------------------------------------- */

/* What a call that can fail answers. A call that fails has changed nothing. */
typedef enum evo_result {
    EVO_OK,
    EVO_ERROR_INVALID,     /* an argument is NaN, infinite, negative, or otherwise no value */
    EVO_ERROR_STALE,       /* a handle names something destroyed, or nothing */
    EVO_ERROR_MEMORY,      /* the allocator refused */
    EVO_ERROR_LIMIT,       /* a budget or a capacity is used up */
    EVO_ERROR_UNSUPPORTED, /* the call has no meaning for this world or shape */
    EVO_ERROR_CORRUPT,     /* saved bytes are damaged or not ours */
    EVO_ERROR_LOCKED       /* the world is in mid-step */
} evo_result;

/* One English sentence for a result, for logs; never NULL. */
EVO_API const char *evo_result_text(evo_result result);

/* ---- Memory ---------------------------------------------------------------------------------- */

/* All memory goes through one function: a block of old_size bytes (NULL for none) becomes one of
 * new_size bytes (0 frees it and returns NULL) or, when that fails, stays as it was and NULL is
 * returned. A zeroed evo_allocator means the C library's. */
typedef struct evo_allocator {
    void *(*resize)(void *context, void *block, size_t old_size, size_t new_size);
    void *context;
} evo_allocator;

#ifdef __cplusplus
}
#endif

#endif
