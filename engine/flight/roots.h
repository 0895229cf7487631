/* roots.h: the real roots of polynomials of low degree. */
#ifndef ENGINE_FLIGHT_ROOTS_H
#define ENGINE_FLIGHT_ROOTS_H

enum { ROOTS_DEGREE = 4 };

/* Finds where c[0] + c[1] t + ... + c[degree] t^degree changes its sign between two finite points,
 * in order, each exact to rounding. Returns how many they are. */
int roots_between(const double *c, int degree, double from, double to, double roots[ROOTS_DEGREE]);

/* No root has a greater magnitude. */
double roots_bound(const double *c, int degree);

#endif
