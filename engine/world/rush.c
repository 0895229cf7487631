/* rush.c: impacts within a step of EVO_CONTACTS, at their true time and in their true order.
 *
 * Who is about to bounce, or moves so far in the step that it might leap over a ring, is in a rush:
 * it flies through the step by itself, from impact to impact, and the solver leaves it alone until
 * the next. Whom it strikes is in a rush from then on. Each plans what it meets first among those
 * its contacts name; the plans stand in a pair table, their times in an event queue, as in worlds
 * of events. What comes together more slowly than bounce_threshold is the solver's business: the
 * rush passes over it, and the contact catches it at the next step.
 *
 * Nothing in the world is changed until all impacts are known. A body that has taken more than
 * RUSH_TURNS turns in a step, for impacts and for what it came to gently, is in a crowd, not in a
 * rush: it is spent, and stands where it was struck last. From there the solver goes on with it,
 * or, if it is so fast that it might leap over something, the next step, for which it keeps its
 * velocity; but not when it has not moved at all, or it would stand there for ever. The solver
 * takes a whole step: so it begins with whom it takes over where he would have been at first.
 *
 * Only the solver parts what overlaps, and it does not touch what is in a rush. So who is sunk in
 * something when the step begins is spent from the beginning: he can be struck, but flies nowhere,
 * and the solver has him in any case. Without that a crowd that bounces would sink into itself, as
 * each of it is struck in every step.
 */
#include "world/rush.h"
#include "core/array.h"
#include "impact/tolerance.h"

static bool begin_rushing(evo_world *world, double seconds, const measure_choice *choice) {
    for (size_t i = 0; i < choice->rush_count; ++i)
        for (uint32_t lane = 0; lane < BATCH; ++lane)
            if (choice->rushing[i] >> lane & 1
                && !rush_begin_at(world, choice->rushed[i] * BATCH + lane, seconds))
                return false;
    return true;
}

/* How far the smaller of two goes in the step, as the larger one sees it. */
static double drift(const evo_world *world, uint32_t place, double seconds) {
    uint32_t a = rush_body_at(world, place, 0), b = rush_body_at(world, place, 1);
    if (world->traits[a].extent < world->traits[b].extent) {
        uint32_t other = a;
        a = b;
        b = other;
    }
    const body_motion *large = &world->motions[a], *small = &world->motions[b];
    evo_vec2 arm = vec_sub(small->position, large->position);
    evo_vec2 there = vec_along(large->velocity, large->spin, vec_left(arm));
    double turning = fabs(small->spin - large->spin) * (double)world->traits[b].extent;
    return (vec_length(vec_sub(small->velocity, there)) + turning) * seconds;
}

/* Whether the solver, which sees only gaps that were measured, keeps the two at a place apart. */
static bool sees(const evo_world *world, uint32_t place, double seconds) {
    if (!(world->batches[place / BATCH].gap[place % BATCH] < RUSH_FAR)) return false;
    return rush_is_convex(world, place)
           || rush_is_shown(world, place, drift(world, place, seconds));
}

/* Deep in something: no flight leads to where it is, or away from there. The solver gets it out. */
static bool is_stuck(const evo_world *world, uint32_t rank) {
    const rush *r = &world->rush;
    for (uint32_t side = r->first_of[rank]; side != NOBODY; side = r->next[side])
        if (rush_is_deep(world, side / 2)) return true;
    return false;
}

static bool begin_leaping(evo_world *world, double seconds) {
    const rush *r = &world->rush;
    for (uint32_t rank = 0; rank < world->movers; ++rank) {
        if (!rush_leaps(world, rank, seconds) || is_stuck(world, rank) || r->sunk[rank]) continue;
        for (uint32_t side = r->first_of[rank]; side != NOBODY; side = r->next[side]) {
            uint32_t place = side / 2;
            if (!sees(world, place, seconds) && !rush_passes_over(world, place)
                && !rush_begin_at(world, place, seconds))
                return false;
        }
    }
    return true;
}

/* Whether something else happens at the instant of the first event: something just has, or is
 * next. */
static bool are_several(const rush *r, const queue_keys *keys, double time, double seconds) {
    double instant = seconds * SAME_INSTANT;
    if (time - r->last_strike <= instant) return true;
    const queue_event *second = queue_second(&r->queue, keys);
    return second && second->time - time <= instant;
}

/* Plans anew those whom it befell, which a strike that was left is for the one who planned it. */
static void plan_on(evo_world *world, rush_outcome outcome, uint32_t number, double time,
                    double seconds) {
    rush *r = &world->rush;
    if (outcome == RUSH_LEFT) rush_plan_anew(world, r->bodies[number].rank, time, seconds);
    if (outcome != RUSH_STRUCK) return;
    r->last_strike = time;
    for (size_t i = 0; i < r->struck_list.count; ++i)
        rush_plan_anew(world, r->struck[i], time, seconds);
}

/* Handles all impacts up to the end of the step. */
static bool run(evo_world *world, double seconds, body_card **asleep) {
    rush *r = &world->rush;
    for (;;) {
        queue_keys keys = {r->marks, sizeof *r->marks, r->table.firsts};
        bool refused = false;
        const queue_event *next = queue_first(&r->queue, &keys, &refused);
        if (refused) return false;
        if (!next) return true;
        uint32_t number = next->body;
        pair_entry planned = r->table.firsts[number];
        bool several = are_several(r, &keys, planned.time, seconds);
        if (!rush_reserve(world, 1)) return false;
        queue_pop(&r->queue);
        if (!rush_plan_holds(world, number)) {
            rush_plan(world, number, planned.time, seconds);
            continue;
        }
        rush_outcome outcome =
            rush_strike(world, planned.tag, planned.time, seconds, several, asleep);
        if (outcome == RUSH_REFUSED || outcome == RUSH_ASLEEP) return outcome == RUSH_ASLEEP;
        plan_on(world, outcome, number, planned.time, seconds);
    }
}

/* Nobody is in a rush. */
static void clear(evo_world *world) {
    rush *r = &world->rush;
    for (size_t i = 0; i < r->body_list.count; ++i) r->number_of[r->bodies[i].rank] = NOBODY;
    r->body_list.count = r->impact_list.count = 0;
    if (r->leaving) array_fill(r->left, 0, r->left_capacity, sizeof *r->left);
    r->leaving = false;
    r->last_strike = -INFINITY;
}

static bool open_queue(evo_world *world, double seconds) {
    rush *r = &world->rush;
    int power;
    (void)frexp(seconds, &power);
    if (r->queue.bins) {
        queue_clear(&r->queue, 0);
        return true;
    }
    r->table.memory = &world->memory;
    return queue_init(&r->queue, &world->memory, 0, 0, ldexp(1, power - 6));
}

bool rush_find(evo_world *world, double seconds, const measure_choice *choice, body_card **asleep) {
    *asleep = NULL;
    clear(world);
    if (choice->rush_count == 0 && !world->leaping) return true;
    world->rush.used = true;
    bool found = rush_link(world) && open_queue(world, seconds);
    if (found) rush_mark_sunk(world, choice, seconds);
    found = found && begin_rushing(world, seconds, choice)
            && (!world->leaping || begin_leaping(world, seconds)) && run(world, seconds, asleep);
    if (!found || *asleep) clear(world);
    return found;
}

void rush_trim(evo_world *world) {
    rush *r = &world->rush;
    const evo_allocator *memory = &world->memory;
    if (!r->used) {
        array_free(memory, &r->number_of, &r->number_capacity, sizeof *r->number_of);
        array_free(memory, &r->first_of, &r->first_capacity, sizeof *r->first_of);
        array_free(memory, &r->sunk, &r->sunk_capacity, sizeof *r->sunk);
        array_free(memory, &r->next, &r->next_capacity, sizeof *r->next);
        array_free(memory, &r->left, &r->left_capacity, sizeof *r->left);
        r->linked = false;
    }
    r->used = false;
}

void rush_free(evo_world *world) {
    rush *r = &world->rush;
    const evo_allocator *memory = &world->memory;
    array_free(memory, &r->bodies, &r->body_list.capacity, sizeof *r->bodies);
    array_free(memory, &r->marks, &r->mark_capacity, sizeof *r->marks);
    array_free(memory, &r->number_of, &r->number_capacity, sizeof *r->number_of);
    array_free(memory, &r->first_of, &r->first_capacity, sizeof *r->first_of);
    array_free(memory, &r->sunk, &r->sunk_capacity, sizeof *r->sunk);
    array_free(memory, &r->next, &r->next_capacity, sizeof *r->next);
    array_free(memory, &r->left, &r->left_capacity, sizeof *r->left);
    array_free(memory, &r->strays, &r->stray_list.capacity, sizeof *r->strays);
    array_free(memory, &r->impacts, &r->impact_list.capacity, sizeof *r->impacts);
    array_free(memory, &r->struck, &r->struck_list.capacity, sizeof *r->struck);
    array_free(memory, &r->struck_at, &r->struck_at_capacity, sizeof *r->struck_at);
    array_free(memory, &r->sides, &r->side_capacity, sizeof *r->sides);
    array_free(memory, &r->blows, &r->blow_capacity, sizeof *r->blows);
    if (!r->table.memory) return;
    queue_free(&r->queue);
    pair_table_free(&r->table);
}
