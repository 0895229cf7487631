/* roots.c: between two neighbouring roots of its derivative a polynomial is monotonic, and has one
 * root or none: so the roots of each degree bracket those of the next. */
#include "flight/roots.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>

static double value_at(const double *c, int degree, double t) {
    double value = c[degree];
    for (int i = degree - 1; i >= 0; --i) value = value * t + c[i];
    return value;
}

/* Bisection alone would do with fewer. */
enum { MAX_ITERATIONS = 100 };

/* The root between two points of different signs: by Newton's step where that stays between them
 * and converges, else by bisection. */
static double root_between(const double *c, const double *derivative, int degree, double from,
                           double to) {
    bool rises = value_at(c, degree, to) > 0;
    double at = 0.5 * (from + to), before = to - from;
    for (int i = 0; i < MAX_ITERATIONS && from < to; ++i) {
        double value = value_at(c, degree, at);
        if (value == 0) return at;
        if ((value > 0) == rises)
            to = at;
        else
            from = at;
        double step = -value / value_at(derivative, degree - 1, at), next = at + step;
        bool converges = next > from && next < to && fabs(step) < 0.5 * before;
        if (!converges) next = 0.5 * (from + to);
        before = fabs(next - at);
        if (next == at || next <= from || next >= to) return at;
        at = next;
    }
    return at;
}

/* Adds the root between two points, if there is one. */
static int add_root(const double *c, const double *derivative, int degree, double from, double to,
                    double *roots, int count) {
    double before = value_at(c, degree, from), after = value_at(c, degree, to);
    if ((before > 0) == (after > 0)) return count;
    roots[count] = root_between(c, derivative, degree, from, to);
    return count + 1;
}

int roots_between(const double *c, int degree, double from, double to, double roots[ROOTS_DEGREE]) {
    while (degree > 0 && c[degree] == 0) --degree;
    assert(degree <= ROOTS_DEGREE);
    if (degree == 0 || !(from < to)) return 0;
    double derivative[ROOTS_DEGREE], extrema[ROOTS_DEGREE];
    for (int i = 1; i <= degree; ++i) derivative[i - 1] = i * c[i];
    int extremum_count = degree > 1 ? roots_between(derivative, degree - 1, from, to, extrema) : 0;
    int count = 0;
    for (int i = 0; i <= extremum_count; ++i) {
        double begin = i == 0 ? from : extrema[i - 1], end = i == extremum_count ? to : extrema[i];
        count = add_root(c, derivative, degree, begin, end, roots, count);
    }
    return count;
}

double roots_bound(const double *c, int degree) {
    while (degree > 0 && c[degree] == 0) --degree;
    double most = 0;
    for (int i = 0; i < degree; ++i) most = fmax(most, fabs(c[i] / c[degree]));
    return 1 + most;
}
