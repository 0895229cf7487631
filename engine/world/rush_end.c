/* rush_end.c: how the step goes on with those who were struck: whom the solver takes over, and who
 * ends up where his flight has taken him. */
#include "world/rush.h"

/* ---- Going astray ---------------------------------------------------------------------------- */

/* Times the way, so that the next search need not be the last but one. */
static const double AMPLE = 1.5;

bool rush_strays(evo_world *world, double seconds) {
    rush *r = &world->rush;
    bool any = false;
    for (size_t i = 0; i < r->body_list.count; ++i) {
        const rush_body *b = &r->bodies[i];
        const body_trait *trait = &world->traits[b->rank];
        double left = seconds - b->time;
        double way = b->way + (vec_length(b->flight.velocity) + vec_length(b->pull) * left) * left
                     + fabs(b->flight.spin) * (double)trait->extent * seconds;
        if (b->strikes == 0 || way <= b->slack || r->stray_list.count == r->stray_list.capacity)
            continue;
        rush_stray stray = {trait->slot, AMPLE * way};
        r->strays[r->stray_list.count++] = stray;
        any = true;
    }
    return any;
}

void rush_widen(evo_world *world) {
    const rush *r = &world->rush;
    for (size_t i = 0; i < r->stray_list.count; ++i) {
        uint32_t slot = r->strays[i].slot, rank = world->bodies[slot].rank;
        if (rank >= world->movers || world->traits[rank].slot != slot) continue; /* no more */
        body_trait *trait = &world->traits[rank];
        trait->slack = (float)most_of((double)trait->slack, r->strays[i].reach);
    }
}

/* ---- Coming to rest -------------------------------------------------------------------------- */

/* Of its size: who was fast, and goes no farther in what is left of the step, has come to
 * something. */
static const double SLOW = 0.25;

/* Of the step: who has come no farther has not moved. */
static const double NO_WAY = 1e-6;

/* Whether the solver sees all that it may come to on such a way. */
static bool is_seen(const evo_world *world, uint32_t rank, double way) {
    const rush *r = &world->rush;
    for (uint32_t side = r->first_of[rank]; side != NOBODY; side = r->next[side]) {
        uint32_t place = side / 2;
        if (!rush_is_convex(world, place) && !rush_is_shown(world, place, way)) return false;
    }
    return true;
}

/* Whether the solver may go on with it: it is spent and will not leap, or came fast and is not. */
static bool is_tame(const evo_world *world, const rush_body *b, double seconds) {
    double size = (double)world->traits[b->rank].size, left = seconds - b->time;
    double pace = vec_length(b->flight.velocity) + vec_length(b->pull) * left
                  + fabs(b->flight.spin) * (double)world->traits[b->rank].extent;
    bool stays = b->time < NO_WAY * seconds; /* so it would in every step to come */
    if (rush_is_spent(b))
        return stays
               || (pace * seconds < RUSH_CALM * size && is_seen(world, b->rank, pace * seconds));
    return rush_leaps(world, b->rank, seconds) && pace * left < SLOW * size
           && pace * seconds < size;
}

static body_motion motion_of_flight(const evo_flight *f) {
    body_motion m = {f->position, f->velocity, f->angle, f->spin};
    return m;
}

static size_t contacts_of(const evo_world *world, uint32_t rank) {
    const rush *r = &world->rush;
    size_t count = 0;
    for (uint32_t side = r->first_of[rank]; side != NOBODY; side = r->next[side]) ++count;
    return count;
}

size_t rush_tame(evo_world *world, double seconds) {
    rush *r = &world->rush;
    size_t contacts = 0;
    for (size_t i = 0; i < r->body_list.count; ++i) {
        rush_body *b = &r->bodies[i];
        b->settled = b->strikes > 0 && is_tame(world, b, seconds);
        if (b->settled) contacts += 1 + contacts_of(world, b->rank);
    }
    return contacts;
}

void rush_place(evo_world *world) {
    rush *r = &world->rush;
    for (size_t i = 0; i < r->body_list.count; ++i) {
        rush_body *b = &r->bodies[i];
        if (!b->settled) continue;
        rush_rewind(b);
        world->motions[b->rank] = motion_of_flight(&b->flight);
        world->traits[b->rank].slack = (float)(b->slack - b->way);
    }
}

/* Those that are asked to be kept go among the step's impacts; all are counted. There is room. */
void rush_note(evo_world *world) {
    const rush *r = &world->rush;
    for (size_t i = 0; i < r->impact_list.count; ++i) {
        ++world->impacts_ever;
        if (r->impacts[i].shown.speed >= world->config.impact_speed)
            world->impacts[world->impact_list.count++] = r->impacts[i].shown;
    }
}

/* ---- In the step ----------------------------------------------------------------------------- */

static void hold_place(evo_world *world, uint32_t place, const measure_choice *choice) {
    uint32_t number = place / BATCH, lane = place % BATCH;
    unsigned bit = 1u << lane;
    bool touching = world->pairs[number].touching & bit;
    world->batches[number].gap[lane] = RUSH_FAR;
    choice->touched[number] = (uint8_t)((choice->touched[number] & ~bit) | (touching ? bit : 0));
}

void rush_hold(evo_world *world, measure_choice *choice) {
    const rush *r = &world->rush;
    choice->changed |= r->impact_list.count > 0;
    /* Those that come together fast, and did not meet after all: the solver, which sees them along
     * a straight line, might think they did. */
    for (size_t i = 0; i < choice->rush_count; ++i)
        for (uint32_t lane = 0; lane < BATCH; ++lane) {
            uint32_t place = choice->rushed[i] * BATCH + lane;
            if (choice->rushing[i] >> lane & 1 && !rush_is_left(world, place))
                hold_place(world, place, choice);
        }
    for (size_t i = 0; i < r->body_list.count; ++i) {
        uint32_t rank = r->bodies[i].rank;
        if (r->bodies[i].strikes == 0 || r->bodies[i].settled) continue;
        for (uint32_t side = r->first_of[rank]; side != NOBODY; side = r->next[side])
            hold_place(world, side / 2, choice);
    }
    for (size_t i = 0; i < r->impact_list.count; ++i) {
        uint32_t place = r->impacts[i].place;
        choice->touched[place / BATCH] |= (uint8_t)(1u << place % BATCH);
        world->batches[place / BATCH].push[place % BATCH] = 0;
    }
}

/* Its slack is less by how far it has come, which is less than the way it went; when that may not
 * do for another step, pairs are found anew. */
static void use_slack(evo_world *world, const rush_body *b, double come, double seconds) {
    body_trait *trait = &world->traits[b->rank];
    double turning = fabs(b->flight.spin) * (double)trait->extent;
    double pace = vec_length(b->flight.velocity) + turning, next = world->paired_for;
    double fall = vec_length(body_pull(world, b->rank)) * next * next;
    double left = b->slack - come - turning * seconds;
    trait->slack = (float)left;
    trait->calm = 0;
    if (left < pace * next + fall) world->stale = true;
    if (left < 0) body_strays(world, &world->bodies[trait->slot]);
}

void rush_settle(evo_world *world, double seconds) {
    rush *r = &world->rush;
    for (size_t i = 0; i < r->body_list.count; ++i) {
        rush_body *b = &r->bodies[i];
        if (b->strikes == 0 || b->settled) continue;
        rush_bring(b, seconds);
        body_motion *m = &world->motions[b->rank];
        double come = vec_length(vec_sub(b->flight.position, m->position));
        *m = motion_of_flight(&b->flight);
        use_slack(world, b, come, seconds);
    }
}
