/* arrange.c: ranks: who stands where in the arrays that every step reads.
 *
 * Movers come first, sorted as a grid sorts them; what stands still follows, in the order it had.
 * Colliders stand in the order of their bodies. */
#include "shape/kind.h"
#include "world/world.h"

/* ---- The order of bodies --------------------------------------------------------------------- */

/* A cell for sorting: about as wide as bodies are apart. */
static grid_item item_of_mover(const evo_world *world, uint32_t rank) {
    const body_card *card = &world->bodies[world->traits[rank].slot];
    grid_item item = {world->motions[rank].position, 0, rank};
    if (card->first_collider != NOBODY)
        item.reach = make_of(world, world->colliders[card->first_collider].make)->reach;
    if (!(item.reach > 1e-18f && item.reach < 1e18f)) item.reach = 1;
    return item;
}

/* order[i]: the rank that rank i takes its body from. Movers in grid order, then the rest. */
static bool find_order(evo_world *world, uint32_t *order, grid_item *items, grid_place *places) {
    size_t movers = 0, stills = 0;
    for (uint32_t rank = 0; rank < world->body_count; ++rank)
        if (body_moves(world, &world->bodies[world->traits[rank].slot]))
            items[movers++] = item_of_mover(world, rank);
    world->asleep_count = 0;
    for (uint32_t rank = 0; rank < world->body_count; ++rank) {
        const body_card *card = &world->bodies[world->traits[rank].slot];
        if (body_moves(world, card)) continue;
        order[movers + stills++] = rank;
        world->asleep_count += !card->awake;
    }
    /* That of the pairs, if it is at all like it: a grid of another width loses its tiles. */
    double cell = grid_suitable_cell(items, movers, world->cell);
    if (world->cell > cell / 4 && world->cell < cell * 4) cell = world->cell;
    world->gridded = false;
    if (!grid_build(&world->moving, cell, items, movers, places)) return false;
    for (size_t i = 0; i < movers; ++i) order[i] = world->moving.id[i];
    world->movers = movers;
    return true;
}

/* Puts items of an array in order; `copy` has room for as many. */
static void permute(void *items, size_t size, size_t count, const uint32_t *order, void *copy) {
    unsigned char *from = copy, *to = items;
    if (count == 0) return;
    memcpy(copy, items, count * size);
    for (size_t i = 0; i < count; ++i) memcpy(to + i * size, from + order[i] * size, size);
}

/* ---- Colliders follow their bodies ----------------------------------------------------------- */

static collider_form form_of(const evo_shape *shape, const body_card *body) {
    double turns_by = body_turns_by(body);
    collider_form form = {.axis_x = 1,
                          .inverse_gyration = turns_by > 0 ? (float)(1 / turns_by) : 0,
                          .inverse_mass = body->kind == EVO_DYNAMIC ? (float)(1 / body->mass) : 0};
    switch (shape->kind) {
    case EVO_CIRCLE:
        form.radius_x = form.radius_y = (float)shape->of.circle.radius;
        break;
    case EVO_ELLIPSE:
        form.radius_x = (float)shape->of.ellipse.radius_x;
        form.radius_y = (float)shape->of.ellipse.radius_y;
        break;
    case EVO_SEGMENT:
        form.radius_x = (float)shape->of.segment.half_length;
        break;
    case EVO_RING:
    case EVO_NO_SHAPE:
        break;
    }
    return form;
}

/* How far a turn of one radian moves what the pairs go by: the collider's centre, and the box of a
 * shape that is not round. */
static float extent_of(const evo_shape *shape, evo_vec2 offset) {
    bool round = shape->kind == EVO_CIRCLE || shape->kind == EVO_ELLIPSE;
    return (float)(vec_length(offset) + (round ? 0 : shape_reach(shape)));
}

static void rank_collider(evo_world *world, uint32_t slot, uint32_t rank, uint32_t body_rank) {
    collider_card *card = &world->colliders[slot];
    body_trait *trait = &world->traits[body_rank];
    const body_card *body = &world->bodies[trait->slot];
    const collider_make *make = make_of(world, card->make);
    const evo_shape *shape = &make->key.shape;
    card->rank = rank;
    evo_vec2 offset = vec_sub(shape->center, body_center(world, body));
    bool central = offset.x == 0 && offset.y == 0;
    bool aligned = shape->axis.x == 1 && shape->axis.y == 0;
    collider_link link = {
        .slot = slot,
        .body = body_rank,
        .make = card->make,
        .kind = (uint8_t)shape->kind,
        .centered = shape->kind == EVO_CIRCLE && central,
        .straight = shape->kind != EVO_CIRCLE && central && aligned,
        .sensor = make->key.sensor,
    };
    world->links[rank] = link;
    world->forms[rank] = form_of(shape, body);
    float extent = extent_of(shape, offset);
    if (extent > trait->extent) trait->extent = extent;
    if (make->size < trait->size || trait->size == 0) trait->size = make->size;
}

static void rank_colliders(evo_world *world) {
    uint32_t next = 0;
    for (uint32_t rank = 0; rank < world->body_count; ++rank) {
        body_trait *trait = &world->traits[rank];
        body_card *card = &world->bodies[trait->slot];
        card->rank = rank;
        trait->collider_begin = next;
        trait->extent = trait->size = trait->lead = trait->pace = 0;
        for (uint32_t slot = card->first_collider; slot != NOBODY;
             slot = world->colliders[slot].next)
            rank_collider(world, slot, next++, rank);
        if (rank + 1 == world->movers) world->moving_colliders = next;
    }
    if (world->movers == 0) world->moving_colliders = 0;
}

/* ---- All ------------------------------------------------------------------------------------- */

/* Scratch for the sorting of bodies, and then for the copies of what is put in order. */
typedef union arrange_room {
    struct {
        grid_item item;
        grid_place place;
    } sorted;
    body_motion motion;
    body_trait trait;
} arrange_room;

bool arrange(evo_world *world) {
    size_t count = world->body_count, room = count * sizeof(arrange_room);
    unsigned char *scratch = scratch_reserve(world, room + count * sizeof(uint32_t));
    if (!scratch) return false;
    grid_place *places = (grid_place *)(void *)scratch;
    grid_item *items = (grid_item *)(void *)(places + count);
    uint32_t *order = (uint32_t *)(void *)(scratch + room);
    if (!find_order(world, order, items, places)) return false;
    permute(world->motions, sizeof *world->motions, count, order, scratch);
    permute(world->traits, sizeof *world->traits, count, order, scratch);
    rank_colliders(world);
    place_anew(world);
    world->arranged = true;
    world->still_sorted = false;
    world->unsorted_steps = 0;
    return true;
}
