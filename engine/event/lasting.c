#include "event/lasting.h"

#include <assert.h>

#include "event/plan.h"

lasting_key lasting_key_of_pair(uint32_t a, uint32_t part_a, uint32_t b, uint32_t part_b) {
    if (b < a) return lasting_key_of_pair(b, part_b, a, part_a);
    return (lasting_key){.a = a, .b = b, .part_a = part_a, .part_b = part_b};
}

lasting_key lasting_key_of_static(uint32_t number, uint32_t part, uint32_t tag) {
    return (lasting_key){.a = number, .b = NO_PARTICLE, .tag = tag, .part_a = part};
}

/* ---- Room ------------------------------------------------------------------------------------ */

static bool reserve_island(event_world *w, size_t members, size_t contacts) {
    event_island *i = &w->island;
    return array_reserve(w->memory, &i->members, &i->member_capacity, members, sizeof *i->members)
           && array_reserve(w->memory, &i->bodies, &i->body_capacity, 3 * (members + 1),
                            sizeof *i->bodies)
           && array_reserve(w->memory, &i->contacts, &i->contact_capacity, contacts,
                            sizeof *i->contacts)
           && array_reserve(w->memory, &i->rows, &i->row_capacity, contacts, sizeof *i->rows);
}

bool lasting_reserve(event_world *w, size_t more) {
    lasting_contacts *l = &w->lasting;
    particle_store *p = &w->particles;
    size_t held = l->held + 2 * more, contacts = l->living + more;
    return array_reserve(w->memory, &l->all, &l->capacity, l->count + more, sizeof *l->all)
           && array_reserve(w->memory, &p->holds, &p->hold_capacity, p->count, sizeof *p->holds)
           && reserve_island(w, held, contacts) && queue_reserve(&w->queue, held + 2);
}

void lasting_free(event_world *w) {
    event_island *i = &w->island;
    array_free(w->memory, &w->lasting.all, &w->lasting.capacity, sizeof *w->lasting.all);
    array_free(w->memory, &i->members, &i->member_capacity, sizeof *i->members);
    array_free(w->memory, &i->bodies, &i->body_capacity, sizeof *i->bodies);
    array_free(w->memory, &i->contacts, &i->contact_capacity, sizeof *i->contacts);
    array_free(w->memory, &i->rows, &i->row_capacity, sizeof *i->rows);
}

/* ---- One contact ----------------------------------------------------------------------------- */

static bool keys_equal(const lasting_key *a, const lasting_key *b) {
    return a->a == b->a && a->b == b->b && a->tag == b->tag && a->part_a == b->part_a
           && a->part_b == b->part_b;
}

bool lasting_has(const event_world *w, lasting_key key) {
    if (!lasting_any(w, key.a)) return false;
    uint32_t at = w->particles.holds[key.a].first;
    while (at != NO_PARTICLE && !keys_equal(&w->lasting.all[at].key, &key))
        at = lasting_next(&w->lasting.all[at], key.a);
    return at != NO_PARTICLE;
}

/* As it moves now, until its island is solved. */
static void hold(event_world *w, uint32_t number) {
    particle *p = &w->particles.all[number];
    if (p->kind & PARTICLE_HELD) return;
    w->particles.special_count += !particle_is_special(p);
    p->kind |= PARTICLE_HELD;
    ++w->lasting.held;
    w->particles.holds[number] = (particle_hold){.gravity = w->space.gravity,
                                                 .middle = w->view.now,
                                                 .until = w->view.now,
                                                 .first = NO_PARTICLE};
}

void lasting_let_go(event_world *w, uint32_t number) {
    particle *p = &w->particles.all[number];
    assert(p->kind & PARTICLE_HELD && w->particles.holds[number].first == NO_PARTICLE);
    p->kind &= ~PARTICLE_HELD;
    w->particles.special_count -= !particle_is_special(p);
    --w->lasting.held;
}

static uint32_t take_place(lasting_contacts *l) {
    ++l->living;
    if (l->living > l->count) {
        assert(l->count < l->capacity);
        return (uint32_t)l->count++;
    }
    uint32_t at = l->free;
    l->free = l->all[at].next[0];
    return at;
}

static void link(event_world *w, uint32_t number, uint32_t index, int side) {
    if (number == NO_PARTICLE) return;
    hold(w, number);
    w->lasting.all[index].next[side] = w->particles.holds[number].first;
    w->particles.holds[number].first = index;
}

void lasting_begin(event_world *w, lasting_key key) {
    if (lasting_has(w, key)) return;
    w->space.touched = true;
    uint32_t index = take_place(&w->lasting);
    w->lasting.all[index] = (lasting_contact){.key = key};
    link(w, key.a, index, 0);
    link(w, key.b, index, 1);
}

static void unlink(event_world *w, uint32_t number, uint32_t index) {
    if (number == NO_PARTICLE) return;
    uint32_t *at = &w->particles.holds[number].first;
    while (*at != index) at = &w->lasting.all[*at].next[w->lasting.all[*at].key.b == number];
    *at = lasting_next(&w->lasting.all[index], number);
}

void lasting_end(event_world *w, uint32_t index) {
    lasting_contact *c = &w->lasting.all[index];
    unlink(w, c->key.a, index);
    unlink(w, c->key.b, index);
    c->key.a = NO_PARTICLE;
    c->next[0] = w->lasting.free;
    w->lasting.free = index;
    --w->lasting.living;
}

/* ---- Between events -------------------------------------------------------------------------- */

/* What has lost a contact is to be solved. */
static void disturb(event_world *w, uint32_t number) {
    if (number == NO_PARTICLE) return;
    w->particles.holds[number].until = -INFINITY;
    w->lasting.disturbed = true;
}

static void end_disturbing(event_world *w, uint32_t index) {
    lasting_key key = w->lasting.all[index].key;
    lasting_end(w, index);
    disturb(w, key.a);
    disturb(w, key.b);
}

void lasting_end_of(event_world *w, uint32_t number) {
    if (!lasting_any(w, number)) return;
    while (w->particles.holds[number].first != NO_PARTICLE)
        end_disturbing(w, w->particles.holds[number].first);
    lasting_let_go(w, number);
}

static bool is_on(const event_world *w, const lasting_contact *c, uint32_t owner) {
    bool on_obstacle = c->key.b == NO_PARTICLE && c->key.tag >= PLAN_OBSTACLE;
    return on_obstacle && w->obstacles.all[plan_obstacle(c->key.tag)].owner == owner;
}

void lasting_end_on(event_world *w, uint32_t owner) {
    for (size_t i = 0; i < w->lasting.count; ++i)
        if (w->lasting.all[i].key.a != NO_PARTICLE && is_on(w, &w->lasting.all[i], owner))
            end_disturbing(w, (uint32_t)i);
}

void lasting_rebase(event_world *w, double amount) {
    if (w->lasting.held == 0) return;
    for (uint32_t i = 0; i < w->particles.count; ++i)
        if (lasting_any(w, i)) {
            w->particles.holds[i].middle -= amount;
            w->particles.holds[i].until -= amount;
        }
}
