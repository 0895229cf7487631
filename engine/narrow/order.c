#include "narrow/order.h"

#include "shape/kind.h"

/* Returns a number below 0, 0 or above 0: a comes before, with or after b. */
static int compare(double a, double b) {
    return (a > b) - (a < b);
}

static int compare_vectors(evo_vec2 a, evo_vec2 b) {
    int order = compare(a.x, b.x);
    return order != 0 ? order : compare(a.y, b.y);
}

static int compare_sizes(const evo_shape *a, const evo_shape *b) {
    double of_a[SHAPE_NUMBERS], of_b[SHAPE_NUMBERS];
    const int count_a = shape_kind_of(a)->numbers(a, of_a);
    const int count_b = shape_kind_of(b)->numbers(b, of_b);
    int order = compare(shape_reach(a), shape_reach(b));
    if (order == 0) order = compare(count_a, count_b);
    for (int i = 0; i < count_a && order == 0; ++i) order = compare(of_a[i], of_b[i]);
    return order;
}

bool pair_in_order(const evo_shape *a, evo_pose at_a, const evo_shape *b, evo_pose at_b) {
    if (a->kind != b->kind) return a->kind < b->kind;
    int order = compare_vectors(at_a.position, at_b.position);
    if (order == 0) order = compare(at_a.angle, at_b.angle);
    if (order == 0) order = compare_vectors(a->center, b->center);
    if (order == 0) order = compare_vectors(a->axis, b->axis);
    if (order == 0) order = compare_sizes(a, b);
    return order <= 0;
}
