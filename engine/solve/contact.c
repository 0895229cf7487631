/* contact.c: packs rows into blocks, colour by colour; rows without a colour come last.
 *
 * A soft contact is a damped spring, solved implicitly. With the angular frequency w, the damping
 * ratio z and x = h w (2 z + h w), a substep of h brings the velocity by the fraction x / (1 + x)
 * of the difference to the parting speed w / (2 z + h w) times the depth, and the push leaks by 1 /
 * (1 + x). Invariant: an event pair has no row in a block, and a colour counts its rows. */
#include "solve/solve.h"

#include <assert.h>

#include "core/core.h"

/* Oscillations in a substep of a usual step, and damping ratio. Stiffer: heavy piles tremble;
 * softer: their weight presses them into each other. */
typedef struct stiffness {
    double turns, damping;
} stiffness;

/* Seconds of a usual step, and the largest factor of oscillations in longer substeps. The frequency
 * of springs is that of usual substeps, at any length of steps, so that stacks sink equally far in
 * steps of varying length, and rest. Larger STIFFER_MOST: springs tremble in long substeps. */
static const double USUAL_STEP = 1.0 / 60, STIFFER_MOST = 1.35;

/* Springs between two movable bodies, and against one that does not move, where no chain of bodies
 * trembles. Faces that touch twice hold stacks and walls, which tremble sooner. */
static const stiffness BETWEEN_MOVABLE = {0.21, 3}, ON_STILL = {0.34, 3};
static const stiffness FACES = {0.14, 2}, FACES_STILL = {0.3, 2};

soft_spring soft_spring_for(double turns, double damping, double substep) {
    const double turn = 2 * PI * turns, damp = 2 * damping + turn; /* w h */
    return (soft_spring){(float)(turn / (damp * substep)), (float)(1 / (1 + turn * damp))};
}

/* Multiple of the last substep: a longer one is a lag, in which springs keep their frequency. So
 * resting bodies stay at rest; trembling takes more substeps. */
static const double LAG_FROM = 2;

/* Returns a spring, of the user's frequency if that is above 0. Its oscillations in a substep are
 * at most those of usual springs. */
static soft_spring spring_for(const stiffness *s, const contact_settings *by) {
    const double substep = by->seconds / by->substeps;
    const double lag = by->times > LAG_FROM ? by->times : 1;
    const double longer = least_of(substep * by->substeps / USUAL_STEP, STIFFER_MOST * lag);
    const double turns =
        by->hertz > 0 ? least_of(by->hertz * substep, s->turns * lag) : s->turns * longer;
    return soft_spring_for(turns, s->damping, substep);
}

/* Heaviest load of a row with its full spring, as a speed: reaches a second, plus the velocity that
 * gravity gives in so many substeps. Larger: squeezed boxes are thrown; smaller: heaps of small
 * bodies sink into each other. */
static const double LOAD_REACHES = 3.1, LOAD_SUBSTEPS = 6;

/* Multiple of the velocity that gravity adds in a substep: faster closing counts as an impact. */
static const double TOUCHES_FROM = 4;

contact_numbers contact_numbers_for(const contact_settings *by) {
    const double h = by->seconds / by->substeps, gravity = vec_length(by->gravity);
    const double touch = TOUCHES_FROM * gravity * h;
    return (contact_numbers){
        .seconds = (float)h,
        .per_second = (float)(1 / h),
        .step = (float)by->seconds,
        .first_touch = (float)touch,
        .bounce_from = (float)most_of(by->bounce_threshold, touch),
        .push_speed = (float)by->push_speed,
        .load_speed = (float)(LOAD_SUBSTEPS * gravity * h),
        .load_reaches = (float)LOAD_REACHES,
        .plain = {spring_for(&BETWEEN_MOVABLE, by), spring_for(&ON_STILL, by)},
        .faces = {spring_for(&FACES, by), spring_for(&FACES_STILL, by)},
        .gravity = (float)gravity,
        .down_x = (float)by->gravity.x,
        .down_y = (float)by->gravity.y,
        .rocking_loss = gravity > 0 ? (float)by->rocking_loss : 0,
    };
}

/* ---- Packing --------------------------------------------------------------------------------- */

typedef struct packing {
    contact_rows *rows;
    const measure_input *in;
    const pair_colours *colours;
    uint32_t more;
    pair_counts first; /* the first lane of each colour */
    atomic_bool *fits; /* in scratch: 1 for blocks with a row that has a fit */
} packing;

/* Returns the lane behind the rows of a colour that begin at `first`. */
static uint32_t end_of_colour(const packing *p, int colour, uint32_t first, uint32_t rows) {
    return first + (colour < COLOURS ? 1 + p->in->spare : 1) * rows;
}

static bool take_blocks(packing *p, arena *a) {
    contact_rows *rows = p->rows;
    const pair_colours *colours = p->colours;
    uint32_t lanes = 0;
    rows->starts = ARENA_TAKE(a, uint32_t, COLOURS + 1);
    rows->colours = colours->used;
    if (!rows->starts) return false;
    EACH_COLOUR (c, colours) {
        if (c < colours->used) rows->starts[c] = lanes;
        if (c == COLOURS) rows->lanes = rows->starts[colours->used] = lanes;
        p->first.rows[c] = lanes;
        lanes = whole_blocks(end_of_colour(p, c, lanes, colours->all.rows[c]));
        p->first.faces[c] = lanes;
        lanes = whole_blocks(end_of_colour(p, c, lanes, colours->all.faces[c]));
    }
    rows->single_end = colours->all.faces[COLOURS] > 0
                           ? p->first.faces[COLOURS] + colours->all.faces[COLOURS]
                           : rows->lanes + colours->all.rows[COLOURS];
    rows->used = (rows->single_end / ROW_BLOCK + 1) * ROW_BLOCK; /* a lane of nothing is there */
    rows->room = whole_blocks(rows->used + p->more);
    assert(rows->lanes % ROW_BLOCK == 0 && "single rows begin a block");
    const size_t blocks = rows->room / ROW_BLOCK;
    const pair_ruling *ruling = &p->in->list->ruling;
    rows->surfaces = p->in->bodies->materials.surfaces > 0 || ruling->rolls;
    bool bounces = materials_bounce(&p->in->bodies->materials) || ruling->bounces;
    rows->blocks = ARENA_TAKE(a, contact_block, blocks);
    rows->entries = ARENA_SCRATCH(a, contact_entries, blocks);
    rows->has = ARENA_TAKE(a, uint8_t, 2 * blocks);
    rows->marks = ARENA_TAKE(a, row_marks, blocks);
    rows->place = ARENA_TAKE(a, uint32_t, p->in->list->rows);
    rows->fit_of = ARENA_TAKE(a, uint32_t, blocks);
    rows->bounces = bounces ? ARENA_TAKE(a, bounce_block, blocks) : NULL;
    p->fits = ARENA_SCRATCH(a, atomic_bool, blocks);
    if (!p->fits || !rows->blocks || !rows->entries || !rows->has || !rows->marks || !rows->place
        || !rows->fit_of || (bounces && !rows->bounces))
        return false;
    memset(p->fits, 0, blocks * sizeof *p->fits);
    memset(rows->has, 0, 2 * blocks);
    rows->filled = rows->has + blocks;
    memset(rows->marks, 0, blocks * sizeof *rows->marks);
    return true;
}

/* Numbers the fits of blocks, and makes room for them and for the fits of rows that may be made. */
static bool take_fits(packing *p, arena *a) {
    contact_rows *rows = p->rows;
    const uint32_t packed = rows->used / ROW_BLOCK;
    bool faces = false;
    rows->fit_count = 0;
    for (uint32_t i = 0; i < packed; ++i) {
        rows->fit_of[i] = rows->fit_count;
        if (flag_get(&p->fits[i])) rows->has[i] |= BLOCK_HAS_FITS;
        rows->fit_count += (rows->has[i] & BLOCK_HAS_FITS) != 0;
        faces |= (rows->has[i] & BLOCK_IS_FACES) != 0;
    }
    rows->fit_room = rows->fit_count + rows->room / ROW_BLOCK - packed;
    rows->fits = ARENA_TAKE(a, fit_block, rows->fit_room);
    rows->seconds = faces ? ARENA_TAKE(a, second_block, rows->fit_count) : NULL;
    return rows->fits && (rows->seconds || !faces);
}

/* Fills the blocks with empty lanes, among which rows are put: one block, and copies of it. */
static void clear_entries(const packing *p) {
    const size_t blocks = p->rows->used / ROW_BLOCK;
    contact_entries *all = p->rows->entries;
    for (uint32_t lane = 0; lane < ROW_BLOCK; ++lane) all[0].of[lane] = p->in->list->rows;
    for (size_t done = 1; done < blocks; done *= 2)
        memcpy(all + done, all, (done < blocks - done ? done : blocks - done) * sizeof *all);
}

static void clear_impulses(contact_block *block, uint32_t lane) {
    block->first.push[lane] = block->first.impact[lane] = block->first.pushed[lane] = 0;
    block->drag[lane] = block->dragged[lane] = 0;
}

/* Clears the lane behind the last row, which stands for entries without a row. */
static void make_none(const contact_rows *rows) {
    contact_block *block = &rows->blocks[rows->single_end / ROW_BLOCK];
    const uint32_t lane = rows->single_end % ROW_BLOCK;
    assert(rows->single_end < rows->used && "a lane of nothing is there");
    block->a[lane] = block->b[lane] = 0;
    clear_impulses(block, lane);
}

/* Sets the flags and the numbers of filled lanes of a colour's blocks. */
static void fill_blocks(const packing *p, int colour, uint32_t first, uint32_t rows,
                        uint8_t flags) {
    const uint32_t skipped = colour < COLOURS ? p->in->spare : 0;
    const uint32_t end = end_of_colour(p, colour, first, rows) - (rows > 0 ? skipped : 0);
    for (uint32_t at = first; at < end; at += ROW_BLOCK) {
        const uint32_t lanes = end - at < ROW_BLOCK ? end - at : ROW_BLOCK - skipped;
        p->rows->filled[at / ROW_BLOCK] = (uint8_t)lanes;
        p->rows->has[at / ROW_BLOCK] = flags;
    }
}

/* Puts each row of some parts of the list into the next lane of its colour. */
static void block_pack_piece(void *data, uint32_t from, uint32_t to, int worker) {
    const packing *p = data;
    const pair_counts *before = &p->colours->before[from];
    const uint8_t *colours = p->colours->of, *class_of = p->in->list->class_of;
    const uint32_t all = p->in->list->rows, none = p->rows->single_end;
    const uint32_t count = all < to * COLOURED ? all : to * COLOURED, stride = 1 + p->in->spare;
    pair_counts next;
    contact_entries *entries = p->rows->entries;
    uint32_t *place = p->rows->place;
    atomic_bool *fits = p->fits; /* local copies: see scanning in find_lanes.inc.h */
    (void)worker;
    EACH_COLOUR (c, p->colours) {
        next.rows[c] = end_of_colour(p, c, p->first.rows[c], before->rows[c]);
        next.faces[c] = end_of_colour(p, c, p->first.faces[c], before->faces[c]);
    }
    for (uint32_t k = from * COLOURED; k < count; ++k) {
        const uint8_t colour = colours[k], class_of_row = class_of[k];
        place[k] = none;
        if (colour == COLOUR_NONE) continue;
        assert(pair_has_row(class_of_row) && "event pairs have no row");
        uint32_t *lane = (class_of_row == PAIR_FACES ? next.faces : next.rows) + colour;
        const uint32_t at = *lane;
        assert(at < none && "colours count their rows");
        *lane += colour < COLOURS ? stride : 1;
        entries[at / ROW_BLOCK].of[at % ROW_BLOCK] = k;
        place[k] = at;
        if (class_of_row == PAIR_ROW) flag_set(&fits[at / ROW_BLOCK], true);
    }
}

static void pack_entries(packing *p) {
    const uint32_t parts = (p->in->list->rows + COLOURED - 1) / COLOURED;
    const pair_counts *all = &p->colours->all;
    EACH_COLOUR (c, p->colours) {
        fill_blocks(p, c, p->first.rows[c], all->rows[c], 0);
        fill_blocks(p, c, p->first.faces[c], all->faces[c], BLOCK_HAS_FITS | BLOCK_IS_FACES);
    }
    crew_loop(p->in->crew, block_pack_piece, p, parts, 1);
}

/* ---- Surfaces -------------------------------------------------------------------------------- */

/* Gives a block an addition, cleared if the block did not have it. */
static void add_to_block(contact_rows *rows, uint32_t block, uint8_t flag, void *addition,
                         size_t size) {
    if (!(rows->has[block] & flag)) memset(addition, 0, size);
    rows->has[block] |= flag;
}

/* Returns the smaller rolling radius of two colliders; one without a radius rolls on the
 * other's. */
static float rolling_radius(const collider_form *a, const collider_form *b) {
    float radius_a = a->radius_y > 0 ? a->reach : 0, radius_b = b->radius_y > 0 ? b->reach : 0;
    if (!(radius_a > 0)) return radius_b;
    return radius_b > 0 && radius_b < radius_a ? radius_b : radius_a;
}

/* Returns the rules that the user gave the pair of a row, or NULL. */
static const evo_contact_rules *rules_of_row(const pair_list *list, uint32_t k) {
    if (list->ruling.count == 0) return NULL;
    return rules_given(&list->ruling, k < list->count ? k : list->first_of[k - list->count]);
}

/* Colliders of a row, by slot, and the rules that the user gave them, or NULL. */
typedef struct row_pair {
    uint32_t a, b;
    const evo_contact_rules *rules;
} row_pair;

/* Sets belt and rolling resistance of a row. Speeds of belts add up: counterclockwise around either
 * shape. The resistance is that of the rougher surface, on the smaller of both radii. */
static void set_surface(contact_rows *rows, uint32_t at, const row_pair *p, const body_store *s) {
    const evo_material *first = material_of(s, p->a), *second = material_of(s, p->b);
    double resistance = most_of(first->rolling_resistance, second->rolling_resistance);
    double speed = -(first->surface_speed + second->surface_speed);
    if (p->rules) {
        resistance = p->rules->rolling_resistance;
        speed = -p->rules->surface_speed;
    }
    if (resistance == 0 && speed == 0) return;
    surface_block *surface = &rows->blocks[at / ROW_BLOCK].surface;
    uint32_t lane = at % ROW_BLOCK;
    add_to_block(rows, at / ROW_BLOCK, BLOCK_HAS_SURFACE, surface, sizeof *surface);
    surface->belt[lane] = (float)speed;
    surface->rolling[lane] = (float)resistance * rolling_radius(&s->forms[p->a], &s->forms[p->b]);
}

/* ---- What rocks ------------------------------------------------------------------------------ */

/* A body rocks where its centre of mass is lower above a contact than the radius on which its rim
 * rolls there, 1 / (1 / r_a + 1 / r_b): it lies in a well of energy, and swings in it. In real
 * matter the swinging dies out: the row resists its rolling in proportion to the depth of the well,
 * unless its energy takes it out of the well. Its centre can rise to its extent at most, so with
 * the radius of gyration k
 *
 *     spin^2 (k^2 + arm^2) / 2 < g (extent - height).
 *
 * A well is at most as deep as the distance of the centre of mass from the centre of the circle
 * that fits the body's own rim: a disk never rocks, and loses nothing where it swings in a hollow.
 * A flat rocks only on a body that carries it: a wheel rolls freely on a plank. */

/* Depth of a well, as a fraction of the smaller reach: smaller depths are rounding. */
static const float WELL_FROM = 1e-3f;

/* One body of a row; arms of the push and of friction (height), in gyration radii. */
typedef struct row_side {
    uint32_t row;
    float radius, arm, height; /* radius of its rim; INFINITY: flat */
    float borne;               /* component of gravity along the normal, towards the contact */
} row_side;

/* Returns the depth of the well of a body that rocks; 0 or less: the body does not rock. */
static float rocking_depth(const contact_pass *pass, const row_side *of, float rolls, float spin) {
    if (of->row == 0 || (isinf(of->radius) && !(of->borne > 0))) return 0;
    const body_motion *m = &pass->from->measure->bodies->motions[of->row / 4 - 1];
    const float rim = spin * m->gyration, height = of->height * m->gyration;
    const float energy = 0.5f * rim * rim * (1 + of->arm * of->arm + of->height * of->height);
    const float most = pass->by.gravity * m->gravity_scale * (m->extent - height);
    if (m->never_sleep || !(energy < most)) return 0;
    const float off = of->radius - height, arm = of->arm * m->gyration;
    return fminf(fminf(rolls - height, m->extent), sqrtf(off * off + arm * arm));
}

void contact_rock(const contact_pass *pass, uint32_t at) {
    contact_rows *rows = pass->rows;
    contact_block *block = &rows->blocks[at / ROW_BLOCK];
    const fit_block *fit = contact_fits(rows, at / ROW_BLOCK);
    const uint32_t i = at % ROW_BLOCK;
    const float down = pass->by.down_x * block->normal.x[i] + pass->by.down_y * block->normal.y[i];
    row_side a = {block->a[i], fit->radius_a[i], fit->arm_a[i], block->slip_a[i], down};
    row_side b = {block->b[i], fit->radius_b[i], fit->arm_b[i], -block->slip_b[i], -down};
    if (fit->sign[i] == 0) *(a.radius > 0 ? &b.radius : &a.radius) = INFINITY;
    const float *v = pass->bodies->velocity, rolls = 1 / (1 / a.radius + 1 / b.radius);
    const float spin = v[b.row + 2] * fit->over_b[i] - v[a.row + 2] * fit->over_a[i];
    const float depth =
        fmaxf(rocking_depth(pass, &a, rolls, spin), rocking_depth(pass, &b, rolls, spin));
    if (!(depth > WELL_FROM * block->reach[i])) return;
    add_to_block(rows, at / ROW_BLOCK, BLOCK_HAS_SURFACE, &block->surface, sizeof block->surface);
    block->surface.rolling[i] += pass->by.rocking_loss * depth;
}

/* ---- Bounces --------------------------------------------------------------------------------- */

/* Sets the restitution of a row. Restitutions above 1 are left to events. */
static void set_bounce(contact_rows *rows, uint32_t at, const row_pair *p, const body_store *s) {
    const evo_material *a = material_of(s, p->a), *b = material_of(s, p->b);
    const double e = p->rules ? p->rules->restitution : restitution_of(&s->materials, a, b);
    const float restitution = e <= 1 ? (float)e : 0;
    if (restitution == 0 && !(rows->has[at / ROW_BLOCK] & BLOCK_BOUNCES)) return;
    bounce_block *bounce = &rows->bounces[at / ROW_BLOCK];
    add_to_block(rows, at / ROW_BLOCK, BLOCK_BOUNCES, bounce, sizeof *bounce);
    bounce->restitution[at % ROW_BLOCK] = restitution;
}

/* ---- All ------------------------------------------------------------------------------------- */

/* Sets surface and bounce of a row, in worlds that have such materials or rules. */
static void set_extras(contact_rows *rows, uint32_t at, const row_pair *p, const body_store *s) {
    if (rows->surfaces) set_surface(rows, at, p, s);
    if (rows->bounces) set_bounce(rows, at, p, s);
}

bool contacts_pack(contact_rows *rows, const contact_input *in, arena *a) {
    packing p = {.rows = rows, .in = in->measure, .colours = in->colours, .more = in->more};
    const pair_list *list = p.in->list;
    if (!take_blocks(&p, a)) return false;
    clear_entries(&p);
    pack_entries(&p);
    for (uint32_t k = 0; k < list->rows && (rows->surfaces || rows->bounces); ++k) {
        const row_pair pair = {list->a[k], list->b[k], rules_of_row(list, k)};
        if (p.colours->of[k] != COLOUR_NONE) set_extras(rows, rows->place[k], &pair, p.in->bodies);
    }
    make_none(rows);
    return take_fits(&p, a);
}

void contacts_mix(const contact_rows *rows, const body_store *s, const pair_list *list) {
    const bool mixed = s->materials.mix_friction.mix != NULL;
    if (!mixed && list->ruling.count == 0) return;
    for (uint32_t k = 0; k < list->rows; ++k) {
        const uint32_t at = rows->place[k];
        const evo_contact_rules *given = rules_of_row(list, k);
        const evo_material *a = material_of(s, list->a[k]), *b = material_of(s, list->b[k]);
        if (!pair_has_row(list->class_of[k]) || (!mixed && !given)) continue;
        rows->blocks[at / ROW_BLOCK].friction[at % ROW_BLOCK] =
            (float)(given ? given->friction : friction_of(&s->materials, a, b));
    }
}

/* ---- Parting --------------------------------------------------------------------------------- */

/* Speeds at which deep rows part. In: rows as the step begins, and the origin of their overlaps;
 * out: shares of the speed of parting. Invariant: shares depend only on rows as the step begins,
 * not on lanes. Bodies that motion pressed together part fast: else crowds that are drawn to one
 * position swallow each other. Bodies created or teleported into an overlap are pushed apart
 * slowly, and keep that speed afterwards. */

/* Speed at which pressed bodies part, as a multiple of push_speed. Smaller: crowds swallow each
 * other. */
static const float PRESSED_SHARE = 3;

static uint32_t memory_entry(const pair_list *list, uint32_t k) {
    return k < list->count ? k : list->first_of[k - list->count];
}

/* Returns whether an entry has a row that overlaps deeply; *at: that row. */
static bool is_deep_row(const contact_rows *rows, const pair_list *list, uint32_t k, uint32_t *at) {
    const contact_block *block = &rows->blocks[rows->place[k] / ROW_BLOCK];
    const uint32_t lane = rows->place[k] % ROW_BLOCK;
    *at = rows->place[k];
    return pair_has_row(list->class_of[k])
           && block->first.gap[lane] < -DEEP_FROM * block->reach[lane];
}

/* Counts the deep rows of each movable body. */
static void count_deep(const contact_rows *rows, const pair_list *list, uint32_t *counts) {
    uint32_t at;
    for (uint32_t k = 0; k < list->rows; ++k) {
        if (!is_deep_row(rows, list, k, &at)) continue;
        const contact_block *block = &rows->blocks[at / ROW_BLOCK];
        const uint32_t a = block->a[at % ROW_BLOCK], b = block->b[at % ROW_BLOCK];
        if (a == 0 || b == 0) continue;
        ++counts[a / 4];
        ++counts[b / 4];
    }
}

/* Speed at which bodies created in an overlap part, as a fraction of the thickness: about the reach
 * of disks and squares. Larger: thin plates jump. */
static const float BORN_WIDTH = 0.7f;

static float born_share(const body_store *s, const pair_list *list, uint32_t k, float reach) {
    const float thin_a = collider_thickness(s, list->a[k]);
    const float thin_b = collider_thickness(s, list->b[k]);
    return fminf(BORN_WIDTH * fminf(thin_a, thin_b) / reach, 1);
}

static void share_corrections(const contact_rows *rows, const pair_list *list, const body_store *s,
                              const uint32_t *counts) {
    uint32_t at;
    for (uint32_t k = 0; k < list->rows; ++k) {
        uint8_t *touching = &list->kept->touching[memory_entry(list, k)];
        if (!is_deep_row(rows, list, k, &at)) {
            if (k < list->count) *touching &= PAIR_TOUCHES;
            continue;
        }
        contact_block *block = &rows->blocks[at / ROW_BLOCK];
        const uint32_t a = block->a[at % ROW_BLOCK], b = block->b[at % ROW_BLOCK];
        const uint32_t i = counts[a / 4], j = counts[b / 4], most = i > j ? i : j;
        if (!(*touching & PAIR_TOUCHES)) *touching |= PAIR_BORN;
        const float share = *touching & PAIR_BORN
                                ? born_share(s, list, k, block->reach[at % ROW_BLOCK])
                                : PRESSED_SHARE;
        const bool shares = a > 0 && b > 0 && most > 2;
        block->share[at % ROW_BLOCK] = shares ? share * 2 / (float)most : share;
    }
}

bool contacts_share(contact_rows *rows, const pair_list *list, const body_store *s,
                    const body_rows *bodies, arena *a) {
    const arena_mark mark = arena_mark_of(a);
    uint32_t *counts = ARENA_SCRATCH(a, uint32_t, bodies->count);
    if (!counts) return false;
    memset(counts, 0, bodies->count * sizeof *counts);
    count_deep(rows, list, counts);
    share_corrections(rows, list, s, counts);
    rows->some_deep = true;
    arena_drop(a, mark);
    return true;
}

/* ---- Rows made within a step ----------------------------------------------------------------- */

static bool grow_blocks(contact_rows *rows, arena *a) {
    size_t old = rows->room / ROW_BLOCK, now = 2 * old;
    bool grown =
        arena_grow(a, &rows->blocks, old, now, sizeof *rows->blocks)
        && arena_grow(a, &rows->has, old, now, sizeof *rows->has)
        && arena_grow(a, &rows->filled, old, now, sizeof *rows->filled)
        && arena_grow(a, &rows->marks, old, now, sizeof *rows->marks)
        && arena_grow(a, &rows->fit_of, old, now, sizeof *rows->fit_of)
        && (!rows->bounces || arena_grow(a, &rows->bounces, old, now, sizeof *rows->bounces));
    if (!grown) return false;
    memset(rows->has + old, 0, now - old);
    memset(rows->marks + old, 0, (now - old) * sizeof *rows->marks);
    rows->room = (uint32_t)now * ROW_BLOCK;
    return true;
}

/* Begins a block of rows that have fits. */
static bool begin_block(contact_rows *rows, arena *a) {
    const uint32_t now = 2 * rows->fit_count + 1;
    if (rows->used == rows->room && !grow_blocks(rows, a)) return false;
    if (rows->fit_count == rows->fit_room) {
        if (!arena_grow(a, &rows->fits, rows->fit_count, now, sizeof *rows->fits)) return false;
        rows->fit_room = now;
    }
    rows->fit_of[rows->used / ROW_BLOCK] = rows->fit_count++;
    return true;
}

uint32_t contact_add(contact_rows *rows, arena *a) {
    if (rows->used % ROW_BLOCK == 0 && !begin_block(rows, a)) return NONE;
    const uint32_t at = rows->used++, lane = at % ROW_BLOCK;
    rows->filled[at / ROW_BLOCK] = (uint8_t)(lane + 1);
    clear_impulses(&rows->blocks[at / ROW_BLOCK], lane);
    return at;
}

void contact_set_rules(contact_rows *rows, uint32_t at, const contact_made *row,
                       const body_store *s) {
    const row_pair pair = {row->slots[0], row->slots[1], row->rules};
    const evo_material *a = material_of(s, pair.a), *b = material_of(s, pair.b);
    rows->blocks[at / ROW_BLOCK].friction[at % ROW_BLOCK] =
        (float)(row->rules ? row->rules->friction : friction_of(&s->materials, a, b));
    set_extras(rows, at, &pair, s);
}
