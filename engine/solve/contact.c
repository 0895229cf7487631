/* contact.c: packs rows into blocks, colour by colour; rows without a colour come last.
 *
 * A soft contact is a damped spring, solved implicitly: with the angular frequency w and the
 * damping ratio z, a substep of h takes from the velocity a = h w (2 z + h w) / (1 + that) of what
 * parts it from w / (2 z + h w) times the depth, and lets the push leak by the rest. */
#include "solve/contact.h"

#include "core/trig.h"

/* Oscillations in a substep. Stiffer: heavy piles tremble; softer: their weight shows as overlap.
 * Against what is not moved there is no chain of others to tremble. */
static const double STIFFNESS = 0.125, STIFFNESS_STILL = 0.25;

/* Damping ratio, far beyond critical: contacts creep apart and never swing. */
static const double DAMPING = 10;

static soft_spring spring_for(double substep, double stiffness) {
    double turn = 2 * PI * stiffness; /* w h */
    double damp = 2 * DAMPING + turn;
    return (soft_spring){(float)(turn / (damp * substep)), (float)(1 / (1 + turn * damp))};
}

contact_numbers contact_numbers_for(double seconds, int substeps) {
    double substep = seconds / substeps;
    return (contact_numbers){(float)substep, (float)(1 / substep), spring_for(substep, STIFFNESS),
                             spring_for(substep, STIFFNESS_STILL)};
}

/* ---- Packing --------------------------------------------------------------------------------- */

typedef struct packing {
    contact_rows *rows;
    const measure_input *in;
    const measure_output *measured;
    const pair_colours *colours;
    uint32_t next[COLOURS + 1]; /* the next free lane of each colour */
} packing;

static bool take_blocks(packing *p, arena *a) {
    contact_rows *rows = p->rows;
    uint32_t lanes = 0;
    for (int c = 0; c < p->colours->used; ++c) {
        p->next[c] = lanes;
        lanes += (p->colours->counts[c] + ROW_BLOCK - 1) / ROW_BLOCK * ROW_BLOCK;
    }
    p->next[COLOURS] = rows->lanes = lanes;
    rows->single_end = lanes + p->colours->counts[COLOURS];
    size_t blocks = rows->single_end / ROW_BLOCK + 1; /* so that there is a lane of nothing */
    bool fits = p->in->bodies->unround > 0, surfaces = p->in->bodies->materials.surfaces > 0;
    rows->blocks = ARENA_TAKE(a, contact_block, blocks);
    rows->sources = ARENA_TAKE(a, contact_sources, blocks);
    rows->has = ARENA_TAKE(a, uint8_t, blocks);
    rows->place = ARENA_TAKE(a, uint32_t, p->in->list->count);
    rows->fits = fits ? ARENA_TAKE(a, fit_block, blocks) : NULL;
    rows->surfaces = surfaces ? ARENA_TAKE(a, surface_block, blocks) : NULL;
    if (!rows->blocks || !rows->sources || !rows->has || !rows->place || (fits && !rows->fits)
        || (surfaces && !rows->surfaces))
        return false;
    memset(rows->has, 0, blocks);
    return true;
}

/* A lane of nothing: of two bodies that do not move. */
static void clear_lane(contact_rows *rows, uint32_t at) {
    contact_block *block = &rows->blocks[at / ROW_BLOCK];
    contact_sources *from = &rows->sources[at / ROW_BLOCK];
    uint32_t lane = at % ROW_BLOCK;
    block->a[lane] = block->b[lane] = 0;
    block->center_x[lane] = 1;
    block->center_y[lane] = 0;
    block->push[lane] = block->drag[lane] = block->most[lane] = 0;
    from->a[lane] = from->b[lane] = from->fit[lane] = 0;
    from->round[lane] = 1;
}

static void clear_ends(const packing *p) {
    for (int c = 0; c < p->colours->used; ++c)
        for (uint32_t at = p->next[c]; at % ROW_BLOCK != 0; ++at) clear_lane(p->rows, at);
    uint32_t at = p->rows->single_end;
    do clear_lane(p->rows, at++);
    while (at % ROW_BLOCK != 0);
}

static void pack_pair(packing *p, uint32_t k, uint32_t at) {
    const pair_list *list = p->in->list;
    const pair_warm *warm = &list->kept->warm[k];
    contact_block *block = &p->rows->blocks[at / ROW_BLOCK];
    contact_sources *from = &p->rows->sources[at / ROW_BLOCK];
    uint32_t lane = at % ROW_BLOCK;
    block->a[lane] = p->measured->row_a[k];
    block->b[lane] = p->measured->row_b[k];
    block->push[lane] = warm->push;
    block->drag[lane] = warm->drag;
    block->center_x[lane] = list->dx[k];
    block->center_y[lane] = list->dy[k];
    from->a[lane] = list->a[k];
    from->b[lane] = list->b[k];
    from->fit[lane] = FIT_FLOATS * k;
    from->round[lane] = list->class_of[k] == PAIR_ROUND;
    if (list->class_of[k] == PAIR_ROW) p->rows->has[at / ROW_BLOCK] |= BLOCK_HAS_FITS;
}

/* ---- Surfaces -------------------------------------------------------------------------------- */

static const evo_material *material_of(const body_store *s, uint32_t slot) {
    return &s->materials.all[s->links[slot].material].material;
}

static surface_block *surfaces_of(contact_rows *rows, uint32_t block) {
    surface_block *surface = &rows->surfaces[block];
    if (rows->has[block] & BLOCK_HAS_SURFACE) return surface;
    memset(surface, 0, sizeof *surface);
    rows->has[block] |= BLOCK_HAS_SURFACE;
    return surface;
}

/* Rolling radius of the two; one without a radius rolls on the other's. */
static float rolling_radius(const collider_form *a, const collider_form *b) {
    float radius_a = a->radius_y > 0 ? a->reach : 0, radius_b = b->radius_y > 0 ? b->reach : 0;
    if (!(radius_a > 0)) return radius_b;
    return radius_b > 0 && radius_b < radius_a ? radius_b : radius_a;
}

/* Speeds of belts add up: counterclockwise around either shape. Resistance is that of the rougher
 * surface, on the smaller of both radii. */
static void pack_surface(const packing *p, uint32_t k, uint32_t at) {
    const body_store *s = p->in->bodies;
    const uint32_t a = p->in->list->a[k], b = p->in->list->b[k];
    const evo_material *first = material_of(s, a), *second = material_of(s, b);
    double resistance = most_of(first->rolling_resistance, second->rolling_resistance);
    double speed = first->surface_speed + second->surface_speed;
    if (resistance == 0 && speed == 0) return;
    surface_block *surface = surfaces_of(p->rows, at / ROW_BLOCK);
    uint32_t lane = at % ROW_BLOCK;
    const body_motion *i = &s->motions[s->links[a].body], *j = &s->motions[s->links[b].body];
    float yields = i->inverse_mass * i->inverse_gyration * i->inverse_gyration
                   + j->inverse_mass * j->inverse_gyration * j->inverse_gyration;
    surface->belt[lane] = (float)speed;
    surface->rolling[lane] = (float)resistance * rolling_radius(&s->forms[a], &s->forms[b]);
    surface->roll_mass[lane] = yields > 1e-37f ? 1 / yields : 0;
    surface->spin_a[lane] = i->inverse_gyration;
    surface->spin_b[lane] = j->inverse_gyration;
}

/* ---- All ------------------------------------------------------------------------------------- */

bool contacts_pack(contact_rows *rows, const measure_input *in, const measure_output *measured,
                   const pair_colours *colours, arena *a) {
    packing p = {.rows = rows, .in = in, .measured = measured, .colours = colours};
    if (!take_blocks(&p, a)) return false;
    for (uint32_t k = 0; k < in->list->count; ++k) {
        rows->place[k] = rows->single_end;
        if (colours->of[k] == COLOUR_NONE) continue;
        uint32_t at = p.next[colours->of[k]]++;
        rows->place[k] = at;
        pack_pair(&p, k, at);
        if (rows->surfaces) pack_surface(&p, k, at);
    }
    clear_ends(&p);
    return true;
}
