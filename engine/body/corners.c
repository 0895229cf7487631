/* corners.c: makes the rows of hulls and shares equal ones. In: shapes with straight faces; out:
 * numbers of rows. Invariant: a number in use keeps its rows. */
#include "body/corners.h"

#include "shape/hull.h"

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
    return rows;
}

static uint32_t chain_of(const corner_rows *rows) {
    uint32_t words[CORNER_FLOATS], hash = 2166136261u;
    memcpy(words, rows, sizeof words);
    for (int i = 0; i < CORNER_FLOATS; ++i) hash = (hash ^ words[i]) * 16777619u;
    return (hash ^ hash >> 16) % CORNER_CHAINS;
}

static void make_first(corner_table *t) {
    const evo_shape segment = evo_segment((evo_vec2){-1, 0}, (evo_vec2){1, 0});
    t->rows[CORNERS_OF_DISK] = (corner_rows){.is_point = 1, .count = 1};
    t->rows[CORNERS_OF_SEGMENT] = rows_of(&segment);
    t->rows[CORNERS_OF_SEGMENT].is_segment = 1;
    t->count = CORNERS_FIRST;
}

/* Takes a place that is free. */
static uint32_t take_place(corner_table *t, const evo_allocator *memory) {
    if (t->free != 0) {
        const uint32_t place = t->free;
        t->free = t->users[place].next;
        return place;
    }
    const uint32_t place = t->count > 0 ? t->count : CORNERS_FIRST;
    if (place >= CORNERS_MOST
        || !array_reserve(memory, &t->rows, &t->row_capacity, place + 1, sizeof *t->rows)
        || !array_reserve(memory, &t->users, &t->user_capacity, place + 1, sizeof *t->users))
        return NONE;
    if (t->count == 0) make_first(t);
    t->count = place + 1;
    return place;
}

uint32_t corners_take(corner_table *t, const evo_allocator *memory, const evo_shape *shape) {
    const corner_rows rows = rows_of(shape);
    const uint32_t chain = chain_of(&rows);
    for (uint32_t i = t->first[chain]; i != 0; i = t->users[i].next) {
        if (memcmp(&t->rows[i], &rows, sizeof rows) != 0) continue;
        ++t->users[i].users;
        return i;
    }
    const uint32_t place = take_place(t, memory);
    if (place == NONE) return NONE;
    t->rows[place] = rows;
    t->users[place] = (corner_user){1, t->first[chain]};
    t->first[chain] = place;
    return place;
}

void corners_give(corner_table *t, uint32_t number) {
    if (number < CORNERS_FIRST || --t->users[number].users > 0) return;
    uint32_t *at = &t->first[chain_of(&t->rows[number])];
    while (*at != number) at = &t->users[*at].next;
    *at = t->users[number].next;
    t->users[number].next = t->free;
    t->free = number;
}

void corners_free(corner_table *t, const evo_allocator *memory) {
    array_free(memory, &t->rows, &t->row_capacity, sizeof *t->rows);
    array_free(memory, &t->users, &t->user_capacity, sizeof *t->users);
}
