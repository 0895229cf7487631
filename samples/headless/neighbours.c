/* neighbours.c: the pair distribution function: the density of centres at a distance from a centre,
 * relative to an ideal gas, up to five times the mean spacing or half of the box. */
#include <math.h>
#include <stdlib.h>

#include "headless/recorder.h"
#include "headless/table.h"

enum { BINS = 200 };

static const double PI = 3.14159265358979, REACH = 5;

typedef struct neighbours {
    const char *path, *origin;
    double from;
    evo_vec2 *positions; /* of all movers, by x */
    size_t count, capacity;
    double reach, counts[BINS];
    double expected; /* ideal-gas pairs per unit of area, summed over all counted centres */
} neighbours;

static int by_x(const void *a, const void *b) {
    const double x = ((const evo_vec2 *)a)->x, other = ((const evo_vec2 *)b)->x;
    return (x > other) - (x < other);
}

static bool gather(neighbours *n, const scene_stage *stage) {
    if (stage->count > n->capacity) {
        evo_vec2 *positions = realloc(n->positions, stage->count * sizeof *positions);
        if (!positions) return false;
        n->positions = positions;
        n->capacity = stage->count;
    }
    n->count = 0;
    for (size_t i = 0; i < stage->count; ++i)
        if (scene_moves(stage, i))
            n->positions[n->count++] = evo_body_pose(stage->world, stage->actors[i].body).position;
    if (n->count > 0) qsort(n->positions, n->count, sizeof *n->positions, by_x);
    return true;
}

static void count_pair(neighbours *n, double right, double up, double height) {
    const double nearer = height > 0 ? up - height * floor(up / height + 0.5) : up;
    const double bin = hypot(right, nearer) / n->reach * BINS;
    if (bin < BINS) n->counts[(int)bin] += 2;
}

/* Pairs each centre with those to its right, in a periodic box also across the edge. */
static void count_all(neighbours *n, double width, double height) {
    for (size_t i = 0; i < n->count; ++i)
        for (size_t k = 1; k < n->count; ++k) {
            const bool beyond = i + k >= n->count;
            const evo_vec2 *other = &n->positions[beyond ? i + k - n->count : i + k];
            const double right = other->x - n->positions[i].x + (beyond ? width : 0);
            if (right > n->reach || (beyond && width == 0)) break;
            count_pair(n, right, other->y - n->positions[i].y, height);
        }
}

static bool take(void *own, const moment *at) {
    neighbours *n = own;
    const scene_stage *stage = at->stage;
    const bool periodic = stage->config.boundary == EVO_PERIODIC;
    const evo_bounds box = stage->config.boundary == EVO_OPEN ? stage->view : stage->config.bounds;
    const double width = box.max.x - box.min.x, height = box.max.y - box.min.y;
    if (at->now->time < n->from) return true;
    if (!gather(n, stage)) return false;
    if (n->reach == 0)
        n->reach = fmin(REACH * sqrt(width * height / (double)n->count), fmin(width, height) / 2);
    n->expected += (double)n->count * (double)(n->count - 1) / (width * height);
    count_all(n, periodic ? width : 0, periodic ? height : 0);
    return true;
}

static bool keep(void *own, keeper *k) {
    neighbours *n = own;
    return keeper_bytes(k, &n->reach, sizeof n->reach)
           && keeper_bytes(k, n->counts, sizeof n->counts)
           && keeper_bytes(k, &n->expected, sizeof n->expected);
}

static void drop(void *own) {
    neighbours *n = own;
    free(n->positions);
    free(n);
}

static bool end(void *own) {
    const neighbours *n = own;
    const double width = n->reach / BINS;
    table t = {.columns = 0};
    bool kept = true;
    table_column(&t, "distance", "m");
    table_column(&t, "pair_distribution", "");
    for (int i = 0; i < BINS && kept; ++i) {
        const double near = i * width, area = PI * width * (2 * near + width);
        const double row[] = {near + width / 2, n->counts[i] / (n->expected * area)};
        kept = table_add(&t, row);
    }
    const char *path = n->path, *origin = n->origin;
    drop(own);
    return table_finish(&t, kept, "pair distribution", origin, path);
}

bool neighbours_open(recorder *r, const char *path, const char *origin, double from) {
    neighbours *n = calloc(1, sizeof *n);
    if (!n) return false;
    n->path = path;
    n->origin = origin;
    n->from = from;
    const recorder made = {path, false, take, end, drop, keep, NULL, n};
    *r = made;
    return true;
}
