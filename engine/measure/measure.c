/* measure.c: measures a step's pairs. In: pairs, and the positions of their colliders; out:
 * classes, fits and warm normals. Blocks of 16 pairs go through lanes, pairs of hulls sorted by
 * their numbers of points. Pairs for which floats are too coarse are measured one by one, in
 * doubles. Invariant: a pair has one class, and second touches are behind the entries. */
#include <assert.h>

#include "core/core.h"
#include "measure/measure.h"

static uint32_t blocks_of(uint32_t pairs) {
    return (pairs + MEASURE_BLOCK - 1) / MEASURE_BLOCK;
}

/* ---- Kinds ----------------------------------------------------------------------------------- */

/* Kind of a pair by the forms of a and b. */
static const uint8_t KIND_OF_PAIR[FORM_KINDS][FORM_KINDS] = {
    /* DISK, OVAL, LINE, BOX, HULL, OTHER */
    [FORM_DISK] = {BLOCK_ROUND, BLOCK_OVAL, BLOCK_LINE, BLOCK_BOX, BLOCK_HULL, BLOCK_ALONE},
    [FORM_OVAL] = {BLOCK_OVAL, BLOCK_OVAL, BLOCK_LINE, BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE},
    [FORM_LINE] = {BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE},
    [FORM_BOX] = {BLOCK_BOX, BLOCK_ALONE, BLOCK_HULL, BLOCK_BOX, BLOCK_HULL, BLOCK_ALONE},
    [FORM_HULL] = {BLOCK_HULL, BLOCK_ALONE, BLOCK_HULL, BLOCK_HULL, BLOCK_HULL, BLOCK_ALONE},
    [FORM_OTHER] = {BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE, BLOCK_ALONE},
};

/* Returns the kinds of the pairs of a block whose bits are set. Eight pairs are one word, with a
 * byte of bits for each kind. */
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

/* Returns, among the pairs of a block whose bits are set, those that have a sensor. */
static unsigned sensors_among(const measure_input *in, uint32_t first, unsigned pairs) {
    const collider_link *links = in->bodies->links;
    const uint32_t *a = in->list->a + first, *b = in->list->b + first;
    unsigned sensors = 0;
    for (uint32_t i = 0; i < MEASURE_BLOCK; ++i)
        sensors |= (unsigned)((links[a[i]].flags | links[b[i]].flags) & COLLIDER_SENSOR) << i;
    return sensors & pairs;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Fills the lanes behind the last pair with slot 0 twice: lanes measure these pairs, and nothing
 * reads the results. */
static void pad_pairs(const measure_input *in, uint32_t count) {
    pair_list *list = in->list;
    for (uint32_t k = count; k < count + MEASURE_BLOCK; ++k) {
        list->a[k] = list->b[k] = 0;
        list->dx[k] = list->way_x[k] = 1;
        list->dy[k] = list->way_y[k] = 0;
        list->kept->warm[k] = (pair_warm){0, 0, 1, 0};
        list->kept->other[k] = PAIR_NO_OTHER;
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

/* Entries that remain after the blocks: pairs of hulls, and pairs that are measured one by one. */
typedef struct left_over {
    block_kinds *kinds; /* by block; lanes add pairs of hulls and lone pairs */
    uint32_t rings;     /* pairs that may touch twice, with two normals */
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

/* Finds rows and kinds of all pairs, and numbers the fits of each block that has any, and those of
 * second touches. The first block of fits is empty: it serves rows that move nothing. */
static bool plan_blocks(const measure_input *in, measure_output *out, left_over *l, arena *a) {
    const uint32_t count = in->list->count, blocks = blocks_of(count);
    for (uint32_t i = 0; i < blocks; ++i) {
        const uint32_t first = i * MEASURE_BLOCK, left = count - first;
        const bool round = find_rows(in, out, first) && !in->some_unround;
        block_kinds *kinds = &l->kinds[i];
        const unsigned all = left < MEASURE_BLOCK ? (1u << left) - 1 : ALL_PAIRS;
        const unsigned sensors = in->bodies->sensors > 0 ? sensors_among(in, first, all) : 0;
        *kinds = round ? (block_kinds){{sensors, all & ~sensors}}
                       : kinds_of_pairs(in, first, all & ~sensors);
        kinds->of[BLOCK_SENSOR] = sensors;
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

/* Returns the sorting key of a pair of hulls: two digits, each the number of points less one. */
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

/* Sorts pairs of hulls by their keys, so that lanes have equal numbers of points, and pads the last
 * block with the last pair. */
static void sort_hulls(left_over *l, const measure_input *in) {
    if (l->hull_count == 0) return;
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

/* Data of the pieces that workers measure. */
typedef struct measuring {
    const measure_input *in;
    const measure_output *out;
    left_over *left;
    const measure_kernels *by;
} measuring;

static void measure_groups(void *data, uint32_t from, uint32_t to, int worker) {
    const measuring *m = data;
    (void)worker;
    for (uint32_t i = from; i < to; ++i) {
        const hull_group group = group_at(m->left, m->in, i * MEASURE_BLOCK);
        const lanes_found found = m->by->hulls(m->in, m->out, &group);
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

/* ---- All ------------------------------------------------------------------------------------- */

static void measure_blocks(void *data, uint32_t from, uint32_t to, int worker) {
    const measuring *m = data;
    (void)worker;
    for (uint32_t i = from; i < to; ++i) {
        const uint32_t first = i * MEASURE_BLOCK;
        block_kinds *kinds = &m->left->kinds[i];
        if (kinds->of[BLOCK_OVAL]) measure_new_ovals(m->in, m->out, first, kinds);
        const lanes_found found = m->by->blocks(m->in, m->out, first, kinds);
        for (uint32_t k = 0; found.corners >> k; ++k)
            if (found.corners >> k & 1) measure_corners(m->in, m->out, first + k);
        for (uint32_t k = 0; kinds->of[BLOCK_SENSOR] >> k; ++k)
            if (kinds->of[BLOCK_SENSOR] >> k & 1)
                pair_set_class(m->in->list, first + k, PAIR_SENSOR);
        kinds->of[BLOCK_HULL] |= found.hulls;
        kinds->of[BLOCK_ALONE] |= found.unsure;
    }
}

/* Least numbers of blocks, groups and lone pairs in a piece of work. */
enum { BLOCKS_A_PIECE = 8, GROUPS_A_PIECE = 4, LONE_A_PIECE = 4 };

/* Measures all pairs. Pairs of rings are measured by one worker, as their second touches are listed
 * in the order in which they are found. The entry behind the last one becomes a row that moves
 * nothing. */
static void measure_all(const measure_input *in, const measure_kernels *by,
                        const measure_output *out, left_over *l) {
    const uint32_t blocks = blocks_of(in->list->count);
    measuring m = {in, out, l, by};
    crew_loop(in->crew, measure_blocks, &m, blocks, BLOCKS_A_PIECE);
    for (uint32_t i = 0; i < blocks; ++i) list_left(l, i);
    sort_hulls(l, in);
    crew_loop(in->crew, measure_groups, &m, blocks_of(l->hull_count), GROUPS_A_PIECE);
    crew_loop(l->rings > 0 ? NULL : in->crew, measure_lone, &m, l->alone_count, LONE_A_PIECE);
    if (in->bodies->one_sided || in->bodies->seam_list.count > 0) seams_apply(in, out);
    const uint32_t end = in->list->rows;
    assert(end >= in->list->count && "second touches are behind the entries");
    pad_pairs(in, end);
    pair_set_class(in->list, end, PAIR_ROUND);
    out->row_a[end] = out->row_b[end] = 0;
    if (out->fits) *fit_of_pair(out, end) = out->fits[0];
}

bool measure_pairs(const measure_input *in, const measure_kernels *by, measure_output *out,
                   arena *a) {
    const arena_mark mark = arena_mark_of(a);
    left_over left = {0};
    *out = (measure_output){0};
    const bool planned = plan_all(in, out, &left, a);
    if (planned) measure_all(in, by, out, &left);
    arena_drop(a, mark);
    return planned;
}
