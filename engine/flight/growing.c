/* growing.c: |d + v t| = R + G t. In: the motion at present; out: the first and the last root.
 *
 * With a = v^2 - G^2, b = d.v - R G and c = d^2 - R^2 the roots are those of a t^2 + 2 b t + c, in
 * the forms in which nothing cancels. Where a is not above 0 circles that touch never part. */
#include "flight/growing.h"

typedef struct growing_roots {
    double a, b, c;
    double square; /* below 0: they miss */
} growing_roots;

static growing_roots roots_of(const circles_motion *e, double growth) {
    growing_roots r = {
        vec_dot(e->velocity, e->velocity) - growth * growth,
        vec_dot(e->offset, e->velocity) - e->reach * growth,
        vec_dot(e->offset, e->offset) - e->reach * e->reach,
        0,
    };
    r.square = r.b * r.b - r.a * r.c;
    return r;
}

double growing_touch(const circles_motion *e, double growth) {
    const growing_roots r = roots_of(e, growth);
    if (r.c <= 0) return 0;
    if (!(r.b < 0 || r.a < 0) || !(r.square >= 0)) return INFINITY;
    return r.c / (sqrt(r.square) - r.b);
}

double growing_exit(const circles_motion *e, double growth) {
    const growing_roots r = roots_of(e, growth);
    if (!(r.a > 0)) return INFINITY;
    if (!(r.square >= 0)) return -INFINITY;
    const double root = sqrt(r.square);
    return r.b > 0 ? -r.c / (root + r.b) : (root - r.b) / r.a;
}
