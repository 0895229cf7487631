/* touches.c: contacts at the time of an impact, and overlaps before the first one. */
#include "exact/private.h"

#include <assert.h>

#include "core/core.h"
#include "exact/exact.h"
#include "flight/flight.h"
#include "narrow/narrow.h"
#include "shape/shape.h"

/* ==== Touches ================================================================================= */

/* Contacts that are due at the time of an event. In: a plan; out: contacts of its particles, and of
 * particles that touch these, with their laws, in w->instant. Invariant: a contact counts if it
 * approaches, or if it is plastic and may close. */

/* Fraction of the size: largest gap of a second touch that is due at the same time. */
static const double DUE_SECOND = 1e-7;

/* ---- One contact ----------------------------------------------------------------------------- */

/* A contact that may be due. */
typedef struct touch {
    instant_contact contact;
    double gap, most; /* `most`: the largest gap at which it is due */
    bool curved;      /* either is more than a disk, or something straight */
} touch;

static impulse_body impulse_side(const event_world *w, uint32_t number) {
    const particle *p = &w->particles.all[number];
    impulse_body body = law_body(w, number, vec(0, 0));
    body.velocity = particle_velocity_after(p, w->view.now - p->time, w->space.gravity);
    return body;
}

static double approach_of(const event_world *w, const instant_contact *c) {
    impulse_body a = impulse_side(w, c->bodies[0]), b = c->ground;
    if (c->bodies[1] != INSTANT_GROUND) b = impulse_side(w, c->bodies[1]);
    a.arm = c->arms[0];
    b.arm = c->arms[1];
    return law_approach(&a, &b, vec_unit(c->delta, vec(1, 0))) + c->law.growth_rate;
}

static bool add_contact(touch_search *s, instant_contact *c, bool curved) {
    const law_meeting meets = {c->bodies[0], c->bodies[1], curved};
    const double restitution = c->law.restitution;
    assert((c->approach > 0 || restitution == 0 || c == &s->nearest)
           && "a contact approaches, or is plastic, or was planned");
    if (c->approach > 0 || c == &s->nearest) law_hop(s->w, &meets, c->approach, &c->law);
    c->together = c->law;
    c->together.restitution = most_of(restitution, least_of(c->law.restitution, HOP_TOGETHER));
    return instant_add(&s->w->instant, &s->host, c);
}

/* Adds a contact that is due. False: out of memory. */
static bool offer(touch_search *s, touch *t) {
    instant_contact *c = &t->contact;
    c->approach = approach_of(s->w, c);
    const bool may_close = s->phase == TOUCH_AROUND && c->law.restitution == 0
                           && c->approach > -s->w->rules.rounding_speed;
    if (t->gap <= t->most && (c->approach > 0 || may_close)) return add_contact(s, c, t->curved);
    if (s->phase == TOUCH_PLANNED && t->gap < s->gap) {
        s->nearest = *c;
        s->gap = t->gap;
    }
    return true;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* Finds the nearest touch, and the second one of shapes that touch twice; returns their number. */
static int find_couple_touches(const couple *two, double size, meeting found[TOUCHES]) {
    const bool twice =
        couple_has(two, EVO_RING) || touches_faces(two->at[0].shape, two->at[1].shape);
    meeting both[TOUCHES];
    found[0] = couple_nearest(two);
    if (!twice || found[0].gap > DUE * TOUCH_MEASURED * size) return 1;
    const double margin = most_of(found[0].gap, 0) + DUE_SECOND * size;
    if (couple_touches(two, vec(0, 0), margin, both) < 2) return 1;
    found[0] = both[0];
    found[1] = both[1];
    return 2;
}

/* Returns the speed at which growth closes the gap along the normal, whose length is 1. */
static double growth_rate_of(const event_world *w, const instant_contact *c) {
    double along = vec_dot(c->arms[0], c->delta);
    if (c->bodies[1] != INSTANT_GROUND) along -= vec_dot(c->arms[1], c->delta);
    return along * now_growth(w);
}

/* Offers all touches of two parts; the contact's law and bodies are known. */
static bool offer_parts(touch_search *s, const couple *two, instant_contact contact, bool curved) {
    const double size = shape_reach(two->at[0].shape) + shape_reach(two->at[1].shape);
    meeting found[TOUCHES];
    const int count = find_couple_touches(two, size, found);
    for (int i = 0; i < count; ++i) {
        touch t = {contact, found[i].gap, DUE * TOUCH_MEASURED * size, curved};
        if (i > 0 || count > 1) t.most = DUE_SECOND * size;
        t.contact.delta = found[i].normal;
        t.contact.ground.velocity =
            vec_along(contact.ground.velocity, -s->belt, vec_left(found[i].normal));
        t.contact.arms[0] = found[i].point_a;
        t.contact.arms[1] = vec_sub(found[i].point_b, two->poses[1].position);
        t.contact.law.growth_rate = growth_rate_of(s->w, &t.contact);
        if (!offer(s, &t)) return false;
    }
    return true;
}

/* ---- Particles ------------------------------------------------------------------------------- */

double touches_gap(const event_world *w, uint32_t a, uint32_t b, evo_vec2 delta) {
    double gap = INFINITY;
    for (particle_part x = now_parts(w, a); now_next_part(w, &x);)
        for (particle_part y = now_parts(w, b); now_next_part(w, &y);) {
            const couple both =
                couple_of(x.shape, now_angle(w, a), y.shape, delta, now_angle(w, b));
            if (filters_meet(x.filter, y.filter)) gap = least_of(gap, couple_nearest(&both).gap);
        }
    return gap;
}

impulse_law touches_law_of_disks(const event_world *w, uint32_t a, uint32_t b) {
    const particle *first = &w->particles.all[a], *second = &w->particles.all[b];
    impulse_law law = law_of(w, &now_kind(w, first)->material, &now_kind(w, second)->material);
    law.growth_rate = (first->radius + second->radius) * w->view.growth;
    return law;
}

static bool offer_disks(touch_search *s, uint32_t a, uint32_t b, evo_vec2 delta, double reach) {
    const double share = s->w->particles.all[a].radius
                         / (s->w->particles.all[a].radius + s->w->particles.all[b].radius);
    touch t = {.contact = {.bodies = {a, b}, .delta = delta},
               .gap = vec_length(delta) - reach,
               .most = TOUCH_MEASURED * reach};
    t.contact.arms[0] = vec_scale(delta, share);
    t.contact.arms[1] = vec_sub(t.contact.arms[0], delta);
    t.contact.law = touches_law_of_disks(s->w, a, b);
    return offer(s, &t);
}

static bool offer_shaped(touch_search *s, uint32_t a, uint32_t b, evo_vec2 delta) {
    const event_world *w = s->w;
    for (particle_part x = now_parts(w, a); now_next_part(w, &x);)
        for (particle_part y = now_parts(w, b); now_next_part(w, &y);) {
            if (!filters_meet(x.filter, y.filter)) continue;
            const couple both =
                couple_of(x.shape, now_angle(w, a), y.shape, delta, now_angle(w, b));
            const instant_contact contact = {.bodies = {a, b},
                                             .law = law_of(w, x.material, y.material)};
            if (!offer_parts(s, &both, contact, true)) return false;
        }
    return true;
}

/* Offers contacts of two particles, of which the first is given at the present. */
static bool offer_pair(touch_search *s, const particle *self, uint32_t a, uint32_t b, double near) {
    const event_world *w = s->w;
    particle there;
    now_copy(w, b, &there);
    const evo_vec2 delta = now_delta(w, self, &there);
    const double reach = now_radius(w, self) + now_radius(w, &there);
    if (vec_length(delta) > reach * (1 + near)) return true;
    if (particle_is_shaped(self) || particle_is_shaped(&there)) return offer_shaped(s, a, b, delta);
    return offer_disks(s, a, b, delta, reach);
}

/* ---- Walls and obstacles --------------------------------------------------------------------- */

static bool offer_wall(touch_search *s, const particle *self, uint32_t number, cell_side side) {
    const event_world *w = s->w;
    const border_particle guest = {self, w->space.gravity, now_radius(w, self), 0};
    const evo_material *own = &now_kind(w, self)->material;
    touch t = {.contact = {.bodies = {number, INSTANT_GROUND},
                           .pair = PLAN_WALL + (uint32_t)side,
                           .delta = borders_direction(side),
                           .law = law_of(w, own, &w->space.wall)},
               .gap = borders_wall_gap(&w->borders, &guest, side),
               .most = TOUCH_MEASURED * guest.radius};
    const double belt = -(own->surface_speed + w->space.wall.surface_speed);
    t.contact.arms[0] = vec_scale(t.contact.delta, guest.radius);
    t.contact.law.growth_rate = self->radius * w->view.growth;
    t.contact.ground.velocity = vec_scale(vec_left(t.contact.delta), -belt);
    return offer(s, &t);
}

/* Offers contacts of all parts of a particle, which is at this position of the world, with an
 * obstacle. */
static bool offer_obstacle(touch_search *s, uint32_t number, obstacle_image which, evo_vec2 here) {
    const event_world *w = s->w;
    const particle *p = &w->particles.all[number];
    const obstacle *at = &w->obstacles.all[which.number];
    const evo_flight there = obstacle_at(&w->obstacles, which, now_elapsed(w), here);
    const bool curved = at->shape.kind != EVO_SEGMENT || particle_is_shaped(p);
    if (at->sensor || !obstacle_is_for(at, p)) return true;
    for (particle_part part = now_parts(w, number); now_next_part(w, &part);) {
        if (!filters_meet(part.filter, at->filter)) continue;
        const couple both =
            couple_of(part.shape, now_angle(w, number), &at->shape, there.position, there.angle);
        const instant_contact contact = {.bodies = {number, INSTANT_GROUND},
                                         .pair = plan_of_obstacle(which.number, false),
                                         .ground = {.velocity = there.velocity, .spin = there.spin},
                                         .law = law_of(w, part.material, &at->material)};
        s->belt = -(part.material->surface_speed + at->material.surface_speed);
        const bool added = offer_parts(s, &both, contact, curved);
        s->belt = 0;
        if (!added) return false;
    }
    return true;
}

/* Offers contacts with walls and obstacles: with the one of a tag (`one`), or with all others. */
static bool offer_statics(touch_search *s, const particle *self, uint32_t number, uint32_t tag,
                          bool one) {
    const event_world *w = s->w;
    obstacle_walk near = obstacles_near(&w->obstacles, &w->cells, self);
    const bool walled = now_meets_walls(w, self);
    const evo_vec2 here = now_position(w, self);
    for (uint32_t side = 0; walled && side < CELL_SIDES; ++side)
        if ((PLAN_WALL + side == tag) == one && !offer_wall(s, self, number, (cell_side)side))
            return false;
    for (obstacle_image which; obstacles_next(&w->obstacles, &near, &which);)
        if ((plan_of_obstacle(which.number, false) == tag) == one
            && !offer_obstacle(s, number, which, here))
            return false;
    return true;
}

/* ---- A search -------------------------------------------------------------------------------- */

/* Orders by number: so the order of slots in cells, which depends on the past, changes no bit. */
static bool offer_neighbours(touch_search *s, const particle *self, uint32_t place) {
    event_world *w = s->w;
    const uint32_t number = w->instant.bodies[place].number;
    size_t count = cells_neighbours(&w->cells, w->particles.all, self, w->search.neighbours);
    sort_numbers(w->search.neighbours, count);
    for (size_t i = 0; i < count; ++i) {
        const uint32_t other = w->search.neighbours[i], at = instant_place(&w->instant, other);
        const bool known = at <= place || (place == 0 && s->entry->other == other);
        if (known) continue;
        if (w->rules.filtered && !now_filters_meet(w, self, &w->particles.all[other])) continue;
        if (!offer_pair(s, self, number, other, DUE * TOUCH_MEASURED)) return false;
    }
    return true;
}

static bool add_touches(void *context, uint32_t place) {
    touch_search *s = context;
    const uint32_t number = s->w->instant.bodies[place].number;
    const bool planner = place == 0 && s->entry->other == number;
    particle self;
    now_copy(s->w, number, &self);
    s->phase = TOUCH_AROUND;
    if (s->around && !offer_neighbours(s, &self, place)) return false;
    return offer_statics(s, &self, number, planner ? s->entry->tag : PLAN_CROSS, false);
}

static impulse_body side_of_particle(void *context, uint32_t number) {
    const touch_search *s = context;
    return impulse_side(s->w, number);
}

void touches_begin(touch_search *s, event_world *w, const pair_entry *planned, bool around) {
    *s = (touch_search){.w = w, .around = around, .entry = planned, .gap = INFINITY};
    s->host = (instant_host){s, side_of_particle, add_touches};
}

bool touches_planned(touch_search *s, uint32_t number) {
    particle self;
    now_copy(s->w, number, &self);
    const bool alone = s->entry->other == number;
    const bool offered = alone ? offer_statics(s, &self, number, s->entry->tag, true)
                               : offer_pair(s, &self, number, s->entry->other, INFINITY);
    if (!offered) return false;
    if (s->w->instant.contact_count > 0 || s->gap == INFINITY) return true;
    s->nearest.law.min_speed = LAW_PARTS * s->w->rules.rounding_speed;
    return add_contact(s, &s->nearest, true);
}

/* ==== Overlaps ================================================================================ */

/* Overlaps at the present. In: particles in their cells; out: whether any overlap by more than
 * rounding, and which are in sensors. */

static bool overlaps_particle(const event_world *w, uint32_t a, uint32_t b) {
    particle first, second;
    now_copy(w, a, &first);
    now_copy(w, b, &second);
    evo_vec2 delta = now_delta(w, &first, &second);
    double reach = first.radius + second.radius, gap = vec_length(delta) - reach;
    if (!(gap < -OVERLAP_ROUNDING * reach)) return false;
    if (particle_is_shaped(&first) || particle_is_shaped(&second))
        gap = touches_gap(w, a, b, delta);
    return now_filters_meet(w, &first, &second) && gap < -OVERLAP_ROUNDING * reach;
}

static bool overlaps_obstacle(const event_world *w, uint32_t number, obstacle_image which,
                              double by) {
    particle p;
    now_copy(w, number, &p);
    const obstacle *at = &w->obstacles.all[which.number];
    if (!obstacle_is_for(at, &p)) return false;
    evo_flight there = obstacle_at(&w->obstacles, which, now_elapsed(w), now_position(w, &p));
    for (particle_part part = now_parts(w, number); now_next_part(w, &part);) {
        const couple both =
            couple_of(part.shape, now_angle(w, number), &at->shape, there.position, there.angle);
        if (part_meets_obstacle(&part, at) && couple_nearest(&both).gap < -by) return true;
    }
    return false;
}

static bool overlaps_wall(const event_world *w, uint32_t number) {
    const particle *p = &w->particles.all[number];
    border_particle self = {p, vec(0, 0), p->radius, 0};
    for (int side = 0; now_meets_walls(w, p) && side < CELL_SIDES; ++side)
        if (borders_wall_gap(&w->borders, &self, (cell_side)side) < -OVERLAP_ROUNDING * p->radius)
            return true;
    return false;
}

static bool note_overlap(event_world *w, uint32_t a, uint32_t b) {
    w->limits.overlap[0] = a;
    w->limits.overlap[1] = b;
    return true;
}

static bool note_obstacle(event_world *w, uint32_t number, uint32_t which) {
    const uint32_t owner = w->obstacles.all[which].owner;
    return note_overlap(w, number,
                        owner == NONE ? NO_PARTICLE : w->space.bodies->colliders[owner].body);
}

bool overlaps_one(event_world *w, uint32_t number) {
    const particle *p = &w->particles.all[number];
    size_t count = now_neighbours(w, p, w->search.neighbours);
    for (size_t i = 0; i < count; ++i)
        if (w->search.neighbours[i] != number
            && overlaps_particle(w, number, w->search.neighbours[i]))
            return note_overlap(w, number, w->search.neighbours[i]);
    obstacle_walk near = obstacles_near(&w->obstacles, &w->cells, p);
    for (obstacle_image which; obstacles_next(&w->obstacles, &near, &which);)
        if (!w->obstacles.all[which.number].sensor
            && overlaps_obstacle(w, number, which, OVERLAP_ROUNDING * p->radius))
            return note_obstacle(w, number, which.number);
    return overlaps_wall(w, number) && note_overlap(w, number, NO_PARTICLE);
}

/* Tests first whether a periodic box is wide enough for each particle, and has enough cells. */
bool overlaps_any(event_world *w) {
    const cells *c = &w->cells;
    const evo_vec2 box = vec_sub(w->space.bounds.max, w->space.bounds.min);
    const bool narrow = 2 * w->particles.max_radius > least_of(box.x, box.y);
    const int32_t least = slide_is_on(w) ? (int32_t)SLIDE_COLUMNS : (int32_t)CELLS_MIN;
    if (w->space.periodic && (narrow || c->columns < least || c->rows < CELLS_MIN))
        return note_overlap(w, NO_PARTICLE, NO_PARTICLE);
    for (uint32_t i = 0; i < w->particles.count; ++i)
        if (event_has(w, i) && overlaps_one(w, i)) return true;
    return false;
}

bool overlaps_late(event_world *w, uint32_t number, uint32_t which) {
    obstacle_image all[IMAGES];
    const int images = obstacles_images(&w->cells, which, all);
    for (int i = 0; i < images; ++i)
        if (overlaps_obstacle(w, number, all[i],
                              OVERLAP_ROUNDING * w->particles.all[number].radius))
            return note_obstacle(w, number, which);
    return false;
}

/* ---- Sensors --------------------------------------------------------------------------------- */

bool overlaps_find_sensors_of(event_world *w, uint32_t number) {
    const uint32_t visitor = now_visitor(w, number);
    obstacle_walk near = obstacles_near(&w->obstacles, &w->cells, &w->particles.all[number]);
    for (obstacle_image which; obstacles_next(&w->obstacles, &near, &which);) {
        const obstacle *at = &w->obstacles.all[which.number];
        if (!at->sensor || !overlaps_obstacle(w, number, which, 0)
            || sensor_overlaps_has(&w->sensors, visitor, at->owner))
            continue;
        if (!sensor_overlaps_reserve(&w->sensors, w->memory, 1)) return false;
        sensor_overlaps_add(&w->sensors, visitor, at->owner);
    }
    return true;
}

bool overlaps_find_sensors(event_world *w) {
    for (uint32_t i = 0; i < w->particles.count; ++i)
        if (event_has(w, i) && !overlaps_find_sensors_of(w, i)) return false;
    return true;
}
