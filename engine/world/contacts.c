/* contacts.c: contacts between steps. In: the memory of pairs; out: contacts of pairs that touch
 * where the bodies stand now: that were pushed in the last substep and are not apart since, or are
 * closed; in the order of creation of their colliders. */
#include "measure/measure.h"
#include "narrow/narrow.h"
#include "shape/shape.h"
#include "world/world.h"

MACHINE_PLAIN

/* Difference below which two normals count as the same, as those of a straight cut on a line do. */
static const double LIKE = 1e-4;

/* Fractions of the smaller reach: what was pushed and is farther, or was not and is farther than
 * that, has left. */
static const double LEFT = 0.005, CLOSED = 1e-3;

/* Returns the place of the first of the impulses that are remembered: the one with its normal, or
 * the only one that overlaps as it did; faces have theirs in order. */
static int first_place(const pair_kept *kept, const meeting found[TOUCHES], int count) {
    const evo_vec2 normal = vec((double)kept->warm.normal_x, (double)kept->warm.normal_y);
    if (count < 2) return 0;
    if (vec_dot(normal, vec_sub(found[1].normal, found[0].normal)) > LIKE) return 1;
    return !pair_has_other(&kept->other) && found[1].gap < found[0].gap;
}

/* Impulses of a place, of those of both; of two touches of which one is left it has the sums. */
static pair_other impulses_at(pair_other at, pair_other other, bool first, bool sole) {
    if (sole) return (pair_other){at.push + other.push, at.drag + other.drag};
    return first ? at : other;
}

/* Returns whether a collider that touched in the last step is still there. */
static bool is_there(const evo_world *world, const collider_record *c) {
    return c->generation % 2 == 1 && record_at(world, c->body)->enabled && !c->sensor;
}

/* Returns whether a pair may touch: most do not, and are not measured. */
static bool may_touch(const evo_world *world, const pair_view *pair) {
    const collider_record *colliders = world->core.bodies.colliders;
    if (!is_there(world, &colliders[pair->ids.a]) || !is_there(world, &colliders[pair->ids.b]))
        return false;
    const pair_kept *kept = &pair->kept;
    return kept->touching || kept->warm.push != 0 || kept->warm.drag != 0 || kept->other.push > 0;
}

/* Two colliders where they stand, about the body of the first. */
typedef struct standing_pair {
    uint32_t slots[2];
    evo_vec2 centers[2], turns[2];
    couple two;
} standing_pair;

static standing_pair standing_of(const evo_world *world, const pair_ids *ids) {
    const body_store *s = &world->core.bodies;
    const collider_record *colliders[2] = {&s->colliders[ids->a], &s->colliders[ids->b]};
    const evo_vec2 origin = s->states[s->records[colliders[0]->body].slot].position;
    standing_pair p;
    for (int i = 0; i < 2; ++i) {
        const body_state *state = state_of_body(s, colliders[i]->body);
        p.slots[i] = colliders[i]->slot;
        p.centers[i] = vec_sub(state->position, origin);
        p.turns[i] = evo_direction(state->angle);
        couple_put(&p.two, i, colliders[i]->shape, (evo_pose){p.centers[i], state->angle},
                   p.turns[i]);
    }
    return p;
}

/* Returns whether a place is a contact: pushed and near, or closed, with a normal that the floor
 * has there. */
static bool is_contact(const evo_world *world, const standing_pair *p, meeting *m, bool pushed,
                       double size) {
    if (!seams_allow(&world->core.bodies, p->slots, p->centers, p->turns, m) && !pushed)
        return false;
    return m->gap <= (pushed ? LEFT : CLOSED) * size;
}

static evo_contact_point point_of(const evo_world *world, const pair_ids *ids, const meeting *m,
                                  pair_other impulses) {
    const body_store *s = &world->core.bodies;
    const evo_vec2 middle = vec_scale(vec_add(m->point_a, m->point_b), 0.5);
    const evo_vec2 origin = s->states[s->records[s->colliders[ids->a].body].slot].position;
    return (evo_contact_point){.point = vec_add(origin, middle),
                               .normal = m->normal,
                               .gap = m->gap,
                               .normal_impulse = (double)impulses.push,
                               .tangential_impulse = (double)impulses.drag};
}

int contact_find(const evo_world *world, const pair_view *pair, evo_contact_point points[TOUCHES]) {
    if (!may_touch(world, pair)) return 0;
    const standing_pair p = standing_of(world, &pair->ids);
    const double size = least_of(shape_reach(p.two.at[0].shape), shape_reach(p.two.at[1].shape));
    meeting found[TOUCHES];
    int kept = 0;
    const int count = couple_touches(&p.two, vec(0, 0), size, found);
    const int first = first_place(&pair->kept, found, count);
    const bool sole = count < 2 || (found[0].gap > LEFT * size) != (found[1].gap > LEFT * size);
    const pair_kept *of = &pair->kept;
    const bool two = pair_has_other(&of->other);
    const pair_other second = {two ? of->other.push : 0, two ? of->other.drag : 0};
    for (int i = 0; i < count; ++i) {
        const pair_other last =
            impulses_at((pair_other){of->warm.push, of->warm.drag}, second, i == first, sole);
        const pair_other whole =
            impulses_at((pair_other){of->sum.push, of->sum.drag},
                        (pair_other){of->sum.other_push, of->sum.other_drag}, i == first, sole);
        const bool pushed = last.push != 0 || last.drag != 0;
        if (!is_contact(world, &p, &found[i], pushed, size)) continue;
        points[kept] = point_of(world, &pair->ids, &found[i], whole);
        kept += kept == 0 || points[0].point.x != points[1].point.x
                || points[0].point.y != points[1].point.y;
    }
    return kept;
}

static evo_contact contact_of(const evo_world *world, const pair_view *pair) {
    evo_contact made = {.a = collider_handle(world, pair->ids.a),
                        .b = collider_handle(world, pair->ids.b)};
    made.count = contact_find(world, pair, made.points);
    return made;
}

/* Returns the contact of a pair that is awake, measured once until the next step or change. Without
 * memory it is measured again. */
static evo_contact contact_once(const evo_world *world, const pair_view *pair) {
    step_world *w = &world->self->core;
    contacts_known *c = &w->contacts;
    const uint32_t k = pair->entry, place = k < c->place_capacity ? c->place_of[k] : NONE;
    if (place < c->list.count && c->all[place].entry == k) return c->all[place].contact;
    const contact_known made = {contact_of(world, pair), k};
    const uint32_t entries = w->pairs.memories[w->pairs.now].count;
    if (ARRAY_RESERVE_FILLED(w->memory, c->place_of, c->place_capacity, entries, 0xff)
        && ARRAY_RESERVE(w->memory, c->all, c->list.capacity, c->list.count + 1)) {
        c->place_of[k] = (uint32_t)c->list.count;
        c->all[c->list.count++] = made;
    }
    return made.contact;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

typedef struct contact_list {
    const evo_world *world;
    uint32_t body;         /* id of the one body, or NONE */
    uint32_t colliders[2]; /* ids of those that are asked for, or NONE: any */
    first_items first;
    bool holds; /* the lock of the world, from the first contact that is kept */
} contact_list;

static void mirror(evo_contact *c) {
    const evo_collider a = c->a;
    c->a = c->b;
    c->b = a;
    for (int i = 0; i < c->count; ++i) c->points[i].normal = vec_negate(c->points[i].normal);
}

/* Order by creation of a, then of b. */
static bool is_before(const void *world, const void *first, const void *second) {
    const body_store *s = &((const evo_world *)world)->core.bodies;
    const evo_contact *x = first, *y = second;
    const uint32_t a = s->links[s->colliders[x->a.index].slot].number;
    const uint32_t b = s->links[s->colliders[y->a.index].slot].number;
    if (a != b) return a < b;
    return s->links[s->colliders[x->b.index].slot].number
           < s->links[s->colliders[y->b.index].slot].number;
}

static bool is_asked(const contact_list *list, const pair_ids *ids) {
    const body_store *s = &list->world->core.bodies;
    for (int i = 0; i < 2; ++i)
        if (list->colliders[i] != NONE && list->colliders[i] != ids->a
            && list->colliders[i] != ids->b)
            return false;
    return list->body == NONE || s->colliders[ids->a].body == list->body
           || s->colliders[ids->b].body == list->body;
}

/* Takes the lock, and forgets contacts of before the last change. */
static void hold(contact_list *list) {
    world_lock(list->world);
    const uint64_t revision = list->world->core.bodies.revision;
    contacts_known *known = &list->world->self->core.contacts;
    if (known->revision != revision) known->list.count = 0;
    known->revision = revision;
    list->holds = true;
}

static void list_pair(void *context, const pair_view *pair) {
    contact_list *list = context;
    const body_store *s = &list->world->core.bodies;
    if (!is_asked(list, &pair->ids) || !may_touch(list->world, pair)) return;
    const bool once = list->body != NONE && pair->entry != NONE && !list->world->locked;
    if (once && !list->holds) hold(list);
    evo_contact made = (once ? contact_once : contact_of)(list->world, pair);
    if (made.count == 0) return;
    const uint32_t a = s->colliders[pair->ids.a].body, b = s->colliders[pair->ids.b].body;
    if (list->body == NONE ? a > b : a == list->body) mirror(&made);
    first_items_add(&list->first, &made);
}

/* Lists the contacts of a body (NONE: of all), and of up to two colliders on it. */
static size_t list_contacts(contact_list list, evo_contact *found, size_t capacity) {
    list.first = (first_items){found, sizeof *found, capacity, is_before, list.world, 0, 0};
    world_weigh(list.world);
    step_visit_pairs(&list.world->core, list.body, list_pair, &list);
    if (list.holds) world_unlock(list.world);
    return first_items_end(&list.first);
}

size_t evo_collider_contacts(const evo_world *world, evo_collider collider, evo_contact *found,
                             size_t capacity) {
    const collider_record *record = collider_of(world, collider);
    if (!record) return 0;
    return list_contacts((contact_list){world, record->body, {collider.index, NONE}, {0}, false},
                         found, capacity);
}

bool evo_world_contact(const evo_world *world, evo_collider a, evo_collider b,
                       evo_contact *contact) {
    const collider_record *record = collider_of(world, b);
    evo_contact found = {.count = 0};
    if (contact) *contact = found;
    if (!record || !collider_of(world, a) || a.index == b.index) return false;
    const size_t count = list_contacts(
        (contact_list){world, record->body, {a.index, b.index}, {0}, false}, &found, 1);
    if (contact) *contact = found;
    return count > 0;
}

size_t evo_world_contacts(const evo_world *world, evo_contact *found, size_t capacity) {
    if (!world) return 0;
    return list_contacts((contact_list){world, NONE, {NONE, NONE}, {0}, false}, found, capacity);
}

size_t evo_body_contacts(const evo_world *world, evo_body body, evo_contact *found,
                         size_t capacity) {
    if (!body_of(world, body)) return 0;
    return list_contacts((contact_list){world, body.index, {NONE, NONE}, {0}, false}, found,
                         capacity);
}
