/* sound.c: a walk over all that a world consists of. In: a world between calls; out: the first
 * thing that is not as the heads of the engine's rooms say, or NULL. Lists are walked no farther
 * than they may be long, so the walk ends whatever is wrong. */
#include "support/sound.h"

#include "exact/cells.h"
#include "exact/exact.h"
#include "index/index.h"
#include "world/world.h"

/* ==== Bodies and pairs ======================================================================== */

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
            if (collider_entry(&s->colliders[c])->number != NONE
                && body->first_collider != body->last_collider)
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

/* ==== The queue =============================================================================== */

/* Lists of the queue, as the head of engine/flight/queue.c has them: chunks of one cache line, of
 * which the first entry links to the list before it. */
enum { CHUNK = 8 };
static const uint32_t NO_LIST = 0xffffffffu;

static uint32_t list_before(const event_queue *q, uint32_t list) {
    return (list - 1) % CHUNK == 0 ? q->entries[list - 1].body : list - 1;
}

/* What is counted of the events of so many bodies: all that wait in lists, and the live ones. */
typedef struct census {
    const pair_entry *firsts;
    size_t bodies, waiting, live;
} census;

/* Counts the events of a list, of which the live ones are to be in bins from `from` to before
 * `until`. False: one is not, or the list is none. */
static bool count_list(const event_queue *q, census *all, uint32_t list, double from,
                       double until) {
    for (size_t walked = 0; list != NO_LIST; list = list_before(q, list)) {
        if (++walked > q->entry_count || list >= q->entry_count) return false;
        const queue_entry *entry = &q->entries[list];
        if (entry->body >= all->bodies) return false;
        ++all->waiting;
        if (q->stamps[entry->body] != entry->stamp) continue;
        ++all->live;
        const double bin = floor(all->firsts[entry->body].time * q->bins_per_second);
        if ((bin < from && from > (double)q->current) || bin >= until) return false;
    }
    return true;
}

/* Of two events at one time the one with the lower slot comes first. */
static bool is_ordered(const queue_event *a, const queue_event *b) {
    if (a->time != b->time) return a->time < b->time;
    return a->slot != b->slot ? a->slot < b->slot : a->body <= b->body;
}

static const char *check_sorted(const event_queue *q, census *all) {
    for (size_t i = q->next; q->sorted_valid && i < q->sorted_count; ++i) {
        const queue_event *event = &q->sorted[i];
        if (event->body >= all->bodies) return "a sorted event is of no body";
        if (i > q->next && !is_ordered(event - 1, event)) return "sorted events are in no order";
        if (q->stamps[event->body] != event->stamp) continue;
        ++all->live;
        if (event->time != all->firsts[event->body].time) return "an event has another time";
    }
    return NULL;
}

static const char *check_queue(const event_queue *q, census *all) {
    for (uint64_t i = 0; i < q->bin_count; ++i) {
        const int64_t bin = q->current + (int64_t)i;
        const uint32_t list = q->bins[(uint64_t)(bin + q->shift) & (q->bin_count - 1)];
        if (!count_list(q, all, list, (double)bin, (double)bin + 1))
            return "an event is in another bin of the queue";
    }
    const size_t ring = all->waiting;
    if (!count_list(q, all, q->far, (double)q->current, INFINITY))
        return "a far event of the queue is none";
    if (ring != q->ring_count || all->waiting - ring != q->far_count)
        return "the queue counts other events";
    return check_sorted(q, all);
}

/* ==== Particles =============================================================================== */

/* Walks a world that flies. In: a world between calls; out: the first thing that is not as the
 * heads of exact/ and flight/ say, or NULL: a particle is in the list of its cell, has one plan,
 * and one event in the queue if the plan has a time. */

static const event_world *flight_of(const evo_world *world) {
    return world->events.flying ? &world->events.flight : NULL;
}

/* ---- Particles ------------------------------------------------------------------------------- */

static const char *check_particles(const evo_world *world) {
    const event_world *w = flight_of(world);
    const body_store *s = &world->core.bodies;
    if (!w) return NULL;
    const particle_store *all = &w->particles;
    uint32_t living = 0;
    if (all->count != s->record_list.count) return "the places of particles are not those of ids";
    for (uint32_t i = 0; i < all->count; ++i) {
        living += event_has(w, i);
        if (event_has(w, i) && s->records[i].generation % 2 == 0) return "a particle is of no body";
    }
    if (living != all->living) return "the count of particles is another";
    return particles_waiting_are_listed(all) ? NULL : "bodies that wait are not those listed";
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* Returns whether a particle is listed in a cell, and is in it at present. */
static bool is_there(const event_world *w, uint32_t number, int32_t column, int32_t row) {
    const particle *p = &w->particles.all[number];
    const cells *c = &w->cells;
    if (!event_has(w, number)) return false;
    const double after = clock_current(&w->clock, w->clock.present) - p->time;
    const evo_vec2 at = particle_position_after(p, after, w->space.gravity);
    const double speed = vec_length(particle_velocity_after(p, after, w->space.gravity));
    return p->column == column && p->row == row && cells_hold(c, p, at, speed * w->clock.period);
}

/* Counts the particles of a cell; *wrong: one is of another cell, or there is no end. */
static size_t count_cell(const event_world *w, int32_t column, int32_t row, bool *wrong) {
    const cells *c = &w->cells;
    const size_t cell = cells_index(c, column, row);
    size_t count = c->counts[cell];
    *wrong = count > CELL_SLOTS;
    for (size_t i = 0; i < count && !*wrong; ++i)
        *wrong = !is_there(w, c->all[cell].slots[i], column, row);
    for (uint32_t i = c->overflow[cell]; i != NO_PARTICLE && !*wrong; i = w->particles.all[i].next)
        *wrong = ++count > w->particles.count || !is_there(w, i, column, row);
    return count;
}

/* Returns whether each oversize particle is listed, besides that it is in its cell. */
static bool oversize_are_listed(const event_world *w) {
    const cell_oversize *o = &w->cells.oversize;
    size_t wide = 0;
    for (size_t i = 0; i < o->count; ++i)
        if (!event_has(w, o->all[i]) || !oversize_has(&w->cells, &w->particles.all[o->all[i]]))
            return false;
    for (uint32_t i = 0; i < w->particles.count && o->count > 0; ++i)
        wide += event_has(w, i) && oversize_has(&w->cells, &w->particles.all[i]);
    return wide == o->count;
}

static const char *check_cells(const evo_world *world) {
    const event_world *w = flight_of(world);
    if (!w) return NULL;
    size_t count = 0;
    for (int32_t row = 0; row < w->cells.rows; ++row)
        for (int32_t column = 0; column < w->cells.columns; ++column) {
            bool wrong;
            count += count_cell(w, column, row, &wrong);
            if (wrong) return "a cell lists a particle of another";
        }
    if (count != w->particles.living) return "a particle is in no cell";
    return oversize_are_listed(w) ? NULL : "the list of oversize particles has others";
}

/* ---- Plans ----------------------------------------------------------------------------------- */

static const char *check_plans(const evo_world *world) {
    const event_world *w = flight_of(world);
    size_t planned = 0;
    if (!w) return NULL;
    for (uint32_t i = 0; i < w->particles.count; ++i) {
        const pair_entry *first = plan_of(w, i);
        if (!event_has(w, i)) continue;
        if (isnan(first->time)) return "the time of a plan is no number";
        if (first->other >= w->particles.count) return "a plan is to meet no particle";
        if (first->other == i && first->tag >= PLAN_OBSTACLE
            && plan_obstacle(first->tag) >= w->obstacles.count)
            return "a plan is to meet no obstacle";
        planned += first->time < INFINITY;
    }
    census all = {w->plans.table.firsts, w->particles.count, 0, 0};
    const char *wrong = check_queue(&w->plans.queue, &all);
    if (!wrong && all.live != planned)
        return "the queue has more or fewer events than plans have times";
    return wrong;
}

/* ==== The index =============================================================================== */

/* Walks the index. In: a world between calls; out: the first thing that is not as the heads of
 * index/ say, or NULL: tiles link to their neighbours and to the coarser tile around them; what
 * does not move is in the tile and the cell of the middle of its bounds, once. */

/* ---- Tiles ----------------------------------------------------------------------------------- */

static const char *wrong_links(const index_tiles *all, const tile *t) {
    for (int i = 0; i < 9; ++i) {
        const tile_key key = {t->key.level, t->key.x + i % 3 - 1, t->key.y + i / 3 - 1, 0};
        if (t->near[i] != tiles_find(all, &key)) return "a tile does not link to its neighbour";
    }
    const tile_key above = {t->key.level + 1, t->key.x >> 1, t->key.y >> 1, 0};
    if (t->up != (above.level < LEVELS ? tiles_find(all, &above) : NULL))
        return "a tile does not link to the coarser tile around it";
    return NULL;
}

static uint32_t children_of(const index_tiles *all, const tile *t) {
    uint32_t count = 0;
    for (int i = 0; i < 4 && t->key.level > 0; ++i) {
        const tile_key key = {t->key.level - 1, 2 * t->key.x + i % 2, 2 * t->key.y + i / 2, 0};
        count += tiles_find(all, &key) != NULL;
    }
    return count;
}

static const char *wrong_lists(const index_tiles *all) {
    uint32_t tiles = 0;
    for (int level = 0; level < LEVELS; ++level) {
        uint32_t count = 0;
        const bool some = all->still_levels >> level & 1;
        for (const tile *t = all->still_first[level]; t; t = t->next, ++count) {
            if (count > all->still_count[level]) return "a list of tiles has no end";
            if (t->key.level != level) return "a list of tiles has one of another level";
            if (t->entry_list.count == 0) return "a list of tiles has an empty one";
            if (*t->link != t) return "a list of tiles does not lead back";
        }
        if (count != all->still_count[level]) return "a list of tiles has another length";
        if (some != (count > 0)) return "the levels of tiles are others";
        tiles += count;
    }
    return tiles == all->still_tiles ? NULL : "the count of tiles in lists is another";
}

static const char *check_tiles(const evo_world *world) {
    const index_tiles *all = &world->core.index.tiles;
    uint32_t listed = 0;
    for (const tile *t = all->directory; t; t = (const tile *)t->hh.next) {
        const char *wrong = wrong_links(all, t);
        if (wrong) return wrong;
        if (t->children != children_of(all, t)) return "a tile counts other finer tiles";
        listed += t->entry_list.count > 0;
    }
    if (listed != all->still_tiles) return "a tile with entries is in no list";
    return wrong_lists(all);
}

/* ---- Entries --------------------------------------------------------------------------------- */

static const char *wrong_entry(const evo_world *world, const still_entry *e) {
    const body_store *s = &world->core.bodies;
    if (e->collider >= s->collider_list.count || s->colliders[e->collider].generation % 2 == 0)
        return "an entry of the index is of a dead collider";
    const uint32_t slot = s->colliders[e->collider].slot;
    if (slot < s->collider_awake) return "an entry of the index is of an awake collider";
    return s->links[slot].number == e->number ? NULL : "an entry of the index has another number";
}

static bool is_before(const still_entry *a, const still_entry *b) {
    return a->cell < b->cell || (a->cell == b->cell && a->number < b->number);
}

static const char *wrong_tile(const evo_world *world, const tile *t) {
    for (size_t i = 0; i < t->entry_list.count; ++i) {
        const still_entry *e = &t->entries[i];
        const char *wrong = wrong_entry(world, e);
        if (wrong) return wrong;
        const uint32_t row = e->cell / TILE_SIDE;
        if (e->cell >= TILE_CELLS || i < t->rows[row] || i >= t->rows[row + 1])
            return "an entry of the index is in another row";
        if (i > 0 && !is_before(e - 1, e)) return "entries of the index are in no order";
        const evo_bounds b = collider_bounds(&world->core.bodies, e->collider);
        const evo_vec2 middle = vec(0.5 * (b.min.x + b.max.x), 0.5 * (b.min.y + b.max.y));
        const tile_key key = index_key(t->key.level, middle);
        if (key.x != t->key.x || key.y != t->key.y) return "a collider is in another tile";
    }
    return t->rows[TILE_SIDE] == t->entry_list.count ? NULL : "rows of a tile end elsewhere";
}

static const char *check_still(const evo_world *world) {
    const body_store *s = &world->core.bodies;
    const spatial_index *index = &world->core.index;
    size_t entries = index->large_list.count, still = 0;
    for (const tile *t = index->tiles.directory; t; t = (const tile *)t->hh.next) {
        const char *wrong = wrong_tile(world, t);
        if (wrong) return wrong;
        entries += t->entry_list.count;
    }
    for (size_t i = 0; i < index->large_list.count; ++i) {
        const char *wrong = wrong_entry(world, &index->large[i]);
        if (wrong) return wrong;
    }
    for (uint32_t slot = s->collider_awake; slot < s->collider_count; ++slot)
        still += s->records[body_in_slot(s, s->links[slot].body)].enabled;
    return entries == still ? NULL : "the index has more or fewer entries than colliders are still";
}
/* ==== All ===================================================================================== */

const char *find_unsound(const evo_world *world) {
    static const check checks[] = {check_slots,   check_colliders, check_lists,  check_numbers,
                                   check_islands, check_edges,     check_memory, check_free,
                                   check_buried,  check_tiles,     check_still,  check_particles,
                                   check_cells,   check_plans};
    const char *wrong = NULL;
    world_lock(world); /* queries sort */
    for (size_t i = 0; i < sizeof checks / sizeof *checks && !wrong; ++i) wrong = checks[i](world);
    world_unlock(world);
    return wrong;
}
