/* event_rows.c: rows of event pairs, while they are slow. In: pairs that touch as a substep begins,
 * and after its impacts; out: rows that are solved one by one, after all others. */
#include <assert.h>

#include "step/meet.h"

static uint32_t row_of(const impacts *m, const flyer *f) {
    return f->slot < m->bodies->awake ? (uint32_t)body_row(f->slot) : 0;
}

static void set_row(impacts *m, const event_pair *p, uint32_t at, const met_pair *q,
                    const meeting *found) {
    const evo_vec2 centers[2] = {{0, 0}, met_between(q)};
    contact_made row = {row_of(m, &q->bodies[0]),
                        row_of(m, &q->bodies[1]),
                        {p->slots[0], p->slots[1]},
                        measure_fit(centers, found, (float)p->size),
                        p->ruled ? &p->rules : NULL};
    /* The plane of faces is that of the one that stands: the other may slide far along it. */
    if (row.fit.kind == FIT_FACES && !(q->bodies[1].inverse_mass > 0)) row.fit.plane = 1;
    contact_set(m->pass, at, &row);
}

static void end_rows(impacts *m, event_pair *p) {
    for (uint32_t i = 0; i < p->row_count; ++i) contact_end(m->pass, p->rows[i]);
    p->row_count = 0;
}

/* The impulses that the last step left of a touch. */
static void warm_row(impacts *m, const event_pair *p, uint32_t i) {
    const pair_memory *kept = m->list->kept;
    const uint32_t at = p->rows[i], k = p->entry;
    if (k == NONE || (i > 0 && kept->other[k].push < 0)) return;
    const float push = i == 0 ? kept->warm[k].push : kept->other[k].push;
    const float drag = i == 0 ? kept->warm[k].drag : kept->other[k].drag;
    m->rows->blocks[at / ROW_BLOCK].first.push[at % ROW_BLOCK] = m->warm * push;
    m->rows->blocks[at / ROW_BLOCK].drag[at % ROW_BLOCK] = m->warm * drag;
}

static bool add_row(impacts *m, event_pair *p, uint32_t i) {
    if (p->rows[i] != NONE) return true;
    p->rows[i] = contact_add(m->rows, m->arena);
    if (!impacts_got(m, p->rows[i] != NONE)) return false;
    if (p->entry != NONE && i == 0) m->rows->place[p->entry] = p->rows[i];
    return true;
}

/* The gap from which on a pair has a row: slow ones may close within the substep. */
static double row_from(const impacts *m, const event_pair *p) {
    return p->slow ? p->hard * m->substep : p->closed;
}

/* Measures where a pair touches, within `margin` at both places, and leaves those out that are void
 * at a joint of segments. */
static int find_touches(impacts *m, event_pair *p, const met_pair *q, double margin,
                        meeting found[TOUCHES]) {
    const bool sided = met_measure(m, p, q, &found[0]);
    int count = 1, kept = 0;
    if ((p->ring || p->faces) && sided && p->gap <= margin
        && met_touches(p, q, most_of(p->gap, 0) + margin, found) == 2)
        count = 2;
    for (int i = 0; i < count; ++i)
        if (met_is_contact(m, p, q, &found[i])) found[kept++] = found[i];
    if (kept == 0) p->normal = vec(0, 0); /* no side is kept of it */
    return kept;
}

/* Fraction of the size: the other end of a face that touches has a row, too, if it is so near. */
static const double OTHER_END = 0.01;

/* Counts the rows of a pair: it is closed, or was, and its gap changes no faster than its limit. */
static int count_rows(impacts *m, event_pair *p, const met_pair *q, meeting found[TOUCHES]) {
    const double from = row_from(m, p), other = most_of(from, OTHER_END * p->size);
    const int count = find_touches(m, p, q, p->faces ? other : p->closed, found);
    if (p->gap > from && p->row_count == 0) return 0;
    for (int i = 0; i < count; ++i)
        if (fabs(met_approach(q, &found[i])) > most_of(event_limit(m, p), met_rounding(q)))
            return 0;
    return count;
}

/* Chooses the rows of a pair; rows stay as they were set until their bodies are struck. A sleeper
 * that was struck has none, which would stop what moves on with it. */
static void choose_rows(impacts *m, event_pair *p, bool first) {
    const flyer *a = flyer_in(m, p, 0), *b = flyer_in(m, p, 1);
    const double ways = a->way + b->way;
    if (flyer_is_woken(a) || flyer_is_woken(b)) {
        end_rows(m, p);
        return;
    }
    const double least = most_of(p->gap - (ways - p->ways), met_gap_least(p, a, b));
    if (p->row_count == 0 && least > row_from(m, p)) return;
    const met_pair q = met_pair_at(m, p, 0);
    meeting found[TOUCHES];
    const uint32_t count = (uint32_t)count_rows(m, p, &q, found);
    const bool stays = p->row_count == count;
    if (!stays) end_rows(m, p);
    for (uint32_t i = 0; i < count && !stays; ++i) {
        if (!add_row(m, p, i)) return;
        if (first) warm_row(m, p, i);
        set_row(m, p, p->rows[i], &q, &found[i]);
    }
    p->row_count = count;
}

void impacts_begin(impacts *m, bool first) {
    assert(!m->drifting && "a substep begins when the last drift is stored");
    if (!first) flyers_take_relaxed(m);
    for (uint32_t i = 0; i < m->flyer_count; ++i) {
        m->room->flyers[i].time = 0;
        m->room->flyers[i].hits = 0;
    }
    for (uint32_t i = 0; i < m->pair_count && !m->failed; ++i)
        if (!event_pair_is_free(&m->room->pairs[i])) choose_rows(m, &m->room->pairs[i], first);
}

/* Sets rows of struck bodies where the bodies are after the impacts. */
static void set_rows_again(impacts *m) {
    for (uint32_t i = 0; i < m->pair_count; ++i) {
        event_pair *p = &m->room->pairs[i];
        if (p->row_count == 0) continue;
        const flyer *a = flyer_in(m, p, 0), *b = flyer_in(m, p, 1);
        if (a->hits + b->hits == 0) continue;
        if (flyer_is_woken(a) || flyer_is_woken(b)) {
            end_rows(m, p);
            continue;
        }
        const met_pair q = met_pair_at(m, p, m->substep);
        meeting found[TOUCHES];
        if (find_touches(m, p, &q, 1e-3 * p->size, found) != (int)p->row_count) continue;
        for (uint32_t k = 0; k < p->row_count; ++k) set_row(m, p, p->rows[k], &q, &found[k]);
    }
}

void impacts_store(impacts *m) {
    flyers_store(m);
    m->drifting = false;
    set_rows_again(m);
}

void impacts_pass(const impacts *m, contact_kernel kernel) {
    for (uint32_t i = 0; i < m->pair_count; ++i) {
        const event_pair *p = &m->room->pairs[i];
        for (uint32_t k = 0; k < p->row_count; ++k) kernel(m->pass, p->rows[k], p->rows[k] + 1);
    }
}
