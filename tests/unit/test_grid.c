/* test_grid.c: the grid's scans against the look at every pair. */
#include <math.h>
#include <stdlib.h>

#include "broad/scan.h"
#include "core/array.h"
#include "suites.h"
#include "support/random.h"

static const int LANE_COUNTS[] = {1, 4, 8};

enum { MOST = 1156 };

/* Circles, of which some stand still, and how often each pair was found. */
typedef struct crowd {
    grid_item items[MOST];
    bool still[MOST];
    int count;
    double cell;
    unsigned char found[MOST][MOST];
} crowd;

static void crowd_add(crowd *c, double x, double y, double reach) {
    ck_assert_int_lt(c->count, MOST);
    grid_item item = {{x, y}, (float)reach, (uint32_t)c->count};
    c->still[c->count] = random_between(0, 1) < 0.3;
    c->items[c->count++] = item;
}

static crowd *crowd_begin(uint64_t seed) {
    crowd *c = calloc(1, sizeof *c);
    ck_assert_ptr_nonnull(c);
    random_seed(seed);
    return c;
}

/* ---- Scanning -------------------------------------------------------------------------------- */

static grid_box box_of_item(const void *context, uint32_t id) {
    const crowd *c = context;
    double reach = (double)c->items[id].reach;
    grid_box box = {c->items[id].center, {1, 0}, reach, reach, 0};
    return box;
}

static void build(grid *g, const crowd *c, bool still) {
    static grid_item items[MOST];
    static grid_place places[MOST];
    size_t count = 0;
    for (int i = 0; i < c->count; ++i)
        if (c->still[i] == still) items[count++] = c->items[i];
    ck_assert(grid_build(g, c->cell, items, count, places));
}

static void note(crowd *c, near_pairs *near) {
    ck_assert(!near->out_of_memory);
    for (size_t i = 0; i < near->count; ++i) {
        near_pair pair = near->items[i];
        ck_assert_uint_ne(pair.a, pair.b);
        ++c->found[pair.a < pair.b ? pair.a : pair.b][pair.a < pair.b ? pair.b : pair.a];
    }
}

/* As a world scans. */
static void scan_all(crowd *c, int lanes, const grid_boxes *boxes) {
    const scan_kernels *scan = scan_kernels_for(lanes);
    evo_allocator memory = memory_or_default((evo_allocator){0});
    near_pairs near = {.memory = &memory};
    grid moving, still;
    grid_init(&moving, &memory);
    grid_init(&still, &memory);
    build(&moving, c, false);
    build(&still, c, true);
    scan->within(&moving, &near);
    scan->between(&moving, &still, &near);
    scan->under(&moving, &moving, boxes, &near);
    scan->under(&moving, &still, boxes, &near);
    scan->over(&moving, &still, boxes, &near);
    memset(c->found, 0, sizeof c->found);
    note(c, &near);
    array_free(&memory, &near.items, &near.capacity, sizeof *near.items);
    grid_free(&moving);
    grid_free(&still);
}

/* How far two circles are from touching, over the sum of their radii: below 0 they overlap. */
static double apart(const crowd *c, int i, int j) {
    double reach = (double)c->items[i].reach + (double)c->items[j].reach;
    evo_vec2 way = vec_sub(c->items[i].center, c->items[j].center);
    return vec_length(way) / reach - 1;
}

/* Floats decide: what hardly overlaps may go unnoticed. What is beyond the boxes, corners and all,
 * may not be found. */
static bool pair_is_right(const crowd *c, int i, int j) {
    int found = c->found[i][j];
    if (c->still[i] && c->still[j]) return found == 0;
    double gap = apart(c, i, j);
    if (gap < -1e-4) return found == 1;
    return gap > 1 ? found == 0 : found <= 1;
}

static void check_pairs(const crowd *c) {
    for (int i = 0; i < c->count; ++i)
        for (int j = i + 1; j < c->count; ++j) {
            if (pair_is_right(c, i, j)) continue;
            const grid_item *a = &c->items[i], *b = &c->items[j];
            ck_abort_msg("found %d times: %.17g %.17g %g and %.17g %.17g %g", c->found[i][j],
                         a->center.x, a->center.y, (double)a->reach, b->center.x, b->center.y,
                         (double)b->reach);
        }
}

static void check_crowd(crowd *c) {
    grid_boxes boxes = {box_of_item, c};
    if (c->cell == 0) c->cell = grid_suitable_cell(c->items, (size_t)c->count, 1);
    for (int i = 0; i < 3; ++i) {
        scan_all(c, LANE_COUNTS[i], &boxes);
        check_pairs(c);
    }
    free(c);
}

/* ---- Crowds ---------------------------------------------------------------------------------- */

/* Evenly over a square about a centre, sizes evenly over their orders of magnitude. */
static void add_square(crowd *c, int count, evo_vec2 center, double half, double small,
                       double large) {
    for (int i = 0; i < count; ++i) {
        double x = center.x + random_between(-half, half),
               y = center.y + random_between(-half, half);
        crowd_add(c, x, y, small < large ? random_scale(small, large) : small);
    }
}

static const evo_vec2 CENTERS[] = {{0, 0},     {-40, 3},    {1000, -1000}, {1e5, 1e5},
                                   {-1e7, 20}, {1e7, -1e7}, {-3, 1e7}};
enum { CENTER_COUNT = sizeof CENTERS / sizeof CENTERS[0] };

START_TEST(equal_sizes) {
    for (int i = 0; i < CENTER_COUNT; ++i)
        for (int k = 0; k < 3; ++k) {
            crowd *c = crowd_begin((uint64_t)(3 * i + k));
            add_square(c, 400, CENTERS[i], k == 0 ? 3 : k == 1 ? 15 : 70, 0.5, 0.5);
            check_crowd(c);
        }
}
END_TEST

START_TEST(twenty_to_one) {
    for (int i = 0; i < CENTER_COUNT; ++i)
        for (int k = 0; k < 2; ++k) {
            crowd *c = crowd_begin((uint64_t)(100 + 2 * i + k));
            add_square(c, 400, CENTERS[i], k == 0 ? 10 : 50, 0.1, 2);
            check_crowd(c);
        }
}
END_TEST

START_TEST(million_to_one) {
    for (int i = 0; i < CENTER_COUNT; ++i) {
        crowd *c = crowd_begin((uint64_t)(200 + i));
        add_square(c, 200, CENTERS[i], 1000, 1e-3, 1000);
        add_square(c, 200, CENTERS[i], 1, 1e-3, 1);
        check_crowd(c);
    }
}
END_TEST

/* The typical item is large here, so that small ones' cells are a long way out. */
START_TEST(specks_among_boulders_far_out) {
    for (int i = 0; i < CENTER_COUNT; ++i) {
        crowd *c = crowd_begin((uint64_t)(300 + i));
        add_square(c, 200, CENTERS[i], 20, 1, 1);
        add_square(c, 100, CENTERS[i], 1e-5, 1e-6, 1e-6);
        check_crowd(c);
    }
}
END_TEST

START_TEST(widths_of_all_kinds) {
    const double cells[] = {1e-3, 0.01, 0.3, 1, 7, 1000, 1e6};
    for (int i = 0; i < 7; ++i) {
        crowd *c = crowd_begin((uint64_t)(400 + i));
        c->cell = cells[i];
        add_square(c, 300, CENTERS[i % CENTER_COUNT], 15, 0.02, 4);
        check_crowd(c);
    }
}
END_TEST

START_TEST(on_one_spot) {
    for (int k = 0; k < 2; ++k) {
        crowd *c = crowd_begin((uint64_t)(500 + k));
        for (int i = 0; i < 300; ++i) crowd_add(c, -7.5, 16, k == 0 ? 0.5 : random_scale(1e-3, 10));
        check_crowd(c);
    }
}
END_TEST

/* Cells are 1 wide and tiles 16: everything stands on their borders. */
START_TEST(on_borders) {
    for (int k = 0; k < 4; ++k) {
        crowd *c = crowd_begin((uint64_t)(600 + k));
        c->cell = 1;
        double x = k < 2 ? -17 : 16 * 62500 - 17, y = k % 2 ? -17 : 1e6 - 8;
        for (int row = 0; row < 34; ++row)
            for (int column = 0; column < 34; ++column)
                crowd_add(c, x + column, y + row, column % 5 ? 0.5 : 0.51);
        check_crowd(c);
    }
}
END_TEST

START_TEST(in_clusters) {
    crowd *c = crowd_begin(700);
    for (int i = 0; i < 40; ++i) {
        evo_vec2 center = {random_between(-1e7, 1e7), random_between(-1e7, 1e7)};
        add_square(c, 20, center, 1, 0.1, 0.3);
    }
    add_square(c, 200, CENTERS[0], 1e7, 0.5, 1e6);
    check_crowd(c);
}
END_TEST

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* Large items that lie aslant and are thin, or hollow. */
static grid_box aslant(const void *context, uint32_t id) {
    const crowd *c = context;
    double reach = (double)c->items[id].reach;
    grid_box box = {c->items[id].center, evo_direction(0.7 * id), 0.95 * reach, 0.2 * reach, 0};
    if (id % 2) {
        box.half_x = box.half_y = reach;
        box.hollow = 0.8 * reach;
    }
    return box;
}

/* How deep a circle is in the box's solid part: below 0, it is off. */
static double depth_in_box(const grid_box *box, const grid_item *item) {
    evo_vec2 way = vec_sub(item->center, box->center);
    double along = fabs(vec_dot(box->axis, way)), across = fabs(vec_cross(box->axis, way));
    double out = fmin(box->half_x - along, box->half_y - across);
    double deep = fmin(out, vec_length(way) - box->hollow);
    return deep + (double)item->reach;
}

static void check_boxes(const crowd *c, const grid_boxes *boxes) {
    for (int i = 0; i < 40; ++i) {
        grid_box box = boxes->of(boxes->context, (uint32_t)i);
        for (int j = 40; j < c->count; ++j) {
            double depth = depth_in_box(&box, &c->items[j]) / (double)c->items[j].reach;
            int found = c->found[i][j], wanted = !(c->still[i] && c->still[j]);
            if ((depth > 0.01 && found != wanted) || (depth < -0.01 && found != 0))
                ck_abort_msg("%d and %d are found %d times", i, j, found);
        }
    }
}

START_TEST(boxes_across_levels) {
    for (int k = 0; k < CENTER_COUNT; ++k) {
        crowd *c = crowd_begin((uint64_t)(800 + k));
        grid_boxes boxes = {aslant, c};
        c->cell = 0.5;
        add_square(c, 40, CENTERS[k], 150, 10, 100);
        add_square(c, 1000, CENTERS[k], 150, 0.1, 0.2);
        for (int i = 0; i < 3; ++i) {
            scan_all(c, LANE_COUNTS[i], &boxes);
            check_boxes(c, &boxes);
        }
        free(c);
    }
}
END_TEST

/* ---- Building again and again ---------------------------------------------------------------- */

START_TEST(grids_are_built_anew) {
    evo_allocator memory = memory_or_default((evo_allocator){0});
    static grid_place places[MOST];
    grid g;
    grid_init(&g, &memory);
    crowd *c = crowd_begin(900);
    for (int i = 0; i < 100; ++i) {
        evo_vec2 center = {random_between(-1e4, 1e4), 0};
        c->count = 0;
        add_square(c, i % 7 == 0 ? 0 : 1 + 10 * i, center, 100, 0.5, 0.6);
        ck_assert(grid_build(&g, i % 10 < 8 ? 1.5 : 2, c->items, (size_t)c->count, places));
        ck_assert_uint_eq(g.count, (size_t)c->count);
        bool seen[MOST] = {false};
        for (size_t k = 0; k < g.count; ++k) {
            ck_assert(g.id[k] < (uint32_t)c->count && !seen[g.id[k]]);
            seen[g.id[k]] = true;
        }
        /* Idle tiles are kept, but not for ever. */
        ck_assert_uint_le(g.idle_count, 2 * g.tile_count + 16 + 1024);
    }
    free(c);
    grid_free(&g);
}
END_TEST

Suite *suite_grid(void) {
    Suite *suite = suite_create("grid");
    TCase *scans = tcase_create("grid");
    tcase_add_test(scans, equal_sizes);
    tcase_add_test(scans, twenty_to_one);
    tcase_add_test(scans, million_to_one);
    tcase_add_test(scans, specks_among_boulders_far_out);
    tcase_add_test(scans, widths_of_all_kinds);
    tcase_add_test(scans, on_one_spot);
    tcase_add_test(scans, on_borders);
    tcase_add_test(scans, in_clusters);
    tcase_add_test(scans, boxes_across_levels);
    tcase_add_test(scans, grids_are_built_anew);
    suite_add_tcase(suite, scans);
    return suite;
}
