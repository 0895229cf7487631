/* gap_truth.c: see gap_truth.h. */
#include "support/gap_truth.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Bits of the column `flags`. */
enum { MANY_NORMALS = 1, NO_NORMAL = 2, NO_DEPTH = 4 };

static evo_vec2 read_exact(const csv *row, const char *x, const char *y) {
    evo_vec2 v = {csv_number(row, x), csv_number(row, y)};
    return v;
}

gap_truth gap_truth_read(const csv *row) {
    gap_truth truth;
    memset(&truth, 0, sizeof truth);
    truth.id = (int)csv_number(row, "id");
    truth.hit = (int)csv_number(row, "hit");
    truth.flags = (int)csv_number(row, "flags");
    truth.family = csv_text(row, "fam");
    truth.sigma = csv_number(row, "sigma");
    truth.size = csv_number(row, "size");
    truth.rel = csv_number(row, "rel");
    truth.ncond = csv_number(row, "ncond");
    truth.rho_a = csv_number(row, "rhoa");
    truth.rho_b = csv_number(row, "rhob");
    truth.slide_low = csv_has(row, "slo") ? csv_number(row, "slo") : 0;
    truth.slide_high = csv_has(row, "shi") ? csv_number(row, "shi") : 0;
    truth.normal = read_exact(row, "nx", "ny");
    truth.point_a = read_exact(row, "pax", "pay");
    truth.point_b = read_exact(row, "pbx", "pby");
    return truth;
}

evo_vec2 csv_vector(const csv *row, const char *x, const char *y) {
    evo_vec2 v = {csv_float(row, x), csv_float(row, y)};
    return v;
}

static double apart(evo_vec2 a, evo_vec2 b) {
    return hypot(a.x - b.x, a.y - b.y);
}

/* How far a point has slid from the one given, as far as it may. */
static double slide_of(const gap_truth *truth, evo_vec2 a) {
    const double way =
        (a.x - truth->point_a.x) * -truth->normal.y + (a.y - truth->point_a.y) * truth->normal.x;
    return fmin(fmax(way, truth->slide_low), truth->slide_high);
}

/* NULL, or the name of the wrong quantity. */
static const char *judge(const gap_truth *truth, bool overlap, evo_gap gap, evo_vec2 shift) {
    double length = truth->size + fmax(0, truth->sigma);
    if (!isfinite(gap.distance) || !isfinite(gap.normal.x + gap.normal.y)) return "not finite";
    if (truth->rel > 4e-6 && overlap != (truth->hit == 1)) return "yes/no";
    if (truth->rel > 4e-6 && (gap.distance < 0) != (truth->hit == 1)) return "sign";
    if (truth->flags & NO_DEPTH) return NULL;
    if (fabs(gap.distance - truth->sigma) > 4e-6 * length) return "distance";
    /* If the normal is not unique, any normal of the right depth is correct. */
    if (truth->flags & (NO_NORMAL | MANY_NORMALS)) return NULL;
    double ncond = fmin(truth->ncond, 1e30);
    if (apart(gap.normal, truth->normal) > 2e-5 + 4e-6 * ncond) return "normal";
    evo_vec2 a = {gap.point_a.x - shift.x, gap.point_a.y - shift.y};
    evo_vec2 b = {gap.point_b.x - shift.x, gap.point_b.y - shift.y};
    const double slid = slide_of(truth, a);
    a = (evo_vec2){a.x + slid * truth->normal.y, a.y - slid * truth->normal.x};
    b = (evo_vec2){b.x + slid * truth->normal.y, b.y - slid * truth->normal.x};
    if (apart(a, truth->point_a) > 8e-6 * length * (1 + fabs(truth->rho_a) / length * ncond))
        return "point a";
    if (apart(b, truth->point_b) > 8e-6 * length * (1 + fabs(truth->rho_b) / length * ncond))
        return "point b";
    return NULL;
}

static evo_gap mirrored(evo_gap gap) {
    evo_gap m = {gap.distance, {-gap.normal.x, -gap.normal.y}, gap.point_b, gap.point_a};
    return m;
}

static evo_pose moved(evo_pose at, evo_vec2 by) {
    at.position.x += by.x;
    at.position.y += by.y;
    return at;
}

int gap_truth_judge(const gap_truth *truth, const pair_case *c, const char *file, double *worst) {
    static const evo_vec2 shifts[2] = {{0, 0}, {1e6, -1e6}};
    int faults = 0;
    for (int far = 0; far < 2; ++far) {
        evo_pose at_a = moved(c->at_a, shifts[far]), at_b = moved(c->at_b, shifts[far]);
        for (int swap = 0; swap < 2; ++swap) {
            bool overlap = swap ? evo_overlap(&c->b, at_b, &c->a, at_a)
                                : evo_overlap(&c->a, at_a, &c->b, at_b);
            evo_gap gap = swap ? mirrored(evo_measure(&c->b, at_b, &c->a, at_a))
                               : evo_measure(&c->a, at_a, &c->b, at_b);
            const char *fault = judge(truth, overlap, gap, shifts[far]);
            double error =
                fabs(gap.distance - truth->sigma) / (truth->size + fmax(0, truth->sigma));
            if (!far && !(truth->flags & NO_DEPTH) && error > *worst) *worst = error;
            if (!fault) continue;
            printf("%s row %d (%s)%s%s: %s: %.17g, not %.17g\n", file, truth->id, truth->family,
                   swap ? ", swapped" : "", far ? ", far" : "", fault, gap.distance, truth->sigma);
            ++faults;
        }
    }
    return faults;
}
