/* still.c: what stands or sleeps, in tiles that are kept between steps.
 *
 * A collider is in the cell of the middle of its bounds, which reach half a cell beyond it at most.
 * Entries are put in order when a tile is looked at first after a change. */
#include "core/sort.h"
#include "index/tiles.h"

static evo_vec2 middle_of(const evo_bounds *b) {
    return vec(0.5 * (b->min.x + b->max.x), 0.5 * (b->min.y + b->max.y));
}

static double width_of(const evo_bounds *b) {
    return most_of(b->max.x - b->min.x, b->max.y - b->min.y);
}

/* Floats that are not within what they stand for. */
static float rounded_down(double x) {
    return (float)x - 1e-6f * (float)fabs(x);
}

static float rounded_up(double x) {
    return (float)x + 1e-6f * (float)fabs(x);
}

static still_entry entry_of(uint32_t collider, uint32_t number, const evo_bounds *b,
                            evo_vec2 corner) {
    return (still_entry){.min_x = rounded_down(b->min.x - corner.x),
                         .min_y = rounded_down(b->min.y - corner.y),
                         .max_x = rounded_up(b->max.x - corner.x),
                         .max_y = rounded_up(b->max.y - corner.y),
                         .collider = collider,
                         .number = number};
}

/* ---- Coming and going ------------------------------------------------------------------------ */

static void link_tile(index_tiles *t, tile *added) {
    int level = added->key.level;
    tile **first = &t->still_first[level];
    added->next = *first;
    added->link = first;
    if (*first) (*first)->link = &added->next;
    *first = added;
    ++t->still_count[level];
    t->still_levels |= UINT64_C(1) << level;
}

static void unlink_tile(index_tiles *t, tile *gone) {
    int level = gone->key.level;
    *gone->link = gone->next;
    if (gone->next) gone->next->link = gone->link;
    if (--t->still_count[level] == 0) t->still_levels &= ~(UINT64_C(1) << level);
}

static bool add_large(spatial_index *index, const still_entry *entry) {
    size_t place = index->large_list.count;
    if (!array_reserve(index->memory, &index->large, &index->large_list.capacity, place + 1,
                       sizeof *index->large))
        return false;
    for (; place > 0 && index->large[place - 1].number > entry->number; --place)
        index->large[place] = index->large[place - 1];
    index->large[place] = *entry;
    ++index->large_list.count;
    return true;
}

bool index_add_still(spatial_index *index, uint32_t collider, uint32_t number, evo_bounds bounds) {
    evo_vec2 middle = middle_of(&bounds);
    int level = index_level(middle, width_of(&bounds));
    if (level == LEVELS) {
        const still_entry entry = entry_of(collider, number, &bounds, vec(0, 0));
        return add_large(index, &entry);
    }
    const tile_key key = index_key(level, middle);
    evo_vec2 corner = tile_corner(&key);
    tile *t = tiles_make(&index->tiles, index->memory, &key);
    if (!t
        || !array_reserve(index->memory, &t->entries, &t->entry_list.capacity,
                          t->entry_list.count + 1, sizeof *t->entries))
        return false;
    still_entry entry = entry_of(collider, number, &bounds, corner);
    double scale = 1 / level_cell(level);
    int x = (int)((middle.x - corner.x) * scale), y = (int)((middle.y - corner.y) * scale);
    entry.cell = (uint32_t)(y * TILE_SIDE + x);
    if (t->entry_list.count == 0) link_tile(&index->tiles, t);
    t->entries[t->entry_list.count++] = entry;
    t->ordered = false;
    return true;
}

static size_t entry_at(const still_entry *entries, size_t count, uint32_t collider) {
    size_t i = 0;
    while (i < count && entries[i].collider != collider) ++i;
    return i;
}

void index_remove_still(spatial_index *index, uint32_t collider, evo_bounds bounds) {
    evo_vec2 middle = middle_of(&bounds);
    int level = index_level(middle, width_of(&bounds));
    if (level == LEVELS) {
        size_t at = entry_at(index->large, index->large_list.count, collider);
        for (--index->large_list.count; at < index->large_list.count; ++at)
            index->large[at] = index->large[at + 1];
        return;
    }
    const tile_key key = index_key(level, middle);
    tile *t = tiles_find(&index->tiles, &key);
    size_t at = entry_at(t->entries, t->entry_list.count, collider);
    t->entries[at] = t->entries[--t->entry_list.count];
    t->ordered = false;
    if (t->entry_list.count > 0) return;
    unlink_tile(&index->tiles, t);
    array_free(index->memory, &t->entries, &t->entry_list.capacity, sizeof *t->entries);
}

/* Tiles beyond have no numbers. */
static const double TILES_MOST = 1073741824;

/* ---- Looking --------------------------------------------------------------------------------- */

static bool entry_before(const void *first, const void *second) {
    const still_entry *a = first, *b = second;
    return a->cell != b->cell ? a->cell < b->cell : a->number < b->number;
}

static void put_in_order(tile *t) {
    uint32_t at = 0;
    if (t->ordered) return;
    sort_items(t->entries, t->entry_list.count, sizeof *t->entries, entry_before);
    for (uint32_t row = 0; row <= TILE_SIDE; ++row) {
        while (at < t->entry_list.count && t->entries[at].cell < row * TILE_SIDE) ++at;
        t->rows[row] = at;
    }
    t->ordered = true;
}

static uint32_t first_from(const tile *t, uint32_t low, uint32_t high, uint32_t cell) {
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (t->entries[middle].cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool visit_if_met(const still_entry *e, const evo_bounds *box, evo_vec2 corner,
                         still_visit visit, void *context) {
    const evo_bounds found = {{corner.x + e->min_x, corner.y + e->min_y},
                              {corner.x + e->max_x, corner.y + e->max_y}};
    bool apart = found.min.x > box->max.x || found.max.x < box->min.x || found.min.y > box->max.y
                 || found.max.y < box->min.y;
    return apart || visit(context, e->collider, &found);
}

/* The cell that is not beyond a border, half a cell and some rounding farther out. */
static int cell_at(double from_corner, double scale, double more) {
    double cell = floor(from_corner * scale + more);
    return cell < -1 ? -1 : cell > TILE_SIDE ? TILE_SIDE : (int)cell;
}

static bool look_in_tile(tile *t, const evo_bounds *box, still_visit visit, void *context) {
    evo_vec2 corner = tile_corner(&t->key);
    double scale = 1 / level_cell(t->key.level);
    int x0 = cell_at(box->min.x - corner.x, scale, -0.501);
    int x1 = cell_at(box->max.x - corner.x, scale, 0.501);
    int y0 = cell_at(box->min.y - corner.y, scale, -0.501);
    int y1 = cell_at(box->max.y - corner.y, scale, 0.501);
    if (x1 < 0 || x0 >= TILE_SIDE || y1 < 0 || y0 >= TILE_SIDE) return true;
    put_in_order(t);
    x0 = x0 < 0 ? 0 : x0;
    y0 = y0 < 0 ? 0 : y0;
    x1 = x1 >= TILE_SIDE ? TILE_SIDE - 1 : x1;
    y1 = y1 >= TILE_SIDE ? TILE_SIDE - 1 : y1;
    for (int y = y0; y <= y1; ++y) {
        uint32_t end = t->rows[y + 1], past = (uint32_t)(y * TILE_SIDE + x1);
        uint32_t i = first_from(t, t->rows[y], end, (uint32_t)(y * TILE_SIDE + x0));
        for (; i < end && t->entries[i].cell <= past; ++i)
            if (!visit_if_met(&t->entries[i], box, corner, visit, context)) return false;
    }
    return true;
}

static bool tile_pointer_before(const void *first, const void *second) {
    const tile *const *a = first, *const *b = second;
    return tile_before(&(*a)->key, &(*b)->key);
}

static bool add_found(spatial_index *index, tile *t) {
    if (!array_reserve(index->memory, &index->found, &index->found_list.capacity,
                       index->found_list.count + 1, sizeof *index->found))
        return false;
    index->found[index->found_list.count++] = t;
    return true;
}

/* Finds the tiles of a level that may hold what meets the box: by their keys, or by the list of the
 * level where it is shorter. */
static bool find_tiles(spatial_index *index, int level, const evo_bounds *box) {
    index_tiles *all = &index->tiles;
    double half = 0.51 * level_cell(level), over = 1 / (TILE_SIDE * level_cell(level));
    double x0 = floor((box->min.x - half) * over), x1 = floor((box->max.x + half) * over);
    double y0 = floor((box->min.y - half) * over), y1 = floor((box->max.y + half) * over);
    bool numbered = x0 > -TILES_MOST && x1 < TILES_MOST && y0 > -TILES_MOST && y1 < TILES_MOST;
    if (numbered && (x1 - x0 + 1) * (y1 - y0 + 1) <= 2 * (double)all->still_count[level]) {
        for (double y = y0; y <= y1; ++y)
            for (double x = x0; x <= x1; ++x) {
                const tile_key key = {level, (int32_t)x, (int32_t)y, 0};
                tile *t = tiles_find(all, &key);
                if (t && t->entry_list.count > 0 && !add_found(index, t)) return false;
            }
        return true;
    }
    for (tile *t = all->still_first[level]; t; t = t->next)
        if (t->key.x >= x0 && t->key.x <= x1 && t->key.y >= y0 && t->key.y <= y1
            && !add_found(index, t))
            return false;
    sort_items(index->found, index->found_list.count, sizeof *index->found, tile_pointer_before);
    return true;
}

bool index_still_in(spatial_index *index, const evo_bounds *box, still_visit visit, void *context) {
    for (int level = 0; level < LEVELS && index->tiles.still_levels >> level; ++level) {
        if (!(index->tiles.still_levels >> level & 1)) continue;
        index->found_list.count = 0;
        if (!find_tiles(index, level, box)) return false;
        for (size_t i = 0; i < index->found_list.count; ++i)
            if (!look_in_tile(index->found[i], box, visit, context)) return false;
    }
    for (size_t i = 0; i < index->large_list.count; ++i)
        if (!visit_if_met(&index->large[i], box, vec(0, 0), visit, context)) return false;
    return true;
}
