#include "event/cell_build.h"

#include "event/oversize.h"

static void bounds_add(evo_bounds *b, evo_vec2 at) {
    b->min = vec(least_of(b->min.x, at.x), least_of(b->min.y, at.y));
    b->max = vec(most_of(b->max.x, at.x), most_of(b->max.y, at.y));
}

/* Where most flyers of open space are: within three times their mean distance from their middle. */
static evo_bounds bounds_of_most(const event_world *w) {
    evo_bounds all = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    evo_vec2 sum = vec(0, 0), off = vec(0, 0);
    for (uint32_t i = 0; i < w->count; ++i) {
        bounds_add(&all, w->particles[i].position);
        sum = vec_add(sum, w->particles[i].position);
    }
    evo_vec2 middle = vec_scale(sum, 1.0 / w->count);
    for (uint32_t i = 0; i < w->count; ++i) {
        evo_vec2 from = vec_sub(w->particles[i].position, middle);
        off = vec_add(off, vec(fabs(from.x), fabs(from.y)));
    }
    off = vec_scale(off, 3.0 / w->count);
    evo_bounds most = {
        {most_of(all.min.x, middle.x - off.x), most_of(all.min.y, middle.y - off.y)},
        {least_of(all.max.x, middle.x + off.x), least_of(all.max.y, middle.y + off.y)}};
    return most;
}

/* Where flyers grow, cells are so much wider than the widest, and laid anew when less is left. */
static const double GROWTH_HEADROOM = 1.1, OUTGROWN = 0.98;

/* Of a giant's radius: so deep within it nobody is, but for rounding. */
static const double HOLLOW = 0.999;

/* A shape leaves room in the circle around it, a disk that shrinks behind it; and in open space
 * cells at the border have no depth. */
static double hollow_of_oversize(const event_world *w) {
    bool bounded = w->space.periodic || w->space.walled;
    return bounded && w->special_count == 0 && w->space.growth >= 0 ? HOLLOW : 0;
}

static evo_vec2 size_of(evo_bounds b) {
    return vec_sub(b.max, b.min);
}

double cell_build_max_scale(const event_world *w) {
    const cell_oversize *oversize = &w->cells.oversize;
    bool single = w->cells.columns == 1 && w->cells.rows == 1 && !w->space.periodic;
    if (single || !(w->space.growth > 0)) return INFINITY;
    double enough = least_of(w->cells.size.x, w->cells.size.y) / (2 * oversize->limit);
    return OUTGROWN * (oversize->count > 0 ? least_of(enough, oversize->room) : enough);
}

/* The grid, for all but giants, whom it is told of. */
static bool build_grid(event_world *w, evo_bounds bounds, bool few) {
    oversize_query q = {
        .particles = w->particles,
        .count = w->count,
        .scale = w->view.scale,
        .widest = w->widest * w->view.scale,
        .room = w->space.growth > 0 ? GROWTH_HEADROOM : 1,
        .size = size_of(bounds),
        .periodic = w->space.periodic,
    };
    double limit = few ? q.widest : oversize_limit(&q);
    double least = few ? INFINITY : 2 * limit * q.room;
    return cells_init(&w->cells, w->memory, bounds, w->space.periodic, least, w->count)
           && oversize_list(&w->cells, &q, limit, hollow_of_oversize(w));
}

static bool build_obstacles(event_world *w, evo_bounds bounds) {
    const cell_oversize *oversize = &w->cells.oversize;
    evo_vec2 box = w->space.periodic ? size_of(bounds) : vec(0, 0);
    obstacle_radii to = {oversize->limit * oversize->room,
                         w->widest * w->view.scale * oversize->room};
    return obstacles_build(&w->obstacles, &w->cells, box, to);
}

bool cell_build(event_world *w) {
    bool bounded = w->space.periodic || w->space.walled;
    evo_bounds bounds = bounded ? w->space.bounds : bounds_of_most(w);
    bool few = w->count <= PAIR_TABLE_DENSE && !w->space.periodic;
    if (!build_grid(w, bounds, few) || !build_obstacles(w, bounds)) return false;
    w->view.nearby = w->view.plain && w->cells.oversize.count == 0;
    w->view.cell_size = w->cells.size;
    w->view.columns = w->space.periodic ? w->cells.columns : 0;
    w->view.rows = w->space.periodic ? w->cells.rows : 0;
    borders neighbours = {&w->cells, w->space.walled, size_of(bounds)};
    w->borders = neighbours;
    for (uint32_t i = 0; i < w->count; ++i)
        cells_put(&w->cells, w->particles, i, w->particles[i].position);
    w->border_crowd = bounded || few ? SIZE_MAX : 2 * w->cells.border_count + w->count / 8;
    return true;
}
