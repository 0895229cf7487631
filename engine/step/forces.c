/* forces.c: visits the forces of the last step. In: rows and impacts that the step left in its
 * arena; out: impulses of the whole step, where they acted. Nothing is measured again. */
#include "step/private.h"

#include <assert.h>

#include "shape/shape.h"
#include "step/drift.h"
#include "step/step.h"

/* Impulse below which a row only touched. */
static const float LEAST = 1e-30f;

/* A walk over the rows and impacts of the last step. */
typedef struct force_walk {
    const step_world *world;
    force_visit visit;
    void *context;
    pair_ids ids;
} force_walk;

static evo_vec2 center_of(const force_walk *w, uint32_t collider) {
    const body_store *s = &w->world->bodies;
    return state_of_body(s, s->colliders[collider].body)->position;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Returns the arm of a row from a body that turns, computed from the row's arms of push and
 * friction in gyration radii. */
static evo_vec2 arm_of(evo_vec2 normal, float turn, float slip, float over) {
    const evo_vec2 arm =
        vec_along(vec_scale(normal, (double)slip), -(double)turn, vec_left(normal));
    return vec_scale(arm, 1 / (double)over);
}

/* Sets the arms of a touch from those of its row. A body that does not turn has no arm in the row:
 * its arm leads to the point of the other body's arm. */
static void set_arms(const force_walk *w, uint32_t at, const contact_placed *row, int touch,
                     step_force *force) {
    const fit_block *fits = contact_fits(&w->world->solved.rows, at / ROW_BLOCK);
    const uint32_t lane = at % ROW_BLOCK;
    const evo_vec2 between = vec_sub(center_of(w, w->ids.b), center_of(w, w->ids.a));
    force->arms[0] = vec_along(vec_of_floats(fits->fit_a.x[lane], fits->fit_a.y[lane]),
                               (double)fits->radius_a[lane], force->normal);
    if (row->over_a > 0)
        force->arms[0] = arm_of(force->normal, row->turn_a[touch], row->slip_a, row->over_a);
    force->arms[1] = vec_sub(force->arms[0], between);
    if (row->over_b > 0)
        force->arms[1] = arm_of(force->normal, row->turn_b[touch], row->slip_b, row->over_b);
    if (!(row->over_a > 0)) force->arms[0] = vec_add(force->arms[1], between);
}

/* Visits the forces of a row whose pair has a class: one force for each touch. */
static void visit_row(const force_walk *w, uint32_t at, pair_class class_of) {
    const step_solved *of = &w->world->solved;
    const contact_block *block = &of->rows.blocks[at / ROW_BLOCK];
    const uint32_t lane = at % ROW_BLOCK;
    const contact_placed row = contact_place(&of->rows, &of->bodies, at);
    const collider_record *colliders = w->world->bodies.colliders;
    for (int touch = 0; touch < (class_of == PAIR_FACES ? 2 : 1); ++touch) {
        const double drag = touch == 0 ? (double)block->dragged[lane] : 0;
        const touch_block *by =
            touch == 0 ? &block->first : &contact_seconds(&of->rows, at / ROW_BLOCK)->touch;
        step_force force = {.ids = w->ids, .normal = vec_of_floats(row.normal_x, row.normal_y)};
        if (!(by->pushed[lane] > LEAST) && drag == 0) continue;
        if (class_of == PAIR_ROUND) {
            force.arms[0] = vec_scale(force.normal, shape_reach(colliders[w->ids.a].shape));
            force.arms[1] = vec_scale(force.normal, -shape_reach(colliders[w->ids.b].shape));
        } else {
            set_arms(w, at, &row, touch, &force);
        }
        force.point = vec_add(center_of(w, w->ids.a), force.arms[0]);
        force.impulse = vec_along(vec_scale(force.normal, (double)by->pushed[lane]), drag,
                                  vec_left(force.normal));
        w->visit(w->context, &force);
    }
}

/* Visits the rows of an event pair, and its impacts as one force. */
static void visit_event(const force_walk *w, const event_pair *p) {
    const pair_exchange *of = &p->exchange;
    const step_force force = {
        w->ids, of->how.point, {of->arms[0], of->arms[1]}, of->how.normal, of->push};
    for (int i = 0; i < TOUCHES; ++i)
        if (p->rows[i] != NONE) visit_row(w, p->rows[i], PAIR_ROW);
    if (p->met) w->visit(w->context, &force);
}

/* ---- All ------------------------------------------------------------------------------------- */

/* Returns whether both colliders of a pair are still there; ids are not given again before the next
 * step. */
static bool are_there(const force_walk *w) {
    const collider_record *colliders = w->world->bodies.colliders;
    return colliders[w->ids.a].generation % 2 == 1 && colliders[w->ids.b].generation % 2 == 1;
}

static void visit_entry(const force_walk *w, uint32_t k) {
    const step_solved *of = &w->world->solved;
    const uint32_t second = of->second_of ? of->second_of[k] : NONE;
    const uint32_t event = of->event_of ? of->event_of[k] : NONE;
    if (!are_there(w)) return;
    if (pair_has_row(of->class_of[k])) visit_row(w, of->rows.place[k], (pair_class)of->class_of[k]);
    if (second != NONE && of->class_of[second] == PAIR_ROW)
        visit_row(w, of->rows.place[second], PAIR_ROW);
    if (event != NONE) visit_event(w, &w->world->impacts.pairs[event]);
}

/* Visits pairs that the drifts found. */
static void visit_found(force_walk *w) {
    const impact_room *room = &w->world->impacts;
    for (uint32_t i = 0; i < room->pair_count; ++i) {
        const event_pair *p = &room->pairs[i];
        if (p->entry != NONE) continue;
        w->ids = p->ids;
        if (are_there(w)) visit_event(w, p);
    }
}

void step_visit_forces(const step_world *world, force_visit visit, void *context) {
    const pair_memory *m = &world->pairs.memories[world->pairs.now];
    force_walk w = {.world = world, .visit = visit, .context = context};
    if (!world->solved.known) return;
    assert(m->count >= world->solved.pair_count && "pairs of the step are remembered first");
    for (uint32_t k = 0; k < world->solved.pair_count; ++k) {
        w.ids = (pair_ids){m->id_a[k], m->id_b[k]};
        visit_entry(&w, k);
    }
    visit_found(&w);
}

void step_forget_forces(step_world *w) {
    w->solved.known = false;
    w->contacts.list.count = 0;
}
