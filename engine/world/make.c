/* make.c: what colliders that are made alike share, each such make but once.
 *
 * A make's beginning is its key, copied field by field into zeroed memory. Should padding differ
 * all the same, two colliders do not share what they could, and nothing else is lost. */
#include "core/array.h"
#include "shape/kind.h"
#include "world/world.h"

/* ---- Keys ------------------------------------------------------------------------------------ */

static void copy_shape(evo_shape *to, const evo_shape *from) {
    to->kind = from->kind;
    to->center = from->center;
    to->axis = from->axis;
    switch (from->kind) {
    case EVO_CIRCLE:
        to->of.circle.radius = from->of.circle.radius;
        break;
    case EVO_ELLIPSE:
        to->of.ellipse.radius_x = from->of.ellipse.radius_x;
        to->of.ellipse.radius_y = from->of.ellipse.radius_y;
        break;
    case EVO_RING:
        to->of.ring.inner = from->of.ring.inner;
        to->of.ring.outer = from->of.ring.outer;
        to->of.ring.half_sweep = from->of.ring.half_sweep;
        to->of.ring.half = from->of.ring.half;
        break;
    case EVO_SEGMENT:
        to->of.segment.half_length = from->of.segment.half_length;
        break;
    case EVO_NO_SHAPE:
        break;
    }
}

static make_key key_of(const evo_collider_config *config) {
    make_key key;
    memset(&key, 0, sizeof key);
    copy_shape(&key.shape, &config->shape);
    key.material.density = config->material.density;
    key.material.friction = config->material.friction;
    key.material.restitution = config->material.restitution;
    key.material.rolling_resistance = config->material.rolling_resistance;
    key.material.surface_speed = config->material.surface_speed;
    key.filter.category = config->filter.category;
    key.filter.mask = config->filter.mask;
    key.filter.group = config->filter.group;
    key.sensor = config->sensor;
    return key;
}

/* ---- What follows from a key ----------------------------------------------------------------- */

/* The thickness that matters to contacts. */
static float size_of(const evo_shape *shape) {
    switch (shape->kind) {
    case EVO_ELLIPSE:
        return (float)fmin(shape->of.ellipse.radius_x, shape->of.ellipse.radius_y);
    case EVO_RING:
        return (float)(0.5 * (shape->of.ring.outer - shape->of.ring.inner));
    case EVO_CIRCLE:
    case EVO_SEGMENT:
    case EVO_NO_SHAPE:
        break;
    }
    return (float)shape_reach(shape);
}

static void complete(collider_make *make) {
    const make_key *key = &make->key;
    const evo_filter *filter = &key->filter;
    collider_skin skin = {(float)key->material.friction, (float)key->material.restitution,
                          (float)key->material.rolling_resistance,
                          (float)key->material.surface_speed};
    make->skin = skin;
    make->reach = (float)shape_reach(&key->shape);
    make->size = size_of(&key->shape);
    make->plain_skin = skin.restitution == 0 && skin.rolling == 0 && skin.belt == 0;
    make->plain_filter = filter->category == 0 && filter->mask == 0 && filter->group == 0;
}

/* ---- Taking and giving back ------------------------------------------------------------------ */

/* A number that no make has. */
static uint32_t number_take(evo_world *world) {
    uint32_t number = world->free_make;
    if (number == NOBODY) return (uint32_t)world->make_list.count++;
    world->free_make = world->makes[number].next_free;
    return number;
}

static void number_give(evo_world *world, uint32_t number) {
    world->makes[number].next_free = world->free_make;
    world->free_make = number;
}

static collider_make *make_new(evo_world *world, const make_key *key) {
    const evo_allocator *memory = &world->memory;
    bool out_of_memory = false;
    if (!array_reserve(memory, &world->makes, &world->make_list.capacity,
                       world->make_list.count + 1, sizeof *world->makes))
        return NULL;
    collider_make *made = memory_take(memory, sizeof *made);
    if (!made) return NULL;
    memset(made, 0, sizeof *made);
    made->key = *key;
    complete(made);
    HASH_ADD(hh, world->make_table, key, sizeof made->key, made);
    if (out_of_memory) {
        memory_give(memory, made, sizeof *made);
        return NULL;
    }
    made->number = number_take(world);
    world->makes[made->number].make = made;
    return made;
}

uint32_t make_take(evo_world *world, const evo_collider_config *config) {
    make_key key = key_of(config);
    collider_make *found;
    HASH_FIND(hh, world->make_table, &key, sizeof key, found);
    if (!found) found = make_new(world, &key);
    if (!found) return NOBODY;
    ++found->users;
    return found->number;
}

void make_give(evo_world *world, uint32_t number) {
    const evo_allocator *memory = &world->memory;
    collider_make *make = world->makes[number].make;
    if (--make->users > 0) return;
    HASH_DEL(world->make_table, make);
    memory_give(memory, make, sizeof *make);
    number_give(world, number);
}

void makes_free(evo_world *world) {
    const evo_allocator *memory = &world->memory;
    collider_make *make, *next;
    HASH_ITER(hh, world->make_table, make, next) {
        HASH_DEL(world->make_table, make);
        memory_give(memory, make, sizeof *make);
    }
    array_free(memory, &world->makes, &world->make_list.capacity, sizeof *world->makes);
}
