/* collider.c: colliders of bodies: their records, and the forms that lanes read. In: sound configs;
 * out: records in lists of their bodies. Invariant: making or destroying a collider costs the same,
 * however many its body has, unless contacts move that body and it is weighed again. */
#include <assert.h>

#include "body/body.h"
#include "shape/shape.h"

MACHINE_PLAIN

/* Number of forms beyond the last that lanes read. */
enum { LANES_BEYOND = 8 };

static bool reserve_colliders(body_store *s, size_t more) {
    const size_t needed = s->collider_count + more + LANES_BEYOND;
    return known_reserve(&s->known, s->memory, KNOWN_COLLIDER, s->collider_list.count + more, more)
           && still_reserve(s, STILL_GONE, s->collider_list.count + more)
           && ARRAY_RESERVE(s->memory, s->colliders, s->collider_list.capacity,
                            s->collider_list.count + more)
           && ARRAY_RESERVE(s->memory, s->links, s->link_capacity, needed)
           && (!s->stepped
               || (ARRAY_RESERVE(s->memory, s->forms, s->form_capacity, needed)
                   && ARRAY_RESERVE(s->memory, s->places, s->place_capacity, needed)
                   && ARRAY_RESERVE(s->memory, s->turns, s->turn_capacity, needed)
                   && ARRAY_RESERVE(s->memory, s->sweeps, s->sweep_capacity, needed)));
}

void collider_mark(body_store *s, uint32_t slot, int flag, bool on) {
    collider_link *link = &s->links[slot];
    const int was = link->flags;
    link->flags = (uint8_t)((was & ~flag) | (on ? flag : 0));
    s->filtered += (uint32_t)((link->flags & COLLIDER_FILTERED) != 0)
                   - (uint32_t)((was & COLLIDER_FILTERED) != 0);
    s->one_ways += (uint32_t)((link->flags & COLLIDER_ONE_WAY) != 0)
                   - (uint32_t)((was & COLLIDER_ONE_WAY) != 0);
}

static void mark_sibling(body_store *s, uint32_t id, bool on) {
    collider_mark(s, s->colliders[id].slot, COLLIDER_SIBLINGS, on);
}

/* Marks siblings, colliders of one body, which never meet: those from `first` on, and all of a body
 * that has got its second one, or has one left. */
static void mark_siblings(body_store *s, const body_record *record, uint32_t first) {
    const bool several = record->first_collider != record->last_collider;
    if (record->first_collider == NONE) return;
    mark_sibling(s, record->first_collider, several);
    mark_sibling(s, record->last_collider, several);
    EACH_COLLIDER_FROM (c, s, first) mark_sibling(s, c, several);
}

/* Sets marks and wanted events of a collider, by its rules. Colliders that are not masked meet each
 * other, but for their groups. */
static void mark_rules(body_store *s, collider_record *record) {
    const shape_rules *rules = &collider_entry(record)->rules;
    const evo_filter *filter = &rules->filter;
    const int32_t group = filter->group;
    const int16_t fits = (int16_t)(group >= INT16_MIN && group <= INT16_MAX ? group : 0);
    const bool masked =
        rules->no_sensors || filter->category != 0 || filter->mask != 0 || group != fits;
    s->links[record->slot].group = fits;
    collider_mark(s, record->slot, COLLIDER_MASKED, masked);
    collider_mark(s, record->slot, COLLIDER_FILTERED, masked || group != 0);
    collider_mark(s, record->slot, COLLIDER_ONE_WAY, rules_are_one_way(rules));
    record->wants = (uint8_t)(rules->flags == 0 ? COLLIDER_WANTS : rules->flags);
    if (rules->flags & EVO_QUIET) record->wants = 0;
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

evo_collider_config collider_config_of(const body_store *s, const collider_record *record) {
    const shape_rules *rules = &collider_entry(record)->rules;
    return (evo_collider_config){.shape = collider_shape(record),
                                 .material = s->materials.all[record->material],
                                 .filter = filter_shown(rules->filter),
                                 .sensor = record->sensor,
                                 .flags = rules->flags,
                                 .no_sensors = rules->no_sensors,
                                 .one_way = rules->one_way,
                                 .tag = record->tag};
}

bool collider_own_shape(body_store *s, uint32_t id) {
    collider_record *record = &s->colliders[id];
    shape_entry *entry = collider_entry(record);
    if (entry->number == NONE) return true;
    shape_entry *own = shapes_take(&s->shapes, s->memory, record->shape, &entry->rules, false);
    if (!own) return false;
    assert(own->corners == entry->corners && "equal corners have one number");
    record->shape = &own->shape;
    shapes_give(&s->shapes, s->memory, entry);
    return true;
}

/* Gives the first collider a shape of its own before its body gets more colliders. */
static bool own_first(body_store *s, uint32_t body) {
    const uint32_t first = s->records[body].first_collider;
    return first == NONE || collider_own_shape(s, first);
}

/* ---- Shared data of colliders ---------------------------------------------------------------- */

/* Takes all shared data, or nothing and returns false. `alone`: no other collider is on the body;
 * its shape is shared if it lies about the centre of mass for good. */
static bool take_shares(body_store *s, uint32_t body, const evo_collider_config *config, bool alone,
                        collider_shares *of) {
    const evo_shape *shape = &config->shape;
    const body_record *owner = &s->records[body];
    const bool about = alone && vec_is_zero(shape->center) && vec_is_zero(owner->center)
                       && !(owner->mass_set && !vec_is_zero(body_forces_of(s, body).center_set));
    const shape_rules rules = {filter_stored(config->filter), config->flags, config->no_sensors,
                               config->one_way};
    of->entry = shapes_take(&s->shapes, s->memory, shape, &rules, about);
    if (!of->entry) return false;
    of->material = materials_take(&s->materials, s->memory, &config->material);
    if (of->material != MATERIALS_MOST) return true;
    shapes_give(&s->shapes, s->memory, of->entry);
    return false;
}

static void give_shares(body_store *s, const collider_shares *of) {
    materials_give(&s->materials, of->material);
    shapes_give(&s->shapes, s->memory, of->entry);
}

static collider_shares shares_of(const collider_record *record) {
    return (collider_shares){record->material, collider_entry(record)};
}

static void use_shares(body_store *s, collider_record *record, const collider_shares *of) {
    record->shape = &of->entry->shape;
    record->material = s->links[record->slot].material = of->material;
    s->links[record->slot].corners = of->entry->corners;
}

void colliders_free(body_store *s) {
    for (uint32_t slot = 0; slot < s->collider_count; ++slot) {
        const collider_shares of = shares_of(collider_at(s, slot));
        give_shares(s, &of);
    }
}

/* Makes a collider for which there is room, at the end of its body's list. */
static uint32_t append(body_store *s, uint32_t body, const evo_collider_config *config,
                       const collider_shares *of) {
    body_record *owner = &s->records[body];
    const uint32_t slot = s->collider_count++;
    uint32_t id = s->collider_free;
    while (id < s->collider_list.count
           && (s->colliders[id].generation % 2 == 1 || s->colliders[id].buried))
        ++id;
    s->collider_free = id + 1;
    if (id == s->collider_list.count) s->colliders[s->collider_list.count++] = (collider_record){0};
    assert(s->colliders[id].generation % 2 == 0 && "a free id is of no collider");
    assert((s->colliders[id].generation == 0 || !s->colliders[id].buried)
           && "the next step may tell of who had the id");
    assert(s->collider_count + LANES_BEYOND <= s->link_capacity && "room was made");
    assert((of->entry->number == NONE || owner->last_collider == NONE)
           && "only a sole collider shares its shape");
    const int flags =
        (config->sensor ? COLLIDER_SENSOR : 0) | (owner->first_edge == NONE ? 0 : COLLIDER_JOINED);
    s->sensors += config->sensor;
    s->thinnest = least_of(s->thinnest, of->entry->thickness);
    const collider_record *gone = &s->colliders[id];
    const known_life life = {id, gone->generation, gone->birth};
    known_note(&s->known, KNOWN_COLLIDER, life, gone->user);
    s->colliders[id] = (collider_record){
        .generation = gone->generation + 1,
        .slot = slot,
        .body = body,
        .next = NONE,
        .first_seam = NONE,
        .sensor = config->sensor,
        .material = of->material,
        .shape = &of->entry->shape,
        .birth = known_birth(&s->known, KNOWN_COLLIDER, id, gone->generation + 1),
        .user = config->user,
        .tag = config->tag,
    };
    still_change(s, STILL_GONE, id);
    of->entry->previous = owner->last_collider;
    s->links[slot] = (collider_link){.id = id,
                                     .number = s->next_number++,
                                     .body = owner->slot,
                                     .corners = of->entry->corners,
                                     .joined = edges_bits(s, body),
                                     .material = of->material,
                                     .kind = FORM_DISK,
                                     .flags = (uint8_t)flags};
    mark_rules(s, &s->colliders[id]);
    assert((owner->first_collider == NONE) == (owner->last_collider == NONE));
    if (owner->last_collider == NONE)
        owner->first_collider = id;
    else
        s->colliders[owner->last_collider].next = id;
    owner->last_collider = id;
    return id;
}

/* Settles slots, mass and forms of a body that got colliders from `first` on. */
static void settle_body(body_store *s, uint32_t body, uint32_t first) {
    const bool active = body_is_active(s, body);
    mark_siblings(s, &s->records[body], first);
    EACH_COLLIDER_FROM (c, s, first) collider_set_active(s, c, active);
    mass_update_run(s, body, (collider_run){first, NONE});
}

uint32_t colliders_create(body_store *s, uint32_t body, const evo_collider_config *config) {
    collider_shares of;
    assert(!bodies_are_full(s, 1));
    const bool alone = s->records[body].first_collider == NONE;
    if (!reserve_colliders(s, 1) || !own_first(s, body)
        || !take_shares(s, body, config, alone, &of))
        return NONE;
    const uint32_t id = append(s, body, config, &of);
    settle_body(s, body, id);
    return id;
}

/* Settles marks, mass and forms after a change. */
static void settle_change(body_store *s, uint32_t id) {
    collider_record *record = &s->colliders[id];
    mark_rules(s, record);
    mass_update_run(s, record->body, (collider_run){id, record->next});
    if (record->slot < s->collider_awake) collider_stray(s, id);
}

bool colliders_change(body_store *s, uint32_t id, const evo_collider_config *config,
                      collider_shares *before) {
    collider_record *record = &s->colliders[id];
    collider_shares of;
    const body_record *owner = &s->records[record->body];
    const shape_entry *entry = collider_entry(record);
    assert(record->generation % 2 == 1 && "what is changed lives");
    const bool alone = owner->first_collider == owner->last_collider && entry->chain == NONE;
    if (!take_shares(s, record->body, config, alone, &of)) return false;
    *before = shares_of(record);
    seams_unlink(s, id);
    s->thinnest = least_of(s->thinnest, of.entry->thickness);
    of.entry->previous = entry->previous;
    of.entry->chain = entry->chain;
    use_shares(s, record, &of);
    settle_change(s, id);
    return true;
}

void colliders_keep_change(body_store *s, const collider_shares *before) {
    give_shares(s, before);
}

void colliders_unchange(body_store *s, uint32_t id, const collider_shares *before) {
    collider_record *record = &s->colliders[id];
    const collider_shares now = shares_of(record);
    give_shares(s, &now);
    use_shares(s, record, before);
    settle_change(s, id);
}

void colliders_settle(body_store *s) {
    s->settled = s->next_number;
    ++s->steps;
    while (s->first_buried != NONE) {
        uint32_t id = s->first_buried;
        assert(s->colliders[id].buried && "the list is of what was buried");
        s->first_buried = s->colliders[id].next;
        s->colliders[id].buried = false;
        still_change(s, STILL_GONE, id);
        if (id < s->collider_free) s->collider_free = id;
    }
}

/* Takes a collider's slot away, and its id out of use: an id that the last step knew is buried. */
static void take_away(body_store *s, uint32_t id) {
    collider_record *record = &s->colliders[id];
    body_record *owner = &s->records[record->body];
    assert(record->generation % 2 == 1 && "a collider goes once");
    collider_set_active(s, id, false);
    const uint32_t previous = collider_entry(record)->previous;
    assert((previous == NONE) == (owner->first_collider == id) && "the first has none before it");
    assert((record->next == NONE) == (owner->last_collider == id) && "the last has none behind it");
    if (previous != NONE)
        s->colliders[previous].next = record->next;
    else
        owner->first_collider = record->next;
    if (record->next != NONE)
        collider_entry(&s->colliders[record->next])->previous = previous;
    else
        owner->last_collider = previous;
    const uint32_t slot = record->slot, number = s->links[slot].number;
    seams_unlink(s, id);
    collider_mark(s, slot, COLLIDER_FILTERED | COLLIDER_ONE_WAY, false);
    s->unround -= s->links[slot].kind != FORM_DISK;
    s->sensors -= record->sensor;
    assert(s->filtered < s->collider_count && s->one_ways < s->collider_count
           && s->unround < s->collider_count && s->sensors < s->collider_count
           && "what goes is counted no more");
    const collider_shares of = shares_of(record);
    give_shares(s, &of);
    colliders_swap(s, slot, --s->collider_count);
    still_change(s, STILL_BODY, record->body);
    still_change(s, STILL_GONE, id);
    ++record->generation;
    record->body_generation = owner->generation;
    if (number < s->settled) {
        record->buried = true;
        record->next = s->first_buried;
        s->first_buried = id;
    } else if (id < s->collider_free) {
        s->collider_free = id;
    }
}

void colliders_destroy(body_store *s, collider_run run) {
    const uint32_t body = s->colliders[run.first].body;
    for (uint32_t id = run.first, next; id != run.until; id = next) {
        next = s->colliders[id].next;
        take_away(s, id);
    }
    mark_siblings(s, &s->records[body], NONE);
    mass_update_run(s, body, (collider_run){NONE, NONE});
}

void colliders_destroy_all(body_store *s, uint32_t body) {
    while (s->records[body].first_collider != NONE) take_away(s, s->records[body].first_collider);
}

void colliders_uncreate(body_store *s, uint32_t first) {
    const uint32_t body = s->colliders[first].body;
    for (uint32_t last = NONE; last != first;) {
        last = s->records[body].last_collider;
        --s->next_number;
        colliders_destroy(s, (collider_run){last, NONE});
        s->colliders[last].generation -= 2;
        s->colliders[last].birth = 0;
        s->colliders[last].user = NULL;
        s->colliders[last].tag = 0;
        if (s->colliders[last].generation == 0 && last + 1 == s->collider_list.count)
            --s->collider_list.count;
    }
}

/* ---- Chains ---------------------------------------------------------------------------------- */

int chain_link_count(const evo_chain_config *config) {
    return config->count - (config->loop ? 0 : 1);
}

uint32_t chain_create_links(body_store *s, const chain_links *links) {
    const evo_chain_config *c = links->config;
    const int count = chain_link_count(c);
    assert(!bodies_are_full(s, (size_t)count));
    if (!reserve_colliders(s, (size_t)count) || !own_first(s, links->body)) return NONE;
    uint32_t first = NONE;
    for (int i = 0; i < count; ++i) {
        evo_collider_config config = {
            .shape = evo_segment(c->points[i], c->points[i + 1 < c->count ? i + 1 : 0]),
            .material = c->material_count > 0 ? c->materials[i] : c->material,
            .filter = c->filter,
            .user = c->user,
            .tag = c->tag};
        config.shape.of.segment.one_sided = !c->two_sided;
        collider_shares of;
        if (!take_shares(s, links->body, &config, false, &of)) {
            if (first != NONE) colliders_uncreate(s, first);
            return NONE;
        }
        const uint32_t id = append(s, links->body, &config, &of);
        collider_entry(&s->colliders[id])->chain = links->chain;
        if (i == 0) first = id;
    }
    s->one_sided |= !c->two_sided;
    settle_body(s, links->body, first);
    return first;
}

collider_run chain_run(const body_store *s, uint32_t first) {
    const uint32_t chain = collider_entry(&s->colliders[first])->chain;
    uint32_t c = first;
    assert(chain != NONE && "its first link is of a chain");
    while (c != NONE && collider_entry(&s->colliders[c])->chain == chain) c = s->colliders[c].next;
    return (collider_run){first, c};
}

/* ---- Places ---------------------------------------------------------------------------------- */

void body_place_colliders(body_store *s, uint32_t id, collider_run run) {
    const body_record *record = &s->records[id];
    const body_state *state = &s->states[record->slot];
    evo_vec2 turn = evo_direction(state->angle);
    still_change(s, STILL_BODY, id);
    for (uint32_t c = run.first; c != run.until && s->stepped; c = s->colliders[c].next) {
        const collider_record *collider = &s->colliders[c];
        evo_vec2 offset = vec_turn(collider->shape->center, turn);
        evo_vec2 axis = vec_turn(collider->shape->axis, turn);
        s->places[collider->slot] = vec_add(state->position, offset);
        if (s->links[collider->slot].kind != FORM_DISK)
            s->turns[collider->slot] =
                (collider_turn){(float)offset.x, (float)offset.y, (float)axis.x, (float)axis.y};
        const collider_form *form = &s->forms[collider->slot];
        s->sweeps[collider->slot] =
            (collider_sweep){.radius_x = form->radius_x, .radius_y = form->radius_y};
    }
}

evo_bounds collider_bounds(const body_store *s, uint32_t id) {
    const collider_record *collider = &s->colliders[id];
    const body_state *state = state_of_body(s, collider->body);
    const evo_pose pose = {state->position, state->angle};
    return evo_shape_bounds(collider->shape, pose);
}
