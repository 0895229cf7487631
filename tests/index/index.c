/* index.c: pairs and walks of the index against all pairs and all bodies: random programs of
 * bodies of all sizes that come, go, move and change. */
#include <math.h>
#include <stdlib.h>

#include "step/private.h"
#include "suites.h"
#include "support/check.h"
#include "support/random.h"
#include "support/stepping.h"

enum { MOST = 48, PROGRAMS = 400, PROGRAMS_DEEP = 100000, CALLS = 40, DRIFTS = 4 };

static const double STEP = 1.0 / 60;

/* Fraction of the reach: a pair so near the border of meeting may be found or not. */
static const double BORDER = 1e-4;

static evo_shape any_shape(double size) {
    const evo_vec2 end = {size * random_between(-1, 1), size * random_between(-1, 1)};
    switch ((int)random_between(0, 7)) {
    case 0:
        return evo_circle(size);
    case 1:
        return evo_ellipse(size, size * random_between(0.1, 1));
    case 2:
        return evo_ring(size, 0.5 * size, 0, random_between(1, 6));
    case 3:
        return evo_box(size, size * pow(10, random_between(-2, 0)));
    case 4:
        return evo_capsule((evo_vec2){0, 0}, end, size * random_between(0.01, 1));
    case 5: {
        const evo_vec2 points[3] = {{0, 0}, {size, size * random_between(-0.5, 0.5)}, {0.1, size}};
        return evo_polygon(points, 3, 0.1 * size);
    }
    default:
        return evo_segment((evo_vec2){-end.x, -end.y}, (evo_vec2){end.x + 0.1 * size, end.y});
    }
}

/* Returns a random body, in one crowd, or strewn over decades. */
static evo_body_config any_body(double spread) {
    evo_body_config config = evo_body_config_default();
    config.shape = any_shape(pow(10, random_between(-3, random_between(0, 1) < 0.2 ? 3 : 0.5)));
    config.kind = random_between(0, 1) < 0.4 ? EVO_STATIC : EVO_DYNAMIC;
    config.position.x = spread * random_between(-1, 1);
    config.position.y = spread * random_between(-1, 1);
    if (random_between(0, 1) < 0.1) config.position.y = -1e-17; /* just below a border of tiles */
    config.angle = random_between(-3, 3);
    config.velocity.x = random_between(-20, 20);
    if (random_between(0, 1) < 0.5) config.spin = random_between(-20, 20);
    return config;
}

typedef struct program {
    stepping s;
    uint32_t ids[MOST];
    int count;
    double spread;
} program;

static void place(step_world *w, step_places *places) {
    const place_input in = {&w->bodies, STEP, 0.001, lane_kernels_for(8).turn, NULL};
    ck_assert(place_awake(places, &in, &w->arena));
}

static void sort(step_world *w, step_places *places) {
    const body_store *s = &w->bodies;
    place(w, places);
    const index_input input = {.count = s->collider_awake,
                               .ids = (uint32_t)s->collider_list.count,
                               .places = s->places,
                               .radii = places->radii,
                               .sizes = places->sizes,
                               .links = s->links};
    ck_assert_int_eq(index_sort(&w->index, &input, &w->arena), EVO_OK);
}

/* Changes what a body is, by a config of another one. */
static void change(step_world *w, uint32_t body, const evo_body_config *config) {
    const body_record *record = &w->bodies.records[body];
    const evo_collider_config shaped = {
        .shape = config->shape, .material = config->material, .filter = config->filter};
    switch ((int)random_between(0, 5)) {
    case 0:
        ck_assert(step_set_kind(w, body, config->kind));
        break;
    case 1:
        ck_assert(step_set_enabled(w, body, !record->enabled));
        break;
    case 2:
        ck_assert(step_change_collider(w, record->first_collider, &shaped));
        break;
    case 3:
        if (record->kind == EVO_DYNAMIC)
            ck_assert_int_ne(step_send_to_sleep(w, body), EVO_ERROR_MEMORY);
        break;
    default:
        ck_assert(step_wake(w, body, WAKE_BODY));
    }
}

/* Creates, destroys, moves, changes, or sorts in between. */
static void call(program *p) {
    step_world *w = &p->s.world;
    const int which = p->count > 0 ? (int)random_between(0, p->count) : 0;
    const double what = random_between(0, 1);
    const evo_body_config config = any_body(p->spread);
    if (p->count == 0 || (what < 0.6 && p->count < MOST)) {
        p->ids[p->count++] = stepping_add_body(w, &config);
    } else if (what < 0.7) {
        step_remove_body(w, p->ids[which]);
        p->ids[which] = p->ids[--p->count];
    } else if (what < 0.85) {
        const evo_pose pose = {config.position, config.angle};
        ck_assert(step_move_body(w, p->ids[which], pose));
    } else if (what < 0.95) {
        change(w, p->ids[which], &config);
    } else {
        step_places places;
        sort(w, &places);
        arena_reset(&w->arena);
    }
}

/* The box around an awake collider on its way. */
static evo_bounds box_of(const body_store *s, const step_places *p, uint32_t slot) {
    const evo_vec2 at = s->places[slot];
    const double r = (double)p->radii[slot];
    const double x = p->sizes.x ? r * (double)p->sizes.x[slot] : r;
    const double y = p->sizes.y ? r * (double)p->sizes.y[slot] : r;
    return (evo_bounds){{at.x - x, at.y - y}, {at.x + x, at.y + y}};
}

/* How far two boxes overlap along the axis along which they do least. */
static double boxes_overlap(evo_bounds a, evo_bounds b) {
    return fmin(fmin(b.max.x - a.min.x, a.max.x - b.min.x),
                fmin(b.max.y - a.min.y, a.max.y - b.min.y));
}

/* Signed distance of bounds over their reach: above 0 they meet, below they are apart. */
static double overlap(const body_store *s, const step_places *p, uint32_t a, uint32_t b) {
    const double r = (double)p->radii[a];
    const evo_vec2 from = s->places[a], to = s->places[b];
    if (!s->records[s->motions[s->links[b].body].id].enabled) return -1;
    if (b < s->collider_awake) {
        const double sum = r + (double)p->radii[b];
        const double disks = sum - hypot(to.x - from.x, to.y - from.y);
        return fmin(disks, boxes_overlap(box_of(s, p, a), box_of(s, p, b))) / sum;
    }
    const evo_bounds box = collider_bounds(s, s->links[b].id);
    const double reach = (double)s->forms[b].reach, size = r + reach;
    double least = boxes_overlap(box_of(s, p, a), box);
    if (s->links[b].kind != FORM_LINE)
        least = fmin(least, size - hypot(to.x - from.x, to.y - from.y));
    return least / size;
}

static bool is_listed(const pair_list *list, uint32_t a, uint32_t b) {
    for (uint32_t k = 0; k < list->count; ++k)
        if ((list->a[k] == a && list->b[k] == b) || (list->a[k] == b && list->b[k] == a))
            return true;
    return false;
}

/* The box around an awake collider holds it at any time of its free flight; that of a polygon that
 * hardly moves is no larger than it, but for margins and its disk's way. */
static void check_boxes(const body_store *s, const step_places *p) {
    for (uint32_t slot = 0; slot < s->collider_awake; ++slot) {
        const body_state *state = &s->states[s->links[slot].body];
        const evo_shape *shape = collider_at(s, slot)->shape;
        const evo_bounds box = box_of(s, p, slot);
        const double reach = (double)s->forms[slot].reach, time = random_between(0, STEP);
        const evo_pose pose = {{state->position.x + time * state->velocity.x,
                                state->position.y + time * state->velocity.y},
                               state->angle + time * state->spin};
        const evo_bounds own = evo_shape_bounds(shape, pose);
        const double room = fmin(fmin(own.min.x - box.min.x, box.max.x - own.max.x),
                                 fmin(own.min.y - box.min.y, box.max.y - own.max.y));
        const double slack = (double)p->radii[slot] - reach + 2 * fabs(state->spin) * STEP * reach;
        const double more = box.max.x - box.min.x - (own.max.x - own.min.x);
        if (p->far && p->far[s->links[slot].body]) continue; /* held where it begins */
        ck_assert_double_ge(room, -BORDER * reach);
        if (shape->kind == EVO_POLYGON && shape->of.polygon.count == 4)
            ck_assert_double_le(more, 2 * (slack + 0.02 * reach));
    }
}

/* Moves some of the awake, as steps do: most stay where candidates were found. */
static void drift(const step_world *w) {
    const double most = random_between(0, 1) < 0.5 ? 0.01 : 0.2;
    for (uint32_t i = 0; i < w->bodies.awake; ++i) {
        body_state *state = &w->bodies.states[i];
        const double way = (double)w->bodies.motions[i].extent * most;
        if (random_between(0, 1) < 0.8) continue;
        state->position.x += way * random_between(-1, 1);
        state->position.y += way * random_between(-1, 1);
        state->angle += most * random_between(-1, 1);
    }
}

/* The list is the same if all candidates are found anew. */
static void check_found_anew(step_world *w, const pair_input *find, const pair_list *list) {
    pair_list again;
    pairs_lose(&w->pairs);
    ck_assert_int_eq(pairs_find(&w->pairs, &again, find, &w->arena), PAIRS_FOUND);
    ck_assert_uint_eq(again.count, list->count);
    for (uint32_t k = 0; k < list->count; ++k) {
        ck_assert_uint_eq(again.a[k], list->a[k]);
        ck_assert_uint_eq(again.b[k], list->b[k]);
        ck_assert(again.dx[k] == list->dx[k] && again.dy[k] == list->dy[k]);
    }
}

static void check_pairs(program *p) {
    step_world *w = &p->s.world;
    body_store *s = &w->bodies;
    step_places places;
    pair_list list;
    place(w, &places);
    const lane_kernels kernels = lane_kernels_for(STEPPING_LANES);
    const pair_input find = {.bodies = s,
                             .index = &w->index,
                             .radii = places.radii,
                             .sizes = places.sizes,
                             .some_fixed = places.some_fixed,
                             .kernel = kernels.find,
                             .filter = kernels.filter};
    check_boxes(s, &places);
    ck_assert_int_eq(pairs_find(&w->pairs, &list, &find, &w->arena), PAIRS_FOUND);
    for (uint32_t a = 0; a < s->collider_awake; ++a)
        for (uint32_t b = a + 1; b < s->collider_count; ++b) {
            const double by = overlap(s, &places, a, b);
            if (fabs(by) < BORDER) continue;
            ck_assert_msg(is_listed(&list, a, b) == (by > 0),
                          "reaches %g and %g, apart by %g, are %s", (double)s->forms[a].reach,
                          (double)s->forms[b].reach, -by, by > 0 ? "missed" : "listed");
        }
    for (uint32_t k = 0; k < list.count; ++k)
        for (uint32_t i = k + 1; i < list.count; ++i)
            ck_assert(list.a[k] != list.a[i] || list.b[k] != list.b[i]);
    if (random_between(0, 1) < 0.3) check_found_anew(w, &find, &list);
    arena_reset(&w->arena);
}

/* ---- Walks ----------------------------------------------------------------------------------- */

typedef struct seen {
    int times[MOST];
    const program *p;
    double limit; /* answered from the second visit on */
    int visits;
} seen;

static double see(void *context, uint32_t collider, const evo_bounds *bounds, double limit) {
    seen *to = context;
    const uint32_t body = to->p->s.world.bodies.colliders[collider].body;
    (void)bounds;
    for (int i = 0; i < to->p->count; ++i) to->times[i] += to->p->ids[i] == body;
    return ++to->visits > 1 ? fmin(limit, to->limit) : limit;
}

/* 0: the box, as much wider all around, meets bounds; else infinity. */
static double short_of(const walk_box *box, evo_bounds b, double more) {
    double low = 0, high = 1;
    const double from[2] = {box->from.x, box->from.y}, way[2] = {box->way.x, box->way.y};
    const double least[2] = {b.min.x - box->half.x - more, b.min.y - box->half.y - more};
    const double most[2] = {b.max.x + box->half.x + more, b.max.y + box->half.y + more};
    for (int axis = 0; axis < 2; ++axis) {
        if (way[axis] == 0) {
            if (from[axis] < least[axis] || from[axis] > most[axis]) return INFINITY;
            continue;
        }
        const double a = (least[axis] - from[axis]) / way[axis];
        const double c = (most[axis] - from[axis]) / way[axis];
        low = fmax(low, fmin(a, c));
        high = fmin(high, fmax(a, c));
    }
    return low <= high ? 0 : INFINITY;
}

static evo_bounds bounds_in_index(const body_store *s, const step_places *places, uint32_t slot) {
    const double r = (double)places->radii[slot];
    const evo_vec2 at = s->places[slot];
    if (slot >= s->collider_awake) return collider_bounds(s, s->links[slot].id);
    return (evo_bounds){{at.x - r, at.y - r}, {at.x + r, at.y + r}};
}

static walk_box any_box(double spread) {
    const double size = spread * pow(10, random_between(-4, 0.5));
    walk_box box = {{spread * random_between(-1, 1), spread * random_between(-1, 1)},
                    {0, 0},
                    {size * random_between(0, 1), size * random_between(0, 1)}};
    if (random_between(0, 1) < 0.7) box.way.x = 2 * spread * random_between(-1, 1);
    if (random_between(0, 1) < 0.7) box.way.y = 2 * spread * random_between(-1, 1);
    return box;
}

/* A walk visits each collider whose bounds the box meets, once, and no others: of those that are
 * nearer to meeting than `border` it may do as it likes. */
static void check_walk(program *p, const step_places *places, const walk_box *box, int parts) {
    step_world *w = &p->s.world;
    const body_store *s = &w->bodies;
    seen all = {.p = p, .limit = 1};
    index_walk(&w->index, box, parts, see, &all);
    for (int i = 0; i < p->count; ++i) {
        const uint32_t collider = s->records[p->ids[i]].first_collider;
        const uint32_t slot = s->colliders[collider].slot;
        const evo_bounds bounds = bounds_in_index(s, places, slot);
        const double width = bounds.max.x - bounds.min.x + bounds.max.y - bounds.min.y;
        const double border = BORDER * width + 1e-9 * p->spread;
        const bool asked = (parts & (slot < s->collider_awake ? WALK_AWAKE : WALK_STILL))
                           && s->records[p->ids[i]].enabled;
        if (asked && short_of(box, bounds, -border) <= 0)
            ck_assert_int_eq(all.times[i], 1);
        else if (!asked || short_of(box, bounds, border) > 0)
            ck_assert_int_eq(all.times[i], 0);
    }
}

static void check_walks(program *p) {
    step_world *w = &p->s.world;
    step_places places;
    sort(w, &places);
    for (int i = 0; i < 8; ++i) {
        const walk_box box = any_box(p->spread);
        check_walk(p, &places, &box, 1 + i % 3);
        seen two = {.p = p, .limit = -1};
        index_walk(&w->index, &box, WALK_STILL | WALK_AWAKE, see, &two);
        ck_assert_int_le(two.visits, 2);
    }
    arena_reset(&w->arena);
}

/* ---- Programs -------------------------------------------------------------------------------- */

static void run_programs(int count) {
    for (int i = 0; i < count; ++i) {
        static program p;
        random_seed(4000 + (uint64_t)i);
        p.count = 0;
        p.spread = pow(10, random_between(0, i % 5 == 0 ? 7 : 2));
        stepping_open(&p.s, 10, STEPPING_LANES);
        for (int k = 0; k < CALLS; ++k) call(&p);
        check_pairs(&p);
        check_walks(&p);
        for (int k = 0; k < DRIFTS; ++k) {
            drift(&p.s.world);
            check_pairs(&p);
        }
        stepping_close(&p.s);
    }
}

START_TEST(pairs_and_walks_find_what_meets) {
    run_programs(PROGRAMS);
}
END_TEST

START_TEST(pairs_and_walks_find_what_meets_thoroughly) {
    run_programs(PROGRAMS_DEEP);
}
END_TEST

/* A tile's number, level and corner are functions of the place, to the border of all. */
START_TEST(levels_hold_their_bounds) {
    random_seed(5);
    for (int i = 0; i < 10000; ++i) {
        const double width = pow(10, random_between(-9, 12));
        const evo_vec2 place = {pow(10, random_between(-3, 8)), -pow(10, random_between(-3, 8))};
        const int level = index_level(place, width);
        if (level == LEVELS) {
            ck_assert_double_gt(width, level_cell(LEVELS - 1));
            continue;
        }
        const tile_key key = index_key(level, place);
        const evo_vec2 corner = tile_corner(&key);
        const double side = TILE_SIDE * level_cell(level);
        ck_assert_double_le(width, level_cell(level));
        ck_assert(place.x - corner.x >= 0 && place.x - corner.x < side);
        ck_assert(place.y - corner.y >= 0 && place.y - corner.y < side);
    }
}
END_TEST

Suite *suite_index(void) {
    Suite *suite = suite_create("index");
    TCase *pairs = tcase_create("pairs"), *deep = tcase_create("deep");
    tcase_add_test(pairs, pairs_and_walks_find_what_meets);
    tcase_add_test(pairs, levels_hold_their_bounds);
    suite_add_tcase(suite, pairs);
    tcase_add_test(deep, pairs_and_walks_find_what_meets_thoroughly);
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 1200);
    suite_add_tcase(suite, deep);
    return suite;
}
