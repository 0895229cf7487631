/* contacts.c: contacts between steps, from what is remembered of pairs, where the bodies stand
 * now. */
#include "shape/kind.h"
#include "world/world.h"

/* Fraction of the smaller reach: what nothing pushes has left if it is farther. */
static const double LEFT = 0.01;

/* Difference below which two normals are the same: those of a straight cut that lies on a line. */
static const double LIKE = 1e-4;

/* Returns the place of the first of the impulses that are remembered: the one with its normal, or
 * the only one that overlaps as it did; faces have theirs in order. */
static int first_place(const pair_kept *kept, const evo_gap found[TOUCHES], int count) {
    const evo_vec2 normal = vec((double)kept->warm.normal_x, (double)kept->warm.normal_y);
    if (count < 2) return 0;
    if (vec_dot(normal, vec_sub(found[1].normal, found[0].normal)) > LIKE) return 1;
    return kept->other.push < 0 && found[1].distance < found[0].distance;
}

/* Impulses of a place, of both halves of all substeps. Of two touches of which one is left it has
 * those of both. */
static pair_other impulses_at(const pair_kept *kept, bool first, bool sole) {
    const bool two = kept->other.push >= 0;
    pair_other at = {first ? kept->warm.push : 0, first ? kept->warm.drag : 0};
    if (two && (sole || !first)) {
        at.push += kept->other.push;
        at.drag += kept->other.drag;
    }
    return at;
}

/* Returns whether a collider that touched in the last step is still there. */
static bool is_there(const evo_world *world, const collider_record *c) {
    return c->generation % 2 == 1 && world->core.bodies.records[c->body].enabled;
}

bool contact_is_shown(const evo_world *world, const pair_view *pair) {
    const collider_record *a = &world->core.bodies.colliders[pair->ids.a],
                          *b = &world->core.bodies.colliders[pair->ids.b];
    const bool there = is_there(world, a) && is_there(world, b);
    return there && pair->kept.touching && !a->sensor && !b->sensor;
}

int contact_find(const evo_world *world, const pair_view *pair, evo_contact_point points[TOUCHES]) {
    const collider_record *a = &world->core.bodies.colliders[pair->ids.a],
                          *b = &world->core.bodies.colliders[pair->ids.b];
    const evo_shape shape_a = collider_shape(a), shape_b = collider_shape(b);
    const double margin = least_of(shape_reach(&shape_a), shape_reach(&shape_b));
    evo_gap found[TOUCHES];
    int kept = 0;
    const int count = evo_contacts(&shape_a, body_pose(world, a->body), &shape_b,
                                   body_pose(world, b->body), margin, found);
    const int first = first_place(&pair->kept, found, count);
    const double halves = 2 * world->core.settings.substeps;
    const bool left[TOUCHES] = {found[0].distance > LEFT * margin,
                                count < 2 || found[1].distance > LEFT * margin};
    const bool sole = left[0] != left[1] || count < 2;
    for (int i = 0; i < count; ++i) {
        const evo_gap *own = &found[i];
        const pair_other impulses = impulses_at(&pair->kept, i == first || sole, sole);
        if (left[i] && ((sole && count == 2) || !(impulses.push > 0))) continue;
        points[kept++] = (evo_contact_point){
            .point = vec_along(own->point_a, 0.5, vec_sub(own->point_b, own->point_a)),
            .normal = own->normal,
            .gap = own->distance,
            .normal_impulse = halves * most_of((double)impulses.push, 0),
            .tangential_impulse = halves * (double)impulses.drag};
    }
    return kept;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

typedef struct contact_list {
    const evo_world *world;
    evo_contact *found;
    size_t capacity, count;
    uint32_t body; /* id of the one body, or NONE */
} contact_list;

static void mirror(evo_contact *c) {
    const evo_collider a = c->a;
    c->a = c->b;
    c->b = a;
    for (int i = 0; i < c->count; ++i) c->points[i].normal = vec_negate(c->points[i].normal);
}

static bool is_asked(const contact_list *list, const pair_ids *ids) {
    const body_store *s = &list->world->core.bodies;
    return list->body == NONE || s->colliders[ids->a].body == list->body
           || s->colliders[ids->b].body == list->body;
}

static void list_pair(void *context, const pair_view *pair) {
    contact_list *list = context;
    const body_store *s = &list->world->core.bodies;
    if (!is_asked(list, &pair->ids) || !contact_is_shown(list->world, pair)) return;
    evo_contact made = {.a = collider_handle(list->world, pair->ids.a),
                        .b = collider_handle(list->world, pair->ids.b)};
    made.count = contact_find(list->world, pair, made.points);
    if (made.count == 0) return;
    const uint32_t a = s->colliders[pair->ids.a].body, b = s->colliders[pair->ids.b].body;
    if (list->body == NONE ? a > b : a == list->body) mirror(&made);
    if (list->found && list->count < list->capacity) list->found[list->count] = made;
    ++list->count;
}

static size_t list_contacts(const evo_world *world, uint32_t body, evo_contact *found,
                            size_t capacity) {
    contact_list list = {.world = world, .found = found, .capacity = capacity, .body = body};
    step_visit_pairs(&world->core, body, list_pair, &list);
    return list.count;
}

size_t evo_world_contacts(const evo_world *world, evo_contact *found, size_t capacity) {
    return world ? list_contacts(world, NONE, found, capacity) : 0;
}

size_t evo_body_contacts(const evo_world *world, evo_body body, evo_contact *found,
                         size_t capacity) {
    return body_of(world, body) ? list_contacts(world, body.index, found, capacity) : 0;
}
