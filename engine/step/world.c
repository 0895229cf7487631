/* world.c: the world of steps as a whole, and the floors in it. */
#include <string.h>

#include "body/body.h"
#include "shape/shape.h"
#include "step/step.h"

MACHINE_PLAIN

/* ==== The world of steps ====================================================================== */

/* A world of steps, made, unmade, and looked at between steps. */

/* Fraction of the reach by which bounds are enlarged, so that they hold in floats. */
static const double FLOAT_MARGIN = 0.01;

void step_world_init(step_world *w, const evo_allocator *memory, const step_settings *settings) {
    memset(w, 0, sizeof *w);
    w->memory = memory;
    w->settings = *settings;
    bodies_init(&w->bodies, memory, !settings->exact);
    index_init(&w->index, memory);
    pairs_init(&w->pairs, memory);
    islands_init(&w->islands);
    joints_init(&w->joints, memory);
    impact_room_init(&w->impacts, memory);
    told_init(&w->told, memory, settings->impacts.impacts_most);
    arena_init(&w->arena, memory);
}

void step_world_free(step_world *w) {
    islands_free(&w->islands, w->memory);
    joints_free(&w->joints);
    ARRAY_FREE(w->memory, w->riders.all, w->riders.list.capacity);
    impact_room_free(&w->impacts);
    pairs_free(&w->pairs);
    index_free(&w->index);
    bodies_free(&w->bodies);
    arena_free(&w->arena);
    told_free(&w->told);
    ARRAY_FREE(w->memory, w->contacts.place_of, w->contacts.place_capacity);
    ARRAY_FREE(w->memory, w->contacts.all, w->contacts.list.capacity);
}

/* ---- Between steps --------------------------------------------------------------------------- */

/* A visit of pairs, of all or those of a body. */
typedef struct visiting {
    const step_world *world;
    uint32_t body; /* or NONE: all */
    bool awake;    /* the body is awake: islands are not visited */
    pair_visit visit;
    void *context;
    uint32_t collider; /* for all bodies: the collider whose pairs are visited */
} visiting;

/* Visits an entry, unless its bodies were put to sleep since: then their island has it. */
static void visit_entry(void *context, uint32_t k) {
    const visiting *by = context;
    const pair_memory *m = &by->world->pairs.memories[by->world->pairs.now];
    if (!by->awake && collider_is_asleep(&by->world->bodies, m->id_a[k])) return;
    const pair_view view = {{m->id_a[k], m->id_b[k]}, k, pair_kept_at(m, k)};
    by->visit(by->context, &view);
}

/* Visits an entry from the collider whose body has the lower id. */
static void visit_lower(void *context, uint32_t k) {
    const visiting *by = context;
    const pair_memory *m = &by->world->pairs.memories[by->world->pairs.now];
    const collider_record *colliders = by->world->bodies.colliders;
    const uint32_t other = m->id_a[k] == by->collider ? m->id_b[k] : m->id_a[k];
    if (colliders[by->collider].body < colliders[other].body) visit_entry(context, k);
}

/* Visits the memory for all bodies, nearly in the order of colliders. */
static void visit_memory(visiting *by) {
    const step_world *w = by->world;
    if (by->body == NONE) {
        for (by->collider = 0; by->collider < w->bodies.collider_list.count; ++by->collider)
            pairs_visit(&w->pairs, by->collider, visit_lower, by);
        return;
    }
    EACH_COLLIDER (c, &w->bodies, by->body) pairs_visit(&w->pairs, c, visit_entry, by);
}

static void visit_island(const visiting *by, const island *of) {
    const collider_record *colliders = by->world->bodies.colliders;
    for (uint32_t i = 0; i < of->row_count; ++i) {
        const pair_ids *ids = &of->rows[i].ids;
        if (by->body != NONE && colliders[ids->a].body != by->body
            && colliders[ids->b].body != by->body)
            continue;
        const pair_view view = {*ids, NONE, of->rows[i].kept};
        by->visit(by->context, &view);
    }
}

void step_visit_pairs(const step_world *w, uint32_t body, pair_visit visit, void *context) {
    visiting by = {w, body, body != NONE && body_is_active(&w->bodies, body), visit, context, NONE};
    const body_record *record = body == NONE ? NULL : &w->bodies.records[body];
    if (record && record->island != NONE) {
        visit_island(&by, &w->islands.all[record->island]);
        return;
    }
    visit_memory(&by);
    for (size_t i = 0; i < w->islands.list.count && !by.awake; ++i)
        if (w->islands.all[i].state == ISLAND_ASLEEP) visit_island(&by, &w->islands.all[i]);
}

void step_clear_arena(step_world *w) {
    if (w->solved.known)
        arena_return(&w->arena, w->solved.end);
    else
        arena_reset(&w->arena);
}

/* Returns the centre of an awake collider. */
static evo_vec2 center_at(const body_store *s, uint32_t slot) {
    const evo_vec2 center = collider_at(s, slot)->shape->center;
    const body_state *state = &s->states[s->links[slot].body];
    if (vec_is_zero(center)) return state->position;
    return vec_add(state->position, vec_turn(center, evo_direction(state->angle)));
}

bool step_sort_awake(step_world *w) {
    body_store *s = &w->bodies;
    step_clear_arena(w);
    evo_vec2 *places = ARENA_TAKE(&w->arena, evo_vec2, s->collider_awake);
    float *radii = ARENA_TAKE(&w->arena, float, s->collider_awake);
    if (!places || !radii) return false;
    for (uint32_t i = 0; i < s->collider_awake; ++i) {
        places[i] = center_at(s, i);
        radii[i] = (float)(shape_reach(collider_at(s, i)->shape) * (1 + FLOAT_MARGIN));
    }
    const index_input input = {.count = s->collider_awake,
                               .ids = (uint32_t)s->collider_list.count,
                               .places = places,
                               .radii = radii,
                               .links = s->links};
    if (index_sort(&w->index, &input, &w->arena) != EVO_OK) return false;
    colliders_begin_order(s);
    return true;
}

/* Fraction of a collider's reach: it is moved out of the order when it has left its disk by more.
 * Larger: all boxes of queries grow; smaller: more colliders are searched one by one. */
static const double STRAYS_FROM = 0.25;

void step_keep_order(step_world *w) {
    const float *radii = w->index.awake.radii;
    body_store *s = &w->bodies;
    double most = 0;
    colliders_begin_order(s);
    for (uint32_t i = 0; i < s->collider_awake; ++i) {
        const double reach = (double)s->forms[i].reach * (1 + 1e-6);
        const double apart = vec_length(vec_sub(center_at(s, i), s->places[i]));
        const double left = apart + reach - (double)radii[i];
        if (left > STRAYS_FROM * reach)
            collider_stray(s, s->links[i].id);
        else
            most = most_of(most, left);
    }
    w->index.awake.left = most;
    w->ordered = s->strays.count <= STRAYS_MOST;
}

/* ==== Floors ================================================================================== */

/* Finds seams of floors through the index. In: a collider of a static or kinematic body that comes
 * or goes; out: its seams, and those of its neighbours to it. The cost grows with the colliders
 * within its bounds. */

/* Fraction of the reach: ends that are farther apart are no seam. */
static const double MARGIN = 2e-4;

static bool is_floor(const body_store *s, uint32_t collider) {
    const collider_record *c = &s->colliders[collider];
    const body_record *body = &s->records[c->body];
    if (body->kind == EVO_DYNAMIC || !body->enabled || c->sensor) return false;
    return c->shape->kind == EVO_SEGMENT
           || (c->shape->kind == EVO_POLYGON && c->shape->of.polygon.radius == 0);
}

/* Returns whether two bodies keep their relative pose until one of them is changed. */
static bool moves_alike(const body_store *s, uint32_t one, uint32_t other) {
    const body_state *a = state_of_body(s, one), *b = state_of_body(s, other);
    if (one == other) return true;
    return a->spin == 0 && b->spin == 0 && a->velocity.x == b->velocity.x
           && a->velocity.y == b->velocity.y;
}

typedef struct entering {
    step_world *world;
    uint32_t collider;
    bool failed;
} entering;

static double link_met(void *context, uint32_t collider, const evo_bounds *bounds, double limit) {
    entering *e = context;
    body_store *s = &e->world->bodies;
    const collider_record *own = &s->colliders[e->collider], *other = &s->colliders[collider];
    (void)bounds;
    if (collider == e->collider || !is_floor(s, collider)) return limit;
    if (!moves_alike(s, own->body, other->body)) return limit;
    if (seams_know(s, e->collider, collider)) return limit;
    e->failed = !seams_link(s, e->collider, collider);
    return e->failed ? -1 : limit;
}

static bool join(step_world *w, uint32_t collider, int among) {
    const body_store *s = &w->bodies;
    if (!is_floor(s, collider)) return true;
    const evo_bounds bounds = collider_bounds(s, collider);
    const double more = MARGIN * shape_reach(s->colliders[collider].shape);
    entering e = {w, collider, false};
    const walk_box box = walk_box_about(&bounds, more);
    index_walk(&w->index, &box, among, link_met, &e);
    return !e.failed;
}

bool floor_enter(step_world *w, uint32_t collider) {
    return join(w, collider, WALK_STILL);
}

void floor_leave(step_world *w, uint32_t collider) {
    if (w->bodies.colliders[collider].first_seam != NONE) seams_unlink(&w->bodies, collider);
}

/* ---- Floors that move ------------------------------------------------------------------------ */

static bool join_body(step_world *w, uint32_t body) {
    const body_store *s = &w->bodies;
    EACH_COLLIDER (c, s, body)
        if (!join(w, c, WALK_AWAKE)) return false;
    return true;
}

bool floor_join_moving(step_world *w) {
    const body_store *s = &w->bodies;
    if (!w->floors_due && s->last_change != s->steps) return true;
    for (uint32_t i = 0; i < s->awake; ++i) {
        const uint32_t body = s->motions[i].id;
        if (s->motions[i].kind == EVO_DYNAMIC) continue;
        if (!w->floors_due && s->records[body].changed != s->steps) continue;
        if (!join_body(w, body)) return false;
    }
    w->floors_due = false;
    return true;
}

void floor_forget_moving(step_world *w) {
    const body_store *s = &w->bodies;
    w->floors_due = true;
    for (uint32_t i = 0; i < s->awake && s->stepped; ++i) {
        if (s->motions[i].kind == EVO_DYNAMIC) continue;
        EACH_COLLIDER (c, s, s->motions[i].id) floor_leave(w, c);
    }
}
