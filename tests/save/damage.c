/* damage.c: no damaged snapshot is taken for another one, or harms a world: bits are turned,
 * bytes cut, and parts put where others were, with the checksum as it was or made anew, so that the
 * checks behind it are tested. What is accepted is saved as the same bytes, and steps. */
#include <stdlib.h>
#include <string.h>

#include "evolute/snapshot.h"
#include "save/save.h"
#include "suites.h"
#include "support/calls.h"
#include "support/exact.h"
#include "support/random.h"
#include "support/scene.h"

enum { HEADER = 32, AT_SIZE = 16, AT_CHECKSUM = 24 };

typedef struct snapshot {
    unsigned char *bytes;
    size_t size;
} snapshot;

static snapshot take(const evo_world *world) {
    snapshot s = {NULL, evo_world_save(world, NULL, 0)};
    s.bytes = malloc(s.size);
    ck_assert_uint_eq(evo_world_save(world, s.bytes, s.size), s.size);
    return s;
}

/* A world after random calls. */
static snapshot any_snapshot(uint64_t seed, int count) {
    static calls c;
    const calls_plan plan = {seed % 2 ? &EXACT : NULL, seed};
    calls_open(&c, &plan);
    for (int i = 0; i < count; ++i) calls_make(&c, i);
    const snapshot s = take(c.world);
    calls_close(&c);
    return s;
}

static void put_word(unsigned char *to, uint64_t word) {
    for (int i = 0; i < 8; ++i) to[i] = (unsigned char)(word >> 8 * i);
}

/* Makes size and checksum agree with the bytes. */
static void repair(snapshot *s) {
    if (s->size <= HEADER) return;
    put_word(s->bytes + AT_SIZE, s->size);
    put_word(s->bytes + AT_CHECKSUM, visit_checksum(s->bytes + HEADER, s->size - HEADER));
}

static size_t any_place(size_t size) {
    return (size_t)random_between(0, (double)size) % size;
}

/* ---- Damages --------------------------------------------------------------------------------- */

static void turn_bits(snapshot *s) {
    for (int n = (int)random_scale(1, 12); n > 0; --n)
        s->bytes[any_place(s->size)] ^= (unsigned char)(1 << any_place(8));
}

static void set_bytes(snapshot *s) {
    const unsigned char odd[] = {0, 1, 0x7f, 0x80, 0xff, 0xf0};
    for (int n = (int)random_scale(1, 9); n > 0; --n)
        s->bytes[any_place(s->size)] = odd[any_place(sizeof odd)];
}

static void cut(snapshot *s) {
    s->size = any_place(s->size);
}

static void drop_part(snapshot *s) {
    const size_t from = any_place(s->size), count = any_place(s->size - from);
    memmove(s->bytes + from, s->bytes + from + count, s->size - from - count);
    s->size -= count;
}

/* Puts a part of another snapshot, or of the same, where it does not belong. */
static void splice(snapshot *s, const snapshot *other) {
    const size_t to = any_place(s->size), from = any_place(other->size);
    const size_t room = s->size - to, rest = other->size - from;
    const size_t most = room < rest ? room : rest;
    memmove(s->bytes + to, other->bytes + from, any_place(most < 64 ? most : 64) + 1);
}

static void damage(snapshot *s, const snapshot *other) {
    switch (any_place(6)) {
    case 0:
        set_bytes(s);
        break;
    case 1:
        cut(s);
        break;
    case 2:
        drop_part(s);
        break;
    case 3:
        splice(s, other);
        break;
    case 4:
        splice(s, s);
        break;
    default:
        turn_bits(s);
        break;
    }
}

/* ---- The law --------------------------------------------------------------------------------- */

/* A world that was accepted is sound: it is saved as it was loaded, steps, is asked and changed. */
static void use(evo_world *world, const snapshot *s) {
    const snapshot again = take(world);
    ck_assert_uint_eq(again.size, s->size);
    ck_assert_int_eq(memcmp(again.bytes, s->bytes, s->size), 0);
    free(again.bytes);
    const evo_world_config config = evo_world_get(world);
    const bool events = config.exact != NULL,
               bounded = !events || config.exact->event_budget - 1 < 1000;
    for (int i = 0; i < 3 && !events; ++i) (void)evo_world_step(world, SCENE_STEP);
    if (events && bounded) (void)evo_world_step(world, SCENE_STEP / 8);
    evo_body found[8];
    const size_t count = evo_world_bodies(world, found, 8);
    for (size_t i = 0; i < count && i < 8; i += 2) (void)evo_body_destroy(world, found[i]);
    (void)evo_world_contacts(world, NULL, 0);
}

enum { KINDS = 6 };

static void try_damages(uint64_t seed, int tries) {
    snapshot all[KINDS];
    for (uint64_t i = 0; i < KINDS; ++i) all[i] = any_snapshot(KINDS * seed + i, 50 + (int)i * 20);
    test_memory memory = {0};
    evo_world_config config = evo_world_config_default();
    config.allocator = test_memory_allocator(&memory);
    random_seed(seed);
    for (int i = 0; i < tries; ++i) {
        const snapshot *whole = &all[any_place(KINDS)];
        snapshot s = {malloc(whole->size), whole->size};
        memcpy(s.bytes, whole->bytes, s.size);
        damage(&s, &all[any_place(KINDS)]);
        const bool same = s.size == whole->size && memcmp(s.bytes, whole->bytes, s.size) == 0;
        const bool repaired = any_place(4) > 0;
        if (repaired) repair(&s);
        evo_world *world = evo_world_create(&config);
        const uint64_t hash = evo_world_hash(world);
        const evo_result result = evo_world_load(world, s.bytes, s.size);
        if (result == EVO_OK) {
            ck_assert(same || repaired);
            use(world, &s);
        } else {
            ck_assert_int_eq(result, EVO_ERROR_CORRUPT);
            ck_assert_uint_eq(evo_world_hash(world), hash);
            ck_assert_uint_eq(evo_world_counters(world).bytes, memory.bytes);
        }
        evo_world_destroy(world);
        ck_assert_uint_eq(memory.bytes, 0);
        free(s.bytes);
    }
    for (int i = 0; i < KINDS; ++i) free(all[i].bytes);
}

enum { QUICK = 4, QUICK_TRIES = 800, DEEP = 100, DEEP_TRIES = 1000 };

/* @damaged-save */
START_TEST(damaged_snapshots_are_refused) {
    try_damages((uint64_t)_i, _i < QUICK ? QUICK_TRIES : DEEP_TRIES);
}
END_TEST

/* ---- Refused memory -------------------------------------------------------------------------- */

/* Refuses the n-th allocation of a load, for every n: then the world is as it was. @refused-load */
START_TEST(a_load_without_memory_changes_nothing) {
    static calls c;
    const calls_plan plan = {_i % 2 ? &EXACT : NULL, (uint64_t)_i};
    const snapshot other = any_snapshot((uint64_t)_i, 100);
    calls_open(&c, &plan);
    for (int i = 0; i < 60; ++i) calls_make(&c, i);
    const snapshot before = take(c.world);
    evo_result result = EVO_ERROR_MEMORY;
    for (size_t n = 1; result == EVO_ERROR_MEMORY; ++n) {
        c.memory.refuse = c.memory.calls + n;
        result = evo_world_load(c.world, other.bytes, other.size);
        c.memory.refuse = 0;
        ck_assert_uint_eq(evo_world_counters(c.world).bytes, c.memory.bytes);
        const snapshot after = take(c.world), *expected = result == EVO_OK ? &other : &before;
        ck_assert_uint_eq(after.size, expected->size);
        ck_assert_int_eq(memcmp(after.bytes, expected->bytes, after.size), 0);
        free(after.bytes);
    }
    ck_assert_int_eq(result, EVO_OK);
    calls_close(&c);
    free(before.bytes);
    free(other.bytes);
}
END_TEST

/* ---- Calls ----------------------------------------------------------------------------------- */

static bool always(void *context, evo_collider a, evo_collider b) {
    (void)context;
    (void)a;
    (void)b;
    return true;
}

/* @refused-load */
START_TEST(loads_say_why_they_fail) {
    const snapshot steps = any_snapshot(2, 80), events = any_snapshot(3, 80);
    evo_world_config config = evo_world_config_default();
    config.should_collide = always;
    evo_world *world = evo_world_create(&config);
    const uint64_t hash = evo_world_hash(world);
    ck_assert_uint_eq(evo_world_save(NULL, NULL, 0), 0);
    ck_assert_int_eq(evo_world_load(NULL, steps.bytes, steps.size), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_world_load(world, NULL, 0), EVO_ERROR_INVALID);
    ck_assert_int_eq(evo_world_load(world, steps.bytes, 0), EVO_ERROR_CORRUPT);
    ck_assert_int_eq(evo_world_load(world, steps.bytes, steps.size - 1), EVO_ERROR_CORRUPT);
    ck_assert_int_eq(evo_world_load(world, events.bytes, events.size), EVO_ERROR_UNSUPPORTED);
    ck_assert_uint_eq(evo_world_hash(world), hash);
    unsigned char few[HEADER] = {0};
    ck_assert_uint_eq(evo_world_save(world, few, sizeof few), evo_world_save(world, NULL, 0));
    ck_assert_uint_eq(few[0], 0);
    ck_assert_int_eq(evo_world_load(world, steps.bytes, steps.size), EVO_OK);
    ck_assert(evo_world_get(world).should_collide == always);
    evo_world_destroy(world);
    free(steps.bytes);
    free(events.bytes);
}
END_TEST

Suite *suite_damage(void) {
    Suite *suite = suite_create("damage");
    TCase *quick = tcase_create("quick"), *deep = tcase_create("deep");
    tcase_add_loop_test(quick, damaged_snapshots_are_refused, 0, QUICK);
    tcase_add_loop_test(quick, a_load_without_memory_changes_nothing, 0, 4);
    tcase_add_test(quick, loads_say_why_they_fail);
    suite_add_tcase(suite, quick);
    tcase_add_loop_test(deep, damaged_snapshots_are_refused, QUICK, QUICK + DEEP);
    tcase_add_loop_test(deep, a_load_without_memory_changes_nothing, 4, 200);
    tcase_set_tags(deep, "slow");
    tcase_set_timeout(deep, 600);
    suite_add_tcase(suite, deep);
    return suite;
}
