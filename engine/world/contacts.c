/* contacts.c: the narrowphase of a step, and what it tells the user: every standing contact is
 * measured anew; what began or ceased to touch, and what hit, is noted. Room for all that is made
 * before the step, so that nothing here can fail. */
#include "core/array.h"
#include "core/sort.h"
#include "narrow/pair.h"
#include "world/world.h"

/* A gap that no step closes. */
static const float FAR = 1e18f;

void contact_sides(const evo_world *world, uint32_t a, uint32_t b, contact_side *side_a,
                   contact_side *side_b) {
    const collider_link *link_a = &world->links[a], *link_b = &world->links[b];
    body_lead led_a = body_led(world, link_a->body), led_b = body_led(world, link_b->body);
    const evo_shape *shape_a = &world->colliders[link_a->slot].shape;
    const evo_shape *shape_b = &world->colliders[link_b->slot].shape;
    evo_vec2 center_a = world->bodies[world->traits[link_a->body].slot].center;
    evo_vec2 center_b = world->bodies[world->traits[link_b->body].slot].center;
    evo_vec2 turn_a = evo_direction(led_a.angle), turn_b = evo_direction(led_b.angle);
    side_a->body = vec(0, 0);
    side_b->body = vec_sub(led_b.position, led_a.position);
    side_a->at = placed_at(shape_a, vec_negate(vec_turn(center_a, turn_a)), turn_a);
    side_b->at = placed_at(shape_b, vec_sub(side_b->body, vec_turn(center_b, turn_b)), turn_b);
}

/* ---- One contact, by the doors of narrow/ ---------------------------------------------------- */

static float arm_over_gyration(float arm, const body_trait *trait) {
    return arm * trait->inverse_gyration;
}

static float mass_along(const body_trait *a, const body_trait *b, float arm_a, float arm_b) {
    float yields = a->inverse_mass * (1 + arm_a * arm_a) + b->inverse_mass * (1 + arm_b * arm_b);
    return yields > 0 ? 1 / yields : 0;
}

static void write_point(evo_world *world, uint32_t place, const contact_point *point) {
    batch *at = &world->batches[place / BATCH];
    const batch_pairs *pairs = &world->pairs[place / BATCH];
    uint32_t lane = place % BATCH;
    const body_trait *a = &world->traits[world->links[pairs->a[lane]].body];
    const body_trait *b = &world->traits[world->links[pairs->b[lane]].body];
    at->normal_x[lane] = point->normal.x;
    at->normal_y[lane] = point->normal.y;
    at->gap[lane] = point->separation;
    at->turn_a[lane] = arm_over_gyration(glms_vec2_cross(point->arm_a, point->normal), a);
    at->turn_b[lane] = arm_over_gyration(glms_vec2_cross(point->arm_b, point->normal), b);
    at->slip_a[lane] = arm_over_gyration(glms_vec2_dot(point->arm_a, point->normal), a);
    at->slip_b[lane] = arm_over_gyration(glms_vec2_dot(point->arm_b, point->normal), b);
    at->mass[lane] = mass_along(a, b, at->turn_a[lane], at->turn_b[lane]);
    at->slip_mass[lane] = mass_along(a, b, at->slip_a[lane], at->slip_b[lane]);
}

static void write_nothing(evo_world *world, uint32_t place) {
    batch *at = &world->batches[place / BATCH];
    at->gap[place % BATCH] = FAR;
    at->push[place % BATCH] = at->drag[place % BATCH] = 0;
}

/* How well a found point continues the contact of a lane. */
static float likeness(const evo_world *world, uint32_t place, const contact_point *point) {
    const batch *at = &world->batches[place / BATCH];
    return at->normal_x[place % BATCH] * point->normal.x
           + at->normal_y[place % BATCH] * point->normal.y;
}

static void measure_other(evo_world *world, const other_pair *pair) {
    contact_side a, b;
    contact_sides(world, pair->a, pair->b, &a, &b);
    float size = world->pairs[pair->first / BATCH].size[pair->first % BATCH];
    contact found = contact_find(&a, &b, (double)size);
    if (pair->second == NOBODY) {
        if (found.count > 0)
            write_point(world, pair->first, &found.point[0]);
        else
            write_nothing(world, pair->first);
        return;
    }
    /* Which is which: so that each goes on with its own impulses. */
    bool swap = found.count > 0
                && likeness(world, pair->second, &found.point[0])
                       > likeness(world, pair->first, &found.point[0]);
    uint32_t places[2] = {swap ? pair->second : pair->first, swap ? pair->first : pair->second};
    for (int i = 0; i < 2; ++i) {
        if (i < found.count)
            write_point(world, places[i], &found.point[i]);
        else
            write_nothing(world, places[i]);
    }
}

static void measure_unsure(evo_world *world, size_t number) {
    batch_pairs *pairs = &world->pairs[number];
    unsigned unsure = (unsigned)(pairs->unsure | pairs->fresh);
    for (uint32_t lane = 0; lane < BATCH; ++lane) {
        if (!(unsure >> lane & 1)) continue;
        contact_side a, b;
        contact_sides(world, pairs->a[lane], pairs->b[lane], &a, &b);
        contact found = contact_find(&a, &b, 1e30);
        uint32_t place = (uint32_t)number * BATCH + lane;
        if (found.count > 0)
            write_point(world, place, &found.point[0]);
        else
            write_nothing(world, place);
    }
    pairs->fresh = 0;
}

/* ---- Touches --------------------------------------------------------------------------------- */

static void touch_changed(evo_world *world, uint32_t a, uint32_t b, bool began, bool sensor) {
    uint32_t slots[2] = {world->links[a].slot, world->links[b].slot};
    touch_add(world, slots[0], slots[1], began, sensor);
    for (int i = 0; i < 2 && began && !sensor; ++i) {
        body_card *card = &world->bodies[world->colliders[slots[i]].body];
        if (card->kind == EVO_DYNAMIC && !card->awake) card->wake_due = world->wakes_due = true;
    }
}

static bool lane_touches(const uint8_t *touched, uint32_t place) {
    return place != NOBODY && (touched[place / BATCH] >> place % BATCH & 1);
}

/* Touches of contacts that are pairs by themselves. */
static void note_batch(evo_world *world, size_t number, unsigned changed) {
    const batch_pairs *pairs = &world->pairs[number];
    if (world->batches[number].kind == BATCH_OTHER) return;
    for (int lane = 0; lane < BATCH; ++lane)
        if (changed >> lane & 1)
            touch_changed(world, pairs->a[lane], pairs->b[lane], pairs->touching >> lane & 1,
                          false);
}

static void note_touches(evo_world *world, const uint8_t *touched) {
    for (size_t i = 0; i < world->batch_count; ++i) {
        unsigned changed = (unsigned)(touched[i] ^ world->pairs[i].touching);
        world->pairs[i].touching = touched[i];
        if (changed) note_batch(world, i, changed);
    }
    for (size_t i = 0; i < world->other_pairs.count; ++i) {
        other_pair *pair = &world->others[i];
        bool touching = lane_touches(touched, pair->first) || lane_touches(touched, pair->second);
        if (touching != pair->touching) touch_changed(world, pair->a, pair->b, touching, false);
        pair->touching = touching;
    }
    for (size_t i = 0; i < world->sensor_pairs.count; ++i) {
        sensor_pair *pair = &world->sensors[i];
        contact_side a, b;
        contact_sides(world, pair->a, pair->b, &a, &b);
        bool touching = pair_overlaps(&a.at, &b.at);
        if (touching != pair->touching) touch_changed(world, pair->a, pair->b, touching, true);
        pair->touching = touching;
    }
}

/* Lanes of a batch that the solver has pushed in this step, where that is kept. */
static unsigned lanes_pushed(const evo_world *world, size_t number) {
    unsigned pushed = 0;
    if (world->batches[number].extra == NO_EXTRA) return 0;
    const batch_extra *extra = &world->extras[world->batches[number].extra];
    for (int lane = 0; lane < BATCH; ++lane) pushed |= (unsigned)(extra->peak[lane] > 0) << lane;
    return pushed & world->pairs[number].used;
}

static bool lane_is_touching(const evo_world *world, uint32_t place) {
    return place != NOBODY && (world->pairs[place / BATCH].touching >> place % BATCH & 1);
}

void touches_note_bounces(evo_world *world, const solve_batches *chosen) {
    for (size_t i = 0; i < chosen->count; ++i) {
        uint32_t number = chosen->active[i];
        batch_pairs *pairs = &world->pairs[number];
        unsigned began = lanes_pushed(world, number) & ~(unsigned)pairs->touching;
        pairs->touching |= (uint8_t)began;
        if (began) note_batch(world, number, began);
    }
    for (size_t i = 0; i < world->other_pairs.count; ++i) {
        other_pair *pair = &world->others[i];
        bool touching =
            lane_is_touching(world, pair->first) || lane_is_touching(world, pair->second);
        if (!touching || pair->touching) continue;
        touch_changed(world, pair->a, pair->b, true, false);
        pair->touching = true;
    }
}

/* ---- Impacts --------------------------------------------------------------------------------- */

size_t impacts_most(const evo_world *world) {
    return world->config.impact_speed < INFINITY ? world->extra_count * BATCH : 0;
}

static void note_impact(evo_world *world, size_t number, int lane, double seconds) {
    const batch *at = &world->batches[number];
    const batch_extra *extra = &world->extras[at->extra];
    uint32_t a = world->pairs[number].a[lane], b = world->pairs[number].b[lane];
    contact_side side_a, side_b;
    contact_sides(world, a, b, &side_a, &side_b);
    meeting m = pair_measure(&side_a.at, &side_b.at);
    evo_vec2 middle = vec_scale(vec_add(m.point_a, m.point_b), 0.5);
    double speed = -(double)extra->approach[lane];
    double wait = most_of((double)at->gap[lane], 0) / speed;
    evo_impact impact = {
        .time = world->time + least_of(wait, seconds),
        .a = body_handle(world, world->colliders[world->links[a].slot].body),
        .b = body_handle(world, world->colliders[world->links[b].slot].body),
        .point = vec_add(body_led(world, world->links[a].body).position, middle),
        .normal = vec((double)at->normal_x[lane], (double)at->normal_y[lane]),
        .speed = speed,
        .impulse = (double)extra->total[lane],
    };
    world->impacts[world->impact_list.count++] = impact;
    ++world->impacts_ever;
}

static bool impact_before(const void *first, const void *second) {
    const evo_impact *x = first, *y = second;
    if (x->time != y->time) return x->time < y->time;
    if (x->a.index != y->a.index) return x->a.index < y->a.index;
    return x->b.index < y->b.index;
}

void impacts_note(evo_world *world, const solve_batches *chosen, double seconds) {
    if (!(world->config.impact_speed < INFINITY)) return;
    for (size_t i = 0; i < chosen->count; ++i) {
        size_t number = chosen->active[i];
        const batch_extra *extra = &world->extras[world->batches[number].extra];
        for (int lane = 0; lane < BATCH; ++lane)
            if (world->pairs[number].used >> lane & 1 && extra->peak[lane] > 0
                && -(double)extra->approach[lane] >= world->config.impact_speed
                && extra->approach[lane] < 0)
                note_impact(world, number, lane, seconds);
    }
    sort_items(world->impacts, world->impact_list.count, sizeof *world->impacts, impact_before);
}

/* ---- All ------------------------------------------------------------------------------------- */

void contacts_measure(evo_world *world, double seconds, const solve_rows *rows, uint32_t *active,
                      size_t *active_count) {
    size_t count = world->batch_count;
    uint8_t *touched = (uint8_t *)(active + count + 1);
    measure_tables tables = {world->centers, world->forms, world->skins};
    for (size_t i = 0; i < world->other_pairs.count; ++i) measure_other(world, &world->others[i]);
    world->measure->measure(world->batches, world->pairs, count, &tables);
    for (size_t i = 0; i < count; ++i)
        if (world->pairs[i].unsure | world->pairs[i].fresh) measure_unsure(world, i);
    float fall = (float)(vec_length(world->config.gravity) * seconds * seconds);
    *active_count = world->measure->choose(world->batches, world->pairs, count, rows,
                                           (float)seconds, fall, active, touched);
    note_touches(world, touched);
}
