/* image.c: worlds thing by thing, as frames share them.
 *
 * An image has what stands still of a world: the bytes of its bodies, destroyed colliders, joints
 * and islands (save/save.h), in pages that images share as long as nothing in a page changes. A
 * world that becomes what another image has makes anew the things whose bytes differ, and no
 * others. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "save/save.h"
#include "step/step.h"
#include "world/world.h"

/* ==== Images ================================================================================== */

/* Images of what stands still. In: marks of changed things (body/body.h); out: an image that shares
 * the pages of the latest one in which nothing is marked. Invariant: the bytes of a thing depend on
 * its state alone. */

enum { PAGE = 64, PAGE_BYTES = 8192 };

/* The bytes of some things behind each other. */
typedef struct kept_page {
    evo_allocator memory;
    size_t users, size;
    uint32_t ends[PAGE];
    unsigned char bytes[];
} kept_page;

struct kept_image {
    evo_allocator memory;
    size_t users;
    uint32_t counts[STILL_KINDS];
    uint32_t first[STILL_KINDS + 1]; /* of the pages of a kind */
    evo_world_config rules;
    uint32_t chains, ending; /* counts of what is in the next page: chains, joints that ended */
    kept_page *world;        /* NULL: none of them */
    kept_page *pages[];
};

static kept_page *page_make(const evo_allocator *memory, size_t bytes) {
    const size_t size = sizeof(kept_page) + bytes;
    kept_page *made = memory_take(memory, size);
    if (!made) return NULL;
    made->memory = *memory;
    made->users = 1;
    made->size = size;
    return made;
}

static void page_drop(kept_page *page) {
    if (!page || --page->users > 0) return;
    const evo_allocator memory = page->memory;
    memory_give(&memory, page, page->size);
}

static size_t image_size(uint32_t pages) {
    return sizeof(kept_image) + pages * sizeof(kept_page *);
}

kept_image *image_share(kept_image *image) {
    ++image->users;
    return image;
}

void image_drop(kept_image *image) {
    if (!image || --image->users > 0) return;
    const evo_allocator memory = image->memory;
    const uint32_t count = image->first[STILL_KINDS];
    for (uint32_t i = 0; i < count; ++i) page_drop(image->pages[i]);
    page_drop(image->world);
    memory_give(&memory, image, image_size(count));
}

/* Returns a page of an image, or NULL: it has none. */
static kept_page *page_in(const kept_image *image, int kind, uint32_t page) {
    const uint32_t at = image ? image->first[kind] + page : 0;
    return image && at < image->first[kind + 1] ? image->pages[at] : NULL;
}

void world_drop_image(evo_world *world) {
    image_drop(world->kept);
    world->kept = NULL;
}

/* The bytes of a thing. */
typedef struct still_item {
    const unsigned char *bytes;
    uint32_t size;
} still_item;

static still_item item_in(const kept_page *page, uint32_t place) {
    const uint32_t from = place > 0 ? page->ends[place - 1] : 0;
    return (still_item){page->bytes + from, page->ends[place] - from};
}

/* Returns those of an image, which may be NULL or have no such thing. */
static still_item image_item(const kept_image *image, int kind, uint32_t id) {
    if (!image || id >= image->counts[kind]) return (still_item){NULL, 0};
    return item_in(page_in(image, kind, id / PAGE), id % PAGE);
}

static bool items_equal(still_item a, still_item b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.bytes, b.bytes, a.size) == 0);
}

/* Visits one thing. */
static void visit_thing(visitor *v, evo_world *world, int kind, uint32_t id) {
    const save_world of = {&world->core, false, NULL, world};
    save_visit_still(v, &of, (still_kind)kind, id);
}

/* Begins a visit; what is visited first clears the table of what was visited before. */
static void visitor_begin(visitor *v, visit_mode mode) {
    memset(v, 0, offsetof(visitor, recent));
    v->mode = mode;
}

static void visitor_read(visitor *v, still_item item) {
    visitor_begin(v, VISIT_LOAD);
    v->from = item.bytes;
    v->size = item.size;
}

static void counts_of(const evo_world *world, uint32_t counts[STILL_KINDS]) {
    const step_world *w = &world->core;
    counts[STILL_BODY] = (uint32_t)w->bodies.record_list.count;
    counts[STILL_GONE] = (uint32_t)w->bodies.collider_list.count;
    counts[STILL_JOINT] = (uint32_t)w->joints.list.count;
    counts[STILL_ISLAND] = (uint32_t)w->islands.list.count;
}

typedef struct byte_span {
    unsigned char *at;
    size_t size;
} byte_span;

/* Copies the bytes of things of a page that has them, as far as there is room. */
static void copy_items(visitor *v, const kept_page *base, uint32_t from, uint32_t end,
                       uint32_t ends[PAGE]) {
    const uint32_t begin = from > 0 ? base->ends[from - 1] : 0;
    const size_t size = base->ends[end - 1] - begin;
    if (v->at + size <= v->size) memcpy(v->to + v->at, base->bytes + begin, size);
    for (uint32_t i = from; i < end; ++i) ends[i] = (uint32_t)v->at + base->ends[i] - begin;
    v->at += size;
}

/* Writes so many things of a page: those that are not marked have the bytes that they had. Returns
 * how many bytes there are, which may be more than the room. */
static size_t write_page(evo_world *world, int kind, uint32_t first, uint32_t count,
                         const kept_page *base, byte_span room, uint32_t ends[PAGE]) {
    const uint8_t *changed = world->core.bodies.still[kind].changed + first;
    visitor v;
    visitor_begin(&v, VISIT_SAVE);
    v.to = room.at;
    v.size = room.size;
    for (uint32_t i = 0, next; i < count; i = next) {
        const uint8_t *marked =
            base ? (const uint8_t *)memchr(changed + i, 1, count - i) : changed + i;
        next = marked ? (uint32_t)(marked - changed) : count;
        if (next > i) copy_items(&v, base, i, next, ends);
        if (next == count) break;
        visit_thing(&v, world, kind, first + next);
        ends[next++] = (uint32_t)v.at;
    }
    return v.at;
}

/* Makes a page, with scratch memory for it. NULL: out of memory. */
static kept_page *make_page(evo_world *world, int kind, uint32_t first, uint32_t count,
                            const kept_page *base) {
    arena *a = &world->core.arena;
    const arena_mark mark = arena_mark_of(a);
    uint32_t ends[PAGE] = {0};
    kept_page *made = NULL;
    byte_span room = {NULL, PAGE_BYTES};
    size_t needed = 0;
    do {
        if (needed > 0) room.size = needed;
        room.at = ARENA_SCRATCH(a, unsigned char, room.size);
        if (room.at) needed = write_page(world, kind, first, count, base, room, ends);
    } while (room.at && needed > room.size);
    if (room.at) made = page_make(&world->config.allocator, needed);
    if (made) {
        memcpy(made->bytes, room.at, needed);
        memcpy(made->ends, ends, sizeof ends);
    }
    arena_return(a, mark);
    return made;
}

/* Takes what a world has once. False: out of memory. */
static bool take_world(const evo_world *world, kept_image *image) {
    const joint_store *j = &world->core.joints;
    image->rules = world->config;
    image->chains = (uint32_t)world->chain_list.count;
    image->ending = (uint32_t)j->ending_list.count;
    const size_t chains = image->chains * sizeof *world->chains,
                 ending = image->ending * sizeof *j->ending;
    if (chains + ending == 0) return true;
    image->world = page_make(&image->memory, chains + ending);
    if (!image->world) return false;
    if (chains > 0) memcpy(image->world->bytes, world->chains, chains);
    if (ending > 0) memcpy(image->world->bytes + chains, j->ending, ending);
    return true;
}

/* Fills the pages of an image; adds the bytes of those that are new. False: out of memory. */
static bool fill_image(evo_world *world, kept_image *image, const kept_image *base,
                       size_t *written) {
    if (!take_world(world, image)) return false;
    *written += image->world ? image->world->size : 0;
    for (int kind = 0; kind < STILL_KINDS; ++kind) {
        const uint8_t *changed = world->core.bodies.still[kind].changed;
        for (uint32_t id = 0; id < image->counts[kind]; id += PAGE) {
            const uint32_t rest = image->counts[kind] - id, count = rest < PAGE ? rest : PAGE;
            kept_page *old = page_in(base, kind, id / PAGE);
            kept_page **at = &image->pages[image->first[kind] + id / PAGE];
            *at = old;
            if (old && !memchr(changed + id, 1, count)) {
                ++old->users;
                continue;
            }
            *at = make_page(world, kind, id, count, old);
            if (!*at) return false;
            *written += (*at)->size;
        }
    }
    return true;
}

bool world_take_image(evo_world *world, size_t *written) {
    body_store *s = &world->core.bodies;
    if (world->kept && world->kept_revision == s->revision) return true;
    kept_image shape = {.memory = world->config.allocator, .users = 1};
    counts_of(world, shape.counts);
    for (int kind = 0; kind < STILL_KINDS; ++kind)
        shape.first[kind + 1] = shape.first[kind] + (shape.counts[kind] + PAGE - 1) / PAGE;
    const size_t size = image_size(shape.first[STILL_KINDS]);
    kept_image *made = memory_take(&shape.memory, size);
    if (!made) return false;
    memset(made, 0, size);
    memcpy(made, &shape, sizeof shape);
    bodies_weigh(s);
    if (!fill_image(world, made, world->kept, written)) {
        image_drop(made);
        return false;
    }
    if (!world->kept) *written = 0; /* the first image is of the world */
    world_drop_image(world);
    world->kept = made;
    world->kept_revision = s->revision;
    for (int kind = 0; kind < STILL_KINDS; ++kind)
        array_fill(s->still[kind].changed, 0, made->counts[kind], 1);
    return true;
}

/* ==== Other images ============================================================================ */

/* A world becomes what an image has of it. In: the world, its own image, and another one; out: the
 * world with all that differs made anew. First bodies are made apart, with ids behind all others,
 * and whatever else may be refused; then those that differ go, and these get their ids.
 *
 * Invariant: until nothing can fail any more, all can be taken back. */

typedef struct restoring {
    evo_world *world;
    const kept_image *now, *then; /* now: NULL of an empty world */
    const image_rest *rest;
    uint32_t *ids[STILL_KINDS]; /* of what differs, and what belongs to it */
    uint32_t count[STILL_KINDS];
    uint32_t *apart;      /* ids of the bodies that were made, or NONE */
    uint32_t *colliders;  /* the ids that their colliders get, in order */
    uint32_t made_bodies; /* of those that differ */
    island *islands;      /* as they will be */
    uint32_t made_islands;
    struct {
        size_t records, colliders;
        uint32_t lowest_free, collider_free, first_buried;
        body_building building;
        bool builds; /* that body does not differ */
    } before;
} restoring;

static void add(restoring *r, int kind, uint32_t id) {
    uint8_t *mark = &r->world->core.bodies.still[kind].changed[id];
    if (*mark) return;
    *mark = 1;
    r->ids[kind][r->count[kind]++] = id;
}

static uint32_t count_in(const kept_image *image, int kind) {
    return image ? image->counts[kind] : 0;
}

static bool pages_differ(const restoring *r, int kind, uint32_t page) {
    const kept_page *a = page_in(r->now, kind, page), *b = page_in(r->then, kind, page);
    const uint32_t last = (page + 1) * PAGE; /* of a page that is not full, counts tell how many */
    return !a || a != b
           || (r->now->counts[kind] != r->then->counts[kind]
               && (last > r->now->counts[kind] || last > r->then->counts[kind]));
}

/* Lists the things of a kind that differ. False: out of memory. */
static bool find_differing(restoring *r, int kind, arena *a) {
    body_store *s = &r->world->core.bodies;
    const uint32_t now = count_in(r->now, kind), then = count_in(r->then, kind);
    const uint32_t most = now > then ? now : then;
    const bool few = kind == STILL_BODY || kind == STILL_GONE;
    uint32_t room = few ? 0 : most;
    if (!still_reserve(s, (still_kind)kind, most)) return false;
    array_fill(s->still[kind].changed, 0, most, 1);
    for (uint32_t page = 0; few && page * PAGE < most; ++page)
        if (pages_differ(r, kind, page)) room += PAGE;
    r->ids[kind] = ARENA_SCRATCH(a, uint32_t, (size_t)room + 1);
    if (!r->ids[kind]) return false;
    for (uint32_t page = 0; page * PAGE < most; ++page) {
        if (!pages_differ(r, kind, page)) continue;
        for (uint32_t id = page * PAGE; id < most && id < (page + 1) * PAGE; ++id)
            if (!items_equal(image_item(r->now, kind, id), image_item(r->then, kind, id)))
                add(r, kind, id);
    }
    return true;
}

/* Lists what differs, with joints and islands of the bodies. */
static bool find_all(restoring *r, arena *a) {
    const body_store *s = &r->world->core.bodies;
    for (int kind = 0; kind < STILL_KINDS; ++kind)
        if (!find_differing(r, kind, a)) return false;
    for (uint32_t i = 0; i < r->count[STILL_BODY]; ++i) {
        const uint32_t id = r->ids[STILL_BODY][i];
        if (id >= s->record_list.count || s->records[id].generation % 2 == 0) continue;
        EACH_EDGE (e, s, id) add(r, STILL_JOINT, e / 2);
        if (s->records[id].island != NONE) add(r, STILL_ISLAND, s->records[id].island);
    }
    const uint32_t built = s->building.id;
    r->before.builds = built != NONE && !s->still[STILL_BODY].changed[built];
    return true;
}

/* ---- What may be refused --------------------------------------------------------------------- */

/* Moves the pointers of what differs. */
static bool move_users(const restoring *r, user_moves *moves) {
    step_world *w = &r->world->core;
    const body_store *s = &w->bodies;
    for (uint32_t i = 0; i < r->count[STILL_BODY]; ++i) {
        const uint32_t id = r->ids[STILL_BODY][i];
        if (id >= s->record_list.count) continue;
        if (!moves(w, KNOWN_BODY, id)) return false;
        if (s->records[id].generation % 2 == 0) continue;
        EACH_COLLIDER (c, s, id)
            if (!moves(w, KNOWN_COLLIDER, c)) return false;
    }
    for (uint32_t i = 0; i < r->count[STILL_GONE]; ++i) {
        const uint32_t id = r->ids[STILL_GONE][i];
        if (id < s->collider_list.count && !moves(w, KNOWN_COLLIDER, id)) return false;
    }
    for (uint32_t i = 0; i < r->count[STILL_JOINT]; ++i) {
        const uint32_t id = r->ids[STILL_JOINT][i];
        if (id < w->joints.list.count && !moves(w, KNOWN_JOINT, id)) return false;
    }
    return true;
}

static bool is_indexed(const body_store *s, uint32_t body) {
    return s->records[body].enabled && !body_is_active(s, body);
}

/* Makes a body apart, and enters it into the index, if it stands there. */
static bool make_body(restoring *r, uint32_t i, uint32_t **colliders) {
    step_world *w = &r->world->core;
    body_store *s = &w->bodies;
    const still_item item = image_item(r->then, STILL_BODY, r->ids[STILL_BODY][i]);
    const uint32_t id = (uint32_t)s->record_list.count;
    visitor v;
    r->apart[i] = NONE;
    ++r->made_bodies;
    if (item.size == 0 || !save_still_lives(item.bytes)) return true;
    visitor_read(&v, item);
    v.apart = *colliders;
    visit_thing(&v, r->world, STILL_BODY, id);
    *colliders = v.apart;
    const bool done =
        visit_goes_on(&v); /* materials may be too many: there are those of now, too */
    if (s->record_list.count > id && s->records[id].generation % 2 == 1) r->apart[i] = id;
    if (done && !is_indexed(s, id)) return true;
    if (done) body_place_colliders(s, id, body_run(s, id));
    if (done && still_enter(w, body_run(s, id), state_of_body(s, id))) return true;
    if (r->apart[i] != NONE) s->records[id].enabled = false; /* it is not in the index */
    return false;
}

/* Takes ids up to these counts: there will be so many, and what is made apart has others. */
static bool widen(const evo_allocator *memory, body_store *s, size_t bodies, size_t colliders) {
    if (!ARRAY_RESERVE(memory, s->records, s->record_list.capacity, bodies)
        || !ARRAY_RESERVE(memory, s->colliders, s->collider_list.capacity, colliders))
        return false;
    if (s->forces && !ARRAY_RESERVE(memory, s->forces, s->force_capacity, bodies)) return false;
    for (; s->record_list.count < bodies; ++s->record_list.count)
        s->records[s->record_list.count] = (body_record){0};
    for (; s->collider_list.count < colliders; ++s->collider_list.count)
        s->colliders[s->collider_list.count] = (collider_record){0};
    return true;
}

static bool make_bodies(restoring *r, arena *a) {
    body_store *s = &r->world->core.bodies;
    size_t colliders = 0;
    for (uint32_t i = 0; i < r->count[STILL_BODY]; ++i)
        colliders += image_item(r->then, STILL_BODY, r->ids[STILL_BODY][i]).size / 8;
    r->apart = ARENA_SCRATCH(a, uint32_t, (size_t)r->count[STILL_BODY] + 1);
    r->colliders = ARENA_SCRATCH(a, uint32_t, colliders + 1);
    if (!r->apart || !r->colliders
        || !widen(s->memory, s, r->then->counts[STILL_BODY], r->then->counts[STILL_GONE]))
        return false;
    uint32_t *at = r->colliders;
    s->building.id = NONE;
    for (uint32_t i = 0; i < r->count[STILL_BODY]; ++i)
        if (!make_body(r, i, &at)) return false;
    return true;
}

static bool make_islands(restoring *r, arena *a) {
    step_world *w = &r->world->core;
    r->islands = ARENA_SCRATCH(a, island, (size_t)r->count[STILL_ISLAND] + 1);
    if (!r->islands
        || !ARRAY_RESERVE(w->memory, w->islands.all, w->islands.list.capacity,
                          r->then->counts[STILL_ISLAND]))
        return false;
    for (uint32_t i = 0; i < r->count[STILL_ISLAND]; ++i) {
        const still_item item = image_item(r->then, STILL_ISLAND, r->ids[STILL_ISLAND][i]);
        uint32_t bodies = 0, rows = 0;
        visitor v;
        visitor_read(&v, item);
        r->islands[r->made_islands++] = (island){.state = ISLAND_FREE};
        if (item.size == 0) continue;
        visit_u32(&v, &bodies);
        visit_u32(&v, &rows);
        if (bodies > 0 && !island_reserve(&r->islands[i], w->memory, bodies, rows)) return false;
    }
    return true;
}

static bool reserve_rest(const restoring *r) {
    step_world *w = &r->world->core;
    joint_store *j = &w->joints;
    const uint32_t joints = r->then->counts[STILL_JOINT];
    return ARRAY_RESERVE(j->memory, j->records, j->list.capacity, joints)
           && (joints == 0 || edges_reserve(&w->bodies, joints - 1))
           && ARRAY_RESERVE(j->memory, j->ending, j->ending_list.capacity, r->then->ending)
           && ARRAY_RESERVE(&r->world->memory, r->world->chains, r->world->chain_list.capacity,
                            r->then->chains)
           && r->rest->reserve(r->world, r->then->counts[STILL_GONE], r->rest->context);
}

/* Takes back what was made. */
static void take_back_made(restoring *r) {
    step_world *w = &r->world->core;
    body_store *s = &w->bodies;
    for (uint32_t i = r->made_bodies; i-- > 0;) {
        const uint32_t id = r->apart[i];
        if (id == NONE) continue;
        if (is_indexed(s, id)) still_leave(w, body_run(s, id), state_of_body(s, id));
        bodies_destroy(s, id);
    }
    for (uint32_t i = 0; i < r->made_islands; ++i) island_give(&r->islands[i], w->memory);
    s->record_list.count = r->before.records;
    s->collider_list.count = r->before.colliders;
    s->lowest_free = r->before.lowest_free;
    s->collider_free = r->before.collider_free;
    s->first_buried = r->before.first_buried;
    s->building = r->before.building;
}

/* ---- What is not refused --------------------------------------------------------------------- */

static void unmake_all(const restoring *r) {
    step_world *w = &r->world->core;
    body_store *s = &w->bodies;
    for (uint32_t i = 0; i < r->count[STILL_JOINT]; ++i) {
        const uint32_t id = r->ids[STILL_JOINT][i];
        if (id >= w->joints.list.count) continue;
        if (w->joints.records[id].generation % 2 == 1) joints_destroy(&w->joints, s, id);
        w->joints.records[id] = (joint_record){0};
    }
    for (uint32_t i = 0; i < r->count[STILL_ISLAND]; ++i) {
        const uint32_t number = r->ids[STILL_ISLAND][i];
        if (number >= w->islands.list.count) continue;
        island *of = &w->islands.all[number];
        for (uint32_t k = 0; k < of->body_count; ++k) s->records[of->bodies[k]].island = NONE;
        island_give(of, w->memory);
    }
    for (uint32_t i = 0; i < r->count[STILL_BODY]; ++i) {
        const uint32_t id = r->ids[STILL_BODY][i];
        if (id >= r->before.records || s->records[id].generation % 2 == 0) continue;
        if (is_indexed(s, id)) still_leave(w, body_run(s, id), state_of_body(s, id));
        bodies_destroy(s, id);
    }
}

/* Buries those that were buried before, and are the same. */
static void bury_again(const restoring *r) {
    body_store *s = &r->world->core.bodies;
    for (; s->first_buried != NONE; s->first_buried = s->colliders[s->first_buried].next)
        s->colliders[s->first_buried].buried = false;
    for (uint32_t id = r->before.first_buried, next; id != NONE; id = next) {
        next = s->colliders[id].next;
        s->colliders[id].buried = !s->still[STILL_GONE].changed[id];
        if (!s->colliders[id].buried) continue;
        s->colliders[id].next = s->first_buried;
        s->first_buried = id;
    }
}

static void give_ids(const restoring *r) {
    step_world *w = &r->world->core;
    body_store *s = &w->bodies;
    const uint32_t *colliders = r->colliders;
    for (uint32_t i = 0; i < r->count[STILL_BODY]; ++i) {
        const uint32_t from = r->apart[i], id = r->ids[STILL_BODY][i];
        if (from == NONE) continue;
        if (is_indexed(s, from)) still_leave(w, body_run(s, from), state_of_body(s, from));
        bodies_rename(s, from, id, colliders);
        EACH_COLLIDER (c, s, id) ++colliders;
    }
}

/* Ids that nothing has then. */
static void give_dead(const restoring *r) {
    body_store *s = &r->world->core.bodies;
    visitor v;
    for (uint32_t i = 0; i < r->count[STILL_BODY]; ++i) {
        const uint32_t id = r->ids[STILL_BODY][i];
        const still_item item = image_item(r->then, STILL_BODY, id);
        if (r->apart[i] != NONE) continue;
        body_record *record = &s->records[id];
        *record = (body_record){0};
        if (id < s->lowest_free) s->lowest_free = id;
        if (item.size == 0) continue;
        visitor_read(&v, item);
        visit_u32(&v, &record->generation);
        visit_mark(&v, &record->tag, &record->birth);
    }
    for (uint32_t i = 0; i < r->count[STILL_GONE]; ++i) {
        const uint32_t id = r->ids[STILL_GONE][i];
        const still_item item = image_item(r->then, STILL_GONE, id);
        if (item.size > 0 && save_still_lives(item.bytes)) continue;
        s->colliders[id] = (collider_record){0};
        if (id < s->collider_free) s->collider_free = id;
        if (item.size == 0) continue;
        visitor_read(&v, item);
        visit_thing(&v, r->world, STILL_GONE, id);
    }
}

static void enter_bodies(const restoring *r) {
    step_world *w = &r->world->core;
    body_store *s = &w->bodies;
    for (uint32_t i = 0; i < r->count[STILL_BODY]; ++i) {
        const uint32_t id = r->ids[STILL_BODY][i];
        if (r->apart[i] == NONE || !is_indexed(s, id)) continue;
        const bool entered = still_enter(w, body_run(s, id), state_of_body(s, id));
        assert(entered && "bounds that were in the index are not refused");
        (void)entered;
    }
}

static void give_world(evo_world *world, const kept_image *then) {
    joint_store *j = &world->core.joints;
    const size_t chains = then->chains * sizeof *world->chains;
    world_take_rules(world, &then->rules);
    world->chain_list.count = then->chains;
    world->lowest_chain = 0;
    if (chains > 0) memcpy(world->chains, then->world->bytes, chains);
    j->ending_list.count = then->ending;
    if (then->ending > 0)
        memcpy(j->ending, then->world->bytes + chains, then->ending * sizeof *j->ending);
}

static void give_joints(const restoring *r) {
    joint_store *j = &r->world->core.joints;
    const uint32_t count = r->then->counts[STILL_JOINT];
    for (size_t id = j->list.count; id < count; ++id) j->records[id] = (joint_record){0};
    j->list.count = count;
    j->lowest_free = 0;
    for (uint32_t i = 0; i < r->count[STILL_JOINT]; ++i) {
        const uint32_t id = r->ids[STILL_JOINT][i];
        visitor v;
        if (id >= count) continue;
        visitor_read(&v, image_item(r->then, STILL_JOINT, id));
        visit_thing(&v, r->world, STILL_JOINT, id);
        assert(visit_goes_on(&v) && "the bytes are those of a joint");
    }
}

static void give_islands(const restoring *r) {
    island_store *all = &r->world->core.islands;
    const uint32_t count = r->then->counts[STILL_ISLAND];
    for (size_t i = all->list.count; i < count; ++i) all->all[i] = (island){.state = ISLAND_FREE};
    all->list.count = count;
    all->lowest_free = 0;
    for (uint32_t i = 0; i < r->count[STILL_ISLAND]; ++i) {
        const uint32_t number = r->ids[STILL_ISLAND][i];
        visitor v;
        if (number >= count) continue;
        all->all[number] = r->islands[i];
        visitor_read(&v, image_item(r->then, STILL_ISLAND, number));
        visit_thing(&v, r->world, STILL_ISLAND, number);
        assert(visit_goes_on(&v) && "the bytes are those of an island");
    }
}

static void commit(restoring *r) {
    step_world *w = &r->world->core;
    body_store *s = &w->bodies;
    unmake_all(r);
    bury_again(r);
    give_ids(r);
    if (s->building.id == NONE && r->before.builds) s->building = r->before.building;
    s->lowest_free = r->before.lowest_free;
    s->collider_free = r->before.collider_free;
    give_dead(r);
    s->record_list.count = r->then->counts[STILL_BODY];
    s->collider_list.count = r->then->counts[STILL_GONE];
    give_world(r->world, r->then);
    enter_bodies(r);
    give_joints(r);
    give_islands(r);
    (void)move_users(r, world_give_user);
    world_give_ended_users(&r->world->core);
}

bool world_become(evo_world *world, kept_image *then, const image_rest *rest) {
    body_store *s = &world->core.bodies;
    arena *a = &world->core.arena;
    const arena_mark mark = arena_mark_of(a);
    restoring r = {.world = world,
                   .now = world->kept,
                   .then = then,
                   .rest = rest,
                   .before = {s->record_list.count, s->collider_list.count, s->lowest_free,
                              s->collider_free, s->first_buried, s->building, false}};
    const bool made = find_all(&r, a) && move_users(&r, world_list_user) && make_bodies(&r, a)
                      && make_islands(&r, a) && reserve_rest(&r);
    if (made)
        commit(&r);
    else
        take_back_made(&r);
    arena_return(a, mark);
    for (int kind = 0; kind < STILL_KINDS; ++kind)
        array_fill(s->still[kind].changed, 0, s->still[kind].capacity, 1);
    ++s->revision;
    if (made) {
        world_drop_image(world);
        world->kept = image_share(then);
    }
    world->kept_revision = s->revision;
    return made;
}
