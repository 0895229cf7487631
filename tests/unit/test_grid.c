/* test_grid.c: the grid's searches against a look at every pair, after random programs of linking,
 * moving, resizing and unlinking. */
#include <math.h>
#include <stdlib.h>

#include "broad/region.h"
#include "broad/scan.h"
#include "suites.h"
#include "support/memory.h"
#include "support/random.h"

static const int LANE_COUNTS[] = {1, 4, 8};

enum { MOST = 400 };

/* A grid, and what is known of its proxies besides. */
typedef struct crowd {
    grid g;
    evo_allocator memory;
    bool linked[MOST];
    int count;
    double small, large, half;
} crowd;

static void crowd_begin(crowd *c, uint64_t seed, double small, double large, double half) {
    c->memory = memory_or_default((evo_allocator){0});
    random_seed(seed);
    grid_init(&c->g, &c->memory);
    memset(c->linked, 0, sizeof c->linked);
    c->count = 0;
    c->small = small;
    c->large = large;
    c->half = half;
    grid_set_width(&c->g, random_scale(small, large) * 2);
}

static evo_vec2 any_place(const crowd *c) {
    double x = random_between(-c->half, c->half), y = random_between(-c->half, c->half);
    return vec(x, y);
}

/* A fifth of them have boxes, as long ones and hollow ones do. */
static void link_any(crowd *c, uint32_t id) {
    evo_vec2 center = any_place(c);
    double reach = random_scale(c->small, c->large), kind = random_between(0, 1);
    grid_box box = {center, evo_direction(random_between(-3, 3)), reach, reach, 0};
    if (kind < 0.1) box.half_y = reach * random_between(0, 0.3);
    if (kind >= 0.1) box.hollow = reach * random_between(0, 0.9);
    ck_assert(grid_reserve(&c->g, id));
    ck_assert(grid_link(&c->g, id, center, (float)reach, kind < 0.2 ? &box : NULL));
    c->linked[id] = true;
}

/* A small way, as bodies go, without another size. */
static void nudge(crowd *c, uint32_t id) {
    const grid_proxy p = c->g.proxies[id];
    double by = 2 * (double)p.reach;
    evo_vec2 center = {p.center.x + random_between(-by, by), p.center.y + random_between(-by, by)};
    ck_assert(grid_link(&c->g, id, center, p.reach, NULL));
}

static void do_any(crowd *c) {
    uint32_t id = (uint32_t)random_between(0, c->count);
    double choice = random_between(0, 1);
    if (c->count < MOST && choice < 0.3) {
        link_any(c, (uint32_t)c->count++);
    } else if (c->count > 0 && choice < 0.45) {
        link_any(c, id);
    } else if (c->count > 0 && choice < 0.9 && c->linked[id]) {
        nudge(c, id);
    } else if (c->count > 0) {
        grid_unlink(&c->g, id);
        c->linked[id] = false;
    }
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static void check_search(const crowd *c, uint32_t id, int lanes) {
    static unsigned char found[MOST];
    id_list list = {.memory = &c->memory};
    memset(found, 0, sizeof found);
    grid_search(&c->g, scan_kernel_for(lanes), id, &list);
    ck_assert(!list.out_of_memory);
    for (size_t i = 0; i < list.count; ++i) ++found[list.ids[i]];
    for (uint32_t other = 0; other < (uint32_t)c->count; ++other) {
        bool meets = other != id && c->linked[other] && grid_meet(&c->g, id, other);
        if (found[other] == (meets ? 1 : 0)) continue;
        const grid_proxy *p = &c->g.proxies[id], *q = &c->g.proxies[other];
        ck_abort_msg("%u finds %u %d times: %.17g %.17g %g and %.17g %.17g %g", id, other,
                     found[other], p->center.x, p->center.y, (double)p->reach, q->center.x,
                     q->center.y, (double)q->reach);
    }
    array_free(&c->memory, &list.ids, &list.capacity, sizeof *list.ids);
}

static double mark_run(void *context, const tile *in, uint32_t begin, uint32_t end) {
    unsigned char *seen = context;
    for (uint32_t at = begin; at < end; ++at)
        if (in->id[at] != NONE) ++seen[in->id[at]];
    return 1;
}

/* Everything whose square meets a box is in its runs, and nothing twice. */
static void check_box(const crowd *c) {
    unsigned char seen[MOST] = {0};
    run_visitor by = {mark_run, seen};
    evo_vec2 a = any_place(c), b = any_place(c);
    evo_bounds box = {{fmin(a.x, b.x), fmin(a.y, b.y)}, {fmax(a.x, b.x), fmax(a.y, b.y)}};
    region_box(&c->g, box, &by);
    for (int i = 0; i < c->count; ++i) {
        const grid_proxy *p = &c->g.proxies[i];
        double reach = (double)p->reach;
        bool meets = p->center.x + reach >= box.min.x && p->center.x - reach <= box.max.x
                     && p->center.y + reach >= box.min.y && p->center.y - reach <= box.max.y;
        ck_assert_int_le(seen[i], c->linked[i] ? 1 : 0);
        if (c->linked[i] && meets) ck_assert_int_eq(seen[i], 1);
    }
}

/* Everything that comes within a radius of a way is in its runs. */
static void check_way(const crowd *c) {
    unsigned char seen[MOST] = {0};
    run_visitor by = {mark_run, seen};
    evo_vec2 from = any_place(c), delta = vec_sub(any_place(c), from);
    double radius = random_between(0, 1) < 0.3 ? 0 : random_scale(c->small, c->large);
    (void)region_way(&c->g, from, delta, radius, 1, &by);
    for (int i = 0; i < c->count; ++i) {
        const grid_proxy *p = &c->g.proxies[i];
        evo_vec2 to = vec_sub(p->center, from);
        double along = vec_dot(to, delta) / vec_dot(delta, delta);
        along = along < 0 ? 0 : along > 1 ? 1 : along;
        double distance = vec_length(vec_sub(to, vec_scale(delta, along)));
        ck_assert_int_le(seen[i], c->linked[i] ? 1 : 0);
        if (c->linked[i] && distance < (double)p->reach + radius) ck_assert_int_eq(seen[i], 1);
    }
}

static void run_program(uint64_t seed, double small, double large, double half, int calls) {
    static crowd c;
    crowd_begin(&c, seed, small, large, half);
    for (int i = 0; i < calls; ++i) {
        do_any(&c);
        uint32_t id = (uint32_t)random_between(0, c.count);
        if (c.count > 0 && c.linked[id]) check_search(&c, id, LANE_COUNTS[i % 3]);
        if (i % 16 == 0 && c.count > 0) check_box(&c);
        if (i % 16 == 8 && c.count > 0) check_way(&c);
    }
    grid_free(&c.g);
}

/* ---- Programs -------------------------------------------------------------------------------- */

START_TEST(equal_sizes) {
    for (uint64_t seed = 1; seed <= 20; ++seed) run_program(seed, 0.5, 0.5001, 8, 900);
}
END_TEST

START_TEST(sizes_of_all_orders) {
    for (uint64_t seed = 1; seed <= 20; ++seed) run_program(seed, 1e-3, 1e3, 300, 900);
}
END_TEST

START_TEST(crowds_on_a_spot) {
    for (uint64_t seed = 1; seed <= 10; ++seed) run_program(seed, 0.01, 5, 0.5, 700);
}
END_TEST

START_TEST(wide_open_space) {
    for (uint64_t seed = 1; seed <= 10; ++seed) run_program(seed, 0.1, 1e4, 1e6, 700);
}
END_TEST

START_TEST(far_from_the_origin) {
    static crowd c;
    crowd_begin(&c, 7, 0.1, 2, 20);
    for (int i = 0; i < 150; ++i) {
        evo_vec2 at = vec_add(any_place(&c), vec(1e7, -3e6));
        uint32_t id = (uint32_t)c.count++;
        ck_assert(grid_reserve(&c.g, id));
        ck_assert(grid_link(&c.g, id, at, (float)random_scale(0.1, 2), NULL));
        c.linked[id] = true;
        for (uint32_t k = 0; k <= id; ++k) check_search(&c, k, 8);
    }
    grid_free(&c.g);
}
END_TEST

START_TEST(beyond_all_cells) {
    for (uint64_t seed = 1; seed <= 5; ++seed) run_program(seed, 1e-20, 1e25, 1e25, 500);
}
END_TEST

/* Every allocation is refused once: then nothing has changed, and the same call does it later. */
START_TEST(refused_memory) {
    for (int refused = 0; refused < 7; ++refused) {
        test_memory limits = {0};
        static crowd c;
        crowd_begin(&c, 11, 0.1, 10, 30);
        c.memory = test_memory_allocator(&limits);
        for (uint32_t id = 0; id < 120; ++id) {
            evo_vec2 center = any_place(&c);
            float reach = (float)random_scale(0.1, 10);
            bool box = random_between(0, 1) < 0.2;
            grid_box about = {center, {1, 0}, (double)reach, 0.1 * (double)reach, 0};
            limits.refuse = limits.calls + 1 + (size_t)refused % 7;
            bool done =
                grid_reserve(&c.g, id) && grid_link(&c.g, id, center, reach, box ? &about : NULL);
            limits.refuse = 0;
            if (!done) {
                ck_assert(!grid_is_linked(&c.g, id));
                ck_assert(grid_reserve(&c.g, id));
                ck_assert(grid_link(&c.g, id, center, reach, box ? &about : NULL));
            }
            c.linked[id] = true;
            c.count = (int)id + 1;
        }
        for (uint32_t id = 0; id < 120; ++id) check_search(&c, id, 8);
        grid_free(&c.g);
    }
}
END_TEST

START_TEST(memory_of_tiles_comes_back) {
    test_memory limits = {0};
    static crowd c;
    crowd_begin(&c, 3, 0.5, 1, 500);
    c.memory = test_memory_allocator(&limits);
    for (uint32_t id = 0; id < MOST; ++id) link_any(&c, id);
    for (uint32_t id = 0; id < MOST; ++id) grid_unlink(&c.g, id);
    grid_trim(&c.g, 0);
    ck_assert_uint_eq(c.g.levels, 0);
    ck_assert_uint_lt(limits.bytes, 8192);
    grid_free(&c.g);
    ck_assert_uint_eq(limits.bytes, 0);
}
END_TEST

START_TEST(suitable_widths) {
    float reaches[1000];
    for (int i = 0; i < 1000; ++i) reaches[i] = i < 990 ? 0.5f : 100;
    double width = grid_suitable_width(reaches, 1000);
    ck_assert(width >= 1 && width <= 1.5);
}
END_TEST

Suite *suite_grid(void) {
    Suite *suite = suite_create("grid");
    TCase *programs = tcase_create("grid");
    tcase_add_test(programs, equal_sizes);
    tcase_add_test(programs, sizes_of_all_orders);
    tcase_add_test(programs, crowds_on_a_spot);
    tcase_add_test(programs, wide_open_space);
    tcase_add_test(programs, far_from_the_origin);
    tcase_add_test(programs, beyond_all_cells);
    tcase_add_test(programs, refused_memory);
    tcase_add_test(programs, memory_of_tiles_comes_back);
    tcase_add_test(programs, suitable_widths);
    suite_add_tcase(suite, programs);
    return suite;
}
