#include "event/island.h"

#include <assert.h>

#include "event/island_tick.h"
#include "event/lasting.h"
#include "event/law.h"
#include "event/plan.h"
#include "event/touching.h"

/* Of the smallest radius: what is farther apart has opened; what is nearer touches. */
static const double OPEN = 1e-3, TOUCHES = 1e-8;

/* Of what gravity adds in a tick: what is slower for so many ticks stands still. */
static const double STILL = 0x1p-6;
enum { STILL_TICKS = 32 };

void island_begin_event(event_world *w) {
    ++w->lasting.event;
}

/* ---- Members --------------------------------------------------------------------------------- */

static void add_member(event_world *w, uint32_t number) {
    event_island *i = &w->island;
    if (number == NO_PARTICLE || island_hold(w, number)->solved == w->lasting.event) return;
    assert(i->member_count < i->member_capacity);
    island_hold(w, number)->solved = w->lasting.event;
    island_hold(w, number)->member = (uint32_t)i->member_count;
    i->members[i->member_count++].particle = number;
}

/* Each contact is met first by that of its particles which is earlier among the members. */
static void collect(event_world *w, uint32_t number) {
    event_island *i = &w->island;
    i->member_count = i->contact_count = 0;
    add_member(w, number);
    for (size_t m = 0; m < i->member_count; ++m) {
        uint32_t self = i->members[m].particle;
        for (uint32_t at = island_hold(w, self)->first; at != NO_PARTICLE;
             at = lasting_next(&w->lasting.all[at], self)) {
            const lasting_key *key = &w->lasting.all[at].key;
            uint32_t other = key->a == self ? key->b : key->a;
            add_member(w, other);
            if (other == NO_PARTICLE || island_hold(w, other)->member > m)
                i->contacts[i->contact_count++] = at;
        }
    }
}

/* The bodies as they move at the present. */
static void begin_members(event_world *w) {
    event_island *i = &w->island;
    i->size = INFINITY;
    for (size_t m = 0; m < i->member_count; ++m) {
        uint32_t number = i->members[m].particle;
        const particle *p = &w->particles.all[number];
        const particle_kind *kind = now_kind(w, p);
        lasting_update(w, number);
        i->bodies[m] = (exact_body){p->velocity, w->particles.rotations[number].spin,
                                    kind->inverse_mass, kind->inverse_inertia};
        i->size = least_of(i->size, p->radius);
    }
    i->bodies[i->member_count] = (exact_body){.spin = 0}; /* the ground */
}

/* ---- At the present -------------------------------------------------------------------------- */

/* What approaches so fast that it bounces, or has opened and closes, is to be met as an impact. */
static bool bounces(const event_world *w, const lasting_contact *c) {
    exact_row row = island_row_of(w, c);
    double speed = -exact_speed(&row, w->island.bodies);
    bool open = c->at.gap > TOUCHES * w->island.size;
    law_meeting at = {c->key.a, c->key.b, c->at.normal, touching_is_curved(w, c)};
    if (!(speed > 0)) return false;
    return !law_is_slow(w, &at, c->restitution, open ? speed : c->restitution * speed);
}

static void end_contact(event_world *w, size_t index) {
    event_island *i = &w->island;
    lasting_end(w, i->contacts[index]);
    i->contacts[index] = i->contacts[--i->contact_count];
}

static void begin_contacts(event_world *w) {
    event_island *i = &w->island;
    for (size_t k = i->contact_count; k-- > 0;) {
        touching_begin(w, island_contact(w, k));
        if (bounces(w, island_contact(w, k))) end_contact(w, k);
    }
}

/* A plastic impact of all that touch and approach. */
static void stop_approaches(event_world *w) {
    event_island *i = &w->island;
    i->row_count = 0;
    for (size_t k = 0; k < i->contact_count; ++k) {
        const lasting_contact *c = island_contact(w, k);
        if (c->at.gap <= TOUCHES * i->size) i->rows[i->row_count++] = island_row_of(w, c);
    }
    island_solve(i, island_tick_slow(w), ISLAND_RUBBING);
    for (size_t m = 0; m < i->member_count; ++m) {
        i->members[m].velocity = i->bodies[m].velocity;
        i->members[m].spin = i->bodies[m].spin;
    }
}

/* ---- Afterwards ------------------------------------------------------------------------------ */

static void add_to_sums(event_world *w) {
    const event_island *i = &w->island;
    for (size_t r = 0; r < i->row_count; ++r)
        if (i->rows[r].b == i->member_count) w->sums.wall_impulse += i->rows[r].impulses[0];
}

/* They move so until the end of the tick. */
static void set_paths(event_world *w) {
    const event_island *i = &w->island;
    for (size_t m = 0; m < i->member_count; ++m) {
        uint32_t number = i->members[m].particle;
        particle *p = &w->particles.all[number];
        particle_hold *hold = island_hold(w, number);
        evo_vec2 v = i->members[m].velocity, change = vec_sub(i->bodies[m].velocity, v);
        double spins = i->bodies[m].spin - i->members[m].spin;
        particle_write_two(&p->velocity.x, v.x, v.y);
        hold->gravity = vec_scale(change, 1 / i->time);
        hold->spin_rate = spins / i->time;
        hold->middle = w->view.now + 0.5 * i->time;
        hold->until = w->view.now + i->time;
        w->particles.rotations[number].spin = i->members[m].spin + 0.5 * spins;
    }
}

static bool presses(const lasting_contact *c) {
    return c->forces[0] > 0;
}

/* At the end of a tick: what opens ends, and all when nothing presses. */
static void end_contacts(event_world *w) {
    event_island *i = &w->island;
    bool any = false;
    for (size_t k = 0; k < i->contact_count; ++k) any |= presses(island_contact(w, k));
    for (size_t k = i->contact_count; k-- > 0;) {
        lasting_contact *c = island_contact(w, k);
        bool opens = c->at.gap > OPEN * i->size;
        if (!presses(c) && (opens || !any)) end_contact(w, k);
    }
}

/* One disk that slides along something straight does so in the same way for longer. */
static void lengthen(event_world *w) {
    const event_island *i = &w->island;
    uint32_t number = i->members[0].particle;
    particle_hold *hold = island_hold(w, number);
    if (i->member_count > 1 || i->contact_count == 0 || hold->spin_rate != 0) return;
    double end = INFINITY;
    for (size_t k = 0; k < i->contact_count; ++k) {
        const lasting_contact *c = island_contact(w, k);
        if (!touching_is_flat(w, c) || !presses(c)) return;
        if (c->forces[1] != 0 || c->belt != 0) return;
        end = least_of(end, touching_end_of_flat(w, c));
    }
    if (w->view.now + end > hold->until) hold->until = w->view.now + end;
}

static bool hardly_moves(const event_world *w, size_t m, double slow) {
    const event_island *i = &w->island;
    double radius = w->particles.all[i->members[m].particle].radius;
    return vec_length(i->bodies[m].velocity) < slow && fabs(i->bodies[m].spin) * radius < slow;
}

static void stop(event_world *w, uint32_t number) {
    particle_hold *hold = island_hold(w, number);
    particle *p = &w->particles.all[number];
    particle_write_two(&p->velocity.x, 0, 0);
    w->particles.rotations[number].spin = hold->spin_rate = 0;
    hold->gravity = vec(0, 0);
    hold->until = INFINITY;
}

static void stop_what_is_still(event_world *w) {
    const event_island *i = &w->island;
    double slow = STILL * vec_length(w->space.gravity) * island_tick_longest(w);
    uint32_t still = UINT32_MAX;
    for (size_t m = 0; m < i->member_count; ++m) {
        uint32_t before = island_hold(w, i->members[m].particle)->still;
        uint32_t ticks = hardly_moves(w, m, slow) ? before + 1 : 0;
        still = ticks < still ? ticks : still;
    }
    for (size_t m = 0; m < i->member_count; ++m) {
        island_hold(w, i->members[m].particle)->still = still;
        if (still >= STILL_TICKS && i->contact_count > 0) stop(w, i->members[m].particle);
    }
}

static void plan_members(event_world *w) {
    const event_island *i = &w->island;
    for (size_t m = 0; m < i->member_count; ++m) {
        uint32_t number = i->members[m].particle;
        if (island_hold(w, number)->first == NO_PARTICLE) lasting_let_go(w, number);
    }
    for (size_t m = 0; m < i->member_count; ++m) plan_renew(w, i->members[m].particle);
}

/* At the end of a tick contacts may end, too. What has just met would meet at once again. */
static void follow(event_world *w, uint32_t number, bool ends) {
    collect(w, number);
    begin_members(w);
    begin_contacts(w);
    stop_approaches(w);
    island_tick_solve(w);
    add_to_sums(w);
    set_paths(w);
    if (ends) end_contacts(w);
    lengthen(w);
    stop_what_is_still(w);
    plan_members(w);
}

void island_follow(event_world *w, const uint32_t *numbers, size_t count) {
    for (size_t i = 0; i < count; ++i)
        if (lasting_any(w, numbers[i]) && island_hold(w, numbers[i])->solved != w->lasting.event)
            follow(w, numbers[i], false);
    for (size_t i = 0; i < count; ++i)
        if (!lasting_any(w, numbers[i])) plan_renew(w, numbers[i]);
}

void island_tick(event_world *w, uint32_t number) {
    follow(w, number, true);
}

void island_follow_disturbed(event_world *w) {
    w->lasting.disturbed = false;
    w->view.now = clock_current(&w->clock, w->clock.present);
    island_begin_event(w);
    for (uint32_t i = 0; i < w->particles.count; ++i)
        if (lasting_any(w, i) && island_hold(w, i)->until == -INFINITY) island_follow(w, &i, 1);
}
