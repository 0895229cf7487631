#include "event/obstacles.h"

#include <string.h>

#include "core/array.h"
#include "event/oversize.h"
#include "flight/moving_shape.h"
#include "shape/kind.h"

static bool reserve(obstacles *o, size_t more) {
    return array_reserve(o->memory, &o->all, &o->capacity, o->count + more, sizeof *o->all);
}

bool obstacles_add(obstacles *o, const obstacle *added) {
    if (!reserve(o, 1)) return false;
    o->all[o->count++] = *added;
    o->walled |= added->shaped_only;
    return true;
}

void obstacles_free(obstacles *o) {
    array_free(o->memory, &o->all, &o->capacity, sizeof *o->all);
    array_free(o->memory, &o->late, &o->late_capacity, sizeof *o->late);
    obstacles_clear_cells(o);
}

void obstacles_clear_cells(obstacles *o) {
    array_free(o->memory, &o->images, &o->image_capacity, sizeof *o->images);
    array_free(o->memory, &o->starts, &o->start_capacity, sizeof *o->starts);
}

evo_flight obstacle_at(const obstacles *o, obstacle_image which, double elapsed, evo_vec2 origin) {
    evo_flight f = o->all[which.number].flight;
    evo_vec2 shift = vec(which.image_x * o->period.x, which.image_y * o->period.y);
    f.position = vec_add(vec_sub(f.position, origin), shift);
    f.position = vec_along(f.position, elapsed, f.velocity);
    f.angle += elapsed * f.spin;
    return f;
}

/* ---- The cells that can touch it ------------------------------------------------------------- */

/* Cells that reach to infinity are near everything. */
static bool touches_cell(const obstacles *o, const cells *c, obstacle_image which, int32_t column,
                         int32_t row, double max_radius) {
    bool inner =
        c->periodic || (column > 0 && row > 0 && column + 1 < c->columns && row + 1 < c->rows);
    if (!inner) return true;
    const evo_shape *shape = &o->all[which.number].shape;
    evo_vec2 middle =
        vec(c->origin.x + (column + 0.5) * c->size.x, c->origin.y + (row + 0.5) * c->size.y);
    evo_flight f = obstacle_at(o, which, 0, middle);
    placed at = placed_at(shape, f.position, evo_direction(f.angle));
    double reach = 0.5 * vec_length(c->size) + max_radius;
    evo_nearest rim = shape_kind_of(shape)->nearest(shape, placed_enter(&at, vec(0, 0)));
    return rim.distance <= 1.001 * reach;
}

/* Adds it, or in the first pass counts it. */
static void add_entry(obstacles *o, size_t cell, obstacle_image which, bool count) {
    if (count)
        ++o->starts[cell + 1];
    else
        o->images[o->starts[cell]++] = which;
}

/* In a periodic box, an image outside the box is near nothing in it. */
static bool reaches_in(const cells *c, evo_bounds b) {
    double right = c->origin.x + c->columns * c->size.x, top = c->origin.y + c->rows * c->size.y;
    return !c->periodic
           || (b.max.x >= c->origin.x && b.min.x <= right && b.max.y >= c->origin.y
               && b.min.y <= top);
}

static evo_bounds bounds_around(const obstacles *o, obstacle_image which, double max_radius) {
    evo_flight f = obstacle_at(o, which, 0, vec(0, 0));
    evo_bounds b = evo_shape_bounds(&o->all[which.number].shape, (evo_pose){f.position, f.angle});
    b.min = vec(b.min.x - max_radius, b.min.y - max_radius);
    b.max = vec(b.max.x + max_radius, b.max.y + max_radius);
    return b;
}

static void visit_cells(const obstacles *o, const cells *c, obstacle_image which, double max_radius,
                        cell_visitor *visit, void *context) {
    evo_bounds b = bounds_around(o, which, max_radius);
    if (!reaches_in(c, b)) return;
    int32_t left = cells_at(b.min.x - c->origin.x, c->size.x, c->columns);
    int32_t right = cells_at(b.max.x - c->origin.x, c->size.x, c->columns);
    int32_t low = cells_at(b.min.y - c->origin.y, c->size.y, c->rows);
    int32_t high = cells_at(b.max.y - c->origin.y, c->size.y, c->rows);
    for (int32_t row = low; row <= high; ++row)
        for (int32_t column = left; column <= right; ++column)
            if (touches_cell(o, c, which, column, row, max_radius)) visit(context, column, row);
}

/* An image that is listed. */
typedef struct listing {
    obstacles *o;
    const cells *c;
    obstacle_image which;
    bool count;
} listing;

static void list_in_cell(void *context, int32_t column, int32_t row) {
    listing *l = context;
    add_entry(l->o, (size_t)row * (size_t)l->c->columns + (size_t)column, l->which, l->count);
}

bool obstacle_moves(const obstacle *at) {
    evo_vec2 velocity = at->flight.velocity;
    return velocity.x != 0 || velocity.y != 0 || !shape_keeps_angle(&at->shape, at->flight.spin);
}

/* The lists behind those of the cells: moving ones; and, for oversize particles, still ones. */
enum { MOVING, STILL, LISTS };

static void add_image(obstacles *o, const cells *c, obstacle_image which, const obstacle_radii *to,
                      bool count) {
    if (obstacle_moves(&o->all[which.number])) {
        add_entry(o, o->cell_count + MOVING, which, count);
        return;
    }
    listing l = {o, c, which, count};
    visit_cells(o, c, which, to->ordinary, list_in_cell, &l);
    if (to->oversize > to->ordinary && reaches_in(c, bounds_around(o, which, to->oversize)))
        add_entry(o, o->cell_count + STILL, which, count);
}

/* Those of an obstacle: it and, in a periodic box, those in the boxes around. */
enum { IMAGES = 9 };

static int images_of(const cells *c, uint32_t number, obstacle_image all[IMAGES]) {
    int8_t boxes = c->periodic ? 1 : 0;
    int count = 0;
    for (int8_t y = (int8_t)-boxes; y <= boxes; ++y)
        for (int8_t x = (int8_t)-boxes; x <= boxes; ++x)
            all[count++] = (obstacle_image){number, x, y};
    return count;
}

static void add_all(obstacles *o, const cells *c, const obstacle_radii *to, bool count) {
    obstacle_image all[IMAGES];
    for (uint32_t i = 0; i < o->count; ++i) {
        int images = o->all[i].gone ? 0 : images_of(c, i, all);
        for (int k = 0; k < images; ++k) add_image(o, c, all[k], to, count);
    }
}

void obstacles_visit_cells(const obstacles *o, const cells *c, uint32_t number, double max_radius,
                           cell_visitor *visit, void *context) {
    obstacle_image all[IMAGES];
    int images = images_of(c, number, all);
    for (int k = 0; k < images; ++k) visit_cells(o, c, all[k], max_radius, visit, context);
}

bool obstacles_build(obstacles *o, const cells *c, evo_vec2 box, obstacle_radii to) {
    o->period = box;
    o->cell_count = (size_t)c->columns * (size_t)c->rows;
    size_t starts = o->cell_count + LISTS + 1;
    if (o->count == 0) return true;
    if (!array_reserve(o->memory, &o->starts, &o->start_capacity, starts, sizeof *o->starts))
        return false;
    memset(o->starts, 0, starts * sizeof *o->starts);
    add_all(o, c, &to, true);
    for (size_t i = 1; i < starts; ++i) o->starts[i] += o->starts[i - 1];
    o->image_count = o->starts[starts - 1];
    if (!array_reserve(o->memory, &o->images, &o->image_capacity, o->image_count,
                       sizeof *o->images))
        return false;
    add_all(o, c, &to, false);
    /* The second pass has moved each start to the next one's. */
    memmove(o->starts + 1, o->starts, (starts - 1) * sizeof *o->starts);
    o->starts[0] = 0;
    o->late_count = 0;
    return true;
}

/* ---- Late ones ------------------------------------------------------------------------------- */

/* Before lists are built anew; and of how many more than there were at first. */
enum { LATE = 16 * IMAGES, MANY = 256 };

bool obstacles_are_late(const obstacles *o) {
    return o->late_count > LATE;
}

bool obstacles_are_many(const obstacles *o) {
    return o->count > 2 * o->begun_with + MANY;
}

bool obstacles_reserve_late(obstacles *o, size_t more) {
    return reserve(o, more)
           && array_reserve(o->memory, &o->late, &o->late_capacity, o->late_count + more * IMAGES,
                            sizeof *o->late);
}

bool obstacles_add_late(obstacles *o, const cells *c, const obstacle *added) {
    if (!obstacles_reserve_late(o, 1) || !obstacles_add(o, added)) return false;
    int images = images_of(c, (uint32_t)o->count - 1, o->late + o->late_count);
    o->late_count += (size_t)images;
    return true;
}

void obstacles_drop_late(obstacles *o) {
    uint32_t last = (uint32_t)--o->count;
    while (o->late_count > 0 && o->late[o->late_count - 1].number == last) --o->late_count;
}

static void list(const obstacles *o, size_t number, obstacle_list *found, int position) {
    found->items[position] = o->images + o->starts[number];
    found->counts[position] = o->starts[number + 1] - o->starts[number];
}

obstacle_list obstacles_near(const obstacles *o, const cells *c, const particle *p) {
    obstacle_list found = {.items = {o->late}, .counts = {o->late_count}};
    if (o->count == 0 || !o->starts) return found;
    size_t cell = (size_t)p->row * (size_t)c->columns + p->column;
    list(o, oversize_has(c, p) ? o->cell_count + STILL : cell, &found, 1);
    list(o, o->cell_count + MOVING, &found, 2);
    return found;
}
