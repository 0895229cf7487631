/* validate.c: what is wrong with a world is named: a word of a sound world is changed, one at a
 * time, and changed back. The tests search all of it, evo_world_validate bodies and handles. */
#include <math.h>
#include <string.h>

#include "index/index.h"
#include "suites.h"
#include "support/exact.h"
#include "support/scene.h"
#include "support/sound.h"
#include "world/world.h"

typedef struct damage {
    const char *says;
    void *(*place)(evo_world *world); /* of a word, of which the bits of `change` are turned */
    uint32_t change;
} damage;

static void turn(void *place, uint32_t bits) {
    uint32_t word;
    memcpy(&word, place, sizeof word);
    word ^= bits;
    memcpy(place, &word, sizeof word);
}

static evo_body put(evo_world *world, evo_shape shape, double x, double y, evo_body_kind kind) {
    evo_body_config config = evo_body_config_default();
    config.kind = kind;
    config.shape = shape;
    config.position = (evo_vec2){x, y};
    const evo_body made = evo_body_create(world, &config);
    ck_assert(evo_body_exists(world, made));
    return made;
}

static void check_damages(evo_world *world, const damage *all, size_t count) {
    ck_assert_msg(!find_unsound(world), "%s", find_unsound(world));
    for (size_t i = 0; i < count; ++i) {
        void *place = all[i].place(world);
        turn(place, all[i].change);
        const char *wrong = find_unsound(world);
        turn(place, all[i].change);
        ck_assert_msg(wrong && strcmp(wrong, all[i].says) == 0, "%s, instead of: %s",
                      wrong ? wrong : "nothing", all[i].says);
    }
    ck_assert_ptr_null(find_unsound(world));
    evo_world_destroy(world);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

#define WORD(name, place)                                                                          \
    static void *name(evo_world *world) {                                                          \
        return &(place);                                                                           \
    }

/* The first tile with entries. */
static tile *still_tile(evo_world *world) {
    index_tiles *tiles = &world->core.index.tiles;
    int level = 0;
    while (!tiles->still_first[level]) ++level;
    return tiles->still_first[level];
}

static pair_memory *memory_of(evo_world *world) {
    return &world->core.pairs.memories[world->core.pairs.now];
}

WORD(slot_of_body, world->core.bodies.records[1].slot)
WORD(slot_of_collider, world->core.bodies.colliders[1].slot)
WORD(previous_of_collider, collider_entry(&world->core.bodies.colliders[1])->previous)
WORD(awake, world->core.bodies.awake)
WORD(member_of_island, world->core.islands.all[1].bodies[0])
WORD(body_of_edge, world->core.bodies.edges[3].body)
WORD(remembered, memory_of(world)->id_a[0])
WORD(free_body, world->core.bodies.lowest_free)
WORD(free_collider, world->core.bodies.collider_free)
WORD(free_joint, world->core.joints.lowest_free)
WORD(free_island, world->core.islands.lowest_free)
WORD(free_chain, world->lowest_chain)
WORD(buried, world->core.bodies.first_buried)
WORD(neighbour, still_tile(world)->near[TILE_SELF])
WORD(coarser, still_tile(world)->up)
WORD(children, still_tile(world)->up->children)
WORD(tile_count, world->core.index.tiles.still_tiles)
WORD(level_count, world->core.index.tiles.still_count[still_tile(world)->key.level])
WORD(still_number, still_tile(world)->entries[0].number)
WORD(still_cell, still_tile(world)->entries[0].cell)
WORD(still_rows, still_tile(world)->rows[TILE_SIDE])

/* Two islands of sleepers, of which the first woke; a joint, a chain and a body were destroyed. */
static evo_world *open_steps(void) {
    evo_world_config config = evo_world_config_default();
    config.gravity = (evo_vec2){0, -10};
    evo_world *world = evo_world_create(&config);
    const evo_vec2 points[] = {{20, 0}, {10, 0}};
    const evo_body gone = put(world, evo_circle(1), 90, 0, EVO_DYNAMIC);
    const evo_body floor = put(world, evo_box(20, 1), 0, -1, EVO_STATIC);
    const evo_body first = put(world, evo_box(0.5, 0.5), -9, 0.5, EVO_DYNAMIC);
    const evo_body second = put(world, evo_box(0.5, 0.5), 9, 0.5, EVO_DYNAMIC);
    evo_joint_config hinge = evo_joint_config_default(EVO_DISTANCE);
    hinge.a = first;
    hinge.b = put(world, evo_circle(0.5), -7, 0.5, EVO_DYNAMIC);
    const evo_joint rod = evo_joint_create(world, &hinge);
    (void)evo_joint_create(world, &hinge);
    evo_chain_config chain = evo_chain_config_default();
    chain.points = points;
    chain.count = 2;
    const evo_chain made = evo_chain_create(world, floor, &chain);
    (void)evo_chain_create(world, floor, &chain);
    for (int i = 0; i < 60; ++i) ck_assert_int_eq(evo_world_step(world, SCENE_STEP), EVO_OK);
    ck_assert(evo_body_asleep(world, second));
    ck_assert_int_eq(evo_body_set_asleep(world, first, false), EVO_OK);
    ck_assert_int_eq(evo_world_step(world, SCENE_STEP), EVO_OK);
    evo_body_destroy(world, gone);
    evo_joint_destroy(world, rod);
    evo_chain_destroy(world, made);
    return world;
}

START_TEST(damaged_steps_are_named) {
    const damage all[] = {
        {"a body's record names another slot", slot_of_body, 1},
        {"a collider's record names another slot", slot_of_collider, 1},
        {"a list of colliders does not lead back", previous_of_collider, 1},
        {"more bodies are awake than there are", awake, 0x1000},
        {"an island names one of another", member_of_island, 1},
        {"a joint's edge is of another body", body_of_edge, 1},
        {"a remembered pair has no collider", remembered, 0x1000},
        {"a lower number of a body is free", free_body, 1},
        {"a lower number of a joint is free", free_joint, 1},
        {"a lower number of an island is free", free_island, 1},
        {"a lower number of a chain is free", free_chain, 1},
        {"the list of buried colliders has no end", buried, 0x1000},
        {"a tile does not link to its neighbour", neighbour, 8},
        {"a tile does not link to the coarser tile around it", coarser, 8},
        {"a tile counts other finer tiles", children, 1},
        {"a tile with entries is in no list", tile_count, 1},
        {"a list of tiles has another length", level_count, 2},
        {"an entry of the index has another number", still_number, 1},
        {"an entry of the index is in another row", still_cell, 0x1000},
        {"rows of a tile end elsewhere", still_rows, 4},
    };
    check_damages(open_steps(), all, sizeof all / sizeof *all);
}
END_TEST

START_TEST(damaged_free_colliders_are_named) {
    const damage all[] = {{"a lower number of a collider is free", free_collider, 1}};
    evo_world *world = evo_world_create(NULL);
    const evo_body gone = put(world, evo_circle(1), 0, 0, EVO_DYNAMIC);
    (void)put(world, evo_circle(1), 9, 0, EVO_DYNAMIC);
    evo_body_destroy(world, gone);
    check_damages(world, all, 1);
}
END_TEST

/* ---- The public call ------------------------------------------------------------------------- */

START_TEST(bodies_and_handles_are_checked_by_the_public_call) {
    void *(*const places[])(evo_world *) = {slot_of_body, slot_of_collider};
    evo_world *world = open_steps();
    for (size_t i = 0; i < 2; ++i) {
        turn(places[i](world), 1);
        ck_assert_ptr_nonnull(evo_world_validate(world));
        turn(places[i](world), 1);
        ck_assert_ptr_null(evo_world_validate(world));
    }
    for (uint32_t slot = 0; slot < world->core.bodies.count; ++slot) {
        double *angle = &world->core.bodies.states[slot].angle;
        const double was = *angle;
        *angle = slot % 2 ? NAN : INFINITY;
        ck_assert_ptr_nonnull(evo_world_validate(world));
        *angle = was;
        ck_assert_ptr_null(evo_world_validate(world));
    }
    evo_world_destroy(world);
}
END_TEST

/* ---- Events ---------------------------------------------------------------------------------- */

WORD(place_of_none, world->events.flight.particles.all[0].kind)
WORD(particles, world->events.flight.particles.living)
WORD(waiting, world->events.flight.particles.waiting)
WORD(row_of_particle, world->events.flight.particles.all[1].row)
WORD(partner, world->events.flight.plans.table.firsts[1].other)
WORD(stamp, world->events.flight.plans.queue.stamps[1])
WORD(waiting_events, world->events.flight.plans.queue.ring_count)
WORD(far_events, world->events.flight.plans.queue.far)

static evo_world *open_events(void) {
    evo_world_config config = evo_world_config_default();
    config.exact = &EXACT;
    config.boundary = EVO_WALLS;
    config.bounds = (evo_bounds){{-9, -9}, {9, 9}};
    evo_world *world = evo_world_create(&config);
    const evo_body gone = put(world, evo_circle(0.5), 0, 0, EVO_DYNAMIC);
    for (int i = 0; i < 12; ++i) {
        const evo_body b = put(world, evo_circle(0.4), i % 4 * 2 - 3, 2 + i / 4 * 2, EVO_DYNAMIC);
        evo_body_set_velocity(world, b, (evo_vec2){1 + i, 12 - i});
    }
    ck_assert_int_eq(evo_world_step(world, 0.3), EVO_OK);
    evo_body_destroy(world, gone);
    return world;
}

START_TEST(damaged_events_are_named) {
    const damage all[] = {
        {"a particle is of no body", place_of_none, PARTICLE_GONE},
        {"the count of particles is another", particles, 2},
        {"bodies that wait are not those listed", waiting, 1},
        {"a cell lists a particle of another", row_of_particle, 0x1000},
        {"a plan is to meet no particle", partner, 0x1000},
        {"the queue has more or fewer events than plans have times", stamp, 1},
        {"the queue counts other events", waiting_events, 0x1000},
        {"a far event of the queue is none", far_events, 0x10000},
    };
    check_damages(open_events(), all, sizeof all / sizeof *all);
}
END_TEST

Suite *suite_validate(void) {
    Suite *suite = suite_create("validate");
    TCase *damages = tcase_create("damages");
    tcase_add_test(damages, damaged_steps_are_named);
    tcase_add_test(damages, damaged_free_colliders_are_named);
    tcase_add_test(damages, bodies_and_handles_are_checked_by_the_public_call);
    tcase_add_test(damages, damaged_events_are_named);
    suite_add_tcase(suite, damages);
    return suite;
}
