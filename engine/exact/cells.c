/* cells.c: particles, the lists of their cells, times at borders, and neighbours. */
#include "exact/cells.h"

#include <assert.h>
#include <string.h>

#include "core/core.h"
#include "core/memory.h"
#include "exact/exact.h"
#include "exact/private.h"
#include "exact/world.h"
#include "flight/flight.h"
#include "shape/shape.h"

/* ==== Particles =============================================================================== */

/* The store of particles. In: bodies that begin to fly; out: places and kinds. Invariant: bodies
 * that wait are linked, each once, and do not fly. */

static bool resize(particle_store *p, size_t places) {
    if (!aligned_resize(p->memory, &p->block, p->count * sizeof *p->all, places * sizeof *p->all))
        return false;
    p->all = (particle *)aligned_begin(&p->block);
    p->capacity = places;
    return true;
}

/* Adds records of bodies that do not fly; there is room. */
static void open_places(particle_store *p, uint32_t count) {
    for (; p->count < count; ++p->count) {
        p->all[p->count] = (particle){.kind = PARTICLE_GONE};
        p->rotations[p->count] = (particle_rotation){.angle = 0};
    }
}

bool particles_init(particle_store *p, const evo_allocator *memory, uint32_t count) {
    *p = (particle_store){.memory = memory, .waiting = NO_PARTICLE};
    if (!resize(p, count) || !ARRAY_RESERVE(memory, p->rotations, p->rotation_capacity, count))
        return false;
    open_places(p, count);
    return true;
}

void particles_free(particle_store *p) {
    aligned_free(p->memory, &p->block);
    ARRAY_FREE(p->memory, p->rotations, p->rotation_capacity);
    ARRAY_FREE(p->memory, p->kinds, p->kind_capacity);
}

/* ---- Kinds ----------------------------------------------------------------------------------- */

static bool kinds_equal(const particle_kind *a, const particle_kind *b) {
    return a->inverse_mass == b->inverse_mass && a->inverse_inertia == b->inverse_inertia
           && materials_equal(&a->material, &b->material) && filters_equal(a->filter, b->filter)
           && a->shaped == b->shaped && a->shapeless == b->shapeless;
}

static bool reserve_kind(particle_store *p) {
    return ARRAY_RESERVE(p->memory, p->kinds, p->kind_capacity, p->kind_count + 1);
}

/* Tries the body's former kind and the last one first: equal particles mostly follow each other. */
uint32_t particles_take_kind(particle_store *p, uint32_t number, const particle_kind *kind) {
    const uint32_t own = p->all[number].kind & PARTICLE_KIND, count = (uint32_t)p->kind_count;
    if (own < count && kinds_equal(&p->kinds[own], kind)) return own;
    if (count > 0 && kinds_equal(&p->kinds[count - 1], kind)) return count - 1;
    if (!reserve_kind(p)) return NO_PARTICLE;
    p->kinds[p->kind_count++] = *kind;
    return count;
}

/* Material and filter of its first shape stand for the body. */
static particle_kind kind_of_body(const body_store *s, const body_record *record) {
    const bool shapeless = record->first_collider == NONE;
    particle_kind kind = {.inverse_mass = 1 / record->mass,
                          .inverse_inertia = body_turns(record) ? 1 / record->inertia : 0,
                          .filter = {1, 0, 0},
                          .shapeless = shapeless};
    if (shapeless) return kind;
    const collider_record *first = &s->colliders[record->first_collider];
    const evo_vec2 center = first->shape->center;
    kind.material = s->materials.all[first->material];
    kind.material.density = 0;
    kind.filter = collider_entry(first)->rules.filter;
    kind.shaped = first->next != NONE || first->shape->kind != EVO_CIRCLE || !vec_is_zero(center);
    return kind;
}

particle_start particle_of_body(const body_store *s, uint32_t id) {
    const body_record *record = &s->records[id];
    const body_state *m = &s->states[record->slot];
    particle_start start = {.kind = kind_of_body(s, record),
                            .flight = {m->position, m->velocity, m->angle, m->spin}};
    EACH_COLLIDER_FROM (c, s, record->first_collider) {
        const evo_shape *shape = s->colliders[c].shape;
        start.radius = most_of(start.radius, shape_radius(shape));
    }
    return start;
}

bool particles_set(particle_store *p, uint32_t number, const particle_start *start) {
    const uint32_t kind = particles_take_kind(p, number, &start->kind);
    const evo_flight *flight = &start->flight;
    if (kind == NO_PARTICLE) return false;
    assert(number < p->count && kind <= PARTICLE_KIND);
    assert(particle_is_gone(&p->all[number]) && "a body flies once");
    p->all[number] = (particle){.position = flight->position,
                                .velocity = flight->velocity,
                                .radius = start->radius,
                                .stamp = p->all[number].stamp,
                                .kind = kind | (start->kind.shaped ? PARTICLE_SHAPED : 0)};
    p->rotations[number] = (particle_rotation){flight->angle, flight->spin, 0, -INFINITY, {0, 0}};
    p->shaped_count += start->kind.shaped;
    ++p->living;
    p->max_radius = most_of(p->max_radius, start->radius);
    return true;
}

/* ---- Coming and going ------------------------------------------------------------------------ */

void particles_remove(particle_store *p, uint32_t number) {
    particle *gone = &p->all[number];
    assert(!particle_is_gone(gone) && "a particle goes once");
    p->shaped_count -= particle_is_shaped(gone);
    gone->kind = (gone->kind & PARTICLE_KIND) | PARTICLE_GONE;
    gone->radius = 0;
    --p->living;
    assert(p->shaped_count <= p->living && "shaped particles are among the living");
}

bool particles_reserve(particle_store *p, size_t places) {
    return (places <= p->capacity || resize(p, places + places / 4 + 4)) && reserve_kind(p)
           && ARRAY_RESERVE(p->memory, p->rotations, p->rotation_capacity, places);
}

void particles_wait(particle_store *p, uint32_t number) {
    open_places(p, number + 1);
    particle *at = &p->all[number];
    assert(particle_is_gone(at) && !particle_waits(at) && "a body flies, or waits once");
    at->kind |= PARTICLE_WAITS;
    at->next = p->waiting;
    p->waiting = number;
}

uint32_t particles_take_waiting(particle_store *p) {
    uint32_t first = NO_PARTICLE, at = p->waiting;
    while (at != NO_PARTICLE) {
        const uint32_t next = p->all[at].next;
        p->all[at].kind &= ~PARTICLE_WAITS;
        p->all[at].next = first;
        first = at;
        at = next;
    }
    p->waiting = NO_PARTICLE;
    return first;
}

bool particles_waiting_are_listed(const particle_store *p) {
    uint32_t count = 0, at = p->waiting;
    for (uint32_t i = 0; i < p->count; ++i) count += particle_waits(&p->all[i]);
    for (; at != NO_PARTICLE && count > 0; at = p->all[at].next, --count)
        if (at >= p->count || !particle_waits(&p->all[at])) return false;
    return at == NO_PARTICLE && count == 0;
}

/* ==== Cells =================================================================================== */

/* The lists of the grid. In: columns and rows of particles; out: the particles of each cell.
 * Invariant: a particle is in one cell; overflow begins where its slots are full. */

/* ---- The grid -------------------------------------------------------------------------------- */

/* Returns how many whole cells of at least this size lie along a length. */
int32_t cells_count_along(double length, double side) {
    double count = floor(length / side);
    if (!(count > 1)) return 1;
    return count < CELLS_MAX ? (int32_t)count : CELLS_MAX;
}

/* Cell size as a fraction of the mean distance of particles. Smaller: cells are crossed more often;
 * larger: more neighbours are tested. */
static const double FULLNESS = 0.87;

/* Cells along the shorter side of a periodic box, at least, where particles are small enough. */
enum { CELLS_ROUND = 4 };

double cells_choose_size(evo_vec2 size, double least, size_t particles, bool periodic) {
    double side = FULLNESS * sqrt(size.x * size.y / (double)particles);
    /* A long thin space gets one row of cells. */
    side = most_of(side, most_of(size.x, size.y) / (double)particles);
    if (periodic) side = least_of(side, least_of(size.x, size.y) / CELLS_ROUND);
    return most_of(side, least);
}

bool cells_reserve(cells *c) {
    size_t count = (size_t)(c->columns + 2) * (size_t)(c->rows + 2);
    if (!ARRAY_RESERVE(c->memory, c->all, c->capacity, count)
        || !ARRAY_RESERVE(c->memory, c->counts, c->count_capacity, count)
        || !ARRAY_RESERVE(c->memory, c->overflow, c->overflow_capacity, count))
        return false;
    memset(c->all, 0, count * sizeof *c->all);
    memset(c->counts, 0, count * sizeof *c->counts);
    for (size_t i = 0; i < count; ++i) c->overflow[i] = NO_PARTICLE;
    return true;
}

bool cells_init(cells *c, evo_bounds bounds, bool periodic, double least, size_t particles) {
    evo_vec2 size = vec_sub(bounds.max, bounds.min);
    double side = cells_choose_size(size, least, particles > 0 ? particles : 1, periodic);
    assert(c->memory && "cells have their memory");
    c->origin = bounds.min;
    c->periodic = periodic;
    c->columns = side > 0 ? cells_count_along(size.x, side) : 1;
    c->rows = side > 0 ? cells_count_along(size.y, side) : 1;
    c->size = vec(size.x / c->columns, size.y / c->rows);
    c->border_count = c->overflow_count = c->oversize.count = 0;
    return cells_reserve(c);
}

void cells_free(cells *c) {
    ARRAY_FREE(c->memory, c->all, c->capacity);
    ARRAY_FREE(c->memory, c->counts, c->count_capacity);
    ARRAY_FREE(c->memory, c->overflow, c->overflow_capacity);
    ARRAY_FREE(c->memory, c->oversize.all, c->oversize.capacity);
}

/* ---- Putting and removing -------------------------------------------------------------------- */

void cells_insert(cells *c, particle *particles, uint32_t number) {
    particle *p = &particles[number];
    size_t at = cells_index(c, p->column, p->row);
    assert(p->column < c->columns && p->row < c->rows && "its cell is one of the grid");
    c->border_count += cells_is_border(c, p);
    if (c->counts[at] < CELL_SLOTS) {
        c->all[at].slots[c->counts[at]++] = number;
        return;
    }
    p->next = c->overflow[at];
    c->overflow[at] = number;
    ++c->overflow_count;
}

/* Fills a freed slot with a particle of the overflow, or else of the last slot. */
static void take_slot(cells *c, const particle *particles, size_t at, uint32_t position) {
    uint32_t *slots = c->all[at].slots, first = c->overflow[at];
    if (first == NO_PARTICLE) {
        slots[position] = slots[--c->counts[at]];
        return;
    }
    assert(c->counts[at] == CELL_SLOTS && "slots fill before the overflow");
    slots[position] = first;
    c->overflow[at] = particles[first].next;
    --c->overflow_count;
}

void cells_remove(cells *c, particle *particles, uint32_t number) {
    particle *p = &particles[number];
    size_t at = cells_index(c, p->column, p->row);
    c->border_count -= cells_is_border(c, p);
    for (uint32_t i = 0; i < c->counts[at]; ++i)
        if (c->all[at].slots[i] == number) {
            take_slot(c, particles, at, i);
            return;
        }
    uint32_t *link = &c->overflow[at];
    for (; *link != number; link = &particles[*link].next)
        assert(*link != NO_PARTICLE && "a particle is in its cell");
    *link = p->next;
    assert(c->overflow_count > 0 && "overflow is counted");
    --c->overflow_count;
}

int32_t cells_at(double from_origin, double side, int32_t count) {
    double cell = floor(from_origin / side);
    if (!(cell > 0)) return 0;
    return cell < count ? (int32_t)cell : count - 1;
}

void cells_put(cells *c, particle *particles, uint32_t number, evo_vec2 position) {
    evo_vec2 at = vec_sub(position, c->origin);
    if (c->periodic) {
        at.x = cells_wrap(at.x, c->columns * c->size.x);
        at.y = cells_wrap(at.y, c->rows * c->size.y);
    }
    particle *p = &particles[number];
    p->column = (uint16_t)cells_at(at.x, c->size.x, c->columns);
    p->row = (uint16_t)cells_at(at.y, c->size.y, c->rows);
    p->position = vec(at.x - p->column * c->size.x, at.y - p->row * c->size.y);
    assert(cells_hold(c, p, p->position, 0) && "a particle is put where its cell is");
    cells_insert(c, particles, number);
}

evo_vec2 cells_corner(const cells *c, const particle *p) {
    return vec(c->origin.x + p->column * c->size.x, c->origin.y + p->row * c->size.y);
}

/* ---- From cell to cell ----------------------------------------------------------------------- */

bool cells_has_next(const cells *c, const particle *p, cell_side side) {
    int32_t cell = cell_side_is_x(side) ? p->column : p->row;
    int32_t count = cell_side_is_x(side) ? c->columns : c->rows;
    return c->periodic || (cell_side_is_upper(side) ? cell + 1 < count : cell > 0);
}

/* Fractions of a cell, and of the distance flown in a clock period, by which rounding may put a
 * particle out of its own cell. */
static const double CELL_ROUNDING = 1e-6, WAY_ROUNDING = 0x1p-40;

static bool is_within_cell(double at, double size, double most, bool from_low, bool to_high) {
    return (at >= -most || !from_low) && (at <= size + most || !to_high);
}

bool cells_hold(const cells *c, const particle *p, evo_vec2 at, double way) {
    const evo_vec2 most = {CELL_ROUNDING * c->size.x + WAY_ROUNDING * way,
                           CELL_ROUNDING * c->size.y + WAY_ROUNDING * way};
    return is_within_cell(at.x, c->size.x, most.x, cells_has_next(c, p, CELL_LEFT),
                          cells_has_next(c, p, CELL_RIGHT))
           && is_within_cell(at.y, c->size.y, most.y, cells_has_next(c, p, CELL_DOWN),
                             cells_has_next(c, p, CELL_UP));
}

/* Returns the next cell up or down, wrapped round the box. */
static uint16_t next_cell(uint16_t cell, bool up, int32_t count) {
    if (up) return (uint16_t)(cell + 1 == count ? 0 : cell + 1);
    return (uint16_t)(cell == 0 ? count - 1 : cell - 1);
}

void cells_cross(cells *c, particle *particles, uint32_t number, cell_side side) {
    particle *p = &particles[number];
    assert(cells_has_next(c, p, side));
    bool up = cell_side_is_upper(side);
    cells_remove(c, particles, number);
    if (cell_side_is_x(side)) {
        p->column = next_cell(p->column, up, c->columns);
        p->position.x += up ? -c->size.x : c->size.x;
    } else {
        p->row = next_cell(p->row, up, c->rows);
        p->position.y += up ? -c->size.y : c->size.y;
    }
    cells_insert(c, particles, number);
}

/* ==== Borders ================================================================================= */

/* Times at which a particle reaches a side of its cell, or a wall. In: a particle at the present;
 * out: times, and gaps. */

evo_vec2 borders_direction(cell_side side) {
    static const evo_vec2 directions[CELL_SIDES] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    return directions[side];
}

/* Returns the distance of a particle to a side of its cell. */
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

/* Largest coordinate and speed in flight: less than calls accept, by more than rounding. Beyond it
 * flight ends. */
static const double RANGE_END = 1e30 * (1 - 0x1p-40);

/* Returns when the position or the velocity leaves the range of numbers on a side. */
static double range_time(const borders *b, const border_particle *p, evo_vec2 direction) {
    const double at = vec_dot(vec_add(cells_corner(b->cells, p->at), p->at->position), direction);
    const double speed = vec_dot(p->at->velocity, direction);
    const double pull = vec_dot(p->gravity, direction);
    const double time = line_reach(RANGE_END - at, -speed, -pull);
    return pull > 0 ? least_of(time, most_of(RANGE_END - speed, 0) / pull) : time;
}

double borders_cell_time(const borders *b, const border_particle *p, cell_side side) {
    evo_vec2 direction = borders_direction(side);
    if (!cells_has_next(b->cells, p->at, side)) return range_time(b, p, direction);
    return line_reach(cell_gap(b->cells, p->at, side), -vec_dot(p->at->velocity, direction),
                      -vec_dot(p->gravity, direction));
}

double borders_wall_time(const borders *b, const border_particle *p, cell_side side) {
    evo_vec2 direction = borders_direction(side);
    double speed = -vec_dot(p->at->velocity, direction) - p->growth_rate;
    return line_reach(borders_wall_gap(b, p, side), speed, -vec_dot(p->gravity, direction));
}

/* ==== Neighbours ============================================================================== */

/* Finds the particles around a particle. In: cells; out: numbers, in any order. Invariant: no
 * particle is missing that it may meet before either of the two leaves its cell. */

/* Differences of cell indices to the cells around. */
typedef struct neighbour_offsets {
    ptrdiff_t left, right, down, up;
} neighbour_offsets;

INLINE neighbour_offsets offsets_inside(const cells *c) {
    ptrdiff_t wide = c->columns + 2;
    return (neighbour_offsets){-1, 1, -wide, wide};
}

static neighbour_offsets offsets_of(const cells *c, const particle *p) {
    ptrdiff_t lap_x = c->columns, lap_y = c->rows * (lap_x + 2);
    neighbour_offsets h = offsets_inside(c);
    if (!c->periodic) return h;
    if (p->column == 0) h.left += lap_x;
    if (p->column + 1 == c->columns) h.right -= lap_x;
    if (p->row == 0) h.down += lap_y;
    if (p->row + 1 == c->rows) h.up -= lap_y;
    return h;
}

/* Adds the overflow of the cells around to the particles that their slots named. */
static size_t add_overflow(const cells *c, const particle *particles, const particle *middle,
                           uint32_t *found, size_t count) {
    neighbour_offsets h = offsets_of(c, middle);
    const uint32_t *own = &c->overflow[cells_index(c, middle->column, middle->row)];
    const ptrdiff_t rows[] = {h.down, 0, h.up}, columns[] = {h.left, 0, h.right};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            for (uint32_t at = own[rows[i] + columns[k]]; at != NO_PARTICLE;
                 at = particles[at].next)
                found[count++] = at;
    return count;
}

/* Copies all slots of a cell, used or not; those of the next cell overwrite the unused. So no
 * branch depends on where particles are. */
INLINE size_t add_slots(const cell_slots *slots, const uint8_t *counts, ptrdiff_t at,
                        uint32_t *found, size_t count) {
    assert(counts[at] <= CELL_SLOTS && "a cell has no more than its slots");
    memcpy(found + count, slots[at].slots, sizeof(cell_slots));
    return count + counts[at];
}

INLINE size_t slots_around(const cells *c, const particle *middle, neighbour_offsets h,
                           uint32_t *found) {
    size_t own = cells_index(c, middle->column, middle->row), count = 0;
    const cell_slots *slots = c->all + own;
    const uint8_t *counts = c->counts + own;
    count = add_slots(slots, counts, h.down + h.left, found, count);
    count = add_slots(slots, counts, h.down, found, count);
    count = add_slots(slots, counts, h.down + h.right, found, count);
    count = add_slots(slots, counts, h.left, found, count);
    count = add_slots(slots, counts, 0, found, count);
    count = add_slots(slots, counts, h.right, found, count);
    count = add_slots(slots, counts, h.up + h.left, found, count);
    count = add_slots(slots, counts, h.up, found, count);
    return add_slots(slots, counts, h.up + h.right, found, count);
}

/* Adds overflow and oversize particles. */
static size_t add_others(const cells *c, const particle *particles, const particle *middle,
                         uint32_t *found, size_t count) {
    if (c->oversize.count > 0) {
        if (oversize_has(c, middle)) return oversize_neighbours(c, particles, middle, found);
        count = oversize_add(c, particles, middle, found, count);
    }
    return add_overflow(c, particles, middle, found, count);
}

/* Calls the same code twice: but for border cells the offsets are constants. */
size_t cells_neighbours(const cells *c, const particle *particles, const particle *middle,
                        uint32_t *found) {
    size_t count = cells_is_border(c, middle)
                       ? slots_around(c, middle, offsets_of(c, middle), found)
                       : slots_around(c, middle, offsets_inside(c), found);
    return c->overflow_count > 0 ? add_others(c, particles, middle, found, count) : count;
}

void cells_prefetch(const cells *c, const particle *middle) {
    neighbour_offsets h = offsets_of(c, middle);
    size_t own = cells_index(c, middle->column, middle->row);
    const ptrdiff_t rows[] = {h.down, 0, h.up};
    for (int i = 0; i < 3; ++i) {
        MACHINE_PREFETCH(&c->all[own + (size_t)(rows[i] + h.left)]);
        MACHINE_PREFETCH(&c->all[own + (size_t)(rows[i] + h.right)]);
        MACHINE_PREFETCH(&c->counts[own + (size_t)rows[i]]);
    }
}
