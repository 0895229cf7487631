/* shared.c: materials, shapes and corners that colliders share, as numbers by hash. */
#include "body/shared.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "shape/shape.h"

MACHINE_PLAIN

/* ==== Numbers by hash ========================================================================= */

/* Chains of numbers by hash. Invariant: a number in use is in the chain of its hash, and chains
 * are as many as there are numbers in use, at least. */

enum { HEADS_LEAST = 32 };

/* Hashes numbers. Equal numbers must have equal bits, but for 0 and -0. */
static uint32_t shared_hash(const double *numbers, size_t count) {
    uint64_t hash = count;
    for (size_t i = 0; i < count; ++i) {
        const double number = numbers[i] + 0.0; /* -0 becomes 0 */
        uint64_t word;
        memcpy(&word, &number, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    return (uint32_t)hash;
}

static uint32_t *head_of(const shared_table *t, uint32_t hash) {
    return &t->heads[hash & (t->head_count - 1)];
}

typedef bool (*shared_equal)(const void *owner, uint32_t number, const void *thing);

/* Returns the number of an equal thing, or NONE. */
static uint32_t shared_find(const shared_table *t, uint32_t hash, shared_equal equal,
                            const void *owner, const void *thing) {
    uint32_t number = t->head_count > 0 ? *head_of(t, hash) : NONE;
    while (number != NONE && (t->slots[number].hash != hash || !equal(owner, number, thing)))
        number = t->slots[number].next;
    assert((number == NONE || t->slots[number].users > 0) && "what is found is in use");
    return number;
}

/* Returns the number that the next new thing gets. */
static uint32_t shared_next(const shared_table *t) {
    return t->free_count > 0 ? t->free : t->count;
}

/* Makes room for one number more, and for as many chains. False: out of memory. */
static bool shared_reserve(shared_table *t, const evo_allocator *memory) {
    const size_t before = t->head_count, now = before > 0 ? 2 * before : HEADS_LEAST;
    if (!ARRAY_RESERVE(memory, t->slots, t->slot_capacity, (size_t)t->count + 1)) return false;
    if (t->live < before) return true;
    uint32_t *heads = memory_take(memory, now * sizeof *heads);
    if (!heads) return false;
    memset(heads, 0xff, now * sizeof *heads);
    if (t->heads) memory_give(memory, t->heads, before * sizeof *heads);
    t->heads = heads;
    t->head_count = now;
    for (uint32_t i = 0; i < t->count; ++i) {
        if (t->slots[i].users == 0) continue;
        uint32_t *head = head_of(t, t->slots[i].hash);
        t->slots[i].next = *head;
        *head = i;
    }
    return true;
}

static void shared_add(shared_table *t, uint32_t hash) {
    const uint32_t number = shared_next(t);
    uint32_t *head = head_of(t, hash);
    assert(number < t->slot_capacity && "room was made");
    assert(t->live < t->head_count && "chains are as many as numbers in use");
    if (t->free_count > 0) {
        t->free = t->slots[number].next;
        --t->free_count;
    } else {
        ++t->count;
    }
    t->slots[number] = (shared_slot){1, *head, hash};
    *head = number;
    ++t->live;
}

/* Takes one user off a number; returns whether the number is free now. */
static bool shared_drop(shared_table *t, uint32_t number) {
    shared_slot *slot = &t->slots[number];
    assert(slot->users > 0 && "who gives a number back has taken it");
    if (--slot->users > 0) return false;
    uint32_t *at = head_of(t, slot->hash);
    for (; *at != number; at = &t->slots[*at].next)
        assert(*at != NONE && "a number in use is in the chain of its hash");
    *at = slot->next;
    slot->next = t->free;
    t->free = number;
    ++t->free_count;
    --t->live;
    assert(t->live + t->free_count == t->count && "a number is in use or free");
    return true;
}

static void shared_free(shared_table *t, const evo_allocator *memory) {
    ARRAY_FREE(memory, t->slots, t->slot_capacity);
    if (t->heads) memory_give(memory, t->heads, t->head_count * sizeof *t->heads);
    t->heads = NULL;
    t->head_count = 0;
}

/* ==== Materials =============================================================================== */

/* Materials of colliders, each once. In: materials; out: their numbers. Invariant: a number in
 * use keeps its material. */

void material_numbers(const evo_material *m, double numbers[MATERIAL_NUMBERS]) {
    const double all[MATERIAL_NUMBERS] = {m->density,
                                          m->friction,
                                          m->restitution,
                                          m->rolling_resistance,
                                          m->surface_speed,
                                          m->tangential_restitution,
                                          (double)(uint32_t)m->id,
                                          (double)(m->id >> 32)};
    memcpy(numbers, all, sizeof all);
}

bool materials_equal(const evo_material *a, const evo_material *b) {
    double x[MATERIAL_NUMBERS], y[MATERIAL_NUMBERS];
    bool equal = true;
    material_numbers(a, x);
    material_numbers(b, y);
    for (int i = 0; i < MATERIAL_NUMBERS; ++i) equal &= x[i] == y[i];
    return equal;
}

static uint32_t hash_of(const evo_material *m) {
    double numbers[MATERIAL_NUMBERS];
    material_numbers(m, numbers);
    return shared_hash(numbers, MATERIAL_NUMBERS);
}

static bool is_equal(const void *owner, uint32_t number, const void *thing) {
    const material_table *t = owner;
    return materials_equal(&t->all[number], (const evo_material *)thing);
}

static uint32_t material_find(const material_table *t, const evo_material *m, uint32_t hash) {
    return shared_find(&t->shared, hash, is_equal, t, m);
}

/* Counts one user more, or less, of materials with a surface or a bounce. */
static void count(material_table *t, const evo_material *m, uint32_t more) {
    if (m->rolling_resistance > 0 || m->surface_speed != 0) t->surfaces += more;
    if (m->restitution > 0) t->bouncing += more;
}

bool materials_are_full(const material_table *t, const evo_material *m) {
    return shared_next(&t->shared) >= MATERIALS_MOST && material_find(t, m, hash_of(m)) == NONE;
}

uint16_t materials_take(material_table *t, const evo_allocator *memory, const evo_material *m) {
    const uint32_t hash = hash_of(m), known = material_find(t, m, hash);
    const uint32_t number = known != NONE ? known : shared_next(&t->shared);
    if (known != NONE) {
        ++t->shared.slots[known].users;
    } else {
        if (number >= MATERIALS_MOST || !shared_reserve(&t->shared, memory)
            || !ARRAY_RESERVE(memory, t->all, t->capacity, (size_t)number + 1))
            return MATERIALS_MOST;
        shared_add(&t->shared, hash);
        t->all[number] = *m;
    }
    count(t, m, 1);
    assert(materials_equal(&t->all[number], m) && "the number is of this material");
    return (uint16_t)number;
}

void materials_give(material_table *t, uint16_t number) {
    count(t, &t->all[number], ~0u);
    (void)shared_drop(&t->shared, number);
}

evo_result materials_fit(material_table *t, const evo_allocator *memory, const evo_material *all,
                         int count) {
    evo_result result = EVO_OK;
    int taken = 0;
    if ((uint32_t)count <= MATERIALS_MOST - t->shared.live) return EVO_OK;
    while (taken < count && result == EVO_OK) {
        if (materials_are_full(t, &all[taken]))
            result = EVO_ERROR_LIMIT;
        else if (materials_take(t, memory, &all[taken]) == MATERIALS_MOST)
            result = EVO_ERROR_MEMORY;
        else
            ++taken;
    }
    while (taken-- > 0)
        materials_give(t, (uint16_t)material_find(t, &all[taken], hash_of(&all[taken])));
    return result;
}

void materials_free(material_table *t, const evo_allocator *memory) {
    ARRAY_FREE(memory, t->all, t->capacity);
    shared_free(&t->shared, memory);
}

/* ==== Corners ================================================================================= */

/* Makes the rows of hulls and shares equal ones. In: shapes with straight faces; out: numbers of
 * rows. Invariant: a number in use keeps its rows. */

static corner_rows rows_of(const evo_shape *shape) {
    const hull h = hull_of_shape(shape);
    const float radius = (float)h.radius;
    float x = 0, y = 0;
    corner_rows rows = {.radius = radius, .count = (float)h.count, .around = radius};
    for (int i = 0; i < EVO_POLYGON_POINTS; ++i) {
        const int k = i % h.count;
        rows.row[i][0] = (float)h.point[k].x;
        rows.row[i][1] = (float)h.point[k].y;
        rows.row[i][2] = (float)h.normal[k].x;
        rows.row[i][3] = (float)h.normal[k].y;
        x = fmaxf(x, fabsf(rows.row[i][0]));
        y = fmaxf(y, fabsf(rows.row[i][1]));
    }
    bool box = (h.count == 2 && y == 0) || h.count == 4;
    for (int i = 0; i < 4; ++i) {
        const float *at = rows.row[i], *opposite = rows.row[(i + h.count / 2) % 4];
        box = box && fabsf(at[0]) == x && fabsf(at[1]) == y;
        box = box && at[0] == -opposite[0] && at[1] == -opposite[1];
    }
    rows.is_box = box;
    rows.half_x = x;
    rows.half_y = y;
    return rows;
}

static bool corners_are_equal(const void *owner, uint32_t number, const void *thing) {
    const corner_table *t = owner;
    return memcmp(&t->rows[number + CORNERS_FIRST], thing, sizeof *t->rows) == 0;
}

/* Returns the number of equal corners, for one more shape; NONE: out of memory, or of numbers. */
static uint32_t corners_take(corner_table *t, const evo_allocator *memory, const evo_shape *shape) {
    if (shape->kind == EVO_SEGMENT) return CORNERS_OF_SEGMENT;
    if (shape->kind != EVO_CAPSULE && shape->kind != EVO_POLYGON) return CORNERS_OF_DISK;
    const corner_rows rows = rows_of(shape);
    float floats[CORNER_FLOATS];
    double numbers[CORNER_FLOATS];
    memcpy(floats, &rows, sizeof floats);
    for (int i = 0; i < CORNER_FLOATS; ++i) numbers[i] = (double)floats[i];
    const uint32_t hash = shared_hash(numbers, CORNER_FLOATS);
    uint32_t number = shared_find(&t->shared, hash, corners_are_equal, t, &rows);
    if (number != NONE) {
        ++t->shared.slots[number].users;
        return number + CORNERS_FIRST;
    }
    number = shared_next(&t->shared) + CORNERS_FIRST;
    const bool first = t->row_capacity == 0;
    if (number >= CORNERS_MOST || !shared_reserve(&t->shared, memory)
        || !ARRAY_RESERVE(memory, t->rows, t->row_capacity, number + 1))
        return NONE;
    if (first) {
        const evo_shape segment = evo_segment(vec(-1, 0), vec(1, 0));
        t->rows[CORNERS_OF_DISK] =
            (corner_rows){.is_point = 1, .count = 1, .is_box = 1, .around = INFINITY};
        t->rows[CORNERS_OF_SEGMENT] = rows_of(&segment);
        t->rows[CORNERS_OF_SEGMENT].is_segment = 1;
        t->rows[CORNERS_OF_SEGMENT].around = INFINITY;
    }
    shared_add(&t->shared, hash);
    t->rows[number] = rows;
    assert(t->shared.slots[number - CORNERS_FIRST].users == 1 && "new rows have one user");
    return number;
}

static void corners_give(corner_table *t, uint32_t number) {
    if (number >= CORNERS_FIRST) (void)shared_drop(&t->shared, number - CORNERS_FIRST);
}

/* ==== Shapes ================================================================================== */

/* Shapes with rules, once for all colliders that have equal ones. In: a shape and its rules; out:
 * an entry that stays valid as long as some collider has it. Invariant: equal entries have equal
 * bits. */

enum { PLACE_NUMBERS = 14, KEY_NUMBERS = PLACE_NUMBERS + SHAPE_NUMBERS };

/* Writes the numbers by which shapes with rules differ, and returns their count. */
static size_t numbers_of(const evo_shape *s, const shape_rules *r, double numbers[KEY_NUMBERS]) {
    const evo_filter *f = &r->filter;
    const double place[PLACE_NUMBERS] = {(double)s->kind,
                                         s->center.x,
                                         s->center.y,
                                         s->axis.x,
                                         s->axis.y,
                                         (double)(uint32_t)f->category,
                                         (double)(f->category >> 32),
                                         (double)(uint32_t)f->mask,
                                         (double)(f->mask >> 32),
                                         (double)f->group,
                                         (double)r->flags,
                                         (double)r->no_sensors,
                                         r->one_way.x,
                                         r->one_way.y};
    memcpy(numbers, place, sizeof place);
    return PLACE_NUMBERS + (size_t)shape_numbers(s, numbers + PLACE_NUMBERS);
}

typedef struct shape_key {
    size_t count;
    double numbers[KEY_NUMBERS];
} shape_key;

static bool shape_is_equal(const void *owner, uint32_t number, const void *thing) {
    const shape_entry *entry = ((const shape_table *)owner)->all[number];
    const shape_key *key = thing;
    double numbers[KEY_NUMBERS];
    return numbers_of(&entry->shape, &entry->rules, numbers) == key->count
           && memcmp(numbers, key->numbers, key->count * sizeof *numbers) == 0;
}

static uint32_t shape_find(const shape_table *t, const evo_shape *shape, const shape_rules *rules,
                           uint32_t *hash) {
    shape_key key;
    key.count = numbers_of(shape, rules, key.numbers);
    *hash = shared_hash(key.numbers, key.count);
    return shared_find(&t->shared, *hash, shape_is_equal, t, &key);
}

static size_t bytes_of(const evo_shape *shape) {
    return offsetof(shape_entry, shape) + shape_bytes(shape);
}

void shape_derive(shape_entry *entry) {
    const shape_kind *kind = shape_kind_of(&entry->shape);
    entry->reach = kind->reach(&entry->shape);
    entry->thickness = kind->thickness(&entry->shape);
    entry->weight = kind->weight(&entry->shape);
}

static void entry_drop(shape_table *t, const evo_allocator *memory, shape_entry *entry) {
    corners_give(&t->corners, entry->corners);
    memory_give(memory, entry, bytes_of(&entry->shape));
}

/* Makes an entry with one user, which is not shared. NULL: out of memory. */
static shape_entry *entry_make(shape_table *t, const evo_allocator *memory, const evo_shape *shape,
                               const shape_rules *rules) {
    shape_entry *made = memory_take(memory, bytes_of(shape));
    const uint32_t corners = made ? corners_take(&t->corners, memory, shape) : NONE;
    if (corners == NONE) {
        if (made) memory_give(memory, made, bytes_of(shape));
        return NULL;
    }
    made->center = shape->center;
    made->rules = *rules;
    made->previous = made->chain = made->number = NONE;
    made->corners = corners;
    memcpy(&made->shape, shape, shape_bytes(shape));
    shape_derive(made);
    return made;
}

shape_entry *shapes_take(shape_table *t, const evo_allocator *memory, const evo_shape *shape,
                         const shape_rules *rules, bool share) {
    uint32_t hash = 0;
    const uint32_t found = share ? shape_find(t, shape, rules, &hash) : NONE;
    if (found != NONE) {
        ++t->shared.slots[found].users;
        return t->all[found];
    }
    shape_entry *made = entry_make(t, memory, shape, rules);
    if (!made || !share || !vec_is_zero(made->weight.centroid)) return made;
    const uint32_t number = shared_next(&t->shared);
    if (!shared_reserve(&t->shared, memory)
        || !ARRAY_RESERVE(memory, t->all, t->capacity, (size_t)number + 1)) {
        entry_drop(t, memory, made);
        return NULL;
    }
    shared_add(&t->shared, hash);
    made->number = number;
    return t->all[number] = made;
}

void shapes_give(shape_table *t, const evo_allocator *memory, shape_entry *entry) {
    assert((entry->number == NONE || t->all[entry->number] == entry) && "it is the one taken");
    if (entry->number == NONE || shared_drop(&t->shared, entry->number))
        entry_drop(t, memory, entry);
}

void shapes_free(shape_table *t, const evo_allocator *memory) {
    ARRAY_FREE(memory, t->all, t->capacity);
    ARRAY_FREE(memory, t->corners.rows, t->corners.row_capacity);
    shared_free(&t->corners.shared, memory);
    shared_free(&t->shared, memory);
}
