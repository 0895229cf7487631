/* stepping.h: worlds of engine/step for tests, without the public door. */
#ifndef TESTS_SUPPORT_STEPPING_H
#define TESTS_SUPPORT_STEPPING_H

#include "step/step.h"
#include "support/memory.h"

typedef struct stepping {
    step_world world;
    test_memory counted;
    evo_allocator memory;
} stepping;

enum { STEPPING_LANES = 8 };

void stepping_open(stepping *s, double gravity, int lanes);
void stepping_close(stepping *s);

/* Adds a body of the default material; returns its id. */
uint32_t stepping_add(stepping *s, evo_body_kind kind, evo_shape shape, double x, double y);

/* A floor and two walls: a box open at the top, from (0, 0) to (width, height). */
void stepping_box(stepping *s, double width, double height);

/* Adds a scene by number: a pile of disks, of ellipses, of disks of many sizes, of all shapes, and
 * a crowd of all shapes that is fast and bounces. Positions depend on the random seed. */
enum { STEPPING_FAST = 4, STEPPING_SCENES = 5 };
void stepping_scene(stepping *s, int scene, uint32_t count);

void stepping_run(stepping *s, int steps);
body_state *stepping_state(stepping *s, uint32_t id);

/* Hash of the motion of all bodies, in the order of ids. */
uint64_t stepping_hash(const stepping *s);

/* Adds one body; NONE: out of memory. */
static inline uint32_t stepping_add_body(step_world *w, const evo_body_config *config) {
    const step_addition addition = step_begin_addition(w);
    const uint32_t id = step_add_body(w, config);
    const evo_body added = {id, id == NONE ? 0 : w->bodies.records[id].generation};
    step_end_addition(&addition, &added, id != NONE, id != NONE);
    return id;
}

#endif
