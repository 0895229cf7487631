/* gap_truth.h: answers of the reference cases to overlap and gap, and their tolerances: those of
 * tests/cases/README.md. */
#ifndef TESTS_SUPPORT_GAP_TRUTH_H
#define TESTS_SUPPORT_GAP_TRUTH_H

#include "evolute/collide.h"
#include "support/csv.h"

typedef struct pair_case {
    evo_shape a, b;
    evo_pose at_a, at_b;
} pair_case;

typedef struct gap_truth {
    int id, hit, flags;
    const char *family;
    double sigma, size, rel, ncond, rho_a, rho_b;
    double slide_low, slide_high; /* both points may slide so far along the tangent */
    evo_vec2 normal, point_a, point_b;
} gap_truth;

evo_vec2 csv_vector(const csv *row, const char *x, const char *y); /* of float32 */

gap_truth gap_truth_read(const csv *row);

/* Judges a case in both orders, in place and a million units away, prints and returns the number of
 * faults. */
int gap_truth_judge(const gap_truth *truth, const pair_case *c, const char *file, double *worst);

#endif
