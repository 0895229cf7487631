/* seams.c: drops contacts at joints between segments. In: measured pairs; out: void ones lose their
 * row. Both segments are in the pairs of the collider that touches them, so its other pairs are all
 * there is to search. */
#include "narrow/seams.h"

/* Fraction of both lengths: ends that are no farther apart are one point. */
static const double SAME_POINT = 1e-6;

typedef struct segment_ends {
    evo_vec2 at[2];
    double length;
} segment_ends;

static segment_ends ends_of(const body_store *s, uint32_t slot) {
    const collider_link *link = &s->links[slot];
    const evo_shape *shape = s->colliders[link->id].shape;
    const body_state *state = &s->states[link->body];
    evo_vec2 turn = evo_direction(state->angle);
    evo_vec2 center = vec_add(state->position, vec_turn(shape->center, turn));
    double half = shape->of.segment.half_length;
    evo_vec2 axis = vec_scale(vec_turn(shape->axis, turn), half);
    return (segment_ends){{vec_sub(center, axis), vec_add(center, axis)}, 2 * half};
}

static double distance(evo_vec2 a, evo_vec2 b) {
    return vec_length(vec_sub(a, b));
}

/* The end at which a pair meets its segment, with its first touch or its second. */
static evo_vec2 end_met(const body_store *s, const segment_ends *ends, uint32_t slot,
                        const pair_fit *given, bool second) {
    const body_state *state = &s->states[s->links[slot].body];
    pair_fit fit = *given;
    if (second) fit_drop_first(&fit);
    evo_vec2 point = vec((double)fit.fit_bx, (double)fit.fit_by);
    point = vec_add(state->position, point);
    return ends->at[distance(point, ends->at[1]) < distance(point, ends->at[0])];
}

static bool is_segment(const body_store *s, uint32_t slot) {
    return s->colliders[s->links[slot].id].shape->kind == EVO_SEGMENT;
}

static bool goes_on(const segment_ends *own, const segment_ends *other, evo_vec2 end,
                    evo_vec2 normal) {
    double near = SAME_POINT * (own->length + other->length);
    const bool first = distance(other->at[0], end) <= near;
    if (!first && distance(other->at[1], end) > near) return false;
    return !seam_turns_up(vec_sub(own->at[1], own->at[0]),
                          vec_sub(other->at[first], other->at[!first]), normal);
}

/* Returns whether the contact of pair k is void because of pair i of the same collider. */
static bool is_void_by(const measure_input *in, const measure_output *measured, uint32_t k,
                       uint32_t i, const segment_ends *own, evo_vec2 end) {
    const pair_list *list = in->list;
    const bool fitted = list->class_of[i] == PAIR_ROW || list->class_of[i] == PAIR_FACES;
    if (i == k || !fitted || list->b[i] == list->b[k]) return false;
    if (!is_segment(in->bodies, list->b[i])) return false;
    if (measured->fits[i].end > 0 && list->class_of[i] == PAIR_ROW && i > k) return false;
    segment_ends other = ends_of(in->bodies, list->b[i]);
    const pair_fit *fit = &measured->fits[k];
    const evo_vec2 normal = vec((double)fit->normal_x, (double)fit->normal_y);
    return goes_on(own, &other, end, normal);
}

/* Returns whether the contact of a pair comes from behind the collider on one side of it. */
static bool is_behind(const body_store *s, uint32_t slot, evo_vec2 normal) {
    const collider_link *link = &s->links[slot];
    if (link->kind != FORM_LINE) return false;
    const evo_shape *shape = s->colliders[link->id].shape;
    const evo_vec2 turn = evo_direction(s->states[link->body].angle);
    return seam_is_behind(shape, vec_turn(shape->axis, turn), normal);
}

void sides_drop(const measure_input *in, const measure_output *measured) {
    const pair_list *list = in->list;
    for (uint32_t k = 0; k < list->rows; ++k) {
        if (list->class_of[k] != PAIR_ROW && list->class_of[k] != PAIR_FACES) continue;
        const pair_fit *fit = &measured->fits[k];
        const evo_vec2 normal = vec((double)fit->normal_x, (double)fit->normal_y);
        if (is_behind(in->bodies, list->b[k], normal)
            || is_behind(in->bodies, list->a[k], vec_negate(normal)))
            list->class_of[k] = PAIR_VOID;
    }
}

/* Returns whether a touch of pair k is void because of another pair of its row. */
static bool is_void(const measure_input *in, const measure_output *measured, uint32_t k,
                    uint32_t start, uint32_t stop, bool second) {
    const pair_list *list = in->list;
    segment_ends own = ends_of(in->bodies, list->b[k]);
    evo_vec2 end = end_met(in->bodies, &own, list->b[k], &measured->fits[k], second);
    for (uint32_t i = start; i < stop; ++i)
        if (is_void_by(in, measured, k, i, &own, end)) return true;
    return false;
}

static void drop_touches(const measure_input *in, const measure_output *measured, uint32_t k,
                         uint32_t start, uint32_t stop) {
    pair_list *list = in->list;
    pair_fit *fit = &measured->fits[k];
    const int ends = (int)fit->end;
    const bool faces = list->class_of[k] == PAIR_FACES;
    const bool first = ends & FIT_END_FIRST && is_void(in, measured, k, start, stop, false);
    const bool second = ends & FIT_END_SECOND && is_void(in, measured, k, start, stop, true);
    if (first && faces) fit_drop_first(fit);
    if (second) fit->span = 0;
    if (first && (second || !faces))
        list->class_of[k] = PAIR_VOID;
    else if (first || second)
        list->class_of[k] = PAIR_ROW;
}

void seams_drop(const measure_input *in, const measure_output *measured) {
    const pair_list *list = in->list;
    for (uint32_t start = 0, stop; start < list->count; start = stop) {
        stop = start + 1;
        while (stop < list->count && list->a[stop] == list->a[start]) ++stop;
        for (uint32_t k = start; k < stop; ++k) {
            if (list->class_of[k] != PAIR_ROW && list->class_of[k] != PAIR_FACES) continue;
            if (measured->fits[k].end > 0) drop_touches(in, measured, k, start, stop);
        }
    }
}
