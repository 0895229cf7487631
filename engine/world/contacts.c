/* contacts.c: contacts between steps, from what is remembered of pairs, where the bodies stand
 * now. */
#include "shape/kind.h"
#include "world/world.h"

/* Difference below which two normals are the same: those of a straight cut that lies on a line. */
static const double LIKE = 1e-4;

/* Fraction of the smaller reach: what nothing pushes has left if it is farther. */
static const double LEFT = 0.01;

/* Returns which of a pair's places is the contact's: the one with its normal, or with its
 * number. */
static int place_of(const pair_view *pair, const evo_gap *found, int count) {
    const int own = pair->second, other = 1 - own;
    const pair_warm *warm = &pair->kept.warm;
    const evo_vec2 normal = vec((double)warm->normal_x, (double)warm->normal_y);
    if (count < 2) return 0;
    const double gain = vec_dot(normal, vec_sub(found[other].normal, found[own].normal));
    return gain > LIKE ? other : own;
}

/* Returns whether a collider that touched in the last step is still there. */
static bool is_there(const evo_world *world, const collider_record *c) {
    return c->generation % 2 == 1 && world->core.bodies.records[c->body].enabled;
}

bool contact_is_shown(const evo_world *world, const pair_view *pair) {
    const collider_record *a = &world->core.bodies.colliders[pair->ids.a],
                          *b = &world->core.bodies.colliders[pair->ids.b];
    const bool there = is_there(world, a) && is_there(world, b);
    const bool touches = pair->second ? pair->kept.warm.push > 0 : pair->kept.touching;
    return there && touches && !a->sensor && !b->sensor;
}

bool contact_find(const evo_world *world, const pair_view *pair, evo_contact_point *point) {
    const collider_record *a = &world->core.bodies.colliders[pair->ids.a],
                          *b = &world->core.bodies.colliders[pair->ids.b];
    const evo_shape shape_a = collider_shape(a), shape_b = collider_shape(b);
    const double margin = least_of(shape_reach(&shape_a), shape_reach(&shape_b));
    evo_gap found[2];
    const int count = evo_contacts(&shape_a, body_pose(world, a->body), &shape_b,
                                   body_pose(world, b->body), margin, found);
    if (count == 0) return false;
    const evo_gap *own = &found[place_of(pair, found, count)];
    if (own->distance > LEFT * margin && !(pair->kept.warm.push > 0)) return false;
    const double halves = 2 * world->core.settings.substeps;
    *point = (evo_contact_point){
        .point = vec_along(own->point_a, 0.5, vec_sub(own->point_b, own->point_a)),
        .normal = own->normal,
        .gap = own->distance,
        .normal_impulse = halves * most_of((double)pair->kept.warm.push, 0),
        .tangential_impulse = halves * (double)pair->kept.warm.drag};
    return true;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

typedef struct contact_list {
    const evo_world *world;
    evo_contact *found;
    size_t capacity, count;
    uint32_t body;    /* id of the one body, or NONE */
    pair_ids last;    /* the pair that was listed last */
    evo_contact made; /* of that pair */
    bool open;        /* it may get a second point */
} contact_list;

static void mirror(evo_contact *c) {
    const evo_collider a = c->a;
    c->a = c->b;
    c->b = a;
    for (int i = 0; i < c->count; ++i) c->points[i].normal = vec_negate(c->points[i].normal);
}

static void close_pair(contact_list *list) {
    const body_store *s = &list->world->core.bodies;
    if (!list->open) return;
    list->open = false;
    const uint32_t a = s->colliders[list->last.a].body, b = s->colliders[list->last.b].body;
    if (list->body == NONE ? a > b : a == list->body) mirror(&list->made);
    if (list->found && list->count < list->capacity) list->found[list->count] = list->made;
    ++list->count;
}

static bool is_asked(const contact_list *list, const pair_ids *ids) {
    const body_store *s = &list->world->core.bodies;
    return list->body == NONE || s->colliders[ids->a].body == list->body
           || s->colliders[ids->b].body == list->body;
}

static void list_pair(void *context, const pair_view *pair) {
    contact_list *list = context;
    evo_contact_point point;
    if (!pair->second) close_pair(list);
    if (!is_asked(list, &pair->ids) || !contact_is_shown(list->world, pair)) return;
    if (!contact_find(list->world, pair, &point)) return;
    if (!list->open)
        list->made = (evo_contact){.a = collider_handle(list->world, pair->ids.a),
                                   .b = collider_handle(list->world, pair->ids.b)};
    list->open = true;
    list->last = pair->ids;
    list->made.points[list->made.count++] = point;
}

static size_t list_contacts(const evo_world *world, uint32_t body, evo_contact *found,
                            size_t capacity) {
    contact_list list = {.world = world, .found = found, .capacity = capacity, .body = body};
    step_visit_pairs(&world->core, body, list_pair, &list);
    close_pair(&list);
    return list.count;
}

size_t evo_world_contacts(const evo_world *world, evo_contact *found, size_t capacity) {
    return world ? list_contacts(world, NONE, found, capacity) : 0;
}

size_t evo_body_contacts(const evo_world *world, evo_body body, evo_contact *found,
                         size_t capacity) {
    return body_of(world, body) ? list_contacts(world, body.index, found, capacity) : 0;
}
