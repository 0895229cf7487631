/* template.c: what colliders that are made alike share, each such template but once.
 *
 * A template begins with its key, copied field by field into zeroed memory. Should padding differ
 * all the same, two colliders do not share what they could, and nothing else is lost. */
#include "contact/bodies.h"
#include "shape/kind.h"

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

static template_key key_of(const evo_collider_config *config) {
    template_key key;
    memset(&key, 0, sizeof key);
    copy_shape(&key.shape, &config->shape);
    key.material.density = config->material.density;
    key.material.friction = config->material.friction;
    key.material.restitution = config->material.restitution;
    key.material.rolling_resistance = config->material.rolling_resistance;
    key.material.surface_speed = config->material.surface_speed;
    key.material.tangential_restitution = config->material.tangential_restitution;
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

static void complete(collider_template *made) {
    const template_key *key = &made->key;
    const evo_filter *filter = &key->filter;
    collider_surface surface = {(float)key->material.friction, (float)key->material.restitution,
                                (float)key->material.rolling_resistance,
                                (float)key->material.surface_speed};
    made->surface = surface;
    made->reach = (float)shape_reach(&key->shape);
    made->size = size_of(&key->shape);
    made->plain_surface = surface.restitution == 0 && surface.rolling == 0 && surface.belt == 0
                          && key->material.tangential_restitution == 0;
    made->plain_filter = filter->category == 0 && filter->mask == 0 && filter->group == 0;
}

/* ---- Taking and giving back ------------------------------------------------------------------ */

static bool is_rough(const collider_template *made) {
    return !made->plain_surface || made->key.shape.kind == EVO_RING;
}

/* A number that no template has. */
static uint32_t number_take(graph *g) {
    uint32_t number = g->templates.free_number;
    if (number == NONE) return (uint32_t)g->templates.list.count++;
    g->templates.free_number = g->templates.slots[number].next_free;
    return number;
}

static void number_give(graph *g, uint32_t number) {
    g->templates.slots[number].next_free = g->templates.free_number;
    g->templates.free_number = number;
}

static collider_template *template_new(graph *g, const template_key *key) {
    const evo_allocator *memory = g->memory;
    bool out_of_memory = false;
    if (!array_reserve(memory, &g->templates.slots, &g->templates.list.capacity,
                       g->templates.list.count + 1, sizeof *g->templates.slots))
        return NULL;
    collider_template *made = memory_take(memory, sizeof *made);
    if (!made) return NULL;
    memset(made, 0, sizeof *made);
    made->key = *key;
    complete(made);
    HASH_ADD(hh, g->templates.table, key, sizeof made->key, made);
    if (out_of_memory) {
        memory_give(memory, made, sizeof *made);
        return NULL;
    }
    made->number = number_take(g);
    g->templates.slots[made->number].made = made;
    g->templates.rough += is_rough(made);
    return made;
}

uint32_t template_take(graph *g, const evo_collider_config *config) {
    template_key key = key_of(config);
    collider_template *found;
    HASH_FIND(hh, g->templates.table, &key, sizeof key, found);
    if (!found) found = template_new(g, &key);
    if (!found) return NONE;
    ++found->users;
    return found->number;
}

void template_give(graph *g, uint32_t number) {
    const evo_allocator *memory = g->memory;
    collider_template *made = g->templates.slots[number].made;
    if (--made->users > 0) return;
    HASH_DEL(g->templates.table, made);
    g->templates.rough -= is_rough(made);
    memory_give(memory, made, sizeof *made);
    number_give(g, number);
}

void templates_free(graph *g) {
    const evo_allocator *memory = g->memory;
    collider_template *made, *next;
    HASH_ITER(hh, g->templates.table, made, next) {
        HASH_DEL(g->templates.table, made);
        memory_give(memory, made, sizeof *made);
    }
    array_free(memory, &g->templates.slots, &g->templates.list.capacity,
               sizeof *g->templates.slots);
}
