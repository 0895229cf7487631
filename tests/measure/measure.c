/* measure.c: gaps and normals of rows, as lanes or scalar functions measure them, against the
 * public ones. */
#include <math.h>

#include "evolute/collide.h"
#include "shape/shape.h"
#include "step/private.h"
#include "suites.h"
#include "support/check.h"
#include "support/random.h"
#include "support/stepping.h"

enum { PAIRS = 1600 };

static const evo_shape_kind KINDS[] = {EVO_CIRCLE,  EVO_ELLIPSE, EVO_RING,
                                       EVO_SEGMENT, EVO_CAPSULE, EVO_POLYGON};

enum { KIND_COUNT = sizeof(KINDS) / sizeof(KINDS[0]) };

/* Tolerances, in terms of the larger reach and of the smaller one. */
static const double EXACT = 2e-6, SHALLOW = 0.05;

/* Cosines between normals. Of two faces that face each other either may tell it, if both separate
 * as much. */
static const double SAME = 0.99999, SAME_FACES = 0.999;

/* The widest gap that a pair is placed with: within it all have rows. */
static const double NEAR = 0.002;

/* A polygon of three to eight points; every third is rounded. */
static evo_shape any_polygon(double size) {
    evo_vec2 points[EVO_POLYGON_POINTS];
    const int count = 3 + (int)random_between(0, 5.99);
    for (int i = 0; i < count; ++i) {
        const double angle = (i + random_between(0, 0.7)) * 2 * acos(-1) / count;
        points[i] = (evo_vec2){size * cos(angle), size * random_between(0.3, 1) * sin(angle)};
    }
    return evo_polygon(points, count, count % 3 == 0 ? 0.2 * size : 0);
}

static evo_shape shape_of(evo_shape_kind kind) {
    const double size = random_scale(0.1, 2);
    const evo_vec2 ends[2] = {{-size, -0.3}, {size, random_between(-1, 1)}};
    if (kind == EVO_CIRCLE) return evo_circle(size);
    if (kind == EVO_ELLIPSE) return evo_ellipse(size, size * random_between(0.2, 1));
    if (kind == EVO_RING) return evo_ring(size, 0.4 * size, 0, random_between(1, 6.28));
    if (kind == EVO_CAPSULE) return evo_capsule(ends[0], ends[1], 0.3 * size);
    return kind == EVO_POLYGON ? any_polygon(size) : evo_segment(ends[0], ends[1]);
}

typedef struct measured {
    stepping s;
    uint32_t ids[2];
    pair_list list;
    measure_output out;
    evo_gap gap; /* by the public function */
} measured;

static const evo_shape *shape_at(const measured *m, int i) {
    const body_store *b = &m->s.world.bodies;
    return b->colliders[b->records[m->ids[i]].first_collider].shape;
}

/* Rings and faces touch at two points, where the translation that parts them may be another: the
 * deepest touch counts. */
static evo_gap public_gap(measured *m) {
    evo_gap touches[2];
    const body_state *a = stepping_state(&m->s, m->ids[0]), *b = stepping_state(&m->s, m->ids[1]);
    const evo_pose at_a = {a->position, a->angle}, at_b = {b->position, b->angle};
    const int count = evo_contacts(shape_at(m, 0), at_a, shape_at(m, 1), at_b, 1, touches);
    if (count == 0) return evo_measure(shape_at(m, 0), at_a, shape_at(m, 1), at_b);
    return touches[count > 1 && touches[1].distance < touches[0].distance];
}

/* A dynamic body and a static one, at random near a place. */
static void add_pair(measured *m, evo_shape_kind first, evo_shape_kind second, double off) {
    const evo_vec2 center = {off, -0.7 * off};
    stepping_open(&m->s, 10, STEPPING_LANES);
    for (int i = 0; i < 2; ++i) {
        evo_body_config config = evo_body_config_default();
        config.kind = i == 0 ? EVO_DYNAMIC : EVO_STATIC;
        config.shape = shape_of(i == 0 ? first : second);
        config.position = center;
        config.position.x += i * random_between(-3, 3);
        config.position.y += i * random_between(-3, 3);
        config.angle = random_between(-7, 7);
        m->ids[i] = stepping_add_body(&m->s.world, &config);
    }
}

/* A static body, and another so near it that they touch or nearly do. */
static void place_pair(measured *m, evo_shape_kind first, evo_shape_kind second, double off) {
    add_pair(m, first, second, off);
    m->gap = public_gap(m);
    body_state *a = stepping_state(&m->s, m->ids[0]);
    const double to = m->gap.distance - random_between(-0.02, NEAR);
    a->position.x += to * m->gap.normal.x;
    a->position.y += to * m->gap.normal.y;
    m->gap = public_gap(m);
}

static void measure(measured *m) {
    step_world *w = &m->s.world;
    body_store *s = &w->bodies;
    step_places places;
    pair_ended ended;
    body_rows rows;
    const motion_input motion = {w->settings.gravity, 1.0 / 60, 4, 0};
    const lane_kernels kernels = lane_kernels_for(w->settings.lanes);
    const place_input place = {s, motion.seconds, 0.0014, kernels.turn, NULL};
    ck_assert(place_awake(&places, &place, &w->arena));
    const index_input input = {.count = s->collider_awake,
                               .ids = (uint32_t)s->collider_list.count,
                               .places = s->places,
                               .radii = places.radii,
                               .links = s->links};
    ck_assert_int_eq(index_sort(&w->index, &input, &w->arena), EVO_OK);
    const pair_input find = {.bodies = s,
                             .index = &w->index,
                             .radii = places.radii,
                             .some_fixed = places.some_fixed,
                             .kernel = kernels.find,
                             .filter = kernels.filter,
                             .seconds = motion.seconds};
    ck_assert_int_eq(pairs_find(&w->pairs, &m->list, &find, &w->arena), PAIRS_FOUND);
    ck_assert(pairs_match(&w->pairs, &m->list, s, NULL, &ended, &w->arena));
    ck_assert(motion_load(&rows, s, &motion, NULL, &w->arena));
    const measure_input in = {.bodies = s,
                              .list = &m->list,
                              .rows = rows.velocity,
                              .some_unround = places.some_unround,
                              .seconds = 1.0f / 60,
                              .pull = 0.0014f};
    ck_assert(measure_pairs(&in, &kernels.measure, &m->out, &w->arena));
}

/* Two disks have a distance, but no fit. Of two touches the deeper one counts. */
static double gap_measured(const measured *m, evo_vec2 *normal) {
    const body_store *s = &m->s.world.bodies;
    const pair_list *l = &m->list;
    const pair_fit *f = m->out.fits ? fit_of_pair(&m->out, 0) : NULL;
    if (l->class_of[0] != PAIR_ROUND) {
        const uint32_t second = pair_second(l, 0);
        if (second != NONE && fit_of_pair(&m->out, second)->gap < f->gap)
            f = fit_of_pair(&m->out, second);
        normal->x = (double)f->normal_x;
        normal->y = (double)f->normal_y;
        return (double)fit_gap(f);
    }
    const double length = hypot((double)l->dx[0], (double)l->dy[0]);
    normal->x = (double)l->dx[0] / length;
    normal->y = (double)l->dy[0] / length;
    return length - (double)s->forms[l->a[0]].radius_x - (double)s->forms[l->b[0]].radius_x;
}

static void check_pair(measured *m) {
    const body_store *s = &m->s.world.bodies;
    evo_vec2 normal;
    if (m->gap.distance > NEAR) return; /* another touch counts now, and that may have no row */
    measure(m);
    ck_assert_uint_ge(m->list.count, 1);
    ck_assert(pair_has_row(m->list.class_of[0]));
    const double a = (double)s->forms[m->list.a[0]].reach, b = (double)s->forms[m->list.b[0]].reach;
    const double gap = gap_measured(m, &normal);
    if (m->gap.distance < -SHALLOW * fmin(a, b)) return; /* deep: several answers part the two */
    ck_assert_msg(fabs(gap - m->gap.distance) < EXACT * fmax(a, b), "gap %.9g, not %.9g", gap,
                  m->gap.distance);
    const double cosine = normal.x * m->gap.normal.x + normal.y * m->gap.normal.y;
    const bool faces = m->out.fits && fit_of_pair(&m->out, 0)->kind == FIT_FACES;
    ck_assert_double_gt(cosine, faces ? SAME_FACES : SAME);
}

/* Measures all pairs of kinds but two segments, near the origin and far out. */
START_TEST(rows_begin_with_the_public_gap) {
    for (int second = 0; second < KIND_COUNT; ++second) {
        if (_i == 3 && second == 3) continue;
        random_seed((uint64_t)(70 + 10 * _i + second));
        const int count = _i == 2 || second == 2 || _i > 3 || second > 3 ? PAIRS / 8 : PAIRS;
        for (int i = 0; i < count; ++i) {
            static measured m;
            place_pair(&m, KINDS[_i], KINDS[second], i % 4 == 3 ? 1e5 : 0);
            if (isfinite(m.gap.distance)) check_pair(&m);
            stepping_close(&m.s);
        }
    }
}
END_TEST

/* Finds the corner of a body that lies foremost along a direction. False: that is nearly the normal
 * of a face, which lanes may take for the corner's. */
static bool find_corner(measured *m, int i, evo_vec2 along, evo_vec2 *corner) {
    const body_state *state = stepping_state(&m->s, m->ids[i]);
    const evo_vec2 turn = {cos(state->angle), sin(state->angle)};
    const placed at = placed_at(shape_at(m, i), state->position, turn);
    const hull h = placed_hull(&at);
    const int foremost = hull_support(&h, along);
    *corner = h.point[foremost];
    return hull_fan_contains(&h, foremost, along, -0.1);
}

/* Places two hulls so that corners are nearest: these are foremost along the way between them.
 * Returns whether it could. */
static bool place_corners(measured *m, evo_vec2 n, double apart) {
    evo_vec2 a, b;
    if (!find_corner(m, 0, n, &a) || !find_corner(m, 1, (evo_vec2){-n.x, -n.y}, &b)) return false;
    body_state *state = stepping_state(&m->s, m->ids[0]);
    state->position.x += b.x - a.x - apart * n.x;
    state->position.y += b.y - a.y - apart * n.y;
    return true;
}

/* Fractions of the smaller reach: how far apart corners are. */
static const double TIGHT_LEAST = 4e-5, TIGHT_MOST = 9e-3;

/* The normal of near corners is the way between them, which floats alone would lose. */
START_TEST(near_corners_keep_their_normal) {
    int checked = 0;
    random_seed((uint64_t)_i);
    for (int i = 0; i < PAIRS / 2; ++i) {
        static measured m;
        const double angle = random_between(-3, 3), off = i % 8 > 5 ? 1e4 : 0;
        const evo_vec2 n = {cos(angle), sin(angle)};
        const evo_shape_kind kind = i % 2 == 0 ? EVO_POLYGON : EVO_CAPSULE;
        add_pair(&m, kind, kind, off);
        const double size = fmin(shape_reach(shape_at(&m, 0)), shape_reach(shape_at(&m, 1)));
        const double apart = size * random_scale(TIGHT_LEAST, TIGHT_MOST);
        if (place_corners(&m, n, apart)) {
            measure(&m);
            const pair_fit *f = fit_of_pair(&m.out, 0);
            const double sine = n.x * (double)f->normal_y - n.y * (double)f->normal_x;
            ck_assert(pair_has_row(m.list.class_of[0]));
            if (f->kind != FIT_FACES) { /* else two faces share a part, and their normal counts */
                ck_assert_double_lt(fabs(sine), 3e-7 + 1e-15 * (10 + 2 * off) / apart);
                ++checked;
            }
        }
        stepping_close(&m.s);
    }
    ck_assert_int_gt(checked, PAIRS / 8);
}
END_TEST

/* Circles, capsules, segments and boxes exactly in line, along an axis of the world. */
START_TEST(rows_in_line_have_the_gap_along_it) {
    const evo_shape_kind kinds[] = {EVO_CIRCLE, EVO_SEGMENT, EVO_CAPSULE, EVO_POLYGON};
    random_seed(78);
    for (int i = 0; i < PAIRS; ++i) {
        static measured m;
        const double gap = random_between(0, NEAR);
        double ends = 0;
        stepping_open(&m.s, 10, STEPPING_LANES);
        for (int k = 0; k < 2; ++k) {
            const evo_shape_kind kind = kinds[k == 0 ? i % 4 : i / 4 % 4];
            const double half = random_between(0.1, 1), radius = random_between(0.1, 0.5);
            const evo_vec2 to = {half, 0}, from = {-half, 0};
            evo_body_config config = evo_body_config_default();
            config.kind = k == 0 ? EVO_DYNAMIC : EVO_STATIC;
            config.shape = kind == EVO_CIRCLE    ? evo_circle(half)
                           : kind == EVO_SEGMENT ? evo_segment(from, to)
                           : kind == EVO_CAPSULE ? evo_capsule(from, to, radius)
                                                 : evo_box(half, radius);
            ends += half + (kind == EVO_CAPSULE ? radius : 0);
            config.position.x = k == 0 ? 0 : ends + gap;
            m.ids[k] = stepping_add_body(&m.s.world, &config);
        }
        m.gap = public_gap(&m);
        ck_assert_double_eq_tol(m.gap.distance, gap, 1e-9);
        if (i % 4 != 1 || i / 4 % 4 != 1) check_pair(&m); /* two segments have no row */
        stepping_close(&m.s);
    }
}
END_TEST

/* A box, a segment or a capsule. */
static evo_shape large_shape(int kind, double half) {
    const evo_vec2 ends[2] = {{-half, 0}, {half, 0}};
    if (kind == 0) return evo_box(half, random_scale(0.5, half));
    return kind == 1 ? evo_segment(ends[0], ends[1])
                     : evo_capsule(ends[0], ends[1], random_between(0.2, 2));
}

/* Puts a small body near the upper side of a large one, in its middle or near an end. */
static void place_on_large(measured *m, int kind, double ratio) {
    const evo_shape_kind small[] = {EVO_CIRCLE, EVO_CAPSULE, EVO_POLYGON, EVO_ELLIPSE};
    const double angle = random_between(-3, 3), part = random_between(-1, 1);
    const evo_vec2 along = {cos(angle), sin(angle)};
    evo_body_config config = evo_body_config_default();
    stepping_open(&m->s, 10, STEPPING_LANES);
    config.shape = shape_of(small[(int)random_between(0, kind == 1 ? 3.99 : 2.99)]);
    config.angle = random_between(-3, 3);
    m->ids[0] = stepping_add_body(&m->s.world, &config);
    config = evo_body_config_default();
    config.kind = EVO_STATIC;
    config.shape = large_shape(kind, ratio * shape_reach(shape_at(m, 0)));
    config.angle = angle;
    config.position = vec_scale(along, part * part * part * ratio);
    m->ids[1] = stepping_add_body(&m->s.world, &config);
    body_state *state = stepping_state(&m->s, m->ids[0]);
    state->position = (evo_vec2){-1e5 * along.y, 1e5 * along.x};
    m->gap = public_gap(m);
    for (int i = 0; i < 20; ++i) { /* down to where it nearly touches */
        const evo_vec2 way = vec_scale(m->gap.normal, m->gap.distance - 0.5 * NEAR);
        state->position = vec_add(state->position, way);
        m->gap = public_gap(m);
    }
}

/* Parts of the small one's reach. */
static const double WINDOW_EXACT = 5e-6;

/* What is up to 20,000 times as large is measured as well as what is near in size. */
START_TEST(large_shapes_are_as_exact) {
    int checked = 0;
    random_seed((uint64_t)(90 + _i));
    for (int i = 0; i < PAIRS / 2; ++i) {
        static measured m;
        evo_vec2 normal;
        place_on_large(&m, _i, random_scale(300, 20000));
        if (fabs(m.gap.distance) < NEAR) {
            const double reach = shape_reach(shape_at(&m, 0));
            measure(&m);
            ck_assert(pair_has_row(m.list.class_of[0]));
            ck_assert_double_lt(fabs(gap_measured(&m, &normal) - m.gap.distance),
                                WINDOW_EXACT * reach);
            ck_assert_double_gt(normal.x * m.gap.normal.x + normal.y * m.gap.normal.y, SAME_FACES);
            ++checked;
        }
        stepping_close(&m.s);
    }
    ck_assert_int_gt(checked, PAIRS / 4);
}
END_TEST

Suite *suite_measure(void) {
    Suite *suite = suite_create("measure");
    TCase *rows = tcase_create("rows");
    tcase_set_tags(rows, "long");
    tcase_add_loop_test(rows, rows_begin_with_the_public_gap, 0, KIND_COUNT);
    tcase_add_loop_test(rows, near_corners_keep_their_normal, 0, 4);
    tcase_add_loop_test(rows, large_shapes_are_as_exact, 0, 3);
    tcase_add_test(rows, rows_in_line_have_the_gap_along_it);
    suite_add_tcase(suite, rows);
    return suite;
}
