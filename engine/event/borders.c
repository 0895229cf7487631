#include "event/borders.h"

#include "impact/line.h"

evo_vec2 borders_direction(cell_side side) {
    static const evo_vec2 directions[CELL_SIDES] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    return directions[side];
}

/* The distance to the border of the cell. */
static double cell_gap(const cells *c, const particle *p, cell_side side) {
    switch (side) {
    case CELL_LEFT:
        return p->position.x;
    case CELL_RIGHT:
        return c->size.x - p->position.x;
    case CELL_DOWN:
        return p->position.y;
    default:
        return c->size.y - p->position.y;
    }
}

double borders_wall_gap(const borders *b, const border_particle *p, cell_side side) {
    const cells *c = b->cells;
    const particle *f = p->at;
    evo_vec2 corner = vec(f->column * c->size.x, f->row * c->size.y);
    switch (side) {
    case CELL_LEFT:
        return f->position.x + corner.x - p->radius;
    case CELL_RIGHT:
        return b->size.x - corner.x - p->radius - f->position.x;
    case CELL_DOWN:
        return f->position.y + corner.y - p->radius;
    default:
        return b->size.y - corner.y - p->radius - f->position.y;
    }
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
