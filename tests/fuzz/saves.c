/* saves.c: bytes as a program of calls and damages of the save of its world, whose checksum is made
 * anew. Laws: the save is refused; or the world is sound, is saved as the same bytes, and may be
 * asked and stepped. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "support/sound.h"

static void ask(evo_world *world) {
    evo_body bodies[4];
    for (int i = -20; i <= 20; i += 4) {
        const evo_vec2 left = {-40, i}, right = {40, i}, low = {i, -40}, high = {i, 40};
        (void)evo_world_ray(world, left, right, NULL);
        (void)evo_world_ray(world, low, high, NULL);
        (void)evo_world_nearest(world, left, 100, NULL);
    }
    (void)evo_world_contacts(world, NULL, 0);
    (void)evo_world_next_event(world);
    const size_t count = evo_world_bodies(world, bodies, 4);
    for (size_t i = 0; i < count && i < 4; i += 2) (void)evo_body_destroy(world, bodies[i]);
}

/* Steps of exact time are as long as the budget lets them. */
static void use(evo_world *world) {
    const evo_world_config config = evo_world_get(world);
    const bool bounded = config.exact == NULL || config.exact->event_budget - 1 < 1000;
    (void)evo_world_step(world, 1.0 / 240);
    ask(world);
    for (int i = 0; i < 2 && bounded; ++i) (void)evo_world_step(world, 1.0 / 60);
}

static void check(const fuzz_blob *save) {
    evo_world *world = evo_world_create(NULL);
    if (evo_world_load(world, save->bytes, save->size) == EVO_OK) {
        const char *wrong = find_unsound(world);
        const fuzz_blob again = fuzz_save(world);
        fuzz_expect(!wrong, wrong);
        fuzz_expect(again.size == save->size && memcmp(again.bytes, save->bytes, again.size) == 0,
                    "what was loaded is saved as the same bytes");
        free(again.bytes);
        use(world);
    }
    evo_world_destroy(world);
}

static void take(void *context, evo_world *world) {
    *(fuzz_blob *)context = fuzz_save(world);
}

/* Damages come first, so that short changes of bytes are damages of one save. */
enum { DAMAGE_BYTES = 32 };

void fuzz_saves(const uint8_t *bytes, size_t count) {
    const size_t first = count < DAMAGE_BYTES ? count : DAMAGE_BYTES;
    fuzz_bytes damages = {bytes, bytes + first};
    fuzz_blob save = {NULL, 0, 0};
    const fuzz_hooks hooks = {.end = take, .context = &save};
    fuzz_play((fuzz_bytes){bytes + first, bytes + count}, &hooks);
    if (!save.bytes) return;
    fuzz_damage(&damages, &save, FUZZ_SAVE_HEADER);
    fuzz_repair_save(save.bytes, save.size);
    check(&save);
    free(save.bytes);
}
