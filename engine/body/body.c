/* body.c: bodies by id and by slot, and their masses. */
#include <assert.h>

#include "body/body.h"
#include "core/rules.h"
#include "shape/shape.h"

MACHINE_PLAIN

/* ==== Ids and slots =========================================================================== */

/* Records by id, arrays by slot, and the border between slots of awake bodies and the others.
 *
 * Invariant: a slot below `awake` belongs to an enabled body that a step moves; record and slot
 * name each other, for bodies and colliders alike. */

void bodies_init(body_store *s, const evo_allocator *memory, bool stepped) {
    *s = (body_store){.memory = memory,
                      .stepped = stepped,
                      .building = {.id = NONE},
                      .first_buried = NONE,
                      .seam_free = NONE,
                      .thinnest = INFINITY};
}

void bodies_free(body_store *s) {
    const evo_allocator *memory = s->memory;
    colliders_free(s);
    ARRAY_FREE(memory, s->records, s->record_list.capacity);
    ARRAY_FREE(memory, s->forces, s->force_capacity);
    ARRAY_FREE(memory, s->were, s->were_list.capacity);
    ARRAY_FREE(memory, s->states, s->state_capacity);
    ARRAY_FREE(memory, s->ids, s->id_capacity);
    ARRAY_FREE(memory, s->motions, s->motion_capacity);
    ARRAY_FREE(memory, s->colliders, s->collider_list.capacity);
    ARRAY_FREE(memory, s->forms, s->form_capacity);
    ARRAY_FREE(memory, s->links, s->link_capacity);
    ARRAY_FREE(memory, s->places, s->place_capacity);
    ARRAY_FREE(memory, s->turns, s->turn_capacity);
    ARRAY_FREE(memory, s->sweeps, s->sweep_capacity);
    ARRAY_FREE(memory, s->seams, s->seam_list.capacity);
    ARRAY_FREE(memory, s->edges, s->edge_capacity);
    materials_free(&s->materials, memory);
    shapes_free(&s->shapes, memory);
    known_free(&s->known, memory);
    for (int i = 0; i < STILL_KINDS; ++i)
        ARRAY_FREE(memory, s->still[i].changed, s->still[i].capacity);
}

/* ---- Slots ----------------------------------------------------------------------------------- */

static void swap(void *items, size_t size, size_t a, size_t b) {
    unsigned char *at_a = (unsigned char *)items + a * size;
    unsigned char *at_b = (unsigned char *)items + b * size;
    unsigned char kept[64];
    assert(size <= sizeof kept);
    memcpy(kept, at_a, size);
    memcpy(at_a, at_b, size);
    memcpy(at_b, kept, size);
}

/* Writes a body's slot into its record and into the links of its colliders. */
static void follow_body(body_store *s, uint32_t slot) {
    body_record *record = &s->records[body_in_slot(s, slot)];
    record->slot = slot;
    EACH_COLLIDER_FROM (c, s, record->first_collider) s->links[s->colliders[c].slot].body = slot;
}

static void swap_bodies(body_store *s, uint32_t a, uint32_t b) {
    if (a == b) return;
    swap(s->states, sizeof *s->states, a, b);
    if (s->stepped)
        swap(s->motions, sizeof *s->motions, a, b);
    else
        swap(s->ids, sizeof *s->ids, a, b);
    follow_body(s, a);
    follow_body(s, b);
}

void colliders_swap(body_store *s, uint32_t a, uint32_t b) {
    if (a == b) return;
    swap(s->links, sizeof *s->links, a, b);
    s->colliders[s->links[a].id].slot = a;
    s->colliders[s->links[b].id].slot = b;
    if (!s->stepped) return;
    swap(s->forms, sizeof *s->forms, a, b);
    swap(s->places, sizeof *s->places, a, b);
    swap(s->turns, sizeof *s->turns, a, b);
    swap(s->sweeps, sizeof *s->sweeps, a, b);
}

void collider_set_active(body_store *s, uint32_t id, bool active) {
    uint32_t slot = s->colliders[id].slot;
    assert(s->links[slot].id == id && "record and slot name each other");
    if ((slot < s->collider_awake) == active) return;
    colliders_swap(s, slot, active ? s->collider_awake++ : --s->collider_awake);
    assert(s->collider_awake <= s->collider_count && "the awake are among all");
    if (active) collider_stray(s, id);
}

void collider_stray(body_store *s, uint32_t id) {
    stray_list *strays = &s->strays;
    const uint32_t count = strays->count;
    uint32_t i = 0;
    if (s->colliders[id].strayed == strays->order || count > STRAYS_MOST) return;
    while (i < count && strays->ids[i] != id) ++i;
    if (i == count) strays->count = count + 1;
    if (i == STRAYS_MOST) return;
    strays->ids[i] = id;
    s->colliders[id].strayed = strays->order;
}

void colliders_begin_order(body_store *s) {
    ++s->strays.order;
    s->strays.count = 0;
}

void bodies_set_active(body_store *s, uint32_t id, bool active) {
    const body_record *record = &s->records[id];
    assert(body_in_slot(s, record->slot) == id && "record and slot name each other");
    if (body_is_active(s, id) == active) return;
    still_change(s, STILL_BODY, id);
    swap_bodies(s, record->slot, active ? s->awake++ : --s->awake);
    assert(s->awake <= s->count && "awake bodies are among all");
    EACH_COLLIDER_FROM (c, s, record->first_collider) collider_set_active(s, c, active);
}

/* Moves the items of each cycle of the order by one place along it. */
static void permute(void *items, size_t size, const uint32_t *order, size_t count, uint8_t *moved) {
    unsigned char *all = items;
    unsigned char kept[64];
    assert(size <= sizeof kept);
    memset(moved, 0, count);
    for (size_t i = 0; i < count; ++i) {
        size_t to = i;
        assert(order[i] < count && "an order is one of the same items");
        if (moved[i] || order[i] == i) continue;
        memcpy(kept, all + i * size, size);
        for (size_t from = order[i]; from != i; to = from, from = order[from]) {
            memcpy(all + to * size, all + from * size, size);
            moved[to] = 1;
        }
        memcpy(all + to * size, kept, size);
        moved[to] = 1;
    }
}

void bodies_reorder(body_store *s, const uint32_t *body_order, const uint32_t *collider_order,
                    uint8_t *moved) {
    permute(s->forms, sizeof *s->forms, collider_order, s->collider_awake, moved);
    permute(s->links, sizeof *s->links, collider_order, s->collider_awake, moved);
    permute(s->turns, sizeof *s->turns, collider_order, s->collider_awake, moved);
    permute(s->states, sizeof *s->states, body_order, s->awake, moved);
    permute(s->motions, sizeof *s->motions, body_order, s->awake, moved);
    for (uint32_t i = 0; i < s->collider_awake; ++i) s->colliders[s->links[i].id].slot = i;
    for (uint32_t i = 0; i < s->awake; ++i) follow_body(s, i);
    ++s->reorders;
}

/* ---- Forces ---------------------------------------------------------------------------------- */

static const body_forces NO_FORCES = {.gravity_scale = 1};

bool bodies_take_forces(body_store *s) {
    if (s->forces) return true;
    if (!ARRAY_GROW(s->memory, s->forces, s->force_capacity, s->record_list.count + 1))
        return false;
    for (size_t i = 0; i < s->force_capacity; ++i) s->forces[i] = NO_FORCES;
    return true;
}

body_forces body_forces_of(const body_store *s, uint32_t id) {
    return s->forces ? s->forces[id] : NO_FORCES;
}

void body_clear_forces(body_store *s, uint32_t id) {
    if (!s->forces) return;
    s->forces[id].force = vec(0, 0);
    s->forces[id].torque = 0;
}

bool bodies_reserve_remembered(body_store *s) {
    return ARRAY_RESERVE(s->memory, s->were, s->were_list.capacity, s->awake);
}

void bodies_remember(body_store *s) {
    assert(s->awake <= s->were_list.capacity && "room was made");
    s->were_list.count = s->awake;
    ++s->remembered;
    for (uint32_t i = 0; i < s->awake; ++i)
        s->were[i] = (body_was){s->states[i].position, s->states[i].angle, s->motions[i].id};
}

void body_stop_drive(body_store *s, uint32_t id) {
    if (!s->forces) return;
    s->forces[id].target = (evo_pose){{0, 0}, 0};
    s->forces[id].arrives = 0;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static bool reserve_body(body_store *s, bool forces) {
    size_t needed = (size_t)s->count + 1;
    if (forces && !bodies_take_forces(s)) return false;
    if (s->forces
        && !ARRAY_RESERVE(s->memory, s->forces, s->force_capacity, s->record_list.count + 1))
        return false;
    return known_reserve(&s->known, s->memory, KNOWN_BODY, s->record_list.count + 1, 1)
           && still_reserve(s, STILL_BODY, s->record_list.count + 1)
           && ARRAY_RESERVE(s->memory, s->records, s->record_list.capacity,
                            s->record_list.count + 1)
           && ARRAY_RESERVE(s->memory, s->states, s->state_capacity, needed)
           && (s->stepped ? ARRAY_RESERVE(s->memory, s->motions, s->motion_capacity, needed)
                          : ARRAY_RESERVE(s->memory, s->ids, s->id_capacity, needed));
}

uint32_t bodies_create(body_store *s, const evo_body_config *config, bool active) {
    assert(!bodies_are_full(s, 0));
    body_forces forces = NO_FORCES;
    forces.damping = config->damping;
    forces.spin_damping = config->spin_damping;
    forces.gravity_scale = config->gravity_scale;
    forces.sleep_speed = config->sleep_speed;
    const bool some = forces.damping != 0 || forces.spin_damping != 0 || forces.gravity_scale != 1
                      || forces.sleep_speed != 0;
    if (!reserve_body(s, some)) return NONE;
    uint32_t id = s->lowest_free, slot = s->count++;
    while (id < s->record_list.count && s->records[id].generation % 2 == 1) ++id;
    s->lowest_free = id + 1;
    if (id == s->record_list.count) s->records[s->record_list.count++] = (body_record){0};
    assert(s->records[id].generation % 2 == 0 && "a free id is of no body");
    if (s->forces) s->forces[id] = forces;
    still_change(s, STILL_BODY, id);
    const body_record *gone = &s->records[id];
    known_note(&s->known, KNOWN_BODY, (known_life){id, gone->generation, gone->birth}, gone->user);
    s->records[id] = (body_record){
        .generation = gone->generation + 1,
        .slot = slot,
        .first_collider = NONE,
        .last_collider = NONE,
        .first_edge = NONE,
        .island = NONE,
        .placed = s->remembered,
        .kind = (uint8_t)config->kind,
        .enabled = !config->disabled,
        .never_sleep = config->never_sleep,
        .lock_x = config->locks.x,
        .lock_y = config->locks.y,
        .lock_spin = config->locks.spin,
        .birth = known_birth(&s->known, KNOWN_BODY, id, gone->generation + 1),
        .user = config->user,
        .tag = config->tag,
    };
    s->states[slot] = (body_state){.position = config->position, .angle = config->angle};
    if (s->stepped)
        s->motions[slot] = (body_motion){.id = id, .kind = (uint8_t)config->kind};
    else
        s->ids[slot] = id;
    if (config->kind != EVO_STATIC) {
        bool turns = config->kind == EVO_KINEMATIC || !config->locks.spin;
        s->states[slot].velocity = body_let(&s->records[id], config->velocity);
        s->states[slot].spin = turns ? config->spin : 0;
    }
    mass_update_body(s, id);
    bodies_set_active(s, id, active);
    return id;
}

void bodies_destroy(body_store *s, uint32_t id) {
    body_record *record = &s->records[id];
    assert(record->generation % 2 == 1 && "a body goes once");
    still_change(s, STILL_BODY, id);
    bodies_set_active(s, id, false);
    if (s->building.id == id) s->building.id = NONE;
    colliders_destroy_all(s, id);
    swap_bodies(s, record->slot, --s->count);
    ++record->generation;
    if (id < s->lowest_free) s->lowest_free = id;
}

void bodies_rename(body_store *s, uint32_t from, uint32_t to, const uint32_t *colliders) {
    body_record *record = &s->records[to];
    const uint32_t first = s->records[from].first_collider;
    size_t count = 0;
    *record = s->records[from];
    s->records[from] = (body_record){0};
    for (uint32_t c = first, next; c != NONE; c = next) {
        const uint32_t id = colliders[count];
        collider_record *moved = &s->colliders[id];
        *moved = s->colliders[c];
        s->colliders[c] = (collider_record){0};
        next = moved->next;
        moved->body = to;
        moved->next = next != NONE ? colliders[count + 1] : NONE;
        collider_entry(moved)->previous = count > 0 ? colliders[count - 1] : NONE;
        s->links[moved->slot].id = id;
        record->last_collider = id;
        ++count;
    }
    if (count > 0) record->first_collider = colliders[0];
    if (s->stepped)
        s->motions[record->slot].id = to;
    else
        s->ids[record->slot] = to;
    if (s->forces) {
        s->forces[to] = s->forces[from];
        s->forces[from] = NO_FORCES;
    }
    if (s->building.id == from) s->building.id = to;
}

void bodies_uncreate(body_store *s, uint32_t id) {
    if (s->records[id].first_collider != NONE) colliders_uncreate(s, s->records[id].first_collider);
    bodies_destroy(s, id);
    s->records[id].generation -= 2;
    s->records[id].birth = 0;
    s->records[id].user = NULL;
    s->records[id].tag = 0;
    if (s->records[id].generation == 0 && id + 1 == s->record_list.count) --s->record_list.count;
}

/* ==== Masses ================================================================================== */

/* Mass, centre of mass and turning of bodies, from their shapes or as they were set.
 *
 * Bodies that are not dynamic turn about their origin, which stands for the centre of mass. Every
 * dynamic body has a mass: if its shapes have none it weighs 1, spread over their area, or else
 * over a disk of its reach. */

/* Radii of gyration that floats can hold, and divide by; beyond, a body does not turn. */
static const double GYRATION_LEAST = 1e-18, GYRATION_MOST = 1e18;

/* ---- Mass ------------------------------------------------------------------------------------ */

static evo_mass mass_of_collider(const body_store *s, uint32_t id, bool unit) {
    const collider_record *c = &s->colliders[id];
    const shape_entry *of = collider_entry(c);
    const double mass = of->weight.area * (unit ? 1 : s->materials.all[c->material].density);
    const evo_vec2 middle = vec_turn(of->weight.centroid, c->shape->axis);
    if (c->sensor) return (evo_mass){0};
    return (evo_mass){mass, vec_add(of->center, middle), mass * of->weight.gyration};
}

/* Sums up the shapes at their own densities, or all at density 1. The inertia is summed about the
 * common centre, once that is known: about another point it would be a small difference of large
 * numbers. */
static evo_mass sum_of_shapes(const body_store *s, const body_record *record, bool unit) {
    evo_mass sum = {0}, m = {0};
    EACH_COLLIDER_FROM (id, s, record->first_collider) {
        m = mass_of_collider(s, id, unit);
        sum.mass += m.mass;
        sum.center = vec_along(sum.center, m.mass, m.center);
    }
    if (sum.mass < MASS_LEAST) return sum;
    sum.center = vec_scale(sum.center, 1 / sum.mass);
    EACH_COLLIDER_FROM (id, s, record->first_collider) {
        if (record->last_collider != record->first_collider) m = mass_of_collider(s, id, unit);
        evo_vec2 off = vec_sub(m.center, sum.center);
        sum.inertia += m.inertia + m.mass * vec_dot(off, off);
    }
    return sum;
}

/* Return the distance of the farthest rim from a point of the body's frame, of one collider, and of
 * all. */
static double rim_from(const collider_record *c, evo_vec2 center) {
    return vec_length(vec_sub(collider_entry(c)->center, center)) + collider_entry(c)->reach;
}

static double extent_about(const body_store *s, const body_record *record, evo_vec2 center) {
    double extent = 0;
    EACH_COLLIDER_FROM (id, s, record->first_collider)
        extent = most_of(extent, rim_from(&s->colliders[id], center));
    return extent;
}

/* Returns the mass of the shapes. Without a mass they weigh 1, spread over their area, or over a
 * disk of their reach. */
static evo_mass mass_of_shapes(const body_store *s, const body_record *record) {
    evo_mass mass = sum_of_shapes(s, record, false);
    if (mass.mass >= MASS_LEAST) return mass;
    mass = sum_of_shapes(s, record, true);
    const double reach = extent_about(s, record, vec(0, 0));
    if (mass.mass < MASS_LEAST) return (evo_mass){1, {0, 0}, reach > 0 ? 0.5 * reach * reach : 0.5};
    mass.inertia /= mass.mass;
    mass.mass = 1;
    return mass;
}

static double gyration_of(const body_record *record) {
    if (record->kind != EVO_DYNAMIC) return 1;
    if (record->lock_spin || !(record->inertia > 0)) return 0;
    double gyration = sqrt(record->inertia / record->mass);
    return gyration >= GYRATION_LEAST && gyration <= GYRATION_MOST ? gyration : 0;
}

/* Longest arm in radii of gyration: floats cannot hold the impulses along a longer one beside those
 * across. A body on a longer arm turns as if it were so large, which changes the torque that swings
 * it by 1 / ARM_MOST^2. */
static const double ARM_MOST = 64;

double mass_gyration(const body_record *record) {
    const double gyration = gyration_of(record);
    if (record->kind != EVO_DYNAMIC || !(gyration > 0) || !(record->arm > 0)) return gyration;
    const double arm = (double)record->arm + vec_length(record->center);
    return most_of(gyration, least_of(arm / ARM_MOST, GYRATION_MOST));
}

bool body_turns(const body_record *record) {
    return gyration_of(record) > 0;
}

/* ---- Forms ----------------------------------------------------------------------------------- */

/* Forms by kind of shape; some polygons and circles have special ones. */
static const form_kind FORM_OF[] = {
    [EVO_NO_SHAPE] = FORM_OTHER, [EVO_CIRCLE] = FORM_OVAL,  [EVO_ELLIPSE] = FORM_OVAL,
    [EVO_RING] = FORM_OTHER,     [EVO_SEGMENT] = FORM_LINE, [EVO_CAPSULE] = FORM_HULL,
    [EVO_POLYGON] = FORM_HULL,
};

static void update_form(body_store *s, uint32_t id, evo_vec2 center) {
    collider_record *record = &s->colliders[id];
    collider_link *link = &s->links[record->slot];
    const evo_shape *shape = record->shape;
    const bool own = collider_entry(record)->number == NONE;
    assert((own || vec_is_zero(center)) && "nothing moves the centre of what is alone");
    if (own) record->shape->center = vec_sub(collider_entry(record)->center, center);
    form_kind kind = FORM_OF[shape->kind];
    if (shape->kind == EVO_CIRCLE && vec_is_zero(shape->center) && !record->sensor)
        kind = FORM_DISK;
    if (kind == FORM_HULL && collider_corners(s, record->slot)->is_box > 0) kind = FORM_BOX;
    s->unround += (uint32_t)(kind != FORM_DISK) - (uint32_t)(link->kind != FORM_DISK);
    link->kind = (uint8_t)kind;
    if (!s->stepped) return;
    const bool line = shape->kind == EVO_SEGMENT, ellipse = shape->kind == EVO_ELLIPSE;
    const shape_entry *of = collider_entry(record);
    const double reach = of->reach, half = line ? 0 : 0.5 * of->thickness;
    const collider_form form = {.offset_x = (float)shape->center.x,
                                .offset_y = (float)shape->center.y,
                                .axis_x = (float)shape->axis.x,
                                .axis_y = (float)shape->axis.y,
                                .radius_x = (float)(ellipse ? shape->of.ellipse.radius_x : reach),
                                .radius_y = (float)(ellipse ? shape->of.ellipse.radius_y : half),
                                .reach = (float)reach,
                                .friction = (float)s->materials.all[record->material].friction};
    s->forms[record->slot] = form;
    if (kind == FORM_DISK) /* a disk's turning does not show */
        s->turns[record->slot] = (collider_turn){0, 0, form.axis_x, form.axis_y};
}

void mass_update_turning(body_store *s, uint32_t id) {
    if (!s->stepped) return;
    body_motion *motion = &s->motions[s->records[id].slot];
    const double gyration = mass_gyration(&s->records[id]);
    motion->gyration = (float)gyration;
    motion->inverse_gyration = gyration > 0 ? (float)(1 / gyration) : 0;
}

/* Sets mass, centre, forms and motion; the origin of the body's frame stays where it is, and moves
 * as it did, where its centre can move so. */
static void weigh(body_store *s, uint32_t id) {
    body_record *record = &s->records[id];
    body_state *state = &s->states[record->slot];
    const bool dynamic = record->kind == EVO_DYNAMIC;
    evo_vec2 before = record->center, shift;
    still_change(s, STILL_BODY, id);
    if (dynamic && !record->mass_set) {
        const evo_mass mass = mass_of_shapes(s, record);
        record->mass = mass.mass;
        record->inertia = mass.inertia;
        record->center = mass.center;
    } else {
        record->center = dynamic ? body_forces_of(s, id).center_set : vec(0, 0);
    }
    assert((!dynamic || record->mass > 0) && "what is dynamic has a mass");
    shift = vec_sub(record->center, before);
    if (!vec_is_zero(shift)) {
        shift = vec_turn(shift, evo_direction(state->angle));
        state->position = vec_add(state->position, shift);
        const evo_vec2 moving =
            body_let(record, vec_along(state->velocity, state->spin, vec_left(shift)));
        if (vector_fits(moving)) state->velocity = moving;
    }
    EACH_COLLIDER_FROM (c, s, record->first_collider) update_form(s, c, record->center);
    if (!s->stepped) return;
    const body_forces forces = body_forces_of(s, id);
    body_motion *motion = &s->motions[record->slot];
    motion->inverse_mass = dynamic ? (float)(1 / record->mass) : 0;
    mass_update_turning(s, id);
    motion->extent = (float)extent_about(s, record, record->center);
    motion->gravity_scale = dynamic ? (float)forces.gravity_scale : 0;
    motion->kind = record->kind;
    motion->never_sleep = record->never_sleep;
    motion->sleep_speed = (float)forces.sleep_speed;
    motion->driven = dynamic
                     && (forces.damping > 0 || forces.spin_damping > 0 || !vec_is_zero(forces.force)
                         || forces.torque != 0 || body_is_locked(record));
}

void mass_update_body(body_store *s, uint32_t id) {
    if (s->building.id == id) bodies_settle(s);
    weigh(s, id);
}

/* ---- Building -------------------------------------------------------------------------------- */

void bodies_weigh(body_store *s) {
    body_building *b = &s->building;
    if (b->id == NONE || b->weighed) return;
    body_record *record = &s->records[b->id];
    assert(record->generation % 2 == 1 && "a body that was destroyed is built no more");
    body_state *state = &s->states[record->slot];
    state->position = b->position;
    state->velocity = b->velocity;
    record->center = b->center;
    weigh(s, b->id);
    b->weighed = true;
}

void bodies_settle(body_store *s) {
    bodies_weigh(s);
    if (s->building.id != NONE) still_change(s, STILL_BODY, s->building.id);
    s->building.id = NONE;
}

/* Widens the extent of a body that stands: a bound will do, since only moving bodies need it
 * exact. */
void mass_update_run(body_store *s, uint32_t id, collider_run run) {
    const body_record *record = &s->records[id];
    still_change(s, STILL_BODY, id);
    for (uint32_t c = run.first; c != run.until; c = s->colliders[c].next) {
        update_form(s, c, record->center);
        if (!s->stepped) continue;
        float *extent = &s->motions[record->slot].extent;
        *extent = (float)most_of((double)*extent, rim_from(&s->colliders[c], record->center));
    }
    if (record->kind != EVO_DYNAMIC && !body_is_active(s, id)) return;
    const body_state *state = &s->states[record->slot];
    if (s->building.id != id) {
        bodies_settle(s);
        s->building = (body_building){id, false, state->position, state->velocity, record->center};
    }
    s->building.weighed = false;
}
