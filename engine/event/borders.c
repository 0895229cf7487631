/* borders.c: when a particle reaches a side of its cell, or a wall. In: a particle at the present;
 * out: times, and gaps. */
#include "event/borders.h"

#include "flight/line.h"

evo_vec2 borders_direction(cell_side side) {
    static const evo_vec2 directions[CELL_SIDES] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    return directions[side];
}

/* The distance to the border of the cell. */
static double cell_gap(const cells *c, const particle *p, cell_side side) {
    double at = cell_side_is_x(side) ? p->position.x : p->position.y;
    double size = cell_side_is_x(side) ? c->size.x : c->size.y;
    return cell_side_is_upper(side) ? size - at : at;
}

double borders_wall_gap(const borders *b, const border_particle *p, cell_side side) {
    const cells *c = b->cells;
    const particle *on = p->at;
    bool x = cell_side_is_x(side);
    double at = x ? on->position.x : on->position.y;
    double corner = x ? on->column * c->size.x : on->row * c->size.y;
    if (!cell_side_is_upper(side)) return at + corner - p->radius;
    return (x ? b->size.x : b->size.y) - corner - p->radius - at;
}

double borders_cell_time(const borders *b, const border_particle *p, cell_side side) {
    if (!cells_has_next(b->cells, p->at, side)) return INFINITY;
    evo_vec2 direction = borders_direction(side);
    return line_reach(cell_gap(b->cells, p->at, side), -vec_dot(p->at->velocity, direction),
                      -vec_dot(p->gravity, direction));
}

double borders_wall_time(const borders *b, const border_particle *p, cell_side side) {
    evo_vec2 direction = borders_direction(side);
    double speed = -vec_dot(p->at->velocity, direction) - p->growth_rate;
    return line_reach(borders_wall_gap(b, p, side), speed, -vec_dot(p->gravity, direction));
}
