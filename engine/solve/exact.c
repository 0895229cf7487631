/* exact.c: passes of projected Gauss-Seidel, each of which goes on in the direction of those
 * before: they find out what pushes and what slides. Where that is settled and the rest is far,
 * conjugate gradients among what pushes, until something would pull: so what is light between heavy
 * bodies takes no pass for each of its masses in theirs.
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

void exact_weigh(exact_row *row, const exact_body *bodies, double give) {
    const exact_body *a = &bodies[row->a], *b = &bodies[row->b];
    for (int i = 0; i < 2; ++i) {
        double of_a = row->levers[i][0], of_b = row->levers[i][1];
        double inverse = a->inverse_mass + b->inverse_mass + a->inverse_inertia * of_a * of_a
                         + b->inverse_inertia * of_b * of_b;
        row->give[i] = give * inverse;
        row->inverse[i] = inverse + row->give[i];
    }
}

/* Of b against a, along one of the directions. */
INLINE double speed_along(const exact_row *row, const exact_body *bodies, int i) {
    const exact_body *a = &bodies[row->a], *b = &bodies[row->b];
    return vec_dot(vec_sub(b->velocity, a->velocity), row->directions[i])
           + b->spin * row->levers[i][1] - a->spin * row->levers[i][0];
}

double exact_speed(const exact_row *row, const exact_body *bodies) {
    return speed_along(row, bodies, 0) + vec_dot(row->ground, row->directions[0]);
}

/* ---- Impulses -------------------------------------------------------------------------------- */

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

/* What a row lacks: the speed along the normal that it should have, and does not; and what should
 * not slide. */
INLINE double lack(const exact_row *row, const exact_body *bodies, int i) {
    return row->wanted[i] - row->give[i] * row->impulses[i] - speed_along(row, bodies, i);
}

/* ---- Gauss-Seidel ---------------------------------------------------------------------------- */

INLINE void change_impulse(exact_row *row, exact_body *bodies, int i, double change) {
    row->changes[i] += change;
    row->impulses[i] += change;
    if (change != 0) push(row, bodies, i, change);
}

INLINE void solve_row(exact_row *row, exact_body *bodies, bool rubs) {
    row->changes[0] = row->changes[1] = 0;
    if (!(row->inverse[0] > 0)) return;
    double lacks = lack(row, bodies, 0) / row->inverse[0];
    change_impulse(row, bodies, 0, most_of(lacks, -row->impulses[0]));
    double most = row->friction * row->impulses[0];
    if (!rubs || !(row->inverse[1] > 0) || (most == 0 && row->impulses[1] == 0)) return;
    double to = row->impulses[1] + lack(row, bodies, 1) / row->inverse[1];
    change_impulse(row, bodies, 1, least_of(most_of(to, -most), most) - row->impulses[1]);
}

/* Whether it pushes, and whether it holds what would slide. */
INLINE unsigned state_of(const exact_row *row) {
    bool pushes = row->impulses[0] > 0;
    bool holds = pushes && fabs(row->impulses[1]) < row->friction * row->impulses[0];
    return (unsigned)pushes | (unsigned)holds << 1;
}

/* What a pass has changed. */
typedef struct pass_change {
    double fastest; /* of speeds */
    double square;  /* of all, by masses */
    bool settled;   /* no row has another state */
} pass_change;

static pass_change pass_all(const exact_system *of, bool back, bool rubs) {
    pass_change made = {0, 0, true};
    for (size_t i = 0; i < of->row_count; ++i) {
        exact_row *row = &of->rows[back ? of->row_count - 1 - i : i];
        unsigned before = state_of(row);
        solve_row(row, of->bodies, rubs);
        for (int along = 0; along < 2; ++along) {
            double change = fabs(row->changes[along]) * row->inverse[along];
            made.fastest = most_of(made.fastest, change);
            made.square += change * fabs(row->changes[along]);
        }
        made.settled &= state_of(row) == before;
    }
    return made;
}

/* Goes on by that part of the search so far, which is part of it from now on. */
static void go_on(const exact_system *of, double part, bool rubs) {
    for (exact_row *row = of->rows; row < of->rows + of->row_count; ++row)
        for (int along = 0; along < 1 + rubs; ++along) {
            double change = row->changes[along], more = part * row->search[along];
            if (more != 0) change_impulse(row, of->bodies, along, more);
            row->search[along] = change + more;
        }
}

/* ---- Conjugate gradients --------------------------------------------------------------------- */

/* A search among the rows that push, and do not slide. */
typedef struct gradient_search {
    const exact_system *of;
    double square; /* of what rows lack, by their masses */
    double turn;   /* the part of the last direction that is in the next */
    double most;   /* how far along the direction nothing pulls, and nothing slides */
} gradient_search;

static void search_begin(gradient_search *s, bool rubs) {
    s->square = s->turn = 0;
    for (exact_row *row = s->of->rows; row < s->of->rows + s->of->row_count; ++row) {
        bool pushes = row->impulses[0] > 0;
        row->grip = row->friction * row->impulses[0];
        bool holds = rubs && row->inverse[1] > 0 && fabs(row->impulses[1]) < row->grip;
        row->masses[0] = pushes ? 1 / row->inverse[0] : 0;
        row->masses[1] = pushes && holds ? 1 / row->inverse[1] : 0;
        for (int i = 0; i < 2; ++i) {
            row->lacks[i] = row->masses[i] > 0 ? lack(row, s->of->bodies, i) : 0;
            row->search[i] = 0;
            s->square += row->masses[i] * row->lacks[i] * row->lacks[i];
        }
    }
}

INLINE void push_both(const exact_row *row, exact_body *bodies, const double *impulses) {
    exact_body *a = &bodies[row->a], *b = &bodies[row->b];
    evo_vec2 along = row->directions[0];
    evo_vec2 all = vec_along(vec_scale(along, impulses[0]), impulses[1], vec_left(along));
    a->velocity = vec_along(a->velocity, -a->inverse_mass, all);
    b->velocity = vec_along(b->velocity, b->inverse_mass, all);
    a->spin -=
        a->inverse_inertia * (row->levers[0][0] * impulses[0] + row->levers[1][0] * impulses[1]);
    b->spin +=
        b->inverse_inertia * (row->levers[0][1] * impulses[0] + row->levers[1][1] * impulses[1]);
}

/* The next direction, and how bodies respond to it. */
static void search_turn(gradient_search *s) {
    exact_body *changes = s->of->changes;
    s->most = INFINITY;
    for (size_t m = 0; m < s->of->body_count; ++m) {
        changes[m] = s->of->bodies[m];
        changes[m].velocity = vec(0, 0);
        changes[m].spin = 0;
    }
    for (exact_row *row = s->of->rows; row < s->of->rows + s->of->row_count; ++row) {
        if (!(row->masses[0] > 0)) continue;
        for (int i = 0; i < 2; ++i)
            row->search[i] = row->masses[i] * row->lacks[i] + s->turn * row->search[i];
        double most = row->search[1] > 0 ? row->grip : -row->grip;
        if (row->search[0] < 0) s->most = least_of(s->most, row->impulses[0] / -row->search[0]);
        if (row->search[1] != 0)
            s->most = least_of(s->most, (most - row->impulses[1]) / row->search[1]);
        push_both(row, changes, row->search);
    }
}

/* How rows respond; returns what the direction is worth. */
static double search_respond(const gradient_search *s) {
    double worth = 0;
    for (exact_row *row = s->of->rows; row < s->of->rows + s->of->row_count; ++row) {
        if (!(row->masses[0] > 0)) continue;
        for (int i = 0; i < 2; ++i) {
            row->responses[i] = row->masses[i] > 0 ? speed_along(row, s->of->changes, i)
                                                         + row->give[i] * row->search[i]
                                                   : 0;
            worth += row->search[i] * row->responses[i];
        }
    }
    return worth;
}

/* Goes so far; returns the most that a row lacks then. */
static double search_go(gradient_search *s, double way) {
    double worst = 0, square = 0;
    for (size_t m = 0; m < s->of->body_count; ++m) {
        exact_body *body = &s->of->bodies[m];
        body->velocity = vec_along(body->velocity, way, s->of->changes[m].velocity);
        body->spin += way * s->of->changes[m].spin;
    }
    for (exact_row *row = s->of->rows; row < s->of->rows + s->of->row_count; ++row) {
        if (!(row->masses[0] > 0)) continue;
        for (int i = 0; i < 2; ++i) {
            row->impulses[i] += way * row->search[i];
            row->lacks[i] -= way * row->responses[i];
            square += row->masses[i] * row->lacks[i] * row->lacks[i];
            worst = most_of(worst, fabs(row->lacks[i]));
        }
        row->impulses[0] = most_of(row->impulses[0], 0);
    }
    s->turn = square / s->square;
    s->square = square;
    return worst;
}

/* Of the square of what was lacking: then passes are to see what pushes now. */
static const double SEARCHED = 1e-6;

/* Returns how many passes it took. */
static int search(const exact_system *of, int passes, double tolerance, bool rubs) {
    gradient_search s = {of, 0, 0, 0};
    search_begin(&s, rubs);
    double enough = SEARCHED * s.square;
    for (int pass = 0; pass < passes; ++pass) {
        if (!(s.square > enough)) return pass;
        search_turn(&s);
        double worth = search_respond(&s), way = s.square / worth;
        if (!(worth > 0)) return pass;
        if (!(search_go(&s, least_of(way, s.most)) > tolerance) || s.most < way) return pass + 1;
    }
    return passes;
}

/* After so many passes in which all rows stayed what they were, the rest is but far. */
enum { SETTLED = 3 };

static void begin(const exact_system *of) {
    for (exact_row *row = of->rows; row < of->rows + of->row_count; ++row) {
        row->search[0] = row->search[1] = 0;
        row->wanted[0] = -row->offset - vec_dot(row->ground, row->directions[0]);
        row->wanted[1] = row->belt - vec_dot(row->ground, row->directions[1]);
    }
}

void exact_solve(const exact_system *of, const exact_limits *limits) {
    double before = 0;
    int settled = 0;
    begin(of);
    for (int pass = 1; pass <= limits->passes; ++pass) {
        bool rubs = pass <= limits->rubbing;
        pass_change made = pass_all(of, pass % 2 == 0, rubs);
        if (!(made.fastest > limits->tolerance) || pass == limits->passes) return;
        settled = made.settled ? settled + 1 : 0;
        if (settled < SETTLED) {
            double part = before > 0 ? made.square / before : 0;
            go_on(of, part <= 1 ? part : 0, rubs);
            before = made.square;
        } else {
            pass += search(of, limits->passes - pass - 1, 0.5 * limits->tolerance, rubs);
            before = 0;
            settled = 0;
        }
    }
}
