/* squeezes.c: what is in lanes as floats, as rows of exact.h; levers and spins go by the radius of
 * gyration, as in batch.h, so that one mass serves for all. */
#include "solve/squeezes.h"

/* Of the smallest size, in a substep: what still approaches by less does not; and what is to part
 * by less stays. */
static const double SOLVED = 1e-5, APART = 1e-4;

/* Contacts give by so much (exact.h): next to nothing where they stop what comes, more where they
 * part what overlaps, which need not be at once, and often cannot be. */
static const double GIVE = 1e-7, GIVE_PARTING = 0.01;

/* Passes at most, and those in which friction is found. */
enum { PASSES = 100, RUBBING = 50 };

/* ---- Room ------------------------------------------------------------------------------------ */

size_t squeezes_room(size_t lanes, size_t rows) {
    size_t a_lane =
        2 * sizeof(exact_row) + sizeof(float) + 2 * (4 * sizeof(exact_body) + sizeof(uint32_t));
    return lanes * a_lane + SQUEEZE_BODIES * sizeof(size_t) + rows * sizeof(uint32_t) + 64;
}

void squeezes_lay(solve_squeezes *s, size_t lanes, size_t rows, void *scratch) {
    s->rows = scratch;
    s->parting = s->rows + lanes;
    s->bodies = (exact_body *)(void *)(s->parting + lanes);
    s->room = s->bodies + 2 * lanes;
    s->parted = s->room + 4 * lanes;
    s->body_ends = (size_t *)(void *)(s->parted + 2 * lanes);
    s->gaps = (float *)(void *)(s->body_ends + SQUEEZE_BODIES);
    s->places = (uint32_t *)(void *)(s->gaps + lanes);
    s->number_of = s->places + 2 * lanes;
    array_fill(s->number_of, 0xff, rows, sizeof *s->number_of);
}

/* ---- Out of lanes, and back ------------------------------------------------------------------ */

/* The number of a body of the squeeze that begins with that one. */
static uint32_t number_of(solve_squeezes *s, size_t first, size_t *count, uint32_t place) {
    uint32_t *number = &s->number_of[place / 4];
    if (*number == NONE) {
        *number = (uint32_t)(*count - first);
        s->places[(*count)++] = place;
    }
    return *number;
}

static exact_row row_of(const batch *at, uint32_t lane, const batch_extra *extra) {
    evo_vec2 normal = vec((double)at->normal_x[lane], (double)at->normal_y[lane]);
    exact_row row = {
        .directions = {normal, vec_left(normal)},
        .levers = {{(double)at->turn_a[lane], (double)at->turn_b[lane]},
                   {(double)at->slip_a[lane], (double)at->slip_b[lane]}},
        .friction = (double)at->friction[lane],
        .belt = extra ? (double)extra->belt[lane] : 0,
        .impulses = {(double)at->push[lane], (double)at->drag[lane]},
    };
    return row;
}

static batch_extra *extra_of_lane(const solve_batches *batches, uint32_t at) {
    batch_sort sort = batches->sorts[at / BATCH];
    return sort >= 0 ? &batches->extras[sort] : NULL;
}

static void take_out(solve_squeezes *s, size_t i, const solve_batches *batches) {
    uint32_t at = s->list.lanes[i], lane = at % BATCH;
    batch *from = &batches->items[at / BATCH];
    s->rows[i] = row_of(from, lane, extra_of_lane(batches, at));
    s->gaps[i] = from->gap[lane];
    from->gap[lane] = FAR_APART;
    from->push[lane] = from->drag[lane] = 0;
}

static void put_back(const solve_squeezes *s, size_t i, const solve_batches *batches) {
    uint32_t at = s->list.lanes[i], lane = at % BATCH;
    batch *to = &batches->items[at / BATCH];
    to->gap[lane] = s->gaps[i];
    to->push[lane] = (float)s->rows[i].impulses[0];
    to->drag[lane] = (float)s->rows[i].impulses[1];
}

/* One squeeze: its rows and bodies. */
typedef struct squeeze {
    size_t first, count, first_body, body_count;
    double size; /* the smallest of its bodies */
} squeeze;

static squeeze squeeze_at(const solve_squeezes *s, size_t number) {
    size_t first = number > 0 ? s->list.ends[number - 1] : 0;
    size_t first_body = number > 0 ? s->body_ends[number - 1] : 0;
    squeeze found = {first, s->list.ends[number] - first, first_body,
                     s->body_ends[number] - first_body, (double)s->list.sizes[number]};
    return found;
}

static void load_bodies(solve_squeezes *s, const squeeze *of, const solve_rows *rows) {
    for (size_t i = of->first_body; i < of->first_body + of->body_count; ++i) {
        const float *row = rows->velocity + s->places[i];
        exact_body body = {vec((double)row[0], (double)row[1]), (double)row[2], (double)row[3],
                           (double)row[3]};
        s->bodies[i] = body;
    }
}

static void store_bodies(const solve_squeezes *s, const squeeze *of, const solve_rows *rows) {
    for (size_t i = of->first_body; i < of->first_body + of->body_count; ++i) {
        const exact_body *body = &s->bodies[i];
        float *row = rows->velocity + s->places[i];
        if (!(body->inverse_mass > 0)) continue;
        row[0] = (float)body->velocity.x;
        row[1] = (float)body->velocity.y;
        row[2] = (float)body->spin;
    }
}

static void begin_one(solve_squeezes *s, size_t number, const solve_rows *rows,
                      const solve_batches *batches) {
    size_t begin = number > 0 ? s->body_ends[number - 1] : 0, end = begin;
    size_t first = number > 0 ? s->list.ends[number - 1] : 0;
    for (size_t i = first; i < s->list.ends[number]; ++i) {
        uint32_t at = s->list.lanes[i];
        const batch *from = &batches->items[at / BATCH];
        take_out(s, i, batches);
        s->rows[i].a = number_of(s, begin, &end, from->row_a[at % BATCH]);
        s->rows[i].b = number_of(s, begin, &end, from->row_b[at % BATCH]);
    }
    s->body_ends[number] = end;
    for (size_t i = begin; i < end; ++i) s->number_of[s->places[i] / 4] = NONE;
    squeeze made = squeeze_at(s, number);
    load_bodies(s, &made, rows);
    for (size_t i = first; i < s->list.ends[number]; ++i) {
        exact_weigh(&s->rows[i], s->bodies + begin, GIVE);
        exact_push(&s->rows[i], s->bodies + begin);
    }
    store_bodies(s, &made, rows);
}

void squeezes_begin(solve_squeezes *s, const solve_rows *rows, const solve_batches *batches) {
    for (size_t i = 0; i < s->list.count; ++i) begin_one(s, i, rows, batches);
}

void squeezes_end(const solve_squeezes *s, const solve_batches *batches) {
    for (size_t i = 0; i < s->list.lane_count; ++i) put_back(s, i, batches);
}

/* ---- Solving --------------------------------------------------------------------------------- */

/* How the normal takes a table of rows. */
static double along(const solve_squeezes *s, const squeeze *of, const exact_row *row,
                    const float *table) {
    const float *a = table + s->places[of->first_body + row->a];
    const float *b = table + s->places[of->first_body + row->b];
    evo_vec2 between = vec((double)b[0] - (double)a[0], (double)b[1] - (double)a[1]);
    return vec_dot(row->directions[0], between) + row->levers[0][1] * (double)b[2]
           - row->levers[0][0] * (double)a[2];
}

/* As lanes do it (kernels_lanes.h). */
static void note_approach(const solve_squeezes *s, const squeeze *of, size_t i, double gap_speed,
                          const solve_rows *rows, const solve_batches *batches) {
    uint32_t lane = s->list.lanes[i] % BATCH;
    batch_extra *extra = extra_of_lane(batches, s->list.lanes[i]);
    if (!extra || extra->peak[lane] > 0) return;
    double speed = along(s, of, &s->rows[i], rows->base);
    double rest = speed < 0 ? most_of(least_of(1 + gap_speed / speed, 1), 0) : 0;
    extra->approach[lane] = (float)(speed - rest * along(s, of, &s->rows[i], rows->drive));
}

static void note_push(const solve_squeezes *s, size_t i, const solve_batches *batches, bool relax) {
    uint32_t lane = s->list.lanes[i] % BATCH;
    batch_extra *extra = extra_of_lane(batches, s->list.lanes[i]);
    float push = (float)s->rows[i].impulses[0];
    if (!extra) return;
    if (relax)
        extra->total[lane] += push;
    else if (push > extra->peak[lane])
        extra->peak[lane] = push;
}

/* How far apart the two are by now. */
static double gap_of(const solve_squeezes *s, const squeeze *of, size_t i, const solve_rows *rows) {
    return (double)s->gaps[i] + along(s, of, &s->rows[i], rows->shift);
}

/* Until what is not done is less than that part of the smallest size, in the substep. */
static void solve_rows_of(const solve_squeezes *s, const squeeze *of, double part,
                          exact_row *contacts, exact_body *bodies, const solve_numbers *by) {
    exact_limits limits = {part * of->size * (double)by->per_second, PASSES, RUBBING};
    exact_system all = {contacts + of->first, of->count, bodies + of->first_body, s->room,
                        of->body_count};
    exact_solve(&all, &limits);
}

/* What is open may close; what is not does not approach. */
static void solve_one(solve_squeezes *s, size_t number, const solve_rows *rows,
                      const solve_batches *batches, const solve_numbers *by) {
    squeeze of = squeeze_at(s, number);
    load_bodies(s, &of, rows);
    for (size_t i = of.first; i < of.first + of.count; ++i) {
        double speed = gap_of(s, &of, i, rows) * (double)by->per_second;
        s->rows[i].offset = most_of(speed, 0);
        note_approach(s, &of, i, speed, rows, batches);
    }
    solve_rows_of(s, &of, SOLVED, s->rows, s->bodies, by);
    for (size_t i = of.first; i < of.first + of.count; ++i) note_push(s, i, batches, false);
    store_bodies(s, &of, rows);
}

/* A way out of what overlaps, for this substep alone, that knows no friction: what is wedged would
 * be pushed without end, and no speed is to come of it. */
static bool begin_parting(solve_squeezes *s, const squeeze *of, const solve_rows *rows,
                          const solve_numbers *by) {
    bool any = false;
    for (size_t i = of->first_body; i < of->first_body + of->body_count; ++i) {
        s->parted[i] = s->bodies[i];
        s->parted[i].velocity = vec(0, 0);
        s->parted[i].spin = 0;
    }
    for (size_t i = of->first; i < of->first + of->count; ++i) {
        exact_row *row = &s->parting[i];
        double gap = gap_of(s, of, i, rows);
        *row = s->rows[i];
        row->offset = gap * (double)(gap > 0 ? by->per_second : by->still.rate);
        row->friction = row->impulses[0] = row->impulses[1] = 0;
        exact_weigh(row, s->parted + of->first_body, GIVE_PARTING);
        any |= gap < 0;
    }
    return any;
}

static void part_one(solve_squeezes *s, size_t number, const solve_rows *rows,
                     const solve_numbers *by) {
    squeeze of = squeeze_at(s, number);
    if (!begin_parting(s, &of, rows, by)) return;
    solve_rows_of(s, &of, APART, s->parting, s->parted, by);
    for (size_t i = of.first_body; i < of.first_body + of.body_count; ++i) {
        const exact_body *body = &s->parted[i];
        float *row = rows->velocity + s->places[i];
        if (!(body->inverse_mass > 0)) continue;
        row[0] += (float)body->velocity.x; /* a heavy body may be in several squeezes */
        row[1] += (float)body->velocity.y;
        row[2] += (float)body->spin;
    }
}

void squeezes_solve(solve_squeezes *s, const solve_rows *rows, const solve_batches *batches,
                    const solve_numbers *by) {
    for (size_t i = 0; i < s->list.count; ++i) solve_one(s, i, rows, batches, by);
    for (size_t i = 0; i < s->list.count; ++i) part_one(s, i, rows, by);
}

void squeezes_moved(const solve_squeezes *s, const solve_rows *rows) {
    for (size_t i = 0; i < s->list.count; ++i) {
        squeeze of = squeeze_at(s, i);
        store_bodies(s, &of, rows);
    }
}

/* What pushes does not approach. */
void squeezes_relax(solve_squeezes *s, const solve_rows *rows, const solve_batches *batches,
                    const solve_numbers *by) {
    for (size_t number = 0; number < s->list.count; ++number) {
        squeeze of = squeeze_at(s, number);
        load_bodies(s, &of, rows);
        for (size_t i = of.first; i < of.first + of.count; ++i)
            s->rows[i].offset = s->rows[i].impulses[0] > 0 ? 0 : (double)FAR_APART;
        solve_rows_of(s, &of, SOLVED, s->rows, s->bodies, by);
        for (size_t i = of.first; i < of.first + of.count; ++i) note_push(s, i, batches, true);
        store_bodies(s, &of, rows);
    }
}
