#include "event/cell_build.h"

#include "event/oversize.h"

static void bounds_add(evo_bounds *b, evo_vec2 at) {
    b->min = vec(least_of(b->min.x, at.x), least_of(b->min.y, at.y));
    b->max = vec(most_of(b->max.x, at.x), most_of(b->max.y, at.y));
}

/* Where most flyers of open space are: within three times their mean distance from their middle. */
static evo_bounds bounds_of_most(const schedule *s) {
    evo_bounds all = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    evo_vec2 sum = vec(0, 0), off = vec(0, 0);
    for (uint32_t i = 0; i < s->count; ++i) {
        bounds_add(&all, s->flyers[i].place);
        sum = vec_add(sum, s->flyers[i].place);
    }
    evo_vec2 middle = vec_scale(sum, 1.0 / s->count);
    for (uint32_t i = 0; i < s->count; ++i) {
        evo_vec2 from = vec_sub(s->flyers[i].place, middle);
        off = vec_add(off, vec(fabs(from.x), fabs(from.y)));
    }
    off = vec_scale(off, 3.0 / s->count);
    evo_bounds most = {
        {most_of(all.min.x, middle.x - off.x), most_of(all.min.y, middle.y - off.y)},
        {least_of(all.max.x, middle.x + off.x), least_of(all.max.y, middle.y + off.y)}};
    return most;
}

/* Where flyers grow, cells are so much wider than the widest, and laid anew when less is left. */
static const double GROWTH_ROOM = 1.1, OUTGROWN = 0.98;

/* Of a giant's radius: so deep within it nobody is, but for rounding. */
static const double HOLLOW = 0.999;

/* A shape leaves room in the circle around it, a disk that shrinks behind it; and in open space
 * cells at the border have no depth. */
static double hollow_of_giants(const schedule *s) {
    bool bounded = s->space.periodic || s->space.walled;
    return bounded && s->special_count == 0 && s->space.growth >= 0 ? HOLLOW : 0;
}

static evo_vec2 size_of(evo_bounds b) {
    return vec_sub(b.max, b.min);
}

double lay_growth(const schedule *s) {
    const cell_giants *giants = &s->cells.giants;
    bool single = s->cells.columns == 1 && s->cells.rows == 1 && !s->space.periodic;
    if (single || !(s->space.growth > 0)) return INFINITY;
    double enough = least_of(s->cells.side.x, s->cells.side.y) / (2 * giants->limit);
    return OUTGROWN * (giants->count > 0 ? least_of(enough, giants->room) : enough);
}

/* The grid, for all but giants, whom it is told of. */
static bool lay_grid(schedule *s, evo_bounds bounds, bool few) {
    giants_question q = {
        .flyers = s->flyers,
        .count = s->count,
        .scale = s->view.scale,
        .widest = s->widest * s->view.scale,
        .room = s->space.growth > 0 ? GROWTH_ROOM : 1,
        .size = size_of(bounds),
        .periodic = s->space.periodic,
    };
    double limit = few ? q.widest : giants_limit(&q);
    double least = few ? INFINITY : 2 * limit * q.room;
    return cells_lay(&s->cells, s->memory, bounds, s->space.periodic, least, s->count)
           && giants_list(&s->cells, &q, limit, hollow_of_giants(s));
}

static bool lay_obstacles(schedule *s, evo_bounds bounds) {
    const cell_giants *giants = &s->cells.giants;
    evo_vec2 box = s->space.periodic ? size_of(bounds) : vec(0, 0);
    obstacle_reach to = {giants->limit * giants->room, s->widest * s->view.scale * giants->room};
    return obstacles_lay(&s->obstacles, &s->cells, box, to);
}

bool lay_cells(schedule *s) {
    bool bounded = s->space.periodic || s->space.walled;
    evo_bounds bounds = bounded ? s->space.bounds : bounds_of_most(s);
    bool few = s->count <= PAIR_TABLE_DENSE && !s->space.periodic;
    if (!lay_grid(s, bounds, few) || !lay_obstacles(s, bounds)) return false;
    s->view.nearby = s->view.plain && s->cells.giants.count == 0;
    s->view.side = s->cells.side;
    s->view.columns = s->space.periodic ? s->cells.columns : 0;
    s->view.rows = s->space.periodic ? s->cells.rows : 0;
    borders around = {&s->cells, s->space.walled, size_of(bounds)};
    s->borders = around;
    for (uint32_t i = 0; i < s->count; ++i) cells_put(&s->cells, s->flyers, i, s->flyers[i].place);
    s->border_crowd = bounded || few ? SIZE_MAX : 2 * s->cells.at_border + s->count / 8;
    return true;
}
