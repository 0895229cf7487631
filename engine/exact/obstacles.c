/* obstacles.c: obstacles by cell, and obstacles that come and go in flight. */
#include "exact/world.h"

#include <assert.h>

#include "core/memory.h"
#include "evolute/vector.h"
#include "exact/cells.h"
#include "exact/exact.h"
#include "exact/private.h"
#include "flight/flight.h"
#include "shape/shape.h"

/* ==== Obstacles by cell ======================================================================= */

/* Lists of obstacles by cell. In: obstacles; out: obstacles that a particle may meet. Invariant:
 * lists are in the order of numbers; a number is not reused as long as a plan names it. */

bool obstacles_add(obstacles *o, const obstacle *added) {
    if (!ARRAY_RESERVE(o->memory, o->all, o->capacity, o->count + 1)) return false;
    o->all[o->count++] = *added;
    o->walled |= added->shaped_only;
    return true;
}

void obstacles_free(obstacles *o) {
    ARRAY_FREE(o->memory, o->all, o->capacity);
    obstacles_clear_cells(o);
}

void obstacles_clear_cells(obstacles *o) {
    ARRAY_FREE(o->memory, o->entries, o->entry_capacity);
    ARRAY_FREE(o->memory, o->firsts, o->first_capacity);
    o->entry_count = o->free_entry = 0;
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

/* Returns whether bounds reach into the grid: outside a periodic box an image meets nothing. */
static bool reaches_in(const cells *c, evo_bounds b) {
    const evo_vec2 size = vec(c->columns * c->size.x, c->rows * c->size.y);
    return !c->periodic || evo_bounds_overlap(b, (evo_bounds){c->origin, vec_add(c->origin, size)});
}

static evo_bounds bounds_around(const obstacles *o, obstacle_image which, double max_radius) {
    evo_flight f = obstacle_at(o, which, 0, vec(0, 0));
    evo_bounds b = evo_shape_bounds(&o->all[which.number].shape, (evo_pose){f.position, f.angle});
    b.min = vec(b.min.x - max_radius, b.min.y - max_radius);
    b.max = vec(b.max.x + max_radius, b.max.y + max_radius);
    return b;
}

/* Visits the cells whose circumscribed circle, wider by the greatest radius, an image reaches.
 * Cells at the border reach to infinity: all of them within its bounds are visited. */
static void visit_cells(const obstacles *o, const cells *c, obstacle_image which, double max_radius,
                        cell_visitor visitor) {
    const evo_bounds b = bounds_around(o, which, max_radius);
    if (!reaches_in(c, b)) return;
    const evo_shape *shape = &o->all[which.number].shape;
    const double reach = 1.001 * (0.5 * vec_length(c->size) + max_radius);
    const int32_t left = cells_at(b.min.x - c->origin.x, c->size.x, c->columns);
    const int32_t right = cells_at(b.max.x - c->origin.x, c->size.x, c->columns);
    const int32_t low = cells_at(b.min.y - c->origin.y, c->size.y, c->rows);
    const int32_t high = cells_at(b.max.y - c->origin.y, c->size.y, c->rows);
    for (int32_t row = low; row <= high; ++row)
        for (int32_t column = left; column <= right; ++column) {
            const evo_vec2 middle = vec(c->origin.x + (column + 0.5) * c->size.x,
                                        c->origin.y + (row + 0.5) * c->size.y);
            const evo_flight f = obstacle_at(o, which, 0, middle);
            const placed at = placed_at(shape, f.position, evo_direction(f.angle));
            const bool endless =
                !c->periodic
                && (column == 0 || row == 0 || column + 1 == c->columns || row + 1 == c->rows);
            if (endless
                || shape_kind_of(shape)->nearest(shape, placed_enter(&at, vec(0, 0))).distance
                       <= reach)
                visitor.visit(visitor.context, column, row);
        }
}

bool obstacle_moves(const obstacle *at) {
    evo_vec2 velocity = at->flight.velocity;
    return !vec_is_zero(velocity) || !shape_keeps_angle(&at->shape, at->flight.spin);
}

int obstacles_images(const cells *c, uint32_t number, obstacle_image all[IMAGES]) {
    int8_t boxes = c->periodic ? 1 : 0;
    int count = 0;
    for (int8_t y = (int8_t)-boxes; y <= boxes; ++y)
        for (int8_t x = (int8_t)-boxes; x <= boxes; ++x)
            all[count++] = (obstacle_image){number, x, y};
    return count;
}

void obstacles_visit_cells(const obstacles *o, const cells *c, uint32_t number, double max_radius,
                           cell_visitor visitor) {
    obstacle_image all[IMAGES];
    int images = obstacles_images(c, number, all);
    for (int k = 0; k < images; ++k) visit_cells(o, c, all[k], max_radius, visitor);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* Lists behind the lists of cells: of moving obstacles, and, for oversize particles, of still
 * ones. */
enum { LIST_MOVING, LIST_STILL, LISTS };

/* A walk of an image through the lists of its cells: it is added to each, or taken off. */
typedef struct listing {
    obstacles *o;
    const cells *c;
    obstacle_image which;
    bool leaves;
    bool refused; /* memory was refused for some entry */
} listing;

/* Inserts an image into a list, in order. False: out of memory. */
static bool insert_obstacle(obstacles *o, size_t list, obstacle_image which) {
    uint32_t *link = &o->firsts[list], made = (uint32_t)o->entry_count;
    if (o->free_entry > 0) {
        made = o->free_entry - 1;
        o->free_entry = o->entries[made].next;
    } else if (ARRAY_RESERVE(o->memory, o->entries, o->entry_capacity, o->entry_count + 1)) {
        ++o->entry_count;
    } else {
        return false;
    }
    while (*link != NONE && o->entries[*link].which.number <= which.number)
        link = &o->entries[*link].next;
    assert((*link == NONE || o->entries[*link].which.number > which.number)
           && "lists are in order");
    o->entries[made] = (obstacle_entry){which, *link};
    *link = made;
    return true;
}

static void remove_from(obstacles *o, size_t list, uint32_t number) {
    uint32_t *link = &o->firsts[list];
    while (*link != NONE) {
        const uint32_t at = *link;
        if (o->entries[at].which.number != number) {
            link = &o->entries[at].next;
            continue;
        }
        *link = o->entries[at].next;
        o->entries[at].next = o->free_entry;
        o->free_entry = at + 1;
    }
}

static void do_in_list(listing *l, size_t list) {
    if (l->leaves)
        remove_from(l->o, list, l->which.number);
    else
        l->refused |= !insert_obstacle(l->o, list, l->which);
}

static void do_in_cell(void *context, int32_t column, int32_t row) {
    listing *l = context;
    do_in_list(l, (size_t)row * (size_t)l->c->columns + (size_t)column);
}

static void do_with_image(listing *l) {
    obstacles *o = l->o;
    if (obstacle_moves(&o->all[l->which.number])) {
        do_in_list(l, o->cell_count + LIST_MOVING);
        return;
    }
    visit_cells(o, l->c, l->which, o->to.ordinary, (cell_visitor){do_in_cell, l});
    if (o->to.oversize > o->to.ordinary
        && reaches_in(l->c, bounds_around(o, l->which, o->to.oversize)))
        do_in_list(l, o->cell_count + LIST_STILL);
}

/* Adds an obstacle to its lists, or takes it off them. False: out of memory. */
static bool go_through(obstacles *o, const cells *c, uint32_t number, bool leaves) {
    obstacle_image all[IMAGES];
    const int images = obstacles_images(c, number, all);
    listing l = {o, c, all[0], leaves, false};
    for (int k = 0; k < images; ++k) {
        l.which = all[k];
        do_with_image(&l);
    }
    return !l.refused;
}

/* Adds an obstacle to its lists; false: out of memory, it is in none. */
static bool list_one(obstacles *o, const cells *c, uint32_t number) {
    const bool listed = go_through(o, c, number, false);
    if (!listed) (void)go_through(o, c, number, true);
    return listed;
}

bool obstacles_build(obstacles *o, const cells *c, evo_vec2 box, obstacle_radii to) {
    o->period = box;
    o->to = to;
    o->cell_count = (size_t)c->columns * (size_t)c->rows;
    if (o->count == 0) return true;
    if (!ARRAY_RESERVE(o->memory, o->firsts, o->first_capacity, o->cell_count + LISTS))
        return false;
    array_fill(o->firsts, 0xff, o->first_capacity, sizeof *o->firsts);
    for (uint32_t i = 0; i < o->count; ++i)
        if (!o->all[i].gone && !list_one(o, c, i)) return false;
    return true;
}

obstacle_walk obstacles_near(const obstacles *o, const cells *c, const particle *p) {
    if (!o->firsts) return (obstacle_walk){NONE, NONE};
    const size_t cell = (size_t)p->row * (size_t)c->columns + p->column;
    const size_t still = oversize_has(c, p) ? o->cell_count + LIST_STILL : cell;
    return (obstacle_walk){o->firsts[still], o->firsts[o->cell_count + LIST_MOVING]};
}

/* ---- Coming and going ------------------------------------------------------------------------ */

static void free_place(obstacles *o, uint32_t number) {
    o->all[number].next = o->free;
    o->free = number + 1;
}

uint32_t obstacles_join(obstacles *o, const cells *c, const obstacle *added) {
    const bool again = o->free > 0;
    const uint32_t number = again ? o->free - 1 : (uint32_t)o->count;
    const size_t lists = o->cell_count + LISTS, before = o->first_capacity;
    if (!ARRAY_RESERVE(o->memory, o->all, o->capacity, o->count + 1)
        || !ARRAY_RESERVE(o->memory, o->firsts, o->first_capacity, lists))
        return NONE;
    array_fill(o->firsts + before, 0xff, o->first_capacity - before, sizeof *o->firsts);
    const obstacle was = o->all[number];
    assert((!again || (was.gone && was.plans == 0)) && "no plan names a free place");
    o->all[number] = *added;
    if (!list_one(o, c, number)) {
        o->all[number] = was;
        return NONE;
    }
    if (again)
        o->free = was.next;
    else
        ++o->count;
    o->walled |= added->shaped_only;
    return number;
}

void obstacles_part(obstacles *o, const cells *c, uint32_t number, bool kept) {
    obstacle *at = &o->all[number];
    if (at->gone) return;
    (void)go_through(o, c, number, true);
    at->gone = true;
    if (kept || at->sensor)
        ++at->plans;
    else if (at->plans == 0)
        free_place(o, number);
}

void obstacles_plan(obstacles *o, uint32_t number) {
    obstacle *at = &o->all[number];
    if (at->gone && at->plans == 0) {
        assert(o->free == number + 1);
        o->free = at->next;
    }
    ++at->plans;
}

void obstacles_forget(obstacles *o, uint32_t number) {
    obstacle *at = &o->all[number];
    assert(at->plans > 0 && "plans to meet an obstacle are counted");
    if (--at->plans == 0 && at->gone) free_place(o, number);
}

/* ==== Obstacles that come and go ============================================================== */

/* Obstacles that join or leave a flight. In: an obstacle as it was at the start; out: new plans of
 * the particles that may meet it. Invariant: one that is refused has changed nothing. */

/* ---- Particles concerned --------------------------------------------------------------------- */

/* A walk over all particles that may meet a new obstacle before they plan by themselves. */
typedef struct concerned {
    event_world *w;
    uint32_t obstacle;
    size_t count;
    bool overlaps; /* some particle overlaps it */
    bool plan;     /* particles plan; else they are counted and tested */
} concerned;

static void concern(concerned *all, uint32_t number) {
    event_world *w = all->w;
    assert(!particle_is_gone(&w->particles.all[number]) && "it concerns what flies");
    ++all->count;
    if (all->plan)
        plan_for_late(w, number, all->obstacle);
    else
        all->overlaps |= overlaps_late(w, number, all->obstacle);
}

static void concern_cell(void *context, int32_t column, int32_t row) {
    concerned *all = context;
    const cells *c = &all->w->cells;
    size_t cell = cells_index(c, column, row);
    for (uint32_t i = 0; i < c->counts[cell]; ++i) concern(all, c->all[cell].slots[i]);
    if (c->counts[cell] < CELL_SLOTS) return;
    for (uint32_t at = c->overflow[cell]; at != NO_PARTICLE; at = all->w->particles.all[at].next)
        concern(all, at);
}

/* Visits the particles of the cells from which a still obstacle can be touched, and oversize ones;
 * all particles if it moves. */
static void concern_all(concerned *all) {
    event_world *w = all->w;
    const cell_oversize *o = &w->cells.oversize;
    if (obstacle_moves(&w->obstacles.all[all->obstacle])) {
        for (uint32_t i = 0; i < w->particles.count; ++i)
            if (event_has(w, i)) concern(all, i);
        return;
    }
    for (size_t i = 0; i < o->count; ++i) concern(all, o->all[i]);
    obstacles_visit_cells(&w->obstacles, &w->cells, all->obstacle, o->limit * o->headroom,
                          (cell_visitor){concern_cell, all});
}

/* ---- Coming ---------------------------------------------------------------------------------- */

obstacle obstacle_of(const event_world *w, uint32_t collider) {
    const body_store *s = w->space.bodies;
    const collider_record *record = &s->colliders[collider];
    const body_state *m = state_of_body(s, record->body);
    return (obstacle){.shape = shape_copy(record->shape),
                      .flight = {m->position, m->velocity, m->angle, m->spin},
                      .material = s->materials.all[record->material],
                      .filter = collider_entry(record)->rules.filter,
                      .owner = collider,
                      .sensor = record->sensor};
}

obstacle obstacle_of_wall(const event_world *w, uint32_t number) {
    const evo_bounds b = w->space.bounds;
    const evo_vec2 corners[] = {b.min, {b.max.x, b.min.y}, b.max, {b.min.x, b.max.y}};
    return (obstacle){.shape = evo_segment(corners[number], corners[(number + 1) % 4]),
                      .material = w->space.wall,
                      .owner = NONE,
                      .shaped_only = true};
}

event_result event_obstruct(event_world *w, uint32_t collider) {
    obstacles *o = &w->obstacles;
    const obstacle added = obstacle_of(w, collider);
    if (added.sensor || w->space.growth != 0) return EVENT_ANEW;
    const uint32_t number = obstacles_join(o, &w->cells, &added);
    if (number == NONE) return EVENT_NO_MEMORY;
    event_go_to_present(w);
    concerned all = {.w = w, .obstacle = number};
    concern_all(&all);
    if (all.overlaps || !plans_reserve(&w->plans, all.count)) {
        obstacles_part(o, &w->cells, number, false);
        return all.overlaps ? EVENT_OVERLAP : EVENT_NO_MEMORY;
    }
    w->rules.plain_gas = false;
    all.plan = true;
    concern_all(&all);
    return EVENT_OK;
}

/* ---- Going ----------------------------------------------------------------------------------- */

void event_clear(event_world *w, uint32_t body) {
    const collider_record *colliders = w->space.bodies->colliders;
    for (uint32_t i = 0; i < w->obstacles.count; ++i) {
        const obstacle *at = &w->obstacles.all[i];
        if (at->gone || at->owner == NONE || colliders[at->owner].body != body) continue;
        event_go_to_present(w);
        obstacles_part(&w->obstacles, &w->cells, i, event_unreported(w) > 0);
    }
}
