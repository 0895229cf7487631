/* exact.c: projected Gauss-Seidel, forwards and backwards in turn. After each pass the search goes
 * on in the direction of those before, by as much as conjugate gradients would, as long as passes
 * change less and less: so the force at the foot of a heap needs no pass for each layer, and what is
 * light between heavy bodies none for each of its masses in theirs.
 */
#include "solve/exact.h"

void exact_place(exact_row *row, evo_vec2 normal, evo_vec2 arm_a, evo_vec2 arm_b) {
    row->directions[0] = normal;
    row->directions[1] = vec_left(normal);
    for (int i = 0; i < 2; ++i) {
        row->levers[i][0] = vec_cross(arm_a, row->directions[i]);
        row->levers[i][1] = vec_cross(arm_b, row->directions[i]);
    }
}

void exact_weigh(exact_row *row, const exact_body *bodies) {
    const exact_body *a = &bodies[row->a], *b = &bodies[row->b];
    for (int i = 0; i < 2; ++i) {
        double of_a = row->levers[i][0], of_b = row->levers[i][1];
        row->inverse[i] = a->inverse_mass + b->inverse_mass + a->inverse_inertia * of_a * of_a
                          + b->inverse_inertia * of_b * of_b;
    }
}

/* Of b against a, along one of the directions. */
INLINE double speed_along(const exact_row *row, const exact_body *bodies, int i) {
    const exact_body *a = &bodies[row->a], *b = &bodies[row->b];
    evo_vec2 velocity = vec_add(vec_sub(b->velocity, a->velocity), row->ground);
    return vec_dot(velocity, row->directions[i]) + b->spin * row->levers[i][1]
           - a->spin * row->levers[i][0];
}

double exact_speed(const exact_row *row, const exact_body *bodies) {
    return speed_along(row, bodies, 0);
}

INLINE void push(const exact_row *row, exact_body *bodies, int i, double impulse) {
    exact_body *a = &bodies[row->a], *b = &bodies[row->b];
    evo_vec2 direction = row->directions[i];
    a->velocity = vec_along(a->velocity, -a->inverse_mass * impulse, direction);
    a->spin -= a->inverse_inertia * row->levers[i][0] * impulse;
    b->velocity = vec_along(b->velocity, b->inverse_mass * impulse, direction);
    b->spin += b->inverse_inertia * row->levers[i][1] * impulse;
}

void exact_push(const exact_row *row, exact_body *bodies) {
    for (int i = 0; i < 2; ++i) push(row, bodies, i, row->impulses[i]);
}

INLINE void change_impulse(exact_row *row, exact_body *bodies, int i, double change) {
    row->impulses[i] += change;
    row->changes[i] += change;
    if (change != 0) push(row, bodies, i, change);
}

INLINE void solve_row(exact_row *row, exact_body *bodies, bool rubs) {
    row->changes[0] = row->changes[1] = 0;
    if (!(row->inverse[0] > 0)) return;
    double lacks = -(speed_along(row, bodies, 0) + row->offset) / row->inverse[0];
    change_impulse(row, bodies, 0, most_of(lacks, -row->impulses[0]));
    double most = row->friction * row->impulses[0];
    if (!rubs || !(row->inverse[1] > 0) || (most == 0 && row->impulses[1] == 0)) return;
    double slip = speed_along(row, bodies, 1) - row->belt;
    double to = least_of(most_of(row->impulses[1] - slip / row->inverse[1], -most), most);
    change_impulse(row, bodies, 1, to - row->impulses[1]);
}

/* What a pass has changed. */
typedef struct pass_change {
    double fastest; /* of speeds */
    double square;  /* of all */
} pass_change;

static pass_change pass_all(exact_row *rows, size_t count, exact_body *bodies, bool back,
                            bool rubs) {
    pass_change made = {0, 0};
    for (size_t i = 0; i < count; ++i) {
        exact_row *row = &rows[back ? count - 1 - i : i];
        solve_row(row, bodies, rubs);
        for (int along = 0; along < 2; ++along) {
            double change = fabs(row->changes[along]) * row->inverse[along];
            made.fastest = most_of(made.fastest, change);
            made.square += change * fabs(row->changes[along]);
        }
    }
    return made;
}

/* Goes on by that part of the search so far, which is part of it from now on. */
static void search_on(exact_row *rows, size_t count, exact_body *bodies, double part) {
    for (size_t i = 0; i < count; ++i)
        for (int along = 0; along < 2; ++along) {
            double change = rows[i].changes[along], more = part * rows[i].search[along];
            if (more != 0) change_impulse(&rows[i], bodies, along, more);
            rows[i].search[along] = change + more;
        }
}

void exact_solve(exact_row *rows, size_t count, exact_body *bodies, const exact_limits *limits) {
    double before = 0;
    for (size_t i = 0; i < count; ++i) rows[i].search[0] = rows[i].search[1] = 0;
    for (int pass = 0; pass < limits->passes; ++pass) {
        pass_change made = pass_all(rows, count, bodies, pass % 2 == 1, pass < limits->rubbing);
        if (!(made.fastest > limits->tolerance) || pass + 1 == limits->passes) return;
        double part = before > 0 ? made.square / before : 0;
        if (pass + 1 == limits->rubbing)
            for (size_t i = 0; i < count; ++i) rows[i].search[1] = rows[i].changes[1] = 0;
        search_on(rows, count, bodies, part <= 1 ? part : 0);
        before = made.square;
    }
}
