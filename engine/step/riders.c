/* riders.c: masses that rest on bodies: movers, which move by their own rules, but whose weight is
 * solved with the contacts.
 *
 * A rider is a row of a body that does not turn, and moves along gravity alone. It rests on one or
 * two points of bodies by rows of contacts whose normal is against gravity, without friction. So a
 * body under it is slowed by the rider's mass, not only by its weight. In: riders as they are put
 * between steps; out: the speed of each at the end, and its pushes, with which the next step
 * begins. Invariant: a rider that is not put again is gone after a step. */
#include <assert.h>

#include "step/private.h"

/* ---- Between steps --------------------------------------------------------------------------- */

bool riders_reserve(step_world *w) {
    rider_list *l = &w->riders;
    return ARRAY_RESERVE(w->memory, l->all, l->list.capacity, l->list.count + 1);
}

rider *riders_find(const step_world *w, uint64_t number) {
    for (size_t i = 0; i < w->riders.list.count; ++i)
        if (w->riders.all[i].number == number) return &w->riders.all[i];
    return NULL;
}

void riders_put(step_world *w, const rider *made) {
    rider *at = riders_find(w, made->number);
    rider put = *made;
    if (!at) {
        at = &w->riders.all[w->riders.list.count++];
        *at = (rider){.count = 0};
    }
    for (uint32_t i = 0; i < put.count; ++i)
        for (uint32_t k = 0; k < at->count; ++k) /* pushes stay with feet on the same body */
            if (at->feet[k].body == put.feet[i].body && at->feet[k].push > 0) {
                put.feet[i].push = at->feet[k].push;
                at->feet[k].push = 0;
                break;
            }
    *at = put;
    if (put.number > w->riders.last) w->riders.last = put.number;
}

/* ---- In a step ------------------------------------------------------------------------------- */

uint32_t riders_count(const step_world *w) {
    return (uint32_t)w->riders.list.count;
}

/* The offset of the row of a rider, behind those of bodies. */
static size_t row_of(const step *m, uint32_t i) {
    return body_row(m->bodies->awake + i);
}

/* Returns the unit vector against gravity. */
static evo_vec2 upwards(const step_world *w) {
    return vec_negate(vec_unit(w->settings.gravity, vec(0, -1)));
}

void riders_load(step *m) {
    const step_world *w = m->world;
    const evo_vec2 up = upwards(w), pull = vec_scale(w->settings.gravity, 0.5 * m->substep);
    for (uint32_t i = 0; i < riders_count(w); ++i) {
        const rider *r = &w->riders.all[i];
        if (r->stepped) continue;
        float *tables[] = {m->rows.velocity, m->rows.base, m->rows.start};
        for (int k = 0; k < 3; ++k) {
            float *row = tables[k] + row_of(m, i);
            row[0] = (float)(r->speed * up.x);
            row[1] = (float)(r->speed * up.y);
            row[3] = (float)(1 / r->mass);
        }
        m->rows.drive[row_of(m, i)] = (float)pull.x;
        m->rows.drive[row_of(m, i) + 1] = (float)pull.y;
    }
}

/* Adds the row of a foot. False: out of memory. */
static bool add_foot(step *m, uint32_t number, const rider_foot *foot, uint32_t *at) {
    static const evo_contact_rules smooth = {.friction = 0};
    const body_store *s = m->bodies;
    const body_record *record = &s->records[foot->body];
    *at = NONE;
    if (record->generation != foot->generation || record->slot >= s->awake
        || record->first_collider == NONE)
        return true;
    const evo_vec2 up = upwards(m->world), centers[2] = {{0, 0}, foot->arm};
    const uint32_t slot = s->colliders[record->first_collider].slot;
    const meeting touch = {.gap = foot->gap,
                           .normal = up,
                           .point_a = foot->arm,
                           .point_b = vec_along(foot->arm, foot->gap, up),
                           .radius_b = INFINITY};
    const float size = s->forms[slot].reach;
    const contact_made row = {(uint32_t)body_row(record->slot),
                              (uint32_t)row_of(m, number),
                              {slot, slot},
                              measure_fit(centers, &touch, size),
                              &smooth};
    *at = contact_add(&m->contacts, &m->world->arena);
    if (*at == NONE) return false;
    contact_set(&m->passes.contacts, *at, &row);
    m->contacts.blocks[*at / ROW_BLOCK].first.push[*at % ROW_BLOCK] = m->warm * (float)foot->push;
    return true;
}

bool riders_make_rows(step *m) {
    const step_world *w = m->world;
    const uint32_t count = riders_count(w);
    if (count == 0) return true;
    m->rider_rows = ARENA_TAKE(&m->world->arena, uint32_t, RIDER_FEET * (size_t)count);
    if (!m->rider_rows) return false;
    for (uint32_t i = 0; i < RIDER_FEET * count; ++i) {
        const rider *r = &w->riders.all[i / RIDER_FEET];
        m->rider_rows[i] = NONE;
        if (r->stepped || i % RIDER_FEET >= r->count) continue;
        if (!add_foot(m, i / RIDER_FEET, &r->feet[i % RIDER_FEET], &m->rider_rows[i])) return false;
    }
    return true;
}

void riders_pass(const step *m, contact_kernel kernel) {
    const uint32_t count = m->rider_rows ? RIDER_FEET * riders_count(m->world) : 0;
    for (uint32_t i = 0; i < count; ++i)
        if (m->rider_rows[i] != NONE)
            kernel(&m->passes.contacts, m->rider_rows[i], m->rider_rows[i] + 1);
}

void riders_publish(step *m) {
    rider_list *l = &m->world->riders;
    const evo_vec2 up = upwards(m->world);
    size_t kept = 0;
    for (uint32_t i = 0; i < l->list.count; ++i) {
        rider r = l->all[i];
        const float *v = m->rows.velocity + row_of(m, i), *shift = m->rows.shift + row_of(m, i);
        if (r.stepped) continue;
        r.way += (double)shift[0] * up.x + (double)shift[1] * up.y;
        r.stepped = 1;
        r.speed = (double)v[0] * up.x + (double)v[1] * up.y;
        if (!number_fits(r.speed) || !number_fits(r.way)) continue;
        for (uint32_t k = 0; k < r.count; ++k) {
            const uint32_t at = m->rider_rows[RIDER_FEET * i + k];
            const contact_block *block = &m->contacts.blocks[at == NONE ? 0 : at / ROW_BLOCK];
            const double push = at == NONE ? 0 : (double)block->first.push[at % ROW_BLOCK];
            r.feet[k].push = number_fits(push) ? push : 0;
        }
        l->all[kept++] = r;
    }
    l->list.count = kept;
}
