/* impulse.c: impulses of one impact, by the laws of Routh and Stronge, and of several at one
 * time. */
#include "flight/flight.h"

#include <assert.h>

/* ==== An impulse ============================================================================== */

/* Routh's law of impact with Stronge's energetic restitution, in closed form.
 *
 * The normal impulse p grows from 0, and Coulomb's friction acts at every instant of it. In the
 * plane the relative velocity at the contact (approach c along the normal, slip s along the
 * tangent) is linear in p as long as the contact slides one way, or sticks, so the whole impact is
 * a few straight pieces. Compression ends where c is 0; restitution ends when the normal force has
 * given back e^2 of the work that compression took. So energy never grows, and where normal and
 * tangent do not mix (disks, smooth outlines) it is Newton's law: then the change of speed is
 * shared in proportion to inverse masses, so that a body that hits a wall, or its equal head-on,
 * leaves with exactly what the laws give. */

static evo_vec2 contact_velocity(const impulse_body *body) {
    return vec_along(body->velocity, body->spin, vec_left(body->arm));
}

/* The part of the inverse effective mass along `delta`, whose square is given, that comes from
 * turning. */
static double angular_part(const impulse_body *body, evo_vec2 delta, double square) {
    if (body->inverse_inertia == 0) return 0;
    double lever = vec_cross(body->arm, delta);
    return body->inverse_inertia * lever * lever / square;
}

/* The inverse effective mass along `delta`. */
static double inverse_along(const impulse_body *a, const impulse_body *b, evo_vec2 delta,
                            double square) {
    return a->inverse_mass * impulse_part(a, delta, square)
           + b->inverse_mass * impulse_part(b, delta, square) + angular_part(a, delta, square)
           + angular_part(b, delta, square);
}

/* Changes the relative velocity by `change` along `delta`, in units of delta. Returns the impulse
 * in the same units. */
static double apply(impulse_body *a, impulse_body *b, double change, evo_vec2 delta,
                    double square) {
    double inverse = inverse_along(a, b, delta, square);
    if (!(inverse > 0)) return 0;
    double impulse = change / inverse;
    a->velocity =
        vec_along(a->velocity, -(a->inverse_mass / inverse) * change, vec_let(a->locked, delta));
    b->velocity =
        vec_along(b->velocity, b->inverse_mass / inverse * change, vec_let(b->locked, delta));
    a->spin -= a->inverse_inertia * vec_cross(a->arm, delta) * impulse;
    b->spin += b->inverse_inertia * vec_cross(b->arm, delta) * impulse;
    return impulse;
}

/* ---- Where normal and tangent do not mix ----------------------------------------------------- */

static double resolve_apart(impulse_body *a, impulse_body *b, evo_vec2 delta, double normal_speed,
                            const impulse_law *law) {
    const evo_vec2 across = vec_left(delta);
    double square = vec_dot(delta, delta), length = sqrt(square);
    double slip = vec_dot(vec_sub(contact_velocity(b), contact_velocity(a)), across);
    double restitution = impulse_restitution(law, -normal_speed / length);
    double after = most_of(-restitution * normal_speed, law->min_speed * length);
    double impulse = apply(a, b, (after - normal_speed) / square, delta, square);
    if (law->friction > 0) {
        /* Coulomb: the slip changes as far as the friction of the normal impulse can change it. */
        double change = -(1 + law->tangential) * slip / square;
        double limit = law->friction * impulse * inverse_along(a, b, across, square);
        apply(a, b, least_of(most_of(change, -limit), limit), across, square);
    }
    return impulse * length;
}

/* ---- Where they do --------------------------------------------------------------------------- */

/* Changes by a unit impulse: the normal one changes `normal` of c and `mixed` of s, the tangential
 * one `mixed` of c and `tangent` of s. */
typedef struct inverse_masses {
    double normal, mixed, tangent;
} inverse_masses;

static void add_inverse(inverse_masses *to, const impulse_body *body, evo_vec2 normal) {
    double along = vec_cross(body->arm, normal), across = vec_cross(body->arm, vec_left(normal));
    const double share = body->inverse_mass * impulse_part(body, normal, 1);
    const double other = body->inverse_mass * impulse_part(body, vec_left(normal), 1);
    to->normal += share + body->inverse_inertia * along * along;
    to->mixed += body->inverse_inertia * along * across
                 + body->inverse_mass * normal.x * normal.y * (body->locked.x - body->locked.y);
    to->tangent += other + body->inverse_inertia * across * across;
}

/* Phases of friction. With a tangential restitution below 0 friction lets go when only so much of
 * the slip is left; above 0 friction goes on pulling the same way when the slip has stopped, as a
 * spring does, until it has given back the square of that part of what it took. */
typedef enum friction_phase {
    FRICTION_HOLDS,
    FRICTION_GIVES_BACK,
    FRICTION_LETS_GO
} friction_phase;

/* An impact in progress. */
typedef struct impact_course {
    inverse_masses by;
    double friction, tangential_restitution;
    friction_phase phase;
    double first;              /* the slip at the beginning */
    double c, s;               /* approach and slip now */
    double normal, tangential; /* impulses up to now */
    double work;               /* work of the normal impulse */
    double taken, owed;        /* work done by friction, and the part of it to be given back */
} impact_course;

/* Effects of a unit of the normal impulse in a piece, the length of the piece, and the slip at its
 * end. */
typedef struct impact_piece {
    double c, s, tangential, length, end;
} impact_piece;

static impact_piece piece_with(const impact_course *k, double tangential) {
    const inverse_masses *by = &k->by;
    impact_piece piece = {by->normal + tangential * by->mixed, by->mixed + tangential * by->tangent,
                          tangential, INFINITY, 0};
    return piece;
}

/* The pull of friction that slides as the impact began. */
static double pull_of(const impact_course *k) {
    return -k->friction * copysign(1, k->first);
}

static impact_piece piece_giving_back(const impact_course *k) {
    impact_piece piece = piece_with(k, pull_of(k));
    double rate = piece.tangential * k->s, growth = piece.tangential * piece.s;
    piece.length = 2 * k->owed / (rate + sqrt(rate * rate + 2 * growth * k->owed));
    piece.end = k->s + piece.s * piece.length;
    return piece;
}

/* The piece in which the contact slides until it sticks, or friction lets go; or in which it
 * sticks. */
static impact_piece piece_holding(const impact_course *k) {
    const inverse_masses *by = &k->by;
    bool sticks = k->s == 0 && fabs(by->mixed) <= k->friction * by->tangent;
    double sense = k->s != 0 ? copysign(1, k->s) : copysign(1, by->mixed);
    impact_piece piece = piece_with(k, sticks ? -by->mixed / by->tangent : -k->friction * sense);
    if (sticks) piece.s = 0;
    piece.end = most_of(-k->tangential_restitution, 0) * (k->s * k->first > 0 ? k->first : 0);
    if (k->s != 0 && piece.s * k->s < 0) piece.length = (piece.end - k->s) / piece.s;
    return piece;
}

static impact_piece piece_of(const impact_course *k) {
    if (k->phase == FRICTION_LETS_GO) return piece_with(k, 0);
    return k->phase == FRICTION_GIVES_BACK ? piece_giving_back(k) : piece_holding(k);
}

/* Turns the phase at the end of a piece in which the contact slid as in the beginning. */
static void turn_phase(impact_course *k) {
    if (k->tangential_restitution < 0 || k->phase == FRICTION_GIVES_BACK) {
        k->phase = FRICTION_LETS_GO;
        return;
    }
    double back = k->tangential_restitution * k->tangential_restitution * k->taken;
    impact_piece next = piece_with(k, pull_of(k));
    if (!(back > 0) || !(next.tangential * next.s > 0)) return; /* the contact sticks, or cannot */
    k->owed = back;
    k->phase = FRICTION_GIVES_BACK;
}

/* Continues to the end of the piece, or by `length`. */
static void follow_piece(impact_course *k, const impact_piece *piece, double length) {
    bool ends = !(length < piece->length), slid = k->s * k->first > 0;
    double given = piece->tangential * length * (k->s + 0.5 * piece->s * length);
    k->work += length * (k->c + 0.5 * piece->c * length);
    k->taken -= given;
    k->owed -= k->phase == FRICTION_GIVES_BACK ? given : 0;
    k->c += piece->c * length;
    k->s = ends ? piece->end : k->s + piece->s * length;
    k->normal += length;
    k->tangential += piece->tangential * length;
    if (ends && (slid || k->phase == FRICTION_GIVES_BACK)) turn_phase(k);
}

/* Pieces of an impact: it slides, and then sticks or slides on, or gives back and lets go. More are
 * never reached. */
enum { PIECES_MOST = 6 };

/* Compresses until the approach is over. */
static void compress(impact_course *k) {
    for (int i = 0; i < PIECES_MOST && k->c < 0; ++i) {
        impact_piece piece = piece_of(k);
        double rest = piece.c > 0 ? -k->c / piece.c : INFINITY;
        bool ends = rest <= piece.length;
        if (!(least_of(rest, piece.length) < INFINITY)) return; /* contact jams by rounding */
        follow_piece(k, &piece, ends ? rest : piece.length);
        if (ends) k->c = 0;
    }
}

/* Restores until the normal force has done `work`; or, if that is 0, until the contact parts at a
 * speed. */
static void restore_normal(impact_course *k, double work, double least) {
    double owed = work;
    for (int i = 0; i < PIECES_MOST && (owed > 0 || k->c < least); ++i) {
        impact_piece piece = piece_of(k);
        if (!(piece.c > 0)) return;
        double by_work = 2 * owed / (k->c + sqrt(k->c * k->c + 2 * piece.c * owed));
        double by_speed = (least - k->c) / piece.c;
        double rest = most_of(owed > 0 ? by_work : 0, by_speed);
        double before = k->work;
        follow_piece(k, &piece, least_of(rest, piece.length));
        owed -= k->work - before;
        if (rest <= piece.length) return;
    }
}

static double resolve_mixed(impulse_body *a, impulse_body *b, evo_vec2 normal,
                            const inverse_masses *by, const impulse_law *law) {
    evo_vec2 apart = vec_sub(contact_velocity(b), contact_velocity(a)), across = vec_left(normal);
    impact_course k = {.by = *by,
                       .friction = law->friction,
                       .tangential_restitution = law->tangential,
                       .c = vec_dot(apart, normal) - law->growth_rate,
                       .s = vec_dot(apart, across)};
    k.first = k.s;
    const double restitution = impulse_restitution(law, -k.c);
    if (law->tangential == -1 && k.s != 0) k.phase = FRICTION_LETS_GO;
    compress(&k);
    restore_normal(&k, -restitution * restitution * k.work, law->min_speed);
    evo_vec2 impulse = vec_along(vec_scale(normal, k.normal), k.tangential, across);
    impulse_push(a, a->arm, vec_negate(impulse));
    impulse_push(b, b->arm, impulse);
    return k.normal;
}

/* ---- Any ------------------------------------------------------------------------------------- */

/* Fraction of the geometric mean of both: a smaller mixed term is rounding. */
static const double UNMIXED = 1e-13;

impulse_result impulse_resolve(impulse_body *a, impulse_body *b, evo_vec2 delta,
                               const impulse_law *law) {
    double length = vec_length(delta);
    evo_vec2 apart = vec_sub(contact_velocity(b), contact_velocity(a));
    double normal_speed = vec_dot(apart, delta) - law->growth_rate * length;
    impulse_result result = {0, 0, length};
    if (!(normal_speed < 0) && !(normal_speed < law->min_speed * length)) return result;
    evo_vec2 normal = vec_scale(delta, 1 / length);
    inverse_masses by = {0, 0, 0};
    add_inverse(&by, a, normal);
    add_inverse(&by, b, normal);
    if (!(by.normal > 0)) return result;
    bool mixed = law->friction > 0 && fabs(by.mixed) > UNMIXED * sqrt(by.normal * by.tangent);
    result.impulse = mixed ? resolve_mixed(a, b, normal, &by, law)
                           : resolve_apart(a, b, delta, normal_speed, law);
    assert(!(result.impulse < 0) && "bodies are pushed apart");
    result.speed = most_of(-normal_speed / length, 0);
    return result;
}

/* ==== Several impulses ======================================================================== */

/* Jacobi iteration with relaxation. In each iteration all pairs change their impulses by a part
 * of what they still lack, computed from the same velocities. The part is so small that a body
 * in many pairs never gets too much: the iteration converges to where each pair has its target
 * speed or no impulse, whatever the order of pairs.
 *
 * Friction comes after all normal impulses, when it can only take energy: within the same iteration
 * it might turn one pair's normal impulse into another's. */

typedef enum impulse_phase { NORMAL, FRICTION } impulse_phase;

/* Iterations that suffice for hundreds of pairs in a heap; a few pairs take some dozens. */
enum { ITERATIONS_MOST = 20000 };

/* Fraction of the fastest approach: less is rounding. LOSS_TOLERANCE: fraction of the speed that
 * restitution takes: no more need be known. */
static const double TOLERANCE = 0x1p-50, LOSS_TOLERANCE = 0x1p-10;

static double inverse_effective_mass(const impulse_body *body, evo_vec2 arm, evo_vec2 direction) {
    double lever = vec_cross(arm, direction);
    return body->inverse_mass * impulse_part(body, direction, 1)
           + body->inverse_inertia * lever * lever;
}

static evo_vec2 relative_velocity(const impulse_body *bodies, const impulse_pair *p) {
    const impulse_body *a = &bodies[p->a], *b = &bodies[p->b];
    evo_vec2 at_a = vec_along(a->velocity, a->spin, vec_left(p->arms[0]));
    evo_vec2 at_b = vec_along(b->velocity, b->spin, vec_left(p->arms[1]));
    return vec_sub(at_b, at_a);
}

static double normal_speed_of(const impulse_body *bodies, const impulse_pair *p) {
    return vec_dot(relative_velocity(bodies, p), p->normal) - p->law.growth_rate;
}

static void prepare(const impulse_body *bodies, impulse_pair *p) {
    const impulse_body *a = &bodies[p->a], *b = &bodies[p->b];
    assert(p->a != p->b);
    double length = vec_length(p->delta);
    p->normal = vec_scale(p->delta, 1 / length);
    evo_vec2 across = vec_left(p->normal);
    p->inverse_effective[0] = inverse_effective_mass(a, p->arms[0], p->normal)
                              + inverse_effective_mass(b, p->arms[1], p->normal);
    p->inverse_effective[1] = inverse_effective_mass(a, p->arms[0], across)
                              + inverse_effective_mass(b, p->arms[1], across);
    double normal_speed = normal_speed_of(bodies, p);
    const double restitution = impulse_restitution(&p->law, -normal_speed);
    p->target = most_of(-restitution * normal_speed, p->law.min_speed);
    p->impulses[0] = p->impulses[1] = 0;
    p->result = (impulse_result){most_of(-normal_speed, 0), 0, length};
}

/* Counts the pairs of each body that can be moved. */
static void count_pairs(impulse_body *bodies, const impulse_pair *pairs, size_t pair_count) {
    for (size_t i = 0; i < pair_count; ++i)
        bodies[pairs[i].a].pair_count = bodies[pairs[i].b].pair_count = 0;
    for (size_t i = 0; i < pair_count; ++i) {
        bodies[pairs[i].a].pair_count += bodies[pairs[i].a].inverse_mass != 0;
        bodies[pairs[i].b].pair_count += bodies[pairs[i].b].inverse_mass != 0;
    }
}

static void set_relaxation(const impulse_body *bodies, impulse_pair *p) {
    uint32_t of_a = bodies[p->a].pair_count, of_b = bodies[p->b].pair_count;
    uint32_t most = of_a > of_b ? of_a : of_b;
    p->relaxation = most > 0 ? 1 / (double)most : 1;
}

/* Finds the missing normal impulse at the present velocities. */
static void find_normal(const impulse_body *bodies, impulse_pair *p) {
    double missing =
        p->relaxation * (p->target - normal_speed_of(bodies, p)) / p->inverse_effective[0];
    p->change = most_of(p->impulses[0] + missing, 0) - p->impulses[0];
}

static double slip_of(const impulse_body *bodies, const impulse_pair *p) {
    return vec_dot(relative_velocity(bodies, p), vec_left(p->normal));
}

/* Finds the missing friction, within Coulomb's bound: it stops the slip, or reverses it. */
static void find_friction(const impulse_body *bodies, impulse_pair *p) {
    double tangent_speed = slip_of(bodies, p) + p->law.tangential * p->slip;
    double most = p->inverse_effective[1] > 0 ? p->law.friction * p->impulses[0] : 0;
    double change =
        most > 0 ? p->impulses[1] - p->relaxation * tangent_speed / p->inverse_effective[1] : 0;
    p->change = least_of(most_of(change, -most), most) - p->impulses[1];
}

static void apply_change(impulse_body *bodies, impulse_pair *p, impulse_phase phase) {
    evo_vec2 direction = phase == NORMAL ? p->normal : vec_left(p->normal);
    evo_vec2 impulse = vec_scale(direction, p->change);
    impulse_push(&bodies[p->a], p->arms[0], vec_negate(impulse));
    impulse_push(&bodies[p->b], p->arms[1], impulse);
    p->impulses[phase] += p->change;
}

/* Returns the largest change of speed in the iteration, as a part of the fastest approach. */
static double iterate(impulse_body *bodies, impulse_pair *pairs, size_t pair_count,
                      impulse_phase phase) {
    double change = 0, fastest = 0;
    for (size_t i = 0; i < pair_count; ++i) {
        impulse_pair *p = &pairs[i];
        if (phase == NORMAL)
            find_normal(bodies, p);
        else
            find_friction(bodies, p);
        change = most_of(change, fabs(p->change) * p->inverse_effective[phase]);
        fastest = most_of(fastest, p->result.speed);
    }
    for (size_t i = 0; i < pair_count; ++i) apply_change(bodies, &pairs[i], phase);
    return fastest > 0 ? change / fastest : 0;
}

/* The tolerance that the most elastic pair needs. */
static double tolerance_of(const impulse_pair *pairs, size_t pair_count) {
    double loss = 1;
    for (size_t i = 0; i < pair_count; ++i) loss = least_of(loss, 1 - pairs[i].law.restitution);
    return most_of(TOLERANCE, LOSS_TOLERANCE * loss);
}

static void solve(impulse_body *bodies, impulse_pair *pairs, size_t pair_count,
                  impulse_phase phase) {
    double tolerance = tolerance_of(pairs, pair_count);
    int iterations = 0;
    while (iterations++ < ITERATIONS_MOST && iterate(bodies, pairs, pair_count, phase) > tolerance)
        continue;
}

/* Bounds friction where slips are turned round: friction might give back more than it takes, and
 * then acts only so far that it gives back all. Energies are of the impulses' work, which is as
 * that of springs. */
static void bound_friction(impulse_body *bodies, impulse_pair *pairs, size_t pair_count) {
    double taken = 0, given = 0;
    for (size_t i = 0; i < pair_count; ++i) {
        const impulse_pair *p = &pairs[i];
        taken -= p->impulses[1] * p->slip;
        given += 0.5 * p->impulses[1] * (slip_of(bodies, p) - p->slip);
    }
    if (!(given > taken)) return;
    double part = most_of(taken / given, 0);
    for (size_t i = 0; i < pair_count; ++i) {
        pairs[i].change = (part - 1) * pairs[i].impulses[1];
        apply_change(bodies, &pairs[i], FRICTION);
    }
}

void impulses_resolve(impulse_body *bodies, impulse_pair *pairs, size_t pair_count) {
    count_pairs(bodies, pairs, pair_count);
    for (size_t i = 0; i < pair_count; ++i) {
        prepare(bodies, &pairs[i]);
        set_relaxation(bodies, &pairs[i]);
    }
    solve(bodies, pairs, pair_count, NORMAL);
    for (size_t i = 0; i < pair_count; ++i) pairs[i].slip = slip_of(bodies, &pairs[i]);
    solve(bodies, pairs, pair_count, FRICTION);
    bound_friction(bodies, pairs, pair_count);
    for (size_t i = 0; i < pair_count; ++i) pairs[i].result.impulse = pairs[i].impulses[0];
}
