/* cell_build.c: the grid for particles as they are. In: particles at places of the world; out:
 * cells with all of them, and obstacles by cell. Invariant: a refused allocation leaves the old
 * cells. */
#include "event/cell_build.h"

#include <assert.h>
#include <string.h>

#include "event/now.h"
#include "event/oversize.h"
#include "evolute/vector.h"

/* Of open space: within three times the mean distance from the middle. */
static evo_bounds bounds_of_most(const event_world *w) {
    evo_bounds all = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    evo_vec2 sum = vec(0, 0), off = vec(0, 0);
    const uint32_t living = w->particles.living;
    if (living == 0) return (evo_bounds){{0, 0}, {0, 0}};
    for (uint32_t i = 0; i < w->particles.count; ++i) {
        evo_vec2 at = w->particles.all[i].position;
        if (!event_has(w, i)) continue;
        all = evo_bounds_joined(all, (evo_bounds){at, at});
        sum = vec_add(sum, at);
    }
    evo_vec2 middle = vec_scale(sum, 1.0 / living);
    for (uint32_t i = 0; i < w->particles.count; ++i) {
        evo_vec2 from = vec_sub(w->particles.all[i].position, middle);
        if (!event_has(w, i)) continue;
        off = vec_add(off, vec(fabs(from.x), fabs(from.y)));
    }
    off = vec_scale(off, 3.0 / living);
    return (evo_bounds){
        {most_of(all.min.x, middle.x - off.x), most_of(all.min.y, middle.y - off.y)},
        {least_of(all.max.x, middle.x + off.x), least_of(all.max.y, middle.y + off.y)}};
}

/* Where radii grow, cells are wider by the first factor, and rebuilt when less than the second is
 * left. */
static const double GROWTH_HEADROOM = 1.1, OUTGROWN = 0.98;

/* Of the radius: so deep inside no other can be, but for rounding. */
static const double HOLLOW = 0.999;

/* 0 where others may be within the circle: a shape does not fill it, a disk may shrink behind it,
 * and cells at the border of open space have no depth. */
static double hollow_of_oversize(const event_world *w) {
    bool bounded = w->space.periodic || w->space.walled;
    return bounded && w->particles.shaped_count == 0 && w->space.growth >= 0 ? HOLLOW : 0;
}

static double max_scale_of(const event_world *w) {
    const cell_oversize *oversize = &w->cells.oversize;
    bool single = w->cells.columns == 1 && w->cells.rows == 1 && !w->space.periodic;
    if (single || !(w->space.growth > 0)) return INFINITY;
    double enough = least_of(w->cells.size.x, w->cells.size.y) / (2 * oversize->limit);
    return OUTGROWN * (oversize->count > 0 ? least_of(enough, oversize->headroom) : enough);
}

static bool is_alone(const event_world *w) {
    return w->particles.living == 1 && w->space.growth == 0;
}

/* The grid, with its list of oversize particles. */
static bool build_grid(event_world *w, evo_bounds bounds, bool few) {
    oversize_query q = {
        .particles = w->particles.all,
        .count = w->particles.count,
        .living = w->particles.living,
        .scale = w->view.scale,
        .max_radius = w->particles.max_radius * w->view.scale,
        .headroom = w->space.growth > 0 ? GROWTH_HEADROOM : 1,
        .size = vec_sub(bounds.max, bounds.min),
        .periodic = w->space.periodic,
    };
    if (slide_is_on(w)) q.headroom = 1 + SLIDE_ROOM;
    double limit = few || slide_is_on(w) ? q.max_radius : oversize_limit(&q);
    double least = few ? INFINITY : 2 * limit * q.headroom;
    if (is_alone(w)) least = 0; /* it meets nothing in any cells */
    return cells_init(&w->cells, w->memory, bounds, w->space.periodic, least, w->particles.living)
           && oversize_list(&w->cells, &q, limit, hollow_of_oversize(w));
}

static bool build_obstacles(event_world *w, evo_vec2 box) {
    const cell_oversize *oversize = &w->cells.oversize;
    obstacle_radii to = {oversize->limit * oversize->headroom,
                         w->particles.max_radius * w->view.scale * oversize->headroom};
    return obstacles_build(&w->obstacles, &w->cells, box, to);
}

static bool is_full(const event_world *w) {
    return w->space.periodic && (w->cells.columns < CELLS_MIN || w->cells.rows < CELLS_MIN);
}

static bool is_bounded(const event_world *w) {
    return w->space.periodic || w->space.walled;
}

static bool are_few(const event_world *w) {
    return w->particles.living <= PAIR_TABLE_DENSE && !w->space.periodic;
}

/* Cells without particles, whose positions are the world's. */
static bool build_empty(event_world *w, evo_bounds *bounds) {
    *bounds = is_bounded(w) ? w->space.bounds : bounds_of_most(w);
    evo_vec2 box = w->space.periodic ? vec_sub(bounds->max, bounds->min) : vec(0, 0);
    return build_grid(w, *bounds, are_few(w)) && build_obstacles(w, box);
}

void cell_build_view(event_world *w, evo_vec2 size) {
    w->view.cell_size = w->cells.size;
    w->view.columns = w->space.periodic ? w->cells.columns : 0;
    w->view.rows = w->space.periodic ? w->cells.rows : 0;
    w->borders = (borders){&w->cells, w->space.walled, size};
}

static void fill(event_world *w, const evo_bounds *bounds) {
    w->view.nearby = w->view.plain && w->cells.oversize.count == 0;
    cell_build_view(w, vec_sub(bounds->max, bounds->min));
    for (uint32_t i = 0; i < w->particles.count; ++i)
        if (event_has(w, i)) now_put(w, i, w->particles.all[i].position);
    assert(w->cells.overflow_count >= w->cells.oversize.count
           && "oversize particles are counted as overflow");
    w->limits.built_for = w->particles.living;
    w->limits.max_border = is_bounded(w) || are_few(w)
                               ? SIZE_MAX
                               : 2 * w->cells.border_count + w->particles.living / 8;
}

bool cell_build(event_world *w) {
    evo_bounds bounds;
    if (!build_empty(w, &bounds)) return false;
    fill(w, &bounds);
    w->limits.max_scale = max_scale_of(w);
    return true;
}

/* ---- Rebuilding ------------------------------------------------------------------------------ */

bool cell_build_is_outgrown(const event_world *w) {
    return w->cells.border_count > w->limits.max_border || w->view.scale > w->limits.max_scale;
}

/* Brings all to the present, measured from the world's origin. */
static void leave_cells(event_world *w) {
    for (uint32_t i = 0; i < w->particles.count; ++i) {
        if (!event_has(w, i)) continue;
        now_update(w, i);
        w->particles.all[i].position = now_position(w, &w->particles.all[i]);
    }
}

/* Sizes at present become the sizes that growth starts from. */
static void keep_growth(event_world *w) {
    double scale = w->view.scale;
    for (uint32_t i = 0; i < w->particles.count; ++i) w->particles.all[i].radius *= scale;
    w->particles.max_radius *= scale;
    w->limits.built_scale *= scale;
    w->limits.built_at = now_elapsed(w);
    w->space.growth /= scale;
    w->view.growth = w->space.growth;
    w->view.scale = 1;
}

/* Fills new cells with particles that have left the old ones; false: refused, the cells are old. */
static bool change_cells(event_world *w) {
    cells old_cells = w->cells;
    obstacles old_obstacles = w->obstacles;
    w->cells = (cells){.memory = w->memory};
    w->obstacles.entries = NULL;
    w->obstacles.firsts = NULL;
    w->obstacles.entry_capacity = w->obstacles.first_capacity = 0;
    w->obstacles.entry_count = w->obstacles.free_entry = 0;
    evo_bounds bounds;
    bool built = build_empty(w, &bounds);
    w->limits.full = built && is_full(w);
    if (!built || w->limits.full) {
        cells_free(&w->cells);
        obstacles_clear_cells(&w->obstacles);
        w->cells = old_cells;
        w->obstacles = old_obstacles;
        return false;
    }
    fill(w, &bounds);
    cells_free(&old_cells);
    obstacles_clear_cells(&old_obstacles);
    return true;
}

bool cell_rebuild(event_world *w) {
    const size_t size = w->particles.count * sizeof *w->particles.all;
    particle *before = memory_take(w->memory, size);
    if (!before) return false;
    memcpy(before, w->particles.all, size);
    leave_cells(w);
    const bool changed = change_cells(w);
    if (changed) {
        keep_growth(w);
        w->limits.max_scale = max_scale_of(w);
    } else {
        memcpy(w->particles.all, before, size);
    }
    memory_give(w->memory, before, size);
    return changed;
}
