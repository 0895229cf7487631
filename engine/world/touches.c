/* touches.c: what began or ceased to touch, noted from the contacts of a step. */
#include "core/bits.h"
#include "narrow/pair.h"
#include "world/world.h"

/* ---- Room ------------------------------------------------------------------------------------ */

/* The most that a step may add: what is no longer a pair; what changed; what may bounce off before
 * it has touched at a step's end; and pairs of the other kinds, each with all that can become of
 * it. */
static size_t most_touches(const evo_world *world, const measure_choice *choice) {
    size_t most = recall_endings(world) + 2 * world->other_pairs.count + world->sensor_pairs.count;
    for (size_t i = 0; i < world->batch_count && choice->changed; ++i)
        most += bits_count((uint64_t)(choice->touched[i] ^ world->pairs[i].touching));
    for (size_t i = 0; i < choice->count && world->batch_extra_count > 0; ++i)
        if (world->sorts[choice->active[i]] >= 0) most += BATCH;
    return most;
}

/* Of a further batch, all may become active, and one lane touch or no longer. */
bool touches_reserve(evo_world *world, const measure_choice *choice, size_t batches) {
    return touch_reserve(world, most_touches(world, choice) + (BATCH + 1) * batches
                                    + world->rush.impact_list.count);
}

/* ---- Noting ---------------------------------------------------------------------------------- */

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
    if (world->pairs[number].kind == BATCH_OTHER) return;
    for (int lane = 0; lane < BATCH; ++lane)
        if (changed >> lane & 1)
            touch_changed(world, pairs->a[lane], pairs->b[lane], pairs->touching >> lane & 1,
                          false);
}

void touches_note(evo_world *world, const measure_choice *choice) {
    const uint8_t *touched = choice->touched;
    for (size_t i = 0; i < world->batch_count && choice->changed; ++i) {
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
    if (world->sorts[number] < 0) return 0;
    const batch_extra *extra = &world->batch_extras[world->sorts[number]];
    for (int lane = 0; lane < BATCH; ++lane) pushed |= (unsigned)(extra->peak[lane] > 0) << lane;
    return pushed & world->pairs[number].used;
}

static bool lane_is_touching(const evo_world *world, uint32_t place) {
    return place != NOBODY && (world->pairs[place / BATCH].touching >> place % BATCH & 1);
}

void touches_note_bounces(evo_world *world, const measure_choice *choice) {
    for (size_t i = 0; i < choice->count && world->batch_extra_count > 0; ++i) {
        uint32_t number = choice->active[i];
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
