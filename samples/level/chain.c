/* chain.c: the points of a chain. In: its links, which keep middles, directions and lengths;
 * out: points that make the same links. A link is rounded: its ends, computed back, may be off
 * by some units of the last place. So each point has candidates, what is computed and what
 * people write near it, and a walk from link to link keeps those that agree with both
 * neighbours. */
#include "level/chain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "level/shapes.h"

enum { NUMBERS = 10, CANDIDATES = 2 * NUMBERS * NUMBERS };

/* What a point may be; `from`: the candidate of the point before that leads here, or -1. */
typedef struct candidates {
    evo_vec2 points[CANDIDATES];
    int from[CANDIDATES];
    int count;
} candidates;

static double rounded(double number, int digits) {
    char text[40];
    snprintf(text, sizeof text, "%.*g", digits, number);
    return strtod(text, NULL);
}

/* Numbers near one, the likeliest first; `scale`: the size of what it was computed of. */
static int numbers_near(double number, double scale, double to[NUMBERS]) {
    const double up = nextafter(number, INFINITY), down = nextafter(number, -INFINITY);
    const double all[NUMBERS] = {rounded(number, 9),
                                 rounded(number, 12),
                                 rounded(number, 14),
                                 rounded(number, 15),
                                 fabs(number) < 1e-14 * scale ? 0 : number,
                                 number,
                                 up,
                                 down,
                                 nextafter(up, INFINITY),
                                 nextafter(down, -INFINITY)};
    int count = 0;
    for (int i = 0; i < NUMBERS; ++i) {
        bool met = false;
        for (int k = 0; k < count; ++k) met |= to[k] == all[i];
        if (!met) to[count++] = all[i];
    }
    return count;
}

static void add_near(candidates *c, const evo_shape *link, evo_vec2 end) {
    double x[NUMBERS], y[NUMBERS];
    const double half = link->of.segment.half_length;
    const int xs = numbers_near(end.x, fabs(link->center.x) + half, x),
              ys = numbers_near(end.y, fabs(link->center.y) + half, y);
    for (int i = 0; i < xs; ++i)
        for (int k = 0; k < ys; ++k) c->points[c->count++] = (evo_vec2){x[i], y[k]};
}

/* Returns whether two points make the link. */
static bool makes(const evo_shape *link, evo_vec2 from, evo_vec2 to) {
    /* Most fail here, and a root costs. */
    if (fabs((from.x + to.x) / 2 - link->center.x) > 1e-15 * (fabs(from.x) + fabs(to.x)))
        return false;
    evo_shape made = evo_segment(from, to);
    made.of.segment.one_sided = link->of.segment.one_sided;
    return shape_same(&made, link);
}

/* Finds candidates of the next point that the link may lead to. */
static bool follow(const evo_shape *link, const candidates *before, candidates *next) {
    bool any = false;
    for (int k = 0; k < next->count; ++k) {
        next->from[k] = -1;
        for (int i = 0; i < before->count && next->from[k] < 0; ++i)
            if (before->from[i] >= 0 && makes(link, before->points[i], next->points[k]))
                next->from[k] = i;
        any |= next->from[k] >= 0;
    }
    return any;
}

/* Walks all links from one candidate of the first point; of a loop back to it. */
static bool walk(const evo_shape *links, size_t count, candidates *all, bool loop, int first,
                 evo_vec2 *points) {
    candidates *last = &all[count];
    for (int i = 0; i < all[0].count; ++i)
        all[0].from[i] = i == first || (!loop && first == 0) ? i : -1;
    for (size_t i = 0; i < count; ++i)
        if (!follow(&links[i], &all[i], &all[i + 1])) return false;
    int at = -1;
    for (int i = 0; i < last->count && at < 0; ++i) {
        const evo_vec2 p = last->points[i], q = all[0].points[first];
        if (last->from[i] >= 0 && (!loop || (p.x == q.x && p.y == q.y))) at = i;
    }
    if (at < 0) return false;
    for (size_t i = count; i > 0; --i) {
        points[i] = all[i].points[at];
        at = all[i].from[at];
    }
    points[0] = all[0].points[at];
    return true;
}

/* Writes both ends of a link as they are computed. */
static void ends_of(const evo_shape *link, evo_vec2 ends[2]) {
    const evo_pose here = {{0, 0}, 0};
    evo_vec2 corners[EVO_POLYGON_POINTS];
    (void)evo_shape_corners(link, here, corners);
    ends[0] = corners[0];
    ends[1] = corners[1];
}

static bool meets(evo_vec2 a, evo_vec2 b, double size) {
    return fabs(a.x - b.x) <= 1e-9 * size && fabs(a.y - b.y) <= 1e-9 * size;
}

bool chain_points(const evo_shape *links, size_t count, evo_vec2 *points, bool *loop) {
    candidates *all = calloc(count + 1, sizeof *all);
    evo_vec2 ends[2], first[2];
    bool found = false;
    ends_of(&links[0], first);
    ends_of(&links[count - 1], ends);
    *loop = count > 2 && meets(ends[1], first[0], links[0].of.segment.half_length);
    for (size_t i = 0; i < count && all; ++i) {
        evo_vec2 here[2];
        ends_of(&links[i], here);
        add_near(&all[i], &links[i], here[0]);
        add_near(&all[i + 1], &links[i], here[1]);
        points[i] = here[0];
        points[i + 1] = here[1];
    }
    if (*loop && all) { /* the last point is the first one */
        const candidates begin = all[0];
        for (int i = 0; i < all[count].count && all[0].count < CANDIDATES; ++i)
            all[0].points[all[0].count++] = all[count].points[i];
        for (int i = 0; i < begin.count && all[count].count < CANDIDATES; ++i)
            all[count].points[all[count].count++] = begin.points[i];
    }
    for (int i = 0; all && i < (*loop ? all[0].count : 1) && !found; ++i)
        found = walk(links, count, all, *loop, i, points);
    free(all);
    return found;
}
