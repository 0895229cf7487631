/* sleep.c: bodies that have come to rest sleep, and cost nothing until something wakes them.
 *
 * Bodies that touch, directly or through others, make an island; it sleeps when all of it has been
 * at rest for a while. Nothing is kept about islands: they are found from the contacts when some
 * body may sleep, and followed through the recalled contacts when a sleeper is woken. */
#include "core/array.h"
#include "core/sort.h"
#include "world/world.h"

/* Seconds of rest before sleep. */
static const float SLEEP_AFTER = 0.5f;

/* Steps between two looks for islands. */
enum { SLEEP_STEPS = 8 };

/* ---- Waking ---------------------------------------------------------------------------------- */

static bool can_wake(const body_card *card) {
    return card->kind == EVO_DYNAMIC && !card->awake;
}

/* Bodies that are awake now, and whose neighbours remain to be woken. */
typedef struct wake_stack {
    uint32_t *slots;
    size_t count;
} wake_stack;

static void wake(evo_world *world, wake_stack *stack, uint32_t slot) {
    body_card *card = &world->bodies[slot];
    card->awake = true;
    world->traits[card->rank].calm = 0;
    stack->slots[stack->count++] = slot;
}

static void wake_around(evo_world *world, wake_stack *stack, const body_card *card) {
    for (uint32_t c = card->first_collider; c != NOBODY; c = world->colliders[c].next)
        for (recalled *r = recall_first(world, c); r; r = recall_next(world, r, c)) {
            uint32_t other = world->colliders[r->a == c ? r->b : r->a].body;
            if (!r->touching || r->sensor) continue;
            if (can_wake(&world->bodies[other]))
                wake(world, stack, other);
            else
                world->traits[world->bodies[other].rank].calm = 0;
        }
}

static void wake_all(evo_world *world, wake_stack *stack) {
    while (stack->count > 0)
        wake_around(world, stack, &world->bodies[stack->slots[--stack->count]]);
    world->arranged = false;
}

/* Every body is on the stack but once: there is room since the contacts were taken down. */
static wake_stack stack_make(evo_world *world) {
    wake_stack stack = {(uint32_t *)(void *)world->scratch, 0};
    return stack;
}

bool sleep_wake(evo_world *world, body_card *card) {
    if (!can_wake(card)) {
        world->traits[card->rank].calm = 0;
        return true;
    }
    if (!standing_end(world)) return false;
    wake_stack stack = stack_make(world);
    wake(world, &stack, world->traits[card->rank].slot);
    wake_all(world, &stack);
    return true;
}

void sleep_wake_neighbours(evo_world *world, const body_card *card) {
    wake_stack stack = stack_make(world);
    wake_around(world, &stack, card);
    if (stack.count > 0) wake_all(world, &stack);
}

bool sleep_wake_everyone(evo_world *world) {
    if (!standing_end(world)) return false;
    for (size_t slot = 0; slot < world->body_slots.count; ++slot) {
        body_card *card = &world->bodies[slot];
        if (card->generation % 2 == 1) (void)sleep_wake(world, card); /* there is room */
    }
    return true;
}

void sleep_wake_touched(evo_world *world) {
    if (!world->wakes_due) return;
    world->wakes_due = false;
    for (size_t slot = 0; slot < world->body_slots.count; ++slot) {
        body_card *card = &world->bodies[slot];
        if (!card->wake_due || card->generation % 2 == 0) continue;
        (void)sleep_wake(world, card); /* there is room */
        card->wake_due = false;
    }
}

/* ---- Falling asleep -------------------------------------------------------------------------- */

static void lie_down(evo_world *world, body_card *card) {
    body_motion *motion = motion_of(world, card);
    card->awake = false;
    motion->velocity = vec(0, 0);
    motion->spin = 0;
    forces_clear(world, card);
    world->arranged = false;
}

bool sleep_send(evo_world *world, body_card *card) {
    if (card->kind != EVO_DYNAMIC || !card->awake) return true;
    if (!standing_end(world)) return false;
    lie_down(world, card);
    return true;
}

/* ---- Islands --------------------------------------------------------------------------------- */

typedef struct islands {
    uint32_t *parent; /* by rank of mover; a root is its own */
    bool *restless;   /* of roots: somebody in the island must stay awake */
} islands;

static uint32_t island_of(islands *all, uint32_t rank) {
    while (all->parent[rank] != rank) {
        all->parent[rank] = all->parent[all->parent[rank]];
        rank = all->parent[rank];
    }
    return rank;
}

static void join(islands *all, uint32_t a, uint32_t b) {
    a = island_of(all, a);
    b = island_of(all, b);
    uint32_t root = a < b ? a : b, other = a < b ? b : a;
    all->parent[other] = root;
    all->restless[root] |= all->restless[other];
}

static bool may_rest(const evo_world *world, uint32_t rank) {
    const body_trait *trait = &world->traits[rank];
    return trait->calm >= SLEEP_AFTER && !trait->wakeful;
}

static bool anybody_calm(const evo_world *world) {
    for (uint32_t rank = 0; rank < world->movers; ++rank)
        if (may_rest(world, rank)) return true;
    return false;
}

/* What touches a moving kinematic body is not at rest; such bodies themselves join nothing. */
static void join_contact(const evo_world *world, islands *all, uint32_t a, uint32_t b) {
    bool mover_a = a < world->movers, mover_b = b < world->movers;
    if (!mover_a || !mover_b) return;
    bool dynamic_a = world->traits[a].inverse_mass > 0,
         dynamic_b = world->traits[b].inverse_mass > 0;
    if (dynamic_a && dynamic_b)
        join(all, a, b);
    else
        all->restless[island_of(all, dynamic_a ? a : b)] = true;
}

static void find_islands(const evo_world *world, islands *all) {
    for (uint32_t rank = 0; rank < world->movers; ++rank) {
        all->parent[rank] = rank;
        all->restless[rank] = !may_rest(world, rank);
    }
    for (size_t i = 0; i < world->batch_count; ++i)
        for (int lane = 0; lane < BATCH; ++lane) {
            bool holds = world->pairs[i].touching >> lane & 1;
            if (!(world->pairs[i].used >> lane & 1)) continue;
            if (holds || world->batches[i].push[lane] > 0)
                join_contact(world, all, world->links[world->pairs[i].a[lane]].body,
                             world->links[world->pairs[i].b[lane]].body);
        }
}

static bool sleeper_before(const void *a, const void *b) {
    return ((const evo_body *)a)->index < ((const evo_body *)b)->index;
}

bool sleep_is_due(const evo_world *world) {
    return !world->config.never_sleep && world->steps % SLEEP_STEPS == 0 && anybody_calm(world);
}

size_t sleep_scratch(const evo_world *world) {
    size_t islands_of_all = world->movers * (sizeof(uint32_t) + sizeof(bool));
    size_t stack_of_all = (world->body_count + 1) * sizeof(uint32_t);
    return islands_of_all > stack_of_all ? islands_of_all : stack_of_all;
}

bool sleep_reserve(evo_world *world, bool due) {
    const evo_allocator *memory = &world->memory;
    if (!due && world->asleep_count == 0) return true;
    return recall_reserve(world)
           && array_reserve(memory, &world->sleepers, &world->sleeper_list.capacity, world->movers,
                            sizeof *world->sleepers);
}

void sleep_fall(evo_world *world) {
    islands all;
    all.parent = (uint32_t *)(void *)world->scratch;
    all.restless = (bool *)(all.parent + world->movers);
    find_islands(world, &all);
    for (uint32_t rank = 0; rank < world->movers; ++rank)
        if (!all.restless[island_of(&all, rank)])
            world->sleepers[world->sleeper_list.count++] =
                body_handle(world, world->traits[rank].slot);
    if (world->sleeper_list.count == 0) return;
    (void)standing_end(world); /* there is room */
    sort_items(world->sleepers, world->sleeper_list.count, sizeof *world->sleepers, sleeper_before);
    for (size_t i = 0; i < world->sleeper_list.count; ++i)
        lie_down(world, &world->bodies[world->sleepers[i].index]);
}
