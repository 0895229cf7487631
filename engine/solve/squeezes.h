/* squeezes.h: contacts of what is light between what is heavy (contact/squeeze.h), solved together
 * and rigidly in each substep, after all others.
 *
 * While a step is solved they are out of their lanes, which then do nothing; at its end they are
 * back. */
#ifndef ENGINE_SOLVE_SQUEEZES_H
#define ENGINE_SOLVE_SQUEEZES_H

#include "contact/squeeze.h"
#include "solve/exact.h"
#include "solve/kernels.h"

/* By lane of the list, or by body: bodies of one squeeze stand together. */
typedef struct solve_squeezes {
    squeeze_list list;
    exact_row *rows, *parting;          /* that stop what comes, and that part what overlaps */
    float *gaps;                        /* as their lanes had them */
    exact_body *bodies, *parted, *room; /* so that each does; and room to solve either */
    uint32_t *places;                   /* of the bodies, in the tables of rows */
    size_t *body_ends;                  /* of each squeeze */
    uint32_t *number_of; /* of the body at a place of these tables, in the squeeze in hand */
} solve_squeezes;

/* What that takes of scratch, for so many lanes and rows. */
size_t squeezes_room(size_t lanes, size_t rows);
void squeezes_lay(solve_squeezes *squeezes, size_t lanes, size_t rows, void *scratch);

/* Out of their lanes, and with the pushes of the step before; and back. */
void squeezes_begin(solve_squeezes *s, const solve_rows *rows, const solve_batches *batches);
void squeezes_end(const solve_squeezes *s, const solve_batches *batches);

/* In a substep, after the lanes: so that what squeezes does not approach, and what overlaps is
 * parted on the way that follows; then, when bodies have moved, without what parted them; and once
 * more after the lanes have relaxed. */
void squeezes_solve(solve_squeezes *s, const solve_rows *rows, const solve_batches *batches,
                    const solve_numbers *by);
void squeezes_moved(const solve_squeezes *s, const solve_rows *rows);
void squeezes_relax(solve_squeezes *s, const solve_rows *rows, const solve_batches *batches,
                    const solve_numbers *by);

#endif
