/* shear.c: worlds of exact time under Lees-Edwards shear: the borders cannot be seen, energy
 * grows by the work of the shear, and nothing overlaps an image that slides. */
#include <math.h>
#include <stdlib.h>

#include "evolute/collide.h"
#include "evolute/snapshot.h"
#include "suites.h"
#include "support/gas.h"
#include "support/random.h"
#include "support/sound.h"

enum { MOST = 512 };

typedef struct flow {
    evo_world *world;
    evo_body bodies[MOST];
    int count;
    double width, height, shear;
} flow;

typedef struct flow_plan {
    int count;
    double spacing, shear, restitution, friction;
    bool disks;
    double lift; /* all is so much higher, in the same flow */
    double low;  /* lower border of the box */
} flow_plan;

static evo_shape shape_number(int i, bool disks) {
    static const evo_vec2 corners[] = {{-0.4, -0.3}, {0.5, -0.2}, {0.3, 0.4}, {-0.3, 0.35}};
    if (disks) return evo_circle(i % 2 ? 0.4 : 0.5);
    switch (i % 4) {
    case 0:
        return evo_ellipse(0.5, 0.3);
    case 1:
        return evo_polygon(corners, 4, 0.05);
    case 2:
        return evo_capsule((evo_vec2){-0.3, 0}, (evo_vec2){0.3, 0}, 0.2);
    default:
        return evo_circle(0.4);
    }
}

static evo_vec2 start_of(const flow_plan *plan, int i) {
    const int row = (int)ceil(sqrt(plan->count));
    return (evo_vec2){(i % row + 0.5) * plan->spacing,
                      (i / row + 0.5) * plan->spacing + plan->low + plan->lift};
}

static void add_body(flow *g, const flow_plan *plan, int i) {
    evo_body_config config = evo_body_config_default();
    config.shape = shape_number(i, plan->disks);
    config.material.friction = plan->friction;
    config.material.restitution = plan->restitution;
    config.position = start_of(plan, i);
    config.velocity = (evo_vec2){gas_normal(), gas_normal()};
    config.velocity.x += plan->shear * config.position.y;
    config.spin = plan->disks ? 0 : gas_normal();
    config.angle = plan->disks ? 0 : random_between(-3, 3);
    g->bodies[i] = evo_body_create(g->world, &config);
    ck_assert(evo_body_exists(g->world, g->bodies[i]));
}

static flow make_flow(const flow_plan *plan) {
    const int row = (int)ceil(sqrt(plan->count));
    flow g = {.count = plan->count,
              .width = row * plan->spacing,
              .height = row * plan->spacing,
              .shear = plan->shear};
    const evo_exact_config exact = {.shear = plan->shear};
    evo_world_config config = gas_config(EVO_PERIODIC, g.width, g.height);
    config.exact = &exact;
    config.bounds.min.y += plan->low;
    config.bounds.max.y += plan->low;
    g.world = gas_world(&config);
    for (int i = 0; i < g.count; ++i) add_body(&g, plan, i);
    return g;
}

/* A way to the nearest image. */
static evo_vec2 to_image(const flow *g, evo_vec2 way) {
    const double boxes = round(way.y / g->height);
    way.y -= boxes * g->height;
    way.x -= boxes * evo_world_shear_offset(g->world);
    way.x -= round(way.x / g->width) * g->width;
    return way;
}

static evo_vec2 center_of(const flow *g, evo_body body) {
    const evo_pose at = evo_body_pose(g->world, body);
    const evo_vec2 center = evo_body_mass(g->world, body).center;
    const double x = cos(at.angle), y = sin(at.angle);
    return (evo_vec2){at.position.x + x * center.x - y * center.y,
                      at.position.y + y * center.x + x * center.y};
}

static evo_vec2 way_between(const flow *g, evo_body a, evo_body b) {
    const evo_vec2 from = center_of(g, a), to = center_of(g, b);
    return to_image(g, (evo_vec2){to.x - from.x, to.y - from.y});
}

static evo_shape shape_of(const flow *g, evo_body body) {
    evo_collider only;
    ck_assert_uint_eq(evo_body_colliders(g->world, body, &only, 1), 1);
    return evo_collider_get(g->world, only).shape;
}

/* The deepest overlap of any two. */
static double deepest(const flow *g) {
    double most = -INFINITY;
    for (int i = 0; i < g->count; ++i) {
        const evo_shape shape = shape_of(g, g->bodies[i]);
        for (int k = 0; k < i; ++k) {
            const evo_vec2 from = evo_body_pose(g->world, g->bodies[i]).position,
                           to = evo_body_pose(g->world, g->bodies[k]).position,
                           way = to_image(g, (evo_vec2){to.x - from.x, to.y - from.y});
            if (hypot(way.x, way.y) > 1.3) continue;
            const evo_shape other = shape_of(g, g->bodies[k]);
            const evo_pose at = {{0, 0}, evo_body_pose(g->world, g->bodies[i]).angle},
                           there = {way, evo_body_pose(g->world, g->bodies[k]).angle};
            most = fmax(most, -evo_measure(&shape, at, &other, there).distance);
        }
    }
    return most;
}

/* Sums over velocities relative to the flow. */
typedef struct flow_sums {
    double x, y, energy, xy, yy, scale;
} flow_sums;

static flow_sums sums_of(const flow *g) {
    flow_sums s = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < g->count; ++i) {
        const evo_mass m = evo_body_mass(g->world, g->bodies[i]);
        const double spin = evo_body_spin(g->world, g->bodies[i]);
        evo_vec2 c = evo_body_velocity(g->world, g->bodies[i]);
        c.x -= g->shear * center_of(g, g->bodies[i]).y;
        s.x += m.mass * c.x;
        s.y += m.mass * c.y;
        s.energy += 0.5 * (m.mass * (c.x * c.x + c.y * c.y) + m.inertia * spin * spin);
        s.xy += m.mass * c.x * c.y;
        s.yy += m.mass * c.y * c.y;
        s.scale += m.mass * hypot(c.x, c.y);
    }
    return s;
}

/* Impacts of two, as what they add to the stress. */
static double stress_of_impacts(const flow *g) {
    size_t count;
    double sum = 0;
    const evo_impact *all = evo_world_impacts(g->world, &count);
    for (size_t i = 0; i < count; ++i)
        sum += all[i].impulse * all[i].normal.x * way_between(g, all[i].a, all[i].b).y;
    return sum;
}

static const flow_plan FLOWS[] = {
    {.count = 400, .spacing = 1.2, .shear = 0.5, .restitution = 1, .disks = true},
    {.count = 100, .spacing = 1.5, .shear = -2, .restitution = 1, .disks = true},
    {.count = 25, .spacing = 1.3, .shear = 1, .restitution = 1, .disks = true, .low = -7},
    {.count = 25, .spacing = 1.3, .shear = -0.3, .restitution = 1},
    {.count = 100, .spacing = 1.3, .shear = 1, .restitution = 1, .low = 3},
    {.count = 36, .spacing = 1.1, .shear = 30, .restitution = 1, .disks = true},
};
enum { FLOW_COUNT = sizeof FLOWS / sizeof *FLOWS };

/* Between impacts the velocities relative to the flow change by what they are, -shear c.y; so the
 * stress of a flight is known in closed form, and that of impacts is the push times the way. */
START_TEST(energy_grows_by_the_work_of_shear) {
    const flow_plan *plan = &FLOWS[_i];
    random_seed(1000 + (uint64_t)_i);
    flow g = make_flow(plan);
    const flow_sums first = sums_of(&g);
    double worked = 0, most = 0;
    for (int i = 0; i < 600; ++i) {
        const flow_sums before = sums_of(&g);
        const double time = evo_world_time(g.world), past = gas_step_to_next(g.world) - time;
        const double flown = past * (before.xy - 0.5 * plan->shear * past * before.yy);
        const double work = -plan->shear * (flown + stress_of_impacts(&g));
        const double gained = sums_of(&g).energy - before.energy;
        most = fmax(most, fabs(gained - work) / before.energy);
        worked += work;
    }
    const double gained = sums_of(&g).energy - first.energy;
    ck_assert_msg(most < 1e-11, "%g of the energy off", most);
    ck_assert_double_eq_tol(gained, worked, 1e-10 * fmax(first.energy, gained));
    ck_assert_double_gt(fabs(gained), 1e-3 * first.energy);
    evo_world_destroy(g.world);
}
END_TEST

START_TEST(nothing_overlaps_in_shear) {
    const flow_plan *plan = &FLOWS[_i % FLOW_COUNT];
    random_seed(1020 + (uint64_t)_i);
    flow_plan rough = *plan;
    if (_i >= FLOW_COUNT) rough.friction = 0.3;
    if (_i >= FLOW_COUNT) rough.restitution = 0.8;
    flow g = make_flow(&rough);
    for (int i = 0; i < 20; ++i) {
        gas_step(g.world, 0.25 / fmax(1, fabs(plan->shear)));
        ck_assert_double_lt(deepest(&g), 1e-10);
    }
    ck_assert_uint_gt(evo_world_sums(g.world).pair_impacts, (uint64_t)g.count);
    evo_world_destroy(g.world);
}
END_TEST

/* Relative to the flow, momentum changes as the flow's equation says: not at all across it. */
START_TEST(momentum_is_conserved_in_shear) {
    const flow_plan *plan = &FLOWS[_i];
    random_seed(1040 + (uint64_t)_i);
    flow g = make_flow(plan);
    const flow_sums before = sums_of(&g);
    for (int i = 0; i < 10; ++i) {
        gas_step(g.world, 0.3 / fmax(1, fabs(plan->shear)));
        const flow_sums after = sums_of(&g);
        const double x = before.x - plan->shear * evo_world_time(g.world) * before.y;
        const double most = 1e-12 * (after.scale + g.count * fabs(plan->shear) * g.height);
        ck_assert_double_eq_tol(after.y, before.y, most);
        ck_assert_double_eq_tol(after.x, x, most);
    }
    evo_world_destroy(g.world);
}
END_TEST

/* The same bodies higher in the same flow, so that others meet across the border, move alike, but
 * for rounding. Those that begin above the box begin as their images. */
START_TEST(the_border_cannot_be_seen) {
    const flow_plan *plan = &FLOWS[_i];
    flow g[2];
    const double time = 1.2 / fmax(1, 0.3 * fabs(plan->shear)), lift = 0.37 * plan->spacing * 5;
    for (int k = 0; k < 2; ++k) {
        flow_plan own = *plan;
        own.lift = k * lift;
        random_seed(1060 + (uint64_t)_i);
        g[k] = make_flow(&own);
        gas_step(g[k].world, time);
    }
    const uint64_t impacts = evo_world_sums(g[0].world).pair_impacts;
    ck_assert_uint_eq(evo_world_sums(g[1].world).pair_impacts, impacts);
    ck_assert_uint_gt(impacts, (uint64_t)g[0].count / 16);
    for (int i = 0; i < g[0].count; ++i) {
        const evo_pose low = evo_body_pose(g[0].world, g[0].bodies[i]),
                       high = evo_body_pose(g[1].world, g[1].bodies[i]);
        const evo_vec2 off =
            to_image(&g[1], (evo_vec2){high.position.x - low.position.x - plan->shear * lift * time,
                                       high.position.y - low.position.y - lift});
        ck_assert_msg(hypot(off.x, off.y) < 1e-5, "body %d is %g off", i, hypot(off.x, off.y));
        ck_assert_double_eq_tol(low.angle, high.angle, 1e-5);
    }
    for (int k = 0; k < 2; ++k) evo_world_destroy(g[k].world);
}
END_TEST

/* The offset is that of the shear, however long the world runs. @shear-offset */
START_TEST(the_offset_is_shear_times_time) {
    const flow_plan *plan = &FLOWS[_i];
    random_seed(1080 + (uint64_t)_i);
    flow g = make_flow(plan);
    for (int i = 0; i < 6; ++i) {
        gas_step(g.world, 0.7 / fmax(1, 0.3 * fabs(plan->shear)));
        if (i == 3) {
            const evo_vec2 velocity = evo_body_velocity(g.world, g.bodies[0]);
            ck_assert_int_eq(evo_body_set_velocity(g.world, g.bodies[0], velocity), EVO_OK);
        }
        const double slid = plan->shear * g.height * evo_world_time(g.world);
        const double off = evo_world_shear_offset(g.world) - slid;
        ck_assert_double_lt(fabs(off - round(off / g.width) * g.width), 1e-9);
    }
    evo_world_destroy(g.world);
}
END_TEST

/* ---- The same bits --------------------------------------------------------------------------- */

typedef enum detour { NO_DETOUR, ASKED, LOADED, KEPT, NARROW, ALONE, DETOURS } detour;

static evo_world *take_detour(evo_world *world, detour kind) {
    if (kind == ASKED) ck_assert_double_gt(evo_world_next_event(world), evo_world_time(world));
    if (kind != LOADED && kind != KEPT) return world;
    if (kind == KEPT) ck_assert(evo_world_hash(world) == evo_world_hash(world));
    static unsigned char bytes[1 << 20];
    const size_t size = evo_world_save(world, bytes, sizeof bytes);
    ck_assert(size > 0 && size <= sizeof bytes);
    if (kind == KEPT) gas_step(world, 0.5);
    ck_assert_int_eq(evo_world_load(world, bytes, size), EVO_OK);
    return world;
}

/* Questions, saves, loads and lanes change no bit. */
START_TEST(detours_change_no_bit_in_shear) {
    const flow_plan *plan = &FLOWS[_i];
    uint64_t hashes[DETOURS];
    for (int kind = 0; kind < DETOURS; ++kind) {
        random_seed(1100 + (uint64_t)_i);
        flow g = make_flow(plan);
        if (kind == NARROW) ck_assert_int_eq(evo_world_set_lanes(g.world, 4), EVO_OK);
        if (kind == ALONE) ck_assert_int_eq(evo_world_set_lanes(g.world, 1), EVO_OK);
        for (int i = 0; i < 60; ++i) {
            gas_step(g.world, plan->shear > 10 ? 0x1p-10 : 0x1p-6);
            g.world = take_detour(g.world, (detour)kind);
        }
        hashes[kind] = evo_world_hash(g.world);
        ck_assert_uint_eq(hashes[kind], hashes[0]);
        ck_assert_ptr_null(find_unsound(g.world));
        evo_world_destroy(g.world);
    }
}
END_TEST

/* ---- Refusals -------------------------------------------------------------------------------- */

START_TEST(what_cannot_be_sheared_is_refused) {
    const evo_exact_config exact = {.shear = 1}, endless = {.shear = INFINITY};
    evo_world_config config = gas_config(EVO_WALLS, 10, 10);
    config.exact = &exact;
    ck_assert_int_eq(evo_world_config_check(&config), EVO_ERROR_UNSUPPORTED);
    config.boundary = EVO_PERIODIC;
    config.exact = &endless;
    ck_assert_int_eq(evo_world_config_check(&config), EVO_ERROR_INVALID);
    config.exact = &exact;
    config.gravity.y = -1;
    ck_assert_int_eq(evo_world_config_check(&config), EVO_ERROR_UNSUPPORTED);
    config.gravity.y = 0;
    evo_world *world = gas_world(&config);
    ck_assert_double_eq(evo_world_get(world).exact->shear, 1);
    ck_assert_int_eq(evo_world_set_growth(world, 0.1), EVO_ERROR_UNSUPPORTED);
    ck_assert_int_eq(evo_world_set_gravity(world, (evo_vec2){0, 1}), EVO_ERROR_UNSUPPORTED);
    const evo_body disk = gas_throw(world, 0.5, (evo_vec2){5, 5}, (evo_vec2){1, 1});
    gas_step(world, 1);
    evo_body_config box = evo_body_config_default();
    box.kind = _i ? EVO_STATIC : EVO_KINEMATIC;
    box.shape = evo_box(0.5, 0.5);
    const evo_body stands = evo_body_create(world, &box);
    const uint64_t hash = evo_world_hash(world);
    ck_assert_int_eq(evo_world_step(world, 1), EVO_ERROR_UNSUPPORTED);
    ck_assert_uint_eq(evo_world_hash(world), hash);
    evo_body_destroy(world, stands);
    gas_step(world, 1);
    ck_assert(evo_body_exists(world, disk));
    evo_world_destroy(world);
}
END_TEST

/* ---- The flow -------------------------------------------------------------------------------- */

/* The flow keeps its slope, and where it is 0. */
START_TEST(the_flow_stays_linear) {
    flow_plan plan = {.count = 400, .spacing = 1.3, .shear = 0.3, .restitution = 1, .disks = true};
    random_seed(1120 + (uint64_t)_i);
    flow g = make_flow(&plan);
    double yy = 0, yx = 0, sum = 0, squares = 0;
    gas_step(g.world, 5);
    for (int i = 0; i < g.count; ++i) {
        const double y = evo_body_pose(g.world, g.bodies[i]).position.y - 0.5 * g.height;
        const double off = evo_body_velocity(g.world, g.bodies[i]).x - plan.shear * 0.5 * g.height;
        yy += y * y;
        yx += y * off;
        sum += off - plan.shear * y;
        squares += (off - plan.shear * y) * (off - plan.shear * y);
    }
    const double sigma = sqrt(squares / g.count);
    ck_assert_double_lt(fabs(yx / yy - plan.shear), 4 * sigma / sqrt(yy));
    ck_assert_double_lt(4 * sigma / sqrt(yy), 0.5 * plan.shear);
    ck_assert_double_lt(fabs(sum / g.count), 4 * sigma / sqrt(g.count));
    evo_world_destroy(g.world);
}
END_TEST

/* Disks at packing .1: Enskog's viscosity, from the heat. The energy a disk of an elastic gas grows
 * as the square of a time, since the viscosity grows as the root of the temperature. */
START_TEST(the_viscosity_is_enskogs) {
    const double PI = 3.14159265358979323846, packing = 0.1, radius = 0.5;
    flow_plan plan = {.count = 500, .shear = 0.05, .restitution = 1, .disks = true};
    const int row = (int)ceil(sqrt(plan.count));
    plan.spacing = sqrt(plan.count * PI * radius * radius / packing) / row;
    random_seed(1140 + (uint64_t)_i);
    flow g = make_flow(&plan);
    for (int i = 0; i < g.count; ++i) {
        const evo_mass mass = {1, {0, 0}, 0.125};
        ck_assert_int_eq(evo_body_set_mass(g.world, g.bodies[i], mass), EVO_OK);
    }
    gas_step(g.world, 40);
    const double begun = evo_world_time(g.world), before = sqrt(sums_of(&g).energy / g.count);
    gas_step(g.world, 2000);
    const double after = sqrt(sums_of(&g).energy / g.count);
    const double area = g.width * g.height, past = evo_world_time(g.world) - begun;
    const double found = 2 * g.count * (after - before) / (plan.shear * plan.shear * area * past);
    double mean = 0;
    for (int i = 0; i < g.count; ++i) mean += shape_of(&g, g.bodies[i]).of.circle.radius;
    mean /= g.count;
    const double part = g.count * PI * mean * mean / area;
    const double contact = (1 - 7 * part / 16) / ((1 - part) * (1 - part));
    const double thin = 1.022 / (4 * mean) / sqrt(PI);
    const double enskog = thin * (1 / contact + 2 * part + (1 + 8 / PI) * contact * part * part);
    ck_assert_msg(fabs(found / enskog - 1) < 0.15, "viscosity %g of %g", found, enskog);
    evo_world_destroy(g.world);
}
END_TEST

Suite *suite_shear(void) {
    Suite *suite = suite_create("shear");
    TCase *quick = tcase_create("quick");
    tcase_add_loop_test(quick, energy_grows_by_the_work_of_shear, 0, FLOW_COUNT);
    tcase_add_loop_test(quick, nothing_overlaps_in_shear, 0, 2 * FLOW_COUNT);
    tcase_add_loop_test(quick, momentum_is_conserved_in_shear, 0, FLOW_COUNT);
    tcase_add_loop_test(quick, the_border_cannot_be_seen, 0, FLOW_COUNT);
    tcase_add_loop_test(quick, the_offset_is_shear_times_time, 0, FLOW_COUNT);
    tcase_add_loop_test(quick, detours_change_no_bit_in_shear, 0, FLOW_COUNT);
    tcase_add_loop_test(quick, what_cannot_be_sheared_is_refused, 0, 2);
    tcase_add_loop_test(quick, the_flow_stays_linear, 0, 1);
    suite_add_tcase(suite, quick);
    TCase *slow = tcase_create("slow");
    tcase_set_tags(slow, "slow");
    tcase_set_timeout(slow, 600);
    tcase_add_loop_test(slow, the_viscosity_is_enskogs, 0, 3);
    suite_add_tcase(suite, slow);
    return suite;
}
