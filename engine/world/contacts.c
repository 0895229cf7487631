/* contacts.c: the narrowphase of a step: every standing contact is measured anew. */
#include "world/world.h"

/* A gap that no step closes. */
static const float FAR = 1e18f;

void contact_sides(const evo_world *world, uint32_t a, uint32_t b, contact_side *side_a,
                   contact_side *side_b) {
    const collider_link *link_a = &world->links[a], *link_b = &world->links[b];
    body_lead led_a = body_led(world, link_a->body), led_b = body_led(world, link_b->body);
    const evo_shape *shape_a = &make_of(world, link_a->make)->key.shape;
    const evo_shape *shape_b = &make_of(world, link_b->make)->key.shape;
    evo_vec2 center_a = body_center(world, &world->bodies[world->traits[link_a->body].slot]);
    evo_vec2 center_b = body_center(world, &world->bodies[world->traits[link_b->body].slot]);
    evo_vec2 turn_a = evo_direction(led_a.angle), turn_b = evo_direction(led_b.angle);
    side_a->body = vec(0, 0);
    side_b->body = vec_sub(led_b.position, led_a.position);
    side_a->at = placed_at(shape_a, vec_negate(vec_turn(center_a, turn_a)), turn_a);
    side_b->at = placed_at(shape_b, vec_sub(side_b->body, vec_turn(center_b, turn_b)), turn_b);
}

/* ---- One contact, by the doors of narrow/ ---------------------------------------------------- */

static float mass_along(const collider_form *a, const collider_form *b, float arm_a, float arm_b) {
    float yields = a->inverse_mass * (1 + arm_a * arm_a) + b->inverse_mass * (1 + arm_b * arm_b);
    return yields > 0 ? 1 / yields : 0;
}

/* How well a found point continues the contact of a lane. */
static float likeness(const evo_world *world, uint32_t place, const contact_point *point) {
    const batch *at = &world->batches[place / BATCH];
    return at->normal_x[place % BATCH] * point->normal.x
           + at->normal_y[place % BATCH] * point->normal.y;
}

static void note_turned(evo_world *world, uint32_t place) {
    world->pairs[place / BATCH].turned |= (uint8_t)(1u << place % BATCH);
}

static void write_point(evo_world *world, uint32_t place, const contact_point *point) {
    batch *at = &world->batches[place / BATCH];
    const batch_pairs *pairs = &world->pairs[place / BATCH];
    uint32_t lane = place % BATCH;
    const collider_form *a = &world->forms[pairs->a[lane]], *b = &world->forms[pairs->b[lane]];
    if (!(likeness(world, place, point) >= STEADY)) note_turned(world, place);
    at->normal_x[lane] = point->normal.x;
    at->normal_y[lane] = point->normal.y;
    at->gap[lane] = point->separation;
    at->turn_a[lane] = glms_vec2_cross(point->arm_a, point->normal) * a->inverse_gyration;
    at->turn_b[lane] = glms_vec2_cross(point->arm_b, point->normal) * b->inverse_gyration;
    at->slip_a[lane] = glms_vec2_dot(point->arm_a, point->normal) * a->inverse_gyration;
    at->slip_b[lane] = glms_vec2_dot(point->arm_b, point->normal) * b->inverse_gyration;
    at->mass[lane] = mass_along(a, b, at->turn_a[lane], at->turn_b[lane]);
    at->slip_mass[lane] = mass_along(a, b, at->slip_a[lane], at->slip_b[lane]);
}

static void write_nothing(evo_world *world, uint32_t place) {
    batch *at = &world->batches[place / BATCH];
    at->gap[place % BATCH] = FAR;
    note_turned(world, place);
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

/* ---- All ------------------------------------------------------------------------------------- */

static void measure_range(evo_world *world, size_t begin, size_t end) {
    measure_tables tables = {world->centers, world->forms};
    world->measure->measure(world->batches + begin, world->pairs + begin, end - begin, &tables);
    for (size_t i = begin; i < end; ++i)
        if (world->pairs[i].unsure | world->pairs[i].fresh) measure_unsure(world, i);
}

/* Batches that stay in a small cache from being measured to being chosen. */
enum { AT_ONCE = 256 };

void contacts_measure(evo_world *world, double seconds, int substeps, const solve_rows *rows,
                      double bounce, measure_choice *choice) {
    float fall = (float)(vec_length(world->config.gravity) * seconds * seconds);
    bool driven = fall > 0 || world->body_extra_list.count > 0;
    measure_span span = {(float)seconds, (float)substeps, fall, (float)bounce, driven};
    measure_batches from = {world->batches, world->pairs, world->sorts, world->batch_extras};
    bool anew = world->measured_for == 0;
    for (size_t i = 0; i < world->other_pairs.count && anew; ++i)
        measure_other(world, &world->others[i]);
    choice->count = choice->rush_count = 0;
    choice->changed = choice->turned = false;
    for (size_t begin = 0; begin < world->batch_count; begin += AT_ONCE) {
        size_t end = begin + AT_ONCE < world->batch_count ? begin + AT_ONCE : world->batch_count;
        if (anew) measure_range(world, begin, end);
        world->measure->choose(&from, begin, end, rows, &span, choice);
    }
    world->measured_for = seconds;
}

static void forget_lanes(batch *at, unsigned lanes) {
    for (int lane = 0; lane < BATCH; ++lane)
        if (lanes >> lane & 1) at->push[lane] = at->drag[lane] = 0;
}

void contacts_commit(evo_world *world, const measure_choice *choice) {
    for (size_t i = 0; i < world->batch_count && choice->turned; ++i) {
        forget_lanes(&world->batches[i], world->pairs[i].turned);
        world->pairs[i].turned = 0;
    }
    recall_settle(world);
    world->measured_for = 0;
}
