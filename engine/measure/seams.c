/* seams.c: contacts at seams of floors: judges meetings, and a step's pairs. In: the nearest points
 * of two rims; out: the meeting along a normal that the floor allows, or no contact. */
#include "measure/measure.h"

#include <assert.h>

#include "body/body.h"

static bool has_seams(const body_store *s, uint32_t slot) {
    return collider_at(s, slot)->first_seam != NONE;
}

/* Returns whether contacts with a collider are judged. */
static bool is_judged(const body_store *s, uint32_t slot) {
    return has_seams(s, slot) || (s->one_sided && s->links[slot].kind == FORM_LINE);
}

/* Returns whether a contact comes from behind a one-sided segment: from its solid side, the left. A
 * ring whose centre is there has all of its contacts from there. */
static bool is_behind(const floor_place *f, const evo_shape *other, const seam_contact *c) {
    const collider_link *link = &f->bodies->links[f->slot];
    if (link->kind != FORM_LINE || !f->bodies->one_sided) return false;
    const evo_shape *shape = f->bodies->colliders[link->id].shape;
    const evo_vec2 axis = vec_turn(shape->axis, f->turn);
    if (!shape->of.segment.one_sided) return false;
    const evo_vec2 middle = vec_sub(c->center, vec_turn(shape->center, f->turn));
    return vec_cross(axis, c->normal) > 0
           || (other->kind == EVO_RING && vec_cross(axis, middle) > 0);
}

/* Judges a contact of a floor with another shape. `c`: relative to the centre of the floor's body;
 * its normal becomes that of the verdict. False: the contact comes from behind, and is not
 * judged. */
static bool judge(const floor_place *f, const evo_shape *other, seam_contact *c,
                  seam_verdict *verdict) {
    const bool behind = is_behind(f, other, c);
    const uint32_t id = f->bodies->links[f->slot].id;
    *verdict = SEAM_KEEPS;
    if (!has_seams(f->bodies, f->slot)) return !behind;
    seam_contact own = *c;
    own.point = vec_turn_back(c->point, f->turn);
    own.normal = vec_turn_back(c->normal, f->turn);
    own.center = vec_turn_back(c->center, f->turn);
    if (behind && !(c->in_doubles && seams_face(f->bodies, id, &own))) return false;
    *verdict = seams_judge(f->bodies, id, &own);
    c->normal = vec_turn(own.normal, f->turn);
    return true;
}

/* ---- Meetings -------------------------------------------------------------------------------- */

/* Measures a meeting along another normal. `side`: the floor's. The fitted circle of the other
 * shape stays, and the floor's point is the one nearest to it on the floor's plane. */
static void turn_meeting(meeting *m, int side, evo_vec2 normal) {
    const double known = side ? m->radius_a : -m->radius_b;
    const double radius = isfinite(known) ? known : 0;
    const evo_vec2 floor = side ? m->point_b : m->point_a;
    const evo_vec2 point =
        vec_along(side ? m->point_a : m->point_b, radius, vec_sub(normal, m->normal));
    m->normal = normal;
    m->gap = vec_dot(vec_sub(point, floor), normal) * (side ? -1 : 1);
    m->point_a = side ? point : vec_along(point, -m->gap, normal);
    m->point_b = side ? vec_along(point, m->gap, normal) : point;
}

/* Judges a meeting whose collider at `side` is a floor. `c`: the other shape. */
static bool allows(const floor_place *f, int side, const evo_shape *other, seam_contact c,
                   meeting *m) {
    c.point = vec_sub(side ? m->point_b : m->point_a, f->center);
    c.normal = side ? vec_negate(m->normal) : m->normal;
    c.center = vec_sub(c.center, f->center);
    c.flat = isinf(side ? m->radius_a : m->radius_b) != 0;
    c.in_doubles = true;
    seam_verdict verdict;
    if (!judge(f, other, &c, &verdict)) return false;
    if (verdict != SEAM_KEEPS) turn_meeting(m, side, side ? vec_negate(c.normal) : c.normal);
    return verdict != SEAM_DROPS;
}

bool seams_allow(const body_store *s, const uint32_t slots[2], const evo_vec2 centers[2],
                 const evo_vec2 turns[2], meeting *m) {
    for (int side = 0; side < 2; ++side) {
        const uint32_t id = s->links[slots[1 - side]].id;
        const floor_place floor = {s, slots[side], centers[side], turns[side]};
        const seam_contact other = {.center = centers[1 - side], .other = id};
        if (!allows(&floor, side, s->colliders[id].shape, other, m)) return false;
    }
    return true;
}

bool seams_allow_shape(const floor_place *floor, const placed *shape, const evo_filter *filter,
                       meeting *m) {
    const seam_contact other = {.center = shape->center, .other = NONE, .filter = filter};
    return allows(floor, 1, shape->shape, other, m);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Turns a fit to the normal of a floor, and makes the floor's side a plane. The floor's point is
 * then the one nearest to the other body. */
static void turn_fit(pair_fit *f, int side, evo_vec2 normal) {
    const evo_vec2 old = vec((double)f->normal_x, (double)f->normal_y);
    const double far = (double)f->gap + (double)f->radius_a + (double)f->radius_b;
    const double along = far * vec_dot(old, normal);
    const evo_vec2 moved = vec_sub(vec_scale(normal, along), vec_scale(old, far));
    f->normal_x = (float)normal.x;
    f->normal_y = (float)normal.y;
    f->gap = (float)(along - (double)f->radius_a - (double)f->radius_b);
    f->fit_ax -= side ? 0 : (float)moved.x;
    f->fit_ay -= side ? 0 : (float)moved.y;
    f->fit_bx += side ? (float)moved.x : 0;
    f->fit_by += side ? (float)moved.y : 0;
    f->plane = side ? 1 : -1;
    if (f->kind < FIT_FLAT) f->kind = FIT_FLAT;
}

/* Returns whether the collider at `side` allows a fit as a contact; turns the fit to the normal of
 * a floor. */
static bool allows_fit(const body_store *s, const uint32_t slots[2], int side, pair_fit *f) {
    const collider_link *link = &s->links[slots[side]], *other = &s->links[slots[1 - side]];
    const double sign = side ? -1 : 1;
    if (!is_judged(s, slots[side])) return true;
    const evo_vec2 away = vec(sign * (double)f->normal_x, sign * (double)f->normal_y);
    const body_state *state = &s->states[link->body];
    const floor_place floor = {.bodies = s,
                               .slot = slots[side],
                               .turn = state->angle == 0 ? vec(1, 0) : evo_direction(state->angle)};
    const evo_vec2 middle =
        side ? vec_of_floats(f->fit_bx, f->fit_by) : vec_of_floats(f->fit_ax, f->fit_ay);
    seam_contact c = {.point = vec_along(middle, (double)(side ? f->radius_b : f->radius_a), away),
                      .normal = away,
                      .center = vec_sub(s->states[other->body].position, state->position),
                      .other = other->id,
                      .flat = f->kind == FIT_FACES
                              || (f->kind == FIT_FLAT && f->plane == (side ? -1 : 1))};
    seam_verdict verdict;
    if (!judge(&floor, s->colliders[other->id].shape, &c, &verdict)) return false;
    if (verdict == SEAM_TURNS) turn_fit(f, side, vec_scale(c.normal, sign));
    return verdict != SEAM_DROPS;
}

/* Returns whether both colliders allow a fit of one touch. */
static bool allows_touch(const body_store *s, const uint32_t slots[2], pair_fit *fit) {
    return allows_fit(s, slots, 1, fit) && allows_fit(s, slots, 0, fit);
}

/* Least cosine of two normals that are equal, but for rounding. */
static const float ONE_NORMAL = 1 - 1e-6f;

/* Judges both touches of faces. Both stay if the floor allows both along one normal; otherwise only
 * the deeper of the allowed touches stays. */
static bool allows_faces(const body_store *s, const uint32_t slots[2], pair_fit *fit,
                         const pair_list *list, uint32_t k) {
    pair_fit first = *fit, second = *fit;
    first.span = 0;
    fit_drop_first(&second);
    const bool one = allows_touch(s, slots, &first), two = allows_touch(s, slots, &second);
    const float cosine = first.normal_x * second.normal_x + first.normal_y * second.normal_y;
    if (one && two && cosine > ONE_NORMAL) {
        first.span = fit->span;
        first.gap_2 = second.gap;
        *fit = first;
        return true;
    }
    const bool keeps_first = one && (!two || first.gap <= second.gap);
    pair_set_class(list, k, PAIR_ROW);
    *fit = keeps_first ? first : second;
    fit->dropped = keeps_first ? FIT_DROPPED_SECOND : FIT_DROPPED_FIRST;
    assert(fit->span == 0 && "one touch is left");
    return one || two;
}

void seams_apply(const measure_input *in, const measure_output *measured) {
    const pair_list *list = in->list;
    for (uint32_t k = 0; k < list->rows; ++k) {
        const bool faces = list->class_of[k] == PAIR_FACES;
        if (list->class_of[k] != PAIR_ROW && !faces) continue;
        const uint32_t slots[2] = {list->a[k], list->b[k]};
        if (!is_judged(in->bodies, slots[0]) && !is_judged(in->bodies, slots[1])) continue;
        pair_fit *fit = fit_of_pair(measured, k);
        pair_warm *warm = &list->kept->warm[k];
        if (faces ? !allows_faces(in->bodies, slots, fit, list, k)
                  : !allows_touch(in->bodies, slots, fit)) {
            pair_set_class(list, k, PAIR_VOID);
            list->kept->gaps[k] = 0; /* its side is not kept */
            continue;
        }
        /* The neighbour that has the contact also has the push of a dropped touch. */
        pair_other *other = &list->kept->other[k];
        if (pair_has_other(other) && fit->dropped == FIT_DROPPED_FIRST) warm->push = 0;
        if (pair_has_other(other) && fit->dropped == FIT_DROPPED_SECOND) other->push = 0;
        if (warm->normal_x == fit->normal_x && warm->normal_y == fit->normal_y) continue;
        warm->normal_x = fit->normal_x;
        warm->normal_y = fit->normal_y;
        list->kept->gaps[k] = fit_gap(fit);
    }
}
