/* island_rows.h: the contacts of an island as inequalities between the velocities of its bodies:
 * each keeps two from approaching, and friction keeps them from sliding, as far as it can.
 */
#ifndef ENGINE_EVENT_ISLAND_ROWS_H
#define ENGINE_EVENT_ISLAND_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/vector.h"

typedef struct island_body {
    evo_vec2 velocity;
    double spin;
    double inverse_mass, inverse_inertia;
} island_body;

typedef struct island_row {
    uint32_t a, b; /* bodies; b may be the ground, which no impulse moves: all 0 */
    evo_vec2 normal;
    evo_vec2 arms[2];
    evo_vec2 ground; /* the velocity of the ground there */
    double offset;   /* speed along the normal, from a to b, that may be lost */
    double friction, belt;
    bool spent; /* it gives all that it may, which is less than it should */
    /* From here on along normal and tangent. */
    evo_vec2 directions[2];
    double levers[2][2]; /* of both arms */
    double inverse[2];   /* inverse effective masses */
    double impulses[2];
    double changes[2]; /* of these, in the pass in hand */
    double search[2];  /* the direction of the search, which passes are a part of */
} island_row;

/* When the row has got bodies and geometry: finds what follows from them. */
void island_row_begin(island_row *row, const island_body *bodies);

/* Then: the speed at which b leaves a; and the impulses that it has act. */
double island_row_speed(const island_row *row, const island_body *bodies);
void island_row_push(const island_row *row, island_body *bodies);

/* Changes impulses until no row lacks more than that speed, as far as that may take. */
void island_rows_solve(island_row *rows, size_t count, island_body *bodies, double tolerance,
                       int rubbing);

#endif
