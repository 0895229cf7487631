/* gains.c: bodies that touch, directly or by others, are looked at together, from each on that won
 * energy; sums go by ids, for the order of edges carries history. */
#include "contact/gains.h"

#include "contact/bodies.h"
#include "core/sort.h"

/* Of what would leave the energy as it was: so much less is given, for sums are rounded. */
static const double A_LITTLE = 1e-9;

/* Of the square: more than the order of a sum makes. */
static const double CLEARLY = 1e-6;

/* What is pulled is lifted by contacts, too, and is slower for it, or is not: there it is only
 * looked at what comes fast. */
static bool is_felt(const graph *g) {
    return g->leaping || (g->config->gravity.x == 0 && g->config->gravity.y == 0);
}

size_t gains_room(const graph *g) {
    if (!is_felt(g)) return 0;
    return g->bodies.movers * (sizeof(gain) + sizeof(uint32_t));
}

void gains_lay(const graph *g, void *scratch, gains *all) {
    all->list = scratch;
    all->count = 0;
    all->place_of = (uint32_t *)(void *)(all->list + g->bodies.movers);
}

/* ---- One body -------------------------------------------------------------------------------- */

/* How the step goes on without contacts, and what they change: as rows_take takes it. */
typedef struct gain_motion {
    evo_vec2 velocity, change;
    double spin, turn;
} gain_motion;

static gain_motion motion_of(const graph *g, const measure_rows *rows, uint32_t index,
                             float substeps) {
    const body_state *state = &g->bodies.states[index];
    const float *row = rows->velocity + 4 * ((size_t)index + 1);
    const float *drive = rows->drive + 4 * ((size_t)index + 1);
    const float gyration = g->bodies.sims[index].gyration;
    const float x = row[0] - (float)state->velocity.x, y = row[1] - (float)state->velocity.y;
    const float turn = (row[2] - (float)state->spin * gyration) / gyration;
    const evo_vec2 driven = {(double)(substeps * drive[0]), (double)(substeps * drive[1])};
    const double turned = (double)(substeps * drive[2] / gyration);
    gain_motion m = {vec_add(state->velocity, driven), vec_sub(vec((double)x, (double)y), driven),
                     state->spin + turned, (double)turn - turned};
    return m;
}

/* What the energy gains when so much of the changes is given: by the part, and by its square. */
typedef struct gain_work {
    double linear, square;
} gain_work;

static void add_work(const graph *g, uint32_t index, const gain_motion *m, gain_work *sum) {
    const body_record *record = graph_body_at(g, index);
    sum->linear +=
        record->mass * vec_dot(m->velocity, m->change) + record->inertia * m->spin * m->turn;
    sum->square +=
        0.5 * (record->mass * vec_dot(m->change, m->change) + record->inertia * m->turn * m->turn);
}

static bool is_changed(const graph *g, const measure_rows *rows, uint32_t index) {
    const body_state *state = &g->bodies.states[index];
    const float *row = rows->velocity + 4 * ((size_t)index + 1);
    return row[0] != (float)state->velocity.x || row[1] != (float)state->velocity.y
           || row[2] != (float)state->spin * g->bodies.sims[index].gyration;
}

static bool has_gained(const graph *g, const measure_rows *rows, uint32_t index, float substeps) {
    if (!is_changed(g, rows, index) || !graph_is_pushed(g, index)) return false;
    gain_motion m = motion_of(g, rows, index, substeps);
    gain_work work = {0, 0};
    add_work(g, index, &m, &work);
    return work.linear + work.square > 0;
}

/* ---- Bodies that touch ----------------------------------------------------------------------- */

static bool may_push(const measure_choice *choice, const contact *c) {
    if (c->state != CONTACT_ACTIVE) return false;
    for (int k = 0; k < 2; ++k)
        if (c->at[k] != NONE && choice->close[c->at[k] / BATCH] >> c->at[k] % BATCH & 1)
            return true;
    return false;
}

/* Whether a contact is there to add energy: a bumper, a belt, or what is moved by hand. */
static bool drives(const graph *g, const contact *c, uint32_t other) {
    for (int k = 0; k < 2; ++k) {
        if (c->at[k] == NONE) continue;
        batch_sort sort = g->batches.sorts[c->at[k] / BATCH];
        const batch_extra *extra = sort >= 0 ? &g->batches.extras[sort] : NULL;
        uint32_t lane = c->at[k] % BATCH;
        if (extra && (extra->restitution[lane] > 1 || extra->belt[lane] != 0)) return true;
    }
    const body_state *state = &g->bodies.states[other];
    return other < g->bodies.movers && !graph_is_pushed(g, other)
           && (vec_dot(state->velocity, state->velocity) > 0 || state->spin != 0);
}

static void add_body(const graph *g, uint32_t index, gains *all) {
    if (all->place_of[index] != NONE) return;
    gain made = {.index = index, .id = g->bodies.sims[index].id};
    all->place_of[index] = (uint32_t)all->count;
    all->list[all->count++] = made;
}

/* All that touch it, directly or by others; whether some do, and nothing drives them. */
static bool add_touching(const graph *g, const measure_choice *choice, uint32_t index, gains *all) {
    bool touches = false, driven = false;
    size_t first = all->count;
    add_body(g, index, all);
    for (size_t i = first; i < all->count; ++i) {
        uint32_t edge = graph_body_at(g, all->list[i].index)->first_edge;
        for (; edge != NONE; edge = edge_next(g, edge)) {
            const contact *c = edge_contact(g, edge);
            if (!may_push(choice, c)) continue;
            uint32_t other = graph_side_body(g, c, 1 - (int)(edge % 2));
            touches = true;
            driven |= drives(g, c, other);
            if (graph_is_pushed(g, other)) add_body(g, other, all);
        }
    }
    return touches && !driven;
}

static bool id_before(const void *first, const void *second) {
    const gain *x = first, *y = second;
    return x->id < y->id;
}

/* Of those from `first` on, in their order. */
static gain_work work_of(const graph *g, const measure_rows *rows, float substeps, size_t first,
                         const gains *all) {
    gain_work work = {0, 0};
    for (size_t i = first; i < all->count; ++i) {
        gain_motion m = motion_of(g, rows, all->list[i].index, substeps);
        add_work(g, all->list[i].index, &m, &work);
    }
    return work;
}

/* How much of all changes is given. */
static double part_given(const gain_work *work) {
    if (work->linear + work->square <= 0) return 1;
    return most_of(-work->linear / work->square * (1 - A_LITTLE), 0);
}

/* Those from `first` on, if they won energy; else they need not be listed. Mostly they did not, and
 * clearly, in whatever order. */
static void note_gain(const graph *g, const measure_rows *rows, float substeps, size_t first,
                      gains *all) {
    gain_work work = work_of(g, rows, substeps, first, all);
    double kept = 0;
    if (!(work.linear + (1 + CLEARLY) * work.square < 0)) {
        sort_items(all->list + first, all->count - first, sizeof *all->list, id_before);
        work = work_of(g, rows, substeps, first, all);
        kept = 1 - part_given(&work);
    }
    for (size_t i = first; i < all->count && kept > 0; ++i) {
        gain_motion m = motion_of(g, rows, all->list[i].index, substeps);
        all->list[i].velocity = vec_scale(m.change, kept);
        all->list[i].spin = kept * m.turn;
    }
    if (!(kept > 0)) all->count = first;
}

void gains_find(const graph *g, const measure_choice *choice, const measure_rows *rows,
                int substeps, gains *all) {
    bool any = false;
    for (uint32_t index = 0; index < g->bodies.movers && is_felt(g); ++index) {
        if (!has_gained(g, rows, index, (float)substeps)) continue;
        if (!any) memset(all->place_of, 0xff, g->bodies.movers * sizeof *all->place_of);
        any = true;
        if (all->place_of[index] != NONE) continue;
        size_t first = all->count;
        if (add_touching(g, choice, index, all))
            note_gain(g, rows, (float)substeps, first, all);
        else
            all->count = first;
    }
}

void gains_take(graph *g, const gains *all) {
    for (size_t i = 0; i < all->count; ++i) {
        body_state *state = &g->bodies.states[all->list[i].index];
        state->velocity = vec_sub(state->velocity, all->list[i].velocity);
        state->spin -= all->list[i].spin;
    }
}
