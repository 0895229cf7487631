/* validate.c: walks what a world consists of. In: a world between calls; out: the first thing that
 * is not as the heads of body/, step/, joint/ and pairs/ say, or NULL. Lists are walked no farther
 * than they may be long, so it ends whatever is wrong. */
#include "world/validate.h"

#ifdef NDEBUG

const char *evo_world_validate(const evo_world *world) {
    (void)world;
    return NULL;
}

#else

typedef const char *(*check)(const evo_world *world);

static bool lives(uint32_t generation) {
    return generation % 2 == 1;
}

static bool is_finite(evo_vec2 v) {
    return isfinite(v.x) && isfinite(v.y);
}

/* ---- Bodies and colliders -------------------------------------------------------------------- */

static const char *check_slots(const evo_world *world) {
    const body_store *s = &world->core.bodies;
    uint32_t living = 0;
    if (s->awake > s->count) return "more bodies are awake than there are";
    for (uint32_t i = 0; i < s->record_list.count; ++i) living += lives(s->records[i].generation);
    if (living != s->count) return "the living bodies are not those of the slots";
    for (uint32_t slot = 0; slot < s->count; ++slot) {
        const uint32_t id = body_in_slot(s, slot);
        if (id >= s->record_list.count || s->records[id].slot != slot)
            return "a body's record names another slot";
        if (!lives(s->records[id].generation)) return "a slot is of a dead body";
        if (slot < s->awake && s->records[id].island != NONE) return "an awake body has an island";
    }
    return NULL;
}

static const char *check_colliders(const evo_world *world) {
    const body_store *s = &world->core.bodies;
    if (s->collider_awake > s->collider_count) return "more colliders are awake than there are";
    for (uint32_t slot = 0; slot < s->collider_count; ++slot) {
        const collider_link *link = &s->links[slot];
        if (link->id >= s->collider_list.count || s->colliders[link->id].slot != slot)
            return "a collider's record names another slot";
        const collider_record *c = &s->colliders[link->id];
        if (!lives(c->generation)) return "a slot is of a dead collider";
        if (c->body >= s->record_list.count || s->records[c->body].slot != link->body)
            return "a collider's link names another body";
        if ((slot < s->collider_awake) != (link->body < s->awake))
            return "a collider is awake, and its body is not, or the other way round";
    }
    return NULL;
}

/* Colliders of each body, linked both ways. */
static const char *check_lists(const evo_world *world) {
    const body_store *s = &world->core.bodies;
    size_t listed = 0;
    EACH_BODY (id, s) {
        const body_record *body = &s->records[id];
        uint32_t last = NONE;
        EACH_COLLIDER_FROM (c, s, body->first_collider) {
            if (++listed > s->collider_list.count) return "a list of colliders has no end";
            if (s->colliders[c].body != id) return "a body lists a collider of another";
            if (collider_entry(&s->colliders[c])->previous != last)
                return "a list of colliders does not lead back";
            if (s->colliders[c].shared && body->first_collider != body->last_collider)
                return "one of several colliders shares its shape";
            last = c;
        }
        if (body->last_collider != last) return "a body's last collider is another";
    }
    return NULL;
}

static const char *check_numbers(const evo_world *world) {
    const body_store *s = &world->core.bodies;
    for (uint32_t slot = 0; slot < s->count; ++slot) {
        const body_state *state = &s->states[slot];
        const body_record *body = &s->records[body_in_slot(s, slot)];
        if (!is_finite(state->position) || !isfinite(state->angle)) return "a pose is no number";
        if (!is_finite(state->velocity) || !isfinite(state->spin)) return "a velocity is no number";
        if (!(body->mass >= 0) || !(body->inertia >= 0)) return "a mass is below 0";
        if (s->stepped && !(s->motions[slot].inverse_mass >= 0))
            return "an inverse mass is below 0";
    }
    return NULL;
}

/* ---- Islands, joints, memory ----------------------------------------------------------------- */

static const char *check_islands(const evo_world *world) {
    const body_store *s = &world->core.bodies;
    const island_store *islands = &world->core.islands;
    size_t asleep = 0, members = 0;
    for (uint32_t slot = s->awake; slot < s->count; ++slot)
        asleep += s->records[body_in_slot(s, slot)].island != NONE;
    for (uint32_t k = 0; k < islands->list.count; ++k) {
        const island *one = &islands->all[k];
        if (one->state == ISLAND_WAKING) return "an island is waking between steps";
        if (one->state != ISLAND_ASLEEP) continue;
        members += one->body_count;
        for (uint32_t i = 0; i < one->body_count; ++i)
            if (s->records[one->bodies[i]].island != k) return "an island names one of another";
    }
    return asleep == members ? NULL : "sleepers are not those of the islands";
}

/* Both edges of each joint are in the lists of its bodies. */
static const char *check_edges(const evo_world *world) {
    const body_store *s = &world->core.bodies;
    const joint_store *joints = &world->core.joints;
    size_t walked = 0, ends = 0, living = 0;
    for (uint32_t k = 0; k < joints->list.count; ++k) {
        const joint_record *joint = &joints->records[k];
        if (!lives(joint->generation)) continue;
        ++living;
        for (int side = 0; side < 2; ++side) {
            ends += joint->bodies[side] != NONE;
            if (s->edges[2 * k + (uint32_t)side].body != joint->bodies[side])
                return "a joint's edge is of another body";
        }
    }
    if (living != joints->count) return "the count of joints is another";
    EACH_BODY (id, s)
        for (uint32_t e = s->records[id].first_edge; e != NONE; e = s->edges[e].next) {
            if (++walked > ends) return "lists of edges are longer than joints have ends";
            if (s->edges[e].body != id) return "a body lists an edge of another";
            if (s->edges[e].next != NONE && s->edges[s->edges[e].next].previous != e)
                return "a list of edges does not lead back";
        }
    return walked == ends ? NULL : "lists of edges are shorter than joints have ends";
}

static const char *check_memory(const evo_world *world) {
    const pair_store *p = &world->core.pairs;
    const pair_memory *m = &p->memories[p->now];
    const size_t ids = world->core.bodies.collider_list.count;
    for (uint32_t k = 0; k < m->count; ++k) {
        if (m->id_a[k] >= ids || m->id_b[k] >= ids) return "a remembered pair has no collider";
        if (m->id_a[k] == m->id_b[k]) return "a collider is remembered with itself";
        if (isnan(m->warm[k].push) || isnan(m->warm[k].drag)) return "an impulse is no number";
    }
    return NULL;
}

/* ---- Free places ----------------------------------------------------------------------------- */

/* Numbers below the lowest free one are taken. */
static const char *check_free(const evo_world *world) {
    const body_store *s = &world->core.bodies;
    const joint_store *joints = &world->core.joints;
    const island_store *islands = &world->core.islands;
    for (uint32_t i = 0; i < s->lowest_free && i < s->record_list.count; ++i)
        if (!lives(s->records[i].generation)) return "a lower number of a body is free";
    for (uint32_t i = 0; i < s->collider_free && i < s->collider_list.count; ++i)
        if (!lives(s->colliders[i].generation) && !s->colliders[i].buried)
            return "a lower number of a collider is free";
    for (uint32_t i = 0; i < joints->lowest_free && i < joints->list.count; ++i)
        if (!lives(joints->records[i].generation)) return "a lower number of a joint is free";
    for (uint32_t i = 0; i < islands->lowest_free && i < islands->list.count; ++i)
        if (islands->all[i].state == ISLAND_FREE) return "a lower number of an island is free";
    for (uint32_t i = 0; i < world->lowest_chain && i < world->chain_list.count; ++i)
        if (!lives(world->chains[i].generation) || !body_named(world, world->chains[i].body))
            return "a lower number of a chain is free";
    return NULL;
}

/* Colliders destroyed since the last step. */
static const char *check_buried(const evo_world *world) {
    const body_store *s = &world->core.bodies;
    size_t buried = 0, listed = 0;
    for (uint32_t i = 0; i < s->collider_list.count; ++i) buried += s->colliders[i].buried;
    EACH_COLLIDER_FROM (i, s, s->first_buried) {
        if (++listed > buried || i >= s->collider_list.count)
            return "the list of buried colliders has no end";
        if (!s->colliders[i].buried || lives(s->colliders[i].generation))
            return "a buried collider lives";
    }
    return listed == buried ? NULL : "a buried collider is in no list";
}

const char *evo_world_validate(const evo_world *world) {
    static const check checks[] = {
        check_slots,    check_colliders,    check_lists,    check_numbers, check_islands,
        check_edges,    check_memory,       check_free,     check_buried,  validate_tiles,
        validate_still, validate_particles, validate_cells, validate_plans};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; ++i) {
        const char *wrong = checks[i](world);
        if (wrong) return wrong;
    }
    return NULL;
}

#endif
