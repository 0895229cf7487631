#include "event/borders.h"

#include "impact/line.h"

evo_vec2 borders_direction(cell_way way) {
    static const evo_vec2 directions[CELL_WAYS] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    return directions[way];
}

/* How far the flyer's place is from the border of its cell. */
static double cell_gap(const cells *c, const flyer *f, cell_way way) {
    switch (way) {
    case CELL_LEFT:
        return f->place.x;
    case CELL_RIGHT:
        return c->side.x - f->place.x;
    case CELL_DOWN:
        return f->place.y;
    default:
        return c->side.y - f->place.y;
    }
}

double borders_wall_gap(const borders *b, const border_guest *guest, cell_way way) {
    const cells *c = b->cells;
    const flyer *f = guest->at;
    evo_vec2 corner = vec(f->column * c->side.x, f->row * c->side.y);
    switch (way) {
    case CELL_LEFT:
        return f->place.x + corner.x - guest->radius;
    case CELL_RIGHT:
        return b->size.x - corner.x - guest->radius - f->place.x;
    case CELL_DOWN:
        return f->place.y + corner.y - guest->radius;
    default:
        return b->size.y - corner.y - guest->radius - f->place.y;
    }
}

double borders_cell_time(const borders *b, const border_guest *guest, cell_way way) {
    if (!cells_lead_on(b->cells, guest->at, way)) return INFINITY;
    evo_vec2 direction = borders_direction(way);
    return fall_reach(cell_gap(b->cells, guest->at, way),
                      -vec_dot(guest->at->velocity, direction), -vec_dot(guest->pull, direction));
}

double borders_wall_time(const borders *b, const border_guest *guest, cell_way way) {
    evo_vec2 direction = borders_direction(way);
    double speed = -vec_dot(guest->at->velocity, direction) - guest->swelling;
    return fall_reach(borders_wall_gap(b, guest, way), speed, -vec_dot(guest->pull, direction));
}
