/* end.c: how the step goes on with bodies that were struck: which the solver takes over, and which
 * end up where their flights have taken them. */
#include "contact/contacts.h"
#include "contact/ground.h"
#include "contact/near.h"
#include "contact/pairs.h"
#include "contact/states.h"
#include "narrow/passing.h"
#include "substep/substep.h"

/* ---- Going astray ---------------------------------------------------------------------------- */

/* Times the path, so that the next search need not be the last but one. */
static const double AMPLE = 1.5;

bool substep_strays(substep *r, double seconds, bool *refused) {
    size_t count = 0;
    *refused = !array_reserve(r->g->memory, &r->strays.ids, &r->strays.capacity, r->body_list.count,
                              sizeof *r->strays.ids);
    for (size_t i = 0; i < r->body_list.count && !*refused; ++i) {
        const substep_body *b = &r->bodies[i];
        body_sim *sim = &r->g->bodies.sims[b->index];
        double left = seconds - b->time;
        double path = b->path
                      + (vec_length(b->flight.velocity) + 2 * vec_length(b->pull) * left) * left
                      + fabs(b->flight.spin) * (double)sim->extent * seconds
                      + 1.1 * (double)NEAR * (double)sim->size;
        if (b->strikes == 0 || path <= b->margin) continue;
        sim->wanted = (float)(AMPLE * path);
        r->strays.ids[count++] = b->index;
    }
    if (count > 0) *refused = !pairs_update(r->g, seconds, r->strays.ids, count);
    return count > 0;
}

/* ---- Coming to rest -------------------------------------------------------------------------- */

/* Of its size: what was fast, and goes no farther in what is left of the step, has come to
 * something. */
static const double SLOW = 0.25;

/* Of the step: what has come no farther has not moved. */
static const double NO_WAY = 1e-6;

/* A side of a pair that may come together in what is left of the step: from where it was struck
 * last it may go anywhere, as far as its path is; what was not struck goes its way. */
typedef struct step_rest {
    substep_body body;
    double path;
    evo_vec2 way;
} step_rest;

static step_rest rest_of(const substep *r, uint32_t index, double otherwise, double seconds) {
    const substep_body *own = substep_body_of(r, index);
    bool struck = own && own->strikes > 0;
    step_rest rest = {.path = 0};
    rest.body = struck ? *own : substep_body_unstruck(r, index, otherwise);
    if (index >= r->g->bodies.movers) return rest;
    const substep_body *b = &rest.body;
    double left = seconds - b->time;
    rest.path = fabs(b->flight.spin) * (double)r->g->bodies.sims[index].extent * left;
    evo_vec2 way = vec_along(vec_scale(b->flight.velocity, left), 0.5 * left * left, b->pull);
    if (struck)
        rest.path += vec_length(way) + vec_length(b->pull) * left * left;
    else
        rest.way = way;
    return rest;
}

static evo_vec2 center_of(const substep_shapes *seen, int side) {
    const evo_flight *f = &seen->fliers[side].flight;
    return vec_add(f->position, vec_turn(seen->shapes[side].center, evo_direction(f->angle)));
}

/* Whether a body that was struck may come to this yet. Both have margins for that, so that if they
 * may, they have a contact. */
static bool is_in_reach(const substep *r, const substep_body *b, uint32_t place, double seconds) {
    if (place_contact(r, place)->state != CONTACT_NEAR) return true;
    substep_pair p;
    substep_shapes seen;
    meeting at;
    passing passes;
    evo_vec2 way = {0, 0};
    double path = (double)NEAR * place_thickness(r, place);
    for (int i = 0; i < 2; ++i) {
        p.indices[i] = place_body(r, place, i);
        step_rest rest = rest_of(r, p.indices[i], b->time, seconds);
        p.copies[i] = rest.body;
        p.bodies[i] = &p.copies[i];
        path += rest.path;
        way = vec_along(way, i == 0 ? -1 : 1, rest.way);
        passes.shapes[i] = place_shape(r, place, i);
        passes.angles[i] = rest.body.flight.angle;
        passes.reach[i] = shape_reach(passes.shapes[i]);
    }
    p.delta = vec_sub(p.bodies[1]->flight.position, p.bodies[0]->flight.position);
    substep_see_shapes(r, place, &p, &seen);
    evo_vec2 offset = vec_sub(center_of(&seen, 1), center_of(&seen, 0));
    return passing_gap(&passes, offset, way) <= path && substep_meeting_at(r, place, &p, &at)
           && at.gap <= path + vec_length(way);
}

/* Whether the solver sees all that it may come to on such a path. */
static bool is_seen(const substep *r, const substep_body *b, double seconds, double path) {
    for (uint32_t place = place_first(r, b->index); place != NONE;
         place = place_next(r, b->index, place))
        if (!place_is_convex(r, place) && !(path < place_thickness(r, place))
            && is_in_reach(r, b, place, seconds))
            return false;
    return true;
}

/* The most that any of its points moves at, for so long. */
static double pace_of(const substep *r, const substep_body *b, double seconds) {
    return vec_length(b->flight.velocity) + vec_length(b->pull) * seconds
           + fabs(b->flight.spin) * (double)r->g->bodies.sims[b->index].extent;
}

/* By how much it turns in that time, if that changes where its rim is. */
static double turn_of(const substep *r, const substep_body *b, double seconds) {
    const body_sim *sim = &r->g->bodies.sims[b->index];
    return sim->extent + sim->swing > 0 ? fabs(b->flight.spin) * seconds : 0;
}

/* Whether the solver may go on with it: it is at its limit and will not leap, or came fast and is
 * slow. */
static bool may_return(const substep *r, const substep_body *b, double seconds) {
    double size = (double)r->g->bodies.sims[b->index].size, left = seconds - b->time;
    double pace = pace_of(r, b, left);
    bool stays = b->time < NO_WAY * seconds; /* so it would in every step to come */
    if (at_limit(b))
        return stays
               || (pace * seconds < SUBSTEP_CALM * size && turn_of(r, b, left) < HOP_TURN
                   && is_seen(r, b, seconds, pace * seconds));
    return substep_leaps(r, b->index, seconds) && pace * left < SLOW * size
           && pace * seconds < size;
}

/* What goes by itself to the end of the step the solver does not see. */
static bool is_flying(const substep *r, uint32_t index) {
    const substep_body *b = substep_body_of(r, index);
    return b && b->strikes > 0 && !b->returned;
}

/* The solver sees only what is active: all else that the body may come to in the step. */
static bool activate_near(substep *r, const substep_body *b, double seconds) {
    size_t count = 0;
    for (uint32_t place = place_first(r, b->index); place != NONE;
         place = place_next(r, b->index, place)) {
        if (place_contact(r, place)->state != CONTACT_NEAR || place_is_second(place)
            || is_flying(r, place_body(r, place, place_body(r, place, 0) == b->index))
            || !is_in_reach(r, b, place, seconds))
            continue;
        if (!array_reserve(r->g->memory, &r->places, &r->place_list.capacity, count + 1,
                           sizeof *r->places))
            return false;
        r->places[count++] = place / 2;
    }
    return near_activate_all(r->g, r->places, count);
}

bool substep_return(substep *r, double seconds, size_t *count) {
    *count = 0;
    for (size_t i = 0; i < r->body_list.count; ++i) {
        substep_body *b = &r->bodies[i];
        b->returned = b->strikes > 0 && may_return(r, b, seconds);
        *count += b->returned;
    }
    for (size_t i = 0; i<r->body_list.count && * count> 0; ++i)
        if (r->bodies[i].returned && !activate_near(r, &r->bodies[i], seconds)) return false;
    return true;
}

static body_state state_of_flight(const evo_flight *f) {
    body_state state = {f->position, f->velocity, f->angle, f->spin};
    return state;
}

/* It has used up its margin by how far it has come; returns that, for clearances, beside a way that
 * all go. */
static float move(substep *r, const substep_body *b, evo_vec2 beside) {
    body_sim *sim = &r->g->bodies.sims[b->index];
    evo_vec2 way = vec_sub(b->flight.position, b->start.position);
    double turned = fabs(b->flight.angle - b->start.angle), extent = (double)sim->extent;
    r->g->bodies.states[b->index] = state_of_flight(&b->flight);
    sim->margin = (float)(b->margin - vec_length(way) - turned * extent);
    double rim = turned * (extent + (double)sim->swing);
    return (float)((vec_length(vec_sub(way, beside)) + rim) * (1 + 1e-6));
}

void substep_place(substep *r) {
    for (size_t i = 0; i < r->body_list.count; ++i) {
        substep_body *b = &r->bodies[i];
        if (!b->returned) continue;
        substep_rewind(b);
        r->g->bodies.sims[b->index].travel += move(r, b, vec(0, 0));
    }
}

void substep_tell_begun(const substep *r, double seconds, float *shift, float *drive) {
    for (size_t i = 0; i < r->body_list.count; ++i) {
        const substep_body *b = &r->bodies[i];
        size_t row = 4 * ((size_t)b->index + 1);
        if (!b->returned) continue;
        shift[row + 3] = (float)b->since;
        for (size_t k = 0; k < 3; ++k) drive[row + k] *= (float)((seconds - b->since) / seconds);
    }
}

double substep_begun(const substep *r, uint32_t index) {
    const substep_body *b = r->body_list.count > 0 ? substep_body_of(r, index) : NULL;
    return b && b->returned ? b->since : 0;
}

static bool is_returned(const substep *r, uint32_t place) {
    for (int side = 0; side < 2; ++side) {
        const substep_body *b = substep_body_of(r, place_body(r, place, side));
        if (b && b->returned) return true;
    }
    return false;
}

/* The place of a batch's lane. */
static uint32_t place_of_lane(const substep *r, uint32_t number, uint32_t lane) {
    const batch_pairs *pairs = &r->g->batches.pairs[number];
    return 2 * pairs->contact[lane] + (pairs->second >> lane & 1u);
}

/* Whether nothing is known about a place, as one of its two did not go by itself. */
static bool is_unknown(const substep *r, uint32_t place) {
    for (int side = 0; side < 2; ++side) {
        uint32_t index = place_body(r, place, side);
        if (index < r->g->bodies.movers && r->penetrating[index]) return true;
    }
    return substep_is_deferred(r, place) || is_returned(r, place);
}

/* Of convex shapes the solver sees where they pass each other, as the two may be pushed yet; else
 * it might think that they met. */
void substep_return_unstruck(const substep *r, measure_choice *choice) {
    for (size_t i = 0; i < choice->bounce_count; ++i)
        for (uint32_t lane = 0; lane < BATCH; ++lane) {
            uint8_t bit = (uint8_t)(1u << lane);
            uint32_t number = choice->bouncing[i], place = place_of_lane(r, number, lane);
            if (!(choice->bounces[i] & bit)) continue;
            bool unknown = is_unknown(r, place);
            if (!place_is_convex(r, place) && !unknown) continue;
            if (!unknown) choice->clear[i] |= bit;
            choice->bounces[i] &= (uint8_t)~bit;
            choice->close[number] |= bit;
            choice->passing[number] |= bit;
        }
}

/* ---- In the step ----------------------------------------------------------------------------- */

/* The solver is not to see what happens there. */
static void hold_place(substep *r, uint32_t place, const measure_choice *choice) {
    uint32_t at = place_lane(r, place);
    if (at == NONE) return;
    uint32_t number = at / BATCH, lane = at % BATCH;
    unsigned bit = 1u << lane;
    bool touching = r->g->batches.pairs[number].touching & bit;
    r->g->batches.batches[number].gap[lane] = FAR_APART;
    choice->touched[number] = (uint8_t)((choice->touched[number] & ~bit) | (touching ? bit : 0));
}

/* A near pair that was struck touches; in the next step it is measured. */
static void note_struck(substep *r, uint32_t place, const measure_choice *choice) {
    uint32_t at = place_lane(r, place);
    if (at == NONE) {
        contact_note_touch(r->g, place / 2);
        near_expire(r->g, place / 2);
        return;
    }
    choice->touched[at / BATCH] |= (uint8_t)(1u << at % BATCH);
    r->g->batches.batches[at / BATCH].push[at % BATCH] = 0;
}

void substep_hold(substep *r, measure_choice *choice) {
    choice->changed |= r->impact_list.count > 0;
    for (size_t i = 0; i < choice->bounce_count; ++i)
        for (uint32_t lane = 0; lane < BATCH; ++lane)
            if (choice->bounces[i] >> lane & 1)
                hold_place(r, place_of_lane(r, choice->bouncing[i], lane), choice);
    for (size_t i = 0; i < r->body_list.count; ++i) {
        const substep_body *b = &r->bodies[i];
        if (b->strikes == 0 || b->returned) continue;
        for (uint32_t place = place_first(r, b->index); place != NONE;
             place = place_next(r, b->index, place))
            hold_place(r, place, choice);
    }
    for (size_t i = 0; i < r->impact_list.count; ++i) note_struck(r, r->impacts[i].place, choice);
}

/* What stands gives no way (contact/ground.h). */
static void hold_off_ground(const substep *r, substep_body *b) {
    body_state then = state_of_flight(&b->flight), before = then;
    before.position = b->start.position;
    before.angle = b->start.angle;
    b->flight.position = ground_sets_back(r->g, b->index, &before, &then);
}

/* There is room for those that have left their margins. */
void substep_settle(substep *r, double seconds) {
    for (size_t i = 0; i < r->body_list.count; ++i) {
        substep_body *b = &r->bodies[i];
        if (b->strikes == 0 || b->returned) continue;
        body_sim *sim = &r->g->bodies.sims[b->index];
        const float *wind = r->g->wind.velocity;
        substep_bring(b, seconds);
        if (graph_is_pushed(r->g, b->index)) hold_off_ground(r, b);
        sim->travel = move(r, b, vec_scale(vec((double)wind[0], (double)wind[1]), seconds));
        sim->calm = 0;
        if (sim->margin < 0) body_moved(r->g, b->id);
    }
}
