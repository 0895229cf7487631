/* place.c: where the awake colliders are, and the disks that they sweep in a step of free flight. */
#include "step/place.h"

#include "core/trig.h"

/* Of the reach: bounds are so much larger than what they bound, so that pairs that nearly touch are
 * there before they do. */
static const double SWEEP_MARGIN = 0.01;

/* Cosine and sine by minimax polynomials, off by 1e-8, within an eighth of a turn. */
static collider_turn direction_of(double angle) {
    const angle_parts parts = angle_part(angle);
    float r = (float)parts.rest, z = r * r;
    float sine = r + r * z * ((8.332749001e-3f - z * 1.958800883e-4f) * z - 0.1666666467f);
    float even = (2.454804052e-5f * z - 1.388830365e-3f) * z + 0.04166666466f;
    float cosine = 1 - (0.5f * z - z * z * even);
    /* Without branches: quarters of a turn cannot be foreseen. */
    float odd = (float)(parts.quarters & 1), even_sign = 1 - (float)(parts.quarters & 2);
    float c = (1 - odd) * cosine - odd * sine, n = (1 - odd) * sine + odd * cosine;
    return (collider_turn){0, 0, even_sign * c, even_sign * n};
}

static void turn_collider(body_store *s, uint32_t slot, double angle) {
    const collider_form *form = &s->forms[slot];
    const collider_turn by = direction_of(angle);
    float c = by.axis_x, n = by.axis_y;
    s->turns[slot] = (collider_turn){
        form->offset_x * c - form->offset_y * n, form->offset_y * c + form->offset_x * n,
        form->axis_x * c - form->axis_y * n, form->axis_y * c + form->axis_x * n};
}

/* A disk about its body's centre only goes along; what is elsewhere swings, too. */
static double place_collider(body_store *s, uint32_t slot, evo_vec2 middle) {
    const collider_link *link = &s->links[slot];
    const body_state *state = &s->states[link->body];
    s->places[slot] = middle;
    s->turns[slot] = (collider_turn){0, 0, 1, 0};
    if (link->kind == FORM_DISK) return 0;
    const collider_form *form = &s->forms[slot];
    turn_collider(s, slot, state->angle);
    if (form->offset_x == 0 && form->offset_y == 0) return 0;
    evo_vec2 center = s->colliders[link->id].about_center.center;
    s->places[slot] = vec_add(middle, vec_turn(center, evo_direction(state->angle)));
    return fabs(state->spin) * vec_length(center);
}

bool place_awake(step_places *p, body_store *s, double seconds, double pull, arena *a) {
    p->radii = ARENA_TAKE(a, float, s->collider_awake);
    p->row_of = ARENA_TAKE(a, uint32_t, s->collider_awake);
    if (!p->radii || !p->row_of) return false;
    p->some_unround = p->some_fixed = false;
    for (uint32_t i = 0; i < s->awake; ++i) p->some_fixed |= s->motions[i].kind != EVO_DYNAMIC;
    for (uint32_t i = 0; i < s->collider_awake; ++i) {
        p->some_unround |= s->links[i].kind != FORM_DISK;
        const body_state *state = &s->states[s->links[i].body];
        double half = 0.5 * seconds, reach = (double)s->forms[i].reach;
        double swing = place_collider(s, i, vec_along(state->position, half, state->velocity));
        double way = half * vec_length(state->velocity) + seconds * swing;
        p->radii[i] = (float)(reach * (1 + SWEEP_MARGIN) + way + pull);
        s->sweeps[i] = (collider_sweep){s->forms[i].radius_x, s->forms[i].radius_y,
                                        (float)state->velocity.x, (float)state->velocity.y};
        p->row_of[i] = 4 * (s->links[i].body + 1);
    }
    return true;
}
