/* corners.c: makes the rows of hulls and shares equal ones. In: shapes with straight faces; out:
 * numbers of rows. Invariant: a number in use keeps its rows. */
#include "body/corners.h"

#include <assert.h>

#include "shape/hull.h"

/* Sets the half axes of capsules and rectangles. */
static void find_half_axes(corner_rows *rows) {
    const float x = fabsf(rows->row[0][0]), y = fabsf(rows->row[0][1]);
    bool box = rows->count == 2 || rows->count == 4;
    for (int i = 0; i < 4; ++i) {
        const float *at = rows->row[i], *opposite = rows->row[(i + (int)rows->count / 2) % 4];
        box = box && fabsf(at[0]) == x && fabsf(at[1]) == y;
        box = box && at[0] == -opposite[0] && at[1] == -opposite[1];
    }
    if (!box || (rows->count == 2 && y != 0)) return;
    rows->is_box = 1;
    rows->half_x = x;
    rows->half_y = y;
}

static corner_rows rows_of(const evo_shape *shape) {
    const hull h = hull_of_shape(shape);
    corner_rows rows = {.radius = (float)h.radius, .count = (float)h.count};
    for (int i = 0; i < EVO_POLYGON_POINTS; ++i) {
        const int k = i % h.count;
        rows.row[i][0] = (float)h.point[k].x;
        rows.row[i][1] = (float)h.point[k].y;
        rows.row[i][2] = (float)h.normal[k].x;
        rows.row[i][3] = (float)h.normal[k].y;
    }
    find_half_axes(&rows);
    return rows;
}

static uint32_t corners_hash(const corner_rows *rows) {
    float floats[CORNER_FLOATS];
    double numbers[CORNER_FLOATS];
    memcpy(floats, rows, sizeof floats);
    for (int i = 0; i < CORNER_FLOATS; ++i) numbers[i] = (double)floats[i];
    return shared_hash(numbers, CORNER_FLOATS);
}

static bool corners_are_equal(const void *owner, uint32_t number, const void *thing) {
    const corner_table *t = owner;
    return memcmp(&t->rows[number + CORNERS_FIRST], thing, sizeof *t->rows) == 0;
}

static void make_first(corner_table *t) {
    const evo_shape segment = evo_segment((evo_vec2){-1, 0}, (evo_vec2){1, 0});
    t->rows[CORNERS_OF_DISK] = (corner_rows){.is_point = 1, .count = 1, .is_box = 1};
    t->rows[CORNERS_OF_SEGMENT] = rows_of(&segment);
    t->rows[CORNERS_OF_SEGMENT].is_segment = 1;
}

uint32_t corners_take(corner_table *t, const evo_allocator *memory, const evo_shape *shape) {
    const corner_rows rows = rows_of(shape);
    const uint32_t hash = corners_hash(&rows);
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
    if (first) make_first(t);
    shared_add(&t->shared, hash);
    t->rows[number] = rows;
    assert(t->shared.slots[number - CORNERS_FIRST].users == 1 && "new rows have one user");
    return number;
}

void corners_give(corner_table *t, uint32_t number) {
    if (number >= CORNERS_FIRST) (void)shared_drop(&t->shared, number - CORNERS_FIRST);
}

void corners_free(corner_table *t, const evo_allocator *memory) {
    ARRAY_FREE(memory, t->rows, t->row_capacity);
    shared_free(&t->shared, memory);
}
