#include "event/early.h"

#include <stdlib.h>

#include "core/array.h"
#include "event/now.h"
#include "event/oversize.h"

static bool reserve(event_world *w, size_t more) {
    early_list *e = &w->early;
    size_t count = e->list.count + more;
    return array_reserve(w->memory, &e->all, &e->list.capacity, count, sizeof *e->all)
           && array_reserve(w->memory, &w->search.neighbours, &w->search.capacity,
                            w->particles.count + CELL_SLOTS + NEIGHBOUR_PAD + count,
                            sizeof *w->search.neighbours);
}

bool early_reserve(event_world *w) {
    return reserve(w, 1);
}

bool early_reserve_all(event_world *w) {
    return reserve(w, w->particles.count);
}

/* ---- The list -------------------------------------------------------------------------------- */

/* Entries between two looks at what is past: as many as were kept, and some more. */
enum { EARLY_MORE = 64 };

static void drop_past(event_world *w) {
    early_list *e = &w->early;
    double present = clock_current(&w->clock, w->clock.present);
    size_t kept = 0;
    e->until = -INFINITY;
    for (size_t i = 0; i < e->list.count; ++i) {
        if (e->all[i].number == NO_PARTICLE || !(e->all[i].time > present)) continue;
        e->until = most_of(e->until, e->all[i].time);
        e->all[kept++] = e->all[i];
    }
    e->list.count = kept;
    e->look_at = 2 * kept + EARLY_MORE;
    e->looked = present;
}

/* Of the time for which anything is early: how much may pass between two looks. */
static const double EARLY_PART = 0.25;

void early_look(event_world *w) {
    const early_list *e = &w->early;
    double passed = clock_current(&w->clock, w->clock.present) - e->looked;
    if (e->list.count == 0 || passed < EARLY_PART * (e->until - e->looked)) return;
    drop_past(w);
    if (e->list.count == 0)
        array_trim(w->memory, &w->early.all, &w->early.list.capacity, EARLY_MORE,
                   sizeof *w->early.all);
}

/* A dense table wants each of them once; otherwise there may be many, and it does not matter. */
static bool note_again(event_world *w, uint32_t number) {
    for (size_t i = 0; i < w->early.list.count && w->table.dense; ++i) {
        if (w->early.all[i].number != number) continue;
        w->early.all[i].time = w->view.now;
        w->early.until = most_of(w->early.until, w->view.now);
        return true;
    }
    return false;
}

void early_add(event_world *w, uint32_t number) {
    early_list *e = &w->early;
    bool ahead = w->view.now > clock_current(&w->clock, w->clock.present);
    if (!ahead || note_again(w, number)) return;
    early_crossing made = {w->view.now, number};
    e->all[e->list.count++] = made;
    e->until = most_of(e->until, w->view.now);
    if (e->list.count > e->look_at) drop_past(w);
}

void early_list_all(event_world *w) {
    w->early.list.count = 0;
    w->early.until = -INFINITY;
    if (!(w->view.now > clock_current(&w->clock, w->clock.present))) return;
    for (uint32_t i = 0; i < w->particles.count; ++i)
        w->early.all[i] = (early_crossing){w->view.now, i};
    w->early.list.count = w->particles.count;
    w->early.until = w->view.now;
}

void early_forget(event_world *w, uint32_t number) {
    for (size_t i = 0; i < w->early.list.count; ++i)
        if (w->early.all[i].number == number) w->early.all[i].number = NO_PARTICLE;
}

void early_settle(event_world *w, uint32_t number) {
    particle *p = &w->particles.all[number];
    evo_vec2 at = now_position(w, p);
    early_forget(w, number);
    cells_remove(&w->cells, w->particles.all, number);
    cells_put(&w->cells, w->particles.all, number, at);
}

void early_rebase(event_world *w, double amount) {
    for (size_t i = 0; i < w->early.list.count; ++i) w->early.all[i].time -= amount;
    w->early.until -= amount;
    w->early.looked -= amount;
}

bool early_has(const event_world *w, uint32_t number) {
    for (size_t i = 0; i < w->early.list.count; ++i)
        if (w->early.all[i].number == number && w->early.all[i].time > w->view.now) return true;
    return false;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

static bool is_beside(const cells *c, const particle *a, const particle *b) {
    int32_t columns = abs(a->column - b->column), rows = abs(a->row - b->row);
    bool x = columns <= 1 || (c->periodic && columns == c->columns - 1);
    bool y = rows <= 1 || (c->periodic && rows == c->rows - 1);
    return x && y;
}

size_t early_neighbours(event_world *w, const particle *self, size_t count) {
    const early_list *e = &w->early;
    for (size_t i = 0; i < e->list.count; ++i) {
        uint32_t number = e->all[i].number;
        if (number == NO_PARTICLE || !(e->all[i].time > w->view.now)) continue;
        const particle *p = &w->particles.all[number];
        if (!is_beside(&w->cells, self, p) && !oversize_has(&w->cells, p))
            w->search.neighbours[count++] = number;
    }
    return count;
}
