/* validate_index.c: walks the index. In: a world between calls; out: the first thing that is not as
 * the heads of index/ say, or NULL: tiles link to their neighbours and to the coarser tile around
 * them; what does not move is in the tile and the cell of the middle of its bounds, once. */
#include "world/validate.h"

#ifndef NDEBUG

#include "index/tiles.h"

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

const char *validate_tiles(const evo_world *world) {
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

const char *validate_still(const evo_world *world) {
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

#endif
