#include "event/simultaneous.h"

#include "core/array.h"
#include "core/filter.h"
#include "event/cell_neighbours.h"
#include "event/law.h"
#include "event/pair_impact.h"
#include "event/plan.h"
#include "flight/tolerance.h"

bool simultaneous_likely(const event_world *w) {
    double instant = w->view.instant, now = w->view.now;
    if (now - w->clock.last_pair <= instant) return true;
    queue_keys keys = {&w->particles.all->stamp, sizeof *w->particles.all, w->table.firsts};
    const queue_event *second = queue_second(&w->queue, &keys);
    return second && second->time - now <= instant;
}

/* ---- The pairs ------------------------------------------------------------------------------- */

static bool add_particle(event_world *w, uint32_t number) {
    simultaneous_impacts *t = &w->simultaneous;
    size_t count = t->particle_count + 1;
    if (!array_reserve(w->memory, &t->particles, &t->particle_capacity, count, sizeof *t->particles)
        || !array_reserve(w->memory, &t->bodies, &t->body_capacity, count, sizeof *t->bodies)
        || !queue_reserve(&w->queue, count))
        return false;
    t->particles[t->particle_count++] = number;
    return true;
}

static bool add_pair(event_world *w, size_t a, size_t b) {
    simultaneous_impacts *t = &w->simultaneous;
    size_t count = t->pair_count + 1;
    impulse_pair pair = {.a = (uint32_t)a, .b = (uint32_t)b};
    if (!array_reserve(w->memory, &t->pairs, &t->pair_capacity, count, sizeof *t->pairs)
        || !array_reserve(w->memory, &t->impacts, &t->impact_capacity, count, sizeof *t->impacts))
        return false;
    t->pairs[t->pair_count++] = pair;
    return true;
}

static size_t find(const simultaneous_impacts *t, uint32_t number) {
    size_t i = 0;
    while (i < t->particle_count && t->particles[i] != number) ++i;
    return i;
}

/* Whether two disks, of which the first is search.self, touch and approach at the present. */
static bool closes(const event_world *w, uint32_t number, uint32_t other) {
    particle there;
    if ((w->particles.all[number].kind | w->particles.all[other].kind) & PARTICLE_SHAPED)
        return false;
    if (w->rules.filtered
        && !filters_meet(now_kind(w, &w->particles.all[number])->filter,
                         now_kind(w, &w->particles.all[other])->filter))
        return false;
    now_copy(w, other, &there);
    evo_vec2 delta = now_delta(w, &w->search.self, &there);
    double reach = now_radius(w, &w->search.self) + now_radius(w, &there),
           length = vec_length(delta);
    if (length > reach * (1 + TOUCH_MEASURED)) return false;
    double growth_rate = (w->search.self.radius + there.radius) * w->view.growth;
    return vec_dot(vec_sub(there.velocity, w->search.self.velocity), delta) < growth_rate * length;
}

/* Adds the pairs of one particle with all that have not been searched around yet. */
static bool look_around(event_world *w, size_t from) {
    simultaneous_impacts *t = &w->simultaneous;
    uint32_t number = t->particles[from];
    now_copy(w, number, &w->search.self);
    size_t count =
        cells_neighbours(&w->cells, w->particles.all, &w->search.self, w->search.neighbours);
    for (size_t i = 0; i < count; ++i) {
        uint32_t other = w->search.neighbours[i];
        size_t at = find(t, other);
        bool known = at <= from || (from == 0 && at == 1); /* the first pair is there already */
        if (known || !closes(w, number, other)) continue;
        if (at == t->particle_count && !add_particle(w, other)) return false;
        if (!add_pair(w, from, at)) return false;
    }
    return true;
}

bool simultaneous_gather(event_world *w, uint32_t a, uint32_t b) {
    simultaneous_impacts *t = &w->simultaneous;
    t->particle_count = t->pair_count = t->impact_count = t->reported = 0;
    bool found = add_particle(w, a) && add_particle(w, b) && add_pair(w, 0, 1);
    for (size_t i = 0; i < t->particle_count && found; ++i) found = look_around(w, i);
    return found;
}

/* ---- Resolving ------------------------------------------------------------------------------- */

static void set_pair(event_world *w, impulse_pair *pair) {
    const simultaneous_impacts *t = &w->simultaneous;
    uint32_t a = t->particles[pair->a], b = t->particles[pair->b];
    const particle *first = &w->particles.all[a], *second = &w->particles.all[b];
    pair->delta = now_delta(w, first, second);
    pair->arms[0] = vec_scale(pair->delta, first->radius / (first->radius + second->radius));
    pair->arms[1] = vec_sub(pair->arms[0], pair->delta);
    pair->law = pair_impact_law(w, a, b, pair->delta);
}

static event_impact impact_of(const simultaneous_impacts *t, const impulse_pair *pair) {
    return (event_impact){
        .a = t->particles[pair->a],
        .b = t->particles[pair->b],
        .obstacle = NO_PARTICLE,
        .delta = pair->delta,
        .arm = pair->arms[0],
        .speed = pair->result.speed,
        .impulse = pair->result.impulse,
    };
}

event_impact simultaneous_resolve(event_world *w) {
    simultaneous_impacts *t = &w->simultaneous;
    for (size_t i = 0; i < t->particle_count; ++i) now_update(w, t->particles[i]);
    for (size_t i = 0; i < t->particle_count; ++i)
        t->bodies[i] = law_body(w, t->particles[i], vec(0, 0));
    for (size_t i = 0; i < t->pair_count; ++i) set_pair(w, &t->pairs[i]);
    impulses_resolve(t->bodies, t->pairs, t->pair_count);
    for (size_t i = 0; i < t->particle_count; ++i) law_apply(w, t->particles[i], &t->bodies[i]);
    for (size_t i = 0; i < t->pair_count; ++i) {
        t->impacts[i] = impact_of(t, &t->pairs[i]);
        impulse_result made = t->pairs[i].result; /* of disks: along the line of their centres */
        pair_impact_record(w, &t->impacts[i], made.impulse * made.length);
    }
    for (size_t i = 0; i < t->particle_count; ++i) plan_renew(w, t->particles[i]);
    t->impact_count = t->pair_count;
    t->reported = 1;
    return t->impacts[0];
}
