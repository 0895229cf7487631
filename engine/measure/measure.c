/* measure.c: measures a step's pairs. In: pairs and where their colliders are; out: classes,
 * fits and warm normals. Blocks of 16 go through lanes, pairs of hulls sorted by how many points
 * they have; pairs that lanes are unsure of are measured one by one. Invariant: a pair has one
 * class, and second touches are behind the entries.
 *
 * A pair of ellipses without a warm normal goes through the polygonal test first, with both grown
 * by as far as they may come nearer in the step: most new pairs do not meet, and need no fit. */
#include <assert.h>

#include "core/core.h"
#include "measure/measure.h"
#include "narrow/narrow.h"

static uint32_t blocks_of(uint32_t pairs) {
    return (pairs + MEASURE_BLOCK - 1) / MEASURE_BLOCK;
}

/* ---- Kinds ----------------------------------------------------------------------------------- */

/* Kinds by the forms of both. */
static const uint8_t KIND_OF_PAIR[FORM_KINDS][FORM_KINDS] = {
    /* DISK, OVAL, LINE, BOX, HULL, OTHER */
    [FORM_DISK] = {BLOCK_ROUND, BLOCK_OVAL, BLOCK_LINE, BLOCK_BOX, BLOCK_HULL, BLOCK_ALONE},
    [FORM_OVAL] = {BLOCK_OVAL, BLOCK_OVAL, BLOCK_LINE, BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE},
    [FORM_LINE] = {BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE},
    [FORM_BOX] = {BLOCK_BOX, BLOCK_ALONE, BLOCK_HULL, BLOCK_BOX, BLOCK_HULL, BLOCK_ALONE},
    [FORM_HULL] = {BLOCK_HULL, BLOCK_ALONE, BLOCK_HULL, BLOCK_HULL, BLOCK_HULL, BLOCK_ALONE},
    [FORM_OTHER] = {BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE},
};

/* Returns the kinds of those pairs of a block whose bits are set: of each eight as one word, a byte
 * of bits a kind. */
static block_kinds kinds_of_pairs(const measure_input *in, uint32_t first, unsigned pairs) {
    const collider_link *links = in->bodies->links;
    block_kinds kinds = {{0}};
    for (uint32_t from = 0; from < MEASURE_BLOCK; from += 8) {
        const uint32_t *a = in->list->a + first + from, *b = in->list->b + first + from;
        uint64_t sets = 0;
        for (uint32_t i = 0; i < 8; ++i)
            sets |= UINT64_C(1) << (8 * KIND_OF_PAIR[links[a[i]].kind][links[b[i]].kind] + i);
        for (int kind = 0; kind < BLOCK_KINDS; ++kind)
            kinds.of[kind] |= ((unsigned)(sets >> (8 * kind)) & 255) << from & pairs;
    }
    return kinds;
}

/* ---- Alone ----------------------------------------------------------------------------------- */

/* One pair in doubles: both colliders about the centre of a. */
typedef struct lone_pair {
    const collider_record *records[2];
    couple two;
    evo_vec2 centers[2]; /* centres of mass */
    double near;
} lone_pair;

static float small_reach(const measure_input *in, uint32_t k) {
    const collider_form *forms = in->bodies->forms;
    const float a = forms[in->list->a[k]].reach, b = forms[in->list->b[k]].reach;
    return a < b ? a : b;
}

/* Returns how far the rims may come nearer in the step. */
static double nearing(const measure_input *in, const measure_output *out, uint32_t k) {
    const float *a = in->rows + out->row_a[k], *b = in->rows + out->row_b[k];
    const collider_sweep *sweeps = in->bodies->sweeps;
    const evo_vec2 speed = vec_sub(vec_of_floats(b[0], b[1]), vec_of_floats(a[0], a[1]));
    const double way =
        vec_length(speed) + (double)sweeps[in->list->a[k]].rim + (double)sweeps[in->list->b[k]].rim;
    return way * (double)in->seconds + (double)in->pull
           + (double)MEASURE_NEAR * (double)small_reach(in, k);
}

static lone_pair lone_pair_of(const measure_input *in, const measure_output *out, uint32_t k) {
    const body_store *s = in->bodies;
    const uint32_t slots[2] = {in->list->a[k], in->list->b[k]};
    lone_pair p;
    evo_vec2 origin = s->states[s->links[slots[0]].body].position;
    for (int side = 0; side < 2; ++side) {
        const collider_link *link = &s->links[slots[side]];
        const body_state *state = &s->states[link->body];
        p.records[side] = &s->colliders[link->id];
        p.centers[side] = vec_sub(state->position, origin);
        couple_put(&p.two, side, p.records[side]->shape, (evo_pose){p.centers[side], state->angle},
                   evo_direction(state->angle));
    }
    p.near = nearing(in, out, k);
    return p;
}

/* Depth, as part of the smaller reach: what overlaps by less may touch anywhere a step later. */
static const float SIDE_FROM = 1e-6f;

/* The normal of a pair that overlapped in the last step; else 0, 0. */
static evo_vec2 side_of(const measure_input *in, uint32_t k) {
    const pair_warm *warm = &in->list->kept->warm[k];
    const bool overlaps = in->list->kept->gaps[k] < -SIDE_FROM * small_reach(in, k);
    return overlaps ? vec_of_floats(warm->normal_x, warm->normal_y) : vec(0, 0);
}

/* Growth of an ellipse's radius of curvature r: with the semi-axes a and b, and the normal (u, v)
 * in its frame, r = a a b b / s^3, s s = a a u u + b b v v. */
static float grows_of(const placed *p, evo_vec2 normal, float radius) {
    if (p->shape->kind != EVO_ELLIPSE) return 0;
    const double a = p->shape->of.ellipse.radius_x, b = p->shape->of.ellipse.radius_y;
    const double u = vec_dot(normal, p->axis), v = vec_cross(p->axis, normal);
    const double square = a * a * u * u + b * b * v * v;
    return (float)(3 * (double)radius * (a * a - b * b) * u * v / square);
}

/* Keeps the side of a pair that overlaps: a gap cannot fall faster than the two have moved. Without
 * it thin rings lose bodies. In a ring's hollow normals turn on the way, if that is farther than a
 * thickness: then the pair may be anywhere after a step. */
static void keep_side(const measure_input *in, uint32_t k, const lone_pair *p, meeting *m) {
    const double before = (double)in->list->kept->gaps[k];
    const evo_vec2 normal = side_of(in, k);
    const float thin_a = collider_thickness(in->bodies, in->list->a[k]);
    const float thin_b = collider_thickness(in->bodies, in->list->b[k]);
    if (couple_has(&p->two, EVO_RING) && p->near > (double)(thin_a < thin_b ? thin_a : thin_b))
        return;
    if (side_is_known(normal)) (void)measure_keeps_side(m, normal, before - 2 * p->near);
}

static void set_fit(const measure_input *in, const measure_output *out, uint32_t k,
                    const lone_pair *p, meeting *m) {
    pair_warm *warm = &in->list->kept->warm[k];
    assert(fit_number(out, k) >= MEASURE_BLOCK && "the first fits are of nothing");
    keep_side(in, k, p, m);
    pair_fit *fit = fit_of_pair(out, k);
    *fit = measure_fit(p->centers, m, small_reach(in, k));
    fit->grows_a = grows_of(&p->two.at[0], m->normal, fit->radius_a);
    fit->grows_b = grows_of(&p->two.at[1], m->normal, fit->radius_b);
    warm->normal_x = fit->normal_x;
    warm->normal_y = fit->normal_y;
    in->list->kept->gaps[k] = fit->gap;
    pair_set_class(in->list, k, PAIR_ROW);
}

/* Adds the second touch of faces to the fit of the first: on the face that both touches of one
 * body are on, along it. */
static void add_face(const measure_input *in, const measure_output *out, uint32_t k,
                     const meeting found[TOUCHES]) {
    pair_fit *fit = fit_of_pair(out, k);
    const evo_vec2 way_a = vec_sub(found[1].point_a, found[0].point_a);
    const evo_vec2 way_b = vec_sub(found[1].point_b, found[0].point_b);
    const double rise_a = fabs(vec_dot(way_a, found[0].normal));
    const double rise_b = fabs(vec_dot(way_b, found[0].normal));
    fit->plane = rise_a <= rise_b ? -1 : 1;
    fit->span = (float)vec_cross(found[0].normal, rise_a <= rise_b ? way_a : way_b);
    fit->gap_2 = (float)found[1].gap;
    assert(!(fit->span < 0) && "touches are in order along the left");
    pair_set_class(in->list, k, PAIR_FACES);
}

/* Lists a touch behind the entries, with a row of its own. */
static void add_second(const measure_input *in, const measure_output *out, uint32_t k,
                       const lone_pair *p, meeting *m) {
    pair_list *list = in->list;
    const uint32_t at = list->rows++;
    pair_other *other = &list->kept->other[k];
    assert(list->second_of && list->second_of[k] == NONE && "room was made for one more touch");
    list->first_of[at - list->count] = k;
    list->second_of[k] = at;
    list->a[at] = list->a[k];
    list->b[at] = list->b[k];
    out->row_a[at] = out->row_a[k];
    out->row_b[at] = out->row_b[k];
    list->kept->warm[at] = (pair_warm){other->push > 0 ? other->push : 0, other->drag, 0, 0};
    list->kept->other[at] = *other = (pair_other){-1, 0};
    list->kept->gaps[at] = 0;
    set_fit(in, out, at, p, m);
}

static bool has_sensor(const measure_input *in, uint32_t k) {
    const collider_link *links = in->bodies->links;
    return (links[in->list->a[k]].flags | links[in->list->b[k]].flags) & COLLIDER_SENSOR;
}

/* Least cosine of the normals of two touches of faces: one of them may have kept its side. */
static const double PARALLEL = 1 - 1e-9;

static void measure_alone(const measure_input *in, const measure_output *out, uint32_t k) {
    pair_list *list = in->list;
    meeting found[TOUCHES];
    if (has_sensor(in, k)) {
        pair_set_class(list, k, PAIR_SENSOR);
        return;
    }
    lone_pair p = lone_pair_of(in, out, k);
    const bool faces = touches_faces(p.two.at[0].shape, p.two.at[1].shape);
    const int count = couple_touches(&p.two, side_of(in, k), p.near, found);
    assert((count == 0 || !(found[0].gap > p.near)) && "what cannot meet has no row");
    pair_set_class(list, k, PAIR_NONE);
    if (count == 2 && !faces) { /* impulses stay with their points: first comes the last normal's */
        const pair_warm *warm = &list->kept->warm[k];
        const evo_vec2 last = vec_of_floats(warm->normal_x, warm->normal_y);
        if (vec_dot(last, vec_sub(found[1].normal, found[0].normal)) > 0) touches_swap(found);
    }
    if (count > 0) set_fit(in, out, k, &p, &found[0]);
    if (count == 2 && !faces) add_second(in, out, k, &p, &found[1]);
    if (count == 2 && faces && vec_dot(found[0].normal, found[1].normal) > PARALLEL)
        add_face(in, out, k, found);
}

/* Measures a pair of which lanes know that two corners touch. */
static void measure_corners(const measure_input *in, const measure_output *out, uint32_t k) {
    const lone_pair p = lone_pair_of(in, out, k);
    meeting m;
    if (couple_has(&p.two, EVO_SEGMENT) /* which has sides */
        || !hull_corners_meet(&p.two.at[0], &p.two.at[1], &m) || m.gap > p.near) {
        measure_alone(in, out, k);
        return;
    }
    set_fit(in, out, k, &p, &m);
}

/* ---- The polygonal test ---------------------------------------------------------------------- */

static evo_shape grown(const evo_shape *shape, double by) {
    evo_shape more = shape_copy(shape);
    if (shape->kind == EVO_CIRCLE) more.of.circle.radius += by;
    if (shape->kind == EVO_ELLIPSE) {
        more.of.ellipse.radius_x += by;
        more.of.ellipse.radius_y += by;
    }
    return more;
}

/* Grows each by twice as far as both may come nearer: an ellipse of longer semi-axes does not
 * contain all points so near. */
static bool may_meet(const lone_pair *p) {
    evo_shape a = grown(p->two.at[0].shape, 2 * p->near),
              b = grown(p->two.at[1].shape, 2 * p->near);
    placed at[2] = {p->two.at[0], p->two.at[1]};
    at[0].shape = &a;
    at[1].shape = &b;
    return pair_overlaps(&at[0], &at[1]);
}

/* Takes those out of the lanes' ovals that have no normal yet and do not meet. */
static void test_new(const measure_input *in, const measure_output *out, uint32_t first,
                     block_kinds *kinds) {
    const unsigned ovals = kinds->of[BLOCK_OVAL];
    for (uint32_t i = 0; ovals >> i; ++i) {
        pair_warm *warm = &in->list->kept->warm[first + i];
        uint64_t normal;
        memcpy(&normal, &warm->normal_x, sizeof normal); /* neither part is known */
        if (normal != 0 || !(ovals >> i & 1)) continue;
        lone_pair p = lone_pair_of(in, out, first + i);
        if (may_meet(&p)) continue;
        evo_vec2 way = vec_unit(vec_sub(p.two.at[1].center, p.two.at[0].center), vec(1, 0));
        warm->normal_x = (float)way.x; /* the next step begins from there */
        warm->normal_y = (float)way.y;
        pair_set_class(in->list, first + i, PAIR_NONE);
        kinds->of[BLOCK_OVAL] &= ~(1u << i);
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Lanes beyond the last pair measure something: that of nothing with itself. */
static void pad_pairs(const measure_input *in, uint32_t count) {
    pair_list *list = in->list;
    for (uint32_t k = count; k < count + MEASURE_BLOCK; ++k) {
        list->a[k] = list->b[k] = 0;
        list->dx[k] = list->way_x[k] = 1;
        list->dy[k] = list->way_y[k] = 0;
        list->kept->warm[k] = (pair_warm){0, 0, 1, 0};
        list->kept->other[k] = (pair_other){-1, 0};
        list->kept->gaps[k] = 0;
    }
}

/* Finds the rows of a block. Returns whether all of them are awake. */
static bool find_rows(const measure_input *in, const measure_output *out, uint32_t first) {
    const uint32_t awake = in->bodies->collider_awake;
    const collider_sweep *sweeps = in->bodies->sweeps;
    const uint32_t *a = in->list->a + first, *b = in->list->b + first;
    uint32_t *row_a = out->row_a + first, *row_b = out->row_b + first;
    bool all = true;
    for (uint32_t i = 0; i < MEASURE_BLOCK; ++i) {
        row_a[i] = sweeps[a[i]].row;
        row_b[i] = sweeps[b[i]].row;
        all &= b[i] < awake;
    }
    return all;
}

/* ---- Planning -------------------------------------------------------------------------------- */

/* Entries that are left when the blocks are measured: pairs of hulls, and those that are measured
 * alone. */
typedef struct left_over {
    block_kinds *kinds; /* by block; of hulls and lone pairs with what lanes leave to them */
    uint32_t rings;     /* pairs that may touch twice, with a normal each */
    uint32_t *hulls, *alone;
    uint32_t hull_count, alone_count;
    uint32_t *sorted; /* hulls, by key_of */
} left_over;

static bool take_left_over(left_over *l, const pair_list *list, arena *a) {
    const size_t room = (size_t)list->count + MEASURE_BLOCK;
    l->kinds = ARENA_SCRATCH(a, block_kinds, room / MEASURE_BLOCK);
    l->hulls = ARENA_SCRATCH(a, uint32_t, 3 * room);
    if (!l->kinds || !l->hulls) return false;
    l->alone = l->hulls + room;
    l->sorted = l->hulls + 2 * room;
    return true;
}

static uint32_t count_rings(const measure_input *in, uint32_t first, unsigned alone) {
    const collider_link *links = in->bodies->links;
    const uint32_t *a = in->list->a + first, *b = in->list->b + first;
    uint32_t rings = 0;
    for (uint32_t i = 0; alone >> i; ++i)
        rings +=
            (alone >> i & 1) && (links[a[i]].kind == FORM_OTHER || links[b[i]].kind == FORM_OTHER);
    return rings;
}

static const unsigned ALL_PAIRS = (1u << MEASURE_BLOCK) - 1;

/* Finds rows and kinds of all pairs, and numbers the fits of each block that has any, and of second
 * touches, behind the first ones, which are of nothing: of rows that move nothing. */
static bool plan_blocks(const measure_input *in, measure_output *out, left_over *l, arena *a) {
    const uint32_t count = in->list->count, blocks = blocks_of(count);
    for (uint32_t i = 0; i < blocks; ++i) {
        const uint32_t first = i * MEASURE_BLOCK, left = count - first;
        const bool round = find_rows(in, out, first) && !in->some_unround;
        block_kinds *kinds = &l->kinds[i];
        const unsigned pairs = left < MEASURE_BLOCK ? (1u << left) - 1 : ALL_PAIRS;
        *kinds = round ? (block_kinds){{pairs}} : kinds_of_pairs(in, first, pairs);
        l->rings += count_rings(in, first, kinds->of[BLOCK_ALONE]);
    }
    const size_t all = ((size_t)count + l->rings) / MEASURE_BLOCK + 1;
    const uint32_t seconds = l->rings > 0 ? count / MEASURE_BLOCK : (uint32_t)all;
    out->first_fit = ARENA_TAKE(a, uint32_t, all + 1);
    out->fit_count = MEASURE_BLOCK;
    if (!out->first_fit) return false;
    for (uint32_t i = 0; i < all; ++i) {
        unsigned fits = i >= seconds;
        for (int kind = BLOCK_ROUND + 1; kind < BLOCK_KINDS && i < blocks; ++kind)
            fits |= l->kinds[i].of[kind];
        out->first_fit[i] = fits ? out->fit_count : 0;
        out->fit_count += fits ? MEASURE_BLOCK : 0;
    }
    out->first_fit[all] = 0;
    return true;
}

/* Plans all blocks, and makes room for fits and for the second touches of rings. */
static bool plan_all(const measure_input *in, measure_output *out, left_over *l, arena *a) {
    pair_list *list = in->list;
    const size_t room = (size_t)list->count + MEASURE_BLOCK;
    out->row_a = ARENA_TAKE(a, uint32_t, room);
    out->row_b = ARENA_TAKE(a, uint32_t, room);
    if (!out->row_a || !out->row_b || !take_left_over(l, list, a)) return false;
    if (list->count > 0) pad_pairs(in, list->count);
    if (!plan_blocks(in, out, l, a)) return false;
    if (in->bodies->unround > 0) {
        out->fits = ARENA_TAKE(a, pair_fit, out->fit_count);
        if (!out->fits) return false;
        for (int i = 0; i < MEASURE_BLOCK; ++i)
            out->fits[i] = (pair_fit){.normal_x = 1, .gap = 1, .kind = FIT_FLAT};
    }
    list->rows = list->count;
    return l->rings == 0
           || (pairs_reserve_seconds(list, in->bodies->memory, a, l->rings)
               && ARENA_GROW(a, out->row_a, room, room + l->rings)
               && ARENA_GROW(a, out->row_b, room, room + l->rings));
}

/* ---- Hulls ----------------------------------------------------------------------------------- */

enum { KEYS = EVO_POLYGON_POINTS * EVO_POLYGON_POINTS };

static int points_of(const measure_input *in, uint32_t slot) {
    return (int)collider_corners(in->bodies, slot)->count;
}

/* Digits: how many points both have, less one. */
static int key_of(const measure_input *in, uint32_t k) {
    return (points_of(in, in->list->a[k]) - 1) * EVO_POLYGON_POINTS + points_of(in, in->list->b[k])
           - 1;
}

/* Lists the hulls and the lone pairs of a block. */
static void list_left(left_over *l, uint32_t block) {
    const unsigned hulls = l->kinds[block].of[BLOCK_HULL], alone = l->kinds[block].of[BLOCK_ALONE];
    assert(!(hulls & alone) && "a pair is measured once");
    for (uint32_t i = 0; (hulls | alone) >> i; ++i) {
        const uint32_t k = block * MEASURE_BLOCK + i;
        if (hulls >> i & 1)
            l->hulls[l->hull_count++] = k;
        else if (alone >> i & 1)
            l->alone[l->alone_count++] = k;
    }
}

/* Sorts pairs of hulls by their keys, so that lanes have as many points, and fills the last block
 * up with its last pair. */
static void sort_hulls(left_over *l, const measure_input *in) {
    uint32_t starts[KEYS + 1] = {0};
    for (uint32_t i = 0; i < l->hull_count; ++i) ++starts[key_of(in, l->hulls[i]) + 1];
    for (int key = 0; key < KEYS; ++key) starts[key + 1] += starts[key];
    for (uint32_t i = 0; i < l->hull_count; ++i)
        l->sorted[starts[key_of(in, l->hulls[i])]++] = l->hulls[i];
    for (uint32_t i = l->hull_count; i % MEASURE_BLOCK != 0; ++i)
        l->sorted[i] = l->sorted[l->hull_count - 1];
}

static hull_group group_at(const left_over *l, const measure_input *in, uint32_t first) {
    const uint32_t rest = l->hull_count - first, *of = l->sorted + first;
    const uint32_t last = of[MEASURE_BLOCK - 1];
    hull_group group = {of, rest < MEASURE_BLOCK ? (1u << rest) - 1 : ALL_PAIRS,
                        points_of(in, in->list->a[last]), 1};
    for (int i = 0; i < MEASURE_BLOCK; ++i) {
        const int points = points_of(in, in->list->b[of[i]]);
        group.points_b = points > group.points_b ? points : group.points_b;
    }
    assert(key_of(in, of[0]) <= key_of(in, last) && "keys ascend");
    return group;
}

/* Pairs that are measured by many at once. */
typedef struct measuring {
    const measure_input *in;
    const measure_output *out;
    left_over *left;
    measure_kernel blocks;
    hull_kernel hulls;
} measuring;

static void measure_groups(void *data, uint32_t from, uint32_t to, int worker) {
    const measuring *m = data;
    (void)worker;
    for (uint32_t i = from; i < to; ++i) {
        const hull_group group = group_at(m->left, m->in, i * MEASURE_BLOCK);
        const lanes_found found = m->hulls(m->in, m->out, &group);
        for (uint32_t k = 0; (found.unsure | found.corners) >> k; ++k) {
            if (found.unsure >> k & 1) measure_alone(m->in, m->out, group.entries[k]);
            if (found.corners >> k & 1) measure_corners(m->in, m->out, group.entries[k]);
        }
    }
}

static void measure_lone(void *data, uint32_t from, uint32_t to, int worker) {
    const measuring *m = data;
    (void)worker;
    for (uint32_t i = from; i < to; ++i) measure_alone(m->in, m->out, m->left->alone[i]);
}

/* ---- Sensors --------------------------------------------------------------------------------- */

/* Sets the gaps of pairs with a sensor, as far as the ends of the step are known by them: what
 * cannot meet has no smaller gap than that; 0: it tells nothing. */
static void settle_sensors(const measure_input *in, const measure_output *out) {
    const collider_link *links = in->bodies->links;
    for (uint32_t k = 0; k < in->list->count && in->bodies->sensors > 0; ++k) {
        if (!has_sensor(in, k)) continue;
        const uint8_t class_of = in->list->class_of[k];
        const bool line =
            links[in->list->a[k]].kind == FORM_LINE || links[in->list->b[k]].kind == FORM_LINE;
        float gap = 0;
        if (class_of == PAIR_NONE) {
            const double near = nearing(in, out, k);
            const double still = (double)(MEASURE_NEAR + SWEEP_FROM) * (double)small_reach(in, k);
            gap = near < still ? (float)near : 0; /* else it was swept */
        } else if (pair_was_fitted(class_of)) {
            gap = fit_gap(fit_of_pair(out, k));
        }
        in->list->kept->gaps[k] = line && gap < 0 ? 0 : gap;
        pair_set_class(in->list, k, PAIR_SENSOR);
    }
}

/* ---- All ------------------------------------------------------------------------------------- */

static void measure_blocks(void *data, uint32_t from, uint32_t to, int worker) {
    const measuring *m = data;
    (void)worker;
    for (uint32_t i = from; i < to; ++i) {
        const uint32_t first = i * MEASURE_BLOCK;
        block_kinds *kinds = &m->left->kinds[i];
        if (kinds->of[BLOCK_OVAL]) test_new(m->in, m->out, first, kinds);
        const lanes_found found = m->blocks(m->in, m->out, first, kinds);
        for (uint32_t k = 0; found.corners >> k; ++k)
            if (found.corners >> k & 1) measure_corners(m->in, m->out, first + k);
        kinds->of[BLOCK_HULL] |= found.hulls;
        kinds->of[BLOCK_ALONE] |= found.unsure;
    }
}

/* Blocks, groups and lone pairs of a piece, at least. */
enum { BLOCKS_LEAST = 8, GROUPS_LEAST = 4, LONE_LEAST = 4 };

/* Second touches of rings are listed in the order in which they are found: by one. The entry behind
 * the last one becomes a row of nothing. */
static void measure_all(const measure_input *in, const measure_output *out, left_over *l) {
    const uint32_t blocks = blocks_of(in->list->count);
    measuring m = {
        in, out, l,
        MACHINE_CHOOSE(in->lanes, measure_kernel_1, measure_kernel_4, measure_kernel_8,
                       measure_kernel_16),
        MACHINE_CHOOSE(in->lanes, hull_kernel_1, hull_kernel_4, hull_kernel_8, hull_kernel_16)};
    crew_loop(in->crew, measure_blocks, &m, blocks, BLOCKS_LEAST);
    for (uint32_t i = 0; i < blocks; ++i) list_left(l, i);
    sort_hulls(l, in);
    crew_loop(in->crew, measure_groups, &m, blocks_of(l->hull_count), GROUPS_LEAST);
    crew_loop(l->rings > 0 ? NULL : in->crew, measure_lone, &m, l->alone_count, LONE_LEAST);
    settle_sensors(in, out);
    if (in->bodies->one_sided || in->bodies->seam_list.count > 0) seams_apply(in, out);
    const uint32_t end = in->list->rows;
    assert(end >= in->list->count && "second touches are behind the entries");
    pad_pairs(in, end);
    pair_set_class(in->list, end, PAIR_ROUND);
    out->row_a[end] = out->row_b[end] = 0;
    if (out->fits) *fit_of_pair(out, end) = out->fits[0];
}

bool measure_pairs(const measure_input *in, measure_output *out, arena *a) {
    const arena_mark mark = arena_mark_of(a);
    left_over left = {0};
    *out = (measure_output){0};
    const bool planned = plan_all(in, out, &left, a);
    if (planned) measure_all(in, out, &left);
    arena_drop(a, mark);
    return planned;
}
