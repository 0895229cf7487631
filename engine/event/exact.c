/* exact.c: passes of projected Gauss-Seidel, each of which goes on in the direction of those
 * before: they find out what pushes and what slides. Where that is settled and the rest is far,
 * conjugate gradients among what pushes, until something would pull: so what is light between heavy
 * bodies takes no pass for each of its masses in theirs.
 */
#include "event/exact.h"

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

INLINE void push(const exact_row *row, exact_body *bodies, double normal, double tangent) {
    exact_body *a = &bodies[row->a], *b = &bodies[row->b];
    evo_vec2 along = row->directions[0];
    evo_vec2 impulse = vec_along(vec_scale(along, normal), tangent, vec_left(along));
    a->velocity = vec_along(a->velocity, -a->inverse_mass, impulse);
    b->velocity = vec_along(b->velocity, b->inverse_mass, impulse);
    a->spin -= a->inverse_inertia * (row->levers[0][0] * normal + row->levers[1][0] * tangent);
    b->spin += b->inverse_inertia * (row->levers[0][1] * normal + row->levers[1][1] * tangent);
}

void exact_push(const exact_row *row, exact_body *bodies) {
    push(row, bodies, row->impulses[0], row->impulses[1]);
}

/* What a row lacks: the speed along the normal that it should have, and does not; and what should
 * not slide. */
INLINE double lack(const exact_row *row, double speed, int i) {
    return row->wanted[i] - row->give[i] * row->impulses[i] - speed;
}

/* ---- Gauss-Seidel ---------------------------------------------------------------------------- */

INLINE void solve_row(exact_row *row, exact_body *bodies, bool rubs) {
    double normal = speed_along(row, bodies, 0), tangent = speed_along(row, bodies, 1);
    double change = most_of(lack(row, normal, 0) * row->felt[0], -row->impulses[0]);
    row->changes[0] = change;
    row->changes[1] = 0;
    row->impulses[0] += change;
    double most = row->friction * row->impulses[0];
    if (rubs && (most > 0 || row->impulses[1] != 0)) {
        double lacks = lack(row, tangent + row->turned * change, 1);
        double to = row->impulses[1] + lacks * row->felt[1], last = row->impulses[1];
        row->impulses[1] = least_of(most_of(to, -most), most);
        row->changes[1] = row->impulses[1] - last;
    }
    push(row, bodies, change, row->changes[1]);
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

/* Of bodies, while passes go on: how they were after the last pass, and what has changed since the
 * one before. */
typedef struct pass_bodies {
    exact_body *before, *changes;
} pass_bodies;

static pass_bodies bodies_of(const exact_system *of) {
    return (pass_bodies){of->room, of->room + of->body_count};
}

static void begin_passes(const exact_system *of) {
    pass_bodies last = bodies_of(of);
    for (size_t m = 0; m < of->body_count; ++m) {
        last.before[m] = last.changes[m] = of->bodies[m];
        last.changes[m].velocity = vec(0, 0);
        last.changes[m].spin = 0;
    }
}

/* Goes on by that part of the search so far, which is part of it from now on. */
static void go_on(const exact_system *of, double part) {
    pass_bodies last = bodies_of(of);
    for (exact_row *row = of->rows; row < of->rows + of->row_count; ++row)
        for (int along = 0; along < 2; ++along) {
            double more = part * row->search[along];
            row->search[along] = row->changes[along] + more;
            row->impulses[along] += more;
        }
    for (size_t m = 0; m < of->body_count; ++m) {
        exact_body *body = &of->bodies[m], *before = &last.before[m], *change = &last.changes[m];
        body->velocity = vec_along(body->velocity, part, change->velocity);
        body->spin += part * change->spin;
        change->velocity = vec_sub(body->velocity, before->velocity);
        change->spin = body->spin - before->spin;
        before->velocity = body->velocity;
        before->spin = body->spin;
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
        bool holds = rubs && fabs(row->impulses[1]) < row->grip;
        row->masses[0] = pushes ? row->felt[0] : 0;
        row->masses[1] = pushes && holds ? row->felt[1] : 0;
        for (int i = 0; i < 2; ++i) {
            row->lacks[i] =
                row->masses[i] > 0 ? lack(row, speed_along(row, s->of->bodies, i), i) : 0;
            row->search[i] = 0;
            s->square += row->masses[i] * row->lacks[i] * row->lacks[i];
        }
    }
}

/* The next direction, and how bodies respond to it. */
static void search_turn(gradient_search *s) {
    exact_body *changes = s->of->room;
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
        push(row, changes, row->search[0], row->search[1]);
    }
}

/* How rows respond; returns what the direction is worth. */
static double search_respond(const gradient_search *s) {
    double worth = 0;
    for (exact_row *row = s->of->rows; row < s->of->rows + s->of->row_count; ++row) {
        if (!(row->masses[0] > 0)) continue;
        for (int i = 0; i < 2; ++i) {
            row->responses[i] = row->masses[i] > 0 ? speed_along(row, s->of->room, i)
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
        body->velocity = vec_along(body->velocity, way, s->of->room[m].velocity);
        body->spin += way * s->of->room[m].spin;
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
        const exact_body *a = &of->bodies[row->a], *b = &of->bodies[row->b];
        row->turned = a->inverse_inertia * row->levers[0][0] * row->levers[1][0]
                      + b->inverse_inertia * row->levers[0][1] * row->levers[1][1];
        for (int i = 0; i < 2; ++i) row->felt[i] = row->inverse[i] > 0 ? 1 / row->inverse[i] : 0;
        row->search[0] = row->search[1] = 0;
        row->wanted[0] = -row->offset - vec_dot(row->ground, row->directions[0]);
        row->wanted[1] = row->belt - vec_dot(row->ground, row->directions[1]);
    }
}

void exact_solve(const exact_system *of, const exact_limits *limits) {
    double before = 0;
    int settled = 0;
    begin(of);
    begin_passes(of);
    for (int pass = 1; pass <= limits->passes; ++pass) {
        bool rubs = pass <= limits->rubbing;
        pass_change made = pass_all(of, pass % 2 == 0, rubs);
        if (!(made.fastest > limits->tolerance) || pass == limits->passes) return;
        settled = made.settled ? settled + 1 : 0;
        if (settled < SETTLED) {
            double part = before > 0 && pass != limits->rubbing + 1 ? made.square / before : 0;
            go_on(of, part <= 1 ? part : 0);
            before = made.square;
        } else {
            pass += search(of, limits->passes - pass - 1, 0.5 * limits->tolerance, rubs);
            begin_passes(of);
            before = 0;
            settled = 0;
        }
    }
}
