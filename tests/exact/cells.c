/* cells.c: every particle near another is found around it, once. */
#include <math.h>
#include <string.h>

#include "exact/exact.h"
#include "suites.h"
#include "support/memory.h"
#include "support/random.h"

enum { MOST = 400 };

static const double RADIUS = 0.5; /* of the widest */

/* Particles in their cells, and their positions kept besides. */
typedef struct crowd {
    test_memory memory;
    evo_allocator allocator;
    cells cells;
    evo_bounds bounds;
    particle particles[MOST];
    evo_vec2 places[MOST];
    uint32_t count;
} crowd;

static crowd *crowd_make(evo_bounds bounds, bool periodic, uint32_t count) {
    static crowd made;
    crowd empty = {.bounds = bounds, .count = count};
    made = empty;
    made.allocator = test_memory_allocator(&made.memory);
    made.cells.memory = &made.allocator;
    ck_assert(cells_init(&made.cells, bounds, periodic, 2 * RADIUS, count));
    return &made;
}

static void crowd_end(crowd *c) {
    cells_free(&c->cells);
    ck_assert_uint_eq(c->memory.bytes, 0);
}

static void put(crowd *c, uint32_t number, evo_vec2 position) {
    c->places[number] = position;
    cells_put(&c->cells, c->particles, number, position);
}

/* Evenly, but some in a heap, and some outside. */
static void put_all(crowd *c, double heaped, double outside) {
    evo_vec2 size = vec_sub(c->bounds.max, c->bounds.min);
    for (uint32_t i = 0; i < c->count; ++i) {
        double x = random_between(-outside, 1 + outside), y = random_between(-outside, 1 + outside);
        if (random_between(0, 1) < heaped) {
            x = 0.4 + 0.02 * x;
            y = 0.7 + 0.02 * y;
        }
        put(c, i, vec(c->bounds.min.x + x * size.x, c->bounds.min.y + y * size.y));
    }
}

/* ---- Neighbours ------------------------------------------------------------------------------ */

static double round_box(double apart, double length, bool periodic) {
    return periodic ? apart - round(apart / length) * length : apart;
}

/* From one to another; in a periodic box the short way. */
static evo_vec2 delta_between(const crowd *c, uint32_t a, uint32_t b) {
    evo_vec2 size = vec_sub(c->bounds.max, c->bounds.min);
    evo_vec2 side = vec_sub(c->places[b], c->places[a]);
    return vec(round_box(side.x, size.x, c->cells.periodic),
               round_box(side.y, size.y, c->cells.periodic));
}

static bool are_near(int32_t a, int32_t b, int32_t count, bool periodic) {
    int32_t apart = a > b ? a - b : b - a;
    return apart <= 1 || (periodic && apart == count - 1);
}

static bool must_be_found(const crowd *c, uint32_t a, uint32_t b) {
    const particle *x = &c->particles[a], *y = &c->particles[b];
    return are_near(x->column, y->column, c->cells.columns, c->cells.periodic)
           && are_near(x->row, y->row, c->cells.rows, c->cells.periodic);
}

/* Each finds all particles of the cells around, once, and no other; among them are all that it
 * could touch. */
static void check_neighbours(const crowd *c) {
    static uint32_t found[MOST + CELL_SLOTS];
    static uint8_t seen[MOST];
    int wrong = 0, missed = 0;
    for (uint32_t i = 0; i < c->count; ++i) {
        memset(seen, 0, sizeof seen);
        size_t count = cells_neighbours(&c->cells, c->particles, &c->particles[i], found);
        ck_assert_uint_le(count, c->count);
        for (size_t k = 0; k < count; ++k) ++seen[found[k]];
        for (uint32_t k = 0; k < c->count; ++k) {
            wrong += seen[k] != must_be_found(c, i, k);
            missed += !seen[k] && vec_length(delta_between(c, i, k)) <= 2 * RADIUS;
        }
    }
    ck_assert_msg(wrong == 0 && missed == 0, "%d wrong, %d missed", wrong, missed);
}

/* The cells' positions are those kept besides. */
static void check_places(const crowd *c) {
    evo_vec2 size = vec_sub(c->bounds.max, c->bounds.min);
    double worst = 0;
    for (uint32_t i = 0; i < c->count; ++i) {
        evo_vec2 at = vec_add(cells_corner(&c->cells, &c->particles[i]), c->particles[i].position);
        evo_vec2 off = vec_sub(at, c->places[i]);
        worst = fmax(worst, fabs(round_box(off.x, size.x, c->cells.periodic)));
        worst = fmax(worst, fabs(round_box(off.y, size.y, c->cells.periodic)));
    }
    ck_assert_double_lt(worst, 1e-12 * (size.x + size.y));
}

/* The counters of the grid. */
static void check_counts(const crowd *c) {
    size_t border_count = 0, named = 0;
    for (uint32_t i = 0; i < c->count; ++i) {
        const particle *p = &c->particles[i];
        border_count += p->column == 0 || p->column == c->cells.columns - 1 || p->row == 0
                        || p->row == c->cells.rows - 1;
    }
    for (int i = 0; i < (c->cells.columns + 2) * (c->cells.rows + 2); ++i)
        named += c->cells.counts[i];
    ck_assert_uint_eq(c->cells.border_count, border_count);
    ck_assert_uint_eq(c->cells.overflow_count, c->count - named);
}

/* Wide, narrow, and far from the origin. */
static const evo_bounds BOUNDS[] = {
    {{0, 0}, {20, 20}}, {{-30, 5}, {30, 12}}, {{1000, -2000}, {1004, -1960}}};
enum { BOUNDS_COUNT = 3 };

START_TEST(all_near_are_found) {
    bool periodic = _i % 2;
    random_seed(3);
    for (int i = 0; i < 20; ++i) {
        crowd *c = crowd_make(BOUNDS[_i / 2], periodic, 20 + 19 * (uint32_t)i);
        put_all(c, 0.1 * (i % 5), periodic ? 2 : 0.5);
        check_places(c);
        check_neighbours(c);
        check_counts(c);
        crowd_end(c);
    }
}
END_TEST

/* ---- Crossing -------------------------------------------------------------------------------- */

/* To a position in the next cell on that side, across the border between. */
static void cross(crowd *c, uint32_t number, cell_side side) {
    particle *p = &c->particles[number];
    double *along = side == CELL_LEFT || side == CELL_RIGHT ? &p->position.x : &p->position.y;
    double width = along == &p->position.x ? c->cells.size.x : c->cells.size.y;
    double before = *along;
    *along = side == CELL_LEFT || side == CELL_DOWN ? 0 : width;
    evo_vec2 corner = cells_corner(&c->cells, p);
    c->places[number] = vec_add(corner, p->position);
    cells_cross(&c->cells, c->particles, number, side);
    ck_assert_double_le(fabs(*along - (width - before)), width);
    check_places(c);
    *along = before;
    c->places[number] = vec_add(cells_corner(&c->cells, p), p->position);
}

/* Round a periodic box, or to its last cell. */
static int cross_all_along(crowd *c, uint32_t number, cell_side side) {
    int count = 0;
    while (cells_has_next(&c->cells, &c->particles[number], side) && count < 3 * MOST) {
        cross(c, number, side);
        ++count;
    }
    return count;
}

START_TEST(crossings_lead_to_the_next_cell) {
    const uint32_t count = 200;
    bool periodic = _i % 2;
    random_seed(4);
    crowd *c = crowd_make(BOUNDS[_i / 2], periodic, count);
    put_all(c, 0.3, 0);
    for (int i = 0; i < 2000; ++i) {
        uint32_t number = (uint32_t)random_between(0, count);
        cell_side side = (cell_side)random_between(0, CELL_SIDES);
        if (cells_has_next(&c->cells, &c->particles[number], side)) cross(c, number, side);
        if (i % 50 == 0) check_neighbours(c);
    }
    check_neighbours(c);
    check_counts(c);
    crowd_end(c);
}
END_TEST

START_TEST(paths_end_at_the_border_or_nowhere) {
    crowd *c = crowd_make(BOUNDS[0], _i, 100);
    random_seed(5);
    put_all(c, 0, 0);
    for (cell_side side = 0; side < CELL_SIDES; ++side) {
        int count = cross_all_along(c, 7, side);
        const particle *p = &c->particles[7];
        if (c->cells.periodic) {
            ck_assert_int_eq(count, 3 * MOST);
            continue;
        }
        ck_assert_int_lt(count, c->cells.columns + c->cells.rows);
        if (side == CELL_LEFT) ck_assert_int_eq(p->column, 0);
        if (side == CELL_RIGHT) ck_assert_int_eq(p->column, c->cells.columns - 1);
        if (side == CELL_DOWN) ck_assert_int_eq(p->row, 0);
        if (side == CELL_UP) ck_assert_int_eq(p->row, c->cells.rows - 1);
    }
    check_neighbours(c);
    crowd_end(c);
}
END_TEST

/* A cell fills beyond its slots, and empties again, in any order. */
START_TEST(cells_overflow_and_empty) {
    enum { COUNT = 60 };
    crowd *c = crowd_make(BOUNDS[0], _i, COUNT);
    random_seed(6);
    for (uint32_t i = 0; i < COUNT; ++i) put(c, i, vec(10.01 + 0.001 * i, 10.01));
    ck_assert_uint_eq(c->cells.overflow_count, COUNT - CELL_SLOTS);
    check_neighbours(c);
    uint16_t home = c->particles[0].column;
    for (int i = 0; i < 500; ++i) {
        uint32_t number = (uint32_t)random_between(0, COUNT);
        cross(c, number, c->particles[number].column == home ? CELL_RIGHT : CELL_LEFT);
        check_counts(c);
        if (i % 10 == 0) check_neighbours(c);
    }
    crowd_end(c);
}
END_TEST

/* ---- Building -------------------------------------------------------------------------------- */

START_TEST(cells_cover_the_bounds) {
    random_seed(7);
    test_memory memory = {0};
    evo_allocator allocator = test_memory_allocator(&memory);
    for (int i = 0; i < 300; ++i) {
        evo_bounds bounds = {{random_between(-9, 9), random_between(-9, 9)}, {0, 0}};
        evo_vec2 size = {random_scale(0.1, 1000), random_scale(0.1, 1000)};
        bounds.max = vec_add(bounds.min, size);
        double least = random_scale(0.01, 10);
        size_t particles = (size_t)random_scale(1, 1e4);
        cells c = {.memory = &allocator};
        ck_assert(cells_init(&c, bounds, i % 2, least, particles));
        ck_assert_double_eq_tol(c.columns * c.size.x, size.x, 1e-12 * size.x);
        ck_assert_double_eq_tol(c.rows * c.size.y, size.y, 1e-12 * size.y);
        ck_assert(c.size.x >= least || c.columns == 1);
        ck_assert(c.size.y >= least || c.rows == 1);
        /* A periodic box has four at least along its short side, and so along the other. */
        if (!c.periodic) ck_assert_double_le((double)c.columns * c.rows, 2 * (double)particles + 1);
        cells_free(&c);
    }
    ck_assert_uint_eq(memory.bytes, 0);
}
END_TEST

START_TEST(refused_cells_are_freed) {
    const evo_bounds bounds = BOUNDS[0];
    for (size_t k = 1; k <= 3; ++k) {
        test_memory memory = {.refuse = k};
        evo_allocator allocator = test_memory_allocator(&memory);
        cells c = {.memory = &allocator};
        ck_assert(!cells_init(&c, bounds, true, 1, 100));
        ck_assert_uint_eq(memory.refused, 1);
        cells_free(&c);
        ck_assert_uint_eq(memory.bytes, 0);
    }
}
END_TEST

Suite *suite_cells(void) {
    Suite *suite = suite_create("cells");
    TCase *around = tcase_create("around"), *crossing = tcase_create("crossing");
    tcase_add_loop_test(around, all_near_are_found, 0, 2 * BOUNDS_COUNT);
    tcase_add_loop_test(crossing, crossings_lead_to_the_next_cell, 0, 2 * BOUNDS_COUNT);
    tcase_add_loop_test(crossing, paths_end_at_the_border_or_nowhere, 0, 2);
    tcase_add_loop_test(crossing, cells_overflow_and_empty, 0, 2);
    suite_add_tcase(suite, around);
    suite_add_tcase(suite, crossing);
    TCase *laying = tcase_create("laying");
    tcase_add_test(laying, cells_cover_the_bounds);
    tcase_add_test(laying, refused_cells_are_freed);
    suite_add_tcase(suite, laying);
    return suite;
}
